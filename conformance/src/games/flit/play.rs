//! How each kind of case is played and judged.

use std::time::Duration;

use botspec_sdk::games::flit::{
    Answer, Board, Match, Move, OVERRUNS, Position, Reason, Reply, Variant, draw as chance,
};
use botspec_sdk::random::Random;

use super::draw::draw;
use super::rounds::Rounds;
use super::script::{End, Game, LineEnds, Pace, Purpose, SessionScript, Step};
use super::session::{Asked, QUIET, Session};
use super::stale::{Belief, Missed};
use super::{cause, eof, generate, identity, input, moves, patch, reply, time, update};
use crate::contest::{CaseOutcome, Unjudged, Untried};
use crate::process::{HostLoad, Pressure};
use crate::record::{Level, Violation};
use crate::requirement::Requirement;
use crate::run_context::{RunContext, RunError};
use crate::timing::{millis, percentile};

/// A game is left out if a bot like this would take longer for it.
const ENDURANCE: Duration = Duration::from_secs(8);
/// A timing case that the machine was too busy for is played so often.
const ATTEMPTS: u32 = 3;
/// So many requests of a game that starts in the middle have more time: a virtual machine compiles what is
/// used often, and has not seen it used.
const WARM_UP: u32 = 20;
/// A session that begins with more pieces than this is in the middle of a game.
const FEW_PIECES: u32 = 100;
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
pub(super) fn session(script: &SessionScript, context: &RunContext<'_>) -> Result<CaseOutcome, RunError> {
    let misses = script.steps.iter().any(|step| matches!(step, Step::Miss));
    let indistinct = if misses { Session::indistinct(context) } else { None };
    if let Some(skipped) = Session::pointless(context).or(indistinct) {
        return Ok(skipped);
    }
    let (seen, stats) =
        confirmed(context, StartMode::Warm, |start_mode| one_session(script, start_mode, context))?;
    let seen = for_updates(script, seen, context)?;
    let mut found = if stats.has_gone_well(&seen) {
        only_stays(script, seen, &stats, context)?
    } else {
        cause::attributed(&Played::Session(script.clone()), seen, &stats, context)?
    };
    found.untried = stats.untried();
    if stats.silence.is_none() {
        Session::confirm_start(&mut found, script.variant.unwrap_or_default(), context)?;
    }
    if script.steps.iter().any(|step| matches!(step, Step::Burst(_))) {
        found.violations.iter_mut().for_each(beyond_games);
    }
    Ok(found)
}

/// No game tells so much between two requests. All that is asked of a bot is that it says nothing meanwhile.
fn beyond_games(violation: &mut Violation) {
    if violation.rule != update::SILENT.id && violation.rule != reply::FORMAT.id {
        violation.level = Level::Info;
        violation.message.push_str("; in a game there are never so many updates between two requests");
    }
}

/// A bot that has not understood what it was told of its pieces thinks that it cannot move.
fn only_stays(
    script: &SessionScript,
    seen: CaseOutcome,
    stats: &SessionStats,
    context: &RunContext<'_>,
) -> Result<CaseOutcome, RunError> {
    if script.line_ends == LineEnds::Lf || !stats.only_stays() {
        return Ok(seen);
    }
    let usual = SessionScript { line_ends: LineEnds::Lf, ..script.clone() };
    let (control, usually) = one_session(&usual, StartMode::Cold, context)?;
    let moves = usually.has_gone_well(&control) && control.unjudged.is_none() && usually.always_moves();
    if !moves || !one_session(script, StartMode::Cold, context)?.1.only_stays() {
        return Ok(seen);
    }
    let message = "with CR LF it only ever stays; with LF line ends, in the same session, it moves";
    let mut violations = seen.violations;
    violations.push(input::CRLF.violated(message));
    Ok(CaseOutcome { violations, ..seen })
}

/// A session or a game.
#[derive(Debug, Clone)]
pub(super) enum Played {
    /// Updates and requests.
    Session(SessionScript),
    /// A game against sparring partners.
    Game(Game),
}

