//! How fast an archive of Hex games is refereed again, next to the rules alone on the same moves, in the same run.
//!
//! `cargo bench -p botspec --bench replay`. Fails if it is slower than it has to be.

#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "a benchmark is a program for the terminal")]

use std::fmt::Write as _;
use std::process::{Command, ExitCode};
use std::time::Instant;

use botspec::process::pin_to_core;
use botspec::referee::archive::{Content, entries};
use botspec::referee::plain::Letters;
use botspec_sdk::Position as _;
use botspec_sdk::games::hex::{Move, Position, Size};
use botspec_sdk::random::Random;

/// Rounds of every measurement; the median of them counts.
const ROUNDS: usize = 11;
const GAMES: u32 = 5_000;
/// Ten-by-ten games a second that one core has to manage.
const LEAST: f64 = 10_000.0;

fn main() -> ExitCode {
    let _pinned = pin_to_core(0);
    let size = Size::new(10).unwrap();
    let games: Vec<Vec<Move>> = (0..GAMES).map(|seed| random_game(size, seed.into())).collect();
    let archive = written(size, &games);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("archive.txt");
    std::fs::write(&path, &archive).unwrap();
    let moves: usize = games.iter().map(Vec::len).sum();
    println!("{GAMES} random games, {} moves, on one core; medians of {ROUNDS} interleaved rounds", moves);

    let (mut rules, mut library, mut command) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        rules.push(per_second(|| {
            for game in &games {
                let mut position = Position::opening(size);
                for &mv in game {
                    position.make(mv).unwrap();
                }
                assert!(position.outcome().is_some());
            }
        }));
        library.push(per_second(|| {
            for entry in entries(archive.as_bytes()) {
                let Content::Plain(game) = entry.content else { panic!("line {} is no game", entry.line) };
                assert_eq!(game.replay(Letters::Row, size.get()).1.fault, None);
            }
        }));
        command.push(per_second(|| {
            let mut replay = Command::new(env!("CARGO_BIN_EXE_botspec"));
            assert!(replay.arg("replay").arg(&path).output().unwrap().status.success());
        }));
    }
    let [rules, library, command] = [rules, library, command].map(median);
    println!("  {rules:.0} games a second by the rules alone");
    println!("  {library:.0} read and refereed: {:.2} × the time", rules / library);
    println!(
        "  {command:.0} by `botspec replay`, both readings of the letters tried: {:.2} × the time",
        rules / command
    );
    if command < LEAST {
        println!("fewer than {LEAST:.0} games a second");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn random_game(size: Size, seed: u64) -> Vec<Move> {
    let mut random = Random::seeded(seed);
    let mut position = Position::opening(size);
    let mut game = Vec::new();
    while position.outcome().is_none() {
        let mv = *random.pick(&position.legal_moves()).unwrap();
        position.make(mv).unwrap();
        game.push(mv);
    }
    game
}

fn written(size: Size, games: &[Vec<Move>]) -> String {
    let mut text = String::new();
    for game in games {
        let mut position = Position::opening(size);
        for &mv in game {
            let colour = if position.to_move().letter() == 'B' { 'b' } else { 'w' };
            write!(text, "{colour} {mv},").unwrap();
            position.make(mv).unwrap();
        }
        writeln!(text, "{}", position.winner().unwrap().letter()).unwrap();
    }
    text
}

fn per_second(work: impl FnOnce()) -> f64 {
    let before = Instant::now();
    work();
    f64::from(GAMES) / before.elapsed().as_secs_f64()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
