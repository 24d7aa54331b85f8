//! A week on several machines by GNU parallel.

use std::process::Command;

use crate::recipe::{blocks, shell, two_seasons, with_this_program};

/// Whether it is there; moreutils has another program of that name.
pub(crate) fn is_there() -> bool {
    let version = Command::new("parallel").arg("--version").output();
    version.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("GNU parallel"))
}

pub(crate) fn plays_a_week() {
    let block = blocks("GNU parallel").remove(0);
    let lines: Vec<&str> = block.lines().collect();
    let [_, recipe @ .., merge] = lines.as_slice() else { panic!("docs/ladder.md has another recipe") };
    assert_eq!(*merge, "botspec ladder merge season.db part-*.ledger");
    let bench = two_seasons();
    let recipe = with_this_program(&recipe.join("\n")).replace("parallel ", "parallel --jobs 2 ");
    let run = shell(&bench, &recipe).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    bench.expect("merge season.db part-1.ledger part-2.ledger part-3.ledger part-4.ledger", 0);
    assert_eq!(bench.json("season.db"), bench.json("one.db"));
}
