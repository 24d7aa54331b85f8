//! A week on several machines.

use std::fs;

use super::bench::{Bench, create};

#[test]
fn eight_parts_are_the_same_as_one_machine() {
    let bench = Bench::new();
    bench.season("one.db", 5, 10);
    fs::copy(bench.at("one.db"), bench.at("many.db")).unwrap();
    let (_, told) = bench.expect("shard many.db --index 1 --of 8 --out 1.ledger --sandbox auto", 2);
    assert!(told.contains("--schedule-only"), "{told}");
    bench.expect("run one.db --sandbox auto", 0);
    bench.expect("run many.db --schedule-only", 0);
    for index in 1..=8 {
        let words =
            format!("shard many.db --index {index} --of 8 --out {index}.ledger --sandbox auto --jobs 1");
        bench.expect(&words, 0);
    }
    // One has failed.
    let (said, told) =
        bench.expect("merge many.db 1.ledger 2.ledger 4.ledger 5.ledger 6.ledger 7.ledger 8.ledger", 4);
    assert_eq!(said.matches("new games").count(), 7, "{said}");
    assert!(told.contains("week 1: 5 of 40 games are missing: 3, 11, 19, 27, 35"), "{told}");
    let all = "merge many.db 1.ledger 2.ledger 3.ledger 4.ledger 5.ledger 6.ledger 7.ledger 8.ledger";
    let (said, _) = bench.expect(all, 0);
    assert!(
        said.contains("3.ledger: 5 new games\n") && said.contains("1.ledger: 0 new games, 5 that were there")
    );
    assert_eq!(bench.json("many.db"), bench.json("one.db"));
    // Once more changes nothing.
    bench.expect(all, 0);
    assert_eq!(bench.json("many.db"), bench.json("one.db"));
}

/// What an earlier run of a part has written is not played again, and stays in its ledger.
#[test]
fn a_part_that_was_stopped_goes_on() {
    let bench = Bench::new();
    bench.season("one.db", 3, 4);
    bench.expect("run one.db --schedule-only", 0);
    let part = |index| format!("shard one.db --index {index} --of 2 --out one.ledger --sandbox auto");
    bench.expect(&part(1), 0);
    let read = || fs::read_to_string(bench.at("one.ledger")).unwrap();
    let whole = read();
    let kept: Vec<String> =
        whole.replacen("\"games\":4}", "\"games\":2}", 1).lines().take(3).map(str::to_owned).collect();
    let games_then = |marked: &str| fs::write(bench.at("one.ledger"), format!("{marked}\n")).unwrap();
    // So that what is played again would be seen.
    let marked = kept.join("\n").replace("\"host\":\"", "\"host\":\"earlier ");
    assert_ne!(marked, kept.join("\n"));
    games_then(&marked);
    let (said, told) = bench.expect(&part(1), 0);
    assert!(said.contains("4 games of week 1, part 1 of 2"), "{said}");
    assert!(told.contains("2 games played before; to play them again, remove it first"), "{told}");
    assert_eq!((read().lines().count(), read().matches("earlier ").count()), (5, 2));
    // Another part has nothing to do with it, and does not take its place before its games are at home.
    games_then(&marked);
    let (_, told) = bench.expect(&part(2), 2);
    assert!(
        told.contains("one.ledger: it holds 2 games of week 1, part 1 of 2, that the ladder does"),
        "{told}"
    );
    assert_eq!(read(), format!("{marked}\n"));
    bench.expect("merge one.db one.ledger", 4);
    let (said, told) = bench.expect(&part(2), 0);
    assert!(said.contains("4 games of week 1, part 2 of 2") && !told.contains("before"), "{said}{told}");
    assert_eq!(read().matches("earlier ").count(), 0);
}

