//! The sitting between tester and bot: one folder, one turn after the other, each judged.

use botspec_sdk::games::power4::{
    BoardText, MovesText, OpponentText, OutputText, Position, Power4, Team, TeamText,
};

use super::script::{Layout, TeamEnd, Variant};
use super::{column, files, input, output, process, time};
use crate::channel::{
    ChangeKind, Environment, FileTurn, FolderStyle, InputFile, OutputFile, TurnRequest, WorkingDirectory,
};
use crate::contest::{Performance, Unjudged};
use crate::evidence::{excerpt, stderr_tail};
use crate::process::{Ending, Limit};
use crate::record::Violation;
use crate::recorder::Folder;
use crate::stage::{Facts, Stage, StageError};

/// A folder with the bot in it.
pub(super) struct Table<'a> {
    stage: &'a Stage<'a>,
    folder: Folder,
    variant: Variant,
    /// How the referee's files look.
    pub layout: Layout,
    /// How `team_no.txt` ends; if nothing is said, in the first way that the bot can read.
    pub team_end: Option<TeamEnd>,
    /// Whether this is one of the first cases, which show how the bot reads `team_no.txt` and writes its answers.
    pub makes_known: bool,
    turns: u32,
    planted: Vec<String>,
    help_files: Vec<String>,
}

/// One turn, judged.
pub(super) struct Seen {
    /// What it showed.
    pub performance: Performance,
    /// The answer, if it can be read and the turn ended in time.
    pub answer: Option<OutputText>,
    /// Whether the bot can be asked again in this folder with any use.
    pub usable: bool,
}

/// The kinds of request, for telling when waiting is of no use any more.
const TURN: &str = "turn";
const ONE_COLUMN: &str = "turn with one open column";

/// Why a turn is not asked for at the end of the run's time.
const OUT_OF_TIME: &str = "the run's time was up before the case had come to its end (--max-time)";

/// That the answers of a team cannot be read, by [`Team::index`].
const UNREAD: [&str; 2] = ["answers as team 1", "answers as team 2"];

/// That the bot does not serve with a `team_no.txt`, by [`Team::index`] and [`TeamEnd`].
const UNSERVED: [[&str; 3]; 2] = [
    ["team 1 without a line end", "team 1 with a line end", "team 1 with a CRLF line end"],
    ["team 2 without a line end", "team 2 with a line end", "team 2 with a CRLF line end"],
];

/// More than this at the head of a file that is too long for an answer is not read.
const LONGEST_ANSWER: usize = 64;

/// Remembers that the bot does not serve with this `team_no.txt`, for the cases that are about something else.
pub(super) fn not_served(facts: &Facts, team: Team, end: TeamEnd) {
    facts.hinder(UNSERVED[team.index()][end as usize], input::TEAM.id);
}

/// Remembers that nobody can read the bot's answers as this team.
pub(super) fn not_read(facts: &Facts, team: Team, rule: &'static str) {
    facts.hinder(UNREAD[team.index()], rule);
}

impl<'a> Table<'a> {
    /// A fresh folder.
    ///
    /// # Errors
    /// If the machine cannot give one.
    pub(super) fn new(stage: &'a Stage<'a>, variant: Variant) -> Result<Self, StageError> {
        let folder = Folder::create(stage.recorder, stage.host, stage.program(), FolderStyle::Plain)?;
        Ok(Self {
            stage,
            folder,
            variant,
            layout: Layout::Usual,
            team_end: None,
            makes_known: false,
            turns: 0,
            planted: Vec::new(),
            help_files: Vec::new(),
        })
    }

    /// The folder, to change its help files or look at them.
    pub(super) const fn folder(&mut self) -> &mut Folder {
        &mut self.folder
    }

