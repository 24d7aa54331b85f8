//! The board that the bot shows when something else has gone wrong.

use botspec_sdk::games::hex::{BoardText, Hex, MoveText};

use super::Session;
use super::known::BY_COLUMNS;
use crate::channel::Answer;
use crate::evidence::excerpt;
use crate::games::hex::meaning;
use crate::games::hex::request::Kind;
use crate::process::Limit;
use crate::record::Violation;

impl Session<'_> {
    /// What is wrong with the bot's own board, when it has made an illegal move: if other cells than the move's
    /// are, the board is what is wrong, and the move only follows from it.
    pub(super) fn board_behind(&mut self, text: MoveText) -> Option<Violation> {
        let shown = self.current_board()?;
        let played = match text {
            MoveText::Place(at) => at.cell(shown.size()),
            MoveText::Swap => None,
        };
        self.knowledge.judge_board_but_for(&shown, played)
    }

    /// The board that the bot shows when something else has gone wrong; none if it shows none that can be read.
    pub(super) fn current_board(&mut self) -> Option<BoardText> {
        if self.blocked_by(Kind::ShowBoard).is_some() {
            return None;
        }
        self.stream.queue(b"show_board\n");
        let line = if self.keeps_back() {
            // What stops it here stops the next request as well.
            self.answer_at_the_end(Kind::ShowBoard).ok().flatten()?
        } else {
            match self.stream.ask(&Limit::new(Hex::REPLY_LIMIT)) {
                Answer::Line(line) => line,
                _ => return None,
            }
        };
        let shown = BoardText::from_bytes(&line.bytes).ok().or_else(|| self.meant_board(&line.bytes))?;
        let by_columns = self.stream.context.observations.blocked_by(BY_COLUMNS).is_some();
        let shown = if by_columns { meaning::transposed(&shown) } else { shown };
        self.stream.said.push(Kind::ShowBoard.name().to_owned());
        self.stream.said.push(format!("    {}", excerpt(&line.bytes)));
        Some(shown)
    }
}
