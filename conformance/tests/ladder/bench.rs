//! A folder with a ladder in it, and small bots that play it.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::{Command, Output};

use botspec::ladder::{Overruns, Settings, Source, Store, Submission};
use botspec::record::{GameName, Variant};
use tempfile::TempDir;

/// When whatever is written was written.
pub(crate) const NOW: &str = "2026-11-23T00:00:00Z";

/// Plays the cells of a board in a fixed order, as far as they are free.
const ORDERLY: &str = r#"#!/bin/sh
taken=" "
while read -r word cell rest; do
    case "$word" in
        make_move) for cell in ORDER; do case "$taken" in *" $cell "*) ;; *) echo "$cell"; taken="$taken$cell "; break ;; esac; done ;;
        seto | sety) taken="$taken$cell " ;;
        quit) exit ;;
    esac
done
"#;

pub(crate) struct Bench(pub(crate) TempDir);

impl Bench {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A ladder of Hex on a board of 3×3 with so many bots that leave nothing to chance.
    pub(crate) fn season(&self, name: &str, bots: usize, games: u32) -> PathBuf {
        let path = self.at(name);
        create(&path, games);
        self.enter_orderly(&path, bots);
        path
    }

    /// Takes in so many bots that leave nothing to chance.
    pub(crate) fn enter_orderly(&self, ladder: &std::path::Path, bots: usize) {
        for number in 0..bots {
            let cells = ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"];
            // Strides that 9 has no part of: each order begins and goes on differently.
            let stride = [1, 2, 4, 5, 7, 8][number % 6];
            let order: Vec<&str> = (0..9).map(|at| cells[(number + at * stride) % 9]).collect();
            self.enter(ladder, &format!("bot{number}"), &ORDERLY.replace("ORDER", &order.join(" ")));
        }
    }

    /// Takes in a bot that is this script, whatever a check would say of it.
    pub(crate) fn enter(&self, ladder: &std::path::Path, name: &str, script: &str) {
        self.enter_as(ladder, None, name, script);
    }

    /// Likewise, under this number.
    pub(crate) fn enter_as(&self, ladder: &std::path::Path, number: Option<u32>, name: &str, script: &str) {
        let submission = Submission { name: name.to_owned(), author: None, verdict: "pass".to_owned() };
        let source = Source::read(&self.folder(name, script)).unwrap();
        Store::open(ladder).unwrap().add(number, &source, &submission, NOW).unwrap();
    }

    /// A bot's folder.
    pub(crate) fn folder(&self, name: &str, script: &str) -> PathBuf {
        let folder = self.at(name);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("bot.toml"), format!("name = \"{name}\"\nrun = [\"./bot\"]\n")).unwrap();
        fs::write(folder.join("bot"), script).unwrap();
        fs::set_permissions(folder.join("bot"), fs::Permissions::from_mode(0o755)).unwrap();
        folder
    }

    pub(crate) fn ladder(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_botspec"));
        command.current_dir(self.0.path()).arg("ladder").args(words.split_whitespace());
        command.env_remove("CLICOLOR_FORCE").env_remove("NO_COLOR");
        command
    }

    /// Runs a command of the ladder's that is to end like this, and returns what it printed.
    pub(crate) fn expect(&self, words: &str, code: i32) -> (String, String) {
        let Output { status, stdout, stderr } = self.ladder(words).output().unwrap();
        let (stdout, stderr) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
        assert_eq!(status.code(), Some(code), "{words}\n{stdout}\n{stderr}");
        assert!(!stderr.contains("panicked"), "{stderr}");
        (stdout, stderr)
    }

    pub(crate) fn json(&self, ladder: &str) -> String {
        self.expect(&format!("export {ladder} --format json"), 0).0
    }
}

/// A ladder of Hex without bots.
pub(crate) fn create(path: &std::path::Path, games: u32) {
    Store::create(path, GameName::new("hex").unwrap(), &settings(games), NOW).unwrap();
}

/// Hex on a board of 3×3, by neighbours.
pub(crate) fn settings(games: u32) -> Settings {
    Settings {
        variant_name: None,
        variant: Variant { size: Some(3), ..Variant::default() },
        seed: 7,
        seeds: botspec::ladder::Seeds::Counted,
        format: botspec::ladder::Format::Neighbours,
        against: None,
        openings: botspec::referee::openings::Openings::None,
        games,
        limit_ms: 5_000,
        overruns: Overruns::Disqualify,
        publish_after: 1,
    }
}
