//! Bots of Power Connect Four over whole sets, in folders of their own: what they remember, and what
//! becomes of them when they cannot.
#![expect(clippy::unwrap_used, reason = "helpers of tests: a panic is the failure")]

use std::cell::RefCell;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use botspec_sdk::file_game::{InputError, Inputs};
use botspec_sdk::games::power4::{
    Board, BoardText, Cell, Certainty, Column, Disk, Drop, Gravity, Kind, Kinds, Memory, MovesText,
    OpponentText, Position, Power4, Setup, Team, TeamId, TeamText,
};
use botspec_sdk::random::Random;
use botspec_sdk::run::file_turn::{TurnError, turn};
use botspec_sdk::{Deadline, FileGame as _, Position as _};
use tempfile::TempDir;

/// A bot and what it keeps between turns, without the files.
#[derive(Default)]
struct Bot {
    memory: RefCell<Option<Vec<u8>>>,
    /// `moves.txt` and `opponent_move.txt` of the variant `memo`.
    memo: RefCell<[Option<String>; 2]>,
}

impl Bot {
    fn remembering(memory: &Memory) -> Self {
        Self { memory: RefCell::new(Some(memory.to_string().into_bytes())), ..Self::default() }
    }

    fn forget(&self) {
        self.memory.replace(None);
    }

    /// Plays a turn; returns what the bot saw and what it answered.
    fn asked(
        &self,
        position: &Position,
        choose: impl FnOnce(&Position) -> Drop,
    ) -> Result<(Position, Drop), InputError> {
        let team = TeamText { team: position.team() }.to_string().into_bytes();
        let board = BoardText { board: *position.board() }.to_string().into_bytes();
        let memo = self.memo.borrow().clone();
        let (seen, recall) = Power4::read(&Inputs {
            files: vec![team, board],
            optional: memo.map(|text| text.map(String::into_bytes)).to_vec(),
            memory: self.memory.borrow().clone(),
        })?;
        let drop = choose(&seen);
        assert!(seen.legal_moves().contains(&drop));
        self.memory.replace(Some(Power4::remember(&seen, drop, &recall)));
        Ok((seen, drop))
    }

    /// What the bot sees; it answers with the last legal drop, a normal disk if that is allowed.
    fn sees(&self, position: &Position) -> Position {
        self.asked(position, last).unwrap().0
    }
}

fn last(position: &Position) -> Drop {
    *position.legal_moves().last().unwrap()
}

fn drop(kind: u8, column: u8) -> Drop {
    Drop { kind: Kind::new(kind).unwrap(), column: Column::new(column).unwrap() }
}

/// Prefers normal disks, so that sets are long, and everything happens.
fn random_drop(position: &Position, random: &mut Random) -> Drop {
    let legal = position.legal_moves();
    let normal: Vec<Drop> = legal.iter().copied().filter(|drop| drop.kind == Kind::Normal).collect();
    if random.chance(4, 5) && !normal.is_empty() {
        *random.pick(&normal).unwrap()
    } else {
        *random.pick(&legal).unwrap()
    }
}

/// The same, but for what ends the set if something else is there.
fn keep_open(position: &Position, random: &mut Random) -> Drop {
    let tries: Vec<Drop> = (0..30).map(|_| random_drop(position, random)).collect();
    let open = tries.iter().find(|&&drop| position.play(drop).unwrap().outcome().is_none());
    *open.unwrap_or(&tries[0])
}

/// Whether the board may be the beginning of a set as well.
fn looks_new(board: &Board) -> bool {
    board.occupied().len() <= 1
}

