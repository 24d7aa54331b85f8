//! What became of a whole run of `play`.

use serde::Serialize;
use serde_json::Value;

use super::interval::{Z, float};
use super::{GameName, Timing, Tool, Variant};

/// Games between bots, counted.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PlayReport {
    /// `botspec.play/1`.
    pub schema: &'static str,
    /// Who made the report.
    pub tool: Tool,
    /// Which game.
    pub game: GameName,
    /// Which form of it.
    pub variant: Variant,
    /// The seed of all chance.
    pub seed: u64,
    /// Games that were asked for.
    pub games: u64,
    /// Games that came to an end.
    pub played: u64,
    /// Of these, games that differ in who sat where, in a move, or in the end.
    pub distinct: u64,
    /// Games that could not be judged, as the machine was too busy.
    pub void: u64,
    /// How many moves were drawn at random at the beginning of each game.
    pub opening: u32,
    /// Who met whom: `round-robin`, `gauntlet` or `swiss`; none where all bots sat at one board.
    pub format: Option<&'static str>,
    /// Who had how many points against whom; none where all bots sat at one board.
    pub meetings: Vec<Meeting>,
    /// The openings that were played, in the order of their moves, and what became of them; none if there are too many.
    pub openings: Vec<OpeningScore>,
    /// Pairs of games with the same opening by the points that the first of two bots had of them: 0, ½, 1, 1½, 2.
    pub pairs: Option<[u64; 5]>,
    /// What the test of one bot against the other says.
    pub sprt: Option<Sprt>,
    /// The bots, in the order of the command line.
    pub bots: Vec<BotScore>,
    /// How the games ended, the most frequent first.
    pub endings: Vec<Ending>,
    /// Answers that lost games, and in Flit, where they cost a turn, those that did so: the first of each kind, with in how
    /// many games there was one.
    pub faults: Vec<FaultCount>,
    /// Games with a fault of a kind that is not among these: there were too many kinds.
    pub unlisted_faults: u64,
    /// How the bots were confined, in a few words.
    pub isolation: String,
}

/// One bot's games.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BotScore {
    /// Its name.
    pub name: String,
    /// How it is started.
    pub command: Vec<String>,
    /// All its games.
    #[serde(flatten)]
    pub score: Score,
    /// Games won of games played.
    pub share: f64,
    /// The Wilson score interval of that share, for 95 %, as for so many of its games as are distinct.
    pub interval: [f64; 2],
    /// Its strength, where it is a matter of who meets whom.
    pub rating: Option<Strength>,
    /// By the side it had at first.
    pub sides: Vec<SideScore>,
    /// Its time; none if no answer was timed.
    pub timing: Option<Timing>,
    /// What was waited for its process to end after a game; none if it always ended when it was told to.
    pub overstays: Option<Overstays>,
}

/// How strong a bot is, fitted to all distinct games at once.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Strength {
    /// In Elo points; the mean of all bots is 0.
    pub elo: f64,
    /// The interval of that for 95 %.
    pub interval: [f64; 2],
}

/// All games of bots that met.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Meeting {
    /// The names of the bots, in the order of the command line.
    pub bots: Vec<String>,
    /// Games that came to an end.
    pub games: u64,
    /// How many of them each bot has won, in the same order.
    pub won: Vec<u64>,
    /// Games that nobody has won.
    pub drawn: u64,
}

/// What became of games with the same opening.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OpeningScore {
    /// Its moves.
    pub moves: Vec<String>,
    /// Games with it that came to an end.
    pub games: u64,
    /// Of these, the games that repeat no other one.
    pub distinct: u64,
    /// Of these, won by the player whose move was the first.
    pub first_won: u64,
    /// Won by nobody.
    pub drawn: u64,
    /// Games in which the players swapped; none where there is no swap rule.
    pub swapped: Option<u64>,
}

