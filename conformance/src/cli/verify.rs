//! `botspec verify`.

use std::fmt::Write as _;
use std::fs;
use std::io::Read as _;
use std::path::Path;

use serde::Serialize;

use super::args::{Format, VerifyArgs};
use super::error::CliError;
use super::output;
use super::submission_target::MAX_RECEIPT;
use crate::bot::{Bot, differences, inspect_submission, named_source, sha256_of_all};
use crate::counted::counted;
use crate::exit_code::Exit;
use crate::record::{CheckResult, RECEIPT, Receipt, Verdict};
use crate::report;
use crate::suite::Game;

/// The result as data.
#[derive(Debug, Serialize)]
struct Verification<'a> {
    schema: &'static str,
    valid: bool,
    problems: Vec<String>,
    receipt: &'a Receipt,
}

/// Says whether a folder is what a receipt was made for.
pub(super) fn verify(args: &VerifyArgs) -> Result<Exit, CliError> {
    let receipt = read(args)?;
    if !fs::metadata(&args.folder).is_ok_and(|metadata| metadata.is_dir()) {
        return Err(CliError::usage(format!(
            "{}: there is no such folder; name the one that was handed in",
            args.folder.display()
        )));
    }
    let mut problems = contradictions(&receipt);
    problems.extend(differences(&args.folder, &receipt.files)?.iter().map(ToString::to_string));
    problems.extend(said_otherwise(&receipt, &args.folder));
    problems.extend(inspect_submission(&args.folder).problems());
    if let Some(team_id) = &receipt.bot.team_id
        && let Err(unnamed) = named_source(&args.folder, team_id)
    {
        problems.push(unnamed.to_string());
    }
    match receipt.check.verdict {
        Verdict::Pass if receipt.check.summary.fail == 0 => problems.extend(unearned(&receipt.check)),
        Verdict::Pass | Verdict::Fail => problems.push("the receipt says that the check failed".to_owned()),
        other => {
            problems.push(format!("the receipt says that the check ended with `{other}`, not with `pass`"))
        }
    }

    let valid = problems.is_empty();
    let bytes = match args.format {
        Format::Json => {
            report::json(&Verification { schema: "botspec.verify/1", valid, problems, receipt: &receipt })
        }
        Format::Pretty => pretty(&receipt, &problems),
    };
    output::report(&bytes)?;
    Ok(if valid { Exit::Success } else { Exit::Failure })
}

/// Where a receipt contradicts itself, or says what nobody can have written.
fn contradictions(receipt: &Receipt) -> Vec<String> {
    let mut found = Vec::new();
    if sha256_of_all(&receipt.files) != receipt.sha256 {
        found.push("the receipt contradicts itself: its hash is not that of its files".to_owned());
    }
    match Game::find(&receipt.game) {
        None => {
            found.push(format!("the receipt is for a game {:?}; known are {}", receipt.game, Game::names()))
        }
        Some(game) if game.has_team_ids() && receipt.bot.team_id.is_none() => {
            found.push(format!("the receipt has no team_id, and each bot of {game} has one"));
        }
        Some(_) => {}
    }
    if humantime::parse_rfc3339(&receipt.packed_at).is_err() {
        found.push(format!(
            "the receipt says that it was packed at {:?}, which is no time",
            receipt.packed_at
        ));
    }
    if !receipt.files.is_sorted_by(|a, b| a.path < b.path) {
        found.push(
            "the receipt contradicts itself: its files are not in order, or one is there twice".to_owned(),
        );
    }
    found
}

/// Where what a check is said to have found is not what a bot passes with.
fn unearned(check: &CheckResult) -> Vec<String> {
    let mut found = Vec::new();
    if check.summary.pass == 0 {
        found.push("the receipt contradicts itself: its check passed, and no case did".to_owned());
    }
    let wanting = check.not_kept.iter().filter(|(_, verdict)| **verdict != Verdict::Warn);
    found.extend(wanting.map(|(rule, verdict)| {
        format!("the receipt contradicts itself: its check passed, and {rule} ended with `{verdict}`")
    }));
    found
}

