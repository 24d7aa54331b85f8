//! What else a bot may take the boards of a set for: Decision P5.

use botspec_sdk::Position as _;
use botspec_sdk::games::power4::{Disk, Drop, Kind, OutputText, Position};

use super::position::{asked_again, begun_anew};
use super::set;

/// The other ways to take a set than as one that goes on: a board with one disk at most may be that of a new set, and a
/// board that comes again after a dual disk the same turn once more, as its try has failed: the disk is owed then. A bot may
/// hold any of them, also one after the other.
#[derive(Debug, Default)]
pub(super) struct Readings {
    others: Vec<Reading>,
}

/// One of them.
#[derive(Debug, PartialEq, Eq)]
struct Reading {
    now: Position,
    /// The position in which the bot was asked before.
    asked: Option<Position>,
    /// Whether what the bot has seen may have come so: it is no mere guess.
    is_founded: bool,
}

impl Readings {
    /// The partner drops. Two dual disks on the board are both teams', whatever the bot has taken its own for.
    pub(super) fn partner(&mut self, drop: Drop) {
        self.others.retain_mut(|reading| {
            let Some(next) = reading.now.play_unchecked(drop) else { return false };
            reading.now = next;
            next.board().cells(Disk::Dual).len() < 2 || next.used(next.team()).contains(Kind::Dual)
        });
    }

    /// The bot is asked for its next turn, after one in an earlier position of the set, which the opponent may have been able
    /// to end since.
    pub(super) fn ask(&mut self, position: &Position, before: &Position, may_be_over: bool) {
        let mut found = Vec::new();
        if set::may_be_new(position.board()) {
            found.push(Reading { now: begun_anew(position), asked: None, is_founded: may_be_over });
        }
        // With any other disk it is right in both, if it counts the turn and the disk as used.
        let team = position.team();
        let has_dropped_dual =
            position.used(team).contains(Kind::Dual) && !before.used(team).contains(Kind::Dual);
        if has_dropped_dual && before.board() == position.board() {
            let others =
                self.others.iter().filter_map(|it| Some((&it.now, it.asked.as_ref()?, it.is_founded)));
            let again = others.chain([(position, before, true)]);
            found.extend(again.map(|(now, asked, is_founded)| {
                let now = asked_again(now, asked);
                Reading { now, asked: Some(now), is_founded }
            }));
        }
        for reading in found {
            if !self.others.contains(&reading) {
                self.others.push(reading);
            }
        }
    }

    /// The set in which the bot may answer so, if there is one, and whether it is founded; one that is comes first.
    pub(super) fn allowing(&self, answer: &OutputText) -> Option<(Position, bool)> {
        let allowing = self.others.iter().filter(|reading| reading.now.faults(answer).is_empty());
        allowing.map(|reading| (reading.now, reading.is_founded)).max_by_key(|&(_, is_founded)| is_founded)
    }

    /// The bot drops: it takes the set for none in which it may not.
    pub(super) fn answer(&mut self, drop: Drop) {
        self.others.retain_mut(|reading| match reading.now.play(drop) {
            Ok(next) => {
                reading.asked = Some(std::mem::replace(&mut reading.now, next));
                true
            }
            Err(_) => false,
        });
    }
}

#[cfg(test)]
mod tests {
    use botspec_sdk::games::power4::{Gravity, Team};

    use super::*;

    fn drop(text: &str) -> Drop {
        Drop::try_from(&OutputText::from_bytes(text.as_bytes()).unwrap()).unwrap()
    }

    /// The turns that team 1 may believe it has taken after these drops and replies, in a set that it starts.
    fn turns(rounds: &[[&str; 2]]) -> Vec<u16> {
        let mut position = Position::opening(Team::One, Gravity::Fall);
        let mut readings = Readings::default();
        let mut before = None;
        for [own, reply] in rounds {
            if let Some(before) = before.replace(position) {
                readings.ask(&position, &before, false);
            }
            position = position.play(drop(own)).unwrap().play(drop(reply)).unwrap();
            readings.answer(drop(own));
            readings.partner(drop(reply));
        }
        readings.ask(&position, &before.unwrap(), false);
        let mut turns: Vec<u16> = readings.others.iter().map(|it| it.now.turns(Team::One)).collect();
        turns.sort_unstable();
        turns.dedup();
        turns
    }

    #[test]
    fn a_board_that_comes_again_does_not_make_a_new_set_an_old_one() {
        let (cleared, full, unchanged) = (["5 4", "1 1"], ["5 1", "5 2"], ["4 3", "2 3"]);
        assert_eq!(turns(&[cleared, full]), [1]);
        assert_eq!(turns(&[cleared, full, unchanged]), [1, 2]);
    }

    #[test]
    fn only_after_a_dual_disk_may_it_be_a_turn_that_did_not_count() {
        let full = ["5 1", "5 2"];
        assert_eq!(turns(&[full, ["4 3", "2 3"]]), [1]);
        assert!(turns(&[full, ["5 3", "2 3"]]).is_empty());
    }

    #[test]
    fn two_dual_disks_on_the_board_show_that_the_bots_own_is_used() {
        let alone = ["4 3", "2 1"];
        assert_eq!(turns(&[alone, ["5 1", "5 2"]]), [1]);
        assert!(turns(&[alone, ["5 1", "4 5"]]).is_empty());
        let gone = [alone, ["5 1", "5 2"], ["2 3", "4 7"]];
        assert_eq!(turns(&gone), [2], "one on the board may be the opponent's, from whenever");
    }

    #[test]
    fn that_a_set_is_new_is_founded_only_where_the_last_one_may_be_over() {
        let position = |drops: &[&str]| {
            let opening = Position::opening(Team::One, Gravity::Fall);
            drops.iter().fold(opening, |position, text| position.play(drop(text)).unwrap())
        };
        let (before, now) = (position(&[]), position(&["1 1", "5 2"]));
        let clears_again = OutputText::from_bytes(b"1 1").unwrap();
        assert!(!now.faults(&clears_again).is_empty());
        for may_be_over in [false, true] {
            let mut readings = Readings::default();
            readings.ask(&now, &before, may_be_over);
            assert_eq!(readings.allowing(&clears_again).map(|(_, is_founded)| is_founded), Some(may_be_over));
        }
    }

    #[test]
    fn without_such_boards_a_set_is_what_it_is() {
        assert!(turns(&[["5 1", "5 2"], ["5 1", "5 2"]]).is_empty());
    }
}
