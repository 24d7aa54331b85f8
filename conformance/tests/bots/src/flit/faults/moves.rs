//! `flit/move/…`: illegal in one respect only, and as a rule only where something is legal.

use botspec_sdk::games::flit::{Answer, Board, Contents, Position, Reason, Square, Squares};

use crate::flit::scene::Scene;
use crate::flit::usual;

type Reply = Option<String>;

/// Takes another bot's piece to where one of its own could go.
pub(in crate::flit) fn piece_of_another(scene: &Scene<'_>) -> Reply {
    from_where(
        scene.position(),
        |contents| matches!(contents, Contents::Piece(player) if player != scene.player()),
    )
}

/// Takes a neutral piece.
pub(in crate::flit) fn neutral_piece(scene: &Scene<'_>) -> Reply {
    from_where(scene.position(), |contents| contents == Contents::Neutral)
}

/// Takes a piece from a square where none is.
pub(in crate::flit) fn no_piece(scene: &Scene<'_>) -> Reply {
    from_where(scene.position(), |contents| contents == Contents::Empty)
}

fn from_where(position: &Position, fits: impl Fn(Contents) -> bool) -> Reply {
    if position.legal_count() == 0 {
        return None;
    }
    let destination = position.destinations().any.iter().next()?;
    let origin = position
        .variant()
        .squares()
        .find(|square| *square != destination && fits(position.board().get(*square)))?;
    alone(position, origin, destination, |fault| matches!(fault, Reason::OriginNotOwn { .. }))
}

/// Goes to a square with a piece of its own.
pub(in crate::flit) fn onto_own(scene: &Scene<'_>) -> Reply {
    onto(scene.position(), scene.position().board().pieces(scene.player()))
}

/// Goes to a square with a piece of another bot.
pub(in crate::flit) fn onto_another(scene: &Scene<'_>) -> Reply {
    let board = scene.position().board();
    onto(scene.position(), &(*board.occupied() - *board.pieces(scene.player()) - *board.neutral()))
}

/// Goes to a square with a neutral piece.
pub(in crate::flit) fn onto_neutral(scene: &Scene<'_>) -> Reply {
    let position = scene.position();
    if position.legal_count() == 0 {
        return None;
    }
    let origin = position.board().pieces(scene.player()).iter().next()?;
    let destination = position.board().neutral().iter().next()?;
    // Nothing of its own is ever beside one.
    alone(position, origin, destination, |fault| {
        matches!(fault, Reason::DestinationOccupied { .. } | Reason::DestinationApart { .. })
    })
}

fn onto(position: &Position, squares: &Squares) -> Reply {
    if position.legal_count() == 0 {
        return None;
    }
    let own = position.board().pieces(position.player());
    let taken = *squares & own.neighbours();
    let pairs = taken.iter().flat_map(|to| own.iter().take(3).map(move |from| (from, to)));
    pairs.into_iter().find_map(|(from, to)| {
        alone(position, from, to, |fault| matches!(fault, Reason::DestinationOccupied { .. }))
    })
}

/// Goes anywhere.
pub(in crate::flit) fn apart(scene: &Scene<'_>) -> Reply {
    let far = |board: &Board, own: &Squares| board.vacant() - own.neighbours();
    to_where(scene.position(), far, |fault| matches!(fault, Reason::DestinationApart { .. }))
}

/// Goes to a square that touches a corner of a piece of its own.
pub(in crate::flit) fn diagonal(scene: &Scene<'_>) -> Reply {
    let corners =
        |board: &Board, own: &Squares| (own.neighbours().neighbours() & board.vacant()) - own.neighbours();
    to_where(scene.position(), corners, |fault| matches!(fault, Reason::DestinationApart { .. }))
}

/// Goes there now and then.
pub(in crate::flit) fn diagonal_now_and_then(scene: &Scene<'_>) -> Reply {
    if scene.asked.is_multiple_of(7) { diagonal(scene) } else { None }
}

/// Goes beside another bot's piece.
pub(in crate::flit) fn beside_another(scene: &Scene<'_>) -> Reply {
    let theirs = |board: &Board, own: &Squares| {
        ((*board.occupied() - *own).neighbours() & board.vacant()) - own.neighbours()
    };
    to_where(scene.position(), theirs, |fault| matches!(fault, Reason::DestinationApart { .. }))
}

