//! The helper's own `main`: confine itself, then serve requests until the
//! host is gone.

use super::cgroup;
use super::confine;
use super::message::{Confinement, Reply, Request, Start};
use super::oom::Oom;
use super::procfs;
use super::reap::ProcessTree;
use super::supervise::{Bot, OUT_OF_MEMORY, Plumbing, Supervisor, Wake};
use super::wire::{Delivery, Wire};
use crate::process::activity::Activity;
use crate::process::area::Area;
use crate::process::error::Doing;
use crate::process::finished::{Ending, Finished};
use crate::process::isolation::SandboxMode;
use crate::process::launch::Limit;
use rustix::fs::{AtFlags, Mode, OFlags};
use rustix::io::Errno;
use rustix::process::{Pid, WaitOptions};
use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd, RawFd};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The first argument of a helper. It is not for people.
pub(super) const ASKED: &str = "--serve-as-helper-of-botspec";
/// The second: serve where you are.
pub(super) const PLAIN: &str = "plain";
/// The second: make namespaces and start a helper in them.
pub(super) const NAMESPACED: &str = "namespaced";
/// The second: the same, but for the network.
pub(super) const ONLINE: &str = "online";

/// No bot is waited for longer than a day.
const MAX_GRACE: Duration = Duration::from_secs(86_400);