impl Played {
    /// Plays it in a process of its own.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    pub(super) fn once(&self, context: &RunContext<'_>) -> Result<(CaseOutcome, SessionStats), RunError> {
        self.on(StartMode::Cold, context)
    }

    /// The same once more, only to see whether it goes wrong again.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    pub(super) fn repeated(&self, context: &RunContext<'_>) -> Result<(CaseOutcome, SessionStats), RunError> {
        self.on(StartMode::Repeated, context)
    }

    fn on(
        &self,
        start_mode: StartMode,
        context: &RunContext<'_>,
    ) -> Result<(CaseOutcome, SessionStats), RunError> {
        match self {
            Self::Session(session) => one_session(session, start_mode, context),
            Self::Game(game) => one_game(game, start_mode, context),
        }
    }
}

/// What is to be known of a session or a game, apart from what is blamed.
#[derive(Debug, Clone, Default)]
pub(super) struct SessionStats {
    /// How the last request was left without an answer, if it was.
    pub(super) silence: Option<Unanswered>,
    /// Whether the machine was too busy to say if an answer was late.
    doubtful: bool,
    /// The numbers of the requests whose answers were too late.
    late_at: Vec<u32>,
    /// Rules that it breaks and goes on.
    noted: Vec<String>,
    /// Requests.
    asked: u32,
    /// Answers of the right form.
    answers: u32,
    /// The last of them, if it was legal.
    last: Option<Move>,
    /// Answers with which the bot stayed although it could have moved.
    idle: u32,
    /// Answers with which it stayed as nothing could move.
    stuck: u32,
    /// Answers with which it moved.
    moved: u32,
    /// Those of them that were not its first answer.
    moved_later: u32,
}

/// The rules that only a bot keeps which moves.
const OF_MOVES: [&Requirement; 4] = [&moves::ORIGIN, &moves::VACANT, &moves::ADJACENT, &identity::ARGUMENT];

impl SessionStats {
    fn note(&mut self, table: &Session<'_>) {
        self.doubtful = table.doubtful;
        self.late_at.clone_from(&table.late);
        self.noted.clone_from(&table.noted);
        self.asked = table.asked();
        self.silence = table
            .fell_silent()
            .then(|| Unanswered { position: table.position().clone(), asked: table.asked() });
    }

    /// An answer has been judged on this position. One that moves may be illegal: it tries the rules all the same.
    fn answered(&mut self, position: &Position, asked: &Asked) {
        self.last = asked.mv;
        if asked.answer.origin != asked.answer.destination {
            self.moved_later += u32::from(self.answers > 0);
            self.moved += 1;
        } else if position.legal_count() > 0 {
            self.idle += 1;
        } else {
            self.stuck += 1;
        }
        self.answers += 1;
    }

    /// The rules that the bot did nothing about.
    fn untried(&self) -> Vec<Untried> {
        let (only_stayed, no_move) =
            ("the bot could have moved, and only ever stayed", "the bot had no legal move");
        let why = if self.idle > 0 { only_stayed } else { no_move };
        let mut rules: Vec<(&Requirement, &str)> = Vec::new();
        if self.answers == 0 {
            return Vec::new();
        }
        if self.moved == 0 {
            rules.extend(OF_MOVES.map(|rule| (rule, why)));
            rules.extend((self.idle > 0).then_some((&input::CRLF, why)));
        }
        if self.moved_later == 0 {
            let once = "the bot never moved after its first answer, when squares had changed";
            rules.push((&update::TRACKED, if self.moved == 0 { why } else { once }));
        }
        if self.stuck == 0 {
            rules.push((&moves::STUCK, "the bot always had a legal move"));
        }
        let untried =
            |(rule, reason): (&Requirement, &str)| Untried { rule: rule.id, reason: reason.to_owned() };
        rules.into_iter().map(untried).collect()
    }

    /// Whether it could move, and never did.
    const fn only_stays(&self) -> bool {
        self.idle > 1 && self.moved == 0
    }

