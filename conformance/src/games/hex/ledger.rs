//! What a bot has been told, what it should know by now, and which of it explains a wrong answer.

use botspec_sdk::games::hex::{Board, BoardText, Cell, Colour, Memory, Message, Move, Size, Standing};

use super::draw::{Spots, draw};
use super::misread::{self, Shown};
use super::slip::Asked;
use super::taken::Chosen;
use super::{args, check_win, init_board, input, make_move, set, show_board, swap};
use crate::record::Violation;
use crate::requirement::Requirement;

/// Everything that has happened in a process, and what a bot that is right knows of it.
#[derive(Debug, Clone)]
pub(super) struct Ledger {
    memory: Memory,
    events: Vec<Event>,
    /// The bot has shown the right board after so many events.
    seen_right: usize,
    /// Whether the players have exchanged colours since the process was started.
    swapped: bool,
}

/// Something that may change what a bot knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Event {
    /// `init_board`.
    Begun(Size),
    /// `sety` or `seto`, with the colour of the stone; whether the cell was empty.
    Put { cell: Cell, colour: Colour, own: bool, effective: bool },
    /// `unset`; whether there was a stone.
    Taken { cell: Cell, effective: bool },
    /// The bot's own stone.
    Moved { cell: Cell, colour: Colour },
    /// A swap, by either side.
    Swapped,
    /// A line that is no message.
    Unknown,
}

/// A cell that is shown wrongly.
#[derive(Debug, Clone, Copy)]
pub(super) struct Difference {
    pub(super) cell: Cell,
    pub(super) expected: Option<Colour>,
    pub(super) shown: Option<Colour>,
}

/// A way of misunderstanding the messages, for telling it by its consequences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slip {
    OwnMovesLost,
    Overwrites,
    SwapIgnored,
}

impl Ledger {
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

