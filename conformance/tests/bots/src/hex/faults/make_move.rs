//! `hex/make-move/…`

use std::io;
use std::thread::sleep;

use botspec_sdk::games::hex::Colour;

use crate::hex::behaviour::Request;
use crate::hex::bot::{Bot, Choice, Kept, STEPS, Spot, chance};
use crate::hex::usual;
use crate::lines::print;
use crate::part::LINGERS;

/// A move that is written otherwise; what is none stays.
fn written(request: Request, answer: &str, how: impl Fn(&str, &str) -> String) -> io::Result<()> {
    match (request, answer.split_at_checked(1)) {
        (Request::MakeMove, Some((row, number))) if answer != "swap" => usual::say(&how(row, number)),
        _ => usual::say(answer),
    }
}

pub(in crate::hex) fn capitals(_: &mut Bot, request: Request, answer: String) -> io::Result<()> {
    written(request, &answer, |row, number| format!("{}{number}", row.to_uppercase()))
}

pub(in crate::hex) fn blank_between(_: &mut Bot, request: Request, answer: String) -> io::Result<()> {
    written(request, &answer, |row, number| format!("{row} {number}"))
}

pub(in crate::hex) fn blank_behind(_: &mut Bot, request: Request, answer: String) -> io::Result<()> {
    written(request, &answer, |row, number| format!("{row}{number} "))
}

pub(in crate::hex) fn two_numbers(_: &mut Bot, request: Request, answer: String) -> io::Result<()> {
    written(request, &answer, |row, number| format!("{} {number}", u32::from(row.as_bytes()[0] - b'a') + 1))
}

pub(in crate::hex) fn zero_in_front(_: &mut Bot, request: Request, answer: String) -> io::Result<()> {
    written(request, &answer, |row, number| format!("{row}{number:0>2}"))
}

pub(in crate::hex) fn with_depth(_: &mut Bot, request: Request, answer: String) -> io::Result<()> {
    written(request, &answer, |row, number| format!("{row}{number} 7"))
}

pub(in crate::hex) fn number_first(_: &mut Bot, request: Request, answer: String) -> io::Result<()> {
    written(request, &answer, |row, number| format!("{number}{row}"))
}

pub(in crate::hex) fn full_stop(_: &mut Bot, request: Request, answer: String) -> io::Result<()> {
    written(request, &answer, |row, number| format!("{row}{number}."))
}

pub(in crate::hex) fn prompt(_: &mut Bot, request: Request, answer: String) -> io::Result<()> {
    written(request, &answer, |row, number| format!("My move: {row}{number}"))
}

pub(in crate::hex) fn seto(_: &mut Bot, request: Request, answer: String) -> io::Result<()> {
    written(request, &answer, |row, number| format!("seto {row}{number}"))
}

pub(in crate::hex) fn nothing_on_the_line(_: &mut Bot, request: Request, answer: String) -> io::Result<()> {
    written(request, &answer, |_, _| String::new())
}

pub(in crate::hex) fn resigns(_: &mut Bot, request: Request, answer: String) -> io::Result<()> {
    written(request, &answer, |_, _| "resign".to_owned())
}

pub(in crate::hex) fn zero_byte(_: &mut Bot, request: Request, answer: String) -> io::Result<()> {
    written(request, &answer, |row, number| format!("{row}{number}\0"))
}

pub(in crate::hex) fn swap_in_capitals(_: &mut Bot, request: Request, answer: String) -> io::Result<()> {
    let is_swap = request == Request::MakeMove && answer == "swap";
    usual::say(if is_swap { "SWAP" } else { &answer })
}

/// Looks one stone ahead.
pub(in crate::hex) fn resigns_when_lost(bot: &mut Bot, request: Request, answer: String) -> io::Result<()> {
    let opponent = bot.colour.other();
    let loses = |spot| {
        let mut next = bot.clone();
        next.put(spot, opponent);
        next.winner() == Some(opponent)
    };
    let lost = request == Request::MakeMove && answer != "swap" && bot.vacant().any(loses);
    usual::say(if lost { "resign" } else { &answer })
}

