//! Hex.

use botspec_sdk::Position as _;
use botspec_sdk::games::hex::{Cell, Colour, Move as Played, MoveText, Position, Reason, Size};
use botspec_sdk::seat::Seat;
use serde_json::Value;

use super::draw::{Spots, draw};
use super::make_move;
use crate::record::{Diagram, Move, Variant};
use crate::referee::arbiter::{Arbiter, Ended, Fault, result, text};

/// A game of Hex.
#[derive(Clone)]
pub(super) struct Rules {
    position: Position,
    last: Option<Cell>,
}

impl Rules {
    pub(super) fn open(variant: &Variant) -> Result<Self, Fault> {
        let size = variant.size.ok_or_else(|| {
            Fault::of_record("the variant does not say the size of the board: {\"size\":11}")
        })?;
        let size = Size::new(size)
            .ok_or_else(|| Fault::of_record(format!("no board has the size {size}: sizes are 1 to 26")))?;
        Ok(Self::of(size))
    }

    pub(super) fn of(size: Size) -> Self {
        Self::at(Position::opening(size))
    }

    /// A game that has come to this.
    pub(super) const fn at(position: Position) -> Self {
        Self { position, last: None }
    }

    pub(super) const fn position(&self) -> &Position {
        &self.position
    }
}

impl Arbiter for Rules {
    fn play(&mut self, mv: &Move) -> Result<(), Fault> {
        let written = text(mv)?;
        let read = MoveText::from_bytes(written.as_bytes())
            .map_err(|error| Fault::malformed(make_move::FORMAT.id, error))?;
        let played = self.position.judge(read).map_err(|reason| match reason {
            Reason::OffBoard { .. } => Fault::illegal(make_move::ON_BOARD.id, reason),
            Reason::Occupied { .. } => Fault::illegal(make_move::VACANT.id, reason),
            Reason::SwapNotSecond => Fault::illegal(make_move::SWAP_TIMING.id, reason),
            Reason::GameOver { .. } => Fault::of_record(reason),
        })?;
        if let Played::Place(cell) = played {
            self.last = Some(cell);
        }
        self.position.make(played).map(drop).map_err(Fault::of_record)
    }

    fn seat_to_move(&self) -> Seat {
        self.position.seat_to_move()
    }

    fn side(&self, seat: Seat) -> Value {
        self.position.colour_of(seat).unwrap_or(Colour::Black).to_string().into()
    }

    fn ended(&self) -> Option<Ended> {
        let outcome = self.position.outcome()?;
        let result = result(outcome.winner.to_string().into(), outcome.end.to_string());
        Some(Ended { winner: Some(outcome.seat), result })
    }

    fn legal(&self) -> Vec<String> {
        self.position.legal_moves().iter().map(ToString::to_string).collect()
    }

    fn diagram(&self) -> Diagram {
        draw(self.position.board(), Spots { answer: self.last.into_iter().collect(), ..Spots::default() })
    }

    fn caption(&self) -> String {
        if self.position.is_swapped() { "the players have swapped colours".to_owned() } else { String::new() }
    }
}
