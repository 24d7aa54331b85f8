//! `botspec check`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::args::{CheckArgs, ReportFormat, check_variant, jobs};
use super::error::CliError;
use super::interrupt::open_host;
use super::profile::Other;
use super::watch::{self, Before, Round};
use super::{known_failing, output, places, save};
use crate::bot::{Bot, Workshop, inspect_submission};
use crate::contest::Case;
use crate::exit_code::Exit;
use crate::process::{Host, Program};
use crate::quick;
use crate::record::{CaseReport, CheckReport, Gap, Shortened, Verdict};
use crate::recorder::Recorder;
use crate::report::{self, Detail};
use crate::run_context::{Observations, RunContext, RunError, Submitted, Until};
use crate::runner::{self, Repro, Settings};
use crate::scenario::Plan;
use crate::selection::Selection;
use crate::shrinker::{self, Shrinker};
use crate::suite::Game;

/// Runs the scenarios against a bot and reports.
pub(super) fn check(args: &CheckArgs) -> Result<Exit, CliError> {
    let reports = pair_reports(args)?;
    let asked = Asked::new(args)?;
    places::can_be_written(args, &reports)?;
    if args.watch {
        let origin = Bot::locate(&args.bot)?.origin(&args.bot);
        return watch::watch(&origin, args, &asked.host, &mut |first, built| {
            tell(&asked, &reports, asked.run(first, built)?)
        });
    }
    let checked = asked.run(&BTreeSet::new(), &mut |_, _| ())?;
    tell(&asked, &reports, checked).map(|round| round.exit)
}

/// Writes the reports.
fn tell(asked: &Asked<'_>, reports: &[(ReportFormat, PathBuf)], checked: Checked) -> Result<Round, CliError> {
    let (report, args) = (&checked.report, asked.args);
    // One that cannot be written takes none of the others along.
    let written =
        reports.iter().map(|(format, output)| write_report(asked.game, report, *format, output, args));
    let lost = checked.lost.into_iter().chain(written.filter_map(Result::err));
    let lost: Vec<CliError> = lost.map(CliError::when_writing).collect();
    lost.iter().for_each(output::error);
    if let Some(error) = checked.broken_off {
        return Err(error.into());
    }
    let fails = |case: &&CaseReport| matches!(case.verdict, Verdict::Fail | Verdict::Warn);
    let failing = report.findings.cases().iter().filter(fails).map(|case| case.id.clone()).collect();
    if let Some(why) = never_started(report) {
        return Err(CliError::usage(format!("{why}; nothing was judged")));
    }
    if checked.interrupted {
        output::note("interrupted: the report holds what was found until then");
        return Ok(Round { exit: Exit::Interrupted, failing });
    }
    if let Some(file) = &args.write_known_failing {
        known_failing::write(file, report)?;
    }
    let exit = conclude(report, args.write_known_failing.is_some());
    Ok(Round { exit: lost.first().map_or(exit, |error| error.exit), failing })
}

/// Why nothing could be judged, if the bot could not be started in a single case.
fn never_started(report: &CheckReport) -> Option<&str> {
    let cases = report.findings.cases();
    let tried = cases.iter().any(|case| case.gap.is_none() || !case.violations.is_empty());
    let failed = cases.iter().find(|case| case.gap == Some(Gap::NotStarted)).filter(|_| !tried)?;
    failed.skip_reason.as_deref()
}

/// A run that is over.
pub(super) struct Checked {
    pub report: CheckReport,
    /// What stopped it before its end: the report is not whole.
    pub broken_off: Option<RunError>,
    /// By the user: the report is not whole.
    pub interrupted: bool,
    /// What went wrong once the bot was judged: the report is whole, and something beside it is missing.
    pub lost: Vec<CliError>,
}

/// Runs the scenarios against a bot.
pub(super) fn run(args: &CheckArgs) -> Result<Checked, CliError> {
    Asked::new(args)?.run(&BTreeSet::new(), &mut |_, _| ())
}

/// Everything that stays the same however often the bot is checked.
struct Asked<'a> {
    game: Game,
    args: &'a CheckArgs,
    plan: Plan,
    selection: Selection,
    cases: Vec<Case>,
    spare: BTreeSet<String>,
    known_failing: Vec<String>,
    other: Option<Other>,
    host: Host,
}

