//! What a Flit case does: the data of scenario files and generators.

use std::fmt;
use std::sync::Arc;

use botspec_sdk::games::flit::{Answer, Board, Player, Point, Variant};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::patch::{self, Patch};
use super::witness::{self, Witness};
use crate::scenario::{as_text_if_any, as_texts};

/// One case.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Script {
    /// The first words with a bot: what it says, when, and how it ends.
    Introduction(Introduction),
    /// Updates and requests, one after the other.
    Session(SessionScript),
    /// A game against sparring partners.
    Game(Game),
}

/// The first words with a bot.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Introduction {
    /// The game.
    #[serde(default, serialize_with = "as_text_if_any", deserialize_with = "variant")]
    pub variant: Option<Variant>,
}

/// Updates and requests, one after the other, in one process.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SessionScript {
    /// The game; left out, the case is run in each variant that has its bots.
    #[serde(default, serialize_with = "as_text_if_any", deserialize_with = "variant")]
    pub variant: Option<Variant>,
    /// Which bot it is started as.
    #[serde(default = "first", serialize_with = "number", deserialize_with = "player")]
    pub bot: Player,
    /// The board at the start.
    #[serde(default)]
    pub board: Vec<Patch>,
    /// Bots that have less than two pieces on that board get as many, apart from everything, and others two more, side
    /// by side, where they must have moved. Not if this is false.
    #[serde(default = "yes")]
    pub bystanders: bool,
    /// The line ends of the messages.
    #[serde(default)]
    pub line_ends: LineEnds,
    /// Whether the end of the process is judged.
    #[serde(default)]
    pub end: End,
    /// What happens.
    pub steps: Vec<Step>,
    /// A game that has led to the board, if one is known.
    #[serde(skip)]
    pub(super) witness: Option<Arc<Witness>>,
}

/// One thing that happens in a session. Whatever happens is a part of a game: bots take their turns in order, and
/// nobody moves but as the rules allow.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Step {
    /// A request; the move that is answered is made, and the bot is told.
    Ask,
    /// A request; the answer is treated as if it were too late: nothing moves.
    Refuse,
    /// A request, and no waiting for its answer: the bot misses it.
    Miss,
    /// Turns of others, in their order; whoever comes between them stays. What is not legal when its turn comes is
    /// a stay, too.
    Turns(#[serde(serialize_with = "as_texts", deserialize_with = "turns")] Vec<Turn>),
    /// Each of the others makes any legal move.
    Round,
    /// Another bot comes to the destination that was answered last, if one can.
    Occupy,
    /// At least so many updates: the others go on, while the bot is not asked.
    Burst(#[serde(deserialize_with = "crate::scenario::ranged::<_, _, 1, 100_000>")] u32),
    /// Nothing is said for a while, and nothing may be heard.
    Quiet,
    /// The same for longer than another bot has for its first answer.
    Pause,
}

/// What another bot does in its turn: `x0 y0 x1 y1`, and behind a `+` where a neutral piece appears then, if that
/// square is available. Without a move it is the turn of whoever is next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    /// The move; none for a stay.
    pub mv: Option<Answer>,
    /// Where a neutral piece appears.
    pub neutral: Option<Point>,
}

impl Turn {
    fn from_text(text: &str) -> Option<Self> {
        let (mv, neutral) = text.split_once('+').unwrap_or((text, ""));
        let numbers = |text: &str| format!("{0} {0}", text.trim());
        let parsed = |text: &str| Answer::from_bytes(text.trim().as_bytes()).ok();
        let mv = if mv.trim().is_empty() { None } else { Some(parsed(mv)?) };
        let neutral = if neutral.is_empty() { None } else { Some(parsed(&numbers(neutral))?.origin) };
        (mv.is_some() || neutral.is_some()).then_some(Self { mv, neutral })
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(mv) = &self.mv {
            write!(f, "{mv}")?;
        }
        match &self.neutral {
            Some(neutral) if self.mv.is_some() => write!(f, " + {neutral}"),
            Some(neutral) => write!(f, "+ {neutral}"),
            None => Ok(()),
        }
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
    #[serde(rename = "crlf")]
    CrLf,
}

/// What is made of the end of a session.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// The process is ended: other cases judge how it ends by itself.
    #[default]
    Stopped,
    /// stdin is closed, and what the bot does then is judged.
    Judged,
    /// The same, in the middle of a message.
    MidMessage,
}

/// A game against sparring partners.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Game {
    /// The game.
    #[serde(default, serialize_with = "as_text_if_any", deserialize_with = "variant")]
    pub variant: Option<Variant>,
    /// Which bot it is started as.
    #[serde(default = "first", serialize_with = "number", deserialize_with = "player")]
    pub bot: Player,
    /// Who plays the others.
    pub partner: Partner,
    /// Of start, neutral pieces and partners.
    #[serde(default)]
    pub seed: u64,
    /// How the board is at the start, and how it fills.
    #[serde(default)]
    pub pace: Pace,
    /// Turns, of all bots together, after which the game is broken off.
    #[serde(deserialize_with = "crate::scenario::ranged::<_, _, 1, 1_000_000>")]
    pub turns: u32,
    /// Every so many of its answers, at least the second, are treated as if they were too late; 0 is none.
    #[serde(default, deserialize_with = "refuse_every")]
    pub refuse_every: u32,
    /// What it is played for.
    #[serde(default)]
    pub purpose: Purpose,
    /// Whether the end of the process is judged.
    #[serde(default)]
    pub end: End,
}

/// A sparring partner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Partner {
    /// Any legal move.
    Random,
    /// The move that converts most neutral pieces, or comes nearest to one.
    Collector,
    /// Moves beside the bot's pieces, where the bot could go.
    Blocker,
    /// Never moves.
    Idle,
    /// Collects, and then closes the squares where the bot could go.
    Encloser,
}

