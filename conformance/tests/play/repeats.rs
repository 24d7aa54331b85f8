//! Games that are the same over again, openings drawn at random, and what the summary says of losses and of bots that
//! do not end.

use serde_json::{Value, json};

use super::bench::{Bench, botspec, replay_json};

/// A Hex bot that plays the first vacant cell, row by row: the same in every game.
pub(crate) const FIRST: &str = "\
n=3; board=
ask() { read -r word cell || exit; }
set_to() { board=\"$board $1\"; }
while ask; do
  case $word in
    init_board) n=$cell; board= ;;
    sety|seto) set_to \"$cell\" ;;
    make_move)
      for row in a b c d e f; do
        column=1
        while [ $column -le $n ]; do
          case \"$board \" in *\" $row$column \"*) ;; *) echo $row$column; set_to $row$column; break 2 ;; esac
          column=$((column + 1))
        done
      done ;;
    quit) exit ;;
  esac
done";

#[test]
fn games_that_repeat_are_counted_once() {
    let bench = Bench::new();
    let bot = bench.script("first", FIRST).display().to_string();
    let other = bench.script("second", FIRST).display().to_string();
    let args = ["play", "hex", &bot, &other, "--size", "3", "--games", "6", "--time-limit", "20s"];
    let (summary, games) = bench.play(&args);
    assert_eq!((&summary["played"], &summary["distinct"]), (&json!(6), &json!(2)), "{summary}");
    assert_eq!(games.len(), 6);
    let interval =
        |of: u64| botspec::record::Score { games: of, won: of / 2, lost: of / 2, drawn: 0 }.interval_of(of);
    for bot in summary["bots"].as_array().unwrap() {
        let told: Vec<f64> = serde_json::from_value(bot["interval"].clone()).unwrap();
        assert_eq!(told, interval(2), "{bot}");
    }
    let pretty = botspec().args(args).assert().success();
    let out = String::from_utf8(pretty.get_output().stdout.clone()).unwrap();
    assert!(out.contains("6 games, 2 distinct"), "{out}");
    assert!(
        out.contains("2 distinct games: the others repeat them") && out.contains("--openings random:2"),
        "{out}"
    );
}

/// The interval of an opening went by all games with it, however often they were repeated.
#[test]
fn games_that_repeat_make_no_opening_surer() {
    let bench = Bench::new();
    let [bot, other] = ["first", "second"].map(|name| bench.script(name, FIRST).display().to_string());
    std::fs::write(bench.at("stones.txt"), "a1\nc3\n").unwrap();
    let args = ["play", "hex", &bot, &other, "--size", "3", "--games", "8", "--openings", "stones.txt"];
    let args = [&args[..], &["--time-limit", "20s"]].concat();
    let (summary, _) = bench.play(&args);
    let openings = summary["openings"].as_array().unwrap();
    assert_eq!(openings.len(), 2, "{summary}");
    let pretty = botspec().current_dir(bench.0.path()).args(args).assert().success();
    let out = String::from_utf8(pretty.get_output().stdout.clone()).unwrap();
    for opening in openings {
        assert_eq!((&opening["games"], &opening["distinct"]), (&json!(4), &json!(2)), "{summary}");
        let won = opening["first_won"].as_u64().unwrap();
        let score = botspec::record::Score { games: 4, won, lost: 4 - won, drawn: 0 };
        let [low, high] = score.interval_of(2).map(|bound| bound * 100.0);
        let name = opening["moves"][0].as_str().unwrap();
        let line = out.lines().find(|line| line.starts_with(&format!("{name} "))).unwrap();
        assert!(line.contains(&format!("{low:.1}–{high:.1} %")), "{line}");
    }
}

/// In a tournament those of others say nothing of a bot.
#[test]
fn of_distinct_games_a_bot_has_its_own_alone() {
    let bench = Bench::new();
    let bots: Vec<String> =
        ["first", "second", "third"].map(|name| bench.script(name, FIRST).display().to_string()).into();
    let args = ["play", "hex", &bots[0], &bots[1], &bots[2], "--size", "3", "--format", "round-robin"];
    let (summary, _) = bench.play(&[&args[..], &["--games", "4", "--time-limit", "20s"]].concat());
    assert_eq!((&summary["played"], &summary["distinct"]), (&json!(12), &json!(6)), "{summary}");
    let expected = botspec::record::Score { games: 8, won: 4, lost: 4, drawn: 0 }.interval_of(4);
    for bot in summary["bots"].as_array().unwrap() {
        assert_eq!(bot["games"], 8);
        assert_eq!(bot["interval"], json!(expected), "{bot}");
    }
}