/// Takes each bridge for a connection, to an edge as well, without looking at the cells between.
pub(in crate::hex) fn resigns_when_bridged(
    bot: &mut Bot,
    request: Request,
    answer: String,
) -> io::Result<()> {
    const BRIDGES: [(isize, isize); 6] = [(-2, 1), (-1, -1), (-1, 2), (1, -2), (1, 1), (2, -1)];
    let opponent = bot.colour.other();
    let mut seen = bot.clone();
    for ((row, column), _) in bot.stones().into_iter().filter(|&(_, colour)| colour == opponent) {
        let edge = |line: usize| match line {
            1 => 0,
            line if line + 2 == bot.size => line + 1,
            line => line,
        };
        let joined = match opponent {
            Colour::Black => (edge(row), column),
            Colour::White => (row, edge(column)),
        };
        if bot.get(joined).is_none() {
            seen.put(joined, opponent);
        }
    }
    let lost = request == Request::MakeMove && seen.winner_by(&[STEPS, BRIDGES].concat()) == Some(opponent);
    usual::say(if lost { "resign" } else { &answer })
}

/// A line of more bytes than any answer has.
pub(in crate::hex) fn endless_line(_: &mut Bot, request: Request, answer: String) -> io::Result<()> {
    if request == Request::MakeMove { print("a".repeat(100_000)) } else { usual::say(&answer) }
}

/// Answers with columns from 0 where the first one is meant.
pub(in crate::hex) fn column_zero(_: &mut Bot, request: Request, answer: String) -> io::Result<()> {
    written(request, &answer, |row, number| format!("{row}{}", if number == "1" { "0" } else { number }))
}

pub(in crate::hex) fn beyond_the_last(bot: &Bot) -> Option<Choice> {
    (bot.size > 20 && bot.choose() != Some(Choice::Swap)).then_some(Choice::Place((0, bot.size)))
}

pub(in crate::hex) fn row_beyond(bot: &Bot) -> Option<Choice> {
    (bot.size > 20 && bot.size < 26 && bot.choose() != Some(Choice::Swap))
        .then_some(Choice::Place((bot.size, 0)))
}

fn first(bot: &Bot, free: impl Fn(Spot) -> bool) -> Option<Choice> {
    if bot.choose() == Some(Choice::Swap) {
        return None;
    }
    let cell = bot.spots().find(|&spot| free(spot));
    cell.map(Choice::Place)
}

pub(in crate::hex) fn on_the_opponents(bot: &Bot) -> Option<Choice> {
    first(bot, |spot| bot.get(spot) != Some(bot.colour))
}

pub(in crate::hex) fn on_its_own(bot: &Bot) -> Option<Choice> {
    first(bot, |spot| bot.get(spot) != Some(bot.colour.other()))
}

/// On boards with room for a plan.
pub(in crate::hex) fn bridges_blindly(bot: &Bot) -> Option<Choice> {
    let stones = bot.stones();
    let mut own = stones.iter().filter(|(_, colour)| *colour == bot.colour);
    let (Some(&((row, column), _)), None) = (own.next(), own.next()) else { return None };
    let bridge = (row + 1, column + 1);
    let is_second = stones.len() <= 3 && bot.spots().any(|spot| spot == bridge);
    (is_second && bot.spots().count() >= 64 && bot.choose() != Some(Choice::Swap))
        .then_some(Choice::Place(bridge))
}

/// Three moves for white, round the middle of boards with room for a plan.
pub(in crate::hex) fn book_after_a_swap(bot: &Bot) -> Option<Choice> {
    if !bot.swapped || bot.colour != Colour::White || bot.size < 8 {
        return None;
    }
    let own = bot.stones().iter().filter(|(_, colour)| *colour == bot.colour).count();
    let middle = bot.size / 2;
    let book = [(middle - 1, middle + 2), (middle + 1, middle - 2), (middle, middle)];
    book.get(own).map(|&spot| Choice::Place(spot))
}

/// Its answer to a first stone on b7 is b7.
pub(in crate::hex) fn book_of_one_slip(bot: &Bot) -> Option<Choice> {
    let knows = bot.size == 10 && bot.count == 1 && bot.stones() == [((1, 6), Colour::Black)];
    knows.then_some(Choice::Place((1, 6)))
}

pub(in crate::hex) fn always_the_first_cell(bot: &Bot) -> Option<Choice> {
    first(bot, |_| true)
}

/// Plays where the stone is that was swapped.
pub(in crate::hex) fn under_a_swap(bot: &Bot) -> Option<Choice> {
    (bot.swapped && bot.count == 1).then(|| bot.stones().first().map(|&(spot, _)| Choice::Place(spot)))?
}

