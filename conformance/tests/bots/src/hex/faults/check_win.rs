//! `hex/check-win/…`

use std::io;

use botspec_sdk::games::hex::Colour;

use crate::hex::behaviour::Request;
use crate::hex::bot::{Bot, Spot};
use crate::hex::usual;

const FOUR: [(isize, isize); 4] = [(0, -1), (0, 1), (-1, 0), (1, 0)];

pub(in crate::hex) fn wrong_diagonal(bot: &mut Bot) -> Option<Colour> {
    bot.winner_by(&[FOUR.as_slice(), &[(-1, -1), (1, 1)]].concat())
}

pub(in crate::hex) fn eight(bot: &mut Bot) -> Option<Colour> {
    bot.winner_by(&[FOUR.as_slice(), &[(-1, 1), (1, -1), (-1, -1), (1, 1)]].concat())
}

pub(in crate::hex) fn four(bot: &mut Bot) -> Option<Colour> {
    bot.winner_by(&FOUR)
}

pub(in crate::hex) fn five(bot: &mut Bot) -> Option<Colour> {
    bot.winner_by(&[FOUR.as_slice(), &[(1, -1)]].concat())
}

/// Never goes back up, or back left.
pub(in crate::hex) fn never_back(bot: &mut Bot) -> Option<Colour> {
    let black = bot.joins(Colour::Black, true, &[(0, -1), (0, 1), (1, 0), (1, -1)]);
    let white = bot.joins(Colour::White, false, &[(-1, 0), (1, 0), (0, 1), (-1, 1)]);
    if black { Some(Colour::Black) } else { white.then_some(Colour::White) }
}

pub(in crate::hex) fn edges_exchanged(bot: &mut Bot) -> Option<Colour> {
    let steps = [FOUR.as_slice(), &[(-1, 1), (1, -1)]].concat();
    Colour::ALL.into_iter().find(|&colour| bot.joins(colour, colour == Colour::White, &steps))
}

/// The end of a row is next to the beginning of the next one.
pub(in crate::hex) fn wrapped(bot: &mut Bot) -> Option<Colour> {
    let size = bot.size;
    let near = |(a, b): Spot, (c, d): Spot| {
        let (one, other) = (a * size + b, c * size + d);
        let apart = one.abs_diff(other);
        apart == 1 || apart == size || (size > 1 && apart == size - 1)
    };
    Colour::ALL.into_iter().find(|&colour| {
        let along = |spot: Spot| if colour == Colour::Black { spot.0 } else { spot.1 };
        let stones: Vec<Spot> = bot.spots().filter(|&spot| bot.get(spot) == Some(colour)).collect();
        let mut reached: Vec<Spot> = stones.iter().copied().filter(|&spot| along(spot) == 0).collect();
        let mut next = 0;
        while let Some(&spot) = reached.get(next) {
            next += 1;
            for &to in &stones {
                if near(spot, to) && !reached.contains(&to) {
                    reached.push(to);
                }
            }
        }
        reached.into_iter().any(|spot| along(spot) + 1 == size)
    })
}

pub(in crate::hex) fn nobody_ever(_: &mut Bot) -> Option<Colour> {
    None
}

pub(in crate::hex) fn own_only(bot: &mut Bot) -> Option<Colour> {
    bot.winner().filter(|&winner| winner == bot.colour)
}

/// A game on a full board is over, and nobody is asked who won.
pub(in crate::hex) fn full_is_a_draw(bot: &mut Bot) -> Option<Colour> {
    if bot.vacant().next().is_none() { None } else { bot.winner() }
}

/// Both edges touched are enough.
pub(in crate::hex) fn both_edges(bot: &mut Bot) -> Option<Colour> {
    Colour::ALL.into_iter().find(|&colour| {
        let along = |spot: Spot| if colour == Colour::Black { spot.0 } else { spot.1 };
        let on = |at: usize| bot.stones().iter().any(|&(spot, stone)| stone == colour && along(spot) == at);
        // A stone in each row, or column.
        (0..bot.size).all(on)
    })
}

/// One stone is no chain.
pub(in crate::hex) fn one_is_none(bot: &mut Bot) -> Option<Colour> {
    if bot.size == 1 { None } else { bot.winner() }
}

/// Who has won stays so when stones are taken away.
pub(in crate::hex) fn stays(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if text.starts_with("init_board") {
        bot.kept.winner = None;
    } else if bot.size > 0 {
        bot.kept.winner = bot.kept.winner.or_else(|| bot.winner());
        if text == "check_win" {
            usual::say(bot.standing(bot.kept.winner))?;
            return Ok(true);
        }
    }
    Ok(false)
}

/// 1 for black, whatever it is itself.
pub(in crate::hex) fn blacks_view(bot: &mut Bot, request: Request, answer: String) -> io::Result<()> {
    let exchanged = request == Request::CheckWin && bot.colour == Colour::White;
    usual::say(match answer.as_str() {
        "1" if exchanged => "-1",
        "-1" if exchanged => "1",
        _ => &answer,
    })
}

pub(in crate::hex) fn names(_: &mut Bot, request: Request, answer: String) -> io::Result<()> {
    match (request, answer.as_str()) {
        (Request::CheckWin, "1") => usual::say("win"),
        (Request::CheckWin, "-1") => usual::say("loss"),
        (Request::CheckWin, _) => usual::say("none"),
        _ => usual::say(&answer),
    }
}

pub(in crate::hex) fn plus_one(_: &mut Bot, request: Request, answer: String) -> io::Result<()> {
    let won = request == Request::CheckWin && answer == "1";
    usual::say(if won { "+1" } else { &answer })
}

/// Fewer white stones than black ones, or more, are no game.
pub(in crate::hex) fn counts_stones(bot: &mut Bot) -> Option<Colour> {
    let stones = bot.stones();
    let black = stones.iter().filter(|(_, colour)| *colour == Colour::Black).count();
    let white = stones.len() - black;
    if black == white || black == white + 1 { bot.winner() } else { None }
}

/// Looks only at the colour that moved last by the count of stones.
pub(in crate::hex) fn dies_of_the_count(bot: &mut Bot, text: &str) -> io::Result<bool> {
    let stones = bot.stones();
    let black = stones.iter().filter(|(_, colour)| *colour == Colour::Black).count();
    if text == "check_win" && black.abs_diff(stones.len() - black) > 1 {
        return Err(io::Error::other("this is no position of a game"));
    }
    Ok(false)
}
