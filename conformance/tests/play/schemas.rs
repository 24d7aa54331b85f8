//! Records and what `play` and `replay` say as JSON keep to their schemas.

use std::fs;
use std::path::Path;

use botspec_test_bots::{linkage, power4};
use serde_json::{Value, json};

use super::bench::{Bench, botspec, example, replay_json, vector_records, write_records};

fn assert_valid(name: &str, instance: &Value) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("schemas/{name}.schema.json"));
    let schema: Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
    assert_eq!(instance["schema"], schema["properties"]["schema"]["const"]);
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let errors: Vec<String> =
        validator.iter_errors(instance).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{name}:\n{}\n{instance}", errors.join("\n"));
}

#[test]
fn what_is_played_and_replayed_keeps_to_its_schema() {
    let bench = Bench::new();
    let path = bench.at("games.jsonl");
    let bad = bench.script("bad", "echo thinking >&2\nexit 1").display().to_string();
    for (game, bot, options) in [
        ("linkage", bench.test_bot("linkage", &linkage::Oddity::OrderLast.name()), &[][..]),
        ("hex", example("hex-python"), &["--size", "4"]),
        ("flit", example("flit-python"), &["--variant", "duel"]),
        ("power4", bench.test_bot("power4", &power4::Oddity::DualTenth.name()), &["--variant", "memo"]),
    ] {
        for opponent in [&bot, &bad] {
            let args = ["play", game, &bot, opponent];
            let (summary, records) = bench.play(&[&args[..], options].concat());
            assert_valid("play", &summary);
            records.iter().for_each(|record| assert_valid("game", record));
            replay_json(&path, 0).iter().for_each(|report| assert_valid("replay", report));
            let run = botspec()
                .arg("replay")
                .arg(&path)
                .args(["--format", "json", "--against", opponent])
                .output()
                .unwrap();
            let text = String::from_utf8(run.stdout).unwrap();
            assert!(!text.is_empty(), "{}", String::from_utf8_lossy(&run.stderr));
            text.lines().for_each(|line| assert_valid("against", &serde_json::from_str(line).unwrap()));
        }
    }
    let (bot, bad) = (example("hex-python"), bench.hex("quits", &[]).display().to_string());
    for options in [
        &["--format", "round-robin", "--openings", "random:1"][..],
        &["--format", "swiss", "--rounds", "2"],
        &["--sprt", "0,300"],
    ] {
        let more = if options[0] == "--sprt" { &[][..] } else { &[bot.as_str()] };
        let args = [&["play", "hex", &bot, &bad], more, &["--size", "4"], options].concat();
        let (summary, records) = bench.play(&args);
        assert_valid("play", &summary);
        records.iter().for_each(|record| assert_valid("game", record));
    }
    vector_records().iter().for_each(|record| assert_valid("game", record));
    let wrong =
        json!({"schema": "botspec.game/1", "game": "hex", "variant": {"size": 3}, "moves": ["a1", "a1"]});
    write_records(&path, &[wrong, json!({"schema": "botspec.game/1"})]);
    replay_json(&path, 2).iter().for_each(|report| assert_valid("replay", report));
}
