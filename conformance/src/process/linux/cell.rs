//! A cell: one helper process and the folders of one bot.

use super::area;
use super::helper::{ASKED, NAMESPACED, PLAIN};
use super::host::Shared;
use super::message::{Confinement, Reply, Request};
use super::running::Running;
use super::wire::{Delivery, Wire};
use crate::process::area::Area;
use crate::process::error::{CellError, Doing};
use crate::process::finished::{Ending, Finished};
use crate::process::isolation::{Isolation, Sandbox};
use crate::process::launch::{Launch, Limit};
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::net::{AddressFamily, SocketFlags, SocketType};
use rustix::pipe::PipeFlags;
use rustix::process::{Pid, PidfdFlags};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

/// The helper itself needs no longer than this, beyond what the bot is given.
const PATIENCE: Duration = Duration::from_secs(30);

/// Bots of root run as users from here on: a number that no system gives to a
/// person, and the helper's process id, which makes it a user of its own.
const FIRST_USER: u32 = 0x7000_0000;

/// One confined place for one bot. Everything in it ends when it is dropped.
#[derive(Debug)]
pub struct Cell {
    pub(super) shared: Arc<Shared>,
    wire: Option<Wire>,
    helper: Child,
    isolation: Isolation,
    area: Area,
    /// The area's folder, where no path leads to it.
    held: Option<OwnedFd>,
    _folder: TempDir,
}

impl Cell {
    /// Opens a cell; `no_namespaces` says why its helper is not to have any.
    pub(super) fn open(
        shared: &Arc<Shared>,
        readable: &[PathBuf],
        no_namespaces: Option<&str>,
    ) -> Result<Self, CellError> {
        let (folder, area) = area::create(&shared.place)?;
        let flags = SocketFlags::CLOEXEC;
        let (ours, theirs) = rustix::net::socketpair(AddressFamily::UNIX, SocketType::STREAM, flags, None)
            .doing("cannot make a socket for a helper")?;
        let has_namespaces = no_namespaces.is_none() && shared.sandbox != Sandbox::Off;
        let helper = Command::new(&shared.helper)
            .arg(ASKED)
            .arg(if has_namespaces { NAMESPACED } else { PLAIN })
            .stdin(theirs)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .doing("cannot start a helper")?;
        let shared = Arc::clone(shared);
        let user = rustix::process::geteuid().is_root().then(|| FIRST_USER.saturating_add(helper.id()));
        let confinement = Confinement {
            sandbox: shared.sandbox,
            area: area.host_path().into(),
            no_namespaces: no_namespaces.map(str::to_owned),
            user,
            readable: readable.iter().map(|path| path.as_path().into()).collect(),
        };
        let isolation = Isolation::default();
        let wire = Some(Wire::new(ours));
        let mut cell = Self { shared, wire, helper, isolation, area, held: None, _folder: folder };
        // If it fails before it reads, it says why all the same.
        let asked = cell.request(&Request::Confine(confinement), &[]);
        let delivery = cell.reply(PATIENCE, false)?;
        match delivery.value {
            Reply::Confined(confined) => {
                asked?;
                cell.held = delivery.fds.into_iter().next();
                cell.area = area::confined(cell.area.clone(), &confined, cell.held.as_ref())?;
                cell.isolation = confined.isolation;
            }
            other => return Err(unexpected(other)),
        }
        Ok(cell)
    }

    /// What the bot in it is kept from.
    #[must_use]
    pub fn isolation(&self) -> &Isolation {
        &self.isolation
    }

    /// Its folders.
    #[must_use]
    pub fn area(&self) -> &Area {
        &self.area
    }

    /// Runs a program until it ends or is over its limit: a file bot's turn.
    /// stdin is at end of file. When this returns, nothing it started is left.
    ///
    /// # Errors
    ///
    /// If the helper fails. Whatever the bot does is in the [`Finished`].
    pub fn run(&mut self, launch: &Launch, limit: &Limit) -> Result<Finished, CellError> {
        self.request(&Request::Run(launch.into(), *limit), &[])?;
        match self.reply(limit.hard_cap.saturating_add(PATIENCE), true)?.value {
            Reply::Ended(finished) => Ok(*finished),
            other => Err(unexpected(other)),
        }
    }

