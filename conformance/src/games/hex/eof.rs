//! `hex/eof/…`: the end of the input.

use crate::channel::{Closed, How};
use crate::process::Ending;
use crate::record::{Level, Violation};
use crate::requirement::{Applies, Requirement};

use super::quit;

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

/// How a bot ended whose stdin was closed.
#[must_use]
pub(super) fn judge(closed: &Closed) -> Vec<Violation> {
    let mut violations = Vec::new();
    let excused =
        matches!(closed.finished.ending, Ending::Interrupted | Ending::HostTooBusy | Ending::NotStarted(_));
    if closed.how == How::Killed && !excused {
        let message = format!("it was still running {} s after its stdin was closed", quit::GRACE.as_secs());
        violations.push(
            TERMINATES.violated(message).hint("does the loop that reads messages see the end of the input?"),
        );
    }
    violations.extend(quit::survivors(&closed.finished, &TERMINATES));
    violations
}
