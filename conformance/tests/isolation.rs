//! What a bot can reach, layer by layer. Layers that this machine does not
//! give are named and their tests skipped.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test, in a test's helpers too")]
#![expect(clippy::print_stderr, reason = "a skipped test says so")]

use botspec::channel::{
    Environment, FileTurn, Folder, FolderStyle, OutputFile, TurnRequest, WorkingDirectory,
};
use botspec::process::{
    Ending, Held, Host, HostError, Layer, Limit, MEMORY, Program, ProgramFile, Protocol, SandboxMode,
};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

fn host() -> Host {
    Host::open_with(Path::new(env!("CARGO_BIN_EXE_botspec")), SandboxMode::Auto).unwrap()
}

/// The host, if it holds the layers that a test is about.
fn host_with(layers: &[Layer]) -> Option<Host> {
    let host = host();
    let missing: Vec<_> = host.isolation().missing().filter(|(layer, _)| layers.contains(layer)).collect();
    if missing.is_empty() {
        return Some(host);
    }
    eprintln!("skipped, for lack of {missing:?}");
    None
}

fn run_as(host: &Host, interpreter: &str, name: &str, script: &str, seconds: u64) -> FileTurn {
    let source = tempfile::tempdir().unwrap();
    let path = source.path().join(name);
    std::fs::write(&path, script).unwrap();
    let program = Program {
        name: "prober".into(),
        command: vec![interpreter.into(), name.into()],
        files: vec![ProgramFile { source: path, name: name.into(), executable: false }],
        readable: Vec::new(),
        left_behind: Vec::new(),
        protocol: Protocol::Contest,
        kept: None,
    };
    let request = TurnRequest {
        args: Vec::new(),
        cwd: WorkingDirectory::BotFolder,
        env: Environment::Normal,
        inputs: Vec::new(),
        output: "order.txt".into(),
        limit: Limit::new(Duration::from_secs(seconds)),
    };
    Folder::create(host, &program, FolderStyle::Plain).unwrap().turn(&request).unwrap()
}

fn python(host: &Host, script: &str) -> String {
    let turn = run_as(host, "python3", "probe.py", script, 20);
    let (out, err) = (&turn.finished.stdout.head, &turn.finished.stderr.head);
    format!("{}{}", String::from_utf8_lossy(out), String::from_utf8_lossy(err)).trim().to_owned()
}

const TRY: &str = "
def attempt(what):
    try:
        print('done', what())
    except Exception as e:
        print('refused', type(e).__name__)
";

fn attempt(host: &Host, before: &str, expression: &str) -> bool {
    let said = python(host, &format!("{before}\n{TRY}\nattempt(lambda: {expression})"));
    assert!(said.starts_with("done") || said.starts_with("refused"), "{said}");
    said.starts_with("done")
}

#[test]
fn it_reads_what_programs_need_and_nothing_else() {
    let Some(host) = host_with(&[Layer::Landlock]) else { return };
    let secret = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(secret.path(), "secret").unwrap();
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    for path in [secret.path().to_str().unwrap(), manifest, "/proc/1/environ"] {
        assert!(Path::new(path).exists());
        assert!(!attempt(&host, "", &format!("open({path:?}).read()")), "{path}");
    }
    for path in ["/etc/hosts", "/proc/self/status", "/dev/urandom", "/usr/bin/env"] {
        assert!(attempt(&host, "", &format!("open({path:?}, 'rb').read(10)")), "{path}");
    }
    assert!(attempt(&host, "", "open('/dev/null', 'w').write('x')"));
}

