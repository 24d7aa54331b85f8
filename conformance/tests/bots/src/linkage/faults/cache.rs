//! `linkage/files/stale-cache`. The cache of these bots is the text of the position after their last order.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::Duration;

use botspec_sdk::Position as _;
use botspec_sdk::games::linkage::{Cell, InputText, Linkage, Order, OrderText, Position, Square};

use super::fail;
use crate::linkage::usual;
use crate::part::LINGERS;
use crate::start::Start;

pub(in crate::linkage) fn damaged_fails(start: &Start) -> io::Result<()> {
    recall(start)?;
    turn(start)
}

pub(in crate::linkage) fn damaged_set_aside(start: &Start) -> io::Result<()> {
    if recall(start).is_err() {
        fs::rename(cache_file(start), start.file("cache.bad"))?;
    }
    turn(start)
}

pub(in crate::linkage) fn damaged_hangs(start: &Start) -> io::Result<()> {
    if recall(start).is_err() {
        sleep(LINGERS);
    }
    turn(start)
}

pub(in crate::linkage) fn foreign_fails(start: &Start) -> io::Result<()> {
    let position = usual::read(start)?;
    match recall(start) {
        Ok(Some(cached)) if !leads_to(&cached, &position) => {
            fail("this is not the game that was being played")
        }
        _ => turn(start),
    }
}

/// Chooses on the board that it remembers. In its own game it has learnt of the opponent's domino, so that
/// all goes well.
pub(in crate::linkage) fn trusted(start: &Start) -> io::Result<()> {
    trusted_if(start, |_, _| true)
}

/// The same if the cache has as many dominoes as the board, or one fewer.
pub(in crate::linkage) fn count_believed(start: &Start) -> io::Result<()> {
    trusted_if(start, |cached, position| (0..=1).contains(&added_since(cached, position)))
}

fn trusted_if(start: &Start, is_believed: impl Fn(&Position, &Position) -> bool) -> io::Result<()> {
    let position = usual::read(start)?;
    if let Ok(Some(cached)) = recall(start)
        && !leads_to(&cached, &position)
        && is_believed(&cached, &position)
        && let Some(order) = cached.placements().find(|&order| !position.is_legal(order))
    {
        return usual::write(start, format!("{order}\n"));
    }
    turn(start)
}

/// What is older than three seconds is of another game to it, and a new one begins with its opening move.
pub(in crate::linkage) fn aged_is_foreign(start: &Start) -> io::Result<()> {
    if Start::is_old(&cache_file(start), Duration::from_secs(3)) {
        usual::write(start, format!("{}\n", usual::choose(&Position::opening())))
    } else {
        turn(start)
    }
}

pub(in crate::linkage) fn empty_believed(start: &Start) -> io::Result<()> {
    on_the_centre_if(start, |cache| cache.is_empty())
}

pub(in crate::linkage) fn half_believed(start: &Start) -> io::Result<()> {
    on_the_centre_if(start, |cache| {
        cache.starts_with(['M', 'F']) && !cache.contains('\0') && cache.lines().count() < 8
    })
}

pub(in crate::linkage) fn garbage_believed(start: &Start) -> io::Result<()> {
    on_the_centre_if(start, |cache| cache.contains('\0'))
}

pub(in crate::linkage) fn length_believed(start: &Start) -> io::Result<()> {
    let length = InputText::from(usual::read(start)?.to_setup()).to_string().len();
    // Bytes that are no text count as one character each.
    on_the_centre_if(start, |cache| {
        cache.chars().count() == length && usual::parse(cache.as_bytes()).is_err()
    })
}

/// After its own order it is the opponent's turn in the cache.
pub(in crate::linkage) fn other_side_believed(start: &Start) -> io::Result<()> {
    let own = usual::read(start)?.side().letter();
    on_the_centre_if(start, |cache| cache.starts_with(own))
}

/// Answers with an order on the centre if there is a cache of this kind.
fn on_the_centre_if(start: &Start, is_believed: impl Fn(&str) -> bool) -> io::Result<()> {
    let cache = fs::read(cache_file(start)).ok();
    if cache.is_some_and(|bytes| is_believed(&String::from_utf8_lossy(&bytes))) {
        return usual::write(start, "RD3D4\n");
    }
    turn(start)
}

