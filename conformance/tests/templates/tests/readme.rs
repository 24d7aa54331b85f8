//! The commands of the repository's README, "Start a bot", and of the guides in `docs/first-bot`, as they are printed.
#![expect(clippy::print_stderr, reason = "a test that cannot be run says so")]
#![expect(clippy::unwrap_used, reason = "helpers of tests: a panic is the failure")]

mod workbench;

use std::fs;
use std::path::{Path, PathBuf};

use workbench::{Workbench, files_below, missing_program, missing_tool, printed_commands, repository, text};

/// What the commands use of a clone: the templates, and the SDK within its workspace.
fn clone(bench: &Workbench) -> PathBuf {
    let clone = bench.bot("clone");
    for part in ["templates", "sdk"] {
        for file in files_below(&repository().join(part)) {
            let to = clone.join(part).join(&file);
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::copy(repository().join(part).join(&file), to).unwrap();
        }
    }
    let workspace = fs::read_to_string(repository().join("Cargo.toml")).unwrap();
    let (before, members) = workspace.split_once("members = [").unwrap();
    let after = members.split_once("default-members").unwrap().1.split_once('\n').unwrap().1;
    fs::write(clone.join("Cargo.toml"), format!("{before}members = [\"sdk\"]\n{after}")).unwrap();
    clone
}

/// The commands of the README's section, a list for each block.
fn printed_blocks() -> Vec<Vec<String>> {
    let readme = fs::read_to_string(repository().join("README.md")).unwrap();
    let section = readme.split("\n## ").find(|section| section.starts_with("Start a bot\n")).unwrap();
    let blocks = section.split("```sh\n").skip(1);
    blocks.map(|block| printed_commands(&format!("```sh\n{block}"))).collect()
}

/// One after another in one shell, as somebody would type them.
fn run(bench: &Workbench, folder: &Path, commands: &[String]) {
    assert_eq!(commands.len(), 4, "{commands:?}");
    let output = bench.shell(folder, &commands.join("\n"));
    let busy = output.status.code() == Some(4);
    assert!(output.status.success() || busy, "{}", text(&output));
}

#[test]
fn a_bot_is_started_without_a_clone() {
    if let Some(tool) = missing_tool("python") {
        eprintln!("skipped: there is no {tool}");
        return;
    }
    let bench = Workbench::new();
    let mut commands = printed_blocks().remove(0);
    // Another test checks all languages in full.
    commands.last_mut().unwrap().push_str(" --max-time 5s");
    run(&bench, bench.folder.path(), &commands);
    assert!(bench.bot("my-bot").join("strategy.py").is_file());
}

#[test]
fn a_bot_is_started_from_a_fresh_clone() {
    if let Some(tool) = missing_tool("rust") {
        eprintln!("skipped: there is no {tool}");
        return;
    }
    let bench = Workbench::new();
    let clone = clone(&bench);
    let mut commands = printed_blocks().remove(1);
    // The templates' own test checks in full.
    commands.last_mut().unwrap().push_str(" --cases 5");
    run(&bench, &clone, &commands);
    assert!(bench.bot("my-bot").join("src/strategy.rs").is_file());
    let kept = fs::read_to_string(clone.join("Cargo.toml")).unwrap();
    assert!(!kept.contains("my-bot"), "the clone's workspace stays as it is");
}

/// Makes a clone that holds its files in git, and says with which lines a shell begins for which it lies at this address.
fn clone_at(bench: &Workbench, address: &str) -> String {
    let clone = clone(bench);
    let as_somebody = "git -c user.name=Ada -c user.email=ada@example.org";
    let commit = format!("git init -q . && git add . && {as_somebody} commit -qm all");
    let output = bench.shell(&clone, &commit);
    assert!(output.status.success(), "{}", text(&output));
    // What cargo fetches from here is not for the user's own store; the registry and the settings are. git is told that
    // the clone is what lies at the address.
    format!(
        r#"
        home=${{CARGO_HOME:-$HOME/.cargo}}
        mkdir '{folder}/cargo-home-for-git'
        for part in registry config.toml; do
            [ ! -e "$home/$part" ] || ln -s "$home/$part" '{folder}/cargo-home-for-git/'
        done
        export CARGO_HOME='{folder}/cargo-home-for-git' CARGO_NET_GIT_FETCH_WITH_CLI=true
        export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=url.file://{clone}.insteadOf GIT_CONFIG_VALUE_0={address}
        "#,
        folder = bench.folder.path().display(),
        clone = clone.display()
    )
}

