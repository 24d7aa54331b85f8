//! A cell: one helper process and the folders of one bot.

use super::helper_slot::{HelperSlot, PATIENCE, unexpected};
use super::host::Shared;
use super::message::{Reply, Request};
use super::running::Running;
use super::wire::{Delivery, Wire};
use crate::process::area::Area;
use crate::process::error::{Doing, SandboxError};
use crate::process::finished::{Ending, Finished};
use crate::process::isolation::{Isolation, Layer};
use crate::process::launch::{Launch, Limit};
use crate::process::workplace::Workplace;
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::pipe::PipeFlags;
use std::os::fd::{AsFd, BorrowedFd};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// One confined place for one bot. Everything in it ends when it is dropped.
#[derive(Debug)]
pub(crate) struct Sandbox {
    pub(super) shared: Arc<Shared>,
    /// Always there until it is dropped.
    slot: Option<HelperSlot>,
    /// Whether a bot may be running in it, or something went wrong.
    in_use: bool,
    /// Whether nothing else is ever to be done in it.
    is_for_one: bool,
}

impl Sandbox {
    /// Opens a cell; `no_namespaces` says why its helper is not to have any.
    pub(super) fn open(
        shared: &Arc<Shared>,
        readable: &[PathBuf],
        no_namespaces: Option<&str>,
    ) -> Result<Self, SandboxError> {
        let slot = match shared.pool.take(readable) {
            Some(spare) => spare,
            None => HelperSlot::open(shared, readable, None, no_namespaces)?,
        };
        Ok(Self { shared: Arc::clone(shared), slot: Some(slot), in_use: false, is_for_one: false })
    }

    /// Opens a cell to build in.
    pub(super) fn open_workplace(
        shared: &Arc<Shared>,
        workplace: &Workplace,
        no_namespaces: Option<&str>,
    ) -> Result<Self, SandboxError> {
        let slot = HelperSlot::open(shared, &workplace.readable, Some(workplace), no_namespaces)?;
        Ok(Self { shared: Arc::clone(shared), slot: Some(slot), in_use: false, is_for_one: true })
    }

    fn slot(&self) -> &HelperSlot {
        self.slot.as_ref().expect("a sandbox has its slot until it is dropped")
    }

    fn slot_mut(&mut self) -> &mut HelperSlot {
        self.slot.as_mut().expect("a sandbox has its slot until it is dropped")
    }

    /// What the bot in it is kept from.
    #[must_use]
    pub(crate) fn isolation(&self) -> &Isolation {
        &self.slot().isolation
    }

    /// Its folders.
    #[must_use]
    pub(crate) fn area(&self) -> &Area {
        &self.slot().area
    }

    /// How many bytes of memory what runs in it may have; none if nothing bounds that.
    #[must_use]
    pub(crate) fn memory(&self) -> Option<u64> {
        self.isolation().holds(Layer::Limits).then_some(self.shared.memory)
    }

    /// Runs a program until it ends or is over its limit: a file bot's turn.
    /// stdin is at end of file. When this returns, nothing it started is left.
    ///
    /// # Errors
    ///
    /// If the helper fails. Whatever the bot does is in the [`Finished`].
    pub(crate) fn run(&mut self, launch: &Launch, limit: &Limit) -> Result<Finished, SandboxError> {
        self.in_use = true;
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
    pub(crate) fn start(mut self, launch: &Launch) -> Result<Running, SandboxError> {
        let pipe = || rustix::pipe::pipe_with(PipeFlags::CLOEXEC).doing("cannot make a pipe");
        let (their_stdin, stdin) = pipe()?;
        let (stdout, their_stdout) = pipe()?;
        if let Some((user, group)) = self.area().owner() {
            // Programs open them by name: as `/dev/stdin`, for one.
            for end in [&their_stdin, &their_stdout] {
                std::os::unix::fs::fchown(end, Some(user), Some(group))
                    .doing("cannot give the bot a pipe")?;
            }
        }
        self.in_use = true;
        self.request(&Request::Start(launch.into()), &[their_stdin.as_fd(), their_stdout.as_fd()])?;
        drop((their_stdin, their_stdout));
        let delivery = self.reply(PATIENCE, false)?;
        match delivery.value {
            Reply::Started => Running::new(self, stdin, stdout, delivery.fds),
            Reply::Ended(finished) => Ok(Running::not_started(self, stdin, stdout, *finished)),
            other => Err(unexpected(other)),
        }
    }

    pub(super) fn request(&self, request: &Request, fds: &[BorrowedFd<'_>]) -> Result<(), SandboxError> {
        self.wire()?.send(request, fds).doing("the helper is gone")
    }

    /// Waits for a reply. If the run is interrupted meanwhile and the helper
    /// is busy with a bot, it is told to end it.
    pub(super) fn reply(
        &mut self,
        patience: Duration,
        stoppable: bool,
    ) -> Result<Delivery<Reply>, SandboxError> {
        let interrupted = loop {
            // It may have come along with the one before.
            if self.wire()?.has_more() {
                break false;
            }
            let mut polled = vec![PollFd::new(self.wire()?, PollFlags::IN)];
            if stoppable {
                polled.push(PollFd::new(&self.shared.interrupt, PollFlags::IN));
            }
            match rustix::event::poll(&mut polled, Timespec::try_from(patience).ok().as_ref()) {
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(SandboxError::new("cannot wait for the helper", error)),
                Ok(0) => {
                    self.slot_mut().abandon();
                    return Err(SandboxError::text("the helper did not answer and was killed"));
                }
                Ok(_) => break polled[0].revents().is_empty(),
            }
        };
        if interrupted {
            self.request(&Request::Stop(Ending::Interrupted), &[])?;
            return self.reply(PATIENCE, false);
        }
        let delivery = self.slot_mut().receive()?;
        self.in_use = !matches!(delivery.value, Reply::Ended(_));
        Ok(delivery)
    }

    pub(super) fn wire(&self) -> Result<&Wire, SandboxError> {
        self.slot().wire()
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        let Some(slot) = self.slot.take() else { return };
        if !self.in_use && !self.is_for_one && !self.shared.is_interrupted() {
            self.shared.pool.give(slot);
        }
    }
}
