//! `botspec ladder add` and `remove`.

use std::ffi::OsString;
use std::path::Path;

use super::args::{AddArgs, RemoveArgs};
use super::{about, game_of, now};
use crate::bot::{Bot, imported_by};
use crate::cli::check;
use crate::cli::error::CliError;
use crate::cli::output;
use crate::cli::submission_check::{check_copy, said_of, told_of, why_not};
use crate::exit_code::Exit;
use crate::ladder::{Settings, Source, Store, Submission};
use crate::process::Scratch;
use crate::record::Verdict;
use crate::report::{self, Detail};

/// Checks a submission and takes it in.
pub(super) fn add(args: &AddArgs) -> Result<Exit, CliError> {
    let mut store = Store::open(&args.db).map_err(about(&args.db))?;
    let game = game_of(&store, &args.db)?;
    let refused = |error: crate::ladder::LadderError| CliError::usage(error.to_string());
    stands_alone(&args.source)?;
    let source = Source::read(&args.source).map_err(refused)?;
    let scratch = Scratch::new()
        .map_err(|error| CliError::internal(format!("cannot make a temporary folder: {error}")))?;
    // A bot that has no name is called like what was handed in.
    let real = std::fs::canonicalize(&args.source).unwrap_or_else(|_| args.source.clone());
    let named = if real.is_dir() { real.file_name() } else { real.file_stem() };
    let copy = scratch.path().join(named.map_or_else(|| OsString::from("bot"), ToOwned::to_owned));
    source.write_to(&copy).map_err(refused)?;

    let here = |message: &str| said_of(message, &copy, &args.source);
    let in_copy = |error: CliError| CliError { message: here(&error.message), exit: error.exit };
    let bot = Bot::locate(&copy).map_err(|error| in_copy(error.into()))?;
    bot.expect_game(game.name()).map_err(|error| in_copy(error.into()))?;
    let own = options_of(store.settings());
    if let Some(option) = own.iter().step_by(2).find(|option| args.options.iter().any(|it| names(it, option)))
    {
        return Err(CliError::usage(format!(
            "{option} is a matter of the ladder, and the same for all of its bots: leave it out"
        )));
    }
    let options = [own, args.options.clone()].concat();
    let (mut checked, _) = check_copy(game, &copy, &options, "add").map_err(in_copy)?;
    if checked.interrupted {
        output::note("interrupted: nothing was taken in");
        return Ok(Exit::Interrupted);
    }
    told_of(&mut checked.report, &copy, &args.source);
    let exit = check::conclude(&checked.report, false);
    let verdict = checked.report.findings.verdict();
    let is_good = exit == Exit::Success && verdict == Verdict::Pass;
    output::report(&report::pretty(&checked.report, if is_good { Detail::Quiet } else { Detail::Usual }))?;
    if !is_good && !args.force {
        output::note(&format!(
            "rejected: {}\n  help: --force takes it in all the same",
            here(&why_not(&checked.report))
        ));
        return Ok(if exit == Exit::Success { Exit::Inconclusive } else { exit });
    }
    if checked.report.bot.command.is_empty() {
        return Err(CliError::usage("a bot that does not build cannot play, --force or not"));
    }
    let submission = Submission {
        name: bot.name(),
        author: bot.author().map(ToOwned::to_owned),
        verdict: verdict.to_string(),
    };
    let added = store.add(args.number, &source, &submission, &now()).map_err(about(&args.db))?;
    let what = if added.is_update { "a new version" } else { "new" };
    let line = format!(
        "bot {}, {}: {what}, plays from week {} on; sha256 {}\n",
        added.number,
        submission.name,
        added.from_week,
        source.hash()
    );
    output::report(line.as_bytes())?;
    Ok(Exit::Success)
}

/// A script that is handed in by itself is played by itself.
fn stands_alone(source: &Path) -> Result<(), CliError> {
    let Some(first) = imported_by(source).into_iter().next() else { return Ok(()) };
    let name = source.file_name().unwrap_or_default().to_string_lossy();
    let problem = format!("{}: it imports {first}, which is not handed in with it", source.display());
    Err(CliError::usage(format!(
        "{problem}\n  help: hand in a folder with both and a bot.toml that says what to run, such as\n    run = [\"./{name}\"]"
    )))
}

/// Whether this word is the option, with its value or without.
fn names(word: &str, option: &str) -> bool {
    word.strip_prefix(option).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
}

/// What the ladder's settings are for a check: options and their values in turn.
fn options_of(settings: &Settings) -> Vec<String> {
    let mut options = vec!["--time-limit".to_owned(), format!("{}ms", settings.limit_ms)];
    if let Some(variant) = &settings.variant_name {
        options.extend(["--variant".to_owned(), variant.clone()]);
    }
    options
}

/// Takes a bot off the ladder.
pub(super) fn remove(args: &RemoveArgs) -> Result<Exit, CliError> {
    let mut store = Store::open(&args.db).map_err(about(&args.db))?;
    let week = store.remove(args.number).map_err(about(&args.db))?;
    output::report(format!("bot {} does not play from week {week} on\n", args.number).as_bytes())?;
    Ok(Exit::Success)
}
