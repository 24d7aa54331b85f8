//! The roster of bots that break a rule.

use super::behaviour::Behaviour::{
    self, Afterwards, Answer, Arguments, Choice, Input, Message, Quit, Refusal, Run, Winner,
};
use super::faults::{
    args, check_win, end, init_board, input, make_move, output, set, show_board, silent, swap, time,
};
use crate::roster::roster;

roster! {
    /// A bot that breaks one rule on purpose and keeps to all others, as far as the one lets it.
    Fault: Behaviour {
        /// Is black, whatever it is told.
        ArgsAlwaysBlack => Arguments(args::always_black),
        /// Is white, whatever it is told.
        ArgsAlwaysWhite => Arguments(args::always_white),
        /// Takes black for white and white for black.
        ArgsExchanged => Arguments(args::exchanged),
        /// Fails as white.
        ArgsWhiteFails => Arguments(args::white_fails),
        /// Knows its colour in capitals only.
        ArgsInCapitals => Arguments(args::in_capitals),
        /// Is black if it is told nothing.
        ArgsBlackByDefault => Arguments(args::black_by_default),
        /// Takes any other word for white.
        ArgsWhiteUnlessBlack => Arguments(args::white_unless_black),
        /// Complains about wrong arguments and ends with status 0.
        ArgsStatusZero => Refusal(args::status_zero),
        /// Prints its usage on stdout.
        ArgsUsageOnStdout => Refusal(args::usage_on_stdout),

        /// Reads the first digit of the size only.
        SizeOneDigit => Message(init_board::one_digit),
        /// Has no more than 19 rows.
        SizeAtMost19 => Message(init_board::at_most_19),
        /// Takes no board of the largest size.
        SizeRefused26 => Message(init_board::refused_26),
        /// Dies of more than 11 rows.
        SizeDiesBeyond11 => Message(init_board::dies_beyond_11),
        /// Dies of one row.
        SizeDiesAtOne => Message(init_board::dies_at_one),
        /// Has 11 rows always.
        SizeAlways11 => Message(init_board::always_11),
        /// Dies of every board.
        SizeDiesAlways => Message(init_board::dies_always),
        /// Keeps the stones if the size is the same.
        ResetNotForSameSize => Message(init_board::same_size_kept),
        /// Takes the first `init_board` only.
        ResetNever => Message(init_board::only_once),
        /// Keeps the stones that fit.
        ResetStonesKept => Message(init_board::stones_kept),
        /// Fails if the board grows.
        ResetArrayKept => Message(init_board::array_kept),
        /// Remembers which stones have won, and not on which size.
        ResetWinnerOfTheSameStones => Message(init_board::winner_of_the_same_stones),
        /// Remembers who won the game before.
        ResetWinnerKept => Message(init_board::winner_kept),
        /// Remembers which stones were joined.
        ResetGroupsKept => Message(init_board::groups_kept),
        /// Remembers which cells were taken.
        ResetFreeCellsKept => Message(init_board::free_cells_kept),
        /// Moves in the first game of a process only.
        ResetMovesOnce => Message(init_board::moves_once),
        /// Hangs at the first move of a second game.
        ResetHangs => Message(init_board::hangs_in_later_games),
        /// Says nothing more once the board was larger.
        ResetSilentAfterLarger => Message(init_board::silent_after_larger),
        /// Dies of a second game.
        ResetDies => Message(init_board::dies_of_the_second),
        /// Goes on counting moves.
        ResetCounterKept => Message(init_board::counter_kept),
        /// Opens every game with the first cell that it has ever chosen for that, near the middle of that board.
        ResetOpeningKept => Message(init_board::opening_kept),
        /// Clears no more cells than the new board has.
        ResetOuterCellsKept => Message(init_board::outer_cells_kept),
        /// Ignores the opponent's swap after the first game of a process.
        ResetSwapIgnored => Message(init_board::swap_ignored_in_later_games),
        /// Answers `swap` and keeps its colour after the first game of a process.
        ResetOwnSwapNotExchanged => Message(init_board::own_swap_not_exchanged_in_later_games),

        /// Writes capitals.
        MoveCapitals => Answer(make_move::capitals),
        /// Writes a blank between letter and number.
        MoveBlankBetween => Answer(make_move::blank_between),
        /// Writes a blank behind the move.
        MoveBlankBehind => Answer(make_move::blank_behind),
        /// Writes two numbers.
        MoveTwoNumbers => Answer(make_move::two_numbers),
        /// Writes the number with a zero in front.
        MoveZeroInFront => Answer(make_move::zero_in_front),
        /// Says behind each move how deep it has looked.
        MoveWithDepth => Answer(make_move::with_depth),
        /// Writes the number first.
        MoveNumberFirst => Answer(make_move::number_first),
        /// Writes a full stop.
        MoveFullStop => Answer(make_move::full_stop),
        /// Writes words before the move.
        MovePrompt => Answer(make_move::prompt),
        /// Writes the message that its opponent will get.
        MoveSeto => Answer(make_move::seto),
        /// Writes an empty line.
        MoveEmptyLine => Answer(make_move::nothing_on_the_line),
        /// Resigns, which nobody can.
        MoveResigns => Answer(make_move::resigns),
        /// Gives up when its opponent can win with one stone.
        MoveResignsWhenLost => Answer(make_move::resigns_when_lost),
        /// Gives up when its opponent's stones are joined from edge to edge by bridges.
        MoveResignsWhenBridged => Answer(make_move::resigns_when_bridged),
        /// Writes a zero byte behind the move, as a C string has it.
        MoveZeroByte => Answer(make_move::zero_byte),
        /// Writes `SWAP`.
        MoveSwapInCapitals => Answer(make_move::swap_in_capitals),
        /// Writes a line that is far too long and does not end.
        MoveEndlessLine => Answer(make_move::endless_line),
        /// Counts the first column as 0.
        MoveColumnZero => Answer(make_move::column_zero),
        /// Plays beyond the last column of large boards.
        MoveBeyondTheLast => Choice(make_move::beyond_the_last),
        /// Plays below the last row of large boards.
        MoveRowBeyond => Choice(make_move::row_beyond),
        /// Plays on the opponent's stones.
        MoveOnTheOpponents => Choice(make_move::on_the_opponents),
        /// Plays on its own stones.
        MoveOnItsOwn => Choice(make_move::on_its_own),
        /// Makes a bridge with its second stone without looking who is there.
        MoveBridgesBlindly => Choice(make_move::bridges_blindly),
        /// Plays moves out of a book once the opponent has swapped, without looking who is there.
        MoveBookAfterASwap => Choice(make_move::book_after_a_swap),
        /// Knows its answer to each first stone, and to one of them it is that stone.
        MoveBookOfOneSlip => Choice(make_move::book_of_one_slip),
        /// Plays on any cell, whether it is empty or not.
        MoveAnywhere => Choice(make_move::anywhere),
        /// Plays a1 always.
        MoveAlwaysTheFirstCell => Choice(make_move::always_the_first_cell),
        /// Never plays in column 26, the last one.
        MoveNeverInTheLastColumn => Choice(make_move::never_in_the_last_column),
        /// Takes a1 for occupied if a10 is.
        MoveCellsByTheirBeginning => Choice(make_move::cells_by_their_beginning),
        /// Plays on the stone that was swapped.
        MoveUnderASwap => Choice(make_move::under_a_swap),
        /// Counts moves in a byte, and opens in the middle behind 256 stones.
        MoveOpensBehindAByte => Choice(make_move::opens_behind_a_byte),
        /// Keeps a list of the empty cells that loses one when a stone is set again where one was taken away.
        MoveFreeListGoesWrong => Message(make_move::free_list_goes_wrong),
        /// Never plays on a cell that was taken once.
        MoveFreedCellsForgotten => Message(make_move::freed_cells_forgotten),
        /// From its ninth move on it plays on its own stones, if anything was taken away behind its second one.
        MoveOwnForgottenAfterUnset => Message(make_move::own_forgotten_after_unset),
        /// Fails at its hundred-and-first move in a game.
        MoveDiesBeyond100 => Message(end::dies_of_a_hundred_moves),
        /// Fails on 1×1 and 2×2.
        TinyDies => Message(make_move::tiny_dies),
        /// Hangs on 1×1.
        TinyHangs => Message(make_move::tiny_hangs),
        /// Fails if one cell is left of 3×3.
        TinyLastCellDies => Message(make_move::last_cell_dies),
        /// Leaves its own moves off its board.
        MoveNotRecorded => Message(make_move::not_recorded),
        /// Puts its own moves on its board as the opponent's.
        MoveRecordedAsTheOpponents => Message(make_move::recorded_as_the_opponents),
        /// Puts its own moves on its board with row and column exchanged.
        MoveRecordedTransposed => Message(make_move::recorded_transposed),
        /// Puts its own move on its board when the next message comes.
        MoveRecordedLate => Message(make_move::recorded_late),
        /// Swaps the empty board.
        SwapAtFirst => Choice(make_move::swaps_at_first),
        /// Swaps at its second move, too.
        SwapTwice => Choice(make_move::swaps_twice),
        /// Swaps as the fourth move.
        SwapLate => Choice(make_move::swaps_late),
        /// Counts moves in a byte, and swaps behind 257 stones.
        SwapAtOneMoreThanAByte => Choice(make_move::swaps_at_one_more_than_a_byte),
        /// The same, if the stones have come in turn.
        SwapBehindAByteOfTurns => Message(make_move::swaps_behind_a_byte_of_turns),
        /// Swaps as black.
        SwapAsBlack => Choice(make_move::swaps_as_black),
        /// Swaps back when the opponent has swapped.
        SwapBack => Choice(make_move::swaps_back),

        /// Exchanges row and column of messages.
        SetTransposed => Message(set::transposed),
        /// Ignores the opponent's stones.
        SetoIgnored => Message(set::seto_ignored),
        /// Ignores its own stones.
        SetyIgnored => Message(set::sety_ignored),
        /// Ignores `unset`.
        UnsetIgnored => Message(set::unset_ignored),
        /// Takes away its own stones only.
        UnsetOwnOnly => Message(set::unset_own_only),
        /// Does not take its own moves back.
        UnsetNotOfMoves => Message(set::moves_not_taken_back),
        /// Knows no row z.
        SetRowZIgnored => Message(set::row_z_ignored),
        /// Dies of row z.
        SetRowZDies => Message(set::row_z_dies),
        /// Knows no column 26.
        SetLastColumnIgnored => Message(set::last_column_ignored),
        /// Reads the first digit of the column only.
        SetOneDigit => Message(set::one_digit),
        /// Takes `seto` for `sety`.
        SetColoursExchanged => Message(set::colours_exchanged),
        /// Takes its own stones for black ones.
        SetOwnAreBlack => Message(set::own_are_black),
        /// Counts rows from the bottom.
        SetUpsideDown => Message(set::upside_down),
        /// Has no row i: what follows is one row further up.
        SetNoRowI => Message(set::no_row_i),
        /// Has room for a hundred stones, as a game of the tournament can have.
        SetDiesBeyond100 => Message(set::dies_beyond_100),
        /// Replaces a stone by another.
        OccupiedOverwritten => Message(set::occupied_overwritten),
        /// Takes a stone away when another comes.
        OccupiedEmptied => Message(set::occupied_emptied),
        /// Dies of a stone on a stone.
        OccupiedDies => Message(set::occupied_dies),
        /// Complains about a stone on a stone, where answers belong.
        OccupiedTold => Message(set::occupied_told),
        /// Dies when it is told of its own stone again.
        OwnStoneTwiceDies => Message(set::own_stone_twice_dies),
        /// Dies when an empty cell is emptied.
        EmptyUnsetDies => Message(set::empty_unset_dies),
        /// Takes another stone away when an empty cell is emptied.
        EmptyUnsetTakesAnother => Message(set::empty_unset_takes_another),

        /// Ignores the opponent's swap.
        SwapIgnored => Message(swap::ignored),
        /// Dies of the opponent's swap.
        SwapDies => Message(swap::dies),
        /// Forgets its own swap.
        SwapOwnNotExchanged => Message(swap::own_not_exchanged),
        /// Gives the stone the other colour as well.
        SwapRecolours => Message(swap::recolours),
        /// Gives the stone the other colour instead.
        SwapRecoloursOnly => Message(swap::recolours_only),
        /// Puts the stone on the mirrored cell in the other colour.
        SwapMirrors => Message(swap::mirrors),
        /// Takes the stone away.
        SwapStoneLost => Message(swap::stone_lost),
        /// Has its old colour for `sety` and `seto`.
        SwapForgottenForStones => Message(swap::forgotten_for_stones),
        /// Has its old colour for `check_win`.
        SwapForgottenForTheWinner => Message(swap::forgotten_for_the_winner),
        /// Has its old colour for `check_win` if that was asked before the swap.
        SwapForgottenOnceAsked => Message(swap::forgotten_once_asked),
        /// Has its old colour for its own moves.
        SwapForgottenForMoves => Message(swap::forgotten_for_moves),
        /// Ignores swaps on boards with an odd number of rows.
        SwapIgnoredAtOddSizes => Message(swap::ignored_at_odd_sizes),
        /// Ignores swaps on boards with 12 to 19 rows.
        SwapIgnoredFrom12To19 => Message(swap::ignored_from_12_to_19),
        /// Ignores a swap on 2×2.
        SwapIgnoredOn2 => Message(swap::ignored_on_2),
        /// Ignores a swap on boards of 15 rows and more.
        SwapIgnoredFrom15 => Message(swap::ignored_from_15),
        /// Answers `swap` and keeps its colour on 10×10.
        SwapOwnNotExchangedOn10 => Message(swap::own_not_exchanged_on_10),
        /// Answers `swap` and keeps its colour on boards of 15 rows and more.
        SwapOwnNotExchangedFrom15 => Message(swap::own_not_exchanged_from_15),

        /// Takes the other diagonal for neighbours.
        WinWrongDiagonal => Winner(check_win::wrong_diagonal),
        /// Takes all eight cells around for neighbours.
        WinEight => Winner(check_win::eight),
        /// Knows no diagonal neighbours.
        WinFour => Winner(check_win::four),
        /// Misses one of six neighbours.
        WinFive => Winner(check_win::five),
        /// Never follows a chain backwards.
        WinNeverBack => Winner(check_win::never_back),
        /// Overlooks the step straight back: up for black, left for white.
        WinNeverStraightBack => Winner(check_win::never_straight_back),
        /// Exchanges the edges.
        WinEdgesExchanged => Winner(check_win::edges_exchanged),
        /// Takes the end of a row and the beginning of the next for neighbours.
        WinWrapped => Winner(check_win::wrapped),
        /// Sees no end of any game.
        WinNobodyEver => Winner(check_win::nobody_ever),
        /// Sees its own win only.
        WinOwnOnly => Winner(check_win::own_only),
        /// Takes a full board for a draw.
        WinFullIsADraw => Winner(check_win::full_is_a_draw),
        /// Is content with a stone in each row or column.
        WinBothEdges => Winner(check_win::both_edges),
        /// Gives the answer of before if the same cells are taken.
        WinOfTheSameCells => Winner(check_win::of_the_same_cells),
        /// Sees nothing more once it was asked 255 times.
        WinNotAfter255Asks => Winner(check_win::not_after_255_asks),
        /// Sees no win on 1×1.
        WinOneIsNone => Winner(check_win::one_is_none),
        /// Does not take a win back.
        WinStays => Message(check_win::stays),
        /// Leaves a stone that is taken away in its chain, as long as nobody has won.
        WinKeepsWhatIsTakenAway => Message(check_win::keeps_what_is_taken_away),
        /// Says 1 for black always.
        WinBlacksView => Answer(check_win::blacks_view),
        /// Answers in words.
        WinNames => Answer(check_win::names),
        /// Answers `+1`.
        WinPlusOne => Answer(check_win::plus_one),
        /// Writes a minus that is none.
        WinMinusSign => Answer(check_win::minus_sign),
        /// Goes on over stones of the other colour.
        WinOverAnyStones => Winner(check_win::over_any_stones),
        /// Leaves the last column out when it looks at the top and the bottom row.
        WinCornerMissed => Winner(check_win::corner_missed),
        /// Sees a win one row or column too early on the largest board.
        WinEarlyAt26 => Winner(check_win::early_at_26),
        /// Looks at the chain of the last stone only.
        WinLastStoneOnly => Message(check_win::last_stone_only),
        /// Takes the side that moved last for the winner of every decided game.
        WinLastMover => Message(check_win::last_mover),
        /// With a stone that is taken away it takes back who has won.
        WinTakenBack => Message(check_win::taken_back),
        /// With a stone of one chain that has won it takes back who has won, though another one has.
        WinTakenBackWithOneChain => Message(check_win::taken_back_with_one_chain),
        /// Does not see that the only stone of 1×1 wins for white.
        WinNoCellOfWhite => Winner(check_win::no_cell_of_white),
        /// Gives up on chains of more than 150 stones.
        WinShortChainsOnly => Winner(check_win::short_chains_only),
        /// Fails at chains of more than 150 stones.
        WinDiesOfLongChains => Message(check_win::dies_of_long_chains),
        /// Sees no win where stones do not alternate.
        WinCountsStones => Winner(check_win::counts_stones),
        /// Dies where stones do not alternate.
        WinDiesOfTheCount => Message(check_win::dies_of_the_count),
        /// Ends once it has said that a game is decided.
        WinEndsIt => Message(check_win::ends_it),

        /// Leaves the last bar out.
        BoardLastBarMissing => Answer(show_board::last_bar_missing),
        /// Writes blanks.
        BoardBlanks => Answer(show_board::blanks),
        /// Writes a line for each row.
        BoardLines => Answer(show_board::lines),
        /// Writes a line for each row, with the bar.
        BoardLinesWithBars => Answer(show_board::lines_with_bars),
        /// Writes small letters.
        BoardLowerCase => Answer(show_board::lower_case),
        /// Writes numbers.
        BoardNumbers => Answer(show_board::numbers),
        /// Writes no bars.
        BoardNoBars => Answer(show_board::no_bars),
        /// Writes an empty line.
        BoardEmptyLine => Answer(show_board::empty_line),
        /// Writes columns instead of rows.
        BoardColumns => Answer(show_board::columns),
        /// Draws a picture.
        BoardPicture => Answer(show_board::picture),
        /// Begins another line after 400 letters.
        BoardWrapped => Answer(show_board::wrapped),

        /// Says who it is.
        SaysBanner => Arguments(output::banner),
        /// Acknowledges the opponent's moves.
        SaysOkAfterSeto => Afterwards(output::ok_after_seto),
        /// Acknowledges a new game.
        SaysOkAfterInit => Afterwards(output::ok_after_init),
        /// Acknowledges `unset`.
        SaysOkAfterUnset => Afterwards(output::ok_after_unset),
        /// Acknowledges a swap.
        SaysOkAfterSwap => Afterwards(output::ok_after_swap),
        /// Answers the opponent's swap with another.
        SaysSwapAfterSwap => Afterwards(output::swap_after_swap),
        /// Says who has won whenever it gets a stone.
        SaysStandingAfterSety => Afterwards(output::standing_after_sety),
        /// Shows its board after each move.
        SaysBoardAfterMoves => Afterwards(output::board_after_moves),
        /// Ends each answer with a blank line.
        SaysBlankAfterAnswers => Afterwards(output::blank_after_answers),
        /// Thinks aloud before each move.
        SaysThoughtsBeforeMoves => Answer(output::thoughts_before_moves),
        /// Says everything twice.
        SaysEverythingTwice => Answer(output::everything_twice),
        /// Says a little later that it is ready.
        SaysLater => Afterwards(output::later),
        /// Says a second after a move what it thinks of it.
        SaysASecondLater => Afterwards(output::a_second_later),
        /// Says goodbye.
        SaysFarewell => Quit(output::farewell),
        /// Ends lines with CRLF.
        LineEndCrlf => Answer(output::crlf),
        /// Ends moves with CRLF.
        LineEndCrlfAfterMoves => Answer(output::crlf_after_moves),
        /// Says everything when its input ends.
        FlushedAtTheEnd => Run(output::buffered),
        /// Flushes after moves only.
        FlushedAfterMoves => Run(output::moves_flushed_only),
        /// Keeps each answer back until the next one.
        FlushedOneBehind => Answer(output::one_behind),
        /// Never ends a line.
        FlushedNotEnded => Answer(output::not_ended),
        /// Never ends the line of a move.
        FlushedMovesNotEnded => Answer(output::moves_not_ended),
        /// Reads the next message before it answers one.
        FlushedReadsAhead => Run(output::reads_ahead),
        /// Prints once there is enough to print.
        FlushedInBlocks => Run(output::in_blocks),

        /// Dies of a blank line.
        BlankLineDies => Message(input::blank_dies),
        /// Answers a blank line.
        BlankLineAnswered => Message(input::blank_answered),
        /// Begins another game at a blank line.
        BlankLineRepeats => Message(input::blank_repeats),
        /// Knows no message that ends in CR.
        CrlfUnknown => Message(input::crlf_unknown),
        /// Dies of a number with CR behind it.
        CrlfDies => Message(input::crlf_dies),
        /// Knows no request that ends in CR.
        CrlfRequestsUnknown => Message(input::crlf_requests_unknown),
        /// Ends its answers as the messages end.
        CrlfEchoed => Message(input::crlf_echoed),
        /// Dies of what it does not know.
        UnknownDies => Message(input::unknown_dies),
        /// Dies of a line that is longer than its buffer.
        UnknownLongDies => Message(input::long_dies),
        /// Complains on stdout about what it does not know.
        UnknownAnswered => Message(input::unknown_answered),
        /// Takes `make_moves` for `make_move`.
        UnknownBeginningIsEnough => Message(input::beginning_is_enough),
        /// Dies of a cell that is not there.
        BeyondDies => Message(input::beyond_dies),
        /// Takes column 0 for the last one.
        BeyondZeroIsLast => Message(input::zero_is_last),
        /// Takes what is beyond the end of a row for the next one.
        BeyondIsNextRow => Message(input::beyond_is_next_row),
        /// Complains on stdout about a cell that is not there.
        BeyondAnswered => Message(input::beyond_answered),

        /// Ignores `quit`.
        QuitIgnored => Message(end::quit_ignored),
        /// Hangs at `quit`.
        QuitHangs => Quit(end::hangs),
        /// Hangs when it has played a whole game.
        QuitHangsAfterGames => Message(end::hangs_after_games),
        /// Hangs when it has won by its last move, and nothing was asked since.
        QuitHangsAfterItsWin => Message(end::hangs_after_its_win),
        /// Hangs when there are more than sixty stones.
        QuitHangsAfterSixtyStones => Message(end::hangs_after_sixty_stones),
        /// Hangs when it has played two games, and not when it has played one or three.
        QuitHangsAfterTwoGames => Message(end::hangs_after_two_games),
        /// Computes on after `quit`.
        QuitComputes => Quit(end::computes),
        /// Leaves a child process at `quit`.
        QuitLeavesChild => Quit(end::leaves_child),
        /// Leaves a process in a session of its own at `quit`.
        QuitLeavesDaemon => Quit(end::leaves_daemon),
        /// Ends with status 1.
        QuitStatusOne => Quit(end::status_one),
        /// Fails when it has played a whole game.
        QuitDiesAfterGames => Message(end::dies_after_games),
        /// Ends by a signal.
        QuitAborts => Quit(end::aborts),
        /// Goes on when its input has ended.
        EofHangs => Input(end::hangs),
        /// Hangs when it has made more than five moves.
        EofHangsAfterGames => Run(end::eof_hangs_after_games),
        /// Computes on when its input has ended.
        EofComputes => Input(end::computes),
        /// Leaves a child process when its input ends.
        EofLeavesChild => Input(end::leaves_child),

        /// Never answers `make_move`.
        TimeMoveSleeps => Message(time::move_sleeps),
        /// Computes a move for ever.
        TimeMoveComputes => Message(time::move_computes),
        /// Answers `make_move` too late.
        TimeMoveLate => Message(time::move_late),
        /// Hangs if one cell is left.
        TimeLastMoveHangs => Message(time::last_move_hangs),
        /// Hangs on large boards.
        TimeLargeBoardHangs => Message(time::large_board_hangs),
        /// Takes nearly all of a limit of one second.
        TimeFirstMoveSlow => Message(time::first_move_slow),
        /// Never answers `check_win`.
        TimeCheckWinSleeps => Message(time::check_win_sleeps),
        /// Answers `check_win` too late.
        TimeCheckWinLate => Message(time::check_win_late),
        /// Takes three seconds for `check_win`.
        TimeCheckWinThree => Message(time::check_win_three),
        /// Takes twelve seconds for its first answer.
        TimeFirstAnswerLate => Message(time::first_answer_late),
        /// Does not know `check_win`.
        TimeCheckWinUnknown => Message(time::check_win_unknown),
        /// Logs an exception at `check_win`, and goes on.
        TimeCheckWinLogged => Message(time::check_win_logged),
        /// Never answers `show_board`.
        TimeShowBoardSleeps => Message(time::show_board_sleeps),
        /// Does not know `show_board`.
        TimeShowBoardUnknown => Message(time::show_board_unknown),
        /// Looks at every path there is.
        TimeEveryPath => Winner(time::every_path),

        /// Reads everything and says nothing.
        SilentMute => Run(silent::mute),
        /// Never reads and never ends.
        SilentNeverReads => Run(silent::never_reads),
        /// Reads no more once it has moved.
        SilentAfterMove => Afterwards(silent::after_move),
        /// Computes from the start.
        SilentSpins => Run(silent::spins),
        /// Stops itself.
        SilentStops => Run(silent::stops),
        /// Ends at once.
        SilentDiesAtOnce => Run(silent::dies_at_once),
        /// Ends when nothing is said for two seconds.
        SilentEndsIt => Message(silent::ends_in_silence),
        /// Ends when nothing is said for ten seconds.
        SilentEndsAfterTen => Message(silent::ends_in_long_silence),
        /// As white, ends when two seconds go by before the first stone.
        SilentEndsBeforeTheFirstStone => Message(silent::ends_before_the_first_stone),
        /// Crashes at its first move.
        SilentDiesAtMoves => Message(silent::dies_at_moves),
        /// Closes its stdout.
        SilentClosesStdout => Run(silent::closes_stdout),
        /// Prints garbage at every message.
        GarbageAlways => Message(silent::garbage),
        /// Prints garbage for answers.
        GarbageForAnswers => Answer(silent::garbled_answers),
        /// Writes for ever and never reads.
        FloodsAlways => Run(silent::floods),
        /// Writes for ever at a move.
        FloodsAtMoves => Message(silent::floods_at_moves),
    }
}
