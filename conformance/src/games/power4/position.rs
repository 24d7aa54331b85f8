//! The position of a scripted turn, and positions as a bot may believe in them.

use botspec_sdk::Position as _;
use botspec_sdk::games::power4::{BoardText, Disk, Drop, Kind, Kinds, Position, Setup};

use super::script::{Memo, Turn, Variant};

/// The position of a scripted turn: the one that its game leads to, or else what its board and memo say.
///
/// # Errors
/// Says what is wrong with the board, the game or the memo.
pub(super) fn position(script: &Turn, variant: Variant) -> Result<Position, String> {
    let board = BoardText::from_bytes(script.board.as_bytes()).map_err(|error| error.to_string())?.board;
    let team = script.team;
    let memo = script.memo.as_ref().map(books).transpose()?;
    let Some(game) = &script.game else {
        let (own, opponent_used, turns) = memo.unwrap_or((Kinds::NONE, Kinds::NONE, 0));
        let mut setup = Setup { board, team, used: [own; 2], turns: [turns; 2], gravity: variant.gravity() };
        setup.used[team.other().index()] = opponent_used;
        let position = Position::from_guess(&setup).map_err(|error| error.to_string())?;
        if position.outcome().is_some() {
            return Err("the board is full: nothing is left to drop".to_owned());
        }
        return Ok(position);
    };
    let position = game.replayed(variant.gravity())?;
    if (position.board(), position.team()) != (&board, team) {
        return Err("the game does not lead to this board and team".to_owned());
    }
    let played = (position.used(team), position.used(team.other()), position.turns(team));
    if memo.is_some_and(|memo| memo != played) {
        return Err("the game does not lead to what the memo says".to_owned());
    }
    Ok(position)
}

/// What a memo says: the special disks that the bot has used, those of its opponent, and the bot's turns.
fn books(memo: &Memo) -> Result<(Kinds, Kinds, u16), String> {
    let kinds = |numbers: &[u8]| -> Result<Kinds, String> {
        let kind = |&number: &u8| {
            let kind = Kind::new(number).filter(|kind| kind.is_special());
            kind.ok_or_else(|| format!("kind {number} is none of the special ones, 1 to 4"))
        };
        numbers.iter().map(kind).collect()
    };
    Ok((kinds(&memo.used)?, kinds(&memo.opponent_used)?, memo.turns))
}

pub(super) fn played(position: Position, drop: Drop) -> Position {
    position.play(drop).expect("partners play by the rules")
}

/// The position for a bot that takes its board for that of a new set. The opponent has no disk more for that, and
/// there are but two dual ones.
pub(super) fn begun_anew(position: &Position) -> Position {
    let Setup { board, team, mut used, .. } = position.to_setup();
    used[team.index()] = Kinds::NONE;
    if !board.cells(Disk::Dual).is_empty() {
        let opponent = &mut used[team.other().index()];
        *opponent = opponent.with(Kind::Dual);
    }
    let setup = Setup { used, turns: [0; 2], ..position.to_setup() };
    Position::from_guess(&setup).expect("the board is one of a set that goes on")
}

/// The position for a bot that takes its board for that of its turn before, which did not count.
pub(super) fn asked_again(position: &Position, before: &Position) -> Position {
    let team = position.team();
    let Setup { mut used, mut turns, .. } = position.to_setup();
    used[team.index()] = before.used(team);
    turns[team.index()] = before.turns(team);
    let setup = Setup { used, turns, ..position.to_setup() };
    Position::from_guess(&setup).expect("the board is one of a set that goes on")
}

/// A position as one knows it who has seen the board alone.
pub(super) fn without_books(position: &Position) -> Position {
    let setup = Setup { used: [Kinds::NONE; 2], turns: [0; 2], ..position.to_setup() };
    Position::from_guess(&setup).expect("the board is one of a set that goes on")
}
