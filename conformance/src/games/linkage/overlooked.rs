//! What a bot overlooks that skips although it can place a domino: what all its skips have in common, and no answer
//! of its own speaks against.

use botspec_sdk::games::linkage::{Colour, Domino, Order, OrderText, Position, Square, Squares};

use crate::slip::Slip;

/// A kind of placement that a bot may not see.
struct Unseen {
    key: &'static str,
    /// How each legal placement is then, and what to ask.
    words: &'static str,
    /// Whether a placement is of the kind; none if that cannot be told.
    includes: fn(&Position, Colour, Domino) -> Option<bool>,
}

const fn unseen(
    key: &'static str,
    words: &'static str,
    includes: fn(&Position, Colour, Domino) -> Option<bool>,
) -> Unseen {
    Unseen { key, words, includes }
}

/// All kinds, the likelier ones first.
static UNSEEN: [Unseen; 19] = [
    unseen(
        "skip: upright",
        "is upright, on two squares of one column: are both directions tried?",
        |_, _, domino| Some(domino.first().column() == domino.second().column()),
    ),
    unseen(
        "skip: flat",
        "lies flat, on two squares of one row: are both directions tried?",
        |_, _, domino| Some(domino.first().row() == domino.second().row()),
    ),
    unseen("skip: red", ONLY_RED, |_, colour, _| Some(colour == Colour::Red)),
    unseen("skip: blue", ONLY_BLUE, |_, colour, _| Some(colour == Colour::Blue)),
    unseen("skip: green", ONLY_GREEN, |_, colour, _| Some(colour == Colour::Green)),
    unseen("skip: yellow", ONLY_YELLOW, |_, colour, _| Some(colour == Colour::Yellow)),
    unseen("skip: row 7", "takes a square of row 7: is the last row looked at?", |_, _, domino| {
        Some(takes(domino, |square| square.row() + 1 == Square::SIDE))
    }),
    unseen("skip: column G", "takes a square of column G: is the last column looked at?", |_, _, domino| {
        Some(takes(domino, |square| square.column() + 1 == Square::SIDE))
    }),
    unseen("skip: row 1", "takes a square of row 1: is the first row looked at?", |_, _, domino| {
        Some(takes(domino, |square| square.row() == 0))
    }),
    unseen("skip: column A", "takes a square of column A: is the first column looked at?", |_, _, domino| {
        Some(takes(domino, |square| square.column() == 0))
    }),
    unseen(
        "skip: edge",
        "takes a square at the edge of the board: is the edge looked at?",
        |_, _, domino| Some(takes(domino, is_at_the_edge)),
    ),
    unseen(
        "skip: diagonal",
        "takes a square diagonal to the opponent's last domino, as far as input.txt tells which one that is: only those beside it are closed, which have a small x",
        |position, _, domino| Some(meet(domino.squares(), corners(position)?)),
    ),
    unseen(
        "skip: beside an x",
        "lies beside a square with a small x: only the squares with an x are closed",
        |position, _, domino| Some(meet(domino.neighbours(), position.marks())),
    ),
    unseen(
        "skip: beside its colour",
        "lies beside a domino of its own colour: only what lies beside the opponent's last domino is closed",
        |position, colour, domino| Some(meet(domino.neighbours(), position.board().colour(colour))),
    ),
    unseen(
        "skip: joins groups",
        "joins two groups or more, so that there are fewer than before: is the initial best score too high for such a placement to beat it?",
        |position, colour, domino| Some(joins(position, colour, domino)),
    ),
    unseen(
        "skip: beside a domino",
        "lies beside a domino: only what lies beside the opponent's last one is closed",
        |position, _, domino| Some(meet(domino.neighbours(), position.board().covered())),
    ),
    unseen(
        "skip: apart from its colour",
        "lies apart from all dominoes of its own colour: it need not touch one",
        |position, colour, domino| Some(!meet(domino.neighbours(), position.board().colour(colour))),
    ),
    unseen(
        "skip: apart",
        "lies apart from all other dominoes: it need not touch one",
        |position, _, domino| Some(!meet(domino.neighbours(), position.board().covered())),
    ),
    unseen(
        "skip: beside the centre",
        "lies beside the centre: the X closes its own square only",
        |_, _, domino| Some(meet(domino.neighbours(), Squares::CENTRE)),
    ),
];

