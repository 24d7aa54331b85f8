//! Smaller cases: a turn instead of sets, a board with fewer disks, books in which less was used.

use botspec_sdk::games::power4::{
    Board, BoardText, Cell, Column, Gravity, Kinds, MovesText, OpponentText, Power4, TeamText,
};

use super::play;
use super::script::{Layout, Memo, Script, Session, TeamEnd, Turn, Variant};
use crate::record::{Event, Extent, given};
use crate::scenario::{cuts, without};

/// What may show the same.
#[must_use]
pub(super) fn smaller(script: &Script, variant: Variant, transcript: &[Event]) -> Vec<Script> {
    match script {
        Script::Session(session) => {
            let turn = last_turn(transcript).map(Script::Turn);
            turn.into_iter().chain(shorter(session, transcript).map(Script::Session)).collect()
        }
        Script::Turn(turn) => {
            let mut turns = with_fewer_disks(turn, variant.gravity());
            turns.extend(with_less_used(turn));
            turns.retain(|turn| play::position(turn, variant).is_ok());
            turns.into_iter().map(Script::Turn).collect()
        }
        Script::Headroom {} | Script::Name {} => Vec::new(),
    }
}

/// How much a bot was given.
#[must_use]
pub(super) fn extent(transcript: &[Event]) -> Extent {
    let boards: Vec<&[u8]> = given(transcript, Power4::BOARD_FILE).collect();
    let last = boards.last().and_then(|bytes| BoardText::from_bytes(bytes).ok());
    let disks = last.map_or(0, |text| occupied(&text.board).count());
    Extent::of(&[(boards.len(), "turn", "turns"), (disks, "disk", "disks")])
}

fn occupied(board: &Board) -> impl Iterator<Item = Cell> {
    Cell::all().filter(|&cell| board.get(cell).is_some())
}

/// The last turn of a match, in a folder of its own.
fn last_turn(transcript: &[Event]) -> Option<Turn> {
    let last = |file| given(transcript, file).last();
    let board = BoardText::from_bytes(last(Power4::BOARD_FILE)?).ok()?;
    let team = TeamText::from_bytes(last(Power4::TEAM_FILE)?).ok()?.team;
    let own = last(Power4::MOVES_FILE).and_then(|bytes| MovesText::from_bytes(bytes).ok());
    let theirs = last(Power4::OPPONENT_FILE).and_then(|bytes| OpponentText::from_bytes(bytes).ok());
    let numbers = |kinds: Kinds| kinds.iter().map(|kind| kind.number()).collect();
    Some(Turn {
        variant: None,
        team,
        board: board.to_string(),
        memo: Memo {
            used: own.map(|own| numbers(own.used)).unwrap_or_default(),
            opponent_used: theirs.map(|theirs| numbers(theirs.used)).unwrap_or_default(),
            turns: own.map_or(0, |own| own.turns),
        },
        layout: Layout::Usual,
        team_end: TeamEnd::Bare,
        about_team: false,
        stale: None,
        stray: Vec::new(),
    })
}

/// The same match with less of it: no second set, no turns behind those that were asked for.
fn shorter<'a>(session: &'a Session, transcript: &[Event]) -> impl Iterator<Item = Session> + 'a {
    let asked = given(transcript, Power4::BOARD_FILE).count();
    let sets = (session.sets > 1).then(|| Session { sets: 1, ..session.clone() });
    let turns = (1..session.turns)
        .filter(move |&turns| usize::from(turns) < asked)
        .map(|turns| Session { turns, ..session.clone() });
    sets.into_iter().chain(turns)
}

/// The same turn with some disks gone; those above them fall, where disks do.
fn with_fewer_disks(turn: &Turn, gravity: Gravity) -> Vec<Turn> {
    let Ok(BoardText { board }) = BoardText::from_bytes(turn.board.as_bytes()) else { return Vec::new() };
    // Column by column, so that what is left out together are whole columns.
    let mut disks: Vec<Cell> = occupied(&board).collect();
    disks.sort_by_key(|cell| cell.column());
    let smaller = |cut: std::ops::Range<usize>| {
        let mut smaller = board;
        for &cell in &disks[cut] {
            smaller.set(cell, None);
        }
        if gravity == Gravity::Fall {
            smaller = fallen(&smaller);
        }
        Turn { board: BoardText { board: smaller }.to_string(), ..turn.clone() }
    };
    cuts(disks.len()).into_iter().map(smaller).collect()
}

/// The same disks, each as low as it can be.
fn fallen(board: &Board) -> Board {
    let mut fallen = Board::EMPTY;
    for column in Column::all() {
        let upwards: Vec<Cell> = (1..=Cell::ROWS).filter_map(|row| Cell::at(column, row)).collect();
        let disks = upwards.iter().filter_map(|&cell| board.get(cell));
        for (cell, disk) in upwards.iter().zip(disks) {
            fallen.set(*cell, Some(disk));
        }
    }
    fallen
}

/// The same turn with less in the referee's memo.
fn with_less_used(turn: &Turn) -> Vec<Turn> {
    let memo = &turn.memo;
    let mut memos = Vec::new();
    for cut in cuts(memo.opponent_used.len()) {
        memos.push(Memo { opponent_used: without(&memo.opponent_used, &cut), ..memo.clone() });
    }
    for cut in cuts(memo.used.len()) {
        memos.push(Memo { used: without(&memo.used, &cut), ..memo.clone() });
    }
    let fewest = u16::try_from(memo.used.len()).unwrap_or(memo.turns);
    memos.extend(
        [fewest, memo.turns / 2]
            .into_iter()
            .filter(|&turns| turns < memo.turns)
            .map(|turns| Memo { turns, ..memo.clone() }),
    );
    memos.into_iter().map(|memo| Turn { memo, ..turn.clone() }).collect()
}

#[cfg(test)]
mod tests {
    use botspec_sdk::games::power4::{Disk, Team};

    use super::*;

    #[test]
    fn disks_fall_into_gaps() {
        let at = |row| Cell::at(Column::all().nth(2).unwrap(), row).unwrap();
        let mut board = Board::EMPTY;
        board.set(at(4), Some(Disk::Dual));
        board.set(at(2), Some(Disk::Of(Team::One)));
        let fallen = fallen(&board);
        assert_eq!(fallen.get(at(1)), Some(Disk::Of(Team::One)));
        assert_eq!(fallen.get(at(2)), Some(Disk::Dual));
        assert_eq!(occupied(&fallen).count(), 2);
    }
}
