//! Bots of every kind, really built and run.

use std::fs;
use std::path::Path;

use super::{folder, listing, missing, open_workshop, output_of, prepare, write, write_out, write_program};
use botspec::bot::{Bot, Step, Toolbox, Workshop};

const C: &str = "#include <stdio.h>\n#include <math.h>\nint main(int n, char **v) { (void)v; printf(\"%.0f\\n\", sqrt(n + 15.0)); }\n";
const CPP: &str = "#include <iostream>\nint main() { std::cout << 4 << std::endl; }\n";
const JAVA: &str = "public class Team7 {\n  record Pair(int a, int b) {}\n  public static void main(String[] a) {\n    System.out.println(new Pair(1, 3).a() + new Pair(1, 3).b());\n  }\n}\n";
const RUST: &str = "fn main() { let n = [1, 3].into_iter().sum::<i32>(); println!(\"{n}\"); }\n";
const PYTHON: &str = "print(2 + 2)\n";
const JS: &str = "console.log(2 + 2)\n";

#[test]
fn a_script_comes_with_the_modules_beside_it_and_what_it_lacks_is_known() {
    if missing("python3") {
        return;
    }
    let (_temp, place) = folder();
    write(place.join("tables/__init__.py"), "from .wins import WINS\n");
    write(place.join("tables/wins.py"), "WINS = 'all modules are here'\n");
    write(place.join("book.bin"), "e2e4");
    let bot = write(place.join("bot.py"), "import tables\nprint(tables.WINS)\n");
    let program = prepare(&bot).unwrap();
    assert!(output_of(&program).contains("all modules are here"));
    let complaint = "FileNotFoundError: [Errno 2] No such file or directory: 'book.bin'";
    assert_eq!(program.misses(complaint, &[]), Some("book.bin"));
    // What the manifest names is given once, and is no longer missed.
    write(place.join("bot.toml"), "files = [\"book.bin\", \"tables\"]\nrun = [\"python3\", \"bot.py\"]\n");
    let program = prepare(&place).unwrap();
    let mut names: Vec<&str> = program.files.iter().map(|file| file.name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["book.bin", "bot.py", "tables/__init__.py", "tables/wins.py"]);
    assert_eq!(program.misses(complaint, &[]), None);
}

/// Neither the folder of a link to a script nor an extension tells where its modules are.
#[test]
fn a_link_to_a_script_and_a_script_without_extension_find_their_modules() {
    if missing("python3") {
        return;
    }
    let (_temp, place) = folder();
    write(place.join("mine/board.py"), "SAID = 'all modules are here'\n");
    let text = "#!/usr/bin/env python3\nimport board\nprint(board.SAID)\n";
    let bot = write(place.join("mine/bot.py"), text);
    let named = write_program(place.join("mine/player"), text);
    for (file, link) in [(&bot, "link.py"), (&named, "link")] {
        std::os::unix::fs::symlink(file, place.join(link)).unwrap();
        for path in [file, &place.join(link)] {
            assert_eq!(output_of(&prepare(path).unwrap()), "all modules are here", "{}", path.display());
        }
    }
}

#[test]
fn single_files_of_every_language_run_and_leave_their_folder_alone() {
    for (name, tool, text) in [
        ("Team7.c", "cc", C),
        ("Team7.cpp", "c++", CPP),
        ("Team7.java", "javac", JAVA),
        ("Team7.rs", "rustc", RUST),
        ("Team7.py", "python3", PYTHON),
        ("Team7.js", "node", JS),
    ] {
        if missing(tool) {
            continue;
        }
        let (_temp, place) = folder();
        let file = write(place.join(name), text);
        // The file itself, and the folder that holds nothing else.
        for path in [&file, &place] {
            let bot = Bot::locate(path).unwrap();
            assert_eq!((bot.name(), bot.team_id()), ("Team7".to_owned(), "Team7".to_owned()), "{name}");
            let mut steps = Vec::new();
            let program = bot.prepare(&open_workshop(), &mut |step| steps.push(step.to_string())).unwrap();
            assert_eq!(output_of(&program), "4", "{name}");
            let compiled = !matches!(tool, "python3" | "node");
            assert_eq!(steps.len(), usize::from(compiled), "{name}: {steps:?}");
            assert!(
                steps.iter().all(|step| step.starts_with("building: ") && step.contains(name)),
                "{steps:?}"
            );
        }
        assert_eq!(listing(&place), [name], "the user's folder is left as it was");
    }
}

