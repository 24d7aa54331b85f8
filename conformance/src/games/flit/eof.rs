//! `flit/eof/…`: the end of a game.

use std::time::Duration;

use crate::channel::Closed;
use crate::evidence::stderr_tail;
use crate::process::{Ending, Survivor};
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
    let mut violations = Vec::new();
    let finished = &closed.finished;
    match &finished.ending {
        Ending::Exited(0) => {}
        Ending::Exited(_) | Ending::Signalled(_) => {
            let mut violation =
                EXIT_STATUS.violated(format!("at the end of its input the bot {}", finished.ending));
            violation.hint =
                stderr_tail(&finished.stderr).map(|tail| format!("its stderr ends with: {tail}"));
            violations.push(violation);
        }
        ending if ended_for_other_reasons(ending) => {}
        _ => violations.push(still_running(grace)),
    }
    if let Some(violation) = judge_survivors(&finished.survivors) {
        violations.push(violation);
    }
    violations
}

/// A bot that does not end.
#[must_use]
fn still_running(grace: Duration) -> Violation {
    TERMINATES
        .violated(format!("it was still running {} s after its stdin was closed", grace.as_secs()))
        .hint("does the loop that reads messages see the end of the input?")
}

/// Endings that say nothing about the bot.
fn ended_for_other_reasons(ending: &Ending) -> bool {
    matches!(ending, Ending::Interrupted | Ending::HostTooBusy | Ending::NotStarted(_))
}

/// Processes that were left behind.
fn judge_survivors(survivors: &[Survivor]) -> Option<Violation> {
    let (first, others) = survivors.split_first()?;
    let more = if others.is_empty() { String::new() } else { format!(" and {} more", others.len()) };
    let message = format!("a process was still running after the bot had ended: {}{more}", first.name);
    Some(TERMINATES.violated(message).hint("wait for child processes before the bot ends"))
}
