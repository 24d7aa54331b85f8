//! `hex/args/…`: the one argument.

use std::time::Duration;

use super::session::ended;
use crate::channel::{Closed, How};
use crate::process::Ending;
use crate::record::{Level, Violation};
use crate::requirement::{Applies, Requirement};
use crate::stderr;

/// How long a bot may take to notice that its arguments are wrong.
pub(super) const GRACE: Duration = Duration::from_secs(2);

/// What a bot must do that ends by itself where nothing calls for it.
pub(super) const GOES_ON: &str = "it must go on reading messages and answering them until quit";

/// `hex/args/colour`.
pub(super) static COLOUR: Requirement = Requirement {
    id: "hex/args/colour",
    level: Level::Must,
    demand: "it starts and works with the one argument `black`, and with `white`",
    why: "The argument is the only thing that tells a bot its colour. A bot that does not start, or takes itself for the other colour, puts every stone on its board in the wrong colour.",
    source: "contest text, \"Taking sides\": \"Your bot must take in exactly 1 positional argument\", black or white",
    fix: "Read the first argument after the program's name: sys.argv[1], argv[1], args[0], std::env::args().nth(1). Own stones (sety, make_move) have that colour, the opponent's (seto) the other one.",
    right: "started with white: init_board 2, sety a1, show_board gives W.|..|",
    wrong: "started with white: init_board 2, sety a1, show_board gives B.|..|",
    applies: Applies::Always,
};

/// `hex/args/invalid`.
pub(super) static INVALID: Requirement = Requirement {
    id: "hex/args/invalid",
    level: Level::Should,
    demand: "with no argument or another word it ends with a non-zero status and prints nothing on stdout",
    why: "A bot that was started wrongly and goes on plays some colour or other, and the mistake shows only in the middle of a game. What it prints on stdout would be taken for an answer.",
    source: "contest text, \"Taking sides\": \"exactly 1 positional argument\", black or white; common practice for wrong arguments",
    fix: "Check the number of arguments and the word before anything else; write the usage to stderr and end with status 1 or 2.",
    right: "usage: bot black|white, on stderr, and status 2",
    wrong: "the usage on stdout, or status 0, or waiting for messages as if nothing were wrong",
    applies: Applies::Always,
};

/// How a bot ended that was started with wrong arguments and had so long for that.
#[must_use]
pub(super) fn judge_invalid(closed: &Closed, grace: Duration) -> Option<Violation> {
    let mut faults = Vec::new();
    match (&closed.finished.ending, closed.how) {
        (Ending::Interrupted | Ending::HostTooBusy | Ending::NotStarted(_), _) => return None,
        (_, How::AfterStdinClosed | How::Killed) => {
            faults.push(format!("it did not end by itself within {} s", grace.as_secs()));
        }
        (Ending::Exited(0), _) => faults.push("it ended with status 0".to_owned()),
        _ => {}
    }
    if !closed.late_output.is_empty() {
        faults.push("it printed something on stdout".to_owned());
    }
    (!faults.is_empty()).then(|| INVALID.violated(faults.join(", and ")).received(&closed.late_output.head))
}

/// A bot that ended before it had answered anything.
#[must_use]
pub(super) fn ended_at_once(closed: &Closed) -> Violation {
    let violation = COLOUR.violated(format!("it {} before it had answered anything", ended(closed)));
    match stderr::tail(&closed.finished.stderr) {
        Some(tail) => violation.hint(stderr::hint(&tail)),
        None => violation.hint(GOES_ON),
    }
}
