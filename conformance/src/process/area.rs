//! The folders of a cell.

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
    pub(super) watched: Vec<Watched>,
    pub(super) bounded: bool,
}

/// A folder of the area that stands for one the bot sees under another name.
#[derive(Clone, Debug)]
pub(super) struct Watched {
    /// Its name in the area.
    pub(super) name: &'static str,
    /// The path the bot knows it by.
    pub(super) seen_as: PathBuf,
}

impl Area {
    /// Names of the folders that every area has.
    pub const FOLDERS: [&'static str; 4] = ["game", "home", "tmp", "elsewhere"];

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

    /// Every folder in which the bot can write, with the path it knows it by.
    #[must_use]
    pub fn folders(&self) -> Vec<(PathBuf, PathBuf)> {
        let own = Self::FOLDERS.iter().map(|name| (self.host.join(name), self.bot.join(name)));
        let others = self.watched.iter().map(|each| (self.host.join(each.name), each.seen_as.clone()));
        own.chain(others).collect()
    }
}
