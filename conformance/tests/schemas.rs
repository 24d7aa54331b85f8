//! What is written as JSON keeps to its schema.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

const OPENING: &str = "M6666\n.......\n.......\n.......\n...X...\n.......\n.......\n.......\n";
/// Answers the same whatever it is asked, with a byte that is no UTF-8 in its errors.
const BOT: &str = "#!/bin/sh\n[ $# -gt 0 ] && echo 'Bot. A, UK, 2026, V1' && exit\nprintf '\\377' >&2\necho RA1B1 > order.txt\n";

fn schema(name: &str) -> Value {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("schemas/{name}.schema.json"));
    serde_json::from_slice(&fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display())))
        .expect("a schema is JSON")
}

/// Fails with every place at which the text is not as its schema says.
fn assert_valid(name: &str, text: &[u8]) {
    let instance: Value = serde_json::from_slice(text).expect("JSON");
    let schema = schema(name);
    assert_eq!(instance["schema"], schema["properties"]["schema"]["const"]);
    let validator = jsonschema::draft202012::new(&schema).expect("a schema is one");
    let errors: Vec<String> =
        validator.iter_errors(&instance).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{name}:\n{}", errors.join("\n"));
}

fn stdout(args: &[&str], folder: &Path, stdin: &str) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_botspec"))
        .args(args)
        .current_dir(folder)
        .write_stdin(stdin)
        .output()
        .expect("the tester can be started");
    assert!(!output.stdout.is_empty(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

#[test]
fn every_json_format_keeps_to_its_schema() {
    let temp = tempfile::tempdir().unwrap();
    let bot = temp.path().join("bot");
    fs::write(&bot, BOT).unwrap();
    fs::set_permissions(&bot, fs::Permissions::from_mode(0o755)).unwrap();
    let run = |args: &[&str], stdin: &str| stdout(args, temp.path(), stdin);

    let few =
        ["--cases", "4", "--case", "linkage/opening", "--case", "linkage/id", "--case", "linkage/random"];
    assert_valid("doctor", &run(&["doctor", "--format", "json", "--profile", "judge.json"], ""));
    assert_valid("profile", &fs::read(temp.path().join("judge.json")).unwrap());
    let check =
        ["check", "linkage", "./bot", "--format", "json", "--budget", "50%", "--audit", "--save", "saved"];
    let report = run(&[&check[..], &few, &["--as", "judge.json"]].concat(), "");
    assert_valid("check", &report);
    let report: Value = serde_json::from_slice(&report).unwrap();
    assert_eq!(report["elsewhere"]["profile"], "judge.json");
    let report = run(&[&check[..], &few].concat(), "");
    assert_valid("check", &report);
    let report: Value = serde_json::from_slice(&report).unwrap();
    assert!(report["summary"]["fail"].as_u64().unwrap() > 0, "{report}");
    assert!(report.to_string().contains("\"shrunk\""), "{report}");
    let passing = report["cases"].as_array().unwrap().iter().find(|case| case["verdict"] == "pass").unwrap();
    fs::write(temp.path().join("known"), passing["id"].as_str().unwrap()).unwrap();
    let report = run(&[&check[..], &few, &["--known-failing", "known"]].concat(), "");
    assert_valid("check", &report);
    let report: Value = serde_json::from_slice(&report).unwrap();
    assert_eq!(report["summary"]["recovered"], 1);

    let mut saved = 0;
    for entry in fs::read_dir(temp.path().join("saved")).unwrap() {
        let file = entry.unwrap().path();
        assert_valid("case", &fs::read(&file).unwrap());
        assert_valid("repro", &run(&["repro", file.to_str().unwrap(), "--trust", "--format", "json"], ""));
        saved += 1;
    }
    assert!(saved > 0);

    for game in botspec::suite::Game::all() {
        let game = game.name();
        assert_valid("list", &run(&["list", game, "--format", "json"], ""));
        assert_valid("explain", &run(&["explain", game, "--format", "json"], ""));
    }
    let inspect = ["inspect", "linkage", "-", "--format", "json"];
    for answer in [&[][..], &["--answer", "RA1B1"], &["--answer", "RA1C3"], &["--answer", ""]] {
        assert_valid("inspect", &run(&[&inspect[..], answer].concat(), OPENING));
    }
    assert_valid("inspect", &run(&inspect, &OPENING.replacen("M6666", "M6667", 1)));
    let flit = ["inspect", "flit", "-", "--bot", "1", "--answer", "1 1 2 2", "--format", "json"];
    assert_valid("inspect", &run(&flit, "0 0 1\n5 5 2\n"));
    let hex = ["inspect", "hex", "-", "--side", "black", "--format", "json"];
    assert_valid("inspect", &run(&hex, "B.|.W|\n"));
    let power4 = ["inspect", "power4", "-", "--team", "1", "--turn", "1", "--format", "json"];
    assert_valid("inspect", &run(&power4, &"0 ".repeat(42)));
    assert_valid("doctor", &run(&["doctor", "--format", "json"], ""));
}

/// One line each.
fn assert_valid_lines(name: &str, text: &[u8]) {
    let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).collect();
    assert!(!lines.is_empty(), "{name}");
    lines.iter().for_each(|line| assert_valid(name, line));
}

#[test]
fn games_and_what_is_made_of_them_keep_to_their_schemas() {
    let temp = tempfile::tempdir().unwrap();
    let bots: [(&str, &str, &[&str]); 4] = [
        ("linkage", "echo RA1B1 > order.txt", &[]),
        ("hex", "while read -r line; do [ \"$line\" = make_move ] && echo b2; done", &["--size", "3"]),
        ("flit", "while read -r line; do [ \"$line\" = M ] && echo 3 3 4 4; done", &["--variant", "duel"]),
        ("power4", "printf '5 1' > output.txt", &[]),
    ];
    for (game, text, options) in bots {
        for name in ["one", "two"] {
            let bot = temp.path().join(format!("{game}-{name}"));
            fs::write(&bot, format!("#!/bin/sh\n{text}\n")).unwrap();
            fs::set_permissions(&bot, fs::Permissions::from_mode(0o755)).unwrap();
        }
        let (one, two) = (format!("./{game}-one"), format!("./{game}-two"));
        let record = format!("{game}.jsonl");
        let play = ["play", game, &one, &two, "--games", "2", "--format", "json", "--record", &record];
        assert_valid("play", &stdout(&[&play[..], options].concat(), temp.path(), ""));
        let mut records = fs::read(temp.path().join(&record)).unwrap();
        assert_valid_lines("game", &records);
        let against = ["replay", &record, "--format", "json", "--against", &one];
        assert_valid_lines("against", &stdout(&against, temp.path(), ""));

        records.extend(b"{\"schema\":\n");
        records.extend(
            format!("{{\"schema\":\"botspec.game/1\",\"game\":\"{game}\",\"moves\":[\"x\"]}}\n").bytes(),
        );
        fs::write(temp.path().join(&record), records).unwrap();
        assert_valid_lines("replay", &stdout(&["replay", &record, "--format", "json"], temp.path(), ""));
    }
}

/// A schema that allows everything would prove nothing.
#[test]
fn a_schema_refuses_what_is_not_in_it() {
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas")).unwrap() {
        let file = entry.unwrap().file_name().into_string().unwrap();
        let schema = schema(file.strip_suffix(".schema.json").unwrap());
        let validator = jsonschema::draft202012::new(&schema).unwrap();
        let id = schema["properties"]["schema"]["const"].clone();
        assert!(!validator.is_valid(&serde_json::json!({ "schema": id })), "{file}");
        assert!(!validator.is_valid(&serde_json::json!([])), "{file}");
        assert_eq!(schema["additionalProperties"], false, "{file}");
    }
}

