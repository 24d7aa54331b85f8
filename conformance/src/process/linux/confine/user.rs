//! Another user, when this one is root.

use super::namespaces::drop_capabilities;
use crate::process::isolation::Held;
use rustix::io::Errno;
use rustix::process::{Gid, Uid};
use rustix::thread::{set_thread_groups, set_thread_res_gid, set_thread_res_uid};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// The user that systems keep for owning nothing, for where others do not exist.
const NOBODY: u32 = 65_534;

/// Why root stays root.
#[derive(Debug)]
pub(super) enum StaysRoot {
    /// The system does not let it become another.
    Refused(Errno),
    /// Another user could not read this.
    Unreachable(PathBuf),
}

/// Becomes the user with this number, if root is to become another at all, and
/// gives up every capability. Returns the user and group that it has become.
/// What is in `needed` must be readable by anybody, or root stays root.
pub(super) fn drop_rights(user: Option<u32>, needed: &[PathBuf]) -> Result<Option<(u32, u32)>, StaysRoot> {
    let Some(user) = user else {
        drop_capabilities();
        return Ok(None);
    };
    let become_user = |id: u32| {
        let (uid, gid) = (Uid::from_raw(id), Gid::from_raw(id));
        set_thread_groups(&[])?;
        set_thread_res_gid(gid, gid, gid)?;
        set_thread_res_uid(uid, uid, uid)?;
        Ok(Some((id, id)))
    };
    let result = match needed.iter().find(|path| !is_open_to_all(path)) {
        Some(path) => Err(StaysRoot::Unreachable(path.clone())),
        None => become_user(user).or_else(|_: Errno| become_user(NOBODY)).map_err(StaysRoot::Refused),
    };
    drop_capabilities();
    result
}

/// Whether every user may enter all folders above a path.
fn is_open_to_all(path: &Path) -> bool {
    let mode = |path: &Path| fs::metadata(path).map_or(0, |found| found.permissions().mode());
    path.ancestors().skip(1).all(|above| mode(above) & 0o001 != 0)
}

/// The layer's state.
pub(super) fn held(user: Result<Option<(u32, u32)>, StaysRoot>) -> Held {
    match user {
        Ok(Some((NOBODY, _))) => Held::Yes("the user nobody".to_owned()),
        Ok(Some(_)) => Held::Yes("a user of its own".to_owned()),
        Ok(None) => Held::Yes("botspec does not run as root".to_owned()),
        Err(StaysRoot::Refused(error)) => Held::No(format!("cannot become another user: {error}")),
        Err(StaysRoot::Unreachable(path)) => {
            Held::No(format!("only root may enter the folder of {}, which the bot needs", path.display()))
        }
    }
}
