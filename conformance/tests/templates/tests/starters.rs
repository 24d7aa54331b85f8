//! Every game × language: what the template makes builds, passes its unit test and `check --strict`, plays and is packed,
//! by the commands that its README prints. A combination whose compiler is missing is ignored, and its name says why.
//!
//! In the short form one language of each game is packed, which checks it as a whole, and the others are checked by a few
//! cases: with a choice at random, they are tried on all kinds in `false_alarms.rs`.
#![expect(clippy::unwrap_used, reason = "helpers of tests: a panic is the failure")]

mod workbench;

use std::fs;
use std::num::NonZero;
use std::path::Path;
use std::process::{ExitCode, Output};
use std::sync::{PoisonError, RwLock};
use std::thread;

use libtest_mimic::{Arguments, Failed, Trial};
use workbench::{LANGUAGES, Workbench, games, missing_tool, printed_commands, text};

/// Bots are timed while they are checked. Where milliseconds count, or a start takes much of the limit, nothing else
/// is checked.
static CHECK: RwLock<()> = RwLock::new(());

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    // Some wait: for a bot that is asked whether it keeps quiet, for their turn to build, for their turn to check.
    arguments.test_threads.get_or_insert(2 * thread::available_parallelism().map_or(1, NonZero::get));
    let mut trials = Vec::new();
    // Java's take longest, so they come first. Different games go beside each other: those of one want the same things
    // at the same time.
    for language in LANGUAGES.into_iter().rev() {
        for game in games() {
            for (what, test, is_long) in [
                ("conforms", conforms as Test, false),
                ("awkward_values", awkward_values, false),
                ("conforms_as_a_whole", conforms_as_a_whole, true),
                ("owes_the_dual_disk_in_a_new_set", owes_the_dual_disk_in_a_new_set, false),
            ] {
                // Those in Rust have the SDK's memory, which its own tests try.
                if what.starts_with("owes") && (game != "power4" || language == "rust") {
                    continue;
                }
                let missing = missing_tool(language);
                let why = missing.map_or(String::new(), |tool| format!("::skipped, there is no {tool}"));
                let trial = Trial::test(format!("{game}::{language}::{what}{why}"), move || {
                    test(game, language).map_err(Failed::from)
                });
                trials.push(trial.with_ignored_flag(is_long || missing.is_some()));
            }
        }
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

type Test = fn(&str, &str) -> Result<(), String>;

/// How much of what the README says is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// A check is one of few cases, and nothing is packed.
    Few,
    /// What is packed is checked as a whole; what cannot be packed is checked as a whole itself.
    Whole,
}

/// The language of each game that is packed in the short form, all of which are, each where it takes little time.
const PACKED: [(&str, &str); 4] = [("linkage", "java"), ("hex", "python"), ("flit", "cpp"), ("power4", "c")];

/// The README's commands succeed as they are printed.
fn conforms(game: &str, language: &str) -> Result<(), String> {
    // A bot in Rust is not packed here, and nobody else checks the template as a whole.
    let is_whole = language == "rust" || PACKED.contains(&(game, language));
    commands_succeed(game, language, if is_whole { Extent::Whole } else { Extent::Few })
}

/// The same, checked as a whole and packed in every language.
fn conforms_as_a_whole(game: &str, language: &str) -> Result<(), String> {
    commands_succeed(game, language, Extent::Whole)
}

