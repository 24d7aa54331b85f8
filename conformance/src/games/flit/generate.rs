//! Generated cases: boards of every kind, each with a part of the game that follows, and whole games.

use std::sync::Arc;

use botspec_sdk::games::flit::{Board, Contents, Player, Position, Square, Variant};
use botspec_sdk::random::Random;

use super::patch::Patch;
use super::script::{End, Game, LineEnds, Pace, Partner, Purpose, Script, SessionScript, Step};
use super::witness::{self, Witness};
use super::{grow, moves, reply, update};
use crate::contest::{Case, Phase};
use crate::scenario::{Plan, stream};

/// What a generator makes.
struct Kind {
    name: &'static str,
    title: &'static str,
    rules: &'static [&'static str],
    /// One in how many of the requests asked for it makes.
    share: u32,
    make: fn(Variant, Player, &mut Random) -> Made,
    fits: fn(&Position) -> bool,
    /// What follows the board; it is repeated until there are enough requests.
    steps: &'static [Step],
    /// Requests in one session.
    requests: u32,
}

/// A board, and the game that has led to it; none if that is still to be found.
pub(super) type Made = (Board, Option<Witness>);

/// Four answers in a row may be late, not five.
const LATE_AND_THEN_NOT: &[Step] = &[Step::Refuse, Step::Refuse, Step::Refuse, Step::Ask];
/// A game that goes on.
const ROUNDS: &[Step] = &[Step::Ask, Step::Round];

static KINDS: [Kind; 7] = [
    Kind {
        name: "random",
        title: "in the middle of a game",
        rules: &[moves::ORIGIN.id, moves::VACANT.id, moves::ADJACENT.id, reply::RANGE.id, update::TRACKED.id],
        share: 1,
        make: |variant, _, random| {
            let percent = 3 + random.below(45);
            stirred(variant, percent, random)
        },
        fits: |position| position.legal_count() > 0,
        steps: ROUNDS,
        requests: 20,
    },
    Kind {
        name: "crowded",
        title: "late in a game, with few empty squares",
        rules: &[moves::VACANT.id, moves::ADJACENT.id, moves::ORIGIN.id, update::TRACKED.id],
        share: 4,
        make: |variant, _, random| {
            let percent = 60 + random.below(25);
            stirred(variant, percent, random)
        },
        fits: |position| position.legal_count() > 0,
        steps: ROUNDS,
        requests: 20,
    },
    Kind {
        name: "single",
        title: "with one legal move",
        rules: &[moves::VACANT.id, moves::ADJACENT.id, moves::ORIGIN.id],
        share: 4,
        make: single,
        fits: |position| position.legal_count() == 1,
        steps: LATE_AND_THEN_NOT,
        requests: 4,
    },
    Kind {
        name: "stuck",
        title: "with no legal move",
        rules: &[moves::STUCK.id],
        share: 8,
        make: stuck,
        fits: |position| position.legal_count() == 0,
        steps: &[Step::Ask],
        requests: 4,
    },
    Kind {
        name: "edge",
        title: "where every way leads round an edge",
        rules: &[moves::ADJACENT.id, reply::RANGE.id, moves::VACANT.id],
        share: 4,
        make: edge,
        fits: |position| position.legal_count() > 0,
        steps: LATE_AND_THEN_NOT,
        requests: 4,
    },
    Kind {
        name: "neutral",
        title: "among neutral pieces",
        rules: &[moves::VACANT.id, moves::ADJACENT.id, update::TRACKED.id],
        share: 4,
        make: neutral,
        fits: |position| position.legal_count() > 0,
        steps: ROUNDS,
        requests: 20,
    },
    Kind {
        name: "dominant",
        title: "when most pieces are its own",
        rules: &[moves::ORIGIN.id, moves::VACANT.id, moves::ADJACENT.id, update::TRACKED.id],
        share: 4,
        make: dominant,
        fits: |position| {
            let board = position.board();
            position.legal_count() > 0 && 2 * board.pieces(position.player()).len() > board.occupied().len()
        },
        steps: ROUNDS,
        requests: 20,
    },
];

/// All generated cases. Each depends on the seed and its own number alone.
#[must_use]
pub(super) fn cases(plan: &Plan, variant: Variant) -> Vec<Case<Script>> {
    let mut cases = Vec::new();
    for kind in &KINDS {
        let requests = plan.cases.div_ceil(kind.share);
        for number in 1..=requests.div_ceil(kind.requests) {
            let players = variant.players();
            let bot = players[(number as usize - 1) % players.len()];
            let mut random = stream(plan.seed, kind.name, number);
            let count = kind.requests.min(requests - (number - 1) * kind.requests);
            cases.push(Case {
                id: format!("flit/{}/as-{bot}-{number:03}", kind.name),
                title: format!("{}, as bot {bot}", kind.title),
                rules: kind.rules.to_vec(),
                needs: Vec::new(),
                phase: Phase::Main,
                generated: true,
                script: Script::Session(session(kind, variant, bot, count, &mut random)),
            });
        }
    }
    cases.extend(games(plan, variant));
    cases
}

