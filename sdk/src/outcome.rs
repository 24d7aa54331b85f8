//! How a game ended.

/// The end of a game: who won, if anybody did, and by what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outcome<Side, Reason> {
    /// `None` is a draw.
    pub winner: Option<Side>,
    /// The rule that ended the game, in the game's own words.
    pub reason: Reason,
}
