//! The sequential test of whether one bot is better than another, on the results of pairs of games.
//!
//! In the two games of a pair the opening is the same and the sides are exchanged, so what the opening gives to a side
//! cancels out. A pair has five results, from none to two points; the test takes their frequencies as they come (a
//! pentanomial distribution), so that it needs fewer games than one that takes all games for independent.
//!
//! The log-likelihood ratio is that of the likeliest distribution with the mean that `elo1` expects against the likeliest
//! with the mean that `elo0` expects: the generalized test of M. Van den Bergh, "A practical introduction to the GSPRT",
//! as Fishtest and fastchess have it.

use crate::record::{Z, float};

/// How often the test may be wrong, either way.
pub const ERROR: f64 = 0.05;

/// A result that has not been seen yet counts so much, lest a likelihood be 0.
const UNSEEN: f64 = 1e-3;

/// Two claims about the difference between two bots, in Elo points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hypotheses {
    /// It is no more than this.
    pub elo0: f64,
    /// It is no less than this.
    pub elo1: f64,
}

/// What a test has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// `elo0`: the difference is no more than that.
    Elo0,
    /// `elo1`: it is no less than that.
    Elo1,
}

/// Pairs by their points, 0, ½, 1, 1½ and 2, of the first bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// Counts a pair with so many half points, at most 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The distribution of points of a pair, from 0 to 1, and how many pairs that is of.
    fn distribution(&self) -> (Vec<(f64, f64)>, f64) {
        let counts = self.0.map(|count| if count == 0 { UNSEEN } else { float(count) });
        let all: f64 = counts.iter().sum();
        (
            [0.0, 0.25, 0.5, 0.75, 1.0]
                .into_iter()
                .zip(counts)
                .map(|(at, count)| (at, count / all))
                .collect(),
            all,
        )
    }

    /// The share of points and its variance, of one pair.
    fn moments(&self) -> (f64, f64) {
        let (distribution, _) = self.distribution();
        let mean: f64 = distribution.iter().map(|(at, share)| at * share).sum();
        (mean, distribution.iter().map(|(at, share)| share * (at - mean).powi(2)).sum())
    }

    /// The difference in Elo points and its interval for 95 %; none without any pair.
    #[must_use]
    pub fn elo(&self) -> Option<(f64, [f64; 2])> {
        if self.count() == 0 {
            return None;
        }
        let (mean, variance) = self.moments();
        let error = (variance / float(self.count())).sqrt();
        Some((elo(mean), [elo(mean - Z * error), elo(mean + Z * error)]))
    }
}

impl Hypotheses {
    /// The log-likelihood ratio: above 0 the pairs speak for `elo1`.
    #[must_use]
    pub fn ratio(&self, pairs: &Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let (distribution, all) = pairs.distribution();
        all * self.step(&distribution).0
    }

    /// What a pair adds to the ratio, on average, and its variance.
    fn step(&self, distribution: &[(f64, f64)]) -> (f64, f64) {
        let [of_0, of_1] = [self.elo0, self.elo1].map(|elo| with_mean(distribution, share(elo)));
        let gains = of_0.iter().zip(of_1).map(|(of_0, of_1)| (of_1 / of_0).ln());
        let gains: Vec<(f64, f64)> = distribution.iter().map(|(_, seen)| *seen).zip(gains).collect();
        let mean: f64 = gains.iter().map(|(seen, gain)| seen * gain).sum();
        (mean, gains.iter().map(|(seen, gain)| seen * (gain - mean).powi(2)).sum())
    }

    /// Between these two, the test goes on.
    #[must_use]
    pub fn bounds() -> [f64; 2] {
        let upper = ((1.0 - ERROR) / ERROR).ln();
        [-upper, upper]
    }

    /// What the pairs have decided; none while they have not.
    #[must_use]
    pub fn decision(&self, pairs: &Pairs) -> Option<Decision> {
        let (ratio, [lower, upper]) = (self.ratio(pairs), Self::bounds());
        if ratio >= upper {
            Some(Decision::Elo1)
        } else if ratio <= lower {
            Some(Decision::Elo0)
        } else {
            None
        }
    }

    /// How many pairs more are expected, if both bots go on as they have; none without any pair.
    ///
    /// The ratio is taken for a random walk with the drift and the variance that the pairs show, up to either bound.
    #[must_use]
    pub fn pairs_left(&self, pairs: &Pairs) -> Option<f64> {
        if pairs.count() == 0 {
            return None;
        }
        if self.decision(pairs).is_some() {
            return Some(0.0);
        }
        Some(Self::expected(self.ratio(pairs), self.step(&pairs.distribution().0)))
    }

    /// The pairs that a walk takes from this ratio to a bound, by the average and the variance of its steps.
    fn expected(ratio: f64, (drift, spread): (f64, f64)) -> f64 {
        let [lower, upper] = Self::bounds();
        let (down, up) = (ratio - lower, upper - ratio);
        // A drift that makes no difference between here and a bound is as good as none.
        if (drift * (upper - lower) / spread).abs() < 1e-6 {
            return down * up / spread;
        }
        let passes = |way: f64| 1.0 - (-2.0 * drift * way / spread).exp();
        let chance_up = if drift > 0.0 {
            passes(down) / passes(upper - lower)
        } else {
            // The same, without numbers that are too large.
            let fade = |way: f64| (2.0 * drift * way / spread).exp();
            (fade(up) - fade(upper - lower)) / (1.0 - fade(upper - lower))
        };
        (chance_up * up - (1.0 - chance_up) * down) / drift
    }
}

