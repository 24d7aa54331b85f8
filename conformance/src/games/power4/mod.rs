//! Power Connect Four: rules, cases, and how they are judged.

mod arbiter;
mod at_once;
mod beginning;
mod column;
mod decisions;
mod disk;
pub(crate) mod draw;
mod files;
mod generate;
mod help;
mod hint;
mod input;
mod inspect;
mod layout;
mod misread;
mod output;
mod partner;
mod position;
mod probes;
mod process;
mod readings;
mod referee;
mod script;
mod seats;
mod session;
mod set;
mod sets;
mod shrink;
mod submission;
mod time;
mod trouble;
mod turn;
mod witness;

use std::time::Duration;

use botspec_sdk::games::power4::{Power4 as Rules, TeamId};
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
pub use script::Variant;

/// The contest.
#[derive(Debug, Clone, Copy)]
pub struct Power4;

/// Every rule, in the order of the spec.
pub static REQUIREMENTS: [&Requirement; 19] = [
    &output::WRITTEN,
    &output::FORMAT,
    &disk::KIND,
    &disk::ONCE,
    &disk::DUAL_BY_TENTH,
    &column::RANGE,
    &column::OPEN,
    &input::TEAM,
    &input::UNTOUCHED,
    &input::LAYOUT,
    &set::RESET,
    &files::COUNT,
    &files::LOCATION,
    &files::PREFIX,
    &process::TERMINATES,
    &process::EXIT_STATUS,
    &time::TURN,
    &time::HEADROOM,
    &submission::NAME,
];

/// What a case is played with: its script in one variant.
pub type Scripted = (Script, Variant);

/// Those who play against a bot. Their program is not called after a team.
static PARTNERS: FilePartners<Rules> = FilePartners { entrant: TeamId::Is("Sp0001") };

