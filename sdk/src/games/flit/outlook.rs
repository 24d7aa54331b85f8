//! What a bot's pieces are near to: an evaluation for Flit.

use super::board::{Board, Contents, Player};
use super::squares::Squares;

/// How far each side's pieces are followed, in steps.
const REACH: u32 = 12;
/// What a piece is worth.
const PIECE: i32 = 2_000;
/// What a neutral piece is worth that the bot reaches first: at one step half of this, at two a third, and so on.
const NEUTRAL: i32 = 1_500;
/// The same of any square, be it empty or not.
const SQUARE: i32 = 12;

/// How well a bot stands: its pieces, the neutral pieces that it reaches before any other, and the squares where it would
/// reach one that appears later. Only the order of values counts.
///
/// A square is a step away if it is next to a piece; where two bots are as near, it is nobody's.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::flit::{Contents, Player, Setup, Variant, outlook};
///
/// let near = Setup::from_bytes(b"1 1 1\n9 9 1\n1 9 2\n9 1 2\n3 1 5\n", Variant::Duel, Player::One)?.board()?;
/// let mut far = near.clone();
/// let square = |x, y| Variant::Duel.square(x, y).expect("0 to 15");
/// far.set(square(3, 1), Contents::Empty);
/// far.set(square(3, 9), Contents::Neutral);
/// assert!(outlook(&near, Player::One) > outlook(&far, Player::One));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn outlook(board: &Board, player: Player) -> i32 {
    let number = |count: u32| i32::try_from(count).expect("squares are few");
    let variant = board.variant();
    let mut own = *board.pieces(player);
    let others = variant.players().iter().filter(|&&other| other != player);
    let mut theirs = others.fold(Squares::none(variant), |all, &other| all | *board.pieces(other));
    let mut free = !(own | theirs);
    let mut worth = PIECE * number(board.count(Contents::Piece(player)));
    for step in 1..=REACH {
        let (near, nearer) = (own.neighbours() & free, theirs.neighbours() & free);
        if (near | nearer).is_empty() {
            break;
        }
        let gained = near - nearer;
        let steps = number(step) + 1;
        worth += number((gained & *board.neutral()).len()) * NEUTRAL / steps;
        worth += number(gained.len()) * SQUARE / steps;
        own = own | near;
        theirs = theirs | nearer;
        free = free - (near | nearer);
    }
    worth
}