    /// Whether all that is wrong with a board are stones that should have been taken away.
    #[must_use]
    pub(super) fn lacks_only_unset(&self, shown: &BoardText) -> bool {
        let Some(expected) = self.memory.board() else { return false };
        let differences = differences(expected, shown);
        let last_about = |cell: Cell| self.this_game().iter().rev().find(|event| event.cell() == Some(cell));
        !differences.is_empty()
            && differences.iter().all(|difference| {
                difference.shown.is_some() && matches!(last_about(difference.cell), Some(Event::Taken { .. }))
            })
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

    /// Judges a board that the bot has shown after a move that it should not have made: what stands on that cell
    /// now is left out, or, if the move named no cell of the board, one stone of its own.
    #[must_use]
    pub(super) fn judge_board_but_for(&mut self, shown: &BoardText, cell: Option<Cell>) -> Option<Violation> {
        let expected = self.memory.board()?;
        let differences = differences(expected, shown);
        let of_the_move = match (cell, differences.as_slice()) {
            (None, [one]) => one.expected.is_none() && one.shown == Some(self.memory.colour()),
            (cell, all) => all.iter().all(|difference| Some(difference.cell) == cell),
        };
        if of_the_move && shown.size() == expected.size() { None } else { self.judge_board(shown) }
    }

    /// Judges a board that the bot has shown.
    #[must_use]
    pub(super) fn judge_board(&mut self, shown: &BoardText) -> Option<Violation> {
        let expected = self.memory.board()?;
        if *shown == BoardText::from(expected) {
            self.seen_right = self.events.len();
            return None;
        }
        let differences = differences(expected, shown);
        let rule = self.blame_board(expected, shown, &differences);
        let mut message = format!("show_board gave {shown}; right is {expected}");
        if let Some(first) = differences.first() {
            let name = |stone: Option<Colour>| {
                stone.map_or_else(|| "nothing".to_owned(), |c| format!("a {c} stone"))
            };
            message = format!(
                "show_board shows {} on {}; right is {}",
                name(first.shown),
                first.cell,
                name(first.expected)
            );
            let about = self.this_game().iter().rev().find(|event| event.cell() == Some(first.cell));
            if let Some(Event::Moved { .. }) = about {
                message.push_str(", the bot's own move");
            } else if let Some(told) = about.and_then(Event::message) {
                message.push_str(&format!(" after {told}"));
            }
            if differences.len() > 1 {
                message.push_str(&format!(" ({} cells differ)", differences.len()));
            }
        }
        let offending = differences.iter().map(|difference| difference.cell).collect();
        let mut violation =
            rule.violated(message).drawn(draw(expected, Spots { offending, ..Spots::default() }));
        violation.received = Some(shown.to_string());
        let known = Shown {
            expected,
            shown,
            differences: &differences,
            events: self.this_game(),
            own: self.memory.colour(),
        };
        let candidates = known.candidates();
        violation.hint = if candidates.is_empty() { known.hint() } else { None };
        Some(violation.with_candidates(candidates))
    }

    /// The ways of misreading cells, of those that `stand` so far, of which the board that a bot is to show now would
    /// come out otherwise.
    pub(super) fn ruled_out(&self, is_plausible: impl Fn(&'static str) -> bool) -> Vec<&'static str> {
        let board = self.memory.board();
        board.map(|board| misread::ruled_out(board, self.this_game(), is_plausible)).unwrap_or_default()
    }

    /// Judges what the bot says about who has won; `known_wrong` if it has been found wrong about that on boards
    /// that it knew.
    #[must_use]
    pub(super) fn judge_standing(&self, given: Standing, known_wrong: bool) -> Option<Violation> {
        let board = self.memory.board()?;
        let expected = self.memory.standing()?;
        if given == expected {
            return None;
        }
        let rule =
            if known_wrong { check_win::rule_on(board) } else { self.blame_standing(board, expected, given) };
        let mut violation = check_win::wrong(rule, self.asked()?, expected, given);
        if rule.id == swap::COLOURS.id {
            violation.candidates.clear();
            violation.hint = Some(format!(
                "that would be right without the swap: since then the bot is {}",
                self.memory.colour()
            ));
        }
        Some(violation)
    }

    /// A move to a cell, and what went before it.
    #[must_use]
    pub(super) fn chosen(&self, cell: Cell) -> Option<Chosen<'_>> {
        let stone = self.memory.board()?.get(cell);
        Some(Chosen { cell, events: self.this_game(), stone, own: self.memory.colour() })
    }

    /// What there is to go by when the bot is asked who has won.
    #[must_use]
    pub(super) fn asked(&self) -> Option<Asked<'_>> {
        let board = self.memory.board()?;
        let put = |event: &Event| match *event {
            Event::Put { cell, colour, effective: true, .. } | Event::Moved { cell, colour } => {
                Some((cell, colour))
            }
            _ => None,
        };
        let last = self.this_game().iter().rev().find_map(put);
        let mut played = Board::empty(board.size());
        let mut first_winner = None;
        for event in self.this_game() {
            if let Some((cell, colour)) = put(event) {
                let _ = played.place(cell, colour);
            } else if let Event::Taken { cell, .. } = *event {
                played.remove(cell);
            }
            first_winner = first_winner.or(played.winner());
        }
        Some(Asked {
            board,
            own: self.memory.colour(),
            last: last.map(|(cell, _)| cell).filter(|&cell| board.get(cell).is_some()),
            last_mover: last.map(|(_, colour)| colour),
            first_winner,
        })
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
    fn recent(&self) -> &[Event] {
        &self.events[self.seen_right..]
    }

    fn this_game(&self) -> &[Event] {
        let begun = self.events.iter().rposition(|event| matches!(event, Event::Begun(_))).unwrap_or(0);
        &self.events[begun..]
    }

    fn blame_board(
        &self,
        expected: &Board,
        shown: &BoardText,
        differences: &[Difference],
    ) -> &'static Requirement {
        let recent = self.recent();
        let touched = recent.iter().any(|event| !matches!(event, Event::Begun(_) | Event::Unknown));
        if self.shows_a_game_before(shown, differences) {
            return &init_board::RESETS;
        }
        let begun = recent.iter().any(|event| matches!(event, Event::Begun(_)));
        if shown.size() != expected.size() || (!touched && begun) {
            return &init_board::SIZES;
        }
        let inverted = differences.iter().all(|difference| {
            difference.expected.is_some() && difference.shown == difference.expected.map(Colour::other)
        });
        if inverted && !self.swapped && self.takes_itself_for_the_other(expected, differences) {
            return &args::COLOUR;
        }
        if inverted && self.swapped {
            return &swap::COLOURS;
        }
        // What is unusual is to blame if nothing was said about these cells since.
        let untouched_since = |unusual: fn(&Event) -> bool| {
            recent.iter().rposition(unusual).is_some_and(|at| {
                let about = |cell| differences.iter().any(|difference| difference.cell == cell);
                !recent[at..].iter().filter_map(Event::cell).any(about)
            })
        };
        if untouched_since(|event| *event == Event::Swapped) {
            return &swap::COLOURS;
        }
        if untouched_since(Event::is_idle) {
            return &set::OCCUPIED;
        }
        let last_about = |cell: Cell| recent.iter().rev().find(|event| event.cell() == Some(cell));
        let about: Vec<&Event> =
            differences.iter().filter_map(|difference| last_about(difference.cell)).collect();
        if about.iter().any(|event| matches!(event, Event::Moved { .. })) {
            &make_move::RECORDED
        } else if about.iter().any(|event| event.is_idle()) {
            &set::OCCUPIED
        } else if !about.is_empty() {
            &set::RECORDED
        } else if recent.contains(&Event::Swapped) {
            &swap::COLOURS
        } else if recent.contains(&Event::Unknown) {
            &input::UNKNOWN
        } else if recent.iter().any(Event::is_idle) {
            &set::OCCUPIED
        } else if recent.iter().any(|event| matches!(event, Event::Moved { .. })) {
            &make_move::RECORDED
        } else {
            &set::RECORDED
        }
    }

    /// Whether the board shown has the size of a game before, or stones of one that this game has not.
    fn shows_a_game_before(&self, shown: &BoardText, differences: &[Difference]) -> bool {
        let this = self.this_game();
        let before = &self.events[..self.events.len() - this.len()];
        let begun = |event: &Event| matches!(event, Event::Begun(size) if *size == shown.size());
        if before.iter().any(begun) && !this.iter().any(begun) {
            return true;
        }
        let about = |events: &[Event], cell: Cell| events.iter().any(|event| event.cell() == Some(cell));
        !differences.is_empty()
            && differences.iter().all(|difference| {
                let cell = difference.cell;
                difference.shown.is_some() && about(before, cell) && !about(this, cell)
            })
    }

    /// Whether all stones are shown in the other colour, and none of them is the bot's own move.
    #[must_use]
    pub(super) fn is_inverted(&self, shown: &BoardText) -> bool {
        let moved = self.this_game().iter().any(|event| matches!(event, Event::Moved { .. }));
        self.memory.board().is_some_and(|expected| {
            let differences = differences(expected, shown);
            !moved
                && !differences.is_empty()
                && differences.len() == usize::from(expected.stone_count())
                && differences.iter().all(|d| d.shown.is_some() && d.expected.is_some())
        })
    }

    /// Whether all stones of this game are shown in the other colour, those of the referee and its own alike.
    fn takes_itself_for_the_other(&self, expected: &Board, differences: &[Difference]) -> bool {
        let events = self.this_game();
        differences.len() == usize::from(expected.stone_count())
            && events.iter().any(|event| matches!(event, Event::Moved { .. }))
            && events.iter().any(|event| matches!(event, Event::Put { .. }))
    }

    fn blame_standing(&self, board: &Board, expected: Standing, given: Standing) -> &'static Requirement {
        let opposite = expected != Standing::Open && given != Standing::Open;
        if self.swapped && opposite {
            return &swap::COLOURS;
        }
        if self.recent().is_empty() {
            // The bot has shown this very board.
            return check_win::rule_on(board);
        }
        let slips = [
            (Slip::OwnMovesLost, &make_move::RECORDED),
            (Slip::Overwrites, &set::OCCUPIED),
            (Slip::SwapIgnored, &swap::COLOURS),
        ];
        let explained = slips.into_iter().find(|(slip, _)| self.standing_after(*slip) == Some(given));
        explained.map_or_else(|| check_win::rule_on(board), |(_, rule)| rule)
    }

