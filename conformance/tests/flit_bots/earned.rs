//! The table: what each bot earns. Those rules and no others.

use botspec::record::Level::{Must, Should};
use botspec_test_bots::flit::{Fault, Oddity};

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
            F::TwoLines
            | F::TwiceWhenConverting
            | F::ThinksAloud
            | F::EmptyLine
            | F::SecondLineWhenStuck
            | F::Greets
            | F::NotEnded
            | F::DiesNowAndThen
            | F::DiesOfManyPieces
            | F::DiesOfNeutralAgain
            | F::NeverAnswers
            | F::DiesAtOnce
            | F::DiesWhenAsked
            | F::EndsAfterFirst
            | F::Segfault
            | F::GivesUpWhenLosing
            | F::EndsOnePieceShort
            | F::EndsWhereAnotherIsOneShort
            | F::EndsInSilence => &[("flit/reply/one-line", Must)],
            // The zero byte behind the line feed is the beginning of another line.
            F::FormatUtf16 => &[("flit/reply/one-line", Must)],
            F::Prompts
            | F::FormatCommas
            | F::FormatBrackets
            | F::FormatLeadingZeros
            | F::FormatPlusSigns
            | F::FormatMinusZero
            | F::FormatMinusOne
            | F::FormatFractions
            | F::FormatHexadecimal
            | F::FormatBlankBehind
            | F::FormatBlankBefore
            | F::FormatTwoBlanks
            | F::FormatTabs
            | F::FormatTwoNumbers
            | F::FormatFiveNumbers
            | F::FormatKeyword
            | F::FormatPass
            | F::FormatEmptyToStay
            | F::FormatByteOrderMark
            | F::FormatZeroByte
            | F::FormatCarriageReturn
            | F::FormatGarbage
            | F::FormatLongLine => &[("flit/reply/format", Must)],
            F::Crlf => &[("flit/reply/line-end", Should)],
            F::NotWrapped | F::StaysOffTheBoard | F::StaysFarOffTheBoard | F::OriginOffTheBoard => {
                &[("flit/reply/range", Must)]
            }
            F::Buffered | F::BufferedAndSlowToEnd | F::ReadsAhead => &[("flit/reply/flushed", Must)],

            F::PieceOfAnother | F::NeutralPiece | F::NoPiece => &[("flit/move/origin", Must)],
            F::OntoOwn | F::OntoAnother => &[("flit/move/vacant", Must)],
            F::OntoNeutral => &[("flit/move/vacant", Must), ("flit/move/adjacent", Must)],
            F::Apart
            | F::Diagonal
            | F::DiagonalNowAndThen
            | F::BesideAnother
            | F::Steps
            | F::StepsAcrossEdges
            | F::OneColumnShort
            | F::RowsRunOn => &[("flit/move/adjacent", Must)],
            // What that comes to depends on the board.
            F::Exchanged => {
                &[("flit/move/origin", Must), ("flit/move/vacant", Must), ("flit/move/adjacent", Must)]
            }
            F::StuckApart
            | F::StuckOnto
            | F::StuckWithAnother
            | F::SilentWhenStuck
            | F::LogsWhenStuck
            | F::DiesWhenStuck
            | F::EndsAfterStaying
            | F::HangsAtFourthStay
            | F::StaysFourTimes
            | F::EightAreStuck
            | F::ComputesOnWhenStuck => &[("flit/move/stuck", Must)],

            F::SaysOk | F::PrintsADot | F::Counts | F::AnswersAfterMany | F::AnswersAhead => {
                &[("flit/update/silent", Must)]
            }
            F::NoneAfterFirst
            | F::NotOfOthers
            | F::LeftSquaresStay
            | F::ConvertedRemoved
            | F::OneBehind
            | F::OwnMoveMade
            | F::OwnMoveDoubled
            | F::CornersConverted
            | F::DiesWhenRefused
            | F::OneRequestBehind => &[("flit/update/tracked", Must)],

            F::AlwaysOne
            | F::OneLess
            | F::SecondArgument
            | F::DiesAsFour
            | F::SilentAsFour
            | F::EndsHalfWayAsOthers => &[("flit/identity/argument", Must)],

            F::Sixty
            | F::ComputesSixty
            | F::ComputesNowAndThen
            | F::Late
            | F::LateOnce
            | F::LateNowAndThen
            | F::LateWhenCrowded
            | F::LateWhenFull
            | F::LateWhenAhead
            | F::LateAfterAPause
            | F::HangsLater
            | F::ComputesOnAndOn
            | F::AnswersLateInAThread => &[("flit/time/turn", Must)],
            F::StartsSlowly | F::StartsSlowlyAsFour => &[("flit/time/startup", Must)],
            F::Forty | F::NearlyLate => &[("flit/time/headroom", Should)],
            F::NewestRequestOnly | F::OldestRequestOnly | F::RequestsFirst | F::DiesWhenMissed => {
                &[("flit/time/late-sync", Should)]
            }

            F::CrlfUnknown | F::CrlfUpdatesLost | F::CrlfColourZero => &[("flit/input/crlf", Should)],

            F::EofGoesOn
            | F::EofHangsAfterUpdates
            | F::EofSpins
            | F::EofEndsLate
            | F::EofChildLeft
            | F::EofChildKeepsStreams
            | F::EofDaemonLeft
            | F::EofEngineLeft
            | F::EofHangsAfterLongGames
            | F::EofHangsWhenLost
            | F::ForkStorm
            | F::ForkChain => &[("flit/eof/terminates", Must)],
            F::EofStatusOne
            | F::EofPanics
            | F::EofPanicsOnCrowdedBoards
            | F::EofAborts
            | F::EofKillsItself => &[("flit/eof/exit-status", Should)],

            // What never looks at its input does not see it end.
            F::NeverReads | F::StopsReading | F::StopsReadingAfterStaying | F::Floods | F::FloodsAnswers => {
                &[("flit/reply/one-line", Must), ("flit/eof/terminates", Must)]
            }
            F::FloodsWithoutLineEnd => &[("flit/reply/format", Must), ("flit/eof/terminates", Must)],
        }
    }

    /// What is said of it first.
    fn hint(self) -> Hint {
        hint(self)
    }

    /// With which options a bot is checked: games and times only where they matter.
    fn options(self) -> Vec<&'static str> {
        use Fault as F;
        match self {
            F::SilentWhenStuck
            | F::LogsWhenStuck
            | F::HangsLater
            | F::ComputesOnAndOn
            | F::ComputesOnWhenStuck => only(&["flit/start", "flit/stuck/block", "flit/update/refused"]),
            F::Sixty | F::ComputesSixty | F::Late | F::LateOnce => only(&[
                "flit/start",
                "flit/single",
                "flit/input/crlf",
                "flit/late/one-missed",
                "flit/update/refused",
                "flit/game/refused-as-1",
                "flit/game/idle-as-1",
            ]),
            F::ComputesNowAndThen => only(&["flit/start", "flit/wrap", "flit/game", "flit/time"]),
            F::LateNowAndThen => only(&["flit/start", "flit/wrap", "flit/game/idle-as-1", "flit/time/game"]),
            F::LateWhenFull => only(&["flit/start", "flit/wrap", "flit/time/full"]),
            F::LateWhenAhead => only(&["flit/start", "flit/wrap", "flit/time/far-ahead"]),
            F::EofHangsWhenLost => only(&["flit/start", "flit/eof", "flit/game/lost-as-2"]),
            F::GivesUpWhenLosing => only(&["flit/start", "flit/wrap", "flit/game/lost-as-2"]),
            F::EndsWhereAnotherIsOneShort => {
                only(&["flit/start", "flit/wrap", "flit/game/other-one-short-as-1"])
            }
            F::EndsOnePieceShort => only(&["flit/start", "flit/wrap", "flit/game/one-short-as-1"]),
            F::EndsHalfWayAsOthers => {
                only(&["flit/start", "flit/wrap", "flit/game/whole-as-1", "flit/game/whole-as-3"])
            }
            F::EndsInSilence | F::LateAfterAPause => only(&["flit/start", "flit/wrap", "flit/update/pause"]),
            F::StepsAcrossEdges => only(&["flit/start", "flit/wrap", "flit/game/collector-as-3-001"]),
            F::LateWhenCrowded => only(&["flit/start", "flit/wrap", "flit/time/crowded"]),
            F::Forty | F::NearlyLate => {
                only(&["flit/start", "flit/wrap", "flit/update/burst", "flit/time/game"])
            }
            F::StartsSlowlyAsFour => only(&["flit/start", "flit/identity", "flit/wrap"]),
            F::AnswersLateInAThread
            | F::StartsSlowly
            | F::NewestRequestOnly
            | F::OldestRequestOnly
            | F::CrlfUnknown => {
                only(&["flit/start", "flit/eof", "flit/late/one-missed", "flit/input/crlf", "flit/wrap/left"])
            }
            F::EofHangsAfterLongGames => only(&["flit/start", "flit/eof", "flit/game/long-as-3"]),
            F::AlwaysOne | F::OneLess | F::SecondArgument | F::OwnMoveMade | F::Exchanged => FEW.to_vec(),
            _ => [FEW, NO_GAMES].concat(),
        }
    }

    /// What a check comes to, in time: the longest are begun first.
    fn pace(self) -> Pace {
        use Fault as F;
        match self {
            F::Sixty
            | F::ComputesSixty
            | F::ComputesNowAndThen
            | F::LateOnce
            | F::LateNowAndThen
            | F::LateWhenCrowded
            | F::LateWhenFull
            | F::LateWhenAhead
            | F::LateAfterAPause
            | F::Forty
            | F::NearlyLate => Pace::Alone,
            F::EofSpins | F::ComputesOnAndOn | F::ComputesOnWhenStuck => Pace::Computes,
            F::NeverAnswers
            | F::NeverReads
            | F::StopsReading
            | F::StopsReadingAfterStaying
            | F::AnswersLateInAThread
            | F::HangsLater
            | F::EndsInSilence
            | F::HangsAtFourthStay
            | F::SilentWhenStuck
            | F::LogsWhenStuck
            | F::NotEnded
            | F::Buffered
            | F::BufferedAndSlowToEnd
            | F::ReadsAhead
            | F::Late
            | F::StartsSlowly
            | F::StartsSlowlyAsFour
            | F::NewestRequestOnly
            | F::OldestRequestOnly
            | F::CrlfUnknown
            | F::EofGoesOn
            | F::EofHangsAfterUpdates
            | F::EofHangsAfterLongGames
            | F::EofHangsWhenLost
            | F::EofEndsLate => Pace::Sleeps(4),
            _ => Pace::Listens,
        }
    }
}

