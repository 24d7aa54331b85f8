//! A position as a picture, by itself or in a page.

use std::fmt::Write as _;

use crate::record::{Diagram, Mark, Shape};
use crate::suite::Game;

/// How the parts of a board look. Colours keep their meaning on light and dark pages.
pub(super) const STYLE: &str = include_str!("board.css");

/// Whether the pieces are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    /// The board alone.
    Empty,
    /// With all that stands on it.
    Filled,
}

/// Distance between the centres of neighbouring cells.
const UNIT: f64 = 40.0;
/// Room for labels on each side.
const MARGIN: f64 = 30.0;

/// A position as an SVG file of its own.
#[must_use]
pub fn svg(game: Game, diagram: &Diagram, title: &str) -> Vec<u8> {
    let drawn = draw(game, diagram, Look::Filled);
    let (head, rest) = drawn.split_once('>').unwrap_or((&drawn, ""));
    let mut title = title.replace('&', "&amp;").replace('<', "&lt;");
    title.retain(|c| !c.is_control());
    let own = game.style();
    let mut out = format!("{head}><title>{title}</title><style>{STYLE}{own}</style>{rest}");
    out.push('\n');
    out.into_bytes()
}

/// The `svg` element. Each cell is a group whose class says what it holds.
pub(super) fn draw(game: Game, diagram: &Diagram, look: Look) -> String {
    let (rows, columns) = (diagram.rows.len(), diagram.columns.len());
    let grid = Grid { shape: diagram.shape };
    let (right, bottom) = grid.centre(rows.saturating_sub(1), columns.saturating_sub(1));
    let (width, height) = (right + UNIT / 2.0 + MARGIN, bottom + UNIT / 2.0 + MARGIN);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board {game}\" viewBox=\"0 0 {width:.1} {height:.1}\" role=\"img\" aria-label=\"{game}\">"
    );
    if diagram.shape == Shape::Rhombus {
        edges(&mut out, &grid, rows);
    }
    // Those of the latest move come last, above their neighbours, so that all of their outline shows.
    let mut on_top = String::new();
    let mut number = 0;
    for (row, spots) in diagram.spots.iter().enumerate() {
        for (column, spot) in spots.iter().enumerate() {
            let (x, y) = grid.centre(row, column);
            let symbol = if look == Look::Filled { spot.symbol } else { '.' };
            let last = if look == Look::Filled && spot.mark != Mark::None { " last" } else { "" };
            let shown = game.symbol(symbol);
            let _ = write!(
                if last.is_empty() { &mut out } else { &mut on_top },
                "<g class=\"cell {}{last}\" data-i=\"{number}\" transform=\"translate({x:.1} {y:.1})\">{}<circle class=\"piece\" r=\"15\"/><text y=\"5\">{shown}</text></g>",
                class(symbol),
                grid.field()
            );
            number += 1;
        }
    }
    out.push_str(&on_top);
    labels(&mut out, &grid, diagram);
    out.push_str("</svg>");
    out
}

/// What a symbol is called in a class.
pub(super) fn class(symbol: char) -> String {
    match symbol {
        '.' => "s-none".to_owned(),
        '*' => "s-dual".to_owned(),
        'x' => "s-mark".to_owned(),
        'X' => "s-centre".to_owned(),
        other => format!("s-{other}"),
    }
}

struct Grid {
    shape: Shape,
}

impl Grid {
    /// The middle of a cell.
    fn centre(&self, row: usize, column: usize) -> (f64, f64) {
        #[expect(clippy::cast_precision_loss, reason = "boards have at most 32 rows and columns")]
        let (row, column) = (row as f64, column as f64);
        let first = MARGIN + UNIT / 2.0;
        match self.shape {
            Shape::Square => (first + column * UNIT, first + row * UNIT),
            Shape::Rhombus => (first + (column + row / 2.0) * UNIT, first + row * UNIT * HEXAGONS),
        }
    }

