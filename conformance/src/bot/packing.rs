//! Which files of a bot's folder make its submission.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use ignore::WalkBuilder;

use super::binary::{HEAD, recognise};
use super::error::BotError;
use super::files::{is_history, name_of};
use super::locate::Bot;
use super::manifest::Manifest;
use super::submission::open_regular;

/// More is no program's source.
pub(super) const MAX_FILES: usize = 10_000;
pub(super) const MAX_BYTES: u64 = 256 << 20;

/// Folders that hold nothing written by hand, whether or not a `.gitignore` says so; as does version control's own.
const NEVER: [&str; 5] = ["__pycache__", "node_modules", ".venv", ".idea", ".vs"];

const LINK: &str = "it is a link: put the file itself there";

/// The files that are to be handed in.
#[derive(Debug, Default)]
pub struct Packing {
    /// Where each is, from the folder, sorted.
    pub files: Vec<PathBuf>,
    /// What is not handed in although no `.gitignore` names it, and why.
    pub left_out: Vec<(PathBuf, String)>,
}

impl Bot {
    /// Chooses the files to hand in: those of the folder that no `.gitignore` in it names, and those that the manifest
    /// names in any case; no compiled code, no links, no build folders.
    ///
    /// # Errors
    /// If a folder or a file cannot be read or a name is not Unicode, or if there is too much.
    pub fn packing(&self) -> Result<Packing, BotError> {
        let mut packing = Packing::default();
        let mut bytes = 0;
        let mut found: BTreeMap<String, PathBuf> = BTreeMap::new();
        let named = self.named_files(&mut packing);
        for root in std::iter::once(self.folder.clone()).chain(named) {
            let everything = root == self.folder;
            for entry in walk(&root, everything) {
                let entry = entry.map_err(|error| unwalkable(&root, &error))?;
                let Some(kind) = entry.file_type() else { continue };
                let path = entry.path().strip_prefix(&self.folder).unwrap_or(entry.path()).to_owned();
                if kind.is_dir() || found.contains_key(&name_of(&path)?) {
                    continue;
                }
                if let Some(reason) = self.reason_against(&path, kind)? {
                    packing.left_out.push((path, reason));
                    continue;
                }
                bytes += entry.metadata().map_or(0, |metadata| metadata.len());
                if found.len() == MAX_FILES || bytes > MAX_BYTES {
                    return Err(BotError::TooMuchToPack { folder: self.folder.clone(), at: path });
                }
                found.insert(name_of(&path)?, path);
            }
        }
        packing.files = found.into_values().collect();
        packing.left_out.sort();
        packing.left_out.dedup();
        Ok(packing)
    }

    /// What the manifest says the bot needs beside it, as far as it is there and no link leads to it.
    fn named_files(&self, packing: &mut Packing) -> Vec<PathBuf> {
        let mut named = Vec::new();
        for file in self.manifest.iter().flat_map(|manifest| &manifest.files) {
            let path = Path::new(&file.value);
            let mut ways: Vec<&Path> = path.ancestors().collect();
            ways.reverse();
            let is_link = |way: &&Path| {
                fs::symlink_metadata(self.folder.join(way)).is_ok_and(|metadata| metadata.is_symlink())
            };
            // The folder itself may be a link.
            match ways.into_iter().filter(|way| !way.as_os_str().is_empty()).find(is_link) {
                Some(link) => packing.left_out.push((link.components().collect(), LINK.to_owned())),
                None if self.folder.join(path).exists() => {
                    named.push(self.folder.join(path.components().collect::<PathBuf>()));
                }
                None => {}
            }
        }
        named
    }

    fn reason_against(&self, path: &Path, kind: fs::FileType) -> Result<Option<String>, BotError> {
        if kind.is_symlink() {
            return Ok(Some(LINK.to_owned()));
        }
        if !kind.is_file() {
            return Ok(Some("it is not a regular file".to_owned()));
        }
        let full = self.folder.join(path);
        let mut head = Vec::new();
        let unreadable = |error: io::Error| BotError::unreadable(&full, &error);
        let file = open_regular(&full).map_err(unreadable)?;
        let length = file.metadata().map_err(unreadable)?.len();
        file.take(HEAD as u64).read_to_end(&mut head).map_err(unreadable)?;
        Ok(recognise(&head, length).map(|found| format!("it is {}: {}", found.kind, found.why)))
    }

    /// What its `bot.toml` says, if it has one.
    #[must_use]
    pub fn manifest(&self) -> Option<&Manifest> {
        self.manifest.as_ref()
    }
}

/// Everything below a path that is not a link; with regard to `.gitignore` files if `everything` is meant.
fn walk(root: &Path, everything: bool) -> ignore::Walk {
    WalkBuilder::new(root)
        .standard_filters(false)
        .git_ignore(everything)
        .require_git(false)
        .follow_links(false)
        .sort_by_file_name(std::ffi::OsStr::cmp)
        .filter_entry(|entry| {
            let folder = entry.file_type().is_some_and(|kind| kind.is_dir());
            let name = entry.file_name();
            let never = is_history(name) || NEVER.iter().any(|never| name == *never);
            // Cargo and other builders mark their folders so.
            let cache = || entry.depth() > 0 && entry.path().join("CACHEDIR.TAG").is_file();
            !folder || !(never || cache())
        })
        .build()
}

/// A folder that could not be walked through, by the place where that was so.
pub(super) fn unwalkable(root: &Path, error: &ignore::Error) -> BotError {
    fn place(error: &ignore::Error) -> Option<&Path> {
        match error {
            ignore::Error::WithPath { path, .. } => Some(path),
            ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => place(err),
            _ => None,
        }
    }
    let why = error.io_error().map_or_else(|| io::Error::other(error.to_string()), |why| why.kind().into());
    BotError::unreadable(place(error).unwrap_or(root), &why)
}
