//! `bot.toml`: what a bot's author says about it.

use std::path::{Component, Path};

use serde::Deserialize;

use super::BotError;

/// The fields of a `bot.toml`; all may be missing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The bot's name.
    pub name: Option<String>,
    /// Who wrote it.
    pub author: Option<String>,
    /// The contest it is for.
    pub game: Option<String>,
    /// Its team id, for Power Connect Four.
    pub team_id: Option<String>,
    /// The command that builds it, run in its folder.
    pub build: Option<Vec<String>>,
    /// The command that runs it, in terms of its folder.
    pub run: Option<Vec<String>>,
    /// Further files that it needs beside its executable.
    #[serde(default)]
    pub files: Vec<String>,
}

impl Manifest {
    /// Reads a manifest. `path` is for messages.
    ///
    /// # Errors
    /// With line and column if the text is no TOML, has unknown fields or values of the wrong type; and if `build`
    /// or `run` is empty or `files` leads out of the folder.
    pub fn from_bytes(path: &Path, bytes: &[u8]) -> Result<Self, BotError> {
        let error = |place, why| BotError::Manifest { path: path.to_owned(), place, why };
        let text = std::str::from_utf8(bytes)
            .map_err(|e| error(None, format!("not valid UTF-8 from byte {} on", e.valid_up_to())))?;
        let manifest: Self = toml::from_str(text).map_err(|e| {
            let place = e.span().map(|span| {
                let before = text.get(..span.start).unwrap_or(text);
                let line_start = before.rfind('\n').map_or(0, |at| at + 1);
                (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
            });
            error(place, e.message().to_owned())
        })?;
        for (field, command) in [("build", &manifest.build), ("run", &manifest.run)] {
            if command.as_ref().is_some_and(|words| words.first().is_none_or(String::is_empty)) {
                return Err(error(
                    None,
                    format!("field `{field}`: name a command, as in {field} = [\"./bot\"]"),
                ));
            }
        }
        for file in &manifest.files {
            if !stays_inside(Path::new(file)) {
                let why = format!("field `files`: `{file}` must be a path inside the bot's folder");
                return Err(error(None, why));
            }
        }
        Ok(manifest)
    }
}

/// Whether a relative path cannot lead out of its folder.
pub(super) fn stays_inside(path: &Path) -> bool {
    path.components().next().is_some()
        && path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        let read = |text: &str| Manifest::from_bytes(Path::new("bot.toml"), text.as_bytes());
        let error = |text: &str| read(text).unwrap_err().to_string();
        assert!(read("name = \"x\"\nrun = [\"./x\"]\n").is_ok());
        assert!(
            error("name = \"x\"\nrum = 1\n").starts_with("bot.toml, line 2, column 1: unknown field `rum`")
        );
        assert!(error("name = 1\n").starts_with("bot.toml, line 1, column 8: invalid type"));
        assert!(error("run = []\n").contains("field `run`"));
        assert!(error("files = [\"../x\"]\n").contains("inside the bot's folder"));
        assert!(error("files = [\"/etc/passwd\"]\n").contains("inside the bot's folder"));
    }
}
