//! Measures this machine.

use std::path::PathBuf;
use std::time::Duration;

use super::file::MAX_STALLS;
use crate::process::{
    Cost, Host, KERNELS, Kernel, Kernels, SandboxError, Stalls, Start, Starter, parallel, processor,
    stalls_of_starters,
};
use crate::record::{
    Figure, KernelFigures, Machine, MachineProfile, MeasuredBy, PROFILE, StallFigures, StartFigures,
};
use crate::timing::{millis, percentile};

/// What of the machine is to be measured beyond its kernels.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wanted {
    /// A program of the machine's own code that does nothing.
    pub native: Option<PathBuf>,
    /// Python, and the folders that it reads.
    pub python: Option<(PathBuf, Vec<PathBuf>)>,
    /// Java, and the folders that it reads.
    pub java: Option<(PathBuf, Vec<PathBuf>)>,
    /// Stalls, and how many threads run at once.
    pub stalls: bool,
}

/// How long it may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    rounds: u32,
    starts: u32,
    interpreters: u32,
    stalls: Duration,
    parallel: Duration,
}

impl Effort {
    /// For a profile that is kept: some seconds.
    pub const PROFILE: Self = Self {
        rounds: 24,
        starts: 24,
        interpreters: 8,
        stalls: Duration::from_millis(3000),
        parallel: Duration::from_millis(500),
    };
    /// At the beginning of a check: a second or two.
    pub const CHECK: Self = Self { rounds: 12, starts: 12, interpreters: 4, ..Self::PROFILE };

    /// How many steps `progress` is told of.
    #[must_use]
    pub const fn steps(&self) -> u32 {
        self.rounds
    }
}

/// Of what two measurements are apart half is in doubt, and of what single times are apart only an eighth.
const DRIFT: f64 = 4.0;
/// A program that waits for this share of its time is on a machine that others use, or that has a quota.
const CROWDED: f64 = 0.1;
/// The processor times of a thing that are this far apart make it doubtful.
const NOISY: f64 = 0.3;

/// Measures this machine; `progress` is told of each step.
///
/// # Errors
/// If the machine cannot start programs.
pub fn measure(
    host: &Host,
    wanted: &Wanted,
    effort: Effort,
    progress: &mut dyn FnMut(),
) -> Result<MachineProfile, SandboxError> {
    let start = |program: &PathBuf, args, readable: &[PathBuf]| {
        Starter::new(host, &Start { program: program.clone(), args, readable: readable.to_vec() })
    };
    let mut native = Program::new(wanted.native.as_ref().map(|path| start(path, &[], &[])), effort.starts)?;
    let python = wanted.python.as_ref().map(|(path, readable)| start(path, &["-c", "pass"], readable));
    let mut python = Program::new(python, effort.interpreters)?;
    let java = wanted.java.as_ref().map(|(path, readable)| start(path, &["-version"], readable));
    let mut java = Program::new(java, effort.interpreters)?;

    let kernels = Kernels::default();
    // Not counted: until now nothing of it is in a cache, nor is the clock of the core up.
    for kernel in Kernel::ALL {
        let _ = kernels.run(kernel);
    }
    let mut costs: [Vec<Cost>; 3] = Default::default();
    // In turn, so that what changes meanwhile touches all of them.
    for _ in 0..effort.rounds {
        for (costs, kernel) in costs.iter_mut().zip(Kernel::ALL) {
            costs.push(kernels.run(kernel));
        }
        for program in [&mut native, &mut python, &mut java] {
            program.once(host)?;
        }
        progress();
    }
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let (seen, parallel) = if wanted.stalls {
        let seen = stalls_of_starters(host, effort.stalls)?;
        (seen, parallel(cores, effort.parallel))
    } else {
        (None, f64::from(u32::try_from(cores).unwrap_or(1)))
    };
    let [integer, memory, branch] = costs.map(|costs| figure(&costs));
    let kernels = KernelFigures { integer, memory, branch };
    let starts = StartFigures { native: native.figure(), python: python.figure(), java: java.figure() };
    let mut doubts = doubts(&kernels, &starts);
    if wanted.stalls && seen.is_none() {
        doubts.push("what keeps programs from a core could not be measured".to_owned());
    }
    doubts.extend(seen.as_ref().and_then(crowded));
    let seen = seen.unwrap_or_else(|| Stalls { ran: effort.stalls, ..Stalls::default() });
    Ok(MachineProfile {
        schema: PROFILE.to_owned(),
        tool: MeasuredBy {
            name: env!("CARGO_PKG_NAME").to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            kernels: KERNELS,
            optimized: !cfg!(debug_assertions),
        },
        machine: Machine {
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            processor: processor(),
            cores: u32::try_from(cores).unwrap_or(u32::MAX),
        },
        doubts,
        kernels,
        starts,
        stalls: stall_figures(&seen),
        parallel: rounded(parallel),
    })
}