#[test]
fn it_writes_in_its_own_folders_only() {
    let Some(host) = host_with(&[Layer::Landlock, Layer::Namespaces]) else { return };
    for path in ["/etc/x", "/usr/x", "/x", "/run/x", "/home/x", "/run/botspec/x", "/dev/x"] {
        assert!(!attempt(&host, "", &format!("open({path:?}, 'w')")), "{path}");
    }
    // Names that nothing else on this machine has.
    let outside =
        ["/dev/shm", "/tmp", "/var/tmp"].map(|folder| format!("{folder}/botspec-{}", std::process::id()));
    let script = format!("for path in [*{outside:?}, 'd']:\n    open(path, 'w').write('x')\n");
    let turn = run_as(&host, "python3", "probe.py", &script, 20);
    assert_eq!(
        turn.finished.ending,
        Ending::Exited(0),
        "{:?}",
        String::from_utf8_lossy(&turn.finished.stderr.head)
    );
    assert_eq!(turn.files, ["d"]);
    assert_eq!(turn.elsewhere, outside.clone().map(std::path::PathBuf::from));
    for path in outside {
        assert!(!Path::new(&path).exists(), "{path}");
    }
}

#[test]
fn it_reaches_no_network() {
    let Some(host) = host_with(&[Layer::Seccomp]) else { return };
    for (family, kind) in
        [("AF_INET", "STREAM"), ("AF_INET", "DGRAM"), ("AF_INET6", "STREAM"), ("AF_NETLINK", "RAW")]
    {
        let socket = format!("socket.socket(socket.{family}, socket.SOCK_{kind})");
        assert!(!attempt(&host, "import socket", &socket), "{socket}");
    }
    assert!(attempt(&host, "import socket", "socket.socketpair()"));
    let Some(host) = host_with(&[Layer::Namespaces]) else { return };
    let interfaces = "print([l.split(':')[0].strip() for l in open('/proc/self/net/dev') if ':' in l])";
    assert_eq!(python(&host, interfaces), "['lo']");
}

#[test]
fn it_sees_and_signals_no_other_process() {
    let Some(host) = host_with(&[Layer::Namespaces]) else { return };
    assert_eq!(
        python(
            &host,
            "import os; print([p for p in os.listdir('/proc') if p.isdigit()] == ['1', str(os.getpid())])"
        ),
        "True"
    );
    assert!(!attempt(&host, "import os", &format!("os.kill({}, 0)", std::process::id())));
    // Of its helper it learns nothing of this machine: no user's folder, and no number of a process.
    let command = python(&host, "print(open('/proc/1/cmdline').read().split('\\0'))");
    assert_eq!(command, "['botspec', '--serve-as-helper-of-botspec', 'namespaced', '']");
    // It is there, but beyond its reach: it is served after that.
    let said = python(&host, "import os, signal\nfor s in (9, 19, 15): os.kill(1, s)\nprint('still here')");
    assert_eq!(said, "still here");
    assert!(!attempt(&host, "", "open('/proc/1/mem', 'r+b')"));
    assert!(!attempt(&host, "import resource", "resource.prlimit(1, resource.RLIMIT_NOFILE, (0, 0))"));
}

#[test]
fn it_neither_slows_down_nor_moves_its_supervisor() {
    let Some(host) = host_with(&[Layer::Namespaces, Layer::Seccomp]) else { return };
    for refused in [
        "os.setpriority(os.PRIO_PROCESS, 1, 19)",
        "os.setpriority(os.PRIO_USER, 0, 19)",
        "os.sched_setaffinity(1, os.sched_getaffinity(0))",
        "os.sched_setscheduler(1, os.SCHED_IDLE, os.sched_param(0))",
    ] {
        assert!(!attempt(&host, "import os", refused), "{refused}");
    }
    for own in ["os.nice(1)", "os.sched_setaffinity(0, os.sched_getaffinity(0))"] {
        assert!(attempt(&host, "import os", own), "{own}");
    }
}

#[test]
fn it_makes_no_namespaces_and_mounts_nothing() {
    let Some(host) = host_with(&[Layer::Seccomp]) else { return };
    let libc = "import ctypes, os\nlibc = ctypes.CDLL(None, use_errno=True)\ndef call(r):\n  if r < 0: raise OSError(ctypes.get_errno())\n  return r";
    assert!(!attempt(&host, libc, "call(libc.unshare(0x10000000))"));
    assert!(!attempt(&host, libc, "call(libc.mount(b'none', b'/tmp', b'tmpfs', 0, None))"));
    assert!(!attempt(&host, libc, "call(libc.ptrace(16, os.getppid(), 0, 0))"));
    assert!(!attempt(&host, libc, "call(libc.syscall(56, 0x10000000 | 17, 0, 0, 0, 0))"));
    assert!(attempt(&host, "import threading", "threading.Thread(target=print).start()"));
}

