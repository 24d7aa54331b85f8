//! Games of Hex in SGF, both ways.

use std::fs;

use botspec::record::{FinalFault, GameName, GameRecord, GameResult, Move, Player, Variant};
use botspec::referee::replay::replay;
use botspec::referee::sgf::Games;
use botspec::suite::Game;
use botspec_sdk::Position as _;
use botspec_sdk::games::hex::{Colour, Move as Played, Position, Size};
use predicates::prelude::*;
use predicates::str::contains;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::bench::{Bench, botspec, replay_json, vector_records, write_records};

/// What `replay --format sgf` makes of a file.
fn to_sgf(path: &std::path::Path) -> String {
    let run = botspec().arg("replay").arg(path).args(["--format", "sgf"]).assert().success();
    String::from_utf8(run.get_output().stdout.clone()).unwrap()
}

/// The record that a text in SGF holds.
fn read(text: &str) -> GameRecord {
    let mut trees = Games::new(text.as_bytes());
    let tree = trees.next().unwrap().unwrap();
    assert!(trees.next().is_none());
    let hex = Game::find("hex").unwrap();
    let form = hex.referee().sgf().unwrap();
    *form.read(&tree).unwrap().record.unwrap()
}

fn written(record: &GameRecord) -> String {
    Game::find("hex").unwrap().referee().sgf().unwrap().write(record).unwrap()
}

#[test]
fn the_games_of_the_vectors_go_to_sgf_and_back() {
    let bench = Bench::new();
    let records: Vec<Value> = vector_records().into_iter().filter(|record| record["game"] == "hex").collect();
    let (jsonl, sgf) = (bench.at("games.jsonl"), bench.at("games.sgf"));
    write_records(&jsonl, &records);
    let text = to_sgf(&jsonl);
    fs::write(&sgf, &text).unwrap();
    let sort = |report: &Value| {
        let mut report = report.clone();
        let fields = report.as_object_mut().unwrap();
        assert!(fields.remove("file").is_some() && fields.remove("line").is_some());
        report
    };
    let told = |path| replay_json(path, 0).iter().map(sort).collect::<Vec<_>>();
    assert_eq!(told(&jsonl), told(&sgf));
    assert_eq!(to_sgf(&sgf), text);
}

#[test]
fn a_swap_is_written_as_others_know_it() {
    let bench = Bench::new();
    let path = bench.at("games.jsonl");
    // By rows: the opener's stone is on row 1, column 2, and so are the moves of the one who swapped.
    let record = json!({"schema": "botspec.game/1", "game": "hex", "variant": {"size": 3},
        "players": [{"name": "a]", "side": "black"}, {"name": "b\\", "side": "white"}],
        "moves": ["a2", "swap", "c1", "b2", "c2", "c3"], "result": {"winner": "white", "player": "a]", "reason": "resign"}});
    write_records(&path, std::slice::from_ref(&record));
    // White is to move; who resigns is the one whose turn it is.
    replay_json(&path, 1);
    let record = {
        let mut record = record;
        record["moves"] = json!(["a2", "swap", "c1", "b2", "c2"]);
        record
    };
    write_records(&path, std::slice::from_ref(&record));
    let text = to_sgf(&path);
    assert!(text.contains("GM[11]") && text.contains("SZ[3]PB[a\\]]PW[b\\\\]RE[B+R]"), "{text}");
    assert!(text.contains(";B[b1];W[swap-pieces];B[c1];W[b2];B[c2]"), "{text}");
    let read = serde_json::to_value(read(&text)).unwrap();
    assert_eq!(read, record);
}

