//! Looking into archives: zip (and jar), tar, gzip and `ar`, and archives inside archives.
//!
//! Nothing is unpacked to disk and nothing is run. What may be read in all, entries and nesting are
//! bounded, so an archive made to burst only earns a note that it was not read to its end.

use std::io::{self, Cursor, Read, Seek, SeekFrom};

use flate2::read::MultiGzDecoder;

use super::binary::{BinaryKind, HEAD, Recognised, recognise};

/// How deep archives may be nested.
const DEPTH: u32 = 6;
/// The largest archive inside another that is held in memory, and the largest zip file that is opened, in bytes.
const NESTED: u64 = 64 << 20;
const LARGEST_ZIP: u64 = 256 << 20;
/// What stands for the content of a gzip file, which has no name.
pub(super) const GZIP: &str = "what gzip compressed";
/// How many findings and notes are kept for one file.
const MAX_KEPT: usize = 100;

/// What may still be spent on looking into files.
#[derive(Debug, Clone, Copy)]
pub(super) struct Budget {
    /// Bytes, read or decompressed.
    pub(super) bytes: u64,
    /// Entries of archives.
    pub(super) entries: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self { bytes: 512 << 20, entries: 500_000 }
    }
}

/// What one file turned out to hold.
#[derive(Debug, Default)]
pub(super) struct Contents {
    /// Compiled code and the names, outermost first, of the archive entries it lies in.
    pub(super) found: Vec<(Vec<String>, Recognised)>,
    /// How much was found in all.
    pub(super) count: usize,
    /// What could not be looked into, and why.
    pub(super) notes: Vec<String>,
    /// What was not looked into since it lies too deep.
    pub(super) hidden: Vec<String>,
}

/// Looks at a file of `len` bytes.
///
/// # Errors
/// If `file` cannot be read.
pub(super) fn contents(file: &mut (impl Read + Seek), len: u64, budget: &mut Budget) -> io::Result<Contents> {
    let mut look = Look { budget, inside: Vec::new(), contents: Contents::default() };
    let head = look.head(file)?;
    let starts_as = Container::of(&head);
    // A zip archive may begin with anything (a script that unpacks it), so its end is what tells.
    let zip = matches!(starts_as, None | Some(Container::Zip)) && has_zip_end(file, len)?;
    file.seek(SeekFrom::Start(0))?;
    if !zip || recognise(&head, len).is_some() {
        look.stream(file, len)?;
    } else if len > LARGEST_ZIP {
        look.note("it is a zip archive too large to look into");
    } else {
        look.zip(file);
    }
    Ok(look.contents)
}

/// Whether the end of a zip archive stands near the end of a file.
fn has_zip_end(file: &mut (impl Read + Seek), len: u64) -> io::Result<bool> {
    const TAIL: u64 = 22 + 65_535;
    file.seek(SeekFrom::Start(len.saturating_sub(TAIL)))?;
    let mut tail = Vec::new();
    file.take(TAIL).read_to_end(&mut tail)?;
    Ok(tail.windows(4).any(|four| four == b"PK\x05\x06"))
}

struct Look<'a> {
    budget: &'a mut Budget,
    inside: Vec<String>,
    contents: Contents,
}

