//! Profiles of machines, as files of somebody else.

use std::fmt;

use crate::process::KERNELS;
use crate::record::{Figure, MachineProfile, PROFILE};

/// The longest profile that is read, in bytes.
pub const MAX_PROFILE: u64 = 256 << 10;
/// No figure is beyond an hour, nor any machine beyond so many cores.
const MAX_MS: f64 = 3_600_000.0;
const MAX_CORES: f64 = 65_536.0;
/// The longest text, in characters, and how many doubts and stalls there may be.
const MAX_TEXT: usize = 200;
const MAX_DOUBTS: usize = 20;
pub(super) const MAX_STALLS: usize = 1000;

/// What is wrong with a profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProfileError {
    /// Where: a line and a column, or a field.
    at: String,
    what: String,
}

impl fmt::Display for ProfileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.what)
    }
}

impl std::error::Error for ProfileError {}

/// Reads a profile that `botspec doctor --profile` has written with a build that measures as this one does.
///
/// # Errors
/// If it is none, or its figures cannot be those of a machine, or of another build: says where.
pub fn from_bytes(bytes: &[u8]) -> Result<MachineProfile, ProfileError> {
    let profile: MachineProfile = serde_json::from_slice(bytes).map_err(|error| {
        let told = error.to_string();
        let what = told.split(" at line ").next().unwrap_or_default().escape_debug().to_string();
        wrong(format!("line {}, column {}", error.line().max(1), error.column()), what)
    })?;
    if profile.schema != PROFILE {
        let found = excerpt(&profile.schema);
        return Err(wrong("field `schema`", format!("\"{found}\", expected \"{PROFILE}\"")));
    }
    same_build(&profile)?;
    texts(&profile)?;
    for (name, figure) in profile.kernels.all() {
        plausible(&format!("kernels.{name}"), figure)?;
    }
    for (name, figure) in profile.starts.all() {
        figure.map_or(Ok(()), |figure| plausible(&format!("starts.{name}"), figure))?;
    }
    within("parallel", profile.parallel, 0.001, MAX_CORES)?;
    within("stalls.ran_ms", profile.stalls.ran_ms, 1.0, MAX_MS)?;
    bounded("stalls.stalls", profile.stalls.stalls.len(), MAX_STALLS)?;
    for (number, [after, length]) in profile.stalls.stalls.iter().enumerate() {
        within(&format!("stalls.stalls[{number}][0]"), *after, 0.0, MAX_MS)?;
        within(&format!("stalls.stalls[{number}][1]"), *length, 0.0, MAX_MS)?;
    }
    let ran: f64 = profile.stalls.stalls.iter().map(|[after, _]| after).sum();
    // Each is rounded.
    if ran > profile.stalls.ran_ms + 1.0 {
        let what = format!("{} ms, but before its stalls it ran for {ran:.0} ms", profile.stalls.ran_ms);
        return Err(wrong("field `stalls.ran_ms`", what));
    }
    Ok(profile)
}

fn wrong(at: impl Into<String>, what: impl Into<String>) -> ProfileError {
    ProfileError { at: at.into(), what: what.into() }
}

/// Figures of another kind of work, or of the same work compiled otherwise, say nothing beside those of this build.
fn same_build(profile: &MachineProfile) -> Result<(), ProfileError> {
    let tool = &profile.tool;
    if tool.kernels != KERNELS {
        let what = format!(
            "{}, but this botspec measures by kernels {KERNELS}: make the profile anew with botspec {}",
            tool.kernels,
            env!("CARGO_PKG_VERSION")
        );
        return Err(wrong("field `tool.kernels`", what));
    }
    let optimized = !cfg!(debug_assertions);
    if tool.optimized != optimized {
        let how = |optimized| if optimized { "with optimisations" } else { "without optimisations" };
        let what = format!(
            "measured by a botspec that was compiled {}, and this one was {}: make the profile with one like this",
            how(tool.optimized),
            how(optimized)
        );
        return Err(wrong("field `tool.optimized`", what));
    }
    Ok(())
}

