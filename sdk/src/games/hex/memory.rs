//! What a bot knows in the middle of a conversation.

use super::board::{Board, Cell, Colour};
use super::game::Hex;
use super::position::Position;
use super::rules::{Move, Reason};
use super::setup::Swap;
use super::wire::{Coordinate, Message, Standing};
use crate::stream_game::Heard;

/// A bot's colour and board, kept up to date message by message.
///
/// Where the contest leaves something open:
///
/// - `init_board` after a swap keeps the colours as they are;
/// - `seto` and `sety` on an occupied cell, and `unset` on an empty one, change nothing;
/// - a coordinate beyond the board is ignored, and so is all that needs a board before the first
///   `init_board`, and `make_move` once nobody can move;
/// - the right to swap is taken to exist only if the board holds a single black stone, the bot is
///   white, and no stone was put there by the bot or taken away since `init_board`.
///
/// # Examples
///
/// ```
/// use botspec_sdk::Heard;
/// use botspec_sdk::games::hex::{Colour, Memory, Message};
/// let mut memory = Memory::new(Colour::White);
/// for line in ["init_board 3", "seto b2"] {
///     assert_eq!(memory.hear(Message::from_bytes(line.as_bytes())?), Heard::Nothing);
/// }
/// let position = memory.position().expect("there is a board");
/// assert!(position.may_swap());
/// assert_eq!(position.board().to_string(), "...|.B.|...|");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memory {
    colour: Colour,
    /// `None` before the first `init_board`.
    board: Option<Board>,
    swap: Swap,
}

impl Memory {
    /// That of a bot which was started as this colour.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{Colour, Memory};
    /// let memory = Memory::new(Colour::Black);
    /// assert_eq!((memory.colour(), memory.board()), (Colour::Black, None));
    /// ```
    #[must_use]
    pub const fn new(colour: Colour) -> Self {
        Self { colour, board: None, swap: Swap::Open }
    }

    /// That of a bot which was started with these arguments; `None` if they are not `black` or
    /// `white` alone.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{Colour, Memory};
    /// let started_with = |arg: &str| Memory::from_args(&[arg.to_owned()]);
    /// assert_eq!(started_with("white"), Some(Memory::new(Colour::White)));
    /// assert_eq!(started_with("1"), None);
    /// ```
    #[must_use]
    pub fn from_args(args: &[String]) -> Option<Self> {
        match args {
            [colour] => Colour::from_name(colour).map(Self::new),
            _ => None,
        }
    }

    /// The bot's colour now.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{Colour, Memory, Message, Size};
    /// let mut memory = Memory::new(Colour::Black);
    /// memory.hear(Message::InitBoard(Size::TOURNAMENT));
    /// memory.hear(Message::Swap);
    /// assert_eq!(memory.colour(), Colour::White, "the opponent swapped");
    /// ```
    #[must_use]
    pub const fn colour(&self) -> Colour {
        self.colour
    }

