//! What each fuzz target does with its bytes: for libFuzzer (`sdk/fuzz`), and for the test `fuzz_seeds`.
#![allow(dead_code, reason = "each fuzz target uses one of them")]

use std::fmt::Display;

use botspec_sdk::games::{flit, hex, linkage, power4};
use botspec_sdk::stream_game::{Heard, StreamGame};
use botspec_sdk::text::ParseError;
use botspec_sdk::{IllegalMove, Position};

/// Parses; and what was parsed is the same again if it is written.
fn parse<T: Display>(bytes: &[u8], from_bytes: impl Fn(&[u8]) -> Result<T, ParseError>) -> Option<T> {
    match from_bytes(bytes) {
        Ok(value) => {
            let written = value.to_string();
            let again = from_bytes(written.as_bytes());
            let again = again.unwrap_or_else(|error| panic!("{written:?} cannot be read: {error}"));
            assert_eq!(again.to_string(), written);
            Some(value)
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            None
        }
    }
}

/// The bytes before the first zero byte, and those after it.
fn halves(bytes: &[u8]) -> (&[u8], &[u8]) {
    let middle = bytes.iter().position(|&byte| byte == 0);
    middle.map_or((bytes, &[]), |middle| (&bytes[..middle], &bytes[middle + 1..]))
}

/// Whatever is listed can be played, all of it once; where the game is over, nothing is. Returns what is listed.
fn listed<P: Position>(position: &P) -> Vec<P::Move> {
    let moves = position.legal_moves();
    for (i, &mv) in moves.iter().enumerate() {
        assert!(!moves[..i].contains(&mv), "{mv} twice");
        if let Err(IllegalMove { reason, .. }) = position.clone().play(mv) {
            panic!("{mv} is listed, but refused: {reason}");
        }
    }
    assert!(position.outcome().is_none() || moves.is_empty(), "the game is over, but moves are listed");
    moves
}

pub(crate) fn linkage_texts(bytes: &[u8]) {
    parse(bytes, linkage::InputText::from_bytes);
    parse(bytes, linkage::OrderText::from_bytes);
}

/// `input.txt`, and an order.
pub(crate) fn linkage_rules(bytes: &[u8]) {
    let (input, order) = halves(bytes);
    let Ok(input) = linkage::InputText::from_bytes(input) else { return };
    let Ok(position) = linkage::Position::from_setup(&input.into()) else { return };
    let moves = listed(&position);
    for &mv in &moves {
        assert!(position.faults(mv.into()).is_empty(), "{mv}");
    }
    if let Ok(order) = linkage::OrderText::from_bytes(order) {
        let is_listed = linkage::Order::try_from(order).is_ok_and(|order| moves.contains(&order));
        assert_eq!(position.faults(order).is_empty(), is_listed, "{order}");
    }
}

pub(crate) fn hex_texts(bytes: &[u8]) {
    parse(bytes, hex::Coordinate::from_bytes);
    parse(bytes, hex::Message::from_bytes);
    parse(bytes, hex::MoveText::from_bytes);
    parse(bytes, hex::Standing::from_bytes);
    if let Some(text) = parse(bytes, hex::BoardText::from_bytes) {
        assert_eq!(hex::BoardText::from(&text.to_board()).to_string(), text.to_string());
    }
}

/// A `show_board` line, whose turn it is, and an answer; or a conversation.
pub(crate) fn hex_rules(bytes: &[u8]) {
    let (board, answer) = halves(bytes);
    converse::<hex::Hex>(if bytes.len().is_multiple_of(2) { "black" } else { "white" }, bytes, |_| None);
    let Ok(board) = hex::BoardText::from_bytes(board) else { return };
    for to_move in hex::Colour::ALL {
        let Ok(position) = hex::Position::from_setup(&hex::Setup::new(&board, to_move)) else { continue };
        let moves = listed(&position);
        for &mv in &moves {
            assert_eq!(position.judge(mv.into()).ok(), Some(mv));
        }
        if let Ok(answer) = hex::MoveText::from_bytes(answer) {
            let is_listed = moves.iter().any(|&mv| hex::MoveText::from(mv) == answer);
            assert_eq!(position.judge(answer).is_ok(), is_listed, "{answer}");
        }
    }
}

