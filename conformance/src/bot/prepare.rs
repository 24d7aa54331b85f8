//! From a bot that was found to a program that can be put into a game folder.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::bench::Bench;
use super::cargo;
use super::command::{BuildCommand, Readable};
use super::compile::{compile, shown_command};
use super::error::BotError;
use super::executable;
use super::files;
use super::imports;
use super::interpreter;
use super::locate::{Bot, Extension, Interpreter, Kind};
use super::manifest::{Manifest, Placed, stays_inside};
use super::step::Step;
use super::toolbox::{Toolbox, is_executable};
use super::workshop::Workshop;
use crate::process::{KeptFiles, Program, ProgramFile, Protocol, Scratch};

/// So many files are looked for that a bot may lack.
const MAX_LEFT_BEHIND: usize = 1_000;

impl Bot {
    /// Builds what must be built and says how to run it.
    ///
    /// Where builds are confined, they are given copies of the sources and write nothing into the bot's own folder, but
    /// for what cargo has compiled, which is kept in `target/botspec`. Where they are not, `cargo` and the `build`
    /// command of a `bot.toml` work in the bot's own folder. Single sources are always compiled into a temporary one.
    ///
    /// # Errors
    /// If a compiler or interpreter is missing, the build fails, or there is nothing that this machine can start.
    pub fn prepare(
        &self,
        workshop: &Workshop<'_>,
        progress: &mut dyn FnMut(Step),
    ) -> Result<Program, BotError> {
        let mut lock = None;
        loop {
            let mut bench = Bench::open(self, workshop, lock.as_deref(), progress)?;
            match self.prepare_at(&mut bench, progress) {
                Err(error) if lock.is_none() && bench.lacks_dependencies(&error) => {
                    lock = Some(bench.fetch(progress)?);
                }
                prepared => {
                    bench.keep();
                    return prepared;
                }
            }
        }
    }

    fn prepare_at(&self, bench: &mut Bench<'_>, progress: &mut dyn FnMut(Step)) -> Result<Program, BotError> {
        let mut draft = Draft::default();
        let build = self.build().filter(|_| self.kind != Kind::Cargo || !self.build_is_cargo());
        if let Some(build) = build {
            let built = self.run_build(build, bench, progress)?;
            bench.has_news();
            if let Some((program, command)) = built {
                draft.program = Some(draft.made(&program, &command, bench)?);
            }
            let scratch = temporary()?;
            if let Some((folder, target)) = bench.harvest(scratch.path())? {
                draft.target = target;
                draft.built.push(scratch);
                let prepared = self.in_copy(&folder).assemble(self, draft, bench, progress);
                return prepared.map_err(|error| error.about(&folder, &self.folder));
            }
        }
        self.assemble(self, draft, bench, progress)
    }

