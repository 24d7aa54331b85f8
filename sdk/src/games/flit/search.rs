//! Flit as a search sees it.

use super::board::Contents;
use super::position::Position;
use super::rules::{self, Move};
use super::wire::Update;
use crate::game::Position as _;
use crate::random::Random;
use crate::search::{Searchable, Status, mix};
use crate::seat::Seat;

/// Turns of each bot in a random game, which would else go on for thousands.
const TURNS_OF_PLAYOUT: usize = 8;

impl Searchable for Position {
    fn status(&self) -> Status {
        match self.outcome() {
            None => Status::Open,
            Some(outcome) => outcome.winner.map_or(Status::Drawn, |player| Status::Won(player.seat())),
        }
    }

    fn key(&self) -> u64 {
        let board = self.board();
        let players = self.variant().players();
        let sets = players.iter().map(|&player| board.pieces(player)).chain([board.neutral()]);
        let first = mix(mix(0, u64::from(self.variant().side())), u64::from(self.player().seat().number()));
        let words = sets.flat_map(|set| set.rows().chunks(2));
        let key = words.fold(first, |key, rows| mix(key, u64::from(rows[0]) << 32 | u64::from(rows[1])));
        // A position whose board is one of dominance goes on, if no move has led to it.
        mix(key, u64::from(self.outcome().is_some()))
    }

    /// The legal moves, or a stay where there is none.
    fn list_moves(&self, moves: &mut Vec<Move>) {
        if self.outcome().is_none() {
            let before = moves.len();
            moves.extend(self.legal_moves());
            if moves.len() == before {
                moves.push(self.stay());
            }
        }
    }

    /// The move alone: no neutral piece appears.
    fn advance(&mut self, mv: Move) {
        self.advance(mv, &mut Unheard);
        self.see_dominance();
    }

    /// Eight random turns of each bot, without new neutral pieces; then the bot with the most pieces counts as the
    /// winner.
    fn random_winner(&self, random: &mut Random, _: &mut Vec<Move>) -> Option<Seat> {
        let mut position = self.clone();
        for _ in 0..TURNS_OF_PLAYOUT * self.variant().players().len() {
            if let Some(outcome) = position.outcome() {
                return outcome.winner.map(|player| player.seat());
            }
            let mv = position.random_move(random);
            Searchable::advance(&mut position, mv);
        }
        rules::leader(position.board().piece_counts()).map(|player| player.seat())
    }
}

/// Where updates go that nobody wants.
struct Unheard;

impl Extend<Update> for Unheard {
    fn extend<T: IntoIterator<Item = Update>>(&mut self, _: T) {}
}

impl Position {
    /// The pieces of a player less those of the best other: an evaluator for
    /// [`AlphaBeta`](crate::search::AlphaBeta).
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::flit::{Match, Position, Variant};
    /// use botspec_sdk::random::Random;
    /// use botspec_sdk::search::{AlphaBeta, Budget};
    ///
    /// let (game, _updates) = Match::start(Variant::Duel, &mut Random::seeded(1));
    /// let mut search = AlphaBeta::new(Position::lead_of);
    /// let found = search.search(game.position(), &Budget::of_nodes(5_000)).expect("the game goes on");
    /// assert!(found.depth >= 2, "a bot has few moves in the opening");
    /// ```
    #[must_use]
    pub fn lead_of(&self, seat: Seat) -> i32 {
        let count =
            |player| i32::try_from(self.board().count(Contents::Piece(player))).expect("squares are few");
        let players = self.variant().players().iter().copied();
        let others = players.clone().filter(|player| player.seat() != seat).map(count).max();
        let own = players.filter(|player| player.seat() == seat).map(count).max();
        own.unwrap_or(0) - others.unwrap_or(0)
    }
}