impl Contest for Power4 {
    fn name(&self) -> &'static str {
        "power4"
    }

    fn about(&self) -> &'static str {
        "Four in a row with special disks, one process a turn"
    }

    fn variants(&self) -> &'static [&'static str] {
        &Variant::NAMES
    }

    fn requirements(&self) -> &'static [&'static Requirement] {
        &REQUIREMENTS
    }

    fn files(&self) -> &'static [&'static str] {
        &[Rules::TEAM_FILE, Rules::BOARD_FILE, Rules::OUTPUT_FILE, Rules::MOVES_FILE, Rules::OPPONENT_FILE]
    }

    fn has_team_ids(&self) -> bool {
        true
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

    fn core(&self) -> Option<&'static str> {
        Some(include_str!("../../../core/power4.txt"))
    }

    fn soon(&self) -> &'static [&'static str] {
        &[
            "power4/sets/opened-with-dual-team-2",
            "power4/match/felling-team-1-first-001",
            "power4/match/forcing-team-1-first-001",
            "power4/match/undoing-team-1-first-001",
            "power4/match/undoing-team-2-second-001",
            "power4/sets/after-dual-team-2-first",
        ]
    }

    fn submission_rule(&self) -> Option<&'static Requirement> {
        Some(&submission::NAME)
    }

    fn decisions(&self) -> &'static [Decision] {
        &DECISIONS
    }

    fn options(&self, command: CommandName) -> Vec<Arg> {
        match command {
            CommandName::Inspect => inspect::options(),
            CommandName::New => vec![team_id()],
            CommandName::Play => Vec::new(),
        }
    }

    fn side(&self, side: &str) -> String {
        format!("team {side}")
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

/// What a template asks of an author.
fn team_id() -> Arg {
    let id = Arg::new("team_id").long("team-id").value_name("ID");
    id.help("The team's id, letters and then digits, such as Te0001 [default: Te0001]")
}

impl Judge for Power4 {
    type Script = Scripted;
    type Worker = ();

    fn cases(&self, plan: &Plan) -> Result<Vec<Case<Scripted>>, ScenarioError> {
        let variant = plan.variant.as_deref().and_then(Variant::from_name).unwrap_or_default();
        let loaded = scenario::load::<Script>(self.name(), plan.scenarios.as_deref(), &REQUIREMENTS)?;
        let mut cases = Vec::new();
        for entry in loaded {
            let own = entry.script.variant();
            for variant in Variant::ALL.into_iter().filter(|variant| own.is_none_or(|own| own == *variant)) {
                check(&entry, variant)?;
            }
            let submission = matches!(entry.script, Script::Name {});
            let wanted = own.is_none_or(|own| own == variant);
            if wanted && (!submission || plan.submission.is_some()) {
                cases.push(case(entry, variant));
            }
        }
        cases.extend(generate::cases(plan, variant));
        Ok(cases)
    }

    fn written(&self, (script, variant): &Scripted) -> serde_json::Value {
        let mut script = script.clone();
        match &mut script {
            Script::Turn(turn) => turn.variant = Some(*variant),
            Script::Session(session) => session.variant = Some(*variant),
            Script::Headroom {} | Script::Name {} => {}
        }
        scenario::script_to_json(&script)
    }

    fn probes(&self, plan: &Plan) -> Vec<Probe> {
        probes::probes(plan, plan.variant.as_deref().and_then(Variant::from_name).unwrap_or_default())
    }

    fn smaller(&self, (script, variant): &Scripted, transcript: &[Event]) -> Vec<Scripted> {
        let scripts = shrink::smaller(script, *variant, transcript);
        scripts.into_iter().map(|script| (script, *variant)).collect()
    }

    fn extent(&self, transcript: &[Event]) -> Extent {
        shrink::extent(transcript)
    }

    fn turns(&self, (script, _): &Scripted) -> u32 {
        match script {
            Script::Session(session) => session.turns_in_all(),
            Script::Turn(_) => 1,
            Script::Headroom {} | Script::Name {} => 0,
        }
    }

    fn run_case(
        &self,
        case: &Case<Scripted>,
        (): &mut (),
        context: &RunContext<'_>,
    ) -> Result<CaseOutcome, RunError> {
        let (script, variant) = &case.script;
        match script {
            Script::Turn(script) => turn::turn(script, *variant, context),
            Script::Session(script) => sets::session(script, *variant, context),
            Script::Headroom {} => {
                let short = time::judge_headroom(&context.observations.elapsed(), context.limit);
                Ok(context.observations.judge_headroom(short))
            }
            Script::Name {} => Ok(submission::judge(context)),
        }
    }
}

impl Script {
    /// The variant that the case belongs to; none if it belongs to all.
    fn variant(&self) -> Option<Variant> {
        match self {
            Self::Turn(turn) => turn.variant,
            Self::Session(session) => session.variant,
            Self::Headroom {} | Self::Name {} => None,
        }
    }
}

/// Whether the position of a scripted case is one, and its game leads to it.
fn check(entry: &Loaded<Script>, variant: Variant) -> Result<(), ScenarioError> {
    let Script::Turn(turn) = &entry.script else { return Ok(()) };
    if let Some(game) = &turn.game {
        game.replayed(variant.gravity()).map_err(|error| entry.error("game", error))?;
    }
    position::position(turn, variant).map_err(|error| entry.error("board", error))?;
    Ok(())
}

/// A scripted case: what it needs and when it runs follows from what it does.
fn case(entry: Loaded<Script>, variant: Variant) -> Case<Scripted> {
    // What the first cases show about the way the bot reads and answers the others know when they are played.
    let (needs, phase) = match &entry.script {
        Script::Turn(turn) if turn.about_team => (vec![], Phase::First),
        Script::Turn(_) | Script::Session(_) => (vec![], Phase::Main),
        Script::Headroom {} => (vec![time::TURN.id], Phase::Last),
        Script::Name {} => (vec![], Phase::Submission),
    };
    Case::scripted(entry, needs, phase).with_script(|script| (script, variant))
}
