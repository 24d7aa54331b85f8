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
use std::marker::PhantomData;
use std::mem;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::best::{Afterwards, AnytimeBot, Thinker, Thought};
use super::log::Log;
use super::restart;
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
///
/// The status is 0 after a message to quit or the end of input, [`USAGE_STATUS`] after wrong arguments, and 1 if a
/// stream breaks.
///
/// # Examples
///
/// ```no_run
/// use botspec_sdk::games::flit::{Flit, Move, Position};
/// use botspec_sdk::{Deadline, Position as _};
///
/// fn choose(position: &Position, _deadline: &Deadline) -> Move {
///     position.legal_moves()[0]
/// }
///
/// fn main() -> std::process::ExitCode {
///     botspec_sdk::run::conversation::run::<Flit>(choose)
/// }
/// ```
#[must_use]
pub fn run<G: StreamGame>(mut bot: impl Bot<G>) -> ExitCode {
    let args = arguments();
    exit_code(converse::<G>(&mut bot, &args, io::stdin().lock(), io::stdout().lock(), io::stderr()))
}

/// The same for bots that may be cut short: once the [`Deadline`] is over, the best move that the bot has offered is the
/// answer, whatever the bot is doing. So it is never late, even if it loops for ever.
///
/// A bot that has offered nothing, or nothing legal, plays the first legal move; and so does one that panics. `new_bot`
/// makes a bot before anything is read, and another one as soon as a bot has panicked, or was cut short and is still
/// computing. It is called in the bot's thread: as long as it takes, the first legal move is played.
///
/// On Unix a bot that was cut short is ended, unless it comes to its end within five milliseconds, so that it does not
/// compute while others move: the process begins anew ([`exec`](std::os::unix::process::CommandExt::exec)) under the same
/// number and with the same streams, and goes through the conversation so far again, which takes from the time of the next
/// move; a game that can [tell its memory](StreamGame::retell) tells that. Elsewhere, and where a conversation that cannot be
/// told shorter has become longer than a quarter of a megabyte, it goes on in its thread, and another one is asked until it
/// comes to its end. While two of them go on nobody is asked: the first legal move is played.
///
/// # Examples
///
/// ```no_run
/// use botspec_sdk::games::hex::{Hex, Move, Position};
/// use botspec_sdk::run::{best::BestSoFar, conversation};
/// use botspec_sdk::{Deadline, Position as _};
///
/// fn choose(position: &Position, _deadline: &Deadline, best: &BestSoFar<Move>) -> Move {
///     loop {
///         for mv in position.legal_moves() {
///             best.offer(mv);
///         }
///     }
/// }
///
/// fn main() -> std::process::ExitCode {
///     conversation::run_anytime::<Hex, _>(|| choose)
/// }
/// ```
#[must_use]
pub fn run_anytime<G, B>(new_bot: impl FnMut() -> B + Send + 'static) -> ExitCode
where
    G: StreamGame<Position: Position<Move: Send> + Send + 'static>,
    B: AnytimeBot<G> + 'static,
{
    exit_code(restart::converse::<G, B>(new_bot, &arguments()))
}

/// The loop of [`run_anytime`] on any streams, without beginning the process anew: a bot that is cut short goes on
/// computing in its thread, and while two of them do the first legal move is played.
///
/// # Errors
/// As [`converse`].
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::{Flit, Move, Position};
/// use botspec_sdk::run::best::BestSoFar;
/// use botspec_sdk::run::conversation::converse_anytime;
/// use botspec_sdk::{Deadline, Position as _};
///
/// /// Offers a move, and then thinks for much longer than there is time for.
/// fn choose(position: &Position, _deadline: &Deadline, best: &BestSoFar<Move>) -> Move {
///     best.offer(position.legal_moves()[0]);
///     std::thread::sleep(std::time::Duration::from_secs(2));
///     position.stay()
/// }
///
/// let (args, messages) = (["1".to_owned()], "1 1 1\n9 9 1\nM\n");
/// let mut said = Vec::new();
/// converse_anytime::<Flit, _>(|| choose, &args, messages.as_bytes(), &mut said, std::io::sink())?;
/// assert_eq!(said, b"1 1 8 9\n");
/// # Ok::<(), botspec_sdk::run::conversation::Failure>(())
/// ```
pub fn converse_anytime<G, B>(
    new_bot: impl FnMut() -> B + Send + 'static,
    args: &[String],
    input: impl BufRead,
    output: impl Write,
    notes: impl Write,
) -> Result<(), Failure>
where
    G: StreamGame<Position: Position<Move: Send> + Send + 'static>,
    B: AnytimeBot<G> + 'static,
{
    let thinkers = Thinkers::<G, B, _>::new(new_bot);
    converse_by::<G, _>(args, Past::none(), input, output, notes, thinkers, |_, _, _| {})
}

/// The same, going on where another loop has ended; `cut_short` is called after the answer of a bot that is still
/// computing, with the moment of that answer.
#[cfg_attr(not(unix), expect(dead_code, reason = "only where a process can begin anew"))]
pub(super) fn converse_logged<G, B, R: BufRead>(
    new_bot: impl FnMut() -> B + Send + 'static,
    args: &[String],
    past: Past,
    input: R,
    output: impl Write,
    notes: impl Write,
    cut_short: impl FnMut(&mut R, &Log, Instant),
) -> Result<(), Failure>
where
    G: StreamGame<Position: Position<Move: Send> + Send + 'static>,
    B: AnytimeBot<G> + 'static,
{
    let thinkers = Thinkers::<G, B, _>::new(new_bot);
    converse_by::<G, R>(args, past, input, output, notes, thinkers, cut_short)
}

/// Arguments that are not Unicode are wrong ones, and shown as well as can be.
fn arguments() -> Vec<String> {
    std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned()).collect()
}