/// The distribution that is likeliest of all with this mean, where that one was seen.
fn with_mean(seen: &[(f64, f64)], mean: f64) -> Vec<f64> {
    // Each share is divided by 1 + tilt · (value − mean); only one tilt gives that mean, and it lies between these.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    let excess = |tilt: f64| -> f64 {
        seen.iter().map(|(at, share)| share * (at - mean) / (1.0 + tilt * (at - mean))).sum()
    };
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    let tilt = f64::midpoint(low, high);
    seen.iter().map(|(at, share)| share / (1.0 + tilt * (at - mean))).collect()
}

/// The share of points that a difference in Elo leads to one to expect.
fn share(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The difference in Elo that a share of points stands for.
fn elo(share: f64) -> f64 {
    let share = share.clamp(1e-6, 1.0 - 1e-6);
    -400.0 * (1.0 / share - 1.0).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A test of montytest, which runs Fishtest: <https://montytest.muzhen.org/tests/stats/69d3c8dc7c5b3724e29d2712> has
    /// these pairs and elo1 2.716, and says "Logistic (exact) -0.53772", "Elo -43.6578", "[-2.9444, 2.9444]".
    #[test]
    fn the_ratio_is_that_of_fishtest() {
        let pairs = Pairs([13, 37, 50, 25, 3]);
        let hypotheses = Hypotheses { elo0: 0.0, elo1: 2.716 };
        let ratio = hypotheses.ratio(&pairs);
        // The published bound is rounded: half a thousandth of an Elo is a ten thousandth here.
        assert!((ratio - -0.537_72).abs() < 1e-4, "{ratio}");
        let [lower, upper] = Hypotheses::bounds();
        assert!((lower + 2.9444).abs() < 5e-5 && (upper - 2.9444).abs() < 5e-5);
        let (elo, [low, high]) = pairs.elo().unwrap();
        assert!((elo - -43.6578).abs() < 0.01, "{elo}");
        assert!(low < elo && elo < high);
        assert_eq!(hypotheses.decision(&pairs), None);
        // In the same source, of the same pairs: variance 0.05762 a pair.
        assert!((pairs.moments().1 - 0.057_62).abs() < 1e-5);
    }

    /// M. Van den Bergh's simulator of pentanomial tests (github.com/vdbergh/simul) has an example in its README: bounds of
    /// 0 and 1.11905 Elo, a bot half way between, these probabilities of a pair's results; simulated, a test takes 42,049
    /// games on average, and half of the tests pass.
    #[test]
    fn the_expected_length_is_that_of_a_simulation() {
        let hypotheses = Hypotheses { elo0: 0.0, elo1: 1.119_05 };
        let results = [0.000_586, 0.045_994, 0.903_702, 0.049_052, 0.000_667];
        let distribution: Vec<(f64, f64)> = [0.0, 0.25, 0.5, 0.75, 1.0].into_iter().zip(results).collect();
        let games = 2.0 * Hypotheses::expected(0.0, hypotheses.step(&distribution));
        assert!((games / 42_049.0 - 1.0).abs() < 0.01, "{games}");
    }

    #[test]
    fn better_and_equal_bots_are_told_apart() {
        let hypotheses = Hypotheses { elo0: 0.0, elo1: 50.0 };
        assert_eq!(hypotheses.decision(&Pairs([0, 10, 100, 60, 10])), Some(Decision::Elo1));
        assert_eq!(hypotheses.decision(&Pairs([10, 60, 100, 10, 0])), Some(Decision::Elo0));
        assert_eq!(hypotheses.decision(&Pairs([0, 0, 1, 0, 0])), None);
        assert_eq!(hypotheses.pairs_left(&Pairs::default()), None);
        for pairs in [[0, 0, 1, 0, 0], [1, 0, 0, 0, 0], [0, 0, 0, 0, 1], [3, 4, 9, 5, 2], [0, 0, 0, 0, 60]] {
            let left = hypotheses.pairs_left(&Pairs(pairs)).unwrap();
            assert!(left.is_finite() && left >= 0.0, "{pairs:?}: {left}");
        }
        // Bots that draw all their pairs: what is left of the way takes as long as that before it, step for step.
        for count in [1, 5, 15] {
            let pairs = Pairs([0, 0, count, 0, 0]);
            let [lower, _] = Hypotheses::bounds();
            let rest = lower / hypotheses.ratio(&pairs) - 1.0;
            let left = hypotheses.pairs_left(&pairs).unwrap();
            assert!((left / (float(count) * rest) - 1.0).abs() < 0.05, "{count}: {left}, {rest}");
        }
        // As much evidence one way as the other: it takes the same time whichever way it is seen.
        let [one, other] = [[2, 4, 9, 5, 3], [3, 5, 9, 4, 2]].map(|pairs| {
            let around = Hypotheses { elo0: -20.0, elo1: 20.0 };
            around.pairs_left(&Pairs(pairs)).unwrap()
        });
        assert!((one - other).abs() < 1e-6 * one, "{one} {other}");
    }

    /// What pairs are for: an opening that decides every game says nothing for either bot, and the test knows.
    #[test]
    fn openings_that_decide_games_cancel_out() {
        let hypotheses = Hypotheses { elo0: 0.0, elo1: 20.0 };
        // Nine pairs of ten are one all; as single games they would be as uncertain as tossed coins.
        let pairs = Pairs([2, 0, 90, 0, 8]);
        let coins = Pairs([22, 0, 50, 0, 28]);
        assert!(hypotheses.ratio(&pairs) > 2.0 * hypotheses.ratio(&coins));
    }
}