const ONLY_RED: &str = "is of a red domino, the only colour that is left: are all four colours tried?";
const ONLY_BLUE: &str = "is of a blue domino, the only colour that is left: are all four colours tried?";
const ONLY_GREEN: &str = "is of a green domino, the only colour that is left: are all four colours tried?";
const ONLY_YELLOW: &str = "is of a yellow domino, the only colour that is left: are all four colours tried?";

/// That a colour is used up, by [`Colour::index`].
const USED_UP: [&str; 4] =
    ["skip: red used up", "skip: blue used up", "skip: green used up", "skip: yellow used up"];

/// That no more than so many placements are legal, from 1.
const FEW: [&str; 8] = [
    "skip: only 1",
    "skip: up to 2",
    "skip: up to 3",
    "skip: up to 4",
    "skip: up to 5",
    "skip: up to 6",
    "skip: up to 7",
    "skip: up to 8",
];

/// The ways to skip although something is legal, the likelier ones first, as far as this answer tells of them.
/// `previous` is the position of the bot's turn before, where there was one.
pub(super) fn slips(order: OrderText, position: &Position, previous: Option<&Position>) -> Vec<Slip> {
    if position.must_skip() {
        // Whatever it overlooks, it does so rightly.
        return Vec::new();
    }
    let skips = order == OrderText::Skip;
    let slip = |key, fits, hint: String| Slip { key, fits, hint: skips.then_some(hint) };
    // Where such a bot skips, it places nothing.
    let circumstance = |key, holds: bool, hint: String| slip(key, holds == skips, hint);
    // One domino less is the bot's own, or the opponent's if the bot had to skip.
    let opponent_skipped = previous
        .is_some_and(|before| !before.must_skip() && before.left_in_all() == position.left_in_all() + 1);
    let bot_skipped = previous.is_some_and(Position::must_skip);
    let mut slips = vec![
        circumstance(
            "skip: opponent skipped",
            opponent_skipped,
            "the opponent has skipped, which does not end the game: it ends when both skip in a row".to_owned(),
        ),
        circumstance(
            "skip: skipped before",
            bot_skipped,
            "the bot itself had to skip the turn before, and need not go on with that: it ends when both skip in a row"
                .to_owned(),
        ),
    ];
    slips.extend(Colour::ALL.into_iter().map(|colour| {
        let hint = format!("no {colour} domino is left: does the bot skip once a colour is used up?");
        circumstance(USED_UP[colour.index()], position.left(colour) == 0, hint)
    }));
    slips.extend(UNSEEN.iter().filter_map(|kind| {
        let fits = fits(kind, order, position)?;
        Some(slip(kind.key, fits, format!("every legal placement here {}", kind.words)))
    }));
    let count = position.placement_count();
    slips.extend(FEW.into_iter().zip(1_usize..).map(|(key, most)| {
        let hint = if most == 1 {
            "the bot skips where a single placement is legal".to_owned()
        } else {
            format!("the bot skips where no more than {most} placements are legal")
        };
        circumstance(key, count <= most, hint)
    }));
    slips
}

/// Whether a bot that does not see placements of this kind may give this answer; none if that cannot be told.
fn fits(kind: &Unseen, order: OrderText, position: &Position) -> Option<bool> {
    let includes = |order: OrderText| match order {
        OrderText::Place { colour, first, second } => {
            (kind.includes)(position, colour, Domino::new(first, second)?)
        }
        OrderText::Skip => None,
    };
    if order != OrderText::Skip {
        return includes(order).map(|it| !it);
    }
    position
        .placements()
        .map(|order| includes(OrderText::from(order)))
        .try_fold(true, |all, it| Some(all && it?))
}

