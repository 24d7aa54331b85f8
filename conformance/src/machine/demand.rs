//! What a turn asks of a machine, from what it took here.

use std::path::Path;
use std::time::Duration;

use crate::process::Elapsed;
use crate::record::{Figure, StartFigures};
use crate::timing::millis;

/// What kind of program a bot is: what takes its time at the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The machine's own code.
    Native,
    /// A script of Python.
    Python,
    /// Java.
    Java,
    /// Another interpreter, whose start is not measured.
    Other,
}

impl Kind {
    /// What a bot is by its command.
    #[must_use]
    pub fn of(command: &[String], has_script: bool) -> Self {
        let first = command.first().map(Path::new).and_then(Path::file_stem);
        match first.and_then(|stem| stem.to_str()) {
            Some(name) if name.starts_with("python") => Self::Python,
            Some("java") => Self::Java,
            // Whatever is told a file of the bot's own to run.
            Some(_) if has_script => Self::Other,
            _ => Self::Native,
        }
    }

    /// What its start takes, if that was measured.
    #[must_use]
    pub(super) const fn start(self, starts: &StartFigures) -> Option<Figure> {
        match self {
            Self::Native => starts.native,
            Self::Python => starts.python,
            Self::Java => starts.java,
            Self::Other => None,
        }
    }
}

/// What a turn asks of a machine, in milliseconds as of this one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Demand {
    /// Processor time.
    pub(super) cpu: f64,
    /// Wall time in which it computes; less than `cpu` if threads compute side by side.
    pub(super) busy: f64,
    /// Wall time in which it waits, or sleeps.
    pub(super) idle: f64,
    /// Whether it has several threads or processes.
    pub(super) several: bool,
}

/// An answer that comes within this time has no processor time of its own: nobody looked.
const UNTOLD: Duration = Duration::from_millis(1);

impl Demand {
    /// What a turn asked for that took so long.
    #[must_use]
    pub(super) fn of(turn: &Elapsed) -> Self {
        let path = turn.charged;
        let cpu = if turn.cpu.is_zero() && turn.wall <= UNTOLD { path } else { turn.cpu };
        let busy = cpu.min(path);
        Self {
            cpu: millis(cpu),
            busy: millis(busy),
            idle: millis(path.saturating_sub(busy)),
            several: turn.several,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_computes_is_told_from_what_waits() {
        let ms = Duration::from_millis;
        let demand = |turn: Elapsed| {
            let Demand { cpu, busy, idle, .. } = Demand::of(&turn);
            [cpu, busy, idle].map(|ms| (ms * 1e3).round() / 1e3)
        };
        assert_eq!(demand(Elapsed::charge(ms(50), ms(20), ms(0), false)), [20.0, 20.0, 30.0]);
        // What it waited for a core is not its own.
        assert_eq!(demand(Elapsed::charge(ms(50), ms(20), ms(25), false)), [20.0, 20.0, 5.0]);
        // Threads compute side by side.
        assert_eq!(demand(Elapsed::charge(ms(50), ms(90), ms(0), true)), [90.0, 50.0, 0.0]);
        // Nobody looked how much of so short an answer was processor time.
        let short = Duration::from_micros(300);
        let answer = Elapsed::charge(short, Duration::ZERO, Duration::ZERO, false);
        assert_eq!(demand(answer), [0.3, 0.3, 0.0]);
    }

    #[test]
    fn kinds_are_told_by_the_command() {
        let kind = |words: &[&str], script| {
            Kind::of(&words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>(), script)
        };
        assert_eq!(kind(&["/usr/bin/python3.11", "bot.py"], true), Kind::Python);
        assert_eq!(kind(&["/opt/jdk/bin/java", "-cp", "."], false), Kind::Java);
        assert_eq!(kind(&["/usr/bin/node", "bot.js"], true), Kind::Other);
        assert_eq!(kind(&["bot"], false), Kind::Native);
        assert_eq!(kind(&[], false), Kind::Native);
    }
}
