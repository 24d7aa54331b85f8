//! A recorded game, refereed again without bots.

use super::arbiter::{Arbiter, Ended, Fault, open};
use crate::counted::counted;
use crate::record::{GameRecord, GameResult};
use crate::suite::Game;

/// Reasons for which a game is lost that are not in the moves.
pub const FORFEITS: [&str; 7] = ["illegal", "malformed", "missing", "timeout", "crash", "resign", "forfeit"];

/// What came of refereeing a record again.
pub struct Replayed {
    /// Moves that could be made.
    pub moves: usize,
    /// How the game ended, as far as the record was followed; `None` if it did not end.
    pub ended: Option<Ended>,
    /// The first thing that is wrong with the record.
    pub fault: Option<RecordFault>,
    /// What is odd about the record, but not wrong.
    pub note: Option<String>,
    /// The game as it stands then; `None` if it could not even begin.
    pub arbiter: Option<Box<dyn Arbiter>>,
}

/// What is wrong with a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordFault {
    /// The move, from 1; `None` if it is about the game as a whole.
    pub mv: Option<usize>,
    /// The rule that is broken, if it is one of the game's.
    pub rule: Option<&'static str>,
    /// What is wrong.
    pub message: String,
}

impl Replayed {
    /// A game that cannot be put down in a record from this move on.
    #[must_use]
    pub fn unfit(fault: RecordFault) -> Self {
        let moves = fault.mv.map_or(0, |number| number.saturating_sub(1));
        Self { moves, ended: None, fault: Some(fault), note: None, arbiter: None }
    }

    /// The result by the rules, with the winner's name.
    #[must_use]
    pub fn result(&self, record: &GameRecord) -> Option<GameResult> {
        let ended = self.ended.as_ref()?;
        let mut result = ended.result.clone();
        result.player =
            ended.winner.and_then(|seat| record.players.get(seat.index())).map(|player| player.name.clone());
        Some(result)
    }
}

/// Referees a record again, up to the first thing that is wrong with it.
#[must_use]
pub fn replay(record: &GameRecord) -> Replayed {
    replay_with(record, &mut |_, _| {})
}

/// The same; each position is shown to `look`, with the number of moves made, the one before the first included.
pub fn replay_with(record: &GameRecord, look: &mut dyn FnMut(usize, &dyn Arbiter)) -> Replayed {
    let mut arbiter = match open(record) {
        Ok(arbiter) => arbiter,
        Err(fault) => {
            return Replayed {
                moves: 0,
                ended: None,
                fault: Some(of(None, fault)),
                note: None,
                arbiter: None,
            };
        }
    };
    let fault = header(record, &*arbiter);
    let mut replayed = Replayed { moves: 0, ended: None, fault, note: None, arbiter: None };
    look(0, &*arbiter);
    if replayed.fault.is_none() {
        for (at, mv) in record.moves.iter().enumerate() {
            if let Err(fault) = arbiter.play(mv) {
                if !is_claimed(record, at, &*arbiter, &fault) {
                    replayed.fault = Some(of(Some(at + 1), fault));
                }
                break;
            }
            replayed.moves = at + 1;
            look(at + 1, &*arbiter);
        }
        replayed.ended = arbiter.ended();
    }
    if replayed.fault.is_none() {
        replayed.fault = judge_end(record, &mut replayed.ended, &mut *arbiter);
    }
    replayed.arbiter = Some(arbiter);
    replayed
}

fn of(mv: Option<usize>, fault: Fault) -> RecordFault {
    RecordFault { mv, rule: fault.rule, message: fault.message }
}

fn about_all(message: String) -> Option<RecordFault> {
    Some(RecordFault { mv: None, rule: None, message })
}

