//! What a bot knows: its colour and its board. Written without the library that the tester judges with.

use std::fs::File;
use std::io::Read as _;

use botspec_sdk::games::hex::Colour;

/// Row and column, from 0.
pub(super) type Spot = (usize, usize);

/// (r, c) is next to these.
pub(super) const STEPS: [(isize, isize); 6] = [(0, -1), (0, 1), (-1, 0), (1, 0), (-1, 1), (1, -1)];

/// A bot in the middle of a conversation.
#[derive(Debug, Clone)]
pub(super) struct Bot {
    /// Now; a swap exchanges it.
    pub(super) colour: Colour,
    /// 0 before the first `init_board`.
    pub(super) size: usize,
    /// Row by row.
    pub(super) cells: Vec<Option<Colour>>,
    /// Whether nothing has been put but one stone of the opponent's.
    pub(super) may_swap: bool,
    /// Whether the players have exchanged colours.
    pub(super) swapped: bool,
    /// Stones put and moves made.
    pub(super) count: u32,
    /// Whatever else a bot should not have kept.
    pub(super) kept: Kept,
}

/// What some bots remember for too long.
#[derive(Debug, Clone, Default)]
pub(super) struct Kept {
    /// Who has won.
    pub(super) winner: Option<Colour>,
    /// Stones of games before, or taken away since.
    pub(super) stones: Vec<(Spot, Colour)>,
    /// A word or two.
    pub(super) text: String,
    /// A number.
    pub(super) number: u32,
}

impl Bot {
    /// Before the first message.
    pub(super) fn new(colour: Colour) -> Self {
        Self {
            colour,
            size: 0,
            cells: Vec::new(),
            may_swap: false,
            swapped: false,
            count: 0,
            kept: Kept::default(),
        }
    }

    /// An empty board.
    pub(super) fn begin(&mut self, size: usize) {
        self.size = size;
        self.cells = vec![None; size * size];
        self.may_swap = false;
        self.count = 0;
    }

    /// Puts a stone on an empty cell, or does nothing.
    pub(super) fn put(&mut self, (row, column): Spot, colour: Colour) {
        self.count += 1;
        let cell = &mut self.cells[row * self.size + column];
        if cell.is_none() {
            *cell = Some(colour);
        }
        self.may_swap = self.count == 1 && colour == Colour::Black && self.colour == Colour::White;
    }

    /// Puts or takes a stone: `seto`, `sety`, `unset`.
    pub(super) fn set(&mut self, word: &str, spot: Spot) {
        match word {
            "seto" => self.put(spot, self.colour.other()),
            "sety" => self.put(spot, self.colour),
            _ => {
                self.may_swap = false;
                self.clear(spot);
            }
        }
    }

    /// Empties a cell.
    pub(super) fn clear(&mut self, (row, column): Spot) {
        self.cells[row * self.size + column] = None;
    }

    /// The players exchange colours.
    pub(super) fn swap(&mut self) {
        self.colour = self.colour.other();
        self.swapped = true;
        self.may_swap = false;
    }

    /// The stone on a cell.
    pub(super) fn get(&self, (row, column): Spot) -> Option<Colour> {
        self.cells[row * self.size + column]
    }

    /// All cells.
    pub(super) fn spots(&self) -> impl Iterator<Item = Spot> + use<> {
        let size = self.size;
        (0..size).flat_map(move |row| (0..size).map(move |column| (row, column)))
    }

    /// All stones.
    pub(super) fn stones(&self) -> Vec<(Spot, Colour)> {
        self.spots().filter_map(|spot| Some((spot, self.get(spot)?))).collect()
    }

    /// The empty cells.
    pub(super) fn vacant(&self) -> impl Iterator<Item = Spot> {
        self.spots().filter(|&spot| self.get(spot).is_none())
    }

    /// The cell with this name; none if the board has no such cell.
    pub(super) fn spot(&self, name: &str) -> Option<Spot> {
        let (row, column) = read(name)?;
        (row < self.size && (1..=self.size).contains(&column)).then(|| (row, column - 1))
    }

