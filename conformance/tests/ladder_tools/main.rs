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
    use libtest_mimic::{Arguments, Trial};

    let has_parallel = gnu_parallel::is_there();
    if !has_parallel {
        eprintln!("SKIPPED: there is no GNU parallel here (Debian: apt-get install parallel)");
    }
    let by_parallel = Trial::test("a week by GNU parallel is the same as by one run", || {
        gnu_parallel::plays_a_week();
        Ok(())
    });
    let browser = browser::find();
    let page = Trial::test("the season's page can be read at 400 pixels", move || {
        season_page::can_be_read(browser.ok_or("there is no browser here")?);
        Ok(())
    });
    let mut trials =
        vec![by_parallel.with_ignored_flag(!has_parallel), page.with_ignored_flag(browser.is_none())];
    #[cfg(target_os = "linux")]
    {
        let has_slurm = slurm::is_there();
        if !has_slurm {
            eprintln!("SKIPPED: there is no Slurm here (Debian: apt-get install slurm-wlm)");
        }
        let by_slurm = Trial::test("a week by Slurm is the same as by one run, though a task fails", || {
            slurm::plays_a_week();
            Ok(())
        });
        trials.push(by_slurm.with_ignored_flag(!has_slurm));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}
