//! The roster of bots that break a rule.

use super::behaviour::Behaviour::{
    self, Beginning, Believing, Ending, Heard, Hearing, Number, Reading, Reply, Run, Thinking, Writing,
};
use super::faults::{eof, format, hostile, identity, input, moves, reply, silent, time, update};
use crate::roster::roster;

roster! {
    /// A bot that breaks one rule on purpose and keeps to all others, as far as the one lets it.
    Fault: Behaviour {
        /// Answers twice.
        TwoLines => Writing(reply::two_lines),
        /// Answers once more, a little later, when its move converts something.
        TwiceWhenConverting => Writing(reply::twice_when_converting),
        /// Writes a remark before its answer.
        ThinksAloud => Writing(reply::thinks_aloud),
        /// Writes an empty line behind its answer.
        EmptyLine => Writing(reply::empty_line),
        /// Writes a second line when it is stuck.
        SecondLineWhenStuck => Writing(reply::second_line_when_stuck),
        /// Says who it is at the start.
        Greets => Beginning(reply::greets),
        /// Does not end its lines.
        NotEnded => Writing(reply::not_ended),
        /// Writes nothing when it is stuck.
        SilentWhenStuck => Writing(reply::silent_when_stuck),
        /// Logs an exception when it is stuck, and goes on.
        LogsWhenStuck => Writing(reply::logs_when_stuck),
        /// Takes messages in and never answers.
        NeverAnswers => Run(silent::never_answers),
        /// Never reads its stdin.
        NeverReads => Run(silent::never_reads),
        /// Hangs at its third request.
        HangsLater => Thinking(silent::hangs_later),
        /// Ends when another bot has 500 pieces.
        GivesUpWhenLosing => Thinking(silent::gives_up_when_losing),
        /// Ends one piece too soon, as if it had won by dominance.
        EndsOnePieceShort => Thinking(silent::ends_one_piece_short),
        /// The same where another bot is one piece short of it.
        EndsWhereAnotherIsOneShort => Thinking(silent::ends_where_another_is_one_short),
        /// Ends half way through a whole game, but as bot 1.
        EndsHalfWayAsOthers => Thinking(silent::ends_half_way_as_others),
        /// Ends when nothing is said for two seconds.
        EndsInSilence => Thinking(silent::ends_in_silence),
        /// Ends at one request in five, by what the machine holds at random.
        DiesNowAndThen => Thinking(silent::dies_now_and_then),
        /// Computes without end at its third request.
        ComputesOnAndOn => Thinking(silent::computes_on_and_on),
        /// Computes without end when it is stuck.
        ComputesOnWhenStuck => Thinking(silent::computes_on_when_stuck),
        /// Reads nothing after its first answer.
        StopsReading => Run(silent::stops_reading),
        /// Stays at its second request although it could move, and reads nothing after that.
        StopsReadingAfterStaying => Writing(silent::stops_reading_after_staying),
        /// Waits for input, and answers in another thread after more than a second.
        AnswersLateInAThread => Run(silent::answers_late_in_a_thread),
        /// Ends before it has read anything.
        DiesAtOnce => Run(silent::dies_at_once),
        /// Panics at its first request.
        DiesWhenAsked => Thinking(silent::dies_when_asked),
        /// Ends when it is stuck.
        DiesWhenStuck => Thinking(silent::dies_when_stuck),
        /// Ends when it has answered that it stays.
        EndsAfterStaying => Writing(silent::ends_after_staying),
        /// Hangs when it is stuck for the fourth time in a row.
        HangsAtFourthStay => Thinking(silent::hangs_at_fourth_stay),
        /// Ends when it is asked as bot 4.
        DiesAsFour => Thinking(silent::dies_as_four),
        /// Fails with more than 255 pieces of its own.
        DiesOfManyPieces => Thinking(silent::dies_of_many_pieces),
        /// Writes nothing as bot 4.
        SilentAsFour => Writing(silent::silent_as_four),
        /// Ends when it finds two requests in its input.
        DiesWhenMissed => Run(time::dies_when_missed),
        /// Ends when its last move was not made.
        DiesWhenRefused => Run(silent::dies_when_refused),
        /// Answers once.
        EndsAfterFirst => Writing(silent::ends_after_first),
        /// Crashes at its second request.
        Segfault => Thinking(silent::segfault),

        /// Writes a prompt before anything else, which its first answer follows on the same line.
        Prompts => Beginning(reply::prompts),
        /// Writes commas between the numbers.
        FormatCommas => Writing(format::commas),
        /// Writes squares in brackets.
        FormatBrackets => Writing(format::brackets),
        /// Writes two digits always.
        FormatLeadingZeros => Writing(format::leading_zeros),
        /// Writes plus signs.
        FormatPlusSigns => Writing(format::plus_signs),
        /// Writes -0.
        FormatMinusZero => Writing(format::minus_zero),
        /// Writes -1 for the last column and row.
        FormatMinusOne => Writing(format::minus_one),
        /// Writes numbers with a fraction.
        FormatFractions => Writing(format::fractions),
        /// Writes hexadecimal numbers.
        FormatHexadecimal => Writing(format::hexadecimal),
        /// Writes a blank behind the answer.
        FormatBlankBehind => Writing(format::blank_behind),
        /// Writes a blank before the answer.
        FormatBlankBefore => Writing(format::blank_before),
        /// Writes two blanks between the squares.
        FormatTwoBlanks => Writing(format::two_blanks),
        /// Writes tabs.
        FormatTabs => Writing(format::tabs),
        /// Writes the destination only.
        FormatTwoNumbers => Writing(format::two_numbers),
        /// Writes its own number behind the answer.
        FormatFiveNumbers => Writing(format::five_numbers),
        /// Writes a word before the answer.
        FormatKeyword => Writing(format::keyword),
        /// Writes `pass` when it is stuck.
        FormatPass => Reply(format::passes),
        /// Writes an empty line when it is stuck.
        FormatEmptyToStay => Reply(format::empty_to_stay),
        /// Writes a byte order mark.
        FormatByteOrderMark => Writing(format::byte_order_mark),
        /// Writes UTF-16.
        FormatUtf16 => Writing(format::utf16),
        /// Writes a zero byte behind the answer, as a C string has it.
        FormatZeroByte => Writing(format::zero_byte),
        /// Ends its lines in CR CR LF.
        FormatCarriageReturn => Writing(format::carriage_return),
        /// Writes what is no text.
        FormatGarbage => Writing(format::garbage),
        /// Writes 100,000 blanks behind the answer.
        FormatLongLine => Writing(format::long_line),

        /// Ends its lines in CR LF.
        Crlf => Writing(reply::crlf),
        /// Goes round an edge to column or row 32 (16 in a duel).
        NotWrapped => Reply(reply::not_wrapped),
        /// Stays on a square that does not exist.
        StaysOffTheBoard => Reply(reply::stays_off_the_board),
        /// Stays on a square with a number that does not fit into 32 bits.
        StaysFarOffTheBoard => Reply(reply::stays_far_off_the_board),
        /// Names an origin below the last row.
        OriginOffTheBoard => Reply(reply::origin_off_the_board),
        /// Keeps its answers until its input ends.
        Buffered => Run(reply::buffered),
        /// Keeps its answers until its input has ended, and takes a while then.
        BufferedAndSlowToEnd => Run(reply::buffered_and_slow_to_end),
        /// Acts on a line when it has read the next one.
        ReadsAhead => Run(reply::reads_ahead),

        /// Moves a piece of another bot.
        PieceOfAnother => Reply(moves::piece_of_another),
        /// Moves a neutral piece.
        NeutralPiece => Reply(moves::neutral_piece),
        /// Moves from an empty square.
        NoPiece => Reply(moves::no_piece),
        /// Moves onto a piece of its own.
        OntoOwn => Reply(moves::onto_own),
        /// Moves onto a piece of another bot.
        OntoAnother => Reply(moves::onto_another),
        /// Moves onto a neutral piece.
        OntoNeutral => Reply(moves::onto_neutral),
        /// Moves anywhere.
        Apart => Reply(moves::apart),
        /// Moves to where its pieces touch at a corner only.
        Diagonal => Reply(moves::diagonal),
        /// The same at every seventh request.
        DiagonalNowAndThen => Reply(moves::diagonal_now_and_then),
        /// Moves beside pieces of others.
        BesideAnother => Reply(moves::beside_another),
        /// Moves pieces by one step.
        Steps => Reply(moves::steps),
        /// Takes the only piece beside its destination where that is across an edge.
        StepsAcrossEdges => Reply(moves::steps_across_edges),
        /// Takes the last square of a row and the first one of the next for neighbours.
        RowsRunOn => Reply(moves::rows_run_on),
        /// Counts one column less than there are.
        OneColumnShort => Reply(moves::one_column_short),
        /// Exchanges x and y.
        Exchanged => Reply(moves::exchanged),
        /// Moves anywhere when it is stuck.
        StuckApart => Reply(moves::stuck_apart),
        /// Moves onto another piece when it is stuck.
        StuckOnto => Reply(moves::stuck_onto),
        /// Moves a piece of another bot when it is stuck.
        StuckWithAnother => Reply(moves::stuck_with_another),
        /// Goes far away where it has been stuck four times in a row.
        StaysFourTimes => Reply(moves::stays_four_times),
        /// Goes onto a neighbour where nothing can move and it has more than eight pieces.
        EightAreStuck => Reply(moves::eight_are_stuck),

        /// Answers each update with a line.
        SaysOk => Heard(update::says_ok),
        /// Answers each update with a dot.
        PrintsADot => Heard(update::prints_a_dot),
        /// Writes a line at every 500th update in a row.
        Counts => Heard(update::counts),
        /// Writes a stay at the 900th update in a row.
        AnswersAfterMany => Heard(update::answers_after_many),
        /// Answers as soon as the bot before it has moved, and not when it is asked.
        AnswersAhead => Run(update::answers_ahead),
        /// Takes nothing in after its first answer.
        NoneAfterFirst => Hearing(update::none_after_first),
        /// Does not take in what others do.
        NotOfOthers => Hearing(update::not_of_others),
        /// Never clears a square.
        LeftSquaresStay => Hearing(update::left_squares_stay),
        /// Takes neutral pieces off the board when they are converted.
        ConvertedRemoved => Hearing(update::converted_removed),
        /// Takes each update in when the next one comes.
        OneBehind => Hearing(update::one_behind),
        /// Keeps its list of neutral pieces wrong, and dies when one appears where the one before did.
        DiesOfNeutralAgain => Hearing(update::dies_of_neutral_again),
        /// Takes its own move for made.
        OwnMoveMade => Believing(update::own_move_made),
        /// Takes its own move for made, and the piece for still where it was.
        OwnMoveDoubled => Believing(update::own_move_doubled),
        /// Converts what is at the corners of its destination by itself.
        CornersConverted => Believing(update::corners_converted),
        /// Plays what it has chosen at the request before.
        OneRequestBehind => Run(update::one_request_behind),

        /// Always plays as bot 1.
        AlwaysOne => Number(identity::always_one),
        /// Counts bots from 0.
        OneLess => Number(identity::one_less),
        /// Takes its second argument for its number, which is not there, and plays as bot 2.
        SecondArgument => Number(identity::second_argument),

        /// Sleeps 60 ms before each answer.
        Sixty => Thinking(time::sixty),
        /// Computes 60 ms before each answer.
        ComputesSixty => Thinking(time::computes_sixty),
        /// Computes 120 ms before one answer in a thousand, as chance will have it.
        ComputesNowAndThen => Thinking(time::computes_now_and_then),
        /// Takes 300 ms for each answer.
        Late => Thinking(time::late),
        /// Takes too long for its third answer.
        LateOnce => Thinking(time::late_once),
        /// Takes too long for every thirtieth answer.
        LateNowAndThen => Thinking(time::late_now_and_then),
        /// Takes too long where it has many moves.
        LateWhenCrowded => Thinking(time::late_when_crowded),
        /// Takes too long where more than 650 squares are taken.
        LateWhenFull => Thinking(time::late_when_full),
        /// Takes too long with more than 350 pieces of its own.
        LateWhenAhead => Thinking(time::late_when_ahead),
        /// Takes too long if its last answer was more than a second ago.
        LateAfterAPause => Thinking(time::late_after_a_pause),
        /// Takes more than two seconds to start.
        StartsSlowly => Beginning(time::starts_slowly),
        /// The same as bot 4 alone.
        StartsSlowlyAsFour => Beginning(time::starts_slowly_as_four),
        /// Takes 40 ms for each answer: it is in time, with little to spare.
        Forty => Thinking(time::forty),
        /// Takes 43 ms for each answer.
        NearlyLate => Thinking(time::nearly_late),
        /// Answers the newest request that it has read.
        NewestRequestOnly => Run(time::newest_request_only),
        /// Answers the oldest request that it has read.
        OldestRequestOnly => Run(time::oldest_request_only),
        /// Answers all requests that it has read before it looks at what has changed.
        RequestsFirst => Run(time::requests_first),

        /// Knows no message that ends in CR LF.
        CrlfUnknown => Reading(input::crlf_unknown),
        /// Knows no update that ends in CR LF.
        CrlfUpdatesLost => Reading(input::crlf_updates_lost),
        /// Takes each square for empty that is told with CR LF.
        CrlfColourZero => Reading(input::crlf_colour_zero),

        /// Goes on for a minute.
        EofGoesOn => Ending(eof::goes_on),
        /// Hangs if it has been told of something since its last answer.
        EofHangsAfterUpdates => Ending(eof::hangs_after_updates),
        /// Hangs where another bot has won by dominance.
        EofHangsWhenLost => Ending(eof::hangs_when_lost),
        /// Reads on and on.
        EofSpins => Ending(eof::spins),
        /// Ends four seconds later.
        EofEndsLate => Ending(eof::ends_late),
        /// Leaves a child process behind.
        EofChildLeft => Ending(eof::child_left),
        /// Leaves a child process behind that holds its streams open.
        EofChildKeepsStreams => Ending(eof::child_keeps_streams),
        /// Leaves a process behind that is no child of it any more.
        EofDaemonLeft => Ending(eof::daemon_left),
        /// Leaves the process behind in which it thinks.
        EofEngineLeft => Thinking(eof::engine_left),
        /// Hangs when it has answered more than 500 requests.
        EofHangsAfterLongGames => Ending(eof::hangs_after_long_games),
        /// Panics on a board with more than 256 pieces.
        EofPanicsOnCrowdedBoards => Ending(eof::panics_on_crowded_boards),
        /// Ends with status 1.
        EofStatusOne => Ending(eof::status_one),
        /// Panics.
        EofPanics => Ending(eof::panics),
        /// Aborts.
        EofAborts => Ending(eof::aborts),
        /// Kills itself.
        EofKillsItself => Ending(eof::kills_itself),

        /// Writes lines without end.
        Floods => Run(hostile::floods),
        /// Writes without end, and no line end.
        FloodsWithoutLineEnd => Run(hostile::floods_without_line_end),
        /// Writes stays without end.
        FloodsAnswers => Run(hostile::floods_answers),
        /// Starts fifty processes that stay.
        ForkStorm => Run(hostile::fork_storm),
        /// Starts a process that starts another, and so on.
        ForkChain => Run(hostile::fork_chain),
    }
}