    /// What a bot with this slip would answer; none if the slip makes no difference to what it knows.
    fn standing_after(&self, slip: Slip) -> Option<Standing> {
        let board = self.memory.board()?;
        let mut wrong = Board::empty(board.size());
        let mut swapped = false;
        for event in self.this_game() {
            match *event {
                Event::Put { cell, colour, .. } => {
                    let kept = slip == Slip::SwapIgnored && swapped;
                    let colour = if kept { colour.other() } else { colour };
                    if slip == Slip::Overwrites {
                        wrong.remove(cell);
                    }
                    let _ = wrong.place(cell, colour);
                }
                Event::Taken { cell, .. } => {
                    wrong.remove(cell);
                }
                Event::Moved { cell, colour } if slip != Slip::OwnMovesLost => {
                    let kept = slip == Slip::SwapIgnored && swapped;
                    let _ = wrong.place(cell, if kept { colour.other() } else { colour });
                }
                Event::Moved { .. } | Event::Begun(_) | Event::Unknown => {}
                Event::Swapped => swapped = true,
            }
        }
        let own = if slip == Slip::SwapIgnored && swapped {
            self.memory.colour().other()
        } else {
            self.memory.colour()
        };
        (wrong != *board).then(|| Standing::of(own, wrong.winner()))
    }
}

