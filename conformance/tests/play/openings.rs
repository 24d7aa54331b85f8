//! Games that begin with the openings of a file.

use std::fs;

use botspec_test_bots::{linkage, power4};
use predicates::str::contains;
use serde_json::{Value, json};

use super::bench::{Bench, botspec, example, replay_is_valid, replay_json};

fn moves(game: &Value) -> Vec<&str> {
    game["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect()
}

#[test]
fn each_pair_begins_with_the_next_of_the_file() {
    let bench = Bench::new();
    let bot = example("hex-python");
    fs::write(bench.at("stones.txt"), "# first stones\na1\nc3, a2\n").unwrap();
    let args = ["play", "hex", &bot, &bot, "--size", "3", "--games", "6", "--openings", "stones.txt"];
    let (summary, mut games) = bench.play(&args);
    games.sort_by_key(|game| game["number"].as_u64());
    for (game, opening) in
        games.iter().zip([["a1", ""], ["c3", "a2"], ["a1", ""]].iter().flat_map(|it| [it, it]))
    {
        let opening: Vec<&str> = opening.iter().copied().filter(|mv| !mv.is_empty()).collect();
        assert_eq!(game["opening"], opening.len(), "{game}");
        assert_eq!(&moves(game)[..opening.len()], opening);
    }
    assert_eq!(summary["faults"], json!([]), "{summary}");
    let played = |moves: Value| {
        let all = summary["openings"].as_array().unwrap();
        all.iter().find(|opening| opening["moves"] == moves).unwrap()["games"].as_u64()
    };
    assert_eq!((played(json!(["a1"])), played(json!(["c3", "a2"]))), (Some(4), Some(2)), "{summary}");
    assert!(
        summary["openings"][0]["swapped"].is_u64(),
        "whether a first stone was swapped is told: {summary}"
    );
    replay_is_valid(&bench.at("games.jsonl"));
    // Asked again, a bot answers where it was asked then.
    let run = botspec()
        .current_dir(bench.0.path())
        .args(["replay", "games.jsonl", "--format", "json", "--against", &bot])
        .assert()
        .success();
    let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    assert!(text.lines().count() > 0 && !text.contains("\"different\":1"), "{text}");
    let pretty = botspec().current_dir(bench.0.path()).args(args).assert().success();
    let out = String::from_utf8(pretty.get_output().stdout.clone()).unwrap();
    assert!(
        out.contains("the first player won") && out.contains("swapped") && out.contains("c3, a2"),
        "{out}"
    );
}

#[test]
fn file_bots_are_given_the_position_behind_the_opening() {
    let bench = Bench::new();
    let linkage = bench.test_bot("linkage", &linkage::Oddity::OrderLast.name());
    let power4 = bench.test_bot("power4", &power4::Oddity::DualTenth.name());
    fs::write(bench.at("linkage.txt"), "RA1A2, GC1C2\n").unwrap();
    fs::write(bench.at("power4.txt"), "5 4, 4 4, 5 1\n").unwrap();
    let args = ["play", "linkage", &linkage, &linkage, "--games", "2", "--openings", "linkage.txt"];
    let (summary, games) = bench.play(&args);
    assert_eq!((&summary["faults"], &games[0]["opening"]), (&json!([]), &json!(2)), "{summary}");
    replay_is_valid(&bench.at("games.jsonl"));
    for openings in ["power4.txt", "random:3"] {
        let args = ["play", "power4", &power4, &power4, "--variant", "memo", "--games", "4"];
        let (summary, games) = bench.play(&[&args[..], &["--openings", openings]].concat());
        assert_eq!(summary["faults"], json!([]), "{summary}");
        assert!(games.iter().all(|game| game["opening"] == 3), "{summary}");
        // In the two sets of a match either team makes the first move of the same opening.
        let mut sets = games.clone();
        sets.sort_by_key(|game| game["number"].as_u64());
        assert_eq!(moves(&sets[0])[..3], moves(&sets[1])[..3]);
        assert_ne!(sets[0]["variant"]["starts"], sets[1]["variant"]["starts"]);
        assert_eq!(replay_json(&bench.at("games.jsonl"), 0).len(), 4);
    }
}

#[test]
fn a_file_that_is_wrong_is_told_with_its_place() {
    let bench = Bench::new();
    let bot = bench.script("bot", "exit").display().to_string();
    for (text, message) in [
        (&b"a1\nb2, b2\n"[..], "openings.txt: line 2, column 5: `b2`: "),
        (b"a1 b2\n", "openings.txt: line 1, column 1: `a1 b2`: "),
        (b"a1, swap", "line 1, column 5: `swap` cannot be part of an opening"),
        (b"# nothing\n", "there is no opening"),
        (b"a1\na\xff", "line 2, column 2: this is not UTF-8 text"),
    ] {
        fs::write(bench.at("openings.txt"), text).unwrap();
        let args = ["play", "hex", &bot, &bot, "--openings", "openings.txt"];
        let run = botspec().current_dir(bench.0.path()).args(args).assert().code(2);
        run.stderr(contains(message));
    }
    let run = botspec().args(["play", "hex", &bot, &bot, "--openings", "no-such-file"]).assert().code(2);
    run.stderr(contains("cannot read no-such-file"));
    for (game, more, why) in [
        ("power4", &[][..], "except in the variant memo"),
        ("power4", &["--variant", "hover"], "power4 (hover): a team counts its own turns"),
        ("flit", &["--variant", "duel"], "drawn at random anyway"),
    ] {
        let args = ["play", game, &bot, &bot, "--openings", "random:2"];
        botspec().args(args).args(more).assert().code(2).stderr(contains(why));
    }
}
