//! A submission is checked before it is handed in or taken in.

use std::path::Path;

use clap::Parser as _;

use super::args::{CheckArgs, Cli, Command, SandboxName};
use super::check::{self, Checked};
use super::error::CliError;
use crate::process::HostError;
use crate::record::{CheckReport, Level, RuleReport, Verdict};
use crate::suite::Game;

/// So many rules are named.
const NAMED: usize = 5;

/// What stands between a bot and its submission, in the words of the check.
pub(super) fn why_not(report: &CheckReport) -> String {
    let findings = &report.findings;
    let is_broken = |rule: &&RuleReport| rule.verdict.fails(findings.is_strict());
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

/// Runs `check --submission` on a folder, with these options. What goes wrong with it but by the bot is an error.
/// `what` is the command that asks for it.
pub(super) fn check_copy(
    game: Game,
    folder: &Path,
    options: &[String],
    what: &str,
) -> Result<(Checked, Box<CheckArgs>), CliError> {
    // Whatever names a bot or a game stands behind those of this check, and is the one that is complained of.
    let mut words = vec!["botspec".into(), "check".into(), "--submission".into()];
    words.extend([game.name().into(), folder.as_os_str().to_owned()]);
    words.extend(options.iter().map(std::ffi::OsString::from));
    let cli = Cli::try_parse_from(words).map_err(|error| {
        if !error.use_stderr() {
            return CliError::usage(
                "options after -- go to `botspec check`; `botspec check --help` lists them",
            );
        }
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
        return Err(CliError::usage(format!(
            "a submission gets the whole check: --rule, --case, --skip, --fail-fast and lists of known failures do not go \
             with {what}"
        )));
    }
    if args.watch || !(args.formats.is_empty() && args.outputs.is_empty()) {
        return Err(CliError::usage(format!(
            "{what} checks once and prints one report; run `botspec check --submission` for --watch and other formats"
        )));
    }
    let mut args = args;
    let is_default = args.confined.sandbox.is_none();
    args.confined.sandbox.get_or_insert(SandboxName::Strict);
    args.thorough = true;
    let mut checked = check::run(&args).map_err(|mut error| {
        if is_default && error.message.starts_with(HostError::NOT_STRICT) {
            error.message.push_str(&format!(
                "\n  help: to {what} with the layers this machine has, add `-- --sandbox auto`"
            ));
        }
        error
    })?;
    if let Some(error) = checked.broken_off.take() {
        return Err(error.into());
    }
    if let Some(error) = checked.lost.pop() {
        return Err(error);
    }
    Ok((checked, args))
}

/// The copy is gone when a message is read: the user's own folder stands for it.
pub(super) fn said_of(message: &str, copy: &Path, folder: &Path) -> String {
    let quoted = message.replace(&check::quoted(copy), &check::quoted(folder));
    quoted.replace(&copy.display().to_string(), &folder.display().to_string())
}

/// The same for a whole report.
pub(super) fn told_of(report: &mut CheckReport, copy: &Path, folder: &Path) {
    let here = |message: &str| said_of(message, copy, folder);
    report.findings.revise(|cases| {
        for violation in cases.iter_mut().flat_map(|case| &mut case.violations) {
            violation.repro = violation.repro.as_deref().map(here);
            violation.message = here(&violation.message);
        }
    });
}
