//! The referee's boards are the SDK's, after every move of any game; and it refuses what the SDK refuses.

use std::collections::BTreeSet;

use botspec::record::{GameRecord, Move, Turn, Variant};
use botspec::referee::archive::{Content, entries};
use botspec::referee::plain::Letters;
use botspec::referee::{Arbiter, open, replay};
use botspec::suite::Game;
use botspec_sdk::Position;
use botspec_sdk::games::{flit, hex, linkage, power4};
use botspec_sdk::random::Random;
use proptest::prelude::*;
use proptest::sample::Index;

/// The game of this name.
fn named(name: &str) -> Game {
    Game::find(name).expect("a standard game")
}

/// The symbols on the referee's board, row by row.
fn symbols(arbiter: &dyn Arbiter) -> Vec<String> {
    let spots = arbiter.diagram().spots;
    spots.iter().map(|row| row.iter().map(|spot| spot.symbol).collect()).collect()
}

fn arbiter(game: Game, variant: Variant, initial: Vec<String>) -> Box<dyn Arbiter> {
    let mut record = GameRecord::new(game.id(), variant);
    record.initial = initial;
    open(&record).expect("the opening is right")
}

/// What must be known of a game to walk through it in texts.
struct Walk<P> {
    game: Game,
    variant: Variant,
    opening: P,
    /// The board as the contest's own files and messages have it.
    board: fn(&P) -> Vec<String>,
    /// Something like a move.
    attempt: fn(&mut Random) -> String,
    /// The canonical text of what is one.
    canonical: fn(&str) -> Option<String>,
}

/// Plays one random game on both boards.
fn walk<P: Position>(walk: Walk<P>, seed: u64) -> Result<(), TestCaseError> {
    let mut random = Random::seeded(seed);
    let mut arbiter = arbiter(walk.game, walk.variant, Vec::new());
    let mut position = walk.opening;
    loop {
        prop_assert_eq!(symbols(&*arbiter), (walk.board)(&position));
        prop_assert_eq!(arbiter.ended().is_some(), position.outcome().is_some());
        let moves = position.legal_moves();
        let legal: BTreeSet<String> = moves.iter().map(ToString::to_string).collect();
        for _ in 0..8 {
            let text = (walk.attempt)(&mut random);
            if (walk.canonical)(&text).is_some_and(|text| legal.contains(&text)) {
                continue;
            }
            let before = symbols(&*arbiter);
            prop_assert!(arbiter.play(&Move::Text(text.clone())).is_err(), "{} is accepted", text);
            prop_assert_eq!(symbols(&*arbiter), before, "{}, though refused, changes the board", text);
        }
        let Some(&mv) = random.pick(&moves) else { break };
        prop_assert_eq!(arbiter.seat_to_move(), position.seat_to_move());
        arbiter.play(&Move::Text(mv.to_string())).map_err(|fault| TestCaseError::fail(fault.message))?;
        position = position.play(mv).expect("it is among the legal moves");
    }
    prop_assert!(arbiter.ended().is_some(), "without a legal move the game is over");
    Ok(())
}

