//! Flit: rules, cases, and how they are judged.

mod arbiter;
mod at_once;
mod attribution;
mod cause;
mod decisions;
pub(crate) mod draw;
mod enclose;
mod eof;
mod generate;
mod grow;
mod hint;
mod identity;
mod input;
mod inspect;
mod introduction;
mod moves;
mod partner;
mod patch;
mod play;
mod played;
mod probes;
mod referee;
mod reply;
mod rounds;
mod script;
mod seats;
mod session;
mod shrink;
mod stale;
mod stalls;
mod stats;
mod time;
mod update;
mod witness;

use std::time::Duration;

use botspec_sdk::games::flit::Variant;
use clap::Arg;

use crate::audit::Probe;
use crate::contest::{Case, CaseOutcome, Contest, Judge, Phase};
use crate::decision::Decision;
use crate::options::{CommandName, InspectError, Options};
use crate::record::{Event, Extent, Inspection};
use crate::requirement::Requirement;
use crate::run_context::{RunContext, RunError};
use crate::scenario::{self, Loaded, Plan, ScenarioError};
use crate::sparring::{Sparring, StreamPartners};
pub use decisions::DECISIONS;
use script::{End, Purpose, Script, SessionScript, Step, Turn};

/// The contest.
#[derive(Debug, Clone, Copy)]
pub struct Flit;

/// Every rule, in the order of the spec.
pub static REQUIREMENTS: [&Requirement; 19] = [
    &reply::ONE_LINE,
    &reply::FORMAT,
    &reply::LINE_END,
    &reply::RANGE,
    &reply::FLUSHED,
    &moves::ORIGIN,
    &moves::VACANT,
    &moves::ADJACENT,
    &moves::STUCK,
    &update::SILENT,
    &update::TRACKED,
    &identity::ARGUMENT,
    &time::TURN,
    &time::STARTUP,
    &time::LATE_SYNC,
    &time::HEADROOM,
    &input::CRLF,
    &eof::TERMINATES,
    &eof::EXIT_STATUS,
];

impl Contest for Flit {
    fn name(&self) -> &'static str {
        "flit"
    }

    fn about(&self) -> &'static str {
        "Four bots collect pieces on a 32×32 torus, one process a game"
    }

    fn variants(&self) -> &'static [&'static str] {
        &["standard", "duel"]
    }

    fn requirements(&self) -> &'static [&'static Requirement] {
        &REQUIREMENTS
    }

    fn sparring(&self) -> Option<&dyn Sparring> {
        Some(const { &StreamPartners::<botspec_sdk::games::flit::Flit>::NEW })
    }

    fn time_limit(&self, variant: Option<&str>) -> Duration {
        variant_of(variant).time_limit()
    }

    fn time_rule(&self) -> Option<&'static Requirement> {
        Some(&time::TURN)
    }

    fn soon(&self) -> &'static [&'static str] {
        &["flit/time/crowded", "flit/time/full", "flit/time/far-ahead"]
    }

    fn decisions(&self) -> &'static [Decision] {
        &DECISIONS
    }

    fn options(&self, command: CommandName) -> Vec<Arg> {
        match command {
            CommandName::Inspect => inspect::options(),
            CommandName::Play | CommandName::New => Vec::new(),
        }
    }

    fn symbol(&self, symbol: char) -> String {
        match symbol {
            '.' => String::new(),
            '5' => "n".to_owned(),
            bot => bot.to_string(),
        }
    }

    fn side(&self, side: &str) -> String {
        format!("bot {side}")
    }

    fn style(&self) -> &'static str {
        include_str!("board.css")
    }

    fn inspect(
        &self,
        position: &[u8],
        options: &Options<'_>,
        answer: Option<&str>,
    ) -> Result<Inspection, InspectError> {
        inspect::inspect(position, options, answer)
    }
}

impl Judge for Flit {
    type Script = Script;
    type Worker = ();

    fn cases(&self, plan: &Plan) -> Result<Vec<Case<Script>>, ScenarioError> {
        let variant = variant_of(plan.variant.as_deref());
        let loaded = scenario::load::<Script>(self.name(), plan.scenarios.as_deref(), &REQUIREMENTS)?;
        let mut cases = Vec::new();
        for entry in loaded {
            let own = entry.script.variant();
            check(&entry, own.unwrap_or(Variant::Standard))?;
            // A case that names no variant is one of each that has its bots.
            if own.map_or_else(|| check(&entry, variant).is_ok(), |own| own == variant) {
                cases.push(case(entry, variant));
            }
        }
        let mut generated = generate::cases(plan, variant);
        for case in &mut generated {
            case.needs = needs(&case.script);
        }
        cases.extend(generated);
        Ok(cases)
    }

