//! How they write.

use std::io;
use std::thread::sleep;
use std::time::Duration;

use crate::flit::scene::Scene;
use crate::flit::usual;
use crate::lines::{complain, print};

pub(in crate::flit) fn by_letters(_: &Scene<'_>, answer: &str) -> io::Result<()> {
    answer.bytes().chain([b'\n']).try_for_each(|letter| print([letter]))
}

pub(in crate::flit) fn in_two_parts(_: &Scene<'_>, answer: &str) -> io::Result<()> {
    print(answer)?;
    sleep(Duration::from_millis(3));
    print("\n")
}

pub(in crate::flit) fn chatty(scene: &Scene<'_>, answer: &str) -> io::Result<()> {
    complain(format!(
        "\x1b[31mturn {}: {answer} looks good\x1b[0m\u{0}\n{}\n",
        scene.asked,
        scene.position().board()
    ))?;
    usual::write(answer)
}

pub(in crate::flit) fn complains_at_length(_: &Scene<'_>, answer: &str) -> io::Result<()> {
    complain("warning: this is only a test\n".repeat((64 << 10) / 29))?;
    usual::write(answer)
}
