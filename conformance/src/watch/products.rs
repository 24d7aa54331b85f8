//! What a bot's build makes in the bot's own folder.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::Snapshot;

/// Files that change because the bot is built, and not because somebody works on it.
#[derive(Debug, Default)]
pub struct Products {
    known: BTreeSet<PathBuf>,
    /// Texts that changed during the last build: somebody may have saved them just then.
    doubtful: BTreeSet<PathBuf>,
}

impl Products {
    /// Learns from a build. `programs` are files that it is known to make. Returns what may have been changed by
    /// somebody while it went on: texts that did not change during the build before, too, so that a build that
    /// writes into one does not go on for ever.
    pub fn learn(&mut self, before: &Snapshot, after: &Snapshot, programs: &[PathBuf]) -> Vec<PathBuf> {
        let doubted = std::mem::take(&mut self.doubtful);
        let mut by_hand = Vec::new();
        for path in after.changed_since(before) {
            if self.known.contains(&path) {
                continue;
            }
            let lock = path.file_name().is_some_and(|name| name == "Cargo.lock");
            if lock || programs.contains(&path) || doubted.contains(&path) || is_binary(&path) {
                self.known.insert(path);
            } else {
                self.doubtful.insert(path.clone());
                by_hand.push(path);
            }
        }
        by_hand
    }

    /// Those of the files, which changed while nothing was built, that are worth another build: not what another
    /// build has made. A text that is changed now is written by somebody after all.
    pub fn without(&mut self, changed: Vec<PathBuf>) -> Vec<PathBuf> {
        let (made, mut rest): (Vec<PathBuf>, Vec<PathBuf>) =
            changed.into_iter().partition(|path| self.known.contains(path));
        for path in made {
            if path.is_file() && !is_binary(&path) {
                self.known.remove(&path);
                rest.push(path);
            }
        }
        rest
    }
}

/// Whether a file is none that people write: it holds a zero byte.
fn is_binary(path: &Path) -> bool {
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(8 * 1024).read_to_end(&mut head));
    read.is_ok() && head.contains(&0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::Origin;
    use std::fs;

    #[test]
    fn a_build_that_writes_texts_comes_to_rest() {
        let temp = tempfile::tempdir().unwrap();
        let origin = Origin::Folder(temp.path().to_owned());
        let file = |name: &str| temp.path().join(name);
        let take = || Snapshot::take(&origin, &[], None);
        let mut products = Products::default();
        let mut build = |number: u8| {
            let before = take();
            fs::write(file("bot"), [0x7f, 0, number]).unwrap();
            fs::write(file("build.log"), [b'0' + number]).unwrap();
            fs::write(file("program.py"), [b'0' + number]).unwrap();
            products.learn(&before, &take(), &[file("program.py")])
        };
        assert_eq!(build(1), [file("build.log")]);
        assert!(build(2).is_empty());
        assert!(build(3).is_empty());
        let before = take();
        fs::write(file("bot"), [0x7f, 0, 9]).unwrap();
        fs::write(file("bot.c"), "new").unwrap();
        assert_eq!(products.without(take().changed_since(&before)), [file("bot.c")]);
        let before = take();
        fs::write(file("build.log"), "looked at").unwrap();
        assert_eq!(products.without(take().changed_since(&before)), [file("build.log")]);
    }
}
