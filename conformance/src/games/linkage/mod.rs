//! Linkage: rules, cases, and how they are judged.

mod arbiter;
mod cache;
mod decisions;
pub(crate) mod draw;
mod files;
mod generate;
mod hint;
mod id;
mod input;
mod inspect;
mod order;
mod overlooked;
mod partner;
mod play;
mod probes;
mod process;
mod referee;
mod script;
mod seats;
mod session;
mod shrink;
mod skip;
mod submission;
mod time;
mod whole_game;
mod witness;
mod written;

use std::time::Duration;

use botspec_sdk::games::linkage::{InputText, Linkage as Rules, Position};
use botspec_sdk::{Identity, Position as _};
use clap::Arg;

use crate::audit::Probe;
use crate::contest::{Case, CaseOutcome, Contest, Judge, Phase};
use crate::decision::Decision;
use crate::options::{CommandName, InspectError, Options};
use crate::record::{Event, Extent, Inspection};
use crate::requirement::Requirement;
use crate::run_context::{RunContext, RunError};
use crate::scenario::{self, Loaded, Plan, ScenarioError};
use crate::sparring::{FilePartners, Sparring};
pub use decisions::DECISIONS;
use script::Script;

/// The contest.
#[derive(Debug, Clone, Copy)]
pub struct Linkage;

/// Every rule, in the order of the spec.
pub static REQUIREMENTS: [&Requirement; 26] = [
    &id::ONE_LINE,
    &id::ANY_ARGUMENT,
    &id::NO_INPUT,
    &id::NO_TURN,
    &id::FIELDS,
    &order::WRITTEN,
    &order::FORMAT,
    &order::COLOUR,
    &order::ADJACENT,
    &order::VACANT,
    &order::CLEAR,
    &skip::FORCED,
    &skip::UNFORCED,
    &input::UNTOUCHED,
    &input::CRLF,
    &input::FINAL_NEWLINE,
    &process::TERMINATES,
    &process::EXIT_STATUS,
    &process::LOCATION,
    &files::ONE_CACHE,
    &files::SAME_FOLDER,
    &files::STALE_CACHE,
    &time::TURN,
    &time::HEADROOM,
    &submission::SOURCE_ONLY,
    &submission::BUILDS,
];

/// Those who play against a bot.
static PARTNERS: FilePartners<Rules> = FilePartners {
    entrant: Identity {
        name: "Sparring partner",
        author: "botspec",
        country: None,
        date: "23 November 2026",
        version: env!("CARGO_PKG_VERSION"),
    },
};

impl Contest for Linkage {
    fn name(&self) -> &'static str {
        "linkage"
    }

    fn about(&self) -> &'static str {
        "Dominoes on 7×7, one process a turn"
    }

    fn requirements(&self) -> &'static [&'static Requirement] {
        &REQUIREMENTS
    }

    fn sparring(&self) -> Option<&dyn Sparring> {
        Some(&PARTNERS)
    }

    fn time_limit(&self, _: Option<&str>) -> Duration {
        Rules::TIME_LIMIT
    }

    fn time_rule(&self) -> Option<&'static Requirement> {
        Some(&time::TURN)
    }

    fn files(&self) -> &'static [&'static str] {
        &[Rules::INPUT_FILE, Rules::ORDER_FILE]
    }

    fn core(&self) -> Option<&'static str> {
        Some(include_str!("../../../core/linkage.txt"))
    }

    fn submission_rule(&self) -> Option<&'static Requirement> {
        Some(&submission::BUILDS)
    }

    fn soon(&self) -> &'static [&'static str] {
        &[
            "linkage/skip/of-the-opponent-as-more",
            "linkage/skip/of-the-opponent-as-fewer",
            "linkage/game/random-as-more-001",
            "linkage/game/random-as-fewer-001",
        ]
    }

    fn decisions(&self) -> &'static [Decision] {
        &DECISIONS
    }

    fn options(&self, command: CommandName) -> Vec<Arg> {
        match command {
            CommandName::New => origin(),
            CommandName::Inspect | CommandName::Play => Vec::new(),
        }
    }

    fn symbol(&self, symbol: char) -> String {
        match symbol {
            '.' | 'X' => String::new(),
            'x' => "×".to_owned(),
            colour => colour.to_string(),
        }
    }

    fn style(&self) -> &'static str {
        include_str!("board.css")
    }

    fn inspect(
        &self,
        position: &[u8],
        _: &Options<'_>,
        answer: Option<&str>,
    ) -> Result<Inspection, InspectError> {
        inspect::inspect(position, answer)
    }
}

/// What a template asks of an author, for the line that the bot says about itself.
fn origin() -> Vec<Arg> {
    let country = Arg::new("country").long("country").value_name("TEXT").allow_hyphen_values(true);
    let number = Arg::new("contest_number").long("contest-number").value_name("N");
    vec![
        country.help("The author's country"),
        number.help("The number that the organizer has given the bot, such as 19"),
    ]
}

impl Judge for Linkage {
    type Script = Script;
    type Worker = ();

    fn cases(&self, plan: &Plan) -> Result<Vec<Case<Script>>, ScenarioError> {
        let loaded = scenario::load::<Script>(self.name(), plan.scenarios.as_deref(), &REQUIREMENTS)?;
        let mut cases = Vec::new();
        for entry in loaded {
            check(&entry)?;
            let submission = matches!(entry.script, Script::Sources {} | Script::Builds {});
            if !submission || plan.submission.is_some() {
                cases.push(case(entry));
            }
        }
        cases.extend(generate::cases(plan));
        Ok(cases)
    }

