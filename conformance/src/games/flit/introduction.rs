//! The first words with a bot: what it says, when, and how it ends. All other cases rely on what this finds.

use std::cell::OnceCell;

use botspec_sdk::games::flit::{Board, Contents, Player, Position, Update, Variant, draw};
use botspec_sdk::random::Random;

use super::attribution::attribute_answer;
use super::played::StartMode;
use super::script::LineEnds;
use super::session::{CHATTY, QUIET, Session, UNENDED, answer_in, too_many};
use super::stalls::confirmed;
use super::stats::SessionStats;
use super::{at_once, reply, update};
use crate::contest::CaseOutcome;
use crate::record::Violation;
use crate::requirement::by_id;
use crate::run_context::{RunContext, RunError};

/// The other cases cannot be judged, as answers cannot be made out.
pub(super) const TALK: &str = "making out answers";

/// A start as in any game, as bot 1: a request, updates without one, another request, and the end. After each
/// of them it is heard what else the bot has to say.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn introduce(variant: Variant, context: &RunContext<'_>) -> Result<CaseOutcome, RunError> {
    let talk = OnceCell::new();
    let (mut seen, _) = confirmed(variant, context, StartMode::Cold, |_| {
        let (seen, stats, heard) = first_words(variant, context)?;
        // How it talks is the same in a run that is made for a late answer.
        talk.get_or_init(|| heard);
        Ok((seen, stats))
    })?;
    let Talk { understood, chatty, unended } = talk.into_inner().unwrap_or_default();
    if understood {
        Session::confirm_start(&mut seen, Player::One, variant, context)?;
    }
    let first = seen.violations.first().and_then(|first| by_id(&super::REQUIREMENTS, &first.rule));
    match first {
        Some(broken) if !understood => context.observations.block(TALK, broken.id),
        _ => {
            chatty.into_iter().for_each(|rule| context.observations.block(CHATTY, rule));
            unended.then(|| context.observations.block(UNENDED, reply::ONE_LINE.id));
            at_once::find_out(variant, context)?;
        }
    }
    Ok(seen)
}

/// How a bot talks.
#[derive(Debug, Clone, Copy, Default)]
struct Talk {
    /// Whether answers can be made out.
    understood: bool,
    /// The rule that it breaks by saying too much, if it does.
    chatty: Option<&'static str>,
    /// Whether its answers have no line end.
    unended: bool,
}

/// One run of that.
fn first_words(
    variant: Variant,
    context: &RunContext<'_>,
) -> Result<(CaseOutcome, SessionStats, Talk), RunError> {
    let empty = Position::new(Board::empty(variant), Player::One);
    let mut table = Session::open(context, empty, LineEnds::Lf)?;
    table.strict_line_ends = true;
    let understood = hold(&mut table, variant, context)?;
    let talk = Talk { understood, chatty: table.chatty, unended: table.unended };
    let mut stats = SessionStats::default();
    stats.note(&table);
    Ok((table.close(true)?, stats, talk))
}

/// Whether answers can be made out, whatever else is wrong.
fn hold(table: &mut Session<'_>, variant: Variant, context: &RunContext<'_>) -> Result<bool, RunError> {
    let (_, start) = draw::start(variant, &mut Random::seeded(1));
    table.tell(&start);
    let Some(first) = table.ask_line() else { return Ok(false) };
    // A line too many can be a greeting, an answer to an update, or a second answer: what comes when tells.
    let after_first = table.listen(QUIET);
    if after_first.endless {
        table.blame(writes_for_ever(&after_first.bytes));
        return Ok(false);
    }
    let others = another_bots_move(table.position());
    let first_lines = [&first.bytes[..], b"\n", &after_first.bytes].concat();
    let mut first_answer = first.clone();
    let mut several = !after_first.is_empty();
    if let Some(answer) = answer_in(&first_lines).filter(|_| several) {
        first_answer.bytes = answer;
        table.chatty = Some(reply::ONE_LINE.id);
        several = false;
    }
    let mut legal = true;
    if !several {
        let Some(asked) = table.answered(&first_answer) else {
            // Is it an answer in a wrong form, or does it begin with what was said to updates?
            table.tell(&others);
            table.flush();
            let after_updates = table.listen(QUIET);
            if !after_updates.is_empty() {
                table.clear();
                table.blame(update::spoke(&after_updates.bytes, others.len()));
            }
            return Ok(false);
        };
        legal = attribute_answer(table, &asked, context)?;
        if !legal && table.chatty.is_none() {
            return Ok(true);
        }
        let moved = asked.mv.map(|mv| table.changes_of(mv)).unwrap_or_default();
        table.tell(&moved);
    }
    table.tell(&others);
    table.flush();
    let after_updates = table.listen(QUIET);
    let mut noted = false;
    if !after_updates.is_empty() {
        // What was blamed on the answer may be what was said to updates before.
        table.clear();
        table.blame(update::spoke(&after_updates.bytes, others.len()));
        let answers = answer_in(&after_updates.bytes).is_some();
        if several || answers {
            return Ok(false);
        }
        table.chatty = Some(update::SILENT.id);
        noted = true;
    }
    // Whoever falls silent later has been understood so far.
    let Some(second) = table.ask_line() else { return Ok(!several) };
    let after_second = table.listen(QUIET);
    let second_lines = [&second.bytes[..], b"\n", &after_second.bytes].concat();
    let mut second_answer = second.clone();
    if let Some(answer) = answer_in(&second_lines) {
        second_answer.bytes = answer;
    }
    if !after_second.is_empty() && !noted {
        table.blame(too_many(&second_lines, 1));
        if several || answer_in(&second_lines).is_none() {
            return Ok(false);
        }
        table.chatty = Some(reply::ONE_LINE.id);
    } else if !after_first.is_empty() && !noted {
        let mut violation = too_many(&first_lines, 1);
        violation.message =
            "the bot wrote more than one line for its first request, and one for the next".to_owned();
        violation.hint = Some("a greeting or a name is not an answer: write it to stderr".to_owned());
        table.blame(violation);
        if several {
            return Ok(false);
        }
    }
    if let Some(asked) = table.answered(&second_answer) {
        if legal {
            attribute_answer(table, &asked, context)?;
        }
        return Ok(true);
    }
    Ok(false)
}

/// Output without end.
fn writes_for_ever(bytes: &[u8]) -> Violation {
    let mut violation = too_many(bytes, 1);
    violation.message = "the bot goes on writing, although it was asked for one line".to_owned();
    violation
}

/// A move of the last bot, as updates.
fn another_bots_move(position: &Position) -> Vec<Update> {
    let player = *position.variant().players().last().expect("every variant has bots");
    let theirs = Position::new(position.board().clone(), player);
    let mv = theirs.random_move(&mut Random::seeded(1));
    vec![Update::new(mv.origin, Contents::Empty), Update::new(mv.destination, Contents::Piece(player))]
}
