//! Which files a bot is made of, for watching them.

use std::path::Path;

use super::locate::{Bot, Kind};
use crate::watch::Origin;

impl Bot {
    /// The files that it is made of, for a bot that was found at `given`.
    #[must_use]
    pub fn origin(&self, given: &Path) -> Origin {
        let path = std::path::absolute(given).unwrap_or_else(|_| given.to_owned());
        match &self.kind {
            _ if path.is_dir() => Origin::Folder(path),
            _ if self.manifest.is_some() => Origin::Folder(self.folder.clone()),
            Kind::Run | Kind::Cargo => Origin::Folder(self.folder.clone()),
            Kind::Source(..) => Origin::Source(path),
            Kind::Executable(_) | Kind::Script(..) => Origin::File(path),
        }
    }

    /// Whether building it leaves something in its own folder.
    #[must_use]
    pub fn is_built_in_place(&self) -> bool {
        self.kind == Kind::Cargo || self.build().is_some()
    }
}
