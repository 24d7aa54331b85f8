//! Fixed pieces of work, each bound by another part of a processor.

use std::hint::black_box;

use super::clock::{Cost, Watch};

/// The number of the set of kernels: two machines are compared only by the same one. It goes up with every change to them.
pub const KERNELS: u32 = 1;

/// A piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Multiplications and shifts, each waiting for the one before.
    Integer,
    /// Steps through 8 MiB in an order that no cache foresees.
    Memory,
    /// Decisions that no predictor foresees, on data that stays in the first cache.
    Branch,
}

impl Kernel {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Integer, Self::Memory, Self::Branch];
}

/// So many places of 8 bytes.
const PLACES: usize = 1 << 20;
const MULTIPLICATIONS: u64 = 1_500_000;
const STEPS: usize = 60_000;
const DECISIONS: usize = 400_000;

/// What the kernels work on.
#[derive(Debug)]
pub struct Kernels {
    /// Each place names the next one, all in one circle.
    circle: Vec<u32>,
}

impl Default for Kernels {
    fn default() -> Self {
        Self { circle: circle(PLACES) }
    }
}

impl Kernels {
    /// Does the work once.
    #[must_use]
    pub fn run(&self, kernel: Kernel) -> Cost {
        // Who ran before is not to matter: what is in the caches is of this kernel alone.
        if kernel == Kernel::Memory {
            black_box(self.memory(black_box(STEPS)));
        }
        let watch = Watch::start();
        black_box(match kernel {
            Kernel::Integer => integer(black_box(MULTIPLICATIONS)),
            Kernel::Memory => self.memory(black_box(STEPS)),
            Kernel::Branch => branch(black_box(DECISIONS)),
        });
        watch.cost()
    }

    fn memory(&self, steps: usize) -> u64 {
        let mut at = 0_usize;
        for _ in 0..steps {
            at = self.circle[at] as usize;
        }
        at as u64
    }
}

/// One circle through all places, by Sattolo's shuffle.
fn circle(places: usize) -> Vec<u32> {
    let mut circle: Vec<u32> = (0_u32..).take(places).collect();
    let mut state = 1;
    for at in (1..circle.len()).rev() {
        state = next(state);
        let other = usize::try_from(state >> 33).unwrap_or_default() % at;
        circle.swap(at, other);
    }
    circle
}

const fn next(state: u64) -> u64 {
    state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407)
}

fn integer(rounds: u64) -> u64 {
    let mut state = rounds;
    for _ in 0..rounds {
        state = next(state ^ (state >> 29));
    }
    state
}

fn branch(decisions: usize) -> u64 {
    let (mut state, mut sum) = (1_u64, 0_u64);
    for _ in 0..decisions {
        state = next(state);
        // Functions that are not inlined, so that no compiler makes a choice without a branch of it.
        sum = if state >> 63 == 0 { even(sum) } else { odd(sum) };
    }
    sum
}

#[inline(never)]
fn even(sum: u64) -> u64 {
    black_box(sum).wrapping_add(1)
}

#[inline(never)]
fn odd(sum: u64) -> u64 {
    black_box(sum).rotate_left(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_circle_goes_through_all_places() {
        let circle = circle(1000);
        let (mut at, mut seen) = (0_usize, 0);
        loop {
            at = circle[at] as usize;
            seen += 1;
            if at == 0 {
                break;
            }
        }
        assert_eq!(seen, circle.len());
    }

    #[test]
    fn each_kernel_takes_time_on_both_clocks() {
        let kernels = Kernels::default();
        for kernel in Kernel::ALL {
            let cost = kernels.run(kernel);
            assert!(cost.cpu.as_micros() > 50 && cost.wall >= cost.cpu, "{kernel:?}: {cost:?}");
        }
    }
}
