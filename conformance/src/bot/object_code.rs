//! Machine code: what ELF, Mach-O, Windows and DOS call programs, libraries and objects.

use object::macho::{self, FatArch32, FatArch64, MachHeader32, MachHeader64};
use object::pe::{ImageDosHeader, ImageFileHeader, ImageSectionHeader, ImportObjectHeader};
use object::read::elf::FileHeader;
use object::read::macho::{FatArch, MachHeader, MachOFatFile};
use object::{Endianness, FileKind, LittleEndian as LE, elf, pe};

use super::binary::{BinaryKind, Bytes, Recognised};

/// Recognises machine code.
pub(super) fn recognise(bytes: Bytes<'_>) -> Option<Recognised> {
    match FileKind::parse(bytes.head) {
        Ok(FileKind::Elf32) => elf::<elf::FileHeader32<Endianness>>(bytes),
        Ok(FileKind::Elf64) => elf::<elf::FileHeader64<Endianness>>(bytes),
        Ok(FileKind::Pe32 | FileKind::Pe64) => windows_program(bytes),
        Ok(FileKind::MachO32) => mach_o::<MachHeader32<Endianness>>(bytes),
        Ok(FileKind::MachO64) => mach_o::<MachHeader64<Endianness>>(bytes),
        Ok(FileKind::MachOFat32) => universal::<FatArch32>(bytes),
        Ok(FileKind::MachOFat64) => universal::<FatArch64>(bytes),
        Ok(FileKind::CoffImport) => import_object(bytes),
        Ok(FileKind::CoffBig) => {
            bytes.read(0).and_then(|header: &pe::AnonObjectHeader| coff_object(header.machine.get(LE)))
        }
        _ => coff(bytes).or_else(|| dos(bytes)),
    }
}

fn elf<H: FileHeader>(bytes: Bytes<'_>) -> Option<Recognised> {
    let header = H::parse(bytes.head).ok()?;
    let endian = header.endian().ok()?;
    if header.e_version(endian) != u32::from(elf::EV_CURRENT) {
        return None;
    }
    let machine = elf_machine(header.e_machine(endian));
    let start: u64 = header.e_entry(endian).into();
    let (kind, what) = match header.e_type(endian) {
        elf::ET_REL => (BinaryKind::Object, "an object file"),
        // Programs are built as relocatable images too; only they have a start. (A few libraries do too, such as
        // `libc.so.6`, and can indeed be started.)
        elf::ET_DYN if start == 0 => (BinaryKind::Library, "a shared library"),
        elf::ET_EXEC | elf::ET_DYN => (BinaryKind::Executable, "a program"),
        _ => (BinaryKind::Executable, "an image"),
    };
    Some(Recognised::new(kind, format!("it begins with the ELF header of {what} for {machine}")))
}

/// The name of an ELF machine number, or the number.
#[must_use]
pub(super) fn elf_machine(machine: u16) -> String {
    match machine {
        elf::EM_386 => "x86 (32 bits)",
        elf::EM_MIPS => "MIPS",
        elf::EM_PPC => "PowerPC",
        elf::EM_PPC64 => "PowerPC (64 bits)",
        elf::EM_S390 => "IBM Z",
        elf::EM_ARM => "ARM (32 bits)",
        elf::EM_X86_64 => "x86-64",
        elf::EM_AARCH64 => "ARM (64 bits)",
        elf::EM_RISCV => "RISC-V",
        elf::EM_LOONGARCH => "LoongArch",
        other => return format!("machine number {other}"),
    }
    .to_owned()
}

fn windows_program(bytes: Bytes<'_>) -> Option<Recognised> {
    let dos: &ImageDosHeader = bytes.read(0)?;
    let header: &ImageFileHeader =
        bytes.read(usize::try_from(dos.nt_headers_offset()).ok()?.checked_add(size_of::<u32>())?)?;
    (header.number_of_sections.get(LE) <= 0x1000).then(|| {
        if header.characteristics.get(LE) & pe::IMAGE_FILE_DLL != 0 {
            Recognised::new(BinaryKind::Library, "it has the MZ and PE headers of a Windows library (DLL)")
        } else {
            Recognised::new(BinaryKind::Executable, "it has the MZ and PE headers of a Windows program")
        }
    })
}

