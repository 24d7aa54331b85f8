//! The two games that are played: the contest itself and its two-player trial.

use std::fmt;
use std::time::Duration;

use super::board::Player;
use super::square::Square;

/// Which of the two games is played. All that differs between them is a number, so it is a value and not a
/// type.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::Variant;
/// assert_eq!(Variant::default(), Variant::Standard);
/// assert_eq!(Variant::ALL.map(|variant| variant.to_string()), ["standard", "duel"]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Variant {
    /// The contest: four bots, 32×32 squares, 32,768 turns, 50 ms a move.
    #[default]
    Standard,
    /// The two-player trial: two bots, 16×16 squares, 1,024 turns, 100 ms a move.
    Duel,
}

impl Variant {
    /// Both, the contest first.
    pub const ALL: [Self; 2] = [Self::Standard, Self::Duel];

    /// How long the first answer of a game may take, as the process is still starting.
    pub const FIRST_LIMIT: Duration = Duration::from_secs(2);

    /// The name on command lines: `standard` or `duel`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::Variant;
    /// assert_eq!(Variant::Duel.name(), "duel");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Duel => "duel",
        }
    }

    /// The variant of this name.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::Variant;
    /// assert_eq!(Variant::from_name("duel"), Some(Variant::Duel));
    /// assert_eq!(Variant::from_name("Duel"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|variant| variant.name() == name)
    }

    /// Squares along one side of the board: 32 or 16.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::Variant;
    /// assert_eq!(Variant::ALL.map(Variant::side), [32, 16]);
    /// ```
    #[must_use]
    pub const fn side(self) -> u8 {
        match self {
            Self::Standard => 32,
            Self::Duel => 16,
        }
    }

    /// Squares on the board: 1,024 or 256.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::Variant;
    /// assert_eq!(Variant::ALL.map(Variant::area), [1_024, 256]);
    /// ```
    #[must_use]
    pub const fn area(self) -> u32 {
        self.side() as u32 * self.side() as u32
    }

    /// The bots, in the order in which they take turns.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Player, Variant};
    /// assert_eq!(Variant::Duel.players(), [Player::One, Player::Two]);
    /// ```
    #[must_use]
    pub const fn players(self) -> &'static [Player] {
        match self {
            Self::Standard => &Player::ALL,
            Self::Duel => &[Player::One, Player::Two],
        }
    }

    /// Whether this bot takes part.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Player, Variant};
    /// assert!(Variant::Standard.seats(Player::Three));
    /// assert!(!Variant::Duel.seats(Player::Three));
    /// ```
    #[must_use]
    pub const fn seats(self, player: Player) -> bool {
        player.index() < self.players().len()
    }

    /// Who moves after this bot.
    ///
    /// # Panics
    /// If the bot does not take part.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Player, Variant};
    /// assert_eq!(Variant::Duel.after(Player::Two), Player::One);
    /// assert_eq!(Variant::Standard.after(Player::Two), Player::Three);
    /// ```
    #[must_use]
    pub fn after(self, player: Player) -> Player {
        assert!(self.seats(player), "bot {player} does not play {self}");
        self.players()[(player.index() + 1) % self.players().len()]
    }

    /// Turns, of all bots together, after which the game ends: 32,768 or 1,024.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::Variant;
    /// assert_eq!(Variant::ALL.map(Variant::turns), [32_768, 1_024]);
    /// ```
    #[must_use]
    pub const fn turns(self) -> u32 {
        match self {
            Self::Standard => 32_768,
            Self::Duel => 1_024,
        }
    }

    /// Time for every answer but the first: 50 ms or 100 ms.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::Variant;
    /// use std::time::Duration;
    /// assert_eq!(Variant::Standard.time_limit(), Duration::from_millis(50));
    /// assert!(Variant::Duel.time_limit() < Variant::FIRST_LIMIT);
    /// ```
    #[must_use]
    pub const fn time_limit(self) -> Duration {
        match self {
            Self::Standard => Duration::from_millis(50),
            Self::Duel => Duration::from_millis(100),
        }
    }

    /// The square with these coordinates, if the board has it.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::Variant;
    /// assert!(Variant::Duel.square(15, 15).is_some());
    /// assert_eq!(Variant::Duel.square(16, 0), None);
    /// ```
    #[must_use]
    pub fn square(self, x: u32, y: u32) -> Option<Square> {
        let on_board = |c: u32| u8::try_from(c).ok().filter(|&c| c < self.side());
        Some(Square::new_unchecked(on_board(x)?, on_board(y)?))
    }

    /// Whether the board has this square. The board of the contest has every square there is.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::Variant;
    /// let far = Variant::Standard.square(20, 3).unwrap();
    /// assert!(Variant::Standard.contains(far));
    /// assert!(!Variant::Duel.contains(far));
    /// ```
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        square.x() < self.side() && square.y() < self.side()
    }

    /// Every square of the board, by (x, y).
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::Variant;
    /// let first: Vec<String> = Variant::Duel.squares().take(2).map(|square| square.to_string()).collect();
    /// assert_eq!(first, ["0 0", "0 1"]);
    /// ```
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.side()).flat_map(move |x| (0..self.side()).map(move |y| Square::new_unchecked(x, y)))
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
