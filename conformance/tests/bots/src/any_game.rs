//! A bot for all four games, which lets something decide among the legal moves.

use std::fmt::Debug;
use std::process::ExitCode;

use botspec_sdk::games::flit::Flit;
use botspec_sdk::games::hex::Hex;
use botspec_sdk::games::linkage::Linkage;
use botspec_sdk::games::power4::{Power4, TeamId};
use botspec_sdk::run::{conversation, file_turn};
use botspec_sdk::{Deadline, Game, Identity, Position};

use crate::start::Start;

const ME: Identity =
    Identity { name: "Fickle", author: "botspec", country: None, date: "21 November 2026", version: "1.0" };

/// The team whose help files it writes.
const TEAM: TeamId = TeamId::Is("Fi0001");

/// Which game a bot plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AnyGame {
    Linkage,
    Hex,
    Flit,
    Power4,
}

impl AnyGame {
    /// The game as the command line calls it.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        match name {
            "linkage" => Some(Self::Linkage),
            "hex" => Some(Self::Hex),
            "flit" => Some(Self::Flit),
            "power4" => Some(Self::Power4),
            _ => None,
        }
    }

    /// As far as it shows in how a bot is started: a colour is Hex, a number Flit, `board.txt` beside it Power Connect
    /// Four, and the rest Linkage, which may be started with anything.
    pub(crate) fn of_start(start: &Start) -> Self {
        match start.arguments.first().and_then(|first| first.to_str()) {
            Some("black" | "white") => Self::Hex,
            Some("1" | "2" | "3" | "4") => Self::Flit,
            _ if start.file("board.txt").exists() => Self::Power4,
            _ => Self::Linkage,
        }
    }

    /// Plays it; of the legal moves of a position `decide` says the number, and what is over the last one begins anew.
    pub(crate) fn play(self, mut decide: impl FnMut(&dyn Debug) -> u64) -> ExitCode {
        match self {
            Self::Linkage => {
                file_turn::run::<Linkage>(&ME, |position: &<Linkage as Game>::Position, _: &Deadline| {
                    pick(position, &mut decide)
                })
            }
            Self::Hex => conversation::run::<Hex>(|position: &<Hex as Game>::Position, _: &Deadline| {
                pick(position, &mut decide)
            }),
            Self::Flit => conversation::run::<Flit>(|position: &<Flit as Game>::Position, _: &Deadline| {
                pick(position, &mut decide)
            }),
            Self::Power4 => {
                file_turn::run::<Power4>(&TEAM, |position: &<Power4 as Game>::Position, _: &Deadline| {
                    pick(position, &mut decide)
                })
            }
        }
    }
}

fn pick<P: Position + Debug>(position: &P, mut decide: impl FnMut(&dyn Debug) -> u64) -> P::Move {
    let legal = position.legal_moves();
    let count = legal.len() as u64;
    let at = usize::try_from(decide(position) % count.max(1)).unwrap_or_default();
    *legal.get(at).expect("a bot is asked only when there is a legal move")
}
