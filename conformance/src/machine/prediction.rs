//! From a bot's times here to its times there.
//!
//! What a turn computed takes as much more processor time there as the kernels do, and the start of its process as much
//! more as that of a program of its kind; what it waited or slept takes as long as here. The wall time is that with the
//! stalls that a program met there, from every moment at which a turn may begin. What that cannot know is in the guide:
//! `docs/other-machine.md`.

use std::time::Duration;

use super::demand::{Demand, Kind};
use super::stall_pattern::StallPattern;
use crate::process::Elapsed;
use crate::record::{Elsewhere, Figure, MachineProfile, Prospect};
use crate::timing::{millis, quantile};

/// A bot's turns, as they were here.
#[derive(Debug, Clone, Copy)]
pub struct Turns<'a> {
    /// What they took.
    pub elapsed: &'a [Elapsed],
    /// What kind of program it is.
    pub kind: Kind,
    /// Whether each turn starts the bot anew.
    pub starts_anew: bool,
    /// The limit of a turn.
    pub limit: Duration,
    /// Whether a turn was given up here, and is not among them.
    pub overran: bool,
    /// Whether the machine was busy, so that what seems to be sleep may be waiting for a core.
    pub busy: bool,
}

impl Turns<'_> {
    /// What the start of the bot takes on this machine; none if turns have none, or it was not measured.
    fn start_on(&self, machine: &MachineProfile) -> Option<Figure> {
        self.kind.start(&machine.starts).filter(|_| self.starts_anew)
    }
}

/// Within this share of the limit, to either side, nobody can tell.
const BAND: f64 = 0.2;
/// What the processor time of the same work differs by from one day to the other.
const MARGIN: f64 = 0.05;
/// Of the spread of single times, so much is left in their median.
const OF_SPREAD: f64 = 0.125;
/// In thousandths, for one turn; of more it is less by the root of their number: 1.64 times the root of 0.99 × 0.01.
const UNSURE: usize = 163;
/// Whoever gets less than this share of all cores is not alone.
const CROWDED: f64 = 0.9;
/// So many turns are looked at, and so many moments at which each may begin.
const MAX_TURNS: usize = 1000;
const BEGINNINGS: u32 = 200;
/// Multiples of it are spread evenly, however many there are.
const GOLDEN: f64 = 0.618_033_988_749_895;
/// So many of the longest turns are held against the worst stalls.
const LONGEST: usize = 10;

/// A bot's times as of the machine of a profile; none if no turn was timed. `here` was measured by the same kernels.
#[must_use]
pub fn predict(
    here: &MachineProfile,
    there: &MachineProfile,
    turns: &Turns<'_>,
    file: &str,
) -> Option<Elsewhere> {
    let mut demands: Vec<Demand> = turns.elapsed.iter().map(Demand::of).collect();
    demands.sort_by(|a, b| (a.busy + a.idle).total_cmp(&(b.busy + b.idle)));
    if demands.is_empty() {
        return None;
    }
    let start = turns.start_on(here).zip(turns.start_on(there));
    let mut idle: Vec<f64> = demands.iter().map(|demand| demand.idle).collect();
    idle.sort_by(f64::total_cmp);
    let factors = Factors::new(here, there, start);
    let pattern = StallPattern::new(&there.stalls);
    let estimate = |bound: Bound| Estimate {
        factors: &factors,
        bound,
        pattern: &pattern,
        parallel: there.parallel,
        core: match bound {
            Bound::Most => core_of(there),
            _ => 1.0,
        },
        // On a busy machine short turns do not tell sleep from waiting for a core: what most of them have is the bot's
        // own, as far as can be told.
        most_idle: match bound {
            Bound::Least if turns.busy => 0.0,
            Bound::Usual if turns.busy => quantile(&idle, 500),
            _ => f64::INFINITY,
        },
    };
    let [least, usual, most] =
        [Bound::Least, Bound::Usual, Bound::Most].map(|bound| estimate(bound).times(&demands));
    let limit_ms = millis(turns.limit);
    // Of few turns it is chance which the 99th percentile is: nine times in ten it is one of those between.
    let unsure = UNSURE / demands.len().isqrt().max(1) + 1;
    let p99_ms = quantile(&usual, 990);
    let p99_from_ms = quantile(&least, 990 - unsure.min(490)).min(p99_ms);
    let p99_to_ms = quantile(&most, (990 + unsure).min(1000)).max(p99_ms);
    let longest = &demands[demands.len().saturating_sub(LONGEST)..];
    let worst = |bound| longest.iter().map(|demand| estimate(bound).worst(demand)).fold(0.0, f64::max);
    let max_ms = worst(Bound::Usual).max(p99_ms);
    let max_to_ms = worst(Bound::Most).max(p99_to_ms).max(max_ms);
    let prospect = if p99_from_ms > limit_ms * (1.0 + BAND) {
        Prospect::Late
    } else if max_to_ms < limit_ms * (1.0 - BAND) && !turns.overran {
        Prospect::InTime
    } else {
        Prospect::CannotTell
    };
    let mut doubts = Vec::new();
    if prospect == Prospect::CannotTell {
        let near = [max_ms, p99_ms].iter().any(|ms| ((1.0 - BAND)..=(1.0 + BAND)).contains(&(ms / limit_ms)));
        doubts.push(why_not_told(turns, near).to_owned());
    }
    if turns.starts_anew && start.is_none() && turns.kind != Kind::Other {
        doubts.push("the start of such programs is not measured on both machines".to_owned());
    }
    doubts.extend(doubts_of_machines(here, there, turns.busy));
    Some(Elsewhere {
        profile: file.to_owned(),
        machine: there.machine.clone(),
        limit_ms,
        p50_ms: quantile(&usual, 500),
        p99_ms,
        p99_from_ms,
        p99_to_ms,
        max_ms,
        max_to_ms,
        slower: factors.work.usual,
        prospect,
        differs: prospect == Prospect::Late && !turns.overran,
        doubts,
    })
}

