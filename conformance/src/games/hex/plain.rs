//! Hex games in the plain form of older archives, one a line, the winner last.
//!
//! ```text
//! b c5,w f2,b d4,w resign,B
//!
//! game   = *(move ",") winner
//! move   = ("b" / "w") " " (letter number / "swap" / "resign")
//! winner = "B" / "W"
//! ```
//! The colour before a move is that of the stone: after a swap, white moves again. Some archives write the column as
//! the letter, so what `c5` means is told by [`Letters`]. Leniencies: blanks around the parts; CRLF.

use botspec_sdk::games::hex::{Colour, Size};

use super::make_move;
use crate::record::{GameName, GameRecord, Move, Variant};
use crate::referee::arbiter;
use crate::referee::plain::{Evidence, Letters, PlainError, PlainGame};
use crate::referee::replay::{RecordFault, Replayed, judge_end, replay};

/// A game as it is written, free of what its letters mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Plain {
    moves: Vec<(Colour, Step)>,
    winner: Colour,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    /// The letter, from 0, and the number as written.
    Stone(u8, u32),
    Swap,
    Resign,
}

impl Plain {
    /// Reads one line, without its end.
    ///
    /// # Errors
    /// Names the part that cannot be right.
    pub(super) fn from_bytes(line: &[u8]) -> Result<Self, PlainError> {
        let mut moves = Vec::new();
        let mut winner = None;
        let mut begin = 0;
        for part in line.split(|&byte| byte == b',') {
            let blanks = part.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            let column = begin + blanks + 1;
            begin += part.len() + 1;
            let wrong = |message: &str| PlainError { column, message: message.to_owned() };
            if winner.is_some() {
                return Err(wrong("expected the end of the line after the winner"));
            }
            match part.trim_ascii() {
                b"B" => winner = Some(Colour::Black),
                b"W" => winner = Some(Colour::White),
                text => moves.push(step(text).ok_or_else(|| {
                    wrong("expected a move such as `b c5`, `w swap` or `w resign`, or the winner, B or W")
                })?),
            }
        }
        let winner = winner.ok_or_else(|| PlainError {
            column: line.len() + 1,
            message: "expected the winner, B or W, at the end".to_owned(),
        })?;
        Ok(Self { moves, winner })
    }

    /// The moves as a record, for a board of this size.
    ///
    /// # Errors
    /// The first thing that cannot be said in a record: a colour out of turn, a move after somebody has
    /// resigned, a coordinate that no board has.
    fn placed(&self, letters: Letters, size: Size) -> Result<Placed, RecordFault> {
        let variant = Variant { size: Some(size.get()), ..Variant::default() };
        let mut record = GameRecord::new(game(), variant);
        record.moves.reserve(self.moves.len());
        let mut to_move = Colour::Black;
        let mut resigned = None;
        for (number, &(colour, step)) in (1..).zip(&self.moves) {
            let fault = |message: String| RecordFault { mv: Some(number), rule: None, message };
            if resigned.is_some() {
                return Err(fault("a move after a player has resigned".to_owned()));
            }
            if step == Step::Resign {
                resigned = Some(Resigned { number, colour, to_move });
                continue;
            }
            if colour != to_move {
                return Err(fault(format!("{colour} moves, but it is the turn of {to_move}")));
            }
            match step {
                Step::Resign => {}
                // The opener moves next, as white.
                Step::Swap => record.moves.push(Move::Text("swap".to_owned())),
                Step::Stone(letter, count) => {
                    let text = text(letter, count, letters).ok_or_else(|| RecordFault {
                        mv: Some(number),
                        rule: Some(make_move::ON_BOARD.id),
                        message: format!("row {count} is not on a board of {size}×{size}"),
                    })?;
                    record.moves.push(Move::Text(text));
                    to_move = to_move.other();
                }
            }
        }
        Ok(Placed { record, resigned })
    }
}

impl PlainGame for Plain {
    fn game(&self) -> GameName {
        game()
    }