#[test]
fn nothing_is_left_of_a_build_but_the_program_itself() {
    if missing("cc") {
        return;
    }
    let (_temp, place) = folder();
    let program = prepare(&write(place.join("bot.c"), C)).unwrap();
    assert!(!program.files[0].source.exists());
    assert_eq!(output_of(&program), "4");
}

/// A program that was compiled anew while it was checked was judged half and half.
#[test]
fn what_was_prepared_stays_as_it_was() {
    let (_temp, place) = folder();
    let script = write(place.join("bot.py"), "import answer\nprint(answer.OF)\n");
    let module = write(place.join("answer.py"), "OF = 4\n");
    let program = prepare(&script).unwrap();
    fs::write(&module, "OF = 5\n").unwrap();
    fs::remove_file(&script).unwrap();
    assert_eq!(output_of(&program), "4");
    assert!(program.files.iter().any(|file| file.source == script), "{:?}", program.files);
}

#[test]
fn sources_may_use_files_beside_them() {
    let (_temp, place) = folder();
    if !missing("cc") {
        write(place.join("c/answer.h"), "#define ANSWER \"4\"\n");
        let file = write(
            place.join("c/bot.c"),
            "#include <stdio.h>\n#include \"answer.h\"\nint main() { puts(ANSWER); }\n",
        );
        assert_eq!(output_of(&prepare(&file).unwrap()), "4");
    }
    if !missing("javac") {
        write(place.join("java/Answer.java"), "class Answer { static int get() { return 4; } }\n");
        let file = write(
            place.join("java/Bot.java"),
            "class Start { public static void main(String[] a) { System.out.println(Answer.get()); } }\n",
        );
        // The class with `main` need not be called like the file.
        assert_eq!(output_of(&prepare(&file).unwrap()), "4");
        assert_eq!(listing(&place.join("java")), ["Answer.java", "Bot.java"]);
    }
}

#[test]
fn executables_run_as_they_are() {
    let (_temp, place) = folder();
    let script = write_program(place.join("player-1.2"), "#!/bin/sh\necho 4\n");
    let bot = Bot::locate(&script).unwrap();
    assert_eq!(bot.name(), "player-1.2");
    let program = bot.prepare(&open_workshop(), &mut |_| ()).unwrap();
    assert_eq!(program.command, ["player-1.2"]);
    assert!(program.files[0].executable);
    assert_eq!(output_of(&program), "4");

    let env = write_program(place.join("env"), "#! /usr/bin/env -S sh -e\necho 4\n");
    assert_eq!(output_of(&prepare(&env).unwrap()), "4");

    // A link leads to what it names; the bot bears the name of the link.
    std::os::unix::fs::symlink(&script, place.join("link")).unwrap();
    assert_eq!(output_of(&prepare(&place.join("link")).unwrap()), "4");

    if !missing("cc") {
        let source = write(place.join("c/bot.c"), C);
        let built = prepare(&source).unwrap();
        let program = place.join("native");
        write_out(&built, &built.files[0], &program);
        assert_eq!(output_of(&prepare(&program).unwrap()), "4");
    }
}

#[test]
fn jars_run() {
    if missing("javac") {
        return;
    }
    let (_temp, place) = folder();
    let built = prepare(&write(place.join("Team7.java"), JAVA)).unwrap();
    let jar = place.join("jars/bot.jar");
    fs::create_dir(place.join("jars")).unwrap();
    write_out(&built, &built.files[0], &jar);
    let program = prepare(&jar).unwrap();
    assert_eq!(program.command[1..], ["-jar", "bot.jar"]);
    assert_eq!(output_of(&program), "4");
}

