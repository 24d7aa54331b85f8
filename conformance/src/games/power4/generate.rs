//! Generated cases: random boards of every kind, and matches.

use botspec_sdk::games::power4::{Board, BoardText, Cell, Column, Disk, Gravity, Team};
use botspec_sdk::random::Random;

use super::script::{Help, Layout, Memo, Partner, Script, Session, TeamEnd, Turn, Variant};
use super::{ANSWERS, Scripted, column, disk, files, input, output, process, set, time};
use crate::contest::{Case, Phase};
use crate::scenario::Plan;

/// A generator of single turns.
struct Kind {
    name: &'static str,
    title: &'static str,
    rules: &'static [&'static str],
    /// One in how many of the cases asked for it makes.
    share: u32,
    /// How high the columns are filled.
    heights: fn(&mut Random) -> [u8; 7],
    /// How many dual disks lie there at least.
    duals: u32,
    /// What the referee's memo says; only in the variant `memo`.
    memo: Option<fn(&mut Random) -> Memo>,
}

const FULL: u8 = Cell::ROWS;

/// The rules that any answer may break.
const ANY: &[&str] = &[
    output::WRITTEN.id,
    output::FORMAT.id,
    disk::KIND.id,
    column::RANGE.id,
    column::OPEN.id,
    input::UNTOUCHED.id,
    process::EXIT_STATUS.id,
    process::TERMINATES.id,
    time::TURN.id,
];

static KINDS: [Kind; 8] = [
    Kind {
        name: "random",
        title: "a random board",
        rules: ANY,
        share: 1,
        heights: |random| anywhere(random, 0),
        duals: 0,
        memo: None,
    },
    Kind {
        name: "crowded",
        title: "a random board with two open columns",
        rules: &[column::OPEN.id],
        share: 4,
        heights: |random| crowded(random, 2),
        duals: 0,
        memo: None,
    },
    Kind {
        name: "one-column",
        title: "a random board with one open column",
        rules: &[column::OPEN.id],
        share: 8,
        heights: |random| crowded(random, 1),
        duals: 0,
        memo: None,
    },
    Kind {
        name: "one-cell",
        title: "a random board with one open cell",
        rules: &[column::OPEN.id],
        share: 8,
        heights: |random| {
            let mut heights = [FULL; 7];
            heights[random.index(7)] = FULL - 1;
            heights
        },
        duals: 0,
        memo: None,
    },
    Kind {
        name: "both-dual",
        title: "a random board with both dual disks on it",
        rules: ANY,
        share: 8,
        heights: |random| anywhere(random, 1),
        duals: 2,
        memo: None,
    },
    Kind {
        name: "memo-used",
        title: "a random board, with special disks used up as moves.txt says",
        rules: &[disk::ONCE.id],
        share: 2,
        heights: |random| anywhere(random, 1),
        duals: 0,
        memo: Some(|random| Memo {
            used: some_kinds(random),
            opponent_used: some_kinds(random),
            turns: u16::try_from(random.below(9)).unwrap_or_default(),
        }),
    },
    Kind {
        name: "memo-all-used",
        title: "a random board, with all special disks used up",
        rules: &[disk::ONCE.id],
        share: 8,
        heights: |random| anywhere(random, 1),
        duals: 1,
        memo: Some(|random| Memo {
            used: vec![1, 2, 3, 4],
            opponent_used: some_kinds(random),
            turns: u16::try_from(4 + random.below(15)).unwrap_or_default(),
        }),
    },
    Kind {
        name: "memo-due",
        title: "a random board on the tenth turn, with the dual disk unused",
        rules: &[disk::DUAL_BY_TENTH.id],
        share: 4,
        heights: |random| anywhere(random, 1),
        duals: 0,
        memo: Some(|random| Memo {
            used: some_kinds(random).into_iter().filter(|&kind| kind != 4).collect(),
            opponent_used: some_kinds(random),
            turns: 9,
        }),
    },
];

