//! Which rules are broken together, and which have nothing to do with the answer.

use super::{column, disk, files, input, output, process};
use crate::contest::CaseOutcome;
use crate::record::{Level, Violation};

/// The rules that have nothing to do with the answer: whoever breaks one can be judged by all others.
pub(super) const ASIDE: [&str; 6] = [
    process::EXIT_STATUS.id,
    process::TERMINATES.id,
    input::UNTOUCHED.id,
    files::COUNT.id,
    files::LOCATION.id,
    files::PREFIX.id,
];

/// The rules about what is chosen, which may be a matter of chance.
const CHOICE: [&str; 5] =
    [disk::KIND.id, disk::ONCE.id, disk::DUAL_BY_TENTH.id, column::RANGE.id, column::OPEN.id];

/// Without these, nobody knows what a bot answers.
pub(super) const ANSWERS: [&str; 2] = [output::WRITTEN.id, output::FORMAT.id];

/// The rules about what only books can tell: what is used, and how many turns were taken.
pub(super) const BOOKS: [&str; 2] = [disk::ONCE.id, disk::DUAL_BY_TENTH.id];

/// The rules about an answer that need no books.
pub(super) const FORM: [&str; 6] = [
    output::WRITTEN.id,
    output::FORMAT.id,
    disk::KIND.id,
    column::RANGE.id,
    column::OPEN.id,
    process::EXIT_STATUS.id,
];

pub(super) fn is_of(rules: &[&str], violation: &Violation) -> bool {
    rules.contains(&violation.rule.as_str())
}

fn is_choice(violation: &Violation) -> bool {
    is_of(&CHOICE, violation)
}

/// Whether it is about the answer, whatever that was: what may come and go by chance, and soon comes again if not.
pub(super) fn is_of_answer(violation: &Violation) -> bool {
    is_choice(violation) || is_of(&ANSWERS, violation)
}

/// Whether there is no answer, none that anybody can read, or an illegal one.
pub(super) fn is_trouble(outcome: &CaseOutcome) -> bool {
    outcome.cut_short || outcome.violations.iter().any(|it| is_choice(it) && it.level != Level::Info)
}

/// Takes out what is wrong with the way an answer is written that can be read all the same: it has nothing to do with
/// what is unusual about a case.
pub(super) fn take_slips(outcome: &mut CaseOutcome) -> Vec<Violation> {
    if outcome.cut_short {
        return Vec::new();
    }
    outcome.violations.extract_if(.., |violation| is_of(&ANSWERS, violation)).collect()
}