impl<'a> Asked<'a> {
    fn new(args: &'a CheckArgs) -> Result<Self, CliError> {
        let game = args.game;
        check_variant(game, args.filters.variant.as_deref())?;
        if args.filters.submission && !args.bot.is_dir() {
            return Err(CliError::usage(format!(
                "{}: --submission needs the folder that is handed in",
                args.bot.display()
            )));
        }
        if args.team_id.is_some() && !game.has_team_ids() {
            return Err(CliError::usage(format!(
                "--team-id: bots of {game} have no team id; leave the option out"
            )));
        }
        let plan = args.filters.plan(args.filters.submission.then(|| args.bot.clone()));
        let selection = args.filters.selection();
        let cases = selection.apply(game.judge().cases(&plan)?, game.requirements())?;
        // Whoever names cases wants all of them.
        let spare = match selection.cases.as_slice() {
            [] => quick::spare(&*game, &plan, &cases)?,
            _ => BTreeSet::new(),
        };
        let known_failing = match &args.known_failing {
            Some(file) => known_failing::read(file, &cases)?,
            None => Vec::new(),
        };

        let other = args.other.as_deref().map(Other::read).transpose()?;

        // Before anything is started for a bot that is none.
        Bot::locate(&args.bot)?.expect_game(game.name())?;
        let host = open_host(&args.confined)?;
        Ok(Self { game, args, plan, selection, cases, spare, known_failing, other, host })
    }

    /// Builds the bot and checks it; the cases in `first` are played before others. `built` is told of the
    /// program, and whether building it leaves something in its own folder.
    fn run(&self, first: &BTreeSet<String>, built: watch::Built<'_>) -> Result<Checked, CliError> {
        let Self { game, args, plan, selection, cases, spare, known_failing, other, host } = self;
        let (game, args) = (*game, *args);
        let bot = Bot::locate(&args.bot)?;
        bot.expect_game(game.name())?;
        let name = bot.name();
        let team_id = args.team_id.clone().unwrap_or_else(|| bot.team_id());
        let judges_builds = game.submission_rule().is_some_and(|rule| {
            selection.wants_rule(rule.id) && cases.iter().any(|case| case.rules.contains(&rule.id))
        });
        let (program, submitted) = prepare(&bot, args, host, judges_builds && args.filters.submission)?;
        let program = program.as_ref();
        if let Some(program) = program {
            let sources: Vec<PathBuf> = program.files.iter().map(|file| file.source.clone()).collect();
            built(&sources, bot.is_built_in_place());
        }
        let here = other.as_ref().zip(program).map(|(other, program)| other.compare(host, program));
        let here = here.transpose()?;
        let observations = Observations::default();
        let recorder = Recorder::default();
        let until = Instant::now().checked_add(args.max_time);
        let context = RunContext {
            host,
            program,
            submitted: submitted.as_ref(),
            limit: args.time_limit.unwrap_or_else(|| game.time_limit(args.filters.variant.as_deref())),
            team_id: &team_id,
            until: Until::after(args.max_time),
            recorder: &recorder,
            observations: &observations,
        };
        let settings = Settings {
            bot: name,
            seed: args.filters.seed,
            variant: args.filters.variant.clone(),
            jobs: jobs(args.jobs),
            strict: args.strict,
            fail_fast: args.fail_fast,
            max_time: Some(args.max_time),
            repro: repro(game.name(), args),
            budget: args.budget,
            known_failing: known_failing.clone(),
            first: first.clone(),
            spare: spare.clone(),
            // A list of what fails must not depend on what a quick check leaves out.
            thorough: args.thorough || args.write_known_failing.is_some(),
        };

        let mut cases = cases.clone();
        let bar = output::bar(cases.len());
        let before = Before::new(first);
        let progress = |case: &CaseReport| {
            bar.inc(1);
            if let Some(told) = before.done(case) {
                bar.suspend(|| output::note(&told));
            }
            if case.verdict == Verdict::Fail {
                bar.set_message(format!("failing: {}", case.id));
            }
        };
        let (mut report, mut broken_off) =
            runner::run(&*game, &cases, selection, &context, &settings, &progress);
        bar.finish_and_clear();
        let mut lost = Vec::new();
        if let Some(here) = &here
            && broken_off.is_none()
        {
            lost.extend(here.tell(&mut report, &context, !game.files().is_empty()).err());
        }
        if args.audit && broken_off.is_none() {
            match super::audit::audit(game.judge(), plan, &context) {
                Ok(audit) => report.audit = audit,
                Err(error) => broken_off = Some(error),
            }
        }

        if !args.no_shrink && broken_off.is_none() {
            let effort = match report.shortened_by {
                Some(Shortened::Quick) => shrinker::QUICK,
                _ => shrinker::USUAL,
            };
            let bar = output::bar_of(effort.in_all.into(), "runs");
            let progress = |case: &str| {
                bar.inc(1);
                bar.set_message(format!("making smaller: {case}"));
            };
            let shrinker = Shrinker {
                judge: game.judge(),
                selection,
                context: &context,
                settings: &settings,
                effort,
                until,
                progress: &progress,
            };
            let groups = report.findings.groups().to_vec();
            broken_off = report.findings.revise(|found| {
                let failure = shrinker.shrink(&mut cases, &groups, found).err();
                found.iter_mut().for_each(|case| observations.choose_hints(&mut case.violations));
                failure
            });
            bar.finish_and_clear();
        }
        let interrupted = host.is_interrupted();
        if interrupted {
            report.findings.interrupt();
        }
        if let Some(folder) = &args.save {
            lost.extend(save::save(game.judge(), folder, &mut report, &cases, &context, args).err());
        }
        Ok(Checked { report, broken_off, interrupted, lost })
    }
}