fn exit_code(ended: Result<(), Failure>) -> ExitCode {
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
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::hex::{Hex, Position};
/// use botspec_sdk::run::conversation::converse;
/// use botspec_sdk::{Deadline, Position as _};
///
/// let mut bot = |position: &Position, _: &Deadline| position.legal_moves()[0];
/// let messages = "init_board 2\nseto a1\nmake_move\nshow_board\nquit\n";
/// let mut said = Vec::new();
/// converse::<Hex>(&mut bot, &["white".to_owned()], messages.as_bytes(), &mut said, std::io::sink())?;
/// assert_eq!(said, b"a2\nBW|..|\n");
/// # Ok::<(), botspec_sdk::run::conversation::Failure>(())
/// ```
pub fn converse<G: StreamGame>(
    bot: &mut impl Bot<G>,
    args: &[String],
    input: impl BufRead,
    output: impl Write,
    notes: impl Write,
) -> Result<(), Failure> {
    converse_by::<G, _>(args, Past::none(), input, output, notes, bot, |_, _, _| {})
}

/// Who chooses a move in the loop.
trait Chooser<G: StreamGame> {
    /// `None` if it has chosen nothing, and nothing is legal.
    fn choose(
        &mut self,
        position: &G::Position,
        deadline: &Deadline,
    ) -> Option<<G::Position as Position>::Move>;

    /// Makes ready what the next choice needs. Takes next to no time.
    fn prepare(&mut self) {}

    /// Whether it still computes after its answer.
    fn is_at_work(&mut self) -> bool {
        false
    }
}

impl<G: StreamGame, B: Bot<G>> Chooser<G> for &mut B {
    fn choose(
        &mut self,
        position: &G::Position,
        deadline: &Deadline,
    ) -> Option<<G::Position as Position>::Move> {
        Some(B::choose(self, position, deadline))
    }
}

/// What was before a loop.
#[derive(Debug)]
pub(super) struct Past {
    /// The conversation, if it is kept, to be gone on with.
    pub(super) log: Option<Log>,
    /// When its last answer was given, or when the loop began.
    pub(super) answered: Instant,
}

impl Past {
    fn none() -> Self {
        Self { log: None, answered: Instant::now() }
    }
}

/// The loop, whoever chooses. `cut_short` is called after the answer of a bot that has not come to an end, if there is a
/// log.
fn converse_by<G: StreamGame, R: BufRead>(
    args: &[String],
    past: Past,
    mut input: R,
    mut output: impl Write,
    notes: impl Write,
    mut chooser: impl Chooser<G>,
    mut cut_short: impl FnMut(&mut R, &Log, Instant),
) -> Result<(), Failure> {
    let mut notes = Notes { to: notes, left: NOTE_CAP };
    let Past { mut log, answered: mut since } = past;
    let Some(mut memory) = G::start(args) else {
        return Err(Failure::Arguments { given: args.to_vec(), expected: G::ARGUMENTS });
    };
    if let Some(log) = &log {
        log.replay::<G>(&mut memory);
    }
    let mut line = Vec::with_capacity(64);
    loop {
        chooser.prepare();
        let kept = match read_line(&mut input, &mut line, &mut since).map_err(Failure::Input)? {
            Line::End => return Ok(()),
            Line::Whole => true,
            Line::TooLong => false,
        };
        if !kept {
            notes.write(format_args!("ignored a line of more than {LINE_CAP} bytes"));
            continue;
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let heard = G::hear(&mut memory, &line);
        if let (Some(log), false) = (&mut log, matches!(heard, Heard::Ignored(_))) {
            log.heard(&line);
        }
        let answer = match heard {
            Heard::Nothing => continue,
            Heard::Ignored(why) => {
                notes.write(format_args!("ignored \"{}\": {why}", shown(&line)));
                continue;
            }
            Heard::Quit => return Ok(()),
            Heard::Say(answer) => answer,
            Heard::Choose { position, budget } => {
                let Some(mv) = chooser.choose(&position, &Deadline::new(since, budget)) else { continue };
                let answer = match G::answer(&mut memory, mv) {
                    Ok(answer) => answer,
                    Err(reason) => {
                        let Some(legal) = position.first_legal_move() else { continue };
                        notes.write(format_args!("chose {mv}, which is illegal: {reason}; played {legal}"));
                        match G::answer(&mut memory, legal) {
                            Ok(answer) => answer,
                            Err(reason) => unreachable!("listed as legal, then refused: {legal}: {reason}"),
                        }
                    }
                };
                if let Some(log) = &mut log {
                    log.played(&answer);
                }
                answer
            }
        };
        // One write: a referee that reads as soon as there is something gets the whole line.
        let answer = answer + "\n";
        output.write_all(answer.as_bytes()).and_then(|()| output.flush()).map_err(Failure::Output)?;
        since = Instant::now();
        if chooser.is_at_work()
            && let Some(log) = &mut log
        {
            log.shorten::<G>(&memory);
            cut_short(&mut input, log, since);
        }
    }
}

/// One that looks at the clock comes to its end so soon after the deadline: it need not be replaced.
const GRACE: Duration = Duration::from_millis(5);

/// Bots that may be computing after they were cut short. With so many no other is made: each would have less time to think
/// than the one before, and in the end there would be no room for another thread.
const MAX_AT_WORK: usize = 2;

/// Makes bots, and asks the one that is free.
struct Thinkers<G: StreamGame, B, N> {
    new_bot: Arc<Mutex<N>>,
    /// Those that wait for a question. The last one is asked: it has been asked before, unless none has.
    free: Vec<Thinker<G::Position>>,
    /// Those that were computing when the loop answered, at most [`MAX_AT_WORK`].
    cut_short: Vec<Thinker<G::Position>>,
    /// Whether the last answer was that of a bot that was cut short.
    is_late: bool,
    bots: PhantomData<fn() -> B>,
}

impl<G, B, N> Thinkers<G, B, N>
where
    G: StreamGame<Position: Position<Move: Send> + Send + 'static>,
    B: AnytimeBot<G> + 'static,
    N: FnMut() -> B + Send + 'static,
{
    fn new(new_bot: N) -> Self {
        Self {
            new_bot: Arc::new(Mutex::new(new_bot)),
            free: Vec::new(),
            cut_short: Vec::new(),
            is_late: false,
            bots: PhantomData,
        }
    }

    /// Finds those that have come to an end, within so much time.
    fn look_at_cut_short(&mut self, patience: Duration) {
        let since = Instant::now();
        for thinker in mem::take(&mut self.cut_short) {
            match thinker.afterwards(patience.saturating_sub(since.elapsed())) {
                Afterwards::AtWork => self.cut_short.push(thinker),
                Afterwards::Free => self.free.push(thinker),
                Afterwards::Gone => {}
            }
        }
    }
}

impl<G, B, N> Chooser<G> for Thinkers<G, B, N>
where
    G: StreamGame<Position: Position<Move: Send> + Send + 'static>,
    B: AnytimeBot<G> + 'static,
    N: FnMut() -> B + Send + 'static,
{
    fn choose(
        &mut self,
        position: &G::Position,
        deadline: &Deadline,
    ) -> Option<<G::Position as Position>::Move> {
        self.prepare();
        let Some(thinker) = self.free.pop() else { return position.first_legal_move() };
        let Thought { mv, is_done } = thinker.ask(position, deadline);
        self.is_late = !is_done;
        match is_done {
            true => self.free.push(thinker),
            false => self.cut_short.push(thinker),
        }
        mv
    }

    fn prepare(&mut self) {
        self.look_at_cut_short(Duration::ZERO);
        let is_being_made = !self.cut_short.iter().all(Thinker::is_made);
        if self.free.is_empty() && !is_being_made && self.cut_short.len() < MAX_AT_WORK {
            let new_bot = Arc::clone(&self.new_bot);
            self.free.extend(Thinker::start::<G, B>(move || {
                // One that panicked while it made a bot may do better now.
                (new_bot.lock().unwrap_or_else(PoisonError::into_inner))()
            }));
        }
    }

    fn is_at_work(&mut self) -> bool {
        let patience = if mem::take(&mut self.is_late) { GRACE } else { Duration::ZERO };
        self.look_at_cut_short(patience);
        // To begin anew would begin anew with the making.
        self.cut_short.iter().any(Thinker::is_made)
    }
}

/// Why a conversation came to nothing.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::hex::{Hex, Position};
/// use botspec_sdk::run::conversation::{Failure, converse};
/// use botspec_sdk::{Deadline, Position as _};
///
/// let mut bot = |position: &Position, _: &Deadline| position.legal_moves()[0];
/// let args = ["red".to_owned()];
/// let failure = converse::<Hex>(&mut bot, &args, &b""[..], Vec::new(), Vec::new()).unwrap_err();
/// assert!(matches!(failure, Failure::Arguments { .. }));
/// assert_eq!(failure.to_string(), "wrong argument \"red\": expected black|white");
/// ```
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

/// A read that takes no longer has found what it reads waiting for it.
const AT_ONCE: Duration = Duration::from_micros(20);

/// Reads up to the next LF, or the end of the input, into `line`, in memory bounded by [`LINE_CAP`]. `since` is when the line
/// can have come at the earliest, and moves on whenever there is nothing to read: what came while the loop was at something
/// else has been waiting since then, for all that it knows.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>, since: &mut Instant) -> io::Result<Line> {
    // One more than the cap: it may be the CR of a CRLF.
    const ROOM: usize = LINE_CAP + 1;
    line.clear();
    let mut too_long = false;
    let mut begun = false;
    loop {
        let asked = Instant::now();
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if asked.elapsed() > AT_ONCE {
            *since = Instant::now();
        }
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
    const MAX_SHOWN: usize = 60;
    let head = String::from_utf8_lossy(&line[..line.len().min(MAX_SHOWN)]);
    let dots = if line.len() > MAX_SHOWN { "…" } else { "" };
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