/// The compiler of Java 8 does not make the folder that it is to write into.
#[test]
fn a_java_compiler_finds_its_folder() {
    if missing("javac") {
        return;
    }
    let (_temp, place) = folder();
    let script = "#!/bin/sh\nwhile [ \"$1\" != -d ]; do shift; done\n[ -d \"$2\" ] || exit 2\n: > \"$2/Team7.class\"\n";
    write_program(place.join("bin/javac"), script);
    let toolbox = Toolbox::from_env();
    let path = std::env::split_paths(&toolbox.path);
    let path = std::env::join_paths(std::iter::once(place.join("bin")).chain(path)).unwrap();
    let workshop = Workshop::unconfined(Toolbox { path, ..toolbox });
    let source = write(place.join("Team7.java"), JAVA);
    let program = Bot::locate(&source).unwrap().prepare(&workshop, &mut |_| ()).unwrap();
    assert_eq!(program.files[0].name, "Team7.jar");
}

fn cargo_package(folder: &Path, name: &str) {
    write(
        folder.join("Cargo.toml"),
        format!("[package]\nname = \"{name}\"\nedition = \"2021\"\n[workspace]\n"),
    );
    write(folder.join("src/main.rs"), RUST);
}

#[test]
fn cargo_folders_are_built_wherever_cargo_builds() {
    if missing("cargo") {
        return;
    }
    let (_temp, place) = folder();
    cargo_package(&place, "alone");
    let program = prepare(&place).unwrap();
    assert_eq!(program.command, ["alone"]);
    assert_eq!(output_of(&program), "4");
    // The manifest may be named instead of its folder.
    assert_eq!(prepare(&place.join("Cargo.toml")).unwrap().command, ["alone"]);

    let (_temp, place) = folder();
    write(place.join("Cargo.toml"), "[workspace]\nmembers = [\"one\", \"two\"]\nresolver = \"2\"\n");
    write(place.join(".cargo/config.toml"), "[build]\ntarget-dir = \"else where\"\n");
    for name in ["one", "two"] {
        write(
            place.join(name).join("Cargo.toml"),
            format!("[package]\nname = \"{name}\"\nedition = \"2021\"\n"),
        );
        write(place.join(name).join("src/main.rs"), RUST);
    }
    let program = prepare(&place.join("two")).unwrap();
    assert_eq!(output_of(&program), "4");
    assert!(place.join("else where/release/two").is_file());

    // A manifest that names a program below `target` means cargo's target folder, wherever that is; with a build
    // command of its own and without.
    for build in ["build = [\"cargo\", \"build\", \"--release\"]\n", ""] {
        write(
            place.join("one/bot.toml"),
            format!(
                "name = \"First\"\ngame = \"hex\"\n{build}run = [\"./target/release/one\", \"--deep\"]\n"
            ),
        );
        let bot = Bot::locate(&place.join("one")).unwrap();
        assert_eq!((bot.name(), bot.team_id()), ("First".to_owned(), "one".to_owned()));
        let program = bot.prepare(&open_workshop(), &mut |_| ()).unwrap();
        assert_eq!(program.command, ["one", "--deep"], "{build}");
        assert_eq!(program.name, "First");
        assert_eq!(output_of(&program), "4");
    }
    // What says itself where it is built is there, though the user has another place for all that is built.
    write(
        place.join("one/bot.toml"),
        "build = [\"cargo\", \"build\", \"--release\", \"--target-dir\", \"../target\"]\nrun = [\"../target/release/one\"]\n",
    );
    assert_eq!(output_of(&prepare(&place.join("one")).unwrap()), "4");
    // The same, in the place of the user's.
    write(
        place.join("one/bot.toml"),
        "build = [\"cargo\", \"build\", \"--release\", \"--target-dir\", \"../else where\"]\nrun = [\"../else where/release/one\"]\n",
    );
    let error = prepare(&place.join("one")).unwrap_err().to_string();
    assert!(error.contains("leads out of the bot's folder"), "{error}");
}

