//! Running programs that do not want to end.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test, in a test's helpers too")]

use botspec::process::{
    Activity, Deadline, Ending, Finished, Host, Launch, Layer, Limit, MEMORY, Punctuality, Received, Running,
    Sandbox, SandboxMode, State,
};
use rustix::process::{Pid, Signal, kill_process};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
};
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

fn helper() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_botspec"))
}

fn host() -> Host {
    Host::open_with(helper(), SandboxMode::Auto).unwrap()
}

/// Reads, for so long at most.
fn read(running: &mut Running, into: &mut Vec<u8>, wait: Duration) -> Received {
    let mut watch = running.stopwatch(&Limit::new(wait));
    running.read(into, &mut watch)
}

fn ms(count: u64) -> Duration {
    Duration::from_millis(count)
}

/// A shell script that knows its mark, by which the process table is searched.
fn shell(cell: &Sandbox, script: &str) -> Launch {
    Launch {
        program: "/bin/sh".into(),
        args: vec!["-c".into(), script.into()],
        current_dir: cell.area().seen("game"),
        env: vec![("PATH".into(), "/usr/local/bin:/usr/bin:/bin".into())],
    }
}

fn run(cell: &mut Sandbox, script: &str, limit: Duration) -> Finished {
    let launch = shell(cell, script);
    cell.run(&launch, &Limit::new(limit)).unwrap()
}

/// Processes with `mark` in their command line.
fn pids_with_mark(mark: &str) -> Vec<i32> {
    let own = i32::try_from(std::process::id()).unwrap();
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).filter(|pid| *pid != own);
    pids.filter(|pid| command_line(*pid).contains(mark)).collect()
}

fn command_line(pid: i32) -> String {
    let line = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    String::from_utf8_lossy(&line).replace('\0', " ")
}

/// The command lines of such processes.
fn with_mark(mark: &str) -> Vec<String> {
    let lines = pids_with_mark(mark).into_iter().map(command_line);
    lines.filter(|line| line.contains(mark)).collect()
}

#[test]
fn an_obedient_program_is_captured() {
    let host = host();
    let mut cell = host.cell(&[]).unwrap();
    let finished = run(&mut cell, "cat; echo out; echo err >&2; exit 3", ms(5000));
    assert_eq!(finished.ending, Ending::Exited(3));
    assert_eq!(
        (finished.stdout.head.as_slice(), finished.stderr.head.as_slice()),
        (&b"out\n"[..], &b"err\n"[..])
    );
    assert!(finished.survivors.is_empty());
    assert!(finished.elapsed.wall > Duration::ZERO && finished.elapsed.charged <= finished.elapsed.wall);
    let finished = run(&mut cell, "kill -SEGV $$", ms(5000));
    assert_eq!(finished.ending, Ending::Signalled(11));
}

#[test]
fn nothing_is_inherited() {
    let _open = left_open();
    nothing_is_inherited_from(&host());
}

/// What a program that starts others may leave open for them.
fn left_open() -> OwnedFd {
    rustix::io::dup(std::io::stderr()).unwrap()
}

fn nothing_is_inherited_from(host: &Host) {
    let mut cell = host.cell(&[]).unwrap();
    let finished = run(
        &mut cell,
        "/usr/bin/env | grep -vE '^(PWD|OLDPWD|SHLVL|_|PATH)='; ls /proc/self/fd | wc -l",
        ms(5000),
    );
    // 0, 1 and 2, and the one that ls reads the folder with.
    assert_eq!(String::from_utf8_lossy(&finished.stdout.head).trim(), "4");
}

#[test]
fn a_missing_program_is_not_started() {
    let host = host();
    let mut cell = host.cell(&[]).unwrap();
    let launch = Launch { program: "/nowhere/at/all".into(), ..shell(&cell, "") };
    let finished = cell.run(&launch, &Limit::new(ms(1000))).unwrap();
    assert!(matches!(finished.ending, Ending::NotStarted(_)), "{finished:?}");
    assert_eq!(run(&mut cell, "exit 0", ms(5000)).ending, Ending::Exited(0));
}

#[test]
fn hostile_programs_end_in_bounded_time_and_leave_nothing() {
    hostile_programs_end(&host());
}

