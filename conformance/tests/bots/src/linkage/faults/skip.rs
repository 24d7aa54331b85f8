//! `linkage/skip/…`

use botspec_sdk::games::linkage::{Colour, Domino, Order, Position, Square};

type Answer = Option<Vec<u8>>;

pub(in crate::linkage) fn never(position: &Position) -> Answer {
    let colour = Colour::ALL.into_iter().find(|&colour| position.left(colour) > 0)?;
    position.must_skip().then(|| format!("{}A1B1\n", colour.letter()).into_bytes())
}

pub(in crate::linkage) fn not_for_marks(position: &Position) -> Answer {
    if !position.must_skip() {
        return None;
    }
    let colour = Colour::ALL.into_iter().find(|&colour| position.left(colour) > 0)?;
    let empty = position.board().empty();
    let mut pairs = Square::all().flat_map(|a| Square::all().filter_map(move |b| Domino::new(a, b)));
    let domino = pairs.find(|domino| empty.contains_all(domino.squares()))?;
    Some(format!("{}\n", Order::Place { colour, domino }).into_bytes())
}

pub(in crate::linkage) fn always(_: &Position) -> Answer {
    skip()
}

pub(in crate::linkage) fn early(position: &Position) -> Answer {
    if position.placement_count() <= 4 { skip() } else { None }
}

pub(in crate::linkage) fn one_direction(position: &Position) -> Answer {
    let along_row = |order: &Order| match order {
        Order::Place { domino, .. } => domino.first().row() == domino.second().row(),
        Order::Skip => false,
    };
    let found = position.placements().find(along_row);
    Some(format!("{}\n", found.unwrap_or(Order::Skip)).into_bytes())
}

pub(in crate::linkage) fn one_colour(position: &Position) -> Answer {
    if position.left(Colour::Blue) == 0 { skip() } else { None }
}

fn skip() -> Answer {
    Some(b"Skip\n".to_vec())
}
