//! What the bot says about who has won: whether it is right, and which rule is broken if it is not.

use botspec_sdk::games::hex::{Board, Standing};

use super::event::Event;
use super::knowledge::Knowledge;
use super::slip::Asked;
use super::{check_win, make_move, set, swap};
use crate::record::Violation;
use crate::requirement::Requirement;

/// A way of misunderstanding the messages, for telling it by its consequences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slip {
    OwnMovesLost,
    Overwrites,
    SwapIgnored,
}

impl Knowledge {
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
        let mut with_taken = played.clone();
        let mut first_winner = None;
        for event in self.this_game() {
            if let Some((cell, colour)) = put(event) {
                let _ = played.place(cell, colour);
                with_taken.remove(cell);
                let _ = with_taken.place(cell, colour);
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
            winner_with_taken: with_taken.winner(),
        })
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
