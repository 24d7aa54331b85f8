//! `hex/check-win/…`

use std::io;

use botspec_sdk::games::hex::Colour;

use crate::hex::behaviour::Request;
use crate::hex::bot::{Bot, Choice, STEPS, Spot};
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

/// Misses one direction of the six: straight up, or straight left.
pub(in crate::hex) fn never_straight_back(bot: &mut Bot) -> Option<Colour> {
    let black = bot.joins(Colour::Black, true, &[(0, -1), (0, 1), (1, 0), (1, -1), (-1, 1)]);
    let white = bot.joins(Colour::White, false, &[(-1, 0), (1, 0), (0, 1), (-1, 1), (1, -1)]);
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

/// Follows a chain for so many stones, and then gives up.
const LONGEST: usize = 150;

/// How many stones hang together with those on the edge that a colour starts from.
fn longest_chain(bot: &Bot) -> usize {
    let length = |colour: Colour| {
        let along = |(row, column): Spot| if colour == Colour::Black { row } else { column };
        let mut open: Vec<Spot> =
            bot.spots().filter(|&spot| along(spot) == 0 && bot.get(spot) == Some(colour)).collect();
        let mut seen = open.clone();
        while let Some(spot) = open.pop() {
            for to in bot.beside(spot, &STEPS) {
                if bot.get(to) == Some(colour) && !seen.contains(&to) {
                    seen.push(to);
                    open.push(to);
                }
            }
        }
        seen.len()
    };
    Colour::ALL.into_iter().map(length).max().unwrap_or_default()
}

/// Gives up on long chains.
pub(in crate::hex) fn short_chains_only(bot: &mut Bot) -> Option<Colour> {
    if longest_chain(bot) > LONGEST { None } else { bot.winner() }
}

/// Fails at long chains, as what calls itself once a stone does.
pub(in crate::hex) fn dies_of_long_chains(bot: &mut Bot, text: &str) -> io::Result<bool> {
    let is_long = text.trim() == "check_win" && longest_chain(bot) > LONGEST;
    if is_long { Err(io::Error::other("maximum recursion depth exceeded")) } else { Ok(false) }
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

/// Behind an `unset` it answers as it did before its last answer.
pub(in crate::hex) fn taken_back(bot: &mut Bot, text: &str) -> io::Result<bool> {
    match text.split(' ').next().unwrap_or_default() {
        "init_board" => bot.kept.text.clear(),
        "unset" => bot.kept.number = 1,
        "check_win" if bot.kept.number == 1 && bot.kept.text.len() > 1 => {
            bot.kept.text.pop();
            let of = |colour: &Colour| bot.kept.text.ends_with(letter(Some(*colour)));
            usual::say(bot.standing(Colour::ALL.into_iter().find(of)))?;
            return Ok(true);
        }
        "check_win" => bot.kept.text.push(letter(bot.winner())),
        "sety" | "seto" | "make_move" => bot.kept.number = 0,
        _ => {}
    }
    Ok(false)
}

/// Behind an `unset` in a chain from edge to edge nobody has won for it until the next stone.
pub(in crate::hex) fn taken_back_with_one_chain(bot: &mut Bot, text: &str) -> io::Result<bool> {
    let mut words = text.split(' ');
    match words.next().unwrap_or_default() {
        "unset" => {
            let spot = words.next().and_then(|name| bot.spot(name));
            bot.kept.number |= u32::from(spot.is_some_and(|spot| chain_of(bot, spot).winner().is_some()));
        }
        "check_win" if bot.kept.number == 1 => {
            usual::say("0")?;
            return Ok(true);
        }
        "init_board" | "sety" | "seto" | "make_move" => bot.kept.number = 0,
        _ => {}
    }
    Ok(false)
}

/// The chain of the stone there, alone on the board.
fn chain_of(bot: &Bot, spot: Spot) -> Bot {
    let mut alone = bot.clone();
    bot.spots().for_each(|spot| alone.clear(spot));
    let Some(colour) = bot.get(spot) else { return alone };
    let mut left = vec![spot];
    while let Some(spot) = left.pop() {
        alone.put(spot, colour);
        let more = bot.beside(spot, &STEPS);
        left.extend(more.filter(|&to| bot.get(to) == Some(colour) && alone.get(to).is_none()));
    }
    alone
}

pub(in crate::hex) fn no_cell_of_white(bot: &mut Bot) -> Option<Colour> {
    bot.winner().filter(|colour| bot.size > 1 || *colour == Colour::Black)
}

fn letter(winner: Option<Colour>) -> char {
    match winner {
        None => '-',
        Some(Colour::Black) => 'B',
        Some(Colour::White) => 'W',
    }
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

/// The sign that is printed in books.
pub(in crate::hex) fn minus_sign(_: &mut Bot, request: Request, answer: String) -> io::Result<()> {
    let lost = request == Request::CheckWin && answer == "-1";
    usual::say(if lost { "\u{2212}1" } else { &answer })
}

/// Looks whether there is a stone, and not whose.
pub(in crate::hex) fn over_any_stones(bot: &mut Bot) -> Option<Colour> {
    let joins = |colour: &Colour| {
        let along = |(row, column): Spot| if *colour == Colour::Black { row } else { column };
        let mut open: Vec<Spot> =
            bot.spots().filter(|&spot| along(spot) == 0 && bot.get(spot) == Some(*colour)).collect();
        let mut seen = open.clone();
        while let Some(spot) = open.pop() {
            for to in bot.beside(spot, &STEPS) {
                if bot.get(to).is_some() && !seen.contains(&to) {
                    seen.push(to);
                    open.push(to);
                }
            }
        }
        seen.iter().any(|&spot| along(spot) + 1 == bot.size)
    };
    [Colour::Black, Colour::White].into_iter().find(joins)
}

/// A chain that ends in the last cell of the first or of the last row ends nowhere.
pub(in crate::hex) fn corner_missed(bot: &mut Bot) -> Option<Colour> {
    let mut other = bot.clone();
    let last = bot.size - 1;
    if last > 0 {
        for spot in [(0, last), (last, last)] {
            if other.get(spot) == Some(Colour::Black) {
                other.clear(spot);
            }
        }
    }
    other.winner()
}

/// The edge is where the row, or the column, before the last one is.
pub(in crate::hex) fn early_at_26(bot: &mut Bot) -> Option<Colour> {
    if bot.size < 26 {
        return bot.winner();
    }
    let mut shorter = Bot::new(bot.colour);
    shorter.begin(bot.size - 1);
    for (spot, colour) in bot.stones() {
        if spot.0 < shorter.size && spot.1 < shorter.size {
            shorter.put(spot, colour);
        }
    }
    bot.winner().or_else(|| shorter.winner())
}

/// Its chains are made anew only when a stone is taken out of a won one.
pub(in crate::hex) fn keeps_what_is_taken_away(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if text.starts_with("init_board") {
        bot.kept.stones.clear();
    }
    if let Some(spot) = text.strip_prefix("unset ").and_then(|name| bot.spot(name)) {
        match (bot.winner(), bot.get(spot)) {
            (None, Some(colour)) => bot.kept.stones.push((spot, colour)),
            _ => bot.kept.stones.clear(),
        }
    }
    if text.trim() != "check_win" || bot.size == 0 {
        return Ok(false);
    }
    let gone: Vec<(Spot, Colour)> =
        bot.kept.stones.iter().filter(|(spot, _)| bot.get(*spot).is_none()).copied().collect();
    for &((row, column), colour) in &gone {
        bot.cells[row * bot.size + column] = Some(colour);
    }
    let winner = bot.winner();
    gone.into_iter().for_each(|(spot, _)| bot.clear(spot));
    usual::say(bot.standing(winner))?;
    Ok(true)
}

/// The stone that came last, and whose it is.
fn last_stone(bot: &mut Bot, text: &str) -> Option<(Spot, Colour)> {
    if text.starts_with("init_board") {
        bot.kept.stones.clear();
    }
    let put = match text.trim().split_once(' ') {
        Some(("sety", name)) => bot.spot(name).map(|spot| (spot, bot.colour)),
        Some(("seto", name)) => bot.spot(name).map(|spot| (spot, bot.colour.other())),
        None if text == "make_move" && bot.size > 0 => match bot.choose() {
            Some(Choice::Place(spot)) => Some((spot, bot.colour)),
            _ => None,
        },
        _ => None,
    };
    if let Some(stone) = put.filter(|&(spot, _)| bot.get(spot).is_none()) {
        bot.kept.stones = vec![stone];
    }
    bot.kept.stones.first().copied()
}

/// Looks from the last stone for both edges.
pub(in crate::hex) fn last_stone_only(bot: &mut Bot, text: &str) -> io::Result<bool> {
    let last = last_stone(bot, text);
    if text != "check_win" || bot.size == 0 {
        return Ok(false);
    }
    let wins = |(spot, colour): (Spot, Colour)| {
        let mut without = bot.clone();
        without.clear(spot);
        bot.winner() == Some(colour) && without.winner() != Some(colour)
    };
    let winner = last.filter(|&stone| wins(stone)).map(|(_, colour)| colour);
    usual::say(bot.standing(winner))?;
    Ok(true)
}

pub(in crate::hex) fn last_mover(bot: &mut Bot, text: &str) -> io::Result<bool> {
    let last = last_stone(bot, text);
    if text != "check_win" || bot.size == 0 {
        return Ok(false);
    }
    let winner = bot.winner().and(last).map(|(_, colour)| colour);
    usual::say(bot.standing(winner))?;
    Ok(true)
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

/// Takes the end of a game for the end of all.
#[expect(clippy::exit, reason = "what it is about")]
pub(in crate::hex) fn ends_it(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if text.trim() == "check_win"
        && bot.size > 0
        && let Some(winner) = bot.winner()
    {
        usual::say(bot.standing(Some(winner)))?;
        std::process::exit(0);
    }
    Ok(false)
}

/// Remembers which cells were taken, and who had won.
pub(in crate::hex) fn of_the_same_cells(bot: &mut Bot) -> Option<Colour> {
    let taken = |stones: &[(Spot, Colour)]| stones.iter().map(|&(spot, _)| spot).collect::<Vec<_>>();
    let stones = bot.stones();
    if taken(&stones) != taken(&bot.kept.stones) {
        bot.kept.winner = bot.winner();
        bot.kept.stones = stones;
    }
    bot.kept.winner
}

pub(in crate::hex) fn not_after_255_asks(bot: &mut Bot) -> Option<Colour> {
    bot.kept.number += 1;
    bot.winner().filter(|_| bot.kept.number <= 255)
}
