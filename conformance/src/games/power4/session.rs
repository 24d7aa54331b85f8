//! The session between tester and bot: one folder, one turn after the other, each judged.

use botspec_sdk::games::power4::{
    BoardText, MovesText, OpponentText, OutputText, Position, Power4, Team, TeamText,
};

use super::script::{Layout, TeamEnd, Variant};
use super::{column, files, input, output, process, time};
use crate::channel::{FileTurn, FolderStyle, InputFile, OutputFile};
use crate::contest::Unjudged;
use crate::evidence::excerpt;
use crate::file_session::{FileSession, Form, Miswritten, Reader};
use crate::kept_files::{Damage, KeptFile};
use crate::record::Violation;
use crate::recorder::Folder;
use crate::run_context::{Observations, RunContext, RunError};

/// One turn, judged.
pub(super) type Seen = crate::file_session::Seen<OutputText>;

/// What its turns are called, and the rules about them.
pub(super) static FORM: Form = Form {
    output: Power4::OUTPUT_FILE,
    run: "turn",
    time: &time::TURN,
    headroom: &time::HEADROOM,
    exit_status: &process::EXIT_STATUS,
    terminates: &process::TERMINATES,
    written: &output::WRITTEN,
    format: &output::FORMAT,
    too_large: (&output::WRITTEN, "an answer has three characters"),
    starts_again: None,
};

/// A folder with the bot in it.
pub(super) struct Session<'a> {
    session: FileSession<'a>,
    variant: Variant,
    /// How the referee's files look.
    pub layout: Layout,
    /// How `team_no.txt` ends; if nothing is said, in the first way that the bot can read.
    pub team_end: Option<TeamEnd>,
    planted: Vec<String>,
    help_files: Vec<String>,
}

/// The kinds of request, for telling when waiting is of no use any more.
const TURN: &str = "turn";
const ONE_COLUMN: &str = "turn with one open column";

/// That the answers of a team cannot be read, by [`Team::index`].
const UNREAD: [&str; 2] = ["answers as team 1", "answers as team 2"];

/// That the bot does not serve with a `team_no.txt`, by [`Team::index`] and [`TeamEnd`].
const UNSERVED: [[&str; 3]; 2] = [
    ["team 1 without a line end", "team 1 with a line end", "team 1 with a CRLF line end"],
    ["team 2 without a line end", "team 2 with a line end", "team 2 with a CRLF line end"],
];

/// Remembers that the bot does not serve with this `team_no.txt`, for the cases that are about something else.
pub(super) fn not_served(observations: &Observations, team: Team, end: TeamEnd) {
    observations.block(UNSERVED[team.index()][end as usize], input::TEAM.id);
}

/// Remembers that nobody can read the bot's answers as this team.
pub(super) fn not_read(observations: &Observations, team: Team, rule: &'static str) {
    observations.block(UNREAD[team.index()], rule);
}

impl<'a> Session<'a> {
    /// A fresh folder.
    ///
    /// # Errors
    /// If the machine cannot give one.
    pub(super) fn new(context: &'a RunContext<'a>, variant: Variant) -> Result<Self, RunError> {
        Ok(Self {
            session: FileSession::new(context, &FORM, FolderStyle::Plain)?,
            variant,
            layout: Layout::Usual,
            team_end: None,
            planted: Vec::new(),
            help_files: Vec::new(),
        })
    }

    /// The same for one of the first cases, which show how the bot reads `team_no.txt` and writes its answers.
    pub(super) const fn making_known(mut self, makes_known: bool) -> Self {
        self.session.makes_known = makes_known;
        self
    }

    /// The folder, to change its help files or look at them.
    pub(super) const fn folder(&mut self) -> &mut Folder {
        self.session.folder()
    }

