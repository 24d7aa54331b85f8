//! One run, one verdict: every format says the same of it, and none calls a bot conforming that was not tried.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::collections::BTreeSet;
use std::fs;
use std::iter;
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use botspec_sdk::random::Random;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tempfile::TempDir;

/// The formats with their files.
const FORMATS: [(&str, &str); 7] = [
    ("json", "report.json"),
    ("pretty", "report.txt"),
    ("junit", "report.xml"),
    ("github", "report.github"),
    ("markdown", "report.md"),
    ("html", "report.html"),
    ("badge", "badge.json"),
];

/// Plays the first empty cell, and does what else it is told in the place of `EXTRA`.
const HEX: &str = r"#!/usr/bin/env python3
import sys, time
board, me, size = [], 'W' if sys.argv[1:2] == ['white'] else 'B', 0
other = 'B' if me == 'W' else 'W'
def put(cell, stone):
    board[ord(cell[0]) - 97][int(cell[1:]) - 1] = stone
for line in sys.stdin:
    words = line.split()
    if not words: continue
    if words[0] == 'init_board':
        size = int(words[1])
        board = [['.'] * size for _ in range(size)]
EXTRA
    elif words[0] == 'show_board':
        print(''.join(''.join(row) + '|' for row in board), flush=True)
    elif words[0] == 'make_move':
        for at in range(size * size):
            row, column = divmod(at, size)
            if board[row][column] == '.':
                board[row][column] = me
                print(chr(97 + row) + str(column + 1), flush=True)
                break
    elif words[0] == 'seto': put(words[1], other)
    elif words[0] == 'sety': put(words[1], me)
    elif words[0] == 'unset': put(words[1], '.')
    elif words[0] == 'quit': break
";

/// A folder with a bot.
struct Scene {
    folder: TempDir,
}

impl Scene {
    fn new(script: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let bot = folder.path().join("bot.py");
        fs::write(&bot, script).unwrap();
        fs::set_permissions(&bot, fs::Permissions::from_mode(0o755)).unwrap();
        Self { folder }
    }

    /// Runs a check with a report in every format; interrupts it once a bot of this name has run for a while, if so.
    fn check(&self, game: &str, bot: &str, options: &[&str], interrupt: Option<&str>) -> Run {
        for (_, file) in FORMATS {
            let _ = fs::remove_file(self.folder.path().join(file));
        }
        let mut child = Command::new(env!("CARGO_BIN_EXE_botspec"))
            .args(["check", game, bot])
            .args(FORMATS.iter().flat_map(|(format, file)| ["--format", format, "--output", file]))
            .args(options)
            .current_dir(self.folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        if let Some(name) = interrupt {
            let mut begun =
                || crate::harness::processes::running(name).is_some() || child.try_wait().unwrap().is_some();
            iter::repeat_with(&mut begun).find(|begun| {
                thread::sleep(Duration::from_millis(100));
                *begun
            });
            kill_process(Pid::from_child(&child), Signal::INT).unwrap();
        }
        let status = child.wait().unwrap().code();
        let mut stderr = String::new();
        std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut stderr).unwrap();
        let read = |(format, file)| (format, fs::read_to_string(self.folder.path().join(file)).ok());
        Run { status, stderr, reports: FORMATS.map(read).to_vec() }
    }
}

/// What came of a check.
struct Run {
    status: Option<i32>,
    stderr: String,
    reports: Vec<(&'static str, Option<String>)>,
}

impl Run {
    fn text(&self, format: &str) -> &str {
        let found = self.reports.iter().find(|(name, _)| *name == format);
        let text = found.and_then(|(_, text)| text.as_deref());
        text.unwrap_or_else(|| panic!("no report as {format}: {}", self.stderr))
    }

    fn json(&self) -> Value {
        serde_json::from_str(self.text("json")).unwrap()
    }

