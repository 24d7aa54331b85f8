//! What a game is to a bot that is started once per turn and talks through files.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use crate::game::{Game, Position};

/// A game whose bots read files and write one file, all in their own folder.
///
/// The loop in [`crate::run::file_turn`] does the reading and the writing; a game says what stands
/// in the files. It never touches one itself.
///
/// # Examples
///
/// ```
/// use botspec_sdk::file_game::{FileGame, Inputs};
/// use botspec_sdk::{Position, games::linkage::Linkage};
///
/// /// What the loop does in a turn, but for the files.
/// fn turn<G: FileGame>(input: &str) -> String {
///     let inputs = Inputs { files: vec![input.into()], ..Inputs::default() };
///     let (position, _recall) = G::read(&inputs).expect("the file shows a position");
///     G::answer(position.legal_moves()[0])
/// }
/// let input = "M6666\n.......\n.......\n.......\n...X...\n.......\n.......\n.......\n";
/// assert_eq!(turn::<Linkage>(input), "BA1A2");
/// ```
pub trait FileGame: Game {
    /// What an entrant states besides the strategy: who they are, say. `()` if nothing.
    type Entrant;

    /// What [`FileGame::read`] hands on to [`FileGame::remember`]; `()` if nothing.
    type Recall;

    /// The files that the referee writes, in the order in which [`FileGame::read`] wants them.
    const INPUT_FILES: &'static [&'static str];

    /// Files that the referee writes in some variants of the contest only.
    const OPTIONAL_FILES: &'static [&'static str] = &[];

    /// The file that the bot writes.
    const ANSWER_FILE: &'static str;

    /// The contest's limit, wall clock, from start to exit.
    const TIME_LIMIT: Duration;

    /// The part of the limit that is not for thinking: a quarter unless said otherwise, so
    /// that a bot that uses all of its [`Deadline`](crate::Deadline) still ends in good time on a
    /// machine that is busier than the author's.
    const SAFETY_MARGIN: Duration = Self::TIME_LIMIT.checked_div(4).expect("4 is not 0");

    /// The line to print instead of playing a turn, if the program was started with any argument.
    /// `None` if arguments mean nothing in this contest.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::{linkage::Linkage, power4::{Power4, TeamId}};
    /// use botspec_sdk::{FileGame as _, Identity};
    /// let me = Identity { name: "Chainer", author: "Ada", country: None, date: "21 November 2026", version: "1.0" };
    /// assert_eq!(Linkage::identification(&me), Some("Chainer. Ada, 21 November 2026, V1.0".to_owned()));
    /// assert_eq!(Power4::identification(&TeamId::OfProgram), None);
    /// ```
    fn identification(entrant: &Self::Entrant) -> Option<String>;

    /// The position that the files show, as far as they can tell.
    ///
    /// # Errors
    /// Names the file at fault and what is wrong in it. A bad memory is never an error: a
    /// bot must play without it.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::FileGame as _;
    /// use botspec_sdk::file_game::Inputs;
    /// use botspec_sdk::games::linkage::Linkage;
    /// let inputs = Inputs { files: vec![b"M666".to_vec()], ..Inputs::default() };
    /// let error = Linkage::read(&inputs).unwrap_err();
    /// assert_eq!(error.file, "input.txt");
    /// assert!(error.problem.to_string().starts_with("line 1, column 5 (yellow dominoes left)"));
    /// ```
    fn read(inputs: &Inputs) -> Result<(Self::Position, Self::Recall), InputError>;

    /// The content of the answer file for a move: its canonical text, unless said otherwise.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::FileGame as _;
    /// use botspec_sdk::games::power4::{Column, Drop, Kind, Power4};
    /// let drop = Drop { kind: Kind::Normal, column: Column::new(4).unwrap() };
    /// assert_eq!(Power4::answer(drop), "5 4");
    /// ```
    fn answer(mv: <Self::Position as Position>::Move) -> String {
        mv.to_string()
    }

    /// What to answer where no move is legal at all, without asking the bot; `None` if that is an
    /// error.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::FileGame as _;
    /// use botspec_sdk::games::{linkage::Linkage, power4::Power4};
    /// assert_eq!(Linkage::answer_without_moves(), Some("Skip"));
    /// assert_eq!(Power4::answer_without_moves(), None);
    /// ```
    fn answer_without_moves() -> Option<&'static str> {
        None
    }

    /// The name of the file in which the loop keeps a memory between turns; `None` for no memory.
    /// `program` is the name of the executable, without extension.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::FileGame as _;
    /// use botspec_sdk::games::power4::{Power4, TeamId};
    /// assert_eq!(Power4::memory_file(&TeamId::OfProgram, "ada"), Some("ada_memory.txt".to_owned()));
    /// ```
    fn memory_file(entrant: &Self::Entrant, program: &str) -> Option<String> {
        let _ = (entrant, program);
        None
    }

    /// What to remember of a turn: the position in which the bot was asked and what it answered.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::FileGame as _;
    /// use botspec_sdk::games::power4::{Certainty, Gravity, Memory, Position, Power4, Team};
    /// let asked = Position::opening(Team::One, Gravity::Fall);
    /// let answer = asked.drops().next().expect("the set goes on");
    /// let file = Power4::remember(&asked, answer, &Certainty::Known);
    /// assert_eq!(Memory::from_bytes(&file).map(|memory| memory.drop), Some(answer));
    /// ```
    fn remember(
        asked: &Self::Position,
        answer: <Self::Position as Position>::Move,
        recall: &Self::Recall,
    ) -> Vec<u8> {
        let _ = (asked, answer, recall);
        Vec::new()
    }
}

