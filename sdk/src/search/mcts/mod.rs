//! Monte Carlo tree search.

mod rave;
mod tree;

use super::budget::Budget;
use super::owners::Owners;
use super::searchable::{Searchable, Status};
use crate::random::Random;
use crate::seat::Seat;
use tree::{Node, Proof, Tree};

/// How an [`Mcts`] weighs and grows its tree.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::linkage::Position;
/// use botspec_sdk::search::{Mcts, MctsSettings};
/// let settings = MctsSettings { exploration: 1.0, ..MctsSettings::default() };
/// let search: Mcts<Position> = Mcts::new(settings, 1);
/// assert_eq!(search.node_count(), 0);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MctsSettings {
    /// The constant *c* of UCT, in *mean + c·√(ln N ÷ n)*, where means go from 0 to 1.
    pub exploration: f32,
    /// What a move that was never tried is taken for, on the scale of UCT: it is tried once no other move looks
    /// better than that. With infinity every move is tried before any is tried again.
    pub first_play: f32,
    /// Simulations that go through a leaf before the positions after it become nodes of their own.
    pub expand_after: u32,
    /// For RAVE: the number of simulations at which what a move itself has come to counts half, and what came of random
    /// games in which its player took the same place later counts the other half. 0 is without RAVE. It tells something in
    /// games whose moves take [places](Searchable::place_of), such as Hex.
    pub rave: u32,
    /// The most nodes that the tree may have, at about 32 bytes each, 40 with RAVE. A full tree goes on being used, but
    /// grows no more. The position that is searched and those after its moves are in it in any case.
    pub max_nodes: usize,
}

impl Default for MctsSettings {
    /// Values that did as well as any that were tried, in matches of Hex 7×7, Linkage and Power Connect Four at 4,000
    /// simulations a move; 128 MiB at most.
    fn default() -> Self {
        Self { exploration: 0.5, first_play: 1.2, expand_after: 4, rave: 0, max_nodes: 1 << 22 }
    }
}

impl MctsSettings {
    /// With RAVE, for Hex: what random games say of a place stands in for chance that looks further.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{Position, Size};
    /// use botspec_sdk::search::{Budget, Mcts, MctsSettings};
    /// let mut search = Mcts::new(MctsSettings::rave(), 1);
    /// let opening = Position::opening(Size::new(11).expect("1 to 26"));
    /// assert!(search.search(&opening, &Budget::of_nodes(500)).is_some());
    /// ```
    #[must_use]
    pub fn rave() -> Self {
        Self { exploration: 0.0, rave: 500, ..Self::default() }
    }
}

/// What a Monte Carlo tree search has found.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::hex::{Position, Size};
/// use botspec_sdk::search::{Budget, Mcts, MctsResult};
/// let opening = Position::opening(Size::new(7).unwrap());
/// let found = Mcts::seeded(1).search(&opening, &Budget::of_nodes(200)).expect("the game goes on");
/// let MctsResult { best, win_rate, simulations, .. } = found;
/// assert!(opening.is_legal(best) && (0.0..=1.0).contains(&win_rate));
/// assert_eq!(simulations, 200);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MctsResult<M> {
    /// The move to play.
    pub best: M,
    /// The share of simulations through that move that its player won, a draw counting half; 0.5 if there was none.
    pub win_rate: f32,
    /// Simulations of this search; those of earlier ones that are still in the tree are not counted.
    pub simulations: u64,
    /// The result with best play, where it is proved; [`Status::Open`] where it is not.
    pub proved: Status,
}

