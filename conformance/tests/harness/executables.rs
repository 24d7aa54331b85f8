//! The executables of the test bots, built when first wanted.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// The executable that plays all bots of a game, such as `linkage-test-bot`.
pub(crate) fn executable(name: &str) -> PathBuf {
    let path = BUILT.join(name).with_extension(std::env::consts::EXE_EXTENSION);
    assert!(path.is_file(), "{} was not built", path.display());
    path
}

/// The folder they are built into, beside the one that the tester under test comes from. Cargo builds no
/// executables of a crate that is only depended on, and these are small for being copied often.
static BUILT: LazyLock<PathBuf> = LazyLock::new(|| {
    let tester = Path::new(env!("CARGO_BIN_EXE_botspec"));
    let target =
        tester.ancestors().nth(2).expect("an executable lies in its profile's folder in the target folder");
    let built = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--package", "botspec-test-bots", "--profile", PROFILE, "--target-dir"])
        .arg(target)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs this test, so it can be run");
    assert!(
        built.status.success(),
        "the test bots do not build:\n{}",
        String::from_utf8_lossy(&built.stderr)
    );
    target.join(PROFILE)
});

/// The profile of the top Cargo.toml that is made for them.
const PROFILE: &str = "test-bots";
