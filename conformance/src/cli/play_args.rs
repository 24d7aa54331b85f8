//! What `botspec play` is told on the command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::args::{Confined, Format, limit};
use super::error::CliError;
use super::openings::Opening;
use crate::referee::schedule::Format as Schedule;
use crate::referee::sprt::Hypotheses;
use crate::suite::Game;

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct PlayArgs {
    /// The contest
    pub game: Game,
    /// The bots, as for `check`, `human` for a person at this terminal, or `gtp:COMMAND` for a program that speaks GTP
    /// (hex): as many as play a game, or more with --format round-robin, gauntlet or swiss
    #[arg(required_unless_present = "sparring", num_args = 1..=MAX_BOTS, value_name = "BOT")]
    pub bots: Vec<PathBuf>,
    /// Play against a bot that is part of botspec, from the weakest to the strongest LEVEL that the contest has; may be
    /// given several times, and the last one takes all seats that are left
    #[arg(long, value_name = "LEVEL")]
    pub sparring: Vec<String>,
    /// How many games are played, in each meeting if there are several; sides alternate, seats rotate [default: one match,
    /// which is 2 games of power4 and 1 of any other; with several meetings, a pair for each; with --sprt, at most 100000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_GAMES))]
    pub games: Option<u64>,
    /// Random seed. Each record holds the seed that replays its game, or the pair or match it is of, on its own, by the bots
    /// in its order
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How many games at once [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Limit for one turn instead of the contest's, such as 500ms or 2s
    #[arg(long, value_name = "DURATION", value_parser = limit)]
    pub time_limit: Option<Duration>,
    /// Begin games with N moves drawn at random (random:N), or with those of FILE: an opening a line, commas between its
    /// moves; both games of a pair begin alike (in Power Connect Four with --variant memo only)
    #[arg(long, value_name = "FILE|random:N", value_parser = Opening::from_word)]
    pub openings: Option<Opening>,
    /// Test whether the first of two bots is better, and stop when that is decided: is the difference no more than ELO0, or
    /// no less than ELO1 Elo points?
    #[arg(long, value_name = "ELO0,ELO1", value_parser = hypotheses, allow_hyphen_values = true)]
    pub sprt: Option<Hypotheses>,
    /// How many rounds --format swiss has [default: enough to decide a single winner]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub rounds: Option<u64>,
    /// The variant
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    /// Append a record of each game to this file, for `replay`
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Append the orders of each game to this file, as readable text
    #[arg(long, value_name = "FILE")]
    pub orders: Option<PathBuf>,
    /// How the summary looks, or who meets whom; may be given once for each
    #[arg(long = "format", value_name = "FORMAT", value_enum)]
    pub formats: Vec<PlayFormat>,
    /// Show the board while a game is played, on a terminal; one game at a time
    #[arg(long)]
    pub watch: bool,
    /// Let a game's bots use all cores, for bots with several threads; else each game keeps to one core, which is faster
    #[arg(long)]
    pub all_cores: bool,
    #[command(flatten)]
    pub confined: Confined,
}

/// No more bots take part than this.
pub(super) const MAX_BOTS: usize = 64;
/// No more games are played than this.
pub(super) const MAX_GAMES: u64 = 1_000_000;

/// How the summary looks, or who meets whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum PlayFormat {
    /// Summary: for people
    Pretty,
    /// Summary: one JSON object
    Json,
    /// Games: all meet all
    RoundRobin,
    /// Games: the first bot meets all others
    Gauntlet,
    /// Games: in each round those meet who have done equally well
    Swiss,
}