/// A sequential test of whether the first bot is better than the second, on pairs of games.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Sprt {
    /// The difference in Elo points that it is no more than, by the one claim.
    pub elo0: f64,
    /// The difference that it is no less than, by the other.
    pub elo1: f64,
    /// How often the test may be wrong, either way.
    pub error: f64,
    /// The log-likelihood ratio: it rises with what speaks for `elo1`.
    pub ratio: f64,
    /// Between these two bounds the test goes on.
    pub bounds: [f64; 2],
    /// `elo0` or `elo1`; none if it was not decided.
    pub decision: Option<&'static str>,
    /// How many games more are expected, if both bots go on like this; 0 if it is decided, none before the first pair, and
    /// where nothing new comes.
    pub games_left: Option<f64>,
    /// Whether it ended without a decision, since a hundred pairs in a row had repeated earlier ones.
    pub exhausted: bool,
    /// The difference that the pairs show, in Elo points.
    pub elo: Option<f64>,
    /// The interval of that for 95 %.
    pub interval: Option<[f64; 2]>,
    /// Pairs that count for nothing, as they repeat an earlier one move for move.
    pub repeated: u64,
}

/// A process that did not end when it was told to.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Overstays {
    /// In how many games.
    pub games: u64,
    /// In how many of them it had to be killed.
    pub killed: u64,
    /// What was waited for it, in milliseconds.
    pub waited_ms: f64,
}

/// Games counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Score {
    /// Games that came to an end.
    pub games: u64,
    /// Of these, won.
    pub won: u64,
    /// Won by another.
    pub lost: u64,
    /// Won by nobody.
    pub drawn: u64,
}

/// Games with one side.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SideScore {
    /// The side in the words of a record.
    pub side: Value,
    /// The games.
    #[serde(flatten)]
    pub score: Score,
}

/// How many games ended by this.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ending {
    /// The reason of a record.
    pub reason: String,
    /// How many.
    pub games: u64,
}

/// Games with the same fault of the same bot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FaultCount {
    /// The bot's name.
    pub bot: String,
    /// The reason of a record.
    pub reason: String,
    /// The rule that it broke, if it is one.
    pub rule: Option<String>,
    /// How many games.
    pub games: u64,
    /// The first of them.
    pub first: u64,
    /// What was answered there, if anything was.
    pub answer: Option<String>,
    /// What was wrong there.
    pub message: String,
}

impl Score {
    /// Adds a game: won, lost or drawn.
    pub fn add(&mut self, won: Option<bool>) {
        self.games += 1;
        match won {
            Some(true) => self.won += 1,
            Some(false) => self.lost += 1,
            None => self.drawn += 1,
        }
    }

    /// These games and those.
    #[must_use]
    pub const fn plus(self, other: &Self) -> Self {
        Self {
            games: self.games + other.games,
            won: self.won + other.won,
            lost: self.lost + other.lost,
            drawn: self.drawn + other.drawn,
        }
    }

    /// Games won of games played; 0 without any.
    #[must_use]
    pub fn share(&self) -> f64 {
        if self.games == 0 { 0.0 } else { float(self.won) / float(self.games) }
    }

    /// The Wilson score interval of the share, for 95 %, with so many games of which none repeats another: a game that
    /// is played again says nothing new. All of it without any game.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec::record::Score;
    /// let [low, high] = Score { games: 10, won: 7, lost: 3, drawn: 0 }.interval_of(10);
    /// assert_eq!(format!("{low:.3} {high:.3}"), "0.397 0.892");
    /// ```
    #[must_use]
    pub fn interval_of(&self, distinct: u64) -> [f64; 2] {
        if self.games == 0 || distinct == 0 {
            return [0.0, 1.0];
        }
        let (n, p) = (float(distinct), self.share());
        let centre = p + Z * Z / (2.0 * n);
        let spread = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + Z * Z / n;
        [((centre - spread) / scale).clamp(0.0, 1.0), ((centre + spread) / scale).clamp(0.0, 1.0)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_wilsons() {
        let rounded = |won, games| {
            let score = Score { games, won, lost: games - won, drawn: 0 };
            score.interval_of(games).map(|x| (x * 1e4).round() / 1e4)
        };
        // By the usual tables and statistics packages.
        assert_eq!(rounded(0, 10), [0.0, 0.2775]);
        assert_eq!(rounded(10, 10), [0.7225, 1.0]);
        assert_eq!(rounded(5, 10), [0.2366, 0.7634]);
        assert_eq!(rounded(81, 263), [0.2553, 0.3662]);
        assert_eq!(Score::default().interval_of(0), [0.0, 1.0]);
        // Twenty games that are two.
        let twice = Score { games: 20, won: 10, lost: 10, drawn: 0 };
        assert_eq!(twice.interval_of(2), Score { games: 2, won: 1, lost: 1, drawn: 0 }.interval_of(2));
    }
}
