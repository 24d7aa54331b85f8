//! The sitting between tester and bot: one folder, one turn after the other, each judged.

use botspec_sdk::games::linkage::{InputText, Linkage, OrderText, Position};

use super::{files, id, input, order, process, time};
use crate::channel::{
    ChangeKind, Environment, FileTurn, FolderStyle, InputFile, OutputFile, TurnRequest, WorkingDirectory,
};
use crate::contest::{Performance, Unjudged};
use crate::evidence::{excerpt, stderr_tail};
use crate::process::{Ending, Limit};
use crate::record::Violation;
use crate::recorder::Folder;
use crate::stage::{Stage, StageError};

use super::script::Circumstance;

/// One game folder with the bot in it.
pub(super) struct Table<'a> {
    stage: &'a Stage<'a>,
    folder: Folder,
    circumstance: Circumstance,
    /// Whether this is one of the first cases, which show how the bot writes its orders.
    makes_known: bool,
    turns: u32,
    extra_files: Vec<String>,
}

/// One run of the bot, judged.
pub(super) struct Seen {
    /// What it showed.
    pub performance: Performance,
    /// The order, if it can be read and the run ended in time.
    pub order: Option<OrderText>,
    /// Whether the bot can be asked again in this folder with any use.
    pub usable: bool,
}

/// The kinds of request, for telling when waiting is of no use any more.
const TURN: &str = "turn";
const FORCED_SKIP: &str = "turn without a legal placement";
pub(super) const IDENTIFICATION: &str = "identification";

/// Why a turn is not asked for at the end of the run's time.
const OUT_OF_TIME: &str = "the run's time was up before the case had come to its end (--max-time)";

impl<'a> Table<'a> {
    /// A fresh folder.
    ///
    /// # Errors
    /// If the machine cannot give one.
    pub(super) fn new(stage: &'a Stage<'a>, circumstance: Circumstance) -> Result<Self, StageError> {
        let style = if circumstance == Circumstance::OddPath {
            FolderStyle::SpacesAndUnicode
        } else {
            FolderStyle::Plain
        };
        let folder = Folder::create(stage.recorder, stage.host, stage.program(), style)?;
        Ok(Self { stage, folder, circumstance, makes_known: false, turns: 0, extra_files: Vec::new() })
    }

    /// The same for one of the first cases, which show how the bot writes its orders.
    pub(super) const fn making_known(mut self, makes_known: bool) -> Self {
        self.makes_known = makes_known;
        self
    }

    /// The folder, to put things there or look at what is there.
    pub(super) const fn folder(&mut self) -> &mut Folder {
        &mut self.folder
    }

    /// The files beyond those the bot was given and `order.txt`, as the last turn left them.
    pub(super) fn extra_files(&self) -> Vec<String> {
        self.extra_files.clone()
    }

