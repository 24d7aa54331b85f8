//! Generated cases: random boards of every kind, and matches.

use botspec_sdk::Position as _;
use botspec_sdk::games::power4::{Cell, Column, Disk, Drop, Kind as DiskKind, Position, Power4, Team};
use botspec_sdk::random::Random;

use super::script::{FirstSet, Partner, Script, SessionScript, Turn, Variant};
use super::witness::Witness;
use super::{Scripted, column, disk, files, input, output, process, set, time};
use crate::contest::{Case, Phase};
use crate::scenario::{Plan, stream};

/// What a generator of single turns looks for in sets that are played.
struct Kind {
    name: &'static str,
    title: &'static str,
    rules: &'static [&'static str],
    /// One in how many of the cases asked for it makes.
    share: u32,
    /// In how many columns nothing is dropped as long as another one is open.
    spared: usize,
    /// Whether both teams keep their dual disk until it is due.
    keeps_dual: bool,
    /// Whether it is about what the referee's memo says; only in the variant `memo`.
    memo: bool,
    fits: fn(&Position) -> bool,
}

/// How many cells a board has.
const CELLS: u32 = Cell::COUNT as u32;

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
        spared: 0,
        keeps_dual: false,
        memo: false,
        fits: |_| true,
    },
    Kind {
        name: "crowded",
        title: "a random board with two open columns",
        rules: &[column::OPEN.id],
        share: 4,
        spared: 2,
        keeps_dual: false,
        memo: false,
        fits: |position| position.columns().count() == 2,
    },
    Kind {
        name: "one-column",
        title: "a random board with one open column",
        rules: &[column::OPEN.id],
        share: 8,
        spared: 1,
        keeps_dual: false,
        memo: false,
        fits: |position| position.columns().count() == 1,
    },
    Kind {
        name: "one-cell",
        title: "a random board with one open cell",
        rules: &[column::OPEN.id],
        share: 8,
        spared: 0,
        keeps_dual: false,
        memo: false,
        fits: |position| position.board().occupied().len() == CELLS - 1,
    },
    Kind {
        name: "both-dual",
        title: "a random board with both dual disks on it",
        rules: ANY,
        share: 8,
        spared: 0,
        keeps_dual: false,
        memo: false,
        fits: |position| position.board().cells(Disk::Dual).len() == 2,
    },
    Kind {
        name: "memo-used",
        title: "a random board, with special disks used up as moves.txt says",
        rules: &[disk::ONCE.id],
        share: 2,
        spared: 0,
        keeps_dual: false,
        memo: true,
        fits: |position| !position.used(position.team()).is_empty() && !position.dual_is_due(),
    },
    Kind {
        name: "memo-all-used",
        title: "a random board, with all special disks used up",
        rules: &[disk::ONCE.id],
        share: 8,
        spared: 0,
        keeps_dual: false,
        memo: true,
        fits: |position| position.used(position.team()).rest().is_empty(),
    },
    Kind {
        name: "memo-due",
        title: "a random board on the tenth turn, with the dual disk unused",
        rules: &[disk::DUAL_BY_TENTH.id],
        share: 4,
        spared: 0,
        keeps_dual: true,
        memo: true,
        fits: Position::dual_is_due,
    },
];

/// All generated cases. Each depends on the seed, the variant and its own number alone, so that the same case
/// comes out whatever the number of cases.
#[must_use]
pub(super) fn cases(plan: &Plan, variant: Variant) -> Vec<Case<Scripted>> {
    let mut cases = Vec::new();
    for kind in KINDS.iter().filter(|kind| !kind.memo || variant == Variant::Memo) {
        for number in 1..=plan.cases.div_ceil(kind.share) {
            let (id, (game, position)) = found(plan, kind, number, variant);
            let team = position.team();
            cases.push(Case {
                id,
                title: format!("{}, as team {team}", kind.title),
                rules: kind.rules.to_vec(),
                needs: Vec::new(),
                phase: Phase::Main,
                generated: true,
                script: (Script::Turn(Turn::usual(team, *position.board(), game)), variant),
            });
        }
    }
    cases.extend(matches(plan, variant));
    cases
}

