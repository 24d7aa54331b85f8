//! One build: its commands run one after the other in one place, which is gone afterwards.
//!
//! A confined build has copies of the sources, knows them by their own paths, and sees the tools. What it has made
//! is copied out when nothing of it runs any more; nothing that it leaves is followed to somewhere else.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use super::cache;
use super::command::{self, BuildCommand, Collected, Printed, Readable};
use super::copying::{Bounds, Copying, own, without_links};
use super::error::BotError;
use super::fetch;
use super::files::short_text;
use super::locate::{Bot, Kind};
use super::sources::{fill, is_left_behind, place, uncopied};
use super::step::Step;
use super::toolbox::{TOOLS, Toolbox};
use super::toolchain;
use super::workshop::Workshop;
use super::workspace::{outside, workspace_root};
use crate::process::{Area, Ending, Launch, Sandbox, SandboxError, Workplace};

/// What a build leaves in its folder.
const MADE: Bounds = Bounds { entries: 100_000, bytes: 2 << 30 };

/// Where a build is done.
pub(super) struct Bench<'a> {
    pub(super) toolbox: &'a Toolbox,
    /// The bot's own folder: its real path, where it is confined.
    folder: PathBuf,
    confined: Option<Confined>,
}

struct Confined {
    /// Away only while something runs in it.
    cell: Option<Sandbox>,
    variables: Vec<(OsString, OsString)>,
    /// The folders of which the build has copies. The first is that of the bot, or of its workspace.
    roots: Vec<PathBuf>,
    /// Whether cargo builds it, or may.
    is_cargos: bool,
    /// Whether something was compiled that was not there before.
    has_news: bool,
}

impl<'a> Bench<'a> {
    /// A place for building a bot. `lock` is the `Cargo.lock` to build it with, if not its own.
    ///
    /// # Errors
    /// If the sources are too much to copy, or lie where a strictly confined build may not read.
    pub(super) fn open(
        bot: &Bot,
        workshop: &'a Workshop<'_>,
        lock: Option<&str>,
        progress: &mut dyn FnMut(Step),
    ) -> Result<Self, BotError> {
        let toolbox = &workshop.toolbox;
        let open = |folder: &Path| Self { toolbox, folder: folder.to_owned(), confined: None };
        let Some(host) = workshop.host.filter(|_| bot.needs_building()) else { return Ok(open(&bot.folder)) };
        let folder =
            fs::canonicalize(&bot.folder).map_err(|error| BotError::unreadable(&bot.folder, &error))?;
        let is_cargos = !matches!(bot.kind, Kind::Source(..)) && folder.join("Cargo.toml").is_file();
        let root = if is_cargos { workspace_root(&folder) } else { folder.clone() };
        let mut roots = vec![root];
        if is_cargos {
            for more in outside(&roots[0], &folder) {
                if host.is_strict() {
                    return Err(BotError::LiesOutside { folder, path: more });
                }
                progress(Step::Showing(more.clone()));
                roots.push(more);
            }
        }
        let own_lock = short_text(&roots[0].join("Cargo.lock"), fetch::MAX_LOCK).filter(|_| is_cargos);
        let programs = TOOLS.iter().filter_map(|tool| toolbox.find(tool.program));
        let programs: Vec<PathBuf> = programs.chain(toolbox.named_compilers()).collect();
        let mut readable = toolchain::readable(toolbox, &programs, lock.or(own_lock.as_deref()));
        if workshop.network {
            // Often a link to where services keep it.
            readable.extend(fs::canonicalize("/etc/resolv.conf"));
        }
        let workplace = Workplace { readable, places: roots.clone(), network: workshop.network };
        let Some(cell) = host.workplace(&workplace).map_err(unopened)? else { return Ok(open(&bot.folder)) };
        let target = is_cargos.then(|| cell.area().place(&roots[0]).1.join("target"));
        let variables = toolchain::environment(toolbox, cell.area(), workshop.network, target.as_deref());
        fill(cell.area(), bot, &folder, &roots)?;
        if is_cargos {
            let copy = place(cell.area(), &roots[0]);
            cache::restore(&roots[0], &copy, cell.area().owner());
            if let Some(lock) = lock {
                let path = copy.join("Cargo.lock");
                fs::write(&path, lock)
                    .and_then(|()| own(&path, cell.area().owner()))
                    .map_err(|error| BotError::machine("cannot write a Cargo.lock", &error))?;
            }
        }
        let confined = Confined { cell: Some(cell), variables, roots, is_cargos, has_news: false };
        Ok(Self { toolbox, folder, confined: Some(confined) })
    }

