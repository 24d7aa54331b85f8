//! Unusual ways of talking.

use std::io;

use crate::hex::behaviour::Request;
use crate::hex::bot::Bot;
use crate::lines::{complain, print};

pub(in crate::hex) fn on_stderr(bot: &mut Bot, text: &str) -> io::Result<()> {
    complain(format!("[{}] {text} -> {}\n", bot.colour, bot.board()))
}

pub(in crate::hex) fn at_length_on_stderr(_: &mut Bot, text: &str) -> io::Result<()> {
    if text == "make_move" { complain("thinking, and thinking again\n".repeat(40_000)) } else { Ok(()) }
}

pub(in crate::hex) fn by_bytes(_: &mut Bot, _: Request, answer: String) -> io::Result<()> {
    answer.bytes().chain([b'\n']).try_for_each(|byte| print([byte]))
}

pub(in crate::hex) fn of_the_unknown(_: &mut Bot, text: &str) -> io::Result<bool> {
    let known = text.split_whitespace().next().is_none_or(|word| {
        ["init_board", "make_move", "seto", "sety", "unset", "swap", "check_win", "show_board", "quit"]
            .contains(&word)
    });
    if !known {
        complain(format!("unknown message {text}\n"))?;
    }
    Ok(false)
}
