//! Boards as they are in the middle of a game, and late in one: by playing.

use botspec_sdk::games::flit::{
    Board, Contents, Match, Move, Player, Position, Reply, Square, Squares, Turn, Variant, rules,
};
use botspec_sdk::random::Random;

use super::witness::Witness;

/// So many squares or pieces are looked at for a good one.
const LOOKED_AT: u32 = 8;

/// A game that has been taken down.
#[derive(Debug)]
pub(super) struct Grown {
    game: Match,
    witness: Witness,
}

impl Grown {
    pub(super) fn start(variant: Variant, random: &mut Random) -> Self {
        let (game, start) = Match::start(variant, random);
        Self { game, witness: Witness::from(variant, &start) }
    }

    /// The board and the bot to move.
    pub(super) const fn position(&self) -> &Position {
        self.game.position()
    }

    /// The board, and how the game has come to it.
    pub(super) fn into_parts(self) -> (Board, Witness) {
        (self.game.position().board().clone(), self.witness)
    }

    /// How the game has come to where it is.
    pub(super) const fn witness(&self) -> &Witness {
        &self.witness
    }

    pub(super) const fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// A turn of a game that goes on, with a legal move.
    pub(super) fn turn(&mut self, mv: Move, neutral: impl FnOnce(&Board) -> Option<Square>) -> Turn {
        let turn = self.game.turn(Reply::Answer(mv.into()), neutral);
        let turn = turn.expect("the game goes on, nobody is frozen, and the square is available");
        self.witness.push(mv, turn.neutral);
        turn
    }
}

/// A game that has gone on until so many in a hundred squares hold pieces of bots, or as many as could be. A neutral
/// piece appears in each turn where the next bot can collect it, and who has none to collect makes room for more.
#[must_use]
pub(super) fn game(variant: Variant, percent: u32, random: &mut Random) -> Grown {
    let wanted = variant.area() * percent / 100;
    collected(variant, variant.players(), |board| pieces(board) >= wanted, random)
}

/// The same with one bot that collects, while the others stay where they are.
#[must_use]
pub(super) fn game_of_one(variant: Variant, bot: Player, percent: u32, random: &mut Random) -> Grown {
    let wanted = variant.area() * percent / 100;
    collected(variant, &[bot], |board| pieces(board) >= wanted, random)
}

/// The same until that bot has just as many pieces as another can still come to have: one more, and it has won.
#[must_use]
pub(super) fn game_nearly_won(variant: Variant, bot: Player, random: &mut Random) -> Grown {
    collected(variant, &[bot], |board| has_won(board, bot, 1), random)
}

fn collected(
    variant: Variant,
    collectors: &[Player],
    is_enough: impl Fn(&Board) -> bool,
    random: &mut Random,
) -> Grown {
    let mut grown = Grown::start(variant, random);
    let turns = variant.turns() / 2;
    while !grown.is_over() && grown.game.turns() < turns && !is_enough(grown.position().board()) {
        let position = grown.position();
        let collects = |player: Player| collectors.contains(&player);
        let mv = if collects(position.player()) { gather(position, random) } else { position.stay() };
        let next = variant.after(position.player());
        grown.turn(mv, |board| if collects(next) { beside(board, next, random) } else { None });
    }
    grown
}

/// The others and the bot make so many moves at random.
pub(super) fn stir(grown: &mut Grown, moves: u32, random: &mut Random) {
    for _ in 0..moves {
        if grown.is_over() {
            return;
        }
        let mv = grown.position().random_move(random);
        grown.turn(mv, |_| None);
    }
}

/// Neutral pieces appear wherever they can, while the bots go about and leave them alone.
pub(super) fn strew(grown: &mut Grown, random: &mut Random) {
    while !grown.is_over() {
        let position = grown.position();
        let board = position.board();
        let away = position.destinations().any - board.neutral().neighbours();
        let own = board.pieces(position.player());
        let mut moves = (0..LOOKED_AT).filter_map(|_| {
            let (origin, destination) = (any_of(own, random)?, any_of(&away, random)?);
            position.judge(&Move { origin, destination }.into()).ok()
        });
        let Some(mv) = moves.next() else { return };
        drop(moves);
        if grown.turn(mv, |board| any_of(&board.available(), random)).neutral.is_none() {
            return;
        }
    }
}

