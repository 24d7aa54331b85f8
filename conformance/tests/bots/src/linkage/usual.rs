//! What all bots do but for one thing each.

use std::fs;
use std::io;

use botspec_sdk::games::linkage::{InputText, Linkage, Order, Position};

use super::behaviour;
use crate::lines::print;
use crate::start::Start;

/// Name, author, country, date and version.
pub(super) const IDENTITY: &str = "Test bot. The botspec authors, UK, 21 November 2026, V1.0";

/// Says who the bot is.
pub(super) fn identify() -> io::Result<()> {
    print(format!("{IDENTITY}\n"))
}

/// Reads `input.txt`, chooses, writes `order.txt`.
pub(super) fn turn(start: &Start) -> io::Result<()> {
    let position = read(start)?;
    behaviour::answer(start, &position)
}

/// The position in `input.txt`.
pub(super) fn read(start: &Start) -> io::Result<Position> {
    parse(&fs::read(start.file(Linkage::INPUT_FILE))?)
}

/// The position that a text shows.
pub(super) fn parse(text: &[u8]) -> io::Result<Position> {
    let text = InputText::from_bytes(text).map_err(io::Error::other)?;
    Position::from_setup(&text.into()).map_err(io::Error::other)
}

/// The first legal order.
pub(super) fn choose(position: &Position) -> Order {
    position.placements().next().unwrap_or(Order::Skip)
}

/// The content of `order.txt` for the first legal order.
pub(super) fn order(position: &Position) -> String {
    format!("{}\n", choose(position))
}

/// Replaces `order.txt` as a whole.
pub(super) fn write(start: &Start, content: impl AsRef<[u8]>) -> io::Result<()> {
    fs::write(start.file(Linkage::ORDER_FILE), content)
}
