//! A diagram as SVG.

use maud::{Markup, html};

use crate::record::{Diagram, Mark, Shape, Spot};

/// The side of a square.
const CELL: usize = 24;
/// The place for labels.
const MARGIN: usize = 26;

/// A cell is never drawn smaller than this, in pixels: a large board is scrolled on a narrow screen.
const LEAST_CELL: usize = 14;
/// A narrow screen has room for this, in pixels.
const NARROW: usize = 290;
/// A board is not wider than this, in pixels.
const WIDEST: usize = 560;

/// How wide the board is drawn where there is room, in pixels.
pub(super) fn natural_width(diagram: &Diagram) -> usize {
    (width(diagram) * 4 / 3).min(WIDEST)
}

fn width(diagram: &Diagram) -> usize {
    let shift =
        if diagram.shape == Shape::Rhombus { diagram.rows.len().saturating_sub(1) * CELL / 2 } else { 0 };
    MARGIN + diagram.columns.len() * CELL + shift + 4
}

/// The board with its labels; what is at fault is crossed, the rest of the answer has a thick edge.
pub(super) fn board(diagram: &Diagram) -> Markup {
    let rows = diagram.rows.len();
    let shift = |row: usize| if diagram.shape == Shape::Rhombus { row * CELL / 2 } else { 0 };
    let width = width(diagram);
    let height = MARGIN + rows * CELL + 4;
    let place = |row: usize, column: usize| (MARGIN + shift(row) + column * CELL, MARGIN + row * CELL);
    let least = width * LEAST_CELL / CELL;
    html! {
        // Only what may have to be scrolled is a stop of the tab key.
        div class="wide" tabindex=[(least > NARROW).then_some("0")] {
        svg class="board" role="img" aria-label=(spoken(diagram)) viewBox=(format!("0 0 {width} {height}"))
            style=(format!("max-width: {}px; min-width: {least}px", natural_width(diagram))) xmlns="http://www.w3.org/2000/svg" {
            @for (column, label) in diagram.columns.iter().enumerate() {
                text class="label" x=(place(0, column).0 + CELL / 2) y=(MARGIN - 8) { (label) }
            }
            @for (row, (label, spots)) in diagram.rows.iter().zip(&diagram.spots).enumerate() {
                text class="label" x=(shift(row) + MARGIN / 2) y=(place(row, 0).1 + CELL * 2 / 3) { (label) }
                @for (column, spot) in spots.iter().enumerate() {
                    (square(*spot, place(row, column)))
                }
            }
        }
        }
    }
}

fn square(spot: Spot, (x, y): (usize, usize)) -> Markup {
    let empty = matches!(spot.symbol, '.' | ' ');
    let class = match spot.mark {
        Mark::None if empty => "cell",
        Mark::None => "cell taken",
        Mark::Offending => "cell offending",
        Mark::Answer => "cell answer",
    };
    html! {
        rect class=(class) x=(x + 1) y=(y + 1) width=(CELL - 2) height=(CELL - 2) rx="3" {}
        @if spot.mark == Mark::Offending {
            path class="cross" d=(format!("M{} {}l{s} {s}m0 -{s}l-{s} {s}", x + 3, y + 3, s = CELL - 6)) {}
        }
        @if !empty {
            text class=(format!("piece p{}", colour(spot.symbol))) x=(x + CELL / 2) y=(y + CELL * 2 / 3 + 1) {
                (spot.symbol)
            }
        }
    }
}

/// Each letter has a colour of its own, whatever it means in its game.
fn colour(symbol: char) -> u32 {
    match symbol {
        'R' | '1' => 1,
        'G' | '2' => 2,
        'B' | '3' => 3,
        'Y' | '4' => 4,
        _ => 0,
    }
}

/// The marked spots in words, for those who do not see the picture.
fn spoken(diagram: &Diagram) -> String {
    let marked = |mark: Mark| {
        let spots = diagram.rows.iter().zip(&diagram.spots).flat_map(|(row, spots)| {
            diagram
                .columns
                .iter()
                .zip(spots)
                .filter(move |(_, spot)| spot.mark == mark)
                .map(move |(column, spot)| format!("column {column} row {row} ({})", spot.symbol))
        });
        spots.collect::<Vec<_>>().join(", ")
    };
    let (offending, answer) = (marked(Mark::Offending), marked(Mark::Answer));
    let mut text = format!("board of {} columns and {} rows", diagram.columns.len(), diagram.rows.len());
    if !offending.is_empty() {
        text.push_str(&format!("; at fault: {offending}"));
    }
    if !answer.is_empty() {
        text.push_str(&format!("; answered: {answer}"));
    }
    text
}
