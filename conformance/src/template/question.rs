//! What a template asks, and which answers it takes: the placeholders in its `cargo-generate.toml`.

use std::path::Path;

use regex::Regex;

use super::{TemplateError, of};
use crate::suite::Game;

/// The questions of a game's template.
#[derive(Debug)]
pub(crate) struct Questions {
    placeholders: toml::Table,
}

impl Questions {
    /// Those of this game.
    ///
    /// # Errors
    /// If the template is wrong.
    pub(crate) fn of(game: Game) -> Result<Self, TemplateError> {
        let path = format!("{game}/cargo-generate.toml");
        let wrong = |message: &str| TemplateError::new(Path::new(&path), message);
        let file = of(game)?.get_file(&path).ok_or_else(|| wrong("there is no such file"))?;
        let text = file.contents_utf8().ok_or_else(|| wrong("it is not UTF-8"))?;
        let mut config: toml::Table =
            text.parse().map_err(|error| TemplateError::new(Path::new(&path), error))?;
        match config.remove("placeholders") {
            Some(toml::Value::Table(placeholders)) => Ok(Self { placeholders }),
            _ => Err(wrong("it has no placeholders")),
        }
    }

    /// Whether the template asks this.
    pub(crate) fn asks(&self, name: &str) -> bool {
        self.placeholders.contains_key(name)
    }

    /// The answer if none is given.
    pub(crate) fn default_of(&self, name: &str) -> &str {
        self.placeholders.get(name).and_then(|it| it.get("default")?.as_str()).unwrap_or_default()
    }

    /// Whether this is an answer that it takes.
    pub(crate) fn takes(&self, name: &str, answer: &str) -> bool {
        let regex = self.placeholders.get(name).and_then(|it| it.get("regex")?.as_str());
        regex.is_none_or(|regex| Regex::new(regex).is_ok_and(|regex| regex.is_match(answer)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Language;
    use super::*;

    #[test]
    fn the_languages_are_those_that_the_templates_offer() {
        for game in Game::all().iter().copied() {
            let questions = Questions::of(game).unwrap();
            let language = &questions.placeholders["language"];
            let offered: Vec<&str> =
                language["choices"].as_array().unwrap().iter().filter_map(toml::Value::as_str).collect();
            let known: Vec<&str> = Language::ALL.iter().map(|language| language.name()).collect();
            assert_eq!(offered, known, "{game}");
            assert_eq!(questions.default_of("language"), "rust");
        }
    }

    #[test]
    fn every_pattern_is_one() {
        for game in Game::all().iter().copied() {
            for (name, placeholder) in &Questions::of(game).unwrap().placeholders {
                if let Some(regex) = placeholder.get("regex") {
                    Regex::new(regex.as_str().unwrap())
                        .unwrap_or_else(|error| panic!("{game} {name}: {error}"));
                }
            }
        }
    }

    #[test]
    fn answers_are_taken_as_cargo_generate_takes_them() {
        let questions = Questions::of(Game::find("linkage").unwrap()).unwrap();
        for (name, answer, is_taken) in [
            ("author", "Zoë \"O'Neil\" 🦀", true),
            ("author", "", true),
            ("author", "two\nlines", false),
            ("country", "padded ", false),
            ("version", "1.0", true),
            ("version", "one", false),
            ("contest_number", "19", true),
            ("contest_number", "../19", false),
        ] {
            assert_eq!(questions.takes(name, answer), is_taken, "{name} {answer:?}");
        }
        assert!(questions.asks("country") && !questions.asks("team_id"));
    }
}
