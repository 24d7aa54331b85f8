//! What was decided where the contest's text is silent or contradicts itself.

use crate::decision::Decision;

/// All of them.
pub static DECISIONS: [Decision; 10] = [
    Decision {
        id: "F1",
        open: "The text numbers the bots from 1 to 4 and does not say how one learns its number.",
        settled: "It is the bot's only argument. A bot may ignore it.",
    },
    Decision {
        id: "F2",
        open: "The text places eight pieces and does not say how bots hear of them.",
        settled: "They are sent as updates, in the order in which they were placed, to every bot before the first request.",
    },
    Decision {
        id: "F3",
        open: "The text has updates, and does not say who gets which, in which order.",
        settled: "After each turn the squares that changed go to every bot that is not frozen, the one that moved included: first the origin, then the destination, then what was converted by y and then x, then a new neutral piece. If that piece stands on the origin, the square is sent twice. A bot need not apply its own move.",
    },
    Decision {
        id: "F4",
        open: "The text penalises nothing but being late, and gives illegal answers no name.",
        settled: "A malformed or illegal answer moves nothing and is recorded. In the game it costs no more than that, and if it came in time the count of overruns starts again; for the tester it is a violation.",
    },
    Decision {
        id: "F5",
        open: "The text does not say what becomes of an answer that arrives late.",
        settled: "Answers belong to requests in order. The first line after an overrun answers the request that was missed, and is thrown away.",
    },
    Decision {
        id: "F6",
        open: "The text freezes slow bots and says nothing of dead ones.",
        settled: "A bot whose process has ended is frozen at once. A frozen bot gets no more messages and its stdin is closed; its turns still count, as turns in which nothing moved.",
    },
    Decision {
        id: "F7",
        open: "The text has no message for the end of the game.",
        settled: "Stdin is closed; the bot has 2 s to end.",
    },
    Decision {
        id: "F8",
        open: "50 ms are little for a process that is still starting.",
        settled: "The first request of a game may be answered within 2 s. Every later one has the limit.",
    },
    Decision {
        id: "F9",
        open: "The text's section on moving is empty.",
        settled: "Moving goes by the author's own version of the game: a piece may go to any empty square, however far, that is next to another piece of its owner, and turns the neutral pieces around it into the owner's.",
    },
    Decision {
        id: "F10",
        open: "The game ends when the turns taken \"exceed\" 32,768, which is also said to be 8,192 for each bot.",
        settled: "It ends after turn 32,768. Each turn, with its draw of a neutral piece, is followed by a look at the conditions; where several hold, turns come before staying, and staying before dominance. Where three bots are frozen, one idle turn of the fourth ends the game.",
    },
];
