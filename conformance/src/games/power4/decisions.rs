//! What was decided where the contest's text is silent or contradicts itself.

use crate::decision::Decision;

/// All of them.
pub static DECISIONS: [Decision; 5] = [
    Decision {
        id: "P1",
        open: "The text does not say what happens to the disks above those that are cleared.",
        settled: "They fall straight down, as in the organizers' own program. In the variant hover they stay where they are, and the lowest unoccupied cell may lie beneath other disks.",
    },
    Decision {
        id: "P2",
        open: "After a clearing both teams may have four in a row; the text knows one winner only.",
        settled: "Fours are looked for once everything has been cleared and has fallen. If both teams have one then, the set is drawn.",
    },
    Decision {
        id: "P3",
        open: "The text does not say what a full board means.",
        settled: "Without a four it is a drawn set.",
    },
    Decision {
        id: "P4",
        open: "The text speaks of sets, and of illegal moves, without saying how many of either there are.",
        settled: "A match has two sets unless another number is set; the team to start is drawn for the first one and alternates, teams keep their numbers, and each set begins with all disks available. Before each try output.txt is removed. After an illegal, missing or late answer the team is asked again on the same board, and has lost the set with the third. A failed try is not a turn; for the tester each is a violation. A board that comes again may also be that of the next turn, if the opponent has cleared just the disk that was dropped: to count the turn, and the disk as used, is legal in both, and a check expects it. Only a dual disk is still owed if its try has failed, so a check fails no bot for taking such a board after its dual disk for that of a failed try.",
    },
    Decision {
        id: "P5",
        open: "No file says that a new set has begun, nothing says how long help files last, and the text sets no time limit.",
        settled: "A set may be new when the team that starts sees an empty board, or the other team one with a single disk, or with none after a drop that cleared. It may also be one of a set that goes on, in which the opponent has cleared all other disks: which of the two it is, a bot can tell by its help files, if it keeps the board of its last turn and its own drop there. A check fails no bot for taking such a board for that of a new set; a referee who goes on with the set counts a special disk that is dropped again as used twice, and play does; where nobody can have won since, a check has a note on it. If such a board begins a new set after all, a check fails no bot for the dual disk that it owes there. Help files of the set before may still be there, or be gone: a bot that finds none answers in form all the same, and nobody holds it to what it cannot know. A try may take 2 s unless another limit is set. board.txt is one line that ends with a blank, and stdin is at its end.",
    },
];
