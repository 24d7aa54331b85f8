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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memory {
    position: Position,
}

impl Memory {
    /// That of a bot which was started with this number.
    #[must_use]
    pub fn new(player: Player) -> Self {
        let variant = if Variant::Duel.seats(player) { Variant::Duel } else { Variant::Standard };
        Self { position: Position::new(Board::empty(variant), player) }
    }

    /// That of a bot which was started with these arguments; `None` if they are not a number from 1 to 4 alone.
    #[must_use]
    pub fn from_args(args: &[String]) -> Option<Self> {
        let [number] = args else { return None };
        Player::ALL.into_iter().find(|player| player.to_string() == *number).map(Self::new)
    }

    /// The board so far, with this bot to move.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Time to think about a move: three fifths of the contest's limit, 30 ms or 60 ms. The rest is for pipes,
    /// scheduler and a busy machine. The first request of a game gets no more, although 2 s are allowed.
    #[must_use]
    pub fn thinking_time(&self) -> Duration {
        self.position.variant().time_limit() * 3 / 5
    }

    /// Takes one message. A request is a choice only if there is a legal move; without one, the answer is to
    /// stay.
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
    pub fn answer(&self, mv: Move) -> Result<(), Reason> {
        match self.position.judge(&mv.into()) {
            Ok(_) => Ok(()),
            Err(faults) => Err(faults.into_iter().next().expect("a refusal has a fault")),
        }
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
