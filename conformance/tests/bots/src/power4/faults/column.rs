//! `power4/column/…`: kinds that are right, columns that are not.

use std::fs;
use std::io;

use botspec_sdk::Position as _;
use botspec_sdk::games::power4::{BoardText, Cell, Column, Disk, Drop, Kind, Position};

use crate::fickle::by_chance;
use crate::power4::usual;
use crate::start::Start;

type Text = Option<Vec<u8>>;

pub(in crate::power4) fn zero_based(position: &Position, drop: Drop) -> Text {
    // Where the column to the left is full it would be another fault.
    let left = drop.column.number() - 1;
    let open = Column::new(left).is_none_or(|left| position.board().landing(left).is_some());
    open.then(|| in_column(drop, left))
}

pub(in crate::power4) fn eight(_: &Position, drop: Drop) -> Text {
    Some(in_column(drop, 8))
}

/// From the second row on: in the first one cells and columns have the same numbers.
pub(in crate::power4) fn as_cell(position: &Position, drop: Drop) -> Text {
    let cell = position.board().landing(drop.column)?;
    Some(in_column(drop, cell.number()))
}

pub(in crate::power4) fn negative(_: &Position, drop: Drop) -> Text {
    Some(format!("{} -{}\n", drop.kind.number(), drop.column).into_bytes())
}

pub(in crate::power4) fn full(position: &Position) -> Option<Drop> {
    let column = Column::all().find(|&column| position.board().landing(column).is_none())?;
    Some(Drop { column, ..usual::choose(position) })
}

pub(in crate::power4) fn four(position: &Position) -> Option<Drop> {
    Some(Drop { column: Column::new(4)?, ..usual::choose(position) })
}

/// The first column in whose bottom cell, which it takes for the top one, nothing lies.
pub(in crate::power4) fn upside_down(position: &Position) -> Option<Drop> {
    let bottom = |column: Column| Cell::at(column, 1).and_then(|cell| position.board().get(cell));
    let column = Column::all().find(|&column| bottom(column).is_none()).or_else(|| Column::new(1))?;
    Some(Drop { column, ..usual::choose(position) })
}

pub(in crate::power4) fn from_the_right(position: &Position) -> Option<Drop> {
    let usual = usual::choose(position);
    Some(Drop { column: Column::new(Column::COUNT + 1 - usual.column.number())?, ..usual })
}

pub(in crate::power4) fn full_late(position: &Position) -> Option<Drop> {
    if position.columns().count() == 1 { full(position) } else { None }
}

pub(in crate::power4) fn full_by_chance(position: &Position) -> Option<Drop> {
    let drop = by_chance(&position.legal_moves()).copied()?;
    let full: Vec<Column> =
        Column::all().filter(|&column| position.board().landing(column).is_none()).collect();
    let errs = by_chance(&[true, false, false, false]).copied()?;
    let column = by_chance(&full).copied().filter(|_| errs);
    Some(Drop { column: column.unwrap_or(drop.column), ..drop })
}

pub(in crate::power4) fn under_dual(position: &Position) -> Option<Drop> {
    let dual = |column: &Column| position.board().get(cell(*column, Cell::ROWS)) == Some(Disk::Dual);
    Column::all().find(dual).map(|column| Drop { column, ..usual::choose(position) })
}

pub(in crate::power4) fn by_digits(position: &Position) -> Option<Drop> {
    let text = BoardText { board: *position.board() }.to_string();
    let digits: Vec<char> = text.chars().filter(char::is_ascii_digit).collect();
    top_is_zero(position, |column| digits.get(34 + usize::from(column.number())) == Some(&'0'))
}

/// In doubt it plays the first column.
pub(in crate::power4) fn of_five(position: &Position) -> Option<Drop> {
    top_is_zero(position, |column| position.board().get(cell(column, Cell::ROWS - 1)).is_none())
}

pub(in crate::power4) fn transposed(position: &Position) -> Option<Drop> {
    let at = |column: Column| Cell::new(column.number() * Cell::ROWS);
    top_is_zero(position, |column| at(column).is_none_or(|cell| position.board().get(cell).is_none()))
}

fn top_is_zero(position: &Position, open: impl Fn(Column) -> bool) -> Option<Drop> {
    let usual = usual::choose(position);
    if open(usual.column) {
        return None;
    }
    let column = Column::all().find(|&column| open(column)).or_else(|| Column::new(1))?;
    Some(Drop { column, ..usual })
}

/// Where the tallest column was that was open then.
pub(in crate::power4) fn of_old_board(start: &Start) -> io::Result<()> {
    let asked = usual::read(start)?;
    let file = usual::own_file(start, "_board.txt");
    let old = fs::read(&file).ok().and_then(|bytes| BoardText::from_bytes(&bytes).ok());
    let usual = usual::choose(&asked.position);
    fs::write(file, BoardText { board: *asked.position.board() }.to_string())?;
    let board = old.map(|old| old.board).filter(|_| asked.position.board().occupied().len() > 1);
    let tallest = board.and_then(|board| {
        let height = |column: &Column| board.landing(*column).map(Cell::row);
        Column::all().filter(|column| height(column).is_some()).max_by_key(height)
    });
    let drop = match tallest {
        Some(column) if usual.kind == Kind::Normal => Drop { column, ..usual },
        _ => usual,
    };
    asked.answer(start, drop, drop.to_string())
}

fn cell(column: Column, row: u8) -> Cell {
    Cell::at(column, row).expect("the row is one of six")
}

fn in_column(drop: Drop, column: u8) -> Vec<u8> {
    format!("{} {column}\n", drop.kind.number()).into_bytes()
}
