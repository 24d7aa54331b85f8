//! Files of records: appended to a whole line at a time, and read however they were left.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, BufRead, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use crate::evidence::{merge_marker, told_of_merge};
use crate::record::{GAME_SCHEMA, GameRecord};
use crate::referee::plain::PlainGame;
use crate::referee::sgf::SgfGame;
use crate::suite::{Game, UnknownGame};

/// A file that records are appended to.
#[derive(Debug)]
pub struct Archive {
    file: File,
}

/// No record has a longer line, in bytes: one of 32,768 turns has about two million.
pub const MAX_LINE: u64 = 8 << 20;
/// Of a last line without an end, and of a first line, no more than this is looked at.
const MAX_LENGTH: u64 = 2 * MAX_LINE;

impl Archive {
    /// Opens a file, or makes one. If the run before was killed in the middle of a line, the half line is taken
    /// off; the second value says so.
    ///
    /// # Errors
    /// If it cannot be opened, or holds something else than records.
    pub fn open(path: &Path) -> io::Result<(Self, bool)> {
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let mut cut = false;
        if file.metadata()?.is_file() {
            if !begins_as_archive(&mut file)? {
                return Err(io::Error::other("its first line is not a game record: is it the right file?"));
            }
            let length = file.seek(SeekFrom::End(0))?;
            let tail = unended(&mut file, length)?;
            if !tail.is_empty() {
                if serde_json::from_slice::<GameRecord>(&tail).is_ok() {
                    file.write_all(b"\n")?;
                } else if is_cut(&tail) {
                    file.set_len(length - tail.len() as u64)?;
                    cut = true;
                } else {
                    return Err(io::Error::other(
                        "its last line has no end and is not a game record: is it the right file?",
                    ));
                }
            }
        }
        Ok((Self { file }, cut))
    }

    /// Appends one record, in one piece, and waits until the disk has it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, record: &GameRecord) -> io::Result<()> {
        let whole = self.file.metadata().ok().filter(Metadata::is_file).map(|it| it.len());
        if let Err(error) = self.file.write_all(&record.to_line()) {
            // Another game may end before the run does, and find room again.
            let _ = whole.map(|length| self.file.set_len(length));
            return Err(error);
        }
        match self.file.sync_data() {
            // A pipe has nothing to sync.
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
            other => other,
        }
    }
}

/// Whether the first line is a record, or there is no whole line yet.
fn begins_as_archive(file: &mut File) -> io::Result<bool> {
    let mut line = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    io::BufReader::new(io::Read::take(&mut *file, MAX_LENGTH)).read_until(b'\n', &mut line)?;
    Ok(!line.ends_with(b"\n") || serde_json::from_slice::<GameRecord>(&line).is_ok())
}

/// What stands behind the last line end.
fn unended(file: &mut File, length: u64) -> io::Result<Vec<u8>> {
    let mut from = length;
    let mut tail = Vec::new();
    while from > 0 && length - from < MAX_LENGTH {
        let begin = from.saturating_sub(64 << 10);
        file.seek(SeekFrom::Start(begin))?;
        let mut block = Vec::new();
        io::Read::take(&mut *file, from - begin).read_to_end(&mut block)?;
        if let Some(end) = block.iter().rposition(|&byte| byte == b'\n') {
            let mut rest = block.split_off(end + 1);
            rest.extend_from_slice(&tail);
            return Ok(rest);
        }
        block.extend_from_slice(&tail);
        tail = block;
        from = begin;
    }
    Ok(tail)
}

/// Whether a line without an end is the beginning of a record that we write.
#[must_use]
pub fn is_cut(line: &[u8]) -> bool {
    let head = format!("{{\"schema\":\"{GAME_SCHEMA}\",");
    let head = head.as_bytes();
    let common = head.len().min(line.len());
    line[..common] == head[..common] && serde_json::from_slice::<GameRecord>(line).is_err_and(|e| e.is_eof())
}

/// One line of an archive.
#[derive(Debug)]
pub struct Entry {
    /// From 1.
    pub line: usize,
    /// How long the line is, in bytes.
    pub length: usize,
    /// What it is.
    pub content: Content,
}

/// What a line of an archive holds.
#[derive(Debug)]
pub enum Content {
    /// A record.
    Record(Box<GameRecord>),
    /// A game in the plain form.
    Plain(Box<dyn PlainGame>),
    /// A game in SGF.
    Sgf(Box<SgfGame>),
    /// None of them.
    Malformed {
        /// The character at fault, from 1.
        column: usize,
        /// What is wrong there.
        message: String,
    },
    /// The beginning of a record, as a killed run leaves it at the end of its file.
    Cut,
}

/// The lines of an archive; blank ones are passed over.
pub fn entries(bytes: &[u8]) -> impl Iterator<Item = Entry> {
    // Memory does not fail to be read.
    Entries::new(bytes).filter_map(Result::ok)
}

/// The lines of an archive, as they are read; no more than one is held in memory. Blank ones are passed over.
#[derive(Debug)]
pub struct Entries<R> {
    reader: R,
    line: usize,
    text: Vec<u8>,
}

impl<R: BufRead> Entries<R> {
    /// Reads from here on.
    pub const fn new(reader: R) -> Self {
        Self { reader, line: 0, text: Vec::new() }
    }

