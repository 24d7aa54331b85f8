//! `power4/disk/…`: the kind of disk a bot drops.

use crate::record::Level;
use crate::requirement::{Applies, Requirement};

/// `power4/disk/kind`.
pub(super) static KIND: Requirement = Requirement {
    id: "power4/disk/kind",
    level: Level::Must,
    demand: "the first integer of its answer, the kind of disk, is 1 to 5",
    why: "There are five kinds of disk. Another number names none, and the try has failed.",
    source: "contest text, \"Text Files\": \"The range of the First integer is from 1-5\"",
    fix: "Kinds are 1 clear row, 2 clear column, 3 clear first neighbours, 4 dual colour, 5 normal. The kind comes first, then the column.",
    right: "5 4 (a normal disk into column 4)",
    wrong: "0 4, 6 4, 12 4 (12 is how board.txt shows a dual disk, not its kind)",
    applies: Applies::Always,
};

/// `power4/disk/once`.
pub(super) static ONCE: Requirement = Requirement {
    id: "power4/disk/once",
    level: Level::Must,
    demand: "it uses no special disk twice in a set",
    why: "Each team has one disk of each special kind in a set. A second one is illegal, and the try has failed. board.txt does not show what is used up, so the bot has to remember it.",
    source: "contest text, \"Game Explanation\", note: the powers \"can use only once in a set\"",
    fix: "Write what you used into a help file (named after your team id) before you write output.txt, and read it at the start of each turn. The opponent can clear the board in the middle of a set, and that gives you no disk back.",
    right: "1 4 on one turn of a set, and kind 1 never again until the next set",
    wrong: "2 3 on turn 4 and 2 5 on turn 9 of the same set",
    applies: Applies::Always,
};

/// `power4/disk/dual-by-tenth`.
pub(super) static DUAL_BY_TENTH: Requirement = Requirement {
    id: "power4/disk/dual-by-tenth",
    level: Level::Must,
    demand: "it uses its dual disk within its first ten turns of each set",
    why: "The dual disk is an obligation: on the tenth turn, if it is still unused, everything else is illegal, and the try has failed.",
    source: "contest text, \"Game Explanation\", note: \"the DUAL COLOUR DISK must be used in the first ten turns of the team else the move will be consider illegal\"",
    fix: "Count your turns of the set in a help file and play kind 4 on the tenth at the latest. Playing it earlier is always allowed.",
    right: "4 1 on one of the turns 1 to 10",
    wrong: "5 4 on turn 10 with the dual disk unused",
    applies: Applies::Always,
};
