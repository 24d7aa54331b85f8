//! Flit bots talking: what the loop makes of messages, and which board a bot believes it is on.
#![expect(clippy::unwrap_used, reason = "helpers of tests: a panic is the failure")]

use std::io::{self, BufReader, Read};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use botspec_sdk::games::flit::{Flit, Memory, Message, Move, Player, Position, Variant};
use botspec_sdk::random::Random;
use botspec_sdk::run::best::BestSoFar;
use botspec_sdk::run::conversation::{Failure, converse, converse_anytime};
use botspec_sdk::{Deadline, Heard, Position as _, StreamGame as _};

fn first(position: &Position, _: &Deadline) -> Move {
    position.legal_moves()[0]
}

/// All that a bot writes, started with this argument and sent this text.
fn talk(bot: impl Fn(&Position, &Deadline) -> Move, number: &str, input: &str) -> String {
    let mut bot = bot;
    let mut output = Vec::new();
    converse::<Flit>(&mut bot, &[number.to_owned()], input.as_bytes(), &mut output, Vec::new()).unwrap();
    String::from_utf8(output).unwrap()
}

#[test]
fn updates_are_silent_and_requests_answered() {
    let start = "5 5 1\n9 9 1\n20 20 2\n";
    assert_eq!(talk(first, "1", start), "");
    assert_eq!(talk(first, "1", &format!("{start}M\n")), "5 5 8 9\n");
    assert_eq!(talk(first, "1", &format!("{start}M\n5 5 0\n8 9 1\nM\n")), "5 5 8 9\n8 9 9 8\n");
    // A refused move leaves the board as it was.
    assert_eq!(talk(first, "1", &format!("{start}M\nM\n")), "5 5 8 9\n5 5 8 9\n");
    // The last line may end with the input.
    assert_eq!(talk(first, "1", &format!("{start}M")), "5 5 8 9\n");
    let burst: String = (0..1_000).map(|i| format!("{} 25 {}\n", i % 32, 2 + i % 4)).collect();
    assert_eq!(talk(first, "1", &format!("{start}{burst}M\n")), "5 5 8 9\n");
}

#[test]
fn crlf_blank_and_senseless_lines_make_no_difference() {
    let text = "5 5 1\r\n\r\n  \r\nhello\r\n99 0 1\r\n5 5 7\r\n9 9 1 \r\n-3 3 1\r\n20 20 2\r\n M \r\n";
    assert_eq!(talk(first, "1", text), "5 5 8 9\n");
}

#[test]
fn each_number_moves_its_own_pieces() {
    let start = "5 5 1\n1 9 2\n20 5 3\n20 20 4\n9 9 1\n9 20 2\n28 28 3\n12 12 4\nM\n";
    for (number, answer) in [("1", "5 5 8 9"), ("2", "1 9 8 20"), ("3", "20 5 27 28"), ("4", "12 12 19 20")] {
        assert_eq!(talk(first, number, start), format!("{answer}\n"));
    }
}

#[test]
fn without_a_legal_move_the_strategy_is_not_asked() {
    let never = |_: &Position, _: &Deadline| -> Move { panic!("there is nothing to choose from") };
    assert_eq!(talk(never, "1", "M\n5 5 1\nM\n"), "0 0 0 0\n0 0 0 0\n");
}

#[test]
fn an_illegal_choice_becomes_the_first_legal_move() {
    let square = |x, y| Variant::Standard.square(x, y).unwrap();
    let illegal = |_: &Position, _: &Deadline| Move { origin: square(5, 5), destination: square(31, 31) };
    assert_eq!(talk(illegal, "1", "5 5 1\n9 9 1\n0 0 2\nM\n"), "5 5 8 9\n");
}

#[test]
fn other_arguments_than_a_number_are_refused() {
    for args in [vec![], vec!["0"], vec!["5"], vec!["01"], vec!["+1"], vec!["one"], vec!["1", "2"]] {
        let args: Vec<String> = args.into_iter().map(str::to_owned).collect();
        let refused = converse::<Flit>(&mut first, &args, &b"M\n"[..], Vec::new(), Vec::new());
        assert!(matches!(refused, Err(Failure::Arguments { .. })), "{args:?}");
    }
}

#[test]
fn the_time_to_think_is_less_than_the_limit() {
    for (updates, limit) in [("5 5 1\n9 9 1\n5 9 3\nM\n", 50), ("5 5 1\n9 9 1\nM\n", 100)] {
        let timed = |position: &Position, deadline: &Deadline| {
            assert_eq!(position.variant().time_limit(), Duration::from_millis(limit));
            assert!(deadline.remaining() <= Duration::from_millis(limit * 4 / 5));
            first(position, deadline)
        };
        assert_eq!(talk(timed, "1", updates).lines().count(), 1);
    }
}

