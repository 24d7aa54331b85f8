//! The roster of bots that break a rule.

use super::behaviour::Behaviour::{self, Afterwards, Identification, Order, Run, Turn, Writing};
use super::faults::{cache, files, format, hostile, id, input, order, process, skip, time, written};
use crate::roster::roster;

roster! {
    /// A bot that breaks one rule on purpose and keeps to all others, as far as the one lets it.
    Fault: Behaviour {
        /// Prints a second line about itself.
        IdTwoLines => Identification(id::two_lines),
        /// Prints nothing about itself.
        IdSilent => Identification(id::silent),
        /// Prints the line on stderr.
        IdOnStderr => Identification(id::on_stderr),
        /// Prints an empty line.
        IdBlank => Identification(id::blank),
        /// Prints without end, line after line.
        IdFlood => Identification(id::flood),
        /// Knows the argument `id` and prints a usage text of two lines for any other.
        IdKnownWordsOnly => Identification(id::known_words_only),
        /// The same in one line.
        IdUsageLine => Identification(id::usage_line),
        /// The same, and the line for `id` says hardly more.
        IdShortAndUsageLine => Identification(id::short_and_usage_line),
        /// Prints a line that says that it cannot read `input.txt`, if it is asked who it is without that.
        IdInputLine => Identification(id::input_line),
        /// Ends with a complaint on stderr and status 2 for an argument other than `id`.
        IdRejectsUnknown => Identification(id::rejects_unknown),
        /// Takes a call with an empty argument for one without, and plays a turn.
        IdEmptyIsNone => Identification(id::empty_is_none),
        /// Takes a call with the argument `0` for one without, and plays a turn.
        IdZeroIsNone => Identification(id::zero_is_none),
        /// Wants exactly one argument.
        IdOneArgument => Identification(id::one_argument),
        /// Takes two arguments for the files to read and to write.
        IdTwoAreFiles => Identification(id::two_are_files),
        /// Says in a second line that a game is going on, if one is.
        IdTellsOfGame => Run(id::tells_of_game),
        /// Prints a help text for `-h` and `--help`.
        IdHelp => Identification(id::help),
        /// Reads `input.txt` before it says who it is.
        IdReadsInput => Identification(id::reads_input),
        /// Plays a turn as well.
        IdPlays => Identification(id::plays),
        /// Opens `order.txt` for writing before it looks at the arguments.
        IdTouchesOrder => Identification(id::touches_order),
        /// Deletes `order.txt` when asked who it is.
        IdRemovesOrder => Identification(id::removes_order),
        /// Takes an argument that names a file for the position to play in.
        IdTakesFile => Identification(id::takes_file),
        /// Prints nothing but its version for `-v` and `--version`.
        IdVersion => Identification(id::version),
        /// Gives no version.
        IdWithoutVersion => Identification(id::without_version),
        /// Gives no year.
        IdWithoutYear => Identification(id::without_year),
        /// Gives a name, a year and a version, but no author.
        IdTwoFields => Identification(id::two_fields),

        /// Writes no order at all.
        OrderNotWritten => Turn(written::not_at_all),
        /// Opens `order.txt` for update: fails where there is none.
        OrderOnlyUpdated => Writing(written::only_updated),
        /// Overwrites the beginning of what is there.
        OrderNotTruncated => Writing(written::not_truncated),
        /// Writes behind what is there.
        OrderAppended => Writing(written::appended),
        /// Calls the file `Order.txt`.
        OrderMisnamed => Writing(written::misnamed),
        /// Writes nothing when it has to skip.
        OrderNotWrittenForSkip => Turn(written::not_for_skip),
        /// Does not write the second of two skips in a row.
        OrderSecondSkipNotWritten => Turn(written::second_skip_not),
        /// Leaves an old order alone if that one is legal, too.
        OrderOldIsGoodEnough => Turn(written::old_is_good_enough),
        /// Has the order written by a child process when the bot itself has ended.
        OrderLate => Writing(written::late),
        /// Makes `order.txt` a directory.
        OrderDirectory => Writing(written::directory),
        /// Makes `order.txt` a named pipe.
        OrderPipe => Writing(written::pipe),
        /// Makes `order.txt` a symbolic link to the file with the order.
        OrderLink => Writing(written::link),
        /// Makes `order.txt` a symbolic link that leads nowhere.
        OrderDanglingLink => Writing(written::dangling_link),

        /// Writes in lower case.
        FormatLowerCase => Order(format::lower_case),
        /// Writes blanks between the parts.
        FormatBlanks => Order(format::blanks),
        /// Writes the row before the column.
        FormatRowFirst => Order(format::row_first),
        /// Writes the colour behind the squares.
        FormatColourLast => Order(format::colour_last),
        /// Writes one square only.
        FormatOneSquare => Order(format::one_square),
        /// Writes `SKIP`.
        FormatSkipInCapitals => Order(format::skip_in_capitals),
        /// Writes an empty line when it has to skip.
        FormatEmptyForSkip => Order(format::empty_for_skip),
        /// Writes a remark behind the order.
        FormatRemark => Order(format::remark),
        /// Writes an empty line behind the order.
        FormatEmptyLine => Order(format::empty_line),
        /// Writes a zero byte behind the order, as a C string has it.
        FormatZeroByte => Order(format::zero_byte),
        /// Writes a byte order mark.
        FormatByteOrderMark => Order(format::byte_order_mark),
        /// Writes UTF-16.
        FormatUtf16 => Order(format::utf16),
        /// Leaves the file empty.
        FormatEmpty => Order(format::empty),
        /// Writes 8 MiB.
        FormatHuge => Order(format::huge),

        /// Plays a colour of which no domino is left, where there is one.
        ColourExhausted => Order(order::exhausted_colour),
        /// Reads the counts in another order than they are given, and so takes a used-up colour for one
        /// that is left.
        ColourMisread => Order(order::misread_counts),
        /// Plays two squares that touch at a corner.
        SquaresDiagonal => Order(order::diagonal),
        /// Plays two squares with one between them.
        SquaresApart => Order(order::apart),
        /// Names one square twice.
        SquaresSame => Order(order::same_square),
        /// Takes the last column and the first one of the next row for neighbours.
        SquaresRoundTheEdge => Order(order::round_the_edge),
        /// Plays on the centre.
        SquaresOnCentre => Order(order::on_centre),
        /// Plays half on a domino.
        SquaresOnDomino => Order(order::on_domino),
        /// Plays just where a domino lies.
        SquaresCovered => Order(order::covered),
        /// Plays half on an `x`.
        SquaresOnMark => Order(order::on_mark),
        /// Plays on two `x`.
        SquaresOnTwoMarks => Order(order::on_two_marks),

        /// Answers with a placement when nothing is legal.
        SkipNever => Order(skip::never),
        /// Forgets the `x` when nothing else is open.
        SkipNotForMarks => Order(skip::not_for_marks),
        /// Forgets an `x` on the first square when nothing else is open.
        SkipNotForFirstMark => Order(skip::not_for_first_mark),
        /// Forgets the `x` after a turn in which the opponent placed nothing.
        SkipOfOpponentFreesAll => Turn(cache::skip_frees_all),
        /// Takes the game for over after a turn in which the opponent placed nothing.
        SkipOfOpponentEndsGame => Turn(cache::skip_ends_game),
        /// Takes the game for over after a turn in which it had to skip itself.
        SkipOfItsOwnEndsGame => Turn(cache::own_skip_ends_game),
        /// Skips, too, where the opponent has skipped and one placement is left.
        SkipOfOpponentHidesTheLast => Turn(cache::skip_hides_the_last),
        /// Always skips.
        SkipAlways => Order(skip::always),
        /// Skips when few placements are left.
        SkipEarly => Order(skip::early),
        /// Looks for dominoes along the rows only.
        SkipOneDirection => Order(skip::one_direction),
        /// Looks at one colour only.
        SkipOneColour => Order(skip::one_colour),
        /// Skips when every placement takes a square of the last row.
        SkipLastRow => Order(skip::last_row),
        /// Takes the squares diagonal to the opponent's last domino for closed.
        SkipDiagonal => Order(skip::diagonal),
        /// Never places a domino beside one of the same colour.
        SkipBesideItsColour => Order(skip::beside_its_colour),
        /// Skips when every placement joins groups.
        SkipWhereGroupsAreJoined => Order(skip::where_groups_are_joined),
        /// Skips where a placement would join four groups.
        SkipWhereFourGroupsAreJoined => Order(skip::where_four_groups_are_joined),
        /// As Fewer it skips when two dominoes at most are left and it wins whatever comes.
        SkipWhenWon => Order(skip::when_won),
        /// Places a domino beside others only.
        SkipApart => Order(skip::apart),

        /// Deletes `input.txt` once it is read.
        InputDeleted => Afterwards(input::delete),
        /// Appends its order to `input.txt`.
        InputAppended => Afterwards(input::append),
        /// Enters its domino in `input.txt`.
        InputRewritten => Afterwards(input::rewrite),
        /// Empties `input.txt`.
        InputEmptied => Afterwards(input::empty),
        /// Makes `input.txt` unreadable.
        InputUnreadable => Afterwards(input::unreadable),
        /// Writes `input.txt` anew without CR.
        InputConverted => Afterwards(input::convert),
        /// Takes CR for part of a row and gives up.
        CrlfFails => Turn(input::crlf_fails),
        /// Misreads a board with CR and plays on the centre.
        CrlfMisread => Turn(input::crlf_misread),
        /// Needs the last line to be ended.
        FinalNewlineNeeded => Turn(input::final_newline_needed),
        /// Waits for the end of the last line for ever.
        FinalNewlineAwaited => Turn(input::final_newline_awaited),

        /// Leaves a child process running.
        ChildLeft => Afterwards(process::child_left),
        /// Leaves a child process that keeps stdout and stderr open.
        ChildKeepsStreams => Afterwards(process::child_keeps_streams),
        /// Leaves a process in a session of its own.
        DaemonLeft => Afterwards(process::daemon_left),
        /// Leaves a child process when asked who it is.
        ChildLeftById => Identification(process::child_left_by_id),
        /// Writes its order and never ends.
        NeverEnds => Afterwards(process::never_ends),
        /// Ends with status 1 though the order is right.
        StatusOne => Afterwards(process::status_one),
        /// Aborts once the order is written.
        AbortAfterOrder => Afterwards(process::abort),
        /// Panics once the order is written.
        PanicAfterOrder => Afterwards(process::panic),
        /// Kills itself once the order is written.
        KillsItself => Afterwards(process::kill_itself),
        /// Says who it is and ends with status 3.
        IdStatus => Identification(process::id_status),
        /// Reads and writes in the current directory.
        CurrentDirectory => Turn(process::current_directory),
        /// Reads beside its executable but writes in the current directory.
        OrderInCurrentDirectory => Turn(process::order_in_current_directory),
        /// The same, and shows the order on stdout.
        OrderInCurrentDirectoryShown => Turn(process::order_in_current_directory_shown),
        /// Splits the path of its folder at blanks.
        PathSplit => Turn(process::path_split),
        /// Needs the home that the environment names.
        HomeNeeded => Turn(process::home_needed),
        /// Keeps its cache in the current directory.
        CacheInCurrentDirectory => Afterwards(process::cache_in_current_directory),

        /// Keeps two files.
        TwoFiles => Afterwards(files::two),
        /// Keeps a new file for each turn.
        FileForEachTurn => Afterwards(files::one_a_turn),
        /// Keeps a folder with files in it.
        FolderOfFiles => Afterwards(files::folder),
        /// Writes to the home folder.
        WritesHome => Afterwards(files::home),
        /// Writes to the folder for temporary files that the environment names.
        WritesTemporary => Afterwards(files::temporary),
        /// Writes to `/tmp`.
        WritesTmp => Afterwards(files::tmp),
        /// Writes to the folder above its own.
        WritesParent => Afterwards(files::parent),
        /// Writes to the home folder when asked who it is.
        WritesHomeById => Identification(files::home_by_id),

        /// Fails if its cache cannot be read.
        CacheDamagedFails => Turn(cache::damaged_fails),
        /// Gives its cache another name if that cannot be read, and goes on without.
        CacheDamagedSetAside => Turn(cache::damaged_set_aside),
        /// Waits for ever if its cache cannot be read.
        CacheDamagedHangs => Turn(cache::damaged_hangs),
        /// Fails if its cache is of another game.
        CacheForeignFails => Turn(cache::foreign_fails),
        /// Plays what its cache says, whatever `input.txt` shows.
        CacheTrusted => Turn(cache::trusted),
        /// The same if the number of dominoes fits.
        CacheCountBelieved => Turn(cache::count_believed),
        /// Answers with an order on the centre if its cache is empty.
        CacheEmptyBelieved => Turn(cache::empty_believed),
        /// Plays its opening move if its cache is older than three seconds.
        CacheAgedIsForeign => Turn(cache::aged_is_foreign),
        /// The same if the end of its cache is missing.
        CacheHalfBelieved => Turn(cache::half_believed),
        /// The same if its cache holds other bytes than letters.
        CacheGarbageBelieved => Turn(cache::garbage_believed),
        /// The same if its cache is as long as ever and makes no sense.
        CacheLengthBelieved => Turn(cache::length_believed),
        /// The same if its cache is that of a game as the other side.
        CacheOtherSideBelieved => Turn(cache::other_side_believed),
        /// Fails if its cache is gone.
        CacheGoneFails => Turn(cache::gone_fails),

        /// Sleeps instead of choosing.
        TurnSleeps => Turn(time::sleeps),
        /// Computes instead of choosing.
        TurnComputes => Turn(time::computes),
        /// Stops itself, as a debugger would.
        TurnStops => Turn(time::stops),
        /// Waits for ever when nothing is legal.
        TurnHangsWithoutMoves => Turn(time::hangs_without_moves),
        /// Waits for ever when asked who it is.
        IdSleeps => Identification(time::id_sleeps),
        /// Takes nearly all of a limit of one second on the empty board.
        OpeningSlow => Turn(time::opening_slow),
        /// Takes nearly all of a limit of one second to say who it is.
        IdSlow => Identification(time::id_slow),

        /// Crashes before it writes.
        Segfault => Turn(hostile::segfault),
        /// Panics before it writes.
        Panic => Turn(hostile::panic),
        /// Overflows its stack before it writes.
        StackOverflow => Turn(hostile::stack_overflow),
        /// Leaves fifty processes.
        ForkStorm => Afterwards(hostile::fork_storm),
        /// Leaves a process that starts another one and ends, and so on.
        ForkChain => Afterwards(hostile::fork_chain),
        /// Deletes its own executable.
        DeletesItself => Afterwards(hostile::deletes_itself),
        /// Deletes its own executable when asked who it is, and again in the turn.
        DeletesItselfAtOnce => Run(hostile::deletes_itself_at_once),
        /// Prints without end instead of choosing.
        FloodsForEver => Turn(hostile::floods_for_ever),
    }
}
