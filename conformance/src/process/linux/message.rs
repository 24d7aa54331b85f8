//! What the host and a helper say to each other.

use crate::process::activity::Activity;
use crate::process::finished::{Ending, Finished};
use crate::process::isolation::{Isolation, SandboxMode};
use crate::process::launch::{Launch, Limit};
use crate::process::workplace::Workplace;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// From the host.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Request {
    /// Once, first: confine yourself. Answered with `Confined`.
    Confine(Confinement),
    /// Run this to its end, with stdin at end of file. Answered with `Ended`.
    Run(Start, Limit),
    /// Start this with the two descriptors sent along as stdin and stdout.
    /// Answered with `Started` or `Ended`.
    Start(Start),
    /// Wait so long for what was started to end, then kill it. Answered with `Ended`.
    Finish(Duration),
    /// Stop what is running until it is to go on, or is to end. Not answered.
    Freeze,
    /// Let it go on. Answered with `Thawed`.
    Thaw,
    /// Say what the started program is doing. Answered with `Seen`.
    Look,
    /// End what is running, for this reason. Answered with `Ended`.
    Stop(Ending),
    /// Say whether anything outside the folders would be left to the next bot.
    /// Answered with `Renewed` if nothing is.
    Renew,
}

/// From the helper.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Reply {
    /// It is confined like this; a descriptor of its area comes along if only
    /// it can see that by its path.
    Confined(Confined),
    /// It runs; a pidfd and its scheduling statistics come along.
    Started,
    /// It goes on.
    Thawed,
    /// This is what it is doing.
    Seen(Activity),
    /// It has ended, with everything it started.
    Ended(Box<Finished>),
    /// It is as good as new, but for its folders.
    Renewed,
    /// The helper itself failed.
    Failed(String),
}

/// How to confine a helper.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Confinement {
    pub(super) sandbox: SandboxMode,
    /// The area's folder. One in namespaces of its own makes another.
    pub(super) area: Text,
    /// Why it has no namespaces of its own, if it has been tried.
    pub(super) no_namespaces: Option<String>,
    /// The user to become, when it is root.
    pub(super) user: Option<u32>,
    /// More that the bot must be able to read.
    pub(super) readable: Vec<Text>,
    /// For a cell in which something is built.
    pub(super) workplace: Option<Site>,
    /// How many bytes of memory all that runs in it may have together.
    pub(super) memory: u64,
    /// The control group that was made for it, or why none was.
    pub(super) group: Result<Text, String>,
}

impl Confinement {
    /// Whether what runs in it may use the machine's network.
    pub(super) fn has_network(&self) -> bool {
        self.workplace.as_ref().is_some_and(|site| site.network)
    }
}

/// A [`Workplace`] in a form that travels.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Site {
    pub(super) places: Vec<Text>,
    pub(super) network: bool,
}

impl From<&Workplace> for Site {
    fn from(workplace: &Workplace) -> Self {
        let places = workplace.places.iter().map(|place| place.as_path().into()).collect();
        Self { places, network: workplace.network }
    }
}

/// How a helper is confined.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Confined {
    pub(super) isolation: Isolation,
    /// Where its area is, if it is its own.
    pub(super) view: Option<View>,
    /// User and group of the bots.
    pub(super) owner: Option<(u32, u32)>,
}

/// An area as a bot sees it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct View {
    pub(super) area: Text,
    /// Names in the area, and the paths that they are known by.
    pub(super) folders: Vec<(String, Text)>,
}

/// A [`Launch`] in a form that travels.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Start {
    pub(super) program: Text,
    pub(super) args: Vec<Text>,
    pub(super) current_dir: Text,
    pub(super) env: Vec<(Text, Text)>,
}

/// A path or argument: any bytes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Text(pub(super) OsString);

impl From<&Path> for Text {
    fn from(path: &Path) -> Self {
        Self(path.as_os_str().to_owned())
    }
}

impl From<&Text> for PathBuf {
    fn from(text: &Text) -> Self {
        Self::from(&text.0)
    }
}

impl From<&Launch> for Start {
    fn from(launch: &Launch) -> Self {
        Self {
            program: launch.program.as_path().into(),
            args: launch.args.iter().cloned().map(Text).collect(),
            current_dir: launch.current_dir.as_path().into(),
            env: launch.env.iter().map(|(name, value)| (Text(name.clone()), Text(value.clone()))).collect(),
        }
    }
}
