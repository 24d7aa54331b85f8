//! What a Hex case does: the data of scenario files and generators.

use botspec_sdk::games::hex::{Colour, Size};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::step::Step;

/// One case.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Script {
    /// Messages, one after the other.
    Session(SessionScript),
    /// A game against a sparring partner.
    Game(Game),
    /// A start with wrong arguments.
    Start(Start),
    /// The slowest of all moves.
    Headroom {},
}

/// Messages, one after the other.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SessionScript {
    /// What the bot is started as.
    #[serde(serialize_with = "crate::scenario::as_text", deserialize_with = "colour")]
    pub colour: Colour,
    /// What is said in the same process before; a new game begins then.
    #[serde(default)]
    pub before: Vec<Step>,
    /// What is said.
    pub steps: Vec<Step>,
    /// The line ends of the messages.
    #[serde(default)]
    pub line_ends: LineEnds,
    /// Whether a blank line follows each message.
    #[serde(default)]
    pub blank_lines: bool,
    /// How it ends.
    #[serde(default)]
    pub end: End,
    /// Whether it has a process of its own in any case.
    #[serde(default)]
    pub fresh: bool,
    /// Of the cells that the tester chooses.
    #[serde(default)]
    pub seed: u64,
    /// Sessions with the same number are played one after the other, in one process where they can be; 0 alone.
    #[serde(skip)]
    pub group: u32,
    /// The kind of session, for telling when waiting is of no use any more; empty for none.
    #[serde(skip)]
    pub family: &'static str,
}

impl SessionScript {
    /// What is said in its process, the game before included.
    pub(super) fn all_steps(&self) -> impl Iterator<Item = &Step> {
        self.before.iter().chain(&self.steps)
    }
}

/// The line ends of the messages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LineEnds {
    /// `\n`.
    #[default]
    Lf,
    /// `\r\n`.
    CrLf,
}

/// How a session ends.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// The process goes on to the next session, or is stopped.
    #[default]
    Open,
    /// With `quit`.
    Quit,
    /// With the end of the input.
    Eof,
    /// With the end of the input in the middle of a message.
    MidMessage,
}

/// A game against a sparring partner.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Game {
    /// What the bot is started as.
    #[serde(serialize_with = "crate::scenario::as_text", deserialize_with = "colour")]
    pub colour: Colour,
    /// The board.
    #[serde(serialize_with = "number", deserialize_with = "size")]
    pub size: Size,
    /// Who plays the other colour.
    pub partner: Partner,
    /// The partner's randomness.
    #[serde(default)]
    pub seed: u64,
}

/// A sparring partner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Partner {
    /// Any legal move, a swap included.
    Random,
    /// A stone on its shortest path; it swaps a stone in the middle.
    Path,
    /// The same, but it always swaps when it may.
    Swapper,
    /// A stone beside the bot's last one; it never swaps.
    Steady,
    /// The stone that takes it furthest from winning; it opens in the middle and never swaps.
    Yielding,
    /// In a second game, stones where the bot went next in the first one; in that, a stone beside the bot's last one.
    Foreseeing,
    /// The same, but it always swaps when it may.
    ForeseeingSwapper,
    /// From the bot's second move on it takes each stone back and puts it elsewhere: beside the bot's last one.
    Wavering,
}

/// A start with wrong arguments.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Start {
    /// The arguments.
    pub args: Vec<String>,
}

fn colour<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Colour, D::Error> {
    let name = String::deserialize(deserializer)?;
    Colour::from_name(&name)
        .ok_or_else(|| D::Error::custom(format!("`{name}` is not a colour: black or white")))
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
fn number<S: Serializer>(size: &Size, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(size.get())
}

fn size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Size, D::Error> {
    let size = u8::deserialize(deserializer)?;
    Size::new(size).ok_or_else(|| D::Error::custom(format!("{size} is not a size: 1 to 26")))
}
