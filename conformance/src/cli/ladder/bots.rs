//! The bots that have games to play: built, or why they could not be.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use botspec_sdk::seat::Seat;
use indicatif::ProgressBar;

use super::playing::WeekRun;
use super::{about, now};
use crate::bot::{Bot, BotError, Workshop};
use crate::cli::error::CliError;
use crate::cli::output;
use crate::ladder::{Entry, FinishedGame, Match, Planned};
use crate::process::{Program, SandboxError, Scratch};
use crate::record::{GameRecord, Variant};
use crate::referee::seats::Fixture;
use crate::referee::tournament::{Broken, Entrant, Settings};
use crate::referee::walkover;

/// The bots of some matches.
pub(super) struct Bots {
    /// The names in records of all that take part, by their places in the week's order.
    names: BTreeMap<usize, String>,
    /// Those that were built: the place in the week's order, and the program.
    built: Vec<(usize, Program)>,
    /// Where each bot of the week's order is among them.
    places: HashMap<usize, usize>,
    /// Those that cannot play, and why.
    absent: BTreeMap<usize, String>,
    /// Those that could not be started the last time: the machine may have been at its limits, so they are tried again.
    doubtful: BTreeSet<usize>,
    sources: Scratch,
}

impl Bots {
    /// Builds all bots that have games in these matches. One that cannot be built does not keep the others from playing.
    pub(super) fn build(
        run: &WeekRun<'_>,
        order: &[Entry],
        matches: &[Match],
        bar: &ProgressBar,
    ) -> Result<Self, CliError> {
        let wanted: BTreeSet<usize> =
            matches.iter().flat_map(|one| &one.games).flat_map(|game| game.seating.iter().copied()).collect();
        let workshop = Workshop::new(run.host, run.playing.confined.build_network);
        let sources = Scratch::new()
            .map_err(|error| CliError::internal(format!("cannot make a temporary folder: {error}")))?;
        let root = format!("{}/", sources.path().display());
        let mut bots = Self {
            names: BTreeMap::new(),
            built: Vec::new(),
            places: HashMap::new(),
            absent: BTreeMap::new(),
            doubtful: BTreeSet::new(),
            sources,
        };
        for at in wanted {
            let Some(entry) = order.get(at) else { continue };
            let name = entry.player();
            let source = run.store.source(&entry.source).map_err(about(run.path))?;
            let folder = bots.sources.path().join(entry.bot.to_string());
            source.write_to(&folder).map_err(|error| CliError::internal(error.to_string()))?;
            let prepared = Bot::locate(&folder).and_then(|bot| {
                bot.expect_game(run.game.name())?;
                bot.prepare(&workshop, &mut |step| bar.set_message(format!("bot {}: {step}", entry.bot)))
            });
            match prepared {
                Ok(program) => {
                    bots.places.insert(at, bots.built.len());
                    bots.built.push((at, program));
                }
                Err(error) if run.host.is_interrupted() || is_of_the_machine(&error) => {
                    let error = CliError::from(error);
                    let help = "every game that has ended is kept; run again where this bot can be built";
                    return Err(CliError {
                        message: format!("bot {name}: {}\n  help: {help}", error.message.replace(&root, "")),
                        exit: error.exit,
                    });
                }
                Err(error) => {
                    let problem = error.to_string().replace(&root, "");
                    bar.suspend(|| {
                        output::note(&format!("bot {name} cannot be built, and loses its games: {problem}"));
                    });
                    let short = problem.lines().next().unwrap_or_default();
                    bots.absent.insert(at, format!("it could not be built: {short}"));
                }
            }
            bots.names.insert(at, name);
        }
        Ok(bots)
    }

    /// A bot could not be started. The second time in a row that is its own fault, and it loses its games.
    pub(super) fn could_not_be_started(&mut self, entrant: usize, why: &str) {
        let at = self.built[entrant].0;
        if !self.doubtful.insert(at) {
            output::note(&format!("bot {} cannot be started, and loses its games: {why}", self.name(at)));
            self.absent.insert(at, format!("it could not be started: {why}"));
        }
    }