impl Event {
    pub(super) const fn cell(&self) -> Option<Cell> {
        match *self {
            Self::Put { cell, .. } | Self::Taken { cell, .. } | Self::Moved { cell, .. } => Some(cell),
            Self::Begun(_) | Self::Swapped | Self::Unknown => None,
        }
    }

    /// The rule that a bot breaks which does not survive it.
    fn rule(&self) -> &'static Requirement {
        match self {
            Self::Begun(_) => &init_board::SIZES,
            Self::Put { effective: false, .. } | Self::Taken { effective: false, .. } => &set::OCCUPIED,
            Self::Put { .. } | Self::Taken { .. } => &set::RECORDED,
            Self::Moved { .. } => &make_move::RECORDED,
            Self::Swapped => &swap::COLOURS,
            Self::Unknown => &input::UNKNOWN,
        }
    }

    /// The message that told of it, where there was one.
    fn message(&self) -> Option<String> {
        match self {
            Self::Put { cell, own, .. } => Some(format!("{} {cell}", if *own { "sety" } else { "seto" })),
            Self::Taken { cell, .. } => Some(format!("unset {cell}")),
            Self::Begun(_) | Self::Moved { .. } | Self::Swapped | Self::Unknown => None,
        }
    }

    /// Whether it should have changed nothing.
    pub(super) const fn is_idle(&self) -> bool {
        matches!(self, Self::Put { effective: false, .. } | Self::Taken { effective: false, .. })
    }
}

