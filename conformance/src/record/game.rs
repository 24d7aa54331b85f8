//! A game that was played: one line of a record file, `botspec.game/1`.
//!
//! ```text
//! {"schema":"botspec.game/1","game":"hex","variant":{"size":11},"seed":7,
//!  "players":[{"name":"a","side":"black"},{"name":"b","side":"white"}],
//!  "moves":["a1","swap","f4"],"times_ms":[1.2,0.9,1.0],
//!  "result":{"winner":"black","player":"b","reason":"connection"}}
//! ```
//! Fields that are not known are passed over, so that a record may say more than this.

use std::fmt::{self, Write as _};

use serde::de::{self, MapAccess, Visitor, value::MapAccessDeserializer};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::GameName;
use crate::counted::counted;

/// The name of the format.
pub const GAME_SCHEMA: &str = "botspec.game/1";

/// One game, as it was played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// `botspec.game/1`.
    #[serde(deserialize_with = "schema")]
    pub schema: String,
    /// Which game.
    pub game: GameName,
    /// Which form of it; nothing where there is only one.
    #[serde(default, skip_serializing_if = "Variant::is_empty")]
    pub variant: Variant,
    /// The seed of this game, if chance had a hand in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The game's number in its tournament, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// Who played, in the order of seats; empty if it is not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<Player>,
    /// What the bots were told before the first request, in its order, where that differs from game to game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub initial: Vec<String>,
    /// How many of the first moves are the opening, drawn at random or chosen: no player was asked for them. `None` is
    /// none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<usize>,
    /// The moves, in their order.
    pub moves: Vec<Move>,
    /// How long each move took, in milliseconds; empty if it is not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times_ms: Vec<f64>,
    /// How it ended; `None` if the record does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
    /// The answer that lost the game, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<FinalFault>,
    /// What each player's bot printed on stderr, its beginning; empty if none printed anything.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stderr: Vec<String>,
}

impl GameRecord {
    /// A record of a game in which nothing has happened yet.
    #[must_use]
    pub fn new(game: GameName, variant: Variant) -> Self {
        Self {
            schema: GAME_SCHEMA.to_owned(),
            game,
            variant,
            seed: None,
            number: None,
            players: Vec::new(),
            initial: Vec::new(),
            opening: None,
            moves: Vec::new(),
            times_ms: Vec::new(),
            result: None,
            fault: None,
            stderr: Vec::new(),
        }
    }

    /// The record as one line, its end included.
    #[must_use]
    pub fn to_line(&self) -> Vec<u8> {
        let mut line = serde_json::to_vec(self).expect("records hold nothing that JSON cannot");
        line.push(b'\n');
        line
    }
}

fn schema<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let found = String::deserialize(from)?;
    if found == GAME_SCHEMA {
        Ok(found)
    } else {
        Err(de::Error::custom(format!("the schema is {found:?}, expected {GAME_SCHEMA:?}")))
    }
}

/// Which form of a game is played. A bare string stands for [`name`](Self::name).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Variant {
    /// Cells along each side, where boards differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u8>,
    /// The name of the variant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The side that starts, where either may: 1 or 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub starts: Option<u8>,
    /// How pieces come to rest: `fall` or `hover`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gravity: Option<String>,
    /// Whether the referee wrote the files that are optional.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memo: Option<bool>,
}

impl Variant {
    /// Whether it says nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl<'de> Deserialize<'de> for Variant {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Fields {
            size: Option<u8>,
            name: Option<String>,
            starts: Option<u8>,
            gravity: Option<String>,
            memo: Option<bool>,
        }
        struct Form;
        impl<'de> Visitor<'de> for Form {
            type Value = Variant;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a variant: an object, a name, or null")
            }

            fn visit_unit<E: de::Error>(self) -> Result<Variant, E> {
                Ok(Variant::default())
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<Variant, E> {
                Ok(Variant { name: Some(name.to_owned()), ..Variant::default() })
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Variant, A::Error> {
                let Fields { size, name, starts, gravity, memo } =
                    Fields::deserialize(MapAccessDeserializer::new(map))?;
                Ok(Variant { size, name, starts, gravity, memo })
            }
        }
        from.deserialize_any(Form)
    }
}

/// Somebody at the board.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Player {
    /// The bot's name.
    pub name: String,
    /// The side it had when the game began, in the game's own words: `black`, `more`, 2.
    pub side: Value,
}

/// One move: its canonical text, or a turn where a text does not say all.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged)]
pub enum Move {
    /// All that there is to say.
    Text(String),
    /// Who moved, and what else happened.
    Turn(Turn),
}

