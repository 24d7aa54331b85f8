//! Witnesses: legal games that lead to just what a bot is shown. Nobody is judged by a position without one.

use botspec_sdk::Position as _;
use botspec_sdk::games::linkage::{Cell, Colour, Domino, Order, Position, Setup, Side, Square, Squares};
use botspec_sdk::random::Random;

/// So many ways to lay the dominoes are looked at, and so many steps are taken to order each.
const LAYOUTS: u64 = 60;
const STEPS: u32 = 4_000;

/// A legal game that leads to this setup, if one is found soon. The same one each time.
#[must_use]
pub(super) fn game(setup: &Setup) -> Option<Vec<Order>> {
    Position::from_setup(setup).ok()?;
    let marks = setup.cells.squares(Cell::Marked);
    let empty = (setup.cells.squares(Cell::Empty) | marks).without(Squares::CENTRE);
    (0..LAYOUTS).find_map(|number| {
        let mut random = Random::seeded(number);
        let mut pieces = laid(setup, &mut random)?;
        if pieces.is_empty() {
            return (setup.side == Side::More && marks.is_empty()).then(Vec::new);
        }
        let in_turn = (pieces.len() % 2 == 0) == (setup.side == Side::More);
        // After a skip some more dominoes were placed, or none.
        let skip = if in_turn { None } else { Some(usize::try_from(number % 7).unwrap_or_default()) };
        random.shuffle(&mut pieces);
        Search::new(setup, pieces, marks, empty, skip).extend(&mut Vec::new(), 0)
    })
}

/// A domino on the board.
type Piece = (Colour, Domino);

/// Some of the pieces, a bit for each by its place among them all.
type Pieces = u32;

/// Looks for an order of the dominoes, the last one first.
struct Search<'a> {
    setup: &'a Setup,
    pieces: Vec<Piece>,
    /// Of each piece those that it touches.
    touching: Vec<Pieces>,
    /// Those that leave just these marks if they are the opponent's last.
    marking: Pieces,
    /// How many dominoes were placed after the one skip, if there was one.
    skip: Option<usize>,
    steps: u32,
}

impl<'a> Search<'a> {
    fn new(
        setup: &'a Setup,
        pieces: Vec<Piece>,
        marks: Squares,
        empty: Squares,
        skip: Option<usize>,
    ) -> Self {
        let those = |is: &dyn Fn(Domino) -> bool| {
            let bits = pieces.iter().enumerate().filter(|(_, piece)| is(piece.1));
            bits.fold(0, |all: Pieces, (at, _)| all | 1 << at)
        };
        let touched_by = |piece: &Piece| those(&|other| !(piece.1.neighbours() & other.squares()).is_empty());
        let touching = pieces.iter().map(touched_by).collect();
        let marking = those(&|domino| domino.neighbours() & empty == marks);
        Self { setup, pieces, touching, marking, skip, steps: STEPS }
    }

    /// `latest_first` are the places of those that are chosen, and `chosen` their bits.
    fn extend(&mut self, latest_first: &mut Vec<usize>, chosen: Pieces) -> Option<Vec<Order>> {
        self.steps = self.steps.checked_sub(1)?;
        if latest_first.len() == self.pieces.len() {
            return self.played(latest_first);
        }
        let fitting = self.fitting(latest_first) & !chosen;
        for at in (0..self.pieces.len()).filter(|at| fitting & (1 << at) != 0) {
            latest_first.push(at);
            if let Some(game) = self.extend(latest_first, chosen | 1 << at) {
                return Some(game);
            }
            latest_first.pop();
        }
        None
    }

    /// Which dominoes may come before those that are chosen: no domino touches the one that the other side placed
    /// last before it, and the marks are those of the last domino of the opponent.
    fn fitting(&self, later: &[usize]) -> Pieces {
        let number = later.len();
        let of_opponent = if self.skip == Some(0) { 1 } else { 0 };
        let marking = if number == of_opponent { self.marking } else { Pieces::MAX };
        let apart_from = |back: usize| {
            let at = number.checked_sub(back).and_then(|at| later.get(at));
            at.map_or(Pieces::MAX, |&at| !self.touching[at])
        };
        // On both sides of a skip it was the same side's turn.
        marking
            & match self.skip {
                Some(skip) if number == skip => Pieces::MAX,
                Some(skip) if number == skip + 1 => apart_from(1) & apart_from(2),
                _ => apart_from(1),
            }
    }

