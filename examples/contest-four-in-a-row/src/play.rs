//! How a case is played: a game against a partner, each answer judged.

use std::time::Duration;

use botspec::channel::{Answer as Heard, How, Line};
use botspec::contest::{CaseOutcome, Unjudged, Untried};
use botspec::control::{Repeated, attribute, by_chance, repeated};
use botspec::evidence::excerpt;
use botspec::no_answer::NoAnswer;
use botspec::process::{Elapsed, Ending, Limit, Punctuality};
use botspec::record::{At, Mark, Violation};
use botspec::recorder::Conversation;
use botspec::run_context::{RunContext, RunError};
use botspec::stderr;
use botspec_sdk::Position as _;
use botspec_sdk::random::Random;

use crate::draw::draw;
use crate::position::{Column, PLAYERS, Position};
use crate::requirements::{BANK, COLUMN, EOF, FLUSHED, FORMAT, OPEN, REQUIREMENTS, SETTINGS, UNASKED};
use crate::script::Script;
use crate::wire::{action, answer, refilled, settings, update};

/// What is printed with an answer has come this long after it.
const QUIET: Duration = Duration::from_millis(20);
/// How long a bot that has closed its stdout is given to end.
const BURIAL: Duration = Duration::from_millis(200);
/// Decision R4: the time to end once stdin is closed.
pub(crate) const GRACE: Duration = Duration::from_secs(2);
/// Games are counted, to tell when waiting is of no use any more.
const GAME: &str = "game";

/// Plays a case. What goes wrong with further settings is held against what happens without them.
pub(crate) fn case(script: &Script, context: &RunContext<'_>) -> Result<CaseOutcome, RunError> {
    if context.observations.only_overruns(GAME) {
        return Ok(CaseOutcome::blocked("answers did not come in time again and again", BANK.id));
    }
    let seen = game(script, context)?;
    context.observations.count(GAME, seen.violations.iter().any(|violation| violation.rule == BANK.id));
    if script.further.is_empty() || seen.violations.is_empty() {
        return Ok(seen);
    }
    let usual = Script { further: Vec::new(), ..script.clone() };
    let control = game(&usual, context)?;
    if control.violations.is_empty() && control.unjudged.is_none() {
        let again = repeated(|| game(script, context), || game(&usual, context), |_| true)?;
        if again != Repeated::Steady {
            return Ok(by_chance(&SETTINGS, seen, &again));
        }
    }
    Ok(attribute(&SETTINGS, &REQUIREMENTS, seen, control, "without the further settings it plays on"))
}

/// Judges an answer to a position in which the game goes on.
pub(crate) fn judge(position: &Position, line: &[u8]) -> Result<Column, Box<Violation>> {
    let broken = |violation| Box::new(received(violation, line));
    let number = answer(line).map_err(|error| {
        let at = Some(At { line: error.place.line, column: error.place.column, length: 1 });
        broken(Violation { at, ..FORMAT.violated(format!("the answer is not `place_disc COLUMN`: {error}")) })
    })?;
    let column = Column::new(number).ok_or_else(|| {
        let violation = COLUMN.violated(format!("column {number} is none of 0 to 6"));
        broken(if number == 7 { violation.hint("columns are counted from 0") } else { violation })
    })?;
    if position.is_full(column) {
        let drawn = draw(position, Some((column, Mark::Offending)));
        return Err(broken(OPEN.violated(format!("column {column} is full")).drawn(drawn)));
    }
    Ok(column)
}

/// Plays one game, or its first turns.
fn game(script: &Script, context: &RunContext<'_>) -> Result<CaseOutcome, RunError> {
    let seat = PLAYERS[usize::from(script.bot)];
    let mut conversation = context.converse(&[])?;
    let further = script.further.iter().map(|line| format!("settings {line}\n"));
    let told: String = std::iter::once(settings(seat, context.limit)).chain(further).collect();
    conversation.send(told.as_bytes());
    let mut table = Table { conversation, bank: context.limit, seen: CaseOutcome::default(), died: false };
    let mut random = Random::seeded(script.seed);
    let (mut position, mut last, mut crowded) = (Position::OPENING, None, false);
    while position.outcome().is_none() && table.seen.turns < script.turns {
        let column = if position.next() != seat {
            script.partner.choose(&position, last, &mut random)
        } else if context.is_out_of_time() {
            let reason = "time was up before the end of this game".to_owned();
            table.seen.unjudged = Some(Unjudged::LeftOut { reason });
            None
        } else {
            crowded |= Column::all().any(|column| position.is_full(column));
            last = table.ask(&position, context.limit);
            last
        };
        // What was judged is legal, and so is what a partner chooses.
        let Some(Ok(next)) = column.map(|column| position.play(column)) else { break };
        position = next;
    }
    if !crowded {
        let reason = "no column was full when the bot was to move".to_owned();
        table.seen.untried.push(Untried { rule: OPEN.id, reason });
    }
    table.close(script.close)
}

/// Why there is no answer that can be played.
enum Stop {
    Broken(Box<Violation>),
    Unjudged(Ending),
    /// The bot has ended, or closed its stdout.
    Died,
}

impl From<Violation> for Stop {
    fn from(violation: Violation) -> Self {
        Self::Broken(Box::new(violation))
    }
}

/// A bot, and what it has shown.
struct Table {
    conversation: Conversation,
    bank: Duration,
    seen: CaseOutcome,
    died: bool,
}

