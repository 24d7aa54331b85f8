//! A part of a board as a picture, to be put anywhere on a board of any size.

use botspec_sdk::games::flit::{Board, Contents, Square, Update, Variant};
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

    /// Puts it on a board and returns the updates, squares that stay the same left out.
    pub(super) fn put(&self, board: &mut Board) -> Vec<Update> {
        let mut updates = Vec::new();
        for (square, contents) in self.squares(board.variant()) {
            if board.get(square) != contents {
                board.set(square, contents);
                updates.push(Update::new(square, contents));
            }
        }
        updates
    }

    /// Whether it fits: no wider or higher than the board, and with no bot that does not play.
    ///
    /// # Errors
    /// Says what does not.
    pub(super) fn check(&self, variant: Variant) -> Result<(), String> {
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

/// Sees to it that each bot has two pieces, on available squares as far from the corners as there are, and
/// returns the updates.
pub(super) fn add_bystanders(board: &mut Board) -> Vec<Update> {
    let variant = board.variant();
    let mut updates = Vec::new();
    for wanted in 1..=2 {
        for &player in variant.players() {
            if board.count(Contents::Piece(player)) >= wanted {
                continue;
            }
            let middle = variant.side() / 2;
            let distance = |square: &Square| square.x().abs_diff(middle).max(square.y().abs_diff(middle));
            let Some(square) = board.available().iter().min_by_key(distance) else { return updates };
            board.set(square, Contents::Piece(player));
            updates.push(Update::new(square, Contents::Piece(player)));
        }
    }
    updates
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

/// The updates that lead from one board to another, by (y, x), in steps that a game has: a square becomes empty
/// before another piece comes to it, and a neutral piece is converted before it can leave.
#[must_use]
pub(super) fn changes(from: &Board, to: &Board) -> Vec<Update> {
    let mut squares: Vec<Square> = to.variant().squares().collect();
    squares.sort_by_key(|square| (square.y(), square.x()));
    squares.retain(|&square| from.get(square) != to.get(square));
    let (mut converted, mut left, mut entered) = (Vec::new(), Vec::new(), Vec::new());
    for square in squares {
        match (from.get(square), to.get(square)) {
            (Contents::Neutral, Contents::Piece(player)) => {
                converted.push(Update::new(square, Contents::Piece(player)));
                continue;
            }
            (Contents::Neutral, _) => {
                let collector = to.variant().players()[0];
                converted.push(Update::new(square, Contents::Piece(collector)));
                left.push(Update::new(square, Contents::Empty));
            }
            (Contents::Piece(_), _) => left.push(Update::new(square, Contents::Empty)),
            (Contents::Empty, _) => {}
        }
        if to.get(square) != Contents::Empty {
            entered.push(Update::new(square, to.get(square)));
        }
    }
    [converted, left, entered].concat()
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
            Err(D::Error::custom(format!("`{symbol}` is no square: write . 1 2 3 4 5 or a blank")))
        }
        None => Ok(rows),
    }
}

#[cfg(test)]
mod tests {
    use botspec_sdk::games::flit::Player;

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
        let updates = patch((3, 3), &[" .2"]).put(&mut board);
        let texts: Vec<String> = updates.iter().map(ToString::to_string).collect();
        assert_eq!(texts, ["4 3 0", "5 3 2"]);
    }

    #[test]
    fn bystanders_disturb_nobody_and_tell_the_large_board() {
        let mut board = board(Variant::Standard, &[patch((0, 0), &["1.1"])]);
        assert_eq!(add_bystanders(&mut board).len(), 6);
        assert_eq!(board.piece_counts(), [2, 2, 2, 2]);
        let crowd = board.occupied().neighbours() & *board.occupied();
        assert!(crowd.is_empty());
        assert_eq!(add_bystanders(&mut board), []);
    }

    #[test]
    fn a_board_that_is_told_comes_out_the_same() {
        let original = board(Variant::Standard, &[patch((30, 7), &["1.2.5", "3.4.1"])]);
        let mut told = Board::empty(Variant::Standard);
        for update in tell(&original) {
            told.set(update.at.on(Variant::Standard).unwrap(), update.contents);
        }
        assert_eq!(told, original);
        assert_eq!(changes(&told, &original), []);
    }

    #[test]
    fn a_square_changes_as_in_a_game() {
        let from = board(Variant::Duel, &[patch((3, 3), &["112255.."])]);
        let to = board(Variant::Duel, &[patch((3, 3), &[".2.51.15"])]);
        let texts: Vec<String> = changes(&from, &to).iter().map(ToString::to_string).collect();
        assert_eq!(
            texts,
            [
                "7 3 1", "8 3 1", "3 3 0", "4 3 0", "5 3 0", "6 3 0", "8 3 0", "4 3 2", "6 3 5", "9 3 1",
                "10 3 5"
            ]
        );
        let mut told = from;
        for update in changes(&told.clone(), &to) {
            let square = update.at.on(Variant::Duel).unwrap();
            let step = (told.get(square), update.contents);
            assert!(
                matches!(
                    step,
                    (Contents::Empty, Contents::Piece(_) | Contents::Neutral)
                        | (Contents::Piece(_), Contents::Empty)
                        | (Contents::Neutral, Contents::Piece(_))
                ),
                "{step:?}"
            );
            told.set(square, update.contents);
        }
        assert_eq!(told, to);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert!(patch((0, 0), &["3"]).check(Variant::Duel).is_err());
        assert!(patch((0, 0), &["3"]).check(Variant::Standard).is_ok());
        assert!(patch((0, 0), &["11111111111111111"]).check(Variant::Duel).is_err());
    }
}
