//! `hex/quit/…`: the end that the referee asks for.

use std::time::Duration;

use botspec_sdk::games::hex::Hex;

use crate::channel::{Closed, How};
use crate::ending;
use crate::process::Ending;
use crate::record::{Level, Violation};
use crate::requirement::{Applies, Requirement};

/// How long a bot may take to end.
pub(super) const GRACE: Duration = Hex::REPLY_LIMIT;

/// `hex/quit/terminates`.
pub(super) static TERMINATES: Requirement = Requirement {
    id: "hex/quit/terminates",
    level: Level::Must,
    demand: "after `quit` the process ends within 2 s and leaves no process behind",
    why: "A bot that stays takes time from those that play after it, and the referee waits for it.",
    source: "contest text, \"Communication Protocol\": at quit \"Run destructors and shutdown program\"; Decision H4: 2 s; then stdin is closed, then it is killed",
    fix: "Leave the loop at quit, stop your threads, wait for child processes, and return from main.",
    right: "elif word == \"quit\": break",
    wrong: "quit is ignored, or a search in the background goes on",
    applies: Applies::Always,
};

/// `hex/quit/exit-status`.
pub(super) static EXIT_STATUS: Requirement = Requirement {
    id: "hex/quit/exit-status",
    level: Level::Should,
    demand: "after `quit` the process ends with status 0",
    why: "Another status, or a signal, looks like a crash and hides real ones.",
    source: "contest text, \"Communication Protocol\": \"shutdown program, preferably with exit code 0\"",
    fix: "Return 0 from main.",
    right: "return 0;",
    wrong: "exit(1), or an exception at the end",
    applies: Applies::Always,
};

/// How a bot ended that was told to quit and had so long for it.
#[must_use]
pub(super) fn judge(closed: &Closed, grace: Duration) -> Vec<Violation> {
    let finished = &closed.finished;
    let ignored = |how: &str| {
        TERMINATES.violated(format!("the bot was still running {} s after quit: {how}", grace.as_secs()))
    };
    let mut violations = Vec::new();
    match (&finished.ending, closed.how) {
        (ending, _) if ending::is_excused(ending) => {}
        (_, How::AfterStdinClosed) => violations.push(ignored("it ended only when its stdin was closed")),
        (_, How::Killed) => {
            violations.push(ignored("it did not end when its stdin was closed either, and was killed"))
        }
        (Ending::Exited(0), How::ByItself) => {}
        (_, How::ByItself) => {
            violations.push(ending::wrong_status(&EXIT_STATUS, "after quit", finished));
        }
    }
    violations.extend(ending::survivors(&TERMINATES, finished));
    violations
}
