//! What a bot knows in the middle of a game.

use botspec_sdk::games::flit::{Contents, Memory, Message, Player, Position, Update, Variant};

use crate::start::Start;

/// What a bot knows.
pub(super) struct Scene<'a> {
    /// How it was started.
    pub(super) start: &'a Start,
    memory: Memory,
    /// Requests so far, the present one included.
    pub(super) asked: u32,
    /// Requests in a row, up to the one before, at which nothing could move.
    pub(super) stayed: u32,
    /// Updates since the last request.
    pub(super) told: u32,
    /// An update that has not been taken in.
    pub(super) pending: Option<Update>,
}

impl<'a> Scene<'a> {
    /// That of a bot with this number, which has been told nothing.
    pub(super) fn new(start: &'a Start, player: Player) -> Self {
        Self { start, memory: Memory::new(player), asked: 0, stayed: 0, told: 0, pending: None }
    }

    /// The board as the bot believes it to be, with the bot to move.
    pub(super) fn position(&self) -> &Position {
        self.memory.position()
    }

    /// What the bot believes a square to hold.
    pub(super) fn before(&self, update: Update) -> Option<Contents> {
        let board = self.position().board();
        update
            .at
            .on(Variant::Standard)
            .filter(|square| board.variant().contains(*square))
            .map(|square| board.get(square))
    }

    /// Who the bot is.
    pub(super) fn player(&self) -> Player {
        self.position().player()
    }

    /// How many pieces the largest of the others has.
    pub(super) fn most_of_another(&self) -> u32 {
        let board = self.position().board();
        let others = Player::ALL.iter().filter(|&&player| player != self.player());
        others.map(|&player| board.pieces(player).len()).max().unwrap_or(0)
    }

    /// Takes a change in.
    pub(super) fn take(&mut self, update: Update) {
        self.memory.hear(Message::Update(update));
    }
}