/// `MZ` and no newer header behind it.
fn dos(bytes: Bytes<'_>) -> Option<Recognised> {
    if !bytes.head.starts_with(b"MZ") {
        return None;
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

fn mach_o<H: MachHeader>(bytes: Bytes<'_>) -> Option<Recognised> {
    let header = H::parse(bytes.head, 0).ok()?;
    let endian = header.endian().ok()?;
    let commands = u64::from(header.sizeofcmds(endian));
    if !mach_cpu(header.cputype(endian)) || !bytes.holds(size_of::<H>() as u64, commands) {
        return None;
    }
    let (kind, what) = match header.filetype(endian) {
        macho::MH_OBJECT => (BinaryKind::Object, "an object file"),
        macho::MH_EXECUTE => (BinaryKind::Executable, "a program"),
        macho::MH_DYLIB | macho::MH_BUNDLE | macho::MH_DYLIB_STUB => (BinaryKind::Library, "a library"),
        3..=14 => (BinaryKind::Executable, "an image"),
        _ => return None,
    };
    Some(Recognised::new(kind, format!("it begins with the Mach-O header of {what} for macOS")))
}

/// Mach-O files for several machines at once. Class files begin alike, with their version in place of the number.
fn universal<A: FatArch>(bytes: Bytes<'_>) -> Option<Recognised> {
    let file = MachOFatFile::<A>::parse(bytes.head).ok()?;
    let first = file.arches().first()?;
    let (offset, size): (u64, u64) = (first.offset().into(), first.size().into());
    let sound = file.arches().len() < OLDEST_CLASS_FILE
        && mach_cpu(first.cputype())
        && offset > 8
        && size > 0
        && bytes.holds(offset, size);
    sound.then(|| {
        Recognised::new(
            BinaryKind::Executable,
            "it begins with the header of a universal Mach-O file for macOS",
        )
    })
}

/// The oldest version of Java class files.
const OLDEST_CLASS_FILE: usize = 45;

/// Object files of Windows compilers. They have no magic number, so the whole table of sections must
/// make sense, as far as the head goes.
fn coff(bytes: Bytes<'_>) -> Option<Recognised> {
    let header: &ImageFileHeader = bytes.read(0)?;
    let sections = usize::from(header.number_of_sections.get(LE));
    let table = size_of::<ImageFileHeader>()
        ..size_of::<ImageFileHeader>() + sections * size_of::<ImageSectionHeader>();
    let (symbols_at, symbols) =
        (u64::from(header.pointer_to_symbol_table.get(LE)), u64::from(header.number_of_symbols.get(LE)));
    let sound = (1..=4096).contains(&sections)
        && header.size_of_optional_header.get(LE) == 0
        && bytes.holds(0, table.end as u64)
        && (symbols == 0 || symbols_at >= table.end as u64)
        && bytes.holds(symbols_at, symbols * pe::IMAGE_SIZEOF_SYMBOL as u64)
        && table
            .step_by(size_of::<ImageSectionHeader>())
            .map_while(|offset| bytes.read(offset))
            .all(|section| is_sound(section, bytes));
    if sound { coff_object(header.machine.get(LE)) } else { None }
}

fn is_sound(section: &ImageSectionHeader, bytes: Bytes<'_>) -> bool {
    let end = section.name.iter().position(|&b| b == 0).unwrap_or(section.name.len());
    let (name, rest) = section.name.split_at(end);
    let (size, data) = (section.size_of_raw_data.get(LE), section.pointer_to_raw_data.get(LE));
    !name.is_empty()
        && name.iter().all(u8::is_ascii_graphic)
        && rest.iter().all(|&b| b == 0)
        && (data == 0 || bytes.holds(u64::from(data), u64::from(size)))
}

/// What stands for a function of a DLL in a static library.
fn import_object(bytes: Bytes<'_>) -> Option<Recognised> {
    let header: &ImportObjectHeader = bytes.read(0)?;
    let size = u64::from(header.size_of_data.get(LE));
    let sound = size > 1
        && bytes.holds(size_of::<ImportObjectHeader>() as u64, size)
        && header.name_type.get(LE) < 0x40;
    if sound { coff_object(header.machine.get(LE)) } else { None }
}

fn coff_object(machine: u16) -> Option<Recognised> {
    let machine = match machine {
        pe::IMAGE_FILE_MACHINE_I386 => "x86 (32 bits)",
        pe::IMAGE_FILE_MACHINE_AMD64 => "x86-64",
        pe::IMAGE_FILE_MACHINE_ARM | pe::IMAGE_FILE_MACHINE_THUMB | pe::IMAGE_FILE_MACHINE_ARMNT => {
            "ARM (32 bits)"
        }
        pe::IMAGE_FILE_MACHINE_ARM64 | pe::IMAGE_FILE_MACHINE_ARM64EC | pe::IMAGE_FILE_MACHINE_ARM64X => {
            "ARM (64 bits)"
        }
        pe::IMAGE_FILE_MACHINE_IA64 => "Itanium",
        _ => return None,
    };
    Some(Recognised::new(BinaryKind::Object, format!("it is a COFF object file for {machine}")))
}
