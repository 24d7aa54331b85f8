//! What is said when there is no bot.

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use super::{folder, missing, prepare, write, write_program};
use botspec::bot::{Bot, BotError, Toolbox, Workshop};

/// An ELF header for a machine, without anything behind it.
fn elf(machine: u8, kind: u8) -> Vec<u8> {
    let mut bytes = b"\x7fELF\x02\x01\x01".to_vec();
    bytes.resize(64, 0);
    (bytes[16], bytes[18], bytes[20], bytes[24]) = (kind, machine, 1, 1);
    bytes
}

#[test]
fn every_mistake_has_its_message() {
    let (_temp, place) = folder();
    let at = |name: &str| place.join(name);
    write(at("greedy.py"), "");
    write_program(at("runner"), "#!/bin/sh\n");
    write(at("notes.txt"), "hello");
    write(at("plain"), "hello");
    write(at("script"), "#!/bin/sh\n");
    write(at("native"), elf(62, 2));
    write_program(at("empty"), "");
    write_program(at("text"), "echo hello\n");
    write_program(at("lost"), "#!/no/such/interpreter -x\n");
    write_program(at("lost-env"), "#!/usr/bin/env no-such-program\n");
    write_program(at("crlf"), "#!/bin/sh\r\necho\r\n");
    write_program(at("crlf-env"), "#!/usr/bin/env sh\r\necho\r\n");
    write_program(at("relative"), "#!bin/sh\n");
    write_program(at("damaged"), b"\x7fELF\x02\x01\x01");
    write_program(at("bytes"), b"\xff\xfe\x00\x01\x02");
    write_program(at("zip"), b"PK\x03\x04rest");
    write_program(at("class"), b"\xca\xfe\xba\xbe\0\0\0\x3d\0\x02\x01\0\x01A\0\x21\0\x01\0\0");
    fs::create_dir(at("nothing")).unwrap();
    write(at("hidden/.bot.py"), "");
    write(at("several/a.py"), "");
    write(at("several/b.c"), "");
    write(at("several/notes.txt"), "");
    fs::create_dir_all(at("odd/bot.toml")).unwrap();
    std::os::unix::fs::symlink("/no/such/target", at("dangling")).unwrap();
    rustix::fs::mknodat(rustix::fs::CWD, at("pipe.py"), rustix::fs::FileType::Fifo, 0o644.into(), 0).unwrap();
    write(at("outside.c"), "int main(void) { return 0; }\n");
    fs::create_dir(at("linked")).unwrap();
    std::os::unix::fs::symlink(at("outside.c"), at("linked/bot.c")).unwrap();

    for (name, expected) in [
        ("greedy.pi", "no such file or folder\n  help: did you mean "),
        ("greedy", "greedy.py?"),
        ("runer", "runner?"),
        ("zzz", "zzz: no such file or folder"),
        ("greedy.py/", "no such file or folder\n  help: did you mean "),
        ("no/such/bot.py", "there is no folder "),
        ("dangling", ": link to /no/such/target, which does not exist"),
        (
            "notes.txt",
            "unknown file type .txt\n  help: a bot is an executable, a script (.py .jar .js .mjs .cjs)",
        ),
        ("plain", "not a program, a script or a source file"),
        ("script", "without execute permission\n  help: run: chmod +x '"),
        ("native", "without execute permission"),
        ("empty", "it is an empty file"),
        ("text", "a text without a #! line\n  help: name the interpreter in its first line"),
        ("lost", "line 1: its interpreter `/no/such/interpreter` was not found"),
        ("lost-env", "line 1: its interpreter `no-such-program` was not found"),
        ("crlf", "ends in CR LF"),
        ("crlf-env", "ends in CR LF"),
        ("relative", "its interpreter `bin/sh` was not found"),
        ("damaged", "a damaged or incomplete ELF file"),
        ("bytes", "in a format that this system does not start"),
        ("zip", "a zip archive\n  help: if it is a Java program, give it the extension .jar"),
        ("class", "it is a Java class file"),
        ("nothing", "no bot found in this folder\n  help: it needs bot.toml, Cargo.toml"),
        ("hidden", "no bot found in this folder"),
        (
            "several",
            "several files could be the bot: a.py, b.c\n  help: name the file itself, or write a bot.toml",
        ),
        ("odd", "bot.toml: a folder"),
        ("pipe.py", ": a named pipe, not a file or a folder"),
        ("linked", "linked/bot.c: leads out of the bot's folder"),
    ] {
        // A slash at the end must stay one.
        let path = PathBuf::from(format!("{}/{name}", place.display()));
        let error = prepare(&path).map(|_| ()).unwrap_err();
        let text = error.to_string();
        assert!(text.contains(expected), "{name}: {text}");
        assert!(text.contains(name.trim_end_matches('/').rsplit('/').next().unwrap()), "{name}: {text}");
        assert!(!error.is_machine_failure(), "{name}");
    }
}