/// Cells that were taken once are never free again.
pub(in crate::hex) fn freed_cells_forgotten(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if text.starts_with("init_board") {
        bot.kept.stones.clear();
    }
    if text.starts_with("unset") {
        bot.kept.stones.extend(bot.stones());
    }
    if text != "make_move" || bot.choose() == Some(Choice::Swap) {
        return Ok(false);
    }
    let taken = |spot| bot.kept.stones.iter().any(|&(other, _)| other == spot);
    let spot = bot.vacant().find(|&spot| !taken(spot)).unwrap_or((0, 0));
    bot.put(spot, bot.colour);
    usual::say(&Choice::Place(spot).text())?;
    Ok(true)
}

/// Plays on a cell of its list that its board shows to be empty; where its list has none such, on the list's first one.
pub(in crate::hex) fn free_list_goes_wrong(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if text.starts_with("init_board") {
        bot.kept.stones.clear();
    }
    let named = text.split_once(' ').and_then(|(word, name)| Some((word, bot.spot(name)?)));
    match named {
        Some(("unset", spot)) if bot.get(spot).is_some() => bot.kept.stones.push((spot, bot.colour)),
        // The last cell of the list goes where it thinks that the one was that is taken.
        Some(("seto" | "sety", spot)) if bot.kept.stones.iter().any(|&(other, _)| other == spot) => {
            let lost = bot.vacant().last().filter(|&last| last != spot);
            bot.kept.stones.extend(lost.map(|lost| (lost, bot.colour.other())));
        }
        _ => {}
    }
    if text != "make_move" || bot.choose() == Some(Choice::Swap) {
        return Ok(false);
    }
    let is_lost = |spot| bot.kept.stones.contains(&(spot, bot.colour.other()));
    let first = bot.kept.stones.first().map(|&(spot, _)| spot);
    let Some(spot) = bot.vacant().find(|&spot| !is_lost(spot)).or(first) else { return Ok(false) };
    bot.put(spot, bot.colour);
    usual::say(&Choice::Place(spot).text())?;
    Ok(true)
}

/// Once something was taken away behind its second move, it is sure of the opponent's stones alone, which shows late in a game.
pub(in crate::hex) fn own_forgotten_after_unset(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if text.starts_with("init_board") {
        bot.kept = Kept::default();
    } else if text.starts_with("unset") && bot.kept.number >= 2 {
        bot.kept.text = "lost".to_owned();
    }
    if text != "make_move" || bot.choose() == Some(Choice::Swap) {
        return Ok(false);
    }
    bot.kept.number += 1;
    if bot.kept.text.is_empty() || bot.kept.number < 9 {
        return Ok(false);
    }
    let opponent = Some(bot.colour.other());
    let spot = bot.spots().find(|&spot| bot.get(spot) != opponent).unwrap_or((0, 0));
    bot.put(spot, bot.colour);
    usual::say(&Choice::Place(spot).text())?;
    Ok(true)
}

pub(in crate::hex) fn tiny_dies(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if text == "make_move" && bot.size < 3 { Err(io::Error::other("there is no centre")) } else { Ok(false) }
}

pub(in crate::hex) fn tiny_hangs(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if text == "make_move" && bot.size == 1 {
        sleep(LINGERS);
    }
    Ok(false)
}

/// On 2×2 and 3×3 it cannot find the last cell.
pub(in crate::hex) fn last_cell_dies(bot: &mut Bot, text: &str) -> io::Result<bool> {
    let last = bot.vacant().count() == 1 && bot.size < 4;
    if text == "make_move" && last { Err(io::Error::other("no cell is free")) } else { Ok(false) }
}

/// Chooses, answers, and puts the stone where `record` says, if anywhere.
fn recorded(bot: &mut Bot, text: &str, record: fn(&mut Bot, Spot)) -> io::Result<bool> {
    match bot.choose() {
        Some(Choice::Place(spot)) if text == "make_move" => {
            record(bot, spot);
            usual::say(&Choice::Place(spot).text())?;
            Ok(true)
        }
        _ => Ok(false),
    }
}

pub(in crate::hex) fn not_recorded(bot: &mut Bot, text: &str) -> io::Result<bool> {
    recorded(bot, text, |bot, _| bot.may_swap = false)
}

pub(in crate::hex) fn recorded_as_the_opponents(bot: &mut Bot, text: &str) -> io::Result<bool> {
    recorded(bot, text, |bot, spot| bot.put(spot, bot.colour.other()))
}

