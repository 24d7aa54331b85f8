//! What is said to a bot in a scripted case, one line a step.

use std::time::Duration;

use botspec_sdk::games::hex::{BoardText, Message};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::check_win::is_countable;

/// Milliseconds that a scenario may listen for.
const LONGEST_WAIT: u64 = 20_000;

/// One step of a session.
///
/// ```text
/// seto c8        a message as the bot gets it; its answer, if it has one, is judged
/// sety ?         the same with an empty cell of the tester's choice
/// unset own      a stone of the bot's (or its `opponent`'s) is taken away, one of the tester's choice
/// board B.|.W|   the stones of this board, put in alternation
/// decide own     stones in alternation until the bot (or its `opponent`) has won
/// raw xyzzy      a line that is no message
/// listen         nothing; and nothing may be heard for a moment
/// listen 1500ms  the same for so long
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A message.
    Say(Message),
    /// A stone on an empty cell.
    Put(Whose),
    /// A stone is taken away.
    Take(Whose),
    /// A whole board.
    Board(BoardText),
    /// Stones until this side has won.
    Decide(Whose),
    /// A line that is no message, or names a cell that is not there.
    Raw(String),
    /// A wait: a short one if none is named.
    Listen(Option<Duration>),
}

/// The bot's, or its opponent's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whose {
    /// The bot's: it comes by `sety`.
    Own,
    /// The opponent's: it comes by `seto`.
    Opponent,
}

impl Step {
    fn from_text(text: &str) -> Result<Self, String> {
        Ok(match text {
            "sety ?" => Self::Put(Whose::Own),
            "seto ?" => Self::Put(Whose::Opponent),
            "unset own" => Self::Take(Whose::Own),
            "unset opponent" => Self::Take(Whose::Opponent),
            "decide own" => Self::Decide(Whose::Own),
            "decide opponent" => Self::Decide(Whose::Opponent),
            "listen" => Self::Listen(None),
            _ => {
                if let Some(time) = text.strip_prefix("listen ") {
                    let millis = time.strip_suffix("ms").and_then(|millis| millis.parse().ok());
                    let millis = millis.filter(|millis| (1..=LONGEST_WAIT).contains(millis));
                    let millis =
                        millis.ok_or_else(|| format!("\"{text}\": a wait is 1ms to {LONGEST_WAIT}ms"))?;
                    return Ok(Self::Listen(Some(Duration::from_millis(millis))));
                }
                if let Some(line) = text.strip_prefix("raw ") {
                    return Ok(Self::Raw(line.to_owned()));
                }
                if let Some(board) = text.strip_prefix("board ") {
                    let board =
                        BoardText::from_bytes(board.as_bytes()).map_err(|e| format!("\"{text}\": {e}"))?;
                    if !is_countable(&board.to_board()) {
                        return Err(format!(
                            "\"{text}\": black must have as many stones as white, or one more"
                        ));
                    }
                    return Ok(Self::Board(board));
                }
                match Message::from_bytes(text.as_bytes()) {
                    Ok(Message::Quit) => return Err("to quit, write end = \"quit\"".to_owned()),
                    Ok(message) => Self::Say(message),
                    Err(error) => return Err(format!("\"{text}\" is not a step: {error}")),
                }
            }
        })
    }
}

impl Step {
    fn to_text(&self) -> String {
        match self {
            Self::Say(message) => message.to_string(),
            Self::Put(Whose::Own) => "sety ?".to_owned(),
            Self::Put(Whose::Opponent) => "seto ?".to_owned(),
            Self::Take(Whose::Own) => "unset own".to_owned(),
            Self::Take(Whose::Opponent) => "unset opponent".to_owned(),
            Self::Board(board) => format!("board {board}"),
            Self::Decide(Whose::Own) => "decide own".to_owned(),
            Self::Decide(Whose::Opponent) => "decide opponent".to_owned(),
            Self::Raw(line) => format!("raw {line}"),
            Self::Listen(None) => "listen".to_owned(),
            Self::Listen(Some(time)) => format!("listen {}ms", time.as_millis()),
        }
    }
}

impl Serialize for Step {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_text())
    }
}

impl<'de> Deserialize<'de> for Step {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::from_text(&text).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_that_is_none_is_an_error() {
        for (text, error) in [
            ("set a1", "is not a step"),
            ("seto 1a", "is not a step"),
            ("board B.|B.|", "as many stones"),
            ("board B.|", "line 1"),
            ("quit", "end = "),
            ("listen 2s", "a wait is"),
            ("listen 0ms", "a wait is"),
        ] {
            let found = Step::from_text(text).unwrap_err();
            assert!(found.contains(error), "{text}: {found}");
        }
        assert_eq!(Step::from_text("raw seto z99"), Ok(Step::Raw("seto z99".to_owned())));
        assert_eq!(Step::from_text("listen 20ms").map(|step| step.to_text()), Ok("listen 20ms".to_owned()));
    }
}
