//! A ladder, for people and spreadsheets.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use crate::counted::counted;
use crate::ladder::{Entry, GameRow, Week};
use crate::record::{Score, Standing};
use crate::suite::Game;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const RED: Style = AnsiColor::Red.on_default();
const YELLOW: Style = AnsiColor::Yellow.on_default();

/// The table of a week. `order` is the one in which the week began.
#[must_use]
pub fn standings(week: &Week, order: &[Entry], standings: &[Standing], game: Game) -> Vec<u8> {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{BOLD}{game}, week {}{BOLD:#} · {} of {}\n",
        week.number,
        week.played,
        counted(week.games, "game")
    );
    let names: BTreeMap<u32, String> = order.iter().map(|entry| (entry.bot, entry.player())).collect();
    let width = names.values().map(|name| name.chars().count()).max().unwrap_or(0).max(4);
    let sides: BTreeSet<&str> = standings.iter().flat_map(|it| it.sides.keys().map(String::as_str)).collect();
    let _ = write!(
        out,
        "{DIM}{:>4}  {:12}  {:width$}  {:>6} {:>5} {:>6}",
        "", "rank", "bot", "rating", "won", "games"
    );
    for side in &sides {
        let _ = write!(out, "  {:>8}", game.side(side));
    }
    let _ = writeln!(out, "{DIM:#}");
    for it in standings {
        let name = names.get(&it.bot).map_or("", String::as_str);
        let [low, high] = it.ranks;
        let _ = write!(
            out,
            "{:>4}  {:12}  {name:width$}  {:>6.1} {:>5} {:>6}",
            moved(it),
            format!("{} ({low}–{high})", it.place),
            it.rating,
            it.score.won,
            it.score.games
        );
        for side in &sides {
            let _ = write!(out, "  {:>8}", it.sides.get(*side).map_or_else(|| "-".to_owned(), rating));
        }
        let late = if it.disqualified {
            format!("  {RED}disqualified: overran its time{RED:#}")
        } else {
            String::new()
        };
        let _ = writeln!(out, "{late}");
    }
    if !week.is_complete() {
        let left = week.games - week.played;
        let _ = writeln!(
            out,
            "\n{YELLOW}{} {} not been played: this is not the end of the week{YELLOW:#}",
            counted(left, "game"),
            if left == 1 { "has" } else { "have" }
        );
    }
    out.into_bytes()
}

/// How far it went up or down.
fn moved(standing: &Standing) -> String {
    let (before, now) = (standing.before, standing.place);
    match before.cmp(&now) {
        std::cmp::Ordering::Equal => "=".to_owned(),
        std::cmp::Ordering::Greater => format!("+{}", before - now),
        std::cmp::Ordering::Less => format!("-{}", now - before),
    }
}

fn rating(score: &Score) -> String {
    format!("{:.1}", 100.0 * score.share())
}

/// Every game of a bot that counts in a week, and what follows from them. `out_of_time` has the weeks of which bots have
/// lost all games by an overrun, with their numbers.
#[must_use]
pub fn behind_rating(
    bot: u32,
    week: u32,
    games: &[GameRow],
    order: &[Entry],
    standings: &[Standing],
    out_of_time: &BTreeSet<(u32, u32)>,
) -> Vec<u8> {
    let name = |bot: u32| {
        let entry = order.iter().find(|entry| entry.bot == bot);
        entry.map_or_else(|| bot.to_string(), Entry::player)
    };
    let mut out = String::new();
    let _ = writeln!(out, "{BOLD}{}{BOLD:#}, week {week}\n", name(bot));
    let others = |game: &GameRow| {
        let names: Vec<String> = game.bots.iter().filter(|own| **own != bot).map(|own| name(*own)).collect();
        names.join(", ")
    };
    let width = games.iter().map(|game| others(game).chars().count()).max().unwrap_or(0).max(7);
    let _ = writeln!(
        out,
        "{DIM}{:>7}  {:>7}  {:8}  {:width$}  {:8}  by{DIM:#}",
        "game", "pair", "as", "against", ""
    );
    for game in games {
        let seat = game.bots.iter().position(|own| *own == bot);
        let side = seat.and_then(|seat| game.sides.get(seat)).map_or("-", String::as_str);
        let winner = game.winner.and_then(|seat| game.bots.get(seat)).copied();
        let (came, by) = match &game.reason {
            None => ("-", "not played yet".to_owned()),
            Some(reason) => (
                if winner == Some(bot) {
                    "won"
                } else if winner.is_some() || seat.is_some_and(|seat| game.absent.contains(&seat)) {
                    "lost"
                } else {
                    "drawn"
                },
                reason.clone(),
            ),
        };
        // All games of one who was disqualified are lost to him, and won by his opponent.
        let is_out = |bot: &u32| out_of_time.contains(&(game.week, *bot));
        let counted = if game.reason.is_none() {
            ""
        } else if is_out(&bot) && came != "lost" {
            "; counts as lost"
        } else if !is_out(&bot) && game.bots.len() == 2 && game.bots.iter().any(is_out) && came != "won" {
            "; counts as won"
        } else {
            ""
        };
        let style = if came == "lost" { RED } else { Style::new() };
        let _ = writeln!(
            out,
            "{:>7}  {:>7}  {side:8}  {:width$}  {style}{came:8}{style:#}  {by}{counted}",
            game.number,
            game.pair,
            others(game)
        );
    }
    if let Some(it) = standings.iter().find(|it| it.bot == bot) {
        let [low, high] = it.ranks;
        let Score { games: played, won, .. } = it.score;
        let _ = writeln!(
            out,
            "\nrating {:.1} = 100 × {won} won / {played} played; rank {} ({low}–{high}){}",
            it.rating,
            it.place,
            if it.disqualified { disqualified(bot, games) } else { String::new() }
        );
    }
    out.into_bytes()
}

fn disqualified(bot: u32, games: &[GameRow]) -> String {
    let overran = |game: &&GameRow| game.overrun.and_then(|seat| game.bots.get(seat)) == Some(&bot);
    let count = games.iter().filter(overran).count();
    format!(
        ", disqualified: it overran its time in {}, and loses all games of the week",
        counted(count, "game")
    )
}

/// A line for each game, with a head.
#[must_use]
pub fn games_csv(games: &[GameRow]) -> Vec<u8> {
    let mut out =
        "week,game,table,pair,opening,seed,bots,sides,winner,reason,overrun,ended_at,host\r\n".to_owned();
    for game in games {
        let bot = |seat: Option<usize>| {
            seat.and_then(|seat| game.bots.get(seat)).map(ToString::to_string).unwrap_or_default()
        };
        let bots: Vec<String> = game.bots.iter().map(ToString::to_string).collect();
        let cells = [
            game.week.to_string(),
            game.number.to_string(),
            (game.table + 1).to_string(),
            game.pair.to_string(),
            game.opening.clone().unwrap_or_default(),
            game.seed.to_string(),
            bots.join(" "),
            game.sides.join(" "),
            bot(game.winner),
            game.reason.clone().unwrap_or_default(),
            bot(game.overrun),
            game.ended_at.clone().unwrap_or_default(),
            game.host.clone().unwrap_or_default(),
        ];
        let cells: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
        let _ = write!(out, "{}\r\n", cells.join(","));
    }
    out.into_bytes()
}

/// A cell, as RFC 4180 has it.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\r', '\n']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}