fn texts(profile: &MachineProfile) -> Result<(), ProfileError> {
    let (tool, machine) = (&profile.tool, &profile.machine);
    let processor = machine.processor.as_deref().unwrap_or_default();
    bounded("doubts", profile.doubts.len(), MAX_DOUBTS)?;
    let doubts = profile.doubts.iter().map(|doubt| ("doubts", doubt.as_str()));
    let texts = [
        ("tool.name", tool.name.as_str()),
        ("tool.version", &tool.version),
        ("machine.system", &machine.system),
        ("machine.processor", processor),
    ];
    for (field, text) in texts.into_iter().chain(doubts) {
        if text.chars().count() > MAX_TEXT || text.chars().any(char::is_control) {
            let what = format!("\"{}\", expected a line of at most {MAX_TEXT} characters", excerpt(text));
            return Err(wrong(format!("field `{field}`"), what));
        }
    }
    Ok(())
}

fn excerpt(text: &str) -> String {
    text.chars().take(40).collect::<String>().escape_debug().to_string()
}

fn bounded(field: &str, count: usize, most: usize) -> Result<(), ProfileError> {
    if count <= most {
        return Ok(());
    }
    Err(wrong(format!("field `{field}`"), format!("{count} entries, expected at most {most}")))
}

fn plausible(field: &str, figure: &Figure) -> Result<(), ProfileError> {
    within(&format!("{field}.cpu_ms"), figure.cpu_ms, 0.001, MAX_MS)?;
    within(&format!("{field}.wall_ms"), figure.wall_ms, 0.001, MAX_MS)?;
    within(&format!("{field}.spread"), figure.spread, 0.0, 1000.0)?;
    within(&format!("{field}.samples"), f64::from(figure.samples), 1.0, f64::from(u32::MAX))
}

fn within(field: &str, number: f64, least: f64, most: f64) -> Result<(), ProfileError> {
    if (least..=most).contains(&number) {
        return Ok(());
    }
    Err(wrong(format!("field `{field}`"), format!("{number}, expected a number from {least} to {most}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::prediction::tests::profile;
    use serde_json::{Value, json};

    fn told(change: impl Fn(&mut Value)) -> String {
        let mut value = serde_json::to_value(profile(1.0)).unwrap();
        change(&mut value);
        from_bytes(value.to_string().as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn what_was_written_is_read() {
        let written = serde_json::to_vec_pretty(&profile(2.0)).unwrap();
        assert_eq!(from_bytes(&written), Ok(profile(2.0)));
    }

    #[test]
    fn each_mistake_is_named_with_its_place() {
        let cases: [(&str, Value, &str); 12] = [
            (
                "/schema",
                json!("botspec.game/1"),
                "field `schema`: \"botspec.game/1\", expected \"botspec.profile/1\"",
            ),
            ("/tool/kernels", json!(77), "field `tool.kernels`: 77, but this botspec"),
            ("/tool/optimized", json!(!cfg!(debug_assertions) ^ true), "field `tool.optimized`: measured by"),
            ("/tool/version", json!("1\n2"), "field `tool.version`: \"1\\n2\", expected a line"),
            ("/machine/system", json!("x".repeat(300)), "field `machine.system`: "),
            (
                "/kernels/branch/cpu_ms",
                json!(0),
                "field `kernels.branch.cpu_ms`: 0, expected a number from 0.001",
            ),
            ("/kernels/memory/wall_ms", json!(1e300), "field `kernels.memory.wall_ms`: "),
            ("/starts/python/samples", json!(0), "field `starts.python.samples`: 0, expected"),
            ("/parallel", json!(-1), "field `parallel`: -1, expected a number from 0.001"),
            ("/stalls/ran_ms", json!(3), "field `stalls.ran_ms`: 3 ms, but before its stalls it ran for"),
            ("/stalls/stalls", json!([[5, -1]]), "field `stalls.stalls[0][1]`: -1, expected"),
            ("/doubts", json!(vec!["x"; 21]), "field `doubts`: 21 entries, expected at most 20"),
        ];
        for (pointer, value, expected) in cases {
            let told = told(|profile| *profile.pointer_mut(pointer).unwrap() = value.clone());
            assert!(told.starts_with(expected), "{pointer}: {told}");
        }
        let malformed = from_bytes(b"{\n  \"schema\": 7}").unwrap_err().to_string();
        assert!(malformed.starts_with("line 2, column 13: invalid type: integer"), "{malformed}");
        assert_eq!(from_bytes(b"").unwrap_err().to_string(), "line 1, column 0: EOF while parsing a value");
    }
}
