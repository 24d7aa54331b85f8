//! How strong bots are, fitted to all games at once.
//!
//! Each bot has a strength; of those at a board each wins with the probability of its strength's share in the sum of all.
//! For two bots that is the model of Bradley and Terry (1952), for more that of Plackett (1975) and Luce (1959) for the first
//! place, which is the only one that counts. A game that nobody wins is shared by those in the first place, half a win each
//! for two.
//!
//! The strengths are those under which the games were likeliest, found by Newton's method; the intervals come of the
//! curvature there. A bot that has won every game would be infinitely strong, so each bot is also given [`PRIOR`] wins and
//! as many losses against an average one.
//!
//! Crates such as skillratings update ratings game by game, which depends on the order of games; none fits them at once.

use crate::record::{Z, float};

/// Wins and losses against an average bot that each bot is given: what the R package PlackettLuce adds by default.
pub const PRIOR: f64 = 0.5;

/// Elo points of a factor of e in strength.
pub const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Games of the same bots.
#[derive(Debug, Clone, PartialEq)]
pub struct Results {
    /// Who played: indices of bots, no one twice.
    pub bots: Vec<usize>,
    /// How many games each of them won, in the same order.
    pub won: Vec<f64>,
}

/// How strong a bot is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// The logarithm of its strength; the mean of all is 0.
    pub log_strength: f64,
    /// The standard error of that.
    pub error: f64,
}

impl Rating {
    /// In Elo points: 400 more stand for ten times the strength.
    #[must_use]
    pub fn elo(&self) -> f64 {
        self.log_strength * ELO
    }

    /// The interval for 95 %, in Elo points.
    #[must_use]
    pub fn interval(&self) -> [f64; 2] {
        [-Z, Z].map(|z| (self.log_strength + z * self.error) * ELO)
    }
}

/// The ratings of so many bots under which these results are likeliest. `prior` is how many wins and losses against an
/// average bot each of them is given.
///
/// None if there is no such rating: without a prior, a bot that always wins has none, nor have bots that have not met.
#[must_use]
pub fn fit(bots: usize, results: &[Results], prior: f64) -> Option<Vec<Rating>> {
    let mut strengths = vec![0.0; bots];
    let mut likelihood = log_likelihood(&strengths, results, prior);
    for _ in 0..MAX_STEPS {
        let (slope, curvature) = derivatives(&strengths, results, prior);
        let step = curvature.inverse()?.times(&slope);
        // Half the step as long as it leads downhill: the likelihood has one summit only.
        let mut share = 1.0;
        let (next, higher) = loop {
            let next: Vec<f64> = strengths.iter().zip(&step).map(|(at, step)| at + share * step).collect();
            let higher = log_likelihood(&next, results, prior);
            // No more exact than its digits.
            if higher >= likelihood - (1.0 + likelihood.abs()) * EXACT || share < SMALL {
                break (next, higher);
            }
            share /= 2.0;
        };
        (strengths, likelihood) = (next, higher);
        if step.iter().all(|step| step.abs() < SMALL) {
            let (_, curvature) = derivatives(&strengths, results, prior);
            return Some(centred(&strengths, &curvature.inverse()?));
        }
    }
    None
}

/// Newton's method takes a handful of steps.
const MAX_STEPS: usize = 100;
/// A step in the logarithm of a strength that makes no difference to anybody.
const SMALL: f64 = 1e-8;
/// How exactly sums of many logarithms are known.
const EXACT: f64 = 1e-13;

fn log_likelihood(strengths: &[f64], results: &[Results], prior: f64) -> f64 {
    let of_games = results.iter().map(|games| {
        let chances = chances(strengths, &games.bots);
        games.won.iter().zip(chances).map(|(won, chance)| won * chance.ln()).sum::<f64>()
    });
    let of_prior = strengths.iter().map(|at| -prior * ((1.0 + at.exp()).ln() + (1.0 + (-at).exp()).ln()));
    of_games.sum::<f64>() + of_prior.sum::<f64>()
}

/// The probability of winning, for each of these.
fn chances(strengths: &[f64], bots: &[usize]) -> Vec<f64> {
    let most = bots.iter().map(|&bot| strengths[bot]).fold(f64::NEG_INFINITY, f64::max);
    let relative: Vec<f64> = bots.iter().map(|&bot| (strengths[bot] - most).exp()).collect();
    let sum: f64 = relative.iter().sum();
    relative.into_iter().map(|strength| strength / sum).collect()
}

