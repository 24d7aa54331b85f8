//! Telling compiled code from everything else, by content.
//!
//! A magic number alone convicts nobody: a text may begin with `MZ` and an opening book with any
//! four bytes. Each format is therefore read as far into its header as it takes to rule out
//! chance, and every size a header claims must fit the file.

use std::fmt;

/// What sort of compiled thing a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum BinaryKind {
    /// A program that a machine can start.
    Executable,
    /// A shared library, or code that another program loads.
    Library,
    /// An object file that a linker takes.
    Object,
    /// An `ar` archive of object files (`.a`, `.lib`, `.rlib`).
    StaticLibrary,
    /// A Java class file.
    ClassFile,
    /// Code for some other virtual machine: Python, WebAssembly, Dalvik, LLVM.
    Bytecode,
    /// A zip, tar or gzip archive that holds one of the above.
    Archive,
}

impl fmt::Display for BinaryKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Executable => "an executable",
            Self::Library => "a shared library",
            Self::Object => "an object file",
            Self::StaticLibrary => "a static library",
            Self::ClassFile => "a Java class file",
            Self::Bytecode => "compiled bytecode",
            Self::Archive => "an archive of binaries",
        })
    }
}

/// A format that was recognised, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recognised {
    /// What sort of thing it is.
    pub kind: BinaryKind,
    /// What in its bytes says so, such as `an ELF header of a program for x86-64`.
    pub why: String,
}

impl Recognised {
    fn new(kind: BinaryKind, why: impl Into<String>) -> Self {
        Self { kind, why: why.into() }
    }
}

/// How many bytes of a file's beginning are enough for [`recognise`].
pub const HEAD: usize = 64 * 1024;

/// Recognises compiled code from the first bytes of a file (up to [`HEAD`] of them) and its whole
/// length in bytes (`u64::MAX` if that is not known). `ar` archives are not judged here, since only
/// their members say whether they hold code.
///
/// ```
/// use botspec::bot::{BinaryKind, recognise};
/// let class = b"\xca\xfe\xba\xbe\0\0\0\x3d\0\x02\x01\0\x01A\0\x21\0\x01\0\0";
/// assert_eq!(recognise(class, class.len() as u64).unwrap().kind, BinaryKind::ClassFile);
/// assert_eq!(recognise(b"MZ is how this text begins.\n", 28), None);
/// ```
#[must_use]
pub fn recognise(head: &[u8], len: u64) -> Option<Recognised> {
    let bytes = Bytes { head, len };
    elf(bytes)
        .or_else(|| dos(bytes))
        .or_else(|| mach_o(bytes))
        .or_else(|| cafe_babe(bytes))
        .or_else(|| coff(bytes))
        .or_else(|| anonymous_object(bytes))
        .or_else(|| python(bytes))
        .or_else(|| other(bytes))
}

/// The beginning of a file, read at offsets.
#[derive(Clone, Copy)]
struct Bytes<'a> {
    head: &'a [u8],
    len: u64,
}

impl Bytes<'_> {
    fn at<const N: usize>(self, offset: usize) -> Option<[u8; N]> {
        self.head.get(offset..offset.checked_add(N)?)?.try_into().ok()
    }

    fn u8(self, offset: usize) -> Option<u8> {
        self.head.get(offset).copied()
    }

    fn u16(self, offset: usize, big: bool) -> Option<u16> {
        let bytes = self.at(offset)?;
        Some(if big { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) })
    }

    fn u32(self, offset: usize, big: bool) -> Option<u32> {
        let bytes = self.at(offset)?;
        Some(if big { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) })
    }

    /// Whether `size` bytes from `offset` lie inside the file.
    fn holds(self, offset: u64, size: u64) -> bool {
        offset.checked_add(size).is_some_and(|end| end <= self.len)
    }

    /// Whether the head is the whole file.
    fn whole(self) -> bool {
        self.len == self.head.len() as u64
    }
}

