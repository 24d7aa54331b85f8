//! Records refereed again, whole, cut, wrong, and in the plain form of older archives.

use std::fs;

use predicates::prelude::*;
use predicates::str::contains;
use serde_json::{Value, json};

use super::bench::{Bench, botspec, replay_json, vector_records, write_records};

#[test]
fn the_games_of_the_vectors_are_valid() {
    let bench = Bench::new();
    let path = bench.at("vectors.jsonl");
    let records = vector_records();
    write_records(&path, &records);
    let replayed = replay_json(&path, 0);
    assert_eq!(replayed.len(), records.len());
    for (number, (report, record)) in replayed.iter().zip(&records).enumerate() {
        assert_eq!(report["record"], number + 1);
        assert_eq!(report["error"], Value::Null);
        assert_eq!(report["moves"], record["moves"].as_array().unwrap().len());
        assert_ne!(report["result"], Value::Null, "every game of the vectors is over");
    }
}

/// Whatever a record claims wrongly is found.
#[test]
fn a_wrong_claim_is_found() {
    let bench = Bench::new();
    let path = bench.at("wrong.jsonl");
    let hex = |moves: Value, result: Value| {
        json!({"schema":"botspec.game/1","game":"hex","variant":{"size":2},
               "players":[{"name":"a","side":"black"},{"name":"b","side":"white"}],"moves":moves,"result":result})
    };
    let won = |winner: &str, player: &str, reason: &str| json!({"winner": winner, "player": player, "reason": reason});
    let game = json!(["a1", "a2", "b1"]);
    for (record, mv, rule, message) in [
        (hex(json!(["a1", "a1"]), Value::Null), json!(2), json!("hex/make-move/vacant"), "black stone"),
        (hex(json!(["a1", "c1"]), Value::Null), json!(2), json!("hex/make-move/on-board"), "not on a board"),
        (hex(json!(["a1", "x"]), Value::Null), json!(2), json!("hex/make-move/format"), "expected"),
        (hex(json!(["swap"]), Value::Null), json!(1), json!("hex/make-move/swap-timing"), "second move"),
        (hex(json!(["a1", "a2", "b1", "b2"]), Value::Null), json!(4), Value::Null, "the game is over"),
        (hex(game.clone(), won("white", "b", "connection")), Value::Null, Value::Null, "the rules say black"),
        (hex(game.clone(), won("black", "b", "connection")), Value::Null, Value::Null, "it was a"),
        (hex(game.clone(), won("black", "a", "timeout")), Value::Null, Value::Null, "connection"),
        (hex(json!(["a1"]), won("black", "a", "connection")), Value::Null, Value::Null, "not over"),
        (hex(json!(["a1"]), won("white", "b", "timeout")), Value::Null, Value::Null, "the rules say black"),
    ] {
        write_records(&path, std::slice::from_ref(&record));
        let report = replay_json(&path, 1).remove(0);
        assert_eq!(report["valid"], false, "{record}");
        assert_eq!(report["error"]["move"], mv, "{record} {report}");
        assert_eq!(report["error"]["rule"], rule, "{record} {report}");
        assert!(report["error"]["message"].as_str().unwrap().contains(message), "{record} {report}");
    }
    // What is claimed rightly is right, also of games that ended otherwise than by their rules.
    let forfeits = [
        hex(json!(["a1"]), won("black", "a", "timeout")),
        hex(json!(["a1", "a1"]), won("black", "a", "illegal")),
        hex(json!(["a1", "swap"]), won("black", "b", "crash")),
        hex(json!(["a1"]), Value::Null),
    ];
    write_records(&path, &forfeits);
    replay_json(&path, 0);
}

/// The shortest game of this kind among the vectors.
fn shortest(game: &str) -> Value {
    let records = vector_records().into_iter().filter(|record| record["game"] == game);
    records.min_by_key(|record| record["moves"].as_array().unwrap().len()).unwrap()
}

