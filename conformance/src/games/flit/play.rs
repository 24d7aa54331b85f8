//! How each kind of case is played and judged.

use std::time::Duration;

use botspec_sdk::games::flit::{
    Board, Contents, Match, Move, OVERRUNS, Player, Position, Reply, Update, Variant, draw as chance,
};
use botspec_sdk::random::Random;

use super::draw::draw;
use super::script::{End, Game, LineEnds, Pace, Purpose, Session, Step};
use super::table::{Asked, QUIET, Table, rule, too_many};
use super::{eof, generate, identity, input, patch, time, update};
use crate::contest::{Performance, Unjudged};
use crate::record::Violation;
use crate::requirement::Requirement;
use crate::stage::{Stage, StageError};
use crate::timing::{millis, percentile};

/// A game is left out if a bot like this would take longer for it.
const ENDURANCE: Duration = Duration::from_secs(8);
/// A timing case that the machine was too busy for is played so often.
const ATTEMPTS: u32 = 3;
/// So many requests of a game that starts in the middle have more time: a virtual machine compiles what is
/// used often, and has not seen it used.
const WARM_UP: u32 = 20;
/// For counting the late answers that were put down to the machine.
const STALLS: &str = "stall";
/// Whether an illegal answer has to do with what was told before is found out with at most so many requests.
const CONTROLS: u32 = 40;

/// Updates and requests.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn session(script: &Session, stage: &Stage<'_>) -> Result<Performance, StageError> {
    if let Some(skipped) = Table::pointless(stage) {
        return Ok(skipped);
    }
    let seen = confirmed(stage, || one_session(script, stage))?.0;
    let misses = script.steps.iter().any(|step| matches!(step, Step::Miss));
    let (rule, contrast): (&'static Requirement, _) = if misses {
        (&time::LATE_SYNC, "when each answer is waited for, the same session is no trouble")
    } else if script.line_ends == LineEnds::CrLf {
        (&input::CRLF, "with LF line ends the same session is no trouble")
    } else {
        return Ok(seen);
    };
    if seen.violations.is_empty() {
        return Ok(seen);
    }
    // Is it the unusual thing, or would the bot have failed anyway?
    let mut usual = Session { line_ends: LineEnds::Lf, ..script.clone() };
    for step in &mut usual.steps {
        if matches!(step, Step::Miss) {
            *step = Step::Refuse;
        }
    }
    let (control, _) = one_session(&usual, stage)?;
    Ok(blame(rule, seen, &control, contrast))
}

/// What is to be known of the times of a session or a game, apart from what is blamed.
#[derive(Debug, Clone, Copy)]
struct Times {
    /// Whether the machine was too busy to say if an answer was late.
    doubtful: bool,
    /// Answers that were too late.
    late: u32,
}

impl Times {
    const fn of(table: &Table<'_>) -> Self {
        Self { doubtful: table.doubtful, late: table.late }
    }
}

/// Plays something, and once more if all that was wrong is a single answer that came too late: if none is late
/// then, the machine was stalled, most likely. That is believed only a few times in a run.
fn confirmed(
    stage: &Stage<'_>,
    play: impl Fn() -> Result<(Performance, Times), StageError>,
) -> Result<(Performance, Times), StageError> {
    let (seen, times) = play()?;
    let once = matches!(seen.violations.as_slice(), [only] if only.rule == time::TURN.id) && times.late == 1;
    if !once || stage.facts.only_overruns(STALLS) {
        return Ok((seen, times));
    }
    let (mut again, times_again) = play()?;
    if times_again.late > 0 {
        return Ok((seen, times));
    }
    stage.facts.count(STALLS, true);
    again.turns += seen.turns;
    Ok((again, times_again))
}