    /// The verdict, after making sure that all formats agree on it, give the same reasons, and do not contradict
    /// themselves.
    fn verdict(&self) -> String {
        let json = self.json();
        let status = self.status.filter(|status| *status != 130);
        assert_eq!(
            crate::harness::law::contradictions(&json, status),
            Vec::<String>::new(),
            "{}",
            self.stderr
        );
        let verdict = json["verdict"].as_str().unwrap().to_owned();
        let word = match verdict.as_str() {
            "pass" => "CONFORMS",
            "fail" => "DOES NOT CONFORM",
            _ => "INCONCLUSIVE",
        };
        let more = match json["shortened_by"].as_str() {
            Some("quick") => "--thorough tries all",
            _ => "--max-time",
        };
        let headline = match (json["summary"]["tried"].as_u64(), json["summary"]["of"].as_u64()) {
            (Some(tried), Some(of)) => format!("{word}, {tried} of {of} cases tried ({more})"),
            _ => word.to_owned(),
        };

        let last = self.text("pretty").lines().last().unwrap_or_default();
        assert!(
            last == headline || last.starts_with(&format!("{headline}: ")),
            "{last} instead of {headline}"
        );
        let heading = self.text("markdown").lines().next().unwrap_or_default();
        assert!(heading.ends_with(&format!(": {headline}")), "{heading}");
        let banner = format!("<p class=\"banner {verdict}\">{headline}</p>");
        assert!(self.text("html").contains(&banner), "no {banner}");
        let conclusion = self.text("github").lines().last().unwrap_or_default();
        assert!(conclusion.contains(&format!("::{headline}: ")), "{conclusion}");
        assert_eq!(conclusion.starts_with("::notice"), verdict == "pass", "{conclusion}");

        let badge: Value = serde_json::from_str(self.text("badge")).unwrap();
        assert_eq!(badge["message"], headline.to_lowercase());
        assert_eq!(badge["color"] == "brightgreen", verdict == "pass", "{badge}");

        let xml = self.text("junit");
        let document = roxmltree::Document::parse(xml).unwrap();
        let suite = document.root_element();
        let property = |name| {
            let found = suite.descendants().find(|it| it.attribute("name") == Some(name));
            found.and_then(|it| it.attribute("value")).map(str::to_owned)
        };
        assert_eq!(property("headline"), Some(headline));
        let red = suite.descendants().any(|it| it.has_tag_name("failure") || it.has_tag_name("error"));
        assert_eq!(red, verdict != "pass", "whoever reads JUnit sees the verdict by what is red");
        self.gives_reasons(&json, &verdict);
        self.groups_everything(&json);
        verdict
    }

    /// An inconclusive report names each rule at level must that was not tried, with the reason.
    fn gives_reasons(&self, json: &Value, verdict: &str) {
        let rules = json["rules"].as_array().unwrap().iter();
        let untried = rules.filter(|rule| {
            let not_tried = matches!(rule["verdict"].as_str(), Some("skip" | "inconclusive"));
            rule["level"] == "must" && rule["applies"] == true && not_tried
        });
        let untried: Vec<&Value> = untried.collect();
        if verdict != "inconclusive" {
            return;
        }
        for rule in &untried {
            let (id, reason) = (rule["id"].as_str().unwrap(), rule["reason"].as_str().unwrap());
            assert!(!reason.is_empty(), "{id}");
            for format in ["junit", "html"] {
                assert!(self.text(format).contains(id), "{format}: nothing of {id}");
            }
            let beginning: String =
                reason.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == ' ').take(20).collect();
            for format in ["junit", "html", "markdown", "github"] {
                assert!(
                    self.text(format).contains(&beginning),
                    "{format}: not why {id} was not tried: {reason}"
                );
            }
        }
        for format in ["pretty", "junit", "markdown", "github"] {
            assert!(self.text(format).contains("not tried"), "{format} does not say what was not tried");
        }
    }

    /// Every violation is in one group, and what the groups say is so.
    fn groups_everything(&self, json: &Value) {
        let list = |value: &Value| value.as_array().cloned().unwrap();
        let violations: usize = list(&json["cases"]).iter().map(|case| list(&case["violations"]).len()).sum();
        let mut grouped = 0;
        for group in list(&json["groups"]) {
            grouped += usize::try_from(group["violations"].as_u64().unwrap()).unwrap();
            let example = &group["example"];
            let case = list(&json["cases"]).into_iter().find(|case| case["id"] == example["case"]).unwrap();
            let at = usize::try_from(example["violation"].as_u64().unwrap()).unwrap();
            let shown = &case["violations"][at];
            for field in ["message", "hint"] {
                assert_eq!(shown[field], group[field]);
            }
            assert_eq!(shown["rule"], group["rules"][0]);
            assert!(self.text("html").contains(case["id"].as_str().unwrap()));
        }
        assert_eq!(grouped, violations);
    }
}

fn hex(extra: &str) -> String {
    HEX.replace("EXTRA", extra)
}

