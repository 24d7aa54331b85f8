//! From a bot that was found to a program that can be put into a game folder.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::path::{Component, Path, PathBuf};

use tempfile::TempDir;

use super::cargo;
use super::command;
use super::compile::{compile, shown_command};
use super::error::BotError;
use super::executable;
use super::files;
use super::interpreter;
use super::locate::{Bot, Extension, Interpreter, Kind};
use super::manifest::{Manifest, Placed, stays_inside};
use super::toolbox::{Toolbox, is_executable};
use crate::process::{Program, ProgramFile};

/// Something that takes a while.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// This command runs.
    Building(String),
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Building(command) => write!(f, "building: {command}"),
        }
    }
}

/// A program that is ready to run, with the folder in which it was built if that is ours.
#[derive(Debug)]
pub struct Prepared {
    /// What to run. Its files may lie in a temporary folder that goes with this value: keep it for as long as the
    /// program is copied from.
    pub program: Program,
    _built: Option<TempDir>,
}

impl Bot {
    /// Builds what must be built and says how to run it, with the compilers and interpreters of this process's
    /// environment.
    ///
    /// Single sources are compiled into a temporary folder. Only `cargo` and the `build` command of a `bot.toml`
    /// work in the bot's own folder.
    ///
    /// # Errors
    /// If a compiler or interpreter is missing, the build fails, or there is nothing that this machine can start.
    pub fn prepare(&self, progress: &mut dyn FnMut(Step)) -> Result<Prepared, BotError> {
        self.prepare_with(&Toolbox::from_env(), progress)
    }

    /// Like [`prepare`](Self::prepare), with these tools.
    ///
    /// # Errors
    /// As there.
    pub fn prepare_with(
        &self,
        toolbox: &Toolbox,
        progress: &mut dyn FnMut(Step),
    ) -> Result<Prepared, BotError> {
        let mut draft = Draft::default();
        if let (Some(build), false) = (self.build(), self.kind == Kind::Cargo && self.build_is_cargo()) {
            self.run_build(build, toolbox, progress)?;
        }
        match &self.kind {
            Kind::Executable(path) => {
                executable::check(path, toolbox)?;
                draft.starts(path)?;
            }
            Kind::Script(path, interpreter) => draft.script(path, *interpreter, toolbox)?,
            Kind::Source(path, language) => {
                let compiled = compile(path, *language, toolbox, progress)?;
                if compiled.file.executable {
                    executable::check(&compiled.file.source, toolbox)?;
                    draft.command.push(compiled.file.name.clone());
                } else {
                    draft.interpreter(Interpreter::Java, path, toolbox)?;
                    draft.command.push(compiled.file.name.clone());
                }
                draft.files.push(compiled.file);
                draft.built = Some(compiled.folder);
            }
            Kind::Cargo => {
                let built = cargo::build(&self.folder, None, toolbox, progress)?;
                executable::check(&built, toolbox)?;
                draft.starts(&built)?;
            }
            Kind::Run => self.run(&mut draft, toolbox, progress)?,
        }
        if let Some(manifest) = &self.manifest {
            for entry in &manifest.files {
                files::collect(&self.folder, manifest, entry, &mut draft.files)?;
            }
        }
        draft.finish(self.name())
    }

    pub(super) fn build(&self) -> Option<&[Placed<String>]> {
        self.manifest.as_ref()?.build.as_deref()
    }

    /// Whether the manifest's own build command is what would be run anyway.
    fn build_is_cargo(&self) -> bool {
        self.build().is_some_and(|build| {
            build.iter().map(|word| word.value.as_str()).eq(["cargo", "build", "--release"])
        })
    }

    fn run_build(
        &self,
        build: &[Placed<String>],
        toolbox: &Toolbox,
        progress: &mut dyn FnMut(Step),
    ) -> Result<(), BotError> {
        let words: Vec<OsString> = build.iter().map(|word| word.value.clone().into()).collect();
        let shown = shown_command(&words);
        let (first, rest) = build.split_first().expect("the manifest's reader refuses an empty command");
        let own = self.folder.join(&first.value);
        let program = if has_separator(&first.value) { own } else { self.find_tool(&first.value, toolbox)? };
        progress(Step::Building(shown.clone()));
        let command: Vec<OsString> = std::iter::once(program.into())
            .chain(rest.iter().map(|word| word.value.clone().into()))
            .collect();
        command::run(toolbox, &self.folder, &command, &shown).map(drop)
    }

