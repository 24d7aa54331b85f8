//! What a submission may hold: compiled code is found by its content, and nothing else is taken for it.

use std::fs;
use std::io::{Cursor, Write as _};
use std::path::Path;
use std::process::Command;

use botspec::bot::{BinaryKind, Content, Inspection, inspect_submission, recognise};
use botspec_sdk::random::Random;
use flate2::Compression;
use flate2::write::GzEncoder;
use proptest::prelude::*;
use zip::write::{SimpleFileOptions, ZipWriter};

use super::{folder, missing, write};

/// Bytes at places, zeros between.
fn bytes(len: usize, parts: &[(usize, &[u8])]) -> Vec<u8> {
    let mut bytes = vec![0; len];
    for (at, part) in parts {
        bytes[*at..at + part.len()].copy_from_slice(part);
    }
    bytes
}

fn class() -> Vec<u8> {
    let mut class = b"\xca\xfe\xba\xbe\0\0\0\x3d\0\x05".to_vec();
    class.extend(b"\x01\0\x04main\x05\0\0\0\0\0\0\0\x09\x07\0\x01");
    class.extend([0; 10]);
    class
}

fn elf(kind: u8) -> Vec<u8> {
    bytes(100, &[(0, b"\x7fELF\x02\x01\x01"), (16, &[kind, 0, 62, 0, 1]), (24, &[1])])
}

fn pe(characteristics: u8) -> Vec<u8> {
    bytes(
        512,
        &[
            (0, b"MZ"),
            (0x3c, &[0x80]),
            (0x80, b"PE\0\0\x64\x86\x03"),
            (0x97, &[characteristics]),
            (0x98, &[0x0b, 2]),
        ],
    )
}

fn coff() -> Vec<u8> {
    bytes(200, &[(0, &[0x64, 0x86, 1, 0]), (8, &[60, 0, 0, 0, 2]), (20, b".text"), (36, &[20, 0, 0, 0, 160])])
}

fn ar(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = b"!<arch>\n".to_vec();
    for (name, content) in members {
        archive
            .extend(format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, 0, 644, content.len()).bytes());
        archive.extend(*content);
        if content.len() % 2 == 1 {
            archive.push(b'\n');
        }
    }
    archive
}

