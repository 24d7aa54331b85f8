//! Many games: who sits where, several at a time, the next bots started when a game ends.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use botspec_sdk::random::Random;
use botspec_sdk::seat::Seat;

use super::changeover::Changeover;
use super::schedule::{self, Format, Table, Unit};
use super::seats::{Closing, Failure, Fixture, Overstay, PlayedGame, Seats, Stop, Terms, Watch};
use super::swiss::Swiss;
use crate::evidence::plain;
use crate::process::{Elapsed, Host, Program, SandboxError, pin_to_core};
use crate::record::{GameRecord, Player, Variant};
use crate::sparring;
use crate::suite::Game;

/// How a tournament is made, apart from who plays.
#[derive(Debug, Clone)]
pub struct Settings {
    /// What is played.
    pub terms: Terms,
    /// How many games; where it is a matter of who meets whom, of each meeting: so many pairs.
    pub games: u64,
    /// Who meets whom.
    pub format: Format,
    /// The seed of all chance: game number n has the seed `seed + n - 1`, one of a pair, or of a match of several games, that of
    /// the first one.
    pub seed: u64,
    /// How many games at once, at least 1.
    pub jobs: usize,
    /// Whether each game keeps to one core.
    pub pinned: bool,
}

impl Settings {
    /// How many seats a game has.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.terms.game.referee().bots(&self.terms.variant)
    }
}

/// A bot that takes part.
#[derive(Debug)]
pub struct Entrant<'a> {
    /// Its name, unlike that of any other.
    pub name: String,
    /// What to run.
    pub program: &'a Program,
    /// Whether it is told the seed of its first game by one more argument.
    pub is_seeded: bool,
}

impl Entrant<'_> {
    /// What to run in this game, and those that follow it in the same folders.
    fn seated(&self, fixture: &Fixture) -> Cow<'_, Program> {
        if self.is_seeded {
            Cow::Owned(sparring::with_seed(self.program, fixture.seed))
        } else {
            Cow::Borrowed(self.program)
        }
    }
}

/// A game that has come to an end.
#[derive(Debug)]
pub struct Finished {
    /// What was to be played.
    pub fixture: Fixture,
    /// What was played.
    pub record: GameRecord,
    /// The index of the winner among the entrants; `None` if nobody won.
    pub winner: Option<usize>,
    /// How long answers took, with the index of the entrant.
    pub elapsed: Vec<(usize, Elapsed)>,
    /// Entrants whose processes did not end when they were told to.
    pub overstays: Vec<(usize, Overstay)>,
    /// What cost a turn where no answer loses a game: the seat, the number of the move, and why.
    pub lapses: Vec<(Seat, usize, Failure)>,
}

/// Is told of games while the tournament goes on, from several threads.
pub trait Observer: Sync {
    /// A game has ended.
    ///
    /// # Errors
    /// Whatever stops the tournament.
    fn finished(&self, game: Finished) -> Result<(), SandboxError>;

    /// A game could not be judged: the machine was too busy to time this entrant.
    fn void(&self, fixture: &Fixture, entrant: usize);

    /// Whether enough has been played: no further game begins.
    fn is_decided(&self) -> bool {
        false
    }

    /// A position of a game in progress.
    fn position(&self, fixture: &Fixture, arbiter: &dyn super::Arbiter) {
        let _ = (fixture, arbiter);
    }
}

/// Why a tournament stopped before its end.
#[derive(Debug)]
pub enum Broken {
    /// It was interrupted.
    Interrupted,
    /// A bot could not be started at all.
    NotStarted {
        /// Its index among the entrants.
        entrant: usize,
        /// Why.
        why: String,
    },
    /// botspec or the machine failed.
    Failed(SandboxError),
}

