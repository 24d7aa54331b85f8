//! Generated cases: every size, boards of every kind, and whole games.

use botspec_sdk::games::hex::{BoardText, Cell, Colour, Message, Size};

use super::script::{End, Game, LineEnds, Partner, Script, SessionScript};
use super::shapes::Shape;
use super::step::{Step, Whose};
use super::{check_win, init_board, make_move, quit, set, swap, time};
use crate::contest::{Case, Phase};
use crate::scenario::{Plan, stream};

/// A generator of boards whose winner is asked for.
struct Kind {
    name: &'static str,
    title: &'static str,
    shape: Shape,
    /// One in how many of the cases asked for it makes.
    share: u32,
}

static KINDS: [Kind; 7] = [
    Kind { name: "random", title: "a random game", shape: Shape::Random, share: 10 },
    Kind { name: "winding", title: "a winding chain", shape: Shape::Winding, share: 10 },
    Kind { name: "near-miss", title: "a winding chain with a gap", shape: Shape::Broken, share: 10 },
    Kind { name: "edge", title: "a chain along an edge, whole or not", shape: Shape::Edge, share: 14 },
    Kind { name: "corner", title: "stones that only seem to be joined", shape: Shape::Corner, share: 14 },
    Kind { name: "full", title: "a full board", shape: Shape::Full, share: 20 },
    Kind { name: "crowded", title: "a crowded board that nobody has won", shape: Shape::Crowded, share: 20 },
];

/// Who plays a game, and where.
struct Pairing {
    name: &'static str,
    partner: Partner,
    colour: Colour,
    side: u8,
}

/// Sizes for boards, small, middling and large in turn.
const SIZES: [u8; 25] =
    [11, 4, 26, 7, 3, 14, 10, 2, 19, 5, 23, 8, 6, 16, 9, 21, 12, 25, 13, 17, 15, 24, 18, 22, 20];
/// Sizes of games.
const GAME_SIZES: [u8; 8] = [5, 10, 3, 7, 11, 4, 13, 8];
/// Sizes of games that the bot wins if it can.
const YIELDED_SIZES: [u8; 4] = [5, 6, 7, 4];
/// Sizes of games in which the bot has a plan.
const FORESEEN_SIZES: [u8; 2] = [11, 8];
/// Games in which bots that move anywhere make hundreds of moves.
static LONG: [Pairing; 2] = [
    Pairing { name: "long", partner: Partner::Random, colour: Colour::Black, side: 26 },
    Pairing { name: "long", partner: Partner::Random, colour: Colour::White, side: 19 },
];
/// Games with stones that are taken back, long enough for a bot to lose track of its own.
static WAVERING: [Pairing; 2] = [
    Pairing { name: "wavering", partner: Partner::Wavering, colour: Colour::Black, side: 6 },
    Pairing { name: "wavering", partner: Partner::Wavering, colour: Colour::White, side: 7 },
];
/// A game on the tournament's board, where bots know the best moves by heart.
static TOURNAMENT: [Pairing; 3] = [
    Pairing { name: "foreseen-on-ten", partner: Partner::Foreseeing, colour: Colour::Black, side: 10 },
    Pairing { name: "foreseen-on-ten", partner: Partner::Foreseeing, colour: Colour::White, side: 10 },
    Pairing {
        name: "swapped-and-foreseen-on-ten",
        partner: Partner::ForeseeingSwapper,
        colour: Colour::Black,
        side: 10,
    },
];
/// Row and column, from 0.
type Spot = (u8, u8);
/// What bots answer near their edge without a look: black's, at the last row of 8×8. Its stone, others of white's, and the
/// last one; the answer that bots know by heart is taken, or off the board.
static EDGE_REPLIES: [(Spot, &[Spot], Spot); 6] = [
    // Along the second row, to both sides.
    ((6, 4), &[(7, 3), (6, 5)], (7, 4)),
    ((6, 4), &[(7, 5), (6, 3)], (7, 4)),
    ((6, 7), &[(7, 6), (6, 6)], (7, 7)),
    // From the third row there are two ways down.
    ((5, 4), &[(6, 3), (0, 3)], (6, 4)),
    ((5, 4), &[(6, 4), (0, 3)], (6, 3)),
    // In the first column there is one.
    ((5, 0), &[(0, 3), (0, 5)], (6, 0)),
];
/// Further stones, black's and white's, so that it is the bot's turn: one of white's more if black is the opponent.
const FAR_FROM_THE_EDGE: ([Spot; 2], Spot) = ([(1, 1), (2, 4)], (0, 6));
const EDGE_SIDE: u8 = 8;

