//! What an illegal answer was probably meant to be.

use botspec_sdk::games::power4::{Cell, Column, Disk, Drop, Kind, OutputText, Position, Reason};

use super::column::rule_of;
use super::misread::{self, Turn};
use crate::record::{HintCandidate, Violation};
use crate::slip::{self, Slip};

/// What the bot did before, as far as it is known.
#[derive(Debug, Clone, Default)]
pub(super) struct Past {
    /// The position of its turn before in this set.
    pub previous: Option<Position>,
    /// The last of its turns in this set at which there were fewer disks than at the one before, from 1.
    pub fell_on: Option<usize>,
    /// The last of its turns in this set with the same board as the one before, from 1.
    pub came_again_on: Option<usize>,
    /// Its drops in this set, from its first turn.
    pub drops: Vec<Drop>,
}

/// Adds to each illegality the slips that would explain it, and those that it speaks against.
pub(super) fn add(violations: &mut [Violation], answer: &OutputText, position: &Position, past: &Past) {
    let against = ruled_out(answer, position, past);
    for reason in position.faults(answer) {
        let Some(rule) = rule_of(&reason) else { continue };
        let candidates = candidates(&reason, answer, position, past);
        for violation in violations.iter_mut().filter(|it| it.rule == rule.id) {
            *violation =
                violation.clone().with_candidates(candidates.clone()).speaking_against(against.clone());
        }
    }
}

/// What an answer speaks against.
#[must_use]
pub(super) fn ruled_out(answer: &OutputText, position: &Position, past: &Past) -> Vec<&'static str> {
    slip::ruled_out(&slips(None, answer, position, past))
}

/// The slips behind one fault, the likeliest first.
fn candidates(fault: &Reason, answer: &OutputText, position: &Position, past: &Past) -> Vec<HintCandidate> {
    let plain = |hint: String| HintCandidate { slip: "power4: plain", hint };
    if let Some(certain) = certain(fault, position, past) {
        return vec![plain(certain)];
    }
    let mut found = slip::candidates(slips(Some(fault), answer, position, past));
    found.extend(always_true(fault, position, past).map(plain));
    found
}

/// The slips that are told from each other by more than one answer, with what to say if they are behind this fault.
fn slips(fault: Option<&Reason>, answer: &OutputText, position: &Position, past: &Past) -> Vec<Slip> {
    let faults = position.faults(answer);
    let owes_dual = |fault: &Reason| matches!(fault, Reason::DualDue { .. });
    let (no_kind, no_column, is_full) = (
        matches!(fault, Some(Reason::NoSuchKind { .. })),
        matches!(fault, Some(Reason::NoSuchColumn { .. })),
        matches!(fault, Some(Reason::ColumnFull { .. })),
    );
    let kind = answer.kind.small();
    let exchanged = OutputText { kind: answer.column.clone(), column: answer.kind.clone() };
    let lands_on = answer.column.small().and_then(Cell::new);
    let lands_on = lands_on.filter(|cell| position.board().landing(cell.column()) == Some(*cell));
    let mut slips = vec![
        Slip {
            key: "output: exchanged",
            fits: position.faults(&exchanged).is_empty(),
            hint: (no_kind || no_column || is_full).then(|| {
                format!("{exchanged}, the same with the two integers exchanged, would be legal: the kind comes first")
            }),
        },
        Slip {
            key: "used: fewer disks",
            fits: faults.iter().all(|fault| match fault {
                Reason::Used { kind } => fell_since(*kind, position, past).is_some(),
                _ => true,
            }),
            hint: match fault {
                Some(Reason::Used { kind }) => fell_since(*kind, position, past).map(|fell| {
                    let or = another_since(*kind, past).map_or_else(String::new, |(other, turn)| {
                        format!(" Or is only the last special disk noted, kind {other} on turn {turn}?")
                    });
                    format!("on turn {fell} of this set the board had fewer disks than before: does the bot take a board after a clearing for the start of a new set?{or}")
                }),
                _ => None,
            },
        },
        Slip {
            key: "dual: never",
            fits: kind != Some(Kind::Dual.number()),
            hint: fault.filter(|fault| owes_dual(fault) && !past.drops.is_empty()).map(|_| {
                format!("the bot has not played kind 4 in any set so far: it must be used once in the first ten turns of each{}", cleared(position))
            }),
        },
        Slip {
            key: "dual: of the other",
            fits: !faults.iter().any(owes_dual) || position.used(position.team().other()).contains(Kind::Dual),
            hint: fault.filter(|fault| owes_dual(fault)).map(|_| {
                format!("the dual disk that was dropped in this set is the opponent's: each team has one, and must use its own{}{}", cleared(position), lost_count(past))
            }),
        },
        Slip {
            key: "turns: the same board",
            fits: past.came_again_on.is_some() || !faults.iter().any(|fault| owes_dual(fault) || matches!(fault, Reason::Used { .. })),
            hint: past.came_again_on.filter(|_| matches!(fault, Some(Reason::DualDue { .. } | Reason::Used { .. }))).map(|turn| {
                format!("on turn {turn} of this set the board was that of the turn before: the opponent may have cleared the disk just dropped: does the bot think its try failed?")
            }),
        },
        Slip {
            key: "kind: from 2",
            fits: kind.is_some_and(|kind| (2..=6).contains(&kind)),
            hint: no_kind.then(|| "kinds are counted from 1: 5 is a normal disk".to_owned()),
        },
        Slip {
            key: "column: cell",
            fits: lands_on.is_some(),
            hint: lands_on.filter(|_| no_column).map(|cell| {
                format!(
                    "{cell} is the number of the cell on which a disk lands; a column is asked for, and that of cell {cell} is {}",
                    cell.column()
                )
            }),
        },
    ];
    if let Some(column) = answer.column.small().and_then(Column::new) {
        let misread = misread::slips(column, Turn { position, previous: past.previous.as_ref() });
        slips.extend(misread.into_iter().map(|slip| Slip { hint: slip.hint.filter(|_| is_full), ..slip }));
    }
    slips
}

