//! A game as the referee keeps it: moves are the numbers of columns.

use botspec::record::{Diagram, Mark, Move};
use botspec::referee::arbiter::{Arbiter, Ended, Fault, result, text};
use botspec_sdk::Position as _;
use botspec_sdk::seat::Seat;
use serde_json::Value;

use crate::draw::draw;
use crate::inspect::side;
use crate::position::{Column, Position, Reason};
use crate::requirements::{COLUMN, FORMAT, OPEN};

/// A game in progress.
#[derive(Debug, Clone)]
pub(crate) struct Rules {
    pub(crate) position: Position,
    last: Option<Column>,
}

impl Default for Rules {
    fn default() -> Self {
        Self { position: Position::OPENING, last: None }
    }
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
        self.position.next()
    }

    fn side(&self, seat: Seat) -> Value {
        side(Some(seat))
    }

    fn ended(&self) -> Option<Ended> {
        let end = self.position.outcome()?;
        let result = result(side(end.winner), end.reason.to_owned());
        Some(Ended { winner: end.winner, result })
    }

    fn legal(&self) -> Vec<String> {
        self.position.legal_moves().iter().map(ToString::to_string).collect()
    }

    fn diagram(&self) -> Diagram {
        draw(&self.position, self.last.map(|column| (column, Mark::Answer)))
    }
}

#[cfg(test)]
#[test]
fn a_game_ends_with_four_and_takes_no_move_then() {
    let mut rules = Rules::default();
    let mut refused = |columns: &str| {
        columns
            .split(' ')
            .find_map(|column| rules.play(&Move::Text(column.to_owned())).err())
            .map(|it| (it.rule, it.message))
    };
    assert_eq!(refused("7").unwrap().0, Some("four/answer/column"));
    assert_eq!(refused("x").unwrap(), (Some("four/answer/format"), "\"x\" is no column".to_owned()));
    assert_eq!(refused("3 3 3 3 3 3 3").unwrap(), (Some("four/answer/open"), "column 3 is full".to_owned()));
    assert_eq!(refused("0 0 1 1 2 2").unwrap(), (None, "the game is over".to_owned()));
    let ended = rules.ended().unwrap();
    assert_eq!((ended.result.winner, ended.result.reason.as_str()), (0.into(), "four"));
    assert_eq!(rules.diagram().spots[5][2].mark, Mark::Answer);
}