    /// The bot's board; `None` before the first `init_board`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{Colour, Memory, Message};
    /// let mut memory = Memory::new(Colour::Black);
    /// memory.hear(Message::from_bytes(b"init_board 2")?);
    /// memory.hear(Message::from_bytes(b"sety a1")?);
    /// assert_eq!(memory.board().map(|board| board.to_string()), Some("B.|..|".to_owned()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn board(&self) -> Option<&Board> {
        self.board.as_ref()
    }

    /// What to answer to `check_win`; `None` before the first `init_board`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{Colour, Memory, Message, Standing};
    /// let mut memory = Memory::new(Colour::White);
    /// assert_eq!(memory.standing(), None);
    /// memory.hear(Message::from_bytes(b"init_board 1")?);
    /// memory.hear(Message::from_bytes(b"seto a1")?);
    /// assert_eq!(memory.standing(), Some(Standing::Lost), "one stone joins the edges of 1×1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn standing(&self) -> Option<Standing> {
        self.board.as_ref().map(|board| Standing::of(self.colour, board.winner()))
    }

    /// The position with the bot to move; `None` before the first `init_board`.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{Colour, Memory, Message};
    /// let mut memory = Memory::new(Colour::White);
    /// assert_eq!(memory.position(), None);
    /// memory.hear(Message::from_bytes(b"init_board 5")?);
    /// assert_eq!(memory.position().expect("there is a board").to_move(), Colour::White);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        self.board.clone().map(|board| Position::of_board(board, self.colour, self.swap))
    }

    /// Takes one message.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Heard;
    /// use botspec_sdk::games::hex::{Colour, Memory, Message};
    /// let mut memory = Memory::new(Colour::Black);
    /// let mut hear = |line: &str| Message::from_bytes(line.as_bytes()).map(|message| memory.hear(message));
    /// assert_eq!(hear("init_board 2")?, Heard::Nothing);
    /// assert_eq!(hear("check_win")?, Heard::Say("0".to_owned()));
    /// assert!(matches!(hear("make_move")?, Heard::Choose { .. }));
    /// assert_eq!(hear("seto c1")?, Heard::Ignored("c1 is not on a board of 2×2".to_owned()));
    /// assert_eq!(hear("quit")?, Heard::Quit);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hear(&mut self, message: Message) -> Heard<Position> {
        match message {
            Message::InitBoard(size) => {
                self.board = Some(Board::empty(size));
                self.swap = Swap::Open;
                return Heard::Nothing;
            }
            Message::Quit => return Heard::Quit,
            Message::Swap if self.board.is_some() => {
                self.exchange_colours();
                return Heard::Nothing;
            }
            _ => {}
        }
        let Some(board) = &mut self.board else {
            return Heard::Ignored("there is no board before init_board".to_owned());
        };
        let changed = match message {
            Message::Seto(at) => on(board, at).map(|cell| {
                let _ = board.place(cell, self.colour.other());
            }),
            Message::Sety(at) => on(board, at).map(|cell| {
                if board.place(cell, self.colour).is_some() {
                    self.swap.close();
                }
            }),
            Message::Unset(at) => on(board, at).map(|cell| {
                if board.remove(cell).is_some() {
                    self.swap.close();
                }
            }),
            Message::CheckWin => return Heard::Say(Standing::of(self.colour, board.winner()).to_string()),
            Message::ShowBoard => return Heard::Say(board.to_string()),
            Message::MakeMove => {
                let position = Position::of_board(board.clone(), self.colour, self.swap);
                return match position.winner() {
                    None => Heard::Choose { position, budget: Hex::THINKING_TIME },
                    Some(winner) => Heard::Ignored(Reason::GameOver { winner }.to_string()),
                };
            }
            Message::InitBoard(_) | Message::Swap | Message::Quit => Ok(()),
        };
        match changed {
            Ok(()) => Heard::Nothing,
            Err(reason) => Heard::Ignored(reason.to_string()),
        }
    }

    /// Plays the bot's own move on its own board.
    ///
    /// # Errors
    /// The reason if it is not legal; nothing has changed then.
    ///
    /// # Panics
    /// Before the first `init_board`, when there is nothing to choose a move for.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{Cell, Colour, Memory, Message, Move, Reason};
    /// let mut memory = Memory::new(Colour::Black);
    /// memory.hear(Message::from_bytes(b"init_board 2")?);
    /// let corner = Move::Place(Cell::at(0, 0).unwrap());
    /// memory.answer(corner)?;
    /// assert_eq!(memory.answer(Move::Swap), Err(Reason::SwapNotSecond));
    /// assert_eq!(memory.board().expect("there is one").to_string(), "B.|..|");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn answer(&mut self, mv: Move) -> Result<(), Reason> {
        let mut position = self.position().expect("a move is chosen on a board");
        position.make(mv)?;
        match mv {
            Move::Swap => self.exchange_colours(),
            Move::Place(_) => {
                self.swap.close();
                self.board = Some(position.board);
            }
        }
        Ok(())
    }

    fn exchange_colours(&mut self) {
        self.colour = self.colour.other();
        self.swap = Swap::Done;
    }
}

fn on(board: &Board, at: Coordinate) -> Result<Cell, Reason> {
    at.cell(board.size()).ok_or(Reason::OffBoard { at, size: board.size() })
}
