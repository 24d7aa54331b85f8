//! The commands of docs/ladder.md as they stand there.

use std::fs;
use std::process::Command;

use crate::bench::Bench;

/// The blocks of commands under a heading.
pub(crate) fn blocks(heading: &str) -> Vec<String> {
    let guide = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/ladder.md")).unwrap();
    let (_, below) = guide.split_once(&format!("### {heading}\n")).unwrap();
    let part = below.split("\n##").next().unwrap();
    part.split("```sh\n").skip(1).map(|block| block.split("```").next().unwrap().to_owned()).collect()
}

/// The same with the program of this build, and no more confinement than the machine gives.
pub(crate) fn with_this_program(commands: &str) -> String {
    let program = concat!(env!("CARGO_BIN_EXE_botspec"), " ladder shard season.db --sandbox auto");
    commands.replace("botspec ladder shard season.db", program)
}

/// Runs a line of commands where the ladder is.
pub(crate) fn shell(bench: &Bench, line: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(bench.0.path());
    command
}

/// Two ladders of the same bots: one on which this machine has played a week, and one whose week is planned.
pub(crate) fn two_seasons() -> Bench {
    let bench = Bench::new();
    bench.season("one.db", 5, 10);
    fs::copy(bench.at("one.db"), bench.at("season.db")).unwrap();
    bench.expect("run one.db --sandbox auto", 0);
    bench.expect("run season.db --schedule-only", 0);
    bench
}
