//! `linkage/skip/…`: when to skip, and when not.

use crate::record::Level;
use crate::requirement::{Applies, Requirement};

/// `linkage/skip/forced`.
pub(super) static FORCED: Requirement = Requirement {
    id: "linkage/skip/forced",
    level: Level::Must,
    demand: "it answers `Skip` when nothing is legal",
    why: "It happens in most games that a player has no legal placement. The only right answer is then the word Skip; any placement, or none at all, loses the game.",
    source: "contest text: \"If it's impossible to place a domino, output the word Skip instead\"",
    fix: "When your list of placements is empty, write Skip. Remember the less obvious cases: empty squares of which no two are neighbours, squares that are all x, and colours that are used up.",
    right: "Skip",
    wrong: "an empty order.txt, or any placement",
    applies: Applies::Always,
};

/// `linkage/skip/unforced`.
pub(super) static UNFORCED: Requirement = Requirement {
    id: "linkage/skip/unforced",
    level: Level::Must,
    demand: "it does not answer `Skip` when something is legal",
    why: "Skipping is only for a player who cannot place. A skip with a legal placement at hand is an illegal order and loses the game.",
    source: "contest text, \"Skipping Turns\" (a player can skip where the only moves left would touch the last domino); Decision L6: a player with a legal placement may not skip",
    fix: "Look for placements of every colour that is left, in both directions, on the whole board, before you skip.",
    right: "the last legal placement, however bad it is",
    wrong: "Skip on an empty board",
    applies: Applies::Always,
};
