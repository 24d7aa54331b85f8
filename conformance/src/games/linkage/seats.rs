//! Linkage: a folder for each bot and game, a process for each turn.

use botspec_sdk::Position as _;
use botspec_sdk::games::linkage::{InputText, Linkage as Contest, Order, OrderText, Position};

use super::arbiter::Rules;
use super::{order, time};
use crate::channel::InputFile;
use crate::process::{Host, Program, SandboxError};
use crate::record::{GameRecord, Move};
use crate::referee::opponent::{Answered, FileOpponent, FileTurns};
use crate::referee::reask::{Asked, Asking};
use crate::referee::seats::file_bot::{FileBot, Form, input, text};
use crate::referee::seats::{
    Closing, Fixture, GameLog, PlayedGame, Seats, Stop, Terms, Watch, alternate, asked, follow, made, tried,
};

/// The names and rules of a turn.
pub(super) static FORM: Form = Form {
    output: Contest::ORDER_FILE,
    written: order::WRITTEN.id,
    format: order::FORMAT.id,
    time: time::TURN.id,
};

/// More's bot and Fewer's.
pub(super) struct Bots {
    bots: Vec<FileBot>,
}

impl Bots {
    pub(super) fn open(host: &Host, programs: &[&Program]) -> Result<Self, SandboxError> {
        let bots = programs.iter().map(|program| FileBot::open(host, program)).collect::<Result<_, _>>()?;
        Ok(Self { bots })
    }
}

/// What the referee writes before a turn.
pub(super) fn inputs(position: &Position) -> Vec<InputFile> {
    vec![input(Contest::INPUT_FILE, InputText::from(position.to_setup()).to_string(), false)]
}

/// The text that a record has: left or upper square first.
fn canonical(written: &str) -> String {
    OrderText::from_bytes(written.as_bytes())
        .ok()
        .and_then(|order| Order::try_from(order).ok())
        .map_or_else(|| written.to_owned(), |order| order.to_string())
}

/// Runs one turn in this position.
fn ask(bot: &mut FileBot, asking: &Asking<'_>, _: &GameRecord, rules: &Rules) -> Result<Answered, Stop> {
    let (written, elapsed) = bot.turn(asking.seat, inputs(rules.position()), &FORM, asking.limit)?;
    Ok((written.and_then(|written| Ok(canonical(&tried(rules, text(&written))?))), elapsed))
}

/// How a bot plays against a person.
pub(super) fn opponent<'a>(asking: &'a Asking<'a>) -> Result<FileOpponent<'a, Rules>, SandboxError> {
    FileOpponent::open(asking, FileTurns { open: |_| Ok(Rules::open()), ask })
}

/// Asks a bot in each position of a record in which it is its turn.
pub(super) fn ask_again(
    asking: &Asking<'_>,
    record: &GameRecord,
    told: &mut dyn FnMut(Asked),
) -> Result<(), Stop> {
    let mut bot = FileBot::open(asking.host, asking.program)?;
    follow(&mut Rules::open(), record, asking.seat, &mut |at, rules| {
        let answered = ask(&mut bot, asking, record, rules).map(|(answer, _)| answer);
        told(asked(record, at, rules, answered)?);
        Ok(())
    })
}

impl Seats for Bots {
    fn play(&mut self, fixture: &Fixture, terms: &Terms, watch: &mut Watch<'_>) -> Result<PlayedGame, Stop> {
        let mut rules = Rules::open();
        let orders = |rules: &Rules| rules.position().legal_moves().iter().map(ToString::to_string).collect();
        let log = GameLog::opened(terms.openings.begin(&mut rules, fixture.seed, orders));
        alternate(&mut rules, log, watch, &mut |rules, seat, log| {
            let bot = &mut self.bots[seat.index()];
            let (written, elapsed) = bot.turn(seat, inputs(rules.position()), &FORM, terms.limit)?;
            log.timed(seat, elapsed);
            let made = written.and_then(|written| made(rules, text(&written)));
            Ok(made.map(|order| (Move::Text(canonical(&order)), elapsed)))
        })
    }

    fn take_stderr(&mut self) -> Vec<Vec<u8>> {
        self.bots.iter_mut().map(FileBot::take_stderr).collect()
    }

    fn close(mut self: Box<Self>) -> Result<Vec<Closing>, SandboxError> {
        Ok(self.take_stderr().into_iter().map(Closing::quiet).collect())
    }
}
