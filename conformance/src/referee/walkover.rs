//! A game that was lost before it began, since a bot could not be started.

use botspec_sdk::seat::Seat;
use serde_json::Value;

use super::arbiter::{Arbiter, Ended, Fault, open, result};
use crate::record::{FinalFault, GameRecord, Player};

/// The reason, in the words of a record.
const REASON: &str = "crash";

/// Ends a record of which only the head is known: the bots of these seats could not be started, for the reason that is
/// given. Of two the other one wins; with nobody left, or at a larger table, nobody does.
///
/// # Errors
/// If the head is none of its game.
pub fn award(
    record: &mut GameRecord,
    names: Vec<String>,
    absent: &[(Seat, String)],
) -> Result<Option<Seat>, Fault> {
    let arbiter = open(record)?;
    let side = |seat: Seat| arbiter.side(seat);
    let seats = (0_u8..).map(Seat::from_index);
    record.players =
        names.into_iter().zip(seats).map(|(name, seat)| Player { name, side: side(seat) }).collect();
    let winner = match absent {
        [(seat, _)] if arbiter.seats() == 2 => Some(Seat::from_index(if seat.index() == 0 { 1 } else { 0 })),
        _ => None,
    };
    let mut ended = result(winner.map_or(Value::Null, side), REASON.to_owned());
    ended.player = winner.and_then(|seat| record.players.get(seat.index())).map(|player| player.name.clone());
    record.result = Some(ended);
    let why: Vec<&str> = absent.iter().map(|(_, why)| why.as_str()).collect();
    record.fault = absent.first().map(|(seat, _)| FinalFault {
        side: side(*seat),
        answer: None,
        rule: None,
        message: why.join("; "),
    });
    Ok(winner)
}

/// How a record ended in which nobody was asked for a move, since a bot could not be started; none if it is another one.
pub(super) fn ended(record: &GameRecord, arbiter: &dyn Arbiter) -> Option<Ended> {
    let claimed = record.result.as_ref().filter(|_| is_one(record))?;
    let loser = &record.fault.as_ref()?.side;
    let mut seats = (0..arbiter.seats()).map(Seat::from_index);
    if claimed.winner.is_null() {
        return Some(Ended { winner: None, result: result(Value::Null, REASON.to_owned()) });
    }
    let winner = seats.find(|seat| arbiter.seats() == 2 && arbiter.side(*seat) != *loser)?;
    Some(Ended { winner: Some(winner), result: result(arbiter.side(winner), REASON.to_owned()) })
}

/// The seats whose bots could not be started, so that nobody won the game: of two both, at a larger table the one that
/// is named. Empty if the game had a winner, or was played.
#[must_use]
pub fn absent(record: &GameRecord) -> Vec<usize> {
    let has_no_winner = record.result.as_ref().is_some_and(|result| result.winner.is_null());
    match &record.fault {
        Some(fault) if has_no_winner && is_one(record) => {
            let is_absent = |player: &Player| record.players.len() == 2 || player.side == fault.side;
            let seats = record.players.iter().enumerate();
            seats.filter(|(_, player)| is_absent(player)).map(|(seat, _)| seat).collect()
        }
        _ => Vec::new(),
    }
}

fn is_one(record: &GameRecord) -> bool {
    record.moves.is_empty() && record.result.as_ref().is_some_and(|result| result.reason == REASON)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Variant;
    use crate::referee::replay;
    use crate::suite::Game;

    #[test]
    fn whoever_is_there_wins_and_the_record_can_be_refereed_again() {
        for (game, seats) in [("hex", 2), ("linkage", 2), ("power4", 2), ("flit", 4)] {
            let game = Game::find(game).unwrap();
            for absent in [vec![0], vec![1], vec![0, 1]] {
                let variant = Variant {
                    size: (game.name() == "hex").then_some(5),
                    starts: (game.name() == "power4").then_some(1),
                    ..Variant::default()
                };
                let mut record = GameRecord::new(game.id(), variant);
                let names = (0..seats).map(|seat| format!("bot{seat}")).collect();
                let missing: Vec<(Seat, String)> =
                    absent.iter().map(|seat| (Seat::from_index(*seat), "it is gone".to_owned())).collect();
                let winner = award(&mut record, names, &missing).unwrap();
                let expected =
                    if seats == 2 && absent.len() == 1 { Some(usize::from(1 - absent[0])) } else { None };
                assert_eq!(winner.map(Seat::index), expected, "{game}");
                let replayed = replay(&record);
                assert_eq!(replayed.fault, None, "{game} {absent:?}");
                assert_eq!(replayed.ended.unwrap().winner, winner);
            }
        }
    }
}
