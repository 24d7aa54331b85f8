//! How long a stream bot takes for an answer.
//!
//! Wall time and accounts are read when it is asked, whenever this thread goes to sleep, when a deadline has come and
//! when the answer is there; the thread's own waits for a core are nobody's fault, but only those that fall behind the
//! answer were not the bot's time.

use super::super::freezer::at_once;
use super::super::overtime_check::OvertimeCheck;
use super::super::procfs::{self, Schedule};
use super::Running;
use crate::process::account::Elapsed;
use crate::process::deadline::Deadline;
use crate::process::launch::Limit;
use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

/// Accounts that were read so short a time ago are as good as new: half a per
/// cent of the shortest limit of any contest.
const FRESH: Duration = Duration::from_micros(250);
/// What this thread had waited when it went to sleep is not known better than this: two looks may both be skipped.
const UNSURE: Duration = Duration::from_micros(500);
/// An answer that comes sooner, and far within its limit, is not worth a look at its accounts.
const QUICK: Duration = Duration::from_millis(1);

/// A moment, and how long this thread had waited for a core until then.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    at: Instant,
    own_waited: Duration,
}

/// A moment, and what the bot had used by then.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    moment: Moment,
    /// Its first thread.
    bot: Schedule,
    /// CPU time of all threads of its first process.
    all_threads: Duration,
}

/// Takes the time of one answer.
#[derive(Debug)]
pub(crate) struct Stopwatch {
    mark: Mark,
    /// When the bot is to be looked at if it has not answered.
    deadline: Instant,
    /// The last moment at which there was no answer.
    silent: Moment,
    /// There was an answer before this thread could go to sleep.
    overslept: bool,
    /// It was a deadline that woke this thread, not the answer.
    pub(super) woken_by_deadline: bool,
    /// The other bots of its game have been stopped.
    pub(super) alone: bool,
    /// An answer that comes sooner lets the others go on.
    pub(super) at_once: Duration,
    overtime: OvertimeCheck,
}

impl Stopwatch {
    /// When the bot is to be looked at if it has not answered.
    #[must_use]
    pub(crate) fn deadline(&self) -> Instant {
        self.deadline
    }

    /// Whoever is to look at the bot at the deadline, or to be woken by its answer, looks now.
    fn came(&mut self, now: Moment) {
        let own_waited = now.own_waited.saturating_sub(self.silent.own_waited);
        self.overtime.came(self.silent.at, self.deadline, now.at, own_waited);
    }
}

impl Running {
    /// Starts to take the time of an answer; the first deadline is the limit.
    #[must_use]
    pub(crate) fn stopwatch(&mut self, limit: &Limit) -> Stopwatch {
        self.wake();
        let at = Instant::now();
        let mark = match self.last.get() {
            // Nothing that a bot does in so short a time is worth a second look.
            Some(mark) if at.saturating_duration_since(mark.moment.at) < FRESH => {
                Mark { moment: Moment { at, ..mark.moment }, ..mark }
            }
            _ => self.read_accounts(at),
        };
        Stopwatch {
            mark,
            deadline: at + limit.wall.min(limit.hard_cap),
            silent: mark.moment,
            overslept: false,
            woken_by_deadline: false,
            alone: false,
            at_once: at_once(limit.wall),
            overtime: OvertimeCheck::asked(at, mark.bot, mark.all_threads),
        }
    }

    /// To be called before this thread goes to sleep until the answer comes: what it has waited for a core until then
    /// was the bot's time, unless there is an answer already.
    pub(super) fn sync(&mut self, watch: &mut Stopwatch) {
        if watch.silent.at.elapsed() < FRESH {
            return;
        }
        let moment = self.moment();
        if self.has_output() {
            watch.overslept = true;
        } else {
            watch.silent = moment;
        }
    }

    /// This moment: to be taken before the last look whether there is an answer.
    #[must_use]
    pub(crate) fn moment(&self) -> Moment {
        Moment { at: Instant::now(), own_waited: own_waited() }
    }

    /// Looks at a bot that had not answered at a moment after its deadline.
    pub(crate) fn look(&self, watch: &mut Stopwatch, moment: Moment, limit: &Limit) -> Deadline {
        let look = watch.overtime.look(&self.alive());
        watch.came(moment);
        let wall = moment.at - watch.mark.moment.at;
        let elapsed = watch.overtime.elapsed(wall, &look);
        // Whatever this thread has waited until then, it has missed nothing.
        (watch.silent, watch.overslept) = (moment, false);
        let told = || {
            // Of other threads the look knows neither what they had used when it was asked, nor any that have ended.
            let all_threads = self.all_threads().saturating_sub(watch.mark.all_threads);
            let of_one = cpu_of_one(look.cpu, all_threads, wall.saturating_sub(look.waited));
            let cpu = if look.several { look.cpu.max(all_threads) } else { of_one.unwrap_or(look.cpu) };
            Elapsed { cpu, ..elapsed }
        };
        let Some(credit) = elapsed.credit(limit, look.waiting) else { return Deadline::Missed(told()) };
        let (now, hard_cap) = (Instant::now(), watch.mark.moment.at + limit.hard_cap);
        if now >= hard_cap {
            return Deadline::HostTooBusy(told());
        }
        watch.deadline = (now + credit).min(hard_cap);
        // From now on the others are in its way.
        if let Some(freezer) = &self.freezer {
            freezer.freeze_others(true);
        }
        Deadline::Moved
    }

