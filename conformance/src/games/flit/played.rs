//! One run of a session or a game.

use std::sync::Arc;

use botspec_sdk::games::flit::{Board, Match, Player, Position, Reply, Square, Variant, draw as chance};
use botspec_sdk::random::Random;

use super::attribution::attribute_answer;
use super::rounds::Rounds;
use super::script::{End, Game, LineEnds, Pace, SessionScript, Step, is_start};
use super::session::{PAUSE, QUIET, Session};
use super::stats::SessionStats;
use super::witness::Witness;
use super::{enclose, eof, generate, grow, patch};
use crate::contest::CaseOutcome;
use crate::run_context::{RunContext, RunError};

/// So many requests of a game that starts in the middle have more time: a virtual machine compiles what is
/// used often, and has not seen it used.
const WARM_UP: u32 = 20;

/// So many in a hundred squares of the large board are nearly as many pieces as a byte can count.
const NEARLY_A_BYTE: u32 = 24;
/// And so many are more.
const MORE_THAN_A_BYTE: u32 = 32;

/// Dominance takes some dozens of turns from here, whatever the bot collects.
const FAR_AHEAD: u32 = 38;

/// Somewhat more of them, and a bot has won; it has not yet.
const NEARLY_WON: u32 = 48;
/// So many come to be taken late in a game, by all bots together.
const FULL: u32 = 77;

/// A session that begins with more pieces than this is in the middle of a game.
const FEW_PIECES: u32 = 100;

/// A session or a game.
#[derive(Debug, Clone)]
pub(super) enum Played {
    /// Updates and requests.
    Session(SessionScript),
    /// A game against sparring partners.
    Game(Game),
}

impl Played {
    /// Plays it in a process of its own, to compare it with what has gone wrong.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    pub(super) fn once(&self, context: &RunContext<'_>) -> Result<(CaseOutcome, SessionStats), RunError> {
        self.on(StartMode::Control, context)
    }

    /// The same once more, only to see whether it goes wrong again.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    pub(super) fn repeated(&self, context: &RunContext<'_>) -> Result<(CaseOutcome, SessionStats), RunError> {
        self.on(StartMode::Repeated, context)
    }

    /// Whether more is told before the first request than the start of a game.
    pub(super) fn begins_in_the_middle(&self) -> bool {
        match self {
            Self::Session(session) => session.begins_in_the_middle(),
            Self::Game(game) => game.begins_in_the_middle(),
        }
    }

    /// Whether many updates follow each other in it.
    pub(super) fn has_bursts(&self) -> bool {
        matches!(self, Self::Session(session) if session.has_bursts())
    }

    /// Whether its lines end in CR LF, or a request comes before the one before it was answered.
    pub(super) fn is_unusual(&self) -> bool {
        matches!(self, Self::Session(session) if session.line_ends != LineEnds::Lf || session.has_misses())
    }

    /// Plays it in this way.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    pub(super) fn on(
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

/// How far on the process is when a session begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StartMode {
    /// It has just been started.
    Cold,
    /// It may be loading and compiling what it needs for some turns, as one that has been in the game from its start
    /// would have done before.
    Warm,
    /// It has just been started, for comparison: a silence is looked into, and blamed, even if it is nothing new.
    Control,
    /// It has just been started, for what has gone wrong before: nobody waits long for answers that do not come.
    Repeated,
    /// The same, and the board is told as the game that leads to it.
    AsGame,
}