fn elf(bytes: Bytes<'_>) -> Option<Recognised> {
    if !bytes.head.starts_with(b"\x7fELF") {
        return None;
    }
    let (class, data, version) = (bytes.u8(4)?, bytes.u8(5)?, bytes.u8(6)?);
    let big = data == 2;
    if !matches!(class, 1 | 2) || !matches!(data, 1 | 2) || version != 1 || bytes.u32(20, big)? != 1 {
        return None;
    }
    let machine = elf_machine(bytes.u16(18, big)?);
    let (kind, what) = match bytes.u16(16, big)? {
        1 => (BinaryKind::Object, "an object file"),
        // Programs are built as relocatable images too; only they have a start.
        3 if !elf_starts(bytes, class) => (BinaryKind::Library, "a shared library"),
        2 | 3 => (BinaryKind::Executable, "a program"),
        _ => (BinaryKind::Executable, "an image"),
    };
    Some(Recognised::new(kind, format!("it begins with the ELF header of {what} for {machine}")))
}

/// Whether an ELF file has an address to start at. (A few libraries do too, such as `libc.so.6`, and
/// can indeed be started.)
fn elf_starts(bytes: Bytes<'_>, class: u8) -> bool {
    let width = if class == 2 { 8 } else { 4 };
    bytes.head.get(24..24 + width).is_some_and(|entry| entry.iter().any(|&b| b != 0))
}

/// The name of an ELF machine number, or the number.
#[must_use]
pub(super) fn elf_machine(machine: u16) -> String {
    match machine {
        3 => "x86 (32 bits)",
        8 => "MIPS",
        20 => "PowerPC",
        21 => "PowerPC (64 bits)",
        22 => "IBM Z",
        40 => "ARM (32 bits)",
        62 => "x86-64",
        183 => "ARM (64 bits)",
        243 => "RISC-V",
        258 => "LoongArch",
        other => return format!("machine number {other}"),
    }
    .to_owned()
}

/// `MZ`: DOS programs and, much more often, the Windows formats that begin with one.
fn dos(bytes: Bytes<'_>) -> Option<Recognised> {
    if !bytes.head.starts_with(b"MZ") {
        return None;
    }
    let next = bytes.u32(0x3c, false).and_then(|offset| usize::try_from(offset).ok());
    if let Some(next) = next.filter(|&next| bytes.at(next) == Some(*b"PE\0\0")) {
        let magic = bytes.u16(next + 24, false)?;
        let sections = bytes.u16(next + 6, false)?;
        if !matches!(magic, 0x10b | 0x20b | 0x107) || sections > 0x1000 {
            return None;
        }
        let library = bytes.u16(next + 22, false)? & 0x2000 != 0;
        return Some(if library {
            Recognised::new(BinaryKind::Library, "it has the MZ and PE headers of a Windows library (DLL)")
        } else {
            Recognised::new(BinaryKind::Executable, "it has the MZ and PE headers of a Windows program")
        });
    }
    let last_page = bytes.u16(2, false)?;
    let pages = bytes.u16(4, false)?;
    let relocations = u64::from(bytes.u16(6, false)?);
    let header = u64::from(bytes.u16(8, false)?) * 16;
    let (least, most) = (bytes.u16(10, false)?, bytes.u16(12, false)?);
    let table = u64::from(bytes.u16(24, false)?);
    let short = if last_page == 0 { 0 } else { 512 - u64::from(last_page.min(512)) };
    let image = (u64::from(pages) * 512).checked_sub(short)?;
    let sound = last_page < 512
        && (28..=image).contains(&header)
        && bytes.holds(0, image)
        && least <= most
        && (relocations == 0 || table + relocations * 4 <= header)
        && bytes.head.get(..28).is_some_and(|header| header.contains(&0));
    sound.then(|| {
        Recognised::new(BinaryKind::Executable, "it has an MZ header of a DOS or 16-bit Windows program")
    })
}

fn mach_cpu(cpu: u32) -> bool {
    matches!(cpu & 0x00ff_ffff, 1 | 6 | 7 | 8 | 10..=16 | 18) && matches!(cpu >> 24, 0..=2)
}

