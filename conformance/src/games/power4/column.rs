//! `power4/column/…`: the column a bot drops its disk into; and the answer as a whole, judged on a position.

use botspec_sdk::games::power4::{Cells, Column, OutputText, Position, Reason};

use super::disk::{DUAL_BY_TENTH, KIND, ONCE};
use super::draw::draw;
use crate::record::{Level, Violation};
use crate::requirement::{Applies, Requirement};

/// `power4/column/range`.
pub(super) static RANGE: Requirement = Requirement {
    id: "power4/column/range",
    level: Level::Must,
    demand: "the second integer of its answer, the column, is 1 to 7",
    why: "There are seven columns, counted from 1 on the left. Another number names none, and the try has failed.",
    source: "contest text, \"Text Files\": \"The range of Second integer is 1-7\", \"1 For the leftmost column and 7 for the rightmost column\"",
    fix: "Add 1 if your arrays count from 0. The column is the second integer; the first is the kind of disk.",
    right: "5 1, 5 7",
    wrong: "5 0, 5 8, 5 11 (11 is a cell, its column is 4)",
    applies: Applies::Always,
};

/// `power4/column/open`.
pub(super) static OPEN: Requirement = Requirement {
    id: "power4/column/open",
    level: Level::Must,
    demand: "the column it chooses has an unoccupied cell",
    why: "A disk goes to the lowest unoccupied cell of its column, a clearing one too. Without one it cannot go anywhere, and the try has failed.",
    source: "contest text, \"Introduction\": \"occupying the next available space within the column\"",
    fix: "Before you choose a column, look whether one of its six cells is 0. Cells are numbered from the bottom row up: column c has the cells c, c+7, … c+35, and the last of them is its top.",
    right: "a column whose top cell (36 to 42) is 0",
    wrong: "5 1 while the cells 1, 8, 15, 22, 29 and 36 all hold disks",
    applies: Applies::Always,
};

/// The rule that an illegality breaks; none if the set is over, when nobody is asked.
#[must_use]
pub(super) const fn rule_of(reason: &Reason) -> Option<&'static Requirement> {
    match reason {
        Reason::NoSuchKind { .. } => Some(&KIND),
        Reason::Used { .. } => Some(&ONCE),
        Reason::DualDue { .. } => Some(&DUAL_BY_TENTH),
        Reason::NoSuchColumn { .. } => Some(&RANGE),
        Reason::ColumnFull { .. } => Some(&OPEN),
        Reason::SetOver => None,
    }
}

/// Judges a well-formed answer on a position: one violation a rule, in the order of the spec.
#[must_use]
pub(super) fn judge(position: &Position, answer: &OutputText) -> Vec<Violation> {
    let violated = |reason: &Reason| {
        let rule = rule_of(reason)?;
        let offending = reason.column().map_or(Cells::EMPTY, Cells::column);
        let diagram = draw(position.board(), landing(position, answer), offending);
        Some(rule.violated(format!("answered {answer}, but {reason}")).drawn(diagram))
    };
    position.faults(answer).iter().filter_map(violated).collect()
}

/// Where the disk of an answer lands, if it does.
#[must_use]
pub(super) fn landing(position: &Position, answer: &OutputText) -> Cells {
    let column = answer.column.small().and_then(Column::new);
    let cell = column.and_then(|column| position.board().landing(column));
    cell.map_or(Cells::EMPTY, Cells::of)
}
