//! What a bot has been told, what it should know by now, and which of it explains a wrong answer.

use botspec_sdk::games::hex::{Cell, Colour, Memory, Message, Move};

use super::event::Event;
use super::step::Whose;
use super::stones::put;
use super::taken::Chosen;
use super::{check_win, init_board, input, make_move, set, show_board, swap};
use crate::requirement::Requirement;

/// Everything that has happened in a process, and what a bot that is right knows of it.
#[derive(Debug, Clone)]
pub(super) struct Knowledge {
    pub(super) memory: Memory,
    pub(super) events: Vec<Event>,
    /// The bot has shown the right board after so many events.
    pub(super) seen_right: usize,
    /// Whether the players have exchanged colours since the process was started.
    pub(super) swapped: bool,
}

impl Knowledge {
    /// For a bot that was started as this colour.
    #[must_use]
    pub(super) const fn new(colour: Colour) -> Self {
        Self { memory: Memory::new(colour), events: Vec::new(), seen_right: 0, swapped: false }
    }

    /// What a bot that is right knows.
    #[must_use]
    pub(super) const fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Whether the players have exchanged colours.
    #[must_use]
    pub(super) const fn has_swapped(&self) -> bool {
        self.swapped
    }

    /// Whether a stone was taken away in this game.
    #[must_use]
    pub(super) fn has_taken(&self) -> bool {
        self.this_game().iter().any(|event| matches!(event, Event::Taken { .. }))
    }

    /// Whether a stone was put or taken by a message in this game.
    #[must_use]
    pub(super) fn has_been_told(&self) -> bool {
        self.this_game().iter().any(|event| matches!(event, Event::Put { .. } | Event::Taken { .. }))
    }

    /// Whether the bot itself has put a stone on this cell in this game.
    #[must_use]
    pub(super) fn has_moved_to(&self, cell: Cell) -> bool {
        self.this_game()
            .iter()
            .any(|event| matches!(*event, Event::Moved { cell: moved, .. } if moved == cell))
    }

    /// Takes a message that is not answered.
    pub(super) fn hear(&mut self, message: Message) {
        let board = self.memory.board();
        let cell_of = |at: botspec_sdk::games::hex::Coordinate| board.and_then(|board| at.cell(board.size()));
        let empty = |cell: Cell| board.is_some_and(|board| board.get(cell).is_none());
        let own = self.memory.colour();
        let event = match message {
            Message::InitBoard(size) => Some(Event::Begun(size)),
            Message::Sety(at) => {
                cell_of(at).map(|cell| Event::Put { cell, colour: own, own: true, effective: empty(cell) })
            }
            Message::Seto(at) => cell_of(at).map(|cell| Event::Put {
                cell,
                colour: own.other(),
                own: false,
                effective: empty(cell),
            }),
            Message::Unset(at) => cell_of(at).map(|cell| Event::Taken { cell, effective: !empty(cell) }),
            Message::Swap => {
                self.swapped = true;
                Some(Event::Swapped)
            }
            _ => None,
        };
        // Only messages without an answer come here: what is heard is in the memory.
        let _ = self.memory.hear(message);
        self.events.extend(event);
    }

    /// Takes a legal answer to `make_move`.
    pub(super) fn moved(&mut self, mv: Move) {
        let colour = self.memory.colour();
        if self.memory.answer(mv).is_ok() {
            self.events.push(match mv {
                Move::Place(cell) => Event::Moved { cell, colour },
                Move::Swap => Event::Swapped,
            });
            self.swapped |= mv == Move::Swap;
        }
    }

    /// Notes a line that is no message.
    pub(super) fn unknown(&mut self) {
        self.events.push(Event::Unknown);
    }

