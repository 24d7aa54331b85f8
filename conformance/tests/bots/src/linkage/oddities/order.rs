//! How they read and write.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};

use botspec_sdk::Position as _;
use botspec_sdk::games::linkage::{Linkage, Order, Position};

use crate::fickle::by_chance;
use crate::linkage::usual;
use crate::start::Start;

pub(in crate::linkage) fn reversed(position: &Position) -> Option<Vec<u8>> {
    match usual::choose(position) {
        Order::Place { colour, domino } => {
            Some(format!("{}{}{}\n", colour.letter(), domino.second(), domino.first()).into_bytes())
        }
        Order::Skip => None,
    }
}

pub(in crate::linkage) fn crlf(position: &Position) -> Option<Vec<u8>> {
    Some(format!("{}\r\n", usual::choose(position)).into_bytes())
}

pub(in crate::linkage) fn not_ended(position: &Position) -> Option<Vec<u8>> {
    Some(usual::choose(position).to_string().into_bytes())
}

pub(in crate::linkage) fn last(position: &Position) -> Option<Vec<u8>> {
    Some(format!("{}\n", position.legal_moves().last()?).into_bytes())
}

pub(in crate::linkage) fn any(position: &Position) -> Option<Vec<u8>> {
    Some(format!("{}\n", by_chance(&position.legal_moves())?).into_bytes())
}

pub(in crate::linkage) fn recreated(start: &Start) -> io::Result<()> {
    // There is none in the first turn.
    let _ = fs::remove_file(start.file(Linkage::ORDER_FILE));
    usual::turn(start)
}

pub(in crate::linkage) fn renamed(start: &Start, order: &str) -> io::Result<()> {
    let draft = start.file("order.tmp");
    fs::write(&draft, order)?;
    fs::rename(draft, start.file(Linkage::ORDER_FILE))
}

pub(in crate::linkage) fn by_letters(start: &Start, order: &str) -> io::Result<()> {
    let mut file = File::create(start.file(Linkage::ORDER_FILE))?;
    order.bytes().try_for_each(|letter| file.write_all(&[letter]))
}

pub(in crate::linkage) fn improved(start: &Start, order: &str) -> io::Result<()> {
    usual::write(start, "Skip\nfor want of something better\n")?;
    usual::write(start, order)
}

pub(in crate::linkage) fn cut_to_length(start: &Start, order: &str) -> io::Result<()> {
    let file = start.file(Linkage::ORDER_FILE);
    let mut file = OpenOptions::new().write(true).create(true).truncate(false).open(file)?;
    file.write_all(order.as_bytes())?;
    file.set_len(order.len() as u64)
}

pub(in crate::linkage) fn input_twice(start: &Start) -> io::Result<()> {
    usual::read(start)?;
    usual::turn(start)
}

pub(in crate::linkage) fn input_opened_for_update(start: &Start) -> io::Result<()> {
    let mut file = OpenOptions::new().read(true).write(true).open(start.file(Linkage::INPUT_FILE))?;
    let mut text = Vec::new();
    file.read_to_end(&mut text)?;
    usual::write(start, usual::order(&usual::parse(&text)?))
}
