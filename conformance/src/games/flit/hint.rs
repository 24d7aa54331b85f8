//! What an illegal answer was probably meant to be.

use botspec_sdk::games::flit::{Answer, Contents, Point, Position, Reason, Square};

use crate::slip::Slip;

/// What the faults show by themselves.
#[must_use]
pub(super) fn of_faults(position: &Position, faults: &[Reason]) -> Option<String> {
    if position.legal_count() == 0 {
        return None;
    }
    faults.iter().find_map(|fault| match fault {
        Reason::DestinationOccupied { holds: Contents::Neutral, .. } => {
            Some("a neutral piece is collected by moving next to it, not onto it".to_owned())
        }
        Reason::DestinationBesideOrigin { .. } => {
            Some("the piece that moves does not count as a neighbour: it leaves its square".to_owned())
        }
        _ => None,
    })
}

/// What may be taken for a piece of one's own beside a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Beside {
    RowsRunOn,
    Corner,
    Another,
    Shorter,
    TwoAway,
    Near,
}

impl Beside {
    const ALL: [Self; 6] =
        [Self::RowsRunOn, Self::Corner, Self::Another, Self::Shorter, Self::TwoAway, Self::Near];

    const fn key(self) -> &'static str {
        match self {
            Self::RowsRunOn => "beside: rows run on",
            Self::Corner => "beside: corner",
            Self::Another => "beside: another",
            Self::Shorter => "beside: shorter",
            Self::TwoAway => "beside: two away",
            Self::Near => "beside: near",
        }
    }

    /// The piece that is taken for one beside the destination, in words.
    fn hint(self, position: &Position, destination: Square) -> Option<String> {
        let board = position.board();
        let variant = position.variant();
        let own = board.pieces(position.player());
        let (side, area) = (u32::from(variant.side()), variant.area());
        let (x, y) = (u32::from(destination.x()), u32::from(destination.y()));
        let at = |x: u32, y: u32| variant.square(x % side, y % side).filter(|square| own.contains(*square));
        let mut two_away = [(2, 0), (side - 2, 0), (0, 2), (0, side - 2)]
            .into_iter()
            .filter_map(|(right, down)| at(x + right, y + down));
        match self {
            Self::RowsRunOn => [1, area - 1].into_iter().find_map(|step| {
                let number = (y * side + x + step) % area;
                let piece = at(number % side, number / side).filter(|piece| piece.y() != destination.y())?;
                Some(format!("{piece} ends its row, or begins it: a row goes round to its own beginning, not on to the next row"))
            }),
            Self::Corner => [(1, 1), (1, side - 1), (side - 1, 1), (side - 1, side - 1)].into_iter().find_map(|(right, down)| {
                let piece = at(x + right, y + down)?;
                Some(format!("it touches {piece} at a corner only: diagonal squares are not neighbours"))
            }),
            Self::Another => destination.neighbours(variant).iter().find_map(|at| match board.get(*at) {
                Contents::Piece(other) => {
                    Some(format!("it is next to {at}, a piece of bot {other}: only the bot's own pieces count"))
                }
                Contents::Neutral => {
                    Some(format!("it is next to {at}, a neutral piece: only the bot's own pieces count"))
                }
                Contents::Empty => None,
            }),
            // Two away round an edge.
            Self::Shorter => two_away.find_map(|piece| {
                let (columns, rows) = (piece.x().abs_diff(destination.x()), piece.y().abs_diff(destination.y()));
                let lines = if rows == 0 { "columns" } else { "rows" };
                (columns.max(rows) > 2).then(|| format!("it would be next to {piece} if the board had {} {lines}: it has {side}", side - 1))
            }),
            Self::TwoAway => two_away
                .next()
                .map(|piece| format!("it is two squares away from {piece}: only the next ones are neighbours")),
            Self::Near => [Self::Corner, Self::TwoAway]
                .into_iter()
                .find_map(|beside| beside.hint(position, destination)),
        }
    }
}

/// The destination of an answer that is wrong in nothing but that no piece of the bot's own is next to it.
fn apart(position: &Position, answer: &Answer) -> Option<Square> {
    match position.judge(answer).err()?.as_slice() {
        [Reason::DestinationApart { destination, .. }] if position.legal_count() > 0 => Some(*destination),
        _ => None,
    }
}

/// What may have been taken for a piece of the bot's own, where nothing else is wrong.
#[must_use]
pub(super) fn beside(position: &Position, answer: &Answer) -> Vec<Slip> {
    let Some(destination) = apart(position, answer) else { return Vec::new() };
    let slip = |beside: Beside| {
        let hint = beside.hint(position, destination);
        Slip { key: beside.key(), fits: hint.is_some(), hint }
    };
    Beside::ALL.map(slip).into()
}

/// A way to write another move than is meant: its key, the way in words, and what is meant on a board with such a side.
type Writing = (&'static str, &'static str, fn(Answer, u32) -> Option<Answer>);