    /// The next line; `None` at the end.
    fn read(&mut self) -> io::Result<Option<Entry>> {
        loop {
            self.text.clear();
            self.line += 1;
            let length = (&mut self.reader).take(MAX_LINE + 1).read_until(b'\n', &mut self.text)?;
            if length == 0 {
                return Ok(None);
            }
            let line = self.line;
            if length as u64 > MAX_LINE && !self.text.ends_with(b"\n") {
                let length = length + skip_line(&mut self.reader)?;
                let message = format!("the line has {length} bytes; a record has no more than {MAX_LINE}");
                return Ok(Some(Entry { line, length, content: Content::Malformed { column: 1, message } }));
            }
            let text: &[u8] = &self.text;
            let text = if line == 1 { text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text) } else { text };
            if !text.trim_ascii().is_empty() {
                return Ok(Some(Entry { line, length, content: content(text) }));
            }
        }
    }
}

impl<R: BufRead> Iterator for Entries<R> {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

/// Reads to the end of a line and says how long that is.
fn skip_line(reader: &mut impl BufRead) -> io::Result<usize> {
    let mut skipped = 0;
    loop {
        let block = reader.fill_buf()?;
        let end = block.iter().position(|&byte| byte == b'\n').map(|at| at + 1);
        let count = end.unwrap_or(block.len());
        let is_over = end.is_some() || block.is_empty();
        reader.consume(count);
        skipped += count;
        if is_over {
            return Ok(skipped);
        }
    }
}

fn content(line: &[u8]) -> Content {
    let has_end = line.ends_with(b"\n");
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    if let Some(marker) = merge_marker(line) {
        return Content::Malformed { column: 1, message: told_of_merge(marker) };
    }
    if !line.trim_ascii_start().starts_with(b"{") {
        return plain(line);
    }
    match serde_json::from_slice(line) {
        Ok(record) => match known(record) {
            Ok(record) => Content::Record(Box::new(record)),
            Err(error) => Content::Malformed { column: 1, message: error.to_string() },
        },
        Err(_) if !has_end && is_cut(line) => Content::Cut,
        Err(error) => {
            let message = error.to_string();
            let place = format!(" at line {} column {}", error.line(), error.column());
            let message = message.strip_suffix(&place).unwrap_or(&message).to_owned();
            Content::Malformed { column: error.column().max(1), message }
        }
    }
}

/// A line that is no record, as the first contest reads it that knows such lines.
fn plain(line: &[u8]) -> Content {
    match Game::all().iter().find_map(|game| game.referee().plain(line)) {
        Some(Ok(game)) => Content::Plain(game),
        Some(Err(error)) => Content::Malformed { column: error.column, message: error.message },
        None => {
            Content::Malformed { column: 1, message: "expected a record, which begins with {".to_owned() }
        }
    }
}

/// A record of a game that is registered.
fn known(record: GameRecord) -> Result<GameRecord, UnknownGame> {
    Game::of_record(record.game).map(|_| record)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{GameName, Move, Variant};

    fn record() -> GameRecord {
        let mut record = GameRecord::new(GameName::new("linkage").unwrap(), Variant::default());
        record.moves = vec![Move::Text("RA1B1".to_owned()), Move::Text("Skip \u{e9}".to_owned())];
        record
    }

    #[test]
    fn a_file_that_was_cut_anywhere_goes_on_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        let whole = [record().to_line(), record().to_line()].concat();
        let first = record().to_line().len();
        for cut in 0..=whole.len() {
            std::fs::write(&path, &whole[..cut]).unwrap();
            let (mut archive, taken_off) = Archive::open(&path).unwrap();
            archive.append(&record()).unwrap();
            let kept = [first, 2 * first].into_iter().filter(|end| cut + 1 >= *end).count();
            let bytes = std::fs::read(&path).unwrap();
            assert_eq!(bytes, record().to_line().repeat(kept + 1), "cut at {cut}");
            assert_eq!(taken_off, cut % first != 0 && cut % first != first - 1, "cut at {cut}");
        }
    }

    #[test]
    fn a_line_without_end_is_passed_over() {
        let long = vec![b'x'; 3 * usize::try_from(MAX_LINE).unwrap()];
        let text = [b"\xef\xbb\xbfb a1,B\n\n".as_slice(), &long, b"\nw resign,B\n<<<<<<< HEAD\n"].concat();
        let all: Vec<Entry> = Entries::new(io::BufReader::new(text.as_slice())).map(Result::unwrap).collect();
        assert_eq!(all.iter().map(|entry| entry.line).collect::<Vec<_>>(), [1, 3, 4, 5]);
        let told = |at: usize| match &all[at].content {
            Content::Malformed { message, .. } => message.clone(),
            other => panic!("{other:?}"),
        };
        assert!(told(1).starts_with(&format!("the line has {} bytes", long.len() + 1)), "{}", told(1));
        assert!(told(3).contains("left over from an unfinished merge"), "{}", told(3));
        assert!(matches!(all[2].content, Content::Plain(_)));
    }

    #[test]
    fn a_file_that_is_something_else_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notes.txt");
        for text in ["dear diary", "dear diary\n", "\0\n\0", "{\"schema\":\"botspec.game/1\"}\n"] {
            std::fs::write(&path, text).unwrap();
            assert!(Archive::open(&path).unwrap_err().to_string().contains("not a game record"), "{text:?}");
            assert_eq!(std::fs::read(&path).unwrap(), text.as_bytes());
        }
    }
}
