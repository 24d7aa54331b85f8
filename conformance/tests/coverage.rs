//! What of the contests' texts is checked: each sentence is served by rules or says why not, each rule has a sentence
//! or a decision behind it, and each was tried in a run of `check`. `docs/coverage.md` is made from it.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use botspec::decision::{Decision, cited};
use botspec::requirement::Requirement;
use botspec::suite::Game;
use serde::Deserialize;

/// `conformance/coverage/<game>.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Coverage {
    /// Which text it is.
    source: String,
    /// How many sentences it has.
    sentences: usize,
    sentence: Vec<Sentence>,
    #[serde(default)]
    unwritten: Vec<Unwritten>,
}

/// A sentence of a contest's text.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sentence {
    number: usize,
    section: String,
    /// Its words; longer ones are shortened.
    text: String,
    #[serde(default)]
    rules: Vec<String>,
    #[serde(default)]
    decisions: Vec<String>,
    /// Why no rule serves it.
    because: Option<String>,
    note: Option<String>,
}

/// A rule that goes by no sentence and no decision.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Unwritten {
    rule: String,
    because: String,
}

/// `conformance/coverage/tried.toml`: what runs of `check` tried.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tried {
    run: Vec<Run>,
}

/// A bot that was checked, and for each rule the number of cases that came to their end.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Run {
    game: String,
    bot: String,
    cases: BTreeMap<String, usize>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("coverage")
}

fn read<T: for<'de> Deserialize<'de>>(name: &str) -> T {
    let file = folder().join(format!("{name}.toml"));
    let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// Each game with its rules, its decisions and its text.
fn games() -> Vec<(&'static str, &'static [&'static Requirement], &'static [Decision], Coverage)> {
    let all = Game::all().iter().map(|game| game.contest());
    all.map(|game| (game.name(), game.requirements(), game.decisions(), read(game.name()))).collect()
}

impl Coverage {
    /// The numbers of the sentences that a rule serves.
    fn serving(&self, rule: &str) -> Vec<String> {
        let served = self.sentence.iter().filter(|sentence| sentence.rules.iter().any(|id| id == rule));
        served.map(|sentence| sentence.number.to_string()).collect()
    }
}

#[test]
fn every_sentence_is_served_or_says_why_not() {
    for (game, rules, decisions, coverage) in games() {
        let numbers: Vec<usize> = coverage.sentence.iter().map(|sentence| sentence.number).collect();
        assert_eq!(numbers, (1..=coverage.sentences).collect::<Vec<_>>(), "{game}: a sentence is missing");
        for sentence in &coverage.sentence {
            let place = format!("{game}, sentence {}", sentence.number);
            assert!(!sentence.text.trim().is_empty() && !sentence.section.trim().is_empty(), "{place}");
            let reason = sentence.because.as_deref().is_some_and(|because| !because.trim().is_empty());
            assert!(
                reason == sentence.rules.is_empty(),
                "{place}: either rules serve it or there is a reason why none does"
            );
            for id in &sentence.rules {
                assert!(rules.iter().any(|rule| rule.id == id), "{place}: there is no rule {id}");
            }
            for id in &sentence.decisions {
                assert!(
                    decisions.iter().any(|decision| decision.id == id),
                    "{place}: there is no decision {id}"
                );
            }
        }
    }
}

#[test]
fn every_rule_goes_by_a_sentence_or_a_decision() {
    for (game, rules, _, coverage) in games() {
        for rule in rules {
            let written = !coverage.serving(rule.id).is_empty() || cited(rule.source).next().is_some();
            let unwritten = coverage.unwritten.iter().any(|entry| entry.rule == rule.id);
            assert!(
                written != unwritten,
                "{}: a sentence, a decision, or a reason why there is neither",
                rule.id
            );
        }
        for entry in &coverage.unwritten {
            assert!(
                rules.iter().any(|rule| rule.id == entry.rule),
                "{game}: there is no rule {}",
                entry.rule
            );
            assert!(!entry.because.trim().is_empty(), "{}", entry.rule);
        }
    }
}

#[test]
fn every_decision_settles_something_of_the_text() {
    for (game, rules, decisions, coverage) in games() {
        for decision in decisions {
            let by_rule = rules.iter().any(|rule| cited(rule.source).any(|id| id == decision.id));
            let by_sentence = coverage
                .sentence
                .iter()
                .any(|sentence| sentence.decisions.iter().any(|id| id == decision.id));
            assert!(by_rule || by_sentence, "{game}: nothing needs decision {}", decision.id);
        }
    }
}

/// What a source says in quotation marks, and not of a decision, the contest's text says in these words, or names a section of it
/// so. A piece may leave words out at "…"; the words that a sentence here leaves out can be quoted once they are entered.
#[test]
fn what_a_source_quotes_are_the_words_of_the_text() {
    for (_, rules, _, coverage) in games() {
        let texts: Vec<&str> = coverage.sentence.iter().map(|sentence| sentence.text.as_str()).collect();
        let text = words(&texts.join(" "));
        for rule in rules {
            for quoted in quoted(rule.source) {
                let section = coverage.sentence.iter().any(|sentence| sentence.section == quoted);
                let said = quoted.split('…').all(|piece| text.contains(&words(piece)));
                assert!(section || said, "{}: the contest's text does not say \"{quoted}\"", rule.id);
            }
        }
    }
}

/// What stands in quotation marks, but for clauses that begin with a decision.
fn quoted(source: &str) -> Vec<String> {
    let mut out = Vec::new();
    let (mut inside, mut of_decision, mut clause) = (false, false, String::new());
    for c in source.chars() {
        match c {
            '"' if inside && !of_decision => out.push(std::mem::take(&mut clause)),
            '"' => {
                of_decision |= clause.trim_start().starts_with("Decision");
                clause.clear();
            }
            ';' if !inside => {
                of_decision = false;
                clause.clear();
            }
            c => clause.push(c),
        }
        inside ^= c == '"';
    }
    assert!(!inside, "a quotation has no end: {source}");
    out
}

/// With one blank between words, and none around them.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn quotations_are_told_from_what_decisions_say() {
    assert_eq!(
        quoted(
            "contest text, \"Players\": \"1 to 4; or more\"; Decision F1: \"one\" of \"them\"; and \"all\""
        ),
        ["Players", "1 to 4; or more", "all"]
    );
}

#[test]
fn every_rule_was_tried_in_a_run() {
    let tried: Tried = read("tried");
    for (game, rules, ..) in games() {
        let known: BTreeSet<&str> = rules.iter().map(|rule| rule.id).collect();
        let runs: Vec<&Run> = tried.run.iter().filter(|run| run.game == game).collect();
        let counted: BTreeSet<&str> = runs
            .iter()
            .flat_map(|run| &run.cases)
            .filter(|(_, cases)| **cases > 0)
            .map(|(id, _)| id.as_str())
            .collect();
        assert_eq!(known, counted, "{game}: tried.toml is out of date, see what_a_run_tries");
    }
}

/// With `BOTSPEC_UPDATE=1` in the environment the page is written instead.
#[test]
fn the_page_is_current() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/coverage.md");
    let page = page();
    if std::env::var_os("BOTSPEC_UPDATE").is_some() {
        fs::write(&file, &page).unwrap();
    }
    let written = fs::read_to_string(&file).unwrap_or_default();
    assert!(written == page, "{} is out of date: run this test with BOTSPEC_UPDATE=1", file.display());
}