/// Monte Carlo tree search: UCT, with RAVE if asked for, with random games from the leaves, proofs of what is won or lost
/// (MCTS-Solver), and a tree that is kept from move to move.
///
/// Any number of players may take part: each is taken to want to win himself. Simulations allocate nothing, but for the
/// growth of the tree.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::power4::{Drop, Gravity, Position, Team};
/// use botspec_sdk::Position as _;
/// use botspec_sdk::search::{Budget, Mcts, Status};
///
/// // Team 1 has three in a column, and it is its turn.
/// let mut position = Position::opening(Team::One, Gravity::Fall);
/// for column in [4, 1, 4, 1, 4, 2] {
///     let drop = position.drops().find(|d| !d.kind.is_special() && d.column.number() == column);
///     position = position.play(drop.expect("a normal disk fits"))?;
/// }
///
/// let mut search = Mcts::seeded(1);
/// let found = search.search(&position, &Budget::of_nodes(1_000)).expect("the set goes on");
/// assert_eq!(found.best.column.number(), 4);
/// assert_eq!(found.proved, Status::Won(Team::One.seat()));
/// assert!(found.simulations <= 1_000);
/// # Ok::<(), botspec_sdk::IllegalMove<Position>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Mcts<P: Searchable> {
    settings: MctsSettings,
    random: Random,
    tree: Tree<P::Move>,
    /// Whether moves are judged by places, too.
    by_places: bool,
    /// Who took which place in the last simulation.
    owners: Owners,
    root: Option<P>,
    /// Where simulations are played.
    board: Option<P>,
    path: Vec<u32>,
    moves: Vec<P::Move>,
}

impl<P: Searchable> Mcts<P> {
    /// A search with these settings and an empty tree.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{Position, Size};
    /// use botspec_sdk::search::{Budget, Mcts, MctsSettings};
    /// let settings = MctsSettings { max_nodes: 50, ..MctsSettings::rave() };
    /// let mut search = Mcts::new(settings, 1);
    /// search.search(&Position::opening(Size::new(5).unwrap()), &Budget::of_nodes(500));
    /// assert!(search.node_count() <= 50);
    /// ```
    #[must_use]
    pub fn new(settings: MctsSettings, seed: u64) -> Self {
        let random = Random::seeded(seed);
        Self {
            settings,
            random,
            tree: Tree::new(settings.rave > 0),
            by_places: false,
            owners: Owners::default(),
            root: None,
            board: None,
            path: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// A search with the usual settings and an empty tree.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{Position, Size};
    /// use botspec_sdk::search::{Budget, Mcts};
    /// let opening = Position::opening(Size::new(5).unwrap());
    /// let search = |seed| Mcts::seeded(seed).search(&opening, &Budget::of_nodes(300));
    /// assert_eq!(search(1), search(1), "the same from the same seed");
    /// ```
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self::new(MctsSettings::default(), seed)
    }

    /// Positions in the tree: at most [`MctsSettings::max_nodes`], unless the position that was searched and those after its
    /// moves are more.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{Position, Size};
    /// use botspec_sdk::search::{Budget, Mcts, MctsSettings};
    /// let opening = Position::opening(Size::new(5).unwrap());
    /// let mut search = Mcts::new(MctsSettings { max_nodes: 2, ..MctsSettings::default() }, 1);
    /// search.search(&opening, &Budget::of_nodes(100));
    /// assert_eq!(search.node_count(), 1 + 25, "the opening, and what each of its moves leads to");
    /// ```
    #[must_use]
    pub const fn node_count(&self) -> usize {
        self.tree.nodes.len()
    }

    /// Forgets the tree, but not the state of the random numbers.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{Position, Size};
    /// use botspec_sdk::search::{Budget, Mcts};
    /// let mut search = Mcts::seeded(1);
    /// search.search(&Position::opening(Size::new(5).unwrap()), &Budget::of_nodes(100));
    /// search.clear();
    /// assert_eq!(search.node_count(), 0);
    /// ```
    pub fn clear(&mut self) {
        self.tree.clear();
        self.root = None;
    }

    /// Looks for the best move until the budget is spent, or the result of the position is proved, or because only one
    /// move is legal. `None` if the game is over.
    ///
    /// If the position is one that an earlier search has seen coming, what was found out about it is used.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{BoardText, Colour, Position, Setup};
    /// use botspec_sdk::search::{Budget, Mcts, Status};
    /// let text = BoardText::from_bytes(b"B.W|B..|..W|")?;
    /// let position = Position::from_setup(&Setup::new(&text, Colour::Black))?;
    /// let found = Mcts::seeded(1).search(&position, &Budget::of_nodes(1_000)).expect("the game goes on");
    /// assert_eq!(found.best.to_string(), "c1");
    /// assert_eq!(found.proved, Status::Won(position.seat_of(Colour::Black)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn search(&mut self, position: &P, budget: &Budget) -> Option<MctsResult<P::Move>> {
        self.search_offering(position, budget, |_| {})
    }

