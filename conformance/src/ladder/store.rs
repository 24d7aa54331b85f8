//! The file that holds a ladder.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, params};

use super::error::LadderError;
use super::schema;
use super::settings::Settings;
use crate::record::GameName;

/// So long another process that is writing is waited for.
const BUSY: Duration = Duration::from_secs(20);

/// An open ladder: one SQLite database. Every change is a transaction; a process that is killed, or a machine that loses
/// its power, leaves all that was written before, and nothing by halves.
#[derive(Debug)]
pub struct Store {
    pub(super) connection: Connection,
    game: GameName,
    settings: Settings,
}

impl Store {
    /// Makes a new one, whole or not at all.
    ///
    /// # Errors
    /// If there is a file already, or it cannot be written.
    pub fn create(path: &Path, game: GameName, settings: &Settings, now: &str) -> Result<(), LadderError> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let unmade = |error| LadderError::Io("it cannot be made".to_owned(), error);
        if path.symlink_metadata().is_ok() {
            return Err(LadderError::Exists);
        }
        if !folder.is_dir() {
            let why = format!("there is no folder {}: make it, or choose another place", folder.display());
            return Err(LadderError::Refused(why));
        }
        // SQLite would take what an earlier database has left for this one's.
        for left in ["-wal", "-shm", "-journal"] {
            let other = beside(path, left);
            if other.symlink_metadata().is_ok() {
                return Err(LadderError::Refused(format!(
                    "{} is left from another database: bring that one back, remove it, or choose another name",
                    other.display()
                )));
            }
        }
        let draft = tempfile::Builder::new().prefix(".ladder-").tempfile_in(folder).map_err(unmade)?;
        let mut connection = Connection::open(draft.path())?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        schema::create(&mut connection)?;
        let text = serde_json::to_string(settings).map_err(|error| unmade(error.into()))?;
        connection.execute(
            "INSERT INTO ladder (id, game, settings, created_at) VALUES (1, ?1, ?2, ?3)",
            params![game.as_str(), text, now],
        )?;
        connection.close().map_err(|(_, error)| error)?;
        usual_permissions(draft.as_file()).map_err(unmade)?;
        draft.as_file().sync_all().map_err(unmade)?;
        match draft.persist_noclobber(path) {
            Ok(_) => Ok(()),
            Err(error) if error.error.kind() == std::io::ErrorKind::AlreadyExists => Err(LadderError::Exists),
            Err(error) => Err(unmade(error.error)),
        }
    }

    /// Opens one to read and write.
    ///
    /// # Errors
    /// If there is none, it is something else, or it is read-only.
    pub fn open(path: &Path) -> Result<Self, LadderError> {
        let connection = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        let mut store = Self::of(connection, true)?;
        if store.connection.is_readonly(rusqlite::MAIN_DB)? {
            let error = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_READONLY);
            return Err(rusqlite::Error::SqliteFailure(error, None).into());
        }
        // Each game is on the disk before the next one counts.
        store.connection.pragma_update(None, "synchronous", "FULL")?;
        store.connection.pragma_update(None, "foreign_keys", true)?;
        store.connection.set_transaction_behavior(rusqlite::TransactionBehavior::Immediate);
        Ok(store)
    }

    /// Opens one to read only: it may lie where nothing can be written.
    ///
    /// # Errors
    /// If there is none, or it is something else.
    pub fn open_to_read(path: &Path) -> Result<Self, LadderError> {
        let opened = connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY).and_then(|it| Self::of(it, false));
        match opened {
            // Readers leave a mark beside the file. Where they cannot, nobody writes either.
            Err(LadderError::Database(error))
                if matches!(error.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly)) =>
            {
                let log = beside(path, "-wal");
                if log.metadata().is_ok_and(|meta| meta.len() > 0) {
                    return Err(LadderError::Refused(format!(
                        "{} holds what was written last, and cannot be read from a folder that is read-only: copy both \
                         files into another one",
                        log.display()
                    )));
                }
                let address = format!("file:{}?immutable=1", percent_encoded(path));
                let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
                Self::of(connect(Path::new(&address), flags)?, false)
            }
            other => other,
        }
    }

    fn of(mut connection: Connection, writable: bool) -> Result<Self, LadderError> {
        connection.busy_timeout(BUSY)?;
        schema::migrate(&mut connection, writable)?;
        let row = connection.query_row("SELECT game, settings FROM ladder", [], |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))
        });
        let (game, settings) = row?;
        let damaged = |what: &str| {
            LadderError::Damaged(format!(
                "its {what} cannot be read: a newer botspec may have written it; else take it from a backup"
            ))
        };
        Ok(Self {
            connection,
            game: GameName::new(&game).ok_or_else(|| damaged("game"))?,
            settings: serde_json::from_str(&settings).map_err(|_| damaged("settings"))?,
        })
    }

    /// Lets the file become no longer than this, in bytes: what comes then is what comes when a disk is full.
    ///
    /// # Errors
    /// If the database fails.
    pub fn limit_bytes(&self, most: u64) -> Result<(), LadderError> {
        let page: u64 = self.connection.query_row("PRAGMA page_size", [], |row| row.get(0))?;
        self.connection
            .query_row(&format!("PRAGMA max_page_count = {}", most / page.max(1)), [], |_| Ok(()))?;
        Ok(())
    }

    /// The contest.
    #[must_use]
    pub const fn game(&self) -> GameName {
        self.game
    }

    /// What holds for every week.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }
}

fn connect(path: &Path, flags: OpenFlags) -> Result<Connection, LadderError> {
    let is_address = flags.contains(OpenFlags::SQLITE_OPEN_URI);
    if !is_address {
        match std::fs::metadata(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Err(LadderError::Missing),
            Err(error) => return Err(LadderError::Io("it cannot be opened".to_owned(), error)),
            Ok(meta) if !meta.is_file() => return Err(LadderError::Foreign("it is not a file")),
            Ok(_) => {}
        }
    }
    Ok(Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?)
}

/// The file whose name goes on like this.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// A path as a part of an address.
fn percent_encoded(path: &Path) -> String {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut address = String::new();
    for byte in absolute.as_os_str().as_encoded_bytes() {
        if byte.is_ascii_alphanumeric() || b"/._-".contains(byte) {
            address.push(char::from(*byte));
        } else {
            let _ = write!(address, "%{byte:02X}");
        }
    }
    address
}

#[cfg(unix)]
pub(super) fn usual_permissions(file: &std::fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
pub(super) fn usual_permissions(_: &std::fs::File) -> std::io::Result<()> {
    Ok(())
}
