//! Records that were refereed again, for people.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use super::pretty::draw;
use crate::counted::counted;
use crate::record::{Diagram, GameName, GameRecord, ReplayError, ReplayReport, side_name};

const DIM: Style = Style::new().dimmed();
const RED: Style = AnsiColor::Red.on_default().bold();
const GREEN: Style = AnsiColor::Green.on_default();

/// What is wrong with a record, in one line.
#[must_use]
pub fn replay_error(report: &ReplayReport, error: &ReplayError) -> String {
    let place = match (error.mv, error.column) {
        (Some(number), _) => format!(", move {number}"),
        (None, _) => String::new(),
    };
    let rule = error.rule.as_ref().map(|rule| format!(" ({rule})")).unwrap_or_default();
    let at = if error.column.is_some() { String::new() } else { format!(", line {}", report.line) };
    let message = crate::evidence::excerpt(error.message.as_bytes());
    let separator = if error.column.is_some() { ", " } else { ": " };
    format!("{}{at}{place}{separator}{message}{rule}", report.file)
}

/// One record: who played, how it ended, what is wrong, and perhaps the board.
#[must_use]
pub fn replayed(
    report: &ReplayReport,
    record: Option<&GameRecord>,
    board: Option<(Diagram, String)>,
) -> Vec<u8> {
    let mut out = String::new();
    let players = record.map(|record| &record.players).filter(|players| !players.is_empty());
    let players = players.map(|players| {
        let each = players.iter().map(|player| {
            let name = crate::evidence::excerpt(player.name.as_bytes());
            format!("{name} ({})", side_name(&player.side))
        });
        each.collect::<Vec<_>>().join(" – ")
    });
    let game = report.game.as_ref().map_or("no record", GameName::as_str);
    let _ = write!(out, "{DIM}{}{DIM:#} {game}", report.record);
    if let Some(players) = players {
        let _ = write!(out, " {players}");
    }
    if report.game.is_some() {
        let _ = write!(out, ", {}", counted(report.moves, "move"));
    }
    match (&report.result, &report.error) {
        (Some(result), _) => {
            let _ = writeln!(out, ": {}", crate::evidence::excerpt(result.in_words().as_bytes()));
        }
        (None, None) => out.push_str(": not over\n"),
        (None, Some(_)) => out.push('\n'),
    }
    if let Some((diagram, caption)) = board {
        out.push_str(&draw(&diagram));
        if !caption.is_empty() {
            let _ = writeln!(out, "{caption}");
        }
    }
    if let Some(error) = &report.error {
        let _ = writeln!(out, "  {RED}wrong{RED:#} {}", replay_error(report, error));
    }
    if let Some(note) = &report.note {
        let _ = writeln!(out, "  {DIM}note{DIM:#} {note}");
    }
    out.into_bytes()
}

/// How many records are right.
#[must_use]
pub fn replay_summary(records: usize, invalid: usize, malformed: usize, notes: usize) -> Vec<u8> {
    let valid = records - invalid - malformed;
    let mut out = String::new();
    if valid == records {
        let what = if records == 1 { "the record is" } else { "all records are" };
        let _ = writeln!(out, "{GREEN}valid{GREEN:#}: {what} as the rules say ({records})");
    } else {
        let _ = write!(out, "{RED}not valid{RED:#}: {invalid} of {}", counted(records, "record"));
        let _ = match malformed {
            0 => writeln!(out),
            1 => writeln!(out, ", and 1 line is not a record"),
            _ => writeln!(out, ", and {malformed} lines are not records"),
        };
    }
    if notes > 0 {
        let records = counted(notes, "record");
        let _ =
            writeln!(out, "{DIM}note{DIM:#} in {records} something is odd, but no fault; -v tells of each");
    }
    out.into_bytes()
}
