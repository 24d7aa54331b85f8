//! Smaller cases: a session instead of a game, fewer messages, fewer stones, a smaller board.

use botspec_sdk::Position as _;
use botspec_sdk::games::hex::{Board, BoardText, Cell, Colour, Coordinate, Message, Position, Size};
use botspec_sdk::random::Random;

use super::check_win::is_countable;
use super::generate::session;
use super::script::{Game, Script, SessionScript};
use super::step::{Step, Whose};
use super::witness;
use crate::record::{Direction, Event, Extent, given};
use crate::scenario::{cuts, without};

/// What may show the same.
#[must_use]
pub(super) fn smaller(script: &Script, transcript: &[Event]) -> Vec<Script> {
    let sessions = match script {
        Script::Game(game) => as_sessions(game, transcript),
        Script::Session(session) => {
            let mut sessions = on_smaller_boards(session);
            sessions.extend(with_fewer_steps(session));
            sessions.extend(with_fewer_stones(session));
            sessions
        }
        Script::Start(_) | Script::Headroom {} => Vec::new(),
    };
    sessions.into_iter().filter(is_possible).map(Script::Session).collect()
}

/// How much a bot was given.
#[must_use]
pub(super) fn extent(transcript: &[Event]) -> Extent {
    let sizes = lines(transcript).filter_map(|line| match Message::from_bytes(line) {
        Ok(Message::InitBoard(size)) => Some(usize::from(size.get())),
        _ => None,
    });
    let rows = sizes.last().unwrap_or(0);
    Extent::of(&[(lines(transcript).count(), "message", "messages"), (rows, "row", "rows")])
}

fn lines(transcript: &[Event]) -> impl Iterator<Item = &[u8]> {
    given(transcript, "stdin")
        .flat_map(|bytes| bytes.split(|&byte| byte == b'\n'))
        .filter(|line| !line.is_empty())
}

