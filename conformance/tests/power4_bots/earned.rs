//! The table: what each bot earns. Those rules and no others.

use botspec::record::Level::{Must, Should};
use botspec_test_bots::power4::{Fault, Oddity};

use super::hints::hint;
use crate::harness::{Act, Earned, Hint, Pace};

impl Act for Fault {
    fn name(self) -> String {
        Self::name(self)
    }

    /// The rules that a bot must be reported for, each at its level.
    fn earned(self) -> &'static [Earned] {
        use Fault as F;
        match self {
            F::OutputNotWritten
            | F::OutputPrinted
            | F::OutputOnlyUpdated
            | F::OutputNotTruncated
            | F::OutputAppended
            | F::OutputMisnamed
            | F::OutputOldIsGoodEnough
            | F::OutputDirectory
            | F::OutputDirectoryClosed
            | F::OutputPipe
            | F::OutputLink
            | F::OutputLate
            | F::OutputNotWrittenLate => &[("power4/output/written", Must)],
            F::OutputInFolder => &[("power4/output/written", Must), ("power4/files/prefix", Should)],
            F::OutputInTmp => &[("power4/output/written", Must), ("power4/files/location", Must)],
            F::FormatComma
            | F::FormatNoBlank
            | F::FormatOneNumber
            | F::FormatThreeNumbers
            | F::FormatBrackets
            | F::FormatWords
            | F::FormatPlusSign
            | F::FormatLeadingZero
            | F::FormatDecimals
            | F::FormatLetter
            | F::FormatCarriageReturn
            | F::FormatZeroByte
            | F::FormatByteOrderMark
            | F::FormatUtf16
            | F::FormatOtherDigits
            | F::FormatNoBreak
            | F::FormatEmpty
            | F::FormatRemarkOnSpecials
            | F::FormatTwiceOnTheRight
            | F::FormatEmptyLate => &[("power4/output/format", Must)],
            // More than an answer can be is not read at all.
            F::FormatHuge => &[("power4/output/written", Must)],

            F::KindZero | F::KindSix | F::KindTwelve | F::KindNegative | F::KindHuge => {
                &[("power4/disk/kind", Must)]
            }
            F::RowTwice
            | F::ColumnTwice
            | F::NeighboursTwice
            | F::DualTwice
            | F::TeamAsKind
            | F::NewAfterClearing
            | F::NewWithoutItsDisks
            | F::SecondSetNotNoted
            | F::LastOneNoted
            | F::ColumnWhenNearlyFull => &[("power4/disk/once", Must)],
            // Neither knows a second set by its first board.
            F::NewWithoutTheOthers | F::NewWhenManyAreGone => {
                &[("power4/disk/once", Must), ("power4/set/reset", Must)]
            }
            F::DualNever
            | F::HelpAgedIsForeign
            | F::DualOnTheEleventh
            | F::DualByDisks
            | F::DualOfTheOther
            | F::DualSeenAtTheStart
            | F::DualAfterUndone
            | F::DualForgottenAfterClearing
            | F::DualForTheFirstColumn
            | F::DualNotForTheOther
            | F::LostWhereTheLastColumnFalls
            | F::LostWhereTheTopRowIsCleared
            | F::LostWhereTheTopRowGoes => &[("power4/disk/dual-by-tenth", Must)],

            F::ColumnZeroBased | F::ColumnEight | F::ColumnAsCell | F::ColumnNegative => {
                &[("power4/column/range", Must)]
            }
            F::ColumnFull
            | F::ColumnFour
            | F::ColumnUpsideDown
            | F::ColumnFromTheRight
            | F::ColumnUnderDual
            | F::ColumnByDigits
            | F::ColumnOfFive
            | F::ColumnTransposed
            | F::ColumnOfOldBoard
            | F::ColumnFullLate
            | F::ColumnFullByChance => &[("power4/column/open", Must)],

            F::TeamOneOnly | F::TeamTwoOnly | F::TeamEndNeeded | F::TeamEndRefused => {
                &[("power4/input/team", Must)]
            }
            F::BoardDeleted
            | F::BoardDirectory
            | F::BoardRewritten
            | F::BoardAppended
            | F::TeamRewritten
            | F::MovesRewritten => &[("power4/input/untouched", Must)],
            F::LayoutOneLine
            | F::LayoutRestIsEmpty
            | F::LayoutSingleBlanks
            | F::LayoutTabs
            | F::LayoutCrlf
            | F::LayoutBlankAtEnd => &[("power4/input/layout", Should)],

            F::SetNeverReset
            | F::SetCountGoesOn
            | F::SetUsedStays
            | F::SetResetOnEmpty
            | F::SetOpenedWithDual
            | F::SetOpenedByClearing
            | F::SetResetOnFewer
            | F::SetResetAfterTen
            | F::SetThirdOverlooked
            | F::SetOverOnceWon
            | F::SetUnexpected => &[("power4/set/reset", Must)],
            F::SetStatus => &[("power4/process/exit-status", Should)],

            F::SixFiles | F::FileForEachTurn | F::FolderOfSix | F::FloodsFolder => {
                &[("power4/files/count", Must)]
            }
            F::WritesHome | F::WritesTemporary | F::WritesTmp | F::WritesParent => {
                &[("power4/files/location", Must)]
            }
            F::FileUnnamed | F::FileInCapitals | F::FileInFolderUnnamed => &[("power4/files/prefix", Should)],

            // A crash is two faults: no answer, and a bad end.
            F::HelpGoneFails | F::Segfault | F::Panic => {
                &[("power4/output/written", Must), ("power4/process/exit-status", Should)]
            }
            // Nobody damages help files in the contest, or exchanges them in the middle of a set: no more than a warning.
            F::HelpDamagedFails | F::HelpForeignFails => {
                &[("power4/output/written", Should), ("power4/process/exit-status", Should)]
            }
            F::HelpOtherTeamBelieved => &[("power4/column/range", Must)],
            F::HelpTrusted | F::HelpEmptyBelieved | F::HelpHalfBelieved | F::HelpGarbageBelieved => {
                &[("power4/column/range", Should)]
            }

            F::ChildLeft | F::ChildKeepsStreams | F::DaemonLeft | F::ForkStorm | F::ForkChain => {
                &[("power4/process/terminates", Must)]
            }
            F::NeverEnds => &[("power4/process/terminates", Must), ("power4/time/turn", Must)],
            F::StatusOne | F::AbortAfterOutput | F::PanicAfterOutput | F::KillsItself => {
                &[("power4/process/exit-status", Should)]
            }

            F::TurnSleeps | F::TurnComputes | F::TurnStops | F::TurnHangsLate | F::FloodsForEver => {
                &[("power4/time/turn", Must)]
            }
            F::OpeningSlow => &[("power4/time/headroom", Should)],
        }
    }

    /// What is said of it first.
    fn hint(self) -> Hint {
        hint(self)
    }

    /// With which options a bot is checked: a short limit if it overruns, and matches only if it shows what it does
    /// in them.
    fn options(self) -> Vec<&'static str> {
        use Fault as F;
        match self {
            F::RowTwice
            | F::ColumnTwice
            | F::NeighboursTwice
            | F::DualTwice
            | F::DualNever
            | F::DualOnTheEleventh
            | F::DualOfTheOther
            | F::DualForgottenAfterClearing
            | F::SixFiles
            | F::HelpGoneFails
            | F::HelpDamagedFails
            | F::HelpForeignFails
            | F::HelpTrusted
            | F::HelpEmptyBelieved
            | F::HelpHalfBelieved
            | F::HelpAgedIsForeign
            | F::HelpGarbageBelieved
            | F::HelpOtherTeamBelieved => FEW.to_vec(),
            F::TeamAsKind
            | F::NewAfterClearing
            | F::NewWithoutItsDisks
            | F::DualSeenAtTheStart
            | F::SecondSetNotNoted
            | F::DualByDisks
            | F::DualAfterUndone
            | F::ColumnOfOldBoard
            | F::SetNeverReset
            | F::SetCountGoesOn
            | F::SetUsedStays
            | F::SetResetOnEmpty
            | F::SetOpenedWithDual
            | F::SetOpenedByClearing
            | F::SetResetOnFewer
            | F::SetResetAfterTen
            | F::SetThirdOverlooked
            | F::SetOverOnceWon
            | F::SetUnexpected
            | F::SetStatus
            | F::FileForEachTurn => [FEW, &["--skip", "power4/help"]].concat(),
            F::LostWhereTheLastColumnFalls
            | F::LostWhereTheTopRowIsCleared
            | F::LostWhereTheTopRowGoes
            | F::NewWithoutTheOthers
            | F::NewWhenManyAreGone
            | F::LastOneNoted
            | F::DualForTheFirstColumn
            | F::DualNotForTheOther
            | F::ColumnFullByChance => {
                vec!["--cases", "30", "--case", "power4/match", "--case", "power4/sets"]
            }
            F::NeverEnds
            | F::TurnSleeps
            | F::TurnComputes
            | F::TurnStops
            | F::TurnHangsLate
            | F::FloodsForEver => [FEW, ALONE, &["--time-limit", "400ms"]].concat(),
            F::MovesRewritten => [FEW, ALONE, &["--variant", "memo"]].concat(),
            F::OpeningSlow => [FEW, ALONE, &["--time-limit", "1s", "--skip", "power4/sets"]].concat(),
            F::FloodsFolder => vec!["--case", "power4/start/team-1-bare"],
            F::ForkStorm | F::ForkChain | F::FormatHuge => [FEW, ALONE, &["--skip", "power4/sets"]].concat(),
            _ => [FEW, ALONE].concat(),
        }
    }

    /// What a check comes to, in time: the longest are begun first.
    fn pace(self) -> Pace {
        use Fault as F;
        match self {
            F::OpeningSlow | F::TurnComputes => Pace::Alone,
            F::FloodsForEver | F::FloodsFolder | F::ForkStorm | F::ForkChain => Pace::Computes,
            // What it leaves behind is given a moment, in every turn.
            F::ChildLeft | F::ChildKeepsStreams | F::DaemonLeft => Pace::Sleeps(12),
            F::NeverEnds | F::TurnSleeps | F::TurnStops | F::TurnHangsLate => Pace::Sleeps(4),
            _ => Pace::Works,
        }
    }
}