fn page() -> String {
    let mut out = String::from(
        "# What is checked of the contests' texts\n\n\
         Made by `BOTSPEC_UPDATE=1 cargo test -p botspec --test suite -- coverage::` from `conformance/coverage`.\n\nEach sentence of each text, with the rules that serve it or the reason why none does; \
         then each rule, with its sentences, its decisions and the number of cases that came to their end in a run of \
         `botspec check`.\n",
    );
    let tried: Tried = read("tried");
    for (game, rules, _, coverage) in games() {
        let runs: Vec<&Run> = tried.run.iter().filter(|run| run.game == game).collect();
        let served = coverage.sentence.iter().filter(|sentence| !sentence.rules.is_empty()).count();
        let _ = write!(
            out,
            "\n## {game}\n\n{}.\n\n{} sentences: rules serve {served}, the others say why none does. {} rules.\n\n\
             ### Sentences\n\n| | section | sentence | rules | decisions | remark |\n|---:|---|---|---|---|---|\n",
            coverage.source,
            coverage.sentences,
            rules.len()
        );
        for sentence in &coverage.sentence {
            let remark = sentence.because.as_deref().or(sentence.note.as_deref()).unwrap_or_default();
            let _ = writeln!(
                out,
                "| {} | {} | {} | {} | {} | {} |",
                sentence.number,
                cell(&sentence.section),
                cell(&sentence.text),
                sentence.rules.iter().map(|id| link(game, id)).collect::<Vec<_>>().join(", "),
                sentence.decisions.iter().map(|id| decision_link(game, id)).collect::<Vec<_>>().join(", "),
                cell(remark),
            );
        }
        let bots: Vec<String> = runs.iter().map(|run| format!(" {} |", run.bot)).collect();
        let _ = write!(
            out,
            "\n### Rules\n\n| rule | level | sentences | decisions |{}\n|---|---|---|---|{}\n",
            bots.concat(),
            "---:|".repeat(bots.len())
        );
        for rule in rules {
            let unwritten = coverage.unwritten.iter().find(|entry| entry.rule == rule.id);
            let sentences =
                unwritten.map_or_else(|| coverage.serving(rule.id).join(", "), |entry| cell(&entry.because));
            let decisions: Vec<String> = cited(rule.source).map(|id| decision_link(game, id)).collect();
            let counts =
                runs.iter().map(|run| format!(" {} |", run.cases.get(rule.id).copied().unwrap_or(0)));
            let _ = writeln!(
                out,
                "| {} | {} | {sentences} | {} |{}",
                link(game, rule.id),
                rule.level,
                decisions.join(", "),
                counts.collect::<String>()
            );
        }
    }
    out
}

