//! From a board and a memory to a position: which turn of which set is this?
//!
//! The board alone does not say which special disks are used and how many turns have passed, nor
//! whether it is still the same set. With the memory of the bot's last turn there are three
//! explanations of what the referee shows now; the first one that fits is taken:
//!
//! 1. *The next turn*: the board has come from the remembered one by the bot's drop and one drop of
//!    the opponent (not a special one that the opponent is known to have used).
//! 2. *The same turn again*: the board is the remembered one. The try failed somehow, and failed
//!    tries are not turns.
//! 3. *A new set*: the board is empty (the bot's team starts, or the opponent did and cleared), or
//!    holds a single disk that is not the bot's own.
//!
//! More than one may fit, after early clearing. The first has at least as many disks used and turns taken as
//! the others, so what it allows is legal whichever is right, with two exceptions: if the remembered
//! drop was the dual disk and did not count, or if it was used in a set that is over, the dual disk is owed and
//! believed to be used. The former is rare: the bot must have failed after writing its answer. The latter is likely if
//! the opponent could have ended the set with its drop: then the dual disk counts as unused, and turns
//! from there, while the others stay used. What follows from the choice is kept as a guess. Two dual disks on the board
//! tell more than any memory: both teams have used theirs.
//!
//! If none fits, or there is no memory, and it is not the beginning of a set, the memory was lost.
//! Then the board is read as if nobody had cleared anything:
//!
//! - Disks 1, 2, 3 count as used: they leave no trace, and a normal disk is as legal.
//! - The dual disk does leave one. Two on the board: both teams have used theirs. One: whose it is shows in the
//!   disks, because the opponent has taken as many turns as the bot's team, or one more. If
//!   the opponent has more disks of its own, the dual disk takes the place of one of the bot's team.
//! - None (or only the opponent's), and fewer than ten disks of its own: the team still owes it, and it is
//!   due when nine lie there. With ten or more the first ten turns are over: it must have been used.
//!
//! Such a guess can be wrong where disks were cleared. If the referee asks again on the same board after a
//! guess, the guess is changed rather than the same answer repeated: a special disk that was refused
//! has been used, and where a normal one was refused, the dual disk is due.

use super::board::{Board, Gravity};
use super::disk::{Disk, Kind, Kinds, Team};
use super::drop::Drop;
use super::game::Power4;
use super::memory::{Certainty, Memory};
use super::position::Position;
use super::setup::Setup;
use super::wire::{MovesText, OpponentText};

/// What is known, and how well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Recalled {
    pub(super) setup: Setup,
    pub(super) certainty: Certainty,
}

impl Recalled {
    /// The most likely facts, given what the referee shows and what the bot remembers.
    pub(super) fn new(team: Team, board: Board, memory: Option<&Memory>) -> Self {
        let mut recalled = Self::explain(team, board, memory);
        // A bot that may owe its dual disk again has taken its own, if it lies there, for the opponent's.
        if board.cells(Disk::Dual).len() >= 2 {
            recalled.setup.used = recalled.setup.used.map(|used| used.with(Kind::Dual));
        }
        recalled
    }

    /// The first explanation that fits.
    fn explain(team: Team, board: Board, memory: Option<&Memory>) -> Self {
        // Teams keep their numbers: a memory of the other team is another bot's.
        let memory = memory.filter(|memory| memory.asked.team() == team);
        let gravity = match memory {
            _ if !board.floating().is_empty() => Gravity::Hover,
            Some(memory) => memory.asked.gravity(),
            None => Gravity::Fall,
        };
        let again = memory.filter(|memory| *memory.asked.board() == board);
        let new_set = new_set(team, board, gravity);
        let next = memory.and_then(|memory| Some((memory, next_turn(memory, &board)?)));
        if let Some((memory, mut setup)) = next {
            let alone = again.is_none() && new_set.is_none();
            if let Some(new) = new_set.filter(|_| may_be_over(memory)) {
                owe_dual_again(&mut setup, &new);
            }
            return Self { setup, certainty: if alone { memory.certainty } else { Certainty::Guessed } };
        }
        if let Some(memory) = again {
            return Self { setup: same_turn(memory), certainty: memory.certainty };
        }
        match new_set {
            Some(setup) => Self { setup, certainty: Certainty::Known },
            None => Self { setup: guess(team, board, gravity), certainty: Certainty::Guessed },
        }
    }

    /// The same with what the referee itself says in the variant `memo`.
    pub(super) fn corrected(mut self, own: Option<MovesText>, opponent: Option<OpponentText>) -> Self {
        let (team, other) = (self.setup.team.index(), self.setup.team.other().index());
        if let Some(MovesText { turns, used }) = own {
            if turns != self.setup.turns[team] {
                // Who started is not told; as many turns of the opponent is right or one too few.
                self.setup.turns[other] = turns;
            }
            self.setup.turns[team] = turns;
            self.setup.used[team] = used;
            self.certainty = Certainty::Known;
        }
        if let Some(OpponentText { used }) = opponent {
            self.setup.used[other] = used;
        }
        self
    }
}

