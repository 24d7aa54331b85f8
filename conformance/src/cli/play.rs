//! `botspec play`.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::ProgressBar;

use super::args::{Confined, Format, check_variant, jobs, limit};
use super::book::Book;
use super::error::CliError;
use super::interrupt::open_host;
use super::output;
use crate::bot::{Bot, Prepared, Workshop};
use crate::exit_code::Exit;
use crate::options::Options;
use crate::process::{Host, SandboxError};
use crate::referee::Arbiter;
use crate::referee::score::Count;
use crate::referee::seats::{Fixture, Terms};
use crate::referee::tournament::{self, Broken, Entrant, Finished, Observer, Settings};
use crate::report;
use crate::suite::Game;

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct PlayArgs {
    /// The contest
    pub game: Game,
    /// The bots, as for `check`, as many as play a game
    #[arg(required = true, num_args = 2..=8, value_name = "BOT")]
    pub bots: Vec<PathBuf>,
    /// How many games; sides alternate, seats rotate [default: those of a match: 2 for power4, 1 for others]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub games: Option<u64>,
    /// Seed of all chance: game n can be played alone with seed N + n - 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How many games at once [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Limit for one turn instead of the contest's, such as 500ms or 2s
    #[arg(long, value_name = "DURATION", value_parser = limit)]
    pub time_limit: Option<Duration>,
    /// Begin each game with N moves drawn at random, the same for two games in a row, such as random:2
    #[arg(long, value_name = "random:N", value_parser = openings)]
    pub openings: Option<u32>,
    /// The variant
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    /// Append a record of each game to this file, for `replay`
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Append the orders of each game to this file, as readable text
    #[arg(long, value_name = "FILE")]
    pub orders: Option<PathBuf>,
    /// How the summary looks
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "pretty")]
    pub format: Format,
    /// Show the board while a game is played, on a terminal; one game at a time
    #[arg(long)]
    pub watch: bool,
    /// Let a game's bots use all cores, for bots with several threads; else each game keeps to one core, which is faster
    #[arg(long)]
    pub all_cores: bool,
    #[command(flatten)]
    pub confined: Confined,
}

const EXAMPLES: &str = "\
Examples:
  botspec play linkage ./mybot examples/linkage-greedy --games 20
  botspec play hex ./mybot other.py --size 11 --games 10 --record games.jsonl
  botspec play hex ./mybot other.py --games 40 --openings random:2
  botspec play flit a b c d --seed 7
  botspec play power4 a.py b.c --watch
  botspec replay games.jsonl

Exit codes: 0 the games were played (whoever broke a rule has lost), 2 wrong usage or no bot, 3 botspec or the
machine failed, 4 the machine was too busy to judge a game.";