/// All games, in the order of their numbers; those of one inner list share the bots' folders and are played one
/// after the other.
///
/// Bots move one seat on from match to match. Where a match has several games, the side that starts the first one is
/// drawn from the seed of that game, and the others have the same seed: it plays the match again. Else each game has a seed of
/// its own.
#[must_use]
pub fn fixtures(game: Game, bots: usize, games: u64, seed: u64) -> Vec<Unit> {
    let table: Table = (0..bots).collect();
    let size = schedule::pair_size(game, bots);
    let mut all = Vec::new();
    for pair in 0..games.div_ceil(size) {
        all.extend(schedule::pair(game, seed, &table, pair, pair));
    }
    for unit in &mut all {
        let first = unit.first().map_or(1, |fixture| fixture.number);
        for fixture in unit {
            fixture.seed = seed.wrapping_add(first - 1);
        }
    }
    schedule::cut(all, games)
}

/// The side that starts a game of a match in which that alternates: 1 or 2. The seed is that of the match's first game,
/// from which the game is so many games away.
#[must_use]
pub fn starting_side(seed: u64, within: u64) -> u8 {
    let first = Random::seeded(seed).below(2);
    if (u64::from(first) + within).is_multiple_of(2) { 1 } else { 2 }
}

/// Plays all games of a tournament between these bots.
///
/// # Errors
/// Why it stopped early. Games that had ended by then have been told.
pub fn play(
    settings: &Settings,
    entrants: &[Entrant<'_>],
    host: &Host,
    observer: &dyn Observer,
) -> Result<(), Broken> {
    let Format::Swiss { rounds } = settings.format else {
        let units = schedule::units(settings, entrants.len());
        return play_all(settings, &units, entrants, host, observer);
    };
    let standings = Standings { observer, swiss: Mutex::new(Swiss::new(entrants.len())) };
    for round in 0..rounds {
        let mut swiss = standings.swiss.lock().unwrap_or_else(PoisonError::into_inner);
        let units = schedule::round(settings, &mut swiss, round);
        drop(swiss);
        play_all(settings, &units, entrants, host, &standings)?;
        if host.is_interrupted() || observer.is_decided() {
            break;
        }
    }
    Ok(())
}

/// Plays games that are given, whoever has made them up: those of one inner list share the bots' folders and are played
/// one after the other. Of the settings, the number of games, who meets whom and the seed do not matter here: fixtures
/// have their own.
///
/// # Errors
/// Why it stopped early. Games that had ended by then have been told.
pub fn play_all(
    settings: &Settings,
    units: &[Unit],
    entrants: &[Entrant<'_>],
    host: &Host,
    observer: &dyn Observer,
) -> Result<(), Broken> {
    let scheduler = Scheduler {
        settings,
        entrants,
        host,
        observer,
        units,
        next: AtomicUsize::new(0),
        stop: AtomicBool::new(false),
        broken: Mutex::new(None),
    };
    std::thread::scope(|scope| {
        for worker in 1..settings.jobs.min(units.len()) {
            let scheduler = &scheduler;
            scope.spawn(move || scheduler.work(worker));
        }
        scheduler.work(0);
    });
    match scheduler.broken.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(broken) => Err(broken),
        None => Ok(()),
    }
}

/// Keeps the points of a Swiss tournament, and passes everything on.
struct Standings<'a> {
    observer: &'a dyn Observer,
    swiss: Mutex<Swiss>,
}

impl Observer for Standings<'_> {
    fn finished(&self, game: Finished) -> Result<(), SandboxError> {
        let mut swiss = self.swiss.lock().unwrap_or_else(PoisonError::into_inner);
        swiss.add(&game.fixture.seating, game.winner);
        drop(swiss);
        self.observer.finished(game)
    }

    fn void(&self, fixture: &Fixture, entrant: usize) {
        self.observer.void(fixture, entrant);
    }

    fn is_decided(&self) -> bool {
        self.observer.is_decided()
    }

    fn position(&self, fixture: &Fixture, arbiter: &dyn super::Arbiter) {
        self.observer.position(fixture, arbiter);
    }
}

struct Scheduler<'a> {
    settings: &'a Settings,
    entrants: &'a [Entrant<'a>],
    host: &'a Host,
    observer: &'a dyn Observer,
    units: &'a [Unit],
    next: AtomicUsize,
    stop: AtomicBool,
    broken: Mutex<Option<Broken>>,
}

