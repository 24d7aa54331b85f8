//! `botspec pack`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use clap::ValueEnum as _;

use super::args::PackArgs;
use super::check;
use super::error::CliError;
use super::submission_check::{check_copy, said_of, told_of, why_not};
use super::submission_target::{Target, unwritten};
use super::{doctor, input, output};
use crate::bot::{Bot, hash_files, inspect_submission, sha256_of_all};
use crate::counted::counted;
use crate::exit_code::Exit;
use crate::process::Scratch;
use crate::record::{CheckResult, PackedBot, PackedFile, RECEIPT, Receipt, Verdict};
use crate::report::{self, Detail};
use crate::suite::Game;

/// Makes a submission of a bot's folder, and a receipt.
pub(super) fn pack(args: &PackArgs) -> Result<Exit, CliError> {
    let source = fs::canonicalize(&args.folder)
        .map_err(|error| CliError::usage(format!("cannot read {}: {error}", args.folder.display())))?;
    if !source.is_dir() {
        return Err(CliError::usage(format!("{}: pack needs the bot's folder", args.folder.display())));
    }
    let bot = Bot::locate(&source)?;
    let game = game_of(args, &bot)?;
    let target = Target::choose(args.output.as_deref(), args.receipt.as_deref(), &source)?;
    target.may_be_written()?;

    let packing = bot.packing()?;
    for (path, why) in &packing.left_out {
        output::note(&format!("left out: {}: {why}", path.display().to_string().escape_debug()));
    }
    let leads_out = paths_leading_out(&source)?;
    if !leads_out.is_empty() {
        output::error(&CliError { message: leads_out.join("\n"), exit: Exit::Failure });
        return Ok(Exit::Failure);
    }

    // What is hashed, checked and handed in is one and the same copy, whatever happens to the folder meanwhile.
    let name = target.folder.file_name().unwrap_or_default();
    let staging = target.staging()?;
    let packed = staging.path().join(name);
    copy_files(&source, &packing.files, &packed)?;
    let compiled = inspect_submission(&packed).problems();
    if !compiled.is_empty() {
        output::error(&CliError { message: compiled.join("\n"), exit: Exit::Failure });
        output::note("nothing was packed: `botspec verify` refuses a folder with this in it");
        return Ok(Exit::Failure);
    }
    let files = hash_files(&packed, &packing.files)?;
    // The check builds in the folder, so it is given one of its own. Its name is that of the submission.
    let temp = Scratch::new()
        .map_err(|error| CliError::internal(format!("cannot make a temporary folder: {error}")))?;
    let copy = temp.path().join(name);
    copy_files(&packed, &packing.files, &copy)?;
    let here = |message: &str| said_of(message, &copy, &args.folder);
    let (mut checked, check_args) = check_copy(game, &copy, &args.options, "pack")
        .map_err(|error| CliError { message: here(&error.message), exit: error.exit })?;
    if checked.interrupted {
        output::note("interrupted: nothing was packed");
        return Ok(Exit::Interrupted);
    }
    told_of(&mut checked.report, &copy, &args.folder);
    let exit = check::conclude(&checked.report, false);
    let detail = match exit {
        _ if check_args.verbose => Detail::Verbose,
        Exit::Success => Detail::Quiet,
        _ => Detail::Usual,
    };
    output::report(&report::pretty(&checked.report, detail))?;
    if exit != Exit::Success || checked.report.findings.verdict() != Verdict::Pass {
        output::note(&format!("nothing was packed: {}", why_not(&checked.report)));
        return Ok(if exit == Exit::Success { Exit::Inconclusive } else { exit });
    }

    let team_id = check_args.team_id.clone().unwrap_or_else(|| bot.team_id());
    if let Some(own) = bot.manifest().and_then(|manifest| manifest.team_id.as_ref())
        && *own != team_id
    {
        return Err(CliError::usage(format!(
            "nothing was packed: --team-id is {team_id:?}, and bot.toml says team_id = {own:?}; say the same in both"
        )));
    }
    let receipt = Receipt {
        schema: RECEIPT.to_owned(),
        game: checked.report.game.clone(),
        bot: PackedBot {
            name: bot.name(),
            author: bot.author().map(ToOwned::to_owned),
            team_id: game.has_team_ids().then_some(team_id),
        },
        packed_at: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
        sha256: sha256_of_all(&files),
        versions: versions(&files),
        check: CheckResult::of(&checked.report, args.options.clone()),
        files,
    };
    let count = counted(receipt.files.len(), "file");
    target.put(&packed, &report::json(&receipt))?;
    let line = format!(
        "packed {count} into {}\nreceipt {}\nsha256 {}\n",
        target.folder.display(),
        target.receipt.display(),
        receipt.sha256
    );
    output::report(line.as_bytes())?;
    Ok(exit)
}

