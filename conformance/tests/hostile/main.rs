//! Attacks on the tester: one row each, by a file bot or a stream bot, as root and as an ordinary user.
//!
//! A row says what the attack is, who plays it, and what is to come of it: the verdict, the rules that are broken,
//! the exit code. Nothing may be left of it, no process, folder, mount or shared memory, and the tester's own
//! memory is bounded, whatever the bot does.
//!
//! `cargo test --test hostile` runs each row in one contest and by one user; with `-- --include-ignored` in all of them,
//! by both, also on a machine without namespaces, and with a thousand kills of the tester at any moment.
//!
//! What is no bot's turn is tried elsewhere: forged files in `saved_cases.rs` and `fuzz`, builds in
//! `bot_room/limits.rs`, archives in `bot_room/submission.rs`, text that logs obey in `cli.rs`, verdicts
//! on bots that do nothing in `verdicts.rs`, ends by signals and readers that do not read in `ending.rs`, what can be
//! reached from inside a sandbox, service by service, in `isolation.rs`.

#![expect(clippy::print_stderr, reason = "what is skipped is said")]

#[cfg(target_os = "linux")]
mod bots;
#[cfg(target_os = "linux")]
mod ground;
#[cfg(target_os = "linux")]
mod kills;
#[cfg(target_os = "linux")]
mod remains;
#[cfg(target_os = "linux")]
mod row;
#[cfg(target_os = "linux")]
mod table;

use std::process::ExitCode;

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    let mut arguments = libtest_mimic::Arguments::from_args();
    // Most of the time is spent waiting.
    arguments
        .test_threads
        .get_or_insert_with(|| 2 * std::thread::available_parallelism().map_or(1, usize::from));
    let opened = remains::adopt_orphans().and_then(|()| ground::open_program());
    match opened {
        Ok(folder) => {
            let trials = table::rows().iter().flat_map(row::trials).chain(kills::trials());
            let code = libtest_mimic::run(&arguments, trials.collect()).exit_code();
            drop(folder);
            code
        }
        Err(error) => {
            eprintln!("the attacks cannot be tried: {error}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    eprintln!("skipped: bots are confined on Linux only");
    ExitCode::SUCCESS
}
