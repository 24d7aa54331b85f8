//! Positions that are given at once, in the variant `memo`.
//!
//! The referee's files say there what is used and how many turns were taken, but nothing obliges a bot to read them: it may
//! keep its own books in help files, as in the contest itself. Of turns for which it was never called it has none, and no
//! match is like that. So what only books can tell blames nobody where a position is given at once, or where help files are
//! gone; matches that a bot is led through turn by turn show whether it keeps to these rules.

use super::script::Variant;
use super::trouble::{BOOKS, is_of};
use crate::contest::CaseOutcome;
use crate::record::{Level, Violation};
use crate::requirement::by_id;

/// Why a bot cannot know what is used and how many turns were taken, as a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unknown {
    /// It was not called in the turns before.
    GivenAtOnce,
    /// Its help files are gone, or are not its own.
    BooksGone,
}

impl Unknown {
    const fn clause(self) -> &'static str {
        match self {
            Self::GivenAtOnce => {
                "this position was not reached turn by turn, so a bot that keeps its own record cannot know which disks were used or how many turns were taken"
            }
            Self::BooksGone => {
                "its help files were not as it had left them, so a bot that keeps its own record cannot know which disks were used or how many turns were taken"
            }
        }
    }
}

/// What is said of one that reads the referee's memo.
pub(super) const HINT: &str = "moves.txt says how many turns were taken and which special disks are used: if the bot reads it, it reads it wrongly";

/// Makes a note of what goes against books that a bot cannot have, and no more.
pub(super) fn note(outcome: &mut CaseOutcome, unknown: Unknown, variant: Variant) {
    if variant != Variant::Memo {
        return;
    }
    let noted: Vec<Violation> = outcome.violations.extract_if(.., |it| is_of(&BOOKS, it)).collect();
    let rules = noted.iter().filter_map(|it| by_id(&super::REQUIREMENTS, &it.rule));
    outcome.untried.extend(rules.map(|rule| rule.untried(unknown.clause())));
    outcome.violations.extend(noted.into_iter().map(|violation| Violation {
        level: Level::Info,
        message: format!("{}; {}", violation.message, unknown.clause()),
        hint: Some(HINT.to_owned()),
        candidates: Vec::new(),
        against: Vec::new(),
        ..violation
    }));
}

/// Takes out the notes: they have nothing to do with what is unusual about a case.
pub(super) fn take_notes(outcome: &mut CaseOutcome) -> Vec<Violation> {
    outcome.violations.extract_if(.., |violation| violation.level == Level::Info).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::power4::{column, disk};

    #[test]
    fn only_what_books_tell_is_a_note_and_tries_nothing() {
        let broken = || CaseOutcome {
            violations: vec![disk::ONCE.violated("used twice"), column::OPEN.violated("full")],
            ..CaseOutcome::default()
        };
        let mut noted = broken();
        note(&mut noted, Unknown::GivenAtOnce, Variant::Memo);
        let told = |outcome: &CaseOutcome| {
            outcome.violations.iter().map(|it| (it.rule.clone(), it.level)).collect::<Vec<_>>()
        };
        let (once, open) = (disk::ONCE.id.to_owned(), column::OPEN.id.to_owned());
        assert_eq!(told(&noted), [(open.clone(), Level::Must), (once.clone(), Level::Info)]);
        assert_eq!(noted.untried.iter().map(|it| it.rule).collect::<Vec<_>>(), [disk::ONCE.id]);
        assert_eq!(take_notes(&mut noted).len(), 1);
        let mut standard = broken();
        note(&mut standard, Unknown::GivenAtOnce, Variant::Standard);
        assert_eq!(told(&standard), [(once, Level::Must), (open, Level::Must)]);
        assert_eq!(standard.untried, []);
    }
}
