//! `power4/input/…`

use std::fs::{self, Permissions};
use std::io::{self, Write as _};
use std::os::unix::fs::PermissionsExt as _;

use botspec_sdk::Position as _;
use botspec_sdk::games::power4::{BoardText, Column, Drop, MovesText, Power4};

use super::fail;
use crate::fickle::by_chance;
use crate::power4::usual;
use crate::start::Start;

pub(in crate::power4) fn team_one_only(start: &Start) -> io::Result<()> {
    expect(!is_first(start)? || team(start)?.contains('1'), "I am team 1")
}

pub(in crate::power4) fn team_two_only(start: &Start) -> io::Result<()> {
    expect(!is_first(start)? || team(start)?.contains('2'), "I am team 2")
}

pub(in crate::power4) fn team_end_needed(start: &Start) -> io::Result<()> {
    expect(!is_first(start)? || team(start)?.ends_with('\n'), "team_no.txt holds no line")
}

pub(in crate::power4) fn team_end_refused(start: &Start) -> io::Result<()> {
    expect(!team(start)?.ends_with('\n'), "team_no.txt holds more than a digit")
}

/// Whether the board is empty: elsewhere a bot that always fails would show that and no more.
fn is_first(start: &Start) -> io::Result<bool> {
    Ok(!board(start)?.contains(['1', '2']))
}

pub(in crate::power4) fn board_deleted(start: &Start) -> io::Result<()> {
    fs::remove_file(start.file(Power4::BOARD_FILE))
}

pub(in crate::power4) fn board_directory(start: &Start) -> io::Result<()> {
    let folder = start.file(Power4::BOARD_FILE);
    fs::remove_file(&folder)?;
    fs::create_dir(&folder)?;
    fs::write(folder.join(start.name()), "0")
}

pub(in crate::power4) fn board_rewritten(start: &Start) -> io::Result<()> {
    let position = usual::read(start)?.position;
    let mut board = *position.board();
    if let Ok(next) = position.play(usual::choose(&position)) {
        board = *next.board();
    }
    replace(start, Power4::BOARD_FILE, &format!("{}\n", BoardText { board }))
}

pub(in crate::power4) fn board_appended(start: &Start) -> io::Result<()> {
    let file = start.file(Power4::BOARD_FILE);
    fs::set_permissions(&file, Permissions::from_mode(0o644))?;
    fs::OpenOptions::new().append(true).open(file)?.write_all(b"5 4\n")
}

pub(in crate::power4) fn team_rewritten(start: &Start) -> io::Result<()> {
    let other = if team(start)?.contains('1') { "2" } else { "1" };
    replace(start, Power4::TEAM_FILE, other)
}

pub(in crate::power4) fn moves_rewritten(start: &Start) -> io::Result<()> {
    let Ok(bytes) = fs::read(start.file(Power4::MOVES_FILE)) else { return Ok(()) };
    let moves = MovesText::from_bytes(&bytes).map_err(io::Error::other)?;
    replace(start, Power4::MOVES_FILE, &MovesText { turns: moves.turns + 1, ..moves }.to_string())
}

/// A file that may only be read can be replaced all the same.
fn replace(start: &Start, name: &str, content: &str) -> io::Result<()> {
    fs::remove_file(start.file(name))?;
    fs::write(start.file(name), content)
}

pub(in crate::power4) fn one_line(start: &Start) -> io::Result<()> {
    let text = board(start)?;
    let words = text.lines().next().unwrap_or_default().split_whitespace().count();
    expect(words == 42, "the line is too short")
}

/// What is not on the first line is empty to it.
pub(in crate::power4) fn rest_is_empty(start: &Start) -> io::Result<()> {
    let asked = usual::read(start)?;
    let text = board(start)?;
    let words: Vec<&str> = text.lines().next().unwrap_or_default().split_whitespace().collect();
    let usual = usual::choose(&asked.position);
    let top = |column: &Column| words.get(34 + usize::from(column.number()));
    let open: Vec<Column> =
        Column::all().filter(|column| top(column).is_none_or(|top| *top == "0")).collect();
    let any = by_chance(&open).filter(|_| words.len() < 42);
    let drop = any.map_or(usual, |&column| Drop { column, ..usual });
    asked.answer(start, drop, drop.to_string())
}

pub(in crate::power4) fn single_blanks(start: &Start) -> io::Result<()> {
    let text = board(start)?;
    expect(text.trim().split(' ').all(|word| word.parse::<u8>().is_ok()), "an empty word is no number")
}

pub(in crate::power4) fn tabs(start: &Start) -> io::Result<()> {
    expect(!board(start)?.contains('\t'), "what is a tab?")
}

pub(in crate::power4) fn crlf(start: &Start) -> io::Result<()> {
    expect(!board(start)?.contains('\r'), "what is a CR?")
}

pub(in crate::power4) fn blank_at_end(start: &Start) -> io::Result<()> {
    expect(board(start)?.ends_with([' ', '\n']), "the last word does not end")
}

fn expect(holds: bool, why: &str) -> io::Result<()> {
    if holds { Ok(()) } else { fail(why) }
}

fn team(start: &Start) -> io::Result<String> {
    fs::read_to_string(start.file(Power4::TEAM_FILE))
}

fn board(start: &Start) -> io::Result<String> {
    fs::read_to_string(start.file(Power4::BOARD_FILE))
}
