//! `botspec repro`: a saved case, run again.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::args::{Format, ReproArgs, SandboxName};
use super::check::quoted;
use super::error::CliError;
use super::interrupt::open_host;
use super::{input, output};
use crate::bot::{Bot, Workshop, fingerprint};
use crate::contest::{Case, Phase};
use crate::evidence::one_line;
use crate::exit_code::Exit;
use crate::process::Scratch;
use crate::record::{CaseReport, Gap, Level, ReproReport, SavedCase};
use crate::recorder::Recorder;
use crate::report;
use crate::run_context::{Observations, RunContext};
use crate::runner::judge;
use crate::scenario::{Plan, file_of};
use crate::suite::Game;

/// No saved case is longer than this many bytes.
const MAX_LENGTH: u64 = 64 << 20;
/// As good as no limit: somebody is looking at the bot through a debugger.
const NO_LIMIT: Duration = Duration::from_secs(24 * 60 * 60);
/// A bot that is the same, and goes right, is asked so many times at most.
const RUNS: u32 = 5;
/// Added to the id, for the case may be one of those that come with the program.
const MARK: &str = "-saved";

/// Runs a saved case again.
pub(super) fn repro(args: &ReproArgs) -> Result<Exit, CliError> {
    let saved = read(&args.file)?;
    if args.show {
        output::report(report::dialogue(&saved.transcript).as_bytes())?;
        return Ok(Exit::Success);
    }
    let game = Game::find(&saved.game)
        .ok_or_else(|| fault(args, &format!("unknown game `{}`", saved.game.escape_debug())))?;
    run(game, args, &saved)
}

fn fault(args: &ReproArgs, message: &str) -> CliError {
    CliError::usage(format!("{}: {message}", args.file.display()))
}

fn read(path: &Path) -> Result<SavedCase, CliError> {
    let bytes = input::file(path, MAX_LENGTH)?;
    let wrong = |why: String| {
        CliError::usage(format!(
            "{}: {why}; expected a file that botspec check --save has written ({})",
            path.display(),
            SavedCase::SCHEMA
        ))
    };
    let saved: SavedCase = serde_json::from_slice(&bytes).map_err(|error| wrong(error.to_string()))?;
    if saved.schema != SavedCase::SCHEMA {
        return Err(wrong(format!("its schema is {:?}", saved.schema)));
    }
    Ok(saved)
}

