//! The tree of a Monte Carlo tree search.

use crate::search::searchable::Status;
use crate::seat::Seat;

/// One position of the tree, 32 bytes for moves of up to four.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node<M> {
    /// The move that leads here; the root's means nothing.
    pub mv: M,
    /// The children's place in the arena.
    pub first: u32,
    /// How many there are; 0 for a leaf.
    pub count: u32,
    /// How many of them have been tried; those come first.
    pub tried: u32,
    pub visits: u32,
    /// Twice what the player who moved here has won.
    pub half_wins: u32,
    /// 1 ÷ √visits, which selection would else compute again and again.
    pub inverse_root: f32,
    /// The seat to move, known from the first visit on.
    pub to_move: u8,
    pub proof: Proof,
}

/// The result of a position with best play, if it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Proof(u8);

impl Proof {
    pub(super) const NONE: Self = Self(0);
    pub(super) const DRAW: Self = Self(1);

    #[inline]
    pub(super) const fn won(seat: u8) -> Self {
        Self(seat + 2)
    }

    pub(super) const fn of(winner: Option<Seat>) -> Self {
        match winner {
            Some(seat) => Self(seat.number() + 1),
            None => Self::DRAW,
        }
    }

    pub(super) const fn status(self) -> Status {
        match self.0 {
            0 => Status::Open,
            1 => Status::Drawn,
            seat => Status::Won(Seat::from_index(seat - 2)),
        }
    }

    pub(super) const fn winner(self) -> Option<Seat> {
        match self.status() {
            Status::Won(seat) => Some(seat),
            _ => None,
        }
    }

    /// Whether this seat has lost.
    #[inline]
    pub(super) fn is_lost_for(self, seat: u8) -> bool {
        self.0 > 1 && self != Self::won(seat)
    }
}

impl<M> Node<M> {
    pub(super) const fn new(mv: M) -> Self {
        let proof = Proof::NONE;
        Self {
            mv,
            first: 0,
            count: 0,
            tried: 0,
            visits: 0,
            half_wins: 0,
            inverse_root: 0.0,
            to_move: 0,
            proof,
        }
    }

    #[inline]
    pub(super) fn mean(&self) -> f32 {
        0.5 * self.half_wins as f32 * self.inverse_root * self.inverse_root
    }
}

/// What became of the random games in which a node's move was played, then or later, by the player who has the choice.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Later {
    pub games: u32,
    pub wins: u32,
}

/// An arena: the root first, brothers side by side.
#[derive(Debug, Clone)]
pub(super) struct Tree<M> {
    pub nodes: Vec<Node<M>>,
    /// One for each node, with RAVE.
    pub later: Option<Vec<Later>>,
}

impl<M: Copy> Tree<M> {
    pub(super) fn new(with_later: bool) -> Self {
        Self { nodes: Vec::new(), later: with_later.then(Vec::new) }
    }

    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.resize_later();
    }

    pub(super) fn children(&self, node: &Node<M>) -> &[Node<M>] {
        &self.nodes[node.first as usize..][..node.count as usize]
    }

    /// Makes a new root, with a child for each of these moves; an empty tree if there are none.
    pub(super) fn plant(&mut self, moves: &[M]) {
        self.clear();
        self.nodes.extend(moves.first().copied().map(Node::new));
        if !self.nodes.is_empty() {
            self.grow(0, moves);
        }
    }

    /// Gives a leaf a child for each of these moves.
    pub(super) fn grow(&mut self, leaf: u32, moves: &[M]) {
        let first = index_of(self.nodes.len());
        self.nodes.extend(moves.iter().map(|&mv| Node::new(mv)));
        self.resize_later();
        let leaf = &mut self.nodes[leaf as usize];
        (leaf.first, leaf.count) = (first, index_of(moves.len()));
    }

    /// Counts a child as tried that was not until now, and returns where it is from now on: behind those that were.
    pub(super) fn start_trying(&mut self, parent: u32, child: u32) -> u32 {
        let parent = &mut self.nodes[parent as usize];
        let next = parent.first + parent.tried;
        parent.tried += 1;
        self.nodes.swap(next as usize, child as usize);
        if let Some(later) = &mut self.later {
            later.swap(next as usize, child as usize);
        }
        next
    }

    /// Drops everything but this node and what is below it.
    pub(super) fn keep(&mut self, root: u32) {
        let mut kept = vec![root];
        let mut next = 0;
        let mut nodes = Vec::new();
        while next < kept.len() {
            let mut node = self.nodes[kept[next] as usize];
            if node.count > 0 {
                let first = node.first;
                node.first = index_of(kept.len());
                kept.extend(first..first + node.count);
            }
            nodes.push(node);
            next += 1;
        }
        self.nodes = nodes;
        if let Some(later) = &mut self.later {
            *later = kept.iter().map(|&at| later[at as usize]).collect();
        }
    }

    fn resize_later(&mut self) {
        if let Some(later) = &mut self.later {
            later.resize(self.nodes.len(), Later::default());
        }
    }
}

fn index_of(place: usize) -> u32 {
    u32::try_from(place).expect("the arena is kept below 2^32 nodes")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_small() {
        assert!(size_of::<Node<crate::games::hex::Move>>() <= 32);
        assert!(size_of::<Node<crate::games::power4::Drop>>() <= 32);
        assert!(size_of::<Node<crate::games::linkage::Order>>() <= 32);
    }
}
