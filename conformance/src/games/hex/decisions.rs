//! What was decided where the contest's text is silent or contradicts itself.

use crate::decision::Decision;

/// All of them.
pub static DECISIONS: [Decision; 6] = [
    Decision {
        id: "H1",
        open: "The text points to another page for the swap, and says neither when it is allowed nor what it means for later messages.",
        settled: "Only the second move of a game may be a swap. Once a bot has answered make_move with swap, or has been sent swap, it plays the other colour: for sety, seto, check_win and make_move alike. The stone stays. Which colour it plays after a later init_board is undefined, since real bots differ: it is never tested, and every game starts a new process.",
    },
    Decision {
        id: "H2",
        open: "The text does not say what sety, seto and unset do where there is nothing to do.",
        settled: "A stone that is put on an occupied cell changes nothing, nor does unset on an empty one; telling a bot about its own stone once more is harmless. What seto does to the bot's own stone differs between real bots: undefined, never tested.",
    },
    Decision {
        id: "H3",
        open: "The text ends each message with a line break. The organizers' own program sends two after some.",
        settled: "Blank lines may follow a message. They are not messages and get no answer.",
    },
    Decision {
        id: "H4",
        open: "The text has turns of \"possibly\" two minutes, and no limit for any other answer.",
        settled: "A move may take 120 s unless another limit is set (the tournament ended up with 90 s); every other answer, and the end after quit, 2 s. What a process does at its start and at init_board (8 s at the most), or for many stones told at once (10 ms each), is not counted there: a game asks for a move after that. A bot that does not end at quit has its stdin closed and is then killed, and the report says which of these ended it.",
    },
    Decision {
        id: "H5",
        open: "An invalid response \"may\" lose the game.",
        settled: "It does, at once: an illegal move, a malformed answer, one that comes late, and a process that has died.",
    },
    Decision {
        id: "H6",
        open: "The text gives the form of a coordinate, and leaves open what surrounds it.",
        settled: "An answer that ends in CRLF is understood, with a warning. A coordinate with a leading zero (a01) is malformed, and a0 is off the board. A bot is sent coordinates beyond the board only to see that it ignores them, and is asked for no move on a full board, in a game that is over, or where the number of messages could be mistaken for the second move: after a lone sety, or with one stone left after unset.",
    },
];
