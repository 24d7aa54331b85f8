//! The end of a game, solved.

use super::board::{Colour, Side};
use super::domino::Dominoes;
use super::game::Linkage;
use super::order::Order;
use super::position::Position;
use super::squares::Squares;
use crate::search::{Budget, Searchable as _};

/// Entries of the table unless said otherwise.
const TABLE_ENTRIES: usize = 1 << 20;
/// Nodes from one look at the clock to the next.
const CLOCK_INTERVAL: u64 = 64;
/// Groups of its colour that a domino may join to one, less that one: two at its ends, one along each side.
const MAX_JOINED: u32 = 3;
/// The squares whose index is even: a domino covers one of them and one other.
const EVEN: u64 = 0x5555_5555_5555_5555;

/// What is certain of a position.
///
/// # Examples
///
/// ```
/// use botspec_sdk::Position as _;
/// use botspec_sdk::games::linkage::{Endgame, Position, Side, Solution};
/// use botspec_sdk::search::Budget;
/// let mut position = Position::opening();
/// while Endgame::placements_left(&position) > 5 {
///     position = position.play(position.legal_moves()[0])?;
/// }
/// let solution = Endgame::new().solve(&position, &Budget::of_nodes(1_000)).expect("so few are solved");
/// let Solution { winner, order } = solution;
/// assert_eq!((winner, position.is_legal(order)), (Side::Fewer, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Solution {
    /// Who wins with best play.
    pub winner: Side,
    /// An order that wins, if the winner is to move; else a legal one.
    pub order: Order,
}

/// Finds out who wins, by looking at everything that may still happen.
///
/// The number of groups is of no interest, only who has those that are wanted: a line of play is given up as soon as what
/// can still be placed changes nothing. Positions that came about in another order are looked at once.
///
/// With nine placements to go most positions are solved within a hundred thousand nodes, which take about a tenth of a
/// second; [`Endgame::placements_left`] tells whether it is worth trying.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::linkage::{Endgame, InputText, Position, Side};
/// use botspec_sdk::search::Budget;
///
/// let input = b"F5510\n.YY.R..\nxBYYR..\nxBx..Y.\n.G.X.Y.\n.GYY.YY\n.G.GG.G\n.GYYGGG\n";
/// let position = Position::from_setup(&InputText::from_bytes(input)?.into())?;
/// assert_eq!(Endgame::placements_left(&position), 9);
/// let solution = Endgame::new().solve(&position, &Budget::of_nodes(100_000)).expect("few squares are left");
/// // Of 36 legal orders this is the only one that wins.
/// assert_eq!((solution.winner, solution.order.to_string()), (Side::Fewer, "GA5A6".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Endgame {
    /// Keys of positions, the lowest bit being whether More wins.
    table: Vec<u64>,
    nodes: u64,
    stopped: bool,
    /// By depth from the root: the orders there, the likeliest to win first.
    lists: Vec<Vec<(u32, Order)>>,
}

