//! The main of a file bot, in folders of its own.
#![expect(clippy::unwrap_used, reason = "helpers of tests: a panic is the failure")]

use std::cell::RefCell;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use botspec_sdk::file_game::{InputError, Inputs};
use botspec_sdk::games::linkage::{Colour, Domino, Linkage, Order, OrderText, Position, Square};
use botspec_sdk::run::file_turn::{TurnError, turn};
use botspec_sdk::seat::Seat;
use botspec_sdk::{Deadline, FileGame, Game, Identity, IllegalMove};

const ME: Identity = Identity {
    name: "Test",
    author: "Nobody",
    country: None,
    date: "21 November 2026",
    version: "1.0\nand more",
};
const OPENING: &str = "M6666\n.......\n.......\n.......\n...X...\n.......\n.......\n.......\n";

fn deadline() -> Deadline {
    Deadline::new(Instant::now(), Duration::from_secs(60))
}

fn first(position: &Position, _: &Deadline) -> Order {
    position.placements().next().unwrap_or(Order::Skip)
}

fn play(folder: &Path) -> Result<Option<String>, TurnError> {
    turn::<Linkage>(&ME, first, &folder.join("bot"), &[], &deadline())
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_turn_replaces_the_order_and_leaves_nothing_else() {
    for stale in [None, Some(""), Some("Skip"), Some("GE4F4\r\nand a good deal more that is not an order\n")]
    {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("input.txt"), OPENING).unwrap();
        if let Some(stale) = stale {
            fs::write(folder.path().join("order.txt"), stale).unwrap();
        }
        assert_eq!(play(folder.path()).unwrap(), None);
        assert_eq!(fs::read_to_string(folder.path().join("order.txt")).unwrap(), "BA1A2");
        assert_eq!(fs::read_to_string(folder.path().join("input.txt")).unwrap(), OPENING);
        assert_eq!(names(folder.path()), ["input.txt", "order.txt"]);
    }
}

#[test]
fn line_ends_make_no_difference() {
    for text in [OPENING.replace('\n', "\r\n"), OPENING.trim_end().to_owned()] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("input.txt"), text).unwrap();
        play(folder.path()).unwrap();
        assert_eq!(fs::read_to_string(folder.path().join("order.txt")).unwrap(), "BA1A2");
    }
}

#[test]
fn any_argument_asks_for_the_identity_and_touches_nothing() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("order.txt"), "stale").unwrap();
    for arguments in [vec![""], vec!["id"], vec!["-h", "", "x"]] {
        let arguments: Vec<OsString> = arguments.into_iter().map(OsString::from).collect();
        let line = turn::<Linkage>(&ME, first, &folder.path().join("bot"), &arguments, &deadline()).unwrap();
        assert_eq!(line.unwrap(), "Test. Nobody, 21 November 2026, V1.0 and more");
    }
    assert_eq!(names(folder.path()), ["order.txt"]);
    assert_eq!(fs::read_to_string(folder.path().join("order.txt")).unwrap(), "stale");
}

#[test]
fn a_failed_turn_says_why_and_leaves_no_order() {
    let long = "M".repeat((1 << 20) + 1);
    let table: &[(Option<&str>, &str)] = &[
        (None, "input.txt"),
        (
            Some("M666"),
            "input.txt: line 1, column 5 (yellow dominoes left): expected a digit, found the end of the text",
        ),
        (
            Some("M5666\n.......\n.......\n.......\n.......\n.......\n.......\n.......\n"),
            "input.txt: inconsistent position: D4 must hold X, but holds .; 0 red dominoes placed and 5 left do not make 6",
        ),
        (Some(&long), "longer than 1 MiB"),
    ];
    for (input, expected) in table {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("order.txt"), "GE4F4").unwrap();
        if let Some(input) = input {
            fs::write(folder.path().join("input.txt"), input).unwrap();
        }
        let error = play(folder.path()).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
        assert!(!folder.path().join("order.txt").exists(), "{error}");
    }
}

#[test]
fn an_input_that_no_game_leads_to_is_answered() {
    let table = [
        ("F6666\n.......\n.......\n.......\n...X...\n.......\n.......\n.......\n", "BA1A2"),
        ("M5066\n.......\n.......\n.......\n...X...\n.......\n.......\n.......\n", "GA1A2"),
        ("F6666\nR......\n..x....\n.......\n...X...\n.......\n.......\n.......\n", "BA2A3"),
        ("M0000\n.......\n.......\n.......\n...X...\n.......\n.......\n.......\n", "Skip"),
    ];
    for (input, order) in table {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("input.txt"), input).unwrap();
        play(folder.path()).unwrap();
        assert_eq!(fs::read_to_string(folder.path().join("order.txt")).unwrap(), order, "{input}");
    }
}

#[test]
fn a_directory_is_neither_an_input_nor_an_order() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("input.txt")).unwrap();
    assert!(matches!(play(folder.path()), Err(TurnError::Read { .. })));

    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("input.txt"), OPENING).unwrap();
    fs::create_dir(folder.path().join("order.txt")).unwrap();
    assert!(matches!(play(folder.path()), Err(TurnError::Write { .. })));
}

#[test]
fn an_illegal_choice_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("input.txt"), OPENING).unwrap();
    let centre = Domino::new(Square::CENTRE, Square::from_name(b"D5").unwrap()).unwrap();
    let bot = move |_: &Position, _: &Deadline| Order::Place { colour: Colour::Red, domino: centre };
    let error = turn::<Linkage>(&ME, bot, &folder.path().join("bot"), &[], &deadline()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the bot chose an illegal move RD4D5: D4 is the blocked centre; nothing was written"
    );
    assert_eq!(names(folder.path()), ["input.txt"]);
}

