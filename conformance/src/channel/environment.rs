//! The environment variables a bot gets.

use crate::process::Area;
use std::ffi::OsString;

/// Which variables a bot gets. None is inherited but those named here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Environment {
    /// `PATH` and where interpreters are found, a home and temporary folders of its own, the C locale with UTF-8,
    /// and how much memory Java has.
    #[default]
    Normal,
    /// `PATH` and where interpreters are found, and how much memory Java has, which are no business of the bot's; nothing else.
    OnlyPath,
    /// The normal ones, and these, which win.
    With(Vec<(String, String)>),
}

/// Variables that tell interpreters where they are installed.
const PASSED_ON: [&str; 6] =
    ["PATH", "JAVA_HOME", "PYENV_ROOT", "PYENV_VERSION", "RBENV_ROOT", "ASDF_DATA_DIR"];
/// `PATH` where this process has none.
const USUAL_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// Where the launcher of Java looks for more options.
const JAVA_OPTIONS: &str = "JDK_JAVA_OPTIONS";

/// A virtual machine of Java lets its heap grow with the memory of the computer, past what a bot may have, and ends.
fn java_options(bytes: u64) -> String {
    format!("-XX:MaxRAM={bytes} -XX:MaxRAMPercentage=70")
}

impl Environment {
    /// All variables, sorted by name, for a bot with these folders and so many bytes of memory.
    pub(super) fn variables(&self, area: &Area, memory: Option<u64>) -> Vec<(OsString, OsString)> {
        let path = std::env::var_os("PATH").unwrap_or_else(|| USUAL_PATH.into());
        let mut all = vec![(OsString::from("PATH"), path)];
        let passed = PASSED_ON.iter().skip(1).filter_map(|name| Some((name.into(), std::env::var_os(name)?)));
        all.extend(passed);
        all.extend(memory.map(|bytes| (JAVA_OPTIONS.into(), java_options(bytes).into())));
        if *self != Self::OnlyPath {
            let home = area.seen("home");
            let tmp = area.seen("tmp");
            let in_home = |name: &str| home.join(name).into_os_string();
            let own: [(&str, OsString); 14] = [
                ("HOME", home.clone().into()),
                ("USER", "bot".into()),
                ("LOGNAME", "bot".into()),
                ("LANG", "C.UTF-8".into()),
                ("TZ", "UTC".into()),
                ("TMPDIR", tmp.clone().into()),
                ("TEMP", tmp.clone().into()),
                ("TMP", tmp.clone().into()),
                ("XDG_RUNTIME_DIR", tmp.into()),
                ("XDG_CONFIG_HOME", in_home(".config")),
                ("XDG_CACHE_HOME", in_home(".cache")),
                ("XDG_DATA_HOME", in_home(".local/share")),
                ("XDG_STATE_HOME", in_home(".local/state")),
                ("SHELL", "/bin/sh".into()),
            ];
            all.extend(own.map(|(name, value)| (OsString::from(name), value)));
        }
        if let Self::With(more) = self {
            all.retain(|(name, _)| more.iter().all(|(other, _)| name.as_os_str() != other.as_str()));
            all.extend(more.iter().map(|(name, value)| (name.into(), value.into())));
        }
        all.sort();
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn java_is_told_how_much_memory_it_has_where_that_is_bounded() {
        let area = Area::plain("/bot".into());
        let java = |environment: Environment, memory| {
            let all = environment.variables(&area, memory);
            all.into_iter().find(|(name, _)| name == JAVA_OPTIONS).map(|(_, value)| value)
        };
        for environment in [Environment::Normal, Environment::OnlyPath] {
            let told = java(environment.clone(), Some(1 << 20)).unwrap();
            assert_eq!(told, "-XX:MaxRAM=1048576 -XX:MaxRAMPercentage=70");
            assert_eq!(java(environment, None), None);
        }
    }
}
