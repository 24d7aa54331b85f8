//! The contests that there are. Whoever has one of his own adds it here and has every command for it.
//!
//! ```no_run
//! fn main() -> std::process::ExitCode {
//!     botspec::Suite::standard().run()
//! }
//! ```

use std::fmt;
use std::ops::Deref;
use std::process::ExitCode;
use std::sync::OnceLock;

use clap::builder::PossibleValue;
use clap::{ArgMatches, ValueEnum};

use crate::contest::Contest;
use crate::games::STANDARD;
use crate::options::Options;
use crate::record::{GameName, GameRecord, Variant};

/// Those of this process: the standard ones unless a suite runs.
static REGISTERED: OnceLock<Vec<Game>> = OnceLock::new();

/// Contests, and the program that tests bots for them.
pub struct Suite {
    games: Vec<Game>,
}

impl Suite {
    /// The contests that come with botspec.
    #[must_use]
    pub fn standard() -> Self {
        Self { games: STANDARD.map(Game).to_vec() }
    }

    /// And this one. It stays for as long as the process lives.
    ///
    /// # Panics
    /// If its name is that of another contest, or has not the form of a name: see [`GameName`].
    #[must_use]
    pub fn with(mut self, contest: impl Contest + 'static) -> Self {
        let name = contest.name();
        assert!(GameName::new(name).is_some(), "{name:?} has not the form of a contest's name");
        assert!(self.games.iter().all(|game| game.name() != name), "there are two contests called {name}");
        self.games.push(Game(Box::leak(Box::new(contest))));
        self
    }

    /// Does what the command line says, and returns the exit code: the whole program.
    ///
    /// # Panics
    /// If a suite has run in this process before.
    #[must_use]
    pub fn run(self) -> ExitCode {
        // Before anything else: this process may be one of botspec's own, which watches a bot.
        if let Some(code) = crate::process::serve_if_asked() {
            return code;
        }
        if let Some(code) = crate::process::compute_if_asked() {
            return code;
        }
        assert!(REGISTERED.set(self.games).is_ok(), "a process has one suite");
        if let Some(code) = crate::sparring::serve_if_asked() {
            return code;
        }
        crate::cli::main()
    }
}

/// A contest that is registered.
#[derive(Clone, Copy)]
pub struct Game(&'static dyn Contest);

impl Game {
    /// All of them, in the order in which they were registered.
    #[must_use]
    pub fn all() -> &'static [Self] {
        REGISTERED.get_or_init(|| STANDARD.map(Game).to_vec())
    }

    /// The one of this name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::all().iter().copied().find(|game| game.name() == name)
    }

    /// The one that a record names.
    ///
    /// # Errors
    /// Which ones there are, if it is none of them.
    pub fn of_record(name: GameName) -> Result<Self, UnknownGame> {
        Self::find(name.as_str()).ok_or(UnknownGame(name))
    }

    /// What it is.
    #[must_use]
    pub fn contest(self) -> &'static dyn Contest {
        self.0
    }

    /// What it is called in records.
    #[must_use]
    pub fn id(self) -> GameName {
        GameName::new(self.name()).expect("names are looked at when they are registered")
    }

    /// Whether its games can be written as readable text.
    #[must_use]
    pub fn is_written_out(self) -> bool {
        self.referee().written_out(&GameRecord::new(self.id(), Variant::default())).is_some()
    }

    /// Whether games of some variant can begin with moves that no bot was asked for.
    #[must_use]
    pub fn has_openings(self) -> bool {
        let none = ArgMatches::default();
        let names = self.variants().iter().copied().map(Some).chain([None]);
        let mut variants = names.map(|name| self.referee().variant(name, &Options::new(&none)));
        variants.any(|variant| self.referee().without_openings(&variant).is_none())
    }

    /// The names of all, for a message.
    #[must_use]
    pub fn names() -> String {
        let names: Vec<&str> = Self::all().iter().map(|game| game.name()).collect();
        names.join(", ")
    }
}

impl Deref for Game {
    type Target = dyn Contest;

    fn deref(&self) -> &Self::Target {
        self.0
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Game {}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.name(), f)
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl ValueEnum for Game {
    fn value_variants<'a>() -> &'a [Self] {
        Self::all()
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).help(self.0.about()))
    }
}

/// A record is of a game that is not registered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownGame(GameName);

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown game `{}`, expected one of {}", self.0, Game::names())
    }
}

impl std::error::Error for UnknownGame {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_found_by_its_name() {
        for game in Game::all() {
            assert_eq!(Game::find(game.name()), Some(*game));
            assert_eq!(Game::of_record(game.id()), Ok(*game));
        }
        let error = Game::of_record(GameName::new("chess").unwrap()).unwrap_err();
        assert_eq!(error.to_string(), "unknown game `chess`, expected one of linkage, hex, flit, power4");
    }

    #[test]
    #[should_panic(expected = "two contests called hex")]
    fn a_name_is_taken_once() {
        let _ = Suite::standard().with(crate::games::hex::Hex);
    }
}
