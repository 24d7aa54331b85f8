//! Generated cases: random boards of every kind, told one after the other, and games.

use botspec_sdk::games::flit::{Board, Contents, Player, Position, Square, Variant};
use botspec_sdk::random::Random;

use super::patch::Patch;
use super::script::{End, Game, LineEnds, Pace, Partner, Purpose, Script, Session, Step};
use super::{moves, reply, update};
use crate::contest::{Case, Phase};
use crate::scenario::Plan;

/// What a generator makes.
struct Kind {
    name: &'static str,
    title: &'static str,
    rules: &'static [&'static str],
    /// One in how many of the boards asked for it makes.
    share: u32,
    make: fn(Variant, Player, &mut Random) -> Board,
    fits: fn(&Position) -> bool,
}

/// Boards that are told to one process, one after the other.
const BOARDS: u32 = 20;

static KINDS: [Kind; 6] = [
    Kind {
        name: "random",
        title: "random boards",
        rules: &[moves::ORIGIN.id, moves::VACANT.id, moves::ADJACENT.id, reply::RANGE.id, update::TRACKED.id],
        share: 1,
        make: |variant, _, random| {
            let percent = 2 + random.below(50);
            scattered(variant, percent, random)
        },
        fits: |position| position.legal_count() > 0,
    },
    Kind {
        name: "crowded",
        title: "random boards with few empty squares",
        rules: &[moves::VACANT.id, moves::ADJACENT.id, moves::ORIGIN.id, update::TRACKED.id],
        share: 4,
        make: |variant, _, random| {
            let percent = 85 + random.below(14);
            scattered(variant, percent, random)
        },
        fits: |position| position.legal_count() > 0,
    },
    Kind {
        name: "single",
        title: "random boards with one legal move",
        rules: &[moves::VACANT.id, moves::ADJACENT.id, moves::ORIGIN.id],
        share: 4,
        make: single,
        fits: |position| position.legal_count() == 1,
    },
    Kind {
        name: "stuck",
        title: "random boards with no legal move",
        rules: &[moves::STUCK.id],
        share: 8,
        make: stuck,
        fits: |position| position.legal_count() == 0,
    },
    Kind {
        name: "edge",
        title: "random boards on which every way leads round an edge",
        rules: &[moves::ADJACENT.id, reply::RANGE.id, moves::VACANT.id],
        share: 4,
        make: edge,
        fits: |position| position.legal_count() > 0,
    },
    Kind {
        name: "neutral",
        title: "random boards full of neutral pieces",
        rules: &[moves::VACANT.id, moves::ADJACENT.id, update::TRACKED.id],
        share: 4,
        make: neutral,
        fits: |position| position.legal_count() > 0,
    },
];

/// All generated cases. Each depends on the seed and its own number alone.
#[must_use]
pub(super) fn cases(plan: &Plan, variant: Variant) -> Vec<Case<Script>> {
    let mut cases = Vec::new();
    for kind in &KINDS {
        let boards = plan.cases.div_ceil(kind.share);
        for number in 1..=boards.div_ceil(BOARDS) {
            let players = variant.players();
            let bot = players[(number as usize - 1) % players.len()];
            let mut random = stream(plan.seed, kind.name, number);
            let count = BOARDS.min(boards - (number - 1) * BOARDS);
            cases.push(Case {
                id: format!("flit/{}/as-{bot}-{number:03}", kind.name),
                title: format!("{}, as bot {bot}", kind.title),
                rules: kind.rules.to_vec(),
                needs: Vec::new(),
                phase: Phase::Main,
                generated: true,
                script: Script::Session(boards_in_turn(kind, variant, bot, count, &mut random)),
            });
        }
    }
    cases.extend(games(plan, variant));
    cases
}

/// A session in which one board after the other is told.
fn boards_in_turn(kind: &Kind, variant: Variant, bot: Player, count: u32, random: &mut Random) -> Session {
    let mut steps = Vec::new();
    for _ in 0..count {
        steps.push(Step::Board(vec![picture(&find(kind, variant, bot, random))]));
        steps.push(Step::Ask);
        if kind.name == "neutral" {
            // What was converted has to be known at the next request.
            steps.push(Step::Ask);
        }
    }
    Session {
        variant: Some(variant),
        bot,
        board: Vec::new(),
        bystanders: false,
        line_ends: LineEnds::Lf,
        end: End::Stopped,
        steps,
    }
}

