//! `botspec ladder export`.

use std::path::Path;

use super::args::{ExportArgs, ExportFormat};
use super::{about, game_of, not_begun, site};
use crate::cli::error::CliError;
use crate::cli::output;
use crate::exit_code::Exit;
use crate::ladder::Store;
use crate::report;
use crate::suite::Game;

/// Writes what was played.
pub(super) fn export(args: &ExportArgs) -> Result<Exit, CliError> {
    let failed = about(&args.db);
    let store = Store::open_to_read(&args.db).map_err(&failed)?;
    let game = game_of(&store, &args.db)?;
    if args.week.is_some() && !matches!(args.format, ExportFormat::Csv | ExportFormat::Orders) {
        return Err(CliError::usage("--week is for csv and orders; json and html hold all weeks"));
    }
    if let Some(week) = args.week
        && store.week(week).map_err(&failed)?.is_none()
    {
        return Err(not_begun(&store, &args.db, week));
    }
    let bytes = match args.format {
        ExportFormat::Json => report::json(&store.season(true).map_err(&failed)?),
        ExportFormat::Csv => csv(&store, args.week).map_err(&failed)?,
        ExportFormat::Html => {
            if args.output == Path::new("-") {
                return Err(CliError::usage(
                    "--format html writes several pages: name a folder with --output DIR",
                ));
            }
            site::write(&store, &args.db, game, &args.output)?;
            return Ok(Exit::Success);
        }
        ExportFormat::Orders => orders(&store, game, args.week).map_err(&failed)??,
    };
    output::report_to(&args.output, &bytes)?;
    Ok(Exit::Success)
}

/// The weeks that are asked for.
fn weeks(store: &Store, only: Option<u32>) -> Result<Vec<u32>, crate::ladder::LadderError> {
    let last = store.latest_week()?.map_or(0, |week| week.number);
    Ok((1..=last).filter(|week| only.is_none_or(|only| only == *week)).collect())
}

fn csv(store: &Store, only: Option<u32>) -> Result<Vec<u8>, crate::ladder::LadderError> {
    let mut games = Vec::new();
    for week in weeks(store, only)? {
        games.extend(store.games(week)?);
    }
    Ok(report::games_csv(&games))
}

/// The moves of all games, as their contest writes them for people.
fn orders(
    store: &Store,
    game: Game,
    only: Option<u32>,
) -> Result<Result<Vec<u8>, CliError>, crate::ladder::LadderError> {
    if !game.is_written_out() {
        let message = format!("{game} has no form of orders for people; use --format json");
        return Ok(Err(CliError::usage(message)));
    }
    let mut out = String::new();
    for week in weeks(store, only)? {
        for row in store.games(week)? {
            let record = store.record(row.number)?;
            let text = record.and_then(|record| game.referee().written_out(&record));
            out.push_str(&text.unwrap_or_default());
        }
    }
    Ok(Ok(out.into_bytes()))
}
