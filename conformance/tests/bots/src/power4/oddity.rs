//! The roster of bots that are odd but right.

use super::behaviour::Behaviour::{self, Afterwards, Before, Choice, Output, Turn, Writing};
use super::oddities::{books, drops, emptied, files, output, process};
use crate::roster::roster;

roster! {
    /// A bot that does something in an unusual way, and breaks no rule by it.
    Oddity: Behaviour {
        /// Writes each integer on a line.
        OutputTwoLines => Output(output::two_lines),
        /// Writes tabs, blanks and empty lines around the integers.
        OutputPadded => Output(output::padded),
        /// Ends the answer with CRLF.
        OutputCrlf => Output(output::crlf),
        /// Ends the answer with LF.
        OutputEnded => Output(output::ended),
        /// Deletes `output.txt` before it does anything else.
        OutputRecreated => Before(output::recreated),
        /// Writes the answer to another file and gives that the right name.
        OutputRenamed => Writing(output::renamed),
        /// Writes the answer one letter at a time.
        OutputByLetters => Writing(output::by_letters),
        /// Answers before it reads anything, and writes a better answer then.
        OutputBeforeReading => Before(output::before_reading),
        /// Writes another answer first and then a better one.
        OutputImproved => Writing(output::improved),
        /// Sets the length of the file after writing.
        OutputCutToLength => Writing(output::cut_to_length),

        /// Drops its dual disk on the first turn.
        DualFirst => Choice(drops::dual_first),
        /// Drops its dual disk on the tenth turn.
        DualTenth => Choice(drops::dual_tenth),
        /// Never uses a disk that clears.
        NeverClears => Choice(drops::never_clears),
        /// Clears on each of its first three turns.
        ClearsFirst => Choice(drops::clears_first),
        /// Uses its special disks on the last turns on which the dual one may be used.
        SpecialsLate => Choice(drops::specials_late),
        /// Plays the last legal drop instead of the first.
        LastDrop => Choice(drops::last),
        /// Plays any legal drop, another one in each run.
        AnyDrop => Choice(drops::any),
        /// Wins as soon as it can.
        Wins => Choice(drops::wins),
        /// Lets its opponent win as soon as it can.
        Loses => Choice(drops::loses),

        /// Counts in a tally, and begins anew whenever one disk lies on the board, or none.
        NearlyEmptyIsNew => Turn(emptied::nearly_empty_is_new),
        /// Counts in a tally, and begins anew if no disk of its own lies there, and one at most.
        NotMineIsNew => Turn(emptied::not_mine_is_new),
        /// Keeps no help file: it drops its dual disk on a board that is nearly empty, and then normal ones.
        NoHelpFiles => Turn(emptied::no_help_files),
        /// Deletes its help file when one disk lies on the board, or none.
        ForgetsWhenNearlyEmpty => Before(emptied::forgets_when_nearly_empty),
        /// Keeps its memory in one of two files by turns, and deletes the other as soon as it is read.
        TwoFilesByTurns => Turn(books::two_files_by_turns),
        /// Keeps its memory two folders below its own.
        MemoryDeepDown => Turn(books::memory_deep_down),
        /// Makes its help file one that may only be read, and replaces it.
        MemoryReadOnly => Turn(books::memory_read_only),

        /// Keeps five help files.
        FiveFiles => Afterwards(files::five),
        /// Keeps a help file in a folder of its own.
        FileInFolder => Afterwards(files::in_folder),
        /// Keeps a help file with blanks and letters beyond ASCII in its name.
        FileOddName => Afterwards(files::odd_name),
        /// Keeps a help file of 1 MiB.
        FileLarge => Afterwards(files::large),
        /// Keeps a help file of 16 MiB.
        FileHuge => Afterwards(files::huge),
        /// Writes two further files and removes both.
        FilesRemoved => Afterwards(files::removed),
        /// Makes a folder for a while.
        FolderRemoved => Afterwards(files::folder_removed),
        /// Makes a folder and leaves it empty.
        FolderEmpty => Afterwards(files::folder_empty),

        /// Reads the referee's files twice.
        InputTwice => Before(files::input_twice),
        /// Prints its thoughts on stdout and stderr.
        Chatty => Afterwards(process::chatty),
        /// Prints 64 MiB on stdout in a turn, which nobody reads.
        PrintsMuch => Afterwards(process::prints_much),
        /// Takes a second for each turn.
        OneSecond => Turn(process::one_second),
        /// Starts a child process and waits for it.
        ChildAwaited => Afterwards(process::child_awaited),
        /// Chooses in a thread of its own and joins it.
        ThreadJoined => Turn(process::thread_joined),
        /// Ends while a thread still runs.
        ThreadLeft => Afterwards(process::thread_left),
        /// Changes its current directory.
        ChangesDirectory => Before(process::changes_directory),
        /// Reads stdin to its end.
        ReadsStdin => Before(process::reads_stdin),
        /// Replaces itself by another program (here the same one) in the same process.
        ReplacedByExec => Turn(process::replaced_by_exec),
        /// Starts a session of its own in the same process, where that is possible.
        OwnSession => Before(process::own_session),
    }
}
