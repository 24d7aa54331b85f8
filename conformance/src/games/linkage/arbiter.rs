//! Linkage.

use botspec_sdk::Position as _;
use botspec_sdk::games::linkage::{Colour, OrderText, Position, Side, Squares};
use botspec_sdk::seat::Seat;
use serde_json::Value;

use super::draw;
use super::order::{self, rule_of};
use super::skip;
use crate::record::{Diagram, GameResult, Move};
use crate::referee::arbiter::{Arbiter, Ended, Fault, result, text};

/// A game of Linkage.
#[derive(Clone)]
pub(super) struct Rules {
    position: Position,
    last: Squares,
}

impl Rules {
    pub(super) const fn open() -> Self {
        Self::at(Position::opening())
    }

    /// A game that has come to this.
    pub(super) const fn at(position: Position) -> Self {
        Self { position, last: Squares::EMPTY }
    }

    /// The position, for writing it down.
    pub(super) const fn position(&self) -> &Position {
        &self.position
    }
}

impl Arbiter for Rules {
    fn play(&mut self, mv: &Move) -> Result<(), Fault> {
        let written = text(mv)?;
        let read = OrderText::from_bytes(written.as_bytes())
            .map_err(|error| Fault::malformed(order::FORMAT.id, error))?;
        if self.position.end().is_some() {
            return Err(Fault::of_record("the game is over"));
        }
        if let Some(reason) = self.position.faults(read).first() {
            let rule = if self.position.must_skip() { &skip::FORCED } else { rule_of(reason) };
            return Err(Fault::illegal(rule.id, reason));
        }
        self.last = match read {
            OrderText::Place { first, second, .. } => Squares::of(first).union(Squares::of(second)),
            OrderText::Skip => Squares::EMPTY,
        };
        let order = read.try_into().map_err(Fault::of_record)?;
        self.position = self.position.play_unchecked(order);
        Ok(())
    }

    fn seat_to_move(&self) -> Seat {
        self.position.seat_to_move()
    }

    fn side(&self, seat: Seat) -> Value {
        let side = if seat == Side::More.seat() { Side::More } else { Side::Fewer };
        side.to_string().into()
    }

    fn ended(&self) -> Option<Ended> {
        let outcome = self.position.outcome()?;
        let result = GameResult {
            groups: Some(outcome.groups),
            ..result(outcome.winner.to_string().into(), outcome.end.to_string())
        };
        Some(Ended { winner: Some(outcome.winner.seat()), result })
    }

    fn legal(&self) -> Vec<String> {
        self.position.legal_moves().iter().map(ToString::to_string).collect()
    }

    fn diagram(&self) -> Diagram {
        draw::marked(&self.position, self.last, Squares::EMPTY)
    }

    fn caption(&self) -> String {
        let left = Colour::ALL.map(|colour| format!("{}{}", colour.letter(), self.position.left(colour)));
        format!("left {}, {} groups", left.join(" "), self.position.groups())
    }
}
