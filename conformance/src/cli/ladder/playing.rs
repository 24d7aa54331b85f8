//! Games of a ladder, refereed as `play` does it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};

use indicatif::{HumanDuration, ProgressBar};

use super::args::Playing;
use super::{now, of};
use crate::bot::{Bot, Prepared, Workshop};
use crate::cli::args::{Confined, SandboxName, jobs};
use crate::cli::error::CliError;
use crate::cli::{interrupt, output};
use crate::ladder::{Entry, FinishedGame, LadderError, Match, Store};
use crate::process::{Host, HostError, SandboxError, Scratch};
use crate::referee::openings::Openings;
use crate::referee::schedule::Format;
use crate::referee::seats::{Fixture, Terms};
use crate::referee::tournament::{self, Broken, Entrant, Finished, Observer, Settings};
use crate::suite::Game;

/// So often a match is played that the machine was too busy to judge.
const TRIES: u32 = 3;

/// So many bots are built at a time: each keeps some folders and files open as long as it plays.
const BATCH: usize = 64;

/// So many matches may wait to be written before no more are played.
const WAITING: usize = 64;

/// Where finished matches go.
pub(super) type Sink<'a> = dyn FnMut(Vec<FinishedGame>) -> Result<(), LadderError> + Send + 'a;

/// How it went.
pub(super) struct Outcome {
    /// By the user.
    pub interrupted: bool,
    /// Games that could not be judged.
    pub void: usize,
}

/// Opens the host in which the games are played.
pub(super) fn open_host(playing: &Playing) -> Result<Host, CliError> {
    let mut confined: Confined = playing.confined;
    let is_default = confined.sandbox.is_none();
    confined.sandbox.get_or_insert(SandboxName::Strict);
    interrupt::open_host(&confined).map_err(|mut error| {
        if is_default && error.message.starts_with(HostError::NOT_STRICT) {
            error.message.push_str("\n  help: to play with less, say --sandbox auto");
        }
        error
    })
}

/// A week whose games are played by this process.
pub(super) struct Session<'a> {
    /// Read from only.
    pub store: &'a Store,
    /// Where that is.
    pub path: &'a Path,
    /// The contest.
    pub game: Game,
    /// The week.
    pub week: u32,
    /// How it is played.
    pub playing: &'a Playing,
}

impl Session<'_> {
    /// Plays these matches of the week and hands on each that is over.
    pub(super) fn play(&self, matches: &[Match], sink: &mut Sink<'_>) -> Result<Outcome, CliError> {
        let host = open_host(self.playing)?;
        let order = self.store.order(self.week).map_err(of(self.path))?;
        let settings = self.store.settings();
        let terms = Terms {
            game: self.game,
            variant: settings.variant.clone(),
            limit: settings.limit(),
            openings: Openings::None,
        };
        let games = matches.iter().map(|one| one.games.len() as u64).sum();
        let settings = Settings {
            format: Format::Games,
            terms,
            games,
            seed: settings.seed,
            jobs: jobs(self.playing.jobs),
            pinned: !self.playing.all_cores,
        };
        let bar = output::bar_of(games, "games");
        let mut outcome = Outcome { interrupted: false, void: 0 };
        for batch in batches(matches) {
            let field = Field::build(self, &order, batch, &host, &bar)?;
            let played = play_batch(&settings, batch, &field, &host, self.path, &bar, sink)?;
            outcome.void += played.void;
            if played.interrupted {
                outcome.interrupted = true;
                break;
            }
        }
        bar.finish_and_clear();
        Ok(outcome)
    }
}

/// The matches, so that not too many bots are built at once. Neighbours' matches stand together.
fn batches(matches: &[Match]) -> Vec<&[Match]> {
    let mut batches = Vec::new();
    let (mut from, mut bots) = (0, BTreeSet::new());
    for (at, one) in matches.iter().enumerate() {
        let seated: Vec<usize> = one.games.iter().flat_map(|game| game.seating.iter().copied()).collect();
        bots.extend(&seated);
        if bots.len() > BATCH && at > from {
            batches.push(&matches[from..at]);
            from = at;
            bots = seated.into_iter().collect();
        }
    }
    batches.push(&matches[from..]);
    batches
}

