//! The board of a game in progress, on a terminal.

use std::time::{Duration, Instant};

use super::output;
use crate::record::side_name;
use crate::referee::Arbiter;
use crate::referee::seats::Fixture;
use crate::report;

/// A board that is drawn again and again in the same place.
#[derive(Default)]
pub(super) struct Screen {
    last: Option<Instant>,
    lines: usize,
    game: u64,
}

/// Nobody sees more boards than this.
const FRAME: Duration = Duration::from_millis(40);

impl Screen {
    /// Draws the board where the one before was.
    pub(super) fn show(&mut self, fixture: &Fixture, names: &[&str], arbiter: &dyn Arbiter) {
        let over = arbiter.ended();
        if over.is_none() && self.last.is_some_and(|last| last.elapsed() < FRAME) {
            return;
        }
        self.last = Some(Instant::now());
        let seats = (0_u8..).map(botspec_sdk::seat::Seat::from_index);
        let players: Vec<String> = names
            .iter()
            .zip(seats)
            .map(|(name, seat)| format!("{name} ({})", side_name(&arbiter.side(seat))))
            .collect();
        let state = over.map_or_else(
            || format!("to move: {}", names.get(arbiter.seat_to_move().index()).copied().unwrap_or_default()),
            |ended| ended.result.in_words(),
        );
        let text = format!(
            "game {}: {}\n{}{}\n{state}\n",
            fixture.number,
            players.join(" – "),
            report::draw(&arbiter.diagram()),
            arbiter.caption(),
        );
        // Up to where the board before began, and clear what is below; a finished game stays.
        let up = if self.game == fixture.number && self.lines > 0 {
            format!("\x1b[{}F\x1b[J", self.lines)
        } else {
            String::new()
        };
        self.lines = text.lines().count();
        self.game = fixture.number;
        output::draw(&format!("{up}{text}"));
    }
}
