//! Games counted while they are played.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::time::Duration;

use super::pairs::{Game as PairGame, PairCount};
use super::rating::{self, Results};
use super::schedule::{Format, pair_size, total};
use super::seats::Fixture;
use super::sprt::{Decision, ERROR, Hypotheses};
use super::times::Times;
use super::tournament::{Entrant, Finished, Settings};
use crate::record::{
    BotScore, Ending, FaultCount, Meeting, OpeningScore, Overstays, PlayReport, Score, SideScore, Sprt,
    Strength, Tool, float,
};
use crate::suite::Game;
use crate::timing::millis;

/// No more kinds of faults than this are kept: who breaks rules in more ways is known well enough.
const FAULTS: usize = 50;
/// No more openings are listed than there are first stones in Hex.
const OPENINGS: usize = 26 * 26;

/// The count so far.
#[derive(Debug)]
pub struct Count {
    bots: Vec<Own>,
    endings: BTreeMap<String, u64>,
    faults: Vec<FaultCount>,
    unlisted_faults: u64,
    /// Games by what was played in them, as hashes.
    distinct: BTreeSet<u64>,
    played: u64,
    void: u64,
    /// Distinct games by who sat at the board, and who of them came first.
    firsts: BTreeMap<(Vec<usize>, Vec<usize>), u64>,
    /// By who sat at the board: games, those that each has won, and those that nobody has.
    meetings: BTreeMap<Vec<usize>, (u64, Vec<u64>, u64)>,
    openings: BTreeMap<Vec<String>, OpeningScore>,
    /// The pairs of two bots.
    pairs: Option<PairCount>,
}

#[derive(Debug, Clone, Default)]
struct Own {
    score: Score,
    /// Of its games, those that repeat no other.
    distinct: u64,
    sides: Vec<SideScore>,
    times: Times,
    overstays: Overstays,
}

impl Count {
    /// Nothing counted yet, for so many bots. What is tested are two of them.
    #[must_use]
    pub fn new(settings: &Settings, bots: usize, test: Option<Hypotheses>) -> Self {
        let in_pairs = settings.format != Format::Games && bots == 2;
        let is_pair = in_pairs && pair_size(settings.terms.game, bots) == 2;
        Self {
            bots: vec![Own::default(); bots],
            endings: BTreeMap::new(),
            faults: Vec::new(),
            unlisted_faults: 0,
            distinct: BTreeSet::new(),
            played: 0,
            void: 0,
            firsts: BTreeMap::new(),
            meetings: BTreeMap::new(),
            openings: BTreeMap::new(),
            pairs: is_pair.then(|| PairCount::new(test)),
        }
    }

    /// Counts a game.
    pub fn add(&mut self, game: &Finished) {
        self.played += 1;
        let identity = identity(game);
        let mut bots = game.fixture.seating.clone();
        bots.sort_unstable();
        let (games, won, drawn) =
            self.meetings.entry(bots.clone()).or_insert_with(|| (0, vec![0; bots.len()], 0));
        *games += 1;
        *drawn += u64::from(game.winner.is_none());
        for (won, bot) in won.iter_mut().zip(&bots) {
            *won += u64::from(game.winner == Some(*bot));
        }
        let is_new = self.distinct.insert(identity);
        if is_new {
            for &bot in &bots {
                self.bots[bot].distinct += 1;
            }
            *self.firsts.entry((bots, firsts(game))).or_default() += 1;
        }
        if let Some(pairs) = &mut self.pairs {
            let half_points = game.winner.map_or(1, |winner| if winner == 0 { 2 } else { 0 });
            pairs.add(game.fixture.pair, Some(PairGame { half_points, identity }));
        }
        self.add_opening(game, is_new);
        for (bot, overstay) in &game.overstays {
            let overstays = &mut self.bots[*bot].overstays;
            overstays.games += 1;
            overstays.killed += u64::from(overstay.killed);
            overstays.waited_ms += millis(overstay.waited);
        }
        for (&bot, player) in game.fixture.seating.iter().zip(&game.record.players) {
            let own = &mut self.bots[bot];
            let won = game.winner.map(|winner| winner == bot);
            own.score.add(won);
            let at = own.sides.iter().position(|side| side.side == player.side).unwrap_or_else(|| {
                own.sides.push(SideScore { side: player.side.clone(), score: Score::default() });
                own.sides.len() - 1
            });
            own.sides[at].score.add(won);
        }
        for (bot, elapsed) in &game.elapsed {
            self.bots[*bot].times.add(elapsed);
        }
        if let Some(result) = &game.record.result {
            *self.endings.entry(result.reason.clone()).or_default() += 1;
            self.add_faults(game, &result.reason);
        }
    }

