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

/// The page says of every level how strong it is, and of no other; `conformance/sparring` makes it from games.
#[test]
fn the_page_on_sparring_partners_has_the_levels_that_there_are() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/sparring.md")).unwrap();
    let parts: Vec<&str> = page.split("\n### ").skip(1).collect();
    for game in Game::all() {
        let levels = game.contest().sparring().unwrap().levels();
        let command = format!("`botspec play {} --sparring ", game.name());
        let part = parts.iter().find(|part| part.contains(&command)).unwrap_or_else(|| panic!("{command}"));
        let rows: Vec<Vec<&str>> = part
            .lines()
            .filter(|line| line.starts_with("| "))
            .map(|line| line.trim_matches(['|', ' ']).split(" | ").map(str::trim).collect())
            .collect();
        let named = |levels: &mut dyn Iterator<Item = &&str>| {
            levels.map(|level| format!("`{level}`")).collect::<Vec<_>>()
        };
        assert_eq!(rows[0], named(&mut levels.iter().rev().skip(1).rev()), "{game}: columns");
        let firsts: Vec<&str> = rows[1..].iter().map(|row| row[0]).collect();
        assert_eq!(firsts, named(&mut levels.iter().skip(1).rev()), "{game}: rows");
        for (row, above) in rows[1..].iter().zip((1..levels.len()).rev()) {
            let cells = row[1..].iter().filter(|cell| cell.contains(" %")).count();
            assert_eq!(cells, above, "{game}: {row:?}");
        }
    }
}