#[test]
fn over_many_sets_a_bot_knows_what_it_has_used() {
    let mut random = Random::seeded(4);
    let (mut turns, mut long_sets, mut opponents_known) = (0, 0, 0);
    for round in 0..20_usize {
        let bot = Bot::default();
        let (me, gravity) = (Team::ALL[round % 2], Gravity::ALL[round / 2 % 2]);
        for set in 0..6_usize {
            let mut truth = Position::opening(Team::ALL[(round + set) % 2], gravity);
            let mut ambiguous = false;
            // Whether the opponent's first drop cleared itself and nothing else: 1 if so.
            let mut hidden = 0;
            while truth.outcome().is_none() {
                if truth.team() != me {
                    truth = truth.play(keep_open(&truth, &mut random)).unwrap();
                    continue;
                }
                let (seen, drop) = bot.asked(&truth, |seen| keep_open(seen, &mut random)).unwrap();
                assert_eq!((seen.board(), seen.team()), (truth.board(), me));
                if truth.turns(me) == 0 && truth.board().occupied().is_empty() {
                    hidden = truth.turns(me.other());
                }
                // After early clearing a turn of this set may look like the first of the next.
                ambiguous |= truth.turns(me) > 0 && looks_new(truth.board());
                if !ambiguous {
                    assert_eq!(seen.used(me), truth.used(me), "set {set} of round {round}: {truth:?}");
                    assert_eq!(seen.turns(me), truth.turns(me), "set {set} of round {round}: {truth:?}");
                    assert_eq!(seen.turns(me.other()) + hidden, truth.turns(me.other()));
                    assert!(
                        hidden == 1
                            || seen.used(me.other()).iter().all(|kind| truth.used(me.other()).contains(kind))
                    );
                    opponents_known += u32::from(seen.used(me.other()) == truth.used(me.other()));
                    turns += 1;
                }
                long_sets += u32::from(truth.turns(me) == 9);
                truth = truth.play(drop).unwrap();
            }
        }
    }
    assert!(turns > 1_000, "{turns}");
    assert!(long_sets > 60, "{long_sets} sets with a tenth turn");
    assert!(opponents_known * 10 > turns * 6, "{opponents_known} of {turns}");
}

#[test]
fn a_turn_that_is_asked_again_counts_once() {
    // Two full rows and four disks of a third: nothing that is dropped into columns 5 and 6 could be cleared alone.
    let used = Kinds::NONE.with(Kind::ClearColumn).with(Kind::Dual);
    let board = board_of(8, 8, 2, Team::One);
    let setup = Setup { board, team: Team::One, used: [used; 2], turns: [9, 9], gravity: Gravity::Fall };
    let mut truth = Position::from_guess(&setup).unwrap();
    let memory = Memory { asked: truth, drop: drop(5, 5), certainty: Certainty::Known };
    let bot = Bot::remembering(&memory);
    for answer in [drop(5, 5), drop(1, 6), drop(3, 5), drop(5, 6)] {
        assert_eq!(bot.asked(&truth, |_| answer).unwrap(), (truth, answer));
    }
    truth = truth.play(drop(5, 6)).unwrap().play(drop(5, 5)).unwrap();
    assert_eq!(bot.sees(&truth), truth);
}

#[test]
fn a_first_turn_that_is_asked_again_may_count_but_takes_nothing_away() {
    // The opponent may have cleared the disk: it is the safer reading, since the dual disk is then due too early
    // rather than too late.
    let bot = Bot::default();
    let opening = Position::opening(Team::One, Gravity::Fall);
    for tries in 0..3 {
        let (seen, _) = bot.asked(&opening, |_| drop(5, 1)).unwrap();
        assert_eq!((seen.turns(Team::One), seen.used(Team::One)), (tries, Kinds::NONE));
    }
    // If the dual disk counts as used and is not, the referee says so by asking again on the tenth turn.
    let truth = Position::from_guess(&Setup {
        turns: [9, 9],
        board: board_of(8, 8, 0, Team::One),
        ..opening.to_setup()
    });
    let truth = truth.unwrap();
    let believed = Setup { used: [Kinds::ALL; 2], turns: [10, 10], ..truth.to_setup() };
    let memory = Memory {
        asked: Position::from_guess(&believed).unwrap(),
        drop: drop(5, 3),
        certainty: Certainty::Guessed,
    };
    let bot = Bot::remembering(&memory);
    assert!(bot.sees(&truth).dual_is_due());
}

