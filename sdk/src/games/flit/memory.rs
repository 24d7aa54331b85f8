//! What a bot knows in the middle of a conversation.

use std::time::Duration;

use super::board::{Board, Contents, Player};
use super::position::Position;
use super::rules::{Move, Reason};
use super::variant::Variant;
use super::wire::{Message, Update};
use crate::stream_game::Heard;

/// A bot's number, and the board as the updates tell it.
///
/// The bot's own moves are not put on the board before the referee tells of them: one that was refused, or came
/// too late, leaves no trace.
///
/// # Which board?
/// No message says which variant is played, and the number is a bot's only argument. But the initial pieces of
/// all bots are sent before the first request, so the updates tell: as soon as one names a bot above 2 or a
/// coordinate above 15, or if the bot's own number is above 2, it is [`Variant::Standard`]; as long as none
/// does, [`Variant::Duel`]. In every game that starts as the rules say this is settled, and right, before the
/// first request. A referee that starts elsewhere has to show a bot at least one piece of bot 3 or 4 if it means
/// the large board.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::{Memory, Message, Player, Variant};
/// let mut memory = Memory::new(Player::Two);
/// assert_eq!(memory.position().variant(), Variant::Duel, "as long as nothing else shows");
/// memory.hear(Message::from_bytes(b"20 3 1")?);
/// assert_eq!(memory.position().variant(), Variant::Standard);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memory {
    position: Position,
}

impl Memory {
    /// That of a bot which was started with this number.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Memory, Player, Variant};
    /// let memory = Memory::new(Player::Three);
    /// assert_eq!(memory.position().variant(), Variant::Standard, "no third bot plays a duel");
    /// ```
    #[must_use]
    pub fn new(player: Player) -> Self {
        let variant = if Variant::Duel.seats(player) { Variant::Duel } else { Variant::Standard };
        Self { position: Position::new(Board::empty(variant), player) }
    }

    /// That of a bot which was started with these arguments; `None` if they are not a number from 1 to 4 alone.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Memory, Player};
    /// let started_with = |arg: &str| Memory::from_args(&[arg.to_owned()]);
    /// assert_eq!(started_with("2"), Some(Memory::new(Player::Two)));
    /// assert_eq!(started_with("02"), None);
    /// ```
    #[must_use]
    pub fn from_args(args: &[String]) -> Option<Self> {
        let [number] = args else { return None };
        Player::ALL.into_iter().find(|player| player.to_string() == *number).map(Self::new)
    }

    /// The board so far, with this bot to move.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Memory, Message, Player};
    /// let mut memory = Memory::new(Player::One);
    /// memory.hear(Message::from_bytes(b"3 0 1")?);
    /// assert_eq!(memory.position().board().piece_counts(), [1, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Time to think about a move: three fifths of the contest's limit, 30 ms or 60 ms. The rest is for pipes,
    /// scheduler and a busy machine. The first request of a game gets no more, although 2 s are allowed.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Memory, Player};
    /// use std::time::Duration;
    /// assert_eq!(Memory::new(Player::One).thinking_time(), Duration::from_millis(60));
    /// assert_eq!(Memory::new(Player::Four).thinking_time(), Duration::from_millis(30));
    /// ```
    #[must_use]
    pub fn thinking_time(&self) -> Duration {
        self.position.variant().time_limit() * 3 / 5
    }

    /// Takes one message. A request is a choice only if there is a legal move; without one, the answer is to
    /// stay.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Heard;
    /// use botspec_sdk::games::flit::{Memory, Message, Player};
    /// let mut memory = Memory::new(Player::One);
    /// assert_eq!(memory.hear(Message::MoveRequest), Heard::Say("0 0 0 0".to_owned()), "no piece can move");
    /// for line in ["1 1 1", "9 9 1"] {
    ///     assert_eq!(memory.hear(Message::from_bytes(line.as_bytes())?), Heard::Nothing);
    /// }
    /// let Heard::Choose { position, .. } = memory.hear(Message::MoveRequest) else { panic!("two pieces can move") };
    /// assert_eq!(position.legal_count(), 8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hear(&mut self, message: Message) -> Heard<Position> {
        match message {
            Message::Update(update) => self.update(update),
            Message::MoveRequest if self.position.legal_count() == 0 => {
                Heard::Say(self.position.stay().to_string())
            }
            Message::MoveRequest => {
                Heard::Choose { position: self.position.clone(), budget: self.thinking_time() }
            }
        }
    }

    /// Whether the bot's own move can be answered. Nothing is remembered.
    ///
    /// # Errors
    /// The first fault if it is not legal.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Memory, Message, Move, Player, Variant};
    /// let mut memory = Memory::new(Player::One);
    /// for line in ["1 1 1", "9 9 1"] {
    ///     memory.hear(Message::from_bytes(line.as_bytes())?);
    /// }
    /// let square = |x, y| Variant::Duel.square(x, y).expect("0 to 15");
    /// assert_eq!(memory.answer(Move { origin: square(9, 9), destination: square(1, 2) }), Ok(()));
    /// let refused = memory.answer(Move { origin: square(9, 9), destination: square(4, 4) }).unwrap_err();
    /// assert_eq!(refused.to_string(), "no piece of bot 1 is next to the destination 4 4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn answer(&self, mv: Move) -> Result<(), Reason> {
        match self.position.judge(&mv.into()) {
            Ok(_) => Ok(()),
            Err(faults) => Err(faults.into_iter().next().expect("a refusal has a fault")),
        }
    }

    /// Updates that bring a new memory of the same bot to where this one is.
    pub(super) fn retell(&self) -> impl Iterator<Item = Update> {
        let (board, variant) = (self.position.board(), self.position.variant());
        // The far corner may be empty: that it is named at all tells of the large board.
        let corner = variant.squares().last().filter(|_| variant == Variant::Standard);
        corner.into_iter().chain(board.occupied().iter()).map(|square| Update::new(square, board.get(square)))
    }

    fn update(&mut self, update: Update) -> Heard<Position> {
        let Some(square) = update.at.on(Variant::Standard) else {
            return Heard::Ignored(format!("no board has the square {}", update.at));
        };
        let variant = self.position.variant();
        let of_others = matches!(update.contents, Contents::Piece(player) if !variant.seats(player));
        if of_others || !variant.contains(square) {
            self.widen();
        }
        self.position.set(square, update.contents);
        Heard::Nothing
    }

    /// Takes what is known over to the large board.
    fn widen(&mut self) {
        let small = self.position.board();
        let mut board = Board::empty(Variant::Standard);
        for square in small.occupied() {
            board.set(square, small.get(square));
        }
        self.position = Position::new(board, self.position.player());
    }
}
