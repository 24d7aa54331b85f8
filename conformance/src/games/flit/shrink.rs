//! Smaller cases: a session instead of a game, fewer boards and requests, fewer pieces.

use botspec_sdk::games::flit::{Board, Contents, Message};

use super::patch::{self, Patch};
use super::script::{End, Game, LineEnds, Script, Session, Step};
use crate::record::{Event, Extent, given};
use crate::scenario::{cuts, without};

/// Pieces are taken away only from sessions with no more boards than this: there are better cuts before.
const FEW: usize = 3;
/// Whoever plays has at least so many pieces, as in any game.
const FEWEST: u32 = 2;

/// What may show the same.
#[must_use]
pub(super) fn smaller(script: &Script, transcript: &[Event]) -> Vec<Script> {
    let sessions = match script {
        Script::Game(game) => as_sessions(game, transcript),
        Script::Session(session) => {
            let mut sessions = with_fewer_steps(session);
            sessions.extend(with_fewer_pieces(session));
            sessions
        }
        Script::Introduction(_) => Vec::new(),
    };
    sessions.into_iter().map(Script::Session).collect()
}

/// How much a bot was given.
#[must_use]
pub(super) fn extent(transcript: &[Event]) -> Extent {
    let (mut updates, mut requests) = (0, 0);
    for message in messages(transcript) {
        match message {
            Message::Update(_) => updates += 1,
            Message::MoveRequest => requests += 1,
        }
    }
    Extent::of(&[(updates, "update", "updates"), (requests, "request", "requests")])
}

fn messages(transcript: &[Event]) -> impl Iterator<Item = Message> {
    given(transcript, "stdin")
        .flat_map(|bytes| bytes.split(|&byte| byte == b'\n'))
        .filter_map(|line| Message::from_bytes(line.strip_suffix(b"\r").unwrap_or(line)).ok())
}

/// A game as a session: once with the last board only, once with the board at each request. The moves are as they
/// were, whatever the bot answers now.
fn as_sessions(game: &Game, transcript: &[Event]) -> Vec<Session> {
    let variant = game.variant.unwrap_or_default();
    let mut board = Board::empty(variant);
    let mut steps = Vec::new();
    for message in messages(transcript) {
        match message {
            Message::Update(update) => {
                if let Some(square) = update.at.on(variant) {
                    board.set(square, update.contents);
                }
            }
            Message::MoveRequest => steps.extend([Step::Board(vec![picture(&board)]), Step::Refuse]),
        }
    }
    let session = |steps: &[Step]| Session {
        variant: Some(variant),
        bot: game.bot,
        board: Vec::new(),
        bystanders: false,
        line_ends: LineEnds::Lf,
        end: End::Stopped,
        steps: steps.to_vec(),
    };
    let last = &steps[steps.len().saturating_sub(2)..];
    let half = &steps[steps.len() / 4 * 2..];
    [last, half, &steps].into_iter().map(session).filter(begins_like_a_game).collect()
}

fn with_fewer_steps(session: &Session) -> Vec<Session> {
    let shorter = |cut| Session { steps: without(&session.steps, &cut), ..session.clone() };
    cuts(session.steps.len()).into_iter().map(shorter).filter(begins_like_a_game).collect()
}

/// Whether a whole board is told before anything is asked, and something is asked.
fn begins_like_a_game(session: &Session) -> bool {
    let variant = session.variant.unwrap_or_default();
    let asks = session.steps.iter().any(|step| matches!(step, Step::Ask | Step::Refuse));
    let Some(Step::Board(patches)) = session.steps.first() else { return false };
    asks && patch::board(variant, patches).piece_counts().iter().all(|&count| count >= FEWEST)
}

fn with_fewer_pieces(session: &Session) -> Vec<Session> {
    let variant = session.variant.unwrap_or_default();
    let boards: Vec<usize> =
        (0..session.steps.len()).filter(|&at| matches!(session.steps[at], Step::Board(_))).collect();
    if boards.len() > FEW {
        return Vec::new();
    }
    let mut sessions = Vec::new();
    for at in boards {
        let Step::Board(patches) = &session.steps[at] else { continue };
        for board in smaller_boards(&patch::board(variant, patches)) {
            let mut steps = session.steps.clone();
            steps[at] = Step::Board(vec![picture(&board)]);
            sessions.push(Session { steps, ..session.clone() });
        }
    }
    sessions
}

/// The same board with some pieces gone, each bot keeping as many as it must have.
fn smaller_boards(board: &Board) -> Vec<Board> {
    let pieces: Vec<_> = board.occupied().iter().collect();
    let mut boards = Vec::new();
    for cut in cuts(pieces.len()) {
        let mut smaller = board.clone();
        for &square in &pieces[cut] {
            let contents = smaller.get(square);
            if contents == Contents::Neutral || smaller.count(contents) > FEWEST {
                smaller.set(square, Contents::Empty);
            }
        }
        if smaller != *board {
            boards.push(smaller);
        }
    }
    boards
}

/// The whole of a board.
fn picture(board: &Board) -> Patch {
    Patch { at: (0, 0), rows: board.to_string().lines().map(str::to_owned).collect() }
}

#[cfg(test)]
mod tests {
    use botspec_sdk::games::flit::Variant;

    use super::*;
    use crate::contest::Contest as _;
    use crate::games::flit::Flit;
    use crate::scenario::Plan;

    #[test]
    fn what_is_tried_is_smaller_and_begins_like_a_game() {
        for variant in Variant::ALL {
            let plan = Plan { cases: 4, variant: Some(variant.name().to_owned()), ..Plan::default() };
            for case in Flit.cases(&plan).unwrap().iter().filter(|case| case.generated) {
                let Script::Session(session) = &case.script else { continue };
                let mut current = session.clone();
                current.steps.truncate(2);
                for session in [session, &current] {
                    let tried = smaller(&Script::Session(session.clone()), &[]);
                    assert!(!tried.is_empty(), "{}", case.id);
                    for script in tried {
                        let Script::Session(tried) = script else { panic!("{script:?}") };
                        assert!(begins_like_a_game(&tried), "{}", case.id);
                        assert!(tried.steps.len() < session.steps.len() || pieces(&tried) < pieces(session));
                    }
                }
            }
        }
    }

    fn pieces(session: &Session) -> usize {
        let boards = session.steps.iter().filter_map(|step| match step {
            Step::Board(patches) => Some(patch::board(session.variant.unwrap(), patches)),
            _ => None,
        });
        boards.map(|board| board.occupied().iter().count()).sum()
    }
}
