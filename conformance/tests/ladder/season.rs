//! A season from its first bot to its published sources.

use std::fs;

use serde_json::json;

use super::bench::{Bench, create};

/// What a rating is made of can be counted.
#[test]
fn every_rating_follows_from_the_games() {
    let bench = Bench::new();
    bench.season("a.db", 4, 10);
    bench.expect("run a.db --sandbox auto", 0);
    assert_valid("ladder", &bench.json("a.db"));
    let season = season(&bench);
    let week = &season["weeks"][0];
    let games = week["games"].as_array().unwrap();
    assert_eq!((games.len(), &week["complete"]), (30, &json!(true)));
    for standing in week["standings"].as_array().unwrap() {
        let bot = &standing["bot"];
        let own: Vec<_> =
            games.iter().filter(|game| game["bots"].as_array().unwrap().contains(bot)).collect();
        let won = own.iter().filter(|game| game["winner"] == *bot).count();
        assert_eq!((&standing["games"], &standing["won"]), (&json!(own.len()), &json!(won)), "{standing}");
        #[expect(clippy::cast_precision_loss, reason = "a handful of games")]
        let rating = 100.0 * won as f64 / own.len() as f64;
        assert!((standing["rating"].as_f64().unwrap() - rating).abs() < 1e-9);
        for side in ["black", "white"] {
            assert_eq!(standing["sides"][side]["games"], own.len() / 2, "half of them on each side");
        }
        let (told, _) = bench.expect(&format!("explain a.db {bot}"), 0);
        assert_eq!(told.lines().filter(|line| line.contains("connection")).count(), own.len(), "{told}");
        assert!(told.contains(&format!("100 × {won} won / {} played", own.len())), "{told}");
    }
    // The record of a game is one that `replay` takes, and its seed follows from the number of its pair.
    for game in games {
        assert_eq!(game["record"]["seed"].as_u64(), game["pair"].as_u64().map(|pair| pair + 6));
    }
    let records: String = games.iter().map(|game| format!("{}\n", game["record"])).collect();
    fs::write(bench.at("games.jsonl"), records).unwrap();
    let replay = std::process::Command::new(env!("CARGO_BIN_EXE_botspec"))
        .args(["replay", "games.jsonl"])
        .current_dir(bench.0.path())
        .output()
        .unwrap();
    assert!(replay.status.success(), "{}", String::from_utf8_lossy(&replay.stdout));
}