fn run(game: Game, args: &ReproArgs, saved: &SavedCase) -> Result<Exit, CliError> {
    let case = load(game, args, saved)?;
    let (path, own) = chosen(args, saved)?;
    let bot = Bot::locate(&path).map_err(|error| {
        let mut error = CliError::from(error);
        if args.bot.is_none() {
            error.message.push_str("; the file names this bot: to try another, name it after the file");
        }
        error
    })?;
    bot.expect_game(game.name())?;
    if !is_team_id(&saved.bot.team_id) {
        return Err(fault(args, "`team_id` cannot start a file name"));
    }
    if args.confined.sandbox.is_none() && saved.sandbox != SandboxName::Auto.name() {
        output::note(&format!(
            "it was saved with --sandbox {}; it is run with --sandbox auto unless you say otherwise",
            one_line(&saved.sandbox)
        ));
    }
    let host = open_host(&args.confined)?;
    let workshop = Workshop::new(&host, args.confined.build_network);
    let mut program = bot.prepare(&workshop, &mut output::step)?;
    program.command.extend(own.iter().cloned());
    let bot_changed = fingerprint(&program)
        .map_err(|error| CliError::internal(format!("cannot read the bot's files: {error}")))?
        != saved.bot.sha256;

    let observations = Observations::default();
    let recorder = Recorder::default();
    let saved_limit = Duration::try_from_secs_f64(saved.limit_ms / 1e3)
        .ok()
        .filter(|limit| (Duration::from_millis(1)..=NO_LIMIT).contains(limit))
        .ok_or_else(|| fault(args, "`limit_ms` must be at least 1 and at most a day"))?;
    let limit = if args.no_limit { NO_LIMIT } else { args.time_limit.unwrap_or(saved_limit) };
    let context = RunContext {
        host: &host,
        program: Some(&program),
        submitted: None,
        team_id: &saved.bot.team_id,
        limit,
        until: None,
        recorder: &recorder,
        observations: &observations,
    };

    let was_broken = |rule: &str| saved.violations.iter().any(|then| then.rule == rule);
    let gravest = saved.violations.iter().map(|then| then.level).min().unwrap_or(Level::Must);
    let gravest = gravest.min(Level::Should);
    // What a bot does by chance it need not do at once.
    let most = if bot_changed || args.no_limit { 1 } else { RUNS };
    let mut runs = 0;
    // Of those that show nothing, the last one that was not judged.
    let mut unjudged = None;
    let (mut found, reproduced) = loop {
        let began = Instant::now();
        // There is nothing else to be played meanwhile: an answer is waited for until the limit.
        observations.be_patient(limit.saturating_add(limit / 10));
        let (performed, transcript) =
            recorder.record(|| game.judge().run_case(&case, &mut game.judge().worker(), &context));
        let mut outcome = performed?;
        if host.is_interrupted() {
            return Ok(Exit::Interrupted);
        }
        runs += 1;
        outcome.admit(&context, game.time_rule());
        let found = CaseReport { transcript, ..judge(&case, outcome, began.elapsed()) };
        let found = as_in_a_check(found, saved);
        // Where not all could be judged, something milder than what was seen then says nothing of that.
        let mildest = if found.skip_reason.is_some() { gravest } else { Level::Should };
        let reproduced = found.violations.iter().any(|it| it.level <= mildest && was_broken(&it.rule));
        // What was not tried, or seen in doubt, may be so by chance, too.
        let may_differ = matches!(found.gap, None | Some(Gap::NotTried | Gap::InDoubt));
        if reproduced || !may_differ || found.shows_a_fault() {
            break (found, reproduced);
        }
        if found.gap.is_some() || unjudged.is_none() {
            unjudged = Some(found);
        }
        if runs == most
            && let Some(found) = unjudged.take()
        {
            break (found, false);
        }
    };
    observations.choose_hints(&mut found.violations);
    let bytes = match args.format {
        Format::Json => report::json(&ReproReport {
            schema: "botspec.repro/1",
            game: saved.game.clone(),
            case: case.id,
            bot_changed,
            runs,
            reproduced,
            verdict: found.verdict,
            violations: found.violations.clone(),
            transcript: found.transcript.clone(),
        }),
        Format::Pretty => pretty(saved, &found, bot_changed, runs, reproduced),
    };
    output::report(&bytes)?;
    Ok(match found.skip_reason {
        _ if reproduced || found.verdict.fails(false) => Exit::Failure,
        // As in a check, where it would count as skipped.
        Some(_) if found.gap == Some(Gap::NotApplicable) => Exit::Success,
        Some(_) => Exit::Inconclusive,
        None if found.shows_a_fault() => Exit::Failure,
        None => Exit::Success,
    })
}

/// The case as a check has it. A rule that was broken then, and that the bot did nothing about now, was not tried.
fn as_in_a_check(mut found: CaseReport, saved: &SavedCase) -> CaseReport {
    found.admit_gap();
    let untried = saved.violations.iter().find_map(|then| found.untried.get(&then.rule));
    if let Some(reason) = untried.filter(|_| found.gap.is_none() && !found.shows_a_fault()).cloned() {
        found.gap = Some(Gap::NotTried);
        found.skip_reason = Some(reason);
    }
    found.judged(false)
}

/// The bot to run and its arguments: what the user names. A file may come from anybody, so what it names is run only
/// if the user trusts it.
fn chosen<'a>(args: &'a ReproArgs, saved: &'a SavedCase) -> Result<(PathBuf, &'a [String]), CliError> {
    if let Some(bot) = &args.bot {
        return Ok((bot.clone(), &args.args));
    }
    let own = if args.args.is_empty() { &saved.bot.args } else { &args.args };
    let mut named = quoted(Path::new(&one_line(&saved.bot.path)));
    if !own.is_empty() {
        let words: Vec<String> = own.iter().map(|word| quoted(Path::new(&one_line(word)))).collect();
        named = format!("{named} -- {}", words.join(" "));
    }
    if !args.trust {
        return Err(fault(
            args,
            &format!(
                "say which bot is to be run, since a file may come from anybody; this one names\n    {named}\n\
                 name that or another bot after the file, or add --trust to run what the file names"
            ),
        ));
    }
    output::note(&format!("running what the file names: {named}"));
    Ok((PathBuf::from(&saved.bot.path), own))
}