/// As HexGui, Little Golem and people write games.
#[test]
fn what_others_write_is_read() {
    let bench = Bench::new();
    let path = bench.at("games.sgf");
    for (text, moves, winner, reason, note) in [
        // Defaults, capital letters, comments with brackets, variations, properties that nobody knows.
        (
            "(;FF[4]GM[11]SZ[2]AP[HexGui:0.9]C[a \\] (b;W\\]]XX[1][2];B[A1]C[;];W[B1](;B[a2])(;B[b2]))",
            json!(["a1", "a2", "b1"]),
            json!("black"),
            json!("connection"),
            "1 variation is left out",
        ),
        ("(;GM[11];B[a1])", json!(["a1"]), Value::Null, Value::Null, ""),
        // The stone stays, and white moves next.
        (
            "(;GM[11]SZ[2];B[b1];W[swap-sides];W[a1];B[b2])",
            json!(["a2", "swap", "a1", "b2"]),
            json!("black"),
            json!("connection"),
            "",
        ),
        // The same game with the stone exchanged and mirrored.
        (
            "(;GM[11]SZ[2:2];B[b1];W[swap-pieces];B[a1];W[b2])",
            json!(["a2", "swap", "a1", "b2"]),
            json!("black"),
            json!("connection"),
            "",
        ),
        (
            "(;GM[11]SZ[5]RE[W+];B[b1];W[swap];B[c3];W[d1];B[resign])",
            json!(["a2", "swap", "c3", "d1"]),
            json!("black"),
            json!("resign"),
            "",
        ),
        ("(;GM[11]SZ[5];B[b1];W[forfeit])", json!(["a2"]), json!("black"), json!("resign"), ""),
        ("(;GM[11]SZ[5]RE[B+T];B[b1])", json!(["a2"]), json!("black"), json!("timeout"), ""),
        ("(;GM[11]SZ[5]RE[B+F];B[b1])", json!(["a2"]), json!("black"), json!("forfeit"), ""),
        ("(;GM[11]SZ[5]RE[B+];B[b1])", json!(["a2"]), json!("black"), json!("resign"), "does not say how"),
        (
            "(;GM[11]SZ[5]RE[by magic];B[b1])",
            json!(["a2"]),
            Value::Null,
            Value::Null,
            "found \"by magic\": left out",
        ),
        (
            "(;GM[11]SZ[2];B[a1];W[b1];B[a2];W[resign])",
            json!(["a1", "a2", "b1"]),
            json!("black"),
            json!("connection"),
            "has connected already",
        ),
        // Little Golem's: no GM, and W begins.
        (
            "(;FF[4]EV[null]PB[x]PW[y]SZ[13]RE[B]GC[game #1];W[ad];B[swap];W[eg];B[resign])",
            json!(["d1", "swap", "e7"]),
            json!("white"),
            json!("resign"),
            "Little Golem",
        ),
    ] {
        fs::write(&path, text).unwrap();
        let report = replay_json(&path, 0).remove(0);
        assert_eq!(
            (&report["result"]["winner"], &report["result"]["reason"]),
            (&winner, &reason),
            "{text} {report}"
        );
        assert!(report["note"].as_str().unwrap_or_default().contains(note), "{text} {report}");
        assert_eq!(report["note"].is_null(), note.is_empty(), "{text} {report}");
        let own = read(&to_sgf(&path));
        assert_eq!(serde_json::to_value(&own).unwrap()["moves"], moves, "{text}");
    }
}

#[test]
fn what_cannot_be_right_is_refused_with_its_place() {
    let bench = Bench::new();
    let path = bench.at("games.sgf");
    for (text, message) in [
        ("", "line 1, column 1: game: expected ( at its beginning, found the end of the text"),
        ("b a1,B", "line 1, column 1: game: expected ( at its beginning, found 'b'"),
        ("(;GM[1])", "line 1, column 3: GM: expected 11 (hex), found \"1\""),
        ("(;GM[11]\nSZ[27])", "line 2, column 1: SZ: expected one number from 1 to 26, found \"27\""),
        ("(;GM[11]SZ[0])", "found \"0\""),
        ("(;GM[11]SZ[9:11])", "found \"9:11\""),
        ("(;GM[11]FF[5])", "FF: expected a version from 1 to 4, found \"5\""),
        ("(;GM[11]PL[W])", "PL: expected B, since black moves first"),
        ("(;GM[11]AB[a1][a2])", "AB: expected moves only"),
        ("(;GM[11];B[a01])", "line 1, column 10: B: expected a cell such as c3"),
        ("(;GM[11];B[])", "found \"\""),
        ("(;GM[11];B[a1][a2])", "found 2 values"),
        ("(;GM[11];B[a1]W[a2])", "line 1, column 15: move: expected one in each node"),
        ("(;GM[11]BOTSPEC[x])", "BOTSPEC: expected fields of a game record"),
        ("(;GM[11]BOTSPEC[{\"game\":\"flit\"\\]}])", "BOTSPEC: expected fields"),
        ("(;GM[11]BOTSPEC[{\"game\":\"flit\"}])", "BOTSPEC: expected fields"),
        ("(;GM[11]BOTSPEC[{\"moves\":3}])", "BOTSPEC: expected fields"),
        ("(;GM[11];B[a1]", "found the end"),
    ] {
        fs::write(&path, text).unwrap();
        let report = replay_json(&path, 2).remove(0);
        assert!(report["error"]["message"].as_str().unwrap().contains(message), "{text} {report}");
        assert!(report["error"]["message"].as_str().unwrap().starts_with("line "), "{text} {report}");
    }
}

