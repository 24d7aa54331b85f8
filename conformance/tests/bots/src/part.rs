//! The other processes of a bot: the same executable, told by its environment which part to play.

use std::env;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::start::Start;

/// What a process plays that a bot has started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// Ends at once.
    Brief,
    /// Stays for [`LINGERS`].
    Linger,
    /// Leaves the bot's session, starts one that lingers and ends.
    Daemon,
    /// Starts one with a number less, down to 0, and ends; the last one lingers.
    Chain(u32),
    /// Is the bot itself, in the same process as before.
    Again,
    /// Writes the answer when the bot has ended.
    Late,
}

/// So long an answer comes after the bot: long enough that it has ended, and shorter than what ends by itself may take.
const LATE: Duration = Duration::from_millis(30);

/// The file and the answer that are written late.
const LATE_FILE: &str = "TEST_BOT_LATE_FILE";
const LATE_ANSWER: &str = "TEST_BOT_LATE_ANSWER";

/// Has the answer written when the bot has ended.
pub(crate) fn write_late(start: &Start, file: &Path, answer: &str) -> io::Result<()> {
    Part::Late.command(start).env(LATE_FILE, file).env(LATE_ANSWER, answer).spawn().map(drop)
}

/// How long a process stays that should not be there. If the tester fails to end it, it goes by itself.
pub(crate) const LINGERS: Duration = Duration::from_secs(60);

const VARIABLE: &str = "TEST_BOT_PART";

impl Part {
    /// The part of this process; none if it is the bot.
    pub(crate) fn of_process() -> Option<Self> {
        let text = env::var(VARIABLE).ok()?;
        Some(match text.as_str() {
            "brief" => Self::Brief,
            "linger" => Self::Linger,
            "daemon" => Self::Daemon,
            "again" => Self::Again,
            "late" => Self::Late,
            number => Self::Chain(number.parse().ok()?),
        })
    }

    fn text(self) -> String {
        match self {
            Self::Brief => "brief".to_owned(),
            Self::Linger => "linger".to_owned(),
            Self::Daemon => "daemon".to_owned(),
            Self::Again => "again".to_owned(),
            Self::Late => "late".to_owned(),
            Self::Chain(left) => left.to_string(),
        }
    }

    /// The command that plays this part, with standard streams that lead nowhere.
    pub(crate) fn command(self, start: &Start) -> Command {
        let mut command = Command::new(&start.program);
        command.env(VARIABLE, self.text()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// Starts a process that plays this part.
    pub(crate) fn spawn(self, start: &Start) -> io::Result<Child> {
        self.command(start).spawn()
    }

    /// Plays the part to its end.
    pub(crate) fn play(self, start: &Start) -> io::Result<()> {
        match self {
            Self::Brief | Self::Again => {}
            Self::Linger | Self::Chain(0) => sleep(LINGERS),
            Self::Late => {
                sleep(LATE);
                let [file, answer] =
                    [LATE_FILE, LATE_ANSWER].map(|name| env::var_os(name).unwrap_or_default());
                fs::write(file, answer.as_encoded_bytes())?;
            }
            Self::Daemon => {
                rustix::process::setsid()?;
                Self::Linger.spawn(start)?;
            }
            Self::Chain(left) => {
                Self::Chain(left - 1).spawn(start)?;
            }
        }
        Ok(())
    }
}
