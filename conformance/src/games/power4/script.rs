//! What a case does: the data of scenario files and generators.

use std::fmt;

use botspec_sdk::games::power4::{Board, BoardText, Gravity, Kind, Power4, Team};
use serde::{Deserialize, Serialize};

use super::witness::Witness;
use crate::kept_files::Damage;

/// One case.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Script {
    /// One turn on one board.
    Turn(Turn),
    /// Sets in one folder.
    Session(SessionScript),
    /// The slowest of all turns.
    Headroom {},
    /// The submitted folder: whether the source is there.
    Name {},
}

/// A way to play the contest.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Variant {
    /// The contest itself.
    #[default]
    Standard,
    /// Disks above a gap stay where they are.
    Hover,
    /// The referee writes what is used and how many turns were taken.
    Memo,
}

impl Variant {
    /// The names on command lines, the contest itself first.
    pub const NAMES: [&'static str; 3] = ["standard", "hover", "memo"];
    /// In the same order.
    pub const ALL: [Self; 3] = [Self::Standard, Self::Hover, Self::Memo];

    /// The variant of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|variant| Self::NAMES[*variant as usize] == name)
    }

    /// Whether disks fall in it.
    #[must_use]
    pub const fn gravity(self) -> Gravity {
        match self {
            Self::Hover => Gravity::Hover,
            Self::Standard | Self::Memo => Gravity::Fall,
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::NAMES[*self as usize])
    }
}

/// One turn on one board, in a fresh folder.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Turn {
    /// The variant that it belongs to; every one if none is named.
    #[serde(default)]
    pub variant: Option<Variant>,
    /// Whom the bot plays.
    #[serde(serialize_with = "number", deserialize_with = "team")]
    pub team: Team,
    /// The 42 integers, with blanks of any kind between them.
    pub board: String,
    /// What the referee's memo says, in the variant of that name, if no game tells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memo: Option<Memo>,
    /// How `board.txt` is laid out.
    #[serde(default)]
    pub layout: Layout,
    /// How `team_no.txt` ends.
    #[serde(default)]
    pub team_end: TeamEnd,
    /// Whether what is tried is the number in `team_no.txt`: the other team's turn on the same board shows
    /// whether it is to blame.
    #[serde(default)]
    pub about_team: bool,
    /// An `output.txt` that lies in the folder before.
    #[serde(default)]
    pub stale: Option<String>,
    /// Further files in the folder that the bot has not written: name and content.
    #[serde(default)]
    pub stray: Vec<(String, String)>,
    /// A set that leads to this board. Every case of ours names one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<Witness>,
}

impl Turn {
    /// A team's turn on the board to which a set has led, with nothing unusual about it.
    #[must_use]
    pub fn usual(team: Team, board: Board, game: Witness) -> Self {
        Self {
            variant: None,
            team,
            board: BoardText { board }.to_string(),
            memo: None,
            layout: Layout::Usual,
            team_end: TeamEnd::Bare,
            about_team: false,
            stale: None,
            stray: Vec::new(),
            game: Some(game),
        }
    }
}

/// What the referee's memo says.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Memo {
    /// The special disks that the bot has used.
    #[serde(default)]
    pub used: Vec<u8>,
    /// The special disks that the opponent has used.
    #[serde(default)]
    pub opponent_used: Vec<u8>,
    /// The turns that the bot has taken.
    #[serde(default, deserialize_with = "crate::scenario::ranged::<_, _, 0, 1000>")]
    pub turns: u16,
}

/// How `board.txt` is laid out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// One line, one blank behind each integer: as the organizers' program writes it.
    #[default]
    Usual,
    /// One line, one blank between integers, none at the end.
    Bare,
    /// The same with a line end.
    Line,
    /// The same with a CRLF line end.
    LineCrlf,
    /// A line end after every seventh integer.
    Rows,
    /// A CRLF line end after every seventh integer.
    RowsCrlf,
    /// A blank and a line end after every seventh integer.
    RowsBlank,
    /// Two blanks between integers.
    Double,
    /// Each integer right-aligned in three places, seven a line.
    Aligned,
    /// Tabs between integers.
    Tabs,
    /// Blanks before the first integer and several behind the last.
    Padded,
    /// One integer a line.
    Column,
    /// An empty line between rows and at the end.
    EmptyLines,
}

/// How `team_no.txt` ends behind the number.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TeamEnd {
    /// With nothing.
    #[default]
    Bare,
    /// With LF.
    Lf,
    /// With CRLF.
    Crlf,
}

