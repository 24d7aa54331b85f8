//! Whole games: who wins, who loses by what, and who cannot play at all.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use serde_json::{Value, json};

use super::bench::{Bench, botspec, example, replay_is_valid};

/// Bots on both sides, in every variant, with all that the summary counts.
#[test]
fn games_are_played_counted_and_recorded() {
    let bench = Bench::new();
    for (game, bots, options, games) in [
        ("linkage", ["linkage-greedy", "linkage-python"], vec!["--games", "2"], 2),
        ("hex", ["hex-shortest-path", "hex-python"], vec!["--games", "4", "--size", "5"], 4),
        ("flit", ["flit-collector", "flit-python"], vec!["--games", "2", "--variant", "duel"], 2),
        ("power4", ["power4-minimax", "power4-python"], vec!["--games", "4"], 4),
        ("power4", ["power4-python", "power4-python"], vec!["--variant", "memo"], 2),
        ("power4", ["power4-minimax", "power4-minimax"], vec!["--variant", "hover"], 2),
    ] {
        let bots = bots.map(example);
        let mut args = vec!["play", game, &bots[0], &bots[1]];
        args.extend(options);
        let (summary, records) = bench.play(&args);
        assert_eq!(records.len(), games, "{game}");
        assert_eq!(summary["played"], games, "{summary}");
        assert_eq!(summary["faults"], json!([]), "{summary}");
        let won = |bot: &Value| bot["won"].as_u64().unwrap() + bot["drawn"].as_u64().unwrap() / 2;
        let bots = summary["bots"].as_array().unwrap();
        assert!(bots.iter().map(won).sum::<u64>() <= games as u64, "{summary}");
        for bot in bots {
            let of_sides: u64 =
                bot["sides"].as_array().unwrap().iter().map(|side| side["games"].as_u64().unwrap()).sum();
            assert_eq!(bot["games"], of_sides);
            assert!(bot["timing"]["turns"].as_u64().unwrap() > 0);
        }
        for record in &records {
            assert_eq!(record["schema"], "botspec.game/1");
            assert_eq!(
                record["moves"].as_array().unwrap().len(),
                record["times_ms"].as_array().unwrap().len()
            );
        }
        replay_is_valid(&bench.at("games.jsonl"));
    }
}

/// Who misbehaves loses with the reason in the result, whichever side it has, and the record says what it was.
#[test]
fn whoever_breaks_a_rule_loses_that_game() {
    let bench = Bench::new();
    let good = example("hex-python");
    for (name, answers, reason, rule) in [
        ("occupied", vec!["echo a1", "echo a1", "echo a1"], "illegal", json!("hex/make-move/vacant")),
        ("beyond", vec!["echo z9"], "illegal", json!("hex/make-move/on-board")),
        ("shouting", vec!["echo A1"], "malformed", json!("hex/make-move/format")),
        ("silent", vec!["sleep 60"], "timeout", json!("hex/time/turn")),
        ("gone", vec!["exit 3"], "crash", Value::Null),
        ("killed", vec!["kill -9 $$"], "crash", Value::Null),
        ("endless", vec!["yes | tr -d '\\n'"], "malformed", json!("hex/make-move/format")),
    ] {
        let bad = bench.hex(name, &answers).display().to_string();
        let args = ["play", "hex", &good, &bad, "--games", "2", "--size", "4", "--time-limit", "1s"];
        let (summary, records) = bench.play(&args);
        assert_eq!(records.len(), 2, "{name}");
        for record in &records {
            assert_eq!(record["result"]["reason"], reason, "{name}: {record}");
            assert_eq!(record["result"]["player"], "hex-python", "{name}: {record}");
            assert_eq!(record["fault"]["rule"], rule, "{name}: {record}");
        }
        assert_eq!(summary["bots"][0]["won"], 2, "{name}");
        assert_eq!(summary["faults"][0]["games"], 2, "{name}: {summary}");
        replay_is_valid(&bench.at("games.jsonl"));
    }
}

#[test]
fn file_bots_lose_for_the_same_reasons() {
    let bench = Bench::new();
    let good = example("linkage-python");
    for (name, text, reason) in [
        ("nothing", "true", "missing"),
        ("crashes", "kill -11 $$", "crash"),
        ("fails", "exit 1", "crash"),
        ("wordy", "echo 'RA1B1 # mine' > order.txt", "malformed"),
        ("twice", "printf 'RA1B1\\n\\n' > order.txt", "malformed"),
        ("centre", "echo RD3D4 > order.txt", "illegal"),
        ("lazy", "echo Skip > order.txt", "illegal"),
        ("sleepy", "sleep 60", "timeout"),
        ("folder", "mkdir order.txt", "missing"),
        ("suicidal", "echo RA1B1 > order.txt; rm -f \"$0\"; chmod 0 .", "illegal|crash"),
    ] {
        let bad = bench.script(name, text).display().to_string();
        let args = ["play", "linkage", &bad, &good, "--games", "2", "--time-limit", "1s", "--jobs", "1"];
        let (_, records) = bench.play(&args);
        for record in &records {
            let found = record["result"]["reason"].as_str().unwrap();
            assert!(reason.split('|').any(|reason| reason == found), "{name}: {record}");
            assert_eq!(record["result"]["player"], "Snake", "{name}: {record}");
        }
        replay_is_valid(&bench.at("games.jsonl"));
    }
}

