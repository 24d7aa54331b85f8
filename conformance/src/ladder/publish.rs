//! Sources that are published some weeks after their bot has first stood at the top.

use std::io::{Cursor, Write as _};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::error::LadderError;
use super::source::Source;
use super::store::Store;
use crate::record::Publication;

impl Store {
    /// Every bot that has ever stood at the top at the end of a week, in the order in which they came there. Whoever was
    /// given the number of a bot that had left is another bot.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn publications(&self) -> Result<Vec<Publication>, LadderError> {
        let over = self.latest_complete_week()?.unwrap_or(0);
        let mut all: Vec<Publication> = Vec::new();
        for week in 1..=over {
            let standings = self.standings(week)?;
            let Some(top) = standings.first() else { continue };
            let since = self.playing_since(week)?.get(&top.bot).copied().unwrap_or(week);
            if all.iter().any(|it| (it.bot, it.since) == (top.bot, since)) {
                continue;
            }
            let due_after = week.saturating_add(self.settings().publish_after);
            let Some(entry) = self.order(week)?.into_iter().find(|entry| entry.bot == top.bot) else {
                continue;
            };
            all.push(Publication {
                bot: top.bot,
                since,
                is_first: self.first_week_of(top.bot)? == since,
                name: entry.name,
                top_in: week,
                due_after,
                is_due: over >= due_after,
                source: entry.source,
            });
        }
        Ok(all)
    }

    /// The first week in which anybody has played under this number.
    fn first_week_of(&self, bot: u32) -> Result<u32, LadderError> {
        let query = "SELECT coalesce(min(week), 0) FROM place WHERE bot = ?1";
        Ok(self.connection.query_row(query, [bot], |row| row.get(0))?)
    }
}

/// All files of a source in a folder, as a zip archive: the same bytes for the same files.
///
/// # Errors
/// If they cannot be packed.
pub fn zip_of(source: &Source, folder: &str) -> Result<Vec<u8>, LadderError> {
    let failed = |error: std::io::Error| LadderError::Io("the archive cannot be made".to_owned(), error);
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for file in source.files() {
        let mode = if file.executable { 0o755 } else { 0o644 };
        let options = SimpleFileOptions::default().unix_permissions(mode);
        let name = format!("{folder}/{}", file.path);
        archive.start_file(name, options).map_err(|error| failed(error.into()))?;
        archive.write_all(&file.bytes).map_err(failed)?;
    }
    Ok(archive.finish().map_err(|error| failed(error.into()))?.into_inner())
}
