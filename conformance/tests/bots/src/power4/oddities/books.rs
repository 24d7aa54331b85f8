//! Where they keep what they know.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use crate::power4::usual;
use crate::start::Start;

pub(in crate::power4) fn two_files_by_turns(start: &Start) -> io::Result<()> {
    let files = ["_even.dat", "_odd.dat"].map(|rest| usual::own_file(start, rest));
    let first = files[0].exists();
    let (old, new) = if first { (&files[0], &files[1]) } else { (&files[1], &files[0]) };
    let memory = fs::read(old).ok();
    let _ = fs::remove_file(old);
    with_memory(start, memory, new)
}

pub(in crate::power4) fn memory_deep_down(start: &Start) -> io::Result<()> {
    let folder = start.file("sets").join("turns");
    fs::create_dir_all(&folder)?;
    let file = folder.join(format!("{} memory", start.name()));
    with_memory(start, fs::read(&file).ok(), &file)
}

pub(in crate::power4) fn memory_read_only(start: &Start) -> io::Result<()> {
    let file = usual::memory_file(start);
    let memory = fs::read(&file).ok();
    let _ = fs::remove_file(&file);
    with_memory(start, memory, &file)?;
    fs::set_permissions(file, Permissions::from_mode(0o444))
}

/// A turn that remembers in a file of its own choice.
fn with_memory(start: &Start, memory: Option<Vec<u8>>, file: &Path) -> io::Result<()> {
    let asked = usual::read_with(start, memory)?;
    let drop = usual::choose(&asked.position);
    fs::write(file, asked.memory(drop))?;
    usual::write(start, drop.to_string())
}
