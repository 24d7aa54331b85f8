//! Witnesses: sets that lead to just what a bot is shown. Nobody is judged by a board without one.

use botspec_sdk::Position as _;
use botspec_sdk::games::power4::{BoardText, Drop, Gravity, OutputText, Position, Power4, Team};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{output, script};
use crate::record::{Direction, Event};
use crate::scenario::{cuts, without};

/// A set from its beginning that still goes on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Witness {
    /// Who starts.
    #[serde(serialize_with = "script::number", deserialize_with = "script::team")]
    pub starts: Team,
    /// What is dropped, by the teams in turn: in files with commas between them, `5 4, 4 3`.
    #[serde(serialize_with = "as_text", deserialize_with = "from_text")]
    pub drops: Vec<Drop>,
}

impl Witness {
    /// The position that it leads to, each drop played by the rules.
    ///
    /// # Errors
    /// Says which drop is illegal, or after which one the set is over.
    pub(super) fn replayed(&self, gravity: Gravity) -> Result<Position, String> {
        let mut position = Position::opening(self.starts, gravity);
        for (number, &drop) in self.drops.iter().enumerate() {
            let at = |what: &str| format!("drop {} of the set, {drop}: {what}", number + 1);
            position = position.play(drop).map_err(|illegal| at(&illegal.reason.to_string()))?;
            if position.outcome().is_some() {
                return Err(at("the set is over"));
            }
        }
        Ok(position)
    }

    /// Shorter sets that end with the turn of this team, with the positions that they lead to: a stretch of drops is
    /// left out, or all those of a column.
    pub(super) fn shorter(&self, team: Team, gravity: Gravity) -> Vec<(Self, Position)> {
        let drops = &self.drops;
        let stretches = cuts(drops.len()).into_iter().map(|cut| without(drops, &cut));
        let columns = drops.iter().map(|drop| drop.column).collect::<std::collections::BTreeSet<_>>();
        let others = columns
            .into_iter()
            .map(|column| drops.iter().copied().filter(|drop| drop.column != column).collect::<Vec<Drop>>());
        let set = |drops: Vec<Drop>| {
            let starts = if drops.len().is_multiple_of(2) { team } else { team.other() };
            let set = Self { starts, drops };
            let position = set.replayed(gravity).ok()?;
            Some((set, position))
        };
        stretches.chain(others).filter_map(set).collect()
    }
}

/// The set whose last board a bot was shown: what the opponent dropped follows from the boards. None if they do not
/// tell how it began.
pub(super) fn of_transcript(
    transcript: &[Event],
    team: Team,
    gravity: Gravity,
) -> Option<(Witness, Position)> {
    let (mut set, mut asked) = (None, None);
    for event in transcript.iter().filter(|event| event.process_number == 1) {
        let bytes = &event.bytes.0;
        match (event.direction, event.channel.as_str()) {
            (Direction::ToBot, Power4::BOARD_FILE) => {
                let shown = BoardText::from_bytes(bytes).ok()?.board;
                let leads_there = |(_, position): &(Witness, Position)| {
                    position.team() == team && *position.board() == shown
                };
                let opening = |starts: Team| {
                    let set = Witness { starts, drops: Vec::new() };
                    (set, Position::opening(starts, gravity))
                };
                let replied = |(set, position): (Witness, Position)| {
                    let replies = position.legal_moves().into_iter().filter(|_| position.team() != team);
                    replies.filter_map(|drop| extended(&set, position, drop)).find(leads_there)
                };
                set = set
                    .and_then(replied)
                    .or_else(|| Some(opening(team)).filter(leads_there))
                    .or_else(|| replied(opening(team.other())));
                asked.clone_from(&set);
            }
            (Direction::FromBot, Power4::OUTPUT_FILE) => {
                let meant = || output::meant(bytes).map(|(meant, _)| meant);
                let answer = OutputText::from_bytes(bytes).ok().or_else(meant);
                let drop = answer.and_then(|answer| Drop::try_from(&answer).ok());
                // What is illegal, or ends the set, is the last that there is to see of it.
                set = set.and_then(|(set, position)| extended(&set, position, drop?));
            }
            _ => {}
        }
    }
    asked
}

fn extended(set: &Witness, position: Position, drop: Drop) -> Option<(Witness, Position)> {
    let next = position.play(drop).ok().filter(|next| next.outcome().is_none())?;
    let drops = set.drops.iter().copied().chain([drop]).collect();
    Some((Witness { starts: set.starts, drops }, next))
}

fn as_text<S: Serializer>(drops: &[Drop], serializer: S) -> Result<S::Ok, S::Error> {
    let drops: Vec<String> = drops.iter().map(ToString::to_string).collect();
    serializer.serialize_str(&drops.join(", "))
}

fn from_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Drop>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let parsed = |text: &str| {
        let output = OutputText::from_bytes(text.as_bytes());
        let drop = output.map_err(|error| error.to_string());
        let drop = drop.and_then(|output| Drop::try_from(&output).map_err(|reason| reason.to_string()));
        drop.map_err(|error| serde::de::Error::custom(format!("{}: {error}", text.trim())))
    };
    text.split_terminator(',').map(parsed).collect()
}

#[cfg(test)]
mod tests {
    use botspec_sdk::games::power4::Board;

