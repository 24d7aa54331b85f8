//! `hex/set/…`: stones that the referee puts and takes.

use crate::record::Level;
use crate::requirement::{Applies, Requirement};

/// `hex/set/recorded`.
pub(super) static RECORDED: Requirement = Requirement {
    id: "hex/set/recorded",
    level: Level::Must,
    demand: "`sety`, `seto` and `unset` have their effect, for both colours, anywhere on the board, row 26 and column 26 included",
    why: "seto is how a bot learns of its opponent's moves. A stone that is lost, or stands elsewhere, and the bot plays another game than its opponent.",
    source: "contest text, \"Communication Protocol\": seto sets \"the opponent's tile on your board\", sety the bot's own, unset \"an unmarked tile\"; \"Hex the board game\": in the drawing of \"our coordinate system\" the letter is the row, the number is the column",
    fix: "Take the letter for the row and the whole number, one digit or two, for the column. sety is the bot's colour of the moment, seto the other one.",
    right: "init_board 3, seto a3 (as black), show_board gives ..W|...|...|",
    wrong: "init_board 3, seto a3 (as black), show_board gives ...|...|W..| (row and column exchanged)",
    applies: Applies::Always,
};

/// `hex/set/occupied`.
pub(super) static OCCUPIED: Requirement = Requirement {
    id: "hex/set/occupied",
    level: Level::Should,
    demand: "`sety` and `seto` on an occupied cell leave the board as it is, and so does `unset` on an empty one",
    why: "Some referees tell a bot its own move once more with sety, or an opponent's twice. That must not harm.",
    source: "Decision H2: sety/seto on an occupied cell leaves the board as it is; unset on an empty one too",
    fix: "Check that the cell is empty before you put a stone there; ignore `unset` on an empty cell.",
    right: "sety b2, sety b2, show_board gives ...|.B.|...|",
    wrong: "an assertion, a stone of the other colour, or an empty cell",
    applies: Applies::Always,
};
