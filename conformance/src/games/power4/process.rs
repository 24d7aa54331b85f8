//! `power4/process/…`: how the bot's process starts and ends.

use crate::record::Level;
use crate::requirement::{Applies, Requirement};

/// `power4/process/terminates`.
pub(super) static TERMINATES: Requirement = Requirement {
    id: "power4/process/terminates",
    level: Level::Must,
    demand: "the process ends by itself and leaves no process behind",
    why: "The referee waits for your program to end before it reads output.txt. What is left running takes time from every program that plays after yours; what ends within 100 ms by itself is not counted.",
    source: "contest text, \"Game Explanation\": \"The codes will have to produce the output.txt file when they are called\": a program is called once a turn",
    fix: "End after writing output.txt. Wait for child processes and join threads before that; start nothing in the background.",
    right: "subprocess.run([...])",
    wrong: "subprocess.Popen([...]) and no wait()",
    applies: Applies::Always,
};

/// `power4/process/exit-status`.
pub(super) static EXIT_STATUS: Requirement = Requirement {
    id: "power4/process/exit-status",
    level: Level::Should,
    demand: "the process ends with exit status 0 and by no signal",
    why: "Many referees take another status for a crash, whatever the answer says.",
    source: "common practice; the contest's text does not speak of crashes",
    fix: "Return 0 from main once output.txt is written. If you see a status you did not choose, look at stderr for an exception or at the signal for a crash.",
    right: "return 0;",
    wrong: "void main() in C, or an exception after output.txt is written",
    applies: Applies::Always,
};
