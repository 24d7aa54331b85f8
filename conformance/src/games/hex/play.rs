//! How a case is played: a session, alone or with others, a game, a start.

use std::time::Duration;

use botspec_sdk::Position as _;
use botspec_sdk::games::hex::{Colour, Message, Move, Position};
use botspec_sdk::random::Random;

use super::REQUIREMENTS;
use super::request::{GIVEN_UP, Kind};
use super::script::{End, Game, LineEnds, SessionScript, Start};
use super::session::{
    Aim, Baseline, Doubt, EVERYTHING, IdleProcess, STONES, STONES_OF_LARGE_BOARDS, Session, SessionOutcome,
    Style, UNSET, colour_key, takes_each_for_the_other,
};
use super::step::Step;
use super::trouble::STDERR_SAYS;
use super::{args, check_win, eof, init_board, input, moves, output, set, swaps, time};
use crate::contest::{CaseOutcome, Unjudged};
use crate::control::{attribute, put_down};
use crate::process::Ending;
use crate::requirement::Requirement;
use crate::run_context::{RunContext, RunError};

/// The process that sessions of one group share.
#[derive(Debug, Default)]
pub struct SharedProcess {
    kept: Option<IdleProcess>,
    /// Of which group it is.
    group: u32,
    /// The sessions before, in the same process, with the ids of their cases.
    before: Vec<(String, SessionScript)>,
    /// In this group one session has disturbed another: each has a process of its own from then on.
    disturbed: bool,
}

/// What a session showed, and whether it broke before it came to its point.
struct Seen {
    left: SessionOutcome,
    /// The game, of those in this session, in which something went wrong first.
    game: Option<usize>,
}

/// Messages, one after the other.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn session(
    id: &str,
    script: &SessionScript,
    baseline: Baseline,
    shared_process: &mut SharedProcess,
    context: &RunContext<'_>,
) -> Result<CaseOutcome, RunError> {
    if let Some(skipped) = blocker(script.colour, context) {
        return Ok(skipped);
    }
    if !script.family.is_empty() && context.observations.only_overruns(script.family) {
        let rule = if script.family == "position" { time::TURN.id } else { time::REPLY.id };
        let reason = "cases of this kind were not answered in time again and again";
        return Ok(CaseOutcome::blocked(reason, rule));
    }
    let resets_broken = context.observations.blocked_by(init_board::RESETS.id).is_some();
    if resets_broken && !script.before.is_empty() {
        let rule = init_board::RESETS.id;
        return Ok(CaseOutcome::blocked(format!("cannot be judged while {rule} is broken"), rule));
    }
    let doubt = doubt(id, script, context);
    if doubt == Some(Doubt::Stones) && !moves(script) && !swaps(script) {
        let rule = set::RECORDED.id;
        return Ok(CaseOutcome::blocked(format!("cannot be judged while {rule} is broken"), rule));
    }
    if shared_process.group != script.group {
        *shared_process = SharedProcess { group: script.group, ..SharedProcess::default() };
    }
    let kept = shared_process.kept.take().filter(|kept| script.group > 0 && kept.colour() == script.colour);
    let shared = kept.is_some();
    if !shared {
        shared_process.before.clear();
    }
    let play = Play { baseline, context, doubt };
    let mut seen = play.run(script, kept, Aim::Verdict)?;
    if shared && seen.has_trouble() && !seen.is_only_slow() {
        seen = play.compare_alone(script, seen, shared_process)?;
    }
    if baseline != Baseline::Known && is_broken(&seen.left.seen, &output::UNSOLICITED) {
        // Once more, with open ears behind each message: then it is known which one it follows.
        let again = play.run(&attentive(script), None, Aim::Control)?;
        if is_broken(&again.left.seen, &output::UNSOLICITED) {
            seen = again;
        }
    }
    shared_process.before.push((id.to_owned(), script.clone()));
    shared_process.kept = if script.group > 0 && !resets_broken && !shared_process.disturbed {
        seen.left.kept.take()
    } else {
        None
    };
    let blocks = std::mem::take(&mut seen.left.blocks);
    let (hung, mut gave_up) = (seen.left.hung, seen.left.given_up.is_some());
    let may_come = seen.left.given_up.as_ref().is_none_or(|given_up| given_up.may_come);
    let mut outcome = match circumstance(script) {
        Some(rule) if seen.has_trouble() && !seen.is_only_slow() => play.without(rule, script, seen)?,
        _ => seen.left.seen,
    };
    // What only follows from something else says nothing about how long answers take.
    let rule_of_time = |rule: &str| [time::TURN.id, time::REPLY.id].contains(&rule);
    let slow = hung.filter(|_| outcome.violations.iter().any(|violation| rule_of_time(&violation.rule)));
    gave_up &= outcome.violations.is_empty();
    let silent =
        [Kind::CheckWin, Kind::ShowBoard].iter().any(|kind| context.observations.overruns(kind.name()) > 0);
    if gave_up && !may_come && silent {
        // It is no wonder any more, and nothing to wait for.
        let rule = time::REPLY.id;
        let reason = format!("the bot has stopped responding: {rule} is broken");
        outcome.unjudged = Some(Unjudged::Blocked { reason, by: rule });
        gave_up = false;
    }
    if let Some(kind) = slow {
        context.observations.count(kind.name(), true);
    }
    if !script.family.is_empty() {
        context.observations.count(script.family, slow.is_some() || gave_up);
    }
    if gave_up {
        context.observations.count(GIVEN_UP, true);
        context.observations.gave_up(id);
        if baseline != Baseline::Known {
            context.observations.block(GIVEN_UP, time::TURN.id);
        }
    }
    if baseline != Baseline::Known {
        remember(script, &blocks, &outcome, context);
    }
    Ok(outcome)
}

