//! What a build can reach and what it leaves: builds are confined as bots are.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test, in a test's helpers too")]
#![expect(clippy::print_stderr, reason = "a skipped test says so")]

use botspec::bot::{Bot, BotError, Step, Toolbox, Workshop};
use botspec::process::{Host, Layer, MEMORY, Program, SandboxMode};
use std::fs;
use std::io::{self, Read as _};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

fn helper() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_botspec"))
}

/// The host, if it holds the layers that a test is about.
fn host_with(layers: &[Layer]) -> Option<Host> {
    let host = Host::open_with(helper(), SandboxMode::Auto).unwrap();
    let missing: Vec<_> = host.isolation().missing().filter(|(layer, _)| layers.contains(layer)).collect();
    if missing.is_empty() {
        return Some(host);
    }
    eprintln!("skipped, for lack of {missing:?}");
    None
}

/// Whether a tool is here; says so if not, since the test then proves nothing.
fn missing(tool: &str) -> bool {
    let missing = Toolbox::from_env().find(tool).is_none();
    if missing {
        eprintln!("skipped: {tool} is not on PATH");
    }
    missing
}

/// A fresh folder, and another one in it that is a bot's.
fn folder() -> (TempDir, PathBuf) {
    let temp = tempfile::Builder::new().prefix("built böt ").tempdir().unwrap();
    let bot = temp.path().join("the bot");
    fs::create_dir(&bot).unwrap();
    (temp, bot)
}

fn write(path: PathBuf, content: impl AsRef<[u8]>) -> PathBuf {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, content).unwrap();
    path
}

fn prepare(path: &Path, host: &Host) -> Result<Program, BotError> {
    Bot::locate(path)?.prepare(&Workshop::new(host, false), &mut |_| ())
}

