//! The bot as the referee runs it: a program in a folder.
#![expect(clippy::unwrap_used, reason = "helpers of tests: a panic is the failure")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;

use botspec_sdk::games::linkage::{InputText, Order, OrderText, Position};
use botspec_sdk::{Position as _, random::Random};
use tempfile::TempDir;

/// Held while a program is copied and while one is started: a process that is forked during the copy
/// inherits the open file, and a file open for writing cannot be executed ("text file busy").
static COPY_OR_START: Mutex<()> = Mutex::new(());

/// A copy of the bot in a folder of its own; blanks and other letters in the path do no harm.
fn bot_in_a_folder() -> (TempDir, PathBuf) {
    let outer = tempfile::tempdir().unwrap();
    let folder = outer.path().join("bot é 1");
    fs::create_dir(&folder).unwrap();
    let _guard = COPY_OR_START.lock().unwrap();
    fs::copy(env!("CARGO_BIN_EXE_linkage-greedy"), executable(&folder)).unwrap();
    (outer, folder)
}

fn executable(folder: &Path) -> PathBuf {
    folder.join("greedy").with_extension(std::env::consts::EXE_EXTENSION)
}

/// Runs it from another current directory.
fn run(folder: &Path, arguments: &[&str]) -> Output {
    let elsewhere = folder.parent().unwrap();
    let mut command = Command::new(executable(folder));
    command.args(arguments).current_dir(elsewhere);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let guard = COPY_OR_START.lock().unwrap();
    let child = command.spawn().unwrap();
    drop(guard);
    child.wait_with_output().unwrap()
}

#[test]
fn it_identifies_itself_on_any_argument() {
    let (_outer, folder) = bot_in_a_folder();
    for arguments in [&[""][..], &["id"], &["--help"], &["a", "b", ""]] {
        let output = run(&folder, arguments);
        assert!(output.status.success());
        assert_eq!(
            String::from_utf8(output.stdout).unwrap(),
            "Greedy. The botspec authors, 21 November 2026, V1.0\n"
        );
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}

#[test]
fn it_plays_a_whole_game_through_its_files() {
    let (_outer, folder) = bot_in_a_folder();
    let mut random = Random::seeded(1);
    let mut position = Position::opening();
    while position.outcome().is_none() {
        let text = InputText::from(position.to_setup()).to_string();
        fs::write(folder.join("input.txt"), &text).unwrap();
        let output = run(&folder, &[]);
        assert!(output.status.success(), "{output:?}");
        let order = OrderText::from_bytes(&fs::read(folder.join("order.txt")).unwrap()).unwrap();
        assert_eq!(position.faults(order), [], "{text}");
        position = position.play(Order::try_from(order).unwrap()).unwrap();
        if let Some(&order) = random.pick(&position.legal_moves()) {
            position = position.play(order).unwrap();
        }
    }
    // The program, the input, the order.
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 3);
    assert_eq!(fs::read_dir(folder.parent().unwrap()).unwrap().count(), 1);
}

#[test]
fn a_bad_input_is_told_on_stderr() {
    let (_outer, folder) = bot_in_a_folder();
    fs::write(folder.join("input.txt"), "M66\n").unwrap();
    let output = run(&folder, &[]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "error: input.txt: line 1, column 4 (green dominoes left): expected a digit, found the end of the line\n"
    );
    assert!(!folder.join("order.txt").exists());
}
