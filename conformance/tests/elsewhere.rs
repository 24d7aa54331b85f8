//! What is said of a bot's times on another machine.
//!
//! `-- --ignored --nocapture` holds it against the truth: this machine beside itself slowed down, as root on Linux. It
//! takes some minutes, and fails on a machine that has other work to do.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

const FEW: [&str; 5] = ["--cases", "0", "--rule", "linkage/order", "--strict"];

/// A folder with a conforming bot and a profile of this machine.
fn desk() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/linkage-c/bot.c");
    fs::copy(source, folder.path().join("bot.c")).unwrap();
    let measured = run(&folder, &["doctor", "--profile", "judge.json"]);
    let told = String::from_utf8_lossy(&measured.stdout).into_owned();
    assert!(
        measured.status.success() && told.contains("integer kernel") && told.contains("start, native"),
        "{told}"
    );
    folder
}

fn run(folder: &TempDir, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_botspec"));
    command.env_remove("GITHUB_STEP_SUMMARY").current_dir(folder.path()).args(args).output().unwrap()
}

fn check(folder: &TempDir, more: &[&str]) -> Output {
    run(folder, &[&["check", "linkage", "./bot.c"][..], &FEW, more].concat())
}

/// Makes another profile of the one that was measured.
fn changed(folder: &TempDir, name: &str, change: impl Fn(&mut Value)) {
    let mut profile: Value =
        serde_json::from_slice(&fs::read(folder.path().join("judge.json")).unwrap()).unwrap();
    change(&mut profile);
    fs::write(folder.path().join(name), profile.to_string()).unwrap();
}

fn slower(profile: &mut Value, times: f64) {
    let kernels = ["integer", "memory", "branch"].map(|name| format!("/kernels/{name}/cpu_ms"));
    for pointer in kernels.iter().map(String::as_str).chain(["/starts/native/cpu_ms"]) {
        let figure = profile.pointer_mut(pointer).unwrap();
        *figure = json!(figure.as_f64().unwrap() * times);
    }
}

