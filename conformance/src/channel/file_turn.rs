//! A file bot: a fresh folder for one game, and one process a turn.

use super::directory::{Directory, Style};
use super::environment::Environment;
use super::input_change::InputChange;
use super::installed::{FolderStyle, Installed};
use super::output::{Before, OutputFile};
use super::snapshot::{ChangeKind, FileChange, Snapshot, is_of_runtime};
use crate::process::{Area, Ending, Finished, Host, Limit, Program, SandboxError};
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// The folder of one file bot for one game, with a copy of the bot's files, in
/// memory where that can be had. It is removed when dropped.
#[derive(Debug)]
pub struct Folder {
    installed: Installed,
    own_files: Vec<String>,
    inputs: Vec<String>,
    watched: Vec<Watched>,
    /// Whether the bot has run in it.
    used: bool,
    /// Why no other turn can be run in it: what the bot has left there is in the way.
    spoiled: Option<String>,
}

/// A folder that the bot can write to and should not.
#[derive(Debug)]
struct Watched {
    directory: Directory,
    seen_as: PathBuf,
    /// What in it is not watched: the bot's own folder.
    except: Option<&'static str>,
    last: Snapshot,
}

/// Where a turn's process starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WorkingDirectory {
    /// In the bot's folder.
    #[default]
    BotFolder,
    /// In an empty folder elsewhere, which is watched.
    Elsewhere,
}

/// A file that the referee writes before a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputFile {
    /// Its name in the bot's folder.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Whether its permissions forbid writing.
    pub read_only: bool,
}

/// One turn to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnRequest {
    /// Arguments beyond those of the bot's command.
    pub args: Vec<String>,
    /// Where it starts.
    pub cwd: WorkingDirectory,
    /// Its environment variables.
    pub env: Environment,
    /// Files to write first, in place of whatever bears their names.
    pub inputs: Vec<InputFile>,
    /// Name of the file it is to answer with.
    pub output: String,
    /// How long it may take.
    pub limit: Limit,
}

/// What a turn has done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileTurn {
    /// How the process ended, and what it took and printed.
    pub finished: Finished,
    /// Its answer.
    pub output: OutputFile,
    /// Inputs that are no longer as they were written.
    pub inputs_changed: Vec<InputChange>,
    /// Everything that has changed in its folder.
    pub changes: Vec<FileChange>,
    /// All files now in its folder beyond those it was given, the inputs and
    /// the answer; without those of language runtimes. Sorted.
    pub files: Vec<String>,
    /// What it wrote outside its folder, as it sees those paths. Sorted.
    pub elsewhere: Vec<PathBuf>,
    /// Whether it has made more files (10,000) than are looked at, or used up
    /// the space it was given.
    pub flooded_folder: bool,
}

impl FileTurn {
    fn not_started(why: &str) -> Self {
        Self {
            finished: Finished::not_started(why),
            output: OutputFile::Missing,
            inputs_changed: Vec::new(),
            changes: Vec::new(),
            files: Vec::new(),
            elsewhere: Vec::new(),
            flooded_folder: true,
        }
    }

    /// The first files that it has made or changed, with a sign for any others.
    #[must_use]
    pub fn written(&self) -> Option<String> {
        let written = self.changes.iter().filter(|it| it.kind != ChangeKind::Removed && !it.by_runtime);
        let names: Vec<&str> = written.map(|change| change.path.as_str()).collect();
        let more = if names.len() > NAMED { ", …" } else { "" };
        let shown = &names[..names.len().min(NAMED)];
        (!shown.is_empty()).then(|| format!("{}{more}", shown.join(", ")))
    }

    /// Whether it has written a file of this name in the bot's folder.
    #[must_use]
    pub fn has_written(&self, name: &str) -> bool {
        self.changes.iter().any(|it| it.path == name && it.kind != ChangeKind::Removed)
    }

