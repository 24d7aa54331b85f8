//! Hex: rules, cases, and how they are judged.

mod arbiter;
mod args;
mod central;
mod check_win;
mod circumstance;
mod console;
mod decisions;
mod difference;
mod doubt;
pub(crate) mod draw;
mod elsewhere;
mod eof;
mod event;
mod game;
mod generate;
mod gtp_face;
mod gtp_seat;
mod hint;
mod init_board;
mod input;
mod inspect;
mod knowledge;
mod line;
mod make_move;
mod meaning;
mod misread;
mod miswritten;
mod opponent;
mod output;
mod partner;
mod plain;
mod play;
mod played;
mod player;
mod probes;
mod proof;
mod quit;
mod referee;
mod request;
mod script;
mod seats;
mod seen;
mod session;
mod set;
mod sgf;
mod shapes;
mod show_board;
mod shrink;
mod sizes;
mod slip;
mod start;
mod step;
mod stones;
mod swap;
mod taken;
mod time;
mod vertex;
mod witness;
mod wrong_board;
mod wrong_standing;

use std::time::Duration;

use botspec_sdk::games::hex::Hex as Rules;
use clap::Arg;

use crate::audit::Probe;
use crate::contest::{Case, CaseOutcome, Contest, Judge, Phase, Unjudged};
use crate::decision::Decision;
use crate::options::{CommandName, InspectError, Options};
use crate::record::{Event, Extent, Inspection};
use crate::referee::console::Console;
use crate::referee::gtp::GtpFace;
use crate::requirement::Requirement;
use crate::run_context::{RunContext, RunError};
use crate::scenario::{self, Loaded, Plan, ScenarioError};
use crate::sparring::{Sparring, StreamPartners};
pub use decisions::DECISIONS;
use play::SharedProcess;
use script::{End, LineEnds, Script, SessionScript};
use session::Baseline;
use step::Step;

/// The contest.
#[derive(Debug, Clone, Copy)]
pub struct Hex;

/// Every rule, in the order of the spec.
pub static REQUIREMENTS: [&Requirement; 28] = [
    &args::COLOUR,
    &args::INVALID,
    &init_board::SIZES,
    &init_board::RESETS,
    &make_move::FORMAT,
    &make_move::ON_BOARD,
    &make_move::VACANT,
    &make_move::TINY,
    &make_move::RECORDED,
    &make_move::SWAP_TIMING,
    &set::RECORDED,
    &set::OCCUPIED,
    &swap::COLOURS,
    &check_win::VALUE,
    &check_win::SETUP,
    &show_board::FORMAT,
    &output::UNSOLICITED,
    &output::LINE_END,
    &output::FLUSHED,
    &input::BLANK_LINES,
    &input::CRLF,
    &input::UNKNOWN,
    &quit::TERMINATES,
    &quit::EXIT_STATUS,
    &eof::TERMINATES,
    &time::TURN,
    &time::REPLY,
    &time::HEADROOM,
];

