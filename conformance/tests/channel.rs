//! Bots that misbehave with files and lines, and what is seen of it.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test, in a test's helpers too")]

use botspec::channel::{
    Answer, ChangeKind, Conversation, Environment, FileTurn, Folder, FolderStyle, How, InputFile, LineEnd,
    OutputFile, Sent, TurnRequest, WorkingDirectory,
};
use botspec::process::{Ending, Host, Layer, Limit, MEMORY, Program, ProgramFile, Protocol, SandboxMode};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

fn host() -> Host {
    Host::open_with(Path::new(env!("CARGO_BIN_EXE_botspec")), SandboxMode::Auto).unwrap()
}

fn ms(count: u64) -> Duration {
    Duration::from_millis(count)
}

/// A limit, and the patience to find out whether it was kept on a machine that is short of cores.
fn limit(count: u64) -> Limit {
    Limit { hard_cap: Duration::from_secs(60), ..Limit::new(ms(count)) }
}

/// A bot made of one script; the folder keeps its source.
struct Bot {
    program: Program,
    _source: tempfile::TempDir,
}

fn bot(interpreter: &str, script: &str) -> Bot {
    let source = tempfile::tempdir().unwrap();
    let path = source.path().join("script");
    std::fs::write(&path, script).unwrap();
    let program = Program {
        name: "a bot".into(),
        command: vec![interpreter.into(), "script".into()],
        files: vec![ProgramFile { source: path, name: "script".into(), executable: true }],
        readable: Vec::new(),
        left_behind: Vec::new(),
        protocol: Protocol::Contest,
        kept: None,
    };
    Bot { program, _source: source }
}

fn request() -> TurnRequest {
    TurnRequest {
        args: Vec::new(),
        cwd: WorkingDirectory::BotFolder,
        env: Environment::Normal,
        inputs: vec![InputFile { name: "input.txt".into(), bytes: b"the input".to_vec(), read_only: false }],
        output: "order.txt".into(),
        limit: limit(5000),
    }
}

fn one_turn(script: &str) -> FileTurn {
    let bot = bot("sh", script);
    Folder::create(&host(), &bot.program, FolderStyle::Plain).unwrap().turn(&request()).unwrap()
}

#[test]
fn a_good_turn() {
    let turn = one_turn("cat input.txt > order.txt; echo seen");
    assert_eq!(turn.finished.ending, Ending::Exited(0), "{:?}", turn.finished);
    assert_eq!(turn.output, OutputFile::Bytes(b"the input".to_vec()));
    assert_eq!(turn.finished.stdout.head, b"seen\n");
    assert_eq!(turn.changes.len(), 1);
    assert_eq!((turn.changes[0].path.as_str(), turn.changes[0].kind), ("order.txt", ChangeKind::Created));
    assert!(turn.inputs_changed.is_empty() && turn.files.is_empty() && turn.elsewhere.is_empty());
    assert!(!turn.flooded_folder);
}

#[test]
fn python_runs_and_its_byte_code_is_no_cache() {
    let mut bot = bot("python3", "import other\nopen('order.txt', 'w').write(other.ANSWER)\n");
    let other = bot.program.files[0].source.with_file_name("other.py");
    std::fs::write(&other, "ANSWER = 'Skip'\n").unwrap();
    bot.program.files.push(ProgramFile { source: other, name: "other.py".into(), executable: false });
    let mut folder = Folder::create(&host(), &bot.program, FolderStyle::SpacesAndUnicode).unwrap();
    let turn = folder.turn(&request()).unwrap();
    assert_eq!(
        turn.finished.ending,
        Ending::Exited(0),
        "{}",
        String::from_utf8_lossy(&turn.finished.stderr.head)
    );
    assert_eq!(turn.output, OutputFile::Bytes(b"Skip".to_vec()));
    assert_eq!(turn.files, Vec::<String>::new());
    assert!(turn.changes.iter().any(|change| change.by_runtime), "{:?}", turn.changes);
    assert_eq!(turn.elsewhere, Vec::<PathBuf>::new());
}

#[test]
fn python_runs_without_namespaces_too() {
    let helper = Path::new(env!("CARGO_BIN_EXE_botspec"));
    let host = Host::open_without_namespaces(helper, SandboxMode::Auto, MEMORY).unwrap();
    let bot = bot("python3", "open('order.txt', 'w').write('Skip'); open('/tmp/written-by-a-bot', 'w')");
    let mut folder = Folder::create(&host, &bot.program, FolderStyle::SpacesAndUnicode).unwrap();
    let turn = folder.turn(&request()).unwrap();
    assert_eq!(turn.output, OutputFile::Bytes(b"Skip".to_vec()), "{:?}", turn.finished);
    if host.isolation().holds(Layer::Landlock) {
        assert_eq!(turn.finished.ending, Ending::Exited(1));
        assert!(!Path::new("/tmp/written-by-a-bot").exists());
    }
}

