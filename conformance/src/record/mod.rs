//! What was found: plain values that import nothing of ours but the SDK. Reports are made from these alone.

mod audit;
mod case;
mod check;
mod diagram;
mod elsewhere;
mod findings;
mod game;
mod game_name;
mod group;
mod inspection;
mod interval;
mod machine;
mod play;
mod reask;
mod receipt;
mod replay;
mod saved;
mod season;
mod shape;
mod shrunk;
mod standing;
mod timing;
mod transcript;
mod verdict;
mod violation;

pub use audit::{Audit, Circumstance, Comparison, Difference, Finding};
pub use case::{CaseReport, Gap};
pub use check::{BotInfo, Budget, CheckReport, RuleReport, Shortened, Summary, Tool};
pub use diagram::{Diagram, Mark, Shape, Spot};
pub use elsewhere::{Elsewhere, Prospect};
pub use findings::{Blocker, Findings, INTERRUPTED, Terms};
pub use game::{FinalFault, GAME_SCHEMA, GameRecord, GameResult, Move, Player, Turn, Variant, side_name};
pub use game_name::GameName;
pub use group::{Example, Group};
pub use inspection::{Answer, Inspection};
pub(crate) use interval::{Z, float};
pub use machine::{
    Figure, KernelFigures, Machine, MachineProfile, MeasuredBy, PROFILE, StallFigures, StartFigures,
};
pub use play::{
    BotScore, Ending, FaultCount, Meeting, OpeningScore, Overstays, PlayReport, Score, SideScore, Sprt,
    Strength,
};
pub use reask::{ReaskAnswer, ReaskReport};
pub use receipt::{BothTimes, CheckResult, PackedBot, PackedFile, RECEIPT, Receipt};
pub use replay::{ReplayError, ReplayReport};
pub use saved::{ReproReport, SavedBot, SavedCase, SavedScript, SavedTool};
pub use season::{Publication, Season, SeasonBot, SeasonGame, SeasonVersion, SeasonWeek};
pub use shrunk::{Extent, Shrunk};
pub use standing::{Standing, StandingsReport};
pub use timing::{Host, Timing};
pub use transcript::{Bytes, Direction, Event, given};
pub use verdict::{Level, Verdict};
pub use violation::{At, HintCandidate, Violation};