impl Move {
    /// The text of the move; empty where there was none.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Turn(turn) => turn.answer.as_deref().unwrap_or_default(),
        }
    }
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Form;
        impl<'de> Visitor<'de> for Form {
            type Value = Move;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a move: a string, or an object with bot, answer and neutral")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Move, E> {
                Ok(Move::Text(text.to_owned()))
            }

            fn visit_string<E: de::Error>(self, text: String) -> Result<Move, E> {
                Ok(Move::Text(text))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Move, A::Error> {
                Turn::deserialize(MapAccessDeserializer::new(map)).map(Move::Turn)
            }
        }
        from.deserialize_any(Form)
    }
}

/// One turn of a game in which a bot may fall silent, and chance has its own moves.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Turn {
    /// Whose turn it was, 1 to 4.
    pub bot: u8,
    /// The line that answered the request, of a long one that is no answer the beginning; `null` if none came in time, or the
    /// bot was frozen.
    pub answer: Option<String>,
    /// Where chance has put a piece after the turn, column and row.
    pub neutral: Option<[u8; 2]>,
    /// Whether the bot was not asked, or ended when it was.
    #[serde(default, skip_serializing_if = "is_false")]
    pub frozen: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
const fn is_false(value: &bool) -> bool {
    !*value
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GameResult {
    /// The winner in the game's own words: `more`, `black`, 2; null if nobody won.
    pub winner: Value,
    /// The winner's name, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// By what: `connection`, `skips`, `four`, `illegal` …
    pub reason: String,
    /// Groups on the final board, where they decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub groups: Option<u32>,
    /// Pieces of each bot, where they decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counts: Option<Vec<u32>>,
    /// Turns taken, where their number is bounded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turns: Option<u32>,
}

impl GameResult {
    /// How the game ended, in a sentence without its full stop.
    #[must_use]
    pub fn in_words(&self) -> String {
        let mut text = match (&self.winner, &self.player) {
            (Value::Null, _) => "nobody wins".to_owned(),
            (winner, None) => format!("{} wins", side_name(winner)),
            (winner, Some(player)) => format!("{player} ({}) wins", side_name(winner)),
        };
        let _ = write!(text, ", by {}", self.reason);
        if let Some(groups) = self.groups {
            let _ = write!(text, ", with {} on the board", counted(groups, "group"));
        }
        if let Some(counts) = &self.counts {
            let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
            let _ = write!(text, ", pieces {}", counts.join(" "));
        }
        if let Some(turns) = self.turns {
            let _ = write!(text, ", after {}", counted(turns, "turn"));
        }
        text
    }
}

/// The answer that lost a game: it is not among the moves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FinalFault {
    /// Whose answer it was.
    pub side: Value,
    /// What came, if anything did.
    #[serde(default)]
    pub answer: Option<String>,
    /// The rule that it broke.
    #[serde(default)]
    pub rule: Option<String>,
    /// What was wrong.
    #[serde(default)]
    pub message: String,
}

/// A side as people write it: `black`, `2`.
#[must_use]
pub fn side_name(side: &Value) -> String {
    match side {
        Value::String(name) => name.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTRACT: &str = r#"{"schema":"botspec.game/1","game":"hex","variant":{"size":11},"seed":7,"players":[{"name":"a","side":"black"},{"name":"b","side":"white"}],"moves":["a1","swap","f4"],"times_ms":[1.2,0.9,1.0],"result":{"winner":"black","player":"b","reason":"connection"}}"#;

    #[test]
    fn a_line_is_written_as_it_was_read() {
        let record: GameRecord = serde_json::from_str(CONTRACT).unwrap();
        assert_eq!(String::from_utf8(record.to_line()).unwrap(), format!("{CONTRACT}\n"));
    }

    #[test]
    fn a_line_that_is_none_is_refused_where_it_goes_wrong() {
        for (text, message) in [
            (r#"{"schema":"botspec.game/2","game":"hex","moves":[]}"#, "expected \"botspec.game/1\""),
            (r#"{"schema":"botspec.game/1","game":"Hex!","moves":[]}"#, "found \"Hex!\""),
            (r#"{"schema":"botspec.game/1","game":"hex"}"#, "missing field `moves`"),
            (r#"{"schema":"botspec.game/1","game":"hex","moves":[3]}"#, "expected a move: a string"),
            (r#"{"schema":"botspec.game/1","game":"flit","moves":[{"answer":null}]}"#, "missing field `bot`"),
            (r#"{"schema":"botspec.game/1","game":"hex","moves":["a1""#, "EOF while parsing"),
        ] {
            let error = serde_json::from_str::<GameRecord>(text).unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
            assert!(error.contains("column"), "{text}: {error}");
        }
    }

    #[test]
    fn all_that_may_be_missing_may_be_missing() {
        let text = r#"{"schema":"botspec.game/1","game":"flit","variant":"duel","initial":["1 2 1"],"moves":[{"bot":1,"answer":null,"neutral":[3,4]}],"more":{"a":1}}"#;
        let record: GameRecord = serde_json::from_str(text).unwrap();
        assert_eq!(record.variant.name.as_deref(), Some("duel"));
        assert_eq!(record.result, None);
    }
}