/// On so many sizes a session looks at black's first move.
const FIRST_MOVES: usize = 9;
/// First stones that the bot may swap, beside those of the scenarios: the size, the row and the column from 0. They are in
/// the middle of a board, or on the tournament's, where what is worth a swap is best known: on its edges, too.
const OFFERED: [(u8, u8, u8); 28] = [
    (4, 1, 2),
    (8, 3, 4),
    (9, 4, 4),
    (11, 5, 5),
    (12, 6, 5),
    (13, 6, 6),
    (14, 6, 7),
    (16, 8, 7),
    (17, 8, 8),
    (18, 8, 9),
    (20, 9, 10),
    (21, 10, 10),
    (22, 11, 10),
    (23, 11, 11),
    (24, 11, 12),
    (25, 12, 12),
    (10, 2, 7),
    (10, 3, 6),
    (10, 6, 3),
    (10, 7, 2),
    (10, 3, 3),
    (10, 6, 6),
    (10, 0, 9),
    (10, 9, 0),
    (10, 1, 9),
    (10, 9, 7),
    (10, 7, 0),
    (10, 0, 4),
];
/// So many games are opened by the bot and swapped by its opponent: bots draw their first stone from some that they know.
const SWAPPED: u32 = 10;
/// The sizes on which the opponent swaps in no scripted session.
const SWAPPED_ON: [u8; 14] = [9, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 23, 24, 25];
/// Sessions in one process, all as one colour: few enough for every kind to be played as both.
const BATCH: u32 = 5;

/// All generated cases. Each depends on the seed and its own number alone, so that the same case comes out
/// whatever the number of cases.
#[must_use]
pub(super) fn cases(plan: &Plan) -> Vec<Case<Script>> {
    let mut cases: Vec<Case<Script>> = Size::all().map(size_case).collect();
    for (kind, at) in KINDS.iter().zip(1..) {
        let count = plan.cases.div_ceil(kind.share);
        cases.extend((1..=count).map(|number| board_case(kind, at, number, plan.seed)));
    }
    cases.extend(Size::all().skip(1).flat_map(|size| [edges_case(size, false), edges_case(size, true)]));
    cases.extend(occupied_cases(plan));
    cases.extend(games(plan));
    // Bots that think for long have games to play before.
    let sizes: Vec<Size> = Size::all().skip(1).collect();
    cases.extend(sizes.chunks(FIRST_MOVES).map(first_moves_case));
    cases.extend(edge_replies());
    let tournament = Size::TOURNAMENT.get();
    cases.extend((1..=SWAPPED).map(|number| swapped_case(tournament, &format!("-{number:02}"), number)));
    cases.extend(SWAPPED_ON.iter().zip(1..).map(|(&side, number)| swapped_case(side, "", number)));
    cases.extend(OFFERED.iter().map(|&(side, row, column)| offered_case(side, row, column)));
    cases.extend(Size::TOURNAMENT.cells().filter(|cell| !is_offered(*cell)).map(answer_case));
    cases
}

/// A size from its first message to its last row and column.
fn size_case(size: Size) -> Case<Script> {
    let colour = if size.get() % 2 == 1 { Colour::Black } else { Colour::White };
    let say = Step::Say;
    let mut steps = vec![say(Message::InitBoard(size)), say(Message::ShowBoard), say(Message::CheckWin)];
    if size == Size::MIN {
        steps.push(say(Message::MakeMove));
    } else {
        let last = size.get() - 1;
        let own_turn = |turn: usize| turn.is_multiple_of(2) == (colour == Colour::Black);
        // As many as make it the bot's turn, and decide nothing.
        let stones = match (last, colour) {
            (1, _) => vec![(0, 0), (0, last), (last, last)],
            (_, Colour::Black) => vec![(0, last), (last, 0), (last, last), (0, 0)],
            (_, Colour::White) => vec![(0, last), (last, 0), (last, last), (0, 0), (last / 2, last / 2)],
        };
        for (turn, (row, column)) in stones.into_iter().enumerate() {
            let cell = Cell::at(row, column).expect("both are below the size");
            steps.push(say(if own_turn(turn) {
                Message::Sety(cell.into())
            } else {
                Message::Seto(cell.into())
            }));
        }
        steps.extend([say(Message::ShowBoard), say(Message::CheckWin), say(Message::MakeMove)]);
    }
    steps.extend([say(Message::ShowBoard), say(Message::CheckWin)]);
    let mut session = session(colour, steps, u64::from(size.get()));
    session.group = 10 + u32::from(size.get() % 2);
    Case {
        id: format!("hex/init-board/size-{:02}", size.get()),
        title: format!("a board of {size}×{size}, corner to corner, as {colour}"),
        rules: vec![init_board::SIZES.id, set::RECORDED.id, make_move::ON_BOARD.id, make_move::RECORDED.id],
        needs: vec![],
        phase: Phase::Main,
        generated: false,
        script: Script::Session(session),
    }
}

