//! What was decided where the contest's text is silent or contradicts itself.

use crate::decision::Decision;

/// All of them.
pub static DECISIONS: [Decision; 6] = [
    Decision {
        id: "L1",
        open: "A player who skips leaves no new domino behind. The text does not say which one the other player then has to keep clear of.",
        settled: "The last domino that was placed by the player who skipped still counts: the other player may not touch it, and input.txt marks the squares around it.",
    },
    Decision {
        id: "L2",
        open: "The text ends the game when \"there are no valid moves\", and also lets a player skip who has none.",
        settled: "A game is over once all 24 dominoes are on the board, or after two skips in a row.",
    },
    Decision {
        id: "L3",
        open: "One file may be kept as a cache between turns. The text does not say how long it lives.",
        settled: "Each game is played in a new folder, so a cache lasts for one game. A bot plays legally whatever it finds there: the cache of another game, a damaged one, or none.",
    },
    Decision {
        id: "L4",
        open: "The text names a penalty for overrunning the time only.",
        settled: "A bot that gives an illegal order, leaves none, or crashes has lost that game.",
    },
    Decision {
        id: "L5",
        open: "The text tells how a rating is computed, not how the ladder is ordered by it.",
        settled: "The next week's ladder goes by rating, then by games won, then by the order of the week before. A new bot begins at the bottom.",
    },
    Decision {
        id: "L6",
        open: "A player \"can\" skip where nothing fits. The text does not say whether one may skip where something does.",
        settled: "A player who can place a domino has to place one.",
    },
];
