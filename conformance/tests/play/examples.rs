//! Games between all example bots, each in every seat, and in the long form each against each other and against itself;
//! refereed again afterwards. Which bots there are is read from their folder, so that a new one takes part by itself.

use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use botspec::bot::{Bot, BotError, Toolbox, Workshop};
use botspec::process::{Host, Program, SandboxError, SandboxMode};
use botspec::record::{GameRecord, Move, Variant};
use botspec::referee::archive::Archive;
use botspec::referee::openings::Openings;
use botspec::referee::replay::FORFEITS;
use botspec::referee::schedule::Format;
use botspec::referee::seats::{Fixture, Terms};
use botspec::referee::tournament::{self, Entrant, Finished, Observer, Settings};
use botspec::suite::Game;

use super::bench::{Bench, replay_json};

/// A late answer on a busy machine would lose a game that is not about time.
const LIMIT: Duration = Duration::from_secs(30);

/// The game of this name.
fn named(name: &str) -> Game {
    Game::find(name).expect("a standard game")
}

#[test]
fn linkage_examples_play_each_other() {
    a_ring_plays(named("linkage"));
}

#[test]
fn hex_examples_play_each_other() {
    a_ring_plays(named("hex"));
}

#[test]
fn flit_examples_play_each_other() {
    a_ring_plays(named("flit"));
}

#[test]
fn power4_examples_play_each_other() {
    a_ring_plays(named("power4"));
}

#[test]
#[ignore = "takes minutes"]
fn every_pair_of_examples_plays() {
    Game::all().iter().copied().for_each(every_pair_plays);
}

/// In which forms a game is played, and how many games one after another have all that the contest changes between them.
fn forms(game: Game) -> (Vec<Variant>, u64) {
    let size = |size| Variant { size: Some(size), ..Variant::default() };
    let duel = Variant { size: Some(16), name: Some("duel".to_owned()), ..Variant::default() };
    let fall = Variant { gravity: Some("fall".to_owned()), ..Variant::default() };
    match game.name() {
        "hex" => (vec![size(5), size(4)], 2),
        "flit" => (vec![duel, Variant::default()], 2),
        // Two sets with either team starting, and the first of a match with the other one as team 1.
        "power4" => (vec![fall], 3),
        _ => (vec![Variant::default()], 2),
    }
}

/// Each bot plays one game with the next one, the last with the first, so that each is in every seat: in the forms of the
/// game by turns.
fn a_ring_plays(game: Game) {
    let bots = examples(game);
    assert!(bots.len() > 1, "{game}: a pair of examples is missing");
    let forms = forms(game).0;
    for (at, first) in bots.iter().enumerate() {
        let form = &forms[at % forms.len()..][..1];
        two_play(game, form, 1, [first, &bots[(at + 1) % bots.len()]]);
    }
}

/// Every pair plays several games in each form; a bot plays itself once.
fn every_pair_plays(game: Game) {
    let bots = examples(game);
    let (forms, games) = forms(game);
    for (at, first) in bots.iter().enumerate() {
        two_play(game, &forms, 1, [first, first]);
        for second in &bots[at + 1..] {
            two_play(game, &forms, games, [first, second]);
        }
    }
}

/// So many games in each of these forms, unless one of the bots cannot be built here.
fn two_play(game: Game, forms: &[Variant], games: u64, [(first, one), (second, other)]: [&Example; 2]) {
    match (one, other) {
        (Ok(one), Ok(other)) => {
            let bots = [(first.as_str(), one), (second.as_str(), other)];
            for variant in forms {
                a_pair_plays(game, variant, games, bots);
            }
        }
        (Err(tool), _) | (_, Err(tool)) => {
            eprintln!("skipped: {first} against {second}: {tool} is not on PATH");
        }
    }
}

/// The name of an example, and the bot, or the tool that is missing to build it.
type Example = (String, Result<Program, String>);

