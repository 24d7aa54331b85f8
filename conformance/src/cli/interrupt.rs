//! Ctrl-C, and what happens when botspec itself fails.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicU32, Ordering};

use super::args::Confined;
use super::error::CliError;
use super::output;
use crate::bot;
use crate::exit_code::Exit;
use crate::process::{Host, SandboxMode};

/// How often the user has said that it is enough.
static TIMES: AtomicU32 = AtomicU32::new(0);

/// The number of SIGINT, which Ctrl-C sends, on every system.
const CTRL_C: u8 = 2;

/// The number of the signal that said so last; Ctrl-C where there are no signals.
pub(super) fn signal() -> u8 {
    #[cfg(unix)]
    return u8::try_from(unix::LAST.load(Ordering::SeqCst)).unwrap_or(CTRL_C);
    #[cfg(not(unix))]
    return CTRL_C;
}

/// How often the user has said that it is enough: what still waits for somebody else is to give up.
pub(super) fn times() -> u32 {
    TIMES.load(Ordering::SeqCst)
}

/// Opens the host. From now on Ctrl-C ends every bot and every build; what waits for them goes on and ends the
/// command.
pub(super) fn open_host(confined: &Confined) -> Result<Host, CliError> {
    let sandbox = confined.sandbox().into();
    let host = Host::open_bounded(None, sandbox, confined.memory)?;
    // Who switches it off knows what is missing.
    if let Some(shortfall) = host.isolation().shortfall().filter(|_| sandbox != SandboxMode::Off) {
        output::note(&shortfall);
    }
    let interrupter = host.interrupter();
    let handler = move || {
        TIMES.fetch_add(1, Ordering::SeqCst);
        bot::interrupt_builds();
        interrupter.interrupt();
    };
    on_signals(handler).map_err(|error| CliError::internal(format!("cannot catch Ctrl-C: {error}")))?;
    Ok(host)
}

/// Calls this each time the user says that it is enough.
#[cfg(not(unix))]
fn on_signals(handler: impl FnMut() + Send + 'static) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(handler)
}

#[cfg(unix)]
use unix::on_signals;

#[cfg(unix)]
mod unix {
    use std::io;
    use std::sync::atomic::{AtomicI32, Ordering};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    use crate::process::is_ignored;

    /// The signal that came last.
    pub(super) static LAST: AtomicI32 = AtomicI32::new(SIGINT);

    /// Calls this each time the user says that it is enough. A terminal that is closed says nothing where `nohup` has
    /// asked for that. Ctrl-C is another matter: any shell has it ignored by what a script starts in the background.
    pub(super) fn on_signals(mut handler: impl FnMut() + Send + 'static) -> io::Result<()> {
        let hangup = (!is_ignored(SIGHUP)).then_some(SIGHUP);
        let mut signals = Signals::new([SIGINT, SIGTERM].into_iter().chain(hangup))?;
        let listen = move || {
            for signal in signals.forever() {
                LAST.store(signal, Ordering::SeqCst);
                handler();
            }
        };
        std::thread::Builder::new().name("signals".to_owned()).spawn(listen).map(drop)
    }
}

/// Does something; if that panics, everything is cleaned up and the user is told what to do.
pub(super) fn guarded(work: impl FnOnce() -> Result<Exit, CliError>) -> Result<Exit, CliError> {
    panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(|at| format!(" at {}:{}", at.file(), at.line())).unwrap_or_default();
        output::note(&format!("botspec failed{place}: {}", message(panic.payload())));
    }));
    // Whatever was half done is not looked at again.
    panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        Err(CliError::internal("this is a fault of botspec, not of the bot: please report the line above"))
    })
}

/// What a panic says.
fn message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no reason was given")
}