#[test]
fn skip_is_the_answer_where_nothing_fits() {
    // Nothing but x and single squares; and a board on which nothing is left to place.
    let table = [
        "F0001\nYRRYYBB\nYBBGGYY\nxBBGGRR\n.RRXGRR\nBBGGGGG\nBBGRYYR\nBBGRYYR\n",
        "M0000\nRRRRRRY\nRRRRRRY\nBBBBBBY\nBBBXYYY\nBBBYYYY\nGGGGGGY\nGGGGGGY\n",
    ];
    for input in table {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("input.txt"), input).unwrap();
        play(folder.path()).unwrap();
        let order = fs::read(folder.path().join("order.txt")).unwrap();
        assert_eq!(OrderText::from_bytes(&order), Ok(OrderText::Skip), "{input}");
    }
}

/// Two input files and a memory: each turn names a number, and no number twice.
#[derive(Debug)]
struct Numbers;

/// Who moves, up to what number, and the numbers named before.
#[derive(Debug, Clone, PartialEq)]
struct Named {
    seat: Seat,
    limit: u8,
    named: Vec<u8>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct NamedBefore;

impl std::fmt::Display for NamedBefore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("named before")
    }
}

impl std::error::Error for NamedBefore {}

impl botspec_sdk::Position for Named {
    type Move = u8;
    type Reason = NamedBefore;
    type Outcome = ();

    fn seat_to_move(&self) -> Seat {
        self.seat
    }

    fn legal_moves(&self) -> Vec<u8> {
        (0..self.limit).filter(|number| !self.named.contains(number)).collect()
    }

    fn play(mut self, number: u8) -> Result<Self, IllegalMove<Self>> {
        if self.legal_moves().contains(&number) {
            self.named.push(number);
            Ok(self)
        } else {
            Err(IllegalMove { mv: number, reason: NamedBefore, position: self })
        }
    }

    fn outcome(&self) -> Option<()> {
        self.legal_moves().is_empty().then_some(())
    }
}

impl Game for Numbers {
    const NAME: &'static str = "numbers";
    type Position = Named;
}

impl FileGame for Numbers {
    type Entrant = &'static str;
    type Recall = Vec<u8>;
    const INPUT_FILES: &'static [&'static str] = &["team.txt", "limit.txt"];
    const OPTIONAL_FILES: &'static [&'static str] = &["more.txt"];
    const ANSWER_FILE: &'static str = "output.txt";
    const TIME_LIMIT: Duration = Duration::from_secs(2);

    fn identification(_: &&'static str) -> Option<String> {
        None
    }

    fn read(inputs: &Inputs) -> Result<(Named, Vec<u8>), InputError> {
        let [team, limit] = &inputs.files[..] else { unreachable!("two files were asked for") };
        let [more] = &inputs.optional[..] else { unreachable!("one file was asked for") };
        let number = |file, text: &[u8]| {
            let text = String::from_utf8_lossy(text);
            text.trim().parse::<u8>().map_err(|error| InputError::new(file, error))
        };
        let more = more.as_ref().map(|more| number("more.txt", more)).transpose()?;
        let named = inputs.memory.clone().unwrap_or_default();
        let position = Named {
            seat: Seat::from_index(number("team.txt", team)? - 1),
            limit: number("limit.txt", limit)? + more.unwrap_or_default(),
            named: named.clone(),
        };
        Ok((position, named))
    }

    fn memory_file(suffix: &&'static str, program: &str) -> Option<String> {
        Some(format!("{program}.{suffix}"))
    }

    fn remember(_: &Named, number: u8, named: &Vec<u8>) -> Vec<u8> {
        [&named[..], &[number]].concat()
    }
}

#[test]
fn a_game_may_have_several_inputs_and_a_memory() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("team.txt"), "2\n").unwrap();
    fs::write(folder.path().join("limit.txt"), "3").unwrap();
    let seen = RefCell::new(Vec::new());
    let play = || {
        let bot = |position: &Named, _: &Deadline| {
            seen.borrow_mut().push(position.seat);
            *position.named.last().unwrap_or(&0) + u8::from(!position.named.is_empty())
        };
        // An argument means nothing here: the turn is played all the same.
        turn::<Numbers>(&"memory", bot, &folder.path().join("t7.exe"), &["x".into()], &deadline())
    };
    for expected in ["0", "1", "2"] {
        assert_eq!(play().unwrap(), None);
        assert_eq!(fs::read_to_string(folder.path().join("output.txt")).unwrap(), expected);
    }
    assert_eq!(fs::read(folder.path().join("t7.memory")).unwrap(), [0, 1, 2]);
    assert!(matches!(play(), Err(TurnError::NoMoves)));
    assert_eq!(names(folder.path()), ["limit.txt", "t7.memory", "team.txt"]);
    assert_eq!(*seen.borrow(), [Seat::from_index(1); 3]);
    assert_eq!(Numbers::SAFETY_MARGIN, Duration::from_millis(500));

    fs::write(folder.path().join("more.txt"), "1").unwrap();
    assert_eq!(play().unwrap(), None);
    assert_eq!(fs::read_to_string(folder.path().join("output.txt")).unwrap(), "3");
    assert!(matches!(play(), Err(TurnError::NoMoves)));

    // What cannot be remembered is answered all the same.
    fs::remove_file(folder.path().join("t7.memory")).unwrap();
    fs::create_dir(folder.path().join("t7.memory")).unwrap();
    for _ in 0..2 {
        assert_eq!(play().unwrap(), None);
        assert_eq!(fs::read_to_string(folder.path().join("output.txt")).unwrap(), "0");
    }

    fs::write(folder.path().join("limit.txt"), "many").unwrap();
    assert!(play().unwrap_err().to_string().starts_with("limit.txt: "));
}
