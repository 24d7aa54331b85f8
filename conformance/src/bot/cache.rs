//! What cargo has compiled, kept from one confined build to the next.
//!
//! It lies in `target/botspec`, apart from what the user builds there, and a build is given a copy of it: what one
//! bot's build leaves is used by that bot's builds alone, which are confined as well.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::copying::{Bounds, Copying};
use crate::process::remove_all;

/// More is not kept.
const MAX: Bounds = Bounds { entries: 50_000, bytes: 1 << 30 };
const NAME: &str = "botspec";
const TAG: &str = "CACHEDIR.TAG";
const SIGNATURE: &str =
    "Signature: 8a477f597d28d172789f06886806bc55\n# Made by botspec: what confined builds have compiled.\n";

/// The folder to keep it in, unless something else is there.
fn folder(root: &Path) -> Option<PathBuf> {
    let is_free = |path: &Path| {
        fs::symlink_metadata(path)
            .map_or_else(|error| error.kind() == io::ErrorKind::NotFound, |it| it.is_dir())
    };
    let target = root.join("target");
    let kept = target.join(NAME);
    (is_free(&target) && is_free(&kept)).then_some(kept)
}

/// Puts what was kept of a workspace into the copy of it, if anything was. Without it, cargo compiles everything.
pub(super) fn restore(root: &Path, copy: &Path, owner: Option<(u32, u32)>) {
    let Some(kept) = folder(root).filter(|kept| kept.is_dir()) else { return };
    let target = copy.join("target");
    let copying = Copying { bounds: MAX, owner, skips: &|path, _| path == Path::new(TAG) };
    if copying.copy(&kept, &target).is_err() {
        let _ = remove_all(&target);
    }
}

/// Keeps what lies in the copy's target folder, if it is not too much and there is a place for it.
pub(super) fn keep(root: &Path, copy: &Path) {
    let Some(kept) = folder(root) else { return };
    if copy.join("target").symlink_metadata().is_ok_and(|found| found.is_dir()) {
        let _ = put(&copy.join("target"), &kept);
    }
}

fn put(target: &Path, kept: &Path) -> io::Result<()> {
    let above = kept.parent().unwrap_or(kept);
    if !above.exists() {
        fs::create_dir(above)?;
        fs::write(above.join(TAG), SIGNATURE)?;
    }
    let new = above.join(format!("{NAME}.new-{}", std::process::id()));
    remove_all(&new)?;
    let copying = Copying { bounds: MAX, owner: None, skips: &|_, _| false };
    let copied = match copying.copy(target, &new) {
        Ok(()) => fs::write(new.join(TAG), SIGNATURE).and_then(|()| remove_all(kept)),
        Err(_) => Err(io::Error::other("it cannot be copied")),
    };
    let put = copied.and_then(|()| fs::rename(&new, kept));
    if put.is_err() {
        let _ = remove_all(&new);
    }
    put
}