/// Kernels before 6.4 do not know the question for a process's auxiliary vector, which a confined helper may not read
/// from `/proc`; kernels before 5.9 do not close all descriptors at once.
#[test]
fn on_older_kernels_it_is_the_same() {
    const PR_GET_AUXV: u64 = 0x4155_5856;
    let asked = SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, PR_GET_AUXV).unwrap();
    let rules = [
        (libc::SYS_prctl, vec![SeccompRule::new(vec![asked]).unwrap()]),
        (libc::SYS_close_range, Vec::new()),
    ];
    let unknown = SeccompAction::Errno(libc::ENOSYS.cast_unsigned());
    let arch = std::env::consts::ARCH.try_into().unwrap();
    let filter = SeccompFilter::new(rules.into(), SeccompAction::Allow, unknown, arch).unwrap();
    let filter = BpfProgram::try_from(filter).unwrap();
    // It holds for one thread, and for what is started there.
    let thread = std::thread::spawn(move || {
        seccompiler::apply_filter(&filter).unwrap();
        let _open = left_open();
        let host = host();
        nothing_is_inherited_from(&host);
        hostile_programs_end(&host);
    });
    assert!(thread.join().is_ok());
}

#[test]
fn with_the_sandbox_off_nothing_is_left_either() {
    hostile_programs_end(&Host::open_with(helper(), SandboxMode::Off).unwrap());
}

fn hostile_programs_end(host: &Host) {
    let storm = "trap '' TERM HUP INT; storm() { [ $1 -gt 0 ] && { storm $(($1-1)) & storm $(($1-1)) & }; sleep 50; }; storm 5";
    let cases: [(&str, &str, Ending, bool); 7] = [
        ("hang", "sleep 77", Ending::Overrun, false),
        ("ignores-term", "trap '' TERM INT HUP; while :; do sleep 1; done", Ending::Overrun, false),
        ("stops-itself", "kill -STOP $$", Ending::Overrun, false),
        ("closes-pipes-and-lives-on", "exec >&- 2>&- <&-; sleep 77", Ending::Overrun, false),
        ("leaves-a-child", "sleep 77 & exit 0", Ending::Exited(0), true),
        ("daemon", "(setsid sh -c 'trap \"\" TERM; sleep 77' &) ; exit 0", Ending::Exited(0), true),
        ("fork-storm", storm, Ending::Overrun, false),
    ];
    for (name, script, ending, survives) in cases {
        let mark = format!("mark-{name}-{}-{:p}", std::process::id(), host);
        let mut cell = host.cell(&[]).unwrap();
        let started = Instant::now();
        let finished = run(&mut cell, &format!(": {mark}; {script}"), ms(400));
        // The storm itself may make the machine too busy to tell.
        let got =
            if finished.ending == Ending::HostTooBusy { Ending::Overrun } else { finished.ending.clone() };
        assert_eq!(got, ending, "{name}");
        assert_eq!(!finished.survivors.is_empty(), survives, "{name}: {:?}", finished.survivors);
        assert!(started.elapsed() < Duration::from_secs(15), "{name} took {:?}", started.elapsed());
        assert_eq!(with_mark(&mark), Vec::<String>::new(), "{name}");
        assert_eq!(run(&mut cell, "exit 0", ms(5000)).ending, Ending::Exited(0), "after {name}");
    }
}

#[test]
fn a_flood_ends_with_its_time() {
    let host = host();
    for script in ["exec cat /dev/zero", "exec cat /dev/zero >&2"] {
        let finished = run(&mut host.cell(&[]).unwrap(), script, ms(400));
        let printed = finished.stdout.total.max(finished.stderr.total);
        // On a busy machine a bot that computes is not blamed for the time it waits for a core.
        assert!(matches!(finished.ending, Ending::Overrun | Ending::HostTooBusy), "{:?}", finished.ending);
        assert!(printed > 64 * 1024, "{printed}");
    }
}

#[test]
fn output_is_kept_up_to_a_bound() {
    let host = host();
    let mut cell = host.cell(&[]).unwrap();
    let finished = run(&mut cell, "head -c 1000000 /dev/zero; echo the end", ms(5000));
    assert_eq!(finished.stdout.total, 1_000_008);
    assert_eq!(finished.stdout.head.len(), 64 * 1024);
    assert!(finished.stdout.tail.ends_with(b"the end\n"));
}