/// Referees games between bots.
pub(super) fn play(args: &PlayArgs, options: &Options<'_>) -> Result<Exit, CliError> {
    let terms = terms(args, options)?;
    // From now on a signal ends the wait for whoever is to read a pipe.
    let host = open_host(&args.confined)?;
    let records = args.record.as_deref().map(Book::of_records).transpose()?;
    let orders = args.orders.as_deref().map(|path| Book::of_orders(path, args.game)).transpose()?;
    let bots = prepare(args, &host)?;
    let names = distinct(bots.iter().map(|(name, _)| name.clone()).collect());
    let entrants: Vec<Entrant<'_>> = names
        .into_iter()
        .zip(&bots)
        .map(|(name, (_, prepared))| Entrant { name, program: &prepared.program })
        .collect();

    let watching = args.watch && io::stderr().is_terminal();
    if args.watch && !watching {
        output::note("--watch has no effect: stderr is not a terminal");
    }
    let settings = Settings {
        games: args.games.unwrap_or_else(|| terms.game.referee().games_in_a_match().into()),
        terms,
        seed: args.seed,
        jobs: if watching { 1 } else { jobs(args.jobs) },
        pinned: !args.all_cores,
    };
    let bar = if watching { ProgressBar::hidden() } else { output::bar_of(settings.games, "games") };
    let desk = Desk {
        files: Mutex::new(Files {
            books: records.into_iter().chain(orders).collect(),
            count: Count::new(entrants.len()),
        }),
        bar,
        names: entrants.iter().map(|entrant| entrant.name.clone()).collect(),
        screen: watching.then(|| Mutex::new(Screen::default())),
    };
    let played = tournament::play(&settings, &entrants, &host, &desk);
    desk.bar.finish_and_clear();
    let interrupted = match played {
        Ok(()) => host.is_interrupted(),
        Err(Broken::Interrupted) => true,
        Err(Broken::NotStarted { entrant, why }) => {
            let bot = args.bots.get(entrant).map(|path| path.display().to_string()).unwrap_or_default();
            return Err(CliError::usage(format!("{bot} could not be started: {why}")));
        }
        Err(Broken::Failed(error)) if host.is_interrupted() => {
            output::note(&error.to_string());
            true
        }
        Err(Broken::Failed(error)) => return Err(error.into()),
    };
    let count = desk.files.into_inner().unwrap_or_else(PoisonError::into_inner).count;
    let void = count.void();
    let summary = count.report(&settings, &entrants, host.isolation().to_string());
    output::report(&match args.format {
        Format::Json => report::json(&summary),
        Format::Pretty => report::play(&summary, args.game),
    })?;
    if interrupted {
        output::note("interrupted: the summary and the records hold the games that had ended by then");
        return Ok(Exit::Interrupted);
    }
    Ok(if void > 0 { Exit::Inconclusive } else { Exit::Success })
}

/// What is played, as far as the options say it rightly.
fn terms(args: &PlayArgs, options: &Options<'_>) -> Result<Terms, CliError> {
    let game = args.game;
    let referee = game.referee();
    let name = args.variant.as_deref();
    check_variant(game, name)?;
    if args.orders.is_some() && !game.is_written_out() {
        let others: Vec<&str> =
            Game::all().iter().filter(|game| game.is_written_out()).map(|game| game.name()).collect();
        let others = others.join(" and ");
        return Err(CliError::usage(format!("--orders is for {others}; use --record for {game}")));
    }
    let variant = referee.variant(name, options);
    let seats = referee.bots(&variant);
    if args.bots.len() != seats {
        return Err(CliError::usage(format!(
            "{game}{} is for {seats} bots, but {} are given; the same bot may be given more than once",
            name.map(|name| format!(" ({name})")).unwrap_or_default(),
            args.bots.len()
        )));
    }
    if let (Some(why), true) = (referee.without_openings(), args.openings.is_some()) {
        return Err(CliError::usage(format!("--openings is not for {game}: {why}")));
    }
    let opening = args.openings.unwrap_or(0);
    let limit = args.time_limit.unwrap_or_else(|| game.time_limit(name));
    Ok(Terms { game, variant, limit, opening })
}

/// Openings are no longer than this many moves.
const MAX_OPENING: u32 = 20;

/// Reads `random:2`.
fn openings(text: &str) -> Result<u32, String> {
    let count = text.strip_prefix("random:").and_then(|count| count.parse().ok());
    count
        .filter(|count| (1..=MAX_OPENING).contains(count))
        .ok_or_else(|| format!("write random:N, where N is the number of moves, 1 to {MAX_OPENING}"))
}

/// The bots, each with its name; one that is given several times is built once.
fn prepare(args: &PlayArgs, host: &Host) -> Result<Vec<(String, Rc<Prepared>)>, CliError> {
    let mut known: BTreeMap<&Path, (String, Rc<Prepared>)> = BTreeMap::new();
    let mut bots = Vec::new();
    let workshop = Workshop::new(host, args.confined.build_network);
    for path in &args.bots {
        if !known.contains_key(path.as_path()) {
            let bot = Bot::locate(path)?;
            bot.expect_game(args.game.name())?;
            let prepared = bot.prepare(&workshop, &mut output::step)?;
            known.insert(path, (bot.name(), Rc::new(prepared)));
        }
        bots.extend(known.get(path.as_path()).cloned());
    }
    Ok(bots)
}

