//! The partner that walls the bot in, in a game in which the bot chooses its moves: it comes to have none.

use botspec_sdk::games::flit::{Board, Contents, Move, Player, Position, Square, Squares};
use botspec_sdk::random::Random;

use super::grow;

/// The partners collect until so many in a hundred squares are theirs: with fewer, a bot that walks about gets away.
const ENOUGH: u32 = 12;

/// Whether the partners go on collecting.
fn collects(board: &Board, tested: Player) -> bool {
    let own = board.pieces(tested).len();
    let theirs = board.occupied().len() - board.neutral().len() - own;
    theirs * 100 < board.variant().area() * ENOUGH
}

/// The move of a partner.
pub(super) fn choose(position: &Position, tested: Player, random: &mut Random) -> Move {
    if collects(position.board(), tested) {
        return grow::gather(position, random);
    }
    let own = *position.board().pieces(position.player());
    let walls = own & position.board().pieces(tested).neighbours();
    let moves = nearest(position, tested).iter().flat_map(|destination| {
        (own - walls).iter().map(move |origin| Move { origin, destination }).collect::<Vec<_>>()
    });
    let legal = moves.filter(|mv| position.judge(&(*mv).into()).is_ok());
    let narrowest = legal.min_by_key(|mv| (room(position, *mv, tested), random.word()));
    narrowest.unwrap_or_else(|| position.random_move(random))
}

/// Where a neutral piece appears: where the next partner can collect it, as long as it does, and never for the bot.
pub(super) fn neutral(board: &Board, next: Player, tested: Player, random: &mut Random) -> Option<Square> {
    let fed = next != tested && collects(board, tested);
    if fed { grow::beside(board, next, random) } else { None }
}

/// Where the bot could go, as far as the partner can, or else the squares nearest to that.
fn nearest(position: &Position, tested: Player) -> Squares {
    let board = position.board();
    let to = position.destinations().any;
    let mut reach = Position::new(board.clone(), tested).destinations().any;
    loop {
        let wider = (reach | reach.neighbours()) - *board.pieces(tested);
        if !(reach & to).is_empty() {
            return reach & to;
        }
        if wider == reach {
            return to;
        }
        reach = wider;
    }
}

/// Where the bot can go after a move, and how many empty squares are near it.
fn room(position: &Position, mv: Move, tested: Player) -> (u32, u32) {
    let mut board = position.board().clone();
    board.set(mv.origin, Contents::Empty);
    board.set(mv.destination, Contents::Piece(position.player()));
    let beside = board.pieces(tested).neighbours();
    let near = (beside | beside.neighbours()) - *board.occupied();
    (Position::new(board, tested).destinations().any.len(), near.len())
}

#[cfg(test)]
mod tests {
    use botspec_sdk::games::flit::{Match, Reply, Variant};

    use super::*;

    /// Requests until a bot that moves at random has no move left.
    fn walled_in_after(variant: Variant, tested: Player, seed: u64) -> Option<u32> {
        let mut random = Random::seeded(seed);
        let (mut game, _) = Match::start(variant, &mut random);
        let mut asked = 0;
        while game.outcome().is_none() && asked < 250 {
            let position = game.position();
            let player = position.player();
            let mv = if player == tested {
                asked += 1;
                if position.legal_count() == 0 {
                    return Some(asked);
                }
                position.random_move(&mut random)
            } else {
                choose(position, tested, &mut random)
            };
            let next = variant.after(player);
            game.turn(Reply::Answer(mv.into()), |board| neutral(board, next, tested, &mut random)).unwrap();
        }
        None
    }

    #[test]
    fn who_walks_about_is_walled_in() {
        for variant in Variant::ALL {
            for (&tested, seed) in variant.players().iter().zip(1..) {
                assert!(walled_in_after(variant, tested, seed).is_some(), "bot {tested} in {variant}");
            }
        }
    }
}
