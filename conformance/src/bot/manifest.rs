//! `bot.toml`: what a bot's author says about it.
//!
//! ```toml
//! name = "Greedy"
//! author = "A. Player"
//! game = "linkage"                            # linkage, hex, flit or power4
//! team_id = "Team7"                           # Power Connect Four
//! build = ["cargo", "build", "--release"]     # run in this folder
//! run = ["./target/release/my-bot"]
//! files = ["opening-book.bin"]                # copied beside the executable
//! ```
//!
//! Every field may be left out; no others are known. Where `build` is not a `cargo build`, `run` says what it makes.

use std::ops::Range;
use std::path::{Component, Path, PathBuf};

use botspec_sdk::text::Place;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::BotError;
use crate::evidence::{merge_marker, told_of_merge};
use crate::suite::Game;

/// The fields, with what they hold.
const FIELDS: [&str; 7] = ["name", "author", "game", "team_id", "build", "run", "files"];

/// A value and where it stands in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed<T> {
    /// The value.
    pub value: T,
    /// Where it begins.
    pub place: Place,
}

/// A `bot.toml`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manifest {
    /// The file itself.
    pub file: PathBuf,
    /// What the bot is called.
    pub name: Option<String>,
    /// Who wrote it.
    pub author: Option<String>,
    /// The contest it is for.
    pub game: Option<Placed<String>>,
    /// Its team's id; a part of file names.
    pub team_id: Option<String>,
    /// The command that builds it.
    pub build: Option<Vec<Placed<String>>>,
    /// The command that starts it.
    pub run: Option<Vec<Placed<String>>>,
    /// What it needs beside it: paths inside the folder.
    pub files: Vec<Placed<String>>,
}

impl Manifest {
    /// Reads a manifest. `file` is where it comes from.
    ///
    /// # Errors
    /// If the text is not UTF-8, not TOML, has a field that is not known or a value that does not fit it; with the
    /// place and the field.
    pub fn from_bytes(file: &Path, bytes: &[u8]) -> Result<Self, BotError> {
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let valid = &bytes[..error.valid_up_to()];
            let valid = std::str::from_utf8(valid).unwrap_or_default();
            let place = place_at(valid, valid.len());
            fault(file, place, None, "this is not UTF-8 text")
        })?;
        let reader = Reader { file, text: text.strip_prefix('\u{feff}').unwrap_or(text) };
        let table = DeTable::parse(reader.text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            let line = reader.text[..at.min(reader.text.len())].rfind('\n').map_or(0, |end| end + 1);
            let marker = merge_marker(reader.text[line..].lines().next().unwrap_or_default().as_bytes());
            let message = marker.map_or_else(|| error.message().to_owned(), told_of_merge);
            fault(file, place_at(reader.text, at), None, message)
        })?;
        let mut manifest = Self {
            file: file.to_owned(),
            name: None,
            author: None,
            game: None,
            team_id: None,
            build: None,
            run: None,
            files: Vec::new(),
        };
        for (key, value) in table.get_ref() {
            match key.get_ref().as_ref() {
                "name" => manifest.name = Some(reader.words("name", value)?),
                "author" => manifest.author = Some(reader.words("author", value)?),
                "game" => manifest.game = Some(reader.game(value)?),
                "team_id" => manifest.team_id = Some(reader.team_id(value)?),
                "build" => manifest.build = Some(reader.command("build", value)?),
                "run" => manifest.run = Some(reader.command("run", value)?),
                "files" => manifest.files = reader.files(value)?,
                other => return Err(reader.unknown(other, key.span())),
            }
        }
        Ok(manifest)
    }

    /// Checks that it says what its `build` makes, unless cargo does, which it asks in a folder of cargo's.
    ///
    /// # Errors
    /// If nobody can tell: what botspec would find there by itself is another program than the one that was built.
    pub(super) fn expect_run(&self, is_cargos: bool) -> Result<(), BotError> {
        let Some([first, rest @ ..]) = self.build.as_deref().filter(|_| self.run.is_none()) else {
            return Ok(());
        };
        let mut words = rest.iter().map(|word| word.value.as_str()).filter(|word| !word.starts_with('+'));
        // Its own messages say where the program is, and must not be asked for twice.
        let says_so = first.value == "cargo"
            && matches!(words.next(), Some("build" | "b"))
            && !words.any(|word| word.starts_with("--message-format"));
        if is_cargos && says_so {
            return Ok(());
        }
        let problem = "there is no `run`: say what this makes, such as run = [\"./my-bot\"]";
        Err(self.fault("build", first.place, problem))
    }

    /// An error about a value of this manifest.
    pub(super) fn fault(&self, field: &str, place: Place, problem: impl Into<String>) -> BotError {
        fault(&self.file, place, Some(field), problem)
    }
}