    use super::super::Power4 as Contest;
    use super::super::script::{Script, Turn, Variant};
    use super::super::{position, shrink};
    use super::*;
    use crate::contest::Judge as _;
    use crate::record::Bytes;
    use crate::scenario::Plan;

    /// All turns on one board, with their ids.
    fn turns(cases: u32, variant: Variant) -> Vec<(String, Turn)> {
        let plan = Plan { cases, variant: Some(variant.to_string()), ..Plan::default() };
        let cases = Contest.cases(&plan).unwrap();
        let turn = |case: crate::contest::Case<_>| match case.script {
            (Script::Turn(turn), _) => Some((case.id, turn)),
            _ => None,
        };
        cases.into_iter().filter_map(turn).collect()
    }

    #[test]
    fn every_turn_is_one_that_a_set_leads_to() {
        for variant in Variant::ALL {
            let turns = turns(60, variant);
            assert!(turns.len() > 100);
            for (id, turn) in turns {
                let game = turn.game.as_ref().unwrap_or_else(|| panic!("{id} names no game"));
                let played = game.replayed(variant.gravity()).unwrap_or_else(|error| panic!("{id}: {error}"));
                let shown = BoardText::from_bytes(turn.board.as_bytes()).unwrap().board;
                assert_eq!((played.board(), played.team()), (&shown, turn.team), "{id}");
                // So is what the memo says, and what counting tells of it.
                assert_eq!(position::position(&turn, variant), Ok(played), "{id}");
                assert_eq!(Position::from_setup(&played.to_setup()), Ok(played), "{id}");
            }
        }
    }

    #[test]
    fn so_is_every_smaller_one() {
        for variant in Variant::ALL {
            let mut smaller = 0;
            for (id, turn) in turns(4, variant) {
                for script in shrink::smaller(&Script::Turn(turn), variant, &[]) {
                    let Script::Turn(turn) = script else { panic!("a turn does not become a session") };
                    let game = turn.game.as_ref().unwrap_or_else(|| panic!("{id} names no game"));
                    assert_eq!(position::position(&turn, variant), game.replayed(variant.gravity()), "{id}");
                    smaller += 1;
                }
            }
            assert!(smaller > 100, "{smaller}");
        }
    }

    fn witness(starts: Team, text: &str) -> Witness {
        serde_json::from_value(serde_json::json!({ "starts": starts.number(), "drops": text })).unwrap()
    }

    #[test]
    fn what_is_no_set_that_goes_on_is_told() {
        for (text, message) in [
            ("5 1, 5 8", "5 8: 8 is not a column: they are 1 to 7"),
            ("5 1, six", "six: "),
            ("5 1,, 5 2", "line 1, column 1"),
        ] {
            let json = serde_json::json!({ "starts": 1, "drops": text });
            let error = serde_json::from_value::<Witness>(json).unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
        for (text, message) in [
            ("1 1, 5 1, 1 2", "drop 3 of the set, 1 2: the clear row disk (1) has been used in this set"),
            ("5 1, 5 2, 5 1, 5 2, 5 1, 5 2, 5 1", "drop 7 of the set, 5 1: the set is over"),
        ] {
            assert_eq!(witness(Team::One, text).replayed(Gravity::Fall), Err(message.to_owned()));
        }
        let text = "5 1, 4 2";
        assert_eq!(serde_json::to_value(witness(Team::Two, text)).unwrap()["drops"], text);
    }

    #[test]
    fn a_set_is_known_from_what_the_bot_saw_of_it() {
        let [first, second] = [witness(Team::One, "5 1, 1 2, 4 3, 5 3"), witness(Team::Two, "5 4, 5 4, 5 5")];
        let mut transcript = Vec::new();
        for set in [&first, &second] {
            for number in 0..=set.drops.len() {
                let so_far = Witness { starts: set.starts, drops: set.drops[..number].to_vec() };
                let position = so_far.replayed(Gravity::Fall).unwrap();
                if position.team() == Team::Two {
                    continue;
                }
                let board = BoardText { board: *position.board() }.to_string();
                let answer = set.drops.get(number).map_or_else(|| "5 7".to_owned(), ToString::to_string);
                transcript.push(event(Direction::ToBot, Power4::BOARD_FILE, board));
                transcript.push(event(Direction::FromBot, Power4::OUTPUT_FILE, answer));
            }
        }
        let seen = |transcript: &[Event]| of_transcript(transcript, Team::One, Gravity::Fall).unwrap().0;
        assert_eq!(seen(&transcript), second);
        assert_eq!(seen(&transcript[..6]), first);
        // Nobody knows how a set began that was seen from its middle on.
        assert_eq!(of_transcript(&transcript[4..6], Team::One, Gravity::Fall), None);
        let empty =
            [event(Direction::ToBot, Power4::BOARD_FILE, BoardText { board: Board::EMPTY }.to_string())];
        assert_eq!(seen(&empty), witness(Team::One, ""));
    }

    fn event(direction: Direction, channel: &str, text: String) -> Event {
        let bytes = Bytes(text.into_bytes());
        Event { process_number: 1, at_ms: 0.0, direction, channel: channel.to_owned(), bytes, took_ms: None }
    }
}
