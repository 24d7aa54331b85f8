//! Does a bot answer the same, whatever should make no difference?
//!
//! A handful of positions is put to it in the usual circumstances and then again: later, in another folder,
//! locale and time zone, and on a busy machine. What is found is information for its author, never a violation,
//! and nothing here measures time.

mod ask;
mod load;
mod probe;

use std::time::{Duration, Instant};

pub use probe::{Probe, Question, played};

use crate::evidence::excerpt;
use crate::record::{At, Audit, Circumstance, Comparison, Difference, Finding};
use crate::run_context::{RunContext, RunError};
use ask::{Answer, ask};
use load::Load;

/// No circumstance takes much longer than this: a slow bot is compared on fewer positions.
const PASS: Duration = Duration::from_secs(10);
/// A bot that is seeded with the seconds of the clock changes its mind within this time.
const CLOCK: Duration = Duration::from_millis(1_100);
/// How often nothing but the time is changed.
const AGAIN: usize = 2;
/// After so many positions without an answer there is nothing to compare.
const PATIENCE: usize = 2;

/// Puts the positions to the bot in all circumstances. None if that was interrupted.
///
/// # Errors
/// Only if the tester or the machine fails.
pub fn audit(
    context: &RunContext<'_>,
    probes: &[Probe],
    progress: &dyn Fn(&'static str),
) -> Result<Option<Audit>, RunError> {
    progress("the usual circumstances");
    let Some(usual) = usual(context, probes)? else { return Ok(None) };
    let mut compared = Vec::new();
    // The clock comes last, so that it has had time to go on.
    for circumstance in Circumstance::ALL.into_iter().rev() {
        progress(circumstance.words());
        let Some(seen) = compare(context, circumstance, &usual)? else { return Ok(None) };
        compared.insert(0, seen);
    }
    Ok(Some(conclude(usual.len(), compared)))
}

/// What the bot answers when nothing is unusual.
struct Usual<'a> {
    probe: &'a Probe,
    answer: Answer,
    at: Instant,
}

fn usual<'a>(context: &RunContext<'_>, probes: &'a [Probe]) -> Result<Option<Vec<Usual<'a>>>, RunError> {
    let began = Instant::now();
    let mut answered = Vec::new();
    for (number, probe) in probes.iter().enumerate() {
        if began.elapsed() > PASS && !answered.is_empty() || number >= PATIENCE && answered.is_empty() {
            break;
        }
        match ask(context, probe, None)? {
            Answer::Interrupted => return Ok(None),
            answer @ Answer::Bytes(_) => answered.push(Usual { probe, answer, at: Instant::now() }),
            Answer::Nothing(_) | Answer::TooBusy => {}
        }
    }
    Ok(Some(answered))
}

/// What one circumstance showed.
#[derive(Default)]
struct Seen {
    positions: usize,
    /// Answers that are others here, and only here.
    differences: Vec<Difference>,
    /// Answers that are others now and then, whatever the circumstances.
    fickle: Vec<Difference>,
}

