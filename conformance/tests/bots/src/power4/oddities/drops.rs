//! What they drop and when.

use botspec_sdk::Position as _;
use botspec_sdk::games::power4::{Drop, Kind, Position, Team};

use crate::fickle::by_chance;
use crate::power4::usual;

pub(in crate::power4) fn dual_first(position: &Position) -> Option<Drop> {
    of_kind(position, Kind::Dual).or_else(|| of_kind(position, Kind::Normal))
}

pub(in crate::power4) fn dual_tenth(position: &Position) -> Option<Drop> {
    of_kind(position, if position.dual_is_due() { Kind::Dual } else { Kind::Normal })
}

pub(in crate::power4) fn never_clears(position: &Position) -> Option<Drop> {
    let dual = usual::choose(position).kind == Kind::Dual;
    of_kind(position, if dual { Kind::Dual } else { Kind::Normal })
}

pub(in crate::power4) fn clears_first(position: &Position) -> Option<Drop> {
    let clearing = [Kind::ClearRow, Kind::ClearColumn, Kind::ClearNeighbours];
    clearing.into_iter().find_map(|kind| of_kind(position, kind))
}

pub(in crate::power4) fn specials_late(position: &Position) -> Option<Drop> {
    let kind = match position.turns(position.team()) {
        6 => Kind::ClearRow,
        7 => Kind::ClearColumn,
        8 => Kind::ClearNeighbours,
        _ if position.dual_is_due() => Kind::Dual,
        _ => Kind::Normal,
    };
    of_kind(position, kind).or_else(|| of_kind(position, Kind::Normal))
}

pub(in crate::power4) fn last(position: &Position) -> Option<Drop> {
    position.legal_moves().last().copied()
}

pub(in crate::power4) fn any(position: &Position) -> Option<Drop> {
    by_chance(&position.legal_moves()).copied()
}

pub(in crate::power4) fn wins(position: &Position) -> Option<Drop> {
    won_by(position, position.team())
}

pub(in crate::power4) fn loses(position: &Position) -> Option<Drop> {
    won_by(position, position.team().other())
}

fn won_by(position: &Position, team: Team) -> Option<Drop> {
    position.drops().find(|&drop| {
        let outcome = position.play(drop).ok().and_then(|next| next.outcome());
        outcome.is_some_and(|outcome| outcome.winner == Some(team))
    })
}

/// A legal drop of this kind, if there is one: such that the set goes on, if possible.
fn of_kind(position: &Position, kind: Kind) -> Option<Drop> {
    let legal = || position.drops().find(|drop| drop.kind == kind);
    usual::one_of(position, kind).or_else(legal)
}
