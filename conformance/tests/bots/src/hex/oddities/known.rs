//! What bots know where the protocol leaves it open.

use std::io;

use botspec_sdk::games::hex::Colour;

use crate::hex::bot::Bot;
use crate::hex::usual;

pub(in crate::hex) fn colour_of_the_start(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if text.starts_with("init_board") && bot.swapped {
        bot.swap();
        bot.swapped = false;
    }
    Ok(false)
}

pub(in crate::hex) fn own_stones_replaced(bot: &mut Bot, text: &str) -> io::Result<bool> {
    let told = text.trim().strip_prefix("seto ").and_then(|name| bot.spot(name));
    if let Some(spot) = told.filter(|&spot| bot.get(spot) == Some(bot.colour)) {
        bot.clear(spot);
    }
    Ok(false)
}

pub(in crate::hex) fn board_at_once(bot: &mut Bot, _: &str) -> io::Result<bool> {
    if bot.size == 0 {
        bot.begin(10);
    }
    Ok(false)
}

/// As many as a game has when black has as many stones as there are rows. (A count of one colour alone would
/// do as well: such boards are another rule.)
pub(in crate::hex) fn few_stones_decide_nothing(bot: &mut Bot, text: &str) -> io::Result<bool> {
    let one_colour = |colour| bot.stones().iter().all(|&(_, stone)| stone == colour);
    let alternating = !one_colour(Colour::Black) && !one_colour(Colour::White);
    let few = (bot.count as usize) < (2 * bot.size).saturating_sub(1) && alternating && !bot.swapped;
    if text == "check_win" && few {
        usual::say("0")?;
        return Ok(true);
    }
    Ok(false)
}

/// As many stones of each colour, or one more black one, whenever it is asked.
pub(in crate::hex) fn its_turn(bot: &mut Bot, text: &str) -> io::Result<bool> {
    let of = |colour| bot.stones().iter().filter(|&&(_, stone)| stone == colour).count();
    let (black, white) = (of(Colour::Black), of(Colour::White));
    let next = if black == white { Colour::Black } else { Colour::White };
    if text == "make_move" && (black.abs_diff(white) > 1 || black < white || next != bot.colour) {
        return Err(io::Error::other("it is not my turn"));
    }
    Ok(false)
}

pub(in crate::hex) fn swaps_by_count(bot: &mut Bot, text: &str) -> io::Result<bool> {
    Ok(text == "swap" && bot.count != 1)
}
