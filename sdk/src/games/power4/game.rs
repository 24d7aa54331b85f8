//! The game as the run loops and the referee see it.

use std::time::Duration;

use super::drop::Drop;
use super::memory::{Certainty, Memory};
use super::position::Position;
use super::recall::Recalled;
use super::wire::{BoardText, MovesText, OpponentText, TeamText};
use crate::file_game::{FileGame, InputError, Inputs};
use crate::game::Game;
use crate::text::ParseError;

/// Power Connect Four.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::power4::Power4;
/// use botspec_sdk::{FileGame, Game};
/// assert_eq!(Power4::NAME, "power4");
/// assert_eq!(Power4::INPUT_FILES, [Power4::TEAM_FILE, Power4::BOARD_FILE]);
/// assert_eq!(Power4::SAFETY_MARGIN * 4, Power4::TIME_LIMIT);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Power4;

impl Power4 {
    /// What the referee writes for a bot: whom it plays.
    pub const TEAM_FILE: &str = "team_no.txt";
    /// What the referee writes for a bot: the board.
    pub const BOARD_FILE: &str = "board.txt";
    /// What the referee writes for a bot in the variant `memo`: what the bot's team has done.
    pub const MOVES_FILE: &str = "moves.txt";
    /// What the referee writes for a bot in the variant `memo`: what the opponent has done.
    pub const OPPONENT_FILE: &str = "opponent_move.txt";
    /// What a bot writes for the referee.
    pub const OUTPUT_FILE: &str = "output.txt";
    /// Help files that a team may have at a time.
    pub const MAX_HELP_FILES: usize = 5;
    /// Wall-clock time from a bot's start to its exit, unless said otherwise.
    pub const TIME_LIMIT: Duration = Duration::from_secs(2);
    /// The dual disk must be used in one of so many first turns of a team in a set.
    pub const DUAL_BY_TURN: u16 = 10;
    /// Tries that a team has for a turn; the last failure loses the set.
    pub const TRIES: u8 = 3;
    /// Sets of a match, unless said otherwise.
    pub const SETS: u32 = 2;
}

impl Game for Power4 {
    const NAME: &'static str = "power4";
    type Position = Position;
}

/// What the names of a team's help files begin with.
///
/// # Examples
///
/// ```
/// use botspec_sdk::FileGame as _;
/// use botspec_sdk::games::power4::{Power4, TeamId};
/// let name = |team_id| Power4::memory_file(&team_id, "bot");
/// assert_eq!(name(TeamId::OfProgram), Some("bot_memory.txt".to_owned()));
/// assert_eq!(name(TeamId::Is("Ada")), Some("Ada_memory.txt".to_owned()));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TeamId {
    /// The program's own name, without extension, as the contest wants it.
    OfProgram,
    /// This one, for a program that is called otherwise.
    Is(&'static str),
}

impl FileGame for Power4 {
    type Entrant = TeamId;
    type Recall = Certainty;

    const INPUT_FILES: &'static [&'static str] = &[Self::TEAM_FILE, Self::BOARD_FILE];
    const OPTIONAL_FILES: &'static [&'static str] = &[Self::MOVES_FILE, Self::OPPONENT_FILE];
    const ANSWER_FILE: &'static str = Self::OUTPUT_FILE;
    const TIME_LIMIT: Duration = Self::TIME_LIMIT;

    /// Arguments mean nothing here.
    fn identification(_: &TeamId) -> Option<String> {
        None
    }

    /// Which disks are used and how many turns have passed is told by the referee in the variant
    /// `memo`; else remembered; else guessed from the board, so that a normal disk or the dual one
    /// is chosen, whichever is the more likely to be legal.
    fn read(inputs: &Inputs) -> Result<(Position, Certainty), InputError> {
        let required = |i: usize| inputs.files.get(i).map(Vec::as_slice).unwrap_or_default();
        let team = text(Self::TEAM_FILE, TeamText::from_bytes(required(0)))?.team;
        let board = text(Self::BOARD_FILE, BoardText::from_bytes(required(1)))?.board;
        let optional = |i: usize| inputs.optional.get(i).and_then(Option::as_deref);
        let own = optional(0).map(|bytes| text(Self::MOVES_FILE, MovesText::from_bytes(bytes)));
        let opponent = optional(1).map(|bytes| text(Self::OPPONENT_FILE, OpponentText::from_bytes(bytes)));

        let memory = inputs.memory.as_deref().and_then(Memory::from_bytes);
        let recalled =
            Recalled::new(team, board, memory.as_ref()).corrected(own.transpose()?, opponent.transpose()?);
        let position = Position::from_guess(&recalled.setup);
        let position = position.map_err(|error| InputError::new(Self::BOARD_FILE, error))?;
        Ok((position, recalled.certainty))
    }

    fn memory_file(team_id: &TeamId, program: &str) -> Option<String> {
        let team_id = match team_id {
            TeamId::OfProgram => program,
            TeamId::Is(team_id) => team_id,
        };
        Some(format!("{team_id}_memory.txt"))
    }

    fn remember(asked: &Position, drop: Drop, certainty: &Certainty) -> Vec<u8> {
        Memory { asked: *asked, drop, certainty: *certainty }.to_string().into_bytes()
    }
}

fn text<T>(file: &'static str, parsed: Result<T, ParseError>) -> Result<T, InputError> {
    parsed.map_err(|error| InputError::new(file, error))
}
