//! `flit/identity/…`: how a bot knows its number.

use botspec_sdk::games::flit::{Answer, Player, Position, Reason, Variant};

use super::draw::draw;
use super::play;
use super::script::{End, Game, Pace, Partner, Purpose, SessionScript};
use crate::contest::{CaseOutcome, Unjudged};
use crate::record::{Level, Violation};
use crate::requirement::{Applies, Requirement};
use crate::run_context::{RunContext, RunError};
use crate::slip::{self, Slip};

/// `flit/identity/argument`.
pub(super) static ARGUMENT: Requirement = Requirement {
    id: "flit/identity/argument",
    level: Level::Must,
    demand: "started as 1, 2, 3 or 4 it moves its own pieces",
    why: "No message says which pieces are the bot's own. A bot that always plays as bot 1 moves another bot's pieces in three games of four, and loses every one of those turns.",
    source: "contest text, \"Players\": \"Bots are numbered 1 to 4\"; Decision F1: the number is the bot's only argument",
    fix: "Read the number from the first argument of the program: sys.argv[1], argv[1], args[0], std::env::args().nth(1).",
    right: "me = int(sys.argv[1])",
    wrong: "me = 1",
    applies: Applies::Always,
};

/// An illegal answer that is a legal move of another bot. Unless the bot is `known` to play as another, it has to
/// be to where it has nothing beside itself.
#[must_use]
pub(super) fn judge(position: &Position, answer: &Answer, known: bool) -> Option<(Player, Violation)> {
    let own = position.player();
    let faults = position.judge(answer).err()?;
    if !known && faults.iter().all(|fault| matches!(fault, Reason::OriginNotOwn { .. })) {
        return None;
    }
    let other = position.variant().players().iter().copied().find(|&other| {
        other != own
            && Position::new(position.board().clone(), other).judge(answer).is_ok_and(|mv| !mv.is_stay())
    })?;
    let message = format!("started as bot {own}, it answered {answer}, which is a move of bot {other}");
    let mut violation = ARGUMENT
        .violated(message)
        .with_candidates(slip::candidates(slips(own, other)))
        .drawn(draw(position, Some(answer), &[]));
    violation.received = Some(answer.to_string());
    Some((other, violation))
}

/// Turns of all bots together in the game that is played with a bot which only ever stays.
const TURNS: u32 = 160;

/// A session in which each bot has to move once: who never does may be waiting for something to gain, and is given a
/// game in which there is much of that. Who never moves there either shows nobody whose pieces it takes for its own.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn played(script: &SessionScript, context: &RunContext<'_>) -> Result<CaseOutcome, RunError> {
    let seen = play::session(script, context)?;
    let is_untried = |seen: &CaseOutcome| seen.untried.iter().any(|it| it.rule == ARGUMENT.id);
    let errs = |seen: &CaseOutcome| seen.violations.iter().any(|it| it.level != Level::Info);
    if !is_untried(&seen) || errs(&seen) || seen.unjudged.is_some() {
        return Ok(seen);
    }
    let further = Game {
        variant: script.variant,
        bot: script.bot,
        partner: Partner::Random,
        seed: u64::from(script.bot.number()),
        pace: Pace::Rich,
        turns: TURNS,
        refuse_every: 0,
        purpose: Purpose::Moves,
        end: End::Stopped,
    };
    let game = play::game(&further, context)?;
    let untried = is_untried(&game);
    let mut all = CaseOutcome { untried: Vec::new(), ..seen };
    all.extend(game);
    if untried && !errs(&all) && all.unjudged.is_none() {
        let bot = script.bot;
        let reason = format!("started as bot {bot}, it only ever stayed: whose pieces it moves was not seen");
        all.unjudged = Some(Unjudged::NotTried { reason });
    }
    Ok(all)
}

/// How a bot may come to play as another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Misread {
    /// Whatever its argument says.
    Always(Player),
    /// It takes its argument for a number counted from 0.
    OneMore,
    /// It takes one off its argument, as if others counted from 0.
    OneLess,
}

