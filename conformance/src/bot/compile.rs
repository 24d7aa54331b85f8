//! Compiling a single source file, into a folder of ours and never into the user's.

use std::ffi::OsString;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use zip::write::{SimpleFileOptions, ZipWriter};

use super::bench::Bench;
use super::command::{BuildCommand, Readable};
use super::error::BotError;
use super::locate::Language;
use super::step::Step;
use super::toolbox::Toolbox;
use crate::process::{ProgramFile, Scratch};

/// What a compiler made.
#[derive(Debug)]
pub(super) struct Compiled {
    /// A program, or for Java a `.jar`.
    pub(super) file: ProgramFile,
    /// The folder it lies in.
    pub(super) folder: Scratch,
}

/// Compiles a source file, which the build knows by the path `seen`.
///
/// # Errors
/// If there is no compiler, it fails, or it makes no program.
pub(super) fn compile(
    source: &Path,
    seen: &Path,
    language: Language,
    bench: &mut Bench<'_>,
    progress: &mut dyn FnMut(Step),
) -> Result<Compiled, BotError> {
    let stem = source
        .file_stem()
        .and_then(|stem| stem.to_str())
        .ok_or_else(|| BotError::NameNotText { path: source.to_owned() })?;
    let machine = |error: std::io::Error| BotError::machine("cannot make a temporary folder", &error);
    let folder = Scratch::new().map_err(machine)?;
    let output = bench.output(folder.path());
    // Beside the folder that the compiler writes to, since a class may bear any name.
    let (classes, made) =
        (output.join("classes"), output.join(format!("{stem}{}", std::env::consts::EXE_SUFFIX)));
    let into = if language == Language::Java { &classes } else { &made };
    if language == Language::Java {
        // The compiler of Java 8 does not make it.
        bench.make_folder(&classes)?;
    }
    let command = command(source, seen, language, bench.toolbox, into)?;
    let shown = shown_command(&command);
    progress(Step::Building(shown.clone()));
    // The compiler works in a folder of ours, so that what else it leaves there goes with it.
    bench.run(BuildCommand {
        folder: &output,
        words: &command,
        shown_as: &shown,
        readable: Readable::All,
    })?;
    let file = if language == Language::Java {
        let name = format!("{stem}.jar");
        let jar = folder.path().join(&name);
        pack(&bench.folder_of(&classes, folder.path())?, &jar, stem, &shown)?;
        ProgramFile { source: jar, name, executable: false }
    } else {
        let Some(source) = bench.file(&made, folder.path())? else {
            return Err(BotError::NothingBuilt { command: shown, expected: made.display().to_string() });
        };
        let name = made.file_name().unwrap_or_default().to_string_lossy().into_owned();
        ProgramFile { source, name, executable: true }
    };
    Ok(Compiled { file, folder })
}

/// The command that compiles a source: into a folder for Java, else into a program.
fn command(
    source: &Path,
    seen: &Path,
    language: Language,
    toolbox: &Toolbox,
    into: &Path,
) -> Result<Vec<OsString>, BotError> {
    let args = |words: &[&str]| words.iter().map(OsString::from).collect::<Vec<_>>();
    let (compiler, options, libraries) = match language {
        Language::C => (toolbox.compiler("cc", source)?, args(&["-O2", "-o"]), args(&["-lm"])),
        Language::Cpp => (toolbox.compiler("c++", source)?, args(&["-O2", "-o"]), Vec::new()),
        Language::Rust => {
            let options = ["--edition", "2021", "--crate-name", "bot", "-O", "-o"];
            (toolbox.compiler("rustc", source)?, args(&options), Vec::new())
        }
        Language::Java => {
            (toolbox.compiler("javac", source)?, args(&["-encoding", "UTF-8", "-d"]), Vec::new())
        }
    };
    let mut command = compiler;
    command.extend(options);
    command.push(into.into());
    if language == Language::Java {
        // Other classes of the same package lie beside it.
        command.push("-sourcepath".into());
        command.push(seen.parent().unwrap_or(Path::new(".")).into());
    }
    command.push(seen.into());
    command.extend(libraries);
    Ok(command)
}