#[test]
fn stale_rewritten_and_replaced_answers_are_told_apart() {
    let bot = bot("sh", "eval \"$1\"");
    let host = host();
    let mut folder = Folder::create(&host, &bot.program, FolderStyle::Plain).unwrap();
    let mut turn = |script: &str| {
        let request = TurnRequest { args: vec![script.into()], ..request() };
        folder.turn(&request).unwrap()
    };
    let same = OutputFile::Bytes(b"same\n".to_vec());
    assert_eq!(turn(":").output, OutputFile::Missing);
    assert_eq!(turn("echo same > order.txt").output, same);
    assert_eq!(turn("cat order.txt").output, OutputFile::Stale);
    assert_eq!(turn("echo same > order.txt").output, same);
    assert_eq!(
        turn("printf x | dd of=order.txt bs=1 conv=notrunc 2>/dev/null").output,
        OutputFile::Bytes(b"xame\n".to_vec())
    );
    assert_eq!(turn("echo same > new; mv new order.txt").output, same);
    assert_eq!(turn(": > order.txt").output, OutputFile::Bytes(Vec::new()));
    assert_eq!(turn("head -c 100000 /dev/zero > order.txt").output, OutputFile::TooLarge);
    assert_eq!(turn("rm order.txt").output, OutputFile::Missing);
    assert_eq!(turn("mkfifo order.txt").output, OutputFile::NotAFile("a named pipe"));
    assert_eq!(
        turn("rm order.txt; ln -s /etc/passwd order.txt").output,
        OutputFile::NotAFile("a symbolic link")
    );
    assert_eq!(turn("rm order.txt; mkdir order.txt").output, OutputFile::NotAFile("a folder"));
    assert_eq!(
        turn("rmdir order.txt; echo secret > order.txt; chmod 0 order.txt").output,
        OutputFile::NotAFile("a file that its owner may not read")
    );
}

#[test]
fn inputs_that_are_touched_are_named_and_written_anew() {
    for script in [
        "echo more >> input.txt",
        "rm input.txt",
        "rm input.txt; ln -s /etc/hostname input.txt",
        "rm input.txt; mkdir -p input.txt/deep/er",
        "rm input.txt; mkfifo input.txt",
    ] {
        let bot = bot("sh", &format!("cat input.txt; {script}"));
        let mut folder = Folder::create(&host(), &bot.program, FolderStyle::Plain).unwrap();
        for _ in 0..2 {
            let turn = folder.turn(&request()).unwrap();
            let changed: Vec<&str> = turn.inputs_changed.iter().map(|change| change.name.as_str()).collect();
            assert_eq!(changed, ["input.txt"], "{script}");
            assert_eq!(turn.finished.stdout.head, b"the input", "{script}");
        }
    }
}

#[test]
fn what_is_written_elsewhere_is_found() {
    let turn = one_turn(
        "echo > \"$HOME/.cache-of-mine\"; echo > \"$TMPDIR/x\"; echo > ../beside; mkdir -p \"$XDG_CACHE_HOME\"; echo > cache.bin",
    );
    let names: Vec<_> =
        turn.elsewhere.iter().map(|path| path.file_name().unwrap().to_str().unwrap().to_owned()).collect();
    assert_eq!(names, ["beside", ".cache", ".cache-of-mine", "x"]);
    assert_eq!(turn.files, ["cache.bin"]);
    let bot = bot("sh", "echo > here; cat \"$(dirname \"$0\")/input.txt\"");
    let mut folder = Folder::create(&host(), &bot.program, FolderStyle::SpacesAndUnicode).unwrap();
    let turn = folder.turn(&TurnRequest { cwd: WorkingDirectory::Elsewhere, ..request() }).unwrap();
    assert_eq!(turn.elsewhere.len(), 1, "{:?}", turn.elsewhere);
    assert_eq!(turn.finished.stdout.head, b"the input");
}

