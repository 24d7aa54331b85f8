//! What a control run says: the same case without what is unusual about it.
//!
//! A violation that was seen stays in the report, whatever the control run shows. It is put down to the unusual thing
//! only if the control run was judged and went well.

use std::time::Duration;

use crate::contest::{CaseOutcome, Unjudged};
use crate::record::{Level, Violation};
use crate::requirement::{Requirement, by_id};
use crate::run_context::{RunContext, RunError};

/// Attributes what went wrong in a case with something unusual about it, which `rule` says must not matter.
///
/// - The control run went well: the unusual thing is to blame. `contrast` says so, as the end of a sentence.
/// - It went wrong too: what it shows is reported, as it has nothing to do with `rule`, which was not tried. Where that is
///   milder than what was seen, this is reported, too.
/// - It was not judged: what was seen is reported as it was seen, at a level no worse than that of `rule`, for it may
///   be that the unusual thing is to blame.
#[must_use]
pub fn attribute(
    rule: &'static Requirement,
    rules: &[&'static Requirement],
    seen: CaseOutcome,
    control: CaseOutcome,
    contrast: &str,
) -> CaseOutcome {
    if seen.violations.is_empty() {
        return seen;
    }
    let turns = seen.turns + control.turns;
    if let Some(broken) = control.violations.first() {
        let unjudged = Some(blocked(rules, &broken.rule, "without that too"));
        let gravest = |found: &[Violation]| found.iter().map(|it| it.level).min();
        let mut violations = control.violations.clone();
        if gravest(&seen.violations) < gravest(&control.violations) {
            // Something milder explains nothing of what was seen.
            let why = "something else goes wrong without it";
            let seen = seen.violations.into_iter().map(|violation| undecided(rule, violation, why));
            add_new(&mut violations, seen.collect());
        }
        return CaseOutcome { turns, unjudged, violations, ..control };
    }
    if control.unjudged.is_some() {
        let why = "the control run was not judged";
        let seen = seen.violations.into_iter();
        let violations = seen.map(|violation| undecided(rule, violation, why)).collect();
        let reason =
            format!("whether {} is broken could not be told: its control run was not judged", rule.id);
        return CaseOutcome {
            turns,
            violations,
            unjudged: Some(Unjudged::Inconclusive { reason }),
            ..CaseOutcome::default()
        };
    }
    let violations =
        seen.violations.into_iter().take(1).map(|first| put_down(rule, first, contrast)).collect();
    CaseOutcome { turns, violations, ..CaseOutcome::default() }
}

/// The same for a bot that breaks rules which have nothing to do with its answer, such as that about its exit status:
/// what goes wrong aside in both runs is reported as it is, and stands in the way of nothing.
#[must_use]
pub fn attribute_despite(
    aside: &[&str],
    rule: &'static Requirement,
    rules: &[&'static Requirement],
    mut seen: CaseOutcome,
    mut control: CaseOutcome,
    contrast: &str,
) -> CaseOutcome {
    let of = |rule: &str, violations: &[Violation]| violations.iter().any(|violation| violation.rule == rule);
    let without = std::mem::take(&mut control.violations);
    let (mut besides, without): (Vec<_>, Vec<_>) =
        without.into_iter().partition(|violation| aside.contains(&violation.rule.as_str()));
    control.violations = without;
    let with = std::mem::take(&mut seen.violations);
    let (both, own): (Vec<_>, Vec<_>) = with.into_iter().partition(|it| of(&it.rule, &besides));
    seen.violations = own;
    besides.retain(|violation| !of(&violation.rule, &both));
    let turns = seen.turns + control.turns;
    let mut found = attribute(rule, rules, seen, control, contrast);
    found.violations.extend(both.into_iter().chain(besides));
    CaseOutcome { turns, ..found }
}

/// What came of making both runs again, the one with something unusual and the one without it.
#[derive(Debug, Clone, PartialEq)]
pub enum Repeated {
    /// What went wrong comes of the unusual thing: chance alone would not do that once in a million times.
    Steady,
    /// It did not come without the unusual thing, and with it too seldom to exclude chance.
    Seldom,
    /// This came without it, too.
    Anyway(Vec<Violation>),
    /// A run was not judged before that was known: it came each time, or not, in so many pairs of runs.
    CutShort {
        /// So many of the runs with it went wrong, and none without it.
        wrong: u32,
        /// Of so many.
        pairs: u32,
        /// Why the next run was not judged.
        by: Unjudged,
    },
}

/// Whether what went wrong, and did not in the control run, is more than chance. What has to come again are the violations of
/// the answer, or, if there are none, those that the control run does not show; none if there are no such. An overrun that left
/// the answer as it is takes its limit each time: that it comes once more is all that is asked for.
///
/// # Errors
/// Those of the runs.
pub fn told_from_chance(
    time: &'static Requirement,
    context: &RunContext<'_>,
    seen: &CaseOutcome,
    control: &CaseOutcome,
    is_of_answer: impl Fn(&Violation) -> bool,
    again: impl FnMut() -> Result<CaseOutcome, RunError>,
    without: impl FnMut() -> Result<CaseOutcome, RunError>,
) -> Result<Option<Repeated>, RunError> {
    let of = |rule: &str, outcome: &CaseOutcome| outcome.violations.iter().any(|it| it.rule == rule);
    let by_answer = seen.violations.iter().any(&is_of_answer);
    if of(time.id, seen) && !by_answer {
        return if of(time.id, control) { Ok(None) } else { overran_again(time, context, again).map(Some) };
    }
    let comes_again = |it: &Violation| {
        if by_answer { is_of_answer(it) } else { of(&it.rule, seen) && !of(&it.rule, control) }
    };
    if !seen.violations.iter().any(comes_again) {
        return Ok(None);
    }
    repeated_in_time(context, control, again, without, comes_again).map(Some)
}

/// What comes of an overrun in one more run, if there is time for its limit.
fn overran_again(
    time: &'static Requirement,
    context: &RunContext<'_>,
    again: impl FnOnce() -> Result<CaseOutcome, RunError>,
) -> Result<Repeated, RunError> {
    if !context.has_time_for(context.limit) {
        return Ok(too_slow());
    }
    let again = again()?;
    Ok(match again.unjudged {
        _ if again.violations.iter().any(|it| it.rule == time.id) => Repeated::Steady,
        Some(by) => Repeated::CutShort { wrong: 0, pairs: 0, by },
        None => Repeated::Seldom,
    })
}

/// As [`repeated`] with a bot whose control run was this one, unless it is too slow for so many runs in the time given.
///
/// # Errors
/// Those of the runs.
fn repeated_in_time(
    context: &RunContext<'_>,
    control: &CaseOutcome,
    unusual: impl FnMut() -> Result<CaseOutcome, RunError>,
    usual: impl FnMut() -> Result<CaseOutcome, RunError>,
    is_trouble: impl Fn(&Violation) -> bool,
) -> Result<Repeated, RunError> {
    let took: Duration = control.elapsed.iter().map(|elapsed| elapsed.wall).sum();
    // One that fails each time needs no more pairs.
    if context.has_time_for(took.saturating_mul(2 * FEW_PAIRS)) {
        repeated(unusual, usual, is_trouble)
    } else {
        Ok(too_slow())
    }
}

fn too_slow() -> Repeated {
    let reason = "the time given is not enough for the runs that exclude chance; raise --max-time";
    Repeated::CutShort { wrong: 0, pairs: 0, by: Unjudged::LeftOut { reason: reason.to_owned() } }
}

/// Whether what went wrong with something unusual, and did not without it, is more than chance: a bot may choose at
/// random. Both runs are made again until that is known, or it is not worth the time.
///
/// # Errors
/// Those of the runs.
pub fn repeated<E>(
    mut unusual: impl FnMut() -> Result<CaseOutcome, E>,
    mut usual: impl FnMut() -> Result<CaseOutcome, E>,
    is_trouble: impl Fn(&Violation) -> bool,
) -> Result<Repeated, E> {
    let mut wrong = 0;
    for pairs in 1..=MAX_PAIRS {
        let (with, without) = (unusual()?, usual()?);
        if without.violations.iter().any(&is_trouble) {
            return Ok(Repeated::Anyway(without.violations));
        }
        if let Some(by) = with.unjudged.or(without.unjudged) {
            return Ok(Repeated::CutShort { wrong, pairs: pairs - 1, by });
        }
        wrong += u32::from(with.violations.iter().any(&is_trouble));
        if by_chance_alone(wrong, pairs) <= ONE_IN_A_MILLION {
            return Ok(Repeated::Steady);
        }
        if pairs >= FEW_PAIRS && wrong <= 1 {
            break;
        }
    }
    Ok(Repeated::Seldom)
}

/// How likely it is that all of so many wrong runs are among the unusual ones, of which there are as many as usual
/// ones, if nothing tells the two apart.
fn by_chance_alone(wrong: u32, pairs: u32) -> f64 {
    (0..wrong).map(|run| f64::from(pairs - run) / f64::from(2 * pairs - run)).product()
}

/// What is beyond chance.
const ONE_IN_A_MILLION: f64 = 1e-6;
/// So often both runs are made again at the most; a bot that fails each time needs twelve.
const MAX_PAIRS: u32 = 40;
/// After so many, one that hardly ever failed again is given up.
const FEW_PAIRS: u32 = 12;

/// What is left of a case in which a bot overran its time, if it is slow without the unusual thing, too: how long it
/// takes differs by itself, and the overrun is reported as what it is. None if its time was kept, or with ease.
#[must_use]
pub fn slow_anyway(
    time: &'static Requirement,
    limit: Duration,
    seen: &CaseOutcome,
    control: &CaseOutcome,
) -> Option<CaseOutcome> {
    let overran = seen.violations.iter().any(|violation| violation.rule == time.id);
    let slow = control.elapsed.iter().any(|elapsed| elapsed.wall > limit / 2);
    (overran && slow).then(|| {
        let reason =
            "cannot be judged: without that, too, the bot takes more than half of its time".to_owned();
        let unjudged = Some(Unjudged::Blocked { reason, by: time.id });
        CaseOutcome { turns: seen.turns + control.turns, unjudged, ..seen.clone() }
    })
}

/// What was seen once and not each time, or too seldom to exclude chance: it is reported, and nobody knows whether `rule` is broken. What did not come
/// without the unusual thing, too, is so at a level no worse than that of `rule`, for that may be to blame.
#[must_use]
pub fn by_chance(rule: &'static Requirement, seen: CaseOutcome, repeated: &Repeated) -> CaseOutcome {
    let came_anyway = |violation: &Violation| match repeated {
        Repeated::Anyway(without) => without.iter().any(|other| other.rule == violation.rule),
        Repeated::Steady | Repeated::Seldom | Repeated::CutShort { .. } => false,
    };
    let (how_often, why) = match repeated {
        Repeated::CutShort { pairs: 0, by, .. } => {
            ("there was no time to tell whether it comes each time".to_owned(), by.clone().into_parts().1)
        }
        Repeated::CutShort { wrong, pairs, by } => (
            format!(
                "it came again {wrong} times of {pairs}, and never without that, which may still be chance"
            ),
            by.clone().into_parts().1,
        ),
        _ => ("it did not come each time".to_owned(), "the bot's answers differ by themselves".to_owned()),
    };
    let violations = seen.violations.into_iter().map(|violation| Violation {
        message: format!("{}; {how_often}", violation.message),
        level: if came_anyway(&violation) { violation.level } else { violation.level.max(rule.level) },
        ..violation
    });
    let mut violations: Vec<Violation> = violations.collect();
    // What else came without the unusual thing is wrong as it is.
    if let Repeated::Anyway(without) = repeated {
        add_new(&mut violations, without.clone());
    }
    let reason = format!("whether {} is broken could not be told: {why}", rule.id);
    CaseOutcome {
        turns: seen.turns,
        violations,
        unjudged: Some(Unjudged::NotTried { reason }),
        ..CaseOutcome::default()
    }
}

/// Adds those of rules that are not among them yet.
pub fn add_new(told: &mut Vec<Violation>, mut more: Vec<Violation>) {
    more.retain(|new| told.iter().all(|old| old.rule != new.rule));
    told.append(&mut more);
}

/// Judges a case with something unusual about it, which `rule` says must not matter, and which has shown `seen`. What went
/// wrong is held against a control run, and both are repeated, for it may have been chance: see [`repeated`] and
/// [`attribute`].
///
/// # Errors
/// Those of the runs.
pub fn controlled<E>(
    rule: &'static Requirement,
    rules: &[&'static Requirement],
    seen: CaseOutcome,
    contrast: &str,
    unusual: impl FnMut() -> Result<CaseOutcome, E>,
    mut usual: impl FnMut() -> Result<CaseOutcome, E>,
) -> Result<CaseOutcome, E> {
    if seen.violations.is_empty() {
        return Ok(seen);
    }
    let control = usual()?;
    if control.violations.is_empty() && control.unjudged.is_none() {
        let again = repeated(unusual, usual, |_| true)?;
        if again != Repeated::Steady {
            return Ok(by_chance(rule, seen, &again));
        }
    }
    Ok(attribute(rule, rules, seen, control, contrast))
}

/// What is left of a case whose first part, in which nothing is unusual yet, did not go well: that part, with the
/// rest marked as not tried. None if it went well and the case can go on.
#[must_use]
pub fn cut_off(
    rules: &[&'static Requirement],
    first_part: &CaseOutcome,
    circumstance: &str,
) -> Option<CaseOutcome> {
    if let Some(broken) = first_part.violations.first() {
        let unjudged = Some(blocked(rules, &broken.rule, circumstance));
        return Some(CaseOutcome { unjudged, ..first_part.clone() });
    }
    first_part.unjudged.is_some().then(|| first_part.clone())
}

/// Why nothing more can be told of a bot that breaks this rule in a circumstance.
fn blocked(rules: &[&'static Requirement], broken: &str, circumstance: &str) -> Unjudged {
    let reason = format!("cannot be judged: the bot breaks {broken} {circumstance}");
    match by_id(rules, broken) {
        Some(rule) => Unjudged::Blocked { reason, by: rule.id },
        None => Unjudged::NotTried { reason },
    }
}

/// The same violation as one of another rule.
#[must_use]
pub fn put_down(rule: &Requirement, first: Violation, contrast: &str) -> Violation {
    let named = if first.rule == rule.id { String::new() } else { format!(" ({})", first.rule) };
    let message = format!("{}{named}; {contrast}", first.message);
    // What would explain it here explains nothing if it comes of what is unusual.
    let hint = first.hint.filter(|_| first.candidates.is_empty());
    Violation { rule: rule.id.to_owned(), level: rule.level, message, hint, candidates: Vec::new(), ..first }
}

fn undecided(rule: &Requirement, violation: Violation, why: &str) -> Violation {
    let level: Level = violation.level.max(rule.level);
    let message = format!("{}; whether {} is the cause is unknown: {why}", violation.message, rule.id);
    Violation { level, message, ..violation }
}

#[cfg(test)]
mod tests {
    use super::*;

    static CRLF: Requirement = Requirement::bare("game/input/crlf", Level::Should);
    static LEGAL: Requirement = Requirement::bare("game/move/legal", Level::Must);
    static RULES: [&Requirement; 2] = [&CRLF, &LEGAL];

    fn broken() -> CaseOutcome {
        CaseOutcome {
            violations: vec![LEGAL.violated("off the board").hint("a slip")],
            turns: 1,
            ..CaseOutcome::default()
        }
    }

    fn earned(control: CaseOutcome) -> (Vec<(String, Level)>, Option<Unjudged>) {
        let found = attribute(&CRLF, &RULES, broken(), control, "with LF it passes");
        let rules = found.violations.into_iter().map(|violation| (violation.rule, violation.level));
        (rules.collect(), found.unjudged)
    }

    #[test]
    fn only_a_control_run_that_went_well_moves_the_blame() {
        let clean = CaseOutcome { turns: 1, ..CaseOutcome::default() };
        assert_eq!(earned(clean), (vec![(CRLF.id.to_owned(), Level::Should)], None));
    }

    #[test]
    fn what_fails_without_the_unusual_thing_too_is_reported_as_that() {
        let (rules, unjudged) = earned(broken());
        assert_eq!(rules, [(LEGAL.id.to_owned(), Level::Must)]);
        assert!(matches!(unjudged, Some(Unjudged::Blocked { by, .. }) if by == LEGAL.id));
    }

    #[test]
    fn what_is_milder_without_the_unusual_thing_explains_nothing_of_what_was_seen() {
        static STATUS: Requirement = Requirement::bare("game/process/status", Level::Should);
        let control = CaseOutcome { violations: vec![STATUS.violated("status 1")], ..CaseOutcome::default() };
        let (rules, _) = earned(control);
        let both = [(STATUS.id.to_owned(), Level::Should), (LEGAL.id.to_owned(), Level::Should)];
        assert_eq!(rules, both);
    }

    #[test]
    fn a_control_run_that_was_not_judged_neither_acquits_nor_convicts() {
        for control in [
            CaseOutcome::left_out("no time"),
            CaseOutcome::not_tried("interrupted"),
            Unjudged::Inconclusive { reason: "busy".to_owned() }.into(),
        ] {
            let (rules, unjudged) = earned(control);
            assert_eq!(
                rules,
                [(LEGAL.id.to_owned(), Level::Should)],
                "kept, but no worse than the rule at stake"
            );
            assert!(matches!(unjudged, Some(Unjudged::Inconclusive { .. })));
        }
    }

    #[test]
    fn an_overrun_of_a_slow_bot_is_put_down_to_nothing_else() {
        static TIME: Requirement = Requirement::bare("game/time/turn", Level::Must);
        let late =
            CaseOutcome { violations: vec![TIME.violated("2020 ms")], turns: 1, ..CaseOutcome::default() };
        let after = |wall| CaseOutcome {
            elapsed: vec![crate::process::Elapsed {
                wall: Duration::from_millis(wall),
                ..Default::default()
            }],
            ..CaseOutcome::default()
        };
        let told = |seen: &CaseOutcome, wall| slow_anyway(&TIME, Duration::from_secs(2), seen, &after(wall));
        let left = told(&late, 1_900).unwrap();
        assert_eq!(left.violations, late.violations);
        assert!(matches!(left.unjudged, Some(Unjudged::Blocked { by, .. }) if by == TIME.id));
        // One that hangs with the unusual thing alone, or fails in another way.
        assert!(told(&late, 5).is_none());
        assert!(told(&broken(), 1_900).is_none());
    }

    #[test]
    fn what_goes_wrong_aside_stands_in_the_way_of_nothing() {
        static STATUS: Requirement = Requirement::bare("game/process/status", Level::Should);
        let with_status = |mut outcome: CaseOutcome| {
            outcome.violations.push(STATUS.violated("status 1"));
            outcome
        };
        let despite = |seen: CaseOutcome, control: CaseOutcome| {
            let found = attribute_despite(&[STATUS.id], &CRLF, &RULES, seen, control, "with LF it passes");
            let rules: Vec<String> = found.violations.into_iter().map(|violation| violation.rule).collect();
            (rules, found.unjudged.is_none())
        };
        let clean = CaseOutcome::default();
        let both = |first: &str| (vec![first.to_owned(), STATUS.id.to_owned()], true);
        assert_eq!(despite(with_status(broken()), with_status(clean.clone())), both(CRLF.id));
        assert_eq!(
            despite(with_status(clean.clone()), with_status(clean.clone())),
            (vec![STATUS.id.to_owned()], true)
        );
        // It is a matter of the unusual thing where it does not come without it.
        assert_eq!(despite(with_status(clean.clone()), clean), (vec![CRLF.id.to_owned()], true));
        assert!(!despite(with_status(broken()), with_status(broken())).1);
        // It comes without it, too, where the bot gets so far.
        assert_eq!(despite(broken(), with_status(CaseOutcome::default())), both(CRLF.id));
    }

    /// What comes of runs that go wrong where these say so, in turn and over again.
    fn told(with: &[bool], without: &[bool]) -> Repeated {
        let run = |wrong: Option<&bool>| if wrong == Some(&true) { broken() } else { CaseOutcome::default() };
        let (mut with, mut without) = (with.iter().cycle(), without.iter().cycle());
        let unusual = || Ok::<_, ()>(run(with.next()));
        let usual = || Ok(run(without.next()));
        repeated(unusual, usual, |violation| violation.rule == LEGAL.id).unwrap()
    }

    #[test]
    fn what_is_beyond_chance_is_put_down_to_the_unusual_thing() {
        assert_eq!(told(&[true], &[false]), Repeated::Steady);
        assert_eq!(told(&[true, false, true], &[false]), Repeated::Steady, "two runs of three");
        // Each time, in as few runs as leave one in a million: 12 of 24.
        assert!(by_chance_alone(11, 11) > ONE_IN_A_MILLION && by_chance_alone(12, 12) <= ONE_IN_A_MILLION);
    }

    #[test]
    fn runs_that_were_cut_short_say_how_far_they_came() {
        let mut left = 3;
        let unusual = || {
            left -= 1;
            Ok::<_, ()>(if left > 0 { broken() } else { CaseOutcome::left_out("time is up") })
        };
        let told = repeated(unusual, || Ok(CaseOutcome::default()), |_| true).unwrap();
        let by = Unjudged::LeftOut { reason: "time is up".to_owned() };
        assert_eq!(told, Repeated::CutShort { wrong: 2, pairs: 2, by });
        let found = by_chance(&CRLF, broken(), &told);
        assert!(found.violations[0].message.contains("2 times of 2"), "{:?}", found.violations);
        let Some(Unjudged::NotTried { reason }) = found.unjudged else { panic!("{:?}", found.unjudged) };
        assert!(reason.ends_with("could not be told: time is up"), "{reason}");
        let found = by_chance(&CRLF, broken(), &too_slow());
        assert!(found.violations[0].message.contains("no time"), "{:?}", found.violations);
        assert!(found.unjudged.is_some());
    }

    #[test]
    fn chance_convicts_nobody() {
        let mut late = [false; 12];
        late[11] = true;
        for (with, without) in [(&[true][..], &late[..]), (&[true, false], &late)] {
            assert!(matches!(told(with, without), Repeated::Anyway(_)), "the twelfth control run tells");
        }
        assert_eq!(told(&[false], &[false]), Repeated::Seldom);
        assert_eq!(told(&[false, false, false, true], &[false]), Repeated::Seldom);
    }

    #[test]
    fn a_case_that_went_well_needs_no_control_run() {
        let none = || -> Result<CaseOutcome, ()> { panic!("there is nothing to find out") };
        let found = controlled(&CRLF, &RULES, CaseOutcome::default(), "", none, none).unwrap();
        assert!(found.violations.is_empty() && found.unjudged.is_none());
    }

    #[test]
    fn what_went_wrong_is_put_down_to_the_unusual_thing_only_if_it_does_each_time() {
        let rules_after = |unusual: CaseOutcome, usual: CaseOutcome| {
            let (with, without) = (|| Ok::<_, ()>(unusual.clone()), || Ok(usual.clone()));
            let found = controlled(&CRLF, &RULES, broken(), "with LF it passes", with, without).unwrap();
            let rules: Vec<String> = found.violations.into_iter().map(|violation| violation.rule).collect();
            (rules, found.unjudged.is_some())
        };
        let clean = CaseOutcome::default;
        assert_eq!(rules_after(broken(), clean()), (vec![CRLF.id.to_owned()], false));
        // It was chance, or it has nothing to do with it, or nobody knows.
        assert_eq!(rules_after(clean(), clean()), (vec![LEGAL.id.to_owned()], true));
        assert_eq!(rules_after(broken(), broken()), (vec![LEGAL.id.to_owned()], true));
        assert_eq!(rules_after(broken(), CaseOutcome::left_out("")), (vec![LEGAL.id.to_owned()], true));
    }

    #[test]
    fn what_came_with_the_unusual_thing_alone_is_no_worse_than_its_rule() {
        let left = |repeated: Repeated| {
            let found = by_chance(&CRLF, broken(), &repeated);
            assert!(found.unjudged.is_some());
            found
                .violations
                .into_iter()
                .map(|violation| (violation.rule, violation.level))
                .collect::<Vec<_>>()
        };
        assert_eq!(left(Repeated::Seldom), [(LEGAL.id.to_owned(), Level::Should)]);
        assert_eq!(left(Repeated::Anyway(broken().violations)), [(LEGAL.id.to_owned(), Level::Must)]);
        assert_eq!(left(Repeated::Anyway(Vec::new())), [(LEGAL.id.to_owned(), Level::Should)]);
    }

    #[test]
    fn a_hint_goes_with_its_violation() {
        let clean = CaseOutcome::default();
        let found = attribute(&CRLF, &RULES, broken(), clean, "with LF it passes");
        assert_eq!(found.violations[0].hint.as_deref(), Some("a slip"));
        assert_eq!(found.violations[0].message, "off the board (game/move/legal); with LF it passes");
    }
}