/// A command as messages show it.
pub(super) fn shown_command(words: &[OsString]) -> String {
    let shown: Vec<String> = words
        .iter()
        .map(|word| word.to_string_lossy())
        .map(|word| {
            let plain = !word.is_empty()
                && !word.contains(|c: char| c.is_whitespace() || c.is_control() || "'\"".contains(c));
            if plain { word.into_owned() } else { format!("{word:?}") }
        })
        .collect();
    shown.join(" ")
}

/// Packs class files into a jar that starts with the class named like the source, or else with the only one that
/// has a `main`.
fn pack(classes: &Path, jar: &Path, stem: &str, command: &str) -> Result<(), BotError> {
    let failed = |error: std::io::Error| BotError::machine("cannot pack the compiled classes", &error);
    let mut files = Vec::new();
    list(classes, Path::new(""), &mut files).map_err(failed)?;
    files.sort();

    let mut named = None;
    let mut with_main = Vec::new();
    let mut zip = ZipWriter::new(fs::File::create(jar).map_err(failed)?);
    let stored = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    let mut contents = Vec::new();
    for file in files {
        let bytes = fs::read(classes.join(&file)).map_err(failed)?;
        let parts: Vec<_> = file.iter().map(|part| part.to_string_lossy()).collect();
        let entry = parts.join("/");
        if let Some(class) = entry.strip_suffix(".class").map(|class| class.replace('/', ".")) {
            let is_named = class.rsplit('.').next() == Some(stem);
            if has_main(&bytes) {
                with_main.push(class.clone());
            }
            if is_named {
                named = Some(class);
            }
        }
        contents.push((entry, bytes));
    }
    let main = match (named, with_main.as_slice()) {
        (Some(named), with_main) if with_main.contains(&named) || with_main.is_empty() => named,
        (_, [only]) => only.clone(),
        _ => {
            let expected = format!("class {stem} with a main method");
            return Err(BotError::NothingBuilt { command: command.to_owned(), expected });
        }
    };
    let zipped = |error: zip::result::ZipError| failed(error.into());
    zip.start_file("META-INF/MANIFEST.MF", stored).map_err(zipped)?;
    zip.write_all(jar_manifest(&main).as_bytes()).map_err(failed)?;
    for (entry, bytes) in contents {
        zip.start_file(entry, stored).map_err(zipped)?;
        zip.write_all(&bytes).map_err(failed)?;
    }
    zip.finish().map_err(zipped)?;
    Ok(())
}

/// A jar's manifest. No line may be longer than 72 bytes; a long one goes on after a blank.
fn jar_manifest(main: &str) -> String {
    let mut text = "Manifest-Version: 1.0\r\n".to_owned();
    let mut width = 0;
    for c in format!("Main-Class: {main}").chars() {
        if width + c.len_utf8() > 70 {
            text.push_str("\r\n ");
            width = 1;
        }
        text.push(c);
        width += c.len_utf8();
    }
    text + "\r\n\r\n"
}

/// Whether a class file mentions a method `main` that takes an array of strings.
fn has_main(class: &[u8]) -> bool {
    let mentions = |text: &[u8]| class.windows(text.len()).any(|window| window == text);
    mentions(b"\x01\0\x04main") && mentions(b"\x01\0\x16([Ljava/lang/String;)V")
}

/// Every regular file below a folder, as paths from there.
fn list(folder: &Path, inside: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder.join(inside))? {
        let entry = entry?;
        let path = inside.join(entry.file_name());
        let kind = entry.file_type()?;
        if kind.is_dir() {
            list(folder, &path, files)?;
        } else if kind.is_file() {
            files.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_class_names_are_wrapped() {
        let text = jar_manifest(&format!("com.example.{}", "Longer".repeat(30)));
        assert!(text.lines().all(|line| line.len() <= 72), "{text}");
        assert!(text.replace("\r\n ", "").contains(&"Longer".repeat(30)));
        assert!(text.ends_with("\r\n\r\n"));
    }

    #[test]
    fn commands_are_shown_as_they_could_be_typed() {
        assert_eq!(shown_command(&["cc".into(), "my bot.c".into(), "".into()]), "cc \"my bot.c\" \"\"");
    }
}
