//! `hex/output/…`: what comes out, and when.

use crate::evidence::excerpt;
use crate::record::{Level, Violation};
use crate::requirement::{Applies, Requirement};

/// `hex/output/unsolicited`.
pub(super) static UNSOLICITED: Requirement = Requirement {
    id: "hex/output/unsolicited",
    level: Level::Must,
    demand: "nothing is printed but the answers in the table",
    why: "The referee takes the next line it reads for the answer to its next question. One line too many, and every later answer belongs to an earlier question.",
    source: "contest text, \"Communication Protocol\": \"None\" is the response to init_board, seto, sety and unset",
    fix: "Print only the answers to make_move, check_win and show_board. Greetings, acknowledgements and debugging output belong on stderr.",
    right: "seto a1 is answered with nothing",
    wrong: "ok after seto a1; a banner at the start; an evaluation after the move",
    applies: Applies::Always,
};

/// `hex/output/line-end`.
pub(super) static LINE_END: Requirement = Requirement {
    id: "hex/output/line-end",
    level: Level::Should,
    demand: "answers end in LF, not CRLF",
    why: "A referee that takes the line as it is finds a CR after the coordinate, and may not take \"c8\\r\" for one.",
    source: "Decision H6: answers ending in CRLF are understood (a warning)",
    fix: "Write \"\\n\". On Windows set stdout to binary mode (_setmode in C, sys.stdout.reconfigure(newline=\"\\n\") in Python), in Java print \"\\n\" instead of println.",
    right: "c8\\n",
    wrong: "c8\\r\\n",
    applies: Applies::Always,
};

/// `hex/output/flushed`.
pub(super) static FLUSHED: Requirement = Requirement {
    id: "hex/output/flushed",
    level: Level::Must,
    demand: "each answer ends with a line end and arrives without a further message having to be sent",
    why: "The referee sends nothing more until it has the whole line. An answer that stays in the bot's buffer stops the game until the time is up.",
    source: "contest text, \"Communication Protocol\": \"stdin/stdout messaging\", where \"Each message is terminated by a line break\"; common practice for bots on pipes",
    fix: "Flush stdout after every line: print(..., flush=True), fflush(stdout), System.out.flush(), std::cout << std::endl, io::stdout().flush(). Read line by line, and do not look ahead.",
    right: "print(\"c8\", flush=True)",
    wrong: "print(\"c8\"), which on a pipe is written when 8 KiB have come together or the bot ends",
    applies: Applies::Always,
};

/// Where lines came that nobody had asked for: after these messages, or after the answer to this request.
#[must_use]
pub(super) fn place(after: &[String], answered: Option<&String>) -> String {
    match (after, answered) {
        ([], None) => "before any message".to_owned(),
        ([], Some(request)) => format!("after its answer to {request}"),
        ([message], _) => format!("after {message}"),
        ([.., last], _) => format!("after messages that are not answered, up to {last}"),
    }
}

/// The hint where such a line follows a message that many bots do not know.
pub(super) const OF_SWAP: &str = "`swap` has no answer: it says that the opponent takes over the bot's stone, and the bot the other colour; \
     only answers belong on stdout";

/// Lines that nobody had asked for, where `rule` says that there are none.
#[must_use]
pub(super) fn unsolicited(rule: &Requirement, lines: &[u8], place: &str) -> Violation {
    let blank = lines.iter().all(u8::is_ascii_whitespace);
    let what = if blank { "an empty line" } else { "something" };
    rule.violated(format!("the bot printed {what} that nobody had asked for, {place}"))
        .hint("only answers belong on stdout; write the rest to stderr")
        .received(lines)
}

/// An answer that ended in CRLF.
#[must_use]
pub(super) fn crlf(line: &[u8]) -> Violation {
    let mut violation = LINE_END.violated("the answer ends in CR LF");
    violation.received = Some(format!("{}\\r\\n", excerpt(line)));
    violation
}
