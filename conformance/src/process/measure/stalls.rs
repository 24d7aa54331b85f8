//! What keeps a program from its core that wants one all the time: other programs, and quotas.

use std::time::{Duration, Instant};

use super::clock::{Watch, used};

/// A look at the clock that comes so late after the last one means that the core was somebody else's.
const GAP: Duration = Duration::from_micros(200);
/// No more stalls than this are written down; a machine that is so crowded is known by then.
const MAX_STALLS: usize = 500;

/// A time in which a program had its core, and one behind that in which it had not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stall {
    /// For so long it had run since the last stall.
    pub after: Duration,
    /// For so long it was kept waiting then.
    pub length: Duration,
}

/// A stretch of time, as a program saw it that wanted a core all the time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stalls {
    /// In the order in which they came.
    pub stalls: Vec<Stall>,
    /// How long it ran in all.
    pub ran: Duration,
}

/// Computes for so long, and takes down what it was kept from.
pub(super) fn stalls(sample: Duration) -> Stalls {
    let mut seen = Stalls::default();
    let started = Instant::now();
    // What it has run since the last stall, and since its own clock was last looked at.
    let (mut since, mut unseen) = (Duration::ZERO, Duration::ZERO);
    let (mut last, mut computed) = (started, used());
    while last - started < sample && seen.stalls.len() < MAX_STALLS {
        let now = Instant::now();
        let gap = now - last;
        last = now;
        if gap <= GAP {
            since += gap;
            unseen += gap;
            continue;
        }
        // An interrupt counts as the thread's own; only without a core its time stands still.
        let known = used();
        let own = known.zip(computed).map(|(now, before)| now.saturating_sub(before));
        let ran = own.map_or(Duration::ZERO, |own| own.saturating_sub(unseen)).min(gap);
        (unseen, computed) = (Duration::ZERO, known);
        if gap - ran > GAP {
            let after = std::mem::take(&mut since) + ran;
            seen.ran += after;
            seen.stalls.push(Stall { after, length: gap - ran });
        } else {
            since += gap;
        }
    }
    seen.ran += since;
    seen
}

/// How many cores' worth of time as many threads as there are cores get at once, in so long: less than there are cores
/// where others have some of it, or where a quota bounds it.
#[must_use]
pub fn parallel(threads: usize, sample: Duration) -> f64 {
    let watch = Watch::start();
    let until = Instant::now() + sample;
    let spin = move || {
        let own = Watch::start();
        while Instant::now() < until {
            std::hint::spin_loop();
        }
        own.cost().cpu
    };
    let used: Duration = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads.max(1)).map(|_| scope.spawn(spin)).collect();
        let own = spin();
        own + others.into_iter().filter_map(|thread| thread.join().ok()).sum::<Duration>()
    });
    used.as_secs_f64() / watch.cost().wall.as_secs_f64().max(f64::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn running_and_waiting_make_up_the_whole() {
        let sample = Duration::from_millis(30);
        let began = Instant::now();
        let seen = stalls(sample);
        let took = began.elapsed();
        let waited: Duration = seen.stalls.iter().map(|stall| stall.length).sum();
        assert!(seen.ran + waited <= took && seen.ran + waited >= sample, "{seen:?}");
        assert!(seen.stalls.iter().all(|stall| stall.length > GAP));
    }

    #[test]
    fn threads_get_no_more_than_their_number() {
        let got = parallel(2, Duration::from_millis(20));
        assert!(got > 0.0 && got <= 2.01, "{got}");
    }
}
