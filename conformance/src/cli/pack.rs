//! `botspec pack`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use clap::{Parser as _, ValueEnum as _};

use super::args::{CheckArgs, Cli, Command, PackArgs, SandboxName};
use super::check::{self, Checked};
use super::error::CliError;
use super::submission_target::{Target, unwritten};
use super::{doctor, input, output};
use crate::bot::{Bot, hash_files, sha256_of_all};
use crate::exit_code::Exit;
use crate::process::{HostError, Scratch};
use crate::record::{
    CheckReport, CheckResult, Level, PackedBot, PackedFile, RECEIPT, Receipt, RuleReport, Verdict,
};
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
    let files = hash_files(&packed, &packing.files)?;
    // The check builds in the folder, so it is given one of its own. Its name is that of the submission.
    let temp = Scratch::new()
        .map_err(|error| CliError::internal(format!("cannot make a temporary folder: {error}")))?;
    let copy = temp.path().join(name);
    copy_files(&packed, &packing.files, &copy)?;
    let here = |message: &str| said_of(message, &copy, &args.folder);
    let (mut checked, check_args) = check_copy(game, &copy, &args.options)
        .map_err(|error| CliError { message: here(&error.message), exit: error.exit })?;
    if let Some(error) = checked.broken_off.take() {
        return Err(error.into());
    }
    if checked.interrupted {
        output::note("interrupted: nothing was packed");
        return Ok(Exit::Interrupted);
    }
    checked.report.findings.revise(|cases| {
        for violation in cases.iter_mut().flat_map(|case| &mut case.violations) {
            violation.repro = violation.repro.as_deref().map(here);
            violation.message = here(&violation.message);
        }
    });
    let exit = check::conclude(&checked.report, &checked.settings, false);
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

    let receipt = Receipt {
        schema: RECEIPT.to_owned(),
        game: checked.report.game.clone(),
        bot: PackedBot {
            name: bot.name(),
            author: bot.author().map(ToOwned::to_owned),
            team_id: game.has_team_ids().then(|| bot.team_id()),
        },
        packed_at: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
        sha256: sha256_of_all(&files),
        versions: versions(&files),
        check: CheckResult::of(&checked.report, args.options.clone()),
        files,
    };
    let count = receipt.files.len();
    target.put(&packed, &report::json(&receipt))?;
    let line = format!(
        "packed {count} files into {}\nreceipt {}\nsha256 {}\n",
        target.folder.display(),
        target.receipt.display(),
        receipt.sha256
    );
    output::report(line.as_bytes())?;
    Ok(exit)
}

/// The longest `Cargo.toml` that is read, in bytes.
const MAX_MANIFEST: u64 = 1 << 20;
/// So many rules are named.
const NAMED: usize = 5;

/// What stands between a bot and its submission, in the words of the check.
fn why_not(report: &CheckReport) -> String {
    let findings = &report.findings;
    let is_broken = |rule: &&RuleReport| {
        rule.verdict == Verdict::Fail || (findings.is_strict() && rule.verdict == Verdict::Warn)
    };
    let is_untried = |rule: &&RuleReport| {
        let judged = !matches!(rule.verdict, Verdict::Skip | Verdict::Inconclusive);
        rule.level == Level::Must && rule.applies && !judged
    };
    let line = |rule: &RuleReport, what: &str| {
        let first = findings.cases().iter().flat_map(|case| &case.violations).find(|it| it.rule == rule.id);
        let why = first.map(|violation| violation.message.as_str()).or(rule.reason.as_deref());
        let why = why.and_then(|why| why.lines().next()).map(|why| format!(": {why}"));
        format!("  {} {what}{}", rule.id, why.unwrap_or_default())
    };
    let mut reasons: Vec<String> =
        findings.rules().iter().filter(is_broken).map(|rule| line(rule, "is broken")).collect();
    if reasons.is_empty() {
        // What was not tried for the sake of a broken rule is told by that rule.
        reasons =
            findings.rules().iter().filter(is_untried).map(|rule| line(rule, "was not tried")).collect();
    }
    let mut told = match findings.verdict() {
        Verdict::Fail => "the bot does not conform",
        _ => "the check could not tell whether it conforms",
    }
    .to_owned();
    let gap = || findings.cases().iter().find_map(|case| case.skip_reason.as_deref());
    match reasons.as_slice() {
        [] => {
            if let Some(reason) = gap() {
                told.push_str(&format!(": {reason}"));
            }
        }
        all => {
            for reason in all.iter().take(NAMED) {
                told.push_str(&format!("\n{reason}"));
            }
            if all.len() > NAMED {
                told.push_str(&format!("\n  and {} more rules", all.len() - NAMED));
            }
        }
    }
    told
}

fn game_of(args: &PackArgs, bot: &Bot) -> Result<Game, CliError> {
    match (args.game, bot.game()) {
        (Some(game), _) => Ok(game),
        (None, Some(game)) => Game::from_str(game, false).map_err(CliError::usage),
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

/// Runs `check --submission` on a folder, with these options.
fn check_copy(game: Game, folder: &Path, options: &[String]) -> Result<(Checked, Box<CheckArgs>), CliError> {
    let mut words = vec!["botspec".into(), "check".into(), "--submission".into()];
    words.extend(options.iter().map(std::ffi::OsString::from));
    words.extend([game.name().into(), folder.as_os_str().to_owned()]);
    let cli = Cli::try_parse_from(words).map_err(|error| {
        let text = error.render().to_string();
        let first = text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned();
        CliError::usage(format!("options of check: {first}; `botspec check --help` lists them"))
    })?;
    let Command::Check(args) = cli.command else {
        return Err(CliError::usage("options after -- go to `botspec check`"));
    };
    let filters = &args.filters;
    if !(filters.rules.is_empty() && filters.only.is_empty() && filters.skip.is_empty())
        || args.known_failing.is_some()
        || args.write_known_failing.is_some()
        || args.fail_fast
    {
        return Err(CliError::usage(
            "a receipt is for the whole check: --rule, --case, --skip, --fail-fast and lists of known failures do not go with pack",
        ));
    }
    if !(args.formats.is_empty() && args.outputs.is_empty()) {
        return Err(CliError::usage("pack prints one report; run `botspec check --submission` for others"));
    }
    let mut args = args;
    let is_default = args.confined.sandbox.is_none();
    args.confined.sandbox.get_or_insert(SandboxName::Strict);
    let checked = check::run(&args).map_err(|mut error| {
        if is_default && error.message.starts_with(HostError::NOT_STRICT) {
            error.message.push_str("\n  help: to pack with less, say `-- --sandbox auto`");
        }
        error
    })?;
    Ok((checked, args))
}

/// The copy is gone when a message is read: the user's own folder stands for it.
fn said_of(message: &str, copy: &Path, folder: &Path) -> String {
    let quoted = message.replace(&check::quoted(copy), &check::quoted(folder));
    quoted.replace(&copy.display().to_string(), &folder.display().to_string())
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
