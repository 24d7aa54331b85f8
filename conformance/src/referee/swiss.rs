//! Swiss rounds: those meet who have done equally well, and who have not met before.

use std::collections::BTreeMap;

use super::schedule::Table;

/// No more ways to put pairs together are tried than this before bots meet again.
const TRIES: u32 = 20_000;

/// What has come of the rounds so far.
#[derive(Debug, Clone, PartialEq)]
pub struct Swiss {
    points: Vec<f64>,
    byes: Vec<u32>,
    met: BTreeMap<(usize, usize), u32>,
}

impl Swiss {
    /// Nothing played yet, by so many bots.
    #[must_use]
    pub fn new(bots: usize) -> Self {
        Self { points: vec![0.0; bots], byes: vec![0; bots], met: BTreeMap::new() }
    }

    /// A game was won by this bot, or by nobody.
    pub fn add(&mut self, table: &[usize], winner: Option<usize>) {
        for &bot in table {
            self.points[bot] += match winner {
                Some(winner) => f64::from(u8::from(winner == bot)),
                None => 1.0 / f64::from(u32::try_from(table.len()).unwrap_or(u32::MAX)),
            };
        }
    }

    /// These sat at a table together.
    pub fn meet(&mut self, table: &[usize]) {
        for (at, &one) in table.iter().enumerate() {
            for &other in &table[at + 1..] {
                *self.met.entry((one.min(other), one.max(other))).or_default() += 1;
            }
        }
    }

    /// This bot found no place in a round.
    pub fn sit_out(&mut self, bot: usize) {
        self.byes[bot] += 1;
    }

    /// Who meets in the next round, in so many games. Whoever finds no place sits out, each as seldom as can be, the last
    /// first, and is taken for the winner of as many games as the others play.
    pub fn draw(&mut self, seats: usize, games: u32) -> Vec<Table> {
        let mut order: Vec<usize> = (0..self.points.len()).collect();
        order.sort_by(|&a, &b| self.points[b].total_cmp(&self.points[a]));
        for _ in 0..order.len() % seats.max(1) {
            let fewest = order.iter().map(|&bot| self.byes[bot]).min();
            let Some(at) = order.iter().rposition(|&bot| Some(self.byes[bot]) == fewest) else { break };
            let bot = order.remove(at);
            self.sit_out(bot);
            self.points[bot] += f64::from(games);
        }
        let mut tries = TRIES;
        let fresh = if seats == 2 { self.fresh(&order, &mut tries) } else { None };
        let tables = fresh.unwrap_or_else(|| self.nearest(order, seats));
        for table in &tables {
            self.meet(table);
        }
        tables
    }

    /// Pairs of bots that have not met, the first of the order served first; none if there is no such way, or it is not
    /// found soon.
    fn fresh(&self, order: &[usize], tries: &mut u32) -> Option<Vec<Table>> {
        let Some((&first, others)) = order.split_first() else { return Some(Vec::new()) };
        for (at, &other) in others.iter().enumerate() {
            *tries = tries.checked_sub(1)?;
            if self.meetings(first, other) > 0 {
                continue;
            }
            let left: Vec<usize> = [&others[..at], &others[at + 1..]].concat();
            if let Some(rest) = self.fresh(&left, tries) {
                return Some([vec![vec![first, other]], rest].concat());
            }
        }
        None
    }

    /// Tables in the order of points; each place is taken by the one who has met those at the table least often.
    fn nearest(&self, mut order: Vec<usize>, seats: usize) -> Vec<Table> {
        let mut tables = Vec::new();
        while order.len() >= seats.max(1) {
            let mut table = vec![order.remove(0)];
            while table.len() < seats {
                let met = |bot: usize| table.iter().map(|&other| self.meetings(bot, other)).sum::<u32>();
                let nearest = order.iter().enumerate().min_by_key(|&(at, &bot)| (met(bot), at));
                let Some((at, _)) = nearest else { break };
                table.push(order.remove(at));
            }
            tables.push(table);
        }
        tables
    }

    fn meetings(&self, one: usize, other: usize) -> u32 {
        self.met.get(&(one.min(other), one.max(other))).copied().unwrap_or(0)
    }
}

/// So many rounds tell one winner from all others, if every game has one.
#[must_use]
pub fn rounds(bots: usize, seats: usize) -> u64 {
    let mut rounds = 1;
    let mut told_apart = seats.max(2);
    while told_apart < bots {
        rounds += 1;
        told_apart = told_apart.saturating_mul(seats.max(2));
    }
    rounds
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn nobody_meets_twice_as_long_as_that_can_be() {
        let mut swiss = Swiss::new(8);
        let mut seen = BTreeSet::new();
        for _ in 0..7 {
            let tables = swiss.draw(2, 1);
            assert_eq!(tables.len(), 4);
            for table in tables {
                swiss.add(&table, table.iter().min().copied());
                let mut pair = table;
                pair.sort_unstable();
                assert!(seen.insert(pair.clone()), "{pair:?} meet again");
            }
        }
        assert_eq!(seen.len(), 28);
        assert_eq!(swiss.draw(2, 1).len(), 4, "then they meet again");
    }

    #[test]
    fn equals_meet_and_the_last_sits_out_once() {
        let mut swiss = Swiss::new(5);
        assert_eq!(swiss.draw(2, 1), [[0, 1], [2, 3]]);
        swiss.add(&[0, 1], Some(1));
        swiss.add(&[2, 3], Some(3));
        assert_eq!(swiss.draw(2, 1), [[1, 3], [4, 0]], "4 has sat out, so 2 does");
        swiss.add(&[1, 3], None);
        assert_eq!(swiss.points[1].to_bits(), 1.5_f64.to_bits());
    }

    #[test]
    fn tables_of_four_mix() {
        let mut swiss = Swiss::new(9);
        let first = swiss.draw(4, 1);
        assert_eq!(first, [[0, 1, 2, 3], [4, 5, 6, 7]]);
        for table in &first {
            swiss.add(table, Some(table[0]));
        }
        let second = swiss.draw(4, 1);
        assert_eq!(second[0][..2], [0, 4], "the winners meet");
    }

    #[test]
    fn as_many_rounds_as_tell_a_winner() {
        assert_eq!([2, 3, 4, 5, 8, 9].map(|bots| rounds(bots, 2)), [1, 2, 2, 3, 3, 4]);
        assert_eq!([4, 5, 16, 17].map(|bots| rounds(bots, 4)), [1, 2, 2, 3]);
    }
}