#[test]
fn a_cell_that_is_dropped_takes_its_bot_along() {
    let mark = format!("mark-dropped-{}", std::process::id());
    let host = host();
    let cell = host.cell(&[]).unwrap();
    let launch = shell(&cell, &format!(": {mark}; setsid sleep 77 & sleep 77"));
    let area = cell.area().host_path().to_owned();
    let running = cell.start(&launch).unwrap();
    drop(running);
    assert_eq!(with_mark(&mark), Vec::<String>::new());
    assert!(!area.exists() || area.starts_with("/proc"));
}

#[test]
fn a_cell_holds_nothing_of_the_one_before() {
    let host = host();
    let filesystem = |cell: &Sandbox| {
        let area = std::fs::metadata(cell.area().host_path()).unwrap();
        (area.dev(), area.mtime(), area.mtime_nsec())
    };
    let mut cell = host.cell(&[]).unwrap();
    let first = filesystem(&cell);
    let traces = "mkdir -p deep/er; chmod 000 deep/er; echo a > /tmp/a; echo a > /dev/shm/a; echo a > ~/a; chmod 700 .";
    assert_eq!(run(&mut cell, traces, ms(5000)).ending, Ending::Exited(0));
    drop(cell);
    let mut cell = host.cell(&[]).unwrap();
    assert_eq!(filesystem(&cell), first, "its folders serve again");
    let finished = run(&mut cell, "ls -A . /tmp /dev/shm ~; stat -c %a .", ms(5000));
    let listing = String::from_utf8_lossy(&finished.stdout.head).into_owned();
    assert!(
        listing.ends_with("\n755\n") && !listing.contains("deep") && !listing.lines().any(|line| line == "a"),
        "{listing}"
    );
    // What no folder shows is not handed on either.
    assert_eq!(run(&mut cell, "ipcmk -M 4096 || exit 0", ms(5000)).ending, Ending::Exited(0));
    drop(cell);
    let finished = run(&mut host.cell(&[]).unwrap(), "tail -n +2 /proc/sysvipc/shm", ms(5000));
    assert_eq!(String::from_utf8_lossy(&finished.stdout.head), "");
}

#[test]
fn a_stream_program_answers_and_is_woken_from_by_the_deadline() {
    let host = host();
    let cell = host.cell(&[]).unwrap();
    let launch = shell(&cell, "read a; echo got $a; read b; sleep 0.3; echo late $b; read c; exit 5");
    let mut running = cell.start(&launch).unwrap();
    let mut bytes = Vec::new();
    assert_eq!(running.write(b"one\n").unwrap(), 4);
    assert!(matches!(read(&mut running, &mut bytes, ms(5000)), Received::Bytes(_)));
    assert_eq!(bytes, b"got one\n");
    bytes.clear();
    running.write(b"two\n").unwrap();
    let before = Instant::now();
    assert_eq!(read(&mut running, &mut bytes, ms(50)), Received::Deadline);
    assert!(before.elapsed() >= ms(50) && before.elapsed() < ms(250));
    assert!(bytes.is_empty());
    assert!(matches!(read(&mut running, &mut bytes, ms(5000)), Received::Bytes(9)));
    assert_eq!(bytes, b"late two\n");
    running.close_stdin();
    let (finished, mut cell) = running.finish(ms(5000), &mut |_| {}).unwrap();
    assert_eq!(finished.ending, Ending::Exited(5));
    assert_eq!(run(&mut cell, "exit 0", ms(5000)).ending, Ending::Exited(0));
}

#[test]
fn an_interrupt_ends_every_wait() {
    let host = host();
    let mark = format!("mark-interrupted-{}", std::process::id());
    std::thread::scope(|scope| {
        let turn =
            scope.spawn(|| run(&mut host.cell(&[]).unwrap(), &format!(": {mark}; sleep 77"), ms(60_000)));
        let stream = scope.spawn(|| {
            let cell = host.cell(&[]).unwrap();
            let launch = shell(&cell, &format!(": {mark}; sleep 77"));
            let mut running = cell.start(&launch).unwrap();
            let received = read(&mut running, &mut Vec::new(), ms(60_000));
            (received, running.finish(ms(60_000), &mut |_| {}).unwrap().0.ending)
        });
        while with_mark(&mark).len() < 2 {
            std::thread::yield_now();
        }
        let before = Instant::now();
        host.interrupter().interrupt();
        assert_eq!(turn.join().unwrap().ending, Ending::Interrupted);
        assert_eq!(stream.join().unwrap(), (Received::Interrupted, Ending::Interrupted));
        assert!(before.elapsed() < Duration::from_secs(5));
    });
    assert_eq!(with_mark(&mark), Vec::<String>::new());
}