fn link(game: &str, id: &str) -> String {
    format!("[{}](rules/{game}.md#{})", id.split_once('/').map_or(id, |(_, rest)| rest), id.replace('/', ""))
}

fn decision_link(game: &str, id: &str) -> String {
    format!("[{id}](rules/{game}.md#decision-{})", id.to_lowercase())
}

/// A text that Markdown takes as it is.
fn cell(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '\\' | '*' | '_' | '[' | ']' | '|' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}

/// The bots that are checked for what they try, with which options; folders as submissions. No example keeps a cache, so
/// one that does stands in for that rule.
const CHECKED: [(&str, &str, &[&str]); 5] = [
    ("linkage", "examples/linkage-c", &["--submission"]),
    ("linkage", "conformance/tests/bots/linkage/remembers.py", &["--rule", "linkage/files/stale-cache"]),
    ("hex", "examples/hex-python", &["--submission"]),
    ("flit", "examples/flit-python", &["--submission"]),
    ("power4", "examples/power4-python", &["--submission"]),
];

/// What `tried.toml` says is what a run tries, at the usual seed. With `BOTSPEC_UPDATE=1` it is written anew.
#[test]
#[ignore = "takes minutes"]
fn what_a_run_tries() {
    let mut text = String::from(
        "# Made by `BOTSPEC_UPDATE=1 cargo test -p botspec --test suite -- coverage:: --ignored`: for each rule the number\n\
         # of cases that came to their end when a bot was checked.\n",
    );
    for (game, bot, options) in CHECKED {
        let _ = write!(text, "\n[[run]]\ngame = \"{game}\"\nbot = \"{bot}\"\n\n[run.cases]\n");
        for (rule, cases) in tried_by(game, bot, options) {
            let _ = writeln!(text, "\"{rule}\" = {cases}");
        }
    }
    let file = folder().join("tried.toml");
    if std::env::var_os("BOTSPEC_UPDATE").is_some() {
        fs::write(&file, &text).unwrap();
    }
    let written = fs::read_to_string(&file).unwrap_or_default();
    assert!(written == text, "{} is out of date: run this test with BOTSPEC_UPDATE=1", file.display());
}

/// For each rule, how many cases that serve it came to their end, those too of which only the time is in doubt.
fn tried_by(game: &str, bot: &str, options: &[&str]) -> BTreeMap<String, usize> {
    let bench = tempfile::tempdir().unwrap();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(bot);
    let to = bench.path().join(from.file_name().unwrap());
    if from.is_dir() {
        fs::create_dir(&to).unwrap();
        let program = |name: &std::ffi::OsStr| name == "bot" || name == "__pycache__";
        for entry in fs::read_dir(&from).unwrap().flatten().filter(|entry| !program(&entry.file_name())) {
            fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
    } else {
        fs::copy(&from, &to).unwrap();
    }
    let report = bench.path().join("report.json");
    let mut command = Command::new(env!("CARGO_BIN_EXE_botspec"));
    command.args(["check", game]).arg(&to).args(options);
    command.args(["--thorough", "--max-time", "1h", "--format", "json", "--output"]).arg(&report);
    let run = command.output().unwrap();
    assert!(
        run.status.success() || run.status.code() == Some(4),
        "{bot}: {}",
        String::from_utf8_lossy(&run.stderr)
    );
    let report: serde_json::Value = serde_json::from_slice(&fs::read(&report).unwrap()).unwrap();
    let mut tried = BTreeMap::new();
    for case in report["cases"].as_array().unwrap().iter().filter(|case| case["verdict"] != "skip") {
        for rule in case["rules"].as_array().unwrap() {
            *tried.entry(rule.as_str().unwrap().to_owned()).or_default() += 1;
        }
    }
    tried
}
