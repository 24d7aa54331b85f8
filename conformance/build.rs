//! Where the templates are that become part of the program.

use std::env;
use std::path::{Path, PathBuf};

fn main() {
    let crate_folder =
        PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the package is"));
    // A link to those of the repository, which `cargo package` follows. Where git makes no links (Windows), a file.
    let packaged = crate_folder.join("templates");
    let folder = if packaged.is_dir() { packaged } else { crate_folder.join("../templates") };
    assert!(is_complete(&folder), "{}: the templates are not there", folder.display());
    println!("cargo::rerun-if-changed={}", folder.display());
    println!("cargo::rustc-env=BOTSPEC_TEMPLATES={}", folder.display());
}

/// Whether it holds what lists the templates.
fn is_complete(folder: &Path) -> bool {
    folder.join("cargo-generate.toml").is_file()
}