    /// Runs a command in one of the bot's folders.
    ///
    /// # Errors
    /// As [`command::run`].
    pub(super) fn run(&mut self, command: BuildCommand<'_>) -> Result<Printed, BotError> {
        match &mut self.confined {
            None => command::run(self.toolbox, command),
            Some(confined) => confined.run(self.toolbox, command),
        }
    }

    /// The bot's folder as the build knows it.
    pub(super) fn folder(&self) -> PathBuf {
        self.seen(&self.folder)
    }

    /// A path in the bot's folder, which need not be its real one, as the build knows it.
    pub(super) fn seen_from(&self, folder: &Path, path: &Path) -> PathBuf {
        match path.strip_prefix(folder) {
            Ok(inside) if self.confined.is_some() => self.folder().join(inside),
            _ => path.to_owned(),
        }
    }

    fn seen(&self, path: &Path) -> PathBuf {
        self.confined.as_ref().map_or_else(|| path.to_owned(), |confined| confined.area().place(path).1)
    }

    /// A folder for what a compiler makes, as the build knows it: `scratch` itself if it is not confined.
    pub(super) fn output(&self, scratch: &Path) -> PathBuf {
        self.confined
            .as_ref()
            .map_or_else(|| scratch.to_owned(), |confined| confined.area().seen("elsewhere"))
    }

    /// Makes an empty folder in the one for what a compiler makes, where the build knows it by this path.
    ///
    /// # Errors
    /// If it cannot be made.
    pub(super) fn make_folder(&self, seen: &Path) -> Result<(), BotError> {
        let machine = |error: std::io::Error| BotError::machine("cannot make a folder for a build", &error);
        let Some(confined) = &self.confined else { return fs::create_dir(seen).map_err(machine) };
        let output = self.output(Path::new(""));
        let real = confined.real(&output).zip(seen.strip_prefix(&output).ok());
        let gone = || BotError::Machine { problem: "the folder for a build is gone".to_owned() };
        let (real, name) = real.ok_or_else(gone)?;
        let folder = real.join(name);
        fs::create_dir(&folder).and_then(|()| own(&folder, confined.area().owner())).map_err(machine)
    }

    /// Where a file that the build has made can be read: `scratch` has a copy of it if the build is confined. `None`
    /// if there is no such file, or a link leads there.
    ///
    /// # Errors
    /// If it cannot be copied.
    pub(super) fn file(&self, seen: &Path, scratch: &Path) -> Result<Option<PathBuf>, BotError> {
        let Some(confined) = &self.confined else { return Ok(seen.is_file().then(|| seen.to_owned())) };
        let Some(made) = confined.real(seen).filter(|path| path.is_file()) else { return Ok(None) };
        let copy = scratch.join(seen.file_name().unwrap_or_default());
        fs::copy(made, &copy).map_err(|error| BotError::machine("cannot copy what was built", &error))?;
        Ok(Some(copy))
    }

    /// The same for a folder and all that is in it.
    ///
    /// # Errors
    /// If it is too much, or cannot be copied.
    pub(super) fn folder_of(&self, seen: &Path, scratch: &Path) -> Result<PathBuf, BotError> {
        let Some(confined) = &self.confined else { return Ok(seen.to_owned()) };
        let copy = scratch.join(seen.file_name().unwrap_or_default());
        let made = confined.real(seen);
        let made = made.ok_or_else(|| BotError::Machine { problem: "what was built is gone".to_owned() })?;
        let copying = Copying { bounds: MADE, owner: None, skips: &is_left_behind };
        copying.copy(&made, &copy).map_err(|error| uncopied(&self.folder, error))?;
        Ok(copy)
    }

    /// The bot's folder and cargo's target folder with all that the build has made in them, copied into `scratch`;
    /// `None` if the build was done in the bot's own folder.
    ///
    /// # Errors
    /// As [`folder_of`](Self::folder_of).
    pub(super) fn harvest(&self, scratch: &Path) -> Result<Option<(PathBuf, Option<PathBuf>)>, BotError> {
        let Some(confined) = &self.confined else { return Ok(None) };
        let folder = self.folder_of(&self.folder(), scratch)?;
        let target = self.seen(&confined.roots[0]).join("target");
        if !confined.is_cargos || confined.real(&target).is_none_or(|target| !target.is_dir()) {
            return Ok(Some((folder, None)));
        }
        let apart = scratch.join("workspace");
        fs::create_dir(&apart)
            .map_err(|error| BotError::machine("cannot make a temporary folder", &error))?;
        Ok(Some((folder, Some(self.folder_of(&target, &apart)?))))
    }

