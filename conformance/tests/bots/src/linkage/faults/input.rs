//! `linkage/input/…`

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::thread::sleep;

use botspec_sdk::Position as _;
use botspec_sdk::games::linkage::{InputText, Linkage};

use super::fail;
use super::order::on_centre;
use crate::linkage::usual;
use crate::part::LINGERS;
use crate::start::Start;

pub(in crate::linkage) fn delete(start: &Start) -> io::Result<()> {
    fs::remove_file(input_file(start))
}

pub(in crate::linkage) fn append(start: &Start) -> io::Result<()> {
    let order = usual::order(&usual::read(start)?);
    OpenOptions::new().append(true).open(input_file(start))?.write_all(order.as_bytes())
}

pub(in crate::linkage) fn rewrite(start: &Start) -> io::Result<()> {
    let position = usual::read(start)?;
    let order = usual::choose(&position);
    let next = position.play(order).map_err(io::Error::other)?;
    fs::write(input_file(start), InputText::from(next.to_setup()).to_string())
}

pub(in crate::linkage) fn empty(start: &Start) -> io::Result<()> {
    fs::write(input_file(start), "")
}

pub(in crate::linkage) fn unreadable(start: &Start) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(input_file(start), fs::Permissions::from_mode(0o000))?;
    }
    #[cfg(not(unix))]
    let _ = start;
    Ok(())
}

pub(in crate::linkage) fn convert(start: &Start) -> io::Result<()> {
    let text = fs::read_to_string(input_file(start))?;
    if text.contains('\r') { fs::write(input_file(start), text.replace('\r', "")) } else { Ok(()) }
}

pub(in crate::linkage) fn crlf_fails(start: &Start) -> io::Result<()> {
    if fs::read(input_file(start))?.contains(&b'\r') {
        return fail("a row must have seven characters");
    }
    usual::turn(start)
}

pub(in crate::linkage) fn crlf_misread(start: &Start) -> io::Result<()> {
    let misread = fs::read(input_file(start))?.contains(&b'\r');
    let position = usual::read(start)?;
    match on_centre(&position).filter(|_| misread) {
        Some(order) => usual::write(start, order),
        None => usual::turn(start),
    }
}

pub(in crate::linkage) fn final_newline_needed(start: &Start) -> io::Result<()> {
    if !fs::read(input_file(start))?.ends_with(b"\n") {
        return fail("the last row has six characters");
    }
    usual::turn(start)
}

pub(in crate::linkage) fn final_newline_awaited(start: &Start) -> io::Result<()> {
    if !fs::read(input_file(start))?.ends_with(b"\n") {
        sleep(LINGERS);
    }
    usual::turn(start)
}

fn input_file(start: &Start) -> PathBuf {
    start.file(Linkage::INPUT_FILE)
}
