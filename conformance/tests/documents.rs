//! What is made from the program itself is as the program has it.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use botspec::cli::Cli;
use botspec::suite::Game;
use clap::CommandFactory as _;

fn stdout(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_botspec")).args(args).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// With `BOTSPEC_UPDATE=1` in the environment the pages are written instead.
#[test]
fn the_reference_pages_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/rules");
    for game in Game::all() {
        let (rules, game) = (game.requirements(), game.name());
        let page = stdout(&["explain", game, "--format", "markdown"]);
        assert!(rules.iter().all(|rule| page.contains(&format!("\n## {}\n", rule.id))));
        let file = folder.join(format!("{game}.md"));
        if std::env::var_os("BOTSPEC_UPDATE").is_some() {
            fs::write(&file, &page).unwrap();
        }
        let written = fs::read_to_string(&file).unwrap_or_default();
        assert!(written == page, "{} is out of date: run this test with BOTSPEC_UPDATE=1", file.display());
    }
}

#[test]
fn every_command_shows_examples() {
    fn check(command: &clap::Command) {
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        assert!(help.starts_with("Examples:\n"), "{}", command.get_name());
        assert!(command.get_about().is_some(), "{}", command.get_name());
        command.get_subcommands().filter(|sub| sub.get_name() != "help").for_each(check);
    }
    Cli::command().debug_assert();
    check(&Cli::command());
}

#[test]
fn completions_and_man_pages_know_every_command() {
    let commands: Vec<String> =
        Cli::command().get_subcommands().map(|command| command.get_name().to_owned()).collect();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = stdout(&["completions", shell]);
        for command in &commands {
            assert!(script.contains(command.as_str()), "{shell}: {command}");
        }
    }
    let folder = tempfile::tempdir().unwrap();
    stdout(&["man", folder.path().to_str().unwrap()]);
    for command in &commands {
        let page = fs::read_to_string(folder.path().join(format!("botspec-{command}.1"))).unwrap();
        assert!(page.contains(".TH"), "{command}");
        assert!(page.contains("Examples"), "{command}");
    }
    let main = fs::read_to_string(folder.path().join("botspec.1")).unwrap();
    assert!(commands.iter().all(|command| main.contains(&format!("botspec\\-{command}"))), "{main}");
}
