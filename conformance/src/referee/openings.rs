//! How games begin: with nothing, with moves drawn at random, or with those of a list.

use std::fmt;

use botspec_sdk::random::Random;
use serde::{Deserialize, Serialize};

use super::arbiter::{Arbiter, Fault};
use crate::record::Move;

/// No more moves than this are drawn at random.
pub const MAX_DRAWN: u32 = 20;

/// The openings of a tournament. Both games of a pair have the same seed, and so the same opening.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Openings {
    /// Games begin where the contest has them begin.
    #[default]
    None,
    /// With so many legal moves drawn at random.
    Drawn(u32),
    /// With one of these, pair by pair in their order. There is at least one.
    Listed(Vec<Vec<String>>),
}

impl Openings {
    /// Reads a list: an opening a line, its moves in the words of a record, with commas between them. Blank lines, and
    /// all from a `#` on, are passed over.
    ///
    /// `open` begins a game, and `refused` says why a move can be no part of an opening, although it is legal.
    ///
    /// # Errors
    /// The first move that cannot be made, or ends the game.
    pub fn from_text(
        text: &str,
        open: &dyn Fn() -> Result<Box<dyn Arbiter>, Fault>,
        refused: &dyn Fn(&str) -> Option<&'static str>,
    ) -> Result<Self, OpeningError> {
        let mut all = Vec::new();
        for (line, written) in (1..).zip(text.lines()) {
            let written = written.split('#').next().unwrap_or_default();
            if written.trim().is_empty() {
                continue;
            }
            let wrong = |column, message: String| OpeningError { line, column, message };
            let mut arbiter = open().map_err(|fault| wrong(1, fault.message))?;
            let mut moves = Vec::new();
            let mut before = 0;
            for part in written.split(',') {
                let blanks = part.chars().take_while(|c| c.is_whitespace()).count();
                let (column, mv) = (before + blanks + 1, part.trim());
                before += part.chars().count() + 1;
                if mv.is_empty() {
                    return Err(wrong(
                        column,
                        "there is no move, expected one before and behind each comma".into(),
                    ));
                }
                if let Some(why) = refused(mv) {
                    return Err(wrong(column, format!("`{mv}` cannot be part of an opening: {why}")));
                }
                arbiter.play(&Move::Text(mv.to_owned())).map_err(|fault| {
                    let hint = if mv.contains(' ') && fault.malformed {
                        "; write a comma between moves"
                    } else {
                        ""
                    };
                    wrong(column, format!("`{mv}`: {}{hint}", fault.message))
                })?;
                if arbiter.ended().is_some() {
                    return Err(wrong(column, format!("`{mv}` ends the game: nobody would be left to move")));
                }
                moves.push(mv.to_owned());
            }
            all.push(moves);
        }
        if all.is_empty() {
            let message =
                "there is no opening, expected one a line, such as the moves of a record with commas";
            return Err(OpeningError { line: 1, column: 1, message: message.to_owned() });
        }
        Ok(Self::Listed(all))
    }

    /// Makes the first moves of a game with this seed, and returns them. Moves are drawn from `moves` as long as none of
    /// them ends the game.
    pub fn begin<R: Arbiter + Clone>(
        &self,
        rules: &mut R,
        seed: u64,
        moves: impl Fn(&R) -> Vec<String>,
    ) -> Vec<Move> {
        let mut made = Vec::new();
        let mut random = Random::seeded(seed);
        let listed = match self {
            Self::None => return made,
            Self::Drawn(_) => None,
            Self::Listed(all) => chosen(all, seed),
        };
        let plies = match (self, listed) {
            (Self::Drawn(plies), _) => usize::try_from(*plies).unwrap_or(usize::MAX),
            (_, listed) => listed.map_or(0, Vec::len),
        };
        for ply in 0..plies {
            let mv = match listed {
                Some(opening) => opening.get(ply).cloned(),
                None => random.pick(&moves(rules)).cloned(),
            };
            let mut next = rules.clone();
            let Some(mv) = mv.map(Move::Text) else { break };
            if next.play(&mv).is_err() || next.ended().is_some() {
                break;
            }
            *rules = next;
            made.push(mv);
        }
        made
    }