    fn add_opening(&mut self, game: &Finished, is_new: bool) {
        let Some(plies) = game.record.opening else { return };
        let moves: Vec<String> =
            game.record.moves.iter().take(plies).map(|mv| mv.text().to_owned()).collect();
        let swapped =
            Game::of_record(game.record.game).ok().and_then(|of| of.referee().is_swapped(&game.record));
        let first = usize::from(game.fixture.starts == Some(2));
        let own = self.openings.entry(moves.clone()).or_insert_with(|| OpeningScore {
            moves,
            games: 0,
            distinct: 0,
            first_won: 0,
            drawn: 0,
            swapped: swapped.map(|_| 0),
        });
        own.games += 1;
        own.distinct += u64::from(is_new);
        own.first_won +=
            u64::from(game.winner.is_some() && game.winner == game.fixture.seating.get(first).copied());
        own.drawn += u64::from(game.winner.is_none());
        if let (Some(count), Some(true)) = (&mut own.swapped, swapped) {
            *count += 1;
        }
    }

    fn add_faults(&mut self, game: &Finished, reason: &str) {
        let player = |seat: usize| game.record.players.get(seat);
        if let Some(fault) = &game.record.fault
            // Of two players, it is the one that did not win.
            && let Some(seat) = game.fixture.seating.iter().position(|&bot| Some(bot) != game.winner)
            && let Some(player) = player(seat)
        {
            self.add_fault(FaultCount {
                bot: player.name.clone(),
                reason: reason.to_owned(),
                rule: fault.rule.clone(),
                games: 1,
                first: game.fixture.number,
                answer: fault.answer.clone(),
                message: fault.message.clone(),
            });
        }
        for (seat, at, failure) in &game.lapses {
            let Some(player) = player(seat.index()) else { continue };
            self.add_fault(FaultCount {
                bot: player.name.clone(),
                reason: failure.loss.name().to_owned(),
                rule: failure.rule.map(str::to_owned),
                games: 1,
                first: game.fixture.number,
                answer: failure.answer.clone(),
                message: format!("turn {at}: {}", failure.message),
            });
        }
    }

    fn add_fault(&mut self, new: FaultCount) {
        let kind = |fault: &FaultCount| (fault.bot.clone(), fault.reason.clone(), fault.rule.clone());
        if let Some(known) = self.faults.iter_mut().find(|known| kind(known) == kind(&new)) {
            let games = known.games + 1;
            if new.first < known.first {
                *known = new;
            }
            known.games = games;
        } else if self.faults.len() < FAULTS {
            self.faults.push(new);
        } else {
            self.unlisted_faults += 1;
        }
    }

    /// Counts a game that could not be judged.
    pub fn add_void(&mut self, fixture: &Fixture) {
        self.void += 1;
        if let Some(pairs) = &mut self.pairs {
            pairs.add(fixture.pair, None);
        }
    }

    /// The pairs of two bots.
    #[must_use]
    pub const fn pairs(&self) -> Option<&PairCount> {
        self.pairs.as_ref()
    }

    /// Games that came to an end.
    #[must_use]
    pub const fn played(&self) -> u64 {
        self.played
    }

    /// Games that could not be judged.
    #[must_use]
    pub const fn void(&self) -> u64 {
        self.void
    }

