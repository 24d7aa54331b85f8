//! What is said of each bot's fault: the hint of the first group.

use botspec_test_bots::linkage::Fault;

use crate::harness::Hint;

/// What the hint of the first group says.
pub(crate) const fn hint(fault: Fault) -> Hint {
    use Fault as F;
    match fault {
        F::IdOnStderr => Hint::Says("the line belongs on stdout, and it wrote on stderr: Test bot."),
        F::IdRejectsUnknown => Hint::Says("its stderr ends with: unexpected argument"),
        F::IdOneArgument => Hint::Says("its stderr ends with: one argument, please"),
        F::IdReadsInput => Hint::Says("its stderr ends with: "),
        F::IdFlood | F::FloodsForEver => {
            Hint::Says("until it was stopped: does a loop that prints never end?")
        }
        F::IdEmptyIsNone | F::IdZeroIsNone | F::IdTakesFile | F::IdTwoAreFiles => {
            Hint::Says("it played a turn: any argument, whatever it says, asks who the bot is")
        }
        F::OrderInCurrentDirectory | F::OrderInCurrentDirectoryShown => {
            Hint::Says("write it beside the executable, wherever it is started from")
        }
        F::OrderNotWritten | F::OrderOnlyUpdated => {
            Hint::Says("make order.txt anew in each turn, in the folder of the bot")
        }
        F::OrderNotTruncated | F::OrderAppended => {
            Hint::Says("open order.txt with truncation (mode \"w\"), not for update or appending")
        }
        F::OrderLate => Hint::Says("wait for every thread and child process before the program ends"),
        F::OrderMisnamed => Hint::Says("there is a file Order.txt"),
        F::OrderNotWrittenForSkip
        | F::OrderSecondSkipNotWritten
        | F::OrderOldIsGoodEnough
        | F::FormatEmptyForSkip => Hint::Says("nothing is legal here: write the word Skip"),
        F::FormatLowerCase | F::FormatSkipInCapitals => {
            Hint::Says("upper and lower case matter: colours and columns in capitals")
        }
        F::FormatBlanks | F::FormatZeroByte => {
            Hint::Says("write the five characters without anything between or around them")
        }
        F::FormatRowFirst => Hint::Says("row and column are exchanged: the column letter comes first"),
        F::FormatColourLast => Hint::Says("the colour comes first, then the two squares"),
        F::FormatEmptyLine => Hint::Says("it would be right without the blanks or line ends around it"),
        F::FormatByteOrderMark => Hint::Says("the file begins with a byte order mark: write plain ASCII"),
        F::FormatUtf16 => Hint::Says("the file is UTF-16"),
        F::FormatEmpty => Hint::Says("order.txt is empty: if you use buffered output"),
        F::ColourExhausted => Hint::Says("is a colour with 0 left out?"),
        F::ColourMisread => Hint::Says("stood for B G R Y"),
        F::SquaresRoundTheEdge => Hint::Says("one square ends its row and the other begins the next one"),
        F::SquaresOnMark | F::SquaresOnTwoMarks => {
            Hint::Says("small x marks squares next to the opponent's last domino")
        }
        F::SkipNever => Hint::Says("the same goes for all other placements"),
        F::SkipNotForMarks | F::SkipNotForFirstMark | F::SkipOfOpponentFreesAll => {
            Hint::Says("touches the opponent's last domino; the same goes for")
        }
        F::SkipOfOpponentEndsGame => Hint::Says("the opponent has skipped, which does not end the game"),
        F::SkipOfItsOwnEndsGame => Hint::Says("the bot itself had to skip the turn before"),
        F::SkipEarly => Hint::Says("the bot skips where no more than 4 placements are legal"),
        F::SkipOneColour => Hint::Says("no blue domino is left: does the bot skip once a colour is used up?"),
        F::SkipLastRow => Hint::Says("every legal placement here takes a square of row 7"),
        F::SkipDiagonal => Hint::Says("takes a square diagonal to the opponent's last domino"),
        F::SkipBesideItsColour => Hint::Says("lies beside a domino of its own colour"),
        F::SkipWhereGroupsAreJoined => {
            Hint::Says("joins two groups or more, so that there are fewer than before")
        }
        F::SkipApart => Hint::Says("lies apart from all other dominoes"),
        F::SkipOneDirection => {
            Hint::Says("every legal placement here is upright, on two squares of one column")
        }
        F::FinalNewlineAwaited | F::TurnSleeps | F::TurnStops | F::TurnHangsWithoutMoves | F::IdSleeps => {
            Hint::Says("it used hardly any processor time")
        }
        F::ChildLeft
        | F::ChildKeepsStreams
        | F::DaemonLeft
        | F::ChildLeftById
        | F::ForkStorm
        | F::ForkChain => Hint::Says("wait for child processes before the bot ends"),
        F::NeverEnds => Hint::Says("is something still waiting after order.txt is written"),
        F::CacheDamagedFails | F::CacheDamagedHangs => {
            Hint::Says("its cache file was damaged: is it checked before use?")
        }
        F::CacheDamagedSetAside => Hint::None,
        F::CacheForeignFails => Hint::Says("its cache file was replaced by that of another game"),
        F::CacheGoneFails => Hint::Says("its cache file was deleted: is it relied on?"),
        F::CacheTrusted | F::CacheCountBelieved => {
            Hint::Says("its cache file was replaced by that of another game")
        }
        F::CacheEmptyBelieved => Hint::Says("its cache file was emptied"),
        F::CacheAgedIsForeign => Hint::Says("is it taken for that of another game?"),
        F::CacheHalfBelieved => Hint::Says("its cache file was cut in half"),
        F::CacheGarbageBelieved | F::CacheLengthBelieved => {
            Hint::Says("its cache file was overwritten with garbage")
        }
        F::CacheOtherSideBelieved => {
            Hint::Says("its cache file was replaced by that of a game as the other side")
        }
        F::TurnComputes => Hint::Says("it was computing all the time: an endless loop"),
        F::Panic => Hint::Says("its stderr ends with: no idea what to do with"),
        F::StackOverflow => Hint::Says("stack overflow"),
        F::DeletesItself | F::DeletesItselfAtOnce => {
            Hint::Says("does it delete, move or overwrite its own executable?")
        }
        F::IdTwoLines
        | F::IdTellsOfGame
        | F::IdSilent
        | F::IdBlank
        | F::IdKnownWordsOnly
        | F::IdUsageLine
        | F::IdShortAndUsageLine
        | F::IdInputLine
        | F::IdHelp
        | F::IdPlays
        | F::IdTouchesOrder
        | F::IdRemovesOrder
        | F::IdVersion
        | F::IdWithoutVersion
        | F::IdWithoutYear
        | F::IdTwoFields
        | F::OrderDirectory
        | F::OrderPipe
        | F::OrderLink
        | F::OrderDanglingLink
        | F::FormatOneSquare
        | F::FormatRemark
        | F::FormatHuge
        | F::SquaresDiagonal
        | F::SquaresApart
        | F::SquaresSame
        | F::SquaresOnCentre
        | F::SquaresOnDomino
        | F::SquaresCovered
        | F::SkipAlways
        | F::InputDeleted
        | F::InputAppended
        | F::InputRewritten
        | F::InputEmptied
        | F::InputUnreadable
        | F::InputConverted
        | F::CrlfFails
        | F::CrlfMisread
        | F::FinalNewlineNeeded
        | F::StatusOne
        | F::AbortAfterOrder
        | F::PanicAfterOrder
        | F::KillsItself
        | F::IdStatus
        | F::CurrentDirectory
        | F::CacheInCurrentDirectory
        | F::PathSplit
        | F::HomeNeeded
        | F::TwoFiles
        | F::FileForEachTurn
        | F::FolderOfFiles
        | F::WritesHome
        | F::WritesTemporary
        | F::WritesTmp
        | F::WritesParent
        | F::WritesHomeById
        | F::OpeningSlow
        | F::IdSlow
        | F::Segfault
        | F::SkipOfOpponentHidesTheLast
        | F::SkipWhenWon
        | F::SkipWhereFourGroupsAreJoined => Hint::None,
    }
}
