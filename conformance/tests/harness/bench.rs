//! Where checks are run: a folder with bots.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use assert_cmd::Command;
use tempfile::TempDir;

use super::executables::executable;
use super::law::contradictions;
use super::outcome::Outcome;
use super::pace::{Pace, Permit};
use super::processes::await_end;

/// A folder of bots.
pub(crate) struct Bench {
    folder: TempDir,
}

/// No check takes nearly as long; one that does hangs.
const MAX_WAIT: Duration = Duration::from_secs(300);

impl Bench {
    /// An empty one.
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("tests need a folder for temporary files") }
    }

    /// Makes an empty folder on the bench.
    pub(crate) fn folder(&self, name: &str) -> PathBuf {
        let folder = self.folder.path().join(name);
        fs::create_dir(&folder).expect("the bench is writable, and the name new");
        folder
    }

    /// Puts a bot here that plays what its name says.
    pub(crate) fn bot(&self, game: &str, name: &str) -> PathBuf {
        let from = executable(&format!("{game}-test-bot"));
        let bot = self.folder.path().join(name);
        // A link, since a copy that is being written could be started by nobody.
        fs::hard_link(&from, &bot)
            .or_else(|_| fs::copy(&from, &bot).map(|_| ()))
            .expect("the bench is writable");
        bot
    }

    /// Runs `botspec check` and reads its report. Fails if a process with the name of the bot is still there
    /// afterwards.
    pub(crate) fn check(&self, pace: Pace, game: &str, bot: &str, options: &[&str]) -> Outcome {
        self.check_at(pace, game, &self.folder.path().join(bot), options)
    }

    /// The same for a bot that lies elsewhere.
    pub(crate) fn check_at(&self, pace: Pace, game: &str, bot: &Path, options: &[&str]) -> Outcome {
        let (run, report, _) = self.run(pace, game, bot, &[options, &["--no-shrink"]].concat());
        Outcome::read(name_of(bot), &run, &report)
    }

    /// The same, with how long the tester ran.
    pub(crate) fn check_timed(
        &self,
        pace: Pace,
        game: &str,
        bot: &str,
        options: &[&str],
    ) -> (Outcome, Duration) {
        let options = [options, &["--no-shrink"]].concat();
        let (run, report, took) = self.run(pace, game, &self.folder.path().join(bot), &options);
        (Outcome::read(bot, &run, &report), took)
    }

    /// The same with cases made as small as they can be, and with every violation: its rule, its case and the command
    /// that shows it again.
    pub(crate) fn commands(
        &self,
        pace: Pace,
        game: &str,
        bot: &str,
        options: &[&str],
    ) -> (Outcome, Vec<(String, String, String)>) {
        let (run, report, _) = self.run(pace, game, &self.folder.path().join(bot), options);
        let outcome = Outcome::read(bot, &run, &report);
        let report: serde_json::Value = serde_json::from_slice(&report).unwrap_or_default();
        let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
        let list = |value: &serde_json::Value| value.as_array().cloned().unwrap_or_default();
        let found = list(&report["cases"]).into_iter().flat_map(|case| {
            let id = text(&case["id"]);
            list(&case["violations"]).into_iter().map(move |violation| (id.clone(), violation))
        });
        // From the folder of the bench, and with the options that make a check here a quick one.
        let command = |(id, violation): (String, serde_json::Value)| {
            (text(&violation["rule"]), id, text(&violation["repro"]))
        };
        (outcome, found.map(command).collect())
    }

    /// A check that fails or is inconclusive each of two times beside busy loops, three for each core.
    pub(crate) fn never_passes_on_busy_machine(&self, check: &str) {
        let command = format!(
            "for core in $(seq $(($(nproc) * 3))); do
                timeout 120 sh -c 'while :; do :; done' &
                busy=\"$busy $!\"
            done
            for run in 1 2; do {check}; echo ended with $?; done
            kill $busy"
        );
        let told = self.shell(Pace::Alone, &command);
        let statuses: Vec<_> = told.lines().filter_map(|line| line.strip_prefix("ended with ")).collect();
        assert!(statuses.len() == 2 && statuses.iter().all(|status| ["1", "4"].contains(status)), "{told}");
    }

    /// What a command prints, with `botspec` meaning the tester under test.
    pub(crate) fn shell(&self, pace: Pace, command: &str) -> String {
        let tester = Path::new(env!("CARGO_BIN_EXE_botspec")).parent().expect("it lies in a folder");
        let path = format!("{}:{}", tester.display(), std::env::var("PATH").unwrap_or_default());
        let permit = Permit::wait(pace);
        let run = Command::new("sh")
            .args(["-c", command])
            .current_dir(self.folder.path())
            .env("PATH", path)
            .timeout(MAX_WAIT)
            .output()
            .expect("there is a shell");
        drop(permit);
        format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr))
    }

    /// The report of a check that is not told to be thorough, and where that contradicts itself.
    pub(crate) fn check_quickly(
        &self,
        pace: Pace,
        game: &str,
        bot: &str,
        options: &[&str],
    ) -> (serde_json::Value, Vec<String>) {
        let permit = Permit::wait(pace);
        let run = Command::new(env!("CARGO_BIN_EXE_botspec"))
            .args(["check", game, "--format", "json"])
            .arg(self.folder.path().join(bot))
            .args(options)
            .timeout(MAX_WAIT)
            .output()
            .expect("the tester can be started");
        drop(permit);
        let report = serde_json::from_slice(&run.stdout).unwrap_or_default();
        let contradictions = contradictions(&report, run.status.code());
        (report, contradictions)
    }

    /// Runs `botspec check`; returns how it ended, its report and how long it took.
    fn run(
        &self,
        pace: Pace,
        game: &str,
        bot: &Path,
        options: &[&str],
    ) -> (std::process::Output, Vec<u8>, Duration) {
        let name = name_of(bot);
        let permit = Permit::wait(pace);
        let report = self.folder.path().join(format!("{name}.report.json"));
        let began = Instant::now();
        let run = Command::new(env!("CARGO_BIN_EXE_botspec"))
            .args([
                "check",
                game,
                "--thorough",
                "--jobs",
                "1",
                "--max-time",
                "1h",
                "--format",
                "json",
                "--output",
            ])
            .arg(&report)
            .arg(bot)
            .args(options)
            .current_dir(self.folder.path())
            .timeout(MAX_WAIT)
            .output()
            .expect("the tester can be started");
        let took = began.elapsed();
        drop(permit);
        await_end(name);
        (run, fs::read(report).unwrap_or_default(), took)
    }
}

fn name_of(bot: &Path) -> &str {
    bot.file_name().and_then(|name| name.to_str()).expect("bots have plain names")
}
