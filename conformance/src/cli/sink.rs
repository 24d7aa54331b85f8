//! Where the results of a replay go, as they come.

use super::error::CliError;
use super::output::{self, Report};
use super::replay::{Found, Judged, ReplayArgs, ReplayFormat};
use crate::counted::counted;
use crate::record::{GameRecord, GameResult, ReplayError, ReplayReport, side_name};
use crate::referee::replay::replay_with;
use crate::report::{self, Film, Shot};
use crate::suite::{Game, UnknownGame};

/// So many records are shown one by one.
const MAX_SHOWN: usize = 20;
/// A page has room for records of so many bytes.
const MAX_PAGE: usize = 32 << 20;

/// What is written, what is kept, and what is left out.
pub(super) struct Sink<'a> {
    args: &'a ReplayArgs,
    to: Report<'a>,
    /// What is about to be written.
    out: Vec<u8>,
    /// Records that could be shown, up to the number that is shown one by one.
    kept: Vec<Judged>,
    pages: Vec<(GameRecord, ReplayReport)>,
    /// Bytes of the records in the page.
    page_length: usize,
    /// Records that are wrong, and are not among those that are kept.
    left_out: usize,
}

/// Results are written out when there are so many bytes of them.
const FULL: usize = 1 << 16;

impl<'a> Sink<'a> {
    pub(super) fn new(args: &'a ReplayArgs) -> Result<Self, CliError> {
        if args.at.is_some() && args.format != ReplayFormat::Svg {
            return Err(CliError::usage("--move is for --format svg; a page shows all moves"));
        }
        let to = Report::create(&args.output, "--output")?;
        let (out, kept, pages) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Self { args, to, out, kept, pages, page_length: 0, left_out: 0 })
    }

    /// Adds a record whose line had so many bytes.
    pub(super) fn add(&mut self, judged: Judged, length: usize) -> Result<(), CliError> {
        match self.args.format {
            ReplayFormat::Json => self.out.extend(report::json_line(&judged.report)),
            ReplayFormat::Sgf => self.add_sgf(&judged)?,
            ReplayFormat::Html | ReplayFormat::Svg => {
                Self::warn(&judged.report);
                let begins = judged.replayed.is_some_and(|replayed| replayed.arbiter.is_some());
                if let Some(record) = judged.record.filter(|_| begins) {
                    self.page_length += length;
                    if self.page_length > MAX_PAGE {
                        return Err(CliError::usage(format!(
                            "there are more games than a page has room for ({MAX_PAGE} bytes of records): choose one with --game N, or give a smaller file"
                        )));
                    }
                    self.pages.push((record, judged.report));
                }
            }
            ReplayFormat::Pretty if self.args.verbose => self.show(&judged, true),
            ReplayFormat::Pretty => {
                if self.kept.len() < MAX_SHOWN || (!judged.report.valid && self.kept.len() < 2 * MAX_SHOWN) {
                    self.kept.push(judged);
                } else if !judged.report.valid {
                    self.left_out += 1;
                }
            }
        }
        if self.out.len() > FULL {
            self.to.write(&std::mem::take(&mut self.out))?;
        }
        Ok(())
    }

    /// Writes a game in SGF, if it is one.
    fn add_sgf(&mut self, judged: &Judged) -> Result<(), CliError> {
        Self::warn(&judged.report);
        let Some(record) = judged.record.as_ref().filter(|_| judged.report.valid) else { return Ok(()) };
        let number = judged.report.record;
        let game = Game::of_record(record.game)?;
        let form = game.referee().sgf().ok_or_else(|| {
            let known: Vec<&str> = Game::all()
                .iter()
                .filter(|game| game.referee().sgf().is_some())
                .map(|game| game.name())
                .collect();
            CliError::usage(format!(
                "--format sgf is for {}: record {number} is of {}; choose others with --game N",
                known.join(" and "),
                record.game
            ))
        })?;
        let written = form.write(record);
        let written =
            written.map_err(|why| CliError::usage(format!("record {number} cannot be SGF: {why}")))?;
        self.out.extend(written.into_bytes());
        Ok(())
    }

    /// Tells of what is wrong with a record where the report does not.
    pub(super) fn warn(report: &ReplayReport) {
        if let Some(error) = &report.error {
            output::note(&report::replay_error(report, error));
        }
    }

    fn show(&mut self, judged: &Judged, with_board: bool) {
        let board = judged.replayed.as_ref().and_then(|it| it.arbiter.as_ref()).filter(|_| with_board);
        let board = board.map(|arbiter| (arbiter.diagram(), arbiter.caption()));
        self.out.extend(report::replayed(&judged.report, judged.record.as_ref(), board));
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
        let game = Game::of_record(record.game)?;
        let at = self.args.at.unwrap_or(report.moves);
        let mut drawn = None;
        replay_with(record, &mut |number, arbiter| {
            if number == at {
                let title = format!("{} after {}", record.game, counted(at, "move"));
                drawn = Some(report::svg(game, &arbiter.diagram(), &title));
            }
        });
        drawn.ok_or_else(|| {
            CliError::usage(format!(
                "--move {at}: only {} can be made in this game",
                counted(report.moves, "move")
            ))
        })
    }

    /// Writes what has been kept for the end.
    pub(super) fn finish(mut self, found: &Found) -> Result<(), CliError> {
        match self.args.format {
            ReplayFormat::Json | ReplayFormat::Sgf => {}
            ReplayFormat::Pretty => {
                // With many records only those are told that are wrong.
                let each = found.records <= MAX_SHOWN;
                for judged in std::mem::take(&mut self.kept) {
                    if each || !judged.report.valid {
                        self.show(&judged, found.records <= 3);
                    }
                }
                if self.left_out > 0 {
                    let more =
                        format!("  and {} more that are wrong; -v shows every record\n", self.left_out);
                    self.out.extend(more.into_bytes());
                }
                self.out.extend(report::replay_summary(
                    found.records,
                    found.invalid,
                    found.malformed,
                    found.notes,
                ));
            }
            ReplayFormat::Html => {
                let films: Vec<Film> = self
                    .pages
                    .iter()
                    .map(|(record, report)| film(record, report))
                    .collect::<Result<_, _>>()?;
                self.out = report::page(&films);
            }
            ReplayFormat::Svg => self.out = self.picture()?,
        }
        self.to.write(&self.out)?;
        self.to.finish()
    }
}

/// A game, position after position.
fn film(record: &GameRecord, report: &ReplayReport) -> Result<Film, UnknownGame> {
    let game = Game::of_record(record.game)?;
    Ok(film_of(game, record, report.result.as_ref(), report.error.as_ref()))
}

/// The same with the result and what is wrong with the record, if they are known.
pub(super) fn film_of(
    game: Game,
    record: &GameRecord,
    result: Option<&GameResult>,
    error: Option<&ReplayError>,
) -> Film {
    let mut film = Film::new(game, record, result, error);
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
        mover = (seat.index(), side_name(&arbiter.side(seat)));
    });
    film
}
