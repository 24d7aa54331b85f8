//! Which cases a run is made of.

use std::path::PathBuf;

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