/// How the board is at the start of a game, and how it fills.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// As the rules say.
    #[default]
    Usual,
    /// A neutral piece appears after each turn for which an available square is drawn.
    Rich,
    /// The board is half full at the start.
    Crowded,
    /// The same with as many pieces as there come to be.
    Full,
    /// The bot has collected alone, and neutral pieces appear as in a rich game.
    Dominant,
    /// The same until it has three out of eight squares: dominance is not far.
    FarAhead,
    /// The same for the bot whose turn comes behind that of the bot, until it has more pieces than a byte can count.
    Dominated,
    /// The bot has nearly won by dominance, and neutral pieces appear where it can collect them.
    Winning,
    /// The same for the bot whose turn comes behind that of the bot.
    Losing,
    /// With one piece more the bot has won by dominance.
    OneShort,
    /// With one piece more the bot has won whose turn comes behind that of the bot.
    OtherOneShort,
    /// Neutral pieces appear beside the others, until they have enough to wall the bot in.
    Fed,
}

/// What a game is played for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// Its moves.
    #[default]
    Moves,
    /// Its times: with a percentile, and doubts are settled by playing again.
    Times,
    /// The same as its moves, but left out if the bot is too slow for it.
    Endurance,
}

impl Script {
    /// The variant that it fixes, if it does.
    #[must_use]
    pub const fn variant(&self) -> Option<Variant> {
        match self {
            Self::Introduction(introduction) => introduction.variant,
            Self::Session(session) => session.variant,
            Self::Game(game) => game.variant,
        }
    }

    /// Whether more is told before the first request than the start of a game.
    pub(super) fn begins_in_the_middle(&self) -> bool {
        match self {
            Self::Introduction(_) => false,
            Self::Session(session) => session.begins_in_the_middle(),
            Self::Game(game) => game.begins_in_the_middle(),
        }
    }

    /// The bot that is tested.
    #[must_use]
    pub const fn bot(&self) -> Player {
        match self {
            Self::Introduction(_) => Player::One,
            Self::Session(session) => session.bot,
            Self::Game(game) => game.bot,
        }
    }
}

impl Game {
    /// Whether it is taken up where somebody has moved already.
    pub(super) const fn begins_in_the_middle(&self) -> bool {
        !matches!(self.pace, Pace::Usual | Pace::Rich | Pace::Fed)
    }
}

/// Whether a game can begin like this.
pub(super) fn is_start(board: &Board) -> bool {
    let pieces = *board.occupied();
    board.neutral().is_empty()
        && board.variant().players().iter().all(|&player| board.pieces(player).len() == 2)
        && (pieces & pieces.neighbours()).is_empty()
}

/// One that all of its answers were late for would be frozen, and is not asked any more.
fn refuse_every<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    match crate::scenario::ranged::<_, u32, 0, 10_000>(deserializer)? {
        1 => Err(D::Error::custom("1 is out of range: 2 to 10000, or 0 for none")),
        number => Ok(number),
    }
}

const fn yes() -> bool {
    true
}

const fn first() -> Player {
    Player::One
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
fn number<S: Serializer>(player: &Player, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(player.number())
}

fn player<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Player, D::Error> {
    let number = u8::deserialize(deserializer)?;
    Player::from_number(number)
        .ok_or_else(|| D::Error::custom(format!("{number} is not a bot: write 1 to 4")))
}

fn variant<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Variant>, D::Error> {
    let name = String::deserialize(deserializer)?;
    match Variant::from_name(&name) {
        Some(variant) => Ok(Some(variant)),
        None => Err(D::Error::custom(format!("`{name}` is not a variant: write standard or duel"))),
    }
}

fn turns<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Turn>, D::Error> {
    let lines = Vec::<String>::deserialize(deserializer)?;
    let wrong =
        |line| D::Error::custom(format!("`{line}` is not a turn: write `x0 y0 x1 y1`, `+ x y` or both"));
    lines.iter().map(|line| Turn::from_text(line).ok_or_else(|| wrong(line))).collect()
}

impl SessionScript {
    /// The board that is told before anything else.
    #[must_use]
    pub(super) fn start(&self) -> Board {
        let mut board = patch::board(self.variant.unwrap_or_default(), &self.board);
        if self.bystanders {
            patch::add_bystanders(&mut board, self.bot);
        }
        board
    }

    /// Whether more is told before the first request than the start of a game.
    pub(super) fn begins_in_the_middle(&self) -> bool {
        !is_start(&self.start())
    }

    /// Whether many updates follow each other in it.
    pub(super) fn has_bursts(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Burst(_)))
    }

    /// Whether a request is not waited for in it.
    pub(super) fn has_misses(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Miss))
    }

    /// Whether others take their time in it.
    pub(super) fn has_pauses(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Pause))
    }

    /// A game that leads to that board, if one is found.
    pub(super) fn witness(&self, board: &Board) -> Option<Arc<Witness>> {
        let known = self.witness.as_ref().filter(|known| known.replayed().as_ref() == Some(board));
        known.cloned().or_else(|| witness::soon(board).map(Arc::new))
    }
}

#[cfg(test)]
mod tests {
    use botspec_sdk::games::flit::{Contents, Match};
    use botspec_sdk::random::Random;

    use super::*;

    #[test]
    fn a_game_begins_with_two_pieces_of_each_bot_apart_from_each_other() {
        for variant in Variant::ALL {
            let (game, _) = Match::start(variant, &mut Random::seeded(3));
            let mut board = game.position().board().clone();
            assert!(is_start(&board));
            let available = board.available().nth(0).unwrap();
            board.set(available, Contents::Neutral);
            assert!(!is_start(&board) && !is_start(&Board::empty(variant)));
        }
    }
}
