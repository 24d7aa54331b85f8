//! Slips: ways to err that are told from each other by the answers that they lead to.

use crate::record::HintCandidate;

/// A slip in the light of one answer. What an answer tells of slips, for and against, comes of these values alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Slip {
    /// What it goes by, the same in all answers.
    pub key: &'static str,
    /// Whether one who makes it may give this answer: if not, the answer speaks against it.
    pub fits: bool,
    /// What to say if it is behind what is wrong with the answer; none if it would not lead to that.
    pub hint: Option<String>,
}

/// The slips that may be behind what is wrong, in their order.
#[must_use]
pub(crate) fn candidates(slips: Vec<Slip>) -> Vec<HintCandidate> {
    let fitting = slips.into_iter().filter(|slip| slip.fits);
    fitting.filter_map(|Slip { key, hint, .. }| Some(HintCandidate { slip: key, hint: hint? })).collect()
}

/// The slips that the answer speaks against.
#[must_use]
pub(crate) fn ruled_out(slips: &[Slip]) -> Vec<&'static str> {
    slips.iter().filter(|slip| !slip.fits).map(|slip| slip.key).collect()
}