fn letter(random: &mut Random, letters: &str) -> char {
    char::from(*random.pick(letters.as_bytes()).expect("there are letters"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn linkage(seed: u64) {
        walk(Walk {
            game: named("linkage"),
            variant: Variant::default(),
            opening: linkage::Position::opening(),
            board: |position| {
                let text = linkage::InputText::from(position.to_setup()).to_string();
                text.lines().skip(1).map(str::to_owned).collect()
            },
            attempt: |random| {
                if random.chance(1, 8) {
                    return "Skip".to_owned();
                }
                let mut square = || format!("{}{}", letter(random, "ABCDEFGH"), letter(random, "12345678"));
                let (first, second) = (square(), square());
                format!("{}{first}{second}", letter(random, "RBGYR"))
            },
            canonical: |text| {
                let order = linkage::OrderText::from_bytes(text.as_bytes()).ok()?;
                Some(linkage::Order::try_from(order).ok()?.to_string())
            },
        }, seed)?;
    }

    #[test]
    fn hex(seed: u64, size in 1_u8..=13) {
        let variant = Variant { size: Some(size), ..Variant::default() };
        walk(Walk {
            game: named("hex"),
            variant,
            opening: hex::Position::opening(hex::Size::new(size).expect("sizes are 1 to 26")),
            board: |position| {
                let text = hex::BoardText::from(position.board()).to_string();
                text.split_terminator('|').map(str::to_owned).collect()
            },
            attempt: |random| match random.below(8) {
                0 => "swap".to_owned(),
                1 => format!("{}0{}", letter(random, "abc"), random.below(9)),
                _ => format!("{}{}", letter(random, "abcdefghijklmn"), random.below(15)),
            },
            canonical: |text| Some(text.to_owned()),
        }, seed)?;
    }

    #[test]
    fn power4(seed: u64, second in any::<bool>(), hovers in any::<bool>()) {
        let (starts, team) = if second { (2, power4::Team::Two) } else { (1, power4::Team::One) };
        let (name, gravity) =
            if hovers { ("hover", power4::Gravity::Hover) } else { ("fall", power4::Gravity::Fall) };
        let variant = Variant { starts: Some(starts), gravity: Some(name.to_owned()), ..Variant::default() };
        walk(Walk {
            game: named("power4"),
            variant,
            opening: power4::Position::opening(team, gravity),
            board: |position| {
                let text = power4::BoardText { board: *position.board() }.to_string();
                let disks: Vec<&str> = text.split_whitespace().collect();
                let symbol = |disk: &&str| match *disk {
                    "0" => '.',
                    "12" => '*',
                    team => team.chars().next().expect("an integer has a digit"),
                };
                disks.chunks(7).rev().map(|row| row.iter().map(symbol).collect()).collect()
            },
            attempt: |random| format!("{} {}", random.below(7), random.below(9)),
            canonical: |text| Some(text.to_owned()),
        }, seed)?;
    }

    /// Answers right and wrong, missed requests, bots that end: the same game for the one who plays it and for the one
    /// who reads of it.
    #[test]
    fn flit(seed: u64, is_duel in any::<bool>(), turns in 1_u32..400) {
        let mut random = Random::seeded(seed);
        let played = if is_duel { flit::Variant::Duel } else { flit::Variant::Standard };
        let (mut game, updates) = flit::Match::start(played, &mut random);
        let name = is_duel.then(|| "duel".to_owned());
        let initial = updates.iter().map(ToString::to_string).collect();
        let mut arbiter = arbiter(named("flit"), Variant { name, ..Variant::default() }, initial);
        for _ in 0..turns {
            prop_assert_eq!(symbols(&*arbiter), flit_board(game.position().board()));
            prop_assert_eq!(arbiter.ended().is_some(), game.outcome().is_some());
            if game.outcome().is_some() {
                break;
            }
            let player = game.position().player();
            prop_assert_eq!(arbiter.seat_to_move(), player.seat());
            let mut answer = None;
            let is_frozen = game.is_frozen(player);
            let dies = !is_frozen && random.chance(1, 200);
            let reply = if is_frozen || dies {
                game.freeze(player);
                flit::Reply::NotAsked
            } else {
                let text = match random.below(10) {
                    0 => "0 0".to_owned(),
                    1 => format!("{} {} {} {}", random.below(40), random.below(40), random.below(40), random.below(40)),
                    _ => game.position().random_move(&mut random).to_string(),
                };
                if random.chance(1, 6) {
                    flit::Reply::Overrun
                } else {
                    let read = flit::Answer::from_bytes(text.as_bytes());
                    answer = Some(text);
                    read.map_or(flit::Reply::Malformed, flit::Reply::Answer)
                }
            };
            let turn = game.turn(reply, |board| flit::draw::neutral(board, &mut random)).expect("it is asked rightly");
            let record = Turn {
                bot: player.number(),
                answer,
                neutral: turn.neutral.map(|square| [square.x(), square.y()]),
                frozen: is_frozen || dies,
            };
            arbiter.play(&Move::Turn(record)).map_err(|fault| TestCaseError::fail(fault.message))?;
        }
    }
}

/// A line of each kind that a file of records may hold.
const LINES: [&str; 5] = [
    r#"{"schema":"botspec.game/1","game":"linkage","moves":["RA1A2","BC1C2","Skip"],"result":{"winner":"more","reason":"illegal"},"fault":{"side":"more","answer":"RD4D5"}}"#,
    r#"{"schema":"botspec.game/1","game":"hex","variant":{"size":3},"players":[{"name":"a","side":"black"},{"name":"b","side":"white"}],"moves":["a1","swap","b2"],"times_ms":[1.0,2.0,3.0],"result":{"winner":"white","player":"a","reason":"timeout"}}"#,
    r#"{"schema":"botspec.game/1","game":"flit","variant":{"size":16,"name":"duel"},"initial":["0 0 1","5 5 2","1 1 1"],"moves":[{"bot":1,"answer":"0 0 1 0","neutral":[9,9]},{"bot":2,"answer":null,"neutral":null,"frozen":true}],"result":{"winner":1,"reason":"stays","counts":[2,1],"turns":2}}"#,
    r#"{"schema":"botspec.game/1","game":"power4","variant":{"starts":2,"gravity":"hover"},"moves":["5 4","1 4","4 7"],"result":{"winner":null,"reason":"full"}}"#,
    "b a1,w swap,w b2,b resign,W",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// Whatever a file of records holds, it is read and refereed, and nothing panics.
    #[test]
    fn no_file_is_too_wrong_to_be_read(
        which in 0..LINES.len(),
        slips in proptest::collection::vec((any::<Index>(), any::<Index>(), any::<bool>()), 0..5),
        size in 1_u8..=26,
    ) {
        const BYTES: &[u8] = b"0123456789\"{}[],: abBwWxyz-.\n\0\xff";
        let mut file = LINES[which].as_bytes().to_vec();
        for (at, byte, is_more) in slips {
            let (at, byte) = (at.index(file.len()), BYTES[byte.index(BYTES.len())]);
            if is_more {
                file.insert(at, byte);
            } else {
                file[at] = byte;
            }
        }
        for entry in entries(&file) {
            match entry.content {
                Content::Record(record) => {
                    let replayed = replay(&record);
                    prop_assert!(replayed.moves <= record.moves.len());
                }
                Content::Plain(game) => {
                    for letters in Letters::ALL {
                        let (record, replayed) = game.replay(letters, size);
                        prop_assert!(record.is_some() || replayed.fault.is_some());
                    }
                }
                Content::Sgf(_) => prop_assert!(false, "no line is a game in SGF"),
                Content::Malformed { column, message } => {
                    prop_assert!(column >= 1 && column <= file.len() + 1 && !message.is_empty(), "{} {}", column, message);
                }
                Content::Cut => {}
            }
        }
    }
}

fn flit_board(board: &flit::Board) -> Vec<String> {
    let variant = board.variant();
    let side = u32::from(variant.side());
    let symbol = |x, y| {
        let square = variant.square(x, y).expect("both are below the side");
        match board.get(square).code() {
            0 => '.',
            code => char::from(b'0' + code),
        }
    };
    (0..side).map(|y| (0..side).map(|x| symbol(x, y)).collect()).collect()
}
