//! `linkage/submission/…`: what is handed in.

use crate::bot::Content;
use crate::contest::{CaseOutcome, Unjudged};
use crate::record::Level;
use crate::requirement::{Applies, Requirement};
use crate::run_context::RunContext;

/// `linkage/submission/source-only`.
pub(super) static SOURCE_ONLY: Requirement = Requirement {
    id: "linkage/submission/source-only",
    level: Level::Must,
    demand: "the submitted folder holds no binaries (executables, objects, libraries, class files, archives of them), told by content, not by name alone",
    why: "The organizer compiles every bot and accepts no binaries.",
    source: "contest text, \"Technical Details for bots\": \"You submit the code and I'll compile it (no binaries please)\"",
    fix: "Remove what the compiler made (target, build, bin, obj, __pycache__, *.class, *.o, *.exe) before you hand the folder in.",
    right: "main.c and a README",
    wrong: "main.c and main.exe, or a zip with main.exe in it",
    applies: Applies::Submission,
};

/// `linkage/submission/builds`.
pub(super) static BUILDS: Requirement = Requirement {
    id: "linkage/submission/builds",
    level: Level::Must,
    demand: "the submitted folder builds",
    why: "The organizer compiles your source. What does not compile does not play.",
    source: "contest text, \"Technical Details for bots\": \"You submit the code and I'll compile it\"",
    fix: "Build from a fresh copy of the folder on another machine or in a clean folder; the compiler's output says what is missing.",
    right: "cc -O2 bot19.c compiles",
    wrong: "a header that was left at home",
    applies: Applies::Submission,
};

/// What the submitted folder holds.
#[must_use]
pub(super) fn judge_sources(context: &RunContext<'_>) -> CaseOutcome {
    let Some(submission) = context.submitted else {
        return CaseOutcome::not_applicable("no folder was submitted (--submission)");
    };
    let mut outcome = CaseOutcome::default();
    for found in &submission.inspection.binaries {
        let message = format!("{} is {}: {}", found.path.display(), found.kind, found.why);
        outcome.violations.push(SOURCE_ONLY.violated(message).hint(found.hint()));
    }
    for unseen in &submission.inspection.not_inspected {
        match unseen.content {
            Content::None => {}
            Content::Hidden => {
                let hint = "submit the sources themselves, without the archive";
                outcome.violations.push(SOURCE_ONLY.violated(unseen.to_string()).hint(hint));
            }
            Content::Unknown if outcome.violations.is_empty() => {
                let reason =
                    format!("{unseen}, so it may hold binaries: submit it unpacked, or leave it out");
                outcome.unjudged = Some(Unjudged::NotTried { reason });
            }
            Content::Unknown => {}
        }
    }
    outcome
}

/// Whether the submitted folder builds.
#[must_use]
pub(super) fn judge_build(context: &RunContext<'_>) -> CaseOutcome {
    let Some(submission) = context.submitted else {
        return CaseOutcome::not_applicable("no folder was submitted (--submission)");
    };
    let violations = submission.build_failure.iter().map(|output| BUILDS.violated(output.clone())).collect();
    CaseOutcome { violations, ..CaseOutcome::default() }
}
