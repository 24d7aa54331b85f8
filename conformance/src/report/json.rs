//! The report for programs.

use serde::Serialize;

/// Any record as one JSON object, indented, with a line end.
///
/// # Panics
/// Never: records hold nothing that JSON cannot.
#[must_use]
pub fn json(record: &impl Serialize) -> Vec<u8> {
    let mut bytes = serde_json::to_vec_pretty(record).expect("records have string keys only");
    bytes.push(b'\n');
    bytes
}

/// Any record as one JSON object on one line, its end included.
///
/// # Panics
/// Never: records hold nothing that JSON cannot.
#[must_use]
pub fn json_line(record: &impl Serialize) -> Vec<u8> {
    let mut bytes = serde_json::to_vec(record).expect("records have string keys only");
    bytes.push(b'\n');
    bytes
}
