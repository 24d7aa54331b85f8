//! What can be wrong with a scenario file.

use std::error::Error;
use std::fmt;

/// A scenario file that cannot be used: file, line where there is one, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScenarioError {
    /// The file, as the user would name it.
    pub file: String,
    /// From 1.
    pub line: Option<usize>,
    /// The field at fault, in the file's own words.
    pub field: Option<String>,
    /// What is wrong and what to do.
    pub message: String,
}

impl ScenarioError {
    /// An error about a place in a file's text, given as a byte offset.
    #[must_use]
    pub fn at(file: &str, text: &str, offset: usize, field: &str, message: impl Into<String>) -> Self {
        let line = text.as_bytes().iter().take(offset).filter(|&&byte| byte == b'\n').count() + 1;
        Self {
            file: file.to_owned(),
            line: Some(line),
            field: Some(field.to_owned()),
            message: message.into(),
        }
    }
}

impl fmt::Display for ScenarioError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        if let Some(field) = &self.field {
            write!(f, ", field `{field}`")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl Error for ScenarioError {}