impl Look<'_> {
    fn found(&mut self, recognised: Recognised) {
        self.contents.count += 1;
        if self.contents.found.len() < MAX_KEPT {
            self.contents.found.push((self.inside.clone(), recognised));
        }
    }

    fn note(&mut self, why: &str) {
        if self.contents.notes.len() < MAX_KEPT {
            let inside: String = self.inside.iter().map(|name| format!("{name}: ")).collect();
            self.contents.notes.push(format!("{inside}{why}"));
        } else if self.contents.notes.len() == MAX_KEPT {
            self.contents.notes.push("more in it could not be looked into".to_owned());
        }
    }

    /// Spends one entry; `false` once there are none left.
    fn entry(&mut self) -> bool {
        if self.budget.entries == 0 {
            self.note("it was not read to its end: there are too many entries");
            return false;
        }
        self.budget.entries -= 1;
        true
    }

    fn head(&mut self, reader: &mut dyn Read) -> io::Result<Vec<u8>> {
        self.read(reader, HEAD as u64)
    }

    /// Reads up to `limit` bytes, and no more than the budget holds.
    fn read(&mut self, reader: &mut dyn Read, limit: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let read =
            Metered { inner: reader, left: &mut self.budget.bytes }.take(limit).read_to_end(&mut bytes);
        read.map(|_| bytes)
    }

    /// Looks at an entry called `name`.
    fn inside(&mut self, name: String, look: impl FnOnce(&mut Self)) {
        self.inside.push(name);
        look(self);
        self.inside.pop();
    }

    /// Looks at bytes as they come. `len` is `u64::MAX` if it is not known.
    fn stream(&mut self, reader: &mut dyn Read, len: u64) -> io::Result<()> {
        let head = self.head(reader)?;
        let len = if head.len() < HEAD { head.len() as u64 } else { len };
        if let Some(recognised) = recognise(&head, len) {
            self.found(recognised);
            return Ok(());
        }
        let Some(container) = Container::of(&head) else { return Ok(()) };
        if self.inside.len() >= DEPTH as usize {
            if self.contents.hidden.is_empty() {
                self.contents.hidden.push(format!("{}: too deep to look into", self.inside.join(": ")));
            }
            return Ok(());
        }
        let mut whole = head.as_slice().chain(reader);
        match container {
            Container::Gzip => {
                let mut decoder = MultiGzDecoder::new(&mut whole);
                self.inside(GZIP.to_owned(), |look| {
                    if let Err(error) = look.stream(&mut decoder, u64::MAX) {
                        look.note(&format!("it could not be decompressed: {error}"));
                    }
                });
            }
            Container::Tar => self.tar(&mut whole),
            Container::Ar => self.ar(&mut whole),
            Container::Zip => {
                let bytes = self.read(&mut whole, NESTED + 1)?;
                if bytes.len() as u64 > NESTED {
                    self.note("it is a zip archive too large to look into");
                } else {
                    self.zip(&mut Cursor::new(bytes));
                }
            }
            Container::Opaque(format) => {
                self.note(&format!("it is compressed with {format}, which is not looked into"))
            }
        }
        Ok(())
    }

    fn zip(&mut self, file: &mut (impl Read + Seek)) {
        let mut archive = match zip::ZipArchive::new(file) {
            Ok(archive) => archive,
            Err(error) => {
                return self.note(&format!("it looks like a zip archive but cannot be read: {error}"));
            }
        };
        for index in 0..archive.len() {
            if !self.entry() {
                return;
            }
            let name = archive.name_for_index(index).and_then(Result::ok);
            let name = name.map_or_else(|| format!("entry {index}"), printable);
            self.inside(name, |look| match archive.by_index(index) {
                Ok(mut entry) if entry.is_file() => {
                    let len = entry.size();
                    if let Err(error) = look.stream(&mut entry, len) {
                        look.note(&format!("it could not be read: {error}"));
                    }
                }
                Ok(_) => {}
                Err(error) => look.note(&format!("it could not be read: {error}")),
            });
        }
    }

    fn tar(&mut self, reader: &mut dyn Read) {
        // Skipping an entry reads it, so the meter runs on the archive as well.
        let mut bytes = self.budget.bytes;
        self.tar_entries(&mut tar::Archive::new(Metered { inner: reader, left: &mut bytes }));
        self.budget.bytes = self.budget.bytes.min(bytes);
    }

    fn tar_entries(&mut self, archive: &mut tar::Archive<Metered<'_>>) {
        let entries = match archive.entries() {
            Ok(entries) => entries,
            Err(error) => {
                return self.note(&format!("it looks like a tar archive but cannot be read: {error}"));
            }
        };
        for entry in entries {
            if !self.entry() {
                return;
            }
            let mut entry = match entry {
                Ok(entry) => entry,
                Err(error) => return self.note(&format!("it was not read to its end: {error}")),
            };
            if !entry.header().entry_type().is_file() {
                continue;
            }
            let name = printable(String::from_utf8_lossy(&entry.path_bytes()));
            let len = entry.size();
            self.inside(name, |look| {
                if let Err(error) = look.stream(&mut entry, len) {
                    look.note(&format!("it could not be read: {error}"));
                }
            });
        }
    }

    /// An `ar` archive is a static library if it has a symbol table or a member that is an object.
    fn ar(&mut self, reader: &mut dyn Read) {
        let mut magic = [0; 8];
        if reader.read_exact(&mut magic).is_err() {
            return;
        }
        let thin = &magic == b"!<thin>\n";
        loop {
            let mut header = [0; 60];
            if reader.read_exact(&mut header).is_err() || &header[58..] != b"`\n" || !self.entry() {
                return;
            }
            let name = printable(String::from_utf8_lossy(&header[..16]).trim_end());
            let Some(size) =
                std::str::from_utf8(&header[48..58]).ok().and_then(|size| size.trim().parse().ok())
            else {
                return;
            };
            if matches!(name.as_str(), "/" | "/SYM64/") || name.starts_with("__.SYMDEF") {
                return self.found(static_library("a table of symbols"));
            }
            // BSD archives keep long names in front of the member.
            let long: u64 = name.strip_prefix("#1/").and_then(|length| length.parse().ok()).unwrap_or(0);
            let mut member = reader.take(size);
            match self.read(&mut member, long.min(size)) {
                Ok(name) if name.starts_with(b"__.SYMDEF") => {
                    return self.found(static_library("a table of symbols"));
                }
                Ok(_) => {}
                Err(error) => return self.note(&format!("it was not read to its end: {error}")),
            }
            if thin && name != "//" {
                continue;
            }
            let found = self.contents.found.len();
            let count = self.contents.count;
            let mut failed = None;
            self.inside(name.trim_end_matches('/').to_owned(), |look| {
                failed = look.stream(&mut member, size - long.min(size)).err();
            });
            if let Some((inside, first)) = self.contents.found.get(found)
                && inside.len() == self.inside.len() + 1
            {
                let holds = format!("{}, {}", inside.last().map_or("", |name| name.as_str()), first.kind);
                self.contents.found.truncate(found);
                self.contents.count = count;
                return self.found(static_library(&holds));
            }
            let rest = self.skip(&mut member);
            if let Some(error) = failed.or(rest.err()) {
                return self.note(&format!("it was not read to its end: {error}"));
            }
            if size % 2 == 1 && reader.read_exact(&mut [0]).is_err() {
                return;
            }
        }
    }

    fn skip(&mut self, reader: &mut dyn Read) -> io::Result<u64> {
        io::copy(&mut Metered { inner: reader, left: &mut self.budget.bytes }, &mut io::sink())
    }
}

