//! Flit: a process for each bot and game, four of them or two.

use std::time::Duration;

use botspec_sdk::games::flit::{Answer, Match, Player, Reply as Answered, Update, Variant as Played, draw};
use botspec_sdk::random::Random;
use botspec_sdk::seat::Seat;

use super::arbiter::{Rules, variant_of};
use super::{reply, time};
use crate::channel::How;
use crate::process::{Elapsed, Host, Limit, Program, SandboxError};
use crate::record::{GameRecord, Move, Turn};
use crate::referee::arbiter::Arbiter as _;
use crate::referee::reask::{Asked, Asking};
use crate::referee::seats::stream_bot::{Reply, StreamBot, text};
use crate::referee::seats::{
    Closing, Failure, Fixture, GameLog, Loss, PlayedGame, Seats, Stop, Terms, Watch, asked,
};

/// Decision F7: the time to end once stdin is closed.
const GRACE: Duration = Duration::from_secs(2);

/// The bots, by number.
pub(super) struct Bots {
    bots: Vec<FlitBot>,
}

struct FlitBot {
    bot: StreamBot,
    /// Requests whose answers have not come yet: the next lines belong to them (Decision F5).
    missed: u32,
    /// Whether it has been asked before.
    asked: bool,
}

/// A line that is recorded for one that is too long to be.
const TOO_LONG: &str = "(more than 4 KiB without a line end)";

/// Of an answer no more than so much is recorded, in bytes of JSON: a record has 32,768 turns, and a line of so many long
/// ones could not be read again.
const MAX_RECORDED: usize = 100;

/// What is recorded of an answer: of a long one that is none the beginning, and what is no part of any answer.
fn recorded(reply: &Answered, answer: String) -> String {
    let bytes = |c: char| if c.is_control() || matches!(c, '"' | '\\') { 6 } else { c.len_utf8() };
    let mut length = 0;
    let end = answer.char_indices().find(|(_, c)| {
        length += bytes(*c);
        length > MAX_RECORDED
    });
    match (end, reply) {
        (None, _) => answer,
        // Its numbers are larger than any board.
        (Some(_), Answered::Answer(read)) => read.to_string(),
        (Some((at, _)), _) => format!("{}…", &answer[..at]),
    }
}

impl Bots {
    pub(super) fn open(host: &Host, programs: &[&Program]) -> Result<Self, SandboxError> {
        let bot = |(program, number): (&&Program, u8)| {
            let bot = StreamBot::open(host, program, &[number.to_string()])?;
            Ok(FlitBot { bot, missed: 0, asked: false })
        };
        Ok(Self { bots: programs.iter().zip(1_u8..).map(bot).collect::<Result<_, SandboxError>>()? })
    }
}

/// What came of a request.
struct Taken {
    reply: Answered,
    answer: Option<String>,
    elapsed: Elapsed,
    /// How the process has ended, if it has.
    ended: Option<String>,
}

impl FlitBot {
    /// How long its next answer may take, where this is the limit.
    fn limit(&self, usual: Duration) -> Duration {
        if self.asked { usual } else { usual.max(Played::FIRST_LIMIT) }
    }

