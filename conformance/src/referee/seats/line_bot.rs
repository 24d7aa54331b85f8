//! Bots that are asked by lines: each question says all that there is to know of the game, and one line answers it.

use std::marker::PhantomData;
use std::time::Duration;

use botspec_sdk::seat::Seat;

use super::stream_bot::{StreamBot, text};
use super::{
    Closing, Failure, Fixture, GameLog, Loss, PlayedGame, Seating, Seats, Stop, Terms, Turned, Watch,
    alternate, asked, follow,
};
use crate::channel::How;
use crate::process::{Elapsed, Host, Limit, Program, SandboxError};
use crate::record::{GameRecord, Move, Variant};
use crate::referee::arbiter::{Arbiter, Fault};
use crate::referee::opponent::{Answered, Opponent};
use crate::referee::reask::{Asked, Asking};

/// A game whose bots keep one process and are asked by lines: they are seated by [`LineSeating`].
pub trait LineGame: Arbiter + Clone + 'static {
    /// The rule that an answer breaks which is no move at all.
    const FORMAT: &'static str;
    /// The rule that an answer breaks which comes too late.
    const TIME: &'static str;
    /// How long a bot may go on when its stdin is closed.
    const GRACE: Duration;

    /// This form of the game before its first move.
    ///
    /// # Errors
    /// If there is no such variant.
    fn open(variant: &Variant) -> Result<Self, Fault>;

    /// The lines that the bot of this seat is told before its first question.
    fn greeting(&self, seat: Seat, limit: Duration) -> String;

    /// The lines that ask for a move in this position, with so much time left for it.
    fn question(&self, left: Duration) -> String;

    /// The move, as records have it, that a line is.
    ///
    /// # Errors
    /// If it is none.
    fn read(&self, line: &[u8]) -> Result<Move, Fault>;

    /// What is left of a time bank of this size after a move that took so long; none where each move has the whole limit.
    fn bank(_left: Duration, _took: Duration, _size: Duration) -> Option<Duration> {
        None
    }
}

/// How the bots of such a game are started and asked.
#[derive(Debug, Clone, Copy)]
pub struct LineSeating<G>(PhantomData<fn() -> G>);

impl<G: LineGame> LineSeating<G> {
    /// The seating of this game.
    pub const NEW: Self = Self(PhantomData);
}

impl<G: LineGame> Seating for LineSeating<G> {
    fn seat(&self, host: &Host, programs: &[&Program]) -> Result<Box<dyn Seats>, SandboxError> {
        Ok(Box::new(LineBots::<G>::open(host, programs)?))
    }

    fn ask_again(
        &self,
        asking: &Asking<'_>,
        record: &GameRecord,
        told: &mut dyn FnMut(Asked),
    ) -> Result<(), Stop> {
        // A record that cannot begin has no positions.
        let Ok(mut game) = G::open(&record.variant) else { return Ok(()) };
        let mut bot = LineOpponent::open(asking)?;
        follow(&mut game, record, asking.seat, &mut |at, game: &G| {
            let answered = bot.ask_in(game.clone()).map(|(answer, _)| answer);
            told(asked(record, at, game, answered)?);
            Ok(())
        })
    }

    fn opponent<'a>(&self, asking: &'a Asking<'a>) -> Result<Option<Box<dyn Opponent + 'a>>, SandboxError> {
        Ok(Some(Box::new(LineOpponent::<G>::open(asking)?)))
    }
}

/// Asks a bot for a move, and makes it in the game.
fn ask<G: LineGame>(bot: &mut StreamBot, seat: Seat, game: &mut G, left: Duration) -> Result<Turned, Stop> {
    let reply = bot.ask(seat, Some(game.question(left).as_bytes()), &Limit::new(left))?;
    Ok(reply.in_time(G::TIME, G::FORMAT, left).and_then(|(line, elapsed)| {
        let refused = |fault| Failure::refused(fault, text(&line));
        let mv = game.read(&line).map_err(refused)?;
        game.play(&mv).map_err(refused)?;
        Ok((mv, elapsed))
    }))
}

