//! However botspec ends, its bots and builds end with it, and what was found is told.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test, in a test's helpers too")]

use botspec::process::{Host, Launch, Limit, Received, SandboxMode};
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
        self.check_of("linkage", bot, more)
    }

    fn check_of(&self, game: &str, bot: &Path, more: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_botspec"))
            .current_dir(self.folder.path())
            .args(["check", game])
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

/// Whether what is started from here leaves alone that its terminal is closed, as under `nohup`.
fn hangups_are_ignored() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    u64::from_str_radix(ignored.trim(), 16).unwrap() >> (Signal::HUP.as_raw() - 1) & 1 == 1
}

/// Temporary folders that a run has left.
fn folders_of(child: &Child) -> usize {
    let prefix = format!("botspec-{}-", child.id());
    let places = [PathBuf::from("/dev/shm"), std::env::temp_dir()];
    let entries = places.iter().flat_map(|place| fs::read_dir(place).unwrap().flatten());
    entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(&prefix)).count()
}

fn wait_until_removed(child: &Child) {
    let deadline = Instant::now() + PATIENCE;
    while folders_of(child) > 0 {
        assert!(Instant::now() < deadline, "{} folders", folders_of(child));
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The most memory that a run has had at any time, in KiB; it is waited for.
fn peak_of(child: &mut Child) -> u64 {
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
    most
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
    wait_until_removed(&child);
}

/// Without a sandbox nobody is left to remove the folders of a botspec that is killed: the next one does. Those of a
/// botspec that lives are left alone.
#[test]
fn the_next_run_removes_what_a_killed_one_has_left() {
    let scene = Scene::new("swept");
    let bot = scene.bot(HANG);
    let begin = || {
        let child = scene.check(&bot, &["--time-limit", "70s", "--sandbox", "off"]);
        scene.wait_for_processes(true);
        child
    };
    let mut killed = begin();
    assert!(folders_of(&killed) > 0);
    signal(&killed, Signal::KILL);
    killed.wait().unwrap();
    scene.wait_for_processes(false);
    let mut living = begin();
    // Another test's run may have been faster, and still be at it.
    wait_until_removed(&killed);
    let before = folders_of(&living);
    assert!(before > 0);
    Host::open_with(Path::new(env!("CARGO_BIN_EXE_botspec")), SandboxMode::Auto).unwrap();
    assert!(folders_of(&living) >= before, "it makes more, and keeps what it has");
    signal(&living, Signal::INT);
    assert_eq!(exit_code(&mut living), Some(130));
    assert_eq!(folders_of(&living), 0);
}

/// A report for a pipe that nobody reads does not keep botspec from ending.
#[test]
fn a_report_that_nobody_reads_is_given_up() {
    let scene = Scene::new("unread");
    let ran = scene.folder.path().join("ran");
    let bot = scene.bot(&format!("open('order.txt', 'w').write('RA1A2')\nopen({ran:?}, 'w')"));
    let pipe = scene.folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let pipe = pipe.to_str().unwrap();
    let mut child =
        scene.check(&bot, &["--sandbox", "off", "--case", "linkage/opening/as-more", "--output", pipe]);
    let deadline = Instant::now() + PATIENCE;
    while !ran.exists() {
        assert!(Instant::now() < deadline, "the bot was not run");
        std::thread::sleep(Duration::from_millis(5));
    }
    // Whether it still plays or waits for a reader by then makes no difference to the end.
    std::thread::sleep(Duration::from_secs(2));
    signal(&child, Signal::TERM);
    assert_eq!(exit_code(&mut child), Some(143));
}

/// The code is what a shell says of a program that this signal ended.
#[test]
fn the_exit_code_names_the_signal() {
    for (sent, code) in [(Signal::INT, 130), (Signal::TERM, 143), (Signal::HUP, 129)] {
        if sent == Signal::HUP && hangups_are_ignored() {
            continue;
        }
        let scene = Scene::new(&format!("signal-{code}"));
        let bot = scene.bot(HANG);
        let mut child = scene.check(&bot, &["--time-limit", "70s", "--output", "report"]);
        scene.wait_for_processes(true);
        signal(&child, sent);
        assert_eq!(exit_code(&mut child), Some(code));
        assert!(scene.folder.path().join("report").exists());
    }
}

/// Under `nohup` a season went on until its organizer logged out.
#[test]
fn a_run_that_is_to_outlive_its_terminal_does() {
    let scene = Scene::new("nohup");
    let bot = scene.bot(HANG);
    let mut child = Command::new("sh")
        .args(["-c", "trap '' HUP; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_botspec"), "check", "linkage"])
        .arg(&bot)
        .args(["--time-limit", "70s"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    scene.wait_for_processes(true);
    signal(&child, Signal::HUP);
    std::thread::sleep(Duration::from_secs(1));
    assert!(child.try_wait().unwrap().is_none() && scene.processes() > 0, "it has ended");
    signal(&child, Signal::INT);
    assert_eq!(exit_code(&mut child), Some(130));
}

/// Records for a pipe that nobody opens, or that nobody reads from, do not keep botspec from ending.
#[test]
fn records_that_nobody_reads_are_given_up() {
    use rustix::fs::{Mode, OFlags};
    for (name, is_open) in [("unopened", false), ("full", true)] {
        let scene = Scene::new(name);
        let ran = scene.folder.path().join("ran");
        // It loses in its first turn.
        let bot = scene.bot(&format!("open({ran:?}, 'w')"));
        let pipe = scene.folder.path().join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let reader = is_open.then(|| {
            let reader = rustix::fs::open(&pipe, OFlags::RDWR, Mode::empty()).unwrap();
            rustix::pipe::fcntl_setpipe_size(&reader, 4096).unwrap();
            reader
        });
        let mut child = Command::new(env!("CARGO_BIN_EXE_botspec"))
            .args(["play", "linkage", "--games", "100000", "--sandbox", "off", "--record"])
            .args([&pipe, &bot, &bot])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        if let Some(reader) = &reader {
            let deadline = Instant::now() + PATIENCE;
            while rustix::io::ioctl_fionread(reader).unwrap() == 0 {
                assert!(Instant::now() < deadline, "no record is written");
                std::thread::sleep(Duration::from_millis(5));
            }
        }
        std::thread::sleep(Duration::from_secs(1));
        assert_eq!(ran.exists(), is_open, "nobody plays for a record that cannot be kept");
        signal(&child, Signal::TERM);
        assert_eq!(exit_code(&mut child), Some(143), "{name}");
    }
}

/// The console waits for commands, and ends when it is to; a command without an end is not waited for.
#[test]
fn the_console_ends_whatever_its_input_does() {
    use std::io::Write as _;
    let scene = Scene::new("console");
    let bot = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/hex-python/bot.py");
    let begin = || {
        let mut console = Command::new(env!("CARGO_BIN_EXE_botspec"))
            .current_dir(scene.folder.path())
            .args(["console", "hex", "3"])
            .args([&bot, &bot])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut commands = console.stdin.take().unwrap();
        commands.write_all(b"next\n").unwrap();
        let mut line = String::new();
        BufReader::new(console.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        assert!(line.starts_with("black "), "{line}");
        (console, commands)
    };
    let (mut console, _commands) = begin();
    signal(&console, Signal::TERM);
    assert_eq!(exit_code(&mut console), Some(143));
    let (mut console, mut commands) = begin();
    // It may be gone before all is written.
    let _ = commands.write_all(&vec![b'x'; 1 << 22]);
    assert_eq!(exit_code(&mut console), Some(2));
    let said = std::io::read_to_string(console.stderr.unwrap()).unwrap();
    assert!(said.contains("stdin, line 2: longer than 4096 bytes"), "{said}");
}

/// A terminal with the console on it, and what it shows.
fn on_a_terminal(bot: &Path) -> (Child, fs::File) {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let name = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
    let end = || fs::OpenOptions::new().read(true).write(true).open(&name).unwrap();
    let console = Command::new(env!("CARGO_BIN_EXE_botspec"))
        .args(["console", "hex", "3"])
        .args([bot, bot])
        .env("TERM", "xterm")
        .stdin(end())
        .stdout(end())
        .stderr(end())
        .spawn()
        .unwrap();
    (console, fs::File::from(master))
}

/// Reads what a terminal shows until this stands there.
fn shown(terminal: &mut fs::File, awaited: &str) {
    use std::io::Read as _;
    let mut seen = Vec::new();
    let mut bytes = [0; 1024];
    while !String::from_utf8_lossy(&seen).contains(awaited) {
        let count = terminal.read(&mut bytes).unwrap();
        seen.extend_from_slice(&bytes[..count]);
    }
}

/// An editor that waits for a key swallowed signals, and Ctrl-C while a bot computes went to nobody.
#[test]
fn the_console_on_a_terminal_ends_at_a_signal() {
    use rustix::termios::{LocalModes, tcgetattr};
    use std::io::Write as _;
    let scene = Scene::new("terminal");
    let bot = scene.bot("if 'make_move\\n' in iter(sys.stdin.readline, ''): time.sleep(1000) # MARK");
    for (line, sent, code) in [
        ("", Signal::TERM, 143),
        ("ne", Signal::HUP, 129),
        ("next\n", Signal::INT, 130),
        ("next\n", Signal::TERM, 143),
    ] {
        if sent == Signal::HUP && hangups_are_ignored() {
            continue;
        }
        let (mut console, mut terminal) = on_a_terminal(&bot);
        shown(&mut terminal, "hex> ");
        terminal.write_all(line.as_bytes()).unwrap();
        shown(&mut terminal, line.trim_end());
        signal(&console, sent);
        assert_eq!(exit_code(&mut console), Some(code), "{line:?}");
        let modes = tcgetattr(&terminal).unwrap().local_modes;
        assert!(modes.contains(LocalModes::ICANON | LocalModes::ECHO), "{line:?}: {modes:?}");
    }
}

#[test]
fn a_panic_takes_its_bots_along() {
    let scene = Scene::new("panic");
    let host = Host::open_with(Path::new(env!("CARGO_BIN_EXE_botspec")), SandboxMode::Auto).unwrap();
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
    let most = peak_of(&mut child);
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

#[test]
fn of_endless_empty_lines_little_is_kept_in_memory() {
    let scene = Scene::new("empty-lines");
    let bot = scene.bot("lines = b'\\n' * 65536\nwhile True: os.write(1, lines)");
    let more = ["--max-time", "10s", "--jobs", "1", "--format", "json"];
    let most = peak_of(&mut scene.check_of("hex", &bot, &more));
    assert!(most > 0 && most < 128 * 1024, "{most} KiB, of which a quarter is the program");
}

/// As an ordinary user a bot may open its own output for reading, and take away whatever is written there.
#[test]
fn ctrl_c_ends_a_bot_that_reads_its_own_output() {
    let scene = Scene::new("reads-back");
    let bot = scene.bot(
        "own = os.open('/proc/self/fd/1', os.O_RDONLY)\n\
         os.spawnlp(os.P_NOWAIT, 'sh', 'sh', '-c', ': MARK; sleep 77; :')\n\
         while True: os.read(own, 4096)",
    );
    // For root's bots the pipe would be root's otherwise.
    let mut child = scene.check_of("hex", &bot, &["--time-limit", "70s", "--sandbox", "off"]);
    scene.wait_for_processes(true);
    signal(&child, Signal::INT);
    assert_eq!(exit_code(&mut child), Some(130));
    scene.wait_for_processes(false);
}

/// What a bot leaves in the place of its input costs nobody else a game, however few files may be open at once.
#[test]
fn a_folder_of_any_depth_is_removed() {
    let scene = Scene::new("deep");
    let bot = scene.bot(
        "os.remove('input.txt'); os.mkdir('input.txt'); os.chdir('input.txt')\n\
         for _ in range(3000): os.mkdir('d'); os.chdir('d')",
    );
    for sandbox in ["auto", "off"] {
        let run = format!(
            "ulimit -n 256; exec {} play linkage {} {} --games 2 --sandbox {sandbox} --format json",
            env!("CARGO_BIN_EXE_botspec"),
            bot.display(),
            bot.display()
        );
        let child =
            Command::new("sh").args(["-c", &run]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let child = child.unwrap();
        let id = child.id();
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{said}");
        let summary: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(summary["played"], 2, "{summary}");
        let prefix = format!("botspec-{id}-");
        let left = ["/dev/shm".into(), std::env::temp_dir()];
        let mut left = left.iter().flat_map(|place: &PathBuf| fs::read_dir(place).unwrap().flatten());
        assert!(!left.any(|entry| entry.file_name().to_string_lossy().starts_with(&prefix)));
    }
}

#[test]
fn whatever_the_umask_nothing_is_left_and_bots_can_write() {
    let scene = Scene::new("umask");
    let bot = scene.bot("open('seen', 'w').close()\nprint(oct(os.stat('seen').st_mode & 0o777))");
    let check = format!(
        "umask 0777; exec {} check linkage {} --case linkage/opening",
        env!("CARGO_BIN_EXE_botspec"),
        bot.display()
    );
    let mut child =
        Command::new("sh").args(["-c", &check]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    assert_eq!(exit_code(&mut child), Some(1));
    assert_eq!(folders_of(&child), 0);
}