/// Every list of games in a schema is made from the list of contests: `BOTSPEC_UPDATE=1` writes it anew.
#[test]
fn schemas_name_every_game() {
    let games: Vec<String> =
        botspec::suite::Game::all().iter().map(|game| format!("\"{}\"", game.contest().name())).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas");
    let mut seen = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        let text = fs::read_to_string(&file).unwrap();
        let (current, lists) = with_lists(&text, &games);
        if std::env::var_os("BOTSPEC_UPDATE").is_some() {
            fs::write(&file, &current).unwrap();
        }
        assert!(text == current, "{}: BOTSPEC_UPDATE=1 writes it anew", file.display());
        seen += lists;
    }
    assert!(seen > 0);
}

/// The text of a schema with these items, and null where it was, in each list that has the first of them; and how many
/// such lists there are.
fn with_lists(schema: &str, items: &[String]) -> (String, usize) {
    let (mut text, mut rest, mut lists) = (String::new(), schema, 0);
    while let Some(first) = rest.find(&items[0]) {
        let (before, after) = rest.split_at(first);
        let head = before.trim_end();
        let Some(end) = after.find(']').filter(|_| head.ends_with('[')) else {
            let (name, left) = after.split_at(items[0].len());
            text += before;
            text += name;
            rest = left;
            continue;
        };
        let indent = &before[head.len()..];
        let list = after[..end].trim_end();
        let null = list.ends_with("null").then(|| "null".to_owned());
        text += before;
        text += &items.iter().cloned().chain(null).collect::<Vec<_>>().join(&format!(",{indent}"));
        rest = &after[list.len()..];
        lists += 1;
    }
    (text + rest, lists)
}

#[test]
fn a_list_is_written_as_it_stands() {
    let items = ["\"a\"".to_owned(), "\"b\"".to_owned()];
    let old = "{ \"enum\": [\n    \"a\",\n    \"x\"\n  ],\n  \"a\": 1 }\n";
    let new = "{ \"enum\": [\n    \"a\",\n    \"b\"\n  ],\n  \"a\": 1 }\n";
    assert_eq!(with_lists(old, &items), (new.to_owned(), 1));
    assert_eq!(with_lists(new, &items), (new.to_owned(), 1));
    assert_eq!(with_lists("[ \"a\", null ]", &items).0, "[ \"a\", \"b\", null ]");
}
