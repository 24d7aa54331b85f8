//! Games between bots, for people.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use crate::counted::counted;
use crate::record::{BotScore, OpeningScore, PlayReport, Score, Strength, Variant, side_name};
use crate::referee::openings::MAX_DRAWN;
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
        counted(report.played, "game"),
        if repeats(report) { format!(", {} distinct", report.distinct) } else { String::new() },
        report.seed,
        opening(report)
    );
    let width = report.bots.iter().map(|bot| bot.name.chars().count()).max().unwrap_or(0).max(12);
    let rated = report.bots.iter().any(|bot| bot.rating.is_some());
    let _ = writeln!(
        out,
        "{DIM}{:width$}  {:>6} {:>6} {:>6} {:>6}   {:>6}   95 % interval{}{DIM:#}",
        "",
        "games",
        "won",
        "lost",
        "drawn",
        "won",
        if rated { "      Elo   95 % interval" } else { "" }
    );
    let mut bots: Vec<&BotScore> = report.bots.iter().collect();
    let elo = |bot: &BotScore| bot.rating.map_or(0.0, |rating| rating.elo);
    bots.sort_by(|a, b| elo(b).total_cmp(&elo(a)));
    for bot in bots {
        score(&mut out, bot, width, report.format.is_none());
    }
    meetings(&mut out, report, width);
    test(&mut out, report);
    openings(&mut out, report);
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
        let games = counted(fault.games, "game");
        let (games, by) = if game.referee().is_lost_by_an_answer() {
            (format!("lost {games}"), "by")
        } else {
            (format!("went wrong in {games}"), "with")
        };
        let _ = writeln!(
            out,
            "{RED}{}{RED:#} {games} {by} {}{rule}; game {}: {}{}",
            fault.bot,
            fault.reason,
            fault.first,
            fault.answer.as_deref().map(answered).unwrap_or_default(),
            crate::evidence::excerpt(fault.message.as_bytes())
        );
    }
    if report.unlisted_faults > 0 {
        let _ = writeln!(out, "and {} in other ways", counted(report.unlisted_faults, "game"));
    }
    for bot in &report.bots {
        overstays(&mut out, game, bot);
    }
    if report.void > 0 {
        let _ = writeln!(
            out,
            "{YELLOW}{} could not be judged: the machine was too busy{YELLOW:#}",
            counted(report.void, "game")
        );
    }
    let left = report.games.saturating_sub(report.played + report.void);
    if left > 0 {
        let _ = writeln!(out, "{YELLOW}{} were not played to the end{YELLOW:#}", counted(left, "game"));
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
    let more = match game.referee().without_openings(&report.variant) {
        None if report.opening < MAX_DRAWN => {
            let more = (report.opening + 2).min(MAX_DRAWN);
            format!("; --openings random:{more} begins them differently")
        }
        None | Some(_) => String::new(),
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
        counted(overstays.games, "game"),
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

fn score(out: &mut String, bot: &BotScore, width: usize, by_side: bool) {
    let line = |out: &mut String, name: &str, score: &Score| {
        let _ = write!(
            out,
            "{name:width$}  {:>6} {:>6} {:>6} {:>6}",
            score.games, score.won, score.lost, score.drawn
        );
    };
    line(out, &bot.name, &bot.score);
    let [low, high] = bot.interval.map(|bound| bound * 100.0);
    let _ = write!(out, "   {:>5.1}%   ", bot.share * 100.0);
    let share = format!("{low:.1}–{high:.1} %");
    let _ = match &bot.rating {
        None => writeln!(out, "{share}"),
        Some(Strength { elo, interval: [low, high] }) => {
            writeln!(out, "{share:14}  {:>6}   {} to {}", signed(*elo), signed(*low), signed(*high))
        }
    };
    for own in bot.sides.iter().filter(|_| by_side) {
        line(out, &format!("  as {}", side_name(&own.side)), &own.score);
        out.push('\n');
    }
}

/// How games began, and who met whom.
fn opening(report: &PlayReport) -> String {
    let format = report.format.map(|format| format!(" · {format}")).unwrap_or_default();
    let opening = match report.opening {
        0 => String::new(),
        1 => " · 1 move drawn at random".to_owned(),
        count => format!(" · {count} moves drawn at random"),
    };
    format!("{format}{opening}")
}

/// Elo points with their sign.
fn signed(elo: f64) -> String {
    let rounded = elo.round();
    if rounded == 0.0 { "0".to_owned() } else { format!("{rounded:+}").replace('-', "\u{2212}") }
}

/// No more bots than these have room in a table.
const MAX_MEETINGS: usize = 12;

/// Points of each bot against each other one, where two meet at a time.
fn meetings(out: &mut String, report: &PlayReport, width: usize) {
    let (all, bots) = (&report.meetings, &report.bots);
    if bots.len() < 3 || bots.len() > MAX_MEETINGS || all.iter().any(|meeting| meeting.bots.len() != 2) {
        return;
    }
    let points = |bot: &str, other: &str| -> Option<f64> {
        let meeting =
            all.iter().find(|meeting| meeting.bots == [bot, other] || meeting.bots == [other, bot])?;
        let won = if meeting.bots[0] == bot { meeting.won[0] } else { meeting.won[1] };
        Some(points_of(won, meeting.drawn))
    };
    let numbers: String = (1..=bots.len()).map(|number| format!(" {number:>6}")).collect();
    let _ = writeln!(out, "\n{DIM}{:width$}     {numbers}{DIM:#}", "points against");
    for (number, bot) in (1..).zip(bots) {
        let cells: String = bots
            .iter()
            .map(|other| {
                points(&bot.name, &other.name).map_or("\u{2013}".to_owned(), |points| points.to_string())
            })
            .map(|points| format!(" {points:>6}"))
            .collect();
        let _ = writeln!(out, "{:width$} {number:>3} {cells}", bot.name);
    }
}

#[expect(clippy::cast_precision_loss, reason = "no run has 2^52 games")]
const fn points_of(won: u64, drawn: u64) -> f64 {
    won as f64 + drawn as f64 / 2.0
}

/// What the test of one bot against the other says, with the pairs that it goes by.
fn test(out: &mut String, report: &PlayReport) {
    let Some(pairs) = report.pairs.filter(|pairs| pairs.iter().sum::<u64>() > 0) else { return };
    let names: Vec<&str> = report.bots.iter().map(|bot| bot.name.as_str()).collect();
    let (first, second) =
        (names.first().copied().unwrap_or_default(), names.get(1).copied().unwrap_or_default());
    let [none, half, one, more, two] = pairs;
    let _ = writeln!(
        out,
        "\npairs by the points of {first}: 0: {none}, ½: {half}, 1: {one}, 1½: {more}, 2: {two}"
    );
    let Some(sprt) = &report.sprt else { return };
    if let (Some(elo), Some([low, high])) = (sprt.elo, sprt.interval) {
        let (elo, low, high) = (signed(elo), signed(low), signed(high));
        let _ = writeln!(out, "{first} against {second}: {elo} Elo points, 95 % interval {low} to {high}");
    }
    let plain = |number: String| number.replace('-', "\u{2212}");
    let [elo0, elo1] = [sprt.elo0, sprt.elo1].map(|elo| plain(elo.to_string()));
    let [ratio, lower, upper] =
        [sprt.ratio, sprt.bounds[0], sprt.bounds[1]].map(|ratio| plain(format!("{ratio:.2}")));
    let says = match sprt.decision {
        Some("elo1") => {
            format!("{BOLD}{first} is better{BOLD:#}: elo1 ({elo1}) is accepted, elo0 ({elo0}) refused")
        }
        Some(_) => {
            format!("{BOLD}{first} is not better{BOLD:#}: elo0 ({elo0}) is accepted, elo1 ({elo1}) refused")
        }
        None => {
            let left = match sprt.games_left {
                _ if sprt.exhausted => ", and ended: no new games came any more".to_owned(),
                Some(left) => format!(", about {left:.0} more games are expected"),
                None => String::new(),
            };
            format!("{YELLOW}undecided{YELLOW:#} between elo0 ({elo0}) and elo1 ({elo1}){left}")
        }
    };
    let _ = writeln!(
        out,
        "{says} (LLR {ratio}, bounds {lower} and {upper}; wrong in {:.0} % of all tests)",
        sprt.error * 100.0
    );
    if sprt.repeated > 0 {
        let _ = writeln!(
            out,
            "{YELLOW}{} of {first} and {second} repeat earlier ones move for move, and do not count{YELLOW:#}",
            counted(sprt.repeated, "pair")
        );
    }
}

/// No more openings than these are listed for people.
const MAX_LISTED: usize = 40;

/// What became of games with each opening: it is fair if its first player wins half of them.
fn openings(out: &mut String, report: &PlayReport) {
    let all = &report.openings;
    // One that was played by one pair only says nothing.
    if all.is_empty() || all.iter().all(|opening| opening.games <= 2) {
        return;
    }
    let swaps = all.iter().any(|opening| opening.swapped.is_some());
    let whole = all.iter().fold(Score::default(), |sum, opening| sum.plus(&of_first(opening)));
    let names: Vec<String> = all.iter().map(|opening| opening.moves.join(", ")).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).clamp(12, 60);
    let _ = writeln!(
        out,
        "\n{DIM}{:width$}  {:>6}   the first player won{}{DIM:#}",
        "opening",
        "games",
        if swaps { "                swapped" } else { "" }
    );
    let mut line = |name: &str, score: &Score, distinct: u64, swapped: Option<u64>| {
        let [low, high] = score.interval_of(distinct).map(|bound| bound * 100.0);
        let interval = format!("{low:.1}–{high:.1} %");
        let swapped = swapped.map(|swapped| format!("   {swapped:>6}")).unwrap_or_default();
        let share = score.share() * 100.0;
        let _ = writeln!(out, "{name:width$}  {:>6}   {share:>5.1}%   {interval:22}{swapped}", score.games);
    };
    if all.len() <= MAX_LISTED {
        for (name, opening) in names.iter().zip(all) {
            line(name, &of_first(opening), opening.distinct, opening.swapped);
        }
    }
    let swapped = swaps.then(|| all.iter().filter_map(|opening| opening.swapped).sum());
    let distinct = all.iter().map(|opening| opening.distinct).sum();
    line(&format!("all {}", all.len()), &whole, distinct, swapped);
}

/// The games of an opening as the first player's.
const fn of_first(opening: &OpeningScore) -> Score {
    let OpeningScore { games, first_won: won, drawn, .. } = *opening;
    Score { games, won, lost: games.saturating_sub(won + drawn), drawn }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A report on games that all repeat one.
    fn repeated(opening: u32) -> PlayReport {
        PlayReport {
            schema: "botspec.play/1",
            tool: crate::record::Tool::this(),
            game: Game::find("hex").expect("a standard game").id(),
            variant: Variant::default(),
            seed: 1,
            games: 4,
            played: 4,
            distinct: 2,
            void: 0,
            opening,
            format: None,
            meetings: Vec::new(),
            openings: Vec::new(),
            pairs: None,
            sprt: None,
            bots: Vec::new(),
            endings: Vec::new(),
            faults: Vec::new(),
            unlisted_faults: 0,
            isolation: String::new(),
        }
    }

    fn written(report: &PlayReport) -> String {
        String::from_utf8(play(report, Game::find("hex").expect("a standard game"))).expect("it is text")
    }

    #[test]
    fn a_test_that_ended_for_want_of_new_games_promises_none() {
        let mut sprt = crate::record::Sprt {
            elo0: 0.0,
            elo1: 20.0,
            error: 0.05,
            ratio: 0.1,
            bounds: [-2.94, 2.94],
            decision: None,
            games_left: Some(5000.0),
            exhausted: false,
            elo: None,
            interval: None,
            repeated: 3,
        };
        let report = |sprt| PlayReport { pairs: Some([0, 0, 1, 0, 0]), sprt: Some(sprt), ..repeated(0) };
        let goes_on = written(&report(sprt.clone()));
        assert!(goes_on.contains(", about 5000 more games are expected (LLR"), "{goes_on}");
        (sprt.games_left, sprt.exhausted) = (None, true);
        let ended = written(&report(sprt));
        assert!(ended.contains("elo1 (20), and ended: no new games came any more (LLR"), "{ended}");
    }

    #[test]
    fn no_opening_is_advised_that_is_refused() {
        assert!(written(&repeated(0)).contains("; --openings random:2 begins"));
        assert!(written(&repeated(19)).contains("; --openings random:20 begins"));
        assert!(!written(&repeated(20)).contains("begins them differently"));
    }
}
