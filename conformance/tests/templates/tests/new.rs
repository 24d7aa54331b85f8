//! `botspec new` and `cargo generate` make the same folders of the same templates, and refuse the same.
#![expect(clippy::unwrap_used, reason = "helpers of tests: a panic is the failure")]

mod workbench;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use workbench::{LANGUAGES, Workbench, files_below, games, repository, text};

/// Everything in a folder: names, contents, and who may run what.
fn contents(folder: &Path) -> BTreeMap<PathBuf, (Vec<u8>, fs::Permissions)> {
    let read = |file: PathBuf| {
        let path = folder.join(&file);
        let permissions = fs::metadata(&path).unwrap().permissions();
        (file, (fs::read(path).unwrap(), permissions))
    };
    files_below(folder).into_iter().map(read).collect()
}

/// What a workbench holds beside its programs.
fn left(bench: &Workbench) -> Vec<PathBuf> {
    let entries = fs::read_dir(bench.folder.path()).unwrap().flatten().map(|entry| entry.file_name().into());
    entries.filter(|name: &PathBuf| name != Path::new("programs")).collect()
}

/// `botspec new`, with the options that stand for these defines.
fn new(bench: &Workbench, game: &str, name: &str, defines: &[(&str, &str)]) -> Output {
    let mut command = bench.command("botspec", bench.folder.path());
    command.args(["new", game, name]);
    for (key, value) in defines {
        let option = if *key == "version" { "bot-version".to_owned() } else { key.replace('_', "-") };
        command.arg(format!("--{option}={value}"));
    }
    command.output().unwrap()
}

/// Both ways, into folders of their own; `Err` says where they differ.
fn compare(game: &str, name: &str, defines: &[(&str, &str)]) -> Result<(), String> {
    let sdk = repository().join("sdk");
    let is_rust = defines.contains(&("language", "rust"));
    let sdk = is_rust.then_some(("sdk", sdk.to_str().unwrap()));
    let defines: Vec<(&str, &str)> = defines.iter().copied().chain(sdk).collect();
    let (one, other) = (Workbench::new(), Workbench::new());
    let generated = one.generate_with_sdk(game, name, None, &defines);
    assert!(generated.status.success(), "{}", text(&generated));
    let made = new(&other, game, name, &defines);
    assert!(made.status.success(), "{}", text(&made));
    assert_eq!(left(&other), [PathBuf::from(name)]);
    let (generated, made) = (contents(&one.bot(name)), contents(&other.bot(name)));
    let (names, made_names): (Vec<_>, Vec<_>) = (generated.keys().collect(), made.keys().collect());
    assert_eq!(names, made_names, "{game} {defines:?}");
    assert!(names.len() > 5, "{names:?}");
    let differing = names.into_iter().find(|path| generated[*path] != made[*path]);
    differing.map_or(Ok(()), |path| {
        let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (ours, theirs) = (shown(&made[path].0), shown(&generated[path].0));
        Err(format!("{game} {defines:?}: {}\n{theirs}\n---- but botspec new:\n{ours}", path.display()))
    })
}

/// Around midnight the date in the files may change between the two.
fn both_ways_agree(game: &str, name: &str, defines: &[(&str, &str)]) {
    compare(game, name, defines)
        .or_else(|_| compare(game, name, defines))
        .unwrap_or_else(|why| panic!("{why}"));
}

#[test]
fn both_ways_make_the_same_folders() {
    for game in games() {
        for language in LANGUAGES {
            both_ways_agree(game, "my_bot", &[("language", language)]);
        }
    }
}

#[test]
fn both_ways_write_awkward_values_alike() {
    for game in games() {
        for language in LANGUAGES {
            let mut defines = vec![
                ("language", language),
                ("bot_name", r#"Zoë "O'Neil\t" ??/ {{ x }} 100% $HOME <b>*???"#),
                ("author", r#"Łukasz \u0022 "Q" \ 雪 🦀 */"#),
                ("version", "2.10"),
            ];
            match game {
                "linkage" => {
                    let long =
                        r#"Côte d'Ivoire "CI", a country whose name is as long as any may be, \ and so on"#;
                    defines.extend([("country", long), ("contest_number", "19")]);
                }
                "power4" => defines.push(("team_id", "Zz_9x")),
                _ => {}
            }
            both_ways_agree(game, "3rd-bot", &defines);
        }
    }
}

#[test]
fn the_sdk_is_taken_from_the_same_places() {
    for sdk in [None, Some("https://example.org/botspec.git"), Some("git@example.org:botspec.git")] {
        let defines: Vec<(&str, &str)> = sdk.map(|sdk| ("sdk", sdk)).into_iter().collect();
        let (one, other) = (Workbench::new(), Workbench::new());
        let generated = one.generate_with_sdk("hex", "my-bot", sdk, &[]);
        let made = new(&other, "hex", "my-bot", &defines);
        assert!(generated.status.success() && made.status.success(), "{}{}", text(&generated), text(&made));
        assert_eq!(contents(&one.bot("my-bot")), contents(&other.bot("my-bot")), "{sdk:?}");
        assert_eq!(text(&made).contains("the SDK comes from the registry"), sdk.is_none(), "{}", text(&made));
    }
}

/// Before anything is made, so not even an empty folder is left.
#[test]
fn names_that_cannot_be_built_are_refused_both_ways() {
    let long = "a".repeat(65);
    for name in
        ["build", "deps", "test", "core", "try", "proc_macro", "botspec-sdk", "nul", "b\u{e4}r", "-", &long]
    {
        let bench = Workbench::new();
        let generated = bench.generate("hex", name, &[("language", "python")]);
        assert!(!generated.status.success(), "{name}: {}", text(&generated));
        let made = new(&bench, "hex", name, &[("language", "python")]);
        assert!(made.status.code() == Some(2), "{name}: {}", text(&made));
        assert!(left(&bench).is_empty(), "{name}: {:?}", left(&bench));
    }
    let bench = Workbench::new();
    let generated = bench.generate("hex", "build", &[]);
    assert!(text(&generated).contains("such as build-bot"), "{}", text(&generated));
}

#[test]
fn a_misspelled_value_is_no_default_in_silence() {
    for (key, meant) in [
        ("langauge", "language"),
        ("languag", "language"),
        ("langvage", "language"),
        ("languages", "language"),
        ("autor", "author"),
        ("botname", "bot_name"),
        ("teamid", "team_id"),
    ] {
        let bench = Workbench::new();
        let generated = bench.generate("hex", "my-bot", &[(key, "python")]);
        assert!(!generated.status.success(), "{key}: {}", text(&generated));
        assert!(text(&generated).contains(&format!("did you mean {meant}?")), "{}", text(&generated));
    }
}
