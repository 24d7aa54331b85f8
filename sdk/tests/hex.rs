//! Hex against test vectors of an independent implementation, a naive one in here, and malformed
//! texts.
#![expect(clippy::unwrap_used, reason = "helpers of tests: a panic is the failure")]

use std::collections::BTreeSet;
use std::sync::LazyLock;

use botspec_sdk::games::hex::{
    Board, BoardText, Cell, Colour, Coordinate, End, Hex, Memory, Message, Move, MoveText, Position, Problem,
    Reason, Setup, Size, Standing, Swap,
};
use botspec_sdk::perft::perft;
use botspec_sdk::random::Random;
use botspec_sdk::{Heard, Position as _};
use proptest::prelude::*;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vectors {
    neighbours: Vec<Neighbours>,
    wins: Vec<Win>,
    games: Vec<Played>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Neighbours {
    size: u8,
    cell: String,
    neighbours: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Win {
    size: u8,
    board: String,
    winner: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Played {
    size: u8,
    moves: Vec<String>,
    winner: String,
}

static VECTORS: LazyLock<Vectors> =
    LazyLock::new(|| serde_json::from_str(include_str!("vectors/hex.json")).unwrap());

fn size(side: u8) -> Size {
    Size::new(side).unwrap()
}

fn cell(text: &str) -> Cell {
    Coordinate::from_bytes(text.as_bytes()).unwrap().cell(Size::MAX).unwrap()
}

fn mv(text: &str) -> Move {
    if text == "swap" { Move::Swap } else { Move::Place(cell(text)) }
}

fn position(text: &str, to_move: Colour) -> Position {
    let text = BoardText::from_bytes(text.as_bytes()).unwrap();
    Position::from_setup(&Setup::new(&text, to_move)).unwrap()
}

fn after(side: u8, moves: &[&str]) -> Position {
    moves.iter().fold(Position::opening(size(side)), |position, text| position.play(mv(text)).unwrap())
}

fn texts(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

#[test]
fn neighbours_are_known() {
    assert!(!VECTORS.neighbours.is_empty());
    for known in &VECTORS.neighbours {
        let listed: Vec<Cell> = cell(&known.cell).neighbours(size(known.size)).collect();
        assert!(listed.is_sorted());
        let listed: BTreeSet<String> = listed.iter().map(ToString::to_string).collect();
        assert_eq!(listed, known.neighbours.iter().cloned().collect(), "{} of {}", known.cell, known.size);
    }
}

#[test]
fn winners_are_known() {
    assert!(!VECTORS.wins.is_empty());
    for known in &VECTORS.wins {
        let text = BoardText::from_bytes(known.board.as_bytes()).unwrap();
        assert_eq!(text.size(), size(known.size));
        let board = text.to_board();
        assert_eq!(board.winner().map(|colour| colour.to_string()), known.winner, "{board}");
        assert_eq!(board.to_string(), known.board);
        assert_eq!(text.to_string(), known.board);
        assert_eq!(BoardText::from(&board), text);
    }
}

#[test]
fn games_end_as_known() {
    assert!(!VECTORS.games.is_empty());
    assert!(VECTORS.games.iter().any(|game| game.moves.iter().any(|text| text == "swap")));
    for Played { size: side, moves, winner } in &VECTORS.games {
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        assert_eq!(after(*side, &moves[..moves.len() - 1]).outcome(), None, "{moves:?}");
        let last = after(*side, &moves);
        let outcome = last.outcome().unwrap();
        assert_eq!((&outcome.winner.to_string(), outcome.end), (winner, End::Connection), "{moves:?}");
        // The winner is who moved last, and turns alternate whatever the colours do.
        assert_eq!(usize::from(outcome.seat.number()), 2 - moves.len() % 2, "{moves:?}");
        assert_eq!(last.legal_moves(), []);
    }
}

#[test]
fn perft_counts_cells_and_the_swap() {
    // n² first moves; then n² − 1 replies or a swap; after the swap n² − 1 moves.
    for (side, cells) in [(2, 4), (3, 9), (4, 16)] {
        assert_eq!(perft(&Position::opening(size(side)), 1), cells);
        assert_eq!(perft(&Position::opening(size(side)), 2), cells * cells);
        let third = cells * ((cells - 1) * (cells - 2) + (cells - 1));
        // Nobody can have won before the fourth turn.
        assert_eq!(perft(&Position::opening(size(side)), 3), third, "{side}");
    }
    assert_eq!(perft(&Position::opening(Size::MIN), 1), 1);
    assert_eq!(perft(&Position::opening(Size::MIN), 2), 0);
}

#[test]
fn a_swap_exchanges_the_players_and_leaves_the_stones() {
    let position = after(3, &["b2"]);
    assert_eq!((position.to_move(), position.seat_to_move().number()), (Colour::White, 2));
    assert_eq!(position.legal_moves().last(), Some(&Move::Swap));

    let swapped = position.clone().play(Move::Swap).unwrap();
    assert_eq!(swapped.board(), position.board());
    assert_eq!((swapped.to_move(), swapped.seat_to_move().number()), (Colour::White, 1));
    assert!(swapped.is_swapped() && !swapped.legal_moves().contains(&Move::Swap));
    assert_eq!(swapped.clone().play(Move::Swap).unwrap_err().reason, Reason::SwapNotSecond);

    let next = swapped.play(mv("c1")).unwrap();
    assert_eq!((next.to_move(), next.seat_to_move().number()), (Colour::Black, 2));
    assert_eq!(next.board().to_string(), "...|.B.|W..|");
    for seat in Colour::ALL.map(|colour| next.seat_of(colour)) {
        assert_eq!(next.seat_of(next.colour_of(seat).unwrap()), seat);
    }
}

#[test]
fn swap_is_offered_as_the_second_move_only() {
    let offers = |position: &Position| position.legal_moves().contains(&Move::Swap);
    assert!(!offers(&Position::opening(size(3))));
    assert!(offers(&after(3, &["a1"])));
    assert!(!offers(&after(3, &["a1", "a2"])));
    assert!(!offers(&after(3, &["a1", "swap"])));
    assert!(!offers(&after(1, &["a1"])), "the only stone has won");
    assert!(offers(&position("B.|..|", Colour::White)));
    assert!(!offers(&position("B.|..|", Colour::Black)));
    assert!(!offers(&position("W.|..|", Colour::White)));
    assert!(!offers(&position("W.|..|", Colour::Black)));
    assert!(!offers(&position("BB|..|", Colour::White)));
    assert!(!offers(&position("B.|.W|", Colour::White)));
}

#[test]
fn moves_are_listed_by_row_then_column_and_swap_last() {
    let listed = texts(&position("B..|...|...|", Colour::White).legal_moves());
    assert_eq!(listed, ["a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3", "swap"]);
    let numeric = texts(&Position::opening(size(11)).legal_moves());
    assert_eq!(numeric[8..12], ["a9", "a10", "a11", "b1"]);
}

#[test]
fn a_refused_move_returns_the_untouched_position_and_why() {
    let reason = |position: &Position, text: &str| {
        position.judge(MoveText::from_bytes(text.as_bytes()).unwrap()).unwrap_err().to_string()
    };
    let open = after(3, &["b2", "c3"]);
    assert_eq!(reason(&open, "b2"), "b2 holds a black stone");
    assert_eq!(reason(&open, "c3"), "c3 holds a white stone");
    assert_eq!(reason(&open, "d1"), "d1 is not on a board of 3×3");
    assert_eq!(reason(&open, "a0"), "a0 is not on a board of 3×3");
    assert_eq!(reason(&open, "a4"), "a4 is not on a board of 3×3");
    assert_eq!(reason(&open, "a257"), "a257 is not on a board of 3×3");
    assert_eq!(reason(&open, "a4294967297"), "a4294967295 is not on a board of 3×3");
    assert_eq!(reason(&open, "swap"), "swap is for the second move of the game only");
    assert_eq!(reason(&after(1, &["a1"]), "a1"), "the game is over: black has won");
    for refused in [mv("b2"), mv("d1"), Move::Swap] {
        let error = open.clone().play(refused).unwrap_err();
        assert_eq!((error.mv, &error.position), (refused, &open));
    }
}

#[test]
fn every_problem_of_a_setup_is_listed_at_once() {
    let stones = vec![
        (cell("a1"), Colour::Black),
        (cell("c1"), Colour::White),
        (cell("a1"), Colour::White),
        (cell("a3"), Colour::Black),
    ];
    let setup = Setup { size: size(2), stones, to_move: Colour::Black, swap: Swap::Open };
    let error = Position::from_setup(&setup).unwrap_err();
    assert_eq!(
        error.to_string(),
        "inconsistent position: c1 is not on a board of 2×2; a1 has two stones; a3 is not on a board of 2×2"
    );
    assert!(matches!(error.problems[..], [Problem::OffBoard { .. }, Problem::Repeated { .. }, _]));
}

#[test]
fn balance_is_what_alternate_moves_leave() {
    assert!(Position::opening(size(3)).is_balanced());
    assert!(after(3, &["a1"]).is_balanced());
    assert!(after(3, &["a1", "swap"]).is_balanced());
    assert!(after(3, &["a1", "swap", "b1"]).is_balanced());
    assert!(!position("BB|..|", Colour::White).is_balanced());
    assert!(!position("W.|..|", Colour::Black).is_balanced());
    assert!(!position("B.|..|", Colour::Black).is_balanced());
}

#[test]
fn malformed_lines_have_exact_errors() {
    const MESSAGE: &str = "line 1, column 1 (message): expected one of init_board make_move seto sety unset \
                           swap check_win show_board quit, found ";
    const MOVE: &str = "line 1, column 1 (row): expected a row letter, a to z, or the word swap, found ";
    let message = |line: &[u8]| Message::from_bytes(line).map(|_| ()).map_err(|error| error.to_string());
    let answer = |line: &[u8]| MoveText::from_bytes(line).map(|_| ()).map_err(|error| error.to_string());
    let standing = |line: &[u8]| Standing::from_bytes(line).map(|_| ()).map_err(|error| error.to_string());
    let board = |line: &[u8]| BoardText::from_bytes(line).map(|_| ()).map_err(|error| error.to_string());
    let coordinate =
        |line: &[u8]| Coordinate::from_bytes(line).map(|_| ()).map_err(|error| error.to_string());

    let check = |parse: &dyn Fn(&[u8]) -> Result<(), String>, table: &[(&[u8], &str)]| {
        for (line, expected) in table {
            assert_eq!(parse(line), Err((*expected).to_owned()), "{}", String::from_utf8_lossy(line));
        }
    };
    check(
        &message,
        &[
            (b"", &format!("{MESSAGE}the end of the text")),
            (b"hello", &format!("{MESSAGE}'h'")),
            (b" quit", &format!("{MESSAGE}' '")),
            (b"Quit", &format!("{MESSAGE}'Q'")),
            (b"\xff", &format!("{MESSAGE}the byte 0xff, which is not text")),
            (b"quit ", "line 1, column 5 (message): expected the end of the line, found ' '"),
            (b"make_move now", "line 1, column 10 (message): expected the end of the line, found ' '"),
            (b"init_board", "line 1, column 11 (message): expected a space, found the end of the text"),
            (b"init_board ", "line 1, column 12 (size): expected a number, found the end of the text"),
            (b"init_board 0", "line 1, column 12 (size): expected a number from 1 to 26, found '0'"),
            (b"init_board 27", "line 1, column 12 (size): expected a number from 1 to 26, found '2'"),
            (b"init_board 257", "line 1, column 12 (size): expected a number from 1 to 26, found '2'"),
            (b"init_board -3", "line 1, column 12 (size): expected a number, found '-'"),
            (
                b"init_board 03",
                "line 1, column 12 (size): expected a number without leading zeros, found '0'",
            ),
            (b"init_board 3 3", "line 1, column 13 (message): expected the end of the line, found ' '"),
            (b"seto", "line 1, column 5 (message): expected a space, found the end of the text"),
            (b"seto  a1", "line 1, column 6 (row): expected a row letter, a to z, found ' '"),
            (b"sety A1", "line 1, column 6 (row): expected a row letter, a to z, found 'A'"),
            (b"unset a", "line 1, column 8 (column): expected a number, found the end of the text"),
            (b"unset 1a", "line 1, column 7 (row): expected a row letter, a to z, found '1'"),
        ],
    );
    check(
        &answer,
        &[
            (b"", &format!("{MOVE}the end of the text")),
            (b"A1", &format!("{MOVE}'A'")),
            (b"1a", &format!("{MOVE}'1'")),
            (b" a1", &format!("{MOVE}' '")),
            (b"Swap", &format!("{MOVE}'S'")),
            (b"swap ", "line 1, column 2 (column): expected a number, found 'w'"),
            (b"aa1", "line 1, column 2 (column): expected a number, found 'a'"),
            (b"a-1", "line 1, column 2 (column): expected a number, found '-'"),
            (b"a01", "line 1, column 2 (column): expected a number without leading zeros, found '0'"),
            (b"a00", "line 1, column 2 (column): expected a number without leading zeros, found '0'"),
            (b"a1 ", "line 1, column 3 (move): expected the end of the line, found ' '"),
            (b"a1\r", "line 1, column 3 (move): expected the end of the line, found '\\r'"),
            (b"a1 b2", "line 1, column 3 (move): expected the end of the line, found ' '"),
            ("a\u{661}".as_bytes(), "line 1, column 2 (column): expected a number, found '\u{661}'"),
        ],
    );
    check(
        &coordinate,
        &[
            (b"swap", "line 1, column 2 (column): expected a number, found 'w'"),
            (b"a1b", "line 1, column 3 (coordinate): expected the end of the line, found 'b'"),
        ],
    );
    check(
        &standing,
        &[
            (b"", "line 1, column 1 (standing): expected 1, -1 or 0, found the end of the text"),
            (b"+1", "line 1, column 1 (standing): expected 1, -1 or 0, found '+'"),
            (b"-", "line 1, column 2 (standing): expected the 1 of -1, found the end of the text"),
            (b"-0", "line 1, column 2 (standing): expected the 1 of -1, found '0'"),
            (b"10", "line 1, column 2 (standing): expected the end of the line, found '0'"),
            (b"01", "line 1, column 2 (standing): expected the end of the line, found '1'"),
            (b"-1 ", "line 1, column 3 (standing): expected the end of the line, found ' '"),
        ],
    );
    let long = [b'.'; 27];
    check(
        &board,
        &[
            (b"", "line 1, column 1 (row a): expected B, W or ., found the end of the text"),
            (b"|", "line 1, column 1 (row a): expected B, W or ., found '|'"),
            (b".", "line 1, column 2 (row a): expected B, W, . or |, found the end of the text"),
            (b".b|", "line 1, column 2 (row a): expected B, W, . or |, found 'b'"),
            (b"..|", "line 1, column 4 (row b): expected B, W or ., found the end of the text"),
            (b"..|...|", "line 1, column 6 (row b): expected |, found '.'"),
            (b"..|.|", "line 1, column 5 (row b): expected B, W or ., found '|'"),
            (b"..|..", "line 1, column 6 (row b): expected |, found the end of the text"),
            (b"..|..|..|", "line 1, column 7 (board): expected the end of the line, found '.'"),
            (b".. |..|", "line 1, column 3 (row a): expected B, W, . or |, found ' '"),
            (b"B|\n", "line 1, column 3 (board): expected the end of the line, found the end of the line"),
            (&long, "line 1, column 27 (row a): expected |, found '.'"),
        ],
    );
}

/// What a bot that was started as this colour says to these messages, and what becomes of it.
fn talk(colour: Colour, lines: &[&str]) -> (Vec<String>, Memory) {
    let mut memory = Memory::new(colour);
    let mut said = Vec::new();
    for line in lines {
        // A bot's own move is written after the message that asks for it.
        if let Some(text) = line.strip_prefix("make_move ") {
            assert!(matches!(memory.hear(Message::MakeMove), Heard::Choose { .. }));
            memory.answer(mv(text)).unwrap();
        } else if let Heard::Say(answer) = memory.hear(Message::from_bytes(line.as_bytes()).unwrap()) {
            said.push(answer);
        }
    }
    (said, memory)
}

#[test]
fn colours_change_with_every_swap() {
    // The opponent swaps: this bot is white from now on.
    let (said, memory) = talk(
        Colour::Black,
        &[
            "init_board 2",
            "make_move a1",
            "swap",
            "sety b1",
            "seto a2",
            "show_board",
            "make_move b2",
            "check_win",
        ],
    );
    assert_eq!(said, ["BB|W.|", "1"]);
    assert_eq!(memory.colour(), Colour::White);
    // This bot swaps: it is black from now on.
    let (said, memory) = talk(
        Colour::White,
        &[
            "init_board 2",
            "seto a1",
            "make_move swap",
            "seto b1",
            "make_move a2",
            "show_board",
            "seto b2",
            "check_win",
        ],
    );
    assert_eq!(said, ["BB|W.|", "-1"]);
    assert_eq!(memory.colour(), Colour::Black);
}

#[test]
fn the_memory_keeps_the_board() {
    let (said, _) = talk(
        Colour::White,
        &[
            "check_win",
            "show_board",
            "init_board 3",
            "show_board",
            "sety c3",
            "seto a2",
            "seto c3",
            "sety c3",
            "sety a2",
            "show_board",
            "unset c3",
            "unset c3",
            "unset b1",
            "show_board",
            "seto a4",
            "sety d1",
            "unset a0",
            "make_move b1",
            "show_board",
            "init_board 1",
            "show_board",
            "sety a1",
            "check_win",
        ],
    );
    assert_eq!(said, ["...|...|...|", ".B.|...|..W|", ".B.|...|...|", ".B.|W..|...|", ".|", "1"]);
}

#[test]
fn a_swap_is_offered_only_where_it_is_certainly_the_second_move() {
    let offers = |colour, lines: &[&str]| talk(colour, lines).1.position().unwrap().may_swap();
    assert!(offers(Colour::White, &["init_board 3", "seto b2"]));
    assert!(offers(Colour::White, &["init_board 3", "seto b2", "seto b2", "unset a1", "sety b2"]));
    assert!(!offers(Colour::White, &["init_board 3"]));
    assert!(!offers(Colour::White, &["init_board 3", "seto b2", "seto b1"]));
    assert!(!offers(Colour::White, &["init_board 3", "seto b2", "seto b1", "unset b1"]));
    assert!(!offers(Colour::White, &["init_board 3", "sety b2"]));
    assert!(!offers(Colour::White, &["init_board 3", "seto b2", "sety b1", "unset b1"]));
    assert!(!offers(Colour::White, &["init_board 1", "seto a1"]));
    assert!(!offers(Colour::Black, &["init_board 3", "seto b2"]));
    assert!(!offers(Colour::Black, &["init_board 3", "sety b2"]));
    assert!(!offers(Colour::White, &["init_board 3", "seto b2", "make_move swap"]));
    assert!(!offers(Colour::Black, &["init_board 3", "make_move b2", "swap"]));
    assert!(offers(Colour::White, &["init_board 3", "seto b2", "sety a1", "init_board 4", "seto b2"]));
}

#[test]
fn nothing_is_chosen_where_nobody_can_move() {
    for lines in [&["init_board 1", "sety a1"][..], &["init_board 2", "seto a1", "seto b1"], &[]] {
        let (_, mut memory) = talk(Colour::White, lines);
        assert!(matches!(memory.hear(Message::MakeMove), Heard::Ignored(_)), "{lines:?}");
    }
}

#[test]
fn arguments_are_one_colour() {
    let memory = |args: &[&str]| Memory::from_args(&args.iter().map(ToString::to_string).collect::<Vec<_>>());
    assert_eq!(memory(&["black"]), Some(Memory::new(Colour::Black)));
    assert_eq!(memory(&["white"]), Some(Memory::new(Colour::White)));
    for wrong in [&[][..], &["red"], &["Black"], &["black "], &[""], &["black", "white"]] {
        assert_eq!(memory(wrong), None, "{wrong:?}");
    }
}

#[test]
fn limits_leave_room() {
    assert!(Hex::THINKING_TIME.as_secs_f64() < 0.8 * 90.0);
    assert!(Hex::THINKING_TIME < Hex::TIME_LIMIT);
}

#[test]
fn a_playout_of_a_decided_position_is_its_winner() {
    for known in &VECTORS.wins {
        let position = position(&known.board, Colour::Black);
        let winner = position.playout(&mut Random::seeded(1));
        if let Some(name) = &known.winner {
            assert_eq!(&winner.to_string(), name, "{}", known.board);
        }
    }
    // Whoever moves on the last empty cell of a ladder decides it.
    let last = "BW|W.|";
    assert_eq!(position(last, Colour::White).playout(&mut Random::seeded(1)), Colour::White);
}

/// The same rules once more: walking from the edge, cell by cell.
fn flood_winner(size: Size, stone: impl Fn(Cell) -> Option<Colour>) -> Option<Colour> {
    let near = |a: Cell, b: Cell| {
        let row = i16::from(b.row()) - i16::from(a.row());
        let column = i16::from(b.column()) - i16::from(a.column());
        matches!((row, column), (0, -1 | 1) | (-1 | 1, 0) | (-1, 1) | (1, -1))
    };
    let last = size.get() - 1;
    Colour::ALL.into_iter().find(|&colour| {
        let along = |cell: Cell| if colour == Colour::Black { cell.row() } else { cell.column() };
        let mut waiting: Vec<Cell> = size.cells().filter(|&c| stone(c) == Some(colour)).collect();
        let mut edge: Vec<Cell> = waiting.iter().copied().filter(|&c| along(c) == 0).collect();
        waiting.retain(|&c| along(c) != 0);
        while let Some(from) = edge.pop() {
            if along(from) == last {
                return true;
            }
            edge.extend(waiting.extract_if(.., |to| near(from, *to)));
        }
        false
    })
}

fn any_size() -> impl Strategy<Value = Size> {
    prop_oneof![3 => 1..=6_u8, 2 => 7..=26_u8].prop_map(size)
}

fn any_colour() -> impl Strategy<Value = Colour> {
    prop::sample::select(Colour::ALL.as_slice())
}

fn any_coordinate() -> impl Strategy<Value = Coordinate> {
    (0..26_u8, prop_oneof![4 => 0..30_u32, 1 => any::<u32>()])
        .prop_map(|(row, number)| Coordinate::new(row, number).unwrap())
}

fn any_message() -> impl Strategy<Value = Message> {
    prop_oneof![
        any_size().prop_map(Message::InitBoard),
        any_coordinate().prop_map(Message::Seto),
        any_coordinate().prop_map(Message::Sety),
        any_coordinate().prop_map(Message::Unset),
        prop::sample::select(vec![
            Message::MakeMove,
            Message::Swap,
            Message::CheckWin,
            Message::ShowBoard,
            Message::Quit
        ]),
    ]
}

/// The position after moves that are drawn from what is legal.
fn played(size: Size, draws: &[u16]) -> Position {
    let mut position = Position::opening(size);
    for &draw in draws {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        position = position.play(legal[usize::from(draw) % legal.len()]).unwrap();
    }
    position
}

fn draws() -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 0..60)
}

proptest! {
    #[test]
    fn messages_are_read_back(message in any_message()) {
        prop_assert_eq!(Message::from_bytes(message.to_string().as_bytes()), Ok(message));
    }

    #[test]
    fn moves_are_read_back(at in any_coordinate()) {
        prop_assert_eq!(Coordinate::from_bytes(at.to_string().as_bytes()), Ok(at));
        prop_assert_eq!(MoveText::from_bytes(at.to_string().as_bytes()), Ok(MoveText::Place(at)));
        if let Some(cell) = at.cell(Size::MAX) {
            prop_assert_eq!(Coordinate::from(cell), at);
        }
    }

    #[test]
    fn numbers_of_any_length_are_read(digits in "[1-9][0-9]{0,60}") {
        let at = Coordinate::from_bytes(format!("a{digits}").as_bytes()).unwrap();
        let value: Option<u8> = digits.parse().ok();
        prop_assert_eq!(at.cell(Size::MAX).map(|cell| cell.column() + 1), value.filter(|&v| v <= 26));
    }

    #[test]
    fn no_bytes_make_a_parser_panic(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        let _ = Message::from_bytes(&bytes);
        let _ = MoveText::from_bytes(&bytes);
        let _ = Coordinate::from_bytes(&bytes);
        let _ = Standing::from_bytes(&bytes);
        let _ = BoardText::from_bytes(&bytes);
    }

    #[test]
    fn what_is_read_is_what_was_written(text in "[BW.|]{0,12}|[a-z]{0,2}[0-9]{0,3}|-?[01]{1,2}") {
        let line = text.as_bytes();
        if let Ok(read) = BoardText::from_bytes(line) { prop_assert_eq!(read.to_string(), text.clone()); }
        if let Ok(read) = MoveText::from_bytes(line) { prop_assert_eq!(read.to_string(), text.clone()); }
        if let Ok(read) = Standing::from_bytes(line) { prop_assert_eq!(read.to_string(), text); }
    }

    #[test]
    fn the_groups_know_what_a_flood_fill_finds(
        size in any_size(),
        stones in prop::collection::vec((any::<u16>(), any_colour()), 0..700),
        removed in prop::collection::vec(any::<u16>(), 0..4),
    ) {
        let cells: Vec<Cell> = size.cells().collect();
        let mut board = Board::empty(size);
        let mut line = Vec::new();
        for (at, colour) in stones {
            let cell = cells[usize::from(at) % cells.len()];
            let before = board.clone();
            match board.place(cell, colour) {
                Some(undo) => line.push((before, undo)),
                None => prop_assert_eq!(&board, &before),
            }
        }
        prop_assert_eq!(board.winner(), flood_winner(size, |cell| board.get(cell)));
        prop_assert_eq!(board.to_string(), BoardText::from(&board).to_string());
        let mut fewer = board.clone();
        for at in removed {
            let cell = cells[usize::from(at) % cells.len()];
            let stone = fewer.get(cell);
            prop_assert_eq!(fewer.remove(cell), stone);
            prop_assert_eq!(fewer.winner(), flood_winner(size, |cell| fewer.get(cell)));
            prop_assert_eq!(usize::from(fewer.stone_count()), fewer.stones().count());
        }
        // Back to the empty board, through every board on the way.
        while let Some((before, undo)) = line.pop() {
            board.undo(undo);
            prop_assert_eq!(&board, &before);
            prop_assert_eq!(board.winner(), before.winner());
            prop_assert_eq!(board.stone_count(), before.stone_count());
        }
        prop_assert_eq!(board, Board::empty(size));
    }

    #[test]
    fn moves_taken_back_leave_no_trace(size in any_size(), first in draws(), second in draws()) {
        let start = played(size, &first);
        let mut position = start.clone();
        let mut line = Vec::new();
        for draw in second {
            let legal = position.legal_moves();
            if legal.is_empty() { break; }
            let mv = legal[usize::from(draw) % legal.len()];
            line.push(position.make(mv).unwrap());
        }
        // What was made in place is what playing gives.
        let winner = flood_winner(size, |cell| position.board().get(cell));
        prop_assert_eq!(position.winner(), winner);
        while let Some(undo) = line.pop() {
            position.unmake(undo);
        }
        prop_assert_eq!(&position, &start);
        prop_assert_eq!(position.legal_moves(), start.legal_moves());
    }

    #[test]
    fn the_listed_moves_are_the_accepted_ones(size in any_size(), draws in draws()) {
        let position = played(size, &draws);
        let legal = position.legal_moves();
        prop_assert!(legal.is_sorted());
        let candidates = Size::MAX.cells().map(Move::Place).chain([Move::Swap]);
        let accepted: Vec<Move> = candidates.filter(|&mv| {
            let accepted = position.clone().play(mv).is_ok();
            assert_eq!(position.is_legal(mv), accepted);
            assert_eq!(position.judge(mv.into()).is_ok(), accepted);
            accepted
        }).collect();
        prop_assert_eq!(accepted, legal);
        prop_assert!(position.is_balanced());
    }

    #[test]
    fn positions_survive_the_setup(size in any_size(), draws in draws()) {
        let position = played(size, &draws);
        prop_assert_eq!(&Position::from_setup(&position.to_setup()).unwrap(), &position);
        if !position.is_swapped() {
            let text = BoardText::from(position.board());
            let read = Position::from_setup(&Setup::new(&text, position.to_move())).unwrap();
            prop_assert_eq!(read.legal_moves(), position.legal_moves());
        }
    }

    #[test]
    fn a_playout_ends_in_a_win_and_repeats(size in any_size(), draws in draws(), seed: u64) {
        let position = played(size, &draws);
        let winner = position.playout(&mut Random::seeded(seed));
        prop_assert_eq!(position.playout(&mut Random::seeded(seed)), winner);
        if let Some(known) = position.winner() {
            prop_assert_eq!(winner, known);
        }
    }

    #[test]
    fn no_conversation_makes_the_memory_panic(
        colour in any_colour(),
        messages in prop::collection::vec((any_message(), any::<u16>()), 0..60),
    ) {
        let mut memory = Memory::new(colour);
        for (message, draw) in messages {
            let before = memory.clone();
            match memory.hear(message) {
                Heard::Choose { position, .. } => {
                    let legal = position.legal_moves();
                    prop_assert!(!legal.is_empty());
                    prop_assert_eq!(position.to_move(), memory.colour());
                    memory.answer(legal[usize::from(draw) % legal.len()]).unwrap();
                }
                Heard::Ignored(_) => prop_assert_eq!(&memory, &before),
                Heard::Say(_) => prop_assert!(message.has_answer()),
                Heard::Nothing | Heard::Quit => prop_assert!(!message.has_answer()),
            }
        }
    }
}