    /// What the bot has taken that has just answered, by the rule of [`Elapsed`].
    #[must_use]
    pub(crate) fn answered(&self, watch: &mut Stopwatch, limit: &Limit) -> Elapsed {
        if let Some(freezer) = &self.freezer {
            freezer.answered();
        }
        let at = Instant::now();
        let wall = at - watch.mark.moment.at;
        if wall < QUICK.min(limit.wall / 4) {
            return Elapsed::charge(wall, Duration::ZERO, Duration::ZERO, false);
        }
        let now = self.read_accounts(at);
        let all_threads = now.all_threads.saturating_sub(watch.mark.all_threads);
        let first = now.bot.cpu.saturating_sub(watch.mark.bot.cpu);
        let waited = now.bot.waited.saturating_sub(watch.mark.bot.waited);
        let missed = now.moment.own_waited.saturating_sub(watch.silent.own_waited);
        // If the answer has not woken this thread, it came at some time after what did. It cannot have, if this
        // thread was woken at the deadline and waited for a core since.
        let by_answer = !watch.woken_by_deadline
            && at.checked_sub(missed).is_some_and(|woken| woken + UNSURE < watch.deadline);
        let is_exact = !watch.overslept && by_answer;
        let surely = waited + if is_exact { missed } else { Duration::ZERO };
        let mut unaccounted = Duration::ZERO;
        if wall > limit.wall {
            watch.came(now.moment);
            unaccounted = watch.overtime.unaccounted();
            let look = watch.overtime.look(&self.alive());
            if look.several {
                let waited = waited.max(look.waited) + missed + unaccounted;
                return Elapsed::charge(wall, all_threads.max(look.cpu), waited, true);
            }
        }
        let mut at_most = waited + missed + unaccounted;
        if wall > limit.wall && all_threads > first + procfs::tick() {
            // A thread has computed that is no longer there.
            let by_ended = watch.overtime.waited_by_ended(all_threads, true);
            at_most = at_most.max(by_ended + missed + unaccounted);
        }
        match cpu_of_one(first, all_threads, wall.saturating_sub(at_most)) {
            Some(cpu) => Elapsed::between(wall, cpu, surely, at_most, false),
            None => Elapsed::charge(wall, all_threads, at_most, true),
        }
    }

    /// All of its processes that have not ended, also those whose parents have.
    fn alive(&self) -> Vec<i32> {
        let all = self.helper.map(procfs::below).unwrap_or_default();
        all.into_iter().filter(|process| !process.ended).map(|process| process.pid).collect()
    }

    fn read_accounts(&self, at: Instant) -> Mark {
        let bot = self.schedule();
        let all_threads = self.all_threads().max(bot.cpu);
        let mark = Mark { moment: Moment { at, own_waited: own_waited() }, bot, all_threads };
        self.last.set(Some(mark));
        mark
    }

    /// CPU time of all threads of its first process; nothing if that has ended.
    fn all_threads(&self) -> Duration {
        self.pid.and_then(procfs::cpu_clock).unwrap_or_default()
    }

    fn schedule(&self) -> Schedule {
        self.schedule.as_ref().and_then(procfs::schedule).unwrap_or_default()
    }
}

/// CPU time of a bot that computes in one thread at a time, whichever that is: `all_threads`, of which the first had so
/// much, but no more than the time in which a thread can have run. `None` if several must have computed at once.
fn cpu_of_one(first: Duration, all_threads: Duration, running: Duration) -> Option<Duration> {
    // Accounts are a tick behind at worst.
    let most = first.max(running);
    (all_threads <= most + procfs::tick()).then(|| first.max(all_threads.min(most)))
}

/// Time that this thread has spent waiting for a core.
fn own_waited() -> Duration {
    thread_local! {
        static OWN: Option<OwnedFd> = procfs::open_schedule("thread-self");
    }
    OWN.with(|own| own.as_ref().map(AsFd::as_fd).and_then(procfs::schedule)).unwrap_or_default().waited
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_other_threads_counts() {
        let ms = Duration::from_millis;
        // It computes in its first thread, beside it, and in both by turns.
        assert_eq!(cpu_of_one(ms(40), ms(40), ms(50)), Some(ms(40)));
        assert_eq!(cpu_of_one(ms(0), ms(40), ms(50)), Some(ms(40)));
        assert_eq!(cpu_of_one(ms(10), ms(40), ms(50)), Some(ms(40)));
        // One that waits for a core is not charged for what an account is ahead of another.
        assert_eq!(cpu_of_one(ms(18), ms(24), ms(20)), Some(ms(20)));
        assert_eq!(cpu_of_one(ms(22), ms(24), ms(20)), Some(ms(22)));
        // Two at once.
        assert_eq!(cpu_of_one(ms(40), ms(80), ms(50)), None);
    }
}
