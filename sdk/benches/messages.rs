//! How fast every kind of text of the contests is read: `cargo bench --bench messages`.
//!
//! Beside each stands how long it takes to look at its bytes one after the other and add them up, in the same run: ratios
//! hold from machine to machine, times do not.
#![expect(clippy::print_stdout, reason = "a benchmark is read on a terminal")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use botspec_sdk::games::{flit, hex, linkage, power4};

const REPEATS: u32 = 2000;
/// The best of so many runs counts, all kinds in turns, so that all of them see the same machine.
const ROUNDS: usize = 40;

/// A kind of text.
struct Kind {
    name: &'static str,
    text: String,
    /// Reads it; it is well-formed.
    read: fn(&[u8]) -> bool,
}

fn kind(name: &'static str, text: impl Into<String>, read: fn(&[u8]) -> bool) -> Kind {
    Kind { name, text: text.into(), read }
}

/// A board of Hex with stones on two thirds of it.
fn hex_board(side: usize) -> String {
    let row = |at: usize| "BW.".chars().cycle().skip(at).take(side).chain(['|']).collect::<String>();
    (0..side).map(row).collect()
}

/// Whether a text can be read as this type.
macro_rules! reads {
    ($text:ty) => {
        |bytes| <$text>::from_bytes(bytes).is_ok()
    };
}

fn kinds() -> Vec<Kind> {
    let input = "M4545\n..RR..B\nG..Y..B\nG..Y...\n.xxX...\n.RR.x..\n.x.YYGG\n..BB...\n";
    vec![
        kind("Linkage: input.txt", input, reads!(linkage::InputText)),
        kind("Linkage: order.txt", "GE4F4\n", reads!(linkage::OrderText)),
        kind("Hex: init_board 26", "init_board 26", reads!(hex::Message)),
        kind("Hex: make_move", "make_move", reads!(hex::Message)),
        kind("Hex: seto k11", "seto k11", reads!(hex::Message)),
        kind("Hex: swap", "swap", reads!(hex::Message)),
        kind("Hex: a move", "k11", reads!(hex::MoveText)),
        kind("Hex: who has won", "-1", reads!(hex::Standing)),
        kind("Hex: a board of 11×11", hex_board(11), reads!(hex::BoardText)),
        kind("Hex: a board of 26×26", hex_board(26), reads!(hex::BoardText)),
        kind("Flit: M", "M", reads!(flit::Message)),
        kind("Flit: an update", "31 31 5", reads!(flit::Message)),
        kind("Flit: an answer", "31 31 30 30", reads!(flit::Answer)),
        kind("Power Connect Four: team_no.txt", "2", reads!(power4::TeamText)),
        kind("Power Connect Four: board.txt", "0 1 2 12 0 0 0 ".repeat(6), reads!(power4::BoardText)),
        kind("Power Connect Four: output.txt", "5 4", reads!(power4::OutputText)),
        kind("Power Connect Four: moves made", "9 1 1 0 0", reads!(power4::MovesText)),
        kind("Power Connect Four: opponent's", "1 1 0 1", reads!(power4::OpponentText)),
    ]
}

fn time(work: impl Fn() -> bool) -> Duration {
    let start = Instant::now();
    for _ in 0..REPEATS {
        assert!(black_box(work()), "it is well-formed");
    }
    start.elapsed() / REPEATS
}

fn main() {
    let kinds = kinds();
    let mut best = vec![(Duration::MAX, Duration::MAX); kinds.len()];
    for _ in 0..ROUNDS {
        for (Kind { text, read, .. }, (reading, looking)) in kinds.iter().zip(&mut best) {
            let bytes = text.as_bytes();
            *reading = (*reading).min(time(|| read(black_box(bytes))));
            let sum =
                || black_box(bytes).iter().fold(0_u32, |sum, byte| black_box(sum + u32::from(*byte))) > 0;
            *looking = (*looking).min(time(sum));
        }
    }
    println!("{:<34} {:>6} {:>10} {:>12}", "", "bytes", "read in", "× looked at");
    for (Kind { name, text, .. }, (reading, looking)) in kinds.iter().zip(best) {
        let ratio = reading.as_secs_f64() / looking.as_secs_f64();
        println!("{name:<34} {:>6} {reading:>10.0?} {ratio:>12.2}", text.len());
    }
}
