//! Looking ahead: alpha-beta, one turn deeper each time, until the work for this turn is done.

use botspec_sdk::games::linkage::{Order, Position, Side};
use botspec_sdk::{Deadline, Position as _};

use crate::evaluation;

/// Positions looked at per turn: a millisecond or two. The same number on every machine, so that
/// the same position always gets the same answer.
const WORK: u32 = 6_000;

/// The best order that a little looking ahead finds.
pub(crate) fn choose(position: &Position, deadline: &Deadline) -> Order {
    let mut search = Search { work: WORK, deadline };
    let mut roots: Vec<(i32, Order)> = position.placements().map(|order| (0, order)).collect();
    // With nothing legal the only answer is to skip; with one placement there is no choice.
    if roots.len() <= 1 {
        return roots.first().map_or(Order::Skip, |&(_, order)| order);
    }
    let turns_left = u32::from(position.left_in_all());
    for depth in 1..=turns_left + 2 {
        let Some(best) = search.roots(position, &mut roots, depth) else { break };
        if best.abs() >= evaluation::WIN - 100 {
            break;
        }
    }
    roots[0].1
}

struct Search<'a> {
    work: u32,
    deadline: &'a Deadline,
}

impl Search<'_> {
    /// Values all orders of a turn and puts the best first; orders of equal value keep their places.
    /// `None`, and the orders as they were, if the work ran out.
    fn roots(&mut self, position: &Position, roots: &mut [(i32, Order)], depth: u32) -> Option<i32> {
        let mut best = -i32::MAX;
        let mut values = Vec::with_capacity(roots.len());
        for &(_, order) in roots.iter() {
            let value = -self.value(&position.play_unchecked(order), depth - 1, -i32::MAX, -best)?;
            // Behind the best, a value is only known to be no better.
            values.push(if value > best { value } else { value.min(best - 1) });
            best = best.max(value);
        }
        for (root, value) in roots.iter_mut().zip(values) {
            root.0 = value;
        }
        roots.sort_by_key(|&(value, _)| -value);
        Some(best)
    }

    /// What the position is worth to the side to move, exactly if it lies between the bounds.
    fn value(&mut self, position: &Position, depth: u32, mut alpha: i32, beta: i32) -> Option<i32> {
        self.work = self.work.checked_sub(1)?;
        if self.work.is_multiple_of(256) && self.deadline.is_over() {
            return None;
        }
        let sign = if position.side() == Side::More { 1 } else { -1 };
        if let Some(outcome) = position.outcome() {
            return Some(sign * evaluation::of_end(outcome));
        }
        if depth == 0 {
            return Some(sign * evaluation::of(position));
        }
        if position.must_skip() {
            return Some(-self.value(&position.play_unchecked(Order::Skip), depth - 1, -beta, -alpha)?);
        }
        let mut best = -i32::MAX;
        for order in position.placements() {
            best = best.max(-self.value(&position.play_unchecked(order), depth - 1, -beta, -alpha)?);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use botspec_sdk::games::linkage::Order;
    use botspec_sdk::random::Random;

    use super::*;

    fn game(seed: u64, greedy: Side) -> Side {
        let deadline = Deadline::new(Instant::now(), Duration::from_secs(600));
        let mut random = Random::seeded(seed);
        let mut position = Position::opening();
        loop {
            if let Some(outcome) = position.outcome() {
                return outcome.winner;
            }
            let order = if position.side() == greedy {
                choose(&position, &deadline)
            } else {
                random.pick(&position.legal_moves()).copied().unwrap_or(Order::Skip)
            };
            position = position.play(order).expect("a legal order");
        }
    }

    #[test]
    fn it_plays_legally_and_beats_chance_as_either_side() {
        for side in Side::ALL {
            let won = (0..10).filter(|&seed| game(seed, side) == side).count();
            assert!(won >= 9, "won {won} of 10 as {side}");
        }
    }

    #[test]
    fn without_time_it_still_answers() {
        let deadline = Deadline::new(Instant::now(), Duration::ZERO);
        let order = choose(&Position::opening(), &deadline);
        assert!(Position::opening().is_legal(order));
    }
}
