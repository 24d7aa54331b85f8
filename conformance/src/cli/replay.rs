//! `botspec replay`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use botspec_sdk::games::hex::Size;
use clap::{Args, ValueEnum};

use super::again::{Again, Opponent};
use super::args::{SandboxName, limit};
use super::error::CliError;
use super::{input, output};
use crate::exit_code::Exit;
use crate::record::{GameKind, GameRecord, ReplayError, ReplayReport};
use crate::referee::archive::{Content, Entry, entries};
use crate::referee::plain::Letters;
use crate::referee::replay::{RecordFault, replay_with};
use crate::referee::{Replayed, replay};
use crate::report::{self, Film, Shot};

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ReplayArgs {
    /// Files of records, as `play --record` writes them, or of Hex games in the plain form; `-` is stdin
    #[arg(required = true, value_name = "RECORD")]
    pub records: Vec<PathBuf>,
    /// How the result looks
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "pretty")]
    pub format: ReplayFormat,
    /// Where the result goes; `-` is stdout
    #[arg(long, value_name = "FILE", default_value = "-")]
    pub output: PathBuf,
    /// Only the record of this number, from 1
    #[arg(long, value_name = "N")]
    pub game: Option<usize>,
    /// The position after so many moves, for svg [default: the last]
    #[arg(long = "move", value_name = "N")]
    pub at: Option<usize>,
    /// What the letter of a coordinate counts in the plain form [default: whichever fits the winners]
    #[arg(long, value_name = "WHAT", value_enum)]
    pub letters: Option<LettersName>,
    /// The size of the board in the plain form
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..=26))]
    pub size: u8,
    /// Ask this bot again in each position, and show where it answers differently now
    #[arg(long, value_name = "BOT", help_heading = "Asking a bot again")]
    pub against: Option<PathBuf>,
    /// Ask it as this side only, such as black, more or 2 [default: where the player has its name, else all]
    #[arg(long, value_name = "SIDE", requires = "against", help_heading = "Asking a bot again")]
    pub side: Option<String>,
    /// Limit for one turn instead of the contest's
    #[arg(long, value_name = "DURATION", value_parser = limit, requires = "against", help_heading = "Asking a bot again")]
    pub time_limit: Option<Duration>,
    /// How the bot is confined
    #[arg(
        long,
        value_enum,
        default_value = "auto",
        requires = "against",
        help_heading = "Asking a bot again"
    )]
    pub sandbox: SandboxName,
    /// Show every record, however many there are
    #[arg(short, long)]
    pub verbose: bool,
}

const EXAMPLES: &str = "\
Examples:
  botspec replay games.jsonl                            is everything as the records say?
  botspec replay games.jsonl --format html --output games.html
  botspec replay games.jsonl --game 3 --move 12 --format svg --output position.svg
  botspec replay archive.txt --size 10 --letters column
  botspec replay games.jsonl --against ./mybot          where would it answer differently now?

Exit codes: 0 every record is valid, 1 one is not, 2 wrong usage, or a line that is no record.";

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ReplayFormat {
    /// For people
    Pretty,
    /// For programs: one object a record
    Json,
    /// One page for browsers that plays the games
    Html,
    /// One position as a picture
    Svg,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum LettersName {
    /// The row from the top, as in this contest
    Row,
    /// The column from the left
    Column,
}

/// No archive is longer than this many bytes.
const LONGEST: u64 = 4 << 30;
/// So many records are shown one by one.
const SHOWN: usize = 20;

/// A file that was read.
pub(super) struct Source {
    pub(super) name: String,
    bytes: Vec<u8>,
}

/// Referees records again.
pub(super) fn replay_records(args: &ReplayArgs) -> Result<Exit, CliError> {
    let sources = args.records.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
    let size = Size::new(args.size).ok_or_else(|| CliError::usage("--size must be from 1 to 26"))?;
    let reading = reading(&sources, args.letters, size);
    let mut sink = Sink::new(args)?;
    let mut again = again(args)?;
    let mut found = Found::default();
    let mut number = 0;
    'all: for source in &sources {
        for entry in entries(&source.bytes) {
            if matches!(entry.content, Content::Cut) {
                output::note(&format!(
                    "{}, line {}: half a record at the end is left out; the run that wrote it was killed",
                    source.name, entry.line
                ));
                continue;
            }
            number += 1;
            if args.game.is_some_and(|only| only != number) {
                continue;
            }
            let judged = judge(entry, number, &source.name, reading.letters, size);
            found.count(&judged.report);
            match (&mut again, &judged.record) {
                (None, _) => sink.add(judged)?,
                (Some(again), record) => {
                    sink.warn(&judged.report);
                    if let Some(record) = record
                        && !again.add(record, &judged.report)?
                    {
                        break 'all;
                    }
                }
            }
        }
    }
    if found.records == 0 {
        return Err(CliError::usage(match args.game {
            Some(only) if number == 1 => format!("--game {only}: there is only one record"),
            Some(only) => format!("--game {only}: there are {number} records"),
            None => {
                let names: Vec<&str> = sources.iter().map(|source| source.name.as_str()).collect();
                format!("{}: no record in it: each line is to be one game", names.join(", "))
            }
        }));
    }
    reading.tell();
    let Some(again) = again else {
        sink.finish(&found)?;
        return Ok(found.exit());
    };
    let (out, exit) = again.finish(args.format == ReplayFormat::Json)?;
    output::report_to(&args.output, &out)?;
    Ok(if exit == Exit::Interrupted || found.exit() == Exit::Success { exit } else { found.exit() })
}

