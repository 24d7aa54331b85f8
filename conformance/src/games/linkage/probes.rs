//! Positions for finding out whether a bot answers the same each time.

use botspec_sdk::games::linkage::{InputText, Linkage, Position, Side, Squares};
use botspec_sdk::random::Random;

use super::draw::draw;
use crate::audit::{Probe, Question, played};
use crate::channel::InputFile;
use crate::scenario::Plan;

/// How many orders were given before each of them.
const ORDERS: [u32; 5] = [0, 3, 6, 9, 12];

/// The opening and what random play makes of it, for both sides.
#[must_use]
pub(super) fn probes(plan: &Plan) -> Vec<Probe> {
    let mut random = Random::seeded(plan.seed);
    ORDERS.map(|orders| probe(&played(Position::opening(), orders, &mut random), orders)).into()
}

fn probe(position: &Position, orders: u32) -> Probe {
    let side = if position.side() == Side::More { "More" } else { "Fewer" };
    let text = InputText::from(position.to_setup()).to_string();
    Probe {
        title: format!("as {side} after {orders} orders"),
        given: text.clone(),
        diagram: Some(draw(position, None, Squares::EMPTY)),
        question: Question::Turn {
            inputs: vec![InputFile {
                name: Linkage::INPUT_FILE.to_owned(),
                bytes: text.into_bytes(),
                read_only: false,
            }],
            output: Linkage::ORDER_FILE,
        },
    }
}
