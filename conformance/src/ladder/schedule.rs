//! Who plays whom in a week.

use super::settings::{Format, Settings};
use crate::referee::openings::Openings;
use crate::referee::schedule::{
    Format as Meeting, Table, meetings, pair_size, tables, tables_of_the_first, total,
};
use crate::referee::seats::{Fixture, Terms};
use crate::referee::swiss::Swiss;
use crate::referee::tournament::{self, starting_side};
use crate::suite::Game;

/// A game that is to be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Planned {
    /// From 1, through all weeks.
    pub number: u64,
    /// Games with the same one differ in who sits where only.
    pub pair: u64,
    /// The seed of all chance in it.
    pub seed: u64,
    /// Which bot sits where: indices into the order of the week.
    pub seating: Vec<usize>,
    /// The side that starts, where that alternates in a match: 1 or 2.
    pub starts: Option<u8>,
}

/// Games that are played in a row by the same bots in the same seats and folders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// The table, from 0: for neighbours the place of the uppermost bot at it.
    pub table: usize,
    /// At least one.
    pub games: Vec<Planned>,
}

/// Whether everybody sits everywhere equally often in so many games.
#[must_use]
pub fn games_are_even(games: u32, seats: usize, together: u32) -> bool {
    let round = together.checked_mul(u32::try_from(seats).unwrap_or(u32::MAX));
    games > 0 && round.is_some_and(|round| games.is_multiple_of(round))
}

/// What is known when a week is drawn up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Start<'a> {
    /// How many bots play.
    pub bots: usize,
    /// The number of the week's first game.
    pub first: u64,
    /// The bot of a gauntlet, as an index into the order of the week.
    pub runner: usize,
    /// Who has met, at tables, as indices into the order of the week: for Swiss weeks.
    pub met: &'a [Table],
    /// How often each bot has found no place: for Swiss weeks.
    pub byes: &'a [u32],
}

/// No week has more games than this.
pub(super) const MAX_GAMES: u64 = 1_000_000;

/// How many games a week has.
#[must_use]
pub fn games_of_a_week(settings: &Settings, game: Game, bots: usize) -> u64 {
    let seats = game.referee().bots(&settings.variant);
    let meeting = match settings.format {
        Format::Neighbours => {
            return ((bots + 1).saturating_sub(seats) as u64).saturating_mul(settings.games.into());
        }
        Format::RoundRobin => Meeting::RoundRobin,
        Format::Gauntlet => Meeting::Gauntlet,
        Format::Swiss => Meeting::Swiss { rounds: 1 },
    };
    total(&tournament_of(settings, game, 1, meeting), bots)
}

/// The games of a week, which is fixed by what is known when it is drawn up.
///
/// Neighbours who begin where the contest has them begin meet as [`schedule()`] says. All others meet as in a tournament
/// of `play`: every table's first pair of games has the same seed, that of the week's first game, and so the same opening;
/// every table's second pair has the next one, and so on.
#[must_use]
pub fn week_of(settings: &Settings, game: Game, start: &Start<'_>) -> Vec<Match> {
    let referee = game.referee();
    let (seats, together) = (referee.bots(&settings.variant), referee.games_in_a_match());
    if settings.format == Format::Neighbours && settings.openings == Openings::None {
        return schedule(settings, start.bots, seats, together, start.first);
    }
    let tables = tables_of(settings, seats, start);
    if tables.is_empty() {
        return Vec::new();
    }
    let size = pair_size(game, seats);
    let to_match = |unit: Vec<Fixture>| {
        let pair = unit.first().map_or(0, |game| game.pair - 1);
        let planned = |game: Fixture| Planned {
            number: start.first + game.number - 1,
            pair: start.first + pair * size,
            seed: game.seed,
            seating: game.seating,
            starts: game.starts,
        };
        let table = usize::try_from(pair).unwrap_or(usize::MAX) % tables.len();
        Match { table, games: unit.into_iter().map(planned).collect() }
    };
    let tournament = tournament_of(settings, game, start.first, Meeting::RoundRobin);
    meetings(&tournament, &tables, 0, 0).into_iter().map(to_match).collect()
}

/// Who sits at the tables of a week, as indices into its order.
fn tables_of(settings: &Settings, seats: usize, start: &Start<'_>) -> Vec<Table> {
    let bots = start.bots;
    match settings.format {
        Format::Neighbours => {
            (0..(bots + 1).saturating_sub(seats)).map(|above| (above..above + seats).collect()).collect()
        }
        Format::RoundRobin => tables(bots, seats),
        Format::Gauntlet => {
            let others = (0..bots).filter(|bot| *bot != start.runner);
            let order: Vec<usize> = [start.runner].into_iter().chain(others).collect();
            let sat = |table: Table| table.into_iter().map(|at| order[at]).collect();
            tables_of_the_first(bots, seats).into_iter().map(sat).collect()
        }
        Format::Swiss => {
            // Nobody has points here: who stands where is the order itself.
            let mut swiss = Swiss::new(bots);
            start.met.iter().for_each(|table| swiss.meet(table));
            for (bot, byes) in start.byes.iter().enumerate() {
                (0..*byes).for_each(|_| swiss.sit_out(bot));
            }
            swiss.draw(seats, settings.games)
        }
    }
}

/// The week as a tournament of `play`.
fn tournament_of(settings: &Settings, game: Game, first: u64, format: Meeting) -> tournament::Settings {
    let terms = Terms {
        game,
        variant: settings.variant.clone(),
        limit: settings.limit(),
        openings: settings.openings.clone(),
    };
    let seed = settings.seed_of(first);
    tournament::Settings { terms, games: settings.games.into(), format, seed, jobs: 1, pinned: false }
}

