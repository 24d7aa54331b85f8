//! What is said of each bot's fault: the hint of the first group.

use botspec_test_bots::hex::Fault;

use crate::harness::Hint;

/// What the hint of the first group says.
pub(crate) const fn hint(fault: Fault) -> Hint {
    use Fault as F;
    match fault {
        F::ArgsAlwaysBlack | F::ArgsExchanged => Hint::Says("the colours are exchanged: this bot is white"),
        F::ArgsAlwaysWhite | F::SetColoursExchanged => {
            Hint::Says("the colours are exchanged: this bot is black")
        }
        F::ArgsWhiteFails => Hint::Says("its stderr ends with: white is not written yet"),
        F::ArgsInCapitals => Hint::Says("its stderr ends with: usage: bot black|white"),
        F::SizeOneDigit => Hint::Says("only its first digit is read"),
        F::SizeAtMost19 => Hint::Says("the board has 19 rows; init_board said"),
        F::SizeRefused26 => Hint::Says("is init_board 26 refused?"),
        F::SizeDiesBeyond11 => Hint::Says("its stderr ends with: the board is too large"),
        F::SizeDiesAtOne => Hint::Says("its stderr ends with: the board is too small"),
        F::SizeAlways11 => Hint::Says("the board has 11 rows; init_board said"),
        F::SizeDiesAlways | F::BlankLineDies | F::BeyondDies => {
            Hint::Says("its stderr ends with: list index out of range")
        }
        F::ResetArrayKept | F::SetRowZDies | F::SetDiesBeyond100 => {
            Hint::Says("its stderr ends with: index out of range")
        }
        F::ResetWinnerKept | F::ResetSilentAfterLarger => Hint::Says("to see it again, run all of them"),
        F::ResetFreeCellsKept | F::TinyLastCellDies => Hint::Says("its stderr ends with: no cell is free"),
        F::ResetMovesOnce | F::TimeCheckWinUnknown | F::TimeShowBoardUnknown => {
            Hint::Says("the bot goes on reading: it does not know this message")
        }
        F::TimeCheckWinLogged => Hint::Says("its stderr ends with: java.lang.StackOverflowError"),
        F::ResetDies => Hint::Says("its stderr ends with: a game is under way"),
        F::ResetCounterKept | F::SwapAtFirst => {
            Hint::Says("the board is empty: there is nothing to swap yet")
        }
        F::MoveCapitals | F::MoveSwapInCapitals => Hint::Says("write it in lower case"),
        F::MoveBlankBetween | F::MoveWithDepth | F::MoveFullStop => {
            Hint::Says("write letter and number without anything between or after them")
        }
        F::MoveBlankBehind => Hint::Says("it would be right without the blanks around it"),
        F::MoveTwoNumbers => Hint::Says("the row is a letter: a is the first row"),
        F::MoveZeroInFront => Hint::Says("write the number without zeros in front"),
        F::MoveNumberFirst => Hint::Says("the letter (row) comes first, then the number (column)"),
        F::MovePrompt | F::MoveSeto => Hint::Says("write the move and nothing else: no prompt, no text"),
        F::MoveEmptyLine => Hint::Says("an empty line is not a move"),
        F::MoveResigns | F::MoveResignsWhenLost | F::MoveResignsWhenBridged => {
            Hint::Says("there is always a move until the game is decided, and no other answer")
        }
        F::MoveZeroByte | F::GarbageAlways | F::GarbageForAnswers => {
            Hint::Says("the line holds bytes that are not plain text")
        }
        F::MoveColumnZero => Hint::Says("columns are counted from 1, not from 0"),
        F::MoveOnTheOpponents | F::MoveBridgesBlindly | F::MoveBookAfterASwap | F::MoveBookOfOneSlip => {
            Hint::Says("cells that the opponent has taken are not free")
        }
        F::MoveOnItsOwn
        | F::MoveOpensBehindAByte
        | F::MoveFreedCellsForgotten
        | F::MoveOwnForgottenAfterUnset => Hint::Says("cells that it has taken itself are not free either"),
        // One of each is taken, and two faults are told.
        F::MoveFreeListGoesWrong => Hint::Says("are not free"),
        F::MoveAlwaysTheFirstCell => Hint::Says("as well: does it look at the board?"),
        F::MoveUnderASwap => Hint::Says("was taken before the swap: the stone stays there"),
        F::TinyDies => Hint::Says("its stderr ends with: there is no centre"),
        F::TinyHangs
        | F::ResetHangs
        | F::TimeMoveSleeps
        | F::TimeLastMoveHangs
        | F::TimeLargeBoardHangs
        | F::TimeCheckWinSleeps
        | F::TimeShowBoardSleeps => Hint::Says("a pause in the program"),
        F::MoveRecordedAsTheOpponents => Hint::Says("the bot's own move has the opponent's colour"),
        F::MoveRecordedTransposed => Hint::Says("with row and column exchanged"),
        F::SwapTwice
        | F::SwapLate
        | F::SwapAtOneMoreThanAByte
        | F::SwapBehindAByteOfTurns
        | F::SwapAsBlack => Hint::Says("the second move is over"),
        F::SwapBack => Hint::Says("the only stone is the bot's own, or it has swapped already"),
        F::SetTransposed => Hint::Says("row and column are exchanged: the letter is the row"),
        F::SetOneDigit => Hint::Says("of a column with two digits only the first one is read"),
        F::SetOwnAreBlack => Hint::Says("sety has put the opponent's colour: this bot is white"),
        F::SetUpsideDown => Hint::Says("rows are upside down: row a is the top one"),
        F::SetNoRowI => Hint::Says("stands on"),
        F::OccupiedOverwritten => Hint::Says("a stone that is set there leaves it as it is"),
        F::OccupiedEmptied => Hint::Says("leaves it as it is, and takes nothing away"),
        F::OccupiedDies | F::OwnStoneTwiceDies => Hint::Says("its stderr ends with: this cell is occupied"),
        F::EmptyUnsetDies => Hint::Says("its stderr ends with: there is no stone"),
        F::EmptyUnsetTakesAnother => Hint::Says("when it was unset: that takes no stone away"),
        F::SwapIgnored
        | F::SwapIgnoredAtOddSizes
        | F::SwapIgnoredFrom12To19
        | F::SwapIgnoredFrom15
        | F::SwapIgnoredOn2
        | F::ResetSwapIgnored => Hint::Says("since the swap the bot is"),
        F::SwapDies => Hint::Says("its stderr ends with: unknown message swap"),
        F::SwapOwnNotExchanged
        | F::SwapOwnNotExchangedOn10
        | F::SwapOwnNotExchangedFrom15
        | F::SwapForgottenForStones
        | F::ResetOwnSwapNotExchanged => {
            Hint::Says("and so for all that follows: stones from then on have the old colour")
        }
        F::MoveNeverInTheLastColumn => Hint::Says("the stone on a1 is the bot's own"),
        F::MoveCellsByTheirBeginning => Hint::Says("the stone on k11 is the bot's own"),
        F::WinNotAfter255Asks => Hint::Says("that would be right if long chains were given up"),
        F::SwapRecolours | F::SwapRecoloursOnly => {
            Hint::Says("at a swap no stone changes its colour: the one on")
        }
        F::SwapMirrors => Hint::Says("on the other side of the diagonal, in the other colour"),
        F::SwapStoneLost => Hint::Says("at a swap no stone is taken away: the one on"),
        F::SwapForgottenForTheWinner | F::SwapForgottenOnceAsked => {
            Hint::Says("that would be right without the swap: since then the bot is")
        }
        F::SwapForgottenForMoves => Hint::Says(", for its own moves, too"),
        F::WinWrongDiagonal => Hint::Says("if (r−1, c−1) and (r+1, c+1) were neighbours instead of"),
        F::WinEight => Hint::Says("if all cells that touch at a corner were neighbours"),
        F::WinFour => Hint::Says("that would be right without diagonal neighbours"),
        F::WinFive => Hint::Says("that would be right if (r−1, c+1) were no neighbour"),
        F::WinNeverStraightBack => Hint::Says("were no neighbour in chains of"),
        F::WinNeverBack => Hint::Says("if a chain never turned back towards the edge"),
        F::WinEdgesExchanged => Hint::Says("that would be right if black had to join left and right"),
        F::WinNobodyEver => {
            Hint::Says("that is what the bot always says: it never finds that somebody has won")
        }
        F::WinOwnOnly => Hint::Says("that would be right if only the bot's own stones counted"),
        F::WinFullIsADraw => Hint::Says("that would be right if a full board were a draw"),
        F::WinBothEdges => Hint::Says("they must be joined"),
        F::WinStays => Hint::Says("that would be right if a win stayed one"),
        F::WinKeepsWhatIsTakenAway => Hint::Says("are chains built anew after `unset`"),
        F::WinBlacksView => Hint::Says("that would be right from black's point of view"),
        F::WinNames => Hint::Says("answer 1, -1 or 0 and nothing else"),
        F::WinPlusOne => Hint::Says("write 1 and 0 without a sign"),
        F::WinMinusSign => Hint::Says("this is not an ASCII minus: write - (U+002D) and 1"),
        F::WinCornerMissed => {
            Hint::Says("that would be right if the last cell of an edge did not belong to it")
        }
        F::WinShortChainsOnly => Hint::Says("that would be right if long chains were given up"),
        F::WinLastMover => Hint::Says("that would be right if whoever put the last stone had won"),
        F::WinCountsStones => Hint::Says("if nobody could have won where stones do not alternate"),
        F::WinOverAnyStones => Hint::Says("does the search look at their colour?"),
        F::WinEndsIt => Hint::Says("answering them until quit"),
        F::WinDiesOfTheCount => Hint::Says("its stderr ends with: this is no position of a game"),
        F::BoardLastBarMissing => Hint::Says("each row is followed by |, the last one too"),
        F::BoardBlanks => Hint::Says("no blanks"),
        F::BoardLines | F::BoardLinesWithBars | F::BoardPicture | F::BoardWrapped => {
            Hint::Says("one line for the whole board, with a line end after it only")
        }
        F::BoardLowerCase | F::BoardNumbers => Hint::Says("black stones are B, white ones W, empty cells ."),
        F::BoardNoBars => Hint::Says("each row is followed by |"),
        F::BoardEmptyLine => Hint::Says("the whole board goes on this line"),
        F::BoardColumns => Hint::Says("write the cells of the first row (a1, a2, …), then |"),
        F::SaysBanner
        | F::SaysOkAfterSeto
        | F::SaysOkAfterInit
        | F::SaysOkAfterUnset
        | F::SaysOkAfterSwap
        | F::SaysSwapAfterSwap
        | F::OccupiedTold
        | F::SaysStandingAfterSety
        | F::SaysBoardAfterMoves
        | F::SaysBlankAfterAnswers
        | F::SaysThoughtsBeforeMoves
        | F::SaysEverythingTwice
        | F::SaysLater
        | F::SaysASecondLater
        | F::SaysFarewell
        | F::BlankLineAnswered
        | F::UnknownAnswered
        | F::UnknownBeginningIsEnough
        | F::BeyondAnswered
        | F::FloodsAlways => Hint::Says("only answers belong on stdout; write the rest to stderr"),
        F::FlushedAtTheEnd | F::FlushedAfterMoves => Hint::Says("buffered: flush after each line"),
        F::FlushedOneBehind | F::FlushedReadsAhead | F::FlushedInBlocks => {
            Hint::Says("the bot reads ahead, or flushes the answer before only")
        }
        F::FlushedNotEnded | F::FlushedMovesNotEnded => {
            Hint::Says("end each answer with a line end, and flush")
        }
        F::BlankLineRepeats => Hint::Says("the board has 4 rows; init_board said"),
        F::ResetNever => Hint::Says("rows; init_board said"),
        F::CrlfUnknown | F::CrlfRequestsUnknown | F::CrlfEchoed => Hint::Says("strip the \\r with the \\n"),
        F::SilentMute => Hint::Says("it does not know the message, answers nothing to it"),
        F::CrlfDies => Hint::Says("its stderr ends with: invalid digit found in string"),
        F::UnknownDies => Hint::Says("its stderr ends with: unknown message hello"),
        F::UnknownLongDies => Hint::Says("its stderr ends with: buffer overflow"),
        F::QuitLeavesChild | F::QuitLeavesDaemon | F::EofLeavesChild => {
            Hint::Says("wait for child processes before the bot ends")
        }
        F::EofHangs | F::EofHangsAfterGames | F::EofComputes => {
            Hint::Says("does the loop that reads messages see the end of the input?")
        }
        F::TimeMoveComputes | F::TimeEveryPath | F::SilentSpins => {
            Hint::Says("an endless loop, or a search that does not look at the clock")
        }
        F::SilentNeverReads => Hint::Says("does the bot read its stdin at all?"),
        F::SilentAfterMove => Hint::Says("does the loop that reads messages go on after each of them?"),
        F::SilentStops => Hint::Says("a signal has stopped it, as a debugger would"),
        F::SilentDiesAtOnce => Hint::Says("its stderr ends with: cannot open the opening book"),
        F::SilentEndsIt | F::SilentEndsAfterTen | F::SilentEndsBeforeTheFirstStone => {
            Hint::Says("it must go on waiting")
        }
        F::SilentDiesAtMoves => Hint::Says("its stderr ends with: attempt to subtract with overflow"),
        F::MoveDiesBeyond100 => Hint::Says("its stderr ends with: stack overflow"),
        F::WinDiesOfLongChains => Hint::Says("its stderr ends with: maximum recursion depth exceeded"),
        F::QuitDiesAfterGames => Hint::Says("its stderr ends with: double free"),
        F::SilentClosesStdout => Hint::Says("it must go on reading messages and answering them until quit"),
        F::ArgsBlackByDefault
        | F::ArgsWhiteUnlessBlack
        | F::ArgsStatusZero
        | F::ArgsUsageOnStdout
        | F::ResetNotForSameSize
        | F::ResetStonesKept
        | F::ResetGroupsKept
        | F::MoveEndlessLine
        | F::MoveBeyondTheLast
        | F::MoveRowBeyond
        | F::MoveAnywhere
        | F::MoveNotRecorded
        | F::MoveRecordedLate
        | F::SetoIgnored
        | F::SetyIgnored
        | F::UnsetIgnored
        | F::UnsetOwnOnly
        | F::UnsetNotOfMoves
        | F::SetRowZIgnored
        | F::SetLastColumnIgnored
        | F::WinWrapped
        | F::WinOneIsNone
        | F::WinEarlyAt26
        | F::WinLastStoneOnly
        | F::LineEndCrlf
        | F::LineEndCrlfAfterMoves
        | F::BeyondZeroIsLast
        | F::BeyondIsNextRow
        | F::QuitIgnored
        | F::QuitHangs
        | F::QuitHangsAfterGames
        | F::QuitHangsAfterItsWin
        | F::QuitHangsAfterSixtyStones
        | F::QuitHangsAfterTwoGames
        | F::QuitComputes
        | F::QuitStatusOne
        | F::QuitAborts
        | F::TimeMoveLate
        | F::TimeFirstMoveSlow
        | F::TimeCheckWinLate
        | F::TimeCheckWinThree
        | F::TimeFirstAnswerLate
        | F::FloodsAtMoves
        | F::ResetOpeningKept
        | F::ResetOuterCellsKept
        | F::ResetWinnerOfTheSameStones
        | F::WinOfTheSameCells
        | F::WinTakenBack
        | F::WinTakenBackWithOneChain
        | F::WinNoCellOfWhite => Hint::None,
    }
}
