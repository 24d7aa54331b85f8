//! Running compilers: bounded in time and in what they print.

use std::io::{Read as _, Seek as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use wait_timeout::ChildExt as _;

use super::BotError;
use super::which::{advice, which};

/// No build takes longer.
const LIMIT: Duration = Duration::from_secs(600);

/// At most this much of a compiler's output is shown: its beginning.
const SHOWN: u64 = 16 << 10;

/// Runs a build command in a folder and returns what it printed on stdout.
///
/// # Errors
/// If the program is missing, fails, or takes longer than ten minutes; with its output.
pub(super) fn build(folder: &Path, command: &[String]) -> Result<Vec<u8>, BotError> {
    let shown = command.join(" ");
    let failed = |why: String, output: String| BotError::BuildFailed { command: shown.clone(), why, output };
    let (name, args) = command.split_first().ok_or_else(|| failed("is empty".to_owned(), String::new()))?;
    let inside = folder.join(name);
    let program = if name.contains('/') && inside.exists() { Some(inside) } else { which(name) };
    let program = program.ok_or_else(|| {
        failed(format!("cannot be run: {name} was not found; {}", advice(name)), String::new())
    })?;
    let file =
        || tempfile::tempfile().map_err(|error| failed(format!("cannot be run: {error}"), String::new()));
    // Files, not pipes: whatever a compiler prints, it never waits for us, and a daemon it leaves holds nothing up.
    let (mut stdout, mut stderr) = (file()?, file()?);
    let (out, err) = (stdout.try_clone(), stderr.try_clone());
    let (Ok(out), Ok(err)) = (out, err) else {
        return Err(failed("cannot be run: no file for its output".to_owned(), String::new()));
    };
    let mut build = Command::new(&program);
    build.args(args).current_dir(folder).stdin(Stdio::null()).stdout(out).stderr(err);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut build, 0);
    let mut child =
        build.spawn().map_err(|error| failed(format!("cannot be run: {error}"), String::new()))?;
    let status = child.wait_timeout(LIMIT);
    let mut output = String::new();
    for file in [&mut stderr, &mut stdout] {
        let mut bytes = Vec::new();
        if file.rewind().is_ok() && (&*file).take(SHOWN).read_to_end(&mut bytes).is_ok() {
            output.push_str(&crate::evidence::plain(&bytes));
        }
    }
    match status {
        Ok(Some(status)) if status.success() => {
            let mut bytes = Vec::new();
            let read = stdout.rewind().and_then(|()| stdout.take(64 << 20).read_to_end(&mut bytes));
            read.map_err(|error| failed(format!("cannot be read: {error}"), output))?;
            Ok(bytes)
        }
        Ok(Some(status)) => Err(failed(format!("failed ({status})"), output)),
        Ok(None) => {
            kill(&mut child);
            Err(failed(
                format!("was still running after {} minutes and was stopped", LIMIT.as_secs() / 60),
                output,
            ))
        }
        Err(error) => {
            kill(&mut child);
            Err(failed(format!("could not be waited for: {error}"), output))
        }
    }
}

/// Ends a build and everything in its process group.
fn kill(child: &mut std::process::Child) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        // It may have ended by itself meanwhile.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}
