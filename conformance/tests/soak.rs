//! The same again and again: nothing is ever left, and no verdict on time is
//! ever wrong. CI runs the short forms; `cargo test --test soak -- --ignored`
//! runs the long ones, for which the machine should have nothing else to do.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test, in a test's helpers too")]
#![expect(clippy::print_stderr, reason = "the long forms say what they measured")]

use botspec::channel::{Answer, Conversation};
use botspec::process::{
    Ending, Host, Launch, Limit, Program, ProgramFile, Protocol, Punctuality, Sandbox, SandboxMode,
};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Timing tests do not share the machine with one another.
static ALONE: Mutex<()> = Mutex::new(());

fn host() -> Host {
    Host::open_with(Path::new(env!("CARGO_BIN_EXE_botspec")), SandboxMode::Auto).unwrap()
}

fn launch(cell: &Sandbox, program: &str, args: &[&str]) -> Launch {
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

/// Computes or sleeps for so many microseconds: once, or before it answers each line.
const BOT: &str = "#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static long now(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return t.tv_sec * 1000000 + t.tv_nsec / 1000;
}
static void pass(const char *manner, long work, long since) {
    int sleeps = !strcmp(manner, \"sleeps\");
    clockid_t clock = sleeps ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID;
    long left, until = (since < 0 ? now(clock) : since) + work;
    while ((left = until - now(clock)) > 0) {
        struct timespec rest = { left / 1000000, left % 1000000 * 1000 };
        if (sleeps) nanosleep(&rest, 0);
    }
}
int main(int c, char **v) {
    char line[64];
    if (c < 4) return 2;
    int computes = strcmp(v[2], \"sleeps\");
    if (!strcmp(v[1], \"turn\")) {
        pass(v[2], atol(v[3]), computes ? 0 : -1);
        return 0;
    }
    while (fgets(line, sizeof line, stdin)) {
        pass(v[2], atol(v[3]), -1);
        puts(\"0 0 0 0\");
        fflush(stdout);
    }
    return 0;
}";

/// The compiled program, and the folder that it goes with.
fn compiled() -> (PathBuf, tempfile::TempDir) {
    let built = tempfile::tempdir().unwrap();
    let (source, program) = (built.path().join("bot.c"), built.path().join("bot"));
    std::fs::write(&source, BOT).unwrap();
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

/// Runs a file bot that computes or sleeps for so many tenths of its limit.
fn judge_turns(manner: &str, tenths: u32, times: usize) -> Counts {
    let host = host();
    let mut cell = host.cell(&[]).unwrap();
    let folder = cell.area().host_path().join("game");
    let (program, _built) = compiled();
    std::fs::copy(&program, folder.join("bot")).unwrap();
    let limit = limit();
    let work = tenths_of_limit(tenths);
    let program = cell.area().seen("game").join("bot");
    let launch = launch(&cell, program.to_str().unwrap(), &["turn", manner, &work]);
    let mut counts = Counts::default();
    for _ in 0..times {
        let finished = cell.run(&launch, &limit).unwrap();
        counts.count(match finished.ending {
            Ending::HostTooBusy | Ending::Interrupted => Punctuality::Doubtful,
            Ending::Overrun => Punctuality::Late,
            _ => finished.elapsed.punctuality(&limit),
        });
    }
    counts
}

/// Requests that are put to one process, before the next is started.
const GAME: usize = 50;

/// Talks with a stream bot that answers after so many tenths of its limit, which it computes or sleeps through.
fn judge_answers(manner: &str, tenths: u32, times: usize) -> Counts {
    let host = host();
    let (source, _built) = compiled();
    let program = Program {
        name: "bot".into(),
        command: vec!["bot".into(), "answers".into(), manner.into(), tenths_of_limit(tenths)],
        files: vec![ProgramFile { source, name: "bot".into(), executable: true }],
        readable: Vec::new(),
        left_behind: Vec::new(),
        protocol: Protocol::Contest,
        kept: None,
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

/// Holds the verdicts against what is true, with no busy process and with two for each of two cores. `judge` takes the
/// bot's manner, tenths of the limit and how many times.
fn time_is_judged_fairly(what: &str, times: usize, judge: impl Fn(&str, u32, usize) -> Counts) {
    if Command::new("cc").arg("--version").output().is_err() {
        eprintln!("skipped: there is no C compiler");
        return;
    }
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    for (busy, manner) in [(0, "computes"), (0, "sleeps"), (4, "computes"), (4, "sleeps")] {
        let _busy = Busy::with(busy);
        let Counts(quick) = judge(manner, 8, times);
        let Counts(slow) = judge(manner, 12, times);
        eprintln!(
            "{what}, bot {manner}, {busy} busy processes; in time, late, in doubt: \
             0.8 × the limit {quick:?}, 1.2 × {slow:?}"
        );
        assert_eq!(quick[1], 0, "a bot at 0.8 × the limit failed");
        assert_eq!(slow[0], 0, "a bot at 1.2 × the limit passed");
        // A few verdicts do not tell one in a hundred, and whatever else runs may leave all of them in doubt.
        if times >= MANY {
            assert!(quick[2].max(slow[2]) <= times / 100, "too much is in doubt");
        }
    }
}

/// So many verdicts tell how often the tester is in doubt.
const MANY: usize = 1000;

#[test]
fn a_few_verdicts_on_turns_are_fair() {
    time_is_judged_fairly("turns", 10, judge_turns);
}

#[test]
#[ignore = "takes ten minutes, on a machine that has nothing else to do"]
fn a_thousand_verdicts_on_turns_are_fair() {
    time_is_judged_fairly("turns", MANY, judge_turns);
}

#[test]
fn a_few_verdicts_on_answers_are_fair() {
    time_is_judged_fairly("answers", 10, judge_answers);
}

#[test]
#[ignore = "takes ten minutes, on a machine that has nothing else to do"]
fn a_thousand_verdicts_on_answers_are_fair() {
    time_is_judged_fairly("answers", MANY, judge_answers);
}
