//! What a position is worth to More, in sixteenths of a group.

use botspec_sdk::games::linkage::{Colour, Dominoes, Linkage, Outcome, Position, Side};

/// Worth of any won game; a clear win is worth a little more than a close one.
pub(crate) const WIN: i32 = 10_000;

const GROUP: i32 = 16;

/// A domino that has room apart from its colour becomes a group of its own about as often as not.
const ROOM: i32 = GROUP / 2;

/// The groups there are, and a share of those that may still come.
pub(crate) fn of(position: &Position) -> i32 {
    let empty = position.board().empty();
    let mut groups = 0;
    let mut room = 0;
    for colour in Colour::ALL {
        let squares = position.board().colour(colour);
        groups += signed(squares.parts());
        let left = i32::from(position.left(colour));
        if left > 0 {
            let apart = empty.without(squares.neighbours());
            room += left.min(Dominoes::within(apart).len().try_into().unwrap_or(i32::MAX));
        }
    }
    // Room that two colours share is used once.
    let room = room.min(signed(empty.len()) / 2);
    GROUP * (groups - wanted()) + ROOM * room
}

/// The end of the game.
pub(crate) fn of_end(outcome: Outcome) -> i32 {
    let margin = signed(outcome.groups) - wanted();
    match outcome.winner {
        Side::More => WIN + margin,
        Side::Fewer => -WIN + margin,
    }
}

fn wanted() -> i32 {
    signed(Linkage::GROUPS_FOR_MORE)
}

fn signed(count: u32) -> i32 {
    count.try_into().unwrap_or(i32::MAX)
}
