//! Whether this machine can start a file, told from its first bytes, with a better reason than the system's own
//! `No such file or directory` or `Exec format error`.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use object::read::elf::{FileHeader, ProgramHeader as _};
use object::{Endianness, elf};

use super::binary::{HEAD, recognise};
use super::error::{BotError, shown};
use super::object_code::elf_machine;
use super::toolbox::{Toolbox, is_executable};

/// Checks a file that is to be started by itself: its permission, its format, its machine, its interpreter.
///
/// # Errors
/// With what stands in the way.
pub(super) fn check(path: &Path, toolbox: &Toolbox) -> Result<(), BotError> {
    if !is_executable(path) {
        return Err(BotError::NoExecutePermission { path: path.to_owned() });
    }
    let mut head = Vec::new();
    let file = File::open(path).map_err(|error| BotError::unreadable(path, &error))?;
    let len = file.metadata().map_err(|error| BotError::unreadable(path, &error))?.len();
    file.take(HEAD as u64).read_to_end(&mut head).map_err(|error| BotError::unreadable(path, &error))?;
    if cfg!(windows) {
        // The system asks the file's extension, which is known to be right by now.
        return Ok(());
    }
    if head.starts_with(b"#!") {
        return shebang(path, &head, toolbox);
    }
    if cfg!(target_os = "linux") && head.starts_with(&elf::ELFMAG) {
        return if head.get(4) == Some(&elf::ELFCLASS64) {
            elf::<elf::FileHeader64<Endianness>>(path, &head, len)
        } else {
            elf::<elf::FileHeader32<Endianness>>(path, &head, len)
        };
    }
    let mach_o = matches!(
        head.get(..4),
        Some(
            [0xfe, 0xed, 0xfa, 0xce | 0xcf]
                | [0xce | 0xcf, 0xfa, 0xed, 0xfe]
                | [0xca, 0xfe, 0xba, 0xbe | 0xbf]
        )
    );
    if cfg!(target_os = "macos") && mach_o {
        return Ok(());
    }
    Err(foreign(path, &head, len))
}

/// The error for a file with execute permission that is no program here.
fn foreign(path: &Path, head: &[u8], len: u64) -> BotError {
    let not = |what: &str, hint: &str| BotError::NotExecutable {
        path: path.to_owned(),
        what: what.to_owned(),
        hint: hint.to_owned(),
    };
    let rebuild = "build it on this machine, or give its source and botspec builds it";
    if let Some(recognised) = recognise(head, len) {
        return not(&format!("not a program of this system: {}", recognised.why), rebuild);
    }
    if head.is_empty() {
        return not("an empty file", rebuild);
    }
    if head.starts_with(b"PK\x03\x04") {
        return not("a zip archive", "if it is a Java program, give it the extension .jar");
    }
    if std::str::from_utf8(&head[..head.len().min(1024)]).is_ok_and(|text| !text.contains('\0')) {
        let hint = "name the interpreter in its first line, such as #!/usr/bin/env python3, or give the file its extension";
        return not("a text without a #! line", hint);
    }
    not("in a format that this system does not start", rebuild)
}

/// Checks the interpreter that a script's first line names.
fn shebang(path: &Path, head: &[u8], toolbox: &Toolbox) -> Result<(), BotError> {
    let line = head[2..].split(|&b| b == b'\n').next().unwrap_or_default();
    let line = String::from_utf8_lossy(&line[..line.len().min(4096)]);
    let crlf = line.ends_with('\r');
    let line = line.trim_end_matches('\r');
    let missing = |interpreter: &str| BotError::NoInterpreter {
        path: path.to_owned(),
        interpreter: interpreter.to_owned(),
        crlf,
    };
    let mut words = line.split([' ', '\t']).filter(|word| !word.is_empty());
    let interpreter = words.next().unwrap_or_default();
    // The system takes the CR for a part of the last word.
    if crlf || !Path::new(interpreter).is_absolute() || !is_executable(Path::new(interpreter)) {
        return Err(missing(if crlf { line.trim() } else { interpreter }));
    }
    if Path::new(interpreter).file_name().is_some_and(|name| name == "env") {
        let program = words.find(|word| !word.starts_with('-') && !word.contains('='));
        if let Some(program) = program.filter(|program| toolbox.find(program).is_none()) {
            return Err(missing(program));
        }
    }
    Ok(())
}

/// Checks the header of an ELF file against this machine.
fn elf<H: FileHeader>(path: &Path, head: &[u8], len: u64) -> Result<(), BotError> {
    let not = |what: String, hint: &str| {
        Err(BotError::NotExecutable { path: path.to_owned(), what, hint: hint.to_owned() })
    };
    let header = H::parse(head).and_then(|header| Ok((header, header.endian()?)));
    let (Ok((header, endian)), Some(_)) = (header, recognise(head, len)) else {
        return not("a damaged or incomplete ELF file".to_owned(), "build it again, or copy it again");
    };
    let machine = header.e_machine(endian);
    if !runs_here(machine, header.is_big_endian()) && !emulated() {
        return Err(BotError::WrongMachine {
            path: path.to_owned(),
            built_for: elf_machine(machine),
            here: std::env::consts::ARCH.to_owned(),
        });
    }
    match header.e_type(endian) {
        elf::ET_REL => {
            return not(
                "an object file (.o), not linked yet".to_owned(),
                "link it, for instance with cc -o bot bot.o",
            );
        }
        elf::ET_EXEC | elf::ET_DYN => {}
        other => return not(format!("an ELF image of type {other}, not a program"), "build a program"),
    }
    match loader(header, endian, head) {
        Some(loader) if !Path::new(&loader).exists() => not(
            format!(
                "a program that needs the loader {}, which is not on this system",
                shown(Path::new(&loader))
            ),
            "build it on this machine, or link it statically",
        ),
        None if header.e_entry(endian).into() == 0 => {
            not("a shared library, not a program".to_owned(), "build a program, with a main function")
        }
        _ => Ok(()),
    }
}

/// The program that loads this one, if it needs one and the head says so.
fn loader<H: FileHeader>(header: &H, endian: H::Endian, head: &[u8]) -> Option<String> {
    let segments = header.program_headers(endian, head).ok()?;
    let names = segments.iter().find(|segment| segment.p_type(endian) == elf::PT_INTERP)?;
    let name = names.data(endian, head).ok()?.split(|&b| b == 0).next()?;
    (!name.is_empty()).then(|| String::from_utf8_lossy(name).into_owned())
}

/// Whether the machine of this number is this one, or one it runs programs of.
fn runs_here(machine: u16, big: bool) -> bool {
    let big_here = cfg!(target_endian = "big");
    let own: &[u16] = match std::env::consts::ARCH {
        "x86_64" => &[elf::EM_X86_64, elf::EM_386],
        "x86" => &[elf::EM_386],
        "aarch64" => &[elf::EM_AARCH64, elf::EM_ARM],
        "arm" => &[elf::EM_ARM],
        "powerpc64" => &[elf::EM_PPC64, elf::EM_PPC],
        "s390x" => &[elf::EM_S390],
        "riscv64" => &[elf::EM_RISCV],
        "loongarch64" => &[elf::EM_LOONGARCH],
        // A machine we know no number of: let the system decide.
        _ => return true,
    };
    own.contains(&machine) && big == big_here
}

/// Whether the system starts programs of other machines through an emulator.
fn emulated() -> bool {
    std::fs::read_dir("/proc/sys/fs/binfmt_misc").is_ok_and(|entries| {
        entries.flatten().any(|entry| entry.file_name().to_string_lossy().starts_with("qemu-"))
    })
}
