//! A line as an answer, and what one that is malformed plainly means.

use botspec_sdk::games::hex::BoardText;

use super::Session;
use crate::channel::{Line, LineEnd};
use crate::evidence::excerpt;
use crate::games::hex::request::Kind;
use crate::games::hex::{meaning, output};

impl Session<'_> {
    /// Notes a line as the answer to the request before it.
    pub(crate) fn note(&mut self, line: &Line) {
        self.exchange.since.clear();
        self.exchange.quiet = 0;
        self.exchange.provoked = false;
        self.exchange.begins = false;
        self.coverage.judged = true;
        self.stream.said.push(format!("    {}", excerpt(&line.bytes)));
        if line.end == LineEnd::CrLf
            && self.stream.context.observations.blocked_by(output::LINE_END.id).is_none()
        {
            self.once(output::crlf(&line.bytes));
            self.findings.blocks.push((output::LINE_END.id, output::LINE_END.id));
        }
    }

    /// The board that a malformed answer plainly shows, with the lines that came behind it.
    pub(super) fn meant_board(&self, line: &[u8]) -> Option<BoardText> {
        let lines = std::iter::once(line).chain(self.exchange.further.iter().map(Vec::as_slice));
        meaning::of_board(lines, self.board()?.size())
    }

    /// Whether these lines plainly mean an answer.
    pub(super) fn is_meant(&self, kind: Kind, earlier: &[Line], last: &Line) -> bool {
        match kind {
            Kind::MakeMove => meaning::of_move(&last.bytes).is_some(),
            Kind::CheckWin => meaning::of_standing(&last.bytes).is_some(),
            Kind::ShowBoard => self.board().is_some_and(|board| {
                let lines = earlier.iter().chain([last]).map(|line| line.bytes.as_slice());
                meaning::of_board(lines, board.size()).is_some()
            }),
        }
    }
}
