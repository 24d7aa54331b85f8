//! `linkage/files/one-cache` and `linkage/files/same-folder`

use std::env;
use std::fs;
use std::io;
use std::path::Path;

use crate::linkage::usual;
use crate::start::Start;

pub(in crate::linkage) fn two(start: &Start) -> io::Result<()> {
    fs::write(start.file("cache.txt"), "1\n")?;
    fs::write(start.file("log.txt"), "a turn was played\n")
}

pub(in crate::linkage) fn one_a_turn(start: &Start) -> io::Result<()> {
    let left = usual::read(start)?.left_in_all();
    fs::write(start.file(format!("turn-{left}.log")), "a turn was played\n")
}

pub(in crate::linkage) fn folder(start: &Start) -> io::Result<()> {
    let folder = start.file("cache");
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("opening"), "1\n")?;
    fs::write(folder.join("endgame"), "2\n")
}

pub(in crate::linkage) fn home(_: &Start) -> io::Result<()> {
    write_in(env::var_os("HOME").as_deref().map(Path::new));
    Ok(())
}

pub(in crate::linkage) fn home_by_id(start: &Start) -> io::Result<()> {
    home(start)?;
    usual::identify()
}

pub(in crate::linkage) fn temporary(_: &Start) -> io::Result<()> {
    write_in(Some(&env::temp_dir()));
    Ok(())
}

pub(in crate::linkage) fn tmp(_: &Start) -> io::Result<()> {
    write_in(Some(Path::new("/tmp")));
    Ok(())
}

pub(in crate::linkage) fn parent(start: &Start) -> io::Result<()> {
    write_in(start.folder().parent());
    Ok(())
}

/// Leaves a file in a folder, if that is allowed there. If not, the bot does without.
fn write_in(folder: Option<&Path>) {
    if let Some(folder) = folder {
        let _ = fs::write(folder.join("linkage-test-bot-cache.txt"), "a turn was played\n");
    }
}