fn mach_o(bytes: Bytes<'_>) -> Option<Recognised> {
    let (big, header) = match bytes.at::<4>(0)? {
        [0xfe, 0xed, 0xfa, 0xce] => (true, 28),
        [0xfe, 0xed, 0xfa, 0xcf] => (true, 32),
        [0xce, 0xfa, 0xed, 0xfe] => (false, 28),
        [0xcf, 0xfa, 0xed, 0xfe] => (false, 32),
        _ => return None,
    };
    if !mach_cpu(bytes.u32(4, big)?) || !bytes.holds(header, u64::from(bytes.u32(20, big)?)) {
        return None;
    }
    let (kind, what) = match bytes.u32(12, big)? {
        1 => (BinaryKind::Object, "an object file"),
        2 => (BinaryKind::Executable, "a program"),
        6 | 8 | 9 => (BinaryKind::Library, "a library"),
        3..=14 => (BinaryKind::Executable, "an image"),
        _ => return None,
    };
    Some(Recognised::new(kind, format!("it begins with the Mach-O header of {what} for macOS")))
}

/// `CA FE BA BE`: Java class files, and Mach-O files for several machines at once. What follows is a
/// class file version (45 or more) or a small number of machines.
fn cafe_babe(bytes: Bytes<'_>) -> Option<Recognised> {
    let magic = bytes.u32(0, true)?;
    let next = bytes.u32(4, true)?;
    match magic {
        0xcafe_babe if next & 0xffff >= 45 => java_class(bytes),
        0xcafe_babe | 0xcafe_babf if (1..45).contains(&next) => {
            let wide = magic == 0xcafe_babf;
            let (offset, size) = if wide {
                (u64::from_be_bytes(bytes.at(16)?), u64::from_be_bytes(bytes.at(24)?))
            } else {
                (u64::from(bytes.u32(16, true)?), u64::from(bytes.u32(20, true)?))
            };
            (mach_cpu(bytes.u32(8, true)?) && offset > 8 && size > 0 && bytes.holds(offset, size)).then(
                || {
                    Recognised::new(
                        BinaryKind::Executable,
                        "it begins with the header of a universal Mach-O file for macOS",
                    )
                },
            )
        }
        _ => None,
    }
}

/// Reads a class file's constant pool to its end, or to the end of what is there.
fn java_class(bytes: Bytes<'_>) -> Option<Recognised> {
    let major = bytes.u16(6, true)?;
    let constants = bytes.u16(8, true)?;
    if major > 255 || constants < 2 {
        return None;
    }
    let mut offset = 10;
    let mut index = 1;
    while index < constants {
        let Some(tag) = bytes.u8(offset) else {
            // Only a pool that is longer than the head may be cut short.
            return (!bytes.whole()).then(|| class_file(major));
        };
        let size = match tag {
            1 => match bytes.u16(offset + 1, true) {
                Some(length) => 3 + usize::from(length),
                None => return (!bytes.whole()).then(|| class_file(major)),
            },
            3 | 4 | 9..=12 | 17 | 18 => 5,
            5 | 6 => 9,
            7 | 8 | 16 | 19 | 20 => 3,
            15 => 4,
            _ => return None,
        };
        offset += size;
        index += if matches!(tag, 5 | 6) { 2 } else { 1 };
    }
    bytes.holds(offset as u64, 6).then(|| class_file(major))
}

fn class_file(major: u16) -> Recognised {
    Recognised::new(BinaryKind::ClassFile, format!("it is a Java class file (version {major})"))
}

/// Object files of Windows compilers. They have no magic number, so the whole table of sections must
/// make sense.
fn coff(bytes: Bytes<'_>) -> Option<Recognised> {
    let machine = coff_machine(bytes.u16(0, false)?)?;
    let sections = bytes.u16(2, false)?;
    let (symbols_at, symbols) = (bytes.u32(8, false)?, bytes.u32(12, false)?);
    let sound = (1..=4096).contains(&sections)
        && bytes.u16(16, false)? == 0
        && bytes.holds(20, u64::from(sections) * 40)
        && (symbols == 0 || symbols_at >= 20 + u32::from(sections) * 40)
        && bytes.holds(u64::from(symbols_at), u64::from(symbols) * 18)
        && (0..usize::from(sections)).all(|section| coff_section(bytes, 20 + section * 40) != Some(false));
    sound.then(|| Recognised::new(BinaryKind::Object, format!("it is a COFF object file for {machine}")))
}

