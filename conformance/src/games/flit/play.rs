//! How each kind of case is played and judged.

use std::time::Duration;

use botspec_sdk::games::flit::{
    Answer, Board, Contents, Fault, Match, Move, OVERRUNS, Player, Position, Reply, Update, Variant,
    draw as chance,
};
use botspec_sdk::random::Random;

use super::draw::draw;
use super::script::{End, Game, LineEnds, Pace, Purpose, Session, Step};
use super::stale::{Belief, Missed};
use super::table::{Asked, QUIET, Table, rule};
use super::{eof, generate, identity, input, patch, reply, time, update};
use crate::contest::{Performance, Unjudged};
use crate::record::{Suspect, Violation};
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
/// What cannot be told of an illegal answer once the bot has been seen to play as another.
const ANOTHER: &str = "whose move it is";
/// So many late answers can be put down to the machine, and one in so many.
const STALLS_AT_LEAST: u32 = 3;
/// See [`STALLS_AT_LEAST`].
const STALLS_ONE_IN: u32 = 250;
/// Whether an illegal answer has to do with what was told before is found out with so many requests.
const CONTROLS: u32 = 40;
/// Or with so many processes, which are asked once.
const AFRESH: u32 = 3;

/// Updates and requests.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn session(script: &Session, stage: &Stage<'_>) -> Result<Performance, StageError> {
    if let Some(skipped) = Table::pointless(stage) {
        return Ok(skipped);
    }
    let (seen, course) = confirmed(stage, Footing::Warm, |footing| one_session(script, footing, stage))?;
    if let Some(violation) = for_updates(script, &seen, stage)? {
        return Ok(Performance { violations: vec![violation], ..seen });
    }
    let misses = script.steps.iter().any(|step| matches!(step, Step::Miss));
    let (rule, contrast): (&'static Requirement, _) = if misses {
        (&time::LATE_SYNC, "when each answer is waited for, the same session is no trouble")
    } else if script.line_ends == LineEnds::CrLf {
        (&input::CRLF, "with LF line ends the same session is no trouble")
    } else {
        return Ok(seen);
    };
    // Being late is nothing to do with either.
    if seen.violations.iter().any(|violation| violation.rule == time::TURN.id) {
        return Ok(seen);
    }
    let mut usual = Session { line_ends: LineEnds::Lf, ..script.clone() };
    for step in &mut usual.steps {
        if matches!(step, Step::Miss) {
            *step = Step::Refuse;
        }
    }
    if seen.violations.is_empty() {
        // A bot that has not understood what it was told of its pieces thinks that it cannot move.
        if script.line_ends == LineEnds::Lf || !course.only_stays() {
            return Ok(seen);
        }
        let (control, usually) = one_session(&usual, Footing::Cold, stage)?;
        if !control.violations.is_empty()
            || !usually.always_moves()
            || !one_session(script, Footing::Cold, stage)?.1.only_stays()
        {
            return Ok(seen);
        }
        let message = "with CR LF it only ever stays; with LF line ends, in the same session, it moves";
        return Ok(Performance { violations: vec![input::CRLF.violated(message)], ..seen });
    }
    // Is it the unusual thing, or would the bot have failed anyway?
    let (control, _) = one_session(&usual, Footing::Cold, stage)?;
    Ok(blame(rule, seen, &control, contrast))
}

/// What is to be known of a session or a game, apart from what is blamed.
#[derive(Debug, Clone, Default)]
struct Course {
    /// Whether the machine was too busy to say if an answer was late.
    doubtful: bool,
    /// The numbers of the requests whose answers were too late.
    late: Vec<u32>,
    /// Requests.
    asked: u32,
    /// Answers with which the bot stayed although it could have moved.
    idle: u32,
    /// Answers with which it moved.
    moved: u32,
}

impl Course {
    fn note(&mut self, table: &Table<'_>) {
        self.doubtful = table.doubtful;
        self.late.clone_from(&table.late);
        self.asked = table.asked();
    }

