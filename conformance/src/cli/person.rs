//! A person at the table: `botspec play GAME human BOT`.

use std::path::Path;
use std::time::{Duration, Instant};

use botspec_sdk::seat::Seat;

use super::book::Book;
use super::error::CliError;
use super::interrupt::open_host;
use super::lineup::{Player, Who, lineup, prepare};
use super::output;
use super::play::terms;
use super::play_args::PlayArgs;
use super::typed::Commands;
use crate::evidence::plain;
use crate::exit_code::Exit;
use crate::options::Options;
use crate::process::Program;
use crate::record::{self, FinalFault, GameRecord, Move, Variant, side_name};
use crate::referee::opponent::{Answered, Opponent};
use crate::referee::reask::Asking;
use crate::referee::schedule::Format as Schedule;
use crate::referee::seats::{Failure, Stop, Terms};
use crate::referee::tournament::fixtures;
use crate::referee::{Arbiter, Ended};
use crate::report;
use crate::requirement::by_id;
use crate::sparring::with_seed;
use crate::suite::Game;
use crate::timing::millis;

/// What is written in the place of a bot for a person.
const HUMAN: &str = "human";

const HELP: &str = "\
Type a move as records have it, or
?       lists what is legal
board   draws the board again
back    takes back your last move, and the answer to it
quit    leaves the game: it is recorded as unfinished
help    says this
";

/// Whether somebody who is no bot is to play.
pub(super) fn takes_part(args: &PlayArgs) -> bool {
    args.bots.iter().any(|bot| bot == Path::new(HUMAN))
}

/// Plays a game with a person in one seat, or in several.
pub(super) fn play(args: &PlayArgs, options: &Options<'_>) -> Result<Exit, CliError> {
    refuse(args)?;
    if let Some(why) = args.game.referee().without_person() {
        return Err(CliError::usage(format!("no person can play {}: {why}", args.game)));
    }
    let terms = terms(args, options, Schedule::Games)?;
    // The editor wants signals for itself: whoever asks for them later has them.
    let mut typed = Commands::open(format!("{}> ", args.game))?;
    let host = open_host(&args.confined)?;
    let mut book = args.record.as_deref().map(Book::of_records).transpose()?;
    let lineup = lineup(args, args.game.referee().bots(&terms.variant))?;
    let human = Who::Named(Path::new(HUMAN));
    let bots: Vec<Who<'_>> = lineup.iter().copied().filter(|who| *who != human).collect();
    let mut prepared = prepare(&bots, args, &host)?.into_iter();
    let seated: Vec<Option<Player>> =
        lineup.iter().map(|who| if *who == human { None } else { prepared.next() }).collect();
    let programs: Vec<Option<Program>> =
        seated.iter().map(|player| Some(program(player.as_ref()?, args.seed))).collect();
    let askings: Vec<Option<Asking<'_>>> = (0_u8..)
        .zip(&programs)
        .map(|(seat, program)| {
            let seat = Seat::from_index(seat);
            Some(Asking { host: &host, program: program.as_ref()?, limit: terms.limit, seat })
        })
        .collect();
    let mut opponents = Vec::new();
    for asking in &askings {
        let opponent =
            asking.as_ref().map(|asking| args.game.referee().seating().opponent(asking)).transpose()?;
        if matches!(opponent, Some(None)) {
            let message =
                format!("no person can take a seat in {}: its bots are not asked one by one", args.game);
            return Err(CliError::usage(message));
        }
        opponents.push(opponent.flatten());
    }
    let names: Vec<String> = seated
        .iter()
        .map(|bot| bot.as_ref().map_or_else(|| HUMAN.to_owned(), |player| player.name.clone()))
        .collect();
    let mut table = Table::open(args.game, &terms, args.seed, names)?;
    let over = table.play(&mut opponents, &mut typed);
    // A bot that cannot be ended loses no game that was played.
    let mut closed = Ok(());
    for opponent in opponents {
        let stderr = match opponent.map(Opponent::close).transpose() {
            Ok(closing) => closing.map(|closing| plain(&closing.stderr)).unwrap_or_default(),
            Err(error) => {
                closed = Err(error);
                String::new()
            }
        };
        table.record.stderr.push(stderr);
    }
    if table.record.stderr.iter().all(String::is_empty) {
        table.record.stderr.clear();
    }
    // Whatever ended it, what was played is kept.
    let is_game = !matches!(over, Err(Over::Stopped(Stop::NotStarted { .. })));
    if let Some(book) = book.as_mut().filter(|_| is_game) {
        book.add(&table.record)?;
    }
    closed?;
    match over {
        Ok(()) => Ok(Exit::Success),
        Err(over) => told(over, &table.names),
    }
}

fn program(player: &Player, seed: u64) -> Program {
    let program = &*player.program;
    if player.is_seeded { with_seed(program, seed) } else { program.clone() }
}

