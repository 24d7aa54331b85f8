//! `botspec list`.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde::Serialize;

use super::args::{Filters, Format, ListArgs, check_variant};
use super::error::CliError;
use super::output;
use crate::contest::{Case, Phase};
use crate::counted::counted;
use crate::exit_code::Exit;
use crate::quick;
use crate::record::Level;
use crate::report;
use crate::requirement::Requirement;
use crate::scenario::Plan;
use crate::selection::Selection;

/// The list as data.
#[derive(Debug, Serialize)]
struct List {
    schema: &'static str,
    game: &'static str,
    seed: u64,
    rules: Vec<Rule>,
    cases: Vec<Entry>,
}

#[derive(Debug, Serialize)]
struct Rule {
    id: &'static str,
    level: Level,
    demand: &'static str,
    cases: usize,
}

#[derive(Debug, Serialize)]
struct Entry {
    id: String,
    title: String,
    rules: Vec<&'static str>,
    phase: Phase,
    core: bool,
}

impl Filters {
    /// Which cases there are.
    pub(super) fn plan(&self, submitted: Option<std::path::PathBuf>) -> Plan {
        Plan {
            seed: self.seed,
            cases: self.cases,
            variant: self.variant.clone(),
            scenarios: self.scenarios.clone(),
            submission: submitted,
        }
    }

    /// Which of them are wanted.
    pub(super) fn selection(&self) -> Selection {
        Selection { rules: self.rules.clone(), cases: self.only.clone(), skip: self.skip.clone() }
    }
}

/// Lists the selected cases and the rules they serve.
pub(super) fn list(args: &ListArgs) -> Result<Exit, CliError> {
    let game = args.game;
    check_variant(game, args.filters.variant.as_deref())?;
    let plan = args.filters.plan(args.filters.submission.then(std::path::PathBuf::new));
    let selection = args.filters.selection();
    let cases = selection.apply(game.judge().cases(&plan)?, game.requirements())?;
    let spare = quick::spare(&*game, &plan, &cases)?;
    let list = collect(game.name(), args.filters.seed, game.requirements(), cases, &selection, &spare);
    let bytes = match args.format {
        Format::Json => report::json(&list),
        Format::Pretty => pretty(&list),
    };
    output::report(&bytes)?;
    Ok(Exit::Success)
}

fn collect(
    game: &'static str,
    seed: u64,
    requirements: &'static [&'static Requirement],
    cases: Vec<Case>,
    selection: &Selection,
    spare: &BTreeSet<String>,
) -> List {
    let serving = |rule: &str| cases.iter().filter(|case| case.rules.contains(&rule)).count();
    let rules = requirements
        .iter()
        .filter(|rule| selection.wants_rule(rule.id) && serving(rule.id) > 0)
        .map(|rule| Rule { id: rule.id, level: rule.level, demand: rule.demand, cases: serving(rule.id) })
        .collect();
    let entry = |case: Case| Entry {
        core: !spare.contains(&case.id),
        id: case.id,
        title: case.title,
        rules: case.rules,
        phase: case.phase,
    };
    let cases = cases.into_iter().map(entry).collect();
    List { schema: "botspec.list/1", game, seed, rules, cases }
}

fn pretty(list: &List) -> Vec<u8> {
    let mut out = format!("{} rules\n", list.rules.len());
    let widest = list.rules.iter().map(|rule| rule.id.len()).max().unwrap_or(0);
    for rule in &list.rules {
        let cases = if rule.cases == 1 { "case" } else { "cases" };
        let _ = writeln!(out, "  {:widest$}  {:6}  {:>4} {cases}", rule.id, rule.level, rule.cases);
    }
    let _ = writeln!(out, "\n{}", counted(list.cases.len() as u64, "case"));
    let widest = list.cases.iter().map(|case| case.id.len()).max().unwrap_or(0);
    for case in &list.cases {
        let _ = writeln!(out, "  {:widest$}  {}", case.id, case.title);
    }
    out.into_bytes()
}