#[test]
fn a_package_with_several_programs_names_the_one() {
    if missing("cargo") {
        return;
    }
    let (_temp, place) = folder();
    cargo_package(&place, "main-bot");
    write(place.join("src/bin/tool.rs"), "fn main() { println!(\"5\") }\n");
    let error = prepare(&place).unwrap_err().to_string();
    assert!(error.contains("several binary targets: main-bot, tool"), "{error}");
    assert!(
        error.contains("default-run") && error.contains("run = [\"./target/release/main-bot\"]"),
        "{error}"
    );

    write(place.join("bot.toml"), "run = [\"./target/release/tool\"]\n");
    assert_eq!(output_of(&prepare(&place).unwrap()), "5");
    fs::remove_file(place.join("bot.toml")).unwrap();
    write(
        place.join("Cargo.toml"),
        "[package]\nname = \"main-bot\"\nedition = \"2021\"\ndefault-run = \"main-bot\"\n[workspace]\n",
    );
    assert_eq!(output_of(&prepare(&place).unwrap()), "4");

    fs::remove_dir_all(place.join("src")).unwrap();
    write(place.join("src/lib.rs"), "");
    write(place.join("Cargo.toml"), "[package]\nname = \"main-bot\"\nedition = \"2021\"\n[workspace]\n");
    let error = prepare(&place).unwrap_err().to_string();
    assert!(error.contains("no binary target"), "{error}");
}

/// It was built once more without its options, and that was judged.
#[test]
fn a_cargo_build_with_options_makes_the_bot() {
    if missing("cargo") {
        return;
    }
    let (_temp, place) = folder();
    cargo_package(&place, "made");
    let package = fs::read_to_string(place.join("Cargo.toml")).unwrap();
    write(place.join("Cargo.toml"), format!("{package}[features]\ndeep = []\n"));
    let main = "fn main() { println!(\"{}\", if cfg!(feature = \"deep\") { 5 } else { 4 }) }\n";
    write(place.join("src/main.rs"), main);
    let build = |options: &str| {
        write(place.join("bot.toml"), format!("build = [\"cargo\", \"build\"{options}]\n"));
        prepare(&place)
    };
    for (options, said) in [
        (", \"--release\", \"--features\", \"deep\"", "5"),
        (", \"--release\"", "4"),
        (", \"--features=deep\", \"--target-dir\", \"elsewhere\"", "5"),
    ] {
        let program = build(options).unwrap();
        assert_eq!(
            (program.command.as_slice(), output_of(&program)),
            (&["made".to_owned()][..], said.to_owned())
        );
    }
    write(place.join("src/bin/tool.rs"), "fn main() { println!(\"6\") }\n");
    assert_eq!(output_of(&build(", \"--bin\", \"tool\"").unwrap()), "6");
    let error = build("").unwrap_err().to_string();
    assert!(error.contains("several binary targets: made, tool"), "{error}");
    // Whoever reads cargo's messages himself says where the program is.
    let error = build(", \"--message-format=json\"").unwrap_err().to_string();
    assert!(error.contains("there is no `run`"), "{error}");
}

#[test]
fn a_manifest_comes_before_cargo_and_cargo_before_a_source() {
    let (_temp, place) = folder();
    cargo_package(&place, "crate-bot");
    write(place.join("bot.py"), "print('python')\n");
    write_program(place.join("said.sh"), "#!/bin/sh\necho manifest\n");
    write(place.join("bot.toml"), "build = [\"true\"]\nrun = [\"./said.sh\"]\n");
    assert_eq!(output_of(&prepare(&place).unwrap()), "manifest");
    fs::remove_file(place.join("bot.toml")).unwrap();
    if !missing("cargo") {
        assert_eq!(prepare(&place).unwrap().command, ["crate-bot"]);
    }
}

#[test]
fn what_run_and_files_name_is_copied() {
    if missing("python3") {
        return;
    }
    let (_temp, place) = folder();
    write(
        place.join("src/main.py"),
        "import os, sys\nhere = os.path.dirname(os.path.abspath(__file__))\nos.chdir('/')\n\
         print(open(os.path.join(here, 'book.bin')).read(), sorted(os.listdir(os.path.join(here, 'data'))), *sys.argv[2:])\n\
         print(open(sys.argv[1]).read())\n",
    );
    write(place.join("book.bin"), "book");
    write(place.join("data/a"), "");
    write(place.join("data/deep/b"), "");
    write(place.join("setup/options.txt"), "options");
    write(
        place.join("bot.toml"),
        "run = [\"python3\", \"src/main.py\", \"setup/options.txt\", \"-x\", \"\"]\nfiles = [\"book.bin\", \"./data\", \"src/main.py\", \"book.bin\"]\n",
    );
    let program = prepare(&place).unwrap();
    let mut names: Vec<&str> = program.files.iter().map(|file| file.name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["book.bin", "data/a", "data/deep/b", "main.py", "setup/options.txt", "src/main.py"]);
    assert_eq!(program.command[1..], ["main.py", "setup/options.txt", "-x", ""]);
    assert!(Path::new(&program.command[0]).is_absolute());
    assert_eq!(output_of(&program), "book ['a', 'deep'] -x \noptions");
    assert_eq!(Bot::locate(&place).unwrap().team_id(), "main");
}