/// The first move of a game on each of some sizes.
fn first_moves_case(sizes: &[Size]) -> Case<Script> {
    let (first, last) = (sizes[0].get(), sizes[sizes.len() - 1].get());
    let first_move =
        |&size: &Size| [Message::InitBoard(size), Message::MakeMove, Message::ShowBoard].map(Step::Say);
    let mut session = session(Colour::Black, sizes.iter().flat_map(first_move).collect(), u64::from(first));
    session.group = 11;
    Case {
        id: format!("hex/make-move/first-on-{first:02}-to-{last:02}"),
        title: format!("the first move on each size from {first} to {last}"),
        rules: vec![make_move::ON_BOARD.id, make_move::FORMAT.id, make_move::RECORDED.id],
        needs: Vec::new(),
        phase: Phase::Main,
        generated: true,
        script: Script::Session(session),
    }
}

/// The replies of [`EDGE_REPLIES`], at both edges of both colours.
fn edge_replies() -> impl Iterator<Item = Case<Script>> {
    let edges = Colour::ALL.into_iter().flat_map(|colour| [(colour, false), (colour, true)]);
    edges.flat_map(|(colour, turned)| {
        EDGE_REPLIES
            .iter()
            .zip(1..)
            .map(move |(reply, number)| edge_reply_case(colour, turned, reply, number))
    })
}

fn edge_reply_case(
    colour: Colour,
    turned: bool,
    &(own, others, last): &(Spot, &[Spot], Spot),
    number: u32,
) -> Case<Script> {
    // White's edges are black's with rows and columns exchanged.
    let cell = |(row, column): Spot| {
        let last = EDGE_SIDE - 1;
        let (row, column) = if turned { (last - row, last - column) } else { (row, column) };
        let (row, column) = if colour == Colour::Black { (row, column) } else { (column, row) };
        Cell::at(row, column).expect("both are below the size")
    };
    let say = Step::Say;
    let (own_far, other_far) = FAR_FROM_THE_EDGE;
    let own = [own].into_iter().chain(own_far).map(|spot| say(Message::Sety(cell(spot).into())));
    let first = (colour == Colour::White).then_some(other_far);
    let others = first.into_iter().chain(others.iter().copied()).chain([last]);
    let others = others.map(|spot| say(Message::Seto(cell(spot).into())));
    let size = Size::new(EDGE_SIDE).expect("it is a size");
    let mut steps = vec![say(Message::InitBoard(size))];
    steps.extend(alternating(colour, own.collect(), others.collect()));
    steps.extend([say(Message::MakeMove), say(Message::ShowBoard)]);
    let mut session = session(colour, steps, u64::from(number));
    session.group = 12 + u32::from(colour == Colour::Black);
    let edge = match (colour, turned) {
        (Colour::Black, false) => "bottom",
        (Colour::Black, true) => "top",
        (Colour::White, false) => "right",
        (Colour::White, true) => "left",
    };
    Case {
        id: format!("hex/make-move/near-the-{edge}-{number}"),
        title: format!(
            "beside the {edge} edge, where a cell that is often answered is no choice, as {colour}"
        ),
        rules: vec![make_move::VACANT.id, make_move::ON_BOARD.id],
        needs: Vec::new(),
        phase: Phase::Main,
        generated: true,
        script: Script::Session(session),
    }
}