/// The middle of two measurements of the same machine, before and after something. Apart as they are, they count for
/// more than what single times differ by.
#[must_use]
pub fn between(before: &MachineProfile, after: &MachineProfile) -> MachineProfile {
    let middle = |a: &Figure, b: &Figure| {
        let cpu_ms = (a.cpu_ms + b.cpu_ms) / 2.0;
        let apart = (a.cpu_ms - b.cpu_ms).abs() / cpu_ms.max(f64::MIN_POSITIVE);
        Figure {
            cpu_ms,
            wall_ms: (a.wall_ms + b.wall_ms) / 2.0,
            spread: a.spread.max(b.spread).max(DRIFT * apart),
            samples: a.samples.saturating_add(b.samples),
        }
    };
    let maybe = |a: Option<Figure>, b: Option<Figure>| a.zip(b).map(|(a, b)| middle(&a, &b));
    let (k, l, s, t) = (&before.kernels, &after.kernels, &before.starts, &after.starts);
    let kernels = KernelFigures {
        integer: middle(&k.integer, &l.integer),
        memory: middle(&k.memory, &l.memory),
        branch: middle(&k.branch, &l.branch),
    };
    let starts = StartFigures {
        native: maybe(s.native, t.native),
        python: maybe(s.python, t.python),
        java: maybe(s.java, t.java),
    };
    MachineProfile { kernels, starts, doubts: doubts(&kernels, &starts), ..before.clone() }
}

/// A program that is started again and again.
struct Program {
    starter: Option<Starter>,
    costs: Vec<Cost>,
    most: u32,
}

impl Program {
    fn new(starter: Option<Result<Starter, SandboxError>>, most: u32) -> Result<Self, SandboxError> {
        let mut program = Self { starter: starter.transpose()?, costs: Vec::new(), most };
        // Not counted: its files come from the disk. One that does not start is not measured.
        if let Some(starter) = &mut program.starter
            && starter.once()?.is_none()
        {
            program.starter = None;
        }
        Ok(program)
    }

    fn once(&mut self, host: &Host) -> Result<(), SandboxError> {
        if self.costs.len() < self.most as usize
            && !host.is_interrupted()
            && let Some(starter) = &mut self.starter
        {
            self.costs.extend(starter.once()?);
        }
        Ok(())
    }

    fn figure(&self) -> Option<Figure> {
        Some(figure(&self.costs)).filter(|figure| figure.samples > 0)
    }
}

fn figure(costs: &[Cost]) -> Figure {
    let sorted = |of: fn(&Cost) -> Duration| {
        let mut all: Vec<f64> = costs.iter().map(|cost| millis(of(cost))).collect();
        all.sort_by(f64::total_cmp);
        all
    };
    let (cpu, wall) = (sorted(|cost| cost.cpu), sorted(|cost| cost.wall));
    if cpu.is_empty() {
        return Figure { cpu_ms: 0.0, wall_ms: 0.0, spread: 0.0, samples: 0 };
    }
    let median = percentile(&cpu, 50);
    let apart = percentile(&cpu, 90) - percentile(&cpu, 10);
    Figure {
        cpu_ms: rounded(median),
        wall_ms: rounded(percentile(&wall, 50)),
        spread: if median > 0.0 { rounded(apart / median) } else { 0.0 },
        samples: u32::try_from(costs.len()).unwrap_or(u32::MAX),
    }
}

/// What is to be said of a machine that keeps programs waiting: the prediction takes it for usual.
fn crowded(seen: &Stalls) -> Option<String> {
    let waited: Duration = seen.stalls.iter().map(|stall| stall.length).sum();
    let share = waited.as_secs_f64() / (waited + seen.ran).as_secs_f64().max(f64::MIN_POSITIVE);
    (share > CROWDED).then(|| {
        format!("programs waited for a core {:.0} % of the time while it was measured", share * 100.0)
    })
}