/// Options that make no sense where a person plays one game.
fn refuse(args: &PlayArgs) -> Result<(), CliError> {
    let given = [
        ("--games", args.games.is_some_and(|games| games != 1)),
        ("--format", !args.formats.is_empty()),
        ("--openings", args.openings.is_some()),
        ("--sprt", args.sprt.is_some()),
        ("--rounds", args.rounds.is_some()),
        ("--orders", args.orders.is_some()),
        ("--watch", args.watch),
    ];
    match given.into_iter().find(|(_, given)| *given) {
        None => Ok(()),
        Some((option, _)) => Err(CliError::usage(format!(
            "{option} is for games between bots; leave it out, or write ./{HUMAN} for a bot of that name"
        ))),
    }
}

/// Why a game came to no end.
enum Over {
    /// The person has left.
    Left,
    /// A bot could not be judged.
    Stopped(Stop),
    /// Nothing can be read or shown.
    Failed(CliError),
}

impl From<CliError> for Over {
    fn from(error: CliError) -> Self {
        Self::Failed(error)
    }
}

fn told(over: Over, names: &[String]) -> Result<Exit, CliError> {
    match over {
        Over::Left => Ok(Exit::Success),
        Over::Failed(error) => Err(error),
        Over::Stopped(Stop::Interrupted) => Ok(Exit::Interrupted),
        Over::Stopped(Stop::NotStarted { seat, why }) => {
            let name = names.get(seat.index()).cloned().unwrap_or_default();
            Err(CliError::usage(format!("{name} could not be started: {why}")))
        }
        Over::Stopped(Stop::HostTooBusy { .. }) => {
            output::note("the machine is too busy to judge the time of the bot: the game is left unfinished");
            Ok(Exit::Inconclusive)
        }
        Over::Stopped(Stop::Failed(error)) => Err(error.into()),
    }
}

/// The game, and who plays it.
struct Table {
    game: Game,
    names: Vec<String>,
    record: GameRecord,
    arbiter: Box<dyn Arbiter>,
}

impl Table {
    fn open(game: Game, terms: &Terms, seed: u64, names: Vec<String>) -> Result<Self, CliError> {
        let starts = fixtures(game, names.len(), 1, seed).concat().first().and_then(|game| game.starts);
        let mut record = GameRecord::new(game.id(), Variant { starts, ..terms.variant.clone() });
        record.seed = Some(seed);
        let arbiter = open(&record)?;
        record.players = (0_u8..)
            .map(Seat::from_index)
            .zip(&names)
            .map(|(seat, name)| record::Player { name: name.clone(), side: arbiter.side(seat) })
            .collect();
        Ok(Self { game, names, record, arbiter })
    }