/// One of the reports, where it belongs.
fn write_report(
    game: Game,
    report: &CheckReport,
    format: ReportFormat,
    output: &Path,
    args: &CheckArgs,
) -> Result<(), CliError> {
    let bytes = match format {
        ReportFormat::Json => report::json(report),
        ReportFormat::Pretty => report::pretty(report, detail(args)),
        ReportFormat::Junit => report::junit(report),
        ReportFormat::Markdown => report::markdown(report),
        ReportFormat::Badge => report::badge(report),
        ReportFormat::Html => report::html(report, game.requirements()),
        ReportFormat::Github => {
            output::commands_to(output, &report::github(report))?;
            return places::step_summary()
                .map_or(Ok(()), |summary| output::append(&summary, &report::markdown(report)));
        }
    };
    output::report_to(output, &bytes)
}

/// Each format with its output; pretty on stdout if nothing is asked for.
fn pair_reports(args: &CheckArgs) -> Result<Vec<(ReportFormat, PathBuf)>, CliError> {
    let stdout = || PathBuf::from("-");
    if args.outputs.len() > args.formats.len().max(1) {
        return Err(CliError::usage("there are more --output than --format: give each report a format"));
    }
    let mut formats = args.formats.clone();
    if formats.is_empty() {
        formats.push(ReportFormat::Pretty);
    }
    let reports: Vec<(ReportFormat, PathBuf)> = formats
        .into_iter()
        .enumerate()
        .map(|(at, format)| (format, args.outputs.get(at).cloned().unwrap_or_else(stdout)))
        .collect();
    let mut seen = BTreeSet::new();
    for (_, output) in &reports {
        if !seen.insert(places::real(output)) {
            return Err(CliError::usage(if output == Path::new("-") {
                "two reports would go to stdout: give each --format an --output FILE, all but one".to_owned()
            } else {
                format!(
                    "two reports would go to {}: give each --format an --output of its own",
                    output.display()
                )
            }));
        }
    }
    let list = args.write_known_failing.as_ref().filter(|list| *list != Path::new("-"));
    if let Some(list) = list.filter(|list| seen.contains(&places::real(list))) {
        return Err(CliError::usage(format!(
            "a report and the list of --write-known-failing would both go to {}: give each a file of its own",
            list.display()
        )));
    }
    Ok(reports)
}

