//! The message loop of stream bots, on streams in memory.
#![expect(clippy::unwrap_used, reason = "helpers of tests: a panic is the failure")]

use std::cell::{Cell, RefCell};
use std::io::{self, BufRead, Read, Write};
use std::rc::Rc;

use botspec_sdk::games::hex::{BoardText, Coordinate, Hex, Move, MoveText, Position, Size, Standing};
use botspec_sdk::run::conversation::{Failure, LINE_CAP, NOTE_CAP, converse};
use botspec_sdk::{Deadline, Position as _};
use proptest::prelude::*;

fn first(position: &Position, _: &Deadline) -> Move {
    position.legal_moves()[0]
}

fn last(position: &Position, _: &Deadline) -> Move {
    *position.legal_moves().last().unwrap()
}

struct Talk {
    result: Result<(), Failure>,
    said: String,
    notes: String,
}

fn talk_to(bot: fn(&Position, &Deadline) -> Move, args: &[&str], input: impl AsRef<[u8]>) -> Talk {
    let args: Vec<String> = args.iter().map(ToString::to_string).collect();
    let (mut said, mut notes) = (Vec::new(), Vec::new());
    let mut bot = bot;
    let result = converse::<Hex>(&mut bot, &args, input.as_ref(), &mut said, &mut notes);
    Talk { result, said: String::from_utf8(said).unwrap(), notes: String::from_utf8(notes).unwrap() }
}

/// What a black bot that plays the first legal move says, in a conversation that must go well.
fn says(input: impl AsRef<[u8]>) -> String {
    let talk = talk_to(first, &["black"], input);
    talk.result.unwrap();
    talk.said
}

const GAME: &str = "init_board 3\nmake_move\nseto b2\nmake_move\nshow_board\ncheck_win\nquit\n";
const SAID: &str = "a1\na2\nBB.|.W.|...|\n0\n";

#[test]
fn a_conversation_goes_as_the_protocol_says() {
    let talk = talk_to(first, &["black"], GAME);
    talk.result.unwrap();
    assert_eq!(talk.said, SAID);
    assert_eq!(talk.notes, "");
}

#[test]
fn quit_ends_it_and_nothing_after_it_is_read() {
    let mut input = b"init_board 2\nquit\nshow_board\n".as_slice();
    let mut said = Vec::new();
    let mut bot = first;
    // A reader that hands out one byte at a time shows how far the loop has read.
    let reader = io::BufReader::with_capacity(1, &mut input);
    converse::<Hex>(&mut bot, &["white".to_owned()], reader, &mut said, io::sink()).unwrap();
    assert_eq!(said, b"");
    assert_eq!(input, b"show_board\n");
}

#[test]
fn the_end_of_input_ends_it() {
    assert_eq!(says(""), "");
    assert_eq!(says("init_board 2\n"), "");
    // The last line may lack its end.
    assert_eq!(says("init_board 2\nshow_board"), "..|..|\n");
    assert_eq!(says("init_board 2\nshow_board\r"), "..|..|\n");
}

#[test]
fn crlf_and_blank_lines_make_no_difference() {
    assert_eq!(says(GAME.replace('\n', "\r\n")), SAID);
    assert_eq!(says(GAME.replace('\n', "\n\n \n\t\r\n")), SAID);
    assert_eq!(talk_to(first, &["black"], GAME.replace('\n', "\n\n\r\n")).notes, "");
}

#[test]
fn lines_that_make_no_sense_are_noted_and_change_nothing() {
    let noise =
        "\nhello\nseto\nseto z99\nsety a0\nunset a4\nmake_move now\nINIT_BOARD 5\ninit_board 27\n\u{e9}\n";
    let talk = talk_to(first, &["black"], GAME.replacen('\n', noise, 3));
    talk.result.unwrap();
    assert_eq!(talk.said, SAID);
    assert_eq!(talk.notes.lines().count(), 27);
    assert!(talk.notes.contains("ignored \"seto z99\": z99 is not on a board of 3×3\n"), "{}", talk.notes);
    // Before there is a board.
    let talk = talk_to(first, &["black"], "make_move\nshow_board\nseto a1\nswap\n".to_owned() + GAME);
    talk.result.unwrap();
    assert_eq!(talk.said, SAID);
}

#[test]
fn notes_come_to_an_end() {
    let talk = talk_to(first, &["black"], "hello\n".repeat(10_000) + GAME);
    assert_eq!(talk.said, SAID);
    assert_eq!(talk.notes.lines().count(), usize::try_from(NOTE_CAP).unwrap() + 1);
}

