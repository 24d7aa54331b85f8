//! A bot that is ready to run: what to start, and the files it needs.

use std::fs::File;
use std::io::{self, Read as _, Take};
use std::path::PathBuf;
use std::sync::Arc;

use super::kept::KeptFiles;

/// A prepared bot: built, resolved, nothing left to decide.
///
/// File bots get a fresh folder with a copy of every file of [`files`](Self::files).
/// An element of [`command`](Self::command) that equals the name of one of them
/// stands for that copy and is passed as its absolute path.
///
/// # Examples
///
/// ```
/// use botspec::process::{Program, ProgramFile, Protocol};
///
/// let bot = Program {
///     name: "greedy".into(),
///     command: vec!["python3".into(), "greedy.py".into()],
///     files: vec![ProgramFile { source: "bots/greedy.py".into(), name: "greedy.py".into(), executable: false }],
///     readable: Vec::new(),
///     left_behind: vec!["book.bin".into()],
///     protocol: Protocol::Contest,
///     kept: None,
/// };
/// assert!(bot.file("greedy.py").is_some());
/// ```
#[derive(Clone, Debug)]
pub struct Program {
    /// The bot's name in reports.
    pub name: String,
    /// The program and its first arguments. The first element is the name of a
    /// copied file, an absolute path, or a name to look for in `PATH`.
    pub command: Vec<String>,
    /// The files to copy into the bot's folder.
    pub files: Vec<ProgramFile>,
    /// Files and folders outside its own that the bot needs to read, such as an
    /// interpreter in an unusual place. The system's own folders and the place
    /// where the first element of the command is installed need no mention.
    pub readable: Vec<PathBuf>,
    /// Names of files that lie beside the bot and are not copied: it may turn out to need them.
    pub left_behind: Vec<String>,
    /// What it speaks.
    pub protocol: Protocol,
    /// The files as they were when it was prepared. Those that are not in here are read where they lie.
    pub kept: Option<Arc<KeptFiles>>,
}

/// What a program speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Protocol {
    /// What its contest has bots speak.
    #[default]
    Contest,
    /// GTP, as programs do that were made for no contest.
    Gtp,
}

/// One file that is copied into the bot's folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramFile {
    /// Where it is, or was when the program was prepared.
    pub source: PathBuf,
    /// Its path in the bot's folder: relative, without `.` or `..`, parts
    /// separated by `/`.
    pub name: String,
    /// Whether the copy is made executable.
    pub executable: bool,
}

impl Program {
    /// The file beside the bot that was not copied and that a complaint of the bot names, but for these.
    ///
    /// # Examples
    ///
    /// ```
    /// # use botspec::process::{Program, Protocol};
    /// # let (command, files, readable) = (Vec::new(), Vec::new(), Vec::new());
    /// let left_behind = vec!["book.bin".into(), "board.py".into()];
    /// let bot = Program { name: "greedy".into(), command, files, readable, left_behind, protocol: Protocol::Contest, kept: None };
    /// assert_eq!(bot.misses("cannot open ./book.bin", &[]), Some("book.bin"));
    /// assert_eq!(bot.misses("ModuleNotFoundError: No module named 'board'", &[]), Some("board.py"));
    /// assert_eq!(bot.misses("cannot open cookbook.bin, nor the board", &[]), None);
    /// assert_eq!(bot.misses("cannot open ./book.bin", &["book.bin"]), None);
    /// ```
    #[must_use]
    pub fn misses(&self, complaint: &str, besides: &[&str]) -> Option<&str> {
        let is_part = |c: char| c.is_alphanumeric() || "_-.".contains(c);
        let names = |name: &str| {
            complaint.match_indices(name).any(|(at, _)| {
                !complaint[..at].ends_with(is_part)
                    && !complaint[at + name.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
            })
        };
        let is_module = |name: &str| {
            let module = name.strip_suffix(".py");
            module.is_some_and(|module| complaint.contains(&format!("No module named '{module}'")))
        };
        // A name without a dot may be any word.
        let may_be = |name: &&String| name.contains('.') && !besides.contains(&name.as_str());
        let found = self.left_behind.iter().filter(may_be).find(|name| names(name) || is_module(name));
        found.map(String::as_str)
    }

    /// The file that is copied to `name`, if there is one.
    #[must_use]
    pub fn file(&self, name: &str) -> Option<&ProgramFile> {
        self.files.iter().find(|file| file.name == name)
    }

    /// Hands over the bytes of one of its files.
    ///
    /// # Errors
    /// If it cannot be read, or as `take` says.
    pub fn read<T>(
        &self,
        file: &ProgramFile,
        take: impl FnOnce(&mut Take<&File>) -> io::Result<T>,
    ) -> io::Result<T> {
        match &self.kept {
            Some(kept) if kept.has(&file.name) => kept.read(&file.name, take),
            _ => take(&mut (&File::open(&file.source)?).take(u64::MAX)),
        }
    }
}