/// Where the folder's own manifest and the receipt disagree about whose bot it is.
fn said_otherwise(receipt: &Receipt, folder: &Path) -> Vec<String> {
    let bot = match Bot::locate(folder) {
        Ok(bot) => bot,
        // A problem is a line; what to do about it is the entrant's business.
        Err(error) => return error.to_string().lines().next().map(ToOwned::to_owned).into_iter().collect(),
    };
    let Some(manifest) = bot.manifest() else { return Vec::new() };
    let game = manifest.game.as_ref().map(|game| &game.value);
    let said = [
        ("game", game, Some(&receipt.game)),
        ("name", manifest.name.as_ref(), Some(&receipt.bot.name)),
        ("author", manifest.author.as_ref(), receipt.bot.author.as_ref()),
        // Only where the contest has team ids does a receipt hold one.
        (
            "team_id",
            manifest.team_id.as_ref().filter(|_| receipt.bot.team_id.is_some()),
            receipt.bot.team_id.as_ref(),
        ),
    ];
    let other = said.iter().filter(|(_, here, there)| here.is_some() && here != there);
    let text = |value: Option<&String>| value.map_or("nothing".to_owned(), |value| format!("{value:?}"));
    other
        .map(|(field, here, there)| {
            format!("bot.toml says {field} = {}, the receipt says {}", text(*here), text(*there))
        })
        .collect()
}

fn read(args: &VerifyArgs) -> Result<Receipt, CliError> {
    let shown = args.receipt.display();
    let mut bytes = Vec::new();
    let file = fs::metadata(&args.receipt).and_then(|metadata| {
        if metadata.is_file() {
            fs::File::open(&args.receipt)
        } else {
            Err(std::io::Error::other("it is not a regular file"))
        }
    });
    file.and_then(|file| file.take(MAX_RECEIPT).read_to_end(&mut bytes))
        .map_err(|error| CliError::usage(format!("cannot read {shown}: {error}")))?;
    let receipt: Receipt = serde_json::from_slice(&bytes).map_err(|error| {
        CliError::usage(format!("{shown}: {error}; expected the receipt that `botspec pack` wrote"))
    })?;
    if receipt.schema == RECEIPT {
        Ok(receipt)
    } else {
        Err(CliError::usage(format!(
            "{shown}: its schema is \"{}\", expected \"{RECEIPT}\"",
            receipt.schema.escape_debug()
        )))
    }
}

fn pretty(receipt: &Receipt, problems: &[String]) -> Vec<u8> {
    // Whatever a receipt says comes from somebody else.
    let plain = |text: &str| text.chars().filter(|c| !c.is_control()).collect::<String>();
    let mut out = format!(
        "{} · {} · packed {}",
        plain(&receipt.bot.name),
        plain(&receipt.game),
        plain(&receipt.packed_at)
    );
    if let Some(author) = &receipt.bot.author {
        let _ = write!(out, " · by {}", plain(author));
    }
    let check = &receipt.check;
    let _ = writeln!(
        out,
        "\nits check then: {} ({} passed, {} with warnings, {} failed, {} skipped, seed {}){}",
        check.verdict,
        check.summary.pass,
        check.summary.warn,
        check.summary.fail,
        check.summary.skip,
        check.seed,
        if check.options.is_empty() {
            String::new()
        } else {
            plain(&format!(", options {}", check.options.join(" ")))
        }
    );
    for (tool, version) in &receipt.versions {
        let _ = writeln!(out, "  {}: {}", plain(tool), plain(version));
    }
    if let Some(times) = &check.times {
        let there = &times.elsewhere;
        let _ = writeln!(
            out,
            "  99 % of the turns within {:.1} ms where it was packed, on {} predicted within {:.1} of {:.0} ms: {}",
            times.p99_ms,
            plain(&there.profile),
            there.p99_ms,
            there.limit_ms,
            there.prospect
        );
    }
    for problem in problems {
        let _ = writeln!(out, "  {}", plain(problem));
    }
    let _ = match problems.len() {
        0 => writeln!(
            out,
            "VERIFIED: {}, sha256 {}",
            counted(receipt.files.len(), "file"),
            plain(&receipt.sha256)
        ),
        count => writeln!(out, "NOT VERIFIED: {}", counted(count, "problem")),
    };
    out.into_bytes()
}
