//! The rules as values, and what was decided where the arena's text is silent.

use botspec::decision::Decision;
use botspec::record::Level::{Must, Should};
use botspec::requirement::{Applies, Requirement};

macro_rules! rules {
    ($($name:ident $id:literal $level:ident $demand:literal why $why:literal source $source:literal
        fix $fix:literal right $right:literal wrong $wrong:literal)*) => {
        $(#[doc = concat!("`", $id, "`.")]
        pub(crate) static $name: Requirement = Requirement {
            id: $id, level: $level, demand: $demand, why: $why, source: $source, fix: $fix, right: $right, wrong: $wrong,
            applies: Applies::Always,
        };)*
        /// Every rule, in the order of the arena's text.
        pub(crate) static REQUIREMENTS: [&Requirement; [$($id),*].len()] = [$(&$name),*];
    };
}

rules! {
    FORMAT "four/answer/format" Must "it answers each `action move` with one line, place_disc COLUMN"
        why "The engine takes no other command: the opponent wins (Decision R3)."
        source "arena, \"Communicating with the game engine\"; its engine takes two words, the first of which is place_disc"
        fix "Print the command, one blank and the number, and nothing else." right "place_disc 3" wrong "3; place_disc 3 best move"
    COLUMN "four/answer/column" Must "the column is one of 0 to 6"
        why "A disc beside the board loses the game (Decision R3)."
        source "arena, rules: the field has 7 columns, the leftmost is 0"
        fix "Count columns from 0." right "place_disc 0 for the leftmost column" wrong "place_disc 7"
    OPEN "four/answer/open" Must "the column has an empty cell"
        why "A disc on a full column loses the game (Decision R3)."
        source "arena, rules: a disc falls to the lowest empty cell of its column"
        fix "Look at the first seven cells of the field, the top row." right "place_disc 0 if cell 0 is `.`" wrong "place_disc 0 if it is not"
    UNASKED "four/output/unasked" Must "nothing but the answers is printed on stdout"
        why "The engine takes the next line it reads for the answer: it may belong to another move, or be none."
        source "arena, \"Communicating with the game engine\": only `action` is answered"
        fix "Print greetings and debugging output on stderr." right "print(\"depth 9\", file=sys.stderr)" wrong "print(\"depth 9\")"
    FLUSHED "four/output/flushed" Must "each answer ends with a line end and arrives before anything more is sent"
        why "The engine sends nothing more until it has the answer, so the time bank runs out."
        source "arena, example bot: System.out.flush() after each answer"
        fix "Flush stdout after every answer." right "print(\"place_disc 3\", flush=True)" wrong "print(\"place_disc 3\"), which a pipe keeps"
    SETTINGS "four/input/settings" Should "settings that it does not know make no difference"
        why "The arena has renamed settings and added others; a bot that ends at the first of them plays no more."
        source "Decision R2"
        fix "Pass over the line, and print nothing on stdout." right "max_rounds is passed over" wrong "an exception on `settings max_rounds 100`"
    BANK "four/time/bank" Must "it answers within as many milliseconds as `action move` names"
        why "A bot whose time bank is empty has lost the game (Decision R3)."
        source "arena, \"Time\": what a move takes is taken from the bank, then time_per_move is added, up to the size of the bank"
        fix "Plan with what `action move` names, and end well before it." right "1 s while the bank has 10 s" wrong "2 s for each move"
    EOF "four/end/eof" Should "it ends when its stdin is closed"
        why "The engine closes stdin when the game is over. A bot that goes on keeps a core busy until it is killed."
        source "Decision R4"
        fix "Leave the loop when reading a line gives nothing." right "for line in sys.stdin: …" wrong "while True: sys.stdin.readline()"
}

macro_rules! decisions {
    ($($id:literal open $open:literal settled $settled:literal)*) => {
        /// What was decided.
        pub(crate) static DECISIONS: [Decision; [$($id),*].len()] =
            [$(Decision { id: $id, open: $open, settled: $settled }),*];
    };
}

decisions! {
    "R1" open "The arena's first form had rows separated by semicolons, 0 for an empty cell, and field_columns."
        settled "The later form, which riddles.io sent: 42 cells with commas between them, and field_width."
    "R2" open "The text does not say what a bot does about settings that it does not know."
        settled "It passes them over, as the arena's own starter bots do."
    "R3" open "The first engine let a bot try three times; the later one did not."
        settled "An answer that cannot be played, or none in time, loses the game."
    "R4" open "Nothing is said of the end of a game."
        settled "The engine closes the bot's stdin, and kills it if it has not ended two seconds later."
}