/// Bots that are ready, and the games they are to play.
type Ready<'a> = (&'a [Fixture], Result<Box<dyn Seats>, SandboxError>);

impl<'a> Scheduler<'a> {
    fn work(&self, worker: usize) {
        // Threads that are started from here keep to the same core, and so do the bots.
        let _pinned = self.settings.pinned.then(|| pin_to_core(worker)).flatten();
        let mut changeover = Changeover::default();
        let mut ready = self.claim().map(|unit| self.start(unit));
        while let Some((unit, seats)) = ready.take() {
            let done =
                seats.map_err(Broken::Failed).and_then(|seats| self.unit(unit, seats, &mut changeover));
            match done {
                Ok(next) => ready = next,
                Err(broken) => {
                    self.stop.store(true, Ordering::Relaxed);
                    self.broken.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(broken);
                }
            }
        }
    }

    /// The next games that nobody plays yet.
    fn claim(&self) -> Option<&'a [Fixture]> {
        let stops = self.stop.load(Ordering::Relaxed) || self.observer.is_decided();
        if stops || self.host.is_interrupted() {
            return None;
        }
        self.units.get(self.next.fetch_add(1, Ordering::Relaxed)).map(Vec::as_slice)
    }

    fn start(&self, unit: &'a [Fixture]) -> Ready<'a> {
        let seated =
            unit.first().map(|first| first.seating.iter().map(|&bot| self.entrants[bot].seated(first)));
        let programs: Vec<Cow<'_, Program>> = seated.into_iter().flatten().collect();
        let programs: Vec<&Program> = programs.iter().map(AsRef::as_ref).collect();
        (unit, self.settings.terms.game.referee().seating().seat(self.host, &programs))
    }

    /// Plays some games with the same bots. If they do not end at once, those of the next games start meanwhile.
    fn unit(
        &self,
        unit: &'a [Fixture],
        mut seats: Box<dyn Seats>,
        changeover: &mut Changeover,
    ) -> Result<Option<Ready<'a>>, Broken> {
        let mut last = None;
        for (at, fixture) in unit.iter().enumerate() {
            let mut watch = |arbiter: &dyn super::Arbiter| self.observer.position(fixture, arbiter);
            let watch: &mut Watch<'_> = &mut watch;
            match seats.play(fixture, &self.settings.terms, watch) {
                Ok(played) if at + 1 < unit.len() => {
                    let closings = seats.take_stderr().into_iter().map(Closing::quiet).collect();
                    self.tell(fixture, played, closings)?;
                }
                Ok(played) => last = Some((fixture, played)),
                Err(Stop::HostTooBusy { seat }) => {
                    // The others of a match would find the bots in the middle of a set.
                    for fixture in &unit[at..] {
                        self.observer.void(fixture, fixture.seating[seat.index()]);
                    }
                    break;
                }
                Err(Stop::Interrupted) => return Err(Broken::Interrupted),
                Err(Stop::NotStarted { seat, why }) => {
                    return Err(Broken::NotStarted { entrant: fixture.seating[seat.index()], why });
                }
                Err(Stop::Failed(error)) => return Err(Broken::Failed(error)),
            }
        }
        let (next, closed) = match self.claim() {
            None => (None, seats.close()),
            Some(next) => {
                let (closed, ready) = changeover.make(|| seats.close(), || self.start(next));
                (Some(ready), closed)
            }
        };
        let closings = closed.map_err(Broken::Failed)?;
        if let Some((fixture, played)) = last {
            self.tell(fixture, played, closings)?;
        }
        Ok(next)
    }

    fn tell(&self, fixture: &Fixture, played: PlayedGame, closings: Vec<Closing>) -> Result<(), Broken> {
        let finished = compose(&self.settings.terms, self.entrants, fixture, played, &closings);
        self.observer.finished(finished).map_err(Broken::Failed)
    }
}

