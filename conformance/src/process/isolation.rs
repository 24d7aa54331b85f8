//! What keeps a bot from the rest of the machine, layer by layer.

use serde::{Deserialize, Serialize};
use std::fmt;

/// How much isolation is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sandbox {
    /// Every layer that this machine gives; those that it does not are named.
    #[default]
    Auto,
    /// Every layer, or nothing runs.
    Strict,
    /// None: the bot runs as any program of this user would. It is still killed
    /// with all its processes.
    Off,
}

/// One thing a bot is kept from, and by what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layer {
    /// Process, mount, network and IPC namespaces: other processes, the
    /// network and other temporary files do not exist for the bot, and nothing
    /// it starts outlives it.
    Namespaces,
    /// Landlock: only its own folders are writable, only what a program needs
    /// is readable, no TCP, no signals to others.
    Landlock,
    /// A seccomp filter: no sockets to the network, no mounting, no tracing, no
    /// namespaces of its own.
    Seccomp,
    /// Limits on memory, processes, open files, file size and core dumps.
    Limits,
    /// When botspec runs as root: another user, without privileges.
    User,
}

impl Layer {
    /// All layers, strongest first.
    pub const ALL: [Self; 5] = [Self::Namespaces, Self::Landlock, Self::Seccomp, Self::Limits, Self::User];

    /// Its name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Namespaces => "namespaces",
            Self::Landlock => "landlock",
            Self::Seccomp => "seccomp",
            Self::Limits => "limits",
            Self::User => "user",
        }
    }

    /// What it keeps a bot from, in a few words.
    #[must_use]
    pub const fn covers(self) -> &'static str {
        match self {
            Self::Namespaces => "other processes, the network, other temporary files",
            Self::Landlock => "files that are not its own, TCP",
            Self::Seccomp => "network sockets, mounts, tracing",
            Self::Limits => "using up memory, processes or disk",
            Self::User => "root's rights",
        }
    }
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Whether a layer is in force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Held {
    /// It is; the text says what with, such as `ABI 7`, or is empty.
    Yes(String),
    /// It is not; the text says why.
    No(String),
}

/// Every layer and whether it holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Isolation {
    /// In the order of [`Layer::ALL`].
    pub layers: Vec<(Layer, Held)>,
}

impl Isolation {
    /// Isolation in which no layer holds, for one reason.
    #[must_use]
    pub fn none(why: &str) -> Self {
        Self { layers: Layer::ALL.iter().map(|layer| (*layer, Held::No(why.to_owned()))).collect() }
    }

    /// Whether this layer holds.
    #[must_use]
    pub fn holds(&self, layer: Layer) -> bool {
        self.layers.iter().any(|(each, held)| *each == layer && matches!(held, Held::Yes(_)))
    }

    /// Whether every layer holds.
    #[must_use]
    pub fn is_full(&self) -> bool {
        Layer::ALL.iter().all(|layer| self.holds(*layer))
    }

    /// The layers that do not hold, with the reason.
    pub fn missing(&self) -> impl Iterator<Item = (Layer, &str)> {
        self.layers.iter().filter_map(|(layer, held)| match held {
            Held::No(why) => Some((*layer, why.as_str())),
            Held::Yes(_) => None,
        })
    }
}

impl fmt::Display for Isolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let held: Vec<_> =
            Layer::ALL.iter().filter(|layer| self.holds(**layer)).map(|layer| layer.name()).collect();
        f.write_str(if held.is_empty() { "none".to_owned() } else { held.join(", ") }.as_str())?;
        let missing: Vec<_> = self.missing().map(|(layer, why)| format!("{layer}: {why}")).collect();
        if missing.is_empty() { Ok(()) } else { write!(f, " (without {})", missing.join("; ")) }
    }
}