/// The next week begins in the order of the standings; who is new is last, who is gone does not play.
#[test]
fn a_week_follows_from_the_one_before() {
    let bench = Bench::new();
    let path = bench.season("a.db", 4, 10);
    bench.expect("run a.db --sandbox auto", 0);
    let (_, told) = bench.expect("run a.db --week 3 --sandbox auto", 2);
    assert!(told.contains("the next one is 2"), "{told}");
    // Once more is nothing.
    bench.expect("run a.db --week 1 --sandbox auto", 0);
    let order: Vec<u64> = standings(&bench, 1).into_iter().filter(|bot| *bot != 2).collect();
    bench.enter(&path, "late", "#!/bin/sh\nexit 1\n");
    bench.expect("remove a.db 2", 0);
    let (_, told) = bench.expect("remove a.db 2", 2);
    assert!(told.contains("its bots are: 1, 3, 4, 5"), "{told}");
    bench.expect("run a.db --sandbox auto", 0);
    let season = season(&bench);
    let mut before: Vec<(u64, u64)> = season["weeks"][1]["standings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (it["before"].as_u64().unwrap(), it["bot"].as_u64().unwrap()))
        .collect();
    before.sort_unstable();
    let began: Vec<u64> = before.into_iter().map(|(_, bot)| bot).collect();
    assert_eq!(began, [order, vec![5]].concat());
    assert_eq!(season["weeks"][1]["games"][0]["number"], 31, "numbers go on");
    // It has ended before it could play, and lost all its games.
    let (told, _) = bench.expect("explain a.db 5", 0);
    assert_eq!(told.matches("crash").count(), 10, "{told}");
    let (_, told) = bench.expect("explain a.db 5 --week 1", 2);
    assert!(told.contains("did not play in week 1"), "{told}");
}

/// What a run that cannot play would have drawn up could not be changed any more.
#[test]
fn a_week_that_cannot_be_played_is_not_drawn_up() {
    let bench = Bench::new();
    bench.season("a.db", 2, 2);
    // It confines nothing, so it is not strict.
    let run = bench.ladder("run a.db").env("BOTSPEC_RUNNER", "portable").output().unwrap();
    let told = String::from_utf8(run.stderr).unwrap();
    assert!(!run.status.success() && told.contains("the strict sandbox is not available"), "{told}");
    let (_, told) = bench.expect("standings a.db", 2);
    assert!(told.contains("week 1 has not begun"), "{told}");
}

/// Whoever leaves gives up the place, even if somebody comes back under the same number.
#[test]
fn a_number_that_is_given_again_starts_at_the_bottom() {
    let bench = Bench::new();
    let path = bench.season("a.db", 3, 2);
    bench.expect("run a.db --sandbox auto", 0);
    let first = standings(&bench, 1)[0];
    bench.expect(&format!("remove a.db {first}"), 0);
    bench.enter_as(&path, Some(first.try_into().unwrap()), "again", "#!/bin/sh\nexit 1\n");
    bench.expect("run a.db --schedule-only", 0);
    let season = season(&bench);
    let began = season["weeks"][1]["standings"].as_array().unwrap().iter();
    let last = began.max_by_key(|it| it["before"].as_u64().unwrap()).unwrap();
    assert_eq!(last["bot"], first, "{season}");
}

/// One bot that cannot play loses its games, and does not keep the others from playing theirs.
#[test]
fn who_does_not_build_or_start_loses_the_games_of_the_week() {
    let bench = Bench::new();
    let path = bench.season("a.db", 2, 2);
    // The head of a program for Linux, and nothing behind it.
    let head = "\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x02\0>\0\x01\0\0\0\x78\0@\0\0\0\0\0";
    bench.enter(&path, "unstartable", &format!("{head:\0<64}"));
    for name in ["unbuilt", "unbuilt-too"] {
        let folder = bench.folder(name, "");
        let manifest = format!("name = \"{name}\"\nbuild = [\"false\"]\nrun = [\"./bot\"]\n");
        fs::write(folder.join("bot.toml"), manifest).unwrap();
        let submission =
            botspec::ladder::Submission { name: name.to_owned(), author: None, verdict: "pass".to_owned() };
        let source = botspec::ladder::Source::read(&folder).unwrap();
        let mut store = botspec::ladder::Store::open(&path).unwrap();
        store.add(None, &source, &submission, super::bench::NOW).unwrap();
    }
    let (_, told) = bench.expect("run a.db --sandbox auto", 0);
    assert!(told.contains("bot 3 unstartable cannot be started, and loses its games: "), "{told}");
    assert!(told.contains("bot 4 unbuilt cannot be built, and loses its games: "), "{told}");
    let games = season(&bench)["weeks"][0]["games"].as_array().unwrap().clone();
    let ends: Vec<_> = games.iter().map(|game| (&game["reason"], &game["winner"])).collect();
    assert!(ends[..2].iter().all(|(reason, _)| **reason == "connection"), "{ends:?}");
    assert!(ends[2..].iter().all(|(reason, _)| **reason == "crash"), "{ends:?}");
    assert!(ends[2..4].iter().all(|(_, winner)| **winner == 2), "{ends:?}");
    // Who does not build loses to whoever does.
    assert!(ends[4..6].iter().all(|(_, winner)| **winner == 3), "{ends:?}");
    assert!(ends[6..].iter().all(|(_, winner)| winner.is_null()), "{ends:?}");
    let fault = games[2]["record"]["fault"]["message"].as_str().unwrap();
    assert!(fault.starts_with("it could not be "), "{fault}");
    let (told, _) = bench.expect("explain a.db 4", 0);
    assert_eq!(told.matches("lost").count(), 4, "{told}");
    // A ledger may say so as well.
    bench.expect("run a.db --schedule-only", 0);
    bench.expect("shard a.db --index 1 --of 1 --out a.ledger --sandbox auto", 0);
    bench.expect("merge a.db a.ledger", 0);
    assert_valid("ladder", &bench.json("a.db"));
}

/// Everything, as a program reads it.
fn season(bench: &Bench) -> serde_json::Value {
    serde_json::from_str(&bench.json("a.db")).unwrap()
}

/// Whether a text is as its schema says.
pub(crate) fn assert_valid(name: &str, text: &str) {
    let file = format!("{}/schemas/{name}.schema.json", env!("CARGO_MANIFEST_DIR"));
    let schema = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
    let instance = serde_json::from_str(text).unwrap();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let errors: Vec<String> =
        validator.iter_errors(&instance).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{name}:\n{}", errors.join("\n"));
}

/// Who stands where after a week.
fn standings(bench: &Bench, week: u32) -> Vec<u64> {
    let (text, _) = bench.expect(&format!("standings a.db --week {week} --format json"), 0);
    assert_valid("standings", &text);
    let report: serde_json::Value = serde_json::from_str(&text).unwrap();
    report["standings"].as_array().unwrap().iter().map(|it| it["bot"].as_u64().unwrap()).collect()
}

#[test]
fn a_source_is_published_some_weeks_after_its_bot_was_at_the_top() {
    let bench = Bench::new();
    bench.season("a.db", 3, 2);
    bench.expect("run a.db --sandbox auto", 0);
    let (_, told) = bench.expect("publish a.db --out due", 0);
    assert!(told.contains("due after week 2") && told.contains("nothing is due yet"), "{told}");
    bench.expect("run a.db --sandbox auto", 0);
    let top = standings(&bench, 1)[0];
    let (said, _) = bench.expect("publish a.db --out due", 0);
    assert!(said.contains(&format!("bot{top}.zip")), "{said}");
    let bytes = fs::read(bench.at(&format!("due/bot{top}.zip"))).unwrap();
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(&bytes)).unwrap();
    let mut file = archive.by_name(&format!("bot{top}/bot")).unwrap();
    let mut text = String::new();
    std::io::Read::read_to_string(&mut file, &mut text).unwrap();
    assert_eq!(text, fs::read_to_string(bench.at(&format!("bot{}/bot", top - 1))).unwrap());
    let page = fs::read_to_string(bench.at("due/index.html")).unwrap();
    assert!(page.contains(&format!("href=\"bot{top}.zip\"")), "{page}");
    bench.expect("publish a.db --out due", 0);
    assert_eq!(fs::read(bench.at(&format!("due/bot{top}.zip"))).unwrap(), bytes, "the same once more");
    let published = fs::read(bench.at("due/index.html")).unwrap();
    let (_, told) = bench.expect("export a.db --format html --output due", 2);
    assert!(told.contains("index.html is another page of botspec's"), "{told}");
    bench.expect("export a.db --format html --output site", 0);
    bench.expect("export a.db --format html --output site", 0);
    let (_, told) = bench.expect("publish a.db --out site", 2);
    assert!(told.contains("each need a folder of their own"), "{told}");
    assert_eq!(fs::read(bench.at("due/index.html")).unwrap(), published);
    fs::write(bench.at("due/index.html"), "<h1>Our contest</h1>").unwrap();
    for words in ["publish a.db --out due", "export a.db --format html --output due"] {
        let (_, told) = bench.expect(words, 2);
        assert!(told.contains("index.html is not botspec's, and would be replaced"), "{told}");
    }
    assert_eq!(fs::read_to_string(bench.at("due/index.html")).unwrap(), "<h1>Our contest</h1>");
}

