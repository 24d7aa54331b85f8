//! No answer in time: why, and which rule that breaks.

use std::time::Duration;

use super::known::USUAL;
use super::outcome::GivenUp;
use super::{Session, blame};
use crate::contest::Unjudged;
use crate::games::hex::request::Kind;
use crate::games::hex::{check_win, output, set};
use crate::no_answer::{Doing, PATIENCE};
use crate::process::Limit;
use crate::record::{INTERRUPTED, Violation};
use crate::requirement::Requirement;
use crate::run_context::RunError;
use crate::stream_session::{Look, Proof, Release, SessionState, Silence};

/// A bot that waits for input and says nothing for so long keeps its answer back, however long its limit is.
const HINT_OF_SILENCE: Duration = Duration::from_secs(3);

impl Session<'_> {
    /// Finds out why there is no answer in time.
    pub(crate) fn overran(&mut self, kind: Kind, limit: &Limit) -> Result<(), RunError> {
        self.stream.end(SessionState::Hung);
        self.stream.seen.cut_short = true;
        if self.may_see_no_move(kind) {
            self.cannot_judge(set::RECORDED.id);
            return Ok(());
        }
        self.findings.hung = Some(kind);
        self.coverage.judged = true;
        let waited_for = format!("no answer to {} within {:?}", kind.name(), limit.wall);
        // That is what the further message asked for.
        let skips = |line: &[u8]| !kind.fits(line) && kind.other().fits(line);
        let mut violation = match self.silence(kind, limit, skips)? {
            Silence::Ended(text) => return self.died(kind, &text),
            Silence::Interrupted => {
                self.stream.unjudged(INTERRUPTED);
                return Ok(());
            }
            Silence::Late(line) => came_late(kind, &waited_for, &line.bytes),
            Silence::Skipped => {
                let message =
                    format!("{waited_for}; {}, sent next, was answered at once", kind.other().name());
                let hint = "the bot goes on reading: it does not know this message, answers nothing to it, or loses \
                            lines that arrive together with another";
                kind.rule_of_time().violated(message).hint(hint)
            }
            Silence::Coincidence(bytes) => came_late(kind, &waited_for, &bytes),
            Silence::KeptBack(release, bytes) => {
                self.kept_back(kind, &waited_for, release, &bytes);
                return Ok(());
            }
            Silence::Unended(bytes) => unended(kind, limit.wall, &bytes),
            Silence::Hangs(doing) => {
                let violation =
                    kind.rule_of_time().violated(format!("{waited_for}: {doing}")).hint(doing.hint());
                if kind == Kind::MakeMove { self.on_tiny(violation) } else { violation }
            }
        };
        if violation.rule == kind.rule_of_time().id
            && let Some(unusual) = self.unusual_before(kind)
        {
            violation.turn = Some(self.stream.asked);
            self.blame(blame::of(unusual, violation));
            return Ok(());
        }
        let rule = [&output::FLUSHED, kind.rule_of_time()].into_iter().find(|rule| rule.id == violation.rule);
        self.findings.blocks.push((kind.name(), rule.map_or(kind.rule_of_time().id, |rule| rule.id)));
        violation.turn = Some(self.stream.asked);
        self.blame(violation);
        Ok(())
    }

    /// The rule about what no game has, if this request for the state of the board came behind such a thing: that may be
    /// what has brought the bot into disorder.
    pub(super) fn unusual_before(&self, kind: Kind) -> Option<&'static Requirement> {
        if kind == Kind::MakeMove {
            return None;
        }
        let idle = self.knowledge.blame_events().filter(|rule| rule.id == set::OCCUPIED.id);
        let uncounted = || {
            let rule = check_win::rule_on(self.board()?);
            (kind == Kind::CheckWin && rule.id == check_win::SETUP.id).then_some(rule)
        };
        idle.or_else(uncounted)
    }

    /// Whether it may believe that there is no move left, or that the game is over.
    fn may_see_no_move(&self, kind: Kind) -> bool {
        kind == Kind::MakeMove && self.doubts_the_board()
    }

    /// An answer did not come, or the process ended, where only that is of interest.
    pub(crate) fn went_wrong(&mut self, kind: Kind) {
        self.stream.end(SessionState::Silent);
        self.coverage.judged = true;
        let violation = kind.rule_of_time().violated(format!("no answer to {}", kind.name()));
        self.blame(violation);
    }

    /// No answer so far, and the limit is far away: what can be told without waiting for it.
    pub(crate) fn give_up(&mut self, kind: Kind, limit: &Limit, doing: Doing) -> Result<(), RunError> {
        self.stream.end(SessionState::Silent);
        self.stream.seen.cut_short = true;
        if self.may_see_no_move(kind) {
            // The limit would tell no more.
            self.cannot_judge(set::RECORDED.id);
            return Ok(());
        }
        let doing = match doing {
            // There is nothing to find out: it is at work.
            Doing::Computing | Doing::Sleeping | Doing::Waiting => doing,
            _ => match self.doing_behind(kind, limit)? {
                Some(doing) => doing,
                None => return Ok(()),
            },
        };
        let seen = format!("no answer to {} within {USUAL:?}: {doing}", kind.name());
        let reason = format!(
            "{seen}; the limit of {:?} is waited for once only, unless --max-time gives more",
            limit.wall
        );
        self.stream.seen.unjudged.get_or_insert(Unjudged::LeftOut { reason });
        let violation = kind.rule_of_time().violated(seen).hint(doing.hint());
        let mut violation = if kind == Kind::MakeMove { self.on_tiny(violation) } else { violation };
        violation.sent = Some(self.stream.shown());
        self.findings.given_up = Some(GivenUp { violation, may_come: doing.may_answer() });
        Ok(())
    }

    /// What a bot does that says nothing; none if that is a fault by itself, which is noted then.
    fn doing_behind(&mut self, kind: Kind, limit: &Limit) -> Result<Option<Doing>, RunError> {
        let waited_for = format!("no answer to {} within {USUAL:?}", kind.name());
        match self.silence(kind, limit, |line| !kind.fits(line))? {
            Silence::Ended(text) => self.died(kind, &text)?,
            Silence::Interrupted => self.stream.unjudged(INTERRUPTED),
            Silence::KeptBack(release, bytes) => self.kept_back(kind, &waited_for, release, &bytes),
            Silence::Unended(bytes) => {
                self.findings.blocks.push((kind.name(), output::FLUSHED.id));
                let violation = unended(kind, USUAL, &bytes);
                self.blame(violation);
            }
            Silence::Hangs(doing) => return Ok(Some(doing)),
            Silence::Late(_) | Silence::Coincidence(_) | Silence::Skipped => return Ok(Some(Doing::Unknown)),
        }
        Ok(None)
    }

    /// What is behind a silence: `skips` tells the answer to a further message.
    fn silence(
        &mut self,
        kind: Kind,
        limit: &Limit,
        skips: impl Fn(&[u8]) -> bool,
    ) -> Result<Silence, RunError> {
        let nudge = format!("{}\n", kind.other().name());
        let proof = Proof {
            key: kind.kept_back(),
            usual: Limit::new(limit.wall.min(USUAL)),
            silence: limit.wall.min(HINT_OF_SILENCE) + 2 * PATIENCE,
        };
        // What else went before in this process is not known here: a run of this session alone will tell.
        let (shared, answers) = (self.is_shared(), self.answered_lines());
        self.stream.silence(Look::Thorough(nudge.as_bytes()), skips, |stream| {
            Ok(shared || stream.replay(answers).is_kept_back(&proof, stream.context)?)
        })
    }

    /// An answer that came only when something else was sent.
    fn kept_back(&mut self, kind: Kind, waited_for: &str, release: Release, bytes: &[u8]) {
        self.coverage.judged = true;
        self.findings.blocks.push((kind.name(), output::FLUSHED.id));
        let mut violation = flushed(format!("{waited_for}: {}", release.when()), release.hint(), bytes);
        violation.turn = Some(self.stream.asked);
        self.blame(violation);
    }
}

fn unended(kind: Kind, waited: Duration, bytes: &[u8]) -> Violation {
    flushed(
        format!("the answer to {} was not ended within {waited:?}: the line end is missing", kind.name()),
        "end each answer with a line end, and flush",
        bytes,
    )
}

/// An answer that came by itself, but not in time.
fn came_late(kind: Kind, waited_for: &str, bytes: &[u8]) -> Violation {
    kind.rule_of_time().violated(format!("{waited_for}; it came later, by itself")).received(bytes)
}

fn flushed(message: String, hint: &str, bytes: &[u8]) -> Violation {
    output::FLUSHED.violated(message).hint(hint).received(bytes)
}
