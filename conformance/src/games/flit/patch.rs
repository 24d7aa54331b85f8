//! A part of a board as a picture, to be put anywhere on a board of any size.

use botspec_sdk::games::flit::{Board, Contents, Player, Square, Squares, Update, Variant};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

/// Rows of `.` (empty), `1` to `4` (that bot), `5` (neutral) and blanks (left as it is). What lies beyond
/// an edge is on the other side.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Patch {
    /// x and y of the upper left square; negative numbers count from the other end, -1 being the last.
    pub at: (i32, i32),
    /// The rows, from above.
    #[serde(deserialize_with = "rows")]
    pub rows: Vec<String>,
}

impl Patch {
    /// The squares that it says something about, row by row.
    #[must_use]
    pub(super) fn squares(&self, variant: Variant) -> Vec<(Square, Contents)> {
        let side = i32::from(variant.side());
        let mut squares = Vec::new();
        for (y, row) in (self.at.1..).zip(&self.rows) {
            for (x, symbol) in (self.at.0..).zip(row.chars()) {
                let Some(contents) = contents(symbol) else { continue };
                let wrap = |c: i32| u32::try_from(c.rem_euclid(side)).expect("a remainder is not negative");
                let square = variant.square(wrap(x), wrap(y)).expect("wrapped round");
                squares.push((square, contents));
            }
        }
        squares
    }

    /// Puts it on a board.
    fn put(&self, board: &mut Board) {
        for (square, contents) in self.squares(board.variant()) {
            board.set(square, contents);
        }
    }

    /// The whole of a board.
    #[must_use]
    pub(super) fn of(board: &Board) -> Self {
        Self { at: (0, 0), rows: board.to_string().lines().map(str::to_owned).collect() }
    }

    /// Whether it fits: no wider or higher than the board, and with no bot that does not play.
    ///
    /// # Errors
    /// Says what does not.
    pub(super) fn check(&self, variant: Variant) -> Result<(), String> {
        let most = i32::from(variant.side());
        if ![self.at.0, self.at.1].iter().all(|at| (-most..most).contains(at)) {
            return Err(format!("`at` is out of range: {} to {} in {variant}", -most, most - 1));
        }
        let side = usize::from(variant.side());
        let widest = self.rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        if self.rows.len() > side || widest > side {
            return Err(format!(
                "{widest} by {} squares are more than the board of {variant} has",
                self.rows.len()
            ));
        }
        let stranger = |contents| matches!(contents, Contents::Piece(player) if !variant.seats(player));
        match self.squares(variant).iter().find(|(_, contents)| stranger(*contents)) {
            Some((_, contents)) => Err(format!("{contents}, which does not play {variant}")),
            None => Ok(()),
        }
    }
}

/// A board with these patches on it, later ones over earlier ones.
#[must_use]
pub(super) fn board(variant: Variant, patches: &[Patch]) -> Board {
    let mut board = Board::empty(variant);
    for patch in patches {
        patch.put(&mut board);
    }
    board
}

/// Sees to it that each bot has as many pieces as in any game, on available squares as far from the corners as there
/// are: two, and for the others two more, side by side, if some of them must have moved and none shows it, or if nobody
/// else could go about.
pub(super) fn add_bystanders(board: &mut Board, tested: Player) {
    let variant = board.variant();
    let others = || variant.players().iter().copied().filter(|&player| player != tested);
    let nobody_else = others().all(|player| board.count(Contents::Piece(player)) > 1);
    let needs_two = |board: &Board, player| {
        let pieces = *board.pieces(player);
        let apart = (pieces & pieces.neighbours()).is_empty();
        pieces.len() > 2 && (apart || nobody_else)
    };
    let in_pairs: Vec<Player> = others().filter(|&player| needs_two(board, player)).collect();
    for player in in_pairs {
        let pairs = central(variant, board.available())
            .into_iter()
            .flat_map(|first| first.neighbours(variant).into_iter().map(move |second| (first, second)));
        let alone = |board: &Board, first: Square, second: Square| {
            second.neighbours(variant).iter().all(|next| *next == first || !board.occupied().contains(*next))
        };
        let pair = pairs.into_iter().find(|&(first, second)| alone(board, first, second));
        for square in pair.into_iter().flat_map(|(first, second)| [first, second]) {
            board.set(square, Contents::Piece(player));
        }
    }
    for wanted in 1..=2 {
        for &player in variant.players() {
            if board.count(Contents::Piece(player)) < wanted
                && let Some(&square) = central(variant, board.available()).first()
            {
                board.set(square, Contents::Piece(player));
            }
        }
    }
}

