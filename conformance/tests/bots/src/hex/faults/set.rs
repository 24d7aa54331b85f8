//! `hex/set/…`

use std::io;

use botspec_sdk::games::hex::Colour;

use crate::hex::bot::{Bot, Choice, Spot};
use crate::hex::usual;

/// The message and the cell, if it is about one on the board.
fn about<'a>(bot: &Bot, text: &'a str) -> Option<(&'a str, Spot)> {
    let (word, name) = text.trim().split_once(' ')?;
    let spot = bot.spot(name)?;
    ["seto", "sety", "unset"].contains(&word).then_some((word, spot))
}

pub(in crate::hex) fn transposed(bot: &mut Bot, text: &str) -> io::Result<bool> {
    let about = about(bot, text);
    if let Some((word, (row, column))) = about {
        bot.set(word, (column, row));
    }
    Ok(about.is_some())
}

fn ignored(bot: &Bot, text: &str, which: impl Fn(&str, Spot) -> bool) -> bool {
    about(bot, text).is_some_and(|(word, spot)| which(word, spot))
}

pub(in crate::hex) fn seto_ignored(bot: &mut Bot, text: &str) -> io::Result<bool> {
    Ok(ignored(bot, text, |word, _| word == "seto"))
}

pub(in crate::hex) fn sety_ignored(bot: &mut Bot, text: &str) -> io::Result<bool> {
    Ok(ignored(bot, text, |word, _| word == "sety"))
}

pub(in crate::hex) fn unset_ignored(bot: &mut Bot, text: &str) -> io::Result<bool> {
    Ok(ignored(bot, text, |word, _| word == "unset"))
}

/// Takes away its own stones only.
pub(in crate::hex) fn unset_own_only(bot: &mut Bot, text: &str) -> io::Result<bool> {
    Ok(ignored(bot, text, |word, spot| word == "unset" && bot.get(spot) == Some(bot.colour.other())))
}

/// Does not take its own moves back: it keeps them in a list that `unset` does not know.
pub(in crate::hex) fn moves_not_taken_back(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if text.starts_with("init_board") {
        bot.kept.stones.clear();
    }
    if let ("make_move", Some(Choice::Place(spot))) = (text.trim(), bot.choose()) {
        bot.kept.stones.push((spot, bot.colour));
    }
    Ok(ignored(bot, text, |word, spot| {
        word == "unset" && bot.kept.stones.iter().any(|&(own, _)| own == spot)
    }))
}

pub(in crate::hex) fn row_z_ignored(bot: &mut Bot, text: &str) -> io::Result<bool> {
    Ok(ignored(bot, text, |_, (row, _)| row == 25))
}

pub(in crate::hex) fn last_column_ignored(bot: &mut Bot, text: &str) -> io::Result<bool> {
    Ok(ignored(bot, text, |_, (_, column)| column == 25))
}

pub(in crate::hex) fn one_digit(bot: &mut Bot, text: &str) -> io::Result<bool> {
    let about = about(bot, text);
    if let Some((word, (row, column))) = about {
        let number = column + 1;
        bot.set(word, (row, if number > 9 { number / 10 } else { number } - 1));
    }
    Ok(about.is_some())
}

pub(in crate::hex) fn colours_exchanged(bot: &mut Bot, text: &str) -> io::Result<bool> {
    let about = about(bot, text);
    match about {
        Some(("seto", spot)) => bot.set("sety", spot),
        Some(("sety", spot)) => bot.set("seto", spot),
        Some((word, spot)) => bot.set(word, spot),
        None => {}
    }
    Ok(about.is_some())
}

/// Own stones are always black.
pub(in crate::hex) fn own_are_black(bot: &mut Bot, text: &str) -> io::Result<bool> {
    let about = about(bot, text).filter(|(word, _)| *word == "sety" && !bot.swapped);
    if let Some((_, spot)) = about {
        bot.put(spot, Colour::Black);
    }
    Ok(about.is_some())
}

/// Rows are counted from the bottom.
pub(in crate::hex) fn upside_down(bot: &mut Bot, text: &str) -> io::Result<bool> {
    let about = about(bot, text);
    if let Some((word, (row, column))) = about {
        bot.set(word, (bot.size - 1 - row, column));
    }
    Ok(about.is_some())
}

/// Dies of a stone in row z.
pub(in crate::hex) fn row_z_dies(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if ignored(bot, text, |_, (row, _)| row == 25) {
        return Err(io::Error::other("index out of range"));
    }
    Ok(false)
}

pub(in crate::hex) fn occupied_overwritten(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if let Some((_, spot)) = about(bot, text) {
        bot.clear(spot);
    }
    Ok(false)
}

pub(in crate::hex) fn occupied_emptied(bot: &mut Bot, text: &str) -> io::Result<bool> {
    let taken = ignored(bot, text, |word, spot| word != "unset" && bot.get(spot).is_some());
    if let Some((_, spot)) = about(bot, text).filter(|_| taken) {
        bot.clear(spot);
    }
    Ok(taken)
}

pub(in crate::hex) fn occupied_dies(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if ignored(bot, text, |word, spot| word != "unset" && bot.get(spot).is_some()) {
        return Err(io::Error::other("this cell is occupied"));
    }
    Ok(false)
}

pub(in crate::hex) fn occupied_told(bot: &mut Bot, text: &str) -> io::Result<bool> {
    let taken = ignored(bot, text, |word, spot| word != "unset" && bot.get(spot).is_some());
    if taken {
        usual::say("this cell is occupied")?;
    }
    Ok(taken)
}

pub(in crate::hex) fn own_stone_twice_dies(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if ignored(bot, text, |word, spot| word == "sety" && bot.get(spot) == Some(bot.colour)) {
        return Err(io::Error::other("this cell is occupied"));
    }
    Ok(false)
}

pub(in crate::hex) fn empty_unset_dies(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if ignored(bot, text, |word, spot| word == "unset" && bot.get(spot).is_none()) {
        return Err(io::Error::other("there is no stone"));
    }
    Ok(false)
}

/// Takes a stone of its own back if there is none on the cell.
pub(in crate::hex) fn empty_unset_takes_another(bot: &mut Bot, text: &str) -> io::Result<bool> {
    let empty = ignored(bot, text, |word, spot| word == "unset" && bot.get(spot).is_none());
    let first = bot.stones().first().map(|&(spot, _)| spot).filter(|_| empty);
    if let Some(spot) = first {
        bot.clear(spot);
    }
    Ok(empty)
}

/// As on other boards, where i and j are too much alike.
pub(in crate::hex) fn no_row_i(bot: &mut Bot, text: &str) -> io::Result<bool> {
    let about = about(bot, text);
    if let Some((word, (row, column))) = about {
        bot.set(word, (if row > 8 { row - 1 } else { row }, column));
    }
    Ok(about.is_some())
}

pub(in crate::hex) fn dies_beyond_100(bot: &mut Bot, text: &str) -> io::Result<bool> {
    let full = about(bot, text).is_some() && bot.stones().len() >= 100;
    if full { Err(io::Error::other("index out of range")) } else { Ok(false) }
}
