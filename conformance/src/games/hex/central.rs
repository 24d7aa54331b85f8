//! The central program of a Hex game: both bots, the board between them, one command at a time.

use botspec_sdk::Position as _;
use botspec_sdk::games::hex::{BoardText, Colour, Hex, Message, Position, Size};
use botspec_sdk::seat::Seat;

use super::arbiter::Rules;
use super::seats::{HexBot, made_in};
use crate::process::{Ending, Host, Limit, Program, SandboxError};
use crate::record::Diagram;
use crate::referee::seats::Stop;
use crate::referee::seats::stream_bot::{Reply, text};
use crate::referee::{Arbiter as _, Ended};
use std::time::Duration;

/// Of a bot that goes on and on, no more lines than this are taken.
const MAX_STRAYS: usize = 1000;

/// Two bots and the board between them.
pub(super) struct Central {
    bots: Vec<HexBot>,
    /// Which of them answer `check_win`, as far as is known.
    checks: [bool; 2],
    rules: Rules,
    limit: Duration,
    lost: Option<Loss>,
}

/// How a bot has lost by its answer.
#[derive(Debug, Clone)]
pub(super) struct Loss {
    /// The colour that it had.
    pub(super) loser: Colour,
    /// The reason in the words of a record.
    pub(super) reason: &'static str,
    /// What it answered.
    pub(super) answer: Option<String>,
    /// What is wrong with that.
    pub(super) message: String,
}

/// What came of asking for a move.
#[derive(Debug)]
pub(super) enum Step {
    /// This colour played this.
    Moved(Colour, String),
    /// The bot has lost.
    Lost(Loss),
    /// The game is over.
    Over,
}

/// What a bot shows of its board.
#[derive(Debug)]
pub(super) enum Shown {
    /// A board.
    Board(BoardText),
    /// Why there is none.
    Nothing(String),
}

/// How a bot ended.
#[derive(Debug)]
pub(super) struct Departure {
    /// What it was started as.
    pub(super) started_as: Colour,
    /// In words.
    pub(super) how: String,
}

impl Central {
    /// Starts both bots and a game.
    ///
    /// # Errors
    /// If the machine has no room for them.
    pub(super) fn open(
        host: &Host,
        programs: &[&Program],
        size: Size,
        limit: Duration,
    ) -> Result<Self, SandboxError> {
        let open = |(&program, seat): (&&Program, u8)| HexBot::open(host, program, Seat::from_index(seat));
        let mut bots: Vec<HexBot> = programs.iter().zip(0_u8..).map(open).collect::<Result<_, _>>()?;
        for bot in &mut bots {
            bot.tell(Message::InitBoard(size));
        }
        Ok(Self { bots, checks: [true; 2], rules: Rules::of(size), limit, lost: None })
    }

    /// Makes sure that both bots have started.
    ///
    /// # Errors
    /// If one has not.
    pub(super) fn started(&mut self) -> Result<(), Stop> {
        for (bot, seat) in self.bots.iter_mut().zip(0_u8..) {
            bot.bot.check_start(Seat::from_index(seat))?;
        }
        Ok(())
    }

    /// The central board.
    #[must_use]
    pub(super) fn position(&self) -> &Position {
        self.rules.position()
    }

    /// The central board, with the latest stone marked.
    #[must_use]
    pub(super) fn diagram(&self) -> Diagram {
        self.rules.diagram()
    }

    /// How a bot has lost by its answer, if one has.
    #[must_use]
    pub(super) const fn lost(&self) -> Option<&Loss> {
        self.lost.as_ref()
    }

    /// Who has won, by a chain or because the other has lost.
    #[must_use]
    pub(super) fn winner(&self) -> Option<Colour> {
        let by_chain = self.rules.ended().and_then(|Ended { .. }| self.position().winner());
        by_chain.or_else(|| self.lost.as_ref().map(|lost| lost.loser.other()))
    }

    /// Asks the bot whose turn it is for a move, and passes it on.
    ///
    /// # Errors
    /// If the bot cannot be judged.
    pub(super) fn step(&mut self) -> Result<Step, Stop> {
        if self.winner().is_some() {
            return Ok(Step::Over);
        }
        let seat = self.position().seat_to_move();
        let colour = self.position().to_move();
        self.bots[seat.index()].put_aside();
        let answered = self.bots[seat.index()].ask_move(self.limit)?;
        match made_in(&mut self.rules, answered) {
            Ok((played, _)) => {
                self.bots[1 - seat.index()].tell_move(played);
                Ok(Step::Moved(colour, played.to_string()))
            }
            Err(lost) => {
                let (reason, answer, message) = lost.parts();
                let answer = answer.map(str::to_owned);
                let loss = Loss { loser: colour, reason, answer, message: message.to_owned() };
                self.lost = Some(loss.clone());
                Ok(Step::Lost(loss))
            }
        }
    }

