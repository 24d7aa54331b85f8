//! `botspec console`.

use std::path::PathBuf;

use clap::Args;

use super::args::Driven;
use super::error::CliError;
use super::interrupt::open_host;
use super::output;
use super::typed::Commands;
use crate::bot::{Bot, Workshop};
use crate::exit_code::Exit;
use crate::options::Options;
use crate::process::Program;
use crate::record::Variant;
use crate::referee::console::ConsoleGame;
use crate::referee::seats::Stop;
use crate::suite::Game;

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ConsoleArgs {
    /// The contest
    #[arg(index = 1)]
    pub game: Game,
    /// The bots, by seat: for hex the one that is started as black first
    #[arg(index = 2, required = true, num_args = 1.., value_name = "BOT")]
    pub bots: Vec<PathBuf>,
    #[command(flatten)]
    pub driven: Driven,
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
pub(super) fn console(args: &ConsoleArgs, options: &Options<'_>) -> Result<Exit, CliError> {
    let game = args.game;
    let Some(console) = game.console() else {
        return Err(CliError::usage(format!("{game} has no central program to be worked by hand")));
    };
    let seats = game.referee().bots(&Variant::default());
    if args.bots.len() != seats {
        let given = args.bots.len();
        let help = if given < seats { "; the same bot may be named more than once" } else { "" };
        return Err(CliError::usage(format!("{game} needs {seats} bots, got {given}{help}")));
    }
    // The editor wants signals for itself: whoever asks for them later has them.
    let mut commands = Commands::open(format!("{game}> "))?;
    let host = open_host(&args.driven.confined)?;
    let workshop = Workshop::new(&host, args.driven.confined.build_network);
    let prepare = |path: &PathBuf| {
        let bot = Bot::locate(path)?;
        bot.expect_game(game.name())?;
        bot.prepare(&workshop, &mut output::step)
    };
    let bots = args.bots.iter().map(prepare).collect::<Result<Vec<_>, _>>()?;
    let programs: Vec<&Program> = bots.iter().collect();
    let limit = args.driven.limit(game);
    let mut central = console.open(&host, &programs, options, limit)?;
    if let Err(stop) = central.check_start() {
        return stopped(stop, &args.bots);
    }
    while let Some(line) = commands.next()? {
        let done = match command(&line) {
            None => continue,
            Some(Err(problem)) => {
                output::error(&CliError::usage(problem));
                continue;
            }
            Some(Ok(Command::Quit)) => break,
            Some(Ok(command)) => run_case(&mut *central, command),
        };
        match done {
            Ok(text) => output::report((central.strays() + &text).as_bytes())?,
            Err(stop) => return stopped(stop, &args.bots),
        }
    }
    let departures = central.close()?;
    if host.is_interrupted() {
        // How a bot ends that is given no time to says nothing of it.
        output::note("interrupted: the bots were ended");
        return Ok(Exit::Interrupted);
    }
    output::report(departures.as_bytes())?;
    Ok(Exit::Success)
}

fn stopped(stop: Stop, bots: &[PathBuf]) -> Result<Exit, CliError> {
    match stop {
        Stop::Interrupted => Ok(Exit::Interrupted),
        Stop::NotStarted { seat, why } => {
            let name = bots.get(seat.index()).map(|path| path.display().to_string()).unwrap_or_default();
            Err(CliError::usage(format!("{name} could not be started: {why}")))
        }
        Stop::HostTooBusy { .. } => {
            Err(CliError::internal("the machine is too busy to judge the time of a bot"))
        }
        Stop::Failed(error) => Err(error.into()),
    }
}

/// What a command says.
fn run_case(central: &mut dyn ConsoleGame, command: Command) -> Result<String, Stop> {
    Ok(match command {
        Command::Help => HELP.to_owned(),
        Command::Next => central.moves(1)?,
        Command::Run(count) => central.moves(count)?,
        Command::Show => central.show(),
        Command::ShowAll => central.show_all()?,
        Command::Check => central.check(),
        Command::Quit => String::new(),
    })
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
