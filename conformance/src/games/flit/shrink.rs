//! Smaller cases: a session instead of a game, fewer boards and requests, fewer pieces.

use botspec_sdk::games::flit::{Answer, Board, Contents, Message, Player, Update};

use super::patch::Patch;
use super::script::{End, Game, LineEnds, Script, SessionScript, Step, Turn};
use crate::record::{Event, Extent, given};
use crate::scenario::{cuts, without};

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

/// A game as a session: from the board at one of the last requests on, with what the others did then.
fn as_sessions(game: &Game, transcript: &[Event]) -> Vec<SessionScript> {
    let variant = game.variant.unwrap_or_default();
    let mut board = Board::empty(variant);
    // Before each request the board, and what was told since the one before.
    let mut asked: Vec<(Board, Vec<Update>)> = Vec::new();
    let mut told = Vec::new();
    for message in messages(transcript) {
        match message {
            Message::Update(update) => {
                if let Some(square) = update.at.on(variant) {
                    board.set(square, update.contents);
                    told.push(update);
                }
            }
            Message::MoveRequest => asked.push((board.clone(), std::mem::take(&mut told))),
        }
    }
    let session = |from: usize| {
        let mut steps = Vec::new();
        for (_, told) in &asked[from + 1..] {
            let (own, turns) = turns(told, game.bot);
            steps.push(if own { Step::Ask } else { Step::Refuse });
            if !turns.is_empty() {
                steps.push(Step::Turns(turns));
            }
        }
        steps.push(Step::Refuse);
        SessionScript {
            variant: Some(variant),
            bot: game.bot,
            board: vec![Patch::of(&asked[from].0)],
            bystanders: false,
            line_ends: LineEnds::Lf,
            end: End::Stopped,
            steps,
            witness: None,
        }
    };
    let count = asked.len();
    let mut from: Vec<usize> = [1, 2, 4, 10, 30].iter().filter_map(|back| count.checked_sub(*back)).collect();
    from.extend((count > 0).then_some(0));
    from.dedup();
    from.into_iter().map(session).filter(begins_like_a_game).collect()
}

/// What was told between two requests, as turns of others, and whether the bot itself moved.
fn turns(told: &[Update], tested: Player) -> (bool, Vec<Turn>) {
    let mut turns: Vec<Turn> = Vec::new();
    let mut own = false;
    let mut left = None;
    // Whose turn it was that a neutral piece belongs to.
    let mut others = false;
    for update in told {
        match update.contents {
            Contents::Empty => left = Some(update.at),
            Contents::Piece(player) => {
                let Some(origin) = left.take() else { continue };
                others = player != tested;
                own |= !others;
                if others {
                    let mv = Answer { origin, destination: update.at };
                    turns.push(Turn { mv: Some(mv), neutral: None });
                }
            }
            Contents::Neutral => match turns.last_mut().filter(|turn| others && turn.neutral.is_none()) {
                Some(turn) => turn.neutral = Some(update.at),
                None => turns.push(Turn { mv: None, neutral: Some(update.at) }),
            },
        }
    }
    (own, turns)
}

fn with_fewer_steps(session: &SessionScript) -> Vec<SessionScript> {
    let shorter = |cut| SessionScript { steps: without(&session.steps, &cut), ..session.clone() };
    cuts(session.steps.len()).into_iter().map(shorter).filter(begins_like_a_game).collect()
}

/// Whether it begins with a board that a game leads to, and something is asked.
fn begins_like_a_game(session: &SessionScript) -> bool {
    let asks = session.steps.iter().any(|step| matches!(step, Step::Ask | Step::Refuse));
    asks && session.start().problems().is_empty()
}

fn with_fewer_pieces(session: &SessionScript) -> Vec<SessionScript> {
    let smaller =
        |board| SessionScript { board: vec![Patch::of(&board)], bystanders: false, ..session.clone() };
    smaller_boards(&session.start()).into_iter().map(smaller).filter(begins_like_a_game).collect()
}

/// The same board with some pieces gone.
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

#[cfg(test)]
mod tests {
    use botspec_sdk::games::flit::Variant;

    use super::*;
    use crate::contest::Judge as _;
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

    fn pieces(session: &SessionScript) -> u32 {
        session.start().occupied().len()
    }

    #[test]
    fn a_game_is_taken_up_where_it_went_wrong() {
        let update = |text: &&str| Update::from_bytes(text.as_bytes()).unwrap();
        let told: Vec<Update> =
            ["3 3 0", "5 5 1", "9 9 0", "8 9 2", "8 8 2", "1 1 5"].iter().map(update).collect();
        let (own, turns) = turns(&told, Player::One);
        let texts: Vec<String> = turns.iter().map(ToString::to_string).collect();
        assert!(own);
        assert_eq!(texts, ["9 9 8 9 + 1 1"]);
    }
}