    /// A resignation behind a finished chain of the named winner is odd, but says nothing wrong: the game was over.
    fn replay(&self, letters: Letters, size: u8) -> (Option<GameRecord>, Replayed) {
        let unfit = |fault: RecordFault| (None, Replayed::unfit(fault));
        let Some(size) = Size::new(size) else {
            let message = format!("there is no board of {size}×{size}: sizes are 1 to {}", Size::MAX);
            return unfit(RecordFault { mv: None, rule: None, message });
        };
        let Placed { mut record, resigned } = match self.placed(letters, size) {
            Ok(placed) => placed,
            Err(fault) => return unfit(fault),
        };
        let mut replayed = replay(&record);
        let winner = serde_json::Value::from(self.winner.to_string());
        let connected = replayed.ended.as_ref().filter(|ended| ended.result.winner == winner);
        let reason = match &resigned {
            Some(resigned) if replayed.fault.is_none() && connected.is_some() => {
                let (loser, winner) = (resigned.colour, self.winner);
                replayed.note = Some(format!("{loser} resigns when {winner} has connected already"));
                "connection"
            }
            Some(resigned) => {
                if let (None, Some(fault)) = (&replayed.fault, resigned.out_of_turn()) {
                    return unfit(fault);
                }
                "resign"
            }
            None => "connection",
        };
        record.result = Some(arbiter::result(winner, reason.to_owned()));
        if let (None, Some(arbiter)) = (&replayed.fault, &mut replayed.arbiter) {
            replayed.fault = judge_end(&record, &mut replayed.ended, &mut **arbiter);
        }
        (Some(record), replayed)
    }

    fn evidence(&self, letters: Letters, size: u8) -> Evidence {
        let (_, replayed) = self.replay(letters, size);
        match (&replayed.fault, &replayed.ended) {
            (Some(_), _) => Evidence::Against,
            (None, Some(ended)) if ended.result.reason == "connection" => Evidence::For,
            (None, _) => Evidence::None,
        }
    }
}

/// The game that this form is for.
pub(super) fn game() -> GameName {
    GameName::new("hex").expect("it has the form of a name")
}

/// The moves of a game on a board.
struct Placed {
    /// Without a result.
    record: GameRecord,
    resigned: Option<Resigned>,
}

/// How a game was given up.
struct Resigned {
    /// The move, from 1.
    number: usize,
    colour: Colour,
    to_move: Colour,
}

impl Resigned {
    fn out_of_turn(&self) -> Option<RecordFault> {
        let Self { number, colour, to_move } = self;
        (colour != to_move).then(|| RecordFault {
            mv: Some(*number),
            rule: None,
            message: format!("{colour} resigns, but it is the turn of {to_move}"),
        })
    }
}

fn step(text: &[u8]) -> Option<(Colour, Step)> {
    let (colour, rest) = match text {
        [b'b', rest @ ..] => (Colour::Black, rest),
        [b'w', rest @ ..] => (Colour::White, rest),
        _ => return None,
    };
    let what = rest.trim_ascii_start();
    if what.len() == rest.len() {
        return None;
    }
    let step = match what {
        b"swap" => Step::Swap,
        b"resign" => Step::Resign,
        [letter @ b'a'..=b'z', number @ ..] => Step::Stone(letter - b'a', count(number)?),
        _ => return None,
    };
    Some((colour, step))
}

/// A number without sign or leading zeros; those that no board has are all the same.
fn count(digits: &[u8]) -> Option<u32> {
    if digits.is_empty() || digits.len() > 9 || (digits.len() > 1 && digits[0] == b'0') {
        return None;
    }
    digits
        .iter()
        .try_fold(0, |count, digit| digit.is_ascii_digit().then(|| count * 10 + u32::from(digit - b'0')))
}

