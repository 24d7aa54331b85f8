//! `botspec console`.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use std::time::Duration;

use botspec_sdk::games::hex::{Board, Cell, Colour, Hex, Size};
use clap::{Args, Subcommand};
use rustyline::error::ReadlineError;

use super::args::{Confined, limit};
use super::error::CliError;
use super::interrupt::open_host;
use super::lines::Lines;
use super::output;
use crate::bot::{Bot, Workshop};
use crate::exit_code::Exit;
use crate::games::hex::central::{Central, Loss, Shown, Step};
use crate::games::hex::draw::{Spots, draw};
use crate::referee::seats::Stop;
use crate::report;

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ConsoleArgs {
    #[command(subcommand)]
    pub game: ConsoleGame,
}

#[derive(Debug, Subcommand)]
pub(super) enum ConsoleGame {
    /// The central program of a game of Hex
    Hex(HexArgs),
}

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct HexArgs {
    /// Cells along each side, 1 to 26
    #[arg(value_parser = clap::value_parser!(u8).range(1..=26))]
    pub size: u8,
    /// The bot that is started as black
    pub black: PathBuf,
    /// The bot that is started as white
    pub white: PathBuf,
    /// Limit for one move instead of the contest's
    #[arg(long, value_name = "DURATION", value_parser = limit)]
    pub time_limit: Option<Duration>,
    #[command(flatten)]
    pub confined: Confined,
}

const EXAMPLES: &str = "\
Examples:
  botspec console hex 11 ./mybot examples/hex-python
  printf 'run 4\\nshowall\\n' | botspec console hex 5 ./mybot ./mybot";

const HELP: &str = "\
help (h)      lists the commands
next (n)      asks the bot whose turn it is for a move, passes it on, prints it
run N (r N)   that, N times, or until the game ends
show (s)      draws the central board
showall (S)   draws both bots' own boards and the central one, and says where they differ
check (c)     says whether somebody has won
quit (q)      shuts both bots down
";

/// One command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Command {
    Help,
    Next,
    Run(u32),
    Show,
    ShowAll,
    Check,
    Quit,
}

/// Reads a command; `None` for a blank line.
fn command(line: &str) -> Option<Result<Command, String>> {
    let mut words = line.split_whitespace();
    let first = words.next()?;
    let rest: Vec<&str> = words.collect();
    let plain = |command| match rest.as_slice() {
        [] => Ok(command),
        _ => Err(format!("{first} takes no arguments")),
    };
    Some(match first {
        "help" | "h" => plain(Command::Help),
        "next" | "n" => plain(Command::Next),
        "show" | "s" => plain(Command::Show),
        "showall" | "S" => plain(Command::ShowAll),
        "check" | "c" => plain(Command::Check),
        "quit" | "q" => plain(Command::Quit),
        "run" | "r" => match rest.as_slice() {
            [count] => match count.parse() {
                Ok(count) => Ok(Command::Run(count)),
                Err(_) => Err(format!("{first} {count}: the number of moves is not a number")),
            },
            _ => Err(format!("{first} needs the number of moves: {first} 5")),
        },
        _ => Err(format!("there is no command {first:?}; help lists them")),
    })
}