/// What is wrong before the first move.
fn header(record: &GameRecord, arbiter: &dyn Arbiter) -> Option<RecordFault> {
    let (players, seats) = (record.players.len(), usize::from(arbiter.seats()));
    if players != 0 && players != seats {
        return about_all(format!("players: {players} are named, but the game has {seats}"));
    }
    for (player, seat) in record.players.iter().zip(0_u8..) {
        let side = arbiter.side(botspec_sdk::seat::Seat::from_index(seat));
        if player.side != side {
            return about_all(format!(
                "players: number {} has the side {}, but it is the place of {side}",
                seat + 1,
                player.side
            ));
        }
    }
    let (times, moves) = (record.times_ms.len(), record.moves.len());
    if let Some(opening) = record.opening.filter(|opening| *opening > moves) {
        return about_all(format!("opening: it is said to have {opening} moves, but there are {moves}"));
    }
    if times != 0 && times != moves {
        return about_all(format!("times_ms: there are {times} times for {moves} moves"));
    }
    None
}

/// Whether the record itself says that its last move lost the game by being what it is.
fn is_claimed(record: &GameRecord, at: usize, arbiter: &dyn Arbiter, fault: &Fault) -> bool {
    let reason = if fault.malformed { "malformed" } else { "illegal" };
    at + 1 == record.moves.len()
        && fault.rule.is_some()
        && arbiter.ended().is_none()
        && record.result.as_ref().is_some_and(|result| result.reason == reason)
}

/// Holds what the record says of the end against the rules.
pub(crate) fn judge_end(
    record: &GameRecord,
    ended: &mut Option<Ended>,
    arbiter: &mut dyn Arbiter,
) -> Option<RecordFault> {
    let claimed = record.result.as_ref()?;
    if ended.is_none() {
        *ended = super::walkover::ended(record, arbiter);
    }
    let may_lose = Game::of_record(record.game).is_ok_and(|game| game.referee().is_lost_by_an_answer());
    if ended.is_none() && may_lose && FORFEITS.contains(&claimed.reason.as_str()) {
        if let Some(fault) = unfounded(record, claimed, arbiter) {
            return Some(fault);
        }
        *ended = Some(Ended::forfeited(arbiter, &claimed.reason));
    }
    let Some(ended) = ended else {
        return about_all(format!(
            "result: the record says {}; but after {} the game is not over",
            claimed.in_words(),
            counted(record.moves.len(), "move")
        ));
    };
    let found = &ended.result;
    let differs = found.winner != claimed.winner
        || found.reason != claimed.reason
        || differ(&claimed.groups, &found.groups)
        || differ(&claimed.counts, &found.counts)
        || differ(&claimed.turns, &found.turns);
    if differs {
        return about_all(format!(
            "result: the record says {}; the rules say {}",
            claimed.in_words(),
            found.in_words()
        ));
    }
    let name = ended.winner.and_then(|seat| record.players.get(seat.index())).map(|player| &player.name);
    if let (Some(claimed), Some(name)) = (&claimed.player, name)
        && claimed != name
    {
        return about_all(format!("result: the record says that {claimed} won, but it was {name}"));
    }
    None
}

/// Whether the answer that is said to have lost the game was right after all.
fn unfounded(record: &GameRecord, claimed: &GameResult, arbiter: &mut dyn Arbiter) -> Option<RecordFault> {
    let answer = record.fault.as_ref()?.answer.as_ref()?;
    if !matches!(claimed.reason.as_str(), "illegal" | "malformed") {
        return None;
    }
    let number = record.moves.len() + 1;
    let wrong = |what: String| Some(RecordFault { mv: Some(number), rule: None, message: what });
    match arbiter.play(&crate::record::Move::Text(answer.clone())) {
        Ok(()) => {
            wrong(format!("fault: the answer {answer:?} is said to be {}, but is legal", claimed.reason))
        }
        Err(fault) if fault.malformed != (claimed.reason == "malformed") => {
            let other = if fault.malformed { "malformed" } else { "illegal" };
            wrong(format!("fault: the answer {answer:?} is said to be {}, but is {other}", claimed.reason))
        }
        Err(_) => None,
    }
}

/// Whether a claim is made and is wrong.
fn differ<T: PartialEq>(claimed: &Option<T>, found: &Option<T>) -> bool {
    claimed.is_some() && claimed != found
}
