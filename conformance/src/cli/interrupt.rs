//! Ctrl-C, and what happens when botspec itself fails.

use std::any::Any;
use std::panic::{self, UnwindSafe};

use super::error::CliError;
use super::output;
use crate::bot;
use crate::exit_code::Exit;
use crate::process::{Host, Sandbox};

/// Opens the host. From now on Ctrl-C ends every bot and every build; what waits for them goes on and ends the
/// command.
pub(super) fn open_host(sandbox: impl Into<Sandbox>) -> Result<Host, CliError> {
    let host = Host::open(sandbox.into())?;
    let interrupter = host.interrupter();
    let handler = move || {
        bot::interrupt_builds();
        interrupter.interrupt();
    };
    ctrlc::set_handler(handler)
        .map_err(|error| CliError::internal(format!("cannot catch Ctrl-C: {error}")))?;
    Ok(host)
}

/// Does something; if that panics, everything is cleaned up and the user is told what to do.
pub(super) fn guarded(work: impl FnOnce() -> Result<Exit, CliError> + UnwindSafe) -> Result<Exit, CliError> {
    panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(|at| format!(" at {}:{}", at.file(), at.line())).unwrap_or_default();
        output::note(&format!("botspec failed{place}: {}", message(panic.payload())));
    }));
    panic::catch_unwind(work).unwrap_or_else(|_| {
        Err(CliError::internal("this is a fault of botspec, not of the bot: please report the line above"))
    })
}

/// What a panic says.
fn message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no reason was given")
}
