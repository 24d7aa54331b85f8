//! The sitting between tester and bot: one folder, one turn after the other, each judged.

use botspec_sdk::games::power4::{
    BoardText, MovesText, OpponentText, OutputText, Position, Power4, TeamText,
};

use super::script::{Layout, TeamEnd, Variant};
use super::{column, files, input, output, process, time};
use crate::channel::{
    Environment, FileTurn, FolderStyle, InputFile, OutputFile, TurnRequest, WorkingDirectory,
};
use crate::contest::{Performance, Unjudged};
use crate::evidence::{excerpt, stderr_tail};
use crate::process::{Ending, Limit};
use crate::record::Violation;
use crate::stage::{Stage, StageError};
use crate::tape::Folder;

/// A folder with the bot in it.
pub(super) struct Table<'a> {
    stage: &'a Stage<'a>,
    folder: Folder,
    variant: Variant,
    /// How the referee's files look.
    pub layout: Layout,
    pub team_end: TeamEnd,
    turns: u32,
    planted: Vec<String>,
    help_files: Vec<String>,
}

/// One turn, judged.
pub(super) struct Seen {
    /// What it showed.
    pub performance: Performance,
    /// The answer, if it was well-formed and the turn ended in time.
    pub answer: Option<OutputText>,
    /// Whether the bot can be asked again in this folder with any use.
    pub usable: bool,
}

/// The kind of request, for telling when waiting is of no use any more.
const TURN: &str = "turn";

impl<'a> Table<'a> {
    /// A fresh folder.
    ///
    /// # Errors
    /// If the machine cannot give one.
    pub(super) fn new(stage: &'a Stage<'a>, variant: Variant) -> Result<Self, StageError> {
        let folder = Folder::create(stage.host, stage.program(), FolderStyle::Plain)?;
        let (layout, team_end) = (Layout::Usual, TeamEnd::Bare);
        let (planted, help_files) = (Vec::new(), Vec::new());
        Ok(Self { stage, folder, variant, layout, team_end, turns: 0, planted, help_files })
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
        if self.stage.facts.only_overruns(TURN) {
            let reason = "the bot overran its time again and again";
            let performance = Performance::skipped(reason, Some(time::TURN.id));
            return Ok(Seen { performance, answer: None, usable: false });
        }
        self.turns += 1;
        if !keep_output {
            self.folder.remove(Power4::OUTPUT_FILE)?;
        }
        // None if it is not there, or no file.
        let before = self.folder.read(Power4::OUTPUT_FILE).ok();
        let inputs = self.inputs(position);
        let sent = shown(&inputs);
        let turn = self.run(inputs)?;
        let mut seen = self.judge_run(&turn);
        let received = match &turn.output {
            OutputFile::Bytes(bytes) => Some(excerpt(bytes)),
            OutputFile::Stale => before.as_deref().map(excerpt),
            _ => None,
        };
        if seen.usable {
            match judge_output(&turn, before.as_deref()) {
                Ok(answer) => {
                    seen.performance.violations.extend(column::judge(position, &answer));
                    seen.answer = Some(answer);
                }
                Err(violation) => {
                    seen.performance.cut_short = true;
                    seen.performance.violations.push(*violation);
                }
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

    /// What the referee writes.
    fn inputs(&self, position: &Position) -> Vec<InputFile> {
        let team = position.team();
        let file = |name: &str, text: String| InputFile {
            name: name.to_owned(),
            bytes: text.into_bytes(),
            read_only: true,
        };
        let board = BoardText { board: *position.board() };
        let mut inputs = vec![
            file(Power4::TEAM_FILE, self.team_end.team(TeamText { team })),
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
    fn judge_run(&self, turn: &FileTurn) -> Seen {
        let mut performance = Performance { turns: 1, ..Performance::default() };
        self.stage.facts.count(TURN, matches!(turn.finished.ending, Ending::Overrun));
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
                let reason = format!("the turn could not be judged: {other}");
                performance.unjudged = Some(Unjudged::Inconclusive { reason });
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
fn judge_output(turn: &FileTurn, before: Option<&[u8]>) -> Result<OutputText, Box<Violation>> {
    let ending = &turn.finished.ending;
    let missing = |message: String| {
        let mut violation = output::WRITTEN.violated(message);
        let printed = excerpt(&turn.finished.stdout.head);
        if let Some(tail) = stderr_tail(&turn.finished.stderr) {
            violation.hint = Some(format!("the bot's stderr ends with: {tail}"));
        } else if OutputText::from_bytes(printed.as_bytes()).is_ok() {
            violation.hint = Some("the answer stands on stdout: it belongs into output.txt".to_owned());
        } else if let Some(names) = turn.written().filter(|_| turn.output == OutputFile::Missing) {
            violation.hint = Some(format!(
                "this turn wrote {names}; the answer belongs into output.txt, beside the program"
            ));
        } else if turn.did_nothing() {
            violation.hint = Some("the turn wrote no file at all: make output.txt anew in each turn; one that is opened for update only must be there before".to_owned());
        }
        Box::new(violation)
    };
    match &turn.output {
        OutputFile::Bytes(bytes) => output::read(bytes, before),
        OutputFile::Missing => {
            Err(missing(format!("there is no output.txt after the turn{}", ended(ending))))
        }
        OutputFile::Stale => {
            let mut violation =
                missing(format!("output.txt is the one from before: this turn wrote none{}", ended(ending)));
            violation.hint.get_or_insert_with(|| "the file is left over from an earlier turn".to_owned());
            Err(violation)
        }
        OutputFile::NotAFile(kind) => Err(missing(format!("output.txt is {kind}, not a regular file"))),
        OutputFile::TooLarge => {
            Err(missing("output.txt holds more than 64 KiB; an answer has three characters".to_owned()))
        }
    }
}

fn ended(ending: &Ending) -> String {
    match ending {
        Ending::Exited(0) => String::new(),
        other => format!(" ({other})"),
    }
}
