//! What tells one build of a bot from another.

use std::io::{self, Read as _};

use sha2::{Digest as _, Sha256};

use crate::process::Program;

/// The SHA-256 of all its files and their names, in hexadecimal digits. How it is started does not count: the path of
/// an interpreter differs from machine to machine.
///
/// # Errors
/// If one of its files cannot be read.
pub fn fingerprint(program: &Program) -> io::Result<String> {
    let mut files: Vec<_> = program.files.iter().collect();
    files.sort_by(|a, b| a.name.cmp(&b.name));
    let mut digest = Sha256::new();
    for file in files {
        let mut bytes = Vec::new();
        program.read(file, |source| source.read_to_end(&mut bytes))?;
        digest.update((file.name.len() as u64).to_le_bytes());
        digest.update(file.name.as_bytes());
        digest.update((bytes.len() as u64).to_le_bytes());
        digest.update(&bytes);
    }
    Ok(digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}
