//! The session between tester and bot: one process, updates and requests, each answer judged.

mod answer;
mod ask;
mod blame;
mod close;
mod known;
mod noise;
mod silence;
mod start;

use std::time::Duration;

use botspec_sdk::games::flit::{Contents, Move, OVERRUNS, Player, Position, Square, Update};

use super::played::StartMode;
use super::script::LineEnds;
use super::stale::Stale;
use super::time::Lateness;
use super::witness::Witness;
use crate::contest::Unjudged;
use crate::run_context::{RunContext, RunError};
use crate::stream_session::{Heard, SessionState, StreamSession};

pub(super) use answer::Asked;
pub(super) use known::{CHATTY, GAMES_ONLY, UNENDED};
pub(super) use noise::{answer_in, too_many};

/// How long nothing may be heard, where that is looked at.
pub(super) const QUIET: Duration = Duration::from_millis(100);
/// And how long where another bot may just have started.
pub(super) const PAUSE: Duration = Duration::from_millis(2_500);
/// How long a line too many is waited for where nobody listens for long.
const PARTING: Duration = Duration::from_millis(5);

/// One process and what it has been told.
pub(super) struct Session<'a> {
    stream: StreamSession<'a>,
    position: Position,
    stale: Stale,
    line_ends: LineEnds,
    /// Updates since the last answer.
    told: usize,
    /// Those of them that have been sent before a request.
    sent_ahead: usize,
    /// Requests whose answers have not been read.
    missed: u32,
    /// The last message has no end.
    has_half: bool,
    /// The broken rules that did not keep it from going on.
    pub noted: Vec<String>,
    /// Whether the machine was too busy to say if an answer was late.
    pub doubtful: bool,
    /// The answers that were too late.
    pub late: Vec<Lateness>,
    /// So many requests, the first one included, have the time of the first one: a bot that is put in the middle
    /// of a game has not had the turns before it in which to warm up.
    pub warm_up: u32,
    /// It has been found out before why this bot does not answer: that is not waited for at length again.
    pub impatient: bool,
    /// The rule that the bot breaks by falling silent in session after session, if it does: that ends this one, too,
    /// and is not blamed again.
    falls_silent: Option<&'static str>,
    /// Answers in a row, up to the last one, that were too late.
    pub late_in_row: u8,
    /// Whether CR LF at the end of an answer is blamed.
    pub strict_line_ends: bool,
    /// The rule that the bot breaks by lines that are no answers, if it does: the answers are picked out.
    pub chatty: Option<&'static str>,
    /// Whether its answers have no line ends: whatever has come when the time is up is the answer.
    pub unended: bool,
}

impl<'a> Session<'a> {
    /// Starts the bot with a number. `position` is an empty board and who it is.
    ///
    /// # Errors
    /// If the machine cannot start it.
    pub(super) fn open(
        context: &'a RunContext<'a>,
        position: Position,
        line_ends: LineEnds,
    ) -> Result<Self, RunError> {
        let player = position.player();
        Ok(Self {
            stream: StreamSession::open(context, vec![player.to_string()])?,
            stale: Stale::new(position.board(), player),
            position,
            line_ends,
            told: 0,
            sent_ahead: 0,
            missed: 0,
            has_half: false,
            noted: Vec::new(),
            doubtful: false,
            late: Vec::new(),
            warm_up: 1,
            impatient: false,
            falls_silent: Self::falls_silent(context),
            late_in_row: 0,
            strict_line_ends: false,
            chatty: context.observations.blocked_by(CHATTY),
            unended: context.observations.blocked_by(UNENDED).is_some(),
        })
    }

    /// What the session is for.
    pub(super) const fn is_tried_as(&mut self, start_mode: StartMode) {
        match start_mode {
            StartMode::Cold | StartMode::Warm => {}
            StartMode::Control => self.falls_silent = None,
            StartMode::Repeated | StartMode::AsGame => {
                self.impatient = true;
                self.falls_silent = None;
            }
        }
    }

    /// Whether so many answers in a row were late that a referee asks the bot no more.
    #[must_use]
    pub(super) const fn is_frozen(&self) -> bool {
        self.late_in_row >= OVERRUNS
    }

    /// Whether the last request was not answered at all.
    #[must_use]
    pub(super) const fn fell_silent(&self) -> bool {
        matches!(self.stream.state(), SessionState::Gone | SessionState::Hung)
    }

