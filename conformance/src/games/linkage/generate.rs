//! Generated cases: random reachable positions of every kind, and whole games.

use botspec_sdk::Position as _;
use botspec_sdk::games::linkage::{Colour, InputText, Order, Position, Side};
use botspec_sdk::random::Random;

use super::script::{Circumstance, Game, Partner, Script, Turn};
use super::{files, order, process, skip, time};
use crate::contest::{Case, Phase};
use crate::kept_files::Damage;
use crate::scenario::{Plan, stream};

/// What a generator looks for.
struct Kind {
    name: &'static str,
    title: &'static str,
    rules: &'static [&'static str],
    /// One in how many of the cases asked for it makes.
    share: u32,
    fits: fn(&Position) -> bool,
}

static KINDS: [Kind; 6] = [
    Kind {
        name: "random",
        title: "a random reachable position",
        rules: &[
            order::WRITTEN.id,
            order::FORMAT.id,
            order::COLOUR.id,
            order::ADJACENT.id,
            order::VACANT.id,
            order::CLEAR.id,
            skip::UNFORCED.id,
            process::EXIT_STATUS.id,
            process::TERMINATES.id,
            time::TURN.id,
        ],
        share: 1,
        fits: |position| position.placement_count() > 0,
    },
    Kind {
        name: "crowded",
        title: "a random position with few legal placements",
        rules: &[order::VACANT.id, order::CLEAR.id, order::COLOUR.id, skip::UNFORCED.id],
        share: 4,
        fits: |position| (1..=12).contains(&position.placement_count()),
    },
    Kind {
        name: "single",
        title: "a random position with one legal placement",
        rules: &[skip::UNFORCED.id, order::VACANT.id, order::CLEAR.id, order::COLOUR.id],
        share: 8,
        fits: |position| position.placement_count() == 1,
    },
    Kind {
        name: "exhausted",
        title: "a random position with a colour that is used up",
        rules: &[order::COLOUR.id],
        share: 4,
        fits: |position| position.placement_count() > 0 && Colour::ALL.iter().any(|&c| position.left(c) == 0),
    },
    Kind {
        name: "last-colour",
        title: "a random position with one colour left",
        rules: &[order::COLOUR.id, skip::UNFORCED.id],
        share: 8,
        fits: |position| {
            position.placement_count() > 0
                && Colour::ALL.iter().filter(|&&colour| position.left(colour) > 0).count() == 1
        },
    },
    Kind {
        name: "forced-skip",
        title: "a random position with no legal placement",
        rules: &[skip::FORCED.id],
        share: 4,
        fits: Position::must_skip,
    },
];

/// All generated cases. Each depends on the seed and its own number alone, so that the same case
/// comes out whatever the number of cases.
#[must_use]
pub(super) fn cases(plan: &Plan) -> Vec<Case<Script>> {
    let mut cases = Vec::new();
    for kind in &KINDS {
        for number in 1..=plan.cases.div_ceil(kind.share) {
            let (id, side, (position, _)) = found(plan, kind, number);
            cases.push(Case {
                id,
                title: format!("{}, as {}", kind.title, if side == Side::More { "More" } else { "Fewer" }),
                rules: kind.rules.to_vec(),
                needs: Vec::new(),
                phase: Phase::Main,
                generated: true,
                script: turn(&position),
            });
        }
    }
    cases.extend(games(plan));
    cases.extend(first_dominoes().map(reply_case));
    cases
}

/// Every first domino, in one of the colours.
fn first_dominoes() -> impl Iterator<Item = Order> {
    Position::opening()
        .dominoes()
        .zip(Colour::ALL.into_iter().cycle())
        .map(|(domino, colour)| Order::Place { colour, domino })
}

/// The reply to a first domino, of which bots know one by heart.
fn reply_case(first: Order) -> Case<Script> {
    let position = Position::opening().play(first).expect("each of them is legal");
    Case {
        id: format!("linkage/reply/to-{}", first.to_string().to_lowercase()),
        title: format!("the reply to {first}, as Fewer"),
        rules: vec![
            order::WRITTEN.id,
            order::FORMAT.id,
            order::VACANT.id,
            order::CLEAR.id,
            order::COLOUR.id,
            skip::UNFORCED.id,
        ],
        needs: Vec::new(),
        phase: Phase::Main,
        generated: true,
        script: turn(&position),
    }
}

fn turn(position: &Position) -> Script {
    Script::Turn(Turn { input: input(position), circumstance: Circumstance::Usual, stale: None, stray: None })
}

fn input(position: &Position) -> String {
    InputText::from(position.to_setup()).to_string()
}

