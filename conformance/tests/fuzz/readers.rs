//! Readers that are called as they are.

use std::fs;
use std::io::{self, BufReader};
use std::path::Path;
use std::time::{Duration, Instant};

use botspec::bot::Manifest;
use botspec::ladder::{LadderError, Ledger};
use botspec::machine::{Kind, Turns, from_bytes, predict};
use botspec::options::{CommandName, InspectError, Options};
use botspec::process::Elapsed;
use botspec::record::{GameRecord, Variant};
use botspec::referee::archive::{Archive, Content, Entries};
use botspec::referee::openings::Openings;
use botspec::referee::replay::replay;
use botspec::scenario::Plan;
use botspec::suite::Game;
use proptest::prelude::*;

use super::cases;
use super::damage::{Bytes, damaged};
use super::samples::{answers, archives, boards, ledgers, manifests, openings, profiles, scenarios, sgf};

/// Nothing that is read here takes longer on any machine.
const LONG: Duration = Duration::from_secs(30);

/// Does this and says so if it takes too long.
fn promptly<T>(what: impl FnOnce() -> T) -> T {
    let began = Instant::now();
    let done = what();
    assert!(began.elapsed() < LONG, "it took {:?}", began.elapsed());
    done
}

/// What a command line says besides the position.
fn options(game: Game, number: u8) -> Vec<String> {
    let even = number.is_multiple_of(2);
    let words: Vec<String> = match game.name() {
        "linkage" => Vec::new(),
        "hex" => vec!["--side".into(), if even { "black" } else { "white" }.into()],
        "flit" => {
            let (variant, bots) = if even { ("standard", 4) } else { ("duel", 2) };
            vec!["--bot".into(), (1 + number % bots).to_string(), "--variant".into(), variant.into()]
        }
        _ => {
            let mut words = vec!["--team".into(), (1 + number % 2).to_string()];
            words.extend(["--used".into(), (number % 6).to_string()]);
            if number > 100 {
                words.extend(["--turn".into(), number.to_string()]);
            }
            words
        }
    };
    [vec!["inspect".to_owned()], words].concat()
}

/// A position and an answer, read as `inspect` does. Returns what is wrong with the position, if it is malformed.
fn inspect(game: Game, bytes: &[u8], answer: &str, number: u8) -> Option<String> {
    let command = clap::Command::new("inspect").args(game.options(CommandName::Inspect));
    let command = command.arg(clap::Arg::new("variant").long("variant"));
    let matches = command.get_matches_from(options(game, number));
    match game.inspect(bytes, &Options::new(&matches), Some(answer)) {
        Err(InspectError::Malformed(error)) => Some(error),
        Err(InspectError::Lacking(_)) | Ok(_) => None,
    }
}

fn boards_are_read(game: Game) -> Result<(), TestCaseError> {
    let input = (damaged(boards(game.name())), damaged(answers()), any::<u8>());
    let mut runner = proptest::test_runner::TestRunner::new(cases(150));
    let run = runner.run(&input, |(Bytes(bytes), Bytes(answer), number)| {
        let answer = String::from_utf8_lossy(&answer);
        if let Some(error) = promptly(|| inspect(game, &bytes, &answer, number)) {
            prop_assert!(error.starts_with("line "), "{error}");
        }
        Ok(())
    });
    run.map_err(|error| TestCaseError::fail(format!("{game}: {error}")))
}

