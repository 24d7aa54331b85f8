//! The wheel as somebody without Rust has it: built by maturin from PyPI, installed into a fresh virtual environment.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "helpers of tests: a panic is the failure")]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What a program printed, for a failing test.
fn text(output: &Output) -> String {
    let [stdout, stderr] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    format!("{}\n{stdout}{stderr}", output.status)
}

fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", text(&output));
    output
}

/// The only file in a folder.
fn only_file(folder: &Path) -> PathBuf {
    let files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), 1, "{files:?}");
    files[0].clone()
}

/// A folder with links to what programs expect to find, and no Rust.
fn without_rust(folder: &Path) {
    fs::create_dir(folder).unwrap();
    for program in ["sh", "env"] {
        let path = std::env::var_os("PATH").unwrap();
        let found = std::env::split_paths(&path).map(|place| place.join(program)).find(|path| path.is_file());
        symlink(found.unwrap(), folder.join(program)).unwrap();
    }
}

#[test]
#[ignore = "builds a release, with what PyPI offers"]
fn a_wheel_checks_a_bot_where_there_is_no_rust() {
    // Not where temporary files are: bots do not see those, and Python is in the virtual environment.
    let temp = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let at = |name: &str| temp.path().join(name);
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    run(Command::new("python3").args(["-m", "venv"]).arg(at("builder")));
    let pip = at("builder/bin/pip");
    // What `pip install .` does, in two steps: maturin comes from PyPI as pyproject.toml asks.
    run(Command::new(&pip).args(["wheel", "--no-deps", "--wheel-dir"]).arg(at("wheels")).arg(repository));
    let wheel = only_file(&at("wheels"));

    run(Command::new("python3").args(["-m", "venv"]).arg(at("user")));
    without_rust(&at("programs"));
    let path = std::env::join_paths([at("user/bin"), at("programs")]).unwrap();
    let user = |program: &str| {
        let mut command = Command::new(at("user/bin").join(program));
        command.env_clear().env("PATH", &path).env("HOME", temp.path()).env("USER", "ada");
        command.current_dir(temp.path());
        command
    };
    run(user("pip").args(["install", "--no-index", "--disable-pip-version-check"]).arg(&wheel));
    let version = String::from_utf8(run(user("botspec").arg("--version")).stdout).unwrap();
    assert_eq!(version.trim(), format!("botspec {}", env!("CARGO_PKG_VERSION")));
    run(user("botspec").args(["new", "hex", "my-bot", "--language", "python"]));
    let checked = user("botspec").args(["check", "hex", "my-bot", "--format", "json"]).output().unwrap();
    // 4: the machine was too busy to judge the time.
    assert!(matches!(checked.status.code(), Some(0 | 4)), "{}", text(&checked));
    let report: serde_json::Value = serde_json::from_slice(&checked.stdout).unwrap();
    assert_eq!(report["summary"]["fail"], 0, "{}", report["summary"]);
    assert!(report["summary"]["pass"].as_u64().unwrap() > 100, "{}", report["summary"]);
}
