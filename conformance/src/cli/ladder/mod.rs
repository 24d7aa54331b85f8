//! `botspec ladder`.

mod add;
mod args;
mod bots;
mod explain;
mod export;
mod init;
mod playing;
mod run;
mod shard;
mod site;
mod standings;

use std::path::Path;
use std::time::SystemTime;

pub(super) use args::LadderArgs;
use args::LadderCommand;

use super::error::CliError;
use crate::exit_code::Exit;
use crate::ladder::{LadderError, Store};
use crate::options::Options;
use crate::suite::Game;

/// Runs a contest week by week.
pub(super) fn ladder(args: &LadderArgs, options: &Options<'_>) -> Result<Exit, CliError> {
    match &args.command {
        LadderCommand::Init(args) => init::init(args, options),
        LadderCommand::Add(args) => add::add(args),
        LadderCommand::Remove(args) => add::remove(args),
        LadderCommand::Run(args) => run::run(args),
        LadderCommand::Standings(args) => standings::standings(args),
        LadderCommand::Explain(args) => explain::explain(args),
        LadderCommand::Publish(args) => site::publish(args),
        LadderCommand::Export(args) => export::export(args),
        LadderCommand::Shard(args) => shard::shard(args),
        LadderCommand::Merge(args) => shard::merge(args),
    }
}

/// What went wrong with this ladder.
fn about<'a>(path: &'a Path) -> impl Fn(LadderError) -> CliError + use<'a> {
    move |error| {
        let message = format!("{}: {error}", path.display());
        if error.is_machine_failure() { CliError::internal(message) } else { CliError::usage(message) }
    }
}

/// The contest of a ladder.
fn game_of(store: &Store, path: &Path) -> Result<Game, CliError> {
    Game::of_record(store.game()).map_err(|error| CliError::usage(format!("{}: {error}", path.display())))
}

/// A week that is asked for and has not begun.
fn not_begun(store: &Store, path: &Path, number: u32) -> CliError {
    let latest = match store.latest_week() {
        Ok(latest) => latest.map_or(0, |week| week.number),
        Err(error) => return about(path)(error),
    };
    let advice = match latest {
        _ if number == latest.saturating_add(1) => "`botspec ladder run` plays it".to_owned(),
        0 => "none has".to_owned(),
        latest => format!("week {latest} is the latest"),
    };
    CliError::usage(format!("{}: week {number} has not begun; {advice}", path.display()))
}

/// The time, as RFC 3339 has it.
fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}
