//! What a Cargo bot depends on, fetched before a build that has no network.
//!
//! `cargo fetch` runs no code of the packages it reads. But a folder may hold settings for cargo and rustup which name
//! programs; so it is not run in the bot's folder but on a copy of the sources, from a folder without such settings.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use super::command::{self, BuildCommand, Readable};
use super::copying::Copying;
use super::error::BotError;
use super::files::short_text;
use super::sources::{FOLDER, is_no_source, uncopied};
use super::toolbox::Toolbox;
use crate::process::{Scratch, below_root};

const SHOWN: &str = "cargo fetch";
/// The longest `Cargo.lock` that is read, in bytes.
pub(super) const MAX_LOCK: u64 = 16 << 20;

/// Fetches what the package in `folder` depends on, with the user's own cargo and network, and returns the
/// `Cargo.lock` of its workspace, which is in the first of the `roots`.
///
/// # Errors
/// If it cannot be fetched, or is fetched from a repository on this machine.
pub(super) fn fetch(toolbox: &Toolbox, folder: &Path, roots: &[PathBuf]) -> Result<String, BotError> {
    let machine = |error: std::io::Error| BotError::machine("cannot make a temporary folder", &error);
    let scratch = Scratch::new().map_err(machine)?;
    let (top, empty) = (scratch.path().join("sources"), scratch.path().join("empty"));
    fs::create_dir(&empty).map_err(machine)?;
    let copy_of = |path: &Path| top.join(below_root(path));
    let is_left_out = |path: &Path, full: &Path| {
        let settings = [".cargo", "rust-toolchain", "rust-toolchain.toml"];
        is_no_source(path, full)
            || settings.iter().any(|name| path.ends_with(name))
            || fs::symlink_metadata(full).is_ok_and(|found| found.is_symlink())
    };
    for root in roots {
        let copying = Copying { bounds: FOLDER, owner: None, skips: &is_left_out };
        copying.copy(root, &copy_of(root)).map_err(|error| uncopied(root, error))?;
    }
    let cargo = toolbox.need("cargo", folder)?;
    let manifest = copy_of(folder).join("Cargo.toml");
    let command: [OsString; 4] = [cargo.into(), "fetch".into(), "--manifest-path".into(), manifest.into()];
    let command =
        BuildCommand { folder: &empty, words: &command, shown_as: SHOWN, readable: Readable::Stderr };
    command::run(toolbox, command)
        .map_err(|error| error.with_output(|text| text.replace(&top.display().to_string(), "")))?;
    let text = short_text(&copy_of(&roots[0]).join("Cargo.lock"), MAX_LOCK).unwrap_or_default();
    if text.contains("\"git+file:") {
        return Err(BotError::BuildFailed {
            command: SHOWN.to_owned(),
            why:
                "fetched a repository on this machine, which a confined build does not see: name one on the \
                  network, or put what it holds into the bot's folder"
                    .to_owned(),
            output: String::new(),
        });
    }
    Ok(text)
}
