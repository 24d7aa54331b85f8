//! What was said between tester and bot, byte by byte, with times.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One thing that went to the bot or came from it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// Which process or folder of the case, from 1 in the order they were started.
    #[serde(rename = "sitting")]
    pub process_number: u32,
    /// Milliseconds since the case began.
    pub at_ms: f64,
    /// Which way it went.
    pub direction: Direction,
    /// `stdin`, `stdout`, `stderr`, `arguments`, or a file's name.
    pub channel: String,
    /// What it was.
    pub bytes: Bytes,
    /// The time that was charged for it, in milliseconds, where it was a turn's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub took_ms: Option<f64>,
}

/// What a bot was given on this channel, in the case's first process or folder: others are for comparison.
pub fn given<'a>(transcript: &'a [Event], channel: &'a str) -> impl Iterator<Item = &'a [u8]> {
    let to_bot = move |event: &&Event| event.direction == Direction::ToBot && event.channel == channel;
    transcript
        .iter()
        .filter(|event| event.process_number == 1)
        .filter(to_bot)
        .map(|event| event.bytes.0.as_slice())
}

/// Which way something went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// From the tester to the bot.
    ToBot,
    /// From the bot to the tester.
    FromBot,
    /// Neither: something that happened, in words.
    Note,
}

/// Bytes: in JSON a string if they are UTF-8, else `{"hex": "00ff"}`. Nothing is lost either way.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bytes(pub Vec<u8>);

impl Bytes {
    /// The text, if it is one.
    #[must_use]
    pub const fn as_str(&self) -> Option<&str> {
        match std::str::from_utf8(self.0.as_slice()) {
            Ok(text) => Some(text),
            Err(_) => None,
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Hexadecimal {
    hex: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Text(String),
    Hexadecimal(Hexadecimal),
}

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.as_str() {
            Some(text) => serializer.serialize_str(text),
            None => Hexadecimal { hex: self.0.iter().map(|byte| format!("{byte:02x}")).collect() }
                .serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let hex = match Written::deserialize(deserializer)? {
            Written::Text(text) => return Ok(Self(text.into_bytes())),
            Written::Hexadecimal(Hexadecimal { hex }) => hex,
        };
        let digits: Option<Vec<u8>> =
            hex.chars().map(|c| c.to_digit(16).and_then(|digit| u8::try_from(digit).ok())).collect();
        let digits = digits.filter(|digits| digits.len() % 2 == 0);
        let digits =
            digits.ok_or_else(|| D::Error::custom("`hex` holds two hexadecimal digits for each byte"))?;
        Ok(Self(digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_survive_json() {
        for bytes in [b"".as_slice(), b"RA1B1\n", b"\x00\x1b[31m", b"\xff\xfe\x00", "Übung".as_bytes()] {
            let bytes = Bytes(bytes.to_vec());
            let text = serde_json::to_string(&bytes).unwrap();
            assert_eq!(serde_json::from_str::<Bytes>(&text).unwrap(), bytes, "{text}");
        }
        for wrong in ["{\"hex\": \"0\"}", "{\"hex\": \"zz\"}", "{\"hex\": \"Ü\"}", "3", "{}"] {
            assert!(serde_json::from_str::<Bytes>(wrong).is_err(), "{wrong}");
        }
    }
}
