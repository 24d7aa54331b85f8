//! Which cases a run is made of.

use std::path::PathBuf;

use botspec_sdk::random::Random;

/// What the user asked for, as far as it decides which cases there are.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The seed of everything generated.
    pub seed: u64,
    /// How many random positions a generator makes.
    pub cases: u32,
    /// The variant, if one was asked for.
    pub variant: Option<String>,
    /// A folder with further scenario files.
    pub scenarios: Option<PathBuf>,
    /// A submitted folder: the submission rules apply.
    pub submission: Option<PathBuf>,
}

impl Default for Plan {
    fn default() -> Self {
        Self { seed: 1, cases: 200, variant: None, scenarios: None, submission: None }
    }
}

/// Randomness for what a generator makes under this name and number: the same whatever else is made.
#[must_use]
pub fn stream(seed: u64, name: &str, number: u32) -> Random {
    let mut random = Random::seeded(seed);
    let start = random.fork().word();
    let name = name.bytes().fold(start, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    Random::seeded(seed ^ (u64::from(name) << 32 | u64::from(number)))
}
