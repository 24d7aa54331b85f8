//! How a case is played: a game against a partner, each answer judged.

use std::time::Duration;

use botspec::channel::{Answer as Heard, How, Line};
use botspec::contest::{CaseOutcome, Unjudged, Untried};
use botspec::control::{Repeated, attribute, by_chance, repeated};
use botspec::ending::{is_excused, still_running};
use botspec::evidence::excerpt;
use botspec::no_answer::PATIENCE;
use botspec::process::{Elapsed, Ending, Limit, Punctuality};
use botspec::record::{At, Mark, Violation};
use botspec::run_context::{RunContext, RunError};
use botspec::stderr;
use botspec::stream_session::{Look, Proof, SessionState, Silence, StreamSession};
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
    let mut table = Table { stream: StreamSession::open(context, Vec::new())?, bank: context.limit };
    let further = script.further.iter().map(|line| format!("settings {line}\n"));
    let told: String = std::iter::once(settings(seat, context.limit)).chain(further).collect();
    table.stream.queue(told.as_bytes());
    table.stream.send(b"");
    let mut random = Random::seeded(script.seed);
    let (mut position, mut last, mut crowded) = (Position::OPENING, None, false);
    while position.outcome().is_none() && table.stream.asked < script.turns {
        let column = if position.next() != seat {
            script.partner.choose(&position, last, &mut random)
        } else if context.is_out_of_time() {
            let reason = "time was up before the end of this game".to_owned();
            table.stream.seen.unjudged = Some(Unjudged::LeftOut { reason });
            table.stream.end(SessionState::Over);
            None
        } else {
            crowded |= Column::all().any(|column| position.is_full(column));
            last = table.ask(&position)?;
            last
        };
        // What was judged is legal, and so is what a partner chooses.
        let Some(Ok(next)) = column.map(|column| position.play(column)) else { break };
        position = next;
    }
    if !crowded {
        let reason = "no column was full when the bot was to move".to_owned();
        table.stream.seen.untried.push(Untried { rule: OPEN.id, reason });
    }
    table.close(script.close)
}

/// Why there is no answer that can be played.
enum Stop {
    Broken(Box<Violation>),
    Unjudged(Ending),
    /// The bot has ended, or closed its stdout.
    Died,
    /// It says nothing, and why is to be found out.
    Silent,
}

impl From<Violation> for Stop {
    fn from(violation: Violation) -> Self {
        Self::Broken(Box::new(violation))
    }
}

/// A bot, and the time that is left in its bank.
struct Table<'a> {
    stream: StreamSession<'a>,
    bank: Duration,
}

