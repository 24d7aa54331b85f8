//! The turns of a file bot in one folder, each judged: what the games have in common whose bots answer in a file.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::time::Duration;

use crate::channel::{
    ChangeKind, Environment, FileTurn, FolderStyle, InputFile, OutputFile, TurnRequest, WorkingDirectory,
};
use crate::contest::{CaseOutcome, Unjudged};
use crate::ending;
use crate::evidence::excerpt;
use crate::kept_files::{Damage, KeptFile, kept_files};
use crate::no_answer::hang_hint;
use crate::process::{Elapsed, Ending, Finished, Limit, SandboxError};
use crate::record::Violation;
use crate::recorder::Folder;
use crate::requirement::Requirement;
use crate::run_context::{RunContext, RunError};
use crate::stderr;
use crate::timing::millis;

/// What a game calls the parts of a turn, and its rules about them.
#[derive(Debug)]
pub(crate) struct Form {
    /// The file that the bot answers in.
    pub(crate) output: &'static str,
    /// What a process is started for, as a noun.
    pub(crate) run: &'static str,
    /// That it ends in time.
    pub(crate) time: &'static Requirement,
    /// That it leaves time to spare.
    pub(crate) headroom: &'static Requirement,
    /// That its status is 0.
    pub(crate) exit_status: &'static Requirement,
    /// That it ends by itself, and leaves nothing behind.
    pub(crate) terminates: &'static Requirement,
    /// That the answer is written.
    pub(crate) written: &'static Requirement,
    /// That it has the right form.
    pub(crate) format: &'static Requirement,
    /// The rule that a file of more than 64 KiB breaks, and how long an answer is, in a clause.
    pub(crate) too_large: (&'static Requirement, &'static str),
    /// The rule that a bot breaks which cannot be started again because of what it has done to its folder.
    pub(crate) starts_again: Option<&'static Requirement>,
}

/// The share of the limit that the slowest turn must stay under.
const HEADROOM_SHARE: f64 = 0.8;

impl Form {
    /// A status other than 0, or a signal.
    fn judge_status(&self, finished: &Finished) -> Option<Violation> {
        match &finished.ending {
            Ending::Exited(0) => None,
            ending => Some(self.exit_status.violated(format!("the process {ending}"))),
        }
    }

    /// A process that had to be stopped although its answer was written.
    fn never_ended(&self) -> Violation {
        let output = self.output;
        let message = format!("{output} was written, but the process did not end by itself");
        let hint = format!(
            "is something still waiting after {output} is written: input from stdin, a thread, a child, a pause?"
        );
        self.terminates.violated(message).hint(hint)
    }

    /// A run that went on beyond the limit.
    fn overrun(&self, finished: &Finished, limit: Duration) -> Violation {
        let cpu = finished.elapsed.cpu;
        let message = format!(
            "the {} was still going on at the limit of {limit:?} and was stopped (processor time used: {:.0} ms)",
            self.run,
            millis(cpu)
        );
        let hint = hang_hint(cpu, limit, finished.stdout.total + finished.stderr.total);
        self.time.violated(message).hint(hint)
    }

    /// The slowest run against four fifths of the limit.
    #[must_use]
    pub(crate) fn judge_headroom(&self, elapsed: &[Elapsed], limit: Duration) -> Option<Violation> {
        let slowest = elapsed.iter().map(Elapsed::undoubted).max()?;
        let share = slowest.as_secs_f64() / limit.as_secs_f64();
        (share >= HEADROOM_SHARE).then(|| {
            self.headroom.violated(format!(
                "the slowest {} took {:.0} ms, {:.0} % of the limit of {limit:?}",
                self.run,
                millis(slowest),
                100.0 * share
            ))
        })
    }

    /// What is in the file that the bot answers in, or what is wrong if nothing can be read there.
    fn written<'t>(&self, turn: &'t FileTurn, reader: &impl Reader) -> Result<&'t [u8], Box<Violation>> {
        let output = self.output;
        let ended = match &turn.finished.ending {
            Ending::Exited(0) => String::new(),
            other => format!(" ({other})"),
        };
        let mut violation = match &turn.output {
            OutputFile::Bytes(bytes) => return Ok(bytes),
            OutputFile::Missing => {
                self.written.violated(format!("there is no {output} after the turn{ended}"))
            }
            OutputFile::Stale => {
                self.written.violated(format!("{output} is the one from before: this turn wrote none{ended}"))
            }
            OutputFile::NotAFile(kind) => self.written.violated(format!("{output} is {kind}")),
            OutputFile::Late(_) => self
                .written
                .violated(format!("{output} was written only after the process had ended{ended}"))
                .hint("wait for every thread and child process before the program ends"),
            OutputFile::TooLarge => {
                let (rule, length) = self.too_large;
                rule.violated(format!("{output} holds more than 64 KiB; {length}"))
            }
        };
        let tail = stderr::tail(&turn.finished.stderr);
        if violation.hint.is_none() {
            violation.hint = reader.explain(turn, tail.as_deref().map(stderr::hint));
        }
        if turn.output == OutputFile::Stale && turn.finished.ending.is_success() {
            violation.hint.get_or_insert_with(|| "the file is left over from an earlier turn".to_owned());
        }
        Err(Box::new(violation))
    }
}