fn differences(expected: &Board, shown: &BoardText) -> Vec<Difference> {
    if shown.size() != expected.size() {
        return Vec::new();
    }
    let shown = shown.to_board();
    expected
        .cells()
        .map(|(cell, stone)| Difference { cell, expected: stone, shown: shown.get(cell) })
        .filter(|difference| difference.expected != difference.shown)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(colour: Colour, messages: &[&str]) -> Ledger {
        let mut ledger = Ledger::new(colour);
        for message in messages {
            ledger.hear(Message::from_bytes(message.as_bytes()).unwrap());
        }
        ledger
    }

    fn blamed(ledger: &mut Ledger, shown: &str) -> String {
        let shown = BoardText::from_bytes(shown.as_bytes()).unwrap();
        ledger.judge_board(&shown).map(|violation| violation.rule).unwrap_or_default()
    }

    #[test]
    fn a_wrong_board_is_blamed_on_what_was_said_about_the_cell() {
        let cell = |row, column| Cell::at(row, column).unwrap();
        let black = Colour::Black;
        let mut ledger = told(black, &["init_board 2"]);
        assert_eq!(blamed(&mut ledger, "...|...|...|"), init_board::SIZES.id);
        assert_eq!(blamed(&mut ledger, "B.|..|"), init_board::SIZES.id);
        assert_eq!(blamed(&mut ledger, "..|..|"), "");
        ledger.hear(Message::from_bytes(b"seto a2").unwrap());
        assert_eq!(blamed(&mut ledger, "..|W.|"), set::RECORDED.id);
        assert_eq!(blamed(&mut ledger, ".B|..|"), set::RECORDED.id);
        assert_eq!(blamed(&mut ledger, ".W|..|"), "");
        ledger.hear(Message::from_bytes(b"sety a2").unwrap());
        assert_eq!(blamed(&mut ledger, ".B|..|"), set::OCCUPIED.id);
        assert_eq!(blamed(&mut ledger, ".W|..|"), "");
        ledger.moved(Move::Place(cell(1, 0)));
        assert_eq!(blamed(&mut ledger, ".W|..|"), make_move::RECORDED.id);
        assert_eq!(blamed(&mut ledger, ".W|W.|"), make_move::RECORDED.id);
        assert_eq!(blamed(&mut ledger, ".W|B.|"), "");
        ledger.hear(Message::Swap);
        assert_eq!(blamed(&mut ledger, ".B|W.|"), swap::COLOURS.id);
        assert_eq!(blamed(&mut ledger, ".W|.B|"), swap::COLOURS.id);
        ledger.unknown();
        assert_eq!(blamed(&mut ledger, ".W|B.|"), "");
        ledger.unknown();
        assert_eq!(blamed(&mut ledger, ".W|BB|"), input::UNKNOWN.id);
    }

    #[test]
    fn stones_of_a_game_before_are_told_from_those_of_this_one() {
        let mut ledger = told(Colour::Black, &["init_board 3", "sety a1", "init_board 2", "sety a2"]);
        assert_eq!(blamed(&mut ledger, "BB|..|"), init_board::RESETS.id);
        assert_eq!(blamed(&mut ledger, "BB.|...|...|"), init_board::RESETS.id);
        assert_eq!(blamed(&mut ledger, "..|B.|"), set::RECORDED.id);
    }

    #[test]
    fn a_bot_that_takes_itself_for_the_other_is_told_from_one_that_misreads_a_message() {
        let mut ledger = told(Colour::White, &["init_board 3", "seto a1", "sety a2", "seto c3"]);
        ledger.moved(Move::Place(Cell::at(1, 1).unwrap()));
        assert_eq!(blamed(&mut ledger, "WB.|.B.|..W|"), args::COLOUR.id);
        assert_eq!(blamed(&mut ledger, "WW.|.W.|..W|"), set::RECORDED.id);
        assert_eq!(blamed(&mut ledger, "BW.|.B.|..B|"), make_move::RECORDED.id);
    }

    #[test]
    fn a_wrong_standing_on_a_board_that_was_not_seen_is_explained() {
        let rule =
            |ledger: &Ledger, given| ledger.judge_standing(given, false).map(|v| v.rule).unwrap_or_default();
        let mut ledger = told(Colour::Black, &["init_board 2", "sety a1", "seto a2"]);
        ledger.moved(Move::Place(Cell::at(1, 0).unwrap()));
        assert_eq!(rule(&ledger, Standing::Won), "");
        assert_eq!(rule(&ledger, Standing::Open), make_move::RECORDED.id);
        assert_eq!(rule(&ledger, Standing::Lost), check_win::VALUE.id);
        let overwritten = told(Colour::Black, &["init_board 1", "sety a1", "seto a1"]);
        assert_eq!(rule(&overwritten, Standing::Lost), set::OCCUPIED.id);
        let swapped = told(Colour::Black, &["init_board 1", "sety a1", "swap"]);
        assert_eq!(rule(&swapped, Standing::Won), swap::COLOURS.id);
    }
}
