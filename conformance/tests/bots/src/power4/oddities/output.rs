//! How they write.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};

use botspec_sdk::games::power4::{Drop, Position};

use crate::power4::usual;
use crate::start::Start;

type Text = Option<Vec<u8>>;

pub(in crate::power4) fn two_lines(_: &Position, drop: Drop) -> Text {
    Some(format!("{}\n{}\n", drop.kind.number(), drop.column).into_bytes())
}

pub(in crate::power4) fn padded(_: &Position, drop: Drop) -> Text {
    Some(format!("\r\n\t {}  \t\n\n {} \n\n\n", drop.kind.number(), drop.column).into_bytes())
}

pub(in crate::power4) fn crlf(_: &Position, drop: Drop) -> Text {
    Some(format!("{drop}\r\n").into_bytes())
}

pub(in crate::power4) fn ended(_: &Position, drop: Drop) -> Text {
    Some(format!("{drop}\n").into_bytes())
}

pub(in crate::power4) fn recreated(start: &Start) -> io::Result<()> {
    // There is none in most turns.
    let _ = fs::remove_file(usual::output_file(start));
    Ok(())
}

pub(in crate::power4) fn before_reading(start: &Start) -> io::Result<()> {
    usual::write(start, "5 4 0 for the time being")
}

pub(in crate::power4) fn renamed(start: &Start, output: &str) -> io::Result<()> {
    let draft = start.file("output.tmp");
    fs::write(&draft, output)?;
    fs::rename(draft, usual::output_file(start))
}

pub(in crate::power4) fn by_letters(start: &Start, output: &str) -> io::Result<()> {
    let mut file = File::create(usual::output_file(start))?;
    output.bytes().try_for_each(|letter| file.write_all(&[letter]))
}

pub(in crate::power4) fn improved(start: &Start, output: &str) -> io::Result<()> {
    usual::write(start, "1 1\nfor want of something better\n")?;
    usual::write(start, output)
}

pub(in crate::power4) fn cut_to_length(start: &Start, output: &str) -> io::Result<()> {
    let file = usual::output_file(start);
    let mut file = OpenOptions::new().write(true).create(true).truncate(false).open(file)?;
    file.write_all(output.as_bytes())?;
    file.set_len(output.len() as u64)
}