/// An answer that is not written as it must be.
#[derive(Debug, Clone)]
pub(crate) struct Miswritten<A> {
    /// What is wrong with it.
    pub(crate) violation: Violation,
    /// What it plainly means all the same, and by which slip it was written so; none if nobody can know.
    pub(crate) meant: Option<(A, &'static str)>,
}

/// How a game reads the answer to one turn.
pub(crate) trait Reader {
    /// What a bot answers.
    type Answer: Clone + PartialEq + Display;

    /// What is wrong with the files that the turn has left, but for the answer.
    fn judge_files(&self, turn: &FileTurn) -> Vec<Violation>;

    /// Reads the answer. `before` is what was in the file before the turn, if it was there.
    ///
    /// # Errors
    /// If it is not written as it must be.
    fn read(
        &self,
        bytes: &[u8],
        before: Option<&[u8]>,
    ) -> Result<Self::Answer, Box<Miswritten<Self::Answer>>>;

    /// The answer that stands in another place than it should, such as on stdout.
    fn read_elsewhere(&self, bytes: &[u8]) -> Option<Self::Answer>;

    /// The answer at the beginning of a file that is too long for one.
    fn read_head(&self, bytes: &[u8]) -> Option<Self::Answer>;

    /// What may be the reason that there is no answer; `stderr` says what the bot printed there. Of a crash no more is
    /// known than that.
    fn explain(&self, turn: &FileTurn, stderr: Option<String>) -> Option<String>;

    /// What is illegal about an answer.
    fn judge(&self, answer: &Self::Answer) -> Vec<Violation>;
}

/// One run of the bot, judged.
#[derive(Debug)]
pub(crate) struct Seen<A> {
    /// What it showed.
    pub(crate) outcome: CaseOutcome,
    /// The answer, if it can be read and the run ended in time.
    pub(crate) answer: Option<A>,
    /// Whether the bot can be asked again in this folder with any use.
    pub(crate) usable: bool,
}

impl<A> Seen<A> {
    /// No run at all.
    pub(crate) const fn nothing(outcome: CaseOutcome) -> Self {
        Self { outcome, answer: None, usable: false }
    }
}

/// A folder with the bot in it.
#[derive(Debug)]
pub(crate) struct FileSession<'a> {
    pub(crate) context: &'a RunContext<'a>,
    form: &'static Form,
    folder: Folder,
    /// Whether this is one of the first cases, which show how the bot writes its answers.
    pub(crate) makes_known: bool,
    turns: u32,
    /// Files of another game that the tester has put there, and the bot has not written since: they are none of the bot's.
    foreign: Vec<String>,
}

/// Why a turn is not asked for at the end of the run's time.
const OUT_OF_TIME: &str = "the run's time was up before the case had come to its end";

/// More than this at the head of a file that is too long for an answer is not read.
const MAX_HEAD: usize = 64;

impl<'a> FileSession<'a> {
    /// A fresh folder.
    ///
    /// # Errors
    /// If the machine cannot give one.
    pub(crate) fn new(
        context: &'a RunContext<'a>,
        form: &'static Form,
        style: FolderStyle,
    ) -> Result<Self, RunError> {
        let folder = context.folder(style)?;
        Ok(Self { context, form, folder, makes_known: false, turns: 0, foreign: Vec::new() })
    }

    /// The folder, to put things there or look at what is there.
    pub(crate) const fn folder(&mut self) -> &mut Folder {
        &mut self.folder
    }

    /// Does this to the files of these names, which the bot keeps, before its next turn (from 0), and says whether that has
    /// changed anything. `foreign` are those of another game after each turn.
    pub(crate) fn inflict(
        &mut self,
        damage: Damage,
        names: Vec<String>,
        foreign: &[Vec<KeptFile>],
        own_turn: usize,
    ) -> bool {
        self.foreign.extend(damage.puts(foreign, own_turn));
        damage.inflict(&mut self.folder, names, foreign, own_turn)
    }

    /// What lies in its folder of the files of these names and of those that the tester has put there.
    pub(crate) fn lying(&self, names: Vec<String>) -> Vec<KeptFile> {
        let names: BTreeSet<String> = names.into_iter().chain(self.foreign.iter().cloned()).collect();
        kept_files(&self.folder, names.into_iter().collect())
    }