    /// The same, and hands out the best move so far, once at the beginning and then whenever it has become another one.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::games::hex::{Position, Size};
    /// use botspec_sdk::run::best::BestSoFar;
    /// use botspec_sdk::search::{Budget, Mcts};
    /// let opening = Position::opening(Size::new(5).unwrap());
    /// let best = BestSoFar::new();
    /// let found = Mcts::seeded(1).search_offering(&opening, &Budget::of_nodes(500), |mv| best.offer(mv));
    /// assert_eq!(best.get(), found.map(|found| found.best));
    /// ```
    pub fn search_offering(
        &mut self,
        position: &P,
        budget: &Budget,
        mut offer: impl FnMut(P::Move),
    ) -> Option<MctsResult<P::Move>> {
        if position.status() != Status::Open {
            return None;
        }
        self.enter(position);
        let mut best = self.best()?;
        offer(best.mv);
        let mut done = 0;
        let has_choice = self.tree.nodes[0].count > 1;
        while has_choice
            && self.tree.nodes[0].proof == Proof::NONE
            && !budget.is_spent_by_now_and_then(done, CLOCK_INTERVAL)
        {
            self.simulate(position);
            done += 1;
            if done & (OFFER_INTERVAL - 1) == 0 {
                let before = best.mv;
                best = self.best()?;
                if best.mv != before {
                    offer(best.mv);
                }
            }
        }
        let before = best.mv;
        best = self.best()?;
        if best.mv != before {
            offer(best.mv);
        }
        Some(MctsResult {
            best: best.mv,
            win_rate: match best.visits {
                0 => 0.5,
                visits => best.half_wins as f32 / (2.0 * visits as f32),
            },
            simulations: done,
            proved: self.tree.nodes[0].proof.status(),
        })
    }

    /// The child of the root to play: one that is proved to win, else the one with the most visits that is not
    /// proved to lose, else the one that took longest to lose.
    fn best(&self) -> Option<Node<P::Move>> {
        let root = self.tree.nodes.first()?;
        let rank = |node: &&Node<P::Move>| {
            let won = node.proof == Proof::won(root.to_move);
            let lost = node.proof.is_lost_for(root.to_move);
            // Of equals the first, so that the answer without a simulation is the first of the list.
            (won, !lost, node.visits, node.half_wins)
        };
        self.tree.children(root).iter().rev().max_by_key(rank).copied()
    }

    /// Makes this position the root: one that is in the tree already, if it can be found there.
    fn enter(&mut self, position: &P) {
        let key = position.key();
        match self.root.take().and_then(|root| self.find(&root, key)) {
            Some(0) => {}
            Some(node) => self.tree.keep(node),
            None => self.tree.clear(),
        }
        self.moves.clear();
        position.list_moves(&mut self.moves);
        self.by_places = self.settings.rave > 0 && self.moves.iter().any(|&mv| P::place_of(mv).is_some());
        // Another position may have the same key, and this one's moves are what must be chosen from.
        if !self.is_planted() {
            self.tree.plant(&self.moves);
        }
        let root = self.tree.nodes.first_mut().expect("an open game has a move");
        root.to_move = position.seat_to_move().number() - 1;
        self.root = Some(position.clone());
    }