const EXAMPLES: &str = "\
Examples:
  botspec play linkage ./mybot examples/linkage-greedy --games 20
  botspec play hex ./mybot --sparring greedy --games 20
  botspec play hex ./mybot other.py --size 11 --games 10 --record games.jsonl
  botspec play hex ./mybot other.py --games 40 --openings random:2
  botspec play hex a b c d --format round-robin --games 20 --openings first-stones.txt
  botspec play linkage ./new a b c --format gauntlet --games 10 --openings random:4
  botspec play hex ./new ./old --sprt 0,20 --openings random:2
  botspec play flit a b c d --seed 7
  botspec play hex human ./mybot --size 7
  botspec play hex ./mybot 'gtp:python3 engine.py' --size 11
  botspec play power4 a.py b.c --watch
  botspec replay games.jsonl

Meetings are played in pairs: games that begin alike, with the sides exchanged (where four play, four games, each bot in each \
seat; where a match has two sets, these). Ratings are fitted to all games at once (Bradley and Terry; Plackett and Luce where \
more than two play), in Elo points with an interval for 95 %.

--sprt takes the points of each pair of games, and stops as soon as they decide, wrongly in 5 % of all tests, that the first \
bot is no more than ELO0 (\"elo0\") or no less than ELO1 (\"elo1\") better. Without --openings two moves are drawn, where \
the contest has them.

A sparring partner plays the same everywhere: its moves depend on the seed and on the position, and it searches so many \
positions, not so many milliseconds. docs/sparring.md says how strong each is.

With `human` you play yourself, in games of two: the board is drawn, ? lists what is legal, back takes back, quit leaves the \
game, which is recorded as unfinished.

Exit codes: 0 the games were played (whoever broke a rule has lost, whatever a test has decided), 2 usage error, or bot not found or \
not built, 3 botspec or the machine failed, 4 the machine was too busy to judge a game, or a test came to no decision.";

/// Who meets whom, and how the summary looks.
pub(super) fn formats(args: &PlayArgs) -> Result<(Schedule, Format), CliError> {
    let (mut schedule, mut look) = (None, None);
    for format in &args.formats {
        let (meeting, looks) = match format {
            PlayFormat::Pretty => (None, Some(Format::Pretty)),
            PlayFormat::Json => (None, Some(Format::Json)),
            PlayFormat::RoundRobin => (Some(Schedule::RoundRobin), None),
            PlayFormat::Gauntlet => (Some(Schedule::Gauntlet), None),
            PlayFormat::Swiss => (Some(Schedule::Swiss { rounds: args.rounds.unwrap_or(0) }), None),
        };
        let is_second = (meeting.is_some() && schedule.is_some()) || (looks.is_some() && look.is_some());
        if is_second {
            let message = "--format is given once for the summary (pretty, json) and once for who meets whom \
                           (round-robin, gauntlet, swiss); leave one out";
            return Err(CliError::usage(message));
        }
        (schedule, look) = (schedule.or(meeting), look.or(looks));
    }
    if args.rounds.is_some() && !matches!(schedule, Some(Schedule::Swiss { .. })) {
        return Err(CliError::usage("--rounds is for --format swiss"));
    }
    if args.sprt.is_some() && schedule.is_some() {
        return Err(CliError::usage(
            "--sprt tests two bots; leave --format round-robin, gauntlet or swiss out",
        ));
    }
    Ok((schedule.unwrap_or_default(), look.unwrap_or(Format::Pretty)))
}

/// Reads `0,20`.
fn hypotheses(text: &str) -> Result<Hypotheses, String> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|elo| elo.abs() <= MAX_ELO);
    let read = text.split_once(',').and_then(|(elo0, elo1)| Some((number(elo0)?, number(elo1)?)));
    match read {
        Some((elo0, elo1)) if elo0 < elo1 => Ok(Hypotheses { elo0, elo1 }),
        Some(_) => Err("the first number must be the smaller one, such as 0,20".to_owned()),
        None => {
            Err(format!("write two numbers of Elo points, no further from 0 than {MAX_ELO}, such as 0,20"))
        }
    }
}

/// Nobody needs to test for more than this.
const MAX_ELO: f64 = 1000.0;
