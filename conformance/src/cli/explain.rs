//! `botspec explain`.

use std::fmt::Write as _;

use anstyle::Style;

use super::args::{ExplainArgs, ExplainFormat};
use super::error::CliError;
use super::output;
use crate::exit_code::Exit;
use crate::games::GAMES;
use crate::nearest::nearest;
use crate::report;
use crate::requirement::{Applies, Requirement, selects};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

/// Explains a rule in full, or lists the rules that a prefix selects.
pub(super) fn explain(args: &ExplainArgs) -> Result<Exit, CliError> {
    let all = || GAMES.iter().flat_map(|(_, rules)| rules.iter().copied());
    let chosen: Vec<&Requirement> = all().filter(|rule| selects(&args.rule, rule.id)).collect();
    if args.format == ExplainFormat::Markdown && !chosen.is_empty() {
        output::report(&report::rules_page(&args.rule, &chosen))?;
        return Ok(Exit::Success);
    }
    let text = match chosen.as_slice() {
        [] => {
            let near = nearest(&args.rule, all().map(|rule| rule.id));
            return Err(CliError::usage(format!(
                "no rule is called {}{near}; `botspec list GAME` shows all rules of a game",
                args.rule
            )));
        }
        [rule] => in_full(rule),
        several => several.iter().map(|rule| in_brief(rule)).collect(),
    };
    output::report(text.as_bytes())?;
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
    out
}