pub(super) fn one_session(
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
    table.is_tried_as(start_mode);
    let mut went_on = tell_board(&board, || script.witness(&board), &mut table, start_mode);
    let mut rounds = Rounds::new(script);
    let mut stats = SessionStats::default();
    for step in &script.steps {
        if !went_on || rounds.is_over() {
            break;
        }
        if context.is_out_of_time() {
            table.out_of_time();
            went_on = false;
            break;
        }
        went_on = take(step, &mut table, &mut rounds, &mut stats, context)?;
    }
    // Before anything else is sent: what comes after that might be for the updates.
    went_on = went_on && !table.overheard() && (stats.answers == 0 || table.parts());
    if went_on {
        table.flush();
        if script.end == End::MidMessage {
            table.send_half(b"1");
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
            if !attribute_answer(table, &asked, context)? || table.is_frozen() {
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
        Step::Quiet | Step::Pause => {
            if table.overheard() {
                return Ok(false);
            }
            table.flush();
            let heard = table.listen(if matches!(step, Step::Pause) { PAUSE } else { QUIET });
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

pub(super) fn one_game(
    script: &Game,
    start_mode: StartMode,
    context: &RunContext<'_>,
) -> Result<(CaseOutcome, SessionStats), RunError> {
    let variant = script.variant.unwrap_or_default();
    let mut random = Random::seeded(script.seed);
    let mut table = Session::open(context, Position::new(Board::empty(variant), script.bot), LineEnds::Lf)?;
    table.strict_line_ends = true;
    table.is_tried_as(start_mode);
    if script.begins_in_the_middle() {
        table.warm_up = WARM_UP;
    }
    let (mut game, mut went_on) = start(script, variant, &mut table, start_mode, &mut random);
    let mut stats = SessionStats::default();
    let mut asked = 0;
    while went_on
        && game.outcome().is_none()
        && game.turns() < script.turns
        && !script.partner.is_done(&stats)
    {
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
            if !attribute_answer(&mut table, &answered, context)? || table.is_frozen() {
                went_on = false;
                break;
            }
            let refused = script.refuse_every > 0 && asked % script.refuse_every == 0;
            if refused { Reply::Overrun } else { Reply::Answer(answered.answer) }
        } else {
            Reply::Answer(script.partner.choose(game.position(), script.bot, &mut random).into())
        };
        let next = variant.after(player);
        let turn = game
            .turn(reply, |board| neutral(script, board, next, &mut random))
            .expect("nobody is frozen, and neutral pieces appear on available squares");
        table.tell(&turn.updates);
    }
    stats.note(&table);
    Ok((table.close(script.end != End::Stopped && went_on)?, stats))
}

/// The start of a game, told to the bot, and whether the bot can be asked then.
fn start(
    script: &Game,
    variant: Variant,
    table: &mut Session<'_>,
    start_mode: StartMode,
    random: &mut Random,
) -> (Match, bool) {
    let (board, witness) = match script.pace {
        Pace::Usual | Pace::Rich | Pace::Fed => {
            let (game, updates) = Match::start(variant, random);
            table.tell(&updates);
            return (game, true);
        }
        Pace::Crowded => generate::crowd(variant, generate::HALF, random),
        Pace::Full => generate::crowd(variant, FULL, random),
        Pace::Dominant => generate::dominated(variant, script.bot, NEARLY_A_BYTE, random),
        Pace::FarAhead => generate::dominated(variant, script.bot, FAR_AHEAD, random),
        Pace::Dominated => generate::dominated(variant, variant.after(script.bot), MORE_THAN_A_BYTE, random),
        Pace::Winning => generate::dominated(variant, script.bot, NEARLY_WON, random),
        Pace::Losing => generate::dominated(variant, variant.after(script.bot), NEARLY_WON, random),
        Pace::OneShort => generate::nearly_won(variant, script.bot, random),
        Pace::OtherOneShort => generate::nearly_won(variant, variant.after(script.bot), random),
    };
    let went_on = tell_board(&board, || witness.map(Arc::new), table, start_mode);
    (Match::new(board), went_on)
}

/// Tells what is on a board: at once, unless it is to be told as a game, or this bot takes nothing else. False if the bot
/// cannot be asked after that.
fn tell_board(
    board: &Board,
    witness: impl FnOnce() -> Option<Arc<Witness>>,
    table: &mut Session<'_>,
    start_mode: StartMode,
) -> bool {
    let as_game = start_mode == StartMode::AsGame || table.takes_games_only();
    if !as_game || is_start(board) || board.occupied().is_empty() {
        table.tell(&patch::tell(board));
        return true;
    }
    match witness() {
        Some(witness) => table.tell_game(&witness),
        None => {
            table.unsuitable("no game was found that leads to this position");
            false
        }
    }
}

/// Where a neutral piece appears after a turn, if one does.
fn neutral(script: &Game, board: &Board, next: Player, random: &mut Random) -> Option<Square> {
    match script.pace {
        Pace::Usual | Pace::OneShort | Pace::OtherOneShort => chance::neutral(board, random),
        Pace::Fed => enclose::neutral(board, next, script.bot, random),
        Pace::Winning => grow::beside(board, script.bot, random),
        Pace::Losing => grow::beside(board, board.variant().after(script.bot), random),
        Pace::Rich | Pace::Crowded | Pace::Full | Pace::Dominant | Pace::FarAhead | Pace::Dominated => {
            wherever_available(board, random)
        }
    }
}

/// The square that is drawn, if it is available.
fn wherever_available(board: &Board, random: &mut Random) -> Option<Square> {
    let (number, side) = (random.below(board.variant().area()), u32::from(board.variant().side()));
    board.variant().square(number % side, number / side).filter(|square| board.is_available(*square))
}