/// Those nearest to the middle of the board first.
fn central(variant: Variant, squares: Squares) -> Vec<Square> {
    let middle = variant.side() / 2;
    let mut squares: Vec<Square> = squares.iter().collect();
    squares.sort_by_key(|square| square.x().abs_diff(middle).max(square.y().abs_diff(middle)));
    squares
}

/// The updates that tell the whole of a board: those of bots 1 to 4 in turn, as at the start of a game, then
/// the neutral pieces.
#[must_use]
pub(super) fn tell(board: &Board) -> Vec<Update> {
    let mut updates = Vec::new();
    let mut pieces: Vec<_> =
        board.variant().players().iter().map(|&player| (player, board.pieces(player).iter())).collect();
    loop {
        let before = updates.len();
        for (player, squares) in &mut pieces {
            updates.extend(squares.next().map(|square| Update::new(square, Contents::Piece(*player))));
        }
        if updates.len() == before {
            break;
        }
    }
    updates.extend(board.neutral().iter().map(|square| Update::new(square, Contents::Neutral)));
    updates
}

fn contents(symbol: char) -> Option<Contents> {
    match symbol {
        '.' => Some(Contents::Empty),
        _ => symbol.to_digit(10).and_then(|code| u8::try_from(code).ok()).and_then(Contents::from_code),
    }
}

fn rows<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let rows = Vec::<String>::deserialize(deserializer)?;
    match rows.iter().flat_map(|row| row.chars()).find(|symbol| *symbol != ' ' && !".12345".contains(*symbol))
    {
        Some(symbol) => {
            Err(D::Error::custom(format!("`{symbol}` is not a square: write . 1 2 3 4 5 or a blank")))
        }
        None => Ok(rows),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patch(at: (i32, i32), rows: &[&str]) -> Patch {
        Patch { at, rows: rows.iter().map(|row| (*row).to_owned()).collect() }
    }

    #[test]
    fn a_patch_wraps_round_every_edge() {
        for variant in Variant::ALL {
            let last = u32::from(variant.side()) - 1;
            let board = board(variant, &[patch((-1, -1), &["12", "51"])]);
            let at = |x, y| board.get(variant.square(x, y).unwrap());
            assert_eq!(at(last, last), Contents::Piece(Player::One));
            assert_eq!(at(0, last), Contents::Piece(Player::Two));
            assert_eq!(at(last, 0), Contents::Neutral);
            assert_eq!(at(0, 0), Contents::Piece(Player::One));
        }
    }

    #[test]
    fn blanks_leave_and_dots_clear() {
        let mut board = board(Variant::Duel, &[patch((3, 3), &["111"])]);
        patch((3, 3), &[" .2"]).put(&mut board);
        assert_eq!(board.to_string().lines().nth(3), Some("...1.2.........."));
    }

    #[test]
    fn bystanders_disturb_nobody_and_tell_the_large_board() {
        let mut small = board(Variant::Standard, &[patch((0, 0), &["1.1"])]);
        add_bystanders(&mut small, Player::One);
        assert_eq!(small.piece_counts(), [2, 2, 2, 2]);
        assert!((small.occupied().neighbours() & *small.occupied()).is_empty());
        let before = small.clone();
        add_bystanders(&mut small, Player::One);
        assert_eq!(small, before);
        // Bot 2 has three pieces and so has moved, and in a duel somebody has to.
        for (variant, counts) in [(Variant::Standard, &[2, 5, 2, 2][..]), (Variant::Duel, &[2, 5])] {
            let mut walled = board(variant, &[patch((4, 4), &[" 2 ", "212"]), patch((9, 9), &["1"])]);
            add_bystanders(&mut walled, Player::One);
            assert_eq!(walled.piece_counts(), counts);
            assert_eq!(walled.problems(), []);
        }
    }

    #[test]
    fn a_board_that_is_told_comes_out_the_same() {
        let original = board(Variant::Standard, &[patch((30, 7), &["1.2.5", "3.4.1"])]);
        let mut told = Board::empty(Variant::Standard);
        for update in tell(&original) {
            told.set(update.at.on(Variant::Standard).unwrap(), update.contents);
        }
        assert_eq!(told, original);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert!(patch((0, 0), &["3"]).check(Variant::Duel).is_err());
        assert!(patch((0, 0), &["3"]).check(Variant::Standard).is_ok());
        assert!(patch((0, 0), &["11111111111111111"]).check(Variant::Duel).is_err());
    }
}
