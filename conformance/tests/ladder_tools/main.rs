//! The ladder with programs that may not be there: GNU parallel and Slurm for a week on several machines, Chromium for the
//! season's page. Without them the trials count as ignored.

#![expect(clippy::print_stderr, reason = "what is skipped is said")]
#![expect(clippy::unwrap_used, reason = "what fails here fails the trial")]

#[cfg(unix)]
#[path = "../ladder/bench.rs"]
mod bench;
#[cfg(unix)]
#[path = "../browser/mod.rs"]
mod browser;
#[cfg(unix)]
mod gnu_parallel;
#[cfg(unix)]
mod recipe;
#[cfg(unix)]
mod season_page;
#[cfg(target_os = "linux")]
mod slurm;

use std::process::ExitCode;

#[cfg(not(unix))]
fn main() -> ExitCode {
    eprintln!("SKIPPED: the bots are shell scripts");
    ExitCode::SUCCESS
}

#[cfg(unix)]
fn main() -> ExitCode {
    let trials = vec![
        trial(
            ("GNU parallel", "parallel", gnu_parallel::is_there().then_some(())),
            "a week by GNU parallel is the same as by one run",
            |()| gnu_parallel::plays_a_week(),
        ),
        trial(
            ("Chromium", "chromium", browser::find()),
            "the season's page can be read at 400 pixels",
            season_page::can_be_read,
        ),
        #[cfg(target_os = "linux")]
        trial(
            ("Slurm", "slurm-wlm", slurm::is_there().then_some(())),
            "a week by Slurm is the same as by one run, though a task fails",
            |()| slurm::plays_a_week(),
        ),
    ];
    libtest_mimic::run(&libtest_mimic::Arguments::from_args(), trials).exit_code()
}

/// A trial of a program, which is called so, comes with that package, and may not be there.
#[cfg(unix)]
fn trial<T: Send + 'static>(
    (program, package, found): (&'static str, &str, Option<T>),
    name: &str,
    test: fn(T),
) -> libtest_mimic::Trial {
    let is_missing = found.is_none();
    if is_missing {
        eprintln!("SKIPPED: there is no {program} here (Debian: apt-get install {package})");
    }
    let run = move || {
        // With `--ignored` it is asked for in spite of that.
        test(found.ok_or_else(|| format!("there is no {program} here"))?);
        Ok(())
    };
    libtest_mimic::Trial::test(name, run).with_ignored_flag(is_missing)
}