fn commands_succeed(game: &str, language: &str, extent: Extent) -> Result<(), String> {
    let bench = Workbench::new();
    // A name of its own in each game: what is built from Rust lies in one folder.
    let name = format!("my-{game}-bot");
    let made = bench.generate(game, &name, &[("language", language)]);
    if !made.status.success() {
        return Err(text(&made));
    }
    let folder = bench.bot(&name);
    let commands = printed_commands(&fs::read_to_string(folder.join("README.md")).unwrap());
    let check = format!("botspec check {game} . --strict");
    let play = format!("botspec play {game} . .");
    for printed in [check.as_str(), play.as_str(), "botspec replay games.jsonl --format html"] {
        if !commands.iter().any(|command| command.starts_with(printed)) {
            return Err(format!("the README does not print {printed}: {commands:?}"));
        }
    }
    reports_to_agents(&bench, game, &folder, &commands)?;
    let packs = commands.iter().any(|command| command == "botspec pack .");
    let mut is_packed = false;
    for command in &commands {
        let line = match command.as_str() {
            "botspec pack ." if extent == Extent::Few => continue,
            // A few cases of each kind do: the same templates, made to choose at random, are tried on more of them
            // elsewhere.
            "botspec pack ." => format!("{command} -- --strict --cases 5 --max-time 16s"),
            // The agents' check was this one.
            printed if printed == check && (packs || extent == Extent::Few) => continue,
            printed if printed == check => format!("{printed} --cases 5"),
            printed => printed.to_owned(),
        };
        let output = run(&bench, game, &folder, &line);
        // 4: a machine so busy that the time could not be judged is not the template's fault.
        let unjudged = command.starts_with("botspec") && output.status.code() == Some(4);
        if !output.status.success() && !unjudged {
            return Err(format!("{line}\n{}", text(&output)));
        }
        is_packed |= command == "botspec pack ." && output.status.success();
    }
    let page =
        fs::read_to_string(folder.join("games.html")).map_err(|error| format!("games.html: {error}"))?;
    if !page.contains(&format!("{name}-2")) {
        return Err("the page of the games does not name both players".to_owned());
    }
    if is_packed {
        let verify = format!("botspec verify {name}-submission.receipt.json {name}-submission");
        let output = bench.shell(bench.folder.path(), &verify);
        if !output.status.success() {
            return Err(text(&output));
        }
    }
    Ok(())
}

/// What coding agents are told to run is what the README says, and a report that holds what they are told to read.
fn reports_to_agents(bench: &Workbench, game: &str, folder: &Path, known: &[String]) -> Result<(), String> {
    let text = fs::read_to_string(folder.join("AGENTS.md")).unwrap();
    let [check, rest @ ..] = &printed_commands(&text).into_iter().rev().collect::<Vec<_>>()[..] else {
        return Err("AGENTS.md prints no commands".to_owned());
    };
    if let Some(other) = rest.iter().find(|command| !known.contains(command)) {
        return Err(format!("AGENTS.md prints {other}, and the README does not"));
    }
    for file in text
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|word| word.len() > 3 && word.contains('.') && !word.contains(' '))
    {
        let is_own = folder.join(file).is_file();
        let is_of_contest =
            ["input.txt", "order.txt", "team_no.txt", "board.txt", "output.txt", "check.json"]
                .contains(&file);
        if !is_own && !is_of_contest && !file.contains('|') {
            return Err(format!("AGENTS.md names {file}, which is not there"));
        }
    }
    let printed = format!("botspec check {game} . --strict");
    if !check.starts_with(&printed) {
        return Err(format!("AGENTS.md prints {check}, which is not {printed}"));
    }
    let line = format!("{check} {}", some_cases(game));
    let output = run(bench, game, folder, &line);
    if !matches!(output.status.code(), Some(0 | 4)) {
        return Err(format!("{line}\n{}", workbench::text(&output)));
    }
    let report = fs::read(folder.join("check.json"))
        .map_err(|error| format!("{line}: {error}\n{}", workbench::text(&output)))?;
    let report: serde_json::Value = serde_json::from_slice(&report).map_err(|error| error.to_string())?;
    for key in ["verdict", "groups", "cases"] {
        if report[key].is_null() {
            return Err(format!("check.json has no {key}"));
        }
    }
    fs::remove_file(folder.join("check.json")).map_err(|error| error.to_string())
}

/// Runs a printed line. Games that the machine was too busy to judge are played again: their record is needed.
fn run(bench: &Workbench, game: &str, folder: &Path, command: &str) -> Output {
    let botspec = command.starts_with("botspec");
    let alone = botspec && ["flit", "power4"].contains(&game);
    let _alone = alone.then(|| CHECK.write().unwrap_or_else(PoisonError::into_inner));
    let _beside = (botspec && !alone).then(|| CHECK.read().unwrap_or_else(PoisonError::into_inner));
    let mut output = bench.shell(folder, command);
    for _ in 0..2 {
        if !(command.starts_with("botspec play") && output.status.code() == Some(4)) {
            break;
        }
        output = bench.shell(folder, command);
    }
    output
}

/// Options with which a check takes little time: who the bot is, and a turn.
fn some_cases(game: &str) -> &'static str {
    match game {
        "linkage" => "--case linkage/id/plain --case linkage/opening/as-more",
        "hex" => "--case hex/first/as-white --case hex/contact/show-board",
        "flit" => "--case flit/identity/as-2 --case flit/start/introduction",
        _ => "--case power4/start/team-2-bare --case power4/board/reply",
    }
}

