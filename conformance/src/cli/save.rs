//! `check --save`: each failing case as a file for `botspec repro`.

use std::fs;
use std::path::{Path, PathBuf};

use super::args::CheckArgs;
use super::check::{program, quoted};
use super::error::CliError;
use super::output;
use crate::any_judge::AnyJudge;
use crate::bot::fingerprint;
use crate::contest::{Case, Phase};
use crate::counted::{counted, is_or_are};
use crate::process::Program;
use crate::record::{CaseReport, CheckReport, SavedBot, SavedCase, SavedScript, SavedTool};
use crate::report;
use crate::run_context::RunContext;
use crate::timing::millis;

/// Writes the cases with violations into a folder, and names those files in the report as the way to see a violation
/// again. Cases about the submitted folder, those judged from all others, and those that fail only behind others need more
/// than themselves and are left out.
pub(super) fn save(
    judge: &dyn AnyJudge,
    folder: &Path,
    report: &mut CheckReport,
    cases: &[Case],
    context: &RunContext<'_>,
    args: &CheckArgs,
) -> Result<(), CliError> {
    let Some(program) = context.program else { return Ok(()) };
    let bot = bot(&report.bot.name, program, context.team_id, args)?;
    fs::create_dir_all(folder).map_err(|error| {
        CliError::usage(format!(
            "cannot make the folder {}: {error}; choose another one for --save",
            folder.display()
        ))
    })?;
    let CheckReport { findings, tool, game, variant, seed, .. } = report;
    let record = |case: &Case, found: &CaseReport| SavedCase {
        schema: SavedCase::SCHEMA.to_owned(),
        tool: SavedTool { name: tool.name.to_owned(), version: tool.version.to_owned() },
        game: game.clone(),
        variant: variant.clone(),
        seed: *seed,
        bot: bot.clone(),
        limit_ms: millis(context.limit),
        sandbox: args.confined.sandbox().name().to_owned(),
        case: SavedScript {
            id: case.id.clone(),
            title: case.title.clone(),
            rules: case.rules.iter().map(|&rule| rule.to_owned()).collect(),
            script: judge.written(&case.script),
        },
        violations: found.violations.clone(),
        transcript: found.transcript.clone(),
    };
    let saved = findings.revise(|reports| {
        let mut saved = 0;
        for found in reports.iter_mut().filter(|found| found.shows_a_fault()) {
            let Some(case) = cases.iter().find(|case| case.id == found.id) else { continue };
            // What shows only behind other cases does not show by itself.
            let alone = found.violations.iter().any(|violation| violation.after.is_empty());
            if !alone || matches!(case.phase, Phase::Submission | Phase::Last) {
                continue;
            }
            let file = place(folder, found);
            let mut named = found.clone();
            for violation in named.violations.iter_mut().filter(|violation| violation.after.is_empty()) {
                violation.repro = Some(again(&file, args));
            }
            output::file(&file, &report::json(&record(case, &named)), "--save")?;
            *found = named;
            saved += 1;
        }
        Ok::<u32, CliError>(saved)
    })?;
    let (cases, are) = (counted(saved, "failing case"), is_or_are(saved));
    output::note(&format!("{cases} {are} saved in {}", folder.display()));
    Ok(())
}

/// The command that runs a saved case again, with the bot and as it was.
fn again(file: &Path, args: &CheckArgs) -> String {
    let mut command = format!("{} repro {} {}", program(), quoted(file), quoted(&args.bot));
    command.push_str(&args.confined.as_options());
    if !args.args.is_empty() {
        let words: Vec<String> = args.args.iter().map(|word| quoted(Path::new(word))).collect();
        command.push_str(&format!(" -- {}", words.join(" ")));
    }
    command
}

fn place(folder: &Path, found: &CaseReport) -> PathBuf {
    folder.join(format!("{}.json", found.id.replace('/', ".")))
}

fn bot(name: &str, program: &Program, team_id: &str, args: &CheckArgs) -> Result<SavedBot, CliError> {
    let sha256 = fingerprint(program)
        .map_err(|error| CliError::internal(format!("cannot read the bot's files: {error}")))?;
    let path = args.bot.to_str().map(str::to_owned).ok_or_else(|| {
        CliError::usage(format!("{}: --save needs a path that is valid UTF-8", args.bot.display()))
    })?;
    Ok(SavedBot { name: name.to_owned(), path, args: args.args.clone(), team_id: team_id.to_owned(), sha256 })
}