/// What the rules forbid is judged as in any record.
#[test]
fn a_move_that_is_wrong_is_named_with_its_rule() {
    let bench = Bench::new();
    let path = bench.at("games.sgf");
    for (moves, mv, rule, message) in [
        (";B[a1];W[a1]", 2, json!("hex/make-move/vacant"), "black stone"),
        (";B[c1]", 1, json!("hex/make-move/on-board"), "not on a board of 2×2"),
        (";B[a1];W[a30]", 2, json!("hex/make-move/on-board"), "not on a board of 2×2"),
        (";B[swap-pieces]", 1, json!("hex/make-move/swap-timing"), "second move"),
        (";W[a1]", 1, Value::Null, "white moves, but it is the turn of black"),
        (";B[a1];B[a2]", 2, Value::Null, "black moves, but it is the turn of white"),
        (";B[a1];W[swap-sides];B[a2]", 3, Value::Null, "black moves, but it is the turn of white"),
        (";B[a1];W[swap-pieces];W[a2]", 3, Value::Null, "white moves, but it is the turn of black"),
        (";B[resign];W[a1]", 2, Value::Null, "after a player has resigned"),
        (";B[a1];B[resign]", 2, Value::Null, "black resigns, but it is the turn of white"),
        (";B[a1];W[b1];B[a2];W[b2]", 4, Value::Null, "the game is over"),
    ] {
        fs::write(&path, format!("(;GM[11]SZ[2]{moves})")).unwrap();
        let report = replay_json(&path, 1).remove(0);
        assert_eq!(
            (&report["error"]["move"], &report["error"]["rule"]),
            (&json!(mv), &rule),
            "{moves} {report}"
        );
        assert!(report["error"]["message"].as_str().unwrap().contains(message), "{moves} {report}");
        assert_eq!(report["moves"], mv - 1, "{moves} {report}");
    }
    fs::write(&path, "(;GM[11]SZ[2]RE[W+];B[a1];W[b1];B[a2])").unwrap();
    let report = replay_json(&path, 1).remove(0);
    assert!(report["error"]["message"].as_str().unwrap().contains("the rules say black"), "{report}");
}

#[test]
fn a_file_of_several_games_is_read_up_to_what_is_none() {
    let bench = Bench::new();
    let path = bench.at("games.sgf");
    let game = "(;GM[11]SZ[2]\n;B[a1];W[b1];B[a2])";
    fs::write(&path, format!("{game}\n\n{game}{game}(;GM[11];B[a1]x({game}")).unwrap();
    let reports = replay_json(&path, 2);
    let told: Vec<(bool, u64)> =
        reports.iter().map(|it| (it["valid"].as_bool().unwrap(), it["line"].as_u64().unwrap())).collect();
    assert_eq!(told, [(true, 1), (true, 4), (true, 5), (false, 6)]);
    // One of them, from a pipe, which has no name.
    let run = || {
        let mut run = botspec();
        run.args(["replay", "-", "--game", "2"]).write_stdin(format!("{game}{game}"));
        run
    };
    run().assert().success().stdout(contains("valid"));
    run().args(["--format", "svg"]).assert().success().stdout(contains("<svg"));
    run().args(["--format", "sgf"]).assert().success().stdout(contains(";B[a1];W[b1];B[a2])"));
}

#[test]
fn no_file_is_too_large_or_of_another_contest() {
    let bench = Bench::new();
    let path = bench.at("games.sgf");
    fs::write(&path, vec![b'('; (16 << 20) + 1]).unwrap();
    botspec().arg("replay").arg(&path).assert().code(2).stderr(contains("longer than 16777216 bytes"));
    fs::write(&path, "(;GM[11])".repeat(50_002)).unwrap();
    let run = botspec().arg("replay").arg(&path).args(["--format", "json"]).assert().code(2);
    let out = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    assert_eq!(out.lines().count(), 50_001);
    assert!(out.lines().last().unwrap().contains("there are more than 50000 games"));
    let path = bench.at("games.jsonl");
    let records: Vec<Value> =
        vector_records().into_iter().filter(|record| record["game"] == "flit").take(1).collect();
    write_records(&path, &records);
    let run = botspec().arg("replay").arg(&path).args(["--format", "sgf"]).assert().code(2);
    run.stderr(contains("--format sgf is for hex: record 1 is of flit")).stdout(predicate::str::is_empty());
    let run = botspec().arg("replay").arg(&path).args(["--format", "sgf", "--against", "x"]).assert().code(2);
    run.stderr(contains("--against has the formats pretty and json"));
}

