//! Whether this machine can start a file, told from its first bytes, with a better reason than the system's own
//! `No such file or directory` or `Exec format error`.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use super::binary::{HEAD, elf_machine, recognise};
use super::error::{BotError, shown};
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
    if cfg!(target_os = "linux") && head.starts_with(b"\x7fELF") {
        return elf(path, &head, len);
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
fn elf(path: &Path, head: &[u8], len: u64) -> Result<(), BotError> {
    let not = |what: String, hint: &str| {
        Err(BotError::NotExecutable { path: path.to_owned(), what, hint: hint.to_owned() })
    };
    if recognise(head, len).is_none() || head.len() < 64 {
        return not("a damaged or incomplete ELF file".to_owned(), "build it again, or copy it again");
    }
    let header = Elf { head, wide: head[4] == 2, big: head[5] == 2 };
    let machine = header.u16(18);
    if !runs_here(machine, header.big) && !emulated() {
        return Err(BotError::WrongMachine {
            path: path.to_owned(),
            built_for: elf_machine(machine),
            here: std::env::consts::ARCH.to_owned(),
        });
    }
    match header.u16(16) {
        1 => {
            return not(
                "an object file (.o), not linked yet".to_owned(),
                "link it, for instance with cc -o bot bot.o",
            );
        }
        2 | 3 => {}
        other => return not(format!("an ELF image of type {other}, not a program"), "build a program"),
    }
    match header.loader() {
        Some(loader) if !Path::new(&loader).exists() => not(
            format!(
                "a program that needs the loader {}, which is not on this system",
                shown(Path::new(&loader))
            ),
            "build it on this machine, or link it statically",
        ),
        None if head[24..if header.wide { 32 } else { 28 }].iter().all(|&b| b == 0) => {
            not("a shared library, not a program".to_owned(), "build a program, with a main function")
        }
        _ => Ok(()),
    }
}

/// Whether the machine of this number is this one, or one it runs programs of.
fn runs_here(machine: u16, big: bool) -> bool {
    let big_here = cfg!(target_endian = "big");
    let own: &[u16] = match std::env::consts::ARCH {
        "x86_64" => &[62, 3],
        "x86" => &[3],
        "aarch64" => &[183, 40],
        "arm" => &[40],
        "powerpc64" => &[21, 20],
        "s390x" => &[22],
        "riscv64" => &[243],
        "loongarch64" => &[258],
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

struct Elf<'a> {
    head: &'a [u8],
    wide: bool,
    big: bool,
}

impl Elf<'_> {
    fn number(&self, offset: usize, width: usize) -> u64 {
        let bytes = offset.checked_add(width).and_then(|end| self.head.get(offset..end)).unwrap_or_default();
        let add = |number: u64, &byte: &u8| (number << 8) | u64::from(byte);
        if self.big { bytes.iter().fold(0, add) } else { bytes.iter().rev().fold(0, add) }
    }

    fn u16(&self, offset: usize) -> u16 {
        u16::try_from(self.number(offset, 2)).unwrap_or(u16::MAX)
    }

    /// The program that loads this one, if it needs one and the head says so.
    fn loader(&self) -> Option<String> {
        const INTERP: u64 = 3;
        let (table, size, count) = if self.wide {
            (self.number(32, 8), self.number(54, 2), self.number(56, 2))
        } else {
            (self.number(28, 4), self.number(42, 2), self.number(44, 2))
        };
        let at = |n: u64| usize::try_from(n).ok();
        (0..count.min(256)).find_map(|index| {
            let entry = at(table.checked_add(index * size)?)?;
            if self.number(entry, 4) != INTERP {
                return None;
            }
            let (from, length) = if self.wide {
                (self.number(entry.checked_add(8)?, 8), self.number(entry.checked_add(32)?, 8))
            } else {
                (self.number(entry.checked_add(4)?, 4), self.number(entry.checked_add(16)?, 4))
            };
            let name = self.head.get(at(from)?..at(from.checked_add(length)?)?)?;
            let name = name.split(|&b| b == 0).next()?;
            (!name.is_empty()).then(|| String::from_utf8_lossy(name).into_owned())
        })
    }
}