/// Guile and Deno keep what they have compiled in the home folder.
#[test]
fn what_a_runtime_keeps_elsewhere_is_not_the_bots_doing() {
    let compiled =
        "mkdir -p \"$XDG_CACHE_HOME/guile/ccache\"; echo > \"$XDG_CACHE_HOME/guile/ccache/bot.go\"";
    assert_eq!(one_turn(compiled).elsewhere, Vec::<PathBuf>::new());
    let own = one_turn(&format!("{compiled}; echo > \"$XDG_CACHE_HOME/book\"")).elsewhere;
    assert!(own.len() == 1 && own[0].ends_with("book"), "{own:?}");
}

#[test]
fn a_bot_may_do_anything_to_its_folder() {
    for script in ["rm -f script", "chmod 0 .", "mv ../bot ../away; ln -s /etc ../bot", "rm -rf ./* ../bot"] {
        let bot = bot("sh", script);
        let mut folder = Folder::create(&host(), &bot.program, FolderStyle::Plain).unwrap();
        folder.turn(&request()).unwrap();
        let again = folder.turn(&request());
        assert!(!Path::new("/etc/input.txt").exists(), "{script}");
        assert!(again.is_ok() || again.unwrap_err().to_string().contains("input.txt"), "{script}");
    }
}

#[test]
fn a_folder_with_very_many_files_is_named_in_bounded_time() {
    let before = Instant::now();
    let bot = bot("python3", "for i in range(10**6):\n  open(f'f{i}', 'w').close()\n");
    let mut folder = Folder::create(&host(), &bot.program, FolderStyle::Plain).unwrap();
    let turn = folder.turn(&TurnRequest { limit: limit(1000), ..request() }).unwrap();
    assert!(turn.flooded_folder, "{:?} {}", turn.finished.ending, turn.files.len());
    drop(folder);
    assert!(before.elapsed() < Duration::from_secs(30), "{:?}", before.elapsed());
}

#[test]
fn the_environment_is_what_was_asked_for() {
    let bot = bot("sh", "/usr/bin/env | cut -d= -f1 | sort | tr '\\n' ' '");
    let mut folder = Folder::create(&host(), &bot.program, FolderStyle::Plain).unwrap();
    let mut names = |env| {
        String::from_utf8(folder.turn(&TurnRequest { env, ..request() }).unwrap().finished.stdout.head)
            .unwrap()
    };
    // Where interpreters are found depends on the machine, and what memory Java has on the sandbox.
    let of_the_machine =
        ["JAVA_HOME", "PYENV_ROOT", "PYENV_VERSION", "RBENV_ROOT", "ASDF_DATA_DIR", "JDK_JAVA_OPTIONS"];
    let only = names(Environment::OnlyPath);
    let own = only.split_whitespace().filter(|name| *name != "PWD" && !of_the_machine.contains(name));
    assert_eq!(own.collect::<Vec<_>>(), ["PATH"]);
    let normal = names(Environment::Normal);
    assert!(normal.contains("HOME ") && normal.contains("TMPDIR ") && !normal.contains("CARGO"), "{normal}");
    assert!(names(Environment::With(vec![("EXTRA".into(), "1".into())])).contains("EXTRA "));
}

fn talk(script: &str) -> (Conversation, Bot) {
    let bot = bot("sh", script);
    (Conversation::open(&host(), &bot.program, &[]).unwrap(), bot)
}