    /// Whether it moved whenever it could.
    const fn always_moves(&self) -> bool {
        self.moved > 1 && self.idle == 0
    }

    /// The places, among all that was wrong, of what did not keep it from going on. Of a rule that is the first one: a
    /// second one has.
    pub(super) fn aside(&self, seen: &CaseOutcome) -> Vec<usize> {
        let first = |rule: &String| seen.violations.iter().position(|violation| violation.rule == *rule);
        let mut places: Vec<usize> = self.noted.iter().filter_map(first).collect();
        // What is only told of is no fault.
        let told = seen.violations.iter().enumerate().filter(|(_, violation)| violation.level == Level::Info);
        places.extend(told.map(|(at, _)| at));
        places.sort_unstable();
        places.dedup();
        places
    }

    /// Whether so many requests were answered, whatever the answers.
    pub(super) const fn answers(&self, requests: u32) -> bool {
        let silent = if self.silence.is_some() { 1 } else { 0 };
        self.asked - silent >= requests
    }

    /// Whether nothing has kept it from going on.
    fn has_gone_well(&self, seen: &CaseOutcome) -> bool {
        self.aside(seen).len() == seen.violations.len()
    }

    /// The places of the answers that came too late. One that did not come at all is no such: no stall of a machine
    /// lasts as long as one is waited for.
    fn late(&self, seen: &CaseOutcome) -> Vec<usize> {
        let mut places = self.aside(seen);
        places.retain(|&at| seen.violations[at].rule == time::TURN.id);
        places
    }

    /// Whether the bot is late as a rule, and not now and then.
    fn is_always_late(&self) -> bool {
        let (late, asked) = (self.late_at.len(), self.asked as usize);
        late * 2 > asked || late >= usize::from(OVERRUNS) && late * 5 > asked
    }
}

/// A request that was not answered.
#[derive(Debug, Clone)]
pub(super) struct Unanswered {
    /// The board, with the bot to move.
    pub(super) position: Position,
    /// Its number.
    pub(super) asked: u32,
}

/// How far on the process is when a session begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StartMode {
    /// It has just been started.
    Cold,
    /// It may be loading and compiling what it needs for some turns, as one that has been in the game from its start
    /// would have done before.
    Warm,
    /// It has just been started, for what has gone wrong before: nobody waits long for answers that do not come.
    Repeated,
}

/// Plays something, and once more if all that was wrong are a few answers that came too late: a machine can be
/// stalled (a process that sleeps cannot be told from one that is kept from running), and what is put in an unusual
/// situation at once has not had the turns before it in which to load and compile what it needs. A bot that is
/// late again with the same request is too slow; so is one that is late now here, now there, and too often for a
/// machine. What does not come again is told of, but not held against the bot.
fn confirmed(
    context: &RunContext<'_>,
    second: StartMode,
    play: impl Fn(StartMode) -> Result<(CaseOutcome, SessionStats), RunError>,
) -> Result<(CaseOutcome, SessionStats), RunError> {
    let (mut seen, stats) = play(StartMode::Cold)?;
    if stats.late(&seen).is_empty() || stats.is_always_late() {
        return Ok((seen, stats));
    }
    if !stats.has_gone_well(&seen) {
        // Something else broke it off, and would again: whether the bot is slow, the other cases tell.
        let once = "; seen once, as something else broke the run off";
        stats.late(&seen).into_iter().for_each(|at| unsure(&mut seen.violations[at], once));
        return Ok((seen, stats));
    }
    let (mut again, course_again) = play(second)?;
    let late = stats.late(&seen);
    if again.unjudged.is_some() && course_again.has_gone_well(&again) {
        let once = "; seen once, as the second run could not be judged";
        late.into_iter().for_each(|at| unsure(&mut seen.violations[at], once));
        seen.unjudged = again.unjudged;
        return Ok((seen, stats));
    }
    if second == StartMode::Cold || !course_again.late_at.is_empty() {
        for _ in stats.late_at.iter().chain(&course_again.late_at) {
            context.observations.count(STALLS, true);
        }
    }
    let answers = u32::try_from(context.observations.elapsed().len()).unwrap_or(u32::MAX);
    let believed = STALLS_AT_LEAST + answers / STALLS_ONE_IN;
    let same = stats.late_at.iter().any(|request| course_again.late_at.contains(request));
    if same || context.observations.overruns(STALLS) > believed {
        return Ok((seen, stats));
    }
    let runs = 1 + u32::from(!course_again.late_at.is_empty());
    course_again.late(&again).into_iter().rev().for_each(|at| drop(again.violations.remove(at)));
    for mut late in late.into_iter().map(|at| seen.violations[at].clone()) {
        unsure(
            &mut late,
            &format!("; seen in {runs} of 2 runs, and not at the same request: the machine may be to blame"),
        );
        again.violations.push(late);
    }
    again.elapsed.retain(|elapsed| elapsed.charged <= context.limit);
    again.turns += seen.turns;
    Ok((again, course_again))
}