/// A board, and so many requests in the game that goes on from there.
fn session(kind: &Kind, variant: Variant, bot: Player, requests: u32, random: &mut Random) -> SessionScript {
    let mut steps = Vec::new();
    let mut asked = 0;
    for step in kind.steps.iter().cycle() {
        if asked == requests {
            break;
        }
        asked += u32::from(!matches!(step, Step::Round));
        steps.push(step.clone());
    }
    let (board, witness) = find(kind, variant, bot, random);
    SessionScript {
        variant: Some(variant),
        bot,
        board: vec![Patch::of(&board)],
        bystanders: false,
        line_ends: LineEnds::Lf,
        end: End::Stopped,
        steps,
        witness: Some(Arc::new(witness)),
    }
}

/// The first board that is of use and that a game leads to.
fn find(kind: &Kind, variant: Variant, bot: Player, random: &mut Random) -> (Board, Witness) {
    loop {
        let (board, game) = (kind.make)(variant, bot, random);
        if !board.problems().is_empty() || !(kind.fits)(&Position::new(board.clone(), bot)) {
            continue;
        }
        let Some(game) = game.or_else(|| witness::of(&board, witness::FEW)) else { continue };
        if game.replayed().as_ref() == Some(&board) {
            return (board, game);
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
                let refuse_every = if bot.index() % 2 == 0 { 0 } else { 5 };
                let refused = if refuse_every > 0 { ", with every fifth of its moves refused" } else { "" };
                cases.push(Case {
                    id: format!("flit/game/{}-as-{bot}-{number:03}", partner.name()),
                    title: format!(
                        "a game as bot {bot} against partners that play {}{}{refused}",
                        partner.name(),
                        pace.title()
                    ),
                    rules: vec![
                        reply::ONE_LINE.id,
                        reply::RANGE.id,
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
                        refuse_every,
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
            Self::Full => ", on a full board",
            Self::Dominant => ", on a board of mostly its own pieces",
            Self::FarAhead => ", on a board of which it has three squares out of eight",
            Self::Dominated => ", on a board of mostly another bot's pieces",
            Self::Winning => ", until the bot has won by dominance",
            Self::Losing => ", until another bot has won by dominance",
            Self::OneShort => ", one piece short of dominance",
            Self::OtherOneShort => ", with another bot one piece short of dominance",
            Self::Fed => ", who collect all neutral pieces",
        }
    }
}

/// So many in a hundred squares of a crowded board are taken.
pub(super) const HALF: u32 = 50;

/// A board of which so many in a hundred squares are taken, as late in a game, and a game that leads to it.
#[must_use]
pub(super) fn crowd(variant: Variant, percent: u32, random: &mut Random) -> Made {
    stirred(variant, percent, random)
}

/// A board on which one bot has collected alone, until so many in a hundred squares are its own.
#[must_use]
pub(super) fn dominated(variant: Variant, bot: Player, percent: u32, random: &mut Random) -> Made {
    let (board, witness) = grow::game_of_one(variant, bot, percent, random).into_parts();
    (board, Some(witness))
}

/// A board on which one bot has collected alone, until it is one piece short of dominance.
#[must_use]
pub(super) fn nearly_won(variant: Variant, bot: Player, random: &mut Random) -> Made {
    let (board, witness) = grow::game_nearly_won(variant, bot, random).into_parts();
    (board, Some(witness))
}

/// A game in which bots collect until so many in a hundred squares are theirs, and then go about.
fn stirred(variant: Variant, percent: u32, random: &mut Random) -> Made {
    let mut game = grow::game(variant, percent, random);
    let pieces = game.position().board().occupied().len();
    grow::stir(&mut game, pieces.min(variant.turns() / 4), random);
    let (board, witness) = game.into_parts();
    (board, Some(witness))
}

/// Few pieces, and neutral ones wherever there is room.
fn neutral(variant: Variant, _: Player, random: &mut Random) -> Made {
    let percent = 4 + random.below(8);
    let mut game = grow::game(variant, percent, random);
    grow::strew(&mut game, random);
    let (board, witness) = game.into_parts();
    (board, Some(witness))
}

/// One bot has collected alone, until the game is nearly won.
fn dominant(variant: Variant, bot: Player, random: &mut Random) -> Made {
    let percent = 42 + random.below(5);
    let (board, witness) = grow::game_of_one(variant, bot, percent, random).into_parts();
    (board, Some(witness))
}

/// Two pieces apart, walled in but for one square: one of them can go there.
fn single(variant: Variant, bot: Player, random: &mut Random) -> Made {
    let mut board = walled(variant, bot, 2, random);
    let own = *board.pieces(bot);
    if let Some(gap) = own.neighbours().nth(random.below(own.neighbours().len().max(1))) {
        board.set(gap, Contents::Empty);
    }
    (board, None)
}

/// Some pieces, with every square beside them taken.
fn stuck(variant: Variant, bot: Player, random: &mut Random) -> Made {
    let pieces = 2 + random.below(4);
    (walled(variant, bot, pieces, random), None)
}

/// So many pieces, some side by side, with others on every square beside them; others elsewhere, too.
fn walled(variant: Variant, bot: Player, pieces: u32, random: &mut Random) -> Board {
    let mut board = company(variant, bot, random);
    for _ in 0..pieces {
        let own = *board.pieces(bot);
        let beside = own.neighbours() & board.vacant();
        let at = if random.chance(1, 2) { beside.nth(random.below(beside.len().max(1))) } else { None };
        let at = at.unwrap_or_else(|| any_square(variant, random));
        if board.get(at) == Contents::Empty {
            board.set(at, Contents::Piece(bot));
        }
    }
    let round = board.pieces(bot).neighbours() & board.vacant();
    for square in &round {
        board.set(square, another(bot, variant, random));
    }
    board
}

/// Pieces on the edges, with no empty square beside them but round an edge.
fn edge(variant: Variant, bot: Player, random: &mut Random) -> Made {
    let mut board = company(variant, bot, random);
    let last = u32::from(variant.side()) - 1;
    for number in 0..2 + random.below(4) {
        let along = random.below(last + 1);
        let (x, y) = [(0, along), (last, along), (along, 0), (along, last)][random.index(4)];
        let mut at = variant.square(x, y).expect("on an edge");
        if number > 1
            && let Some(first) = board.pieces(bot).iter().next()
        {
            // Beside the first one, along the edge.
            let on_edge =
                |square: &Square| [square.x(), square.y()].iter().any(|&c| u32::from(c) % last == 0);
            at = first.neighbours(variant).into_iter().find(on_edge).unwrap_or(at);
        }
        if board.get(at) == Contents::Empty {
            board.set(at, Contents::Piece(bot));
        }
    }
    for square in board.pieces(bot) {
        for beside in square.neighbours(variant) {
            let round = square.x().abs_diff(beside.x()) > 1 || square.y().abs_diff(beside.y()) > 1;
            if !round && board.get(beside) == Contents::Empty {
                board.set(beside, another(bot, variant, random));
            }
        }
    }
    (board, None)
}

/// Others, each with two pieces side by side, and some neutral pieces, all apart from each other.
fn company(variant: Variant, bot: Player, random: &mut Random) -> Board {
    let mut board = Board::empty(variant);
    let others: Vec<Player> = variant.players().iter().copied().filter(|&player| player != bot).collect();
    for player in others {
        let at = any_square(variant, random);
        let beside = at.neighbours(variant)[random.index(4)];
        if board.is_available(at) && board.is_available(beside) {
            board.set(at, Contents::Piece(player));
            board.set(beside, Contents::Piece(player));
        }
    }
    for _ in 0..random.below(6) {
        let at = any_square(variant, random);
        if board.is_available(at) {
            board.set(at, Contents::Neutral);
        }
    }
    board
}

fn another(bot: Player, variant: Variant, random: &mut Random) -> Contents {
    let others: Vec<Player> = variant.players().iter().copied().filter(|&player| player != bot).collect();
    random.pick(&others).map_or(Contents::Empty, |&player| Contents::Piece(player))
}

fn any_square(variant: Variant, random: &mut Random) -> Square {
    let side = u32::from(variant.side());
    variant.square(random.below(side), random.below(side)).expect("both are below the side")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_generator_finds_what_it_is_for() {
        for variant in Variant::ALL {
            for case in cases(&Plan { cases: 24, ..Plan::default() }, variant) {
                let Script::Session(session) = &case.script else { continue };
                let kind = KINDS.iter().find(|kind| case.id.split('/').nth(1) == Some(kind.name)).unwrap();
                let position = Position::new(session.start(), session.bot);
                assert!((kind.fits)(&position), "{}:\n{}", case.id, position.board());
            }
        }
    }

    #[test]
    fn each_board_is_the_end_of_a_game() {
        for variant in Variant::ALL {
            for kind in &KINDS {
                for (number, &bot) in (1..=8).zip(variant.players().iter().cycle()) {
                    let (board, game) = find(kind, variant, bot, &mut stream(12, kind.name, number));
                    assert_eq!(game.replayed().as_ref(), Some(&board), "{} {number}", kind.name);
                    let beside = board.neutral().neighbours() & *board.occupied();
                    assert!(beside.is_empty(), "{} {number}:\n{board}", kind.name);
                    assert_eq!(board.problems(), [], "{} {number}:\n{board}", kind.name);
                }
            }
        }
    }

    #[test]
    fn a_large_board_shows_itself_before_the_first_request() {
        for case in cases(&Plan { cases: 60, ..Plan::default() }, Variant::Standard) {
            let Script::Session(session) = &case.script else { continue };
            let board = session.start();
            let large = |player| board.count(Contents::Piece(player)) > 0;
            assert!(large(Player::Three) && large(Player::Four), "{}:\n{board}", case.id);
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
