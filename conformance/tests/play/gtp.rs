//! Programs that speak GTP: at the table, and driving a bot.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use predicates::prelude::*;
use predicates::str::contains;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use super::bench::{Bench, botspec, records, replay_is_valid};
use crate::harness::processes::{await_end, running};

/// The engine of the tests with these options, as a bot.
fn engine(options: &str) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/play/engine.py");
    format!("gtp:python3 '{}' {options}", script.display())
}

/// One game on 3×3, whose record must be valid.
fn game(bench: &Bench, black: &str, white: &str, more: &[&str]) -> Value {
    let (_, mut played) = bench.play(&[&["play", "hex", black, white, "--size", "3"], more].concat());
    replay_is_valid(&bench.at("games.jsonl"));
    assert_eq!(played.len(), 1);
    played.remove(0)
}

fn path(path: PathBuf) -> String {
    path.display().to_string()
}

/// What the engine in this seat was told behind the board's size.
fn told(record: &Value, seat: usize) -> Vec<String> {
    let lines = record["stderr"][seat].as_str().unwrap().lines();
    let told: Vec<String> = lines.map(str::to_owned).collect();
    assert_eq!(told[..3], ["boardsize 3", "clear_board", "time_settings 0 108 1"], "{told:?}");
    assert_eq!(told.last().unwrap(), "quit");
    told[3..told.len() - 1].to_vec()
}

/// Black's bot plays these; of the moves the engine's are every second one.
#[test]
fn an_engine_swaps_in_its_own_words() {
    let bench = Bench::new();
    let black = path(bench.hex("black", &["echo b3", "echo a2", "echo a3", "echo b2"]));
    let mirrored = "play black c2,genmove white,play black a2,genmove white,play black a3,genmove white,play black b2,genmove white";
    let in_place = "play black c2,genmove white,play white b1,genmove black,play white c1,genmove black,play white b2,genmove black";
    for (swap, commands) in [("pieces", mirrored), ("bare", mirrored), ("sides", in_place)] {
        let record = game(&bench, &black, &engine(&format!("swaps swap={swap}")), &[]);
        assert_eq!(record["moves"], json!(["b3", "swap", "a2", "a1", "a3", "b1", "b2", "c1"]), "{swap}");
        assert_eq!(
            record["result"],
            json!({"winner": "black", "player": "engine", "reason": "connection"}),
            "{swap}"
        );
        assert_eq!(told(&record, 1).join(","), commands, "{swap}");
    }
}