#[test]
fn build_commands_run_in_the_folder() {
    let (_temp, place) = folder();
    write_program(
        place.join("make it.sh"),
        "#!/bin/sh\nprintf '#!/bin/sh\\necho %s\\n' \"$1\" > made\nchmod +x made\n",
    );
    write(
        place.join("bot.toml"),
        "build = [\"./make it.sh\", \"four\"]\nrun = [\"made\"]\nteam_id = \"T1\"\n",
    );
    let bot = Bot::locate(&place).unwrap();
    let mut steps = Vec::new();
    let program = bot.prepare(&open_workshop(), &mut |step| steps.push(step)).unwrap();
    assert_eq!(output_of(&program), "four");
    assert_eq!(steps, [Step::Building("\"./make it.sh\" four".to_owned())]);
    assert_eq!(bot.team_id(), "T1");
}

#[test]
fn java_sources_that_java_itself_compiles_are_copied() {
    if missing("javac") {
        return;
    }
    let (_temp, place) = folder();
    write(place.join("Team7.java"), JAVA);
    write(place.join("bot.toml"), "run = [\"java\", \"Team7.java\"]\n");
    let program = prepare(&place).unwrap();
    assert_eq!(program.command[1..], ["Team7.java"]);
    assert_eq!(output_of(&program), "4");
    assert_eq!(Bot::locate(&place).unwrap().team_id(), "Team7");
}

#[test]
fn a_manifest_without_run_tells_about_a_bot_found_otherwise() {
    if missing("python3") {
        return;
    }
    let (_temp, place) = folder();
    write(place.join("bot.py"), "print(open('book').read())\n");
    write(place.join("book"), "4");
    write(place.join("bot.toml"), "name = \"Named\"\nauthor = \"A\"\ngame = \"flit\"\nfiles = [\"book\"]\n");
    let bot = Bot::locate(&place).unwrap();
    assert_eq!((bot.name().as_str(), bot.author(), bot.game()), ("Named", Some("A"), Some("flit")));
    assert!(bot.expect_game("flit").is_ok());
    assert_eq!(output_of(&bot.prepare(&open_workshop(), &mut |_| ()).unwrap()), "4");
}

#[test]
fn the_interpreter_is_the_real_one() {
    if missing("python3") {
        return;
    }
    let (_temp, place) = folder();
    let file = write(place.join("bot.py"), "import sys\nprint(sys.executable)\n");
    let program = prepare(&file).unwrap();
    // Not a version manager's stand-in, which would be a script.
    assert_eq!(output_of(&program), program.command[0]);
    assert!(!fs::read(&program.command[0]).unwrap().starts_with(b"#!"));
}

/// A confined bot has a /tmp of its own.
#[test]
fn an_interpreter_that_lies_in_a_temporary_folder_is_not_looked_for_there() {
    if missing("python3") {
        return;
    }
    let (_temp, place) = folder();
    let file = write(place.join("bot.py"), PYTHON);
    let real = fs::canonicalize(&prepare(&file).unwrap().command[0]).unwrap();
    let bin = tempfile::tempdir_in("/tmp").unwrap();
    std::os::unix::fs::symlink(&real, bin.path().join("python3")).unwrap();
    let toolbox = Toolbox { path: bin.path().into(), ..Toolbox::from_env() };
    let program = Bot::locate(&file).unwrap().prepare(&Workshop::unconfined(toolbox), &mut |_| ()).unwrap();
    assert_eq!(Path::new(&program.command[0]), real);
    assert_eq!(output_of(&program), "4");
}