impl Table {
    /// Asks for a move; none if there is nothing that can be played.
    fn ask(&mut self, position: &Position, size: Duration) -> Option<Column> {
        let asked = update(position) + &action(self.bank);
        self.seen.turns += 1;
        let stop = match self.answer(position, &asked) {
            Ok((column, elapsed)) => {
                self.bank = refilled(self.bank, elapsed.charged, size);
                self.seen.elapsed.push(elapsed);
                return Some(column);
            }
            Err(stop) => stop,
        };
        self.seen.cut_short = true;
        match stop {
            Stop::Broken(violation) => {
                let (turn, sent) = (Some(self.seen.turns), Some(asked));
                self.seen.violations.push(Violation { turn, sent, ..*violation });
            }
            Stop::Unjudged(ending) => self.seen.unjudged = Some(Unjudged::after(&ending)),
            Stop::Died => self.died = true,
        }
        None
    }

    fn answer(&mut self, position: &Position, asked: &str) -> Result<(Column, Elapsed), Stop> {
        let early = self.conversation.unsolicited();
        if !early.is_empty() {
            return Err(unasked(&early, "before it was asked for a move"));
        }
        let limit = Limit::new(self.bank);
        let line = match self.conversation.ask(asked.as_bytes(), &limit) {
            Heard::Line(line) => line,
            Heard::Overrun { text, .. } if text.is_empty() => return Err(self.silence()),
            Heard::Overrun { text, .. } => return Err(unended(&text)),
            Heard::TooLong { .. } => return Err(FORMAT.violated("the answer has more than 4 KiB").into()),
            Heard::Ended { .. } => return Err(Stop::Died),
            Heard::HostTooBusy { .. } => return Err(Stop::Unjudged(Ending::HostTooBusy)),
            Heard::Interrupted => return Err(Stop::Unjudged(Ending::Interrupted)),
        };
        let mut more = Vec::new();
        while let Heard::Line(line) = self.conversation.wait_line(&Limit::new(QUIET))
            && more.len() < 100
        {
            more.push(line);
        }
        let judged = judge(position, &line.bytes);
        if judged.is_err() && more.iter().any(|line| answer(&line.bytes).is_ok()) {
            return Err(unasked(&[line], "before its answer"));
        } else if !more.is_empty() {
            return Err(unasked(&more, "after its answer"));
        }
        match line.elapsed.punctuality(&limit) {
            Punctuality::InTime => Ok((judged.map_err(Stop::Broken)?, line.elapsed)),
            Punctuality::Late => Err(self.late().into()),
            Punctuality::Doubtful => Err(Stop::Unjudged(Ending::HostTooBusy)),
        }
    }

    fn late(&self) -> Violation {
        BANK.violated(format!("no answer came within the {} ms of its bank", self.bank.as_millis()))
    }

    /// What is behind an answer that did not come in time.
    fn silence(&mut self) -> Stop {
        let kept_back = "its answer came only when something more was sent, or stdin was closed";
        match NoAnswer::explain(&mut self.conversation, action(self.bank).as_bytes()) {
            NoAnswer::Nudged(line) if answer(&line.bytes).is_ok() => {
                received(FLUSHED.violated(kept_back), &line.bytes).into()
            }
            NoAnswer::Late(line) | NoAnswer::Nudged(line) => received(self.late(), &line.bytes).into(),
            NoAnswer::Buffered(bytes) => received(FLUSHED.violated(kept_back), &bytes).into(),
            NoAnswer::Unended(text) => unended(&text),
            NoAnswer::Hangs(doing) => {
                let late = self.late();
                Violation { message: format!("{}: {doing}", late.message), ..late }.hint(doing.hint()).into()
            }
            NoAnswer::Ended(_) => Stop::Died,
            NoAnswer::Interrupted => Stop::Unjudged(Ending::Interrupted),
        }
    }

    /// Ends the bot. One that has ended itself has given no answer; one that is well ends when stdin is closed.
    fn close(mut self, has_to_end: bool) -> Result<CaseOutcome, RunError> {
        let well = self.seen.violations.is_empty() && self.seen.unjudged.is_none();
        let ends = self.died || well && has_to_end;
        if !ends {
            return Ok(self.seen);
        }
        self.conversation.close_stdin();
        let closed = self.conversation.finish(if self.died { BURIAL } else { GRACE })?;
        match closed.finished.ending {
            ending @ (Ending::NotStarted(_) | Ending::Interrupted | Ending::HostTooBusy) => {
                self.seen.unjudged = Some(Unjudged::after(&ending));
            }
            ending if self.died => {
                let died = FORMAT.violated(format!("the bot {ending} in place of an answer"));
                let (turn, hint) = (Some(self.seen.turns), stderr::tail(&closed.finished.stderr));
                self.seen.violations.push(Violation { turn, hint, ..died });
            }
            _ if closed.how == How::Killed => {
                let message =
                    format!("it was still running {} s after its stdin was closed", GRACE.as_secs());
                self.seen.violations.push(EOF.violated(message));
            }
            _ => {}
        }
        Ok(self.seen)
    }
}

fn unasked(lines: &[Line], place: &str) -> Stop {
    let printed = lines.iter().map(|line| line.bytes.as_slice()).collect::<Vec<_>>().join(&b'\n');
    received(UNASKED.violated(format!("the bot printed something {place}")), &printed).into()
}

fn unended(text: &[u8]) -> Stop {
    received(FLUSHED.violated("no line end came behind its answer"), text).into()
}

fn received(violation: Violation, bytes: &[u8]) -> Violation {
    Violation { received: Some(excerpt(bytes)), ..violation }
}
