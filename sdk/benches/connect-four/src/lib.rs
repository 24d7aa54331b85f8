//! Plain Connect Four, as small as the search kit wants it: two words and the moves that lose nothing at once.

use std::error::Error;
use std::fmt;

use botspec_sdk::{IllegalMove, Position as _};
use botspec_sdk::outcome::Outcome;
use botspec_sdk::search::{Evaluator, Searchable, Status};
use botspec_sdk::seat::Seat;

/// Columns of the board.
pub const WIDTH: u8 = 7;
/// Rows of the board.
pub const HEIGHT: u8 = 6;

/// Bits of a column: its cells, and one that stays empty, so that lines end there.
const STRIDE: u8 = HEIGHT + 1;
/// The lowest cell of each column.
const BOTTOM: u64 = 0x0000_0408_1020_4081;
/// All cells.
const CELLS: u64 = BOTTOM * ((1 << HEIGHT) - 1);
/// Columns from the middle outwards.
const FROM_THE_MIDDLE: [u8; WIDTH as usize] = [3, 2, 4, 1, 5, 0, 6];

/// A position that a game leads to, and that nobody has won.
///
/// A game is taken to be over when it is decided on the spot: when the player to move can make four, or cannot keep the other one
/// from it.
///
/// ```
/// use botspec_sdk::Position as _;
/// use connect_four_bench::Four;
///
/// let position = Four::from_columns("44444").expect("each column has room");
/// assert_eq!(position.legal_moves().len(), 7);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Four {
    /// The disks of the player to move.
    own: u64,
    /// All disks.
    disks: u64,
    /// Where a disk may be dropped without losing at once; nothing if the game is decided.
    moves: u64,
    /// How it is decided, if it is: whether the player to move wins.
    wins: bool,
}

/// Where a column's next disk comes to lie, as a bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Landing(u64);

impl fmt::Display for Landing {
    /// The column's number, from 1 on the left.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.0.trailing_zeros() / u32::from(STRIDE) + 1).fmt(f)
    }
}

/// The disk cannot be dropped there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Impossible;

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the column is full, or the game is decided")
    }
}

impl Error for Impossible {}

impl Four {
    /// The empty board.
    pub const OPENING: Self = Self { own: 0, disks: 0, moves: BOTTOM, wins: false };

    /// The position after disks in these columns, from 1 on the left; `None` if one of them is full, or if the game is decided
    /// before.
    #[must_use]
    pub fn from_columns(columns: &str) -> Option<Self> {
        columns.bytes().try_fold(Self::OPENING, |position, digit| {
            let column = digit.checked_sub(b'1').filter(|&column| column < WIDTH)?;
            let landing = position.landings() & column_of(column);
            let is_open = landing != 0 && position.status() == Status::Open;
            is_open.then(|| position.after(landing))
        })
    }

    /// The disks on the board.
    #[must_use]
    pub const fn disks(self) -> u32 {
        self.disks.count_ones()
    }

    const fn landings(self) -> u64 {
        (self.disks + BOTTOM) & CELLS
    }

    const fn after(self, landing: u64) -> Self {
        // The other player is the one to move: his disks are those that are not the mover's.
        let own = self.disks ^ self.own;
        Self { own, disks: self.disks | landing, moves: 0, wins: false }.judged()
    }

    /// With the moves that do not lose at once.
    const fn judged(mut self) -> Self {
        let landings = self.landings();
        if fourths(self.own, self.disks) & landings != 0 {
            self.wins = true;
            return self;
        }
        let threats = fourths(self.disks ^ self.own, self.disks);
        let forced = threats & landings;
        // Two threats cannot both be met, and a disk below a threat makes room for the one that wins there.
        let answers = if forced == 0 {
            landings
        } else if forced & (forced - 1) == 0 {
            forced
        } else {
            0
        };
        self.moves = answers & !(threats >> 1);
        self
    }
}

const fn column_of(column: u8) -> u64 {
    ((1 << HEIGHT) - 1) << (column * STRIDE)
}

/// The empty cells where one more disk makes four.
const fn fourths(own: u64, disks: u64) -> u64 {
    let mut found = (own << 1) & (own << 2) & (own << 3);
    let mut i = 0;
    while i < 3 {
        // Along rows, and along both diagonals.
        let step = STRIDE - 1 + i;
        let pair = (own << step) & (own << (2 * step));
        found |= pair & (own << (3 * step));
        found |= pair & (own >> step);
        let pair = (own >> step) & (own >> (2 * step));
        found |= pair & (own >> (3 * step));
        found |= pair & (own << step);
        i += 1;
    }
    found & CELLS & !disks
}

impl botspec_sdk::Position for Four {
    type Move = Landing;
    type Reason = Impossible;
    type Outcome = Outcome<Seat, &'static str>;

    fn seat_to_move(&self) -> Seat {
        Seat::from_index(u8::from(!self.disks().is_multiple_of(2)))
    }

    fn legal_moves(&self) -> Vec<Landing> {
        let mut moves = Vec::new();
        self.list_moves(&mut moves);
        moves
    }

    fn play(self, mv: Landing) -> Result<Self, IllegalMove<Self>> {
        if self.moves & mv.0 == 0 {
            return Err(IllegalMove { mv, reason: Impossible, position: self });
        }
        Ok(self.after(mv.0))
    }

    fn outcome(&self) -> Option<Self::Outcome> {
        match self.status() {
            Status::Open => None,
            Status::Won(seat) => Some(Outcome { winner: Some(seat), reason: "four" }),
            Status::Drawn => Some(Outcome { winner: None, reason: "full" }),
        }
    }
}

impl Searchable for Four {
    #[inline]
    fn status(&self) -> Status {
        if self.moves != 0 {
            return Status::Open;
        }
        let seat = self.seat_to_move();
        let other = Seat::from_index(u8::from(self.disks().is_multiple_of(2)));
        match (self.wins, self.disks == CELLS) {
            (true, _) => Status::Won(seat),
            (false, true) => Status::Drawn,
            (false, false) => Status::Won(other),
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        // The sum tells positions apart; the product spreads it over the table.
        (self.own + self.disks + BOTTOM).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32)
    }

    #[inline]
    fn list_moves(&self, moves: &mut Vec<Landing>) {
        let landings = FROM_THE_MIDDLE.iter().map(|&column| self.moves & column_of(column));
        moves.extend(landings.filter(|&landing| landing != 0).map(Landing));
    }

    #[inline]
    fn advance(&mut self, mv: Landing) {
        *self = self.after(mv.0);
    }
}

/// Tells nothing of a position, and puts the moves first that make most threats.
#[derive(Debug, Clone, Copy, Default)]
pub struct ThreatsFirst;

impl Evaluator<Four> for ThreatsFirst {
    fn evaluate(&mut self, _: &Four, _: Seat) -> i32 {
        0
    }

    #[inline]
    fn order(&mut self, position: &Four, moves: &mut [Landing]) {
        let threats =
            |landing: Landing| fourths(position.own | landing.0, position.disks | landing.0).count_ones();
        // There are seven at most, mostly in order already.
        let mut ranks = [0; WIDTH as usize];
        for i in 0..moves.len() {
            let (mv, rank) = (moves[i], threats(moves[i]));
            let mut place = i;
            while place > 0 && ranks[place - 1] < rank {
                ranks[place] = ranks[place - 1];
                moves[place] = moves[place - 1];
                place -= 1;
            }
            (ranks[place], moves[place]) = (rank, mv);
        }
    }
}
