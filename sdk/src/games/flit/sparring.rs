//! Sparring partners for Flit.

use super::board::{Board, Contents};
use super::game::Flit;
use super::outlook::outlook;
use super::position::Position;
use super::rules::Move;
use super::square::Square;
use crate::random::Random;
use crate::search::Searchable;
use crate::sparring::{Level, SparringGame, any_move, chance};

impl SparringGame for Flit {
    const LEVELS: &'static [Level] = &[Level::Random, Level::Greedy, Level::Search1, Level::Search2];

    fn spar(level: Level, seed: u64, position: &Position) -> Move {
        match level {
            Level::Random => any_move(seed, position),
            Level::Greedy => walk(position),
            Level::Search1 => Looking { origins: 1, destinations: 1 }.choose(seed, position),
            Level::Search2 | Level::Search3 => {
                Looking { origins: 4, destinations: 10 }.choose(seed, position)
            }
        }
    }
}

/// Towards the nearest neutral piece, with the piece that is furthest away.
fn walk(position: &Position) -> Move {
    let nearest = position.destinations().any.by_distance(position.board().neutral()).next();
    let gain = |square: &Square| position.conversions(*square).len();
    let Some(destination) = nearest.and_then(|nearest| nearest.iter().max_by_key(gain)) else {
        return position.stay();
    };
    let steps = |piece: &Square| piece.distance(destination, position.variant());
    let origin = position.origins(destination).iter().max_by_key(steps);
    origin.map_or(position.stay(), |origin| Move { origin, destination })
}

/// Tries so many moves and plays the one with the best outlook.
struct Looking {
    origins: usize,
    destinations: usize,
}

impl Looking {
    fn choose(&self, seed: u64, position: &Position) -> Move {
        let mut random = chance(seed, position);
        let origins = self.origins(position, &mut random);
        let tried = self.destinations(position, &mut random).into_iter().flat_map(|destination| {
            let movable = position.origins(destination);
            origins
                .iter()
                .filter(move |origin| movable.contains(**origin))
                .map(move |&origin| Move { origin, destination })
        });
        let worth = |mv: &Move| {
            let mut after = position.clone();
            Searchable::advance(&mut after, *mv);
            outlook(after.board(), position.player())
        };
        tried.max_by_key(worth).unwrap_or_else(|| walk(position))
    }

    /// The pieces that will be missed least: those with most others beside them.
    fn origins(&self, position: &Position, random: &mut Random) -> Vec<Square> {
        let board = position.board();
        let mut pieces: Vec<Square> = board.pieces(position.player()).iter().collect();
        random.shuffle(&mut pieces);
        pieces.sort_by_cached_key(|&piece| std::cmp::Reverse(without(board, piece, position)));
        pieces.truncate(self.origins);
        pieces
    }

    /// The squares nearest to neutral pieces, then any.
    fn destinations(&self, position: &Position, random: &mut Random) -> Vec<Square> {
        let rings = position.destinations().any.by_distance(position.board().neutral());
        let mut found = Vec::new();
        for ring in rings {
            if found.len() >= self.destinations {
                break;
            }
            let mut reached: Vec<Square> = ring.iter().collect();
            random.shuffle(&mut reached);
            found.extend(reached);
        }
        found.truncate(self.destinations);
        found
    }
}

/// The outlook without this piece.
fn without(board: &Board, piece: Square, position: &Position) -> i32 {
    let mut board = board.clone();
    board.set(piece, Contents::Empty);
    outlook(&board, position.player())
}