/// What the first cases show that others rely on.
fn remember(
    script: &SessionScript,
    what_is_lost: &[(&'static str, &'static str)],
    outcome: &CaseOutcome,
    context: &RunContext<'_>,
) {
    for &(what, rule) in what_is_lost {
        context.observations.block(what, rule);
    }
    let broken = |rule: &Requirement| is_broken(outcome, rule);
    if broken(&args::COLOUR) {
        context.observations.block(colour_key(script.colour), args::COLOUR.id);
    }
    for rule in [&init_board::RESETS, &check_win::VALUE].into_iter().filter(|rule| broken(rule)) {
        context.observations.block(rule.id, rule.id);
    }
    let lost = [STONES, STONES_OF_LARGE_BOARDS, UNSET];
    if broken(&set::RECORDED) && !what_is_lost.iter().any(|(key, _)| lost.contains(key)) {
        let boards = if two_digits(script) { STONES_OF_LARGE_BOARDS } else { STONES };
        context.observations.block(boards, set::RECORDED.id);
    }
    if broken(&eof::TERMINATES) {
        context.observations.block(eof::TERMINATES.id, eof::TERMINATES.id);
    }
    if broken(&init_board::SIZES) && !two_digits(script) {
        context.observations.block(EVERYTHING, init_board::SIZES.id);
    }
}

impl Seen {
    /// Whether something went wrong, or an answer was not waited for.
    fn has_trouble(&self) -> bool {
        !self.left.seen.violations.is_empty() || self.left.given_up.is_some()
    }

    /// Whether nothing went wrong but that an answer took long, and may have come.
    fn is_only_slow(&self) -> bool {
        self.left.seen.violations.is_empty() && self.left.given_up.as_ref().is_some_and(|it| it.may_come)
    }

    /// Whether it went well and came to its end.
    fn is_well(&self) -> bool {
        !self.has_trouble() && self.left.seen.unjudged.is_none()
    }

    /// At which request something went wrong first.
    fn trouble_at(&self) -> Option<u32> {
        self.left.trouble_at.or_else(|| self.left.given_up.as_ref().map(|_| self.left.asked))
    }