/// A file of records that was cut anywhere is read up to the cut.
#[test]
fn records_cut_at_every_byte_are_read_as_far_as_they_go() {
    use botspec::referee::archive::{Content, entries};
    let mut records: Vec<Value> = ["linkage", "hex", "flit", "power4"].map(shortest).to_vec();
    // The beginning of a game is a record too.
    let flit = records[2].as_object_mut().unwrap();
    flit["moves"].as_array_mut().unwrap().truncate(5);
    flit.remove("result");
    let whole: Vec<u8> = records
        .iter()
        .flat_map(|record| {
            let record: botspec::record::GameRecord = serde_json::from_value(record.clone()).unwrap();
            record.to_line()
        })
        .collect();
    for cut in 0..=whole.len() {
        let complete = whole[..cut].iter().filter(|&&byte| byte == b'\n').count();
        let mut read = 0;
        for entry in entries(&whole[..cut]) {
            match entry.content {
                Content::Record(record) => {
                    read += 1;
                    assert_eq!(botspec::referee::replay(&record).fault, None, "cut at {cut}");
                }
                Content::Cut => assert_eq!(entry.line, complete + 1, "cut at {cut}"),
                other => panic!("cut at {cut}: {other:?}"),
            }
        }
        let without_end = cut < whole.len() && whole.get(cut) == Some(&b'\n');
        assert_eq!(read, complete + usize::from(without_end), "cut at {cut}");
    }
}

#[test]
fn a_line_that_is_no_record_is_told_with_its_place() {
    let bench = Bench::new();
    for (text, message) in [
        ("", "no record in it"),
        ("\n\n", "no record in it"),
        ("{\"schema\":\"botspec.game/1\",\"game\":\"hex\",\"moves\":[3]}\n", "line 1, column 50"),
        ("{\"schema\":\"botspec.check/1\"}\n", "botspec.game/1"),
        ("b a1,B\nhello\n", "line 2, column 1"),
        ("\u{0}\u{ff}\n", "line 1, column 1"),
        ("{\"schema\":\"botspec.game/1\",\n", "line 1, column"),
    ] {
        let path = bench.at("file");
        fs::write(&path, text).unwrap();
        botspec().arg("replay").arg(&path).assert().code(2).stderr(contains("panicked").not());
        let run = botspec().arg("replay").arg(&path).output().unwrap();
        let told =
            format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
        assert!(told.contains(message), "{text:?}: {told}");
    }
}

/// Hex games in the plain form, with the letter for the row and for the column.
fn plain_games(size: u64) -> [String; 2] {
    let mut by = [String::new(), String::new()];
    for record in
        vector_records().iter().filter(|record| record["game"] == "hex" && record["variant"]["size"] == size)
    {
        let mut colour = "b";
        for mv in record["moves"].as_array().unwrap() {
            let mv = mv.as_str().unwrap();
            if mv == "swap" {
                by.iter_mut().for_each(|text| text.push_str("w swap,"));
                colour = "w";
                continue;
            }
            let (row, column) = (mv.as_bytes()[0] - b'a' + 1, mv[1..].parse::<u8>().unwrap());
            by[0].push_str(&format!("{colour} {mv},"));
            by[1].push_str(&format!("{colour} {}{row},", char::from(b'a' + column - 1)));
            colour = if colour == "b" { "w" } else { "b" };
        }
        let winner = if record["result"]["winner"] == "black" { "B\n" } else { "W\n" };
        by.iter_mut().for_each(|text| text.push_str(winner));
    }
    by
}

#[test]
fn archives_of_hex_are_read_with_either_letter() {
    let bench = Bench::new();
    let [rows, columns] = plain_games(10);
    for (text, letters) in [(rows, "row"), (columns, "column")] {
        let path = bench.at(letters);
        fs::write(&path, &text).unwrap();
        botspec().arg("replay").arg(&path).assert().success().stderr(contains(format!("read as {letters}")));
        botspec().arg("replay").arg(&path).args(["--letters", letters]).assert().success();
        let other = if letters == "row" { "column" } else { "row" };
        botspec().arg("replay").arg(&path).args(["--letters", other]).assert().code(1);
    }
    botspec().args(["replay", "-"]).write_stdin("b a1,w resign,B\n").assert().success();
    botspec().args(["replay", "-"]).write_stdin("b a1,w resign,W\n").assert().code(1);
}