/// The id, the side to move and the position of a generated turn, with the game that led there.
fn found(plan: &Plan, kind: &Kind, number: u32) -> (String, Side, (Position, Vec<Order>)) {
    let side = if number % 2 == 1 { Side::More } else { Side::Fewer };
    let position = position(kind, side, &mut stream(plan.seed, kind.name, number));
    (format!("linkage/{}/{side}-{number:03}", kind.name), side, position)
}

/// Of each generated turn its id, its `input.txt` and the game that led there.
#[cfg(test)]
pub(super) fn witnesses(plan: &Plan) -> Vec<(String, String, Vec<Order>)> {
    let numbers = |kind: &Kind| 1..=plan.cases.div_ceil(kind.share);
    let turns = KINDS.iter().flat_map(|kind| numbers(kind).map(move |number| (kind, number)));
    let found = turns.map(|(kind, number)| found(plan, kind, number));
    let replies = first_dominoes().map(|first| {
        let position = Position::opening().play(first).unwrap();
        (reply_case(first).id, input(&position), vec![first])
    });
    found.map(|(id, _, (position, orders))| (id, input(&position), orders)).chain(replies).collect()
}

/// Whole games: every partner, both sides.
fn games(plan: &Plan) -> Vec<Case<Script>> {
    let mut cases = Vec::new();
    for number in 1..=plan.cases.div_ceil(20) {
        for partner in [Partner::Random, Partner::Greedy, Partner::Mean] {
            for side in Side::ALL {
                let name = if side == Side::More { "More" } else { "Fewer" };
                let seed = u64::from(stream(plan.seed, partner.name(), number).word());
                cases.push(Case {
                    id: format!("linkage/game/{}-as-{side}-{number:03}", partner.name()),
                    title: format!("a whole game as {name} against a partner that plays {}", partner.name()),
                    rules: vec![
                        order::WRITTEN.id,
                        order::VACANT.id,
                        order::CLEAR.id,
                        order::COLOUR.id,
                        skip::FORCED.id,
                        skip::UNFORCED.id,
                        files::ONE_CACHE.id,
                        files::SAME_FOLDER.id,
                        time::TURN.id,
                    ],
                    needs: Vec::new(),
                    phase: Phase::Main,
                    generated: true,
                    script: Script::Game(Game {
                        side,
                        partner,
                        seed,
                        cache: Damage::None,
                        opening: Vec::new(),
                    }),
                });
            }
        }
    }
    cases
}

/// Plays games until one passes through positions of this kind with this side to move, and takes
/// one of them, with the game until then.
fn position(kind: &Kind, side: Side, random: &mut Random) -> (Position, Vec<Order>) {
    let partners = [Partner::Random, Partner::Random, Partner::Greedy, Partner::Mean];
    loop {
        let mover = [partners[random.index(partners.len())], partners[random.index(partners.len())]];
        let mut position = Position::opening();
        let mut orders = Vec::new();
        let mut fitting = Vec::new();
        while position.outcome().is_none() {
            // What the bot sees is what is judged: a position read from a file remembers no skips.
            let seen =
                Position::from_setup(&position.to_setup()).expect("a position of a game is consistent");
            if seen.side() == side && seen.outcome().is_none() && (kind.fits)(&seen) {
                fitting.push((seen, orders.len()));
            }
            let order = mover[position.side().index()].choose(&position, random);
            position = position.play_unchecked(order);
            orders.push(order);
        }
        if let Some(&(found, length)) = random.pick(&fitting) {
            orders.truncate(length);
            return (found, orders);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_generator_finds_what_it_is_for() {
        for case in cases(&Plan { cases: 24, ..Plan::default() }) {
            let Script::Turn(turn) = &case.script else { continue };
            let text = InputText::from_bytes(turn.input.as_bytes()).unwrap();
            let position = Position::from_setup(&text.into()).unwrap();
            match KINDS.iter().find(|kind| case.id.split('/').nth(1) == Some(kind.name)) {
                Some(kind) => assert!((kind.fits)(&position), "{}: {}", case.id, turn.input),
                None => {
                    assert_eq!(position.left_in_all() + 1, Position::opening().left_in_all(), "{}", case.id)
                }
            }
        }
    }

    #[test]
    fn a_case_is_the_same_whatever_the_number_of_cases() {
        let few = cases(&Plan { cases: 4, ..Plan::default() });
        let many = cases(&Plan { cases: 30, ..Plan::default() });
        for case in few {
            let twin = many.iter().find(|other| other.id == case.id).unwrap();
            assert_eq!(format!("{:?}", case.script), format!("{:?}", twin.script), "{}", case.id);
        }
    }
}
