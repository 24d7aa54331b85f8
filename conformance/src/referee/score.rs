//! Games counted while they are played.

use std::collections::BTreeMap;
use std::time::Duration;

use super::times::Times;
use super::tournament::{Entrant, Finished, Settings};
use crate::record::{BotScore, Ending, FaultCount, PlayReport, Score, SideScore, Tool};

/// No more kinds of faults than this are kept: who breaks rules in more ways is known well enough.
const FAULTS: usize = 50;

/// The count so far.
#[derive(Debug)]
pub struct Count {
    bots: Vec<Own>,
    endings: BTreeMap<String, u64>,
    faults: Vec<FaultCount>,
    played: u64,
    void: u64,
}

#[derive(Debug, Clone, Default)]
struct Own {
    score: Score,
    sides: Vec<SideScore>,
    times: Times,
}

impl Count {
    /// Nothing counted yet, for so many bots.
    #[must_use]
    pub fn new(bots: usize) -> Self {
        Self {
            bots: vec![Own::default(); bots],
            endings: BTreeMap::new(),
            faults: Vec::new(),
            played: 0,
            void: 0,
        }
    }

    /// Counts a game.
    pub fn add(&mut self, game: &Finished) {
        self.played += 1;
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
            }
        } else if self.faults.len() < FAULTS {
            self.faults.push(FaultCount {
                bot: bot.name.clone(),
                reason: reason.to_owned(),
                rule: fault.rule.clone(),
                games: 1,
                first: game.fixture.number,
                message: fault.message.clone(),
            });
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
        let bots = entrants.iter().zip(&mut self.bots).map(|(entrant, own)| {
            own.sides.sort_by_key(|side| side.side.to_string());
            BotScore {
                name: entrant.name.clone(),
                command: entrant.program.command.clone(),
                score: own.score,
                share: own.score.share(),
                interval: own.score.interval(),
                sides: std::mem::take(&mut own.sides),
                timing: own.times.summary(limit),
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
            game: settings.terms.game,
            variant: settings.terms.variant.clone(),
            seed: settings.seed,
            games: settings.games,
            played: self.played,
            void: self.void,
            bots,
            endings,
            faults: self.faults,
            isolation,
        }
    }
}
