//! `check --watch`: it runs again when the bot changes, only then, and until Ctrl-C.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test, in a test's helpers too")]

use std::fs;
use std::io::{self, BufRead as _, BufReader};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;
use wait_timeout::ChildExt as _;

/// Nothing here takes longer on any machine.
const PATIENCE: Duration = Duration::from_secs(90);
/// So long nothing must happen where nothing has changed.
const REST: Duration = Duration::from_secs(6);

const GOOD: &str =
    "#!/bin/sh\n[ $# -gt 0 ] && echo 'Stone. Ada, UK, 2026, V1' && exit\necho RE6E7 > order.txt\n";
const BAD: &str =
    "#!/bin/sh\n[ $# -gt 0 ] && echo 'Stone. Ada, UK, 2026, V1' && exit\necho RD4E4 > order.txt\n";

/// A watch that goes on, and what it says.
struct Watching {
    child: Child,
    lines: Receiver<String>,
    said: Vec<String>,
}

impl Watching {
    fn start(folder: &Path, bot: &str, options: &[&str]) -> Self {
        // One pipe for both streams, so that what is said comes in its order.
        let (reader, writer) = io::pipe().unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_botspec"))
            .args(["check", "linkage", bot, "--case", "linkage/opening", "--watch"])
            .args(options)
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(writer.try_clone().unwrap())
            .stderr(writer)
            .spawn()
            .unwrap();
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            BufReader::new(reader).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Self { child, lines, said: Vec::new() }
    }

