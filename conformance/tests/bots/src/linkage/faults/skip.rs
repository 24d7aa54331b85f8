//! `linkage/skip/…`

use botspec_sdk::games::linkage::{Colour, Domino, Linkage, Order, Position, Side, Square, Squares};

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
    let domino = pairs().find(|domino| empty.contains_all(domino.squares()))?;
    Some(format!("{}\n", Order::Place { colour, domino }).into_bytes())
}

/// The number of the first square is 0, which its language takes for no square at all.
pub(in crate::linkage) fn not_for_first_mark(position: &Position) -> Answer {
    if !position.must_skip() {
        return None;
    }
    let first = Square::from_index(0).filter(|&square| position.marks().contains(square))?;
    let colour = Colour::ALL.into_iter().find(|&colour| position.left(colour) > 0)?;
    let seen = position.open() | Squares::of(first);
    let domino = pairs().find(|domino| seen.contains_all(domino.squares()))?;
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

pub(in crate::linkage) fn last_row(position: &Position) -> Answer {
    first(position, |_, domino| domino.second().row() + 1 < Square::SIDE)
}

/// Which domino was the opponent's last shows in the marks around it.
pub(in crate::linkage) fn diagonal(position: &Position) -> Answer {
    let (board, marks) = (position.board(), position.marks());
    let is_last = |domino: &Domino| {
        let [first, second] = [domino.first(), domino.second()].map(|square| board.get(square));
        let free = domino.neighbours().into_iter().filter(|&square| board.empty().contains(square));
        first.is_some()
            && first == second
            && free.map(Squares::of).fold(Squares::EMPTY, Squares::union) == marks
    };
    let last: Vec<Domino> = pairs().filter(|domino| !marks.is_empty() && is_last(domino)).collect();
    let is_corner = |square: Square| {
        last.iter()
            .flat_map(|domino| domino.squares())
            .any(|of| of.row().abs_diff(square.row()) == 1 && of.column().abs_diff(square.column()) == 1)
    };
    first(position, |_, domino| !domino.squares().into_iter().any(is_corner))
}

pub(in crate::linkage) fn beside_its_colour(position: &Position) -> Answer {
    first(position, |colour, domino| {
        let own = position.board().colour(colour);
        !domino.neighbours().into_iter().any(|square| own.contains(square))
    })
}

/// The best score so far begins with 0, which is what a placement must beat.
pub(in crate::linkage) fn where_groups_are_joined(position: &Position) -> Answer {
    first(position, |colour, domino| {
        let after = position.play_unchecked(Order::Place { colour, domino });
        after.board().groups_of(colour) >= position.board().groups_of(colour)
    })
}

pub(in crate::linkage) fn where_four_groups_are_joined(position: &Position) -> Answer {
    let joins_four = |order: &Order| match *order {
        Order::Place { colour, .. } => {
            let after = position.play_unchecked(*order);
            after.board().groups_of(colour) + 3 == position.board().groups_of(colour)
        }
        Order::Skip => false,
    };
    position.placements().find(joins_four).and_then(|_| skip())
}

pub(in crate::linkage) fn when_won(position: &Position) -> Answer {
    let left = u32::from(position.left_in_all());
    let wins = position.side() == Side::Fewer && position.groups() + left < Linkage::GROUPS_FOR_MORE;
    if left <= 2 && wins { skip() } else { None }
}

pub(in crate::linkage) fn apart(position: &Position) -> Answer {
    let covered = position.board().covered();
    first(position, |_, domino| domino.neighbours().into_iter().any(|square| covered.contains(square)))
}

/// The first placement of this kind, or a skip.
fn first(position: &Position, is_seen: impl Fn(Colour, Domino) -> bool) -> Answer {
    let found = position.placements().find(|order| match *order {
        Order::Place { colour, domino } => is_seen(colour, domino),
        Order::Skip => false,
    });
    Some(format!("{}\n", found.unwrap_or(Order::Skip)).into_bytes())
}

fn pairs() -> impl Iterator<Item = Domino> {
    Square::all().flat_map(|a| Square::all().filter_map(move |b| Domino::new(a, b)))
}

fn skip() -> Answer {
    Some(b"Skip\n".to_vec())
}