    /// Starts a program with pipes to its stdin and stdout: a stream bot.
    ///
    /// # Errors
    ///
    /// If the helper fails. A program that cannot be started gives a
    /// [`Running`] that has ended with [`Ending::NotStarted`].
    pub fn start(mut self, launch: &Launch) -> Result<Running, CellError> {
        let pipe = || rustix::pipe::pipe_with(PipeFlags::CLOEXEC).doing("cannot make a pipe");
        let (their_stdin, stdin) = pipe()?;
        let (stdout, their_stdout) = pipe()?;
        self.request(&Request::Start(launch.into()), &[their_stdin.as_fd(), their_stdout.as_fd()])?;
        drop((their_stdin, their_stdout));
        let delivery = self.reply(PATIENCE, false)?;
        match delivery.value {
            Reply::Started => Running::new(self, stdin, stdout, delivery.fds),
            Reply::Ended(finished) => Ok(Running::not_started(self, stdin, stdout, *finished)),
            other => Err(unexpected(other)),
        }
    }

    pub(super) fn request(&self, request: &Request, fds: &[BorrowedFd<'_>]) -> Result<(), CellError> {
        self.wire()?.send(request, fds).doing("the helper is gone")
    }

    /// Waits for a reply. If the run is interrupted meanwhile and the helper
    /// is busy with a bot, it is told to end it.
    pub(super) fn reply(
        &mut self,
        patience: Duration,
        stoppable: bool,
    ) -> Result<Delivery<Reply>, CellError> {
        let interrupted = loop {
            let mut polled = vec![PollFd::new(self.wire()?, PollFlags::IN)];
            if stoppable {
                polled.push(PollFd::new(&self.shared.interrupt, PollFlags::IN));
            }
            match rustix::event::poll(&mut polled, Timespec::try_from(patience).ok().as_ref()) {
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(CellError::new("cannot wait for the helper", error)),
                Ok(0) => {
                    self.abandon();
                    return Err(CellError::text("the helper did not answer and was killed"));
                }
                Ok(_) => break polled[0].revents().is_empty(),
            }
        };
        if interrupted {
            self.request(&Request::Stop(Ending::Interrupted), &[])?;
            return self.reply(PATIENCE, false);
        }
        let wire = self.wire.as_mut().ok_or_else(|| CellError::text("the helper is gone"))?;
        let delivery = wire.receive().doing("cannot hear the helper")?;
        delivery.ok_or_else(|| CellError::text("the helper ended unexpectedly"))
    }

    pub(super) fn wire(&self) -> Result<&Wire, CellError> {
        self.wire.as_ref().ok_or_else(|| CellError::text("the helper is gone"))
    }

    /// Gives the helper up.
    fn abandon(&mut self) {
        self.wire = None;
        let _ = self.helper.kill();
    }
}

pub(super) fn unexpected(reply: Reply) -> CellError {
    match reply {
        Reply::Failed(why) => CellError::text(why),
        other => CellError::text(format!("the helper answered out of turn: {other:?}")),
    }
}

impl Drop for Cell {
    fn drop(&mut self) {
        // The end of the socket is the helper's sign to kill everything and end.
        self.wire = None;
        if !ends_within(&self.helper, PATIENCE) {
            let _ = self.helper.kill();
        }
        let _ = self.helper.wait();
    }
}

fn ends_within(child: &Child, patience: Duration) -> bool {
    let pidfd: OwnedFd = match rustix::process::pidfd_open(Pid::from_child(child), PidfdFlags::empty()) {
        Ok(pidfd) => pidfd,
        Err(_) => return false,
    };
    let mut polled = [PollFd::new(&pidfd, PollFlags::IN)];
    matches!(rustix::event::poll(&mut polled, Timespec::try_from(patience).ok().as_ref()), Ok(1))
}
