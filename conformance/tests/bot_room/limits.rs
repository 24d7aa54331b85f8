//! Builds that do not end, do not stop talking, or leave something behind.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::{folder, write};
use botspec::bot::{Bot, BotError, Toolbox, Workshop};

fn build(place: &Path, script: &str, limit: Duration) -> Result<(), BotError> {
    write(place.join("build.sh"), script);
    write(place.join("bot.py"), "");
    write(place.join("bot.toml"), "build = [\"sh\", \"build.sh\"]\nrun = [\"sh\", \"bot.py\"]\n");
    let toolbox = Toolbox { limit, ..Toolbox::from_env() };
    Bot::locate(place).unwrap().prepare(&Workshop::unconfined(toolbox.clone()), &mut |_| ()).map(drop)
}

/// Waits for a process that was killed to be gone; a zombie is.
fn assert_gone(pid: &str) {
    let running = || {
        let stat = fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
        stat.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with('Z'))
    };
    for _ in 0..1000 {
        if !running() {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("process {pid} still runs");
}

#[test]
fn a_build_that_does_not_end_is_ended_with_all_its_processes() {
    let (_temp, place) = folder();
    let script = "sleep 1000 &\necho $! > pid\necho it began\nwait\n";
    let error = build(&place, script, Duration::from_millis(1500)).unwrap_err();
    let BotError::BuildFailed { why, output, .. } = error else { panic!("{error}") };
    assert_eq!(why, "was still running after 1s 500ms and was stopped");
    assert_eq!(output, "it began\n");
    assert_gone(&fs::read_to_string(place.join("pid")).unwrap());
}

#[test]
fn what_a_build_leaves_running_is_ended() {
    let (_temp, place) = folder();
    build(&place, "sleep 1000 &\necho $! > pid\n", Toolbox::LIMIT).unwrap();
    assert_gone(&fs::read_to_string(place.join("pid")).unwrap());
}

#[test]
fn a_flood_of_output_is_cut_in_the_middle() {
    let (_temp, place) = folder();
    let script = "echo first\nhead -c 100000000 /dev/zero | tr '\\0' x\nhead -c 100000000 /dev/zero >&2\necho\necho last\nexit 3\n";
    let error = build(&place, script, Toolbox::LIMIT).unwrap_err();
    let BotError::BuildFailed { why, output, .. } = error else { panic!("{error}") };
    assert_eq!(why, "failed with exit status 3");
    assert!(output.contains("first\nxx") && output.ends_with("xx\nlast\n"));
    assert!(output.len() < 200_000, "{}", output.len());
}

#[test]
fn a_build_that_a_signal_ends_says_so() {
    let (_temp, place) = folder();
    let error = build(&place, "kill -9 $$\n", Toolbox::LIMIT).unwrap_err().to_string();
    assert!(error.contains("`sh build.sh` was ended by signal 9"), "{error}");
}

#[test]
fn a_build_has_nothing_to_read() {
    let (_temp, place) = folder();
    build(&place, "read line && exit 1\nexit 0\n", Toolbox::LIMIT).unwrap();
}