/// The bot's stones and its opponent's, in the order of a game of which the last stone is the opponent's.
fn alternating(colour: Colour, own: Vec<Step>, others: Vec<Step>) -> Vec<Step> {
    let (first, second) = if colour == Colour::Black { (own, others) } else { (others, own) };
    let mut second = second.into_iter();
    first.into_iter().flat_map(|step| [Some(step), second.next()]).flatten().collect()
}

/// A first stone of the bot's that its opponent swaps, and what comes after that.
fn swapped_case(side: u8, mark: &str, seed: u32) -> Case<Script> {
    let size = Size::new(side).expect("all of them are sizes");
    let say = Step::Say;
    let steps = vec![
        say(Message::InitBoard(size)),
        say(Message::MakeMove),
        say(Message::Swap),
        say(Message::MakeMove),
        say(Message::ShowBoard),
        Step::Put(Whose::Opponent),
        say(Message::MakeMove),
        say(Message::ShowBoard),
    ];
    let mut session = session(Colour::Black, steps, u64::from(seed));
    session.fresh = true;
    Case {
        id: format!("hex/swap/swapped-on-{side:02}{mark}"),
        title: format!("the bot opens on {size}×{size}, and its opponent swaps"),
        rules: vec![swap::COLOURS.id, make_move::SWAP_TIMING.id],
        needs: vec![make_move::RECORDED.id],
        phase: Phase::Main,
        generated: true,
        script: Script::Session(session),
    }
}

/// A first stone of the opponent's that the bot may swap, and what comes after that.
fn offered_case(side: u8, row: u8, column: u8) -> Case<Script> {
    let size = Size::new(side).expect("all of them are sizes");
    let cell = Cell::at(row, column).expect("both are below the size");
    let say = Step::Say;
    let then = [Step::Put(Whose::Opponent), say(Message::MakeMove), say(Message::ShowBoard)];
    let begin = [Message::InitBoard(size), Message::Seto(cell.into()), Message::MakeMove, Message::ShowBoard];
    let steps = begin.map(say).into_iter().chain(then).chain([say(Message::CheckWin)]).collect();
    let mut session = session(Colour::White, steps, u64::from(side));
    session.fresh = true;
    Case {
        id: format!("hex/swap/offered-{cell}-on-{side:02}"),
        title: format!(
            "a stone on {cell} of {size}×{size}: if the bot swaps, everything goes on accordingly"
        ),
        rules: vec![swap::COLOURS.id],
        needs: vec![make_move::RECORDED.id],
        phase: Phase::Main,
        generated: true,
        script: Script::Session(session),
    }
}

/// Whether [`OFFERED`] has this first stone of the tournament's board.
fn is_offered(stone: Cell) -> bool {
    OFFERED.contains(&(Size::TOURNAMENT.get(), stone.row(), stone.column()))
}

/// What a bot answers to a first stone on the tournament's board: it may know an answer to each by heart.
fn answer_case(stone: Cell) -> Case<Script> {
    let begin = [Message::InitBoard(Size::TOURNAMENT), Message::Seto(stone.into()), Message::MakeMove];
    let steps = begin.into_iter().chain([Message::ShowBoard, Message::CheckWin]).map(Step::Say).collect();
    let mut session = session(Colour::White, steps, u64::from(stone.column()));
    session.group = 30 + u32::from(stone.row());
    Case {
        id: format!("hex/make-move/answer-to-{stone}"),
        title: format!("the answer to a first stone on {stone} of {0}×{0}", Size::TOURNAMENT),
        rules: vec![make_move::VACANT.id, make_move::ON_BOARD.id, make_move::FORMAT.id, swap::COLOURS.id],
        needs: vec![make_move::RECORDED.id],
        phase: Phase::Main,
        generated: true,
        script: Script::Session(session),
    }
}