/// Reads commands and does what they say.
pub(super) fn console(args: &ConsoleArgs) -> Result<Exit, CliError> {
    let ConsoleGame::Hex(args) = &args.game;
    let size = Size::new(args.size).ok_or_else(|| CliError::usage("the size must be from 1 to 26"))?;
    let host = open_host(&args.confined)?;
    let workshop = Workshop::new(&host, args.confined.build_network);
    let prepare = |path: &PathBuf| {
        let bot = Bot::locate(path)?;
        bot.expect_game("hex")?;
        bot.prepare(&workshop, &mut output::step)
    };
    let (black, white) = (prepare(&args.black)?, prepare(&args.white)?);
    let names = [&args.black, &args.white];
    let limit = args.time_limit.unwrap_or(Hex::TIME_LIMIT);
    let mut central = Central::open(&host, &black.program, &white.program, size, limit)?;
    if let Err(stop) = central.check_start() {
        return stopped(stop, &names);
    }
    let mut commands = Commands::open()?;
    while let Some(line) = commands.next()? {
        let done = match command(&line) {
            None => continue,
            Some(Err(problem)) => {
                output::error(&CliError::usage(problem));
                continue;
            }
            Some(Ok(Command::Quit)) => break,
            Some(Ok(command)) => perform(&mut central, command),
        };
        match done {
            Ok(text) => output::report((strays(&mut central) + &text).as_bytes())?,
            Err(stop) => return stopped(stop, &names),
        }
    }
    for departure in central.close()? {
        output::report(format!("{}: {}\n", departure.started_as, departure.how).as_bytes())?;
    }
    Ok(if host.is_interrupted() { Exit::Interrupted } else { Exit::Success })
}

fn stopped(stop: Stop, names: &[&PathBuf; 2]) -> Result<Exit, CliError> {
    match stop {
        Stop::Interrupted => Ok(Exit::Interrupted),
        Stop::NotStarted { seat, why } => {
            let name = names.get(seat.index()).map(|path| path.display().to_string()).unwrap_or_default();
            Err(CliError::usage(format!("{name} could not be started: {why}")))
        }
        Stop::HostTooBusy { .. } => {
            Err(CliError::internal("the machine is too busy to judge the time of a bot"))
        }
        Stop::Failed(error) => Err(error.into()),
    }
}

/// What a command says.
fn perform(central: &mut Central, command: Command) -> Result<String, Stop> {
    Ok(match command {
        Command::Help => HELP.to_owned(),
        Command::Next => moves(central, 1)?,
        Command::Run(count) => moves(central, count)?,
        Command::Show => report::draw(&central.diagram()),
        Command::ShowAll => boards(central)?,
        Command::Check => match (central.winner(), central.lost()) {
            (Some(winner), Some(loss)) => format!("{winner} has won: {}\n", told(loss)),
            (Some(winner), None) => format!("{winner} has won\n"),
            (None, _) => format!("nobody has won yet; {} is to move\n", central.position().to_move()),
        },
        Command::Quit => String::new(),
    })
}

/// Lines of each bot that are quoted.
const QUOTED: usize = 5;

/// What the bots have printed out of step.
fn strays(central: &mut Central) -> String {
    let mut out = String::new();
    for (lines, started_as) in central.take_strays().iter().zip(Colour::ALL) {
        if lines.is_empty() {
            continue;
        }
        let many = match lines.len() {
            1 => "1 line that answers no message".to_owned(),
            count => format!("{count} lines that answer no message"),
        };
        let _ = writeln!(
            out,
            "out of step: the bot that was started as {started_as} printed {many}; not taken for a move:"
        );
        for line in lines.iter().take(QUOTED) {
            let _ = writeln!(out, "  {}", crate::evidence::one_line(line));
        }
        if lines.len() > QUOTED {
            let _ = writeln!(out, "  and {} more", lines.len() - QUOTED);
        }
    }
    out
}

fn moves(central: &mut Central, count: u32) -> Result<String, Stop> {
    let mut out = String::new();
    for number in 0..count {
        match central.step()? {
            Step::Moved(colour, text) => {
                let _ = writeln!(out, "{colour} {text}");
                if let Some(winner) = central.winner() {
                    let _ = writeln!(out, "{winner} has won");
                    break;
                }
            }
            Step::Lost(loss) => {
                let _ = writeln!(out, "{} has won: {}", loss.loser.other(), told(&loss));
                break;
            }
            Step::Over => {
                if number == 0 {
                    out.push_str("the game is over\n");
                }
                break;
            }
        }
    }
    Ok(out)
}

