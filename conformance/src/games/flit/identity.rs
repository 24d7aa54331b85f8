//! `flit/identity/…`: how a bot knows its number.

use botspec_sdk::games::flit::{Answer, Fault, Player, Position};

use super::draw::draw;
use crate::record::{Level, Violation};
use crate::requirement::{Applies, Requirement};

/// `flit/identity/argument`.
pub(super) static ARGUMENT: Requirement = Requirement {
    id: "flit/identity/argument",
    level: Level::Must,
    demand: "started as 1, 2, 3 or 4 it moves its own pieces",
    why: "No message says which pieces are the bot's own. A bot that always plays as bot 1 moves another bot's pieces in three games of four, and loses every one of those turns.",
    source: "contest text, \"Players\": \"Bots are numbered 1 to 4\"; Decision F1: the number is the bot's only argument",
    fix: "Read the number from the first argument of the program: sys.argv[1], argv[1], args[0], std::env::args().nth(1).",
    right: "me = int(sys.argv[1])",
    wrong: "me = 1",
    applies: Applies::Always,
};

/// An illegal answer that is a legal move of another bot. Unless the bot is `known` to play as another, it has to
/// be to where it has nothing beside itself.
#[must_use]
pub(super) fn judge(position: &Position, answer: &Answer, known: bool) -> Option<Violation> {
    let own = position.player();
    let faults = position.judge(answer).err()?;
    if !known && faults.iter().all(|fault| matches!(fault, Fault::OriginNotOwn { .. })) {
        return None;
    }
    let other = position.variant().players().iter().copied().find(|&other| {
        other != own
            && Position::new(position.board().clone(), other).judge(answer).is_ok_and(|mv| !mv.is_stay())
    })?;
    let message = format!("started as bot {own}, it answered {answer}, which is a move of bot {other}");
    let mut violation =
        ARGUMENT.violated(message).hint(slip(own, other)).drawn(draw(position, Some(answer), &[]));
    violation.received = Some(answer.to_string());
    Some(violation)
}

fn slip(own: Player, other: Player) -> String {
    if other.number() + 1 == own.number() || own.number() + 1 == other.number() {
        format!("it plays as bot {other}: does it read its argument, {own}, and count bots from 1?")
    } else {
        format!("it plays as bot {other}: does it read its argument, {own}?")
    }
}

#[cfg(test)]
mod tests {
    use botspec_sdk::games::flit::{Setup, Variant};

    use super::*;

    #[test]
    fn another_bots_move_is_told_from_a_mere_slip() {
        let board = b"5 5 1\n9 9 1\n20 20 2\n25 25 2\n";
        let setup = Setup::from_bytes(board, Variant::Standard, Player::Two).unwrap();
        let position = Position::from_setup(&setup).unwrap();
        let judged = |answer: &str| judge(&position, &Answer::from_bytes(answer.as_bytes()).unwrap(), false);
        assert_eq!(judged("5 5 9 8").unwrap().rule, ARGUMENT.id);
        assert_eq!(judged("20 20 25 24"), None);
        assert_eq!(judged("5 5 25 24"), None, "bot 1 could not go there either");
        assert_eq!(judged("0 0 0 0"), None);
        let board = b"5 5 1\n9 9 1\n20 20 2\n9 11 2\n";
        let setup = Setup::from_bytes(board, Variant::Standard, Player::Two).unwrap();
        let position = Position::from_setup(&setup).unwrap();
        let answer = Answer::from_bytes(b"5 5 9 10").unwrap();
        assert_eq!(judge(&position, &answer, false), None, "only the piece is not its own");
    }
}
