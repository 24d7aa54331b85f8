//! Programs on PATH, and hints for what is not there.

use std::path::{Path, PathBuf};

/// The program of this name that a shell would start.
pub(super) fn which(name: &str) -> Option<PathBuf> {
    if name.contains('/') {
        return Some(PathBuf::from(name)).filter(|path| is_executable(path));
    }
    std::env::split_paths(&std::env::var_os("PATH")?)
        .map(|folder| folder.join(name))
        .find(|path| is_executable(path))
}

/// Whether a regular file may be executed by somebody.
#[cfg(unix)]
pub(super) fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    path.metadata().is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

/// Whether there is a regular file.
#[cfg(not(unix))]
pub(super) fn is_executable(path: &Path) -> bool {
    path.is_file()
}

/// What to install for a program that is missing.
pub(super) fn advice(name: &str) -> &'static str {
    match name {
        "python3" | "python" => "install Python 3",
        "java" | "javac" => "install a JDK, version 17 or later",
        "node" => "install Node.js",
        "cc" | "c++" | "gcc" | "g++" | "clang" => "install a C compiler (gcc or clang)",
        "cargo" | "rustc" => "install Rust with rustup",
        _ => "install it, or correct the command",
    }
}
