//! RAVE (Gelly and Silver 2011): a move is also judged by the random games in which its player made it later.

use super::tree::{Later, Node};
use super::{Mcts, natural_logarithm};
use crate::search::searchable::Searchable;
use crate::seat::Seat;

impl<P: Searchable> Mcts<P> {
    /// Plays a random game from the leaf at the end of the path, and adds its result to every move of the path's positions
    /// whose place was taken by the player who had the choice there.
    pub(super) fn random_winner_by_places(&mut self, leaf: &P) -> Option<Seat> {
        self.owners.clear();
        for step in self.path.windows(2) {
            let [parent, child] = [step[0], step[1]].map(|at| &self.tree.nodes[at as usize]);
            if let Some(place) = P::place_of(child.mv) {
                self.owners.note(place, Seat::from_index(parent.to_move));
            }
        }
        let winner = leaf.random_owners(&mut self.random, &mut self.moves, &mut self.owners);
        self.note_later(winner);
        winner
    }

    fn note_later(&mut self, winner: Option<Seat>) {
        let Some(later) = &mut self.tree.later else { return };
        for (depth, &at) in self.path.iter().enumerate().rev() {
            let node = &self.tree.nodes[at as usize];
            let seat = Seat::from_index(node.to_move);
            let won = u32::from(winner == Some(seat));
            let children = node.first as usize..(node.first + node.count) as usize;
            for (child, later) in self.tree.nodes[children.clone()].iter().zip(&mut later[children]) {
                let taken = P::place_of(child.mv).is_some_and(|place| self.owners.has(place, seat));
                later.games += u32::from(taken);
                later.wins += u32::from(taken) & won;
            }
            // Before a move without a place, a swap for instance, the players may have had each other's places.
            if depth > 0 && P::place_of(node.mv).is_none() {
                return;
            }
        }
    }

    /// The child to go to: the best by its own results and those of RAVE together.
    pub(super) fn select_by_rave(&mut self, at: u32) -> u32 {
        let node = &self.tree.nodes[at as usize];
        let (first, tried, seat) = (node.first, node.tried, node.to_move);
        let scale = self.settings.exploration * natural_logarithm(node.visits).sqrt();
        let equal = self.settings.rave as f32;
        let later = self.tree.later.iter().flat_map(|later| &later[first as usize..]);
        let mut best = first;
        let mut best_value = f32::NEG_INFINITY;
        for ((child, later), index) in self.tree.children(node).iter().zip(later).zip(first..) {
            let value = value(child, *later, equal, scale);
            if value > best_value && !child.proof.is_lost_for(seat) {
                (best, best_value) = (index, value);
            }
        }
        if best < first + tried { best } else { self.tree.start_trying(at, best) }
    }
}

/// The schedule of Gelly and Silver (2007) that was chosen by hand: the weight of RAVE is √(k ÷ (3n + k)).
fn value<M>(child: &Node<M>, later: Later, equal: f32, scale: f32) -> f32 {
    // As if there had been one win and one loss: nothing is known of a place that nobody has taken.
    let rave = (later.wins as f32 + 1.0) / (later.games as f32 + 2.0);
    if child.visits == 0 {
        return rave + scale;
    }
    let mean = child.mean();
    let weight = (equal / (3.0 * child.visits as f32 + equal)).sqrt();
    mean + weight * (rave - mean) + scale * child.inverse_root
}