/// Why nobody can tell whether the bot would be in time; `near`: its times are near the limit.
const fn why_not_told(turns: &Turns<'_>, near: bool) -> &'static str {
    if turns.overran {
        "a turn was given up here, and its time is not known"
    } else if near {
        "that is within a fifth of the limit, where nobody can tell from another machine"
    } else {
        "the estimates are too far apart to tell"
    }
}

/// What is doubtful whatever the bot does.
fn doubts_of_machines(here: &MachineProfile, there: &MachineProfile, busy: bool) -> Vec<String> {
    let crowded = "there other programs compute, too, or a quota holds: a turn may have less than a core";
    let mut doubts = Vec::new();
    if core_of(there) < CROWDED {
        doubts.push(crowded.to_owned());
    }
    if busy {
        doubts.push("this machine was busy while the bot was timed".to_owned());
    }
    doubts.extend(here.doubts.iter().map(|doubt| format!("here {doubt}")));
    doubts.extend(there.doubts.iter().map(|doubt| format!("there {doubt}")));
    doubts
}

/// What a turn has of its core there at the least, if what others take is spread over all cores. Stalls that few starts
/// meet may not have been seen, but that somebody else computes has.
fn core_of(there: &MachineProfile) -> f64 {
    (there.parallel / f64::from(there.machine.cores.max(1))).clamp(0.01, 1.0)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bound {
    Least,
    Usual,
    Most,
}

/// How much more processor time something takes there.
#[derive(Debug, Clone, Copy)]
struct Factor {
    least: f64,
    usual: f64,
    most: f64,
}

impl Factor {
    const fn at(&self, bound: Bound) -> f64 {
        match bound {
            Bound::Least => self.least,
            Bound::Usual => self.usual,
            Bound::Most => self.most,
        }
    }

    fn of(here: &Figure, there: &Figure) -> Self {
        let usual = there.cpu_ms / here.cpu_ms;
        let margin = MARGIN + OF_SPREAD * here.spread.max(there.spread);
        Self { least: usual / (1.0 + margin), usual, most: usual * (1.0 + margin) }
    }
}

#[derive(Debug)]
struct Factors {
    work: Factor,
    /// That of the start of a process, and what such a start takes here.
    start: Option<(Factor, f64)>,
}

impl Factors {
    fn new(here: &MachineProfile, there: &MachineProfile, start: Option<(Figure, Figure)>) -> Self {
        let kernels = here.kernels.all().into_iter().zip(there.kernels.all());
        let each: Vec<Factor> = kernels.map(|((_, here), (_, there))| Factor::of(here, there)).collect();
        // Nobody knows what bounds a bot: it is somewhere between the kernels.
        let product: f64 = each.iter().map(|factor| factor.usual).product();
        let work = Factor {
            least: each.iter().map(|factor| factor.least).fold(f64::INFINITY, f64::min),
            usual: product.cbrt(),
            most: each.iter().map(|factor| factor.most).fold(0.0, f64::max),
        };
        Self { work, start: start.map(|(here, there)| (Factor::of(&here, &there), here.cpu_ms)) }
    }

    /// What so much processor time is there.
    fn cpu(&self, here: f64, bound: Bound) -> f64 {
        let (start, factor) =
            self.start.map_or((0.0, 1.0), |(factor, start)| (start.min(here), factor.at(bound)));
        start * factor + (here - start) * self.work.at(bound)
    }
}

#[derive(Clone, Copy)]
struct Estimate<'a> {
    factors: &'a Factors,
    bound: Bound,
    pattern: &'a StallPattern,
    parallel: f64,
    /// The share of a core that a turn has at the least for as long as it goes on.
    core: f64,
    most_idle: f64,
}

impl Estimate<'_> {
    /// The wall times of turns from each beginning, in ascending order; of many turns every so many.
    fn times(&self, demands: &[Demand]) -> Vec<f64> {
        let step = demands.len().div_ceil(MAX_TURNS);
        // From the end, so that the longest is among them.
        let chosen = demands.iter().rev().step_by(step);
        // Stalls may come in a rhythm of their own: with another shift each time no beginnings keep step with them.
        let shifts = (0_u32..).map(|number| (f64::from(number) * GOLDEN).fract());
        let mut times = Vec::new();
        for (demand, shift) in chosen.zip(shifts) {
            let beginnings = self.pattern.beginnings(BEGINNINGS, shift);
            times.extend(beginnings.map(|begin| self.time(demand, |work| self.pattern.wall(begin, work))));
        }
        times.sort_by(f64::total_cmp);
        times
    }

    fn worst(&self, demand: &Demand) -> f64 {
        self.time(demand, |work| self.pattern.worst(work))
    }

    fn time(&self, demand: &Demand, wall: impl Fn(f64) -> f64) -> f64 {
        let cpu = self.factors.cpu(demand.cpu, self.bound);
        let slower = if demand.cpu > 0.0 { cpu / demand.cpu } else { 1.0 };
        let path = wall(demand.busy * slower).max(demand.busy * slower / self.core);
        // Threads get no more than all cores have left for them.
        let shared = if demand.several { cpu / self.parallel } else { 0.0 };
        path.max(shared) + demand.idle.min(self.most_idle)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::process::KERNELS;
    use crate::record::{KernelFigures, Machine, MeasuredBy, PROFILE, StallFigures, StartFigures};

    /// A machine on which everything takes so many times as long as on the one with 1.
    pub(in crate::machine) fn profile(slower: f64) -> MachineProfile {
        let figure = |ms: f64| Figure { cpu_ms: ms * slower, wall_ms: ms * slower, spread: 0.0, samples: 9 };
        MachineProfile {
            schema: PROFILE.to_owned(),
            tool: MeasuredBy {
                name: "botspec".to_owned(),
                version: "0.1.0".to_owned(),
                kernels: KERNELS,
                optimized: !cfg!(debug_assertions),
            },
            machine: Machine { system: "linux x86_64".to_owned(), processor: None, cores: 2 },
            kernels: KernelFigures { integer: figure(4.0), memory: figure(5.0), branch: figure(3.0) },
            starts: StartFigures {
                native: Some(figure(1.0)),
                python: Some(figure(20.0)),
                java: Some(figure(80.0)),
            },
            stalls: StallFigures { ran_ms: 1000.0, stalls: vec![[500.0, 0.3]] },
            parallel: 2.0,
            doubts: Vec::new(),
        }
    }

    fn turn(wall: u64, cpu: u64) -> Elapsed {
        let ms = Duration::from_millis;
        Elapsed::charge(ms(wall), ms(cpu), Duration::ZERO, false)
    }

    fn turns(elapsed: &[Elapsed]) -> Turns<'_> {
        let limit = Duration::from_millis(100);
        Turns { elapsed, kind: Kind::Native, starts_anew: false, limit, overran: false, busy: false }
    }

    fn told(there: &MachineProfile, turns: &Turns<'_>) -> Elsewhere {
        predict(&profile(1.0), there, turns, "judge.json").unwrap()
    }

    #[track_caller]
    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() <= 0.01 * expected, "{found}, expected {expected}");
    }

    #[test]
    fn computing_scales_and_sleeping_does_not() {
        let slow = profile(3.0);
        let found = told(&slow, &turns(&[turn(12, 12)]));
        close(found.p99_ms, 36.0);
        assert!(found.p99_from_ms < 36.0 && found.p99_to_ms > 36.0, "{found:?}");
        close(told(&slow, &turns(&[turn(12, 2)])).p99_ms, 16.0);
        close(told(&profile(0.5), &turns(&[turn(12, 2)])).p99_ms, 11.0);
    }

    #[test]
    fn a_start_scales_as_starts_do() {
        let mut there = profile(2.0);
        there.starts.python.as_mut().unwrap().cpu_ms = 100.0;
        let elapsed = [turn(30, 30)];
        let python = Turns { kind: Kind::Python, starts_anew: true, ..turns(&elapsed) };
        // 20 of the 30 ms are the start, which takes 5 times as long, and the rest takes twice as long.
        close(told(&there, &python).p99_ms, 120.0);
        let stream = Turns { starts_anew: false, ..python };
        close(told(&there, &stream).p99_ms, 60.0);
        there.starts.python = None;
        let found = told(&there, &python);
        close(found.p99_ms, 60.0);
        assert!(found.doubts.iter().any(|doubt| doubt.contains("not measured on both")), "{found:?}");
    }

    #[test]
    fn a_quota_stalls_what_does_not_end_before_it() {
        let mut half = profile(1.0);
        half.stalls = StallFigures { ran_ms: 500.0, stalls: vec![[50.0, 50.0]; 10] };
        half.parallel = 0.5;
        let found = told(&half, &turns(&[turn(10, 10)]));
        close(found.p50_ms, 10.0);
        close(found.p99_ms, 60.0);
        // Two threads that take 40 ms together have no more than half of a core.
        let ms = Duration::from_millis;
        let elapsed = [Elapsed::charge(ms(20), ms(40), Duration::ZERO, true)];
        close(told(&half, &turns(&elapsed)).p50_ms, 80.0);
        let mut one = profile(1.0);
        one.parallel = 1.0;
        close(told(&one, &turns(&elapsed)).p99_ms, 40.0);
    }

    /// Of turns of 1 ms one in fifty meets a pause that comes every 50 ms: more than one in a hundred.
    #[test]
    fn pauses_in_a_rhythm_are_met_by_short_turns_too() {
        let mut half = profile(1.0);
        half.stalls = StallFigures { ran_ms: 1000.0, stalls: vec![[50.0, 50.0]; 20] };
        let found = told(&half, &turns(&[turn(1, 1); 150]));
        close(found.p50_ms, 1.0);
        close(found.p99_ms, 51.0);
        // Of so few it is chance whether more than one in a hundred does.
        assert!(found.p99_from_ms < 2.0, "{found:?}");
        let found = told(&half, &turns(&vec![turn(1, 1); 100_000]));
        assert!(found.p99_from_ms > 40.0, "{found:?}");
    }

    /// Chance puts few turns on the core of the other program, and none of those that were measured.
    #[test]
    fn whoever_computes_beside_the_bot_widens_the_range() {
        let mut there = profile(1.0);
        let elapsed = [turn(60, 60)];
        assert_eq!(told(&there, &turns(&elapsed)).prospect, Prospect::InTime);
        there.parallel = 1.2;
        let found = told(&there, &turns(&elapsed));
        close(found.p99_ms, 60.0);
        assert!(found.p99_to_ms > 99.0 && found.prospect == Prospect::CannotTell, "{found:?}");
        assert!(found.doubts.iter().any(|doubt| doubt.contains("other programs compute")), "{found:?}");
    }

    #[test]
    fn near_the_limit_nobody_can_tell() {
        let prospect = |slower: f64| told(&profile(slower), &turns(&[turn(20, 20)])).prospect;
        assert_eq!(prospect(1.0), Prospect::InTime);
        assert_eq!(prospect(3.7), Prospect::InTime);
        for slower in [4.0, 4.5, 5.0, 5.5, 6.0] {
            assert_eq!(prospect(slower), Prospect::CannotTell, "{slower}");
        }
        assert_eq!(prospect(6.5), Prospect::Late);
        let near = told(&profile(5.0), &turns(&[turn(20, 20)]));
        assert!(near.doubts[0].contains("within a fifth of the limit") && !near.differs, "{near:?}");
        assert!(told(&profile(6.5), &turns(&[turn(20, 20)])).differs);
    }

    #[test]
    fn kernels_that_disagree_leave_a_doubt() {
        let mut there = profile(1.0);
        there.kernels.memory.cpu_ms *= 8.0;
        let found = told(&there, &turns(&[turn(30, 30)]));
        close(found.p99_ms, 60.0);
        assert!(found.p99_from_ms < 30.0 && found.p99_to_ms > 230.0, "{found:?}");
        assert_eq!(found.prospect, Prospect::CannotTell);
        assert!(found.doubts[0].contains("too far apart"), "{found:?}");
    }

    #[test]
    fn a_turn_that_was_given_up_is_never_in_time() {
        let elapsed = [turn(10, 10)];
        let found = told(&profile(1.0), &Turns { overran: true, ..turns(&elapsed) });
        assert_eq!((found.prospect, found.differs), (Prospect::CannotTell, false));
        assert!(predict(&profile(1.0), &profile(1.0), &turns(&[]), "x").is_none());
    }

    /// On a busy machine waiting for a core looks like sleep.
    #[test]
    fn what_a_busy_machine_hides_widens_the_range() {
        let elapsed = [turn(90, 5)];
        let found = told(&profile(1.0), &Turns { busy: true, ..turns(&elapsed) });
        assert!(found.p99_from_ms < 6.0 && found.p99_to_ms > 89.0, "{found:?}");
        assert_eq!(found.prospect, Prospect::CannotTell);
    }
}
