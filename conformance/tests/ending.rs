//! However botspec ends, its bots and builds end with it, and what was found is told.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test, in a test's helpers too")]

use botspec::process::{Host, Launch, Limit, Received, Sandbox};
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use wait_timeout::ChildExt;

/// Nothing here takes longer on any machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A folder with a bot in it whose processes can be told from all others.
struct Scene {
    folder: TempDir,
    mark: String,
}

impl Scene {
    fn new(name: &str) -> Self {
        let mark = format!("mark-{name}-{}", std::process::id());
        Self { folder: tempfile::tempdir().unwrap(), mark }
    }

    /// A Linkage bot in Python that does this in every turn.
    fn bot(&self, turn: &str) -> PathBuf {
        let path = self.folder.path().join("bot.py");
        fs::write(&path, format!("import os, sys, time\n{}\n", turn.replace("MARK", &self.mark))).unwrap();
        path
    }

    fn check(&self, bot: &Path, more: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_botspec"))
            .args(["check", "linkage"])
            .arg(bot)
            .args(more)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    fn processes(&self) -> usize {
        let entries = fs::read_dir("/proc").unwrap().flatten();
        let own = std::process::id().to_string();
        let others = entries.filter(|entry| entry.file_name().to_str() != Some(&own));
        let lines = others.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
        lines.filter(|line| String::from_utf8_lossy(line).contains(&self.mark)).count()
    }

    fn wait_for_processes(&self, wanted: bool) {
        let deadline = Instant::now() + PATIENCE;
        while (self.processes() > 0) != wanted {
            assert!(Instant::now() < deadline, "{} processes", self.processes());
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

fn signal(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

fn exit_code(child: &mut Child) -> Option<i32> {
    child.wait_timeout(PATIENCE).unwrap().expect("it ends").code()
}

/// A child that cannot be overlooked and does not want to end.
const HANG: &str =
    "os.spawnlp(os.P_NOWAIT, 'sh', 'sh', '-c', ': MARK; trap \"\" TERM INT; sleep 77; :')\ntime.sleep(77)";

#[test]
fn ctrl_c_ends_every_bot_and_what_was_found_is_printed() {
    let scene = Scene::new("ctrl-c");
    let bot = scene.bot(HANG);
    let mut child = scene.check(&bot, &["--format", "json", "--time-limit", "70s"]);
    scene.wait_for_processes(true);
    signal(&child, Signal::INT);
    // The report is read while it ends: it may be more than a pipe holds.
    let report: serde_json::Value = serde_json::from_reader(child.stdout.take().unwrap()).unwrap();
    assert_eq!(exit_code(&mut child), Some(130));
    assert_eq!(report["schema"], "botspec.check/1");
    let reasons = report["cases"].as_array().unwrap().iter().filter_map(|case| case["skip_reason"].as_str());
    assert!(reasons.filter(|reason| reason.contains("interrupted")).count() > 100);
    assert_eq!(scene.processes(), 0);
}

#[test]
fn ctrl_c_ends_a_build() {
    let scene = Scene::new("build");
    let script = format!(": {}; sleep 77; :", scene.mark);
    let manifest = format!(
        "name = \"slow\"\ngame = \"linkage\"\nbuild = [\"sh\", \"-c\", {script:?}]\nrun = [\"./slow\"]\n"
    );
    fs::write(scene.folder.path().join("bot.toml"), manifest).unwrap();
    let mut child = scene.check(scene.folder.path(), &[]);
    scene.wait_for_processes(true);
    signal(&child, Signal::INT);
    assert_eq!(exit_code(&mut child), Some(130));
    let said: Vec<String> =
        BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap).collect();
    assert!(said.iter().any(|line| line.contains("interrupted while the bot was being built")), "{said:?}");
    scene.wait_for_processes(false);
}

#[test]
fn a_botspec_that_is_killed_takes_its_bots_and_folders_along() {
    let scene = Scene::new("killed");
    let bot = scene.bot(HANG);
    let mut child = scene.check(&bot, &["--time-limit", "70s"]);
    scene.wait_for_processes(true);
    signal(&child, Signal::KILL);
    child.wait().unwrap();
    scene.wait_for_processes(false);
    let prefix = format!("botspec-{}-", child.id());
    let left = || {
        let places = [PathBuf::from("/dev/shm"), std::env::temp_dir()];
        let entries = places.iter().flat_map(|place| fs::read_dir(place).unwrap().flatten());
        entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(&prefix)).count()
    };
    let deadline = Instant::now() + PATIENCE;
    while left() > 0 {
        assert!(Instant::now() < deadline, "{} folders", left());
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_panic_takes_its_bots_along() {
    let scene = Scene::new("panic");
    let host = Host::open_with(Path::new(env!("CARGO_BIN_EXE_botspec")), Sandbox::Auto).unwrap();
    let script = format!(": {}; setsid sleep 77 & sleep 77", scene.mark);
    let panicked = std::thread::scope(|scope| {
        let bot = scope.spawn(|| {
            let cell = host.cell(&[]).unwrap();
            let launch = Launch {
                program: "/bin/sh".into(),
                args: vec!["-c".into(), script.into()],
                current_dir: cell.area().seen("game"),
                env: vec![("PATH".into(), "/usr/bin:/bin".into())],
            };
            let mut running = cell.start(&launch).unwrap();
            scene.wait_for_processes(true);
            let mut watch = running.stopwatch(&Limit::new(Duration::from_millis(20)));
            assert_eq!(running.read(&mut Vec::new(), &mut watch), Received::End, "this panic is wanted");
        });
        bot.join().is_err()
    });
    assert!(panicked);
    assert_eq!(scene.processes(), 0);
}

#[test]
fn whatever_a_bot_prints_little_of_it_is_kept_in_memory() {
    let scene = Scene::new("flood");
    let bot = scene.bot("text = b'x' * 65536\nfor _ in range(16384): os.write(1, text)");
    let mut child = scene.check(&bot, &["--case", "linkage/opening", "--max-time", "5s", "--format", "json"]);
    let mut report = child.stdout.take().unwrap();
    let reader = std::thread::spawn(move || std::io::copy(&mut report, &mut std::io::sink()).unwrap());
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = line.and_then(|line| line.trim().strip_suffix(" kB")).and_then(|kib| kib.parse().ok());
        most = most.max(kib.unwrap_or(0_u64));
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(reader.join().unwrap() > 0);
    assert!(most > 0 && most < 64 * 1024, "{most} KiB");
}

/// A bot with the host's terminal could read what is typed there, and Ctrl-C would reach it before its time.
#[test]
fn a_bot_has_no_terminal() {
    let scene = Scene::new("terminal");
    let told = scene.folder.path().join("told");
    let bot = scene.bot(&format!(
        "stat = open('/proc/self/stat').read().rsplit(')')[-1].split()\n\
         open({told:?}, 'w').write(stat[4] + ' ' + str(os.getpgrp() == int(stat[2])))"
    ));
    let check = format!("{} check linkage {} --sandbox off", env!("CARGO_BIN_EXE_botspec"), bot.display());
    let mut script = Command::new("script");
    script.args(["-qec", &check, "/dev/null"]).stdin(Stdio::null()).stdout(Stdio::null());
    let Ok(mut child) = script.spawn() else {
        println!("skipped: there is no `script` to make a terminal with");
        return;
    };
    assert_eq!(exit_code(&mut child), Some(1));
    assert_eq!(fs::read_to_string(&told).unwrap(), "0 True");
}
