//! Which sources a confined build is given copies of.

use std::fs;
use std::path::{Path, PathBuf};

use super::copying::{Bounds, CopyError, Copying, Skips, own};
use super::error::BotError;
use super::files::is_history;
use super::locate::{Bot, Kind};
use crate::process::Area;

/// The sources of a folder, and those that lie about a single one.
pub(super) const FOLDER: Bounds = Bounds { entries: 20_000, bytes: 512 << 20 };
const SINGLE: Bounds = Bounds { entries: 2_000, bytes: 32 << 20 };

/// What in cargo's folders is of no use outside.
const PARTS: [&str; 5] = ["deps", "build", "incremental", ".fingerprint", "examples"];
/// Extensions of what sources include.
const SOURCES: [&str; 14] =
    ["c", "h", "cc", "cpp", "cxx", "hh", "hpp", "hxx", "inc", "inl", "ipp", "java", "rs", "def"];

/// Where this process finds the copy of a folder.
pub(super) fn place(area: &Area, root: &Path) -> PathBuf {
    area.host_path().join(area.place(root).0)
}

/// Copies the sources of a bot and of what it depends on into the area.
///
/// # Errors
/// If they are too much, or cannot be read.
pub(super) fn fill(area: &Area, bot: &Bot, folder: &Path, roots: &[PathBuf]) -> Result<(), BotError> {
    let owner = area.owner();
    for root in roots {
        let copy = place(area, root);
        let is_single = matches!(bot.kind, Kind::Source(..)) && bot.build().is_none();
        let (bounds, skips): (Bounds, Skips<'_>) = match is_single {
            false => (FOLDER, &is_no_source),
            true if is_for_everything(root) => (FOLDER, &is_no_neighbour),
            true => (SINGLE, &is_hidden),
        };
        let copying = |bounds, skips| Copying { bounds, owner, skips }.copy(root, &copy);
        let copied = match copying(bounds, skips) {
            // Its folder is no folder of sources: only what it can include is copied then.
            Err(CopyError::TooMuch(_)) if is_single => {
                clear(&copy)?;
                copying(FOLDER, &is_no_neighbour)
            }
            copied => copied,
        };
        copied.map_err(|error| uncopied(root, error))?;
    }
    if let Kind::Source(source, _) = &bot.kind
        && fs::symlink_metadata(source).is_ok_and(|found| found.is_symlink())
    {
        // The user has named it: a link leads to what is to be compiled.
        let copy = place(area, folder).join(source.file_name().unwrap_or_default());
        let copied = crate::process::remove_all(&copy).and_then(|()| fs::copy(source, &copy));
        copied.map_err(|error| BotError::unreadable(source, &error))?;
        own(&copy, owner).map_err(|error| BotError::machine("cannot give a build its files", &error))?;
    }
    Ok(())
}

fn clear(folder: &Path) -> Result<(), BotError> {
    let failed = |error: std::io::Error| BotError::machine("cannot empty a temporary folder", &error);
    for entry in fs::read_dir(folder).map_err(failed)? {
        crate::process::remove_all(&entry.map_err(failed)?.path()).map_err(failed)?;
    }
    Ok(())
}

/// Whether something in a bot's folder is nothing to build from.
pub(super) fn is_no_source(path: &Path, full: &Path) -> bool {
    path.file_name().is_some_and(is_history) || is_cache(full)
}

fn is_hidden(path: &Path, full: &Path) -> bool {
    let is_hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
    is_hidden || is_cache(full)
}

fn is_no_neighbour(path: &Path, full: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    let is_source = extension.is_some_and(|extension| SOURCES.contains(&extension));
    !is_source
        || path.components().count() > 1
        || !fs::symlink_metadata(full).is_ok_and(|found| found.is_file())
}

/// Whether a folder is one in which things lie that have nothing to do with each other: the user's home folder or one
/// above it, or that for temporary files.
fn is_for_everything(folder: &Path) -> bool {
    let homes = [std::env::var_os("HOME").map(PathBuf::from), Some(std::env::temp_dir())];
    let mut homes = homes.into_iter().flatten().filter_map(|home| fs::canonicalize(home).ok());
    homes.any(|home| home.starts_with(folder))
}

/// Whether cargo or another builder has filled a folder.
fn is_cache(full: &Path) -> bool {
    let is_target = full.ends_with("target") && full.with_file_name("Cargo.toml").is_file();
    is_target || full.join("CACHEDIR.TAG").is_file()
}

/// Whether something that a build has made is of no use outside.
pub(super) fn is_left_behind(path: &Path, full: &Path) -> bool {
    let is_part =
        PARTS.iter().any(|name| path.ends_with(name)) && full.with_file_name(".fingerprint").is_dir();
    is_part || path.file_name().is_some_and(is_history)
}

pub(super) fn uncopied(folder: &Path, error: CopyError) -> BotError {
    match error {
        CopyError::TooMuch(at) => BotError::TooMuchToBuild { folder: folder.to_owned(), at },
        CopyError::Io(_, error) if error.kind() == std::io::ErrorKind::StorageFull => {
            BotError::TooMuchToBuild { folder: folder.to_owned(), at: PathBuf::from(".") }
        }
        CopyError::Io(path, error) => BotError::unreadable(&path, &error),
    }
}