    /// Sends a request, with what is kept, and waits for its answer.
    fn ask(&mut self, seat: Seat, limit: Duration) -> Result<Taken, Stop> {
        let limit = self.limit(limit);
        self.asked = true;
        let mut waited = Elapsed::default();
        let mut question = Some(b"M\n".as_slice());
        loop {
            let asked = self.bot.ask(seat, question.take(), &Limit::new(limit).rest(&waited));
            // Its line is still to come.
            self.missed += u32::from(matches!(asked, Err(Stop::HostTooBusy { .. })));
            let reply = asked?;
            let none = |elapsed: Elapsed, ended| Taken {
                reply: Answered::Overrun,
                answer: None,
                elapsed: waited + elapsed,
                ended,
            };
            match reply {
                // The line of an earlier request.
                Reply::Line { elapsed, .. } | Reply::TooLong { elapsed } if self.missed > 0 => {
                    self.missed -= 1;
                    waited = waited + elapsed;
                }
                Reply::Late { elapsed, .. } if self.missed > 0 => {
                    // It came, but in the time of this request.
                    return Ok(none(elapsed, None));
                }
                Reply::Line { bytes, elapsed } => {
                    let reply = Answer::from_bytes(&bytes).map_or(Answered::Malformed, Answered::Answer);
                    let answer = recorded(&reply, text(&bytes));
                    let elapsed = waited + elapsed;
                    return Ok(Taken { reply, answer: Some(answer), elapsed, ended: None });
                }
                Reply::TooLong { elapsed } => {
                    let answer = Some(TOO_LONG.to_owned());
                    let elapsed = waited + elapsed;
                    return Ok(Taken { reply: Answered::Malformed, answer, elapsed, ended: None });
                }
                Reply::Late { elapsed, .. } => return Ok(none(elapsed, None)),
                Reply::Overrun { elapsed } => {
                    self.missed += 1;
                    return Ok(none(elapsed, None));
                }
                Reply::Ended { how } => return Ok(none(Elapsed::default(), Some(how))),
            }
        }
    }
}

/// Asks a bot in each position of a record in which it is its turn, until it is frozen there or ends here.
pub(super) fn ask_again(
    asking: &Asking<'_>,
    record: &GameRecord,
    told: &mut dyn FnMut(Asked),
) -> Result<(), Stop> {
    // A record that cannot begin has no positions.
    let Ok(mut rules) = Rules::open(&record.variant, &record.initial) else { return Ok(()) };
    let number = asking.seat.number().to_string();
    let bot = StreamBot::open(asking.host, asking.program, &[number])?;
    let mut bot = FlitBot { bot, missed: 0, asked: false };
    for text in &record.initial {
        bot.bot.queue(format!("{text}\n").as_bytes());
    }
    for (at, mv) in record.moves.iter().enumerate() {
        let Move::Turn(turn) = mv else { break };
        if rules.ended().is_some() {
            break;
        }
        let own = rules.seat_to_move() == asking.seat;
        if own {
            if rules.game().is_frozen(Player::ALL[asking.seat.index()]) {
                break;
            }
            let taken = bot.ask(asking.seat, asking.limit);
            let died = taken.as_ref().is_ok_and(|taken| taken.ended.is_some());
            let answered = taken.map(|taken| match lapse(&rules, &taken, asking.limit) {
                Some(failure) => Err(failure),
                None => Ok(taken.answer.unwrap_or_default()),
            });
            told(asked(record, at, &rules, answered)?);
            if died {
                break;
            }
        }
        let Ok(updates) = rules.recorded(turn) else { break };
        for update in updates {
            bot.bot.queue(format!("{update}\n").as_bytes());
        }
    }
    Ok(())
}

/// Why a reply is no legal move; none if it is one.
fn lapse(rules: &Rules, taken: &Taken, limit: Duration) -> Option<Failure> {
    let Some(answer) = &taken.answer else {
        return Some(if let Some(how) = &taken.ended {
            Failure::new(Loss::Crash, None, how)
        } else {
            let limit = crate::timing::millis(limit);
            Failure::new(Loss::Timeout, Some(time::TURN.id), format!("no answer within {limit:.0} ms"))
        });
    };
    let refused = |loss, rule, message: String| {
        Some(Failure { answer: Some(answer.clone()), ..Failure::new(loss, rule, message) })
    };
    let read = match Answer::from_bytes(answer.as_bytes()) {
        Ok(read) => read,
        Err(error) => return refused(Loss::Malformed, Some(reply::FORMAT.id), error.to_string()),
    };
    let faults = rules.game().position().judge(&read).err()?;
    let reasons: Vec<String> = faults.iter().map(ToString::to_string).collect();
    refused(Loss::Illegal, None, reasons.join("; "))
}

