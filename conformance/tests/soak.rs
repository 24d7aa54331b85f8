//! The same again and again: nothing is ever left, and no verdict on time is
//! ever wrong. CI runs the short forms; `cargo test --test soak -- --ignored`
//! runs the long ones, for which the machine should have nothing else to do.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test, in a test's helpers too")]
#![expect(clippy::print_stderr, reason = "the long forms say what they measured")]

use botspec::process::{Cell, Host, Launch, Limit, Punctuality, Sandbox};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Timing tests do not share the machine with one another.
static ALONE: Mutex<()> = Mutex::new(());

fn host() -> Host {
    Host::open_with(Path::new(env!("CARGO_BIN_EXE_botspec")), Sandbox::Auto).unwrap()
}

fn launch(cell: &Cell, program: &str, args: &[&str]) -> Launch {
    let args = args.iter().map(Into::into).collect();
    let env = vec![("PATH".into(), "/usr/local/bin:/usr/bin:/bin".into())];
    Launch { program: program.into(), args, current_dir: cell.area().seen("game"), env }
}

/// Number of processes on the machine with `mark` in their command line.
fn marked(mark: &str) -> usize {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let lines = entries.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).contains(mark)).count()
}

fn kill_again_and_again(times: usize) {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let mark = format!("soak-mark-{}-{times}", std::process::id());
    let scripts = [
        "trap '' TERM HUP INT; sleep 77",
        "sleep 77 & sleep 77 & sleep 77",
        "(setsid sh -c 'trap \"\" TERM; sleep 77; :' &) ; sleep 77",
        "kill -STOP $$",
        "f() { [ $1 -gt 0 ] && { f $(($1-1)) & f $(($1-1)) & }; sleep 77; }; f 4",
        "exec >&- 2>&- <&-; sleep 77",
        "i=0; while [ $i -lt 20 ]; do setsid sleep 77 & i=$((i+1)); done; exit 0",
        "chain() { chain & sleep 0.01; }; chain",
    ];
    let host = host();
    let mut cell = host.cell(&[]).unwrap();
    for time in 0..times {
        let script = format!(": {mark}; {}", scripts[time % scripts.len()]);
        let launch = launch(&cell, "/bin/sh", &["-c", &script]);
        cell.run(&launch, &Limit::new(Duration::from_millis(20))).unwrap();
        if time % 50 == 49 {
            assert_eq!(marked(&mark), 0, "after {time}");
            cell = host.cell(&[]).unwrap();
        }
    }
    drop(cell);
    assert_eq!(marked(&mark), 0);
}

#[test]
fn fifty_hostile_kills_leave_nothing() {
    kill_again_and_again(50);
}

#[test]
#[ignore = "takes a minute"]
fn a_thousand_hostile_kills_leave_nothing() {
    kill_again_and_again(1000);
}

/// A program that uses so much CPU time, to a microsecond.
const BURNER: &str = "#include <stdlib.h>
#include <time.h>
int main(int c, char **v) {
    struct timespec t;
    long until = c > 1 ? atol(v[1]) : 0;
    do clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); while (t.tv_sec * 1000000 + t.tv_nsec / 1000 < until);
    return 0;
}";

/// Processes that keep the machine busy until this is dropped.
struct Busy(Vec<Child>);

impl Busy {
    fn with(count: usize) -> Self {
        let spin = || {
            Command::new("/bin/sh").args(["-c", "while :; do :; done"]).stdin(Stdio::null()).spawn().unwrap()
        };
        Self((0..count).map(|_| spin()).collect())
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Runs a bot that uses so many tenths of its limit; returns how often it was
/// in time, late and in doubt.
fn judge(tenths: u32, times: usize) -> [usize; 3] {
    let host = host();
    let mut cell = host.cell(&[]).unwrap();
    let folder = cell.area().host_path().join("game");
    let built = tempfile::tempdir().unwrap();
    let (source, program) = (built.path().join("burner.c"), built.path().join("burner"));
    std::fs::write(&source, BURNER).unwrap();
    assert!(Command::new("cc").args(["-O1", "-o"]).arg(&program).arg(&source).status().unwrap().success());
    std::fs::copy(&program, folder.join("burner")).unwrap();
    let limit = Limit::new(Duration::from_millis(50));
    let work = (limit.wall * tenths / 10).as_micros().to_string();
    let program = cell.area().seen("game").join("burner");
    let launch = launch(&cell, program.to_str().unwrap(), &[&work]);
    let mut counts = [0; 3];
    for _ in 0..times {
        let finished = cell.run(&launch, &limit).unwrap();
        match finished.punctuality(&limit) {
            Punctuality::InTime => counts[0] += 1,
            Punctuality::Late => counts[1] += 1,
            Punctuality::Doubtful => counts[2] += 1,
        }
    }
    counts
}

fn time_is_judged_fairly(times: usize) {
    if Command::new("cc").arg("--version").output().is_err() {
        eprintln!("skipped: there is no C compiler");
        return;
    }
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    for busy in [0, 4] {
        let _busy = Busy::with(busy);
        let quick = judge(8, times);
        let slow = judge(12, times);
        eprintln!(
            "{busy} busy processes; in time, late, in doubt: 0.8 × the limit {quick:?}, 1.2 × {slow:?}"
        );
        assert_eq!(quick[1], 0, "a bot at 0.8 × the limit failed");
        assert_eq!(slow[0], 0, "a bot at 1.2 × the limit passed");
        assert!(quick[2].max(slow[2]) <= times.div_ceil(100), "too much is in doubt");
    }
}

#[test]
fn a_few_verdicts_on_time_are_fair() {
    time_is_judged_fairly(10);
}

#[test]
#[ignore = "takes ten minutes"]
fn a_thousand_verdicts_on_time_are_fair() {
    time_is_judged_fairly(1000);
}
