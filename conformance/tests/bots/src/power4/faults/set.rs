//! `power4/set/reset`. These bots keep a tally of their own: turns taken, and the special disks used.

use std::fs;
use std::io;
use std::time::Duration;

use botspec_sdk::Position as _;
use botspec_sdk::games::power4::{
    Board, BoardText, Cell, Column, Disk, Drop, Kind, Kinds, Memory, Position, Power4, Setup,
};

use super::fail;
use crate::power4::usual;
use crate::start::Start;

pub(in crate::power4) fn never_reset(start: &Start) -> io::Result<()> {
    overlooking(start, usual::choose, |_| true)
}

/// As the team that does not start it finds a disk on the board of a new set.
pub(in crate::power4) fn reset_on_empty(start: &Start) -> io::Result<()> {
    overlooking(start, usual::choose, |new| new.board > 0)
}

/// What its opponent may open with is a disk of the opponent's own to it.
pub(in crate::power4) fn dual_opening(start: &Start) -> io::Result<()> {
    overlooking(start, usual::choose, |new| new.is_dual)
}

/// As the team that does not start it expects a disk on the board of a new set, and knows that the teams alternate.
pub(in crate::power4) fn cleared_opening(start: &Start) -> io::Result<()> {
    overlooking(start, usual::choose, |new| new.board == 0 && new.started_before)
}

/// With its dual disk used at once it has none to owe in a second set that begins like the first one went on.
pub(in crate::power4) fn reset_on_fewer(start: &Start) -> io::Result<()> {
    overlooking(start, dual_at_once, |new| new.board >= new.last_board)
}

/// What was over before its tenth turn was no set to it.
pub(in crate::power4) fn reset_after_ten(start: &Start) -> io::Result<()> {
    overlooking(start, usual::choose, |new| new.turns < 10)
}

/// It knows of a second set, and of none behind that.
pub(in crate::power4) fn third_overlooked(start: &Start) -> io::Result<()> {
    overlooking(start, usual::choose, |new| new.number > 2)
}

/// A tally that is older than three seconds is of another match to it.
pub(in crate::power4) fn aged_tally_dropped(start: &Start) -> io::Result<()> {
    let tally = usual::own_file(start, ".txt");
    if Start::is_old(&tally, Duration::from_secs(3)) {
        fs::remove_file(tally)?;
    }
    overlooking(start, usual::choose, |_| false)
}

/// It wins when it can, piling up its disks for that, and then has nothing more to do.
pub(in crate::power4) fn over_once_won(start: &Start) -> io::Result<()> {
    let note = usual::own_file(start, "_won.txt");
    let asked = usual::read(start)?;
    if asked.is_new() && note.exists() {
        return fail("the match is won");
    }
    let position = asked.position;
    let wins = |drop: &Drop| {
        let outcome = position.play(*drop).ok().and_then(|next| next.outcome());
        outcome.is_some_and(|outcome| outcome.winner == Some(position.team()))
    };
    let own = position.board().cells(Disk::Of(position.team()));
    let top = |column| Cell::at(column, position.board().landing(column)?.row().checked_sub(1)?);
    let piles =
        |drop: &Drop| drop.kind == Kind::Normal && top(drop.column).is_some_and(|cell| own.contains(cell));
    let winning = position.drops().find(wins);
    if winning.is_some() {
        fs::write(note, "won")?;
    }
    let is_due = position.dual_is_due();
    let drop = winning.or_else(|| position.drops().find(piles).filter(|_| !is_due));
    let drop = drop.unwrap_or_else(|| usual::choose(&position));
    asked.answer(start, drop, drop.to_string())
}

pub(in crate::power4) fn unexpected(start: &Start) -> io::Result<()> {
    if begins_anew(start)? {
        return fail("this board cannot come next");
    }
    usual::turn(start)
}

pub(in crate::power4) fn status(start: &Start) -> io::Result<()> {
    let is_unexpected = begins_anew(start)?;
    usual::turn(start)?;
    if is_unexpected { fail("this board could not come next") } else { Ok(()) }
}

/// Whether it remembers another set.
fn begins_anew(start: &Start) -> io::Result<bool> {
    let position = usual::read(start)?.position;
    let memory = fs::read(usual::memory_file(start)).ok().and_then(|bytes| Memory::from_bytes(&bytes));
    Ok(memory.is_some() && position.turns(position.team()) == 0)
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
    let is_new = usual::read(start)?.is_new();
    let corrected = |tally: Option<Tally>| {
        let (turns, used) = tally.unwrap_or_default();
        (if is_new { 0 } else { turns }, used)
    };
    kept(start, usual::choose, corrected).map(|_| ())
}