#[test]
fn a_new_set_gives_all_disks_back() {
    let text = "1 2 1 2 1 2 12 2 1 2 1 2 1 2";
    let board = BoardText::from_bytes(format!("{text}{}", " 0".repeat(28)).as_bytes()).unwrap().board;
    let used = Kinds::ALL;
    for me in Team::ALL {
        let setup = Setup { board, team: me, used: [used; 2], turns: [12; 2], gravity: Gravity::Fall };
        let asked = Position::from_guess(&setup).unwrap();
        let memory = Memory { asked, drop: drop(5, 1), certainty: Certainty::Known };
        let opening = Position::opening(me, Gravity::Fall);
        let started = Position::opening(me.other(), Gravity::Fall);
        let cases = [
            (opening, opening.to_setup()),
            (started.play(drop(5, 4)).unwrap(), started.play(drop(5, 4)).unwrap().to_setup()),
            (started.play(drop(4, 7)).unwrap(), started.play(drop(4, 7)).unwrap().to_setup()),
            // A cleared drop leaves nothing to see: the bot takes itself for the one who starts.
            (started.play(drop(1, 2)).unwrap(), opening.to_setup()),
        ];
        for (shown, expected) in cases {
            let bot = Bot::remembering(&memory);
            assert_eq!(bot.sees(&shown).to_setup(), expected);
        }
    }
}

#[test]
fn what_may_be_the_next_turn_is_taken_for_it() {
    // One disk of each; the opponent clears the row: an empty board, but no new set.
    let bot = Bot::default();
    let start = Position::opening(Team::Two, Gravity::Fall).play(drop(5, 1)).unwrap();
    let (_, answer) = bot.asked(&start, |_| drop(3, 7)).unwrap();
    let truth = start.play(answer).unwrap().play(drop(1, 4)).unwrap();
    assert!(truth.board().occupied().is_empty());
    let seen = bot.sees(&truth);
    assert_eq!(seen.used(Team::One), Kinds::NONE.with(Kind::ClearNeighbours));
    assert_eq!((seen.turns(Team::One), seen.turns(Team::Two)), (1, 2));

    // The same board if the opponent is known to have used every disk that clears: a new set.
    let mut setup = start.to_setup();
    setup.used[1] = Kinds::ALL.without(Kind::Dual);
    let asked = Position::from_guess(&setup).unwrap();
    let memory = Memory { asked, drop: drop(3, 7), certainty: Certainty::Known };
    let bot = Bot::remembering(&memory);
    assert_eq!(bot.sees(&truth), Position::opening(Team::One, Gravity::Fall));

    // After a drop that won, whatever is shown is the next set.
    let text = format!("1 1 1 0 2 2 2 {}", "0 ".repeat(35));
    let board = BoardText::from_bytes(text.as_bytes()).unwrap().board;
    let setup = Setup { board, used: [Kinds::ALL; 2], turns: [12; 2], ..start.to_setup() };
    let memory = Memory {
        asked: Position::from_guess(&setup).unwrap(),
        drop: drop(5, 4),
        certainty: Certainty::Known,
    };
    let bot = Bot::remembering(&memory);
    assert_eq!(bot.sees(&start), start);
}

#[test]
fn where_the_opponent_could_have_won_the_dual_disk_is_owed_again() {
    // It clears what lies around column 5, or else it has won, and this is the next set.
    let used = Kinds::NONE.with(Kind::ClearRow).with(Kind::Dual);
    for (opponents, owed, turns) in [([4, 11, 18].as_slice(), true, 0), (&[4, 11], false, 5)] {
        let mut cells = ["0"; 42];
        opponents.iter().for_each(|&cell: &usize| cells[cell - 1] = "2");
        let board = BoardText::from_bytes(cells.join(" ").as_bytes()).unwrap().board;
        let opening = Position::opening(Team::One, Gravity::Fall);
        let setup = Setup { board, used: [used, Kinds::NONE], turns: [4; 2], ..opening.to_setup() };
        let memory = Memory {
            asked: Position::from_guess(&setup).unwrap(),
            drop: drop(5, 5),
            certainty: Certainty::Known,
        };
        let seen = Bot::remembering(&memory).sees(&opening);
        assert_eq!(seen.used(Team::One), if owed { used.without(Kind::Dual) } else { used });
        assert_eq!(seen.turns(Team::One), turns);
    }
}