    /// Whether it has changed nothing anywhere, and ended as if all were well.
    #[must_use]
    pub fn did_nothing(&self) -> bool {
        self.changes.is_empty() && self.elsewhere.is_empty() && self.finished.ending == Ending::Exited(0)
    }
}

/// No more files than this are named.
const NAMED: usize = 3;

impl Folder {
    /// Makes the folder and copies the bot's files into it.
    ///
    /// # Errors
    ///
    /// If one of them cannot be read, the bot's program is not installed, or
    /// the machine has no room left.
    pub fn create(host: &Host, program: &Program, style: FolderStyle) -> Result<Self, SandboxError> {
        let installed = Installed::new(host, program, style)?;
        let own_files = program.files.iter().map(|file| file.name.clone()).collect();
        let mut watched = Vec::new();
        for (path, seen_as) in installed.cell.area().folders() {
            let except = seen_as.ends_with(Area::FOLDERS[0]).then_some(installed.place);
            let directory = Directory::open(&path).map_err(|error| {
                SandboxError::new(format!("cannot open the folder {}", path.display()), error)
            })?;
            watched.push(Watched { directory, seen_as, except, last: Snapshot::default() });
        }
        for each in &mut watched {
            each.last = each.snapshot();
        }
        Ok(Self { installed, own_files, inputs: Vec::new(), watched, used: false, spoiled: None })
    }

    /// Runs one turn. One that cannot be run because of what the bot has left in its folder ends with
    /// [`Ending::NotStarted`].
    ///
    /// # Errors
    ///
    /// If an input cannot be written or the helper process fails: never for
    /// anything the bot does within its limits.
    pub fn turn(&mut self, request: &TurnRequest) -> Result<FileTurn, SandboxError> {
        for input in &request.inputs {
            let written = self.put(&input.name, &input.bytes, input.read_only);
            self.unless_spoiled(written)?;
            if !self.inputs.contains(&input.name) {
                self.inputs.push(input.name.clone());
            }
        }
        if let Some(why) = &self.spoiled {
            return Ok(FileTurn::not_started(why));
        }
        self.used = true;
        let cwd = match request.cwd {
            WorkingDirectory::BotFolder => self.installed.seen().to_owned(),
            WorkingDirectory::Elsewhere => self.installed.cell.area().seen("elsewhere"),
        };
        let launch = self.installed.launch(&request.args, cwd, &request.env);
        let output_before = Before::look(&self.installed.directory, &request.output);
        let before = Snapshot::take(&self.installed.directory);
        let finished = self.installed.cell.run(&launch, &request.limit)?;
        let after = Snapshot::take(&self.installed.directory);
        let output = output_before.after(&self.installed.directory, &request.output, finished.outlived_at);
        let output = output.map_err(|error| {
            SandboxError::new(format!("cannot read {} in the bot's folder", request.output), error)
        })?;
        if before.unseen || after.unseen {
            return Err(SandboxError::text(
                "cannot look into the bot's folder: there are too few file descriptors, or too little memory",
            ));
        }
        let changed =
            |input: &InputFile| InputChange::look(&self.installed.directory, &input.name, &input.bytes);
        let inputs_changed = request.inputs.iter().filter_map(changed).collect();
        let given = |path: &&str| {
            let is = |name: &String| name == path;
            !(*path == request.output || self.own_files.iter().any(is) || self.inputs.iter().any(is))
        };
        let files =
            after.files().filter(given).filter(|path| !is_of_runtime(path)).map(str::to_owned).collect();
        let flooded_folder = after.truncated || self.is_full();
        let changes = after.changes_since(&before);
        let elsewhere = self.elsewhere();
        Ok(FileTurn { finished, output, inputs_changed, changes, files, elsewhere, flooded_folder })
    }

