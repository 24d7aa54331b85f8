//! `hex/output/…`

use std::io::{self, BufRead as _};
use std::process::ExitCode;
use std::thread::{sleep, spawn};
use std::time::Duration;

use botspec_sdk::games::hex::Colour;

use crate::hex::behaviour::Request;
use crate::hex::bot::Bot;
use crate::hex::usual;
use crate::lines::print;
use crate::start::Start;

pub(in crate::hex) fn banner(start: &Start) -> io::Result<Option<Colour>> {
    let colour = usual::colour(start);
    if colour.is_some() {
        usual::say("Test bot, version 1.0")?;
    }
    Ok(colour)
}

fn after(text: &str, word: &str, line: &str) -> io::Result<()> {
    if text.trim().starts_with(word) { usual::say(line) } else { Ok(()) }
}

pub(in crate::hex) fn ok_after_seto(_: &mut Bot, text: &str) -> io::Result<()> {
    after(text, "seto", "ok")
}

pub(in crate::hex) fn ok_after_init(_: &mut Bot, text: &str) -> io::Result<()> {
    after(text, "init_board", "ok")
}

pub(in crate::hex) fn ok_after_unset(_: &mut Bot, text: &str) -> io::Result<()> {
    after(text, "unset", "ok")
}

pub(in crate::hex) fn ok_after_swap(_: &mut Bot, text: &str) -> io::Result<()> {
    after(text, "swap", "ok")
}

pub(in crate::hex) fn swap_after_swap(_: &mut Bot, text: &str) -> io::Result<()> {
    after(text, "swap", "swap")
}

pub(in crate::hex) fn standing_after_sety(bot: &mut Bot, text: &str) -> io::Result<()> {
    after(text, "sety", bot.standing(bot.winner()))
}

pub(in crate::hex) fn board_after_moves(bot: &mut Bot, text: &str) -> io::Result<()> {
    after(text, "make_move", &bot.board())
}

pub(in crate::hex) fn blank_after_answers(_: &mut Bot, text: &str) -> io::Result<()> {
    ["make_move", "check_win", "show_board"].into_iter().try_for_each(|word| after(text, word, ""))
}

pub(in crate::hex) fn thoughts_before_moves(_: &mut Bot, request: Request, answer: String) -> io::Result<()> {
    if request == Request::MakeMove {
        usual::say("thinking about it")?;
    }
    usual::say(&answer)
}

/// Answers are right, and said twice.
pub(in crate::hex) fn everything_twice(_: &mut Bot, _: Request, answer: String) -> io::Result<()> {
    print(format!("{answer}\n{answer}\n"))
}

/// A line that comes by itself, a little later.
pub(in crate::hex) fn later(_: &mut Bot, text: &str) -> io::Result<()> {
    if text.trim().starts_with("init_board") {
        sleep(Duration::from_millis(5));
        usual::say("ready")?;
    }
    Ok(())
}

/// Once, in a thread of its own.
pub(in crate::hex) fn a_second_later(bot: &mut Bot, text: &str) -> io::Result<()> {
    if text.trim() == "make_move" && bot.kept.number == 0 {
        bot.kept.number = 1;
        spawn(|| {
            sleep(Duration::from_secs(1));
            usual::say("a good move")
        });
    }
    Ok(())
}

pub(in crate::hex) fn farewell(_: &Start) -> io::Result<ExitCode> {
    usual::say("bye")?;
    Ok(ExitCode::SUCCESS)
}

pub(in crate::hex) fn crlf(_: &mut Bot, _: Request, answer: String) -> io::Result<()> {
    print(format!("{answer}\r\n"))
}

pub(in crate::hex) fn crlf_after_moves(_: &mut Bot, request: Request, answer: String) -> io::Result<()> {
    print(format!("{answer}{}", if request == Request::MakeMove { "\r\n" } else { "\n" }))
}

/// Each answer stays in the buffer until the next one.
pub(in crate::hex) fn one_behind(bot: &mut Bot, _: Request, answer: String) -> io::Result<()> {
    print(std::mem::replace(&mut bot.kept.text, format!("{answer}\n")))
}

pub(in crate::hex) fn not_ended(_: &mut Bot, _: Request, answer: String) -> io::Result<()> {
    print(answer)
}

pub(in crate::hex) fn moves_not_ended(_: &mut Bot, request: Request, answer: String) -> io::Result<()> {
    if request == Request::MakeMove { print(answer) } else { usual::say(&answer) }
}

/// Keeps answers back until it is time for all of them, or the end has come.
fn kept_back(colour: Colour, until: fn(Request, &str) -> bool) -> io::Result<()> {
    let mut bot = Bot::new(colour);
    let mut waiting = String::new();
    for line in io::stdin().lock().lines() {
        let line = line?;
        if line.trim() == "quit" {
            break;
        }
        if let Some((request, answer)) = usual::hear(&mut bot, &line) {
            waiting.push_str(&answer);
            waiting.push('\n');
            if until(request, &waiting) {
                print(std::mem::take(&mut waiting))?;
            }
        }
    }
    print(waiting)
}

/// Everything at the end.
pub(in crate::hex) fn buffered(colour: Colour) -> io::Result<()> {
    kept_back(colour, |_, _| false)
}

/// Flushes moves, and nothing else until the next move or the end.
pub(in crate::hex) fn moves_flushed_only(colour: Colour) -> io::Result<()> {
    kept_back(colour, |request, _| request == Request::MakeMove)
}

/// Waits until there is so much that printing is worth it.
pub(in crate::hex) fn in_blocks(colour: Colour) -> io::Result<()> {
    kept_back(colour, |_, waiting| waiting.len() >= 8)
}

/// Reads a line ahead before it answers one.
pub(in crate::hex) fn reads_ahead(colour: Colour) -> io::Result<()> {
    let mut bot = Bot::new(colour);
    let mut lines = io::stdin().lock().lines().peekable();
    while let Some(line) = lines.next() {
        let line = line?;
        if line.trim() == "quit" {
            break;
        }
        let _ = lines.peek();
        if let Some((_, answer)) = usual::hear(&mut bot, &line) {
            usual::say(&answer)?;
        }
    }
    Ok(())
}
