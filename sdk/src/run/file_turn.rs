//! The main of a file bot: one file in, one file out.
//!
//! ```no_run
//! use std::process::ExitCode;
//!
//! use botspec_sdk::games::linkage::{Linkage, Order, Position};
//! use botspec_sdk::{Deadline, Identity, run::file_turn};
//!
//! const ME: Identity =
//!     Identity { name: "First", author: "Ada", country: Some("UK"), date: "21 November 2026", version: "1.0" };
//!
//! fn choose(position: &Position, _deadline: &Deadline) -> Order {
//!     position.placements().next().unwrap_or(Order::Skip)
//! }
//!
//! fn main() -> ExitCode {
//!     file_turn::run::<Linkage>(&ME, choose)
//! }
//! ```

use std::error::Error;
use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::best::{AnytimeBot, Thinker};
use super::deadline::Deadline;
use crate::bot::Bot;
use crate::file_game::{FileGame, InputError, Inputs};
use crate::game::Position;

/// No file of any contest is nearly as long.
const MAX_FILE: u64 = 1 << 20;

/// Plays one turn, or identifies the bot, and returns the status for `main` to end with.
///
/// The files are those beside the executable, whatever the current directory (through symbolic
/// links to the executable itself). The [`Deadline`] counts from the start of the process. What goes wrong is told
/// on stderr with a non-zero status, and leaves no answer behind.
///
/// # Examples
///
/// ```no_run
/// use botspec_sdk::games::power4::{Drop, Position, Power4, TeamId};
/// use botspec_sdk::{Deadline, run::file_turn};
///
/// fn choose(position: &Position, _deadline: &Deadline) -> Drop {
///     position.drops().next().expect("a bot is asked only while the set goes on")
/// }
///
/// fn main() -> std::process::ExitCode {
///     file_turn::run::<Power4>(&TeamId::OfProgram, choose)
/// }
/// ```
pub fn run<G: FileGame>(entrant: &G::Entrant, bot: impl Bot<G>) -> ExitCode {
    let deadline = Deadline::of_process(G::TIME_LIMIT, G::SAFETY_MARGIN);
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    exit_code(turn::<G>(entrant, bot, &own_program(), &arguments, &deadline))
}

