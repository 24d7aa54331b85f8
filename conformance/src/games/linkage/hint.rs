//! What an illegal order was probably meant to be.

use botspec_sdk::games::linkage::{Order, OrderText, Position, Reason, Square};

use super::order::{self, rule_of};
use super::skip::FORCED;
use super::table::Seen;
use crate::contest::Performance;

/// Adds a hint to each illegality that has none. `previous` is the position of the bot's turn before, where
/// there was one.
#[must_use]
pub(super) fn add(seen: Seen, position: &Position, previous: Option<&Position>) -> Performance {
    let mut performance = seen.performance;
    let Some(order) = seen.order else { return performance };
    let guess = guess(order, position, previous);
    let faults: Vec<&str> = position.faults(order).iter().map(|reason| rule_of(reason).id).collect();
    for violation in &mut performance.violations {
        let about = faults.contains(&violation.rule.as_str()) || violation.rule == FORCED.id;
        if violation.hint.is_none() && about {
            violation.hint = guess.clone();
        }
    }
    performance
}

/// A way to misread the board, in words and as the square that was meant.
type Slip = (&'static str, fn(Square) -> Option<Square>);

/// The likeliest slip that makes the order legal.
fn guess(order: OrderText, position: &Position, previous: Option<&Position>) -> Option<String> {
    let OrderText::Place { colour, first, second } = order else {
        return overlooked(position);
    };
    let faults = position.faults(order);
    if position.must_skip() {
        let reasons: Vec<String> = faults.iter().map(ToString::to_string).collect();
        return (!reasons.is_empty())
            .then(|| format!("{}; the same goes for all other placements", reasons.join(", and ")));
    }
    if runs_on(first, second) || runs_on(second, first) {
        return Some(
            "one square ends its row and the other begins the next one: the board does not go on there"
                .to_owned(),
        );
    }
    if faults.iter().all(|reason| matches!(reason, Reason::ColourExhausted { .. })) {
        let left =
            botspec_sdk::games::linkage::Colour::ALL.map(|colour| position.left(colour).to_string()).join("");
        return Some(format!(
            "the digits {left} in the first line are the dominoes left in the order R B G Y"
        ));
    }
    if let Some(previous) = previous {
        if legal(previous, order) {
            return Some(
                "it was legal in the turn before: is the bot still looking at the old board?".to_owned(),
            );
        }
        let unmarked =
            faults.iter().all(|reason| matches!(reason, Reason::Marked { .. } | Reason::Occupied { .. }));
        let own_move_only = previous.board().covered();
        let fresh = |square: Square| !own_move_only.contains(square);
        if unmarked && fresh(first) && fresh(second) {
            return Some(
                "it was free before the opponent's last domino: is that move taken into account?".to_owned(),
            );
        }
    }
    let slips: [Slip; 5] = [
        ("with row and column exchanged", |s| Square::at(s.row(), s.column())),
        ("with rows counted from the bottom", |s| Square::at(s.column(), 6 - s.row())),
        ("with columns counted from the right", |s| Square::at(6 - s.column(), s.row())),
        ("one row further down (are rows counted from 0?)", |s| Square::at(s.column(), s.row() + 1)),
        ("one column further right (are columns counted from 0?)", |s| Square::at(s.column() + 1, s.row())),
    ];
    let marked_only = faults.iter().all(|reason| matches!(reason, Reason::Marked { .. }));
    if marked_only {
        return Some(
            "small x marks squares next to the opponent's last domino: closed for this turn".to_owned(),
        );
    }
    // Where most placements are legal, so is what any slip makes of this one: that would say nothing.
    if is_roomy(position) {
        return None;
    }
    slips.into_iter().find_map(|(slip, map)| {
        let moved = OrderText::Place { colour, first: map(first)?, second: map(second)? };
        (moved != order && legal(position, moved))
            .then(|| format!("{moved}, the same {slip}, would be legal"))
    })
}

/// What the legal placements have in common that a bot may overlook.
fn overlooked(position: &Position) -> Option<String> {
    let placements: Vec<OrderText> = position.placements().map(OrderText::from).collect();
    let all = |test: fn(Square, Square) -> bool| {
        placements.iter().all(|order| match *order {
            OrderText::Place { first, second, .. } => test(first, second),
            OrderText::Skip => false,
        })
    };
    let mut colours =
        botspec_sdk::games::linkage::Colour::ALL.into_iter().filter(|&it| position.left(it) > 0);
    if let (Some(only), None) = (colours.next(), colours.next()) {
        Some(format!("{only} is the only colour that is left: are all four colours tried?"))
    } else if all(|first, second| first.column() == second.column()) {
        Some(
            "every legal placement here is upright, on two squares of one column: are both directions tried?"
                .to_owned(),
        )
    } else if all(|first, second| first.row() == second.row()) {
        Some(
            "every legal placement here lies flat, on two squares of one row: are both directions tried?"
                .to_owned(),
        )
    } else {
        position
            .marks()
            .is_empty()
            .then(|| "look at every colour that is left and at both directions".to_owned())
    }
}

/// Whether the second square begins the row behind that of the first, which it ends.
fn runs_on(first: Square, second: Square) -> bool {
    first.column() + 1 == Square::SIDE && second.column() == 0 && second.row() == first.row() + 1
}

/// Whether at least two in five of all pairs of neighbours are legal.
fn is_roomy(position: &Position) -> bool {
    let colours = botspec_sdk::games::linkage::Colour::ALL.into_iter().filter(|&it| position.left(it) > 0);
    let pairs = position.placement_count() / colours.count().max(1);
    let side = usize::from(Square::SIDE);
    pairs * 5 >= side * (side - 1) * 2 * 2
}

fn legal(position: &Position, order: OrderText) -> bool {
    Order::try_from(order).is_ok_and(|order| position.is_legal(order))
}

/// The hint for an answer that was not given in a run, as `inspect` has it.
#[must_use]
pub(super) fn for_answer(order: OrderText, position: &Position) -> Option<String> {
    if order::judge(position, order).is_empty() { None } else { guess(order, position, None) }
}