/// Serves as a helper if this process was started as one: `main` must begin
/// with it and end with the exit code if there is one.
///
/// # Examples
///
/// ```
/// use std::process::{Command, ExitCode};
///
/// fn main() -> ExitCode {
///     if let Some(code) = botspec::process::serve_if_asked() {
///         return code;
///     }
///     ExitCode::SUCCESS
/// }
/// ```
#[must_use]
pub fn serve_if_asked() -> Option<ExitCode> {
    let mut args = std::env::args_os().skip(1);
    if args.next()?.to_str() != Some(ASKED) {
        return None;
    }
    let role = args.next().unwrap_or_default();
    let served = match role.to_str() {
        Some(NAMESPACED) => prepare(false),
        Some(ONLINE) => prepare(true),
        _ => begin().and_then(|(wire, confinement)| serve(wire, &confinement, false)),
    };
    Some(if served.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What every first process of a helper does first. Hears from the host how it is to be confined.
fn begin() -> io::Result<(Wire, Confinement)> {
    close_inherited();
    leave_terminal();
    // The usual one: what a bot writes does not depend on who runs it.
    rustix::process::umask(Mode::WGRP | Mode::WOTH);
    let mut wire = Wire::new(io::stdin().as_fd().try_clone_to_owned()?);
    match wire.receive()?.map(|delivery| delivery.value) {
        Some(Request::Confine(confinement)) => Ok((wire, confinement)),
        _ => Err(io::Error::other("the host is gone, or asks for something else first")),
    }
}

/// Leaves the host's process group and gives up its terminal, for itself and
/// all that it starts: Ctrl-C there is the host's business.
///
/// A session of its own would do as well, but the scheduler takes what is in
/// different sessions for different users' work, and changing from one to the
/// other, as referee and bot do at every line, takes it a tenth longer.
fn leave_terminal() {
    let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
    let given_up = match rustix::fs::open("/dev/tty", flags, Mode::empty()) {
        #[expect(unsafe_code, reason = "no safe wrapper gives up a terminal")]
        // SAFETY: the descriptor is open, and the request takes no argument.
        Ok(terminal) => unsafe { libc::ioctl(terminal.as_raw_fd(), libc::TIOCNOTTY) == 0 },
        Err(error) => error == Errno::NXIO,
    };
    let _ = if given_up { rustix::process::setpgid(None, None) } else { rustix::process::setsid().map(drop) };
}

/// Makes namespaces, starts the helper proper in them, waits for its end, and
/// removes the host's folder and the control group for it, for which a host that is killed has no time.
fn prepare(network: bool) -> io::Result<()> {
    let (wire, confinement) = begin()?;
    // Held open now: soon this process will see another file system at its path.
    let place = held(&PathBuf::from(&confinement.area));
    let started =
        confine::enter(network).and_then(|()| fork().doing("cannot start a helper in new namespaces"));
    match started {
        Ok(None) => {
            drop(place);
            serve(wire, &confinement, true)
        }
        Ok(Some(helper)) => {
            wait_for(helper)?;
            if let Ok(group) = &confinement.group {
                cgroup::remove(group.0.as_ref());
            }
            if let Some((held, name)) = place {
                // Nothing but empty folders was ever in it.
                for inner in Area::FOLDERS {
                    let _ = rustix::fs::unlinkat(&held, name.join(inner), AtFlags::REMOVEDIR);
                }
                let _ = rustix::fs::unlinkat(&held, &name, AtFlags::REMOVEDIR);
            }
            Ok(())
        }
        Err(error) => wire.send(&Reply::Failed(error.to_string()), &[]),
    }
}

/// The folder above this one, and this one's name.
fn held(folder: &Path) -> Option<(OwnedFd, PathBuf)> {
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let held = rustix::fs::open(folder.parent()?, flags, Mode::empty()).ok()?;
    Some((held, PathBuf::from(folder.file_name()?)))
}

/// Goes on in two processes: returns the new one to this one, and nothing to the new one.
///
/// To load this program once more would take four times as long.
fn fork() -> io::Result<Option<Pid>> {
    #[expect(unsafe_code, reason = "no safe wrapper forks, for threads are lost by that")]
    // SAFETY: this process has one thread and holds no lock, so the new one may do whatever this one may.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        pid => Ok(Pid::from_raw(pid)),
    }
}

fn wait_for(child: Pid) -> io::Result<()> {
    loop {
        match rustix::process::waitpid(Some(child), WaitOptions::empty()) {
            Err(Errno::INTR) => {}
            ended => return Ok(ended.map(drop)?),
        }
    }
}

/// Enters its control group, if one was made for it, confines itself and serves the host.
fn serve(mut wire: Wire, confinement: &Confinement, is_init: bool) -> io::Result<()> {
    let grouped = match &confinement.group {
        Ok(group) => cgroup::enter(group.0.as_ref()).map_err(|error| error.to_string()),
        Err(why) => Err(why.clone()),
    };
    // Opened before Landlock forbids it.
    let oom = if grouped.is_ok() { Oom::open() } else { None };
    let (confined, area) = match confine::confine(confinement, &grouped, is_init) {
        Ok(confined) => confined,
        Err(error) => return wire.send(&Reply::Failed(error.to_string()), &[]),
    };
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    let weighed = grouped.is_err() && confinement.sandbox != SandboxMode::Off;
    let memory = weighed.then_some(confinement.memory);
    let has_own_network = is_init && !confinement.has_network();
    let supervisor = Supervisor::new(ProcessTree { is_init }, memory, has_own_network, oom)?;
    let fds: Vec<_> = area.iter().map(AsFd::as_fd).collect();
    wire.send(&Reply::Confined(confined), &fds)?;
    drop(area);
    while let Some(delivery) = wire.receive()? {
        match answer(&supervisor, delivery, &mut wire)? {
            Next::Reply(reply) => wire.send(&*reply, &[])?,
            Next::Nothing => {}
            Next::End => break,
        }
    }
    Ok(())
}

/// Closes what the host's parents may have left open, so that no bot sees it.
fn close_inherited() {
    #[expect(
        unsafe_code,
        reason = "what was left open belongs to nobody here: there is no safe way to close it"
    )]
    // SAFETY: this process has just started and has opened nothing yet but 0, 1 and 2. Older C libraries, and musl, have no
    // function for this call.
    let closed = unsafe { libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, 0) == 0 };
    if closed {
        return;
    }
    // A kernel before 5.9.
    let open = std::fs::read_dir("/proc/self/fd").into_iter().flatten().flatten();
    let open: Vec<RawFd> = open.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    for fd in open.into_iter().filter(|fd| *fd > 2) {
        #[expect(unsafe_code, reason = "as above")]
        // SAFETY: as above; what the list was read by is closed already, which is found out.
        unsafe {
            libc::close(fd);
        }
    }
}

enum Next {
    Reply(Box<Reply>),
    Nothing,
    End,
}

impl Next {
    fn ended(finished: Finished) -> Self {
        Self::Reply(Box::new(Reply::Ended(Box::new(finished))))
    }

    fn failed(why: &str) -> Self {
        Self::Reply(Box::new(Reply::Failed(why.to_owned())))
    }
}