    /// The game, if the rules have it so and it leads there.
    fn played(&self, latest_first: &[usize]) -> Option<Vec<Order>> {
        let placed = |&at: &usize| {
            let (colour, domino) = self.pieces[at];
            Order::Place { colour, domino }
        };
        let mut orders: Vec<Order> = latest_first.iter().rev().map(placed).collect();
        if let Some(skip) = self.skip {
            orders.insert(orders.len().checked_sub(skip)?, Order::Skip);
        }
        leads_to(&orders, self.setup).then_some(orders)
    }
}

/// Whether these orders are a legal game from the opening that goes on, and lead to this setup.
#[must_use]
pub(super) fn leads_to(orders: &[Order], setup: &Setup) -> bool {
    leads(orders) == Some(*setup)
}

/// Where these orders lead from the opening, if they are legal and the game goes on.
#[must_use]
pub(super) fn leads(orders: &[Order]) -> Option<Setup> {
    let position =
        orders.iter().try_fold(Position::opening(), |position, &order| position.play(order).ok())?;
    position.outcome().is_none().then(|| position.to_setup())
}

/// The squares of a setup as dominoes, in one of the ways in which they can be laid.
fn laid(setup: &Setup, random: &mut Random) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    for colour in Colour::ALL {
        let squares = setup.cells.squares(Cell::Domino(colour));
        pieces.extend(tiled(squares, random)?.into_iter().map(|domino| (colour, domino)));
    }
    Some(pieces)
}

fn tiled(squares: Squares, random: &mut Random) -> Option<Vec<Domino>> {
    let Some(first) = squares.into_iter().next() else { return Some(Vec::new()) };
    let mut seconds: Vec<Square> = (Squares::of(first).neighbours() & squares).into_iter().collect();
    random.shuffle(&mut seconds);
    seconds.into_iter().find_map(|second| {
        let domino = Domino::new(first, second)?;
        let mut dominoes = tiled(squares.without(domino.squares()), random)?;
        dominoes.push(domino);
        Some(dominoes)
    })
}

#[cfg(test)]
mod tests {
    use botspec_sdk::games::linkage::InputText;

    use super::super::{generate, tests::written};
    use super::*;
    use crate::scenario::Plan;

    fn setup(text: &str) -> Setup {
        InputText::from_bytes(text.as_bytes()).unwrap().into()
    }

    #[test]
    fn every_written_case_is_one_that_a_game_leads_to() {
        let without = written().filter(|(_, input)| game(&setup(input)).is_none());
        let without: Vec<String> = without.map(|(id, input)| format!("{id}\n{input}")).collect();
        assert!(without.is_empty(), "{} without a witness:\n{}", without.len(), without.join("\n"));
    }

    #[test]
    fn every_generated_case_is_one_that_a_game_leads_to() {
        for (id, input, orders) in generate::witnesses(&Plan { cases: 40, ..Plan::default() }) {
            assert!(leads_to(&orders, &setup(&input)), "{id}: {orders:?} does not lead to\n{input}");
        }
    }

    #[test]
    fn what_no_game_leads_to_has_no_witness() {
        // The marks are not those of a last domino, and it is nobody's turn.
        for text in [
            "M6666\n.......\n.......\n.......\n...X...\n.......\n.......\n..xx...\n",
            "F6666\n.......\n.......\n.......\n...X...\n.......\n.......\n.......\n",
            // The second domino touches the first, whichever that was.
            "M4666\nRRRR...\n..xx...\n.......\n...X...\n.......\n.......\n.......\n",
        ] {
            assert_eq!(game(&setup(text)), None, "{text}");
        }
    }
}
