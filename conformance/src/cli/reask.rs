//! `botspec replay --against`: where a bot answers differently now.

use std::path::Path;
use std::time::Duration;

use botspec_sdk::seat::Seat;

use super::args::Confined;
use super::error::CliError;
use super::interrupt::open_host;
use super::output;
use crate::bot::{Bot, Workshop};
use crate::exit_code::Exit;
use crate::process::{Host, Program};
use crate::record::{GameRecord, ReaskAnswer, ReaskReport, ReplayReport, side_name};
use crate::referee::open;
use crate::referee::reask::{Asked, Asking, Now};
use crate::referee::seats::Stop;
use crate::report;
use crate::suite::{Game, UnknownGame};

/// What asking a bot again takes.
pub(super) struct Opponent<'a> {
    /// The bot, as on the command line.
    pub path: &'a Path,
    /// The only side that it is asked as.
    pub side: Option<&'a str>,
    /// Another limit than the contest's.
    pub limit: Option<Duration>,
    /// How it is confined.
    pub confined: Confined,
}

/// A bot that is asked again, over any number of records.
pub(super) struct Again<'a> {
    opponent: Opponent<'a>,
    bot: Bot,
    program: Program,
    host: Host,
    reports: Vec<ReaskReport>,
    /// Records of games that the bot is not for, and why it is not.
    others: Vec<CliError>,
}

impl<'a> Again<'a> {
    /// Finds and builds the bot.
    pub(super) fn new(opponent: Opponent<'a>) -> Result<Self, CliError> {
        let bot = Bot::locate(opponent.path)?;
        let host = open_host(&opponent.confined)?;
        let workshop = Workshop::new(&host, opponent.confined.build_network);
        let program = bot.prepare(&workshop, &mut output::step)?;
        Ok(Self { opponent, bot, program, host, reports: Vec::new(), others: Vec::new() })
    }

    /// Asks it in the positions of a record; false if the user has had enough.
    pub(super) fn add(&mut self, record: &GameRecord, replayed: &ReplayReport) -> Result<bool, CliError> {
        if let Err(error) = self.bot.expect_game(record.game.as_str()) {
            self.others.push(error.into());
            return Ok(true);
        }
        let mut report = ReaskReport {
            schema: "botspec.against/1",
            record: replayed.record,
            file: replayed.file.clone(),
            line: replayed.line,
            game: record.game,
            bot: self.bot.name(),
            asked: 0,
            differing: 0,
            refused: 0,
            unjudged: 0,
            complete: true,
            answers: Vec::new(),
        };
        let limit = self.opponent.limit.map_or_else(|| limit_of(record), Ok)?;
        let mut enough = self.host.is_interrupted();
        let referee = Game::of_record(record.game)?.contest().referee();
        for seat in self.seats(record)? {
            if enough {
                break;
            }
            let asking = Asking { host: &self.host, program: &self.program, limit, seat };
            match referee.seating().ask_again(&asking, record, &mut |asked| count(&mut report, asked)) {
                Ok(()) => {}
                Err(Stop::Interrupted) => enough = true,
                Err(Stop::NotStarted { why, .. }) => {
                    let path = self.opponent.path.display();
                    return Err(CliError::usage(format!("{path} could not be started: {why}")));
                }
                // One that cannot be judged is told of with the others.
                Err(Stop::HostTooBusy { .. }) => report.unjudged += 1,
                Err(Stop::Failed(error)) => return Err(error.into()),
            }
        }
        report.answers.sort_by_key(|answer| answer.mv);
        report.complete = !enough;
        self.reports.push(report);
        Ok(!enough)
    }

    /// The seats that the bot takes in this game.
    fn seats(&self, record: &GameRecord) -> Result<Vec<Seat>, CliError> {
        let Ok(arbiter) = open(record) else { return Ok(Vec::new()) };
        let all: Vec<Seat> = (0..arbiter.seats()).map(Seat::from_index).collect();
        if let Some(wanted) = self.opponent.side {
            let named: Vec<String> = all.iter().map(|seat| side_name(&arbiter.side(*seat))).collect();
            let Some(at) = named.iter().position(|side| side == wanted) else {
                return Err(CliError::usage(format!(
                    "--side {wanted}: {} has the sides {}",
                    record.game,
                    named.join(", ")
                )));
            };
            return Ok(vec![all[at]]);
        }
        let name = self.bot.name();
        let own: Vec<Seat> = all
            .iter()
            .copied()
            .filter(|seat| record.players.get(seat.index()).is_some_and(|player| player.name == name))
            .collect();
        Ok(if own.is_empty() { all } else { own })
    }

    /// The reports, as text, and how the command ends if the records are as they say.
    pub(super) fn finish(mut self, as_json: bool) -> Result<(Vec<u8>, Exit), CliError> {
        if let Some(error) = self.others.pop() {
            if self.reports.is_empty() {
                return Err(error);
            }
            output::note(&format!("records of other games, left out: {}", self.others.len() + 1));
        }
        let sum = |what: fn(&ReaskReport) -> usize| self.reports.iter().map(what).sum::<usize>();
        let exit = if self.host.is_interrupted() {
            Exit::Interrupted
        } else if sum(|report| report.refused) > 0 {
            Exit::Failure
        } else if sum(|report| report.unjudged) > 0 {
            Exit::Inconclusive
        } else {
            Exit::Success
        };
        if exit == Exit::Interrupted {
            output::note(
                "interrupted: nothing is known of the positions that the bot was not asked in by then",
            );
        }
        let out = if as_json {
            self.reports.iter().flat_map(report::json_line).collect()
        } else {
            report::reask(&self.reports)
        };
        Ok((out, exit))
    }
}

fn count(report: &mut ReaskReport, asked: Asked) {
    report.asked += 1;
    let same = asked.is_same();
    report.differing += usize::from(!same);
    let mut answer = ReaskAnswer {
        mv: asked.mv,
        side: asked.side,
        recorded: asked.recorded,
        answer: None,
        refused: None,
        rule: None,
        message: None,
    };
    match asked.now {
        Now::Unjudged => {
            report.unjudged += 1;
            return;
        }
        Now::Legal(text) => answer.answer = Some(text),
        Now::Refused { answer: text, reason, rule, message } => {
            report.refused += 1;
            answer.answer = text;
            answer.refused = Some(reason.to_owned());
            answer.rule = rule.map(str::to_owned);
            answer.message = Some(message);
        }
    }
    if !same || answer.refused.is_some() {
        report.answers.push(answer);
    }
}

impl From<UnknownGame> for CliError {
    fn from(error: UnknownGame) -> Self {
        Self::usage(error.to_string())
    }
}

/// The contest's own limit.
fn limit_of(record: &GameRecord) -> Result<Duration, CliError> {
    let game = Game::of_record(record.game)?;
    Ok(game.time_limit(game.referee().variant_name(&record.variant)))
}
