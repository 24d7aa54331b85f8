//! The roster of bots that are odd but right.

use super::behaviour::Behaviour::{
    self, Beginning, Ending, Heard, Hearing, Reading, Reply, Run, Thinking, Writing,
};
use super::oddities::{input, moves, process, turns, writing};
use crate::roster::roster;

roster! {
    /// A bot that does something in an unusual way, and breaks no rule by it.
    Oddity: Behaviour {
        /// Plays the last legal move instead of the first.
        LastMove => Reply(moves::last),
        /// Plays any legal move, another one each time.
        RandomMove => Reply(moves::random),
        /// Plays the move that converts most.
        Collects => Reply(moves::collects),

        /// Writes its answer one letter at a time.
        AnswerByLetters => Writing(writing::by_letters),
        /// Writes the line end a little later than the answer.
        AnswerInTwoParts => Writing(writing::in_two_parts),
        /// Draws the board on stderr at each answer.
        Chatty => Writing(writing::chatty),
        /// Writes 64 KiB on stderr at each answer, which nobody reads.
        ComplainsAtLength => Writing(writing::complains_at_length),

        /// Reads one byte at a time.
        ReadsByBytes => Run(input::by_bytes),
        /// Splits messages at white space.
        ReadsByWords => Reading(input::by_words),
        /// Reads in a thread of its own.
        ReadsInAThread => Run(input::in_a_thread),
        /// Reads the pieces of a start before anything else.
        ReadsStartFirst => Run(input::start_first),
        /// Answers whatever is no update, half a message at the end of its input too.
        AnswersAnythingElse => Run(input::anything_else),
        /// Takes its time at each update: a round of them takes a fifth of the limit.
        SlowToHear => Heard(input::slow_to_hear),
        /// Chooses at each update, and answers at once.
        ReadyAnswer => Run(input::ready_answer),
        /// Does not look at neutral pieces: no square beside its own pieces ever holds one.
        NeutralUnknown => Hearing(moves::neutral_unknown),
        /// Has room for 100 updates in a row, which is more than there ever are.
        NoMoreThan100 => Hearing(moves::no_more_than_100),
        /// Ends when it is told of something that no turn of a game does.
        KnowsOnlyTurns => Run(turns::knows_only),
        /// The same, and of any move of its own that it has not answered.
        KnowsItsOwnMoves => Run(turns::knows_its_own),
        /// Has room for 64 updates in a row, which a game never comes near.
        RoomFor64 => Hearing(moves::room_for_64),
        /// Plays any legal move, by what the machine holds at random.
        Dice => Reply(moves::dice),
        /// Knows no change of a square but those that happen in games.
        OnlyWhatHappens => Hearing(moves::only_what_happens),

        /// Takes 35 ms for each answer.
        ThirtyFive => Thinking(process::thirty_five),
        /// Takes nearly all of its time for one answer in a hundred.
        PausesNowAndThen => Thinking(process::pauses_now_and_then),
        /// Takes more than a second to start.
        StartsInASecond => Beginning(process::starts_in_a_second),
        /// Takes much longer for its first answer than for the others.
        WarmsUp => Thinking(process::warms_up),
        /// Is too slow for its first answers on a board with more than a game has by then.
        CompilesAsItGoes => Thinking(process::compiles_as_it_goes),
        /// Takes a second to end.
        EndsInASecond => Ending(process::ends_in_a_second),
        /// Ends while a thread still runs.
        EndsInHaste => Ending(process::ends_in_haste),
        /// Chooses in four threads.
        ThinksInThreads => Thinking(process::thinks_in_threads),
        /// Thinks while others move.
        Ponders => Run(process::ponders),
        /// Starts a child process and waits for it.
        ChildAwaited => Thinking(process::child_awaited),
        /// Has an engine in a process of its own, which ends with it.
        EngineEnded => Run(process::engine_ended),
        /// Uses 100 MiB.
        MuchMemory => Beginning(process::much_memory),
        /// Changes its current directory.
        ChangesDirectory => Beginning(process::changes_directory),
        /// Replaces itself by another program (here the same one) in the same process.
        ReplacedByExec => Run(process::replaced_by_exec),
        /// Starts a session of its own in the same process, where that is possible.
        OwnSession => Beginning(process::own_session),
    }
}
