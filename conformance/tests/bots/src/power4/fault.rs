//! The roster of bots that break a rule.

use super::behaviour::Behaviour::{self, Afterwards, Before, Choice, Output, Turn, Writing};
use super::faults::{column, disk, files, format, help, hostile, input, process, set, time, written};
use crate::roster::roster;

roster! {
    /// A bot that breaks one rule on purpose and keeps to all others, as far as the one lets it.
    Fault: Behaviour {
        /// Writes no answer at all.
        OutputNotWritten => Turn(written::not_at_all),
        /// Prints its answer instead of writing it.
        OutputPrinted => Writing(written::printed),
        /// Opens `output.txt` for update: fails where there is none.
        OutputOnlyUpdated => Writing(written::only_updated),
        /// Overwrites the beginning of what is there.
        OutputNotTruncated => Writing(written::not_truncated),
        /// Writes behind what is there.
        OutputAppended => Writing(written::appended),
        /// Calls the file by another name.
        OutputMisnamed => Writing(written::misnamed),
        /// Leaves an old answer alone if that one is legal, too.
        OutputOldIsGoodEnough => Writing(written::old_is_good_enough),
        /// Makes `output.txt` a directory.
        OutputDirectory => Writing(written::directory),
        /// Has the answer written by a child process when the bot itself has ended.
        OutputLate => Writing(written::late),
        /// Makes `output.txt` a directory with a file in it, for nobody to open.
        OutputDirectoryClosed => Writing(written::directory_closed),
        /// Makes `output.txt` a named pipe.
        OutputPipe => Writing(written::pipe),
        /// Makes `output.txt` a symbolic link to the file with the answer.
        OutputLink => Writing(written::link),
        /// Writes its answer into a folder below its own.
        OutputInFolder => Writing(written::in_folder),
        /// Writes its answer to the folder for temporary files.
        OutputInTmp => Writing(written::in_tmp),
        /// Writes nothing when one column alone is open.
        OutputNotWrittenLate => Turn(written::not_for_one_column),

        /// Writes a comma between the integers.
        FormatComma => Output(format::comma),
        /// Writes no blank between the integers.
        FormatNoBlank => Output(format::no_blank),
        /// Writes the column alone.
        FormatOneNumber => Output(format::one_number),
        /// Writes a third integer.
        FormatThreeNumbers => Output(format::three_numbers),
        /// Writes the integers in brackets.
        FormatBrackets => Output(format::brackets),
        /// Writes words around the integers.
        FormatWords => Output(format::words),
        /// Writes a plus sign.
        FormatPlusSign => Output(format::plus_sign),
        /// Writes a leading zero.
        FormatLeadingZero => Output(format::leading_zero),
        /// Writes decimals.
        FormatDecimals => Output(format::decimals),
        /// Writes the column as a letter.
        FormatLetter => Output(format::letter),
        /// Separates the integers by CR.
        FormatCarriageReturn => Output(format::carriage_return),
        /// Writes a zero byte behind the answer, as a C string has it.
        FormatZeroByte => Output(format::zero_byte),
        /// Writes a byte order mark.
        FormatByteOrderMark => Output(format::byte_order_mark),
        /// Writes UTF-16.
        FormatUtf16 => Output(format::utf16),
        /// Writes the digits of another script.
        FormatOtherDigits => Output(format::other_digits),
        /// Writes a blank that does not break.
        FormatNoBreak => Output(format::no_break),
        /// Leaves the file empty.
        FormatEmpty => Output(format::empty),
        /// Writes 8 MiB.
        FormatHuge => Output(format::huge),
        /// Writes a remark behind the answer when it drops a special disk.
        FormatRemarkOnSpecials => Output(format::remark_on_specials),
        /// Writes the answer twice when it drops its disk on the right.
        FormatTwiceOnTheRight => Output(format::twice_on_the_right),
        /// Leaves the file empty when one column alone is open.
        FormatEmptyLate => Output(format::empty_late),

        /// Counts the kinds from 0.
        KindZero => Output(disk::kind_zero),
        /// Answers with a kind 6.
        KindSix => Output(disk::kind_six),
        /// Calls the dual disk 12, as the board does.
        KindTwelve => Output(disk::kind_twelve),
        /// Answers with a kind below zero.
        KindNegative => Output(disk::kind_negative),
        /// Answers with a kind that no integer type holds.
        KindHuge => Output(disk::kind_huge),
        /// Clears a row whenever it has done so before.
        RowTwice => Choice(disk::row_twice),
        /// The same with columns.
        ColumnTwice => Choice(disk::column_twice),
        /// The same with neighbours.
        NeighboursTwice => Choice(disk::neighbours_twice),
        /// The same with the dual disk.
        DualTwice => Choice(disk::dual_twice),
        /// Writes the number of its team where the kind belongs.
        TeamAsKind => Output(disk::team_as_kind),
        /// Takes a board with fewer disks than before for that of a new set, though somebody has but cleared.
        NewAfterClearing => Turn(set::new_after_clearing),
        /// Takes a board without a disk of its own for that of a new set.
        NewWithoutItsDisks => Turn(set::new_without_its_disks),
        /// Takes its books for lost where its opponent clears a row and a disk of the last column falls.
        LostWhereTheLastColumnFalls => Turn(set::lost_where_the_last_column_falls),
        /// Takes its books for lost where its opponent clears the top row.
        LostWhereTheTopRowIsCleared => Turn(set::lost_where_the_top_row_is_cleared),
        /// Loses its books where the opponent takes disks off a full column, among others.
        LostWhereTheTopRowGoes => Turn(set::lost_where_the_top_row_goes),
        /// Takes a set for a new one when none of its opponent's disks is left.
        NewWithoutTheOthers => Turn(set::new_without_the_others),
        /// Takes a set for a new one when there are five disks fewer than on its last turn.
        NewWhenManyAreGone => Turn(set::new_when_many_are_gone),
        /// Remembers the last special disk that it has used, and no other.
        LastOneNoted => Turn(disk::last_one_noted),
        /// Notes what it has used in the first set only.
        SecondSetNotNoted => Turn(set::second_not_noted),
        /// Clears a column in place of a normal disk when the board is nearly full.
        ColumnWhenNearlyFull => Choice(disk::column_when_nearly_full),
        /// Never uses its dual disk.
        DualNever => Choice(disk::dual_never),
        /// Uses its dual disk on the eleventh turn.
        DualOnTheEleventh => Choice(disk::dual_on_the_eleventh),
        /// Counts its turns by its disks on the board, though some of them are cleared.
        DualByDisks => Choice(disk::dual_by_disks),
        /// Takes its opponent's dual disk for its own.
        DualOfTheOther => Choice(disk::dual_of_the_other),
        /// Takes a dual disk that lies on its first board of a set for its own.
        DualSeenAtTheStart => Turn(set::dual_seen_at_the_start),
        /// Takes a board that comes again for a failed try, and does not count that turn.
        DualAfterUndone => Turn(set::undone_not_counted),
        /// Forgets that it owes its dual disk once it has cleared something.
        DualForgottenAfterClearing => Choice(disk::dual_forgotten_after_clearing),
        /// Keeps its dual disk for the first column, and plays another one on the tenth turn if that is full.
        DualForTheFirstColumn => Choice(disk::dual_for_the_first_column),
        /// Plays another disk on the tenth turn if its dual disk could give the opponent a four.
        DualNotForTheOther => Choice(disk::dual_not_for_the_other),

        /// Counts the columns from 0.
        ColumnZeroBased => Output(column::zero_based),
        /// Answers with a column 8.
        ColumnEight => Output(column::eight),
        /// Answers with the number of the cell.
        ColumnAsCell => Output(column::as_cell),
        /// Answers with a column below zero.
        ColumnNegative => Output(column::negative),
        /// Plays a full column where there is one.
        ColumnFull => Choice(column::full),
        /// Always plays column 4.
        ColumnFour => Choice(column::four),
        /// Takes the top row of the board for the bottom row.
        ColumnUpsideDown => Choice(column::upside_down),
        /// Counts the columns from the right.
        ColumnFromTheRight => Choice(column::from_the_right),
        /// Takes a dual disk at the top of a column for no disk.
        ColumnUnderDual => Choice(column::under_dual),
        /// Reads digits instead of integers, so that a dual disk pushes all others one cell on.
        ColumnByDigits => Choice(column::by_digits),
        /// Takes the fifth row for the top one.
        ColumnOfFive => Choice(column::of_five),
        /// Reads the board column by column.
        ColumnTransposed => Choice(column::transposed),
        /// Looks at the board of its turn before.
        ColumnOfOldBoard => Turn(column::of_old_board),
        /// Plays a full column where no column but one is open.
        ColumnFullLate => Choice(column::full_late),
        /// Throws dice, and plays a full column in one of four turns in which there is one.
        ColumnFullByChance => Choice(column::full_by_chance),

        /// Serves as team 1 only.
        TeamOneOnly => Before(input::team_one_only),
        /// Serves as team 2 only.
        TeamTwoOnly => Before(input::team_two_only),
        /// Needs a line end in `team_no.txt`.
        TeamEndNeeded => Before(input::team_end_needed),
        /// Needs `team_no.txt` to have no line end.
        TeamEndRefused => Before(input::team_end_refused),
        /// Deletes `board.txt` once it is read.
        BoardDeleted => Afterwards(input::board_deleted),
        /// Makes `board.txt` a directory with a file in it.
        BoardDirectory => Afterwards(input::board_directory),
        /// Enters its disk in `board.txt`.
        BoardRewritten => Afterwards(input::board_rewritten),
        /// Writes to `board.txt` whether that is allowed or not.
        BoardAppended => Afterwards(input::board_appended),
        /// Writes the other team's number into `team_no.txt`.
        TeamRewritten => Afterwards(input::team_rewritten),
        /// Enters its drop in `moves.txt`, where the referee writes one.
        MovesRewritten => Afterwards(input::moves_rewritten),
        /// Reads the first line of `board.txt` only.
        LayoutOneLine => Before(input::one_line),
        /// The same, takes all other cells for empty, and plays any column that it takes for open.
        LayoutRestIsEmpty => Turn(input::rest_is_empty),
        /// Takes every blank for a border between two integers.
        LayoutSingleBlanks => Before(input::single_blanks),
        /// Gives up on tabs.
        LayoutTabs => Before(input::tabs),
        /// Gives up on CR.
        LayoutCrlf => Before(input::crlf),
        /// Needs the blank at the end.
        LayoutBlankAtEnd => Before(input::blank_at_end),

        /// Goes on counting in the second set.
        SetNeverReset => Turn(set::never_reset),
        /// Has all disks again in the second set, but goes on counting its turns.
        SetCountGoesOn => Turn(set::count_goes_on),
        /// Counts its turns anew in the second set, but believes its disks used.
        SetUsedStays => Turn(set::used_stays),
        /// Takes the second set for a new one only if the board is empty.
        SetResetOnEmpty => Turn(set::reset_on_empty),
        /// Takes the disk on the board of a new set for one of the opponent's, which a dual one is not to it.
        SetOpenedWithDual => Turn(set::dual_opening),
        /// Takes an empty board for that of a new set only if it is its turn to start.
        SetOpenedByClearing => Turn(set::cleared_opening),
        /// Takes the second set for a new one only if there are fewer disks than before.
        SetResetOnFewer => Turn(set::reset_on_fewer),
        /// Takes the second set for a new one only after ten turns of the first.
        SetResetAfterTen => Turn(set::reset_after_ten),
        /// Takes the second set for a new one, and goes on counting in the third.
        SetThirdOverlooked => Turn(set::third_overlooked),
        /// Takes the match for over once it has won a set.
        SetOverOnceWon => Turn(set::over_once_won),
        /// Ends with status 1 if the board cannot have come from the one it remembers, though it plays on.
        SetStatus => Turn(set::status),
        /// Fails if the board cannot have come from the one it remembers.
        SetUnexpected => Turn(set::unexpected),

        /// Keeps six help files.
        SixFiles => Afterwards(files::six),
        /// Keeps a new help file for each turn.
        FileForEachTurn => Afterwards(files::one_a_turn),
        /// Keeps six help files in a folder.
        FolderOfSix => Afterwards(files::folder_of_six),
        /// Writes to the home folder.
        WritesHome => Afterwards(files::home),
        /// Writes to the folder for temporary files that the environment names.
        WritesTemporary => Afterwards(files::temporary),
        /// Writes to `/tmp`.
        WritesTmp => Afterwards(files::tmp),
        /// Writes to the folder above its own.
        WritesParent => Afterwards(files::parent),
        /// Calls its help file `state.json`.
        FileUnnamed => Afterwards(files::unnamed),
        /// Writes its team id in capitals.
        FileInCapitals => Afterwards(files::in_capitals),
        /// Keeps a file in a folder without its team id.
        FileInFolderUnnamed => Afterwards(files::in_folder_unnamed),

        /// Fails without its help file unless the board is that of a new set.
        HelpGoneFails => Before(help::gone_fails),
        /// Fails if its help file is damaged.
        HelpDamagedFails => Before(help::damaged_fails),
        /// Fails if its help file is of another match.
        HelpForeignFails => Before(help::foreign_fails),
        /// Believes a help file of another match, and has counted its columns from 0 there.
        HelpTrusted => Turn(help::trusted),
        /// The same if its help file is empty.
        HelpEmptyBelieved => Turn(help::empty_believed),
        /// Forgets what its help file says if that is older than three seconds.
        HelpAgedIsForeign => Turn(set::aged_tally_dropped),
        /// The same if the end of its help file is missing.
        HelpHalfBelieved => Turn(help::half_believed),
        /// The same if its help file is no text.
        HelpGarbageBelieved => Turn(help::garbage_believed),
        /// The same if its help file is of a match as the other team.
        HelpOtherTeamBelieved => Turn(help::other_team_believed),

        /// Leaves a child process running.
        ChildLeft => Afterwards(process::child_left),
        /// Leaves a child process that keeps stdout and stderr open.
        ChildKeepsStreams => Afterwards(process::child_keeps_streams),
        /// Leaves a process in a session of its own.
        DaemonLeft => Afterwards(process::daemon_left),
        /// Writes its answer and never ends.
        NeverEnds => Afterwards(process::never_ends),
        /// Ends with status 1 though the answer is right.
        StatusOne => Afterwards(process::status_one),
        /// Aborts once the answer is written.
        AbortAfterOutput => Afterwards(process::abort),
        /// Panics once the answer is written.
        PanicAfterOutput => Afterwards(process::panic),
        /// Kills itself once the answer is written.
        KillsItself => Afterwards(process::kill_itself),

        /// Sleeps instead of choosing.
        TurnSleeps => Turn(time::sleeps),
        /// Computes instead of choosing.
        TurnComputes => Turn(time::computes),
        /// Stops itself, as a debugger would.
        TurnStops => Turn(time::stops),
        /// Waits for ever when one column alone is open.
        TurnHangsLate => Turn(time::hangs_for_one_column),
        /// Takes nearly all of a limit of one second on the empty board.
        OpeningSlow => Turn(time::opening_slow),

        /// Crashes before it writes.
        Segfault => Turn(hostile::segfault),
        /// Panics before it writes.
        Panic => Turn(hostile::panic),
        /// Leaves fifty processes.
        ForkStorm => Afterwards(hostile::fork_storm),
        /// Leaves a process that starts another one and ends, and so on.
        ForkChain => Afterwards(hostile::fork_chain),
        /// Fills its folder with twenty thousand files.
        FloodsFolder => Afterwards(hostile::floods_folder),
        /// Prints without end instead of choosing.
        FloodsForEver => Turn(hostile::floods_for_ever),
    }
}
