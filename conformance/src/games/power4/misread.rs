//! Ways to misread a board, or to miscount columns, told from each other by the columns that they lead to.

use botspec_sdk::games::power4::{Board, Cell, Column, Disk, Position, Team};

use crate::record::Suspect;

/// A turn: what the bot could know.
#[derive(Debug, Clone, Copy)]
pub(super) struct Turn<'a> {
    pub(super) position: &'a Position,
    /// The position of its turn before in this set.
    pub(super) previous: Option<&'a Position>,
}

/// A way to take a full column for an open one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slip {
    Always(u8),
    OldBoard,
    DualOnTop,
    OwnOnTop,
    OpponentsOnTop,
    From0,
    FromTheRight,
    ColumnByColumn,
    DigitByDigit,
    NothingFound,
}

impl Slip {
    fn all() -> impl Iterator<Item = Self> {
        (1..=Column::COUNT).map(Self::Always).chain([
            Self::OldBoard,
            Self::DualOnTop,
            Self::From0,
            Self::FromTheRight,
            Self::ColumnByColumn,
            Self::DigitByDigit,
            Self::NothingFound,
            Self::OwnOnTop,
            Self::OpponentsOnTop,
        ])
    }

    const fn key(self) -> &'static str {
        match self {
            Self::Always(1) => "column: always 1",
            Self::Always(2) => "column: always 2",
            Self::Always(3) => "column: always 3",
            Self::Always(4) => "column: always 4",
            Self::Always(5) => "column: always 5",
            Self::Always(6) => "column: always 6",
            Self::Always(_) => "column: always 7",
            Self::OldBoard => "column: old board",
            Self::DualOnTop => "column: dual on top",
            Self::OwnOnTop => "column: own on top",
            Self::OpponentsOnTop => "column: opponent's on top",
            Self::From0 => "column: from 0",
            Self::FromTheRight => "column: from the right",
            Self::ColumnByColumn => "column: column by column",
            Self::DigitByDigit => "column: digit by digit",
            Self::NothingFound => "column: nothing found",
        }
    }

    /// Whether a bot with this slip may choose that column.
    fn chooses(self, column: Column, turn: Turn<'_>) -> bool {
        let board = turn.position.board();
        let open = |board: &Board, number: u8| {
            Column::new(number).is_some_and(|column| board.landing(column).is_some())
        };
        let number = column.number();
        let is_open = open(board, number);
        let on_top = |disk: Disk| is_open || top(column).and_then(|cell| board.get(cell)) == Some(disk);
        match self {
            Self::Always(only) => number == only,
            Self::OldBoard => turn.previous.map_or(is_open, |previous| open(previous.board(), number)),
            Self::DualOnTop => on_top(Disk::Dual),
            Self::OwnOnTop => on_top(Disk::Of(turn.position.team())),
            Self::OpponentsOnTop => on_top(Disk::Of(turn.position.team().other())),
            Self::From0 => open(board, number + 1),
            Self::FromTheRight => open(board, Column::COUNT + 1 - number),
            // Six integers for each column.
            Self::ColumnByColumn => looks_open(number, |column, row| {
                Cell::new(6 * (column - 1) + row).is_some_and(|cell| board.get(cell).is_none())
            }),
            Self::DigitByDigit => {
                let digits: String = Cell::all().map(|cell| written(board.get(cell))).collect();
                looks_open(number, |column, row| {
                    digits.as_bytes().get(usize::from(7 * (row - 1) + column - 1)) == Some(&b'0')
                })
            }
            Self::NothingFound => is_open || number == 1,
        }
    }

    fn hint(self, column: Column, turn: Turn<'_>) -> String {
        let open = Column::all()
            .find(|other| turn.position.board().landing(*other).is_some())
            .map_or_else(String::new, |open| format!("; column {open} is open"));
        match self {
            Self::Always(_) => format!("the bot has chosen column {column} each time: does it look at the board?"),
            Self::OldBoard => "it was open in the turn before: is the bot still looking at the old board?".to_owned(),
            Self::DualOnTop => format!("on top of column {column} lies a dual disk: 12 is a disk like the others"),
            Self::OwnOnTop => format!("on top of column {column} lies a disk of the bot's own: a cell that it has taken is not free{open}"),
            Self::OpponentsOnTop => format!("on top of column {column} lies a disk of the opponent's: a cell that it has taken is not free{open}"),
            Self::From0 => format!("column {} is open: are columns counted from 0?", column.number() + 1),
            Self::FromTheRight => {
                format!("column {} is open: are columns counted from the right?", Column::COUNT + 1 - column.number())
            }
            Self::ColumnByColumn => {
                "it would be open if the integers of board.txt stood column by column: they stand row by row, from the bottom one".to_owned()
            }
            Self::DigitByDigit => {
                "it would be open if each digit of board.txt were a cell: 12 is one integer, and one cell".to_owned()
            }
            Self::NothingFound => format!("column 1 is what is left to a search that has found no open column{open}: is every column looked at, up to row 6?"),
        }
    }
}