    /// How many runs there were.
    pub(crate) const fn turns(&self) -> u32 {
        self.turns
    }

    /// What is left to say if the run's time is up, or runs of this kind could only overrun again.
    pub(crate) fn pointless(&self, kind: &'static str) -> Option<CaseOutcome> {
        if self.context.observations.only_overruns(kind) {
            let reason = "the bot overran its time again and again";
            return Some(CaseOutcome::blocked(reason, self.form.time.id));
        }
        self.context.is_out_of_time().then(|| CaseOutcome::left_out(OUT_OF_TIME))
    }

    /// What is left to say if the first cases have shown that nobody can read answers of this kind.
    pub(crate) fn unread(&self, kind: &'static str) -> Option<CaseOutcome> {
        let rule = self.context.observations.blocked_by(kind).filter(|_| !self.makes_known)?;
        Some(Unjudged::while_broken(rule).into())
    }

    /// A usual run with these files.
    pub(crate) fn request(&self, inputs: Vec<InputFile>) -> TurnRequest {
        TurnRequest {
            args: Vec::new(),
            cwd: WorkingDirectory::BotFolder,
            env: Environment::Normal,
            inputs,
            output: self.form.output.to_owned(),
            limit: Limit::new(self.context.limit),
        }
    }

    /// Runs the bot.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    pub(crate) fn run(&mut self, request: &TurnRequest) -> Result<FileTurn, SandboxError> {
        self.turns += 1;
        let mut turn = self.folder.turn(request)?;
        self.foreign.retain(|name| !turn.has_written(name));
        turn.files.retain(|name| !self.foreign.contains(name));
        Ok(turn)
    }

    /// Asks for one turn and judges everything about it.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    pub(crate) fn ask<R: Reader>(
        &mut self,
        kind: &'static str,
        request: &TurnRequest,
        sent: &str,
        reader: &R,
    ) -> Result<(Seen<R::Answer>, FileTurn), RunError> {
        // None if it is not there, or no file.
        let before = self.folder.read(self.form.output).ok();
        let turn = self.run(request)?;
        let mut seen = self.judge_run(&turn, kind, reader.judge_files(&turn));
        let received = match &turn.output {
            OutputFile::Bytes(bytes) | OutputFile::Late(bytes) => Some(excerpt(bytes)),
            // What was there before is no answer of a turn that was cut off.
            OutputFile::Stale if turn.finished.ending != Ending::Overrun => before.as_deref().map(excerpt),
            _ => None,
        };
        if seen.usable {
            match self.read(&turn, before.as_deref(), reader) {
                Ok(answer) => {
                    seen.outcome.violations.extend(reader.judge(&answer));
                    seen.answer = Some(answer);
                }
                Err(miswritten) => self.judge_meant(*miswritten, reader, &mut seen),
            }
        }
        self.complete(&mut seen.outcome, sent, received);
        Ok((seen, turn))
    }

    /// What every run must keep to: time, process, files.
    pub(crate) fn judge_run<A>(&self, turn: &FileTurn, kind: &'static str, files: Vec<Violation>) -> Seen<A> {
        let (form, finished) = (self.form, &turn.finished);
        let mut outcome = CaseOutcome { turns: 1, ..CaseOutcome::default() };
        self.context.observations.count(kind, matches!(finished.ending, Ending::Overrun));
        let mut usable = false;
        match (&finished.ending, form.starts_again) {
            (Ending::Exited(_) | Ending::Signalled(_), _) => {
                outcome.elapsed.push(finished.elapsed);
                outcome.violations.extend(form.judge_status(finished));
                usable = true;
            }
            (Ending::Overrun, _) => {
                outcome.elapsed.push(finished.elapsed);
                outcome.violations.push(form.overrun(finished, self.context.limit));
                if matches!(turn.output, OutputFile::Bytes(_)) {
                    outcome.violations.push(form.never_ended());
                }
            }
            // The folder and what is in it are the bot's doing by now.
            (Ending::NotStarted(why), Some(rule)) if self.turns > 1 => {
                let message =
                    format!("there is no {}: the bot cannot be started a second time ({why})", form.output);
                let hint = "does it delete, move or overwrite its own executable?";
                outcome.violations.push(rule.violated(message).hint(hint));
            }
            (other, _) => outcome.unjudged = Some(Unjudged::after(other)),
        }
        outcome.violations.extend(ending::survivors(form.terminates, finished));
        outcome.violations.extend(files);
        if let Some(tail) = stderr::tail(&finished.stderr) {
            for violation in &mut outcome.violations {
                violation.message.push_str(&format!("; stderr ends with: {tail}"));
            }
        }
        outcome.cut_short = !usable;
        Seen { outcome, answer: None, usable }
    }

    /// Adds to what a run showed where that was.
    pub(crate) fn complete(&self, outcome: &mut CaseOutcome, sent: &str, received: Option<String>) {
        for violation in &mut outcome.violations {
            violation.turn = Some(self.turns);
            violation.sent.get_or_insert_with(|| sent.to_owned());
            if violation.received.is_none() {
                violation.received.clone_from(&received);
            }
        }
    }

    /// The answer that was written, if one was and it has the form of one.
    fn read<R: Reader>(
        &self,
        turn: &FileTurn,
        before: Option<&[u8]>,
        reader: &R,
    ) -> Result<R::Answer, Box<Miswritten<R::Answer>>> {
        match self.form.written(turn, reader) {
            Ok(bytes) => reader.read(bytes, before),
            Err(violation) => {
                let meant = self.meant_elsewhere(turn, reader);
                Err(Box::new(Miswritten { violation: *violation, meant }))
            }
        }
    }

    /// An answer that stands where it does not belong, on stdout or in another file of this turn, or comes when nobody
    /// reads it any more. One only.
    fn meant_elsewhere<R: Reader>(&self, turn: &FileTurn, reader: &R) -> Option<(R::Answer, &'static str)> {
        if let OutputFile::Late(bytes) = &turn.output {
            return Some((reader.read_head(bytes)?, "late"));
        }
        // What lies about after a crash is none that was chosen.
        if !turn.finished.ending.is_success() {
            return None;
        }
        let printed = Some(&turn.finished.stdout).filter(|stdout| !stdout.is_empty());
        let printed = printed.and_then(|stdout| Some((reader.read_elsewhere(&stdout.head)?, "on stdout")));
        let written = turn.changes.iter().filter(|it| it.kind != ChangeKind::Removed && !it.by_runtime);
        let files = written.filter_map(|change| {
            let bytes = self.folder.read(&change.path).ok()?;
            if change.path == self.form.output {
                return Some((reader.read_head(&bytes[..bytes.len().min(MAX_HEAD)])?, "too long"));
            }
            Some((reader.read_elsewhere(&bytes)?, "in another file"))
        });
        let mut found = printed.into_iter().chain(files);
        found.next().filter(|(answer, _)| found.all(|(other, _)| other == *answer))
    }

    /// Judges what an answer that is not written as it must be means all the same. The way it is written is told of
    /// by the first cases, and not again.
    fn judge_meant<R: Reader>(
        &self,
        miswritten: Miswritten<R::Answer>,
        reader: &R,
        seen: &mut Seen<R::Answer>,
    ) {
        let Miswritten { violation, meant } = miswritten;
        let outcome = &mut seen.outcome;
        let Some((answer, slip)) = meant else {
            outcome.cut_short = true;
            outcome.violations.push(violation);
            return;
        };
        if self.makes_known || self.context.observations.blocked_by(slip).is_none() {
            let is_format = violation.rule == self.form.format.id;
            let rule = if is_format { self.form.format } else { self.form.written };
            self.context.observations.block(slip, rule.id);
            outcome.violations.push(violation);
        }
        let judged = reader.judge(&answer).into_iter().map(|mut violation| {
            violation
                .message
                .push_str(&format!(" (read as {answer}, which {} does not say)", self.form.output));
            violation.at = None;
            violation
        });
        outcome.violations.extend(judged);
        seen.answer = Some(answer);
    }
}

/// Adds what was seen; each rule once, and once more if it is more binding then.
pub(crate) fn add_once(total: &mut CaseOutcome, mut more: CaseOutcome) {
    let told = &total.violations;
    more.violations.retain(|new| told.iter().all(|old| old.rule != new.rule || old.level > new.level));
    total.extend(more);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Level;

    static COUNT: Requirement = Requirement::bare("game/files/count", Level::Must);

    fn seen(level: Level) -> CaseOutcome {
        let violations = vec![Violation { level, ..COUNT.violated("two of them") }];
        CaseOutcome { violations, ..CaseOutcome::default() }
    }

    #[test]
    fn a_rule_is_told_once_more_only_if_it_is_more_binding_then() {
        for (first, then, told) in [
            (Level::Must, Level::Must, vec![Level::Must]),
            (Level::Must, Level::Should, vec![Level::Must]),
            (Level::Should, Level::Must, vec![Level::Should, Level::Must]),
        ] {
            let mut total = seen(first);
            add_once(&mut total, seen(then));
            assert_eq!(total.violations.iter().map(|it| it.level).collect::<Vec<_>>(), told);
        }
    }
}
