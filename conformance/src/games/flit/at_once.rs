//! Positions that are told at once.
//!
//! Most sessions begin in the middle of a game, with all that is on the board told before the first request. No game
//! does that. A bot that holds what it is told against the rules of a game, takes it for moves, or has room for what a round
//! changes and not much more, is right in every game, and errs there. So what goes wrong there counts only if it does so,
//! too, where the same position is told as the game that leads to it, turn by turn.

use botspec_sdk::games::flit::{Board, Move, Player, Position, Update, Variant};
use botspec_sdk::random::Random;

use super::cause::set_aside;
use super::grow::Grown;
use super::played::{Played, StartMode};
use super::script::{LineEnds, Script};
use super::session::{GAMES_ONLY, Session};
use super::stats::SessionStats;
use super::witness::Witness;
use super::{REQUIREMENTS, grow, identity, moves, patch, reply, update};
use crate::contest::{CaseOutcome, Unjudged};
use crate::control::add_new;
use crate::record::{Level, Violation};
use crate::requirement::by_id;
use crate::run_context::{RunContext, RunError};

/// For remembering what the bot does wrong where a position is told at once.
const AT_ONCE: &str = "a position told at once";
/// For remembering why it is told of no position at all.
const NEVER: &str = "positions";

/// The bot that is tried; in a game it has the first turn.
const BOT: Player = Player::One;

/// In a game so many requests are answered legally, and so many of its positions, told at once, are not. A bot to which
/// both are the same does that once in forty million times at the most.
const REQUESTS: usize = 60;
/// See [`REQUESTS`].
const POSITIONS: usize = 5;

/// For remembering whether games begin with late answers.
const LATE_IN_GAMES: &str = "late in games";

/// Requests at the start of a game, if all that matters is how long they take.
const FIRST: usize = 10;

/// The others collect until so many in a hundred squares are taken.
const FULL: u32 = 45;
/// Of that game.
const SEED: u64 = 2;

/// So often a position is told as a game: a bot may choose at random.
const AS_GAME: u32 = 3;

/// A gap, if this case begins in the middle of a game, and the bot plays games and errs however it is told of positions.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn refused(script: &Script, context: &RunContext<'_>) -> Result<Option<CaseOutcome>, RunError> {
    if !script.begins_in_the_middle() {
        return Ok(None);
    }
    let refusal = find_out(script.variant().unwrap_or_default(), context)?;
    Ok(refusal.map(|refusal| {
        let reason = format!(
            "not for this bot: it plays games legally, and errs where it is told of a position before the first request, \
             which no game does ({refusal})"
        );
        Unjudged::Unsuitable { reason }.into()
    }))
}

/// Finds out, once in a run, how the bot can be told of positions: at once; or else as the game that leads there. Or else
/// not at all, if it errs each time then, and plays a game legally: what it does wrong.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn find_out(variant: Variant, context: &RunContext<'_>) -> Result<Option<String>, RunError> {
    let observations = context.observations;
    let at_once = observations.settled(AT_ONCE, || error_at(simulated(variant).position(), None, context))?;
    let Some(error) = at_once else { return Ok(None) };
    let games_only = observations.settled(GAMES_ONLY, || {
        let game = simulated(variant);
        let as_game = error_at(game.position(), Some(game.witness()), context)?;
        Ok(if as_game.is_none() { Some(error.clone()) } else { None })
    })?;
    if games_only.is_some() {
        return Ok(None);
    }
    observations.settled(NEVER, || {
        let Some(positions) = positions_of_a_game(variant, context)? else { return Ok(None) };
        for position in positions {
            if error_at(&position, None, context)?.is_none() {
                return Ok(None);
            }
        }
        Ok(Some(error))
    })
}

/// What becomes of a case that went wrong where a position is told at once, if it goes well where that is told as the game
/// that leads there: how that went.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn told_as_game(
    played: &Played,
    seen: &CaseOutcome,
    stats: &SessionStats,
    context: &RunContext<'_>,
) -> Result<Option<(CaseOutcome, SessionStats)>, RunError> {
    let observations = context.observations;
    if !played.begins_in_the_middle() || played.has_bursts() || observations.is_known(GAMES_ONLY) {
        return Ok(None);
    }
    let mut wrong = seen.clone();
    let mut aside = set_aside(&mut wrong, stats);
    let is_known = |violation: &Violation| {
        by_id(&REQUIREMENTS, &violation.rule).is_some_and(|rule| observations.is_steady(rule.id))
    };
    if !wrong.violations.iter().all(may_come_of_it) || wrong.violations.iter().all(is_known) {
        return Ok(None);
    }
    let mut as_game = None;
    for _ in 0..AS_GAME {
        let (mut control, stats) = played.on(StartMode::AsGame, context)?;
        add_new(&mut aside, stats.besides(&control));
        set_aside(&mut control, &stats);
        if !control.violations.is_empty() {
            // Of something else that is unusual about it, it may err for that.
            if !played.is_unusual() {
                let rules = control.violations.iter().filter_map(|it| by_id(&REQUIREMENTS, &it.rule));
                rules.for_each(|rule| observations.note_steady(rule.id));
            }
            return Ok(None);
        }
        if matches!(control.unjudged, Some(Unjudged::Unsuitable { .. })) {
            return Ok(None);
        }
        let is_cut_short = control.unjudged.is_some();
        as_game = Some((control, stats));
        if is_cut_short {
            break;
        }
    }
    let told_of = |violation: Violation| Violation {
        level: Level::Info,
        message: format!(
            "{}; told of the same position as of a game, turn by turn, it plays legally",
            violation.message
        ),
        ..violation
    };
    Ok(as_game.map(|(mut found, stats)| {
        found.violations = wrong.violations.into_iter().map(told_of).chain(aside).collect();
        (found, stats)
    }))
}

