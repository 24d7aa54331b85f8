//! Damaged and random bytes for everything that botspec reads. Whatever they are, nothing panics or hangs, memory is
//! bounded, and an error names the file and, where there is one, the line.
//!
//! CI tries a few of each; `BOTSPEC_FUZZ=100000 cargo test --release -p botspec --test suite -- fuzz::` tries as many.
//! Archives in submissions are damaged in `bot_room/submission.rs`.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test, in a test's helpers too")]

mod commands;
mod damage;
mod readers;
mod samples;

use proptest::test_runner::Config;

/// So many cases, unless the environment says how many.
fn cases(usual: u32) -> Config {
    let asked = std::env::var("BOTSPEC_FUZZ").ok().and_then(|count| count.parse().ok());
    Config { cases: asked.unwrap_or(usual), failure_persistence: None, ..Config::default() }
}