fn to_where(
    position: &Position,
    squares: impl Fn(&Board, &Squares) -> Squares,
    expected: impl Fn(&Reason) -> bool,
) -> Reply {
    if position.legal_count() == 0 {
        return None;
    }
    let own = position.board().pieces(position.player());
    let destination = squares(position.board(), own).iter().next()?;
    alone(position, own.iter().next()?, destination, expected)
}

/// Takes each piece one step, as in many another game.
pub(in crate::flit) fn steps(scene: &Scene<'_>) -> Reply {
    let position = scene.position();
    if position.legal_count() == 0 {
        return None;
    }
    let own = position.board().pieces(scene.player());
    let to = position.destinations().beside_one;
    let (from, to) = own.iter().find_map(|from| {
        let mut beside = from.neighbours(position.variant()).into_iter();
        beside.find(|square| to.contains(*square)).map(|to| (from, to))
    })?;
    alone(position, from, to, |fault| matches!(fault, Reason::DestinationBesideOrigin { .. }))
}

/// Does not see across the edges whether the piece that it takes is the only one beside the destination.
pub(in crate::flit) fn steps_across_edges(scene: &Scene<'_>) -> Reply {
    let position = scene.position();
    if position.legal_count() == 0 {
        return None;
    }
    let (board, variant) = (position.board(), position.variant());
    let own = board.pieces(scene.player());
    let side = u32::from(variant.side());
    let row = |square: Square| (u32::from(square.y()) + side - scene.asked % side) % side;
    let mut origins: Vec<Square> = own.iter().collect();
    origins.sort_by_key(|square| (row(*square), square.x()));
    let origin_for = |to: Square| {
        let beside = to.neighbours(variant);
        let several = beside.iter().filter(|square| own.contains(**square)).count() > 1;
        let seen = |from: &Square| from.x().abs_diff(to.x()) + from.y().abs_diff(to.y()) == 1;
        origins.iter().find(|from| several || !seen(from)).map(|from| (*from, to))
    };
    // What it collects counts most, and then the number of the request.
    let worth = |to: Square| {
        let collected =
            to.neighbours(variant).iter().filter(|square| board.neutral().contains(**square)).count();
        (collected, (u32::from(to.x()) * 7 + u32::from(to.y()) * 13 + scene.asked * 29) % 64)
    };
    let to = own.neighbours() & board.vacant();
    let (from, to) = to.iter().filter_map(origin_for).max_by_key(|(_, to)| worth(*to))?;
    Some(text(from, to))
}

/// Takes the last square of a row and the first one of the next for neighbours.
pub(in crate::flit) fn rows_run_on(scene: &Scene<'_>) -> Reply {
    from_the_last_column(scene, |y| (0, y + 1))
}

/// Takes the board for one column narrower than it is, where it goes round from the last one.
pub(in crate::flit) fn one_column_short(scene: &Scene<'_>) -> Reply {
    from_the_last_column(scene, |y| (1, y))
}

/// Takes the square that belongs to a row for the next one on the right of its last.
fn from_the_last_column(scene: &Scene<'_>, right_of: fn(u32) -> (u32, u32)) -> Reply {
    let position = scene.position();
    if position.legal_count() == 0 {
        return None;
    }
    let (board, variant) = (position.board(), position.variant());
    let own = board.pieces(scene.player());
    let ends = own.iter().filter(|piece| piece.x() == variant.side() - 1);
    ends.into_iter().find_map(|piece| {
        let (x, y) = right_of(piece.y().into());
        let to = variant.square(x, y)?;
        let from = own.iter().find(|from| *from != piece)?;
        alone(position, from, to, |fault| matches!(fault, Reason::DestinationApart { .. }))
    })
}

/// Moves anyway where nothing can move.
pub(in crate::flit) fn stuck_apart(scene: &Scene<'_>) -> Reply {
    let position = scene.position();
    let own = position.board().pieces(scene.player());
    stuck(position, own.iter().next()?, (position.board().vacant() - own.neighbours()).iter().next()?)
}

/// Goes onto a neighbour where nothing can move.
pub(in crate::flit) fn stuck_onto(scene: &Scene<'_>) -> Reply {
    let position = scene.position();
    let own = position.board().pieces(scene.player());
    stuck(position, own.iter().next()?, (own.neighbours() - *own).iter().next()?)
}

