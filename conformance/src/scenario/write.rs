//! A script as data again: what it was read from, or what it was generated as.

use std::fmt;

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::ScenarioError;

/// For fields that are written as they are shown.
///
/// # Errors
/// As the serializer.
pub fn as_text<T: fmt::Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// For lists of such fields.
///
/// # Errors
/// As the serializer.
pub fn as_texts<T: fmt::Display, S: Serializer>(values: &[T], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values.iter().map(ToString::to_string))
}

/// For fields that may be missing.
///
/// # Errors
/// As the serializer.
pub fn as_text_if_any<T: fmt::Display, S: Serializer>(
    value: &Option<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    value.as_ref().map(ToString::to_string).serialize(serializer)
}

/// A script as JSON, with what is missing left out, as in a scenario file.
///
/// # Panics
/// Never: scripts hold nothing that JSON cannot.
#[must_use]
pub fn script_to_json(script: &impl Serialize) -> Value {
    without_null(serde_json::to_value(script).expect("scripts have string keys only"))
}

fn without_null(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let present = fields.into_iter().filter(|(_, value)| !value.is_null());
            Value::Object(present.map(|(key, value)| (key, without_null(value))).collect())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(without_null).collect()),
        other => other,
    }
}

#[derive(Serialize)]
struct File<'a> {
    subject: &'static str,
    case: [Entry<'a>; 1],
}

#[derive(Serialize)]
struct Entry<'a> {
    id: &'a str,
    title: &'a str,
    rules: &'a [String],
    script: &'a Value,
}

/// A scenario file with this one case.
///
/// # Errors
/// If the script holds something that a scenario file cannot.
pub fn file_of(id: &str, title: &str, rules: &[String], script: &Value) -> Result<String, ScenarioError> {
    let file = File { subject: "a saved case", case: [Entry { id, title, rules, script }] };
    toml::to_string(&file).map_err(|error| ScenarioError {
        file: id.to_owned(),
        line: None,
        field: Some("script".to_owned()),
        message: error.to_string(),
    })
}
