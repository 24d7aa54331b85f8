//! What is to be known of a session or a game, apart from what is blamed.

use botspec_sdk::games::flit::{Move, OVERRUNS, Position};

use super::session::{Asked, Session};
use super::time::Lateness;
use super::{eof, identity, input, moves, time, update};
use crate::contest::{CaseOutcome, Untried};
use crate::record::{Level, Violation};
use crate::requirement::Requirement;

/// The rules that only a bot keeps which moves.
const OF_MOVES: [&Requirement; 4] = [&moves::ORIGIN, &moves::VACANT, &moves::ADJACENT, &identity::ARGUMENT];

/// What is to be known of a session or a game, apart from what is blamed.
#[derive(Debug, Clone, Default)]
pub(super) struct SessionStats {
    /// How the last request was left without an answer, if it was.
    pub(super) silence: Option<Unanswered>,
    /// Whether the machine was too busy to say if an answer was late.
    pub(super) doubtful: bool,
    /// The answers that were too late.
    pub(super) late: Vec<Lateness>,
    /// Whether it ended as in the contest: with so many late answers in a row that the bot is asked no more.
    pub(super) is_frozen: bool,
    /// Rules that it breaks and goes on.
    noted: Vec<String>,
    /// Requests.
    asked: u32,
    /// Answers of the right form.
    pub(super) answers: u32,
    /// The last of them, if it was legal.
    pub(super) last: Option<Move>,
    /// Answers with which the bot stayed although it could have moved.
    idle: u32,
    /// Answers with which it stayed as nothing could move.
    pub(super) stuck: u32,
    /// Answers with which it moved.
    moved: u32,
    /// Those of them that were not its first answer.
    moved_later: u32,
    /// The board on which it stayed last as nothing could move, if that was its last answer.
    stayed: Option<Position>,
}

impl SessionStats {
    pub(super) fn note(&mut self, table: &Session<'_>) {
        self.doubtful = table.doubtful;
        self.late.clone_from(&table.late);
        self.noted.clone_from(&table.noted);
        self.asked = table.asked();
        self.is_frozen = table.is_frozen();
        self.silence = table.fell_silent().then(|| Unanswered {
            position: table.position().clone(),
            asked: table.asked(),
            stayed: self.stayed.take(),
        });
    }

    /// An answer has been judged on this position. One that moves may be illegal: it tries the rules all the same.
    pub(super) fn answered(&mut self, position: &Position, asked: &Asked) {
        self.last = asked.mv;
        self.stayed = None;
        if asked.answer.origin != asked.answer.destination {
            self.moved_later += u32::from(self.answers > 0);
            self.moved += 1;
        } else if position.legal_count() > 0 {
            self.idle += 1;
        } else {
            self.stuck += 1;
            self.stayed = Some(position.clone());
        }
        self.answers += 1;
    }

    /// The rules that the bot did nothing about.
    pub(super) fn untried(&self) -> Vec<Untried> {
        let (only_stayed, no_move) =
            ("the bot could have moved, and only ever stayed", "the bot had no legal move");
        let why = if self.idle > 0 { only_stayed } else { no_move };
        let mut rules: Vec<(&Requirement, &str)> = Vec::new();
        if self.answers == 0 {
            return Vec::new();
        }
        if self.moved == 0 {
            rules.extend(OF_MOVES.map(|rule| (rule, why)));
            rules.extend((self.idle > 0).then_some((&input::CRLF, why)));
        }
        if self.moved_later == 0 {
            let once = "the bot never moved after its first answer, when squares had changed";
            rules.push((&update::TRACKED, if self.moved == 0 { why } else { once }));
        }
        if self.stuck == 0 {
            rules.push((&moves::STUCK, "the bot always had a legal move"));
        }
        rules.into_iter().map(|(rule, reason)| rule.untried(reason)).collect()
    }

    /// Whether it could move, and never did.
    pub(super) const fn only_stays(&self) -> bool {
        self.idle > 1 && self.moved == 0
    }

