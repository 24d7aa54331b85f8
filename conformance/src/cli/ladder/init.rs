//! `botspec ladder init`.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};

use super::args::{InitArgs, SeasonSeed};
use super::{about, now};
use crate::cli::args::check_variant;
use crate::cli::error::CliError;
use crate::cli::openings::openings;
use crate::cli::output;
use crate::exit_code::Exit;
use crate::ladder::{Format, Overruns, Seeds, Settings, Store, games_are_even};
use crate::options::Options;
use crate::referee::openings::Openings;

/// Makes a ladder.
pub(super) fn init(args: &InitArgs, options: &Options<'_>) -> Result<Exit, CliError> {
    let game = args.game;
    let name = args.variant.as_deref();
    check_variant(game, name)?;
    let referee = game.referee();
    let variant = referee.variant(name, options);
    let (seats, together) = (referee.bots(&variant), referee.games_in_a_match());
    let games = args.games.unwrap_or_else(|| referee.games_of_neighbours(&variant));
    if !games_are_even(games, seats, together) {
        let round = together.saturating_mul(u32::try_from(seats).unwrap_or(1));
        return Err(CliError::usage(format!(
            "--games {games}: must be a multiple of {round}, so that everybody sits everywhere equally often"
        )));
    }
    let limit = args.time_limit.unwrap_or_else(|| game.time_limit(name));
    if args.overruns.is_some() && !referee.is_lost_by_an_answer() {
        return Err(CliError::usage(format!(
            "--overruns is not for {game}: an overrun ends no game there, so nobody is disqualified or loses by it; leave it out"
        )));
    }
    if args.against.is_some() && args.format != Format::Gauntlet {
        return Err(CliError::usage("--against is for --format gauntlet"));
    }
    let openings = openings(args.openings.as_ref(), game, name, &variant)?;
    let (seed, seeds) = match args.seed {
        SeasonSeed::Number(seed) => (seed, Seeds::Counted),
        SeasonSeed::Random if matches!(openings, Openings::Listed(_)) => {
            let why = "the openings of a file are gone through in their order; give a number";
            return Err(CliError::usage(format!("--seed random: {why}")));
        }
        SeasonSeed::Random => (random_seed(), Seeds::Hashed),
    };
    let settings = Settings {
        variant_name: args.variant.clone(),
        variant,
        seed,
        seeds,
        format: args.format,
        against: args.against,
        openings,
        games,
        limit_ms: u64::try_from(limit.as_millis()).unwrap_or(u64::MAX),
        overruns: args.overruns.unwrap_or(Overruns::Disqualify),
        publish_after: args.publish_after,
    };
    Store::create(&args.db, game.id(), &settings, &now()).map_err(about(&args.db))?;
    let told = match seeds {
        Seeds::Counted => String::new(),
        Seeds::Hashed => {
            format!("; seed {seed}: whoever knows it can foretell the games, so keep it to yourself")
        }
    };
    let told = format!("{}: a ladder for {game}, with no bots yet{told}\n", args.db.display());
    output::report(told.as_bytes())?;
    Ok(Exit::Success)
}

/// A number that nobody can guess: the standard library asks the system for the keys of its hashes.
fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}