/// The same for a bot that may be cut short: once the [`Deadline`] is over, the best move that it has offered is the
/// answer, and the process ends, whatever the bot is doing. So it is never late, even if it loops for ever.
///
/// A bot that has offered nothing, or nothing legal, plays the first legal move; and so does one that panics.
///
/// # Examples
///
/// ```no_run
/// use botspec_sdk::games::power4::{Drop, Position, Power4, TeamId};
/// use botspec_sdk::run::{best::BestSoFar, file_turn};
/// use botspec_sdk::Deadline;
///
/// fn choose(position: &Position, _deadline: &Deadline, best: &BestSoFar<Drop>) -> Drop {
///     loop {
///         for drop in position.drops() {
///             best.offer(drop);
///         }
///     }
/// }
///
/// fn main() -> std::process::ExitCode {
///     file_turn::run_anytime::<Power4>(&TeamId::OfProgram, choose)
/// }
/// ```
pub fn run_anytime<G>(entrant: &G::Entrant, bot: impl AnytimeBot<G> + Send + 'static) -> ExitCode
where
    G: FileGame<Position: Position<Move: Send> + Send + 'static>,
{
    let deadline = Deadline::of_process(G::TIME_LIMIT, G::SAFETY_MARGIN);
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    // A bot that is still computing ends with the process, as `main` returns.
    exit_code(turn_anytime::<G>(entrant, bot, &own_program(), &arguments, &deadline))
}

fn exit_code(turn: Result<Option<String>, TurnError>) -> ExitCode {
    let done = match turn {
        Ok(None) => Ok(()),
        Ok(Some(line)) => writeln!(io::stdout(), "{line}").map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            // If stderr is closed there is nobody left to tell.
            let _ = writeln!(io::stderr(), "error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The executable; where that cannot be told, some name in the current directory, which the contests
/// say is its folder.
fn own_program() -> PathBuf {
    let executable = std::env::current_exe().map(|path| path.canonicalize().unwrap_or(path));
    executable.unwrap_or_else(|_| PathBuf::from("bot"))
}

/// One turn of this program in the folder it lies in: all that [`run`] does but to look at the process it runs in.
///
/// Returns the line to print if the bot was asked who it is (then no file is read or written), and
/// `None` if it has answered.
///
/// An answer left from an earlier turn is removed first, and the new one is written in one
/// go under its final name. So there never is a second file (but for the memory, in games that have one), and at
/// any moment the answer file is missing, empty or whole, even if the bot crashes or is killed.
///
/// # Errors
/// If an input file cannot be read or does not show a position, if the bot chooses an illegal move
/// (which is not written: it would lose the game just as surely, and hide why), or if the answer cannot be
/// written.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::linkage::{Linkage, Order, Position};
/// use botspec_sdk::run::file_turn::turn;
/// use botspec_sdk::{Deadline, Identity};
/// use std::time::{Duration, Instant};
///
/// const ME: Identity =
///     Identity { name: "First", author: "Ada", country: None, date: "21 November 2026", version: "1.0" };
///
/// let folder = tempfile::tempdir()?;
/// let input = "M6666\n.......\n.......\n.......\n...X...\n.......\n.......\n.......\n";
/// std::fs::write(folder.path().join("input.txt"), input)?;
///
/// let bot = |position: &Position, _: &Deadline| position.placements().next().unwrap_or(Order::Skip);
/// let program = folder.path().join("bot");
/// let deadline = Deadline::new(Instant::now(), Duration::from_secs(4));
/// assert_eq!(turn::<Linkage>(&ME, bot, &program, &[], &deadline)?, None);
/// assert_eq!(std::fs::read_to_string(folder.path().join("order.txt"))?, "BA1A2");
///
/// let asked_who = ["-v".into()];
/// let line = turn::<Linkage>(&ME, bot, &program, &asked_who, &deadline)?;
/// assert_eq!(line.as_deref(), Some("First. Ada, 21 November 2026, V1.0"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn turn<G: FileGame>(
    entrant: &G::Entrant,
    mut bot: impl Bot<G>,
    program: &Path,
    arguments: &[OsString],
    deadline: &Deadline,
) -> Result<Option<String>, TurnError> {
    turn_by::<G>(entrant, program, arguments, |position| Some(bot.choose(position, deadline)))
}

/// One turn of [`run_anytime`]. Afterwards the bot may still be computing, in a thread of its own.
///
/// # Errors
/// As [`turn`]. A move that the bot *chooses* in time must be legal; what it has only offered is passed over if it is
/// not.
///
/// # Examples
///
/// ```
/// use botspec_sdk::Deadline;
/// use botspec_sdk::games::power4::{Drop, Position, Power4, TeamId};
/// use botspec_sdk::run::{best::BestSoFar, file_turn::turn_anytime};
/// use std::time::{Duration, Instant};
///
/// /// Offers the drop in the middle, and then does not come to an end in time.
/// fn choose(position: &Position, _deadline: &Deadline, best: &BestSoFar<Drop>) -> Drop {
///     let normal = |drop: &Drop| !drop.kind.is_special() && drop.column.number() == 4;
///     best.offer(position.drops().find(normal).expect("column 4 has room"));
///     std::thread::sleep(Duration::from_secs(5));
///     position.drops().next().expect("the set goes on")
/// }
///
/// let folder = tempfile::tempdir()?;
/// std::fs::write(folder.path().join("team_no.txt"), "1")?;
/// std::fs::write(folder.path().join("board.txt"), "0 ".repeat(42))?;
/// let deadline = Deadline::new(Instant::now(), Duration::from_millis(500));
/// turn_anytime::<Power4>(&TeamId::OfProgram, choose, &folder.path().join("bot"), &[], &deadline)?;
/// assert_eq!(std::fs::read_to_string(folder.path().join("output.txt"))?, "5 4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn turn_anytime<G>(
    entrant: &G::Entrant,
    bot: impl AnytimeBot<G> + Send + 'static,
    program: &Path,
    arguments: &[OsString],
    deadline: &Deadline,
) -> Result<Option<String>, TurnError>
where
    G: FileGame<Position: Position<Move: Send> + Send + 'static>,
{
    turn_by::<G>(entrant, program, arguments, |position| match Thinker::start::<G, _>(|| bot) {
        Some(thinker) => thinker.ask(position, deadline).mv,
        None => position.first_legal_move(),
    })
}

fn turn_by<G: FileGame>(
    entrant: &G::Entrant,
    program: &Path,
    arguments: &[OsString],
    choose: impl FnOnce(&G::Position) -> Option<<G::Position as Position>::Move>,
) -> Result<Option<String>, TurnError> {
    if !arguments.is_empty()
        && let Some(line) = G::identification(entrant)
    {
        return Ok(Some(line));
    }
    let folder = program.parent().unwrap_or(Path::new(""));
    let answer_file = folder.join(G::ANSWER_FILE);
    remove(&answer_file)?;

    let program = program.file_stem().unwrap_or_default().to_string_lossy();
    let memory_file = G::memory_file(entrant, &program).map(|name| folder.join(name));
    let files = G::INPUT_FILES.iter().map(|name| read(&folder.join(name))).collect::<Result<_, _>>()?;
    let optional =
        G::OPTIONAL_FILES.iter().map(|name| read_if_there(&folder.join(name))).collect::<Result<_, _>>()?;
    // A memory that cannot be read is no memory.
    let memory = memory_file.as_deref().and_then(|path| read(path).ok());
    let (position, recall) = G::read(&Inputs { files, optional, memory }).map_err(TurnError::Input)?;

    if position.legal_moves().is_empty() {
        let answer = G::answer_without_moves().ok_or(TurnError::NoMoves)?;
        write(&answer_file, answer.as_bytes())?;
        return Ok(None);
    }
    let mv = choose(&position).ok_or(TurnError::NoMoves)?;
    position.clone().play(mv).map_err(|refused| TurnError::Illegal(refused.to_string()))?;
    if let Some(path) = &memory_file {
        // A lost memory is no reason to lose the turn as well, nor is a pipe in its place, which to open waits for a reader.
        let is_special = fs::metadata(path).is_ok_and(|memory| !memory.is_file());
        if !is_special || remove(path).is_ok() {
            let _ = write(path, &G::remember(&position, mv, &recall));
        }
    }
    write(&answer_file, G::answer(mv).as_bytes())?;
    Ok(None)
}

fn read(path: &Path) -> Result<Vec<u8>, TurnError> {
    let content = || {
        // Opening a pipe would wait for its other end.
        if !fs::metadata(path)?.is_file() {
            return Err(io::Error::other("not a regular file"));
        }
        let mut bytes = Vec::new();
        File::open(path)?.take(MAX_FILE + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MAX_FILE {
            return Err(io::Error::other("longer than 1 MiB"));
        }
        Ok(bytes)
    };
    content().map_err(|error| TurnError::Read { path: path.to_owned(), error })
}

fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>, TurnError> {
    match read(path) {
        Err(TurnError::Read { error, .. }) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        other => other.map(Some),
    }
}

fn remove(path: &Path) -> Result<(), TurnError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(TurnError::Write { path: path.to_owned(), error })
        }
        _ => Ok(()),
    }
}

