//! What a board that is shown wrongly comes from: messages that were misread.

use botspec_sdk::games::hex::{Board, BoardText, Cell, Colour, Size};

use super::difference::Difference;
use super::event::Event;
use super::show_board;
use crate::record::HintCandidate;

/// Everything that is known of a game whose board is shown wrongly.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shown<'a> {
    pub(super) expected: &'a Board,
    pub(super) shown: &'a BoardText,
    pub(super) differences: &'a [Difference],
    /// What happened in this game.
    pub(super) events: &'a [Event],
    /// The bot's colour now.
    pub(super) own: Colour,
}

/// A way of misreading a cell.
struct Displacement {
    slip: &'static str,
    hint: &'static str,
    /// The row and column, from 0, where a stone stands that was set on a cell of a board with this last row.
    place: fn(Cell, u8) -> (Option<u8>, Option<u8>),
}

const EXCHANGED: Displacement = Displacement {
    slip: "cell: row and column",
    hint: "row and column are exchanged: the letter is the row, the number the column",
    place: |cell, _| (Some(cell.column()), Some(cell.row())),
};

const DISPLACEMENTS: [Displacement; 9] = [
    EXCHANGED,
    Displacement {
        slip: "cell: upside down",
        hint: "rows are upside down: row a is the top one",
        place: |cell, last| (last.checked_sub(cell.row()), Some(cell.column())),
    },
    Displacement {
        slip: "cell: from the right",
        hint: "columns are counted from the right: column 1 is the left one",
        place: |cell, last| (Some(cell.row()), last.checked_sub(cell.column())),
    },
    Displacement {
        slip: "cell: turned round",
        hint: "the board is turned round: row a is the top one, column 1 the left one",
        place: |cell, last| (last.checked_sub(cell.row()), last.checked_sub(cell.column())),
    },
    Displacement {
        slip: "cell: first digit",
        hint: "of a column with two digits only the first one is read",
        place: |cell, _| (Some(cell.row()), first_digit(cell.column() + 1).checked_sub(1)),
    },
    Displacement {
        slip: "cell: last digit",
        hint: "of a column with two digits only the last one is read",
        place: |cell, _| (Some(cell.row()), ((cell.column() + 1) % 10).checked_sub(1)),
    },
    Displacement {
        slip: "cell: row i",
        hint: "rows after i are one too far up: i is a row like the others",
        place: |cell, _| (Some(cell.row() - u8::from(cell.row() > ROW_I)), Some(cell.column())),
    },
    Displacement {
        slip: "cell: one to the right",
        hint: "all stones are one column too far to the right: columns are counted from 1",
        place: |cell, _| (Some(cell.row()), cell.column().checked_add(1)),
    },
    Displacement {
        slip: "cell: one to the left",
        hint: "all stones are one column too far to the left: columns are counted from 1",
        place: |cell, _| (Some(cell.row()), cell.column().checked_sub(1)),
    },
];

impl Displacement {
    /// Where a stone stands that was set on a cell, if it is on the board.
    fn of(&self, cell: Cell, size: Size) -> Option<Cell> {
        let (row, column) = (self.place)(cell, size.get() - 1);
        Cell::at(row?, column?).filter(|cell| cell.is_on(size))
    }

    fn candidate(&self) -> HintCandidate {
        HintCandidate { slip: self.slip, hint: self.hint.to_owned() }
    }
}

/// The slips, of those that `stand` so far, of which this board would have come out otherwise after these events.
pub(super) fn ruled_out(
    board: &Board,
    events: &[Event],
    is_plausible: impl Fn(&'static str) -> bool,
) -> Vec<&'static str> {
    let mut standing: Vec<&Displacement> =
        DISPLACEMENTS.iter().filter(|slip| is_plausible(slip.slip)).collect();
    let mut ruled_out = Vec::new();
    for (cell, _) in board.stones() {
        // Most often none is left to be asked about.
        if standing.is_empty() {
            break;
        }
        if is_told(events, cell) {
            standing.retain(|slip| {
                let stays = slip.of(cell, board.size()) == Some(cell);
                ruled_out.extend((!stays).then_some(slip.slip));
                stays
            });
        }
    }
    ruled_out
}

