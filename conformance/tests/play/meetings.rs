//! Tournaments of more bots than sit at a board: who meets whom, in pairs, and how strong each is.

use std::collections::BTreeMap;

use predicates::str::contains;
use serde_json::Value;

use super::bench::{Bench, botspec, replay_is_valid};

/// A Hex bot that plays at random, by a seed of its own: the cell of the lowest remainder among the vacant ones.
fn random_bot(bench: &Bench, name: &str, salt: u32) -> String {
    let text = format!(
        "import sys, random
random.seed({salt} + (1 if sys.argv[1] == 'black' else 0))
for line in sys.stdin:
    words = line.split()
    if not words: continue
    if words[0] == 'init_board':
        size = int(words[1]); free = [chr(97 + r) + str(c + 1) for r in range(size) for c in range(size)]
    elif words[0] in ('seto', 'sety'):
        if words[1] in free: free.remove(words[1])
    elif words[0] == 'make_move':
        print(free.pop(random.randrange(len(free))), flush=True)
    elif words[0] == 'quit': break
"
    );
    let path = bench.at(&format!("{name}.py"));
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

/// Who met whom in how many games, by name and first side.
fn meetings(records: &[Value]) -> BTreeMap<(String, String), u32> {
    let mut met = BTreeMap::new();
    for record in records {
        let name = |seat: usize| record["players"][seat]["name"].as_str().unwrap().to_owned();
        *met.entry((name(0), name(1))).or_default() += 1;
    }
    met
}

#[test]
fn all_meet_all_in_pairs_with_the_same_openings() {
    let bench = Bench::new();
    let bots: Vec<String> = (0..3).map(|n| random_bot(&bench, &format!("bot{n}"), 10 * n)).collect();
    let args = ["play", "hex", &bots[0], &bots[1], &bots[2], "--size", "4", "--format", "round-robin"];
    let more = ["--games", "4", "--openings", "random:1", "--time-limit", "20s"];
    let (summary, mut games) = bench.play(&[&args[..], &more].concat());
    games.sort_by_key(|game| game["number"].as_u64());
    assert_eq!((&summary["games"], &summary["played"]), (&12.into(), &12.into()), "{summary}");
    assert_eq!(summary["format"], "round-robin");
    assert!(meetings(&games).values().all(|&games| games == 2) && meetings(&games).len() == 6, "{games:?}");
    for pair in games.chunks(2) {
        assert_eq!(pair[0]["moves"][0], pair[1]["moves"][0], "a pair begins alike");
        assert_eq!(pair[0]["seed"], pair[1]["seed"]);
        assert_eq!(pair[0]["players"][0]["name"], pair[1]["players"][1]["name"]);
    }
    // All meetings have played the same two openings.
    assert_eq!(summary["openings"].as_array().unwrap().len(), 2, "{summary}");
    assert!(summary["openings"].as_array().unwrap().iter().all(|opening| opening["games"] == 6));
    let elo: Vec<f64> = summary["bots"]
        .as_array()
        .unwrap()
        .iter()
        .map(|bot| bot["rating"]["elo"].as_f64().unwrap())
        .collect();
    assert!(elo.iter().sum::<f64>().abs() < 1e-6, "{elo:?}");
    replay_is_valid(&bench.at("games.jsonl"));
    let met = summary["meetings"].as_array().unwrap();
    assert!(met.len() == 3 && met.iter().all(|meeting| meeting["games"] == 4), "{summary}");
    let of = |name: &str| summary["bots"].as_array().unwrap().iter().find(|bot| bot["name"] == name).unwrap();
    let won: u64 = met
        .iter()
        .map(|meeting| (meeting["won"][0].as_u64().unwrap(), &meeting["bots"][0]))
        .filter(|(_, name)| *name == "bot0")
        .map(|(won, _)| won)
        .sum();
    assert_eq!(of("bot0")["won"], won);
    // Alone, by its seed and with the bots in its order, a game is the same.
    let fifth = &games[6];
    let seed = fifth["seed"].to_string();
    let name = |seat: usize| bench.at(&format!("{}.py", fifth["players"][seat]["name"].as_str().unwrap()));
    let (first, second) = (name(0).display().to_string(), name(1).display().to_string());
    let args = ["play", "hex", &first, &second, "--size", "4", "--openings", "random:1", "--seed", &seed];
    let (_, alone) = bench.play(&[&args[..], &["--time-limit", "20s"]].concat());
    assert_eq!(alone[0]["moves"], fifth["moves"]);
}

#[test]
fn a_gauntlet_and_swiss_rounds_have_a_summary_by_strength() {
    let bench = Bench::new();
    let mut bots: Vec<String> = (0..3).map(|n| random_bot(&bench, &format!("bot{n}"), 10 * n)).collect();
    bots.push(bench.hex("quits", &[]).display().to_string());
    for (format, games, of_quits) in [("gauntlet", 6, 2), ("swiss", 8, 4)] {
        let mut args = vec!["play", "hex"];
        args.extend(bots.iter().map(String::as_str));
        args.extend(["--size", "3", "--format", format, "--time-limit", "20s"]);
        let (summary, records) = bench.play(&args);
        assert_eq!((&summary["format"], &summary["played"]), (&format.into(), &games.into()), "{summary}");
        let quits = &summary["bots"][3];
        assert_eq!((&quits["games"], &quits["lost"]), (&of_quits.into(), &of_quits.into()), "{summary}");
        let strengths: Vec<f64> = summary["bots"]
            .as_array()
            .unwrap()
            .iter()
            .map(|bot| bot["rating"]["elo"].as_f64().unwrap())
            .collect();
        assert!(strengths[..3].iter().all(|elo| *elo > strengths[3]), "{strengths:?}");
        if format == "gauntlet" {
            assert!(meetings(&records).keys().all(|(one, other)| one == "bot0" || other == "bot0"));
        } else {
            assert!(meetings(&records).values().all(|&games| games == 1), "nobody meets twice");
            assert_eq!(summary["meetings"].as_array().unwrap().len(), 4);
        }
        let pretty = botspec().args(&args).assert().success();
        let out = String::from_utf8(pretty.get_output().stdout.clone()).unwrap();
        assert!(out.contains(format) && out.contains("Elo") && !out.contains("as black"), "{out}");
        assert!(out.contains("points against"), "{out}");
        let line = |name: &str| out.lines().position(|line| line.starts_with(name)).unwrap();
        assert!((0..3).all(|n| line(&format!("bot{n}")) < line("quits")), "the strongest first:\n{out}");
    }
}

#[test]
fn flit_rotates_all_seats_from_the_same_start() {
    let bench = Bench::new();
    let gone: Vec<String> =
        (0..4).map(|n| bench.script(&format!("gone{n}"), "exit").display().to_string()).collect();
    let mut args = vec!["play", "flit"];
    args.extend(gone.iter().map(String::as_str));
    args.extend(["--format", "round-robin"]);
    let (summary, games) = bench.play(&args);
    assert_eq!(summary["played"], 4, "{summary}");
    assert!(games.iter().all(|game| game["initial"] == games[0]["initial"]));
    let mut firsts: Vec<&str> =
        games.iter().map(|game| game["players"][0]["name"].as_str().unwrap()).collect();
    firsts.sort_unstable();
    assert_eq!(firsts, ["gone0", "gone1", "gone2", "gone3"]);
    for bot in summary["bots"].as_array().unwrap() {
        assert!(bot["rating"]["elo"].as_f64().unwrap().abs() < 1e-6, "nobody won: {summary}");
    }
}

#[test]
fn what_makes_no_tournament_is_told() {
    let bench = Bench::new();
    let bot = bench.script("bot", "exit").display().to_string();
    let three = ["hex", &bot, &bot, &bot];
    for (args, message) in [
        (vec!["--format", "round-robin", "--games", "3"], "sets of 2"),
        (vec!["--format", "round-robin", "--format", "swiss"], "once for the summary"),
        (vec!["--format", "json", "--format", "pretty"], "once for the summary"),
        (vec!["--format", "round-robin", "--rounds", "3"], "--rounds is for --format swiss"),
        (vec!["--format", "round-robin", "--sprt", "0,20"], "--sprt tests two bots"),
        (vec!["--sprt", "0,20"], "hex needs 2 bots, got 3"),
        (vec![], "with --format round-robin more can meet"),
    ] {
        let run = botspec().arg("play").args(three).args(args).assert().code(2);
        run.stderr(contains("error:")).stderr(contains(message));
    }
    let many = vec![bot.as_str(); 64];
    let run = botspec().args(["play", "flit"]).args(many).args(["--format", "round-robin"]).assert().code(2);
    run.stderr(contains("these would be 2541504 games"));
    let run = botspec().args(["play", "flit", &bot, &bot, &bot, "--format", "round-robin"]).assert().code(2);
    run.stderr(contains("4 bots or more"));
}
