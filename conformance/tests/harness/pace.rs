//! How many checks run at once: a bot that waits for a core is not what the tests are about, but one that sleeps
//! needs none.

use std::num::NonZero;
use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread;

/// What a bot and the tester do with the time of a check, and so how many others may run meanwhile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pace {
    /// Hardly anything for about so many seconds: the bot hangs, and the tester waits for it.
    Sleeps(u32),
    /// They want a whole core.
    Computes,
    /// They want a core half of the time.
    Works,
    /// They want a core a quarter of the time: one process answers messages.
    Talks,
    /// They want a core an eighth of the time: the tester listens whether the bot says more than it should.
    Listens,
    /// A time is looked at that is near its limit, or the like: no other check that wants a core runs meanwhile, but
    /// for one that listens for each core.
    Alone,
}

/// Eighths of a core that there are for checks, for each core: more than it has, since few want all that is theirs.
const EIGHTHS: u32 = 10;
/// So many checks may sleep at once, for each core.
const SLEEPERS: u32 = 8;

impl Pace {
    /// How many checks of this pace may run at once if no others do.
    pub(super) fn most(self) -> u32 {
        match self {
            Self::Sleeps(_) => SLEEPERS * cores(),
            Self::Alone => 1,
            _ => EIGHTHS * cores() / self.eighths(),
        }
    }

    /// Where it stands in the order in which checks begin: those that take longest first, and last those for
    /// which others have to come to an end.
    pub(super) fn turn(self) -> u32 {
        match self {
            Self::Sleeps(seconds) => u32::MAX / 2 - seconds,
            Self::Computes => 1,
            Self::Works | Self::Talks | Self::Listens => 2,
            Self::Alone => u32::MAX,
        }
    }

    const fn eighths(self) -> u32 {
        match self {
            Self::Sleeps(_) | Self::Alone => 0,
            Self::Listens => 1,
            Self::Talks => 2,
            Self::Works => 4,
            Self::Computes => 8,
        }
    }
}

/// The right to run one check, among all tests of a process.
#[derive(Debug)]
pub(super) struct Permit(Pace);

/// The checks that run, and those that wait.
#[derive(Debug)]
struct Running {
    sleepers: u32,
    eighths: u32,
    alone: bool,
    /// Those that wait to run alone: nothing that wants a core begins before they have.
    to_be_alone: u32,
    /// Those that want a core begin in the order in which they came, or the big ones never would.
    tickets: u64,
    served: u64,
}

static RUNNING: Mutex<Running> =
    Mutex::new(Running { sleepers: 0, eighths: 0, alone: false, to_be_alone: 0, tickets: 0, served: 0 });
static CHANGED: Condvar = Condvar::new();

impl Permit {
    pub(super) fn wait(pace: Pace) -> Self {
        let mut running = lock();
        match pace {
            Pace::Alone => {
                running.to_be_alone += 1;
                running = until(running, |running| !running.alone && running.eighths <= cores());
                running.to_be_alone -= 1;
                running.alone = true;
            }
            Pace::Sleeps(_) => {
                let most = pace.most();
                running = until(running, |running| running.sleepers < most);
                running.sleepers += 1;
            }
            Pace::Computes | Pace::Works | Pace::Talks | Pace::Listens => {
                let (ticket, all) = (running.tickets, EIGHTHS * cores());
                running.tickets += 1;
                running = until(running, |running| {
                    running.is_open() && running.served == ticket && running.eighths + pace.eighths() <= all
                });
                running.served += 1;
                running.eighths += pace.eighths();
            }
        }
        drop(running);
        CHANGED.notify_all();
        Self(pace)
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut running = lock();
        match self.0 {
            Pace::Alone => running.alone = false,
            Pace::Sleeps(_) => running.sleepers -= 1,
            pace => running.eighths -= pace.eighths(),
        }
        drop(running);
        CHANGED.notify_all();
    }
}

impl Running {
    /// Whether checks may begin that want a core.
    const fn is_open(&self) -> bool {
        !self.alone && self.to_be_alone == 0
    }
}

fn lock() -> MutexGuard<'static, Running> {
    RUNNING.lock().expect("counting cannot fail")
}

fn until(
    running: MutexGuard<'static, Running>,
    met: impl Fn(&Running) -> bool,
) -> MutexGuard<'static, Running> {
    CHANGED.wait_while(running, |running| !met(running)).expect("counting cannot fail")
}

fn cores() -> u32 {
    thread::available_parallelism().map_or(1, NonZero::get).try_into().expect("no machine has so many")
}

/// Does something with each item, several at a time, and returns what came of them in their order. The work asks
/// for its permits itself.
pub(crate) fn for_each<T: Sync, R: Send>(
    items: &[T],
    pace: impl Fn(&T) -> Pace,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let mut order: Vec<(Pace, usize)> = items.iter().map(pace).zip(0..).collect();
    order.sort_by_key(|(pace, _)| pace.turn());
    let done = Mutex::new(Vec::new());
    let run = |order: &[(Pace, usize)]| {
        let next = Mutex::new(order.iter());
        let take = || next.lock().expect("taking an item cannot fail").next();
        // As many threads as there may be permits, so that none keeps others from theirs.
        let threads = order.iter().map(|(pace, _)| pace.most()).max().unwrap_or_default();
        thread::scope(|scope| {
            for _ in 0..threads.min(u32::try_from(order.len()).unwrap_or(u32::MAX)) {
                scope.spawn(|| {
                    while let Some(&(_, at)) = take() {
                        let result = work(&items[at]);
                        done.lock().expect("keeping a result cannot fail").push((at, result));
                    }
                });
            }
        });
    };
    let alone = order.partition_point(|(pace, _)| *pace != Pace::Alone);
    let (others, alone) = order.split_at(alone);
    let (workers, sleepers) = others.split_at(others.partition_point(|(pace, _)| pace.eighths() > 0));
    thread::scope(|scope| {
        scope.spawn(|| run(sleepers));
        run(workers);
    });
    run(alone);
    let mut done = done.into_inner().expect("keeping a result cannot fail");
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}
