//! Smaller cases: a turn instead of sets, a turn after a shorter set.

use botspec_sdk::games::power4::{BoardText, Gravity, Position, Power4, TeamText};

use super::script::{Script, SessionScript, Turn, Variant};
use super::witness::{self, Witness};
use crate::record::{Event, Extent, given};

/// What may show the same.
#[must_use]
pub(super) fn smaller(script: &Script, variant: Variant, transcript: &[Event]) -> Vec<Script> {
    match script {
        Script::Session(session) => {
            let turn = last_turn(transcript, variant.gravity()).map(Script::Turn);
            turn.into_iter().chain(shorter(session, transcript).map(Script::Session)).collect()
        }
        Script::Turn(turn) => after_less(turn, variant.gravity()).into_iter().map(Script::Turn).collect(),
        Script::Headroom {} | Script::Name {} => Vec::new(),
    }
}

/// How much a bot was given.
#[must_use]
pub(super) fn extent(transcript: &[Event]) -> Extent {
    let boards: Vec<&[u8]> = given(transcript, Power4::BOARD_FILE).collect();
    let last = boards.last().and_then(|bytes| BoardText::from_bytes(bytes).ok());
    let disks = last.map_or(0, |text| text.board.occupied().into_iter().len());
    Extent::of(&[(boards.len(), "turn", "turns"), (disks, "disk", "disks")])
}

/// The last turn of a match, in a folder of its own.
fn last_turn(transcript: &[Event], gravity: Gravity) -> Option<Turn> {
    let team = TeamText::from_bytes(given(transcript, Power4::TEAM_FILE).last()?).ok()?.team;
    let (game, position) = witness::of_transcript(transcript, team, gravity)?;
    Some(Turn::usual(team, *position.board(), game))
}

/// The same match with less of it: no second set, no turns behind those that were asked for.
fn shorter<'a>(session: &'a SessionScript, transcript: &[Event]) -> impl Iterator<Item = SessionScript> + 'a {
    let asked = given(transcript, Power4::BOARD_FILE).count();
    let sets = (session.sets > 1).then(|| SessionScript { sets: 1, ..session.clone() });
    let turns = (1..session.turns)
        .filter(move |&turns| usize::from(turns) < asked)
        .map(|turns| SessionScript { turns, ..session.clone() });
    sets.into_iter().chain(turns)
}

/// The same turn after a shorter set.
fn after_less(turn: &Turn, gravity: Gravity) -> Vec<Turn> {
    let shorter = turn.game.as_ref().map(|game| game.shorter(turn.team, gravity)).unwrap_or_default();
    let after = |(game, position): (Witness, Position)| {
        let board = BoardText { board: *position.board() }.to_string();
        Turn { board, memo: None, game: Some(game), ..turn.clone() }
    };
    shorter.into_iter().map(after).collect()
}
