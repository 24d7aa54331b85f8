//! `hex/init-board/…`: a new game.

use crate::record::Level;
use crate::requirement::{Applies, Requirement};

/// `hex/init-board/sizes`.
pub(super) static SIZES: Requirement = Requirement {
    id: "hex/init-board/sizes",
    level: Level::Must,
    demand: "every size from 1 to 26 works",
    why: "The tournament was played on 10×10, but the size is announced at the start of each game. A bot with a fixed board, or one that reads only one digit, sees another board than the referee.",
    source: "contest text, \"Hex the board game\": \"Bots must be able to implement up to 26x26 sized boards. All boards will be square\"; it names no smallest size",
    fix: "Read the whole number after init_board and make the board that large, up to 26×26.",
    right: "init_board 12, show_board: twelve rows of twelve cells",
    wrong: "init_board 12, show_board: one row of one cell (only the first digit was read)",
    applies: Applies::Always,
};

/// `hex/init-board/resets`.
pub(super) static RESETS: Requirement = Requirement {
    id: "hex/init-board/resets",
    level: Level::Must,
    demand: "a second `init_board`, of the same or another size and with no swap before it, starts a new empty game: nothing of the first one shows in any later answer",
    why: "One process may play several games. Old stones, an old win, an old list of free cells or an old move counter spoil the next one.",
    source: "contest text, \"Communication Protocol\": init_board is to \"reset the game to an empty board\" and \"Reset the board and move counters\", whenever it comes",
    fix: "Reset everything at init_board: the board, the groups of a union-find, the list of free cells, the count of moves, the record of who has won.",
    right: "init_board 3, sety a1, init_board 3, show_board gives ...|...|...|",
    wrong: "a new array of cells, but the old union-find",
    applies: Applies::Always,
};
