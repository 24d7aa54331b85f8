//! What the tests of the templates have at hand: a generator, a botspec, and a shell to run printed commands.
#![allow(dead_code, reason = "each test file uses its part")]

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

pub(crate) const LANGUAGES: [&str; 5] = ["rust", "python", "c", "cpp", "java"];

/// The repository.
pub(crate) fn repository() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(3).expect("conformance/tests/templates lies in the repository").to_owned()
}

/// The names of the games, from the tester's own list.
pub(crate) fn games() -> Vec<&'static str> {
    botspec::suite::Game::all().iter().map(|game| game.contest().name()).collect()
}

/// The compiler or interpreter that bots in this language need and this machine does not have.
pub(crate) fn missing_tool(language: &str) -> Option<&'static str> {
    let needed: &[&str] = match language {
        "rust" => &["cargo"],
        "python" => &["python3"],
        "c" => &["cc"],
        "cpp" => &["c++"],
        _ => &["javac", "java"],
    };
    needed.iter().find_map(|tool| missing_program(tool))
}

/// The program, if this machine does not have it.
pub(crate) fn missing_program(program: &'static str) -> Option<&'static str> {
    botspec::bot::Toolbox::from_env().find(program).is_none().then_some(program)
}

/// A folder for generated bots, and the programs that printed commands call by name.
pub(crate) struct Workbench {
    pub(crate) folder: TempDir,
    programs: PathBuf,
    /// Cargo's home, if it is not the user's own.
    cargo_home: Option<PathBuf>,
}

/// Settings of cargo: the SDK is compiled with each bot, in a quarter of the time if it is not made fast.
const CARGO_SETTINGS: &str = "[profile.release]\nopt-level = 0\n";

/// Makes a home for cargo that has these settings, and all else from the user's own; none if that has settings.
#[cfg(unix)]
fn cargo_home(folder: &Path) -> Option<PathBuf> {
    let usual = || std::env::home_dir().map(|home| home.join(".cargo"));
    let own = std::env::var_os("CARGO_HOME").map(PathBuf::from).or_else(usual)?;
    let has_settings = ["config.toml", "config"].iter().any(|name| own.join(name).exists());
    let entries = fs::read_dir(&own).ok().filter(|_| !has_settings)?;
    let home = folder.join("cargo-home");
    fs::create_dir(&home).expect("a new folder");
    for entry in entries.flatten() {
        std::os::unix::fs::symlink(entry.path(), home.join(entry.file_name())).expect("a new link");
    }
    fs::write(home.join("config.toml"), CARGO_SETTINGS).expect("a new file");
    Some(home)
}

#[cfg(not(unix))]
fn cargo_home(_: &Path) -> Option<PathBuf> {
    None
}

impl Workbench {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let programs = folder.path().join("programs");
        fs::create_dir(&programs).expect("a new folder");
        for (name, program) in [
            ("botspec", env!("CARGO_BIN_EXE_botspec-under-test")),
            ("cargo-generate", env!("CARGO_BIN_EXE_cargo-generate-under-test")),
        ] {
            let script = format!("#!/bin/sh\nexec '{program}' \"$@\"\n");
            let path = programs.join(name);
            fs::write(&path, script).expect("a new file");
            #[cfg(unix)]
            {
                use std::os::unix::fs::PermissionsExt as _;
                fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it is ours");
            }
        }
        let cargo_home = cargo_home(&programs);
        Self { folder, programs, cargo_home }
    }

    /// Where a generated bot lies.
    pub(crate) fn bot(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A command in the environment of an entrant: the programs on the path, one target folder for all Rust bots.
    pub(crate) fn command(&self, program: &str, folder: &Path) -> Command {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let paths = std::iter::once(self.programs.clone()).chain(std::env::split_paths(&path));
        let path: OsString = std::env::join_paths(paths).expect("no separator in a temporary folder's name");
        // Built once for all tests, and left there for the next run.
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("starters");
        let mut command = Command::new(program);
        command
            .current_dir(folder)
            .env("PATH", path)
            .env("CARGO_TARGET_DIR", target)
            .envs(self.cargo_home.iter().map(|home| ("CARGO_HOME", home)))
            .env("CARGO_NAME", "Ada")
            .env("CARGO_GENERATE_NO_TIP", "1")
            .env("NO_COLOR", "1")
            .stdin(Stdio::null());
        // What cargo says to the tests that it runs is not for the bots.
        for (name, _) in std::env::vars_os() {
            let name_text = name.to_string_lossy();
            if name_text.starts_with("CARGO_PKG_") || name_text.starts_with("CARGO_BIN_") {
                command.env_remove(&name);
            }
        }
        command
    }

    /// Generates a bot without asking anything, with the SDK of this repository.
    pub(crate) fn generate(&self, game: &str, name: &str, defines: &[(&str, &str)]) -> Output {
        let sdk = repository().join("sdk");
        self.generate_with_sdk(game, name, Some(sdk.to_str().expect("Unicode")), defines)
    }

    /// Generates a bot that has the SDK from elsewhere.
    pub(crate) fn generate_with_sdk(
        &self,
        game: &str,
        name: &str,
        sdk: Option<&str>,
        defines: &[(&str, &str)],
    ) -> Output {
        let repository = repository();
        let mut command = self.command("cargo-generate", self.folder.path());
        command.arg("generate").arg("--path").arg(repository.join("templates"));
        command.args([game, "--silent", "--name", name, "--destination"]).arg(self.folder.path());
        for (key, value) in sdk.map(|sdk| ("sdk", sdk)).iter().chain(defines) {
            command.arg("--define").arg(format!("{key}={value}"));
        }
        command.output().expect("cargo-generate starts")
    }

    /// Runs a line as a shell does.
    pub(crate) fn shell(&self, folder: &Path, line: &str) -> Output {
        self.command("sh", folder).args(["-e", "-c", line]).output().expect("sh starts")
    }
}

/// The lines of all `sh` blocks of a README.
pub(crate) fn printed_commands(readme: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let mut inside = false;
    for line in readme.lines() {
        match line {
            "```sh" => inside = true,
            "```" => inside = false,
            _ if inside && !line.trim().is_empty() => commands.push(line.to_owned()),
            _ => {}
        }
    }
    commands
}

/// What a program printed, for a failing test.
pub(crate) fn text(output: &Output) -> String {
    format!(
        "{}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// Every file below a folder, from there.
pub(crate) fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(inside) = folders.pop() {
        for entry in fs::read_dir(folder.join(&inside)).expect("a folder").flatten() {
            let path = inside.join(entry.file_name());
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if is_folder { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    files
}