/// What the files hold when a turn begins.
///
/// # Examples
///
/// ```
/// use botspec_sdk::FileGame as _;
/// use botspec_sdk::file_game::Inputs;
/// use botspec_sdk::games::power4::{Certainty, Power4, Team};
/// let board = "0 ".repeat(42).into_bytes();
/// let inputs = Inputs { files: vec![b"2".to_vec(), board], optional: vec![None, None], memory: None };
/// let (position, certainty) = Power4::read(&inputs)?;
/// assert_eq!((position.team(), certainty), (Team::Two, Certainty::Known));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Inputs {
    /// Each of [`FileGame::INPUT_FILES`].
    pub files: Vec<Vec<u8>>,
    /// Each of [`FileGame::OPTIONAL_FILES`]; `None` if it is not there.
    pub optional: Vec<Option<Vec<u8>>>,
    /// What [`FileGame::remember`] returned in an earlier turn, possibly of another game or damaged;
    /// `None` if it is not there or cannot be read.
    pub memory: Option<Vec<u8>>,
}

/// An input file that does not show a position.
///
/// # Examples
///
/// ```
/// use botspec_sdk::file_game::InputError;
/// use std::error::Error as _;
/// let error = InputError::new("input.txt", "it is empty");
/// assert_eq!(error.to_string(), "input.txt: it is empty");
/// assert!(error.source().is_some());
/// ```
#[derive(Debug)]
pub struct InputError {
    /// The name of the file.
    pub file: &'static str,
    /// What is wrong with what it holds.
    pub problem: Box<dyn Error + Send + Sync>,
}

impl InputError {
    /// An error about this file.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::file_game::InputError;
    /// use botspec_sdk::text::Cursor;
    /// let problem = Cursor::new(b"").error("side", "M or F");
    /// let error = InputError::new("input.txt", problem);
    /// assert_eq!(
    ///     error.to_string(),
    ///     "input.txt: line 1, column 1 (side): expected M or F, found the end of the text"
    /// );
    /// ```
    pub fn new(file: &'static str, problem: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self { file, problem: problem.into() }
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.problem)
    }
}

impl Error for InputError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&*self.problem)
    }
}
