//! What stands in the way of a session, and what the bot is known to get wrong of its board.

use botspec_sdk::games::hex::{Colour, Message};

use super::script::{Game, Partner, SessionScript};
use super::session::{
    Doubt, EVERYTHING, STONES, STONES_OF_LARGE_BOARDS, UNSET, colour_key, takes_each_for_the_other,
};
use super::sizes::is_large;
use super::step::Step;
use super::{moves, swaps};
use crate::contest::{CaseOutcome, Unjudged};
use crate::run_context::RunContext;

/// What stands in the way of anything with a bot of this colour.
pub(super) fn blocker(colour: Colour, context: &RunContext<'_>) -> Option<CaseOutcome> {
    let of_colour =
        || context.observations.blocked_by(colour_key(colour)).filter(|_| !takes_each_for_the_other(context));
    let rule = context.observations.blocked_by(EVERYTHING).or_else(of_colour)?;
    Some(Unjudged::while_broken(rule).into())
}

/// What the bot is known to get wrong of its board, where that matters in a session.
pub(super) fn doubt(id: &str, script: &SessionScript, context: &RunContext<'_>) -> Option<Doubt> {
    if relies_on_stones(id, script) { of_board(script.is_large(), takes_away(script), context) } else { None }
}

/// The same in a game.
pub(super) fn game_doubt(game: &Game, context: &RunContext<'_>) -> Option<Doubt> {
    of_board(is_large(game.size), game.partner == Partner::Wavering, context)
}

fn of_board(large: bool, takes_away: bool, context: &RunContext<'_>) -> Option<Doubt> {
    if stones_blocker(large, context).is_some() {
        Some(Doubt::Stones)
    } else {
        (takes_away && context.observations.blocked_by(UNSET).is_some()).then_some(Doubt::Unset)
    }
}

/// The rule that a bot breaks which does not put stones where it is told to, on a board of this kind.
pub(super) fn stones_blocker(large: bool, context: &RunContext<'_>) -> Option<&'static str> {
    let on_large = || context.observations.blocked_by(STONES_OF_LARGE_BOARDS).filter(|_| large);
    context.observations.blocked_by(STONES).or_else(on_large)
}

/// Whether a session is about nothing that shows without stones. Where nobody moves or swaps, nothing but the board can
/// be wrong, and that shows.
fn relies_on_stones(id: &str, script: &SessionScript) -> bool {
    let beside = ["input", "output", "quit", "eof"].contains(&id.split('/').nth(1).unwrap_or_default());
    let puts = |step: &Step| {
        let message = matches!(step, Step::Say(Message::Seto(_) | Message::Sety(_) | Message::Unset(_)));
        message || matches!(step, Step::Board(_) | Step::Put(_) | Step::Take(_) | Step::Decide(_))
    };
    let told = script.all_steps().any(puts);
    told && (!beside || moves(script) || swaps(script))
}

/// Whether stones are taken away in a session.
fn takes_away(script: &SessionScript) -> bool {
    let takes = |step: &Step| matches!(step, Step::Say(Message::Unset(_)) | Step::Take(_));
    script.all_steps().any(takes)
}
