//! `botspec play`.

use std::collections::BTreeSet;
use std::io::{self, IsTerminal as _};

use indicatif::ProgressBar;

use super::args::{Format, check_variant, jobs};
use super::book::Book;
use super::desk::Desk;
use super::error::CliError;
use super::interrupt::open_host;
use super::lineup::{Who, lineup, prepare};
use super::openings::openings;
use super::output;
use super::person;
use super::play_args::{MAX_GAMES, PlayArgs, formats};
use super::screen::Screen;
use crate::exit_code::Exit;
use crate::options::Options;
use crate::referee::openings::Openings;
use crate::referee::schedule::{self, Format as Schedule, pair_size};
use crate::referee::score::Count;
use crate::referee::seats::Terms;
use crate::referee::swiss;
use crate::referee::tournament::{self, Broken, Entrant, Settings};
use crate::report;
use crate::suite::Game;

/// A test ends after so many games, decided or not, unless the user says otherwise.
const TEST_GAMES: u64 = 100_000;
/// How many moves are drawn for a test, unless the user says otherwise.
const TEST_OPENING: u32 = 2;

/// Referees games between bots.
pub(super) fn play(args: &PlayArgs, options: &Options<'_>) -> Result<Exit, CliError> {
    if person::takes_part(args) {
        return person::play(args, options);
    }
    let (format, look) = formats(args)?;
    let terms = terms(args, options, format)?;
    let seats = args.game.referee().bots(&terms.variant);
    let lineup = lineup(args, seats)?;
    let format = match format {
        Schedule::Swiss { rounds: 0 } => Schedule::Swiss { rounds: swiss::rounds(lineup.len(), seats) },
        Schedule::Games if args.sprt.is_some() || terms.openings != Openings::None => Schedule::Pairs,
        other => other,
    };
    // From now on a signal ends the wait for whoever is to read a pipe.
    let host = open_host(&args.confined)?;
    let records = args.record.as_deref().map(Book::of_records).transpose()?;
    let orders = args.orders.as_deref().map(|path| Book::of_orders(path, args.game)).transpose()?;
    let players = prepare(&lineup, args, &host)?;
    let names = distinct(players.iter().map(|player| player.name.clone()).collect());
    let entrants: Vec<Entrant<'_>> = names
        .into_iter()
        .zip(&players)
        .map(|(name, player)| Entrant { name, program: &player.program, is_seeded: player.is_seeded })
        .collect();

    let watching = args.watch && io::stderr().is_terminal();
    if args.watch && !watching {
        output::note("--watch has no effect: stderr is not a terminal");
    }
    let settings = Settings {
        games: games(args, &terms, format)?,
        format,
        terms,
        seed: args.seed,
        jobs: if watching { 1 } else { jobs(args.jobs) },
        pinned: !args.all_cores,
    };
    let total = schedule::total(&settings, entrants.len());
    if total > MAX_GAMES {
        return Err(CliError::usage(format!(
            "these would be {total} games, but no more than {MAX_GAMES} are played: give fewer bots, a smaller --games, or \
             --format swiss"
        )));
    }
    let bar = if watching { ProgressBar::hidden() } else { output::bar_of(total, "games") };
    let count = Count::new(&settings, entrants.len(), args.sprt);
    let names = entrants.iter().map(|entrant| entrant.name.clone()).collect();
    let books = records.into_iter().chain(orders).collect();
    let desk = Desk::new(books, count, names, bar, watching.then(Screen::default));
    let played = tournament::play(&settings, &entrants, &host, &desk);
    let count = desk.close();
    let mut failure = None;
    let interrupted = match played {
        Ok(()) => host.is_interrupted(),
        Err(Broken::Interrupted) => true,
        Err(Broken::NotStarted { entrant, why }) => {
            let bot = match lineup.get(entrant) {
                Some(Who::Named(path)) => path.display().to_string(),
                _ => entrants[entrant].name.clone(),
            };
            let error = CliError::usage(format!("{bot} could not be started: {why}"));
            if count.played() == 0 {
                return Err(error);
            }
            // It may have been started before.
            failure = Some(error.when_writing());
            false
        }
        Err(Broken::Failed(error)) if host.is_interrupted() => {
            output::note(&error.to_string());
            true
        }
        // What has been played is told all the same.
        Err(Broken::Failed(error)) => {
            failure = Some(error.into());
            false
        }
    };
    let void = count.void();
    let summary = count.report(&settings, &entrants, host.isolation().to_string());
    output::report(&match look {
        Format::Json => report::json(&summary),
        Format::Pretty => report::play(&summary, args.game),
    })?;
    if let Some(error) = failure {
        output::note("broken off: the summary holds the games that had ended by then");
        return Err(error);
    }
    if interrupted {
        output::note("interrupted: the summary and the records hold the games that had ended by then");
        return Ok(Exit::Interrupted);
    }
    let is_open = summary.sprt.as_ref().is_some_and(|sprt| sprt.decision.is_none());
    Ok(if void > 0 || is_open { Exit::Inconclusive } else { Exit::Success })
}