#[test]
fn programs_of_other_machines_are_told_by_their_header() {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return;
    }
    let (_temp, place) = folder();
    let mut needs_loader = elf(62, 3);
    // One program header behind the file header: the loader's name.
    (needs_loader[32], needs_loader[54], needs_loader[56]) = (64, 56, 1);
    needs_loader.resize(64 + 56, 0);
    (needs_loader[64], needs_loader[72], needs_loader[96]) = (3, 120, 9);
    needs_loader.extend(b"/no/ld.so\0");
    let mut library = elf(62, 3);
    library[24] = 0;
    let mut pe = vec![0; 0x100];
    pe[..2].copy_from_slice(b"MZ");
    pe[0x3c] = 0x80;
    pe[0x80..0x84].copy_from_slice(b"PE\0\0");
    pe[0x98..0x9a].copy_from_slice(&[0x0b, 0x02]);
    for (name, bytes, expected) in [
        ("arm", elf(183, 2), "built for ARM (64 bits), but this is x86_64\n  help: build it on this machine"),
        ("object", elf(62, 1), "an object file (.o), not linked yet"),
        ("library", library, "a shared library, not a program"),
        ("core", elf(62, 4), "an ELF image of type 4"),
        ("loader", needs_loader, "needs the loader /no/ld.so, which is not on this system"),
        ("windows", pe, "it has the MZ and PE headers of a Windows program"),
    ] {
        let error = prepare(&write_program(place.join(name), bytes)).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains(expected), "{name}: {error}");
    }
}

#[test]
fn manifests_are_checked_against_their_folder() {
    let (_temp, place) = folder();
    write(place.join("secret"), "");
    for (manifest, expected) in [
        ("rum = [\"x\"]", "bot.toml: line 1, column 1 (field `rum`): unknown field"),
        (
            "name = \"x\"\nrun = [\"./bot\"]",
            "line 2, column 8 (field `run`): there is no file ./bot in the bot's folder, and no `build`",
        ),
        ("run = [\"./data\"]", "(field `run`): ./data is a folder, not a program"),
        ("run = [\"./plain\"]", "plain: a program without execute permission"),
        ("run = [\"./text\"]", "text: cannot be executed: it is a text without a #! line"),
        ("run = [\"bot.c\"]", "(field `run`): this is a source: leave `run` out"),
        ("run = [\"../secret\"]", "(field `run`): ../secret leads out of the bot's folder"),
        ("run = [\"./link\"]", "(field `run`): ./link leads out of the bot's folder"),
        ("run = [\"./.git/bot\"]", "(field `run`): ./.git/bot lies in .git, which is version control's own"),
        ("run = [\"./way/bot\"]", "(field `run`): ./way/bot lies in .git, which is version control's own"),
        ("run = [\"sh\", \"deep/.hg/bot\"]", "(field `run`): deep/.hg/bot lies in .hg, which"),
        ("run = [\"./ok\"]\nfiles = [\".svn\"]", "(field `files`): .svn lies in .svn, which"),
        ("run = [\"/no/such/program\"]", "(field `run`): /no/such/program is missing"),
        ("run = [\"no-such-program\"]", "bot.toml: needs no-such-program, which was not found on PATH"),
        ("run = [\"sh\", \"bot.py\"]", "(field `run`): there is no file bot.py in the bot's folder"),
        ("run = [\"sh\", \"link\"]", "(field `run`): link leads out of the bot's folder"),
        (
            "run = [\"./ok\"]\nfiles = [\"book\"]",
            "line 2, column 10 (field `files`): there is no book in the bot's folder",
        ),
        ("run = [\"./ok\"]\nfiles = [\"link\"]", "(field `files`): link leads out of the bot's folder"),
        ("run = [\"./ok\"]\nfiles = [\"loop\"]", "(field `files`): "),
        ("run = [\"./ok\"]\nfiles = [\"pipe\"]", "pipe: a named pipe"),
        ("run = [\"./deep/ok\"]\nfiles = [\"ok\"]", "would both be ok in the bot's folder"),
        (
            "build = [\"false\"]\nrun = [\"./ok\"]",
            "the bot does not build: `false` failed with exit status 1",
        ),
        (
            "name = \"x\"\nbuild = [\"make\"]",
            "line 2, column 10 (field `build`): there is no `run`: say what this makes",
        ),
        ("build = [\"cargo\", \"build\"]", "(field `build`): there is no `run`: say what this makes"),
        ("build = [\"true\"]\nrun = [\"./made\"]", "`true` succeeded, but there is no "),
        ("build = [\"no-such-make\"]\nrun = [\"./ok\"]", "needs no-such-make, which was not found on PATH"),
        ("build = [\"./no-such-script\"]\nrun = [\"./ok\"]", "`./no-such-script` could not be started"),
    ] {
        let folder = place.join("bot");
        let _ = fs::remove_dir_all(&folder);
        write_program(folder.join("ok"), "#!/bin/sh\n");
        write_program(folder.join("deep/ok"), "#!/bin/sh\n");
        for history in [".git/bot", "deep/.hg/bot", ".svn/bot"] {
            write_program(folder.join(history), "#!/bin/sh\n");
        }
        std::os::unix::fs::symlink(".git", folder.join("way")).unwrap();
        write(folder.join("plain"), "#!/bin/sh\n");
        write_program(folder.join("text"), "hello");
        write(folder.join("bot.c"), "");
        fs::create_dir(folder.join("data")).unwrap();
        std::os::unix::fs::symlink(place.join("secret"), folder.join("link")).unwrap();
        std::os::unix::fs::symlink("..", folder.join("loop")).unwrap();
        rustix::fs::mknodat(
            rustix::fs::CWD,
            folder.join("pipe"),
            rustix::fs::FileType::Fifo,
            0o644.into(),
            0,
        )
        .unwrap();
        write(folder.join("bot.toml"), manifest);
        let error = prepare(&folder).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains(expected), "{manifest}: {error}");
    }
}