#[test]
fn long_lines_are_skipped_whole() {
    let long = |length: usize| format!("{}\n{GAME}", "quit ".repeat(length).split_at(length).0);
    for length in [LINE_CAP - 1, LINE_CAP, LINE_CAP + 1, LINE_CAP + 2, 10 * LINE_CAP] {
        let talk = talk_to(first, &["black"], long(length));
        talk.result.unwrap();
        assert_eq!(talk.said, SAID, "{length}");
        assert_eq!(talk.notes.lines().count(), 1, "{length}");
        assert_eq!(talk.notes.contains("more than 4096 bytes"), length > LINE_CAP, "{length}");
    }
    // A line may end with the input, or with CRLF, there too.
    for end in ["", "\r\n"] {
        let fits = talk_to(first, &["black"], " ".repeat(LINE_CAP) + end);
        assert_eq!(fits.notes, "");
        let exceeds = talk_to(first, &["black"], " ".repeat(LINE_CAP + 1) + end);
        assert!(exceeds.notes.contains("more than"), "{}", exceeds.notes);
    }
}

/// Never ends a line, and counts what it was asked for.
struct Flood(u64);

impl Read for Flood {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.0 == 0 {
            return Ok(0);
        }
        self.0 -= 1;
        buffer.fill(b'a');
        Ok(buffer.len())
    }
}

#[test]
fn an_endless_line_is_read_and_dropped() {
    let flood = io::BufReader::new(Flood(10_000));
    let mut notes = Vec::new();
    let mut bot = first;
    converse::<Hex>(&mut bot, &["black".to_owned()], flood, io::sink(), &mut notes).unwrap();
    assert_eq!(notes, b"ignored a line of more than 4096 bytes\n");
}

#[test]
fn wrong_arguments_end_it_before_it_begins() {
    for (args, told) in [
        (&[][..], "no argument: expected black|white"),
        (&["red"], "wrong argument \"red\": expected black|white"),
        (&["black", "white"], "wrong argument \"black white\": expected black|white"),
        (&["\u{1b}[31m"], "wrong argument \"\\u{1b}[31m\": expected black|white"),
    ] {
        let talk = talk_to(first, args, GAME);
        let failure = talk.result.unwrap_err();
        assert!(matches!(failure, Failure::Arguments { .. }));
        assert_eq!(failure.to_string(), told);
        assert_eq!(talk.said, "");
    }
}

#[test]
fn an_illegal_choice_is_noted_and_replaced() {
    fn occupied(_: &Position, _: &Deadline) -> Move {
        Move::Place(Coordinate::from_bytes(b"b2").unwrap().cell(Size::MAX).unwrap())
    }
    let talk = talk_to(occupied, &["black"], "init_board 3\nmake_move\nmake_move\nshow_board\n");
    talk.result.unwrap();
    assert_eq!(talk.said, "b2\na1\nB..|.B.|...|\n");
    assert_eq!(talk.notes, "chose b2, which is illegal: b2 holds a black stone; played a1\n");
}

#[test]
fn colours_change_after_a_swap() {
    let talk =
        talk_to(last, &["white"], "init_board 2\nseto b1\nmake_move\nseto a1\nmake_move\nshow_board\n");
    assert_eq!(talk.said, "swap\nb2\nW.|BB|\n");
    let talk = talk_to(
        first,
        &["black"],
        "init_board 2\nmake_move\nswap\nmake_move\nseto b1\nshow_board\ncheck_win\n",
    );
    assert_eq!(talk.said, "a1\na2\nBW|B.|\n-1\n");
}

#[test]
fn a_deadline_runs_from_the_message() {
    fn asks(position: &Position, deadline: &Deadline) -> Move {
        assert!(deadline.remaining() <= Hex::THINKING_TIME);
        assert!(!deadline.is_over());
        first(position, deadline)
    }
    assert_eq!(talk_to(asks, &["black"], GAME).said, SAID);
}

/// Keeps what was flushed apart from what was merely written.
#[derive(Clone, Default)]
struct Pipe {
    written: Rc<RefCell<Vec<u8>>>,
    flushed: Rc<Cell<usize>>,
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.written.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.flushed.set(self.written.borrow().len());
        Ok(())
    }
}

/// Hands out the next message only when all answers to those before it have been flushed.
struct Referee {
    messages: Vec<(&'static [u8], usize)>,
    at: usize,
    offset: usize,
    pipe: Pipe,
}

impl Read for Referee {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        unreachable!("the loop reads through the buffer")
    }
}

