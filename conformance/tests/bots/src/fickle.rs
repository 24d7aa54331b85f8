//! Bots that are right in all four games, and let something decide that should make no difference.
//!
//! Which game it is shows in how they are started: a colour is Hex, a number Flit, `board.txt` beside them
//! Power Connect Four, and the rest Linkage.

use std::env;
use std::hash::{BuildHasher as _, RandomState};
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use botspec_sdk::games::flit::Flit;
use botspec_sdk::games::hex::Hex;
use botspec_sdk::games::linkage::Linkage;
use botspec_sdk::games::power4::{Power4, TeamId};
use botspec_sdk::run::{conversation, file_turn};
use botspec_sdk::{Deadline, Identity, Position};

use crate::lines::complain;
use crate::start::Start;

crate::roster::roster! {
    /// What decides; everybody chooses among the legal moves.
    Fickle: fn() -> u64 {
        /// Nothing: always the first legal move.
        Steady => || 0,
        /// The seconds of the clock, as in `srand(time(NULL))`.
        ByClock => seconds,
        /// Chance.
        ByRandom => || RandomState::new().hash_one(0),
        /// The variable `LC_ALL`.
        ByLocale => || length_of("LC_ALL"),
        /// The path of the current folder.
        ByFolder => || env::current_dir().map_or(0, |path| path.as_os_str().len() as u64),
        /// The variable `TZ`.
        ByTimeZone => || length_of("TZ"),
        /// How much of a core it gets.
        ByLoad => crowded,
        /// Nothing, except that no move is found where the path is unusual.
        LostInBlanks => || {
            assert!(env::current_dir().is_ok_and(|path| path.to_str().is_some_and(|path| !path.contains(' '))));
            0
        },
    }
}

fn seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs())
}

fn length_of(variable: &str) -> u64 {
    env::var_os(variable).map_or(0, |value| value.len() as u64)
}

/// Works for a while and looks how much of that time was its own.
fn crowded() -> u64 {
    use rustix::time::{ClockId, clock_gettime};
    let cpu = || {
        let now = clock_gettime(ClockId::ProcessCPUTime);
        now.tv_sec * 1_000 + now.tv_nsec / 1_000_000
    };
    let (before, began) = (cpu(), Instant::now());
    while began.elapsed() < Duration::from_millis(60) {
        std::hint::spin_loop();
    }
    u64::from(cpu() - before < 42)
}

const ME: Identity =
    Identity { name: "Fickle", author: "botspec", country: None, date: "21 November 2026", version: "1.0" };

/// The main of the executable that plays them all; under a name that is none of theirs it ends with status 2.
#[must_use]
pub fn main() -> ExitCode {
    let start = match Start::of_process() {
        Ok(start) => start,
        Err(error) => {
            // If stderr is closed there is nobody to tell.
            let _ = complain(format!("{error}\n"));
            return ExitCode::FAILURE;
        }
    };
    let Some(fickle) = Fickle::ALL.iter().find(|fickle| fickle.name() == start.name()) else {
        let _ = complain(format!("no fickle bot is called {}\n", start.name()));
        return ExitCode::from(2);
    };
    let decide = fickle.behaviour();
    match start.arguments.first().and_then(|first| first.to_str()) {
        Some("black" | "white") => {
            conversation::run::<Hex>(|position: &<Hex as botspec_sdk::Game>::Position, _: &Deadline| {
                pick(position, decide)
            })
        }
        Some("1" | "2" | "3" | "4") => {
            conversation::run::<Flit>(|position: &<Flit as botspec_sdk::Game>::Position, _: &Deadline| {
                pick(position, decide)
            })
        }
        _ if start.file("board.txt").exists() => file_turn::run::<Power4>(
            &TeamId::Is("Fi0001"),
            |position: &<Power4 as botspec_sdk::Game>::Position, _: &Deadline| pick(position, decide),
        ),
        _ => file_turn::run::<Linkage>(
            &ME,
            |position: &<Linkage as botspec_sdk::Game>::Position, _: &Deadline| pick(position, decide),
        ),
    }
}

fn pick<P: Position>(position: &P, decide: fn() -> u64) -> P::Move {
    let legal = position.legal_moves();
    let count = legal.len() as u64;
    let at = usize::try_from(decide() % count.max(1)).unwrap_or_default();
    *legal.get(at).expect("a bot is asked only when there is a legal move")
}
