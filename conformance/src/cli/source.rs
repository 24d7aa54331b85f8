//! Files of records, read a line at a time and as often as need be.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek as _};
use std::path::{Path, PathBuf};

use super::error::CliError;
use super::input;
use crate::referee::archive::{Entries, Entry};
use crate::referee::sgf;

/// No archive is longer than this many bytes.
const MAX_LENGTH: u64 = 4 << 30;
/// Of what can be read once, so much is kept on the disk for reading it again.
const MAX_COPIED: u64 = 256 << 20;
/// How much is read at once.
const BLOCK: usize = 1 << 16;

/// Records that were named on the command line.
pub(super) struct Source {
    /// How they were named.
    pub(super) name: String,
    input: Input,
    /// What its beginning, or its name, says that it is.
    form: Form,
}

/// What a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Records.
    Records,
    /// Games in the plain form of older archives.
    Plain,
    /// Games in SGF.
    Sgf,
}

enum Input {
    /// A file that can be read again.
    File(PathBuf),
    /// What can be read once.
    Once(Option<Box<dyn BufRead>>),
    /// A copy of that on the disk, for reading it again.
    Copy(File),
}

impl Source {
    /// Opens a file or, for `-`, stdin.
    pub(super) fn open(path: &Path) -> Result<Self, CliError> {
        let name = path.display().to_string();
        let unread = |error: io::Error| unread(&name, &error);
        if path != Path::new("-") {
            let meta = fs::metadata(path).map_err(unread)?;
            if meta.is_dir() {
                return Err(unread(io::Error::other("it is a folder")));
            }
            if meta.len() > MAX_LENGTH {
                return Err(unread(too_long()));
            }
            let mut reader = bounded(File::open(path).map_err(unread)?);
            let is_named = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sgf"));
            let form = if is_named { Form::Sgf } else { form(&mut reader).map_err(unread)? };
            let input = if meta.is_file() {
                Input::File(path.to_owned())
            } else {
                Input::Once(Some(Box::new(reader)))
            };
            return Ok(Self { name, input, form });
        }
        let mut reader = bounded(io::stdin());
        let form = form(&mut reader).map_err(unread)?;
        Ok(Self { name, input: Input::Once(Some(Box::new(reader))), form })
    }

    /// Whether it begins like a file of plain games.
    pub(super) fn is_plain(&self) -> bool {
        self.form == Form::Plain
    }

    /// Makes sure that it can be read more than once.
    pub(super) fn keep(&mut self) -> Result<(), CliError> {
        let Input::Once(reader) = &mut self.input else { return Ok(()) };
        let Some(mut reader) = reader.take() else { return Ok(()) };
        let copied = tempfile::tempfile().and_then(|mut copy| {
            match io::copy(&mut (&mut reader).take(MAX_COPIED + 1), &mut copy)? {
                0..=MAX_COPIED => Ok(copy),
                _ => Err(io::Error::other(format!(
                    "it is longer than {MAX_COPIED} bytes: give it as a file, or say --letters"
                ))),
            }
        });
        self.input = Input::Copy(copied.map_err(|error| unread(&self.name, &error))?);
        Ok(())
    }

    /// Its games, from the beginning.
    pub(super) fn entries(&mut self) -> Result<Box<dyn Iterator<Item = Result<Entry, CliError>>>, CliError> {
        let name = self.name.clone();
        let reader: Box<dyn BufRead> = match &mut self.input {
            Input::File(path) => Box::new(bounded(File::open(path).map_err(|error| unread(&name, &error))?)),
            Input::Copy(copy) => {
                let again = copy.rewind().and_then(|()| copy.try_clone());
                Box::new(bounded(again.map_err(|error| unread(&name, &error))?))
            }
            Input::Once(reader) => reader.take().unwrap_or_else(|| Box::new(io::empty())),
        };
        if self.form == Form::Sgf {
            let bytes = input::whole(Path::new(&name), Ok(reader), sgf::MAX_FILE)?;
            return Ok(Box::new(sgf::entries(&bytes).map(Ok)));
        }
        Ok(Box::new(Entries::new(reader).map(move |entry| entry.map_err(|error| unread(&name, &error)))))
    }
}

fn unread(name: &str, error: &io::Error) -> CliError {
    CliError::usage(format!("cannot read {name}: {error}"))
}

fn too_long() -> io::Error {
    io::Error::other(format!("it is longer than {MAX_LENGTH} bytes: is it the right file?"))
}

/// What a file holds that begins like this.
fn form(reader: &mut impl BufRead) -> io::Result<Form> {
    let begin = reader.fill_buf()?;
    let begin = begin.strip_prefix(b"\xef\xbb\xbf").unwrap_or(begin);
    Ok(match begin.trim_ascii_start().first() {
        Some(b'{') => Form::Records,
        Some(b'(') => Form::Sgf,
        _ => Form::Plain,
    })
}

fn bounded(inner: impl Read) -> BufReader<impl Read> {
    BufReader::with_capacity(BLOCK, Bounded { inner, left: MAX_LENGTH })
}

/// Fails where a file goes on that should long have ended.
struct Bounded<R> {
    inner: R,
    left: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.left = self.left.checked_sub(count as u64).ok_or_else(too_long)?;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_on_and_on_is_no_archive() {
        let mut endless = Bounded { inner: io::repeat(b'x'), left: 10 };
        let mut buffer = [0; 4];
        assert_eq!(endless.read(&mut buffer).unwrap() + endless.read(&mut buffer).unwrap(), 8);
        assert!(endless.read(&mut buffer).unwrap_err().to_string().contains("is it the right file?"));
    }
}