fn zip(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in entries {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn tar(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut tar = tar::Builder::new(Vec::new());
    for (name, content) in entries {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        tar.append_data(&mut header, name, *content).unwrap();
    }
    tar.into_inner().unwrap()
}

fn gzip(content: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

/// What is found in a folder with one file.
fn inspect(content: &[u8]) -> Inspection {
    let (_temp, place) = folder();
    write(place.join("file"), content);
    inspect_submission(&place)
}

fn binaries() -> Vec<(&'static str, BinaryKind, Vec<u8>)> {
    use BinaryKind::{Bytecode, ClassFile, Executable, Library, Object};
    let dos = bytes(600, &[(0, b"MZ\x58\0\x02\0\0\0\x02\0\0\0\xff\xff")]);
    let mach = |kind| bytes(64, &[(0, b"\xcf\xfa\xed\xfe\x07\0\0\x01\x03\0\0\0"), (12, &[kind])]);
    let fat = bytes(
        5000,
        &[(0, b"\xca\xfe\xba\xbe\0\0\0\x02\x01\0\0\x07\0\0\0\x03\0\0\x10\0\0\0\0\x40\0\0\0\x0c")],
    );
    let import = bytes(40, &[(0, b"\0\0\xff\xff\0\0\x64\x86"), (12, &[20])]);
    let big = bytes(
        60,
        &[
            (0, b"\0\0\xff\xff\x02\0\x64\x86"),
            (12, b"\xc7\xa1\xba\xd1\xee\xba\xa9\x4b\xaf\x20\xfa\xf6\x6a\xa4\xdc\xb8"),
        ],
    );
    let pyc = |magic: u16, at: usize| bytes(60, &[(0, &magic.to_le_bytes()), (2, b"\r\n"), (at, &[0xe3])]);
    vec![
        ("an ELF program", Executable, elf(2)),
        ("an ELF object", Object, elf(1)),
        ("an ELF library", Library, bytes(100, &[(0, b"\x7fELF\x02\x01\x01"), (16, &[3, 0, 62, 0, 1])])),
        (
            "a big-endian ELF program",
            Executable,
            bytes(100, &[(0, b"\x7fELF\x01\x02\x01"), (16, &[0, 2, 0, 20, 0, 0, 0, 1])]),
        ),
        ("a Windows program", Executable, pe(0)),
        ("a DLL", Library, pe(0x20)),
        ("a DOS program", Executable, dos),
        ("a Mach-O program", Executable, mach(2)),
        ("a Mach-O object", Object, mach(1)),
        ("a dylib", Library, mach(6)),
        ("a fat Mach-O", Executable, fat),
        ("a class file", ClassFile, class()),
        ("a COFF object", Object, coff()),
        ("an import object", Object, import),
        ("a big COFF object", Object, big),
        ("Python 3.12", Bytecode, pyc(3531, 16)),
        ("Python 3.6", Bytecode, pyc(3379, 12)),
        ("Python 2.7", Bytecode, bytes(60, &[(0, b"\x03\xf3\r\n"), (8, b"c")])),
        ("wasm", Bytecode, b"\0asm\x01\0\0\0".to_vec()),
        ("dex", Bytecode, b"dex\n035\0rest".to_vec()),
        ("bitcode", Bytecode, b"BC\xc0\xde rest".to_vec()),
    ]
}

#[test]
fn every_kind_of_binary_is_found() {
    for (name, kind, content) in binaries() {
        let found = inspect(&content);
        assert_eq!(found.binaries.len(), 1, "{name}: {found:?}");
        assert_eq!(found.binaries[0].kind, kind, "{name}: {found:?}");
        assert_eq!(found.binaries[0].path, Path::new("file"));
        assert!(found.not_inspected.is_empty(), "{name}: {found:?}");
    }
}

#[test]
fn binaries_in_archives_are_found() {
    let program = elf(2);
    let jar = zip(&[("META-INF/MANIFEST.MF", b"x"), ("a/B.class", &class())]);
    let sources =
        tar(&[("src/a.c", b"int x;"), ("bin/bot", &program), ("bin/too", &program), ("bin/three", &program)]);
    let mut prefixed = b"#!/usr/bin/env python3\n".to_vec();
    prefixed.extend(zip(&[("lib.so", &program)]));
    let deb = ar(&[("debian-binary", b"2.0\n"), ("data.tar.gz", &gzip(&sources))]);
    for (name, content, why) in [
        ("jar", jar.clone(), "it holds a/B.class (a Java class file)"),
        ("zip in zip", zip(&[("lib/x.jar", &jar)]), "it holds lib/x.jar: a/B.class (a Java class file)"),
        ("gz", gzip(&program), "it holds what gzip compressed (an executable)"),
        ("tar", sources.clone(), "it holds bin/bot (an executable), and 2 more"),
        ("tar.gz", gzip(&sources), "it holds bin/bot (an executable), and 2 more"),
        (
            "tar.gz in zip in tar",
            tar(&[("z", &zip(&[("t", &gzip(&sources))]))]),
            "it holds z: t: bin/bot (an executable), and 2 more",
        ),
        ("a program with a zip in it", [pe(0), jar.clone()].concat(), "MZ and PE headers"),
        ("a zip behind a script", prefixed, "it holds lib.so (an executable)"),
        ("deb", deb, "it holds data.tar.gz: bin/bot (an executable), and 2 more"),
        ("static library", ar(&[("bot.o/", &elf(1))]), "it is an ar archive with bot.o, an object file"),
        ("indexed library", ar(&[("/", b"\0\0\0\0")]), "it is an ar archive with a table of symbols"),
        ("BSD library", ar(&[("#1/12", b"__.SYMDEF\0\0\0xyz")]), "a table of symbols"),
        ("BSD member", ar(&[("#1/4", &[b"ab.o".as_slice(), &elf(1)].concat())]), "an object file"),
        ("library in zip", zip(&[("l.a", &ar(&[("b.o/", &elf(1))]))]), "it holds l.a (a static library)"),
    ] {
        let found = inspect(&content);
        assert_eq!(found.binaries.len(), 1, "{name}: {found:?}");
        assert!(found.binaries[0].to_string().contains(why), "{name}: {}", found.binaries[0]);
    }
}

#[test]
fn what_is_not_compiled_passes() {
    let mut random = Random::seeded(7);
    let noise: Vec<u8> = (0..10_000).map(|_| random.word().to_le_bytes()[0]).collect();
    let many: Vec<u8> = b"MZ and more\n".repeat(10_000);
    for (name, content) in [
        ("nothing", Vec::new()),
        ("a text", b"int main(void) { return 0; }\n".to_vec()),
        ("a text that begins with MZ", b"MZ marks the spot.\n".to_vec()),
        ("a long one", many),
        ("MZ and nothing", b"MZ".to_vec()),
        ("PK and a text", b"PK\x03\x04 is how zip files begin\n".to_vec()),
        ("a text that begins with BC", b"BC\r\n1234567c\0\0\0\0".to_vec()),
        ("an opening book", noise.clone()),
        ("a book in gzip", gzip(&noise)),
        ("PNG", [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice(), &noise].concat()),
        ("JPEG", [b"\xff\xd8\xff\xe0\0\x10JFIF\0".as_slice(), &noise].concat()),
        ("PDF", [b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n".as_slice(), &noise].concat()),
        ("TrueType", [b"\0\x01\0\0\0\x0f\0\x80\0\x03\0\x70".as_slice(), &noise].concat()),
        ("WOFF", [b"wOFF\0\x01\0\0".as_slice(), &noise].concat()),
        ("icon", bytes(100, &[(2, &[1, 0, 1, 0, 16, 16])])),
        ("UTF-16", b"\xff\xfeM\0Z\0".to_vec()),
        ("sources in zip", zip(&[("src/bot.c", b"int x;"), ("MZ.txt", b"MZ\n"), ("noise", &noise)])),
        ("sources in tar.gz", gzip(&tar(&[("src/bot.c", b"int x;"), ("noise", &noise)]))),
        ("texts in ar", ar(&[("a.txt/", b"hello"), ("b.txt/", b"hello!")])),
        ("an empty zip", zip(&[])),
        ("an empty ar", ar(&[])),
        ("zeros", vec![0; 70_000]),
        (
            "a class file's beginning in noise",
            [b"\xca\xfe\xba\xbe\0\0\0\x3d".as_slice(), &[0xee; 100]].concat(),
        ),
    ] {
        let found = inspect(&content);
        assert_eq!(found.binaries, [], "{name}");
    }
}

#[test]
fn noise_behind_a_magic_number_convicts_nobody() {
    let mut random = Random::seeded(1);
    for magic in [
        b"MZ".as_slice(),
        b"\x7fELF",
        b"\xca\xfe\xba\xbe",
        b"\xca\xfe\xba\xbe\0\0\0\x02",
        b"\xfe\xed\xfa\xce",
        b"\xcf\xfa\xed\xfe",
        b"\x4c\x01",
        b"\x64\x86\x02\0",
        b"\0\0\xff\xff",
        b"\xcb\x0d\r\n",
        b"\x03\xf3\r\n",
        b"\0asm",
        b"",
    ] {
        for _ in 0..5_000 {
            let mut content = magic.to_vec();
            content.extend((0..20).flat_map(|_| random.word().to_le_bytes()));
            let found = recognise(&content, content.len() as u64);
            assert_eq!(found, None, "{content:02x?}");
        }
    }
}

#[test]
fn cut_short_or_changed_no_binary_makes_us_panic() {
    let mut random = Random::seeded(2);
    for (_, _, content) in binaries() {
        for end in 0..content.len() {
            let _ = recognise(&content[..end], end as u64);
            let _ = recognise(&content[..end], u64::MAX);
        }
        for _ in 0..2_000 {
            let mut changed = content.clone();
            for _ in 0..3 {
                let at = random.index(changed.len().min(160));
                changed[at] = [0, 1, 0x7f, 0x80, 0xff][random.index(5)];
            }
            let _ = recognise(&changed, changed.len() as u64);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn damaged_archives_do_no_harm(at in 0usize..4000, value: u8, cut in 0usize..4000, which in 0usize..4) {
        let inner = zip(&[("a/B.class", &class()), ("b", b"text")]);
        let mut content = match which {
            0 => inner,
            1 => gzip(&tar(&[("inner.zip", &inner), ("bot", &elf(2))])),
            2 => tar(&[("inner.zip", &inner), ("bot", &elf(2))]),
            _ => ar(&[("x.o/", &elf(1)), ("inner.zip/", &inner)]),
        };
        let at = at % content.len();
        content[at] = value;
        content.truncate(content.len() - cut % content.len());
        inspect(&content);
    }
}

#[test]
fn archives_made_to_burst_are_left() {
    let mut big = b"PK\x03\x04".to_vec();
    big.resize(80 << 20, 0);
    let found = inspect(&zip(&[("inner.zip", &big)]));
    assert_eq!(found.binaries, []);
    assert_eq!(
        found.not_inspected[0].to_string(),
        "file: inner.zip: it is a zip archive too large to look into"
    );

    let mut nested = zip(&[("bot", &elf(2))]);
    for _ in 0..20 {
        nested = zip(&[("inner.zip", &nested)]);
    }
    let found = inspect(&nested);
    assert_eq!(found.binaries, []);
    assert_eq!(found.not_inspected[0].content, Content::Hidden);
    assert!(found.not_inspected[0].why.ends_with("inner.zip: too deep to look into"), "{found:?}");
}

#[test]
fn what_cannot_be_looked_into_is_told() {
    for (content, why) in [
        (b"\xfd7zXZ\0rest".to_vec(), "compressed with xz"),
        (b"BZh91AY&SYrest".to_vec(), "compressed with bzip2"),
        (b"7z\xbc\xaf\x27\x1crest".to_vec(), "compressed with 7-Zip"),
        (b"Rar!\x1a\x07\x01\0".to_vec(), "compressed with RAR"),
        (gzip(&[7; 100_000])[..50].to_vec(), "could not be decompressed"),
        (zip(&[("a", b"b")])[10..].to_vec(), "cannot be read"),
    ] {
        let found = inspect(&content);
        assert_eq!(found.binaries, []);
        assert!(found.not_inspected[0].why.contains(why), "{why}: {found:?}");
        assert_eq!(found.not_inspected[0].content, Content::Unknown);
    }
}

#[test]
fn folders_are_walked_and_links_are_not() {
    let (_temp, place) = folder();
    write(place.join("sub/target/release/bot"), elf(2));
    write(place.join("sub/Bot.exe"), "not what it says\n");
    write(place.join("bot.txt"), class());
    write(place.join(".git/objects/ab"), elf(2));
    write(place.join("lib.zip"), zip(&[("bot", &elf(2))]));
    std::os::unix::fs::symlink(place.join("bot.txt"), place.join("link")).unwrap();
    std::os::unix::fs::symlink("..", place.join("sub/up")).unwrap();
    rustix::fs::mknodat(rustix::fs::CWD, place.join("pipe"), rustix::fs::FileType::Fifo, 0o644.into(), 0)
        .unwrap();
    let found = inspect_submission(&place);
    let texts: Vec<String> = found
        .binaries
        .iter()
        .map(|binary| format!("{} ({})", binary.path.display(), binary.hint()))
        .collect();
    assert_eq!(
        texts,
        [
            "bot.txt (remove it, and submit the source it was built from)",
            "lib.zip (submit the sources themselves, without the archive)",
            "sub/target/release/bot (remove the folder sub/target before submitting; building makes it again)",
        ]
    );
    let skipped: Vec<String> = found.not_inspected.iter().map(ToString::to_string).collect();
    assert_eq!(
        skipped,
        [
            "link: it is a link, which is not followed",
            "pipe: it is not a regular file",
            "sub/up: it is a link, which is not followed",
        ]
    );
    let nothing = inspect_submission(&place.join("nowhere"));
    assert!(found.not_inspected.iter().all(|passed_over| passed_over.content == Content::None));
    assert!(nothing.not_inspected[0].why.contains("cannot be read"));
}

/// What real tools make here.
#[test]
fn real_binaries_are_found() {
    let (_temp, place) = folder();
    let run = |program: &str, args: &[&str]| {
        let status = Command::new(program).args(args).current_dir(&place).status().unwrap();
        assert!(status.success(), "{program} {args:?}");
    };
    let mut expected = Vec::new();
    if !missing("cc") && !missing("ar") {
        write(place.join("a.c"), "int main(void) { return 0; }\n");
        run("cc", &["-c", "-o", "a.o", "a.c"]);
        run("cc", &["-o", "a.out", "a.o"]);
        run("cc", &["-shared", "-fPIC", "-o", "a.so", "a.c"]);
        run("ar", &["rcs", "a.a", "a.o"]);
        expected.extend(["a.a", "a.o", "a.out", "a.so"]);
    }
    if !missing("javac") {
        write(place.join("B.java"), "class B { }\n");
        run("javac", &["B.java"]);
        expected.push("B.class");
    }
    if !missing("python3") {
        write(place.join("c.py"), "def f(x): return x\n");
        run("python3", &["-c", "import py_compile; py_compile.compile('c.py', 'c.pyc')"]);
        expected.push("c.pyc");
    }
    if !missing("rustc") {
        write(place.join("d.rs"), "pub fn f() {}\n");
        run("rustc", &["--crate-type", "rlib", "-o", "libd.rlib", "d.rs"]);
        expected.push("libd.rlib");
    }
    expected.sort_unstable();
    let found = inspect_submission(&place);
    let names: Vec<String> = found.binaries.iter().map(|binary| binary.path.display().to_string()).collect();
    assert_eq!(names, expected);
    assert_eq!(found.not_inspected, []);
    fs::remove_dir_all(&place).unwrap();
}
