//! `linkage/id/…`

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;

use botspec_sdk::games::linkage::Linkage;

use super::fail;
use crate::lines::{complain, flood as print_much, print};
use crate::linkage::usual::{self, IDENTITY};
use crate::start::Start;

pub(in crate::linkage) fn two_lines(_: &Start) -> io::Result<()> {
    print("Test bot\nThe botspec authors, UK, 21 November 2026, V1.0\n")
}

pub(in crate::linkage) fn silent(_: &Start) -> io::Result<()> {
    Ok(())
}

pub(in crate::linkage) fn on_stderr(_: &Start) -> io::Result<()> {
    complain(format!("{IDENTITY}\n"))
}

pub(in crate::linkage) fn blank(_: &Start) -> io::Result<()> {
    print(" \n")
}

pub(in crate::linkage) fn flood(_: &Start) -> io::Result<()> {
    print_much(u64::MAX)
}

pub(in crate::linkage) fn known_words_only(start: &Start) -> io::Result<()> {
    if start.arguments == ["id"] {
        usual::identify()
    } else {
        print("usage: bot [id]\n  id  print who I am\n")
    }
}

pub(in crate::linkage) fn usage_line(start: &Start) -> io::Result<()> {
    if start.arguments == ["id"] { usual::identify() } else { print("usage: bot [id]\n") }
}

pub(in crate::linkage) fn short_and_usage_line(start: &Start) -> io::Result<()> {
    print(if start.arguments == ["id"] { "Chainer by Ada\n" } else { "usage: bot [id]\n" })
}

pub(in crate::linkage) fn input_line(start: &Start) -> io::Result<()> {
    match usual::read(start) {
        Ok(_) => usual::identify(),
        Err(error) => print(format!("cannot read input.txt: {error}\n")),
    }
}

pub(in crate::linkage) fn rejects_unknown(start: &Start) -> io::Result<()> {
    if start.arguments == ["id"] { usual::identify() } else { fail("unexpected argument") }
}

pub(in crate::linkage) fn empty_is_none(start: &Start) -> io::Result<()> {
    if start.arguments == [""] { usual::turn(start) } else { usual::identify() }
}

pub(in crate::linkage) fn zero_is_none(start: &Start) -> io::Result<()> {
    if start.arguments == ["0"] { usual::turn(start) } else { usual::identify() }
}

pub(in crate::linkage) fn one_argument(start: &Start) -> io::Result<()> {
    if start.arguments.len() == 1 { usual::identify() } else { complain("one argument, please\n") }
}

pub(in crate::linkage) fn two_are_files(start: &Start) -> io::Result<()> {
    if start.arguments.len() == 2 { usual::turn(start) } else { usual::identify() }
}

/// It keeps a cache, by which it knows that a game is going on, and says so.
pub(in crate::linkage) fn tells_of_game(start: &Start) -> io::Result<()> {
    let cache = start.file("cache.txt");
    if start.arguments.is_empty() {
        fs::write(cache, "a game")?;
        return usual::turn(start);
    }
    usual::identify()?;
    if cache.exists() { print("a game is going on\n") } else { Ok(()) }
}

pub(in crate::linkage) fn help(start: &Start) -> io::Result<()> {
    let help = |argument: &OsStr| argument == "-h" || argument == "--help";
    if start.arguments.iter().any(|argument| help(argument)) {
        print("A bot for Linkage.\n\nOptions:\n  -h, --help  this text\n")
    } else {
        usual::identify()
    }
}

pub(in crate::linkage) fn reads_input(start: &Start) -> io::Result<()> {
    usual::read(start)?;
    usual::identify()
}

pub(in crate::linkage) fn plays(start: &Start) -> io::Result<()> {
    usual::identify()?;
    if start.file(Linkage::INPUT_FILE).exists() { usual::turn(start) } else { Ok(()) }
}

pub(in crate::linkage) fn touches_order(start: &Start) -> io::Result<()> {
    File::create(start.file(Linkage::ORDER_FILE))?;
    usual::identify()
}

pub(in crate::linkage) fn removes_order(start: &Start) -> io::Result<()> {
    match fs::remove_file(start.file(Linkage::ORDER_FILE)) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => usual::identify(),
    }
}

pub(in crate::linkage) fn takes_file(start: &Start) -> io::Result<()> {
    let names_file = |argument: &OsString| !argument.is_empty() && Path::new(argument).is_file();
    if start.arguments.first().is_some_and(names_file) { usual::turn(start) } else { usual::identify() }
}

pub(in crate::linkage) fn version(start: &Start) -> io::Result<()> {
    let asks = |argument: &OsString| argument == "-v" || argument == "--version";
    if start.arguments.first().is_some_and(asks) {
        print("Test bot\nversion 1.0\n")
    } else {
        usual::identify()
    }
}

pub(in crate::linkage) fn without_version(_: &Start) -> io::Result<()> {
    print("Test bot. The botspec authors, UK, 21 November 2026\n")
}

pub(in crate::linkage) fn without_year(_: &Start) -> io::Result<()> {
    print("Test bot. The botspec authors, UK, 21 November, V1.0\n")
}

pub(in crate::linkage) fn two_fields(_: &Start) -> io::Result<()> {
    print("Test bot V1.0, 2026\n")
}
