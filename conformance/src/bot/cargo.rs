//! Building a folder that has a `Cargo.toml`, and finding the program wherever cargo puts it.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::bench::Bench;
use super::command::{BuildCommand, Readable};
use super::compile::shown_command;
use super::error::BotError;
use super::step::Step;

/// What `cargo metadata --no-deps` says.
#[derive(Debug, Deserialize)]
pub(super) struct Metadata {
    packages: Vec<Package>,
    #[serde(default)]
    workspace_default_members: Vec<String>,
    /// Where this package or its workspace is built.
    pub(super) target_directory: PathBuf,
    /// The folder of the workspace, or of the package.
    pub(super) workspace_root: PathBuf,
}

#[derive(Debug, Deserialize)]
struct Package {
    id: String,
    manifest_path: PathBuf,
    default_run: Option<String>,
    targets: Vec<Target>,
}

#[derive(Debug, Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

/// One line of `cargo build --message-format=json`.
#[derive(Debug, Deserialize)]
struct Message {
    reason: String,
    package_id: Option<String>,
    target: Option<Target>,
    executable: Option<PathBuf>,
    fresh: Option<bool>,
}

impl Package {
    fn binaries(&self) -> impl Iterator<Item = &str> {
        self.targets.iter().filter(|target| target.is_binary()).map(|target| target.name.as_str())
    }
}

impl Message {
    fn is_binary(&self) -> bool {
        self.target.as_ref().is_some_and(Target::is_binary)
    }

    /// Whether it is about this program.
    fn is_of(&self, package: &Package, binary: &str) -> bool {
        let is_named = self.target.as_ref().is_some_and(|target| target.name == binary);
        self.package_id.as_ref() == Some(&package.id) && is_named && self.is_binary()
    }
}

impl Target {
    fn is_binary(&self) -> bool {
        self.kind.iter().any(|kind| kind == "bin")
    }
}

/// Asks cargo about a folder, which it knows by this path.
///
/// # Errors
/// If there is no cargo, or it cannot make sense of the folder.
pub(super) fn metadata(folder: &Path, bench: &mut Bench<'_>) -> Result<Metadata, BotError> {
    let cargo = bench.toolbox.need("cargo", folder)?;
    let args = ["metadata", "--no-deps", "--format-version", "1"];
    let command: Vec<OsString> = std::iter::once(cargo.into()).chain(args.map(Into::into)).collect();
    let shown = "cargo metadata --no-deps --format-version 1";
    let printed =
        bench.run(BuildCommand { folder, words: &command, shown_as: shown, readable: Readable::Stderr })?;
    serde_json::from_slice(&printed.stdout).map_err(|error| BotError::BuildFailed {
        command: shown.to_owned(),
        why: format!("printed something that is not understood: {error}"),
        output: String::new(),
    })
}

/// Builds the bot's folder, which cargo knows by this path, and returns where its program is, by such a path too.
/// `wanted` is the name of the binary, where it is known.
///
/// # Errors
/// If there is no cargo, the build fails, or the folder does not have exactly one program (or a `default-run`).
pub(super) fn build(
    folder: &Path,
    wanted: Option<&str>,
    bench: &mut Bench<'_>,
    progress: &mut dyn FnMut(Step),
) -> Result<PathBuf, BotError> {
    let cargo = bench.toolbox.need("cargo", folder)?;
    let metadata = metadata(folder, bench)?;
    let (package, binary) = choose(&metadata, folder, wanted)?;

    let mut command: Vec<OsString> =
        vec![cargo.into(), "build".into(), "--release".into(), "--manifest-path".into()];
    command.extend([package.manifest_path.clone().into(), "--bin".into(), binary.into()]);
    let shown = shown_command(&["cargo", "build", "--release", "--bin", binary].map(Into::into));
    progress(Step::Building(shown.clone()));
    let messages = artifacts(folder, command, &shown, bench)?;
    if messages.iter().any(|message| message.fresh != Some(true)) {
        bench.has_news();
    }
    let mut own = messages.into_iter().filter(|message| message.is_of(package, binary));
    own.find_map(|message| message.executable)
        .ok_or_else(|| BotError::NothingBuilt { command: shown, expected: format!("program {binary}") })
}

/// Runs a `cargo build` of somebody else's, which `words` are, in a folder that cargo knows by this path, and returns where
/// its program is, by such a path too.
///
/// # Errors
/// If the build fails, makes no program, or several of which none is the folder's own or its `default-run`.
pub(super) fn build_as_told(
    folder: &Path,
    words: Vec<OsString>,
    shown: &str,
    bench: &mut Bench<'_>,
) -> Result<PathBuf, BotError> {
    let mut programs = artifacts(folder, words, shown, bench)?;
    programs.retain(|message| message.executable.is_some() && message.is_binary());
    if programs.len() > 1 {
        let metadata = metadata(folder, bench)?;
        let (package, binary) = choose(&metadata, folder, None)?;
        programs.retain(|message| message.is_of(package, binary));
    }
    let program = programs.into_iter().find_map(|message| message.executable);
    program
        .ok_or_else(|| BotError::NothingBuilt { command: shown.to_owned(), expected: "program".to_owned() })
}

/// Runs a `cargo build`, which messages name like this, and returns what cargo says that it has made.
fn artifacts(
    folder: &Path,
    mut words: Vec<OsString>,
    shown_as: &str,
    bench: &mut Bench<'_>,
) -> Result<Vec<Message>, BotError> {
    words.push("--message-format=json-render-diagnostics".into());
    let command = BuildCommand { folder, words: &words, shown_as, readable: Readable::Stderr };
    let printed = bench.run(command)?;
    let lines = printed.stdout.split(|&byte| byte == b'\n');
    let messages = lines.filter_map(|line| serde_json::from_slice::<Message>(line).ok());
    Ok(messages.filter(|message| message.reason == "compiler-artifact").collect())
}

/// The package and the binary that are meant: those of the folder itself, or of a workspace's default members.
fn choose<'a>(
    metadata: &'a Metadata,
    folder: &Path,
    wanted: Option<&str>,
) -> Result<(&'a Package, &'a str), BotError> {
    let manifest = folder.join("Cargo.toml");
    let same = |path: &Path| {
        path == manifest
            || matches!((fs::canonicalize(path), fs::canonicalize(&manifest)), (Ok(a), Ok(b)) if a == b)
    };
    let own: Vec<&Package> =
        metadata.packages.iter().filter(|package| same(&package.manifest_path)).collect();
    let packages = if own.is_empty() {
        let default = &metadata.workspace_default_members;
        metadata
            .packages
            .iter()
            .filter(|package| default.is_empty() || default.contains(&package.id))
            .collect()
    } else {
        own
    };
    let all: Vec<(&Package, &str)> =
        packages.iter().flat_map(|package| package.binaries().map(|name| (*package, name))).collect();
    let only = |name: &str| all.iter().find(|(_, binary)| *binary == name).copied();
    let default = packages.iter().find_map(|package| package.default_run.as_deref());
    match (wanted.and_then(only).or_else(|| default.and_then(only)), all.as_slice()) {
        (Some(chosen), _) | (None, &[chosen]) => Ok(chosen),
        (None, all) => Err(BotError::Binaries {
            manifest,
            names: all.iter().map(|(_, binary)| (*binary).to_owned()).collect(),
        }),
    }
}
