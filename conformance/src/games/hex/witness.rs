//! Witnesses: what the contest's central program can say. Nobody is failed by a message that it never sends.

use std::collections::BTreeSet;

use botspec_sdk::Position as _;
use botspec_sdk::games::hex::{Colour, Message, Move, Position};
use botspec_sdk::random::Random;

use super::knowledge::Knowledge;
use super::script::{End, LineEnds, SessionScript};
use super::step::Step;
use super::{check_win, input, set, stones};
use crate::requirement::Requirement;

/// When the central program says something.
#[derive(Debug, Clone, Copy)]
pub(super) enum Usage {
    /// In a contest.
    Usual,
    /// Not in a contest, but in tests and demonstrations: it is said to try this rule, which is none that a bot must
    /// keep.
    Beside(&'static Requirement),
    /// Not any more: the game is over.
    Over,
    /// Never, for this reason.
    Never(&'static str),
}

/// When the central program says this to a bot that knows what it should.
#[must_use]
pub(super) fn usage(knowledge: &Knowledge, message: Message) -> Usage {
    let Some(board) = knowledge.memory().board() else {
        return match message {
            Message::InitBoard(_) | Message::Quit => Usage::Usual,
            _ => Usage::Never("there is no game before the first init_board"),
        };
    };
    let own = knowledge.memory().colour();
    match message {
        Message::Seto(at) | Message::Sety(at) | Message::Unset(at) => {
            let stone = at.cell(board.size()).map(|cell| board.get(cell));
            match (message, stone) {
                (_, None) => Usage::Beside(&input::UNKNOWN),
                (Message::Seto(_), Some(Some(stone))) if stone == own => {
                    Usage::Never("what seto does to the bot's own stone is undefined (Decision H2)")
                }
                (Message::Unset(_), Some(None)) | (Message::Seto(_) | Message::Sety(_), Some(Some(_))) => {
                    Usage::Beside(&set::OCCUPIED)
                }
                _ => Usage::Usual,
            }
        }
        Message::InitBoard(_) if knowledge.has_swapped() => {
            Usage::Never("which colour a bot has in a game after a swap is undefined (Decision H1)")
        }
        Message::Swap => {
            let opened =
                board.stone_count() == 1 && board.stones_of(Colour::Black) == 1 && own == Colour::Black;
            if opened && !knowledge.has_taken() && !knowledge.has_swapped() {
                Usage::Usual
            } else {
                Usage::Never("only the second move of a game can be a swap")
            }
        }
        Message::MakeMove
            if knowledge.memory().position().is_some_and(|position| position.outcome().is_some()) =>
        {
            Usage::Over
        }
        Message::MakeMove => objection_to_a_move(knowledge).map_or(Usage::Usual, Usage::Never),
        Message::CheckWin if !check_win::is_countable(board) => Usage::Beside(&check_win::SETUP),
        Message::InitBoard(_) | Message::CheckWin | Message::ShowBoard | Message::Quit => Usage::Usual,
    }
}

/// Why the bot is not asked for a move in a game that is not over.
fn objection_to_a_move(knowledge: &Knowledge) -> Option<&'static str> {
    let position = knowledge.memory().position()?;
    let board = position.board();
    let (black, white) = (board.stones_of(Colour::Black), board.stones_of(Colour::White));
    let next = if black > white { Colour::White } else { Colour::Black };
    if !check_win::is_countable(board) || next != knowledge.memory().colour() {
        return Some("it is not the bot's turn");
    }
    // A count of moves could be taken for that of the second one although it is not.
    let counted = match board.stone_count() {
        0 => !knowledge.has_taken(),
        1 => position.may_swap() || knowledge.has_swapped(),
        _ => true,
    };
    (!counted).then_some("it may be taken for the second move (Decision H6)")
}

/// Says all of a session to a bot that is right and moves like this. The rules that it is there to try where it says
/// what is said in no contest.
///
/// # Errors
/// What it says that is never said, and why not.
pub(super) fn replay(
    session: &SessionScript,
    choose: &mut dyn FnMut(&Position) -> Move,
) -> Result<BTreeSet<&'static str>, String> {
    let mut tried = BTreeSet::new();
    let mut knowledge = Knowledge::new(session.colour);
    let mut random = Random::seeded(session.seed);
    for step in session.all_steps() {
        if matches!(step, Step::Raw(_)) {
            tried.insert(input::UNKNOWN.id);
        }
        let asked = match step {
            Step::Say(message) if message.has_answer() => Some(*message),
            _ => None,
        };
        let told = stones::messages(step, knowledge.memory(), &mut random);
        for message in told.into_iter().chain(asked) {
            hear(&mut knowledge, message, &mut tried, choose)?;
        }
    }
    if session.line_ends == LineEnds::CrLf {
        tried.insert(input::CRLF.id);
    }
    if session.blank_lines {
        tried.insert(input::BLANK_LINES.id);
    }
    if matches!(session.end, End::Eof | End::MidMessage) {
        tried.insert(super::eof::TERMINATES.id);
    }
    Ok(tried)
}