/// The names, with a number where one occurs more than once.
fn distinct(names: Vec<String>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut name_of = |name: String| {
        let mut candidate = name.clone();
        let mut number = 2;
        while !taken.insert(candidate.clone()) {
            candidate = format!("{name}-{number}");
            number += 1;
        }
        candidate
    };
    names.into_iter().map(&mut name_of).collect()
}

/// Where finished games are written down, and the one in progress is shown.
struct Desk<'a> {
    files: Mutex<Files<'a>>,
    bar: ProgressBar,
    names: Vec<String>,
    screen: Option<Mutex<Screen>>,
}

struct Files<'a> {
    books: Vec<Book<'a>>,
    count: Count,
}

impl Observer for Desk<'_> {
    fn finished(&self, game: Finished) -> Result<(), SandboxError> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        for book in &mut files.books {
            book.add(&game.record)?;
        }
        files.count.add(&game);
        self.bar.inc(1);
        Ok(())
    }

    fn void(&self, fixture: &Fixture, entrant: usize) {
        self.files.lock().unwrap_or_else(PoisonError::into_inner).count.add_void();
        self.bar.inc(1);
        let name = &self.names[entrant];
        self.bar.suspend(|| {
            output::note(&format!(
                "game {} is void: the machine was too busy to judge the time of {name}",
                fixture.number
            ));
        });
    }

    fn position(&self, fixture: &Fixture, arbiter: &dyn Arbiter) {
        if let Some(screen) = &self.screen {
            let names: Vec<&str> = fixture.seating.iter().map(|&bot| self.names[bot].as_str()).collect();
            screen.lock().unwrap_or_else(PoisonError::into_inner).show(fixture, &names, arbiter);
        }
    }
}

/// A board that is drawn again and again in the same place.
#[derive(Default)]
struct Screen {
    last: Option<Instant>,
    lines: usize,
    game: u64,
}

/// Nobody sees more boards than this.
const FRAME: Duration = Duration::from_millis(40);

impl Screen {
    fn show(&mut self, fixture: &Fixture, names: &[&str], arbiter: &dyn Arbiter) {
        let over = arbiter.ended();
        if over.is_none() && self.last.is_some_and(|last| last.elapsed() < FRAME) {
            return;
        }
        self.last = Some(Instant::now());
        let seats = (0_u8..).map(botspec_sdk::seat::Seat::from_index);
        let players: Vec<String> = names
            .iter()
            .zip(seats)
            .map(|(name, seat)| format!("{name} ({})", report::side(&arbiter.side(seat))))
            .collect();
        let state = over.map_or_else(
            || format!("to move: {}", names.get(arbiter.seat_to_move().index()).copied().unwrap_or_default()),
            |ended| report::outcome(&ended.result),
        );
        let text = format!(
            "game {}: {}\n{}{}\n{state}\n",
            fixture.number,
            players.join(" – "),
            report::draw(&arbiter.diagram()),
            arbiter.caption(),
        );
        // Up to where the board before began, and clear what is below; a finished game stays.
        let up = if self.game == fixture.number && self.lines > 0 {
            format!("\x1b[{}F\x1b[J", self.lines)
        } else {
            String::new()
        };
        self.lines = text.lines().count();
        self.game = fixture.number;
        output::draw(&format!("{up}{text}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_of_one_name_are_told_apart() {
        let names = ["a", "b", "a", "a-2", "a"].map(str::to_owned).to_vec();
        assert_eq!(distinct(names), ["a", "b", "a-2", "a-2-2", "a-3"]);
    }
}