/// Black along the first column and white along the last row lack the same cell, the one in the corner: nobody has
/// won, then black, then white. `turned`: the same board turned round, with the opposite corner.
fn edges_case(size: Size, turned: bool) -> Case<Script> {
    let last = size.get() - 1;
    let cell = |row: u8, column: u8| {
        let (row, column) = if turned { (last - row, last - column) } else { (row, column) };
        Cell::at(row, column).expect("both are below the size")
    };
    let colour = if turned { Colour::White } else { Colour::Black };
    let say = Step::Say;
    let put = |stone: Colour, cell: Cell| {
        say(if stone == colour { Message::Sety(cell.into()) } else { Message::Seto(cell.into()) })
    };
    let (corner, elsewhere) = (cell(last, 0), cell(0, last));
    let mut steps = vec![say(Message::InitBoard(size))];
    for at in 0..last {
        steps.extend([put(Colour::Black, cell(at, 0)), put(Colour::White, cell(last, last - at))]);
    }
    steps.extend([say(Message::ShowBoard), say(Message::CheckWin)]);
    steps.extend([put(Colour::Black, corner), say(Message::ShowBoard), say(Message::CheckWin)]);
    steps.extend([say(Message::Unset(corner.into())), put(Colour::Black, elsewhere), say(Message::CheckWin)]);
    steps.extend([put(Colour::White, corner), say(Message::ShowBoard), say(Message::CheckWin)]);
    let mut session = session(colour, steps, u64::from(size.get()));
    session.group = 20 + u32::from(turned);
    let corner = if turned { "top right" } else { "bottom left" };
    Case {
        id: format!("hex/edges/{}-{:02}", if turned { "first" } else { "last" }, size.get()),
        title: format!("the {corner} corner of {size}×{size} decides, for black and for white, as {colour}"),
        rules: vec![check_win::VALUE.id, set::RECORDED.id],
        needs: Vec::new(),
        phase: Phase::Main,
        generated: false,
        script: Script::Session(session),
    }
}

/// A board, its winner, and the same with a stone less on either side.
fn board_case(kind: &Kind, kind_number: u32, number: u32, seed: u64) -> Case<Script> {
    let mut random = stream(seed, kind.name, number);
    let sizes: Vec<u8> = SIZES.into_iter().filter(|&side| side >= kind.shape.smallest()).collect();
    let side = sizes[(number as usize - 1) % sizes.len()];
    let size = Size::new(side).expect("all of them are sizes");
    let board = kind.shape.board(size, &mut random);
    let batch = (number - 1) / BATCH;
    let colour = if batch.is_multiple_of(2) { Colour::Black } else { Colour::White };
    let say = Step::Say;
    let mut steps = vec![
        say(Message::InitBoard(size)),
        Step::Board(BoardText::from(&board)),
        say(Message::ShowBoard),
        say(Message::CheckWin),
    ];
    // A stone of each colour is taken away: the counts are still those of a game.
    for taken in Colour::ALL {
        let stones: Vec<Cell> =
            board.stones().filter(|&(_, stone)| stone == taken).map(|(cell, _)| cell).collect();
        if board.stones_of(Colour::White) > 0
            && let Some(&cell) = random.pick(&stones)
        {
            steps.push(say(Message::Unset(cell.into())));
        }
    }
    steps.extend([say(Message::ShowBoard), say(Message::CheckWin)]);
    let mut session = session(colour, steps, u64::from(random.word()));
    session.group = 100 * kind_number + batch + 1;
    session.family = kind.name;
    Case {
        id: format!("hex/{}/{side:02}-{number:03}", kind.name),
        title: format!("{} on {size}×{size}, as {colour}", kind.title),
        rules: vec![check_win::VALUE.id, set::RECORDED.id, time::REPLY.id],
        needs: Vec::new(),
        phase: Phase::Main,
        generated: true,
        script: Script::Session(session),
    }
}

/// Moves on crowded boards of random games, where few cells are free.
fn occupied_cases(plan: &Plan) -> Vec<Case<Script>> {
    let mut cases = Vec::new();
    for number in 1..=plan.cases.div_ceil(20) {
        let mut random = stream(plan.seed, "position", number);
        let side = SIZES[(number as usize * 3) % SIZES.len()].max(3);
        let size = Size::new(side).expect("all of them are sizes");
        let board = Shape::Crowded.board(size, &mut random);
        let black = board.stones_of(Colour::Black) == board.stones_of(Colour::White);
        let colour = if black { Colour::Black } else { Colour::White };
        let say = Step::Say;
        let steps = vec![
            say(Message::InitBoard(size)),
            Step::Board(BoardText::from(&board)),
            say(Message::MakeMove),
            say(Message::ShowBoard),
            say(Message::CheckWin),
            Step::Put(Whose::Opponent),
            say(Message::MakeMove),
            say(Message::ShowBoard),
        ];
        let mut session = session(colour, steps, u64::from(random.word()));
        session.group = 1_000 + u32::from(black);
        session.family = "position";
        cases.push(Case {
            id: format!("hex/position/{side:02}-{number:03}"),
            title: format!("a move on a crowded board of {size}×{size}, as {colour}"),
            rules: vec![
                make_move::VACANT.id,
                make_move::RECORDED.id,
                make_move::SWAP_TIMING.id,
                time::TURN.id,
            ],
            needs: vec![make_move::RECORDED.id],
            phase: Phase::Main,
            generated: true,
            script: Script::Session(session),
        });
    }
    cases
}

