//! Who holds what it is told against the rules of a game.

use std::io;

use botspec_sdk::games::flit::{Answer, Board, Contents, Message, Player, Square, Update, Variant};

use crate::flit::usual;
use crate::start::Start;

pub(in crate::flit) fn knows_only(start: &Start) -> io::Result<()> {
    let mut turns = Turns::new();
    usual::converse(start, |scene, message| {
        match message {
            Message::Update(update) => turns.hear(update)?,
            Message::MoveRequest => turns.moved.clear(),
        }
        usual::react(scene, message)
    })
}

pub(in crate::flit) fn knows_its_own(start: &Start) -> io::Result<()> {
    let mut turns = Turns::new();
    usual::converse(start, |scene, message| {
        match message {
            Message::Update(update) => turns.hear(update)?,
            Message::MoveRequest => {
                turns.moved.clear();
                turns.last = None;
                turns.answered = Some((scene.player(), usual::choose(scene.position())));
            }
        }
        if turns.is_not_what_was_answered() {
            return Err(io::Error::other("this is not the move that was answered"));
        }
        usual::react(scene, message)
    })
}

/// What the turns of a game have made of the board so far.
struct Turns {
    board: Board,
    told: usize,
    /// Who has moved since the last request.
    moved: Vec<Player>,
    /// Whose piece has left its square, and not come to another one.
    lifted: Option<Player>,
    /// Who has moved last, and to where.
    last: Option<(Player, Square)>,
    /// What the bot has answered last, if that is looked at.
    answered: Option<(Player, Answer)>,
}

impl Turns {
    fn new() -> Self {
        Self {
            board: Board::empty(Variant::Standard),
            told: 0,
            moved: Vec::new(),
            lifted: None,
            last: None,
            answered: None,
        }
    }

    fn hear(&mut self, update: Update) -> io::Result<()> {
        let square = update.at.on(Variant::Standard).ok_or_else(|| io::Error::other("off the board"))?;
        if !self.is_possible(square, update.contents) {
            return Err(io::Error::other(format!("no turn of a game does this: {update}")));
        }
        self.told += 1;
        self.board.set(square, update.contents);
        Ok(())
    }

    /// Whether its own piece has just come to another square than it has answered.
    fn is_not_what_was_answered(&self) -> bool {
        let (Some((player, answer)), Some((last, to))) = (self.answered, self.last) else { return false };
        last == player && answer.destination != to.into()
    }

    fn is_possible(&mut self, square: Square, contents: Contents) -> bool {
        let is_available = self.board.is_available(square);
        if let Some(&player) = Player::ALL.iter().cycle().nth(self.told).filter(|_| self.told < 8) {
            return is_available && contents == Contents::Piece(player);
        }
        match (self.board.get(square), contents, self.lifted.take()) {
            (Contents::Piece(player), Contents::Empty, None) if !self.moved.contains(&player) => {
                self.lifted = Some(player);
                true
            }
            (Contents::Empty, Contents::Piece(player), Some(lifted)) => {
                self.moved.push(player);
                self.last = Some((player, square));
                player == lifted
            }
            (Contents::Neutral, Contents::Piece(player), None) => self.last.is_some_and(|(last, to)| {
                last == player && to.neighbours(Variant::Standard).contains(&square)
            }),
            (Contents::Empty, Contents::Neutral, None) => is_available,
            _ => false,
        }
    }
}
