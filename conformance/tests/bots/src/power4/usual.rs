//! What all bots do but for one thing each.

use std::fs;
use std::io;
use std::path::PathBuf;

use botspec_sdk::file_game::Inputs;
use botspec_sdk::games::power4::{Certainty, Column, Drop, Kind, Position, Power4};
use botspec_sdk::{FileGame as _, Position as _};

use super::behaviour;
use crate::start::Start;

/// What the referee's files and the memory show.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asked {
    pub(super) position: Position,
    certainty: Certainty,
}

impl Asked {
    /// Writes the memory and the answer.
    pub(super) fn answer(self, start: &Start, drop: Drop, output: impl AsRef<[u8]>) -> io::Result<()> {
        self.remember(start, drop)?;
        write(start, output)
    }

    /// Whether it is the bot's first turn of a set.
    pub(super) fn is_new(self) -> bool {
        self.position.turns(self.position.team()) == 0
    }

    /// Writes the memory.
    pub(super) fn remember(self, start: &Start, drop: Drop) -> io::Result<()> {
        fs::write(memory_file(start), self.memory(drop))
    }

    /// What to remember.
    pub(super) fn memory(self, drop: Drop) -> Vec<u8> {
        Power4::remember(&self.position, drop, &self.certainty)
    }
}

/// Reads, chooses, remembers and answers.
pub(super) fn turn(start: &Start) -> io::Result<()> {
    behaviour::answer(start, read(start)?)
}

/// What the referee's files and the memory show.
pub(super) fn read(start: &Start) -> io::Result<Asked> {
    read_with(start, fs::read(memory_file(start)).ok())
}

/// The same with another memory.
pub(super) fn read_with(start: &Start, memory: Option<Vec<u8>>) -> io::Result<Asked> {
    let files =
        Power4::INPUT_FILES.iter().map(|name| fs::read(start.file(name))).collect::<io::Result<_>>()?;
    let optional = Power4::OPTIONAL_FILES.iter().map(|name| fs::read(start.file(name)).ok()).collect();
    let (position, certainty) =
        Power4::read(&Inputs { files, optional, memory }).map_err(io::Error::other)?;
    Ok(Asked { position, certainty })
}

/// A drop that keeps the set open, and in time each of the special disks.
pub(super) fn choose(position: &Position) -> Drop {
    let wanted = match position.turns(position.team()) {
        2 => Kind::ClearNeighbours,
        4 => Kind::Dual,
        6 => Kind::ClearColumn,
        8 => Kind::ClearRow,
        _ => Kind::Normal,
    };
    one_of(position, wanted).or_else(|| one_of(position, Kind::Normal)).unwrap_or_else(|| any(position))
}

/// A legal drop of this kind after which the set goes on, in columns that change from turn to turn.
pub(super) fn one_of(position: &Position, kind: Kind) -> Option<Drop> {
    let first = usize::from(position.turns(position.team())) * 3 % usize::from(Column::COUNT);
    let columns = Column::all().chain(Column::all()).skip(first).take(usize::from(Column::COUNT));
    let mut drops = columns.map(|column| Drop { kind, column });
    drops.find(|&drop| position.play(drop).is_ok_and(|next| next.outcome().is_none()))
}

/// The first legal drop.
fn any(position: &Position) -> Drop {
    let first = position.drops().next();
    first.unwrap_or(Drop { kind: Kind::Normal, column: Column::new(1).expect("there are seven") })
}

/// A file of the bot's own, whose name begins with its team id.
pub(super) fn own_file(start: &Start, rest: &str) -> PathBuf {
    start.file(format!("{}{rest}", start.name()))
}

/// Where it keeps what it must remember.
pub(super) fn memory_file(start: &Start) -> PathBuf {
    own_file(start, "_memory.txt")
}

/// The file with the answer.
pub(super) fn output_file(start: &Start) -> PathBuf {
    start.file(Power4::OUTPUT_FILE)
}

/// Replaces `output.txt` as a whole.
pub(super) fn write(start: &Start, content: impl AsRef<[u8]>) -> io::Result<()> {
    fs::write(output_file(start), content)
}
