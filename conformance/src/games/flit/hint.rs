//! What an illegal answer was probably meant to be.

use botspec_sdk::games::flit::{Answer, Point, Position};

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
