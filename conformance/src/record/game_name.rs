//! The name of a contest in a record: well-formed, and free of which contests there are.

use std::fmt;

use serde::de::{self, Deserializer};
use serde::{Deserialize, Serialize, Serializer};

/// No name of a contest is longer than this, in bytes.
const MAX_LENGTH: usize = 16;

/// A contest's name: 1 to 16 small letters, digits and `-`, a letter first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameName {
    /// ASCII, with zeros behind it.
    bytes: [u8; MAX_LENGTH],
}

impl GameName {
    /// The name that this text is; none if it has not the form of one.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let begins = text.starts_with(|c: char| c.is_ascii_lowercase());
        if !begins || text.len() > MAX_LENGTH || !text.chars().all(fits) {
            return None;
        }
        let mut bytes = [0; MAX_LENGTH];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        Some(Self { bytes })
    }

    /// The name as a text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        let length = self.bytes.iter().position(|&byte| byte == 0).unwrap_or(MAX_LENGTH);
        std::str::from_utf8(&self.bytes[..length]).expect("a name is ASCII")
    }
}

impl fmt::Debug for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Serialize for GameName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for GameName {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        Self::new(&text).ok_or_else(|| {
            de::Error::custom(format!(
                "a game has a name of at most {MAX_LENGTH} small letters, found {text:?}"
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_small_letters() {
        for name in ["hex", "power4", "four-in-a-row", "a", "abcdefghijklmnop"] {
            assert_eq!(GameName::new(name).map(|name| name.to_string()).as_deref(), Some(name));
        }
        for text in ["", "Hex", "4power", "-hex", "he x", "h\u{e9}x", "abcdefghijklmnopq", "hex\0"] {
            assert_eq!(GameName::new(text), None, "{text:?}");
        }
    }
}