/// Two bots, one after the other under the same number, are two: each is published, and has its own games.
#[test]
fn a_number_that_is_given_again_is_published_again() {
    let bench = Bench::new();
    let path = bench.season("a.db", 1, 2);
    bench.enter(&path, "crash", "#!/bin/sh\nexit 1\n");
    bench.expect("run a.db --sandbox auto", 0);
    assert_eq!(standings(&bench, 1), [1, 2]);
    bench.expect("remove a.db 1", 0);
    let scripts = |name: &str| fs::read_to_string(bench.at(name).join("bot")).unwrap();
    bench.enter_as(&path, Some(1), "again", &format!("{}# Another one.\n", scripts("bot0")));
    bench.expect("run a.db --sandbox auto", 0);
    assert_eq!(standings(&bench, 2), [1, 2]);
    let (said, told) = bench.expect("publish a.db --out due", 0);
    assert!(said.contains("bot1.zip: bot 1, bot0, first at the top after week 1"), "{said}");
    assert!(told.contains("bot 1, again: due after week 3"), "{told}");
    bench.expect("run a.db --sandbox auto", 0);
    let (said, _) = bench.expect("publish a.db --out due", 0);
    assert!(said.contains("bot1-week2.zip: bot 1, again, first at the top after week 2"), "{said}");
    let page = fs::read_to_string(bench.at("due/index.html")).unwrap();
    for (stem, name) in [("bot1", "bot0"), ("bot1-week2", "again")] {
        assert!(page.contains(&format!("href=\"{stem}.zip\"")), "{page}");
        let bytes = fs::read(bench.at(&format!("due/{stem}.zip"))).unwrap();
        let mut archive = zip::ZipArchive::new(std::io::Cursor::new(&bytes)).unwrap();
        let mut file = archive.by_name(&format!("{stem}/bot")).unwrap();
        let mut text = String::new();
        std::io::Read::read_to_string(&mut file, &mut text).unwrap();
        assert_eq!(text, scripts(name));
    }
    bench.expect("export a.db --format html --output site", 0);
    let page = fs::read_to_string(bench.at("site/index.html")).unwrap();
    assert_eq!(page.matches("1 bot0 2 – 2 crash 0").count(), 1, "{page}");
    assert_eq!(page.matches("1 again 2 – 2 crash 0").count(), 2, "{page}");
    assert!(page.contains(">4/4<") && !page.contains(">6/6<"), "{page}");
}