/// Two replies of the helper come at once then, and the second one is the one that is waited for.
#[test]
fn what_was_asked_before_an_interrupt_does_not_delay_the_end() {
    for _ in 0..20 {
        let host = host();
        let cell = host.cell(&[]).unwrap();
        let launch = shell(&cell, "exit 0");
        let mut running = cell.start(&launch).unwrap();
        while !running.has_ended() {
            std::thread::yield_now();
        }
        host.interrupter().interrupt();
        // The reply is not waited for any more.
        assert_eq!(running.activity().state, State::Unknown);
        let before = Instant::now();
        running.kill().unwrap();
        assert!(before.elapsed() < Duration::from_secs(5));
    }
}

#[test]
fn without_namespaces_nothing_is_left_either() {
    let host = Host::open_without_namespaces(helper(), SandboxMode::Auto, MEMORY).unwrap();
    assert!(!host.isolation().holds(Layer::Namespaces));
    hostile_programs_end(&host);
    let mut cell = host.cell(&[]).unwrap();
    // Its supervisor has the same user and is confined with it: it is out of reach all the same.
    let attack = "kill -9 $PPID; kill -9 -1; kill -9 -$PPID; kill -STOP $PPID; echo alive";
    let finished = run(&mut cell, attack, ms(5000));
    if host.isolation().holds(Layer::Seccomp) {
        assert_eq!(finished.stdout.head, b"alive\n");
    }
    assert_eq!(run(&mut cell, "exit 0", ms(5000)).ending, Ending::Exited(0));
}

#[test]
fn every_layer_is_named() {
    let host = host();
    let named: Vec<_> = host.isolation().layers.iter().map(|(layer, _)| *layer).collect();
    assert_eq!(named, Layer::ALL);
}

fn wait_until(running: &mut Running, state: State) -> Activity {
    let deadline = Instant::now() + Duration::from_secs(30);
    loop {
        let seen = running.activity();
        if seen.state == state {
            return seen;
        }
        assert!(Instant::now() < deadline, "{seen:?} instead of {state:?}");
        std::thread::sleep(ms(2));
    }
}

#[test]
fn what_a_bot_is_doing_is_told() {
    what_bots_are_doing(&host());
}

#[test]
fn what_a_bot_is_doing_is_told_without_namespaces_too() {
    what_bots_are_doing(&Host::open_without_namespaces(helper(), SandboxMode::Auto, MEMORY).unwrap());
}

#[test]
fn what_a_bot_is_doing_is_told_with_the_sandbox_off_too() {
    what_bots_are_doing(&Host::open_with(helper(), SandboxMode::Off).unwrap());
}

fn what_bots_are_doing(host: &Host) {
    let polling = "import select\np = select.poll(); p.register(0, select.POLLIN); p.poll()";
    let selecting = "import select\nselect.select([0], [], [], 77)";
    let watching = "import select\ne = select.epoll(); e.register(0, select.EPOLLIN); e.poll()";
    let beside = "import select, threading\n\
                  threading.Thread(target=lambda: threading.Event().wait()).start(); input()";
    let cases = [
        ("read a", State::Reading),
        ("exec cat", State::Reading),
        ("(read a); exit 0", State::Reading),
        ("sleep 77", State::Asleep),
        ("sleep 77 & wait", State::Asleep),
        ("while :; do :; done", State::Computing),
        ("read a & while :; do :; done", State::Computing),
        ("kill -STOP $$", State::Stopped),
        ("exec cat /dev/zero", State::Writing),
        ("mkfifo f; read a < f", State::Waiting),
        ("exit 0", State::Ended),
    ];
    let python =
        [polling, selecting, watching, beside].map(|code| (format!("python3 -c '{code}'"), State::Reading));
    let cases = cases.map(|(script, state)| (script.to_owned(), state)).into_iter().chain(python);
    for (script, state) in cases {
        let cell = host.cell(&[]).unwrap();
        let launch = shell(&cell, &script);
        let mut running = cell.start(&launch).unwrap();
        assert_eq!(wait_until(&mut running, state).unread, Some(0), "{script}");
        assert!(!matches!(running.kill().unwrap().0.ending, Ending::NotStarted(_)), "{script}");
    }
}