/// Notes on its first turn of a set whether a dual disk lies there, and takes that for its own.
pub(in crate::power4) fn dual_seen_at_the_start(start: &Start) -> io::Result<()> {
    let note = usual::own_file(start, "_dual.txt");
    let asked = usual::read(start)?;
    if asked.is_new() {
        fs::write(&note, asked.position.board().cells(Disk::Dual).len().to_string())?;
    }
    let believes = fs::read_to_string(note).is_ok_and(|text| text == "1");
    let usual = usual::choose(&asked.position);
    let drop =
        if believes && usual.kind == Kind::Dual { Drop { kind: Kind::Normal, ..usual } } else { usual };
    asked.answer(start, drop, drop.to_string())
}

pub(in crate::power4) fn new_after_clearing(start: &Start) -> io::Result<()> {
    new_when_fewer_by(start, 1)
}

fn new_when_fewer_by(start: &Start, gone: u32) -> io::Result<()> {
    let disks = usual::read_with(start, None)?.position.board().occupied().len();
    let file = usual::own_file(start, "_disks.txt");
    let before = fs::read_to_string(&file).ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    fs::write(file, disks.to_string())?;
    counted(start, |_| disks + gone <= before)
}

/// Where the opponent cleared a row it does not find out which, if a disk fell in the last column.
pub(in crate::power4) fn lost_where_the_last_column_falls(start: &Start) -> io::Result<()> {
    lost_where(start, |after, shown| {
        let lands = |column| after.board().landing(column).map_or(Cell::ROWS + 1, |cell| cell.row());
        let last = Column::all().last().map_or(0, lands);
        Column::all().any(|column| {
            last > lands(column) + 1 && comes_of(after, Drop { kind: Kind::ClearRow, column }, shown)
        })
    })
}

/// Where the opponent cleared the top row it does not find out which.
pub(in crate::power4) fn lost_where_the_top_row_is_cleared(start: &Start) -> io::Result<()> {
    lost_where(start, |after, shown| {
        let into_top = |column: &Column| {
            after.board().landing(*column).is_some_and(|cell| cell.row() == Cell::ROWS)
                && comes_of(after, Drop { kind: Kind::ClearRow, column: *column }, shown)
        };
        after.board() != shown && Column::all().any(|column| into_top(&column))
    })
}

/// Where the opponent cleared what is around a cell it does not find out which, if a full column lost disks by that.
pub(in crate::power4) fn lost_where_the_top_row_goes(start: &Start) -> io::Result<()> {
    lost_where(start, |after, shown| {
        let was_full = |column| after.board().landing(column).is_none() && shown.landing(column).is_some();
        Column::all().any(was_full)
            && Column::all()
                .any(|column| comes_of(after, Drop { kind: Kind::ClearNeighbours, column }, shown))
    })
}

/// Takes its books for lost where it does not find out what its opponent has dropped. It keeps to the middle, and its special
/// disks to itself: the dual one until it is due.
fn lost_where(start: &Start, is_not_found: impl Fn(&Position, &Board) -> bool) -> io::Result<()> {
    let memory = fs::read(usual::memory_file(start)).ok();
    let shown = *usual::read(start)?.position.board();
    let is_found = |bytes: &Vec<u8>| {
        let memory = Memory::from_bytes(bytes);
        memory.is_some_and(|it| {
            it.asked.play_unchecked(it.drop).is_none_or(|after| !is_not_found(&after, &shown))
        })
    };
    let asked = usual::read_with(start, memory.filter(is_found))?;
    let position = &asked.position;
    let kind = if position.dual_is_due() { Kind::Dual } else { Kind::Normal };
    let drops = Column::all().map(|column| Drop { kind, column });
    let is_open = |drop: &Drop| position.play(*drop).is_ok_and(|next| next.outcome().is_none());
    let inmost = drops.filter(is_open).min_by_key(|drop| drop.column.number().abs_diff(4));
    let drop = inmost.unwrap_or_else(|| usual::choose(position));
    asked.answer(start, drop, drop.to_string())
}

/// Whether the opponent's drop leaves this board.
fn comes_of(after: &Position, drop: Drop, shown: &Board) -> bool {
    after.play_unchecked(drop).is_some_and(|next| next.board() == shown)
}

/// The opponent can clear what lies there of it, and leave disks of its own.
pub(in crate::power4) fn new_without_its_disks(start: &Start) -> io::Result<()> {
    counted(start, |position| position.board().cells(Disk::Of(position.team())).is_empty())
}

/// The opponent can clear all of its own disks, too.
pub(in crate::power4) fn new_without_the_others(start: &Start) -> io::Result<()> {
    counted(start, |position| {
        let board = position.board();
        board.cells(Disk::Of(position.team().other())).is_empty() && !board.occupied().is_empty()
    })
}