    /// Writes a file of the bot's, such as a stale answer or a cache of another game.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), SandboxError> {
        let written = self.put(name, bytes, false);
        self.unless_spoiled(written)
    }

    /// Removes a file or folder of the bot's, if it is there.
    ///
    /// # Errors
    ///
    /// If it cannot be removed.
    pub fn remove(&mut self, name: &str) -> Result<(), SandboxError> {
        let removed = self.take_away(name);
        self.unless_spoiled(removed)
    }

    /// Replaces a file that the bot keeps. One that it has made such that this cannot be done is nobody's fault.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn replace(&mut self, name: &str, bytes: &[u8]) -> Result<(), SandboxError> {
        self.put(name, bytes, false)
    }

    /// Takes a file that the bot keeps away from it. One that it has made such that this cannot be done is nobody's fault.
    ///
    /// # Errors
    ///
    /// If it cannot be removed.
    pub fn take_away(&mut self, name: &str) -> Result<(), SandboxError> {
        self.installed
            .directory
            .remove(name)
            .map_err(|error| SandboxError::new(format!("cannot remove {name} from the bot's folder"), error))
    }

    /// Makes a file of the bot's look so much older, as if that time had gone by.
    ///
    /// # Errors
    ///
    /// If it is not there, is no regular file, or the system does not allow it.
    pub fn age(&mut self, name: &str, by: Duration) -> Result<(), SandboxError> {
        let aged = self.installed.directory.age(name, by);
        aged.map_err(|error| SandboxError::new(format!("cannot date back {name} in the bot's folder"), error))
    }

    /// Reads a file of the bot's, if it is a regular file of at most 16 MiB.
    ///
    /// # Errors
    ///
    /// If it is not there, is no regular file, cannot be read or is longer.
    pub fn read(&self, name: &str) -> Result<Vec<u8>, SandboxError> {
        const MAX_LENGTH: usize = 16 * 1024 * 1024;
        let bytes = self.installed.directory.read(name, MAX_LENGTH);
        let bytes = bytes.and_then(|bytes| {
            if bytes.len() > MAX_LENGTH {
                Err(io::Error::other("it is longer than 16 MiB"))
            } else {
                Ok(bytes)
            }
        });
        bytes.map_err(|error| SandboxError::new(format!("cannot read {name} in the bot's folder"), error))
    }

    /// What cannot be done in a folder that is its own, and that it has used, is the bot's doing: it shows in its
    /// next turn.
    fn unless_spoiled(&mut self, done: Result<(), SandboxError>) -> Result<(), SandboxError> {
        match done {
            Err(error)
                if self.used
                    && (self.installed.cell.area().is_bounded() || !error.is_lack_of_room())
                    && !error.is_shortage() =>
            {
                self.spoiled.get_or_insert_with(|| error.to_string());
                Ok(())
            }
            done => done,
        }
    }

    fn put(&self, name: &str, bytes: &[u8], read_only: bool) -> Result<(), SandboxError> {
        let style = Style { executable: false, read_only, owner: self.installed.cell.area().owner() };
        let written = self.installed.directory.create(name, bytes, style);
        written
            .map_err(|error| SandboxError::new(format!("cannot write {name} into the bot's folder"), error))
    }

    /// What has changed outside the bot's folder since last asked.
    fn elsewhere(&mut self) -> Vec<PathBuf> {
        let mut paths = Vec::new();
        for each in &mut self.watched {
            let now = each.snapshot();
            let changes = now.changes_since(&each.last);
            paths.extend(changes.iter().filter(|it| !it.by_runtime).map(|it| each.seen_as.join(&it.path)));
            each.last = now;
        }
        paths.sort();
        paths
    }

    /// Whether there is no room left in the bot's folder, where the room is its own.
    fn is_full(&self) -> bool {
        if !self.installed.cell.area().is_bounded() {
            return false;
        }
        #[cfg(unix)]
        {
            let full = |it: rustix::fs::StatVfs| it.f_bavail == 0 || (it.f_files > 0 && it.f_favail == 0);
            rustix::fs::statvfs(self.installed.directory.path()).is_ok_and(full)
        }
        #[cfg(not(unix))]
        false
    }
}

impl Watched {
    fn snapshot(&self) -> Snapshot {
        Snapshot::take_without(&self.directory, self.except)
    }
}
