//! What keeps a bot from the rest of the machine, layer by layer.

use serde::{Deserialize, Serialize};
use std::fmt;

/// How many bytes of memory a bot may have, if nothing else is asked for.
pub const MEMORY: u64 = 2 << 30;

/// How much isolation is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SandboxMode {
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
            Self::Landlock => "files of others, TCP",
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

/// What a bot can do to the machine or to botspec where layers are missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Risk {
    /// It can write as much as there is room for: its folders are not file systems of their own.
    Disk,
    /// It can start any number of processes: they are not told from others of the user.
    Processes,
    /// It can send signals to botspec, which runs as the same user.
    Signals,
    /// What it starts may outlive it: nothing holds all of that together.
    Survivors,
}

impl Risk {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Disk, Self::Processes, Self::Signals, Self::Survivors];

    /// What the bot can do, behind "can".
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Disk => "fill the disk",
            Self::Processes => "start any number of processes",
            Self::Signals => "kill botspec",
            Self::Survivors => "leave processes behind",
        }
    }
}

/// Every layer and whether it holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Isolation {
    /// In the order of [`Layer::ALL`].
    pub layers: Vec<(Layer, Held)>,
    /// What comes of the layers that do not hold.
    pub risks: Vec<Risk>,
}

impl Isolation {
    /// Isolation in which no layer holds, for one reason. What a bot starts ends with it all the same.
    #[must_use]
    pub fn none(why: &str) -> Self {
        let layers = Layer::ALL.iter().map(|layer| (*layer, Held::No(why.to_owned()))).collect();
        let risks = Risk::ALL.into_iter().filter(|risk| *risk != Risk::Survivors).collect();
        Self { layers, risks }
    }

    /// The same where what a bot starts may outlive it.
    #[must_use]
    pub(super) fn or_survivors(mut self) -> Self {
        self.risks.push(Risk::Survivors);
        self
    }

    /// Whether all that a bot has started ends with it.
    #[must_use]
    pub fn ends_all(&self) -> bool {
        !self.risks.contains(&Risk::Survivors)
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

    /// What bots and their builds are not kept from here, in one line; `None` if every layer holds.
    #[must_use]
    pub fn shortfall(&self) -> Option<String> {
        let missing: Vec<_> = self
            .missing()
            .map(|(layer, why)| format!("{layer} ({why}), which keeps them from {}", layer.covers()))
            .collect();
        let risks = self.risks_told().map(|risks| format!(": {risks}")).unwrap_or_default();
        (!missing.is_empty())
            .then(|| format!("bots and builds are not confined by {}{risks}", missing.join("; nor by ")))
    }

    /// What bots can do here, in one sentence without its end; `None` if there is nothing to be said.
    #[must_use]
    pub fn risks_told(&self) -> Option<String> {
        let texts: Vec<_> = self.risks.iter().map(|risk| risk.text()).collect();
        let (last, others) = texts.split_last()?;
        let all =
            if others.is_empty() { (*last).to_owned() } else { format!("{} and {last}", others.join(", ")) };
        Some(format!("a bot can {all}"))
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
        let missing = self.missing().map(|(layer, why)| format!("{layer}: {why}"));
        let missing: Vec<_> = missing.chain(self.risks_told()).collect();
        if missing.is_empty() { Ok(()) } else { write!(f, " (without {})", missing.join("; ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_said_in_one_line() {
        let held = |layer: &Layer| match layer {
            Layer::Landlock => (*layer, Held::No("the kernel has no Landlock".to_owned())),
            _ => (*layer, Held::Yes(String::new())),
        };
        let layers = Layer::ALL.iter().map(held).collect();
        let mut isolation = Isolation { layers, risks: Vec::new() };
        assert_eq!(
            isolation.shortfall().as_deref(),
            Some(
                "bots and builds are not confined by landlock (the kernel has no Landlock), which keeps them from files \
                 of others, TCP"
            )
        );
        isolation.layers[1].1 = Held::Yes(String::new());
        assert_eq!(isolation.shortfall(), None);
        let nothing = Isolation::none("this is a test");
        let told = nothing.shortfall().unwrap();
        let risks = "a bot can fill the disk, start any number of processes and kill botspec";
        assert!(!told.contains('\n') && told.ends_with(&format!(": {risks}")), "{told}");
        assert!(nothing.to_string().ends_with(&format!("; {risks})")), "{nothing}");
    }
}