#[test]
fn boards_and_answers() {
    for game in Game::all() {
        boards_are_read(*game).unwrap();
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn games_in_sgf(Bytes(bytes) in damaged(sgf())) {
        promptly(|| {
            for entry in botspec::referee::sgf::entries(&bytes) {
                match entry.content {
                    Content::Sgf(game) => {
                        let Ok(record) = game.record else { continue };
                        drop(replay(&record));
                        let hex = Game::of_record(record.game).unwrap();
                        let written = hex.referee().sgf().unwrap().write(&record);
                        assert!(written.is_ok() || record.variant.size.is_none_or(|size| !(1..=26).contains(&size)), "{written:?}");
                    }
                    Content::Malformed { column, message } => assert!(column > 0 && !message.is_empty()),
                    other => panic!("{other:?}"),
                }
            }
        });
    }

    #[test]
    fn records(Bytes(bytes) in damaged(archives())) {
        promptly(|| {
            for entry in Entries::new(BufReader::new(bytes.as_slice())) {
                match entry.unwrap().content {
                    Content::Record(record) => drop(replay(&record)),
                    Content::Plain(game) => drop(format!("{game:?}")),
                    Content::Sgf(_) => panic!("no line is a game in SGF"),
                    Content::Malformed { column, message } => assert!(column > 0 && !message.is_empty()),
                    Content::Cut => {}
                }
            }
        });
    }

    /// Games that were played elsewhere; whoever wrote them.
    #[test]
    fn ledgers_of_a_week(Bytes(bytes) in damaged(ledgers())) {
        match promptly(|| Ledger::from_bytes(&bytes)) {
            Ok(ledger) => prop_assert!(ledger.is_of_part(&ledger)),
            Err(LadderError::Refused(why)) => {
                prop_assert!(why.starts_with("line ") || why.starts_with("it "), "{}", why);
            }
            Err(error) => prop_assert!(false, "{error:?}"),
        }
    }

    /// A file that is appended to loses nothing but half a record at its end.
    #[test]
    fn archives_to_append_to(Bytes(bytes) in damaged(archives())) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        fs::write(&path, &bytes).unwrap();
        let opened: io::Result<(Archive, bool)> = promptly(|| Archive::open(&path));
        let now = fs::read(&path).unwrap();
        match opened {
            Err(error) => {
                prop_assert!(!error.to_string().is_empty());
                prop_assert_eq!(now, bytes);
            }
            Ok((_, true)) => prop_assert!(bytes.starts_with(&now) && !bytes[now.len()..].contains(&b'\n')),
            Ok((_, false)) => prop_assert_eq!(now.trim_ascii_end(), bytes.trim_ascii_end()),
        }
    }

    #[test]
    fn openings_of_games(Bytes(bytes) in damaged(openings()), at in 0..3_usize) {
        let game = Game::find(["linkage", "hex", "power4"][at]).unwrap();
        let variant = Variant { size: (at == 1).then_some(5), ..Variant::default() };
        let (referee, record) = (game.referee(), GameRecord::new(game.id(), variant));
        let text = String::from_utf8_lossy(&bytes);
        let open = || referee.open(&record);
        if let Err(error) = promptly(|| Openings::from_text(&text, &open, &|mv| referee.no_opening_move(mv))) {
            let lines = text.lines().count().max(1);
            prop_assert!((1..=lines).contains(&error.line) && error.column > 0, "{}", error);
            let line = text.lines().nth(error.line - 1).unwrap_or_default();
            prop_assert!(error.column <= line.chars().count() + 1, "{}: {:?}", error, line);
        }
    }

    /// Whoever measured the machine: what is read can be reckoned with.
    #[test]
    fn profiles_of_machines(Bytes(bytes) in damaged(profiles())) {
        match promptly(|| from_bytes(&bytes)) {
            Err(error) => {
                let told = error.to_string();
                prop_assert!(told.starts_with("line ") || told.starts_with("field `"), "{}", told);
            }
            Ok(there) => {
                let here = from_bytes(&profiles()[0]).unwrap();
                let ms = Duration::from_millis;
                let elapsed = [Elapsed::charge(ms(20), ms(30), ms(0), true), Elapsed::default()];
                let limit = ms(50);
                let turns = Turns { elapsed: &elapsed, kind: Kind::Python, starts_anew: true, limit, overran: false, busy: false };
                let found = promptly(|| predict(&here, &there, &turns, "judge.json")).unwrap();
                for time in [found.p50_ms, found.p99_from_ms, found.p99_ms, found.p99_to_ms, found.max_to_ms] {
                    prop_assert!(time.is_finite() && time >= 0.0, "{:?}", found);
                }
                prop_assert!(found.p99_from_ms <= found.p99_ms && found.p99_ms <= found.p99_to_ms, "{:?}", found);
                prop_assert!(found.p99_ms <= found.max_ms && found.max_ms <= found.max_to_ms, "{:?}", found);
            }
        }
    }

    #[test]
    fn manifests_of_bots(Bytes(bytes) in damaged(manifests())) {
        if let Err(error) = promptly(|| Manifest::from_bytes(Path::new("place/bot.toml"), &bytes)) {
            let told = error.to_string();
            prop_assert!(told.contains("bot.toml") && told.contains("line "), "{}", told);
        }
    }
}

fn scenarios_are_read(game: &str) {
    let game = Game::find(game).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.toml");
    let plan = Plan { cases: 0, scenarios: Some(folder.path().to_owned()), ..Plan::default() };
    let mut runner = proptest::test_runner::TestRunner::new(cases(12));
    let run = runner.run(&damaged(scenarios(game.name())), |Bytes(bytes)| {
        fs::write(&path, &bytes).unwrap();
        let read = promptly(|| game.judge().cases(&plan).map(drop));
        if let Err(error) = read {
            let told = error.to_string();
            prop_assert!(told.contains("own.toml"), "{told}");
            prop_assert!(told.contains("line ") || told.contains("UTF-8"), "{told}");
        }
        Ok(())
    });
    run.unwrap_or_else(|error| panic!("{}: {error}", game.name()));
}

#[test]
fn scenarios_of_linkage() {
    scenarios_are_read("linkage");
}

#[test]
fn scenarios_of_hex() {
    scenarios_are_read("hex");
}

#[test]
fn scenarios_of_flit() {
    scenarios_are_read("flit");
}

#[test]
fn scenarios_of_power4() {
    scenarios_are_read("power4");
}
