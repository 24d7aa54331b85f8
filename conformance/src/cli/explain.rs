//! `botspec explain`.

use std::fmt::Write as _;

use anstyle::Style;
use serde::Serialize;

use super::args::{ExplainArgs, ExplainFormat};
use super::error::CliError;
use super::output;
use crate::decision::{Decision, cited};
use crate::exit_code::Exit;
use crate::nearest::{nearest, with_subjects};
use crate::report;
use crate::requirement::{Applies, Requirement, selects};
use crate::suite::Game;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

/// Rules as data.
#[derive(Debug, Serialize)]
struct Explained<'a> {
    schema: &'static str,
    rules: Vec<Rule<'a>>,
    decisions: Vec<&'static Decision>,
}

#[derive(Debug, Serialize)]
struct Rule<'a> {
    #[serde(flatten)]
    rule: &'a Requirement,
    /// The ids of those that it cites.
    decisions: Vec<&'a str>,
}

/// Explains a rule in full, or lists the rules that a prefix selects.
pub(super) fn explain(args: &ExplainArgs) -> Result<Exit, CliError> {
    let all = || Game::all().iter().flat_map(|game| game.requirements().iter().copied());
    let chosen: Vec<&Requirement> = all().filter(|rule| selects(&args.rule, rule.id)).collect();
    if chosen.is_empty() {
        let near = nearest(&args.rule, with_subjects(all().map(|rule| rule.id)));
        return Err(CliError::usage(format!(
            "unknown rule {}{near}\n  help: `botspec list GAME` shows all rules of a game",
            args.rule
        )));
    }
    let decisions = || decisions_on(&args.rule, &chosen);
    let text = match (args.format, chosen.as_slice()) {
        (ExplainFormat::Markdown, rules) => report::rules_page(&args.rule, rules, &decisions()),
        (ExplainFormat::Json, rules) => report::json(&Explained {
            schema: "botspec.explain/1",
            rules: rules.iter().map(|rule| Rule { rule, decisions: cited(rule.source).collect() }).collect(),
            decisions: decisions(),
        }),
        (ExplainFormat::Pretty, [rule]) => in_full(rule).into_bytes(),
        (ExplainFormat::Pretty, several) => {
            several.iter().map(|rule| in_brief(rule)).collect::<String>().into_bytes()
        }
    };
    output::report(&text)?;
    Ok(Exit::Success)
}

fn in_brief(rule: &Requirement) -> String {
    format!("{BOLD}{}{BOLD:#} ({})\n  A bot conforms if {}.\n", rule.id, rule.level, rule.demand)
}

fn in_full(rule: &Requirement) -> String {
    let mut out = format!("{BOLD}{}{BOLD:#} ({})\n", rule.id, rule.level);
    let applies = match rule.applies {
        Applies::Always => "",
        Applies::Submission => " This applies to a submitted folder (check --submission).",
    };
    let _ = writeln!(out, "\nA bot conforms if {}.{applies}\n", rule.demand);
    for (label, text) in [
        ("Why", rule.why),
        ("Source", rule.source),
        ("Fix", rule.fix),
        ("Right", rule.right),
        ("Wrong", rule.wrong),
    ] {
        let _ = writeln!(out, "{DIM}{label:7}{DIM:#} {}", text.replace('\n', "\n        "));
    }
    for decision in decisions_on(rule.id, &[rule]) {
        let _ = writeln!(out, "{DIM}{:7}{DIM:#} {} {}", decision.id, decision.open, decision.settled);
    }
    out
}

/// All decisions of a game if that is what is explained, otherwise those that the rules cite.
fn decisions_on(what: &str, rules: &[&Requirement]) -> Vec<&'static Decision> {
    let is_cited =
        |decision: &&Decision| rules.iter().any(|rule| cited(rule.source).any(|id| id == decision.id));
    let of = |game: &Game| {
        let whole = game.name() == what.trim_end_matches('/');
        game.decisions().iter().filter(move |decision| whole || is_cited(decision)).collect::<Vec<_>>()
    };
    Game::all().iter().flat_map(of).collect()
}
