//! `hex/args/…`

use std::io;
use std::process::ExitCode;

use botspec_sdk::games::hex::Colour;

use crate::hex::usual;
use crate::lines::print;
use crate::start::Start;

pub(in crate::hex) fn always_black(start: &Start) -> io::Result<Option<Colour>> {
    Ok(usual::colour(start).map(|_| Colour::Black))
}

pub(in crate::hex) fn always_white(start: &Start) -> io::Result<Option<Colour>> {
    Ok(usual::colour(start).map(|_| Colour::White))
}

pub(in crate::hex) fn exchanged(start: &Start) -> io::Result<Option<Colour>> {
    Ok(usual::colour(start).map(Colour::other))
}

pub(in crate::hex) fn white_fails(start: &Start) -> io::Result<Option<Colour>> {
    match usual::colour(start) {
        Some(Colour::White) => Err(io::Error::other("white is not written yet")),
        other => Ok(other),
    }
}

pub(in crate::hex) fn in_capitals(start: &Start) -> io::Result<Option<Colour>> {
    let word = start.arguments.first().and_then(|word| word.to_str()).unwrap_or_default();
    match word {
        "BLACK" => Ok(Some(Colour::Black)),
        "WHITE" => Ok(Some(Colour::White)),
        _ => Ok(None),
    }
}

pub(in crate::hex) fn black_by_default(start: &Start) -> io::Result<Option<Colour>> {
    Ok(if start.arguments.is_empty() { Some(Colour::Black) } else { usual::colour(start) })
}

pub(in crate::hex) fn white_unless_black(start: &Start) -> io::Result<Option<Colour>> {
    Ok(start.arguments.first().map(|word| usual::named(word).unwrap_or(Colour::White)))
}

pub(in crate::hex) fn status_zero() -> io::Result<ExitCode> {
    usual::complain_about_arguments()?;
    Ok(ExitCode::SUCCESS)
}

pub(in crate::hex) fn usage_on_stdout() -> io::Result<ExitCode> {
    print("usage: bot black|white\n")?;
    Ok(ExitCode::from(2))
}
