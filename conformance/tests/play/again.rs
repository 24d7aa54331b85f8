//! A record's positions, played to a bot again.

use predicates::str::contains;
use serde_json::{Value, json};

use super::bench::{Bench, botspec, example, vector_records, write_records};

fn again(bench: &Bench, bot: &str, options: &[&str], code: i32) -> Vec<Value> {
    let run = botspec()
        .current_dir(bench.0.path())
        .args(["replay", "games.jsonl", "--format", "json", "--against", bot])
        .args(options)
        .assert()
        .code(code);
    let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Bots that leave nothing to chance answer as they did.
#[test]
fn a_bot_that_has_not_changed_answers_as_recorded() {
    let bench = Bench::new();
    for (game, bot, options) in [
        ("linkage", "linkage-python", &[][..]),
        ("hex", "hex-python", &["--size", "5"]),
        ("flit", "flit-python", &["--variant", "duel"]),
        ("power4", "power4-python", &["--games", "1"]),
    ] {
        let bot = example(bot);
        let args = ["play", game, &bot, &bot];
        let (_, mut records) = bench.play(&[&args[..], options].concat());
        let moves = records[0]["moves"].as_array().unwrap().len();
        let path = bench.at("games.jsonl");
        // Under its name it sits in the first seat only; without names, in all of them.
        let own = again(&bench, &bot, &[], 0).remove(0);
        assert!((1..moves as u64).contains(&own["asked"].as_u64().unwrap()), "{own}");
        records[0].as_object_mut().unwrap().remove("players");
        records[0]["result"].as_object_mut().unwrap().remove("player");
        write_records(&path, &records);
        let all = again(&bench, &bot, &[], 0).remove(0);
        assert_eq!(all["asked"], moves, "{all}");
        assert_eq!(all["differing"], 0, "{all}");
        assert_eq!(all["answers"], json!([]));
        let second = records[0]["game"].as_str().map_or("2", |game| match game {
            "linkage" => "fewer",
            "hex" => "white",
            _ => "2",
        });
        let half = again(&bench, &bot, &["--side", second], 0).remove(0);
        assert!(half["asked"].as_u64().unwrap() <= moves as u64 / 2 + 1, "{half}");
        botspec()
            .current_dir(bench.0.path())
            .args(["replay", "games.jsonl", "--against", &bot, "--side", "purple"])
            .assert()
            .code(2)
            .stderr(contains("has the sides"));
    }
}

/// Whatever it answers, the bot is told of the game as it was, swaps included: its answers stay legal.
#[test]
fn a_bot_that_answers_otherwise_is_told_of_the_recorded_game() {
    let bench = Bench::new();
    let swapped = |record: &Value| record["game"] == "hex" && record["moves"][1] == "swap";
    let straight = |record: &Value| record["game"] == "hex" && record["moves"][1] != "swap";
    let small = |record: &&Value| record["moves"].as_array().unwrap().len() < 40;
    let records = vector_records();
    let mut chosen: Vec<Value> =
        records.iter().filter(|it| swapped(it)).filter(small).take(2).cloned().collect();
    chosen.extend(records.iter().filter(|it| straight(it)).filter(small).take(1).cloned());
    chosen.extend(records.iter().filter(|it| it["game"] == "linkage").take(1).cloned());
    for game in ["hex", "linkage"] {
        let own: Vec<Value> = chosen.iter().filter(|record| record["game"] == game).cloned().collect();
        assert!(!own.is_empty());
        write_records(&bench.at("games.jsonl"), &own);
        let reports = again(&bench, &example(&format!("{game}-python")), &[], 0);
        assert_eq!(reports.len(), own.len());
        assert!(reports.iter().any(|report| report["differing"].as_u64() > Some(0)), "{reports:?}");
        for (report, record) in reports.iter().zip(&own) {
            assert_eq!(report["asked"], record["moves"].as_array().unwrap().len(), "{report}");
            assert_eq!(report["refused"], 0, "{report}");
        }
    }
}

/// An answer that would lose is told with its reason; one that lost then is asked for again.
#[test]
fn an_answer_that_loses_is_told() {
    let bench = Bench::new();
    let bad = bench.hex("bad", &["echo a1", "echo a1"]).display().to_string();
    let good = example("hex-python");
    bench.play(&["play", "hex", &bad, &good, "--size", "4"]);
    let report = again(&bench, &bad, &[], 1).remove(0);
    assert_eq!(
        (&report["asked"], &report["differing"], &report["refused"]),
        (&json!(2), &json!(0), &json!(1))
    );
    assert_eq!(report["answers"][0]["rule"], "hex/make-move/vacant", "{report}");
    let mended = again(&bench, &good, &["--side", "black"], 0).remove(0);
    assert_eq!(mended["refused"], 0, "{mended}");
    assert_eq!(mended["answers"].as_array().unwrap().last().unwrap()["recorded"], "a1", "{mended}");
    let gone = bench.script("gone", "exit 3").display().to_string();
    let report = again(&bench, &gone, &[], 1).remove(0);
    assert_eq!(report["answers"][0]["refused"], "crash", "{report}");
    botspec()
        .current_dir(bench.0.path())
        .args(["replay", "games.jsonl", "--against", &good, "--side", "black"])
        .assert()
        .success()
        .stdout(contains("a1 then,"));
    for (options, message) in [
        (&["--format", "html"][..], "pretty and json"),
        (&["--against", "no-such-bot"], "cannot be used multiple times"),
    ] {
        botspec()
            .current_dir(bench.0.path())
            .args(["replay", "games.jsonl", "--against", &good])
            .args(options)
            .assert()
            .code(2)
            .stderr(contains(message));
    }
    // Records of games that it is not for are left out, unless there are no others.
    let mut records = super::bench::records(&bench.at("games.jsonl"));
    records.push(vector_records().swap_remove(0));
    write_records(&bench.at("games.jsonl"), &records);
    assert_eq!(again(&bench, &good, &["--side", "black"], 0).len(), 1);
    write_records(&bench.at("games.jsonl"), &vector_records()[..1]);
    assert!(again(&bench, &good, &[], 2).is_empty());
    botspec().args(["replay", "-", "--side", "black"]).write_stdin("b a1,B\n").assert().code(2);
}
