//! Numbers of scenario files, each with its range.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

/// Reads a number from `LOW` to `HIGH`, both included.
///
/// # Errors
/// If it is none, with the range.
pub fn ranged<'de, D, T, const LOW: u32, const HIGH: u32>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: TryFrom<u32>,
{
    let number = i64::deserialize(deserializer)?;
    let within = u32::try_from(number).ok().filter(|number| (LOW..=HIGH).contains(number));
    within
        .and_then(|number| T::try_from(number).ok())
        .ok_or_else(|| D::Error::custom(format!("{number} is out of range: {LOW} to {HIGH}")))
}
