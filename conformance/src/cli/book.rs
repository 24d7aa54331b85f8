//! Files that games are added to as they end.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use super::error::CliError;
use super::output::{self, Report};
use crate::process::SandboxError;
use crate::record::GameRecord;
use crate::referee::archive::Archive;
use crate::suite::Game;

/// A file that each game is added to.
pub(super) enum Book<'a> {
    /// Records, for `replay`.
    Records(Archive, &'a Path),
    /// Readable text, for people.
    Orders(File, Game, &'a Path),
    /// Either of them, into a pipe or a device, whose other end may keep us waiting.
    Stream(Report<'a>, Form),
}

impl<'a> Book<'a> {
    /// The file for records. What a run before has left unfinished is taken off.
    pub(super) fn of_records(path: &'a Path) -> Result<Self, CliError> {
        if is_stream(path) {
            return Ok(Self::Stream(Report::create(path, "--record")?, Form::Record));
        }
        let (archive, cut) = Archive::open(path).map_err(|error| unopened(path, &error))?;
        if cut {
            output::note(&format!("{}: removed an incomplete record at the end", path.display()));
        }
        Ok(Self::Records(archive, path))
    }

    /// The file for readable orders.
    pub(super) fn of_orders(path: &'a Path, game: Game) -> Result<Self, CliError> {
        if is_stream(path) {
            return Ok(Self::Stream(Report::create(path, "--orders")?, Form::Readable(game)));
        }
        let opened = OpenOptions::new().append(true).create(true).open(path);
        opened.map(|file| Self::Orders(file, game, path)).map_err(|error| unopened(path, &error))
    }

    /// Adds a game.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or nobody reads it and the run is interrupted.
    pub(super) fn add(&mut self, record: &GameRecord) -> Result<(), SandboxError> {
        match self {
            Self::Records(archive, path) => {
                archive.append(record).map_err(|error| unwritten("--record", path, error))
            }
            Self::Orders(file, game, path) => file
                .write_all(&Form::Readable(*game).of(record))
                .map_err(|error| unwritten("--orders", path, error)),
            Self::Stream(report, form) => {
                report.write_plain(&form.of(record)).map_err(|error| SandboxError::text(error.message))
            }
        }
    }
}

/// How a game is written down.
#[derive(Debug, Clone, Copy)]
pub(super) enum Form {
    /// As a record.
    Record,
    /// As its contest writes it for people.
    Readable(Game),
}

impl Form {
    fn of(self, record: &GameRecord) -> Vec<u8> {
        match self {
            Self::Record => record.to_line(),
            Self::Readable(game) => game.referee().written_out(record).unwrap_or_default().into_bytes(),
        }
    }
}

/// Whether this path is neither a file, or to become one, nor a folder.
fn is_stream(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

fn unwritten(option: &str, path: &Path, error: io::Error) -> SandboxError {
    SandboxError::new(format!("cannot add a game to {} ({option})", path.display()), error)
}

fn unopened(path: &Path, error: &io::Error) -> CliError {
    CliError::usage(format!("cannot append to {}: {error}", path.display()))
}
