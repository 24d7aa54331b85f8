//! How sure a place is.

use botspec_sdk::random::Random;

use super::standing::compare;
use crate::record::Score;

/// So many weeks are made up from the games of one.
const WEEKS: usize = 1_000;

/// The ranks, from 1, between which each bot stands in 95 of 100 weeks made up by drawing, at each table, as many of its
/// games as there are, with replacement.
///
/// `scores` are those of the week, in its order. Each game has its table and its winner.
#[must_use]
pub fn rank_intervals(scores: &[Score], games: &[(usize, Option<usize>)], seed: u64) -> Vec<[usize; 2]> {
    let mut tables: Vec<Vec<Option<usize>>> = Vec::new();
    for &(table, winner) in games {
        if tables.len() <= table {
            tables.resize_with(table + 1, Vec::new);
        }
        tables[table].push(winner);
    }
    let mut random = Random::seeded(seed);
    let mut drawn = scores.to_vec();
    let mut places: Vec<usize> = Vec::with_capacity(scores.len());
    let mut ranks: Vec<Vec<u32>> = vec![Vec::with_capacity(WEEKS); scores.len()];
    for _ in 0..WEEKS {
        drawn.iter_mut().for_each(|score| score.won = 0);
        for table in &tables {
            for _ in 0..table.len() {
                if let Some(winner) = table[random.index(table.len())] {
                    drawn[winner].won += 1;
                }
            }
        }
        places.clear();
        places.extend(0..scores.len());
        places.sort_by(|&a, &b| compare(&drawn[a], &drawn[b]));
        for (rank, &bot) in (1..).zip(&places) {
            ranks[bot].push(rank);
        }
    }
    let interval = |mut ranks: Vec<u32>| {
        ranks.sort_unstable();
        // 2.5 % below and 2.5 % above are left out.
        let cut = WEEKS / 40;
        [ranks[cut] as usize, ranks[WEEKS - 1 - cut] as usize]
    };
    ranks.into_iter().map(interval).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn week(wins: &[u64]) -> Vec<[usize; 2]> {
        let mut scores = vec![Score::default(); wins.len() + 1];
        let mut games = Vec::new();
        for (table, &won) in wins.iter().enumerate() {
            for game in 0..10 {
                let winner = if game < won { table } else { table + 1 };
                for bot in [table, table + 1] {
                    scores[bot].add(Some(bot == winner));
                }
                games.push((table, Some(winner)));
            }
        }
        rank_intervals(&scores, &games, 5)
    }

    #[test]
    fn who_always_wins_is_surely_first() {
        assert_eq!(week(&[10, 10, 10]), [[1, 1], [2, 2], [3, 3], [4, 4]]);
    }

    #[test]
    fn who_wins_half_may_be_anywhere() {
        assert!(week(&[5, 5]).iter().all(|[low, high]| high > low));
    }

    #[test]
    fn nobody_has_no_rank() {
        assert!(rank_intervals(&[], &[], 1).is_empty());
    }
}