/// What explains a fault beyond doubt, so that no slip is suspected.
fn certain(fault: &Reason, position: &Position, past: &Past) -> Option<String> {
    match fault {
        Reason::Used { kind } if is_team(*kind, position, past) => Some(format!(
            "each first integer so far was {kind}, the number of the bot's team: it is the kind of disk, 5 for a normal one",
            kind = kind.number()
        )),
        Reason::NoSuchKind { found } => match found.small() {
            Some(0) => Some(
                "kinds are counted from 1: clear row, column, neighbours, dual colour, normal".to_owned(),
            ),
            Some(12) => Some("12 is how board.txt shows a dual disk; as a kind it is 4".to_owned()),
            _ => None,
        },
        _ => None,
    }
}

/// What can be said of a fault in any case.
fn always_true(fault: &Reason, position: &Position, past: &Past) -> Option<String> {
    match fault {
        Reason::Used { kind } => {
            let when =
                used_on(*kind, past).map_or_else(String::new, |turn| format!(" on turn {turn} of this set"));
            let since = another_since(*kind, past).map_or("", |_| ", and not the last one only");
            Some(format!("kind {} was used{when}: keep in a help file what is used up{since}", kind.number()))
        }
        Reason::DualDue { .. } => Some(format!(
            "count the turns of a set in a help file, and play kind 4 by the tenth{}{}",
            cleared(position),
            lost_count(past)
        )),
        Reason::NoSuchColumn { found } if found.small() == Some(0) => {
            Some("columns are counted from 1".to_owned())
        }
        Reason::NoSuchColumn { found } if found.to_string() == "-1" => {
            Some("-1 is not a column: is it what a search returns that has found none?".to_owned())
        }
        _ => None,
    }
}

/// What may have kept a bot from counting its turns by its disks.
fn cleared(position: &Position) -> String {
    let team = position.team();
    let own = position.board().cells(Disk::Of(team)).len();
    if own < u32::from(position.turns(team)) {
        format!("; of the bot's disks {own} are on the board, the others were cleared")
    } else {
        String::new()
    }
}

/// Where a bot may have lost its count that has one.
fn lost_count(past: &Past) -> String {
    past.fell_on.map_or_else(String::new, |turn| {
        format!("; does the bot lose its turn count on turn {turn}, when something was cleared?")
    })
}

/// The turn on which the bot used this kind, from 1.
fn used_on(kind: Kind, past: &Past) -> Option<usize> {
    Some(past.drops.iter().position(|drop| drop.kind == kind)? + 1)
}

/// The last special kind that the bot used, as a number, with the turn from 1; none if that is this kind.
fn another_since(kind: Kind, past: &Past) -> Option<(u8, usize)> {
    let (at, last) = past.drops.iter().enumerate().rfind(|(_, drop)| drop.kind.is_special())?;
    (last.kind != kind).then_some((last.kind.number(), at + 1))
}

/// The turn at which there were fewer disks, if the bot used this kind before, and not just to write its team.
fn fell_since(kind: Kind, position: &Position, past: &Past) -> Option<usize> {
    let used_on = used_on(kind, past)?;
    past.fell_on.filter(|fell| *fell > used_on && !is_team(kind, position, past))
}

/// How many disks there are.
pub(super) fn disks(position: &Position) -> u32 {
    position.board().occupied().len()
}

/// Whether the bot seems to write its team's number in place of the kind.
fn is_team(kind: Kind, position: &Position, past: &Past) -> bool {
    let drops = !past.drops.is_empty();
    drops && kind.number() == position.team().number() && past.drops.iter().all(|drop| drop.kind == kind)
}
