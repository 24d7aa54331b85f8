//! What a bot is.

use std::fmt;

use crate::game::{Game, Position};
use crate::run::deadline::Deadline;

/// A strategy for one game. This is all that an entrant writes; the loops in [`crate::run`] do the
/// rest.
///
/// Closures of the right shape are bots too.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::hex::{Hex, Move, Position, Size};
/// use botspec_sdk::{Bot, Deadline, Position as _};
/// use std::time::{Duration, Instant};
///
/// /// Plays the first legal move, and counts its turns.
/// struct First {
///     turns: u32,
/// }
///
/// impl Bot<Hex> for First {
///     fn choose(&mut self, position: &Position, _deadline: &Deadline) -> Move {
///         self.turns += 1;
///         position.legal_moves()[0]
///     }
/// }
///
/// let mut bot = First { turns: 0 };
/// let deadline = Deadline::new(Instant::now(), Duration::from_secs(70));
/// let mv = bot.choose(&Position::opening(Size::TOURNAMENT), &deadline);
/// assert_eq!((mv.to_string().as_str(), bot.turns), ("a1", 1));
/// ```
pub trait Bot<G: Game> {
    /// Chooses a move. `deadline` says how much of the turn's time is left.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::{Linkage, Order, Position};
    /// use botspec_sdk::{Bot, Deadline};
    /// use std::time::{Duration, Instant};
    ///
    /// let mut last = |position: &Position, _: &Deadline| position.placements().last().unwrap_or(Order::Skip);
    /// let deadline = Deadline::new(Instant::now(), Duration::from_secs(4));
    /// let order = Bot::<Linkage>::choose(&mut last, &Position::opening(), &deadline);
    /// assert_eq!(order.to_string(), "YG6G7");
    /// ```
    fn choose(&mut self, position: &G::Position, deadline: &Deadline) -> <G::Position as Position>::Move;
}

impl<G, F> Bot<G> for F
where
    G: Game,
    F: FnMut(&G::Position, &Deadline) -> <G::Position as Position>::Move,
{
    fn choose(&mut self, position: &G::Position, deadline: &Deadline) -> <G::Position as Position>::Move {
        self(position, deadline)
    }
}

/// Who a bot is, for contests that ask.
///
/// `Display` writes the one line that the Linkage contest wants:
/// name, author, country if there is one, date, version.
///
/// # Examples
///
/// ```
/// use botspec_sdk::Identity;
/// let me = Identity { name: "Chainer", author: "Ada", country: Some("UK"), date: "21 November 2026", version: "1.0" };
/// assert_eq!(me.to_string(), "Chainer. Ada, UK, 21 November 2026, V1.0");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Identity {
    /// The bot's name.
    pub name: &'static str,
    /// Who wrote it.
    pub author: &'static str,
    /// Where the author is from; optional in the contest.
    pub country: Option<&'static str>,
    /// When it was written, with a four-digit year.
    pub date: &'static str,
    /// The version, without a leading `V`.
    pub version: &'static str,
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}. {}, ", self.name, self.author)?;
        if let Some(country) = self.country {
            write!(f, "{country}, ")?;
        }
        write!(f, "{}, V{}", self.date, self.version)
    }
}