    /// Asks for one turn and judges everything about it.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    pub(super) fn turn(&mut self, position: &Position) -> Result<Seen, StageError> {
        let kind = if position.must_skip() { FORCED_SKIP } else { TURN };
        if let Some(skipped) = self.pointless(kind).or_else(|| self.unread(position)) {
            return Ok(skipped);
        }
        self.turns += 1;
        let sent = self.input_text(position);
        // None if it is not there, or no file.
        let before = self.folder.read(Linkage::ORDER_FILE).ok();
        let turn = self.run(Vec::new(), Some(sent.as_bytes()))?;
        let mut seen = self.judge_run(&turn, kind);
        let received = match &turn.output {
            OutputFile::Bytes(bytes) => Some(excerpt(bytes)),
            OutputFile::Stale => before.as_deref().map(excerpt),
            _ => None,
        };
        if seen.usable {
            match self.judge_order(position, &turn, before.as_deref()) {
                Ok(order) => {
                    seen.order = Some(order);
                    seen.performance.violations.extend(order::judge(position, order));
                }
                Err(miswritten) => self.judge_meant(position, *miswritten, &mut seen),
            }
        }
        if seen.order.is_none()
            && self.makes_known
            && let Some(violation) = seen.performance.violations.iter().find(|it| is_of_writing(&it.rule))
        {
            let rule = if violation.rule == order::FORMAT.id { order::FORMAT.id } else { order::WRITTEN.id };
            self.stage.facts.hinder(UNREAD[position.side().index()], rule);
        }
        for violation in &mut seen.performance.violations {
            violation.turn = Some(self.turns);
            violation.sent.get_or_insert_with(|| sent.clone());
            if violation.received.is_none() {
                violation.received.clone_from(&received);
            }
        }
        Ok(seen)
    }

    /// Runs the bot with arguments and judges what every run must keep to. The line it printed is
    /// `Ok`, what is there instead of it `Err`; none if the run did not end in time.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    #[expect(clippy::type_complexity, reason = "the three outcomes of a run: judged, printed, and what")]
    pub(super) fn identify(
        &mut self,
        args: &[String],
        input: Option<&Position>,
    ) -> Result<(Seen, Option<Result<String, id::Misprint>>, FileTurn), StageError> {
        self.turns += 1;
        let text = input.map(|position| self.input_text(position));
        let turn = self.run(args.to_vec(), text.as_deref().map(str::as_bytes))?;
        let mut seen = self.judge_run(&turn, IDENTIFICATION);
        let printed = seen.usable.then(|| id::one_line(&turn.finished.stdout.head));
        for violation in &mut seen.performance.violations {
            violation.turn = Some(self.turns);
            violation.sent.get_or_insert_with(|| format!("arguments: {args:?}"));
            violation.received.get_or_insert_with(|| excerpt(&turn.finished.stdout.head));
        }
        Ok((seen, printed, turn))
    }

    /// What is left to say if the run's time is up, or runs of this kind could only overrun again.
    pub(super) fn pointless(&self, kind: &'static str) -> Option<Seen> {
        if self.stage.facts.only_overruns(kind) {
            let reason = "the bot overran its time again and again";
            return Some(Seen::nothing(Performance::blocked(reason, time::TURN.id)));
        }
        self.stage.is_out_of_time().then(|| Seen::nothing(Performance::left_out(OUT_OF_TIME)))
    }

    /// What is left to say if the first cases have shown that nobody can read the orders of this side.
    fn unread(&self, position: &Position) -> Option<Seen> {
        if self.makes_known {
            return None;
        }
        let rule = self.stage.facts.hindrance(UNREAD[position.side().index()])?;
        let reason = format!("cannot be judged while {rule} is broken");
        Some(Seen::nothing(Performance::blocked(reason, rule)))
    }

    /// Judges what an order that is not written as it must be means all the same. The way it is written is told of
    /// by the first cases, and not again.
    fn judge_meant(&self, position: &Position, miswritten: order::Miswritten, seen: &mut Seen) {
        let order::Miswritten { violation, meant } = miswritten;
        let Some((order, slip)) = meant else {
            seen.performance.cut_short = true;
            seen.performance.violations.push(violation);
            return;
        };
        if self.makes_known || self.stage.facts.hindrance(slip).is_none() {
            let rule = if violation.rule == order::FORMAT.id { order::FORMAT.id } else { order::WRITTEN.id };
            self.stage.facts.hinder(slip, rule);
            seen.performance.violations.push(violation);
        }
        seen.order = Some(order);
        let judged = order::judge(position, order).into_iter().map(|mut violation| {
            violation.message.push_str(&format!(" (read as {order}, which order.txt does not say)"));
            violation.at = None;
            violation
        });
        seen.performance.violations.extend(judged);
    }

    /// The order that was written, if one was and it has the form of one.
    fn judge_order(
        &self,
        position: &Position,
        turn: &FileTurn,
        before: Option<&[u8]>,
    ) -> Result<OrderText, Box<order::Miswritten>> {
        // What the bot itself has written badly before tells nothing of where the end of a text comes from.
        let tells = |before: &&[u8]| {
            let appended = matches!(&turn.output, OutputFile::Bytes(bytes) if bytes.starts_with(before));
            self.turns == 1 || appended || OrderText::from_bytes(before).is_ok()
        };
        let read = judge_order(position, turn, before.filter(tells));
        read.map_err(|mut miswritten| {
            if miswritten.meant.is_none() && !matches!(turn.output, OutputFile::Bytes(_)) {
                miswritten.meant = self.meant_elsewhere(turn);
            }
            miswritten
        })
    }

    /// An order that stands where it does not belong: on stdout, or in another file of this turn. One only.
    fn meant_elsewhere(&self, turn: &FileTurn) -> Option<(OrderText, &'static str)> {
        let stdout = order::meant(&turn.finished.stdout.head).filter(|_| !turn.finished.stdout.is_empty());
        let written = turn.changes.iter().filter(|it| it.kind != ChangeKind::Removed && !it.by_runtime);
        let files = written.filter_map(|change| {
            let bytes = self.folder.read(&change.path).ok()?;
            let head = &bytes[..bytes.len().min(LONGEST_ORDER)];
            let is_output = change.path == Linkage::ORDER_FILE;
            let (order, _) = order::meant(if is_output { head } else { &bytes })?;
            Some((order, if is_output { "too long" } else { "in another file" }))
        });
        let mut found = stdout.map(|(order, _)| (order, "on stdout")).into_iter().chain(files);
        found.next().filter(|(order, _)| found.all(|(other, _)| other == *order))
    }

    fn input_text(&self, position: &Position) -> String {
        let text = InputText::from(position.to_setup()).to_string();
        match self.circumstance {
            Circumstance::Crlf => text.replace('\n', "\r\n"),
            Circumstance::NoFinalNewline => text.trim_end_matches('\n').to_owned(),
            Circumstance::CrlfNoFinalNewline => text.trim_end_matches('\n').replace('\n', "\r\n"),
            _ => text,
        }
    }

    fn run(&mut self, args: Vec<String>, input: Option<&[u8]>) -> Result<FileTurn, StageError> {
        let inputs = input.map(|bytes| InputFile {
            name: Linkage::INPUT_FILE.to_owned(),
            bytes: bytes.to_vec(),
            read_only: false,
        });
        let turn = self.folder.turn(&TurnRequest {
            args,
            cwd: if self.circumstance == Circumstance::Elsewhere {
                WorkingDirectory::Elsewhere
            } else {
                WorkingDirectory::BotFolder
            },
            env: if self.circumstance == Circumstance::EmptyEnvironment {
                Environment::OnlyPath
            } else {
                Environment::Normal
            },
            inputs: inputs.into_iter().collect(),
            output: Linkage::ORDER_FILE.to_owned(),
            limit: Limit::new(self.stage.limit),
        })?;
        self.extra_files.clone_from(&turn.files);
        Ok(turn)
    }

    /// What every run must keep to: time, process, files.
    fn judge_run(&self, turn: &FileTurn, kind: &'static str) -> Seen {
        let mut performance = Performance { turns: 1, ..Performance::default() };
        let overran = matches!(turn.finished.ending, Ending::Overrun);
        self.stage.facts.count(kind, overran);
        let usable = match &turn.finished.ending {
            Ending::Exited(_) | Ending::Signalled(_) => {
                performance.elapsed.push(turn.finished.elapsed);
                performance.violations.extend(process::judge_status(&turn.finished));
                true
            }
            Ending::Overrun => {
                performance.elapsed.push(turn.finished.elapsed);
                performance.violations.push(time::overrun(&turn.finished, self.stage.limit));
                if matches!(turn.output, OutputFile::Bytes(_)) {
                    performance.violations.push(process::never_ended());
                }
                false
            }
            // The folder and what is in it are the bot's doing by now.
            Ending::NotStarted(why) if self.turns > 1 => {
                let message =
                    format!("there is no order.txt: the bot cannot be started a second time ({why})");
                let hint = "does it delete, move or overwrite its own executable?";
                performance.violations.push(order::WRITTEN.violated(message).hint(hint));
                false
            }
            other => {
                performance.unjudged = Some(Unjudged::after(other));
                false
            }
        };
        performance.violations.extend(process::judge_survivors(&turn.finished));
        performance.violations.extend(input::judge(turn));
        performance.violations.extend(files::judge(turn, self.circumstance));
        if let Some(tail) = stderr_tail(&turn.finished.stderr) {
            for violation in &mut performance.violations {
                violation.message.push_str(&format!("; stderr ends with: {tail}"));
            }
        }
        performance.cut_short = !usable;
        Seen { performance, order: None, usable }
    }
}

