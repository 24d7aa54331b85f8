//! `botspec check --watch`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::args::CheckArgs;
use super::error::CliError;
use super::output;
use crate::exit_code::Exit;
use crate::process::Host;
use crate::record::{CaseReport, Verdict};
use crate::watch::{Origin, Products, Snapshot, Wake};

/// What one check leaves for the next.
#[derive(Debug)]
pub(super) struct Round {
    /// How it ended.
    pub exit: Exit,
    /// The cases that failed: the next check plays them first.
    pub failing: BTreeSet<String>,
}

/// Is told where the files of the program that was built are, and whether building it leaves something in the bot's own
/// folder.
pub(super) type Built<'a> = &'a mut dyn FnMut(&[PathBuf], bool);

/// Builds the bot and checks it; the cases that are named are played first.
pub(super) type Check<'a> = dyn FnMut(&BTreeSet<String>, Built<'_>) -> Result<Round, CliError> + 'a;

/// Checks the bot whenever its files change, until Ctrl-C.
pub(super) fn watch(
    origin: &Origin,
    args: &CheckArgs,
    host: &Host,
    check: &mut Check<'_>,
) -> Result<Exit, CliError> {
    let ignored = written_by_us(args);
    let look = |previous: Option<&Snapshot>| Snapshot::take(origin, &ignored, previous);
    let mut wake = Wake::new();
    let mut products = Products::default();
    let mut failing = BTreeSet::new();
    let mut known = look(None);
    for number in 2_u32.. {
        wake.watch(known.folders());
        let mut built = None;
        let done = check(&failing, &mut |programs, in_place| {
            built = Some((look(Some(&known)), in_place.then(|| programs.to_vec())));
        });
        match done {
            Ok(round) => failing = round.failing,
            // What is wrong with the bot can be fixed while we wait.
            Err(error) if error.exit == Exit::Usage => output::error(&error),
            Err(error) => return Err(error),
        }
        if host.is_interrupted() {
            return Ok(Exit::Interrupted);
        }
        // A build that failed may have left something too.
        let in_place = matches!(origin, Origin::Folder(_));
        let (after, programs) = built.unwrap_or_else(|| (look(Some(&known)), in_place.then(Vec::new)));
        let mut changed = match programs {
            Some(programs) => {
                let programs: Vec<PathBuf> = programs.into_iter().filter(|path| !is_source(path)).collect();
                products.learn(&known, &after, &programs)
            }
            None => after.changed_since(&known),
        };
        known = after;
        output::note(&format!("\nwatching {}; Ctrl-C ends", args.bot.display()));
        while changed.is_empty() {
            wake.watch(known.folders());
            if !wake.wait(&|| host.is_interrupted()) {
                return Ok(Exit::Interrupted);
            }
            let now = look(Some(&known));
            changed = products.without(now.changed_since(&known));
            known = now;
        }
        output::note(&format!("\n── check {number}: {} ──\n", told(&changed, origin)));
    }
    Ok(Exit::Success)
}

/// What has changed, in a few words.
fn told(changed: &[PathBuf], origin: &Origin) -> String {
    let root = match origin {
        Origin::Folder(folder) => folder.as_path(),
        Origin::File(path) | Origin::Source(path) => path.parent().unwrap_or(Path::new("")),
    };
    let name = |path: &PathBuf| path.strip_prefix(root).unwrap_or(path).display().to_string();
    match changed {
        [one] => format!("{} has changed", name(one)),
        [one, other] => format!("{} and {} have changed", name(one), name(other)),
        [one, others @ ..] => format!("{} and {} other files have changed", name(one), others.len()),
        [] => "nothing has changed".to_owned(),
    }
}

/// Whether somebody writes this file, even if it is what runs.
fn is_source(path: &Path) -> bool {
    matches!(path.extension().and_then(|it| it.to_str()), Some("py" | "js" | "mjs" | "cjs" | "sh"))
}

/// Reports and the like, which may lie in the bot's folder.
fn written_by_us(args: &CheckArgs) -> Vec<PathBuf> {
    let files = args.outputs.iter().chain(&args.save).chain(&args.write_known_failing);
    files.filter_map(|file| std::path::absolute(file).ok()).collect()
}

/// Says what became of the cases that failed before, as soon as all of them are judged.
#[derive(Debug)]
pub(super) struct Before<'a> {
    failing: &'a BTreeSet<String>,
    judged: Mutex<BTreeMap<String, Verdict>>,
}

impl<'a> Before<'a> {
    pub(super) const fn new(failing: &'a BTreeSet<String>) -> Self {
        Self { failing, judged: Mutex::new(BTreeMap::new()) }
    }

    /// A case is done, or done once more. What there is to say, once all that failed before have been judged: one that was
    /// not tried, or left a doubt, does not pass yet.
    pub(super) fn done(&self, case: &CaseReport) -> Option<String> {
        let is_judged =
            matches!(case.verdict, Verdict::Pass | Verdict::Fail | Verdict::Warn | Verdict::Known);
        if !is_judged || !self.failing.contains(&case.id) {
            return None;
        }
        let mut judged = self.judged.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = judged.insert(case.id.clone(), case.verdict).is_none();
        let of = self.failing.len();
        (is_new && judged.len() == of).then(|| {
            let still: Vec<&String> =
                judged.iter().filter(|(_, verdict)| **verdict != Verdict::Pass).map(|(id, _)| id).collect();
            match still.as_slice() {
                [] if of == 1 => "the case that failed before passes now".to_owned(),
                [] => format!("all {of} cases that failed before pass now"),
                [one] => format!("of {of} that failed before, one still does: {one}"),
                [one, ..] => format!("of {of} that failed before, {} still do: {one}, …", still.len()),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Gap;

    /// A case that was not tried, and one that is tried twice since it left a doubt.
    #[test]
    fn what_was_not_judged_does_not_pass() {
        let failing = ["a", "b"].map(str::to_owned).into();
        let before = Before::new(&failing);
        let case = |id: &str, gap| {
            let case = CaseReport { gap, ..CaseReport::passed(id) };
            before.done(&case.judged(false))
        };
        assert_eq!(case("a", None), None);
        assert_eq!(case("a", None), None);
        assert_eq!(case("b", Some(Gap::InDoubt)), None);
        assert_eq!(case("c", None), None);
        assert_eq!(case("b", None), Some("all 2 cases that failed before pass now".to_owned()));
    }
}
