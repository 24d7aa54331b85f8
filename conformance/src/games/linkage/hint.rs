//! What an illegal order was probably meant to be.

use botspec_sdk::games::linkage::{Colour, Order, OrderText, Position, Reason, Square};

use super::order::{self, rule_of};
use super::overlooked;
use super::session::Seen;
use super::skip::FORCED;
use crate::contest::CaseOutcome;
use crate::record::HintCandidate;
use crate::run_context::Observations;
use crate::slip::{self, Slip};

/// Adds to each illegality the slips that would explain it and those that it speaks against, and notes which of them
/// a legal order speaks against.
/// `previous` is the position of the bot's turn before, where there was one.
#[must_use]
pub(super) fn add(
    seen: Seen,
    position: &Position,
    previous: Option<&Position>,
    observations: &Observations,
) -> CaseOutcome {
    let mut outcome = seen.outcome;
    let Some(order) = seen.answer else { return outcome };
    let ruled_out = slip::ruled_out(&slips(order, position, previous));
    let candidates = candidates(order, position, previous);
    let faults: Vec<&str> = position.faults(order).iter().map(|reason| rule_of(reason).id).collect();
    for violation in &mut outcome.violations {
        if faults.contains(&violation.rule.as_str()) || violation.rule == FORCED.id {
            *violation =
                violation.clone().with_candidates(candidates.clone()).speaking_against(ruled_out.clone());
        }
    }
    // Whatever else is wrong with the run, its order is right.
    if order::judge(position, order).is_empty() {
        ruled_out.into_iter().for_each(|slip| observations.rule_out(slip));
    }
    outcome
}

/// A way to misread squares: a key, words, and the square that was meant.
type Misread = (&'static str, &'static str, fn(Square) -> Option<Square>);

/// Those that are told from each other.
const SQUARES: [Misread; 5] = [
    ("order: transposed", "with row and column exchanged", |s| Square::at(s.row(), s.column())),
    ("order: upside down", "with rows counted from the bottom", |s| {
        Square::at(s.column(), 6_u8.checked_sub(s.row())?)
    }),
    ("order: from the right", "with columns counted from the right", |s| {
        Square::at(6_u8.checked_sub(s.column())?, s.row())
    }),
    ("order: rows from 0", "one row further down (are rows counted from 0?)", |s| {
        Square::at(s.column(), s.row() + 1)
    }),
    ("order: columns from 0", "one column further right (are columns counted from 0?)", |s| {
        Square::at(s.column() + 1, s.row())
    }),
];

/// Orders in which the four digits may be read instead of R B G Y, the likelier ones first.
const DIGITS: [(&str, &str); 6] = [
    ("digits: RGBY", "RGBY"),
    ("digits: BGRY", "BGRY"),
    ("digits: YGBR", "YGBR"),
    ("digits: RYGB", "RYGB"),
    ("digits: RBYG", "RBYG"),
    ("digits: BRGY", "BRGY"),
];

/// What is true in any case.
const PLAIN: &str = "linkage: plain";

/// How many of a colour would be left if the digits stood for the colours in this order.
fn left_if(position: &Position, order: &str, colour: Colour) -> u8 {
    let digits = Colour::ALL.map(|colour| position.left(colour));
    let place = order.chars().position(|letter| letter == colour.letter());
    place.and_then(|place| digits.get(place).copied()).unwrap_or_default()
}

/// The slips that may lead to an order: first those about digits, which explain a colour that is used up, then those
/// about squares; and those that lead to a skip.
fn slips(order: OrderText, position: &Position, previous: Option<&Position>) -> Vec<Slip> {
    let skips = overlooked::slips(order, position, previous);
    let OrderText::Place { colour, first, second } = order else { return skips };
    let exhausted = |reason: &Reason| matches!(reason, Reason::ColourExhausted { .. });
    let only_exhausted = !position.must_skip() && position.faults(order).iter().all(exhausted);
    let digits = DIGITS.into_iter().map(|(key, letters)| Slip {
        key,
        fits: left_if(position, letters, colour) > 0,
        hint: only_exhausted.then(|| {
            format!(
                "it would be legal if the digits {} in the first line stood for {}: they are those left of R B G Y",
                digits(position),
                spaced(letters)
            )
        }),
    });
    // Where most placements are legal, so is what any slip makes of this one: that would say nothing.
    let roomy = is_roomy(position);
    let squares = SQUARES.into_iter().map(|(key, words, square)| {
        let meant = square(first).zip(square(second));
        let meant = meant.map(|(first, second)| OrderText::Place { colour, first, second });
        let meant = meant.filter(|meant| legal(position, *meant));
        Slip {
            key,
            fits: meant.is_some(),
            hint: meant.filter(|_| !roomy).map(|meant| format!("{meant}, the same {words}, would be legal")),
        }
    });
    digits.chain(squares).chain(skips).collect()
}

/// The slips that make the order legal, the likeliest first. What explains it by itself takes the place of those
/// about squares.
fn candidates(order: OrderText, position: &Position, previous: Option<&Position>) -> Vec<HintCandidate> {
    let mut found = slip::candidates(slips(order, position, previous));
    let guesses = guesses(order, position, previous);
    if !guesses.is_empty() {
        found.retain(|candidate| SQUARES.iter().all(|square| square.0 != candidate.slip));
        found.extend(guesses.into_iter().map(|hint| HintCandidate { slip: PLAIN, hint }));
    }
    found
}

