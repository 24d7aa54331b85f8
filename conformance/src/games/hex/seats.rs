//! Hex: a process for each bot and game.

use std::time::Duration;

use botspec_sdk::Position as _;
use botspec_sdk::games::hex::{Colour, Message, Move as Played, MoveText, Size};
use botspec_sdk::seat::Seat;

use super::arbiter::Rules;
use super::player::Player;
use super::{make_move, time};
use crate::process::{Elapsed, Host, Limit, Program, SandboxError};
use crate::record::{GameRecord, Move};
use crate::referee::arbiter::Arbiter as _;
use crate::referee::reask::{Asked, Asking};
use crate::referee::seats::stream_bot::{Reply, StreamBot, text};
use crate::referee::seats::{
    Closing, Failure, Fixture, GameLog, PlayedGame, Seats, Stop, Terms, Watch, alternate, asked, made, tried,
};

/// One bot, and what it is to be told of the other's moves.
pub(super) struct HexBot {
    seat: Seat,
    pub(super) bot: StreamBot,
    /// Questions whose answers have not come in time: they may come yet.
    pub(super) owed: u32,
    /// Lines that answer nothing that is asked now.
    pub(super) strays: Vec<Vec<u8>>,
}

impl HexBot {
    /// Starts the bot of this seat as the colour that it has at first.
    pub(super) fn open(host: &Host, program: &Program, seat: Seat) -> Result<Self, SandboxError> {
        Self::open_as(host, program, seat, Colour::ALL[seat.index().min(1)])
    }

    /// Starts the bot of this seat as this colour.
    pub(super) fn open_as(
        host: &Host,
        program: &Program,
        seat: Seat,
        colour: Colour,
    ) -> Result<Self, SandboxError> {
        let bot = StreamBot::open(host, program, &[colour.to_string()])?;
        Ok(Self { seat, bot, owed: 0, strays: Vec::new() })
    }

    /// Keeps a message to be sent with the next question.
    pub(super) fn tell(&mut self, message: Message) {
        self.bot.queue(format!("{message}\n").as_bytes());
    }

    /// Tells of the other's move.
    pub(super) fn tell_move(&mut self, mv: Played) {
        self.tell(match mv {
            Played::Place(cell) => Message::Seto(cell.into()),
            Played::Swap => Message::Swap,
        });
    }

    /// Tells of moves that have been made, its own among them.
    pub(super) fn tell_all(&mut self, made: &[Played]) {
        let opened = self.seat.index() == 0;
        let has_swapped = !opened && made.get(1) == Some(&Played::Swap);
        for (number, &mv) in made.iter().enumerate() {
            let own = number.is_multiple_of(2) == opened || (number == 0 && has_swapped);
            match mv {
                Played::Place(cell) if own => self.tell(Message::Sety(cell.into())),
                Played::Place(cell) => self.tell(Message::Seto(cell.into())),
                Played::Swap if own => {}
                Played::Swap => self.tell(Message::Swap),
            }
        }
    }

    /// Sends a question and waits for the answer.
    pub(super) fn ask(&mut self, message: Message, limit: Duration) -> Result<Reply, Stop> {
        self.bot.ask(self.seat, Some(format!("{message}\n").as_bytes()), &Limit::new(limit))
    }

    /// Waits for a line that belongs to a question before.
    pub(super) fn wait(&mut self, limit: &Limit) -> Result<Reply, Stop> {
        self.bot.ask(self.seat, None, limit)
    }

    /// Puts aside what has come without being asked for by now.
    pub(super) fn put_aside(&mut self) {
        let lines = self.bot.unasked();
        self.owed = self.owed.saturating_sub(u32::try_from(lines.len()).unwrap_or(u32::MAX));
        self.strays.extend(lines);
    }

    /// Asks for a move; while an answer to something else is owed, what is no move is taken for that.
    fn reply_to_make_move(&mut self, limit: Duration) -> Result<Reply, Stop> {
        let mut reply = self.ask(Message::MakeMove, limit)?;
        let mut waited = Elapsed::default();
        loop {
            match reply {
                Reply::Line { bytes, elapsed } if self.owed > 0 && MoveText::from_bytes(&bytes).is_err() => {
                    self.owed -= 1;
                    self.strays.push(bytes);
                    waited = waited + elapsed;
                }
                Reply::Line { bytes, elapsed } => {
                    return Ok(Reply::Line { bytes, elapsed: waited + elapsed });
                }
                other => return Ok(other),
            }
            reply = self.wait(&Limit::new(limit).rest(&waited))?;
        }
    }

    /// Asks for a move: the line that came in time, or why there is none.
    pub(super) fn ask_move(&mut self, limit: Duration) -> Result<Result<(String, Elapsed), Failure>, Stop> {
        let reply = self.reply_to_make_move(limit)?;
        let line = reply.in_time(time::TURN.id, make_move::FORMAT.id, limit);
        Ok(line.map(|(bytes, elapsed)| (text(&bytes), elapsed)))
    }
}

