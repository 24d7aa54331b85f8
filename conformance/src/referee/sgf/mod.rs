//! Games in SGF, the Smart Game Format, version 4: what all contests share of it. What a contest's moves look like is its
//! own: its [`SgfForm`].
//!
//! Source: the specification of SGF, red-bean.com/sgf.

mod reader;
mod value;

use std::fmt;

use botspec_sdk::text::Place;

pub use reader::{Games, Node, Property, Tree};
pub use value::{property, simple};

use super::archive::{Content, Entry};
use super::replay::RecordFault;
use crate::record::{GameName, GameRecord};
use crate::suite::Game;

/// No file of games in SGF has more bytes.
pub const MAX_FILE: u64 = 16 << 20;

/// No file holds more games.
const MAX_GAMES: usize = 50_000;

/// A contest whose games can be written in SGF.
pub trait SgfForm: Sync {
    /// The number that `GM` has for it.
    fn number(&self) -> u32;

    /// Reads the main line of a game.
    ///
    /// # Errors
    /// The first thing that cannot be right.
    fn read(&self, tree: &Tree) -> Result<SgfGame, SgfError>;

    /// Writes a game; what is read from that is the same record again.
    ///
    /// # Errors
    /// Why that cannot be.
    fn write(&self, record: &GameRecord) -> Result<String, String>;
}

/// A game that was read.
#[derive(Debug)]
pub struct SgfGame {
    /// Which contest's it is.
    pub game: GameName,
    /// What it says, as a record; or what is wrong with a move so that it can stand in none.
    pub record: Result<Box<GameRecord>, RecordFault>,
    /// What was left out or guessed, in a sentence each.
    pub notes: Vec<String>,
}

/// Why a text is no game in SGF.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SgfError {
    /// Where.
    pub place: Place,
    /// What is wrong there.
    pub message: String,
}

impl SgfError {
    /// An error at this place.
    pub fn new(place: Place, message: impl fmt::Display) -> Self {
        Self { place, message: message.to_string() }
    }
}

/// The games of a file, as entries of an archive. Behind a text that is none, nothing is read.
pub fn entries(bytes: &[u8]) -> impl Iterator<Item = Entry> + use<> {
    let length = bytes.len();
    let games = Games::new(bytes).enumerate().map(|(number, tree)| match tree {
        Ok(tree) if number >= MAX_GAMES => {
            Err(SgfError::new(tree.place, format!("there are more than {MAX_GAMES} games: split the file")))
        }
        other => other,
    });
    let mut found: Vec<Entry> = games.take(MAX_GAMES + 1).map(|tree| entry(tree, 0)).collect();
    let share = length / found.len().max(1);
    found.iter_mut().for_each(|entry| entry.length = share);
    found.into_iter()
}

fn entry(tree: Result<Tree, SgfError>, length: usize) -> Entry {
    let begin = tree.as_ref().ok().map(|tree| tree.place);
    let (line, content) = match tree.and_then(|tree| read(&tree)) {
        Ok(game) => (begin.unwrap_or(Place::START).line, Content::Sgf(Box::new(game))),
        Err(SgfError { place, message }) => {
            (place.line, Content::Malformed { column: place.column as usize, message })
        }
    };
    Entry { line: line as usize, length, content }
}

/// A game as the contest reads it that its `GM` names.
fn read(tree: &Tree) -> Result<SgfGame, SgfError> {
    let forms: Vec<_> = Game::all().iter().filter_map(|game| game.referee().sgf()).collect();
    let known = || {
        let known = Game::all().iter().filter_map(|game| Some((game.referee().sgf()?.number(), game.name())));
        known.map(|(number, name)| format!("{number} ({name})")).collect::<Vec<_>>().join(" or ")
    };
    let Some(named) = tree.root().and_then(|root| root.get("GM")) else {
        // The format's default is another game, but archives of one game only leave it out.
        let [form] = forms.as_slice() else {
            return Err(SgfError::new(tree.place, format!("GM is missing: expected {}", known())));
        };
        let mut game = form.read(tree)?;
        game.notes.insert(0, format!("GM is missing: read as {}", game.game));
        return Ok(game);
    };
    let number = named.simple();
    let form = forms.iter().find(|form| number.parse() == Ok(form.number()));
    let form = form
        .ok_or_else(|| SgfError::new(named.place, format!("GM: expected {}, found {number:?}", known())))?;
    form.read(tree)
}
