//! How fast a machine is: what `botspec doctor --profile` writes, and `botspec check --as` reads.

use serde::{Deserialize, Serialize};

/// The schema of a profile.
pub const PROFILE: &str = "botspec.profile/1";

/// A machine, measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(expecting = "an object")]
pub struct MachineProfile {
    /// [`PROFILE`].
    pub schema: String,
    /// What measured it.
    pub tool: MeasuredBy,
    /// What the machine says of itself.
    pub machine: Machine,
    /// Fixed pieces of work.
    pub kernels: KernelFigures,
    /// Starts of programs that do nothing, where they are installed.
    pub starts: StartFigures,
    /// What a program that wants a core all the time is kept from.
    pub stalls: StallFigures,
    /// How many cores' worth of time a program with as many threads as there are cores gets.
    pub parallel: f64,
    /// What makes the figures doubtful, in words; empty if nothing does.
    pub doubts: Vec<String>,
}

/// What measured a machine. Figures of two builds cannot be compared if either of the last two differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MeasuredBy {
    /// `botspec`.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The number of the set of kernels.
    pub kernels: u32,
    /// Whether it was compiled with optimisations.
    pub optimized: bool,
}

/// What a machine says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// System and architecture, such as `linux x86_64`.
    pub system: String,
    /// The processor's name, where it has one.
    pub processor: Option<String>,
    /// The cores that programs may use.
    pub cores: u32,
}

/// What one thing took, again and again.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// Median of the processor time, in milliseconds.
    pub cpu_ms: f64,
    /// Median of the wall time, in milliseconds.
    pub wall_ms: f64,
    /// How far apart the processor times are: the middle four fifths, as a share of the median.
    pub spread: f64,
    /// How often it was measured.
    pub samples: u32,
}

/// Fixed pieces of work.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct KernelFigures {
    /// Arithmetic.
    pub integer: Figure,
    /// Memory that is in no cache near the core.
    pub memory: Figure,
    /// Decisions that cannot be foreseen.
    pub branch: Figure,
}

impl KernelFigures {
    /// All, with their names.
    #[must_use]
    pub const fn all(&self) -> [(&'static str, &Figure); 3] {
        [("integer", &self.integer), ("memory", &self.memory), ("branch", &self.branch)]
    }
}

/// Starts of programs that do nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct StartFigures {
    /// A program of the machine's own code.
    pub native: Option<Figure>,
    /// Python.
    pub python: Option<Figure>,
    /// Java.
    pub java: Option<Figure>,
}

impl StartFigures {
    /// All, with their names.
    #[must_use]
    pub const fn all(&self) -> [(&'static str, Option<&Figure>); 3] {
        [("native", self.native.as_ref()), ("python", self.python.as_ref()), ("java", self.java.as_ref())]
    }
}

/// What a program that wants a core all the time is kept from, by other programs or by a quota.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StallFigures {
    /// For how long it ran in all, in milliseconds.
    pub ran_ms: f64,
    /// Each stall: how long the program had run since the one before, and how long it waited then, in milliseconds.
    pub stalls: Vec<[f64; 2]>,
}
