//! Who they say they are.

use std::io;

use crate::lines::{complain, print};
use crate::linkage::usual::{self, IDENTITY};
use crate::start::Start;

pub(in crate::linkage) fn bars(_: &Start) -> io::Result<()> {
    print("Test bot | The botspec authors | 2026-11-21 | version 3\n")
}

pub(in crate::linkage) fn keys(_: &Start) -> io::Result<()> {
    print("name=Test bot, author=The botspec authors, date=2026/11/21, version=2\n")
}

pub(in crate::linkage) fn other_order(_: &Start) -> io::Result<()> {
    print("v0.9.1-beta, Test bot, by the botspec authors, created 21.11.2026\n")
}

pub(in crate::linkage) fn semicolons(_: &Start) -> io::Result<()> {
    print("Test bot;The botspec authors;Nov 2026;Version 12\n")
}

pub(in crate::linkage) fn latin1(_: &Start) -> io::Result<()> {
    print(b"Test bot. Jos\xe9 Mu\xf1oz, 21 November 2026, V1.0\n")
}

pub(in crate::linkage) fn empty_lines(_: &Start) -> io::Result<()> {
    print(format!("\n\n{IDENTITY}\n \n"))
}

pub(in crate::linkage) fn crlf(_: &Start) -> io::Result<()> {
    print(format!("{IDENTITY}\r\n"))
}

pub(in crate::linkage) fn not_ended(_: &Start) -> io::Result<()> {
    print(IDENTITY)
}

pub(in crate::linkage) fn talks_on_stderr(_: &Start) -> io::Result<()> {
    complain("starting up\nready\n")?;
    usual::identify()
}

pub(in crate::linkage) fn long(_: &Start) -> io::Result<()> {
    print(format!("{IDENTITY}, plays {}well\n", "very ".repeat(800)))
}
