//! What stands where.

use std::fmt;

use super::square::Square;
use super::squares::Squares;
use super::variant::Variant;
use crate::seat::Seat;

/// One of the bots, by its number. A `duel` has the first two only.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::Player;
/// assert_eq!(Player::ALL.map(|player| player.to_string()), ["1", "2", "3", "4"]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// Bot 1, which moves first.
    One,
    /// Bot 2.
    Two,
    /// Bot 3.
    Three,
    /// Bot 4.
    Four,
}

impl Player {
    /// All four, in the order in which they take turns.
    pub const ALL: [Self; 4] = [Self::One, Self::Two, Self::Three, Self::Four];

    /// The bot with this number, 1 to 4.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::Player;
    /// assert_eq!(Player::from_number(4), Some(Player::Four));
    /// assert_eq!([0, 5].map(Player::from_number), [None, None]);
    /// ```
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Self> {
        match number {
            1 => Some(Self::One),
            2 => Some(Self::Two),
            3 => Some(Self::Three),
            4 => Some(Self::Four),
            _ => None,
        }
    }

    /// The bot's number, 1 to 4.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::Player;
    /// assert_eq!(Player::Three.number(), 3);
    /// ```
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// In `0..4`, for arrays: the number less one.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::Player;
    /// let counts = [2, 2, 7, 2];
    /// assert_eq!(counts[Player::Three.index()], 7);
    /// ```
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The place in the order of play: the same as the number.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::Player;
    /// assert_eq!(Player::Two.seat().number(), Player::Two.number());
    /// ```
    #[must_use]
    pub const fn seat(self) -> Seat {
        Seat::from_index(self as u8)
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

/// What a square holds: the *colour* of a message.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::{Contents, Player};
/// assert_eq!(Contents::Piece(Player::Three).to_string(), "a piece of bot 3");
/// assert_eq!(Contents::Neutral.to_string(), "a neutral piece");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Contents {
    /// Nothing; 0.
    Empty,
    /// A piece of that bot; 1 to 4.
    Piece(Player),
    /// A neutral piece; 5.
    Neutral,
}

impl Contents {
    /// The contents with this code, 0 to 5.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Contents, Player};
    /// assert_eq!(Contents::from_code(2), Some(Contents::Piece(Player::Two)));
    /// assert_eq!(Contents::from_code(6), None);
    /// ```
    #[must_use]
    pub const fn from_code(code: u8) -> Option<Self> {
        match code {
            0 => Some(Self::Empty),
            5 => Some(Self::Neutral),
            _ => match Player::from_number(code) {
                Some(player) => Some(Self::Piece(player)),
                None => None,
            },
        }
    }

    /// The code in a message, 0 to 5.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Contents, Player};
    /// let all = [Contents::Empty, Contents::Piece(Player::One), Contents::Neutral];
    /// assert_eq!(all.map(Contents::code), [0, 1, 5]);
    /// ```
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Empty => 0,
            Self::Piece(player) => player.number(),
            Self::Neutral => 5,
        }
    }
}

/// In words: `empty`, `a piece of bot 3`, `a neutral piece`.
impl fmt::Display for Contents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("empty"),
            Self::Piece(player) => write!(f, "a piece of bot {player}"),
            Self::Neutral => f.write_str("a neutral piece"),
        }
    }
}

/// The contents of every square. Any contents are possible; what games lead to, [`problems`](Board::problems) tells.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::{Player, Setup, Variant};
/// let board = Setup::from_bytes(b"0 0 1\n2 0 5\n3 1 2\n", Variant::Duel, Player::One)?.board()?;
/// assert!(board.to_string().starts_with("1.5.............\n...2............\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    pieces: [Squares; 4],
    neutral: Squares,
    occupied: Squares,
    /// How many squares hold each code.
    counts: [u32; 6],
}

impl Board {
    /// A board with nothing on it.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Board, Contents, Variant};
    /// let board = Board::empty(Variant::Standard);
    /// assert_eq!(board.count(Contents::Empty), 1_024);
    /// ```
    #[must_use]
    pub const fn empty(variant: Variant) -> Self {
        let none = Squares::none(variant);
        let counts = [variant.area(), 0, 0, 0, 0, 0];
        Self { pieces: [none; 4], neutral: none, occupied: none, counts }
    }

