//! `flit/eof/…`: the end of a game.

use std::time::Duration;

use crate::channel::Closed;
use crate::ending;
use crate::process::Ending;
use crate::record::{Level, Violation};
use crate::requirement::{Applies, Requirement};

/// How long a bot may take to end.
pub(super) const GRACE: Duration = Duration::from_secs(2);

/// `flit/eof/terminates`.
pub(super) static TERMINATES: Requirement = Requirement {
    id: "flit/eof/terminates",
    level: Level::Must,
    demand: "end of file on stdin ends it within 2 s, and no process is left behind",
    why: "Nothing but the end of its input tells a bot that the game is over. One that goes on takes time from the bots of the next game.",
    source: "Decision F7: at the end of the game stdin is closed; the bot has 2 s to end",
    fix: "Leave the loop when reading a line gives nothing more: an empty string in Python, null in Java, EOF in C, Ok(0) in Rust. Wait for threads and child processes before the end.",
    right: "for line in sys.stdin: ...",
    wrong: "while True: line = sys.stdin.readline()",
    applies: Applies::Always,
};

/// `flit/eof/exit-status`.
pub(super) static EXIT_STATUS: Requirement = Requirement {
    id: "flit/eof/exit-status",
    level: Level::Should,
    demand: "end of file on stdin ends it with status 0",
    why: "Another status, or a signal, looks like a crash, and hides real crashes in the log.",
    source: "common practice; Decision F6: a process that has ended is frozen at once",
    fix: "Treat the end of input as the normal end of the program, and return 0. In Python, input() raises EOFError there: catch it, or loop over sys.stdin.",
    right: "return 0;",
    wrong: "EOFError: EOF when reading a line",
    applies: Applies::Always,
};

/// How a bot ended whose stdin was closed so long ago.
#[must_use]
pub(super) fn judge(closed: &Closed, grace: Duration) -> Vec<Violation> {
    let finished = &closed.finished;
    let violation = match &finished.ending {
        Ending::Exited(0) => None,
        Ending::Exited(_) | Ending::Signalled(_) => {
            Some(ending::wrong_status(&EXIT_STATUS, "at the end of its input", finished))
        }
        ending if ending::is_excused(ending) => None,
        _ => Some(ending::still_running(&TERMINATES, grace)),
    };
    violation.into_iter().chain(ending::survivors(&TERMINATES, finished)).collect()
}