/// The slips that lead to a full column.
#[must_use]
pub(super) fn suspects(column: Column, turn: Turn<'_>) -> Vec<Suspect> {
    let fitting = Slip::all().filter(|slip| slip.chooses(column, turn));
    fitting.map(|slip| Suspect { slip: slip.key(), hint: slip.hint(column, turn) }).collect()
}

/// The slips against which it speaks that the bot has chosen this column.
pub(super) fn refuted(column: Column, turn: Turn<'_>) -> impl Iterator<Item = &'static str> {
    Slip::all().filter(move |slip| !slip.chooses(column, turn)).map(Slip::key)
}

/// Whether a column looks open if these cells, by column and row from 1, are taken for empty. A bot to which none
/// does, by its top, is left with the first.
fn looks_open(number: u8, empty: impl Fn(u8, u8) -> bool) -> bool {
    let none = !(1..=Column::COUNT).any(|column| empty(column, 6));
    (1..=6).any(|row| empty(number, row)) || (number == 1 && none)
}

fn top(column: Column) -> Option<Cell> {
    Cell::new(35 + column.number())
}

const fn written(disk: Option<Disk>) -> &'static str {
    match disk {
        None => "0",
        Some(Disk::Of(Team::One)) => "1",
        Some(Disk::Of(Team::Two)) => "2",
        Some(Disk::Dual) => "12",
    }
}

#[cfg(test)]
mod tests {
    use botspec_sdk::games::power4::{BoardText, Gravity, Kinds, Setup};

    use super::*;

    /// A board whose columns are full but for the one that is named, with this disk on top of column 2.
    fn position(open: u8, on_top: &str) -> Position {
        let cell = |number: u8| match number {
            _ if (number - 1) % 7 + 1 == open && number > 14 => "0",
            37 => on_top,
            _ if ((number - 1) % 7 / 2 + (number - 1) / 7).is_multiple_of(2) => "1",
            _ => "2",
        };
        let text: Vec<&str> = (1..=42).map(cell).collect();
        let board = BoardText::from_bytes(text.join(" ").as_bytes()).unwrap().board;
        let setup =
            Setup { board, team: Team::One, used: [Kinds::NONE; 2], turns: [0; 2], gravity: Gravity::Fall };
        Position::from_guess(&setup).unwrap()
    }

    fn named(position: &Position, column: u8) -> Vec<&'static str> {
        let turn = Turn { position, previous: None };
        suspects(Column::new(column).unwrap(), turn).into_iter().map(|suspect| suspect.slip).collect()
    }

    #[test]
    fn what_leads_to_a_full_column_is_named() {
        let third = position(3, "12");
        assert!(named(&third, 2).contains(&"column: from 0"));
        assert!(named(&third, 2).contains(&"column: dual on top"));
        assert!(named(&third, 5).contains(&"column: from the right"));
        assert!(named(&third, 1).contains(&"column: nothing found"));
        assert!(named(&position(3, "2"), 2).contains(&"column: opponent's on top"));
        assert!(named(&position(3, "1"), 2).contains(&"column: own on top"));
        // Cell 24 is on column 3, in the fourth row.
        assert!(named(&third, 4).contains(&"column: column by column"));
        // The dual disk pushes the last cell but four one on.
        assert!(named(&position(4, "12"), 5).contains(&"column: digit by digit"));
    }

    #[test]
    fn a_choice_speaks_against_what_would_have_led_to_another() {
        let third = position(3, "2");
        let turn = Turn { position: &third, previous: None };
        let against: Vec<&str> = refuted(Column::new(3).unwrap(), turn).collect();
        assert!(against.contains(&"column: always 4") && !against.contains(&"column: always 3"));
        assert!(against.contains(&"column: from the right") && !against.contains(&"column: nothing found"));
    }
}
