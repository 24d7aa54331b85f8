//! The main of a stream bot: the message loop.
//!
//! ```no_run
//! use botspec_sdk::games::hex::{Hex, Move, Position};
//! use botspec_sdk::{Deadline, Position as _};
//! use std::process::ExitCode;
//!
//! fn choose(position: &Position, _deadline: &Deadline) -> Move {
//!     position.legal_moves()[0]
//! }
//!
//! fn main() -> ExitCode {
//!     botspec_sdk::run::conversation::run::<Hex>(choose)
//! }
//! ```
//!
//! What the loop sees to:
//!
//! - a line ends with LF, or with CRLF; the last one may end with the input;
//! - a line longer than [`LINE_CAP`] bytes is no message of any contest: it is skipped without being
//!   kept;
//! - an answer is one line ended by LF, flushed at once; nothing else is ever written to stdout;
//! - blank lines are passed over, messages that make no sense are passed over with a note on stderr
//!   (the first [`NOTE_CAP`] of them: a referee may not be reading stderr);
//! - a message to quit ends the loop, and so does the end of input, both with status 0;
//! - wrong arguments end it before it begins, with a note on stderr and [`USAGE_STATUS`];
//! - if the bot chooses an **illegal move**, which would lose a game of Hex on the spot, the loop
//!   notes it on stderr and plays the first legal move of the canonical order instead.

use std::error::Error;
use std::fmt;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::time::Instant;

use crate::bot::Bot;
use crate::game::Position;
use crate::run::deadline::Deadline;
use crate::stream_game::{Heard, StreamGame};

/// Bytes of a line that are kept, its end left out. The longest message of any contest has 16.
pub const LINE_CAP: usize = 4096;
/// Notes written to stderr in the life of a process.
pub const NOTE_CAP: u32 = 50;
/// The exit status after wrong arguments.
pub const USAGE_STATUS: u8 = 2;

/// Plays by stdin, stdout and the process's arguments until told to stop: all of a bot's `main`.
#[must_use]
pub fn run<G: StreamGame>(mut bot: impl Bot<G>) -> ExitCode {
    // Arguments that are not Unicode are wrong ones, and shown as well as can be.
    let args: Vec<String> =
        std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned()).collect();
    let ended = converse::<G>(&mut bot, &args, io::stdin().lock(), io::stdout().lock(), io::stderr());
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // If stderr is gone too there is nobody left to tell.
            let _ = writeln!(io::stderr(), "error: {failure}");
            match failure {
                Failure::Arguments { .. } => ExitCode::from(USAGE_STATUS),
                Failure::Input(_) | Failure::Output(_) => ExitCode::FAILURE,
            }
        }
    }
}