/// How many games are played, of each meeting where there are several.
fn games(args: &PlayArgs, terms: &Terms, format: Schedule) -> Result<u64, CliError> {
    let seats = terms.game.referee().bots(&terms.variant);
    let size = pair_size(terms.game, seats);
    let meets = format.name().is_some();
    let games = match args.games {
        Some(games) => games,
        None if args.sprt.is_some() => TEST_GAMES,
        None if meets => size,
        None => return Ok(terms.game.referee().games_in_a_match().into()),
    };
    if (meets || args.sprt.is_some()) && games % size != 0 {
        return Err(CliError::usage(format!(
            "--games {games}: games are played in sets of {size}, in which each bot has each side; give a multiple of {size}"
        )));
    }
    Ok(games)
}

/// What is played, as far as the options say it rightly.
pub(super) fn terms(args: &PlayArgs, options: &Options<'_>, format: Schedule) -> Result<Terms, CliError> {
    let game = args.game;
    let referee = game.referee();
    let name = args.variant.as_deref();
    check_variant(game, name)?;
    if args.orders.is_some() && !game.is_written_out() {
        let others: Vec<&str> =
            Game::all().iter().filter(|game| game.is_written_out()).map(|game| game.name()).collect();
        let others = others.join(" and ");
        return Err(CliError::usage(format!("--orders is for {others}; use --record for {game}")));
    }
    let variant = referee.variant(name, options);
    let seats = referee.bots(&variant);
    let of_variant = name.map(|name| format!(" ({name})")).unwrap_or_default();
    let given = lineup(args, seats)?.len();
    if format.name().is_none() && given != seats {
        let help = match seats.checked_sub(given) {
            None if args.bots.iter().any(|bot| bot.as_os_str() == "human") => {
                "leave the others out".to_owned()
            }
            None => "with --format round-robin more can meet".to_owned(),
            Some(missing) => {
                let partners = if game.sparring().is_some() { ", or use --sparring" } else { "" };
                format!("name {missing} more (it may be the same bot again){partners}")
            }
        };
        return Err(CliError::usage(format!("{game}{of_variant} needs {seats} bots, got {given}; {help}")));
    }
    if given < seats {
        return Err(CliError::usage(format!(
            "{game}{of_variant} needs {seats} bots or more for a tournament, got {given}"
        )));
    }
    if args.sprt.is_some() && seats != 2 {
        let variants = game.variants().iter().copied().map(Some);
        let others: Vec<&str> =
            variants.filter(|name| referee.bots(&referee.variant(*name, options)) == 2).flatten().collect();
        let others = others.iter().map(|name| format!("; --variant {name} is")).collect::<String>();
        return Err(CliError::usage(format!("--sprt tests two bots, and {game} is not for two{others}")));
    }
    let openings = match &args.openings {
        None if args.sprt.is_some() && referee.without_openings(&variant).is_none() => {
            Openings::Drawn(TEST_OPENING)
        }
        opening => openings(opening.as_ref(), game, name, &variant)?,
    };
    let limit = args.time_limit.unwrap_or_else(|| game.time_limit(name));
    Ok(Terms { game, variant, limit, openings })
}

/// The names, with a number where one occurs more than once.
fn distinct(names: Vec<String>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut name_of = |name: String| {
        let mut candidate = name.clone();
        let mut number = 2;
        while !taken.insert(candidate.clone()) {
            candidate = format!("{name}-{number}");
            number += 1;
        }
        candidate
    };
    names.into_iter().map(&mut name_of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_of_one_name_are_told_apart() {
        let names = ["a", "b", "a", "a-2", "a"].map(str::to_owned).to_vec();
        assert_eq!(distinct(names), ["a", "b", "a-2", "a-2-2", "a-3"]);
    }
}
