//! Landlock: which files a program may read and write, and no TCP.

use super::files::Files;
use crate::process::isolation::Held;
use ::landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, LandlockStatus, RestrictionStatus, Ruleset,
    RulesetAttr, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope, path_beneath_rules,
};

/// The newest interface whose every right is known to suit bots: file access,
/// TCP, device controls, and signals and abstract sockets to the outside.
const WANTED: ABI = ABI::V6;

/// Restricts this process and all it starts; the `network` may be left to it. The first interface of Linux (5.13 to 5.18)
/// moves no file from one folder to another, which compilers do: it is used only where nothing else hides files.
pub(super) fn restrict(files: &Files, network: bool, is_init: bool) -> Held {
    match apply(files, network, is_init) {
        Err(error) => Held::No(error.to_string()),
        Ok(status) => match (status.ruleset, status.landlock) {
            (RulesetStatus::NotEnforced, LandlockStatus::Available { .. }) => {
                Held::No("the kernel's would keep files from being moved".to_owned())
            }
            (RulesetStatus::NotEnforced, _)
            | (_, LandlockStatus::NotEnabled | LandlockStatus::NotImplemented) => {
                Held::No("the kernel has no Landlock".to_owned())
            }
            (RulesetStatus::FullyEnforced, LandlockStatus::Available { .. }) => Held::Yes(String::new()),
            (RulesetStatus::PartiallyEnforced, LandlockStatus::Available { effective_abi, .. }) => {
                Held::Yes(format!("in part: the kernel's is {effective_abi:?}"))
            }
        },
    }
}

fn apply(files: &Files, network: bool, is_init: bool) -> Result<RestrictionStatus, RulesetError> {
    let reading = AccessFs::from_read(WANTED);
    let all = AccessFs::from_all(WANTED);
    let moving = if is_init { CompatLevel::SoftRequirement } else { CompatLevel::BestEffort };
    let mut rules = Ruleset::default()
        .set_compatibility(moving)
        .handle_access(AccessFs::Refer)?
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(all)?;
    if !network {
        rules = rules.handle_access(AccessNet::from_all(WANTED))?;
    }
    rules
        .scope(Scope::from_all(WANTED))?
        .create()?
        .add_rules(path_beneath_rules(files.readable(), reading))?
        .add_rules(path_beneath_rules(files.devices(), all))?
        .add_rules(path_beneath_rules(files.writable(), all))?
        .restrict_self()
}
