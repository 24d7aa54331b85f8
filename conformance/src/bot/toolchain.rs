//! What a confined build sees of the tools that this user has, and which variables it gets.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use super::command::PLAIN_OUTPUT;
use super::toolbox::Toolbox;
use crate::process::Area;

/// Variables that tell builds what to do, and nothing secret.
const PASSED_ON: [&str; 26] = [
    "CC",
    "CXX",
    "CPP",
    "AR",
    "LD",
    "CFLAGS",
    "CXXFLAGS",
    "CPPFLAGS",
    "LDFLAGS",
    "LIBRARY_PATH",
    "LD_LIBRARY_PATH",
    "CPATH",
    "C_INCLUDE_PATH",
    "CPLUS_INCLUDE_PATH",
    "PKG_CONFIG_PATH",
    "RUSTFLAGS",
    "RUSTUP_TOOLCHAIN",
    "CARGO_BUILD_JOBS",
    "CARGO_INCREMENTAL",
    "JAVA_HOME",
    "PYENV_ROOT",
    "PYENV_VERSION",
    "NODE_PATH",
    "GOROOT",
    "SOURCE_DATE_EPOCH",
    "TZ",
];
/// These also, for a build that may use the network.
const OF_THE_NETWORK: [&str; 7] =
    ["http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "SSL_CERT_FILE"];
/// Homes of toolchains: the variable that names one, and where it usually is in the user's home folder.
const HOMES: [(&str, Option<&str>); 6] = [
    ("RUSTUP_HOME", Some(".rustup")),
    ("PYENV_ROOT", Some(".pyenv")),
    ("SDKMAN_DIR", Some(".sdkman")),
    ("ASDF_DATA_DIR", Some(".asdf")),
    ("GOROOT", None),
    ("JAVA_HOME", None),
];
/// What of cargo's home builds may read: not what it keeps for logging in.
const OF_CARGO: [&str; 4] = ["bin", "registry", "config.toml", "config"];
/// What of a folder belongs to the programs in its `bin`: it may hold much else.
const PARTS: [&str; 9] =
    ["bin", "lib", "lib64", "libexec", "include", "conf", "jmods", "release", "share/pyenv"];

/// Where cargo keeps its programs and what it has fetched.
pub(super) fn cargo_home() -> Option<PathBuf> {
    home_of("CARGO_HOME", Some(".cargo"))
}

fn home_of(variable: &str, usual: Option<&str>) -> Option<PathBuf> {
    let named = env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    named.or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(usual?))).filter(|path| path.is_absolute())
}

/// Files and folders that tools need, beyond the system's: those of `programs`, and what is usual.
pub(super) fn readable(toolbox: &Toolbox, programs: &[PathBuf], lock: Option<&str>) -> Vec<PathBuf> {
    let cargo = cargo_home();
    let is_cargos = |path: &Path| cargo.as_ref().is_some_and(|home| path.starts_with(home));
    let mut paths: Vec<PathBuf> =
        HOMES.iter().filter_map(|(variable, usual)| home_of(variable, *usual)).collect();
    if let Some(home) = &cargo {
        paths.extend(OF_CARGO.iter().map(|part| home.join(part)));
        paths.extend(lock.into_iter().flat_map(|lock| repositories(home, lock)));
    }
    let real = programs.iter().filter_map(|program| fs::canonicalize(program).ok());
    let programs: Vec<PathBuf> = real.chain(programs.iter().cloned()).collect();
    let folders = programs.iter().filter_map(|program| program.parent().map(Path::to_owned));
    let folders = folders.chain(env::split_paths(&toolbox.path)).filter(|path| path.is_absolute());
    paths.extend(folders.flat_map(parts).filter(|path| !is_cargos(path)));
    paths.extend(programs.into_iter().filter(|path| !is_cargos(path)));
    paths.retain(|path| path.exists());
    paths.sort();
    // What is in another of them needs no mention.
    paths.dedup_by(|path, before| path.starts_with(before));
    paths
}

