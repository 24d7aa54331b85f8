//! How long the bot took.

use serde::Serialize;

/// The time of all turns against the limit, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Timing {
    /// The limit that was applied.
    pub limit_ms: f64,
    /// How many turns were timed.
    pub turns: usize,
    /// Median of the charged times.
    pub p50_ms: f64,
    /// 99th percentile of the charged times.
    pub p99_ms: f64,
    /// The longest charged time.
    pub max_ms: f64,
    /// The most processor time that one turn used.
    pub cpu_max_ms: f64,
    /// 99th percentile of the wall times; none where many games are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wall_p99_ms: Option<f64>,
    /// The longest wall time.
    pub wall_max_ms: f64,
    /// `max_ms` as a share of the limit, from 0.
    pub share: f64,
    /// On a machine how many times slower the bot would still be in time; none if a turn was not in time, or if the
    /// machine was too busy to tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub headroom: Option<f64>,
    /// What the machine was like meanwhile.
    pub host: Host,
    /// The share of the run in which some program waited for a core, from 0 to 1; none where nobody counts that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pressure: Option<f64>,
}

/// How busy the machine was with other things.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Host {
    /// Bots hardly ever waited for a core.
    Quiet,
    /// They did, and not all of it can be taken off their times.
    Busy,
    /// The machine does not tell, and bots did not seem to wait.
    Unknown,
}
