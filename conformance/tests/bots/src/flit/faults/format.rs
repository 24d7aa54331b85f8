//! `flit/reply/format`.

use std::io;

use crate::flit::scene::Scene;
use crate::lines::print;

/// The usual answer, from its text.
fn with(answer: &str, text: impl FnOnce([&str; 4]) -> String) -> io::Result<()> {
    let mut words = answer.split(' ');
    let mut word = || words.next().unwrap_or_default();
    print(format!("{}\n", text([word(), word(), word(), word()])))
}

pub(in crate::flit) fn commas(_: &Scene<'_>, answer: &str) -> io::Result<()> {
    with(answer, |words| words.join(","))
}

pub(in crate::flit) fn brackets(_: &Scene<'_>, answer: &str) -> io::Result<()> {
    with(answer, |[x0, y0, x1, y1]| format!("({x0}, {y0}) ({x1}, {y1})"))
}

pub(in crate::flit) fn leading_zeros(_: &Scene<'_>, answer: &str) -> io::Result<()> {
    with(answer, |words| words.map(|word| format!("{word:0>2}")).join(" "))
}

pub(in crate::flit) fn plus_signs(_: &Scene<'_>, answer: &str) -> io::Result<()> {
    with(answer, |words| words.map(|word| format!("+{word}")).join(" "))
}

pub(in crate::flit) fn minus_zero(_: &Scene<'_>, answer: &str) -> io::Result<()> {
    with(answer, |words| words.map(|word| if word == "0" { "-0" } else { word }).join(" "))
}

pub(in crate::flit) fn minus_one(scene: &Scene<'_>, answer: &str) -> io::Result<()> {
    let last = (scene.position().variant().side() - 1).to_string();
    with(answer, |words| words.map(|word| if word == last { "-1" } else { word }).join(" "))
}

pub(in crate::flit) fn fractions(_: &Scene<'_>, answer: &str) -> io::Result<()> {
    with(answer, |words| words.map(|word| format!("{word}.0")).join(" "))
}

pub(in crate::flit) fn hexadecimal(_: &Scene<'_>, answer: &str) -> io::Result<()> {
    with(answer, |words| words.map(|word| format!("0x{word}")).join(" "))
}

pub(in crate::flit) fn blank_behind(_: &Scene<'_>, answer: &str) -> io::Result<()> {
    print(format!("{answer} \n"))
}

pub(in crate::flit) fn blank_before(_: &Scene<'_>, answer: &str) -> io::Result<()> {
    print(format!(" {answer}\n"))
}

pub(in crate::flit) fn two_blanks(_: &Scene<'_>, answer: &str) -> io::Result<()> {
    with(answer, |[x0, y0, x1, y1]| format!("{x0} {y0}  {x1} {y1}"))
}

pub(in crate::flit) fn tabs(_: &Scene<'_>, answer: &str) -> io::Result<()> {
    with(answer, |words| words.join("\t"))
}

pub(in crate::flit) fn two_numbers(_: &Scene<'_>, answer: &str) -> io::Result<()> {
    with(answer, |[_, _, x1, y1]| format!("{x1} {y1}"))
}

pub(in crate::flit) fn five_numbers(scene: &Scene<'_>, answer: &str) -> io::Result<()> {
    print(format!("{answer} {}\n", scene.player()))
}

pub(in crate::flit) fn keyword(_: &Scene<'_>, answer: &str) -> io::Result<()> {
    print(format!("move {answer}\n"))
}

pub(in crate::flit) fn passes(scene: &Scene<'_>) -> Option<String> {
    (scene.position().legal_count() == 0).then(|| "pass".to_owned())
}

pub(in crate::flit) fn empty_to_stay(scene: &Scene<'_>) -> Option<String> {
    (scene.position().legal_count() == 0).then(String::new)
}

pub(in crate::flit) fn byte_order_mark(_: &Scene<'_>, answer: &str) -> io::Result<()> {
    print(format!("\u{feff}{answer}\n"))
}

pub(in crate::flit) fn utf16(_: &Scene<'_>, answer: &str) -> io::Result<()> {
    let text = format!("{answer}\n");
    print(text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>())
}

pub(in crate::flit) fn zero_byte(_: &Scene<'_>, answer: &str) -> io::Result<()> {
    print(format!("{answer}\0\n"))
}

pub(in crate::flit) fn carriage_return(_: &Scene<'_>, answer: &str) -> io::Result<()> {
    print(format!("{answer}\r\r\n"))
}

pub(in crate::flit) fn garbage(_: &Scene<'_>, _: &str) -> io::Result<()> {
    print(b"\x1b[2J\xff\xfe\x00 what? \x07\n")
}

pub(in crate::flit) fn long_line(_: &Scene<'_>, answer: &str) -> io::Result<()> {
    print(format!("{answer}{}\n", " ".repeat(100_000)))
}
