//! The pages of a season: `botspec ladder export --format html` and `publish`.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::about;
use super::args::PublishArgs;
use crate::cli::error::CliError;
use crate::cli::output;
use crate::cli::sink::film_of;
use crate::exit_code::Exit;
use crate::ladder::{Store, zip_of};
use crate::report::{self, Film, Links, SeasonPage};
use crate::suite::Game;

/// Writes the season's page, and for each table of each week a page that plays its games.
pub(super) fn write(store: &Store, path: &Path, game: Game, folder: &Path) -> Result<(), CliError> {
    let failed = about(path);
    let index = may_hold_pages(folder, "--output", SeasonPage::Season)?;
    let season = store.season(false).map_err(&failed)?;
    let mut links = Links::new();
    let bar = output::bar_of(season.weeks.iter().map(|week| week.games.len() as u64).sum(), "games");
    for week in &season.weeks {
        let mut tables: BTreeMap<usize, Vec<Film>> = BTreeMap::new();
        for row in week.games.iter().filter(|row| row.reason.is_some()) {
            if let Some(record) = store.record(row.number).map_err(&failed)? {
                tables.entry(row.table).or_default().push(film_of(
                    game,
                    &record,
                    record.result.as_ref(),
                    None,
                ));
            }
            bar.inc(1);
        }
        for (table, films) in tables {
            let name = format!("week-{}-table-{table}.html", week.number);
            output::file(&folder.join(&name), &report::page(&films), "--output")?;
            links.insert((week.number, table), name);
        }
    }
    bar.finish_and_clear();
    let publications = store.publications().map_err(&failed)?;
    let since = season.latest().map(|week| store.playing_since(week.number)).transpose().map_err(&failed)?;
    let page = report::season(&season, game, &publications, &links, &since.unwrap_or_default());
    output::file(&index, &page, "--output")?;
    output::report(format!("{}\n", index.display()).as_bytes())
}

/// Whether a folder can hold the pages: an `index.html` that is somebody else's, or another page of botspec's, stays.
fn may_hold_pages(folder: &Path, option: &str, kind: SeasonPage) -> Result<PathBuf, CliError> {
    output::may_hold_files(folder, option)?;
    let index = folder.join("index.html");
    match fs::read(&index) {
        Ok(page) if !report::is_page(&page) => Err(CliError::usage(format!(
            "{} is not botspec's, and would be replaced: choose another folder with {option}",
            index.display()
        ))),
        Ok(page) if !kind.made(&page) => Err(CliError::usage(format!(
            "{} is another page of botspec's, and would be replaced: the season's page and that of the published sources \
             each need a folder of their own; choose another one with {option}",
            index.display()
        ))),
        _ => Ok(index),
    }
}

/// Writes a file that everybody may read, whole or not at all.
fn write_whole(folder: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    #[cfg(unix)]
    let mut draft = {
        use std::os::unix::fs::PermissionsExt as _;
        let readable = fs::Permissions::from_mode(0o644);
        tempfile::Builder::new().permissions(readable).tempfile_in(folder)?
    };
    #[cfg(not(unix))]
    let mut draft = tempfile::NamedTempFile::new_in(folder)?;
    draft.write_all(bytes)?;
    draft.persist(path)?;
    Ok(())
}

/// Writes the sources that are due, each as an archive, and a page that names them.
pub(super) fn publish(args: &PublishArgs) -> Result<Exit, CliError> {
    let failed = about(&args.db);
    let store = Store::open_to_read(&args.db).map_err(&failed)?;
    let index = may_hold_pages(&args.out, "--out", SeasonPage::Sources)?;
    let publications = store.publications().map_err(&failed)?;
    for due in publications.iter().filter(|it| it.is_due) {
        let source = store.source(&due.source).map_err(&failed)?;
        let bytes = zip_of(&source, &due.stem()).map_err(&failed)?;
        let path = args.out.join(format!("{}.zip", due.stem()));
        let unwritten =
            |error| CliError::unwritten(format!("cannot write {}: {error}", path.display()), &error);
        // Not as a text: it holds any bytes.
        write_whole(&args.out, &path, &bytes).map_err(unwritten)?;
        let line = format!(
            "{}: bot {}, {}, first at the top after week {}\n",
            path.display(),
            due.bot,
            due.name,
            due.top_in
        );
        output::report(line.as_bytes())?;
    }
    let page = report::published_sources(store.game().as_str(), &publications);
    output::file(&index, &page, "--out")?;
    for later in publications.iter().filter(|it| !it.is_due) {
        output::note(&format!("bot {}, {}: due after week {}", later.bot, later.name, later.due_after));
    }
    if publications.iter().all(|it| !it.is_due) {
        output::note("nothing is due yet");
    }
    Ok(Exit::Success)
}
