//! `flit/move/…`: whether an answer may be played.

use botspec_sdk::games::flit::{Answer, Position, Reason, Square};

use super::draw::draw;
use super::hint;
use super::reply::{RANGE, last};
use crate::record::{At, Level, Violation};
use crate::requirement::{Applies, Requirement};
use crate::slip;

/// `flit/move/origin`.
pub(super) static ORIGIN: Requirement = Requirement {
    id: "flit/move/origin",
    level: Level::Must,
    demand: "the origin holds one of its own pieces (unless it stays)",
    why: "Only one's own pieces can be moved; anything else moves nothing, and the turn is lost.",
    source: "Decision F9: a move takes one of the bot's pieces to another square",
    fix: "Choose the origin among the squares that the updates gave your number. A piece that has just moved stands on its destination, and no longer on its origin.",
    right: "as bot 1, with 5 5 1 and 9 9 1 told: 5 5 9 8",
    wrong: "as bot 1, with 5 5 2 told: 5 5 9 8",
    applies: Applies::Always,
};

/// `flit/move/vacant`.
pub(super) static VACANT: Requirement = Requirement {
    id: "flit/move/vacant",
    level: Level::Must,
    demand: "the destination is empty",
    why: "No piece is ever taken off the board: a square with a piece on it, one's own, another bot's or a neutral one, cannot be moved to, and the turn is lost.",
    source: "Decision F9: a move takes a piece to any empty square next to another of the bot's pieces",
    fix: "Look at the destination on the board as all updates have left it, colour 5 (neutral) included. Neutral pieces are collected by moving next to them, not onto them.",
    right: "a square that no update named, or whose last update was 0",
    wrong: "the square of a neutral piece",
    applies: Applies::Always,
};

/// `flit/move/adjacent`.
pub(super) static ADJACENT: Requirement = Requirement {
    id: "flit/move/adjacent",
    level: Level::Must,
    demand: "the destination is next to another of its pieces, wrap-around included",
    why: "A piece can be taken anywhere, but only to a square beside another piece of the same bot. The piece that moves does not count, as it leaves its square. Anything else moves nothing.",
    source: "Decision F9: the destination is a neighbour of another piece of that bot (the moving piece itself does not count); contest text: \"It wraps toroidally - every square has 4 neighbours\"",
    fix: "For each destination look for a piece of yours among its four neighbours that is not the origin. Diagonal squares are not neighbours; columns 0 and 31 are, and so are rows 0 and 31 (0 and 15 in duel).",
    right: "with pieces on (5, 5) and (9, 9): 5 5 9 10",
    wrong: "with pieces on (5, 5) and (9, 9): 5 5 5 6 (beside the moving piece only)",
    applies: Applies::Always,
};

/// `flit/move/stuck`.
pub(super) static STUCK: Requirement = Requirement {
    id: "flit/move/stuck",
    level: Level::Must,
    demand: "with no legal move it stays",
    why: "On a crowded board a bot can have no square to go to. It is asked all the same, and the only thing that it may answer is a stay.",
    source: "contest text, \"Bot STDOUT\": \"If origin and destination are identical, no move will be made. This is valid\"; Decision F4",
    fix: "When your list of moves is empty, name any square of the board twice.",
    right: "0 0 0 0",
    wrong: "an illegal move, because the list of moves was never empty before",
    applies: Applies::Always,
};

/// The rule that a fault breaks, on a position with or without a legal move.
#[must_use]
pub(super) const fn rule_of(fault: &Reason, stuck: bool) -> &'static Requirement {
    match fault {
        Reason::OriginOffBoard { .. } | Reason::DestinationOffBoard { .. } => &RANGE,
        _ if stuck => &STUCK,
        Reason::OriginNotOwn { .. } => &ORIGIN,
        Reason::DestinationOccupied { .. } => &VACANT,
        Reason::DestinationApart { .. } | Reason::DestinationBesideOrigin { .. } | Reason::GameOver => {
            &ADJACENT
        }
    }
}

/// Judges a well-formed answer on a position: one violation a rule, in the order of the spec.
#[must_use]
pub(super) fn judge(position: &Position, answer: &Answer) -> Vec<Violation> {
    let Err(faults) = position.judge(answer) else { return Vec::new() };
    let stuck = position.legal_count() == 0;
    let off_board = faults.iter().any(|fault| rule_of(fault, stuck).id == RANGE.id);
    let mut violations = Vec::new();
    for rule in [&RANGE, &ORIGIN, &VACANT, &ADJACENT, &STUCK] {
        // What else could be said about a square that does not exist is beside the point.
        if off_board && rule.id != RANGE.id {
            continue;
        }
        let broken: Vec<Reason> =
            faults.iter().filter(|fault| rule_of(fault, stuck).id == rule.id).copied().collect();
        if broken.is_empty() {
            continue;
        }
        let reasons: Vec<String> = broken.iter().map(Reason::to_string).collect();
        let reasons = reasons.join(", and ");
        let message = if rule.id == STUCK.id {
            format!("answered {answer} although no move is legal here, and only a stay is allowed: {reasons}")
        } else {
            format!("answered {answer}, but {reasons}")
        };
        let mut violation = rule.violated(message).drawn(draw(position, Some(answer), &offending(&broken)));
        violation.received = Some(answer.to_string());
        violation.at = Some(place_of(answer, &broken));
        violation.hint = if rule.id == RANGE.id {
            range_hint(position, answer)
        } else {
            hint::of_faults(position, &broken)
        };
        if rule.id == ADJACENT.id {
            violation = violation.with_candidates(slip::candidates(hint::beside(position, answer)));
        }
        violations.push(violation);
    }
    violations
}

