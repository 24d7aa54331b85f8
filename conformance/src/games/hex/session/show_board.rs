//! The request for the board.

use botspec_sdk::games::hex::{BoardText, Colour, Hex, MoveText, Size};

use super::Session;
use super::known::{BY_COLUMNS, Baseline, STONES, STONES_OF_LARGE_BOARDS, UNSET, exchanged_key};
use crate::channel::Answer;
use crate::games::hex::request::Kind;
use crate::games::hex::{args, meaning, set, show_board};
use crate::process::Limit;
use crate::record::Violation;
use crate::run_context::RunError;
use crate::stream_session::SessionState;

impl Session<'_> {
    /// Asks for the board.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    pub(crate) fn show_board(&mut self) -> Result<(), RunError> {
        let Some(line) = self.ask(Kind::ShowBoard)? else {
            // The winner shows something of the board too.
            let instead = self.stream.is_open() && self.blocked_by(Kind::CheckWin).is_none();
            return if instead && self.baseline == Baseline::Known { self.check_win() } else { Ok(()) };
        };
        let shown = match (show_board::read(&line.bytes), self.meant_board(&line.bytes)) {
            (Ok(shown), _) => shown,
            (Err(violation), Some(meant)) => {
                self.misspelt(Kind::ShowBoard, *violation);
                meant
            }
            (Err(violation), None) => {
                self.malformed(Kind::ShowBoard, *violation);
                return Ok(());
            }
        };
        if self.doubts_the_board() {
            self.cannot_judge(set::RECORDED.id);
            return Ok(());
        }
        let by_columns = self.stream.context.observations.blocked_by(BY_COLUMNS).is_some();
        let shown = if by_columns { meaning::transposed(&shown) } else { shown };
        let transposed = self.board().is_some_and(|board| show_board::is_transposed(board, &shown));
        if transposed && self.baseline == Baseline::FirstWords && self.knows_who_has_won()? {
            if let Some(board) = self.board() {
                let violation = show_board::columns_first(board, &shown);
                self.findings.blocks.push((BY_COLUMNS, show_board::FORMAT.id));
                self.misspelt(Kind::ShowBoard, violation);
            }
            return Ok(());
        }
        let violation = self.knowledge.judge_board(&shown);
        if violation.is_none() {
            let observations = self.stream.context.observations;
            let ruled_out = self.knowledge.ruled_out(|slip| observations.is_plausible(slip));
            ruled_out.into_iter().for_each(|slip| observations.rule_out(slip));
        }
        // Which colour the bot takes for its own is told from its first moves.
        let undecided = self.baseline == Baseline::FirstMoves && self.knowledge.is_inverted(&shown);
        if let Some(violation) = violation
            && self.baseline != Baseline::FirstWords
            && !undecided
        {
            self.note_what_is_lost(&violation, &shown);
            self.blame(violation);
            self.stream.end(SessionState::Over);
        }
        // Nor can it be told from such a board who has won.
        if undecided {
            let rule = if self.moves_as_the_other()? { args::COLOUR.id } else { set::RECORDED.id };
            self.coverage.blocked.get_or_insert((format!("cannot be judged while {rule} is broken"), rule));
            self.stream.end(SessionState::Curtailed);
            self.coverage.incomplete = true;
        }
        Ok(())
    }

    /// Notes what of the board cannot be relied on any more.
    fn note_what_is_lost(&mut self, violation: &Violation, shown: &BoardText) {
        if violation.rule == set::RECORDED.id {
            let key = match self.size().get() {
                _ if self.knowledge.lacks_only_unset(shown) => UNSET,
                10.. => STONES_OF_LARGE_BOARDS,
                _ => STONES,
            };
            self.findings.blocks.push((key, set::RECORDED.id));
        } else if violation.rule == args::COLOUR.id {
            self.findings.blocks.push((exchanged_key(self.colour), args::COLOUR.id));
        }
    }

    /// Whether another process shows a stone of its own move in the other colour too: then it takes itself for the
    /// other, and has not only exchanged the messages.
    pub(crate) fn moves_as_the_other(&self) -> Result<bool, RunError> {
        let told: &[u8] = match self.colour {
            Colour::Black => b"init_board 5\nsety b2\nseto c3\nmake_move\nshow_board\n",
            Colour::White => b"init_board 5\nseto b2\nsety c3\nseto d4\nmake_move\nshow_board\n",
        };
        let mut conversation = self.stream.another()?;
        conversation.send(told);
        if self.keeps_back() {
            conversation.close_stdin();
        }
        let limit = Limit::new(Hex::REPLY_LIMIT);
        let mut line = || match conversation.wait_line(&limit) {
            Answer::Line(line) => Some(line.bytes),
            _ => None,
        };
        let (moved, shown) = (line(), line());
        conversation.kill()?;
        let cell = match moved.as_deref().and_then(meaning::of_move) {
            Some(MoveText::Place(at)) => Size::new(5).and_then(|size| at.cell(size)),
            _ => None,
        };
        let board = shown.and_then(|shown| BoardText::from_bytes(&shown).ok());
        let stone = board.zip(cell).and_then(|(board, cell)| board.to_board().get(cell));
        Ok(stone == Some(self.colour.other()))
    }
}
