//! The templates as texts: nothing undefined, nothing left unrendered, nothing that has drifted apart.
#![expect(clippy::unwrap_used, reason = "helpers of tests: a panic is the failure")]

mod workbench;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use workbench::{LANGUAGES, Workbench, files_below, games, printed_commands, repository, text};

/// The names that Liquid tags in a text mention.
fn mentioned(text: &str) -> BTreeSet<String> {
    const WORDS: [&str; 18] = [
        "if",
        "endif",
        "else",
        "elsif",
        "case",
        "when",
        "endcase",
        "raw",
        "endraw",
        "date",
        "now",
        "d",
        "B",
        "Y",
        "comment",
        "endcomment",
        "and",
        "or",
    ];
    let mut names = BTreeSet::new();
    for (open, close) in [("{{", "}}"), ("{%", "%}")] {
        for tag in text.split(open).skip(1).filter_map(|rest| rest.split(close).next()) {
            // What stands in quotes is a text.
            let outside = tag.split(['"', '\'']).step_by(2);
            let words = outside.flat_map(|part| part.split(|c: char| !c.is_alphanumeric() && c != '_'));
            names.extend(words.filter(|word| !word.is_empty() && !WORDS.contains(word)).map(str::to_owned));
        }
    }
    names
}

/// cargo-generate writes nothing for a name it does not know, so every name is known.
#[test]
fn every_placeholder_is_defined() {
    for game in games() {
        let folder = repository().join("templates").join(game);
        let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
        let mut known: BTreeSet<String> = BTreeSet::new();
        for line in read("cargo-generate.toml").lines() {
            let name = line.strip_prefix("[placeholders.").and_then(|rest| rest.strip_suffix(']'));
            known.extend(name.map(str::to_owned));
        }
        for set in read("pre.rhai").split("variable::set(\"").skip(1) {
            known.extend(set.split('"').next().map(str::to_owned));
        }
        for file in files_below(&folder) {
            let mut names = mentioned(file.to_str().unwrap());
            if file.extension().is_some_and(|extension| extension == "liquid") {
                let text = fs::read_to_string(folder.join(&file)).unwrap();
                // What stands in a raw block is not for Liquid.
                let outside: String = text
                    .split("{% raw -%}")
                    .enumerate()
                    .map(|(at, part)| if at == 0 { part } else { part.split("endraw").nth(1).unwrap() })
                    .collect();
                names.extend(mentioned(&outside));
            }
            let unknown: Vec<&String> = names.difference(&known).collect();
            assert!(unknown.is_empty(), "{game}/{}: {unknown:?} is nowhere defined", file.display());
        }
    }
}

/// Only one folder reaches cargo-generate's hooks, so what is common to all games stands in each.
#[test]
fn what_is_common_to_all_games_is_the_same_in_each() {
    let templates = repository().join("templates");
    for name in [
        "name.rhai",
        "pre.rhai",
        "post.rhai",
        ".gitignore.liquid",
        "rust/Cargo.toml.liquid",
        ".github/workflows/check.yml.liquid",
    ] {
        let texts: BTreeSet<String> = games()
            .into_iter()
            .map(|game| fs::read_to_string(templates.join(game).join(name)).unwrap().replace(game, "GAME"))
            .collect();
        assert_eq!(texts.len(), 1, "{name} differs between the games");
    }
    let how_to_check = |game: &str| {
        let text =
            fs::read_to_string(templates.join(game).join("AGENTS.md.liquid")).unwrap().replace(game, "GAME");
        let from = text.find("`botspec list").unwrap();
        let to = text.find("`botspec inspect").unwrap();
        text[from..to].to_owned()
    };
    let texts: BTreeSet<String> = games().into_iter().map(how_to_check).collect();
    assert_eq!(texts.len(), 1, "AGENTS.md says different things about the same commands");
}

#[test]
fn there_is_a_template_for_each_game_and_the_top_one_asks() {
    let templates = repository().join("templates");
    let config = fs::read_to_string(templates.join("cargo-generate.toml")).unwrap();
    for game in games() {
        assert!(config.contains(&format!("\"{game}\"")), "{game} is not asked for");
        assert!(templates.join(game).join("cargo-generate.toml").is_file());
    }
}

