//! Recorded games as one page that needs nothing else: board, moves, times, and the keys to walk through them.

mod board;
mod film;

use maud::{DOCTYPE, Markup, PreEscaped, html};

pub use board::svg;
pub use film::{Film, Shot};

use super::head::head;
use crate::record::{GameRecord, side_name};

const STYLE: &str = include_str!("style.css");
const BY: &str = concat!("botspec ", env!("CARGO_PKG_VERSION"));
const SCRIPT: &str = include_str!("script.js");

/// The page of some games.
#[must_use]
pub fn page(films: &[Film]) -> Vec<u8> {
    let title = match films {
        [film] => film.title().to_owned(),
        films => format!("{} games", films.len()),
    };
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            (head(&title, BY, &styles(films)))
            body {
                (body(films))
                script type="application/json" id="games" { (PreEscaped(data(films))) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string().into_bytes()
}

fn body(films: &[Film]) -> Markup {
    html! {
        header {
            h1 id="title" { (films.first().map(Film::title).unwrap_or_default()) }
            p id="result" { (films.first().map(Film::result).unwrap_or_default()) }
            @if films.len() > 1 {
                label { "Game " select id="choice" { @for (at, film) in films.iter().enumerate() {
                    option value=(at) { (at + 1) ". " (film.title()) }
                } } }
            }
        }
        main {
            section id="table" aria-label="Board" {
                // Without a script it is the final position that is seen.
                div id="board" { @if let Some(film) = films.first() { (PreEscaped(film.final_board())) } }
                p id="caption" aria-live="polite" {}
                div id="controls" {
                    button id="first" title="First position (Home)" aria-label="First position" { "|◀" }
                    button id="back" title="One move back (←)" aria-label="One move back" { "◀" }
                    button id="run" title="Play or pause (space)" { "Play" }
                    button id="on" title="One move on (→)" aria-label="One move on" { "▶" }
                    button id="last" title="Last position (End)" aria-label="Last position" { "▶|" }
                    label { "Speed " select id="speed" {
                        option value="1000" { "1 a second" }
                        option value="300" selected { "3 a second" }
                        option value="100" { "10 a second" }
                        option value="20" { "50 a second" }
                        option value="0" { "as fast as possible" }
                    } }
                }
                input id="slider" type="range" min="0" value="0" step="1" aria-label="Move";
                p class="keys" {
                    kbd { "←" } " " kbd { "→" } " one move, " kbd { "Page Up" } " " kbd { "Page Down" } " ten, "
                    kbd { "Home" } " " kbd { "End" } " first and last, " kbd { "Space" } " play or pause"
                    @if films.len() > 1 { ", " kbd { "[" } " " kbd { "]" } " other game" }
                }
            }
            section id="side" aria-label="Moves" {
                div id="times" {}
                div id="moves" tabindex="0" aria-label="List of moves" {}
                div id="printed" {}
            }
        }
        noscript { p { "This is the final position: the games are played by a script, which this browser does not run." } }
        @for (name, board) in shapes(films) { template id=(name) { (PreEscaped(board)) } }
    }
}

/// The styles of the page, and those of each game's boards once.
fn styles(films: &[Film]) -> Vec<&'static str> {
    let own: std::collections::BTreeSet<&str> = films.iter().map(Film::style).collect();
    [STYLE, board::STYLE].into_iter().chain(own).collect()
}

/// Each shape of board once.
fn shapes(films: &[Film]) -> std::collections::BTreeMap<String, String> {
    films.iter().map(|film| (film.shape_name(), film.empty_board())).collect()
}

/// The games as JSON that may stand in a page.
fn data(films: &[Film]) -> String {
    let json = serde_json::to_string(films).expect("films hold nothing that JSON cannot");
    // Inside a script element only `<` could end it.
    crate::report::json::disarmed(json).replace('<', "\\u003c")
}

/// Who plays, for a heading.
fn title(record: &GameRecord) -> String {
    let players: Vec<String> = record
        .players
        .iter()
        .map(|player| {
            format!("{} ({})", crate::evidence::excerpt(player.name.as_bytes()), side_name(&player.side))
        })
        .collect();
    let number = record.number.map(|number| format!(", game {number}")).unwrap_or_default();
    let size = record.variant.size.map(|size| format!(" {size}×{size}")).unwrap_or_default();
    if players.is_empty() {
        format!("{}{size}{number}", record.game)
    } else {
        format!("{}{size}{number}: {}", record.game, players.join(" – "))
    }
}

/// How it ended, for a heading.
fn ending(record: &GameRecord, result: Option<&crate::record::GameResult>) -> String {
    let mut text = result.map_or_else(
        || "The game is not over.".to_owned(),
        |result| crate::evidence::excerpt(result.in_words().as_bytes()),
    );
    if let Some(fault) = &record.fault {
        let answer = fault.answer.as_deref().map(|answer| crate::evidence::excerpt(answer.as_bytes()));
        let answer = answer.map(|answer| format!("{answer}: ")).unwrap_or_default();
        text.push_str(&format!(" — {answer}{}", crate::evidence::excerpt(fault.message.as_bytes())));
    }
    text
}
