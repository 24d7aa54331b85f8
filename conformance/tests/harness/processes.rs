//! Whether a bot has left processes behind.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A process that is still there after this was left behind: those that bots leave stay for a minute.
const PATIENCE: Duration = Duration::from_secs(30);

/// Fails if a process that runs a bot of this name is still there. Another test may run one just now, so it
/// is given time to end.
pub(crate) fn await_end(bot: &str) {
    let began = Instant::now();
    while let Some(pid) = running(bot) {
        assert!(began.elapsed() < PATIENCE, "process {pid} of {bot} was left behind");
        sleep(Duration::from_millis(20));
    }
}

/// The id of a process that has a file of this name on its command line. (Where there is no /proc, none.)
pub(crate) fn running(bot: &str) -> Option<String> {
    let mut processes = fs::read_dir("/proc").ok()?.flatten();
    let process = processes.find(|process| {
        let line = fs::read(process.path().join("cmdline")).unwrap_or_default();
        let program_or_script = line.split(|&byte| byte == 0).take(2);
        let mut names = program_or_script.map(|word| Path::new(OsStr::from_bytes(word)).file_name());
        names.any(|name| name == Some(OsStr::new(bot)))
    })?;
    Some(process.file_name().to_string_lossy().into_owned())
}
