//! What stands where.

use std::fmt;

use super::square::Square;
use super::squares::Squares;
use super::variant::Variant;
use crate::seat::Seat;

/// One of the bots, by its number. A `duel` has the first two only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are the numbers")]
pub enum Player {
    One,
    Two,
    Three,
    Four,
}

impl Player {
    /// All four, in the order in which they take turns.
    pub const ALL: [Self; 4] = [Self::One, Self::Two, Self::Three, Self::Four];

    /// The bot with this number, 1 to 4.
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
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The number less one, for arrays.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The place in the order of play: the same as the number.
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
    #[must_use]
    pub const fn empty(variant: Variant) -> Self {
        let none = Squares::none(variant);
        let counts = [variant.area(), 0, 0, 0, 0, 0];
        Self { pieces: [none; 4], neutral: none, occupied: none, counts }
    }

    /// The variant that is played on it.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.occupied.variant()
    }

    /// The squares with a piece of this bot.
    #[must_use]
    pub const fn pieces(&self, player: Player) -> &Squares {
        &self.pieces[player.index()]
    }

    /// The squares with a neutral piece.
    #[must_use]
    pub const fn neutral(&self) -> &Squares {
        &self.neutral
    }

    /// The squares that are not empty.
    #[must_use]
    pub const fn occupied(&self) -> &Squares {
        &self.occupied
    }

    /// The empty squares.
    #[must_use]
    pub fn vacant(&self) -> Squares {
        !self.occupied
    }

    /// The *available* squares: empty, with four empty neighbours.
    #[must_use]
    pub fn available(&self) -> Squares {
        !(self.occupied | self.occupied.neighbours())
    }

    /// Whether this one square is available. False for a square that the board does not have.
    #[must_use]
    pub fn is_available(&self, square: Square) -> bool {
        let variant = self.variant();
        variant.contains(square)
            && !self.occupied.contains(square)
            && square.neighbours(variant).iter().all(|&next| !self.occupied.contains(next))
    }

    /// How many squares hold this. Costs nothing.
    #[must_use]
    pub const fn count(&self, contents: Contents) -> u32 {
        self.counts[contents.code() as usize]
    }

    /// The bots' numbers of pieces, in the order of play.
    #[must_use]
    pub fn piece_counts(&self) -> &[u32] {
        &self.counts[1..=self.variant().players().len()]
    }

    /// What a square holds.
    ///
    /// # Panics
    /// If the board does not have the square.
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
    #[must_use]
    pub fn problems(&self) -> Vec<super::Problem> {
        super::reach::problems(self)
    }

    /// Puts something on a square, in the place of what was there.
    ///
    /// # Panics
    /// If the board does not have the square, or the variant does not have the bot.
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
