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
