//! Requests, and the answers to them.

use std::time::{Duration, Instant};

use botspec_sdk::games::hex::{BoardText, Hex, Move, MoveText, Standing};

use super::session::{Aim, Baseline, STONES, STONES_OF_LARGE_BOARDS, Session, TALKS, UNSET, exchanged_key};
use super::step::{Step, Whose};
use super::trouble::{is_silence, late};
use super::{args, check_win, make_move, meaning, output, set, show_board, slip, taken, time};
use crate::channel::{Answer, Line, LineEnd};
use crate::contest::Unjudged;
use crate::evidence::excerpt;
use crate::no_answer::{Doing, PATIENCE};
use crate::process::{Limit, Punctuality};
use crate::record::Violation;
use crate::requirement::Requirement;
use crate::run_context::RunError;

/// How long a further line is waited for when the first one is no answer.
const SECOND_LINE: Duration = Duration::from_millis(60);
/// No more lines than this are looked through for an answer.
const MAX_LINES: usize = 2_000;
/// So many moves that never came are enough.
const ENOUGH_HANGS: u32 = 2;
/// No answer is waited for longer than this where its limit is longer, unless it is worth it.
pub(super) const USUAL: Duration = Duration::from_secs(5);
/// How much longer a bot is waited for that is at work.
const AT_WORK: Duration = Duration::from_secs(10);
/// The key under which it is noted that a move was not waited for until the limit.
pub(super) const GIVEN_UP: &str = "make_move: given up";

/// The key under which it is noted that boards are shown column by column.
const BY_COLUMNS: &str = "show_board: columns";

/// What came of waiting for an answer.
enum Waited {
    /// An answer, or none until the limit.
    For(Answer),
    /// None so far, and waiting longer would take too much time; what the bot was doing meanwhile.
    GivenUp(Doing),
}

/// A request that is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    MakeMove,
    CheckWin,
    ShowBoard,
}

