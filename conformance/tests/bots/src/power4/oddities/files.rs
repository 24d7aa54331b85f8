//! What they leave beside the executable, and what they read.

use std::fs;
use std::io;

use crate::power4::usual;
use crate::start::Start;

const NOTE: &str = "a turn was played\n";

pub(in crate::power4) fn five(start: &Start) -> io::Result<()> {
    // With the memory that makes five.
    (1..=4).try_for_each(|number| fs::write(usual::own_file(start, &format!("_{number}.txt")), NOTE))
}

pub(in crate::power4) fn in_folder(start: &Start) -> io::Result<()> {
    let folder = start.file("data");
    fs::create_dir_all(&folder)?;
    fs::write(folder.join(format!("{}.bin", start.name())), [0, 1, 2, 255])
}

pub(in crate::power4) fn odd_name(start: &Start) -> io::Result<()> {
    fs::write(usual::own_file(start, " Gedächtnis, 100 % [neu] 記憶~"), NOTE)
}

pub(in crate::power4) fn large(start: &Start) -> io::Result<()> {
    fs::write(usual::own_file(start, ".bin"), vec![0xa5; 1 << 20])
}

pub(in crate::power4) fn huge(start: &Start) -> io::Result<()> {
    fs::write(usual::own_file(start, "_book.bin"), vec![0x5a; 16 << 20])
}

pub(in crate::power4) fn removed(start: &Start) -> io::Result<()> {
    for name in ["draft.txt", "search.log"] {
        fs::write(start.file(name), NOTE)?;
        fs::remove_file(start.file(name))?;
    }
    Ok(())
}

pub(in crate::power4) fn folder_removed(start: &Start) -> io::Result<()> {
    let folder = start.file("scratch");
    fs::create_dir(&folder)?;
    fs::write(folder.join("notes"), NOTE)?;
    fs::remove_dir_all(folder)
}

pub(in crate::power4) fn folder_empty(start: &Start) -> io::Result<()> {
    fs::create_dir_all(start.file("for_later"))
}

pub(in crate::power4) fn input_twice(start: &Start) -> io::Result<()> {
    usual::read(start).map(|_| ())
}
