//! What is said of each bot's fault: the hint of the first group.

use botspec_test_bots::flit::Fault;

use crate::harness::Hint;

/// What the hint of the first group says.
pub(crate) const fn hint(fault: Fault) -> Hint {
    use Fault as F;
    match fault {
        F::TwoLines
        | F::TwiceWhenConverting
        | F::ThinksAloud
        | F::SecondLineWhenStuck
        | F::Greets
        | F::Floods
        | F::FloodsAnswers => Hint::Says("only answers belong on stdout; write the rest to stderr"),
        F::EmptyLine => Hint::Says("an empty line is a line too: write one line end after the answer"),
        F::NotEnded => Hint::Says("end each answer with a line end, and flush"),
        F::LogsWhenStuck => {
            Hint::Says("its stderr ends with: IndexError: no moves (bot.py, line 30, in answer)")
        }
        F::SilentWhenStuck => Hint::Says("nothing can move here: to stay, name one square"),
        F::NeverAnswers | F::SilentAsFour | F::CrlfUnknown => {
            Hint::Says("it does not know the message, answers nothing to it")
        }
        F::NeverReads => Hint::Says("does the bot read its stdin at all?"),
        F::GivesUpWhenLosing => Hint::Says("its stderr ends with: it is over"),
        F::EndsWhereAnotherIsOneShort => Hint::Says("its stderr ends with: it is lost"),
        F::EndsOnePieceShort => Hint::Says("its stderr ends with: it is won"),
        F::EndsHalfWayAsOthers => Hint::Says("its stderr ends with: no room for more"),
        F::EndsInSilence => Hint::Says("it must go on waiting"),
        F::HangsLater | F::HangsAtFourthStay => Hint::Says("a pause in the program"),
        F::AnswersLateInAThread => Hint::MaySay("a pause in the program"),
        F::DiesNowAndThen => Hint::Says("its stderr ends with: no luck"),
        F::ComputesOnAndOn | F::ComputesOnWhenStuck => {
            Hint::Says("an endless loop, or a search that does not look at the clock")
        }
        F::StopsReading | F::StopsReadingAfterStaying => {
            Hint::Says("does the loop that reads messages go on after each of them?")
        }
        F::DiesAtOnce => Hint::Says("its stderr ends with: ImportError: no module named flit"),
        F::DiesWhenAsked => Hint::Says("its stderr ends with: no idea what to do with"),
        F::DiesWhenStuck => Hint::Says("its stderr ends with: list index out of range"),
        F::DiesOfManyPieces => Hint::Says("its stderr ends with: more pieces than a byte can count"),
        F::DiesAsFour => Hint::Says("its stderr ends with: index out of range: 4"),
        F::DiesOfNeutralAgain => Hint::Says("its stderr ends with: double free of a neutral piece"),
        F::DiesWhenMissed => Hint::Says("its stderr ends with: only one request at a time"),
        F::DiesWhenRefused => Hint::Says("its stderr ends with: my move was not made"),
        F::Prompts | F::FormatCommas | F::FormatBrackets | F::FormatKeyword => {
            Hint::Says("write the four numbers with single spaces, and nothing else")
        }
        F::FormatLeadingZeros => Hint::Says("write the numbers without leading zeros"),
        F::FormatPlusSigns => Hint::Says("write the numbers without a sign"),
        F::FormatMinusZero => Hint::Says("write 0 without a sign"),
        F::FormatMinusOne => Hint::Says("there are no negative coordinates"),
        F::FormatFractions => Hint::Says("write integers"),
        F::FormatHexadecimal => Hint::Says("write decimal numbers"),
        F::FormatBlankBehind | F::FormatBlankBefore => {
            Hint::Says("it would be right without the blanks around it")
        }
        F::FormatTwoBlanks | F::FormatTabs => Hint::Says("write one space between the numbers"),
        F::FormatTwoNumbers => Hint::Says("name two squares, the origin and the destination"),
        F::FormatFiveNumbers => Hint::Says("write four numbers and nothing after them"),
        F::FormatPass => Hint::Says("to move nothing, name the same square twice, such as"),
        F::FormatEmptyToStay => Hint::Says("an empty line is not an answer: to move nothing"),
        F::FormatByteOrderMark => Hint::Says("the line begins with a byte order mark: write plain ASCII"),
        F::FormatUtf16 | F::FormatZeroByte | F::FormatGarbage => Hint::Says("the line holds zero bytes"),
        F::FormatCarriageReturn => Hint::Says("the line ends in CR CR LF: write LF alone"),
        F::FormatLongLine | F::FloodsWithoutLineEnd => Hint::Says("end each answer with a line end"),
        F::NotWrapped => Hint::Says("would be legal: the board wraps round"),
        F::StaysOffTheBoard | F::StaysFarOffTheBoard => {
            Hint::Says("nothing can move here: to stay, name one square of the board twice")
        }
        F::Buffered | F::BufferedAndSlowToEnd => Hint::Says("buffered: flush after each line"),
        F::ReadsAhead => Hint::Says("the bot reads ahead, or flushes the answer before only"),
        F::OntoNeutral => Hint::Says("a neutral piece is collected by moving next to it, not onto it"),
        F::Diagonal | F::DiagonalNowAndThen => Hint::Says("only the next ones are neighbours"),
        F::BesideAnother => Hint::Says("only the bot's own pieces count"),
        F::Steps | F::StepsAcrossEdges => {
            Hint::Says("the piece that moves does not count as a neighbour: it leaves its square")
        }
        F::RowsRunOn => Hint::Says("not on to the next row"),
        F::OneColumnShort => Hint::Says("if the board had 31 columns: it has 32"),
        F::Exchanged => Hint::Says("the same with x and y exchanged (x comes first), would be legal"),
        F::StuckApart | F::StaysFourTimes | F::EightAreStuck | F::StuckOnto | F::StuckWithAnother => {
            Hint::Says("nothing can move here: name one square twice")
        }
        F::RequestsFirst => {
            Hint::Says("are updates between two requests applied before the second one is answered?")
        }
        F::NoneAfterFirst => Hint::Says("are updates still applied after the first M?"),
        F::NotOfOthers => Hint::Says("are the updates about their moves applied?"),
        F::LeftSquaresStay => Hint::Says("is colour 0, which empties a square, handled?"),
        F::ConvertedRemoved => Hint::Says("they go to the bot that moved"),
        F::OneBehind => Hint::Says("is each one applied before the next line is read?"),
        F::OwnMoveMade | F::OwnMoveDoubled => Hint::Says("a move is made only when updates say so"),
        F::CornersConverted => Hint::Says("what is converted, updates say"),
        F::OneRequestBehind => Hint::Says("is the bot still looking at the old board?"),
        F::AlwaysOne | F::SecondArgument => Hint::Says("whatever its argument: does it read it"),
        F::OneLess => Hint::Says("bots are counted from 1, as in messages"),
        F::EofGoesOn
        | F::EofHangsAfterUpdates
        | F::EofHangsAfterLongGames
        | F::EofHangsWhenLost
        | F::EofSpins
        | F::EofEndsLate => Hint::Says("does the loop that reads messages see the end of the input?"),
        F::EofChildLeft
        | F::EofChildKeepsStreams
        | F::EofDaemonLeft
        | F::EofEngineLeft
        | F::ForkStorm
        | F::ForkChain => Hint::Says("wait for child processes before the bot ends"),
        F::EofStatusOne => Hint::Says("its stderr ends with: EOFError: EOF when reading a line"),
        F::EofPanicsOnCrowdedBoards => {
            Hint::Says("its stderr ends with: index out of bounds: the len is 256")
        }
        F::EofPanics => Hint::Says("its stderr ends with: there is no next line"),
        F::EndsAfterFirst
        | F::EndsAfterStaying
        | F::Segfault
        | F::Crlf
        | F::OriginOffTheBoard
        | F::PieceOfAnother
        | F::NeutralPiece
        | F::NoPiece
        | F::OntoOwn
        | F::OntoAnother
        | F::Apart
        | F::SaysOk
        | F::PrintsADot
        | F::Counts
        | F::AnswersAfterMany
        | F::AnswersAhead
        | F::Sixty
        | F::ComputesSixty
        | F::ComputesNowAndThen
        | F::Late
        | F::LateOnce
        | F::LateNowAndThen
        | F::LateWhenCrowded
        | F::LateWhenFull
        | F::LateWhenAhead
        | F::LateAfterAPause
        | F::StartsSlowly
        | F::StartsSlowlyAsFour
        | F::Forty
        | F::NearlyLate
        | F::NewestRequestOnly
        | F::OldestRequestOnly
        | F::CrlfUpdatesLost
        | F::CrlfColourZero
        | F::EofAborts
        | F::EofKillsItself => Hint::None,
    }
}
