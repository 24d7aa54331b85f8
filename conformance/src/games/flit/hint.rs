//! What an illegal answer was probably meant to be.

use botspec_sdk::games::flit::{Answer, Contents, Fault, Point, Position, Square};

/// What the faults show by themselves. If there is but one in the whole answer, all the rest of it is right, and
/// the slip is there.
#[must_use]
pub(super) fn of_faults(position: &Position, faults: &[Fault], alone: bool) -> Option<String> {
    if position.legal_count() == 0 {
        return None;
    }
    faults.iter().find_map(|fault| match fault {
        Fault::DestinationOccupied { holds: Contents::Neutral, .. } => {
            Some("a neutral piece is collected by moving next to it, not onto it".to_owned())
        }
        Fault::DestinationBesideOrigin { .. } => {
            Some("the piece that moves does not count as a neighbour: it leaves its square".to_owned())
        }
        Fault::DestinationApart { destination, .. } if alone => apart(position, *destination),
        _ => None,
    })
}

/// What there is about a destination that no piece of the bot's own is next to.
fn apart(position: &Position, destination: Square) -> Option<String> {
    let board = position.board();
    let variant = position.variant();
    let own = board.pieces(position.player());
    let neighbours = destination.neighbours(variant);
    let diagonal = |at: &Square| at.x() != destination.x() && at.y() != destination.y();
    let corners = neighbours.iter().flat_map(|beside| beside.neighbours(variant)).filter(diagonal);
    if let Some(corner) = corners.into_iter().find(|corner| own.contains(*corner)) {
        let text = format!("it touches {corner} at a corner only: diagonal squares are no neighbours");
        let runs_on = corner.x().abs_diff(destination.x()) > 1;
        let rows =
            if runs_on { ", and a row goes round to its own beginning, not on to the next row" } else { "" };
        return Some(format!("{text}{rows}"));
    }
    neighbours.iter().find_map(|at| match board.get(*at) {
        Contents::Piece(other) => {
            Some(format!("it is next to {at}, a piece of bot {other}: only the bot's own pieces count"))
        }
        Contents::Empty | Contents::Neutral => None,
    })
}

/// The likeliest slip that makes the answer legal, on the same board.
#[must_use]
pub(super) fn guess(position: &Position, answer: &Answer) -> Option<String> {
    if position.judge(answer).is_ok() {
        return None;
    }
    if position.legal_count() == 0 {
        return Some("nothing can move here: name one square twice".to_owned());
    }
    let side = u32::from(position.variant().side());
    let exchanged = |point: Point| Point { x: point.y, y: point.x };
    let other_end = |point: Point| Some(Point { x: point.x, y: (side - 1).checked_sub(point.y)? });
    let from_one = |point: Point| Some(Point { x: point.x.checked_sub(1)?, y: point.y.checked_sub(1)? });
    let both = |map: &dyn Fn(Point) -> Option<Point>| {
        Some(Answer { origin: map(answer.origin)?, destination: map(answer.destination)? })
    };
    let slips = [
        ("with x and y exchanged (x comes first)", both(&|point| Some(exchanged(point)))),
        (
            "with origin and destination exchanged",
            Some(Answer { origin: answer.destination, destination: answer.origin }),
        ),
        ("with rows counted from the other end", both(&other_end)),
        ("counted from 0 instead of from 1", both(&from_one)),
    ];
    slips.into_iter().find_map(|(slip, meant)| {
        let meant = meant?;
        let legal = position.judge(&meant).is_ok_and(|mv| !mv.is_stay());
        (meant != *answer && legal).then(|| format!("{meant}, the same {slip}, would be legal"))
    })
}

#[cfg(test)]
mod tests {
    use botspec_sdk::games::flit::{Player, Setup, Variant};

    use super::*;

    fn guessed(answer: &str) -> Option<String> {
        let setup = Setup::from_bytes(b"5 7 1\n9 12 1\n", Variant::Standard, Player::One).unwrap();
        guess(&Position::from_setup(&setup).unwrap(), &Answer::from_bytes(answer.as_bytes()).unwrap())
    }

    #[test]
    fn a_single_fault_shows_what_went_wrong() {
        let board = b"5 7 1\n9 12 1\n20 20 2\n31 3 1\n0 31 1\n25 25 5\n9 13 5\n";
        let setup = Setup::from_bytes(board, Variant::Standard, Player::One).unwrap();
        let position = Position::from_setup(&setup).unwrap();
        for (answer, hint) in [
            ("5 7 10 13", "touches 9 12 at a corner"),
            ("5 7 30 2", "touches 31 3 at a corner"),
            ("5 7 1 0", "touches 0 31 at a corner"),
            // One after the other in an array.
            ("5 7 0 4", "not on to the next row"),
            ("5 7 20 21", "a piece of bot 2"),
            ("5 7 9 13", "next to it, not onto it"),
            ("5 7 5 8", "leaves its square"),
        ] {
            let faults = position.judge(&Answer::from_bytes(answer.as_bytes()).unwrap()).unwrap_err();
            assert_eq!(faults.len(), 1, "{answer}: {faults:?}");
            let found = of_faults(&position, &faults, true).unwrap_or_default();
            assert!(found.contains(hint), "{answer}: {found}");
        }
    }

    #[test]
    fn a_slip_is_named() {
        for (answer, hint) in [
            ("7 5 11 9", "x and y"),
            ("9 11 5 7", "origin and destination"),
            ("5 24 9 20", "other end"),
            ("6 8 10 12", "from 1"),
        ] {
            let found = guessed(answer).unwrap_or_default();
            assert!(found.contains(hint), "{answer}: {found}");
            assert!(found.starts_with("5 7 9 11"), "{answer}: {found}");
        }
        assert_eq!(guessed("5 7 9 11"), None);
        assert_eq!(guessed("20 20 25 25"), None);
    }
}
