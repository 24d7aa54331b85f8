//! `botspec doctor`.

use std::fmt::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anstyle::{AnsiColor, Style};
use serde::Serialize;
use wait_timeout::ChildExt as _;

use super::args::{DoctorArgs, Format, cores};
use super::error::CliError;
use super::{output, profile};
use crate::bot::{TOOLS, Tool};
use crate::exit_code::Exit;
use crate::process::{Held, Host, Isolation, SandboxMode, Workplace, denied};
use crate::record::{Figure, MachineProfile};
use crate::report;
use crate::timing::{millis, percentile};

/// What this machine offers.
#[derive(Debug, Serialize)]
struct Diagnosis {
    schema: &'static str,
    version: &'static str,
    cores: usize,
    isolation: Isolation,
    /// What builds are kept from.
    builds: Isolation,
    timing: Clock,
    toolchains: Vec<Toolchain>,
}

/// How well time can be told here, in milliseconds.
#[derive(Debug, Serialize)]
struct Clock {
    /// How late a wait of one millisecond ends, in the middle and at worst.
    wake_late_p50_ms: f64,
    wake_late_max_ms: f64,
    /// The share of a core that this process was denied while it wanted one, from 0.
    denied: f64,
    verdict: &'static str,
}

/// A program that builds or runs bots.
#[derive(Debug, Serialize)]
struct Toolchain {
    program: &'static str,
    used_for: &'static str,
    version: Option<String>,
    install: &'static str,
}

/// Looks the machine over.
pub(super) fn doctor(args: &DoctorArgs) -> Result<Exit, CliError> {
    if let Some(path) = &args.profile {
        output::may_be_written(path, "--profile")?;
    }
    let host = Host::open(SandboxMode::Auto)?;
    let profile = args.profile.as_ref().map(|_| profile::of_this_machine(&host)).transpose()?;
    let diagnosis = Diagnosis {
        schema: "botspec.doctor/1",
        version: env!("CARGO_PKG_VERSION"),
        cores: cores(),
        isolation: host.isolation().clone(),
        builds: builds(&host),
        timing: clock(),
        toolchains: TOOLS.iter().map(toolchain).collect(),
    };
    let bytes = match args.format {
        Format::Json => report::json(&diagnosis),
        Format::Pretty => pretty(&diagnosis, profile.as_ref()),
    };
    if let (Some(path), Some(profile)) = (&args.profile, &profile) {
        profile::write(path, profile)?;
    }
    output::report(&bytes)?;
    Ok(Exit::Success)
}

/// What a build is kept from, tried out.
fn builds(host: &Host) -> Isolation {
    match host.workplace(&Workplace::default()) {
        Ok(Some(cell)) => cell.isolation().clone(),
        Ok(None) => Isolation {
            risks: host.isolation().risks.clone(),
            ..Isolation::none("builds are not confined here: they can do what you can")
        },
        Err(error) => Isolation::none(&error.to_string()),
    }
}

/// Sleeps and computes for a moment, and looks how much longer that took than it should have.
fn clock() -> Clock {
    let nap = Duration::from_millis(1);
    let mut late: Vec<f64> = (0..50)
        .map(|_| {
            let started = Instant::now();
            std::thread::sleep(nap);
            millis(started.elapsed().saturating_sub(nap))
        })
        .collect();
    late.sort_by(f64::total_cmp);
    let denied = denied(Duration::from_millis(100));
    let verdict = if denied < 0.05 {
        "good: times are reliable"
    } else if denied < 0.3 {
        "fair: the machine is busy with other things; limits of tens of milliseconds may be inconclusive"
    } else {
        "poor: the machine is very busy; stop other programs before judging time"
    };
    Clock {
        wake_late_p50_ms: percentile(&late, 50),
        wake_late_max_ms: percentile(&late, 100),
        denied,
        verdict,
    }
}

fn toolchain(tool: &Tool) -> Toolchain {
    let Tool { program, used_for, install } = *tool;
    Toolchain { program, used_for, version: version_of(program), install }
}