    /// Whether all went well up to this request, or to the end if there is none.
    fn is_well_until(&self, request: Option<u32>) -> bool {
        let known = matches!(self.left.seen.unjudged, None | Some(Unjudged::Blocked { .. }));
        let passed = |request: u32| {
            self.left.asked >= request && self.trouble_at().is_none_or(|trouble| trouble > request)
        };
        self.is_well() || (known && request.is_some_and(passed))
    }

    /// With an answer that was not waited for among what went wrong.
    fn with_what_was_given_up(mut self) -> Self {
        if let Some(given_up) = self.left.given_up.take() {
            self.left.seen.violations.push(given_up.violation);
            self.left.seen.unjudged = None;
        }
        self
    }
}

/// So many times one after the other something goes wrong with what is unusual and goes well without it, before the
/// one is put down to the other. If what is unusual made no difference, and a bot went wrong with any probability p by
/// itself, this would be seen with the probability (p (1 - p))^10, which is less than one in a million.
const PAIRS: u32 = 10;
/// In repetitions an answer is waited for so many times as long as the slowest that came, within these bounds.
const SLOWER: u32 = 5;
const SHORTEST: Duration = Duration::from_millis(400);

/// Whether something goes wrong because of what is unusual.
enum Proof {
    /// It did so each time.
    Each,
    /// It did so that many times of so many.
    Some { wrong: u32, of: u32 },
    /// There was no time to find out.
    Unknown,
}

/// The playing of one case.
struct Play<'a> {
    baseline: Baseline,
    context: &'a RunContext<'a>,
    /// What the bot is known to get wrong of its board.
    doubt: Option<Doubt>,
}