    /// The variant that is played on it.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Board, Variant};
    /// assert_eq!(Board::empty(Variant::Duel).variant(), Variant::Duel);
    /// ```
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.occupied.variant()
    }

    /// The squares with a piece of this bot.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Player, Setup, Variant};
    /// let board = Setup::from_bytes(b"0 0 1\n5 0 1\n3 3 2\n", Variant::Duel, Player::One)?.board()?;
    /// let own: Vec<String> = board.pieces(Player::One).iter().map(|square| square.to_string()).collect();
    /// assert_eq!(own, ["0 0", "5 0"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn pieces(&self, player: Player) -> &Squares {
        &self.pieces[player.index()]
    }

    /// The squares with a neutral piece.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Player, Setup, Variant};
    /// let board = Setup::from_bytes(b"0 0 1\n5 7 5\n", Variant::Duel, Player::One)?.board()?;
    /// assert!(board.neutral().iter().eq(Variant::Duel.square(5, 7)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn neutral(&self) -> &Squares {
        &self.neutral
    }

    /// The squares that are not empty.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Player, Setup, Variant};
    /// let board = Setup::from_bytes(b"0 0 1\n3 3 2\n5 7 5\n", Variant::Duel, Player::One)?.board()?;
    /// assert_eq!(board.occupied().len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn occupied(&self) -> &Squares {
        &self.occupied
    }

    /// The empty squares.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Player, Setup, Variant};
    /// let board = Setup::from_bytes(b"0 0 1\n3 3 2\n", Variant::Duel, Player::One)?.board()?;
    /// assert_eq!(board.vacant().len(), 256 - 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn vacant(&self) -> Squares {
        !self.occupied
    }

    /// The *available* squares: empty, with four empty neighbours.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Player, Setup, Variant};
    /// let board = Setup::from_bytes(b"0 0 1\n", Variant::Duel, Player::One)?.board()?;
    /// assert_eq!(board.available().len(), 256 - 5, "all but the square and its four neighbours");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn available(&self) -> Squares {
        !(self.occupied | self.occupied.neighbours())
    }

    /// Whether this one square is available. False for a square that the board does not have.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Player, Setup, Variant};
    /// let board = Setup::from_bytes(b"0 0 1\n", Variant::Duel, Player::One)?.board()?;
    /// let available = |x, y| board.is_available(Variant::Duel.square(x, y).expect("0 to 15"));
    /// assert!(available(1, 1));
    /// assert!(!available(15, 0), "beside the piece, over the edge");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_available(&self, square: Square) -> bool {
        let variant = self.variant();
        variant.contains(square)
            && !self.occupied.contains(square)
            && square.neighbours(variant).iter().all(|&next| !self.occupied.contains(next))
    }

    /// How many squares hold this, from 0 to the [area](Variant::area). Costs nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Contents, Player, Setup, Variant};
    /// let board = Setup::from_bytes(b"0 0 1\n5 0 1\n3 3 2\n", Variant::Duel, Player::One)?.board()?;
    /// assert_eq!(board.count(Contents::Piece(Player::One)), 2);
    /// assert_eq!(board.count(Contents::Neutral), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn count(&self, contents: Contents) -> u32 {
        self.counts[contents.code() as usize]
    }

    /// The bots' numbers of pieces, in the order of play: four, or two in a `duel`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Player, Setup, Variant};
    /// let board = Setup::from_bytes(b"0 0 1\n5 0 1\n3 3 2\n", Variant::Duel, Player::One)?.board()?;
    /// assert_eq!(board.piece_counts(), [2, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn piece_counts(&self) -> &[u32] {
        &self.counts[1..=self.variant().players().len()]
    }

    /// What a square holds.
    ///
    /// # Panics
    /// If the board does not have the square.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Contents, Player, Setup, Variant};
    /// let board = Setup::from_bytes(b"0 0 1\n", Variant::Duel, Player::One)?.board()?;
    /// let get = |x, y| board.get(Variant::Duel.square(x, y).expect("0 to 15"));
    /// assert_eq!((get(0, 0), get(1, 0)), (Contents::Piece(Player::One), Contents::Empty));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn get(&self, square: Square) -> Contents {
        assert!(self.variant().contains(square), "no square {square} on the board of {}", self.variant());
        if !self.occupied.contains(square) {
            return Contents::Empty;
        }
        let player = Player::ALL.into_iter().find(|player| self.pieces(*player).contains(square));
        player.map_or(Contents::Neutral, Contents::Piece)
    }

    /// Everything that no game leads to, as far as that shows: a bot with fewer than two pieces, or with more than two
    /// and none beside another; first pieces side by side; anything beside a neutral piece; fewer than four empty
    /// squares. Empty if there is nothing of the kind.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Player, Problem, Setup, Variant};
    /// let board = Setup::from_bytes(b"0 0 1\n5 0 1\n3 3 2\n", Variant::Duel, Player::One)?.board()?;
    /// assert_eq!(board.problems(), [Problem::TooFewPieces { player: Player::Two, pieces: 1 }]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn problems(&self) -> Vec<super::Problem> {
        super::reach::problems(self)
    }

    /// Puts something on a square, in the place of what was there.
    ///
    /// # Panics
    /// If the board does not have the square, or the variant does not have the bot.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Board, Contents, Player, Variant};
    /// let mut board = Board::empty(Variant::Duel);
    /// let square = Variant::Duel.square(3, 4).unwrap();
    /// board.set(square, Contents::Neutral);
    /// board.set(square, Contents::Piece(Player::One));
    /// assert_eq!((board.count(Contents::Neutral), board.piece_counts()), (0, &[1, 0][..]));
    /// ```
    pub fn set(&mut self, square: Square, contents: Contents) {
        let before = self.get(square);
        match before {
            Contents::Empty => self.occupied.insert(square),
            Contents::Piece(player) => self.pieces[player.index()].remove(square),
            Contents::Neutral => self.neutral.remove(square),
        }
        match contents {
            Contents::Empty => self.occupied.remove(square),
            Contents::Piece(player) => {
                assert!(self.variant().seats(player), "bot {player} does not play {}", self.variant());
                self.pieces[player.index()].insert(square);
            }
            Contents::Neutral => self.neutral.insert(square),
        }
        self.counts[usize::from(before.code())] -= 1;
        self.counts[usize::from(contents.code())] += 1;
    }
}

/// One line for each row, from y = 0: `.` empty, `1` to `4` that bot, `5` neutral.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = u32::from(self.variant().side());
        for y in 0..side {
            for x in 0..side {
                let square = self.variant().square(x, y).expect("both are below the side");
                match self.get(square) {
                    Contents::Empty => f.write_str(".")?,
                    held => write!(f, "{}", held.code())?,
                }
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}
