//! Whether a bot can be told a position at once.
//!
//! Most sessions begin in the middle of a game, with all that is on the board told before the first request. No game
//! does that. A bot that holds what it is told against the rules of a game, or has room for what a round changes and
//! not much more, is right in every game, and errs there.

use botspec_sdk::games::flit::{Answer, Board, Match, Player, Position, Reply, Update, Variant};
use botspec_sdk::random::Random;

use super::cause::set_aside;
use super::played::{Played, StartMode};
use super::script::{LineEnds, Pace, Script};
use super::session::Session;
use super::{grow, identity, moves, patch, reply, update};
use crate::contest::{CaseOutcome, Unjudged};
use crate::control::{Repeated, repeated_in_time};
use crate::record::{Level, Violation};
use crate::run_context::{RunContext, RunError};

/// For remembering why it cannot.
const AT_ONCE: &str = "positions told at once";
/// For remembering that it errs where much is told at once, and not by chance.
const TOO_MUCH: &str = "much told at once";

/// The bot that is tried; in a game it has the first turn.
const BOT: Player = Player::One;

/// In a game so many requests are answered legally, and so many of its positions, told at once, are not. A bot to which
/// both are the same does that once in forty million times at the most.
const REQUESTS: usize = 60;
/// See [`REQUESTS`].
const POSITIONS: usize = 5;

/// The game goes on until so many in a hundred squares are taken.
const FULL: u32 = 45;

/// A gap, if this case begins with a position told at once, and the bot plays games and takes no such position.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn refused(script: &Script, context: &RunContext<'_>) -> Result<Option<CaseOutcome>, RunError> {
    if !begins_in_the_middle(script) {
        return Ok(None);
    }
    let refusal = refusal(script.variant().unwrap_or_default(), context)?;
    Ok(refusal.map(|refusal| {
        let reason = format!(
            "not for this bot: it plays games legally, and errs where a whole position is told before the first request, \
             which no game does ({refusal})"
        );
        Unjudged::Unsuitable { reason }.into()
    }))
}

/// Whether more is told before the first request than the start of a game.
fn begins_in_the_middle(script: &Script) -> bool {
    match script {
        Script::Introduction(_) => false,
        Script::Session(session) => !is_start(&session.start()),
        Script::Game(game) => matches!(game.pace, Pace::Crowded | Pace::Dominant),
    }
}

/// Whether a game can begin like this.
fn is_start(board: &Board) -> bool {
    let pieces = *board.occupied();
    board.neutral().is_empty()
        && board.variant().players().iter().all(|&player| board.pieces(player).len() == 2)
        && (pieces & pieces.neighbours()).is_empty()
}

/// What the bot does wrong where a position is told at once, if it does so each time, and nothing in a game. It is found
/// out once in a run.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn refusal(variant: Variant, context: &RunContext<'_>) -> Result<Option<String>, RunError> {
    context.observations.settled(AT_ONCE, || {
        let Some(refusal) = error_at(&simulated(variant), context)? else { return Ok(None) };
        let Some(positions) = positions_of_a_game(variant, context)? else { return Ok(None) };
        for position in positions {
            if error_at(&position, context)?.is_none() {
                return Ok(None);
            }
        }
        Ok(Some(refusal))
    })
}

/// What is left of a case that went wrong after more updates than a round of a game makes, if it goes well where so
/// many are told little by little, with a request in between: no game tells more.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn too_much(
    played: &Played,
    seen: &CaseOutcome,
    context: &RunContext<'_>,
) -> Result<Option<CaseOutcome>, RunError> {
    if !played.tells_more_than_a_round() || !seen.violations.iter().all(may_come_of_much) {
        return Ok(None);
    }
    let run = |start_mode| -> Result<CaseOutcome, RunError> {
        let (mut seen, stats) = played.on(start_mode, context)?;
        set_aside(&mut seen, &stats);
        Ok(seen)
    };
    let control = run(StartMode::Gradual)?;
    if !control.violations.is_empty() || control.unjudged.is_some() {
        return Ok(None);
    }
    let (at_once, gradually) = (|| run(StartMode::Repeated), || run(StartMode::Gradual));
    let known = context.observations.is_steady(TOO_MUCH);
    let repeated = if known {
        Repeated::Steady
    } else {
        repeated_in_time(context, &control, at_once, gradually, |_| true)?
    };
    let unjudged = match repeated {
        Repeated::Steady => {
            context.observations.note_steady(TOO_MUCH);
            let reason = "not for this bot: it plays legally where the same squares are told little by little, as in a \
                          game, and errs where all of them are told before the first request";
            Unjudged::Unsuitable { reason: reason.to_owned() }
        }
        Repeated::CutShort { by, .. } => Unjudged::NotTried { reason: by.into_parts().1 },
        Repeated::Seldom | Repeated::Anyway(_) => return Ok(None),
    };
    let told_of = |violation: &Violation| Violation {
        level: Level::Info,
        message: format!(
            "{}; told the same squares little by little, as in a game, it plays legally",
            violation.message
        ),
        ..violation.clone()
    };
    let violations = seen.violations.iter().map(told_of).collect();
    Ok(Some(CaseOutcome {
        violations,
        unjudged: Some(unjudged),
        turns: seen.turns,
        ..CaseOutcome::default()
    }))
}