#[test]
fn a_submission_is_checked_before_it_is_taken_in() {
    let bench = Bench::new();
    let quick = "-- --sandbox auto --cases 1 --no-shrink";
    bench.expect("init linkage a.db", 0);
    let good = bench.at("good");
    fs::create_dir(&good).unwrap();
    for file in ["bot.c", "bot.toml"] {
        let example = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/linkage-c");
        fs::copy(example.join(file), good.join(file)).unwrap();
    }
    let add = |path: &std::path::Path, options: &str| {
        let mut command = bench.ladder("add a.db");
        command.arg(path).args(options.split_whitespace()).args(quick.split_whitespace());
        let output = command.output().unwrap();
        let told = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(told).unwrap())
    };
    let (code, told) = add(&good, "--number 19");
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("bot 19, Cplain: new, plays from week 1 on; sha256 "), "{told}");
    let (code, told) = add(&good, "--number 19");
    assert!(code == Some(2) && told.contains("bot 19 has these very files already"), "{told}");
    let bad = bench.folder("bad", "#!/bin/sh\necho nonsense > order.txt\necho Bad, 2026, V1.0, Ada\n");
    let (code, told) = add(&bad, "");
    assert!(code == Some(1) && told.contains("rejected: the bot does not conform"), "{told}");
    let (code, told) = add(&bad, "--force");
    assert!(code == Some(0) && told.contains("bot 20, bad: new"), "{told}");
    let (code, told) = add(&good, "--number 20");
    assert!(code == Some(0) && told.contains("bot 20, Cplain: a new version"), "{told}");
    let (_, told) = bench.expect("run a.db --week 2 --sandbox auto", 2);
    assert!(told.contains("--week 2: the next one is 1"), "{told}");
    let none = bench.at("none.c");
    fs::write(&none, "int main( {").unwrap();
    let (code, told) = add(&none, "--force");
    assert!(code == Some(2) && told.contains("a bot that does not build cannot play"), "{told}");
}

#[test]
fn what_cannot_be_is_a_usage_error() {
    let bench = Bench::new();
    create(&bench.at("a.db"), 2);
    fs::write(bench.at("bot.py"), "import board\n").unwrap();
    fs::write(bench.at("board.py"), "").unwrap();
    for (words, message) in [
        ("run a.db --sandbox auto", "a week needs at least 2 bots, and the ladder has 0"),
        ("standings a.db", "week 1 has not begun; `botspec ladder run` plays it"),
        ("standings a.db --week 0", "weeks count from 1"),
        ("standings a.db --week 9", "week 9 has not begun; none has"),
        ("export a.db --format csv --week 2", "week 2 has not begun; none has"),
        ("explain a.db 3", "there is no bot 3 on the ladder; it has none yet"),
        ("export a.db --format orders", "hex has no form of orders for people"),
        ("export a.db --format html", "name a folder with --output"),
        ("export a.db --format json --week 1", "--week is for csv and orders"),
        ("init hex b.db --games 3", "must be a multiple of 2"),
        ("init power4 b.db --games 10", "must be a multiple of 4"),
        ("init flit b.db --size 4", "--size is for hex"),
        ("init hex a.db", "it exists already"),
        ("add a.db nothing", "nothing: it cannot be read"),
        ("add a.db bot.py", "bot.py: it imports board.py, which is not handed in with it"),
        ("", "Usage"),
    ] {
        let (_, told) = bench.expect(words, 2);
        assert!(told.contains(message), "{words}: {told}");
    }
    for words in
        ["init", "add", "remove", "run", "standings", "explain", "publish", "export", "shard", "merge"]
    {
        let (said, _) = bench.expect(&format!("{words} --help"), 0);
        assert!(said.contains("Examples:"), "{said}");
    }
    let (said, _) = bench.expect("init hex --help", 0);
    assert!(said.contains("--size"), "{said}");
}

/// Linkage's orders are readable text, each game of the week.
#[test]
fn the_orders_of_a_week_can_be_read() {
    let bench = Bench::new();
    bench.expect("init linkage a.db --games 2", 0);
    for name in ["a", "b"] {
        bench.enter(&bench.at("a.db"), name, "#!/bin/sh\necho RA1B1 > order.txt\n");
    }
    bench.expect("run a.db --sandbox auto", 0);
    let (said, _) = bench.expect("export a.db --format orders --week 1", 0);
    assert!(said.contains("Game 1: 1 a (More) against 2 b (Fewer)\n 1 More  RA1B1"), "{said}");
    assert!(said.contains("Game 2: 2 b (More) against 1 a (Fewer)"), "{said}");
}