#[test]
fn a_position_is_drawn_as_svg() {
    let bench = Bench::new();
    let path = bench.at("games.jsonl");
    write_records(&path, &vector_records()[..2]);
    let draw = |options: &[&str]| {
        botspec().arg("replay").arg(&path).args(["--format", "svg"]).args(options).assert()
    };
    draw(&[]).code(2).stderr(contains("choose one with --game"));
    draw(&["--game", "3"]).code(2).stderr(contains("there are 2 records"));
    draw(&["--game", "1", "--move", "99"]).code(2).stderr(contains("only"));
    let run = draw(&["--game", "1", "--move", "1"]).success();
    let svg = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    assert_eq!(svg.matches(" last\"").count(), 2, "both squares of the domino are marked");
}

/// As Wolve's archive is: letters are columns, and who has lost resigns when the other's chain is finished.
#[test]
fn letters_are_judged_by_finished_chains() {
    let bench = Bench::new();
    let [_, columns] = plain_games(10);
    let resigned: String = columns
        .lines()
        .map(|game| {
            let (moves, winner) = game.rsplit_once(',').unwrap();
            let loser = if winner == "B" { "w" } else { "b" };
            format!("{moves},{loser} resign,{winner}\n")
        })
        .collect();
    let games = resigned.lines().count();
    // Far more games were given up before anything was proved, and by rows nothing contradicts those.
    let given_up = "b j1,w a1,b j2,w resign,B\n".repeat(games);
    let path = bench.at("wolve");
    fs::write(&path, format!("{resigned}{given_up}")).unwrap();
    let noted = contains(format!("in {games} records something is odd, but no fault"));
    botspec()
        .arg("replay")
        .arg(&path)
        .assert()
        .success()
        .stderr(contains("read as column"))
        .stdout(noted.clone());
    botspec().arg("replay").arg(&path).args(["--letters", "column"]).assert().success().stdout(noted);
    // From a pipe it is read twice all the same.
    botspec()
        .args(["replay", "-"])
        .write_stdin(resigned)
        .assert()
        .success()
        .stderr(contains("read as column"));
    let reports = replay_json(&path, 0);
    assert_eq!(reports[0]["result"]["reason"], "connection");
    assert!(reports[0]["note"].as_str().unwrap().contains("has connected already"));
    assert_eq!(reports.last().unwrap()["result"]["reason"], "resign");
}

#[test]
fn no_list_ends_silently_and_marks_of_a_merge_are_named() {
    let bench = Bench::new();
    let path = bench.at("games");
    let mut text = "b a1,w resign,W\n".repeat(60);
    text.push_str("<<<<<<< HEAD\nb a1,w resign,B\n=======\n>>>>>>> other\n");
    fs::write(&path, text).unwrap();
    let run = botspec().arg("replay").arg(&path).args(["--letters", "row"]).assert().code(2);
    let out = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    let told = out.matches("wrong ").count();
    assert!(out.contains(&format!("and {} more that are wrong", 63 - told)), "{out}");
    assert!(out.contains("60 of 64 records, and 3 lines are not records"), "{out}");
    let run = botspec().arg("replay").arg(&path).args(["-v", "--letters", "row"]).assert().code(2);
    let out = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    assert_eq!(out.matches("wrong ").count(), 63, "{out}");
    assert_eq!(out.matches("left over from an unfinished merge").count(), 3, "{out}");
}

/// A long line costs no more memory than a short one, and the records behind it are read.
#[test]
fn a_line_of_any_length_is_passed_over() {
    let bench = Bench::new();
    let path = bench.at("long");
    let mut bytes = vec![b'['; 64 << 20];
    bytes.extend_from_slice(b"\nb a1,w resign,B\n");
    fs::write(&path, bytes).unwrap();
    let run = botspec().arg("replay").arg(&path).assert().code(2);
    let out = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    assert!(
        out.contains("a record has no more than")
            && out.contains("0 of 2 records, and 1 line is not a record"),
        "{out}"
    );
    for endless in ["/dev/zero", "/dev/null"] {
        botspec().args(["replay", endless]).assert().code(2);
    }
}
