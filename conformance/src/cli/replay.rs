//! `botspec replay`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::args::{Confined, SandboxName, limit, size};
use super::error::CliError;
use super::letters::Reading;
use super::output;
use super::reask::{Again, Opponent};
use super::sink::Sink;
use super::source::Source;
use crate::exit_code::Exit;
use crate::record::{GameRecord, ReplayError, ReplayReport};
use crate::referee::archive::{Content, Entry};
use crate::referee::plain::Letters;
use crate::referee::replay::RecordFault;
use crate::referee::{Replayed, replay};

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ReplayArgs {
    /// Files of records, as `play --record` writes them, of games in SGF, or in the plain form of older archives; `-` is
    /// stdin
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
    /// Let its build use the network; without it there is what cargo fetches beforehand
    #[arg(long, requires = "against", help_heading = "Asking a bot again")]
    pub build_network: bool,
    /// Memory of the bot with all its processes, such as 512MiB
    #[arg(
        long,
        value_name = "SIZE",
        value_parser = size,
        default_value = "2GiB",
        requires = "against",
        help_heading = "Asking a bot again"
    )]
    pub memory: u64,
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
  botspec replay games.jsonl --format sgf --output games.sgf
  botspec replay games.sgf                              SGF of Hex (GM[11]), as HexGui writes it
  botspec replay games.jsonl --against ./mybot          where would it answer differently now?

Exit codes: 0 every record is valid, 1 one is not, 2 usage error, or a line that is not a record.";

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
    /// The games in SGF, for hex; read again, they are the same records
    Sgf,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum LettersName {
    /// The row from the top, as in this contest
    Row,
    /// The column from the left
    Column,
}

/// Referees records again.
pub(super) fn replay_records(args: &ReplayArgs) -> Result<Exit, CliError> {
    output::may_be_written(&args.output, "--output")?;
    for records in &args.records {
        output::spares(&args.output, "--output", records, "the records that are read")?;
    }
    let mut sources = args.records.iter().map(|path| Source::open(path)).collect::<Result<Vec<_>, _>>()?;
    let mut again = again(args)?;
    let reading = Reading::choose(&mut sources, args.letters, args.size)?;
    let mut sink = Sink::new(args)?;
    let mut found = Found::default();
    let mut number = 0;
    'all: for source in &mut sources {
        let name = source.name.clone();
        for entry in source.entries()? {
            let entry = entry?;
            if matches!(entry.content, Content::Cut) {
                output::note(&format!(
                    "{name}, line {}: an incomplete record at the end is ignored; the run that wrote it was killed",
                    entry.line
                ));
                continue;
            }
            number += 1;
            if args.game.is_some_and(|only| only != number) {
                continue;
            }
            let length = entry.length;
            let judged = judge(entry, number, &name, reading.letters, args.size);
            found.count(&judged.report);
            match (&mut again, &judged.record) {
                (None, _) => sink.add(judged, length)?,
                (Some(again), record) => {
                    Sink::warn(&judged.report);
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
    if !matches!(args.format, ReplayFormat::Pretty | ReplayFormat::Json) {
        return Err(CliError::usage("--against has the formats pretty and json"));
    }
    let side = args.side.as_deref();
    let confined =
        Confined { sandbox: Some(args.sandbox), build_network: args.build_network, memory: args.memory };
    Again::new(Opponent { path, side, limit: args.time_limit, confined }).map(Some)
}

/// A record and what came of it.
pub(super) struct Judged {
    pub(super) report: ReplayReport,
    pub(super) record: Option<GameRecord>,
    pub(super) replayed: Option<Replayed>,
}

fn judge(entry: Entry, number: usize, file: &str, letters: Letters, size: u8) -> Judged {
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
        note: None,
    };
    let (record, replayed) = match entry.content {
        Content::Record(record) => {
            let replayed = replay(&record);
            report.game = Some(record.game);
            (Some(*record), replayed)
        }
        Content::Plain(game) => {
            report.game = Some(game.game());
            game.replay(letters, size)
        }
        Content::Sgf(game) => {
            report.game = Some(game.game);
            let notes = game.notes;
            let (record, mut replayed) = match game.record {
                Ok(record) => {
                    let replayed = replay(&record);
                    (Some(*record), replayed)
                }
                Err(fault) => (None, Replayed::unfit(fault)),
            };
            replayed.note = (!notes.is_empty()).then(|| notes.join("; "));
            (record, replayed)
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
    report.note.clone_from(&replayed.note);
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

/// What was found over all.
#[derive(Default)]
pub(super) struct Found {
    pub(super) records: usize,
    pub(super) invalid: usize,
    pub(super) malformed: usize,
    pub(super) notes: usize,
}

impl Found {
    fn count(&mut self, report: &ReplayReport) {
        self.records += 1;
        self.notes += usize::from(report.note.is_some());
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