/// Those that are told from each other.
const WRITINGS: [Writing; 4] = [
    ("move: exchanged", "with x and y exchanged (x comes first)", |answer, _| {
        let exchanged = |point: Point| Point { x: point.y, y: point.x };
        Some(Answer { origin: exchanged(answer.origin), destination: exchanged(answer.destination) })
    }),
    ("move: backwards", "with origin and destination exchanged", |answer, _| {
        Some(Answer { origin: answer.destination, destination: answer.origin })
    }),
    ("move: upside down", "with rows counted from the other end", |answer, side| {
        let other_end = |point: Point| Some(Point { x: point.x, y: (side - 1).checked_sub(point.y)? });
        Some(Answer { origin: other_end(answer.origin)?, destination: other_end(answer.destination)? })
    }),
    ("move: from 1", "counted from 0 instead of from 1", |answer, _| {
        let from_0 = |point: Point| Some(Point { x: point.x.checked_sub(1)?, y: point.y.checked_sub(1)? });
        Some(Answer { origin: from_0(answer.origin)?, destination: from_0(answer.destination)? })
    }),
];

/// The ways in which a legal move may have been miswritten as this answer, where the bot can move. A stay tells of
/// none of them.
#[must_use]
pub(super) fn miswritten(position: &Position, answer: &Answer) -> Vec<Slip> {
    let is_illegal = position.judge(answer).is_err();
    if position.legal_count() == 0 {
        let hint = is_illegal.then(|| "nothing can move here: name one square twice".to_owned());
        return vec![Slip { key: "move: stuck", fits: true, hint }];
    }
    if answer.origin == answer.destination {
        return Vec::new();
    }
    let side = u32::from(position.variant().side());
    let slip = |(key, how, meant): Writing| {
        let legal = |meant: &Answer| position.judge(meant).is_ok_and(|mv| !mv.is_stay());
        let meant = meant(*answer, side).filter(legal);
        let hint =
            meant.filter(|_| is_illegal).map(|meant| format!("{meant}, the same {how}, would be legal"));
        Slip { key, fits: meant.is_some(), hint }
    };
    WRITINGS.map(slip).into()
}

#[cfg(test)]
mod tests {
    use botspec_sdk::games::flit::{Player, Setup, Variant};

    use super::*;
    use crate::slip::{candidates, ruled_out};

    fn guessed(answer: &str) -> Option<String> {
        let setup = Setup::from_bytes(b"5 7 1\n9 12 1\n", Variant::Standard, Player::One).unwrap();
        let answer = Answer::from_bytes(answer.as_bytes()).unwrap();
        let slips = miswritten(&Position::new(setup.board().unwrap(), setup.player), &answer);
        candidates(slips).into_iter().next().map(|candidate| candidate.hint)
    }

    #[test]
    fn a_single_fault_shows_what_went_wrong() {
        let board = b"5 7 1\n9 12 1\n20 20 2\n31 3 1\n0 31 1\n25 25 5\n9 13 5\n";
        let setup = Setup::from_bytes(board, Variant::Standard, Player::One).unwrap();
        let position = Position::new(setup.board().unwrap(), setup.player);
        for (answer, hint) in [
            ("5 7 10 13", "touches 9 12 at a corner"),
            ("5 7 30 2", "touches 31 3 at a corner"),
            ("5 7 1 0", "touches 0 31 at a corner"),
            // One after the other in an array.
            ("5 7 0 4", "not on to the next row"),
            ("5 7 20 21", "a piece of bot 2"),
            ("5 7 11 12", "two squares away from 9 12"),
            ("5 7 1 3", "next to 31 3 if the board had 31 columns: it has 32"),
            ("5 7 0 1", "next to 0 31 if the board had 31 rows"),
            ("5 7 9 13", "next to it, not onto it"),
            ("5 7 5 8", "leaves its square"),
        ] {
            let faults = position.judge(&Answer::from_bytes(answer.as_bytes()).unwrap()).unwrap_err();
            assert_eq!(faults.len(), 1, "{answer}: {faults:?}");
            let answer = Answer::from_bytes(answer.as_bytes()).unwrap();
            let beside = beside(&position, &answer).into_iter().filter_map(|slip| slip.hint);
            let found = of_faults(&position, &faults).into_iter().chain(beside).next().unwrap_or_default();
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

    #[test]
    fn an_answer_speaks_against_what_would_have_led_to_another() {
        let setup = Setup::from_bytes(b"5 7 1\n9 12 1\n20 20 2\n", Variant::Standard, Player::One).unwrap();
        let position = Position::new(setup.board().unwrap(), setup.player);
        let against = |answer: &str| {
            let answer = Answer::from_bytes(answer.as_bytes()).unwrap();
            ruled_out(&[miswritten(&position, &answer), beside(&position, &answer)].concat())
        };
        let legal = against("5 7 9 11");
        assert!(legal.contains(&"move: exchanged") && !legal.contains(&"beside: corner"), "{legal:?}");
        let apart = against("5 7 20 21");
        assert!(apart.contains(&"beside: corner") && !apart.contains(&"beside: another"), "{apart:?}");
        assert!(!against("7 5 11 9").contains(&"move: exchanged"));
        assert!(against("5 7 5 7").is_empty());
    }
}
