//! What a game is whose bots are long-lived processes that exchange lines with a referee.

use std::time::Duration;

use crate::game::{Game, Position};

/// A game that is played by conversation: messages come in as lines, answers go out as lines.
///
/// The game says what each message means and what it leaves in a bot's memory;
/// [`crate::run::conversation`] does the reading, the writing and the clock. A referee can use the
/// same memory to know what a bot should have answered.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::hex::{Hex, Move};
/// use botspec_sdk::{Heard, Position as _, StreamGame};
///
/// /// What the loop does with a message, but for the streams: the answer, if there is one.
/// fn reply<G: StreamGame>(memory: &mut G::Memory, line: &str) -> Option<String> {
///     match G::hear(memory, line.as_bytes()) {
///         Heard::Say(answer) => Some(answer),
///         Heard::Choose { position, .. } => G::answer(memory, position.legal_moves()[0]).ok(),
///         Heard::Nothing | Heard::Ignored(_) | Heard::Quit => None,
///     }
/// }
/// let mut memory = Hex::start(&["black".to_owned()]).expect("the contest passes that");
/// let replies = ["init_board 3", "make_move", "show_board"].map(|line| reply::<Hex>(&mut memory, line));
/// assert_eq!(replies, [None, Some("a1".to_owned()), Some("B..|...|...|".to_owned())]);
/// ```
pub trait StreamGame: Game {
    /// What a bot remembers from one message to the next: who it is and what the board looks like.
    type Memory;

    /// What the bot's arguments may be, for the message about wrong ones: `black|white`.
    const ARGUMENTS: &'static str;

    /// The memory of a bot that was just started with these arguments, the program's name left out.
    /// `None` if they are not what the contest passes.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::StreamGame as _;
    /// use botspec_sdk::games::hex::Hex;
    /// assert!(Hex::start(&["white".to_owned()]).is_some());
    /// assert!(Hex::start(&[]).is_none());
    /// ```
    fn start(args: &[String]) -> Option<Self::Memory>;

    /// Takes one message: a line without its end, of any bytes.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Heard;
    /// use botspec_sdk::StreamGame as _;
    /// use botspec_sdk::games::hex::{Colour, Hex, Memory};
    /// let mut memory = Memory::new(Colour::White);
    /// assert_eq!(Hex::hear(&mut memory, b"init_board 3"), Heard::Nothing);
    /// assert_eq!(Hex::hear(&mut memory, b"check_win"), Heard::Say("0".to_owned()));
    /// assert!(matches!(Hex::hear(&mut memory, b"\xff"), Heard::Ignored(_)));
    /// ```
    fn hear(memory: &mut Self::Memory, line: &[u8]) -> Heard<Self::Position>;

    /// Remembers the move that answers the latest [`Heard::Choose`] and returns its line, without
    /// line end.
    ///
    /// # Errors
    /// The reason if the move is not legal; the memory is left as it was.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::StreamGame as _;
    /// use botspec_sdk::games::hex::{Cell, Colour, Hex, Memory, Move};
    /// let mut memory = Memory::new(Colour::White);
    /// for line in ["init_board 3", "seto b2", "make_move"] {
    ///     Hex::hear(&mut memory, line.as_bytes());
    /// }
    /// assert!(Hex::answer(&mut memory, Move::Place(Cell::at(1, 1).unwrap())).is_err(), "b2 is occupied");
    /// assert_eq!(Hex::answer(&mut memory, Move::Swap), Ok("swap".to_owned()));
    /// ```
    fn answer(
        memory: &mut Self::Memory,
        mv: <Self::Position as Position>::Move,
    ) -> Result<String, <Self::Position as Position>::Reason>;

    /// The legal move whose line, without line end, is this one; `None` if there is none. Unless a game knows better, all
    /// legal moves are looked at.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::StreamGame as _;
    /// use botspec_sdk::games::hex::{Cell, Hex, Move, Position, Size};
    /// let position = Position::opening(Size::new(3).unwrap());
    /// assert_eq!(Hex::move_of(&position, b"b2"), Cell::at(1, 1).map(Move::Place));
    /// assert_eq!(Hex::move_of(&position, b"swap"), None);
    /// ```
    fn move_of(position: &Self::Position, line: &[u8]) -> Option<<Self::Position as Position>::Move> {
        position.legal_moves().into_iter().find(|mv| mv.to_string().as_bytes() == line)
    }

    /// Messages, without line ends, that bring the memory of a bot which was just started with the same arguments to where
    /// this one is; `None` if the game knows of none but those that were heard.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::StreamGame as _;
    /// use botspec_sdk::games::flit::{Flit, Memory, Player};
    /// let mut memory = Memory::new(Player::One);
    /// for line in ["1 1 1", "9 9 1", "1 1 0", "3 0 1"] {
    ///     Flit::hear(&mut memory, line.as_bytes());
    /// }
    /// assert_eq!(Flit::retell(&memory), Some(vec!["3 0 1".to_owned(), "9 9 1".to_owned()]));
    /// ```
    fn retell(memory: &Self::Memory) -> Option<Vec<String>> {
        let _ = memory;
        None
    }
}

/// What a message asks of a bot.
///
/// # Examples
///
/// ```
/// use botspec_sdk::Heard;
/// use botspec_sdk::StreamGame as _;
/// use botspec_sdk::games::flit::{Flit, Memory, Player};
/// let mut memory = Memory::new(Player::One);
/// assert_eq!(Flit::hear(&mut memory, b"1 1 1"), Heard::Nothing);
/// assert_eq!(Flit::hear(&mut memory, b"M"), Heard::Say("0 0 0 0".to_owned()), "one piece alone cannot move");
/// Flit::hear(&mut memory, b"9 9 1");
/// let Heard::Choose { budget, .. } = Flit::hear(&mut memory, b"M") else { panic!("two pieces can move") };
/// assert_eq!(budget.as_millis(), 60);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Heard<P> {
    /// No answer.
    Nothing,
    /// No answer, and the message changed nothing, because of this.
    Ignored(String),
    /// This line, without its end.
    Say(String),
    /// A move in this position, to be handed to [`StreamGame::answer`].
    Choose {
        /// What the bot knows. The bot's own side is to move in it and at least one move is legal.
        position: P,
        /// Time to think: the contest's limit less a margin for what comes before and after.
        budget: Duration,
    },
    /// The end of the process, with status 0.
    Quit,
}
