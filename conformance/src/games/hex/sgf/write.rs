//! From a record to a game in SGF.

use std::fmt::Write as _;

use botspec_sdk::games::hex::{MoveText, Size};
use serde_json::{Map, Value};

use super::outcome::Outcome;
use super::{OWN, read};
use crate::games::hex::elsewhere::{Step, Swap};
use crate::games::hex::line::Line;
use crate::games::hex::vertex::Vertex;
use crate::record::{GameRecord, Move};
use crate::referee::Arbiter as _;
use crate::referee::sgf::{Games, property};

/// So many moves are written on a line.
const MOVES_A_LINE: usize = 10;

/// Writes a game.
///
/// # Errors
/// If it has no board.
pub(super) fn write(record: &GameRecord) -> Result<String, String> {
    let size = record.variant.size.and_then(Size::new);
    let size = size.ok_or_else(|| "the record has no size from 1 to 26".to_owned())?;
    let mut line = Line::new(size);
    let moves = moves(record, &mut line);
    let head = head(record, size, &line);
    // Whatever does not come back by the properties that others know is written as it is.
    let plain = format!("(;{head}{moves})\n");
    let own = own(record, &plain)?;
    let own = if own.is_empty() { String::new() } else { property(OWN, &json(own)) };
    Ok(format!("(;{head}{own}{moves})\n"))
}

/// The fields in JSON, with all control characters escaped.
fn json(fields: Map<String, Value>) -> String {
    let mut text = String::new();
    for c in Value::Object(fields).to_string().chars() {
        match c {
            c if c.is_control() => drop(write!(text, "\\u{:04x}", u32::from(c))),
            c => text.push(c),
        }
    }
    text
}

fn head(record: &GameRecord, size: Size, line: &Line) -> String {
    let mut head = String::from("FF[4]CA[UTF-8]GM[11]");
    head += &property("AP", concat!("botspec:", env!("CARGO_PKG_VERSION")));
    head += &property("SZ", &size.to_string());
    if let [black, white] = record.players.as_slice() {
        head += &property("PB", &black.name);
        head += &property("PW", &white.name);
    }
    let result = record.result.as_ref().and_then(|result| Outcome::written(result, line));
    head += &result.map_or_else(String::new, |result| property("RE", &result));
    head
}

/// The moves that can be made.
fn moves(record: &GameRecord, line: &mut Line) -> String {
    let mut text = String::new();
    for (number, mv) in record.moves.iter().enumerate() {
        let colour = line.colour_of(line.rules.seat_to_move());
        let Some((step, written)) = step(mv, line.swapped) else { break };
        let mut next = line.rules.clone();
        if next.play(mv).is_err() || line.add(colour, step).is_err() {
            break;
        }
        text += if number.is_multiple_of(MOVES_A_LINE) { "\n;" } else { ";" };
        text += &property(&colour.letter().to_string(), &written);
    }
    text
}

/// A move, and how it is written.
fn step(mv: &Move, swapped: Option<Swap>) -> Option<(Step, String)> {
    let Move::Text(text) = mv else { return None };
    match MoveText::from_bytes(text.as_bytes()).ok()? {
        MoveText::Swap => Some((Step::Swap(Swap::Pieces), "swap-pieces".to_owned())),
        MoveText::Place(at) => {
            let vertex = Vertex::from(at.cell(Size::MAX)?);
            let vertex = if swapped == Some(Swap::Pieces) { vertex.mirrored() } else { vertex };
            Some((Step::Stone(vertex), vertex.to_string()))
        }
    }
}

/// The fields of a record that are not read from this text; those that it should not have are null.
fn own(record: &GameRecord, plain: &str) -> Result<Map<String, Value>, String> {
    let tree =
        Games::new(plain.as_bytes()).next().and_then(Result::ok).ok_or("the game cannot be read again")?;
    let game = read::read(&tree).map_err(|error| error.message)?;
    let read = game.record.map_err(|fault| fault.message)?;
    let fields = |record: &GameRecord| match serde_json::to_value(record) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    };
    let (wanted, found) = (fields(record), fields(&read));
    let missing =
        found.keys().filter(|name| !wanted.contains_key(*name)).map(|name| (name.clone(), Value::Null));
    let changed = wanted.iter().filter(|(name, value)| found.get(*name) != Some(value));
    Ok(changed.map(|(name, value)| (name.clone(), value.clone())).chain(missing).collect())
}
