//! `linkage/skip/…`: when to skip, and when not.

use crate::record::Level;
use crate::requirement::{Applies, Requirement};

/// `linkage/skip/forced`.
pub(super) static FORCED: Requirement = Requirement {
    id: "linkage/skip/forced",
    level: Level::Must,
    demand: "it answers `Skip` when nothing is legal",
    why: "It happens in most games that a player has no legal placement. The only right answer is then the word Skip; any placement, or none at all, loses the game.",
    source: "contest text: \"If it's impossible to place a domino, output the word Skip instead\"",
    fix: "When your list of placements is empty, write Skip. Remember the less obvious cases: empty squares of which no two are neighbours, squares that are all x, and colours that are used up.",
    right: "Skip",
    wrong: "an empty order.txt, or any placement",
    applies: Applies::Always,
};

/// `linkage/skip/unforced`.
pub(super) static UNFORCED: Requirement = Requirement {
    id: "linkage/skip/unforced",
    level: Level::Must,
    demand: "it does not answer `Skip` when something is legal",
    why: "Skipping is only for a player who cannot place. A skip with a legal placement at hand is an illegal order and loses the game.",
    source: "contest text, \"Skipping Turns\" (a player can skip where the only moves left would touch the last domino); Decision L6: a player with a legal placement may not skip",
    fix: "Look for placements of every colour that is left, in both directions, on the whole board, before you skip.",
    right: "the last legal placement, however bad it is",
    wrong: "Skip on an empty board",
    applies: Applies::Always,
};

#[cfg(test)]
mod tests {
    use botspec_sdk::games::linkage::{Order, Position};

    use super::super::{Linkage, script::Script};
    use super::{FORCED, UNFORCED};
    use crate::contest::Judge as _;
    use crate::scenario::Plan;

    /// The rule about what a bot has to do once it has placed anything and the opponent has skipped.
    fn rule_after_a_skip(start: &Position) -> Result<&'static str, String> {
        let rules: Vec<&str> = start
            .placements()
            .map(|order| {
                let skipped = start.play_unchecked(order);
                assert!(skipped.must_skip(), "after {order} the opponent need not skip");
                let again = skipped.play_unchecked(Order::Skip);
                if again.must_skip() { FORCED.id } else { UNFORCED.id }
            })
            .collect();
        let first = rules.first().copied().ok_or("nothing is legal at once")?;
        rules.iter().all(|rule| *rule == first).then_some(first).ok_or(format!("{rules:?}"))
    }

    #[test]
    fn the_opponent_skips_whatever_the_bot_places() {
        let mut tried = Vec::new();
        for case in Linkage.cases(&Plan { cases: 0, ..Plan::default() }).unwrap() {
            let Script::Game(game) = &case.script else { continue };
            if !case.id.starts_with("linkage/skip/of-the-opponent") {
                continue;
            }
            let rule = rule_after_a_skip(&game.start().unwrap());
            let rule = rule.unwrap_or_else(|problem| panic!("{}: {problem}", case.id));
            assert!(case.rules.contains(&rule), "{}: {rule}", case.id);
            tried.push((rule, game.side));
        }
        for side in botspec_sdk::games::linkage::Side::ALL {
            assert!(tried.contains(&(FORCED.id, side)) && tried.contains(&(UNFORCED.id, side)), "{tried:?}");
        }
    }

    #[test]
    fn the_bot_skips_and_can_place_whatever_the_opponent_does() {
        let mut sides = Vec::new();
        for case in Linkage.cases(&Plan { cases: 0, ..Plan::default() }).unwrap() {
            let Script::Game(game) = &case.script else { continue };
            if !case.id.starts_with("linkage/skip/of-its-own") {
                continue;
            }
            let start = game.start().unwrap();
            assert!(start.side() == game.side && start.must_skip(), "{}", case.id);
            let skipped = start.play_unchecked(Order::Skip);
            assert!(!skipped.must_skip(), "{}", case.id);
            for order in skipped.placements() {
                assert!(!skipped.play_unchecked(order).must_skip(), "{}: after {order}", case.id);
            }
            sides.push(game.side);
        }
        assert_eq!(sides, botspec_sdk::games::linkage::Side::ALL);
    }
}
