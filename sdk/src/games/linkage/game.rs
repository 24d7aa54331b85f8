//! The game as the run loops and the referee see it.

use std::time::Duration;

use super::position::Position;
use super::setup::Setup;
use super::wire::InputText;
use crate::bot::Identity;
use crate::file_game::{FileGame, InputError, Inputs};
use crate::game::Game;

/// Linkage.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::linkage::Linkage;
/// use botspec_sdk::{FileGame, Game};
/// assert_eq!(Linkage::NAME, "linkage");
/// assert_eq!(Linkage::INPUT_FILES, [Linkage::INPUT_FILE]);
/// assert_eq!(Linkage::SAFETY_MARGIN * 4, Linkage::TIME_LIMIT);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Linkage;

impl Linkage {
    /// What the referee writes for a bot.
    pub const INPUT_FILE: &str = "input.txt";
    /// What a bot writes for the referee.
    pub const ORDER_FILE: &str = "order.txt";
    /// Wall-clock time from a bot's start to its exit.
    pub const TIME_LIMIT: Duration = Duration::from_secs(5);
    /// Dominoes of each colour.
    pub const DOMINOES_PER_COLOUR: u8 = 6;
    /// With this many groups or more, More wins.
    pub const GROUPS_FOR_MORE: u32 = 12;
}

impl Game for Linkage {
    const NAME: &'static str = "linkage";
    type Position = Position;
}

impl FileGame for Linkage {
    type Entrant = Identity;
    type Recall = ();

    const INPUT_FILES: &'static [&'static str] = &[Self::INPUT_FILE];
    const ANSWER_FILE: &'static str = Self::ORDER_FILE;
    const TIME_LIMIT: Duration = Self::TIME_LIMIT;

    /// Any argument asks for it, even an empty one.
    fn identification(identity: &Identity) -> Option<String> {
        Some(identity.to_string().replace(['\r', '\n'], " "))
    }

    /// A bot has to answer, whether or not a game leads to what it is shown: what no game leads to is taken as
    /// [`Position::from_guess`] takes it. If even that refuses, all that is wrong is named.
    fn read(inputs: &Inputs) -> Result<(Position, ()), InputError> {
        let input = inputs.files.first().map(Vec::as_slice).unwrap_or_default();
        let text = InputText::from_bytes(input).map_err(|error| InputError::new(Self::INPUT_FILE, error))?;
        let setup = Setup::from(text);
        let position = Position::from_setup(&setup)
            .or_else(|inconsistent| Position::from_guess(&setup).map_err(|_| inconsistent));
        Ok((position.map_err(|error| InputError::new(Self::INPUT_FILE, error))?, ()))
    }

    /// A file may show a board on which all dominoes are placed; there, too, nothing fits.
    fn answer_without_moves() -> Option<&'static str> {
        Some("Skip")
    }
}
