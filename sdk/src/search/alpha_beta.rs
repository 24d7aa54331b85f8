//! Alpha-beta search.

use super::budget::Budget;
use super::searchable::{Searchable, Status};
use super::table::{Bound, Table};
use crate::game::Position;
use crate::seat::Seat;

/// The value of a position that is won on the spot; see [`is_decided`].
pub const WIN: i32 = 1_000_000;

/// The most moves that a search looks ahead.
const MAX_DEPTH: u8 = 200;
/// Nodes from one look at the clock to the next.
const CLOCK_INTERVAL: u64 = 32;
/// Entries of the table unless said otherwise.
const TABLE_ENTRIES: usize = 1 << 20;

/// Whether a value of [`AlphaBeta`] is a proved win or loss, and no estimate: a win in *n* moves is worth
/// [`WIN`] − *n*, a loss − [`WIN`] + *n*.
///
/// # Examples
///
/// ```
/// use botspec_sdk::search::{WIN, is_decided};
/// assert!(is_decided(WIN - 5) && is_decided(3 - WIN));
/// assert!(!is_decided(900_000));
/// ```
#[must_use]
pub const fn is_decided(value: i32) -> bool {
    value.abs() >= WIN - MAX_DEPTH as i32
}

/// Judges positions by their looks, where a search cannot look any further.
///
/// A function from a position and a seat to a number is one.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::linkage::{Order, Position, Side};
/// use botspec_sdk::search::{AlphaBeta, Budget, Evaluator};
/// use botspec_sdk::seat::Seat;
///
/// /// The number of groups, with moves in the middle of the board first.
/// struct Groups;
///
/// impl Evaluator<Position> for Groups {
///     fn evaluate(&mut self, position: &Position, seat: Seat) -> i32 {
///         let groups = position.groups() as i32;
///         if seat == Side::More.seat() { groups } else { -groups }
///     }
///
///     fn order(&mut self, _position: &Position, moves: &mut [Order]) {
///         moves.sort_by_key(|order| match order {
///             Order::Place { domino, .. } => domino.first().column().abs_diff(3),
///             Order::Skip => 0,
///         });
///     }
/// }
///
/// let mut search = AlphaBeta::with_table(Groups, 1 << 12);
/// let found = search.search(&Position::opening(), &Budget::of_nodes(2_000)).expect("the game goes on");
/// assert!(Position::opening().is_legal(found.best));
/// ```
pub trait Evaluator<P: Position> {
    /// How good the position is for this player, against all the others: positive if it is better for him. The game is not
    /// over. Only the order of values counts, and beyond what is short of [`is_decided`] they are cut off.
    ///
    /// With two players, what is good for one should be as bad for the other.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Gravity, Position, Team, Threats};
    /// use botspec_sdk::search::Evaluator;
    /// let opening = Position::opening(Team::One, Gravity::Fall);
    /// let drop = opening.drops().find(|drop| drop.to_string() == "5 4").expect("the middle column has room");
    /// let after = opening.play_unchecked(drop).expect("the middle column has room");
    /// let [one, two] = Team::ALL.map(|team| Threats.evaluate(&after, team.seat()));
    /// assert!(one > 0, "a disk in the middle");
    /// assert_eq!(two, -one);
    /// ```
    fn evaluate(&mut self, position: &P, seat: Seat) -> i32;

    /// Puts the moves that are likely to be best for the player to move first; this decides how fast the search is, and not
    /// what it finds. Moves may neither be added nor left out. Unless said otherwise the order stays.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Gravity, Position, Team, Threats};
    /// use botspec_sdk::search::Evaluator;
    /// let opening = Position::opening(Team::One, Gravity::Fall);
    /// let mut moves: Vec<_> = opening.drops().collect();
    /// Threats.order(&opening, &mut moves);
    /// assert_eq!(moves[0].to_string(), "5 4", "a normal disk in the middle column");
    /// ```
    fn order(&mut self, position: &P, moves: &mut [P::Move]) {
        let _ = (position, moves);
    }
}