    /// Something was compiled that was not there before.
    pub(super) fn has_news(&mut self) {
        if let Some(confined) = &mut self.confined {
            confined.has_news = true;
        }
    }

    /// Keeps what cargo has compiled for the next time.
    pub(super) fn keep(&self) {
        let is_worth_it =
            |confined: &&Confined| confined.cell.is_some() && confined.is_cargos && confined.has_news;
        if let Some(confined) = self.confined.as_ref().filter(is_worth_it) {
            cache::keep(&confined.roots[0], &place(confined.area(), &confined.roots[0]));
        }
    }

    /// Whether a build that failed did so because cargo has not fetched what it needs.
    pub(super) fn lacks_dependencies(&mut self, error: &BotError) -> bool {
        let is_cargos = self.confined.as_ref().is_some_and(|confined| confined.is_cargos);
        let Some(cargo) = self.toolbox.find("cargo").filter(|_| is_cargos && error.is_build_failure()) else {
            return false;
        };
        let words = ["metadata", "--format-version", "1", "--offline"];
        let command: Vec<OsString> = [cargo.into()].into_iter().chain(words.map(Into::into)).collect();
        let folder = self.folder();
        let words = command.as_slice();
        let asks =
            BuildCommand { folder: &folder, words, shown_as: "cargo metadata", readable: Readable::Stderr };
        self.run(asks).is_err()
    }

    /// Fetches what cargo needs to build it, and returns the `Cargo.lock` that says what that is. Runs nothing that
    /// comes with the bot.
    ///
    /// # Errors
    /// If it cannot be had.
    pub(super) fn fetch(&self, progress: &mut dyn FnMut(Step)) -> Result<String, BotError> {
        let roots = self.confined.iter().flat_map(|confined| confined.roots.clone()).collect::<Vec<_>>();
        progress(Step::Fetching);
        fetch::fetch(self.toolbox, &self.folder, &roots)
    }
}

impl Confined {
    fn area(&self) -> &Area {
        self.cell.as_ref().expect("a build's cell is there but while it runs").area()
    }

    fn run(&mut self, toolbox: &Toolbox, command: BuildCommand<'_>) -> Result<Printed, BotError> {
        let (program, args) = command.parts()?;
        let launch = Launch {
            program: program.into(),
            args: args.to_vec(),
            current_dir: command.folder.to_owned(),
            env: self.variables.clone(),
        };
        let Some(cell) = self.cell.take() else {
            return Err(BotError::Machine { problem: "the place for building is gone".to_owned() });
        };
        let mut stdout = Collected::default();
        let running = cell.start(&launch).map_err(lost)?;
        let (finished, cell) =
            running.finish(toolbox.limit, &mut |bytes| stdout.add(bytes, command::MAX_KEPT)).map_err(lost)?;
        // Where copies have other paths than their originals.
        let prefix = (!cell.area().is_bounded()).then(|| cell.area().bot_path().join("game"));
        self.cell = Some(cell);
        let failure = match finished.ending {
            Ending::Exited(0) => None,
            Ending::Exited(status) => Some(format!("failed with exit status {status}")),
            Ending::Signalled(signal) => Some(format!("was ended by signal {signal}")),
            Ending::Interrupted => return Err(BotError::Interrupted),
            Ending::NotStarted(why) => Some(format!("could not be started: {why}")),
            _ => Some(command::overran(toolbox.limit)),
        };
        command.conclude(failure, stdout, finished.stderr.into()).map_err(|error| match prefix {
            Some(prefix) => error.with_output(|text| text.replace(&prefix.display().to_string(), "")),
            None => error,
        })
    }

    /// Where this process finds what the build knows by a path, if no link leads there.
    fn real(&self, seen: &Path) -> Option<PathBuf> {
        let area = self.area();
        let inside = match seen.strip_prefix(area.bot_path()) {
            Ok(inside) => inside.to_owned(),
            Err(_) => area.place(seen).0,
        };
        without_links(area.host_path(), &inside).ok()
    }
}

fn unopened(error: SandboxError) -> BotError {
    BotError::Machine { problem: format!("cannot make a place for building: {error}") }
}

fn lost(error: SandboxError) -> BotError {
    BotError::Machine { problem: format!("cannot run a build: {error}") }
}
