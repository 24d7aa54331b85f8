//! What the command line says for one contest only.

use std::any::Any;
use std::fmt;

use clap::ArgMatches;

/// A command that contests may have options for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommandName {
    /// `botspec new`: what the template asks besides what all do.
    New,
    /// `botspec inspect`: what the position's text does not say.
    Inspect,
    /// `botspec play`: how the game is played.
    Play,
}

/// The values of a contest's own options, by the ids under which it has declared them.
#[derive(Debug, Clone, Copy)]
pub struct Options<'a> {
    matches: &'a ArgMatches,
}

impl<'a> Options<'a> {
    /// Those that a command line had.
    #[must_use]
    pub const fn new(matches: &'a ArgMatches) -> Self {
        Self { matches }
    }

    /// The value of an option; none if it was not given.
    ///
    /// # Panics
    /// If the option was declared with values of another type.
    #[must_use]
    pub fn get<T: Any + Clone + Send + Sync>(&self, id: &str) -> Option<&'a T> {
        // What this contest has not declared is not given.
        self.matches.try_contains_id(id).is_ok().then(|| self.matches.get_one(id))?
    }

    /// All values of an option that takes several.
    ///
    /// # Panics
    /// If the option was declared with values of another type.
    #[must_use]
    pub fn all<T: Any + Clone + Send + Sync>(&self, id: &str) -> Vec<T> {
        let declared = self.matches.try_contains_id(id).is_ok();
        let values = declared.then(|| self.matches.get_many(id)).flatten();
        values.into_iter().flatten().cloned().collect()
    }

    /// The value of an option that is a text.
    ///
    /// # Panics
    /// If the option was declared with values of another type.
    #[must_use]
    pub fn text(&self, id: &str) -> Option<&'a str> {
        self.get::<String>(id).map(String::as_str)
    }
}

/// Why there is nothing to inspect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InspectError {
    /// The text has not the form of a position: where, what was found, what was expected.
    Malformed(String),
    /// The command line does not say what it must, or says what cannot be.
    Lacking(String),
}

impl InspectError {
    /// A text that is no position.
    #[must_use]
    pub fn malformed(error: impl fmt::Display) -> Self {
        Self::Malformed(error.to_string())
    }
}
