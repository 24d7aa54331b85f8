//! A quick check: what it plays in any case, and what only as long as there is time.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::contest::{Case, Contest, Phase};
use crate::scenario::{Plan, ScenarioError};

/// After so long a check that is not thorough is to be over, unless its core takes longer: on two cores that of a bot in
/// Python takes about as long.
pub const QUICK: Duration = Duration::from_secs(10);

/// Those of the cases that a quick check may leave out. The bulk alone can be, and of that only what comes with the
/// contest: a scenario file of the user's own is there to be played.
///
/// # Errors
/// If a scenario file is wrong.
pub fn spare(contest: &dyn Contest, plan: &Plan, cases: &[Case]) -> Result<BTreeSet<String>, ScenarioError> {
    let Some(core) = contest.core() else { return Ok(BTreeSet::new()) };
    let core: BTreeSet<&str> = ids(core).collect();
    let own: BTreeSet<String> = match plan.scenarios {
        None => BTreeSet::new(),
        Some(_) => {
            let plan = Plan { scenarios: None, ..plan.clone() };
            let come_with_it: BTreeSet<String> =
                contest.judge().cases(&plan)?.into_iter().map(|case| case.id).collect();
            let ids = cases.iter().map(|case| case.id.clone());
            ids.filter(|id| !come_with_it.contains(id)).collect()
        }
    };
    let bulk = cases.iter().filter(|case| case.phase == Phase::Main).map(|case| &case.id);
    Ok(bulk.filter(|id| !core.contains(id.as_str()) && !own.contains(*id)).cloned().collect())
}

/// The ids in the text of a core: one a line, and remarks behind `#`.
pub fn ids(core: &str) -> impl Iterator<Item = &str> {
    core.lines().filter_map(|line| line.split('#').next()).map(str::trim).filter(|id| !id.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::Game;

    /// The cases of a contest in each of its variants, those about a submission with them.
    fn plans(contest: &dyn Contest) -> Vec<Plan> {
        let variants = match contest.variants() {
            [] => vec![None],
            all => all.iter().map(|&variant| Some(variant.to_owned())).collect(),
        };
        let submission = Some(std::path::PathBuf::new());
        variants
            .into_iter()
            .map(|variant| Plan { variant, submission: submission.clone(), ..Plan::default() })
            .collect()
    }

    fn cases(contest: &dyn Contest, plan: &Plan) -> Vec<Case> {
        contest.judge().cases(plan).unwrap()
    }

    fn quick_contests() -> Vec<&'static dyn Contest> {
        let contests: Vec<_> = Game::all()
            .iter()
            .map(|game| game.contest())
            .filter(|contest| contest.core().is_some())
            .collect();
        assert_eq!(contests.len(), 2, "the contests that are played through files");
        contests
    }

    #[test]
    fn every_case_of_a_core_is_one_with_any_seed() {
        for contest in quick_contests() {
            let core: Vec<&str> = ids(contest.core().unwrap()).collect();
            let distinct: BTreeSet<&str> = core.iter().copied().collect();
            assert_eq!(core.len(), distinct.len(), "{}: an id stands there twice", contest.name());
            for seed in [1, 7] {
                let plans = plans(contest).into_iter().map(|plan| Plan { seed, ..plan });
                let known: BTreeSet<String> =
                    plans.flat_map(|plan| cases(contest, &plan)).map(|case| case.id).collect();
                let gone: Vec<&&str> = distinct.iter().filter(|id| !known.contains(**id)).collect();
                assert!(gone.is_empty(), "seed {seed}: no such cases any more: {gone:?}");
            }
        }
    }

    #[test]
    fn every_case_that_comes_soon_is_one_with_any_seed() {
        for contest in Game::all().iter().map(|game| game.contest()) {
            for seed in [1, 7] {
                let known = cases(contest, &Plan { seed, ..Plan::default() });
                let gone = contest.soon().iter().filter(|id| known.iter().all(|case| case.id != **id));
                assert_eq!(gone.collect::<Vec<_>>(), [] as [&&str; 0], "{}, seed {seed}", contest.name());
            }
        }
    }

    #[test]
    fn a_core_has_two_cases_of_every_rule_that_has_two() {
        for contest in quick_contests() {
            for plan in plans(contest) {
                let cases = cases(contest, &plan);
                let spare = spare(contest, &plan, &cases).unwrap();
                assert!(!spare.is_empty() && spare.len() < cases.len());
                for rule in contest.requirements() {
                    let serving = || cases.iter().filter(|case| case.rules.contains(&rule.id));
                    let in_core = serving().filter(|case| !spare.contains(&case.id)).count();
                    assert!(in_core >= serving().count().min(2), "{}: {in_core} in the core", rule.id);
                }
            }
        }
    }

    #[test]
    fn what_others_rely_on_and_what_the_user_brings_is_never_left_out() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(
            folder.path().join("own.toml"),
            "subject = \"My own.\"\n[[case]]\nid = \"linkage/own/id\"\ntitle = \"who it is\"\n\
             rules = [\"linkage/id/one-line\"]\n[case.script.identify]\nargs = [\"who\"]\n",
        )
        .unwrap();
        let contest = Game::find("linkage").unwrap().contest();
        let plan = Plan { scenarios: Some(folder.path().to_owned()), ..Plan::default() };
        let cases = cases(contest, &plan);
        let spare = spare(contest, &plan, &cases).unwrap();
        assert!(cases.iter().any(|case| case.id == "linkage/own/id") && !spare.contains("linkage/own/id"));
        for case in cases.iter().filter(|case| case.phase != Phase::Main) {
            assert!(!spare.contains(&case.id), "{}", case.id);
        }
        assert!(spare.contains("linkage/random/more-199"));
    }

    #[test]
    fn contests_that_are_quick_anyway_leave_nothing_out() {
        for name in ["hex", "flit"] {
            let contest = Game::find(name).unwrap().contest();
            let plan = Plan::default();
            assert!(spare(contest, &plan, &cases(contest, &plan)).unwrap().is_empty(), "{name}");
        }
    }

    #[test]
    fn remarks_in_a_core_are_no_ids() {
        let text = "# about it\na/b/c\n\n  d/e/f # why\n";
        assert_eq!(ids(text).collect::<Vec<_>>(), ["a/b/c", "d/e/f"]);
    }
}
