//! From the main line of a tree to a record.

use botspec_sdk::games::hex::{Colour, Size};
use serde_json::Value;

use super::OWN;
use super::outcome::Outcome;
use crate::games::hex::elsewhere::Step;
use crate::games::hex::line::Line;
use crate::games::hex::plain;
use crate::games::hex::vertex::Vertex;
use crate::record::{GameRecord, Player, Variant};
use crate::referee::replay::RecordFault;
use crate::referee::sgf::{Node, Property, SgfError, SgfGame, Tree};

/// The size of a board where none is given.
const DEFAULT_SIZE: u8 = 11;
/// Who has no name in the file.
const NAMELESS: &str = "unknown";

/// Reads a game.
///
/// # Errors
/// If a property cannot be right, or asks for what no game of this contest has.
pub(super) fn read(tree: &Tree) -> Result<SgfGame, SgfError> {
    let mut reader = Reader { line: Line::new(Size::TOURNAMENT), notes: Vec::new(), is_exchanged: false };
    let root = tree.root().ok_or_else(|| SgfError::new(tree.place, "the game has no node"))?;
    let size = size(root)?;
    reader.line = Line::new(size);
    reader.is_exchanged = is_of_little_golem(tree);
    if reader.is_exchanged {
        reader
            .notes
            .push("W moves first and GM is missing: read as Little Golem writes it, W for black".to_owned());
    }
    let fault = reader.moves(tree)?;
    if tree.variations > 0 {
        let lines = if tree.variations == 1 {
            "1 variation is"
        } else {
            &format!("{} variations are", tree.variations)
        };
        reader.notes.push(format!("{lines} left out: only the main line is read"));
    }
    let record = match fault {
        Some(fault) => Err(fault),
        None => Ok(Box::new(reader.record(root, size)?)),
    };
    Ok(SgfGame { game: plain::game(), record, notes: reader.notes })
}

struct Reader {
    line: Line,
    notes: Vec<String>,
    /// Whether W stands for black at its moves.
    is_exchanged: bool,
}

impl Reader {
    /// Reads the moves up to the first that can be none.
    fn moves(&mut self, tree: &Tree) -> Result<Option<RecordFault>, SgfError> {
        for node in &tree.nodes {
            if let Some(setup) = ["AB", "AW", "AE"].iter().find_map(|name| node.get(name)) {
                let message = format!("{}: expected moves only, found stones that are set up", setup.name);
                return Err(SgfError::new(setup.place, message));
            }
            let mut moves = node.properties.iter().filter(|it| matches!(it.name.as_str(), "B" | "W"));
            let Some(mv) = moves.next() else { continue };
            if let Some(second) = moves.next() {
                return Err(SgfError::new(second.place, "move: expected one in each node, found a second"));
            }
            if let Err(fault) = self.mv(mv)? {
                return Ok(Some(fault));
            }
        }
        Ok(None)
    }

    fn mv(&mut self, mv: &Property) -> Result<Result<(), RecordFault>, SgfError> {
        let text = mv.simple();
        // Little Golem writes two letters for a cell.
        let step = Step::from_text(&text).or_else(|| Vertex::from_letters(&text).map(Step::Stone));
        let step = step.filter(|_| mv.values == 1).ok_or_else(|| {
            let found = if mv.values == 1 { format!("{text:?}") } else { format!("{} values", mv.values) };
            let expected = "a cell such as c3, swap-pieces, swap-sides, resign or forfeit";
            SgfError::new(mv.place, format!("{}: expected {expected}, found {found}", mv.name))
        })?;
        let colour = if mv.name == "B" { Colour::Black } else { Colour::White };
        Ok(self.line.add(if self.is_exchanged { colour.other() } else { colour }, step))
    }

