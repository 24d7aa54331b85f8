//! The commands of the repository's README, "Start a bot", as they are printed.

mod workbench;

use std::fs;

use workbench::{Workbench, files_below, missing_tool, printed_commands, repository, text};

#[test]
fn a_bot_is_started_from_a_fresh_clone() {
    if let Some(tool) = missing_tool("rust") {
        eprintln!("skipped: there is no {tool}");
        return;
    }
    let bench = Workbench::new();
    // What the commands use of a clone: the templates, and the SDK within its workspace.
    let clone = bench.bot("clone");
    for part in ["templates", "sdk"] {
        for file in files_below(&repository().join(part)) {
            let to = clone.join(part).join(&file);
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::copy(repository().join(part).join(&file), to).unwrap();
        }
    }
    let workspace = fs::read_to_string(repository().join("Cargo.toml")).unwrap();
    let (before, members) = workspace.split_once("members = [").unwrap();
    let after = members.split_once("default-members").unwrap().1.split_once('\n').unwrap().1;
    fs::write(clone.join("Cargo.toml"), format!("{before}members = [\"sdk\"]\n{after}")).unwrap();

    let readme = fs::read_to_string(repository().join("README.md")).unwrap();
    let section = readme.split("\n## ").find(|section| section.starts_with("Start a bot\n")).unwrap();
    let commands = printed_commands(section);
    assert!(commands.len() >= 4, "{commands:?}");
    // One after another in one shell, as somebody would type them.
    let output = bench.shell(&clone, &commands.join("\n"));
    let busy = output.status.code() == Some(4);
    assert!(output.status.success() || busy, "{}", text(&output));
    assert!(bench.bot("my-bot").join("src/strategy.rs").is_file());
    let kept = fs::read_to_string(clone.join("Cargo.toml")).unwrap();
    assert!(!kept.contains("my-bot"), "the clone's workspace stays as it is");
}