/// Runs what was built, where it lies.
fn output_of(program: &Program) -> String {
    let file = &program.files[0];
    let (_temp, place) = folder();
    let copy = place.join(&file.name);
    program.read(file, |bytes| io::copy(bytes, &mut fs::File::create(&copy)?)).unwrap();
    fs::set_permissions(&copy, fs::Permissions::from_mode(0o755)).unwrap();
    let output = loop {
        match Command::new(&copy).output() {
            // A test beside this one has started a process while the copy was written.
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy => {
                sleep(Duration::from_millis(1))
            }
            output => break output.unwrap(),
        }
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
}

/// A folder whose build is this script.
fn script(place: &Path, text: &str) {
    write(place.join("build.sh"), text);
    write(place.join("bot.toml"), "build = [\"sh\", \"build.sh\"]\nrun = [\"./made\"]\n");
}

/// The end of a script: it makes a bot that prints this word of the shell.
fn made(word: &str) -> String {
    format!("printf '#!/bin/sh\\ncat <<END\\n%s\\nEND\\n' \"{word}\" > made\nchmod +x made\n")
}

/// What a build's script finds out, as its bot prints it.
fn found_out(host: &Host, place: &Path, text: &str) -> String {
    script(place, &format!("{{\n{text}\n}} > found 2>&1\n{}", made("$(cat found)")));
    output_of(&prepare(place, host).unwrap())
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_source_includes_what_lies_beside_it_and_nothing_else() {
    let Some(host) = host_with(&[Layer::Landlock]) else { return };
    let (temp, place) = folder();
    let secret = write(temp.path().join("secret.h"), "int secret = 7;\n");
    let secret = secret.to_str().unwrap();
    write(place.join("own/answer.h"), "#define ANSWER \"4\"\n");
    let own = "#include <stdio.h>\n#include \"own/answer.h\"\nint main() { puts(ANSWER); }\n";
    if !missing("cc") {
        assert_eq!(output_of(&prepare(&write(place.join("own.c"), own), &host).unwrap()), "4");
        for stolen in [
            format!("#include \"{secret}\"\nint main() {{}}\n"),
            "#include \"../secret.h\"\nint main() {}\n".to_owned(),
            format!("__asm__(\".incbin \\\"{secret}\\\"\");\nint main() {{}}\n"),
            "__asm__(\".incbin \\\"/etc/hostname\\\"\");\nint main() {}\n".to_owned(),
            "#include \"/proc/1/environ\"\nint main() {}\n".to_owned(),
        ] {
            let error = prepare(&write(place.join("thief.c"), &stolen), &host).unwrap_err();
            assert!(error.is_build_failure(), "{stolen}: {error}");
        }
        // The user has named the file: a link to it leads there, but one that lies beside it leads nowhere.
        symlink(place.join("own.c"), temp.path().join("link.c")).unwrap();
        write(temp.path().join("own/answer.h"), "#define ANSWER \"5\"\n");
        assert_eq!(output_of(&prepare(&temp.path().join("link.c"), &host).unwrap()), "5");
        symlink(secret, place.join("stolen.h")).unwrap();
        let thief = write(place.join("thief.c"), "#include \"stolen.h\"\nint main() {}\n");
        assert!(prepare(&thief, &host).unwrap_err().is_build_failure());
    }
    if !missing("rustc") {
        let thief = write(place.join("thief.rs"), format!("fn main() {{ include_str!({secret:?}); }}\n"));
        assert!(prepare(&thief, &host).unwrap_err().is_build_failure());
    }
    if !missing("javac") {
        write(place.join("Answer.java"), "class Answer { static int get() { return 4; } }\n");
        let text =
            "class Bot { public static void main(String[] a) { System.out.println(Answer.get()); } }\n";
        let program = prepare(&write(place.join("Bot.java"), text), &host).unwrap();
        assert_eq!(program.files[0].name, "Bot.jar");
        assert!(program.read(&program.files[0], |jar| jar.read_to_end(&mut Vec::new())).unwrap() > 0);
    }
    // Nothing was left in its folder, and nothing made of what is not named.
    assert!(
        names(&place)
            .iter()
            .all(|name| ["c", "h", "rs", "java"].iter().any(|end| name.ends_with(end)) || name == "own")
    );
}

#[test]
fn a_source_in_the_folder_for_temporary_files_sees_other_sources_there_alone() {
    let Some(host) = host_with(&[Layer::Landlock]) else { return };
    if missing("cc") {
        return;
    }
    let (temp, _) = folder();
    write(temp.path().join("secret.h"), "int secret = 7;\n");
    let name = temp.path().file_name().unwrap().to_str().unwrap();
    let text =
        |header: &str| format!("#include <stdio.h>\n#include \"{header}\"\nint main() {{ puts(\"4\"); }}\n");
    let place = |end: &str| {
        let builder = tempfile::Builder::new().prefix("botspec-test-").suffix(end).tempfile().unwrap();
        builder.into_temp_path()
    };
    let (header, source) = (place(".h"), place(".c"));
    fs::write(&source, text(&format!("{name}/secret.h"))).unwrap();
    assert!(prepare(&source, &host).unwrap_err().is_build_failure());
    fs::write(&source, text(header.file_name().unwrap().to_str().unwrap())).unwrap();
    assert_eq!(output_of(&prepare(&source, &host).unwrap()), "4");
}

#[test]
fn a_source_in_the_home_folder_is_compiled_with_the_tools_there() {
    let Some(_) = host_with(&[]) else { return };
    if missing("cc") {
        return;
    }
    let (_temp, home) = folder();
    let compiler = write(home.join("tools/bin/my-cc"), "#!/bin/sh\nexec cc \"$@\"\n");
    fs::set_permissions(&compiler, fs::Permissions::from_mode(0o755)).unwrap();
    write(home.join("private/secret.h"), "");
    let check = |text: &str| {
        let source = write(home.join("bot.c"), text);
        let output = Command::new(helper())
            .args(["check", "linkage", "--max-time", "100ms", "--no-shrink"])
            .arg(source)
            .env("HOME", &home)
            .env("CC", &compiler)
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, said) = check("int main() { return 0; }\n");
    assert!(code == Some(1) || code == Some(4), "{code:?} {said}");
    let (code, said) = check("#include \"private/secret.h\"\nint main() { return 0; }\n");
    assert!(code == Some(2) && said.contains("does not build"), "{code:?} {said}");
}

#[test]
fn a_single_source_in_a_full_folder_is_compiled() {
    let Some(host) = host_with(&[]) else { return };
    if missing("cc") {
        return;
    }
    let (_temp, place) = folder();
    fs::File::create(place.join("film.bin")).unwrap().set_len(1 << 30).unwrap();
    write(place.join("answer.h"), "#define ANSWER \"4\"\n");
    let text = "#include <stdio.h>\n#include \"answer.h\"\nint main() { puts(ANSWER); }\n";
    assert_eq!(output_of(&prepare(&write(place.join("bot.c"), text), &host).unwrap()), "4");
    write(place.join("bot.toml"), "build = [\"true\"]\nrun = [\"./made\"]\n");
    let error = prepare(&place, &host).unwrap_err();
    assert!(matches!(error, BotError::TooMuchToBuild { .. }), "{error}");
}

#[test]
fn a_build_reads_its_sources_and_tools_and_nothing_else() {
    let Some(host) = host_with(&[Layer::Landlock, Layer::Namespaces, Layer::Seccomp]) else { return };
    let (temp, place) = folder();
    let secret = write(temp.path().join("secret"), "the secret");
    let secret = secret.display().to_string();
    // Found out in the real folder, so that messages are about it.
    let real = fs::canonicalize(&place).unwrap();
    assert_eq!(found_out(&host, &place, "pwd"), real.display().to_string());
    for (text, wanted) in [
        (format!("cat '{secret}'"), "No such file"),
        ("cat ../secret".to_owned(), "No such file"),
        (format!("cat '{}/Cargo.toml'", env!("CARGO_MANIFEST_DIR")), "No such file"),
        ("cat /etc/shadow".to_owned(), "denied"),
        ("cat /etc/hostname".to_owned(), "denied"),
        ("cat /proc/1/environ".to_owned(), "denied"),
        (format!("echo changed > '{secret}'"), "denied"),
        ("echo x > /usr/x".to_owned(), "denied"),
        ("wc -l < /proc/net/dev".to_owned(), "3"),
    ] {
        let said = found_out(&host, &place, &text).to_lowercase();
        assert!(said.contains(&wanted.to_lowercase()), "{text}: {said}");
    }
    assert_eq!(fs::read_to_string(&secret).unwrap(), "the secret");
    // Of this process's variables it gets those that builds need.
    let variables = found_out(&host, &place, "env | sed 's/=.*//' | sort");
    let variables: Vec<&str> = variables.lines().collect();
    assert!(variables.contains(&"PATH") && variables.contains(&"HOME"));
    assert!(!variables.contains(&"CARGO_MANIFEST_DIR"), "{variables:?}");
}

#[test]
fn a_build_has_the_network_if_it_is_to_have_it() {
    let Some(host) = host_with(&[Layer::Seccomp]) else { return };
    if missing("python3") {
        return;
    }
    let (_temp, place) = folder();
    let call = "python3 -c 'import socket; socket.socket().bind((\"127.0.0.1\", 0))'";
    script(&place, &format!("{call} || exit 3\n{}", made("4")));
    let bot = Bot::locate(&place).unwrap();
    let error = bot.prepare(&Workshop::new(&host, false), &mut |_| ()).unwrap_err();
    assert!(error.to_string().contains("exit status 3"), "{error}");
    let program = bot.prepare(&Workshop::new(&host, true), &mut |_| ()).unwrap();
    assert_eq!(output_of(&program), "4");
}

#[test]
fn what_a_build_makes_is_taken_and_its_folder_left_alone() {
    let Some(host) = host_with(&[]) else { return };
    let (_temp, place) = folder();
    write(place.join("data/book"), "written by hand");
    script(&place, &format!("rm -r data && mkdir made-too && echo 5 > made-too/file\n{}", made("4")));
    write(
        place.join("bot.toml"),
        "build = [\"sh\", \"build.sh\"]\nrun = [\"./made\"]\nfiles = [\"made-too\"]\n",
    );
    let program = prepare(&place, &host).unwrap();
    assert_eq!(output_of(&program), "4");
    let files: Vec<&str> = program.files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(files, ["made", "made-too/file"]);
    assert_eq!(names(&place), ["bot.toml", "build.sh", "data"]);
    assert_eq!(fs::read_to_string(place.join("data/book")).unwrap(), "written by hand");
    assert!(!program.files[0].source.exists());
}

#[test]
fn messages_are_about_the_bots_own_folder() {
    let Some(host) = host_with(&[]) else { return };
    let (_temp, place) = folder();
    for (text, wanted) in [
        ("true", format!("there is no {}/./made", place.display())),
        ("echo text > made && chmod +x made", format!("{}/made: cannot be executed", place.display())),
        ("exit 3", "`sh build.sh` failed with exit status 3".to_owned()),
        ("kill -9 $$", "`sh build.sh` was ended by signal 9".to_owned()),
        ("echo said; exit 3", "exit status 3\nsaid".to_owned()),
    ] {
        script(&place, text);
        let error = prepare(&place, &host).unwrap_err().to_string();
        assert!(error.contains(&wanted), "{text}: {error}");
    }
}

/// The host reads what a build has made: that must not lead it to files that the build could not read.
#[test]
fn links_that_a_build_makes_lead_nowhere() {
    let Some(host) = host_with(&[]) else { return };
    let (temp, place) = folder();
    let secret = write(temp.path().join("secret"), "#!/bin/sh\necho secret\n");
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o755)).unwrap();
    let steal = format!(
        "ln -s '{}' made\nmkdir -p there && ln -s '{}' there/file",
        secret.display(),
        secret.display()
    );
    script(&place, &steal);
    let error = prepare(&place, &host).unwrap_err().to_string();
    assert!(error.contains("leads out of the bot's folder"), "{error}");
    script(&place, &format!("{steal}\nrm made\n{}", made("4")));
    let manifest = "build = [\"sh\", \"build.sh\"]\nrun = [\"./made\"]\nfiles = [\"there\"]\n";
    write(place.join("bot.toml"), manifest);
    let error = prepare(&place, &host).unwrap_err().to_string();
    assert!(error.contains("leads out of the bot's folder"), "{error}");
    // The folder itself, taken away.
    let swap = format!(
        "cd / && mv '{0}' elsewhere-now; ln -s '{1}' '{0}'; true",
        place.display(),
        temp.path().display()
    );
    script(&place, &swap);
    assert!(prepare(&place, &host).is_err());
}

