//! The further files a bot needs beside it: `files` of its manifest.

use std::ffi::OsStr;
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::error::BotError;
use super::locate::check_regular;
use super::manifest::{Manifest, Placed};
use super::toolbox::is_executable;
use crate::process::ProgramFile;

/// How many files a bot may need, and how deep their folders may be nested.
const MAX: usize = 10_000;
const DEEPEST: usize = 64;

/// What version control keeps of its own: no part of a submission, and nothing to build from.
const HISTORY: [&str; 3] = [".git", ".hg", ".svn"];

/// Whether a folder of this name is version control's own.
#[must_use]
pub fn is_history(name: &OsStr) -> bool {
    HISTORY.iter().any(|history| name == *history)
}

/// Adds a file of the bot's folder, or every file of a folder in it.
///
/// # Errors
/// If it is not there, cannot be read, leads out of the folder, or is too much.
pub(super) fn collect(
    folder: &Path,
    manifest: &Manifest,
    entry: &Placed<String>,
    files: &mut Vec<ProgramFile>,
) -> Result<(), BotError> {
    let fault = |problem: String| manifest.fault("files", entry.place, problem);
    let mut left = vec![PathBuf::from(&entry.value)];
    while let Some(path) = left.pop() {
        let source = folder.join(&path);
        let metadata = fs::metadata(&source).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => fault(format!(
                "there is no {} in the bot's folder",
                path.display().to_string().escape_debug()
            )),
            _ => BotError::unreadable(&source, &error),
        })?;
        check_inside(folder, &source, manifest, "files", entry)?;
        if metadata.is_dir() {
            if path.components().count() > DEEPEST {
                return Err(fault(format!("folders are nested more than {DEEPEST} deep")));
            }
            let entries = fs::read_dir(&source).map_err(|error| BotError::unreadable(&source, &error))?;
            let mut names: Vec<PathBuf> =
                entries.flatten().map(|entry| path.join(entry.file_name())).collect();
            names.sort_by(|a, b| b.cmp(a));
            left.extend(names);
        } else {
            check_regular(&source, &metadata)?;
            fs::File::open(&source).map_err(|error| BotError::unreadable(&source, &error))?;
            files.push(ProgramFile { name: name_of(&path)?, executable: is_executable(&source), source });
        }
        if files.len() + left.len() > MAX {
            return Err(fault(format!("there are more than {MAX} files: name those the bot needs")));
        }
    }
    Ok(())
}

/// Checks that what a word of the manifest names does not lie elsewhere, by way of a link, nor in what nobody hands in.
pub(super) fn check_inside(
    folder: &Path,
    source: &Path,
    manifest: &Manifest,
    field: &str,
    word: &Placed<String>,
) -> Result<(), BotError> {
    let real = |path: &Path| fs::canonicalize(path).map_err(|error| BotError::unreadable(path, &error));
    let (source, folder) = (real(source)?, real(folder)?);
    let named = word.value.escape_debug();
    let problem = match source.strip_prefix(folder) {
        Err(_) => format!("{named} leads out of the bot's folder"),
        Ok(inside) => match inside.iter().find(|name| is_history(name)) {
            None => return Ok(()),
            Some(history) => format!(
                "{named} lies in {}, which is version control's own and no part of a bot: move it out of there",
                history.display()
            ),
        },
    };
    Err(manifest.fault(field, word.place, problem))
}

/// A path inside the bot's folder as the name of its copy: without `.` parts, with forward slashes.
pub(super) fn name_of(path: &Path) -> Result<String, BotError> {
    let parts: Option<Vec<&str>> = path
        .components()
        .filter(|part| matches!(part, Component::Normal(_)))
        .map(|part| part.as_os_str().to_str())
        .collect();
    parts.map(|parts| parts.join("/")).ok_or_else(|| BotError::NameNotText { path: path.to_owned() })
}

/// The text of a regular file, or of one that a link leads to, if it is no longer than so many bytes.
pub(super) fn short_text(path: &Path, most: u64) -> Option<String> {
    String::from_utf8(short_bytes(path, most)?).ok()
}

/// The bytes of a regular file, or of one that a link leads to, if there are no more than so many. Waits for nothing that
/// never comes: who has written the folder may have put a pipe there.
pub(super) fn short_bytes(path: &Path, most: u64) -> Option<Vec<u8>> {
    use std::io::Read as _;
    // A file that takes the place of another one meanwhile is the user's own doing.
    if !fs::metadata(path).ok()?.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    let read = fs::File::open(path).ok()?.take(most + 1).read_to_end(&mut bytes).ok()? as u64;
    (read <= most).then_some(bytes)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn neither_pipes_nor_long_files_are_read() {
        let temp = tempfile::tempdir().unwrap();
        let at = |name: &str| temp.path().join(name);
        fs::write(at("short"), "text").unwrap();
        std::os::unix::fs::symlink(at("short"), at("link")).unwrap();
        std::os::unix::fs::symlink("/dev/zero", at("endless")).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
        for (name, text) in [
            ("short", Some("text")),
            ("link", Some("text")),
            ("endless", None),
            ("pipe", None),
            ("none", None),
        ] {
            assert_eq!(short_text(&at(name), 4).as_deref(), text, "{name}");
        }
        assert_eq!(short_text(&at("short"), 3), None);
    }
}
