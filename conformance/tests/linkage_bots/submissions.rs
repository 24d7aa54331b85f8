//! Folders as they are handed in, good and bad.

use std::fs;
use std::io::{Cursor, Write as _};
use std::path::Path;

use botspec::record::Level::Must;

use crate::harness::{Earned, Entry, Hint, Pace};

/// A submitted folder.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Submission {
    /// Source and a text.
    Clean,
    /// Source and an executable.
    WithExecutable,
    /// Source and an executable under the name of a text.
    WithDisguisedExecutable,
    /// Source and an object file in a folder below.
    WithObject,
    /// Source and a class file.
    WithClass,
    /// Source and an executable in a zip archive in a zip archive, and so on.
    WithNestedArchives,
    /// Source that does not compile.
    NotCompiling,
    /// Source that includes a header that is not there.
    WithoutHeader,
    /// Both faults.
    NotCompilingWithExecutable,
}

const GOOD: &str = include_str!("../bots/linkage/closed.c");

impl Submission {
    /// All of them.
    pub(crate) const ALL: &[Self] = &[
        Self::Clean,
        Self::WithExecutable,
        Self::WithDisguisedExecutable,
        Self::WithObject,
        Self::WithClass,
        Self::WithNestedArchives,
        Self::NotCompiling,
        Self::WithoutHeader,
        Self::NotCompilingWithExecutable,
    ];

    /// What is to be seen when it is checked.
    pub(crate) fn entry(self) -> Entry {
        let options = vec!["--submission", "--cases", "1", "--skip", "linkage/cache"];
        Entry {
            name: format!("{self:?}"),
            earned: self.earned(),
            hint: self.hint(),
            options,
            pace: Pace::Works,
        }
    }

    /// What it must be reported for.
    const fn earned(self) -> &'static [Earned] {
        match self {
            Self::Clean => &[],
            Self::WithExecutable
            | Self::WithDisguisedExecutable
            | Self::WithObject
            | Self::WithClass
            | Self::WithNestedArchives => &[("linkage/submission/source-only", Must)],
            Self::NotCompiling | Self::WithoutHeader => &[("linkage/submission/builds", Must)],
            Self::NotCompilingWithExecutable => {
                &[("linkage/submission/builds", Must), ("linkage/submission/source-only", Must)]
            }
        }
    }

    /// What is said of it first.
    const fn hint(self) -> Hint {
        match self {
            Self::WithExecutable
            | Self::WithDisguisedExecutable
            | Self::WithObject
            | Self::WithClass
            | Self::NotCompilingWithExecutable => {
                Hint::Says("remove it, and submit the source it was built from")
            }
            Self::WithNestedArchives => Hint::Says("submit the sources themselves, without the archive"),
            Self::Clean | Self::NotCompiling | Self::WithoutHeader => Hint::None,
        }
    }

    /// Puts its files into an empty folder.
    pub(crate) fn fill(self, folder: &Path) {
        let put = |name: &str, content: &[u8]| {
            fs::write(folder.join(name), content).expect("the folder is writable")
        };
        let executable = || fs::read(env!("CARGO_BIN_EXE_botspec")).expect("the tester can be read");
        match self {
            Self::NotCompiling | Self::NotCompilingWithExecutable => {
                put("bot.c", b"int main(void) { return }\n")
            }
            Self::WithoutHeader => put("bot.c", format!("#include \"moves.h\"\n{GOOD}").as_bytes()),
            _ => put("bot.c", GOOD.as_bytes()),
        }
        match self {
            Self::WithExecutable | Self::NotCompilingWithExecutable => put("bot", &executable()),
            Self::WithDisguisedExecutable => put("notes.txt", &executable()),
            Self::WithObject => {
                fs::create_dir(folder.join("lib")).expect("the folder is writable");
                // The head of a relocatable ELF file.
                let mut object = b"\x7fELF\x02\x01\x01".to_vec();
                object.resize(16, 0);
                object.extend([1, 0, 62, 0, 1, 0, 0, 0]);
                object.resize(64, 0);
                put("lib/moves.o", &object);
            }
            // No fields, no methods, one name.
            Self::WithClass => {
                put("Helper.class", b"\xca\xfe\xba\xbe\0\0\0\x3d\0\x02\x01\0\x01A\0\x21\0\x01\0\0")
            }
            Self::WithNestedArchives => {
                put("book.zip", &(0..8).fold(executable(), |inner, _| zipped(&inner)))
            }
            _ => put("README.txt", b"A bot in C.\n"),
        }
    }
}

/// A zip archive with one entry.
fn zipped(content: &[u8]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    archive.start_file("inner.zip", zip::write::SimpleFileOptions::default()).expect("memory can be written");
    archive.write_all(content).expect("memory can be written");
    archive.finish().expect("memory can be written").into_inner()
}