    /// A match has been played to its end: whoever sat there can be started.
    pub(super) fn were_started(&mut self, one: &Match) {
        for at in one.games.iter().flat_map(|game| &game.seating) {
            self.doubtful.remove(at);
        }
    }

    fn name(&self, at: usize) -> &str {
        self.names.get(&at).map_or("", String::as_str)
    }

    /// Whether somebody at the table cannot play.
    pub(super) fn is_absent(&self, one: &Match) -> bool {
        one.games.iter().flat_map(|game| &game.seating).any(|at| self.absent.contains_key(at))
    }

    /// The games of a match that cannot be played, as lost by those who cannot.
    pub(super) fn walkovers(
        &self,
        settings: &Settings,
        one: &Match,
        host: &str,
    ) -> Result<Vec<FinishedGame>, Broken> {
        let walkover = |game: &Planned| {
            let terms = &settings.terms;
            let variant = Variant { starts: game.starts, ..terms.variant.clone() };
            let mut record = GameRecord::new(terms.game.id(), variant);
            record.seed = Some(game.seed);
            record.number = Some(game.number);
            let names = game.seating.iter().map(|at| self.name(*at).to_owned()).collect();
            let seats = (0_u8..).map(Seat::from_index).zip(&game.seating);
            let absent: Vec<(Seat, String)> =
                seats.filter_map(|(seat, at)| Some((seat, self.absent.get(at)?.clone()))).collect();
            let winner = walkover::award(&mut record, names, &absent)
                .map_err(|fault| Broken::Failed(SandboxError::text(fault.message)))?;
            Ok(FinishedGame {
                number: game.number,
                record,
                winner: winner.map(Seat::index),
                ended_at: now(),
                host: host.to_owned(),
            })
        };
        one.games.iter().map(walkover).collect()
    }

    pub(super) fn entrants(&self) -> Vec<Entrant<'_>> {
        self.built
            .iter()
            .map(|(at, program)| Entrant { name: self.name(*at).to_owned(), program, is_seeded: false })
            .collect()
    }

    pub(super) fn fixtures(&self, one: &Match) -> Vec<Fixture> {
        let fixture = |game: &Planned| Fixture {
            pair: game.pair,
            number: game.number,
            seed: game.seed,
            seating: game.seating.iter().filter_map(|at| self.places.get(at)).copied().collect(),
            starts: game.starts,
        };
        one.games.iter().map(fixture).collect()
    }
}

/// Whether nobody can say that it is the bot's fault: another machine, or this one with a tool installed, may build it.
fn is_of_the_machine(error: &BotError) -> bool {
    error.is_machine_failure()
        || matches!(
            error,
            BotError::Interrupted
                | BotError::ToolMissing { .. }
                | BotError::NoInterpreter { crlf: false, .. }
                | BotError::Unreadable { .. }
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::Protocol;

    #[test]
    fn who_was_started_in_between_is_not_given_up() {
        let program = |name: &str| Program {
            name: name.to_owned(),
            command: Vec::new(),
            files: Vec::new(),
            readable: Vec::new(),
            left_behind: Vec::new(),
            protocol: Protocol::default(),
            kept: None,
        };
        let mut bots = Bots {
            names: BTreeMap::new(),
            built: vec![(4, program("a")), (5, program("b"))],
            places: HashMap::from([(4, 0), (5, 1)]),
            absent: BTreeMap::new(),
            doubtful: BTreeSet::new(),
            sources: Scratch::new().unwrap(),
        };
        let game = Planned { number: 1, pair: 1, seed: 1, seating: vec![4, 6], starts: None };
        let one = Match { table: 4, games: vec![game] };
        bots.could_not_be_started(0, "no room");
        bots.could_not_be_started(1, "no room");
        bots.were_started(&one);
        bots.could_not_be_started(0, "no room");
        assert!(bots.absent.is_empty(), "{:?}", bots.absent);
        bots.could_not_be_started(1, "no room");
        assert_eq!(bots.absent.keys().copied().collect::<Vec<_>>(), [5]);
        bots.could_not_be_started(0, "no room");
        assert!(bots.is_absent(&one));
    }
}