impl Shown<'_> {
    /// Ways of misreading cells that explain all of it, as far as the bot was told what stands where.
    pub(super) fn candidates(&self) -> Vec<HintCandidate> {
        if show_board::is_transposed(self.expected, self.shown) {
            return vec![EXCHANGED.candidate()];
        }
        if self.shown.size() != self.expected.size() {
            return Vec::new();
        }
        if let Some(swapped) = self.candidates_of_a_swap() {
            return swapped;
        }
        let told: Vec<(Cell, Colour)> =
            self.expected.stones().filter(|&(cell, _)| is_told(self.events, cell)).collect();
        let shown = self.shown.to_board();
        let is_displaced = |slip: &&Displacement| self.is_displaced(slip, &told, &shown);
        DISPLACEMENTS.iter().filter(is_displaced).map(Displacement::candidate).collect()
    }

    /// What probably went wrong, if no cell was misread.
    #[must_use]
    pub(super) fn hint(&self) -> Option<String> {
        let Self { expected, shown, differences, .. } = *self;
        if shown.size() != expected.size() {
            let (has, said) = (shown.size().get(), expected.size().get());
            let digit = if has == said / 10 { ": only its first digit is read" } else { "" };
            return Some(format!("the board has {has} rows; init_board said {said}{digit}"));
        }
        let missing: Vec<&Difference> = differences.iter().filter(|d| d.shown.is_none()).collect();
        let extra: Vec<&Difference> = differences.iter().filter(|d| d.expected.is_none()).collect();
        if let ([missing], [extra]) = (missing.as_slice(), extra.as_slice())
            && missing.expected == extra.shown
        {
            let slip =
                if missing.cell.transposed() == extra.cell { " with row and column exchanged" } else { "" };
            return Some(format!("the stone on {} stands on {}{slip}", missing.cell, extra.cell));
        }
        self.hint_of_a_swap().or_else(|| self.hint_of_an_idle_message()).or_else(|| self.hint_of_colours())
    }

    /// Whether all stones of which the bot was told stand where this puts them, not all of them where they should, and
    /// nothing else but stones that may be the bot's own moves.
    fn is_displaced(&self, slip: &Displacement, told: &[(Cell, Colour)], shown: &Board) -> bool {
        let image = |cell: Cell| slip.of(cell, self.expected.size());
        let images: Vec<Option<Cell>> = told.iter().map(|&(cell, _)| image(cell)).collect();
        let moved = told.iter().filter(|&&(cell, _)| image(cell) != Some(cell)).count();
        let placed =
            told.iter().all(|&(cell, colour)| image(cell).and_then(|to| shown.get(to)) == Some(colour));
        let is_right = told.iter().all(|&(cell, colour)| shown.get(cell) == Some(colour));
        let others = shown.stones().filter(|(cell, _)| !images.contains(&Some(*cell)));
        let own_moves = usize::from(self.expected.stone_count()) - told.len();
        moved > 1 && placed && !is_right && others.count() <= own_moves + 1
    }

    /// Ways of changing the stone that is there at a swap, if nothing else is wrong with the board. Which of them it is
    /// does not show if the stone stands on the diagonal.
    fn candidates_of_a_swap(&self) -> Option<Vec<HintCandidate>> {
        let swap = self.events.iter().rposition(|event| *event == Event::Swapped)?;
        let stones = self.events[..swap].iter().rev().take_while(|event| !matches!(event, Event::Begun(_)));
        let cell = stones.filter(|event| !event.is_idle()).find_map(Event::cell)?;
        let is_left_alone =
            self.events[swap..].iter().all(|event| event.cell() != Some(cell) || event.is_idle());
        let stone = self.expected.get(cell).filter(|_| is_left_alone)?;
        let shown = self.shown.to_board();
        let is_alone = |changed: Cell| {
            self.differences.iter().all(|difference| [cell, changed].contains(&difference.cell))
        };
        let becomes = |to: Cell| is_alone(to) && shown.get(to) == Some(stone.other());
        let recoloured = becomes(cell).then(|| HintCandidate {
            slip: "swap: recoloured",
            hint: format!("at a swap no stone changes its colour: the one on {cell} has"),
        });
        let mirror = cell.transposed();
        let is_gone = mirror == cell || shown.get(cell) != Some(stone);
        let mirrored = (becomes(mirror) && is_gone).then(|| HintCandidate {
            slip: "swap: mirrored",
            hint: format!(
                "at a swap the stone on {cell} stays where and as it is: it has been put on the other side of the \
                 diagonal, in the other colour"
            ),
        });
        let both: Vec<HintCandidate> = recoloured.into_iter().chain(mirrored).collect();
        (!both.is_empty()).then_some(both)
    }

    /// What went wrong at a swap.
    fn hint_of_a_swap(&self) -> Option<String> {
        let swap = self.events.iter().rposition(|event| *event == Event::Swapped)?;
        let before = |cell: Cell| {
            let put = self.events.iter().rposition(|event| event.cell() == Some(cell) && !event.is_idle());
            put.is_some_and(|put| put < swap)
        };
        let (older, newer): (Vec<&Difference>, Vec<&Difference>) =
            self.differences.iter().filter(|d| d.expected.is_some()).partition(|d| before(d.cell));
        let turned = |d: &&Difference| d.shown == d.expected.map(Colour::other);
        let own = self.own;
        let extra = self.differences.iter().find(|d| d.expected.is_none());
        match (older.as_slice(), newer.as_slice(), extra) {
            ([stone], [], Some(extra)) if extra.shown.is_some() => Some(format!(
                "at a swap no stone moves: the one on {} has gone to {}",
                stone.cell, extra.cell
            )),
            ([stone], [], None) if stone.shown.is_none() => {
                Some(format!("at a swap no stone is taken away: the one on {} is gone", stone.cell))
            }
            ([stone], [], None) if turned(stone) => {
                Some(format!("at a swap no stone changes its colour: the one on {} has", stone.cell))
            }
            ([], newer, None) if !newer.is_empty() && newer.iter().all(turned) => {
                let moves = newer.iter().all(|d| self.is_own_move(d.cell));
                let whose = if moves { "for its own moves, too" } else { "and so for all that follows" };
                Some(format!(
                    "since the swap the bot is {own}, {whose}: stones from then on have the old colour"
                ))
            }
            (older, newer, None) if !newer.is_empty() && older.iter().chain(newer).all(turned) => {
                Some(format!("at a swap no stone changes its colour, the bot does: since then it is {own}"))
            }
            _ => None,
        }
    }

    /// What became of a message about a cell that should have changed nothing.
    fn hint_of_an_idle_message(&self) -> Option<String> {
        let [first, ..] = self.differences else { return None };
        let last = |cell: Cell| self.events.iter().rev().find(|event| event.cell() == Some(cell));
        let about = last(first.cell).filter(|event| event.is_idle());
        // A cell that was emptied though nothing stood there, since the stone was put that is gone.
        let put = self.events.iter().rposition(|event| event.cell() == Some(first.cell))?;
        let emptied = self.events[put..].iter().rev().find_map(|event| match event {
            Event::Taken { cell, effective: false } => Some(*cell),
            _ => None,
        });
        if let Some(cell) = emptied.filter(|_| about.is_none() && first.shown.is_none()) {
            return Some(format!(
                "nothing stood on {cell} when it was unset: that takes no stone away, on {} neither",
                first.cell
            ));
        }
        match about {
            Some(Event::Put { colour, .. }) if first.shown == Some(*colour) => {
                Some(format!("{} was taken: a stone that is set there leaves it as it is", first.cell))
            }
            Some(Event::Put { .. }) if first.shown.is_none() => Some(format!(
                "{} was taken: a stone that is set there leaves it as it is, and takes nothing away",
                first.cell
            )),
            _ => None,
        }
    }

    /// Stones that have the other colour.
    fn hint_of_colours(&self) -> Option<String> {
        let turned = |d: &Difference| d.shown.is_some() && d.shown == d.expected.map(Colour::other);
        if self.differences.is_empty() || !self.differences.iter().all(turned) {
            return None;
        }
        let own = self.own;
        let from = |own: bool| {
            move |d: &Difference| {
                let put = |event: &&Event| event.cell() == Some(d.cell) && !event.is_idle();
                let last = self.events.iter().rev().find(put);
                matches!(last, Some(Event::Put { own: of, .. }) if *of == own)
            }
        };
        let text = if self.differences.iter().all(|d| self.is_own_move(d.cell)) {
            format!("the bot's own move has the opponent's colour: this bot is {own}")
        } else if self.differences.iter().all(from(true)) {
            format!("sety has put the opponent's colour: this bot is {own}")
        } else if self.differences.iter().all(from(false)) {
            format!("seto has put the bot's own colour: this bot is {own}")
        } else {
            format!("the colours are exchanged: this bot is {own}")
        };
        Some(text)
    }

    fn is_own_move(&self, cell: Cell) -> bool {
        let last = self.events.iter().rev().find(|event| event.cell() == Some(cell) && !event.is_idle());
        matches!(last, Some(Event::Moved { .. }))
    }
}