/// Right as far as it goes: who has won is found by a search.
const WINNER: &str = r"    elif words[0] == 'check_win':
        def joined(stone):
            todo = [(0, i) if stone == 'B' else (i, 0) for i in range(size)]
            seen = set(at for at in todo if board[at[0]][at[1]] == stone)
            todo = list(seen)
            while todo:
                r, c = todo.pop()
                if (r if stone == 'B' else c) == size - 1: return True
                for r, c in ((r-1,c),(r-1,c+1),(r,c-1),(r,c+1),(r+1,c-1),(r+1,c)):
                    if 0 <= r < size and 0 <= c < size and board[r][c] == stone and (r, c) not in seen:
                        seen.add((r, c)); todo.append((r, c))
            return False
        print('1' if joined(me) else '-1' if joined(other) else '0', flush=True)";

#[test]
fn an_interrupted_run_passes_in_no_format() {
    let slow = hex(WINNER).replace(
        "    if words[0] == 'init_board':",
        "    time.sleep(0.05)\n    if words[0] == 'init_board':",
    );
    let scene = Scene::new(&slow);
    let (old, new) = ("bot.py", "interrupted-bot.py");
    fs::rename(scene.folder.path().join(old), scene.folder.path().join(new)).unwrap();
    let run = scene.check("hex", "./interrupted-bot.py", &["--max-time", "1h"], Some(new));
    assert_eq!(run.status, Some(130), "{}", run.stderr);
    assert_ne!(run.verdict(), "pass");
    let json = run.json();
    let reasons: Vec<&Value> =
        json["cases"].as_array().unwrap().iter().map(|case| &case["skip_reason"]).collect();
    assert!(reasons.iter().any(|reason| *reason == "the run was interrupted"), "{reasons:?}");
}

#[test]
fn a_run_without_time_passes_in_no_format() {
    let run = Scene::new(&hex(WINNER)).check("hex", "./bot.py", &["--max-time", "1ms"], None);
    assert_eq!((run.verdict().as_str(), run.status), ("inconclusive", Some(4)));
    assert!(run.json()["summary"]["tried"].as_u64() < run.json()["summary"]["of"].as_u64());
}

#[test]
fn a_dead_bot_under_a_filter_passes_in_no_format() {
    let dead = "#!/bin/sh\ncat > /dev/null\n";
    for rule in ["hex/make-move", "hex/init-board/resets", "hex/check-win"] {
        let options = ["--rule", rule, "--time-limit", "300ms", "--no-shrink", "--cases", "5"];
        let run = Scene::new(dead).check("hex", "./bot.py", &options, None);
        assert_ne!(run.verdict(), "pass", "{rule}");
        assert!(matches!(run.status, Some(1 | 4)), "{rule}: {:?}", run.status);
    }
}

/// Each of these is about what the bot does well in passing: it takes no time, or ends with a status that is right there.
#[test]
fn an_end_at_once_keeps_no_rule() {
    for case in ["linkage/time", "power4/time", "hex/args"] {
        let game = case.split('/').next().unwrap();
        for status in [7, 0] {
            let ends = format!("#!/bin/sh\nexit {status}\n");
            let run = Scene::new(&ends).check(game, "./bot.py", &["--case", case], None);
            assert_eq!((run.verdict().as_str(), run.status), ("inconclusive", Some(4)), "{case} {status}");
        }
    }
}

/// Nobody knows what it would do where it may have a network.
#[test]
#[cfg(target_os = "linux")]
fn what_the_sandbox_may_have_refused_is_held_against_nobody() {
    let listens = "#!/usr/bin/env python3\nimport socket\nsocket.create_server((\"127.0.0.1\", 0))\n";
    for game in ["hex", "linkage"] {
        let run = Scene::new(listens).check(game, "./bot.py", &[], None);
        assert_eq!((run.verdict().as_str(), run.status), ("inconclusive", Some(4)), "{game}: {}", run.stderr);
        let text = run.text("pretty");
        assert!(text.contains("the sandbox may be in its way: try --sandbox off"), "{game}: {text}");
    }
}

