//! `botspec new`.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::args::NewArgs;
use super::check::quoted;
use super::error::CliError;
use super::output;
use crate::exit_code::Exit;
use crate::options::{CommandName, Options};
use crate::process::{Scratch, sweep};
use crate::suite::Game;
use crate::template::{self, Answers, Folder, Language, Questions, Rendered, Sdk, TemplateError};

/// How the names of folders begin in which bots are made.
const STAGE: &str = ".botspec-new-";

/// The longest `Cargo.toml` that is read, in bytes.
const MAX_MANIFEST: u64 = 1 << 20;

/// Makes a bot's folder from the template of a game.
pub(super) fn new(args: &NewArgs, options: &Options<'_>) -> Result<Exit, CliError> {
    template::name::check(&args.name).map_err(CliError::usage)?;
    let answers = answers(args, options)?;
    let folder = template::render(args.game, &answers)?;
    let target = args.destination.join(&args.name);
    // Without the dot that stands for the current folder.
    let target = target.strip_prefix(".").unwrap_or(&target);
    write(&folder.files, &args.destination, target)?;
    output::report(next_steps(args.game, &answers, &folder, target).as_bytes())?;
    if answers.language == Language::Rust && answers.sdk == Sdk::Registry {
        output::note(
            "note: the SDK comes from the registry; if cargo does not find it there, make the folder again with --sdk: \
             the folder sdk of a clone of botspec, or botspec's git address",
        );
    }
    Ok(Exit::Success)
}

impl From<TemplateError> for CliError {
    fn from(error: TemplateError) -> Self {
        Self::internal(error.to_string())
    }
}

/// What the options say, checked as the template checks it.
fn answers(args: &NewArgs, options: &Options<'_>) -> Result<Answers, CliError> {
    let questions = Questions::of(args.game)?;
    let answer = |placeholder: &str, option: &str, given: Option<&str>, expected: &str| match given {
        None => Ok(questions.default_of(placeholder).to_owned()),
        Some(_) if !questions.asks(placeholder) => {
            Err(CliError::usage(format!("{option} does not apply to {}", args.game)))
        }
        Some(given) if !questions.takes(placeholder, given) => {
            Err(CliError::usage(format!("{option} {:?}: {expected}", given)))
        }
        Some(given) => Ok(given.to_owned()),
    };
    let line = "write one line of at most 80 characters, without blanks at its ends";
    let author = answer("author", "--author", args.author.as_deref(), line)?;
    let mut own = BTreeMap::new();
    for asked in args.game.options(CommandName::New) {
        let id = asked.get_id().as_str();
        let option = format!("--{}", asked.get_long().unwrap_or(id));
        let help = asked.get_help().map(ToString::to_string).unwrap_or_default();
        let expected = help.split(" [").next().unwrap_or_default();
        let expected = format!("the template does not take this; expected: {expected}");
        own.insert(id.to_owned(), answer(id, &option, options.text(id), &expected)?);
    }
    Ok(Answers {
        project: args.name.clone(),
        bot_name: answer("bot_name", "--bot-name", args.bot_name.as_deref(), line)?,
        author: if author.is_empty() { user(&questions) } else { author },
        version: answer(
            "version",
            "--bot-version",
            args.bot_version.as_deref(),
            "write up to three numbers with dots between, such as 1.0",
        )?,
        own,
        language: args.language,
        sdk: sdk(args.sdk.as_deref(), args.language)?,
    })
}

/// Where the SDK is to come from: an address, or a folder that holds it.
fn sdk(given: Option<&str>, language: Language) -> Result<Sdk, CliError> {
    let Some(given) = given else { return Ok(Sdk::Registry) };
    if language != Language::Rust {
        return Err(CliError::usage(format!(
            "--sdk: a bot in {} needs no SDK; leave it out, or say --language rust",
            language.spoken()
        )));
    }
    if given.contains("://") || given.starts_with("git@") {
        return Ok(Sdk::Git(given.to_owned()));
    }
    let folder = Path::new(given);
    if !holds_sdk(folder) {
        let inner = folder.join("sdk");
        let instead = if holds_sdk(&inner) {
            format!("; it is in {}", inner.display())
        } else {
            "; name the folder sdk of a clone of botspec, a git address, or leave --sdk out for the published one"
                .to_owned()
        };
        return Err(CliError::usage(format!("--sdk {given}: botspec-sdk is not in this folder{instead}")));
    }
    // By its real place if it was named from here: the bot's folder may lie elsewhere.
    let absolute = if folder.is_absolute() { Ok(folder.to_owned()) } else { fs::canonicalize(folder) };
    let absolute = absolute.map_err(|error| CliError::usage(format!("--sdk {given}: {error}")))?;
    let written = absolute.to_str().filter(|path| !path.contains(char::is_control)).ok_or_else(|| {
        CliError::usage(format!(
            "--sdk {given}: Cargo.toml cannot hold this path; copy or link the SDK to another one"
        ))
    })?;
    Ok(Sdk::Path(written.to_owned()))
}