impl Act for Oddity {
    fn name(self) -> String {
        Self::name(self)
    }

    /// The same for the bots that are right: those that take long are asked for few turns.
    fn options(self) -> Vec<&'static str> {
        use Oddity as O;
        match self {
            O::OneSecond | O::PrintsMuch => {
                vec!["--case", "power4/start/team-1-bare", "--case", "power4/board/reply"]
            }
            O::DualFirst
            | O::DualTenth
            | O::NeverClears
            | O::ClearsFirst
            | O::SpecialsLate
            | O::LastDrop
            | O::AnyDrop
            | O::Wins
            | O::Loses
            | O::NearlyEmptyIsNew
            | O::NotMineIsNew
            | O::NoHelpFiles
            | O::ForgetsWhenNearlyEmpty
            | O::TwoFilesByTurns
            | O::MemoryReadOnly => vec!["--cases", "110"],
            _ => [FEW, ALONE].concat(),
        }
    }

    /// The same for the bots that are right.
    fn pace(self) -> Pace {
        match self {
            Oddity::OneSecond => Pace::Sleeps(8),
            Oddity::PrintsMuch => Pace::Computes,
            _ => Pace::Works,
        }
    }
}

/// The same for bots in other languages, some of which take long to start.
pub(crate) const SCRIPT_OPTIONS: &[&str] = &["--cases", "1", "--skip", "power4/match"];

/// Few random positions: every case costs a folder of its own and a place to run in.
const FEW: &[&str] = &["--cases", "2"];

/// No further matches than the scripted ones.
const ALONE: &[&str] = &["--skip", "power4/match", "--skip", "power4/help"];
