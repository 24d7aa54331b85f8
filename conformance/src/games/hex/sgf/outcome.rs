//! How a game ended: the property `RE`.

use botspec_sdk::games::hex::Colour;
use serde_json::Value;

use crate::games::hex::line::Line;
use crate::record::GameResult;
use crate::referee::Arbiter as _;
use crate::referee::arbiter::result;

/// What `RE` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// This colour has won, by this if it is said.
    Won(Colour, Option<&'static str>),
    /// Nobody has.
    Drawn,
    /// It is not known, or there is none.
    Open,
}

/// What stands behind `B+` or `W+`, short and long, and the reason in the words of a record.
const MANNERS: [(&str, &str, &str); 3] =
    [("r", "resign", "resign"), ("t", "time", "timeout"), ("f", "forfeit", "forfeit")];

impl Outcome {
    /// Reads a value. Little Golem leaves the `+` out; numbers behind it are points, which Hex has not.
    pub(super) fn from_text(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_lowercase();
        let won = |letter: &str| match letter {
            "b" | "black" => Some(Colour::Black),
            "w" | "white" => Some(Colour::White),
            _ => None,
        };
        match text.as_str() {
            "" | "?" | "void" => return Some(Self::Open),
            "0" | "draw" => return Some(Self::Drawn),
            _ => {}
        }
        let Some((letter, manner)) = text.split_once('+') else {
            return Some(Self::Won(won(&text)?, None));
        };
        if manner.is_empty() || manner.parse::<f64>().is_ok() {
            return Some(Self::Won(won(letter)?, None));
        }
        let (_, _, reason) = MANNERS.iter().find(|(short, long, _)| manner == *short || manner == *long)?;
        Some(Self::Won(won(letter)?, Some(reason)))
    }

    /// What is written for a result; `None` if that has no winner.
    pub(super) fn written(result: &GameResult, line: &Line) -> Option<String> {
        let colour = Colour::from_name(result.winner.as_str()?)?;
        let seat = line.rules.position().seat_of(colour);
        let manner = match result.reason.as_str() {
            "connection" => "",
            "resign" => "R",
            "timeout" => "T",
            _ => "F",
        };
        Some(format!("{}+{manner}", line.colour_of(seat).letter()))
    }

    /// The result as a record has it, with a note if it was guessed or is odd.
    pub(super) fn result(self, line: &Line) -> (Option<GameResult>, Option<String>) {
        let (seat, manner) = match self {
            Self::Won(colour, manner) => (line.seat_of(colour), manner),
            Self::Drawn => return (Some(result(Value::Null, "draw".to_owned())), None),
            Self::Open => match line.resigned {
                Some(loser) => {
                    (botspec_sdk::seat::Seat::from_index(u8::from(loser.index() == 0)), Some("resign"))
                }
                None => return (None, None),
            },
        };
        let connected = line.rules.ended().is_some_and(|ended| ended.winner == Some(seat));
        let manner = manner.or(line.resigned.map(|_| "resign"));
        let (reason, note) = match manner {
            Some("resign") if connected => {
                let loser = line.colour_of(seat).other();
                let note = format!("{loser} resigns when {} has connected already", loser.other());
                ("connection", Some(note))
            }
            Some(manner) => (manner, None),
            None if connected || line.is_broken => ("connection", None),
            None => {
                let note = "RE does not say how the game was won, and nobody has connected: read as resigned";
                ("resign", Some(note.to_owned()))
            }
        };
        (Some(result(line.rules.side(seat), reason.to_owned())), note)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_manner_is_read() {
        use Colour::{Black, White};
        for (text, expected) in [
            ("B+", Some(Outcome::Won(Black, None))),
            ("w+R", Some(Outcome::Won(White, Some("resign")))),
            ("W+Resign", Some(Outcome::Won(White, Some("resign")))),
            ("B+T", Some(Outcome::Won(Black, Some("timeout")))),
            ("Black+Forfeit", Some(Outcome::Won(Black, Some("forfeit")))),
            ("B+1.0", Some(Outcome::Won(Black, None))),
            (" W ", Some(Outcome::Won(White, None))),
            ("?", Some(Outcome::Open)),
            ("Void", Some(Outcome::Open)),
            ("0", Some(Outcome::Drawn)),
            ("R+B", None),
            ("B+X", None),
            ("unfinished", None),
        ] {
            assert_eq!(Outcome::from_text(text), expected, "{text}");
        }
    }
}
