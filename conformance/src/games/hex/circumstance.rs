//! What is unusual about a session, and the same session without it.

use botspec_sdk::games::hex::Message;

use super::script::{LineEnds, SessionScript};
use super::step::Step;
use super::{init_board, input};
use crate::requirement::Requirement;

/// What is unusual about a session, as the rule that says it must not matter.
pub(super) fn circumstance(script: &SessionScript) -> Option<&'static Requirement> {
    let raw = script.steps.iter().any(|step| matches!(step, Step::Raw(_)));
    if raw {
        Some(&input::UNKNOWN)
    } else if script.line_ends == LineEnds::CrLf {
        Some(&input::CRLF)
    } else if script.blank_lines {
        Some(&input::BLANK_LINES)
    } else if games(script) > 1 {
        Some(&init_board::RESETS)
    } else {
        None
    }
}

/// The same session without what is unusual about it; of several games that one in which it went wrong.
pub(super) fn plain(rule: &Requirement, script: &SessionScript, game: usize) -> SessionScript {
    let steps: Vec<Step> = if rule.id == init_board::RESETS.id {
        steps_of(script, |of| of == Some(game))
    } else {
        script.all_steps().filter(|step| !matches!(step, Step::Raw(_))).cloned().collect()
    };
    SessionScript { before: Vec::new(), steps, line_ends: LineEnds::Lf, blank_lines: false, ..script.clone() }
}

/// The games of a session before this one, counted from 0.
pub(super) fn until_game(script: &SessionScript, game: usize) -> SessionScript {
    let steps = steps_of(script, |of| of.is_none_or(|of| of < game));
    SessionScript { before: Vec::new(), steps, ..script.clone() }
}

/// The steps of some of a session's games, counted from 0; those before the first one are of none.
fn steps_of(script: &SessionScript, is_wanted: impl Fn(Option<usize>) -> bool) -> Vec<Step> {
    let mut begun = 0_usize;
    let of_wanted = |step: &&Step| {
        begun += usize::from(begins(step));
        is_wanted(begun.checked_sub(1))
    };
    script.all_steps().filter(of_wanted).cloned().collect()
}

pub(super) fn contrast(rule: &Requirement) -> &'static str {
    match rule.id {
        id if id == input::UNKNOWN.id => "without the unknown messages the case passes",
        id if id == input::CRLF.id => "with LF line ends the case passes",
        id if id == input::BLANK_LINES.id => "without the blank lines the case passes",
        _ => "without the game before it the case passes",
    }
}

/// Whether a step begins a game.
pub(super) const fn begins(step: &Step) -> bool {
    matches!(step, Step::Say(Message::InitBoard(_)))
}

/// How many games a session has.
pub(super) fn games(script: &SessionScript) -> usize {
    script.all_steps().filter(|step| begins(step)).count()
}