#[test]
fn what_a_bot_has_used_and_not_read_is_told() {
    let host = host();
    let cell = host.cell(&[]).unwrap();
    let launch = shell(&cell, "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; echo; sleep 77");
    let mut running = cell.start(&launch).unwrap();
    assert_eq!(running.write(b"four").unwrap(), 4);
    assert!(matches!(read(&mut running, &mut Vec::new(), ms(60_000)), Received::Bytes(1)));
    let seen = wait_until(&mut running, State::Asleep);
    assert_eq!(seen.unread, Some(4));
    assert!(seen.cpu > Duration::ZERO);
    std::thread::sleep(ms(20));
    let later = running.activity();
    assert!(later.cpu >= seen.cpu && later.cpu - seen.cpu < ms(15), "{seen:?}, then {later:?}");
    // Its end is told as if nobody had looked.
    assert_eq!(running.kill().unwrap().0.ending, Ending::Killed);
}

#[test]
fn time_of_a_thread_beside_the_first_is_counted() {
    let think = "import sys, threading, time\ndef think():\n  while time.thread_time() < 0.05: pass\n\
                 for line in sys.stdin:\n  beside = threading.Thread(target=think)\n  beside.start()\n  \
                 if line == \"join\\n\": beside.join()\n  else: time.sleep(600)\n  print(\"done\", flush=True)";
    for host in hosts() {
        let cell = host.cell(&[]).unwrap();
        let launch = shell(&cell, &format!("exec python3 -c '{think}'"));
        let mut running = cell.start(&launch).unwrap();
        let patient = Limit::new(ms(60_000));
        for _ in 0..2 {
            let mut watch = running.stopwatch(&patient);
            assert_eq!(running.write(b"join\n").unwrap(), 5);
            assert_eq!(running.read(&mut Vec::new(), &mut watch), Received::Bytes(5));
            let elapsed = running.answered(&mut watch, &patient);
            assert!(elapsed.cpu >= ms(45) && elapsed.cpu <= elapsed.wall, "{elapsed:?}");
        }
        // One that gives no answer is blamed with what it used.
        let limit = Limit { hard_cap: ms(60_000), ..Limit::new(ms(500)) };
        let mut watch = running.stopwatch(&limit);
        assert_eq!(running.write(b"wait\n").unwrap(), 5);
        let elapsed = loop {
            assert_eq!(running.read(&mut Vec::new(), &mut watch), Received::Deadline);
            let moment = running.moment();
            match running.look(&mut watch, moment, &limit) {
                Deadline::Missed(elapsed) | Deadline::HostTooBusy(elapsed) => break elapsed,
                Deadline::Moved => {}
            }
        };
        assert!(elapsed.cpu >= ms(45), "{elapsed:?}");
        running.kill().unwrap();
    }
}

/// The sandbox as this machine has it, without namespaces, and none.
fn hosts() -> [Host; 3] {
    let without = Host::open_without_namespaces(helper(), SandboxMode::Auto, MEMORY).unwrap();
    [host(), without, Host::open_with(helper(), SandboxMode::Off).unwrap()]
}

#[test]
fn a_bot_that_reads_its_own_output_takes_nobodys_deadline_away() {
    for host in hosts() {
        let cell = host.cell(&[]).unwrap();
        let launch = shell(
            &cell,
            "exec 3</proc/self/fd/1; cat <&3 >/dev/null & while :; do echo a; sleep 0.001; done",
        );
        let mut running = cell.start(&launch).unwrap();
        let deadline = Instant::now() + ms(300);
        // It may leave a line or two, but it cannot keep anybody waiting.
        while Instant::now() < deadline {
            let _ = read(&mut running, &mut Vec::new(), ms(50));
        }
        std::thread::scope(|scope| {
            let reading = scope.spawn(|| {
                let mut bytes = Vec::new();
                loop {
                    match read(&mut running, &mut bytes, ms(60_000)) {
                        Received::Interrupted => break,
                        received => assert!(matches!(received, Received::Bytes(_)), "{received:?}"),
                    }
                }
            });
            std::thread::sleep(ms(50));
            host.interrupter().interrupt();
            reading.join().unwrap();
        });
        assert_eq!(running.finish(ms(60_000), &mut |_| {}).unwrap().0.ending, Ending::Interrupted);
    }
}