/// Takes another bot's piece where nothing of its own can move.
pub(in crate::flit) fn stuck_with_another(scene: &Scene<'_>) -> Reply {
    let position = scene.position();
    let board = position.board();
    let theirs = *board.occupied() - *board.pieces(scene.player()) - *board.neutral();
    stuck(position, theirs.iter().next()?, (theirs.neighbours() & board.vacant()).iter().next()?)
}

/// Moves all the same where it has stayed four times in a row.
pub(in crate::flit) fn stays_four_times(scene: &Scene<'_>) -> Reply {
    if scene.stayed < 4 { None } else { stuck_apart(scene) }
}

/// Looks at eight of its pieces, and takes a ninth for one that can move.
pub(in crate::flit) fn eight_are_stuck(scene: &Scene<'_>) -> Reply {
    let own = scene.position().board().pieces(scene.player());
    if own.len() <= 8 { None } else { stuck_onto(scene) }
}

fn stuck(position: &Position, from: Square, to: Square) -> Reply {
    (position.legal_count() == 0).then(|| text(from, to))
}

/// The answer, if it is wrong in the expected respect alone. Not if the same would be a move of another bot.
fn alone(
    position: &Position,
    origin: Square,
    destination: Square,
    expected: impl Fn(&Reason) -> bool,
) -> Reply {
    let answer = Answer { origin: origin.into(), destination: destination.into() };
    let faults = position.judge(&answer).err()?;
    faults.iter().all(expected).then(|| text(origin, destination))
}

fn text(origin: Square, destination: Square) -> String {
    Answer { origin: origin.into(), destination: destination.into() }.to_string()
}

/// The right answer, with x and y exchanged.
pub(in crate::flit) fn exchanged(scene: &Scene<'_>) -> Reply {
    let Answer { origin, destination } = usual::choose(scene.position());
    Some(format!("{} {} {} {}", origin.y, origin.x, destination.y, destination.x))
}

#[cfg(test)]
mod tests {
    use super::*;
    use botspec_sdk::games::flit::{Match, Reply as Turn, Update, Variant, draw};
    use botspec_sdk::random::Random;

    use crate::start::Start;

    type Bot = fn(&Scene<'_>) -> Reply;
    type Kind = fn(&Reason) -> bool;

    /// Boards of games at random, from early to late, seen by a bot.
    fn with_each_board(mut look: impl FnMut(&Scene<'_>)) {
        let start = Start { program: "bot".into(), arguments: Vec::new() };
        let mut random = Random::seeded(1);
        for variant in Variant::ALL {
            let mut game = Match::start(variant, &mut random).0;
            while game.outcome().is_none() && game.turns() < 400 {
                if game.turns().is_multiple_of(7) {
                    let mut scene = Scene::new(&start, game.position().player());
                    let board = game.position().board();
                    for square in board.occupied() {
                        scene.take(Update::new(square, board.get(square)));
                    }
                    look(&scene);
                }
                let answer = game.position().random_move(&mut random).into();
                let neutral = |board: &Board| draw::neutral(board, &mut random);
                game.turn(Turn::Answer(answer), neutral).unwrap();
            }
        }
    }

    #[test]
    fn each_breaks_its_rule_alone() {
        let origin: Kind = |fault| matches!(fault, Reason::OriginNotOwn { .. });
        let taken: Kind = |fault| matches!(fault, Reason::DestinationOccupied { .. });
        let apart_from_all: Kind =
            |fault| matches!(fault, Reason::DestinationApart { .. } | Reason::DestinationBesideOrigin { .. });
        let bots: [(&str, Bot, Kind); 10] = [
            ("piece_of_another", piece_of_another, origin),
            ("no_piece", no_piece, origin),
            ("onto_own", onto_own, taken),
            ("apart", apart, apart_from_all),
            ("diagonal", diagonal, apart_from_all),
            ("beside_another", beside_another, apart_from_all),
            ("steps", steps, apart_from_all),
            ("one_column_short", one_column_short, apart_from_all),
            ("neutral_piece", neutral_piece, origin),
            ("onto_another", onto_another, taken),
        ];
        for (name, bot, kind) in bots {
            let mut wrong = 0;
            with_each_board(|scene| {
                let Some(text) = bot(scene) else { return };
                let faults =
                    scene.position().judge(&Answer::from_bytes(text.as_bytes()).unwrap()).unwrap_err();
                assert!(faults.iter().all(kind), "{name}: {faults:?}");
                wrong += 1;
            });
            assert!(wrong > 5, "{name} was wrong {wrong} times");
        }
    }
}
