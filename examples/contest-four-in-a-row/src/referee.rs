//! How games are refereed: a process for each bot, with a time bank of its own.

use std::time::Duration;

use botspec::channel::How;
use botspec::options::Options;
use botspec::process::{Elapsed, Host, Limit, Program, SandboxError};
use botspec::record::{GameRecord, Move, Variant};
use botspec::referee::reask::{Asked, Asking};
use botspec::referee::seats::stream_bot::{StreamBot, text};
use botspec::referee::seats::{
    Closing, Failure, Fixture, GameLog, PlayedGame, Seats, Stop, Terms, Watch, asked, follow,
};
use botspec::referee::{Arbiter, Fault, Referee};
use botspec_sdk::Position as _;
use botspec_sdk::seat::Seat;

use crate::FourInARow;
use crate::arbiter::Rules;
use crate::play::GRACE;
use crate::position::PLAYERS;
use crate::requirements::{BANK, FORMAT};
use crate::wire::{action, answer, refilled, settings, update};

impl Referee for FourInARow {
    fn open(&self, _: &GameRecord) -> Result<Box<dyn Arbiter>, Fault> {
        Ok(Box::new(Rules::default()))
    }

    fn seat(&self, host: &Host, programs: &[&Program]) -> Result<Box<dyn Seats>, SandboxError> {
        let bots = programs.iter().map(|program| StreamBot::open(host, program, &[]));
        Ok(Box::new(Bots(bots.collect::<Result<_, _>>()?)))
    }

    /// The field says all that there is to know, so a bot is told of nothing else, and has a full bank each time.
    fn ask_again(
        &self,
        asking: &Asking<'_>,
        record: &GameRecord,
        told: &mut dyn FnMut(Asked),
    ) -> Result<(), Stop> {
        let mut bot = StreamBot::open(asking.host, asking.program, &[])?;
        bot.queue(settings(asking.seat, asking.limit).as_bytes());
        follow(&mut Rules::default(), record, asking.seat, &mut |at, rules| {
            let answered = ask(&mut bot, asking.seat, &mut rules.clone(), asking.limit);
            let column = answered.map(|answer| answer.map(|(mv, _)| mv.text().to_owned()));
            told(asked(record, at, rules, column)?);
            Ok(())
        })
    }

    fn variant(&self, _: Option<&str>, _: &Options<'_>) -> Variant {
        Variant::default()
    }
}

/// The bots of a game, by seat.
struct Bots(Vec<StreamBot>);

impl Seats for Bots {
    fn play(&mut self, fixture: &Fixture, terms: &Terms, watch: &mut Watch<'_>) -> Result<PlayedGame, Stop> {
        let mut rules = Rules::default();
        let columns = |rules: &Rules| rules.position.legal_moves().iter().map(ToString::to_string).collect();
        let mut log = GameLog::opened(terms.openings.begin(&mut rules, fixture.seed, columns));
        let mut banks = [terms.limit; 2];
        for (bot, seat) in self.0.iter_mut().zip(PLAYERS) {
            bot.queue(settings(seat, terms.limit).as_bytes());
        }
        loop {
            if let Some(ended) = rules.ended() {
                return Ok(log.over(ended));
            }
            let seat = rules.seat_to_move();
            let bank = &mut banks[seat.index()];
            let (mv, elapsed) = match ask(&mut self.0[seat.index()], seat, &mut rules, *bank)? {
                Ok(made) => made,
                Err(failure) => return Ok(log.lost(&rules, failure)),
            };
            *bank = refilled(*bank, elapsed.charged, terms.limit);
            log.push(mv, &elapsed);
            watch(&rules);
        }
    }

    fn close(self: Box<Self>) -> Result<Vec<Closing>, SandboxError> {
        let close = |mut bot: StreamBot| {
            bot.close_stdin();
            bot.close(GRACE, How::AfterStdinClosed)
        };
        self.0.into_iter().map(close).collect()
    }
}

/// Asks a bot for a move, and makes it; or says how the bot has lost.
fn ask(
    bot: &mut StreamBot,
    seat: Seat,
    rules: &mut Rules,
    bank: Duration,
) -> Result<Result<(Move, Elapsed), Failure>, Stop> {
    let question = update(&rules.position) + &action(bank);
    let reply = bot.ask(seat, Some(question.as_bytes()), &Limit::new(bank))?;
    Ok(reply.in_time(BANK.id, FORMAT.id, bank).and_then(|(line, elapsed)| {
        let refused = |fault| Failure::refused(fault, text(&line));
        let column = answer(&line).map_err(|error| refused(Fault::malformed(FORMAT.id, error)))?;
        let mv = Move::Text(column.to_string());
        rules.play(&mv).map_err(refused)?;
        Ok((mv, elapsed))
    }))
}
