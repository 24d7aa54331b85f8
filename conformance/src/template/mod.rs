//! The templates of bots' folders, as `cargo generate` uses them, rendered without cargo.
//!
//! A template is a folder a game, with one folder a language in it. What ends in `.liquid` holds placeholders, and so may
//! names of files; everything else is copied. What cargo-generate asks, and which answers it takes, is read from the
//! template's own `cargo-generate.toml`; what the hook `pre.rhai` makes of the answers is in [`values`].

mod error;
mod language;
pub(crate) mod name;
mod question;
mod values;

use std::path::{Path, PathBuf};

use include_dir::{Dir, DirEntry, include_dir};
use liquid::{Object, Parser, ParserBuilder};
use liquid_lib::stdlib;

pub(crate) use error::TemplateError;
pub(crate) use language::Language;
pub(crate) use question::Questions;
pub(crate) use values::{Answers, Sdk};

use crate::suite::Game;

static EMBEDDED: Dir<'_> = include_dir!("$BOTSPEC_TEMPLATES");

/// A file of a bot's folder.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Rendered {
    /// From the folder.
    pub(crate) path: PathBuf,
    pub(crate) bytes: Vec<u8>,
}

/// A bot's folder, before anything of it is written.
#[derive(Debug)]
pub(crate) struct Folder {
    /// In the order of their paths.
    pub(crate) files: Vec<Rendered>,
    /// The file that holds the strategy, from the folder.
    pub(crate) strategy: String,
    /// The command that tests the strategy.
    pub(crate) test: String,
}

/// What the template of a game makes of these answers.
///
/// # Errors
/// If the template is wrong, which is not the user's fault.
pub(crate) fn render(game: Game, answers: &Answers) -> Result<Folder, TemplateError> {
    let template = of(game)?;
    let values = values::of(answers);
    let parser = ParserBuilder::new()
        .block(stdlib::IfBlock)
        .block(stdlib::CaseBlock)
        .block(stdlib::RawBlock)
        .filter(stdlib::Date)
        .build()
        .map_err(|error| TemplateError::new(Path::new("liquid"), error))?;
    let mut files = Vec::new();
    collect(template, &mut files);
    let language = answers.language.name();
    let mut rendered = Vec::new();
    for file in files {
        let path = file.path();
        let inside = path.strip_prefix(game.name()).map_err(|error| TemplateError::new(path, error))?;
        let Some(place) = place(inside, language) else { continue };
        let text = |bytes| std::str::from_utf8(bytes).map_err(|error| TemplateError::new(path, error));
        let written = place.to_str().ok_or_else(|| TemplateError::new(path, "it is not UTF-8"))?;
        let filled =
            |text: &str| fill(&parser, text, &values).map_err(|error| TemplateError::new(path, error));
        let name = filled(written)?;
        let (name, bytes) = match name.strip_suffix(".liquid") {
            Some(name) => (name, filled(text(file.contents())?)?.into_bytes()),
            None => (name.as_str(), file.contents().to_vec()),
        };
        rendered.push(Rendered { path: PathBuf::from(name), bytes });
    }
    rendered.sort_by(|a, b| a.path.cmp(&b.path));
    let told =
        |name: &str| values.get(name).map(|value| liquid::model::ValueView::to_kstr(value).into_string());
    Ok(Folder {
        files: rendered,
        strategy: told("strategy").unwrap_or_default(),
        test: told("test_command").unwrap_or_default(),
    })
}

/// Whether there is a template for this game.
pub(crate) fn exists(game: Game) -> bool {
    EMBEDDED.get_dir(game.name()).is_some()
}

/// The folder of a game.
fn of(game: Game) -> Result<&'static Dir<'static>, TemplateError> {
    let name = game.name();
    EMBEDDED.get_dir(name).ok_or_else(|| TemplateError::new(Path::new(name), "there is no such template"))
}

fn collect(folder: &'static Dir<'static>, files: &mut Vec<&'static include_dir::File<'static>>) {
    for entry in folder.entries() {
        match entry {
            DirEntry::Dir(inner) => collect(inner, files),
            DirEntry::File(file) => files.push(file),
        }
    }
}

/// Where a file of a template lies in the bot's folder; none if it stays behind. What lies in the folder of the chosen
/// language moves to the top.
fn place<'a>(inside: &'a Path, language: &str) -> Option<&'a Path> {
    let first = inside.components().next()?;
    let first = first.as_os_str().to_str()?;
    if Language::ALL.iter().any(|other| other.name() == first) {
        return inside.strip_prefix(language).ok();
    }
    (first != "cargo-generate.toml" && !first.ends_with(".rhai")).then_some(inside)
}

fn fill(parser: &Parser, text: &str, values: &Object) -> Result<String, liquid::Error> {
    parser.parse(text)?.render(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_game_has_a_template_in_each_language() {
        for game in Game::all().iter().copied() {
            for language in Language::ALL {
                let answers = Answers { language, ..Answers::of("my-bot", "Ada") };
                let folder = render(game, &answers).unwrap();
                let paths: Vec<&str> = folder.files.iter().filter_map(|file| file.path.to_str()).collect();
                for needed in
                    ["README.md", "AGENTS.md", "bot.toml", ".gitignore", ".github/workflows/check.yml"]
                {
                    assert!(paths.contains(&needed), "{game} {}: {paths:?}", language.name());
                }
                assert!(paths.contains(&folder.strategy.as_str()), "{game} {}: {paths:?}", language.name());
                assert!(!paths.iter().any(|path| path.ends_with(".rhai") || path.ends_with(".liquid")));
                assert!(!folder.test.is_empty());
            }
        }
    }

    #[test]
    fn what_belongs_to_another_language_stays_behind() {
        for (path, there) in [
            ("python/tests/strategy_test.py", Some("tests/strategy_test.py")),
            ("c/bot.c", None),
            ("README.md.liquid", Some("README.md.liquid")),
            ("pre.rhai", None),
            ("cargo-generate.toml", None),
        ] {
            assert_eq!(place(Path::new(path), "python"), there.map(Path::new), "{path}");
        }
    }
}