/// Whether a bot that has not taken in all that it was told may do this: move illegally, or end.
fn may_come_of_much(violation: &Violation) -> bool {
    let silent = violation.rule == reply::ONE_LINE.id && violation.received.is_none();
    silent
        || [
            &moves::ORIGIN,
            &moves::VACANT,
            &moves::ADJACENT,
            &moves::STUCK,
            &update::TRACKED,
            &identity::ARGUMENT,
        ]
        .iter()
        .any(|rule| rule.id == violation.rule)
}

/// What the bot does wrong if it is told this position at once; none if nothing, or if nobody can tell.
fn error_at(position: &Position, context: &RunContext<'_>) -> Result<Option<String>, RunError> {
    let empty = Position::new(Board::empty(position.variant()), position.player());
    let mut table = Session::open(context, empty, LineEnds::Lf)?;
    table.impatient = true;
    table.tell(&patch::tell(position.board()));
    let asked = table.ask();
    let mut seen = table.abandon()?;
    let wrong = match asked {
        Some(asked) => asked.violations.into_iter().next(),
        None => seen.violations.pop(),
    };
    Ok(wrong.filter(|_| seen.unjudged.is_none()).map(|violation| violation.message))
}

/// Positions of a game in which the bot answers legally; none if it does not, or if nobody can tell.
fn positions_of_a_game(
    variant: Variant,
    context: &RunContext<'_>,
) -> Result<Option<Vec<Position>>, RunError> {
    let mut table = Session::open(context, Position::new(Board::empty(variant), BOT), LineEnds::Lf)?;
    table.impatient = true;
    let (mut game, start) = PartnersGame::start(variant);
    table.tell(&start);
    let mut positions = Vec::new();
    for number in 1..=REQUESTS {
        let Some(asked) = table.ask().filter(|asked| asked.violations.is_empty()) else { break };
        if number % (REQUESTS / POSITIONS) == 0 {
            positions.push(table.position().clone());
        }
        table.tell(&game.round(asked.answer));
    }
    let seen = table.abandon()?;
    Ok((positions.len() == POSITIONS && seen.unjudged.is_none()).then_some(positions))
}

/// The position that such a game of a bot that moves at random comes to.
fn simulated(variant: Variant) -> Position {
    let mut random = Random::seeded(1);
    let (mut game, _) = PartnersGame::start(variant);
    for _ in 0..REQUESTS {
        let mv = game.game.position().random_move(&mut random);
        game.round(mv.into());
    }
    game.game.position().clone()
}

/// A game in which the others collect the neutral pieces that appear, until the board is crowded.
struct PartnersGame {
    game: Match,
    random: Random,
}

impl PartnersGame {
    fn start(variant: Variant) -> (Self, Vec<Update>) {
        let mut random = Random::seeded(2);
        let (game, start) = Match::start(variant, &mut random);
        (Self { game, random }, start)
    }

    /// The turn of the bot, and those of the others until it is next; none if the game is over.
    fn round(&mut self, answer: Answer) -> Vec<Update> {
        let random = &mut self.random;
        let mut updates = Vec::new();
        let mut reply = answer;
        loop {
            let position = self.game.position();
            let next = position.variant().after(position.player());
            let fed = !is_full(position.board());
            let draw = |board: &Board| {
                if fed { grow::beside(&Position::new(board.clone(), next), random) } else { None }
            };
            let Ok(turn) = self.game.turn(Reply::Answer(reply), draw) else { return updates };
            updates.extend(turn.updates);
            let position = self.game.position();
            if position.player() == BOT {
                return updates;
            }
            reply = if is_full(position.board()) {
                position.random_move(random)
            } else {
                grow::gather(position, random)
            }
            .into();
        }
    }
}

fn is_full(board: &Board) -> bool {
    board.occupied().len() * 100 > board.variant().area() * FULL
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_goes_on_long_enough_and_crowds_the_board() {
        for variant in Variant::ALL {
            let position = simulated(variant);
            assert_eq!(position.board().problems(), []);
            assert!(position.legal_count() > 0 && position.player() == BOT);
            assert!(position.board().occupied().len() * 5 > variant.area(), "{}", position.board());
        }
    }

    #[test]
    fn chance_does_that_less_than_once_in_a_million() {
        let chance = |wrong: f64| (1.0 - wrong).powf(REQUESTS as f64) * wrong.powf(POSITIONS as f64);
        let most = (0..=1000).map(|number| chance(f64::from(number) / 1e3)).fold(0.0, f64::max);
        assert!(most < 1e-7, "{most}");
    }

    #[test]
    fn a_game_begins_with_two_pieces_of_each_bot_apart_from_each_other() {
        let start = PartnersGame::start(Variant::Standard).0;
        assert!(is_start(start.game.position().board()));
        assert!(!is_start(&Board::empty(Variant::Standard)));
        assert!(!is_start(simulated(Variant::Duel).board()));
    }
}