impl BufRead for Referee {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let answered = self.pipe.flushed.get();
        let flushed = self.pipe.written.borrow()[..answered].iter().filter(|&&byte| byte == b'\n').count();
        let expected: usize = self.messages[..self.at].iter().map(|(_, answers)| answers).sum();
        assert_eq!(flushed, expected, "answers before message {}", self.at);
        Ok(self.messages.get(self.at).map_or(b"", |(text, _)| &text[self.offset..]))
    }

    fn consume(&mut self, amount: usize) {
        self.offset += amount;
        while self.messages.get(self.at).is_some_and(|(text, _)| self.offset == text.len()) {
            self.at += 1;
            self.offset = 0;
        }
    }
}

#[test]
fn every_answer_is_flushed_before_the_next_message_is_read() {
    let pipe = Pipe::default();
    let messages: Vec<(&'static [u8], usize)> = vec![
        (b"init_board 3\n", 0),
        (b"make_move\n", 1),
        (b"seto c3\n", 0),
        (b"check_win\n", 1),
        (b"show_board\n", 1),
    ];
    let referee = Referee { messages, at: 0, offset: 0, pipe: pipe.clone() };
    let mut bot = first;
    converse::<Hex>(&mut bot, &["black".to_owned()], referee, pipe.clone(), io::sink()).unwrap();
    assert_eq!(*pipe.written.borrow(), b"a1\n0\nB..|...|..W|\n");
}

/// A stream that fails in this way after some interruptions.
struct Broken(u8, io::ErrorKind);

impl Broken {
    fn fail(&mut self) -> io::Error {
        match self.0.checked_sub(1) {
            Some(left) => {
                self.0 = left;
                io::ErrorKind::Interrupted.into()
            }
            None => self.1.into(),
        }
    }
}

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(self.fail())
    }
}

impl Write for Broken {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(self.fail())
    }

    fn flush(&mut self) -> io::Result<()> {
        Err(self.fail())
    }
}

#[test]
fn broken_streams_are_told_apart() {
    let black = ["black".to_owned()];
    let mut bot = first;
    let input = io::BufReader::new(Broken(3, io::ErrorKind::ConnectionReset));
    let failure = converse::<Hex>(&mut bot, &black, input, io::sink(), io::sink()).unwrap_err();
    assert!(matches!(failure, Failure::Input(_)), "{failure}");

    let output = Broken(0, io::ErrorKind::BrokenPipe);
    let failure = converse::<Hex>(&mut bot, &black, GAME.as_bytes(), output, io::sink()).unwrap_err();
    assert!(matches!(failure, Failure::Output(_)), "{failure}");

    // Nobody reading the notes costs nothing.
    let mut said = Vec::new();
    let notes = Broken(0, io::ErrorKind::BrokenPipe);
    converse::<Hex>(&mut bot, &black, ("hello\n".to_owned() + GAME).as_bytes(), &mut said, notes).unwrap();
    assert_eq!(said, SAID.as_bytes());
}

fn is_an_answer(line: &[u8]) -> bool {
    MoveText::from_bytes(line).is_ok()
        || Standing::from_bytes(line).is_ok()
        || BoardText::from_bytes(line).is_ok()
}

fn any_line() -> impl Strategy<Value = Vec<u8>> {
    let word = prop::sample::select(vec![
        "init_board 3",
        "init_board 26",
        "make_move",
        "seto a1",
        "seto b2",
        "sety c3",
        "sety z26",
        "unset a1",
        "swap",
        "check_win",
        "show_board",
        "",
        "init_board",
        "seto a0",
    ]);
    let end = prop::sample::select(vec!["\n", "\r\n", "", "\r"]);
    prop_oneof![
        8 => (word, end).prop_map(|(word, end)| format!("{word}{end}").into_bytes()),
        1 => prop::collection::vec(any::<u8>(), 0..30),
    ]
}

proptest! {
    #[test]
    fn no_input_makes_the_loop_panic_or_say_what_is_no_answer(
        lines in prop::collection::vec(any_line(), 0..60),
        white: bool,
    ) {
        let colour = if white { "white" } else { "black" };
        let talk = talk_to(last, &[colour], lines.concat());
        prop_assert!(talk.result.is_ok());
        prop_assert!(talk.said.is_empty() || talk.said.ends_with('\n'));
        prop_assert!(talk.said.lines().all(|line| is_an_answer(line.as_bytes())), "{}", talk.said);
    }
}
