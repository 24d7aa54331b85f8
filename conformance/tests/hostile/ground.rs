//! Where an attack takes place: as whom botspec runs, and on what kind of machine.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::OnceLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, geteuid, kill_process};
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, TargetArch};
use tempfile::TempDir;

use crate::remains;

/// A user that no system gives to a person, for what root runs as an ordinary user.
const ORDINARY: u32 = 0x6fff_0000;
/// No run of a row takes longer on any machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// How often the memory of a run is looked at.
const GLANCE: Duration = Duration::from_millis(5);

/// As whom, and on what kind of machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ground {
    /// As an ordinary user although the suite runs as root.
    pub(crate) is_demoted: bool,
    /// On a machine that gives nobody namespaces, as some distributions and containers do.
    pub(crate) has_no_namespaces: bool,
}

impl Ground {
    /// The user of the suite, and this machine as it is.
    pub(crate) const HERE: Self = Self { is_demoted: false, has_no_namespaces: false };

    /// All that can be had here; [`HERE`](Self::HERE) comes first.
    pub(crate) fn all() -> Vec<Self> {
        let users: &[bool] = if geteuid().is_root() { &[false, true] } else { &[false] };
        let of =
            |has_no_namespaces| users.iter().map(move |&is_demoted| Self { is_demoted, has_no_namespaces });
        of(false).chain(of(true)).collect()
    }

    /// What it is called in names of trials.
    pub(crate) fn name(self) -> String {
        let user = if geteuid().is_root() && !self.is_demoted { "root" } else { "user" };
        let machine = if self.has_no_namespaces { "-without-namespaces" } else { "" };
        format!("{user}{machine}")
    }

    /// Whether bots have namespaces of their own here.
    pub(crate) fn gives_namespaces(self) -> io::Result<bool> {
        static GIVEN: [OnceLock<bool>; 2] = [OnceLock::new(), OnceLock::new()];
        if self.has_no_namespaces {
            return Ok(false);
        }
        let given = &GIVEN[usize::from(self.is_demoted)];
        if let Some(given) = given.get() {
            return Ok(*given);
        }
        let scene = Scene::new(self)?;
        let mut run = scene.start(self, &["doctor", "--format", "json"])?;
        run.wait()?;
        let diagnosis: serde_json::Value = serde_json::from_slice(&run.output()?.0)?;
        let mut layers = diagnosis["isolation"]["layers"].as_array().into_iter().flatten();
        let namespaces = layers.find(|layer| layer[0] == "namespaces");
        Ok(*given.get_or_init(|| namespaces.is_some_and(|layer| layer[1]["yes"].is_string())))
    }

    /// A command that runs botspec here. What it writes to stdout goes to `report`, and to stderr to `said`.
    fn command(self, scene: &Scene) -> io::Result<Command> {
        let mut command = Command::new(program());
        command
            .current_dir(scene.folder.path())
            .env("TMPDIR", scene.temporary())
            .env("HOME", scene.folder.path())
            .stdin(Stdio::null())
            .stdout(File::create(scene.at("report"))?)
            .stderr(File::create(scene.at("said"))?);
        if self.is_demoted {
            command.uid(ORDINARY).gid(ORDINARY);
        }
        if self.has_no_namespaces {
            let filter = no_namespaces()?;
            #[expect(unsafe_code, reason = "only a new process can be filtered before it runs the program")]
            // SAFETY: what runs between fork and exec does two system calls and allocates nothing.
            unsafe {
                command.pre_exec(move || {
                    seccompiler::apply_filter(filter).map_err(|_| io::ErrorKind::Other.into())
                });
            }
        }
        Ok(command)
    }
}

/// The tester, where every user may run it.
static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Puts the tester where every user may run it, if it is not there; the folder that it is in then is to be kept.
pub(crate) fn open_program() -> io::Result<Option<TempDir>> {
    let built = Path::new(env!("CARGO_BIN_EXE_botspec"));
    let mut above = built.ancestors().skip(1);
    if above.all(|path| fs::metadata(path).is_ok_and(|found| found.permissions().mode() & 0o001 != 0)) {
        return Ok(None);
    }
    let folder = tempfile::tempdir()?;
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755))?;
    let copy = folder.path().join("botspec");
    fs::copy(built, &copy)?;
    PROGRAM.get_or_init(|| copy);
    Ok(Some(folder))
}

fn program() -> &'static Path {
    PROGRAM.get().map_or(Path::new(env!("CARGO_BIN_EXE_botspec")), PathBuf::as_path)
}