/// Whether the package in this folder is the SDK.
fn holds_sdk(folder: &Path) -> bool {
    let Ok(bytes) = super::input::file(&folder.join("Cargo.toml"), MAX_MANIFEST) else { return false };
    let manifest: Option<toml::Table> = std::str::from_utf8(&bytes).ok().and_then(|text| text.parse().ok());
    let name = manifest.as_ref().and_then(|manifest| manifest.get("package")?.get("name")?.as_str());
    name == Some("botspec-sdk")
}

/// Who is at work here, as far as the environment and git say.
fn user(questions: &Questions) -> String {
    let variable = |name: &str| env::var(name).ok();
    // In the order in which cargo-generate asks.
    let told = ["CARGO_NAME", "GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME"].into_iter().filter_map(variable);
    let account = ["USER", "USERNAME", "NAME"].into_iter().filter_map(variable);
    let names = told.chain(std::iter::once_with(git_user).flatten()).chain(account);
    let mut names = names.map(|name| name.trim().to_owned());
    names
        .find(|name| !name.is_empty() && questions.takes("author", name))
        .unwrap_or_else(|| "somebody".to_owned())
}

/// The name that git writes into commits.
fn git_user() -> Option<String> {
    let output =
        Command::new("git").args(["config", "--get", "user.name"]).stdin(Stdio::null()).output().ok()?;
    String::from_utf8(output.stdout).ok().filter(|_| output.status.success())
}

/// Writes a folder, whole or not at all.
fn write(files: &[Rendered], parent: &Path, target: &Path) -> Result<(), CliError> {
    let unwritten = |path: &Path, error: &std::io::Error| {
        let message = format!(
            "cannot write {}: {error}; nothing was made; choose another place with --destination",
            path.display()
        );
        CliError::unwritten(message, error)
    };
    if !parent.is_dir() {
        return Err(CliError::usage(format!(
            "there is no folder {}; make it first, or choose another place with --destination",
            parent.display()
        )));
    }
    if fs::symlink_metadata(target).is_ok() {
        return Err(CliError::usage(format!(
            "{} is there already; choose another name, or another place with --destination",
            target.display()
        )));
    }
    sweep(parent, STAGE);
    let staging = Scratch::new_in(parent, STAGE).map_err(|error| unwritten(target, &error))?;
    let made = staging.path().join("bot");
    for file in files {
        let path = made.join(&file.path);
        let written =
            path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&path, &file.bytes));
        written.map_err(|error| unwritten(&target.join(&file.path), &error))?;
    }
    fs::rename(&made, target).map_err(|error| unwritten(target, &error))
}

/// What there is now, and what to do with it.
fn next_steps(game: Game, answers: &Answers, folder: &Folder, target: &Path) -> String {
    let shown = |path: PathBuf| path.display().to_string();
    let bot = quoted(target);
    // The test is started in the folder, everything else from where the user is.
    let lines = [
        (format!("(cd {bot} && {})", folder.test), "tests the strategy"),
        (format!("botspec check {game} {bot}"), "does it keep to the protocol and the rules?"),
        (format!("botspec play {game} {bot} {bot}"), "lets it play against itself"),
    ];
    let mut out = format!(
        "{}: a {} bot for {game}; your strategy goes into {}\n\nNext:\n",
        shown(target.to_owned()),
        answers.language.spoken(),
        shown(target.join(&folder.strategy))
    );
    for (command, what) in lines {
        out.push_str(&format!("  {command}\n      {what}\n"));
    }
    out.push_str(&format!("\n{} says more.\n", shown(target.join("README.md"))));
    out
}