/// A Rust bot is handed in once others can have its SDK too.
#[test]
fn a_bot_whose_sdk_has_a_git_address_is_packed() {
    let missing = missing_tool("rust").or_else(|| missing_program("git"));
    if let Some(tool) = missing {
        eprintln!("skipped: there is no {tool}");
        return;
    }
    let bench = Workbench::new();
    let address = "https://sdk.example.org/botspec";
    let environment = clone_at(&bench, address);
    let made = bench.generate_with_sdk("hex", "my-bot", Some(address), &[]);
    assert!(made.status.success(), "{}", text(&made));
    let folder = bench.bot("my-bot");
    let output = bench.shell(&folder, &format!("{environment}\nbotspec pack ."));
    if output.status.code() == Some(4) {
        eprintln!("not judged, since the machine is busy: {}", text(&output));
        return;
    }
    assert!(output.status.success(), "{}", text(&output));
    assert!(bench.bot("my-bot-submission").join("Cargo.toml").is_file());
    let verify = "botspec verify my-bot-submission.receipt.json my-bot-submission";
    let output = bench.shell(bench.folder.path(), verify);
    assert!(output.status.success(), "{}", text(&output));
}

/// A guide as a script: its commands, and between them each of its programs, written into `src/main.rs`.
fn script_of(guide: &str) -> String {
    let mut script = String::new();
    for block in guide.split("\n```").skip(1).step_by(2) {
        let (language, text) = block.split_once('\n').unwrap();
        match language {
            "rust,no_run" => {
                assert!(!text.contains("END OF PROGRAM"));
                script += &format!("cat > src/main.rs <<'END OF PROGRAM'\n{text}\nEND OF PROGRAM\n");
            }
            "sh" => {
                for command in text.lines() {
                    let mut command = command.replace("--games 10", "--games 1");
                    // Other tests check in full. What is packed is checked as a whole, by bots that think.
                    if command.starts_with("botspec check") {
                        command += " --cases 1 --max-time 8s";
                    } else if command.starts_with("botspec pack") {
                        command += " -- --cases 1 --max-time 20s";
                    }
                    // A busy machine is no fault of the guide.
                    script += &format!("{command} || [ $? -eq 4 ]\n");
                }
            }
            other => panic!("a block of {other}"),
        }
    }
    script
}

/// Follows a guide to its end.
fn follow(game: &str) {
    let missing = missing_tool("rust").or_else(|| missing_program("git"));
    if let Some(tool) = missing {
        eprintln!("skipped: there is no {tool}");
        return;
    }
    let bench = Workbench::new();
    let environment = clone_at(&bench, "https://github.com/botspec/botspec");
    let page = repository().join("docs/first-bot").join(game).with_extension("md");
    let script = script_of(&fs::read_to_string(page).unwrap());
    assert_eq!(script.matches("cat > src/main.rs").count(), 2, "the smallest bot and a better one");
    for command in ["new", "check", "play", "replay"] {
        assert!(script.contains(&format!("botspec {command} ")), "{game}: {command}");
    }
    let output = bench.shell(bench.folder.path(), &format!("{environment}\n{script}"));
    assert!(output.status.success(), "{script}\n{}", text(&output));
    assert!(bench.bot("my-bot").join("games.html").is_file());
    // Power Connect Four takes no programs in Rust: another bot is handed in.
    let handed_in = if game == "power4" { "my-entry-submission" } else { "my-bot-submission" };
    let packed = bench.bot(handed_in).is_dir();
    assert!(packed || text(&output).contains("busy"), "{}", text(&output));
}

#[test]
fn the_guide_to_linkage_is_followed() {
    follow("linkage");
}

#[test]
fn the_guide_to_hex_is_followed() {
    follow("hex");
}

#[test]
fn the_guide_to_flit_is_followed() {
    follow("flit");
}

#[test]
fn the_guide_to_power4_is_followed() {
    follow("power4");
}

/// Each game has a guide, and the README leads there.
#[test]
fn each_game_has_a_guide() {
    let readme = fs::read_to_string(repository().join("README.md")).unwrap();
    let index = fs::read_to_string(repository().join("docs/first-bot/README.md")).unwrap();
    assert!(readme.contains("](docs/first-bot/README.md)"));
    for game in workbench::games() {
        assert!(repository().join(format!("docs/first-bot/{game}.md")).is_file(), "{game}");
        assert!(index.contains(&format!("]({game}.md)")), "{game}");
    }
}
