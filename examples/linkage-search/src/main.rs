//! A Linkage bot that plays random games from every order worth it, and solves the game once few placements are left.

mod keen;

use std::process::ExitCode;

use botspec_sdk::games::linkage::{Endgame, Linkage, Order, Position};
use botspec_sdk::run::{best::BestSoFar, file_turn};
use botspec_sdk::search::{Budget, Mcts, MctsSettings};
use botspec_sdk::{Deadline, Identity};

use keen::Keen;

const ME: Identity = Identity {
    name: "Search",
    author: "The botspec authors",
    country: None,
    date: "23 November 2026",
    version: "1.0",
};

/// With more placements to go than these the end is out of sight.
const SOLVABLE: u32 = 11;
/// Positions looked at to solve the game, and random games played if it is not solved: a fifth of a second in all. Numbers
/// and not times, so that the same position always gets the same answer.
const POSITIONS: u64 = 30_000;
const RANDOM_GAMES: u64 = 30_000;

fn main() -> ExitCode {
    file_turn::run_anytime::<Linkage>(&ME, choose)
}

fn choose(position: &Position, deadline: &Deadline, best: &BestSoFar<Order>) -> Order {
    let budget = Budget::until(*deadline);
    if Endgame::placements_left(position) <= SOLVABLE {
        let solution = Endgame::new().solve(position, &budget.and_nodes(POSITIONS));
        if let Some(solution) = solution
            && solution.winner == position.side()
        {
            return solution.order;
        }
        // What is lost may yet be won if the opponent does not see it.
    }
    let mut search = Mcts::new(settings(), 1);
    let budget = budget.and_nodes(RANDOM_GAMES);
    let found = search.search_offering(&Keen(*position), &budget, |order| best.offer(order));
    found.map_or(Order::Skip, |found| found.best)
}

/// With RAVE: an order is worth about as much a few turns later.
fn settings() -> MctsSettings {
    MctsSettings { rave: 5_000, exploration: 0.3, max_nodes: 1 << 20, ..MctsSettings::default() }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use botspec_sdk::games::linkage::InputText;

    use super::*;

    fn answer(input: &str, time: Duration) -> (Position, Order) {
        let text = InputText::from_bytes(input.as_bytes()).expect("well-formed");
        let position = Position::from_setup(&text.into()).expect("consistent");
        let order = choose(&position, &Deadline::new(Instant::now(), time), &BestSoFar::new());
        (position, order)
    }

    #[test]
    fn it_answers_legally_with_much_time_with_none_and_with_nothing_to_place() {
        let opening = "M6666\n.......\n.......\n.......\n...X...\n.......\n.......\n.......\n";
        for time in [Duration::from_secs(600), Duration::ZERO] {
            let (position, order) = answer(opening, time);
            assert!(position.is_legal(order), "{order}");
        }
        let stuck = "M0003\nYYRRYGG\nRRRRYGG\n.GGGGRR\nBB.XRB.\nBBB.RBG\nB.BBRYG\nBGGBRYx\n";
        assert_eq!(answer(stuck, Duration::ZERO).1, Order::Skip);
    }
}