impl<P: Position, F: FnMut(&P, Seat) -> i32> Evaluator<P> for F {
    fn evaluate(&mut self, position: &P, seat: Seat) -> i32 {
        self(position, seat)
    }
}

/// What an alpha-beta search has found.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::hex::{Distances, Position, Size};
/// use botspec_sdk::search::{AlphaBeta, AlphaBetaResult, Budget, WIN};
/// let opening = Position::opening(Size::MIN);
/// let found = AlphaBeta::with_table(Distances::new(), 2).search(&opening, &Budget::of_nodes(10));
/// let AlphaBetaResult { best, value, proved, .. } = found.expect("the game goes on");
/// assert_eq!((best.to_string().as_str(), value, proved), ("a1", WIN - 1, true));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AlphaBetaResult<M> {
    /// The move to play.
    pub best: M,
    /// What it leads to, for the player to move: a win or a loss if it [`is_decided`], or the evaluator's number.
    pub value: i32,
    /// How many moves ahead everything was looked at; 0 if there was no time for that.
    pub depth: u32,
    /// Positions that were looked at.
    pub nodes: u64,
    /// Whether the value is the result with best play, 0 being a draw, and no estimate.
    pub proved: bool,
}

/// Alpha-beta search with iterative deepening, null windows (principal variation search), a transposition table
/// and killer moves.
///
/// With more than two players the others are taken to play against the one who searches, as a team.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::power4::{Gravity, Position, Team};
/// use botspec_sdk::search::{AlphaBeta, Budget, is_decided};
/// use botspec_sdk::{Position as _, seat::Seat};
///
/// // The team with more disks is better off.
/// let disks = |position: &Position, seat: Seat| {
///     let [one, two] = Team::ALL.map(|team| position.board().counting_for(team).len() as i32);
///     if seat == Team::One.seat() { one - two } else { two - one }
/// };
/// let mut search = AlphaBeta::new(disks);
/// let position = Position::opening(Team::One, Gravity::Fall);
/// let found = search.search(&position, &Budget::of_nodes(20_000)).expect("the set goes on");
/// assert!(found.depth >= 2 && !is_decided(found.value) && !found.proved);
/// assert!(found.nodes <= 20_000);
/// ```
#[derive(Debug, Clone)]
pub struct AlphaBeta<P: Searchable, E> {
    evaluator: E,
    table: Table<P::Move>,
    /// By depth from the root: the position there, its moves, and two moves that were too good lately.
    boards: Vec<P>,
    lists: Vec<Vec<P::Move>>,
    killers: Vec<[Option<P::Move>; 2]>,
    /// Whose values are positive at the root.
    seat: Option<Seat>,
    nodes: u64,
    stopped: bool,
    /// Whether some position was judged by its looks.
    guessed: bool,
    /// How many moves of a position are looked at.
    width: usize,
    /// Whether moves were left out since the table was empty: then nothing is proved.
    left_out: bool,
}

