//! How a case is played: a session, alone or in company, a game, a start.

use botspec_sdk::Position as _;
use botspec_sdk::games::hex::{Colour, Message, Move, Position};
use botspec_sdk::random::Random;

use super::script::{End, Game, LineEnds, Session, Start};
use super::step::Step;
use super::table::{Acquaintance, EVERYTHING, Kept, Left, Style, Table, colour_key};
use super::trouble::STDERR_SAYS;
use super::{args, check_win, init_board, input, output, time};
use crate::contest::{Performance, Unjudged};
use crate::process::Ending;
use crate::requirement::Requirement;
use crate::stage::{Stage, StageError};
use crate::tape::Conversation;

/// The process that sessions of one sitting share.
#[derive(Debug, Default)]
pub struct Company {
    kept: Option<Kept>,
    /// Of which sitting it is.
    sitting: u32,
    /// The case before, in the same process.
    before: String,
}

/// What a session showed, and whether it broke before it came to its point.
struct Seen {
    left: Left,
    early: bool,
    hung: bool,
}

/// Messages, one after the other.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn session(
    id: &str,
    script: &Session,
    acquaintance: Acquaintance,
    company: &mut Company,
    stage: &Stage<'_>,
) -> Result<Performance, StageError> {
    if let Some(skipped) = obstacle(script.colour, stage) {
        return Ok(skipped);
    }
    if !script.family.is_empty() && stage.facts.only_overruns(script.family) {
        let reason = "cases of this kind were not answered in time again and again";
        return Ok(Performance::skipped(reason, Some(time::REPLY.id)));
    }
    let resets_broken = stage.facts.hindrance(init_board::RESETS.id).is_some();
    if resets_broken && !script.before.is_empty() {
        let rule = init_board::RESETS.id;
        return Ok(Performance::skipped(format!("cannot be judged while {rule} is broken"), Some(rule)));
    }
    let kept = company.kept.take().filter(|kept| {
        script.sitting > 0 && company.sitting == script.sitting && kept.colour() == script.colour
    });
    let shared = kept.is_some();
    let mut seen = run(script, kept, acquaintance, stage)?;
    if !script.family.is_empty() {
        stage.facts.count(script.family, seen.hung);
    }
    if shared && !seen.left.seen.violations.is_empty() {
        let alone = run(script, None, acquaintance, stage)?;
        seen.left.seen = confronted(seen.left.seen, alone.left.seen, &company.before);
        seen.left.kept = None;
    }
    if acquaintance != Acquaintance::Known && is_broken(&seen.left.seen, &output::UNSOLICITED) {
        // Once more, with open ears behind each message: then it is known which one it follows.
        let again = run(&attentive(script), None, acquaintance, stage)?;
        if is_broken(&again.left.seen, &output::UNSOLICITED) {
            seen = again;
        }
    }
    company.before = id.to_owned();
    company.sitting = script.sitting;
    company.kept = if script.sitting > 0 && !resets_broken { seen.left.kept.take() } else { None };
    let mut performance = seen.left.seen;
    if let Some(rule) = circumstance(script)
        && !performance.violations.is_empty()
        && !seen.early
    {
        let control = run(&plain(script), None, acquaintance, stage)?;
        if control.left.seen.violations.is_empty() && control.left.seen.unjudged.is_none() {
            performance = blamed(rule, performance, contrast(rule));
        } else {
            performance = control.left.seen;
        }
    }
    if acquaintance != Acquaintance::Known {
        for (what, rule) in seen.left.hinders {
            stage.facts.hinder(what, rule);
        }
        let broken = |rule: &Requirement| is_broken(&performance, rule);
        if broken(&args::COLOUR) {
            stage.facts.hinder(colour_key(script.colour), args::COLOUR.id);
        }
        for rule in [&init_board::RESETS, &check_win::VALUE].into_iter().filter(|rule| broken(rule)) {
            stage.facts.hinder(rule.id, rule.id);
        }
        if broken(&init_board::SIZES) && !two_digits(script) {
            stage.facts.hinder(EVERYTHING, init_board::SIZES.id);
        }
    }
    Ok(performance)
}

fn is_broken(performance: &Performance, rule: &Requirement) -> bool {
    performance.violations.iter().any(|violation| violation.rule == rule.id)
}

/// The same session with a short wait behind each message that is not answered.
fn attentive(script: &Session) -> Session {
    let listening = |steps: &[Step]| {
        let waits = |step: &Step| matches!(step, Step::Say(message) if !message.has_answer());
        let pair = |step: &Step| [Some(step.clone()), waits(step).then_some(Step::Listen)];
        [Step::Listen].into_iter().chain(steps.iter().flat_map(pair).flatten()).collect()
    };
    Session { before: script.before.clone(), steps: listening(&script.steps), ..script.clone() }
}

/// Whether a session is about a board whose size has two digits.
fn two_digits(script: &Session) -> bool {
    script.steps.iter().any(|step| matches!(step, Step::Say(Message::InitBoard(size)) if size.get() > 9))
}