/// Whether a bot that has not taken in what it was told may do this: move illegally, or end.
fn may_come_of_it(violation: &Violation) -> bool {
    let silent = violation.rule == reply::ONE_LINE.id && violation.received.is_none();
    let of_moves = [
        &moves::ORIGIN,
        &moves::VACANT,
        &moves::ADJACENT,
        &moves::STUCK,
        &update::TRACKED,
        &identity::ARGUMENT,
    ];
    silent || of_moves.iter().any(|rule| rule.id == violation.rule)
}

/// What the bot does wrong if it is told this position at once, or as this game; none if nothing, or if nobody can tell.
fn error_at(
    position: &Position,
    game: Option<&Witness>,
    context: &RunContext<'_>,
) -> Result<Option<String>, RunError> {
    let empty = Position::new(Board::empty(position.variant()), position.player());
    let mut table = Session::open(context, empty, LineEnds::Lf)?;
    table.impatient = true;
    let is_told = match game {
        Some(game) => table.tell_game(game),
        None => {
            table.tell(&patch::tell(position.board()));
            true
        }
    };
    let asked = if is_told { table.ask() } else { None };
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
    let mut random = Random::seeded(SEED);
    let mut game = Grown::start(variant, &mut random);
    table.tell(&game.witness().start());
    let mut positions = Vec::new();
    for number in 1..=REQUESTS {
        let answer = table.ask().filter(|asked| asked.violations.is_empty());
        let Some(mv) = answer.and_then(|asked| asked.mv) else { break };
        if number % (REQUESTS / POSITIONS) == 0 {
            positions.push(table.position().clone());
        }
        table.tell(&round(&mut game, mv, &mut random));
    }
    let seen = table.abandon()?;
    Ok((positions.len() == POSITIONS && seen.unjudged.is_none()).then_some(positions))
}

/// Whether a game as any other begins with answers that are late, one after the other or nearly so. It is found out once.
pub(super) fn is_late_in_a_game(variant: Variant, context: &RunContext<'_>) -> Result<bool, RunError> {
    let observations = context.observations;
    if observations.overruns(LATE_IN_GAMES) + observations.in_time(LATE_IN_GAMES) > 0 {
        return Ok(observations.overruns(LATE_IN_GAMES) > 0);
    }
    let mut table = Session::open(context, Position::new(Board::empty(variant), BOT), LineEnds::Lf)?;
    let mut random = Random::seeded(SEED);
    let mut game = Grown::start(variant, &mut random);
    table.tell(&game.witness().start());
    for _ in 0..FIRST {
        let Some(mv) = table.ask().and_then(|asked| asked.mv) else { break };
        if table.is_frozen() || context.is_out_of_time() {
            break;
        }
        table.tell(&round(&mut game, mv, &mut random));
    }
    let is_late = table.is_frozen() || table.late.len() * 2 > FIRST;
    let is_whole = table.is_frozen() || table.asked() as usize >= FIRST;
    if table.abandon()?.unjudged.is_none() && is_whole {
        observations.count(LATE_IN_GAMES, is_late);
    }
    Ok(is_late)
}

/// Such a game of a bot that moves at random.
fn simulated(variant: Variant) -> Grown {
    let mut random = Random::seeded(SEED);
    let mut game = Grown::start(variant, &mut random);
    for _ in 0..REQUESTS {
        let mv = game.position().random_move(&mut random);
        round(&mut game, mv, &mut random);
    }
    game
}

/// The turn of the bot, and those of the others until it is next, who collect the neutral pieces that appear until the board
/// is crowded; what the bots are told of it.
fn round(game: &mut Grown, mv: Move, random: &mut Random) -> Vec<Update> {
    let mut updates = Vec::new();
    let mut next = Some(mv);
    while let Some(mv) = next.filter(|_| !game.is_over()) {
        let is_full = is_full(game.position().board());
        let after = game.position().variant().after(game.position().player());
        let turn = game.turn(mv, |board| if is_full { None } else { grow::beside(board, after, random) });
        updates.extend(turn.updates);
        let position = game.position();
        next = (position.player() != BOT).then(|| gathered(position, random));
    }
    updates
}

/// The move of another.
fn gathered(position: &Position, random: &mut Random) -> Move {
    if is_full(position.board()) { position.random_move(random) } else { grow::gather(position, random) }
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
            let game = simulated(variant);
            let position = game.position();
            assert_eq!(game.witness().replayed().as_ref(), Some(position.board()));
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
}