impl Table<'_> {
    /// Asks for a move; none if there is nothing that can be played.
    fn ask(&mut self, position: &Position) -> Result<Option<Column>, RunError> {
        let asked = update(position) + &action(self.bank);
        self.stream.said = asked.lines().map(str::to_owned).collect();
        self.stream.queue(asked.as_bytes());
        self.stream.asked += 1;
        self.stream.seen.turns += 1;
        let stop = match self.answer(position) {
            Ok((column, elapsed)) => {
                self.bank = refilled(self.bank, elapsed.charged, self.stream.context.limit);
                self.stream.seen.elapsed.push(elapsed);
                return Ok(Some(column));
            }
            Err(Stop::Silent) => self.silence()?,
            Err(stop) => stop,
        };
        self.stream.seen.cut_short = true;
        match stop {
            Stop::Broken(violation) => {
                self.stream.end(SessionState::Over);
                self.stream.blame(Violation { turn: Some(self.stream.asked), ..*violation });
            }
            Stop::Unjudged(ending) => {
                self.stream.end(SessionState::Doubtful);
                self.stream.seen.unjudged = Some(Unjudged::after(&ending));
            }
            Stop::Died => self.stream.end(SessionState::Gone),
            Stop::Silent => self.stream.end(SessionState::Silent),
        }
        Ok(None)
    }

    fn answer(&mut self, position: &Position) -> Result<(Column, Elapsed), Stop> {
        let early = self.stream.unsolicited();
        if !early.is_empty() {
            let lines: Vec<&[u8]> = early.iter().map(|line| line.bytes.as_slice()).collect();
            return Err(unasked(&lines.join(&b'\n'), "before it was asked for a move"));
        }
        let limit = Limit::new(self.bank);
        let line = match self.stream.ask(&limit) {
            Heard::Line(line) => line,
            Heard::Overrun { text, .. } if text.is_empty() => return Err(Stop::Silent),
            Heard::Overrun { text, .. } => return Err(unended(&text)),
            Heard::TooLong { .. } => return Err(FORMAT.violated("the answer has more than 4 KiB").into()),
            Heard::Ended { .. } => return Err(Stop::Died),
            Heard::HostTooBusy { .. } => return Err(Stop::Unjudged(Ending::HostTooBusy)),
            Heard::Interrupted => return Err(Stop::Unjudged(Ending::Interrupted)),
        };
        let more = self.stream.listen(QUIET).bytes;
        let judged = judge(position, &line.bytes);
        if judged.is_err() && more.split(|&byte| byte == b'\n').any(|line| answer(line).is_ok()) {
            return Err(unasked(&line.bytes, "before its answer"));
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
    fn silence(&mut self) -> Result<Stop, RunError> {
        let usual = Limit::new(self.stream.context.limit);
        let proof = Proof { key: "kept back", usual, silence: self.bank + 2 * PATIENCE };
        let nudge = action(self.bank);
        let skips = |line: &[u8]| answer(line).is_err();
        let silence = self.stream.silence(Look::Thorough(nudge.as_bytes()), skips, |stream| {
            stream.replay(stream.asked as usize - 1).is_kept_back(&proof, stream.context)
        })?;
        Ok(match silence {
            Silence::KeptBack(release, bytes) => {
                received(FLUSHED.violated(release.when()).hint(release.hint()), &bytes).into()
            }
            Silence::Late(Line { bytes, .. }) | Silence::Coincidence(bytes) => {
                received(self.late(), &bytes).into()
            }
            Silence::Skipped => self.late().into(),
            Silence::Unended(text) => unended(&text),
            Silence::Hangs(doing) => {
                let late = self.late();
                Violation { message: format!("{}: {doing}", late.message), ..late }.hint(doing.hint()).into()
            }
            Silence::Ended(_) => Stop::Died,
            Silence::Interrupted => Stop::Unjudged(Ending::Interrupted),
        })
    }

    /// Ends the bot. One that has ended itself has given no answer; one that is well ends when stdin is closed.
    fn close(mut self, has_to_end: bool) -> Result<CaseOutcome, RunError> {
        let died = self.stream.state() == SessionState::Gone;
        let well = self.stream.is_open();
        if !(died || well && has_to_end) {
            return Ok(self.stream.seen);
        }
        self.stream.close_stdin();
        if let Some(closed) = self.stream.finish(if died { BURIAL } else { GRACE })? {
            match closed.finished.ending {
                ending if is_excused(&ending) => self.stream.seen.unjudged = Some(Unjudged::after(&ending)),
                ending if died => {
                    let violation = FORMAT.violated(format!("the bot {ending} in place of an answer"));
                    let (turn, hint) = (Some(self.stream.asked), stderr::tail(&closed.finished.stderr));
                    self.stream.seen.violations.push(Violation { turn, hint, ..violation });
                }
                _ if closed.how == How::Killed => self.stream.blame(still_running(&EOF, GRACE)),
                _ => {}
            }
        }
        Ok(self.stream.seen)
    }
}

fn unasked(printed: &[u8], place: &str) -> Stop {
    received(UNASKED.violated(format!("the bot printed something {place}")), printed).into()
}

fn unended(text: &[u8]) -> Stop {
    received(FLUSHED.violated("no line end came behind its answer"), text).into()
}

fn received(violation: Violation, bytes: &[u8]) -> Violation {
    Violation { received: Some(excerpt(bytes)), ..violation }
}