#[test]
fn a_source_that_does_not_build_passes_in_no_format() {
    for (game, options) in [("hex", &[][..]), ("linkage", &["--submission"]), ("linkage", &[])] {
        let scene = Scene::new(&hex(WINNER));
        let folder = scene.folder.path().join("source");
        fs::create_dir(&folder).unwrap();
        fs::write(
            folder.join("bot.toml"),
            format!("name = \"broken\"\ngame = \"{game}\"\nbuild = [\"false\"]\nrun = [\"./bot\"]\n"),
        )
        .unwrap();
        let run = scene.check(game, "./source", options, None);
        if run.status == Some(2) {
            // Nothing was judged, and nothing says otherwise.
            assert!(run.reports.iter().all(|(_, text)| text.is_none()), "{}", run.stderr);
        } else {
            assert_ne!(run.verdict(), "pass", "{game}");
        }
    }
}

#[test]
fn a_submission_that_nobody_can_look_into_is_inconclusive() {
    let scene = Scene::new(&hex(WINNER));
    let folder = scene.folder.path().join("source");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("bot.py"), "print('Bot. A, UK, 2026, V1')\n").unwrap();
    fs::write(folder.join("book.xz"), b"\xfd7zXZ\0rest").unwrap();
    let options = ["--submission", "--rule", "linkage/submission/source-only"];
    let run = scene.check("linkage", "./source", &options, None);
    assert_eq!((run.verdict().as_str(), run.status), ("inconclusive", Some(4)), "{}", run.stderr);
    assert!(run.text("pretty").contains("book.xz: it is compressed with xz"), "{}", run.text("pretty"));
}

/// A bot that answers nothing but 0 when it is asked who has won.
fn wrong() -> String {
    hex("    elif words[0] == 'check_win': print('0', flush=True)")
}

#[test]
fn the_number_of_jobs_changes_nothing() {
    let scene = Scene::new(&wrong());
    let options = ["--case", "hex/check-win", "--cases", "2", "--no-shrink"];
    let mut first: Option<(String, Value)> = None;
    for jobs in ["1", "3", "8"] {
        let run = scene.check("hex", "./bot.py", &[&options[..], &["--jobs", jobs]].concat(), None);
        let found = (run.verdict(), run.json()["groups"].clone());
        assert_eq!(first.get_or_insert_with(|| found.clone()), &found, "{jobs} jobs");
    }
    assert_eq!(first.unwrap().0, "fail");
}

#[test]
fn what_comes_after_the_first_failure_is_not_called_kept() {
    let run = Scene::new(&wrong()).check("hex", "./bot.py", &["--fail-fast", "--jobs", "3"], None);
    assert_eq!((run.verdict().as_str(), run.status), ("fail", Some(1)));
    let json = run.json();
    let gaps = json["cases"].as_array().unwrap().iter().filter(|case| case["gap"] == "not-tried").count();
    assert!(gaps > 100, "{gaps}");
}

#[test]
fn any_selection_of_cases_is_judged_by_the_same_law() {
    let list = Command::new(env!("CARGO_BIN_EXE_botspec"))
        .args(["list", "hex", "--format", "json", "--cases", "4"])
        .output()
        .unwrap();
    let list: Value = serde_json::from_slice(&list.stdout).unwrap();
    let ids: Vec<&str> =
        list["cases"].as_array().unwrap().iter().map(|case| case["id"].as_str().unwrap()).collect();
    let (right, wrong) = (Scene::new(&hex(WINNER)), Scene::new(&wrong()));
    let mut random = Random::seeded(12);
    for round in 0..6 {
        let chosen: BTreeSet<&str> = (0..12).map(|_| ids[random.index(ids.len())]).collect();
        let option = if round % 3 == 2 { "--skip" } else { "--case" };
        let mut options = vec!["--no-shrink", "--cases", "4", "--max-time", "8s", "--time-limit", "1s"];
        options.extend(chosen.iter().flat_map(|id| [option, id]));
        let scene = if round % 2 == 0 { &right } else { &wrong };
        let run = scene.check("hex", "./bot.py", &options, None);
        run.verdict();
        assert!(matches!(run.status, Some(0 | 1 | 4)), "{options:?}: {:?}", run.status);
    }
}

/// A crash on the smallest board, a stone that cannot be taken away, a move on a taken cell, and what is wrong about
/// who has won.
fn many_faults() -> String {
    wrong().replace("put(words[1], '.')", "pass").replace(
        "        size = int(words[1])",
        "        size = int(words[1])\n        if size == 1: raise ValueError('too small')",
    )
}

