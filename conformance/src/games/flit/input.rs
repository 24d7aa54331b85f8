//! `flit/input/…`: the messages, and their line ends.

use crate::record::Level;
use crate::requirement::{Applies, Requirement};

/// `flit/input/crlf`.
pub(super) static CRLF: Requirement = Requirement {
    id: "flit/input/crlf",
    level: Level::Should,
    demand: "CRLF line ends make no difference",
    why: "A referee on Windows ends its lines with CR LF. A bot that compares the line with \"M\" then never answers.",
    source: "contest text, \"Bot STDIN\": \"All received messages will be terminated by a newline\"; which one, it does not say",
    fix: "Strip \\r as well as \\n from each line (rstrip(), trim(), str::lines), or split it at white space.",
    right: "if line.strip() == \"M\"",
    wrong: "if line == \"M\\n\"",
    applies: Applies::Always,
};
