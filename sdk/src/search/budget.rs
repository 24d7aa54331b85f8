//! How long a search may take.

use crate::run::deadline::Deadline;

/// When a search ends: at a moment, after a number of nodes, or whichever comes first.
///
/// A *node* of [`Mcts`](super::Mcts) is a simulation; one of [`AlphaBeta`](super::AlphaBeta) is a position that was
/// looked at. With nodes alone a search does the same on every machine.
///
/// # Examples
///
/// ```
/// use botspec_sdk::Deadline;
/// use botspec_sdk::search::Budget;
/// use std::time::{Duration, Instant};
///
/// let turn = Deadline::new(Instant::now(), Duration::from_secs(1));
/// let budget = Budget::until(turn).and_nodes(10_000);
/// assert_eq!(budget.nodes(), 10_000);
/// assert!(!budget.is_spent(9_999));
/// assert!(budget.is_spent(10_000));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    deadline: Option<Deadline>,
    nodes: u64,
}

impl Budget {
    /// So many nodes, however long they take; 0 is none at all.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::search::Budget;
    /// let budget = Budget::of_nodes(100);
    /// assert!(!budget.is_spent(99) && budget.is_spent(100));
    /// ```
    #[must_use]
    pub const fn of_nodes(nodes: u64) -> Self {
        Self { deadline: None, nodes }
    }

    /// As many nodes as there is time for. The deadline's margin must leave room for what the search does between
    /// two looks at the clock: well under a millisecond, except on the largest boards of Flit.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Deadline;
    /// use botspec_sdk::search::Budget;
    /// use std::time::{Duration, Instant};
    /// let turn = Deadline::new(Instant::now(), Duration::from_secs(70));
    /// assert_eq!(Budget::until(turn).nodes(), u64::MAX);
    /// assert!(!Budget::until(turn).is_spent(1_000_000));
    /// ```
    #[must_use]
    pub const fn until(deadline: Deadline) -> Self {
        Self { deadline: Some(deadline), nodes: u64::MAX }
    }

    /// The same, but with no more than so many nodes.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::search::Budget;
    /// assert_eq!(Budget::of_nodes(100).and_nodes(20).nodes(), 20);
    /// assert_eq!(Budget::of_nodes(100).and_nodes(500).nodes(), 100);
    /// ```
    #[must_use]
    pub fn and_nodes(self, nodes: u64) -> Self {
        Self { nodes: self.nodes.min(nodes), ..self }
    }

    /// The most nodes; `u64::MAX` if time alone decides.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::search::Budget;
    /// assert_eq!(Budget::of_nodes(100).nodes(), 100);
    /// ```
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether a search that has looked at so many nodes has to end. Reads the clock if there is a deadline.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Deadline;
    /// use botspec_sdk::search::Budget;
    /// use std::time::{Duration, Instant};
    /// let over = Deadline::new(Instant::now(), Duration::ZERO);
    /// assert!(Budget::until(over).is_spent(0));
    /// assert!(!Budget::of_nodes(1).is_spent(0));
    /// ```
    #[must_use]
    pub fn is_spent(&self, nodes: u64) -> bool {
        nodes >= self.nodes || self.deadline.is_some_and(|deadline| deadline.is_over())
    }

    /// The same, with a look at the clock only where `nodes` is a multiple of `interval`, a power of two.
    pub(crate) fn is_spent_by_now_and_then(&self, nodes: u64, interval: u64) -> bool {
        nodes >= self.nodes || (nodes & (interval - 1) == 0 && self.is_spent(nodes))
    }
}
