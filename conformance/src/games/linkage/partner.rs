//! Sparring partners: what botspec itself plays.

use botspec_sdk::Position as _;
use botspec_sdk::games::linkage::{Order, Position, Side};
use botspec_sdk::random::Random;

use super::script::Partner;

impl Partner {
    /// Chooses for the side to move; ties are broken at random. `Skip` if nothing else is legal.
    #[must_use]
    pub fn choose(self, position: &Position, random: &mut Random) -> Order {
        let legal = position.legal_moves();
        let side = position.side();
        let value = |order: &Order| -> i64 {
            let next = || position.play_unchecked(*order);
            match (self, side) {
                (Self::Random, _) => 0,
                (Self::Greedy, Side::More) => i64::from(next().groups()),
                (Self::Greedy, Side::Fewer) => -i64::from(next().groups()),
                // The opponent's placements only: a board is small, so no count nears the limit.
                (Self::Mean, _) => -i64::try_from(next().placement_count()).unwrap_or(i64::MAX),
            }
        };
        let values: Vec<i64> = legal.iter().map(value).collect();
        let best = values.iter().max().copied().unwrap_or_default();
        let valued = legal.into_iter().zip(values);
        let equal: Vec<Order> = valued.filter(|(_, value)| *value == best).map(|(order, _)| order).collect();
        random.pick(&equal).copied().unwrap_or(Order::Skip)
    }

    /// The name in case ids.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::Mean => "mean",
        }
    }
}