    /// Whether it could move, and never did.
    const fn only_stays(&self) -> bool {
        self.idle > 1 && self.moved == 0
    }

    /// Whether it moved whenever it could.
    const fn always_moves(&self) -> bool {
        self.moved > 1 && self.idle == 0
    }

    /// Whether the bot is late as a rule, and not now and then.
    fn is_always_late(&self) -> bool {
        let (late, asked) = (self.late.len(), self.asked as usize);
        late * 2 > asked || late >= usize::from(OVERRUNS) && late * 5 > asked
    }
}

/// How far on the process is when a session begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Footing {
    /// It has just been started.
    Cold,
    /// It has been in a game for some turns.
    Warm,
}

/// Plays something, and once more if all that was wrong are a few answers that came too late: a machine can be
/// stalled (a process that sleeps cannot be told from one that is kept from running), and what is put in an unusual
/// situation at once has not had the turns before it in which to load and compile what it needs. A bot that is
/// late again with the same request is too slow; so is one that is late now here, now there, and too often for a
/// machine.
fn confirmed(
    stage: &Stage<'_>,
    second: Footing,
    play: impl Fn(Footing) -> Result<(Performance, Course), StageError>,
) -> Result<(Performance, Course), StageError> {
    let (mut seen, course) = play(Footing::Cold)?;
    let late = seen.violations.iter().any(|violation| violation.rule == time::TURN.id);
    if !late || course.is_always_late() {
        return Ok((seen, course));
    }
    if seen.violations.len() > 1 {
        // Something else broke it off, and would again: whether the bot is slow, the other cases tell.
        seen.violations.retain(|violation| violation.rule != time::TURN.id);
        return Ok((seen, course));
    }
    let (mut again, course_again) = play(second)?;
    if second == Footing::Cold || !course_again.late.is_empty() {
        for _ in course.late.iter().chain(&course_again.late) {
            stage.facts.count(STALLS, true);
        }
    }
    let answers = u32::try_from(stage.facts.elapsed().len()).unwrap_or(u32::MAX);
    let believed = STALLS_AT_LEAST + answers / STALLS_ONE_IN;
    let same = course.late.iter().any(|request| course_again.late.contains(request));
    if same || stage.facts.overruns(STALLS) > believed {
        return Ok((seen, course));
    }
    again.violations.retain(|violation| violation.rule != time::TURN.id);
    again.elapsed.retain(|elapsed| elapsed.charged <= stage.limit);
    again.turns += seen.turns;
    Ok((again, course_again))
}

/// A line too many may be for the updates before the request: the same session without its requests tells.
fn for_updates(
    script: &Session,
    seen: &Performance,
    stage: &Stage<'_>,
) -> Result<Option<Violation>, StageError> {
    let too_many =
        |violation: &Violation| violation.rule == reply::ONE_LINE.id && violation.received.is_some();
    if !seen.violations.iter().any(too_many) {
        return Ok(None);
    }
    let mut unasked = Session { end: End::Stopped, ..script.clone() };
    unasked.steps.retain(|step| !matches!(step, Step::Ask | Step::Refuse | Step::Miss));
    unasked.steps.push(Step::Quiet);
    let (control, _) = one_session(&unasked, Footing::Cold, stage)?;
    Ok(control.violations.into_iter().find(|violation| violation.rule == update::SILENT.id))
}