/// The slope of the log-likelihood, and its curvature downwards.
fn derivatives(strengths: &[f64], results: &[Results], prior: f64) -> (Vec<f64>, Matrix) {
    let bots = strengths.len();
    let mut slope = vec![0.0; bots];
    // Only differences count, so without a prior the curvature along their mean is 0; any other will do.
    let mut curvature = Matrix::filled(bots, if prior > 0.0 { 0.0 } else { 1.0 / float(bots as u64) });
    for games in results {
        let (chances, played) = (chances(strengths, &games.bots), games.won.iter().sum::<f64>());
        for ((&bot, won), chance) in games.bots.iter().zip(&games.won).zip(&chances) {
            slope[bot] += won - played * chance;
            curvature.rows[bot][bot] += played * chance;
            for (&other, with) in games.bots.iter().zip(&chances) {
                curvature.rows[bot][other] -= played * chance * with;
            }
        }
    }
    for (bot, at) in strengths.iter().enumerate() {
        let chance = 1.0 / (1.0 + (-at).exp());
        slope[bot] += prior - 2.0 * prior * chance;
        curvature.rows[bot][bot] += 2.0 * prior * chance * (1.0 - chance);
    }
    (slope, curvature)
}

/// Strengths about their mean, with the errors of that.
fn centred(strengths: &[f64], covariance: &Matrix) -> Vec<Rating> {
    let count = float(strengths.len() as u64);
    let mean = strengths.iter().sum::<f64>() / count;
    let of_row: Vec<f64> = covariance.rows.iter().map(|row| row.iter().sum::<f64>() / count).collect();
    let of_all = of_row.iter().sum::<f64>() / count;
    let rating = |(bot, at): (usize, &f64)| {
        let variance = covariance.rows[bot][bot] - 2.0 * of_row[bot] + of_all;
        Rating { log_strength: at - mean, error: variance.max(0.0).sqrt() }
    };
    strengths.iter().enumerate().map(rating).collect()
}

/// A square matrix.
struct Matrix {
    rows: Vec<Vec<f64>>,
}

impl Matrix {
    fn filled(size: usize, value: f64) -> Self {
        Self { rows: vec![vec![value; size]; size] }
    }

    fn times(&self, vector: &[f64]) -> Vec<f64> {
        self.rows.iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
    }

