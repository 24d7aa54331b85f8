//! `linkage/files/…`: what else a bot may write.

use botspec_sdk::games::linkage::Linkage;

use super::script::Circumstance;
use crate::channel::FileTurn;
use crate::record::{Level, Violation};
use crate::requirement::{Applies, Requirement};

/// `linkage/files/one-cache`.
pub(super) static ONE_CACHE: Requirement = Requirement {
    id: "linkage/files/one-cache",
    level: Level::Must,
    demand: "it keeps at most one file beyond those it was given and `order.txt`",
    why: "One temporary file is what the contest allows for remembering things between turns. A second one breaks the rules.",
    source: "contest text, \"Submission Rules\": \"You can use one temporary file for caching data between turns if you wish\"",
    fix: "Put everything you want to keep into one file; delete logs and temporary files before the turn ends.",
    right: "cache.json",
    wrong: "cache.json and debug.log",
    applies: Applies::Always,
};

/// `linkage/files/same-folder`.
pub(super) static SAME_FOLDER: Requirement = Requirement {
    id: "linkage/files/same-folder",
    level: Level::Must,
    demand: "nothing is written outside its folder (home and temporary directories included)",
    why: "The one cache file \"must be in the same folder as your exe\". Files elsewhere stay after the game, mix games up that run side by side, and may not be allowed at all on the contest's machine.",
    source: "contest text, \"Submission Rules\": \"It must be in the same folder as your exe\"",
    fix: "Write the cache beside the executable, with a path built from the executable's own folder; use no temporary files of the language's library.",
    right: "Path(__file__).resolve().parent / \"cache.json\"",
    wrong: "/tmp/cache.json, ~/.mybot, ../cache.json",
    applies: Applies::Always,
};

/// `linkage/files/stale-cache`.
pub(super) static STALE_CACHE: Requirement = Requirement {
    id: "linkage/files/stale-cache",
    level: Level::Must,
    demand: "it plays legally with a cache from another game, with its cache overwritten by garbage or truncated, and with it deleted between turns",
    why: "A cache lives for one game in one folder, but nothing stops the runner from reusing a folder, and a turn that was cut short leaves half a file. input.txt alone says what is legal.",
    source: "contest text allows a cache \"between turns\"; Decision L3: a bot must still play legally if it finds a cache from another game, a damaged one, or none",
    fix: "Treat the cache as a hint: check that it fits the position in input.txt, ignore it when it does not or cannot be read, and choose only among the placements that are legal in input.txt.",
    right: "try: cache = json.load(f)  except ValueError: cache = {}",
    wrong: "the next order is read from the cache without looking at input.txt",
    applies: Applies::Always,
};

/// What lies about after a turn.
#[must_use]
pub(super) fn judge(turn: &FileTurn, circumstance: Circumstance) -> Vec<Violation> {
    let mut violations = Vec::new();
    if turn.flooded_folder {
        let message = "the bot filled its folder: more files or bytes than it is given room for".to_owned();
        violations.push(ONE_CACHE.violated(message));
    } else if turn.files.len() > 1 {
        let shown: Vec<&str> = turn.files.iter().take(5).map(String::as_str).collect();
        let dots = if turn.files.len() > shown.len() { ", …" } else { "" };
        let message = format!(
            "{} further files lie in the folder ({}{dots}); one is allowed",
            turn.files.len(),
            shown.join(", ")
        );
        violations.push(ONE_CACHE.violated(message));
    }
    // In another current directory an order there is a matter of location, not of files.
    let elsewhere: Vec<String> = turn
        .elsewhere
        .iter()
        .filter(|path| {
            circumstance != Circumstance::Elsewhere
                || path.file_name().is_none_or(|name| name != Linkage::ORDER_FILE)
        })
        .map(|path| path.display().to_string())
        .collect();
    if let Some(first) = elsewhere.first() {
        let more =
            if elsewhere.len() > 1 { format!(" and {} more", elsewhere.len() - 1) } else { String::new() };
        violations.push(SAME_FOLDER.violated(format!("written outside the bot's folder: {first}{more}")));
    }
    violations
}