#[test]
fn a_bot_that_reads_its_own_stderr_does_not_hold_its_helper_up() {
    let steal =
        "exec 3</proc/self/fd/2; cat <&3 >/dev/null & cat <&3 >/dev/null & while :; do echo a >&2; done";
    for host in hosts() {
        let mut cell = host.cell(&[]).unwrap();
        let before = Instant::now();
        let finished = run(&mut cell, steal, ms(1500));
        assert!(matches!(finished.ending, Ending::Overrun | Ending::HostTooBusy), "{:?}", finished.ending);
        assert!(before.elapsed() < Duration::from_secs(25));
        assert_eq!(run(&mut cell, "exit 0", ms(5000)).ending, Ending::Exited(0));
    }
}

#[test]
fn a_bot_that_closes_its_stderr_is_waited_for_in_peace() {
    let finished = run(&mut host().cell(&[]).unwrap(), "exec 2>&-; sleep 0.3; exit 4", ms(5000));
    assert_eq!(finished.ending, Ending::Exited(4));
    assert!(finished.elapsed.wall >= ms(300) && finished.elapsed.cpu < ms(250), "{:?}", finished.elapsed);
}

/// Starts a program that has been asked something and has answered.
fn acquainted(host: &Host, script: &str) -> Running {
    let cell = host.cell(&[]).unwrap();
    let launch = shell(&cell, script);
    let mut running = cell.start(&launch).unwrap();
    let limit = Limit::new(ms(60_000));
    let mut watch = running.stopwatch(&limit);
    let mut bytes = Vec::new();
    while !bytes.ends_with(b"\n") {
        assert!(matches!(running.read(&mut bytes, &mut watch), Received::Bytes(_)));
    }
    let _ = running.answered(&mut watch, &limit);
    running
}

/// What its threads have waited for a core is in no accounts any more once it has ended.
#[test]
fn threads_that_had_no_core_are_not_late() {
    let think = "import threading, time\ndef think():\n  while time.thread_time() < 0.15: pass\n\
                 beside = threading.Thread(target=think)\nbeside.start()\nbeside.join()";
    let limit = Limit::new(ms(250));
    let host = host();
    let others = spin_on_all_cores(8);
    let crowded = run_python(&host, think, &limit);
    let cell = host.cell(&[]).unwrap();
    let each = format!(
        "import sys\nfor line in sys.stdin:\n  {}\n  print(1, flush=True)",
        think.replace('\n', "\n  ")
    );
    let launch = shell(&cell, &format!("exec python3 -c '{each}'"));
    let mut stream = cell.start(&launch).unwrap();
    let answers: Vec<Punctuality> = (0..4).map(|_| answer_to(&mut stream, b"go\n", &limit)).collect();
    stream.kill().unwrap();
    drop(others);
    assert!(!answers.contains(&Punctuality::Late), "{answers:?}");
    assert_late_beyond_no_doubt(&crowded, &limit);
}

/// None of its threads wants a core at some moments: what they have waited for one before is not forgotten then.
#[test]
fn threads_that_had_no_core_are_not_late_while_they_all_sleep() {
    let work = "import threading, time\nthreading.Thread(target=time.sleep, args=(9,), daemon=True).start()\n\
                while time.thread_time() < 0.2:\n  until = time.thread_time() + 0.002\n  \
                while time.thread_time() < until: pass\n  time.sleep(0.002)";
    let limit = Limit::new(ms(600));
    let host = host();
    let others = spin_on_all_cores(4);
    let crowded = run_python(&host, work, &limit);
    drop(others);
    assert_late_beyond_no_doubt(&crowded, &limit);
}