fn text(answer: Answer) -> String {
    match answer {
        Answer::Line(line) => String::from_utf8(line.bytes).unwrap(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_good_conversation() {
    let (mut it, _bot) = talk(
        "while read a b; do case $a in say) echo $b;; crlf) printf '%s\\r\\n' $b;; quit) exit 0;; esac; done",
    );
    assert_eq!(text(it.ask(b"say one\n", &limit(5000))), "one");
    assert_eq!(it.queue(b"ignored x\n"), Sent::Waiting);
    let Answer::Line(line) = it.ask(b"crlf two\n", &limit(5000)) else { panic!() };
    assert_eq!((line.bytes.as_slice(), line.end), (&b"two"[..], LineEnd::CrLf));
    assert!(line.elapsed.wall > Duration::ZERO && line.elapsed.charged <= line.elapsed.wall);
    assert!(it.unsolicited().is_empty());
    assert_eq!(it.send(b"quit\n"), Sent::Whole);
    let closed = it.finish(ms(5000)).unwrap();
    assert_eq!((closed.how, closed.finished.ending), (How::ByItself, Ending::Exited(0)));
}

#[test]
fn late_answers_stay_in_order() {
    let (mut it, _bot) = talk("read a; sleep 2; echo late $a; while read a; do echo $a; done");
    let Answer::Overrun { text: partial, elapsed } = it.ask(b"1\n", &limit(50)) else { panic!() };
    assert!(partial.is_empty() && elapsed.wall >= ms(50) && elapsed.charged > ms(50));
    assert_eq!(text(it.wait_line(&limit(5000))), "late 1");
    assert_eq!(text(it.ask(b"2\n", &limit(5000))), "2");
    let closed = it.finish(ms(50)).unwrap();
    assert_eq!((closed.how, closed.finished.ending), (How::AfterStdinClosed, Ending::Exited(0)));
}

#[test]
fn lines_that_nobody_asked_for_are_found() {
    let (mut it, _bot) = talk("echo hello; echo world; read a; echo $a; echo twice; cat > /dev/null");
    assert_eq!(text(it.wait_line(&limit(5000))), "hello");
    let mut lines = Vec::new();
    while lines.is_empty() {
        lines = it.unsolicited();
    }
    assert_eq!(lines[0].bytes, b"world");
    assert_eq!(text(it.ask(b"x\n", &limit(5000))), "x");
}

#[test]
fn what_a_bot_leaves_half_said_is_kept() {
    let (mut hangs, _bot) = talk("trap '' TERM; sleep 77");
    assert!(matches!(hangs.ask(b"x\n", &limit(50)), Answer::Overrun { .. }));
    let closed = hangs.finish(ms(50)).unwrap();
    assert_eq!((closed.how, closed.finished.ending), (How::Killed, Ending::Killed));

    let (mut partial, _bot) = talk("read a; printf 'no end'; sleep 77");
    assert!(matches!(partial.ask(b"x\n", &limit(400)), Answer::Overrun { text, .. } if text == b"no end"));

    let (mut dies, _bot) = talk("read a; echo 'bad thing' >&2; printf half; exit 7");
    assert!(matches!(dies.ask(b"x\n", &limit(5000)), Answer::Ended { text, .. } if text == b"half"));
    let closed = dies.finish(ms(5000)).unwrap();
    assert_eq!((closed.how, closed.finished.ending), (How::ByItself, Ending::Exited(7)));
    assert_eq!(closed.finished.stderr.last(10), b"bad thing\n");
    assert_eq!(closed.late_output.head, b"half");
}

#[test]
fn each_cause_of_a_silence_has_its_name() {
    use botspec::no_answer::{Doing, NoAnswer as Cause};
    use botspec::recorder::Recorder;
    let explain_after = |interpreter: &str, script: &str, told: &[u8]| {
        let bot = bot(interpreter, script);
        let mut it =
            botspec::recorder::Conversation::open(&Recorder::default(), &host(), &bot.program, &[]).unwrap();
        // Whatever it is, it is at it by then, late or not.
        let by_then = Limit { hard_cap: ms(1500), ..limit(1500) };
        let answer = it.ask(told, &by_then);
        assert!(
            matches!(answer, Answer::Overrun { .. } | Answer::HostTooBusy { .. }),
            "{script}: {answer:?}"
        );
        Cause::explain(&mut it, b"more\n")
    };
    let explain = |interpreter: &str, script: &str| explain_after(interpreter, script, b"x\n");
    let halfway = explain_after("sh", "read a; sleep 77", b"x\ny\n");
    assert_eq!(halfway, Cause::Hangs(Doing::NoLongerReading));
    let hangs = [
        ("read a; sleep 77", Doing::Sleeping),
        ("read a; while :; do :; done", Doing::Computing),
        ("while read a; do :; done", Doing::WaitingForInput),
        ("sleep 77", Doing::NeverReading),
        ("read a; kill -STOP $$", Doing::Stopped),
        ("read a; mkfifo f; read b < f", Doing::Waiting),
    ];
    for (script, doing) in hangs {
        assert_eq!(explain("sh", script), Cause::Hangs(doing), "{script}");
    }
    let line = |cause| match cause {
        Cause::Late(line) | Cause::Nudged(line) => line.bytes,
        Cause::Unended(bytes) | Cause::Buffered(bytes) | Cause::Ended(bytes) => bytes,
        other => panic!("{other:?}"),
    };
    let slow = explain("sh", "read a; sleep 3; echo $a; cat");
    assert!(matches!(slow, Cause::Late(_)), "a slow bot is not nudged: {slow:?}");
    let ahead = explain("sh", "read a; while read b; do echo $a; a=$b; done");
    assert!(matches!(ahead, Cause::Nudged(_)), "{ahead:?}");
    assert_eq!(line(ahead), b"x");
    let buffered = explain("python3", "import sys\nfor line in sys.stdin:\n  print('got', line.strip())\n");
    assert!(matches!(&buffered, Cause::Buffered(bytes) if bytes == b"got x\n"), "{buffered:?}");
    let unended = explain("sh", "read a; printf half; sleep 77");
    assert!(matches!(&unended, Cause::Unended(bytes) if bytes == b"half"), "{unended:?}");
    let ended = explain("sh", "read a; sleep 1.9; exit 3");
    assert!(matches!(ended, Cause::Ended(_)), "{ended:?}");
}

#[test]
fn a_bot_that_never_reads_blocks_nobody() {
    let (mut it, _bot) = talk("sleep 77");
    let before = Instant::now();
    let mut refused = 0;
    for _ in 0..600_000 {
        refused += usize::from(it.send(b"1 2 3 4 5 6\n") == Sent::Refused);
    }
    assert!(refused > 0);
    assert!(matches!(it.ask(b"M\n", &limit(50)), Answer::Overrun { .. }));
    assert!(before.elapsed() < Duration::from_secs(10), "{:?}", before.elapsed());
    assert_eq!(it.finish(ms(50)).unwrap().how, How::Killed);
}

#[test]
fn what_waits_to_be_sent_is_sent_when_the_bot_reads() {
    let (mut it, _bot) = talk("sleep 0.3; while read a; do [ \"$a\" = M ] && echo done; done");
    for _ in 0..20_000 {
        assert_ne!(it.send(b"1 2 3 4 5 6\n"), Sent::Refused);
    }
    assert_eq!(text(it.ask(b"M\n", &limit(20_000))), "done");
}

#[test]
fn a_bot_that_writes_for_ever_costs_little() {
    let (mut endless, _bot) = talk("exec cat /dev/zero");
    assert!(matches!(endless.wait_line(&limit(5000)), Answer::TooLong { .. }));
    assert!(matches!(endless.wait_line(&limit(300)), Answer::Overrun { .. } | Answer::HostTooBusy { .. }));
    assert_eq!(endless.finish(ms(50)).unwrap().how, How::Killed);
    let (mut lines, _bot) = talk("exec yes");
    assert_eq!(text(lines.ask(b"x\n", &limit(5000))), "y");
    assert_eq!(lines.unsolicited().len(), 100);
    let closed = lines.finish(ms(100)).unwrap();
    assert_eq!(closed.how, How::Killed);
    assert!(closed.late_output.total > 0 && closed.late_output.head.len() <= 64 * 1024);
    let (mut stderr, _bot) = talk("cat /dev/zero >&2 & read a; echo $a; sleep 77");
    assert_eq!(text(stderr.ask(b"x\n", &limit(5000))), "x");
}

#[test]
fn a_bot_that_is_stopped_half_way_is_ended() {
    let (mut conversation, _bot) = talk("read a; echo one; kill -STOP $$; read b; echo two");
    assert_eq!(text(conversation.ask(b"go\n", &limit(5000))), "one");
    assert!(matches!(conversation.ask(b"go\n", &limit(100)), Answer::Overrun { .. }));
    assert_eq!(conversation.finish(ms(100)).unwrap().how, How::Killed);
}

#[test]
fn a_bot_that_closes_its_pipes_and_lives_on_is_ended() {
    let (mut it, _bot) = talk("exec >&- <&-; sleep 77");
    assert!(matches!(it.wait_line(&limit(5000)), Answer::Ended { .. }));
    let closed = it.finish(ms(50)).unwrap();
    assert_eq!(closed.how, How::Killed);
}

#[test]
fn a_daemon_that_holds_the_pipe_open_is_named() {
    let (mut it, _bot) = talk("(setsid sleep 77 &); read a; exit 3");
    assert!(matches!(it.ask(b"x\n", &limit(5000)), Answer::Ended { .. }));
    let closed = it.finish(ms(2000)).unwrap();
    assert_eq!((closed.how, closed.finished.ending), (How::ByItself, Ending::Exited(3)));
    assert_eq!(closed.finished.survivors[0].name, "sleep");
}

#[test]
fn a_bot_that_cannot_be_started_says_why() {
    let mut broken = bot("sh", "");
    broken.program.command = vec!["script".into()];
    std::fs::write(&broken.program.files[0].source, "\x7fELF no, not really").unwrap();
    let mut it = Conversation::open(&host(), &broken.program, &[]).unwrap();
    assert!(matches!(it.ask(b"x\n", &limit(5000)), Answer::Ended { .. }));
    assert!(matches!(it.finish(ms(50)).unwrap().finished.ending, Ending::NotStarted(_)));
}
