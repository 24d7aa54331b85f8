//! Games between bots, for people.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use serde_json::Value;

use crate::record::{BotScore, GameResult, PlayReport, Variant};
use crate::suite::Game;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const RED: Style = AnsiColor::Red.on_default();
const YELLOW: Style = AnsiColor::Yellow.on_default();

/// The summary of a run of `play`.
#[must_use]
pub fn play(report: &PlayReport, game: Game) -> Vec<u8> {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{BOLD}{}{BOLD:#}{} · {}{} · seed {}{}\n",
        report.game,
        variant(report),
        games(report.played),
        if repeats(report) { format!(", {} distinct", report.distinct) } else { String::new() },
        report.seed,
        match report.opening {
            0 => String::new(),
            1 => " · 1 move drawn at random".to_owned(),
            count => format!(" · {count} moves drawn at random"),
        }
    );
    let width = report.bots.iter().map(|bot| bot.name.chars().count()).max().unwrap_or(0).max(12);
    let _ = writeln!(
        out,
        "{DIM}{:width$}  {:>6} {:>6} {:>6} {:>6}   {:>6}   95 % interval{DIM:#}",
        "", "games", "won", "lost", "drawn", "won"
    );
    for bot in &report.bots {
        score(&mut out, bot, width);
    }
    if repeats(report) {
        let _ = writeln!(out, "\n{YELLOW}{}{YELLOW:#}", repetition(report, game));
    }
    if report.bots.iter().any(|bot| bot.timing.is_some()) {
        let _ = writeln!(
            out,
            "\n{DIM}{:width$}  {:>8} {:>10} {:>10} {:>10}   of the limit{DIM:#}",
            "time", "turns", "median", "99 %", "longest"
        );
        for bot in &report.bots {
            times(&mut out, bot, width);
        }
    }
    let endings: Vec<String> =
        report.endings.iter().map(|ending| format!("{} {}", ending.reason, ending.games)).collect();
    if !endings.is_empty() {
        let _ = writeln!(out, "\nended by: {}", endings.join(", "));
    }
    for fault in &report.faults {
        let rule = fault.rule.as_ref().map(|rule| format!(" ({rule})")).unwrap_or_default();
        let _ = writeln!(
            out,
            "{RED}{}{RED:#} lost {} by {}{rule}; game {}: {}{}",
            fault.bot,
            games(fault.games),
            fault.reason,
            fault.first,
            fault.answer.as_deref().map(answered).unwrap_or_default(),
            crate::evidence::excerpt(fault.message.as_bytes())
        );
    }
    if report.unlisted_faults > 0 {
        let _ = writeln!(out, "and {} lost in other ways", games(report.unlisted_faults));
    }
    for bot in &report.bots {
        overstays(&mut out, game, bot);
    }
    if report.void > 0 {
        let _ = writeln!(
            out,
            "{YELLOW}{} could not be judged: the machine was too busy{YELLOW:#}",
            games(report.void)
        );
    }
    let left = report.games.saturating_sub(report.played + report.void);
    if left > 0 {
        let _ = writeln!(out, "{YELLOW}{} were not played to the end{YELLOW:#}", games(left));
    }
    out.into_bytes()
}

/// An answer is shown up to this many characters.
const MAX_SHOWN: usize = 200;

fn answered(answer: &str) -> String {
    let shown = crate::evidence::one_line(answer);
    let cut = if shown.chars().count() > MAX_SHOWN { "…" } else { "" };
    format!("it answered `{}{cut}`: ", shown.chars().take(MAX_SHOWN).collect::<String>())
}

/// Whether a game was played more than once.
const fn repeats(report: &PlayReport) -> bool {
    report.distinct < report.played
}

