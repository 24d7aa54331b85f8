//! The command line as a user and a script meet it: what it prints, where, and how it ends.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, is_empty, starts_with};
use tempfile::TempDir;

const OPENING: &str = "M6666\n.......\n.......\n.......\n...X...\n.......\n.......\n.......\n";

fn botspec() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_botspec"));
    command.env_remove("CLICOLOR_FORCE").env_remove("NO_COLOR");
    command
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// A bot that would do, were it not for what a test does to its surroundings.
fn write_bot(path: &Path) {
    fs::write(path, "#!/bin/sh\necho RA1B1 > order.txt\n").expect("a file can be written");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("and made executable");
}

/// Whatever is wrong with BOT is one clear error, on stderr, with exit code 2.
#[test]
fn a_bot_that_is_none_is_a_usage_error() {
    let temp = folder();
    let at = |name: &str| temp.path().join(name);
    fs::write(at("empty"), "").unwrap();
    fs::write(at("notes.txt"), "hello\n").unwrap();
    fs::write(at("bot.lua"), "print(1)\n").unwrap();
    fs::write(at("script"), "#!/bin/sh\n").unwrap();
    fs::write(at("lost"), "#!/no/such/interpreter\n").unwrap();
    fs::set_permissions(at("lost"), fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(at("crlf"), "#!/bin/sh\r\nexit\r\n").unwrap();
    fs::set_permissions(at("crlf"), fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(at("binary"), b"\xff\xfe\x00\x01 not an executable").unwrap();
    fs::set_permissions(at("binary"), fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(at("broken.c"), "int main( { return 0 }\n").unwrap();
    for name in ["nothing", "two", "manifest", "wrong-game", "no-run", "escape"] {
        fs::create_dir(at(name)).unwrap();
    }
    fs::write(at("two/a.py"), "").unwrap();
    fs::write(at("two/b.py"), "").unwrap();
    fs::write(at("manifest/bot.toml"), "name = \"x\"\nrnu = [\"./x\"]\n").unwrap();
    fs::write(at("wrong-game/bot.toml"), "game = \"hex\"\nrun = [\"./x\"]\n").unwrap();
    fs::write(at("no-run/bot.toml"), "run = [\"./x\"]\n").unwrap();
    fs::write(at("escape/bot.toml"), "run = [\"python3\"]\nfiles = [\"../empty\"]\n").unwrap();
    write_bot(&at("mybot"));

    for (bot, message) in [
        ("no-such-bot", "no such file or folder"),
        ("mybto", "did you mean mybot?"),
        ("empty", "not a program, a script or a source file"),
        ("notes.txt", "unknown file type .txt"),
        ("bot.lua", "unknown file type .lua"),
        ("script", "chmod +x"),
        ("lost", "its interpreter `/no/such/interpreter` was not found"),
        ("crlf", "ends in CR LF"),
        ("binary", "in a format that this system does not start"),
        ("broken.c", "error"),
        ("nothing", "no bot found in this folder"),
        ("two", "several files could be the bot: a.py, b.py"),
        ("manifest", "line 2, column 1 (field `rnu`): unknown field"),
        ("wrong-game", "this bot is for hex, not for linkage"),
        ("no-run", "there is no file ./x"),
        ("escape", "expected a relative path inside the bot's folder"),
    ] {
        botspec()
            .current_dir(temp.path())
            .args(["check", "linkage", bot])
            .assert()
            .code(2)
            .stdout(is_empty())
            .stderr(contains("error: ").and(contains(message)).and(contains("panicked").not()));
    }
}

#[test]
fn a_name_that_is_not_utf8_is_no_panic() {
    use std::os::unix::ffi::OsStrExt as _;
    let temp = folder();
    let path = temp.path().join(std::ffi::OsStr::from_bytes(b"bot\xff"));
    write_bot(&path);
    botspec().args(["check", "linkage"]).arg(&path).assert().code(2).stderr(contains("not valid UTF-8"));
}

#[test]
fn a_filter_that_matches_nothing_is_an_error_with_suggestions() {
    let temp = folder();
    let bot = temp.path().join("mybot");
    write_bot(&bot);
    for (option, value, message) in [
        ("--rule", "linkage/order/fromat", "did you mean linkage/order/format"),
        ("--rule", "linkage/ord", "no such rule or group of rules; did you mean linkage/order?"),
        ("--case", "linkage/opening/as-mor", "did you mean linkage/opening/as-more"),
        ("--skip", "linkage/nonsense", "no such rule, case or group of them"),
        ("--rule", "linkage/submission", "need --submission"),
        ("--rule", "hex", "`botspec list` has them all"),
        ("--case", "", "--case \"\": no such case or group of cases"),
    ] {
        botspec()
            .args(["check", "linkage"])
            .arg(&bot)
            .args([option, value])
            .assert()
            .code(2)
            .stdout(is_empty())
            .stderr(contains(message));
        botspec().args(["list", "linkage", option, value]).assert().code(2).stderr(contains(message));
    }
}

#[test]
fn bad_options_are_usage_errors() {
    let temp = folder();
    let bot = temp.path().join("mybot");
    write_bot(&bot);
    for args in [
        vec!["--jobs", "0"],
        vec!["--time-limit", "fast"],
        vec!["--time-limit", "0s"],
        vec!["--cases", "-1"],
        vec!["--format", "xml"],
        vec!["--output", "a", "--output", "b"],
        vec!["--format", "json", "--format", "pretty"],
        vec!["--known-failing", "no-such-file"],
        vec!["--scenarios", "no-such-folder"],
        vec!["--submission"],
        vec!["--no-such-option"],
    ] {
        botspec()
            .current_dir(temp.path())
            .args(["check", "linkage"])
            .arg(&bot)
            .args(&args)
            .assert()
            .code(2)
            .stdout(is_empty())
            .stderr(contains("error: "));
    }
    botspec().args(["check", "chess", "x"]).assert().code(2).stderr(contains("linkage"));
    botspec().assert().code(2).stderr(contains("Usage"));
    botspec().arg("--help").assert().success().stdout(contains("Examples"));
    botspec().arg("--version").assert().success().stdout(starts_with("botspec "));
}

#[test]
fn own_scenarios_are_run_and_their_faults_named() {
    let good = "subject = \"mine\"\n[[case]]\nid = \"linkage/mine/first\"\ntitle = \"mine\"\n\
                rules = [\"linkage/order/format\"]\n[case.script.turn]\ninput = \"\"\"\n";
    let whole = format!("{good}{OPENING}\"\"\"\n");
    let temp = folder();
    let write = |text: &str| fs::write(temp.path().join("mine.toml"), text).unwrap();
    let list = || {
        let mut command = botspec();
        command.args(["list", "linkage", "--case", "linkage/mine", "--scenarios"]).arg(temp.path());
        command.assert()
    };
    write(&whole);
    list().success().stdout(contains("linkage/mine/first"));
    for (from, to, message) in [
        ("title = \"mine\"\n", "", "line 2, field `title`"),
        ("title", "titel", "line 4, field `titel`"),
        ("linkage/order/format", "linkage/order/fromat", "line 5, field `rules`: unknown rule"),
        ("linkage/mine/first", "Linkage/mine", "line 3, field `id`"),
        ("linkage/mine/first", "linkage/opening/as-more", "stands in scenarios/linkage/opening.toml already"),
        ("M6666", "M666", "field `input`: line 1, column 5"),
        ("M6666", "M6656", "field `input`: inconsistent position"),
        ("subject = \"mine\"", "subject = 3", "line 1, field `subject`"),
    ] {
        write(&whole.replacen(from, to, 1));
        list().code(2).stderr(contains("mine.toml").and(contains(message)));
    }
    fs::write(temp.path().join("mine.toml"), b"subject = \"\xff\"").unwrap();
    list().code(2).stderr(contains("not valid UTF-8"));
    fs::remove_file(temp.path().join("mine.toml")).unwrap();
    list().code(2).stderr(contains("no scenario file"));
}

#[test]
fn inspect_judges_answers_and_names_faults_of_the_file() {
    let temp = folder();
    let file = temp.path().join("input.txt");
    fs::write(&file, OPENING).unwrap();
    let inspect = |args: &[&str]| botspec().args(["inspect", "linkage"]).arg(&file).args(args).assert();
    inspect(&[]).success().stdout(contains("320 legal"));
    inspect(&["--answer", "RB1A1"]).success().stdout(contains("answer RB1A1: legal"));
    inspect(&["--answer", "RA1B2"]).code(1).stdout(contains("linkage/order/adjacent"));
    inspect(&["--answer", "ra1b1"]).code(1).stdout(contains("linkage/order/format"));
    inspect(&["--answer", "Skip"]).code(1).stdout(contains("linkage/skip/unforced"));
    inspect(&["--answer", ""]).code(1).stdout(contains("linkage/order/format"));
    botspec().args(["inspect", "linkage", "-"]).write_stdin(OPENING).assert().success();
    botspec()
        .args(["inspect", "linkage", "-"])
        .write_stdin(OPENING.replacen('.', "?", 1))
        .assert()
        .code(2)
        .stdout(is_empty())
        .stderr(contains("line 2, column 1"));
    botspec().args(["inspect", "linkage", "-"]).write_stdin(b"\xff\xff".as_slice()).assert().code(2);
    botspec().args(["inspect", "linkage", "nothing-here"]).assert().code(2).stderr(contains("cannot read"));
    botspec().args(["inspect", "linkage"]).arg(temp.path()).assert().code(2).stderr(contains("cannot read"));
}

#[test]
fn a_malformed_file_is_named_before_what_the_command_line_lacks() {
    for (game, text) in [("hex", "..|.x|"), ("power4", "0 1 5"), ("flit", "5 5 one")] {
        let file = folder();
        let path = file.path().join("position.txt");
        fs::write(&path, text).unwrap();
        botspec().args(["inspect", game]).arg(&path).assert().code(2).stderr(contains("line 1, column 5"));
    }
}

#[test]
fn inspect_says_all_that_is_inconsistent() {
    let text = OPENING.replacen("...X...", "..X....", 1).replacen("M6666", "M6667", 1);
    let output = botspec()
        .args(["inspect", "linkage", "-", "--format", "json"])
        .write_stdin(text)
        .assert()
        .success()
        .get_output()
        .stdout
        .clone();
    insta::assert_snapshot!(String::from_utf8(output).unwrap());
}

/// What lies where, the marks and what is left say what is legal, though a domino is neither on the board nor left.
#[test]
fn inspect_lists_what_is_legal_where_no_game_leads() {
    let lost_a_domino = OPENING.replacen("M6666", "M6665", 1);
    let inspect = |answer: &str| {
        let args = ["inspect", "linkage", "-", "--answer", answer];
        botspec().args(args).write_stdin(lost_a_domino.clone()).assert()
    };
    let listed = contains("inconsistent: 0 yellow dominoes placed and 5 left").and(contains("320 legal:"));
    inspect("RA1A2").success().stdout(listed.and(contains("answer RA1A2: legal")));
    inspect("Skip").code(1).stdout(contains("linkage/skip/unforced"));
}

#[test]
fn inspect_says_in_words_how_a_game_has_ended() {
    let won =
        botspec().args(["inspect", "hex", "-", "--side", "white"]).write_stdin("BW.|BW.|B..|\n").assert();
    won.success().stdout(contains("over: black wins, by connection\n"));
}

#[test]
fn explain_knows_every_rule() {
    for game in botspec::suite::Game::all() {
        for rule in game.requirements() {
            botspec()
                .args(["explain", rule.id])
                .assert()
                .success()
                .stdout(contains(rule.demand).and(contains(rule.fix)).and(contains(rule.source)));
        }
    }
    botspec().args(["explain", "linkage/skip"]).assert().success().stdout(contains("linkage/skip/unforced"));
    botspec()
        .args(["explain", "linkage/skpi/forced"])
        .assert()
        .code(2)
        .stderr(contains("linkage/skip/forced"));
}

#[test]
fn colours_only_where_they_are_wanted() {
    let plain = || botspec().args(["explain", "linkage/order/format"]).output().unwrap().stdout;
    assert!(!plain().contains(&0x1b), "a pipe is no terminal");
    let forced = botspec()
        .env("CLICOLOR_FORCE", "1")
        .args(["explain", "linkage/order/format"])
        .output()
        .unwrap()
        .stdout;
    assert!(forced.contains(&0x1b));
    let refused = botspec()
        .env("NO_COLOR", "1")
        .env_remove("CLICOLOR_FORCE")
        .args(["explain", "linkage/order/format"])
        .output()
        .unwrap();
    assert!(!refused.stdout.contains(&0x1b));
}

/// What a stranger's build, bot or record prints is quoted, never obeyed: neither by a terminal nor by the log of a
/// job.
#[test]
fn nothing_that_is_quoted_is_obeyed() {
    let temp = folder();
    let at = |name: &str| temp.path().join(name);
    let evil = r"::error::pwned\n  ::set-env name=PATH::x\r::warning::y\nsee ##[error]z \342\200\256 turned";
    fs::create_dir(at("evil")).unwrap();
    let build = format!(r#"["sh", "-c", '''printf "{evil}" >&2; exit 1''']"#);
    fs::write(at("evil/bot.toml"), format!("run = [\"./x\"]\nbuild = {build}\n")).unwrap();
    fs::write(at("order"), format!("#!/bin/sh\nprintf '{evil}' > order.txt\n")).unwrap();
    fs::set_permissions(at("order"), fs::Permissions::from_mode(0o755)).unwrap();
    let players =
        r###"[{"name":"a\n::error::x\u202e","side":"black"},{"name":"##[group]","side":"white"}]"###;
    let record = format!(
        r#"{{"schema":"botspec.game/1","game":"hex","variant":{{"size":2}},"players":{players},"moves":["a1\n::error::x"]}}"#
    );
    fs::write(at("games.jsonl"), record + "\n").unwrap();
    fs::write(at("plain"), "::error::x\n\u{202e}\n").unwrap();
    let named = at("::error::\u{202e}bot.py");
    let check = ["check", "linkage"];
    let case = ["--case", "linkage/opening/as-more", "-v"];
    let mut all = vec![
        [&check[..], &["evil"]].concat(),
        [&check[..], &[named.to_str().unwrap()]].concat(),
        vec!["replay", "games.jsonl"],
        vec!["replay", "games.jsonl", "--format", "json"],
        vec!["replay", "games.jsonl", "--format", "html"],
        vec!["replay", "plain"],
        vec!["play", "linkage", "./order", "./order"],
        vec!["play", "linkage", "./order", "./order", "--format", "json"],
    ];
    for format in ["pretty", "json", "junit", "markdown", "html"] {
        all.push([&check[..], &["./order"], &case, &["--format", format]].concat());
    }
    for args in all {
        for colours in [None, Some("1")] {
            let mut command = botspec();
            command.current_dir(temp.path()).args(&args);
            if let Some(forced) = colours {
                command.env("CLICOLOR_FORCE", forced);
            }
            let output = command.output().unwrap();
            assert!(matches!(output.status.code(), Some(0..=2)), "{args:?}");
            let text = [output.stdout, output.stderr].concat();
            let text = anstream::adapter::strip_str(std::str::from_utf8(&text).unwrap()).to_string();
            for line in text.split(['\n', '\r']) {
                let obeyed = line.trim_start().starts_with("::") || line.contains("##[");
                assert!(!obeyed, "{args:?}: {line:?}");
            }
            assert!(!text.contains('\u{202e}'), "{args:?}: {text}");
        }
    }
    // Annotations are commands all the same.
    let github = botspec()
        .current_dir(temp.path())
        .env_remove("GITHUB_STEP_SUMMARY")
        .args([&check[..], &["./order"], &case, &["--format", "github"]].concat())
        .output()
        .unwrap();
    let text = String::from_utf8(github.stdout).unwrap();
    assert!(text.starts_with("::error title=") && !text.contains("##["), "{text}");
    assert!(text.lines().all(|line| line.starts_with("::")) && !text.contains('\u{202e}'), "{text}");
}

/// Where a report cannot go is said before anything is run.
#[test]
fn places_of_reports_are_looked_at_before_the_run() {
    let temp = folder();
    let at = |name: &str| temp.path().join(name);
    fs::write(at("file"), "").unwrap();
    let ran = at("ran");
    fs::write(at("bot"), format!("#!/bin/sh\ntouch {}\n", ran.display())).unwrap();
    fs::set_permissions(at("bot"), fs::Permissions::from_mode(0o755)).unwrap();
    let check = ["check", "linkage", "./bot", "--sandbox", "off", "--case", "linkage/opening"];
    for (options, message) in [
        (
            &["--output", "no/such/report"][..],
            "cannot write no/such/report: there is no folder no/such; choose",
        ),
        (&["--output", "."], "cannot write .: it is a folder"),
        (&["--output", "file/report"], "cannot write file/report"),
        (&["--format", "json", "--format", "html", "--output", "-", "--output", "no/page"], "no/page"),
        (&["--save", "file/saved"], "cannot write into the folder file/saved"),
        (&["--write-known-failing", "no/list"], "--write-known-failing"),
    ] {
        let run = botspec().current_dir(temp.path()).args(check).args(options).assert();
        run.code(2).stdout(is_empty()).stderr(contains(message));
    }
    let play = ["play", "linkage", "./bot", "./bot", "--sandbox", "off"];
    for option in ["--record", "--orders"] {
        let run = botspec().current_dir(temp.path()).args(play).args([option, "no/games"]).assert();
        run.code(2).stdout(is_empty()).stderr(contains("no/games"));
    }
    assert!(!ran.exists(), "the bot was run");
    assert_eq!(fs::read_dir(temp.path()).unwrap().count(), 2, "nothing is left");
}

/// The verdict and all other reports were lost with it.
#[test]
#[cfg(target_os = "linux")]
fn a_report_that_cannot_be_written_takes_no_other_along() {
    let temp = folder();
    write_bot(&temp.path().join("bot"));
    let run = botspec()
        .current_dir(temp.path())
        .args(["check", "linkage", "./bot", "--case", "linkage/opening/as-more"])
        .args(["--format", "html", "--output", "/dev/full", "--format", "json", "--output", "report.json"])
        .args(["--format", "pretty"])
        .assert();
    run.code(3)
        .stdout(contains("CONFORMS"))
        .stderr(contains("error: cannot write /dev/full: No space left on device"));
    let report = fs::read(temp.path().join("report.json")).unwrap();
    let report: serde_json::Value = serde_json::from_slice(&report).unwrap();
    assert_eq!(report["verdict"], "pass");
}

/// What is no more than a warning otherwise fails a bot under --strict.
#[test]
fn the_first_failure_may_be_a_warning() {
    let temp = folder();
    write_bot(&temp.path().join("bot"));
    fs::write(
        temp.path().join("bot"),
        "#!/bin/sh\nif [ $# = 0 ]; then echo RA1B1 > order.txt; else echo x; fi\n",
    )
    .unwrap();
    let check =
        ["check", "linkage", "./bot", "--case", "linkage/id", "--case", "linkage/opening", "--jobs", "1"];
    let run = botspec()
        .current_dir(temp.path())
        .args(check)
        .args(["--strict", "--fail-fast", "--no-shrink", "--format", "json"])
        .assert();
    let report: serde_json::Value = serde_json::from_slice(&run.code(1).get_output().stdout).unwrap();
    let cases = report["cases"].as_array().unwrap();
    assert!(cases.iter().any(|case| case["verdict"] == "warn"), "{report}");
    assert!(cases.iter().any(|case| case["gap"] == "not-tried"), "{report}");
}

/// It was ended by the system, without a word.
#[test]
#[cfg(target_os = "linux")]
fn a_limit_on_the_size_of_files_is_told() {
    let temp = folder();
    write_bot(&temp.path().join("bot"));
    let check =
        "ulimit -f 16; exec \"$0\" check linkage ./bot --case linkage/opening --format html --output page";
    let mut shell = Command::new("sh");
    let run = shell.current_dir(temp.path()).args(["-c", check, env!("CARGO_BIN_EXE_botspec")]).assert();
    run.code(3).stderr(contains("cannot write page: File too large").and(contains(".tmp").not()));
    assert!(!temp.path().join("page").exists(), "a part of a report is none");
}

/// A library of arguments took them for options, and advised to give them to the bot.
#[test]
fn a_negative_number_is_a_bad_value() {
    for args in [["--seed", "-1"], ["--jobs", "-2"], ["--cases", "-3"]] {
        let run = botspec().args(["check", "linkage", "bot"]).args(args).assert();
        run.code(2).stderr(contains(format!("invalid value '{}' for '{} ", args[1], args[0])));
    }
}

/// One of them was lost, without a word.
#[test]
fn a_file_takes_one_report_however_it_is_spelled() {
    let temp = folder();
    fs::create_dir(temp.path().join("sub")).unwrap();
    write_bot(&temp.path().join("bot"));
    for (output, more, message) in [
        ("./r.txt", &["--format", "json", "--output", "r.txt"][..], "two reports would go to "),
        ("sub/../r.txt", &["--format", "json", "--output", "r.txt"], "two reports would go to "),
        (
            "r.txt",
            &["--write-known-failing", "./r.txt"],
            "the list of --write-known-failing would both go to ./r.txt",
        ),
    ] {
        let reports = ["--format", "markdown", "--output", output];
        let check = ["check", "linkage", "./bot", "--case", "linkage/opening"];
        let run = botspec().current_dir(temp.path()).args(check).args(reports).args(more).assert();
        run.code(2).stdout(is_empty()).stderr(contains(message).and(contains("of its own")));
    }
}

#[test]
fn a_bot_that_is_named_like_an_option_or_like_its_manifest_is_told_how_to_name() {
    let temp = folder();
    write_bot(&temp.path().join("-bot.py"));
    fs::write(temp.path().join("bot.toml"), "name = \"x\"\n").unwrap();
    let nothing = temp.path().join("nothing");
    fs::create_dir(&nothing).unwrap();
    fs::write(nothing.join("bot.toml"), "name = \"x\"\n").unwrap();
    let check = |folder: &Path, bot: &str| botspec().current_dir(folder).args(["check", "hex", bot]).assert();
    check(temp.path(), "-bot.py").code(2).stderr(contains("for the file of that name write ./-bot.py"));
    check(temp.path(), "-other.py").code(2).stderr(contains("unexpected argument"));
    check(&nothing, "bot.toml").code(2).stderr(contains("error: .: no bot found in this folder"));
}

/// It was replaced by the report, without a word.
#[test]
fn no_report_takes_the_place_of_what_is_read() {
    let temp = folder();
    let at = |name: &str| temp.path().join(name);
    write_bot(&at("bot"));
    fs::write(at("known"), "").unwrap();
    fs::write(at("games.jsonl"), "").unwrap();
    std::os::unix::fs::symlink("bot", at("link")).unwrap();
    let check = ["check", "linkage", "./bot", "--known-failing", "known"];
    let replay = ["replay", "games.jsonl"];
    for (command, options, message) in [
        (&check[..], ["--output", "bot"], "--output bot would replace the bot"),
        (&check, ["--output", "link"], "--output link would replace the bot"),
        (&check, ["--write-known-failing", "./bot"], "--write-known-failing ./bot would replace the bot"),
        (&check, ["--output", "known"], "--output known would replace the list of --known-failing"),
        (&replay, ["--output", "./games.jsonl"], "--output ./games.jsonl would replace the records"),
    ] {
        let run = botspec().current_dir(temp.path()).args(command).args(options).assert();
        run.code(2).stdout(is_empty()).stderr(contains(message).and(contains("choose another place")));
    }
}

#[test]
fn the_texts_of_the_commands() {
    for args in [
        vec!["explain", "linkage/order/vacant"],
        vec!["list", "linkage", "--case", "linkage/skip"],
        vec!["inspect", "linkage", "-", "--answer", "RD3D4"],
        vec!["check", "--help"],
    ] {
        let output = botspec().args(&args).env("COLUMNS", "100").write_stdin(OPENING).output().unwrap();
        insta::assert_snapshot!(args.join("_").replace('/', "-"), String::from_utf8(output.stdout).unwrap());
    }
}

/// What a contest's own help says: neither examples nor levels of another one.
#[test]
fn the_help_of_a_contest_shows_its_own_examples() {
    let games = ["linkage", "hex", "flit", "power4"];
    for game in games {
        let output = botspec().args(["play", game, "--help"]).output().unwrap();
        let help = String::from_utf8(output.stdout).unwrap();
        let examples = help.split_once("Examples:\n").unwrap().1;
        assert!(examples.contains(&format!("botspec play {game} ")), "{examples}");
        for other in games.iter().filter(|other| **other != game) {
            assert!(!examples.to_lowercase().contains(other), "{other}: {examples}");
        }
        let sparring = help.split_once("--sparring <LEVEL>").unwrap().1.split_once("\n\n").unwrap().0;
        assert_eq!(sparring.contains("search-3"), game != "flit", "{game}: {sparring}");
    }
}
