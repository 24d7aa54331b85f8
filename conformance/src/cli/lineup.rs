//! Who plays: the bots of the command line, and sparring partners.

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use super::error::CliError;
use super::output;
use super::play_args::{MAX_BOTS, PlayArgs};
use crate::bot::{Bot, Stranger, Workshop};
use crate::process::{Host, Program};
use crate::sparring;
use crate::suite::Game;

/// What was written in the place of a bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Who<'a> {
    /// A path, or `human`.
    Named(&'a Path),
    /// A level of the contest's sparring partners.
    Partner(&'static str),
}

/// One who is ready to play.
#[derive(Debug, Clone)]
pub(super) struct Player {
    pub(super) name: String,
    pub(super) program: Rc<Program>,
    /// Whether its program is told a seed by one more argument.
    pub(super) is_seeded: bool,
}

/// All who play, in the order of the command line; the last sparring partner also takes the seats that are left.
pub(super) fn lineup(args: &PlayArgs, seats: usize) -> Result<Vec<Who<'_>>, CliError> {
    let mut all: Vec<Who<'_>> = args.bots.iter().map(|path| Who::Named(path)).collect();
    for name in &args.sparring {
        all.push(Who::Partner(sparring::level(args.game, name).map_err(CliError::usage)?));
    }
    if let Some(last @ Who::Partner(_)) = all.last().copied() {
        all.resize(all.len().max(seats), last);
    }
    if all.len() > MAX_BOTS {
        return Err(CliError::usage(format!("no more than {MAX_BOTS} bots take part")));
    }
    Ok(all)
}

/// Those who play, ready; one who is named several times is built once.
pub(super) fn prepare(all: &[Who<'_>], args: &PlayArgs, host: &Host) -> Result<Vec<Player>, CliError> {
    let mut known: BTreeMap<Who<'_>, Player> = BTreeMap::new();
    let workshop = Workshop::new(host, args.confined.build_network);
    all.iter()
        .map(|who| {
            if let Some(player) = known.get(who) {
                return Ok(player.clone());
            }
            let player = match who {
                Who::Named(path) => {
                    let (name, program) = prepare_one(path, args.game, &workshop)?;
                    Player { name, program: Rc::new(program), is_seeded: false }
                }
                Who::Partner(level) => {
                    let program = sparring::program(args.game, level).map_err(|error| {
                        CliError::internal(format!("botspec cannot find its own program: {error}"))
                    })?;
                    let name = program.name.clone();
                    Player { name, program: Rc::new(program), is_seeded: true }
                }
            };
            known.insert(*who, player.clone());
            Ok(player)
        })
        .collect()
}

/// A bot, or a program that speaks GTP where those can play.
fn prepare_one(path: &Path, game: Game, workshop: &Workshop<'_>) -> Result<(String, Program), CliError> {
    if !Stranger::is_one(path) {
        let bot = Bot::locate(path)?;
        bot.expect_game(game.name())?;
        return Ok((bot.name(), bot.prepare(workshop, &mut output::step)?));
    }
    if !game.referee().seats_gtp() {
        let others: Vec<&str> =
            Game::all().iter().filter(|game| game.referee().seats_gtp()).map(|game| game.name()).collect();
        let message = format!(
            "{}: no program that speaks GTP can play {game}, only {}",
            path.display(),
            others.join(" and ")
        );
        return Err(CliError::usage(message));
    }
    let stranger = Stranger::locate(path)?;
    Ok((stranger.name(), stranger.prepare(workshop, &mut output::step)?))
}