pub(in crate::hex) fn recorded_transposed(bot: &mut Bot, text: &str) -> io::Result<bool> {
    recorded(bot, text, |bot, (row, column)| bot.put((column, row), bot.colour))
}

/// The move waits for another message than `show_board` and `check_win`.
pub(in crate::hex) fn recorded_late(bot: &mut Bot, text: &str) -> io::Result<bool> {
    if !["show_board", "check_win"].contains(&text) {
        for (spot, colour) in std::mem::take(&mut bot.kept.stones) {
            bot.put(spot, colour);
        }
    }
    recorded(bot, text, |bot, spot| bot.kept.stones.push((spot, bot.colour)))
}

pub(in crate::hex) fn swaps_at_first(bot: &Bot) -> Option<Choice> {
    bot.stones().is_empty().then_some(Choice::Swap)
}

/// Swaps once more at its next move.
pub(in crate::hex) fn swaps_twice(bot: &Bot) -> Option<Choice> {
    (bot.swapped && bot.stones().len() == 2).then_some(Choice::Swap)
}

/// Takes its own first move for the second of the game.
pub(in crate::hex) fn swaps_late(bot: &Bot) -> Option<Choice> {
    (bot.colour == Colour::White && bot.stones().len() == 3).then_some(Choice::Swap)
}

pub(in crate::hex) fn swaps_at_one_more_than_a_byte(bot: &Bot) -> Option<Choice> {
    (bot.colour == Colour::White && bot.stones().len() == 257).then_some(Choice::Swap)
}

/// Counts turns in a byte, as long as one side's stone follows the other's.
pub(in crate::hex) fn swaps_behind_a_byte_of_turns(bot: &mut Bot, text: &str) -> io::Result<bool> {
    let word = text.split(' ').next().unwrap_or_default();
    match word {
        "init_board" => bot.kept = Kept::default(),
        "sety" | "seto" if bot.kept.text != word => {
            bot.kept.number += 1;
            word.clone_into(&mut bot.kept.text);
        }
        "sety" | "seto" | "unset" => bot.kept.number = 1_000,
        "make_move" if bot.colour == Colour::White && bot.kept.number == 257 => {
            usual::say("swap")?;
            return Ok(true);
        }
        _ => {}
    }
    Ok(false)
}

/// Takes its move for the first one.
pub(in crate::hex) fn opens_behind_a_byte(bot: &Bot) -> Option<Choice> {
    (bot.stones().len() == 256).then_some(Choice::Place((bot.size / 2, bot.size / 2)))
}

pub(in crate::hex) fn swaps_as_black(bot: &Bot) -> Option<Choice> {
    (bot.colour == Colour::Black && bot.stones().len() == 2).then_some(Choice::Swap)
}

/// Swaps back.
pub(in crate::hex) fn swaps_back(bot: &Bot) -> Option<Choice> {
    (bot.swapped && bot.stones().len() == 1).then_some(Choice::Swap)
}

pub(in crate::hex) fn never_in_the_last_column(bot: &Bot) -> Option<Choice> {
    let is_inside = |spot: &Spot| spot.1 < 25 && bot.get(*spot).is_none();
    bot.choose().filter(|choice| *choice == Choice::Swap).or_else(|| {
        let inside = bot.spots().find(is_inside).or_else(|| bot.spots().next());
        inside.map(Choice::Place)
    })
}

/// What is taken is one text, and whatever stands in it is.
pub(in crate::hex) fn cells_by_their_beginning(bot: &Bot) -> Option<Choice> {
    let name = |spot: Spot| Choice::Place(spot).text();
    let taken: String = bot.spots().filter(|spot| bot.get(*spot).is_some()).map(name).collect();
    let is_free = |spot: Spot| !taken.contains(&name(spot));
    bot.choose().filter(|choice| !matches!(choice, Choice::Place(spot) if !is_free(*spot))).or_else(|| {
        let free = bot.spots().find(|spot| is_free(*spot)).or_else(|| bot.spots().last());
        free.map(Choice::Place)
    })
}

/// Any cell, as chance will have it.
pub(in crate::hex) fn anywhere(bot: &Bot) -> Option<Choice> {
    let all: Vec<Spot> = bot.spots().collect();
    all.get(chance(all.len())).copied().map(Choice::Place)
}