/// What to think of games that were played more than once, and what to do.
fn repetition(report: &PlayReport, game: Game) -> String {
    let distinct = if report.distinct == 1 {
        "1 distinct game".to_owned()
    } else {
        format!("{} distinct games", report.distinct)
    };
    let more = match game.referee().without_openings() {
        None => format!("; --openings random:{} begins them differently", report.opening + 2),
        Some(_) => String::new(),
    };
    format!("{distinct}: the others repeat them move for move, and the interval counts them once{more}")
}

/// What was waited for a bot after its games.
fn overstays(out: &mut String, game: Game, bot: &BotScore) {
    let Some(overstays) = &bot.overstays else { return };
    let farewell = game.referee().farewell();
    let _ = writeln!(
        out,
        "{YELLOW}{}{YELLOW:#} did not end {farewell} in {}: {:.1} s were waited for it{}",
        bot.name,
        games(overstays.games),
        overstays.waited_ms / 1e3,
        match overstays.killed {
            0 => String::new(),
            1 => ", and it was killed once".to_owned(),
            count => format!(", and it was killed {count} times"),
        }
    );
}

fn variant(report: &PlayReport) -> String {
    let Variant { size, name, gravity, memo, .. } = &report.variant;
    let memo = (*memo == Some(true)).then_some("memo");
    let gravity = gravity.as_deref().filter(|gravity| *gravity != "fall");
    match name.as_deref().or(memo).or(gravity) {
        Some(name) => format!(", variant {name}"),
        None => size.map(|size| format!(" {size}×{size}")).unwrap_or_default(),
    }
}

fn games(count: u64) -> String {
    if count == 1 { "1 game".to_owned() } else { format!("{count} games") }
}

fn score(out: &mut String, bot: &BotScore, width: usize) {
    let line = |out: &mut String, name: &str, score: &crate::record::Score| {
        let _ = write!(
            out,
            "{name:width$}  {:>6} {:>6} {:>6} {:>6}",
            score.games, score.won, score.lost, score.drawn
        );
    };
    line(out, &bot.name, &bot.score);
    let [low, high] = bot.interval.map(|bound| bound * 100.0);
    let _ = writeln!(out, "   {:>5.1}%   {low:.1}–{high:.1} %", bot.share * 100.0);
    for own in &bot.sides {
        line(out, &format!("  as {}", side(&own.side)), &own.score);
        out.push('\n');
    }
}

fn times(out: &mut String, bot: &BotScore, width: usize) {
    let Some(timing) = &bot.timing else { return };
    let ms = |ms: f64| match ms {
        0.0..10.0 => format!("{ms:.2} ms"),
        10.0..1_000.0 => format!("{ms:.0} ms"),
        _ => format!("{} s", (ms / 10.0).round() / 100.0),
    };
    let _ = writeln!(
        out,
        "{:width$}  {:>8} {:>10} {:>10} {:>10}   {:.1} % of {}",
        bot.name,
        timing.turns,
        ms(timing.p50_ms),
        ms(timing.p99_ms),
        ms(timing.max_ms),
        timing.share * 100.0,
        ms(timing.limit_ms),
    );
}

/// A side as people write it: `black`, `2`.
#[must_use]
pub fn side(side: &Value) -> String {
    match side {
        Value::String(name) => name.clone(),
        other => other.to_string(),
    }
}

/// How a game ended, in a sentence without its full stop.
#[must_use]
pub fn outcome(result: &GameResult) -> String {
    let mut text = match (&result.winner, &result.player) {
        (Value::Null, _) => "nobody wins".to_owned(),
        (winner, None) => format!("{} wins", side(winner)),
        (winner, Some(player)) => format!("{player} ({}) wins", side(winner)),
    };
    let _ = write!(text, ", by {}", result.reason);
    if let Some(groups) = result.groups {
        let _ = write!(text, ", with {groups} groups on the board");
    }
    if let Some(counts) = &result.counts {
        let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
        let _ = write!(text, ", pieces {}", counts.join(" "));
    }
    if let Some(turns) = result.turns {
        let _ = write!(text, ", after {turns} turns");
    }
    text
}