    /// By Gauss and Jordan; none if there is no inverse.
    fn inverse(&self) -> Option<Self> {
        let size = self.rows.len();
        let mut left = self.rows.clone();
        let mut right = Self::filled(size, 0.0).rows;
        for (at, row) in right.iter_mut().enumerate() {
            row[at] = 1.0;
        }
        for at in 0..size {
            let pivot = (at..size).max_by(|&a, &b| left[a][at].abs().total_cmp(&left[b][at].abs()))?;
            left.swap(at, pivot);
            right.swap(at, pivot);
            let scale = left[at][at];
            if scale.abs() < 1e-12 || !scale.is_finite() {
                return None;
            }
            for value in left[at].iter_mut().chain(&mut right[at]) {
                *value /= scale;
            }
            let (of_left, of_right) = (left[at].clone(), right[at].clone());
            for row in (0..size).filter(|&row| row != at) {
                let factor = left[row][at];
                for (value, by) in left[row].iter_mut().zip(&of_left) {
                    *value -= factor * by;
                }
                for (value, by) in right[row].iter_mut().zip(&of_right) {
                    *value -= factor * by;
                }
            }
        }
        Some(Self { rows: right })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(bots: &[usize], won: &[u32]) -> Results {
        Results { bots: bots.to_vec(), won: won.iter().map(|&won| won.into()).collect() }
    }

    /// Citations between four journals of statistics. Data and figures: Turner and Firth, "Bradley-Terry Models in R: The
    /// BradleyTerry2 Package", Journal of Statistical Software 48(9), 2012, section 2.1, where Biometrika is the reference.
    #[test]
    fn two_at_a_time_it_is_the_model_of_bradley_and_terry() {
        let cited = [[714, 730, 498, 221], [33, 425, 68, 17], [320, 813, 1072, 142], [284, 276, 325, 188]];
        let pairs = (0..4).flat_map(|one| (0..one).map(move |other| (one, other)));
        let results: Vec<Results> =
            pairs.map(|(one, other)| games(&[one, other], &[cited[one][other], cited[other][one]])).collect();
        let ratings = fit(4, &results, 0.0).unwrap();
        let above = |bot: usize| ratings[bot].log_strength - ratings[0].log_strength;
        for (bot, published) in [(1, -2.9491), (2, -0.4796), (3, 0.2690)] {
            assert!((above(bot) - published).abs() < 5e-5, "{bot}: {}", above(bot));
        }
        assert!(ratings.iter().map(|rating| rating.log_strength).sum::<f64>().abs() < 1e-9);
    }

    /// The standard errors of the same table: 0.1025, 0.0606 and 0.0708 against the reference.
    #[test]
    fn errors_are_those_of_the_published_table() {
        // With two bots, the difference is twice as far from the mean, and so is its error.
        let ratings = fit(2, &[games(&[0, 1], &[22, 13])], 0.0).unwrap();
        let error = (1.0_f64 / 22.0 + 1.0 / 13.0).sqrt();
        assert!((2.0 * ratings[0].error - error).abs() < 1e-9);
        let cited = [[714, 730, 498, 221], [33, 425, 68, 17], [320, 813, 1072, 142], [284, 276, 325, 188]];
        let pairs = (0..4).flat_map(|one| (0..one).map(move |other| (one, other)));
        let results: Vec<Results> =
            pairs.map(|(one, other)| games(&[one, other], &[cited[one][other], cited[other][one]])).collect();
        let ratings = fit(4, &results, 0.0).unwrap();
        let strengths: Vec<f64> = ratings.iter().map(|rating| rating.log_strength).collect();
        let covariance = derivatives(&strengths, &results, 0.0).1.inverse().unwrap().rows;
        for (bot, published) in [(1, 0.1025), (2, 0.0606), (3, 0.0708)] {
            let error = (covariance[bot][bot] + covariance[0][0] - 2.0 * covariance[bot][0]).sqrt();
            assert!((error - published).abs() < 5e-5, "{bot}: {error}");
        }
    }

    /// Which of four pictures people found most concerning: one winner out of four, as in Flit. Data: S. O'Neill, 2007;
    /// figures: R. Hankin, vignette "icons" of the R package hyper2.
    #[test]
    fn four_at_a_time_it_is_the_model_of_plackett_and_luce() {
        let results = [
            games(&[0, 1, 3, 5], &[5, 3, 4, 3]),
            games(&[0, 2, 3, 5], &[3, 5, 8, 2]),
            games(&[1, 2, 3, 5], &[4, 9, 2, 1]),
            games(&[0, 1, 3, 4], &[10, 3, 3, 4]),
            games(&[0, 2, 3, 4], &[4, 5, 6, 3]),
            games(&[1, 2, 3, 4], &[4, 3, 1, 3]),
            games(&[0, 1, 4, 5], &[5, 1, 1, 2]),
            games(&[0, 2, 4, 5], &[5, 1, 1, 1]),
            games(&[1, 2, 4, 5], &[9, 7, 2, 0]),
        ];
        let ratings = fit(6, &results, 0.0).unwrap();
        let strengths: Vec<f64> = ratings.iter().map(|rating| rating.log_strength.exp()).collect();
        let published = [0.252_30, 0.173_64, 0.224_58, 0.170_11, 0.110_69, 0.068_67];
        for (strength, published) in strengths.iter().zip(published) {
            let share = strength / strengths.iter().sum::<f64>();
            assert!((share - published).abs() < 2e-5, "{share} is not {published}");
        }
    }

    #[test]
    fn who_always_wins_is_finite_by_the_prior_alone() {
        let results = [games(&[0, 1], &[100, 0])];
        assert_eq!(fit(2, &results, 0.0), None);
        let ratings = fit(2, &results, PRIOR).unwrap();
        assert!(ratings[0].elo() > 150.0 && ratings[0].elo() < 1_000.0, "{ratings:?}");
        let [low, high] = ratings[0].interval();
        assert!(low < ratings[0].elo() && ratings[0].elo() < high);
        // Nobody has met the third.
        assert_eq!(fit(3, &results, 0.0), None);
        let third = fit(3, &results, PRIOR).unwrap()[2];
        assert!(third.elo().abs() < 1.0 && third.error > 1.0, "{third:?}");
        let equal = fit(2, &[Results { bots: vec![0, 1], won: vec![1.5, 1.5] }], PRIOR).unwrap();
        assert!(equal[0].elo().abs() < 1e-6);
    }

    #[test]
    fn a_hundred_thousand_games_to_none_are_rated() {
        let all = [games(&[0, 1, 2, 3], &[100_000, 0, 0, 0]), games(&[4, 0], &[1_000_000, 0])];
        let ratings = fit(5, &all, PRIOR).unwrap();
        assert!(ratings.iter().all(|rating| rating.elo().is_finite() && rating.error.is_finite()));
        assert!(ratings[4].elo() > ratings[0].elo() && ratings[0].elo() > ratings[1].elo());
    }
}