impl Endgame {
    /// A solver with a table of a million positions (8 MiB).
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::Endgame;
    /// let solver = Endgame::new();
    /// assert_eq!(solver.nodes(), 0, "nothing has been solved yet");
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::with_table(TABLE_ENTRIES)
    }

    /// The same with a table of another size: room for at least so many positions, at 8 to 16 bytes each.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::{Endgame, Position};
    /// use botspec_sdk::search::Budget;
    /// let mut solver = Endgame::with_table(1 << 12);
    /// // Nobody can tell from the opening within ten nodes.
    /// assert_eq!(solver.solve(&Position::opening(), &Budget::of_nodes(10)), None);
    /// ```
    #[must_use]
    pub fn with_table(entries: usize) -> Self {
        Self {
            table: vec![0; entries.max(2).next_power_of_two()],
            nodes: 0,
            stopped: false,
            lists: Vec::new(),
        }
    }

    /// The most dominoes that can still be placed, in `0..=24`: no more are left, and the empty squares hold no more.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::{Endgame, Position};
    /// assert_eq!(Endgame::placements_left(&Position::opening()), 24);
    /// ```
    #[must_use]
    pub fn placements_left(position: &Position) -> u32 {
        u32::from(position.left_in_all()).min(pairs(position.board().empty()))
    }

    /// Who wins; `None` if the budget was spent before that was certain, or if the game is over.
    ///
    /// What was found out earlier is used again.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Position as _;
    /// use botspec_sdk::games::linkage::{Endgame, Position};
    /// use botspec_sdk::random::Random;
    /// use botspec_sdk::search::Budget;
    /// let mut position = Position::opening();
    /// let mut random = Random::seeded(1);
    /// while Endgame::placements_left(&position) > 4 {
    ///     let order = *random.pick(&position.legal_moves()).expect("the game goes on");
    ///     position = position.play(order)?;
    /// }
    /// let mut solver = Endgame::new();
    /// let winner = solver.solve(&position, &Budget::of_nodes(100_000)).expect("so few are solved").winner;
    /// while let Some(solution) = solver.solve(&position, &Budget::of_nodes(100_000)) {
    ///     position = position.play(solution.order)?;
    /// }
    /// assert_eq!(position.outcome().map(|outcome| outcome.winner), Some(winner), "as it was foretold");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(&mut self, position: &Position, budget: &Budget) -> Option<Solution> {
        if position.end().is_some() {
            return None;
        }
        (self.nodes, self.stopped) = (0, false);
        let own = position.side();
        let mut orders = Vec::new();
        self.list(position, &mut orders);
        let &(_, first) = orders.first()?;
        for &(_, order) in &orders {
            let winner = self.winner(&position.play_unchecked(order), 0, budget);
            if self.stopped {
                return None;
            }
            if winner == own {
                return Some(Solution { winner, order });
            }
        }
        Some(Solution { winner: own.other(), order: first })
    }

    /// Positions that the last call of [`Endgame::solve`] has looked at.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::linkage::{Endgame, Position};
    /// use botspec_sdk::search::Budget;
    /// let mut solver = Endgame::new();
    /// let solved = solver.solve(&Position::opening(), &Budget::of_nodes(50));
    /// assert_eq!((solved, solver.nodes()), (None, 50));
    /// ```
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    fn winner(&mut self, position: &Position, ply: usize, budget: &Budget) -> Side {
        if self.stopped || budget.is_spent_by_now_and_then(self.nodes, CLOCK_INTERVAL) {
            self.stopped = true;
            return Side::More;
        }
        self.nodes += 1;
        if let Some(winner) = decided(position) {
            return winner;
        }
        let key = position.key();
        let slot = usize::try_from(key >> 1).unwrap_or(usize::MAX) & (self.table.len() - 1);
        // A key of nothing but zeros would be found in an empty table.
        if self.table[slot] | 1 == key | 1 && key > 1 {
            return if self.table[slot] & 1 == 1 { Side::More } else { Side::Fewer };
        }
        if self.lists.len() <= ply {
            self.lists.push(Vec::new());
        }
        let mut orders = std::mem::take(&mut self.lists[ply]);
        self.list(position, &mut orders);
        let own = position.side();
        let mut winner = own.other();
        for &(_, order) in &orders {
            if self.winner(&position.play_unchecked(order), ply + 1, budget) == own {
                winner = own;
                break;
            }
            if self.stopped {
                break;
            }
        }
        self.lists[ply] = orders;
        if !self.stopped {
            self.table[slot] = key & !1 | u64::from(winner == Side::More);
        }
        winner
    }

    /// The legal orders, those first that lead to most groups or to fewest, as the side to move wants it.
    fn list(&self, position: &Position, orders: &mut Vec<(u32, Order)>) {
        orders.clear();
        let own = position.side();
        orders.extend(position.placements().map(|order| {
            let after = position.play_unchecked(order);
            let groups = after.groups();
            let rank = match own {
                Side::More => 48 - groups,
                Side::Fewer => groups,
            };
            // Of those the ones first that leave the opponent least.
            let rest = u32::try_from(after.dominoes().len()).unwrap_or(u32::MAX);
            (rank << 8 | rest, order)
        }));
        orders.sort_unstable_by_key(|&(rank, _)| rank);
        if orders.is_empty() && position.must_skip() {
            orders.push((0, Order::Skip));
        }
    }
}

