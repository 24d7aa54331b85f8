//! Where bots are built: confined as bots are, or as any program of this user.

use crate::process::Host;

use super::toolbox::Toolbox;

/// What builds work with, and what they are kept from.
#[derive(Debug)]
pub struct Workshop<'a> {
    /// Compilers and interpreters.
    pub toolbox: Toolbox,
    /// What confines builds.
    pub(super) host: Option<&'a Host>,
    /// Whether builds may use the network.
    pub(super) network: bool,
}

impl<'a> Workshop<'a> {
    /// Builds are confined by this host as far as it confines bots, with the tools that this process's environment
    /// names; the `network` may be left to them.
    #[must_use]
    pub fn new(host: &'a Host, network: bool) -> Self {
        Self { toolbox: Toolbox::from_env(), host: Some(host), network }
    }

    /// Builds are not confined: they can do what this process can.
    #[must_use]
    pub const fn unconfined(toolbox: Toolbox) -> Self {
        Self { toolbox, host: None, network: true }
    }
}