/// Whether there are fewer groups of its colour once it lies there.
fn joins(position: &Position, colour: Colour, domino: Domino) -> bool {
    let after = position.play_unchecked(Order::Place { colour, domino });
    after.board().groups_of(colour) < position.board().groups_of(colour)
}

fn takes(domino: Domino, is_one: impl Fn(Square) -> bool) -> bool {
    domino.squares().into_iter().any(is_one)
}

fn meet(some: Squares, others: Squares) -> bool {
    some.without(others) != some
}

fn is_at_the_edge(square: Square) -> bool {
    [square.row(), square.column()].iter().any(|&line| line == 0 || line + 1 == Square::SIDE)
}

/// The squares diagonal to each domino that may be the opponent's last; none if nothing tells which that is.
fn corners(position: &Position) -> Option<Squares> {
    let (board, marks) = (position.board(), position.marks());
    let is_last = |domino: &Domino| {
        let [first, second] = [domino.first(), domino.second()].map(|square| board.get(square));
        let unmarked = board.empty().without(marks);
        first.is_some()
            && first == second
            && domino.neighbours().contains_all(marks)
            && !meet(domino.neighbours(), unmarked)
    };
    let diagonal = |domino: Domino| {
        let touches = move |square: &Square| {
            domino
                .squares()
                .into_iter()
                .any(|of| of.row().abs_diff(square.row()) == 1 && of.column().abs_diff(square.column()) == 1)
        };
        let all = Square::all().filter(touches).map(Squares::of).fold(Squares::EMPTY, Squares::union);
        all.without(domino.neighbours())
    };
    let dominoes = Square::all().flat_map(|a| Square::all().filter_map(move |b| Domino::new(a, b)));
    (!marks.is_empty()).then(|| dominoes.filter(is_last).map(diagonal).fold(Squares::EMPTY, Squares::union))
}

#[cfg(test)]
mod tests {
    use botspec_sdk::games::linkage::{InputText, Setup};

    use super::*;
    use crate::slip;

    fn position(board: &str) -> Position {
        Position::from_setup(&Setup::from(InputText::from_bytes(board.as_bytes()).unwrap())).unwrap()
    }

    fn named(order: &str, position: &Position) -> Vec<&'static str> {
        let order = OrderText::from_bytes(order.as_bytes()).unwrap();
        let slips = slips(order, position, None);
        slip::candidates(slips).into_iter().map(|candidate| candidate.slip).collect()
    }

    #[test]
    fn a_skip_names_what_all_legal_placements_have_in_common() {
        let position = position("M6666\n.......\n.......\n.......\n...X...\n.......\n.......\n.......\n");
        assert_eq!(named("Skip", &position), ["skip: apart from its colour", "skip: apart"]);
    }

    #[test]
    fn a_placement_speaks_against_what_would_have_overlooked_it() {
        let position = position("M6666\n.......\n.......\n.......\n...X...\n.......\n.......\n.......\n");
        let against = |order: &str| {
            slip::ruled_out(&slips(OrderText::from_bytes(order.as_bytes()).unwrap(), &position, None))
        };
        let found = against("RG6G7");
        for key in
            ["skip: upright", "skip: red", "skip: row 7", "skip: column G", "skip: edge", "skip: apart"]
        {
            assert!(found.contains(&key), "{key}: {found:?}");
        }
        for key in
            ["skip: flat", "skip: blue", "skip: row 1", "skip: column A", "skip: only 1", "skip: diagonal"]
        {
            assert!(!found.contains(&key), "{key}: {found:?}");
        }
    }

    #[test]
    fn the_corners_of_the_last_domino_follow_from_its_marks() {
        let opening = Position::opening();
        let first = opening.placements().find(|order| order.to_string() == "RB2B3").unwrap();
        let corners = corners(&opening.play_unchecked(first)).unwrap();
        let names: Vec<String> = corners.into_iter().map(|square| square.to_string()).collect();
        assert_eq!(names, ["A1", "A4", "C1", "C4"]);
    }
}
