//! The board and the rules: seven columns of six cells, and four discs in a row win.

use std::error::Error;
use std::fmt;

use botspec_sdk::outcome::Outcome;
use botspec_sdk::seat::Seat;
use botspec_sdk::{IllegalMove, Position as _};

/// Columns of the board.
pub(crate) const WIDTH: usize = 7;
/// Rows of the board.
pub(crate) const HEIGHT: usize = 6;
/// The players; the first one begins.
pub(crate) const PLAYERS: [Seat; 2] = [Seat::from_index(0), Seat::from_index(1)];

/// Whose disc is where: row by row from the top.
pub(crate) type Cells = [[Option<Seat>; WIDTH]; HEIGHT];

/// A column, from 0 on the left to 6.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column(u8);

impl Column {
    /// The column of this number, if the board has it.
    pub(crate) fn new(number: i32) -> Option<Self> {
        u8::try_from(number).ok().filter(|&number| usize::from(number) < WIDTH).map(Self)
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// All of them, from the left.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        (0..).map_while(Self::new)
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Why a disc cannot be placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Six discs are in the column.
    Full(Column),
    /// The game has ended.
    Over,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full(column) => write!(f, "column {column} is full"),
            Self::Over => f.write_str("the game is over"),
        }
    }
}

impl Error for Reason {}

/// A position that a game leads to; by default the empty board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Position {
    cells: Cells,
    discs: usize,
}

impl Position {
    /// The position of a field, or all reasons why no game leads to it, as far as counting tells.
    pub(crate) fn from_cells(cells: Cells) -> Result<Self, Vec<String>> {
        let [first, second] =
            PLAYERS.map(|seat| cells.as_flattened().iter().filter(|&&it| it == Some(seat)).count());
        let position = Self { cells, discs: first + second };
        let mut problems = Vec::new();
        if first != second && first != second + 1 {
            problems.push(format!("player 0 has {first} discs and player 1 {second}, but they take turns"));
        }
        let floats = |at: usize| cells.windows(2).any(|rows| rows[0][at].is_some() && rows[1][at].is_none());
        let floating = Column::all().filter(|column| floats(column.index()));
        problems.extend(floating.map(|column| format!("an empty cell is below a disc in column {column}")));
        let next = position.seat_to_move();
        if position.has_four(next) {
            problems.push(format!("player {} has four in a row, but did not move last", next.index()));
        }
        if problems.is_empty() { Ok(position) } else { Err(problems) }
    }

    pub(crate) const fn cells(&self) -> &Cells {
        &self.cells
    }

    pub(crate) const fn discs(&self) -> usize {
        self.discs
    }

    /// How many discs are in a column.
    pub(crate) fn height(&self, column: Column) -> usize {
        self.cells.iter().filter(|row| row[column.index()].is_some()).count()
    }

    pub(crate) fn is_full(&self, column: Column) -> bool {
        self.height(column) == HEIGHT
    }

    /// With one more disc in a column, of any player; none if that is full.
    pub(crate) fn with(mut self, column: Column, seat: Seat) -> Option<Self> {
        let row = (HEIGHT - 1).checked_sub(self.height(column))?;
        self.cells[row][column.index()] = Some(seat);
        self.discs += 1;
        Some(self)
    }

    pub(crate) fn has_four(&self, seat: Seat) -> bool {
        let held = |row: Option<usize>, column: Option<usize>| {
            let cell = row.zip(column).and_then(|(row, column)| self.cells.get(row)?.get(column));
            cell == Some(&Some(seat))
        };
        let run = |row: usize, column: usize, down: isize, right: isize| {
            (0..4).all(|step| {
                held(row.checked_add_signed(step * down), column.checked_add_signed(step * right))
            })
        };
        (0..WIDTH * HEIGHT).map(|at| (at / WIDTH, at % WIDTH)).any(|(row, column)| {
            [(0, 1), (1, 0), (1, 1), (1, -1)].iter().any(|&(down, right)| run(row, column, down, right))
        })
    }
}

impl botspec_sdk::Position for Position {
    type Move = Column;
    type Reason = Reason;
    type Outcome = Outcome<Seat, &'static str>;

    fn seat_to_move(&self) -> Seat {
        PLAYERS[self.discs % 2]
    }

    fn legal_moves(&self) -> Vec<Column> {
        let over = self.outcome().is_some();
        Column::all().filter(|&column| !over && !self.is_full(column)).collect()
    }

    fn play(self, mv: Column) -> Result<Self, IllegalMove<Self>> {
        let over = self.outcome().map(|_| Reason::Over);
        let next = self.with(mv, self.seat_to_move()).filter(|_| over.is_none());
        next.ok_or(IllegalMove { mv, reason: over.unwrap_or(Reason::Full(mv)), position: self })
    }

    fn outcome(&self) -> Option<Self::Outcome> {
        let winner = PLAYERS.into_iter().find(|&seat| self.has_four(seat));
        let reason = if winner.is_some() { "four" } else { "full" };
        (winner.is_some() || self.discs == WIDTH * HEIGHT).then_some(Outcome { winner, reason })
    }
}