/// An empty board could have come from the last one by an opponent's drop that clears. Where the opponent could have won
/// instead, it is rather a new set, in which the dual disk of the last one does not count.
fn owes_the_dual_disk_in_a_new_set(game: &str, language: &str) -> Result<(), String> {
    const LAST: [u8; 6] = [2, 2, 12, 0, 0, 0];
    let bench = Workbench::new();
    let made = bench.generate(game, "my-bot", &[("language", language), ("team_id", "Zz0001")]);
    if !made.status.success() {
        return Err(text(&made));
    }
    let folder = bench.bot("my-bot");
    let commands = printed_commands(&fs::read_to_string(folder.join("README.md")).unwrap());
    let (beside, start) = match language {
        "python" => (folder.clone(), "python3 Zz0001.py"),
        "java" => (folder.join("build"), "java -cp build Zz0001"),
        _ => (folder.clone(), "./Zz0001"),
    };
    let built = bench.shell(&folder, &commands[0]);
    if !built.status.success() {
        return Err(text(&built));
    }
    // As team 1: one turn taken, the dual disk used in it, and then a normal disk in the fifth column.
    let mut memory = vec![1, 1, 0, 0, 0, 1, 5, 4];
    memory.extend(LAST);
    memory.resize(50, 0);
    let checksum: usize = memory.iter().enumerate().map(|(at, &value)| (at + 1) * usize::from(value)).sum();
    let words: Vec<String> = memory.iter().map(u8::to_string).collect();
    fs::write(beside.join("Zz0001.txt"), format!("{} {checksum}", words.join(" "))).unwrap();
    fs::write(beside.join("team_no.txt"), "1").unwrap();
    fs::write(beside.join("board.txt"), "0 ".repeat(42)).unwrap();
    let turn = bench.shell(&folder, start);
    let kept = fs::read_to_string(beside.join("Zz0001.txt")).unwrap();
    if turn.status.success() && kept.starts_with("1 0 0 0 0 0 5 ") {
        Ok(())
    } else {
        Err(format!("it remembers {kept}\n{}", text(&turn)))
    }
}

const NAME: &str = r#"Zoë "O'Neil\t" ??/ {{ x }} 100% $HOME <b>*"#;
const AUTHOR: &str = r#"Łukasz \u0022 "Q" \ 雪 🦀 */"#;
const COUNTRY: &str = r#"Côte d'Ivoire "CI""#;

/// Quotes, backslashes, other letters: the bot builds, and says exactly what was put in.
fn awkward_values(game: &str, language: &str) -> Result<(), String> {
    let bench = Workbench::new();
    let defines = [
        ("language", language),
        ("bot_name", NAME),
        ("author", AUTHOR),
        ("country", COUNTRY),
        ("version", "2.10.3"),
        ("contest_number", "19"),
        ("team_id", "Zz_9x"),
    ];
    let made = bench.generate(game, &format!("3rd_Bot_{game}"), &defines);
    if !made.status.success() {
        return Err(text(&made));
    }
    let folder = bench.bot(&format!("3-rd-bot-{game}"));
    let folder = if folder.is_dir() { folder } else { bench.bot(&format!("3rd-bot-{game}")) };
    let check = format!("botspec check {game} . {} --format json", some_cases(game));
    let output = run(&bench, game, &folder, &check);
    let report: serde_json::Value =
        serde_json::from_slice(&output.stdout).map_err(|error| format!("{error}: {}", text(&output)))?;
    if report["bot"]["name"] != NAME {
        return Err(format!("bot.toml: {}", report["bot"]["name"]));
    }
    if report["summary"]["fail"] != 0 || report["summary"]["pass"] == 0 {
        return Err(text(&output));
    }
    if game == "linkage" {
        let line = report["bot"]["identity"].as_str().unwrap_or_default();
        let begins = format!("{NAME}. {AUTHOR}, {COUNTRY}, ");
        let year = line.strip_prefix(&begins).and_then(|rest| rest.strip_suffix(", V2.10.3"));
        if year.is_none_or(|date| date.split(' ').count() != 3) {
            return Err(format!("it says it is {line:?}"));
        }
    }
    Ok(())
}
