//! Bots that are right in all four games, and let something decide that should make no difference.

use std::env;
use std::hash::{BuildHasher as _, RandomState};
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::any_game::AnyGame;
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
        ByRandom => chance,
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

/// The system's randomness: another number in each run.
fn chance() -> u64 {
    RandomState::new().hash_one(0)
}

/// Any of them, another one in each run; none of none.
pub(crate) fn by_chance<T>(all: &[T]) -> Option<&T> {
    let number = usize::try_from(chance() >> 32).unwrap_or_default();
    all.get(number.checked_rem(all.len())?)
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
    AnyGame::of_start(&start).play(|_| decide())
}