impl<P: Searchable, E: Evaluator<P>> AlphaBeta<P, E> {
    /// A search that judges by `evaluator`, with a table of a million positions (about 32 MiB).
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Gravity, Position, Team, Threats};
    /// use botspec_sdk::search::{AlphaBeta, Budget};
    /// let mut search = AlphaBeta::new(Threats);
    /// let opening = Position::opening(Team::One, Gravity::Fall);
    /// let found = search.search(&opening, &Budget::of_nodes(2_000)).expect("the set goes on");
    /// assert!(found.depth >= 2);
    /// ```
    #[must_use]
    pub fn new(evaluator: E) -> Self {
        Self::with_table(evaluator, TABLE_ENTRIES)
    }

    /// The same with a table of another size: room for at least so many positions, at 24 to 32 bytes each.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Gravity, Position, Team, Threats};
    /// use botspec_sdk::search::{AlphaBeta, Budget};
    /// // 1 MiB will do for a short search.
    /// let mut search = AlphaBeta::with_table(Threats, 1 << 15);
    /// let found = search.search(&Position::opening(Team::One, Gravity::Fall), &Budget::of_nodes(1_000));
    /// assert!(found.is_some_and(|found| found.nodes <= 1_000));
    /// ```
    #[must_use]
    pub fn with_table(evaluator: E, entries: usize) -> Self {
        Self {
            evaluator,
            table: Table::new(entries),
            boards: Vec::new(),
            lists: Vec::new(),
            killers: Vec::new(),
            seat: None,
            nodes: 0,
            stopped: false,
            guessed: false,
            width: usize::MAX,
            left_out: false,
        }
    }

    /// The same search, but of each position it looks at the first moves of the evaluator's order only, so many of them (at
    /// least one). It sees further, passes over what the order misjudges, and proves nothing where it has left moves out.
    ///
    /// On Hex 10×10 with [`Distances`](crate::games::hex::Distances) and 30 ms a move, 6 moves won 65 % of 40 games against
    /// 12 moves, and 12 moves 75 % of 20 against all of them (50 ms).
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{Distances, Position, Size};
    /// use botspec_sdk::search::{AlphaBeta, Budget};
    ///
    /// let position = Position::opening(Size::new(9).expect("1 to 26"));
    /// let budget = Budget::of_nodes(1_000);
    /// let mut narrow = AlphaBeta::new(Distances::new()).narrow(6);
    /// let mut wide = AlphaBeta::new(Distances::new());
    /// let [narrow, wide] = [&mut narrow, &mut wide].map(|search| search.search(&position, &budget).expect("it goes on"));
    /// assert!(narrow.depth > wide.depth);
    /// ```
    #[must_use]
    pub fn narrow(mut self, width: usize) -> Self {
        self.width = width.max(1);
        self
    }

    /// The evaluator.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Position, Threats};
    /// use botspec_sdk::search::AlphaBeta;
    /// let search: AlphaBeta<Position, Threats> = AlphaBeta::with_table(Threats, 2);
    /// assert_eq!(*search.evaluator(), Threats);
    /// ```
    #[must_use]
    pub const fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// Forgets what earlier searches have found, so that the next one does the same as a new one would.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Gravity, Position, Team, Threats};
    /// use botspec_sdk::search::{AlphaBeta, Budget};
    /// let opening = Position::opening(Team::One, Gravity::Fall);
    /// let mut search = AlphaBeta::with_table(Threats, 1 << 12);
    /// let first = search.search(&opening, &Budget::of_nodes(1_000));
    /// search.clear();
    /// assert_eq!(search.search(&opening, &Budget::of_nodes(1_000)), first, "nothing was known beforehand");
    /// ```
    pub fn clear(&mut self) {
        self.table.clear();
        self.left_out = false;
        self.killers.fill([None; 2]);
    }

    /// Looks for the best move, one move further ahead each time, until the budget is spent or the result of the position
    /// is proved. `None` if the game is over.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{Distances, Position, Size};
    /// use botspec_sdk::search::{AlphaBeta, Budget, is_decided};
    /// let opening = Position::opening(Size::new(3).unwrap());
    /// let mut search = AlphaBeta::with_table(Distances::new(), 1 << 14);
    /// let found = search.search(&opening, &Budget::of_nodes(100_000)).expect("the game goes on");
    /// assert!(found.proved && is_decided(found.value));
    /// ```
    pub fn search(&mut self, position: &P, budget: &Budget) -> Option<AlphaBetaResult<P::Move>> {
        self.search_offering(position, budget, MAX_DEPTH, |_| {})
    }

    /// The same, but not more than so many moves ahead (200 are the most); and hands out the best move so far, once at
    /// the beginning and then whenever it has become another one.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::power4::{Gravity, Position, Team, Threats};
    /// use botspec_sdk::run::best::BestSoFar;
    /// use botspec_sdk::search::{AlphaBeta, Budget};
    /// let opening = Position::opening(Team::One, Gravity::Fall);
    /// let best = BestSoFar::new();
    /// let mut search = AlphaBeta::with_table(Threats, 1 << 12);
    /// let found = search.search_offering(&opening, &Budget::of_nodes(10_000), 2, |drop| best.offer(drop));
    /// let found = found.expect("the set goes on");
    /// assert_eq!((found.depth, best.get()), (2, Some(found.best)));
    /// ```
    pub fn search_offering(
        &mut self,
        position: &P,
        budget: &Budget,
        depth: u8,
        mut offer: impl FnMut(P::Move),
    ) -> Option<AlphaBetaResult<P::Move>> {
        if position.status() != Status::Open {
            return None;
        }
        let seat = position.seat_to_move();
        if self.seat != Some(seat) {
            // Values of the table are those of one player's search.
            self.clear();
            self.seat = Some(seat);
        }
        (self.nodes, self.stopped) = (0, false);
        self.reach(position, 0);
        self.boards[0].clone_from(position);

        let mut moves = Vec::new();
        position.list_moves(&mut moves);
        self.evaluator.order(position, &mut moves);
        self.leave_out(&mut moves);
        let mut found =
            AlphaBetaResult { best: *moves.first()?, value: 0, depth: 0, nodes: 0, proved: false };
        offer(found.best);
        for depth in 1..=depth.min(MAX_DEPTH) {
            self.guessed = false;
            let before = found.best;
            let value = self.search_root(&mut moves, depth, budget, &mut found.best);
            if found.best != before {
                offer(found.best);
            }
            let Some(value) = value else { break };
            let is_settled = !self.guessed || is_decided(value);
            found = AlphaBetaResult {
                value,
                depth: u32::from(depth),
                proved: is_settled && !self.left_out,
                ..found
            };
            if is_settled {
                break;
            }
        }
        found.nodes = self.nodes;
        Some(found)
    }

    /// Leaves out moves beyond the width.
    fn leave_out(&mut self, moves: &mut Vec<P::Move>) {
        if moves.len() > self.width {
            moves.truncate(self.width);
            self.left_out = true;
        }
    }

    /// One iteration, after which the best move is first; `None` if there was no time to finish it. What became
    /// the best move before the end is better than the one before.
    fn search_root(
        &mut self,
        moves: &mut [P::Move],
        depth: u8,
        budget: &Budget,
        best: &mut P::Move,
    ) -> Option<i32> {
        let mut best_value = -WIN - 1;
        for i in 0..moves.len() {
            let value = self.value_of(moves[i], 0, depth, best_value, WIN + 1, i == 0, budget);
            if self.stopped {
                return None;
            }
            if value > best_value {
                best_value = value;
                *best = moves[i];
                moves[..=i].rotate_right(1);
            }
        }
        Some(best_value)
    }

    /// The value of the move that is played at this depth from the root, for the player who plays it.
    #[expect(clippy::too_many_arguments, reason = "the state of one step of the search")]
    fn value_of(
        &mut self,
        mv: P::Move,
        ply: usize,
        depth: u8,
        alpha: i32,
        beta: i32,
        is_first: bool,
        budget: &Budget,
    ) -> i32 {
        let (above, below) = self.boards.split_at_mut(ply + 1);
        below[0].clone_from(&above[ply]);
        below[0].advance(mv);
        let is_same_team = self.is_own_turn(ply) == self.is_own_turn(ply + 1);
        let mut look = |alpha: i32, beta: i32| {
            if is_same_team {
                self.value(ply + 1, depth - 1, alpha, beta, budget)
            } else {
                -self.value(ply + 1, depth - 1, -beta, -alpha, budget)
            }
        };
        if is_first {
            return look(alpha, beta);
        }
        // Most moves are worse than the first: to see that is cheaper than to see by how much.
        let value = look(alpha, alpha + 1);
        if value > alpha && value < beta { look(alpha, beta) } else { value }
    }

    fn is_own_turn(&self, ply: usize) -> bool {
        Some(self.boards[ply].seat_to_move()) == self.seat
    }

    /// The value of the position at this depth from the root, for the player to move there.
    fn value(&mut self, ply: usize, depth: u8, mut alpha: i32, beta: i32, budget: &Budget) -> i32 {
        if self.stopped || budget.is_spent_by_now_and_then(self.nodes, CLOCK_INTERVAL) {
            self.stopped = true;
            return 0;
        }
        self.nodes += 1;
        let sign = if self.is_own_turn(ply) { 1 } else { -1 };
        let distance = i32::try_from(ply).expect("no deeper than MOST_DEPTH");
        match self.boards[ply].status() {
            Status::Open => {}
            Status::Drawn => return 0,
            Status::Won(seat) if Some(seat) == self.seat => return sign * (WIN - distance),
            Status::Won(_) => return sign * (distance - WIN),
        }
        if depth == 0 {
            self.guessed = true;
            let limit = WIN - i32::from(MAX_DEPTH) - 1;
            let seat = self.seat.expect("set where the search begins");
            return sign * self.evaluator.evaluate(&self.boards[ply], seat).clamp(-limit, limit);
        }

        let key = self.boards[ply].key();
        let mut hint = None;
        if let Some(&entry) = self.table.get(key) {
            hint = Some(entry.mv);
            let value = from_here(entry.value, -distance);
            let is_enough = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => value >= beta,
                Bound::AtMost => value <= alpha,
            };
            if is_enough && (entry.solved || entry.depth >= depth) {
                self.guessed |= !entry.solved;
                return value;
            }
        }

        let guessed_elsewhere = std::mem::replace(&mut self.guessed, false);
        self.reach_below(ply);
        // Taken out while the search below uses the other lists.
        let mut moves = std::mem::take(&mut self.lists[ply]);
        moves.clear();
        self.boards[ply].list_moves(&mut moves);
        self.evaluator.order(&self.boards[ply], &mut moves);
        self.leave_out(&mut moves);
        let mut front = 0;
        for first in hint.into_iter().chain(self.killers[ply].into_iter().flatten()) {
            if let Some(place) = moves.iter().skip(front).position(|&mv| mv == first) {
                moves[front..=front + place].rotate_right(1);
                front += 1;
            }
        }

        let mut best_value = -WIN - 1;
        let mut best = moves[0];
        let mut bound = Bound::AtMost;
        for (i, &mv) in moves.iter().enumerate() {
            let value = self.value_of(mv, ply, depth, alpha, beta, i == 0, budget);
            if self.stopped {
                break;
            }
            if value > best_value {
                (best_value, best) = (value, mv);
            }
            if value > alpha {
                (alpha, bound) = (value, Bound::Exact);
            }
            if value >= beta {
                bound = Bound::AtLeast;
                let [first, _] = self.killers[ply];
                if first != Some(mv) {
                    self.killers[ply] = [Some(mv), first];
                }
                break;
            }
        }
        self.lists[ply] = moves;
        if !self.stopped {
            let solved = !self.guessed;
            self.table.put(key, best, from_here(best_value, distance), depth, bound, solved);
        }
        self.guessed |= guessed_elsewhere;
        best_value
    }

    /// Makes room for the position below this one.
    fn reach_below(&mut self, ply: usize) {
        if self.boards.len() <= ply + 1 {
            let below = self.boards[ply].clone();
            self.reach(&below, ply + 1);
        }
    }

    fn reach(&mut self, position: &P, ply: usize) {
        // One more board than the deepest list, for the moves played there.
        while self.boards.len() <= ply + 1 {
            self.boards.push(position.clone());
        }
        self.lists.resize_with(self.lists.len().max(ply + 2), Vec::new);
        self.killers.resize(self.killers.len().max(ply + 2), [None; 2]);
    }
}

/// A value as it is this much further from the root: wins count the moves to go.
fn from_here(value: i32, moves: i32) -> i32 {
    if !is_decided(value) {
        value
    } else if value > 0 {
        value + moves
    } else {
        value - moves
    }
}