#[test]
fn it_uses_up_neither_memory_nor_processes_nor_disk() {
    let Some(host) = host_with(&[Layer::Limits]) else { return };
    assert!(!attempt(&host, "", "len(bytearray(6 * 2**30))"));
    let storm = "import os\nwhile True:\n  try: os.fork()\n  except OSError: pass";
    let ending = run_as(&host, "python3", "probe.py", storm, 1).finished.ending;
    // The storm itself may make the machine too busy to tell.
    assert!(matches!(ending, Ending::Overrun | Ending::HostTooBusy), "{ending:?}");
    let Some(host) = host_with(&[Layer::Namespaces]) else { return };
    let fill = "
block = b'x' * 2**20
for n in range(40):
    with open(f'f{n}', 'wb') as f:
        for _ in range(50): f.write(block)
";
    let turn = run_as(&host, "python3", "probe.py", fill, 20);
    assert!(turn.flooded_folder, "{:?}", turn.finished.ending);
    assert_eq!(turn.finished.ending, Ending::Exited(1));
}

/// A host whose bots have 256 MiB of memory.
fn small_host() -> Host {
    let helper = Path::new(env!("CARGO_BIN_EXE_botspec"));
    Host::open_bounded(Some(helper), SandboxMode::Auto, 256 << 20).unwrap()
}

/// Each takes twice what it may have, by pieces, and says so when it has it. Those that the kernel refuses stop there.
/// Where a control group counts, the kernel may end any one of several processes.
#[test]
fn it_has_no_more_memory_than_it_may_however_it_takes_it() {
    let Some(_) = host_with(&[Layer::Limits, Layer::Seccomp, Layer::Namespaces]) else { return };
    let host = small_host();
    for (what, script) in [
        ("private memory", "import mmap\nkept = [bytearray(b'x' * (1 << 20)) for _ in range(512)]"),
        (
            "a shared mapping",
            "import mmap\nm = mmap.mmap(-1, 512 << 20)\nfor i in range(0, 512 << 20, 4096): m[i] = 1",
        ),
        (
            "shared mappings of several processes",
            "import mmap, os, time\nfor _ in range(4):\n  if os.fork() == 0:\n    m = mmap.mmap(-1, 128 << 20)\n    \
             for i in range(0, 128 << 20, 4096): m[i] = 1\n    time.sleep(60)\nif os.wait()[1] == 9: os._exit(1)\n",
        ),
        (
            "private memory of several processes",
            "import os, time\nfor _ in range(4):\n  if os.fork() == 0:\n    kept = b'x' * (128 << 20)\n    time.sleep(60)\n\
             if os.wait()[1] == 9: os._exit(1)\n",
        ),
        (
            "files",
            "for place in ['/tmp', '/dev/shm', '.']:\n  with open(place + '/f', 'wb') as f:\n    \
             for _ in range(200): f.write(b'x' * (1 << 20)); f.flush()",
        ),
        ("a file without a name", "import os\nos.write(os.memfd_create('x'), b'x')"),
        (
            "memory of System V",
            "import ctypes\nc = ctypes.CDLL(None, use_errno=True)\nassert c.shmget(0, 1 << 20, 0o1600) >= 0",
        ),
        (
            "messages of System V",
            "import ctypes\nc = ctypes.CDLL(None, use_errno=True)\nassert c.msgget(0, 0o1600) >= 0",
        ),
    ] {
        let script = format!("{script}\nimport time\ntime.sleep(60)\nprint('has it all')");
        let turn = run_as(&host, "python3", "probe.py", &script, 300);
        let said = String::from_utf8_lossy(&turn.finished.stdout.head).into_owned();
        let ending = &turn.finished.ending;
        assert!(matches!(ending, Ending::Signalled(9) | Ending::Exited(1)), "{what}: {ending:?} {said}");
        assert_eq!(said, "", "{what}");
    }
    // What it may have it can have, in any of these ways.
    let script = "import mmap\nm = mmap.mmap(-1, 64 << 20)\nfor i in range(0, 64 << 20, 4096): m[i] = 1\n\
                  import os\nfor _ in range(6):\n  if os.fork() == 0:\n    x = sum(m[i] for i in range(0, 64 << 20, 4096))\n    \
                  import time; time.sleep(1)\n    os._exit(0)\nfor _ in range(6): os.wait()\nprint('has it all')";
    let turn = run_as(&host, "python3", "probe.py", script, 300);
    assert_eq!(String::from_utf8_lossy(&turn.finished.stdout.head), "has it all\n", "{:?}", turn.finished);
}

