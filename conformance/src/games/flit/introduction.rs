//! The first words with a bot: what it says, when, and how it ends. All other cases rely on what this finds.

use botspec_sdk::games::flit::{Board, Contents, Player, Position, Update, Variant, draw};
use botspec_sdk::random::Random;

use super::play::settle;
use super::script::LineEnds;
use super::table::{QUIET, Table, too_many};
use super::update;
use crate::contest::Performance;
use crate::record::Violation;
use crate::stage::{Stage, StageError};

/// A start as in any game, as bot 1: a request, updates without one, another request, and the end. After each
/// of them it is heard what else the bot has to say.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn introduce(variant: Variant, stage: &Stage<'_>) -> Result<Performance, StageError> {
    let empty = Position::new(Board::empty(variant), Player::One);
    let mut table = Table::open(stage, empty, LineEnds::Lf)?;
    table.strict_line_ends = true;
    hold(&mut table, variant, stage)?;
    table.close(true)
}

fn hold(table: &mut Table<'_>, variant: Variant, stage: &Stage<'_>) -> Result<(), StageError> {
    let (_, start) = draw::start(variant, &mut Random::seeded(1));
    table.tell(&start);
    let Some(first) = table.ask_line() else { return Ok(()) };
    // A line too many can be a greeting, an answer to an update, or a second answer: what comes when tells.
    let after_first = table.listen(QUIET);
    if after_first.endless {
        table.blame(writes_for_ever(&after_first.bytes));
        return Ok(());
    }
    let others = another_bots_move(table.position());
    if after_first.is_empty() {
        let Some(asked) = table.answered(&first) else {
            // Is it an answer in a wrong form, or does it begin with what was said to updates?
            table.tell(&others);
            table.flush();
            let after_updates = table.listen(QUIET);
            if !after_updates.is_empty() {
                table.acquit();
                table.blame(update::spoke(&after_updates.bytes, others.len()));
            }
            return Ok(());
        };
        if !settle(table, &asked, stage)? {
            return Ok(());
        }
        let moved = asked.mv.map(|mv| table.changes_of(mv)).unwrap_or_default();
        table.tell(&moved);
    }
    table.tell(&others);
    table.flush();
    let after_updates = table.listen(QUIET);
    if !after_updates.is_empty() {
        table.blame(table.extra(&after_updates.bytes));
        return Ok(());
    }
    let Some(second) = table.ask_line() else { return Ok(()) };
    let after_second = table.listen(QUIET);
    if !after_second.is_empty() {
        table.blame(too_many(&[&second.bytes[..], b"\n", &after_second.bytes].concat(), 1));
        return Ok(());
    }
    if !after_first.is_empty() {
        let mut violation = too_many(&[&first.bytes[..], b"\n", &after_first.bytes].concat(), 1);
        violation.message =
            "the bot wrote more than one line for its first request, and one for the next".to_owned();
        violation.hint = Some("a greeting or a name is no answer: write it to stderr".to_owned());
        table.blame(violation);
        return Ok(());
    }
    if let Some(asked) = table.answered(&second) {
        settle(table, &asked, stage)?;
    }
    Ok(())
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
