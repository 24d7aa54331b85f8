//! What earlier cases have shown of the bot, and what stands in the way of what.

use std::time::Duration;

use botspec_sdk::games::hex::Colour;

use super::{Aim, Session};
use crate::contest::Phase;
use crate::games::hex::request::Kind;
use crate::games::hex::{output, time};
use crate::run_context::RunContext;

/// How long nothing may be heard, where that is looked at.
pub(super) const QUIET: Duration = Duration::from_millis(30);

/// The key of a bot that prints lines which could be taken for answers.
pub(crate) const TALKS: &str = "hex: talks";

/// The key of blockers under which nothing at all can be judged.
pub(crate) const EVERYTHING: &str = "hex: everything";

/// The keys of stones that the bot does not put where it is told to: on any board, or on large ones.
pub(crate) const STONES: &str = "hex: stones";

pub(crate) const STONES_OF_LARGE_BOARDS: &str = "hex: stones of large boards";

/// The key of stones that the bot does not take away.
pub(crate) const UNSET: &str = "hex: unset";

/// The key under which it is noted that a move was not waited for until the limit.
pub(crate) const GIVEN_UP: &str = "make_move: given up";

/// The same on boards up to 3×3.
pub(crate) const GIVEN_UP_ON_TINY: &str = "make_move: given up on a tiny board";

/// The key under which it is noted that boards are shown column by column.
pub(crate) const BY_COLUMNS: &str = "show_board: columns";

/// So many moves that never came are enough.
pub(crate) const ENOUGH_HANGS: u32 = 2;

/// No answer is waited for longer than this where its limit is longer, unless it is worth it.
pub(crate) const USUAL: Duration = Duration::from_secs(5);

/// How well a bot is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Baseline {
    /// These are the first words: only the form of answers is judged.
    FirstWords,
    /// It has been found to talk, and makes its first moves.
    FirstMoves,
    /// What it can do is known, and what it cannot do stands in the way of nothing here.
    Known,
}

impl Baseline {
    /// In a phase.
    #[must_use]
    pub(crate) const fn at(phase: Phase) -> Self {
        match phase {
            Phase::Submission | Phase::First => Self::FirstWords,
            Phase::Second => Self::FirstMoves,
            Phase::Main | Phase::Alone | Phase::Last => Self::Known,
        }
    }
}

/// What a bot is known to get wrong of its board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Doubt {
    /// It loses or misplaces stones that it is told of.
    Stones,
    /// It leaves stones where they are that are taken away.
    Unset,
}

impl Session<'_> {
    /// Whether answers of some kind come only when something else happens, as is known already.
    pub(crate) fn keeps_back(&self) -> bool {
        Kind::ALL
            .iter()
            .any(|kind| self.stream.context.observations.blocked_by(kind.name()) == Some(output::FLUSHED.id))
    }

    /// What stands in the way of a request of this kind.
    pub(crate) fn blocked_by(&self, kind: Kind) -> Option<(String, &'static str)> {
        let observations = self.stream.context.observations;
        let enough = kind == Kind::MakeMove && observations.overruns(kind.name()) >= ENOUGH_HANGS;
        if enough && self.aim == Aim::Verdict {
            return Some(("make_move was not answered in time again and again".to_owned(), time::TURN.id));
        }
        let silent = || {
            let mute = |kind: Kind| observations.blocked_by(kind.name()).filter(|&rule| is_silence(rule));
            mute(Kind::CheckWin).filter(|_| mute(Kind::ShowBoard).is_some())
        };
        let rule = observations
            .blocked_by(kind.name())
            .or_else(silent)
            .filter(|&rule| rule != output::FLUSHED.id)?;
        Some((format!("cannot be judged while {rule} is broken by {}", kind.name()), rule))
    }

    /// Why there is no time for a request of this kind.
    pub(super) fn lack_of_time(&self, kind: Kind) -> Option<String> {
        if self.stream.context.is_out_of_time() {
            return Some(
                "the time was up before it came to its end; raise --max-time to give it more".to_owned(),
            );
        }
        let observations = self.stream.context.observations;
        let slow =
            observations.blocked_by(GIVEN_UP).is_some() || observations.overruns(GIVEN_UP) >= ENOUGH_HANGS;
        let slow_here = self.is_tiny() && observations.overruns(GIVEN_UP_ON_TINY) >= ENOUGH_HANGS;
        let asked_anyway = observations.is_patient() || self.aim != Aim::Verdict;
        (kind == Kind::MakeMove && (slow || slow_here) && !asked_anyway).then(|| {
            let seconds = USUAL.as_secs();
            format!(
                "moves take longer than {seconds} s: too long for all cases in the time given; \
                 raise --max-time to give them more"
            )
        })
    }

    /// Whether nobody knows what the bot believes to stand on its board.
    pub(crate) fn doubts_the_board(&self) -> bool {
        match self.doubt {
            Some(Doubt::Stones) => self.knowledge.has_been_told(),
            Some(Doubt::Unset) => self.knowledge.has_taken(),
            None => false,
        }
    }
}

/// Whether a bot is known to play white if it is started as black, and black if as white.
#[must_use]
pub(crate) fn takes_each_for_the_other(context: &RunContext<'_>) -> bool {
    Colour::ALL.iter().all(|&colour| context.observations.blocked_by(exchanged_key(colour)).is_some())
}

/// The key of a bot that plays the other colour if it is started as this one.
#[must_use]
pub(crate) const fn exchanged_key(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "hex: black is white",
        Colour::White => "hex: white is black",
    }
}

/// The key of a blocker of one colour.
#[must_use]
pub(crate) const fn colour_key(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "hex: as black",
        Colour::White => "hex: as white",
    }
}

/// Whether a broken rule means that nothing is heard from a bot.
pub(crate) fn is_silence(rule: &str) -> bool {
    [time::REPLY.id, output::FLUSHED.id].contains(&rule)
}
