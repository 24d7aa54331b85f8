//! `flit/input/crlf`.

use botspec_sdk::games::flit::Message;

use crate::flit::usual;

/// Knows no request but the one letter, and no colour but one digit.
pub(in crate::flit) fn crlf_unknown(line: &[u8]) -> Option<Message> {
    Message::from_bytes(line).ok()
}

/// Knows a request by its letter, but no update that ends in CR.
pub(in crate::flit) fn crlf_updates_lost(line: &[u8]) -> Option<Message> {
    if line.starts_with(b"M") { Some(Message::MoveRequest) } else { Message::from_bytes(line).ok() }
}

/// Takes every update that ends in CR for one about an empty square.
pub(in crate::flit) fn crlf_colour_zero(line: &[u8]) -> Option<Message> {
    let text = String::from_utf8_lossy(line);
    match text.strip_suffix('\r') {
        Some(text) if text.contains(' ') => {
            let (square, _) = text.rsplit_once(' ')?;
            usual::message(format!("{square} 0").as_bytes())
        }
        _ => usual::message(line),
    }
}
