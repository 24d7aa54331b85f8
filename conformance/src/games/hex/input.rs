//! `hex/input/…`: messages that look otherwise than usual.

use crate::record::{Level, Violation};
use crate::requirement::{Applies, Requirement};
use crate::stderr;

/// `hex/input/blank-lines`.
pub(super) static BLANK_LINES: Requirement = Requirement {
    id: "hex/input/blank-lines",
    level: Level::Should,
    demand: "blank lines after messages make no difference and get no answer",
    why: "The tournament's own program sends a blank line after init_board and after seto.",
    source: "Decision H3: messages may be followed by blank lines; a blank line is not a message and gets no answer",
    fix: "Leave out lines that are empty once their end is stripped, before you look for the first word.",
    right: "if not line.strip(): continue",
    wrong: "line.split()[0] on an empty line",
    applies: Applies::Always,
};

/// `hex/input/crlf`.
pub(super) static CRLF: Requirement = Requirement {
    id: "hex/input/crlf",
    level: Level::Should,
    demand: "CRLF line ends make no difference",
    why: "A referee on Windows ends its lines with CR LF. A bot that compares the line with \"make_move\" then never answers.",
    source: "contest text, \"Communication Protocol\": \"Each message is terminated by a line break, notated \\n on unix\"; on other systems, it does not say",
    fix: "Strip \\r as well as \\n from each line (rstrip(), trim(), str::lines), or split it at white space.",
    right: "if line.strip() == \"make_move\"",
    wrong: "if line == \"make_move\\n\"",
    applies: Applies::Always,
};

/// Says of a message with CR LF that was not understood what stands in the way; what the bot says itself tells more.
pub(super) fn name_carriage_return(violation: &mut Violation) {
    if violation.hint.as_deref().is_none_or(|hint| stderr::told(hint).is_none()) {
        violation.hint =
            Some("strip the \\r with the \\n before you look at a message, or at its number".to_owned());
    }
}

/// `hex/input/unknown`.
pub(super) static UNKNOWN: Requirement = Requirement {
    id: "hex/input/unknown",
    level: Level::Should,
    demand: "an unknown message, or a coordinate beyond the board, neither ends the process nor changes the board nor prints anything on stdout",
    why: "A referee may be newer than the bot. What the bot does not know it can ignore; what it prints would be taken for an answer.",
    source: "Decision H6: coordinates beyond the board are sent to test just this",
    fix: "Ignore what you do not know, with a remark on stderr at most. Check row and column against the size before you touch the board: a0 has no column, z99 is not a cell of any board.",
    right: "seto z99 changes nothing",
    wrong: "an index out of range; a negative index that counts from the end; unknown command on stdout",
    applies: Applies::Always,
};
