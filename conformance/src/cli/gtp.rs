//! `botspec gtp`.

use std::path::PathBuf;

use botspec_sdk::seat::Seat;
use clap::Args;

use super::args::Driven;
use super::error::CliError;
use super::interrupt::open_host;
use super::lines::Lines;
use super::output;
use crate::bot::{Bot, Workshop};
use crate::exit_code::Exit;
use crate::record::Variant;
use crate::referee::gtp::Session;
use crate::referee::reask::Asking;
use crate::referee::seats::Stop;
use crate::suite::Game;

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct GtpArgs {
    /// The contest
    pub game: Game,
    /// The bot, as for `check`
    pub bot: PathBuf,
    #[command(flatten)]
    pub driven: Driven,
}

const EXAMPLES: &str = "\
Examples:
  botspec gtp hex ./mybot                 the program to attach to in HexGui
  printf 'boardsize 5\\ngenmove b\\nshowboard\\nquit\\n' | botspec gtp hex ./mybot
  gogui-twogtp -black 'botspec gtp hex ./mybot' -white mohex -size 11 -games 2

Exit codes: 0 after `quit` or at the end of input, 2 usage error, or bot not found or not built, 3 botspec or the machine failed.";

/// Reads commands in GTP and lets the bot answer them.
pub(super) fn gtp(args: &GtpArgs) -> Result<Exit, CliError> {
    let game = args.game;
    let Some(face) = game.gtp() else {
        let others: Vec<&str> =
            Game::all().iter().filter(|game| game.gtp().is_some()).map(|game| game.name()).collect();
        let message =
            format!("bots of {game} cannot be driven by GTP, only those of {}", others.join(" and "));
        return Err(CliError::usage(message));
    };
    let host = open_host(&args.driven.confined)?;
    let bot = Bot::locate(&args.bot)?;
    bot.expect_game(game.name())?;
    let program =
        bot.prepare(&Workshop::new(&host, args.driven.confined.build_network), &mut output::step)?;
    let limit = args.driven.limit(game);
    let seats = u8::try_from(game.referee().bots(&Variant::default())).unwrap_or(u8::MAX);
    let asking = |seat| Asking { host: &host, program: &program, limit, seat: Seat::from_index(seat) };
    let askings: Vec<Asking<'_>> = (0..seats).map(asking).collect();
    let mut session = Session::new(face.open(&askings), bot.name());
    let served = serve(&mut session);
    session.close()?;
    match served {
        Ok(()) if host.is_interrupted() => Ok(Exit::Interrupted),
        Err(Over::Stopped(Stop::Interrupted)) => Ok(Exit::Interrupted),
        Ok(()) => Ok(Exit::Success),
        Err(Over::Failed(error)) => Err(error),
        Err(Over::Stopped(Stop::NotStarted { why, .. })) => {
            Err(CliError::usage(format!("{} could not be started: {why}", args.bot.display())))
        }
        Err(Over::Stopped(Stop::HostTooBusy { .. })) => {
            Err(CliError::internal("the machine is too busy to judge the time of a bot"))
        }
        Err(Over::Stopped(Stop::Failed(error))) => Err(error.into()),
    }
}

/// Why a session ended before its end.
enum Over {
    Stopped(Stop),
    Failed(CliError),
}

/// Answers each line, up to `quit` or the end of input.
fn serve(session: &mut Session<'_>) -> Result<(), Over> {
    let mut lines = Lines::default();
    while let Some(line) = lines.next().map_err(Over::Failed)? {
        let reaction = session.react(&line).map_err(Over::Stopped)?;
        output::report(reaction.text.as_bytes()).map_err(Over::Failed)?;
        if reaction.is_over {
            break;
        }
    }
    Ok(())
}