fn play_batch(
    settings: &Settings,
    matches: &[Match],
    field: &Field,
    host: &Host,
    path: &Path,
    bar: &ProgressBar,
    sink: &mut Sink<'_>,
) -> Result<Outcome, CliError> {
    let units: Vec<Vec<Fixture>> = matches.iter().map(|one| field.fixtures(one)).collect();
    let (sender, receiver) = sync_channel(WAITING);
    let desk = Desk {
        matches: units
            .iter()
            .enumerate()
            .flat_map(|(at, unit)| unit.iter().map(move |it| (it.number, at)))
            .collect(),
        sizes: units.iter().map(Vec::len).collect(),
        inner: Mutex::default(),
        sender,
        host: host_name(),
        bar,
    };
    let mut left = units;
    let (result, written) = std::thread::scope(|scope| {
        // The disk is waited for while the next games are played.
        let writer = scope.spawn(move || receiver.into_iter().try_for_each(sink));
        let mut result = Ok(());
        for _ in 0..TRIES {
            result = tournament::play_all(settings, &left, &field.entrants(), host, &desk);
            left.retain(|unit| unit.first().is_some_and(|fixture| !desk.is_done(fixture.number)));
            if result.is_err() || left.is_empty() || host.is_interrupted() {
                break;
            }
        }
        drop(desk);
        (result, writer.join())
    });
    match written {
        Ok(written) => written.map_err(of(path))?,
        Err(panic) => std::panic::resume_unwind(panic),
    }
    let void = left.iter().map(Vec::len).sum();
    match result {
        Ok(()) => Ok(Outcome { interrupted: host.is_interrupted(), void }),
        Err(Broken::Interrupted) => Ok(Outcome { interrupted: true, void }),
        Err(Broken::NotStarted { entrant, why }) => Err(CliError::usage(format!(
            "bot {} could not be started: {why}\n  help: every game that has ended is kept; run again where it can be \
             started",
            field.bots[entrant].0
        ))),
        Err(Broken::Failed(_)) if host.is_interrupted() => Ok(Outcome { interrupted: true, void }),
        Err(Broken::Failed(error)) => Err(error.into()),
    }
}

/// The bots that have games to play, built.
struct Field {
    /// Their names in records, and their programs.
    bots: Vec<(String, Prepared)>,
    /// Where each bot of the week's order is among them.
    places: HashMap<usize, usize>,
    _sources: Scratch,
}

impl Field {
    fn build(
        session: &Session<'_>,
        order: &[Entry],
        matches: &[Match],
        host: &Host,
        bar: &ProgressBar,
    ) -> Result<Self, CliError> {
        let wanted: BTreeSet<usize> =
            matches.iter().flat_map(|one| &one.games).flat_map(|game| game.seating.iter().copied()).collect();
        let workshop = Workshop::new(host, session.playing.confined.build_network);
        let sources = Scratch::new()
            .map_err(|error| CliError::internal(format!("cannot make a temporary folder: {error}")))?;
        let (mut bots, mut places) = (Vec::new(), HashMap::new());
        for at in wanted {
            let Some(entry) = order.get(at) else { continue };
            let name = entry.player();
            let source = session.store.source(&entry.source).map_err(of(session.path))?;
            let folder = sources.path().join(entry.bot.to_string());
            source.write_to(&folder).map_err(|error| CliError::internal(error.to_string()))?;
            let about = |error: crate::bot::BotError| {
                let error = CliError::from(error);
                CliError { message: format!("bot {name}: {}", error.message), exit: error.exit }
            };
            let bot = Bot::locate(&folder).map_err(about)?;
            bot.expect_game(session.game.name()).map_err(about)?;
            let prepared = bot
                .prepare(&workshop, &mut |step| bar.set_message(format!("bot {}: {step}", entry.bot)))
                .map_err(about)?;
            places.insert(at, bots.len());
            bots.push((name, prepared));
        }
        Ok(Self { bots, places, _sources: sources })
    }