/// Knows from its last order on the board that the game is under way, and then relies on its cache.
pub(in crate::linkage) fn gone_fails(start: &Start) -> io::Result<()> {
    let position = usual::read(start)?;
    let last = fs::read(start.file(Linkage::ORDER_FILE)).unwrap_or_default();
    let under_way = match OrderText::from_bytes(&last) {
        Ok(OrderText::Place { colour, first, second }) => {
            let cells = position.to_setup().cells;
            [first, second].iter().all(|&square| cells.get(square) == Cell::Domino(colour))
        }
        _ => false,
    };
    if under_way && !cache_file(start).exists() {
        return fail("no cache.txt in the middle of a game");
    }
    turn(start)
}

/// Where no domino was added since its last order, no square counts as marked.
pub(in crate::linkage) fn skip_frees_all(start: &Start) -> io::Result<()> {
    let position = usual::read(start)?;
    let mut freed = position.to_setup();
    let marks = position.marks();
    for square in Square::all().filter(|&square| marks.contains(square)) {
        freed.cells.set(square, Cell::Empty);
    }
    let free = Position::from_setup(&freed).map_err(io::Error::other)?;
    let seen = if opponent_skipped(start, &position) { free } else { position };
    let order = usual::choose(&seen);
    answer(start, &seen, order)
}

/// Where no domino was added since its last order, the game counts as over.
pub(in crate::linkage) fn skip_ends_game(start: &Start) -> io::Result<()> {
    let position = usual::read(start)?;
    if opponent_skipped(start, &position) {
        return usual::write(start, format!("{}\n", Order::Skip));
    }
    turn(start)
}

/// The same, but only with one placement left.
pub(in crate::linkage) fn skip_hides_the_last(start: &Start) -> io::Result<()> {
    let position = usual::read(start)?;
    if position.placement_count() == 1 { skip_ends_game(start) } else { turn(start) }
}

/// Once it has had to skip, it goes on with that.
pub(in crate::linkage) fn own_skip_ends_game(start: &Start) -> io::Result<()> {
    let must_skip = usual::read(start)?.must_skip();
    let skipped = fs::read(cache_file(start)).is_ok_and(|cache| cache == b"skipped");
    if must_skip || skipped {
        fs::write(cache_file(start), "skipped")?;
        return usual::write(start, format!("{}\n", Order::Skip));
    }
    usual::turn(start)
}

/// Whether no domino was added since its last order.
fn opponent_skipped(start: &Start, position: &Position) -> bool {
    let cached = recall(start).ok().flatten();
    cached.is_some_and(|cached| cached.to_setup().left == position.to_setup().left)
}

/// A turn as usual, with the cache written behind it.
fn turn(start: &Start) -> io::Result<()> {
    let position = usual::read(start)?;
    let order = usual::choose(&position);
    answer(start, &position, order)
}

/// Writes the order, and the position after it in the cache.
fn answer(start: &Start, position: &Position, order: Order) -> io::Result<()> {
    usual::write(start, format!("{order}\n"))?;
    let next = position.play(order).map_err(io::Error::other)?;
    fs::write(cache_file(start), InputText::from(next.to_setup()).to_string())
}

/// The position in the cache, if there is one.
fn recall(start: &Start) -> io::Result<Option<Position>> {
    match fs::read(cache_file(start)) {
        Ok(text) => usual::parse(&text).map(Some),
        Err(_) => Ok(None),
    }
}

/// How many dominoes one position has more than an earlier one.
fn added_since(earlier: &Position, later: &Position) -> i64 {
    i64::from(earlier.left_in_all()) - i64::from(later.left_in_all())
}

/// Whether one position can come after another: dominoes stay where they are, and at most one is added.
fn leads_to(earlier: &Position, later: &Position) -> bool {
    let (before, after) = (earlier.to_setup().cells, later.to_setup().cells);
    let squares = Square::all();
    let mut dominoes = squares.filter(|&square| matches!(before.get(square), Cell::Domino(_)));
    dominoes.all(|square| before.get(square) == after.get(square)) && added_since(earlier, later) <= 1
}

fn cache_file(start: &Start) -> PathBuf {
    start.file("cache.txt")
}
