//! A file bot's folder whose turns are taken down.

use std::time::Duration;

use super::Recorder;
use crate::channel::{self, FileTurn, FolderStyle, OutputFile, TurnRequest, WorkingDirectory};
use crate::process::{Host, Program, SandboxError};
use crate::record::Direction;

/// The folder of one file bot for one game: see [`channel::Folder`], whose functions these are.
#[derive(Debug)]
pub struct Folder {
    inner: channel::Folder,
    recorder: Recorder,
    process_number: u32,
}

impl Folder {
    /// Makes the folder and copies the bot's files into it.
    ///
    /// # Errors
    /// If one of them cannot be read, or the machine has no room left.
    pub fn create(
        recorder: &Recorder,
        host: &Host,
        program: &Program,
        style: FolderStyle,
    ) -> Result<Self, SandboxError> {
        let inner = channel::Folder::create(host, program, style)?;
        Ok(Self { inner, recorder: recorder.clone(), process_number: recorder.process_number() })
    }

    /// Runs one turn.
    ///
    /// # Errors
    /// If an input cannot be written or the helper process fails.
    pub fn turn(&mut self, request: &TurnRequest) -> Result<FileTurn, SandboxError> {
        for input in &request.inputs {
            self.recorder.note(self.process_number, Direction::ToBot, &input.name, &input.bytes, None);
        }
        if request.cwd == WorkingDirectory::Elsewhere {
            self.recorder.remark(self.process_number, "started from another current directory", None);
        }
        if !request.args.is_empty() {
            let args: Vec<String> = request.args.iter().map(|arg| format!("{arg:?}")).collect();
            self.recorder.note(
                self.process_number,
                Direction::ToBot,
                "arguments",
                args.join(" ").as_bytes(),
                None,
            );
        }
        let turn = self.inner.turn(request)?;
        for (channel, printed) in [("stdout", &turn.finished.stdout), ("stderr", &turn.finished.stderr)] {
            if !printed.is_empty() {
                self.recorder.note(self.process_number, Direction::FromBot, channel, &printed.head, None);
            }
        }
        let output = &request.output;
        match &turn.output {
            OutputFile::Bytes(bytes) => {
                self.recorder.note(self.process_number, Direction::FromBot, output, bytes, None)
            }
            OutputFile::Missing => {
                self.recorder.remark(self.process_number, &format!("there is no {output}"), None)
            }
            OutputFile::Late(bytes) => {
                self.recorder.note(self.process_number, Direction::FromBot, output, bytes, None);
                let remark = format!("{output} was written only after the process had ended");
                self.recorder.remark(self.process_number, &remark, None);
            }
            OutputFile::Stale => {
                self.recorder.remark(self.process_number, &format!("{output} is the one from before"), None);
            }
            OutputFile::NotAFile(kind) => {
                self.recorder.remark(self.process_number, &format!("{output} is {kind}"), None)
            }
            OutputFile::TooLarge => {
                self.recorder.remark(self.process_number, &format!("{output} holds more than 64 KiB"), None)
            }
        }
        let ending = format!("the process {}", turn.finished.ending);
        self.recorder.remark(self.process_number, &ending, Some(turn.finished.elapsed.charged));
        Ok(turn)
    }

    /// Writes a file of the bot's, such as a stale answer or a cache of another game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), SandboxError> {
        self.recorder.note(self.process_number, Direction::ToBot, name, bytes, None);
        self.inner.write(name, bytes)
    }

    /// Removes a file or folder of the bot's, if it is there.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn remove(&mut self, name: &str) -> Result<(), SandboxError> {
        self.recorder.remark(self.process_number, &format!("{} is removed", name.escape_debug()), None);
        self.inner.remove(name)
    }

    /// Replaces a file that the bot keeps, if that can be done.
    ///
    /// # Errors
    /// If it cannot.
    pub fn replace(&mut self, name: &str, bytes: &[u8]) -> Result<(), SandboxError> {
        self.inner.replace(name, bytes)?;
        self.recorder.note(self.process_number, Direction::ToBot, name, bytes, None);
        Ok(())
    }

    /// Takes a file that the bot keeps away from it, if that can be done.
    ///
    /// # Errors
    /// If it cannot.
    pub fn take_away(&mut self, name: &str) -> Result<(), SandboxError> {
        self.inner.take_away(name)?;
        self.recorder.remark(self.process_number, &format!("{} is removed", name.escape_debug()), None);
        Ok(())
    }

    /// Makes a file of the bot's look so much older, as if that time had gone by.
    ///
    /// # Errors
    /// If it is not there, is no regular file, or the system does not allow it.
    pub fn age(&mut self, name: &str, by: Duration) -> Result<(), SandboxError> {
        let remark = format!("{} is dated back by {} s", name.escape_debug(), by.as_secs());
        self.recorder.remark(self.process_number, &remark, None);
        self.inner.age(name, by)
    }

    /// Reads a file of the bot's, if it is a regular file of at most 16 MiB.
    ///
    /// # Errors
    /// If it is not there, is no regular file, cannot be read or is longer.
    pub fn read(&self, name: &str) -> Result<Vec<u8>, SandboxError> {
        self.inner.read(name)
    }
}