    /// Puts a file there that is none of the bot's.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn plant(&mut self, name: &str, content: &[u8]) -> Result<(), StageError> {
        self.folder.write(name, content)?;
        if name != Power4::OUTPUT_FILE {
            self.planted.push(name.to_owned());
        }
        Ok(())
    }

    /// The bot's help files, as the last turn left them.
    pub(super) fn help_files(&self) -> Vec<String> {
        self.help_files.clone()
    }

    /// Asks for one turn and judges everything about it. `output.txt` is removed before, unless it was
    /// planted.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    pub(super) fn turn(&mut self, position: &Position, keep_output: bool) -> Result<Seen, StageError> {
        let kind = if position.columns().count() == 1 { ONE_COLUMN } else { TURN };
        let team_end = match self.obstacle(kind, position.team()) {
            Ok(team_end) => team_end,
            Err(performance) => return Ok(Seen { performance: *performance, answer: None, usable: false }),
        };
        self.turns += 1;
        if !keep_output {
            self.folder.remove(Power4::OUTPUT_FILE)?;
        }
        // None if it is not there, or no file.
        let before = self.folder.read(Power4::OUTPUT_FILE).ok();
        let inputs = self.inputs(position, team_end);
        let sent = shown(&inputs);
        let turn = self.run(inputs)?;
        let mut seen = self.judge_run(&turn, kind);
        let received = match &turn.output {
            OutputFile::Bytes(bytes) => Some(excerpt(bytes)),
            OutputFile::Stale => before.as_deref().map(excerpt),
            _ => None,
        };
        if seen.usable {
            match self.judge_output(&turn, before.as_deref()) {
                Ok(answer) => {
                    seen.performance.violations.extend(column::judge(position, &answer));
                    seen.answer = Some(answer);
                }
                Err(miswritten) => self.judge_meant(position, *miswritten, &mut seen),
            }
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

    /// How `team_no.txt` is to end, or what is left to say if a turn is of no use: the run's time is up, it could only
    /// overrun again, or the first cases have shown that nobody can know what the bot answers.
    fn obstacle(&self, kind: &'static str, team: Team) -> Result<TeamEnd, Box<Performance>> {
        let facts = self.stage.facts;
        let blocked = |rule: &'static str| {
            Box::new(Performance::blocked(format!("cannot be judged while {rule} is broken"), rule))
        };
        if facts.only_overruns(kind) {
            let reason = "the bot overran its time again and again";
            return Err(Box::new(Performance::blocked(reason, time::TURN.id)));
        }
        if self.stage.is_out_of_time() {
            return Err(Box::new(Performance::left_out(OUT_OF_TIME)));
        }
        if let Some(rule) = facts.hindrance(UNREAD[team.index()]).filter(|_| !self.makes_known) {
            return Err(blocked(rule));
        }
        if let Some(team_end) = self.team_end {
            return Ok(team_end);
        }
        let serves = |end: &TeamEnd| facts.hindrance(UNSERVED[team.index()][*end as usize]).is_none();
        let ends = [TeamEnd::Bare, TeamEnd::Lf, TeamEnd::Crlf];
        ends.into_iter().find(serves).ok_or_else(|| blocked(input::TEAM.id))
    }

    /// Judges what an answer that is not written as it must be means all the same. The way it is written is told of
    /// by the first cases, and not again.
    fn judge_meant(&self, position: &Position, miswritten: output::Miswritten, seen: &mut Seen) {
        let output::Miswritten { violation, meant } = miswritten;
        let Some((answer, slip)) = meant else {
            seen.performance.cut_short = true;
            seen.performance.violations.push(violation);
            return;
        };
        if self.makes_known || self.stage.facts.hindrance(slip).is_none() {
            let rule =
                [output::FORMAT.id, output::WRITTEN.id].into_iter().find(|rule| *rule == violation.rule);
            self.stage.facts.hinder(slip, rule.unwrap_or(output::WRITTEN.id));
            seen.performance.violations.push(violation);
        }
        let judged = column::judge(position, &answer).into_iter().map(|mut violation| {
            violation.message.push_str(&format!(" (read as {answer}, which output.txt does not say)"));
            violation.at = None;
            violation
        });
        seen.performance.violations.extend(judged);
        seen.answer = Some(answer);
    }

    /// The answer that was written, if one was and it has the form of one.
    fn judge_output(
        &self,
        turn: &FileTurn,
        before: Option<&[u8]>,
    ) -> Result<OutputText, Box<output::Miswritten>> {
        let read = judge_output(turn, before);
        read.map_err(|mut miswritten| {
            if miswritten.meant.is_none() && !matches!(turn.output, OutputFile::Bytes(_)) {
                miswritten.meant = self.meant_elsewhere(turn);
            }
            miswritten
        })
    }

    /// An answer that stands where it does not belong: on stdout, or in another file of this turn. One only.
    fn meant_elsewhere(&self, turn: &FileTurn) -> Option<(OutputText, &'static str)> {
        let answer = |bytes: &[u8]| OutputText::from_bytes(bytes).ok();
        let stdout = answer(&turn.finished.stdout.head).map(|answer| (answer, "on stdout"));
        let written = turn.changes.iter().filter(|it| it.kind != ChangeKind::Removed && !it.by_runtime);
        let files = written.filter_map(|change| {
            let bytes = self.folder.read(&change.path).ok()?;
            if change.path == Power4::OUTPUT_FILE {
                let (answer, _) = output::meant(&bytes[..bytes.len().min(LONGEST_ANSWER)])?;
                return Some((answer, "too long"));
            }
            Some((answer(&bytes)?, "in another file"))
        });
        let mut found = stdout.into_iter().chain(files);
        found.next().filter(|(answer, _)| found.all(|(other, _)| other == *answer))
    }

    /// What the referee writes.
    fn inputs(&self, position: &Position, team_end: TeamEnd) -> Vec<InputFile> {
        let team = position.team();
        let file = |name: &str, text: String| InputFile {
            name: name.to_owned(),
            bytes: text.into_bytes(),
            read_only: true,
        };
        let board = BoardText { board: *position.board() };
        let mut inputs = vec![
            file(Power4::TEAM_FILE, team_end.team(TeamText { team })),
            file(Power4::BOARD_FILE, self.layout.board(&board)),
        ];
        if self.variant == Variant::Memo {
            let moves = MovesText { turns: position.turns(team), used: position.used(team) };
            let opponent = OpponentText { used: position.used(team.other()) };
            inputs.push(file(Power4::MOVES_FILE, moves.to_string()));
            inputs.push(file(Power4::OPPONENT_FILE, opponent.to_string()));
        }
        inputs
    }

    fn run(&mut self, inputs: Vec<InputFile>) -> Result<FileTurn, StageError> {
        let turn = self.folder.turn(&TurnRequest {
            args: Vec::new(),
            cwd: WorkingDirectory::BotFolder,
            env: Environment::Normal,
            inputs,
            output: Power4::OUTPUT_FILE.to_owned(),
            limit: Limit::new(self.stage.limit),
        })?;
        self.help_files = files::help_files(&turn, &self.planted).into_iter().map(str::to_owned).collect();
        Ok(turn)
    }

    /// What every turn must keep to: time, process, files.
    fn judge_run(&self, turn: &FileTurn, kind: &'static str) -> Seen {
        let mut performance = Performance { turns: 1, ..Performance::default() };
        self.stage.facts.count(kind, matches!(turn.finished.ending, Ending::Overrun));
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
            other => {
                performance.unjudged = Some(Unjudged::after(other));
                false
            }
        };
        performance.violations.extend(process::judge_survivors(&turn.finished));
        performance.violations.extend(input::judge(turn));
        performance.violations.extend(files::judge(turn, &self.planted, self.stage.team_id));
        if let Some(tail) = stderr_tail(&turn.finished.stderr) {
            for violation in &mut performance.violations {
                violation.message.push_str(&format!("; stderr ends with: {tail}"));
            }
        }
        performance.cut_short = !usable;
        Seen { performance, answer: None, usable }
    }
}

