//! Power Connect Four: one set.

use botspec_sdk::Position as _;
use botspec_sdk::games::power4::{Cells, Drop, Gravity, Kinds, OutputText, Position, Team};
use botspec_sdk::seat::Seat;
use serde_json::Value;

use super::column::rule_of;
use super::draw::draw;
use super::output;
use crate::record::{Diagram, Move, Variant};
use crate::referee::arbiter::{Arbiter, Ended, Fault, text};

/// A set of Power Connect Four.
#[derive(Clone)]
pub(super) struct Rules {
    position: Position,
    last: Cells,
}

impl Rules {
    pub(super) fn open(variant: &Variant) -> Result<Self, Fault> {
        let starts = variant.starts.unwrap_or(1);
        let starts = Team::new(starts)
            .ok_or_else(|| Fault::of_record(format!("team {starts} cannot start: the teams are 1 and 2")))?;
        let gravity = match variant.gravity.as_deref() {
            None => Gravity::Fall,
            Some(name) => {
                Gravity::ALL.into_iter().find(|gravity| gravity.to_string() == name).ok_or_else(|| {
                    Fault::of_record(format!("the gravity {name:?} is neither \"fall\" nor \"hover\""))
                })?
            }
        };
        Ok(Self { position: Position::opening(starts, gravity), last: Cells::EMPTY })
    }

    pub(super) const fn position(&self) -> &Position {
        &self.position
    }
}

impl Arbiter for Rules {
    fn play(&mut self, mv: &Move) -> Result<(), Fault> {
        let written = text(mv)?;
        let read = OutputText::from_bytes(written.as_bytes())
            .map_err(|error| Fault::malformed(output::FORMAT.id, error))?;
        if let Some(reason) = self.position.faults(&read).into_iter().next() {
            return Err(match rule_of(&reason) {
                Some(rule) => Fault::illegal(rule.id, reason),
                None => Fault::of_record(reason),
            });
        }
        let drop = Drop::try_from(&read).map_err(Fault::of_record)?;
        self.last = self.position.board().landing(drop.column).map_or(Cells::EMPTY, Cells::of);
        self.position = self.position.play(drop).map_err(Fault::of_record)?;
        Ok(())
    }

    fn seat_to_move(&self) -> Seat {
        self.position.seat_to_move()
    }

    fn side(&self, seat: Seat) -> Value {
        seat.number().into()
    }

    fn ended(&self) -> Option<Ended> {
        let outcome = self.position.outcome()?;
        Some(Ended::won(self, outcome.winner.map(Team::seat), outcome.reason))
    }

    fn legal(&self) -> Vec<String> {
        self.position.legal_moves().iter().map(ToString::to_string).collect()
    }

    fn diagram(&self) -> Diagram {
        draw(self.position.board(), self.last, Cells::EMPTY)
    }

    fn caption(&self) -> String {
        let has = |kinds: Kinds| {
            let kinds: Vec<String> = kinds.iter().map(|kind| kind.number().to_string()).collect();
            if kinds.is_empty() { "none".to_owned() } else { kinds.join(" ") }
        };
        let [one, two] = Team::ALL.map(|team| has(self.position.used(team).rest()));
        format!("special disks left: {one} to team 1, {two} to team 2")
    }
}