/// Whether files may be called like this: no path, nothing hidden.
fn is_team_id(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= 255
        && !text.starts_with('.')
        && !text.contains(['/', '\\'])
        && !text.chars().any(char::is_control)
}

/// The saved script, checked as those of scenario files are.
fn load(game: Game, args: &ReproArgs, saved: &SavedCase) -> Result<Case, CliError> {
    let text = {
        let id = format!("{}{MARK}", saved.case.id);
        file_of(&id, &saved.case.title, &saved.case.rules, &saved.case.script)
            .map_err(|error| fault(args, &error.to_string()))?
    };
    let folder = Scratch::new()
        .and_then(|folder| fs::write(folder.path().join("case.toml"), text).map(|()| folder))
        .map_err(|error| CliError::internal(format!("cannot write a temporary file: {error}")))?;
    let plan = Plan {
        seed: saved.seed,
        cases: 0,
        variant: saved.variant.clone(),
        scenarios: Some(folder.path().to_owned()),
        submission: None,
    };
    if let Some(variant) = saved.variant.as_deref().filter(|variant| !game.variants().contains(variant)) {
        return Err(fault(args, &format!("unknown variant `{}`", variant.escape_debug())));
    }
    let cases = game.judge().cases(&plan).map_err(|error| {
        let field = error.field.map(|field| format!("field `{field}`: ")).unwrap_or_default();
        fault(args, &format!("{field}{}", error.message))
    })?;
    let found = cases.into_iter().find(|case| case.id.strip_suffix(MARK) == Some(&saved.case.id));
    let mut case = found
        .filter(|case| !matches!(case.phase, Phase::Submission | Phase::Last))
        .ok_or_else(|| fault(args, "this case needs a whole run: use botspec check"))?;
    case.id.clone_from(&saved.case.id);
    Ok(case)
}

fn pretty(saved: &SavedCase, found: &CaseReport, bot_changed: bool, runs: u32, reproduced: bool) -> Vec<u8> {
    let mut out = report::dialogue(&found.transcript);
    out.push('\n');
    out.push_str(&report::violations_of(found));
    let bot = if bot_changed { "the bot has changed since" } else { "the bot is the same" };
    let rules: std::collections::BTreeSet<&str> =
        saved.violations.iter().map(|violation| violation.rule.as_str()).collect();
    let rules: Vec<&str> = rules.into_iter().collect();
    let rules = one_line(&rules.join(", "));
    let verdict = match (&found.skip_reason, reproduced) {
        // What was seen was seen, whatever else could not be judged.
        (_, true) if runs > 1 => format!("REPRODUCED: {rules}, in run {runs} only"),
        (_, true) => format!("REPRODUCED: {rules}"),
        (Some(reason), false) if found.gap == Some(Gap::NotApplicable) => {
            format!("NOT REPRODUCED: the case does not apply to this bot: {reason}")
        }
        (Some(reason), false) => format!("NOT JUDGED: {reason}"),
        (None, false) if !found.shows_a_fault() => {
            let times = if runs > 1 { format!(", in each of {runs} runs") } else { String::new() };
            format!("NOT REPRODUCED: {rules} is kept now{times}")
        }
        (None, false) if found.cut_short => {
            format!("NOT REPRODUCED: another rule is broken before {rules} is tried")
        }
        (None, false) => format!("NOT REPRODUCED: {rules} is kept now, but another rule is broken"),
    };
    out.push_str(&format!("{verdict} ({bot}; saved by botspec {})\n", one_line(&saved.tool.version)));
    out.into_bytes()
}