    /// Whether the root's children are the moves that are listed, in any order. No, where it would take long to tell.
    fn is_planted(&self) -> bool {
        let Some(root) = self.tree.nodes.first() else { return false };
        let children = self.tree.children(root);
        if children.len() != self.moves.len() {
            return false;
        }
        // A child that was tried has changed places with another one; all others are where the list has them.
        let pairs = children.iter().map(|child| child.mv).zip(self.moves.iter().copied());
        let (found, listed): (Vec<_>, Vec<_>) = pairs.filter(|(found, listed)| found != listed).unzip();
        found.len() <= MAX_MOVED && found.iter().all(|mv| listed.contains(mv))
    }

    /// The node of the tree that has this key, not more than [`FORESIGHT`] moves below the root.
    fn find(&self, root: &P, key: u64) -> Option<u32> {
        let mut open = vec![(0_u32, root.clone(), 0_u32)];
        let mut looked_at = 0;
        while looked_at < open.len() && looked_at < MAX_LOOKED_AT {
            let (index, position, depth) = &open[looked_at];
            if position.key() == key {
                return Some(*index);
            }
            let (index, position, depth) = (*index, position.clone(), *depth);
            looked_at += 1;
            let node = self.tree.nodes.get(index as usize)?;
            if depth == FORESIGHT {
                continue;
            }
            for child in node.first..node.first + node.tried {
                let mut next = position.clone();
                next.advance(self.tree.nodes[child as usize].mv);
                open.push((child, next, depth + 1));
                if open.len() == MAX_LOOKED_AT {
                    break;
                }
            }
        }
        None
    }

    /// One walk down the tree, one random game, and what came of it noted on the way back.
    fn simulate(&mut self, position: &P) {
        // Taken out so that it can be played on while the tree is looked at.
        let mut board = self.board.take().unwrap_or_else(|| position.clone());
        board.clone_from(position);
        self.path.clear();
        self.path.push(0);
        let mut at = 0;
        let winner = loop {
            let node = &self.tree.nodes[at as usize];
            if node.proof != Proof::NONE {
                break node.proof.winner();
            }
            if node.count == 0 && !self.visit_leaf(at, &board) {
                let node = &self.tree.nodes[at as usize];
                break match node.proof {
                    Proof::NONE if self.by_places => self.random_winner_by_places(&board),
                    Proof::NONE => board.random_winner(&mut self.random, &mut self.moves),
                    proof => proof.winner(),
                };
            }
            at = if self.by_places { self.select_by_rave(at) } else { self.select(at) };
            board.advance(self.tree.nodes[at as usize].mv);
            self.path.push(at);
        };
        self.board = Some(board);
        self.note(winner);
    }

    /// Looks at a leaf: gives it children if it is time to, and a proof if the game is over. Whether it has children
    /// now.
    fn visit_leaf(&mut self, leaf: u32, board: &P) -> bool {
        let node = &mut self.tree.nodes[leaf as usize];
        match board.status() {
            Status::Open => {}
            Status::Won(seat) => {
                node.proof = Proof::of(Some(seat));
                self.prove();
                return false;
            }
            Status::Drawn => {
                node.proof = Proof::DRAW;
                self.prove();
                return false;
            }
        }
        node.to_move = board.seat_to_move().number() - 1;
        if node.visits < self.settings.expand_after {
            return false;
        }
        self.moves.clear();
        board.list_moves(&mut self.moves);
        let room = self.settings.max_nodes.min(MAX_NODES).saturating_sub(self.tree.nodes.len());
        if self.moves.len() > room {
            return false;
        }
        self.tree.grow(leaf, &self.moves);
        true
    }