#[test]
fn what_is_no_part_of_this_week_is_refused() {
    let bench = Bench::new();
    bench.season("one.db", 3, 2);
    bench.season("other.db", 4, 2);
    for ladder in ["one", "other"] {
        bench.expect(&format!("run {ladder}.db --schedule-only"), 0);
    }
    bench.expect("shard one.db --index 1 --of 1 --out one.ledger --sandbox auto", 0);
    let refused = |ledger: &str, message: &str| {
        let (_, told) = bench.expect(&format!("merge other.db {ledger}"), 2);
        assert!(told.contains(message), "{told}");
    };
    refused("one.ledger", "it is of another ladder: its week 1");
    fs::write(bench.at("notes.txt"), "dear diary\n").unwrap();
    refused("notes.txt", "notes.txt: line 1, column 1: it is no ledger");
    let (_, told) = bench.expect("shard other.db --index 1 --of 1 --out notes.txt --sandbox auto", 2);
    assert!(told.contains("it would be replaced: choose another place with --out"), "{told}");
    assert_eq!(fs::read_to_string(bench.at("notes.txt")).unwrap(), "dear diary\n");
    refused("nothing.ledger", "cannot read");
    let whole = fs::read_to_string(bench.at("one.ledger")).unwrap();
    let cut: Vec<&str> = whole.lines().take(2).collect();
    fs::write(bench.at("cut.ledger"), cut.join("\n")).unwrap();
    refused("cut.ledger", "1 games of the 4 that it should have");
    // Somebody has been at it.
    let (from, to) =
        if whole.contains("{\"winner\":\"black\"") { ("black", "white") } else { ("white", "black") };
    let winner = |side: &str| format!("\"result\":{{\"winner\":\"{side}\"");
    let changed = whole.replacen(&winner(from), &winner(to), 1);
    assert_ne!(changed, whole);
    fs::write(bench.at("changed.ledger"), changed).unwrap();
    let (_, told) = bench.expect("merge one.db changed.ledger", 2);
    assert!(told.contains("its record is wrong"), "{told}");
    bench.expect("merge one.db one.ledger", 0);
    let (_, told) = bench.expect("shard one.db --index 3 --of 2 --out x --sandbox auto", 2);
    assert!(told.contains("--index 3"), "{told}");
}

/// What a bot logs before it crashes is another thing each time, and the game is the same.
#[test]
fn what_a_crashed_bot_has_logged_is_no_conflict() {
    let bench = Bench::new();
    let path = bench.season("one.db", 1, 2);
    bench.enter(
        &path,
        "crash",
        "#!/bin/sh\nread -r word\necho \"thought $(od -An -N4 -tu4 /dev/urandom) ms\" >&2\nexit 1\n",
    );
    fs::copy(&path, bench.at("many.db")).unwrap();
    bench.expect("run one.db --sandbox auto", 0);
    bench.expect("run many.db --schedule-only", 0);
    let logged = |ledger: &str| {
        bench.expect(&format!("shard many.db --index 1 --of 1 --out {ledger} --sandbox auto"), 0);
        let text = fs::read_to_string(bench.at(ledger)).unwrap();
        let (_, logged) = text.split_once("; its stderr ends with: thought ").unwrap();
        logged.chars().take_while(|c| *c != '"').collect::<String>()
    };
    assert_ne!(logged("first.ledger"), logged("second.ledger"));
    bench.expect("merge many.db first.ledger", 0);
    let (said, _) = bench.expect("merge many.db second.ledger", 0);
    assert!(said.contains("second.ledger: 0 new games, 2 that were there already"), "{said}");
    assert_eq!(bench.json("many.db"), bench.json("one.db"));
}

/// Of a game that was played twice, and otherwise, the first one stays, and that is said.
#[test]
fn a_game_that_was_played_otherwise_is_told() {
    let bench = Bench::new();
    create(&bench.at("one.db"), 10);
    for name in ["a", "b"] {
        let script = "#!/bin/sh\ntaken=' '\nnext() { od -An -N2 -tu2 /dev/urandom | tr -d ' '; }\n\
            while read -r word cell rest; do case \"$word\" in\n\
            make_move) set -- a1 a2 a3 b1 b2 b3 c1 c2 c3; shift $(($(next) % 9)); for cell in \"$@\" a1 a2 a3 b1 b2 b3 c1 c2 c3; do\n\
            case \"$taken\" in *\" $cell \"*) ;; *) echo $cell; taken=\"$taken$cell \"; break;; esac; done;;\n\
            seto | sety) taken=\"$taken$cell \";; quit) exit;; esac; done\n";
        bench.enter(&bench.at("one.db"), name, script);
    }
    bench.expect("run one.db --schedule-only", 0);
    for ledger in ["first", "second"] {
        bench.expect(&format!("shard one.db --index 1 --of 1 --out {ledger}.ledger --sandbox auto"), 0);
    }
    bench.expect("merge one.db first.ledger", 0);
    let before = bench.json("one.db");
    let (_, told) = bench.expect("merge one.db second.ledger", 1);
    assert!(told.contains("played otherwise than what is there already, which stays: games"), "{told}");
    assert_eq!(bench.json("one.db"), before);
}