    /// Everything as a report. Faults and endings are in an order that does not depend on who was faster.
    #[must_use]
    pub fn report(mut self, settings: &Settings, entrants: &[Entrant<'_>], isolation: String) -> PlayReport {
        let limit: Duration = settings.terms.limit;
        let distinct = self.distinct.len() as u64;
        let sprt = self.pairs.as_ref().and_then(test);
        let is_decided = self.pairs.as_ref().is_some_and(PairCount::is_over);
        let ratings = settings.format.name().and_then(|_| self.ratings());
        let rating = |bot: usize| {
            let rating = ratings.as_ref()?.get(bot)?;
            Some(Strength { elo: rating.elo(), interval: rating.interval() })
        };
        let bots = entrants.iter().zip(0..).zip(&mut self.bots).map(|((entrant, at), own)| {
            own.sides.sort_by_key(|side| side.side.to_string());
            BotScore {
                name: entrant.name.clone(),
                command: entrant.program.command.clone(),
                score: own.score,
                share: own.score.share(),
                interval: own.score.interval_of(own.distinct),
                rating: rating(at),
                sides: std::mem::take(&mut own.sides),
                timing: own.times.summary(limit),
                overstays: (own.overstays.games > 0).then_some(own.overstays),
            }
        });
        let bots = bots.collect();
        let meeting = |(met, (games, won, drawn)): (Vec<usize>, (u64, Vec<u64>, u64))| Meeting {
            bots: met.into_iter().map(|bot| entrants[bot].name.clone()).collect(),
            games,
            won,
            drawn,
        };
        let meetings = if settings.format.name().is_some() { self.meetings } else { BTreeMap::new() };
        let meetings = meetings.into_iter().map(meeting).collect();
        let openings = if self.openings.len() > OPENINGS { BTreeMap::new() } else { self.openings };
        let mut endings: Vec<Ending> =
            self.endings.into_iter().map(|(reason, games)| Ending { reason, games }).collect();
        endings.sort_by_key(|ending| std::cmp::Reverse(ending.games));
        self.faults.sort_by(|a, b| (a.first, &a.bot).cmp(&(b.first, &b.bot)));
        PlayReport {
            schema: "botspec.play/1",
            tool: Tool::this(),
            game: settings.terms.game.id(),
            variant: settings.terms.variant.clone(),
            seed: settings.seed,
            games: if is_decided { self.played + self.void } else { total(settings, entrants.len()) },
            played: self.played,
            distinct,
            void: self.void,
            opening: settings.terms.openings.drawn(),
            format: settings.format.name(),
            meetings,
            openings: openings.into_values().collect(),
            pairs: self.pairs.as_ref().map(|pairs| pairs.counted().0),
            sprt,
            bots,
            endings,
            faults: self.faults,
            unlisted_faults: self.unlisted_faults,
            isolation,
        }
    }
}

impl Count {
    /// Strengths fitted to all distinct games.
    fn ratings(&self) -> Option<Vec<rating::Rating>> {
        let mut of_tables: BTreeMap<&[usize], Vec<f64>> = BTreeMap::new();
        for ((bots, firsts), games) in &self.firsts {
            let won = of_tables.entry(bots).or_insert_with(|| vec![0.0; bots.len()]);
            for (own, bot) in won.iter_mut().zip(bots) {
                if firsts.contains(bot) {
                    *own += float(*games) / float(firsts.len() as u64);
                }
            }
        }
        let results: Vec<Results> =
            of_tables.into_iter().map(|(bots, won)| Results { bots: bots.to_vec(), won }).collect();
        rating::fit(self.bots.len(), &results, rating::PRIOR)
    }
}

/// Who came first: the winner, or all who have as many pieces as nobody has more, or all.
fn firsts(game: &Finished) -> Vec<usize> {
    let seating = &game.fixture.seating;
    let mut firsts: Vec<usize> = match (game.winner, &game.record.result) {
        (Some(winner), _) => vec![winner],
        (None, Some(result)) => match result.counts.as_ref().filter(|counts| counts.len() == seating.len()) {
            Some(counts) => {
                let most = counts.iter().max();
                seating
                    .iter()
                    .zip(counts)
                    .filter(|(_, count)| Some(*count) == most)
                    .map(|(&bot, _)| bot)
                    .collect()
            }
            None => seating.clone(),
        },
        (None, None) => seating.clone(),
    };
    firsts.sort_unstable();
    firsts
}

/// What a test says of these pairs; none if nothing is tested.
fn test(pairs: &PairCount) -> Option<Sprt> {
    let hypotheses = pairs.hypotheses()?;
    let elo = pairs.counted().elo();
    Some(Sprt {
        elo0: hypotheses.elo0,
        elo1: hypotheses.elo1,
        error: ERROR,
        ratio: hypotheses.ratio(pairs.counted()),
        bounds: Hypotheses::bounds(),
        decision: pairs.decision().map(|decision| match decision {
            Decision::Elo0 => "elo0",
            Decision::Elo1 => "elo1",
        }),
        // More of the same decides nothing.
        games_left: (!pairs.is_exhausted())
            .then(|| hypotheses.pairs_left(pairs.counted()))
            .flatten()
            .map(|left| 2.0 * left.ceil()),
        exhausted: pairs.is_exhausted(),
        elo: elo.map(|(elo, _)| elo),
        interval: elo.map(|(_, interval)| interval),
        repeated: pairs.repeated(),
    })
}

/// What a game has in common with one that is the same over again: who sat where, how it began, every move, and how
/// it ended.
fn identity(game: &Finished) -> u64 {
    let record = &game.record;
    let mut hasher = DefaultHasher::new();
    (&game.fixture.seating, game.fixture.starts, &record.initial, game.winner).hash(&mut hasher);
    record.moves.hash(&mut hasher);
    record.result.as_ref().map(|result| &result.reason).hash(&mut hasher);
    record.fault.as_ref().map(|fault| (&fault.answer, &fault.rule)).hash(&mut hasher);
    hasher.finish()
}
