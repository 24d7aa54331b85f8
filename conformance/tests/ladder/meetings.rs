//! Weeks in which others meet than neighbours, and games that begin with openings.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Stdio;
use std::time::Duration;

use botspec::ladder::{Format, Settings, Store, games_of_a_week};
use botspec::record::GameName;
use botspec::referee::openings::Openings;
use serde_json::Value;
use wait_timeout::ChildExt as _;

use super::bench::{Bench, NOW, settings};

/// A ladder of Hex that is played like this.
fn season(bench: &Bench, name: &str, bots: usize, games: u32, change: impl Fn(&mut Settings)) {
    let mut settings = settings(games);
    change(&mut settings);
    let path = bench.at(name);
    Store::create(&path, GameName::new("hex").unwrap(), &settings, NOW).unwrap();
    bench.enter_orderly(&path, bots);
}

fn week(bench: &Bench, ladder: &str, number: usize) -> Vec<Value> {
    let season: Value = serde_json::from_str(&bench.json(ladder)).unwrap();
    super::season::assert_valid("ladder", &season.to_string());
    season["weeks"][number - 1]["games"].as_array().unwrap().clone()
}

fn bots(game: &Value) -> Vec<u64> {
    game["bots"].as_array().unwrap().iter().map(|bot| bot.as_u64().unwrap()).collect()
}

fn pairs(games: &[Value]) -> BTreeSet<Vec<u64>> {
    let sorted = |game: &Value| {
        let mut bots = bots(game);
        bots.sort_unstable();
        bots
    };
    games.iter().map(sorted).collect()
}

fn listed() -> Openings {
    Openings::Listed(vec![vec!["a1".into()], vec!["b2".into(), "c3".into()]])
}