/// What belongs to the programs in a folder.
fn parts(folder: PathBuf) -> Vec<PathBuf> {
    let is_bin =
        folder.file_name().is_some_and(|name| ["bin", "sbin", "shims"].iter().any(|bin| name == *bin));
    match folder.parent().filter(|_| is_bin) {
        Some(prefix) => PARTS.iter().map(|part| prefix.join(part)).chain([folder.clone()]).collect(),
        None => Vec::new(),
    }
}

/// What cargo has fetched of the repositories that a `Cargo.lock` names.
fn repositories(cargo_home: &Path, lock: &str) -> Vec<PathBuf> {
    let names: Vec<String> = lock
        .lines()
        .filter_map(|line| line.trim().strip_prefix("source = \"git+"))
        .filter_map(|url| url.split(['?', '#', '"']).next()?.trim_end_matches('/').rsplit('/').next())
        .map(|name| name.trim_end_matches(".git").to_lowercase())
        .collect();
    let is_named = |folder: &OsStr| {
        let folder = folder.to_string_lossy().to_lowercase();
        folder.rsplit_once('-').is_some_and(|(name, _)| names.iter().any(|each| each == name))
    };
    ["git/db", "git/checkouts"]
        .iter()
        .flat_map(|part| fs::read_dir(cargo_home.join(part)).into_iter().flatten().flatten())
        .filter(|entry| is_named(&entry.file_name()))
        .map(|entry| entry.path())
        .collect()
}

/// All variables of a build in this area. `target` is where cargo is to build.
pub(super) fn environment(
    toolbox: &Toolbox,
    area: &Area,
    network: bool,
    target: Option<&Path>,
) -> Vec<(OsString, OsString)> {
    let mut all: Vec<(OsString, OsString)> = Vec::new();
    let passed = PASSED_ON.iter().chain(if network { OF_THE_NETWORK.as_slice() } else { &[] });
    all.extend(passed.filter_map(|name| Some((name.into(), env::var_os(name)?))));
    let profiles = env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("CARGO_PROFILE_"));
    all.extend(profiles);
    let mut set = |name: &str, value: OsString| all.push((name.into(), value));
    set("PATH", toolbox.path.clone());
    set("HOME", area.seen("home").into());
    for name in ["TMPDIR", "TEMP", "TMP"] {
        set(name, area.seen("tmp").into());
    }
    let somebody = [("USER", "bot"), ("LOGNAME", "bot"), ("LANG", "C.UTF-8"), ("SHELL", "/bin/sh")];
    for (name, value) in somebody.into_iter().chain(PLAIN_OUTPUT) {
        set(name, value.into());
    }
    if let Some(home) = cargo_home() {
        set("CARGO_HOME", home.into());
    }
    if let Some(home) = home_of("RUSTUP_HOME", Some(".rustup")) {
        set("RUSTUP_HOME", home.into());
    }
    if !network {
        set("CARGO_NET_OFFLINE", "true".into());
    }
    if let Some(target) = target {
        set("CARGO_TARGET_DIR", target.into());
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repositories_are_those_of_the_lock() {
        let home = tempfile::tempdir().unwrap();
        for name in ["tools-0123456789abcdef", "my-private-0123456789abcdef", "sdk-0123456789abcdef"] {
            fs::create_dir_all(home.path().join("git/db").join(name)).unwrap();
        }
        let lock = "[[package]]\nname = \"x\"\nsource = \"git+https://host/a/Tools.git?rev=1#0123\"\n\
                    [[package]]\nsource = \"git+https://host/private#01\"\n\
                    [[package]]\nsource = \"registry+https://host/sdk\"\n";
        assert_eq!(repositories(home.path(), lock), [home.path().join("git/db/tools-0123456789abcdef")]);
    }

    #[test]
    fn of_cargos_home_nothing_secret_is_shown() {
        let toolbox = Toolbox::from_env();
        let programs: Vec<PathBuf> = ["cargo", "cc"].iter().filter_map(|tool| toolbox.find(tool)).collect();
        let paths = readable(&toolbox, &programs, None);
        let home = cargo_home().unwrap();
        let credentials = home.join("credentials.toml");
        assert!(paths.iter().all(|path| !credentials.starts_with(path)), "{paths:?}");
    }
}
