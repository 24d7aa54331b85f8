//! Examples and templates that choose at random: what is changed in their sources, and whether a check blames them.
#![allow(dead_code, reason = "each test uses its part")]

use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;

/// Seeds in the short form of a test.
pub(crate) const FEW: u64 = 2;
/// Seeds in the long form.
pub(crate) const MANY: u64 = 200;

/// A bot whose choice is to be a random one.
#[derive(Debug, Deserialize)]
pub(crate) struct RandomBot {
    pub(crate) game: String,
    #[serde(flatten)]
    pub(crate) part: Part,
    /// The source that is changed.
    file: String,
    /// What stands there once, and what instead; `SEED` in it is the seed.
    replace: Vec<(String, String)>,
}

/// Where a bot comes from.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Part {
    /// The folder of an example.
    Example(String),
    /// The language of a template.
    Template(String),
}

/// All of `bots.toml`.
pub(crate) fn random_bots() -> Vec<RandomBot> {
    #[derive(Deserialize)]
    struct Bots {
        bot: Vec<RandomBot>,
    }
    let bots: Bots =
        toml::from_str(include_str!("bots.toml")).expect("the table of random bots is well-formed");
    bots.bot
}

impl RandomBot {
    /// What is needed to build or run it and cannot be found.
    pub(crate) fn missing_tool(&self) -> Option<&'static str> {
        let tools: &[&str] = match Path::new(&self.file).extension().and_then(|extension| extension.to_str())
        {
            Some("py") => &["python3"],
            Some("c" | "h") => &["cc"],
            Some("hpp") => &["c++"],
            _ => &["javac", "java"],
        };
        tools.iter().copied().find(|tool| botspec::bot::Toolbox::from_env().find(tool).is_none())
    }

    /// Copies the files of a folder and changes the source.
    pub(crate) fn copy(&self, from: &Path, to: &Path, seed: u64) {
        fs::create_dir(to).expect("a new folder");
        for entry in fs::read_dir(from).expect("a folder").flatten().filter(|entry| entry.path().is_file()) {
            fs::copy(entry.path(), to.join(entry.file_name())).expect("a file can be copied");
        }
        self.change(to, seed);
    }

    /// Changes the source that lies in this folder.
    pub(crate) fn change(&self, folder: &Path, seed: u64) {
        let file = folder.join(&self.file);
        let mut text = fs::read_to_string(&file).expect("the source can be read");
        for (old, new) in &self.replace {
            assert_eq!(text.matches(old.as_str()).count(), 1, "{}: {old}", file.display());
            text = text.replace(old.as_str(), &new.replace("SEED", &seed.to_string()));
        }
        fs::write(&file, text).expect("the source can be written");
    }
}

/// So many seeds from 1, or those that `BOTSPEC_SEEDS` names.
pub(crate) fn seeds(count: u64) -> RangeInclusive<u64> {
    let Ok(named) = std::env::var("BOTSPEC_SEEDS") else { return 1..=count };
    let (first, last) = named.split_once('-').unwrap_or((&named, &named));
    let number =
        |text: &str| text.parse().unwrap_or_else(|_| panic!("BOTSPEC_SEEDS={named} is no range of seeds"));
    number(first)..=number(last)
}

/// What a right bot is blamed for by this check, whose generated cases go by the seed too; none if it is not. A time
/// that a busy machine leaves in doubt is no blame, and what is not seen again is the machine's: the same seed makes the
/// same moves. This is one of so many seeds: if they are few, a bot that starts slowly is not tried on all cases.
pub(crate) fn blamed(check: &mut Command, seed: u64, of: u64) -> Option<String> {
    let most = if of == MANY { "1h" } else { "5s" };
    check.args(["--seed", &seed.to_string(), "--cases", "10", "--max-time", most, "--time-limit", "30s"]);
    check.args(["--thorough", "--no-shrink", "--format", "json"]);
    blamed_once(check)?;
    blamed_once(check)
}

fn blamed_once(check: &mut Command) -> Option<String> {
    let run = check.output().expect("the tester can be started");
    let report: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap_or_default();
    let cases = report["cases"].as_array().cloned().unwrap_or_default();
    let violations = cases.iter().flat_map(|case| {
        let of_case = case["violations"].as_array().cloned().unwrap_or_default();
        of_case
            .into_iter()
            .map(|violation| format!("{} {}: {}", case["id"], violation["rule"], violation["message"]))
    });
    let violations: Vec<String> = violations.collect();
    if !violations.is_empty() {
        return Some(violations.join("\n    "));
    }
    let judged = matches!(run.status.code(), Some(0 | 4)) && !cases.is_empty();
    (!judged).then(|| format!("{}: {}", run.status, String::from_utf8_lossy(&run.stderr)))
}