    /// The child to go to: the best by UCT, or one that was never tried, in random order.
    fn select(&mut self, at: u32) -> u32 {
        let node = &self.tree.nodes[at as usize];
        let (first, count, tried, seat) = (node.first, node.count, node.tried, node.to_move);
        let scale = self.settings.exploration * natural_logarithm(node.visits).sqrt();
        let mut best = first;
        let mut best_value = f32::NEG_INFINITY;
        for (child, index) in self.tree.nodes[first as usize..][..tried as usize].iter().zip(first..) {
            let value = child.mean() + scale * child.inverse_root;
            if value > best_value && !child.proof.is_lost_for(seat) {
                (best, best_value) = (index, value);
            }
        }
        if tried == count || best_value >= self.settings.first_play {
            return best;
        }
        // A shuffle that goes on as long as it is needed.
        let drawn = first + tried + self.random.below(count - tried);
        self.tree.start_trying(at, drawn)
    }

    /// Adds the result of a simulation to all nodes of its path.
    fn note(&mut self, winner: Option<Seat>) {
        let winner = winner.map(|seat| seat.number() - 1);
        let mut mover = None;
        for &at in &self.path {
            let node = &mut self.tree.nodes[at as usize];
            // A node that is full goes on with the share it has.
            if node.visits < MAX_VISITS {
                node.visits += 1;
                node.half_wins += match (winner, mover) {
                    (None, _) => 1,
                    (Some(winner), Some(mover)) if winner == mover => 2,
                    _ => 0,
                };
                node.inverse_root = 1.0 / (node.visits as f32).sqrt();
            }
            mover = Some(node.to_move);
        }
    }

    /// Carries a proof from the end of the path towards the root, as far as it goes.
    fn prove(&mut self) {
        for i in (1..self.path.len()).rev() {
            let (child, parent) = (self.path[i] as usize, self.path[i - 1] as usize);
            let parent_node = self.tree.nodes[parent];
            let win = Proof::won(parent_node.to_move);
            let proof =
                if self.tree.nodes[child].proof == win { win } else { self.proof_of_all(&parent_node) };
            if proof == Proof::NONE {
                return;
            }
            self.tree.nodes[parent].proof = proof;
        }
    }

    /// What follows where every child is proved: a draw if there is one, else the loss; with several opponents only if
    /// all the moves lose to the same one.
    fn proof_of_all(&self, node: &Node<P::Move>) -> Proof {
        let children = self.tree.children(node);
        if node.tried < node.count || children.iter().any(|child| child.proof == Proof::NONE) {
            return Proof::NONE;
        }
        match children.iter().find(|child| child.proof == Proof::DRAW) {
            Some(_) => Proof::DRAW,
            None if children.iter().all(|child| child.proof == children[0].proof) => children[0].proof,
            None => Proof::NONE,
        }
    }
}

/// Simulations from one look at the clock to the next.
const CLOCK_INTERVAL: u64 = 16;
/// Simulations from one look at the best move to the next.
const OFFER_INTERVAL: u64 = 128;
/// Moves between two searches of the same game: one of each of up to four players.
const FORESIGHT: u32 = 4;
/// Positions looked at for the one that the tree is to go on from.
const MAX_LOOKED_AT: usize = 20_000;
/// Children of the root that are looked for among its moves: each with each, about a million looks in all. More are tried
/// only where there are thousands of moves, of which one turn tells next to nothing.
const MAX_MOVED: usize = 1_500;
/// What indices of 32 bits allow.
const MAX_NODES: usize = u32::MAX as usize;
/// What a count of halves in 32 bits allows.
const MAX_VISITS: u32 = u32::MAX / 2;

/// The natural logarithm, to about 6 % in all: the same on every machine, as `f32::ln` need not be.
#[inline]
fn natural_logarithm(n: u32) -> f32 {
    let whole = n.max(1).ilog2();
    let part = n.max(1) as f32 / (1_u64 << whole) as f32 - 1.0;
    (whole as f32 + part) * std::f32::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_near_the_real_one() {
        assert_eq!(natural_logarithm(0), 0.0);
        assert_eq!(natural_logarithm(1), 0.0);
        for n in 2..10_000_u32 {
            let real = (n as f32).ln();
            assert!((natural_logarithm(n) - real).abs() < 0.061, "{n}");
        }
    }
}
