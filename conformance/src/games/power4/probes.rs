//! Positions for finding out whether a bot answers the same each time.

use botspec_sdk::games::power4::{
    BoardText, Cells, MovesText, OpponentText, Position, Power4, Team, TeamText,
};
use botspec_sdk::random::Random;

use super::draw::draw;
use super::script::Variant;
use crate::audit::{Probe, Question, played};
use crate::channel::InputFile;
use crate::counted::counted;
use crate::scenario::Plan;

/// How many disks were dropped before each of them.
const DROPS: [u32; 5] = [0, 3, 6, 11, 16];

/// The empty board and what random play makes of it, for both teams.
#[must_use]
pub(super) fn probes(plan: &Plan, variant: Variant) -> Vec<Probe> {
    let mut random = Random::seeded(plan.seed);
    let opening = Position::opening(Team::One, variant.gravity());
    DROPS.map(|drops| probe(&played(opening, drops, &mut random), variant)).into()
}

fn probe(position: &Position, variant: Variant) -> Probe {
    let team = position.team();
    let file = |name: &str, text: String| InputFile {
        name: name.to_owned(),
        bytes: text.into_bytes(),
        read_only: true,
    };
    let board = BoardText { board: *position.board() }.to_string();
    let mut inputs =
        vec![file(Power4::TEAM_FILE, TeamText { team }.to_string()), file(Power4::BOARD_FILE, board.clone())];
    if variant == Variant::Memo {
        let moves = MovesText { turns: position.turns(team), used: position.used(team) };
        let opponent = OpponentText { used: position.used(team.other()) };
        inputs.push(file(Power4::MOVES_FILE, moves.to_string()));
        inputs.push(file(Power4::OPPONENT_FILE, opponent.to_string()));
    }
    Probe {
        title: format!(
            "as team {team} with {} on the board",
            counted(position.board().occupied().len(), "disk")
        ),
        given: format!("team {team}\n{board}"),
        diagram: Some(draw(position.board(), Cells::EMPTY, Cells::EMPTY)),
        question: Question::Turn { inputs, output: Power4::OUTPUT_FILE },
    }
}