/// The bot that is asked again, if one is.
fn again(args: &ReplayArgs) -> Result<Option<Again<'_>>, CliError> {
    let Some(path) = &args.against else { return Ok(None) };
    if matches!(args.format, ReplayFormat::Html | ReplayFormat::Svg) {
        return Err(CliError::usage("--against has the formats pretty and json"));
    }
    let side = args.side.as_deref();
    Again::new(Opponent { path, side, limit: args.time_limit, sandbox: args.sandbox }).map(Some)
}

fn read(path: &Path) -> Result<Source, CliError> {
    Ok(Source { name: path.display().to_string(), bytes: input::file_or_stdin(path, LONGEST)? })
}

/// How plain games are read, and why.
pub(super) struct Reading {
    letters: Letters,
    /// Plain games, and how many of them fit by each reading; none if it was not tried out.
    fits: Option<(usize, [usize; 2])>,
}

impl Reading {
    /// Says which reading was taken, if both were tried.
    fn tell(&self) {
        if let Some((games, fits)) = self.fits {
            output::note(&format!(
                "letters: of {games} games in the plain form, {} fit if the letter is the row, {} if it is the column; read as {}",
                fits[0], fits[1], self.letters
            ));
        }
    }
}

/// Tries both readings on all plain games, unless one is asked for.
fn reading(sources: &[Source], asked: Option<LettersName>, size: Size) -> Reading {
    match asked {
        Some(LettersName::Row) => return Reading { letters: Letters::Row, fits: None },
        Some(LettersName::Column) => return Reading { letters: Letters::Column, fits: None },
        None => {}
    }
    let (mut games, mut fits) = (0, [0; 2]);
    for entry in sources.iter().flat_map(|source| entries_of_plain(&source.bytes)) {
        if let Content::Plain(game) = entry.content {
            games += 1;
            for (letters, fit) in Letters::ALL.into_iter().zip(&mut fits) {
                *fit += usize::from(game.replay(letters, size).1.fault.is_none());
            }
        }
    }
    let letters = if fits[1] > fits[0] { Letters::Column } else { Letters::Row };
    Reading { letters, fits: (games > 0).then_some((games, fits)) }
}

/// The entries of a file, unless it begins like a file of records.
fn entries_of_plain(bytes: &[u8]) -> impl Iterator<Item = Entry> {
    let plain = !bytes.trim_ascii_start().starts_with(b"{");
    plain.then(|| entries(bytes)).into_iter().flatten()
}

/// A record and what came of it.
pub(super) struct Judged {
    pub(super) report: ReplayReport,
    pub(super) record: Option<GameRecord>,
    pub(super) replayed: Option<Replayed>,
}

fn judge(entry: Entry, number: usize, file: &str, letters: Letters, size: Size) -> Judged {
    let mut report = ReplayReport {
        schema: "botspec.replay/1",
        record: number,
        file: file.to_owned(),
        line: entry.line,
        game: None,
        valid: false,
        moves: 0,
        result: None,
        error: None,
    };
    let (record, replayed) = match entry.content {
        Content::Record(record) => {
            let replayed = replay(&record);
            report.game = Some(record.game);
            (Some(*record), replayed)
        }
        Content::Plain(game) => {
            report.game = Some(GameKind::Hex);
            game.replay(letters, size)
        }
        Content::Malformed { column, message } => {
            let message = format!("line {}, column {column}: {message}", entry.line);
            report.error = Some(ReplayError { mv: None, rule: None, message, column: Some(column) });
            return Judged { report, record: None, replayed: None };
        }
        Content::Cut => unreachable!("half a record is not judged"),
    };
    report.valid = replayed.fault.is_none();
    report.moves = replayed.moves;
    report.result = record.as_ref().and_then(|record| replayed.result(record));
    report.error = replayed.fault.as_ref().map(error_of);
    Judged { report, record, replayed: Some(replayed) }
}

fn error_of(fault: &RecordFault) -> ReplayError {
    ReplayError {
        mv: fault.mv,
        rule: fault.rule.map(str::to_owned),
        message: fault.message.clone(),
        column: None,
    }
}

