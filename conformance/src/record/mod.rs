//! What was found: plain values that import nothing of ours but the SDK. Reports are made from these alone.

mod again;
mod audit;
mod case;
mod check;
mod diagram;
mod game;
mod inspection;
mod play;
mod receipt;
mod replay;
mod saved;
mod shrunk;
mod timing;
mod transcript;
mod verdict;
mod violation;

pub use again::{AgainAnswer, AgainReport};
pub use audit::{Audit, Circumstance, Comparison, Difference, Finding};
pub use case::CaseReport;
pub use check::{BotInfo, Budget, CheckReport, RuleReport, Summary, Tool};
pub use diagram::{Diagram, Mark, Shape, Spot};
pub use game::{FinalFault, FlitTurn, GAME_SCHEMA, GameKind, GameRecord, GameResult, Move, Player, Variant};
pub use inspection::{Answer, Inspection};
pub use play::{BotScore, Ending, FaultCount, PlayReport, Score, SideScore};
pub use receipt::{CheckResult, PackedBot, PackedFile, RECEIPT, Receipt};
pub use replay::{ReplayError, ReplayReport};
pub use saved::{ReproReport, SavedBot, SavedCase, SavedScript, SavedTool};
pub use shrunk::{Extent, Shrunk};
pub use timing::{Host, Timing};
pub use transcript::{Bytes, Direction, Event, given};
pub use verdict::{Level, Verdict};
pub use violation::{At, Suspect, Violation};
