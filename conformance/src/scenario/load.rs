//! From scenario files, embedded and the user's own, to checked entries.

use std::collections::BTreeMap;
use std::path::Path;

use include_dir::{Dir, include_dir};
use serde::de::DeserializeOwned;

use super::{CaseEntry, ScenarioError, ScenarioFile};
use crate::nearest::nearest;
use crate::requirement::Requirement;

/// The scenarios that come with the program, one folder a game.
static EMBEDDED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/scenarios");

/// No scenario file is larger than this many bytes.
const LARGEST: u64 = 4 << 20;

/// A case's entry, with what it takes to complain about it.
#[derive(Debug, Clone)]
pub struct Loaded<S> {
    /// The case's id.
    pub id: String,
    /// What it is about.
    pub title: String,
    /// The rules it serves.
    pub rules: Vec<&'static str>,
    /// What it does.
    pub script: S,
    file: String,
    line: usize,
}

impl<S> Loaded<S> {
    /// An error about this case's script.
    #[must_use]
    pub fn error(&self, field: &str, message: impl Into<String>) -> ScenarioError {
        ScenarioError {
            file: self.file.clone(),
            line: Some(self.line),
            field: Some(field.to_owned()),
            message: message.into(),
        }
    }
}

/// Reads the embedded scenarios of a game and those in `own`, in the order of their file names.
///
/// # Errors
/// On a file that cannot be read or does not have the form of a scenario file, on an id that is not
/// one of this game or stands twice, and on a rule that is not registered: with file, line and field.
pub fn load<S: DeserializeOwned>(
    game: &str,
    own: Option<&Path>,
    rules: &[&'static Requirement],
) -> Result<Vec<Loaded<S>>, ScenarioError> {
    let mut texts: Vec<(String, &str)> = Vec::new();
    if let Some(folder) = EMBEDDED.get_dir(game) {
        for file in folder.files() {
            let name = format!("scenarios/{}", file.path().display());
            texts.push((name, file.contents_utf8().expect("embedded scenarios are text")));
        }
    }
    texts.sort();
    let named: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    load_from(&named, game, own, rules)
}

/// The same for a game that brings its scenarios itself: the names of its files, and their texts.
///
/// # Errors
/// As [`load`].
pub fn load_from<S: DeserializeOwned>(
    texts: &[(&str, &str)],
    game: &str,
    own: Option<&Path>,
    rules: &[&'static Requirement],
) -> Result<Vec<Loaded<S>>, ScenarioError> {
    let mut texts: Vec<(String, String)> =
        texts.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    if let Some(own) = own {
        texts.extend(read_folder(own)?);
    }
    let mut loaded = Vec::new();
    let mut seen: BTreeMap<String, String> = BTreeMap::new();
    for (name, text) in &texts {
        let file: ScenarioFile<S> = toml::from_str(text).map_err(|error| syntax(name, text, &error))?;
        for entry in file.cases {
            let case = check(game, name, text, entry, rules)?;
            if let Some(other) = seen.insert(case.id.clone(), name.clone()) {
                return Err(case.error("id", format!("`{}` stands in {other} already", case.id)));
            }
            loaded.push(case);
        }
    }
    Ok(loaded)
}

/// The user's own scenario files, by name.
fn read_folder(folder: &Path) -> Result<Vec<(String, String)>, ScenarioError> {
    let shown = folder.display().to_string();
    let error = |file: &str, message: String| ScenarioError {
        file: file.to_owned(),
        line: None,
        field: None,
        message,
    };
    let entries = std::fs::read_dir(folder)
        .map_err(|e| error(&shown, format!("cannot read this folder of scenarios: {e}")))?;
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.map_err(|e| error(&shown, e.to_string()))?.path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let name = path.display().to_string();
        let meta = std::fs::metadata(&path).map_err(|e| error(&name, e.to_string()))?;
        if !meta.is_file() || meta.len() > LARGEST {
            return Err(error(&name, format!("not a regular file of at most {LARGEST} bytes")));
        }
        let bytes = std::fs::read(&path).map_err(|e| error(&name, e.to_string()))?;
        let text = String::from_utf8(bytes).map_err(|e| {
            error(&name, format!("not valid UTF-8 from byte {} on", e.utf8_error().valid_up_to()))
        })?;
        files.push((name, text));
    }
    if files.is_empty() {
        return Err(error(&shown, "no scenario file (*.toml) in this folder".to_owned()));
    }
    files.sort();
    Ok(files)
}

fn syntax(file: &str, text: &str, error: &toml::de::Error) -> ScenarioError {
    let message = error.message().to_owned();
    let offset = error.span().map(|span| span.start);
    let named = message.starts_with("unknown field") || message.starts_with("missing field");
    let field = if named { message.split('`').nth(1).map(str::to_owned) } else { None };
    match offset {
        Some(offset) => {
            let mut found = ScenarioError::at(file, text, offset, "", message);
            found.field = field.or_else(|| key_at(text, offset));
            found
        }
        None => ScenarioError { file: file.to_owned(), line: None, field, message },
    }
}

/// The key of the line that the offset lies in.
fn key_at(text: &str, offset: usize) -> Option<String> {
    let start = text.get(..offset)?.rfind('\n').map_or(0, |at| at + 1);
    let line = text[start..].lines().next()?;
    let key = line.split_once('=')?.0.trim();
    (!key.is_empty()).then(|| key.to_owned())
}

fn check<S>(
    game: &str,
    file: &str,
    text: &str,
    entry: CaseEntry<S>,
    rules: &[&'static Requirement],
) -> Result<Loaded<S>, ScenarioError> {
    let at = |offset, field: &str, message: String| ScenarioError::at(file, text, offset, field, message);
    let id_offset = entry.id.span().start;
    let id = entry.id.into_inner();
    let well_formed = id.split('/').count() >= 3
        && id.split('/').next() == Some(game)
        && id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "/-".contains(c))
        && !id.split('/').any(str::is_empty);
    if !well_formed {
        return Err(at(
            id_offset,
            "id",
            format!("`{id}` is not a case id: write {game}/<subject>/<what> in lower case with hyphens"),
        ));
    }
    if entry.rules.is_empty() {
        return Err(at(id_offset, "rules", format!("`{id}` serves no rule: name at least one")));
    }
    let mut served = Vec::new();
    for rule in entry.rules {
        match rules.iter().find(|known| known.id == rule.get_ref()) {
            Some(known) => served.push(known.id),
            None => {
                let near = nearest(rule.get_ref(), rules.iter().map(|known| known.id));
                let offset = rule.span().start;
                return Err(at(offset, "rules", format!("unknown rule `{}`{near}", rule.get_ref())));
            }
        }
    }
    let script_offset = entry.script.span().start;
    Ok(Loaded {
        title: entry.title,
        rules: served,
        script: entry.script.into_inner(),
        file: file.to_owned(),
        line: at(script_offset, "", String::new()).line.unwrap_or(1),
        id,
    })
}
