//! `power4/disk/…`

use std::fs;
use std::io;

use botspec_sdk::Position as _;
use botspec_sdk::games::power4::{Board, Column, Disk, Drop, Kind, Position};

use crate::power4::usual;
use crate::start::Start;

type Text = Option<Vec<u8>>;

pub(in crate::power4) fn kind_zero(_: &Position, drop: Drop) -> Text {
    (drop.kind == Kind::Normal).then(|| kind("0", drop))
}

pub(in crate::power4) fn kind_six(_: &Position, drop: Drop) -> Text {
    (drop.kind == Kind::Normal).then(|| kind("6", drop))
}

pub(in crate::power4) fn kind_twelve(_: &Position, drop: Drop) -> Text {
    (drop.kind == Kind::Dual).then(|| kind("12", drop))
}

pub(in crate::power4) fn kind_negative(_: &Position, drop: Drop) -> Text {
    Some(kind("-5", drop))
}

pub(in crate::power4) fn kind_huge(_: &Position, drop: Drop) -> Text {
    Some(kind("99999999999999999999999", drop))
}

fn kind(kind: &str, drop: Drop) -> Vec<u8> {
    format!("{kind} {}\n", drop.column).into_bytes()
}

pub(in crate::power4) fn team_as_kind(position: &Position, drop: Drop) -> Text {
    Some(kind(&position.team().to_string(), drop))
}

pub(in crate::power4) fn row_twice(position: &Position) -> Option<Drop> {
    again(position, Kind::ClearRow)
}

pub(in crate::power4) fn column_twice(position: &Position) -> Option<Drop> {
    again(position, Kind::ClearColumn)
}

pub(in crate::power4) fn neighbours_twice(position: &Position) -> Option<Drop> {
    again(position, Kind::ClearNeighbours)
}

pub(in crate::power4) fn dual_twice(position: &Position) -> Option<Drop> {
    again(position, Kind::Dual)
}

/// A kind that is used up, once the dual disk is no longer owed.
fn again(position: &Position, kind: Kind) -> Option<Drop> {
    let used = position.used(position.team());
    if !used.contains(kind) || !used.contains(Kind::Dual) {
        return None;
    }
    position.columns().next().map(|column| Drop { kind, column })
}

pub(in crate::power4) fn column_when_nearly_full(position: &Position) -> Option<Drop> {
    let usual = usual::choose(position);
    let swaps = position.board().occupied().len() > 35 && usual.kind == Kind::Normal;
    swaps.then_some(Drop { kind: Kind::ClearColumn, ..usual })
}

pub(in crate::power4) fn dual_never(position: &Position) -> Option<Drop> {
    let usual = usual::choose(position);
    (usual.kind == Kind::Dual).then_some(Drop { kind: Kind::Normal, ..usual })
}

pub(in crate::power4) fn dual_on_the_eleventh(position: &Position) -> Option<Drop> {
    if position.turns(position.team()) < 10 { dual_never(position) } else { None }
}

pub(in crate::power4) fn dual_by_disks(position: &Position) -> Option<Drop> {
    let own = position.board().cells(Disk::Of(position.team())).len();
    let unused = !position.used(position.team()).contains(Kind::Dual);
    if own == 9 && unused { usual::one_of(position, Kind::Dual) } else { dual_never(position) }
}

pub(in crate::power4) fn dual_of_the_other(position: &Position) -> Option<Drop> {
    let unused = position.board().cells(Disk::Dual).is_empty();
    if position.dual_is_due() && unused { None } else { dual_never(position) }
}

/// Uses its special disks where no normal one keeps its opponent from a four, and notes the last of them only.
pub(in crate::power4) fn last_one_noted(start: &Start) -> io::Result<()> {
    const ORDER: [Kind; 5] =
        [Kind::Normal, Kind::Dual, Kind::ClearColumn, Kind::ClearRow, Kind::ClearNeighbours];
    let note = usual::own_file(start, "_last.txt");
    let asked = usual::read(start)?;
    let position = &asked.position;
    if asked.is_new() {
        let _ = fs::remove_file(&note);
    }
    let noted = fs::read_to_string(&note).ok();
    let is_left = |kind: &Kind| noted.as_ref() != Some(&kind.number().to_string());
    let (own, other) = (position.team(), position.team().other());
    let keeps_open = |drop: &Drop| {
        let after = |board: &Board, team, kind, column| board.after(team, kind, column, position.gravity());
        after(position.board(), own, drop.kind, drop.column).is_some_and(|board| {
            let replies = Column::all().filter_map(|column| after(&board, other, Kind::Normal, column));
            !board.has_four(own)
                && !board.has_four(other)
                && replies.into_iter().all(|it| !it.has_four(other))
        })
    };
    let drops = ORDER
        .into_iter()
        .filter(is_left)
        .flat_map(|kind| Column::all().map(move |column| Drop { kind, column }));
    let drop = match drops.into_iter().find(keeps_open) {
        Some(drop) if !position.dual_is_due() => drop,
        _ => usual::choose(position),
    };
    if drop.kind.is_special() {
        fs::write(note, drop.kind.number().to_string())?;
    }
    asked.answer(start, drop, drop.to_string())
}

/// Owes its dual disk only as long as it has cleared nothing.
pub(in crate::power4) fn dual_forgotten_after_clearing(position: &Position) -> Option<Drop> {
    let cleared = position.used(position.team()).contains(Kind::ClearNeighbours);
    if cleared { dual_never(position) } else { None }
}

pub(in crate::power4) fn dual_for_the_first_column(position: &Position) -> Option<Drop> {
    let first = Column::new(1).map(|column| Drop { kind: Kind::Dual, column });
    let dual = first.filter(|drop| position.columns().any(|open| open == drop.column));
    on_the_tenth(position, dual)
}

pub(in crate::power4) fn dual_not_for_the_other(position: &Position) -> Option<Drop> {
    let other = Some(position.team().other());
    let gives_four = |drop: &Drop| {
        let after = position.play_unchecked(*drop).and_then(|next| next.outcome());
        after.is_some_and(|outcome| outcome.winner == other)
    };
    let duals = || position.columns().map(|column| Drop { kind: Kind::Dual, column });
    let is_safe = !duals().any(|drop| gives_four(&drop));
    on_the_tenth(position, duals().find(|_| is_safe))
}

/// Plays normal disks until the dual disk is due, and that like this or not at all.
fn on_the_tenth(position: &Position, dual: Option<Drop>) -> Option<Drop> {
    if !position.dual_is_due() {
        return usual::one_of(position, Kind::Normal);
    }
    dual.or_else(|| position.columns().last().map(|column| Drop { kind: Kind::Normal, column }))
}
