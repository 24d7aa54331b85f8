//! The table: what each bot earns. Those rules and no others.

use botspec::record::Level::{Must, Should};
use botspec_test_bots::hex::{Fault, Oddity};

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
            F::ArgsAlwaysBlack
            | F::ArgsAlwaysWhite
            | F::ArgsExchanged
            | F::ArgsWhiteFails
            | F::ArgsInCapitals
            | F::SilentDiesAtOnce
            | F::SilentClosesStdout => &[("hex/args/colour", Must)],
            F::ArgsBlackByDefault | F::ArgsWhiteUnlessBlack | F::ArgsStatusZero | F::ArgsUsageOnStdout => {
                &[("hex/args/invalid", Should)]
            }

            F::SizeOneDigit
            | F::SizeAtMost19
            | F::SizeRefused26
            | F::SizeDiesBeyond11
            | F::SizeDiesAtOne
            | F::SizeDiesAlways
            | F::SizeAlways11 => &[("hex/init-board/sizes", Must)],
            F::ResetNotForSameSize
            | F::ResetNever
            | F::ResetStonesKept
            | F::ResetArrayKept
            | F::ResetWinnerOfTheSameStones
            | F::ResetWinnerKept
            | F::ResetGroupsKept
            | F::ResetFreeCellsKept
            | F::ResetMovesOnce
            | F::ResetHangs
            | F::ResetSilentAfterLarger
            | F::ResetDies
            | F::ResetOpeningKept
            | F::ResetOuterCellsKept
            | F::ResetSwapIgnored
            | F::ResetOwnSwapNotExchanged
            | F::ResetCounterKept => &[("hex/init-board/resets", Must)],

            F::MoveCapitals
            | F::MoveBlankBetween
            | F::MoveBlankBehind
            | F::MoveWithDepth
            | F::MoveTwoNumbers
            | F::MoveZeroInFront
            | F::MoveNumberFirst
            | F::MoveFullStop
            | F::MovePrompt
            | F::MoveSeto
            | F::MoveEmptyLine
            | F::MoveResigns
            | F::MoveResignsWhenLost
            | F::MoveResignsWhenBridged
            | F::MoveZeroByte
            | F::MoveSwapInCapitals
            | F::MoveEndlessLine
            | F::MoveDiesBeyond100
            | F::FloodsAtMoves
            | F::SilentEndsIt
            | F::SilentEndsAfterTen
            | F::SilentEndsBeforeTheFirstStone
            | F::SilentDiesAtMoves => &[("hex/make-move/format", Must)],
            F::MoveColumnZero | F::MoveBeyondTheLast | F::MoveRowBeyond => {
                &[("hex/make-move/on-board", Must)]
            }
            F::MoveOnTheOpponents
            | F::MoveOnItsOwn
            | F::MoveBridgesBlindly
            | F::MoveBookAfterASwap
            | F::MoveBookOfOneSlip
            | F::MoveAlwaysTheFirstCell
            | F::MoveAnywhere
            | F::MoveNeverInTheLastColumn
            | F::MoveCellsByTheirBeginning
            | F::MoveUnderASwap
            | F::MoveOpensBehindAByte
            | F::MoveFreedCellsForgotten
            | F::MoveFreeListGoesWrong
            | F::MoveOwnForgottenAfterUnset => &[("hex/make-move/vacant", Must)],
            F::TinyDies | F::TinyHangs | F::TinyLastCellDies => &[("hex/make-move/tiny", Should)],
            F::MoveNotRecorded
            | F::MoveRecordedAsTheOpponents
            | F::MoveRecordedTransposed
            | F::MoveRecordedLate => &[("hex/make-move/recorded", Must)],
            F::SwapAtFirst
            | F::SwapTwice
            | F::SwapLate
            | F::SwapAtOneMoreThanAByte
            | F::SwapBehindAByteOfTurns
            | F::SwapAsBlack
            | F::SwapBack => &[("hex/make-move/swap-timing", Must)],

            F::SetTransposed
            | F::SetoIgnored
            | F::SetyIgnored
            | F::UnsetIgnored
            | F::UnsetOwnOnly
            | F::UnsetNotOfMoves
            | F::SetRowZIgnored
            | F::SetRowZDies
            | F::SetLastColumnIgnored
            | F::SetOneDigit
            | F::SetColoursExchanged
            | F::SetOwnAreBlack
            | F::SetUpsideDown
            | F::SetNoRowI
            | F::SetDiesBeyond100 => &[("hex/set/recorded", Must)],
            F::OccupiedOverwritten
            | F::OccupiedEmptied
            | F::OccupiedDies
            | F::OccupiedTold
            | F::OwnStoneTwiceDies
            | F::EmptyUnsetDies
            | F::EmptyUnsetTakesAnother => &[("hex/set/occupied", Should)],

            F::SwapIgnored
            | F::SwapDies
            | F::SwapOwnNotExchanged
            | F::SwapRecolours
            | F::SwapRecoloursOnly
            | F::SwapMirrors
            | F::SwapStoneLost
            | F::SwapForgottenForStones
            | F::SwapForgottenForTheWinner
            | F::SwapForgottenOnceAsked
            | F::SwapForgottenForMoves
            | F::SwapIgnoredAtOddSizes
            | F::SwapIgnoredFrom12To19
            | F::SwapIgnoredFrom15
            | F::SwapIgnoredOn2
            | F::SwapOwnNotExchangedOn10
            | F::SwapOwnNotExchangedFrom15 => &[("hex/swap/colours", Must)],

            F::WinWrongDiagonal
            | F::WinEight
            | F::WinFour
            | F::WinFive
            | F::WinNeverBack
            | F::WinNeverStraightBack
            | F::WinWrapped
            | F::WinFullIsADraw
            | F::WinBothEdges
            | F::WinOneIsNone
            | F::WinNotAfter255Asks
            | F::WinStays
            | F::WinKeepsWhatIsTakenAway
            | F::WinNames
            | F::WinPlusOne
            | F::WinMinusSign
            | F::WinCornerMissed
            | F::WinEarlyAt26
            | F::WinLastStoneOnly
            | F::WinLastMover
            | F::WinShortChainsOnly
            | F::WinTakenBack
            | F::WinTakenBackWithOneChain
            | F::WinEndsIt
            | F::WinOverAnyStones
            | F::WinDiesOfLongChains => &[("hex/check-win/value", Must)],
            // The same stones in a second game are the same to it, as well.
            F::WinOfTheSameCells => &[("hex/check-win/value", Must), ("hex/init-board/resets", Must)],
            // They are wrong on boards with stones of one colour, too.
            F::WinEdgesExchanged | F::WinNobodyEver | F::WinOwnOnly | F::WinBlacksView => {
                &[("hex/check-win/value", Must), ("hex/check-win/setup", Should)]
            }
            F::WinCountsStones | F::WinDiesOfTheCount | F::WinNoCellOfWhite => {
                &[("hex/check-win/setup", Should)]
            }

            F::BoardLastBarMissing
            | F::BoardBlanks
            | F::BoardLines
            | F::BoardLinesWithBars
            | F::BoardLowerCase
            | F::BoardNumbers
            | F::BoardNoBars
            | F::BoardEmptyLine
            | F::BoardColumns
            | F::BoardPicture
            | F::BoardWrapped => &[("hex/show-board/format", Must)],

            F::SaysBanner
            | F::SaysOkAfterSeto
            | F::SaysOkAfterInit
            | F::SaysOkAfterUnset
            | F::SaysOkAfterSwap
            | F::SaysSwapAfterSwap
            | F::SaysStandingAfterSety
            | F::SaysBoardAfterMoves
            | F::SaysBlankAfterAnswers
            | F::SaysThoughtsBeforeMoves
            | F::SaysEverythingTwice
            | F::SaysLater
            | F::SaysASecondLater
            | F::SaysFarewell
            | F::FloodsAlways => &[("hex/output/unsolicited", Must)],
            F::LineEndCrlf | F::LineEndCrlfAfterMoves => &[("hex/output/line-end", Should)],
            F::FlushedAtTheEnd
            | F::FlushedAfterMoves
            | F::FlushedOneBehind
            | F::FlushedNotEnded
            | F::FlushedMovesNotEnded
            | F::FlushedReadsAhead
            | F::FlushedInBlocks => &[("hex/output/flushed", Must)],

            F::BlankLineDies | F::BlankLineAnswered | F::BlankLineRepeats => {
                &[("hex/input/blank-lines", Should)]
            }
            F::CrlfUnknown | F::CrlfDies | F::CrlfRequestsUnknown | F::CrlfEchoed => {
                &[("hex/input/crlf", Should)]
            }
            F::UnknownDies
            | F::UnknownLongDies
            | F::UnknownAnswered
            | F::UnknownBeginningIsEnough
            | F::BeyondDies
            | F::BeyondZeroIsLast
            | F::BeyondIsNextRow
            | F::BeyondAnswered => &[("hex/input/unknown", Should)],

            F::QuitIgnored
            | F::QuitHangs
            | F::QuitHangsAfterGames
            | F::QuitHangsAfterItsWin
            | F::QuitHangsAfterSixtyStones
            | F::QuitHangsAfterTwoGames
            | F::QuitComputes
            | F::QuitLeavesChild
            | F::QuitLeavesDaemon => &[("hex/quit/terminates", Must)],
            F::QuitStatusOne | F::QuitDiesAfterGames | F::QuitAborts => &[("hex/quit/exit-status", Should)],
            F::EofHangs | F::EofHangsAfterGames | F::EofComputes | F::EofLeavesChild => {
                &[("hex/eof/terminates", Should)]
            }

            F::TimeMoveSleeps
            | F::TimeMoveComputes
            | F::TimeMoveLate
            | F::TimeLastMoveHangs
            | F::TimeLargeBoardHangs => &[("hex/time/turn", Must)],
            F::TimeFirstMoveSlow => &[("hex/time/headroom", Should)],
            F::TimeCheckWinSleeps
            | F::TimeCheckWinLate
            | F::TimeCheckWinThree
            | F::TimeFirstAnswerLate
            | F::TimeCheckWinUnknown
            | F::TimeCheckWinLogged
            | F::TimeShowBoardSleeps
            | F::TimeShowBoardUnknown
            | F::TimeEveryPath
            | F::SilentMute => &[("hex/time/reply", Must)],
            // It reads neither of them.
            F::SilentAfterMove => &[("hex/time/reply", Must), ("hex/time/turn", Must)],
            // Deaf as well as mute.
            F::SilentNeverReads | F::SilentSpins | F::SilentStops => {
                &[("hex/time/reply", Must), ("hex/quit/terminates", Must), ("hex/eof/terminates", Should)]
            }
            F::GarbageForAnswers => &[
                ("hex/check-win/value", Must),
                ("hex/show-board/format", Must),
                ("hex/make-move/format", Must),
            ],
            F::GarbageAlways => &[
                ("hex/output/unsolicited", Must),
                ("hex/check-win/value", Must),
                ("hex/show-board/format", Must),
                ("hex/make-move/format", Must),
            ],
        }
    }

    /// What is said of it first.
    fn hint(self) -> Hint {
        hint(self)
    }

    /// With which options a bot is checked: with a short limit if it overruns.
    fn options(self) -> Vec<&'static str> {
        use Fault as F;
        match self {
            F::TinyHangs
            | F::TimeMoveSleeps
            | F::TimeMoveComputes
            | F::TimeMoveLate
            | F::TimeLastMoveHangs
            | F::TimeLargeBoardHangs
            | F::FlushedMovesNotEnded => vec!["--cases", "20", "--time-limit", "400ms"],
            // What is slow is slow in all cases.
            F::TimeFirstAnswerLate => {
                vec!["--time-limit", "5s", "--case", "hex/contact", "--case", "hex/first/opening"]
            }
            F::TimeFirstMoveSlow => vec!["--cases", "20", "--time-limit", "1s"],
            // Crowded boards of all sizes.
            F::WinFullIsADraw | F::WinBothEdges => vec!["--time-limit", "5s"],
            // The same, and no others: it computes for seconds on each.
            F::TimeEveryPath => {
                vec![
                    "--time-limit",
                    "5s",
                    "--case",
                    "hex/contact",
                    "--case",
                    "hex/check-win",
                    "--case",
                    "hex/crowded",
                ]
            }
            F::SilentEndsIt | F::SilentEndsAfterTen | F::SilentEndsBeforeTheFirstStone => {
                vec!["--case", "hex/contact", "--case", "hex/first", "--case", "hex/output"]
            }
            _ => [FEW, NO_PAUSE].concat(),
        }
    }

    /// What a check comes to, in time: the longest are begun first.
    fn pace(self) -> Pace {
        use Fault as F;
        match self {
            F::TimeMoveLate | F::TimeFirstMoveSlow | F::TimeCheckWinLate | F::TimeMoveComputes => Pace::Alone,
            F::TimeEveryPath | F::SilentSpins | F::QuitComputes | F::EofComputes => Pace::Computes,
            F::FlushedInBlocks => Pace::Sleeps(44),
            F::ResetMovesOnce | F::ResetHangs | F::ResetSilentAfterLarger | F::SilentAfterMove => {
                Pace::Sleeps(30)
            }
            F::TimeCheckWinThree | F::TimeFirstAnswerLate => Pace::Sleeps(12),
            F::SilentNeverReads | F::SilentStops => Pace::Sleeps(20),
            F::SilentMute
            | F::FlushedAtTheEnd
            | F::FlushedAfterMoves
            | F::FlushedOneBehind
            | F::FlushedNotEnded
            | F::FlushedReadsAhead => Pace::Sleeps(13),
            F::TimeCheckWinSleeps
            | F::TimeCheckWinUnknown
            | F::TimeCheckWinLogged
            | F::TimeShowBoardSleeps
            | F::TimeShowBoardUnknown
            | F::FloodsAlways => Pace::Sleeps(8),
            F::TimeMoveSleeps
            | F::TimeLastMoveHangs
            | F::TimeLargeBoardHangs
            | F::TinyHangs
            | F::FlushedMovesNotEnded
            | F::ArgsBlackByDefault
            | F::ArgsWhiteUnlessBlack
            | F::CrlfUnknown
            | F::CrlfRequestsUnknown
            | F::QuitIgnored
            | F::QuitHangs
            | F::QuitHangsAfterGames
            | F::QuitHangsAfterItsWin
            | F::QuitHangsAfterSixtyStones
            | F::QuitHangsAfterTwoGames
            | F::EofHangs
            | F::EofHangsAfterGames => Pace::Sleeps(4),
            F::SilentEndsIt | F::SilentEndsAfterTen | F::SilentEndsBeforeTheFirstStone => Pace::Sleeps(12),
            _ => Pace::Talks,
        }
    }
}