/// What was seen, and is no proof.
fn unsure(violation: &mut Violation, how_often: &str) {
    violation.level = Level::Info;
    violation.message.push_str(how_often);
}

/// A line too many may be for the updates before the request: the same session without its requests tells.
fn for_updates(
    script: &SessionScript,
    mut seen: CaseOutcome,
    context: &RunContext<'_>,
) -> Result<CaseOutcome, RunError> {
    let too_many =
        |violation: &Violation| violation.rule == reply::ONE_LINE.id && violation.received.is_some();
    let Some(line) = seen.violations.iter().position(too_many) else { return Ok(seen) };
    let mut unasked = SessionScript { end: End::Stopped, ..script.clone() };
    unasked.steps.retain(|step| !matches!(step, Step::Ask | Step::Refuse | Step::Miss));
    unasked.steps.push(Step::Quiet);
    let (control, _) = one_session(&unasked, StartMode::Cold, context)?;
    if let Some(spoke) = control.violations.into_iter().find(|violation| violation.rule == update::SILENT.id)
    {
        seen.violations[line] = spoke;
    }
    Ok(seen)
}

fn one_session(
    script: &SessionScript,
    start_mode: StartMode,
    context: &RunContext<'_>,
) -> Result<(CaseOutcome, SessionStats), RunError> {
    let variant = script.variant.unwrap_or_default();
    let mut table =
        Session::open(context, Position::new(Board::empty(variant), script.bot), script.line_ends)?;
    let board = script.start();
    if start_mode == StartMode::Warm || board.occupied().len() > FEW_PIECES {
        table.warm_up = WARM_UP;
    }
    table.impatient = start_mode == StartMode::Repeated;
    table.tell(&patch::tell(&board));
    let mut rounds = Rounds::new(script);
    let mut went_on = true;
    let mut stats = SessionStats::default();
    for step in &script.steps {
        if context.is_out_of_time() {
            table.out_of_time();
            went_on = false;
            break;
        }
        went_on = take(step, &mut table, &mut rounds, &mut stats, context)?;
        if !went_on || rounds.is_over() {
            break;
        }
    }
    // Before anything else is sent: what comes after that might be for the updates.
    went_on = went_on && !table.overheard() && (stats.answers == 0 || table.parts());
    if went_on {
        table.flush();
        if script.end == End::MidMessage {
            table.send_raw(b"1");
        }
    }
    stats.note(&table);
    let mut seen = table.close(script.end != End::Stopped && went_on)?;
    if script.end == End::MidMessage {
        // No referee does this, so a bot may choke on it; but it has to end.
        seen.violations.retain(|violation| violation.rule != eof::EXIT_STATUS.id);
    }
    Ok((seen, stats))
}

