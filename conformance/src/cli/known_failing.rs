//! The list of cases that are known to fail.

use std::fmt::Write as _;
use std::path::Path;

use super::error::CliError;
use super::{input, output};
use crate::contest::Case;
use crate::evidence::{merge_marker, told_of_merge};
use crate::nearest::nearest;
use crate::record::{CheckReport, Verdict};

/// No such list is longer than this many bytes, and no id in it than that.
const MAX_LENGTH: u64 = 4 << 20;
const MAX_ID: usize = 200;

/// The ids in a file of known failures: one a line, blank lines and lines with # left out.
pub(super) fn read<S>(file: &Path, cases: &[Case<S>]) -> Result<Vec<String>, CliError> {
    let bytes = input::file(file, MAX_LENGTH)?;
    let wrong = |number: usize, message: &str| {
        CliError::usage(format!("{}, line {}: {message}", file.display(), number + 1))
    };
    let text = str::from_utf8(&bytes).map_err(|error| {
        let number = bytes[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count();
        wrong(number, "this is not UTF-8 text")
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut known = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let id = line.trim();
        if id.is_empty() || id.starts_with('#') {
            continue;
        }
        if let Some(marker) = merge_marker(line.as_bytes()) {
            return Err(wrong(number, &told_of_merge(marker)));
        }
        if id.len() > MAX_ID {
            return Err(wrong(number, &format!("no case id has {} bytes: one id a line", id.len())));
        }
        if !cases.iter().any(|case| case.id == id) {
            let near = nearest(id, cases.iter().map(|case| case.id.as_str()));
            return Err(CliError::usage(format!(
                "{}, line {}: no selected case has the id {id}{near}",
                file.display(),
                number + 1
            )));
        }
        known.push(id.to_owned());
    }
    Ok(known)
}

/// Writes the list that would let this run pass.
pub(super) fn write(file: &Path, report: &CheckReport) -> Result<(), CliError> {
    let mut text = format!(
        "# Cases of {} that {} is known to fail: botspec check --known-failing FILE\n",
        report.game,
        report.bot.name.escape_debug()
    );
    let fails = |verdict: Verdict| verdict == Verdict::Known || verdict.fails(report.findings.is_strict());
    let failing: Vec<_> = report.findings.cases().iter().filter(|case| fails(case.verdict)).collect();
    for case in &failing {
        let _ = writeln!(text, "{}", case.id);
    }
    output::file(file, text.as_bytes(), "--write-known-failing")?;
    output::note(&match failing.len() {
        0 => format!("no case fails: {} holds none", file.display()),
        1 => format!("1 case that fails is listed in {}", file.display()),
        count => format!("{count} cases that fail are listed in {}", file.display()),
    });
    Ok(())
}