fn find(kind: &Kind, variant: Variant, bot: Player, random: &mut Random) -> Board {
    loop {
        let board = (kind.make)(variant, bot, random);
        // As in any game, everybody has two pieces at least.
        if board.piece_counts().iter().all(|&count| count > 1)
            && (kind.fits)(&Position::new(board.clone(), bot))
        {
            return board;
        }
    }
}

/// Games: every partner, every bot.
fn games(plan: &Plan, variant: Variant) -> Vec<Case<Script>> {
    let mut cases = Vec::new();
    for number in 1..=plan.cases.div_ceil(200) {
        for (at, partner) in [Partner::Random, Partner::Collector, Partner::Blocker].into_iter().enumerate() {
            for &bot in variant.players() {
                let paces = [Pace::Usual, Pace::Rich, Pace::Crowded];
                let pace = paces[(at + bot.index() + number as usize) % paces.len()];
                let seed = u64::from(stream(plan.seed, partner.name(), number).word());
                cases.push(Case {
                    id: format!("flit/game/{}-as-{bot}-{number:03}", partner.name()),
                    title: format!(
                        "a game as bot {bot} against partners that play {}{}",
                        partner.name(),
                        pace.title()
                    ),
                    rules: vec![
                        reply::ONE_LINE.id,
                        moves::ORIGIN.id,
                        moves::VACANT.id,
                        moves::ADJACENT.id,
                        update::TRACKED.id,
                        super::time::TURN.id,
                    ],
                    needs: Vec::new(),
                    phase: Phase::Main,
                    generated: true,
                    script: Script::Game(Game {
                        variant: Some(variant),
                        bot,
                        partner,
                        seed,
                        pace,
                        turns: 200,
                        refuse_every: if bot.index() % 2 == 0 { 0 } else { 5 },
                        purpose: Purpose::Moves,
                        end: End::Stopped,
                    }),
                });
            }
        }
    }
    cases
}

impl Pace {
    const fn title(self) -> &'static str {
        match self {
            Self::Usual => "",
            Self::Rich => ", rich in neutral pieces",
            Self::Crowded => ", on a crowded board",
        }
    }
}

/// A board that is half full, as late in a game.
#[must_use]
pub(super) fn crowd(variant: Variant, random: &mut Random) -> Board {
    let mut board = scattered(variant, 50, random);
    // Neutral pieces never stand next to anything.
    let neutral: Vec<Square> = board.neutral().iter().collect();
    for square in neutral {
        board.set(square, Contents::Empty);
    }
    board
}

/// A board with so many in a hundred squares occupied, by anything.
fn scattered(variant: Variant, percent: u32, random: &mut Random) -> Board {
    let mut board = Board::empty(variant);
    for square in variant.squares() {
        if random.chance(percent, 100) {
            board.set(square, anything(variant, random));
        }
    }
    board
}

fn anything(variant: Variant, random: &mut Random) -> Contents {
    let players = variant.players();
    match players.get(random.index(players.len() + 1)) {
        Some(player) => Contents::Piece(*player),
        None => Contents::Neutral,
    }
}

fn anything_but(player: Player, variant: Variant, random: &mut Random) -> Contents {
    loop {
        let contents = anything(variant, random);
        if contents != Contents::Piece(player) {
            return contents;
        }
    }
}

/// Two pieces, and one empty square beside one of them: the other can go there.
fn single(variant: Variant, bot: Player, random: &mut Random) -> Board {
    let mut board = stuck(variant, bot, random);
    for square in board.pieces(bot) {
        board.set(square, anything_but(bot, variant, random));
    }
    let first = any_square(variant, random);
    let second = any_square(variant, random);
    for own in [first, second] {
        board.set(own, Contents::Piece(bot));
        for beside in own.neighbours(variant) {
            if beside != first && beside != second {
                board.set(beside, anything_but(bot, variant, random));
            }
        }
    }
    let gap = first.neighbours(variant)[random.index(4)];
    if gap != second {
        board.set(gap, Contents::Empty);
    }
    board
}

