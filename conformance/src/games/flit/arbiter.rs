//! Flit.

use botspec_sdk::games::flit::{
    Answer, Board, Contents, Match, Player, Reply, Setup, Square, TurnError, Update, Variant as Played,
};
use botspec_sdk::seat::Seat;
use serde_json::Value;

use super::draw;
use crate::record::{Diagram, GameResult, Move, Turn, Variant};
use crate::referee::arbiter::{Arbiter, Ended, Fault, result};

/// A game of Flit.
pub(super) struct Rules {
    game: Match,
    last: Vec<Square>,
}

impl Rules {
    pub(super) fn open(variant: &Variant, initial: &[String]) -> Result<Self, Fault> {
        let variant = variant_of(variant)?;
        let mut updates = Vec::new();
        for (number, text) in initial.iter().enumerate() {
            let update = Update::from_bytes(text.as_bytes()).map_err(|error| {
                Fault::of_record(format!("initial update {} ({text:?}): {error}", number + 1))
            })?;
            updates.push(update);
        }
        let setup = Setup { variant, player: Player::One, updates };
        // A record may start anywhere.
        let board = setup
            .board()
            .map_err(|problems| Fault::of_record(format!("the initial position: {problems}")))?;
        Ok(Self::of(Match::new(board)))
    }

    pub(super) const fn of(game: Match) -> Self {
        Self { game, last: Vec::new() }
    }

    pub(super) const fn game(&self) -> &Match {
        &self.game
    }

    /// Takes a turn and returns the updates that tell of it.
    pub(super) fn turn(
        &mut self,
        reply: Reply,
        draw: impl FnOnce(&Board) -> Option<Square>,
    ) -> Result<(Vec<Update>, Option<Square>), TurnError> {
        let turn = self.game.turn(reply, draw)?;
        self.last.clear();
        self.last.extend(turn.moved.iter().flat_map(|mv| [mv.origin, mv.destination]));
        Ok((turn.updates, turn.neutral))
    }

    pub(super) const fn freeze(&mut self, player: Player) {
        self.game.freeze(player);
    }

    /// What a recorded turn was to the game; a bot that is frozen in the record is frozen here.
    pub(super) fn recorded(&mut self, turn: &Turn) -> Result<Vec<Update>, Fault> {
        let variant = self.game.position().variant();
        let player = self.game.position().player();
        if self.game.outcome().is_some() {
            return Err(Fault::of_record("the game is over"));
        }
        if turn.bot != player.number() {
            return Err(Fault::of_record(format!(
                "bot {} moves, but it is the turn of bot {player}",
                turn.bot
            )));
        }
        let square = turn.neutral.map(|[x, y]| {
            variant.square(x.into(), y.into()).ok_or_else(|| {
                Fault::of_record(format!("a neutral piece on {x} {y}: the board has no such square"))
            })
        });
        let square = square.transpose()?;
        let frozen = self.game.is_frozen(player);
        let reply = match &turn.answer {
            Some(_) if frozen || turn.frozen => {
                return Err(Fault::of_record(format!("bot {player} is frozen, but answers")));
            }
            None if frozen || turn.frozen => Reply::NotAsked,
            None => Reply::Overrun,
            Some(text) => Answer::from_bytes(text.as_bytes()).map_or(Reply::Malformed, Reply::Answer),
        };
        let mut next = self.game.clone();
        if turn.frozen {
            next.freeze(player);
        }
        let taken = next.turn(reply, |_| square).map_err(Fault::of_record)?;
        self.game = next;
        self.last.clear();
        self.last.extend(taken.moved.iter().flat_map(|mv| [mv.origin, mv.destination]));
        Ok(taken.updates)
    }
}

/// The variant that a record means.
pub(super) fn variant_of(variant: &Variant) -> Result<Played, Fault> {
    let by_name = match variant.name.as_deref() {
        None => None,
        Some(name) => Some(Played::from_name(name).ok_or_else(|| {
            Fault::of_record(format!("unknown variant {name:?}: expected standard or duel"))
        })?),
    };
    let by_size = match variant.size {
        None => None,
        Some(size) => {
            Some(Played::ALL.into_iter().find(|played| played.side() == size).ok_or_else(|| {
                Fault::of_record(format!("no board has the size {size}: standard has 32, duel 16"))
            })?)
        }
    };
    match (by_name, by_size) {
        (Some(name), Some(size)) if name != size => {
            Err(Fault::of_record(format!("the variant {name} has no board of {}", size.side())))
        }
        (name, size) => Ok(name.or(size).unwrap_or_default()),
    }
}

impl Arbiter for Rules {
    fn play(&mut self, mv: &Move) -> Result<(), Fault> {
        match mv {
            Move::Turn(turn) => self.recorded(turn).map(drop),
            Move::Text(_) => Err(Fault::of_record(
                "a turn of flit is an object with bot, answer and neutral, not a string",
            )),
        }
    }

    fn seat_to_move(&self) -> Seat {
        self.game.position().player().seat()
    }

    fn seats(&self) -> u8 {
        if self.game.position().variant() == Played::Duel { 2 } else { 4 }
    }

    fn side(&self, seat: Seat) -> Value {
        seat.number().into()
    }

    fn ended(&self) -> Option<Ended> {
        let outcome = self.game.outcome()?;
        let winner = outcome.winner.map_or(Value::Null, |player| player.number().into());
        let result = GameResult {
            counts: Some(self.game.position().board().piece_counts().to_vec()),
            turns: Some(self.game.turns()),
            ..result(winner, outcome.reason.to_string())
        };
        Some(Ended { winner: outcome.winner.map(Player::seat), result })
    }

    fn diagram(&self) -> Diagram {
        draw::marked(self.game.position().board(), &self.last, &[])
    }

    fn caption(&self) -> String {
        let board = self.game.position().board();
        let counts: Vec<String> = board
            .piece_counts()
            .iter()
            .zip(1..)
            .map(|(count, bot)| {
                let frozen = Player::from_number(bot).is_some_and(|player| self.game.is_frozen(player));
                format!("{bot}: {count}{}", if frozen { " (frozen)" } else { "" })
            })
            .collect();
        format!("pieces {}, neutral {}", counts.join(", "), board.count(Contents::Neutral))
    }
}
