//! `botspec ladder standings`.

use super::args::StandingsArgs;
use super::{about, game_of, not_begun};
use crate::cli::args::Format;
use crate::cli::error::CliError;
use crate::cli::output;
use crate::exit_code::Exit;
use crate::ladder::Store;
use crate::record::StandingsReport;
use crate::report;

/// Says who stands where.
pub(super) fn standings(args: &StandingsArgs) -> Result<Exit, CliError> {
    let failed = about(&args.db);
    let store = Store::open_to_read(&args.db).map_err(&failed)?;
    let game = game_of(&store, &args.db)?;
    let number = match args.week {
        Some(number) => number,
        None => store.latest_week().map_err(&failed)?.map_or(1, |week| week.number),
    };
    let Some(week) = store.week(number).map_err(&failed)? else {
        return Err(not_begun(&store, &args.db, number));
    };
    let standings = store.standings(number).map_err(&failed)?;
    let order = store.order(number).map_err(&failed)?;
    output::report(&match args.format {
        Format::Json => report::json(&StandingsReport {
            schema: "botspec.standings/1",
            game: store.game(),
            week: week.number,
            games: week.games,
            played: week.played,
            standings,
        }),
        Format::Pretty => report::standings(&week, &order, &standings, game),
    })?;
    Ok(Exit::Success)
}
