//! Games of a ladder, refereed as `play` does it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};

use indicatif::{HumanDuration, ProgressBar};

use super::args::Playing;
use super::bots::Bots;
use super::{about, now};
use crate::cli::args::{Confined, SandboxName, jobs};
use crate::cli::error::CliError;
use crate::cli::{interrupt, output};
use crate::ladder::{FinishedGame, LadderError, Match, Store};
use crate::process::{Host, HostError, SandboxError};
use crate::referee::schedule::Format;
use crate::referee::seats::{Fixture, Terms};
use crate::referee::tournament::{self, Broken, Finished, Observer, Settings};
use crate::suite::Game;

/// So often a match is played that the machine was too busy to judge.
const TRIES: u32 = 3;

/// No more bots are built at a time: each keeps some folders and files open as long as it plays.
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
            error
                .message
                .push_str("\n  help: to play with the layers this machine has, add `--sandbox auto`");
        }
        error
    })
}

/// A week whose games are played by this process.
pub(super) struct WeekRun<'a> {
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
    /// Where the bots run.
    pub host: &'a Host,
}

impl WeekRun<'_> {
    /// Plays these matches of the week and hands on each that is over. Bots that cannot be started lose theirs.
    pub(super) fn play(&self, mut matches: Vec<Match>, sink: &mut Sink<'_>) -> Result<Outcome, CliError> {
        let host = self.host;
        let order = self.store.order(self.week).map_err(about(self.path))?;
        let settings = self.store.settings();
        let terms = Terms {
            game: self.game,
            variant: settings.variant.clone(),
            limit: settings.limit(),
            openings: settings.openings.clone(),
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
        for batch in batches(&mut matches) {
            let mut bots = match Bots::build(self, &order, batch, &bar) {
                Err(_) if host.is_interrupted() => {
                    outcome.interrupted = true;
                    break;
                }
                built => built?,
            };
            let played = play_batch(&settings, batch, &mut bots, host, self.path, &bar, sink)?;
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

/// The matches, so that not too many bots are built at once, and each bot few times.
///
/// Where there are more bots than that, they are put into blocks, so many that one for each seat can be built together.
/// The matches between the same blocks stand together, and among them those of a table: two bots of the same two blocks
/// meet while both blocks are there.
fn batches(matches: &mut [Match]) -> Vec<&[Match]> {
    if seated(matches).len() <= BATCH {
        return vec![matches];
    }
    let seats = matches.iter().flat_map(|one| &one.games).map(|game| game.seating.len()).max();
    let block = (BATCH / seats.unwrap_or(1)).max(1);
    matches.sort_by_cached_key(|one| (blocks(one, block), one.table));
    let matches: &[Match] = matches;
    let mut batches = Vec::new();
    let (mut from, mut to, mut bots) = (0, 0, BTreeSet::new());
    for group in matches.chunk_by(|a, b| blocks(a, block) == blocks(b, block)) {
        let more = seated(group);
        if to > from && bots.union(&more).count() > BATCH {
            batches.push(&matches[from..to]);
            (from, bots) = (to, BTreeSet::new());
        }
        bots.extend(more);
        to += group.len();
    }
    batches.push(&matches[from..]);
    batches
}

/// The bots of some matches, as indices into the order of the week.
fn seated(matches: &[Match]) -> BTreeSet<usize> {
    matches.iter().flat_map(|one| &one.games).flat_map(|game| &game.seating).copied().collect()
}

/// The blocks of so many bots from which those of a match come.
fn blocks(one: &Match, block: usize) -> BTreeSet<usize> {
    one.games.iter().flat_map(|game| &game.seating).map(|bot| bot / block).collect()
}

fn play_batch(
    settings: &Settings,
    matches: &[Match],
    bots: &mut Bots,
    host: &Host,
    path: &Path,
    bar: &ProgressBar,
    sink: &mut Sink<'_>,
) -> Result<Outcome, CliError> {
    let (sender, receiver) = sync_channel(WAITING);
    let collector = Collector {
        matches: matches
            .iter()
            .enumerate()
            .flat_map(|(at, one)| one.games.iter().map(move |it| (it.number, at)))
            .collect(),
        sizes: matches.iter().map(|one| one.games.len()).collect(),
        inner: Mutex::default(),
        sender,
        host: host_name(),
        bar,
    };
    let mut left: Vec<&Match> = matches.iter().collect();
    let (result, written) = std::thread::scope(|scope| {
        // The disk is waited for while the next games are played.
        let writer = scope.spawn(move || receiver.into_iter().try_for_each(sink));
        let result = play_left(settings, &mut left, bots, host, &collector);
        drop(collector);
        (result, writer.join())
    });
    match written {
        Ok(written) => written.map_err(about(path))?,
        Err(panic) => std::panic::resume_unwind(panic),
    }
    let void = left.iter().map(|one| one.games.len()).sum();
    match result {
        Ok(()) => Ok(Outcome { interrupted: host.is_interrupted(), void }),
        Err(Broken::Interrupted) => Ok(Outcome { interrupted: true, void }),
        Err(_) if host.is_interrupted() => Ok(Outcome { interrupted: true, void }),
        Err(Broken::NotStarted { why, .. }) => Err(CliError::internal(why)),
        Err(Broken::Failed(error)) => Err(error.into()),
    }
}

/// Plays what is left, as often as it takes, but not for ever. What is left then could not be judged.
fn play_left(
    settings: &Settings,
    left: &mut Vec<&Match>,
    bots: &mut Bots,
    host: &Host,
    collector: &Collector<'_>,
) -> Result<(), Broken> {
    let mut tries = 0;
    loop {
        for lost in left.extract_if(.., |one| bots.is_absent(one)) {
            let games = bots.walkovers(settings, lost, &collector.host)?;
            collector.hand_on(games).map_err(Broken::Failed)?;
        }
        if left.is_empty() {
            return Ok(());
        }
        let units: Vec<Vec<Fixture>> = left.iter().map(|one| bots.fixtures(one)).collect();
        let result = tournament::play_all(settings, &units, &bots.entrants(), host, collector);
        collector.forget_what_has_begun();
        for played in left.extract_if(.., |one| collector.has(one)) {
            bots.were_started(played);
        }
        match result {
            Err(Broken::NotStarted { entrant, why }) if !host.is_interrupted() => {
                bots.could_not_be_started(entrant, &why);
                continue;
            }
            other => other?,
        }
        tries += 1;
        if host.is_interrupted() || tries == TRIES {
            return Ok(());
        }
    }
}

/// Collects the games of each match, and hands on the match when it is over.
struct Collector<'a> {
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

impl Collector<'_> {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether all games of a match have ended.
    fn has(&self, one: &Match) -> bool {
        let inner = self.inner();
        one.games.iter().all(|game| inner.done.contains(&game.number))
    }

    /// Matches that have not come to an end are played again from their first game.
    fn forget_what_has_begun(&self) {
        self.inner().begun.clear();
    }

    /// All games of a match have ended.
    fn hand_on(&self, games: Vec<FinishedGame>) -> Result<(), SandboxError> {
        self.inner().done.extend(games.iter().map(|game| game.number));
        self.bar.inc(games.len() as u64);
        self.bar.set_message(format!("{} left", HumanDuration(self.bar.eta())));
        // Nobody listens any more if what was handed on before could not be written.
        self.sender.send(games).map_err(|_| SandboxError::text("the games cannot be written"))
    }
}

impl Observer for Collector<'_> {
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
            inner.begun.remove(&at).unwrap_or_default()
        };
        self.hand_on(games)
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

    /// A week in which these meet, in as many pairs of games, as a tournament has them: all tables play their first pair,
    /// then all their second one.
    fn week(tables: &[Vec<usize>], pairs: usize) -> Vec<Match> {
        let mut numbers = 1..;
        let mut one = |(table, seating): (usize, &Vec<usize>)| {
            let number = numbers.next().unwrap();
            let planned = Planned { number, pair: 1, seed: number, seating: seating.clone(), starts: None };
            Match { table, games: vec![planned] }
        };
        (0..pairs).flat_map(|_| tables.iter().enumerate().map(&mut one).collect::<Vec<_>>()).collect()
    }

    /// How often a bot is built in a week, of which every match is played once and as it was planned.
    fn builds(week: &[Match]) -> usize {
        let mut sorted = week.to_vec();
        let all = batches(&mut sorted);
        let mut played = all.concat();
        played.sort_by_key(|one| one.games[0].number);
        assert_eq!(played, week);
        let bots: Vec<usize> = all.iter().map(|batch| seated(batch).len()).collect();
        assert!(bots.iter().all(|bots| (1..=BATCH).contains(bots)), "{bots:?}");
        bots.iter().sum()
    }

    #[test]
    fn a_bot_is_built_few_times_and_with_few_others() {
        let all_meet = |bots: usize| -> Vec<Vec<usize>> {
            (0..bots).flat_map(|a| (a + 1..bots).map(move |b| vec![a, b])).collect()
        };
        // Each of the blocks of 32, 32, 32 and 4 bots with each other one: 0 with 0, 1; 2; 3, and so on.
        assert_eq!(builds(&week(&all_meet(100), 5)), 64 + 64 + 36 + 64 + 36 + 36);
        assert_eq!(builds(&week(&all_meet(65), 5)), 64 + 33 + 33);
        let neighbours: Vec<Vec<usize>> = (0..200).map(|above| vec![above, above + 1]).collect();
        assert!(builds(&week(&neighbours, 5)) < 210);
        let fours: Vec<Vec<usize>> = (0..97).map(|above| (above..above + 4).collect()).collect();
        assert!(builds(&week(&fours, 5)) < 125);
        let swiss: Vec<Vec<usize>> = (0..50).map(|above| vec![above, 99 - above]).collect();
        assert_eq!(builds(&week(&swiss, 5)), 100);
        let gauntlet: Vec<Vec<usize>> = (0..100).filter(|bot| *bot != 7).map(|bot| vec![7, bot]).collect();
        assert!(builds(&week(&gauntlet, 5)) < 105);
    }

    #[test]
    fn few_bots_are_built_at_once_and_play_in_the_order_of_the_games() {
        let few = week(&[vec![3, 1], vec![0, 2]], 3);
        assert_eq!(batches(&mut few.clone()), [few.as_slice()]);
        assert_eq!(batches(&mut []), [&[]]);
    }
}
