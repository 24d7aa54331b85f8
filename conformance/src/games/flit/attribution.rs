//! Which rule an illegal answer breaks: that of the move, of who it is, or of keeping track of the board.

use botspec_sdk::games::flit::{Answer, Board, Position, Reason, Square, Update};

use super::draw::draw;
use super::script::LineEnds;
use super::session::{Asked, Session};
use super::stale::{Belief, Missed};
use super::{identity, patch, update};
use crate::record::Violation;
use crate::run_context::{RunContext, RunError};
use crate::slip;

/// What cannot be told of an illegal answer once the bot has been seen to play as another.
const ANOTHER: &str = "whose move it is";

/// Whether an illegal answer has to do with what was told before is found out with so many requests.
const CONTROLS: u32 = 40;

/// Or with so many processes, which are asked once.
const AFRESH: u32 = 3;

/// For remembering that the bot takes the piece that moves for a neighbour of its destination.
const COUNTS_ITSELF: &str = "the piece that moves counted";

/// Whether it does so now and then is found out with so many requests, and as many as it had been asked: its answers may
/// follow from their number.
const NOW_AND_THEN: u32 = 200;

/// Blames an answer that is not legal on what explains it best; false if there was one.
///
/// If one more line follows, it is the answer, and what was taken for it was a line too many.
///
/// It is a matter of tracking if the bot gets on with the same board in a process of its own: asked many times, so that
/// a slip which comes now and then is not taken for one, or once in each of several processes if it believes in its
/// own moves. Nor is it one if the bot counts the piece that moves where there is nothing to miss, too. What another bot
/// would have been allowed is a matter of identity. Anything else breaks the rules of moving.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn attribute_answer(
    table: &mut Session<'_>,
    asked: &Asked,
    context: &RunContext<'_>,
) -> Result<bool, RunError> {
    let position = table.position().clone();
    let Some(proof) = asked.violations.first() else {
        if asked.mv.is_some_and(|mv| !mv.is_stay()) {
            let slips = identity::slips(position.player(), position.player());
            slip::ruled_out(&slips).into_iter().for_each(|slip| context.observations.rule_out(slip));
        }
        return Ok(true);
    };
    let as_proof = |mut violation: Violation| {
        violation.turn = proof.turn;
        violation.sent.clone_from(&proof.sent);
        violation.received.clone_from(&proof.received);
        violation.at = proof.at;
        violation.against.extend(&proof.against);
        violation
    };
    if let Some(violation) = table.out_of_step(&asked.answer) {
        table.blame(Violation { received: violation.received.clone(), at: None, ..as_proof(violation) });
        return Ok(false);
    }
    let tracking = if is_tracking(&position, &asked.answer, table.asked(), asked.missed.as_ref(), context)? {
        let missed = asked.missed.iter().flat_map(|missed| missed.candidates.iter().cloned());
        Some(missed.collect())
    } else {
        None
    };
    if let Some(why) = tracking {
        let message = format!(
            "{}; told of the same board at once, it plays legally: its own board is not what the updates before have said",
            proof.message
        );
        let violation = update::TRACKED.violated(message).with_candidates(why).drawn(draw(
            &position,
            Some(&asked.answer),
            &[],
        ));
        table.blame(as_proof(violation));
    } else if let Some((other, violation)) =
        identity::judge(&position, &asked.answer, context.observations.blocked_by(ANOTHER).is_some())
    {
        let slips = identity::slips(position.player(), other);
        let violation = violation.speaking_against(slip::ruled_out(&slips));
        context.observations.block(ANOTHER, identity::ARGUMENT.id);
        table.blame(as_proof(violation));
    } else {
        for violation in &asked.violations {
            table.blame(violation.clone());
        }
    }
    Ok(false)
}

/// Whether the bot plays legally on this board if it is told of it at once, and nothing happens that it could be wrong
/// about in the same way.
fn is_tracking(
    position: &Position,
    answer: &Answer,
    asked: u32,
    missed: Option<&Missed>,
    context: &RunContext<'_>,
) -> Result<bool, RunError> {
    let once_each = || -> Result<bool, RunError> {
        for _ in 0..AFRESH {
            if !plays_legally(position, 1, Then::Refused, context)? {
                return Ok(false);
            }
        }
        Ok(true)
    };
    // A bot that forgets that its piece leaves its square knows the board well.
    if counts_itself(position, answer)
        && (missed.is_none() || counts_itself_at_once(position, asked, context)?)
    {
        context.observations.note_steady(COUNTS_ITSELF);
        return Ok(false);
    }
    let explained = match missed.map(|missed| missed.belief) {
        Some(Belief::OwnMove) => once_each()? && plays_legally(position, CONTROLS, Then::Made, context)?,
        Some(Belief::OwnConversion) => once_each()?,
        Some(Belief::Others) | None => false,
    };
    Ok(explained || asked > 1 && plays_legally(position, CONTROLS, Then::Refused, context)?)
}