    /// Plays until the game is over.
    fn play(
        &mut self,
        opponents: &mut [Option<Box<dyn Opponent + '_>>],
        typed: &mut Commands,
    ) -> Result<(), Over> {
        output::report(HELP.as_bytes())?;
        loop {
            if let Some(ended) = self.arbiter.ended() {
                return Ok(self.end(ended)?);
            }
            let seat = self.arbiter.seat_to_move();
            match opponents.get_mut(seat.index()).and_then(Option::as_mut) {
                Some(opponent) => {
                    let (answer, elapsed) = opponent.ask(&self.record).map_err(Over::Stopped)?;
                    match self.answered(seat, (answer, elapsed))? {
                        None => {}
                        Some(failure) => return Ok(self.lost(failure)?),
                    }
                }
                None => self.turn(opponents, typed)?,
            }
        }
    }

    /// Makes a bot's move; or says why it has lost.
    fn answered(&mut self, seat: Seat, (answer, elapsed): Answered) -> Result<Option<Failure>, CliError> {
        let mv = match answer {
            Ok(mv) => mv,
            Err(failure) => return Ok(Some(failure)),
        };
        let name = &self.names[seat.index()];
        output::report(format!("{name} plays {mv} ({:.1} ms)\n", millis(elapsed.charged)).as_bytes())?;
        // It was tried before.
        if let Err(fault) = self.make(mv.clone(), elapsed.charged) {
            return Ok(Some(Failure::refused(fault, mv)));
        }
        Ok(None)
    }

    fn make(&mut self, mv: String, took: Duration) -> Result<(), crate::referee::Fault> {
        let mv = Move::Text(mv);
        self.arbiter.play(&mv)?;
        self.record.moves.push(mv);
        self.record.times_ms.push((millis(took) * 1e3).round() / 1e3);
        Ok(())
    }

    /// Lets the person whose turn it is make a move, or take one back.
    fn turn(
        &mut self,
        opponents: &[Option<Box<dyn Opponent + '_>>],
        typed: &mut Commands,
    ) -> Result<(), Over> {
        let since = Instant::now();
        output::report(self.board().as_bytes())?;
        loop {
            let Some(line) = typed.next()? else {
                return Err(self.left()?);
            };
            let said = match line.trim() {
                "" => continue,
                "?" => self.legal(),
                "board" => self.board(),
                "help" => HELP.to_owned(),
                "quit" => return Err(self.left()?),
                "back" => match self.take_back(opponents)? {
                    true => return Ok(()),
                    false => "there is no move of yours to take back\n".to_owned(),
                },
                mv => match self.make(mv.to_owned(), since.elapsed()) {
                    Ok(()) => return Ok(()),
                    Err(fault) => {
                        let rule = fault.rule.and_then(|id| by_id(self.game.requirements(), id));
                        let rule = rule.map(|rule| format!("  rule {}: {}\n", rule.id, rule.demand));
                        format!(
                            "{mv}: {}\n{}  ? lists what is legal\n",
                            fault.message,
                            rule.unwrap_or_default()
                        )
                    }
                },
            };
            output::report(said.as_bytes())?;
        }
    }

    /// The board, and whose turn it is.
    fn board(&self) -> String {
        let seat = self.arbiter.seat_to_move();
        let caption = self.arbiter.caption();
        let caption = if caption.is_empty() { caption } else { format!("{caption}\n") };
        let name = &self.names[seat.index()];
        let side = self.game.side(&side_name(&self.arbiter.side(seat)));
        format!("{}{caption}to move: {name} ({side})\n", report::draw(&self.arbiter.diagram()))
    }

    /// What is legal, in lines of a width that is read easily.
    fn legal(&self) -> String {
        /// Characters of a line.
        const WIDTH: usize = 76;
        let moves = self.arbiter.legal();
        if moves.is_empty() {
            return "this contest does not list what is legal; try a move\n".to_owned();
        }
        // The numbers of a move belong together.
        let separator = if moves.iter().any(|mv| mv.contains(' ')) { ", " } else { " " };
        let (mut text, mut width) = (format!("{} legal moves:\n", moves.len()), 0);
        for (number, mv) in moves.iter().enumerate() {
            if number > 0 && width + separator.len() + mv.len() > WIDTH {
                text.push_str(separator.trim_end());
                text.push('\n');
                width = 0;
            } else if number > 0 {
                text.push_str(separator);
                width += separator.len();
            }
            text.push_str(mv);
            width += mv.len();
        }
        text + "\n"
    }

    /// Goes back to where a person could have moved before. False if nobody could.
    fn take_back(&mut self, opponents: &[Option<Box<dyn Opponent + '_>>]) -> Result<bool, CliError> {
        let mut earlier = self.record.clone();
        while earlier.moves.pop().is_some() {
            earlier.times_ms.pop();
            let mut arbiter = open(&earlier)?;
            for mv in &earlier.moves {
                arbiter.play(mv).map_err(|fault| CliError::internal(fault.message))?;
            }
            if opponents.get(arbiter.seat_to_move().index()).is_some_and(Option::is_none) {
                (self.record, self.arbiter) = (earlier, arbiter);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The game is over by its rules.
    fn end(&mut self, ended: Ended) -> Result<(), CliError> {
        let mut result = ended.result;
        result.player = ended.winner.and_then(|seat| self.names.get(seat.index()).cloned());
        let text = format!("{}{}\n", report::draw(&self.arbiter.diagram()), result.in_words());
        self.record.result = Some(result);
        output::report(text.as_bytes())
    }

    /// The bot whose turn it is has lost by its answer.
    fn lost(&mut self, failure: Failure) -> Result<(), CliError> {
        let seat = self.arbiter.seat_to_move();
        let name = &self.names[seat.index()];
        let rule = failure.rule.map(|rule| format!(" ({rule})")).unwrap_or_default();
        let answer = failure.answer.as_deref().map(|answer| format!("it answered {answer:?}: "));
        let text = format!("{name} has lost{rule}: {}{}\n", answer.unwrap_or_default(), failure.message);
        output::report(text.as_bytes())?;
        let ended = Ended::forfeited(&*self.arbiter, failure.loss.name());
        self.record.fault = Some(FinalFault {
            side: self.arbiter.side(seat),
            answer: failure.answer,
            rule: failure.rule.map(str::to_owned),
            message: failure.message,
        });
        self.end(ended)
    }

    /// The person has left, or the run is interrupted.
    fn left(&self) -> Result<Over, CliError> {
        if super::interrupt::times() > 0 {
            return Ok(Over::Stopped(Stop::Interrupted));
        }
        output::report(b"the game is left unfinished\n")?;
        Ok(Over::Left)
    }
}

fn open(record: &GameRecord) -> Result<Box<dyn Arbiter>, CliError> {
    crate::referee::open(record).map_err(|fault| CliError::internal(fault.message))
}
