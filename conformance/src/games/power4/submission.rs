//! `power4/submission/…`: what is handed in.

use crate::bot::named_source;
use crate::contest::CaseOutcome;
use crate::record::Level;
use crate::requirement::{Applies, Requirement};
use crate::run_context::RunContext;

/// `power4/submission/name`.
pub(super) static NAME: Requirement = Requirement {
    id: "power4/submission/name",
    level: Level::Must,
    demand: "a source `<Teamid>.c`, `.cpp`, `.java` or `.py` is there",
    why: "The organizers find your program by its name, compile it if need be, and run it. Under another name it is not found.",
    source: "contest text, \"User Task\": \"The user has to make a program named <Teamid>.<file_extension>\"; \"Framework\": C, C++, Java, Python",
    fix: "Put the source directly into the folder, named after your team id, upper and lower case included. If the tester has your team id wrong, say --team-id, or team_id in bot.toml.",
    right: "Co0023.cpp",
    wrong: "main.cpp, co0023.cpp, Co0023.exe, src/Co0023.cpp",
    applies: Applies::Submission,
};

/// Whether the source has its name, and builds.
#[must_use]
pub(super) fn judge(context: &RunContext<'_>) -> CaseOutcome {
    let Some(submission) = context.submitted else {
        return CaseOutcome::not_applicable("no folder was submitted (--submission)");
    };
    let mut outcome = CaseOutcome::default();
    match named_source(&submission.folder, context.team_id) {
        Err(unnamed) => outcome.violations.push(NAME.violated(unnamed.to_string())),
        Ok(source) => {
            let failure = submission.build_failure.iter();
            let message = |output| format!("{} is there, but does not build: {output}", source.display());
            outcome.violations.extend(failure.map(|output| NAME.violated(message(output))));
        }
    }
    outcome
}