#[test]
fn two_dual_disks_on_the_board_are_used_whatever_was_believed() {
    let me = Team::Two;
    let played = |drops: &[Drop]| {
        let opening = Position::opening(Team::One, Gravity::Fall);
        drops.iter().fold(opening, |position, &drop| position.play(drop).unwrap())
    };
    let drops = [drop(5, 1), drop(4, 3), drop(2, 1), drop(5, 7), drop(4, 5)];
    // It takes its own dual disk, alone on the board, for the opponent's in a new set.
    let alone = played(&drops[..3]);
    let mut believed = alone.to_setup();
    (believed.used, believed.turns) = ([Kinds::NONE; 2], [0; 2]);
    believed.used[me.other().index()] = Kinds::NONE.with(Kind::Dual);
    let asked = Position::from_guess(&believed).unwrap();
    let bot = Bot::remembering(&Memory { asked, drop: drops[3], certainty: Certainty::Guessed });
    let seen = bot.sees(&played(&drops));
    assert!(Team::ALL.into_iter().all(|team| seen.used(team).contains(Kind::Dual)), "{seen:?}");
}

#[test]
fn a_damaged_memory_is_no_memory() {
    let bot = Bot::default();
    let mut truth = Position::opening(Team::One, Gravity::Fall);
    for (mine, theirs) in [(drop(1, 4), drop(5, 3)), (drop(5, 3), drop(4, 3))] {
        let (_, answer) = bot.asked(&truth, |_| mine).unwrap();
        truth = truth.play(answer).unwrap().play(theirs).unwrap();
    }
    let memory = bot.memory.borrow().clone().unwrap();
    let parsed = Memory::from_bytes(&memory).unwrap();
    assert_eq!(parsed.to_string().as_bytes(), memory);
    assert_eq!(bot.sees(&truth).to_setup(), truth.to_setup());

    bot.forget();
    let without = bot.sees(&truth);
    let mut damaged = vec![b"".to_vec(), b"\xff\xfe".to_vec(), vec![b'1'; 2_000_000]];
    damaged.push([&memory[..], b"\n"].concat());
    damaged.extend((0..memory.len()).map(|len| memory[..len].to_vec()));
    damaged.extend((0..memory.len()).map(|at| {
        let mut bytes = memory.clone();
        bytes[at] ^= 1;
        bytes
    }));
    for bytes in damaged {
        assert_eq!(Memory::from_bytes(&bytes), None);
        bot.memory.replace(Some(bytes.clone()));
        assert_eq!(bot.sees(&truth), without, "{}", String::from_utf8_lossy(&bytes));
    }

    // Another team's, and one of a game that has nothing to do with this board.
    let other = Position::opening(Team::Two, Gravity::Fall);
    let foreign = Memory { asked: other, drop: drop(4, 1), certainty: Certainty::Known };
    let bot = Bot::remembering(&foreign);
    assert_eq!(bot.sees(&truth), without);
    let board = BoardText::from_bytes(
        "0 0 0 0 0 0 2 ".repeat(6).replace("2 ", "0 ").replacen('0', "2", 1).as_bytes(),
    );
    let setup = Setup { board: board.unwrap().board, team: Team::One, ..other.to_setup() };
    let asked = Position::from_guess(&setup).unwrap();
    let foreign = Memory { asked, drop: drop(4, 1), certainty: Certainty::Known };
    let bot = Bot::remembering(&foreign);
    assert_eq!(bot.sees(&truth), without);
}

/// A board of `columns` columns filled by normal disks of both teams in turn, without four, and some dual ones.
fn board_of(own: u32, other: u32, duals: u32, me: Team) -> Board {
    let mut disks = vec![Disk::Dual; duals as usize];
    disks.extend(vec![Disk::Of(me); own as usize]);
    disks.extend(vec![Disk::Of(me.other()); other as usize]);
    let mut random = Random::seeded(7);
    loop {
        random.shuffle(&mut disks);
        let mut board = Board::EMPTY;
        Cell::all().zip(&disks).for_each(|(cell, &disk)| board.set(cell, Some(disk)));
        if board.result().is_none() {
            return board;
        }
    }
}