/// Whether the stone that these events have put on a cell was told of, and is not the bot's own move.
fn is_told(events: &[Event], cell: Cell) -> bool {
    let last = events.iter().rev().find(|event| event.cell() == Some(cell) && !event.is_idle());
    matches!(last, Some(Event::Put { .. }))
}

/// The letter that is left out where letters and numbers must not be mixed up.
const ROW_I: u8 = 8;

const fn first_digit(number: u8) -> u8 {
    if number < 10 { number } else { number / 10 }
}

#[cfg(test)]
mod tests {
    use botspec_sdk::games::hex::{Message, Move};

    use super::super::knowledge::Knowledge;
    use super::*;

    fn knowledge(colour: Colour, messages: &str) -> Knowledge {
        let mut knowledge = Knowledge::new(colour);
        for message in messages.split(", ") {
            match message.strip_prefix("moves ") {
                Some("swap") => knowledge.moved(Move::Swap),
                Some(cell) => {
                    let Ok(Message::Sety(at)) = Message::from_bytes(format!("sety {cell}").as_bytes()) else {
                        panic!("{message}")
                    };
                    knowledge
                        .moved(Move::Place(at.cell(knowledge.memory().board().unwrap().size()).unwrap()));
                }
                None => knowledge.hear(Message::from_bytes(message.as_bytes()).unwrap()),
            }
        }
        knowledge
    }

