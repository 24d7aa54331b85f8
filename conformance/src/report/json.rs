//! The report for programs.

use serde::Serialize;

use crate::evidence::turns_text;

/// JSON that says the same, without what a log would obey and what turns text around: these can only stand in its
/// strings, so an escape is right wherever they are.
pub(super) fn disarmed(json: String) -> String {
    // Serde leaves DEL and the control characters beyond ASCII as they are.
    let is_escaped = |c: char| turns_text(c) || ('\u{7f}'..='\u{9f}').contains(&c);
    if !json.contains("##[") && !json.contains(is_escaped) {
        return json;
    }
    let mut out = String::with_capacity(json.len() + 64);
    for c in json.replace("##[", "##\\u005b").chars() {
        if is_escaped(c) {
            out.push_str(&format!("\\u{:04x}", u32::from(c)));
        } else {
            out.push(c);
        }
    }
    out
}

/// Any record as one JSON object, indented, with a line end.
///
/// # Panics
/// Never: records hold nothing that JSON cannot.
#[must_use]
pub fn json(record: &impl Serialize) -> Vec<u8> {
    let text = serde_json::to_string_pretty(record).expect("records have string keys only");
    (disarmed(text) + "\n").into_bytes()
}

/// Any record as one JSON object on one line, its end included.
///
/// # Panics
/// Never: records hold nothing that JSON cannot.
#[must_use]
pub fn json_line(record: &impl Serialize) -> Vec<u8> {
    let text = serde_json::to_string(record).expect("records have string keys only");
    (disarmed(text) + "\n").into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_change_nothing_that_is_said() {
        let text = "a ##[error]b \u{202e}c\u{2066} ::d";
        for bytes in [json(&[text]), json_line(&[text])] {
            let written = String::from_utf8(bytes.clone()).unwrap();
            assert!(!written.contains("##[") && !written.contains('\u{202e}'), "{written}");
            assert_eq!(serde_json::from_slice::<Vec<String>>(&bytes).unwrap(), [text]);
        }
    }
}
