//! `linkage/order/format`

use botspec_sdk::games::linkage::{Order, Position};

use crate::linkage::usual;

/// The letters of the placement: colour, column, row, column, row.
fn letters(position: &Position) -> Option<[u8; 5]> {
    match usual::choose(position) {
        Order::Skip => None,
        placement => placement.to_string().into_bytes().try_into().ok(),
    }
}

pub(in crate::linkage) fn lower_case(position: &Position) -> Option<Vec<u8>> {
    Some(usual::order(position).to_lowercase().into_bytes())
}

pub(in crate::linkage) fn blanks(position: &Position) -> Option<Vec<u8>> {
    let [c, x1, y1, x2, y2] = letters(position)?;
    Some(vec![c, b' ', x1, y1, b' ', x2, y2, b'\n'])
}

pub(in crate::linkage) fn row_first(position: &Position) -> Option<Vec<u8>> {
    let [c, x1, y1, x2, y2] = letters(position)?;
    Some(vec![c, y1, x1, y2, x2, b'\n'])
}

pub(in crate::linkage) fn colour_last(position: &Position) -> Option<Vec<u8>> {
    let [c, x1, y1, x2, y2] = letters(position)?;
    Some(vec![x1, y1, x2, y2, c, b'\n'])
}

pub(in crate::linkage) fn one_square(position: &Position) -> Option<Vec<u8>> {
    let [c, x1, y1, ..] = letters(position)?;
    Some(vec![c, x1, y1, b'\n'])
}

pub(in crate::linkage) fn skip_in_capitals(position: &Position) -> Option<Vec<u8>> {
    (usual::choose(position) == Order::Skip).then(|| b"SKIP\n".to_vec())
}

pub(in crate::linkage) fn empty_for_skip(position: &Position) -> Option<Vec<u8>> {
    (usual::choose(position) == Order::Skip).then(|| b"\n".to_vec())
}

pub(in crate::linkage) fn remark(position: &Position) -> Option<Vec<u8>> {
    Some(format!("{} # the best of {}\n", usual::choose(position), position.placement_count()).into_bytes())
}

pub(in crate::linkage) fn empty_line(position: &Position) -> Option<Vec<u8>> {
    Some(format!("{}\n\n", usual::choose(position)).into_bytes())
}

pub(in crate::linkage) fn zero_byte(position: &Position) -> Option<Vec<u8>> {
    Some(format!("{}\0", usual::choose(position)).into_bytes())
}

pub(in crate::linkage) fn byte_order_mark(position: &Position) -> Option<Vec<u8>> {
    Some(format!("\u{feff}{}\n", usual::choose(position)).into_bytes())
}

pub(in crate::linkage) fn utf16(position: &Position) -> Option<Vec<u8>> {
    let text = format!("\u{feff}{}\r\n", usual::choose(position));
    Some(text.encode_utf16().flat_map(u16::to_le_bytes).collect())
}

pub(in crate::linkage) fn empty(_: &Position) -> Option<Vec<u8>> {
    Some(Vec::new())
}

pub(in crate::linkage) fn huge(position: &Position) -> Option<Vec<u8>> {
    let mut text = usual::order(position).into_bytes();
    text.resize(8 << 20, b'\n');
    Some(text)
}
