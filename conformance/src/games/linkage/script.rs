//! What a Linkage case does: the data of scenario files and generators.

use botspec_sdk::Position as _;
use botspec_sdk::games::linkage::{Order, OrderText, Position, Side};
use serde::{Deserialize, Serialize};

use crate::kept_files::Damage;

/// One case.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Script {
    /// One run with arguments.
    Identify(Identify),
    /// One turn on one position.
    Turn(Turn),
    /// A whole game in one folder.
    Game(Game),
    /// The slowest of all runs.
    Headroom {},
    /// The submitted folder: what it holds.
    Sources {},
    /// The submitted folder: whether it builds.
    Builds {},
}

/// One run with arguments.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identify {
    /// The arguments, at least one.
    pub args: Vec<String>,
    /// Whether an `input.txt` lies in the folder.
    #[serde(default = "yes")]
    pub input: bool,
    /// An `order.txt` that lies in the folder before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stale: Option<String>,
    /// Whether the bot has played a turn in this folder before.
    #[serde(default)]
    pub played: bool,
}

impl Identify {
    /// Whether nothing is unusual about it.
    pub(super) fn is_plain(&self) -> bool {
        self.input && self.stale.is_none() && !self.played && self.args == ["id"]
    }
}

/// One turn on one position.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Turn {
    /// The `input.txt`, with LF line ends and a final one.
    pub input: String,
    /// What is unusual about the way it is given.
    #[serde(default)]
    pub circumstance: Circumstance,
    /// An `order.txt` that lies in the folder before.
    #[serde(default)]
    pub stale: Option<String>,
    /// A further file in the folder that the bot has not written, name and content.
    #[serde(default)]
    pub stray: Option<(String, String)>,
}

/// What is unusual about a turn; everything else is as usual.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Circumstance {
    /// Nothing.
    #[default]
    Usual,
    /// `input.txt` has CRLF line ends.
    Crlf,
    /// The last line of `input.txt` is not ended.
    NoFinalNewline,
    /// CRLF, and the last line is not ended.
    CrlfNoFinalNewline,
    /// The bot is started from another current directory.
    Elsewhere,
    /// The path of its folder has spaces and letters beyond ASCII.
    OddPath,
    /// The environment holds nothing but PATH.
    EmptyEnvironment,
}

/// A whole game in one folder.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Game {
    /// Whom the bot plays.
    #[serde(serialize_with = "crate::scenario::as_text", deserialize_with = "side")]
    pub side: Side,
    /// Who plays the other side.
    pub partner: Partner,
    /// The partner's randomness.
    #[serde(default)]
    pub seed: u64,
    /// What happens to the bot's cache file before each of its turns.
    #[serde(default)]
    pub cache: Damage,
    /// The orders that were given before the bot's first turn, from the first domino on; the bot is not asked for its
    /// own among them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opening: Vec<String>,
}

impl Game {
    /// The position after the opening.
    ///
    /// # Errors
    /// Returns what is wrong with the first order that is none, or that the rules do not allow.
    pub fn start(&self) -> Result<Position, String> {
        self.opening.iter().try_fold(Position::opening(), |position, order| {
            let text =
                OrderText::from_bytes(order.as_bytes()).map_err(|error| format!("{order}: {error}"))?;
            let order = Order::try_from(text).map_err(|_| format!("{order} is not an order"))?;
            position.play(order).map_err(|illegal| format!("{order}: {illegal}"))
        })
    }
}

/// A sparring partner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Partner {
    /// Any legal placement.
    Random,
    /// The placement with the most groups, or the fewest, whichever it needs.
    Greedy,
    /// The placement that leaves the bot the fewest.
    Mean,
}

const fn yes() -> bool {
    true
}

fn side<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Side, D::Error> {
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Name {
        More,
        Fewer,
    }
    Ok(match Name::deserialize(deserializer)? {
        Name::More => Side::More,
        Name::Fewer => Side::Fewer,
    })
}
