//! A board that the bot has shown: whether it is right, and which rule is broken if it is not.

use botspec_sdk::games::hex::{Board, BoardText, Cell, Colour};

use super::difference::{Difference, differences};
use super::draw::{Spots, draw};
use super::event::Event;
use super::knowledge::Knowledge;
use super::misread::{self, Shown};
use super::{args, init_board, input, make_move, miswritten, set, swap};
use crate::record::Violation;
use crate::requirement::Requirement;

impl Knowledge {
    /// Judges a board that the bot has shown after a move that it should not have made: what stands on that cell
    /// now is left out, or one stone of its own elsewhere, which may be what it meant.
    #[must_use]
    pub(super) fn judge_board_but_for(&mut self, shown: &BoardText, cell: Option<Cell>) -> Option<Violation> {
        let expected = self.memory.board()?;
        let differences = differences(expected, shown);
        let is_there = |difference: &Difference| Some(difference.cell) == cell;
        let of_the_move = match differences.as_slice() {
            [one] if one.expected.is_none() && one.shown == Some(self.memory.colour()) => true,
            all => all.iter().all(is_there),
        };
        if of_the_move && shown.size() == expected.size() { None } else { self.judge_board(shown) }
    }

    /// Judges a board that the bot has shown.
    #[must_use]
    pub(super) fn judge_board(&mut self, shown: &BoardText) -> Option<Violation> {
        let expected = self.memory.board()?;
        if *shown == BoardText::from(expected) {
            self.seen_right = self.events.len();
            return None;
        }
        let differences = differences(expected, shown);
        let rule = self.blame_board(expected, shown, &differences);
        let mut message = format!("show_board gave {shown}; right is {expected}");
        if let Some(first) = differences.first() {
            let name = |stone: Option<Colour>| {
                stone.map_or_else(|| "nothing".to_owned(), |c| format!("a {c} stone"))
            };
            message = format!(
                "show_board shows {} on {}; right is {}",
                name(first.shown),
                first.cell,
                name(first.expected)
            );
            let about = self.this_game().iter().rev().find(|event| event.cell() == Some(first.cell));
            if let Some(Event::Moved { .. }) = about {
                message.push_str(", the bot's own move");
            } else if let Some(told) = about.and_then(Event::message) {
                message.push_str(&format!(" after {told}"));
            }
            if differences.len() > 1 {
                message.push_str(&format!(" ({} cells differ)", differences.len()));
            }
        }
        let offending = differences.iter().map(|difference| difference.cell).collect();
        let mut violation =
            rule.violated(message).drawn(draw(expected, Spots { offending, ..Spots::default() }));
        violation.received = Some(shown.to_string());
        let known = Shown {
            expected,
            shown,
            differences: &differences,
            events: self.this_game(),
            own: self.memory.colour(),
        };
        let candidates = known.candidates();
        violation.hint = if candidates.is_empty() { known.hint() } else { None };
        Some(violation.with_candidates(candidates))
    }

