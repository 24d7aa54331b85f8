//! The session between tester and bot: one folder, one turn after the other, each judged.

use botspec_sdk::games::linkage::{InputText, Linkage, OrderText, Position};

use super::script::Circumstance;
use super::{files, id, input, order, process, time};
use crate::channel::{
    Environment, FileTurn, FolderStyle, InputFile, OutputFile, TurnRequest, WorkingDirectory,
};
use crate::contest::CaseOutcome;
use crate::evidence::excerpt;
use crate::file_session::{FileSession, Form, Miswritten, Reader};
use crate::kept_files::{Damage, KeptFile};
use crate::record::Violation;
use crate::recorder::Folder;
use crate::run_context::{RunContext, RunError};

/// One run of the bot, judged.
pub(super) type Seen = crate::file_session::Seen<OrderText>;

/// What its turns are called, and the rules about them.
pub(super) static FORM: Form = Form {
    output: Linkage::ORDER_FILE,
    run: "run",
    time: &time::TURN,
    headroom: &time::HEADROOM,
    exit_status: &process::EXIT_STATUS,
    terminates: &process::TERMINATES,
    written: &order::WRITTEN,
    format: &order::FORMAT,
    too_large: (&order::FORMAT, "an order has five characters"),
    starts_again: Some(&order::WRITTEN),
};

/// One game folder with the bot in it.
pub(super) struct Session<'a> {
    session: FileSession<'a>,
    circumstance: Circumstance,
    extra_files: Vec<String>,
}

/// The kinds of request, for telling when waiting is of no use any more.
const TURN: &str = "turn";
const FORCED_SKIP: &str = "turn without a legal placement";
pub(super) const IDENTIFICATION: &str = "identification";

/// What is said of a bot that writes no order where it has to skip.
const WRITE_SKIP: &str = "nothing is legal here: write the word Skip";

/// That the orders of a side cannot be read, by [`Side::index`](botspec_sdk::games::linkage::Side::index).
const UNREAD: [&str; 2] = ["orders as More", "orders as Fewer"];

impl<'a> Session<'a> {
    /// A fresh folder.
    ///
    /// # Errors
    /// If the machine cannot give one.
    pub(super) fn new(context: &'a RunContext<'a>, circumstance: Circumstance) -> Result<Self, RunError> {
        let style = if circumstance == Circumstance::OddPath {
            FolderStyle::SpacesAndUnicode
        } else {
            FolderStyle::Plain
        };
        let session = FileSession::new(context, &FORM, style)?;
        Ok(Self { session, circumstance, extra_files: Vec::new() })
    }

    /// The same for one of the first cases, which show how the bot writes its orders.
    pub(super) const fn making_known(mut self, makes_known: bool) -> Self {
        self.session.makes_known = makes_known;
        self
    }

    /// The folder, to put things there or look at what is there.
    pub(super) const fn folder(&mut self) -> &mut Folder {
        self.session.folder()
    }

    /// The files beyond those the bot was given and `order.txt`, as the last turn left them.
    pub(super) fn extra_files(&self) -> Vec<String> {
        self.extra_files.clone()
    }

    /// Does this to the bot's cache before its next turn, and says whether that has changed anything.
    pub(super) fn inflict(&mut self, damage: Damage, foreign: &[Vec<KeptFile>], own_turn: usize) -> bool {
        let names = self.extra_files();
        self.session.inflict(damage, names, foreign, own_turn)
    }

    /// What lies in its folder beyond what it is given, its last order included.
    pub(super) fn lying(&self) -> Vec<KeptFile> {
        let names = self.extra_files().into_iter().chain([Linkage::ORDER_FILE.to_owned()]);
        self.session.lying(names.collect())
    }

    /// Asks for one turn and judges everything about it.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    pub(super) fn turn(&mut self, position: &Position) -> Result<Seen, RunError> {
        let kind = if position.must_skip() { FORCED_SKIP } else { TURN };
        let unread = UNREAD[position.side().index()];
        if let Some(skipped) = self.session.pointless(kind).or_else(|| self.session.unread(unread)) {
            return Ok(Seen::nothing(skipped));
        }
        let sent = self.input_text(position);
        let request = self.request(Vec::new(), Some(&sent));
        let reader = Turn { position, circumstance: self.circumstance, is_first: self.session.turns() == 0 };
        let (seen, turn) = self.session.ask(kind, &request, &sent, &reader)?;
        self.extra_files = turn.files;
        if seen.answer.is_none()
            && self.session.makes_known
            && let Some(violation) = seen.outcome.violations.iter().find(|it| is_of_writing(&it.rule))
        {
            let rule = if violation.rule == order::FORMAT.id { order::FORMAT.id } else { order::WRITTEN.id };
            self.session.context.observations.block(unread, rule);
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
    ) -> Result<(Seen, Option<Result<String, id::Misprint>>, FileTurn), RunError> {
        let text = input.map(|position| self.input_text(position));
        let request = self.request(args.to_vec(), text.as_deref());
        let turn = self.session.run(&request)?;
        self.extra_files.clone_from(&turn.files);
        let mut seen: Seen =
            self.session.judge_run(&turn, IDENTIFICATION, judge_files(&turn, self.circumstance));
        let printed = seen.usable.then(|| id::one_line(&turn.finished.stdout.head));
        let received = Some(excerpt(&turn.finished.stdout.head));
        self.session.complete(&mut seen.outcome, &format!("arguments: {args:?}"), received);
        Ok((seen, printed, turn))
    }

