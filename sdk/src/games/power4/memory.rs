//! What a bot must keep between its turns, and the help file that keeps it.
//!
//! The file is text, about 150 bytes:
//!
//! ```text
//! botspec power4 memory 1
//! 2 fall known
//! 3 0 1 0 0
//! 4 0 0 0 1
//! 0 0 0 1 0 0 0 0 0 0 12 0 ...
//! 5 4
//! 94d049bb133111eb
//! ```
//! Format and version; the bot's team, whether disks fall, how sure this is; turns and used disks of the
//! bot's team in the form of `moves.txt`; the same of the opponent; the board that was shown; the answer that
//! was given; and a checksum of all that (FNV-1a, 64 bits). A file that differs in any way from
//! what `Display` writes is no memory: half a file, say, of a bot that was killed.

use std::fmt;

use super::board::Gravity;
use super::disk::Team;
use super::drop::Drop;
use super::position::Position;
use super::setup::Setup;
use super::wire::{BoardText, MovesText, OutputText};

/// The last turn: what was asked, what was believed, what was answered.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::power4::{Certainty, Gravity, Memory, Position, Team};
/// let asked = Position::opening(Team::One, Gravity::Fall);
/// let drop = asked.drops().next().expect("the set goes on");
/// let file = Memory { asked, drop, certainty: Certainty::Known }.to_string();
/// assert!(file.starts_with("botspec power4 memory 1\n1 fall known\n0 0 0 0 0\n"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Memory {
    /// The position as the bot saw it before its drop.
    pub asked: Position,
    /// What it answered.
    pub drop: Drop,
    /// Whether the position's used disks and turns are right.
    pub certainty: Certainty,
}

/// How far what a position says of used disks and turns can be relied on.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::power4::{Certainty, Gravity, Memory, Position, Team};
/// let asked = Position::opening(Team::Two, Gravity::Hover);
/// let drop = asked.drops().next().expect("the set goes on");
/// let file = Memory { asked, drop, certainty: Certainty::Guessed }.to_string();
/// assert_eq!(file.lines().nth(1), Some("2 hover guessed"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Certainty {
    /// Every turn of the set so far was seen, or the referee says so.
    Known,
    /// The memory was lost on the way; read from the board alone.
    Guessed,
}

const FORMAT: &str = "botspec power4 memory 1";

impl Memory {
    /// Reads a help file; `None` if it is not exactly what a bot wrote.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Certainty, Gravity, Memory, Position, Team};
    /// let asked = Position::opening(Team::One, Gravity::Fall);
    /// let drop = asked.drops().next().expect("the set goes on");
    /// let memory = Memory { asked, drop, certainty: Certainty::Known };
    /// let file = memory.to_string();
    /// assert_eq!(Memory::from_bytes(file.as_bytes()), Some(memory));
    /// assert_eq!(Memory::from_bytes(&file.as_bytes()[..100]), None, "half a file");
    /// ```
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(bytes).ok()?;
        let mut lines = text.lines();
        if lines.next()? != FORMAT {
            return None;
        }
        let mut facts = lines.next()?.split(' ');
        let team = facts.next()?.parse().ok().and_then(Team::new)?;
        let gravity = facts.next()?;
        let gravity = Gravity::ALL.into_iter().find(|value| value.to_string() == gravity)?;
        let certainty = match facts.next()? {
            "known" => Certainty::Known,
            "guessed" => Certainty::Guessed,
            _ => return None,
        };
        let mut moves = || MovesText::from_bytes(lines.next()?.as_bytes()).ok();
        let (own, other) = (moves()?, moves()?);
        let board = BoardText::from_bytes(lines.next()?.as_bytes()).ok()?.board;
        let drop = Drop::try_from(&OutputText::from_bytes(lines.next()?.as_bytes()).ok()?).ok()?;

        let mut setup = Setup { board, team, used: [own.used; 2], turns: [own.turns; 2], gravity };
        setup.used[team.other().index()] = other.used;
        setup.turns[team.other().index()] = other.turns;
        let memory = Self { asked: Position::from_guess(&setup).ok()?, drop, certainty };
        // The checksum is compared along with everything else.
        (memory.to_string() == text).then_some(memory)
    }
}

impl fmt::Display for Memory {
    /// The content of the help file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { asked, drop, certainty } = self;
        let certainty = match certainty {
            Certainty::Known => "known",
            Certainty::Guessed => "guessed",
        };
        let [own, other] = [asked.team(), asked.team().other()]
            .map(|team| MovesText { turns: asked.turns(team), used: asked.used(team) });
        let board = BoardText { board: *asked.board() };
        let facts = format!(
            "{FORMAT}\n{} {} {certainty}\n{own}\n{other}\n{board}\n{drop}\n",
            asked.team(),
            asked.gravity()
        );
        writeln!(f, "{facts}{:016x}", fnv_1a(facts.as_bytes()))
    }
}

/// The hash of Fowler, Noll and Vo: any single wrong byte changes it.
fn fnv_1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
