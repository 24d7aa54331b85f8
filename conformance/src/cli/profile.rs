//! Profiles of machines: measured for `doctor --profile`, read for `check --as`.

use std::path::{Path, PathBuf};

use super::error::CliError;
use super::{input, output};
use crate::bot::{Toolbox, installed};
use crate::machine::{Effort, Kind, MAX_PROFILE, Turns, Wanted, between, from_bytes, measure, predict};
use crate::process::{Host, Program};
use crate::record::{self, CheckReport, MachineProfile};
use crate::report;
use crate::run_context::RunContext;
use crate::runner;

/// A program that does nothing, on every system but Windows.
const NOTHING: &str = "true";

/// Measures all that a profile holds.
///
/// # Errors
/// If the machine cannot start programs.
pub(super) fn of_this_machine(host: &Host) -> Result<MachineProfile, CliError> {
    let wanted =
        Wanted { native: nothing(), python: installed("python3"), java: installed("java"), stalls: true };
    measured(host, &wanted, Effort::PROFILE)
}

/// Writes a profile.
///
/// # Errors
/// If the file cannot be written.
pub(super) fn write(path: &Path, profile: &MachineProfile) -> Result<(), CliError> {
    output::file(path, &report::json(profile), "--profile")
}

fn nothing() -> Option<PathBuf> {
    Toolbox::from_env().find(NOTHING)
}

fn measured(host: &Host, wanted: &Wanted, effort: Effort) -> Result<MachineProfile, CliError> {
    let bar = output::bar_of(effort.steps().into(), "steps");
    bar.set_message("measuring this machine");
    let profile = measure(host, wanted, effort, &mut || bar.inc(1));
    bar.finish_and_clear();
    Ok(profile?)
}

/// Another machine, as its profile says.
pub(super) struct Other {
    /// What the file is called.
    name: String,
    profile: MachineProfile,
}

impl Other {
    /// Reads the file that `--as` names.
    ///
    /// # Errors
    /// If there is none, or it is no profile of a machine that can be compared with this one.
    pub(super) fn read(path: &Path) -> Result<Self, CliError> {
        if std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
            return Err(CliError::usage(format!("{}: it is not a regular file", path.display())));
        }
        let bytes = input::file(path, MAX_PROFILE)?;
        let profile = from_bytes(&bytes).map_err(|error| {
            CliError::usage(format!(
                "{}, {error}; --as needs what `botspec doctor --profile` wrote on the other machine",
                path.display()
            ))
        })?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().escape_debug().to_string();
        Ok(Self { name, profile })
    }

    /// Measures of this machine what the bot is to be compared by.
    ///
    /// # Errors
    /// If the machine cannot start programs.
    pub(super) fn compare(&self, host: &Host, program: &Program) -> Result<Compared<'_>, CliError> {
        let has_script = program.command.iter().skip(1).any(|word| program.file(word).is_some());
        let kind = Kind::of(&program.command, has_script);
        let interpreter = || {
            let path = program.command.first().map(PathBuf::from).filter(|path| path.is_absolute())?;
            Some((path, program.readable.clone()))
        };
        let wanted = match kind {
            Kind::Native => Wanted { native: nothing(), ..Wanted::default() },
            Kind::Python => {
                Wanted { python: interpreter().or_else(|| installed("python3")), ..Wanted::default() }
            }
            Kind::Java => Wanted { java: interpreter().or_else(|| installed("java")), ..Wanted::default() },
            Kind::Other => Wanted::default(),
        };
        let here = measured(host, &wanted, Effort::CHECK)?;
        Ok(Compared { other: self, here, wanted, kind })
    }
}

/// Another machine beside this one.
pub(super) struct Compared<'a> {
    other: &'a Other,
    /// This one, before the bot was checked.
    here: MachineProfile,
    wanted: Wanted,
    kind: Kind,
}

impl Compared<'_> {
    /// Adds to a report what the bot's times would be there; `starts_anew`: each turn starts the bot. This machine is
    /// measured once more: how fast it is depends on who else is at work.
    ///
    /// # Errors
    /// If the machine cannot start programs.
    pub(super) fn tell(
        &self,
        report: &mut CheckReport,
        context: &RunContext<'_>,
        starts_anew: bool,
    ) -> Result<(), CliError> {
        if context.host.is_interrupted() {
            return Ok(());
        }
        let here = between(&self.here, &measured(context.host, &self.wanted, Effort::CHECK)?);
        let turns = Turns {
            elapsed: &context.observations.elapsed(),
            kind: self.kind,
            starts_anew,
            limit: context.limit,
            overran: runner::overran(context, report.findings.cases()),
            busy: report.timing.is_some_and(|timing| timing.host == record::Host::Busy),
        };
        report.elsewhere = predict(&here, &self.other.profile, &turns, &self.other.name);
        Ok(())
    }
}
