//! What was decided where a contest's text is silent or contradicts itself.

use serde::Serialize;

/// One decision of one contest. Rules cite it in their source as "Decision L4".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Decision {
    /// A letter for the game and a number; never changes its meaning.
    pub id: &'static str,
    /// What the text leaves open.
    pub open: &'static str,
    /// What holds here.
    pub settled: &'static str,
}

/// The ids of the decisions that a rule's source cites: those after "Decision", or "Decisions … and …".
pub fn cited(source: &str) -> impl Iterator<Item = &str> {
    let mut listing = false;
    source.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).filter(move |word| {
        match *word {
            "Decision" | "Decisions" => listing = true,
            "and" => {}
            word => listing &= is_id(word),
        }
        listing && is_id(word)
    })
}

fn is_id(word: &str) -> bool {
    let number = word.strip_prefix(|c: char| c.is_ascii_uppercase()).unwrap_or_default();
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::suite::Game;

    #[test]
    fn ids_are_read_behind_the_word_only() {
        let ids = |source| cited(source).collect::<Vec<_>>();
        assert_eq!(
            ids("contest text: \"V1 at A1\"; Decision L4: a crash loses; Decision L10"),
            ["L4", "L10"]
        );
        assert_eq!(ids("rule 1; Decisions H5 and H6 (a0 is off the board, B2 is not)"), ["H5", "H6"]);
        assert_eq!(ids("examples YA1A2 and G4"), Vec::<&str>::new());
    }

    #[test]
    fn every_decision_that_a_rule_cites_is_written_out() {
        for game in Game::all() {
            let (rules, decisions) = (game.requirements(), game.decisions());
            let known: BTreeSet<&str> = decisions.iter().map(|decision| decision.id).collect();
            assert_eq!(known.len(), decisions.len(), "{game}: two decisions share an id");
            for decision in decisions {
                assert!(is_id(decision.id), "{}", decision.id);
                assert!(decision.open.ends_with('.') && decision.settled.ends_with('.'), "{}", decision.id);
            }
            for rule in rules {
                let unknown: Vec<&str> = cited(rule.source).filter(|id| !known.contains(id)).collect();
                assert!(unknown.is_empty(), "{} cites {unknown:?}", rule.id);
                let mentions = rule.source.matches("Decision").count();
                assert!(cited(rule.source).count() >= mentions, "{}: an unreadable citation", rule.id);
            }
        }
    }
}
