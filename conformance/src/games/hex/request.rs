//! Requests, and the answers to them.

use std::time::Duration;

use botspec_sdk::games::hex::{BoardText, Hex, Move, MoveText, Standing};

use super::table::{Acquaintance, Table};
use super::trouble::{is_silence, late};
use super::{check_win, make_move, output, show_board, slip, taken, time};
use crate::channel::{Answer, Line, LineEnd};
use crate::evidence::excerpt;
use crate::process::{Limit, Punctuality};
use crate::record::Violation;
use crate::requirement::Requirement;
use crate::stage::StageError;

/// How long a further line is waited for when the first one is no answer.
const SECOND_LINE: Duration = Duration::from_millis(60);
/// No more lines than this are looked through for an answer.
const MOST_LINES: usize = 2_000;
/// So many moves that never came are enough.
const ENOUGH_HANGS: u32 = 2;

/// A request that is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    MakeMove,
    CheckWin,
    ShowBoard,
}

impl Kind {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::MakeMove => "make_move",
            Self::CheckWin => "check_win",
            Self::ShowBoard => "show_board",
        }
    }

    /// Whether a line has the form of an answer.
    pub(super) fn fits(self, line: &[u8]) -> bool {
        match self {
            Self::MakeMove => MoveText::from_bytes(line).is_ok(),
            Self::CheckWin => Standing::from_bytes(line).is_ok(),
            Self::ShowBoard => BoardText::from_bytes(line).is_ok(),
        }
    }

    /// The rule about the form of the answer.
    pub(super) const fn rule_of_form(self) -> &'static Requirement {
        match self {
            Kind::MakeMove => &make_move::FORMAT,
            Kind::CheckWin => &check_win::VALUE,
            Kind::ShowBoard => &show_board::FORMAT,
        }
    }

    /// The rule about the time it may take.
    pub(super) const fn rule_of_time(self) -> &'static Requirement {
        match self {
            Kind::MakeMove => &time::TURN,
            Kind::CheckWin | Kind::ShowBoard => &time::REPLY,
        }
    }
}