/// The games of a week in which neighbours meet, with so many bots, the first game with this number.
///
/// Neighbours sit at a table: for a game of two each bot with the one above, and with the one below. At each table
/// `settings.games` games are played, and from match to match everybody moves one seat on; once around is a pair. There
/// are `together` games in a match.
///
/// # Panics
/// If there are no seats, or no games in a match.
///
/// # Examples
///
/// ```
/// use botspec::ladder::{Overruns, Settings, schedule};
/// let settings = Settings {
///     variant_name: None,
///     variant: Default::default(),
///     seed: 1,
///     seeds: Default::default(),
///     format: Default::default(),
///     against: None,
///     openings: Default::default(),
///     games: 10,
///     limit_ms: 5_000,
///     overruns: Overruns::Disqualify,
///     publish_after: 4,
/// };
/// let week = schedule(&settings, 3, 2, 1, 1);
/// assert_eq!(week.len(), 20);
/// assert_eq!((&week[0].games[0].seating, &week[1].games[0].seating), (&vec![0, 1], &vec![1, 0]));
/// assert_eq!(week[19].games[0].seating, [2, 1]);
/// ```
#[must_use]
pub fn schedule(settings: &Settings, bots: usize, seats: usize, together: u32, first: u64) -> Vec<Match> {
    let tables = (bots + 1).saturating_sub(seats);
    let matches = settings.games / together;
    let mut number = first;
    let mut all = Vec::new();
    for table in 0..tables {
        let mut pair = number;
        for at in 0..matches {
            let shift = at as usize % seats;
            if shift == 0 {
                pair = number;
            }
            let seating: Vec<usize> = (0..seats).map(|seat| table + (seat + shift) % seats).collect();
            let seed = settings.seed_of(pair);
            let mut games = Vec::new();
            for within in 0..u64::from(together) {
                games.push(Planned {
                    number,
                    pair,
                    seed,
                    seating: seating.clone(),
                    starts: (together > 1).then(|| starting_side(seed, within)),
                });
                number += 1;
            }
            all.push(Match { table, games });
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::settings::Overruns;
    use super::*;

    pub(crate) fn settings(games: u32) -> Settings {
        Settings {
            variant_name: None,
            variant: crate::record::Variant::default(),
            seed: 7,
            seeds: crate::ladder::Seeds::Counted,
            format: Format::default(),
            against: None,
            openings: Openings::None,
            games,
            limit_ms: 1_000,
            overruns: Overruns::Disqualify,
            publish_after: 4,
        }
    }

    #[test]
    fn each_plays_ten_games_above_and_ten_below_half_on_each_side() {
        let week = schedule(&settings(10), 5, 2, 1, 101);
        let mut counts: BTreeMap<(usize, usize), u32> = BTreeMap::new();
        for game in week.iter().flat_map(|it| &it.games) {
            *counts.entry((game.seating[0], game.seating[1])).or_default() += 1;
        }
        let expected = (0..4).flat_map(|at| [((at, at + 1), 5), ((at + 1, at), 5)]);
        assert_eq!(counts, expected.collect());
        let numbers: Vec<u64> = week.iter().flat_map(|it| &it.games).map(|game| game.number).collect();
        assert_eq!(numbers, (101..141).collect::<Vec<_>>());
    }

    #[test]
    fn at_tables_of_four_everybody_sits_once_in_each_seat() {
        let week = schedule(&settings(4), 6, 4, 1, 1);
        assert_eq!(week.len(), 3 * 4);
        for table in week.chunks(4) {
            assert!(table.iter().all(|it| it.games[0].pair == table[0].games[0].pair), "{table:?}");
            for seat in 0..4 {
                let mut who: Vec<usize> = table.iter().map(|it| it.games[0].seating[seat]).collect();
                who.sort_unstable();
                assert_eq!(who, (table[0].table..table[0].table + 4).collect::<Vec<_>>());
            }
        }
        assert!(schedule(&settings(4), 3, 4, 1, 1).is_empty(), "too few for a table");
    }

    #[test]
    fn in_a_match_of_two_games_who_starts_alternates_and_seats_stay() {
        let week = schedule(&settings(12), 2, 2, 2, 1);
        assert_eq!(week.len(), 6);
        for it in &week {
            assert_eq!(it.games[0].seating, it.games[1].seating);
            assert_eq!(it.games.iter().filter_map(|game| game.starts).sum::<u8>(), 3);
        }
        let pairs: Vec<u64> = week.iter().map(|it| it.games[0].pair).collect();
        assert_eq!(pairs, [1, 1, 5, 5, 9, 9]);
    }

    /// A game is the same wherever it is played, so nothing but its number may count, and that of its pair's first game.
    #[test]
    fn a_seed_follows_from_the_number_of_the_pair() {
        for it in schedule(&settings(10), 4, 2, 1, 31) {
            assert_eq!(it.games[0].seed, 7 + it.games[0].pair - 1);
        }
    }

    #[test]
    fn games_are_even_if_seats_go_round() {
        for (games, seats, together, even) in [
            (10, 2, 1, true),
            (9, 2, 1, false),
            (10, 2, 2, false),
            (12, 2, 2, true),
            (6, 4, 1, false),
            (0, 2, 1, false),
        ] {
            assert_eq!(games_are_even(games, seats, together), even, "{games} {seats} {together}");
        }
    }
}