fn told(loss: &Loss) -> String {
    let answer =
        loss.answer.as_ref().map(|answer| format!(" answered {}", crate::evidence::one_line(answer)));
    let message = crate::evidence::excerpt(loss.message.as_bytes());
    format!("{}{}: {message} ({})", loss.loser, answer.unwrap_or_default(), loss.reason)
}

fn boards(central: &mut Central) -> Result<String, Stop> {
    let shown = central.boards()?;
    let own = central.position().board();
    let mut out = format!("central board\n{}", report::draw(&central.diagram()));
    for (shown, started_as) in shown.iter().zip(Colour::ALL) {
        let _ = writeln!(out, "\nboard of the bot that was started as {started_as}");
        match shown {
            Shown::Nothing(why) => {
                let _ = writeln!(out, "none: {}", crate::evidence::excerpt(why.as_bytes()));
            }
            Shown::Board(board) => out.push_str(&compared(&board.to_board(), own)),
        }
    }
    Ok(out)
}

/// A bot's board, and where it is not like the central one.
fn compared(theirs: &Board, central: &Board) -> String {
    let (size, right) = (theirs.size(), central.size());
    if size != right {
        return format!("it has {size}×{size} cells, the central board {right}×{right}\n");
    }
    let differing: Vec<Cell> = right.cells().filter(|cell| theirs.get(*cell) != central.get(*cell)).collect();
    let name = |stone: Option<Colour>| stone.map_or("empty".to_owned(), |colour| colour.to_string());
    let differences: String = differing
        .iter()
        .map(|&cell| (cell, name(theirs.get(cell)), name(central.get(cell))))
        .map(|(cell, there, here)| format!("differs: {cell} is {there} there and {here} here\n"))
        .collect();
    let spots = Spots { offending: differing, ..Spots::default() };
    let drawn = report::draw(&draw(theirs, spots));
    if differences.is_empty() { drawn + "the same as the central board\n" } else { drawn + &differences }
}

/// Where commands come from.
enum Commands {
    Terminal(Box<rustyline::DefaultEditor>),
    Pipe(Lines),
}

impl Commands {
    /// With line editing and history on a terminal, plain lines from anything else.
    fn open() -> Result<Self, CliError> {
        if io::stdin().is_terminal() && io::stdout().is_terminal() {
            let editor = rustyline::DefaultEditor::new().map_err(|error| {
                CliError::internal(format!("cannot edit lines on this terminal: {error}"))
            })?;
            Ok(Self::Terminal(Box::new(editor)))
        } else {
            Ok(Self::Pipe(Lines::default()))
        }
    }

    /// The next line; `None` at the end of input.
    fn next(&mut self) -> Result<Option<String>, CliError> {
        match self {
            Self::Terminal(editor) => loop {
                match editor.readline("hex> ") {
                    Ok(line) => {
                        // A history that cannot be kept is no reason to stop.
                        let _ = editor.add_history_entry(&line);
                        return Ok(Some(line));
                    }
                    // Ctrl-C takes the line back.
                    Err(ReadlineError::Interrupted) => {}
                    Err(ReadlineError::Eof) => return Ok(None),
                    Err(error) => return Err(CliError::internal(format!("cannot read a line: {error}"))),
                }
            },
            Self::Pipe(lines) => lines.next(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_its_word_and_its_letter() {
        for (long, short, meant) in [
            ("help", "h", Command::Help),
            ("next", "n", Command::Next),
            ("run 3", "r 3", Command::Run(3)),
            ("show", "s", Command::Show),
            ("showall", "S", Command::ShowAll),
            ("check", "c", Command::Check),
            ("quit", "q", Command::Quit),
        ] {
            assert_eq!(command(long), Some(Ok(meant)));
            assert_eq!(command(&format!("  {short} ")), Some(Ok(meant)));
        }
        assert_eq!(command("  "), None);
        for wrong in ["run", "run x", "run 1 2", "next 3", "H", "quitt"] {
            assert!(matches!(command(wrong), Some(Err(_))), "{wrong}");
        }
    }
}