/// Matches: every partner, both teams, both starts; and second sets that are hard to tell from the first.
fn matches(plan: &Plan, variant: Variant) -> Vec<Case<Scripted>> {
    let sessions = (1..=plan.cases.div_ceil(100)).flat_map(|number| {
        let plain = Partner::ALL.into_iter().flat_map(move |partner| {
            let rounds = rounds(partner);
            let numbers = (number - 1) * rounds + 1..=number * rounds;
            numbers.flat_map(move |number| plain_matches(plan, partner, number))
        });
        plain.chain(Team::ALL.into_iter().flat_map(move |team| later_sets(plan, team, number)))
    });
    let case = |(name, title, rules, session): (String, String, Vec<&'static str>, SessionScript)| Case {
        id: format!("power4/match/{name}"),
        title,
        rules,
        needs: Vec::new(),
        phase: Phase::Main,
        generated: true,
        script: (Script::Session(session), variant),
    };
    sessions.map(case).collect()
}

/// The name, the title and the rules of a match, and how it is played.
type Session = (String, String, Vec<&'static str>, SessionScript);

/// The rules that any match may break.
const ANY_MATCH: [&str; 8] = [
    output::WRITTEN.id,
    column::OPEN.id,
    disk::ONCE.id,
    disk::DUAL_BY_TENTH.id,
    files::COUNT.id,
    files::LOCATION.id,
    files::PREFIX.id,
    time::TURN.id,
];

/// How many matches there are against a partner where there is one against others.
const fn rounds(partner: Partner) -> u32 {
    match partner {
        // Each of their sets shows a few of the many ways to clear wrongly, or to lose count.
        Partner::Topping | Partner::Capping | Partner::Ambiguous => 3,
        Partner::Mowing | Partner::Forcing => 2,
        _ => 1,
    }
}

/// As either team, with either start, against one partner.
fn plain_matches(plan: &Plan, partner: Partner, number: u32) -> Vec<Session> {
    let both = Team::ALL.into_iter().flat_map(|team| Team::ALL.map(|starts| (team, starts)));
    let session = |(team, starts): (Team, Team)| {
        let seed = u64::from(stream(plan.seed, partner.name(), number).word());
        let first = if starts == team { "first" } else { "second" };
        let sets = match partner {
            Partner::Patient | Partner::Clearing => 2,
            // They are about the tenth turn.
            Partner::Sweeping
            | Partner::DualClearing
            | Partner::Stacking
            | Partner::Threatening
            | Partner::Undoing
            | Partner::Felling
            | Partner::Topping
            | Partner::Capping
            | Partner::Undermining
            | Partner::Ambiguous
            | Partner::Vanishing
            | Partner::DualSweeping
            | Partner::Mowing
            | Partner::Forcing => 1,
            // One that plays at random ends most sets early, and one that empties the board may not come to a second set.
            Partner::Random | Partner::Emptying | Partner::Winning => 0,
        };
        let mut rules = ANY_MATCH.to_vec();
        if sets > 1 {
            rules.push(set::RESET.id);
        }
        let title = format!(
            "{} as team {team}, which starts {first}, against a partner that plays {}",
            if sets > 1 { "two sets" } else { "a set" },
            partner.name()
        );
        let turns = match partner {
            Partner::Random => 40,
            Partner::Winning => 60,
            // A bot that repeats itself has more to repeat later.
            Partner::Undoing | Partner::Forcing => 20,
            Partner::Stacking | Partner::Threatening => Power4::DUAL_BY_TURN,
            _ => 12,
        };
        let session = SessionScript { seed, sets, turns, ..SessionScript::new(team, starts, partner) };
        (format!("{}-team-{team}-{first}-{number:03}", partner.name()), title, rules, session)
    };
    both.map(session).collect()
}

/// Sets that the partner opens with a special disk, and sets after a short one.
fn later_sets(plan: &Plan, team: Team, number: u32) -> [Session; 2] {
    let mut random = stream(plan.seed, "later-set", 2 * number + u32::from(team == Team::Two));
    let seed = u64::from(random.word());
    let kinds: Vec<DiskKind> = DiskKind::ALL.into_iter().filter(|kind| kind.is_special()).collect();
    let kind = kinds[(random.index(2) + 2 * number as usize) % kinds.len()];
    let first_set = match random.below(6) {
        0 => FirstSet::DualUsed,
        turns => FirstSet::Turns(u16::try_from(turns).unwrap_or(1)),
    };
    let rules = || [&ANY_MATCH[..], &[set::RESET.id]].concat();
    let opened = SessionScript {
        seed,
        opens_with: Some(kind),
        first_set: Some(FirstSet::DualUsed),
        ..SessionScript::new(team, team, Partner::Patient)
    };
    let starts = Team::ALL[random.index(2)];
    let short = SessionScript {
        seed,
        first_set: Some(first_set),
        ..SessionScript::new(team, starts, Partner::Emptying)
    };
    let as_team = |what: String| format!("{what}, as team {team}");
    [
        (
            format!("opened-team-{team}-{number:03}"),
            as_team(format!("a second set that the partner opens with a disk of kind {}", kind.number())),
            rules(),
            opened,
        ),
        (
            format!("after-short-team-{team}-{number:03}"),
            as_team("a second set after a short one".to_owned()),
            rules(),
            short,
        ),
    ]
}

/// The id and the position of a generated turn, with the set that led there.
fn found(plan: &Plan, kind: &Kind, number: u32, variant: Variant) -> (String, (Witness, Position)) {
    let team = if number % 2 == 1 { Team::One } else { Team::Two };
    let id = format!("power4/{}/team-{team}-{number:03}", kind.name);
    let mut random = stream(plan.seed, kind.name, number);
    loop {
        let starts = Team::ALL[random.index(2)];
        let set = play(kind, Position::opening(starts, variant.gravity()), &mut random);
        let fits = |at: &usize| set[*at].0.team() == team && (kind.fits)(&set[*at].0);
        let mut fitting: Vec<usize> = (0..set.len()).filter(fits).collect();
        // Where disks hover, gaps are what there is to be tried.
        let has_gaps = |at: &usize| !set[*at].0.board().floating().is_empty();
        if fitting.iter().any(has_gaps) {
            fitting.retain(has_gaps);
        }
        if let Some(&at) = random.pick(&fitting) {
            let drops = set[..at].iter().map(|&(_, drop)| drop).collect();
            return (id, (Witness { starts, drops }, set[at].0));
        }
    }
}

/// Plays a set that both teams keep open as long as they can: each position, and what was dropped on it.
fn play(kind: &Kind, mut position: Position, random: &mut Random) -> Vec<(Position, Drop)> {
    let mut columns: Vec<Column> = Column::all().collect();
    random.shuffle(&mut columns);
    let spared = &columns[..kind.spared];
    let eagerness = random.below(4);
    let mut set = Vec::new();
    loop {
        let goes_on =
            |drop: &Drop| position.play_unchecked(*drop).is_some_and(|next| next.outcome().is_none());
        let mut drops = position.legal_moves();
        drops.retain(goes_on);
        random.shuffle(&mut drops);
        let special = random.chance(eagerness, 8);
        let of_kind = |drop: &&Drop| match drop.kind {
            DiskKind::Normal => true,
            DiskKind::Dual if kind.keeps_dual => position.dual_is_due(),
            _ => special || position.dual_is_due(),
        };
        let aside = |drop: &&Drop| !spared.contains(&drop.column);
        let best = drops.iter().find(|drop| of_kind(drop) && aside(drop));
        let Some(&drop) = best.or_else(|| drops.iter().find(of_kind)).or(drops.first()) else { return set };
        set.push((position, drop));
        let Some(next) = position.play_unchecked(drop) else { return set };
        position = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::power4::position::position;

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
        assert!(floats(Variant::Hover) > 30, "{}", floats(Variant::Hover));
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
