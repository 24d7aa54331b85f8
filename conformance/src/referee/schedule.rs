//! Which games are played, and by whom: pairs of games that begin alike, with the seats exchanged.

use super::seats::Fixture;
use super::swiss::Swiss;
use super::tournament::{Settings, starting_side};
use crate::suite::Game;

/// Who meets whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    /// As many bots as a game has seats, which move one seat on from game to game. Each game has a seed of its own.
    #[default]
    Games,
    /// The same, but the games of a pair have the same seed.
    Pairs,
    /// All meet all; where a game has more than two seats, each table that there can be.
    RoundRobin,
    /// The first bot meets all others.
    Gauntlet,
    /// In each round those meet who have done equally well, and who have not met before.
    Swiss {
        /// How many rounds.
        rounds: u64,
    },
}

impl Format {
    /// Its name; none where there is no choice of who meets whom.
    #[must_use]
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Self::Games | Self::Pairs => None,
            Self::RoundRobin => Some("round-robin"),
            Self::Gauntlet => Some("gauntlet"),
            Self::Swiss { .. } => Some("swiss"),
        }
    }
}

/// Bots that sit at one board, by their indices, in the order of the seats of their first game.
pub type Table = Vec<usize>;

/// Games that are played by the same bots in a row, in the same folders.
pub type Unit = Vec<Fixture>;

/// How many games a pair has: each bot sits once in each seat, or starts once.
#[must_use]
pub fn pair_size(game: Game, seats: usize) -> u64 {
    match game.referee().games_in_a_match() {
        0 | 1 => seats.max(1) as u64,
        together => together.into(),
    }
}

/// The units of a tournament, as far as they do not depend on how games end; those of Swiss rounds do.
#[must_use]
pub fn units(settings: &Settings, bots: usize) -> Vec<Unit> {
    let seats = settings.seats();
    match settings.format {
        Format::Games => {
            super::tournament::fixtures(settings.terms.game, bots, settings.games, settings.seed)
        }
        Format::Pairs => {
            let size = pair_size(settings.terms.game, bots);
            let table: Table = (0..bots).collect();
            let mut all = Vec::new();
            for round in 0..settings.games.div_ceil(size) {
                all.extend(pair(settings.terms.game, settings.seed, &table, round, round));
            }
            cut(all, settings.games)
        }
        Format::RoundRobin => meetings(settings, &tables(bots, seats), 0, 0),
        Format::Gauntlet => meetings(settings, &tables_of_the_first(bots, seats), 0, 0),
        Format::Swiss { .. } => Vec::new(),
    }
}

/// How many games are played in all.
#[must_use]
pub fn total(settings: &Settings, bots: usize) -> u64 {
    let seats = settings.seats();
    match settings.format {
        Format::Games | Format::Pairs => settings.games,
        Format::RoundRobin => count_tables(bots, seats).saturating_mul(settings.games),
        Format::Gauntlet => {
            count_tables(bots.saturating_sub(1), seats.saturating_sub(1)).saturating_mul(settings.games)
        }
        Format::Swiss { rounds } => {
            let tables = (bots / seats.max(1)) as u64;
            rounds.saturating_mul(tables).saturating_mul(settings.games)
        }
    }
}

/// The units of the next round of a Swiss tournament.
#[must_use]
pub fn round(settings: &Settings, swiss: &mut Swiss, round: u64) -> Vec<Unit> {
    let tables = swiss.draw(settings.seats(), u32::try_from(settings.games).unwrap_or(u32::MAX));
    let pairs = settings.games / pair_size(settings.terms.game, settings.seats());
    let before = round * pairs * tables.len() as u64;
    meetings(settings, &tables, round * pairs, before)
}

/// Each table's games, from their pair of the number `first` on, when so many pairs have been played before. All tables
/// play their first pair, then all their second one, and what a pair begins with is the same at all tables.
#[must_use]
pub fn meetings(settings: &Settings, tables: &[Table], first: u64, before: u64) -> Vec<Unit> {
    let pairs = settings.games / pair_size(settings.terms.game, settings.seats());
    let mut all = Vec::new();
    let mut number = before;
    for round in first..first + pairs {
        for table in tables {
            all.extend(pair(settings.terms.game, settings.seed, table, round, number));
            number += 1;
        }
    }
    all
}

/// The games of the pair of this number, from 0. Those of the same round have the same seed.
pub(super) fn pair(game: Game, seed: u64, table: &[usize], round: u64, number: u64) -> Vec<Unit> {
    let (seats, size) = (table.len(), pair_size(game, table.len()));
    let is_match = game.referee().games_in_a_match() > 1;
    let seed = seed.wrapping_add(round * size);
    let mut games = (0..size).map(|within| {
        let shift = usize::try_from(if is_match { round } else { within } % seats.max(1) as u64).unwrap_or(0);
        let starts = is_match.then(|| starting_side(seed, within));
        let seating = (0..seats).map(|seat| table[(seat + shift) % seats]).collect();
        Fixture { number: number * size + within + 1, pair: number + 1, seed, seating, starts }
    });
    if is_match { vec![games.collect()] } else { games.by_ref().map(|game| vec![game]).collect() }
}

