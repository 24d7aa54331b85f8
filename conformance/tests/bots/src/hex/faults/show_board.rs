//! `hex/show-board/…`

use std::io;

use crate::hex::behaviour::Request;
use crate::hex::bot::Bot;
use crate::hex::usual;

fn shown(request: Request, answer: &str, how: impl Fn(&str) -> String) -> io::Result<()> {
    if request == Request::ShowBoard { usual::say(&how(answer)) } else { usual::say(answer) }
}

pub(in crate::hex) fn last_bar_missing(_: &mut Bot, request: Request, answer: String) -> io::Result<()> {
    shown(request, &answer, |board| board.trim_end_matches('|').to_owned())
}

pub(in crate::hex) fn blanks(_: &mut Bot, request: Request, answer: String) -> io::Result<()> {
    shown(request, &answer, |board| board.chars().map(|c| format!("{c} ")).collect())
}

pub(in crate::hex) fn lines(_: &mut Bot, request: Request, answer: String) -> io::Result<()> {
    shown(request, &answer, |board| board.trim_end_matches('|').replace('|', "\n"))
}

pub(in crate::hex) fn lines_with_bars(_: &mut Bot, request: Request, answer: String) -> io::Result<()> {
    shown(request, &answer, |board| board.replace('|', "|\n").trim_end().to_owned())
}

pub(in crate::hex) fn lower_case(_: &mut Bot, request: Request, answer: String) -> io::Result<()> {
    shown(request, &answer, str::to_lowercase)
}

pub(in crate::hex) fn numbers(_: &mut Bot, request: Request, answer: String) -> io::Result<()> {
    shown(request, &answer, |board| board.replace('.', "0").replace('B', "1").replace('W', "2"))
}

pub(in crate::hex) fn no_bars(_: &mut Bot, request: Request, answer: String) -> io::Result<()> {
    shown(request, &answer, |board| board.replace('|', ""))
}

pub(in crate::hex) fn empty_line(_: &mut Bot, request: Request, answer: String) -> io::Result<()> {
    shown(request, &answer, |_| String::new())
}

/// Column by column.
pub(in crate::hex) fn columns(bot: &mut Bot, request: Request, answer: String) -> io::Result<()> {
    let mut other = Bot::new(bot.colour);
    other.begin(bot.size);
    for ((row, column), colour) in bot.stones() {
        other.put((column, row), colour);
    }
    let board = if bot.size > 0 { other.board() } else { answer.clone() };
    shown(request, &answer, |_| board.clone())
}

/// A picture for people, with the edges named, that ends in a blank line.
pub(in crate::hex) fn picture(bot: &mut Bot, request: Request, answer: String) -> io::Result<()> {
    let head: String = (1..=bot.size).map(|number| format!(" {number}")).collect();
    shown(request, &answer, |board| {
        let rows = board.split_terminator('|').enumerate();
        let lines: String = rows.map(|(at, row)| format!("{}{row}\n", " ".repeat(at))).collect();
        format!("{head}\n{lines}")
    })
}

/// As a terminal would show it.
pub(in crate::hex) fn wrapped(_: &mut Bot, request: Request, answer: String) -> io::Result<()> {
    shown(request, &answer, |board| match board.split_at_checked(400) {
        Some((head, tail)) if !tail.is_empty() => format!("{head}\n{tail}"),
        _ => board.to_owned(),
    })
}
