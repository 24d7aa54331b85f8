//! Games between bots and what is left of them: `play`, `replay`, `console`.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test, in a test's helpers too")]
#![expect(clippy::print_stderr, reason = "a skipped test says so")]

mod again;
mod bench;
mod console;
mod examples;
mod games;
mod gtp;
mod meetings;
mod openings;
mod page;
mod person;
mod records;
mod repeats;
mod roster;
mod schemas;
mod sgf;
mod sparring;
mod sprt;
mod terminal;
mod tournaments;
mod usage;