fn one_session(
    script: &Session,
    footing: Footing,
    stage: &Stage<'_>,
) -> Result<(Performance, Course), StageError> {
    let variant = script.variant.unwrap_or_default();
    let mut table = Table::open(stage, Position::new(Board::empty(variant), script.bot), script.line_ends)?;
    let mut board = patch::board(variant, &script.board);
    if script.bystanders {
        patch::add_bystanders(&mut board);
    }
    if footing == Footing::Warm {
        warm_up(&mut table, variant);
        let updates = patch::changes(table.position().board(), &board);
        table.tell(&updates);
    } else {
        table.tell(&patch::tell(&board));
    }
    let before = table.asked();
    let mut random = Random::seeded(1);
    let mut last: Option<Move> = None;
    let mut went_on = true;
    let mut course = Course::default();
    for step in &script.steps {
        let could_move = table.position().legal_count() > 0;
        let asked = table.asked();
        went_on = take(step, &mut table, &mut last, &mut random, stage)?;
        if table.asked() > asked
            && could_move
            && let Some(mv) = last
        {
            if mv.is_stay() { course.idle += 1 } else { course.moved += 1 }
        }
        if !went_on {
            break;
        }
    }
    went_on = went_on && !table.overheard();
    if went_on {
        table.flush();
        if script.end == End::MidMessage {
            table.send_raw(b"1");
        }
    }
    course.note(&table);
    course.late.retain(|&request| request > before);
    course.late.iter_mut().for_each(|request| *request -= before);
    let mut seen = table.close(script.end != End::Stopped && went_on)?;
    if script.end == End::MidMessage {
        // No referee does this, so a bot may choke on it; but it has to end.
        seen.violations.retain(|violation| violation.rule != eof::EXIT_STATUS.id);
    }
    Ok((seen, course))
}

/// The first turns of a game, in which nobody else moves.
fn warm_up(table: &mut Table<'_>, variant: Variant) {
    table.tell(&chance::start(variant, &mut Random::seeded(1)).1);
    for _ in 0..WARM_UP {
        let Some(asked) = table.ask() else { return };
        let changes = asked.mv.map(|mv| table.changes_of(mv)).unwrap_or_default();
        table.tell(&changes);
    }
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
            if table.late_in_row >= OVERRUNS {
                // A referee would ask no more.
                return Ok(false);
            }
            if let (Step::Ask, Some(mv)) = (step, asked.mv) {
                let changes = table.changes_of(mv);
                table.tell(&changes);
            }
        }
        Step::Miss => table.miss(),
        Step::Tell(updates) => table.tell_around(updates),
        Step::Patch(patch) => {
            let updates = patch.put(&mut table.position().board().clone());
            table.tell_around(&updates);
        }
        Step::Board(patches) => {
            let mut target = patch::board(table.position().variant(), patches);
            patch::add_bystanders(&mut target);
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
                table.blame(table.extra(&heard.bytes));
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Blames an answer that is not legal on what explains it best; false if there was one.
///
/// If one more line follows, it is the answer, and what was taken for it was a line too many.
///
/// It is a matter of tracking if the bot gets on with the same board in a process of its own: asked many times, so that
/// a slip which comes now and then is not taken for one, or once in each of several processes if it believes in its
/// own moves. What another bot would have been allowed is a matter of identity. Anything else breaks the rules of
/// moving.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn settle(table: &mut Table<'_>, asked: &Asked, stage: &Stage<'_>) -> Result<bool, StageError> {
    let position = table.position().clone();
    let Some(proof) = asked.violations.first() else {
        if asked.mv.is_some_and(|mv| !mv.is_stay()) {
            identity::refuted(position.player(), position.player()).for_each(|slip| stage.facts.refute(slip));
        }
        return Ok(true);
    };
    let as_proof = |mut violation: Violation| {
        violation.turn = proof.turn;
        violation.sent.clone_from(&proof.sent);
        violation.received.clone_from(&proof.received);
        violation.at = proof.at;
        violation
    };
    if let Some(violation) = table.out_of_step(&asked.answer) {
        table.blame(Violation { received: violation.received.clone(), at: None, ..as_proof(violation) });
        return Ok(false);
    }
    let tracking = if is_tracking(&position, &asked.answer, table.asked(), asked.missed.as_ref(), stage)? {
        let unknown = Suspect {
            slip: "update: something",
            hint: "some of the updates before seem to have been missed".to_owned(),
        };
        let missed = asked.missed.iter().flat_map(|missed| missed.suspects.iter().cloned());
        Some(missed.chain([unknown]).collect())
    } else {
        None
    };
    if let Some(why) = tracking {
        let message = format!("{}; told of the same board at once, it plays legally", proof.message);
        let violation = update::TRACKED.violated(message).suspecting(why).drawn(draw(
            &position,
            Some(&asked.answer),
            &[],
        ));
        table.blame(as_proof(violation));
    } else if let Some((other, violation)) =
        identity::judge(&position, &asked.answer, stage.facts.hindrance(ANOTHER).is_some())
    {
        identity::refuted(position.player(), other).for_each(|slip| stage.facts.refute(slip));
        stage.facts.hinder(ANOTHER, identity::ARGUMENT.id);
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
    stage: &Stage<'_>,
) -> Result<bool, StageError> {
    let once_each = || -> Result<bool, StageError> {
        for _ in 0..AFRESH {
            if !plays_legally(position, 1, Then::Refused, stage)? {
                return Ok(false);
            }
        }
        Ok(true)
    };
    // A bot that forgets that its piece leaves its square knows the board well.
    let leaves = |faults: Vec<Fault>| matches!(faults.as_slice(), [Fault::DestinationBesideOrigin { .. }]);
    let unclear = missed.is_some() || !position.judge(answer).is_err_and(leaves);
    let explained = match missed.map(|missed| missed.belief) {
        Some(Belief::OwnMove) => once_each()? && plays_legally(position, CONTROLS, Then::Made, stage)?,
        Some(Belief::OwnConversion) => once_each()?,
        Some(Belief::Others) | None => false,
    };
    Ok(explained || asked > 1 && unclear && plays_legally(position, CONTROLS, Then::Refused, stage)?)
}

/// What becomes of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Then {
    /// Nothing: the next request is for the same board.
    Refused,
    /// The move is made, and told.
    Made,
}

