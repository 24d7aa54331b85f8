//! A rule as a value: everything that `explain`, the reference pages and the reports say about it.

use serde::Serialize;

use crate::record::Level;

/// One rule of one contest. The texts stand beside the code that judges it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Requirement {
    /// `<game>/<subject>/<what>`; never changes its meaning.
    pub id: &'static str,
    /// How binding it is.
    pub level: Level,
    /// What a conforming bot does, as the end of the sentence "A bot conforms if …".
    pub demand: &'static str,
    /// Why it matters: what happens to a bot that breaks it.
    pub why: &'static str,
    /// Where it comes from: the contest's text, or a decision where the text is silent.
    pub source: &'static str,
    /// What to do about a violation.
    pub fix: &'static str,
    /// An example that conforms.
    pub right: &'static str,
    /// An example that does not.
    pub wrong: &'static str,
    /// When it applies.
    pub applies: Applies,
}

/// When a rule applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Applies {
    /// To every bot.
    Always,
    /// Only when a submitted folder is checked (`--submission`).
    Submission,
}

#[cfg(test)]
impl Requirement {
    /// A rule of which a test needs no more.
    pub(crate) const fn bare(id: &'static str, level: Level) -> Self {
        let (demand, why, source, fix, right, wrong) = ("", "", "", "", "", "");
        Self { id, level, demand, why, source, fix, right, wrong, applies: Applies::Always }
    }
}

/// The rule of this id, if it is one of these.
#[must_use]
pub fn by_id(rules: &[&'static Requirement], id: &str) -> Option<&'static Requirement> {
    rules.iter().find(|rule| rule.id == id).copied()
}

/// Whether `id` is selected by `prefix`: the same, or inside it by whole segments.
#[must_use]
pub fn selects(prefix: &str, id: &str) -> bool {
    let prefix = prefix.trim_end_matches('/');
    id.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_selects_by_whole_segments() {
        assert!(selects("linkage/order", "linkage/order/format"));
        assert!(selects("linkage/order/", "linkage/order/format"));
        assert!(selects("linkage/order/format", "linkage/order/format"));
        assert!(!selects("linkage/ord", "linkage/order/format"));
        assert!(!selects("linkage/order/format/x", "linkage/order/format"));
    }
}