/// What stands in the way of anything with a bot of this colour.
fn obstacle(colour: Colour, stage: &Stage<'_>) -> Option<Performance> {
    let rule = stage.facts.hindrance(EVERYTHING).or_else(|| stage.facts.hindrance(colour_key(colour)))?;
    Some(Performance::skipped(format!("cannot be judged while {rule} is broken"), Some(rule)))
}

/// One run of a session.
fn run(
    script: &Session,
    kept: Option<Kept>,
    acquaintance: Acquaintance,
    stage: &Stage<'_>,
) -> Result<Seen, StageError> {
    let style = Style { line_ends: script.line_ends, blank_lines: script.blank_lines };
    let mut table = match kept {
        Some(kept) => Table::of(stage, kept, style, script.seed),
        None => Table::open(stage, script.colour, style, script.seed)?,
    };
    table.acquaintance = acquaintance;
    for step in &script.before {
        table.step(step)?;
    }
    let early = !table.seen.violations.is_empty();
    for step in &script.steps {
        table.step(step)?;
    }
    let hung = table.has_hung();
    Ok(Seen { left: table.leave(script.end)?, early, hung })
}

/// What to make of a session that failed in company, by what it shows alone.
fn confronted(in_company: Performance, alone: Performance, before: &str) -> Performance {
    if !alone.violations.is_empty() || alone.unjudged.is_some() {
        return alone;
    }
    let contrast =
        format!("in a process of its own there is no trouble; here {before} went before in the same process");
    let mut performance = blamed(&init_board::RESETS, in_company, &contrast);
    for violation in &mut performance.violations {
        let again = format!("to see it again, run both: --case {before} and this one");
        // What the bot said itself is true in any company.
        violation.hint = Some(match violation.hint.take().filter(|hint| hint.starts_with(STDERR_SAYS)) {
            Some(hint) => format!("{hint}\n{again}"),
            None => again,
        });
        violation.suspects.clear();
    }
    performance
}

/// What is unusual about a session, as the rule that says it must not matter.
fn circumstance(script: &Session) -> Option<&'static Requirement> {
    let raw = script.steps.iter().any(|step| matches!(step, Step::Raw(_)));
    if raw {
        Some(&input::UNKNOWN)
    } else if script.line_ends == LineEnds::CrLf {
        Some(&input::CRLF)
    } else if script.blank_lines {
        Some(&input::BLANK_LINES)
    } else if !script.before.is_empty() {
        Some(&init_board::RESETS)
    } else {
        None
    }
}

/// The same session without anything unusual.
fn plain(script: &Session) -> Session {
    let usual = |step: &&Step| !matches!(step, Step::Raw(_));
    Session {
        before: Vec::new(),
        steps: script.steps.iter().filter(usual).cloned().collect(),
        line_ends: LineEnds::Lf,
        blank_lines: false,
        ..script.clone()
    }
}

fn contrast(rule: &Requirement) -> &'static str {
    match rule.id {
        id if id == input::UNKNOWN.id => "without the unknown messages there is no trouble",
        id if id == input::CRLF.id => "with LF line ends there is no trouble",
        id if id == input::BLANK_LINES.id => "without the blank lines there is no trouble",
        _ => "without the game before there is no trouble",
    }
}

/// Everything that was seen, as one violation of this rule.
fn blamed(rule: &Requirement, seen: Performance, contrast: &str) -> Performance {
    let mut violations = seen.violations;
    violations.truncate(1);
    for violation in &mut violations {
        let message = format!("{}; {contrast}", violation.message);
        let level = rule.level;
        let hint = violation.hint.take();
        let blamed =
            crate::record::Violation { rule: rule.id.to_owned(), level, message, hint, ..violation.clone() };
        *violation = blamed;
    }
    Performance { violations, ..seen }
}

/// A whole game, in a process of its own.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn game(script: &Game, stage: &Stage<'_>) -> Result<Performance, StageError> {
    if let Some(skipped) = obstacle(script.colour, stage) {
        return Ok(skipped);
    }
    let mut table = Table::open(stage, script.colour, Style::default(), script.seed)?;
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
    Ok(table.leave(End::Open)?.seen)
}

/// A start with wrong arguments.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn start(script: &Start, stage: &Stage<'_>) -> Result<Performance, StageError> {
    let conversation = Conversation::open(stage.host, stage.program(), &script.args)?;
    let closed = conversation.finish(args::GRACE)?;
    let mut performance = Performance::default();
    if let Ending::NotStarted(why) = &closed.finished.ending {
        let reason = format!("the bot could not be started: {why}");
        performance.unjudged = Some(Unjudged::Inconclusive { reason });
    }
    performance.violations.extend(args::judge_invalid(&closed));
    for violation in &mut performance.violations {
        violation.sent = Some(match script.args.as_slice() {
            [] => "no argument".to_owned(),
            args => format!("arguments: {}", args.join(" ")),
        });
    }
    Ok(performance)
}