/// What sockets hold is counted by a control group, or by their number.
#[test]
fn what_sockets_hold_counts() {
    sockets_count_in(&small_host());
}

#[test]
fn without_namespaces_what_sockets_hold_counts_too() {
    let helper = Path::new(env!("CARGO_BIN_EXE_botspec"));
    let host = Host::open_without_namespaces(helper, SandboxMode::Auto, 256 << 20).unwrap();
    sockets_count_in(&host);
}

fn sockets_count_in(host: &Host) {
    let how = host.isolation().layers.iter().find(|(layer, _)| *layer == Layer::Limits).unwrap().1.clone();
    let Held::Yes(how) = how else { return };
    assert!(how.contains("by a control group") || how.contains("socket buffers included"), "{how}");
    let script = "import os, socket, time\nfor _ in range(1):\n  pair = socket.socketpair()\n  \
                  before = pair[0].getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF)\n  \
                  pair[0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4 * before)\n  \
                  if pair[0].getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) != before: print('larger')\n\
                  for _ in range(8):\n  if os.fork() == 0:\n    kept = []\n    \
                  for _ in range(400):\n      pair = socket.socketpair(); kept.append(pair)\n      \
                  for end in pair:\n        end.setblocking(False)\n        \
                  try:\n          while True: end.send(b'x' * 4096)\n        except BlockingIOError: pass\n    \
                  time.sleep(60)\nfor _ in range(8):\n  if os.wait()[1] == 9: os._exit(1)\nprint('has it all')";
    let turn = run_as(host, "python3", "probe.py", script, 300);
    assert_eq!(String::from_utf8_lossy(&turn.finished.stdout.head), "");
    assert!(matches!(turn.finished.ending, Ending::Signalled(9) | Ending::Exited(1)), "{:?}", turn.finished);
    let few = "import socket, time\nkept = [socket.socketpair() for _ in range(100)]\ntime.sleep(1)\nprint('has them')";
    let turn = run_as(host, "python3", "probe.py", few, 300);
    assert_eq!(String::from_utf8_lossy(&turn.finished.stdout.head), "has them\n", "{:?}", turn.finished);
}

#[test]
fn it_is_not_root() {
    let Some(host) = host_with(&[Layer::User]) else { return };
    assert_eq!(python(&host, "import os; print(os.getuid() != 0, os.geteuid() != 0, os.getgroups() in ([], [os.getgid()], [65534]) or os.getuid())").split(' ').next(), Some("True"));
    let status = python(
        &host,
        "print([l.split()[1] for l in open('/proc/self/status') if l.startswith(('CapEff', 'CapPrm', 'NoNewPrivs'))])",
    );
    assert_eq!(status, "['0000000000000000', '0000000000000000', '1']");
}