#[test]
fn the_updates_tell_which_board_it_is() {
    let after = |number: u8, updates: &[&str]| {
        let mut memory = Memory::new(Player::from_number(number).unwrap());
        for update in updates {
            assert_eq!(memory.hear(Message::from_bytes(update.as_bytes()).unwrap()), Heard::Nothing);
        }
        memory.position().clone()
    };
    assert_eq!(after(2, &["0 0 1", "15 15 2", "3 3 5", "0 0 0"]).variant(), Variant::Duel);
    for large in
        [after(3, &[]), after(4, &[]), after(1, &["0 0 3"]), after(2, &["0 16 0"]), after(2, &["16 0 5"])]
    {
        assert_eq!(large.variant(), Variant::Standard);
    }
    // What was known before is kept, and wraps round where it should.
    let (small, large) = (["15 4 1", "4 4 1", "0 0 2"], ["15 4 1", "4 4 1", "0 0 2", "1 1 4"]);
    let across = |position: &Position| position.legal_moves().iter().any(|mv| mv.to_string() == "4 4 0 4");
    assert!(across(&after(1, &small)));
    assert!(!across(&after(1, &large)));
    assert_eq!(after(1, &large).board().piece_counts(), [2, 1, 0, 1]);
}

#[test]
fn a_memory_that_is_retold_is_the_same() {
    let mut random = Random::seeded(7);
    for player in Player::ALL {
        for (side, codes) in [(16, 3), (16, 6), (32, 6)] {
            let mut memory = Memory::new(player);
            for _ in 0..500 {
                let [x, y, code] = [side, side, codes].map(|bound| random.below(bound));
                Flit::hear(&mut memory, format!("{x} {y} {code}").as_bytes());
                let mut anew = Memory::new(player);
                for message in Flit::retell(&memory).unwrap() {
                    assert_eq!(Flit::hear(&mut anew, message.as_bytes()), Heard::Nothing, "{message}");
                }
                assert_eq!(anew, memory);
            }
        }
    }
}

#[test]
fn bots_that_never_come_to_an_end_are_two_at_most() {
    let made = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&made);
    let new_bot = move || {
        counted.fetch_add(1, Ordering::Relaxed);
        |position: &Position, _: &Deadline, best: &BestSoFar<Move>| -> Move {
            best.offer(position.legal_moves()[1]);
            loop {
                thread::park();
            }
        }
    };
    let (args, input) = (["1".to_owned()], format!("1 1 1\n9 9 1\n{}", "M\n".repeat(20)));
    let mut said = Vec::new();
    converse_anytime::<Flit, _>(new_bot, &args, input.as_bytes(), &mut said, Vec::new()).unwrap();
    let said = String::from_utf8(said).unwrap();
    assert_eq!(said.lines().count(), 20);
    assert!(said.lines().skip(2).all(|line| line == "1 1 8 9"), "not the first legal move: {said}");
    // On a busy machine the second one may not have begun yet.
    assert!((1..=2).contains(&made.load(Ordering::Relaxed)));
}

/// Reads a line whenever the bot has come to an end, but the first ones at once.
struct AfterTheEnd<'a> {
    lines: std::slice::Iter<'a, &'a str>,
    at_once: usize,
    ended: mpsc::Receiver<()>,
}

impl Read for AfterTheEnd<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(line) = self.lines.next() else { return Ok(0) };
        match self.at_once.checked_sub(1) {
            Some(left) => self.at_once = left,
            None => self.ended.recv_timeout(Duration::from_secs(60)).unwrap(),
        }
        buffer[..line.len()].copy_from_slice(line.as_bytes());
        Ok(line.len())
    }
}

#[test]
fn a_bot_that_comes_to_its_end_late_is_asked_again() {
    let [made, asked] = [(); 2].map(|()| Arc::new(AtomicU32::new(0)));
    let counted = [&made, &asked].map(Arc::clone);
    let (end, ended) = mpsc::channel();
    let new_bot = move || {
        counted[0].fetch_add(1, Ordering::Relaxed);
        let (end, asked) = (end.clone(), Arc::clone(&counted[1]));
        move |position: &Position, deadline: &Deadline, _: &BestSoFar<Move>| {
            asked.fetch_add(1, Ordering::Relaxed);
            // Longer than it is waited for.
            thread::sleep(deadline.remaining() + Duration::from_millis(50));
            end.send(()).unwrap();
            position.stay()
        }
    };
    let lines = ["1 1 1\n9 9 1\n", "M\n", "M\n", "M\n", "M\n"];
    let input = BufReader::new(AfterTheEnd { lines: lines.iter(), at_once: 2, ended });
    let mut said = Vec::new();
    converse_anytime::<Flit, _>(new_bot, &["1".to_owned()], input, &mut said, Vec::new()).unwrap();
    assert_eq!(String::from_utf8(said).unwrap(), "1 1 8 9\n".repeat(4));
    // While one is late another is made, and waits.
    assert!(made.load(Ordering::Relaxed) <= 2);
    // The last one may be late to begin.
    assert!(asked.load(Ordering::Relaxed) >= 3);
}