    /// Puts a file there that is none of the bot's.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn plant(&mut self, name: &str, content: &[u8]) -> Result<(), RunError> {
        self.folder().write(name, content)?;
        if name != Power4::OUTPUT_FILE {
            self.planted.push(name.to_owned());
        }
        Ok(())
    }

    /// The bot's help files, as the last turn left them.
    pub(super) fn help_files(&self) -> Vec<String> {
        self.help_files.clone()
    }

    /// Does this to the bot's help files before its next turn, and says whether that has changed anything.
    pub(super) fn inflict(&mut self, damage: Damage, foreign: &[Vec<KeptFile>], own_turn: usize) -> bool {
        let names = self.help_files();
        self.session.inflict(damage, names, foreign, own_turn)
    }

    /// What lies in its folder beyond what it is given.
    pub(super) fn lying(&self) -> Vec<KeptFile> {
        self.session.lying(self.help_files())
    }

    /// Asks for one turn and judges everything about it. `output.txt` is removed before, unless it was
    /// planted.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    pub(super) fn turn(&mut self, position: &Position, keep_output: bool) -> Result<Seen, RunError> {
        let kind = if position.columns().count() == 1 { ONE_COLUMN } else { TURN };
        let team = position.team();
        if let Some(skipped) =
            self.session.pointless(kind).or_else(|| self.session.unread(UNREAD[team.index()]))
        {
            return Ok(Seen::nothing(skipped));
        }
        let Some(team_end) = self.team_end(team) else {
            return Ok(Seen::nothing(Unjudged::while_broken(input::TEAM.id).into()));
        };
        if !keep_output {
            self.folder().remove(Power4::OUTPUT_FILE)?;
        }
        let inputs = self.inputs(position, team_end);
        let sent = shown(&inputs);
        let request = self.session.request(inputs);
        let reader = Turn { position, planted: &self.planted, team_id: self.session.context.team_id };
        let (seen, turn) = self.session.ask(kind, &request, &sent, &reader)?;
        self.help_files = files::help_files(&turn, &self.planted).into_iter().map(str::to_owned).collect();
        Ok(seen)
    }

    /// How `team_no.txt` is to end; none if the first cases have shown that the bot serves with none of them.
    fn team_end(&self, team: Team) -> Option<TeamEnd> {
        let observations = self.session.context.observations;
        let serves = |end: &TeamEnd| observations.blocked_by(UNSERVED[team.index()][*end as usize]).is_none();
        self.team_end.or_else(|| [TeamEnd::Bare, TeamEnd::Lf, TeamEnd::Crlf].into_iter().find(serves))
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
}

/// All input files as one text, for the evidence.
fn shown(inputs: &[InputFile]) -> String {
    let one = |file: &InputFile| format!("{}: {}", file.name, excerpt(&file.bytes).trim_end_matches('\n'));
    inputs.iter().map(one).collect::<Vec<_>>().join("\n")
}

/// A turn in a position.
struct Turn<'a> {
    position: &'a Position,
    planted: &'a [String],
    team_id: &'a str,
}

impl Reader for Turn<'_> {
    type Answer = OutputText;

    fn judge_files(&self, turn: &FileTurn) -> Vec<Violation> {
        input::judge(turn).into_iter().chain(files::judge(turn, self.planted, self.team_id)).collect()
    }

    fn read(&self, bytes: &[u8], before: Option<&[u8]>) -> Result<OutputText, Box<Miswritten<OutputText>>> {
        output::read(bytes, before)
    }

    fn read_elsewhere(&self, bytes: &[u8]) -> Option<OutputText> {
        OutputText::from_bytes(bytes).ok()
    }

    fn read_head(&self, bytes: &[u8]) -> Option<OutputText> {
        output::meant(bytes).map(|(answer, _)| answer)
    }

    fn explain(&self, turn: &FileTurn, stderr: Option<String>) -> Option<String> {
        let printed = excerpt(&turn.finished.stdout.head);
        let written = turn.written().filter(|_| turn.output == OutputFile::Missing);
        // How a crash ended is said already: nothing else is known of it but what stderr tells.
        if !turn.finished.ending.is_success() {
            return stderr;
        }
        stderr.or_else(|| {
            if OutputText::from_bytes(printed.as_bytes()).is_ok() {
                Some("the answer went to stdout: it belongs in output.txt".to_owned())
            } else if let Some(names) = written {
                Some(format!("this turn wrote {names}; the answer belongs in output.txt, beside the program"))
            } else {
                turn.did_nothing().then(|| {
                    "the turn wrote no file at all: make output.txt anew in each turn; one that is opened for update only must be there before".to_owned()
                })
            }
        })
    }

    fn judge(&self, answer: &OutputText) -> Vec<Violation> {
        column::judge(self.position, answer)
    }
}