/// Whole games: every partner, both colours, and long ones.
fn games(plan: &Plan) -> Vec<Case<Script>> {
    let mut cases = Vec::new();
    let partners = [Partner::Random, Partner::Path, Partner::Swapper, Partner::Steady];
    for number in 1..=plan.cases.div_ceil(100) {
        let turn = number as usize - 1;
        let mut add = |pairing: &Pairing| cases.push(game_case(pairing, number, plan.seed));
        for (at, partner) in partners.into_iter().enumerate() {
            for colour in Colour::ALL {
                let side = GAME_SIZES[(turn + at * 2 + colour.index()) % GAME_SIZES.len()];
                add(&Pairing { name: partner.name(), partner, colour, side });
            }
        }
        for colour in Colour::ALL {
            let yielded = YIELDED_SIZES[(turn + colour.other().index()) % YIELDED_SIZES.len()];
            let foreseen = FORESEEN_SIZES[(turn + colour.index()) % FORESEEN_SIZES.len()];
            for (partner, side) in [(Partner::Yielding, yielded), (Partner::Foreseeing, foreseen)] {
                add(&Pairing { name: partner.name(), partner, colour, side });
            }
        }
        if number == 1 {
            LONG.iter().chain(&TOURNAMENT).chain(&WAVERING).for_each(add);
        }
    }
    cases
}

fn game_case(pairing: &Pairing, number: u32, seed: u64) -> Case<Script> {
    let &Pairing { name, partner, colour, side } = pairing;
    let size = Size::new(side).expect("all of them are sizes");
    let mut rules = vec![
        make_move::FORMAT.id,
        make_move::ON_BOARD.id,
        make_move::VACANT.id,
        make_move::RECORDED.id,
        make_move::SWAP_TIMING.id,
        quit::TERMINATES.id,
        quit::EXIT_STATUS.id,
        time::TURN.id,
    ];
    if partner.asks_who_has_won() {
        rules.push(check_win::VALUE.id);
    }
    if colour == Colour::White
        || matches!(partner, Partner::Swapper | Partner::ForeseeingSwapper | Partner::Path)
    {
        rules.push(swap::COLOURS.id);
    }
    Case {
        id: format!("hex/game/{name}-as-{colour}-{number:03}"),
        title: format!("a game on {size}×{size} as {colour} against a partner that {}", partner.manner()),
        rules,
        needs: vec![make_move::RECORDED.id],
        phase: Phase::Main,
        generated: true,
        script: Script::Game(Game {
            colour,
            size,
            partner,
            seed: u64::from(stream(seed, name, number).word()),
        }),
    }
}

/// Steps with nothing special about them.
pub(super) fn session(colour: Colour, steps: Vec<Step>, seed: u64) -> SessionScript {
    SessionScript {
        colour,
        before: Vec::new(),
        steps,
        line_ends: LineEnds::Lf,
        blank_lines: false,
        end: End::Open,
        fresh: false,
        seed,
        group: 0,
        family: "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_is_the_same_whatever_the_number_of_cases() {
        let few = cases(&Plan { cases: 20, ..Plan::default() });
        let many = cases(&Plan { cases: 120, ..Plan::default() });
        for case in few {
            let twin = many.iter().find(|other| other.id == case.id).unwrap();
            assert_eq!(format!("{:?}", case.script), format!("{:?}", twin.script), "{}", case.id);
        }
    }

    #[test]
    fn every_size_has_its_cases() {
        let cases = cases(&Plan { cases: 0, ..Plan::default() });
        assert_eq!(
            cases.len(),
            26 + 2 * 25
                + 3
                + 4 * EDGE_REPLIES.len()
                + SWAPPED as usize
                + SWAPPED_ON.len()
                + OFFERED.len()
                + (100 - 12)
        );
    }
}
