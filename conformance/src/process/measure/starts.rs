//! How long programs take to start that do nothing then, started as bots are.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use super::clock::Cost;
use crate::process::{Host, Launch, Limit, Sandbox, SandboxError};

/// A program that has not ended by then is not measured.
pub const START_LIMIT: Duration = Duration::from_secs(10);

/// A program that does nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// Its absolute path.
    pub program: PathBuf,
    /// What tells it to do nothing.
    pub args: &'static [&'static str],
    /// What it reads besides what is installed beside it.
    pub readable: Vec<PathBuf>,
}

/// A place in which such a program is started again and again.
#[derive(Debug)]
pub struct Starter {
    cell: Sandbox,
    launch: Launch,
}

impl Starter {
    /// Makes the place.
    ///
    /// # Errors
    /// If the machine has no process, memory or disk space left for it.
    pub fn new(host: &Host, start: &Start) -> Result<Self, SandboxError> {
        let readable: Vec<PathBuf> = start.readable.iter().chain([&start.program]).cloned().collect();
        let cell = host.cell(&readable)?;
        let path = std::env::var_os("PATH").unwrap_or_else(|| "/usr/local/bin:/usr/bin:/bin".into());
        let home = cell.area().seen("home").into_os_string();
        let env = [("PATH", path), ("HOME", home), ("LANG", "C.UTF-8".into())];
        let launch = Launch {
            program: start.program.clone(),
            args: start.args.iter().map(OsString::from).collect(),
            current_dir: cell.area().seen("game"),
            env: env.into_iter().map(|(name, value)| (name.into(), value)).collect(),
        };
        Ok(Self { cell, launch })
    }

    /// Starts it once; none if it does not do nothing and end.
    ///
    /// # Errors
    /// If the helper fails.
    pub fn once(&mut self) -> Result<Option<Cost>, SandboxError> {
        let finished = self.cell.run(&self.launch, &Limit::new(START_LIMIT))?;
        let elapsed = finished.elapsed;
        // Nobody but Linux tells the processor time of a program that was started.
        let cpu = if elapsed.cpu.is_zero() { elapsed.wall } else { elapsed.cpu };
        Ok(finished.ending.is_success().then_some(Cost { cpu, wall: elapsed.wall }))
    }
}
