//! This program, started again as bots are, only to compute: what it is kept from is what a bot would be.
//!
//! A program that goes on for long is moved to where there is room; one that has just begun is where chance put it.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::Duration;

use super::stalls::{Stall, Stalls, stalls};
use crate::process::{Host, Launch, Limit, SandboxError};

/// The first argument of a process that is to compute.
const ASKED: &str = "computing-for-a-profile";
/// What the copy of this program is called.
const COPY: &str = if cfg!(windows) { "botspec-computes.exe" } else { "botspec-computes" };
/// How long one of them computes.
const ONCE: Duration = Duration::from_millis(25);
/// None takes longer, however crowded the machine is.
const LIMIT: Duration = Duration::from_secs(20);

/// Whether this process is to compute, and then it does that. To be called at the very beginning of `main`.
#[must_use]
pub fn compute_if_asked() -> Option<ExitCode> {
    if std::env::args_os().nth(1)? != ASKED {
        return None;
    }
    let written = io::stdout().write_all(written(&stalls(ONCE)).as_bytes());
    Some(if written.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What programs are kept from that want a core and have just been started, for so long in all; none if this program
/// cannot be started as a bot.
///
/// # Errors
/// If the machine has no process, memory or disk space left for it.
pub fn stalls_of_starters(host: &Host, sample: Duration) -> Result<Option<Stalls>, SandboxError> {
    let mut cell = host.cell(&[])?;
    let copied = std::env::current_exe()
        .and_then(|own| fs::copy(own, cell.area().host_path().join("game").join(COPY)));
    if copied.is_err() {
        return Ok(None);
    }
    let folder = cell.area().seen("game");
    let args = vec![OsString::from(ASKED)];
    let launch = Launch { program: folder.join(COPY), args, current_dir: folder, env: Vec::new() };
    let (mut whole, mut since) = (Stalls::default(), Duration::ZERO);
    for _ in 0..sample.as_millis().div_ceil(ONCE.as_millis()) {
        let finished = cell.run(&launch, &Limit::new(LIMIT))?;
        let printed = String::from_utf8_lossy(&finished.stdout.head).into_owned();
        let Some(seen) = read(&printed).filter(|_| finished.ending.is_success()) else { return Ok(None) };
        since = append(&mut whole, since, &seen);
    }
    Ok(Some(whole))
}

/// Puts one stretch behind others, at whose end a program had run `since` the last stall. Returns the same of the whole.
fn append(whole: &mut Stalls, mut since: Duration, seen: &Stalls) -> Duration {
    let mut left = seen.ran;
    for stall in &seen.stalls {
        left = left.saturating_sub(stall.after);
        whole.stalls.push(Stall { after: std::mem::take(&mut since) + stall.after, length: stall.length });
    }
    whole.ran += seen.ran;
    since + left
}

/// A line for each stall, and one for what it has run in all; in nanoseconds.
fn written(seen: &Stalls) -> String {
    let line = |stall: &Stall| format!("{} {}\n", stall.after.as_nanos(), stall.length.as_nanos());
    let stalls: String = seen.stalls.iter().map(line).collect();
    format!("{stalls}{}\n", seen.ran.as_nanos())
}

fn read(printed: &str) -> Option<Stalls> {
    let nanos = |word: &str| word.parse().ok().map(Duration::from_nanos);
    let (stalls, ran) = printed.trim_end().rsplit_once('\n').unwrap_or(("", printed.trim_end()));
    let stalls: Option<Vec<Stall>> = stalls
        .lines()
        .map(|line| {
            let (after, length) = line.split_once(' ')?;
            Some(Stall { after: nanos(after)?, length: nanos(length)? })
        })
        .collect();
    Some(Stalls { stalls: stalls?, ran: nanos(ran)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn what_is_written_is_read() {
        let stall = |after, length| Stall { after: MS(after), length: MS(length) };
        for stalls in [vec![], vec![stall(3, 4)], vec![stall(3, 4), stall(1, 9)]] {
            let seen = Stalls { stalls, ran: MS(40) };
            assert_eq!(read(&written(&seen)), Some(seen));
        }
        assert_eq!(read("help\n"), None);
        assert_eq!(read(""), None);
    }

    #[test]
    fn stretches_are_put_together() {
        let mut whole = Stalls::default();
        let seen = Stalls { stalls: vec![Stall { after: MS(30), length: MS(5) }], ran: MS(100) };
        let since = append(&mut whole, Duration::ZERO, &seen);
        assert_eq!(since, MS(70));
        assert_eq!(append(&mut whole, since, &seen), MS(70));
        let afters: Vec<Duration> = whole.stalls.iter().map(|stall| stall.after).collect();
        assert_eq!((afters, whole.ran), (vec![MS(30), MS(100)], MS(200)));
    }
}
