//! The test of whether one bot is better than another.

use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::contains;

use super::bench::{Bench, botspec, example};

/// A Hex bot that gives up at its first move loses every game, whatever the opening.
#[test]
fn a_better_bot_is_told_from_a_worse_one_and_the_games_stop() {
    let bench = Bench::new();
    let (good, bad) = (example("hex-python"), bench.hex("quits", &[]).display().to_string());
    for (bots, decision, words) in
        [([&good, &bad], "elo1", "hex-python is better"), ([&bad, &good], "elo0", "quits is not better")]
    {
        let args = ["play", "hex", bots[0], bots[1], "--size", "6", "--sprt", "0,200", "--jobs", "1"];
        let (summary, games) = bench.play(&args);
        let sprt = &summary["sprt"];
        assert_eq!(sprt["decision"], decision, "{summary}");
        assert_eq!((&sprt["games_left"], &sprt["exhausted"]), (&0.0.into(), &false.into()));
        assert_eq!((&summary["opening"], &sprt["repeated"]), (&2.into(), &0.into()), "two moves are drawn");
        assert!(games.len() < 100 && summary["games"] == games.len(), "{} games", games.len());
        let pairs: u64 =
            summary["pairs"].as_array().unwrap().iter().map(|pairs| pairs.as_u64().unwrap()).sum();
        // While the last game ended, the bots of the next one had been started.
        assert!(games.len() as u64 - 2 * pairs <= 1, "it stops as soon as it is decided: {summary}");
        let pretty = botspec().args(args).assert().success();
        let out = String::from_utf8(pretty.get_output().stdout.clone()).unwrap();
        assert!(out.contains(words) && out.contains("LLR") && !out.contains("were not played"), "{out}");
    }
}

/// However many games are played at once, the same pairs decide.
#[test]
fn the_decision_does_not_depend_on_who_is_faster() {
    let bench = Bench::new();
    let (good, bad) = (example("hex-python"), bench.hex("quits", &[]).display().to_string());
    let runs = ["1", "4"].map(|jobs| {
        let args = ["play", "hex", &good, &bad, "--size", "5", "--sprt", "0,300", "--jobs", jobs];
        let (summary, _) = bench.play(&args);
        (summary["sprt"].clone(), summary["pairs"].clone())
    });
    assert_eq!(runs[0], runs[1]);
}

#[test]
fn too_few_games_decide_nothing() {
    let bench = Bench::new();
    let bot = example("linkage-python");
    let args = ["play", "linkage", &bot, &bot, "--sprt", "-5,5", "--games", "2"];
    let run = botspec().current_dir(bench.0.path()).args(args).assert().code(4);
    run.stdout(contains("undecided").and(contains("more games are expected")));
    // Without chance and without openings all pairs are the same.
    let bot = bench.script("Loses", "exit").display().to_string();
    let args = ["play", "power4", &bot, &bot, "--sprt", "0,20", "--games", "1000", "--format", "json"];
    let run = botspec().current_dir(bench.0.path()).args(args).assert().code(4);
    let summary: serde_json::Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
    assert!(summary["played"].as_u64().unwrap() < 300, "{summary}");
    let sprt = &summary["sprt"];
    assert!(sprt["repeated"].as_u64().unwrap() >= 100, "{summary}");
    assert!(sprt["games_left"].is_null() && sprt["exhausted"] == true, "{summary}");
}

#[test]
fn a_test_of_something_else_is_told() {
    let bot = example("hex-python");
    for (args, message) in [
        (vec!["hex", &bot, &bot, "--sprt", "20,0"], "the smaller one"),
        (vec!["hex", &bot, &bot, "--sprt", "20"], "write two numbers"),
        (vec!["hex", &bot, &bot, "--sprt", "0,x"], "write two numbers"),
        (vec!["hex", &bot, &bot, "--sprt", "0,20", "--games", "3"], "multiple of 2"),
        (vec!["flit", &bot, &bot, &bot, &bot, "--sprt", "0,20"], "--variant duel is"),
    ] {
        botspec().arg("play").args(args).assert().code(2).stderr(contains(message));
    }
}