    /// Asks both bots for their boards, the one that was started as black first.
    ///
    /// Whatever else a bot prints with its board is taken too: see [`take_strays`](Self::take_strays).
    ///
    /// # Errors
    /// If the run is interrupted, or the machine fails.
    pub(super) fn boards(&mut self) -> Result<Vec<Shown>, Stop> {
        self.bots.iter_mut().zip(&mut self.checks).map(|(bot, checks)| board(bot, checks)).collect()
    }

    /// Lines that answered nothing that was asked, since this was last called; for the bot that was started as black
    /// first.
    pub(super) fn take_strays(&mut self) -> Vec<Vec<String>> {
        let lines = |bot: &mut HexBot| std::mem::take(&mut bot.strays);
        self.bots.iter_mut().map(|bot| lines(bot).iter().map(|line| text(line)).collect()).collect()
    }

    /// Ends both bots: `quit` first, then the end of their input, then by force.
    ///
    /// # Errors
    /// If the machine fails.
    pub(super) fn end(mut self) -> Result<Vec<Departure>, SandboxError> {
        for bot in &mut self.bots {
            bot.bot.send(b"quit\n");
        }
        let mut departures = Vec::new();
        for (bot, started_as) in self.bots.iter_mut().zip(Colour::ALL) {
            let Some(closed) = bot.bot.finish(Hex::REPLY_LIMIT)? else {
                departures.push(Departure { started_as, how: bot.bot.exit_description().to_owned() });
                continue;
            };
            let how = match (closed.how, &closed.finished.ending) {
                (_, Ending::HostTooBusy) => {
                    "was ended, as the machine was too busy to wait for it".to_owned()
                }
                (_, Ending::Killed | Ending::Interrupted) => "had to be killed".to_owned(),
                (crate::channel::How::AfterStdinClosed, ending) => {
                    format!("ignored quit; with its input closed it {ending}")
                }
                (_, ending) => ending.to_string(),
            };
            departures.push(Departure { started_as, how });
        }
        Ok(departures)
    }
}

/// Asks a bot for its board, and takes all that it prints with it.
fn board(bot: &mut HexBot, checks: &mut bool) -> Result<Shown, Stop> {
    bot.put_aside();
    let mut reply = bot.ask(Message::ShowBoard, Hex::REPLY_LIMIT);
    // The answers to earlier questions come first.
    while let Ok(Reply::Line { bytes, .. }) = &reply
        && bot.owed > 0
    {
        bot.owed -= 1;
        bot.strays.push(bytes.clone());
        reply = bot.wait(&Limit::new(Hex::REPLY_LIMIT));
    }
    let shown = match reply {
        Ok(Reply::Line { bytes, .. }) => match BoardText::from_bytes(&bytes) {
            Ok(board) => Shown::Board(board),
            Err(error) => Shown::Nothing(format!("its answer is not a board: {error}: {}", text(&bytes))),
        },
        Ok(Reply::Late { bytes, .. }) => {
            bot.strays.push(bytes);
            return Ok(too_late());
        }
        Ok(Reply::Overrun { .. }) => {
            bot.owed += 1;
            return Ok(too_late());
        }
        Ok(Reply::TooLong { .. }) => Shown::Nothing("its answer has more than 4 KiB".to_owned()),
        Ok(Reply::Ended { how }) => return Ok(Shown::Nothing(how)),
        Err(Stop::HostTooBusy { .. }) => {
            bot.owed += 1;
            return Ok(Shown::Nothing("the machine was too busy to wait for it".to_owned()));
        }
        Err(stop) => return Err(stop),
    };
    if *checks {
        *checks = is_through(bot)?;
    }
    Ok(shown)
}

fn too_late() -> Shown {
    Shown::Nothing(format!("it did not answer within {} s", Hex::REPLY_LIMIT.as_secs()))
}

/// Waits until a bot has said all that it has to say, by asking for something whose answer is like nothing else.
/// `false` if it does not answer that.
fn is_through(bot: &mut HexBot) -> Result<bool, Stop> {
    let mut reply = bot.ask(Message::CheckWin, Hex::REPLY_LIMIT);
    for _ in 0..MAX_STRAYS {
        match reply {
            Ok(Reply::Line { bytes, .. }) => match bytes.trim_ascii() {
                b"0" | b"1" | b"-1" => return Ok(true),
                _ => bot.strays.push(bytes),
            },
            Ok(Reply::TooLong { .. }) => bot.strays.push(b"(more than 4 KiB)".to_vec()),
            Ok(Reply::Ended { .. }) => return Ok(false),
            Ok(Reply::Late { .. } | Reply::Overrun { .. }) | Err(Stop::HostTooBusy { .. }) => {
                bot.owed += 1;
                return Ok(false);
            }
            Err(stop) => return Err(stop),
        }
        reply = bot.wait(&Limit::new(Hex::REPLY_LIMIT));
    }
    bot.owed += 1;
    Ok(false)
}
