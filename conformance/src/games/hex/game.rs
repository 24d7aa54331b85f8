//! A whole game, and the end that the referee asks for after it.

use botspec_sdk::Position as _;
use botspec_sdk::games::hex::{Message, Move, Position};
use botspec_sdk::random::Random;

use super::doubt::{blocker, game_doubt};
use super::script::{End, Game};
use super::session::{Session, Style};
use super::time;
use crate::contest::CaseOutcome;
use crate::run_context::{RunContext, RunError};

/// A whole game, in a process of its own, or two against a partner that foresees what the bot does.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn game(id: &str, script: &Game, context: &RunContext<'_>) -> Result<CaseOutcome, RunError> {
    if let Some(skipped) = blocker(script.colour, context) {
        return Ok(skipped);
    }
    let (mut seen, moves) = one_game(id, script, &[], context)?;
    if script.partner.foresees() && seen.unjudged.is_none() && seen.violations.is_empty() {
        seen.extend(one_game(id, script, &moves, context)?.0);
    }
    Ok(seen)
}

/// A game, and the bot's moves in it. `foreseen` are those of a game before: the partner answers each with the next one,
/// where that is still free.
fn one_game(
    id: &str,
    script: &Game,
    foreseen: &[Move],
    context: &RunContext<'_>,
) -> Result<(CaseOutcome, Vec<Move>), RunError> {
    let mut table = Session::open(context, script.colour, Style::default(), script.seed)?;
    table.doubt = game_doubt(script, context);
    table.tell(Message::InitBoard(script.size));
    let own_seat = Position::opening(script.size).seat_of(script.colour);
    let mut position = Position::opening(script.size);
    let mut random = Random::seeded(script.seed);
    let mut last = None;
    let mut own_moves = Vec::new();
    while position.outcome().is_none() && table.stream.is_open() {
        let mv = if position.seat_to_move() == own_seat {
            let Some(mv) = table.make_move()? else { break };
            own_moves.push(mv);
            if let Move::Place(cell) = mv {
                last = Some(cell);
            }
            if own_moves.len() <= 2 || own_moves.len().is_multiple_of(4) || mv == Move::Swap {
                table.show_board()?;
            }
            mv
        } else {
            let usual = script.partner.choose(&position, last, &mut random);
            let next = foreseen.get(own_moves.len()).filter(|_| !own_moves.is_empty() && usual != Move::Swap);
            let is_free =
                |mv: &&Move| matches!(mv, Move::Place(cell) if position.board().get(*cell).is_none());
            let mv = next.filter(is_free).copied().unwrap_or(usual);
            if let Some(cell) = script.partner.wavers(&position, mv, own_moves.len(), &mut random) {
                table.tell(Message::Seto(cell.into()));
                table.tell(Message::Unset(cell.into()));
            }
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
        if script.partner.asks_who_has_won() {
            table.check_win()?;
        }
    }
    let is_over = position.outcome().is_some();
    let left = table.leave(if is_over { End::Quit } else { End::Open })?;
    if let Some(kind) = left.findings.hung.filter(|_| left.seen.violations.iter().any(time::is_about)) {
        context.observations.count(kind.name(), true);
    }
    if let Some(given_up) = &left.findings.given_up {
        given_up.remember(id, Vec::new(), context.observations);
    }
    Ok((left.seen, own_moves))
}