#[test]
fn other_languages_run_in_it() {
    let host = host();
    let java =
        "import java.nio.file.*; public class Bot { public static void main(String[] a) throws Exception {
        Files.writeString(Path.of(\"order.txt\"), System.getProperty(\"user.home\")); } }";
    let script = "require('fs').writeFileSync('order.txt', require('os').homedir())";
    for (interpreter, name, source) in [("java", "Bot.java", java), ("node", "bot.js", script)] {
        let installed = std::process::Command::new(interpreter).arg("--version").output();
        if installed.is_err() {
            eprintln!("skipped: {interpreter} is not installed");
            continue;
        }
        let turn = run_as(&host, interpreter, name, source, 60);
        let said = String::from_utf8_lossy(&turn.finished.stderr.head).into_owned();
        assert_eq!(turn.finished.ending, Ending::Exited(0), "{interpreter}: {said}");
        let OutputFile::Bytes(home) = turn.output else { panic!("{interpreter}: {said}") };
        assert!(home.ends_with(b"home"), "{interpreter}: {}", String::from_utf8_lossy(&home));
        assert_eq!(
            (turn.elsewhere.len(), turn.files.len()),
            (0, 0),
            "{interpreter}: {:?} {:?}",
            turn.elsewhere,
            turn.files
        );
    }
}

#[test]
fn off_is_off_and_says_so_and_strict_is_all_or_nothing() {
    let helper = Path::new(env!("CARGO_BIN_EXE_botspec"));
    let off = Host::open_with(helper, SandboxMode::Off).unwrap();
    assert_eq!(off.isolation().missing().count(), Layer::ALL.len());
    assert!(attempt(&off, "", "open('/proc/self/mountinfo').read()"));
    match Host::open_with(helper, SandboxMode::Strict) {
        Ok(host) => assert!(host.isolation().is_full()),
        Err(HostError::NotStrict(isolation)) => assert!(!isolation.is_full()),
        Err(error) => panic!("{error}"),
    }
    assert!(
        host().isolation().layers.iter().all(|(_, held)| !matches!(held, Held::No(why) if why.is_empty()))
    );
}

#[test]
fn it_calls_no_service_by_a_socket_in_a_folder() {
    use std::os::unix::net::UnixListener;
    let service = |place| {
        let folder = tempfile::Builder::new().prefix("socket-").tempdir_in(place).ok()?;
        std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755)).unwrap();
        let path = folder.path().join("service");
        let listener = UnixListener::bind(&path).unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o777)).unwrap();
        Some((folder, path, listener))
    };
    let places =
        ["/tmp", "/var/tmp", "/var", "/", "/run", "/srv", "/dev/shm", "/mnt", "/home", "/opt", "/usr/local"];
    let services: Vec<_> = places.into_iter().filter_map(service).collect();
    assert!(!services.is_empty());
    let helper = Path::new(env!("CARGO_BIN_EXE_botspec"));
    let without = Host::open_without_namespaces(helper, SandboxMode::Auto, MEMORY);
    let without = without.ok().filter(|host| host.isolation().holds(Layer::Seccomp));
    for host in [host_with(&[Layer::Namespaces]), without].into_iter().flatten() {
        for (_, path, _) in &services {
            let call = format!("socket.socket(socket.AF_UNIX).connect({path:?})");
            assert!(!attempt(&host, "import socket", &call), "{}", path.display());
        }
        assert!(attempt(&host, "import socket", "(lambda pair: pair[0].send(b'x'))(socket.socketpair())"));
    }
}

#[test]
fn a_folder_of_the_root_may_go_while_a_sandbox_is_made() {
    let Some(_) = host_with(&[Layer::Namespaces]) else { return };
    let root = || tempfile::Builder::new().prefix("gone-").tempdir_in("/");
    if root().is_err() {
        eprintln!("skipped: only root may make a folder there");
        return;
    }
    let (stop, began) = (AtomicBool::new(false), Instant::now());
    let goes_on = || !stop.load(Ordering::Relaxed) && began.elapsed() < Duration::from_secs(60);
    std::thread::scope(|scope| {
        let others = || while goes_on() && root().is_ok() {};
        scope.spawn(others);
        scope.spawn(others);
        let said: Vec<String> = (0..20).map(|_| python(&host(), "print('here')")).collect();
        stop.store(true, Ordering::Relaxed);
        assert!(said.iter().all(|said| said == "here"), "{said:?}");
    });
}

/// Python's own pools of processes call each other so.
#[test]
fn its_own_processes_may_call_each_other() {
    let Some(host) = host_with(&[Layer::Namespaces]) else { return };
    let own = "import os, socket, tempfile
path = tempfile.mkdtemp() + '/own'
listener = socket.socket(socket.AF_UNIX)
listener.bind(path)
listener.listen()";
    assert!(attempt(&host, own, "socket.socket(socket.AF_UNIX).connect(path)"));
}
