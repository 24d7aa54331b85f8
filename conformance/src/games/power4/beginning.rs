//! How a later set begins for the bot, and by what it may fail to know that it is new.

use botspec_sdk::games::power4::{Disk, Drop, Position};

use super::{hint, set};
use crate::record::HintCandidate;
use crate::slip::{self, Slip};

/// A set as the bot first sees it.
#[derive(Debug, Clone)]
pub(super) struct Beginning {
    /// Whether the board cannot have come from the bot's last turn.
    pub clearly_new: bool,
    slips: Vec<Slip>,
}

/// What is asked of a bot that does not begin anew.
const QUESTION: &str = "are the help files those of the earlier set?";

impl Beginning {
    /// The set that begins for the bot with this position, after the turn that was its last in the set before.
    #[must_use]
    pub(super) fn of(position: &Position, last: Option<&(Position, Drop)>) -> Self {
        let clearly_new = last.is_none_or(|last| !set::may_follow(last, position.board()));
        Self { clearly_new, slips: last.map_or_else(Vec::new, |(last, _)| slips(position, last)) }
    }

    /// What may be behind it if the bot takes the set for that before, the likeliest first.
    #[must_use]
    pub(super) fn candidates(&self) -> Vec<HintCandidate> {
        let mut found = slip::candidates(self.slips.clone());
        found.push(HintCandidate { slip: "set: plain", hint: QUESTION.to_owned() });
        found
    }

    /// What speaks for itself if the bot knows that the set is new: it does not overlook such ones.
    pub(super) fn ruled_out(&self) -> impl Iterator<Item = &'static str> {
        self.slips.iter().filter(|slip| slip.fits).map(|slip| slip.key)
    }
}

/// The ways to overlook new sets, with whether this one would be overlooked.
fn slips(position: &Position, last: &Position) -> Vec<Slip> {
    let (board, team) = (position.board(), position.team());
    let starts = position.turns(team.other()) == 0;
    let before = last.turns(team) + 1;
    let slip = |key, fits, what: &str| Slip { key, fits, hint: Some(format!("{QUESTION}{what}")) };
    vec![
        slip("set: never new", true, ""),
        slip(
            "set: disk of the opponent's",
            !board.occupied().is_empty(),
            " This one begins with the opponent's first disk on the board",
        ),
        slip(
            "set: dual disk",
            !board.cells(Disk::Dual).is_empty(),
            " The opponent has opened this one with its dual disk, so that the only disk on the board is a 12",
        ),
        slip(
            "set: opened by clearing",
            !starts && board.occupied().is_empty(),
            " The opponent has opened this one with a disk that clears, so that the board is empty although the bot does not start",
        ),
        slip(
            "set: no fewer disks",
            hint::disks(position) >= hint::disks(last),
            " This one begins with no fewer disks on the board than there were on the bot's last turn of the one before",
        ),
        slip(
            "set: after a short one",
            before < SHORT,
            &format!(" The one before was over after {before} of the bot's turns"),
        ),
    ]
}

/// A set of fewer turns than this has not come to the one on which the dual disk is due.
const SHORT: u16 = botspec_sdk::games::power4::Power4::DUAL_BY_TURN;

#[cfg(test)]
mod tests {
    use botspec_sdk::Position as _;
    use botspec_sdk::games::power4::{Gravity, OutputText, Team};

    use super::*;

    fn played(starts: Team, drops: &[&str]) -> Position {
        let drop = |text: &&str| Drop::try_from(&OutputText::from_bytes(text.as_bytes()).unwrap()).unwrap();
        drops
            .iter()
            .map(drop)
            .fold(Position::opening(starts, Gravity::Fall), |it, drop| it.play(drop).unwrap())
    }

    /// By what a bot may overlook that the set which begins so is new; it was last asked on the other position.
    fn overlooked(opening: &[&str], last: Position) -> Vec<&'static str> {
        let starts = if opening.is_empty() { Team::One } else { Team::Two };
        let own = last.legal_moves()[0];
        Beginning::of(&played(starts, opening), Some(&(last, own))).ruled_out().skip(1).collect()
    }

    #[test]
    fn what_is_peculiar_to_a_set_is_named() {
        let one = || played(Team::One, &[]);
        let three = || played(Team::One, &["5 1", "5 2"]);
        assert_eq!(
            overlooked(&["4 3"], one()),
            [
                "set: disk of the opponent's",
                "set: dual disk",
                "set: no fewer disks",
                "set: after a short one"
            ]
        );
        assert_eq!(overlooked(&["1 3"], three()), ["set: opened by clearing", "set: after a short one"]);
        assert_eq!(overlooked(&[], three()), ["set: after a short one"]);
    }
}