#[test]
fn a_bot_for_another_game_is_refused() {
    let (_temp, place) = folder();
    write(place.join("bot.toml"), "name = \"x\"\ngame = \"hex\"\nrun = [\"./bot\"]\n");
    let error = Bot::locate(&place).unwrap().expect_game("linkage").unwrap_err().to_string();
    assert!(
        error.contains("bot.toml: line 2, column 8 (field `game`): this bot is for hex, not for linkage"),
        "{error}"
    );
    // A bot without a manifest is for whatever it is asked to play.
    let (_temp, place) = folder();
    assert!(Bot::locate(&write(place.join("bot.py"), "")).unwrap().expect_game("linkage").is_ok());
}

#[test]
fn missing_tools_are_named_with_what_to_install() {
    let (_temp, place) = folder();
    let nothing = Toolbox { path: place.join("no tools").into(), cc: None, cxx: None, limit: Toolbox::LIMIT };
    for (name, tool) in [
        ("a/bot.py", "python3"),
        ("b/bot.js", "node"),
        ("c/bot.jar", "java"),
        ("d/bot.c", "cc"),
        ("e/bot.cpp", "c++"),
        ("f/bot.java", "javac"),
        ("g/bot.rs", "rustc"),
        ("h/Cargo.toml", "cargo"),
    ] {
        let path = write(place.join(name), "");
        let error = Bot::locate(&path)
            .unwrap()
            .prepare(&Workshop::unconfined(nothing.clone()), &mut |_| ())
            .map(|_| ())
            .unwrap_err();
        assert!(matches!(&error, BotError::ToolMissing { .. }), "{name}: {error}");
        let text = error.to_string();
        assert!(
            text.contains(&format!(": needs {tool}, which was not found on PATH\n  help: install")),
            "{text}"
        );
    }
    let named = Toolbox { cc: Some("no-such-cc -m64".into()), ..nothing };
    let error = Bot::locate(&place.join("d/bot.c"))
        .unwrap()
        .prepare(&Workshop::unconfined(named.clone()), &mut |_| ())
        .map(|_| ())
        .unwrap_err();
    assert!(error.to_string().contains("needs no-such-cc,"), "{error}");
}

#[test]
fn the_compiler_that_the_user_names_is_taken() {
    if missing("cc") {
        return;
    }
    let (_temp, place) = folder();
    let file = write(place.join("bot.c"), "#include <stdio.h>\nint main() { puts(ANSWER); }\n");
    let compiler =
        write_program(place.join("my tools/my cc"), "#!/bin/sh\nexec cc '-DANSWER=\"4\"' \"$@\"\n");
    for cc in [compiler.into_os_string(), OsString::from("cc -DANSWER=\"4\" -w")] {
        let toolbox = Toolbox { cc: Some(cc), ..Toolbox::from_env() };
        let program =
            Bot::locate(&file).unwrap().prepare(&Workshop::unconfined(toolbox.clone()), &mut |_| ()).unwrap();
        assert_eq!(super::output_of(&program), "4");
    }
}