impl Act for Oddity {
    fn name(self) -> String {
        Self::name(self)
    }

    /// A burst is no turn of a game, of which is told all the same.
    fn hint(self) -> Hint {
        match self {
            Self::KnowsOnlyTurns => Hint::Says("no turn of a game does this"),
            Self::RoomFor64 => Hint::Says("1003 updates before the request"),
            _ => Hint::None,
        }
    }

    /// The same for the bots that are right: those that take long are asked little.
    fn options(self) -> Vec<&'static str> {
        use Oddity as O;
        match self {
            O::PausesNowAndThen => only(&["flit/start", "flit/time/game", "flit/game/idle-as-1"]),
            O::ThirtyFive => only(&["flit/start", "flit/wrap", "flit/update/burst", "flit/time/game"]),
            O::CompilesAsItGoes => only(&["flit/start", "flit/wrap", "flit/convert"]),
            O::StartsInASecond | O::WarmsUp => only(&["flit/start", "flit/single", "flit/eof"]),
            O::SlowToHear => only(&["flit/start", "flit/update", "flit/random", "flit/game/refused-as-1"]),
            O::MuchMemory | O::EndsInASecond => {
                only(&["flit/start", "flit/eof", "flit/late", "flit/game/refused-as-1"])
            }
            O::RandomMove | O::Dice | O::Collects | O::OnlyWhatHappens => FEW.to_vec(),
            _ => [FEW, &["--skip", "flit/time", "--skip", "flit/update/pause"], NO_LONG_GAMES].concat(),
        }
    }

    /// The same for the bots that are right.
    fn pace(self) -> Pace {
        use Oddity as O;
        match self {
            O::ThirtyFive | O::PausesNowAndThen => Pace::Alone,
            O::StartsInASecond | O::WarmsUp | O::EndsInASecond => Pace::Sleeps(12),
            _ => Pace::Listens,
        }
    }
}