fn answer(supervisor: &Supervisor, delivery: Delivery<Request>, wire: &mut Wire) -> io::Result<Next> {
    Ok(match delivery.value {
        Request::Run(start, limit) => Next::ended(run(supervisor, &start, &limit, wire)),
        Request::Start(start) => {
            let mut fds = delivery.fds.into_iter();
            let (Some(stdin), Some(stdout)) = (fds.next(), fds.next()) else {
                return Ok(Next::failed("a bot was to be started without its pipes"));
            };
            converse(supervisor, &start, stdin, stdout, wire)?
        }
        Request::Confine(_) => Next::failed("the helper is confined already"),
        Request::Renew if supervisor.tree.is_gone() => Next::Reply(Box::new(Reply::Renewed)),
        Request::Renew => Next::failed("something is left of the bot"),
        Request::Freeze => Next::Nothing,
        Request::Thaw => Next::Reply(Box::new(Reply::Thawed)),
        Request::Look => Next::Reply(Box::new(Reply::Seen(Activity::ENDED))),
        // Said too late: the run had ended meanwhile.
        Request::Stop(_) | Request::Finish(_) => Next::Nothing,
    })
}

fn run(supervisor: &Supervisor, start: &Start, limit: &Limit, wire: &mut Wire) -> Finished {
    match Bot::start(supervisor, start, Plumbing::Captured) {
        Ok(bot) => bot.run(limit, wire, |wire| hear(wire).unwrap_or(Ending::Interrupted)),
        // For want of processes or file descriptors nobody can be started: a bot that was before is not to blame.
        Err(error) if is_of_the_machine(&error) => {
            Finished { ending: Ending::HostTooBusy, ..Finished::not_started("") }
        }
        Err(error) => Finished::not_started(&error.to_string()),
    }
}

fn is_of_the_machine(error: &io::Error) -> bool {
    Errno::from_io_error(error)
        .is_some_and(|errno| [Errno::AGAIN, Errno::MFILE, Errno::NFILE].contains(&errno))
}

/// The host's reason to stop, if it has one.
fn hear(wire: &mut Wire) -> Option<Ending> {
    match wire.receive().ok()??.value {
        Request::Stop(ending) => Some(ending),
        _ => None,
    }
}

/// Keeps a stream bot until the host has asked for its end.
fn converse(
    supervisor: &Supervisor,
    start: &Start,
    stdin: OwnedFd,
    stdout: OwnedFd,
    wire: &mut Wire,
) -> io::Result<Next> {
    let mut bot = match Bot::start(supervisor, start, Plumbing::Host(stdin, stdout)) {
        Ok(bot) => bot,
        Err(error) => return Ok(Next::ended(Finished::not_started(&error.to_string()))),
    };
    let schedule = procfs::open_schedule(&bot.pid.as_raw_pid().to_string());
    let fds: Vec<_> =
        [Some(bot.pidfd.as_fd()), schedule.as_ref().map(AsFd::as_fd)].into_iter().flatten().collect();
    wire.send(&Reply::Started, &fds)?;
    let mut deadline = None;
    let (finished, asked) = loop {
        match bot.wait(deadline.into_iter().chain(bot.next_look()).min(), wire) {
            Wake::Ended => break (bot.conclude_by(deadline, None), deadline.is_some()),
            Wake::Deadline if deadline.is_none_or(|deadline| Instant::now() < deadline) => {
                if bot.is_too_heavy(deadline, wire) {
                    break (bot.conclude(Some((OUT_OF_MEMORY, None))), false);
                }
                if bot.runs_although_stopped() {
                    break (bot.conclude(Some((Ending::OutOfTurn, None))), false);
                }
            }
            Wake::Deadline => break (bot.conclude(Some((Ending::Killed, None))), true),
            Wake::Host => match wire.receive()?.map(|delivery| delivery.value) {
                Some(Request::Finish(grace)) => {
                    bot.thaw();
                    deadline = Some(Instant::now() + grace.min(MAX_GRACE));
                }
                Some(Request::Freeze) => bot.freeze(),
                Some(Request::Thaw) => {
                    bot.thaw();
                    wire.send(&Reply::Thawed, &[])?;
                }
                Some(Request::Stop(ending)) => break (bot.conclude(Some((ending, None))), true),
                Some(Request::Look) => wire.send(&Reply::Seen(bot.activity()), &[])?,
                Some(_) => {}
                None => {
                    bot.conclude(Some((Ending::Interrupted, None)));
                    return Ok(Next::End);
                }
            },
        }
    };
    // It may have ended by itself before the host asked for its end.
    let mut asked = asked;
    while !asked {
        match wire.receive()?.map(|delivery| delivery.value) {
            Some(Request::Finish(_) | Request::Stop(_)) => asked = true,
            Some(Request::Thaw) => wire.send(&Reply::Thawed, &[])?,
            Some(Request::Look) => {
                wire.send(&Reply::Seen(Activity { cpu: finished.elapsed.cpu, ..Activity::ENDED }), &[])?;
            }
            Some(_) => {}
            None => return Ok(Next::End),
        }
    }
    Ok(Next::ended(finished))
}