fn static_library(holds: &str) -> Recognised {
    Recognised { kind: BinaryKind::StaticLibrary, why: format!("it is an ar archive with {holds}") }
}

/// The archive formats that are looked into, and those that can only be named.
enum Container {
    Gzip,
    Tar,
    Ar,
    Zip,
    Opaque(&'static str),
}

impl Container {
    fn of(head: &[u8]) -> Option<Self> {
        Some(match head {
            [0x1f, 0x8b, 8, ..] => Self::Gzip,
            _ if head.starts_with(b"!<arch>\n") || head.starts_with(b"!<thin>\n") => Self::Ar,
            _ if head.starts_with(b"PK\x03\x04") => Self::Zip,
            _ if is_tar(head) => Self::Tar,
            [b'B', b'Z', b'h', b'1'..=b'9', b'1', b'A', b'Y', b'&', b'S', b'Y', ..] => Self::Opaque("bzip2"),
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Self::Opaque("xz"),
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Self::Opaque("zstd"),
            [b'7', b'z', 0xbc, 0xaf, 0x27, 0x1c, ..] => Self::Opaque("7-Zip"),
            _ if head.starts_with(b"Rar!\x1a\x07") => Self::Opaque("RAR"),
            _ => return None,
        })
    }
}

/// Tar headers carry the sum of their bytes, which is better evidence than any magic number.
fn is_tar(head: &[u8]) -> bool {
    let Some(header) = head.get(..512) else { return false };
    let field = String::from_utf8_lossy(&header[148..156]);
    let Ok(sum) = u64::from_str_radix(field.trim_matches(['\0', ' ']), 8) else { return false };
    let blank = 8 * u64::from(b' ');
    let all: u64 = header.iter().map(|&b| u64::from(b)).sum();
    let own: u64 = header[148..156].iter().map(|&b| u64::from(b)).sum();
    header[0] != 0 && sum == all - own + blank
}

/// A name from an archive, safe to print.
fn printable(name: impl AsRef<str>) -> String {
    name.as_ref().chars().flat_map(char::escape_debug).take(300).collect()
}

/// Charges what is read to a budget, and fails when it is spent.
struct Metered<'a> {
    inner: &'a mut dyn Read,
    left: &'a mut u64,
}

impl Read for Metered<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if *self.left == 0 {
            return Err(io::Error::other("too much data in all"));
        }
        let most = usize::try_from(*self.left).unwrap_or(usize::MAX).min(buffer.len());
        let read = self.inner.read(&mut buffer[..most])?;
        *self.left -= (read as u64).min(*self.left);
        Ok(read)
    }
}
