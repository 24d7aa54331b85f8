//! The contest, as the tester sees it.

use std::time::Duration;

use botspec::audit::{Probe, played};
use botspec::contest::{Case, CaseOutcome, Phase};
use botspec::decision::Decision;
use botspec::options::{InspectError, Options};
use botspec::record::{Event, Extent, Inspection, given};
use botspec::requirement::Requirement;
use botspec::run_context::{RunContext, RunError};
use botspec::scenario::{Plan, ScenarioError, load_from, stream};
use botspec::{Contest, Judge};
use botspec_sdk::Position as _;
use botspec_sdk::random::Random;

use crate::draw::draw;
use crate::inspect::inspect;
use crate::play;
use crate::position::Position;
use crate::requirements::{BANK, COLUMN, DECISIONS, FLUSHED, FORMAT, OPEN, REQUIREMENTS};
use crate::script::{Partner, Script};
use crate::wire::{TIME_BANK, action, settings, update};

/// The contest.
#[derive(Debug, Clone, Copy)]
pub struct FourInARow;

/// The written cases: the names of the files, and their texts.
const SCENARIOS: [(&str, &str); 1] = [("scenarios/four.toml", include_str!("../scenarios/four.toml"))];
/// A game has about so many positions.
const POSITIONS: u32 = 20;

impl Contest for FourInARow {
    fn name(&self) -> &'static str {
        "four"
    }

    fn about(&self) -> &'static str {
        "Four in a row on 7×6, as riddles.io played it, one process a game"
    }

    fn requirements(&self) -> &'static [&'static Requirement] {
        &REQUIREMENTS
    }

    fn decisions(&self) -> &'static [Decision] {
        &DECISIONS
    }

    fn inspect(
        &self,
        field: &[u8],
        _: &Options<'_>,
        answer: Option<&str>,
    ) -> Result<Inspection, InspectError> {
        inspect(field, answer).map_err(InspectError::malformed)
    }

    fn time_limit(&self, _: Option<&str>) -> Duration {
        TIME_BANK
    }
}

impl Judge for FourInARow {
    type Script = Script;
    type Worker = ();

    fn cases(&self, plan: &Plan) -> Result<Vec<Case<Script>>, ScenarioError> {
        let written = load_from::<Script>(&SCENARIOS, "four", plan.scenarios.as_deref(), &REQUIREMENTS)?;
        let written = written.into_iter().map(|entry| {
            let phase = match entry.id.split('/').nth(1) {
                Some("contact") => Phase::First,
                Some("time") => Phase::Alone,
                _ => Phase::Main,
            };
            let needs = if phase == Phase::First { Vec::new() } else { vec![FORMAT.id, FLUSHED.id] };
            Case::scripted(entry, needs, phase)
        });
        let games = plan.cases.div_ceil(POSITIONS);
        Ok(written.chain((0..games).map(|number| generated(plan.seed, number))).collect())
    }

    fn smaller(&self, script: &Script, _: &[Event]) -> Vec<Script> {
        let fewer = [script.turns / 2, script.turns - 1].into_iter().filter(|&turns| turns > 0);
        fewer.map(|turns| Script { turns, ..script.clone() }).collect()
    }

    fn extent(&self, transcript: &[Event]) -> Extent {
        let asks = |bytes: &&[u8]| bytes.windows(7).any(|word| word == b"action ");
        Extent::of(&[(given(transcript, "stdin").filter(asks).count(), "turn", "turns")])
    }

    fn run_case(
        &self,
        case: &Case<Script>,
        (): &mut (),
        context: &RunContext<'_>,
    ) -> Result<CaseOutcome, RunError> {
        play::case(&case.script, context)
    }

    fn probes(&self, plan: &Plan) -> Vec<Probe> {
        let mut random = Random::seeded(plan.seed);
        // What a bot can be asked first: to begin, or to answer one disc.
        [0, 1, 1].map(|discs| probe(&played(Position::default(), discs, &mut random))).into()
    }

    fn turns(&self, script: &Script) -> u32 {
        script.turns
    }
}

/// A whole game, by its number and the seed alone.
fn generated(seed: u64, number: u32) -> Case<Script> {
    let partner = [Partner::Random, Partner::Fill, Partner::Follow][number as usize % 3];
    let seed = stream(seed, "games", number).word().into();
    let bot = u8::from(number % 2 == 1);
    Case {
        id: format!("four/generated/{number}"),
        title: "a whole game".to_owned(),
        rules: vec![FORMAT.id, COLUMN.id, OPEN.id, BANK.id],
        needs: vec![FORMAT.id, FLUSHED.id],
        phase: Phase::Main,
        generated: true,
        script: Script { bot, turns: 21, partner, seed, further: Vec::new(), close: false },
    }
}

fn probe(position: &Position) -> Probe {
    let told = settings(position.seat_to_move(), TIME_BANK) + &update(position);
    let title = format!("with {} discs on the board", position.discs());
    Probe::conversation(title, Vec::new(), told, &action(TIME_BANK), draw(position, None))
}
