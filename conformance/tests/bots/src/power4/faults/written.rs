//! `power4/output/written`

use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, Write as _};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;

use botspec_sdk::games::power4::{OutputText, Power4};
use rustix::fs::{CWD, FileType, Mode, mknodat};

use crate::lines::print;
use crate::part::write_late;
use crate::power4::usual;
use crate::start::Start;

pub(in crate::power4) fn not_at_all(start: &Start) -> io::Result<()> {
    usual::read(start).map(|_| ())
}

pub(in crate::power4) fn printed(_: &Start, output: &str) -> io::Result<()> {
    print(output)
}

pub(in crate::power4) fn only_updated(start: &Start, output: &str) -> io::Result<()> {
    let Ok(mut file) = OpenOptions::new().write(true).truncate(true).open(usual::output_file(start)) else {
        return Ok(());
    };
    file.write_all(output.as_bytes())
}

pub(in crate::power4) fn late(start: &Start, output: &str) -> io::Result<()> {
    write_late(start, &usual::output_file(start), output)
}

pub(in crate::power4) fn not_truncated(start: &Start, output: &str) -> io::Result<()> {
    let file = usual::output_file(start);
    let mut file = OpenOptions::new().write(true).create(true).truncate(false).open(file)?;
    file.write_all(output.as_bytes())
}

pub(in crate::power4) fn appended(start: &Start, output: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().append(true).create(true).open(usual::output_file(start))?;
    file.write_all(output.as_bytes())
}

pub(in crate::power4) fn misnamed(start: &Start, output: &str) -> io::Result<()> {
    fs::write(usual::own_file(start, "_output.txt"), output)
}

pub(in crate::power4) fn in_folder(start: &Start, output: &str) -> io::Result<()> {
    let folder = usual::own_file(start, "_answers");
    fs::create_dir_all(&folder)?;
    fs::write(folder.join(Power4::OUTPUT_FILE), output)
}

/// If that is not allowed, the bot has no answer.
pub(in crate::power4) fn in_tmp(_: &Start, output: &str) -> io::Result<()> {
    let _ = fs::write(Path::new("/tmp").join(Power4::OUTPUT_FILE), output);
    Ok(())
}

pub(in crate::power4) fn old_is_good_enough(start: &Start, output: &str) -> io::Result<()> {
    let old = fs::read(usual::output_file(start)).unwrap_or_default();
    let legal = |old| usual::read(start).is_ok_and(|asked| asked.position.faults(&old).is_empty());
    if OutputText::from_bytes(&old).is_ok_and(legal) { Ok(()) } else { usual::write(start, output) }
}

pub(in crate::power4) fn directory(start: &Start, _: &str) -> io::Result<()> {
    clear(start)?;
    fs::create_dir(usual::output_file(start))
}

pub(in crate::power4) fn directory_closed(start: &Start, output: &str) -> io::Result<()> {
    clear(start)?;
    let folder = usual::output_file(start);
    fs::create_dir(&folder)?;
    fs::write(folder.join("output.txt"), output)?;
    fs::set_permissions(folder, Permissions::from_mode(0o000))
}

pub(in crate::power4) fn pipe(start: &Start, _: &str) -> io::Result<()> {
    clear(start)?;
    Ok(mknodat(CWD, usual::output_file(start), FileType::Fifo, Mode::RUSR | Mode::WUSR, 0)?)
}

pub(in crate::power4) fn link(start: &Start, output: &str) -> io::Result<()> {
    clear(start)?;
    fs::write(usual::own_file(start, "_answer.txt"), output)?;
    symlink(format!("{}_answer.txt", start.name()), usual::output_file(start))
}

pub(in crate::power4) fn not_for_one_column(start: &Start) -> io::Result<()> {
    let asked = usual::read(start)?;
    if asked.position.columns().count() == 1 { Ok(()) } else { usual::turn(start) }
}

/// Removes what is called `output.txt`, whatever it is.
fn clear(start: &Start) -> io::Result<()> {
    let file = usual::output_file(start);
    match fs::symlink_metadata(&file) {
        Err(_) => Ok(()),
        Ok(found) if found.is_dir() => fs::remove_dir(file),
        Ok(_) => fs::remove_file(file),
    }
}
