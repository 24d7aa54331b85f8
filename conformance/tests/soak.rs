//! The same again and again: nothing is ever left, and no verdict on time is
//! ever wrong. CI runs the short forms; `cargo test --test soak -- --ignored`
//! runs the long ones, for which the machine should have nothing else to do.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test, in a test's helpers too")]
#![expect(clippy::print_stderr, reason = "the long forms say what they measured")]

use botspec::channel::{Answer, Conversation};
use botspec::process::{Cell, Host, Launch, Limit, Program, ProgramFile, Punctuality, Sandbox};
use std::path::{Path, PathBuf};
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

/// A program that answers each line when it has used so much CPU time, or slept so long.
const TALKER: &str = "#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static long now(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return t.tv_sec * 1000000 + t.tv_nsec / 1000;
}
int main(int c, char **v) {
    char line[64];
    if (c < 3) return 2;
    long work = atol(v[2]);
    int sleeps = !strcmp(v[1], \"sleeps\");
    clockid_t clock = sleeps ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID;
    while (fgets(line, sizeof line, stdin)) {
        long left, until = now(clock) + work;
        while ((left = until - now(clock)) > 0) {
            struct timespec rest = { left / 1000000, left % 1000000 * 1000 };
            if (sleeps) nanosleep(&rest, 0);
        }
        puts(\"0 0 0 0\");
        fflush(stdout);
    }
    return 0;
}";

/// A compiled program, and the folder that it goes with.
fn compiled(name: &str, text: &str) -> (PathBuf, tempfile::TempDir) {
    let built = tempfile::tempdir().unwrap();
    let (source, program) = (built.path().join(name).with_extension("c"), built.path().join(name));
    std::fs::write(&source, text).unwrap();
    assert!(Command::new("cc").args(["-O1", "-o"]).arg(&program).arg(&source).status().unwrap().success());
    (program, built)
}

fn limit() -> Limit {
    Limit::new(Duration::from_millis(50))
}

fn tenths_of_limit(tenths: u32) -> String {
    (limit().wall * tenths / 10).as_micros().to_string()
}

/// How often a bot was in time, late and in doubt.
#[derive(Debug, Default)]
struct Counts([usize; 3]);

impl Counts {
    fn count(&mut self, punctuality: Punctuality) {
        self.0[match punctuality {
            Punctuality::InTime => 0,
            Punctuality::Late => 1,
            Punctuality::Doubtful => 2,
        }] += 1;
    }
}

/// Runs a file bot that uses so many tenths of its limit.
fn judge_turns(tenths: u32, times: usize) -> Counts {
    let host = host();
    let mut cell = host.cell(&[]).unwrap();
    let folder = cell.area().host_path().join("game");
    let (program, _built) = compiled("burner", BURNER);
    std::fs::copy(&program, folder.join("burner")).unwrap();
    let limit = limit();
    let work = tenths_of_limit(tenths);
    let program = cell.area().seen("game").join("burner");
    let launch = launch(&cell, program.to_str().unwrap(), &[&work]);
    let mut counts = Counts::default();
    for _ in 0..times {
        let finished = cell.run(&launch, &limit).unwrap();
        counts.count(finished.punctuality(&limit));
    }
    counts
}

/// Requests that are put to one process, before the next is started.
const GAME: usize = 50;

/// Talks with a stream bot that answers after so many tenths of its limit, which it computes or sleeps through.
fn judge_answers(manner: &str, tenths: u32, times: usize) -> Counts {
    let host = host();
    let (source, _built) = compiled("talker", TALKER);
    let program = Program {
        name: "talker".into(),
        command: vec!["talker".into(), manner.into(), tenths_of_limit(tenths)],
        files: vec![ProgramFile { source, name: "talker".into(), executable: true }],
        readable: Vec::new(),
    };
    let (limit, patience) = (limit(), Limit::new(Duration::from_secs(60)));
    let mut counts = Counts::default();
    for game in (0..times).step_by(GAME) {
        let mut bot = Conversation::open(&host, &program, &[]).unwrap();
        // The process may still be starting.
        assert!(matches!(bot.ask(b"M\n", &patience), Answer::Line(_)));
        for _ in game..times.min(game + GAME) {
            let late = match bot.ask(b"M\n", &limit) {
                Answer::Line(line) => {
                    counts.count(line.elapsed.punctuality(&limit));
                    continue;
                }
                Answer::Overrun { .. } => Punctuality::Late,
                Answer::HostTooBusy { .. } => Punctuality::Doubtful,
                other => panic!("{other:?}"),
            };
            counts.count(late);
            assert!(matches!(bot.wait_line(&patience), Answer::Line(_)));
        }
        bot.kill().unwrap();
    }
    counts
}

/// Busy processes: none, and two for each of two cores.
const BOTH: [usize; 2] = [0, 4];

/// With each number of busy processes in `load`. `judge` takes tenths of the limit and how many times.
fn time_is_judged_fairly(what: &str, load: &[usize], times: usize, judge: impl Fn(u32, usize) -> Counts) {
    if Command::new("cc").arg("--version").output().is_err() {
        eprintln!("skipped: there is no C compiler");
        return;
    }
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    for &busy in load {
        let _busy = Busy::with(busy);
        let Counts(quick) = judge(8, times);
        let Counts(slow) = judge(12, times);
        eprintln!(
            "{what}, {busy} busy processes; in time, late, in doubt: 0.8 × the limit {quick:?}, 1.2 × {slow:?}"
        );
        assert_eq!(quick[1], 0, "a bot at 0.8 × the limit failed");
        assert_eq!(slow[0], 0, "a bot at 1.2 × the limit passed");
        assert!(quick[2].max(slow[2]) <= times.div_ceil(100), "too much is in doubt");
    }
}

#[test]
fn a_few_verdicts_on_time_are_fair() {
    time_is_judged_fairly("turns", &BOTH, 10, judge_turns);
}

#[test]
#[ignore = "takes ten minutes"]
fn a_thousand_verdicts_on_time_are_fair() {
    time_is_judged_fairly("turns", &BOTH, 1000, judge_turns);
}

#[test]
fn a_few_verdicts_on_answers_are_fair() {
    // What a busy machine leaves in doubt takes many answers to tell: the long forms ask for them.
    for manner in ["computes", "sleeps"] {
        time_is_judged_fairly(manner, &[0], 10, |tenths, times| judge_answers(manner, tenths, times));
    }
}

#[test]
#[ignore = "takes seven minutes"]
fn a_thousand_verdicts_on_answers_that_are_computed_are_fair() {
    time_is_judged_fairly("computes", &BOTH, 1000, |tenths, times| judge_answers("computes", tenths, times));
}

#[test]
#[ignore = "takes four minutes"]
fn a_thousand_verdicts_on_answers_that_are_slept_for_are_fair() {
    time_is_judged_fairly("sleeps", &BOTH, 1000, |tenths, times| judge_answers("sleeps", tenths, times));
}
