//! Why a bot may take a cell for empty that is not.

use botspec_sdk::games::hex::{Cell, Colour};

use super::event::Event;
use crate::record::HintCandidate;

/// A move of the bot's, and what went before it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Chosen<'a> {
    pub(super) cell: Cell,
    /// What happened in this game.
    pub(super) events: &'a [Event],
    /// What stands on the cell.
    pub(super) stone: Option<Colour>,
    /// The bot's colour.
    pub(super) own: Colour,
}

/// What a bot may have overlooked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slip {
    AlwaysTheSame,
    Swapped,
    Own,
    Opponents,
}

impl Slip {
    const ALL: [Self; 4] = [Self::AlwaysTheSame, Self::Swapped, Self::Own, Self::Opponents];

    const fn key(self) -> &'static str {
        match self {
            Self::AlwaysTheSame => "make_move: always the same",
            Self::Swapped => "make_move: swapped",
            Self::Own => "make_move: own stones",
            Self::Opponents => "make_move: opponent's stones",
        }
    }

    fn hint(self, cell: Cell) -> String {
        match self {
            Self::AlwaysTheSame => {
                format!("the bot's move before was {cell} as well: does it look at the board?")
            }
            Self::Swapped => format!("{cell} was taken before the swap: the stone stays there"),
            Self::Own => format!(
                "the stone on {cell} is the bot's own: cells that it has taken itself are not free either"
            ),
            Self::Opponents => format!(
                "the stone on {cell} is the opponent's: cells that the opponent has taken are not free"
            ),
        }
    }

    /// Whether a bot with this slip plays there.
    fn plays(self, chosen: Chosen<'_>) -> bool {
        let Chosen { cell, events, stone, own } = chosen;
        match self {
            Self::AlwaysTheSame => {
                let moves = events.iter().rev();
                let before = moves.filter_map(|event| match *event {
                    Event::Moved { cell, .. } => Some(cell),
                    _ => None,
                });
                before.take(1).all(|before| before == cell)
            }
            Self::Swapped => {
                stone.is_none() || {
                    let swap = events.iter().rposition(|event| *event == Event::Swapped);
                    let put = events.iter().rposition(|event| event.cell() == Some(cell) && !event.is_idle());
                    swap.zip(put).is_some_and(|(swap, put)| put < swap)
                }
            }
            Self::Own => stone.is_none_or(|stone| stone == own),
            Self::Opponents => stone.is_none_or(|stone| stone != own),
        }
    }
}

/// What would explain that the bot plays on a cell that is taken.
#[must_use]
pub(super) fn candidates(chosen: Chosen<'_>) -> Vec<HintCandidate> {
    let fitting = Slip::ALL.into_iter().filter(|slip| slip.plays(chosen));
    fitting.map(|slip| HintCandidate { slip: slip.key(), hint: slip.hint(chosen.cell) }).collect()
}

/// The slips that a move speaks against.
pub(super) fn ruled_out(chosen: Chosen<'_>) -> impl Iterator<Item = &'static str> {
    Slip::ALL.into_iter().filter(move |slip| !slip.plays(chosen)).map(Slip::key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_overlooked_is_told_by_how_the_stone_came_there() {
        let cell = |column| Cell::at(0, column).unwrap();
        let (black, white) = (Colour::Black, Colour::White);
        let events = [
            Event::Moved { cell: cell(0), colour: black },
            Event::Put { cell: cell(1), colour: white, own: false, effective: true },
            Event::Moved { cell: cell(2), colour: black },
        ];
        let named = |column, stone, events: &[Event], own| {
            let chosen = Chosen { cell: cell(column), events, stone, own };
            candidates(chosen).into_iter().map(|candidate| candidate.slip).collect::<Vec<_>>()
        };
        assert_eq!(named(0, Some(black), &events, black), [Slip::Own.key()]);
        assert_eq!(named(1, Some(white), &events, black), [Slip::Opponents.key()]);
        assert_eq!(named(2, Some(black), &events, black), [Slip::AlwaysTheSame.key(), Slip::Own.key()]);
        let swapped = [Event::Moved { cell: cell(0), colour: black }, Event::Swapped];
        let found = named(0, Some(black), &swapped, white);
        assert!(found.contains(&Slip::Swapped.key()), "{found:?}");
        let free = Chosen { cell: cell(3), events: &events, stone: None, own: black };
        assert_eq!(ruled_out(free).collect::<Vec<_>>(), [Slip::AlwaysTheSame.key()]);
    }
}