    /// Whether it moved whenever it could.
    pub(super) const fn always_moves(&self) -> bool {
        self.moved > 1 && self.idle == 0
    }

    /// The places, among all that was wrong, of what did not keep it from going on, such as what is wrong with its end. Of
    /// a rule that is the first one: a second one has.
    pub(super) fn aside(&self, seen: &CaseOutcome) -> Vec<usize> {
        let first = |rule: &String| seen.violations.iter().position(|violation| violation.rule == *rule);
        let mut places: Vec<usize> = self.noted.iter().filter_map(first).collect();
        let of_the_end = |violation: &Violation| {
            [eof::TERMINATES.id, eof::EXIT_STATUS.id].contains(&violation.rule.as_str())
        };
        places.extend(seen.violations.iter().enumerate().filter(|(_, it)| of_the_end(it)).map(|(at, _)| at));
        // What is only told of is no fault.
        let told = seen.violations.iter().enumerate().filter(|(_, violation)| violation.level == Level::Info);
        places.extend(told.map(|(at, _)| at));
        places.sort_unstable();
        places.dedup();
        places
    }

    /// What went wrong aside in a run that was made to tell of something else. Whether a late answer comes again nobody
    /// has looked.
    pub(super) fn besides(&self, seen: &CaseOutcome) -> Vec<Violation> {
        let all = self.aside(seen).into_iter().map(|at| &seen.violations[at]);
        all.filter(|it| it.rule != time::TURN.id && it.level != Level::Info).cloned().collect()
    }

    /// Adds what went wrong aside in other runs of the same, each rule once.
    pub(super) fn add_besides(&mut self, found: &mut CaseOutcome, mut besides: Vec<Violation>) {
        besides.retain(|new| found.violations.iter().all(|old| old.rule != new.rule));
        self.goes_on_after(&besides);
        found.violations.append(&mut besides);
    }

    /// These do not keep it from going on.
    pub(super) fn goes_on_after(&mut self, violations: &[Violation]) {
        self.noted.extend(violations.iter().map(|violation| violation.rule.clone()));
    }

    /// Whether so many requests were answered, whatever the answers.
    pub(super) const fn answers(&self, requests: u32) -> bool {
        let silent = if self.silence.is_some() { 1 } else { 0 };
        self.asked - silent >= requests
    }

    /// Whether nothing has kept it from going on.
    pub(super) fn has_gone_well(&self, seen: &CaseOutcome) -> bool {
        self.aside(seen).len() == seen.violations.len()
    }

    /// The places of the answers that came too late. One that did not come at all is no such: no stall of a machine
    /// lasts as long as one is waited for.
    pub(super) fn late_places(&self, seen: &CaseOutcome) -> Vec<usize> {
        let mut places = self.aside(seen);
        places.retain(|&at| seen.violations[at].rule == time::TURN.id);
        places
    }

    /// Whether the bot is late as a rule, and not now and then.
    pub(super) fn is_always_late(&self) -> bool {
        let (late, asked) = (self.late.len(), self.asked as usize);
        late * 2 > asked || late >= usize::from(OVERRUNS) && late * 5 > asked
    }

    /// Whether it was late so often that it has had the time to load and compile what it needs.
    pub(super) fn is_often_late(&self) -> bool {
        self.late.len() >= usize::from(OVERRUNS)
    }

    /// Whether it was late so often in a row that it is asked no more, and plainly so each time.
    pub(super) fn is_plainly_frozen(&self) -> bool {
        self.is_frozen && self.late.iter().rev().take(usize::from(OVERRUNS)).all(|late| late.is_plain)
    }
}

/// A request that was not answered.
#[derive(Debug, Clone)]
pub(super) struct Unanswered {
    /// The board, with the bot to move.
    pub(super) position: Position,
    /// Its number.
    pub(super) asked: u32,
    /// The board of the answer before, if nothing could move there and it stayed.
    pub(super) stayed: Option<Position>,
}
