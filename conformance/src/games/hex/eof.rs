//! `hex/eof/…`: the end of the input.

use std::time::Duration;

use crate::channel::{Closed, How};
use crate::ending;
use crate::record::{Level, Violation};
use crate::requirement::{Applies, Requirement};

/// `hex/eof/terminates`.
pub(super) static TERMINATES: Requirement = Requirement {
    id: "hex/eof/terminates",
    level: Level::Should,
    demand: "end of file on stdin ends it too",
    why: "If the referee crashes or is interrupted, the end of its input is all that a bot gets to know. One that goes on keeps a core busy until somebody finds it.",
    source: "Decision H4: if a bot ignores quit, stdin is closed, then it is killed",
    fix: "Leave the loop when reading a line gives nothing more: an empty string in Python, null in Java, EOF in C, Ok(0) in Rust.",
    right: "for line in sys.stdin: ...",
    wrong: "while True: line = sys.stdin.readline()",
    applies: Applies::Always,
};

/// How a bot ended whose stdin was closed and that had so long for it.
#[must_use]
pub(super) fn judge(closed: &Closed, grace: Duration) -> Vec<Violation> {
    let goes_on = closed.how == How::Killed && !ending::is_excused(&closed.finished.ending);
    let violation = goes_on.then(|| ending::still_running(&TERMINATES, grace));
    violation.into_iter().chain(ending::survivors(&TERMINATES, &closed.finished)).collect()
}
