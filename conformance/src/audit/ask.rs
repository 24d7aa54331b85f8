//! One position, put to a bot once.

use std::path::Path;
use std::time::Duration;

use super::probe::{Probe, Question};
use crate::channel::{
    self, Conversation, Environment, Folder, FolderStyle, OutputFile, TurnRequest, WorkingDirectory,
};
use crate::process::{Ending, Limit};
use crate::record::Circumstance;
use crate::run_context::{RunContext, RunError};

/// Its dotless i, its decimal comma and its sorting are unlike those of C.
pub(super) const LOCALE: &str = "tr_TR.UTF-8";
/// Most of the day it is tomorrow there.
pub(super) const TIME_ZONE: &str = "Pacific/Kiritimati";

/// No answer is waited for less long than this: time is not what is looked at.
const LEAST: Duration = Duration::from_secs(10);

/// What came back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Answer {
    /// This.
    Bytes(Vec<u8>),
    /// Nothing, for a reason that is the bot's.
    Nothing(String),
    /// The machine was too busy to tell.
    TooBusy,
    /// The run was interrupted.
    Interrupted,
}

/// Puts a position to the bot, in the usual circumstances if none is named.
pub(super) fn ask(
    context: &RunContext<'_>,
    probe: &Probe,
    circumstance: Option<Circumstance>,
) -> Result<Answer, RunError> {
    if context.host.is_interrupted() {
        return Ok(Answer::Interrupted);
    }
    let style = match circumstance {
        Some(Circumstance::Folder) => FolderStyle::SpacesAndUnicode,
        _ => FolderStyle::Plain,
    };
    let set = |names: &[&str], value: &str| {
        Environment::With(names.iter().map(|&name| (name.to_owned(), value.to_owned())).collect())
    };
    let env = match circumstance {
        Some(Circumstance::Locale) => set(&["LANG", "LC_ALL"], LOCALE),
        Some(Circumstance::TimeZone) => set(&["TZ"], TIME_ZONE),
        _ => Environment::Normal,
    };
    let limit = Limit::new(context.limit.saturating_mul(2).max(LEAST));
    match &probe.question {
        Question::Turn { inputs, output } => {
            let mut folder = Folder::create(context.host, context.program(), style)?;
            let turn = folder.turn(&TurnRequest {
                args: Vec::new(),
                cwd: WorkingDirectory::BotFolder,
                env,
                inputs: inputs.clone(),
                output: (*output).to_owned(),
                limit,
            })?;
            Ok(written(&turn.finished.ending, turn.output, output, limit.wall))
        }
        Question::Conversation { arguments, told, asked } => {
            let mut conversation =
                Conversation::open_in(context.host, context.program(), arguments, style, &env)?;
            conversation.queue(told);
            Ok(match conversation.ask(asked, &limit) {
                channel::Answer::Line(line) => Answer::Bytes(line.bytes),
                channel::Answer::Overrun { .. } => Answer::Nothing(in_time(limit.wall)),
                channel::Answer::TooLong { .. } => Answer::Nothing("a line of more than 4 KiB".to_owned()),
                channel::Answer::Ended { .. } => Answer::Nothing("it ended".to_owned()),
                channel::Answer::HostTooBusy { .. } => Answer::TooBusy,
                channel::Answer::Interrupted => Answer::Interrupted,
            })
        }
    }
}

fn written(ending: &Ending, output: OutputFile, name: &str, limit: Duration) -> Answer {
    match ending {
        Ending::Interrupted => Answer::Interrupted,
        Ending::HostTooBusy => Answer::TooBusy,
        Ending::Overrun => Answer::Nothing(in_time(limit)),
        Ending::NotStarted(_) => Answer::Nothing("it could not be started".to_owned()),
        Ending::Exited(_) | Ending::Signalled(_) | Ending::Killed | Ending::OutOfTurn => match output {
            OutputFile::Bytes(bytes) => Answer::Bytes(bytes),
            OutputFile::TooLarge => Answer::Nothing(format!("{name} holds more than 64 KiB")),
            OutputFile::NotAFile(kind) => Answer::Nothing(format!("{name} is {kind}")),
            OutputFile::Missing | OutputFile::Stale | OutputFile::Late(_) => {
                Answer::Nothing(format!("there is no {name}, and the process {ending}"))
            }
        },
    }
}

fn in_time(limit: Duration) -> String {
    format!("none within {} s", limit.as_secs())
}

/// Whether the C library knows the locale, as far as can be seen.
pub(super) fn locale_is_installed() -> bool {
    let folder = Path::new("/usr/lib/locale");
    folder.join("tr_TR.utf8").is_dir()
        || std::fs::read(folder.join("locale-archive"))
            .is_ok_and(|archive| archive.windows(11).any(|name| name == b"tr_TR.utf8\0"))
}