fn pieces(board: &Board) -> u32 {
    board.occupied().len() - board.count(Contents::Neutral)
}

/// Whether a bot has won by dominance if it has so many pieces more.
fn has_won(board: &Board, bot: Player, more: u32) -> bool {
    let mut counts = board.piece_counts().to_vec();
    counts[bot.index()] += more;
    rules::dominance(&counts, board.count(Contents::Neutral), board.count(Contents::Empty)) == Some(bot)
}

/// A move that converts something, or else takes a piece from where it has much room to where it has little.
pub(super) fn gather(position: &Position, random: &mut Random) -> Move {
    let board = position.board();
    let to = position.destinations().any;
    let converting = to & board.neutral().neighbours();
    let crowd = |square: Square| {
        square.neighbours(board.variant()).iter().filter(|next| board.occupied().contains(**next)).count()
    };
    let destinations = if converting.is_empty() { to } else { converting };
    let tries: Vec<Square> = (0..LOOKED_AT).filter_map(|_| any_of(&destinations, random)).collect();
    let own = board.pieces(position.player());
    let origins: Vec<Square> = (0..LOOKED_AT).filter_map(|_| any_of(own, random)).collect();
    let Some(destination) = tries.into_iter().max_by_key(|square| crowd(*square)) else {
        return position.stay();
    };
    let moves = origins.into_iter().map(|origin| Move { origin, destination });
    let legal = moves.filter(|mv| position.judge(&(*mv).into()).is_ok());
    legal.min_by_key(|mv| crowd(mv.origin)).unwrap_or_else(|| position.random_move(random))
}

/// An available square beside one that the bot can go to.
pub(super) fn beside(board: &Board, player: Player, random: &mut Random) -> Option<Square> {
    let position = Position::new(board.clone(), player);
    any_of(&(position.board().available() & position.destinations().any.neighbours()), random)
}

fn any_of(squares: &Squares, random: &mut Random) -> Option<Square> {
    match squares.len() {
        0 => None,
        count => squares.nth(random.below(count)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_grow_as_full_as_they_are_asked_to() {
        for variant in Variant::ALL {
            for percent in [5, 30, 50, 70] {
                let mut random = Random::seeded(u64::from(percent));
                let mut game = game(variant, percent, &mut random);
                let full = pieces(game.position().board()) * 100 / variant.area();
                assert!(full + 1 >= percent.min(60), "{variant}: {full} for {percent}");
                stir(&mut game, 50, &mut random);
                let (board, witness) = game.into_parts();
                assert_eq!((board.problems(), witness.replayed()), (Vec::new(), Some(board)));
            }
        }
    }

    #[test]
    fn one_piece_more_wins() {
        for (variant, player) in Variant::ALL
            .into_iter()
            .flat_map(|variant| variant.players().iter().map(move |player| (variant, *player)))
        {
            for seed in 0..5 {
                let game = game_nearly_won(variant, player, &mut Random::seeded(seed));
                assert!(!game.is_over());
                let (board, witness) = game.into_parts();
                assert_eq!(
                    ([0, 1].map(|more| has_won(&board, player, more)), witness.replayed()),
                    ([false, true], Some(board)),
                    "{variant} {player} {seed}"
                );
            }
        }
    }

    #[test]
    fn neutral_pieces_lie_everywhere() {
        for variant in Variant::ALL {
            let mut random = Random::seeded(1);
            let mut game = game(variant, 4, &mut random);
            strew(&mut game, &mut random);
            let (board, witness) = game.into_parts();
            assert!(board.count(Contents::Neutral) > variant.area() / 10, "{board}");
            assert_eq!((board.problems(), witness.replayed()), (Vec::new(), Some(board)));
        }
    }
}
