//! Sparring partners for Linkage.

use super::board::Side;
use super::game::Linkage;
use super::order::Order;
use super::position::Position;
use crate::search::{Budget, Mcts, MctsSettings};
use crate::seat::Seat;
use crate::sparring::{Level, SparringGame, Varied, any_move, chance, look_ahead};

/// What a group is worth to a partner that is greedy, and how little other orders may differ for it to choose by chance.
const GROUP: i32 = 16;
const SPREAD: u8 = 3;

impl SparringGame for Linkage {
    fn spar(level: Level, seed: u64, position: &Position) -> Order {
        let simulations = match level {
            Level::Random => return any_move(seed, position),
            Level::Greedy => {
                let evaluator = Varied { evaluator: groups, seed, spread: SPREAD };
                return look_ahead(evaluator, position, u64::MAX, 1, usize::MAX);
            }
            Level::Search1 => 1_000,
            Level::Search2 => 6_000,
            Level::Search3 => 60_000,
        };
        let mut random = chance(seed, position);
        let own = u64::from(random.word()) << 32 | u64::from(random.word());
        let settings = MctsSettings { max_nodes: 1 << 20, ..MctsSettings::default() };
        let found = Mcts::new(settings, own).search(position, &Budget::of_nodes(simulations));
        found.expect("a bot is asked only while the game goes on").best
    }
}

/// More wants many groups, Fewer few.
fn groups(position: &Position, seat: Seat) -> i32 {
    let groups = GROUP * i32::try_from(position.groups()).expect("a board has 48 squares");
    if seat == Side::More.seat() { groups } else { -groups }
}