/// A full row and what is around a cell are as many disks, and no new set begins with so many as are left.
pub(in crate::power4) fn new_when_many_are_gone(start: &Start) -> io::Result<()> {
    new_when_fewer_by(start, 5)
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

/// Drops its dual disk on the tenth turn that it counts, and leaves out those whose board is the one of the turn before.
pub(in crate::power4) fn undone_not_counted(start: &Start) -> io::Result<()> {
    let asked = usual::read(start)?;
    let (position, note) = (asked.position, usual::own_file(start, "_undone.txt"));
    let board = BoardText { board: *position.board() }.to_string();
    let noted = fs::read_to_string(&note).unwrap_or_default();
    let (before, last) = noted.split_once(' ').unwrap_or(("0", ""));
    let before: u16 = if asked.is_new() { 0 } else { before.parse().unwrap_or(0) };
    let left_out = before + u16::from(!asked.is_new() && last == board);
    fs::write(note, format!("{left_out} {board}"))?;
    let counted = position.turns(position.team()).saturating_sub(left_out);
    let kind = if counted + 1 == Power4::DUAL_BY_TURN { Kind::Dual } else { Kind::Normal };
    let is_late = position.dual_is_due() && kind == Kind::Normal;
    let late = position.columns().next().filter(|_| is_late).map(|column| Drop { kind, column });
    let drop = late.or_else(|| usual::one_of(&position, kind)).unwrap_or_else(|| usual::choose(&position));
    asked.answer(start, drop, drop.to_string())
}

/// A turn with used disks and turns as the tally has them.
pub(in crate::power4) fn counted(start: &Start, is_new: impl Fn(&Position) -> bool) -> io::Result<()> {
    let position = usual::read_with(start, None)?.position;
    let corrected = |tally: Option<Tally>| tally.filter(|_| !is_new(&position)).unwrap_or_default();
    kept(start, usual::choose, corrected).map(|_| ())
}

/// The dual disk as long as it is unused.
fn dual_at_once(position: &Position) -> Drop {
    usual::one_of(position, Kind::Dual).unwrap_or_else(|| usual::choose(position))
}

/// A new set, and what a bot may know of the one before.
struct New {
    /// How many disks there are.
    board: u32,
    /// Whether one of them is a dual one.
    is_dual: bool,
    /// How many there were on its last turn.
    last_board: u32,
    /// Whether it started the set before.
    started_before: bool,
    /// The turns that it has counted since it began to.
    turns: u16,
    /// Which set of the match it is, from 1.
    number: u32,
}

/// A turn of a bot that knows when a set is new, but for those that it overlooks.
fn overlooking(
    start: &Start,
    choose: fn(&Position) -> Drop,
    overlooks: impl Fn(&New) -> bool,
) -> io::Result<()> {
    let asked = usual::read(start)?;
    let note = usual::own_file(start, "_sets.txt");
    let noted = fs::read_to_string(&note).unwrap_or_default();
    let (started, sets) = noted.split_once(' ').unwrap_or_default();
    let disks = |position: &Position| position.board().occupied().len();
    let memory = fs::read(usual::memory_file(start)).ok().and_then(|bytes| Memory::from_bytes(&bytes));
    let new = memory.filter(|_| asked.is_new()).map(|memory| New {
        board: disks(&asked.position),
        is_dual: !asked.position.board().cells(Disk::Dual).is_empty(),
        last_board: disks(&memory.asked),
        started_before: started == "true",
        turns: recall(start).unwrap_or_default().0,
        number: sets.parse().unwrap_or(0) + 1,
    });
    if asked.is_new() {
        let starts = new.as_ref().map_or(disks(&asked.position) == 0, |new| !new.started_before);
        let number = new.as_ref().map_or(1, |new| new.number);
        fs::write(note, format!("{starts} {number}"))?;
    }
    let is_new = new.is_some_and(|new| !overlooks(&new));
    let drop = kept(start, choose, |tally| tally.filter(|_| !is_new).unwrap_or_default())?;
    asked.remember(start, drop)
}

/// Turns taken and special disks used.
type Tally = (u16, Kinds);

/// A turn with what the tally says once it is corrected.
fn kept(
    start: &Start,
    choose: fn(&Position) -> Drop,
    corrected: impl Fn(Option<Tally>) -> Tally,
) -> io::Result<Drop> {
    let position = usual::read_with(start, None)?.position;
    let (turns, used) = corrected(recall(start));
    let setup = Setup { used: [used; 2], turns: [turns; 2], ..position.to_setup() };
    let position = Position::from_guess(&setup).map_err(io::Error::other)?;
    let drop = choose(&position);
    let used = if drop.kind.is_special() { used.with(drop.kind) } else { used };
    let kinds: String = used.iter().map(|kind| format!(" {}", kind.number())).collect();
    fs::write(usual::own_file(start, ".txt"), format!("{}{kinds}", turns + 1))?;
    usual::write(start, drop.to_string())?;
    Ok(drop)
}

/// The tally; none if it is not there or damaged.
fn recall(start: &Start) -> Option<Tally> {
    let text = fs::read_to_string(usual::own_file(start, ".txt")).ok()?;
    let mut words = text.split(' ');
    let turns = words.next()?.parse().ok().filter(|&turns| turns < 1000)?;
    let kind = |word: &str| Kind::new(word.parse().ok()?).filter(|kind| kind.is_special());
    Some((turns, words.map(kind).collect::<Option<Kinds>>()?))
}
