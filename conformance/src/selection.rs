//! Which cases and rules a user wants: the filters.

use std::error::Error;
use std::fmt;

use crate::contest::Case;
use crate::nearest::{nearest, with_subjects};
use crate::requirement::{Requirement, selects};

/// The filters of `check` and `list`; all are prefixes by whole segments.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    /// Only cases that serve one of these rules, and only violations of these rules.
    pub rules: Vec<String>,
    /// Only these cases.
    pub cases: Vec<String>,
    /// None of these rules and none of these cases.
    pub skip: Vec<String>,
}

/// A filter that selects nothing, or filters that together leave nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmptySelection(String);

impl fmt::Display for EmptySelection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for EmptySelection {}

impl Selection {
    /// Whether a rule's violations are wanted.
    #[must_use]
    pub fn wants_rule(&self, rule: &str) -> bool {
        (self.rules.is_empty() || self.rules.iter().any(|prefix| selects(prefix, rule)))
            && !self.skip.iter().any(|prefix| selects(prefix, rule))
    }

    /// The cases that are left.
    ///
    /// # Errors
    /// If one of the filters matches nothing (the nearest ids are suggested), or nothing is left.
    pub fn apply<S>(
        &self,
        cases: Vec<Case<S>>,
        requirements: &[&'static Requirement],
    ) -> Result<Vec<Case<S>>, EmptySelection> {
        let rule_ids = || requirements.iter().map(|rule| rule.id);
        let case_ids = || cases.iter().map(|case| case.id.as_str());
        for prefix in &self.rules {
            if !rule_ids().any(|id| selects(prefix, id)) {
                return Err(no_match("--rule", prefix, "rule or group of rules", rule_ids()));
            }
        }
        for prefix in &self.cases {
            if !case_ids().any(|id| selects(prefix, id)) {
                return Err(no_match("--case", prefix, "case or group of cases", case_ids()));
            }
        }
        for prefix in &self.skip {
            if !rule_ids().chain(case_ids()).any(|id| selects(prefix, id)) {
                return Err(no_match(
                    "--skip",
                    prefix,
                    "rule, case or group of them",
                    rule_ids().chain(case_ids()),
                ));
            }
        }
        let wanted: Vec<Case<S>> = cases
            .into_iter()
            .filter(|case| {
                case.rules.iter().any(|rule| self.wants_rule(rule))
                    && (self.cases.is_empty() || self.cases.iter().any(|prefix| selects(prefix, &case.id)))
                    && !self.skip.iter().any(|prefix| selects(prefix, &case.id))
            })
            .collect();
        if wanted.is_empty() {
            return Err(EmptySelection(
                "the filters leave no case to run: an empty run would prove nothing; use fewer filters \
                 (rules about submitted folders need --submission)"
                    .to_owned(),
            ));
        }
        Ok(wanted)
    }
}

fn no_match<'a>(
    option: &str,
    prefix: &str,
    what: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> EmptySelection {
    let near = match nearest(prefix, with_subjects(known)) {
        none if none.is_empty() => "; `botspec list` has them all".to_owned(),
        near => near,
    };
    let prefix = if prefix.is_empty() { "\"\"" } else { prefix };
    EmptySelection(format!("{option} {prefix}: no such {what}{near}"))
}