/// The first games of these.
pub(super) fn cut(units: Vec<Unit>, games: u64) -> Vec<Unit> {
    let kept = |unit: Unit| -> Unit { unit.into_iter().filter(|game| game.number <= games).collect() };
    units.into_iter().map(kept).filter(|unit| !unit.is_empty()).collect()
}

/// All tables of so many seats, each with its bots in their order.
#[must_use]
pub fn tables(bots: usize, seats: usize) -> Vec<Table> {
    let mut all = vec![Vec::new()];
    for _ in 0..seats {
        let longer = |table: Table| {
            let next = table.last().map_or(0, |last| last + 1);
            (next..bots).map(move |bot| table.iter().copied().chain([bot]).collect::<Table>())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

/// All tables of so many seats at which the first bot sits.
#[must_use]
pub fn tables_of_the_first(bots: usize, seats: usize) -> Vec<Table> {
    let others = tables(bots.saturating_sub(1), seats.saturating_sub(1));
    let with_first =
        others.into_iter().map(|table| [0].into_iter().chain(table.into_iter().map(|bot| bot + 1)));
    with_first.map(Iterator::collect).collect()
}

/// How many tables there are, without making them.
fn count_tables(bots: usize, seats: usize) -> u64 {
    let (bots, seats) = (bots as u64, seats as u64);
    (0..seats).fold(1, |count: u64, seat| count.saturating_mul(bots.saturating_sub(seat)) / (seat + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::openings::Openings;
    use crate::referee::seats::Terms;

    fn settings(game: &str, variant: Option<&str>, format: Format, games: u64) -> Settings {
        let game = Game::find(game).expect("a standard game");
        let name = variant.map(str::to_owned);
        let terms = Terms {
            game,
            variant: crate::record::Variant { name, ..Default::default() },
            limit: std::time::Duration::from_secs(1),
            openings: Openings::None,
        };
        Settings { terms, games, format, seed: 7, jobs: 1, pinned: false }
    }

    fn seatings(units: &[Unit]) -> Vec<Vec<usize>> {
        units.iter().flatten().map(|game| game.seating.clone()).collect()
    }

    #[test]
    fn all_meet_all_with_the_seats_exchanged() {
        let all = settings("hex", None, Format::RoundRobin, 4);
        let units = units(&all, 3);
        let of_a_round = [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]];
        assert_eq!(seatings(&units), [of_a_round, of_a_round].concat());
        assert_eq!(units.len() as u64, total(&all, 3));
        let games: Vec<&Fixture> = units.iter().flatten().collect();
        assert!(games.iter().zip(1..).all(|(game, number)| game.number == number));
        let seeds: Vec<u64> = games.iter().map(|game| game.seed).collect();
        assert_eq!(seeds, [[7; 6], [9; 6]].concat(), "an opening is played by all");
        let pairs: Vec<u64> = games.iter().map(|game| game.pair).collect();
        assert_eq!(pairs, [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]);
    }

    #[test]
    fn tables_of_four_rotate_through_all_seats() {
        let all = settings("flit", None, Format::RoundRobin, 4);
        let units = units(&all, 5);
        assert_eq!((units.len() as u64, total(&all, 5)), (20, 20), "5 tables of 4 games");
        assert_eq!(seatings(&units[..4]), [[0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2]]);
        let first = settings("flit", None, Format::Gauntlet, 4);
        assert_eq!(total(&first, 5), 16, "the first bot with any three of the others");
    }

    #[test]
    fn tables_are_counted_without_being_made() {
        for (bots, seats) in [(2, 2), (5, 2), (9, 2), (4, 4), (7, 4), (3, 4), (6, 3), (1, 1), (5, 0)] {
            assert_eq!(count_tables(bots, seats), tables(bots, seats).len() as u64, "{seats} of {bots}");
        }
        assert_eq!(count_tables(64, 4), 635_376);
    }

    #[test]
    fn a_gauntlet_is_run_by_the_first() {
        let first = settings("hex", None, Format::Gauntlet, 2);
        let units = units(&first, 4);
        assert_eq!(seatings(&units), [[0, 1], [1, 0], [0, 2], [2, 0], [0, 3], [3, 0]]);
        assert_eq!(total(&first, 4), 6);
    }

    #[test]
    fn a_pair_of_sets_stays_in_its_folders() {
        let all = settings("power4", None, Format::RoundRobin, 4);
        let units = units(&all, 2);
        assert_eq!(units.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2]);
        assert_eq!(seatings(&units), [[0, 1], [0, 1], [1, 0], [1, 0]]);
        for unit in &units {
            assert_eq!(unit[0].starts.map_or(0, u8::from) + unit[1].starts.map_or(0, u8::from), 3);
        }
    }

    #[test]
    fn an_odd_number_of_games_leaves_a_pair_unfinished() {
        let some = settings("hex", None, Format::Pairs, 3);
        let units = units(&some, 2);
        assert_eq!(seatings(&units), [[0, 1], [1, 0], [0, 1]]);
        assert_eq!(units.concat().iter().map(|game| game.seed).collect::<Vec<_>>(), [7, 7, 9]);
    }
}
