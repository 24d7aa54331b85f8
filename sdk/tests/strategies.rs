//! The rules and memories of all four games on whatever the strategies of the feature `proptest` generate.

use botspec_sdk::games::{flit, hex, linkage, power4};
use botspec_sdk::stream_game::{Heard, StreamGame};
use botspec_sdk::{Position, strategies};
use proptest::prelude::*;

/// A bot that chooses by a number hears messages, and its memory always has an answer to what it is asked.
fn converses<G: StreamGame>(
    args: &[&str],
    lines: &[String],
    choice: usize,
    waiting: impl Fn(&G::Position) -> <G::Position as Position>::Move,
) -> Result<(), TestCaseError> {
    let args: Vec<String> = args.iter().map(ToString::to_string).collect();
    let mut memory = G::start(&args).expect("these are the contest's arguments");
    for line in lines {
        if let Heard::Choose { position, .. } = G::hear(&mut memory, line.as_bytes()) {
            let moves = position.legal_moves();
            let mv = moves.get(choice % moves.len().max(1)).copied().unwrap_or_else(|| waiting(&position));
            let answer = G::answer(&mut memory, mv);
            let Ok(line) = answer else { return Err(TestCaseError::fail(format!("{mv} in {position:?}"))) };
            let is_stay = position.legal_moves().is_empty();
            prop_assert!(
                is_stay || G::move_of(&position, line.as_bytes()) == Some(mv),
                "{} in {:?}",
                line,
                position
            );
            prop_assert!(G::move_of(&position, b"no move").is_none());
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn hex_accepts_what_it_lists(
        position in strategies::hex::position(),
        text in strategies::hex::move_text(),
    ) {
        let listed = position.legal_moves().into_iter().find(|&mv| hex::MoveText::from(mv) == text);
        prop_assert_eq!(position.judge(text).ok(), listed);
    }

    #[test]
    fn linkage_accepts_what_it_lists(
        position in strategies::linkage::position(),
        text in strategies::linkage::order_text(),
    ) {
        let listed = match linkage::Order::try_from(text) {
            Ok(order) => position.legal_moves().contains(&order),
            Err(_) => false,
        };
        prop_assert_eq!(position.faults(text).is_empty(), listed);
    }

    #[test]
    fn power4_accepts_what_it_lists(
        position in strategies::power4::position(),
        text in strategies::power4::output_text(),
    ) {
        let listed = match power4::Drop::try_from(&text) {
            Ok(drop) => position.legal_moves().contains(&drop),
            Err(_) => false,
        };
        prop_assert_eq!(position.faults(&text).is_empty(), listed);
    }

    #[test]
    fn flit_accepts_what_it_lists(
        position in strategies::flit::open_position(),
        answer in strategies::flit::answer(),
    ) {
        match position.judge(&answer) {
            Ok(mv) => prop_assert!(mv.is_stay() || position.legal_moves().contains(&mv)),
            Err(_) => prop_assert!(!position.legal_moves().into_iter().any(|mv| flit::Answer::from(mv) == answer)),
        }
    }

    #[test]
    fn what_is_reached_in_play_is_a_possible_setup(
        linkage in strategies::linkage::open_position(),
        power4 in strategies::power4::open_position(),
        hex in strategies::hex::position(),
    ) {
        prop_assert!(linkage::Position::from_setup(&linkage.to_setup()).is_ok());
        prop_assert_eq!(power4::Position::from_setup(&power4.to_setup()), Ok(power4));
        prop_assert_eq!(hex::Position::from_setup(&hex.to_setup()), Ok(hex));
    }

    #[test]
    fn a_hex_bot_has_an_answer_after_any_messages(
        messages in prop::collection::vec(strategies::hex::message(), 0..60),
        side in 1_u8..=5,
        white: bool,
        choice: usize,
    ) {
        let start = [format!("init_board {side}")].into_iter();
        let lines: Vec<String> = start.chain(messages.iter().map(ToString::to_string)).collect();
        let colour = if white { "white" } else { "black" };
        converses::<hex::Hex>(&[colour], &lines, choice, |_| hex::Move::Swap)?;
    }

    #[test]
    fn a_flit_bot_has_an_answer_after_any_messages(
        messages in prop::collection::vec(strategies::flit::message(), 0..60),
        choice: usize,
    ) {
        let lines: Vec<String> = messages.iter().map(ToString::to_string).collect();
        converses::<flit::Flit>(&["1"], &lines, choice, flit::Position::stay)?;
    }
}
