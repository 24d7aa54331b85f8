//! `power4/input/…`: the files that the referee writes, and the forms they may have.

use crate::channel::{FileTurn, InputChange};
use crate::record::{Level, Violation};
use crate::requirement::{Applies, Requirement};

/// `power4/input/team`.
pub(super) static TEAM: Requirement = Requirement {
    id: "power4/input/team",
    level: Level::Must,
    demand: "it works with `team_no.txt` holding 1 and holding 2, with or without a final line end",
    why: "A program plays some matches as team 1 and some as team 2, and learns which from team_no.txt alone.",
    source: "contest text, \"Text Files\": \"team_no.txt: This text file will show the team number (1 or 2)\"",
    fix: "Read the number as you would read an integer (scanf, std::cin, int(), Scanner.nextInt), not as a line of a certain length.",
    right: "int(open(\"team_no.txt\").read())",
    wrong: "open(\"team_no.txt\").read() == \"1\\n\"",
    applies: Applies::Always,
};

/// `power4/input/untouched`.
pub(super) static UNTOUCHED: Requirement = Requirement {
    id: "power4/input/untouched",
    level: Level::Must,
    demand: "`team_no.txt` and `board.txt` are the same after the turn, and in the variant memo `moves.txt` and `opponent_move.txt`",
    why: "These files belong to the referee. A program that changes, deletes or replaces one changes the record of the game.",
    source: "contest text, \"Editable permissions to files\": \"team_no.txt: only readable\", \"board.txt: only readable\"",
    fix: "Open them for reading only. Keep what you want to remember in a help file named after your team id.",
    right: "open(\"board.txt\")",
    wrong: "open(\"board.txt\", \"w\"), os.remove(\"board.txt\"), or a new file renamed to board.txt",
    applies: Applies::Always,
};

/// `power4/input/layout`.
pub(super) static LAYOUT: Requirement = Requirement {
    id: "power4/input/layout",
    level: Level::Should,
    demand: "`board.txt` with a line end after every seventh integer, with CRLF, or with several blanks makes no difference",
    why: "The text promises 42 integers separated by blank spaces, and no more. Another referee, or the same on another system, may break lines or write several blanks.",
    source: "contest text, \"Text Files\": \"This file will be having 42 integers separated by blank spaces\"; how many, and whether lines end, it does not say",
    fix: "Read integers, not lines or single characters: scanf(\"%d\"), std::cin >>, text.split() in Python, Scanner.nextInt in Java.",
    right: "[int(word) for word in open(\"board.txt\").read().split()]",
    wrong: "open(\"board.txt\").readline().split(\" \"), or text[2 * i]",
    applies: Applies::Always,
};

/// Whether the bot left its input alone.
#[must_use]
pub(super) fn judge(turn: &FileTurn) -> Option<Violation> {
    let changed = |change: &InputChange| format!("{} {}", change.name, change.how);
    let changes: Vec<String> = turn.inputs_changed.iter().map(changed).collect();
    (!changes.is_empty()).then(|| UNTOUCHED.violated(format!("after the turn {}", changes.join(", and "))))
}
