//! Files that are no ladder, or cannot be written: a clear error, and nothing is lost.

use std::fs;

use rusqlite::Connection;

use super::bench::Bench;

/// Every command that names a ladder.
const COMMANDS: [&str; 6] =
    ["standings", "run", "export --format json", "explain", "publish --out x", "merge"];

fn words(command: &str, ladder: &str) -> String {
    let (name, rest) = command.split_once(' ').unwrap_or((command, ""));
    let last = match name {
        "explain" => "1",
        "merge" => "x.ledger",
        _ => "",
    };
    format!("{name} {ladder} {last} {rest}")
}

#[test]
fn a_file_that_is_no_ladder_is_left_alone() {
    let bench = Bench::new();
    fs::write(
        bench.at("notes"),
        "dear diary, this is longer than the head of a database would have to be. ".repeat(20),
    )
    .unwrap();
    fs::write(bench.at("empty"), "").unwrap();
    let other = Connection::open(bench.at("other")).unwrap();
    other.execute_batch("CREATE TABLE a (x)").unwrap();
    drop(other);
    bench.season("newer", 2, 2);
    let newer = Connection::open(bench.at("newer")).unwrap();
    newer.pragma_update(None, "user_version", 99).unwrap();
    newer.pragma_update(None, "journal_mode", "DELETE").unwrap();
    drop(newer);
    for (ladder, message) in [
        ("nothing", "there is no such file"),
        ("notes", "it is not a ladder: it is not a database"),
        ("empty", "it is not a ladder: it is a database of another program, or an empty file"),
        ("other", "it is not a ladder: it is a database of another program"),
        ("newer", "its tables have version 99, and this one knows 1"),
        (".", "it is not a ladder: it is not a file"),
    ] {
        let before = fs::read(bench.at(ladder)).ok();
        for command in COMMANDS {
            let (said, told) = bench.expect(&words(command, ladder), 2);
            assert!(told.contains(message) && said.is_empty(), "{command} {ladder}: {told}");
        }
        assert_eq!(fs::read(bench.at(ladder)).ok(), before, "{ladder}");
    }
    let (_, told) = bench.expect("init hex notes", 2);
    assert!(told.contains("it exists already"), "{told}");
    let (_, told) = bench.expect("init hex no/such/folder/a.db", 2);
    assert!(told.contains("there is no folder no/such/folder: make it"), "{told}");
}

/// The page limit of SQLite is a disk that is full.
#[test]
fn a_full_disk_loses_nothing() {
    use botspec::ladder::{LadderError, Source, Store, Submission};
    let bench = Bench::new();
    let path = bench.season("full.db", 3, 2);
    bench.expect("run full.db --sandbox auto", 0);
    let before = bench.json("full.db");
    let folder = bench.at("large");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("bot.py"), vec![b'#'; 4 << 20]).unwrap();
    let source = Source::read(&folder).unwrap();
    let submission = Submission { name: "large".to_owned(), author: None, verdict: "pass".to_owned() };
    let mut store = Store::open(&path).unwrap();
    store.limit_bytes(1 << 20).unwrap();
    let error = store.add(None, &source, &submission, super::bench::NOW).unwrap_err();
    assert!(matches!(error, LadderError::Database(_)) && error.is_machine_failure());
    assert!(error.to_string().contains("the disk is full: make room and try again; the games"), "{error}");
    drop(store);
    assert_eq!(bench.json("full.db"), before);
    Store::open(&path).unwrap().add(None, &source, &submission, super::bench::NOW).unwrap();
}

/// What can only be read can be read, and says so when it is to be written.
#[test]
fn a_read_only_ladder_can_be_read() {
    use std::os::unix::fs::PermissionsExt as _;
    let bench = Bench::new();
    bench.season("one.db", 3, 2);
    bench.expect("run one.db --sandbox auto", 0);
    let folder = bench.at("shelf");
    fs::create_dir(&folder).unwrap();
    fs::copy(bench.at("one.db"), folder.join("a b%.db")).unwrap();
    fs::set_permissions(folder.join("a b%.db"), fs::Permissions::from_mode(0o444)).unwrap();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).unwrap();
    let is_root = fs::write(folder.join("probe"), "").is_ok();
    let read = |words: [&str; 2]| {
        bench
            .ladder("")
            .arg(words[0])
            .arg("shelf/a b%.db")
            .args(words[1].split_whitespace())
            .output()
            .unwrap()
    };
    assert!(read(["standings", ""]).status.success());
    if !is_root {
        let run = read(["run", "--sandbox auto"]);
        assert_eq!(run.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&run.stderr).contains("read-only"));
    }
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
}
