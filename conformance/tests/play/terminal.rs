//! A terminal for a program to run on, and what it shows there.

use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use super::bench::{Bench, example};

/// Nothing that is waited for takes nearly as long.
const PATIENCE: Duration = Duration::from_secs(60);

/// Which of a program's streams are the terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Streams {
    All,
    StderrOnly,
}

/// A program on a terminal of its own.
pub(crate) struct Terminal {
    keys: File,
    shown: Arc<Mutex<Vec<u8>>>,
    child: Child,
}

impl Terminal {
    pub(crate) fn run(folder: &Path, streams: Streams, args: &[&str]) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let slave = Path::new(std::ffi::OsStr::from_bytes(name.as_bytes()));
        let slave = OpenOptions::new().read(true).write(true).open(slave).unwrap();
        tcsetwinsize(&slave, Winsize { ws_row: 60, ws_col: 120, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_botspec"));
        command.current_dir(folder).args(args).env("TERM", "xterm").env_remove("NO_COLOR");
        command.stderr(Stdio::from(slave.try_clone().unwrap()));
        if streams == Streams::All {
            command.stdin(Stdio::from(slave.try_clone().unwrap())).stdout(Stdio::from(slave));
        } else {
            command.stdin(Stdio::null()).stdout(Stdio::null());
        }
        let child = command.spawn().unwrap();
        let keys = File::from(master);
        let shown = Arc::new(Mutex::new(Vec::new()));
        let (mut reading, into) = (keys.try_clone().unwrap(), Arc::clone(&shown));
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            // Once the program has ended, reading fails.
            while let Ok(count @ 1..) = reading.read(&mut bytes) {
                into.lock().unwrap().extend_from_slice(&bytes[..count]);
            }
        });
        Self { keys, shown, child }
    }

    pub(crate) fn shown(&self) -> String {
        String::from_utf8_lossy(&self.shown.lock().unwrap()).into_owned()
    }

    /// Waits until this has been shown so many times.
    pub(crate) fn wait_for(&self, text: &str, times: usize) {
        let since = Instant::now();
        while self.shown().matches(text).count() < times {
            assert!(since.elapsed() < PATIENCE, "{text:?} is not shown {times} times:\n{}", self.shown());
            thread::sleep(Duration::from_millis(10));
        }
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits for the program's end, and returns its exit code.
    pub(crate) fn end(&mut self) -> Option<i32> {
        let since = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            if since.elapsed() > PATIENCE {
                self.child.kill().unwrap();
                panic!("the program does not end:\n{}", self.shown());
            }
            thread::sleep(Duration::from_millis(10));
        }
    }
}

/// What is sent to the terminal where a line begins to be read.
pub(crate) const PROMPT: &str = "\x1b[?2004h";

/// Lines can be edited, called back and taken back.
#[test]
fn the_console_edits_lines_on_a_terminal() {
    let bench = Bench::new();
    let bot = example("hex-python");
    let mut terminal = Terminal::run(bench.0.path(), Streams::All, &["console", "hex", "3", &bot, &bot]);
    for (at, (keys, shown, times)) in [
        // `cheek`, mended with arrows and backspace.
        ("cheek\x1b[D\x1b[D\x7fe\x1b[C\x7fc\x05\r", "nobody has won yet", 1),
        // The line before, once more.
        ("\x1b[A\r", "nobody has won yet", 2),
        ("next\r", "black ", 1),
        // Ctrl-C takes back what is not finished, and ends nothing.
        ("qui\x03", "", 0),
        ("show\r", "", 0),
        ("nonsense\r", "there is no command", 1),
        ("check\r", "nobody has won yet; white is to move", 1),
    ]
    .into_iter()
    .enumerate()
    {
        terminal.wait_for(PROMPT, at + 1);
        terminal.press(keys);
        terminal.wait_for(shown, times);
    }
    terminal.wait_for(PROMPT, 8);
    // Ctrl-D on an empty line is the end of input.
    terminal.press("\x04");
    assert_eq!(terminal.end(), Some(0), "{}", terminal.shown());
    terminal.wait_for("ended with status 0", 2);
}

/// What is typed, or pasted, while no line is asked for is asked for later.
#[test]
fn the_console_takes_lines_that_are_typed_ahead() {
    let bench = Bench::new();
    let bot = example("hex-python");
    let mut terminal = Terminal::run(bench.0.path(), Streams::All, &["console", "hex", "3", &bot, &bot]);
    terminal.press("check\rnext\rcheck\rquit\r");
    assert_eq!(terminal.end(), Some(0), "{}", terminal.shown());
    terminal.wait_for("nobody has won yet; white is to move", 1);
    terminal.wait_for("ended with status 0", 2);
}

/// `--watch` draws each board over the one before, and leaves the last one of each game.
#[test]
fn a_game_is_watched_on_a_terminal() {
    let bench = Bench::new();
    let bot = example("hex-python");
    let args = ["play", "hex", &bot, &bot, "--size", "3", "--games", "2", "--watch"];
    let mut terminal = Terminal::run(bench.0.path(), Streams::StderrOnly, &args);
    assert_eq!(terminal.end(), Some(0), "{}", terminal.shown());
    terminal.wait_for("wins, by connection", 2);
    let shown = terminal.shown();
    assert!(shown.contains("game 1: hex-python (black)") && shown.contains("game 2: "), "{shown}");
    assert!(shown.contains("\x1b[J"), "the board is drawn in its place: {shown:?}");
}

/// Long work shows how far it is.
#[test]
fn a_tournament_shows_a_bar_on_a_terminal() {
    let bench = Bench::new();
    let bot = example("hex-python");
    let args = ["play", "hex", &bot, &bot, "--size", "3", "--games", "4"];
    let mut terminal = Terminal::run(bench.0.path(), Streams::StderrOnly, &args);
    assert_eq!(terminal.end(), Some(0), "{}", terminal.shown());
    terminal.wait_for("/4 games", 1);
}
