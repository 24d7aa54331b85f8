//! Positions for finding out whether a bot answers the same each time.

use std::fmt::Write as _;

use botspec_sdk::games::flit::{Player, Position, Variant, draw as drawn};
use botspec_sdk::random::Random;

use super::draw::draw;
use super::{generate, patch};
use crate::audit::Probe;
use crate::scenario::Plan;

/// Two starts of a game and boards as they are late in one.
#[must_use]
pub(super) fn probes(plan: &Plan, variant: Variant) -> Vec<Probe> {
    let mut random = Random::seeded(plan.seed);
    let players = variant.players();
    let probe = |number: usize, board| {
        let position = Position::new(board, players[number % players.len()]);
        probe(&position, if number < 2 { "at the start of a game" } else { "on a crowded board" })
    };
    (0..5)
        .map(|number| {
            let board = match number {
                0 | 1 => drawn::start(variant, &mut random).0,
                _ => generate::crowd(variant, generate::HALF, &mut random).0,
            };
            probe(number, board)
        })
        .collect()
}

fn probe(position: &Position, when: &str) -> Probe {
    let player: Player = position.player();
    let mut told = String::new();
    for update in patch::tell(position.board()) {
        // Writing into memory cannot fail.
        let _ = writeln!(told, "{update}");
    }
    let title = format!("as bot {player} {when}");
    Probe::conversation(title, vec![player.to_string()], told, "M\n", draw(position, None, &[]))
}