#[test]
fn a_prediction_is_told_in_every_format_and_fails_nobody() {
    let folder = desk();
    changed(&folder, "slow.json", |profile| slower(profile, 100_000.0));
    let report = folder.path().join("report.json");
    let formats = ["pretty", "json", "markdown", "html", "junit", "github"];
    let mut more = vec!["--as", "slow.json"];
    let files: Vec<String> = formats.iter().map(|format| format!("report.{format}")).collect();
    for (format, file) in formats.iter().zip(&files) {
        more.extend(["--format", format, "--output", file]);
    }
    let output = check(&folder, &more);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    for file in &files {
        let text = fs::read_to_string(folder.path().join(file)).unwrap();
        assert!(
            text.contains("slow.json") && (file == "report.json" || text.contains("TOO SLOW there")),
            "{text}"
        );
    }
    let github = fs::read_to_string(folder.path().join("report.github")).unwrap();
    assert!(github.contains("::warning title=times on another machine::on slow.json predicted"), "{github}");
    let report: Value = serde_json::from_slice(&fs::read(report).unwrap()).unwrap();
    let there = &report["elsewhere"];
    assert_eq!(
        (&report["verdict"], &there["prospect"], &there["differs"]),
        (&json!("pass"), &json!("late"), &json!(true))
    );
    assert!(there["slower"].as_f64().unwrap() > 10_000.0, "{there}");
    assert!(there["p99_ms"].as_f64() > report["timing"]["p99_ms"].as_f64(), "{there}");

    // Here it is in time, and as fast as here it is there, too; without the option nothing is said of it.
    let output = check(&folder, &["--as", "judge.json", "--format", "json"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let there = &report["elsewhere"];
    assert_eq!((&there["prospect"], &there["differs"]), (&json!("in-time"), &json!(false)), "{there}");
    let report: Value = serde_json::from_slice(&check(&folder, &["--format", "json"]).stdout).unwrap();
    assert!(report.get("elsewhere").is_none());
}

#[test]
fn what_is_wrong_with_a_profile_is_told_with_its_place() {
    let folder = desk();
    let refused = |name: &str, told: &str| {
        let output = check(&folder, &["--as", name]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(name) && said.contains(told), "{name}: {said}");
    };
    refused("nothing.json", "cannot read");
    refused(".", "it is not a regular file");
    fs::write(folder.path().join("cut.json"), "{\n  \"schema\": \"botspec.pro").unwrap();
    refused("cut.json", "line 2, column");
    fs::write(folder.path().join("long.json"), vec![b' '; 300_000]).unwrap();
    refused("long.json", "longer than 262144 bytes");
    changed(&folder, "zero.json", |profile| profile["kernels"]["memory"]["cpu_ms"] = json!(0));
    refused("zero.json", "field `kernels.memory.cpu_ms`: 0, expected a number from");
    changed(&folder, "other.json", |profile| profile["tool"]["kernels"] = json!(99));
    refused("other.json", "make the profile anew");
}

/// A bot, the cases that it is asked in, and the program that it is.
struct Subject {
    name: &'static str,
    game: &'static str,
    bot: PathBuf,
    cases: &'static str,
}

/// A way to be slow.
struct Slow {
    name: &'static str,
    /// What stands before the command.
    before: Vec<String>,
    hogs: usize,
}

/// A program that computes all the time, until it is dropped.
struct Hog(Child);

impl Hog {
    fn new() -> Self {
        Self(Command::new("sh").args(["-c", "while :; do :; done"]).stdin(Stdio::null()).spawn().unwrap())
    }
}

impl Drop for Hog {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Slow {
    fn run(&self, args: &[&str], folder: &Path) -> Vec<u8> {
        let _hogs: Vec<Hog> = (0..self.hogs).map(|_| Hog::new()).collect();
        let words: Vec<&str> =
            self.before.iter().map(String::as_str).chain([env!("CARGO_BIN_EXE_botspec")]).collect();
        let output =
            Command::new(words[0]).args(&words[1..]).args(args).current_dir(folder).output().unwrap();
        assert!(!output.stdout.is_empty(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    }

    fn check(&self, subject: &Subject, more: &[&str], folder: &Path) -> Value {
        let (bot, random) = (subject.bot.display().to_string(), format!("{}/random", subject.game));
        let args = ["check", subject.game, &bot, "--case", &random, "--cases", subject.cases, "--jobs", "1"];
        let rest = ["--no-shrink", "--thorough", "--max-time", "3m", "--format", "json"];
        serde_json::from_slice(&self.run(&[&args[..], &rest, more].concat(), folder)).unwrap()
    }
}

/// A control group with half of a core, if one can be made; removed when it is dropped.
struct Half(PathBuf);

impl Half {
    fn new() -> Option<Self> {
        let roots = [
            ("/sys/fs/cgroup/cpu", "cpu.cfs_quota_us", "50000"),
            ("/sys/fs/cgroup", "cpu.max", "50000 100000"),
        ];
        roots.into_iter().find_map(|(root, file, quota)| {
            let own = fs::read_to_string("/proc/self/cgroup").ok()?;
            let inner = own.lines().find_map(|line| line.split_once(":cpu:")).map_or("/", |(_, inner)| inner);
            let group = Path::new(root).join(inner.trim_start_matches('/')).join("botspec-half");
            let made = fs::create_dir_all(&group).and_then(|()| fs::write(group.join(file), quota));
            made.ok().map(|()| Self(group))
        })
    }

    fn before(&self) -> Vec<String> {
        let enter = format!("echo $$ > {}/cgroup.procs && exec \"$0\" \"$@\"", self.0.display());
        ["sh".to_owned(), "-c".to_owned(), enter].into()
    }
}

impl Drop for Half {
    fn drop(&mut self) {
        let _ = fs::remove_dir(&self.0);
    }
}

/// Bots in four languages; those in C and Rust take 30 ms for a turn, so that there is something to slow down.
fn subjects(folder: &Path) -> Vec<Subject> {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let bot = |name: &str| folder.join(name);
    let c = format!(
        "#define main turn\n#include \"{}\"\n#undef main\nint main(int argc, char **argv) {{\n\
         volatile unsigned long x = 1;\nfor (long i = 0; i < 20000000; i++) x = x * 6364136223846793005UL + 1;\n\
         return turn(argc, argv);\n}}\n",
        examples.join("linkage-c/bot.c").display()
    );
    let rust = "use std::io::Write;\nfn main() {\nlet mut x = 1_u64;\n\
                for i in 0..20_000_000_u64 { x = std::hint::black_box(x.wrapping_mul(6364136223846793005) ^ i); }\n\
                std::fs::File::create(\"order.txt\").unwrap().write_all(b\"Skip\\n\").unwrap();\n}\n";
    fs::write(bot("c.c"), c).unwrap();
    fs::write(bot("rust.rs"), rust).unwrap();
    for words in [["cc", "-O2", "c.c", "-o", "c"], ["rustc", "-O", "rust.rs", "-o", "rust"]] {
        assert!(Command::new(words[0]).args(&words[1..]).current_dir(folder).status().unwrap().success());
    }
    fs::copy(examples.join("linkage-python/bot.py"), bot("python.py")).unwrap();
    let subject = |name, game, bot, cases| Subject { name, game, bot, cases };
    vec![
        subject("C", "linkage", bot("c"), "300"),
        subject("Rust", "linkage", bot("rust"), "300"),
        subject("Python", "linkage", bot("python.py"), "200"),
        subject("Java", "power4", examples.join("power4-java"), "120"),
    ]
}

/// Limits from a tenth of what was measured to ten times as much: outside of a fifth around it no verdict may be wrong.
fn wrong_verdicts(there: &Value, true_p99: f64, true_max: f64) -> Vec<f64> {
    let number = |name: &str| there[name].as_f64().unwrap();
    let limits = (-20..=20).map(|step| true_p99 * 10_f64.powf(f64::from(step) / 20.0));
    limits
        .filter(|limit| {
            let late = number("p99_from_ms") > 1.2 * limit;
            let in_time = number("max_to_ms") < 0.8 * limit;
            late && true_max <= *limit || in_time && true_p99 > *limit
        })
        .collect()
}

#[test]
#[ignore = "takes minutes, root, and a machine with nothing else to do"]
fn predictions_hold() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let half = Half::new();
    let one = ["taskset", "-c", "0"].map(str::to_owned).to_vec();
    let mut ways = vec![
        Slow { name: "as it is", before: Vec::new(), hogs: 0 },
        Slow { name: "one core", before: one, hogs: 0 },
        Slow { name: "a hog", before: Vec::new(), hogs: 1 },
    ];
    match &half {
        Some(half) => ways.push(Slow { name: "half a core", before: half.before(), hogs: 0 }),
        None => eprintln!("no control group can be made here: half of a core is not tried"),
    }
    let mut faults = Vec::new();
    for way in &ways {
        let _ = way.run(&["doctor", "--profile", "there.json"], path);
        for subject in subjects(path) {
            let here = Slow { name: "here", before: Vec::new(), hogs: 0 };
            let told = here.check(&subject, &["--as", "there.json"], path);
            let truth = &way.check(&subject, &[], path)["timing"];
            let there = &told["elsewhere"];
            let number = |value: &Value, name: &str| value[name].as_f64().unwrap();
            let (p99, real) = (number(there, "p99_ms"), number(truth, "wall_p99_ms"));
            let off = p99 / real - 1.0;
            let wrong = wrong_verdicts(there, real, number(truth, "wall_max_ms"));
            let line = format!(
                "{:11} {:6} here {:6.1} ms, predicted {p99:6.1} ({:.1} to {:.1}), in truth {real:6.1}: {:+.0} %",
                way.name,
                subject.name,
                number(&told["timing"], "wall_p99_ms"),
                number(there, "p99_from_ms"),
                number(there, "p99_to_ms"),
                100.0 * off
            );
            eprintln!("{line}");
            if off.abs() > 0.15 || !wrong.is_empty() {
                faults.push(format!("{line}; wrong at limits of {wrong:.1?} ms"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