    /// What tells the opening of games with this seed from all others, before it is played: its moves, as a list has
    /// them, or how many are drawn and from which seed. None for the start position.
    #[must_use]
    pub fn id(&self, seed: u64) -> Option<String> {
        match self {
            Self::None => None,
            Self::Drawn(plies) => Some(format!("random:{plies}#{seed}")),
            Self::Listed(all) => chosen(all, seed).map(|moves| moves.join(",")),
        }
    }

    /// Whether a game with this seed that has these moves can have begun with so many of them. Which moves are drawn is
    /// not asked.
    #[must_use]
    pub fn can_begin(&self, seed: u64, moves: &[Move], plies: usize) -> bool {
        match self {
            Self::None => plies == 0,
            Self::Drawn(most) => (1..=usize::try_from(*most).unwrap_or(usize::MAX)).contains(&plies),
            Self::Listed(all) => chosen(all, seed).is_some_and(|opening| {
                let made = moves.iter().take(plies);
                let is_same = |(made, mv): (&Move, &String)| matches!(made, Move::Text(text) if text == mv);
                opening.len() == plies && moves.len() >= plies && made.zip(opening).all(is_same)
            }),
        }
    }

    /// How many moves are drawn at random, at most.
    #[must_use]
    pub const fn drawn(&self) -> u32 {
        match self {
            Self::Drawn(plies) => *plies,
            Self::None | Self::Listed(_) => 0,
        }
    }
}

/// The one with which games of this seed begin.
fn chosen(all: &[Vec<String>], seed: u64) -> Option<&Vec<String>> {
    all.get(usize::try_from(seed / 2 % all.len().max(1) as u64).unwrap_or(0))
}

/// What is wrong with a list of openings, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpeningError {
    /// From 1.
    pub line: usize,
    /// The character at fault, from 1.
    pub column: usize,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for OpeningError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{GameRecord, Variant};
    use crate::suite::Game;

    fn read(game: &str, text: &str) -> Result<Openings, OpeningError> {
        let game = Game::find(game).expect("a standard game");
        let variant = Variant { size: (game.name() == "hex").then_some(5), ..Variant::default() };
        let record = GameRecord::new(game.id(), variant);
        let referee = game.referee();
        Openings::from_text(text, &|| referee.open(&record), &|mv| referee.no_opening_move(mv))
    }

    #[test]
    fn openings_are_read_with_comments_and_blanks() {
        let found = read("hex", "# first stones\n a1\n\nc3, b2 # two\r\n").unwrap();
        assert_eq!(found, Openings::Listed(vec![vec!["a1".into()], vec!["c3".into(), "b2".into()]]));
        assert!(read("linkage", "RA1A2, GC1C2\n").is_ok());
        assert!(read("power4", "5 4, 4 4,1 3").is_ok());
    }

    #[test]
    fn what_is_no_opening_is_told_with_its_place() {
        for (game, text, told) in [
            ("hex", "", "line 1, column 1: there is no opening"),
            ("hex", "a1\n\nb2, z9", "line 3, column 5: `z9`: "),
            ("hex", "a1,,b2", "line 1, column 4: there is no move"),
            ("hex", "\u{e4}1", "line 1, column 1: `\u{e4}1`: "),
            ("hex", "a1, a1", "line 1, column 5: `a1`: "),
            ("hex", "a1 b2", "write a comma between moves"),
            ("hex", "a1, swap", "line 1, column 5: `swap` cannot be part of an opening: no message"),
            ("hex", "a1,a2,b1,b2,c1,c2,d1,d2,e1", "line 1, column 25: `e1` ends the game"),
            ("linkage", "RA1A2, RA1A2", "line 1, column 8: "),
            ("power4", "5 4, 9 9", "line 1, column 6: "),
        ] {
            let error = read(game, text).unwrap_err().to_string();
            assert!(error.contains(told), "{game} {text:?}: {error}");
        }
    }
}