/// Runs a program four times, one after the other.
fn run_python(host: &Host, program: &str, limit: &Limit) -> Vec<Finished> {
    let run = |_| {
        let mut cell = host.cell(&[]).unwrap();
        cell.run(&shell(&cell, &format!("exec python3 -c '{program}'")), limit).unwrap()
    };
    (0..4).map(run).collect()
}

/// At least one of them took longer than the limit, and none was too slow beyond doubt.
#[track_caller]
fn assert_late_beyond_no_doubt(crowded: &[Finished], limit: &Limit) {
    assert!(crowded.iter().any(|bot| bot.elapsed.wall > limit.wall), "{crowded:?}");
    for bot in crowded {
        let in_doubt = bot.elapsed.punctuality(limit) != Punctuality::Late;
        assert!(in_doubt && bot.ending != Ending::Overrun, "{bot:?}");
    }
}

/// How punctual an answer is that comes sooner or later.
fn answer_to(running: &mut Running, question: &[u8], limit: &Limit) -> Punctuality {
    let limit = &Limit { hard_cap: ms(60_000), ..*limit };
    let mut watch = running.stopwatch(limit);
    running.write(question).unwrap();
    loop {
        match running.read(&mut Vec::new(), &mut watch) {
            Received::Bytes(_) => return running.answered(&mut watch, limit).punctuality(limit),
            Received::Deadline => {
                let moment = running.moment();
                match running.look(&mut watch, moment, limit) {
                    Deadline::Missed(elapsed) => panic!("{elapsed:?}"),
                    Deadline::HostTooBusy(elapsed) => panic!("{elapsed:?} in a minute"),
                    Deadline::Moved => {}
                }
            }
            received => panic!("{received:?}"),
        }
    }
}

/// A process that wants a core, until this is dropped.
struct Spinning(Child);

/// So many for each core.
fn spin_on_all_cores(for_each: usize) -> Vec<Spinning> {
    let cores = std::thread::available_parallelism().unwrap().get();
    (0..for_each * cores).map(|_| spin()).collect()
}

fn spin() -> Spinning {
    Spinning(Command::new("sh").args(["-c", "while :; do :; done"]).spawn().unwrap())
}