    fn find_tool(&self, program: &str, toolbox: &Toolbox) -> Result<PathBuf, BotError> {
        toolbox.need(program, &self.manifest_file())
    }

    fn manifest_file(&self) -> PathBuf {
        self.manifest.as_ref().map_or_else(|| self.folder.join("bot.toml"), |manifest| manifest.file.clone())
    }

    /// The manifest's `run`: every word that names a file of the folder stands for its copy.
    fn run(
        &self,
        draft: &mut Draft,
        toolbox: &Toolbox,
        progress: &mut dyn FnMut(Step),
    ) -> Result<(), BotError> {
        let manifest = self.manifest.as_ref().expect("a bot is run by its manifest only if it has one");
        let run = manifest.run.as_deref().unwrap_or_default();
        let (first, rest) = run.split_first().expect("the manifest's reader refuses an empty command");
        let built = match self.build() {
            None if self.folder.join("Cargo.toml").is_file() => {
                let wanted = Path::new(&first.value).file_stem().and_then(|stem| stem.to_str());
                Some(cargo::build(&self.folder, wanted, toolbox, progress)?)
            }
            _ => None,
        };
        let word = Path::new(&first.value);
        let in_folder = self.folder.join(word);
        if word.is_absolute() {
            if !is_executable(word) {
                let problem = format!("{} is not there, or is no program", first.value.escape_debug());
                return Err(manifest.fault("run", first.place, problem));
            }
            draft.command.push(first.value.clone());
        } else if !has_separator(&first.value) && !in_folder.is_file() {
            let found = interpreter::find(&first.value, &manifest.file, toolbox)?;
            draft.command.push(found.path);
            draft.readable.extend(found.readable);
        } else {
            let program = self.own_program(manifest, first, built, toolbox)?;
            match Extension::of(&program) {
                Some(Extension::Script(interpreter)) if !is_executable(&program) => {
                    draft.script(&program, interpreter, toolbox)?;
                }
                Some(Extension::Source(_)) => {
                    let problem = "this is a source: leave `run` out and botspec compiles it, or name what `build` makes";
                    return Err(manifest.fault("run", first.place, problem));
                }
                _ => {
                    executable::check(&program, toolbox)?;
                    draft.starts(&program)?;
                }
            }
        }
        for word in rest {
            self.argument(manifest, word, draft)?;
        }
        Ok(())
    }

    /// A word of `run` behind the first one.
    fn argument(
        &self,
        manifest: &Manifest,
        word: &Placed<String>,
        draft: &mut Draft,
    ) -> Result<(), BotError> {
        let path = Path::new(&word.value);
        let source = self.folder.join(path);
        if !stays_inside(path) || !source.is_file() {
            let script = Extension::of(path).is_some() && !word.value.starts_with('-') && path.is_relative();
            if script && draft.files.is_empty() {
                let problem = format!("there is no file {} in the bot's folder", word.value.escape_debug());
                return Err(manifest.fault("run", word.place, problem));
            }
            draft.command.push(word.value.clone());
            return Ok(());
        }
        files::check_inside(&self.folder, &source, manifest, "run", word)?;
        // The bot itself lies at the top of its folder; what else it is given keeps its place.
        let name = if draft.files.is_empty() { file_name(&source)? } else { files::name_of(path)? };
        draft.files.push(ProgramFile { executable: is_executable(&source), source, name: name.clone() });
        draft.command.push(name);
        Ok(())
    }