/// Killed, or in parts: a week of each format with openings is the same as one that is played in a row.
#[test]
fn all_meet_all_in_parts_and_after_kills_as_on_one_machine() {
    let bench = Bench::new();
    let change = |settings: &mut Settings| {
        settings.format = Format::RoundRobin;
        settings.openings = listed();
    };
    season(&bench, "one.db", 5, 4, change);
    for copy in ["killed.db", "parts.db"] {
        fs::copy(bench.at("one.db"), bench.at(copy)).unwrap();
    }
    bench.expect("run one.db --sandbox auto", 0);
    let whole = bench.json("one.db");
    for millis in [200, 400, 700] {
        let mut command = bench.ladder("run killed.db --week 1 --sandbox auto --jobs 2");
        let mut run = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        if run.wait_timeout(Duration::from_millis(millis)).unwrap().is_none() {
            run.kill().unwrap();
        }
        run.wait().unwrap();
    }
    bench.expect("run killed.db --week 1 --sandbox auto", 0);
    assert_eq!(bench.json("killed.db"), whole);
    bench.expect("run parts.db --schedule-only", 0);
    for index in 1..=3 {
        bench
            .expect(&format!("shard parts.db --index {index} --of 3 --out {index}.ledger --sandbox auto"), 0);
    }
    bench.expect("merge parts.db 1.ledger 2.ledger 3.ledger", 0);
    assert_eq!(bench.json("parts.db"), whole);

    let games = week(&bench, "one.db", 1);
    assert_eq!((games.len(), pairs(&games).len()), (40, 10));
    let mut begun: BTreeMap<u64, BTreeSet<String>> = BTreeMap::new();
    for game in &games {
        let opening = game["opening"].as_str().unwrap();
        let record = &game["record"];
        let moves: Vec<&str> =
            record["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
        let plies = usize::try_from(record["opening"].as_u64().unwrap()).unwrap();
        assert_eq!(moves[..plies].join(","), opening, "{game}");
        begun.entry(game["pair"].as_u64().unwrap()).or_default().insert(opening.to_owned());
    }
    assert!(begun.len() == 20 && begun.values().all(|openings| openings.len() == 1), "{begun:?}");
    // All tables begin alike.
    let openings: Vec<&String> = begun.values().flatten().collect();
    assert!(openings[..10].iter().chain(&openings[10..]).collect::<BTreeSet<_>>().len() == 2);
    assert!(openings[..10].iter().all(|opening| **opening == *openings[0]), "{openings:?}");
}

/// A ledger whose games begin otherwise than planned is none of this week.
#[test]
fn a_game_that_begins_otherwise_is_refused() {
    let bench = Bench::new();
    season(&bench, "a.db", 2, 2, |settings| settings.openings = listed());
    bench.expect("run a.db --schedule-only", 0);
    bench.expect("shard a.db --index 1 --of 1 --out a.ledger --sandbox auto", 0);
    let text = fs::read_to_string(bench.at("a.ledger")).unwrap();
    let other = text.replacen("\"opening\":2", "\"opening\":1", 1);
    assert_ne!(other, text);
    fs::write(bench.at("other.ledger"), other).unwrap();
    let (_, told) = bench.expect("merge a.db other.ledger", 2);
    assert!(told.contains("it is not the game that was to be played"), "{told}");
    bench.expect("merge a.db a.ledger", 0);
}

/// Round after round with somebody new, by the standings of the whole season.
#[test]
fn a_swiss_week_is_a_round() {
    let bench = Bench::new();
    season(&bench, "a.db", 5, 2, |settings| settings.format = Format::Swiss);
    let mut met = BTreeSet::new();
    let mut sat_out = BTreeSet::new();
    for round in 1..=3 {
        bench.expect("run a.db --sandbox auto", 0);
        let games = week(&bench, "a.db", round);
        let pairs = pairs(&games);
        assert_eq!((games.len(), pairs.len()), (4, 2), "{games:?}");
        let playing: BTreeSet<u64> = pairs.iter().flatten().copied().collect();
        sat_out.extend((1..=5).filter(|bot| !playing.contains(bot)));
        for pair in pairs {
            assert!(met.insert(pair.clone()), "{pair:?} meet again in week {round}");
        }
    }
    assert_eq!(sat_out.len(), 3, "nobody sits out twice");
    let (text, _) = bench.expect("standings a.db --format json", 0);
    let report: Value = serde_json::from_str(&text).unwrap();
    let games = |it: &Value| it["games"].as_u64().unwrap();
    let all: Vec<u64> = report["standings"].as_array().unwrap().iter().map(games).collect();
    assert_eq!(all.iter().sum::<u64>(), 3 * 4 * 2, "all weeks count: {text}");
    let bot = report["standings"][0]["bot"].as_u64().unwrap();
    let (told, _) = bench.expect(&format!("explain a.db {bot}"), 0);
    assert_eq!(told.lines().filter(|line| line.contains("connection")).count() as u64, all[0], "{told}");
    // Who leaves keeps nobody from being paired, and games against him still count.
    bench.expect(&format!("remove a.db {bot}"), 0);
    bench.expect("run a.db --sandbox auto", 0);
    let games = week(&bench, "a.db", 4);
    assert_eq!(pairs(&games).len(), 2);
    let (text, _) = bench.expect("standings a.db --format json", 0);
    let report: Value = serde_json::from_str(&text).unwrap();
    let sum: u64 =
        report["standings"].as_array().unwrap().iter().map(|it| it["games"].as_u64().unwrap()).sum();
    assert_eq!(sum, 4 * 4 * 2 - all[0], "{text}");
}

#[test]
fn a_gauntlet_is_run_by_the_first_or_by_the_one_that_is_named() {
    let bench = Bench::new();
    let gauntlet = |against| {
        move |settings: &mut Settings| {
            settings.format = Format::Gauntlet;
            settings.against = against;
        }
    };
    season(&bench, "first.db", 4, 2, gauntlet(None));
    season(&bench, "third.db", 4, 2, gauntlet(Some(3)));
    season(&bench, "none.db", 4, 2, gauntlet(Some(9)));
    for (ladder, runner) in [("first.db", 1), ("third.db", 3)] {
        bench.expect(&format!("run {ladder} --schedule-only"), 0);
        let games = week(&bench, ladder, 1);
        assert!(games.len() == 6 && games.iter().all(|game| bots(game).contains(&runner)), "{games:?}");
    }
    let (_, told) = bench.expect("run none.db --schedule-only", 2);
    assert!(told.contains("all others meet bot 9, which is not on the ladder"), "{told}");
}

/// What is drawn is known by its seed.
#[test]
fn drawn_openings_are_those_of_the_pair() {
    let bench = Bench::new();
    season(&bench, "a.db", 3, 4, |settings| settings.openings = Openings::Drawn(2));
    bench.expect("run a.db --sandbox auto", 0);
    let mut begun: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for game in week(&bench, "a.db", 1) {
        let first = game["record"]["moves"].as_array().unwrap()[..2].to_vec();
        begun.entry(game["opening"].as_str().unwrap().to_owned()).or_default().insert(format!("{first:?}"));
    }
    assert_eq!(begun.keys().collect::<Vec<_>>(), ["random:2#7", "random:2#9"]);
    assert!(begun.values().all(|moves| moves.len() == 1), "{begun:?}");
}

/// Seeds that count let a bot of Flit that has read one of them foretell every neutral piece of the games to come.
#[test]
fn what_is_published_of_a_drawn_season_does_not_foretell_the_next_games() {
    let bench = Bench::new();
    let mut seeds = BTreeSet::new();
    for ladder in ["a.db", "b.db"] {
        let (told, _) = bench.expect(&format!("init hex {ladder} --size 3 --games 2 --seed random"), 0);
        assert!(told.contains("; seed "), "{told}");
        bench.enter_orderly(&bench.at(ladder), 2);
        bench.expect(&format!("run {ladder} --sandbox auto"), 0);
        let export = bench.json(ladder);
        let of_the_season: Value = serde_json::from_str(&export).unwrap();
        assert!(of_the_season.get("seed").is_none(), "{export}");
        let of_games: BTreeSet<u64> =
            week(&bench, ladder, 1).iter().filter_map(|game| game["record"]["seed"].as_u64()).collect();
        assert_eq!(of_games.len(), 1, "a pair has one seed");
        assert!(of_games.iter().all(|own| (1_000_000..1 << 53).contains(own)), "{of_games:?}");
        assert!(seeds.insert(of_games), "{seeds:?}");
        bench.expect(&format!("export {ladder} --format html --output site-{ladder}"), 0);
        let page = fs::read_to_string(bench.at(&format!("site-{ladder}/index.html"))).unwrap();
        assert!(!page.contains("seed"), "{page}");
    }
    fs::write(bench.at("openings.txt"), "a1\nb2\n").unwrap();
    let (_, told) = bench.expect("init hex c.db --size 3 --seed random --openings openings.txt", 2);
    assert!(told.contains("the openings of a file are gone through in their order; give a number"), "{told}");
    bench.expect("init hex c.db --size 3 --seed seven", 2);
}

#[test]
fn what_cannot_be_played_is_refused_at_the_beginning() {
    let bench = Bench::new();
    fs::write(bench.at("good.txt"), "a1 # a corner\nb2,c3\n").unwrap();
    fs::write(bench.at("bad.txt"), "a1\nb2,b2\n").unwrap();
    for (words, message) in [
        ("init hex a.db --openings bad.txt", "bad.txt: line 2, column 4: `b2`: "),
        ("init hex a.db --openings random:99", "write random:N"),
        ("init hex a.db --openings none.txt", "none.txt"),
        ("init flit a.db --openings random:2", "--openings is not for flit: its games begin in a position"),
        ("init hex a.db --against 3", "--against is for --format gauntlet"),
        ("init flit a.db --overruns disqualify", "--overruns is not for flit: an overrun ends no game"),
    ] {
        let (_, told) = bench.expect(words, 2);
        assert!(told.contains(message), "{words}: {told}");
        assert!(!bench.at("a.db").exists());
    }
    bench.expect("init hex a.db --size 3 --format swiss --games 2 --openings good.txt", 0);
    // The file is not needed any more.
    fs::remove_file(bench.at("good.txt")).unwrap();
    bench.enter_orderly(&bench.at("a.db"), 2);
    bench.expect("run a.db --sandbox auto", 0);
    assert_eq!(week(&bench, "a.db", 1)[0]["opening"], "a1");
}

/// Tables of four meet as in `play`.
#[test]
fn weeks_of_flit_have_tables_of_four() {
    let flit = botspec::suite::Game::find("flit").unwrap();
    let games = |format, bots| {
        let settings = Settings { format, variant: botspec::record::Variant::default(), ..settings(4) };
        games_of_a_week(&settings, flit, bots)
    };
    assert_eq!(games(Format::Neighbours, 6), 12);
    assert_eq!(games(Format::RoundRobin, 6), 60);
    assert_eq!(games(Format::Gauntlet, 6), 40);
    assert_eq!(games(Format::Swiss, 9), 8);
}

/// A ladder that was made before there were formats is one of neighbours, and says nothing new.
#[test]
fn an_older_ladder_is_what_it_was() {
    let bench = Bench::new();
    let path = bench.season("a.db", 3, 2);
    let connection = rusqlite::Connection::open(&path).unwrap();
    let text: String = connection.query_row("SELECT settings FROM ladder", [], |row| row.get(0)).unwrap();
    assert_eq!(
        text,
        r#"{"variant_name":null,"variant":{"size":3},"seed":7,"games":2,"limit_ms":5000,"overruns":"disqualify","publish_after":1}"#
    );
    drop(connection);
    bench.expect("run a.db --schedule-only", 0);
    let season: Value = serde_json::from_str(&bench.json("a.db")).unwrap();
    assert!(["format", "against", "openings"].iter().all(|name| season.get(name).is_none()), "{season}");
    assert!(season["weeks"][0]["games"].as_array().unwrap().iter().all(|game| game["opening"].is_null()));
    // What is not known may change everything.
    let connection = rusqlite::Connection::open(&path).unwrap();
    let newer = text.replace("\"seed\"", "\"handicap\":2,\"seed\"");
    connection.execute("UPDATE ladder SET settings = ?1", [newer]).unwrap();
    drop(connection);
    let (_, told) = bench.expect("standings a.db", 3);
    assert!(told.contains("a newer botspec may have written it"), "{told}");
}
