//! Pairs of games counted in the order of their numbers, whichever ends first, and what a test says of them.

use std::collections::{BTreeMap, BTreeSet};

use super::sprt::{Decision, Hypotheses, Pairs};

/// After so many pairs in a row that repeat earlier ones, no further one will be new.
const REPEATS: u64 = 100;

/// The pairs of two bots so far.
///
/// A pair counts when all before it are complete, so that a test is decided by the same games however many are played at
/// once. One that repeats an earlier pair move for move says nothing new and is left out.
#[derive(Debug, Clone, Default)]
pub struct PairCount {
    hypotheses: Option<Hypotheses>,
    counted: Pairs,
    decision: Option<Decision>,
    /// Games of pairs that are not complete, or wait for an earlier one.
    waiting: BTreeMap<u64, Vec<Option<Game>>>,
    /// The last pair that was looked at.
    last: u64,
    seen: BTreeSet<Vec<u64>>,
    repeated: u64,
    repeated_in_a_row: u64,
}

/// What counts of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Game {
    /// The first bot's half points: 2 for a win, 1 if nobody won.
    pub half_points: usize,
    /// A number that a game has in common with one that is the same over again, and with no other.
    pub identity: u64,
}

impl PairCount {
    /// Nothing counted yet.
    #[must_use]
    pub fn new(hypotheses: Option<Hypotheses>) -> Self {
        Self { hypotheses, ..Self::default() }
    }

    /// Counts a game of this pair; none if it could not be judged: then the pair is left out.
    pub fn add(&mut self, pair: u64, game: Option<Game>) {
        self.waiting.entry(pair).or_default().push(game);
        while let Some(games) = self.waiting.get(&(self.last + 1)).filter(|games| games.len() == 2) {
            let games: Option<Vec<Game>> = games.iter().copied().collect();
            self.last += 1;
            self.waiting.remove(&self.last);
            if let Some(games) = games.filter(|_| !self.is_over()) {
                self.complete(&games);
            }
        }
    }

    fn complete(&mut self, games: &[Game]) {
        let mut identity: Vec<u64> = games.iter().map(|game| game.identity).collect();
        identity.sort_unstable();
        if self.seen.insert(identity) {
            self.repeated_in_a_row = 0;
            self.counted.add(games.iter().map(|game| game.half_points).sum());
            self.decision = self.hypotheses.and_then(|hypotheses| hypotheses.decision(&self.counted));
        } else {
            self.repeated += 1;
            self.repeated_in_a_row += 1;
        }
    }

    /// Whether a test has come to its end: it is decided, or nothing new is played any more.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.hypotheses.is_some() && (self.decision.is_some() || self.repeated_in_a_row >= REPEATS)
    }

    /// Whether a test has come to its end without a decision, since nothing new was played any more.
    #[must_use]
    pub const fn is_exhausted(&self) -> bool {
        self.is_over() && self.decision.is_none()
    }

    /// The claims that are tested.
    #[must_use]
    pub const fn hypotheses(&self) -> Option<Hypotheses> {
        self.hypotheses
    }

    /// What the test has decided.
    #[must_use]
    pub const fn decision(&self) -> Option<Decision> {
        self.decision
    }

    /// Pairs that are counted.
    #[must_use]
    pub const fn counted(&self) -> &Pairs {
        &self.counted
    }

    /// Pairs that repeat an earlier one.
    #[must_use]
    pub const fn repeated(&self) -> u64 {
        self.repeated
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(half_points: usize, identity: u64) -> Option<Game> {
        Some(Game { half_points, identity })
    }

    #[test]
    fn pairs_count_in_their_order() {
        let mut count = PairCount::new(Some(Hypotheses { elo0: 0.0, elo1: 20.0 }));
        count.add(2, game(2, 1));
        count.add(2, game(2, 2));
        assert_eq!(count.counted().count(), 0, "the first pair is still played");
        count.add(1, game(0, 3));
        count.add(1, game(1, 4));
        assert_eq!(count.counted(), &Pairs([0, 1, 0, 0, 1]));
        count.add(3, None);
        count.add(3, game(2, 5));
        assert_eq!(count.counted().count(), 2, "half a pair is none");
    }

    #[test]
    fn what_is_played_again_does_not_count() {
        let mut count = PairCount::new(Some(Hypotheses { elo0: 0.0, elo1: 20.0 }));
        for pair in 1..=REPEATS + 1 {
            assert!(!count.is_over());
            count.add(pair, game(2, 7));
            count.add(pair, game(2, 8));
        }
        assert_eq!((count.counted().count(), count.repeated()), (1, REPEATS));
        assert!(count.is_over() && count.is_exhausted() && count.decision().is_none(), "nothing new comes");
    }

    #[test]
    fn a_decision_stays() {
        let mut count = PairCount::new(Some(Hypotheses { elo0: 0.0, elo1: 400.0 }));
        let mut pair = 0;
        while count.decision().is_none() {
            pair += 1;
            count.add(pair, game(2, 2 * pair));
            count.add(pair, game(2, 2 * pair + 1));
        }
        let counted = *count.counted();
        assert_eq!(count.decision(), Some(Decision::Elo1));
        count.add(pair + 1, game(0, 0));
        count.add(pair + 1, game(0, 1));
        assert_eq!(count.counted(), &counted, "what was in progress then is not looked at");
    }
}
