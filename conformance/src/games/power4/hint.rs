//! What an illegal answer was probably meant to be.

use botspec_sdk::games::power4::{Cell, Column, Drop, Kind, OutputText, Position, Reason};

use super::column::rule_of;
use crate::record::Violation;

/// What the bot did before, as far as it is known.
#[derive(Debug, Clone, Default)]
pub(super) struct Past {
    /// The position of its turn before in this set.
    pub previous: Option<Position>,
    /// Its drops in this set, from its first turn.
    pub drops: Vec<Drop>,
}

/// Adds a hint to each illegality that has none.
pub(super) fn add(violations: &mut [Violation], answer: &OutputText, position: &Position, past: &Past) {
    for reason in position.faults(answer) {
        let Some(rule) = rule_of(&reason) else { continue };
        let hint = guess(&reason, answer, position, past);
        let unexplained = violations.iter_mut().filter(|it| it.rule == rule.id && it.hint.is_none());
        unexplained.for_each(|violation| violation.hint.clone_from(&hint));
    }
}

/// The likeliest slip behind one fault.
fn guess(reason: &Reason, answer: &OutputText, position: &Position, past: &Past) -> Option<String> {
    let legal = |answer: &OutputText| position.faults(answer).is_empty();
    let swapped = OutputText { kind: answer.column.clone(), column: answer.kind.clone() };
    let exchanged = || {
        let differs = swapped != *answer;
        (differs && legal(&swapped)).then(|| {
            format!(
                "{swapped}, the same with the two integers exchanged, would be legal: the kind comes first"
            )
        })
    };
    match reason {
        Reason::Used { kind } if is_team(*kind, position, past) => Some(format!(
            "each first integer so far was {kind}, the number of the bot's team: it is the kind of disk, 5 for a normal one",
            kind = kind.number()
        )),
        Reason::Used { kind } => {
            let turn = past.drops.iter().position(|drop| drop.kind == *kind);
            let when = turn.map_or_else(String::new, |turn| format!(" on turn {} of this set", turn + 1));
            Some(format!("kind {} was used{when}: keep in a help file what is used up", kind.number()))
        }
        Reason::DualDue { .. } => {
            Some("count the turns of a set in a help file, and play kind 4 by the tenth".to_owned())
        }
        Reason::NoSuchKind { found } => match found.small() {
            Some(0) => Some(
                "kinds are counted from 1: clear row, column, neighbours, dual colour, normal".to_owned(),
            ),
            Some(12) => Some("12 is how board.txt shows a dual disk; as a kind it is 4".to_owned()),
            _ => exchanged(),
        },
        Reason::NoSuchColumn { found } => exchanged().or_else(|| match found.small() {
            Some(0) => Some("columns are counted from 1".to_owned()),
            Some(number @ 8..) => Cell::new(number).map(|cell| {
                format!(
                    "{number} may be meant as a cell; a column is asked for, and that of cell {cell} is {}",
                    cell.column()
                )
            }),
            _ => None,
        }),
        Reason::ColumnFull { column } => exchanged().or_else(|| full(*column, position, past)),
        Reason::SetOver => None,
    }
}

/// Whether the bot seems to write its team's number in place of the kind.
fn is_team(kind: Kind, position: &Position, past: &Past) -> bool {
    let drops = !past.drops.is_empty();
    drops && kind.number() == position.team().number() && past.drops.iter().all(|drop| drop.kind == kind)
}

/// Why a bot may think that a full column is open.
fn full(column: Column, position: &Position, past: &Past) -> Option<String> {
    if past.previous.is_some_and(|previous| previous.board().landing(column).is_some()) {
        let old = "it was open in the turn before: is the bot still looking at the old board?";
        return Some(old.to_owned());
    }
    let slips = [
        ("counted from 0", column.number() + 1),
        ("counted from the right", Column::COUNT + 1 - column.number()),
    ];
    slips.into_iter().find_map(|(slip, number)| {
        let meant = Column::new(number).filter(|meant| *meant != column)?;
        position.board().landing(meant).map(|_| format!("column {meant} is open: are columns {slip}?"))
    })
}