/// Power4 asks three times; Flit goes on without a bot that is gone.
#[test]
fn the_other_games_end_as_their_specs_say() {
    let bench = Bench::new();
    let good = example("power4-python");
    let third = "n=$(cat Third_n 2>/dev/null); n=$((${n:-0} + 1)); echo $n > Third_n
[ $((n % 3)) = 0 ] && echo '4 7' > output.txt || echo '9 9' > output.txt";
    let third = bench.script("Third", third).display().to_string();
    let (_, records) = bench.play(&["play", "power4", &third, &good, "--games", "1"]);
    assert!(records[0]["moves"].as_array().unwrap().iter().any(|mv| mv == "4 7"), "the third try counts");
    assert_eq!(records[0]["result"]["reason"], "illegal", "but the dual disk is used once only");
    replay_is_valid(&bench.at("games.jsonl"));

    let flit = example("flit-python");
    let gone = bench.script("gone", "exit").display().to_string();
    let slow = bench
        .script("slow", "while read -r line; do [ \"$line\" = M ] && sleep 60; done")
        .display()
        .to_string();
    // What goes wrong costs a turn there and no game, and is told all the same.
    let lost = bench.script("lost", "while read -r line; do [ \"$line\" = M ] && echo here; done");
    let lost = lost.display().to_string();
    let duel = ["--variant", "duel", "--games", "2"];
    let (summary, _) = bench.play(&[&["play", "flit", &lost, &flit], &duel[..]].concat());
    let faults = summary["faults"].as_array().unwrap();
    let fault = faults.iter().find(|fault| fault["bot"] == "lost").unwrap();
    assert_eq!((&fault["reason"], &fault["games"]), (&json!("malformed"), &json!(2)), "{summary}");
    let text = botspec().args(["play", "flit", &lost, &flit]).args(duel).assert().success();
    text.stdout(contains("lost went wrong in 2 games with malformed (flit/reply/format); game 1: "));
    for (bad, reason, message) in [(&gone, "crash", "status 0"), (&slow, "timeout", "no answer within")] {
        let args = ["play", "flit", bad, &flit, "--variant", "duel", "--time-limit", "20ms"];
        let (summary, records) = bench.play(&args);
        let fault = &summary["faults"][0];
        assert_eq!(fault["reason"], reason, "{summary}");
        assert!(fault["message"].as_str().unwrap().contains(message), "{summary}");
        assert_eq!(records[0]["result"]["player"], "flit-python", "{bad}");
        let turns = records[0]["moves"].as_array().unwrap();
        assert!(turns.iter().filter(|turn| turn["bot"] == 1).all(|turn| turn["answer"].is_null()));
        assert!(turns.last().unwrap()["frozen"] == true || turns[turns.len() - 2]["frozen"] == true);
        replay_is_valid(&bench.at("games.jsonl"));
    }
    // With both gone nobody moves, and nobody wins unless one has more pieces.
    let (_, records) = bench.play(&["play", "flit", &gone, &gone, "--variant", "duel"]);
    assert_eq!(records[0]["result"]["reason"], "stays");
    assert_eq!(records[0]["result"]["winner"], Value::Null);
}

#[test]
fn what_cannot_be_played_is_a_usage_error() {
    let bench = Bench::new();
    let bot = bench.script("bot", "exit").display().to_string();
    let broken = bench.at("broken");
    fs::write(&broken, "#!/no/such/interpreter\n").unwrap();
    fs::set_permissions(&broken, fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(bench.at("notes.txt"), "dear diary").unwrap();
    for (args, message) in [
        (
            vec!["hex", &bot],
            "hex needs 2 bots, got 1; name 1 more (it may be the same bot again), or use --sparring",
        ),
        (vec!["hex", &bot, &bot, &bot], "hex needs 2 bots, got 3; with --format"),
        (vec!["flit", &bot, &bot], "flit needs 4 bots, got 2"),
        (vec!["flit", &bot, &bot, &bot, &bot, "--variant", "duel"], "flit (duel) needs 2 bots"),
        (vec!["linkage", &bot, &bot, "--size", "5"], "--size is for hex"),
        (vec!["hex", &bot, &bot, "--orders", "o.txt"], "--orders is for linkage"),
        (vec!["hex", &bot, &bot, "--variant", "duel"], "hex has no variants; leave the option out"),
        (vec!["hex", &bot, &bot, "--record", "notes.txt"], "not a game record"),
        (vec!["hex", &bot, &bot, "--record", "no/such/folder"], "cannot append"),
        (vec!["hex", &bot, "no-such-bot"], "no such file"),
        (vec!["hex", &bot, "broken"], "interpreter"),
    ] {
        botspec()
            .current_dir(bench.0.path())
            .arg("play")
            .args(args)
            .assert()
            .code(2)
            .stdout(is_empty())
            .stderr(contains("error:").and(contains(message)).and(contains("panicked").not()));
    }
}

#[test]
fn orders_are_appended_as_readable_text() {
    let bench = Bench::new();
    let bot = example("linkage-python");
    for _ in 0..2 {
        botspec()
            .current_dir(bench.0.path())
            .args(["play", "linkage", &bot, &bot, "--orders", "orders.txt"])
            .assert()
            .success();
    }
    let text = fs::read_to_string(bench.at("orders.txt")).unwrap();
    assert_eq!(text.matches("Game 1: Snake (More) against Snake-2 (Fewer)").count(), 2, "{text}");
    assert!(
        text.contains(" 1 More  ") && text.contains(" 2 Fewer ") && text.contains(" wins, by "),
        "{text}"
    );
}
