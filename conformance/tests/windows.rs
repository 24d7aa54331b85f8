//! Windows: what a bot starts ends with it, and with botspec. `.ci/windows` tries it on Linux, under Wine.

#![cfg_attr(windows, expect(clippy::unwrap_used, reason = "what fails here fails the trial"))]
#![cfg_attr(not(windows), expect(clippy::print_stderr, reason = "what is skipped is said"))]

use std::process::ExitCode;

#[cfg(not(windows))]
fn main() -> ExitCode {
    eprintln!("SKIPPED: this is not Windows");
    ExitCode::SUCCESS
}

/// The trials, or a bot of theirs: this program is started again as one.
#[cfg(windows)]
fn main() -> ExitCode {
    use libtest_mimic::{Arguments, Trial};
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [part, sign, ..] = args.as_slice()
        && let Some(part) = bot::Part::of(part)
    {
        part.play(sign.as_ref());
        return ExitCode::SUCCESS;
    }
    let trials: [(&str, fn()); 5] = [
        ("doctor says what there is", trials::doctor_says_what_there_is),
        ("strict is refused", trials::strict_is_refused),
        ("what a bot leaves ends with it", trials::what_a_bot_leaves_ends_with_it),
        ("what a late bot has started ends with it", trials::what_a_late_bot_has_started_ends_with_it),
        ("bots end with botspec when that is killed", trials::bots_end_with_a_killed_botspec),
    ];
    let trials = trials.map(|(name, trial)| {
        Trial::test(name, move || {
            trial();
            Ok(())
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.into()).exit_code()
}

/// A bot that starts another process.
#[cfg(windows)]
mod bot {
    use std::fs::{self, OpenOptions};
    use std::io::Write as _;
    use std::os::windows::process::CommandExt as _;
    use std::path::Path;
    use std::process::{Command, Stdio};
    use std::thread::sleep;
    use std::time::Duration;

    /// `CREATE_BREAKAWAY_FROM_JOB`.
    const BREAK_AWAY: u32 = 0x0100_0000;

    /// What a process of it does.
    #[derive(Clone, Copy)]
    pub(super) enum Part {
        /// Starts another one, and ends when that runs.
        Leaves,
        /// The same, but does not end.
        Hangs,
        /// The other one. As long as it runs a file grows, which is its sign of life.
        Stays,
    }

    impl Part {
        const ALL: [Self; 3] = [Self::Leaves, Self::Hangs, Self::Stays];

        pub(super) fn of(name: &str) -> Option<Self> {
            Self::ALL.into_iter().find(|part| part.name() == name)
        }

        pub(super) const fn name(self) -> &'static str {
            match self {
                Self::Leaves => "leaves",
                Self::Hangs => "hangs",
                Self::Stays => "stays",
            }
        }

        pub(super) fn play(self, sign: &Path) {
            if let Self::Stays = self {
                return stay(sign);
            }
            let mut other = Command::new(std::env::current_exe().unwrap());
            other.arg(Self::Stays.name()).arg(sign);
            other.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            // It starts nothing that would leave the job.
            if other.creation_flags(BREAK_AWAY).spawn().is_ok() {
                return;
            }
            let mut other = other.creation_flags(0).spawn().unwrap();
            match self {
                Self::Hangs => drop(other.wait().unwrap()),
                _ => super::trials::await_growth(sign),
            }
        }
    }

    /// Gives signs of life for longer than any trial waits.
    fn stay(sign: &Path) {
        fs::create_dir_all(sign.parent().unwrap()).unwrap();
        let mut sign = OpenOptions::new().create(true).append(true).open(sign).unwrap();
        for _ in 0..6_000 {
            sign.write_all(b".").unwrap();
            sleep(Duration::from_millis(20));
        }
    }
}

#[cfg(windows)]
mod trials {
    use std::fs;
    use std::path::{Path, PathBuf};
    use std::process::{Command, Stdio};
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    use tempfile::TempDir;

    use super::bot::Part;

    /// Nobody waits for so long, however busy the machine.
    const LONG: Duration = Duration::from_secs(60);
    /// Who gives no sign of life for so long has ended.
    const SILENCE: Duration = Duration::from_secs(2);

    fn botspec() -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_botspec"));
        command.stdin(Stdio::null());
        command
    }

    /// A bot in a folder, and the sign of life of what it starts.
    struct Bot {
        folder: TempDir,
        sign: PathBuf,
    }

    impl Bot {
        fn new(part: Part) -> Self {
            let folder = tempfile::tempdir().unwrap();
            let sign = folder.path().join("elsewhere").join("sign");
            fs::copy(std::env::current_exe().unwrap(), folder.path().join("bot.exe")).unwrap();
            let run = format!("run = ['./bot.exe', '{}', '{}']\n", part.name(), sign.display());
            fs::write(folder.path().join("bot.toml"), run).unwrap();
            Self { folder, sign }
        }

        /// The command that checks it in one case.
        fn check(&self, limit: &str) -> Command {
            let mut check = botspec();
            check.args([
                "check",
                "linkage",
                "--case",
                "linkage/opening/as-more",
                "--cases",
                "0",
                "--jobs",
                "1",
            ]);
            check.args(["--no-shrink", "--time-limit", limit]).arg(self.folder.path());
            check
        }
    }

    /// Runs a command: its exit code, and what it told. That goes into a file: under Wine a pipe stays open as long as
    /// anything runs that has been started.
    fn run(command: &mut Command) -> (Option<i32>, String) {
        let file = tempfile::NamedTempFile::new().unwrap();
        let [stdout, stderr] = [(); 2].map(|()| file.as_file().try_clone().unwrap());
        let status = command.stdout(stdout).stderr(stderr).status().unwrap();
        (status.code(), fs::read_to_string(file.path()).unwrap())
    }

    fn length(sign: &Path) -> u64 {
        fs::metadata(sign).map_or(0, |file| file.len())
    }

    /// Waits for a sign of life.
    pub(super) fn await_growth(sign: &Path) {
        let (began, length_then) = (Instant::now(), length(sign));
        while length(sign) <= length_then {
            assert!(began.elapsed() < LONG, "there is no sign of life");
            sleep(Duration::from_millis(5));
        }
    }

    /// Waits for their end; there was one.
    fn await_end(sign: &Path) {
        assert!(length(sign) > 0, "there was no sign of life");
        let (began, mut length_then) = (Instant::now(), 0);
        while length(sign) > length_then {
            assert!(began.elapsed() < LONG, "it goes on");
            length_then = length(sign);
            sleep(SILENCE);
        }
    }

    pub(super) fn doctor_says_what_there_is() {
        let (code, told) = run(botspec().arg("doctor"));
        assert!(code == Some(0) && told.contains("what they start ends with them"), "{told}");
        assert!(told.contains("no  namespaces") && !told.contains("leave processes behind"), "{told}");
    }

    pub(super) fn strict_is_refused() {
        let bot = Bot::new(Part::Leaves);
        let (code, told) = run(bot.check("20s").args(["--sandbox", "strict"]));
        assert_eq!(code, Some(3), "{told}");
        assert!(told.contains("botspec isolates bots on Linux only"), "{told}");
        assert_eq!(length(&bot.sign), 0, "it was started");
    }

    pub(super) fn what_a_bot_leaves_ends_with_it() {
        let bot = Bot::new(Part::Leaves);
        let (code, told) = run(&mut bot.check("20s"));
        await_end(&bot.sign);
        assert!(code == Some(1) && told.contains("linkage/order/written"), "{told}");
    }

    pub(super) fn what_a_late_bot_has_started_ends_with_it() {
        let bot = Bot::new(Part::Hangs);
        let (code, told) = run(&mut bot.check("5s"));
        await_end(&bot.sign);
        assert!(code == Some(1) && told.contains("linkage/time/turn"), "{told}");
    }

    pub(super) fn bots_end_with_a_killed_botspec() {
        let bot = Bot::new(Part::Hangs);
        let mut check = bot.check("60s").stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        await_growth(&bot.sign);
        check.kill().unwrap();
        check.wait().unwrap();
        await_end(&bot.sign);
    }
}