    /// What is left to say if the run's time is up, or runs of this kind could only overrun again.
    pub(super) fn pointless(&self, kind: &'static str) -> Option<CaseOutcome> {
        self.session.pointless(kind)
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

    fn request(&self, args: Vec<String>, input: Option<&str>) -> TurnRequest {
        let inputs = input.map(|text| InputFile {
            name: Linkage::INPUT_FILE.to_owned(),
            bytes: text.as_bytes().to_vec(),
            read_only: false,
        });
        TurnRequest {
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
            ..self.session.request(inputs.into_iter().collect())
        }
    }
}

/// A turn in a position.
struct Turn<'a> {
    position: &'a Position,
    circumstance: Circumstance,
    is_first: bool,
}

impl Reader for Turn<'_> {
    type Answer = OrderText;

    fn judge_files(&self, turn: &FileTurn) -> Vec<Violation> {
        judge_files(turn, self.circumstance)
    }

    fn read(&self, bytes: &[u8], before: Option<&[u8]>) -> Result<OrderText, Box<Miswritten<OrderText>>> {
        // What the bot itself has written badly before tells nothing of where the end of a text comes from.
        let tells = |before: &&[u8]| {
            self.is_first || bytes.starts_with(before) || OrderText::from_bytes(before).is_ok()
        };
        order::read(bytes, before.filter(tells)).map_err(|mut miswritten| {
            let is_bare = miswritten.meant.is_none() && miswritten.violation.hint.is_none();
            if is_bare && self.position.must_skip() {
                miswritten.violation.hint = Some(WRITE_SKIP.to_owned());
            }
            miswritten
        })
    }

    fn read_elsewhere(&self, bytes: &[u8]) -> Option<OrderText> {
        order::meant(bytes).map(|(order, _)| order)
    }

    fn read_head(&self, bytes: &[u8]) -> Option<OrderText> {
        self.read_elsewhere(bytes)
    }

    fn explain(&self, turn: &FileTurn, stderr: Option<String>) -> Option<String> {
        let missing = turn.output == OutputFile::Missing;
        if turn.output == OutputFile::TooLarge {
            return None;
        }
        // How a crash ended is said already: nothing else is known of it but what stderr tells.
        if !turn.finished.ending.is_success() {
            return stderr;
        }
        let instead = missing.then(|| written_instead(turn)).flatten();
        let skip = self.position.must_skip().then_some(WRITE_SKIP);
        let anew = missing.then_some(
            "make order.txt anew in each turn, in the folder of the bot: a file that is opened for update only must be there before",
        );
        instead.or(stderr).or_else(|| skip.or(anew).map(str::to_owned))
    }

    fn judge(&self, order: &OrderText) -> Vec<Violation> {
        order::judge(self.position, *order)
    }
}

fn judge_files(turn: &FileTurn, circumstance: Circumstance) -> Vec<Violation> {
    input::judge(turn).into_iter().chain(files::judge(turn, circumstance)).collect()
}

/// The rules about the way an order is written.
fn is_of_writing(rule: &str) -> bool {
    [order::WRITTEN.id, order::FORMAT.id].contains(&rule)
}

/// A new file that could be meant for the order.
fn written_instead(turn: &FileTurn) -> Option<String> {
    if turn.elsewhere.iter().any(|path| path.ends_with(Linkage::ORDER_FILE)) {
        let hint = "order.txt was written outside the bot's folder: write it beside the executable, wherever it is started from";
        return Some(hint.to_owned());
    }
    let alike = |path: &&str| path.to_lowercase().contains("order");
    let name = turn.files.iter().map(String::as_str).find(alike)?;
    let name = name.escape_debug();
    Some(format!("there is a file {name}: its name must be order.txt to the letter, capitals included"))
}

/// A position as its text has it: what came before is not in the file.
pub(super) fn as_the_bot_sees(position: &Position) -> Position {
    Position::from_setup(&position.to_setup()).expect("a position of a game is consistent")
}
