//! `flit/identity/argument`.

use botspec_sdk::games::flit::Player;

use crate::flit::usual;
use crate::start::Start;

pub(in crate::flit) fn always_one(_: &Start) -> Option<Player> {
    Some(Player::One)
}

/// Counts bots from 0, and so takes itself for the one before.
pub(in crate::flit) fn one_less(start: &Start) -> Option<Player> {
    let number = usual::number(start)?.number();
    Some(Player::from_number(number - 1).unwrap_or(Player::Two))
}

/// Expects the number as its second argument, and has a default.
pub(in crate::flit) fn second_argument(start: &Start) -> Option<Player> {
    let number = start.arguments.get(1).and_then(|word| word.to_str()?.parse().ok());
    Player::from_number(number.unwrap_or(2))
}