/// A course with everything else that a record says.
fn compose(
    terms: &Terms,
    entrants: &[Entrant<'_>],
    fixture: &Fixture,
    played: PlayedGame,
    closings: &[Closing],
) -> Finished {
    let PlayedGame { initial, opening, moves, times_ms, elapsed, ended, fault, lapses } = played;
    let entrant = |seat: Seat| fixture.seating.get(seat.index()).copied();
    let variant = Variant { starts: fixture.starts, ..terms.variant.clone() };
    let mut record = GameRecord::new(terms.game.id(), variant);
    record.seed = Some(fixture.seed);
    record.number = Some(fixture.number);
    record.initial = initial;
    record.opening = (opening > 0).then_some(opening);
    if let Ok(arbiter) = super::open(&record) {
        record.players = (0_u8..)
            .map(Seat::from_index)
            .zip(&fixture.seating)
            .map(|(seat, &bot)| Player { name: entrants[bot].name.clone(), side: arbiter.side(seat) })
            .collect();
    }
    record.moves = moves;
    record.times_ms = times_ms;
    let winner = ended.winner.and_then(entrant);
    let mut result = ended.result;
    result.player = winner.map(|bot| entrants[bot].name.clone());
    record.result = Some(result);
    record.fault = fault;
    if closings.iter().any(|closing| !closing.stderr.is_empty()) {
        record.stderr = closings.iter().map(|closing| plain(&closing.stderr)).collect();
    }
    let elapsed = elapsed.into_iter().filter_map(|(seat, time)| Some((entrant(seat)?, time))).collect();
    let overstays = fixture.seating.iter().zip(closings);
    let overstays = overstays.filter_map(|(&bot, closing)| Some((bot, closing.overstay?))).collect();
    Finished { fixture: fixture.clone(), record, winner, elapsed, overstays, lapses }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(name: &str) -> Game {
        Game::find(name).expect("a standard game")
    }

    #[test]
    fn bots_move_one_seat_on_from_game_to_game() {
        let seating = |game, bots, games| -> Vec<Vec<usize>> {
            fixtures(game, bots, games, 1).into_iter().flatten().map(|fixture| fixture.seating).collect()
        };
        assert_eq!(seating(game("hex"), 2, 3), [[0, 1], [1, 0], [0, 1]]);
        assert_eq!(seating(game("flit"), 4, 2), [[0, 1, 2, 3], [1, 2, 3, 0]]);
        assert_eq!(seating(game("power4"), 2, 5), [[0, 1], [0, 1], [1, 0], [1, 0], [0, 1]]);
    }

    #[test]
    fn a_match_of_power4_has_two_sets_with_either_team_starting() {
        let mut firsts = std::collections::BTreeSet::new();
        for seed in 0..20 {
            let units = fixtures(game("power4"), 2, 5, seed);
            assert_eq!(units.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2, 1]);
            for unit in &units {
                let starts: Vec<u8> = unit.iter().filter_map(|fixture| fixture.starts).collect();
                assert!(starts.len() == 1 || starts[0] + starts[1] == 3, "{starts:?}");
                firsts.insert(starts[0]);
            }
        }
        assert_eq!(firsts.len(), 2, "who starts is drawn");
    }

    #[test]
    fn each_game_can_be_played_again_by_its_own_seed() {
        let all: Vec<Fixture> = fixtures(game("flit"), 4, 3, 7).concat();
        assert_eq!(all.iter().map(|fixture| fixture.seed).collect::<Vec<_>>(), [7, 8, 9]);
    }

    #[test]
    fn the_second_set_of_a_match_can_be_played_again_by_its_own_seed() {
        for fixture in fixtures(game("power4"), 2, 6, 7).concat() {
            let again = fixtures(game("power4"), 2, 2, fixture.seed).concat();
            let within = usize::try_from(fixture.number - 1).unwrap() % 2;
            // What partners are told is the seed of the first set.
            assert_eq!((again[0].seed, again[within].seed), (fixture.seed, fixture.seed));
            assert_eq!(again[within].starts, fixture.starts, "set {}", fixture.number);
        }
    }
}