#[test]
fn after_a_loss_the_board_tells_about_the_dual_disk() {
    let specials = Kinds::ALL.without(Kind::Dual);
    // Own disks, the opponent's, dual ones; then: is the own one used, and is it due?
    let table = [
        (2, 2, 0, false, false),
        (3, 4, 0, false, false),
        (4, 4, 1, false, false),
        (5, 4, 1, false, false),
        (4, 5, 1, true, false),
        (4, 6, 1, true, false),
        (4, 4, 2, true, false),
        (8, 9, 0, false, false),
        (9, 9, 0, false, true),
        (9, 9, 1, false, true),
        (9, 10, 1, true, false),
        (10, 10, 0, true, false),
        (10, 9, 1, true, false),
        (14, 14, 2, true, false),
    ];
    for me in Team::ALL {
        for (own, other, duals, dual_used, due) in table {
            let board = board_of(own, other, duals, me);
            let setup = Setup { board, ..Position::opening(me, Gravity::Fall).to_setup() };
            let seen = Bot::default().sees(&Position::from_guess(&setup).unwrap());
            let expected = if dual_used { Kinds::ALL } else { specials };
            assert_eq!(seen.used(me), expected, "{own} {other} {duals}");
            assert_eq!(seen.dual_is_due(), due, "{own} {other} {duals}");
            assert_eq!(seen.used(me.other()).without(Kind::Dual), Kinds::NONE);
        }
    }
}

#[test]
fn with_its_memory_deleted_before_every_turn_a_bot_is_mostly_legal() {
    let mut random = Random::seeded(5);
    let (mut turns, mut illegal) = (0, 0);
    for round in 0..60_usize {
        let bot = Bot::default();
        let me = Team::ALL[round % 2];
        let mut truth = Position::opening(Team::ALL[round / 2 % 2], Gravity::ALL[round / 4 % 2]);
        while truth.outcome().is_none() {
            if truth.team() == me {
                bot.forget();
                let (_, drop) = bot.asked(&truth, |seen| keep_open(seen, &mut random)).unwrap();
                turns += 1;
                if truth.play(drop).is_err() {
                    illegal += 1;
                    break;
                }
                truth = truth.play(drop).unwrap();
            } else {
                truth = truth.play(keep_open(&truth, &mut random)).unwrap();
            }
        }
    }
    assert!(turns > 300, "{turns}");
    assert!(illegal * 20 < turns, "{illegal} of {turns} turns illegal");
}

#[test]
fn a_refused_guess_is_changed() {
    // No memory, nine disks of its own, no dual disk: one of both readings must be the right one.
    let board = board_of(8, 8, 0, Team::One);
    let setup = Setup { board, ..Position::opening(Team::One, Gravity::Fall).to_setup() };
    let shown = Position::from_guess(&setup).unwrap();
    let bot = Bot::default();
    let first = bot.sees(&shown);
    assert!(!first.dual_is_due());
    // A normal disk was refused: the dual disk must be due.
    assert!(bot.sees(&shown).dual_is_due());
    // The dual disk was refused as well: it must have been used.
    let third = bot.sees(&shown);
    assert_eq!(third.used(Team::One), Kinds::ALL);
}