fn fault(file: &Path, place: Place, field: Option<&str>, problem: impl Into<String>) -> BotError {
    BotError::Manifest {
        file: file.to_owned(),
        place,
        field: field.map(ToOwned::to_owned),
        problem: problem.into(),
    }
}

/// The line and column of a byte offset.
fn place_at(text: &str, offset: usize) -> Place {
    let before = text.get(..offset).unwrap_or(text);
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX).saturating_add(1);
    Place { line: count(before.matches('\n').count()), column: count(before[start..].chars().count()) }
}

/// Whether a path can only lead to something inside the folder it is taken from.
pub(super) fn stays_inside(path: &Path) -> bool {
    path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
        && path.components().any(|part| matches!(part, Component::Normal(_)))
}

struct Reader<'a> {
    file: &'a Path,
    text: &'a str,
}

impl Reader<'_> {
    fn fault(&self, field: &str, span: Range<usize>, problem: impl Into<String>) -> BotError {
        fault(self.file, place_at(self.text, span.start), Some(field), problem)
    }

    fn unknown(&self, field: &str, span: Range<usize>) -> BotError {
        let near = FIELDS.iter().max_by(|a, b| strsim::jaro(field, a).total_cmp(&strsim::jaro(field, b)));
        let near = near.filter(|near| strsim::jaro(field, near) > 0.7);
        let meant = near.map_or(String::new(), |near| format!("; did you mean {near}?"));
        self.fault(field, span, format!("unknown field: expected one of {}{meant}", FIELDS.join(", ")))
    }

    fn text(
        &self,
        field: &str,
        value: &Spanned<DeValue<'_>>,
        expected: &str,
    ) -> Result<Placed<String>, BotError> {
        let problem = match value.get_ref() {
            DeValue::String(text) if text.trim().is_empty() => "an empty one",
            DeValue::String(text) if text.contains('\0') => "one with a NUL character",
            DeValue::String(text) => {
                let place = place_at(self.text, value.span().start);
                return Ok(Placed { value: text.to_string(), place });
            }
            DeValue::Integer(_) => "an integer",
            DeValue::Float(_) => "a number",
            DeValue::Boolean(_) => "a boolean",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "an array",
            DeValue::Table(_) => "a table",
        };
        Err(self.fault(field, value.span(), format!("expected {expected}, found {problem}")))
    }

    /// A text of one line.
    fn words(&self, field: &str, value: &Spanned<DeValue<'_>>) -> Result<String, BotError> {
        let text = self.text(field, value, "a text")?.value;
        if text.chars().any(char::is_control) {
            return Err(self.fault(
                field,
                value.span(),
                "expected one line of text, found a control character",
            ));
        }
        Ok(text)
    }

    fn game(&self, value: &Spanned<DeValue<'_>>) -> Result<Placed<String>, BotError> {
        let game = self.text("game", value, "a text")?;
        if Game::find(&game.value).is_some() {
            return Ok(game);
        }
        let problem = format!("expected one of {}, found \"{}\"", Game::names(), game.value.escape_debug());
        Err(self.fault("game", value.span(), problem))
    }

    fn team_id(&self, value: &Spanned<DeValue<'_>>) -> Result<String, BotError> {
        let team = self.words("team_id", value)?;
        if team.contains(['/', '\\']) || team.starts_with('.') {
            let problem = "expected what a file's name can begin with: no slashes, no dot in front";
            return Err(self.fault("team_id", value.span(), problem));
        }
        Ok(team)
    }

    fn texts(&self, field: &str, value: &Spanned<DeValue<'_>>) -> Result<Vec<Placed<String>>, BotError> {
        let expected =
            if field == "files" { "an array of strings" } else { "a command as an array of strings" };
        let DeValue::Array(array) = value.get_ref() else {
            let found = match value.get_ref() {
                DeValue::String(_) => "one string: put brackets around it, and each word in its own quotes",
                DeValue::Integer(_) | DeValue::Float(_) => "a number",
                DeValue::Boolean(_) => "a boolean",
                DeValue::Datetime(_) => "a date",
                DeValue::Array(_) | DeValue::Table(_) => "a table",
            };
            return Err(self.fault(field, value.span(), format!("expected {expected}, found {found}")));
        };
        let mut texts = Vec::new();
        for (index, element) in array.iter().enumerate() {
            let word = match element.get_ref() {
                // Only the first word of a command must say something: arguments may be empty.
                DeValue::String(word) if word.is_empty() && index > 0 && field != "files" => {
                    Placed { value: String::new(), place: place_at(self.text, element.span().start) }
                }
                _ => self.text(field, element, "a text")?,
            };
            texts.push(word);
        }
        Ok(texts)
    }

    fn command(&self, field: &str, value: &Spanned<DeValue<'_>>) -> Result<Vec<Placed<String>>, BotError> {
        let words = self.texts(field, value)?;
        if words.is_empty() {
            return Err(self.fault(field, value.span(), "expected a command, found an empty array"));
        }
        Ok(words)
    }

    fn files(&self, value: &Spanned<DeValue<'_>>) -> Result<Vec<Placed<String>>, BotError> {
        let files = self.texts("files", value)?;
        match files.iter().find(|file| !stays_inside(Path::new(&file.value))) {
            None => Ok(files),
            Some(file) => Err(fault(
                self.file,
                file.place,
                Some("files"),
                format!(
                    "expected a relative path inside the bot's folder, without `..`, found \"{}\"",
                    file.value.escape_debug()
                ),
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_named_with_its_place_and_field() {
        let cases: [(&[u8], &str); 19] = [
            (b"name = 1", "bot.toml: line 1, column 8 (field `name`): expected a text, found an integer"),
            (b"name = \"\"", "line 1, column 8 (field `name`): expected a text, found an empty one"),
            (b"\nname = \"a\\nb\"", "line 2, column 8 (field `name`): expected one line of text"),
            (b"author = true", "(field `author`): expected a text, found a boolean"),
            (b"game = \"chess\"", "expected one of linkage, hex, flit, power4, found \"chess\""),
            (b"team_id = \"../x\"", "(field `team_id`): expected what a file's name can begin with"),
            (
                b"run = \"./bot\"",
                "(field `run`): expected a command as an array of strings, found one string",
            ),
            (b"run = []", "(field `run`): expected a command, found an empty array"),
            (b"run = [\"a\", 7]", "line 1, column 13 (field `run`): expected a text, found an integer"),
            (b"run = [\"a\\u0000\"]", "(field `run`): expected a text, found one with a NUL character"),
            (b"build = [\"\"]", "(field `build`): expected a text, found an empty one"),
            (
                b"files = [\n  \"a\",\n  \"../b\"]",
                "line 3, column 3 (field `files`): expected a relative path",
            ),
            (b"files = [\"/etc/passwd\"]", "(field `files`): expected a relative path"),
            (b"files = [\".\"]", "(field `files`): expected a relative path"),
            (b"nmae = \"x\"", "line 1, column 1 (field `nmae`): unknown field"),
            (b"[build]\n", "(field `build`): expected a command as an array of strings, found a table"),
            (b"\nname = x", "bot.toml: line 2, column 8: "),
            (
                b"name = \"x\"\n<<<<<<< HEAD\n",
                "bot.toml: line 2, column 9: `<<<<<<<` is left over from an unfinished merge",
            ),
            (b"name = \"\xff\"", "bot.toml: line 1, column 9: this is not UTF-8 text"),
        ];
        for (text, expected) in cases {
            let error = Manifest::from_bytes(Path::new("bot.toml"), text).unwrap_err().to_string();
            assert!(error.contains(expected), "{}: {error}", String::from_utf8_lossy(text));
        }
        let error = Manifest::from_bytes(Path::new("bot.toml"), b"nmae = \"x\"").unwrap_err().to_string();
        assert!(error.ends_with("did you mean name?"), "{error}");
    }

    #[test]
    fn a_full_manifest_is_read() {
        let text = "\u{feff}name = \"G\"\r\nauthor = \"A\"\ngame = \"hex\"\nteam_id = \"T\"\nbuild = [\"make\"]\n\
                    run = [\"./g\", \"\"]\nfiles = [\"a/b\"]\n";
        let manifest = Manifest::from_bytes(Path::new("bot.toml"), text.as_bytes()).unwrap();
        assert_eq!(manifest.name.as_deref(), Some("G"));
        assert_eq!(manifest.game.unwrap().place, Place { line: 3, column: 8 });
        assert_eq!(manifest.run.unwrap()[1].value, "");
        assert_eq!(manifest.files[0].value, "a/b");
    }
}