/// The first line that a program prints of its version; none if it cannot be run.
pub(super) fn version_of(program: &str) -> Option<String> {
    // Java's programs understand the short form in every version.
    let flag = if program.starts_with("java") { "-version" } else { "--version" };
    let mut child = Command::new(program)
        .arg(flag)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    if child.wait_timeout(Duration::from_secs(10)).ok()?.is_none() {
        let _ = child.kill();
    }
    let printed = child.wait_with_output().ok()?;
    let text = if printed.stdout.is_empty() { printed.stderr } else { printed.stdout };
    let text = String::from_utf8_lossy(&text).into_owned();
    text.lines().next().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty())
}

fn pretty(diagnosis: &Diagnosis, profile: Option<&MachineProfile>) -> Vec<u8> {
    const GREEN: Style = AnsiColor::Green.on_default();
    const YELLOW: Style = AnsiColor::Yellow.on_default();
    const BOLD: Style = Style::new().bold();
    let mut out = format!("{BOLD}botspec {}{BOLD:#} on {} cores\n", diagnosis.version, diagnosis.cores);
    let both = [("bots", &diagnosis.isolation), ("builds, in copies of the sources", &diagnosis.builds)];
    for (what, isolation) in both {
        let _ = writeln!(out, "\n{BOLD}Confinement of {what}{BOLD:#}");
        for (layer, held) in &isolation.layers {
            let _ = match held {
                Held::Yes(how) => {
                    let how = if how.is_empty() { String::new() } else { format!(" ({how})") };
                    writeln!(out, "  {GREEN}yes{GREEN:#} {:10} {}{how}", layer.name(), layer.covers())
                }
                Held::No(why) => {
                    writeln!(out, "  {YELLOW}no {YELLOW:#} {:10} {}: {why}", layer.name(), layer.covers())
                }
            };
        }
    }
    if diagnosis.isolation.ends_all() {
        let how = if cfg!(windows) { " (a job)" } else { "" };
        let _ = writeln!(
            out,
            "  {GREEN}yes{GREEN:#} {:10} what they start ends with them, and with botspec{how}",
            "ending"
        );
    }
    if let Some(risks) = diagnosis.isolation.risks_told() {
        let _ = writeln!(out, "  {YELLOW}so {YELLOW:#} {risks}");
    }
    let clock = &diagnosis.timing;
    let _ = writeln!(out, "\n{BOLD}Timing{BOLD:#}\n  {}", clock.verdict);
    let _ = writeln!(
        out,
        "  a sleep of 1 ms ends {:.2} ms late ({:.2} ms at worst); {:.0} % of the time the core was somebody else's",
        clock.wake_late_p50_ms,
        clock.wake_late_max_ms,
        clock.denied * 100.0
    );
    if let Some(profile) = profile {
        let _ = writeln!(out, "\n{BOLD}Speed{BOLD:#}");
        speed(&mut out, profile);
    }
    let _ = writeln!(out, "\n{BOLD}Toolchains{BOLD:#}");
    for tool in &diagnosis.toolchains {
        let _ = match &tool.version {
            Some(version) => {
                writeln!(out, "  {GREEN}yes{GREEN:#} {:8} {}: {version}", tool.program, tool.used_for)
            }
            None => {
                writeln!(
                    out,
                    "  {YELLOW}no {YELLOW:#} {:8} {}: {}",
                    tool.program, tool.used_for, tool.install
                )
            }
        };
    }
    out.into_bytes()
}

/// What a profile says, for people.
fn speed(out: &mut String, profile: &MachineProfile) {
    let mut line = |name: &str, figure: &Figure| {
        let Figure { cpu_ms, wall_ms, spread, .. } = figure;
        let _ = writeln!(
            out,
            "  {name:15} {cpu_ms:7.2} ms of processor time, {wall_ms:7.2} ms in all, {:.0} % apart",
            spread * 100.0
        );
    };
    for (name, figure) in profile.kernels.all() {
        line(&format!("{name} kernel"), figure);
    }
    for (name, figure) in profile.starts.all() {
        if let Some(figure) = figure {
            line(&format!("start, {name}"), figure);
        }
    }
    let waited: f64 = profile.stalls.stalls.iter().map(|[_, length]| length).sum();
    let _ = writeln!(
        out,
        "  a program that wants a core waits for it {:.0} % of the time; threads on all cores get {:.2} cores",
        100.0 * waited / (waited + profile.stalls.ran_ms),
        profile.parallel
    );
    for doubt in &profile.doubts {
        let _ = writeln!(out, "  in doubt: {doubt}");
    }
}