impl Kind {
    /// All of them.
    pub(super) const ALL: [Self; 3] = [Self::MakeMove, Self::CheckWin, Self::ShowBoard];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::MakeMove => "make_move",
            Self::CheckWin => "check_win",
            Self::ShowBoard => "show_board",
        }
    }

    /// The key under which it is noted that answers of this kind are malformed, and plain all the same.
    pub(super) const fn form(self) -> &'static str {
        match self {
            Self::MakeMove => "make_move: form",
            Self::CheckWin => "check_win: form",
            Self::ShowBoard => "show_board: form",
        }
    }

    /// The key under which it is noted that answers of this kind are kept back.
    pub(super) const fn kept_back(self) -> &'static str {
        match self {
            Self::MakeMove => "make_move: kept back",
            Self::CheckWin => "check_win: kept back",
            Self::ShowBoard => "show_board: kept back",
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

impl Session<'_> {
    /// Asks for a move, judges it, and plays it on the board.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    pub(super) fn make_move(&mut self) -> Result<Option<Move>, RunError> {
        let Some(position) = self.ledger.memory().position() else { return Ok(None) };
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
            MoveText::Place(at) => at.cell(position.size()).and_then(|cell| self.ledger.chosen(cell)),
            MoveText::Swap => None,
        };
        let ruled_out: Vec<&str> = chosen.into_iter().flat_map(taken::ruled_out).collect();
        let own = chosen.is_some_and(|chosen| self.ledger.has_moved_to(chosen.cell));
        if let Some(violation) = make_move::judge(&position, text) {
            // Of a bot that does not know what stands there nothing can be asked but what it knows from its own moves.
            if self.doubts_the_board() && !own && violation.rule != make_move::ON_BOARD.id {
                self.cannot_judge(set::RECORDED.id);
                self.over = true;
                return Ok(None);
            }
            let taken = violation.rule == make_move::VACANT.id;
            let candidates = chosen.filter(|_| taken).map(taken::candidates).unwrap_or_default();
            let violation = violation.with_candidates(candidates).speaking_against(ruled_out);
            let cause = if self.doubts_the_board() { None } else { self.board_behind(text) };
            self.blame(cause.unwrap_or(violation));
            self.over = true;
            return Ok(None);
        }
        ruled_out.into_iter().for_each(|slip| self.context.observations.rule_out(slip));
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
    pub(super) fn check_win(&mut self) -> Result<(), RunError> {
        let known_wrong = self.context.observations.blocked_by(check_win::VALUE.id).is_some();
        if known_wrong && self.ledger.has_swapped() {
            let rule = check_win::VALUE.id;
            let reason = format!("whether the swap is to blame cannot be told while {rule} is broken");
            self.blocked.get_or_insert((reason, rule));
            return Ok(());
        }
        let Some(line) = self.ask(Kind::CheckWin)? else { return Ok(()) };
        let given = match (check_win::read(&line.bytes), meaning::of_standing(&line.bytes)) {
            (Err(violation), Some(meant)) => {
                self.misspelt(Kind::CheckWin, *violation);
                Ok(meant)
            }
            (read, _) => read,
        };
        match given {
            Ok(given) => {
                if self.doubts_the_board() {
                    self.cannot_judge(set::RECORDED.id);
                    return Ok(());
                }
                let observations = self.context.observations;
                let asked = self.ledger.asked().into_iter();
                let ruled_out = asked
                    .flat_map(|asked| slip::ruled_out(asked, given, |slip| observations.is_plausible(slip)));
                let ruled_out: Vec<&str> = ruled_out.collect();
                if self.ledger.judge_standing(given, known_wrong).is_none() {
                    ruled_out.into_iter().for_each(|slip| observations.rule_out(slip));
                } else {
                    // Wrong about the stones, or about who has won with them: its board tells.
                    let shown = if self.ledger.has_news() { self.shown_now() } else { None };
                    let cause = shown.and_then(|shown| self.ledger.judge_board(&shown));
                    let standing = || {
                        let violation = self.ledger.judge_standing(given, known_wrong)?;
                        Some(violation.speaking_against(ruled_out))
                    };
                    let violation = cause.or_else(standing);
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
    pub(super) fn show_board(&mut self) -> Result<(), RunError> {
        let Some(line) = self.ask(Kind::ShowBoard)? else {
            // The winner shows something of the board too.
            let instead = !self.over && self.blocked_by(Kind::CheckWin).is_none();
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
        let by_columns = self.context.observations.blocked_by(BY_COLUMNS).is_some();
        let shown = if by_columns { meaning::transposed(&shown) } else { shown };
        let transposed = self.board().is_some_and(|board| show_board::is_transposed(board, &shown));
        if transposed && self.baseline == Baseline::FirstWords && self.knows_who_has_won()? {
            if let Some(board) = self.board() {
                let violation = show_board::columns_first(board, &shown);
                self.blocks.push((BY_COLUMNS, show_board::FORMAT.id));
                self.misspelt(Kind::ShowBoard, violation);
            }
            return Ok(());
        }
        let violation = self.ledger.judge_board(&shown);
        if violation.is_none() {
            let observations = self.context.observations;
            let ruled_out = self.ledger.ruled_out(|slip| observations.is_plausible(slip));
            ruled_out.into_iter().for_each(|slip| observations.rule_out(slip));
        }
        // Which colour the bot takes for its own is told from its first moves.
        let undecided = self.baseline == Baseline::FirstMoves && self.ledger.is_inverted(&shown);
        if let Some(violation) = violation
            && self.baseline != Baseline::FirstWords
            && !undecided
        {
            self.note_what_is_lost(&violation, &shown);
            self.blame(violation);
            self.over = true;
        }
        // Nor can it be told from such a board who has won.
        if undecided {
            let rule = if self.moves_as_the_other()? { args::COLOUR.id } else { set::RECORDED.id };
            self.blocked.get_or_insert((format!("cannot be judged while {rule} is broken"), rule));
            self.over = true;
            self.curtailed = true;
            self.incomplete = true;
        }
        Ok(())
    }

    /// Notes what of the board cannot be relied on any more.
    fn note_what_is_lost(&mut self, violation: &Violation, shown: &BoardText) {
        if violation.rule == set::RECORDED.id {
            let key = match self.size().get() {
                _ if self.ledger.lacks_only_unset(shown) => UNSET,
                10.. => STONES_OF_LARGE_BOARDS,
                _ => STONES,
            };
            self.blocks.push((key, set::RECORDED.id));
        } else if violation.rule == args::COLOUR.id {
            self.blocks.push((exchanged_key(self.colour), args::COLOUR.id));
        }
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
        if self.blocked_by(Kind::ShowBoard).is_some() {
            return None;
        }
        let request = b"show_board\n";
        self.sent.extend_from_slice(request);
        let line = if self.keeps_back() {
            // What stops it here stops the next request as well.
            self.answer_at_the_end(Kind::ShowBoard).ok().flatten()?
        } else {
            match self.conversation.as_mut()?.ask(request, &Limit::new(Hex::REPLY_LIMIT)) {
                Answer::Line(line) => line,
                _ => return None,
            }
        };
        let shown = BoardText::from_bytes(&line.bytes).ok().or_else(|| self.meant_board(&line.bytes))?;
        let by_columns = self.context.observations.blocked_by(BY_COLUMNS).is_some();
        let shown = if by_columns { meaning::transposed(&shown) } else { shown };
        self.lines.push(Kind::ShowBoard.name().to_owned());
        self.lines.push(format!("    {}", excerpt(&line.bytes)));
        Some(shown)
    }

    /// Whether the bot knows who has won on a decided board: then the stones are where they should be, however
    /// they are shown.
    pub(super) fn knows_who_has_won(&mut self) -> Result<bool, RunError> {
        let expected = self.ledger.memory().standing();
        if expected == Some(Standing::Open) {
            return Ok(false);
        }
        let Some(line) = self.ask(Kind::CheckWin)? else { return Ok(false) };
        Ok(Standing::from_bytes(&line.bytes).ok() == expected)
    }

    /// Asks, and returns the line that answers. None if none came.
    pub(super) fn ask(&mut self, kind: Kind) -> Result<Option<Line>, RunError> {
        if self.over {
            return Ok(None);
        }
        if let Some((reason, rule)) = self.blocked_by(kind) {
            self.blocked.get_or_insert((reason, rule));
            if kind == Kind::MakeMove {
                self.move_for_it();
            }
            return Ok(None);
        }
        if self.context.is_out_of_time() {
            let reason =
                "the time was up before it came to its end; raise --max-time to give it more".to_owned();
            self.seen.unjudged.get_or_insert(Unjudged::LeftOut { reason });
            self.over = true;
            self.curtailed = true;
            self.incomplete = true;
            return Ok(None);
        }
        if let Some(reason) = self.lack_of_time(kind) {
            self.seen.unjudged.get_or_insert(Unjudged::LeftOut { reason });
            self.move_for_it();
            return Ok(None);
        }
        if self.keeps_back() {
            return self.ask_to_the_end(kind);
        }
        if self.context.observations.blocked_by(TALKS).is_some() {
            self.drain();
        }
        self.overhear();
        let limit = self.limit(kind);
        self.asked += 1;
        self.seen.turns += u32::from(kind == Kind::MakeMove);
        self.send_line(kind.name());
        let answer = match self.wait(&limit) {
            Some(Waited::For(answer)) => answer,
            Some(Waited::GivenUp(doing)) => return self.give_up(kind, &limit, doing).map(|()| None),
            None => return Ok(None),
        };
        match answer {
            Answer::Line(line) => self.answered(kind, line, &limit),
            Answer::Overrun { .. } | Answer::TooLong { .. } | Answer::Ended { .. }
                if matches!(self.aim, Aim::Repetition(_)) =>
            {
                self.went_wrong(kind);
                Ok(None)
            }
            Answer::TooLong { .. } => {
                let rule = kind.rule_of_form();
                self.malformed(kind, rule.violated("the answer has more than 4 KiB and no line end"));
                Ok(None)
            }
            Answer::Overrun { .. } => {
                self.overran(kind, &limit)?;
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

    /// A bot that cannot be asked for its move is told one, so that the rest of the session can be judged.
    fn move_for_it(&mut self) {
        self.incomplete = true;
        self.put(&Step::Put(Whose::Own));
    }

    /// Where a bot shows no board: what stands on it is seen from who has won once one side has joined its edges,
    /// by way of its stones.
    pub(super) fn look_through_the_winner(&mut self) -> Result<(), RunError> {
        let blind = self.blocked_by(Kind::ShowBoard).is_some() && self.blocked_by(Kind::CheckWin).is_none();
        let known_wrong = self.context.observations.blocked_by(check_win::VALUE.id).is_some();
        let open = self.ledger.memory().standing() == Some(Standing::Open);
        let news = self.ledger.blame_events().filter(|_| self.ledger.has_news());
        let Some(rule) =
            news.filter(|_| blind && open && !known_wrong && self.baseline == Baseline::Known && self.judged)
        else {
            return Ok(());
        };
        let own_turn = self.random.word().is_multiple_of(2);
        self.put(&Step::Decide(if own_turn { Whose::Own } else { Whose::Opponent }));
        let expected = self.ledger.memory().standing();
        let Some(line) = self.ask(Kind::CheckWin)? else { return Ok(()) };
        let given = Standing::from_bytes(&line.bytes).ok().or_else(|| meaning::of_standing(&line.bytes));
        if let (Some(expected), Some(given)) = (expected, given)
            && expected != given
        {
            let message = format!(
                "check_win was answered {given} once one side had joined its edges by way of the stones that stand there; right is {expected} (show_board cannot be used)"
            );
            self.blame(rule.violated(message));
        }
        Ok(())
    }

    /// The board that a malformed answer plainly shows, with the lines that came behind it.
    fn meant_board(&self, line: &[u8]) -> Option<BoardText> {
        let lines = std::iter::once(line).chain(self.further.iter().map(Vec::as_slice));
        meaning::of_board(lines, self.board()?.size())
    }

    /// Whether these lines plainly mean an answer.
    fn is_meant(&self, kind: Kind, earlier: &[Line], last: &Line) -> bool {
        match kind {
            Kind::MakeMove => meaning::of_move(&last.bytes).is_some(),
            Kind::CheckWin => meaning::of_standing(&last.bytes).is_some(),
            Kind::ShowBoard => self.board().is_some_and(|board| {
                let lines = earlier.iter().chain([last]).map(|line| line.bytes.as_slice());
                meaning::of_board(lines, board.size()).is_some()
            }),
        }
    }

    /// Why there is no time for a request of this kind.
    fn lack_of_time(&self, kind: Kind) -> Option<String> {
        if self.context.is_out_of_time() {
            return Some(
                "the time was up before it came to its end; raise --max-time to give it more".to_owned(),
            );
        }
        let observations = self.context.observations;
        let slow =
            observations.blocked_by(GIVEN_UP).is_some() || observations.overruns(GIVEN_UP) >= ENOUGH_HANGS;
        let asked_anyway = observations.is_patient() || self.aim != Aim::Verdict;
        (kind == Kind::MakeMove && slow && !asked_anyway)
            .then(|| format!("moves take longer than {} s: too long for all cases", USUAL.as_secs()))
    }

    /// Waits for an answer: first for the usual time, then for as long as it is worth it.
    fn wait(&mut self, limit: &Limit) -> Option<Waited> {
        let observations = self.context.observations;
        let aim = self.aim;
        let conversation = self.conversation.as_mut()?;
        if let Aim::Repetition(most) = aim {
            return Some(Waited::For(conversation.ask(b"", &Limit::new(most.min(limit.wall)))));
        }
        if limit.wall <= USUAL + PATIENCE {
            return Some(Waited::For(conversation.ask(b"", limit)));
        }
        let first = conversation.ask(b"", &Limit::new(USUAL));
        let Answer::Overrun { elapsed, .. } = &first else { return Some(Waited::For(first)) };
        let mut waited = *elapsed;
        observations.lose_patience(waited.wall);
        let before = conversation.activity();
        let mut next = PATIENCE;
        let mut looked = false;
        loop {
            let since = Instant::now();
            let most = Limit::new(next.min(limit.wall.saturating_sub(waited.charged)));
            let answer = conversation.wait_line(&most);
            observations.lose_patience(since.elapsed());
            match answer {
                Answer::Line(mut line) => {
                    line.elapsed = waited + line.elapsed;
                    return Some(Waited::For(Answer::Line(line)));
                }
                Answer::Overrun { text, elapsed } => {
                    waited = waited + elapsed;
                    if waited.charged >= limit.wall {
                        return Some(Waited::For(Answer::Overrun { text, elapsed: waited }));
                    }
                }
                other => return Some(Waited::For(other)),
            }
            if observations.is_patient() && aim == Aim::Verdict && !observations.patience().is_zero() {
                next = observations.patience();
                continue;
            }
            let doing = Doing::between(before, conversation.activity(), conversation.told());
            // One that is at work is waited for a while longer, as long as none was in vain.
            if looked
                || !doing.may_answer()
                || observations.overruns(GIVEN_UP) > 0
                || observations.is_patient()
            {
                return Some(Waited::GivenUp(doing));
            }
            looked = true;
            // Not until the limit: that is waited for at the end.
            next = AT_WORK.min(limit.wall.saturating_sub(waited.charged) / 2);
        }
    }

    /// What stands in the way of a request of this kind.
    pub(super) fn blocked_by(&self, kind: Kind) -> Option<(String, &'static str)> {
        let observations = self.context.observations;
        let enough = kind == Kind::MakeMove && observations.overruns(kind.name()) >= ENOUGH_HANGS;
        if enough && self.aim == Aim::Verdict {
            return Some(("make_move was not answered in time again and again".to_owned(), time::TURN.id));
        }
        let silent = || {
            let mute = |kind: Kind| observations.blocked_by(kind.name()).filter(|&rule| is_silence(rule));
            mute(Kind::CheckWin).filter(|_| mute(Kind::ShowBoard).is_some())
        };
        let rule = observations
            .blocked_by(kind.name())
            .or_else(silent)
            .filter(|&rule| rule != output::FLUSHED.id)?;
        Some((format!("cannot be judged while {rule} is broken by {}", kind.name()), rule))
    }

    pub(super) fn limit(&self, kind: Kind) -> Limit {
        Limit::new(if kind == Kind::MakeMove { self.context.limit } else { Hex::REPLY_LIMIT })
    }

    /// Takes a line as the answer, unless a further one fits better. None if there is no end to the lines, and
    /// none of them fits.
    pub(super) fn answered(
        &mut self,
        kind: Kind,
        first: Line,
        limit: &Limit,
    ) -> Result<Option<Line>, RunError> {
        let mut extra = Vec::new();
        let mut line = first;
        let talks = self.context.observations.blocked_by(output::UNSOLICITED.id).is_some();
        let known_form = self.context.observations.blocked_by(kind.form()).is_some();
        while !kind.fits(&line.bytes) && extra.len() < MAX_LINES {
            // Nobody waits for a better answer again and again.
            if known_form && self.is_meant(kind, &extra, &line) {
                break;
            }
            let Some(conversation) = &mut self.conversation else { break };
            match conversation.wait_line(&Limit { wall: SECOND_LINE, hard_cap: SECOND_LINE }) {
                Answer::Line(mut next) => {
                    next.elapsed = line.elapsed;
                    extra.push(std::mem::replace(&mut line, next));
                }
                // What it says before any answer is known; this time it has come to none.
                Answer::Ended { text, .. } if talks && !self.is_meant(kind, &extra, &line) => {
                    self.died(kind, &text)?;
                    return Ok(None);
                }
                _ => break,
            }
        }
        let endless = extra.len() >= MAX_LINES;
        if kind.fits(&line.bytes) || endless {
            let bytes: Vec<u8> =
                extra.iter().flat_map(|line| [line.bytes.as_slice(), b"\n"].concat()).collect();
            if !extra.is_empty() {
                self.since.pop();
                self.unsolicited(&bytes, Some(kind));
            }
            if !kind.fits(&line.bytes) {
                self.drowned();
                return Ok(None);
            }
        } else if !extra.is_empty() {
            // None of them is an answer: the first one stands for all.
            let last = std::mem::replace(&mut line, extra.remove(0));
            self.further = extra.into_iter().chain([last]).map(|line| line.bytes).collect();
        }
        if kind == Kind::MakeMove {
            self.seen.elapsed.push(line.elapsed);
        }
        self.slowest = self.slowest.max(line.elapsed.wall);
        self.context.observations.count(kind.name(), false);
        self.note(&line);
        if line.elapsed.punctuality(limit) == Punctuality::Late {
            self.blame(late(kind, &line.elapsed, limit));
        }
        Ok(Some(line))
    }

    /// Notes a line as the answer to the request before it.
    pub(super) fn note(&mut self, line: &Line) {
        self.since.clear();
        self.quiet = 0;
        self.provoked = false;
        self.judged = true;
        self.lines.push(format!("    {}", excerpt(&line.bytes)));
        if line.end == LineEnd::CrLf && self.context.observations.blocked_by(output::LINE_END.id).is_none() {
            self.once(output::crlf(&line.bytes));
            self.blocks.push((output::LINE_END.id, output::LINE_END.id));
        }
    }
}