    /// Its move: a swap, the first empty cell, or none on a full board.
    pub(super) fn choose(&self) -> Option<Choice> {
        let inner = |at: usize| at > 0 && at + 1 < self.size;
        let central = self.stones().iter().all(|&((row, column), _)| inner(row) && inner(column));
        if self.may_swap && central {
            return Some(Choice::Swap);
        }
        self.vacant().next().map(Choice::Place)
    }

    /// Plays its move on its own board.
    pub(super) fn play(&mut self, choice: Choice) {
        match choice {
            Choice::Swap => self.swap(),
            Choice::Place(spot) => self.put(spot, self.colour),
        }
    }

    /// Who has won.
    pub(super) fn winner(&self) -> Option<Colour> {
        self.winner_by(&STEPS)
    }

    /// Who has won if these are the neighbours.
    pub(super) fn winner_by(&self, steps: &[(isize, isize)]) -> Option<Colour> {
        Colour::ALL.into_iter().find(|&colour| self.joins(colour, colour == Colour::Black, steps))
    }

    /// Whether a colour joins the top and the bottom, or the left and the right.
    pub(super) fn joins(&self, colour: Colour, downwards: bool, steps: &[(isize, isize)]) -> bool {
        let along = |(row, column): Spot| if downwards { row } else { column };
        let mut reached: Vec<Spot> =
            self.spots().filter(|&spot| along(spot) == 0 && self.get(spot) == Some(colour)).collect();
        let mut next = 0;
        while let Some(&spot) = reached.get(next) {
            next += 1;
            for to in self.beside(spot, steps) {
                if self.get(to) == Some(colour) && !reached.contains(&to) {
                    reached.push(to);
                }
            }
        }
        reached.into_iter().any(|spot| along(spot) + 1 == self.size)
    }

    /// The spots that one such step leads to.
    pub(super) fn beside<'s>(
        &self,
        (row, column): Spot,
        steps: &'s [(isize, isize)],
    ) -> impl Iterator<Item = Spot> + use<'s> {
        let size = self.size;
        steps.iter().filter_map(move |&(down, right)| {
            let to = (row.checked_add_signed(down)?, column.checked_add_signed(right)?);
            (to.0 < size && to.1 < size).then_some(to)
        })
    }

    /// What to say when a colour has won.
    pub(super) fn standing(&self, winner: Option<Colour>) -> &'static str {
        match winner {
            None => "0",
            Some(winner) if winner == self.colour => "1",
            Some(_) => "-1",
        }
    }

    /// The board on one line.
    pub(super) fn board(&self) -> String {
        let letter = |spot| self.get(spot).map_or('.', Colour::letter);
        let row = |row| (0..self.size).map(|column| letter((row, column))).chain(['|']).collect::<String>();
        (0..self.size).map(row).collect()
    }
}

/// A move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Choice {
    Swap,
    Place(Spot),
}

impl Choice {
    /// As it is answered.
    pub(super) fn text(self) -> String {
        match self {
            Self::Swap => "swap".to_owned(),
            Self::Place((row, column)) => format!("{}{}", letter(row), column + 1),
        }
    }
}

/// The letter of a row.
pub(super) fn letter(row: usize) -> char {
    u8::try_from(row).map_or('?', |row| char::from(b'a' + row))
}

/// Row from 0 and number as written.
pub(super) fn read(name: &str) -> Option<Spot> {
    let mut letters = name.chars();
    let row = letters.next().filter(char::is_ascii_lowercase)?;
    let number = letters.as_str();
    let plain = !number.is_empty() && number.chars().all(|digit| digit.is_ascii_digit());
    Some((row as usize - 'a' as usize, number.parse().ok().filter(|_| plain)?))
}

/// A number below this, from the machine's own randomness; 0 if there is none.
pub(super) fn chance(below: usize) -> usize {
    let mut bytes = [0_u8; 8];
    let read = File::open("/dev/urandom").and_then(|mut source| source.read_exact(&mut bytes));
    let number = usize::try_from(u64::from_ne_bytes(bytes) >> 1).unwrap_or_default();
    if read.is_ok() { number % below.max(1) } else { 0 }
}
