//! What the letters of plain games count: told by all games of an archive together.

use super::error::CliError;
use super::output;
use super::replay::LettersName;
use super::source::Source;
use crate::referee::archive::Content;
use crate::referee::plain::{Evidence, Letters};

/// How plain games are read, and why.
pub(super) struct Reading {
    pub(super) letters: Letters,
    /// Plain games, and what they say for each reading; none if it was not tried out.
    tried: Option<(usize, [Tally; 2])>,
}

/// What games say for one reading.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Tally {
    /// They end in a chain of the named winner.
    proofs: usize,
    /// They break the rules.
    contradictions: usize,
}

/// A finished chain of the named winner is no chance: by the wrong reading there hardly is one. What breaks the
/// rules may be a slip of whoever wrote it down.
const PROOF: i64 = 10;

impl Tally {
    const fn add(&mut self, evidence: Evidence) {
        match evidence {
            Evidence::For => self.proofs += 1,
            Evidence::Against => self.contradictions += 1,
            Evidence::None => {}
        }
    }

    fn weight(self) -> i64 {
        let count = |games: usize| i64::try_from(games).unwrap_or(i64::MAX / (2 * PROOF));
        PROOF * count(self.proofs) - count(self.contradictions)
    }
}

impl Reading {
    /// Tries both readings on all plain games, unless one is asked for.
    pub(super) fn choose(
        sources: &mut [Source],
        asked: Option<LettersName>,
        size: u8,
    ) -> Result<Self, CliError> {
        match asked {
            Some(LettersName::Row) => return Ok(Self { letters: Letters::Row, tried: None }),
            Some(LettersName::Column) => return Ok(Self { letters: Letters::Column, tried: None }),
            None => {}
        }
        let (mut games, mut tallies) = (0, [Tally::default(); 2]);
        for source in sources.iter_mut().filter(|source| source.is_plain()) {
            source.keep()?;
            for entry in source.entries()? {
                let Content::Plain(game) = entry?.content else { continue };
                games += 1;
                for (letters, tally) in Letters::ALL.into_iter().zip(&mut tallies) {
                    tally.add(game.evidence(letters, size));
                }
            }
        }
        let [row, column] = tallies;
        let letters = if column.weight() > row.weight() { Letters::Column } else { Letters::Row };
        Ok(Self { letters, tried: (games > 0).then_some((games, tallies)) })
    }

    /// Says which reading was taken, if both were tried.
    pub(super) fn tell(&self) {
        let Some((games, [row, column])) = self.tried else { return };
        let told = |tally: Tally| format!("{} and {}", tally.proofs, tally.contradictions);
        let chosen = if row.weight() == column.weight() {
            format!("cannot tell rows from columns; assuming {} (set --letters to choose)", self.letters)
        } else {
            format!("read as {}", self.letters)
        };
        output::note(&format!(
            "letters: of {games} games in the plain form, so many end in a chain of the named winner, and so many break the rules: {} if the letter is the row, {} if it is the column; {chosen}",
            told(row),
            told(column),
        ));
    }
}