#[test]
fn a_record_that_is_not_valid_is_left_out_and_told_of() {
    let bench = Bench::new();
    let path = bench.at("games.jsonl");
    let record = |moves: Value| json!({"schema": "botspec.game/1", "game": "hex", "variant": {"size": 2}, "moves": moves});
    write_records(&path, &[record(json!(["a1", "a1"])), record(json!(["a1"]))]);
    let run = botspec().arg("replay").arg(&path).args(["--format", "sgf"]).assert().code(1);
    let run = run.stderr(contains("games.jsonl, line 1, move 2: a1 holds a black stone"));
    let out = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    assert_eq!(out.matches("(;").count(), 1, "{out}");
}

/// A game of legal moves, chosen by these numbers, which may end before its end.
fn moves(size: Size, choices: &[u16]) -> Vec<Move> {
    let mut position = Position::opening(size);
    let mut moves = Vec::new();
    for &choice in choices {
        let legal: Vec<Played> = position.legal_moves().to_vec();
        let Some(&mv) = legal.get(usize::from(choice) % legal.len().max(1)) else { break };
        // Of all second moves, the swap is to be a frequent one.
        let mv = if moves.len() == 1 && choice % 2 == 0 { Played::Swap } else { mv };
        moves.push(Move::Text(mv.to_string()));
        position.make(mv).unwrap();
    }
    moves
}

fn names() -> impl Strategy<Value = Option<[String; 2]>> {
    proptest::option::of(proptest::array::uniform2("[a-z\\]\\\\: é日\t\n]{0,8}"))
}

/// A record of a game, with everything that a record can say.
fn records() -> impl Strategy<Value = GameRecord> {
    let game = (1_u8..=26, proptest::collection::vec(any::<u16>(), 0..40), names());
    let reasons = proptest::sample::select(vec![
        "connection",
        "resign",
        "timeout",
        "illegal",
        "crash",
        "forfeit",
        "odd]\\",
    ]);
    let result = proptest::option::of((any::<bool>(), reasons, any::<bool>()));
    let more = (
        proptest::option::of(any::<u64>()),
        any::<bool>(),
        proptest::option::of("[ -~\n]{0,9}"),
        proptest::option::of(0_usize..3),
    );
    (game, result, more).prop_map(|((size, choices, names), result, (seed, timed, fault, opening))| {
        let variant = Variant { size: Some(size), ..Variant::default() };
        let mut record = GameRecord::new(GameName::new("hex").unwrap(), variant);
        record.moves = moves(Size::new(size).unwrap(), &choices);
        let side = |colour: Colour| Value::from(colour.to_string());
        if let Some(names) = names {
            let player = |(name, colour)| Player { name, side: side(colour) };
            record.players = names.into_iter().zip(Colour::ALL).map(player).collect();
        }
        record.result = result.map(|(black, reason, is_named)| GameResult {
            winner: side(if black { Colour::Black } else { Colour::White }),
            player: record.players.first().filter(|_| is_named).map(|player| player.name.clone()),
            reason: reason.to_owned(),
            groups: None,
            counts: None,
            turns: None,
        });
        (record.seed, record.number, record.opening) = (seed, seed.map(|seed| seed / 3), opening);
        if timed {
            record.times_ms =
                choices.iter().take(record.moves.len()).map(|&ms| f64::from(ms) / 1e3).collect();
        }
        record.fault = fault.map(|text| FinalFault {
            side: side(Colour::White),
            answer: Some(text.clone()),
            rule: None,
            message: text,
        });
        record
    })
}

proptest! {
    /// Whatever a record says comes back, and what is written of that is the same to the byte.
    #[test]
    fn every_record_comes_back(record in records()) {
        let text = written(&record);
        let back = read(&text);
        prop_assert_eq!(&back, &record, "{}", &text);
        prop_assert_eq!(written(&back), text);
        prop_assert_eq!(replay(&back).moves, replay(&record).moves);
    }
}
