//! `linkage/process/…`: how the bot's process starts and ends.

use crate::record::Level;
use crate::requirement::{Applies, Requirement};

/// `linkage/process/terminates`.
pub(super) static TERMINATES: Requirement = Requirement {
    id: "linkage/process/terminates",
    level: Level::Must,
    demand: "the process ends by itself and leaves no process behind",
    why: "The runner waits for your bot to end before it reads the order. What is left running takes time from every bot that plays after yours; what ends within 100 ms by itself is not counted.",
    source: "contest text, \"Playing a Turn\": the bot is started, writes its order and stops",
    fix: "End after writing the order. Wait for child processes and join threads before that; start nothing in the background.",
    right: "subprocess.run([...])",
    wrong: "subprocess.Popen([...]) and no wait()",
    applies: Applies::Always,
};

/// `linkage/process/exit-status`.
pub(super) static EXIT_STATUS: Requirement = Requirement {
    id: "linkage/process/exit-status",
    level: Level::Should,
    demand: "the process ends with exit status 0 and by no signal",
    why: "Many runners take another status for a crash, whatever the order says.",
    source: "common practice; Decision L4: a crash loses the game",
    fix: "Return 0 from main once the order is written. If you see a status you did not choose, look at stderr for an exception or at the signal for a crash.",
    right: "return 0;",
    wrong: "void main() in C, or an exception after the order is written",
    applies: Applies::Always,
};

/// `linkage/process/location`.
pub(super) static LOCATION: Requirement = Requirement {
    id: "linkage/process/location",
    level: Level::Should,
    demand: "started from another current directory it still uses the files beside its executable",
    why: "The contest puts input.txt and order.txt \"in the same location as your bot\". If the runner starts bots by their path, from a folder of its own, a bot that opens plain \"input.txt\" finds nothing. Nor does the text say what the path of that folder looks like, or that HOME is set.",
    source: "contest text, \"Playing a Turn\": \"This will be in the same location as your bot\"",
    fix: "Build the paths from the executable's own folder: Path(__file__).resolve().parent in Python, std::env::current_exe() in Rust, argv[0] or /proc/self/exe in C, GetModuleFileName on Windows. In a shell script, quote them: a path may have blanks.",
    right: "Path(__file__).resolve().parent / \"input.txt\"",
    wrong: "open(\"input.txt\")",
    applies: Applies::Always,
};