/// One step: whether the session goes on after it.
fn take(
    step: &Step,
    table: &mut Session<'_>,
    rounds: &mut Rounds,
    stats: &mut SessionStats,
    context: &RunContext<'_>,
) -> Result<bool, RunError> {
    let told = match step {
        Step::Ask | Step::Refuse => {
            let before = rounds.until_tested();
            table.tell(&before);
            if rounds.is_over() {
                return Ok(true);
            }
            let answered = if table.missed() > 0 { table.ask_after_misses() } else { table.ask() };
            let Some(asked) = answered else { return Ok(false) };
            stats.answered(table.position(), &asked);
            if !attribute_answer(table, &asked, context)? || table.late_in_row >= OVERRUNS {
                return Ok(false);
            }
            let in_time = matches!(step, Step::Ask) && table.late_in_row == 0;
            let reply = if in_time { Reply::Answer(asked.answer) } else { Reply::Overrun };
            let told = rounds.answered(reply);
            table.tell(&told);
            return Ok(true);
        }
        Step::Miss => {
            let before = rounds.until_tested();
            table.tell(&before);
            table.miss();
            rounds.answered(Reply::Overrun)
        }
        Step::Turns(turns) => rounds.turns(turns),
        Step::Round => rounds.round(),
        Step::Occupy => stats.last.map(|mv| rounds.occupy(mv)).unwrap_or_default(),
        Step::Burst(count) => rounds.burst(*count as usize),
        Step::Quiet => {
            if table.overheard() {
                return Ok(false);
            }
            table.flush();
            let heard = table.listen(QUIET);
            if let Some(prompt) = table.prompt(&heard.bytes) {
                table.once(prompt);
            } else if !heard.is_empty() && !table.takes_noise(&heard.bytes) {
                table.blame(table.extra(&heard.bytes));
                return Ok(false);
            }
            Vec::new()
        }
    };
    table.tell(&told);
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
pub(super) fn attribute_answer(
    table: &mut Session<'_>,
    asked: &Asked,
    context: &RunContext<'_>,
) -> Result<bool, RunError> {
    let position = table.position().clone();
    let Some(proof) = asked.violations.first() else {
        if asked.mv.is_some_and(|mv| !mv.is_stay()) {
            identity::ruled_out(position.player(), position.player())
                .for_each(|slip| context.observations.rule_out(slip));
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
            "{}; told of the same board at once, it plays legally: some updates before were missed",
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
        let violation = violation.speaking_against(identity::ruled_out(position.player(), other));
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
    let leaves = |faults: Vec<Reason>| matches!(faults.as_slice(), [Reason::DestinationBesideOrigin { .. }]);
    let unclear = missed.is_some() || !position.judge(answer).is_err_and(leaves);
    let explained = match missed.map(|missed| missed.belief) {
        Some(Belief::OwnMove) => once_each()? && plays_legally(position, CONTROLS, Then::Made, context)?,
        Some(Belief::OwnConversion) => once_each()?,
        Some(Belief::Others) | None => false,
    };
    Ok(explained || asked > 1 && unclear && plays_legally(position, CONTROLS, Then::Refused, context)?)
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
fn plays_legally(
    position: &Position,
    times: u32,
    then: Then,
    context: &RunContext<'_>,
) -> Result<bool, RunError> {
    let empty = Position::new(Board::empty(position.variant()), position.player());
    let mut table = Session::open(context, empty, LineEnds::Lf)?;
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

/// A game.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn game(script: &Game, context: &RunContext<'_>) -> Result<CaseOutcome, RunError> {
    if let Some(skipped) = Session::pointless(context) {
        return Ok(skipped);
    }
    match script.purpose {
        Purpose::Moves => judged_game(script, context),
        Purpose::Endurance => {
            let asked =
                script.turns / u32::try_from(script.variant.unwrap_or_default().players().len()).unwrap_or(1);
            if median(context) * asked > ENDURANCE || Session::is_laborious(context) {
                let reason = format!("left out: this game of {asked} answers would take the bot too long");
                return Ok(CaseOutcome::left_out(reason));
            }
            judged_game(script, context)
        }
        Purpose::Times => timed_game(script, context),
    }
}

fn judged_game(script: &Game, context: &RunContext<'_>) -> Result<CaseOutcome, RunError> {
    let (seen, stats) =
        confirmed(context, StartMode::Cold, |start_mode| one_game(script, start_mode, context))?;
    let mut found = cause::attributed(&Played::Game(script.clone()), seen, &stats, context)?;
    if stats.silence.is_none() {
        Session::confirm_start(&mut found, script.variant.unwrap_or_default(), context)?;
    }
    Ok(CaseOutcome { untried: stats.untried(), ..found })
}

/// A game whose times are judged; again if the machine was too busy to tell. Little headroom is blamed only if a second
/// game shows it, too: a quiet machine has slow moments of its own.
fn timed_game(script: &Game, context: &RunContext<'_>) -> Result<CaseOutcome, RunError> {
    let (mut turns, mut short_before) = (0, false);
    for _ in 0..ATTEMPTS {
        let load = HostLoad::sample();
        let (mut seen, stats) =
            confirmed(context, StartMode::Cold, |start_mode| one_game(script, start_mode, context))?;
        turns += seen.turns;
        seen.turns = turns;
        let late = stats.late(&seen).iter().any(|&at| seen.violations[at].level != Level::Info);
        if late || !stats.has_gone_well(&seen) || seen.unjudged.is_some() {
            return cause::attributed(&Played::Game(script.clone()), seen, &stats, context);
        }
        let short = time::judge_headroom(&seen.elapsed, context.limit);
        let disturbed = seen.elapsed.iter().any(|turn| turn.several && turn.on_busy_machine());
        let undisturbed = !disturbed && load.pressure().is_none_or(Pressure::is_low);
        let sure = short.is_none() || undisturbed && short_before;
        if !stats.doubtful && sure {
            seen.violations.extend(short);
            return Ok(seen);
        }
        short_before |= undisturbed && !stats.doubtful;
    }
    let reason = "the machine was too busy to judge the times of the bot".to_owned();
    Ok(CaseOutcome { turns, unjudged: Some(Unjudged::Inconclusive { reason }), ..CaseOutcome::default() })
}

/// What an answer has taken so far, in the middle.
fn median(context: &RunContext<'_>) -> Duration {
    let mut charged: Vec<f64> =
        context.observations.elapsed().iter().map(|turn| millis(turn.charged)).collect();
    charged.sort_by(f64::total_cmp);
    if charged.is_empty() { Duration::ZERO } else { Duration::from_secs_f64(percentile(&charged, 50) / 1e3) }
}

fn one_game(
    script: &Game,
    start_mode: StartMode,
    context: &RunContext<'_>,
) -> Result<(CaseOutcome, SessionStats), RunError> {
    let variant = script.variant.unwrap_or_default();
    let mut random = Random::seeded(script.seed);
    let mut table = Session::open(context, Position::new(Board::empty(variant), script.bot), LineEnds::Lf)?;
    table.strict_line_ends = true;
    table.impatient = start_mode == StartMode::Repeated;
    if script.pace == Pace::Crowded {
        table.warm_up = WARM_UP;
    }
    let mut game = start(script, variant, &mut table, &mut random);
    let mut stats = SessionStats::default();
    let mut asked = 0;
    let mut went_on = true;
    while game.outcome().is_none() && game.turns() < script.turns {
        if context.is_out_of_time() {
            table.out_of_time();
            went_on = false;
            break;
        }
        let player = game.position().player();
        let reply = if player == script.bot {
            let Some(answered) = table.ask() else {
                went_on = false;
                break;
            };
            asked += 1;
            stats.answered(table.position(), &answered);
            if !attribute_answer(&mut table, &answered, context)? || table.late_in_row >= OVERRUNS {
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
    stats.note(&table);
    Ok((table.close(script.end != End::Stopped && went_on)?, stats))
}

/// The start of a game, told to the bot.
fn start(script: &Game, variant: Variant, table: &mut Session<'_>, random: &mut Random) -> Match {
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
