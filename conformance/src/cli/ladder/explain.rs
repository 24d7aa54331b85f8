//! `botspec ladder explain`.

use super::about;
use super::args::ExplainArgs;
use crate::cli::error::CliError;
use crate::cli::output;
use crate::exit_code::Exit;
use crate::ladder::Store;
use crate::report;

/// Lists every game behind a bot's rating.
pub(super) fn explain(args: &ExplainArgs) -> Result<Exit, CliError> {
    let failed = about(&args.db);
    let store = Store::open_to_read(&args.db).map_err(&failed)?;
    let mut games = store.games_of(args.bot).map_err(&failed)?;
    let Some(number) = args.week.or_else(|| games.last().map(|game| game.week)) else {
        let is_known = store.bots().map_err(&failed)?.iter().any(|bot| bot.number == args.bot);
        return Err(if is_known {
            CliError::usage(format!("bot {} has not played yet", args.bot))
        } else {
            failed(store.no_such_bot(args.bot).map_err(&failed)?)
        });
    };
    let since = store.playing_since(number).map_err(&failed)?.get(&args.bot).copied().unwrap_or(number);
    let weeks = store.counting_weeks(number);
    games.retain(|game| weeks.contains(&game.week) && game.week >= since.min(number));
    if games.is_empty() {
        return Err(CliError::usage(format!("bot {} did not play in week {number}", args.bot)));
    }
    let standings = store.standings(number).map_err(&failed)?;
    let order = store.order(number).map_err(&failed)?;
    let out = store.disqualified(weeks).map_err(&failed)?;
    output::report(&report::behind_rating(args.bot, number, &games, &order, &standings, &out))?;
    Ok(Exit::Success)
}