    fn blame_board(
        &self,
        expected: &Board,
        shown: &BoardText,
        differences: &[Difference],
    ) -> &'static Requirement {
        let recent = self.recent();
        let touched = recent.iter().any(|event| !matches!(event, Event::Begun(_) | Event::Unknown));
        if self.shows_a_game_before(shown, differences) {
            return &init_board::RESETS;
        }
        let begun = recent.iter().any(|event| matches!(event, Event::Begun(_)));
        if shown.size() != expected.size() || (!touched && begun) {
            return &init_board::SIZES;
        }
        let inverted = differences.iter().all(|difference| {
            difference.expected.is_some() && difference.shown == difference.expected.map(Colour::other)
        });
        if inverted && !self.swapped && self.takes_itself_for_the_other(expected, differences) {
            return &args::COLOUR;
        }
        if inverted && self.swapped {
            return &swap::COLOURS;
        }
        // What is unusual is to blame if nothing was said about these cells since.
        let untouched_since = |unusual: fn(&Event) -> bool| {
            recent.iter().rposition(unusual).is_some_and(|at| {
                let about = |cell| differences.iter().any(|difference| difference.cell == cell);
                !recent[at..].iter().filter_map(Event::cell).any(about)
            })
        };
        if untouched_since(|event| *event == Event::Swapped) {
            return &swap::COLOURS;
        }
        if untouched_since(Event::is_idle) {
            return &set::OCCUPIED;
        }
        let last_about = |cell: Cell| recent.iter().rev().find(|event| event.cell() == Some(cell));
        let about: Vec<&Event> =
            differences.iter().filter_map(|difference| last_about(difference.cell)).collect();
        if about.iter().any(|event| matches!(event, Event::Moved { .. })) {
            &make_move::RECORDED
        } else if about.iter().any(|event| event.is_idle()) {
            &set::OCCUPIED
        } else if !about.is_empty() {
            &set::RECORDED
        } else if recent.contains(&Event::Swapped) {
            &swap::COLOURS
        } else if recent.contains(&Event::Unknown) {
            &input::UNKNOWN
        } else if recent.iter().any(Event::is_idle) {
            &set::OCCUPIED
        } else if recent.iter().any(|event| matches!(event, Event::Moved { .. })) {
            &make_move::RECORDED
        } else {
            &set::RECORDED
        }
    }

    /// Whether the board shown has the size of a game before, or stones of one that this game has not.
    fn shows_a_game_before(&self, shown: &BoardText, differences: &[Difference]) -> bool {
        let this = self.this_game();
        let before = &self.events[..self.events.len() - this.len()];
        let begun = |event: &Event| matches!(event, Event::Begun(size) if *size == shown.size());
        if before.iter().any(begun) && !this.iter().any(begun) {
            return true;
        }
        let about = |events: &[Event], cell: Cell| events.iter().any(|event| event.cell() == Some(cell));
        !differences.is_empty()
            && differences.iter().all(|difference| {
                let cell = difference.cell;
                difference.shown.is_some() && about(before, cell) && !about(this, cell)
            })
    }

    /// Whether all stones are shown in the other colour, and none of them is the bot's own move.
    #[must_use]
    pub(super) fn is_inverted(&self, shown: &BoardText) -> bool {
        let moved = self.this_game().iter().any(|event| matches!(event, Event::Moved { .. }));
        self.memory.board().is_some_and(|expected| {
            let differences = differences(expected, shown);
            !moved
                && !differences.is_empty()
                && differences.len() == usize::from(expected.stone_count())
                && differences.iter().all(|d| d.shown.is_some() && d.expected.is_some())
        })
    }

    /// Whether all stones of this game are shown in the other colour, those of the referee and its own alike.
    fn takes_itself_for_the_other(&self, expected: &Board, differences: &[Difference]) -> bool {
        let events = self.this_game();
        differences.len() == usize::from(expected.stone_count())
            && events.iter().any(|event| matches!(event, Event::Moved { .. }))
            && events.iter().any(|event| matches!(event, Event::Put { .. }))
    }

    /// Whether all that is wrong with a board are stones that should have been taken away.
    #[must_use]
    pub(super) fn lacks_only_unset(&self, shown: &BoardText) -> bool {
        let Some(expected) = self.memory.board() else { return false };
        let differences = differences(expected, shown);
        let last_about = |cell: Cell| self.this_game().iter().rev().find(|event| event.cell() == Some(cell));
        !differences.is_empty()
            && differences.iter().all(|difference| {
                difference.shown.is_some() && matches!(last_about(difference.cell), Some(Event::Taken { .. }))
            })
    }

    /// The ways of misreading and of miswriting cells, of those that `stand` so far, of which the board that a bot is to
    /// show now would come out otherwise.
    pub(super) fn ruled_out(&self, is_plausible: impl Fn(&'static str) -> bool) -> Vec<&'static str> {
        let board = self.memory.board();
        let Some(board) = board else { return Vec::new() };
        let events = self.this_game();
        let misread = misread::ruled_out(board, events, &is_plausible);
        [misread, miswritten::ruled_out_by_a_board(board, events, &is_plausible)].concat()
    }
}
