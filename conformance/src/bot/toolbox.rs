//! Compilers and interpreters: where they are, and what to say if they are not.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::error::BotError;

/// Where to look for tools, which compilers to use, and how long a build may take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Toolbox {
    /// The folders to look in, as in the environment variable `PATH`.
    pub path: OsString,
    /// The C compiler, if not `cc`: a program, and perhaps arguments, as in the variable `CC`.
    pub cc: Option<OsString>,
    /// The C++ compiler, if not `c++`, as in the variable `CXX`.
    pub cxx: Option<OsString>,
    /// How long one build command may take.
    pub limit: Duration,
}

/// A program that some bots need.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tool {
    /// Its name, to look for in `PATH`.
    pub program: &'static str,
    /// What it is needed for.
    pub used_for: &'static str,
    /// What to do if it is missing.
    pub install: &'static str,
}

/// Every tool that botspec itself may look for.
pub static TOOLS: [Tool; 8] = [
    Tool {
        program: "python3",
        used_for: "running .py",
        install: "install Python 3 (python.org, or your system's package python3) or put its folder on PATH",
    },
    Tool {
        program: "java",
        used_for: "running .jar and .java",
        install: "install Java (adoptium.net, or your system's package default-jdk) or put its folder on PATH",
    },
    Tool {
        program: "node",
        used_for: "running .js",
        install: "install Node.js (nodejs.org, or your system's package nodejs) or put its folder on PATH",
    },
    Tool {
        program: "cc",
        used_for: "compiling .c",
        install: "install a C compiler (your system's package gcc or clang), or name one in the variable CC",
    },
    Tool {
        program: "c++",
        used_for: "compiling .cpp",
        install: "install a C++ compiler (your system's package g++ or clang), or name one in the variable CXX",
    },
    Tool {
        program: "javac",
        used_for: "compiling .java",
        install: "install a Java development kit (adoptium.net, or your system's package default-jdk); a runtime alone cannot compile",
    },
    Tool {
        program: "rustc",
        used_for: "compiling .rs",
        install: "install Rust (rustup.rs) or put ~/.cargo/bin on PATH",
    },
    Tool {
        program: "cargo",
        used_for: "building folders with Cargo.toml",
        install: "install Rust (rustup.rs) or put ~/.cargo/bin on PATH",
    },
];

impl Toolbox {
    /// No build takes longer, unless asked for.
    pub const LIMIT: Duration = Duration::from_secs(600);

    /// The tools that this process's environment names.
    #[must_use]
    pub fn from_env() -> Self {
        let set = |name| env::var_os(name).filter(|value: &OsString| !value.is_empty());
        Self {
            path: env::var_os("PATH").unwrap_or_default(),
            cc: set("CC"),
            cxx: set("CXX"),
            limit: Self::LIMIT,
        }
    }

    /// The program of this name that a shell would start, as an absolute path.
    #[must_use]
    pub fn find(&self, program: impl AsRef<OsStr>) -> Option<PathBuf> {
        let program = Path::new(program.as_ref());
        if program.components().count() > 1 || program.is_absolute() {
            return absolute(program).filter(|path| is_executable(path));
        }
        env::split_paths(&self.path)
            .filter_map(|folder| absolute(&folder.join(program)))
            .flat_map(|path| [path.with_added_suffix(env::consts::EXE_SUFFIX), path])
            .find(|path| is_executable(path))
    }

    /// The absolute path of a tool that `wanted_by` needs.
    ///
    /// # Errors
    /// If it is not there, with how to install it.
    pub(super) fn need(&self, program: impl AsRef<OsStr>, wanted_by: &Path) -> Result<PathBuf, BotError> {
        let program = program.as_ref();
        self.find(program).ok_or_else(|| {
            let known = TOOLS.iter().find(|tool| program == tool.program);
            let install = known.map_or("install it, or put its folder on PATH", |tool| tool.install);
            BotError::ToolMissing {
                tool: program.to_string_lossy().into_owned(),
                wanted_by: wanted_by.to_owned(),
                install: install.to_owned(),
            }
        })
    }

    /// The compilers that the user's environment names.
    pub(super) fn named_compilers(&self) -> impl Iterator<Item = PathBuf> {
        [("cc", &self.cc), ("c++", &self.cxx)].into_iter().filter(|(_, named)| named.is_some()).filter_map(
            |(usual, _)| {
                Some(PathBuf::from(self.compiler(usual, Path::new(usual)).ok()?.into_iter().next()?))
            },
        )
    }

    /// A compiler: the program, then the arguments that the user's environment adds.
    pub(super) fn compiler(&self, usual: &str, wanted_by: &Path) -> Result<Vec<OsString>, BotError> {
        let named = match usual {
            "cc" => self.cc.as_ref(),
            "c++" => self.cxx.as_ref(),
            _ => None,
        };
        let words: Vec<OsString> = match named {
            None => vec![usual.into()],
            // A path with a blank in it, or a command with arguments.
            Some(whole) if self.find(whole).is_some() => vec![whole.clone()],
            Some(words) => words.to_str().map_or_else(
                || vec![words.clone()],
                |words| words.split_whitespace().map(OsString::from).collect(),
            ),
        };
        let (program, args) = words.split_first().map_or((OsStr::new(usual), [].as_slice()), |(p, a)| (p, a));
        let mut command = vec![self.need(program, wanted_by)?.into_os_string()];
        command.extend(args.iter().cloned());
        Ok(command)
    }
}

fn absolute(path: &Path) -> Option<PathBuf> {
    std::path::absolute(path).ok()
}

trait WithAddedSuffix {
    fn with_added_suffix(&self, suffix: &str) -> PathBuf;
}

impl WithAddedSuffix for PathBuf {
    fn with_added_suffix(&self, suffix: &str) -> PathBuf {
        let mut name = self.clone().into_os_string();
        name.push(suffix);
        name.into()
    }
}

/// Whether a regular file may be executed by somebody.
#[cfg(unix)]
pub(super) fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    path.metadata().is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

/// Whether there is a regular file with an extension that the system starts.
#[cfg(not(unix))]
pub(super) fn is_executable(path: &Path) -> bool {
    let known = |extension: &OsStr| {
        ["exe", "com", "bat", "cmd"].iter().any(|known| extension.eq_ignore_ascii_case(known))
    };
    path.is_file() && path.extension().is_some_and(known)
}
