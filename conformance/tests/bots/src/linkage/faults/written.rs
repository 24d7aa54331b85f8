//! `linkage/order/written`

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::symlink;
use std::path::PathBuf;

use botspec_sdk::games::linkage::{Linkage, Order, OrderText};
use rustix::fs::{CWD, FileType, Mode, mknodat};

use crate::linkage::usual;
use crate::part::write_late;
use crate::start::Start;

pub(in crate::linkage) fn not_at_all(start: &Start) -> io::Result<()> {
    usual::read(start).map(|_| ())
}

pub(in crate::linkage) fn only_updated(start: &Start, order: &str) -> io::Result<()> {
    let Ok(mut file) = OpenOptions::new().write(true).truncate(true).open(order_file(start)) else {
        return Ok(());
    };
    file.write_all(order.as_bytes())
}

pub(in crate::linkage) fn late(start: &Start, order: &str) -> io::Result<()> {
    write_late(start, &order_file(start), order)
}

pub(in crate::linkage) fn not_truncated(start: &Start, order: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create(true).truncate(false).open(order_file(start))?;
    file.write_all(order.as_bytes())
}

pub(in crate::linkage) fn appended(start: &Start, order: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().append(true).create(true).open(order_file(start))?;
    file.write_all(order.as_bytes())
}

pub(in crate::linkage) fn misnamed(start: &Start, order: &str) -> io::Result<()> {
    fs::write(start.file("Order.txt"), order)
}

pub(in crate::linkage) fn not_for_skip(start: &Start) -> io::Result<()> {
    let position = usual::read(start)?;
    if position.must_skip() { Ok(()) } else { usual::write(start, usual::order(&position)) }
}

pub(in crate::linkage) fn second_skip_not(start: &Start) -> io::Result<()> {
    let position = usual::read(start)?;
    let is_skip = fs::read(order_file(start)).is_ok_and(|old| old.starts_with(b"Skip"));
    if position.must_skip() && is_skip { Ok(()) } else { usual::write(start, usual::order(&position)) }
}

pub(in crate::linkage) fn old_is_good_enough(start: &Start) -> io::Result<()> {
    let position = usual::read(start)?;
    let old = fs::read(order_file(start)).unwrap_or_default();
    let old = OrderText::from_bytes(&old).ok().and_then(|text| Order::try_from(text).ok());
    match old {
        Some(order) if position.is_legal(order) => Ok(()),
        _ => usual::write(start, usual::order(&position)),
    }
}

pub(in crate::linkage) fn directory(start: &Start, _: &str) -> io::Result<()> {
    clear(start)?;
    fs::create_dir(order_file(start))
}

pub(in crate::linkage) fn pipe(start: &Start, _: &str) -> io::Result<()> {
    clear(start)?;
    Ok(mknodat(CWD, order_file(start), FileType::Fifo, Mode::RUSR | Mode::WUSR, 0)?)
}

pub(in crate::linkage) fn link(start: &Start, order: &str) -> io::Result<()> {
    clear(start)?;
    fs::write(start.file("answer.txt"), order)?;
    symlink("answer.txt", order_file(start))
}

pub(in crate::linkage) fn dangling_link(start: &Start, _: &str) -> io::Result<()> {
    clear(start)?;
    symlink("/nowhere/order.txt", order_file(start))
}

fn order_file(start: &Start) -> PathBuf {
    start.file(Linkage::ORDER_FILE)
}

/// Removes what is called `order.txt`, whatever it is.
fn clear(start: &Start) -> io::Result<()> {
    let file = order_file(start);
    match fs::symlink_metadata(&file) {
        Err(_) => Ok(()),
        Ok(found) if found.is_dir() => fs::remove_dir(file),
        Ok(_) => fs::remove_file(file),
    }
}