fn hear(
    knowledge: &mut Knowledge,
    message: Message,
    tried: &mut BTreeSet<&'static str>,
    choose: &mut dyn FnMut(&Position) -> Move,
) -> Result<(), String> {
    match usage(knowledge, message) {
        Usage::Usual => {}
        Usage::Beside(rule) => {
            tried.insert(rule.id);
        }
        Usage::Over => return Ok(()),
        Usage::Never(why) => return Err(format!("{message}: {why}")),
    }
    let asked = if message == Message::MakeMove { knowledge.memory().position() } else { None };
    match asked {
        Some(position) => knowledge.moved(choose(&position)),
        None => knowledge.hear(message),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use botspec_sdk::games::hex::Cell;

    use super::super::script::{Game, Script};
    use super::super::{Hex, shrink};
    use super::*;
    use crate::contest::{Case, Judge as _};
    use crate::record::Level;
    use crate::requirement::by_id;
    use crate::scenario::Plan;

    /// Bots that are right: one moves to the first empty cell and never swaps, one always swaps, the others do anything.
    const BOTS: u64 = 12;

    fn bot(number: u64) -> impl FnMut(&Position) -> Move {
        let mut random = Random::seeded(number);
        move |position| {
            let legal = position.legal_moves();
            match number {
                0 => legal[0],
                1 if position.may_swap() => Move::Swap,
                _ => *random.pick(&legal).expect("the game is not over"),
            }
        }
    }

    /// What a case says that no contest has, and its rules do not call for.
    fn objection(case: &Case<Script>, number: u64) -> Option<String> {
        let replayed = match &case.script {
            Script::Session(session) => replay(session, &mut bot(number)),
            Script::Game(game) => replay_game(game, &mut bot(number)),
            Script::Start(_) | Script::Headroom {} => Ok(BTreeSet::new()),
        };
        match replayed {
            Err(why) => Some(format!("{}: {why}", case.id)),
            Ok(tried) => tried
                .into_iter()
                .find(|rule| !case.rules.contains(rule))
                .map(|rule| format!("{}: tries {rule}, which it does not name", case.id)),
        }
    }

    fn replay_game(
        game: &Game,
        choose: &mut dyn FnMut(&Position) -> Move,
    ) -> Result<BTreeSet<&'static str>, String> {
        let mut knowledge = Knowledge::new(game.colour);
        let mut random = Random::seeded(game.seed);
        let mut position = Position::opening(game.size);
        let own = position.seat_of(game.colour);
        let say = |message, knowledge: &mut Knowledge| match usage(knowledge, message) {
            Usage::Usual if message == Message::MakeMove => Ok(()),
            Usage::Usual => {
                knowledge.hear(message);
                Ok(())
            }
            other => Err(format!("{message}: {other:?}")),
        };
        say(Message::InitBoard(game.size), &mut knowledge)?;
        let (mut last, mut own_moves) = (None, 0);
        while position.outcome().is_none() {
            let mv = if position.seat_to_move() == own {
                let mv = choose(&position);
                say(Message::MakeMove, &mut knowledge)?;
                knowledge.moved(mv);
                own_moves += 1;
                if let Move::Place(cell) = mv {
                    last = Some(cell);
                }
                mv
            } else {
                let mv = game.partner.choose(&position, last, &mut random);
                if let Some(cell) = game.partner.wavers(&position, mv, own_moves, &mut random) {
                    say(Message::Seto(cell.into()), &mut knowledge)?;
                    say(Message::Unset(cell.into()), &mut knowledge)?;
                }
                say(game_message(mv), &mut knowledge)?;
                mv
            };
            position = position.play(mv).map_err(|illegal| illegal.reason.to_string())?;
        }
        Ok(BTreeSet::new())
    }

    fn game_message(mv: Move) -> Message {
        match mv {
            Move::Place(cell) => Message::Seto(cell.into()),
            Move::Swap => Message::Swap,
        }
    }

    #[test]
    fn no_case_says_what_the_central_program_never_says() {
        let cases = Hex.cases(&Plan { cases: 60, ..Plan::default() }).unwrap();
        let wrong: BTreeSet<String> =
            cases.iter().flat_map(|case| (0..BOTS).filter_map(|bot| objection(case, bot))).collect();
        assert!(wrong.is_empty(), "{}", wrong.into_iter().collect::<Vec<_>>().join("\n"));
    }

    #[test]
    fn what_is_said_beside_the_contest_is_tried_by_rules_that_fail_nobody() {
        for rule in [&input::UNKNOWN, &set::OCCUPIED, &check_win::SETUP, &input::CRLF, &input::BLANK_LINES] {
            assert_eq!(
                by_id(&super::super::REQUIREMENTS, rule.id).unwrap().level,
                Level::Should,
                "{}",
                rule.id
            );
        }
    }

    #[test]
    fn smaller_cases_are_such_as_well() {
        let cases = Hex.cases(&Plan { cases: 20, ..Plan::default() }).unwrap();
        for case in cases.iter().filter(|case| case.generated) {
            for script in shrink::smaller(&case.script, &[]).into_iter().take(40) {
                let smaller = Case { script, ..case.clone() };
                let wrong = (0..3).find_map(|number| objection(&smaller, number));
                assert_eq!(wrong, None, "{:?}", smaller.script);
            }
        }
    }

    #[test]
    fn what_is_never_said_is_refused() {
        let told = |colour, messages: &[&str]| {
            let mut knowledge = Knowledge::new(colour);
            let read = |text: &str| Message::from_bytes(text.as_bytes()).unwrap();
            let (last, before) = messages.split_last().unwrap();
            before.iter().for_each(|text| match read(text) {
                Message::MakeMove => knowledge.moved(Move::Place(Cell::at(0, 0).unwrap())),
                message => knowledge.hear(message),
            });
            usage(&knowledge, read(last))
        };
        let (black, white) = (Colour::Black, Colour::White);
        for (colour, messages) in [
            (black, &["check_win"][..]),
            // It is the opponent's turn,
            (white, &["init_board 5", "make_move"]),
            (black, &["init_board 5", "make_move", "make_move"]),
            (black, &["init_board 5", "sety a2", "sety a3", "make_move"]),
            // or may be taken for the second move,
            (white, &["init_board 5", "seto a1", "unset a1", "make_move"]),
            (white, &["init_board 5", "seto a1", "seto a2", "unset a2", "make_move"]),
            // which it is not.
            (black, &["init_board 5", "swap"]),
            (white, &["init_board 5", "seto a1", "swap"]),
            (black, &["init_board 5", "make_move", "seto a2", "swap"]),
            (black, &["init_board 5", "make_move", "swap", "swap"]),
            (black, &["init_board 5", "make_move", "swap", "init_board 5"]),
            (black, &["init_board 5", "make_move", "seto a1"]),
        ] {
            assert!(matches!(told(colour, messages), Usage::Never(_)), "{colour} {messages:?}");
        }
        assert!(matches!(told(black, &["init_board 1", "make_move", "make_move"]), Usage::Over));
        for (messages, rule) in
            [(["init_board 5", "seto f1"], &input::UNKNOWN), (["init_board 5", "unset a1"], &set::OCCUPIED)]
        {
            let found = told(black, &messages);
            assert!(
                matches!(found, Usage::Beside(beside) if beside.id == rule.id),
                "{messages:?}: {found:?}"
            );
        }
        assert!(matches!(told(black, &["init_board 5", "make_move", "swap", "make_move"]), Usage::Usual));
        assert!(matches!(told(white, &["init_board 5", "seto a1", "make_move"]), Usage::Usual));
    }
}