    fn probes(&self, plan: &Plan) -> Vec<Probe> {
        probes::probes(plan)
    }

    fn smaller(&self, script: &Script, transcript: &[Event]) -> Vec<Script> {
        shrink::smaller(script, transcript)
    }

    fn extent(&self, transcript: &[Event]) -> Extent {
        shrink::extent(transcript)
    }

    fn turns(&self, script: &Script) -> u32 {
        match script {
            // It puts every other of two dozen dominoes, and is skipped now and then.
            Script::Game(_) => 12,
            Script::Turn(_) => 1,
            Script::Identify(_) | Script::Headroom {} | Script::Sources {} | Script::Builds {} => 0,
        }
    }

    fn run_case(
        &self,
        case: &Case<Script>,
        (): &mut (),
        context: &RunContext<'_>,
    ) -> Result<CaseOutcome, RunError> {
        match &case.script {
            Script::Identify(script) => play::identify(script, context),
            Script::Turn(script) => play::turn(script, case.phase == Phase::First, context),
            Script::Game(script) => whole_game::game(script, context),
            Script::Headroom {} => {
                let short = time::judge_headroom(&context.observations.elapsed(), context.limit);
                Ok(context.observations.judge_headroom(short))
            }
            Script::Sources {} => Ok(submission::judge_sources(context)),
            Script::Builds {} => Ok(submission::judge_build(context)),
        }
    }
}

/// Whether the position of a scripted case is one.
fn check(entry: &Loaded<Script>) -> Result<(), ScenarioError> {
    match &entry.script {
        Script::Turn(turn) => {
            let text = InputText::from_bytes(turn.input.as_bytes())
                .map_err(|error| entry.error("input", error.to_string()))?;
            Position::from_setup(&text.into()).map_err(|error| entry.error("input", error.to_string()))?;
            Ok(())
        }
        Script::Game(game) => {
            let start = game.start().map_err(|problem| entry.error("opening", problem))?;
            if game.opening.is_empty() || (start.outcome().is_none() && start.side() == game.side) {
                return Ok(());
            }
            Err(entry.error("opening", "after these orders it must be the bot's turn"))
        }
        Script::Identify(identify) if identify.args.is_empty() => {
            Err(entry.error("args", "an identification needs an argument"))
        }
        _ => Ok(()),
    }
}

/// A scripted case: what it needs and when it runs follows from what it does.
fn case(entry: Loaded<Script>) -> Case<Script> {
    // What the first cases show about the way the bot answers the others know when they are played.
    let (needs, phase) = match &entry.script {
        Script::Identify(identify) if identify.is_plain() => (vec![], Phase::First),
        Script::Turn(_) if entry.id.starts_with("linkage/opening/") => (vec![], Phase::First),
        Script::Identify(_) | Script::Turn(_) | Script::Game(_) => (vec![], Phase::Main),
        Script::Headroom {} => (vec![time::TURN.id], Phase::Last),
        Script::Sources {} | Script::Builds {} => (vec![], Phase::Submission),
    };
    Case::scripted(entry, needs, phase)
}

#[cfg(test)]
mod tests {
    use super::*;
    use botspec_sdk::games::linkage::{Domino, Dominoes, Order, Side, Square, Squares};

    /// All written turns: the case's id, and the `input.txt`.
    pub(super) fn written() -> impl Iterator<Item = (String, String)> {
        let cases = Linkage.cases(&Plan { cases: 0, ..Plan::default() }).unwrap();
        cases.into_iter().filter_map(|case| match case.script {
            Script::Turn(turn) => Some((case.id, turn.input)),
            _ => None,
        })
    }

    fn positions() -> impl Iterator<Item = Position> {
        let position = |input: &str| {
            let input = InputText::from_bytes(input.as_bytes()).unwrap();
            Position::from_setup(&input.into()).unwrap()
        };
        written().map(move |(_, input)| position(&input))
    }

    /// A bot that sees all places but one, as one of the sides, has to skip wrongly somewhere, however it chooses.
    #[test]
    fn each_place_is_the_only_one_somewhere_as_both_sides() {
        let only = |position: Position| {
            let side = position.side();
            let mut places: Vec<_> = position
                .legal_moves()
                .into_iter()
                .filter_map(|order| match order {
                    Order::Place { domino, .. } => Some(domino.squares()),
                    Order::Skip => None,
                })
                .collect();
            places.dedup();
            <[Squares; 1]>::try_from(places).ok().map(|[place]| (place, side))
        };
        let found: Vec<(Squares, Side)> = positions().filter_map(only).collect();
        let centre = Squares::of(Square::CENTRE);
        let places = Dominoes::within(Squares::ALL.without(centre)).map(Domino::squares);
        let as_both = places.flat_map(|place| [(place, Side::More), (place, Side::Fewer)]);
        let missing: Vec<_> = as_both.filter(|place| !found.contains(place)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }

    /// A bot that overlooks just one mark can place wrongly somewhere, where it has to skip.
    #[test]
    fn each_mark_is_what_forbids_a_placement_somewhere() {
        let decides = |position: Position| {
            let beside_open = |mark: &Square| !(Squares::of(*mark).neighbours() & position.open()).is_empty();
            position.marks().into_iter().filter(beside_open).collect::<Squares>()
        };
        let skips = positions().filter(Position::must_skip);
        let found = skips.map(decides).fold(Squares::of(Square::CENTRE), Squares::union);
        assert_eq!(found, Squares::ALL);
    }
}