fn line_of(process: &fs::DirEntry) -> String {
    String::from_utf8_lossy(&fs::read(process.path().join("cmdline")).unwrap_or_default()).replace('\0', " ")
}

/// Waits until no process has this word on its command line.
fn await_end(word: &str) {
    let began = Instant::now();
    loop {
        let processes = fs::read_dir("/proc").unwrap().flatten();
        let Some(left) = processes.map(|process| line_of(&process)).find(|line| line.contains(word)) else {
            return;
        };
        assert!(began.elapsed() < Duration::from_secs(20), "left behind: {left}");
        sleep(Duration::from_millis(20));
    }
}

#[test]
fn nothing_of_a_build_lives_on() {
    let Some(host) = host_with(&[]) else { return };
    let (_temp, place) = folder();
    let number = format!("{}.25", 1_000_000 + std::process::id());
    // Daemons of a build that goes well: in a session of their own, ignoring signals.
    script(
        &place,
        &format!(
            "(trap '' TERM HUP; setsid sleep {number} >/dev/null 2>&1 &)\nsetsid sh -c 'sleep {number} & sleep {number}' &\n{}",
            made("4")
        ),
    );
    assert_eq!(output_of(&prepare(&place, &host).unwrap()), "4");
    await_end(&number);
    // One that is out of time.
    script(&place, &format!("sleep {number} &\necho it began\nsleep {number}\n"));
    let mut workshop = Workshop::new(&host, false);
    workshop.toolbox.limit = Duration::from_millis(1500);
    let error = Bot::locate(&place).unwrap().prepare(&workshop, &mut |_| ()).unwrap_err();
    let BotError::BuildFailed { why, output, .. } = error else { panic!("{error}") };
    assert_eq!(why, "was still running after 1s 500ms and was stopped");
    assert_eq!(output, "it began\n");
    await_end(&number);
}