fn one_session(script: &Session, stage: &Stage<'_>) -> Result<(Performance, Times), StageError> {
    let variant = script.variant.unwrap_or_default();
    let mut table = Table::open(stage, Position::new(Board::empty(variant), script.bot), script.line_ends)?;
    let mut board = patch::board(variant, &script.board);
    if script.bystanders {
        patch::add_bystanders(&mut board);
    }
    table.tell(&patch::tell(&board));
    let mut random = Random::seeded(1);
    let mut last: Option<Move> = None;
    let mut went_on = true;
    for step in &script.steps {
        went_on = take(step, &mut table, &mut last, &mut random, stage)?;
        if !went_on {
            break;
        }
    }
    if went_on && script.end == End::MidMessage {
        table.flush();
        table.send_raw(b"1");
    }
    if went_on {
        table.flush();
    }
    let times = Times::of(&table);
    let mut seen = table.close(script.end != End::Stopped && went_on)?;
    if script.end == End::MidMessage {
        // No referee does this, so a bot may choke on it; but it has to end.
        seen.violations.retain(|violation| violation.rule != eof::EXIT_STATUS.id);
    }
    Ok((seen, times))
}

/// One step; false if the session is over.
fn take(
    step: &Step,
    table: &mut Table<'_>,
    last: &mut Option<Move>,
    random: &mut Random,
    stage: &Stage<'_>,
) -> Result<bool, StageError> {
    match step {
        Step::Ask | Step::Refuse => {
            let answered = if table.missed() > 0 { table.ask_after_misses() } else { table.ask() };
            let Some(asked) = answered else { return Ok(false) };
            if !settle(table, &asked, stage)? {
                return Ok(false);
            }
            *last = asked.mv;
            if let (Step::Ask, Some(mv)) = (step, asked.mv) {
                let changes = table.changes_of(mv);
                table.tell(&changes);
            }
        }
        Step::Miss => table.miss(),
        Step::Tell(updates) => table.tell(updates),
        Step::Patch(patch) => {
            let updates = patch.put(&mut table.position().board().clone());
            table.tell(&updates);
        }
        Step::Board(patches) => {
            let target = patch::board(table.position().variant(), patches);
            let updates = patch::changes(table.position().board(), &target);
            table.tell(&updates);
        }
        Step::Occupy => {
            if let Some(mv) = last {
                let updates = occupy(table.position(), *mv);
                table.tell(&updates);
            }
        }
        Step::Burst(count) => burst(table, *count, random),
        Step::Quiet => {
            if table.overheard() {
                return Ok(false);
            }
            table.flush();
            let heard = table.listen(QUIET);
            if !heard.is_empty() {
                let told = table.told();
                table.blame(if told > 0 {
                    update::spoke(&heard.bytes, told)
                } else {
                    too_many(&heard.bytes, table.asked())
                });
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Blames an answer that is not legal on what explains it best; false if there was one.
///
/// It is a matter of tracking if the bot gets on with the same board in a process of its own: asked once, if the
/// answer would have been legal on a board that it should have left behind, or else asked as often, so that
/// a slip which comes now and then is not taken for one. What another bot would have been allowed is a
/// matter of identity. Anything else breaks the rules of moving.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn settle(table: &mut Table<'_>, asked: &Asked, stage: &Stage<'_>) -> Result<bool, StageError> {
    let Some(proof) = asked.violations.first() else { return Ok(true) };
    let position = table.position().clone();
    let as_proof = |mut violation: Violation| {
        violation.turn = proof.turn;
        violation.sent.clone_from(&proof.sent);
        violation.received.clone_from(&proof.received);
        violation.at = proof.at;
        violation
    };
    let tracking = match &asked.missed {
        Some(why) if plays_legally(&position, 1, stage)? => Some(Some(why.clone())),
        _ if table.asked() > 1 && plays_legally(&position, table.asked().min(CONTROLS), stage)? => Some(None),
        _ => None,
    };
    if let Some(why) = tracking {
        let message = format!("{}; told of the same board at once, it plays legally", proof.message);
        let mut violation =
            update::TRACKED.violated(message).drawn(draw(&position, Some(&asked.answer), &[]));
        violation.hint =
            why.or_else(|| Some("some of the updates before seem to have been missed".to_owned()));
        table.blame(as_proof(violation));
    } else if let Some(violation) = identity::judge(&position, &asked.answer) {
        table.blame(as_proof(violation));
    } else {
        for violation in &asked.violations {
            table.blame(violation.clone());
        }
    }
    Ok(false)
}

/// Whether a fresh process that is told of this board answers legally, so many times.
fn plays_legally(position: &Position, times: u32, stage: &Stage<'_>) -> Result<bool, StageError> {
    let empty = Position::new(Board::empty(position.variant()), position.player());
    let mut table = Table::open(stage, empty, LineEnds::Lf)?;
    table.tell(&patch::tell(position.board()));
    let legal = (0..times).all(|_| table.ask().is_some_and(|asked| asked.violations.is_empty()));
    table.close(false)?;
    Ok(legal)
}

/// Another bot's move to the destination of this one: a legal one if there is one, else a piece comes from
/// anywhere.
fn occupy(position: &Position, mv: Move) -> Vec<Update> {
    let others = || position.variant().players().iter().copied().filter(|&other| other != position.player());
    if mv.is_stay() || position.board().occupied().contains(mv.destination) {
        return Vec::new();
    }
    let pieces = || {
        others().flat_map(|other| position.board().pieces(other).iter().map(move |origin| (other, origin)))
    };
    let legal = |&(other, origin): &(Player, _)| {
        let theirs = Position::new(position.board().clone(), other);
        theirs.judge(&Move { origin, destination: mv.destination }.into()).is_ok()
    };
    let Some((other, origin)) = pieces().find(legal).or_else(|| pieces().next()) else { return Vec::new() };
    vec![Update::new(origin, Contents::Empty), Update::new(mv.destination, Contents::Piece(other))]
}

/// Moves of the other bots in turn, until there are so many updates.
fn burst(table: &mut Table<'_>, count: u32, random: &mut Random) {
    let tested = table.player();
    let mut told = 0;
    while told < count {
        let before = told;
        let others = table.position().variant().players();
        for &other in others.iter().filter(|&&other| other != tested) {
            let mv = Position::new(table.position().board().clone(), other).random_move(random);
            if !mv.is_stay() && told < count {
                let updates = [
                    Update::new(mv.origin, Contents::Empty),
                    Update::new(mv.destination, Contents::Piece(other)),
                ];
                table.tell(&updates);
                told += 2;
            }
        }
        if told == before {
            return;
        }
    }
}

/// Puts what went wrong down to `rule` if a session without the unusual thing went well; if that failed too,
/// the case says nothing about the rule.
fn blame(
    rule_at_stake: &'static Requirement,
    seen: Performance,
    control: &Performance,
    contrast: &str,
) -> Performance {
    let turns = seen.turns + control.turns;
    if let Some(broken) = control.violations.first() {
        let reason =
            format!("cannot be judged: the bot breaks {} in the usual circumstances too", broken.rule);
        return Performance { turns, ..Performance::skipped(reason, rule(&broken.rule).map(|rule| rule.id)) };
    }
    let mut violations = Vec::new();
    if let Some(first) = seen.violations.into_iter().next() {
        let named = if first.rule == rule_at_stake.id { String::new() } else { format!(" ({})", first.rule) };
        let mut violation = rule_at_stake.violated(format!("{}{named}; {contrast}", first.message));
        violation.turn = first.turn;
        violation.sent = first.sent;
        violation.received = first.received;
        violation.at = first.at;
        violation.diagram = first.diagram;
        violations.push(violation);
    }
    Performance { violations, turns, ..Performance::default() }
}

/// A game.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn game(script: &Game, stage: &Stage<'_>) -> Result<Performance, StageError> {
    if let Some(skipped) = Table::pointless(stage) {
        return Ok(skipped);
    }
    match script.purpose {
        Purpose::Moves => Ok(confirmed(stage, || one_game(script, stage))?.0),
        Purpose::Endurance => {
            let asked =
                script.turns / u32::try_from(script.variant.unwrap_or_default().players().len()).unwrap_or(1);
            if median(stage) * asked > ENDURANCE {
                let reason = format!("left out: this game of {asked} answers would take the bot too long");
                return Ok(Performance::skipped(reason, None));
            }
            Ok(confirmed(stage, || one_game(script, stage))?.0)
        }
        Purpose::Times => timed_game(script, stage),
    }
}

/// A game whose times are judged; again if the machine was too busy to tell.
fn timed_game(script: &Game, stage: &Stage<'_>) -> Result<Performance, StageError> {
    let mut turns = 0;
    for _ in 0..ATTEMPTS {
        let (mut seen, times) = confirmed(stage, || one_game(script, stage))?;
        turns += seen.turns;
        seen.turns = turns;
        if !seen.violations.is_empty() {
            return Ok(seen);
        }
        let short = time::judge_headroom(&seen.elapsed, stage.limit);
        let undisturbed = !seen.elapsed.iter().any(|turn| turn.several && turn.on_busy_machine());
        if !times.doubtful && (short.is_none() || undisturbed) {
            seen.violations.extend(short);
            return Ok(seen);
        }
    }
    let reason = "the machine was too busy to judge the times of the bot".to_owned();
    Ok(Performance { turns, unjudged: Some(Unjudged::Inconclusive { reason }), ..Performance::default() })
}

/// What an answer has taken so far, in the middle.
fn median(stage: &Stage<'_>) -> Duration {
    let mut charged: Vec<f64> = stage.facts.elapsed().iter().map(|turn| millis(turn.charged)).collect();
    charged.sort_by(f64::total_cmp);
    if charged.is_empty() { Duration::ZERO } else { Duration::from_secs_f64(percentile(&charged, 50) / 1e3) }
}

fn one_game(script: &Game, stage: &Stage<'_>) -> Result<(Performance, Times), StageError> {
    let variant = script.variant.unwrap_or_default();
    let mut random = Random::seeded(script.seed);
    let mut table = Table::open(stage, Position::new(Board::empty(variant), script.bot), LineEnds::Lf)?;
    table.strict_line_ends = true;
    if script.pace == Pace::Crowded {
        table.warm_up = WARM_UP;
    }
    let mut game = start(script, variant, &mut table, &mut random);
    let mut asked = 0;
    let mut went_on = true;
    while game.outcome().is_none() && game.turns() < script.turns {
        let player = game.position().player();
        let reply = if player == script.bot {
            let Some(answered) = table.ask() else {
                went_on = false;
                break;
            };
            asked += 1;
            if !settle(&mut table, &answered, stage)? || table.late_in_row >= OVERRUNS {
                went_on = false;
                break;
            }
            let refused = script.refuse_every > 0 && asked % script.refuse_every == 0;
            if refused { Reply::Overrun } else { Reply::Answer(answered.answer) }
        } else {
            Reply::Answer(script.partner.choose(game.position(), script.bot, &mut random).into())
        };
        let turn = game
            .turn(reply, |board| neutral(script.pace, board, &mut random))
            .expect("nobody is frozen, and neutral pieces appear on available squares");
        table.tell(&turn.updates);
    }
    let times = Times::of(&table);
    Ok((table.close(script.end != End::Stopped && went_on)?, times))
}

/// The start of a game, told to the bot.
fn start(script: &Game, variant: Variant, table: &mut Table<'_>, random: &mut Random) -> Match {
    if script.pace == Pace::Crowded {
        let board = generate::crowd(variant, random);
        table.tell(&patch::tell(&board));
        return Match::new(board);
    }
    let (game, updates) = Match::start(variant, random);
    table.tell(&updates);
    game
}

/// Where a neutral piece appears after a turn, if one does.
fn neutral(pace: Pace, board: &Board, random: &mut Random) -> Option<botspec_sdk::games::flit::Square> {
    if pace == Pace::Usual {
        return chance::neutral(board, random);
    }
    let (number, side) = (random.below(board.variant().area()), u32::from(board.variant().side()));
    board.variant().square(number % side, number / side).filter(|square| board.is_available(*square))
}