pub(crate) fn flit_texts(bytes: &[u8]) {
    parse(bytes, flit::Update::from_bytes);
    parse(bytes, flit::Answer::from_bytes);
    parse(bytes, flit::Message::from_bytes);
}

/// Updates, and an answer; or a conversation.
pub(crate) fn flit_rules(bytes: &[u8]) {
    converse::<flit::Flit>("1", bytes, |position| Some(position.stay()));
    let (updates, answer) = halves(bytes);
    for variant in flit::Variant::ALL {
        let Ok(setup) = flit::Setup::from_bytes(updates, variant, flit::Player::One) else { continue };
        let Ok(position) = flit::Position::from_setup(&setup) else { continue };
        let moves = listed(&position);
        for &mv in &moves {
            assert_eq!(position.judge(&mv.into()).ok(), Some(mv));
        }
        if let Ok(answer) = flit::Answer::from_bytes(answer) {
            let is_listed = moves.iter().any(|&mv| flit::Answer::from(mv) == answer);
            let judged = position.judge(&answer);
            // To stay is always legal, and not listed.
            assert_eq!(judged.is_ok_and(|mv| !mv.is_stay()), is_listed, "{answer}");
        }
    }
}

pub(crate) fn power4_texts(bytes: &[u8]) {
    parse(bytes, power4::BoardText::from_bytes);
    parse(bytes, power4::TeamText::from_bytes);
    match power4::OutputText::from_bytes(bytes) {
        // Numbers of very many digits are shortened when they are shown.
        Ok(output) if output.to_string().contains("...") => {}
        _ => drop(parse(bytes, power4::OutputText::from_bytes)),
    }
    parse(bytes, power4::MovesText::from_bytes);
    parse(bytes, power4::OpponentText::from_bytes);
    if let Some(memory) = power4::Memory::from_bytes(bytes) {
        assert_eq!(power4::Memory::from_bytes(memory.to_string().as_bytes()), Some(memory));
    }
}

/// `board.txt`, which disks are used (a digit), and an answer.
pub(crate) fn power4_rules(bytes: &[u8]) {
    let (board, rest) = halves(bytes);
    let Ok(board) = power4::BoardText::from_bytes(board) else { return };
    let (state, answer) = rest.split_first().unwrap_or((&b'0', &[]));
    let (used, turns) = match state {
        b'0' => (power4::Kinds::NONE, 0),
        b'1' => (power4::Kinds::ALL, 20),
        b'2' => (power4::Kinds::NONE.with(power4::Kind::Dual), 5),
        _ => (power4::Kinds::ALL.without(power4::Kind::Dual), 9),
    };
    for (team, gravity) in power4::Team::ALL.into_iter().zip(power4::Gravity::ALL) {
        let (used, turns) = ([used; 2], [turns; 2]);
        let setup = power4::Setup { board: board.board, team, used, turns, gravity };
        let Ok(position) = power4::Position::from_guess(&setup) else { continue };
        let moves = listed(&position);
        for &mv in &moves {
            assert!(position.faults(&mv.into()).is_empty(), "{mv}");
        }
        if let Ok(output) = power4::OutputText::from_bytes(answer) {
            let is_listed = power4::Drop::try_from(&output).is_ok_and(|drop| moves.contains(&drop));
            assert_eq!(position.faults(&output).is_empty(), is_listed, "{output}");
        }
    }
}

/// A bot that plays the last legal move hears lines, and its memory has an answer to whatever it is asked.
fn converse<G: StreamGame>(
    argument: &str,
    bytes: &[u8],
    waiting: impl Fn(&G::Position) -> Option<<G::Position as Position>::Move>,
) {
    let mut memory = G::start(&[argument.to_owned()]).expect("one of the contest's arguments");
    for line in bytes.split(|&byte| byte == b'\n') {
        match G::hear(&mut memory, line) {
            Heard::Quit => return,
            Heard::Choose { position, .. } => {
                let last = position.legal_moves().last().copied();
                let Some(mv) = last.or_else(|| waiting(&position)) else { continue };
                if let Err(reason) = G::answer(&mut memory, mv) {
                    panic!("{mv} is listed, but refused: {reason}");
                }
            }
            _ => {}
        }
    }
}
