//! What is said. The engine's lines, in the order of a game, and the one that answers:
//!
//! ```text
//! settings timebank 10000
//! settings time_per_move 200
//! settings player_names player0,player1
//! settings your_bot player0
//! settings your_botid 0
//! settings field_width 7
//! settings field_height 6
//! update game round 1
//! update game field .,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.
//! action move 10000
//!                                                                                place_disc 3
//! ```
//! A field is 42 cells, row by row from the top: `.` is empty, `0` and `1` are discs (Decision R1). The arena's engine
//! takes an answer apart with Java's `readLine`, `split(" ")` and `parseInt`. So it takes, and so do we:
//! - blanks at the end of an answer, and CRLF;
//! - a sign, and zeros in front of the column.

use std::time::Duration;

use botspec_sdk::seat::Seat;
use botspec_sdk::text::{Cursor, Found, ParseError};

use crate::position::{Cells, HEIGHT, PLAYERS, Position, WIDTH};

/// What the arena gave a bot to begin with, and to keep.
pub(crate) const TIME_BANK: Duration = Duration::from_secs(10);
/// What it added after each move, up to the size of the bank.
const TIME_PER_MOVE: Duration = Duration::from_millis(200);
/// What stands before the cells of a field.
const FIELD: &str = "update game field ";

/// The first lines of a game, for the bot of this seat.
pub(crate) fn settings(seat: Seat, bank: Duration) -> String {
    let (bank, per_move, id) = (bank.as_millis(), TIME_PER_MOVE.as_millis(), seat.index());
    format!(
        "settings timebank {bank}\nsettings time_per_move {per_move}\nsettings player_names player0,player1\n\
         settings your_bot player{id}\nsettings your_botid {id}\nsettings field_width {WIDTH}\n\
         settings field_height {HEIGHT}\n"
    )
}

/// The lines that tell of a position; both players move in a round.
pub(crate) fn update(position: &Position) -> String {
    let cell = |cell: &Option<Seat>| cell.map_or_else(|| ".".to_owned(), |seat| seat.index().to_string());
    let cells: Vec<String> = position.cells().as_flattened().iter().map(cell).collect();
    format!("update game round {}\n{FIELD}{}\n", position.discs() / 2 + 1, cells.join(","))
}

/// The line that asks for a move.
pub(crate) fn action(bank: Duration) -> String {
    format!("action move {}\n", bank.as_millis())
}

/// What is left of a bank of this size after a move that took so long.
pub(crate) fn refilled(bank: Duration, took: Duration, size: Duration) -> Duration {
    (bank.saturating_sub(took) + TIME_PER_MOVE).min(size)
}

/// Reads the cells of a field, with or without `update game field` before them, and a line end after them.
pub(crate) fn field(bytes: &[u8]) -> Result<Cells, ParseError> {
    let mut text = Cursor::new(bytes);
    // The prefix may be missing.
    text.literal(FIELD);
    let mut cells = [[None; WIDTH]; HEIGHT];
    for (number, cell) in cells.as_flattened_mut().iter_mut().enumerate() {
        if number > 0 {
            text.expect(",", "field", format!("a comma and {} more cells", WIDTH * HEIGHT - number))?;
        }
        *cell = match text.peek() {
            Some(b'.') => None,
            Some(b'0') => Some(PLAYERS[0]),
            Some(b'1') => Some(PLAYERS[1]),
            _ => return Err(text.error("cell", "one of . 0 1")),
        };
        text.bump();
    }
    text.line_end();
    text.end("field", "nothing after 42 cells").map(|()| cells)
}

/// Reads the line `place_disc COLUMN`, without its end: a number, of which the board may have no column.
pub(crate) fn answer(line: &[u8]) -> Result<i32, ParseError> {
    let mut text = Cursor::new(line);
    text.expect("place_disc", "command", "place_disc")?;
    text.expect(" ", "command", "one blank and a column, 0 to 6")?;
    let word = String::from_utf8_lossy(text.rest().trim_ascii_end()).into_owned();
    word.parse().map_err(|_| ParseError {
        found: if word.is_empty() { Found::End } else { Found::Word(word.chars().take(40).collect()) },
        ..text.error("column", "a column, 0 to 6, and nothing behind it")
    })
}
