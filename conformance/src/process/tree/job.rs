//! What holds a tree together on Windows: a job.
//!
//! Of the crates for this, `process-wrap` lets processes go on when botspec itself is killed (but for Tokio), and
//! `win32job` cannot start a program in a job. Each brings a large crate of bindings along; those needed here are
//! compiled anyway.

use std::io;
use std::os::windows::io::{AsRawHandle as _, FromRawHandle as _, OwnedHandle};
use std::os::windows::process::CommandExt as _;
use std::process::{Child, Command};
use std::ptr;
use std::time::{Duration, Instant};

use windows_sys::Win32::Foundation::{HANDLE, INVALID_HANDLE_VALUE};
use windows_sys::Win32::System::Diagnostics::ToolHelp::{
    CreateToolhelp32Snapshot, TH32CS_SNAPTHREAD, THREADENTRY32, Thread32First, Thread32Next,
};
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION,
    JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE, JOBOBJECT_BASIC_ACCOUNTING_INFORMATION,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectBasicAccountingInformation,
    JobObjectExtendedLimitInformation, QueryInformationJobObject, SetInformationJobObject,
    TerminateJobObject,
};
use windows_sys::Win32::System::Threading::{
    CREATE_NEW_PROCESS_GROUP, CREATE_SUSPENDED, OpenThread, ResumeThread, THREAD_SUSPEND_RESUME,
};
use windows_sys::core::BOOL;

/// For so long a job waits for its processes to be gone, which takes the system a few milliseconds.
const GONE: Duration = Duration::from_secs(2);

/// A job object. Whatever its processes start is in it, too: it lets none break away.
///
/// The only handle to it is here, and the system kills its processes when that is closed: when this is dropped, and also
/// when botspec is killed.
#[derive(Debug)]
pub(super) struct Job(OwnedHandle);

impl Job {
    /// Makes a job without processes. The command is to start its program stopped, so that it does nothing before it is
    /// in there.
    ///
    /// # Errors
    ///
    /// If the system does not make one.
    pub(super) fn for_program(command: &mut Command) -> io::Result<Self> {
        // Ctrl-C in botspec's console is for botspec alone, as on Unix.
        command.creation_flags(CREATE_SUSPENDED | CREATE_NEW_PROCESS_GROUP);
        Self::new().map_err(|error| failed("cannot make a job", &error))
    }

    #[expect(unsafe_code, reason = "no safe wrapper makes jobs")]
    fn new() -> io::Result<Self> {
        // SAFETY: both pointers may be null: the job has no name, and no process inherits its handle.
        let job = Self(owned(unsafe { CreateJobObjectW(ptr::null(), ptr::null()) })?);
        let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        // By the second, a process that crashes ends at once: no window asks somebody what to do with it.
        limits.BasicLimitInformation.LimitFlags =
            JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
        // SAFETY: the pointer is that of limits of this kind, and the length is theirs.
        done(unsafe {
            SetInformationJobObject(
                job.handle(),
                JobObjectExtendedLimitInformation,
                (&raw const limits).cast(),
                length_of::<JOBOBJECT_EXTENDED_LIMIT_INFORMATION>(),
            )
        })?;
        Ok(job)
    }

    /// Takes in a process that has been started stopped, and lets it run.
    ///
    /// # Errors
    ///
    /// If the system does not allow it; the process may still be stopped then.
    #[expect(unsafe_code, reason = "no safe wrapper puts a process into a job")]
    pub(super) fn admit(&self, process: &Child) -> io::Result<()> {
        // SAFETY: both handles are open as long as their owners live.
        done(unsafe { AssignProcessToJobObject(self.handle(), process.as_raw_handle()) })
            .and_then(|()| resume(process.id()))
            .map_err(|error| failed("cannot start it in a job", &error))
    }

    /// Kills its processes, and waits a moment until they are gone: their folder cannot be removed before.
    #[expect(unsafe_code, reason = "no safe wrapper ends a job")]
    pub(super) fn end(&self) {
        // SAFETY: the handle is open as long as this lives.
        unsafe { TerminateJobObject(self.handle(), 1) };
        let deadline = Instant::now() + GONE;
        while self.processes().is_some_and(|count| count > 0) && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// How many processes are in it.
    #[expect(unsafe_code, reason = "no safe wrapper asks a job")]
    fn processes(&self) -> Option<u32> {
        let mut account = JOBOBJECT_BASIC_ACCOUNTING_INFORMATION::default();
        // SAFETY: the first pointer is that of an account of this kind, and the length is its; the second may be null.
        let told = unsafe {
            QueryInformationJobObject(
                self.handle(),
                JobObjectBasicAccountingInformation,
                (&raw mut account).cast(),
                length_of::<JOBOBJECT_BASIC_ACCOUNTING_INFORMATION>(),
                ptr::null_mut(),
            )
        };
        done(told).ok().map(|()| account.ActiveProcesses)
    }

    fn handle(&self) -> HANDLE {
        self.0.as_raw_handle()
    }
}

/// Lets a process run that was started stopped. The library has a handle to its first thread, but keeps it to itself.
#[expect(unsafe_code, reason = "no safe wrapper lists threads")]
fn resume(process: u32) -> io::Result<()> {
    // SAFETY: no pointer is involved.
    let threads = owned(unsafe { CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0) })?;
    let mut entry = THREADENTRY32 { dwSize: length_of::<THREADENTRY32>(), ..THREADENTRY32::default() };
    let mut was_stopped = false;
    // SAFETY: the handle is open, and the entry says its own size.
    let mut has_entry = unsafe { Thread32First(threads.as_raw_handle(), &raw mut entry) } != 0;
    while has_entry {
        // A virus scanner may have started threads in it, which are not stopped, and may be gone by now.
        if entry.th32OwnerProcessID == process {
            was_stopped |= resume_thread(entry.th32ThreadID).unwrap_or(false);
        }
        // SAFETY: as above.
        has_entry = unsafe { Thread32Next(threads.as_raw_handle(), &raw mut entry) } != 0;
    }
    if was_stopped { Ok(()) } else { Err(io::Error::other("its first thread cannot be resumed")) }
}

/// Lets a thread run; whether it was stopped.
#[expect(unsafe_code, reason = "no safe wrapper resumes a thread")]
fn resume_thread(id: u32) -> io::Result<bool> {
    // SAFETY: no pointer is involved.
    let thread = owned(unsafe { OpenThread(THREAD_SUSPEND_RESUME, 0, id) })?;
    // SAFETY: the handle is open, and may be used for this.
    match unsafe { ResumeThread(thread.as_raw_handle()) } {
        u32::MAX => Err(io::Error::last_os_error()),
        stops => Ok(stops > 0),
    }
}

/// The owner of a handle that a call has just returned.
#[expect(unsafe_code, reason = "a handle that the system has just made is nobody else's")]
fn owned(handle: HANDLE) -> io::Result<OwnedHandle> {
    if handle.is_null() || handle == INVALID_HANDLE_VALUE {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: it is open, and whoever calls this keeps no other one.
    Ok(unsafe { OwnedHandle::from_raw_handle(handle) })
}

/// The result of a call that returns whether it did what it should.
fn done(success: BOOL) -> io::Result<()> {
    if success == 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

fn length_of<T>() -> u32 {
    u32::try_from(size_of::<T>()).expect("what the system is told has a few bytes")
}

fn failed(what: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{what}: {error}"))
}