impl Act for Oddity {
    fn name(self) -> String {
        Self::name(self)
    }

    /// The same for the bots that are right: those that take long are asked for few turns.
    fn options(self) -> Vec<&'static str> {
        match self {
            Oddity::OneSecond => vec!["--case", "hex/contact", "--case", "hex/first", "--case", "hex/output"],
            Oddity::StartsAsleep => vec!["--case", "hex/contact/check-win", "--case", "hex/first/as-black"],
            Oddity::StartsForSeconds => {
                vec![
                    "--case",
                    "hex/first",
                    "--case",
                    "hex/quit",
                    "--case",
                    "hex/eof",
                    "--case",
                    "hex/contact",
                ]
            }
            Oddity::WorksOnStones => {
                vec!["--case", "hex/set", "--case", "hex/full", "--case", "hex/check-win"]
            }
            _ => [FEW, NO_PAUSE].concat(),
        }
    }

    /// The same for the bots that are right.
    fn pace(self) -> Pace {
        match self {
            Oddity::OneSecond => Pace::Sleeps(16),
            Oddity::StartsAsleep => Pace::Sleeps(40),
            Oddity::StartsSlowly | Oddity::StartsForSeconds | Oddity::EndsSlowly => Pace::Sleeps(8),
            _ => Pace::Talks,
        }
    }
}

/// Few random boards and games.
const FEW: &[&str] = &["--cases", "20", "--time-limit", "2s"];

/// An opponent who thinks for long is left out where that makes no difference.
pub(crate) const NO_PAUSE: &[&str] = &["--skip", "hex/output/long-thought"];

/// Those in languages that take long to start: what they do in their own way is in these cases.
pub(crate) const SCRIPT_OPTIONS: &[&str] = &[
    "--strict",
    "--cases",
    "1",
    "--skip",
    "hex/check-win",
    "--skip",
    "hex/set",
    "--skip",
    "hex/game/random-as-black-001",
    "--skip",
    "hex/game/random-as-white-001",
];
