//! How a case is played: a game against a partner, each answer judged.

use std::time::Duration;

use botspec::contest::CaseOutcome;
use botspec::control::controlled;
use botspec::record::{Mark, Violation};
use botspec::run_context::{RunContext, RunError};
use botspec::stream_session::{Dialogue, DialogueRules, Question};
use botspec_sdk::Position as _;
use botspec_sdk::random::Random;

use crate::draw::draw;
use crate::position::{Column, PLAYERS, Position};
use crate::requirements::{BANK, COLUMN, EOF, FLUSHED, FORMAT, OPEN, REQUIREMENTS, SETTINGS, UNASKED};
use crate::script::Script;
use crate::wire::{action, answer, refilled, settings, update};

/// Decision R4: the time to end once stdin is closed.
pub(crate) const GRACE: Duration = Duration::from_secs(2);
/// Games are counted, to tell when waiting is of no use any more.
const GAME: &str = "game";

/// What is blamed for whatever becomes of a question.
const RULES: DialogueRules = DialogueRules {
    format: &FORMAT,
    unasked: &UNASKED,
    flushed: &FLUSHED,
    end: &EOF,
    grace: GRACE,
    is_answer: |line| answer(line).is_ok(),
};

/// Plays a case. What goes wrong with further settings is held against what happens without them.
pub(crate) fn case(script: &Script, context: &RunContext<'_>) -> Result<CaseOutcome, RunError> {
    if context.observations.only_overruns(GAME) {
        return Ok(CaseOutcome::blocked("answers did not come in time again and again", BANK.id));
    }
    let seen = game(script, context)?;
    context.observations.count(GAME, seen.violations.iter().any(|violation| violation.rule == BANK.id));
    if script.further.is_empty() {
        return Ok(seen);
    }
    let usual = Script { further: Vec::new(), ..script.clone() };
    let (again, without) = (|| game(script, context), || game(&usual, context));
    controlled(&SETTINGS, &REQUIREMENTS, seen, "without the further settings it plays on", again, without)
}

/// Judges an answer to a position in which the game goes on.
pub(crate) fn judge(position: &Position, line: &[u8]) -> Result<Column, Box<Violation>> {
    let broken = |violation: Violation| Box::new(violation.received(line));
    let number = answer(line).map_err(|error| {
        broken(FORMAT.violated(format!("the answer is not `place_disc COLUMN`: {error}")).at(&error))
    })?;
    let column = Column::new(number).ok_or_else(|| {
        let violation = COLUMN.violated(format!("column {number} is none of 0 to 6"));
        broken(if number == 7 { violation.hint("columns are counted from 0") } else { violation })
    })?;
    if position.is_full(column) {
        let drawn = draw(position, Some((column, Mark::Offending)));
        return Err(broken(OPEN.violated(format!("column {column} is full")).drawn(drawn)));
    }
    Ok(column)
}

/// What asks for a move, with so much left in the bank.
fn question(position: &Position, bank: Duration) -> Question {
    let late = format!("no answer came within the {} ms of its bank", bank.as_millis());
    let text = update(position) + &action(bank);
    Question { text, wanted: "a move", limit: bank, late: BANK.violated(late) }
}

/// Plays one game, or its first turns.
fn game(script: &Script, context: &RunContext<'_>) -> Result<CaseOutcome, RunError> {
    let seat = PLAYERS[usize::from(script.bot)];
    let mut bot = Dialogue::open(context, Vec::new(), RULES)?;
    let further = script.further.iter().map(|line| format!("settings {line}\n"));
    bot.tell(&std::iter::once(settings(seat, context.limit)).chain(further).collect::<String>());
    let (mut random, mut bank) = (Random::seeded(script.seed), context.limit);
    let (mut position, mut last, mut crowded) = (Position::default(), None, false);
    while position.outcome().is_none() && bot.stream.asked < script.turns {
        let column = if position.seat_to_move() != seat {
            script.partner.choose(&position, last, &mut random)
        } else if context.is_out_of_time() {
            bot.leave_out("time was up before the end of this game");
            None
        } else {
            crowded |= Column::all().any(|column| position.is_full(column));
            let answered = bot.ask(&question(&position, bank), |line| judge(&position, line))?;
            last = answered.map(|(column, elapsed)| {
                bank = refilled(bank, elapsed.charged, context.limit);
                column
            });
            last
        };
        // What was judged is legal, and so is what a partner chooses.
        let Some(Ok(next)) = column.map(|column| position.play(column)) else { break };
        position = next;
    }
    if !crowded {
        bot.stream.seen.untried.push(OPEN.untried("no column was full when the bot was to move"));
    }
    bot.close(script.close)
}