/// The coordinate in this contest's own way; `None` if a number is to be a row that has no letter.
fn text(letter: u8, count: u32, letters: Letters) -> Option<String> {
    match letters {
        Letters::Row => Some(format!("{}{count}", char::from(b'a' + letter))),
        Letters::Column => {
            let row = u8::try_from(count.checked_sub(1)?).ok().filter(|row| *row < Size::MAX.get())?;
            Some(format!("{}{}", char::from(b'a' + row), u32::from(letter) + 1))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_letters_decide_who_has_won() {
        // Black down the column 1 of rows, which is along row a of columns.
        let game = Plain::from_bytes(b"b a1,w a2,b b1,B").unwrap();
        assert_eq!(game.replay(Letters::Row, 2).1.fault, None);
        let fault = game.replay(Letters::Column, 2).1.fault.unwrap();
        assert!(fault.message.contains("the game is not over"), "{fault:?}");
    }

    #[test]
    fn a_swap_and_a_resignation_are_understood() {
        let game = Plain::from_bytes(b" b a1 , w swap , w b2 , b resign , W\r").unwrap();
        let (record, replayed) = game.replay(Letters::Row, 3);
        assert_eq!(replayed.fault, None);
        assert_eq!(record.unwrap().moves.len(), 3);
        let wrong = Plain::from_bytes(b"b a1,w resign,W").unwrap();
        assert!(wrong.replay(Letters::Row, 3).1.fault.is_some());
    }

    #[test]
    fn a_resignation_behind_the_last_stone_is_no_fault() {
        // Black's chain, by columns; what resigns has lost already, whoever writes it.
        for resigns in ["w resign", "b resign"] {
            let game = Plain::from_bytes(format!("b a1,w b1,b a2,{resigns},B").as_bytes()).unwrap();
            assert_eq!(game.evidence(Letters::Column, 2), Evidence::For);
            let (record, replayed) = game.replay(Letters::Column, 2);
            assert_eq!(replayed.fault, None);
            assert!(replayed.note.unwrap().ends_with("resigns when black has connected already"));
            assert_eq!(record.unwrap().result.unwrap().reason, "connection");
        }
        let in_turn = Plain::from_bytes(b"b a1,w b1,b a2,w resign,B").unwrap();
        assert_eq!(in_turn.evidence(Letters::Row, 3), Evidence::None);
        // The other is named, or it is nobody's turn to resign.
        let other = Plain::from_bytes(b"b a1,w b1,b a2,w resign,W").unwrap();
        assert_eq!(other.evidence(Letters::Column, 2), Evidence::Against);
        let fault = Plain::from_bytes(b"b a1,b resign,W").unwrap().replay(Letters::Row, 3).1.fault;
        assert_eq!(fault.unwrap().message, "black resigns, but it is the turn of white");
    }

    #[test]
    fn a_line_that_is_none_is_refused_where_it_goes_wrong() {
        for (line, column) in [
            (b"".as_slice(), 1),
            (b"b a1", 5),
            (b"b a1,", 6),
            (b"b a1,w,B", 6),
            (b"b a1,wa2,B", 6),
            (b"b a1,w A2,B", 6),
            (b"b a1,B,w a2", 8),
            (b"b a01,B", 1),
            (b"x a1,B", 1),
            (b"b a99999999999,B", 1),
            (b"b \xff,B", 1),
        ] {
            let error = Plain::from_bytes(line).unwrap_err();
            assert_eq!(error.column, column, "{}: {}", line.escape_ascii(), error.message);
        }
    }

    #[test]
    fn what_no_board_has_is_a_fault_of_its_move() {
        for (line, number) in [
            ("b a1,b a2,B", 2),
            ("b a1,w resign,b a2,B", 3),
            ("b a1,w a99,B", 2),
            ("b z1,B", 1),
            ("b a0,B", 1),
            ("b a1,w a1,B", 2),
            ("b a1,w a2,w swap,B", 3),
        ] {
            let game = Plain::from_bytes(line.as_bytes()).unwrap();
            for letters in Letters::ALL {
                let fault = game.replay(letters, 10).1.fault.unwrap();
                assert_eq!(fault.mv, Some(number), "{line} {letters}: {fault:?}");
            }
        }
    }
}