/// The longest `Cargo.toml` that is read, in bytes.
const MAX_MANIFEST: u64 = 1 << 20;
fn game_of(args: &PackArgs, bot: &Bot) -> Result<Game, CliError> {
    match (args.game, bot.game()) {
        (Some(game), _) => Ok(game),
        (None, Some(game)) => Game::from_str(game, false).map_err(CliError::usage),
        (None, None) if bot.manifest().is_none() => Err(CliError::usage(format!(
            "{}: there is no bot.toml to say which game it is for; say --game, or add one with a line such as game = \"linkage\"",
            args.folder.display()
        ))),
        (None, None) => Err(CliError::usage(format!(
            "{}: bot.toml does not say which game it is for; add a line such as game = \"linkage\", or say --game",
            args.folder.display()
        ))),
    }
}

/// Dependencies of a Rust bot that lie on this machine only: nobody else could build it.
fn paths_leading_out(source: &Path) -> Result<Vec<String>, CliError> {
    let manifest = source.join("Cargo.toml");
    if !manifest.is_file() {
        return Ok(Vec::new());
    }
    let bytes = input::file(&manifest, MAX_MANIFEST)?;
    let text = String::from_utf8_lossy(&bytes);
    // What is no TOML does not build, which the check tells with cargo's own words.
    let Ok(table) = text.parse::<toml::Table>() else { return Ok(Vec::new()) };
    let tables = ["dependencies", "build-dependencies", "dev-dependencies"];
    let dependencies = tables.iter().filter_map(|name| table.get(*name)?.as_table()).flatten();
    let leading = dependencies.filter_map(|(name, dependency)| {
        let path = dependency.get("path")?.as_str()?;
        let real = fs::canonicalize(source.join(path)).unwrap_or_else(|_| source.join(path));
        (!real.starts_with(source)).then(|| {
            format!(
                "Cargo.toml: the dependency {} is at {}, outside the folder: nobody else can build that; \
                 take it from the registry or a git address, or put it into the folder",
                name.escape_debug(),
                path.escape_debug()
            )
        })
    });
    Ok(leading.collect())
}

fn copy_files(from: &Path, files: &[PathBuf], into: &Path) -> Result<(), CliError> {
    for path in files {
        let to = into.join(path);
        if let Some(parent) = to.parent() {
            fs::create_dir_all(parent).map_err(|error| unwritten(parent, &error))?;
        }
        fs::copy(from.join(path), &to).map_err(|error| unwritten(&to, &error))?;
    }
    Ok(())
}

/// What it was packed with: botspec, the system, and the tools for the languages in it.
fn versions(files: &[PackedFile]) -> BTreeMap<String, String> {
    const TOOLS: [(&str, &str); 8] = [
        ("rs", "cargo"),
        ("rs", "rustc"),
        ("py", "python3"),
        ("c", "cc"),
        ("cpp", "c++"),
        ("java", "java"),
        ("java", "javac"),
        ("js", "node"),
    ];
    let system = format!("{} {}", std::env::consts::OS, std::env::consts::ARCH);
    let mut versions = BTreeMap::from([
        ("botspec".to_owned(), env!("CARGO_PKG_VERSION").to_owned()),
        ("system".to_owned(), system),
    ]);
    for (extension, tool) in TOOLS {
        let used =
            files.iter().any(|file| file.path.rsplit_once('.').is_some_and(|(_, end)| end == extension));
        if let Some(version) = used.then(|| doctor::version_of(tool)).flatten() {
            versions.insert(tool.to_owned(), version);
        }
    }
    versions
}