    /// Says how to run what lies in its folder, which may be a copy of the `original`'s.
    fn assemble(
        &self,
        original: &Self,
        mut draft: Draft,
        bench: &mut Bench<'_>,
        progress: &mut dyn FnMut(Step),
    ) -> Result<Program, BotError> {
        match &self.kind {
            Kind::Executable(path) => {
                executable::check(path, bench.toolbox)?;
                draft.starts(path)?;
            }
            Kind::Script(path, interpreter) => draft.script(path, *interpreter, bench.toolbox)?,
            Kind::Source(path, language) => {
                let seen = bench.seen_from(&self.folder, path);
                let compiled = compile(path, &seen, *language, bench, progress)?;
                if compiled.file.executable {
                    executable::check(&compiled.file.source, bench.toolbox)?;
                } else {
                    draft.interpreter(Interpreter::Java, path, bench.toolbox)?;
                }
                draft.command.push(compiled.file.name.clone());
                draft.files.push(compiled.file);
                draft.built.push(compiled.folder);
            }
            Kind::Cargo => {
                let built = match draft.program.take() {
                    Some(built) => built,
                    None => draft.cargo(None, bench, progress)?,
                };
                executable::check(&built, bench.toolbox)?;
                draft.starts(&built)?;
            }
            Kind::Run => self.run(&mut draft, bench, progress)?,
        }
        if let Some(manifest) = &self.manifest {
            for entry in &manifest.files {
                files::collect(&self.folder, manifest, entry, &mut draft.files)?;
            }
        }
        imports::collect(&mut draft.files);
        draft.finish(original)
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

    /// Runs the manifest's build command. Where only cargo knows what that makes, returns where the program is, by a path
    /// as the build knows it, and the command as messages name it.
    fn run_build(
        &self,
        build: &[Placed<String>],
        bench: &mut Bench<'_>,
        progress: &mut dyn FnMut(Step),
    ) -> Result<Option<(PathBuf, String)>, BotError> {
        let words: Vec<OsString> = build.iter().map(|word| word.value.clone().into()).collect();
        let shown = shown_command(&words);
        let (first, rest) = build.split_first().expect("the manifest's reader refuses an empty command");
        let folder = bench.folder();
        let program = if has_separator(&first.value) {
            folder.join(&first.value)
        } else {
            self.find_tool(&first.value, bench.toolbox)?
        };
        progress(Step::Building(shown.clone()));
        let command: Vec<OsString> = std::iter::once(program.into())
            .chain(rest.iter().map(|word| word.value.clone().into()))
            .collect();
        if self.kind == Kind::Cargo {
            let program = cargo::build_as_told(&folder, command, &shown, bench)?;
            return Ok(Some((program, shown)));
        }
        let command =
            BuildCommand { folder: &folder, words: &command, shown_as: &shown, readable: Readable::All };
        bench.run(command)?;
        Ok(None)
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
        bench: &mut Bench<'_>,
        progress: &mut dyn FnMut(Step),
    ) -> Result<(), BotError> {
        let toolbox = bench.toolbox;
        let manifest = self.manifest.as_ref().expect("a bot is run by its manifest only if it has one");
        let run = manifest.run.as_deref().unwrap_or_default();
        let (first, rest) = run.split_first().expect("the manifest's reader refuses an empty command");
        let built = match self.build() {
            None if self.folder.join("Cargo.toml").is_file() => {
                let wanted = Path::new(&first.value).file_stem().and_then(|stem| stem.to_str());
                Some(draft.cargo(wanted, bench, progress)?)
            }
            _ => None,
        };
        let word = Path::new(&first.value);
        let in_folder = self.folder.join(word);
        if word.is_absolute() {
            if !is_executable(word) {
                let problem = format!("{} is missing, or not a program", first.value.escape_debug());
                return Err(manifest.fault("run", first.place, problem));
            }
            draft.command.push(first.value.clone());
        } else if !has_separator(&first.value) && !in_folder.is_file() {
            let found = interpreter::find(&first.value, &manifest.file, toolbox)?;
            draft.command.push(found.path);
            draft.readable.extend(found.readable);
        } else {
            let program = self.own_program(manifest, first, built, draft.target.as_deref(), bench)?;
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
        target_copy: Option<&Path>,
        bench: &mut Bench<'_>,
    ) -> Result<PathBuf, BotError> {
        let path = Path::new(&word.value);
        if let Some(built) = built.filter(|built| built.file_stem() == path.file_stem()) {
            return Ok(built);
        }
        let mut targets = Vec::new();
        let mut candidates = vec![self.folder.join(path)];
        let target = path.components().position(|part| part == Component::Normal("target".as_ref()));
        if let Some(position) = target.filter(|_| self.folder.join("Cargo.toml").is_file()) {
            // In a workspace the target folder is the workspace's: the usual one, though users may have another.
            let target = match target_copy {
                Some(copy) => copy.to_owned(),
                None => {
                    let metadata = cargo::metadata(&bench.folder(), bench)?;
                    targets.push(metadata.workspace_root.join("target"));
                    metadata.target_directory
                }
            };
            candidates.push(target.join(path.components().skip(position + 1).collect::<PathBuf>()));
            targets.push(target);
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
        let mut targets = targets.iter().filter_map(|target| fs::canonicalize(target).ok());
        if !targets.any(|target| real.starts_with(target)) {
            files::check_inside(&self.folder, &program, manifest, "run", word)?;
        }
        Ok(program)
    }
}

/// A program in the making.
#[derive(Default)]
struct Draft {
    command: Vec<String>,
    files: Vec<ProgramFile>,
    readable: Vec<PathBuf>,
    /// Where all that was built lies, until it is copied.
    built: Vec<Scratch>,
    /// A copy of cargo's target folder.
    target: Option<PathBuf>,
    /// What a `cargo build` of the manifest has made.
    program: Option<PathBuf>,
}

impl Draft {
    /// Builds with cargo and returns where the program is.
    fn cargo(
        &mut self,
        wanted: Option<&str>,
        bench: &mut Bench<'_>,
        progress: &mut dyn FnMut(Step),
    ) -> Result<PathBuf, BotError> {
        let program = cargo::build(&bench.folder(), wanted, bench, progress)?;
        self.made(&program, "cargo build --release", bench)
    }

    /// Where the program can be read that this command has made.
    fn made(&mut self, program: &Path, command: &str, bench: &Bench<'_>) -> Result<PathBuf, BotError> {
        let scratch = temporary()?;
        let built = bench.file(program, scratch.path())?;
        self.built.push(scratch);
        built.ok_or_else(|| BotError::NothingBuilt {
            command: command.to_owned(),
            expected: program.display().to_string(),
        })
    }

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

    fn finish(self, bot: &Bot) -> Result<Program, BotError> {
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
        let left_behind = left_behind(&bot.folder, &files);
        let (name, readable, protocol) = (bot.name(), self.readable, Protocol::Contest);
        let command = self.command;
        let mut program = Program { name, command, files, readable, left_behind, protocol, kept: None };
        keep(&mut program)?;
        Ok(program)
    }
}

/// Copies those of its files that are not kept yet: others may write to them meanwhile, and what is judged is one program
/// from beginning to end, whatever is compiled anew beside it. Nobody else has the program by then.
pub(super) fn keep(program: &mut Program) -> Result<(), BotError> {
    if program.files.is_empty() {
        return Ok(());
    }
    let failed = |error| BotError::machine("cannot copy the bot's files", &error);
    let mut kept = match program.kept.take().and_then(Arc::into_inner) {
        Some(kept) => kept,
        None => KeptFiles::new().map_err(failed)?,
    };
    for file in &program.files {
        if !kept.has(&file.name) {
            let unreadable = |error| BotError::unreadable(&file.source, &error);
            kept.add(&file.name, &mut fs::File::open(&file.source).map_err(unreadable)?).map_err(failed)?;
        }
    }
    program.kept = Some(Arc::new(kept));
    Ok(())
}

/// The files directly in the bot's folder that are not given to it, but for what it is made from.
fn left_behind(folder: &Path, files: &[ProgramFile]) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().take(MAX_LEFT_BEHIND);
    let names = entries
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()))
        .filter_map(|entry| entry.file_name().into_string().ok());
    let is_source = |name: &str| matches!(Extension::of(Path::new(name)), Some(Extension::Source(_)));
    let is_given = |name: &str| files.iter().any(|file| file.name == name);
    let mut names: Vec<String> = names.filter(|name| !is_source(name) && !is_given(name)).collect();
    names.sort();
    names
}

fn temporary() -> Result<Scratch, BotError> {
    Scratch::new().map_err(|error| BotError::machine("cannot make a temporary folder", &error))
}

fn has_separator(word: &str) -> bool {
    word.contains(std::path::is_separator)
}

fn file_name(path: &Path) -> Result<String, BotError> {
    let name = path.file_name().and_then(|name| name.to_str());
    name.map(ToOwned::to_owned).ok_or_else(|| BotError::NameNotText { path: path.to_owned() })
}
