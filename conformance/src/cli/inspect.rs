//! `botspec inspect`.

use std::fmt::Write as _;

use serde::Deserialize as _;

use super::args::{Format, InspectArgs, check_variant};
use super::error::CliError;
use super::{input, output};
use crate::exit_code::Exit;
use crate::options::{InspectError, Options};
use crate::record::{GameResult, Inspection};
use crate::report;

/// No position is longer than this many bytes.
const MAX_LENGTH: u64 = 16 << 20;

/// Draws a position, lists what is legal, judges an answer.
pub(super) fn inspect(args: &InspectArgs, options: &Options<'_>) -> Result<Exit, CliError> {
    let bytes = input::file_or_stdin(&args.file, MAX_LENGTH)?;
    check_variant(args.game, args.variant.as_deref())?;
    let inspected = args.game.inspect(&bytes, options, args.answer.as_deref());
    let inspection = inspected.map_err(|error| match error {
        InspectError::Malformed(error) => CliError::usage(format!("{}: {error}", args.file.display())),
        InspectError::Lacking(what) => CliError::usage(what),
    })?;
    let bytes = match args.format {
        Format::Json => report::json(&inspection),
        Format::Pretty => pretty(&inspection),
    };
    output::report(&bytes)?;
    let illegal = inspection.answer.is_some_and(|answer| !answer.legal);
    Ok(if illegal { Exit::Failure } else { Exit::Success })
}

fn pretty(inspection: &Inspection) -> Vec<u8> {
    let mut out = String::new();
    if let Some(diagram) = &inspection.diagram {
        out.push_str(&report::draw(diagram));
        out.push('\n');
    }
    if let Some(side) = &inspection.side {
        let _ = writeln!(out, "to move: {side}");
    }
    for problem in &inspection.problems {
        let _ = writeln!(out, "inconsistent: {problem}");
    }
    if let Some(result) = &inspection.result {
        let told = GameResult::deserialize(result).map(|result| result.in_words());
        // A contest from outside may have results of its own.
        let _ = writeln!(out, "over: {}", told.unwrap_or_else(|_| result.to_string()));
    }
    if inspection.consistent || inspection.legal_count > 0 {
        let _ = writeln!(out, "{} legal:", inspection.legal_count);
        let widest = inspection.legal.iter().map(String::len).max().unwrap_or(1) + 1;
        let per_line = (96 / widest).max(1);
        for line in inspection.legal.chunks(per_line) {
            let texts: String = line.iter().map(|text| format!("{text:widest$}")).collect();
            let _ = writeln!(out, "  {}", texts.trim_end());
        }
    }
    if let Some(answer) = &inspection.answer {
        let word = if answer.legal { "legal" } else { "not legal" };
        let _ = writeln!(out, "\nanswer {}: {word}", crate::evidence::excerpt(answer.text.as_bytes()));
        for violation in &answer.violations {
            let _ = writeln!(out, "  {}: {}", violation.rule, violation.message);
            if let Some(hint) = &violation.hint {
                let _ = writeln!(out, "  hint: {hint}");
            }
        }
        if !answer.legal && answer.violations.is_empty() {
            let over = "the game is over: nothing can be played";
            let why = if inspection.result.is_some() {
                over
            } else {
                "what is legal in this position is not defined"
            };
            let _ = writeln!(out, "  {why}");
        }
    }
    out.into_bytes()
}