    fn entrants(&self) -> Vec<Entrant<'_>> {
        self.bots
            .iter()
            .map(|(name, prepared)| Entrant { name: name.clone(), program: &prepared.program })
            .collect()
    }

    fn fixtures(&self, one: &Match) -> Vec<Fixture> {
        let fixture = |game: &crate::ladder::Planned| Fixture {
            pair: game.pair,
            number: game.number,
            seed: game.seed,
            seating: game.seating.iter().filter_map(|at| self.places.get(at)).copied().collect(),
            starts: game.starts,
        };
        one.games.iter().map(fixture).collect()
    }
}

/// Collects the games of each match, and hands on the match when it is over.
struct Desk<'a> {
    /// The match of each game.
    matches: HashMap<u64, usize>,
    /// How many games each match has.
    sizes: Vec<usize>,
    inner: Mutex<Inner>,
    sender: SyncSender<Vec<FinishedGame>>,
    host: String,
    bar: &'a ProgressBar,
}

#[derive(Default)]
struct Inner {
    begun: BTreeMap<usize, Vec<FinishedGame>>,
    /// Numbers of games that were handed on.
    done: BTreeSet<u64>,
}

impl Desk<'_> {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_done(&self, number: u64) -> bool {
        self.inner().done.contains(&number)
    }
}

impl Observer for Desk<'_> {
    fn finished(&self, game: Finished) -> Result<(), SandboxError> {
        let number = game.fixture.number;
        let winner = game.winner.and_then(|bot| game.fixture.seating.iter().position(|seat| *seat == bot));
        let finished =
            FinishedGame { number, record: game.record, winner, ended_at: now(), host: self.host.clone() };
        let Some(&at) = self.matches.get(&number) else { return Ok(()) };
        let games = {
            let mut inner = self.inner();
            let games = inner.begun.entry(at).or_default();
            games.push(finished);
            if games.len() < self.sizes[at] {
                return Ok(());
            }
            let games = inner.begun.remove(&at).unwrap_or_default();
            inner.done.extend(games.iter().map(|game| game.number));
            games
        };
        self.bar.inc(games.len() as u64);
        self.bar.set_message(format!("{} left", HumanDuration(self.bar.eta())));
        // Nobody listens any more if what was handed on before could not be written.
        self.sender.send(games).map_err(|_| SandboxError::text("the games cannot be written"))
    }

    fn void(&self, fixture: &Fixture, _: usize) {
        // All of its match is played again.
        if let Some(at) = self.matches.get(&fixture.number) {
            self.inner().begun.remove(at);
        }
    }
}

/// What this machine is called.
pub(super) fn host_name() -> String {
    #[cfg(unix)]
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").unwrap_or_default();
    if name.is_empty() { "unknown".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ladder::Planned;

    #[test]
    fn a_batch_has_no_more_bots_than_can_be_built_at_once() {
        let one = |table: usize| Match {
            table,
            games: vec![Planned {
                number: 1,
                pair: 1,
                seed: 1,
                seating: vec![table, table + 1],
                starts: None,
            }],
        };
        let matches: Vec<Match> = (0..200).flat_map(|table| [one(table), one(table)]).collect();
        let all = batches(&matches);
        assert_eq!(all.concat(), matches);
        for batch in all {
            let bots: BTreeSet<usize> =
                batch.iter().flat_map(|one| one.games[0].seating.iter().copied()).collect();
            assert!(!batch.is_empty() && bots.len() <= BATCH, "{}", bots.len());
        }
        assert_eq!(batches(&matches[..1]).len(), 1);
    }
}