/// The facts if the opponent has dropped one disk since the remembered drop; `None` if no drop explains the board.
fn next_turn(memory: &Memory, board: &Board) -> Option<Setup> {
    let told = memory.asked.gravity();
    let other = if told == Gravity::Fall { Gravity::Hover } else { Gravity::Fall };
    // That disks hover shows only once there is a gap.
    [told, other].into_iter().find_map(|gravity| {
        let asked = Setup { gravity, ..memory.asked.to_setup() };
        let after = Position::from_guess(&asked).ok()?.play_unchecked(memory.drop)?;
        after.board().result().is_none().then_some(())?;
        let opponent = after.team();
        let explains = |&drop: &Drop| after.play_unchecked(drop).is_some_and(|next| next.board() == board);
        let mut kinds: Vec<Kind> = any_drop(&after).filter(explains).map(|drop| drop.kind).collect();
        kinds.dedup();
        if memory.certainty == Certainty::Known {
            kinds.retain(|&kind| !after.used(opponent).contains(kind));
        }
        let mut setup = after.to_setup();
        setup.board = *board;
        setup.team = opponent.other();
        setup.turns[opponent.index()] = setup.turns[opponent.index()].saturating_add(1);
        match kinds[..] {
            [] => return None,
            [kind] => setup.used[opponent.index()] = setup.used[opponent.index()].with(kind),
            // Which of them cannot be told: the opponent may still have any.
            _ => {}
        }
        Some(setup)
    })
}

/// Whether the opponent could have ended the set after the remembered drop.
fn may_be_over(memory: &Memory) -> bool {
    memory.asked.play_unchecked(memory.drop).is_some_and(|after| {
        let mut nexts = any_drop(&after).filter_map(|drop| after.play_unchecked(drop));
        nexts.any(|next| next.board().result().is_some())
    })
}

/// Every drop into an open column, whatever is used up.
fn any_drop(position: &Position) -> impl Iterator<Item = Drop> {
    Kind::ALL.into_iter().flat_map(|kind| position.columns().map(move |column| Drop { kind, column }))
}

/// Makes of the facts of a set that goes on some that also hold in a `new` one, where the dual disk is owed.
fn owe_dual_again(setup: &mut Setup, new: &Setup) {
    let team = setup.team.index();
    if setup.used[team].contains(Kind::Dual) {
        setup.used[team] = setup.used[team].without(Kind::Dual);
        setup.turns = new.turns;
    }
}

/// The facts if the remembered drop did not count.
fn same_turn(memory: &Memory) -> Setup {
    let mut setup = memory.asked.to_setup();
    if memory.certainty == Certainty::Guessed {
        let team = setup.team.index();
        if memory.drop.kind.is_special() {
            setup.used[team] = setup.used[team].with(memory.drop.kind);
        } else {
            setup.used[team] = setup.used[team].without(Kind::Dual);
            setup.turns[team] = setup.turns[team].max(Power4::DUAL_BY_TURN - 1);
        }
    }
    setup
}

/// The facts if this is the team's first turn of a set; `None` if it cannot be.
fn new_set(team: Team, board: Board, gravity: Gravity) -> Option<Setup> {
    let mut setup = Setup { board, ..Position::opening(team, gravity).to_setup() };
    let opponent = team.other();
    let disk = match board.occupied().len() {
        0 => return Some(setup),
        1 => board.occupied().first().and_then(|cell| board.get(cell))?,
        _ => return None,
    };
    setup.turns[opponent.index()] = 1;
    if disk == Disk::Dual {
        setup.used[opponent.index()] = Kinds::NONE.with(Kind::Dual);
    }
    (disk != Disk::Of(team)).then_some(setup)
}

/// The facts as the disks on the board tell them.
fn guess(team: Team, board: Board, gravity: Gravity) -> Setup {
    let opponent = team.other();
    let count = |team| u16::try_from(board.cells(Disk::Of(team)).len()).expect("at most 42");
    let (own, other) = (count(team), count(opponent));
    let duals = board.cells(Disk::Dual).len();
    let own_dual = duals >= 2 || duals == 1 && other > own;
    let other_dual = duals >= 2 || duals == 1 && !own_dual;

    let mut setup = Setup { board, team, used: [Kinds::NONE; 2], turns: [0; 2], gravity };
    setup.turns[team.index()] = own + u16::from(own_dual);
    setup.turns[opponent.index()] = other + u16::from(other_dual);
    // Of the opponent's disks those are used that must be: better to fear one too many.
    for (team, disks, dual) in [(team, own, own_dual), (opponent, other, other_dual)] {
        if dual || disks >= Power4::DUAL_BY_TURN {
            setup.used[team.index()] = setup.used[team.index()].with(Kind::Dual);
        }
    }
    for kind in [Kind::ClearRow, Kind::ClearColumn, Kind::ClearNeighbours] {
        setup.used[team.index()] = setup.used[team.index()].with(kind);
    }
    setup
}