/// On a machine with more stalls than a profile holds, the first of them tell what it is like, with what was run until then.
fn stall_figures(seen: &Stalls) -> StallFigures {
    let kept = &seen.stalls[..seen.stalls.len().min(MAX_STALLS)];
    let ran =
        if kept.len() < seen.stalls.len() { kept.iter().map(|stall| stall.after).sum() } else { seen.ran };
    let pairs = kept.iter().map(|stall| [stall.after, stall.length].map(|it| rounded(millis(it))));
    StallFigures { ran_ms: rounded(millis(ran)), stalls: pairs.collect() }
}

/// No file needs more digits than clocks have.
fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

/// What makes figures doubtful.
fn doubts(kernels: &KernelFigures, starts: &StartFigures) -> Vec<String> {
    let kernels = kernels.all().map(|(name, figure)| (format!("the {name} kernel"), Some(figure)));
    let starts = starts.all().map(|(name, figure)| (format!("the start of {name} programs"), figure));
    let noisy = kernels.into_iter().chain(starts).filter_map(|(name, figure)| Some((name, figure?.spread)));
    noisy
        .filter(|(_, spread)| *spread > NOISY)
        .map(|(name, spread)| {
            format!("{name} took times {:.0} % apart; a quieter machine tells more", spread * 100.0)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process;

    fn costs(ms: &[u64]) -> Vec<Cost> {
        let of = |ms: &u64| Cost { cpu: Duration::from_millis(*ms), wall: Duration::from_millis(2 * ms) };
        ms.iter().map(of).collect()
    }

    #[test]
    fn a_machine_whose_speed_has_changed_is_in_doubt() {
        let before = crate::machine::prediction::tests::profile(1.0);
        let same = between(&before, &before);
        assert_eq!((same.kernels.integer.spread, same.doubts.len()), (0.0, 0));
        let changed = between(&before, &crate::machine::prediction::tests::profile(1.2));
        let Figure { cpu_ms, spread, .. } = changed.kernels.integer;
        assert!((cpu_ms - 4.4).abs() < 1e-9 && spread > NOISY, "{changed:?}");
        assert_eq!(changed.doubts.len(), 6, "{changed:?}");
    }

    #[test]
    fn a_crowded_machine_is_told() {
        let seen = |ran, length| {
            let ms = Duration::from_millis;
            let stalls = vec![process::Stall { after: ms(10), length: ms(length) }];
            crowded(&Stalls { stalls, ran: ms(ran) })
        };
        let told = seen(100, 300).unwrap();
        assert_eq!(told, "programs waited for a core 75 % of the time while it was measured");
        assert_eq!(seen(100, 5), None);
        assert_eq!(crowded(&Stalls::default()), None);
    }

    /// Else there would be none in what was run behind them.
    #[test]
    fn stalls_that_are_left_out_take_their_time_with_them() {
        let stall = process::Stall { after: Duration::from_millis(2), length: Duration::from_millis(1) };
        let of = |count| {
            let figures = stall_figures(&Stalls { stalls: vec![stall; count], ran: Duration::from_secs(9) });
            (figures.stalls.len(), figures.ran_ms)
        };
        assert_eq!(of(MAX_STALLS), (MAX_STALLS, 9_000.0));
        assert_eq!(of(4 * MAX_STALLS), (MAX_STALLS, 2_000.0));
    }

    #[test]
    fn figures_are_medians_and_say_how_far_apart_times_were() {
        let steady = figure(&costs(&[10, 10, 10, 10, 10, 10, 10, 10, 10, 99]));
        let expected = Figure { cpu_ms: 10.0, wall_ms: 20.0, spread: 0.0, samples: 10 };
        assert_eq!(steady, expected, "one that was late changes nothing");
        let noisy = figure(&costs(&[8, 9, 10, 11, 14]));
        assert!(noisy.spread > NOISY, "{noisy:?}");
        let kernels = KernelFigures { integer: steady, memory: noisy, branch: steady };
        let found = doubts(&kernels, &StartFigures { java: Some(noisy), ..StartFigures::default() });
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].starts_with("the memory kernel took times 60 % apart"), "{found:?}");
        assert!(found[1].starts_with("the start of java programs"), "{found:?}");
    }
}