/// What a file of a bot must not hold unless it is in the language's own right.
fn left_over(folder: &Path, file: &Path) -> bool {
    let rendered = ["README.md", "AGENTS.md", "bot.toml", ".gitignore", "check.yml", "Cargo.toml"];
    let name = file.file_name().unwrap().to_str().unwrap();
    let identity = name.to_lowercase().starts_with("identity") || name.to_lowercase().starts_with("team");
    let text = fs::read_to_string(folder.join(file)).unwrap();
    let tags = text.replace("${{", "").contains("{{") || text.contains("{%");
    tags && (identity || rendered.contains(&name))
}

#[test]
fn nothing_is_left_unrendered_and_nothing_of_the_template_comes_along() {
    for game in games() {
        for language in LANGUAGES {
            let bench = Workbench::new();
            let made = bench.generate(game, "my-bot", &[("language", language)]);
            assert!(made.status.success(), "{}", text(&made));
            let folder = bench.bot("my-bot");
            let files = files_below(&folder);
            for file in &files {
                assert!(!left_over(&folder, file), "{game} {language}: {}", file.display());
                let path = file.to_str().unwrap();
                assert!(!path.contains(['{', '}']), "{game} {language}: {path}");
                assert!(!path.ends_with(".rhai") && !path.ends_with(".liquid"), "{game} {language}: {path}");
            }
            for language in LANGUAGES {
                assert!(!folder.join(language).exists(), "{game}: the folder {language} is still there");
            }
            let workflow = fs::read_to_string(folder.join(".github/workflows/check.yml")).unwrap();
            assert!(workflow.contains("${{ github.ref }}"), "GitHub's own braces stay");
            assert!(workflow.contains(&format!("game: {game}\n          options: --strict\n")));
            // By the linter of workflow files, where there is one.
            match Command::new("actionlint").arg(folder.join(".github/workflows/check.yml")).output() {
                Ok(output) => assert!(output.status.success(), "{}", text(&output)),
                Err(error) => eprintln!("not linted: actionlint: {error}"),
            }
        }
    }
}

#[test]
fn the_sdk_comes_from_where_it_is_said() {
    let folder = repository().join("sdk");
    let folder = folder.to_str().unwrap();
    for (sdk, key, value) in [
        (None, "version", "0.1"),
        (Some("https://example.org/botspec.git"), "git", "https://example.org/botspec.git"),
        (Some("git@example.org:botspec.git"), "git", "git@example.org:botspec.git"),
        (Some(folder), "path", folder),
        (Some("/tmp/it's \"here\""), "path", "/tmp/it's \"here\""),
    ] {
        let bench = Workbench::new();
        let made = bench.generate_with_sdk("hex", "my-bot", sdk, &[]);
        assert!(made.status.success(), "{}", text(&made));
        let told = text(&made).contains("The SDK comes from the registry.");
        assert_eq!(told, sdk.is_none(), "{}", text(&made));
        let manifest = fs::read_to_string(bench.bot("my-bot").join("Cargo.toml")).unwrap();
        let manifest: toml::Table = manifest.parse().unwrap();
        let dependency = &manifest["dependencies"]["botspec-sdk"];
        let found = if key == "version" { dependency } else { &dependency[key] };
        assert_eq!(found.as_str(), Some(value));
        let readme = fs::read_to_string(bench.bot("my-bot").join("README.md")).unwrap();
        // Nobody else has what lies on this machine only.
        assert_eq!(printed_commands(&readme).contains(&"botspec pack .".to_owned()), key != "path");
    }
}

#[test]
fn values_that_would_break_a_bot_are_refused() {
    let refused = [
        ("linkage", "language", "cobol"),
        ("linkage", "version", "one"),
        ("linkage", "contest_number", "../19"),
        ("linkage", "bot_name", "two\nlines"),
        ("linkage", "author", "tab\there"),
        ("linkage", "country", "padded "),
        ("linkage", "sdk", "../sdk"),
        ("power4", "team_id", "../Te0001"),
        ("power4", "team_id", "String"),
    ];
    for (game, key, value) in refused {
        let bench = Workbench::new();
        let made = bench.generate(game, "my-bot", &[(key, value)]);
        assert!(!made.status.success(), "{key}={value:?} was taken: {}", text(&made));
        let left = files_below(bench.folder.path());
        assert!(left.iter().all(|path| path.starts_with("programs")), "{key}={value:?} left {left:?}");
    }
}