    /// A move to a cell, and what went before it.
    #[must_use]
    pub(super) fn chosen(&self, cell: Cell) -> Option<Chosen<'_>> {
        let stone = self.memory.board()?.get(cell);
        Some(Chosen { cell, events: self.this_game(), stone, own: self.memory.colour() })
    }

    /// The rule that a bot breaks which does not survive what it was told since it last showed the right board;
    /// none if that was nothing.
    #[must_use]
    pub(super) fn blame_events(&self) -> Option<&'static Requirement> {
        let rules = self.recent().iter().rev().map(Event::rule);
        let mut rules: Vec<&'static Requirement> = rules.collect();
        // What is unusual is likelier to be the cause than what every game has.
        let rank = |rule: &&'static Requirement| match rule.id {
            id if id == input::UNKNOWN.id => 0,
            id if id == set::OCCUPIED.id => 1,
            id if id == swap::COLOURS.id => 2,
            _ => 3,
        };
        rules.sort_by_key(rank);
        rules.first().copied()
    }

    /// The rule of the message that was said last with these words; that of unknown messages if there was none.
    #[must_use]
    pub(super) fn rule_of(&self, message: &str) -> Option<&'static Requirement> {
        let said = self.events.iter().rev().find(|event| event.message().as_deref() == Some(message));
        match Message::from_bytes(message.as_bytes()) {
            Ok(Message::InitBoard(_)) => Some(&init_board::SIZES),
            Ok(Message::Swap) => Some(&swap::COLOURS),
            Ok(Message::MakeMove) => Some(&make_move::RECORDED),
            Ok(Message::CheckWin) => Some(self.memory.board().map_or(&check_win::VALUE, check_win::rule_on)),
            Ok(Message::ShowBoard) => Some(&show_board::FORMAT),
            Ok(_) => Some(said.map_or(&input::UNKNOWN, Event::rule)),
            Err(_) => Some(&input::UNKNOWN),
        }
    }

    /// Whether anything has happened since the bot last showed the right board.
    #[must_use]
    pub(super) fn has_news(&self) -> bool {
        !self.recent().is_empty()
    }

    /// What has happened since the bot last showed the right board.
    pub(super) fn recent(&self) -> &[Event] {
        &self.events[self.seen_right..]
    }

    /// The messages that tell another process of this game as it stands, with the bot's moves as stones that it is told
    /// to set. None if it has made none, or if there was a swap or a line that is no message.
    #[must_use]
    pub(super) fn retold(&self) -> Option<Vec<Message>> {
        let told = |event: &Event| match *event {
            Event::Begun(size) => Some(Message::InitBoard(size)),
            Event::Put { cell, own: true, .. } | Event::Moved { cell, .. } => Some(put(Whose::Own, cell)),
            Event::Put { cell, own: false, .. } => Some(put(Whose::Opponent, cell)),
            Event::Taken { cell, .. } => Some(Message::Unset(cell.into())),
            Event::Swapped | Event::Unknown => None,
        };
        let has_moved = self.this_game().iter().any(|event| matches!(event, Event::Moved { .. }));
        self.this_game().iter().map(told).collect::<Option<_>>().filter(|_| has_moved)
    }

    pub(super) fn this_game(&self) -> &[Event] {
        let begun = self.events.iter().rposition(|event| matches!(event, Event::Begun(_))).unwrap_or(0);
        &self.events[begun..]
    }
}

#[cfg(test)]
mod tests {
    use botspec_sdk::games::hex::{BoardText, Standing};

    use super::super::args;
    use super::*;

    #[test]
    fn a_game_is_retold_with_the_moves_of_the_bot() {
        let retold = |knowledge: &Knowledge| -> Option<Vec<String>> {
            Some(knowledge.retold()?.iter().map(ToString::to_string).collect())
        };
        let mut knowledge = told(
            Colour::White,
            &["init_board 4", "seto a1", "init_board 3", "seto b2", "unset b2", "seto c1"],
        );
        assert_eq!(retold(&knowledge), None, "it has made no move");
        knowledge.moved(Move::Place(Cell::at(0, 1).unwrap()));
        let game = ["init_board 3", "seto b2", "unset b2", "seto c1", "sety a2"].map(str::to_owned);
        assert_eq!(retold(&knowledge), Some(game.to_vec()));
        knowledge.unknown();
        assert_eq!(retold(&knowledge), None);
    }

    fn told(colour: Colour, messages: &[&str]) -> Knowledge {
        let mut knowledge = Knowledge::new(colour);
        for message in messages {
            knowledge.hear(Message::from_bytes(message.as_bytes()).unwrap());
        }
        knowledge
    }

    fn blamed(knowledge: &mut Knowledge, shown: &str) -> String {
        let shown = BoardText::from_bytes(shown.as_bytes()).unwrap();
        knowledge.judge_board(&shown).map(|violation| violation.rule).unwrap_or_default()
    }

