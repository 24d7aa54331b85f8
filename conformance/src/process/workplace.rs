//! What a cell is like in which a bot is built.

use std::path::{Component, Path, PathBuf};

/// What a build sees of the machine beyond the system's own files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Workplace {
    /// Toolchains and the like, for reading.
    pub readable: Vec<PathBuf>,
    /// Absolute paths of folders of which the build has copies that it may write to. Where it has namespaces of its
    /// own it knows the copies by these paths (see [`Area::place`](super::Area::place)). They are empty at first.
    pub places: Vec<PathBuf>,
    /// Whether it may use the network, which includes this machine's own services.
    pub network: bool,
}

/// The path of a folder's copy below the folder that holds all of them.
pub(crate) fn below_root(place: &Path) -> PathBuf {
    place.components().filter(|part| matches!(part, Component::Normal(_))).collect()
}