/// Makes a move in the game that was answered to a bot's being asked.
pub(super) fn made_in(
    rules: &mut Rules,
    answered: Result<(String, Elapsed), Failure>,
) -> Result<(Played, Elapsed), Lost> {
    let (line, elapsed) = answered.map_err(Lost)?;
    let line = made(rules, line).map_err(Lost)?;
    let played = played(&line, rules.position().size());
    Ok((played.expect("it was made in the game"), elapsed))
}

/// Every stone that may be placed. A swap is nobody's but the player's.
fn placements(rules: &Rules) -> Vec<String> {
    let moves = rules.position().legal_moves();
    moves.iter().filter(|mv| **mv != Played::Swap).map(ToString::to_string).collect()
}

/// The move that a text stands for on a board of this size.
pub(super) fn played(text: &str, size: Size) -> Option<Played> {
    match MoveText::from_bytes(text.as_bytes()).ok()? {
        MoveText::Place(at) => at.cell(size).map(Played::Place),
        MoveText::Swap => Some(Played::Swap),
    }
}

/// Asks a bot in each position of a record in which it is its turn. One that has answered as recorded goes on;
/// another is started anew.
pub(super) fn ask_again(
    asking: &Asking<'_>,
    record: &GameRecord,
    told: &mut dyn FnMut(Asked),
) -> Result<(), Stop> {
    // A record that cannot begin has no positions.
    let Ok(mut rules) = Rules::open(&record.variant) else { return Ok(()) };
    let size = rules.position().size();
    let mut bot: Option<Player> = None;
    let mut made: Vec<Played> = Vec::new();
    for at in 0..=record.moves.len() {
        if rules.ended().is_some() {
            break;
        }
        let own = rules.seat_to_move() == asking.seat;
        if own && at >= record.opening.unwrap_or(0) {
            let mut at_board = match bot.take() {
                Some(bot) => bot,
                None => set_up(asking, size, &made)?,
            };
            let answered =
                at_board.ask_move(asking.limit).map(|line| line.and_then(|(line, _)| tried(&rules, line)));
            let asked = asked(record, at, &rules, answered)?;
            bot = (asked.is_same() && asked.now != crate::referee::reask::Now::Unjudged).then_some(at_board);
            told(asked);
        }
        let Some(mv) = record.moves.get(at) else { break };
        if rules.play(mv).is_err() {
            break;
        }
        let Some(played) = played(mv.text(), size) else { break };
        made.push(played);
        if let Some(bot) = bot.as_mut().filter(|_| !own) {
            bot.tell_move(played);
        }
    }
    Ok(())
}

/// A bot that is told of these moves as if it had made its own.
pub(super) fn set_up(asking: &Asking<'_>, size: Size, made: &[Played]) -> Result<Player, Stop> {
    Ok(Player::open_at(asking.host, asking.program, asking.seat, size, made)?)
}

/// How a bot lost by its answer.
pub(super) struct Lost(pub(super) Failure);

impl Lost {
    /// The reason in the words of a record, the answer if there was one, and what was wrong.
    pub(super) fn parts(&self) -> (&'static str, Option<&str>, &str) {
        (self.0.loss.name(), self.0.answer.as_deref(), &self.0.message)
    }
}

/// Black's bot and white's.
pub(super) struct Bots {
    bots: Vec<Player>,
}

impl Bots {
    pub(super) fn open(host: &Host, programs: &[&Program]) -> Result<Self, SandboxError> {
        let bot = |(program, seat)| Player::open(host, program, Seat::from_index(seat));
        Ok(Self { bots: programs.iter().copied().zip(0_u8..).map(bot).collect::<Result<_, _>>()? })
    }
}

impl Seats for Bots {
    fn play(&mut self, fixture: &Fixture, terms: &Terms, watch: &mut Watch<'_>) -> Result<PlayedGame, Stop> {
        let size = terms.variant.size.and_then(Size::new).unwrap_or(Size::TOURNAMENT);
        let mut rules = Rules::of(size);
        let opening = terms.openings.begin(&mut rules, fixture.seed, placements);
        let begun: Vec<Played> = opening.iter().filter_map(|mv| played(mv.text(), size)).collect();
        for bot in &mut self.bots {
            bot.begin(size, &begun);
        }
        alternate(&mut rules, GameLog::opened(opening), watch, &mut |rules, seat, log| {
            let answered = self.bots[seat.index()].ask_move(terms.limit)?;
            Ok(made_in(rules, answered).map_err(|Lost(failure)| failure).map(|(played, elapsed)| {
                log.timed(seat, elapsed);
                self.bots[1 - seat.index()].tell_move(played);
                (Move::Text(played.to_string()), elapsed)
            }))
        })
    }

    fn close(mut self: Box<Self>) -> Result<Vec<Closing>, SandboxError> {
        self.bots.iter_mut().for_each(Player::quit);
        self.bots.into_iter().map(Player::close).collect()
    }
}
