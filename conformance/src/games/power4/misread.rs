//! Ways to misread a board, or to miscount columns, told from each other by the columns that they lead to.

use botspec_sdk::games::power4::{Board, Cell, Column, Disk, Position, Team};

use crate::slip::Slip;

/// A turn: what the bot could know.
#[derive(Debug, Clone, Copy)]
pub(super) struct Turn<'a> {
    pub(super) position: &'a Position,
    /// The position of its turn before in this set.
    pub(super) previous: Option<&'a Position>,
}

/// The ways to take a full column for an open one, as far as the bot's choice of this column goes.
#[must_use]
pub(super) fn slips(column: Column, turn: Turn<'_>) -> Vec<Slip> {
    let (board, team, number) = (turn.position.board(), turn.position.team(), column.number());
    let is_open =
        |board: &Board, number: u8| Column::new(number).is_some_and(|column| board.landing(column).is_some());
    let open = is_open(board, number);
    let on_top = |disk: Disk| open || top(column).and_then(|cell| board.get(cell)) == Some(disk);
    let digits: String = Cell::all().map(|cell| written(board.get(cell))).collect();
    let another = Column::all()
        .find(|other| board.landing(*other).is_some())
        .map_or_else(String::new, |other| format!("; column {other} is open"));
    let slip = |key, fits, hint: String| Slip { key, fits, hint: Some(hint) };
    let always = ALWAYS.into_iter().zip(1..).map(|(key, only)| {
        let hint = format!("the bot has chosen column {column} each time: does it look at the board?");
        slip(key, number == only, hint)
    });
    let others = [
        slip(
            "column: old board",
            is_open(turn.previous.map_or(board, Position::board), number),
            "it was open in the turn before: is the bot still looking at the old board?".to_owned(),
        ),
        slip(
            "column: dual on top",
            on_top(Disk::Dual),
            format!("on top of column {column} lies a dual disk: 12 is a disk like the others"),
        ),
        slip(
            "column: from 0",
            is_open(board, number + 1),
            format!("column {} is open: are columns counted from 0?", number + 1),
        ),
        slip(
            "column: from the right",
            is_open(board, Column::COUNT + 1 - number),
            format!("column {} is open: are columns counted from the right?", Column::COUNT + 1 - number),
        ),
        slip(
            "column: column by column",
            // Six integers for each column.
            looks_open(number, |column, row| {
                Cell::new(6 * (column - 1) + row).is_some_and(|cell| board.get(cell).is_none())
            }),
            "it would be open if the integers of board.txt stood column by column: they stand row by row, from the bottom one".to_owned(),
        ),
        slip(
            "column: digit by digit",
            looks_open(number, |column, row| {
                digits.as_bytes().get(usize::from(7 * (row - 1) + column - 1)) == Some(&b'0')
            }),
            "it would be open if each digit of board.txt were a cell: 12 is one integer, and one cell".to_owned(),
        ),
        slip(
            "column: upside down",
            board.get(bottom(column)).is_none()
                || (number == 1 && Column::all().all(|column| board.get(bottom(column)).is_some())),
            format!("column {column} is full when row 6 is, the last seven integers of board.txt: are the first seven taken for the top row?{another}"),
        ),
        slip(
            "column: nothing found",
            open || number == 1,
            format!("column 1 is what is left to a search that has found no open column{another}: is every column looked at, up to row 6?"),
        ),
        slip(
            "column: own on top",
            on_top(Disk::Of(team)),
            format!("on top of column {column} lies a disk of the bot's own: a cell that it has taken is not free{another}"),
        ),
        slip(
            "column: opponent's on top",
            on_top(Disk::Of(team.other())),
            format!("on top of column {column} lies a disk of the opponent's: a cell that it has taken is not free{another}"),
        ),
    ];
    always.chain(others).collect()
}

/// The same column each time, from the first.
const ALWAYS: [&str; Column::COUNT as usize] = [
    "column: always 1",
    "column: always 2",
    "column: always 3",
    "column: always 4",
    "column: always 5",
    "column: always 6",
    "column: always 7",
];

/// Whether a column looks open if these cells, by column and row from 1, are taken for empty. A bot to which none
/// does, by its top, is left with the first.
fn looks_open(number: u8, empty: impl Fn(u8, u8) -> bool) -> bool {
    let none = !(1..=Column::COUNT).any(|column| empty(column, 6));
    (1..=6).any(|row| empty(number, row)) || (number == 1 && none)
}

fn bottom(column: Column) -> Cell {
    Cell::new(column.number()).expect("the first seven cells are the bottom row")
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
    use crate::slip;

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
        let slips = slips(Column::new(column).unwrap(), turn);
        slips.into_iter().filter(|slip| slip.fits).map(|slip| slip.key).collect()
    }

    #[test]
    fn what_leads_to_a_full_column_is_named() {
        let third = position(3, "12");
        assert!(named(&third, 2).contains(&"column: from 0"));
        assert!(named(&third, 2).contains(&"column: dual on top"));
        assert!(named(&third, 5).contains(&"column: from the right"));
        assert!(named(&third, 1).contains(&"column: nothing found"));
        assert!(named(&third, 1).contains(&"column: upside down"));
        assert!(!named(&third, 2).contains(&"column: upside down"));
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
        let against = slip::ruled_out(&slips(Column::new(3).unwrap(), turn));
        assert!(against.contains(&"column: always 4") && !against.contains(&"column: always 3"));
        assert!(against.contains(&"column: from the right") && !against.contains(&"column: nothing found"));
    }
}
