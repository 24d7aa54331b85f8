//! The C programs that a benchmark is measured against.

use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// Compiles these into a folder, in memory where there is such a place; `None` without a C compiler.
pub(crate) fn compiled(names: [&str; 2]) -> Option<TempDir> {
    let in_memory = Path::new("/dev/shm");
    let place = if in_memory.is_dir() { in_memory.to_owned() } else { std::env::temp_dir() };
    let folder = tempfile::tempdir_in(place).unwrap();
    for name in names {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("benches/floor/{name}.c"));
        let mut compiler = Command::new("cc");
        let options = ["-O2", "-static", "-D_GNU_SOURCE", "-o"];
        compiler.args(options).arg(folder.path().join(name)).arg(source);
        if !compiler.status().ok()?.success() {
            return None;
        }
    }
    Some(folder)
}