/// Whether a section header is sound; `None` where the head ends before it.
fn coff_section(bytes: Bytes<'_>, offset: usize) -> Option<bool> {
    let name: [u8; 8] = bytes.at(offset)?;
    let end = name.iter().position(|&b| b == 0).unwrap_or(8);
    let (size, data) = (bytes.u32(offset + 16, false)?, bytes.u32(offset + 20, false)?);
    Some(
        end > 0
            && name[..end].iter().all(u8::is_ascii_graphic)
            && name[end..].iter().all(|&b| b == 0)
            && (data == 0 || bytes.holds(u64::from(data), u64::from(size))),
    )
}

fn coff_machine(machine: u16) -> Option<&'static str> {
    Some(match machine {
        0x014c => "x86 (32 bits)",
        0x8664 => "x86-64",
        0x01c0 | 0x01c2 | 0x01c4 => "ARM (32 bits)",
        0xaa64 | 0xa641 | 0xa64e => "ARM (64 bits)",
        0x0200 => "Itanium",
        _ => return None,
    })
}

/// The second form of Windows objects: import objects of a DLL, and objects with very many sections.
fn anonymous_object(bytes: Bytes<'_>) -> Option<Recognised> {
    const BIG: [u8; 16] =
        [0xc7, 0xa1, 0xba, 0xd1, 0xee, 0xba, 0xa9, 0x4b, 0xaf, 0x20, 0xfa, 0xf6, 0x6a, 0xa4, 0xdc, 0xb8];
    if bytes.at(0)? != [0, 0, 0xff, 0xff] {
        return None;
    }
    let machine = coff_machine(bytes.u16(6, false)?)?;
    let sound = match bytes.u16(4, false)? {
        0 => {
            let size = u64::from(bytes.u32(12, false)?);
            size > 1 && bytes.holds(20, size) && bytes.u16(18, false)? < 0x40
        }
        _ => bytes.at(12)? == BIG,
    };
    sound.then(|| Recognised::new(BinaryKind::Object, format!("it is a COFF object file for {machine}")))
}

/// `.pyc`: a magic number of an interpreter's version, a header, and the marshalled code of a module,
/// which takes no arguments.
fn python(bytes: Bytes<'_>) -> Option<Recognised> {
    if bytes.at(2)? != *b"\r\n" {
        return None;
    }
    let offset = match bytes.u16(0, false)? {
        50823 | 60202 | 60717 | 62011..=62211 | 3000..3180 => 8,
        3180..3390 => 12,
        3390..=3999 if bytes.u32(4, false)? <= 3 => 16,
        _ => return None,
    };
    let code = matches!(bytes.u8(offset)?, b'c' | 0xe3) && bytes.at(offset + 1)? == [0; 4];
    code.then(|| Recognised::new(BinaryKind::Bytecode, "it is compiled Python (.pyc)"))
}

fn other(bytes: Bytes<'_>) -> Option<Recognised> {
    let why = match bytes.head {
        // Version 1 of a module, or the component model's.
        [0, b'a', b's', b'm', 1, 0, 0, 0, ..] | [0, b'a', b's', b'm', _, 0, 1, 0, ..] => {
            "it is a WebAssembly module"
        }
        [b'd', b'e', b'x', b'\n', b'0', b'0'..=b'9', b'0'..=b'9', 0, ..] => "it is Dalvik code (.dex)",
        [b'B', b'C', 0xc0, 0xde, ..] | [0xde, 0xc0, 0x17, 0x0b, ..] => "it is LLVM bitcode",
        _ => return None,
    };
    Some(Recognised::new(BinaryKind::Bytecode, why))
}