/// Whole games take long in an unoptimized tester.
pub(crate) const NO_LONG_GAMES: &[&str] =
    &["--skip", "flit/game/whole-as-1", "--skip", "flit/game/long-as-3"];

/// The same for bots in other languages, some of which take long to start.
pub(crate) const SCRIPT_OPTIONS: &[&str] = &[
    "--strict",
    "--cases",
    "1",
    "--skip",
    "flit/game/whole-as-1",
    "--skip",
    "flit/game/long-as-3",
    "--skip",
    "flit/convert",
    "--skip",
    "flit/move",
];

/// Games take long in an unoptimized tester.
pub(crate) const NO_GAMES: &[&str] = &[
    "--skip",
    "flit/game",
    "--skip",
    "flit/time/game",
    "--skip",
    "flit/time/crowded",
    "--skip",
    "flit/time/full",
    "--skip",
    "flit/time/far-ahead",
    "--skip",
    "flit/update/pause",
];

/// Few random boards.
pub(crate) const FEW: &[&str] = &["--cases", "1"];

/// Cases that begin like one of these, and few random boards.
fn only(cases: &[&'static str]) -> Vec<&'static str> {
    let mut options = FEW.to_vec();
    options.extend(cases.iter().flat_map(|case| ["--case", case]));
    options
}