/// Whether nothing is wrong with an answer but that no other piece than the one that moves is next to its destination.
fn counts_itself(position: &Position, answer: &Answer) -> bool {
    position
        .judge(answer)
        .is_err_and(|faults| matches!(faults.as_slice(), [Reason::DestinationBesideOrigin { .. }]))
}

/// Whether the bot has answered so where it had missed nothing, or a fresh process does that is told of this board: on
/// some boards that it has missed something on, too, the same answer would be legal.
fn counts_itself_at_once(
    position: &Position,
    asked: u32,
    context: &RunContext<'_>,
) -> Result<bool, RunError> {
    if context.observations.is_steady(COUNTS_ITSELF) {
        return Ok(true);
    }
    let mut table = told_at_once(position, context)?;
    let mut shown = false;
    for _ in 0..NOW_AND_THEN.saturating_add(asked) {
        let Some(asked) = table.ask() else { break };
        shown = counts_itself(position, &asked.answer);
        if shown || context.is_out_of_time() {
            break;
        }
        // One that believes in its own moves, or in what they convert, is told better.
        table.tell(&as_they_are(position, &asked.answer));
    }
    table.close(false)?;
    Ok(shown)
}

/// What is on the squares that a move changes, or may be thought to change.
fn as_they_are(position: &Position, answer: &Answer) -> Vec<Update> {
    let variant = position.variant();
    let Some(destination) = answer.destination.on(variant) else { return Vec::new() };
    let beside = destination.neighbours(variant);
    let around = beside.into_iter().flat_map(|square| square.neighbours(variant));
    let mut squares: Vec<Square> =
        answer.origin.on(variant).into_iter().chain(beside).chain(around).collect();
    squares.sort_by_key(|square| (square.y(), square.x()));
    squares.dedup();
    squares.into_iter().map(|square| Update::new(square, position.board().get(square))).collect()
}

/// If it falls silent, so many processes do for all those requests.
const PROCESSES: u32 = 10;

/// What becomes of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Then {
    /// Nothing: the next request is for the same board.
    Refused,
    /// The move is made, and told.
    Made,
}

/// Whether a fresh process that is told of this board answers legally, so many times. One that falls silent is followed
/// by others.
fn plays_legally(
    position: &Position,
    times: u32,
    then: Then,
    context: &RunContext<'_>,
) -> Result<bool, RunError> {
    let (before_silence, silent) = legal_answers(position, times, then, context)?;
    if !silent || before_silence == 0 {
        return Ok(before_silence == times);
    }
    let mut answered = before_silence;
    for _ in 1..PROCESSES {
        if answered >= times {
            break;
        }
        // No more than it has answered before: nobody waits for its silence again.
        let (legal, silent) = legal_answers(position, before_silence, then, context)?;
        if legal == 0 || legal < before_silence && !silent {
            return Ok(false);
        }
        answered += legal;
    }
    Ok(true)
}

/// How often a fresh process that is told of this board answers legally, no more than so many times, and whether it falls
/// silent behind that.
fn legal_answers(
    position: &Position,
    times: u32,
    then: Then,
    context: &RunContext<'_>,
) -> Result<(u32, bool), RunError> {
    let mut table = told_at_once(position, context)?;
    let mut legal = 0;
    while legal < times {
        let Some(asked) = table.ask().filter(|asked| asked.violations.is_empty()) else { break };
        legal += 1;
        if let (Then::Made, Some(mv)) = (then, asked.mv) {
            let changes = table.changes_of(mv);
            table.tell(&changes);
        }
    }
    let silent = table.fell_silent();
    table.close(false)?;
    Ok((legal, silent))
}

/// A fresh process that is told of this board.
fn told_at_once<'a>(position: &Position, context: &'a RunContext<'a>) -> Result<Session<'a>, RunError> {
    let empty = Position::new(Board::empty(position.variant()), position.player());
    let mut table = Session::open(context, empty, LineEnds::Lf)?;
    table.impatient = true;
    table.tell(&patch::tell(position.board()));
    Ok(table)
}
