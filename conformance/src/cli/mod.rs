//! The command line: the only room that prints.

mod args;
mod audit;
mod book;
mod check;
mod console;
mod desk;
mod doctor;
mod error;
mod explain;
mod game_options;
mod gtp;
mod input;
mod inspect;
mod interrupt;
mod known_failing;
mod ladder;
mod letters;
mod lines;
mod lineup;
mod list;
mod manual;
mod new;
mod openings;
mod output;
mod pack;
#[cfg(unix)]
mod patience;
mod person;
mod places;
mod play;
mod play_args;
mod profile;
mod reask;
mod replay;
mod repro;
mod save;
mod screen;
mod sink;
mod source;
mod submission_check;
mod submission_target;
mod terminal;
mod typed;
mod verify;
mod watch;

use std::io;
use std::process::ExitCode;

pub use args::Cli;
use args::Command;
use error::CliError;

use crate::exit_code::Exit;
use crate::options::Options;
use crate::process::{keep_own_rights, survive_file_limit};

/// Parses the arguments, does what they say, and returns the exit code. Errors go to stderr.
#[must_use]
pub fn main() -> ExitCode {
    keep_own_rights();
    survive_file_limit();
    let (cli, own) = match game_options::parse(std::env::args_os().collect()) {
        Ok(parsed) => parsed,
        Err(error) => {
            // Help and version are not errors; clap knows which stream each belongs to.
            let exit = if error.use_stderr() { Exit::Usage } else { Exit::Success };
            let exit = match error.print() {
                // Whoever reads help has seen enough of it.
                Err(failed) if failed.kind() != io::ErrorKind::BrokenPipe => {
                    output::error(&CliError::internal(format!("cannot write the message: {failed}")));
                    Exit::Internal
                }
                _ => exit,
            };
            return exit.code(interrupt::signal());
        }
    };
    cli.color.write_global();
    let options = Options::new(&own);
    let done = interrupt::guarded(|| match cli.command {
        Command::New(args) => new::new(&args, &options),
        Command::Check(args) => check::check(&args),
        Command::List(args) => list::list(&args),
        Command::Explain(args) => explain::explain(&args),
        Command::Inspect(args) => inspect::inspect(&args, &options),
        Command::Play(args) => play::play(&args, &options),
        Command::Ladder(args) => ladder::ladder(&args, &options),
        Command::Repro(args) => repro::repro(&args),
        Command::Pack(args) => pack::pack(&args),
        Command::Verify(args) => verify::verify(&args),
        Command::Replay(args) => replay::replay_records(&args),
        Command::Console(args) => console::console(&args, &options),
        Command::Gtp(args) => gtp::gtp(&args),
        Command::Doctor(args) => doctor::doctor(&args),
        Command::Completions(args) => manual::completions(&args),
        Command::Man(args) => manual::man(&args),
    });
    let exit = done.unwrap_or_else(|error| {
        output::error(&error);
        error.exit
    });
    exit.code(interrupt::signal())
}