/// All generated cases. Each depends on the seed, the variant and its own number alone, so that the same case
/// comes out whatever the number of cases.
#[must_use]
pub(super) fn cases(plan: &Plan, variant: Variant) -> Vec<Case<Scripted>> {
    let mut cases = Vec::new();
    for kind in KINDS.iter().filter(|kind| kind.memo.is_none() || variant == Variant::Memo) {
        for number in 1..=plan.cases.div_ceil(kind.share) {
            let team = if number % 2 == 1 { Team::One } else { Team::Two };
            let mut random = stream(plan.seed, kind.name, number);
            let board = board(kind, variant.gravity(), &mut random);
            let memo = kind.memo.map_or_else(Memo::default, |memo| memo(&mut random));
            cases.push(Case {
                id: format!("power4/{}/team-{team}-{number:03}", kind.name),
                title: format!("{}, as team {team}", kind.title),
                rules: kind.rules.to_vec(),
                needs: ANSWERS.to_vec(),
                phase: Phase::Main,
                generated: true,
                script: (
                    Script::Turn(Turn {
                        variant: None,
                        team,
                        board: BoardText { board }.to_string(),
                        memo,
                        layout: Layout::Usual,
                        team_end: TeamEnd::Bare,
                        about_team: false,
                        stale: None,
                        stray: Vec::new(),
                    }),
                    variant,
                ),
            });
        }
    }
    cases.extend(matches(plan, variant));
    cases
}

/// Matches: every partner, both teams, both starts.
fn matches(plan: &Plan, variant: Variant) -> Vec<Case<Scripted>> {
    let mut cases = Vec::new();
    for number in 1..=plan.cases.div_ceil(100) {
        for partner in [Partner::Random, Partner::Patient, Partner::Clearing] {
            for (team, starts) in
                Team::ALL.into_iter().flat_map(|team| Team::ALL.map(|starts| (team, starts)))
            {
                let seed = u64::from(stream(plan.seed, partner.name(), number).word());
                let first = if starts == team { "first" } else { "second" };
                let long = partner != Partner::Random;
                let mut rules = vec![
                    output::WRITTEN.id,
                    column::OPEN.id,
                    disk::ONCE.id,
                    disk::DUAL_BY_TENTH.id,
                    files::COUNT.id,
                    files::LOCATION.id,
                    files::PREFIX.id,
                    time::TURN.id,
                ];
                if long {
                    rules.push(set::RESET.id);
                }
                cases.push(Case {
                    id: format!("power4/match/{}-team-{team}-{first}-{number:03}", partner.name()),
                    title: format!(
                        "{} as team {team}, which starts {first}, against a partner that plays {}",
                        if long { "two sets" } else { "a set" },
                        partner.name()
                    ),
                    rules,
                    needs: ANSWERS.to_vec(),
                    phase: Phase::Main,
                    generated: true,
                    script: (
                        Script::Session(Session {
                            variant: None,
                            team,
                            starts,
                            partner,
                            seed,
                            sets: if long { 2 } else { 0 },
                            turns: if long { 12 } else { 40 },
                            help: Help::Kept,
                        }),
                        variant,
                    ),
                });
            }
        }
    }
    cases
}

