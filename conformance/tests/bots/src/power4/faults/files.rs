//! `power4/files/…`

use std::env;
use std::fs;
use std::io;
use std::path::Path;

use crate::power4::usual;
use crate::start::Start;

const NOTE: &str = "a turn was played\n";

pub(in crate::power4) fn six(start: &Start) -> io::Result<()> {
    // With the memory that makes six.
    (1..=5).try_for_each(|number| fs::write(usual::own_file(start, &format!("_{number}.txt")), NOTE))
}

pub(in crate::power4) fn one_a_turn(start: &Start) -> io::Result<()> {
    let disks = usual::read(start)?.position.board().occupied().bits();
    fs::write(usual::own_file(start, &format!("_turn_{disks}.log")), NOTE)
}

pub(in crate::power4) fn folder_of_six(start: &Start) -> io::Result<()> {
    let folder = usual::own_file(start, "_data");
    fs::create_dir_all(&folder)?;
    (1..=5).try_for_each(|number| fs::write(folder.join(format!("{}_{number}", start.name())), NOTE))
}

pub(in crate::power4) fn home(_: &Start) -> io::Result<()> {
    write_in(env::var_os("HOME").as_deref().map(Path::new));
    Ok(())
}

pub(in crate::power4) fn temporary(_: &Start) -> io::Result<()> {
    write_in(Some(&env::temp_dir()));
    Ok(())
}

pub(in crate::power4) fn tmp(_: &Start) -> io::Result<()> {
    write_in(Some(Path::new("/tmp")));
    Ok(())
}

pub(in crate::power4) fn parent(start: &Start) -> io::Result<()> {
    write_in(start.folder().parent());
    Ok(())
}

/// Leaves a file in a folder, if that is allowed there. If not, the bot does without.
fn write_in(folder: Option<&Path>) {
    if let Some(folder) = folder {
        let _ = fs::write(folder.join("power4-test-bot-help.txt"), NOTE);
    }
}

pub(in crate::power4) fn unnamed(start: &Start) -> io::Result<()> {
    fs::write(start.file("state.json"), "{}")
}

pub(in crate::power4) fn in_capitals(start: &Start) -> io::Result<()> {
    fs::write(start.file(format!("{}.txt", start.name().to_uppercase())), NOTE)
}

pub(in crate::power4) fn in_folder_unnamed(start: &Start) -> io::Result<()> {
    let folder = start.file("data");
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("state.txt"), NOTE)
}