/// The last screen of 80 columns and 24 lines, with a line for the prompt.
#[test]
fn all_that_matters_is_on_the_last_screen() {
    let run = Scene::new(&many_faults()).check(
        "hex",
        "./bot.py",
        &["--cases", "5", "--no-shrink", "--max-time", "40s", "--time-limit", "1s"],
        None,
    );
    assert_eq!(run.verdict(), "fail");
    let text = run.text("pretty");
    let lines: Vec<&str> = text.lines().collect();
    let screen = &lines[lines.len().saturating_sub(23)..];
    let json = run.json();
    let groups = json["groups"].as_array().unwrap();
    let mut above = screen.iter();
    let mut shown = 0;
    for group in groups {
        let rule = group["rules"][0].as_str().unwrap();
        let Some(line) = above.find(|line| {
            line.trim_start().starts_with(&format!("{} {rule}", group["verdict"].as_str().unwrap()))
        }) else {
            break;
        };
        assert!(line.chars().count() <= 80, "{line}");
        let below = above.next().unwrap();
        let told = group["hint"]
            .as_str()
            .map_or(group["message"].as_str().unwrap().to_owned(), |hint| format!("hint: {hint}"));
        let beginning: String = told.chars().take(40).collect();
        assert!(below.trim_start().starts_with(&beginning), "{below}: {told}");
        assert!(below.chars().count() <= 80, "{below}");
        shown += 1;
    }
    let left_out = screen.iter().any(|line| line.starts_with("… and "));
    assert!(
        shown >= 3.min(groups.len()) && (shown == groups.len() || left_out),
        "{shown} of {groups:?}\n{screen:#?}"
    );
    assert!(!lines.iter().any(|line| line.starts_with("skipped ")), "only with -v");
    assert!(lines.last().unwrap().starts_with("DOES NOT CONFORM"));
}

/// A crash on the smallest board and a stale `unset` are two faults, each with its example.
#[test]
fn two_faults_are_two_groups_and_each_has_its_hint() {
    let script = hex(WINNER).replace("put(words[1], '.')", "pass").replace(
        "        size = int(words[1])",
        "        size = int(words[1])\n        if size == 1: raise ValueError('too small')",
    );
    let options = ["--rule", "hex/set", "--rule", "hex/init-board", "--cases", "5", "--time-limit", "1s"];
    let run = Scene::new(&script).check("hex", "./bot.py", &options, None);
    assert_eq!(run.verdict(), "fail");
    let json = run.json();
    let groups = json["groups"].as_array().unwrap();
    let about = |text: &str| {
        let found = groups.iter().filter(|group| group.to_string().contains(text));
        found.map(|group| group["violations"].as_u64().unwrap()).sum::<u64>()
    };
    assert!(about("too small") > 0 && about("unset") > 0, "{groups:#?}");
    let crashes = groups.iter().filter(|group| group.to_string().contains("too small"));
    assert!(
        crashes.clone().all(|group| group["hint"].as_str().is_some_and(|hint| hint.contains("too small")))
    );
    let page = run.text("html");
    let articles = page.matches("<article>").count();
    assert_eq!(articles, groups.len(), "one example a fault");
}

/// The bot takes the game for over once it has had to skip: it says so in its cache, and would without any damage to that.
#[test]
fn what_goes_wrong_with_an_intact_cache_too_is_not_the_damages_fault() {
    let right = include_str!("../../examples/linkage-python/bot.py");
    let script = right.replace(
        "    # \"w\" empties",
        "    cache = os.path.join(FOLDER, 'cache.txt')\n    if order == 'Skip':\n        if os.path.exists(cache): return\n        open(cache, 'w').write('over')\n    # \"w\" empties",
    );
    assert_ne!(script, right);
    let options = ["--case", "linkage/cache/truncated-as-fewer-random"];
    let run = Scene::new(&script).check("linkage", "./bot.py", &options, None);
    assert_eq!(run.verdict(), "fail");
    let json = run.json();
    let rules: BTreeSet<&str> =
        json["groups"].as_array().unwrap().iter().filter_map(|group| group["rules"][0].as_str()).collect();
    assert_eq!(rules, BTreeSet::from(["linkage/order/written"]), "{:#}", json["groups"]);
}

/// Counts the turns of a match, and drops the dual disk in the eleventh; its first drop leaves an empty board, after which a
/// board with one disk may be that of a new set.
const DUAL_TOO_LATE: &str = r"#!/usr/bin/env python3
import os
cells = open('board.txt').read().split()
turns = int(open('Co0001_turns').read()) if os.path.exists('Co0001_turns') else 0
open('Co0001_turns', 'w').write(str(turns + 1))
kind = {0: 2, 10: 4}.get(turns, 5)
free = [column for column in range(7) if cells[35 + column] == '0']
open('output.txt', 'w').write(f'{kind} {free[len(free) // 2] + 1}')
";

