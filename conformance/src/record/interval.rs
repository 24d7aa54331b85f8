//! What the intervals around counted results have in common.

/// The 97.5th percentile of the normal distribution: so many standard errors on both sides hold 95 %.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

/// A count as a number to reckon with.
#[expect(clippy::cast_precision_loss, reason = "no run has 2^52 games")]
pub(crate) const fn float(count: u64) -> f64 {
    count as f64
}
