//! Whether a bot that is not done by its deadline can be blamed for it.
//!
//! The kernel enters a wait for a core in a thread's accounts when the wait is over. A bot that waits at the moment
//! of a look has therefore waited longer than its accounts say, and nobody knows for how long, until a second look
//! finds that it has run in between. What a hypervisor takes from a core is in no thread's accounts at all: while a bot
//! runs it may be moved from core to core and lack each of them; while it sleeps, what is to wake it is with one. On a
//! crowded machine timers are late by some milliseconds more, which nobody counts either. And whoever is to look may have
//! been stopped, alone or together with the bot or the whole machine.

use super::procfs::{self, Schedule, Stolen};
use crate::process::{Elapsed, HostLoad};
use std::cell::RefCell;
use std::time::{Duration, Instant};

/// A bot with more processes than this is a crowd by itself.
const CROWD: usize = 16;
/// How often other threads must be seen running for the machine to be busy.
const OTHERS_LOOKS: usize = 4;

/// Whoever looks so much later than was due, and has not waited for a core meanwhile, was stopped.
const AWAY: Duration = Duration::from_millis(10);

/// CPU time that no live thread has used is one of the ended if it is more than this.
const ROUNDING: Duration = Duration::from_millis(5);

/// A bot that is looked at again and again, while it is not done.
#[derive(Debug)]
pub(super) struct OvertimeCheck {
    since: Instant,
    theft: Theft,
    /// The accounts of its first thread at `since`.
    first: Schedule,
    /// The accounts of all its threads when they were first known.
    base: Option<Base>,
    last: Option<(Instant, Schedule)>,
    /// What its processes and all their threads had used at `since`; none if it had not been started.
    all_before: Option<Duration>,
    /// What [`OvertimeCheck::waited_by_ended`] has said last.
    waited_by_ended: Duration,
    /// The last look that was due.
    due: Option<Instant>,
    away: Duration,
}

#[derive(Clone, Copy, Debug)]
struct Base {
    used: Schedule,
    /// What they may have waited before.
    waited: Duration,
}

/// What a look at a bot has shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    /// Whether it has several threads or processes.
    pub(super) several: bool,
    /// CPU time that it has used; not counted for a crowd.
    pub(super) cpu: Duration,
    /// Time that it has waited for a core, as far as it is entered. For a bot with several threads this is the most
    /// that it may have been, and nothing if nobody else wants a core.
    pub(super) waited: Duration,
    /// How long it may be waiting now, or have been without a core that was stolen; `None` if nobody knows.
    pub(super) waiting: Option<Duration>,
}

impl OvertimeCheck {
    /// A bot that has just been started.
    pub(super) fn started(since: Instant) -> Self {
        let base = Base { used: Schedule::default(), waited: Duration::ZERO };
        Self {
            since,
            theft: Theft::after(since),
            first: Schedule::default(),
            base: Some(base),
            last: None,
            all_before: None,
            waited_by_ended: Duration::ZERO,
            due: None,
            away: Duration::ZERO,
        }
    }

    /// A bot that has just been asked something, the accounts of its first thread, and the CPU time of all its threads.
    pub(super) fn asked(since: Instant, first: Schedule, all_threads: Duration) -> Self {
        Self {
            since,
            theft: Theft::after(since),
            first,
            base: None,
            last: None,
            all_before: Some(all_threads),
            waited_by_ended: Duration::ZERO,
            due: None,
            away: Duration::ZERO,
        }
    }

    /// How long it may have lacked a core because a hypervisor had taken it.
    fn stolen(&mut self) -> Duration {
        self.theft.most(true)
    }

    /// To be told of each look that was due, and first comes at this moment; whoever looks has slept since `asleep`, and
    /// waited for a core for so long since. Who was stopped when the look was due may have been for as long before.
    pub(super) fn came(&mut self, asleep: Instant, due: Instant, now: Instant, own_waited: Duration) {
        let late = now.saturating_duration_since(due).saturating_sub(own_waited);
        if self.due.replace(due) != Some(due) && late > AWAY {
            self.away += late + due.saturating_duration_since(asleep).min(late);
        }
    }

