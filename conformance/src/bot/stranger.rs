//! A program from elsewhere that speaks a protocol of its own: `gtp:COMMAND`.

use std::path::{Path, PathBuf};

use super::error::BotError;
use super::imports;
use super::interpreter;
use super::locate::{Bot, Extension};
use super::prepare;
use super::step::Step;
use super::toolbox::is_executable;
use super::workshop::Workshop;
use crate::process::{Area, Program, ProgramFile, Protocol};

/// What stands before a command.
const GTP: &str = "gtp:";

/// A command whose program speaks GTP.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stranger {
    /// As it was written.
    written: PathBuf,
    program: String,
    args: Vec<String>,
}

impl Stranger {
    /// Whether this is written as one, rather than as a bot of the contest.
    #[must_use]
    pub fn is_one(path: &Path) -> bool {
        path.to_str().is_some_and(|text| text.starts_with(GTP))
    }

    /// Splits the command as a shell does, of which it has quotes and backslashes and nothing more.
    ///
    /// # Errors
    /// If there is no command, or a quote without an end.
    pub fn locate(path: &Path) -> Result<Self, BotError> {
        let wrong =
            |problem: &str| BotError::Command { command: path.to_owned(), problem: problem.to_owned() };
        let command = path.to_str().and_then(|text| text.strip_prefix(GTP)).unwrap_or_default();
        let mut words = shell_words::split(command).map_err(|_| wrong("a quote is not closed"))?.into_iter();
        let program = words.next().filter(|word| !word.is_empty());
        let program = program.ok_or_else(|| {
            wrong("there is no program: write gtp:COMMAND, such as \"gtp:python3 engine.py\"")
        })?;
        Ok(Self { written: path.to_owned(), program, args: words.collect() })
    }

    /// The name to show: the script's or the program's, without extension.
    #[must_use]
    pub fn name(&self) -> String {
        let words = std::iter::once(&self.program).chain(&self.args).map(Path::new);
        let script = words.clone().find(|word| Extension::of(word).is_some() && word.is_file());
        let named = script.unwrap_or_else(|| Path::new(&self.program)).file_stem();
        named.map_or_else(|| "gtp".to_owned(), |name| name.to_string_lossy().into_owned())
    }

    /// Builds what must be built and says how to run it. The program is anything that a bot can be, or a name on
    /// `PATH`; an absolute path is run where it is, unless that is a temporary folder. Of the other words those that name
    /// files are copied beside it, as they are now, and those that name folders can be read.
    ///
    /// # Errors
    /// As of a bot.
    pub fn prepare(
        &self,
        workshop: &Workshop<'_>,
        progress: &mut dyn FnMut(Step),
    ) -> Result<Program, BotError> {
        let mut program = self.program(workshop, progress)?;
        for word in &self.args {
            let path = Path::new(word);
            let absolute = || std::path::absolute(path).map_err(|error| BotError::unreadable(path, &error));
            if path.is_file() {
                let name = add(absolute()?, &mut program.files)?;
                program.command.push(name);
            } else if path.is_dir() {
                let folder = absolute()?;
                program.command.push(folder.to_string_lossy().into_owned());
                program.readable.push(folder);
            } else {
                program.command.push(word.clone());
            }
        }
        imports::collect(&mut program.files);
        prepare::keep(&mut program)?;
        program.protocol = Protocol::Gtp;
        Ok(program)
    }

    fn program(&self, workshop: &Workshop<'_>, progress: &mut dyn FnMut(Step)) -> Result<Program, BotError> {
        let path = Path::new(&self.program);
        let found = |command: String, readable: Vec<PathBuf>| {
            let (files, left_behind) = (Vec::new(), Vec::new());
            let protocol = Protocol::Gtp;
            let command = vec![command];
            Program { name: self.name(), command, files, readable, left_behind, protocol, kept: None }
        };
        let is_in_place = path.is_absolute() && !Area::hides(path);
        if is_in_place && Extension::of(path).is_none() && is_executable(path) {
            return Ok(found(self.program.clone(), Vec::new()));
        }
        if path.components().count() > 1 || path.exists() {
            return Bot::locate(path)?.prepare(workshop, progress);
        }
        let installed = interpreter::find(&self.program, &self.written, &workshop.toolbox)?;
        Ok(found(installed.path, installed.readable))
    }
}

/// Adds a file to those that are copied, and returns its name there.
fn add(source: PathBuf, files: &mut Vec<ProgramFile>) -> Result<String, BotError> {
    let name = source.file_name().and_then(|name| name.to_str());
    let name = name.ok_or_else(|| BotError::NameNotText { path: source.clone() })?.to_owned();
    match files.iter().find(|file| file.name == name) {
        Some(first) if first.source != source => {
            return Err(BotError::SameName { name, first: first.source.clone(), second: source });
        }
        Some(_) => {}
        None => files.push(ProgramFile { executable: is_executable(&source), source, name: name.clone() }),
    }
    Ok(name)
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;
    use crate::bot::toolbox::Toolbox;

    #[test]
    fn the_files_that_it_names_are_kept_as_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in ["engine.py", "weights"] {
            std::fs::write(at(name), "as it was").unwrap();
        }
        let [engine, weights] = ["engine.py", "weights"].map(|name| at(name).display().to_string());
        for command in [format!("gtp:{engine} {weights}"), format!("gtp:python3 {engine} {weights}")] {
            let stranger = Stranger::locate(Path::new(&command)).unwrap();
            let workshop = Workshop::unconfined(Toolbox::from_env());
            let program = stranger.prepare(&workshop, &mut |_| {}).unwrap();
            for name in ["engine.py", "weights"] {
                std::fs::write(at(name), "written anew").unwrap();
                let file = program.file(name).unwrap();
                let text = program.read(file, |bytes| io::read_to_string(bytes)).unwrap();
                assert_eq!(text, "as it was", "{command}: {name}");
                std::fs::write(at(name), "as it was").unwrap();
            }
        }
    }

    #[test]
    fn a_command_is_split_as_a_shell_does() {
        let stranger = Stranger::locate(Path::new(r#"gtp:mohex "a b" c\ d 'e"f'"#)).unwrap();
        assert_eq!((stranger.program.as_str(), stranger.name().as_str()), ("mohex", "mohex"));
        assert_eq!(stranger.args, ["a b", "c d", "e\"f"]);
        for (wrong, problem) in
            [("gtp:", "no program"), ("gtp: ''", "no program"), ("gtp:a 'b", "not closed")]
        {
            let error = Stranger::locate(Path::new(wrong)).unwrap_err().to_string();
            assert!(error.contains(problem), "{error}");
        }
        assert!(!Stranger::is_one(Path::new("./gtp:x")));
    }
}
