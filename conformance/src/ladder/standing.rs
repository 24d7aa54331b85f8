//! From a week's games to the order of the next one.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use super::bootstrap::rank_intervals;
use super::settings::Overruns;
use crate::record::{Score, Standing};

/// A game that was played, as far as standings go. Bots are indices into the order of the week; those who are in it no
/// more come behind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The week.
    pub week: u32,
    /// The table, unlike those of other weeks.
    pub table: usize,
    /// Who sat where.
    pub seating: Vec<usize>,
    /// What each of them played at first, in the words of a record.
    pub sides: Vec<String>,
    /// The seat that won.
    pub winner: Option<usize>,
    /// The seat that has overrun its time and lost by that.
    pub overrun: Option<usize>,
    /// Seats whose bots could not be started, where nobody won by that.
    pub absent: Vec<usize>,
}

/// The standings after these games of bots with these numbers, in the order of the week, best first: by rating, then by
/// games won, then in the old order. Who overran its time has lost the games of the week in which it did.
#[must_use]
pub fn standings(
    order: &[u32],
    week: u32,
    games: &[Outcome],
    overruns: Overruns,
    seed: u64,
) -> Vec<Standing> {
    let mut disqualified = BTreeSet::new();
    if overruns == Overruns::Disqualify {
        let late = |game: &Outcome| game.seating.get(game.overrun?).map(|bot| (game.week, *bot));
        disqualified.extend(games.iter().filter_map(late));
    }
    let mut scores = vec![Score::default(); order.len()];
    let mut sides = vec![BTreeMap::<String, Score>::new(); order.len()];
    let mut counted = Vec::with_capacity(games.len());
    for game in games {
        let is_out = |bot: usize| disqualified.contains(&(game.week, bot));
        let winner = winner(game, &is_out);
        for (seat, &bot) in game.seating.iter().enumerate().filter(|(_, bot)| **bot < order.len()) {
            // Of several who are all disqualified, or not there, each has lost.
            let won = if is_out(bot) || (winner.is_none() && game.absent.contains(&seat)) {
                Some(false)
            } else {
                winner.map(|winner| winner == bot)
            };
            scores[bot].add(won);
            if let Some(side) = game.sides.get(seat) {
                sides[bot].entry(side.clone()).or_default().add(won);
            }
        }
        counted.push((game.table, winner.filter(|winner| *winner < order.len())));
    }
    let ranks = rank_intervals(&scores, &counted, seed);
    let mut places: Vec<usize> = (0..order.len()).collect();
    places.sort_by(|&a, &b| compare(&scores[a], &scores[b]));
    let standing = |(at, bot): (usize, usize)| Standing {
        place: at + 1,
        before: bot + 1,
        bot: order[bot],
        score: scores[bot],
        sides: std::mem::take(&mut sides[bot]),
        rating: 100.0 * scores[bot].share(),
        // Who has not played may be anywhere.
        ranks: if scores[bot].games == 0 { [1, order.len()] } else { ranks[bot] },
        disqualified: disqualified.contains(&(week, bot)),
    };
    places.into_iter().enumerate().map(standing).collect()
}

/// Who wins a game when those who are disqualified have lost it: of two, the other one.
fn winner(game: &Outcome, is_out: &dyn Fn(usize) -> bool) -> Option<usize> {
    let winner = game.winner.and_then(|seat| game.seating.get(seat)).copied();
    let lost = |bot: &&usize| is_out(**bot);
    if !game.seating.iter().any(|bot| lost(&bot)) {
        return winner;
    }
    match game.seating.as_slice() {
        [a, b] => [a, b].into_iter().find(|bot| !lost(bot)).copied(),
        _ => winner.filter(|winner| !lost(&winner)),
    }
}

