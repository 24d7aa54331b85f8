//! A game as the referee keeps it: moves are the numbers of columns.

use botspec::record::{Diagram, Mark, Move};
use botspec::referee::arbiter::{Arbiter, Ended, Fault, text};
use botspec_sdk::Position as _;
use botspec_sdk::seat::Seat;
use serde_json::Value;

use crate::draw::draw;
use crate::position::{Column, Position, Reason};
use crate::requirements::{COLUMN, FORMAT, OPEN};

/// A game in progress.
#[derive(Debug, Clone, Default)]
pub(crate) struct Rules {
    pub(crate) position: Position,
    /// The latest move, if it is known.
    pub(crate) last: Option<Column>,
}

impl Arbiter for Rules {
    fn play(&mut self, mv: &Move) -> Result<(), Fault> {
        let text = text(mv)?;
        let number =
            text.parse().map_err(|_| Fault::malformed(FORMAT.id, format!("{text:?} is no column")))?;
        let column =
            Column::new(number).ok_or_else(|| Fault::illegal(COLUMN.id, "the columns are 0 to 6"))?;
        self.position = self.position.play(column).map_err(|refused| match refused.reason {
            Reason::Full(_) => Fault::illegal(OPEN.id, refused.reason),
            Reason::Over => Fault::of_record(refused.reason),
        })?;
        self.last = Some(column);
        Ok(())
    }

    fn seat_to_move(&self) -> Seat {
        self.position.seat_to_move()
    }

    fn side(&self, seat: Seat) -> Value {
        seat.index().into()
    }

    fn ended(&self) -> Option<Ended> {
        let end = self.position.outcome()?;
        Some(Ended::won(self, end.winner, end.reason))
    }

    fn legal(&self) -> Vec<String> {
        self.position.legal_moves().iter().map(ToString::to_string).collect()
    }

    fn diagram(&self) -> Diagram {
        draw(&self.position, self.last.map(|column| (column, Mark::Answer)))
    }
}