/// A stream of its own for each generator and number.
fn stream(seed: u64, name: &str, number: u32) -> Random {
    let mut random = Random::seeded(seed);
    let start = random.fork().word();
    let name = name.bytes().fold(start, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    Random::seeded(seed ^ (u64::from(name) << 32 | u64::from(number)))
}

/// Any heights but all full.
fn anywhere(random: &mut Random, least: u8) -> [u8; 7] {
    loop {
        let heights = [(); 7].map(|()| height(random, least, FULL));
        if heights.iter().any(|&height| height < FULL) {
            return heights;
        }
    }
}

/// All columns full but so many.
fn crowded(random: &mut Random, open: usize) -> [u8; 7] {
    let mut columns = [0, 1, 2, 3, 4, 5, 6];
    random.shuffle(&mut columns);
    let mut heights = [FULL; 7];
    for &column in &columns[..open] {
        heights[column] = height(random, 0, FULL - 1);
    }
    heights
}

fn height(random: &mut Random, least: u8, most: u8) -> u8 {
    least + u8::try_from(random.below(u32::from(most - least) + 1)).unwrap_or_default()
}

/// Any of the special kinds.
fn some_kinds(random: &mut Random) -> Vec<u8> {
    (1..=4).filter(|_| random.chance(1, 2)).collect()
}

/// A consistent board that is not full. Where disks hover, it has gaps.
fn board(kind: &Kind, gravity: Gravity, random: &mut Random) -> Board {
    loop {
        let heights = (kind.heights)(random);
        let cells: Vec<Cell> = Column::all()
            .zip(heights)
            .flat_map(|(column, height)| (1..=height).filter_map(move |row| Cell::at(column, row)))
            .collect();
        if let Some(mut board) = filled(&cells, kind.duals, random) {
            if gravity == Gravity::Hover {
                make_gaps(&mut board, &cells, random);
            }
            return board;
        }
    }
}

/// A disk on each of the cells and no four in a row; none if chance has left no way.
fn filled(cells: &[Cell], duals: u32, random: &mut Random) -> Option<Board> {
    let mut board = Board::EMPTY;
    let mut order = cells.to_vec();
    random.shuffle(&mut order);
    let wanted = duals.max(random.below(6).saturating_sub(3));
    let teams = if random.chance(1, 2) { Team::ALL } else { [Team::Two, Team::One] };
    for (number, cell) in order.into_iter().enumerate() {
        let dual = u32::try_from(number).is_ok_and(|number| number < wanted);
        let fair = [Disk::Of(teams[number % 2]), Disk::Of(teams[(number + 1) % 2])];
        let tries = if dual { [Disk::Dual; 2] } else { fair };
        tries.into_iter().find(|&disk| {
            board.set(cell, Some(disk));
            !Team::ALL.into_iter().any(|team| board.has_four(team))
        })?;
    }
    (board.cells(Disk::Dual).len() >= duals).then_some(board)
}

/// Takes some disks away from underneath others; each column that was full stays so.
fn make_gaps(board: &mut Board, cells: &[Cell], random: &mut Random) {
    for column in Column::all() {
        let own: Vec<Cell> = cells.iter().copied().filter(|cell| cell.column() == column).collect();
        let open = own.len() < usize::from(FULL);
        let removable: Vec<Cell> =
            own.into_iter().filter(|&cell| board.get(cell).is_some_and(|disk| disk != Disk::Dual)).collect();
        if open
            && random.chance(2, 3)
            && let Some(&cell) = random.pick(&removable)
        {
            board.set(cell, None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::power4::play::position;

    fn turns(plan: &Plan, variant: Variant) -> Vec<(Case<Scripted>, Turn)> {
        let with_turn = |case: Case<Scripted>| match case.script.0.clone() {
            Script::Turn(turn) => Some((case, turn)),
            _ => None,
        };
        cases(plan, variant).into_iter().filter_map(with_turn).collect()
    }

    #[test]
    fn every_generator_makes_what_it_is_for() {
        for variant in Variant::ALL {
            for (case, turn) in turns(&Plan { cases: 60, ..Plan::default() }, variant) {
                let position =
                    position(&turn, variant).unwrap_or_else(|error| panic!("{}: {error}", case.id));
                let open = position.columns().count();
                let duals = position.board().cells(Disk::Dual).len();
                match case.id.split('/').nth(1).unwrap() {
                    "random" => assert!(open > 0),
                    "crowded" => assert_eq!(open, 2),
                    "one-column" => assert_eq!(open, 1),
                    "one-cell" if variant == Variant::Hover => assert_eq!(open, 1),
                    "one-cell" => assert_eq!(position.board().occupied().len(), 41),
                    "both-dual" => assert_eq!(duals, 2),
                    "memo-used" => assert!(!position.dual_is_due()),
                    "memo-all-used" => assert_eq!(position.drops().count(), open),
                    "memo-due" => assert!(position.dual_is_due()),
                    other => panic!("{other}"),
                }
            }
        }
    }

    #[test]
    fn boards_of_the_hover_variant_have_gaps() {
        let plan = Plan { cases: 60, ..Plan::default() };
        let floats = |variant| {
            let all = turns(&plan, variant);
            all.iter()
                .filter(|(_, turn)| !position(turn, variant).unwrap().board().floating().is_empty())
                .count()
        };
        assert_eq!(floats(Variant::Standard), 0);
        assert!(floats(Variant::Hover) > 40);
    }

    #[test]
    fn a_case_is_the_same_whatever_the_number_of_cases() {
        let few = cases(&Plan { cases: 4, ..Plan::default() }, Variant::Memo);
        let many = cases(&Plan { cases: 130, ..Plan::default() }, Variant::Memo);
        for case in few {
            let twin = many.iter().find(|other| other.id == case.id).unwrap();
            assert_eq!(format!("{:?}", case.script), format!("{:?}", twin.script), "{}", case.id);
        }
    }
}
