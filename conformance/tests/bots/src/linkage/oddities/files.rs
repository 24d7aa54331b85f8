//! What they leave beside the executable.

use std::fs;
use std::io;

use botspec_sdk::Position as _;
use botspec_sdk::games::linkage::{Order, Position};

use crate::linkage::usual;
use crate::start::Start;

/// The cache says how many turns were played and which order to try first.
pub(in crate::linkage) fn kept(start: &Start) -> io::Result<()> {
    let position = usual::read(start)?;
    let file = start.file("cache.txt");
    let (turns, wish) = fs::read_to_string(&file).ok().and_then(|text| recall(&text)).unwrap_or_default();
    // What the cache wishes is looked for among the orders that are legal now.
    let order = placements(&position).find(|order| order.to_string() == wish);
    let order = order.unwrap_or_else(|| usual::choose(&position));
    usual::write(start, format!("{order}\n"))?;
    let next = position.play(order).map_err(io::Error::other)?;
    fs::write(file, format!("turns {}\nnext {}\n", turns + 1, usual::choose(&next)))
}

fn recall(text: &str) -> Option<(u32, String)> {
    let mut lines = text.lines();
    let turns = lines.next()?.strip_prefix("turns ")?.parse().ok().filter(|&turns| turns < 24)?;
    Some((turns, lines.next()?.strip_prefix("next ")?.to_owned()))
}

fn placements(position: &Position) -> impl Iterator<Item = Order> {
    position.placements()
}

pub(in crate::linkage) fn odd_name(start: &Start) -> io::Result<()> {
    fs::write(start.file("mein Gedächtnis, 100 % [neu] 記憶~"), "a turn was played\n")
}

pub(in crate::linkage) fn hidden(start: &Start) -> io::Result<()> {
    fs::write(start.file(".cache"), "a turn was played\n")
}

pub(in crate::linkage) fn in_folder(start: &Start) -> io::Result<()> {
    let folder = start.file("data/cache");
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("turns"), "a turn was played\n")
}

pub(in crate::linkage) fn empty(start: &Start) -> io::Result<()> {
    fs::write(start.file("cache.txt"), "")
}

pub(in crate::linkage) fn large(start: &Start) -> io::Result<()> {
    fs::write(start.file("cache.bin"), vec![0xa5; 1 << 20])
}

pub(in crate::linkage) fn by_side(start: &Start) -> io::Result<()> {
    let name = format!("cache_{}.txt", usual::read(start)?.side().letter());
    fs::write(start.file(name), "a turn was played\n")
}

/// The caches that it has left itself: as many as there may be of this game's turns before.
pub(in crate::linkage) fn by_turn(start: &Start) -> io::Result<()> {
    let open = |position: &Position| position.board().empty().len();
    let now = open(&usual::read(start)?);
    let name = |open: u32| start.file(format!("cache_{open}.txt"));
    for before in now + 1..=now + 4 {
        if name(before).exists() {
            fs::remove_file(name(before))?;
        }
    }
    fs::write(name(now), "a turn was played\n")
}

pub(in crate::linkage) fn removed(start: &Start) -> io::Result<()> {
    for name in ["draft.txt", "search.log"] {
        fs::write(start.file(name), "thinking\n")?;
        fs::remove_file(start.file(name))?;
    }
    Ok(())
}

pub(in crate::linkage) fn folder_removed(start: &Start) -> io::Result<()> {
    let folder = start.file("scratch");
    fs::create_dir(&folder)?;
    fs::write(folder.join("notes"), "thinking\n")?;
    fs::remove_dir_all(folder)
}
