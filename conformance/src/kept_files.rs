//! The files that a bot keeps between its turns, and what is done to them.

use serde::{Deserialize, Serialize};

use crate::recorder::Folder;

/// The name and the content of one of them.
pub(crate) type KeptFile = (String, Vec<u8>);

/// What happens to the files that a bot keeps, before each of its turns.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Damage {
    /// Nothing: they live from turn to turn.
    #[default]
    #[serde(rename = "kept")]
    None,
    /// They are deleted.
    Deleted,
    /// Their first half is left.
    Truncated,
    /// Other bytes stand in their place.
    Garbage,
    /// They are those of another game.
    Foreign,
}

impl Damage {
    /// Does it to files of these names. `foreign` are those of another game after each turn: of these, those of the
    /// same turn are taken, or of the last. Files that the bot has made such that they cannot be changed, and those of
    /// a folder that is not there yet, are let be.
    pub(crate) fn inflict(
        self,
        folder: &mut Folder,
        names: Vec<String>,
        foreign: &[Vec<KeptFile>],
        own_turn: usize,
    ) {
        match self {
            Self::None => {}
            Self::Foreign => {
                for (name, bytes) in foreign.get(own_turn).or(foreign.last()).into_iter().flatten() {
                    let _ = folder.write(name, bytes);
                }
            }
            Self::Deleted => {
                for name in names {
                    let _ = folder.remove(&name);
                }
            }
            Self::Truncated | Self::Garbage => {
                for name in names {
                    let bytes = folder.read(&name).unwrap_or_default();
                    let damaged = if self == Self::Truncated {
                        bytes[..bytes.len() / 2].to_vec()
                    } else {
                        b"\x00\xff{]garbage\r\n-1 999999999999999999999 ".repeat(1 + bytes.len() / 64)
                    };
                    let _ = folder.write(&name, &damaged);
                }
            }
        }
    }
}

/// What the bot keeps, of files of these names.
pub(crate) fn kept_files(folder: &Folder, names: Vec<String>) -> Vec<KeptFile> {
    let read = |name: String| folder.read(&name).ok().map(|bytes| (name, bytes));
    names.into_iter().filter_map(read).collect()
}