/// Sets in one folder, against a sparring partner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SessionScript {
    /// The variant that it belongs to; every one if none is named.
    #[serde(default)]
    pub variant: Option<Variant>,
    /// Whom the bot plays, in all sets.
    #[serde(serialize_with = "number", deserialize_with = "team")]
    pub team: Team,
    /// Who starts the first set; then they alternate.
    #[serde(serialize_with = "number", deserialize_with = "team")]
    pub starts: Team,
    /// Who plays the other team.
    pub partner: Partner,
    /// The partner's randomness.
    #[serde(default)]
    pub seed: u64,
    /// How many sets go on to the bot's tenth turn. Sets that end earlier do not count.
    #[serde(default = "one", deserialize_with = "crate::scenario::ranged::<_, _, 0, 100>")]
    pub sets: u32,
    /// Turns of the bot after which a set that still goes on is broken off: the other team fails three tries, and has
    /// lost it.
    #[serde(default = "twelve", deserialize_with = "crate::scenario::ranged::<_, _, 1, 1000>")]
    pub turns: u16,
    /// The disk with which the partner opens the sets that it starts; one of its own choice if none is named.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        serialize_with = "kind_number",
        deserialize_with = "kind"
    )]
    pub opens_with: Option<Kind>,
    /// How the first set ends, if it is there for those that follow. It is none of those that `sets` counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_set: Option<FirstSet>,
    /// What happens to the bot's help files before each of its turns.
    #[serde(default)]
    pub help: Damage,
}

impl SessionScript {
    /// One set that goes on to the bot's tenth turn, with nothing unusual about it.
    #[must_use]
    pub(super) const fn new(team: Team, starts: Team, partner: Partner) -> Self {
        Self {
            variant: None,
            team,
            starts,
            partner,
            seed: 0,
            sets: 1,
            turns: twelve(),
            opens_with: None,
            first_set: None,
            help: Damage::None,
        }
    }

    /// How many turns of the bot it takes in all, about.
    pub(super) fn turns_in_all(&self) -> u32 {
        let first = match self.first_set {
            None => 0,
            Some(FirstSet::Turns(turns)) => turns.into(),
            Some(FirstSet::DualUsed) => u32::from(Power4::DUAL_BY_TURN),
            // The board may fill up.
            Some(FirstSet::Over) => 21,
        };
        let match_before = if self.help == Damage::None { 0 } else { self.turns_of_match_before().into() };
        match_before + first + self.sets.max(1) * u32::from(self.turns)
    }

    /// How many turns of the bot show whether it keeps help files that can be damaged.
    pub(super) fn turns_of_match_before(&self) -> u16 {
        self.turns.min(4)
    }
}

/// How a first set ends. One that is broken off the other team has lost: it fails three tries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FirstSet {
    /// It is broken off after so many turns of the bot.
    Turns(#[serde(deserialize_with = "crate::scenario::ranged::<_, _, 1, 1000>")] u16),
    /// It is broken off once the bot has used its dual disk.
    DualUsed,
    /// It is played to its end.
    Over,
}

/// A sparring partner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Partner {
    /// Any legal drop.
    Random,
    /// Whatever keeps the set open.
    Patient,
    /// Clears when it can, and keeps the set open.
    Clearing,
    /// Clears the board of all disks but one at most when it can, and keeps the set open.
    Emptying,
    /// Clears all of the bot's disks and leaves some of its own when it can, and keeps the set open.
    Sweeping,
    /// Clears the bot's dual disk when it can, and keeps the set open.
    DualClearing,
    /// Fills columns, the fullest first, and keeps the set open.
    Stacking,
    /// Builds threes that the bot's dual disk would make fours, and keeps the set open.
    Threatening,
    /// Clears just the disk that the bot has dropped when it can, so that the board comes again, and keeps the set open.
    Undoing,
    /// Keeps the disks that clear until much can fall or go, and keeps the set open.
    Felling,
    /// Fills columns, and clears where disks of the top row go or fall by that.
    Topping,
    /// Fills columns, and clears in the upper rows, or a column at an edge, as soon as others go by that.
    Capping,
    /// Clears on the ground beside a high column as soon as it can, and keeps the set open.
    Undermining,
    /// Clears first as more than one disk could have done it, later as only one can, and keeps the set open.
    Ambiguous,
    /// Clears all of its own disks and leaves some of the bot's when it can, and keeps the set open.
    Vanishing,
    /// Plays its dual disk where it can clear the bot's with it, does so, and keeps the set open.
    DualSweeping,
    /// Builds what one disk clears much of, clears that, and keeps the set open.
    Mowing,
    /// Looks ahead for a four, and never makes it: a bot that sees one coming needs its special disks.
    Forcing,
    /// Looks ahead, and wins when it can.
    Winning,
}

const fn one() -> u32 {
    1
}

const fn twelve() -> u16 {
    12
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
pub(super) fn number<S: serde::Serializer>(team: &Team, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(team.number())
}

pub(super) fn team<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Team, D::Error> {
    let number = u8::deserialize(deserializer)?;
    Team::new(number).ok_or_else(|| serde::de::Error::custom(format!("team {number}: teams are 1 and 2")))
}

fn kind_number<S: serde::Serializer>(kind: &Option<Kind>, serializer: S) -> Result<S::Ok, S::Error> {
    kind.map(Kind::number).serialize(serializer)
}

fn kind<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Kind>, D::Error> {
    let number = u8::deserialize(deserializer)?;
    let kind = Kind::new(number);
    kind.map(Some).ok_or_else(|| serde::de::Error::custom(format!("kind {number}: kinds are 1 to 5")))
}