/// A game, position after position.
fn film(record: &GameRecord, report: &ReplayReport) -> Film {
    let mut film = Film::new(record, report.result.as_ref(), report.error.as_ref());
    let mut mover = (0, String::new());
    replay_with(record, &mut |number, arbiter| {
        let shot = number.checked_sub(1).and_then(|at| {
            let (seat, side) = mover.clone();
            Some(Shot {
                seat,
                side,
                text: record.moves.get(at)?.text(),
                ms: record.times_ms.get(at).copied(),
            })
        });
        film.add(shot, arbiter.diagram(), arbiter.caption());
        let seat = arbiter.seat_to_move();
        mover = (seat.index(), report::side(&arbiter.side(seat)));
    });
    film
}

/// What was found over all.
#[derive(Default)]
pub(super) struct Found {
    records: usize,
    invalid: usize,
    malformed: usize,
}

impl Found {
    fn count(&mut self, report: &ReplayReport) {
        self.records += 1;
        match (&report.error, report.game) {
            (None, _) => {}
            (Some(_), None) => self.malformed += 1,
            (Some(_), Some(_)) => self.invalid += 1,
        }
    }

    const fn exit(&self) -> Exit {
        match (self.malformed, self.invalid) {
            (1.., _) => Exit::Usage,
            (_, 1..) => Exit::Failure,
            _ => Exit::Success,
        }
    }
}

/// Where results go, as they come.
struct Sink<'a> {
    args: &'a ReplayArgs,
    out: Vec<u8>,
    /// Records that could be shown, up to the number that is shown one by one.
    kept: Vec<Judged>,
    pages: Vec<(GameRecord, ReplayReport)>,
    told: usize,
}

/// Results are written out when there are so many bytes of them.
const FULL: usize = 1 << 16;

impl<'a> Sink<'a> {
    fn new(args: &'a ReplayArgs) -> Result<Self, CliError> {
        if args.at.is_some() && args.format != ReplayFormat::Svg {
            return Err(CliError::usage("--move is for --format svg; a page shows all moves"));
        }
        Ok(Self { args, out: Vec::new(), kept: Vec::new(), pages: Vec::new(), told: 0 })
    }

    fn add(&mut self, judged: Judged) -> Result<(), CliError> {
        match self.args.format {
            ReplayFormat::Json => {
                self.out.extend(report::json_line(&judged.report));
                if self.args.output == Path::new("-") && self.out.len() > FULL {
                    output::report(&self.out)?;
                    self.out.clear();
                }
            }
            ReplayFormat::Html | ReplayFormat::Svg => {
                self.warn(&judged.report);
                let begins = judged.replayed.is_some_and(|replayed| replayed.arbiter.is_some());
                if let Some(record) = judged.record.filter(|_| begins) {
                    self.pages.push((record, judged.report));
                }
            }
            ReplayFormat::Pretty => {
                let all = self.args.verbose || self.kept.len() < SHOWN;
                if !judged.report.valid && !all {
                    self.told += 1;
                    if self.told <= SHOWN {
                        self.kept.push(judged);
                    }
                } else if all {
                    self.kept.push(judged);
                }
            }
        }
        Ok(())
    }

    fn warn(&self, report: &ReplayReport) {
        if let Some(error) = &report.error {
            output::note(&report::replay_error(report, error));
        }
    }

    /// One position of the only game.
    fn picture(&self) -> Result<Vec<u8>, CliError> {
        let [(record, report)] = self.pages.as_slice() else {
            let count = self.pages.len();
            return Err(CliError::usage(match count {
                0 => "there is no game to draw".to_owned(),
                _ => format!("there are {count} games, and svg shows one position: choose one with --game N"),
            }));
        };
        let at = self.args.at.unwrap_or(report.moves);
        let mut drawn = None;
        replay_with(record, &mut |number, arbiter| {
            if number == at {
                let title = format!("{} after {at} moves", record.game);
                drawn = Some(report::svg(record.game, &arbiter.diagram(), &title));
            }
        });
        drawn.ok_or_else(|| {
            CliError::usage(format!("--move {at}: only {} moves can be made in this game", report.moves))
        })
    }

    fn finish(mut self, found: &Found) -> Result<(), CliError> {
        match self.args.format {
            ReplayFormat::Json => {}
            ReplayFormat::Pretty => {
                let few = found.records <= 3;
                // With many records only those are told that are wrong.
                let each = self.args.verbose || found.records <= SHOWN;
                for judged in &self.kept {
                    if each || !judged.report.valid {
                        let board = judged
                            .replayed
                            .as_ref()
                            .and_then(|it| it.arbiter.as_ref())
                            .filter(|_| few || self.args.verbose);
                        let board = board.map(|arbiter| (arbiter.diagram(), arbiter.caption()));
                        self.out.extend(report::replayed(&judged.report, judged.record.as_ref(), board));
                    }
                }
                self.out.extend(report::replay_summary(found.records, found.invalid, found.malformed));
            }
            ReplayFormat::Html => {
                let films: Vec<Film> =
                    self.pages.iter().map(|(record, report)| film(record, report)).collect();
                self.out = report::page(&films);
            }
            ReplayFormat::Svg => self.out = self.picture()?,
        }
        output::report_to(&self.args.output, &self.out)
    }
}