/// The loop itself, on any streams: reads messages until one of them says to quit or there are no
/// more. `args` are those after the program's name; `notes` is for people (stderr).
///
/// # Errors
/// [`Failure::Arguments`] before anything is read, if the arguments are not the contest's; the
/// others if a stream breaks. A failure to write notes is none.
pub fn converse<G: StreamGame>(
    bot: &mut impl Bot<G>,
    args: &[String],
    mut input: impl BufRead,
    mut output: impl Write,
    notes: impl Write,
) -> Result<(), Failure> {
    let mut notes = Notes { to: notes, left: NOTE_CAP };
    let Some(mut memory) = G::start(args) else {
        return Err(Failure::Arguments { given: args.to_vec(), expected: G::ARGUMENTS });
    };
    let mut line = Vec::with_capacity(64);
    loop {
        let kept = match read_line(&mut input, &mut line).map_err(Failure::Input)? {
            Line::End => return Ok(()),
            Line::Whole => true,
            Line::TooLong => false,
        };
        let start = Instant::now();
        if !kept {
            notes.write(format_args!("ignored a line of more than {LINE_CAP} bytes"));
            continue;
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let answer = match G::hear(&mut memory, &line) {
            Heard::Nothing => continue,
            Heard::Ignored(why) => {
                notes.write(format_args!("ignored \"{}\": {why}", shown(&line)));
                continue;
            }
            Heard::Quit => return Ok(()),
            Heard::Say(answer) => answer,
            Heard::Choose { position, budget } => {
                let mv = bot.choose(&position, &Deadline::new(start, budget));
                match G::answer(&mut memory, mv) {
                    Ok(answer) => answer,
                    Err(reason) => {
                        let Some(legal) = position.legal_moves().first().copied() else { continue };
                        notes.write(format_args!("chose {mv}, which is illegal: {reason}; played {legal}"));
                        match G::answer(&mut memory, legal) {
                            Ok(answer) => answer,
                            Err(reason) => unreachable!("listed as legal, then refused: {legal}: {reason}"),
                        }
                    }
                }
            }
        };
        // One write: a referee that reads as soon as there is something gets the whole line.
        let answer = answer + "\n";
        output.write_all(answer.as_bytes()).and_then(|()| output.flush()).map_err(Failure::Output)?;
    }
}

/// Why a conversation came to nothing.
#[derive(Debug)]
pub enum Failure {
    /// The bot was not started as the contest starts it.
    Arguments {
        /// What it was started with.
        given: Vec<String>,
        /// What it may be started with.
        expected: &'static str,
    },
    /// Messages can no longer be read.
    Input(io::Error),
    /// Answers can no longer be written: most likely the referee has gone.
    Output(io::Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Arguments { given, expected } if given.is_empty() => {
                write!(f, "no argument: expected {expected}")
            }
            Self::Arguments { given, expected } => {
                write!(f, "wrong argument \"{}\": expected {expected}", given.join(" ").escape_debug())
            }
            Self::Input(error) => write!(f, "cannot read messages: {error}"),
            Self::Output(error) => write!(f, "cannot write answers: {error}"),
        }
    }
}

impl Error for Failure {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Arguments { .. } => None,
            Self::Input(error) | Self::Output(error) => Some(error),
        }
    }
}

/// What [`read_line`] came to.
enum Line {
    /// A line, now in the buffer without its end.
    Whole,
    /// A line of which the buffer holds only the beginning.
    TooLong,
    /// The end of the input.
    End,
}

/// Reads up to the next LF, or the end of the input, into `line`, in memory bounded by [`LINE_CAP`].
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Line> {
    // One more than the cap: it may be the CR of a CRLF.
    const ROOM: usize = LINE_CAP + 1;
    line.clear();
    let mut too_long = false;
    let mut begun = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let input_ended = chunk.is_empty();
        if input_ended && !begun {
            return Ok(Line::End);
        }
        begun = true;
        let line_feed = chunk.iter().position(|&byte| byte == b'\n');
        let text = &chunk[..line_feed.unwrap_or(chunk.len())];
        let kept = text.len().min(ROOM - line.len());
        line.extend_from_slice(&text[..kept]);
        too_long |= kept < text.len();
        let used = text.len() + usize::from(line_feed.is_some());
        input.consume(used);
        if line_feed.is_some() || input_ended {
            if !too_long && line.last() == Some(&b'\r') {
                line.pop();
            }
            return Ok(if too_long || line.len() > LINE_CAP { Line::TooLong } else { Line::Whole });
        }
    }
}

/// The beginning of a line, fit for a terminal.
fn shown(line: &[u8]) -> String {
    const SHOWN: usize = 60;
    let head = String::from_utf8_lossy(&line[..line.len().min(SHOWN)]);
    let dots = if line.len() > SHOWN { "…" } else { "" };
    format!("{}{dots}", head.escape_debug())
}

/// Where remarks for people go, until there have been too many.
struct Notes<W> {
    to: W,
    left: u32,
}

impl<W: Write> Notes<W> {
    fn write(&mut self, note: fmt::Arguments<'_>) {
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        let end = if self.left == 0 { "\nno more notes" } else { "" };
        // Notes are a courtesy: losing one must not cost the game.
        let _ = writeln!(self.to, "{note}{end}");
    }
}
