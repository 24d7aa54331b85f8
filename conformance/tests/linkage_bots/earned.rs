//! The table: what each bot earns. Those rules and no others.

use botspec::record::Level::{Must, Should};
use botspec_test_bots::linkage::{Fault, Oddity};

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
            F::IdTwoLines | F::IdTellsOfGame | F::IdSilent | F::IdOnStderr | F::IdBlank => {
                &[("linkage/id/one-line", Must)]
            }
            F::IdKnownWordsOnly
            | F::IdUsageLine
            | F::IdRejectsUnknown
            | F::IdEmptyIsNone
            | F::IdZeroIsNone
            | F::IdOneArgument
            | F::IdTwoAreFiles
            | F::IdHelp
            | F::IdTakesFile
            | F::IdVersion => &[("linkage/id/any-argument", Must)],
            F::IdReadsInput | F::IdInputLine => &[("linkage/id/no-input", Must)],
            F::IdPlays | F::IdTouchesOrder | F::IdRemovesOrder => &[("linkage/id/no-turn", Should)],
            F::IdShortAndUsageLine => &[("linkage/id/any-argument", Must), ("linkage/id/fields", Should)],
            F::IdWithoutVersion | F::IdWithoutYear | F::IdTwoFields => &[("linkage/id/fields", Should)],

            F::OrderNotWritten
            | F::OrderOnlyUpdated
            | F::OrderNotTruncated
            | F::OrderAppended
            | F::OrderMisnamed
            | F::OrderNotWrittenForSkip
            | F::OrderSecondSkipNotWritten
            | F::OrderOldIsGoodEnough
            | F::OrderDirectory
            | F::OrderPipe
            | F::OrderLate
            | F::OrderLink
            | F::OrderDanglingLink => &[("linkage/order/written", Must)],
            F::FormatLowerCase
            | F::FormatBlanks
            | F::FormatRowFirst
            | F::FormatColourLast
            | F::FormatOneSquare
            | F::FormatSkipInCapitals
            | F::FormatEmptyForSkip
            | F::FormatRemark
            | F::FormatEmptyLine
            | F::FormatZeroByte
            | F::FormatByteOrderMark
            | F::FormatUtf16
            | F::FormatEmpty
            | F::FormatHuge => &[("linkage/order/format", Must)],
            F::ColourExhausted | F::ColourMisread => &[("linkage/order/colour", Must)],
            F::SquaresDiagonal | F::SquaresApart | F::SquaresSame | F::SquaresRoundTheEdge => {
                &[("linkage/order/adjacent", Must)]
            }
            F::SquaresOnCentre | F::SquaresOnDomino | F::SquaresCovered => &[("linkage/order/vacant", Must)],
            F::SquaresOnMark | F::SquaresOnTwoMarks => &[("linkage/order/clear-of-opponent", Must)],

            F::SkipNever | F::SkipNotForMarks | F::SkipNotForFirstMark => &[("linkage/skip/forced", Must)],
            // In a game where it need not skip it plays on an x.
            F::SkipOfOpponentFreesAll => {
                &[("linkage/skip/forced", Must), ("linkage/order/clear-of-opponent", Must)]
            }
            F::SkipAlways
            | F::SkipEarly
            | F::SkipOneDirection
            | F::SkipOneColour
            | F::SkipLastRow
            | F::SkipDiagonal
            | F::SkipBesideItsColour
            | F::SkipWhereGroupsAreJoined
            | F::SkipWhenWon
            | F::SkipWhereFourGroupsAreJoined
            | F::SkipApart
            | F::SkipOfOpponentEndsGame
            | F::SkipOfOpponentHidesTheLast
            | F::SkipOfItsOwnEndsGame => &[("linkage/skip/unforced", Must)],

            F::InputDeleted
            | F::InputAppended
            | F::InputRewritten
            | F::InputEmptied
            | F::InputUnreadable
            | F::InputConverted => &[("linkage/input/untouched", Must)],
            F::CrlfFails | F::CrlfMisread => &[("linkage/input/crlf", Should)],
            F::FinalNewlineNeeded | F::FinalNewlineAwaited => &[("linkage/input/final-newline", Should)],

            F::ChildLeft
            | F::ChildKeepsStreams
            | F::DaemonLeft
            | F::ChildLeftById
            | F::ForkStorm
            | F::ForkChain => &[("linkage/process/terminates", Must)],
            F::NeverEnds => &[("linkage/process/terminates", Must), ("linkage/time/turn", Must)],
            F::StatusOne | F::AbortAfterOrder | F::PanicAfterOrder | F::KillsItself | F::IdStatus => {
                &[("linkage/process/exit-status", Should)]
            }
            F::CurrentDirectory
            | F::OrderInCurrentDirectory
            | F::OrderInCurrentDirectoryShown
            | F::PathSplit
            | F::HomeNeeded
            | F::CacheInCurrentDirectory => &[("linkage/process/location", Should)],

            F::TwoFiles | F::FileForEachTurn | F::FolderOfFiles => &[("linkage/files/one-cache", Must)],
            F::WritesHome | F::WritesTemporary | F::WritesTmp | F::WritesParent | F::WritesHomeById => {
                &[("linkage/files/same-folder", Must)]
            }
            // What lies there then is the tester's doing.
            F::CacheDamagedSetAside => &[("linkage/files/one-cache", Should)],
            F::CacheDamagedFails
            | F::CacheDamagedHangs
            | F::CacheForeignFails
            | F::CacheTrusted
            | F::CacheCountBelieved
            | F::CacheEmptyBelieved
            | F::CacheHalfBelieved
            | F::CacheAgedIsForeign
            | F::CacheGarbageBelieved
            | F::CacheLengthBelieved
            | F::CacheOtherSideBelieved
            | F::CacheGoneFails => STALE_CACHE,

            F::TurnSleeps | F::TurnComputes | F::TurnStops | F::TurnHangsWithoutMoves | F::IdSleeps => {
                &[("linkage/time/turn", Must)]
            }
            F::OpeningSlow | F::IdSlow => &[("linkage/time/headroom", Should)],

            // A crash is two faults: no order, and a bad end.
            F::Segfault | F::Panic | F::StackOverflow => {
                &[("linkage/order/written", Must), ("linkage/process/exit-status", Should)]
            }
            // It can be started once, and so writes no order in the second turn of a game.
            F::DeletesItself | F::DeletesItselfAtOnce => &[("linkage/order/written", Must)],
            // What it prints in a turn is ignored; that it never comes to an end is not.
            F::FloodsForEver | F::IdFlood => &[("linkage/time/turn", Must)],
        }
    }

    /// What is said of it first.
    fn hint(self) -> Hint {
        hint(self)
    }

    /// With which options a bot is checked: a short limit if it overruns, and games with damaged caches only if
    /// it has one.
    fn options(self) -> Vec<&'static str> {
        use Fault as F;
        let more: &[&str] = match self {
            F::CacheDamagedHangs => &["--time-limit", "400ms"],
            F::NeverEnds
            | F::FinalNewlineAwaited
            | F::TurnSleeps
            | F::TurnComputes
            | F::TurnStops
            | F::TurnHangsWithoutMoves
            | F::IdSleeps
            | F::FloodsForEver
            | F::IdFlood => &["--time-limit", "400ms", "--skip", "linkage/cache"],
            F::OpeningSlow | F::IdSlow => &["--time-limit", "1s", "--skip", "linkage/cache"],
            _ if self.earned() == STALE_CACHE => &[],
            F::CacheDamagedSetAside => &[],
            // Each turn leaves a chain that is killed link by link.
            F::ForkChain => &["--case", "linkage/opening"],
            _ => &["--skip", "linkage/cache"],
        };
        [FEW, more].concat()
    }

    /// What a check comes to, in time: the longest are begun first.
    fn pace(self) -> Pace {
        use Fault as F;
        match self {
            F::OpeningSlow | F::IdSlow | F::TurnComputes => Pace::Alone,
            F::FloodsForEver | F::IdFlood | F::ForkStorm | F::ForkChain => Pace::Computes,
            // What it leaves behind is given a moment, in every turn.
            F::ChildLeft | F::ChildKeepsStreams | F::DaemonLeft | F::ChildLeftById => Pace::Sleeps(12),
            F::NeverEnds
            | F::FinalNewlineAwaited
            | F::TurnSleeps
            | F::TurnStops
            | F::TurnHangsWithoutMoves
            | F::IdSleeps
            | F::CacheDamagedHangs => Pace::Sleeps(4),
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
            O::OneSecond => {
                vec![
                    "--case",
                    "linkage/opening",
                    "--case",
                    "linkage/skip/all-marked-as-more",
                    "--case",
                    "linkage/id/plain",
                ]
            }
            O::PrintsGigabyte => vec!["--case", "linkage/opening/as-more", "--case", "linkage/id/plain"],
            O::CacheKept | O::CacheInFolder => FEW.to_vec(),
            O::OrderAny => vec!["--cases", "60"],
            _ => [FEW, &["--skip", "linkage/cache"]].concat(),
        }
    }

    /// The same for the bots that are right.
    fn pace(self) -> Pace {
        match self {
            Oddity::OneSecond => Pace::Sleeps(8),
            Oddity::PrintsGigabyte => Pace::Computes,
            _ => Pace::Works,
        }
    }
}

