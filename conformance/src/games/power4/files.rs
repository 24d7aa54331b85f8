//! `power4/files/…`: the help files of a team.

use std::path::Path;

use botspec_sdk::games::power4::Power4;

use crate::channel::FileTurn;
use crate::record::{Level, Violation};
use crate::requirement::{Applies, Requirement};

/// `power4/files/count`.
pub(super) static COUNT: Requirement = Requirement {
    id: "power4/files/count",
    level: Level::Must,
    demand: "it has at most five help files at a time",
    why: "Five help files are what the contest allows. A sixth breaks the rules, also if it is a log or a temporary file.",
    source: "contest text, \"Text Files\": \"a team can create its own help file … but not more than 5 files at a time\"",
    fix: "Keep everything in one file that you replace each turn; delete logs and temporary files before the turn ends.",
    right: "Co0023.txt",
    wrong: "Co0023_turn1.txt to Co0023_turn6.txt",
    applies: Applies::Always,
};

/// `power4/files/location`.
pub(super) static LOCATION: Requirement = Requirement {
    id: "power4/files/location",
    level: Level::Must,
    demand: "its help files are in its folder or in a new sub-folder of it, nowhere else (home and temporary directories included)",
    why: "Files elsewhere stay after the match, mix matches up that run side by side, and may not be allowed at all on the organizers' machine.",
    source: "contest text: \"These files can either be in the current folder or can be inside a new sub-directory created by the team in the current folder\"",
    fix: "Write help files by a plain name such as Co0023.txt, or below a folder that you make in the current one; use no temporary files of the language's library.",
    right: "Co0023.txt, Co0023_data/Co0023_book.txt",
    wrong: "/tmp/Co0023.txt, ../Co0023.txt, ~/.Co0023",
    applies: Applies::Always,
};

/// `power4/files/prefix`.
pub(super) static PREFIX: Requirement = Requirement {
    id: "power4/files/prefix",
    level: Level::Should,
    demand: "the names of its help files begin with the team id",
    why: "Two programs may run in one folder. Names that begin with the team id cannot collide, and show which program a file belongs to.",
    source: "contest text: \"Teams should create their help files (if needed) with names starting with their team id. For example Co0012.txt\"",
    fix: "Put your team id at the beginning of every file name. If the tester has your team id wrong, say --team-id.",
    right: "Co0023.txt, Co0023_moves.bin",
    wrong: "moves_Co0023.txt, co0023.txt, state.json",
    applies: Applies::Always,
};

/// Help files: what lies about beyond what the referee and the tester have put there. A referee's file that the bot
/// has made a folder is a fault of its own, whatever lies in it.
#[must_use]
pub(super) fn help_files<'a>(turn: &'a FileTurn, planted: &[String]) -> Vec<&'a str> {
    let is_referees = |name: &str| {
        name == Power4::OUTPUT_FILE || turn.inputs_changed.iter().any(|change| change.name == name)
    };
    let in_referees = |name: &str| name.split_once('/').is_some_and(|(folder, _)| is_referees(folder));
    let files = turn.files.iter().filter(|name| !planted.contains(name)).map(String::as_str);
    files.filter(|name| !in_referees(name)).collect()
}

/// What lies about after a turn.
#[must_use]
pub(super) fn judge(turn: &FileTurn, planted: &[String], team_id: &str) -> Vec<Violation> {
    let mut violations = Vec::new();
    let files = help_files(turn, planted);
    if turn.flooded_folder {
        let message = "the bot filled its folder: more files or bytes than it is given room for".to_owned();
        violations.push(COUNT.violated(message));
    } else if files.len() > Power4::MAX_HELP_FILES {
        let message = format!(
            "{} help files lie in the folder ({}); {} are allowed",
            files.len(),
            some(&files),
            Power4::MAX_HELP_FILES
        );
        violations.push(COUNT.violated(message));
    }
    let elsewhere: Vec<String> = turn.elsewhere.iter().map(|path| path.display().to_string()).collect();
    if !elsewhere.is_empty() {
        let elsewhere: Vec<&str> = elsewhere.iter().map(String::as_str).collect();
        violations.push(LOCATION.violated(format!("written outside the bot's folder: {}", some(&elsewhere))));
    }
    let named = |path: &&str| {
        let name = Path::new(path).file_name().unwrap_or_default();
        name.as_encoded_bytes().starts_with(team_id.as_bytes())
    };
    let others: Vec<&str> = files.into_iter().filter(|path| !named(path)).collect();
    if !others.is_empty() && !turn.flooded_folder {
        let mut violation = PREFIX.violated(format!(
            "{} does not begin with the team id {team_id}",
            if others.len() == 1 { others[0].to_owned() } else { format!("each of {}", some(&others)) }
        ));
        let lower = |text: &str| text.to_ascii_lowercase();
        let file_name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
        if others.iter().any(|path| lower(&file_name(path)).starts_with(&lower(team_id))) {
            violation.hint = Some("upper and lower case matter".to_owned());
        } else if others.iter().any(|path| path.contains('/') && path.starts_with(team_id)) {
            violation.hint = Some("what counts is the file's own name, not that of its folder".to_owned());
        }
        violations.push(violation);
    }
    violations
}

/// The first names, and whether there are more.
fn some(names: &[&str]) -> String {
    let shown = names.iter().take(6).copied().collect::<Vec<_>>().join(", ");
    if names.len() > 6 { format!("{shown}, …") } else { shown }
}