    /// Waits for a line with this in it, and returns all that came until then.
    fn until(&mut self, wanted: &str) -> String {
        let deadline = Instant::now() + PATIENCE;
        let mut heard = String::new();
        loop {
            match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    heard.push_str(&line);
                    heard.push('\n');
                    self.said.push(line.clone());
                    if line.contains(wanted) {
                        return heard;
                    }
                }
                Err(error) => panic!("{error}: {wanted:?} was not said, but\n{}", self.said.join("\n")),
            }
        }
    }

    /// Waits for the end of a check.
    fn done(&mut self) -> String {
        self.until("Ctrl-C ends")
    }

    /// Nothing is said for a while.
    fn rests(&mut self) {
        let deadline = Instant::now() + REST;
        loop {
            match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) if line.is_empty() => {}
                Ok(line) => {
                    panic!("it goes on although nothing has changed: {line}\n{}", self.said.join("\n"))
                }
                Err(RecvTimeoutError::Timeout) => return,
                Err(RecvTimeoutError::Disconnected) => panic!("it has ended:\n{}", self.said.join("\n")),
            }
        }
    }

    fn interrupt(mut self) {
        kill_process(Pid::from_child(&self.child), Signal::INT).unwrap();
        let status = self.child.wait_timeout(PATIENCE).unwrap().expect("Ctrl-C ends it");
        assert_eq!(status.code(), Some(130), "{}", self.said.join("\n"));
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        // It has ended already, or a test has failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn write(path: PathBuf, text: &str) {
    fs::write(&path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// As most editors do: a new file takes the place of the old one.
fn replace(path: PathBuf, text: &str) {
    let beside = path.with_extension("new~");
    write(beside.clone(), text);
    fs::rename(beside, path).unwrap();
}

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn a_program_is_checked_again_when_it_changes() {
    let temp = folder();
    write(temp.path().join("bot"), BAD);
    let mut watching = Watching::start(temp.path(), "./bot", &[]);
    assert!(watching.done().contains("DOES NOT CONFORM"));
    write(temp.path().join("notes.txt"), "not the bot");
    watching.rests();
    replace(temp.path().join("bot"), GOOD);
    let second = watching.done();
    for wanted in ["check 2: bot has changed", "pass now", "CONFORMS: 3 cases"] {
        assert!(second.contains(wanted), "{wanted}: {second}");
    }
    fs::remove_file(temp.path().join("bot")).unwrap();
    assert!(watching.done().contains("no such file"), "what is gone can come back");
    write(temp.path().join("bot"), BAD);
    assert!(watching.done().contains("DOES NOT CONFORM"));
    watching.interrupt();
}

/// What failed last is played first: with --fail-fast, nothing else is.
#[test]
fn what_failed_comes_first() {
    let temp = folder();
    let bot = "#!/bin/sh\ncase $(head -c1 input.txt) in M) echo RE6E7;; *) echo WRONG;; esac > order.txt\n";
    write(temp.path().join("bot"), bot);
    let options = ["--fail-fast", "--jobs", "1", "-v"];
    let mut watching = Watching::start(temp.path(), "./bot", &options);
    let first = watching.done();
    assert!(first.contains("pass linkage/opening/as-more"), "{first}");
    write(temp.path().join("bot"), &format!("{bot}# changed\n"));
    let second = watching.done();
    assert!(second.contains("skip linkage/opening/as-more"), "{second}");
    assert!(second.contains("linkage/opening/as-fewer"), "{second}");
    watching.interrupt();
}

/// A folder with a build that writes into it each time.
fn built(temp: &TempDir) -> PathBuf {
    let bot = temp.path().join("bot");
    fs::create_dir(&bot).unwrap();
    write(bot.join("bot.toml"), "build = [\"sh\", \"build.sh\"]\nrun = [\"./made\"]\n");
    write(
        bot.join("build.sh"),
        "date +%N >> build.log; printf 'x\\0%s' $(date +%N) > object.o; cp source made.new && chmod +x made.new && mv made.new made\n",
    );
    write(bot.join("source"), BAD);
    bot
}

/// What a confined build writes is no change of the folder at all.
#[test]
fn a_confined_build_is_done_once() {
    let temp = folder();
    let bot = built(&temp);
    let mut watching = Watching::start(temp.path(), "bot", &[]);
    assert!(watching.done().contains("DOES NOT CONFORM"));
    if bot.join("build.log").exists() {
        eprintln!("SKIPPED a_confined_build_is_done_once: builds are not confined here");
        return;
    }
    watching.rests();
    replace(bot.join("source"), GOOD);
    assert!(watching.done().contains("CONFORMS: 3 cases"));
    watching.rests();
    watching.interrupt();
}

/// A build in the folder itself comes to rest, and one that fails is waited out.
#[test]
fn a_folder_is_built_again_and_what_the_build_makes_is_no_change() {
    let temp = folder();
    let bot = built(&temp);
    let report =
        ["--sandbox", "off", "--format", "html", "--output", "bot/report.html", "--format", "pretty"];
    let mut watching = Watching::start(temp.path(), "bot", &report);
    assert!(watching.done().contains("DOES NOT CONFORM"));
    // The log could have been written by somebody: that is looked into once.
    watching.done();
    watching.rests();
    replace(bot.join("source"), GOOD);
    assert!(watching.done().contains("CONFORMS: 3 cases"));
    replace(bot.join("build.sh"), "echo it breaks >&2; exit 1\n");
    assert!(watching.done().contains("it breaks"), "a build that fails is shown");
    replace(bot.join("build.sh"), "cp source made\n");
    assert!(watching.done().contains("CONFORMS: 3 cases"));
    watching.interrupt();
}

#[test]
fn a_source_is_compiled_again() {
    if Command::new("cc").arg("--version").output().is_err() {
        eprintln!("SKIPPED a_source_is_compiled_again: there is no C compiler here");
        return;
    }
    let temp = folder();
    let program = |order: &str| {
        format!(
            "#include <stdio.h>\nint main(int n, char **a) {{ if (n > 1) {{ puts(\"Stone. Ada, UK, 2026, V1\"); return 0; }}\n\
             FILE *f = fopen(\"order.txt\", \"w\"); fputs({order}, f); return fclose(f); }}\n"
        )
    };
    write(temp.path().join("bot.c"), &program("\"RD4E4\""));
    let mut watching = Watching::start(temp.path(), "bot.c", &[]);
    assert!(watching.done().contains("DOES NOT CONFORM"));
    write(temp.path().join("bot.c"), &program("RE6E7"));
    assert!(watching.done().contains("error"), "what the compiler says is shown");
    write(temp.path().join("bot.c"), &program("\"RE6E7\""));
    assert!(watching.done().contains("CONFORMS: 3 cases"));
    watching.interrupt();
}

#[test]
fn ctrl_c_ends_it_while_a_check_goes_on() {
    let temp = folder();
    write(temp.path().join("sleeps-on"), "#!/bin/sh\nsleep 50\n");
    let watching = Watching::start(temp.path(), "./sleeps-on", &["--time-limit", "60s"]);
    let deadline = Instant::now() + PATIENCE;
    while crate::harness::processes::running("sleeps-on").is_none() {
        assert!(Instant::now() < deadline, "the bot is started");
        thread::sleep(Duration::from_millis(100));
    }
    watching.interrupt();
}

#[test]
fn a_bot_that_was_never_there_is_an_error() {
    let temp = folder();
    let output = Command::new(env!("CARGO_BIN_EXE_botspec"))
        .args(["check", "linkage", "nothing", "--watch"])
        .current_dir(temp.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
}