/// The same for bots in other languages, some of which take long to start.
pub(crate) const SCRIPT_OPTIONS: &[&str] = &[
    "--cases",
    "1",
    "--case",
    "linkage/id",
    "--case",
    "linkage/opening",
    "--case",
    "linkage/skip",
    "--case",
    "linkage/stale",
    "--case",
    "linkage/start",
    "--case",
    "linkage/text",
    "--case",
    "linkage/game",
    "--case",
    "linkage/cache/garbage-as-more-random",
    "--case",
    "linkage/cache/foreign-as-fewer-mean",
];

/// What comes of a cache that a bot relies on: games with damaged ones are played only by bots that earn this.
const STALE_CACHE: &[Earned] = &[("linkage/files/stale-cache", Must)];

/// Few random positions, and the unusual circumstances with few positions each: every case costs a folder
/// of its own and a place to run in.
const FEW: &[&str] = &[
    "--cases",
    "2",
    "--skip",
    "linkage/start/odd-path-reply",
    "--skip",
    "linkage/start/odd-path-late",
    "--skip",
    "linkage/start/empty-environment-reply",
    "--skip",
    "linkage/start/empty-environment-late",
    "--skip",
    "linkage/text/crlf-no-final-newline-reply",
    "--skip",
    "linkage/text/crlf-no-final-newline-last-square",
    "--skip",
    "linkage/text/crlf-no-final-newline-skip",
];