/// The squares that the faults are about.
fn offending(faults: &[Reason]) -> Vec<Square> {
    faults
        .iter()
        .filter_map(|fault| match fault {
            Reason::OriginNotOwn { origin, .. } => Some(*origin),
            Reason::DestinationOccupied { destination, .. }
            | Reason::DestinationApart { destination, .. }
            | Reason::DestinationBesideOrigin { destination, .. } => Some(*destination),
            Reason::OriginOffBoard { .. } | Reason::DestinationOffBoard { .. } | Reason::GameOver => None,
        })
        .collect()
}

/// The characters of the answer that the faults are about.
fn place_of(answer: &Answer, faults: &[Reason]) -> At {
    let length = |text: String| u32::try_from(text.len()).unwrap_or(u32::MAX);
    let origin = length(answer.origin.to_string());
    let destination = length(answer.destination.to_string());
    let about_origin =
        |fault: &Reason| matches!(fault, Reason::OriginOffBoard { .. } | Reason::OriginNotOwn { .. });
    let (column, length) = match (faults.iter().any(about_origin), faults.iter().all(about_origin)) {
        (true, true) => (1, origin),
        (false, _) => (origin + 2, destination),
        (true, false) => (1, origin + 1 + destination),
    };
    At { line: 1, column, length }
}

/// What to do where nothing can move.
pub(super) const STAY: &str =
    "nothing can move here: to stay, name one square of the board twice, such as 0 0 0 0";

fn range_hint(position: &Position, answer: &Answer) -> Option<String> {
    if position.legal_count() == 0 {
        return Some(STAY.to_owned());
    }
    let variant = position.variant();
    let side = u32::from(variant.side());
    let wrapped = Answer { origin: wrap(answer.origin, side), destination: wrap(answer.destination, side) };
    position.judge(&wrapped).is_ok().then(|| {
        format!(
            "{wrapped} would be legal: the board wraps round, and coordinates go from 0 to {}",
            last(variant)
        )
    })
}

fn wrap(point: botspec_sdk::games::flit::Point, side: u32) -> botspec_sdk::games::flit::Point {
    botspec_sdk::games::flit::Point { x: point.x % side, y: point.y % side }
}

#[cfg(test)]
mod tests {
    use botspec_sdk::games::flit::{Player, Setup, Variant};

    use super::*;

    fn rules(updates: &str, player: Player, variant: Variant, answer: &str) -> Vec<String> {
        let setup = Setup::from_bytes(updates.as_bytes(), variant, player).unwrap();
        let position = Position::new(setup.board().unwrap(), setup.player);
        let answer = Answer::from_bytes(answer.as_bytes()).unwrap();
        judge(&position, &answer).into_iter().map(|violation| violation.rule).collect()
    }

    #[test]
    fn each_fault_belongs_to_its_rule() {
        let board = "5 5 1\n9 9 1\n20 20 2\n9 10 5\n";
        let none: [&str; 0] = [];
        for (answer, expected) in [
            ("5 5 9 8", &none[..]),
            ("31 31 31 31", &none[..]),
            ("20 20 9 8", &[ORIGIN.id]),
            ("6 6 9 8", &[ORIGIN.id]),
            ("5 5 9 10", &[VACANT.id]),
            ("5 5 9 9", &[VACANT.id, ADJACENT.id]),
            ("5 5 5 6", &[ADJACENT.id]),
            ("5 5 10 10", &[ADJACENT.id]),
            ("5 5 32 9", &[RANGE.id]),
            ("40 5 32 9", &[RANGE.id]),
            ("32 32 32 32", &[RANGE.id]),
            ("20 20 25 25", &[ORIGIN.id, ADJACENT.id]),
        ] {
            assert_eq!(rules(board, Player::One, Variant::Standard, answer), expected, "{answer}");
        }
        assert_eq!(rules("5 5 1\n9 9 1\n", Player::One, Variant::Duel, "5 5 16 9"), [RANGE.id]);
    }

    #[test]
    fn without_a_legal_move_only_stays_are_right() {
        let board = "0 0 1\n5 5 2\n";
        for (answer, expected) in [
            ("0 0 0 0", &[][..]),
            ("7 7 7 7", &[]),
            ("0 0 0 1", &[STUCK.id]),
            ("5 5 0 1", &[STUCK.id]),
            ("99 0 99 0", &[RANGE.id]),
        ] {
            assert_eq!(rules(board, Player::One, Variant::Standard, answer), *expected, "{answer}");
        }
    }

    #[test]
    fn the_squares_at_fault_are_pointed_at() {
        let setup = Setup::from_bytes(b"5 5 1\n9 9 1\n", Variant::Standard, Player::One).unwrap();
        let position = Position::new(setup.board().unwrap(), setup.player);
        let at =
            |answer: &str| judge(&position, &Answer::from_bytes(answer.as_bytes()).unwrap())[0].at.unwrap();
        assert_eq!(at("6 6 9 8"), At { line: 1, column: 1, length: 3 });
        assert_eq!(at("5 5 20 20"), At { line: 1, column: 5, length: 5 });
    }
}
