//! How a game ended.

/// The end of a game: who won, if anybody did, and by what.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::power4::{BoardText, End, Team};
/// use botspec_sdk::outcome::Outcome;
/// let text = format!("1 1 1 1 2 2 2 {}", "0 ".repeat(35));
/// let result = BoardText::from_bytes(text.as_bytes())?.board.result();
/// assert_eq!(result, Some(Outcome { winner: Some(Team::One), reason: End::Four }));
/// # Ok::<(), botspec_sdk::text::ParseError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outcome<Side, Reason> {
    /// `None` is a draw.
    pub winner: Option<Side>,
    /// The rule that ended the game, in the game's own words.
    pub reason: Reason,
}
