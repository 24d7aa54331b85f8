//! What can be written behind `botspec ladder`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};

use crate::cli::args::{Confined, Format, limit};
use crate::cli::openings::Opening;
use crate::ladder::{Format as Meetings, Overruns};
use crate::suite::Game;

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct LadderArgs {
    #[command(subcommand)]
    pub command: LadderCommand,
}

const EXAMPLES: &str = "\
Examples:
  botspec ladder init linkage season.db             a new ladder
  botspec ladder add season.db handed-in/ada -n 19  check a submission and take it in
  botspec ladder run season.db                      play the next week, or go on with one
  botspec ladder standings season.db                the order, and how sure it is

docs/ladder.md tells of a whole season, on one machine and on many.";

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum LadderCommand {
    /// Makes a ladder
    Init(InitArgs),
    /// Checks a submission and takes it in: a new bot, or a new version of one
    Add(AddArgs),
    /// Takes a bot off the ladder, from the next week on
    Remove(RemoveArgs),
    /// Plays a week, or goes on with one
    Run(RunArgs),
    /// Says who stands where
    Standings(StandingsArgs),
    /// Lists every game behind a bot's rating
    Explain(ExplainArgs),
    /// Writes the sources that are due: of each bot some weeks after it has first stood at the top
    Publish(PublishArgs),
    /// Writes what was played, for people and programs
    Export(ExportArgs),
    /// Plays a part of the week on another machine, into a ledger
    Shard(ShardArgs),
    /// Merges ledgers into the ladder
    Merge(MergeArgs),
}

/// Where the seeds of a season's games come from.
#[derive(Debug, Clone, Copy)]
pub(in crate::cli) enum SeasonSeed {
    /// They count from this one.
    Number(u64),
    /// They follow from one that is drawn.
    Random,
}

impl SeasonSeed {
    fn from_word(text: &str) -> Result<Self, String> {
        match text {
            "random" => Ok(Self::Random),
            _ => text.parse().map(Self::Number).map_err(|_| "write a number, or `random`".to_owned()),
        }
    }
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  botspec ladder init linkage season.db
  botspec ladder init hex season.db --size 11 --games 20 --seed 7
  botspec ladder init flit season.db --variant duel --time-limit 100ms
  botspec ladder init hex season.db --format swiss --openings first-stones.txt
  botspec ladder init linkage season.db --format gauntlet --against 1 --openings random:4

What is said here holds for the whole season. The openings of a file become part of the ladder.

All games of a week are drawn up before the first one, with every --format, so that a week can be played in parts. A week \
of --format swiss is one round: by the standings of the whole season, against the nearest opponent not yet met, where \
possible. With an odd number, the lowest-ranked of the bots with the fewest byes sits out.")]
pub(in crate::cli) struct InitArgs {
    /// The contest
    #[arg(index = 1)]
    pub game: Game,
    /// The file to make
    #[arg(index = 2)]
    pub db: PathBuf,
    /// Who meets whom in a week
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "neighbours")]
    pub format: Meetings,
    /// With --format gauntlet: the number of the bot that meets all others [default: the first in the week's order]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=999_999))]
    pub against: Option<u32>,
    /// Begin games with N moves drawn at random (random:N), or with those of FILE: an opening a line, commas between its
    /// moves; the games of a pair begin alike, and all tables begin alike
    #[arg(long, value_name = "FILE|random:N", value_parser = Opening::from_word)]
    pub openings: Option<Opening>,
    /// Random seed: a pair of games whose first is game n has the seed N + n - 1; with --openings, or a --format other than
    /// neighbours, the first pairs of all tables have that of the week's first game, and so on. `random` draws one, from
    /// which those of games follow by a hash: then what is published foretells no later week
    #[arg(long, value_name = "N|random", default_value = "1", value_parser = SeasonSeed::from_word)]
    pub seed: SeasonSeed,
    /// How many games those who meet play with each other in a week [default: the contest's, 10 for most]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub games: Option<u32>,
    /// Limit for one turn instead of the contest's, such as 500ms or 2s
    #[arg(long, value_name = "DURATION", value_parser = limit)]
    pub time_limit: Option<Duration>,
    /// What becomes of a bot that overruns its time (not in Flit, where that ends no game) [default: disqualify]
    #[arg(long, value_enum)]
    pub overruns: Option<Overruns>,
    /// How many weeks after a bot has first stood at the top its source is published
    #[arg(long, value_name = "WEEKS", default_value_t = 4)]
    pub publish_after: u32,
    /// The variant
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  botspec ladder add season.db handed-in/ada --number 19
  botspec ladder add season.db bot19.c -n 19 -- --cases 50
  botspec ladder add season.db handed-in/ada -n 19 --force

The submission is checked as `botspec check --submission` does, in the strict sandbox unless it is said otherwise \
(-- --sandbox auto), and kept in the ladder, file by file. It plays from the next week on: a new bot at the bottom, a new \
version at the place of the old one.

