//! Framed messages, with file descriptors, over the socket to a helper.
//!
//! A frame is its length (4 bytes, little-endian), then a value in postcard's
//! encoding. Descriptors travel with the first byte.

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage,
    SendFlags,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

/// No message is longer: the two heads, the two tails and room for a command line.
const MAX_LENGTH: usize = 1024 * 1024;
/// No message carries more descriptors.
const MAX_FDS: usize = 2;
/// Most messages fit into one read of this size.
const CHUNK: usize = 16 * 1024;

/// One end of the socket.
#[derive(Debug)]
pub(super) struct Wire {
    socket: OwnedFd,
    received: Vec<u8>,
}

/// A message and what came with it.
pub(super) struct Delivery<T> {
    pub(super) value: T,
    pub(super) fds: Vec<OwnedFd>,
}

impl Wire {
    pub(super) fn new(socket: OwnedFd) -> Self {
        Self { socket, received: Vec::new() }
    }

    /// Sends one message, waiting for room if need be.
    pub(super) fn send<T: Serialize>(&self, value: &T, fds: &[BorrowedFd<'_>]) -> io::Result<()> {
        let mut frame = postcard::to_extend(value, vec![0; 4]).map_err(io::Error::other)?;
        let length = frame.len() - 4;
        if length > MAX_LENGTH {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the command line is too long"));
        }
        let prefix = u32::try_from(length).expect("LONGEST fits").to_le_bytes();
        frame[..4].copy_from_slice(&prefix);
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MAX_FDS))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        if !fds.is_empty() {
            control.push(SendAncillaryMessage::ScmRights(fds));
        }
        let mut sent = 0;
        while sent < frame.len() {
            let slice = [IoSlice::new(&frame[sent..])];
            match rustix::net::sendmsg(&self.socket, &slice, &mut control, SendFlags::NOSIGNAL) {
                Ok(count) => {
                    sent += count;
                    control.clear();
                }
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Waits for one message; `None` when the other end is gone.
    pub(super) fn receive<T: DeserializeOwned>(&mut self) -> io::Result<Option<Delivery<T>>> {
        let mut fds = Vec::new();
        loop {
            if let Some(value) = self.take()? {
                return Ok(Some(Delivery { value, fds }));
            }
            if self.read_more(&mut fds)? == 0 {
                return Ok(None);
            }
        }
    }

    /// Whether a message, or a part of one, has been received and not been taken.
    pub(super) fn has_more(&self) -> bool {
        !self.received.is_empty()
    }

    /// Takes a whole message from what has been received.
    fn take<T: DeserializeOwned>(&mut self) -> io::Result<Option<T>> {
        let Some((prefix, rest)) = self.received.split_first_chunk::<4>() else { return Ok(None) };
        let length = usize::try_from(u32::from_le_bytes(*prefix)).unwrap_or(usize::MAX);
        if length > MAX_LENGTH {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a message of the helper is too long"));
        }
        let Some(body) = rest.get(..length) else { return Ok(None) };
        let value = postcard::from_bytes(body).map_err(io::Error::other)?;
        self.received.drain(..4 + length);
        Ok(Some(value))
    }

    fn read_more(&mut self, fds: &mut Vec<OwnedFd>) -> io::Result<usize> {
        let mut chunk = [0; CHUNK];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MAX_FDS))];
        let mut control = RecvAncillaryBuffer::new(&mut space);
        let mut slices = [IoSliceMut::new(&mut chunk)];
        let message = loop {
            match rustix::net::recvmsg(&self.socket, &mut slices, &mut control, RecvFlags::CMSG_CLOEXEC) {
                Ok(message) => break message,
                Err(rustix::io::Errno::INTR) => {}
                Err(rustix::io::Errno::CONNRESET) => return Ok(0),
                Err(error) => return Err(error.into()),
            }
        };
        for part in control.drain() {
            if let RecvAncillaryMessage::ScmRights(received) = part {
                fds.extend(received);
            }
        }
        self.received.extend_from_slice(&chunk[..message.bytes]);
        Ok(message.bytes)
    }
}

impl AsFd for Wire {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }
}