#[test]
fn a_manifest_that_is_too_long_is_told_to_be() {
    let (_temp, place) = folder();
    write(place.join("bot.py"), "");
    write(place.join("bot.toml"), format!("name = \"{}\"\n", "x".repeat(1 << 20)));
    let error = Bot::locate(&place).map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("bot.toml: longer than 1048576 bytes\n  help: is it the right file?"), "{error}");
    assert!(!error.contains("chmod"), "{error}");
}

#[test]
fn a_failing_compiler_is_heard() {
    let (_temp, place) = folder();
    for (name, tool, text, said) in [
        ("bot.c", "cc", "int main() { return no_such_name; }\n", "no_such_name"),
        ("bot.cpp", "c++", "int main() { return no_such_name; }\n", "no_such_name"),
        ("Bot.java", "javac", "class Bot { int x = no_such_name; }\n", "no_such_name"),
        ("bot.rs", "rustc", "fn main() { no_such_name; }\n", "no_such_name"),
        ("cargo/src/main.rs", "cargo", "fn main() { no_such_name; }\n", "no_such_name"),
        ("manifest/src/main.rs", "cargo", "", "missing field"),
    ] {
        if missing(tool) {
            continue;
        }
        let mut path = write(place.join(name), text);
        if tool == "cargo" {
            path = path.parent().and_then(Path::parent).unwrap().to_owned();
            let name = if text.is_empty() { "" } else { "name = \"b\"\n" };
            write(path.join("Cargo.toml"), format!("[package]\n{name}edition = \"2021\"\n[workspace]\n"));
        }
        let error = prepare(&path).map(|_| ()).unwrap_err();
        assert!(error.is_build_failure(), "{name}: {error}");
        let BotError::BuildFailed { command, why, output } = error else { panic!("{name}: {error}") };
        assert!(why.starts_with("failed with exit status"), "{name}: {why}");
        assert!(command.contains(tool) && output.contains(said), "{name}: {command}: {output}");
        assert!(!output.contains('\x1b'), "{name}: {output:?}");
        assert!(!output.contains("{\"reason\":"), "{name}: messages for programs: {output}");
    }
    if !missing("javac") {
        let path = write(place.join("java/Bot.java"), "class Other { }\n");
        let error = prepare(&path).map(|_| ()).unwrap_err();
        assert!(error.to_string().contains("there is no class Bot with a main method"), "{error}");
    }
}

#[test]
fn names_that_are_not_text_work_or_are_refused() {
    let (_temp, place) = folder();
    let odd = |name: &[u8]| place.join(OsString::from_vec(name.to_vec()));
    for name in [b"bot\xff".as_slice(), b"bot\xff.py", b"bot\xff.c"] {
        let path = write_program(odd(name), "#!/bin/sh\n");
        let error = prepare(&path).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains("its name is not valid UTF-8\n  help: rename it"), "{error}");
        assert!(Bot::locate(&path).unwrap().name().starts_with("bot\u{fffd}"));
    }
    // A folder above may be called anything.
    let below = odd(b"f\xfelder");
    let script = write_program(below.join("bot"), "#!/bin/sh\necho 4\n");
    assert_eq!(super::output_of(&prepare(&script).unwrap()), "4");
    if !missing("cc") {
        let source = write(below.join("c/bot.c"), "#include <stdio.h>\nint main() { puts(\"4\"); }\n");
        assert_eq!(super::output_of(&prepare(&source).unwrap()), "4");
    }
    // What is printed is made printable.
    let error = prepare(&place.join("no\x1b[31m\nsuch")).map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("no\\u{1b}[31m\\nsuch"), "{error:?}");
    assert!(Bot::locate(Path::new("a\0b")).is_err());
    assert!(Bot::locate(Path::new("")).is_err());
}

#[test]
fn what_may_not_be_read_is_said() {
    let (_temp, place) = folder();
    let file = write(place.join("bot.py"), "");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o000)).unwrap();
    if fs::File::open(&file).is_ok() {
        // Root may read everything.
        return;
    }
    let error = prepare(&file).map(|_| ()).unwrap_err().to_string();
    assert!(
        error.contains("bot.py: cannot be read: ")
            && error.contains("help: allow yourself to read it: chmod +r")
    );
}
