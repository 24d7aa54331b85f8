//! The roster of bots that are odd but right.

use super::behaviour::Behaviour::{
    self, Afterwards, Answer, Arguments, Choice, Input, Message, Quit, Refusal, Run,
};
use super::oddities::{choice, known, process, talk};
use crate::roster::roster;

roster! {
    /// A bot that does something in an unusual way, and breaks no rule by it.
    Oddity: Behaviour {
        /// Swaps whenever it may.
        SwapsAlways => Choice(choice::swaps_always),
        /// Never swaps.
        SwapsNever => Choice(choice::swaps_never),
        /// Swaps by a count of stones put and moves made.
        SwapsByCount => Message(choice::swaps_by_count),
        /// Plays the last empty cell.
        PlaysLast => Choice(choice::last),
        /// Plays the empty cell nearest to the centre.
        PlaysCentre => Choice(choice::centre),
        /// Plays any legal move, as chance will have it.
        PlaysByChance => Choice(choice::by_chance),
        /// Plays anything.
        PlaysAnything => Choice(choice::anything),

        /// Has its first colour again at `init_board`.
        KnowsColourOfTheStart => Message(known::colour_of_the_start),
        /// Replaces its own stone by the opponent's when told to.
        KnowsOwnStonesReplaced => Message(known::own_stones_replaced),
        /// Has a board before the first `init_board`.
        KnowsBoardAtOnce => Message(known::board_at_once),
        /// Looks for a winner only if there are stones enough, by a count that `unset` leaves alone.
        KnowsFewStonesDecideNothing => Message(known::few_stones_decide_nothing),
        /// Moves when it is its turn, by the stones on its board, and dies of any other `make_move`.
        KnowsItsTurn => Message(known::its_turn),
        /// Refuses a swap unless it has counted one move.
        KnowsSwapsByCount => Message(known::swaps_by_count),

        /// Takes a second for each move.
        OneSecond => Message(process::one_second),
        /// Talks on stderr.
        TalksOnStderr => Afterwards(talk::on_stderr),
        /// Prints 1 MiB on stderr.
        TalksAtLengthOnStderr => Afterwards(talk::at_length_on_stderr),
        /// Writes each answer one byte at a time.
        TalksByBytes => Answer(talk::by_bytes),
        /// Complains on stderr about what it does not know.
        TalksOfTheUnknown => Message(talk::of_the_unknown),
        /// Panics over wrong arguments.
        PanicsWithoutArguments => Refusal(process::panics_without_arguments),
        /// Takes a while to start.
        StartsSlowly => Arguments(process::starts_slowly),
        /// Takes longer to start than an answer may take.
        StartsForSeconds => Arguments(process::starts_for_seconds),
        /// Sleeps nearly as long as a process may take to start.
        StartsAsleep => Arguments(process::starts_asleep),
        /// Works a while on each stone that it is told of.
        WorksOnStones => Message(process::works_on_stones),
        /// Reads in a thread of its own.
        ThreadReads => Run(process::thread_reads),
        /// Reads its input one byte at a time.
        ReadsByBytes => Run(process::reads_by_bytes),
        /// Takes a second to end.
        EndsSlowly => Quit(process::ends_slowly),
        /// Ends with status 3 when its input ends.
        StatusAtTheEndOfInput => Input(process::status_three),
        /// Starts a child process for each move and waits for it.
        ChildAwaited => Message(process::child_awaited),
    }
}
