//! The bot as the referee runs it: a program in a folder.
#![expect(clippy::unwrap_used, reason = "helpers of tests: a panic is the failure")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;

use botspec_sdk::games::power4::{BoardText, Drop, Gravity, Kind, OutputText, Position, Team};
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
    fs::copy(env!("CARGO_BIN_EXE_power4-minimax"), executable(&folder)).unwrap();
    (outer, folder)
}

fn executable(folder: &Path) -> PathBuf {
    folder.join("minimax").with_extension(std::env::consts::EXE_EXTENSION)
}

/// Runs it from another current directory.
fn run(folder: &Path) -> Output {
    let mut command = Command::new(executable(folder));
    command.current_dir(folder.parent().unwrap());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let guard = COPY_OR_START.lock().unwrap();
    let child = command.spawn().unwrap();
    drop(guard);
    child.wait_with_output().unwrap()
}

/// A reply that does not end the set, if there is one.
fn reply(position: &Position, random: &mut Random) -> Drop {
    let mut legal = position.legal_moves();
    random.shuffle(&mut legal);
    let open = legal.iter().find(|&&drop| position.play(drop).unwrap().outcome().is_none());
    *open.unwrap_or(&legal[0])
}

#[test]
fn it_plays_several_sets_in_one_folder_through_its_files() {
    let (_outer, folder) = bot_in_a_folder();
    fs::write(folder.join("team_no.txt"), "2\n").unwrap();
    let mut random = Random::seeded(1);
    let mut specials = 0;
    for starts in [Team::One, Team::Two, Team::One] {
        let mut position = Position::opening(starts, Gravity::Fall);
        while position.outcome().is_none() {
            if position.team() == Team::One {
                let drop = reply(&position, &mut random);
                position = position.play(drop).unwrap();
                continue;
            }
            fs::write(folder.join("board.txt"), BoardText { board: *position.board() }.to_string()).unwrap();
            let output = run(&folder);
            assert!(output.status.success(), "{output:?}");
            let output = OutputText::from_bytes(&fs::read(folder.join("output.txt")).unwrap()).unwrap();
            assert_eq!(position.faults(&output), [], "{position:?}");
            let drop = Drop::try_from(&output).unwrap();
            specials += u32::from(drop.kind != Kind::Normal);
            position = position.play(drop).unwrap();
        }
    }
    assert!(specials > 0);
    // The program, two inputs, the output, the memory.
    let names = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| !name.starts_with("minimax")).collect();
    names.sort();
    assert_eq!(names, ["Mm0001_memory.txt", "board.txt", "output.txt", "team_no.txt"]);
    assert_eq!(fs::read_dir(folder.parent().unwrap()).unwrap().count(), 1);
}

#[test]
fn a_bad_input_is_told_on_stderr() {
    let (_outer, folder) = bot_in_a_folder();
    fs::write(folder.join("team_no.txt"), "2").unwrap();
    fs::write(folder.join("board.txt"), "0 0 3").unwrap();
    let output = run(&folder);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "error: board.txt: line 1, column 5 (cell 3): expected one of 0 1 2 12, found \"3\"\n"
    );
    assert!(!folder.join("output.txt").exists());
}