impl Contest for Hex {
    fn name(&self) -> &'static str {
        "hex"
    }

    fn about(&self) -> &'static str {
        "Black and white join opposite edges of a rhombus, one process a game"
    }

    fn requirements(&self) -> &'static [&'static Requirement] {
        &REQUIREMENTS
    }

    fn sparring(&self) -> Option<&dyn Sparring> {
        Some(const { &StreamPartners::<botspec_sdk::games::hex::Hex>::NEW })
    }

    fn soon(&self) -> &'static [&'static str] {
        &["hex/swap/by-opponent", "hex/swap/by-opponent-smallest"]
    }

    fn time_limit(&self, _: Option<&str>) -> Duration {
        Rules::TIME_LIMIT
    }

    fn time_rule(&self) -> Option<&'static Requirement> {
        Some(&time::TURN)
    }

    fn decisions(&self) -> &'static [Decision] {
        &DECISIONS
    }

    fn options(&self, command: CommandName) -> Vec<Arg> {
        match command {
            CommandName::Inspect => inspect::options(),
            CommandName::Play => referee::options(),
            CommandName::New => Vec::new(),
        }
    }

    fn console(&self) -> Option<&dyn Console> {
        Some(self)
    }

    fn gtp(&self) -> Option<&dyn GtpFace> {
        Some(self)
    }

    fn symbol(&self, _: char) -> String {
        String::new()
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

impl Judge for Hex {
    type Script = Script;
    type Worker = SharedProcess;

    fn cases(&self, plan: &Plan) -> Result<Vec<Case<Script>>, ScenarioError> {
        let loaded = scenario::load::<Script>(self.name(), plan.scenarios.as_deref(), &REQUIREMENTS)?;
        let mut cases = Vec::new();
        for entry in loaded {
            check(&entry)?;
            cases.push(case(entry));
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
            Script::Session(session) => u32::try_from(moves_asked_for(session)).unwrap_or(u32::MAX),
            Script::Game(game) => u32::from(game.size.get()).pow(2) / 2,
            Script::Start(_) | Script::Headroom {} => 0,
        }
    }

    fn group(&self, case: &Case<Script>) -> u32 {
        match &case.script {
            Script::Session(session) => session.group,
            _ => 0,
        }
    }

    fn run_case(
        &self,
        case: &Case<Script>,
        shared_process: &mut SharedProcess,
        context: &RunContext<'_>,
    ) -> Result<CaseOutcome, RunError> {
        let is_of_sizes = case.rules.contains(&init_board::SIZES.id);
        if !is_of_sizes && let Some(rule) = sizes::blocker(&case.script, context) {
            return Ok(Unjudged::while_broken(rule).into());
        }
        match &case.script {
            Script::Session(script) => {
                let outcome =
                    play::session(&case.id, script, Baseline::at(case.phase), shared_process, context)?;
                Ok(without_times(case, outcome, context))
            }
            Script::Game(script) => Ok(without_times(case, game::game(&case.id, script, context)?, context)),
            Script::Start(script) => start::start(script, context),
            Script::Headroom {} => Ok(headroom(context)),
        }
    }
}

/// Where answers are kept back nobody knows when they would have come, or what came unasked: a case that is there for
/// that has not come to its end.
fn without_times(case: &Case<Script>, outcome: CaseOutcome, context: &RunContext<'_>) -> CaseOutcome {
    let of_time = [&time::TURN, &time::REPLY, &output::FLUSHED, &output::UNSOLICITED];
    let kept_back = request::Kind::ALL
        .iter()
        .any(|kind| context.observations.blocked_by(kind.name()) == Some(output::FLUSHED.id));
    if !kept_back || outcome.unjudged.is_some() || !of_time.iter().any(|rule| case.rules.contains(&rule.id)) {
        return outcome;
    }
    let by = output::FLUSHED.id;
    let reason = format!("when its answers come cannot be judged while {by} is broken");
    CaseOutcome { unjudged: Some(Unjudged::Blocked { reason, by }), ..outcome }
}

/// The slowest of all moves, if there were any.
fn headroom(context: &RunContext<'_>) -> CaseOutcome {
    let elapsed = context.observations.elapsed();
    if !elapsed.is_empty() {
        return context.observations.judge_headroom(time::judge_headroom(&elapsed, context.limit));
    }
    let moves = request::Kind::MakeMove;
    let keys = [session::EVERYTHING, moves.name(), moves.form()].into_iter();
    let colours = botspec_sdk::games::hex::Colour::ALL.map(session::colour_key);
    let others = [request::Kind::CheckWin, request::Kind::ShowBoard].map(request::Kind::name);
    match keys.chain(colours).chain(others).find_map(|key| context.observations.blocked_by(key)) {
        Some(rule) => CaseOutcome::blocked(format!("no move was timed: {rule} is broken"), rule),
        None => CaseOutcome::not_tried("no move was timed"),
    }
}

/// Whether a scripted session begins as it must.
fn check(entry: &Loaded<Script>) -> Result<(), ScenarioError> {
    let Script::Session(session) = &entry.script else { return Ok(()) };
    for (field, steps) in [("before", &session.before), ("steps", &session.steps)] {
        let first = steps.first();
        let begins = matches!(first, Some(Step::Say(botspec_sdk::games::hex::Message::InitBoard(_))));
        // Before the first game there is only what is no message, and listening.
        let idle = matches!(first, Some(Step::Listen(_) | Step::Raw(_)) | None);
        if !begins && !idle {
            return Err(entry.error(field, "a session begins with init_board"));
        }
    }
    Ok(())
}

/// A scripted case: what it needs, when it runs and with whom it shares a process follows from what it does.
fn case(mut entry: Loaded<Script>) -> Case<Script> {
    let subject = entry.id.split('/').nth(1).unwrap_or_default();
    let phase = match (&entry.script, subject) {
        (Script::Headroom {}, _) => Phase::Last,
        (_, "contact") => Phase::First,
        (_, "first") => Phase::Second,
        _ => Phase::Main,
    };
    let mut needs = Vec::new();
    match &mut entry.script {
        Script::Session(session) if phase == Phase::Main => {
            needs.extend(needs_of(session));
            if moves(session) {
                needs.push(make_move::RECORDED.id);
            }
            if is_sociable(session) {
                session.group = match session.colour {
                    botspec_sdk::games::hex::Colour::Black => 1,
                    botspec_sdk::games::hex::Colour::White => 2,
                };
            }
        }
        Script::Game(_) => needs.push(make_move::RECORDED.id),
        Script::Headroom {} => needs.push(time::TURN.id),
        Script::Session(_) | Script::Start(_) => {}
    }
    Case::scripted(entry, needs, phase)
}

/// The rule without which a session cannot be judged.
fn needs_of(session: &SessionScript) -> Option<&'static str> {
    // At the end of input nothing else is tried: each case may tell for itself whether the bot ends.
    (session.end == End::Quit).then_some(quit::TERMINATES.id)
}

/// Whether the opponent swaps in a session.
fn swaps(session: &SessionScript) -> bool {
    session.steps.iter().any(|step| matches!(step, Step::Say(botspec_sdk::games::hex::Message::Swap)))
}

/// Whether the bot is asked for a move in a session.
fn moves(session: &SessionScript) -> bool {
    moves_asked_for(session) > 0
}

fn moves_asked_for(session: &SessionScript) -> usize {
    use botspec_sdk::games::hex::Message;
    let asks = |step: &&Step| matches!(step, Step::Say(Message::MakeMove));
    session.all_steps().filter(asks).count()
}

/// Whether a session can share a process with others: it has nothing about it that they should not see, and
/// nobody swaps in it. A game before is one more in the same process.
fn is_sociable(session: &SessionScript) -> bool {
    let raw = session.steps.iter().any(|step| matches!(step, Step::Raw(_) | Step::Listen(_)));
    !session.fresh
        && !swaps(session)
        && !raw
        && session.end == End::Open
        && session.line_ends == LineEnds::Lf
        && !session.blank_lines
}