#[test]
fn openings_vary_games_and_can_be_refereed_again() {
    let bench = Bench::new();
    let bot = bench.script("first", FIRST).display().to_string();
    let other = bench.script("second", FIRST).display().to_string();
    for (plies, size) in [("random:2", "5"), ("random:1", "5"), ("random:3", "5"), ("random:9", "2")] {
        let args = [
            "play",
            "hex",
            &bot,
            &other,
            "--size",
            size,
            "--games",
            "6",
            "--time-limit",
            "20s",
            "--openings",
            plies,
        ];
        let (summary, mut games) = bench.play(&args);
        games.sort_by_key(|game| game["number"].as_u64());
        assert_eq!(summary["faults"], json!([]), "{summary}");
        let opening = |game: &Value| -> Vec<Value> {
            let count = game["opening"].as_u64().unwrap();
            let (moves, times) = (game["moves"].as_array().unwrap(), game["times_ms"].as_array().unwrap());
            let count = usize::try_from(count).unwrap();
            assert!(times[..count].iter().all(|time| *time == 0.0), "{game}");
            moves[..count].to_vec()
        };
        for pair in games.chunks(2) {
            assert_eq!(opening(&pair[0]), opening(&pair[1]), "two games in a row begin alike");
            assert_ne!(pair[0]["players"], pair[1]["players"], "with the sides exchanged");
        }
        if size == "5" {
            assert_ne!(opening(&games[0]), opening(&games[2]));
            assert!(summary["distinct"].as_u64().unwrap() > 2, "{summary}");
        }
        replay_json(&bench.at("games.jsonl"), 0);
        // By its own seed a game begins as it did.
        let args = [&args[..7], &["1", "--seed", "3"], &args[8..]].concat();
        assert_eq!(opening(&bench.play(&args).1[0]), opening(&games[2]));
    }
    // Nobody is asked again for a move that was drawn.
    bench.play(&[
        "play",
        "hex",
        &bot,
        &other,
        "--size",
        "5",
        "--openings",
        "random:4",
        "--time-limit",
        "20s",
    ]);
    let run = botspec()
        .current_dir(bench.0.path())
        .args(["replay", "games.jsonl", "--format", "json", "--against", &bot])
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&run.stdout).unwrap();
    let moves = replay_json(&bench.at("games.jsonl"), 0)[0]["moves"].as_u64().unwrap();
    assert_eq!(report["asked"].as_u64().unwrap() * 2, moves - 4 + (moves % 2), "{report}");
}

#[test]
fn linkage_has_openings_too_and_others_say_why_not() {
    let bench = Bench::new();
    let bot = super::bench::example("linkage-python");
    let (summary, games) =
        bench.play(&["play", "linkage", &bot, &bot, "--games", "2", "--openings", "random:4"]);
    assert_eq!(summary["opening"], 4);
    assert!(games.iter().all(|game| game["opening"] == 4 && game["moves"].as_array().unwrap().len() > 4));
    replay_json(&bench.at("games.jsonl"), 0);
    for (game, bots, why) in [("power4", 2, "in the variant memo"), ("flit", 4, "drawn at random anyway")] {
        let bots = vec![bot.as_str(); bots];
        let run = botspec().args(["play", game]).args(bots).args(["--openings", "random:2"]).assert().code(2);
        assert!(String::from_utf8_lossy(&run.get_output().stderr).contains(why));
    }
    for wrong in ["random:0", "random:21", "random", "2", "random:x"] {
        botspec().args(["play", "hex", "a", "b", "--openings", wrong]).assert().code(2);
    }
}

/// What a bot that ignores `quit` costs is told, and what was answered when a game was lost.
#[test]
fn the_summary_names_answers_and_bots_that_do_not_end() {
    let bench = Bench::new();
    let good = bench.script("first", FIRST).display().to_string();
    let stays = bench.script("stays", &FIRST.replace("quit) exit ;;", "quit) ;;")).display().to_string();
    let deaf =
        bench.script("deaf", &format!("{}\nwhile :; do sleep 1; done", stays_at_eof())).display().to_string();
    for (bot, killed) in [(&stays, 0), (&deaf, 2)] {
        let (summary, _) =
            bench.play(&["play", "hex", bot, &good, "--size", "2", "--games", "2", "--time-limit", "20s"]);
        let [first, second] = summary["bots"].as_array().unwrap().as_slice() else { panic!("{summary}") };
        assert_eq!(
            (&first["overstays"]["games"], &first["overstays"]["killed"]),
            (&json!(2), &json!(killed)),
            "{summary}"
        );
        assert!(first["overstays"]["waited_ms"].as_f64().unwrap() >= 4_000.0, "{summary}");
        assert_eq!(second["overstays"], Value::Null);
    }
    let illegal = bench.hex("illegal", &["echo z9"]).display().to_string();
    let (summary, _) = bench.play(&["play", "hex", &illegal, &good, "--time-limit", "20s"]);
    assert_eq!(summary["faults"][0]["answer"], "z9", "{summary}");
    let run = botspec().args(["play", "hex", &stays, &illegal, "--time-limit", "20s"]).assert().success();
    let out = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    assert!(out.contains("stays did not end at `quit` in 1 game: "), "{out}");
    assert!(out.contains("it answered `z9`: "), "{out}");
}

/// A bot that ignores `quit` and the end of its input.
fn stays_at_eof() -> String {
    FIRST.replace("quit) exit ;;", "quit) ;;").replace("read -r word cell || exit;", "read -r word cell;")
}
