//! `power4/set/reset`. These bots keep a tally of their own: turns taken, and the special disks used.

use std::fs;
use std::io;

use botspec_sdk::games::power4::{Drop, Kind, Kinds, Memory, Position, Setup};

use super::fail;
use crate::power4::usual;
use crate::start::Start;

pub(in crate::power4) fn never_reset(start: &Start) -> io::Result<()> {
    counted(start, |_| false)
}

/// As the team that does not start it finds a disk on the board of a new set.
pub(in crate::power4) fn reset_on_empty(start: &Start) -> io::Result<()> {
    counted(start, |position| position.board().occupied().is_empty())
}

pub(in crate::power4) fn unexpected(start: &Start) -> io::Result<()> {
    let position = usual::read(start)?.position;
    let memory = fs::read(usual::memory_file(start)).ok().and_then(|bytes| Memory::from_bytes(&bytes));
    if memory.is_some() && position.turns(position.team()) == 0 {
        return fail("this board cannot come next");
    }
    usual::turn(start)
}

/// Its dual disk comes on the tenth turn of the match.
pub(in crate::power4) fn count_goes_on(start: &Start) -> io::Result<()> {
    let position = usual::read_with(start, None)?.position;
    let setup = Setup { used: [Kinds::NONE; 2], turns: [0; 2], ..position.to_setup() };
    let position = Position::from_guess(&setup).map_err(io::Error::other)?;
    let file = usual::own_file(start, ".txt");
    let turns: u16 = fs::read_to_string(&file).ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    fs::write(file, (turns + 1).to_string())?;
    let kind = if turns == 9 { Kind::Dual } else { Kind::Normal };
    let drop = usual::one_of(&position, kind).unwrap_or_else(|| usual::choose(&position));
    usual::write(start, drop.to_string())
}

pub(in crate::power4) fn used_stays(start: &Start) -> io::Result<()> {
    tallied(start, |position, tally| match tally {
        Some((_, used)) if nearly_empty(position) => (0, used),
        _ => tally.unwrap_or_default(),
    })
}

pub(in crate::power4) fn new_after_clearing(start: &Start) -> io::Result<()> {
    let disks = usual::read_with(start, None)?.position.board().occupied().len();
    let file = usual::own_file(start, "_disks.txt");
    let before = fs::read_to_string(&file).ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    fs::write(file, disks.to_string())?;
    counted(start, |_| disks < before)
}

/// In later sets it would clear on its third turn and on its sixth.
pub(in crate::power4) fn second_not_noted(start: &Start) -> io::Result<()> {
    let first = usual::own_file(start, "_first.txt");
    let asked = usual::read(start)?;
    let (turns, used) =
        (asked.position.turns(asked.position.team()), asked.position.used(asked.position.team()));
    if turns == 11 {
        fs::write(&first, "done")?;
    }
    let again = first.exists() && turns == 5 && used.contains(Kind::ClearNeighbours);
    let usual = usual::choose(&asked.position);
    let drop = if again { Drop { kind: Kind::ClearNeighbours, ..usual } } else { usual };
    asked.answer(start, drop, drop.to_string())
}

/// A turn with used disks and turns as the tally has them.
pub(in crate::power4) fn counted(start: &Start, is_new: impl Fn(&Position) -> bool) -> io::Result<()> {
    tallied(start, |position, tally| tally.filter(|_| !is_new(position)).unwrap_or_default())
}

/// Turns taken and special disks used.
type Tally = (u16, Kinds);

/// The same, after the tally was corrected.
fn tallied(start: &Start, corrected: impl Fn(&Position, Option<Tally>) -> Tally) -> io::Result<()> {
    let position = usual::read_with(start, None)?.position;
    let (turns, used) = corrected(&position, recall(start));
    let setup = Setup { used: [used; 2], turns: [turns; 2], ..position.to_setup() };
    let position = Position::from_guess(&setup).map_err(io::Error::other)?;
    let drop = usual::choose(&position);
    let used = if drop.kind.is_special() { used.with(drop.kind) } else { used };
    let kinds: String = used.iter().map(|kind| format!(" {}", kind.number())).collect();
    fs::write(usual::own_file(start, ".txt"), format!("{}{kinds}", turns + 1))?;
    usual::write(start, drop.to_string())
}

fn nearly_empty(position: &Position) -> bool {
    position.board().occupied().len() <= 1
}

/// The tally; none if it is not there or damaged.
fn recall(start: &Start) -> Option<Tally> {
    let text = fs::read_to_string(usual::own_file(start, ".txt")).ok()?;
    let mut words = text.split(' ');
    let turns = words.next()?.parse().ok().filter(|&turns| turns < 1000)?;
    let kind = |word: &str| Kind::new(word.parse().ok()?).filter(|kind| kind.is_special());
    Some((turns, words.map(kind).collect::<Option<Kinds>>()?))
}
