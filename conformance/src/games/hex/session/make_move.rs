//! The request for a move.

use botspec_sdk::games::hex::{Move, MoveText};

use super::{Doubt, Session};
use crate::games::hex::request::Kind;
use crate::games::hex::{make_move, meaning, miswritten, set, taken};
use crate::run_context::RunError;
use crate::stream_session::SessionState;

impl Session<'_> {
    /// Asks for a move, judges it, and plays it on the board.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    pub(crate) fn make_move(&mut self) -> Result<Option<Move>, RunError> {
        let Some(position) = self.knowledge.memory().position() else { return Ok(None) };
        let Some(line) = self.ask(Kind::MakeMove)? else { return Ok(None) };
        let text = match (make_move::read(&line.bytes), meaning::of_move(&line.bytes)) {
            (Ok(text), _) => text,
            (Err(violation), Some(meant)) => {
                self.misspelt(Kind::MakeMove, *violation);
                meant
            }
            (Err(violation), None) => {
                self.malformed(Kind::MakeMove, *violation);
                return Ok(None);
            }
        };
        let chosen = match text {
            MoveText::Place(at) => at.cell(position.size()).and_then(|cell| self.knowledge.chosen(cell)),
            MoveText::Swap => None,
        };
        let miswritten = miswritten::ruled_out(&position, text);
        let ruled_out: Vec<&str> = chosen.into_iter().flat_map(taken::ruled_out).chain(miswritten).collect();
        // One that misplaces stones may take away its own where it is told to take another's.
        let misplaces = self.doubt == Some(Doubt::Stones) && self.knowledge.has_taken();
        let own = !misplaces && chosen.is_some_and(|chosen| self.knowledge.has_moved_to(chosen.cell));
        if let Some(violation) = make_move::judge(&position, text) {
            // Of a bot that does not know what stands there nothing can be asked but what it knows from its own moves.
            if self.doubts_the_board() && !own && violation.rule != make_move::ON_BOARD.id {
                self.cannot_judge(set::RECORDED.id);
                self.stream.end(SessionState::Over);
                return Ok(None);
            }
            let taken = violation.rule == make_move::VACANT.id;
            let candidates = chosen.filter(|_| taken).map(taken::candidates).unwrap_or_default();
            let violation = violation.with_candidates(candidates).speaking_against(ruled_out);
            let cause = if self.doubts_the_board() { None } else { self.board_behind(text) };
            self.blame(cause.unwrap_or(violation));
            self.stream.end(SessionState::Over);
            return Ok(None);
        }
        ruled_out.into_iter().for_each(|slip| self.stream.context.observations.rule_out(slip));
        let mv = position.judge(text).ok();
        if let Some(mv) = mv {
            self.knowledge.moved(mv);
        }
        Ok(mv)
    }
}
