//! A template that is wrong.

use std::error::Error;
use std::fmt;
use std::path::{Path, PathBuf};

/// What is wrong with an embedded template, and where.
#[derive(Debug)]
pub(crate) struct TemplateError {
    file: PathBuf,
    message: String,
}

impl TemplateError {
    pub(super) fn new(file: &Path, message: impl fmt::Display) -> Self {
        Self { file: file.to_owned(), message: message.to_string() }
    }
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the template {}: {}", self.file.display(), self.message)
    }
}

impl Error for TemplateError {}
