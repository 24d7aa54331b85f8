//! `botspec ladder run`.

use super::args::RunArgs;
use super::playing::{WeekRun, open_host};
use super::{about, game_of, now};
use crate::cli::error::CliError;
use crate::cli::output;
use crate::counted::counted;
use crate::exit_code::Exit;
use crate::ladder::{Match, RunLock, Store, Week};
use crate::report;

/// Plays a week, or goes on with one.
pub(super) fn run(args: &RunArgs) -> Result<Exit, CliError> {
    let failed = about(&args.db);
    let mut store = Store::open(&args.db).map_err(&failed)?;
    let game = game_of(&store, &args.db)?;
    let _lock = RunLock::take(&args.db).map_err(&failed)?;
    if args.schedule_only {
        let week = week_of(&mut store, args)?;
        let line = format!(
            "week {}: {} of {} games are to be played\n",
            week.number,
            week.games - week.played,
            week.games
        );
        output::report(line.as_bytes())?;
        return Ok(Exit::Success);
    }
    let named = args.week.map(|week| store.week(week)).transpose().map_err(&failed)?.flatten();
    let is_over = named.is_some_and(|week| week.played == week.games);
    // A week that is drawn up stays: not before it can be played.
    let host = if is_over { None } else { Some(open_host(&args.playing)?) };
    let week = week_of(&mut store, args)?;
    let matches: Vec<Match> =
        store.open_matches(week.number).map_err(&failed)?.into_iter().map(|(_, one)| one).collect();
    if !matches.is_empty()
        && let Some(host) = &host
    {
        // Others may read what is written while the games go on.
        let reader = Store::open_to_read(&args.db).map_err(&failed)?;
        let mut write = |games: Vec<_>| store.finish(&games).map(drop);
        let week_run =
            WeekRun { store: &reader, path: &args.db, game, week: week.number, playing: &args.playing, host };
        let outcome = week_run.play(matches, &mut write)?;
        if outcome.interrupted {
            output::note("interrupted: every game that has ended is kept; run again to go on");
            return Ok(Exit::Interrupted);
        }
        if outcome.void > 0 {
            output::note(&format!(
                "{} could not be judged: the machine was too busy; run again to play what is left",
                counted(outcome.void, "game")
            ));
            return Ok(Exit::Inconclusive);
        }
    }
    let Some(week) = store.week(week.number).map_err(&failed)? else { return Ok(Exit::Success) };
    let standings = store.standings(week.number).map_err(&failed)?;
    let order = store.order(week.number).map_err(&failed)?;
    output::report(&report::standings(&week, &order, &standings, game))?;
    Ok(Exit::Success)
}

/// The week that is to be played, drawn up if it is a new one.
fn week_of(store: &mut Store, args: &RunArgs) -> Result<Week, CliError> {
    let failed = about(&args.db);
    let latest = store.latest_week().map_err(&failed)?;
    let next = latest.map_or(1, |week| week.number + 1);
    let is_over = latest.is_none_or(|week| week.is_complete());
    let asked = args.week.unwrap_or(if is_over { next } else { next - 1 });
    if asked > next || (asked == next && !is_over) {
        let why = if is_over {
            format!("the next one is {next}")
        } else {
            format!("week {} is not over", next - 1)
        };
        return Err(CliError::usage(format!("--week {asked}: {why}")));
    }
    if asked == next {
        return store.open_week(&now()).map_err(&failed);
    }
    let week = store.week(asked).map_err(&failed)?;
    week.ok_or_else(|| CliError::internal(format!("week {asked} has no games")))
}