impl Drop for Spinning {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_bot_stands_still_in_the_turn_of_another() {
    let spin = "i=0; while [ $i -lt 20 ]; do (while :; do :; done) & i=$((i+1)); done; echo ready; read a; echo $a; read b";
    for host in hosts() {
        let mut spinner = acquainted(&host, spin);
        let mut sleeper = acquainted(&host, "echo ready; read a; sleep 77");
        assert_eq!(sleeper.write(b"\n").unwrap(), 1);
        assert_eq!(read(&mut sleeper, &mut Vec::new(), ms(200)), Received::Deadline);
        wait_until(&mut spinner, State::Stopped);
        let before = spinner.activity().cpu;
        assert_eq!(read(&mut sleeper, &mut Vec::new(), ms(200)), Received::Deadline);
        assert!(spinner.activity().cpu < before + ms(50), "{before:?} {:?}", spinner.activity());
        // In its own turn it goes on, and the other one, which only waits, stands still by itself.
        let mut watch = spinner.stopwatch(&Limit::new(ms(60_000)));
        assert_eq!(spinner.write(b"again\n").unwrap(), 6);
        let mut bytes = Vec::new();
        assert_eq!(spinner.read(&mut bytes, &mut watch), Received::Bytes(6));
        assert_eq!(read(&mut spinner, &mut Vec::new(), ms(200)), Received::Deadline);
        assert_eq!(sleeper.activity().state, State::Asleep);
        assert_eq!(sleeper.kill().unwrap().0.ending, Ending::Killed);
        assert_eq!(spinner.finish(ms(10), &mut |_| {}).unwrap().0.ending, Ending::Killed);
    }
}

#[test]
fn a_bot_that_is_stopped_ends_when_it_is_to() {
    let host = host();
    let mut polite = acquainted(&host, "(while :; do :; done) & echo ready; read a; kill $!; exit 6");
    let mut sleeper = acquainted(&host, "echo ready; sleep 77");
    assert_eq!(read(&mut sleeper, &mut Vec::new(), ms(100)), Received::Deadline);
    wait_until(&mut polite, State::Stopped);
    polite.close_stdin();
    assert_eq!(polite.finish(ms(60_000), &mut |_| {}).unwrap().0.ending, Ending::Exited(6));
}

/// A bot that is to end has time for it, and so has what it has started.
#[test]
fn what_a_bot_leaves_behind_may_end_in_the_time_that_the_bot_has() {
    for host in hosts() {
        for (script, is_left) in [("sleep 0.6 &", false), ("sleep 77 &", true)] {
            let mut bot = acquainted(&host, &format!("echo ready; read a; {script}"));
            bot.close_stdin();
            let finished = bot.finish(ms(2_000), &mut |_| {}).unwrap().0;
            assert_eq!(finished.ending, Ending::Exited(0));
            assert_eq!(!finished.survivors.is_empty(), is_left, "{script}: {finished:?}");
        }
    }
}

/// To be stopped and let go on makes `epoll_wait` fail, which a bot without signal handlers need not expect.
#[test]
fn a_bot_that_waits_in_the_turn_of_another_is_left_alone() {
    let waits = "import ctypes, sys; libc = ctypes.CDLL(None, use_errno=True); queue = libc.epoll_create1(0); \
                 libc.epoll_ctl(queue, 1, 0, (ctypes.c_uint32 * 3)(1, 0, 0)); print(\"ready\", flush=True); \
                 room = (ctypes.c_uint32 * 3)(); \
                 [print(libc.epoll_wait(queue, room, 1, -1), sys.stdin.readline(), flush=True) for turn in range(2)]";
    for host in hosts() {
        let mut waiting = acquainted(&host, &format!("exec python3 -c '{waits}'"));
        let mut sleeper = acquainted(&host, "echo ready; sleep 77");
        assert_eq!(read(&mut sleeper, &mut Vec::new(), ms(300)), Received::Deadline);
        let mut watch = waiting.stopwatch(&Limit::new(ms(60_000)));
        assert_eq!(waiting.write(b"go\n").unwrap(), 3);
        let mut bytes = Vec::new();
        while !bytes.ends_with(b"\n\n") {
            assert!(matches!(waiting.read(&mut bytes, &mut watch), Received::Bytes(_)), "{bytes:?}");
        }
        assert_eq!(String::from_utf8(bytes).unwrap(), "1 go\n\n");
    }
}

/// One that wakes by itself is stopped then, and not ended for what it has used until it was.
#[test]
fn a_bot_that_begins_to_compute_in_the_turn_of_another_is_stopped() {
    let wakes =
        "echo ready; sleep 1; i=0; while [ $i -lt 20 ]; do (while :; do :; done) & i=$((i+1)); done; wait";
    for host in hosts() {
        let mut late = acquainted(&host, wakes);
        let mut sleeper = acquainted(&host, "echo ready; sleep 77");
        assert_eq!(read(&mut sleeper, &mut Vec::new(), ms(200)), Received::Deadline);
        assert_eq!(late.activity().state, State::Asleep);
        wait_until(&mut late, State::Stopped);
        assert_eq!(read(&mut sleeper, &mut Vec::new(), ms(600)), Received::Deadline);
        assert_eq!(late.activity().state, State::Stopped);
        assert!(!late.has_ended());
    }
}

/// Whoever computes on in the time of another is ended, and told why: here the test lets it go on again and again.
#[test]
fn a_bot_that_does_not_stand_still_is_ended() {
    for (number, host) in hosts().into_iter().enumerate() {
        let mark = format!("mark-restless-{}-{number}", std::process::id());
        let mut spinner = acquainted(&host, &format!(": {mark}; echo ready; while :; do :; done"));
        let mut sleeper = acquainted(&host, "echo ready; sleep 77");
        let deadline = Instant::now() + Duration::from_secs(60);
        while !spinner.has_ended() {
            assert!(Instant::now() < deadline, "{:?}", spinner.activity());
            assert_eq!(read(&mut sleeper, &mut Vec::new(), ms(30)), Received::Deadline);
            for pid in pids_with_mark(&mark) {
                let _ = kill_process(Pid::from_raw(pid).unwrap(), Signal::CONT);
            }
        }
        assert_eq!(spinner.finish(ms(100), &mut |_| {}).unwrap().0.ending, Ending::OutOfTurn);
    }
}