    /// The program that the first word of `run` names: in the folder, or where cargo builds.
    fn own_program(
        &self,
        manifest: &Manifest,
        word: &Placed<String>,
        built: Option<PathBuf>,
        toolbox: &Toolbox,
    ) -> Result<PathBuf, BotError> {
        let path = Path::new(&word.value);
        if let Some(built) = built.filter(|built| built.file_stem() == path.file_stem()) {
            return Ok(built);
        }
        let mut roots = vec![self.folder.clone()];
        let mut candidates = vec![self.folder.join(path)];
        let target = path.components().position(|part| part == Component::Normal("target".as_ref()));
        if let Some(position) = target.filter(|_| self.folder.join("Cargo.toml").is_file()) {
            // In a workspace the target folder is the workspace's.
            let target = cargo::metadata(&self.folder, toolbox)?.target_directory;
            candidates.push(target.join(path.components().skip(position + 1).collect::<PathBuf>()));
            roots.push(target);
        }
        let with_suffix = |path: &PathBuf| {
            let mut name = path.clone().into_os_string();
            name.push(std::env::consts::EXE_SUFFIX);
            PathBuf::from(name)
        };
        let fault = |problem: String| Err(manifest.fault("run", word.place, problem));
        let named = word.value.escape_debug();
        let Some(program) =
            candidates.iter().flat_map(|path| [path.clone(), with_suffix(path)]).find(|path| path.is_file())
        else {
            if candidates.iter().any(|path| path.is_dir()) {
                return fault(format!("{named} is a folder, not a program"));
            }
            if let Some(build) = self.build() {
                let build: Vec<OsString> = build.iter().map(|word| word.value.clone().into()).collect();
                return Err(BotError::NothingBuilt {
                    command: shown_command(&build),
                    expected: candidates[0].display().to_string(),
                });
            }
            return fault(format!("there is no file {named} in the bot's folder, and no `build` to make it"));
        };
        let real = fs::canonicalize(&program).map_err(|error| BotError::unreadable(&program, &error))?;
        let inside =
            roots.iter().filter_map(|root| fs::canonicalize(root).ok()).any(|root| real.starts_with(root));
        if inside { Ok(program) } else { fault(format!("{named} leads out of the bot's folder")) }
    }
}

/// A program in the making.
#[derive(Default)]
struct Draft {
    command: Vec<String>,
    files: Vec<ProgramFile>,
    readable: Vec<PathBuf>,
    built: Option<TempDir>,
}

impl Draft {
    /// The program is this file itself.
    fn starts(&mut self, path: &Path) -> Result<(), BotError> {
        let name = file_name(path)?;
        self.command.push(name.clone());
        self.files.push(ProgramFile { source: path.to_owned(), name, executable: true });
        Ok(())
    }

    fn interpreter(
        &mut self,
        interpreter: Interpreter,
        wanted_by: &Path,
        toolbox: &Toolbox,
    ) -> Result<(), BotError> {
        let found = interpreter::find(interpreter.program(), wanted_by, toolbox)?;
        self.command.push(found.path);
        self.command.extend(interpreter.options().iter().map(|&option| option.to_owned()));
        self.readable.extend(found.readable);
        Ok(())
    }

    fn script(&mut self, path: &Path, interpreter: Interpreter, toolbox: &Toolbox) -> Result<(), BotError> {
        let name = file_name(path)?;
        self.interpreter(interpreter, path, toolbox)?;
        self.command.push(name.clone());
        self.files.push(ProgramFile { source: path.to_owned(), name, executable: false });
        Ok(())
    }

    fn finish(self, name: String) -> Result<Prepared, BotError> {
        let mut seen: HashMap<String, PathBuf> = HashMap::new();
        let mut files = Vec::new();
        for file in self.files {
            match seen.get(&file.name) {
                None => {
                    seen.insert(file.name.clone(), file.source.clone());
                    files.push(file);
                }
                Some(first) if fs::canonicalize(first).ok() == fs::canonicalize(&file.source).ok() => {}
                Some(first) => {
                    return Err(BotError::SameName {
                        name: file.name,
                        first: first.clone(),
                        second: file.source,
                    });
                }
            }
        }
        let program = Program { name, command: self.command, files, readable: self.readable };
        Ok(Prepared { program, _built: self.built })
    }
}

fn has_separator(word: &str) -> bool {
    word.contains(std::path::is_separator)
}

fn file_name(path: &Path) -> Result<String, BotError> {
    let name = path.file_name().and_then(|name| name.to_str());
    name.map(ToOwned::to_owned).ok_or_else(|| BotError::NameNotText { path: path.to_owned() })
}
