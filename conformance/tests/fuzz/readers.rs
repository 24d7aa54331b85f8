//! Readers that are called as they are.

use std::fs;
use std::io::{self, BufReader};
use std::path::Path;
use std::time::{Duration, Instant};

use botspec::bot::Manifest;
use botspec::contest::Contest as _;
use botspec::games::power4::inspect::{Fault, Told};
use botspec::games::{flit, hex, linkage, power4};
use botspec::record::GameKind;
use botspec::referee::archive::{Archive, Content, Entries};
use botspec::referee::replay::replay;
use botspec::scenario::Plan;
use botspec::with_contest;
use botspec_sdk::games::flit::Variant;
use botspec_sdk::games::hex::Colour;
use proptest::prelude::*;

use crate::cases;
use crate::damage::{Bytes, damaged};
use crate::samples::{GAMES, answers, archives, boards, manifests, scenarios};

/// Nothing that is read here takes longer on any machine.
const LONG: Duration = Duration::from_secs(30);

/// Does this and says so if it takes too long.
fn promptly<T>(what: impl FnOnce() -> T) -> T {
    let began = Instant::now();
    let done = what();
    assert!(began.elapsed() < LONG, "it took {:?}", began.elapsed());
    done
}

/// A position and an answer, read as `inspect` does. Returns what is wrong with the position, if it is malformed.
fn inspect(game: &str, bytes: &[u8], answer: &str, number: u8) -> Option<String> {
    match game {
        "linkage" => linkage::inspect::inspect(bytes, Some(answer)).err().map(|error| error.to_string()),
        "hex" => {
            let side = if number.is_multiple_of(2) { Colour::Black } else { Colour::White };
            hex::inspect::inspect(bytes, side, Some(answer)).err().map(|error| error.to_string())
        }
        "flit" => {
            let variant = if number.is_multiple_of(2) { Variant::Standard } else { Variant::Duel };
            let players = variant.players();
            let player = players[usize::from(number) % players.len()];
            flit::inspect::inspect(bytes, player, variant, Some(answer)).err().map(|error| error.to_string())
        }
        _ => {
            let told = Told {
                team: Some(1 + number % 2),
                used: &[number % 6],
                opponent_used: &[],
                turn: (number > 100).then(|| u16::from(number)),
                variant: None,
            };
            match power4::inspect::inspect(bytes, &told, Some(answer)) {
                Err(Fault::Malformed(error)) => Some(error.to_string()),
                _ => None,
            }
        }
    }
}

fn boards_are_read(game: &'static str) -> Result<(), TestCaseError> {
    let input = (damaged(boards(game)), damaged(answers()), any::<u8>());
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
    for game in GAMES {
        boards_are_read(game).unwrap();
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn records(Bytes(bytes) in damaged(archives())) {
        promptly(|| {
            for entry in Entries::new(BufReader::new(bytes.as_slice())) {
                match entry.unwrap().content {
                    Content::Record(record) => drop(replay(&record)),
                    Content::Plain(game) => drop(format!("{game:?}")),
                    Content::Malformed { column, message } => assert!(column > 0 && !message.is_empty()),
                    Content::Cut => {}
                }
            }
        });
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
    fn manifests_of_bots(Bytes(bytes) in damaged(manifests())) {
        if let Err(error) = promptly(|| Manifest::from_bytes(Path::new("place/bot.toml"), &bytes)) {
            let told = error.to_string();
            prop_assert!(told.contains("bot.toml") && told.contains("line "), "{}", told);
        }
    }
}

fn scenarios_are_read(game: GameKind) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.toml");
    let plan = Plan { cases: 0, scenarios: Some(folder.path().to_owned()), ..Plan::default() };
    let mut runner = proptest::test_runner::TestRunner::new(cases(12));
    let run = runner.run(&damaged(scenarios(game.name())), |Bytes(bytes)| {
        fs::write(&path, &bytes).unwrap();
        let read = promptly(|| with_contest!(game, |contest| contest.cases(&plan).map(drop)));
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
    scenarios_are_read(GameKind::Linkage);
}

#[test]
fn scenarios_of_hex() {
    scenarios_are_read(GameKind::Hex);
}

#[test]
fn scenarios_of_flit() {
    scenarios_are_read(GameKind::Flit);
}

#[test]
fn scenarios_of_power4() {
    scenarios_are_read(GameKind::Power4);
}
