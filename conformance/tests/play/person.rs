//! A person at the table, through a pipe and on a terminal.

use std::fs;

use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::contains;
use serde_json::{Value, json};

use super::bench::{Bench, botspec, example, records, replay_is_valid};
use super::repeats::FIRST;
use super::terminal::{PROMPT, Streams, Terminal};

/// What a person sees who types these lines, and the record of the game.
fn plays(bench: &Bench, args: &[&str], lines: &str) -> (String, Value) {
    let file = bench.at("games.jsonl");
    let _ = fs::remove_file(&file);
    let run = botspec()
        .current_dir(bench.0.path())
        .arg("play")
        .args(args)
        .args(["--record", "games.jsonl"])
        .write_stdin(lines)
        .assert()
        .success();
    replay_is_valid(&file);
    (String::from_utf8(run.get_output().stdout.clone()).unwrap(), records(&file).remove(0))
}

#[test]
fn a_person_plays_to_the_end_with_mistakes_and_a_move_taken_back() {
    let bench = Bench::new();
    let bot = bench.script("first", FIRST).display().to_string();
    let args = ["hex", "human", &bot, "--size", "3", "--time-limit", "20s"];
    let (out, record) = plays(&bench, &args, "?\nz9\n\nb2\nb2\nhelp\nback\nback\nb2\nboard\na2\nc2\n");
    assert_eq!(record["moves"], json!(["b2", "a1", "a2", "a3", "c2"]));
    assert_eq!(record["result"], json!({"winner": "black", "player": "human", "reason": "connection"}));
    assert_eq!(record["times_ms"].as_array().unwrap().len(), 5);
    for told in [
        "9 legal moves:\na1 a2 a3",
        "rule hex/make-move/on-board: ",
        "rule hex/make-move/vacant: ",
        "first plays a1 (",
        " ms)\n",
        "there is no move of yours to take back",
        "to move: human (black)",
        "human (black) wins, by connection",
    ] {
        assert!(out.contains(told), "{told:?} is not said:\n{out}");
    }
    // As the second player, with the swap among what is legal.
    let args = ["hex", &bot, "human", "--size", "3", "--time-limit", "20s"];
    let (out, record) = plays(&bench, &args, "?\nswap\nquit\n");
    assert!(out.contains("swap") && out.contains("to move: human (white)"), "{out}");
    assert_eq!(record["moves"], json!(["a1", "swap", "a2"]));
}

#[test]
fn a_game_left_early_is_recorded_as_unfinished() {
    let bench = Bench::new();
    let bot = bench.script("first", FIRST).display().to_string();
    for lines in ["b2\n", "b2\nquit\n"] {
        let args = ["hex", "human", &bot, "--size", "3", "--time-limit", "20s"];
        let (out, record) = plays(&bench, &args, lines);
        assert!(out.contains("the game is left unfinished"), "{out}");
        assert_eq!((&record["result"], &record["moves"]), (&Value::Null, &json!(["b2", "a1"])));
        assert_eq!(record["seed"], 1, "a sparring partner would have gone by it");
    }
}

#[test]
fn file_bots_play_with_a_person_too_and_forget_what_is_taken_back() {
    let bench = Bench::new();
    let args = ["linkage", "human", &example("linkage-python"), "--time-limit", "20s"];
    let (out, record) = plays(&bench, &args, "RA1A2\nRA1A2\nback\nGA1B1\nquit\n");
    assert!(out.contains("rule linkage/order/") && out.contains("Snake plays "), "{out}");
    assert_eq!((&record["moves"][0], record["moves"].as_array().unwrap().len()), (&json!("GA1B1"), 2));
    // This one counts its turns in a file: a second dual disk, or none in ten turns, would lose.
    let counts = "n=$(cat Counts_n 2>/dev/null); n=$((${n:-0} + 1)); echo $n > Counts_n
[ $n = 1 ] && echo '4 7' > output.txt || echo \"5 $((7 - n))\" > output.txt";
    let bot = bench.script("Counts", counts).display().to_string();
    let args = ["power4", "human", &bot, "--time-limit", "20s", "--seed", "2"];
    let (out, record) = plays(&bench, &args, "?\n5 1\n5 1\nback\n9 9\n5 1\n5 2\nquit\n");
    let moves: Vec<&str> =
        record["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    let own: Vec<&&str> = moves.iter().filter(|mv| !["5 1", "5 2"].contains(mv)).collect();
    assert_eq!(own.first(), Some(&&"4 7"), "{moves:?}\n{out}");
    assert_eq!(own.get(1), Some(&&"5 5"), "its second turn is its second: {moves:?}\n{out}");
    assert!(out.contains("rule power4/disk/kind: ") && out.contains("legal moves:\n1 1, 1 2"), "{out}");
    assert_eq!(record["result"], Value::Null);
}

#[test]
fn a_bot_that_errs_has_lost() {
    let bench = Bench::new();
    let bot = bench.hex("wrong", &["echo z9"]).display().to_string();
    let args = ["hex", "human", &bot, "--size", "3", "--time-limit", "20s"];
    let (out, record) = plays(&bench, &args, "b2\n");
    assert!(out.contains("wrong has lost (hex/make-move/on-board): it answered \"z9\": "), "{out}");
    assert_eq!((&record["result"]["reason"], &record["fault"]["answer"]), (&json!("illegal"), &json!("z9")));
}

#[test]
fn what_a_person_cannot_play_is_told() {
    let bench = Bench::new();
    let bot = bench.script("bot", "exit").display().to_string();
    for (args, message) in [
        (
            vec!["flit", "human", &bot, "--variant", "duel"],
            "no person can play flit: its moves may take no more than 50 ms",
        ),
        (vec!["hex", "human", &bot, "--games", "2"], "--games is for games between bots"),
        (vec!["hex", "human", &bot, "--sprt", "0,20"], "--sprt is for games between bots"),
        (vec!["hex", "human", &bot, &bot], "hex needs 2 bots"),
        (vec!["hex", "human", "no-such-bot"], "no-such-bot"),
    ] {
        let run = botspec().arg("play").args(args).write_stdin("").assert().code(2);
        run.stderr(contains(message).and(contains("panicked").not()));
    }
    let broken = bench.at("broken");
    fs::write(&broken, "#!/no/such/interpreter\n").unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(&broken, mode).unwrap();
    let broken = broken.display().to_string();
    let args = ["play", "hex", &broken, "human", "--record", "none.jsonl"];
    let run = botspec().current_dir(bench.0.path()).args(args).write_stdin("").assert().code(2);
    run.stderr(contains("interpreter"));
}

#[test]
fn a_person_plays_on_a_terminal() {
    let bench = Bench::new();
    let bot = bench.script("first", FIRST).display().to_string();
    let args = ["play", "hex", "human", &bot, "--size", "3", "--time-limit", "20s"];
    let mut terminal = Terminal::run(bench.0.path(), Streams::All, &args);
    for (at, (keys, shown)) in
        [("b2\r", "first plays a1"), ("b2\r", "hex/make-move/vacant"), ("quit\r", "unfinished")]
            .into_iter()
            .enumerate()
    {
        terminal.wait_for(PROMPT, at + 1);
        terminal.press(keys);
        terminal.wait_for(shown, 1);
    }
    assert!(terminal.shown().contains("hex> "), "{}", terminal.shown());
    assert_eq!(terminal.end(), Some(0), "{}", terminal.shown());
}