/// Whether a fresh process that is told of this board answers legally, so many times.
fn plays_legally(position: &Position, times: u32, then: Then, stage: &Stage<'_>) -> Result<bool, StageError> {
    let empty = Position::new(Board::empty(position.variant()), position.player());
    let mut table = Table::open(stage, empty, LineEnds::Lf)?;
    table.tell(&patch::tell(position.board()));
    let mut legal = true;
    for _ in 0..times {
        let answered = table.ask().filter(|asked| asked.violations.is_empty());
        legal = answered.is_some();
        let Some(asked) = answered else { break };
        if let (Then::Made, Some(mv)) = (then, asked.mv) {
            let changes = table.changes_of(mv);
            table.tell(&changes);
        }
    }
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
        // What explains it here need not explain anything where nothing is unusual.
        violation.hint = first.hint;
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
        Purpose::Moves => Ok(confirmed(stage, Footing::Cold, |_| one_game(script, stage))?.0),
        Purpose::Endurance => {
            let asked =
                script.turns / u32::try_from(script.variant.unwrap_or_default().players().len()).unwrap_or(1);
            if median(stage) * asked > ENDURANCE {
                let reason = format!("left out: this game of {asked} answers would take the bot too long");
                return Ok(Performance::skipped(reason, None));
            }
            Ok(confirmed(stage, Footing::Cold, |_| one_game(script, stage))?.0)
        }
        Purpose::Times => timed_game(script, stage),
    }
}

/// A game whose times are judged; again if the machine was too busy to tell.
fn timed_game(script: &Game, stage: &Stage<'_>) -> Result<Performance, StageError> {
    let mut turns = 0;
    for _ in 0..ATTEMPTS {
        let (mut seen, course) = confirmed(stage, Footing::Cold, |_| one_game(script, stage))?;
        turns += seen.turns;
        seen.turns = turns;
        if !seen.violations.is_empty() {
            return Ok(seen);
        }
        let short = time::judge_headroom(&seen.elapsed, stage.limit);
        let undisturbed = !seen.elapsed.iter().any(|turn| turn.several && turn.on_busy_machine());
        if !course.doubtful && (short.is_none() || undisturbed) {
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

fn one_game(script: &Game, stage: &Stage<'_>) -> Result<(Performance, Course), StageError> {
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
    let mut course = Course::default();
    course.note(&table);
    Ok((table.close(script.end != End::Stopped && went_on)?, course))
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
