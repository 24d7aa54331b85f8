//! Code for virtual machines: Java, Python, WebAssembly, Dalvik, LLVM.

use super::binary::{BinaryKind, Bytes, Recognised};

/// Recognises bytecode.
pub(super) fn recognise(bytes: Bytes<'_>) -> Option<Recognised> {
    java_class(bytes).or_else(|| python(bytes)).or_else(|| other(bytes))
}

/// Reads a class file's constant pool to its end, or to the end of what is there.
fn java_class(bytes: Bytes<'_>) -> Option<Recognised> {
    if bytes.at(0)? != *b"\xca\xfe\xba\xbe" {
        return None;
    }
    let major = bytes.u16(6, true)?;
    let constants = bytes.u16(8, true)?;
    if !(45..=255).contains(&major) || constants < 2 {
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