impl Seats for Bots {
    fn play(&mut self, fixture: &Fixture, terms: &Terms, watch: &mut Watch<'_>) -> Result<PlayedGame, Stop> {
        let variant = variant_of(&terms.variant)?;
        let mut random = Random::seeded(fixture.seed);
        let (game, updates) = Match::start(variant, &mut random);
        let mut rules = Rules::of(game);
        let mut log = GameLog::default();
        let mut messages = Vec::new();
        self.tell(&updates, &mut messages);
        let initial = updates.iter().map(ToString::to_string).collect();
        let ended = loop {
            if let Some(ended) = rules.ended() {
                break ended;
            }
            let seat = rules.seat_to_move();
            let player = Player::ALL[seat.index()];
            let was_frozen = rules.game().is_frozen(player);
            let mut frozen = was_frozen;
            let mut taken =
                Taken { reply: Answered::NotAsked, answer: None, elapsed: Elapsed::default(), ended: None };
            if !frozen {
                let bot = &mut self.bots[seat.index()];
                let (first, limit) = (!bot.asked, bot.limit(terms.limit));
                taken = bot.ask(seat, terms.limit)?;
                if let Some(failure) = lapse(&rules, &taken, limit) {
                    log.lapse(seat, failure);
                }
                if taken.ended.is_some() {
                    // Decision F6: frozen at once, and this turn moved nothing.
                    rules.freeze(player);
                    taken.reply = Answered::NotAsked;
                    frozen = true;
                } else if !first {
                    log.timed(seat, taken.elapsed);
                }
            }
            let (updates, neutral) = rules
                .turn(taken.reply, |board| draw::neutral(board, &mut random))
                .expect("who is frozen is not asked, and neutral pieces are drawn on available squares");
            let turn = Turn {
                bot: player.number(),
                answer: taken.answer,
                neutral: neutral.map(|square| [square.x(), square.y()]),
                frozen,
            };
            log.push(Move::Turn(turn), &taken.elapsed);
            // Once: that lets it go on until somebody else's turn.
            if rules.game().is_frozen(player) && !was_frozen {
                self.bots[seat.index()].bot.close_stdin();
            }
            self.tell(&updates, &mut messages);
            watch(&rules);
        };
        Ok(PlayedGame { initial, ..log.over(ended) })
    }

    fn close(mut self: Box<Self>) -> Result<Vec<Closing>, SandboxError> {
        for bot in &mut self.bots {
            bot.bot.close_stdin();
        }
        self.bots.into_iter().map(|bot| bot.bot.close(GRACE, How::AfterStdinClosed)).collect()
    }
}

impl Bots {
    /// Tells every bot of what has changed, with its next request; a closed stdin takes nothing.
    fn tell(&mut self, updates: &[Update], messages: &mut Vec<u8>) {
        use std::io::Write as _;
        messages.clear();
        for update in updates {
            // Writing into memory cannot fail.
            let _ = writeln!(messages, "{update}");
        }
        if !messages.is_empty() {
            for bot in &mut self.bots {
                bot.bot.queue(messages);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::archive::MAX_LINE;

    #[test]
    fn answers_that_are_none_leave_a_record_that_can_be_read() {
        let most = Turn { bot: 4, answer: None, neutral: Some([31, 31]), frozen: false };
        let read = |text: &str| Answer::from_bytes(text.as_bytes());
        let many = "9".repeat(1000);
        for (is_none, answer) in [
            (true, "x".repeat(4096)),
            (true, "\0".repeat(4096)),
            (true, "\u{1f3b2}".repeat(1024)),
            (true, "1 2 3 4 ".repeat(512)),
            (false, format!("{many} {many} {many} {many}")),
        ] {
            let reply = read(&answer).map_or(Answered::Malformed, Answered::Answer);
            let recorded = recorded(&reply, answer.clone());
            assert_eq!(read(&recorded).is_err(), is_none, "{recorded:?} is the same in a replay");
            assert!(is_none || read(&recorded) == read(&answer), "{recorded:?}");
            let turn = Move::Turn(Turn { answer: Some(recorded), ..most.clone() });
            let length = serde_json::to_string(&turn).unwrap().len() + ",12345.678,".len();
            assert!(32_768 * length as u64 <= MAX_LINE - 4096, "{turn:?}");
        }
        assert_eq!(recorded(&Answered::Malformed, "1 2".to_owned()), "1 2");
    }
}