/// A game as a session: once with the bot's moves but the last one made for it, once with all left to it.
fn as_sessions(game: &Game, transcript: &[Event]) -> Vec<SessionScript> {
    let mut steps = Vec::new();
    // Where a move was asked for, and what it was.
    let mut moves: Vec<(usize, Option<Coordinate>)> = Vec::new();
    for event in transcript.iter().filter(|event| event.process_number == 1) {
        let text =
            event.bytes.0.split(|&byte| byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
        match (event.direction, event.channel.as_str()) {
            (Direction::ToBot, "stdin") => {
                let messages = text.filter_map(|line| Message::from_bytes(line).ok());
                for message in messages.filter(|&message| message != Message::Quit) {
                    if message == Message::MakeMove {
                        moves.push((steps.len(), None));
                    }
                    steps.push(message);
                }
            }
            (Direction::FromBot, "stdout") => {
                if let Some((at, mv)) = moves.last_mut()
                    && *at + 1 == steps.len()
                {
                    *mv = text.filter_map(|line| Coordinate::from_bytes(line).ok()).next();
                }
            }
            _ => {}
        }
    }
    moves.pop();
    let made = steps.iter().enumerate().map(|(at, &message)| {
        let own = moves.iter().find(|(asked, _)| *asked == at).and_then(|(_, mv)| *mv);
        Step::Say(own.map_or(message, Message::Sety))
    });
    // Where the bot goes is not known then, so that the others take any empty cell.
    let left = steps.iter().map(|&message| match message {
        Message::Seto(_) => Step::Put(Whose::Opponent),
        other => Step::Say(other),
    });
    [made.collect(), left.collect()].map(|steps| session(game.colour, steps, game.seed)).to_vec()
}

fn with_fewer_steps(session: &SessionScript) -> Vec<SessionScript> {
    // A session begins with init_board.
    let cuts = cuts(session.steps.len().saturating_sub(1));
    let shorter = |cut: std::ops::Range<usize>| SessionScript {
        steps: without(&session.steps, &(cut.start + 1..cut.end + 1)),
        ..session.clone()
    };
    cuts.into_iter().map(shorter).collect()
}

fn with_fewer_stones(session: &SessionScript) -> Vec<SessionScript> {
    let Some((at, text)) = board(session) else { return Vec::new() };
    let stones: Vec<(Cell, Colour)> = text.stones().collect();
    let with = |stones: &[(Cell, Colour)]| {
        let board = countable(text.size(), stones);
        let mut steps = session.steps.clone();
        steps[at] = Step::Board(BoardText::from(&board));
        // Nothing is taken away that is not there any more.
        steps.retain(|step| !matches!(step, Step::Say(Message::Unset(cell))
            if cell.cell(text.size()).is_some_and(|cell| text.to_board().get(cell).is_some() && board.get(cell).is_none())));
        SessionScript { steps, ..session.clone() }
    };
    cuts(stones.len()).iter().map(|cut| with(&without(&stones, cut))).collect()
}

/// The same with a part of the board only: its beginning, its end, or all but one row and the column of that number.
fn on_smaller_boards(session: &SessionScript) -> Vec<SessionScript> {
    let Some(Step::Say(Message::InitBoard(size))) = session.steps.first() else { return Vec::new() };
    let side = size.get();
    let mut kept: Vec<Vec<u8>> = Vec::new();
    for smaller in [side / 2, side * 3 / 4, side - 1] {
        if smaller > 0 && smaller < side {
            kept.push((0..smaller).collect());
            kept.push((side - smaller..side).collect());
        }
    }
    if side > 1 {
        kept.extend((1..side - 1).map(|gone| (0..side).filter(|&at| at != gone).collect()));
    }
    kept.iter().filter_map(|kept| on_part(session, kept)).collect()
}

/// The same on the rows and columns of these numbers.
fn on_part(session: &SessionScript, kept: &[u8]) -> Option<SessionScript> {
    let size = Size::new(u8::try_from(kept.len()).ok()?)?;
    let moved = |cell: Cell| {
        let place = |at: u8| kept.iter().position(|&kept| kept == at).and_then(|at| u8::try_from(at).ok());
        Cell::at(place(cell.row())?, place(cell.column())?)
    };
    let whole = Size::MAX;
    let steps = session.steps.iter().filter_map(|step| {
        let cell = |at: &Coordinate| at.cell(whole).and_then(moved).map(Coordinate::from);
        Some(Step::Say(match step {
            Step::Say(Message::InitBoard(_)) => Message::InitBoard(size),
            Step::Say(Message::Seto(at)) => Message::Seto(cell(at)?),
            Step::Say(Message::Sety(at)) => Message::Sety(cell(at)?),
            Step::Say(Message::Unset(at)) => Message::Unset(cell(at)?),
            Step::Board(text) => {
                let stones: Vec<(Cell, Colour)> =
                    text.stones().filter_map(|(cell, colour)| Some((moved(cell)?, colour))).collect();
                return Some(Step::Board(BoardText::from(&countable(size, &stones))));
            }
            other => return Some(other.clone()),
        }))
    });
    Some(SessionScript { steps: steps.collect(), ..session.clone() })
}

/// A board with these stones, but for the last ones of a colour of which there are too many.
fn countable(size: Size, stones: &[(Cell, Colour)]) -> Board {
    let count = |colour| stones.iter().filter(|(_, stone)| *stone == colour).count();
    let (black, white) = (count(Colour::Black), count(Colour::White));
    let most = [black.min(white + 1), white.min(black)];
    let mut board = Board::empty(size);
    for &(cell, colour) in stones {
        if usize::from(board.stones_of(colour)) < most[colour.index()] {
            board.place(cell, colour);
        }
    }
    board
}

fn board(session: &SessionScript) -> Option<(usize, &BoardText)> {
    session.steps.iter().enumerate().find_map(|(at, step)| match step {
        Step::Board(text) => Some((at, text)),
        _ => None,
    })
}

/// Whether nothing is said but what a contest has, and wherever something is asked there are as many stones of each
/// colour as in a game. What follows a move of the bot's own is not known.
fn is_possible(session: &SessionScript) -> bool {
    is_usual(session) && is_counted(session)
}

/// Whether nothing is said but what a contest has, whatever the bot's moves are.
fn is_usual(session: &SessionScript) -> bool {
    let mut random = Random::seeded(session.seed);
    let mut any = |position: &Position| *random.pick(&position.legal_moves()).expect("the game is not over");
    witness::replay(session, &mut any).is_ok_and(|tried| tried.is_empty())
}

fn is_counted(session: &SessionScript) -> bool {
    let mut steps = session.steps.iter();
    let Some(Step::Say(Message::InitBoard(size))) = steps.next() else { return false };
    let mut board = Board::empty(*size);
    let mut own = session.colour;
    for step in steps {
        let sound = match step {
            Step::Say(Message::Sety(at)) => {
                at.cell(*size).is_some_and(|cell| board.place(cell, own).is_some())
            }
            Step::Say(Message::Seto(at)) => {
                at.cell(*size).is_some_and(|cell| board.place(cell, own.other()).is_some())
            }
            Step::Say(Message::Unset(at)) => at.cell(*size).is_some_and(|cell| board.remove(cell).is_some()),
            Step::Say(Message::Swap) => {
                own = own.other();
                board.stone_count() == 1 && board.stones_of(Colour::Black) == 1
            }
            Step::Board(text) => {
                board.stone_count() == 0
                    && text.stones().all(|(cell, colour)| board.place(cell, colour).is_some())
            }
            Step::Say(Message::MakeMove) => return is_countable(&board),
            Step::Say(Message::ShowBoard | Message::CheckWin) => is_countable(&board),
            Step::Say(Message::InitBoard(_) | Message::Quit) => false,
            // On any empty cell: what follows is not known.
            Step::Put(_) | Step::Take(_) | Step::Decide(_) => return true,
            Step::Raw(_) | Step::Listen(_) => true,
        };
        if !sound {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::Judge as _;
    use crate::games::hex::Hex;
    use crate::scenario::Plan;

    #[test]
    fn what_is_tried_is_smaller_and_possible() {
        let cases = Hex.cases(&Plan { cases: 20, ..Plan::default() }).unwrap();
        let size = |session: &SessionScript| {
            let stones = board(session).map_or(0, |(_, text)| text.stones().count());
            let Some(Step::Say(Message::InitBoard(size))) = session.steps.first() else {
                panic!("{session:?}")
            };
            (usize::from(size.get()), session.steps.len(), stones)
        };
        for case in cases.iter().filter(|case| case.generated) {
            let Script::Session(session) = &case.script else { continue };
            assert!(is_possible(session), "{}", case.id);
            if size(session).0 > 12 {
                continue;
            }
            let tried = smaller(&case.script, &[]);
            assert!(!tried.is_empty(), "{}", case.id);
            for script in &tried {
                let Script::Session(tried) = script else { panic!("{script:?}") };
                let (a, b, c) = size(tried);
                let (x, y, z) = size(session);
                assert!(a <= x && b <= y && c <= z && (a, b, c) != (x, y, z), "{}: {script:?}", case.id);
            }
        }
    }
}