/// Replaces the content of a file: one call writes all of it.
fn write(path: &Path, content: &[u8]) -> Result<(), TurnError> {
    fs::write(path, content).map_err(|error| TurnError::Write { path: path.to_owned(), error })
}

/// Why a turn was not played.
///
/// # Examples
///
/// ```
/// use botspec_sdk::Deadline;
/// use botspec_sdk::games::power4::{Drop, Position, Power4, TeamId};
/// use botspec_sdk::run::file_turn::{TurnError, turn};
/// use std::time::{Duration, Instant};
///
/// let folder = tempfile::tempdir()?;
/// let bot = |position: &Position, _: &Deadline| -> Drop { position.drops().next().expect("the set goes on") };
/// let deadline = Deadline::new(Instant::now(), Duration::from_secs(1));
/// let program = folder.path().join("bot");
/// let error = turn::<Power4>(&TeamId::OfProgram, bot, &program, &[], &deadline).unwrap_err();
/// assert!(matches!(&error, TurnError::Read { path, .. } if path.ends_with("team_no.txt")));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub enum TurnError {
    /// A file of the referee's cannot be read.
    Read {
        /// Which one.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// A file of the referee's does not show a position.
    Input(InputError),
    /// The game is over, and the contest has no answer for that.
    NoMoves,
    /// The bot chose this illegal move.
    Illegal(String),
    /// A file of the bot's cannot be written or replaced.
    Write {
        /// Which one.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
}

impl fmt::Display for TurnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read { path, error } => write!(f, "cannot read {}: {error}", path.display()),
            Self::Input(error) => error.fmt(f),
            Self::NoMoves => f.write_str("no move is legal: the game is over"),
            Self::Illegal(refused) => write!(f, "the bot chose an {refused}; nothing was written"),
            Self::Write { path, error } => write!(f, "cannot write {}: {error}", path.display()),
        }
    }
}

impl Error for TurnError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Read { error, .. } | Self::Write { error, .. } => Some(error),
            Self::Input(error) => Some(error),
            Self::NoMoves | Self::Illegal(_) => None,
        }
    }
}