fn close<G: LineGame>(mut bot: StreamBot) -> Result<Closing, SandboxError> {
    bot.close_stdin();
    bot.close(G::GRACE, How::AfterStdinClosed)
}

/// The bots of a game, by seat.
struct LineBots<G> {
    bots: Vec<StreamBot>,
    game: PhantomData<fn() -> G>,
}

impl<G: LineGame> LineBots<G> {
    fn open(host: &Host, programs: &[&Program]) -> Result<Self, SandboxError> {
        let bots = programs.iter().map(|program| StreamBot::open(host, program, &[]));
        Ok(Self { bots: bots.collect::<Result<_, _>>()?, game: PhantomData })
    }
}

impl<G: LineGame> Seats for LineBots<G> {
    fn play(&mut self, fixture: &Fixture, terms: &Terms, watch: &mut Watch<'_>) -> Result<PlayedGame, Stop> {
        let mut game = G::open(&terms.variant)?;
        let log = GameLog::opened(terms.openings.begin(&mut game, fixture.seed, G::legal));
        for (bot, seat) in self.bots.iter_mut().zip((0..).map(Seat::from_index)) {
            bot.queue(game.greeting(seat, terms.limit).as_bytes());
        }
        let mut banks = vec![terms.limit; self.bots.len()];
        alternate(&mut game, log, watch, &mut |game, seat, log| {
            let left = &mut banks[seat.index()];
            let turned = ask(&mut self.bots[seat.index()], seat, game, *left)?;
            if let Ok((_, elapsed)) = turned {
                match G::bank(*left, elapsed.charged, terms.limit) {
                    Some(rest) => *left = rest,
                    None => log.timed(seat, elapsed),
                }
            }
            Ok(turned)
        })
    }

    fn close(self: Box<Self>) -> Result<Vec<Closing>, SandboxError> {
        self.bots.into_iter().map(close::<G>).collect()
    }
}

/// A bot that plays against a person, with the whole limit for each move. What is taken back it need not be told of.
struct LineOpponent<'a, G> {
    asking: &'a Asking<'a>,
    bot: StreamBot,
    greeted: bool,
    /// Whether a line of it is still to come, which nobody waits for any more.
    owes: bool,
    game: PhantomData<fn() -> G>,
}

impl<'a, G: LineGame> LineOpponent<'a, G> {
    fn open(asking: &'a Asking<'a>) -> Result<Self, SandboxError> {
        let bot = StreamBot::open(asking.host, asking.program, &[])?;
        Ok(Self { asking, bot, greeted: false, owes: false, game: PhantomData })
    }

    fn ask_in(&mut self, mut game: G) -> Result<Answered, Stop> {
        let Asking { seat, limit, .. } = *self.asking;
        if self.owes {
            *self = Self::open(self.asking)?;
        }
        if !std::mem::replace(&mut self.greeted, true) {
            self.bot.queue(game.greeting(seat, limit).as_bytes());
        }
        self.owes = true;
        let turned = ask(&mut self.bot, seat, &mut game, limit)?;
        self.owes = turned.as_ref().is_err_and(|failure| failure.loss == Loss::Timeout);
        Ok(match turned {
            Ok((mv, elapsed)) => (Ok(mv.text().to_owned()), elapsed),
            Err(failure) => (Err(failure), Elapsed::default()),
        })
    }
}

impl<G: LineGame> Opponent for LineOpponent<'_, G> {
    fn ask(&mut self, record: &GameRecord) -> Result<Answered, Stop> {
        let mut game = G::open(&record.variant)?;
        record.moves.iter().try_for_each(|mv| game.play(mv))?;
        self.ask_in(game)
    }

    fn close(self: Box<Self>) -> Result<Closing, SandboxError> {
        close::<G>(self.bot)
    }
}
