//! The sparring partners.

use botspec_sdk::Position as _;
use botspec_sdk::random::Random;

use crate::position::{Column, PLAYERS, Position};
use crate::script::Partner;

impl Partner {
    /// Its move; none if the game is over. `last` is the bot's latest column.
    pub(crate) fn choose(
        self,
        position: &Position,
        last: Option<Column>,
        random: &mut Random,
    ) -> Option<Column> {
        let (legal, own) = (position.legal_moves(), position.seat_to_move());
        let other = PLAYERS[1 - own.index()];
        let wins = |seat, position: &Position, column| {
            position.with(column, seat).is_some_and(|it| it.has_four(seat))
        };
        if let Some(&threat) = legal.iter().find(|&&column| wins(other, position, column)) {
            return Some(threat);
        }
        // Neither a four of its own, nor a disc on which the bot makes one.
        let is_calm = |column| {
            position.with(column, own).is_some_and(|it| !it.has_four(own) && !wins(other, &it, column))
        };
        let calm: Vec<Column> = legal.iter().copied().filter(|&column| is_calm(column)).collect();
        let from = if calm.is_empty() { &legal } else { &calm };
        let chosen = match self {
            Self::Follow => last.filter(|column| from.contains(column)),
            Self::Fill => from.iter().copied().max_by_key(|&column| position.height(column)),
            Self::Random => None,
        };
        chosen.or_else(|| random.pick(from).copied())
    }
}