#[test]
fn an_engine_is_told_of_a_swap_in_words_that_it_knows() {
    let bench = Bench::new();
    let white = path(bench.hex("white", &["echo swap", "echo b2", "echo c2"]));
    let mirrored = "genmove black,play white b2,genmove black,play white c2";
    let tried = "genmove black,play white swap-pieces";
    for (swap, moves, commands) in [
        ("pieces", "a2,swap,a1,b2,b1,c2", format!("{tried},{mirrored}")),
        ("bare", "a2,swap,a1,b2,b1,c2", format!("{tried},play white swap-sides,play white swap,{mirrored}")),
        (
            "sides",
            "a2,swap,a1,b2,a3,c2",
            format!("{tried},play white swap-sides,genmove white,play black b2,genmove white,play black b3"),
        ),
        (
            "none",
            "a2,swap,a1,b2,b1,c2",
            format!("{tried},play white swap-sides,play white swap,clear_board,play white a2,{mirrored}"),
        ),
    ] {
        let record = game(&bench, &engine(&format!("opens=b1 swap={swap}")), &white, &[]);
        let made: Vec<&str> =
            record["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
        assert_eq!(made.join(","), moves, "{swap}");
        assert_eq!(
            record["result"],
            json!({"winner": "black", "player": "white", "reason": "connection"}),
            "{swap}"
        );
        // The last move of the other is told to nobody any more.
        let commands = commands.rsplit_once(",play").unwrap().0.to_owned();
        assert_eq!(told(&record, 0).join(","), commands, "{swap}");
    }
}

/// Whatever an engine does, the game ends with a reason, and its record is valid.
#[test]
fn an_engine_that_errs_has_lost_and_is_told_why() {
    let bench = Bench::new();
    let black = path(bench.hex("black", &["echo b3", "echo a2", "echo a3", "echo b2"]));
    for (options, reason, answer, rule, message) in [
        ("fault=resigns", "resign", json!("resign"), Value::Null, "the bot resigns"),
        ("fault=refuses", "malformed", Value::Null, Value::Null, "it refused `genmove white`: \"no idea\""),
        (
            "fault=forgets",
            "malformed",
            Value::Null,
            Value::Null,
            "it refused `play black c2`: \"who plays?\"",
        ),
        ("fault=occupied", "illegal", json!("b3"), json!("hex/make-move/vacant"), "black stone"),
        ("fault=b7", "illegal", json!("g2"), json!("hex/make-move/on-board"), "not on a board"),
        (
            "fault=z99",
            "illegal",
            Value::Null,
            json!("hex/make-move/on-board"),
            "z99 is not on a board of 3×3",
        ),
        ("fault=pass", "malformed", Value::Null, Value::Null, "its move is \"pass\""),
        ("'fault=c3 c4'", "malformed", Value::Null, Value::Null, "its move is \"c3 c4\""),
        ("fault=", "malformed", Value::Null, Value::Null, "its move is \"\""),
        ("fault=garbage", "malformed", Value::Null, Value::Null, "begins with neither = nor ?: \"hello\""),
        ("fault=long", "malformed", Value::Null, Value::Null, "a line of more than 4 KiB"),
        ("fault=dies", "crash", Value::Null, Value::Null, "out of ideas"),
        ("fault=sleeps", "timeout", Value::Null, json!("hex/time/turn"), "it was asked `genmove white`"),
        (
            "fault=unended",
            "timeout",
            Value::Null,
            json!("hex/time/turn"),
            "without the empty line that ends it",
        ),
    ] {
        let record = game(&bench, &black, &engine(options), &["--time-limit", "2s"]);
        assert_eq!(record["moves"], json!(["b3"]), "{options}");
        assert_eq!(record["result"]["reason"], reason, "{options} {record}");
        assert_eq!(record["result"]["player"], "black", "{options} {record}");
        let fault = &record["fault"];
        assert_eq!((&fault["answer"], &fault["rule"]), (&answer, &rule), "{options} {record}");
        assert!(fault["message"].as_str().unwrap().contains(message), "{options} {record}");
    }
}

#[test]
fn an_answer_without_end_is_cut_off() {
    let bench = Bench::new();
    let black = path(bench.hex("black", &["echo b3", "echo a2"]));
    let record = game(&bench, &black, &engine("fault=flood"), &[]);
    assert_eq!(record["result"]["reason"], "malformed");
    assert!(record["fault"]["message"].as_str().unwrap().contains("more than 64 KiB"), "{record}");
}

/// An engine is told its own moves again where a person takes moves back.
#[test]
fn a_person_plays_an_engine_and_takes_a_move_back() {
    let bench = Bench::new();
    let args = ["play", "hex", "human", &engine("swaps"), "--size", "3", "--record", "games.jsonl"];
    let run = botspec()
        .current_dir(bench.0.path())
        .args(args)
        .write_stdin("b3\na2\nback\nb2\nquit\n")
        .assert()
        .success();
    run.stdout(contains("swap"));
    let record = records(&bench.at("games.jsonl")).remove(0);
    assert_eq!(record["moves"], json!(["b3", "swap", "b2", "a1"]), "{record}");
    let told = record["stderr"][1].as_str().unwrap();
    assert!(
        told.ends_with("play black c2\nplay white swap-pieces\nplay black b2\ngenmove white\nquit\n"),
        "{told}"
    );
}

/// Programs that speak something else, or nothing.
#[test]
fn a_program_that_is_no_engine_has_lost_and_is_told_why() {
    let bench = Bench::new();
    let black = path(bench.hex("black", &["echo b3", "echo a2"]));
    for (program, reason, message) in [
        ("gtp:cat", "malformed", "its answer to `boardsize 3` begins with neither = nor ?: \"boardsize 3\""),
        ("gtp:true", "crash", "ended with status 0"),
    ] {
        let record = game(&bench, &black, program, &["--time-limit", "2s"]);
        assert_eq!(record["result"]["reason"], reason, "{record}");
        assert!(record["fault"]["message"].as_str().unwrap().contains(message), "{record}");
    }
}

#[test]
fn an_engine_may_have_ways_of_its_own() {
    let bench = Bench::new();
    let black = path(bench.hex("black", &["echo b2", "echo a2", "echo c2"]));
    for options in ["size2", "crlf", "swap=none"] {
        let record = game(&bench, &black, &engine(options), &[]);
        assert_eq!(record["moves"], json!(["b2", "a1", "a2", "a3", "c2"]), "{options} {record}");
        assert_eq!(record["result"]["reason"], "connection");
    }
    // As a file of the working folder, against itself, from openings that are drawn, in both seats.
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/play/engine.py"), bench.at("own.py")).unwrap();
    let (summary, played) = bench.play(&[
        "play",
        "hex",
        "gtp:./own.py",
        "gtp:python3 own.py crlf",
        "--size",
        "5",
        "--openings",
        "random:2",
        "--games",
        "4",
    ]);
    assert_eq!(played.len(), 4);
    assert!(played.iter().all(|record| record["result"]["reason"] == "connection"), "{summary}");
    replay_is_valid(&bench.at("games.jsonl"));
}

#[test]
fn what_cannot_sit_down_is_refused() {
    let bench = Bench::new();
    let bot = path(bench.hex("bot", &["echo b2"]));
    let small = engine("fault=small");
    for (args, message) in [
        (
            vec!["check", "hex", "gtp:python3 x.py"],
            "gtp:python3 x.py: this is a program that speaks GTP, no bot of the contest",
        ),
        (vec!["console", "hex", "3", "gtp:x", &bot], "this is a program that speaks GTP"),
        (vec!["gtp", "hex", "gtp:x"], "this is a program that speaks GTP"),
        (vec!["play", "linkage", "gtp:x", &bot], "no program that speaks GTP can play linkage, only hex"),
        (vec!["play", "hex", "gtp:", &bot], "there is no program"),
        (vec!["play", "hex", "gtp:a 'b", &bot], "a quote is not closed"),
        (vec!["play", "hex", "gtp:no-such-engine", &bot], "no-such-engine"),
        (vec!["play", "hex", "gtp:./no-such-engine", &bot], "./no-such-engine"),
        (
            vec!["play", "hex", &small, &bot],
            "it has no board of 10×10: it refused `boardsize 10`: \"unacceptable size\"",
        ),
        (vec!["gtp", "flit", &bot], "bots of flit cannot be driven by GTP, only those of hex"),
        (vec!["gtp", "hex", "./no-such-bot"], "./no-such-bot"),
    ] {
        botspec().args(&args).assert().code(2).stderr(contains(message)).stdout(predicate::str::is_empty());
    }
}

/// What `botspec gtp` answers to these lines.
fn driven(bot: &str, lines: &str) -> String {
    let run = botspec().args(["gtp", "hex", bot]).write_stdin(lines).assert().success();
    String::from_utf8(run.get_output().stdout.clone()).unwrap()
}

#[test]
fn a_bot_is_driven() {
    let bench = Bench::new();
    let bot = path(bench.hex("mybot", &["echo b3", "echo a2", "echo c1"]));
    let session = [
        ("name", "= mybot\n\n"),
        ("1 protocol_version", "=1 2\n\n"),
        ("# a comment", ""),
        ("", ""),
        ("known_command genmove # and one behind", "= true\n\n"),
        ("known_command loadsgf", "= false\n\n"),
        ("loadsgf x", "? unknown command\n\n"),
        ("2 boardsize 27", "?2 unacceptable size: boards have 1 to 26 rows and as many columns\n\n"),
        ("boardsize 3 3", "= \n\n"),
        ("final_score", "? cannot score: nobody has won yet\n\n"),
        ("undo", "? cannot undo: there is no move\n\n"),
        ("genmove w", "? it is the turn of black\n\n"),
        // Row 2, column 3.
        ("genmove b", "= c2\n\n"),
        ("play W c2", "? illegal move: c2 is occupied\n\n"),
        ("play black a1", "? illegal move: black moves, but it is the turn of white\n\n"),
        ("play white d1", "? illegal move: d1 is not on a board of 3×3\n\n"),
        ("play white z99", "? illegal move: z99 is not on a board of 3×3\n\n"),
        ("play green a1", "? syntax error: expected a colour, black or white\n\n"),
        ("play white", "? syntax error: wrong number of arguments\n\n"),
        ("play white swap-pieces", "= \n\n"),
        ("play black swap-pieces", "? illegal move: a swap can be the second move only\n\n"),
        ("showboard", "=  \n   a b c\n 1  . . .  1\n  2  . . .  2\n   3  . W .  3\n       a b c\n\n"),
        // The bot has row 1, column 2 as white: mirrored, and black.
        ("genmove black", "= a2\n\n"),
        ("undo", "= \n\n"),
        ("undo", "= \n\n"),
        ("showboard", "=  \n   a b c\n 1  . . .  1\n  2  . . B  2\n   3  . . .  3\n       a b c\n\n"),
        ("play white A1", "= \n\n"),
        ("17 play black c1", "=17 \n\n"),
        ("play white b1", "= \n\n"),
        ("play black c3", "= \n\n"),
        ("final_score", "= B+\n\n"),
        ("genmove white", "? the game is over\n\n"),
        ("clear_board", "= \n\n"),
        ("play black resign", "= \n\n"),
        ("final_score", "= W+\n\n"),
        ("quit", "= \n\n"),
        ("name", ""),
    ];
    let lines: String = session.iter().map(|(line, _)| format!("{line}\n")).collect();
    let answers: String = session.iter().map(|(_, answer)| *answer).collect();
    assert_eq!(driven(&bot, &lines), answers);
}

#[test]
fn a_driven_bot_swaps_and_is_begun_anew_where_it_errs() {
    let bench = Bench::new();
    let swapper = path(bench.hex("swapper", &["echo swap", "echo a1"]));
    // As black behind its swap it plays row 1, column 1; the end of the input ends the session.
    let lines = "boardsize 3\nplay b c1\ngenmove w\nplay b b2\ngenmove w\nshowboard\n";
    let answers = driven(&swapper, lines);
    assert!(answers.starts_with("= \n\n= \n\n= swap-pieces\n\n= \n\n= a1\n\n"), "{answers}");
    assert!(answers.ends_with(" 1  W . .  1\n  2  . B .  2\n   3  W . .  3\n       a b c\n\n"), "{answers}");
    let wrong = path(bench.hex("wrong", &["echo z9"]));
    let answers = driven(&wrong, "boardsize 3\ngenmove b\ngenmove b\n");
    let lost = "? the bot has lost: z9 is not on a board of 3×3 (illegal)\n\n";
    assert_eq!(answers, format!("= \n\n{lost}{lost}"));
}

#[test]
fn a_signal_ends_the_session_and_the_bot() {
    let bench = Bench::new();
    let bot = bench.hex("driven-until-a-signal", &["echo b3", "echo a1"]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_botspec"))
        .args(["gtp", "hex"])
        .arg(&bot)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"genmove b\n").unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "= c2\n");
    assert!(running("driven-until-a-signal").is_some(), "the bot runs");
    kill_process(Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap(), Signal::TERM).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(143));
    drop(input);
    await_end("driven-until-a-signal");
}

/// A bot behind two translations is a bot.
#[test]
fn the_circle_closes() {
    let bench = Bench::new();
    let black = path(bench.hex("black", &["echo b3", "echo a2", "echo a3", "echo b2"]));
    bench.hex("other", &["echo swap", "echo a1", "echo b1", "echo c1"]);
    let botspec = env!("CARGO_BIN_EXE_botspec");
    let record = game(&bench, &black, &format!("gtp:{botspec} gtp hex ./other"), &[]);
    assert_eq!(record["moves"], json!(["b3", "swap", "a2", "a1", "a3", "b1", "b2", "c1"]), "{record}");
    assert_eq!(record["result"]["reason"], "connection");
}