impl Seen {
    /// No run at all.
    const fn nothing(performance: Performance) -> Self {
        Self { performance, order: None, usable: false }
    }
}

/// The rules about the way an order is written.
fn is_of_writing(rule: &str) -> bool {
    [order::WRITTEN.id, order::FORMAT.id].contains(&rule)
}

/// That the orders of a side cannot be read, by [`Side::index`](botspec_sdk::games::linkage::Side::index).
const UNREAD: [&str; 2] = ["orders as More", "orders as Fewer"];

/// More than this at the head of a file that is too long for an order is not read.
const LONGEST_ORDER: usize = 64;

/// The order that was written, if one was and it has the form of one.
fn judge_order(
    position: &Position,
    turn: &FileTurn,
    before: Option<&[u8]>,
) -> Result<OrderText, Box<order::Miswritten>> {
    let unknown = |violation: Violation| Box::new(order::Miswritten { violation, meant: None });
    let missing = |message: String| {
        let mut violation = order::WRITTEN.violated(message);
        if let Some(tail) = stderr_tail(&turn.finished.stderr) {
            violation.hint = Some(format!("the bot's stderr ends with: {tail}"));
        } else if position.must_skip() {
            violation.hint = Some("nothing is legal here: write the word Skip".to_owned());
        }
        violation
    };
    match &turn.output {
        OutputFile::Bytes(bytes) => order::read(bytes, before),
        OutputFile::Missing => {
            let mut violation =
                missing(format!("there is no order.txt after the turn{}", ended(&turn.finished.ending)));
            if let Some(other) = written_instead(turn) {
                violation.hint = Some(other);
            } else if turn.finished.ending.is_success() {
                violation.hint.get_or_insert_with(|| {
                    "make order.txt anew in each turn, in the folder of the bot: a file that is opened for \
                     update only must be there before"
                        .to_owned()
                });
            }
            Err(unknown(violation))
        }
        OutputFile::Stale => {
            let mut violation = missing(format!(
                "order.txt is the one from before: this turn wrote none{}",
                ended(&turn.finished.ending)
            ));
            violation.hint.get_or_insert_with(|| "the file is left over from an earlier turn".to_owned());
            Err(unknown(violation))
        }
        OutputFile::NotAFile(kind) => {
            Err(unknown(missing(format!("order.txt is {kind}, not a regular file"))))
        }
        OutputFile::TooLarge => Err(unknown(
            order::FORMAT.violated("order.txt holds more than 64 KiB; an order has five characters"),
        )),
    }
}

/// A new file that could be meant for the order.
fn written_instead(turn: &FileTurn) -> Option<String> {
    let alike = |path: &&str| path.to_lowercase().contains("order");
    let name = turn.files.iter().map(String::as_str).find(alike)?;
    let name = name.escape_debug();
    Some(format!("there is a file {name}: its name must be order.txt to the letter, capitals included"))
}

fn ended(ending: &Ending) -> String {
    match ending {
        Ending::Exited(0) => String::new(),
        other => format!(" ({other})"),
    }
}
