//! Copies of files that nobody else can change, and of which nothing is left, however this process ends.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Take};
use std::sync::{Mutex, PoisonError};

use super::scratch;

/// The bytes of some files, one behind the other in a temporary file that has no name.
#[derive(Debug)]
pub struct KeptFiles {
    /// One reader at a time: there is one position in it.
    bytes: Mutex<File>,
    /// Where each file begins, and how many bytes it has.
    parts: BTreeMap<String, (u64, u64)>,
}

impl KeptFiles {
    /// None yet.
    ///
    /// # Errors
    /// If no temporary file can be made.
    pub fn new() -> io::Result<Self> {
        Ok(Self { bytes: Mutex::new(scratch::nameless()?), parts: BTreeMap::new() })
    }

    /// Copies what is left to be read of a file, under this name.
    ///
    /// # Errors
    /// If it cannot be read, or there is no room for it.
    pub fn add(&mut self, name: &str, source: &mut File) -> io::Result<()> {
        let bytes = self.bytes.get_mut().unwrap_or_else(PoisonError::into_inner);
        let begin = bytes.seek(SeekFrom::End(0))?;
        let length = io::copy(source, bytes)?;
        self.parts.insert(name.to_owned(), (begin, length));
        Ok(())
    }

    /// Whether there is a file with this name.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.parts.contains_key(name)
    }

    /// Hands over the bytes of the file with this name.
    ///
    /// # Errors
    /// If there is no such file, it cannot be read, or as `take` says.
    pub fn read<T>(&self, name: &str, take: impl FnOnce(&mut Take<&File>) -> io::Result<T>) -> io::Result<T> {
        let (begin, length) = *self.parts.get(name).ok_or(io::ErrorKind::NotFound)?;
        let bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        let mut bytes = &*bytes;
        bytes.seek(SeekFrom::Start(begin))?;
        take(&mut bytes.take(length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn text(kept: &KeptFiles, name: &str) -> String {
        kept.read(name, |bytes| io::read_to_string(bytes)).unwrap()
    }

    #[test]
    fn files_are_read_as_they_were_and_in_any_order() {
        let folder = tempfile::tempdir().unwrap();
        let mut kept = KeptFiles::new().unwrap();
        for (name, bytes) in [("one", "1"), ("none", ""), ("deep/two", "2\n2")] {
            let path = folder.path().join("file");
            fs::write(&path, bytes).unwrap();
            kept.add(name, &mut File::open(&path).unwrap()).unwrap();
            fs::write(&path, "other").unwrap();
        }
        for _ in 0..2 {
            assert_eq!(text(&kept, "deep/two"), "2\n2");
            assert_eq!(text(&kept, "one"), "1");
            assert_eq!(text(&kept, "none"), "");
        }
        assert!(!kept.has("two"));
    }
}
