//! Power Connect Four as a search sees it.

use super::board::Board;
use super::cell::Column;
use super::cells::Cells;
use super::disk::{Kind, Kinds, Team};
use super::drop::Drop;
use super::position::Position;
use super::rules::Outcome;
use crate::random::Random;
use crate::search::{Searchable, Status, mix};
use crate::seat::Seat;

impl Searchable for Position {
    #[inline]
    fn status(&self) -> Status {
        match self.board.result() {
            None => Status::Open,
            Some(Outcome { winner: Some(team), .. }) => Status::Won(team.seat()),
            Some(Outcome { winner: None, .. }) => Status::Drawn,
        }
    }

    fn key(&self) -> u64 {
        let [one, two] = self.board.teams;
        // After its turn the dual disk has been used or is overdue: how many turns have passed counts no more.
        let turns = |team: Team| {
            if self.used(team).contains(Kind::Dual) { 0 } else { u64::from(self.turns(team)) }
        };
        let used = |team: Team| {
            Kind::SPECIAL
                .iter()
                .filter(move |&&kind| self.used(team).contains(kind))
                .map(|kind| 1 << kind.number())
        };
        let [used_one, used_two] = Team::ALL.map(|team| used(team).sum::<u64>());
        let books = turns(Team::One) | turns(Team::Two) << 16 | used_one << 32 | used_two << 40;
        let rest = u64::from(self.team.number()) << 48 | (self.gravity as u64) << 52;
        [books | rest, one.bits(), two.bits(), self.board.dual.bits()].into_iter().fold(0, mix)
    }

    fn list_moves(&self, moves: &mut Vec<Drop>) {
        moves.extend(self.drops());
    }

    #[inline]
    fn advance(&mut self, drop: Drop) {
        *self = self.play_unchecked(drop).expect("the column of a listed drop has room");
    }

    /// Every legal drop is as likely as any other.
    fn random_winner(&self, random: &mut Random, _: &mut Vec<Drop>) -> Option<Seat> {
        let mut position = *self;
        loop {
            if let Some(result) = position.board.result() {
                return result.winner.map(Team::seat);
            }
            if position.used == [Kinds::ALL; 2] {
                return position.board.random_winner_of_normal(position.team, random).map(Team::seat);
            }
            position.random_drop(random);
        }
    }
}

impl Position {
    /// Plays a random drop of a set that goes on.
    fn random_drop(&mut self, random: &mut Random) {
        let gaps = self.board.occupied().first_gaps();
        let mut kinds = [Kind::Normal; 5];
        let mut count = 0;
        for (place, kind) in kinds.iter_mut().zip(self.kinds()) {
            *place = kind;
            count += 1;
        }
        let landing = random_one(gaps, random);
        let kind = kinds[below(random, count) as usize];
        match kind {
            Kind::Normal => {
                let disks = &mut self.board.teams[self.team.index()];
                *disks = *disks | landing;
                self.turns[self.team.index()] = self.turns[self.team.index()].saturating_add(1);
                self.team = self.team.other();
            }
            _ => {
                let cell = landing.first().expect("one of the gaps");
                self.advance(Drop { kind, column: cell.column() });
            }
        }
    }
}

impl Board {
    /// The winner of a set that is played to its end with normal disks alone, nobody having four as yet.
    fn random_winner_of_normal(&self, starts: Team, random: &mut Random) -> Option<Team> {
        let mut team = starts;
        // What counts for the team to move comes first.
        let mut own = self.counting_for(team);
        let mut others = self.counting_for(team.other());
        loop {
            let gaps = own.union(others).first_gaps();
            if gaps.is_empty() {
                return None;
            }
            let landing = random_one(gaps, random);
            own = own | landing;
            if own.has_four() {
                return Some(team);
            }
            (own, others, team) = (others, own, team.other());
        }
    }
}

/// In `0..bound`, each as likely as any other but for one part in 2^32 ÷ `bound`: a playout does not show it.
#[inline]
fn below(random: &mut Random, bound: u32) -> u32 {
    let wide = u64::from(random.word()) * u64::from(bound);
    u32::try_from(wide >> 32).expect("half of 64 bits")
}

/// One cell of a set that has at most one in each column, and at least one in all.
#[inline]
fn random_one(cells: Cells, random: &mut Random) -> Cells {
    loop {
        // Full columns are rare for most of a set: to draw again is faster than to count the others.
        let column = below(random, u32::from(Column::COUNT));
        let cell = cells.in_column(column);
        if !cell.is_empty() {
            return cell;
        }
    }
}