impl Misread {
    fn all() -> impl Iterator<Item = Self> {
        Variant::Standard
            .players()
            .iter()
            .map(|&player| Self::Always(player))
            .chain([Self::OneMore, Self::OneLess])
    }

    const fn key(self) -> &'static str {
        match self {
            Self::Always(Player::One) => "identity: always 1",
            Self::Always(Player::Two) => "identity: always 2",
            Self::Always(Player::Three) => "identity: always 3",
            Self::Always(Player::Four) => "identity: always 4",
            Self::OneMore => "identity: one more",
            Self::OneLess => "identity: one less",
        }
    }

    /// Whether a bot that does plays as `other`. One that would play as nobody does not tell.
    fn plays(self, own: Player, other: Player) -> bool {
        let (own, other) = (own.number(), other.number());
        match self {
            Self::Always(player) => player.number() == other,
            Self::OneMore => own == 4 || own + 1 == other,
            Self::OneLess => own == 1 || own == other + 1,
        }
    }

    fn hint(self, own: Player, other: Player) -> String {
        match self {
            Self::Always(_) => {
                format!("it plays as bot {other} whatever its argument: does it read it, {own} here?")
            }
            Self::OneMore | Self::OneLess => {
                format!(
                    "it plays as bot {other} when its argument is {own}: bots are counted from 1, as in messages"
                )
            }
        }
    }
}

/// The ways to play as another, if a bot started as `own` has moved a piece of `other`.
pub(super) fn slips(own: Player, other: Player) -> Vec<Slip> {
    let slip =
        |it: Misread| Slip { key: it.key(), fits: it.plays(own, other), hint: Some(it.hint(own, other)) };
    Misread::all().map(slip).collect()
}

#[cfg(test)]
mod tests {
    use botspec_sdk::games::flit::{Setup, Variant};

    use super::*;

    #[test]
    fn another_bots_move_is_told_from_a_mere_slip() {
        let board = b"5 5 1\n9 9 1\n20 20 2\n25 25 2\n";
        let setup = Setup::from_bytes(board, Variant::Standard, Player::Two).unwrap();
        let position = Position::new(setup.board().unwrap(), setup.player);
        let judged = |answer: &str| judge(&position, &Answer::from_bytes(answer.as_bytes()).unwrap(), false);
        let (other, violation) = judged("5 5 9 8").unwrap();
        assert_eq!((other, violation.rule.as_str()), (Player::One, ARGUMENT.id));
        assert_eq!(judged("20 20 25 24"), None);
        assert_eq!(judged("5 5 25 24"), None, "bot 1 could not go there either");
        assert_eq!(judged("0 0 0 0"), None);
        let board = b"5 5 1\n9 9 1\n20 20 2\n9 11 2\n";
        let setup = Setup::from_bytes(board, Variant::Standard, Player::Two).unwrap();
        let position = Position::new(setup.board().unwrap(), setup.player);
        let answer = Answer::from_bytes(b"5 5 9 10").unwrap();
        assert_eq!(judge(&position, &answer, false), None, "only the piece is not its own");
    }

    #[test]
    fn a_bot_that_counts_from_0_is_told_from_one_that_is_always_the_same() {
        let (one, two, three) = (Player::One, Player::Two, Player::Three);
        let named = |own, other| {
            slip::candidates(slips(own, other)).iter().map(|candidate| candidate.slip).collect::<Vec<_>>()
        };
        assert_eq!(named(one, two), ["identity: always 2", "identity: one more", "identity: one less"]);
        let ruled_out = |own, other| slip::ruled_out(&slips(own, other));
        let against = ruled_out(two, two);
        assert!(against.contains(&"identity: one more") && !against.contains(&"identity: always 2"));
        let against = ruled_out(two, three);
        assert!(!against.contains(&"identity: one more") && against.contains(&"identity: always 2"));
    }
}
