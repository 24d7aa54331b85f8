//! Games counted while they are played.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::time::Duration;

use super::times::Times;
use super::tournament::{Entrant, Finished, Settings};
use crate::record::{BotScore, Ending, FaultCount, Overstays, PlayReport, Score, SideScore, Tool};
use crate::timing::millis;

/// No more kinds of faults than this are kept: who breaks rules in more ways is known well enough.
const FAULTS: usize = 50;

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
}

#[derive(Debug, Clone, Default)]
struct Own {
    score: Score,
    sides: Vec<SideScore>,
    times: Times,
    overstays: Overstays,
}

impl Count {
    /// Nothing counted yet, for so many bots.
    #[must_use]
    pub fn new(bots: usize) -> Self {
        Self {
            bots: vec![Own::default(); bots],
            endings: BTreeMap::new(),
            faults: Vec::new(),
            unlisted_faults: 0,
            distinct: BTreeSet::new(),
            played: 0,
            void: 0,
        }
    }

    /// Counts a game.
    pub fn add(&mut self, game: &Finished) {
        self.played += 1;
        self.distinct.insert(identity(game));
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
            self.add_fault(game, &result.reason);
        }
    }

    fn add_fault(&mut self, game: &Finished, reason: &str) {
        let Some(fault) = &game.record.fault else { return };
        // Of two players, it is the one that did not win.
        let loser = game.fixture.seating.iter().position(|&bot| Some(bot) != game.winner);
        let Some(bot) = loser.and_then(|seat| game.record.players.get(seat)) else { return };
        let same = |known: &&mut FaultCount| {
            known.bot == bot.name && known.reason == reason && known.rule == fault.rule
        };
        if let Some(known) = self.faults.iter_mut().find(same) {
            known.games += 1;
            if game.fixture.number < known.first {
                known.first = game.fixture.number;
                known.message.clone_from(&fault.message);
                known.answer.clone_from(&fault.answer);
            }
        } else if self.faults.len() < FAULTS {
            self.faults.push(FaultCount {
                bot: bot.name.clone(),
                reason: reason.to_owned(),
                rule: fault.rule.clone(),
                games: 1,
                first: game.fixture.number,
                answer: fault.answer.clone(),
                message: fault.message.clone(),
            });
        } else {
            self.unlisted_faults += 1;
        }
    }

    /// Counts a game that could not be judged.
    pub const fn add_void(&mut self) {
        self.void += 1;
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
        let bots = entrants.iter().zip(&mut self.bots).map(|(entrant, own)| {
            own.sides.sort_by_key(|side| side.side.to_string());
            BotScore {
                name: entrant.name.clone(),
                command: entrant.program.command.clone(),
                score: own.score,
                share: own.score.share(),
                interval: own.score.interval_of(distinct),
                sides: std::mem::take(&mut own.sides),
                timing: own.times.summary(limit),
                overstays: (own.overstays.games > 0).then_some(own.overstays),
            }
        });
        let bots = bots.collect();
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
            games: settings.games,
            played: self.played,
            distinct,
            void: self.void,
            opening: settings.terms.opening,
            bots,
            endings,
            faults: self.faults,
            unlisted_faults: self.unlisted_faults,
            isolation,
        }
    }
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
