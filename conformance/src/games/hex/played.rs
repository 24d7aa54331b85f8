//! One run of a session, and what it is held against.

use std::time::Duration;

use botspec_sdk::games::hex::{Message, Size};

use super::circumstance::{begins, contrast, games, plain, until_game};
use super::play::SharedProcess;
use super::proof::{EACH_TIME, Proof, patience, prove};
use super::script::{End, SessionScript};
use super::seen::{Seen, by_chance, disturbed, is_broken, kept_as_seen};
use super::session::{Aim, Baseline, Doubt, IdleProcess, Session, SessionOutcome, Style};
use super::step::Step;
use super::{REQUIREMENTS, eof, init_board, input, quit};
use crate::contest::CaseOutcome;
use crate::control::{attribute, put_down};
use crate::record::{Level, Violation};
use crate::requirement::Requirement;
use crate::run_context::{RunContext, RunError};

/// A board of so many rows and columns is small, and is what the first cases are played on.
const SMALL: u8 = 5;

/// The playing of one case.
pub(super) struct Play<'a> {
    pub(super) baseline: Baseline,
    pub(super) context: &'a RunContext<'a>,
    /// What the bot is known to get wrong of its board.
    pub(super) doubt: Option<Doubt>,
}

impl Play<'_> {
    /// One run of a session.
    pub(super) fn run(
        &self,
        script: &SessionScript,
        kept: Option<IdleProcess>,
        aim: Aim,
    ) -> Result<Seen, RunError> {
        let style = Style { line_ends: script.line_ends, blank_lines: script.blank_lines };
        let mut table = match kept {
            Some(kept) => Session::resume(self.context, kept, style, script.seed),
            None => Session::open(self.context, script.colour, style, script.seed)?,
        };
        table.baseline = self.baseline;
        table.aim = aim;
        table.doubt = self.doubt;
        let mut begun = 0_usize;
        let mut game = None;
        for step in script.all_steps() {
            begun += usize::from(begins(step));
            table.step(step)?;
            if game.is_none()
                && (!table.stream.seen.violations.is_empty() || table.findings.given_up.is_some())
            {
                game = Some(begun.saturating_sub(1));
            }
        }
        Ok(Seen { left: table.leave(script.end)?, game })
    }

    /// What to make of a session that failed among others, by what it shows alone.
    pub(super) fn compare_alone(
        &self,
        script: &SessionScript,
        seen: Seen,
        shared_process: &mut SharedProcess,
    ) -> Result<Seen, RunError> {
        let mut alone = self.run(script, None, Aim::Control)?;
        // The process that is left has seen this session only.
        let history = std::mem::take(&mut shared_process.before);
        if !alone.is_well() {
            let judged = !alone.left.seen.violations.is_empty();
            alone.left.kept = None;
            return Ok(if judged {
                alone
            } else {
                kept_as_seen(seen, "its run in a process of its own was not judged")
            });
        }
        let kept = alone.left.kept.take();
        let last = history.last().map(std::slice::from_ref).unwrap_or_default();
        if seen.left.findings.died
            && let Some((_, before)) = last.first()
            && let Some(ended) = self.ended_behind(before.clone())?
        {
            shared_process.disturbed = true;
            alone.left.seen.violations = ended.left.seen.violations;
            return Ok(alone);
        }
        if self.goes_wrong_there(script, &seen)? {
            return Ok(Seen { left: SessionOutcome { kept, ..seen.left }, ..seen });
        }
        let patience = patience(alone.left.findings.slowest);
        let known = self.context.observations.noted(init_board::RESETS.id) > 0;
        // Most often what went before at last is enough.
        let short = known || self.goes_wrong_after(last, script, patience)?;
        let told = if short { last } else { history.as_slice() };
        let proof = if known {
            Proof::Each
        } else {
            prove(
                self.context,
                || self.goes_wrong_after(told, script, patience),
                || self.goes_well(script, patience),
            )?
        };
        let mut result = match proof {
            Proof::Each => {
                shared_process.disturbed = true;
                self.context.observations.note(init_board::RESETS.id);
                let ids: Vec<&str> = told.iter().map(|(id, _)| id.as_str()).collect();
                disturbed(seen.with_what_was_given_up(), &ids, known)
            }
            Proof::Some { wrong, of } => by_chance(seen, wrong, of),
            Proof::Unknown => {
                kept_as_seen(seen, "there was no time to play it again in a process of its own")
            }
        };
        result.left.kept = kept;
        Ok(result)
    }

    /// What to make of a session that failed, by what it shows without what is unusual about it.
    pub(super) fn without(
        &self,
        rule: &'static Requirement,
        script: &SessionScript,
        mut seen: Seen,
    ) -> Result<CaseOutcome, RunError> {
        let early =
            seen.game.is_some_and(|game| game + 1 < games(script)) && rule.id != init_board::RESETS.id;
        if early {
            return Ok(seen.left.seen);
        }
        let game = seen.game.unwrap_or_default();
        let usual = plain(rule, script, game);
        // What goes wrong in the first game has nothing to do with a game before, and the end has rules of its own.
        let is_end = |it: &Violation| {
            [quit::TERMINATES.id, quit::EXIT_STATUS.id, eof::TERMINATES.id].contains(&it.rule.as_str())
        };
        let is_otherwise_well = seen.game == Some(0) || seen.left.seen.violations.iter().all(is_end);
        if rule.id == init_board::RESETS.id {
            if is_otherwise_well {
                return Ok(seen.left.seen);
            }
            if seen.left.findings.died
                && let Some(ended) = self.ended_behind(until_game(script, game))?
            {
                return Ok(ended.left.seen);
            }
            if self.goes_wrong_there(script, &seen)? {
                return Ok(seen.left.seen);
            }
        }
        let mut control = self.run(&usual, None, Aim::Control)?;
        if control.left.findings.given_up.is_some() && seen.left.findings.given_up.is_some() {
            return Ok(seen.left.seen);
        }
        // A status that is wrong without it, too, stands in the way of nothing.
        let mut aside = control.take(&quit::EXIT_STATUS);
        let is_set_aside = !aside.is_empty();
        if is_set_aside {
            let of_seen = seen.take(&quit::EXIT_STATUS);
            aside = if of_seen.is_empty() { aside } else { of_seen };
        }
        let mut found = if is_set_aside && !seen.has_trouble() {
            seen.left.seen
        } else {
            self.set_against(rule, [script, &usual], [seen, control], is_set_aside)?
        };
        found.violations.extend(aside);
        Ok(found)
    }

    /// The same by its control run, and by more of both if that went well. Whether the exit status was set aside in both.
    fn set_against(
        &self,
        rule: &'static Requirement,
        [script, usual]: [&SessionScript; 2],
        [seen, control]: [Seen; 2],
        is_set_aside: bool,
    ) -> Result<CaseOutcome, RunError> {
        // Up to where it went wrong: what comes behind that has nothing to do with it.
        let until = if rule.id == init_board::RESETS.id { None } else { seen.trouble_at() };
        if !control.is_well_until(until) {
            let without = control.left.seen;
            if seen.left.findings.proven == Some(rule.id) && !is_broken(&without, rule) {
                // What it died of is certain, whatever else goes wrong.
                let mut found = seen.left.seen;
                found.violations.extend(without.violations);
                return Ok(found);
            }
            return Ok(attribute(rule, &REQUIREMENTS, seen.left.seen, without, contrast(rule)));
        }
        let patience = patience(control.left.findings.slowest);
        let known = self.context.observations.noted(rule.id) > 0;
        let mut goes_wrong_anyway = false;
        let again = |script: &SessionScript| -> Result<Seen, RunError> {
            let mut again = self.run(script, None, Aim::Repetition(patience))?;
            if is_set_aside {
                again.take(&quit::EXIT_STATUS);
            }
            Ok(again)
        };
        let proof = if known {
            Proof::Each
        } else {
            prove(
                self.context,
                || Ok(again(script)?.has_trouble()),
                || {
                    let again = again(usual)?;
                    goes_wrong_anyway |= again.has_trouble();
                    Ok(again.is_well_until(until))
                },
            )?
        };
        // It may be that what is unusual is to blame, unless it goes wrong without that as well.
        let most = if goes_wrong_anyway { Level::Must } else { rule.level };
        Ok(match proof {
            Proof::Each => {
                self.context.observations.note(rule.id);
                let told = format!("{}{}", contrast(rule), if known { "" } else { EACH_TIME });
                let seen = seen.with_what_was_given_up().left.seen;
                let well = CaseOutcome { turns: control.left.seen.turns, ..CaseOutcome::default() };
                let mut found = attribute(rule, &REQUIREMENTS, seen, well, &told);
                if rule.id == input::CRLF.id {
                    found.violations.iter_mut().for_each(input::name_carriage_return);
                }
                found.violations.extend(control.left.seen.violations);
                found
            }
            Proof::Some { wrong, of } => by_chance(seen, wrong, of).at_most(most).left.seen,
            Proof::Unknown => {
                let why = "there was no time to play it again without that";
                kept_as_seen(seen, why).at_most(most).left.seen
            }
        })
    }

    /// What a session shows if its bot is asked once more at the end: something only if it has ended by then, all by
    /// itself, so that whatever comes behind it is not what it died of.
    fn ended_behind(&self, mut script: SessionScript) -> Result<Option<Seen>, RunError> {
        script.steps.push(Step::Say(Message::ShowBoard));
        let seen = self.run(&SessionScript { end: End::Open, ..script }, None, Aim::Control)?;
        Ok(Some(seen).filter(|seen| seen.left.findings.died && !seen.left.seen.violations.is_empty()))
    }

    /// Whether the same goes wrong in a process that knows nothing but the position in which it did. A bot that chooses
    /// its moves by numbers of a fixed seed comes to other positions when it plays alone, and just so each time.
    fn goes_wrong_there(&self, script: &SessionScript, seen: &Seen) -> Result<bool, RunError> {
        let Some(messages) = &seen.left.findings.retold else { return Ok(false) };
        let steps = messages.iter().map(|message| Step::Say(*message)).collect();
        let there = SessionScript { before: Vec::new(), steps, end: End::Open, ..script.clone() };
        let found = self.run(&there, None, Aim::Control)?.left.seen.violations;
        let first = seen.left.seen.violations.first();
        Ok(first.is_some_and(|first| found.iter().any(|violation| violation.rule == first.rule)))
    }

    /// What to make of a silence, by whether the bot answers anything at all on a board of this size, and on a small one.
    pub(super) fn on_another_size(
        &self,
        script: &SessionScript,
        seen: Seen,
    ) -> Result<CaseOutcome, RunError> {
        let (Some(size), Some(small)) = (script.sizes().next(), Size::new(SMALL)) else {
            return Ok(seen.left.seen);
        };
        let patience = patience(seen.left.findings.slowest);
        let answers = |size| {
            let steps = vec![Step::Say(Message::InitBoard(size)), Step::Say(Message::ShowBoard)];
            self.goes_well(&SessionScript { before: Vec::new(), steps, ..script.clone() }, patience)
        };
        if size <= small || answers(size)? || !answers(small)? {
            return Ok(seen.left.seen);
        }
        let known = self.context.observations.noted(init_board::SIZES.id) > 0;
        let proof =
            if known { Proof::Each } else { prove(self.context, || Ok(!answers(size)?), || answers(small))? };
        if !matches!(proof, Proof::Each) {
            return Ok(seen.left.seen);
        }
        self.context.observations.note(init_board::SIZES.id);
        let times = if known { "" } else { EACH_TIME };
        let contrast = format!(
            "on {size}×{size} not even show_board is answered to begin with, on {small}×{small} it is{times}"
        );
        let found = seen.with_what_was_given_up().left.seen;
        let refused = |violation| {
            put_down(&init_board::SIZES, violation, &contrast)
                .hint(format!("is init_board {size} refused? boards have up to 26 rows and columns"))
        };
        Ok(CaseOutcome { violations: found.violations.into_iter().take(1).map(refused).collect(), ..found })
    }

    fn goes_well(&self, script: &SessionScript, patience: Duration) -> Result<bool, RunError> {
        Ok(self.run(script, None, Aim::Repetition(patience))?.is_well())
    }

    /// Whether a session goes wrong once more in a process that has seen these before.
    fn goes_wrong_after(
        &self,
        history: &[(String, SessionScript)],
        script: &SessionScript,
        patience: Duration,
    ) -> Result<bool, RunError> {
        let mut kept = None;
        for (_, before) in history {
            kept = self.run(before, kept, Aim::Repetition(patience))?.left.kept;
            if kept.is_none() {
                return Ok(false);
            }
        }
        Ok(self.run(script, kept, Aim::Repetition(patience))?.has_trouble())
    }
}
