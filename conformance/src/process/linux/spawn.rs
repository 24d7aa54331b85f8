//! Starting a program in as few system calls as it takes.
//!
//! `posix_spawn` asks about every signal there is before it starts a program:
//! more than a hundred system calls, each of which passes the helper's filter.
//! The helper is one thread without handlers of its own, so none of that is
//! needed. The child borrows its memory, as after `vfork`, until the program
//! has started.

use super::message::Start;
use rustix::process::Pid;
use std::ffi::{CString, OsStr, c_char, c_int, c_void};
use std::io;
use std::os::fd::{BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::ptr;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::{Duration, Instant};

/// The child makes a handful of calls before it hands over; no page beyond what it touches is used.
const STACK: usize = 16 * 1024;
/// Exit status of a child whose program did not start; nobody looks at it.
const FAILED: c_int = 127;
/// How long a copy of an executable may still be open for writing somewhere.
const BUSY: Duration = Duration::from_millis(200);

/// A program that has just started.
pub(super) struct Spawned {
    pub(super) pid: Pid,
    pub(super) pidfd: OwnedFd,
}

/// All that the child needs, so that it need not allocate.
struct Plan {
    program: CString,
    arguments: Words,
    variables: Words,
    current_dir: CString,
    stdio: [RawFd; 3],
    /// Why it failed, if it did.
    errno: AtomicI32,
}

/// A null-terminated list of C strings.
struct Words {
    pointers: Vec<*const c_char>,
    _owned: Vec<CString>,
}

impl Words {
    fn new(words: impl Iterator<Item = io::Result<CString>>) -> io::Result<Self> {
        let owned = words.collect::<io::Result<Vec<_>>>()?;
        let pointers = owned.iter().map(|word| word.as_ptr()).chain([ptr::null()]).collect();
        Ok(Self { pointers, _owned: owned })
    }
}

fn c_string(text: &OsStr) -> io::Result<CString> {
    CString::new(text.as_bytes()).map_err(|_| {
        io::Error::new(io::ErrorKind::InvalidInput, "a word of the bot's command holds a zero byte")
    })
}

/// Starts a program with these as stdin, stdout and stderr, in a process group of its own.
pub(super) fn spawn(start: &Start, stdio: [BorrowedFd<'_>; 3]) -> io::Result<Spawned> {
    use std::os::fd::AsRawFd;
    let program = c_string(&start.program.0)?;
    let rest = start.args.iter().map(|word| c_string(&word.0));
    let variables = start.env.iter().map(|(name, value)| {
        let mut line = name.0.clone();
        line.push("=");
        line.push(&value.0);
        c_string(&line)
    });
    let plan = Plan {
        arguments: Words::new([Ok(program.clone())].into_iter().chain(rest))?,
        variables: Words::new(variables)?,
        current_dir: c_string(&start.current_dir.0)?,
        program,
        stdio: stdio.map(|fd| fd.as_raw_fd()),
        errno: AtomicI32::new(0),
    };
    let deadline = Instant::now() + BUSY;
    loop {
        match spawn_once(&plan) {
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy && Instant::now() < deadline => {
                std::thread::sleep(Duration::from_micros(200));
            }
            result => return result,
        }
    }
}

fn spawn_once(plan: &Plan) -> io::Result<Spawned> {
    // Rust's own strictest alignment is enough for a stack everywhere: 16 bytes.
    let mut stack = vec![0_u128; STACK / size_of::<u128>()];
    let mut pidfd: c_int = -1;
    let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::CLONE_PIDFD | libc::SIGCHLD;
    #[expect(unsafe_code, reason = "no safe wrapper starts a program without asking about every signal")]
    // SAFETY: the child runs `become_program` on a stack of its own, which is larger than its few frames
    // need and outlives it, as does the plan: CLONE_VFORK keeps this thread here until the child has
    // either become the program or ended.
    let pid = unsafe {
        libc::clone(
            become_program,
            stack.as_mut_ptr_range().end.cast(),
            flags,
            ptr::from_ref(plan).cast_mut().cast(),
            &raw mut pidfd,
        )
    };
    let pid = Pid::from_raw(pid).filter(|_| pid > 0).ok_or_else(io::Error::last_os_error)?;
    #[expect(unsafe_code, reason = "a descriptor that the kernel has just made is nobody else's")]
    // SAFETY: clone succeeded, so with CLONE_PIDFD it has stored a new descriptor.
    let pidfd = unsafe { OwnedFd::from_raw_fd(pidfd) };
    match plan.errno.swap(0, Ordering::SeqCst) {
        0 => Ok(Spawned { pid, pidfd }),
        errno => {
            let _ = rustix::process::waitpid(Some(pid), rustix::process::WaitOptions::empty());
            Err(io::Error::from_raw_os_error(errno))
        }
    }
}

/// What the child does.
extern "C" fn become_program(plan: *mut c_void) -> c_int {
    #[expect(unsafe_code, reason = "between clone and exec only raw system calls are allowed")]
    // SAFETY: `plan` is the plan that `spawn_once` passed, which outlives this call. Every call is one
    // that may be made between vfork and exec, and every pointer is into that plan.
    unsafe {
        let plan = &*plan.cast::<Plan>();
        let mut done = libc::setpgid(0, 0) == 0 && libc::chdir(plan.current_dir.as_ptr()) == 0;
        for (target, fd) in (0..).zip(plan.stdio) {
            done = done && libc::dup2(fd, target) == target;
        }
        if done {
            // Rust's runtime ignores it, and what is ignored is inherited.
            libc::signal(libc::SIGPIPE, libc::SIG_DFL);
            let mut none = std::mem::zeroed();
            libc::sigemptyset(&raw mut none);
            libc::sigprocmask(libc::SIG_SETMASK, &raw const none, ptr::null_mut());
            libc::execve(
                plan.program.as_ptr(),
                plan.arguments.pointers.as_ptr(),
                plan.variables.pointers.as_ptr(),
            );
        }
        plan.errno.store(*libc::__errno_location(), Ordering::SeqCst);
        libc::_exit(FAILED)
    }
}