#[test]
fn nothing_of_a_build_outlives_botspec() {
    let Some(_) = host_with(&[]) else { return };
    let (temp, place) = folder();
    let number = format!("{}.75", 2_000_000 + std::process::id());
    script(&place, &format!("setsid sleep {number} &\nsleep {number}\n"));
    for signal in ["KILL", "TERM"] {
        let mut botspec = Command::new(helper())
            .args(["check", "linkage"])
            .arg(&place)
            .env("TMPDIR", temp.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let began = Instant::now();
        let runs = || {
            fs::read_dir("/proc")
                .unwrap()
                .flatten()
                .any(|process| line_of(&process).starts_with(&format!("sleep {number}")))
        };
        while !runs() {
            assert!(began.elapsed() < Duration::from_secs(60), "the build does not begin");
            sleep(Duration::from_millis(10));
        }
        let killed = Command::new("kill").arg(format!("-{signal}")).arg(botspec.id().to_string()).status();
        assert!(killed.unwrap().success());
        botspec.wait().unwrap();
        await_end(&number);
    }
}

#[test]
fn a_build_uses_up_neither_memory_nor_files_nor_disk() {
    let Some(host) = host_with(&[Layer::Limits, Layer::Namespaces]) else { return };
    let (_temp, place) = folder();
    let said = found_out(
        &host,
        &place,
        "ulimit -d; ulimit -f; ulimit -n; ulimit -u 2>/dev/null || ulimit -p; df -k . | tail -1 | awk '{print $2}'",
    );
    let numbers: Vec<u64> = said.lines().map(|line| line.trim().parse().unwrap()).collect();
    // In KiB, blocks of 512 bytes, one by one, and KiB again.
    assert_eq!(numbers, [4 << 20, 2 << 20, 4096, 2048, 2 << 20]);
}

fn package(folder: &Path, name: &str, main: &str) {
    write(
        folder.join("Cargo.toml"),
        format!("[package]\nname = \"{name}\"\nedition = \"2021\"\n[workspace]\n"),
    );
    write(folder.join("src/main.rs"), main);
}

#[test]
fn cargo_builds_in_a_copy_and_what_it_compiled_is_kept() {
    let Some(host) = host_with(&[]) else { return };
    if missing("cargo") {
        return;
    }
    let (_temp, place) = folder();
    package(&place, "kept", "fn main() { println!(\"4\") }\n");
    assert_eq!(output_of(&prepare(&place, &host).unwrap()), "4");
    assert_eq!(names(&place), ["Cargo.toml", "src", "target"]);
    assert_eq!(names(&place.join("target")), ["CACHEDIR.TAG", "botspec"]);
    let program = place.join("target/botspec/release/kept");
    let built = fs::metadata(&program).unwrap().modified().unwrap();
    assert_eq!(output_of(&prepare(&place, &host).unwrap()), "4");
    assert_eq!(fs::metadata(&program).unwrap().modified().unwrap(), built, "nothing was compiled anew");
    sleep(Duration::from_millis(20));
    write(place.join("src/main.rs"), "fn main() { println!(\"5\") }\n");
    assert_eq!(output_of(&prepare(&place, &host).unwrap()), "5");
    // Links in place of these folders are not followed.
    let (_other, elsewhere) = folder();
    fs::remove_dir_all(place.join("target")).unwrap();
    symlink(&elsewhere, place.join("target")).unwrap();
    assert_eq!(output_of(&prepare(&place, &host).unwrap()), "5");
    assert!(names(&elsewhere).is_empty());
}

#[test]
fn cargos_settings_in_a_bots_folder_run_confined() {
    let Some(host) = host_with(&[Layer::Landlock, Layer::Namespaces]) else { return };
    if missing("cargo") {
        return;
    }
    let (temp, place) = folder();
    package(&place, "sly", "fn main() { println!(\"{}\", env!(\"FOUND\")) }\n");
    let secret = write(temp.path().join("secret"), "the secret");
    let mark = temp.path().join("mark");
    write(place.join("wrapper.sh"), format!("#!/bin/sh\ntouch '{}'\nexec \"$@\"\n", mark.display()));
    fs::set_permissions(place.join("wrapper.sh"), fs::Permissions::from_mode(0o755)).unwrap();
    write(place.join(".cargo/config.toml"), "[build]\nrustc-wrapper = \"./wrapper.sh\"\n");
    let script = format!(
        "use std::{{fs, net}};\nfn main() {{\n  let read = fs::read_to_string({secret:?}).is_ok();\n  \
         let wrote = fs::write({mark:?}, \"x\").is_ok();\n  \
         let called = net::TcpListener::bind(\"127.0.0.1:0\").is_ok();\n  \
         println!(\"cargo:rustc-env=FOUND={{read}} {{wrote}} {{called}}\");\n}}\n"
    );
    write(place.join("build.rs"), script);
    assert_eq!(output_of(&prepare(&place, &host).unwrap()), "false false false");
    assert!(!mark.exists());
}

#[test]
fn a_manifest_with_a_build_of_its_own_finds_what_cargo_makes() {
    let Some(host) = host_with(&[]) else { return };
    if missing("cargo") {
        return;
    }
    let (_temp, place) = folder();
    write(place.join("Cargo.toml"), "[workspace]\nmembers = [\"one\", \"two\"]\nresolver = \"2\"\n");
    for name in ["one", "two"] {
        let text = format!("[package]\nname = \"{name}\"\nedition = \"2021\"\n");
        write(place.join(name).join("Cargo.toml"), text);
        write(place.join(name).join("src/main.rs"), "fn main() { println!(\"4\") }\n");
    }
    for build in ["build = [\"cargo\", \"build\", \"--release\"]\n", ""] {
        let text = format!("{build}run = [\"./target/release/one\", \"--deep\"]\n");
        write(place.join("one/bot.toml"), text);
        let program = prepare(&place.join("one"), &host).unwrap();
        assert_eq!(program.command, ["one", "--deep"], "{build}");
        assert_eq!(output_of(&program), "4");
    }
    assert_eq!(output_of(&prepare(&place.join("two"), &host).unwrap()), "4");
}

#[test]
fn a_cargo_build_with_options_makes_the_bot() {
    let Some(host) = host_with(&[]) else { return };
    if missing("cargo") {
        return;
    }
    let (_temp, place) = folder();
    package(&place, "made", "fn main() { println!(\"{}\", if cfg!(feature = \"deep\") { 5 } else { 4 }) }\n");
    let manifest = fs::read_to_string(place.join("Cargo.toml")).unwrap();
    write(place.join("Cargo.toml"), format!("{manifest}[features]\ndeep = []\n"));
    write(place.join("bot.toml"), "build = [\"cargo\", \"build\", \"--features\", \"deep\"]\n");
    let program = prepare(&place, &host).unwrap();
    assert_eq!(program.command, ["made"]);
    assert_eq!(output_of(&program), "5");
}

#[test]
fn packages_outside_the_folder_are_shown_and_said_so_but_not_strictly() {
    let Some(host) = host_with(&[]) else { return };
    if missing("cargo") {
        return;
    }
    let (temp, place) = folder();
    package(&place, "outer", "fn main() { println!(\"{}\", inner::ANSWER) }\n");
    let manifest = fs::read_to_string(place.join("Cargo.toml")).unwrap();
    write(place.join("Cargo.toml"), format!("{manifest}[dependencies]\ninner = {{ path = \"../inner\" }}\n"));
    let inner = temp.path().join("inner");
    write(inner.join("Cargo.toml"), "[package]\nname = \"inner\"\nedition = \"2021\"\n");
    write(inner.join("src/lib.rs"), "pub const ANSWER: i32 = 4;\n");
    let mut steps = Vec::new();
    let bot = Bot::locate(&place).unwrap();
    let program = bot.prepare(&Workshop::new(&host, false), &mut |step| steps.push(step)).unwrap();
    assert_eq!(output_of(&program), "4");
    assert_eq!(steps[0], Step::Showing(fs::canonicalize(&inner).unwrap()));
    let Ok(strict) = Host::open_with(helper(), SandboxMode::Strict) else { return };
    let error = prepare(&place, &strict).unwrap_err();
    assert!(matches!(error, BotError::LiesOutside { .. }), "{error}");
}

/// What this user has fetched for himself is there for a bot that needs it; for a bot nothing is copied to there.
#[test]
fn repositories_on_this_machine_are_not_fetched_for_a_bot() {
    let Some(_) = host_with(&[]) else { return };
    if missing("cargo") || missing("git") {
        return;
    }
    let (temp, place) = folder();
    let (private, cargo_home) = (temp.path().join("private"), temp.path().join("cargo"));
    fs::create_dir(&cargo_home).unwrap();
    package(&private, "private", "");
    write(private.join("src/lib.rs"), "pub const ANSWER: i32 = 4;\n");
    fs::remove_file(private.join("src/main.rs")).unwrap();
    let git = |words: &[&str]| {
        let settings = ["-c", "user.name=x", "-c", "user.email=x@x", "-C"];
        let done = Command::new("git").args(settings).arg(&private).args(words).output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    };
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-qm", "x"]);
    package(&place, "sly", "fn main() { println!(\"{}\", private::ANSWER) }\n");
    let manifest = fs::read_to_string(place.join("Cargo.toml")).unwrap();
    let url = format!("file://{}", private.display()).replace(' ', "%20");
    write(place.join("Cargo.toml"), format!("{manifest}[dependencies]\nprivate = {{ git = \"{url}\" }}\n"));
    let check = || {
        let mut botspec = Command::new(helper());
        botspec.args(["check", "linkage", "--max-time", "100ms", "--no-shrink"]).arg(&place);
        let output = botspec.env("CARGO_HOME", &cargo_home).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, said) = check();
    assert!(code == Some(2) && said.contains("fetched a repository on this machine"), "{code:?} {said}");
    let fetched =
        Command::new("cargo").arg("fetch").current_dir(&place).env("CARGO_HOME", &cargo_home).output();
    assert!(fetched.unwrap().status.success());
    let (code, said) = check();
    assert!(code == Some(1) || code == Some(4), "{code:?} {said}");
    assert!(!said.contains("fetching"), "{said}");
}

#[test]
fn builds_without_namespaces_are_confined_as_far_as_that_goes() {
    let host = Host::open_without_namespaces(helper(), SandboxMode::Auto, MEMORY).unwrap();
    let (temp, place) = folder();
    // Another user builds it, if this one is root: everybody must be able to enter.
    fs::set_permissions(temp.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let secret = write(temp.path().join("secret.h"), "int secret = 7;\n");
    script(&place, &made("4"));
    assert_eq!(output_of(&prepare(&place, &host).unwrap()), "4");
    script(&place, "echo \"$PWD/x\"; exit 3\n");
    let error = prepare(&place, &host).unwrap_err().to_string();
    let real = fs::canonicalize(&place).unwrap();
    assert!(error.contains(&format!("\n{}/x", real.display())), "{error}");
    if !missing("cc") {
        let own = write(place.join("own.c"), "#include <stdio.h>\nint main() { puts(\"4\"); }\n");
        assert_eq!(output_of(&prepare(&own, &host).unwrap()), "4");
        if host.isolation().holds(Layer::Landlock) {
            let text = format!("#include \"{}\"\nint main() {{}}\n", secret.display());
            let thief = write(place.join("thief.c"), text);
            assert!(prepare(&thief, &host).unwrap_err().is_build_failure());
        }
    }
}

#[test]
fn off_builds_as_this_user_would() {
    let host = Host::open_with(helper(), SandboxMode::Off).unwrap();
    let (temp, place) = folder();
    write(temp.path().join("secret"), "open");
    script(&place, &made("$(cat ../secret)"));
    assert_eq!(output_of(&prepare(&place, &host).unwrap()), "open");
    assert!(place.join("made").exists());
}
