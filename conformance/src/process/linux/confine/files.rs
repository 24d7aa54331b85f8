//! Which files a bot may read, and which are its own.

use crate::process::area::Area;
use crate::process::error::{Doing, SandboxError};
use crate::process::linux::message::{Confinement, Text, View};
use crate::process::workplace::below_root;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// What programs of every kind need to read.
const SYSTEM: [&str; 17] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/etc",
    "/opt",
    "/nix/store",
    "/gnu/store",
    "/snap",
    "/proc",
    "/sys/fs/cgroup",
    "/sys/devices/system",
    "/sys/kernel/mm",
    "/dev/urandom",
];
/// What of `/etc` compilers and their like need.
const SETTINGS: [&str; 17] = [
    "/etc/alternatives",
    "/etc/ca-certificates",
    "/etc/gai.conf",
    "/etc/gitconfig",
    "/etc/group",
    "/etc/host.conf",
    "/etc/hosts",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/nsswitch.conf",
    "/etc/passwd",
    "/etc/pki",
    "/etc/resolv.conf",
    "/etc/ssl",
    "/etc/static",
];
/// Folders of it that begin like this hold the settings of a toolchain.
const TOOLS: [&str; 5] = ["java", "gcc", "clang", "python", "nodejs"];

/// Devices that hold nothing.
const DEVICES: [&str; 3] = ["/dev/null", "/dev/zero", "/dev/full"];

/// Where a bot in namespaces of its own finds its area. Chosen, not found: so
/// that paths in what a bot prints are the same in every run.
const PLACE: &str = "/run/botspec";

/// The files a bot may use.
#[derive(Debug)]
pub(super) struct Files {
    /// Its area, as it sees it.
    pub(super) area: PathBuf,
    /// More to read than the system's.
    pub(super) readable: Vec<PathBuf>,
    /// For a build: the folders of which it has copies.
    pub(super) places: Vec<PathBuf>,
    pub(super) is_build: bool,
    is_init: bool,
}

impl Files {
    pub(super) fn of(confinement: &Confinement, is_init: bool) -> Self {
        let area = if is_init { PathBuf::from(PLACE) } else { PathBuf::from(&confinement.area) };
        let readable = confinement.readable.iter().map(PathBuf::from).collect();
        let site = confinement.workplace.as_ref();
        let places = site.iter().flat_map(|site| &site.places).map(PathBuf::from).collect();
        Self { area, readable, places, is_build: site.is_some(), is_init }
    }

    /// Names of the area's folders, with what the bot knows them as.
    fn folders(&self) -> Vec<(&'static str, PathBuf)> {
        let seen_as = |name: &'static str| {
            let temporary = Area::TEMPORARY.iter().find(|(each, _)| *each == name && self.is_init);
            (name, temporary.map_or_else(|| self.area.join(name), |(_, path)| PathBuf::from(path)))
        };
        let more = Area::TEMPORARY.iter().filter(|(_, path)| self.is_init && Path::new(path).is_dir());
        let more = more.map(|(name, _)| *name).filter(|name| !Area::FOLDERS.contains(name));
        Area::FOLDERS.into_iter().chain(more).map(seen_as).collect()
    }

    /// The folders that the bot may write to.
    pub(super) fn writable(&self) -> Vec<PathBuf> {
        self.folders().into_iter().map(|(name, _)| self.area.join(name)).chain(self.copies()).collect()
    }

    /// The copies of a build's folders, in the order of their places.
    pub(super) fn copies(&self) -> impl Iterator<Item = PathBuf> {
        self.places.iter().map(|place| self.area.join("game").join(below_root(place)))
    }

    /// All that the bot may read and run.
    pub(super) fn readable(&self) -> Vec<PathBuf> {
        let random = ["/dev/random", "/dev/tty"];
        let is_shown = |path: &&str| !self.is_build || *path != "/etc";
        let system = SYSTEM.into_iter().filter(is_shown).chain(random).map(PathBuf::from);
        let settings = if self.is_build { settings() } else { Vec::new() };
        system.chain(settings).chain(self.readable.iter().cloned()).chain([self.area.clone()]).collect()
    }

    /// Devices that the bot may read and write.
    pub(super) fn devices(&self) -> Vec<PathBuf> {
        DEVICES.iter().map(PathBuf::from).collect()
    }

    /// What the host needs to know of the area.
    pub(super) fn view(&self) -> View {
        let folders =
            self.folders().into_iter().map(|(name, seen)| (name.to_owned(), Text::from(seen.as_path())));
        View { area: self.area.as_path().into(), folders: folders.collect() }
    }

    /// Makes the area's folders.
    pub(super) fn make(&self) -> Result<(), SandboxError> {
        for folder in self.writable() {
            std::fs::create_dir_all(&folder).doing("cannot make the bot's folders")?;
            std::fs::set_permissions(&folder, PermissionsExt::from_mode(0o755))
                .doing("cannot open the bot's folders")?;
        }
        Ok(())
    }
}

/// What a build may read of `/etc`.
fn settings() -> Vec<PathBuf> {
    let entries = std::fs::read_dir("/etc").into_iter().flatten().flatten();
    let tools = entries
        .filter(|entry| {
            entry.file_name().to_str().is_some_and(|name| TOOLS.iter().any(|tool| name.starts_with(tool)))
        })
        .map(|entry| entry.path());
    SETTINGS.iter().map(PathBuf::from).chain(tools).collect()
}
