//! `linkage/input/…`: the position file, and its line ends.

use crate::channel::FileTurn;
use crate::record::{Level, Violation};
use crate::requirement::{Applies, Requirement};

/// `linkage/input/untouched`.
pub(super) static UNTOUCHED: Requirement = Requirement {
    id: "linkage/input/untouched",
    level: Level::Must,
    demand: "`input.txt` is the same after the turn",
    why: "input.txt belongs to the game runner. A bot that changes, deletes or replaces it changes the record of the game, or makes the runner stop.",
    source: "contest text, \"Playing a Turn\", step 1: \"Read the file input.txt\"",
    fix: "Open input.txt for reading only. Keep what you want to remember in your cache file.",
    right: "open(folder / \"input.txt\")",
    wrong: "open(folder / \"input.txt\", \"r+\"), or deleting it once it is read",
    applies: Applies::Always,
};

/// `linkage/input/crlf`.
pub(super) static CRLF: Requirement = Requirement {
    id: "linkage/input/crlf",
    level: Level::Should,
    demand: "CRLF line ends make no difference",
    why: "The contest is run on Windows, where text files have CRLF line ends. A bot that takes the CR for part of a row misreads every row but fails nowhere else.",
    source: "the contest's runner is a Windows program; the text does not name a line end",
    fix: "Strip \\r as well as \\n from each line (rstrip(\"\\r\\n\"), str::lines), or read exactly seven characters a row and skip what is left of the line.",
    right: "line.rstrip(\"\\r\\n\")",
    wrong: "text.split(\"\\n\") and then a check that each row has seven characters",
    applies: Applies::Always,
};

/// `linkage/input/final-newline`.
pub(super) static FINAL_NEWLINE: Requirement = Requirement {
    id: "linkage/input/final-newline",
    level: Level::Should,
    demand: "a missing final line end makes no difference",
    why: "The text says eight lines, but not whether the last one is ended. A bot that cuts off the last character of each line loses square G7.",
    source: "the contest's text does not say whether the last line is ended",
    fix: "Remove a line end only where there is one.",
    right: "line.rstrip(\"\\r\\n\")",
    wrong: "line[:-1]",
    applies: Applies::Always,
};

/// Whether the bot left its input alone.
#[must_use]
pub(super) fn judge(turn: &FileTurn) -> Option<Violation> {
    let change = turn.inputs_changed.first()?;
    Some(UNTOUCHED.violated(format!("after the turn {} {}", change.name, change.how)))
}