#[test]
fn the_referees_memo_is_trusted() {
    let bot = Bot::default();
    let board = board_of(8, 8, 2, Team::Two);
    let (own, other) = (Kinds::NONE.with(Kind::Dual), Kinds::NONE.with(Kind::ClearRow).with(Kind::Dual));
    let setup = Setup { board, team: Team::Two, used: [other, own], turns: [11, 11], gravity: Gravity::Fall };
    let shown = Position::from_guess(&setup).unwrap();
    let opponent = OpponentText { used: other }.to_string();
    bot.memo.replace([Some(MovesText { turns: 11, used: own }.to_string()), Some(opponent)]);
    assert_eq!(bot.sees(&shown), shown);
    // Even against a memory.
    bot.memo.borrow_mut()[0] = Some("9 0 0 0 0\n".to_owned());
    assert!(bot.sees(&shown).dual_is_due());
    assert_eq!(bot.sees(&shown).used(Team::Two), Kinds::NONE);

    bot.memo.borrow_mut()[0] = Some("9 0 0 0\n".to_owned());
    let error = bot.asked(&shown, last).unwrap_err().to_string();
    assert!(error.starts_with("moves.txt: line 2, column 1 (disk 4 used): expected 0 or 1"), "{error}");
}

/// A turn in a folder.
fn play(folder: &Path, team_id: TeamId, program: &str) -> Result<(), TurnError> {
    let deadline = Deadline::new(Instant::now(), Duration::from_secs(60));
    let choose = |seen: &Position, _: &Deadline| last(seen);
    let printed = turn::<Power4>(&team_id, choose, &folder.join(program), &["ignored".into()], &deadline)?;
    assert_eq!(printed, None);
    Ok(())
}

fn folder_with(team: &str, board: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("team_no.txt"), team).unwrap();
    fs::write(folder.path().join("board.txt"), board).unwrap();
    fs::write(folder.path().join("output.txt"), "a longer text than any answer, from before").unwrap();
    folder
}

#[test]
fn bad_inputs_are_named_and_nothing_is_answered() {
    let empty = "0 ".repeat(42);
    for (team, board, expected) in [
        ("3", &*empty, "team_no.txt: line 1, column 1 (team number): expected 1 or 2, found \"3\""),
        ("1", "0 0", "board.txt: line 1, column 4 (cell 3): expected one of 0 1 2 12, found the end"),
        (
            "1",
            &"1 ".repeat(42),
            "board.txt: inconsistent position: team 1 has four in a row already (cells 1, 2",
        ),
    ] {
        let folder = folder_with(team, board);
        let error = play(folder.path(), TeamId::OfProgram, "x").unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
        assert!(!folder.path().join("output.txt").exists());
    }
}

#[test]
fn one_help_file_that_begins_with_the_team_id() {
    for (team_id, program, expected) in [
        (TeamId::OfProgram, "Co0023", "Co0023_memory.txt"),
        (TeamId::OfProgram, "Co0023.exe", "Co0023_memory.txt"),
        (TeamId::Is("Co0042"), "my-bot", "Co0042_memory.txt"),
    ] {
        let folder = folder_with("2\n", &"0\r\n".repeat(42));
        play(folder.path(), team_id, program).unwrap();
        assert_eq!(fs::read_to_string(folder.path().join("output.txt")).unwrap(), "5 7");
        let memory = Memory::from_bytes(&fs::read(folder.path().join(expected)).unwrap()).unwrap();
        assert_eq!(memory.asked, Position::opening(Team::Two, Gravity::Fall));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_in_the_place_of_the_help_file_is_not_waited_for() {
    let folder = folder_with("2\n", &"0 ".repeat(42));
    let memory = folder.path().join("x_memory.txt");
    assert!(std::process::Command::new("mkfifo").arg(&memory).status().unwrap().success());
    let (done, is_done) = std::sync::mpsc::channel();
    let path = folder.path().to_owned();
    // Where it waits it does so for ever.
    std::thread::spawn(move || done.send(play(&path, TeamId::OfProgram, "x").is_ok()));
    assert_eq!(is_done.recv_timeout(Duration::from_secs(60)), Ok(true));
    assert_eq!(fs::read_to_string(folder.path().join("output.txt")).unwrap(), "5 7");
    assert!(Memory::from_bytes(&fs::read(memory).unwrap()).is_some());

    let folder = folder_with("2\n", &"0 ".repeat(42));
    fs::create_dir(folder.path().join("x_memory.txt")).unwrap();
    play(folder.path(), TeamId::OfProgram, "x").unwrap();
    assert_eq!(fs::read_to_string(folder.path().join("output.txt")).unwrap(), "5 7");
}
