//! One file bot at the board.

use std::time::Duration;

use botspec_sdk::seat::Seat;

use super::{Failure, Loss, Stop};
use crate::channel::{
    Environment, Folder, FolderStyle, InputFile, OutputFile, TurnRequest, WorkingDirectory,
};
use crate::evidence::excerpt;
use crate::process::{Elapsed, Ending, Host, Limit, Program, Punctuality, SandboxError};
use crate::stderr;

/// Of what a bot prints on stderr in a game, this many bytes are kept.
const STDERR: usize = 8 * 1024;

/// A bot's folder, and what a game calls its parts.
pub struct FileBot {
    folder: Folder,
    stderr: Vec<u8>,
    turns: u32,
}

/// The names and rules that a game's turns go by.
pub struct Form {
    /// The file that the bot writes.
    pub output: &'static str,
    /// That it is written.
    pub written: &'static str,
    /// That it has the right form.
    pub format: &'static str,
    /// That it comes in time.
    pub time: &'static str,
}

impl FileBot {
    /// A bot in a folder of its own, in which nothing has run yet.
    ///
    /// # Errors
    /// If the machine has no room for it, or its files cannot be read.
    pub fn open(host: &Host, program: &Program) -> Result<Self, SandboxError> {
        let folder = Folder::create(host, program, FolderStyle::Plain)?;
        Ok(Self { folder, stderr: Vec::new(), turns: 0 })
    }

    /// Removes the answer of an earlier turn.
    pub fn remove_output(&mut self, form: &Form) -> Result<(), SandboxError> {
        self.folder.remove(form.output)
    }

    /// Runs one turn and returns what was written, whatever it is.
    pub fn turn(
        &mut self,
        seat: Seat,
        inputs: Vec<InputFile>,
        form: &Form,
        limit: Duration,
    ) -> Result<(Result<Vec<u8>, Failure>, Elapsed), Stop> {
        let limit = Limit::new(limit);
        self.turns += 1;
        let turn = self.folder.turn(&TurnRequest {
            args: Vec::new(),
            cwd: WorkingDirectory::BotFolder,
            env: Environment::Normal,
            inputs,
            output: form.output.to_owned(),
            limit,
        })?;
        let finished = &turn.finished;
        let space = STDERR.saturating_sub(self.stderr.len());
        self.stderr.extend(finished.stderr.head.iter().take(space));
        let elapsed = finished.elapsed;
        let fail = |loss, rule, message: String| Err(Failure::new(loss, rule, message));
        let seen = stderr::behind_message(&finished.stderr);
        let late = || {
            let message = format!(
                "it took {:.1} ms, the limit is {:.0} ms",
                crate::timing::millis(elapsed.charged),
                crate::timing::millis(limit.wall)
            );
            fail(Loss::Timeout, Some(form.time), message)
        };
        let answer = match &finished.ending {
            Ending::Interrupted => return Err(Stop::Interrupted),
            Ending::HostTooBusy => return Err(Stop::HostTooBusy { seat }),
            Ending::NotStarted(why) if self.turns == 1 => {
                return Err(Stop::NotStarted { seat, why: why.clone() });
            }
            // The folder and what is in it are the bot's doing by now.
            Ending::NotStarted(why) => {
                fail(Loss::Crash, None, format!("the bot cannot be started a second time: {why}"))
            }
            Ending::Overrun => late(),
            Ending::Signalled(_) => fail(Loss::Crash, None, format!("the bot {}{seen}", finished.ending)),
            _ if elapsed.punctuality(&limit) == Punctuality::Late => late(),
            Ending::Exited(_) | Ending::Killed | Ending::OutOfTurn => match turn.output {
                OutputFile::Bytes(bytes) => Ok(bytes),
                OutputFile::TooLarge => fail(
                    Loss::Malformed,
                    Some(form.format),
                    format!("{} holds more than 64 KiB", form.output),
                ),
                OutputFile::Missing | OutputFile::Stale | OutputFile::Late(_) | OutputFile::NotAFile(_) => {
                    let what = match turn.output {
                        OutputFile::Stale => format!("{} is the one of the turn before", form.output),
                        OutputFile::Late(_) => {
                            format!("{} was written only after the bot had ended", form.output)
                        }
                        OutputFile::NotAFile(kind) => format!("{} is {kind}", form.output),
                        _ => format!("there is no {}", form.output),
                    };
                    match finished.ending {
                        Ending::Exited(0) => fail(Loss::Missing, Some(form.written), format!("{what}{seen}")),
                        _ => {
                            fail(Loss::Crash, None, format!("the bot {}, and {what}{seen}", finished.ending))
                        }
                    }
                }
            },
        };
        Ok((answer, elapsed))
    }

    /// What has been printed on stderr since this was last asked.
    pub fn take_stderr(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.stderr)
    }
}

/// A file of the referee's.
pub fn input(name: &str, text: String, read_only: bool) -> InputFile {
    InputFile { name: name.to_owned(), bytes: text.into_bytes(), read_only }
}

/// What a bot has written, whole, as a text to be judged and recorded.
pub fn text(bytes: &[u8]) -> String {
    std::str::from_utf8(bytes).map_or_else(|_| excerpt(bytes), str::to_owned)
}