/// All input files as one text, for the evidence.
fn shown(inputs: &[InputFile]) -> String {
    let one = |file: &InputFile| format!("{}: {}", file.name, excerpt(&file.bytes).trim_end_matches('\n'));
    inputs.iter().map(one).collect::<Vec<_>>().join("\n")
}

/// The answer that was written, if one was and it has the form of one.
fn judge_output(turn: &FileTurn, before: Option<&[u8]>) -> Result<OutputText, Box<output::Miswritten>> {
    let ending = &turn.finished.ending;
    let unknown = |violation: Violation| Box::new(output::Miswritten { violation, meant: None });
    let missing = |message: String| {
        let mut violation = output::WRITTEN.violated(message);
        let printed = excerpt(&turn.finished.stdout.head);
        if let Some(tail) = stderr_tail(&turn.finished.stderr) {
            violation.hint = Some(format!("the bot's stderr ends with: {tail}"));
        } else if OutputText::from_bytes(printed.as_bytes()).is_ok() {
            violation.hint = Some("the answer went to stdout: it belongs in output.txt".to_owned());
        } else if let Some(names) = turn.written().filter(|_| turn.output == OutputFile::Missing) {
            violation.hint = Some(format!(
                "this turn wrote {names}; the answer belongs in output.txt, beside the program"
            ));
        } else if turn.did_nothing() {
            violation.hint = Some("the turn wrote no file at all: make output.txt anew in each turn; one that is opened for update only must be there before".to_owned());
        }
        violation
    };
    match &turn.output {
        OutputFile::Bytes(bytes) => output::read(bytes, before),
        OutputFile::Missing => {
            Err(unknown(missing(format!("there is no output.txt after the turn{}", ended(ending)))))
        }
        OutputFile::Stale => {
            let mut violation =
                missing(format!("output.txt is the one from before: this turn wrote none{}", ended(ending)));
            violation.hint.get_or_insert_with(|| "the file is left over from an earlier turn".to_owned());
            Err(unknown(violation))
        }
        OutputFile::NotAFile(kind) => {
            Err(unknown(missing(format!("output.txt is {kind}, not a regular file"))))
        }
        OutputFile::TooLarge => Err(unknown(missing(
            "output.txt holds more than 64 KiB; an answer has three characters".to_owned(),
        ))),
    }
}

fn ended(ending: &Ending) -> String {
    match ending {
        Ending::Exited(0) => String::new(),
        other => format!(" ({other})"),
    }
}
