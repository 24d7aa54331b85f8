//! Power Connect Four: a folder for each team and match, a process for each try.

use botspec_sdk::Position as _;
use botspec_sdk::games::power4::{
    BoardText, Drop, MovesText, OpponentText, OutputText, Position, Power4 as Contest, TeamText,
};

use super::arbiter::Rules;
use super::{output, time};
use crate::channel::InputFile;
use crate::process::{Host, Program, SandboxError};
use crate::record::{GameRecord, Move, Variant};
use crate::referee::opponent::{Answered, FileOpponent, FileTurns};
use crate::referee::reask::{Asked, Asking};
use crate::referee::seats::file_bot::{FileBot, Form, input, text};
use crate::referee::seats::{
    Closing, Fixture, GameLog, PlayedGame, Seats, Stop, Terms, Watch, alternate, asked, follow, made, tried,
};

/// The names and rules of a turn.
pub(super) static FORM: Form = Form {
    output: Contest::OUTPUT_FILE,
    written: output::WRITTEN.id,
    format: output::FORMAT.id,
    time: time::TURN.id,
};

/// The teams' bots.
pub(super) struct Bots {
    bots: Vec<FileBot>,
}

impl Bots {
    pub(super) fn open(host: &Host, programs: &[&Program]) -> Result<Self, SandboxError> {
        let bots = programs.iter().map(|program| FileBot::open(host, program)).collect::<Result<_, _>>()?;
        Ok(Self { bots })
    }
}

/// What the referee writes before a try.
pub(super) fn inputs(position: &Position, memo: bool) -> Vec<InputFile> {
    let team = position.team();
    let mut inputs = vec![
        input(Contest::TEAM_FILE, TeamText { team }.to_string(), true),
        input(Contest::BOARD_FILE, BoardText { board: *position.board() }.to_string(), true),
    ];
    if memo {
        let moves = MovesText { turns: position.turns(team), used: position.used(team) };
        let opponent = OpponentText { used: position.used(team.other()) };
        inputs.push(input(Contest::MOVES_FILE, moves.to_string(), true));
        inputs.push(input(Contest::OPPONENT_FILE, opponent.to_string(), true));
    }
    inputs
}

/// The two numbers with one blank between them, if it is two numbers.
pub(super) fn canonical(written: &[u8]) -> String {
    OutputText::from_bytes(written).map_or_else(
        |_| text(written),
        |output| Drop::try_from(&output).map_or_else(|_| output.to_string(), |drop| drop.to_string()),
    )
}

/// Runs one try in this position.
fn ask_once(
    bot: &mut FileBot,
    asking: &Asking<'_>,
    record: &GameRecord,
    rules: &Rules,
) -> Result<Answered, Stop> {
    bot.remove_output(&FORM)?;
    let inputs = inputs(rules.position(), record.variant.memo.unwrap_or(false));
    let (written, elapsed) = bot.turn(asking.seat, inputs, &FORM, asking.limit)?;
    Ok((written.and_then(|written| tried(rules, canonical(&written))), elapsed))
}

/// How a bot plays against a person: with all its tries.
pub(super) fn opponent<'a>(asking: &'a Asking<'a>) -> Result<FileOpponent<'a, Rules>, SandboxError> {
    FileOpponent::open(
        asking,
        FileTurns {
            open: |record| Rules::open(&record.variant),
            ask: |bot, asking, record, rules| {
                let mut answered = ask_once(bot, asking, record, rules)?;
                for _ in 1..Contest::TRIES {
                    if answered.0.is_ok() {
                        break;
                    }
                    answered = ask_once(bot, asking, record, rules)?;
                }
                Ok(answered)
            },
        },
    )
}

/// Asks a bot once in each position of a record in which it is its turn.
pub(super) fn ask_again(
    asking: &Asking<'_>,
    record: &GameRecord,
    told: &mut dyn FnMut(Asked),
) -> Result<(), Stop> {
    // A record that cannot begin has no positions.
    let Ok(mut rules) = Rules::open(&record.variant) else { return Ok(()) };
    let mut bot = FileBot::open(asking.host, asking.program)?;
    follow(&mut rules, record, asking.seat, &mut |at, rules| {
        let answered = ask_once(&mut bot, asking, record, rules).map(|(answer, _)| answer);
        told(asked(record, at, rules, answered)?);
        Ok(())
    })
}

impl Seats for Bots {
    fn play(&mut self, fixture: &Fixture, terms: &Terms, watch: &mut Watch<'_>) -> Result<PlayedGame, Stop> {
        let variant = Variant { starts: fixture.starts, ..terms.variant.clone() };
        let mut rules = Rules::open(&variant)?;
        let memo = terms.variant.memo.unwrap_or(false);
        let drops = |rules: &Rules| rules.position().legal_moves().iter().map(ToString::to_string).collect();
        let log = GameLog::opened(terms.openings.begin(&mut rules, fixture.seed, drops));
        alternate(&mut rules, log, watch, &mut |rules, seat, log| {
            let bot = &mut self.bots[seat.index()];
            let mut tries = Contest::TRIES;
            loop {
                bot.remove_output(&FORM)?;
                let inputs = inputs(rules.position(), memo);
                let (written, elapsed) = bot.turn(seat, inputs, &FORM, terms.limit)?;
                log.timed(seat, elapsed);
                let made = written.and_then(|written| made(rules, canonical(&written)));
                tries -= 1;
                if made.is_ok() || tries == 0 {
                    return Ok(made.map(|drop| (Move::Text(drop), elapsed)));
                }
            }
        })
    }

    fn take_stderr(&mut self) -> Vec<Vec<u8>> {
        self.bots.iter_mut().map(FileBot::take_stderr).collect()
    }

    fn close(mut self: Box<Self>) -> Result<Vec<Closing>, SandboxError> {
        Ok(self.take_stderr().into_iter().map(Closing::quiet).collect())
    }
}
