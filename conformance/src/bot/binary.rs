//! Telling compiled code from everything else, by content.
//!
//! A magic number alone convicts nobody: a text may begin with `MZ` and an opening book with any
//! four bytes. Each format is therefore read as far into its header as it takes to rule out
//! chance, and every size a header claims must fit the file.

use std::fmt;

use object::{Pod, ReadRef as _};

use super::{bytecode, object_code};

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
    pub(super) fn new(kind: BinaryKind, why: impl Into<String>) -> Self {
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
    object_code::recognise(bytes).or_else(|| bytecode::recognise(bytes))
}

/// The beginning of a file, read at offsets.
#[derive(Clone, Copy)]
pub(super) struct Bytes<'a> {
    pub(super) head: &'a [u8],
    len: u64,
}

impl<'a> Bytes<'a> {
    /// A header of a kind that the library knows.
    pub(super) fn read<T: Pod>(self, offset: usize) -> Option<&'a T> {
        self.head.read_at(offset as u64).ok()
    }

    pub(super) fn at<const N: usize>(self, offset: usize) -> Option<[u8; N]> {
        self.head.get(offset..offset.checked_add(N)?)?.try_into().ok()
    }

    pub(super) fn u8(self, offset: usize) -> Option<u8> {
        self.head.get(offset).copied()
    }

    pub(super) fn u16(self, offset: usize, big: bool) -> Option<u16> {
        let bytes = self.at(offset)?;
        Some(if big { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) })
    }

    pub(super) fn u32(self, offset: usize, big: bool) -> Option<u32> {
        let bytes = self.at(offset)?;
        Some(if big { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) })
    }

    /// Whether `size` bytes from `offset` lie inside the file.
    pub(super) fn holds(self, offset: u64, size: u64) -> bool {
        offset.checked_add(size).is_some_and(|end| end <= self.len)
    }

    /// Whether the head is the whole file.
    pub(super) fn whole(self) -> bool {
        self.len == self.head.len() as u64
    }
}
