//! What a report says of a fault's cause.

use std::fmt;

/// What the hint of a report's first group says: the words that must not change, without places and numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hint {
    /// There is none: the message says it all.
    None,
    /// These words.
    Says(&'static str),
    /// These words, or there is none: that depends on how busy the machine is.
    MaySay(&'static str),
    /// Whatever it is: a bot that throws dice may seem to make one slip or another.
    Any,
}

impl Hint {
    /// Whether this is it.
    pub(super) fn is(self, hint: Option<&str>) -> bool {
        match (self, hint) {
            (Self::Any, _) | (Self::None | Self::MaySay(_), None) => true,
            (Self::Says(words) | Self::MaySay(words), Some(hint)) => hint.contains(words),
            _ => false,
        }
    }
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("no hint"),
            Self::Says(words) => write!(f, "the hint {words:?}"),
            Self::MaySay(words) => write!(f, "the hint {words:?}, or none"),
            Self::Any => f.write_str("any hint"),
        }
    }
}