/// A filter by which no system call makes a namespace.
fn no_namespaces() -> io::Result<&'static BpfProgram> {
    static FILTER: OnceLock<Option<BpfProgram>> = OnceLock::new();
    let compile = || {
        let calls = [(libc::SYS_unshare, Vec::new())].into_iter().collect();
        let refuse = SeccompAction::Errno(libc::EPERM.unsigned_abs());
        let arch = TargetArch::try_from(std::env::consts::ARCH).ok()?;
        BpfProgram::try_from(SeccompFilter::new(calls, SeccompAction::Allow, refuse, arch).ok()?).ok()
    };
    FILTER.get_or_init(compile).as_ref().ok_or_else(|| io::Error::other("the filter cannot be made"))
}

/// A folder with a bot in it, and an empty one for the temporary files of a run.
#[derive(Debug)]
pub(crate) struct Scene {
    folder: TempDir,
}

impl Scene {
    /// Makes one for runs on this ground.
    pub(crate) fn new(ground: Ground) -> io::Result<Self> {
        let scene = Self { folder: tempfile::Builder::new().prefix("hostile-scene-").tempdir()? };
        fs::create_dir(scene.temporary())?;
        if ground.is_demoted {
            for path in [scene.folder.path(), &scene.temporary()] {
                chown(path, Some(ORDINARY), Some(ORDINARY))?;
            }
        } else {
            // Other users, as root's bots are, may have to pass.
            fs::set_permissions(scene.folder.path(), fs::Permissions::from_mode(0o755))?;
        }
        Ok(scene)
    }

    /// A path in it.
    pub(crate) fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn temporary(&self) -> PathBuf {
        self.at("temporary")
    }

    /// Starts botspec.
    pub(crate) fn start<S: AsRef<OsStr>>(&self, ground: Ground, args: &[S]) -> io::Result<Run<'_>> {
        let child = remains::spawn(ground.command(self)?.args(args))?;
        Ok(Run { child, scene: self, peak_kib: 0, ended: None })
    }
}

/// A botspec that runs, or has run. It is killed when it is dropped.
#[derive(Debug)]
pub(crate) struct Run<'a> {
    child: Child,
    scene: &'a Scene,
    peak_kib: u64,
    ended: Option<ExitStatus>,
}

impl Run<'_> {
    /// Waits for its end; fails if that does not come.
    pub(crate) fn wait(&mut self) -> io::Result<ExitStatus> {
        let deadline = Instant::now() + PATIENCE;
        while self.wait_for(GLANCE)?.is_none() {
            if Instant::now() >= deadline {
                return Err(io::Error::other(format!("still running after {PATIENCE:?}")));
            }
        }
        self.ended.ok_or_else(|| io::Error::other("it has not ended"))
    }

    /// Waits for its end, for so long at most, and looks at its memory meanwhile.
    pub(crate) fn wait_for(&mut self, time: Duration) -> io::Result<Option<ExitStatus>> {
        let deadline = Instant::now() + time;
        while self.ended.is_none() {
            self.peak_kib = self.peak_kib.max(peak_kib(self.child.id()));
            self.ended = self.child.try_wait()?;
            if Instant::now() >= deadline {
                break;
            }
            sleep(GLANCE.min(deadline.saturating_duration_since(Instant::now())));
        }
        Ok(self.ended)
    }

    /// Sends it a signal.
    pub(crate) fn signal(&self, signal: Signal) -> io::Result<()> {
        Ok(kill_process(Pid::from_child(&self.child), signal)?)
    }

    /// The most memory that its process has had at any time, in KiB.
    pub(crate) const fn peak_kib(&self) -> u64 {
        self.peak_kib
    }

    /// What it has written to stdout, and to stderr.
    pub(crate) fn output(&self) -> io::Result<(Vec<u8>, String)> {
        let said = fs::read(self.scene.at("said"))?;
        Ok((fs::read(self.scene.at("report"))?, String::from_utf8_lossy(&said).into_owned()))
    }

    /// What is left of it now that it has ended.
    pub(crate) fn remains(&self) -> Vec<String> {
        remains::of_run(self.child.id(), &self.scene.temporary())
    }
}

impl Drop for Run<'_> {
    fn drop(&mut self) {
        if self.ended.is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
        remains::forget(&self.child);
    }
}

/// How a process has ended, as a shell counts it.
pub(crate) fn code_of(status: ExitStatus) -> i32 {
    status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or_default())
}

fn peak_kib(id: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok()).unwrap_or(0)
}
