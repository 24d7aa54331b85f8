//! What no game leads to, as far as it shows on the board.
//!
//! Each of these holds at the start and stays true with every turn:
//!
//! - A bot has two pieces at least: none is ever taken off the board.
//! - Nothing stands beside a neutral piece: it appears on an available square, and whatever comes beside it later
//!   converts it.
//! - A bot that has moved has two pieces side by side: the piece that moved last came beside another one. So one
//!   without has its two first pieces, where they were placed.
//! - Pieces that have not moved are not side by side: each was placed on an available square.
//! - Four squares are empty at least: those around the neutral piece that appeared last, and moves leave as many.

use super::board::{Board, Contents, Player};
use super::setup::Problem;
use super::square::Square;
use super::squares::Squares;

/// Pieces that every bot begins with.
const FIRST: u32 = 2;
/// Empty squares that are always left.
const LEFT: u32 = 4;

/// Everything on a board that no game leads to.
pub(super) fn problems(board: &Board) -> Vec<Problem> {
    let variant = board.variant();
    let mut problems = Vec::new();
    let mut unmoved = Squares::none(variant);
    for &player in variant.players() {
        let pieces = board.count(Contents::Piece(player));
        if pieces < FIRST {
            problems.push(Problem::TooFewPieces { player, pieces });
        } else if !has_moved(board, player) {
            if pieces > FIRST {
                problems.push(Problem::AllApart { player, pieces });
            } else {
                unmoved = unmoved | *board.pieces(player);
            }
        }
    }
    let beside = |piece, among: &Squares| {
        let next = Square::neighbours(piece, variant).into_iter().find(|next| among.contains(*next));
        next.map(|next| (piece, next))
    };
    let touched = unmoved.iter().filter_map(|piece| beside(piece, &unmoved));
    problems.extend(
        touched.filter(|(a, b)| a < b).map(|(first, second)| Problem::PlacedTogether { first, second }),
    );
    let touched = board.neutral().iter().filter_map(|neutral| beside(neutral, board.occupied()));
    problems.extend(touched.map(|(neutral, beside)| Problem::BesideNeutral { neutral, beside }));
    let empty = board.count(Contents::Empty);
    if empty < LEFT {
        problems.push(Problem::TooFull { empty });
    }
    problems
}

/// Whether two of its pieces are side by side.
fn has_moved(board: &Board, player: Player) -> bool {
    let pieces = *board.pieces(player);
    !(pieces & pieces.neighbours()).is_empty()
}