    /// What may have been lost to the bot and stands in no account: cores that a hypervisor had taken, and the time for
    /// which nobody was there to look, so that nobody knows what it did meanwhile, or whether it could do anything.
    pub(super) fn unaccounted(&mut self) -> Duration {
        self.stolen() + self.away
    }

    /// What the bot has taken in `wall` time, as far as a look at it can tell.
    pub(super) fn elapsed(&self, wall: Duration, look: &Look) -> Elapsed {
        Elapsed::between(wall, look.cpu, look.waited, look.waited + self.away, look.several)
    }

    /// The most that threads and processes may have waited for a core that have ended, and their accounts with them: on a
    /// crowded machine all the time in which they and all others of the bot have not run. While the bot does nothing it does
    /// not grow.
    ///
    /// The share of the time in which any program waited is no bound for it: the kernel takes the mean of all cores.
    pub(super) fn waited_by_ended(&mut self, cpu: Duration, has_run: bool) -> Duration {
        if has_run {
            let idle = self.since.elapsed().saturating_sub(cpu);
            self.waited_by_ended = if self.theft.load.is_crowded() { idle } else { Duration::ZERO };
        }
        self.waited_by_ended
    }

    /// CPU time that they and all that has ended of them have used since the bot was started or asked.
    fn cpu_of_all(&self, processes: &[i32]) -> Duration {
        match self.all_before {
            None => procfs::cpu_with_ended(processes),
            Some(before) => {
                let all: Duration = processes.iter().filter_map(|pid| procfs::cpu_clock(*pid)).sum();
                all.saturating_sub(before)
            }
        }
    }

    /// Looks at these processes of it.
    pub(super) fn look(&mut self, processes: &[i32]) -> Look {
        let now = Instant::now();
        if processes.len() > CROWD {
            // Its accounts would take long to read, with all of it in the way, and could not excuse it.
            let waiting = Some(self.stolen());
            return Look { several: true, cpu: Duration::ZERO, waited: Duration::ZERO, waiting };
        }
        // Read first, so that it is no more than the live threads have used.
        let all = self.cpu_of_all(processes);
        let threads = procfs::threads(processes);
        let used = threads.used;
        let last = self.last.replace((now, used));
        let has_run = threads.running > 0 || last.is_none_or(|(_, last)| last != used);
        let stolen = self.theft.most(has_run);
        let are_several = threads.count > 1;
        let of_live = match self.all_before {
            None => used.cpu,
            Some(_) if !are_several => used.cpu.saturating_sub(self.first.cpu),
            // What the others had used before is not known.
            Some(_) => all,
        };
        let have_ended = all > of_live + ROUNDING;
        // Threads that wait for one another's cores have nobody else to blame. What they have waited for others' is no less
        // true while none of them wants a core.
        let has_others = !are_several || others_are_running(processes);
        let is_crowded_out = threads.running > 0 && has_others;
        let waiting = match last {
            // It has ended just now.
            _ if processes.is_empty() => None,
            _ if !is_crowded_out => Some(Duration::ZERO),
            Some((then, last)) if last != used => Some(now - then),
            _ => None,
        };
        let before = if are_several {
            let unknown = Base { used, waited: now - self.since };
            *self.base.get_or_insert(unknown)
        } else {
            Base { used: self.first, waited: Duration::ZERO }
        };
        let waited = before.waited + used.waited.saturating_sub(before.used.waited);
        let waited = if has_others { waited } else { Duration::ZERO };
        let by_ended = if have_ended { self.waited_by_ended(all, has_run) } else { Duration::ZERO };
        let cpu = used.cpu.saturating_sub(before.used.cpu);
        Look {
            several: are_several || have_ended,
            cpu: if have_ended { cpu.max(all) } else { cpu },
            waited: waited.max(by_ended),
            waiting: waiting.map(|waiting| waiting + stolen),
        }
    }
}