    /// All that the file says, as a record.
    fn record(&mut self, root: &Node, size: Size) -> Result<GameRecord, SgfError> {
        let variant = Variant { size: Some(size.get()), ..Variant::default() };
        let mut record = GameRecord::new(plain::game(), variant);
        record.moves = std::mem::take(&mut self.line.moves);
        record.players = players(root);
        let outcome = match root.get("RE").map(Property::simple) {
            None => Outcome::Open,
            Some(text) => Outcome::from_text(&text).unwrap_or_else(|| {
                self.notes.push(format!("RE: expected a result such as B+ or W+R, found {text:?}: left out"));
                Outcome::Open
            }),
        };
        let (result, note) = outcome.result(&self.line);
        record.result = result;
        if let Some(result) = &mut record.result {
            let winner = Colour::from_name(result.winner.as_str().unwrap_or_default());
            let seat = winner.map(|winner| self.line.rules.position().seat_of(winner).index());
            result.player = seat.and_then(|seat| record.players.get(seat)).map(|player| player.name.clone());
        }
        let Some(own) = root.get(OWN) else {
            self.notes.extend(note);
            return Ok(record);
        };
        completed(&record, own)
    }
}

/// Who plays, if somebody is named.
fn players(root: &Node) -> Vec<Player> {
    let named = ["PB", "PW"].map(|name| root.get(name).map(Property::text));
    if named == [None, None] {
        return Vec::new();
    }
    let player = |(colour, name): (Colour, Option<String>)| Player {
        name: name.unwrap_or_else(|| NAMELESS.to_owned()),
        side: colour.to_string().into(),
    };
    Colour::ALL.into_iter().zip(named).map(player).collect()
}

/// A record with what SGF has no property for.
fn completed(record: &GameRecord, own: &Property) -> Result<GameRecord, SgfError> {
    let wrong =
        |error: String| SgfError::new(own.place, format!("{OWN}: expected fields of a game record: {error}"));
    let fields: serde_json::Map<String, Value> =
        serde_json::from_str(&own.text()).map_err(|error| wrong(error.to_string()))?;
    if fields.contains_key("game") {
        return Err(wrong("game is none that can be here".to_owned()));
    }
    let mut all = serde_json::to_value(record).expect("records hold nothing that JSON cannot");
    if let Value::Object(all) = &mut all {
        all.extend(fields);
        all.retain(|_, value| !value.is_null());
    }
    serde_json::from_value(all).map_err(|error| wrong(error.to_string()))
}

fn size(root: &Node) -> Result<Size, SgfError> {
    let check = |name: &str, expected: &str, fits: &dyn Fn(&str) -> bool| match root.get(name) {
        Some(property) if !fits(&property.simple()) => {
            let found = property.simple();
            Err(SgfError::new(property.place, format!("{name}: expected {expected}, found {found:?}")))
        }
        _ => Ok(()),
    };
    check("FF", "a version from 1 to 4", &|text| matches!(text, "1" | "2" | "3" | "4"))?;
    check("PL", "B, since black moves first", &|text| {
        matches!(text.to_ascii_lowercase().as_str(), "b" | "black")
    })?;
    let square = |text: &str| {
        let (columns, rows) = text.split_once(':').unwrap_or((text, text));
        let is_plain = columns.bytes().all(|byte| byte.is_ascii_digit());
        (columns == rows && is_plain).then(|| columns.parse().ok().and_then(Size::new)).flatten()
    };
    check("SZ", "one number from 1 to 26", &|text| square(text).is_some())?;
    let given = root.get("SZ").and_then(|property| square(&property.simple()));
    Ok(given.or_else(|| Size::new(DEFAULT_SIZE)).unwrap_or(Size::TOURNAMENT))
}

/// Whether the moves have the other letters: nothing names the game, and W is first.
fn is_of_little_golem(tree: &Tree) -> bool {
    let mut properties = tree.nodes.iter().flat_map(|node| &node.properties);
    let first = properties.find(|property| matches!(property.name.as_str(), "B" | "W"));
    tree.root().is_some_and(|root| root.get("GM").is_none()) && first.is_some_and(|first| first.name == "W")
}