/// The better one first; those who are as good stay as they were.
pub(super) fn compare(a: &Score, b: &Score) -> Ordering {
    // won / games, without division: who has not played has won nothing.
    let share = |own: &Score, other: &Score| u128::from(own.won) * u128::from(other.games.max(1));
    share(b, a).cmp(&share(a, b)).then(b.won.cmp(&a.won))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(seating: [usize; 2], winner: Option<usize>, overrun: Option<usize>) -> Outcome {
        let sides = vec!["more".to_owned(), "fewer".to_owned()];
        Outcome {
            week: 1,
            table: seating[0].min(seating[1]),
            seating: seating.to_vec(),
            sides,
            winner,
            overrun,
            absent: Vec::new(),
        }
    }

    fn order(games: &[Outcome]) -> Vec<u32> {
        let all = standings(&[10, 20, 30], 1, games, Overruns::Disqualify, 1);
        all.iter().map(|standing| standing.bot).collect()
    }

    #[test]
    fn the_next_order_is_by_rating_then_games_won_then_the_old_one() {
        // 30 has won half of two, 20 half of four, 10 half of two.
        let games = [
            game([0, 1], Some(0), None),
            game([1, 0], Some(0), None),
            game([1, 2], Some(0), None),
            game([2, 1], Some(0), None),
        ];
        assert_eq!(order(&games), [20, 10, 30]);
        assert_eq!(order(&[game([1, 2], Some(1), None)]), [30, 10, 20], "no rating is one of 0");
    }

    #[test]
    fn an_overrun_loses_all_games_of_the_week() {
        let games = [
            game([0, 1], Some(0), None),
            game([1, 0], Some(1), None),
            game([0, 1], Some(1), Some(0)),
            game([1, 2], None, None),
        ];
        let all = standings(&[10, 20, 30], 1, &games, Overruns::Disqualify, 1);
        assert_eq!((all[0].bot, all[0].score.won, all[0].score.drawn), (20, 3, 1));
        let last = all.iter().find(|it| it.bot == 10).unwrap();
        assert!(last.disqualified);
        assert_eq!((last.score.lost, last.rating), (3, 0.0));
        let mild = standings(&[10, 20, 30], 1, &games, Overruns::Lose, 1);
        assert_eq!((mild[0].bot, mild[0].score.won), (10, 2));
    }

    #[test]
    fn of_two_who_are_disqualified_both_lose() {
        let games = [game([0, 1], Some(1), Some(0)), game([1, 0], Some(1), Some(0))];
        let all = standings(&[10, 20], 1, &games, Overruns::Disqualify, 1);
        assert!(all.iter().all(|it| it.disqualified && it.score.lost == 2 && it.score.won == 0), "{all:?}");
    }

    #[test]
    fn of_two_who_cannot_be_started_both_lose() {
        let games = [Outcome { absent: vec![0, 1], ..game([0, 1], None, None) }];
        let all = standings(&[10, 20], 1, &games, Overruns::Lose, 1);
        assert!(all.iter().all(|it| it.score.lost == 1 && it.score.drawn == 0), "{all:?}");
    }

    #[test]
    fn at_a_larger_table_nobody_inherits_a_win() {
        let table = Outcome {
            week: 1,
            table: 0,
            seating: vec![0, 1, 2],
            sides: Vec::new(),
            winner: Some(0),
            overrun: Some(0),
            absent: Vec::new(),
        };
        let all = standings(&[10, 20, 30], 1, &[table], Overruns::Disqualify, 1);
        assert_eq!(all.iter().map(|it| it.score.won).sum::<u64>(), 0);
        assert_eq!(all.iter().find(|it| it.bot == 10).unwrap().score.lost, 1);
    }

    #[test]
    fn who_has_not_played_may_have_any_rank() {
        let all = standings(&[10, 20, 30], 1, &[game([0, 1], Some(0), None)], Overruns::Lose, 1);
        assert_eq!((all[2].bot, all[2].ranks), (30, [1, 3]));
        assert_eq!(all[0].ranks, [1, 1]);
    }

    #[test]
    fn ratings_are_split_by_side() {
        let games = [game([0, 1], Some(0), None), game([1, 0], Some(0), None)];
        let all = standings(&[10, 20], 1, &games, Overruns::Disqualify, 1);
        let first = &all[0];
        assert_eq!((first.rating, first.sides["more"].won, first.sides["fewer"].won), (50.0, 1, 0));
    }

    #[test]
    fn an_overrun_loses_the_games_of_its_own_week_only() {
        let later = Outcome { week: 2, table: 5, ..game([0, 1], Some(0), None) };
        let all = standings(&[10, 20], 2, &[game([0, 1], Some(1), Some(0)), later], Overruns::Disqualify, 1);
        let first = all.iter().find(|it| it.bot == 10).unwrap();
        assert_eq!((first.score.won, first.score.lost, first.disqualified), (1, 1, false));
    }

    #[test]
    fn games_against_those_who_have_left_count() {
        let games = [game([0, 2], Some(0), None), game([2, 1], Some(2), None), game([0, 3], None, None)];
        let all = standings(&[10, 20], 1, &games, Overruns::Disqualify, 1);
        assert_eq!(
            all.iter().map(|it| (it.bot, it.score.won, it.score.games)).collect::<Vec<_>>(),
            [(10, 1, 2), (20, 0, 1)]
        );
    }
}
