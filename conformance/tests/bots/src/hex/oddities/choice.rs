//! Unusual moves.

use std::io;

use botspec_sdk::games::hex::Colour;

use crate::hex::bot::{Bot, Choice, chance};
use crate::hex::usual;

pub(in crate::hex) fn swaps_always(bot: &Bot) -> Option<Choice> {
    bot.may_swap.then_some(Choice::Swap)
}

pub(in crate::hex) fn swaps_never(bot: &Bot) -> Option<Choice> {
    bot.vacant().next().map(Choice::Place)
}

/// Swaps if one stone was put, whosever it was and whether it is still there.
pub(in crate::hex) fn swaps_by_count(bot: &mut Bot, text: &str) -> io::Result<bool> {
    let second = text == "make_move" && bot.count == 1 && !bot.swapped;
    if second {
        bot.count += 1;
        bot.swap();
        usual::say("swap")?;
    }
    Ok(second)
}

pub(in crate::hex) fn last(bot: &Bot) -> Option<Choice> {
    bot.vacant().last().map(Choice::Place)
}

pub(in crate::hex) fn centre(bot: &Bot) -> Option<Choice> {
    let from_centre = |at: usize| (2 * at + 1).abs_diff(bot.size);
    bot.vacant().min_by_key(|&(row, column)| from_centre(row) + from_centre(column)).map(Choice::Place)
}

/// Another cell in each game, and in each process.
pub(in crate::hex) fn anything(bot: &Bot) -> Option<Choice> {
    let vacant: Vec<_> = bot.vacant().collect();
    let turn = bot.stones().into_iter().map(|((row, column), colour)| row * 7 + column * 3 + colour.index());
    let process = usize::try_from(std::process::id()).unwrap_or(0);
    let at = (turn.sum::<usize>() + process) * 31 % vacant.len().max(1);
    if bot.may_swap && bot.colour == Colour::White && at.is_multiple_of(2) {
        return Some(Choice::Swap);
    }
    vacant.get(at).copied().map(Choice::Place)
}

/// Any legal move, a swap included, as chance will have it.
pub(in crate::hex) fn by_chance(bot: &Bot) -> Option<Choice> {
    let vacant: Vec<_> = bot.vacant().collect();
    if bot.may_swap && chance(2) == 0 {
        return Some(Choice::Swap);
    }
    vacant.get(chance(vacant.len())).copied().map(Choice::Place)
}