/// The examples of a game in the order of their names, each built if it can be.
fn examples(game: Game) -> Vec<Example> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let workshop = Workshop::unconfined(Toolbox::from_env());
    let mut bots = Vec::new();
    let entries = folder.read_dir().unwrap().map(Result::unwrap);
    for entry in entries.filter(|entry| entry.path().is_dir()) {
        let name = entry.file_name().into_string().unwrap();
        // A contest from outside is no bot, and brings its own.
        if name.starts_with("contest-") {
            continue;
        }
        let bot = Bot::locate(&entry.path()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let its_game = bot.game().and_then(Game::find);
        if its_game.unwrap_or_else(|| panic!("{name}: its bot.toml names no game")) != game {
            continue;
        }
        let program = match bot.prepare(&workshop, &mut |_| ()) {
            Ok(program) => Ok(program),
            Err(BotError::ToolMissing { tool, .. }) => Err(tool),
            Err(error) => panic!("{name}: {error}"),
        };
        bots.push((name, program));
    }
    bots.sort_by(|(one, _), (other, _)| one.cmp(other));
    bots
}

/// Two bots at the seats by turns, and what they have played refereed again.
fn a_pair_plays(game: Game, variant: &Variant, games: u64, bots: [(&str, &Program); 2]) {
    let what = format!("{game}: {} against {} {variant:?}", bots[0].0, bots[1].0);
    let seats = if game == named("flit") && variant.name.is_none() { 4 } else { 2 };
    let entrants: Vec<Entrant<'_>> = (0..seats)
        .map(|seat| (seat, bots[seat % 2]))
        .map(|(seat, (name, bot))| Entrant {
            name: format!("{name} {}", seat + 1),
            program: bot,
            is_seeded: false,
        })
        .collect();
    let terms = Terms { game, variant: variant.clone(), limit: LIMIT, openings: Openings::None };
    let settings = Settings { terms, games, format: Format::Games, seed: 1, jobs: 1, pinned: false };
    let host = Host::open_with(Path::new(env!("CARGO_BIN_EXE_botspec")), SandboxMode::Auto).unwrap();
    let told = Told::default();
    tournament::play(&settings, &entrants, &host, &told)
        .unwrap_or_else(|broken| panic!("{what}: {broken:?}"));
    assert_eq!(told.void.into_inner().unwrap(), Vec::<u64>::new(), "{what}: games are void");

    let records = told.records.into_inner().unwrap();
    assert_eq!(records.len() as u64, games, "{what}");
    let bench = Bench::new();
    let file = bench.at("games.jsonl");
    let (mut archive, _) = Archive::open(&file).unwrap();
    for record in &records {
        let reason = &record.result.as_ref().unwrap().reason;
        assert!(!FORFEITS.contains(&reason.as_str()), "{what}: {reason}: {:?}", record.fault);
        assert_eq!(record.fault, None, "{what}");
        assert_eq!(record.times_ms.len(), record.moves.len(), "{what}");
        for mv in &record.moves {
            if let Move::Turn(turn) = mv {
                assert!(turn.answer.is_some() && !turn.frozen, "{what}: bot {} missed a turn", turn.bot);
            }
        }
        archive.append(record).unwrap();
    }
    let replayed = replay_json(&file, 0);
    assert_eq!(replayed.len() as u64, games, "{what}");
    for (record, replayed) in records.iter().zip(replayed) {
        assert_eq!(replayed["valid"], true, "{what}: {replayed}");
        assert_eq!(replayed["moves"], record.moves.len(), "{what}: {replayed}");
        assert_eq!(replayed["result"], serde_json::to_value(&record.result).unwrap(), "{what}");
    }
}

/// What a tournament tells.
#[derive(Default)]
struct Told {
    records: Mutex<Vec<GameRecord>>,
    /// The numbers of games that could not be judged.
    void: Mutex<Vec<u64>>,
}

impl Observer for Told {
    fn finished(&self, game: Finished) -> Result<(), SandboxError> {
        self.records.lock().unwrap().push(game.record);
        Ok(())
    }

    fn void(&self, fixture: &Fixture, _: usize) {
        self.void.lock().unwrap().push(fixture.number);
    }
}