    fn probes(&self, plan: &Plan) -> Vec<Probe> {
        probes::probes(plan, variant_of(plan.variant.as_deref()))
    }

    fn smaller(&self, script: &Script, transcript: &[Event]) -> Vec<Script> {
        shrink::smaller(script, transcript)
    }

    fn extent(&self, transcript: &[Event]) -> Extent {
        shrink::extent(transcript)
    }

    fn run_case(
        &self,
        case: &Case<Script>,
        (): &mut (),
        context: &RunContext<'_>,
    ) -> Result<CaseOutcome, RunError> {
        if let Some(rule) = context.observations.blocked_by(introduction::TALK) {
            let reason =
                format!("cannot be judged: the bot breaks {rule}, so that its answers cannot be made out");
            return Ok(CaseOutcome::blocked(reason, rule));
        }
        if let Some(refused) = at_once::refused(&case.script, context)? {
            return Ok(refused);
        }
        match &case.script {
            Script::Introduction(introduction) => {
                introduction::introduce(introduction.variant.unwrap_or_default(), context)
            }
            Script::Session(session) if case.rules.contains(&identity::ARGUMENT.id) => {
                identity::played(session, context)
            }
            Script::Session(session) => play::session(session, context),
            Script::Game(game) => play::game(game, context),
        }
    }
}

/// The variant of this name; the contest itself if none is asked for.
fn variant_of(name: Option<&str>) -> Variant {
    name.and_then(Variant::from_name).unwrap_or_default()
}

/// Whether a scripted case can be played in a variant.
fn check(entry: &Loaded<Script>, variant: Variant) -> Result<(), ScenarioError> {
    let bot = entry.script.bot();
    if !variant.seats(bot) {
        return Err(entry.error("bot", format!("bot {bot} does not play {variant}")));
    }
    let Script::Session(session) = &entry.script else { return Ok(()) };
    for patch in &session.board {
        patch.check(variant).map_err(|error| entry.error("board", error))?;
    }
    for step in &session.steps {
        let Step::Turns(turns) = step else { continue };
        let named = |turn: &Turn| {
            let moved = turn.mv.into_iter().flat_map(|mv| [mv.origin, mv.destination]);
            moved.chain(turn.neutral).all(|point| point.on(variant).is_some())
        };
        if let Some(turn) = turns.iter().find(|turn| !named(turn)) {
            return Err(entry.error("turns", format!("`{turn}` is off the board of {variant}")));
        }
    }
    Ok(())
}

/// A scripted case: what it needs and when it runs follows from what it does.
fn case(mut entry: Loaded<Script>, variant: Variant) -> Case<Script> {
    match &mut entry.script {
        Script::Introduction(introduction) => introduction.variant = Some(variant),
        Script::Session(session) => session.variant = Some(variant),
        Script::Game(game) => game.variant = Some(variant),
    }
    let mut needs = needs(&entry.script);
    let identity = entry.rules.contains(&identity::ARGUMENT.id);
    let phase = match &entry.script {
        Script::Introduction(_) => Phase::First,
        _ if identity => Phase::Second,
        Script::Game(game) if game.purpose != Purpose::Moves => Phase::Alone,
        Script::Session(_) | Script::Game(_) => Phase::Main,
    };
    if identity {
        needs.retain(|rule| *rule != identity::ARGUMENT.id);
    }
    Case::scripted(entry, needs, phase)
}

/// The rules without which a case says nothing.
fn needs(script: &Script) -> Vec<&'static str> {
    let (asks, end) = match script {
        Script::Introduction(_) => return Vec::new(),
        Script::Session(session) => (asks(session), session.end),
        Script::Game(_) => (true, End::Stopped),
    };
    let mut needs = Vec::new();
    if asks && script.bot() != botspec_sdk::games::flit::Player::One {
        needs.push(identity::ARGUMENT.id);
    }
    // What a long game tells of moves is worth having of a bot that does not end, too.
    let game_end =
        matches!(script, Script::Game(game) if game.end != End::Stopped && game.purpose == Purpose::Moves);
    if end != End::Stopped || game_end {
        needs.push(eof::TERMINATES.id);
    }
    needs
}

fn asks(session: &SessionScript) -> bool {
    session.steps.iter().any(|step| matches!(step, Step::Ask | Step::Refuse | Step::Miss))
}