fn compare(
    context: &RunContext<'_>,
    circumstance: Circumstance,
    usual: &[Usual<'_>],
) -> Result<Option<Seen>, RunError> {
    let load = (circumstance == Circumstance::Load).then(Load::on_all_cores);
    let began = Instant::now();
    let mut seen = Seen::default();
    for known in usual {
        if began.elapsed() > PASS && seen.positions > 0 {
            break;
        }
        let looked = match circumstance {
            Circumstance::Again => look_again(context, known)?,
            _ => look(context, known, circumstance, load.as_ref())?,
        };
        match looked {
            Look::Interrupted => return Ok(None),
            Look::TooBusy => continue,
            Look::Same => {}
            Look::Differs(difference) => seen.differences.push(*difference),
            Look::Fickle(difference) => seen.fickle.push(*difference),
        }
        seen.positions += 1;
    }
    Ok(Some(seen))
}

/// What one position showed.
enum Look {
    Same,
    Differs(Box<Difference>),
    Fickle(Box<Difference>),
    TooBusy,
    Interrupted,
}

/// The same once more, later.
fn look_again(context: &RunContext<'_>, known: &Usual<'_>) -> Result<Look, RunError> {
    let early = CLOCK.saturating_sub(known.at.elapsed());
    std::thread::sleep(early);
    for _ in 0..AGAIN {
        match ask(context, known.probe, None)? {
            Answer::Interrupted => return Ok(Look::Interrupted),
            Answer::TooBusy => return Ok(Look::TooBusy),
            answer if answer == known.answer => {}
            answer => return Ok(Look::Differs(Box::new(difference(known, &answer)))),
        }
    }
    Ok(Look::Same)
}

/// In another circumstance; if the answer is another one, is it that circumstance?
fn look(
    context: &RunContext<'_>,
    known: &Usual<'_>,
    circumstance: Circumstance,
    load: Option<&Load>,
) -> Result<Look, RunError> {
    let first = ask(context, known.probe, Some(circumstance))?;
    match first {
        Answer::Interrupted => return Ok(Look::Interrupted),
        Answer::TooBusy => return Ok(Look::TooBusy),
        _ if first == known.answer => return Ok(Look::Same),
        _ => {}
    }
    let difference = Box::new(difference(known, &first));
    let control = {
        let _rest = load.map(Load::pause);
        ask(context, known.probe, None)?
    };
    let repeated = ask(context, known.probe, Some(circumstance))?;
    Ok(match (control, repeated) {
        (Answer::Interrupted, _) | (_, Answer::Interrupted) => Look::Interrupted,
        (Answer::TooBusy, _) | (_, Answer::TooBusy) => Look::TooBusy,
        (control, repeated) if control == known.answer && repeated != known.answer => {
            Look::Differs(difference)
        }
        _ => Look::Fickle(difference),
    })
}

fn difference(known: &Usual<'_>, here: &Answer) -> Difference {
    let (usually, here) = (shown(&known.answer), shown(here));
    Difference {
        position: known.probe.title.clone(),
        given: known.probe.given.clone(),
        at: first_difference(&usually, &here),
        usually,
        here,
        diagram: known.probe.diagram.clone(),
    }
}

fn shown(answer: &Answer) -> String {
    match answer {
        Answer::Bytes(bytes) if bytes.is_empty() => "(an empty answer)".to_owned(),
        Answer::Bytes(bytes) => excerpt(bytes),
        Answer::Nothing(why) => format!("(no answer: {why})"),
        Answer::TooBusy | Answer::Interrupted => String::new(),
    }
}

/// Where the second text departs from the first.
fn first_difference(one: &str, other: &str) -> At {
    let (mut line, mut column) = (1, 1);
    let mut ours = one.chars();
    for c in other.chars() {
        if ours.next() != Some(c) {
            break;
        }
        if c == '\n' {
            (line, column) = (line + 1, 1);
        } else {
            column += 1;
        }
    }
    At { line, column, length: 1 }
}

/// What all of that amounts to.
fn conclude(positions: usize, mut compared: Vec<Seen>) -> Audit {
    // What is now this and now that has nothing to do with the circumstance in which it was seen.
    let fickle: Vec<Difference> =
        compared.iter_mut().flat_map(|seen| std::mem::take(&mut seen.fickle)).collect();
    let again = &mut compared[0];
    if again.differences.is_empty() {
        again.differences = fickle;
    }
    let fickle = !again.differences.is_empty();
    let comparisons: Vec<Comparison> = Circumstance::ALL
        .into_iter()
        .zip(compared)
        .map(|(circumstance, seen)| {
            let finding = match (seen.positions, seen.differences.is_empty()) {
                (0, _) => Finding::NotCompared,
                _ if fickle && circumstance != Circumstance::Again => Finding::Unclear,
                (_, true) => Finding::Same,
                (_, false) => Finding::Differs,
            };
            Comparison {
                circumstance,
                description: describe(circumstance),
                finding,
                positions: seen.positions,
                differing: seen.differences.len().min(seen.positions),
                remark: remark(circumstance, finding, positions),
                first_difference: seen.differences.into_iter().next().filter(|_| finding == Finding::Differs),
            }
        })
        .collect();
    let any = |finding| comparisons.iter().any(|it| it.finding == finding);
    let finding = if any(Finding::Differs) {
        Finding::Differs
    } else if any(Finding::Same) {
        Finding::Same
    } else {
        Finding::NotCompared
    };
    Audit { positions, finding, comparisons }
}

fn describe(circumstance: Circumstance) -> String {
    match circumstance {
        Circumstance::Again => "asked again, more than a second later".to_owned(),
        Circumstance::Folder => {
            "in another folder, whose path has blanks, quotes and letters beyond ASCII".to_owned()
        }
        Circumstance::Locale => format!("in another locale (LANG and LC_ALL are {})", ask::LOCALE),
        Circumstance::TimeZone => format!("in another time zone (TZ is {})", ask::TIME_ZONE),
        Circumstance::Load => "under load, with every core of the machine busy".to_owned(),
    }
}

fn remark(circumstance: Circumstance, finding: Finding, positions: usize) -> Option<String> {
    match finding {
        Finding::NotCompared if positions == 0 => {
            Some("the bot gave no answer in the usual circumstances".to_owned())
        }
        Finding::NotCompared => Some("the machine was too busy".to_owned()),
        Finding::Unclear => {
            Some("cannot be told: the bot changes its answer even if nothing is changed".to_owned())
        }
        Finding::Same if circumstance == Circumstance::Locale && !ask::locale_is_installed() => {
            Some(format!(
                "{} is not installed on this machine: only a bot that reads the variables itself can notice",
                ask::LOCALE
            ))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(differences: usize, fickle: usize) -> Seen {
        let difference = || Difference {
            position: "an opening".to_owned(),
            given: String::new(),
            usually: "a1".to_owned(),
            here: "a2".to_owned(),
            at: first_difference("a1", "a2"),
            diagram: None,
        };
        Seen {
            positions: 5,
            differences: (0..differences).map(|_| difference()).collect(),
            fickle: (0..fickle).map(|_| difference()).collect(),
        }
    }

    fn findings(compared: [(usize, usize); 5]) -> Vec<Finding> {
        let audit = conclude(5, compared.map(|(differences, fickle)| seen(differences, fickle)).into());
        audit.comparisons.iter().map(|it| it.finding).collect()
    }

    #[test]
    fn chance_is_not_put_down_to_a_circumstance() {
        use Finding::{Differs, Same, Unclear};
        assert_eq!(findings([(0, 0); 5]), [Same; 5]);
        assert_eq!(findings([(0, 0), (0, 0), (3, 0), (0, 0), (0, 0)]), [Same, Same, Differs, Same, Same]);
        assert_eq!(
            findings([(2, 0), (4, 0), (4, 0), (0, 0), (0, 0)]),
            [Differs, Unclear, Unclear, Unclear, Unclear]
        );
        assert_eq!(findings([(0, 0), (0, 1), (0, 0), (0, 0), (0, 0)])[0], Differs);
    }

    #[test]
    fn the_first_difference_is_found() {
        let at = |line, column| At { line, column, length: 1 };
        assert_eq!(first_difference("RA1A2", "RA1B1"), at(1, 4));
        assert_eq!(first_difference("x\ny", "x\nz"), at(2, 1));
        assert_eq!(first_difference("ab", "abc"), at(1, 3));
        assert_eq!(first_difference("abc", "ab"), at(1, 3));
    }
}