/// Some pieces, with every square beside them taken.
fn stuck(variant: Variant, bot: Player, random: &mut Random) -> Board {
    let mut board = scattered(variant, 40, random);
    for square in board.pieces(bot) {
        for beside in square.neighbours(variant) {
            if board.get(beside) == Contents::Empty {
                board.set(beside, anything_but(bot, variant, random));
            }
        }
    }
    board
}

/// Pieces on the edges, with no empty square beside them but round an edge.
fn edge(variant: Variant, bot: Player, random: &mut Random) -> Board {
    let mut board = Board::empty(variant);
    let last = u32::from(variant.side()) - 1;
    for _ in 0..2 + random.below(6) {
        let along = random.below(last + 1);
        let (x, y) = [(0, along), (last, along), (along, 0), (along, last)][random.index(4)];
        board.set(variant.square(x, y).expect("on an edge"), Contents::Piece(bot));
    }
    for square in board.pieces(bot) {
        for beside in square.neighbours(variant) {
            let round = square.x().abs_diff(beside.x()) > 1 || square.y().abs_diff(beside.y()) > 1;
            if !round && board.get(beside) == Contents::Empty {
                board.set(beside, anything_but(bot, variant, random));
            }
        }
    }
    // Somebody is elsewhere, so that the board is known for what it is.
    for &player in variant.players().iter().chain(variant.players()) {
        let middle = any_square(variant, random);
        if player != bot && board.is_available(middle) {
            board.set(middle, Contents::Piece(player));
        }
    }
    board
}

/// Few pieces, many neutral ones, each apart from everything.
fn neutral(variant: Variant, _: Player, random: &mut Random) -> Board {
    let mut board = scattered(variant, 4, random);
    let stray: Vec<Square> = board.neutral().iter().collect();
    for square in stray {
        board.set(square, Contents::Empty);
    }
    for _ in 0..variant.area() {
        let square = any_square(variant, random);
        if board.is_available(square) {
            board.set(square, Contents::Neutral);
        }
    }
    board
}

fn any_square(variant: Variant, random: &mut Random) -> Square {
    let side = u32::from(variant.side());
    variant.square(random.below(side), random.below(side)).expect("both are below the side")
}

/// The whole of a board.
fn picture(board: &Board) -> Patch {
    Patch { at: (0, 0), rows: board.to_string().lines().map(str::to_owned).collect() }
}

/// A stream of its own for each generator and number.
fn stream(seed: u64, name: &str, number: u32) -> Random {
    let mut random = Random::seeded(seed);
    let start = random.fork().word();
    let name = name.bytes().fold(start, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    Random::seeded(seed ^ (u64::from(name) << 32 | u64::from(number)))
}

#[cfg(test)]
mod tests {
    use super::super::patch;
    use super::*;

    #[test]
    fn every_generator_finds_what_it_is_for() {
        for variant in Variant::ALL {
            for case in cases(&Plan { cases: 24, ..Plan::default() }, variant) {
                let Script::Session(session) = &case.script else { continue };
                let kind = KINDS.iter().find(|kind| case.id.split('/').nth(1) == Some(kind.name)).unwrap();
                for step in &session.steps {
                    if let Step::Board(patches) = step {
                        let position = Position::new(patch::board(variant, patches), session.bot);
                        assert!((kind.fits)(&position), "{}:\n{}", case.id, position.board());
                    }
                }
            }
        }
    }

    #[test]
    fn a_large_board_shows_itself_before_the_first_request() {
        for case in cases(&Plan { cases: 60, ..Plan::default() }, Variant::Standard) {
            let Script::Session(session) = &case.script else { continue };
            let Some(Step::Board(patches)) = session.steps.first() else { panic!("{}", case.id) };
            let board = patch::board(Variant::Standard, patches);
            let shows = |square: Square| {
                square.x() > 15
                    || square.y() > 15
                    || matches!(board.get(square), Contents::Piece(Player::Three | Player::Four))
            };
            assert!(board.occupied().iter().any(shows), "{}:\n{board}", case.id);
        }
    }

    #[test]
    fn a_case_is_the_same_whatever_the_number_of_cases() {
        let few = cases(&Plan { cases: 20, ..Plan::default() }, Variant::Duel);
        let many = cases(&Plan { cases: 50, ..Plan::default() }, Variant::Duel);
        let twin = many.iter().find(|other| other.id == few[0].id).unwrap();
        assert_eq!(format!("{:?}", few[0].script), format!("{:?}", twin.script));
    }
}
