//! Sparring partners: what botspec itself plays.

use botspec_sdk::games::flit::{Move, Player, Position, Square, Squares};
use botspec_sdk::random::Random;

use super::enclose;
use super::script::Partner;
use super::stats::SessionStats;

/// A bot that is walled in is asked so often.
const OFTEN_STUCK: u32 = 8;

impl Partner {
    /// Chooses for the bot to move; ties are broken at random. A stay if nothing is legal.
    #[must_use]
    pub fn choose(self, position: &Position, tested: Player, random: &mut Random) -> Move {
        let to = position.destinations().any;
        let wanted = match self {
            Self::Idle => return position.stay(),
            Self::Encloser => return enclose::choose(position, tested, random),
            Self::Random => to,
            Self::Collector => Self::collecting(position, to),
            Self::Blocker => {
                let around = position.board().pieces(tested).neighbours();
                let narrow = to & around;
                if narrow.is_empty() { to } else { narrow }
            }
        };
        Self::move_to(position, wanted, random).unwrap_or_else(|| position.random_move(random))
    }

    /// Whether what it is about has happened often enough.
    #[must_use]
    pub(super) const fn is_done(self, stats: &SessionStats) -> bool {
        matches!(self, Self::Encloser) && stats.stuck >= OFTEN_STUCK
    }

    /// The destinations with the most conversions, or else those nearest to a neutral piece.
    fn collecting(position: &Position, to: Squares) -> Squares {
        let mut reach = *position.board().neutral();
        loop {
            let wider = reach | reach.neighbours();
            let reached = wider & to;
            if wider == reach {
                return to;
            }
            if !reached.is_empty() {
                let value = |square: Square| position.conversions(square).len();
                let most = reached.iter().map(value).max().unwrap_or(0);
                return Squares::of(
                    position.variant(),
                    reached.iter().filter(|square| value(*square) == most),
                );
            }
            reach = wider;
        }
    }

    /// A move to one of these squares, of any piece that can go there.
    fn move_to(position: &Position, wanted: Squares, random: &mut Random) -> Option<Move> {
        if wanted.is_empty() {
            return None;
        }
        let destination = wanted.nth(random.below(wanted.len()))?;
        let pieces = position.board().pieces(position.player());
        let legal: Vec<Square> = pieces
            .iter()
            .filter(|&origin| position.judge(&Move { origin, destination }.into()).is_ok())
            .collect();
        random.pick(&legal).map(|&origin| Move { origin, destination })
    }

    /// The name in case ids.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Collector => "collector",
            Self::Blocker => "blocker",
            Self::Idle => "idle",
            Self::Encloser => "encloser",
        }
    }
}

#[cfg(test)]
mod tests {
    use botspec_sdk::games::flit::{Answer, Match, Reply, Variant, draw};

    use super::*;

    #[test]
    fn partners_play_legally_to_the_end() {
        for partner in [Partner::Random, Partner::Collector, Partner::Blocker, Partner::Idle] {
            for variant in Variant::ALL {
                let mut random = Random::seeded(3);
                let mut game = Match::start(variant, &mut random).0;
                while game.outcome().is_none() && game.turns() < 1_000 {
                    let mv = partner.choose(game.position(), Player::One, &mut random);
                    let turn = game
                        .turn(Reply::Answer(Answer::from(mv)), |board| draw::neutral(board, &mut random))
                        .unwrap();
                    assert_eq!(turn.faults, [], "{}: {mv}", partner.name());
                    assert_eq!(turn.moved.is_none(), partner == Partner::Idle);
                }
            }
        }
    }
}
