//! A board to be drawn: characters in rows, some of them marked.

/// A position as a picture, free of any game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagram {
    /// How the rows lie.
    pub shape: Shape,
    /// One label a column, left to right.
    pub columns: Vec<String>,
    /// One label a row, top to bottom.
    pub rows: Vec<String>,
    /// Row by row, top to bottom; each row as long as `columns`.
    pub spots: Vec<Vec<Spot>>,
}

impl Diagram {
    /// A board with these labels, of which `spot` draws each place by its column and its row, from 0 at the top left.
    #[must_use]
    pub fn board(
        shape: Shape,
        columns: Vec<String>,
        rows: Vec<String>,
        spot: impl Fn(u8, u8) -> Spot,
    ) -> Self {
        let row = |row: u8| (0..).zip(&columns).map(|(column, _)| spot(column, row)).collect();
        let spots = (0..).zip(&rows).map(|(number, _)| row(number)).collect();
        Self { shape, columns, rows, spots }
    }
}

/// How the rows of a diagram lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Rows straight below one another.
    Square,
    /// Each row half a cell further right than the one above.
    Rhombus,
}

/// One place on a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spot {
    /// What stands there, in the game's own letters.
    pub symbol: char,
    /// Whether it matters here.
    pub mark: Mark,
}

/// Why a spot is pointed out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// It is not.
    None,
    /// The answer is at fault here.
    Offending,
    /// Part of the answer, and not at fault.
    Answer,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_has_a_spot_for_each_column_of_each_row() {
        let labels = |text: &str| text.chars().map(String::from).collect();
        let spot = |column, row| Spot { symbol: char::from(b'a' + 3 * row + column), mark: Mark::None };
        let drawn = Diagram::board(Shape::Square, labels("123"), labels("xy"), spot);
        let rows = drawn.spots.iter().map(|row| row.iter().map(|spot| spot.symbol).collect::<String>());
        assert_eq!(rows.collect::<Vec<_>>(), ["abc", "def"]);
    }
}