/// The bot, ready to run. A submitted folder that does not build is a matter for the verdict where a selected case
/// judges that; otherwise it is an error, as it is for any other source: there is nothing to judge.
fn prepare(
    bot: &Bot,
    args: &CheckArgs,
    host: &Host,
    judges_builds: bool,
) -> Result<(Option<Program>, Option<Submitted>), CliError> {
    // Before building, which may leave binaries in the folder.
    let inspection = args.filters.submission.then(|| inspect_submission(&args.bot));
    let workshop = Workshop::new(host, args.confined.build_network);
    let (program, build_failure) = match bot.prepare(&workshop, &mut output::step) {
        Ok(mut program) => {
            program.command.extend(args.args.iter().cloned());
            (Some(program), None)
        }
        Err(error) if judges_builds && error.is_build_failure() => (None, Some(error.to_string())),
        Err(error) => return Err(error.into()),
    };
    let submitted =
        inspection.map(|inspection| Submitted { folder: args.bot.clone(), inspection, build_failure });
    Ok((program, submitted))
}

fn detail(args: &CheckArgs) -> Detail {
    if args.verbose {
        Detail::Verbose
    } else if args.quiet {
        Detail::Quiet
    } else {
        Detail::Usual
    }
}

/// The command that runs one case again, and the one that runs everything again.
fn repro(game: &str, args: &CheckArgs) -> Repro {
    let mut command = format!("{} check {game} {}", program(), quoted(&args.bot));
    let filters = &args.filters;
    if filters.submission {
        command.push_str(" --submission");
    }
    if let Some(variant) = &filters.variant {
        command.push_str(&format!(" --variant {variant}"));
    }
    if filters.seed != 1 {
        command.push_str(&format!(" --seed {}", filters.seed));
    }
    if let Some(team_id) = &args.team_id {
        command.push_str(&format!(" --team-id {}", quoted_text(team_id)));
    }
    if let Some(folder) = &filters.scenarios {
        command.push_str(&format!(" --scenarios {}", quoted(folder)));
    }
    if let Some(limit) = args.time_limit {
        let limit = humantime::format_duration(limit).to_string().replace(' ', "");
        command.push_str(&format!(" --time-limit {limit}"));
    }
    command.push_str(&args.confined.as_options());
    if args.no_shrink {
        command.push_str(" --no-shrink");
    }
    let thorough = if args.thorough { " --thorough" } else { "" };
    let mut rest = String::new();
    if !args.args.is_empty() {
        rest.push_str(" --");
        for word in &args.args {
            rest.push_str(&format!(" {}", quoted_text(word)));
        }
    }
    let mut whole = format!("{command}{thorough}");
    for (option, prefixes) in [("rule", &filters.rules), ("case", &filters.only), ("skip", &filters.skip)] {
        for prefix in prefixes {
            whole.push_str(&format!(" --{option} {}", quoted_text(prefix)));
        }
    }
    if filters.cases != 200 {
        whole.push_str(&format!(" --cases {}", filters.cases));
    }
    whole.push_str(&rest);
    if filters.cases > 200 {
        command.push_str(&format!(" --cases {}", filters.cases));
    }
    Repro { command, rest, whole }
}

/// What this program is called: a suite of somebody else's has a name of its own.
pub(super) fn program() -> String {
    let path = std::env::args_os().next().map(PathBuf::from).unwrap_or_default();
    path.file_stem().map_or_else(|| "botspec".to_owned(), |name| quoted(Path::new(name)))
}

/// A path as a shell takes it.
pub(super) fn quoted(path: &Path) -> String {
    quoted_text(&path.display().to_string())
}

fn quoted_text(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+:@%".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

pub(super) fn conclude(report: &CheckReport, renewed: bool) -> Exit {
    let recovered = report.findings.cases().iter().filter(|case| case.has_recovered());
    let recovered: Vec<&str> = recovered.map(|case| case.id.as_str()).collect();
    if !recovered.is_empty() && !renewed {
        let message =
            format!("listed as known to fail, but passing: {}; take them off the list", recovered.join(", "));
        output::error(&CliError { message, exit: Exit::Failure });
        return Exit::Failure;
    }
    match report.findings.verdict() {
        Verdict::Fail => Exit::Failure,
        Verdict::Inconclusive => Exit::Inconclusive,
        _ => Exit::Success,
    }
}