/// What may have been kept from a bot without standing in its accounts: by a hypervisor, or by what a crowded machine
/// does before it wakes a sleeper.
#[derive(Clone, Debug)]
struct Theft {
    /// What it may have been until the bot was last seen to have run.
    until: Duration,
    /// The accounts of the cores at that moment.
    then: Stolen,
    /// The machine when the bot was asked.
    load: HostLoad,
}

/// Accounts of the machine that were read so short a time ago do: reading them costs more than a short turn.
const LATELY: Duration = Duration::from_millis(50);

impl Theft {
    fn after(since: Instant) -> Self {
        thread_local! {
            static LAST: RefCell<Option<(Instant, Theft)>> = const { RefCell::new(None) };
        }
        LAST.with_borrow_mut(|last| match last {
            Some((then, theft)) if since.saturating_duration_since(*then) < LATELY => theft.clone(),
            _ => {
                let theft = Self { until: Duration::ZERO, then: Stolen::now(), load: HostLoad::sample() };
                *last = Some((since, theft.clone()));
                theft
            }
        })
    }

    /// The most that it may be by now.
    fn most(&mut self, has_run: bool) -> Duration {
        let now = Stolen::now();
        let (all, of_one) = now.since(&self.then);
        let stolen = if has_run {
            (self.until, self.then) = (self.until + all, now);
            self.until
        } else {
            self.until + of_one
        };
        let none = stolen.is_zero() && !self.load.is_crowded();
        if none { stolen } else { stolen + procfs::tick() }
    }
}

/// Whether threads that are neither a bot's nor this one want a core.
fn others_are_running(bot: &[i32]) -> bool {
    // A single look may hit some other thread's odd millisecond.
    (0..OTHERS_LOOKS).all(|look| {
        if look > 0 {
            std::thread::sleep(Duration::from_millis(1));
        }
        let own = procfs::threads(bot).running;
        procfs::running_threads().is_some_and(|all| all > own + 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn whoever_looks_much_too_late_was_away() {
        let since = Instant::now();
        let after = |ms: u64| since + Duration::from_millis(ms);
        let mut overtime = OvertimeCheck::started(since);
        let ms = Duration::from_millis;
        overtime.came(after(0), after(50), after(51), Duration::ZERO);
        overtime.came(after(51), after(60), after(100), ms(39));
        assert_eq!(overtime.away, Duration::ZERO);
        overtime.came(after(100), after(110), after(310), Duration::ZERO);
        overtime.came(after(100), after(110), after(320), Duration::ZERO);
        assert_eq!(overtime.away, ms(210), "it may have been away since it went to sleep");
        overtime.came(after(320), after(420), after(440), Duration::ZERO);
        assert_eq!(overtime.away, ms(250));
    }

    #[test]
    fn a_bot_that_runs_has_its_waits_entered_between_two_looks() {
        let mut bot = Command::new("sh").args(["-c", "while :; do :; done"]).spawn().unwrap();
        let process = [i32::try_from(bot.id()).unwrap()];
        let mut overtime = OvertimeCheck::started(Instant::now());
        let first = overtime.look(&process);
        let pause = Duration::from_millis(30);
        let second = loop {
            std::thread::sleep(pause);
            let look = overtime.look(&process);
            // It may have to wait for its first moment.
            if look.cpu > first.cpu {
                break look;
            }
        };
        bot.kill().unwrap();
        bot.wait().unwrap();
        assert!(second.waiting.is_some_and(|waiting| waiting >= pause), "{second:?}");
    }

    #[test]
    fn nobody_is_waiting_in_a_process_that_is_not_there() {
        let mut overtime = OvertimeCheck::asked(Instant::now(), Schedule::default(), Duration::ZERO);
        // Linux gives no process a number above 2^22.
        let look = overtime.look(&[1 << 23]);
        // The machine may have become crowded, or quiet, since the look.
        let stolen = overtime.stolen() + procfs::tick();
        assert!(!look.several && look.waiting.is_some_and(|waiting| waiting <= stolen), "{look:?}");
    }
}