    /// This bot cannot be tried by it.
    pub(super) fn unsuitable(&mut self, reason: &str) {
        self.stream.seen.unjudged.get_or_insert(Unjudged::Unsuitable { reason: reason.to_owned() });
    }

    /// The time of the run is up.
    pub(super) fn out_of_time(&mut self) {
        let reason = "time ran out before its end".to_owned();
        self.stream.seen.unjudged.get_or_insert(Unjudged::LeftOut { reason });
    }

    /// The board as the bot has been told, with the bot to move.
    #[must_use]
    pub(super) const fn position(&self) -> &Position {
        &self.position
    }

    /// Who the bot is.
    #[must_use]
    pub(super) const fn player(&self) -> Player {
        self.position.player()
    }

    /// Tells of squares that changed, together with the next request.
    pub(super) fn tell(&mut self, updates: &[Update]) {
        let end = self.line_end();
        for update in updates {
            let Some(square) = update.at.on(self.position.variant()) else { continue };
            let message = format!("{update}{end}");
            self.stream.queue(message.as_bytes());
            self.stale.tell(self.position.board(), *update);
            self.position.set(square, update.contents);
            self.stream.said.push(update.to_string());
            self.told += 1;
        }
    }

    /// Tells a board as the turns of the game that leads to it, with a request in each of the bot's own, whose answer is taken
    /// for one that came too late. False if the bot cannot be asked any more.
    pub(super) fn tell_game(&mut self, game: &Witness) -> bool {
        self.tell(&game.start());
        let turns = game.told();
        for (player, updates) in &turns {
            if *player == self.player() && !self.passes_its_turn() {
                return false;
            }
            self.tell(updates);
        }
        // A session goes on with the first bot; whoever is before it stays.
        let players = self.position.variant().players();
        let mut before = players.iter().cycle().skip(turns.len()).take_while(|player| **player != players[0]);
        let is_due = before.any(|player| *player == self.player());
        !is_due || self.passes_its_turn()
    }

    /// A request whose answer does not matter.
    fn passes_its_turn(&mut self) -> bool {
        let goes_on = self.ask_line().is_some();
        self.stream.said.clear();
        self.stale.answered(self.position.board(), None);
        if self.stream.context.is_out_of_time() {
            self.out_of_time();
            return false;
        }
        goes_on
    }

    /// Sends what has been told so far.
    pub(super) fn flush(&mut self) {
        self.stream.send(b"");
        self.sent_ahead = self.told;
    }

    /// Sends the beginning of a message, and not its end.
    pub(super) fn send_half(&mut self, bytes: &[u8]) {
        self.stream.send(bytes);
        self.has_half = true;
    }

    /// Sends a request and does not wait for the answer.
    pub(super) fn miss(&mut self) {
        // Together with what follows: the bot is to find both requests in its input.
        self.request();
        self.missed += 1;
    }

    /// Requests so far.
    #[must_use]
    pub(super) const fn asked(&self) -> u32 {
        self.stream.asked
    }

    /// Requests whose answers have not been read.
    #[must_use]
    pub(super) const fn missed(&self) -> u32 {
        self.missed
    }

    /// The updates that a move makes.
    #[must_use]
    pub(super) fn changes_of(&self, mv: Move) -> Vec<Update> {
        if mv.is_stay() {
            return Vec::new();
        }
        let own = Contents::Piece(self.player());
        let mut updates = vec![Update::new(mv.origin, Contents::Empty), Update::new(mv.destination, own)];
        let mut converted: Vec<Square> = mv.destination.neighbours(self.position.variant()).into();
        converted.retain(|square| self.position.board().neutral().contains(*square));
        converted.sort_by_key(|square| (square.y(), square.x()));
        updates.extend(converted.into_iter().map(|square| Update::new(square, own)));
        updates
    }

    /// Listens for so long, though nothing was asked.
    pub(super) fn listen(&mut self, quiet: Duration) -> Heard {
        self.stream.listen(quiet)
    }

    /// Keeps a request to be sent.
    fn request(&mut self) {
        self.stream.said.push("M".to_owned());
        let request = format!("M{}", self.line_end());
        self.stream.queue(request.as_bytes());
        self.stream.asked += 1;
    }

    const fn line_end(&self) -> &'static str {
        match self.line_ends {
            LineEnds::Lf => "\n",
            LineEnds::CrLf => "\r\n",
        }
    }
}