    fn hint(colour: Colour, messages: &str, shown: &str) -> String {
        let shown = BoardText::from_bytes(shown.as_bytes()).unwrap();
        let violation = knowledge(colour, messages).judge_board(&shown);
        violation.unwrap().hint.unwrap_or_default()
    }

    #[test]
    fn displaced_stones_are_explained() {
        let wide = |rows: &[(usize, &str)]| {
            (0..12)
                .map(|row| {
                    let found = rows.iter().find(|(at, _)| *at == row).map(|(_, text)| *text);
                    format!("{}|", found.unwrap_or("............"))
                })
                .collect::<String>()
        };
        let put = "init_board 12, sety b12, seto l1, sety l11";
        assert_eq!(hint(Colour::Black, put, &wide(&[(1, "B..........."), (11, "W...........")])), "");
        let put = "init_board 12, sety b12, seto l1, seto c11";
        let first = wide(&[(1, "B..........."), (2, "W..........."), (11, "W...........")]);
        assert!(hint(Colour::Black, put, &first).contains("only the first one is read"));
        let put = "init_board 5, seto a2, sety b4, seto e1";
        assert!(hint(Colour::Black, put, "W....|.....|.....|...B.|.W...|").contains("upside down"));
        assert!(
            hint(Colour::Black, &format!("{put}, moves a1"), "W....|.....|.....|...B.|BW...|")
                .contains("upside down")
        );
        assert!(hint(Colour::Black, put, "...W.|.B...|.....|.....|....W|").contains("from the right"));
        assert!(hint(Colour::Black, put, "..W..|....B|.....|.....|.W...|").contains("too far to the right"));
        assert_eq!(
            hint(Colour::Black, put, "W....|...B.|.....|.....|W....|"),
            "the stone on a2 stands on a1"
        );
        let put = "init_board 10, seto j1, sety j10, sety a10";
        let no_i = format!(
            "{}{}",
            ".........B|..........|..........|..........|..........|..........|..........|..........|",
            "W........B|..........|"
        );
        assert!(hint(Colour::Black, put, &no_i).contains("after i"));
    }

