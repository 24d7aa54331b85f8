//! What stalls make of a piece of work.

use crate::record::StallFigures;

/// The stalls of a machine, repeated for ever.
#[derive(Debug, Clone)]
pub(super) struct StallPattern {
    /// How long a program runs until it all begins again; none if nothing stalls.
    round: f64,
    /// By what has run before it: each stall, and what all of them up to it take together.
    stalls: Vec<(f64, f64)>,
}

impl StallPattern {
    /// Of the stalls of a profile.
    #[must_use]
    pub(super) fn new(figures: &StallFigures) -> Self {
        let (mut at, mut total) = (0.0, 0.0);
        let stalls: Vec<(f64, f64)> = figures
            .stalls
            .iter()
            .map(|[after, length]| {
                at += after;
                total += length;
                (at, total)
            })
            .collect();
        Self { round: figures.ran_ms.max(at), stalls }
    }

    /// Moments, as run so far, at which a piece of work may begin: so many, evenly apart, and all of them later by `shift`
    /// of what they are apart, from 0 to 1. Nothing begins in a stall.
    pub(super) fn beginnings(&self, count: u32, shift: f64) -> impl Iterator<Item = f64> {
        let step = self.round / f64::from(count);
        (0..count).map(move |at| (f64::from(at) + shift) * step)
    }

    /// What so much work takes on the wall if it begins at a moment.
    #[must_use]
    pub(super) fn wall(&self, begin: f64, work: f64) -> f64 {
        work + self.waited(begin + work) - self.waited(begin)
    }

    /// What so much work takes at worst.
    #[must_use]
    pub(super) fn worst(&self, work: f64) -> f64 {
        // At worst it begins just before a stall.
        let before = self.stalls.iter().map(|(at, _)| (at - 1e-6).max(0.0));
        before.map(|begin| self.wall(begin, work.max(2e-6))).fold(work, f64::max)
    }

    /// All that was waited by the time that it has run for so long.
    fn waited(&self, ran: f64) -> f64 {
        let Some(&(_, total)) = self.stalls.last() else { return 0.0 };
        if self.round <= 0.0 {
            return 0.0;
        }
        let rounds = (ran / self.round).floor();
        let rest = ran - rounds * self.round;
        let passed = self.stalls.partition_point(|(at, _)| *at <= rest);
        let in_this = passed.checked_sub(1).and_then(|last| self.stalls.get(last)).map_or(0.0, |it| it.1);
        rounds * total + in_this
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Half of a core: 50 ms, and then nothing for as long.
    fn quota() -> StallPattern {
        StallPattern::new(&StallFigures { ran_ms: 150.0, stalls: vec![[50.0, 50.0]; 3] })
    }

    #[test]
    fn work_takes_the_stalls_that_it_meets() {
        let pattern = quota();
        let wall = |begin, work| (pattern.wall(begin, work) * 1e3).round() / 1e3;
        assert_eq!(wall(0.0, 10.0), 10.0);
        assert_eq!(wall(45.0, 10.0), 60.0);
        assert_eq!(wall(0.0, 150.0), 300.0);
        assert_eq!(wall(45.0, 300.0), 600.0, "the pattern begins anew");
        assert_eq!(pattern.worst(10.0).round(), 60.0);
        assert_eq!(pattern.worst(120.0).round(), 270.0);
    }

    #[test]
    fn nothing_stalls_where_nothing_did() {
        let pattern = StallPattern::new(&StallFigures { ran_ms: 1000.0, stalls: Vec::new() });
        assert_eq!(pattern.wall(3.0, 10.0), 10.0);
        assert_eq!(pattern.worst(10.0), 10.0);
        assert_eq!(pattern.beginnings(4, 0.5).collect::<Vec<_>>(), [125.0, 375.0, 625.0, 875.0]);
    }
}