/// The four digits as they stand in the first line.
fn digits(position: &Position) -> String {
    Colour::ALL.map(|colour| position.left(colour).to_string()).join("")
}

fn spaced(letters: &str) -> String {
    letters.chars().map(String::from).collect::<Vec<_>>().join(" ")
}

/// What explains the order by itself, each in its own way.
fn guesses(order: OrderText, position: &Position, previous: Option<&Position>) -> Vec<String> {
    let OrderText::Place { first, second, .. } = order else { return Vec::new() };
    let faults = position.faults(order);
    if faults.is_empty() {
        return Vec::new();
    }
    if position.must_skip() {
        let reasons: Vec<String> = faults.iter().map(ToString::to_string).collect();
        return vec![format!("{}; the same goes for all other placements", reasons.join(", and "))];
    }
    if runs_on(first, second) || runs_on(second, first) {
        return vec![
            "one square ends its row and the other begins the next one: the board does not go on there"
                .to_owned(),
        ];
    }
    if faults.iter().all(|reason| matches!(reason, Reason::ColourExhausted { .. })) {
        return vec![format!(
            "the digits {} in the first line are the dominoes left in the order R B G Y: is a colour with 0 left out?",
            digits(position)
        )];
    }
    let of_before = previous.and_then(|previous| of_the_turn_before(order, &faults, previous));
    let marked_only = faults.iter().all(|reason| matches!(reason, Reason::Marked { .. }));
    let marks = "small x marks squares next to the opponent's last domino: closed for this turn";
    of_before.into_iter().chain(marked_only.then_some(marks)).map(str::to_owned).collect()
}

/// What a bot has missed that would have been right in its turn before, or nearly so.
fn of_the_turn_before(order: OrderText, faults: &[Reason], previous: &Position) -> Option<&'static str> {
    if legal(previous, order) {
        return Some("it was legal in the turn before: is the bot still looking at the old board?");
    }
    let OrderText::Place { first, second, .. } = order else { return None };
    let unmarked =
        faults.iter().all(|reason| matches!(reason, Reason::Marked { .. } | Reason::Occupied { .. }));
    let covered = previous.board().covered();
    (unmarked && !covered.contains(first) && !covered.contains(second))
        .then_some("it was free before the opponent's last domino: is that move taken into account?")
}

/// Whether the second square begins the row behind that of the first, which it ends.
fn runs_on(first: Square, second: Square) -> bool {
    first.column() + 1 == Square::SIDE && second.column() == 0 && second.row() == first.row() + 1
}

/// Whether at least two in five of all pairs of neighbours are legal.
fn is_roomy(position: &Position) -> bool {
    let colours = Colour::ALL.into_iter().filter(|&it| position.left(it) > 0);
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
    if order::judge(position, order).is_empty() {
        return None;
    }
    let mut found = candidates(order, position, None).into_iter();
    let told = if order == OrderText::Skip { found.next() } else { found.next_back() };
    told.map(|candidate| candidate.hint)
}

#[cfg(test)]
mod tests {
    use botspec_sdk::games::linkage::{InputText, Setup};

    use super::*;

    const BOARD: &str = "M6055\n.xx....\nxBBxB..\n.Bx.B..\n.B.X...\n..B....\n.BBYYBG\n.B...BG\n";

    fn position(board: &str) -> Position {
        Position::from_setup(&Setup::from(InputText::from_bytes(board.as_bytes()).unwrap())).unwrap()
    }

    #[test]
    fn a_square_that_is_marked_only_now_may_come_of_either_slip() {
        let (now, before) = (position(BOARD), position(&BOARD.replace('x', ".")));
        let hints = |order: &str, before: Option<&Position>| {
            let order = OrderText::from_bytes(order.as_bytes()).unwrap();
            guesses(order, &now, before).join("; ")
        };
        let both = hints("RA1B1", Some(&before));
        assert!(both.contains("the old board") && both.contains("small x"), "{both}");
        let marks = hints("RA1B1", None);
        assert!(marks.starts_with("small x"), "{marks}");
        assert_eq!(hints("RA4A5", None), "", "a legal order needs no explanation");
    }

    #[test]
    fn digits_in_another_order_are_told_from_a_colour_that_is_not_looked_up() {
        let position = position(BOARD);
        let order = OrderText::from_bytes(b"BA3A4").unwrap();
        let found = candidates(order, &position, None);
        let named: Vec<&str> = found.iter().map(|candidate| candidate.slip).collect();
        assert_eq!(named.first(), Some(&"digits: RGBY"));
        assert_eq!(named.last(), Some(&PLAIN));
        assert!(found[0].hint.contains("6055") && found[0].hint.contains("R G B Y"), "{found:?}");
        let against = slip::ruled_out(&slips(OrderText::from_bytes(b"GA3A4").unwrap(), &position, None));
        assert!(against.contains(&"digits: RGBY") && !against.contains(&"digits: RBYG"), "{against:?}");
    }
}
