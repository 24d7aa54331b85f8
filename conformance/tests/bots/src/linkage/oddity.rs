//! The roster of bots that are odd but right.

use super::behaviour::Behaviour::{self, Afterwards, Identification, Order, Run, Turn, Writing};
use super::oddities::{files, id, order, process};
use crate::roster::roster;

roster! {
    /// A bot that does something in an unusual way, and breaks no rule by it.
    Oddity: Behaviour {
        /// Prints its parts between bars, the date as numbers.
        IdBars => Identification(id::bars),
        /// Prints its parts as keys and values.
        IdKeys => Identification(id::keys),
        /// Prints its version first and the date last.
        IdOtherOrder => Identification(id::other_order),
        /// Prints its parts between semicolons, the version in a word.
        IdSemicolons => Identification(id::semicolons),
        /// Prints an author's name in Latin-1, which is not UTF-8.
        IdLatin1 => Identification(id::latin1),
        /// Prints empty lines around the line.
        IdEmptyLines => Identification(id::empty_lines),
        /// Ends the line with CRLF.
        IdCrlf => Identification(id::crlf),
        /// Does not end the line.
        IdNotEnded => Identification(id::not_ended),
        /// Talks on stderr, too.
        IdTalksOnStderr => Identification(id::talks_on_stderr),
        /// Prints a line of 4,000 characters.
        IdLong => Identification(id::long),

        /// Names the right or lower square first.
        SquaresReversed => Order(order::reversed),
        /// Ends the order with CRLF.
        OrderCrlf => Order(order::crlf),
        /// Does not end the order.
        OrderNotEnded => Order(order::not_ended),
        /// Plays the last legal order instead of the first.
        OrderLast => Order(order::last),
        /// Plays any legal order, another one in each run.
        OrderAny => Order(order::any),
        /// Deletes `order.txt` before it does anything else.
        OrderRecreated => Turn(order::recreated),
        /// Writes the order to another file and gives that the right name.
        OrderRenamed => Writing(order::renamed),
        /// Writes the order one letter at a time.
        OrderByLetters => Writing(order::by_letters),
        /// Writes another order first and then a better one.
        OrderImproved => Writing(order::improved),
        /// Sets the length of the file after writing.
        OrderCutToLength => Writing(order::cut_to_length),

        /// Reads `input.txt` twice.
        InputTwice => Turn(order::input_twice),
        /// Opens `input.txt` for update, but writes nothing.
        InputOpenedForUpdate => Turn(order::input_opened_for_update),

        /// Keeps a cache and looks at it with care.
        CacheKept => Turn(files::kept),
        /// Keeps a cache with blanks and letters beyond ASCII in its name.
        CacheOddName => Afterwards(files::odd_name),
        /// Keeps a hidden cache.
        CacheHidden => Afterwards(files::hidden),
        /// Keeps an empty cache.
        CacheEmpty => Afterwards(files::empty),
        /// Keeps a cache in a folder inside its own.
        CacheInFolder => Afterwards(files::in_folder),
        /// Keeps a cache of 1 MiB.
        CacheLarge => Afterwards(files::large),
        /// Names its cache after its side.
        CacheBySide => Afterwards(files::by_side),
        /// Names its cache after the turn, and removes that of the turn before.
        CacheByTurn => Afterwards(files::by_turn),
        /// Writes two further files and removes both.
        FilesRemoved => Afterwards(files::removed),
        /// Makes a folder for a while.
        FolderRemoved => Afterwards(files::folder_removed),

        /// Prints its thoughts on stdout and stderr.
        Chatty => Afterwards(process::chatty),
        /// Prints 1 GiB on stdout in a turn, which nobody reads.
        PrintsGigabyte => Afterwards(process::prints_gigabyte),
        /// Prints 1 MiB on stderr.
        ComplainsAtLength => Afterwards(process::complains_at_length),
        /// Takes a second for each turn.
        OneSecond => Turn(process::one_second),
        /// Starts a child process and waits for it.
        ChildAwaited => Afterwards(process::child_awaited),
        /// Starts ten child processes, one after the other.
        ChildrenAwaited => Afterwards(process::children_awaited),
        /// Chooses in a thread of its own and joins it.
        ThreadJoined => Turn(process::thread_joined),
        /// Ends while a thread still runs.
        ThreadLeft => Afterwards(process::thread_left),
        /// Changes its current directory.
        ChangesDirectory => Run(process::changes_directory),
        /// Reads stdin to its end.
        ReadsStdin => Run(process::reads_stdin),
        /// Replaces itself by another program (here the same one) in the same process.
        ReplacedByExec => Run(process::replaced_by_exec),
        /// Starts a session of its own in the same process, where that is possible.
        OwnSession => Run(process::own_session),
    }
}
