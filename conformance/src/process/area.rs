//! The folders of a cell.

use super::workplace::below_root;
use std::path::{Path, PathBuf};

/// The folders of one cell: `game`, `home`, `tmp` and `elsewhere`, empty at
/// first, writable by the bot and removed with the cell.
///
/// The bot may see them under other paths than this process does.
#[derive(Clone, Debug)]
pub struct Area {
    pub(super) host: PathBuf,
    pub(super) bot: PathBuf,
    pub(super) owner: Option<(u32, u32)>,
    /// Names of its folders, with the paths that the bot knows them by.
    pub(super) folders: Vec<(String, PathBuf)>,
    pub(super) bounded: bool,
}

impl Area {
    /// Names of the folders that every area has.
    pub const FOLDERS: [&'static str; 4] = ["game", "home", "tmp", "elsewhere"];
    /// The system's temporary folders, with the names of the folders that a confined bot has in their places.
    pub const TEMPORARY: [(&'static str, &'static str); 3] =
        [("tmp", "/tmp"), ("var-tmp", "/var/tmp"), ("shm", "/dev/shm")];

    /// Whether a path leads into one of the system's temporary folders: a confined bot does not find it there.
    #[must_use]
    pub fn hides(path: &Path) -> bool {
        Self::TEMPORARY.iter().any(|(_, folder)| path.starts_with(folder))
    }

    /// Where this process finds it.
    #[must_use]
    pub fn host_path(&self) -> &Path {
        &self.host
    }

    /// Where the bot finds it.
    #[must_use]
    pub fn bot_path(&self) -> &Path {
        &self.bot
    }

    /// User and group that files made for the bot must belong to, if they are
    /// not this process's own.
    #[must_use]
    pub fn owner(&self) -> Option<(u32, u32)> {
        self.owner
    }

    /// Whether it is a file system of its own with little room, so that a bot
    /// that uses all of it harms nobody.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        self.bounded
    }

    /// Every folder in which the bot can write: where this process finds it,
    /// and the path the bot knows it by.
    #[must_use]
    pub fn folders(&self) -> Vec<(PathBuf, PathBuf)> {
        self.folders.iter().map(|(name, seen)| (self.host.join(name), seen.clone())).collect()
    }

    /// The path the bot knows one of [`FOLDERS`](Self::FOLDERS) by.
    #[must_use]
    pub fn seen(&self, name: &str) -> PathBuf {
        let found = self.folders.iter().find(|(each, _)| each == name);
        found.map_or_else(|| self.bot.join(name), |(_, seen)| seen.clone())
    }

    /// Where this process finds the copy of one of a [`Workplace`](super::Workplace)'s folders, from
    /// [`host_path`](Self::host_path), and the path that the build knows it by.
    #[must_use]
    pub fn place(&self, place: &Path) -> (PathBuf, PathBuf) {
        let inside = Path::new("game").join(below_root(place));
        let seen = if self.bounded { place.to_owned() } else { self.bot.join(&inside) };
        (inside, seen)
    }

    /// An area that bots see where it is.
    pub(crate) fn plain(path: PathBuf) -> Self {
        let folders = Self::FOLDERS.iter().map(|name| ((*name).to_owned(), path.join(name))).collect();
        Self { host: path.clone(), bot: path, owner: None, folders, bounded: false }
    }
}