impl Table<'_> {
    /// Asks for a move, judges it, and plays it on the board.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    pub(super) fn make_move(&mut self) -> Result<Option<Move>, StageError> {
        let Some(position) = self.ledger.memory().position() else { return Ok(None) };
        let Some(line) = self.ask(Kind::MakeMove)? else { return Ok(None) };
        let text = match make_move::read(&line.bytes) {
            Ok(text) => text,
            Err(violation) => {
                self.malformed(Kind::MakeMove, *violation);
                return Ok(None);
            }
        };
        let chosen = match text {
            MoveText::Place(at) => at.cell(position.size()).and_then(|cell| self.ledger.chosen(cell)),
            MoveText::Swap => None,
        };
        chosen.into_iter().flat_map(taken::refuted).for_each(|slip| self.stage.facts.refute(slip));
        if let Some(violation) = make_move::judge(&position, text) {
            let taken = violation.rule == make_move::VACANT.id;
            let suspects = chosen.filter(|_| taken).map(taken::suspects).unwrap_or_default();
            let violation = violation.suspecting(suspects);
            let cause = self.board_behind(text);
            self.blame(cause.unwrap_or(violation));
            self.over = true;
            return Ok(None);
        }
        let mv = position.judge(text).ok();
        if let Some(mv) = mv {
            self.ledger.moved(mv);
        }
        Ok(mv)
    }

    /// Asks who has won.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    pub(super) fn check_win(&mut self) -> Result<(), StageError> {
        let known_wrong = self.stage.facts.hindrance(check_win::VALUE.id).is_some();
        if known_wrong && self.ledger.has_swapped() {
            // Whether the swap is to blame could not be told.
            return Ok(());
        }
        let Some(line) = self.ask(Kind::CheckWin)? else { return Ok(()) };
        match check_win::read(&line.bytes) {
            Ok(given) => {
                let facts = self.stage.facts;
                let asked = self.ledger.asked().into_iter();
                let refuted = asked.flat_map(|asked| slip::refuted(asked, given, |slip| facts.stands(slip)));
                refuted.for_each(|slip| facts.refute(slip));
                if self.ledger.judge_standing(given, known_wrong).is_some() {
                    // Wrong about the stones, or about who has won with them: its board tells.
                    let shown = if self.ledger.has_news() { self.shown_now() } else { None };
                    let cause = shown.and_then(|shown| self.ledger.judge_board(&shown));
                    let violation = cause.or_else(|| self.ledger.judge_standing(given, known_wrong));
                    violation.into_iter().for_each(|violation| self.blame(violation));
                    self.over = true;
                }
            }
            Err(violation) => self.malformed(Kind::CheckWin, *violation),
        }
        Ok(())
    }

    /// Asks for the board.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    pub(super) fn show_board(&mut self) -> Result<(), StageError> {
        let Some(line) = self.ask(Kind::ShowBoard)? else { return Ok(()) };
        let shown = match show_board::read(&line.bytes) {
            Ok(shown) => shown,
            Err(violation) => {
                self.malformed(Kind::ShowBoard, *violation);
                return Ok(());
            }
        };
        let transposed = self.board().is_some_and(|board| show_board::is_transposed(board, &shown));
        if transposed && self.acquaintance == Acquaintance::FirstWords && self.knows_who_has_won()? {
            if let Some(board) = self.board() {
                let violation = show_board::columns_first(board, &shown);
                self.malformed(Kind::ShowBoard, violation);
            }
            return Ok(());
        }
        let violation = self.ledger.judge_board(&shown);
        // Which colour the bot takes for its own is told from its first moves.
        let undecided = self.acquaintance == Acquaintance::FirstMoves && self.ledger.is_inverted(&shown);
        if let Some(violation) = violation
            && self.acquaintance != Acquaintance::FirstWords
            && !undecided
        {
            self.blame(violation);
            self.over = true;
        }
        // Nor can it be told from such a board who has won.
        self.over |= undecided;
        Ok(())
    }

    /// What is wrong with the bot's own board, when it has made an illegal move: if other cells than the move's
    /// are, the board is what is wrong, and the move only follows from it.
    fn board_behind(&mut self, text: MoveText) -> Option<Violation> {
        let shown = self.shown_now()?;
        let played = match text {
            MoveText::Place(at) => at.cell(shown.size()),
            MoveText::Swap => None,
        };
        self.ledger.judge_board_but_for(&shown, played)
    }

    /// The board that the bot shows when something else has gone wrong; none if it shows none that can be read.
    fn shown_now(&mut self) -> Option<BoardText> {
        if self.hindrance(Kind::ShowBoard).is_some() {
            return None;
        }
        let request = b"show_board\n";
        self.sent.extend_from_slice(request);
        let Answer::Line(line) = self.conversation.as_mut()?.ask(request, &Limit::new(Hex::REPLY_LIMIT))
        else {
            return None;
        };
        let shown = BoardText::from_bytes(&line.bytes).ok()?;
        self.lines.push(Kind::ShowBoard.name().to_owned());
        self.lines.push(format!("    {}", excerpt(&line.bytes)));
        Some(shown)
    }

    /// Whether the bot knows who has won on a decided board: then the stones are where they should be, however
    /// they are shown.
    pub(super) fn knows_who_has_won(&mut self) -> Result<bool, StageError> {
        let expected = self.ledger.memory().standing();
        if expected == Some(Standing::Open) {
            return Ok(false);
        }
        let Some(line) = self.ask(Kind::CheckWin)? else { return Ok(false) };
        Ok(Standing::from_bytes(&line.bytes).ok() == expected)
    }

    /// Asks, and returns the line that answers. None if there is none to be had.
    pub(super) fn ask(&mut self, kind: Kind) -> Result<Option<Line>, StageError> {
        if self.over {
            return Ok(None);
        }
        if let Some((reason, rule)) = self.hindrance(kind) {
            self.hindered.get_or_insert((reason, rule));
            // What follows a move depends on it.
            self.over |= kind == Kind::MakeMove;
            return Ok(None);
        }
        self.overhear();
        let limit = self.limit(kind);
        self.asked += 1;
        self.seen.turns += u32::from(kind == Kind::MakeMove);
        self.send_line(kind.name());
        let Some(conversation) = &mut self.conversation else { return Ok(None) };
        let answer = conversation.ask(b"", &limit);
        match answer {
            Answer::Line(line) => Ok(self.answered(kind, line, &limit)),
            Answer::TooLong { .. } => {
                let rule = kind.rule_of_form();
                self.malformed(kind, rule.violated("the answer has more than 4 KiB and no line end"));
                Ok(None)
            }
            Answer::Overrun { elapsed, .. } => {
                self.overran(kind, &limit, elapsed)?;
                Ok(None)
            }
            Answer::Ended { text, .. } => {
                self.died(kind, &text)?;
                Ok(None)
            }
            Answer::HostTooBusy { .. } => {
                self.unjudged("the machine was too busy to wait for an answer");
                Ok(None)
            }
            Answer::Interrupted => {
                self.unjudged("the run was interrupted");
                Ok(None)
            }
        }
    }

    /// What stands in the way of a request of this kind.
    pub(super) fn hindrance(&self, kind: Kind) -> Option<(String, &'static str)> {
        let facts = self.stage.facts;
        if kind == Kind::MakeMove && facts.overruns(kind.name()) >= ENOUGH_HANGS {
            return Some(("make_move was not answered in time again and again".to_owned(), time::TURN.id));
        }
        let silent = || {
            let mute = |kind: Kind| facts.hindrance(kind.name()).filter(|&rule| is_silence(rule));
            mute(Kind::CheckWin).filter(|_| mute(Kind::ShowBoard).is_some())
        };
        let rule = facts.hindrance(kind.name()).or_else(silent)?;
        Some((format!("cannot be judged while {rule} is broken by {}", kind.name()), rule))
    }

    pub(super) fn limit(&self, kind: Kind) -> Limit {
        Limit::new(if kind == Kind::MakeMove { self.stage.limit } else { Hex::REPLY_LIMIT })
    }

    /// Takes a line as the answer, unless a further one fits better. None if there is no end to the lines, and
    /// none of them fits.
    pub(super) fn answered(&mut self, kind: Kind, first: Line, limit: &Limit) -> Option<Line> {
        let mut extra = Vec::new();
        let mut line = first;
        while !kind.fits(&line.bytes) && extra.len() < MOST_LINES {
            let Some(conversation) = &mut self.conversation else { break };
            match conversation.wait_line(&Limit { wall: SECOND_LINE, hard_cap: SECOND_LINE }) {
                Answer::Line(mut next) => {
                    next.elapsed = line.elapsed;
                    extra.push(std::mem::replace(&mut line, next));
                }
                _ => break,
            }
        }
        let endless = extra.len() >= MOST_LINES;
        if kind.fits(&line.bytes) || endless {
            let bytes: Vec<u8> =
                extra.iter().flat_map(|line| [line.bytes.as_slice(), b"\n"].concat()).collect();
            if !extra.is_empty() {
                self.since.pop();
                self.unsolicited(&bytes, Some(kind));
            }
            if !kind.fits(&line.bytes) {
                self.drowned();
                return None;
            }
        } else if !extra.is_empty() {
            // None of them is an answer: the first one stands for all.
            let last = std::mem::replace(&mut line, extra.remove(0));
            self.further = extra.into_iter().chain([last]).map(|line| line.bytes).collect();
        }
        self.since.clear();
        self.quiet = 0;
        self.provoked = false;
        self.judged = true;
        self.lines.push(format!("    {}", excerpt(&line.bytes)));
        if kind == Kind::MakeMove {
            self.seen.elapsed.push(line.elapsed);
        }
        self.stage.facts.count(kind.name(), false);
        if line.elapsed.punctuality(limit) == Punctuality::Late {
            self.blame(late(kind, &line.elapsed, limit));
        }
        if line.end == LineEnd::CrLf && self.stage.facts.hindrance(output::LINE_END.id).is_none() {
            self.once(output::crlf(&line.bytes));
            self.hinders.push((output::LINE_END.id, output::LINE_END.id));
        }
        Some(line)
    }
}