#[test]
fn a_rule_that_only_another_reading_of_the_board_saves_is_not_kept() {
    let scene = Scene::new(DUAL_TOO_LATE);
    let options = ["--team-id", "Co0001", "--case", "power4/sets/emptied-team-1-first"];
    let run = scene.check("power4", "bot.py", &options, None);
    assert_eq!(run.verdict(), "inconclusive");
    let rules = run.json()["rules"].as_array().cloned().unwrap();
    let dual = rules.iter().find(|rule| rule["id"] == "power4/disk/dual-by-tenth").unwrap();
    assert_eq!(dual["tried"], 0, "{dual}");
    assert!(dual["reason"].as_str().unwrap().contains("Decision P5"), "{dual}");
}

/// The example in Python, which keeps no cache, so slow.
/// An example, and what it sleeps before each turn.
fn slow(example: &str, seconds: &str) -> String {
    example.replacen("import os\n", &format!("import os\nimport time\n\ntime.sleep({seconds})\n"), 1)
}

fn slow_linkage(seconds: &str) -> String {
    slow(include_str!("../../examples/linkage-python/bot.py"), seconds)
}

#[test]
fn the_rule_about_damaged_caches_does_not_apply_to_a_slow_bot_without_one() {
    let scene = Scene::new(&slow_linkage("0.8"));
    // No time for a whole game.
    let options = ["--case", "linkage/cache/other-side-as-fewer-random", "--max-time", "8s"];
    let run = scene.check("linkage", "bot.py", &options, None);
    let report = run.json();
    let case = &report["cases"][0];
    assert_eq!(case["gap"], "not-applicable", "{case}");
    assert!(case["skip_reason"].as_str().unwrap().contains("it left none in "), "{case}");
}

/// Of what is left out for time, no rule is: those that take many turns are tried on the shortest cases.
#[test]
fn a_slow_bot_is_tried_on_every_rule() {
    let power4 = slow(include_str!("../../examples/power4-python/Py0002.py"), "1");
    let hex = include_str!("../../examples/hex-python/bot.py")
        .replacen("import re\n", "import re\nimport time\n", 1)
        .replacen(
            "        elif words == [\"make_move\"] and size:\n",
            "        elif words == [\"make_move\"] and size:\n            time.sleep(0.8)\n",
            1,
        );
    assert!(power4.contains("sleep(1)") && hex.contains("sleep(0.8)"));
    // A set of thirty turns takes too long, and one of twelve half of the time.
    for (game, script, time, jobs) in [("power4", power4, "36s", "6"), ("hex", hex, "10s", "2")] {
        let run = Scene::new(&script).check(game, "bot.py", &["--max-time", time, "--jobs", jobs], None);
        assert_eq!(run.verdict(), "pass", "{game}: {}", run.text("pretty"));
        let summary = &run.json()["summary"];
        assert!(
            summary["tried"].as_u64().unwrap() < summary["of"].as_u64().unwrap() / 2,
            "{game}: {summary}"
        );
    }
}

#[test]
fn a_slow_bot_is_not_said_to_err_by_chance_for_want_of_time() {
    let relative = |seconds: &str| {
        Scene::new(&slow_linkage(seconds).replace("os.path.dirname(os.path.realpath(__file__))", "'.'"))
    };
    let options = ["--case", "linkage/start/elsewhere-opening", "--max-time", "4s"];
    let run = relative("0.4").check("linkage", "bot.py", &options, None);
    assert_eq!(run.verdict(), "inconclusive");
    let report = run.json();
    let case = &report["cases"][0];
    assert!(case["skip_reason"].as_str().unwrap().ends_with("raise --max-time"), "{case}");
    let violations = case["violations"].as_array().unwrap();
    assert!(!violations.is_empty() && violations.iter().all(|it| it["level"] == "should"), "{case}");
    assert!(violations[0]["message"].as_str().unwrap().contains("there was no time to tell"), "{case}");
    // With time enough it is a matter of the folder.
    let run = relative("0").check("linkage", "bot.py", &["--case", "linkage/start/elsewhere-opening"], None);
    let report = run.json();
    assert_eq!(report["cases"][0]["violations"][0]["rule"], "linkage/process/location", "{report}");
}
