//! `linkage/order/colour`, `adjacent`, `vacant` and `clear-of-opponent`: illegal in one respect only, and
//! only where something is legal.

use botspec_sdk::games::linkage::{Colour, Domino, Position, Square};

type Answer = Option<Vec<u8>>;

pub(in crate::linkage) fn exhausted_colour(position: &Position) -> Answer {
    let colour = Colour::ALL.into_iter().find(|&colour| position.left(colour) == 0)?;
    on_open_squares(position, colour)
}

/// Takes the digits for the counts in the order of the letters: B G R Y.
pub(in crate::linkage) fn misread_counts(position: &Position) -> Answer {
    let digits = Colour::ALL.map(|colour| position.left(colour));
    let read = Colour::BY_LETTER.into_iter().zip(digits);
    let mut wrong = read.filter(|&(colour, count)| count > 0 && position.left(colour) == 0);
    on_open_squares(position, wrong.next()?.0)
}

fn on_open_squares(position: &Position, colour: Colour) -> Answer {
    if position.placement_count() == 0 {
        return None;
    }
    Some(format!("{}{}\n", colour.letter(), position.dominoes().next()?).into_bytes())
}

pub(in crate::linkage) fn diagonal(position: &Position) -> Answer {
    let open = position.open();
    on_squares(position, |a, b| {
        open.contains(a)
            && open.contains(b)
            && a.column().abs_diff(b.column()) == 1
            && a.row().abs_diff(b.row()) == 1
    })
}

pub(in crate::linkage) fn apart(position: &Position) -> Answer {
    let open = position.open();
    on_squares(position, |a, b| {
        let (columns, rows) = (a.column().abs_diff(b.column()), a.row().abs_diff(b.row()));
        open.contains(a) && open.contains(b) && matches!((columns, rows), (0, 2) | (2, 0))
    })
}

pub(in crate::linkage) fn same_square(position: &Position) -> Answer {
    on_squares(position, |a, b| a == b && position.open().contains(a))
}

pub(in crate::linkage) fn round_the_edge(position: &Position) -> Answer {
    let open = position.open();
    on_squares(position, |a, b| {
        let ends = (a.column(), b.column()) == (Square::SIDE - 1, 0);
        open.contains(a) && open.contains(b) && ends && b.row() == a.row() + 1
    })
}

pub(in crate::linkage) fn on_centre(position: &Position) -> Answer {
    on_squares(position, |a, b| a == Square::CENTRE && position.open().contains(b) && adjacent(a, b))
}

pub(in crate::linkage) fn on_domino(position: &Position) -> Answer {
    on_squares(position, |a, b| {
        position.board().covered().contains(a) && position.open().contains(b) && adjacent(a, b)
    })
}

pub(in crate::linkage) fn covered(position: &Position) -> Answer {
    let covered = position.board().covered();
    on_squares(position, |a, b| covered.contains(a) && covered.contains(b) && adjacent(a, b))
}

pub(in crate::linkage) fn on_mark(position: &Position) -> Answer {
    on_squares(position, |a, b| position.open().contains(a) && position.marks().contains(b) && adjacent(a, b))
}

pub(in crate::linkage) fn on_two_marks(position: &Position) -> Answer {
    let marks = position.marks();
    on_squares(position, |a, b| marks.contains(a) && marks.contains(b) && adjacent(a, b))
}

fn adjacent(a: Square, b: Square) -> bool {
    Domino::new(a, b).is_some()
}

/// A colour that is left on the first two squares that are wanted; none where nothing is legal.
pub(super) fn on_squares(position: &Position, wanted: impl Fn(Square, Square) -> bool) -> Answer {
    if position.placement_count() == 0 {
        return None;
    }
    let colour = Colour::ALL.into_iter().find(|&colour| position.left(colour) > 0)?;
    let pairs = || Square::all().flat_map(|a| Square::all().map(move |b| (a, b)));
    let (a, b) = pairs().find(|&(a, b)| wanted(a, b))?;
    Some(format!("{}{a}{b}\n", colour.letter()).into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use botspec_sdk::Position as _;
    use botspec_sdk::games::linkage::{InputText, OrderText, Reason};
    use botspec_sdk::random::Random;

    /// Positions of games at random, from the opening to the end.
    fn positions() -> Vec<Position> {
        let mut random = Random::seeded(1);
        let mut all = Vec::new();
        for _ in 0..40 {
            let mut position = Position::opening();
            while position.outcome().is_none() {
                let text = InputText::from(position.to_setup());
                all.push(Position::from_setup(&text.into()).unwrap());
                let legal = position.legal_moves();
                position = position.play(*random.pick(&legal).unwrap()).unwrap();
            }
        }
        all
    }

    #[test]
    fn each_breaks_its_rule_alone() {
        type Bot = fn(&Position) -> Answer;
        type Kind = fn(&Reason) -> bool;
        let colour: Kind = |reason| matches!(reason, Reason::ColourExhausted { .. });
        let shape: Kind = |reason| matches!(reason, Reason::NotAdjacent { .. });
        let taken: Kind = |reason| matches!(reason, Reason::Occupied { .. } | Reason::Centre);
        let marked: Kind = |reason| matches!(reason, Reason::Marked { .. });
        let bots: [(Bot, Kind); 11] = [
            (exhausted_colour, colour),
            (misread_counts, colour),
            (diagonal, shape),
            (apart, shape),
            (same_square, shape),
            (round_the_edge, shape),
            (on_centre, taken),
            (on_domino, taken),
            (covered, taken),
            (on_mark, marked),
            (on_two_marks, marked),
        ];
        for (number, (answer, kind)) in bots.into_iter().enumerate() {
            let mut wrong = 0;
            for position in positions() {
                let Some(text) = answer(&position) else { continue };
                let faults = position.faults(OrderText::from_bytes(&text).unwrap());
                assert!(!faults.is_empty() && faults.iter().all(kind), "bot {number}: {faults:?}");
                wrong += 1;
            }
            assert!(wrong > 20, "bot {number} was wrong {wrong} times");
        }
    }
}
