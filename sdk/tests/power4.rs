//! Power Connect Four against test vectors of an independent implementation, a naive one in here, and
//! malformed texts.
#![expect(clippy::unwrap_used, reason = "helpers of tests: a panic is the failure")]

use std::collections::BTreeMap;
use std::sync::LazyLock;

use botspec_sdk::Position as _;
use botspec_sdk::games::power4::{
    Board, BoardText, Cell, Cells, Column, Disk, Drop, End, Gravity, Kind, Kinds, MovesText, OpponentText,
    OutputText, Position, Problem, Reason, Setup, Team, TeamText,
};
use botspec_sdk::perft::perft;
use proptest::prelude::*;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vectors {
    perft: BTreeMap<u32, u64>,
    perft_positions: Vec<Counted>,
    positions: Vec<Listed>,
    drops: Vec<Dropped>,
    games: Vec<Played>,
    bad_boards: Vec<BadBoard>,
    bad_outputs: Vec<BadOutput>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Counted {
    board: String,
    team: u8,
    used: BTreeMap<u8, Vec<u8>>,
    turns: BTreeMap<u8, u16>,
    hover: bool,
    perft: BTreeMap<u32, u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    board: String,
    team: u8,
    used: BTreeMap<u8, Vec<u8>>,
    turns: BTreeMap<u8, u16>,
    hover: bool,
    legal: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Dropped {
    board: String,
    team: u8,
    drop: String,
    hover: bool,
    after: String,
    winner: Option<Winner>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Played {
    first: u8,
    hover: bool,
    drops: Vec<String>,
    board: String,
    winner: Winner,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Debug)]
#[serde(untagged)]
enum Winner {
    Team(u8),
    Draw(Draw),
}

#[derive(Deserialize, Clone, Copy, PartialEq, Debug)]
enum Draw {
    #[serde(rename = "draw")]
    Draw,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BadBoard {
    text: String,
    line: u32,
    column: u32,
    why: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BadOutput {
    text: String,
    rule: String,
}

static VECTORS: LazyLock<Vectors> =
    LazyLock::new(|| serde_json::from_str(include_str!("vectors/power4.json")).unwrap());

fn board(text: &str) -> Board {
    BoardText::from_bytes(text.as_bytes()).unwrap().board
}

fn drop(text: &str) -> Drop {
    Drop::try_from(&OutputText::from_bytes(text.as_bytes()).unwrap()).unwrap()
}

const fn gravity(hover: bool) -> Gravity {
    if hover { Gravity::Hover } else { Gravity::Fall }
}

fn position(
    text: &str,
    team: u8,
    used: &BTreeMap<u8, Vec<u8>>,
    turns: &BTreeMap<u8, u16>,
    hover: bool,
) -> Position {
    let used = [1, 2].map(|team| used[&team].iter().map(|&kind| Kind::new(kind).unwrap()).collect());
    let turns = [1, 2].map(|team| turns[&team]);
    let setup =
        Setup { board: board(text), team: Team::new(team).unwrap(), used, turns, gravity: gravity(hover) };
    let position = Position::from_setup(&setup).unwrap();
    assert_eq!(position.to_setup(), setup);
    position
}

fn winner(board: Board) -> Option<Winner> {
    board.result().map(|outcome| match outcome.winner {
        Some(team) => Winner::Team(team.number()),
        None => Winner::Draw(Draw::Draw),
    })
}

/// The text in the form of the vectors.
fn text(board: Board) -> String {
    BoardText { board }.to_string().trim_end().to_owned()
}

#[test]
fn perft_of_the_opening_is_known() {
    assert!(!VECTORS.perft.is_empty());
    for (&depth, &count) in &VECTORS.perft {
        assert_eq!(perft(&Position::opening(Team::One, Gravity::Fall), depth), count, "depth {depth}");
    }
}

#[test]
fn perft_of_positions_is_known() {
    assert!(!VECTORS.perft_positions.is_empty());
    for Counted { board, team, used, turns, hover, perft: counts } in &VECTORS.perft_positions {
        let position = position(board, *team, used, turns, *hover);
        for (&depth, &count) in counts {
            assert_eq!(perft(&position, depth), count, "depth {depth} of {position:?}");
        }
    }
}

#[test]
fn legal_drops_are_known() {
    assert!(!VECTORS.positions.is_empty());
    for Listed { board, team, used, turns, hover, legal } in &VECTORS.positions {
        let position = position(board, *team, used, turns, *hover);
        let listed: Vec<String> = position.drops().map(|drop| drop.to_string()).collect();
        assert_eq!(&listed, legal, "{position:?}");
        assert_eq!(text(*position.board()), *board);
    }
}

#[test]
fn drops_do_what_is_known() {
    assert!(!VECTORS.drops.is_empty());
    for Dropped { board: before, team, drop: mv, hover, after, winner: won } in &VECTORS.drops {
        let mv = drop(mv);
        let result = board(before).after(Team::new(*team).unwrap(), mv.kind, mv.column, gravity(*hover));
        assert_eq!(text(result.unwrap()), *after, "{mv} by {team} on {before}");
        assert_eq!(winner(result.unwrap()), *won, "{mv} by {team} on {before}");
    }
}

#[test]
fn games_end_as_known() {
    assert!(!VECTORS.games.is_empty());
    for Played { first, hover, drops, board, winner: won } in &VECTORS.games {
        let mut position = Position::opening(Team::new(*first).unwrap(), gravity(*hover));
        for mv in drops {
            assert_eq!(position.outcome(), None, "{mv} of {drops:?}");
            position = position.play(drop(mv)).unwrap();
        }
        assert_eq!(text(*position.board()), *board, "{drops:?}");
        assert_eq!(winner(*position.board()), Some(*won), "{drops:?}");
        assert_eq!(position.outcome(), position.board().result());
        assert_eq!(position.legal_moves(), []);
        let refused = position.play(drop(&drops[0])).unwrap_err();
        assert_eq!((refused.reason, refused.position), (Reason::SetOver, position));
    }
}

#[test]
fn bad_boards_are_rejected_at_the_right_place() {
    assert!(!VECTORS.bad_boards.is_empty());
    for BadBoard { text, line, column, why } in &VECTORS.bad_boards {
        let error = BoardText::from_bytes(text.as_bytes()).expect_err(why);
        assert_eq!((error.place.line, error.place.column), (*line, *column), "{why}: {error}");
    }
}

#[test]
fn bad_outputs_break_the_known_rule() {
    assert!(!VECTORS.bad_outputs.is_empty());
    let position = Position::opening(Team::One, Gravity::Fall);
    for BadOutput { text, rule } in &VECTORS.bad_outputs {
        let broken: Vec<&str> = match OutputText::from_bytes(text.as_bytes()) {
            Err(_) => vec!["power4/output/format"],
            Ok(output) => position.faults(&output).iter().map(rule_of).collect(),
        };
        assert_eq!(broken, [rule], "{text:?}");
    }
}

fn rule_of(reason: &Reason) -> &'static str {
    match reason {
        Reason::NoSuchKind { .. } => "power4/disk/kind",
        Reason::Used { .. } => "power4/disk/once",
        Reason::DualDue { .. } => "power4/disk/dual-by-tenth",
        Reason::NoSuchColumn { .. } => "power4/column/range",
        Reason::ColumnFull { .. } => "power4/column/open",
        Reason::SetOver => "none: a team is not asked",
    }
}

#[test]
fn malformed_outputs_say_where() {
    let table: &[(&[u8], &str)] = &[
        (b"", "line 1, column 1 (kind): expected an integer, found the end of the text"),
        (b"5\n", "line 2, column 1 (column): expected an integer, found the end of the text"),
        (b"05 4", "line 1, column 1 (kind): expected an integer, found \"05\""),
        (b"5 -0", "line 1, column 3 (column): expected an integer, found \"-0\""),
        (b"5 -", "line 1, column 3 (column): expected an integer, found \"-\""),
        (b"5 --4", "line 1, column 3 (column): expected an integer, found \"--4\""),
        (b"5 -04", "line 1, column 3 (column): expected an integer, found \"-04\""),
        (b"5\r\n 4\r\n5", "line 3, column 1 (end of the output): expected the end of the text, found \"5\""),
        (b"5 4\r", "line 1, column 3 (column): expected an integer, found \"4\\r\""),
        (b"5 \xff", "line 1, column 3 (column): expected an integer, found \"\u{fffd}\""),
    ];
    for (bytes, expected) in table {
        assert_eq!(OutputText::from_bytes(bytes).unwrap_err().to_string(), *expected);
    }
    let long = OutputText::from_bytes(&[b'x'; 1_000_000]).unwrap_err();
    assert!(long.to_string().len() < 200, "{long}");
    let long = OutputText::from_bytes(&[b"5 ".as_slice(), &[b'9'; 1_000_000]].concat()).unwrap();
    assert!(long.to_string().len() < 100, "{long}");
}

#[test]
fn blanks_of_all_kinds_make_no_difference() {
    let line = "1 0 0 12 0 0 2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0";
    let words: Vec<&str> = line.split(' ').collect();
    let expected = board(line);
    for blank in [" ", "\t", "\n", "\r\n", "  ", " \t\r\n\n "] {
        for (before, after) in [("", ""), ("", blank), (blank, ""), (blank, blank)] {
            let text = format!("{before}{}{after}", words.join(blank));
            assert_eq!(board(&text), expected, "{text:?}");
            for (team, digit) in [(Team::One, '1'), (Team::Two, '2')] {
                let text = format!("{before}{digit}{after}");
                assert_eq!(TeamText::from_bytes(text.as_bytes()), Ok(TeamText { team }), "{text:?}");
            }
            let text = format!("{before}5{blank}4{after}");
            assert_eq!(drop(&text).to_string(), "5 4", "{text:?}");
        }
    }
}

#[test]
fn bad_team_and_memo_files_are_rejected() {
    for (bytes, column) in
        [(b"".as_slice(), 1), (b" ", 2), (b"0", 1), (b"3", 1), (b"12", 1), (b"01", 1), (b"1 2", 3)]
    {
        let error = TeamText::from_bytes(bytes).unwrap_err();
        assert_eq!((error.place.line, error.place.column), (1, column), "{error}");
    }
    for (bytes, column) in [
        (b"".as_slice(), 1),
        (b"3 0 1 0", 8),
        (b"3 0 1 0 2", 9),
        (b"-1 0 0 0 0", 1),
        (b"03 0 0 0 0", 1),
        (b"65536 0 0 0 0", 1),
        (b"3 0 1 0 1 1", 11),
    ] {
        let error = MovesText::from_bytes(bytes).unwrap_err();
        assert_eq!((error.place.line, error.place.column), (1, column), "{error}");
    }
    for (bytes, column) in [(b"0 1 0".as_slice(), 6), (b"0 1 0 01", 7), (b"0 1 0 1 0", 9)] {
        let error = OpponentText::from_bytes(bytes).unwrap_err();
        assert_eq!((error.place.line, error.place.column), (1, column), "{error}");
    }
    let used = Kinds::NONE.with(Kind::ClearRow).with(Kind::Dual);
    assert_eq!(MovesText::from_bytes(b" 12\t1 0 0 1\r\n"), Ok(MovesText { turns: 12, used }));
    assert_eq!(MovesText { turns: 12, used }.to_string(), "12 1 0 0 1");
    assert_eq!(OpponentText::from_bytes(b"1 0 0 1"), Ok(OpponentText { used }));
}

#[test]
fn all_faults_of_an_output_are_listed() {
    // Column 1 is full, and team 1 has its tenth turn to take.
    let text = "1 0 0 0 0 0 0 2 0 0 0 0 0 0 ".repeat(3);
    let used = Kinds::NONE.with(Kind::ClearRow);
    let setup = Setup {
        board: board(&text),
        team: Team::One,
        used: [used, Kinds::NONE],
        turns: [9, 9],
        gravity: Gravity::Fall,
    };
    let position = Position::from_guess(&setup).unwrap();
    let faults = |text: &str| -> Vec<String> {
        let output = OutputText::from_bytes(text.as_bytes()).unwrap();
        position.faults(&output).iter().map(ToString::to_string).collect()
    };
    let used = "the clear row disk (1) has been used in this set";
    let due = "the dual disk (4) is due: 9 turns taken, and it must be used in the first ten";
    assert_eq!(faults("4 2"), [""; 0]);
    assert_eq!(faults("1 1"), [used, due, "column 1 is full"]);
    assert_eq!(faults("5 8"), [due, "8 is not a column: they are 1 to 7"]);
    assert_eq!(
        faults("0 -1"),
        ["0 is not a kind of disk: they are 1 to 5", "-1 is not a column: they are 1 to 7"]
    );
    let refused = position.play(drop("2 2")).unwrap_err();
    assert_eq!(refused.to_string(), format!("illegal move 2 2: {due}"));
    assert_eq!(refused.position, position);
}

#[test]
fn the_dual_disk_stays_due_after_the_tenth_turn() {
    for turns in [9, 10, 41, u16::MAX] {
        let mut setup = Position::opening(Team::Two, Gravity::Fall).to_setup();
        setup.turns = [0, turns];
        let position = Position::from_guess(&setup).unwrap();
        assert!(position.drops().all(|drop| drop.kind == Kind::Dual));
        assert_eq!(position.drops().count(), 7);
        assert_eq!(position.play(drop("4 1")).unwrap().turns(Team::Two), turns.saturating_add(1));
    }
}

#[test]
fn every_problem_of_a_setup_is_listed() {
    let text = format!("12 12 12 1 2 0 0 0 0 0 0 0 2 0 {}", "0 ".repeat(28));
    let setup = Setup { board: board(&text), ..Position::opening(Team::One, Gravity::Fall).to_setup() };
    let cells = |numbers: &[u8]| numbers.iter().map(|&n| Cell::new(n).unwrap()).collect::<Cells>();
    let floating = Problem::Floating { cells: cells(&[13]) };
    let duals = Problem::TooManyDuals { cells: cells(&[1, 2, 3]) };
    let four = Problem::Four { team: Team::One, cells: cells(&[1, 2, 3, 4]) };
    assert_eq!(Position::from_setup(&setup).unwrap_err().problems, [floating, duals, four]);
    let hover = Setup { gravity: Gravity::Hover, ..setup };
    assert_eq!(
        Position::from_setup(&hover).unwrap_err().to_string(),
        "inconsistent position: 3 dual disks, but there are only two (cells 1, 2, 3); \
         team 1 has four in a row already (cells 1, 2, 3, 4)"
    );
}

#[test]
fn what_no_set_leads_to_is_refused() {
    let kinds = |numbers: &[u8]| numbers.iter().map(|&number| Kind::new(number).unwrap()).collect::<Kinds>();
    let [none, dual] = [kinds(&[]), kinds(&[4])];
    // Team 1 is to move. The bottom row; used disks and turns of both teams; what is wrong.
    let table: [(&str, [Kinds; 2], [u16; 2], &str); 13] = [
        ("1 2 0 0 0 0 0", [none, none], [1, 1], ""),
        ("1 2 2 0 0 0 0", [none, none], [1, 2], ""),
        (
            "1 0 0 0 0 0 0",
            [none, none],
            [1, 0],
            "it is not the turn of team 1: it has taken 1 turn, and team 2 has taken 0",
        ),
        (
            "1 2 2 2 0 0 0",
            [none, none],
            [1, 3],
            "it is not the turn of team 1: it has taken 1 turn, and team 2 has taken 3",
        ),
        (
            "1 2 2 0 0 0 0",
            [none, none],
            [1, 1],
            "2 disks of team 2, of which it has dropped 1 only (cells 2, 3)",
        ),
        (
            "1 2 0 0 0 0 0",
            [kinds(&[2]), none],
            [1, 1],
            "1 disk of team 1, of which it has dropped 0 only (cells 1)",
        ),
        ("12 12 0 0 0 0 0", [dual, none], [1, 1], "2 dual disks, of which 1 only was used (cells 1, 2)"),
        ("12 12 0 0 0 0 0", [dual, dual], [1, 1], ""),
        ("0 0 0 0 0 0 0", [kinds(&[1, 2]), none], [1, 1], "team 1 has used 2 special disks in 1 turn"),
        (
            "0 0 0 0 0 0 0",
            [kinds(&[1, 4]), dual],
            [10, 10],
            "19 of the disks that were dropped are gone, but what was used can have cleared only 6",
        ),
        ("1 0 0 0 0 0 0", [none, kinds(&[1])], [4, 4], ""),
        (
            "1 0 0 0 0 0 0",
            [none, kinds(&[2])],
            [4, 4],
            "6 of the disks that were dropped are gone, but what was used can have cleared only 5",
        ),
        (
            "0 0 0 0 0 0 0",
            [kinds(&[1, 2, 3]), kinds(&[1, 2, 3, 4])],
            [10, 10],
            "team 1 has taken 10 turns without its dual disk, which must be used in the first ten",
        ),
    ];
    for (bottom, used, turns, problem) in table {
        let board = board(&format!("{bottom} {}", "0 ".repeat(35)));
        let setup = Setup { board, team: Team::One, used, turns, gravity: Gravity::Fall };
        let seen = Position::from_setup(&setup).map_err(|error| error.to_string());
        let expected =
            if problem.is_empty() { Ok(()) } else { Err(format!("inconsistent position: {problem}")) };
        assert_eq!(seen.map(|_| ()), expected, "{bottom} {used:?} {turns:?}");
        // A bot that knows no better has to live with it.
        assert_eq!(Position::from_guess(&setup).map(|position| position.to_setup()), Ok(setup));
    }
}

#[test]
fn gaps_come_of_what_leaves_them() {
    let board = board(&format!("0 0 0 0 0 0 0 2 {}", "0 ".repeat(34)));
    for (kind, leaves) in [(Kind::ClearRow, true), (Kind::ClearNeighbours, true), (Kind::ClearColumn, false)]
    {
        let used = [Kinds::NONE.with(kind), Kinds::NONE];
        let setup = Setup { board, team: Team::One, used, turns: [2, 2], gravity: Gravity::Hover };
        assert_eq!(Position::from_setup(&setup).is_ok(), leaves, "{kind}");
    }
}

#[test]
fn the_contests_own_example_of_first_neighbours() {
    let cleared = Kind::ClearNeighbours.clears(Cell::new(11).unwrap());
    assert_eq!(cleared.to_string(), "3, 4, 5, 10, 11, 12, 17, 18, 19");
}

#[test]
fn a_full_board_without_four_is_a_draw() {
    let rows = ["1 2 1 2 1 2 1 ", "1 2 1 2 1 2 1 ", "2 1 2 1 2 1 2 "].repeat(2).concat();
    assert_eq!(board(&rows).result().unwrap().reason, End::Full);
    assert_eq!(Position::opening(Team::One, Gravity::Fall).outcome(), None);
}

/// The rules once more, on 42 cells one by one.
mod naive {
    use super::*;

    pub(super) type Cells42 = [Option<Disk>; 42];

    pub(super) fn cells(board: &Board) -> Cells42 {
        let all: Vec<_> = Cell::all().map(|cell| board.get(cell)).collect();
        all.try_into().unwrap()
    }

    fn at(row: i32, column: i32) -> Option<usize> {
        ((0..6).contains(&row) && (0..7).contains(&column))
            .then(|| usize::try_from(row * 7 + column).unwrap())
    }

    pub(super) fn after(mut cells: Cells42, team: Team, drop: Drop, hover: bool) -> Option<Cells42> {
        let column = i32::from(drop.column.number()) - 1;
        let row = (0..6).find(|&row| cells[at(row, column).unwrap()].is_none())?;
        cells[at(row, column).unwrap()] = Some(Disk::Of(team));
        match drop.kind {
            Kind::Normal => {}
            Kind::Dual => cells[at(row, column).unwrap()] = Some(Disk::Dual),
            Kind::ClearRow => (0..7).for_each(|c| cells[at(row, c).unwrap()] = None),
            Kind::ClearColumn => (0..6).for_each(|r| cells[at(r, column).unwrap()] = None),
            Kind::ClearNeighbours => {
                for r in row - 1..=row + 1 {
                    for c in column - 1..=column + 1 {
                        if let Some(i) = at(r, c) {
                            cells[i] = None;
                        }
                    }
                }
            }
        }
        // One disk falls by one cell, again and again.
        while !hover && let Some(i) = (7..42).find(|&i| cells[i].is_some() && cells[i - 7].is_none()) {
            cells.swap(i, i - 7);
        }
        Some(cells)
    }

    pub(super) fn floating(cells: &Cells42) -> Vec<usize> {
        (0..42)
            .filter(|&i| cells[i].is_some() && (0..i).any(|j| j % 7 == i % 7 && cells[j].is_none()))
            .collect()
    }

    pub(super) fn in_fours(cells: &Cells42, team: Team) -> Vec<usize> {
        let mut found = [false; 42];
        for row in 0..6 {
            for column in 0..7 {
                for (up, right) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                    let line: Option<Vec<usize>> =
                        (0..4).map(|i| at(row + i * up, column + i * right)).collect();
                    let Some(line) = line else { continue };
                    let counts =
                        |&i: &usize| cells[i] == Some(Disk::Dual) || cells[i] == Some(Disk::Of(team));
                    if line.iter().all(counts) {
                        line.into_iter().for_each(|i| found[i] = true);
                    }
                }
            }
        }
        (0..42).filter(|&i| found[i]).collect()
    }
}

fn indices(cells: Cells) -> Vec<usize> {
    cells.into_iter().map(Cell::index).collect()
}

fn any_team() -> impl Strategy<Value = Team> {
    prop_oneof![Just(Team::One), Just(Team::Two)]
}

fn any_gravity() -> impl Strategy<Value = Gravity> {
    prop_oneof![Just(Gravity::Fall), Just(Gravity::Hover)]
}

fn any_drop() -> impl Strategy<Value = Drop> {
    (1..=5_u8, 1..=7_u8).prop_map(|(kind, column)| Drop {
        kind: Kind::new(kind).unwrap(),
        column: Column::new(column).unwrap(),
    })
}

/// Boards of every density, with floating disks.
fn any_board() -> impl Strategy<Value = Board> {
    (1..12_u32, proptest::collection::vec(0..12_u32, 42)).prop_map(|(filled, draws)| {
        let mut board = Board::EMPTY;
        for (cell, draw) in Cell::all().zip(draws) {
            let disk = [Disk::Of(Team::One), Disk::Of(Team::Two), Disk::Dual][(draw % 5 / 2) as usize];
            board.set(cell, (draw < filled).then_some(disk));
        }
        board
    })
}

/// The same without floating disks.
fn settled(board: &Board) -> Board {
    let mut settled = Board::EMPTY;
    for cell in Cell::all() {
        if let (Some(disk), Some(landing)) = (board.get(cell), settled.landing(cell.column())) {
            settled.set(landing, Some(disk));
        }
    }
    settled
}

proptest! {
    #[test]
    fn the_bitboard_agrees_with_the_naive_one(
        board in any_board(), team in any_team(), drop in any_drop(), gravity in any_gravity(),
    ) {
        let board = if gravity == Gravity::Fall { settled(&board) } else { board };
        let cells = naive::cells(&board);
        prop_assert_eq!(indices(board.floating()), naive::floating(&cells));
        prop_assert_eq!(indices(board.occupied()), (0..42).filter(|&i| cells[i].is_some()).collect::<Vec<_>>());
        for team in Team::ALL {
            let fours = naive::in_fours(&cells, team);
            prop_assert_eq!(board.has_four(team), !fours.is_empty());
            let counting = board.counting_for(team);
            prop_assert_eq!(indices(counting.fours()), fours);
            let fourth = |&cell: &Cell| {
                !counting.contains(cell) && (counting | Cells::of(cell)).fours().contains(cell)
            };
            prop_assert_eq!(counting.fourths(), Cell::all().filter(fourth).collect::<Cells>());
        }
        let after = board.after(team, drop.kind, drop.column, gravity);
        let expected = naive::after(cells, team, drop, gravity == Gravity::Hover);
        prop_assert_eq!(after.as_ref().map(naive::cells), expected);
    }

    #[test]
    fn texts_come_back(board in any_board(), drop in any_drop(), turns: u16, flags in 0..16_u8, team in any_team()) {
        let written = BoardText { board };
        prop_assert_eq!(BoardText::from_bytes(written.to_string().as_bytes()), Ok(written));
        let written = OutputText::from(drop);
        prop_assert_eq!(OutputText::from_bytes(drop.to_string().as_bytes()), Ok(written.clone()));
        prop_assert_eq!(Drop::try_from(&written), Ok(drop));
        let used: Kinds = Kind::SPECIAL.into_iter().filter(|kind| flags >> (kind.number() - 1) & 1 == 1).collect();
        let written = MovesText { turns, used };
        prop_assert_eq!(MovesText::from_bytes(written.to_string().as_bytes()), Ok(written));
        let written = OpponentText { used };
        prop_assert_eq!(OpponentText::from_bytes(written.to_string().as_bytes()), Ok(written));
        let written = TeamText { team };
        prop_assert_eq!(TeamText::from_bytes(written.to_string().as_bytes()), Ok(written));
    }

    #[test]
    fn arbitrary_bytes_do_no_harm(bytes in proptest::collection::vec(
        prop_oneof![4 => proptest::sample::select(b"0125 \t\r\n-+".to_vec()), 1 => any::<u8>()], 0..200,
    )) {
        if let Ok(text) = BoardText::from_bytes(&bytes) {
            prop_assert_eq!(BoardText::from_bytes(text.to_string().as_bytes()), Ok(text));
        }
        if let Ok(text) = OutputText::from_bytes(&bytes) {
            prop_assert_eq!(OutputText::from_bytes(text.to_string().as_bytes()), Ok(text));
        }
        let _ = TeamText::from_bytes(&bytes);
        let _ = MovesText::from_bytes(&bytes);
        let _ = OpponentText::from_bytes(&bytes);
    }

    #[test]
    fn the_listed_drops_are_exactly_the_accepted_ones(
        starts in any_team(), gravity in any_gravity(), choices in proptest::collection::vec(any::<prop::sample::Index>(), 0..60),
    ) {
        let mut position = Position::opening(starts, gravity);
        for choice in choices {
            let listed = position.legal_moves();
            let all = Kind::ALL.into_iter().flat_map(|kind| Column::all().map(move |column| Drop { kind, column }));
            for drop in all {
                let legal = listed.contains(&drop);
                prop_assert_eq!(position.faults(&drop.into()).is_empty(), legal);
                match position.play(drop) {
                    Ok(next) => {
                        prop_assert!(legal);
                        prop_assert_eq!(Some(next), position.play_unchecked(drop));
                        prop_assert_eq!(next.team(), position.team().other());
                    }
                    Err(refused) => {
                        prop_assert!(!legal);
                        prop_assert_eq!(refused.position, position);
                    }
                }
            }
            if listed.is_empty() {
                prop_assert!(position.outcome().is_some());
                break;
            }
            prop_assert_eq!(position.outcome(), None);
            prop_assert_eq!(Position::from_setup(&position.to_setup()), Ok(position));
            position = position.play(listed[choice.index(listed.len())]).unwrap();
        }
    }

    #[test]
    fn sets_of_cells_know_their_cells(numbers in proptest::collection::btree_set(1..=42_u8, 0..42)) {
        let cells: Cells = numbers.iter().map(|&number| Cell::new(number).unwrap()).collect();
        prop_assert_eq!(cells.len() as usize, numbers.len());
        prop_assert_eq!(cells.into_iter().map(Cell::number).collect::<Vec<_>>(), numbers.iter().copied().collect::<Vec<_>>());
        for cell in Cell::all() {
            prop_assert_eq!(cells.contains(cell), numbers.contains(&cell.number()));
            prop_assert_eq!(Cells::of(cell).first(), Some(cell));
            prop_assert_eq!(Cell::at(cell.column(), cell.row()), Some(cell));
        }
    }
}
