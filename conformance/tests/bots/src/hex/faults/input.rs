//! `hex/input/…`

use std::io;

use crate::hex::bot::{Bot, read};
use crate::hex::usual;

pub(in crate::hex) fn blank_dies(_: &mut Bot, text: &str) -> io::Result<bool> {
    if text.trim().is_empty() { Err(io::Error::other("list index out of range")) } else { Ok(false) }
}

pub(in crate::hex) fn blank_answered(_: &mut Bot, text: &str) -> io::Result<bool> {
    if text.trim().is_empty() {
        usual::say("")?;
        return Ok(true);
    }
    Ok(false)
}

/// Takes a blank line for the message before.
pub(in crate::hex) fn blank_repeats(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if text.trim().is_empty() && bot.kept.text.starts_with("init_board") {
        bot.begin(bot.size.saturating_sub(1).max(1));
    }
    bot.kept.text = text.to_owned();
    Ok(false)
}

/// Compares lines as they are: with CR none is known.
pub(in crate::hex) fn crlf_unknown(_: &mut Bot, text: &str) -> io::Result<bool> {
    Ok(text.ends_with('\r'))
}

pub(in crate::hex) fn crlf_dies(_: &mut Bot, text: &str) -> io::Result<bool> {
    if text.ends_with('\r') && text.contains(' ') {
        return Err(io::Error::other("invalid digit found in string"));
    }
    Ok(false)
}

/// Requests with CR are unknown, all else is understood.
pub(in crate::hex) fn crlf_requests_unknown(_: &mut Bot, text: &str) -> io::Result<bool> {
    Ok(text.ends_with('\r') && !text.contains(' ') && text.trim() != "quit")
}

/// Understands CR, and ends its answers with it, too.
pub(in crate::hex) fn crlf_echoed(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if !text.ends_with('\r') || text.trim() == "quit" {
        return Ok(false);
    }
    if let Some((_, answer)) = usual::hear(bot, text) {
        usual::say(&format!("{answer}\r"))?;
    }
    Ok(true)
}

/// Has 80 bytes for a line.
pub(in crate::hex) fn long_dies(_: &mut Bot, text: &str) -> io::Result<bool> {
    if text.len() > 80 { Err(io::Error::other("buffer overflow")) } else { Ok(false) }
}

fn is_known(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default();
    let words =
        ["init_board", "make_move", "seto", "sety", "unset", "swap", "check_win", "show_board", "quit", ""];
    words.contains(&word)
}

pub(in crate::hex) fn unknown_dies(_: &mut Bot, text: &str) -> io::Result<bool> {
    if is_known(text) { Ok(false) } else { Err(io::Error::other(format!("unknown message {text}"))) }
}

pub(in crate::hex) fn unknown_answered(_: &mut Bot, text: &str) -> io::Result<bool> {
    if is_known(text) {
        return Ok(false);
    }
    usual::say("unknown message")?;
    Ok(true)
}

/// Looks at the beginning of a word only.
pub(in crate::hex) fn beginning_is_enough(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if !is_known(text) && text.starts_with("make_move") {
        if let Some((_, answer)) = usual::hear(bot, "make_move") {
            usual::say(&answer)?;
        }
        return Ok(true);
    }
    Ok(false)
}

/// A message about a cell that is not there.
fn beyond(bot: &Bot, text: &str) -> Option<(String, (usize, usize))> {
    let (word, name) = text.trim().split_once(' ')?;
    let spot = read(name)?;
    (word.contains("set") && bot.spot(name).is_none()).then(|| (word.to_owned(), spot))
}

pub(in crate::hex) fn beyond_dies(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if beyond(bot, text).is_some() { Err(io::Error::other("list index out of range")) } else { Ok(false) }
}

/// Column 0 is the last one, as with negative indices in Python.
pub(in crate::hex) fn zero_is_last(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if let Some((word, (row, 0))) = beyond(bot, text)
        && row < bot.size
    {
        bot.set(&word, (row, bot.size - 1));
        return Ok(true);
    }
    Ok(false)
}

/// What is beyond the end of a row is in the next one.
pub(in crate::hex) fn beyond_is_next_row(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if let Some((word, (row, number))) = beyond(bot, text)
        && number > 0
    {
        let at = row * bot.size + number - 1;
        if at < bot.size * bot.size {
            bot.set(&word, (at / bot.size, at % bot.size));
        }
        return Ok(true);
    }
    Ok(false)
}

pub(in crate::hex) fn beyond_answered(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if beyond(bot, text).is_some() {
        usual::say("no such cell")?;
        return Ok(true);
    }
    Ok(false)
}