impl Play<'_> {
    /// One run of a session.
    fn run(&self, script: &SessionScript, kept: Option<IdleProcess>, aim: Aim) -> Result<Seen, RunError> {
        let style = Style { line_ends: script.line_ends, blank_lines: script.blank_lines };
        let mut table = match kept {
            Some(kept) => Session::of(self.context, kept, style, script.seed),
            None => Session::open(self.context, script.colour, style, script.seed)?,
        };
        table.baseline = self.baseline;
        table.aim = aim;
        table.doubt = self.doubt;
        let mut begun = 0_usize;
        let mut game = None;
        for step in script.before.iter().chain(&script.steps) {
            begun += usize::from(begins(step));
            table.step(step)?;
            if game.is_none() && (!table.seen.violations.is_empty() || table.given_up.is_some()) {
                game = Some(begun.saturating_sub(1));
            }
        }
        Ok(Seen { left: table.leave(script.end)?, game })
    }

    /// What to make of a session that failed among others, by what it shows alone.
    fn compare_alone(
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
        let patience = patience(alone.left.slowest);
        let known = self.context.observations.overruns(init_board::RESETS.id) > 0;
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
                self.context.observations.count(init_board::RESETS.id, true);
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
    fn without(
        &self,
        rule: &'static Requirement,
        script: &SessionScript,
        seen: Seen,
    ) -> Result<CaseOutcome, RunError> {
        let early =
            seen.game.is_some_and(|game| game + 1 < games(script)) && rule.id != init_board::RESETS.id;
        if early {
            return Ok(seen.left.seen);
        }
        let usual = plain(rule, script, seen.game.unwrap_or_default());
        // What goes wrong in the first game has nothing to do with a game before.
        if rule.id == init_board::RESETS.id && seen.game == Some(0) {
            return Ok(seen.left.seen);
        }
        let control = self.run(&usual, None, Aim::Control)?;
        if control.left.given_up.is_some() && seen.left.given_up.is_some() {
            return Ok(seen.left.seen);
        }
        // Up to where it went wrong: what comes behind that has nothing to do with it.
        let until = if rule.id == init_board::RESETS.id { None } else { seen.trouble_at() };
        if !control.is_well_until(until) {
            let without = control.left.seen;
            if seen.left.proven == Some(rule.id) && !is_broken(&without, rule) {
                // What it died of is certain, whatever else goes wrong.
                let mut found = seen.left.seen;
                found.violations.extend(without.violations);
                return Ok(found);
            }
            return Ok(if seen.left.seen.violations.is_empty() {
                seen.left.seen
            } else {
                attribute(rule, &REQUIREMENTS, seen.left.seen, without, contrast(rule))
            });
        }
        let patience = patience(control.left.slowest);
        let known = self.context.observations.overruns(rule.id) > 0;
        let proof = if known {
            Proof::Each
        } else {
            prove(
                self.context,
                || Ok(self.run(script, None, Aim::Repetition(patience))?.has_trouble()),
                || Ok(self.run(&usual, None, Aim::Repetition(patience))?.is_well_until(until)),
            )?
        };
        Ok(match proof {
            Proof::Each => {
                self.context.observations.count(rule.id, true);
                let told = format!("{}{}", contrast(rule), if known { "" } else { EACH_TIME });
                let seen = seen.with_what_was_given_up().left.seen;
                let well = CaseOutcome { turns: control.left.seen.turns, ..CaseOutcome::default() };
                let mut found = attribute(rule, &REQUIREMENTS, seen, well, &told);
                found.violations.extend(control.left.seen.violations);
                found
            }
            Proof::Some { wrong, of } => by_chance(seen, wrong, of).left.seen,
            Proof::Unknown => kept_as_seen(seen, "there was no time to play it again without that").left.seen,
        })
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

/// How long an answer is waited for in a repetition, by the slowest that came.
fn patience(slowest: Duration) -> Duration {
    (slowest * SLOWER).max(SHORTEST)
}

/// Whether it goes wrong with and well without what is unusual, again and again.
fn prove(
    context: &RunContext<'_>,
    mut with: impl FnMut() -> Result<bool, RunError>,
    mut without: impl FnMut() -> Result<bool, RunError>,
) -> Result<Proof, RunError> {
    let mut wrong = 0;
    for of in 1..=PAIRS {
        if context.is_out_of_time() || context.host.is_interrupted() {
            return Ok(Proof::Unknown);
        }
        wrong += u32::from(with()?);
        if wrong < of || !without()? {
            return Ok(Proof::Some { wrong, of });
        }
    }
    Ok(Proof::Each)
}

/// What is said of that.
const EACH_TIME: &str =
    " (so it was in each of 10 runs with it and 10 without: less than one in a million that this is chance)";

/// What went wrong among others only.
fn disturbed(seen: Seen, before: &[&str], known: bool) -> Seen {
    let together = before.join(" and ");
    let times = if known { "" } else { EACH_TIME };
    let contrast = format!(
        "in a process of its own the case passes; here {together} went before in the same process{times}"
    );
    let commands: String = before.iter().map(|id| format!("--case {id} ")).collect();
    let again = format!("to see it again, run all of them: {commands}and this one");
    let violations = seen.left.seen.violations.into_iter().take(1).map(|first| {
        let mut violation = put_down(&init_board::RESETS, first, &contrast);
        violation.after = before.iter().map(|&id| id.to_owned()).collect();
        // What the bot said itself is true among any others.
        violation.hint = Some(match violation.hint.take().filter(|hint| hint.starts_with(STDERR_SAYS)) {
            Some(hint) => format!("{hint}\n{again}"),
            None => again.clone(),
        });
        violation
    });
    let seen_here = CaseOutcome { violations: violations.collect(), ..seen.left.seen };
    Seen { left: SessionOutcome { seen: seen_here, ..seen.left }, ..seen }
}

/// What went wrong once, and does not each time: it stays what it was seen to be.
fn by_chance(mut seen: Seen, wrong: u32, of: u32) -> Seen {
    let told_before = |message: &str| message.contains("runs of the same messages");
    for violation in seen.left.seen.violations.iter_mut().filter(|it| !told_before(&it.message)) {
        let runs = of + 1;
        violation.message.push_str(&format!("; seen in {} of {runs} runs of the same messages", wrong + 1));
    }
    seen
}

/// What was seen stays, and nobody knows what it has to do with what is unusual.
fn kept_as_seen(mut seen: Seen, why: &str) -> Seen {
    let reason = format!("what this has to do with what went before could not be told: {why}");
    if !seen.left.seen.violations.is_empty() {
        seen.left.seen.unjudged.get_or_insert(Unjudged::LeftOut { reason });
    }
    seen
}

/// Whether a step begins a game.
const fn begins(step: &Step) -> bool {
    matches!(step, Step::Say(Message::InitBoard(_)))
}

/// How many games a session has.
fn games(script: &SessionScript) -> usize {
    script.before.iter().chain(&script.steps).filter(|step| begins(step)).count()
}

fn is_broken(outcome: &CaseOutcome, rule: &Requirement) -> bool {
    outcome.violations.iter().any(|violation| violation.rule == rule.id)
}

/// The same session with a short wait behind each message that is not answered.
fn attentive(script: &SessionScript) -> SessionScript {
    let listening = |steps: &[Step]| {
        let waits = |step: &Step| matches!(step, Step::Say(message) if !message.has_answer());
        let pair = |step: &Step| [Some(step.clone()), waits(step).then_some(Step::Listen)];
        [Step::Listen].into_iter().chain(steps.iter().flat_map(pair).flatten()).collect()
    };
    SessionScript { before: script.before.clone(), steps: listening(&script.steps), ..script.clone() }
}

/// What the bot is known to get wrong of its board, where that matters in a session.
fn doubt(id: &str, script: &SessionScript, context: &RunContext<'_>) -> Option<Doubt> {
    if !relies_on_stones(id, script) {
        None
    } else if stones_blocker(two_digits(script), context).is_some() {
        Some(Doubt::Stones)
    } else {
        (takes_away(script) && context.observations.blocked_by(UNSET).is_some()).then_some(Doubt::Unset)
    }
}

/// Whether stones are taken away in a session.
fn takes_away(script: &SessionScript) -> bool {
    let takes = |step: &Step| matches!(step, Step::Say(Message::Unset(_)));
    script.before.iter().chain(&script.steps).any(takes)
}

/// The rule that a bot breaks which does not put stones where it is told to, on a board of this kind.
fn stones_blocker(large: bool, context: &RunContext<'_>) -> Option<&'static str> {
    let on_large = || context.observations.blocked_by(STONES_OF_LARGE_BOARDS).filter(|_| large);
    context.observations.blocked_by(STONES).or_else(on_large)
}

/// Whether a session is about nothing that shows without stones. Where nobody moves or swaps, nothing but the board can
/// be wrong, and that shows.
fn relies_on_stones(id: &str, script: &SessionScript) -> bool {
    let beside = ["input", "output", "quit", "eof"].contains(&id.split('/').nth(1).unwrap_or_default());
    let puts = |step: &Step| {
        let message = matches!(step, Step::Say(Message::Seto(_) | Message::Sety(_) | Message::Unset(_)));
        message || matches!(step, Step::Board(_) | Step::Put(_) | Step::Decide(_))
    };
    let told = script.before.iter().chain(&script.steps).any(puts);
    told && (!beside || moves(script) || swaps(script))
}

/// Whether a session is about a board whose size has two digits.
fn two_digits(script: &SessionScript) -> bool {
    script
        .before
        .iter()
        .chain(&script.steps)
        .any(|step| matches!(step, Step::Say(Message::InitBoard(size)) if size.get() > 9))
}

/// What stands in the way of anything with a bot of this colour.
fn blocker(colour: Colour, context: &RunContext<'_>) -> Option<CaseOutcome> {
    let of_colour =
        || context.observations.blocked_by(colour_key(colour)).filter(|_| !takes_each_for_the_other(context));
    let rule = context.observations.blocked_by(EVERYTHING).or_else(of_colour)?;
    Some(CaseOutcome::blocked(format!("cannot be judged while {rule} is broken"), rule))
}

/// What is unusual about a session, as the rule that says it must not matter.
fn circumstance(script: &SessionScript) -> Option<&'static Requirement> {
    let raw = script.steps.iter().any(|step| matches!(step, Step::Raw(_)));
    if raw {
        Some(&input::UNKNOWN)
    } else if script.line_ends == LineEnds::CrLf {
        Some(&input::CRLF)
    } else if script.blank_lines {
        Some(&input::BLANK_LINES)
    } else if games(script) > 1 {
        Some(&init_board::RESETS)
    } else {
        None
    }
}

/// The same session without what is unusual about it; of several games that one in which it went wrong.
fn plain(rule: &Requirement, script: &SessionScript, game: usize) -> SessionScript {
    let mut begun = 0_usize;
    let mut of_this_game = |step: &&Step| {
        begun += usize::from(begins(step));
        begun == game + 1
    };
    let all = script.before.iter().chain(&script.steps);
    let steps: Vec<Step> = if rule.id == init_board::RESETS.id {
        all.filter(|step| of_this_game(step)).cloned().collect()
    } else {
        all.filter(|step| !matches!(step, Step::Raw(_))).cloned().collect()
    };
    SessionScript { before: Vec::new(), steps, line_ends: LineEnds::Lf, blank_lines: false, ..script.clone() }
}

fn contrast(rule: &Requirement) -> &'static str {
    match rule.id {
        id if id == input::UNKNOWN.id => "without the unknown messages the case passes",
        id if id == input::CRLF.id => "with LF line ends the case passes",
        id if id == input::BLANK_LINES.id => "without the blank lines the case passes",
        _ => "without the game before it the case passes",
    }
}

/// A whole game, in a process of its own.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn game(id: &str, script: &Game, context: &RunContext<'_>) -> Result<CaseOutcome, RunError> {
    if let Some(skipped) = blocker(script.colour, context) {
        return Ok(skipped);
    }
    let mut table = Session::open(context, script.colour, Style::default(), script.seed)?;
    table.doubt = stones_blocker(script.size.get() > 9, context).map(|_| Doubt::Stones);
    table.tell(Message::InitBoard(script.size));
    let own_seat = Position::opening(script.size).seat_of(script.colour);
    let mut position = Position::opening(script.size);
    let mut random = Random::seeded(script.seed);
    let mut last = None;
    let mut own_moves = 0_u32;
    while position.outcome().is_none() && !table.is_over() {
        let mv = if position.seat_to_move() == own_seat {
            let Some(mv) = table.make_move()? else { break };
            own_moves += 1;
            if let Move::Place(cell) = mv {
                last = Some(cell);
            }
            if own_moves <= 2 || own_moves.is_multiple_of(4) || mv == Move::Swap {
                table.show_board()?;
            }
            mv
        } else {
            let mv = script.partner.choose(&position, last, &mut random);
            table.tell(match mv {
                Move::Place(cell) => Message::Seto(cell.into()),
                Move::Swap => Message::Swap,
            });
            if mv == Move::Swap {
                table.show_board()?;
            }
            mv
        };
        // What the table has taken for a move is one.
        position = position
            .play(mv)
            .unwrap_or_else(|illegal| unreachable!("judged as legal, then refused: {}", illegal.mv));
    }
    if position.outcome().is_some() {
        table.show_board()?;
        table.check_win()?;
    }
    let left = table.leave(End::Open)?;
    if let Some(kind) = left.hung {
        context.observations.count(kind.name(), true);
    }
    if left.given_up.is_some() {
        context.observations.count(GIVEN_UP, true);
        context.observations.gave_up(id);
    }
    Ok(left.seen)
}

/// A start with wrong arguments.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn start(script: &Start, context: &RunContext<'_>) -> Result<CaseOutcome, RunError> {
    let conversation = context.converse(&script.args)?;
    let closed = conversation.finish(args::GRACE)?;
    let unjudged = match &closed.finished.ending {
        Ending::Interrupted | Ending::HostTooBusy | Ending::NotStarted(_) => {
            Some(Unjudged::after(&closed.finished.ending))
        }
        _ => None,
    };
    let mut outcome = CaseOutcome { unjudged, ..CaseOutcome::default() };
    outcome.violations.extend(args::judge_invalid(&closed));
    for violation in &mut outcome.violations {
        violation.sent = Some(match script.args.as_slice() {
            [] => "no argument".to_owned(),
            args => format!("arguments: {}", args.join(" ")),
        });
    }
    Ok(outcome)
}