    #[test]
    fn a_wrong_board_is_blamed_on_what_was_said_about_the_cell() {
        let cell = |row, column| Cell::at(row, column).unwrap();
        let black = Colour::Black;
        let mut knowledge = told(black, &["init_board 2"]);
        assert_eq!(blamed(&mut knowledge, "...|...|...|"), init_board::SIZES.id);
        assert_eq!(blamed(&mut knowledge, "B.|..|"), init_board::SIZES.id);
        assert_eq!(blamed(&mut knowledge, "..|..|"), "");
        knowledge.hear(Message::from_bytes(b"seto a2").unwrap());
        assert_eq!(blamed(&mut knowledge, "..|W.|"), set::RECORDED.id);
        assert_eq!(blamed(&mut knowledge, ".B|..|"), set::RECORDED.id);
        assert_eq!(blamed(&mut knowledge, ".W|..|"), "");
        knowledge.hear(Message::from_bytes(b"sety a2").unwrap());
        assert_eq!(blamed(&mut knowledge, ".B|..|"), set::OCCUPIED.id);
        assert_eq!(blamed(&mut knowledge, ".W|..|"), "");
        knowledge.moved(Move::Place(cell(1, 0)));
        assert_eq!(blamed(&mut knowledge, ".W|..|"), make_move::RECORDED.id);
        assert_eq!(blamed(&mut knowledge, ".W|W.|"), make_move::RECORDED.id);
        assert_eq!(blamed(&mut knowledge, ".W|B.|"), "");
        knowledge.hear(Message::Swap);
        assert_eq!(blamed(&mut knowledge, ".B|W.|"), swap::COLOURS.id);
        assert_eq!(blamed(&mut knowledge, ".W|.B|"), swap::COLOURS.id);
        knowledge.unknown();
        assert_eq!(blamed(&mut knowledge, ".W|B.|"), "");
        knowledge.unknown();
        assert_eq!(blamed(&mut knowledge, ".W|BB|"), input::UNKNOWN.id);
    }

    #[test]
    fn stones_of_a_game_before_are_told_from_those_of_this_one() {
        let mut knowledge = told(Colour::Black, &["init_board 3", "sety a1", "init_board 2", "sety a2"]);
        assert_eq!(blamed(&mut knowledge, "BB|..|"), init_board::RESETS.id);
        assert_eq!(blamed(&mut knowledge, "BB.|...|...|"), init_board::RESETS.id);
        assert_eq!(blamed(&mut knowledge, "..|B.|"), set::RECORDED.id);
    }

    #[test]
    fn a_bot_that_takes_itself_for_the_other_is_told_from_one_that_misreads_a_message() {
        let mut knowledge = told(Colour::White, &["init_board 3", "seto a1", "sety a2", "seto c3"]);
        knowledge.moved(Move::Place(Cell::at(1, 1).unwrap()));
        assert_eq!(blamed(&mut knowledge, "WB.|.B.|..W|"), args::COLOUR.id);
        assert_eq!(blamed(&mut knowledge, "WW.|.W.|..W|"), set::RECORDED.id);
        assert_eq!(blamed(&mut knowledge, "BW.|.B.|..B|"), make_move::RECORDED.id);
    }

    #[test]
    fn a_wrong_standing_on_a_board_that_was_not_seen_is_explained() {
        let rule = |knowledge: &Knowledge, given| {
            knowledge.judge_standing(given, false).map(|v| v.rule).unwrap_or_default()
        };
        let mut knowledge = told(Colour::Black, &["init_board 2", "sety a1", "seto a2"]);
        knowledge.moved(Move::Place(Cell::at(1, 0).unwrap()));
        assert_eq!(rule(&knowledge, Standing::Won), "");
        assert_eq!(rule(&knowledge, Standing::Open), make_move::RECORDED.id);
        assert_eq!(rule(&knowledge, Standing::Lost), check_win::VALUE.id);
        let overwritten = told(Colour::Black, &["init_board 1", "sety a1", "seto a1"]);
        assert_eq!(rule(&overwritten, Standing::Lost), set::OCCUPIED.id);
        let swapped = told(Colour::Black, &["init_board 1", "sety a1", "swap"]);
        assert_eq!(rule(&swapped, Standing::Won), swap::COLOURS.id);
    }
}