    fn field(&self) -> String {
        match self.shape {
            Shape::Square => {
                let half = UNIT / 2.0;
                format!(
                    "<rect class=\"field\" x=\"-{half}\" y=\"-{half}\" width=\"{UNIT}\" height=\"{UNIT}\"/>"
                )
            }
            Shape::Rhombus => {
                let points: Vec<String> = CORNERS.iter().map(|(x, y)| format!("{x:.2},{y:.2}")).collect();
                format!("<polygon class=\"field\" points=\"{}\"/>", points.join(" "))
            }
        }
    }
}

/// Rows of hexagons lie so much closer than columns: half the root of 3.
const HEXAGONS: f64 = 0.866_025_403_784_438_6;
/// Half a cell's width, and the distance of its corners, for hexagons with a corner at the top.
const HALF: f64 = UNIT / 2.0;
const RADIUS: f64 = UNIT * 0.577_350_269_189_625_8;
/// Clockwise from the top.
const CORNERS: [(f64, f64); 6] = [
    (0.0, -RADIUS),
    (HALF, -RADIUS / 2.0),
    (HALF, RADIUS / 2.0),
    (0.0, RADIUS),
    (-HALF, RADIUS / 2.0),
    (-HALF, -RADIUS / 2.0),
];

/// The edges that each colour has to join, drawn below the cells.
fn edges(out: &mut String, grid: &Grid, side: usize) {
    let last = side.saturating_sub(1);
    let mut line = |class: &str, cells: Vec<(usize, usize)>, corners: &[usize]| {
        let mut points = String::new();
        for (row, column) in cells {
            let (x, y) = grid.centre(row, column);
            for &corner in corners {
                let (dx, dy) = CORNERS[corner];
                let _ = write!(points, "{:.1},{:.1} ", x + dx, y + dy);
            }
        }
        let _ = write!(out, "<polyline class=\"edge {class}\" points=\"{}\"/>", points.trim_end());
    };
    line("white", (0..side).map(|row| (row, 0)).collect(), &[5, 4, 3]);
    line("white", (0..side).map(|row| (row, last)).collect(), &[0, 1, 2]);
    line("black", (0..side).map(|column| (0, column)).collect(), &[5, 0, 1]);
    line("black", (0..side).map(|column| (last, column)).collect(), &[4, 3, 2]);
}

fn labels(out: &mut String, grid: &Grid, diagram: &Diagram) {
    let away = UNIT * 0.85;
    for (column, label) in diagram.columns.iter().enumerate() {
        let (x, y) = grid.centre(0, column);
        let shift = if diagram.shape == Shape::Rhombus { UNIT / 4.0 } else { 0.0 };
        let _ = write!(
            out,
            "<text class=\"label\" x=\"{:.1}\" y=\"{:.1}\">{label}</text>",
            x - shift,
            y - away + 5.0
        );
    }
    for (row, label) in diagram.rows.iter().enumerate() {
        let (x, y) = grid.centre(row, 0);
        let _ =
            write!(out, "<text class=\"label\" x=\"{:.1}\" y=\"{:.1}\">{label}</text>", x - away, y + 5.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{GameRecord, Variant};

    #[test]
    fn every_game_is_drawn_with_all_its_cells() {
        for (game, variant, cells) in [
            (Game::find("linkage").unwrap(), Variant::default(), 49),
            (Game::find("hex").unwrap(), Variant { size: Some(5), ..Variant::default() }, 25),
            (Game::find("flit").unwrap(), Variant { size: Some(16), ..Variant::default() }, 256),
            (Game::find("power4").unwrap(), Variant::default(), 42),
        ] {
            let arbiter = crate::referee::open(&GameRecord::new(game.id(), variant)).unwrap();
            let drawn = String::from_utf8(svg(game, &arbiter.diagram(), "a < b & c")).unwrap();
            assert_eq!(drawn.matches("class=\"cell ").count(), cells, "{game}");
            assert!(drawn.contains("<title>a &lt; b &amp; c</title>"));
            assert!(drawn.starts_with("<svg xmlns=") && drawn.ends_with("</svg>\n"));
        }
    }
}
