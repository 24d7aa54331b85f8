//! `botspec ladder shard` and `merge`: a week on several machines.

use std::path::Path;

use super::args::{MergeArgs, ShardArgs};
use super::playing::{WeekRun, open_host};
use super::{about, game_of};
use crate::cli::error::CliError;
use crate::cli::{input, output};
use crate::counted::counted;
use crate::exit_code::Exit;
use crate::ladder::{FinishedGame, LadderError, Ledger, Match, RunLock, Store};
use crate::report;

/// No ledger is longer, in bytes.
const MAX_LEDGER: u64 = 16 << 30;
/// So many numbers of games are listed.
const LISTED: usize = 20;

/// Plays a part of a week, and writes its games into a ledger.
pub(super) fn shard(args: &ShardArgs) -> Result<Exit, CliError> {
    let failed = about(&args.db);
    if args.index > args.of {
        return Err(CliError::usage(format!(
            "--index {}: must be from 1 to {}, as --of says",
            args.index, args.of
        )));
    }
    output::may_be_written(&args.out, "--out")?;
    let store = Store::open_to_read(&args.db).map_err(&failed)?;
    let game = game_of(&store, &args.db)?;
    let week = store.latest_week().map_err(&failed)?.filter(|week| !week.is_complete());
    let Some(week) = week else {
        return Err(CliError::usage(format!(
            "{}: there are no games to play; `botspec ladder run {} --schedule-only` draws up the next week",
            args.db.display(),
            args.db.display()
        )));
    };
    let is_own = |at: usize| at % args.of as usize == args.index as usize - 1;
    let matches = store.open_matches(week.number).map_err(&failed)?;
    let mut matches: Vec<Match> =
        matches.into_iter().filter(|(at, _)| is_own(*at)).map(|(_, one)| one).collect();
    let mut ledger = Ledger::new(&store, week.number, (args.index, args.of)).map_err(&failed)?;
    // A run that was stopped goes on. What is no ledger is somebody's, and stays.
    if std::fs::metadata(&args.out).is_ok_and(|meta| meta.is_file() && meta.len() > 0) {
        let earlier = read(&args.out).map_err(|error| {
            CliError::usage(format!("{error}; it would be replaced: choose another place with --out"))
        })?;
        if earlier.is_of_part(&ledger) {
            ledger = earlier;
            matches.retain(|one| !ledger.holds(one));
        } else if store.lacks_games_of(&earlier).map_err(&failed)? {
            return Err(would_be_lost(&args.out, &earlier));
        }
    }
    let before = ledger.head.games;
    let mut games: Vec<FinishedGame> = Vec::new();
    let mut keep = |finished: Vec<FinishedGame>| {
        games.extend(finished);
        Ok(())
    };
    let host = open_host(&args.playing)?;
    let week_run = WeekRun {
        store: &store,
        path: &args.db,
        game,
        week: week.number,
        playing: &args.playing,
        host: &host,
    };
    let outcome = week_run.play(matches, &mut keep);
    let is_whole = outcome.as_ref().is_ok_and(|outcome| !outcome.interrupted);
    // A part that has played nothing leaves what may be there.
    if games.is_empty() && !is_whole {
        return outcome.map(|_| Exit::Interrupted);
    }
    ledger.extend(games);
    ledger.write(&args.out).map_err(about(&args.out))?;
    if before > 0 {
        output::note(&format!(
            "{}: {} played before; to play them again, remove it first",
            args.out.display(),
            counted(before, "game")
        ));
    }
    let line = format!(
        "{}: {} of week {}, part {} of {}\n",
        args.out.display(),
        counted(ledger.head.games, "game"),
        week.number,
        args.index,
        args.of
    );
    output::report(line.as_bytes())?;
    let outcome = outcome?;
    if outcome.interrupted {
        output::note("interrupted: every game that has ended is in the ledger");
        return Ok(Exit::Interrupted);
    }
    if outcome.void > 0 {
        let void = counted(outcome.void, "game");
        output::note(&format!("{void} could not be judged: the machine was too busy"));
        return Ok(Exit::Inconclusive);
    }
    Ok(Exit::Success)
}

/// A ledger whose games are nowhere else is not replaced by that of another part.
fn would_be_lost(path: &Path, ledger: &Ledger) -> CliError {
    let head = &ledger.head;
    CliError::usage(format!(
        "{}: it holds {} of week {}, part {} of {}, that the ladder does not have, and would be replaced\n  help: merge \
         them with `botspec ladder merge`, or choose another place with --out",
        path.display(),
        counted(head.games, "game"),
        head.week,
        head.index,
        head.of
    ))
}

/// Merges ledgers into the ladder.
pub(super) fn merge(args: &MergeArgs) -> Result<Exit, CliError> {
    let failed = about(&args.db);
    let mut store = Store::open(&args.db).map_err(&failed)?;
    let game = game_of(&store, &args.db)?;
    let _lock = RunLock::take(&args.db).map_err(&failed)?;
    let (mut has_conflicts, mut number) = (false, 0);
    for path in &args.ledgers {
        let ledger = read(path)?;
        // What is wrong with a ledger is refused; everything else is the ladder's.
        let merged = store.merge(&ledger).map_err(|error| match error {
            LadderError::Refused(_) => about(path)(error),
            _ => failed(error),
        })?;
        number = number.max(ledger.head.week);
        let mut line = format!("{}: {}", path.display(), counted(merged.new, "new game"));
        if merged.duplicate > 0 {
            line.push_str(&format!(", {} that were there already", merged.duplicate));
        }
        line.push('\n');
        output::report(line.as_bytes())?;
        if !merged.conflicts.is_empty() {
            has_conflicts = true;
            output::note(&format!(
                "{}: played otherwise than what is there already, which stays: games {}; are these bots deterministic?",
                path.display(),
                list(&merged.conflicts)
            ));
        }
    }
    let Some(week) = store.week(number).map_err(&failed)? else { return Ok(Exit::Success) };
    for (host, overruns, games) in store.suspicious_hosts(number).map_err(&failed)? {
        output::note(&format!(
            "{host}: {overruns} of its {games} games were lost by an overrun, far more than elsewhere: was it too slow or \
             too busy?"
        ));
    }
    if !week.is_complete() {
        let games = store.games(number).map_err(&failed)?;
        let missing: Vec<u64> =
            games.iter().filter(|game| game.reason.is_none()).map(|game| game.number).collect();
        output::note(&format!(
            "week {number}: {} of {} games are missing: {}\n  help: run the parts again that have failed, or \
             `botspec ladder run` for all that is left",
            missing.len(),
            week.games,
            list(&missing)
        ));
        return Ok(if has_conflicts { Exit::Failure } else { Exit::Inconclusive });
    }
    let standings = store.standings(number).map_err(&failed)?;
    let order = store.order(number).map_err(&failed)?;
    output::report(&report::standings(&week, &order, &standings, game))?;
    Ok(if has_conflicts { Exit::Failure } else { Exit::Success })
}

fn read(path: &Path) -> Result<Ledger, CliError> {
    let bytes = input::file(path, MAX_LEDGER)?;
    Ledger::from_bytes(&bytes).map_err(about(path))
}

/// Numbers of games, the first of them.
fn list(numbers: &[u64]) -> String {
    let shown: Vec<String> = numbers.iter().take(LISTED).map(ToString::to_string).collect();
    match numbers.len().saturating_sub(LISTED) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