impl Default for Endgame {
    fn default() -> Self {
        Self::new()
    }
}

/// The most dominoes that can lie within these squares at once, as far as that is told quickly.
fn pairs(squares: Squares) -> u32 {
    let squares = squares.in_pairs();
    let even = (squares.bits() & EVEN).count_ones();
    even.min(squares.len() - even)
}

/// Who wins, if nothing that can still be placed makes a difference.
fn decided(position: &Position) -> Option<Side> {
    if position.end().is_some() {
        return Some(position.leader());
    }
    let board = position.board();
    let empty = board.empty();
    let wanted = Linkage::GROUPS_FOR_MORE;
    let (mut groups, mut certain, mut gain) = (0, 0, 0);
    let mut room = Squares::EMPTY;
    for colour in Colour::ALL {
        let squares = board.colour(colour);
        let left = u32::from(position.left(colour));
        let own = squares.parts();
        groups += own;
        if left == 0 {
            certain += own;
            continue;
        }
        // What is not joined with all empty squares covered in its colour never is.
        let bridged = (squares | empty).parts_holding(squares);
        certain += bridged.max(own.saturating_sub(MAX_JOINED * left));
        let apart = empty.without(squares.neighbours());
        gain += left.min(pairs(apart));
        room |= apart;
    }
    if certain >= wanted {
        return Some(Side::More);
    }
    if groups + gain.min(pairs(room)) < wanted {
        return Some(Side::Fewer);
    }
    if Dominoes::within(empty).len() == 0 {
        return Some(position.leader());
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Position as _;
    use crate::random::Random;

    /// A position of a random game with no more than so many placements to go.
    fn late(seed: u64, placements: u32) -> Position {
        let mut random = Random::seeded(seed);
        let mut position = Position::opening();
        loop {
            let moves = position.legal_moves();
            let next = position.play(*random.pick(&moves).expect("it goes on")).expect("legal");
            if next.end().is_some() {
                return position;
            }
            position = next;
            if Endgame::placements_left(&position) <= placements {
                return position;
            }
        }
    }

    /// Who wins, by all lines of play.
    fn by_brute_force(position: &Position) -> Side {
        if let Some(outcome) = position.outcome() {
            return outcome.winner;
        }
        let own = position.side();
        let mut after = position.legal_moves().into_iter().map(|order| position.play_unchecked(order));
        if after.any(|after| by_brute_force(&after) == own) { own } else { own.other() }
    }

    #[test]
    fn it_agrees_with_brute_force() {
        // One table for all: positions of other games must not be taken for one another.
        let mut endgame = Endgame::with_table(1 << 12);
        let mut won = [0; 2];
        for seed in 0..400 {
            let position = late(seed, 4);
            let solution = endgame.solve(&position, &Budget::of_nodes(u64::MAX)).expect("no bounds");
            assert_eq!(solution.winner, by_brute_force(&position), "{position:?}");
            let after = position.play(solution.order).expect("a legal order");
            assert_eq!(by_brute_force(&after), solution.winner, "{position:?}: {}", solution.order);
            won[solution.winner.index()] += 1;
        }
        assert!(won.iter().all(|&won| won > 20), "{won:?}");
    }

    #[test]
    fn without_nodes_nothing_is_certain() {
        assert_eq!(Endgame::with_table(2).solve(&late(1, 8), &Budget::of_nodes(0)), None);
        assert_eq!(Endgame::placements_left(&Position::opening()), 24);
    }
}
