//! The strategy: this is the file to write.

use botspec_sdk::Deadline;
use botspec_sdk::games::linkage::{Order, Position, Side};

/// More wants many groups after its placement, Fewer few. `Skip` only if nothing else is legal.
pub fn choose(position: &Position, _deadline: &Deadline) -> Order {
    let groups = |order: &Order| position.play_unchecked(*order).groups();
    let best = match position.side() {
        Side::More => position.placements().max_by_key(groups),
        Side::Fewer => position.placements().min_by_key(groups),
    };
    best.unwrap_or(Order::Skip)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use botspec_sdk::Position as _;
    use botspec_sdk::games::linkage::InputText;

    use super::*;

    fn answer(input: &str) -> (Position, Order) {
        let text = InputText::from_bytes(input.as_bytes()).expect("well-formed");
        let position = Position::from_setup(&text.into()).expect("consistent");
        let deadline = Deadline::new(Instant::now(), Duration::from_secs(4));
        (position, choose(&position, &deadline))
    }

    #[test]
    fn its_order_is_legal_whatever_it_prefers() {
        for input in [
            "M6666\n.......\n.......\n.......\n...X...\n.......\n.......\n.......\n",
            "F5666\n.......\n.xx....\nxRRx...\n.xxX...\n.......\n.......\n.......\n",
            "M4666\n.......\n.......\n.RRRR..\n...X...\n.......\n.......\n.......\n",
        ] {
            let (position, order) = answer(input);
            assert!(position.is_legal(order), "{order} on\n{input}");
        }
    }

    #[test]
    fn it_skips_if_nothing_is_legal() {
        // Squares are open, but no two that are neighbours.
        let (_, order) = answer("M0003\nYYRRYGG\nRRRRYGG\n.GGGGRR\nBB.XRB.\nBBB.RBG\nB.BBRYG\nBGGBRYx\n");
        assert_eq!(order, Order::Skip);
    }
}