Exit codes: 0 taken in, 1 rejected, 2 usage error, or bot not found or not built, 3 botspec or the machine failed, 4 \
not taken in, since something could not be judged.")]
pub(in crate::cli) struct AddArgs {
    /// The ladder
    pub db: PathBuf,
    /// The submission: a folder or a file
    pub source: PathBuf,
    /// The bot's number [default: the next one that is free]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=999_999))]
    pub number: Option<u32>,
    /// Take it in whatever the check says, if only it builds
    #[arg(long)]
    pub force: bool,
    /// Options of `botspec check`, such as --cases 50; --case, --skip, --rule and known failures are refused
    #[arg(last = true, value_name = "OPTIONS")]
    pub options: Vec<String>,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  botspec ladder remove season.db 19\n\nIts games stay where they are.")]
pub(in crate::cli) struct RemoveArgs {
    /// The ladder
    pub db: PathBuf,
    /// The bot's number
    pub number: u32,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  botspec ladder run season.db
  botspec ladder run season.db --week 3            play week 3 or what is left of it; nothing if it is over
  botspec ladder run season.db --schedule-only     draw up the games, for `botspec ladder shard`

Each game is written down as it ends: a run that is killed, however and whenever, goes on where it was when it is \
started again. Bots are built and played in the strict sandbox unless it is said otherwise (--sandbox auto).

Exit codes: 0 the week is over, 2 usage error, or bot not found or not built, 3 botspec or the machine failed, 4 the \
machine was too busy to judge a game: run again.")]
pub(in crate::cli) struct RunArgs {
    /// The ladder
    pub db: PathBuf,
    /// The week [default: the one that is not over, else the next]
    #[arg(long, value_name = "N", value_parser = week)]
    pub week: Option<u32>,
    /// Draw up the week's games, and play none
    #[arg(long)]
    pub schedule_only: bool,
    #[command(flatten)]
    pub playing: Playing,
}

/// How games are played.
#[derive(Debug, Clone, Copy, Args)]
pub(in crate::cli) struct Playing {
    /// How many games at once [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Let a game's bots use all cores, for bots with several threads; else each game keeps to one core, which is faster
    #[arg(long)]
    pub all_cores: bool,
    #[command(flatten)]
    pub confined: Confined,
}

/// Reads the number of a week.
fn week(text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|number| (1..=MAX_WEEK).contains(number));
    number.ok_or_else(|| format!("weeks count from 1, to {MAX_WEEK} at most"))
}

/// No season is longer, in weeks.
const MAX_WEEK: u32 = 100_000;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  botspec ladder standings season.db
  botspec ladder standings season.db --week 3 --format json

A rank such as 3 (2–5): third by this week's games; in 95 of 100 weeks made up from them by lot it is from 2 to 5. With \
--format swiss all games of the season up to this week count.")]
pub(in crate::cli) struct StandingsArgs {
    /// The ladder
    pub db: PathBuf,
    /// After this week [default: the latest]
    #[arg(long, value_name = "N", value_parser = week)]
    pub week: Option<u32>,
    /// How it looks
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "pretty")]
    pub format: Format,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  botspec ladder explain season.db 19\n  botspec ladder explain season.db 19 --week 3"
)]
pub(in crate::cli) struct ExplainArgs {
    /// The ladder
    pub db: PathBuf,
    /// The bot's number
    pub bot: u32,
    /// The week [default: the latest in which it played]
    #[arg(long, value_name = "N", value_parser = week)]
    pub week: Option<u32>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  botspec ladder export season.db --format csv --output games.csv
  botspec ladder export season.db --format orders --week 3 --output week3.txt
  botspec ladder export season.db --format html --output site

JSON holds all weeks and every move, and no times: it is the same wherever the games were played.")]
pub(in crate::cli) struct ExportArgs {
    /// The ladder
    pub db: PathBuf,
    /// What is written
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub format: ExportFormat,
    /// Where it goes; `-` is stdout. For html it is a folder
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub output: PathBuf,
    /// csv and orders: only this week
    #[arg(long, value_name = "N", value_parser = week)]
    pub week: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ExportFormat {
    /// A line for each game, for spreadsheets
    Csv,
    /// The whole season, for programs
    Json,
    /// The moves of each game, as readable text
    Orders,
    /// A page of the season, with pages that play its games
    Html,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  botspec ladder publish season.db --out published

Each source is an archive of what the bot was when it first stood at the top; index.html names them all, and those that \
will be due. Run it after each week: what is there already is written again, just the same.")]
pub(in crate::cli) struct PublishArgs {
    /// The ladder
    pub db: PathBuf,
    /// The folder for the archives and their page
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  botspec ladder run season.db --schedule-only
  botspec ladder shard season.db --index 2 --of 8 --out part-2.ledger
  botspec ladder merge season.db part-*.ledger

It reads the ladder, which may be a copy, and writes nothing but the ledger, whole or not at all. A game is the same \
wherever it is played. Recipes for Slurm and GNU parallel are in docs/ladder.md.

Exit codes: 0 all its games are in the ledger, 2 usage error, or bot not found or not built, 3 botspec or the machine failed, 4 \
the machine was too busy to judge some: the ledger holds the others.")]
pub(in crate::cli) struct ShardArgs {
    /// The ladder, or a copy of it
    pub db: PathBuf,
    /// Which part, from 1
    #[arg(long, value_name = "I", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub index: u32,
    /// Of how many
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub of: u32,
    /// The ledger to write
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    #[command(flatten)]
    pub playing: Playing,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  botspec ladder merge season.db part-*.ledger

A ledger may be merged more than once. Every game is refereed again by its record. It reports missing games, games recorded \
differently before, and machines on which far more bots overran their time than elsewhere.

Exit codes: 0 the week is over, 1 a game was recorded differently before, 2 a file is no ledger of this week, 3 botspec or the \
machine failed, 4 games are missing.")]
pub(in crate::cli) struct MergeArgs {
    /// The ladder
    pub db: PathBuf,
    /// What `botspec ladder shard` has written
    #[arg(required = true, value_name = "LEDGER")]
    pub ledgers: Vec<PathBuf>,
}
