//! Files with something wrong in them.

use std::fmt;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// What a reader may stumble over.
const STUMBLING: [&[u8]; 26] = [
    b"\0",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\xe2\x80\xae",
    b"\r\n",
    b"\r",
    b"\n\n",
    b"\t",
    b" ",
    b"\"",
    b"\\",
    b"\\u0000",
    b"\\ud800",
    b"'''",
    b"\"\"\"",
    b"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
    b"{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":",
    b"null",
    b"true",
    b"-",
    b",",
    b"::error::",
    b"../../../../etc/passwd",
    b"<<<<<<< HEAD\n",
    b"%s%n",
    b"\x1b[2J",
];
/// What may stand in the place of a number.
const NUMBERS: [&str; 18] = [
    "0",
    "1",
    "-1",
    "2",
    "3",
    "7",
    "26",
    "27",
    "32",
    "100",
    "255",
    "256",
    "65536",
    "2147483648",
    "4294967296",
    "18446744073709551616",
    "1e400",
    "0.5",
];

/// One change to a file.
#[derive(Debug, Clone)]
enum Change {
    Put(Index, u8),
    Insert(Index, &'static [u8]),
    Remove(Index, usize),
    Repeat(Index, usize, usize),
    Cut(Index),
    Number(Index, &'static str),
}

fn change() -> impl Strategy<Value = Change> {
    let at = any::<Index>;
    prop_oneof![
        2 => (at(), any::<u8>()).prop_map(|(at, byte)| Change::Put(at, byte)),
        3 => (at(), select(&STUMBLING[..])).prop_map(|(at, bytes)| Change::Insert(at, bytes)),
        2 => (at(), 1..40_usize).prop_map(|(at, length)| Change::Remove(at, length)),
        1 => (at(), 1..80_usize, 1..300_usize).prop_map(|(at, length, times)| Change::Repeat(at, length, times)),
        1 => at().prop_map(Change::Cut),
        4 => number(),
    ]
}

fn number() -> impl Strategy<Value = Change> {
    (any::<Index>(), select(&NUMBERS[..])).prop_map(|(at, text)| Change::Number(at, text))
}

impl Change {
    fn apply(&self, bytes: &mut Vec<u8>) {
        let end = bytes.len();
        let place = |at: &Index| at.index(end + 1);
        match self {
            Self::Put(at, byte) => {
                if let Some(old) = bytes.get_mut(place(at)) {
                    *old = *byte;
                }
            }
            Self::Insert(at, more) => drop(bytes.splice(place(at)..place(at), more.iter().copied())),
            Self::Remove(at, length) => drop(bytes.drain(place(at)..end.min(place(at) + length))),
            Self::Repeat(at, length, times) => {
                let piece = bytes[place(at)..end.min(place(at) + length)].repeat(*times);
                bytes.splice(place(at)..place(at), piece);
            }
            Self::Cut(at) => bytes.truncate(place(at)),
            Self::Number(at, text) => {
                let begins =
                    |&at: &usize| bytes[at].is_ascii_digit() && (at == 0 || !bytes[at - 1].is_ascii_digit());
                let numbers: Vec<usize> = (0..end).filter(begins).collect();
                if !numbers.is_empty() {
                    let begin = *at.get(&numbers);
                    let length = bytes[begin..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                    bytes.splice(begin..begin + length, text.bytes());
                }
            }
        }
    }
}

/// What is in a file; a failure shows it as text.
#[derive(Clone)]
pub(crate) struct Bytes(pub(crate) Vec<u8>);

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.escape_ascii())
    }
}

/// One of these files with some changes, or now and then no file at all but bytes.
pub(crate) fn damaged(files: Vec<Vec<u8>>) -> impl Strategy<Value = Bytes> {
    prop_oneof![1 => vec(any::<u8>(), 0..500), 15 => changed(files, change())].prop_map(Bytes)
}

/// One of these files with other numbers in it.
pub(crate) fn renumbered(files: Vec<Vec<u8>>) -> impl Strategy<Value = Bytes> {
    changed(files, number()).prop_map(Bytes)
}

fn changed(files: Vec<Vec<u8>>, change: impl Strategy<Value = Change>) -> impl Strategy<Value = Vec<u8>> {
    (select(files), vec(change, 0..4)).prop_map(|(mut bytes, changes)| {
        for change in changes {
            change.apply(&mut bytes);
        }
        bytes
    })
}