    #[test]
    fn a_board_whose_told_stones_are_right_is_not_displaced() {
        // Turned upside down these stones stand as they did; what is missing is the bot's own.
        let put = "init_board 3, sety a1, seto a3, sety c1, seto c3, moves b2";
        assert_eq!(hint(Colour::Black, put, "B.W|...|B.W|"), "");
    }

    #[test]
    fn a_right_board_speaks_against_what_would_have_displaced_a_stone() {
        let told = |messages: &str| {
            let mut slips = knowledge(Colour::Black, messages).ruled_out(|_| true);
            slips.sort_unstable();
            slips
        };
        let of_its_own = told("init_board 3, moves a2");
        assert!(of_its_own.iter().all(|slip| !slip.starts_with("cell")), "that was not told: {of_its_own:?}");
        assert_eq!(told("init_board 1, sety a1"), ["cell: one to the left", "cell: one to the right"]);
        let wide = told("init_board 10, sety b2, seto j10");
        assert!(!wide.contains(&"cell: row and column"), "{wide:?}");
        assert_eq!(wide.len(), DISPLACEMENTS.len() - 1);
    }

    #[test]
    fn what_becomes_of_the_board_at_a_swap_is_told_apart() {
        let swap = "init_board 4, seto b3, moves swap, seto a1";
        let named = |shown: &str| hint(Colour::White, swap, shown);
        assert!(named("W...|....|....|....|").contains("taken away: the one on b3"));
        assert!(named("W...|..W.|....|....|").contains("changes its colour: the one on b3"));
        assert!(
            named("W...|....|.W..|....|").contains("b3 stays where and as it is: it has been put on the")
        );
        assert!(named("W...|...W|....|....|").contains("the one on b3 has gone to b4"));
        assert!(named("B...|..B.|....|....|").contains("since the swap the bot is black"));
        assert!(named("B...|..W.|....|....|").contains("the bot does: since then it is black"));
    }

    #[test]
    fn a_message_about_a_taken_cell_and_exchanged_colours_are_explained() {
        let black = Colour::Black;
        assert!(hint(black, "init_board 2, seto a2, sety a2", ".B|..|").contains("a2 was taken"));
        assert!(hint(black, "init_board 2, seto a2, sety a2", "..|..|").contains("takes nothing away"));
        assert!(hint(black, "init_board 2, seto a2, unset b2", "..|..|").contains("on a2 neither"));
        assert!(hint(black, "init_board 2, seto a2, sety b1", ".B|B.|").contains("seto has put"));
        assert!(hint(black, "init_board 2, seto a2, sety b1", ".W|W.|").contains("sety has put"));
        assert!(hint(black, "init_board 2, seto a2, moves b1", ".W|W.|").contains("own move has"));
        assert!(
            hint(black, "init_board 3, seto a2, moves b3", ".B.|..W|...|")
                .contains("exchanged: this bot is black")
        );
        let grown = hint(black, "init_board 12, sety a1", "B|");
        assert!(grown.contains("12: only its first digit"), "{grown}");
    }
}
