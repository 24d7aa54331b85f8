//! Numbers of things in words.

use std::fmt::Display;

/// `1 case`, `2 cases`.
pub(crate) fn counted<N: Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    let plural = if count == N::from(1) { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// `is` for one, `are` for others.
pub(crate) fn is_or_are<N: PartialEq + From<u8>>(count: N) -> &'static str {
    if count == N::from(1) { "is" } else { "are" }
}
