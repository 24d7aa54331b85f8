//! A game as Hex programs elsewhere tell it, move by move: each is looked at where it stands.

use botspec_sdk::games::hex::{Colour, Size};
use botspec_sdk::seat::Seat;

use super::arbiter::Rules;
use super::elsewhere::{Step, Swap};
use super::make_move;
use crate::record::Move;
use crate::referee::Arbiter as _;
use crate::referee::replay::RecordFault;

/// A game as far as it has been told.
#[derive(Clone)]
pub(super) struct Line {
    pub(super) rules: Rules,
    pub(super) moves: Vec<Move>,
    pub(super) swapped: Option<Swap>,
    /// Who has given up.
    pub(super) resigned: Option<Seat>,
    /// A move was illegal: whose turn it would be is not known.
    pub(super) is_broken: bool,
    number: usize,
}

impl Line {
    pub(super) fn new(size: Size) -> Self {
        let rules = Rules::of(size);
        Self { rules, moves: Vec::new(), swapped: None, resigned: None, is_broken: false, number: 0 }
    }

    /// The colour that this seat has for whoever tells the game.
    pub(super) fn colour_of(&self, seat: Seat) -> Colour {
        match self.swapped {
            Some(Swap::Pieces) => Colour::ALL[seat.index().min(1)],
            _ => self.rules.position().colour_of(seat).unwrap_or(Colour::Black),
        }
    }

    /// The seat that has this colour for whoever tells the game.
    pub(super) fn seat_of(&self, colour: Colour) -> Seat {
        match self.swapped {
            Some(Swap::Pieces) => Seat::from_index(u8::from(colour == Colour::White)),
            _ => self.rules.position().seat_of(colour),
        }
    }

    /// Adds a move. What the rules forbid is added all the same: it is for them to say.
    ///
    /// # Errors
    /// If it cannot be said in a record: it is out of turn, comes after the end, or has no name.
    pub(super) fn add(&mut self, colour: Colour, step: Step) -> Result<(), RecordFault> {
        self.number += 1;
        let fault = |rule, message: String| Err(RecordFault { mv: Some(self.number), rule, message });
        if self.is_broken {
            return Ok(());
        }
        if self.resigned.is_some() {
            return fault(None, "a move after a player has resigned".to_owned());
        }
        let is_over = self.rules.ended().is_some();
        let expected = self.colour_of(self.rules.seat_to_move());
        if colour != expected && !is_over {
            let does = if step == Step::GivenUp { "resigns" } else { "moves" };
            return fault(None, format!("{colour} {does}, but it is the turn of {expected}"));
        }
        let text = match step {
            Step::GivenUp => {
                self.resigned = Some(self.seat_of(colour));
                return Ok(());
            }
            Step::Swap(_) => "swap".to_owned(),
            Step::Stone(vertex) => {
                let vertex = if self.swapped == Some(Swap::Pieces) { vertex.mirrored() } else { vertex };
                let Some(coordinate) = vertex.coordinate() else {
                    let size = self.rules.position().size();
                    return fault(
                        Some(make_move::ON_BOARD.id),
                        format!("{vertex} is not on a board of {size}×{size}"),
                    );
                };
                coordinate.to_string()
            }
        };
        let mv = Move::Text(text);
        self.is_broken = self.rules.play(&mv).is_err();
        if let (Step::Swap(swap), false) = (step, self.is_broken) {
            self.swapped = Some(swap);
        }
        self.moves.push(mv);
        Ok(())
    }
}
