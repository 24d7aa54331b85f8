//! Linkage against test vectors of an independent implementation, a naive one in here, and
//! malformed texts.
#![expect(clippy::unwrap_used, reason = "helpers of tests: a panic is the failure")]

use std::collections::BTreeMap;
use std::sync::LazyLock;

use botspec_sdk::Position as _;
use botspec_sdk::games::linkage::{
    Cell, Cells, Colour, Domino, End, InputText, Order, OrderText, Position, Problem, Reason, Setup, Side,
    Square, Squares,
};
use botspec_sdk::perft::perft;
use botspec_sdk::text::ParseError;
use proptest::prelude::*;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vectors {
    perft: BTreeMap<u32, u64>,
    perft_after: Vec<PerftAfter>,
    positions: Vec<Listed>,
    games: Vec<Played>,
    bad_inputs: Vec<BadInput>,
    inconsistent_inputs: Vec<InconsistentInput>,
    bad_orders: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PerftAfter {
    orders: Vec<String>,
    perft: BTreeMap<u32, u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    input: String,
    legal: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Played {
    orders: Vec<String>,
    groups: u32,
    winner: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BadInput {
    text: String,
    line: u32,
    column: u32,
    why: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InconsistentInput {
    text: String,
    why: String,
}

static VECTORS: LazyLock<Vectors> =
    LazyLock::new(|| serde_json::from_str(include_str!("vectors/linkage.json")).unwrap());

fn parse(text: &str) -> Result<Setup, ParseError> {
    InputText::from_bytes(text.as_bytes()).map(Setup::from)
}

fn position(text: &str) -> Position {
    Position::from_setup(&parse(text).unwrap()).unwrap()
}

fn order(text: &str) -> Order {
    Order::try_from(OrderText::from_bytes(text.as_bytes()).unwrap()).unwrap()
}

fn after<'a>(orders: impl IntoIterator<Item = &'a String>) -> Position {
    orders.into_iter().fold(Position::opening(), |position, text| position.play(order(text)).unwrap())
}

#[test]
fn perft_of_the_opening_is_known() {
    assert!(!VECTORS.perft.is_empty());
    for (&depth, &count) in &VECTORS.perft {
        assert_eq!(perft(&Position::opening(), depth), count, "depth {depth}");
    }
}

#[test]
fn perft_after_some_orders_is_known() {
    assert!(!VECTORS.perft_after.is_empty());
    for PerftAfter { orders, perft: counts } in &VECTORS.perft_after {
        let position = after(orders);
        for (&depth, &count) in counts {
            assert_eq!(perft(&position, depth), count, "depth {depth} after {orders:?}");
        }
    }
}

#[test]
fn legal_placements_are_known() {
    assert!(!VECTORS.positions.is_empty());
    for Listed { input, legal } in &VECTORS.positions {
        let position = position(input);
        let listed: Vec<String> = position.placements().map(|order| order.to_string()).collect();
        assert_eq!(&listed, legal, "{input}");
        assert_eq!(position.placement_count(), legal.len(), "{input}");
        assert_eq!(position.must_skip(), legal.is_empty() && position.outcome().is_none(), "{input}");
        assert_eq!(InputText::from(position.to_setup()).to_string(), *input);
    }
}

#[test]
fn games_end_as_known() {
    assert!(!VECTORS.games.is_empty());
    for Played { orders, groups, winner } in &VECTORS.games {
        let before = after(&orders[..orders.len() - 1]);
        assert_eq!(before.outcome(), None, "{orders:?}");
        let outcome = after(orders).outcome().unwrap();
        assert_eq!((outcome.groups, outcome.winner.to_string()), (*groups, winner.clone()), "{orders:?}");
        let skipped = orders.last().unwrap() == "Skip";
        assert_eq!(outcome.end, if skipped { End::Skips } else { End::Placed });
        assert_eq!(after(orders).legal_moves(), []);
    }
}

#[test]
fn bad_inputs_are_rejected_at_the_right_place() {
    assert!(!VECTORS.bad_inputs.is_empty());
    for BadInput { text, line, column, why } in &VECTORS.bad_inputs {
        let error = parse(text).expect_err(why);
        assert_eq!((error.place.line, error.place.column), (*line, *column), "{why}: {error}");
    }
}

#[test]
fn inconsistent_inputs_parse_but_are_no_positions() {
    assert!(!VECTORS.inconsistent_inputs.is_empty());
    for InconsistentInput { text, why } in &VECTORS.inconsistent_inputs {
        assert!(Position::from_setup(&parse(text).unwrap()).is_err(), "{why}");
    }
}

#[test]
fn bad_orders_are_rejected() {
    assert!(!VECTORS.bad_orders.is_empty());
    for text in &VECTORS.bad_orders {
        assert!(OrderText::from_bytes(text.as_bytes()).is_err(), "{text:?}");
    }
}

#[test]
fn malformed_inputs_have_exact_errors() {
    const BOARD: &str = "\n.......\n.......\n.......\n...X...\n.......\n.......\n.......\n";
    let with = |first: &str| format!("{first}{BOARD}").into_bytes();
    let table: &[(Vec<u8>, &str)] = &[
        (vec![], "line 1, column 1 (side): expected M or F, found the end of the text"),
        (with("m6666"), "line 1, column 1 (side): expected M or F, found 'm'"),
        (with("\u{feff}M6666"), "line 1, column 1 (side): expected M or F, found '\\u{feff}'"),
        (with("\u{e9}M6666"), "line 1, column 1 (side): expected M or F, found 'é'"),
        (
            vec![0xff, 0xfe, b'M'],
            "line 1, column 1 (side): expected M or F, found the byte 0xff, which is not text",
        ),
        (with("M+666"), "line 1, column 2 (red dominoes left): expected a digit, found '+'"),
        (with("M6,666"), "line 1, column 3 (blue dominoes left): expected a digit, found ','"),
        (with("M66x6"), "line 1, column 4 (green dominoes left): expected a digit, found 'x'"),
        (
            with("M666"),
            "line 1, column 5 (yellow dominoes left): expected a digit, found the end of the line",
        ),
        (with("M66666"), "line 1, column 6 (first line): expected the end of the line, found '6'"),
        (
            b"M6666".to_vec(),
            "line 1, column 6 (first line): expected the end of the line, found the end of the text",
        ),
        (
            b"M6666\n".to_vec(),
            "line 2, column 1 (board row 1): expected one of R B G Y X x ., found the end of the text",
        ),
        (
            b"M6666\n.......\n..r".to_vec(),
            "line 3, column 3 (board row 2): expected one of R B G Y X x ., found 'r'",
        ),
        (
            b"M6666\n......\n".to_vec(),
            "line 2, column 7 (board row 1): expected one of R B G Y X x ., found the end of the line",
        ),
        (
            b"M6666\n........\n".to_vec(),
            "line 2, column 8 (board row 1): expected the end of the line, found '.'",
        ),
        (
            b"M6666\r.......\n".to_vec(),
            "line 1, column 6 (first line): expected the end of the line, found '\\r'",
        ),
        (
            with("M6666\n"),
            "line 2, column 1 (board row 1): expected one of R B G Y X x ., found the end of the line",
        ),
        (
            format!("M6666{BOARD}\n").into_bytes(),
            "line 9, column 1 (end of the board): expected the end of the text, found the end of the line",
        ),
        (
            format!("M6666{}\r", BOARD.trim_end()).into_bytes(),
            "line 8, column 8 (board row 7): expected the end of the line, found '\\r'",
        ),
    ];
    for (text, expected) in table {
        let error = InputText::from_bytes(text).expect_err(expected);
        assert_eq!(&error.to_string(), expected);
    }
}

#[test]
fn malformed_orders_have_exact_errors() {
    let table: &[(&[u8], &str)] = &[
        (
            b"",
            "line 1, column 1 (colour): expected one of R B G Y, or the word Skip, found the end of the text",
        ),
        (
            b"\n",
            "line 1, column 1 (colour): expected one of R B G Y, or the word Skip, found the end of the line",
        ),
        (b"skip", "line 1, column 1 (colour): expected one of R B G Y, or the word Skip, found 's'"),
        (b" RA1B1", "line 1, column 1 (colour): expected one of R B G Y, or the word Skip, found ' '"),
        (b"SKIP", "line 1, column 2 (order): expected the word Skip, found 'K'"),
        (b"Ski", "line 1, column 4 (order): expected the word Skip, found the end of the text"),
        (
            b"Skipped",
            "line 1, column 5 (end of the order): expected a line end or the end of the text, found 'p'",
        ),
        (
            b"Skip\r",
            "line 1, column 5 (end of the order): expected a line end or the end of the text, found '\\r'",
        ),
        (b"R", "line 1, column 2 (column of the first square): expected A to G, found the end of the text"),
        (b"R1A1B", "line 1, column 2 (column of the first square): expected A to G, found '1'"),
        (b"RH1G1", "line 1, column 2 (column of the first square): expected A to G, found 'H'"),
        (b"RA0A1", "line 1, column 3 (row of the first square): expected 1 to 7, found '0'"),
        (b"RA1 B1", "line 1, column 4 (column of the second square): expected A to G, found ' '"),
        (b"RA7A8", "line 1, column 5 (row of the second square): expected 1 to 7, found '8'"),
        (b"RA1B", "line 1, column 5 (row of the second square): expected 1 to 7, found the end of the text"),
        (b"RA1B\xd9\xa1", "line 1, column 5 (row of the second square): expected 1 to 7, found '\u{661}'"),
        (
            b"RA1B1 ",
            "line 1, column 6 (end of the order): expected a line end or the end of the text, found ' '",
        ),
        (
            b"RA1B1\n\n",
            "line 2, column 1 (end of the order): expected the end of the text, found the end of the line",
        ),
        (b"RA1B1\r\nR", "line 2, column 1 (end of the order): expected the end of the text, found 'R'"),
    ];
    for (text, expected) in table {
        let error = OrderText::from_bytes(text).expect_err(expected);
        assert_eq!(&error.to_string(), expected);
    }
}

#[test]
fn every_problem_is_listed_at_once() {
    let text = "M7616\nRR....X\n..B....\nGGG.YY.\n.G.R..x\n.......\n.......\n.......\n";
    let error = Position::from_setup(&parse(text).unwrap()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "inconsistent position: D4 must hold X, but holds R; X belongs on D4 only, but stands on G1; \
         7 red dominoes left, but there are only 6; red covers an odd number of squares (3); \
         blue covers an odd number of squares (1); \
         2 green dominoes placed and 1 left do not make 6; \
         dominoes cannot cover the squares of green (A3 B3 B4 C3); \
         1 yellow dominoes placed and 6 left do not make 6; \
         the x squares (G4) are not the empty neighbours of one domino"
    );
    assert_eq!(error.problems.len(), 9);
}

#[test]
fn marks_must_be_the_empty_neighbours_of_a_domino_that_could_lie_there() {
    let problems = |text: &str| {
        Position::from_setup(&parse(text).unwrap()).map_or_else(|error| error.problems, |_| vec![])
    };
    // One of the two neighbours of A1B1 is missing.
    let text = "F5666\nRRx....\nx......\n.......\n...X...\n.......\n.......\n.......\n";
    assert!(matches!(problems(text)[..], [Problem::Marks { .. }]));
    // B1C1 are adjacent, but if a domino lay there A1 and D1 could not be covered.
    let text = "M4666\nRRRR...\n.xx....\n.......\n...X...\n.......\n.......\n.......\n";
    assert!(matches!(problems(text)[..], [Problem::Marks { .. }]));
    // A1B1 could well lie there.
    let text = "M4666\nRRRR...\nxx.....\n.......\n...X...\n.......\n.......\n.......\n";
    assert_eq!(problems(text), []);
    // The centre is never marked.
    let text = "F5666\n.......\n.......\n..xx...\n.xRXx..\n.xRx...\n..x....\n.......\n";
    assert!(matches!(problems(text)[..], [Problem::Marks { .. }]));
    let text = "F5666\n.......\n.......\n..x....\n.xRX...\n.xRx...\n..x....\n.......\n";
    assert_eq!(problems(text), []);
}

#[test]
fn sides_take_turns_until_somebody_has_to_skip() {
    let problems = |text: &str| {
        Position::from_setup(&parse(text).unwrap()).map_or_else(|error| error.to_string(), |_| String::new())
    };
    let early = "M5666\nRRx....\nxx.....\n.......\n...X...\n.......\n.......\n.......\n";
    assert_eq!(
        problems(early),
        "inconsistent position: with 1 dominoes on the board it is the turn of fewer, not of more: \
         nobody can have had to skip yet"
    );
    assert!(problems(&early.replace("M5", "F5")).is_empty());
    assert!(!problems("F6666\n.......\n.......\n.......\n...X...\n.......\n.......\n.......\n").is_empty());
    // All that is open lies beside F1G1: its owner may have gone on after a skip.
    let late = "M0003\nYYRRYGG\nRRRRYGG\n.GGGGRR\nBB.XRB.\nBBB.RBG\nB.BBRYG\nBGGBRYx\n";
    assert!(problems(late).is_empty());
    assert!(problems(&late.replace('M', "F")).is_empty());
}

#[test]
fn an_order_is_told_all_its_faults() {
    let position = position("M0666\nRRRRRR.\nRRRRRR.\n.......\n...X...\n.......\n.......\n.......\n");
    let faults = |text: &str| {
        let order = OrderText::from_bytes(text.as_bytes()).unwrap();
        position.faults(order).iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(
        faults("RA1D4"),
        [
            "no red domino is left",
            "A1 and D4 are not orthogonal neighbours",
            "A1 holds a red domino",
            "D4 is the blocked centre"
        ]
    );
    assert_eq!(faults("BA1A1"), ["A1 is named twice: a domino covers two squares", "A1 holds a red domino"]);
    assert_eq!(faults("Skip"), ["a placement is legal, for example BA3A4"]);
    assert_eq!(faults("BA4A3"), [""; 0]);
    assert_eq!(faults("BG1G2"), [""; 0]);
}

#[test]
fn a_skip_leaves_the_skippers_last_domino_in_force() {
    // Decision L1: Fewer skips; More must still keep clear of the domino Fewer placed before.
    let game = VECTORS.games.iter().find(|game| {
        let skip = game.orders.iter().position(|order| order == "Skip");
        skip.is_some_and(|at| game.orders.get(at + 1).is_some_and(|order| order != "Skip"))
    });
    let orders = &game.unwrap().orders;
    let skip = orders.iter().position(|order| order == "Skip").unwrap();
    let Order::Place { domino, .. } = order(&orders[skip - 2]) else {
        unreachable!("two skips would end it")
    };
    let position = after(&orders[..=skip]);
    assert_eq!(position.marks(), domino.neighbours() & position.board().empty());
}

#[test]
fn a_refused_order_returns_the_untouched_position() {
    let position = Position::opening();
    let refused = position.play(Order::Skip).unwrap_err();
    assert_eq!(refused.position, position);
    assert_eq!(refused.mv, Order::Skip);
    assert_eq!(refused.reason, Reason::SkipNotForced { legal: order("BA1A2") });
    let over = after(&VECTORS.games[0].orders);
    assert_eq!(over.play(order("RA1A2")).unwrap_err().reason, Reason::GameOver);
}

/// The same rules once more, on sets of squares and with no bit in sight.
mod naive {
    use super::*;

    pub(super) fn adjacent(a: Square, b: Square) -> bool {
        a.column().abs_diff(b.column()) + a.row().abs_diff(b.row()) == 1
    }

    pub(super) fn marks(last: Option<Domino>, placed: &[(Colour, Domino)]) -> Squares {
        let covered = |s: Square| placed.iter().any(|(_, d)| d.first() == s || d.second() == s);
        let touches = |s: Square| last.is_some_and(|d| adjacent(s, d.first()) || adjacent(s, d.second()));
        Square::all().filter(|&s| s.to_string() != "D4" && !covered(s) && touches(s)).collect()
    }

    pub(super) fn groups(placed: &[(Colour, Domino)]) -> u32 {
        let touch = |a: &Domino, b: &Domino| {
            [a.first(), a.second()].iter().any(|&x| adjacent(x, b.first()) || adjacent(x, b.second()))
        };
        let mut group: Vec<usize> = (0..placed.len()).collect();
        for (i, (colour, domino)) in placed.iter().enumerate() {
            for (j, (other_colour, other)) in placed.iter().enumerate() {
                if colour == other_colour && touch(domino, other) {
                    let (from, to) = (group[i], group[j]);
                    group.iter_mut().filter(|g| **g == from).for_each(|g| *g = to);
                }
            }
        }
        group.sort_unstable();
        group.dedup();
        u32::try_from(group.len()).unwrap()
    }
}

/// The position after up to 26 turns, each drawn from what is legal, and the turns.
fn played(draws: &[u16]) -> (Position, Vec<Order>) {
    let mut position = Position::opening();
    let mut orders = Vec::new();
    for &draw in draws {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let order = legal[usize::from(draw) % legal.len()];
        position = position.play(order).unwrap();
        orders.push(order);
    }
    (position, orders)
}

fn any_square() -> impl Strategy<Value = Square> {
    (0..Square::COUNT).prop_map(|index| Square::from_index(index).unwrap())
}

fn any_order() -> impl Strategy<Value = OrderText> {
    let place = (0..4_usize, any_square(), any_square())
        .prop_map(|(colour, first, second)| OrderText::Place { colour: Colour::ALL[colour], first, second });
    prop_oneof![20 => place, 1 => Just(OrderText::Skip)]
}

fn any_input() -> impl Strategy<Value = InputText> {
    let cell =
        prop::sample::select(b"RBGYXx.".as_slice()).prop_map(|letter| Cell::from_letter(letter).unwrap());
    (any::<bool>(), prop::array::uniform4(0..=9_u8), prop::collection::vec(cell, Square::COUNT)).prop_map(
        |(more, left, cells)| InputText {
            side: if more { Side::More } else { Side::Fewer },
            left,
            cells: Cells::from_fn(|square| cells[square.index()]),
        },
    )
}

fn turns() -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 0..=30)
}

proptest! {
    #[test]
    fn written_inputs_are_read_back(input in any_input(), crlf: bool, last_end: bool) {
        let mut text = input.to_string();
        if !last_end {
            text.truncate(text.len() - 1);
        }
        if crlf {
            text = text.replace('\n', "\r\n");
        }
        prop_assert_eq!(InputText::from_bytes(text.as_bytes()), Ok(input));
    }

    #[test]
    fn written_orders_are_read_back(order in any_order(), end in prop::sample::select(vec!["", "\n", "\r\n"])) {
        let text = format!("{order}{end}");
        prop_assert_eq!(OrderText::from_bytes(text.as_bytes()), Ok(order));
    }

    #[test]
    fn no_bytes_make_a_parser_panic(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        let _ = InputText::from_bytes(&bytes);
        let _ = OrderText::from_bytes(&bytes);
    }

    #[test]
    fn one_changed_byte_is_read_as_written_or_rejected(input in any_input(), at in 0..62_usize, byte: u8) {
        let mut text = input.to_string().into_bytes();
        text[at] = byte;
        if let Ok(read) = InputText::from_bytes(&text) {
            prop_assert_eq!(read.to_string().into_bytes(), text);
        }
    }

    #[test]
    fn any_setup_is_judged_without_a_panic(input in any_input()) {
        let _ = Position::from_setup(&input.into());
    }

    #[test]
    fn reachable_positions_are_consistent_and_survive_the_file(draws in turns()) {
        let (position, _) = played(&draws);
        let text = InputText::from(position.to_setup()).to_string();
        let read = Position::from_setup(&parse(&text).unwrap());
        prop_assert!(read.is_ok(), "{}{:?}", text, read);
        let read = read.unwrap();
        prop_assert_eq!(read.to_setup(), position.to_setup());
        if position.outcome().is_none() {
            prop_assert_eq!(read.legal_moves(), position.legal_moves());
        }
    }

    #[test]
    fn the_listed_orders_are_the_accepted_ones(draws in turns()) {
        let (position, _) = played(&draws);
        let legal = position.legal_moves();
        let mut accepted = Vec::new();
        for (first, second) in Square::all().flat_map(|a| Square::all().map(move |b| (a, b))) {
            for colour in Colour::ALL {
                let text = OrderText::Place { colour, first, second };
                let faults = position.faults(text);
                match Order::try_from(text) {
                    Ok(order) => {
                        prop_assert_eq!(faults.is_empty(), position.is_legal(order));
                        prop_assert_eq!(faults.is_empty(), position.play(order).is_ok());
                        if faults.is_empty() && first < second {
                            accepted.push(order);
                        }
                    }
                    Err(reason) => prop_assert!(faults.contains(&reason)),
                }
            }
        }
        if position.play(Order::Skip).is_ok() {
            prop_assert_eq!(position.faults(OrderText::Skip), []);
            accepted.push(Order::Skip);
        }
        accepted.sort_by_key(ToString::to_string);
        prop_assert_eq!(&accepted, &legal);
        prop_assert_eq!(position.must_skip(), legal == [Order::Skip]);
    }

    #[test]
    fn marks_and_groups_are_those_of_the_naive_rules(draws in turns()) {
        let (position, orders) = played(&draws);
        let mut placed = Vec::new();
        let mut last = [None; 2];
        for (turn, order) in orders.iter().enumerate() {
            if let Order::Place { colour, domino } = *order {
                placed.push((colour, domino));
                last[turn % 2] = Some(domino);
            }
        }
        prop_assert_eq!(position.marks(), naive::marks(last[(orders.len() + 1) % 2], &placed));
        prop_assert_eq!(position.groups(), naive::groups(&placed));
        prop_assert_eq!(usize::from(position.left_in_all()), 24 - placed.len());
    }
}
