//! A game as the page plays it: a first position, and what each move changes.

use std::collections::BTreeMap;

use serde::Serialize;

use super::board::{self, Look};
use crate::record::{Diagram, GameRecord, GameResult, Mark, ReplayError};
use crate::suite::Game;

/// One game, position after position.
#[derive(Debug, Clone, Serialize)]
pub struct Film {
    title: String,
    result: String,
    /// The id of the empty board.
    shape: String,
    /// The symbols of the first position, row by row.
    start: String,
    /// What is said of the first position.
    caption: String,
    sides: Vec<String>,
    frames: Vec<Frame>,
    printed: Vec<(String, String)>,
    /// What is written in a cell for each symbol, and the class of the cell.
    legend: BTreeMap<char, (String, String)>,
    #[serde(skip)]
    game: Game,
    #[serde(skip)]
    last: Option<Diagram>,
}

/// What one move changes. Short names: there may be 32,768 of them.
#[derive(Debug, Clone, Serialize)]
struct Frame {
    /// The seat that moved, from 0.
    s: usize,
    /// What that seat plays at the moment, if that is not what it began with.
    #[serde(skip_serializing_if = "Option::is_none")]
    p: Option<String>,
    /// The move.
    t: String,
    /// Milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    ms: Option<f64>,
    /// Cells that hold something new, each with its symbol.
    c: Vec<(usize, char)>,
    /// Cells of the move.
    m: Vec<usize>,
    /// More about the position, if it says something new.
    #[serde(skip_serializing_if = "Option::is_none")]
    n: Option<String>,
}

/// A move of a film.
#[derive(Debug, Clone)]
pub struct Shot<'a> {
    /// Who moved, from 0.
    pub seat: usize,
    /// What that seat played then.
    pub side: String,
    /// The move.
    pub text: &'a str,
    /// Milliseconds it took.
    pub ms: Option<f64>,
}

impl Film {
    /// A film without a position.
    #[must_use]
    pub fn new(
        game: Game,
        record: &GameRecord,
        result: Option<&GameResult>,
        error: Option<&ReplayError>,
    ) -> Self {
        let mut ending = super::ending(record, result);
        if let Some(error) = error {
            let number = error.mv.map(|number| format!(" at move {number}")).unwrap_or_default();
            let message = crate::evidence::excerpt(error.message.as_bytes());
            ending = format!("{ending} The record is wrong{number}: {message}");
        }
        let sides = record.players.iter().map(|player| game.side(&super::side_name(&player.side))).collect();
        let names = record.players.iter().map(|player| player.name.clone());
        let printed = names.zip(record.stderr.iter().cloned()).filter(|(_, text)| !text.is_empty()).collect();
        Self {
            title: super::title(record),
            result: ending,
            shape: String::new(),
            start: String::new(),
            caption: String::new(),
            sides,
            frames: Vec::new(),
            printed,
            legend: BTreeMap::new(),
            game,
            last: None,
        }
    }

    /// Adds a position: the first one, or the one after a move.
    pub fn add(&mut self, mv: Option<Shot<'_>>, diagram: Diagram, caption: String) {
        let symbols = || diagram.spots.iter().flatten().map(|spot| spot.symbol);
        for symbol in symbols() {
            let game = self.game;
            self.legend.entry(symbol).or_insert_with(|| (game.symbol(symbol), board::class(symbol)));
        }
        match (mv, &self.last) {
            (Some(Shot { seat, side, text, ms }), Some(before)) => {
                let before = before.spots.iter().flatten().map(|spot| spot.symbol);
                let changes = symbols().zip(before).enumerate().filter(|(_, (now, before))| now != before);
                let c = changes.map(|(at, (now, _))| (at, now)).collect();
                let marked = diagram.spots.iter().flatten().enumerate();
                let m = marked.filter(|(_, spot)| spot.mark != Mark::None).map(|(at, _)| at).collect();
                let n = (caption != self.latest_caption()).then_some(caption);
                let t = crate::evidence::excerpt(text.as_bytes()).chars().take(60).collect();
                let side = self.game.side(&side);
                let p = (self.sides.get(seat) != Some(&side)).then_some(side);
                self.frames.push(Frame { s: seat, p, t, ms, c, m, n });
            }
            _ => {
                self.start = symbols().collect();
                self.shape = format!("{}-{}", self.game, diagram.columns.len());
                self.caption = caption;
            }
        }
        self.last = Some(diagram);
    }

    fn latest_caption(&self) -> &str {
        self.frames.iter().rev().find_map(|frame| frame.n.as_deref()).unwrap_or(&self.caption)
    }

    pub(super) fn title(&self) -> &str {
        &self.title
    }

    pub(super) fn result(&self) -> &str {
        &self.result
    }

    pub(super) fn shape_name(&self) -> String {
        self.shape.clone()
    }

    /// The board without anything on it, for the script to fill.
    pub(super) fn empty_board(&self) -> String {
        self.last.as_ref().map(|diagram| board::draw(self.game, diagram, Look::Empty)).unwrap_or_default()
    }

    /// How the boards of its game look.
    pub(super) fn style(&self) -> &'static str {
        self.game.style()
    }

    pub(super) fn final_board(&self) -> String {
        self.last.as_ref().map(|diagram| board::draw(self.game, diagram, Look::Filled)).unwrap_or_default()
    }
}
