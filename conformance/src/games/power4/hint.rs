//! What an illegal answer was probably meant to be.

use botspec_sdk::games::power4::{Cell, Column, Disk, Drop, Integer, Kind, OutputText, Position, Reason};

use super::column::rule_of;
use super::misread::{self, Turn};
use crate::record::{Suspect, Violation};

/// What the bot did before, as far as it is known.
#[derive(Debug, Clone, Default)]
pub(super) struct Past {
    /// The position of its turn before in this set.
    pub previous: Option<Position>,
    /// The last of its turns in this set at which there were fewer disks than at the one before, from 1.
    pub fell_on: Option<usize>,
    /// Its drops in this set, from its first turn.
    pub drops: Vec<Drop>,
}

/// Adds to each illegality the slips that would explain it, and those that it speaks against.
pub(super) fn add(violations: &mut [Violation], answer: &OutputText, position: &Position, past: &Past) {
    for reason in position.faults(answer) {
        let Some(rule) = rule_of(&reason) else { continue };
        let suspects = suspects(&reason, answer, position, past);
        let against = refuted(answer, position, past);
        for violation in violations.iter_mut().filter(|it| it.rule == rule.id) {
            *violation = violation.clone().suspecting(suspects.clone()).speaking_against(against.clone());
        }
    }
}

/// What an answer speaks against.
#[must_use]
pub(super) fn refuted(answer: &OutputText, position: &Position, past: &Past) -> Vec<&'static str> {
    let turn = Turn { position, previous: past.previous.as_ref() };
    let column = answer.column.small().and_then(Column::new);
    let kind = answer.kind.small();
    let mut refuted: Vec<&'static str> =
        column.into_iter().flat_map(|column| misread::refuted(column, turn)).collect();
    if !position.faults(&exchanged(answer)).is_empty() {
        refuted.push(EXCHANGED);
    }
    if kind.is_none_or(|kind| !(2..=6).contains(&kind)) {
        refuted.push(FROM_TWO);
    }
    if !is_landing_cell(&answer.column, position) {
        refuted.push(CELL);
    }
    if kind == Some(Kind::Dual.number()) {
        refuted.push(DUAL_NEVER);
    }
    for reason in position.faults(answer) {
        let told = suspects(&reason, answer, position, past);
        let others: &[&'static str] = match reason {
            Reason::DualDue { .. } => &[DUAL_OF_THE_OTHER],
            Reason::Used { .. } => &[FEWER_DISKS],
            _ => &[],
        };
        refuted.extend(others.iter().filter(|slip| told.iter().all(|suspect| suspect.slip != **slip)));
    }
    refuted
}

/// The keys of slips that are told from each other by more than one answer.
const EXCHANGED: &str = "output: exchanged";
const FROM_TWO: &str = "kind: from 2";
const CELL: &str = "column: cell";
const FEWER_DISKS: &str = "used: fewer disks";
const DUAL_NEVER: &str = "dual: never";
const DUAL_OF_THE_OTHER: &str = "dual: of the other";
/// What is true in any case.
const PLAIN: &str = "power4: plain";

fn exchanged(answer: &OutputText) -> OutputText {
    OutputText { kind: answer.column.clone(), column: answer.kind.clone() }
}

/// Whether a number is that of the cell that a disk lands on.
fn is_landing_cell(number: &Integer, position: &Position) -> bool {
    let cell = number.small().and_then(Cell::new);
    cell.is_some_and(|cell| position.board().landing(cell.column()) == Some(cell))
}

/// The slips behind one fault, the likeliest first.
fn suspects(reason: &Reason, answer: &OutputText, position: &Position, past: &Past) -> Vec<Suspect> {
    let suspect = |slip: &'static str, hint: String| Suspect { slip, hint };
    let plain = |hint: &str| vec![suspect(PLAIN, hint.to_owned())];
    let swapped = exchanged(answer);
    let exchange = (swapped != *answer && position.faults(&swapped).is_empty()).then(|| {
        let hint = format!(
            "{swapped}, the same with the two integers exchanged, would be legal: the kind comes first"
        );
        suspect(EXCHANGED, hint)
    });
    let turn = Turn { position, previous: past.previous.as_ref() };
    let mut found = Vec::new();
    match reason {
        Reason::Used { kind } if is_team(*kind, position, past) => {
            return plain(&format!(
                "each first integer so far was {kind}, the number of the bot's team: it is the kind of disk, 5 for a normal one",
                kind = kind.number()
            ));
        }
        Reason::Used { kind } => {
            let turn = past.drops.iter().position(|drop| drop.kind == *kind);
            if let Some(fell) = past.fell_on.filter(|fell| turn.is_some_and(|turn| *fell > turn + 1)) {
                let hint = format!(
                    "on turn {fell} of this set the board had fewer disks than before: is one on which something was cleared taken for that of a new set?"
                );
                found.push(suspect(FEWER_DISKS, hint));
            }
            let when = turn.map_or_else(String::new, |turn| format!(" on turn {} of this set", turn + 1));
            let hint = format!("kind {} was used{when}: keep in a help file what is used up", kind.number());
            found.push(suspect(PLAIN, hint));
        }
        Reason::DualDue { .. } => found = dual_due(position, past),
        Reason::NoSuchKind { found: number } => {
            match number.small() {
                Some(0) => {
                    return plain(
                        "kinds are counted from 1: clear row, column, neighbours, dual colour, normal",
                    );
                }
                Some(12) => return plain("12 is how board.txt shows a dual disk; as a kind it is 4"),
                _ => found.extend(exchange),
            }
            if number.small() == Some(6) {
                found.push(suspect(FROM_TWO, "kinds are counted from 1: 5 is a normal disk".to_owned()));
            }
        }
        Reason::NoSuchColumn { found: number } => {
            found.extend(exchange);
            if let Some(cell) =
                number.small().and_then(Cell::new).filter(|_| is_landing_cell(number, position))
            {
                let hint = format!(
                    "{cell} is the number of the cell on which a disk lands; a column is asked for, and that of cell {cell} is {}",
                    cell.column()
                );
                found.push(suspect(CELL, hint));
            }
            if number.small() == Some(0) {
                found.extend(plain("columns are counted from 1"));
            } else if number.to_string() == "-1" {
                found.extend(plain("-1 is not a column: is it what a search returns that has found none?"));
            }
        }
        Reason::ColumnFull { column } => {
            found.extend(exchange);
            found.extend(misread::suspects(*column, turn));
        }
        Reason::SetOver => {}
    }
    found
}

/// Why a bot may owe its dual disk, and what may have kept it from counting its turns.
fn dual_due(position: &Position, past: &Past) -> Vec<Suspect> {
    let team = position.team();
    let mut found = Vec::new();
    if !past.drops.is_empty() {
        found.push((DUAL_NEVER, "the bot has not played kind 4 in any set so far: it must be used once in the first ten turns of each".to_owned()));
    }
    if position.used(team.other()).contains(Kind::Dual) {
        let hint = "the dual disk that was dropped in this set is the opponent's: each team has one, and must use its own";
        found.push((DUAL_OF_THE_OTHER, hint.to_owned()));
    }
    found.push((PLAIN, "count the turns of a set in a help file, and play kind 4 by the tenth".to_owned()));
    let own = position.board().cells(Disk::Of(team)).len();
    let on_board = if own < u32::from(position.turns(team)) {
        format!("; of the bot's disks {own} are on the board, the others were cleared")
    } else {
        String::new()
    };
    let suspect = |(slip, hint): (&'static str, String)| Suspect { slip, hint: hint + &on_board };
    found.into_iter().map(suspect).collect()
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
