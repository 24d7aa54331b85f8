//! What a game's folder gives the tester: its rules, its cases, and how one case is played and judged.

use std::time::Duration;

use clap::Arg;
use serde::Serialize;
use serde_json::Value;

use crate::any_judge::{AnyJudge, AnyScript};
use crate::audit::Probe;
use crate::decision::Decision;
use crate::evidence::excerpt;
use crate::options::{CommandName, InspectError, Options};
use crate::process::{Elapsed, Ending, Isolation, Limit, Punctuality};
use crate::record::{
    At, Diagram, Event, Extent, Gap, HintCandidate, INTERRUPTED, Inspection, Level, Violation,
};
use crate::referee::Referee;
use crate::referee::console::Console;
use crate::referee::gtp::GtpFace;
use crate::refusal;
use crate::requirement::Requirement;
use crate::run_context::{RunContext, RunError};
use crate::scenario::{Loaded, Plan, ScenarioError, script_to_json};
use crate::sparring::Sparring;

/// A contest, as the tester sees it: everything about it that the other rooms ask for.
///
/// Registered with a [`Suite`](crate::Suite), it is known to every command.
///
/// Its cases are those of its [`Judge`], its games those of its [`Referee`].
pub trait Contest: AnyJudge + Referee {
    /// The name that command lines, records and the ids of rules and cases use: small letters and digits, at most 16.
    fn name(&self) -> &'static str;

    /// What is played and how bots are run, in half a line.
    fn about(&self) -> &'static str;

    /// Every rule, in the order of the spec.
    fn requirements(&self) -> &'static [&'static Requirement];

    /// What was decided where the contest's text is silent.
    fn decisions(&self) -> &'static [Decision] {
        &[]
    }

    /// Reads a position as bots are given it, draws it, lists what is legal, and judges an answer to it.
    ///
    /// # Errors
    /// If the text is no position, or the options do not say what is needed besides.
    fn inspect(
        &self,
        position: &[u8],
        options: &Options<'_>,
        answer: Option<&str>,
    ) -> Result<Inspection, InspectError>;

    /// What a command takes for this contest besides what it takes for all. A help text should not name the contest.
    fn options(&self, _: CommandName) -> Vec<Arg> {
        Vec::new()
    }

    /// Its central program, worked by hand; none where that makes no sense.
    fn console(&self) -> Option<&dyn Console> {
        None
    }

    /// How its bots are driven by programs that speak GTP; none where nobody speaks it.
    fn gtp(&self) -> Option<&dyn GtpFace> {
        None
    }

    /// What is written in a cell of a drawn board that holds this symbol of a [`Diagram`]: nothing is told by colour
    /// alone.
    fn symbol(&self, symbol: char) -> String {
        if symbol == '.' { String::new() } else { symbol.to_string() }
    }

    /// Opponents that it has of its own; none where there are none.
    fn sparring(&self) -> Option<&dyn Sparring> {
        None
    }

    /// A side in words, where records have it as a mere number.
    fn side(&self, side: &str) -> String {
        side.to_owned()
    }

    /// CSS for drawn boards: in `.board.NAME`, a cell with the symbol `s` has the class `s-s`, and in it are `.field`,
    /// `.piece` and a text.
    fn style(&self) -> &'static str {
        ""
    }

    /// The names of its variants, the contest itself first; none if there is only that.
    fn variants(&self) -> &'static [&'static str] {
        &[]
    }

    /// The files through which a bot is asked and answers: none of them is a bot's own. None where it talks.
    fn files(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether its bots are known by a team id.
    fn has_team_ids(&self) -> bool {
        false
    }

    /// The ids of the cases that a quick check plays in any case, one a line with remarks behind `#`: those that find
    /// what all of them find. None where all together are quick.
    fn core(&self) -> Option<&'static str> {
        None
    }

    /// The ids of cases that a slow bot is tried on, too, since what they find no other does that would come as soon: they
    /// come with the second case of each rule.
    fn soon(&self) -> &'static [&'static str] {
        &[]
    }

    /// The limit for one turn of this variant, unless the user sets another.
    fn time_limit(&self, variant: Option<&str>) -> Duration;

    /// The rule that a turn breaks which takes longer than the limit; none where there is another measure of time, such as
    /// a bank for a whole game.
    fn time_rule(&self) -> Option<&'static Requirement> {
        None
    }

    /// The rule that a submitted folder breaks if it does not build; none where the contest has no such rule: then
    /// it is an error, as for any other source.
    fn submission_rule(&self) -> Option<&'static Requirement> {
        None
    }
}

impl<'a> dyn Contest + 'a {
    /// Its cases, and how they are played and judged.
    #[must_use]
    pub fn judge(&self) -> &(dyn AnyJudge + 'a) {
        self
    }

    /// How its games are refereed and recorded.
    #[must_use]
    pub fn referee(&self) -> &(dyn Referee + 'a) {
        self
    }
}

/// The cases of a contest, and how one of them is played and judged.
pub trait Judge: Sync {
    /// What one case does: a plain value, so that it can be listed, saved and shrunk.
    type Script: Clone + Serialize + Send + Sync + 'static;
    /// What a worker keeps between cases (an open conversation, say); its default has done nothing yet.
    type Worker: Default + 'static;

    /// Every case, scripted and generated, in a fixed order.
    ///
    /// # Errors
    /// If a scenario file is wrong.
    fn cases(&self, plan: &Plan) -> Result<Vec<Case<Self::Script>>, ScenarioError>;

    /// A script in the form of a scenario file, from which [`cases`](Self::cases) reads it again.
    fn written(&self, script: &Self::Script) -> Value {
        script_to_json(script)
    }

    /// Scripts that are smaller than this one and may show the same, those that leave out most first. What was
    /// said when it was played is in the transcript.
    fn smaller(&self, script: &Self::Script, transcript: &[Event]) -> Vec<Self::Script>;

    /// How much the bot was given in a case.
    fn extent(&self, transcript: &[Event]) -> Extent;

    /// Plays one case and judges it.
    ///
    /// # Errors
    /// Only if the tester or the machine fails. Whatever the bot does is in the outcome.
    fn run_case(
        &self,
        case: &Case<Self::Script>,
        worker: &mut Self::Worker,
        context: &RunContext<'_>,
    ) -> Result<CaseOutcome, RunError>;

    /// A handful of positions, far apart, for finding out whether a bot answers the same each time.
    fn probes(&self, plan: &Plan) -> Vec<Probe>;

    /// The group with which a case is played: cases with the same number, other than 0, are given to the same
    /// worker, one after the other, in their order.
    fn group(&self, _: &Case<Self::Script>) -> u32 {
        0
    }

    /// How many turns a case asks for, about: of equally urgent ones those with few come first, so that a slow bot is
    /// tried on as many as can be.
    fn turns(&self, _: &Self::Script) -> u32 {
        1
    }
}

/// One thing to try on a bot.
#[derive(Debug, Clone)]
pub struct Case<S = AnyScript> {
    /// `<game>/<subject>/<what>`.
    pub id: String,
    /// What it is about, in a few words.
    pub title: String,
    /// The rules it serves, at least one.
    pub rules: Vec<&'static str>,
    /// Rules without which it cannot be judged: if one is found broken before, the case is skipped.
    pub needs: Vec<&'static str>,
    /// When it runs.
    pub phase: Phase,
    /// Whether it was generated: such cases come last, and are left out if time does not allow all.
    pub generated: bool,
    /// What it does.
    pub script: S,
}

impl<S> Case<S> {
    /// A case of a scenario file: what it needs, and when it runs, a contest says.
    #[must_use]
    pub fn scripted(entry: Loaded<S>, needs: Vec<&'static str>, phase: Phase) -> Self {
        let Loaded { id, title, rules, script, .. } = entry;
        Self { id, title, rules, needs, phase, generated: false, script }
    }

    /// The same case with its script in another form.
    pub(crate) fn with_script<T>(self, form: impl FnOnce(S) -> T) -> Case<T> {
        let Self { id, title, rules, needs, phase, generated, script } = self;
        Case { id, title, rules, needs, phase, generated, script: form(script) }
    }
}

/// When a case runs. All cases of a phase end before the next one begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// The submitted folder itself: these need no bot that runs.
    Submission,
    /// Others rely on what these find.
    First,
    /// Others rely on what these find, and these on the first ones.
    Second,
    /// The bulk, several at once.
    Main,
    /// One at a time: time is what they measure.
    Alone,
    /// Judged from what all the others found.
    Last,
}

impl Phase {
    /// All of them, in order.
    pub const ALL: [Self; 6] =
        [Self::Submission, Self::First, Self::Second, Self::Main, Self::Alone, Self::Last];
}

/// What one case showed.
#[derive(Debug, Clone, Default)]
pub struct CaseOutcome {
    /// Every rule seen broken.
    pub violations: Vec<Violation>,
    /// How many turns the bot was asked for.
    pub turns: u32,
    /// How long each of them took.
    pub elapsed: Vec<Elapsed>,
    /// Why the case could not be judged, if it could not.
    pub unjudged: Option<Unjudged>,
    /// The identification line, where the case asked for it.
    pub identity: Option<String>,
    /// Whether an answer was missing or unreadable, so that the rules about answers were not tried.
    pub cut_short: bool,
    /// Rules that the bot did nothing about, although the case came to its end: they are not kept by that.
    pub untried: Vec<Untried>,
}

/// A rule that a bot could not have broken by what it did in a case: one that never moves keeps no rule about moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Untried {
    /// Its id.
    pub rule: &'static str,
    /// What the bot did instead, in a sentence.
    pub reason: String,
}

/// Why a case was not judged to its end; each says something else about the bot, and each has a sentence as its
/// reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unjudged {
    /// It has nothing to do with this bot: one that keeps no cache cannot misread it. Says nothing against the bot.
    NotApplicable {
        /// In a sentence.
        reason: String,
    },
    /// It asks what no contest does, and this bot, which is right in the contest, does not know. Says nothing against the bot
    /// as long as other cases have tried the same rules.
    Unsuitable {
        /// In a sentence.
        reason: String,
    },
    /// Time ran out before it. Says nothing against the bot as long as other cases have tried the same rules.
    LeftOut {
        /// In a sentence.
        reason: String,
    },
    /// It cannot be judged while a rule is broken that this run shows broken.
    Blocked {
        /// In a sentence.
        reason: String,
        /// The broken rule.
        by: &'static str,
    },
    /// It was not tried for any other reason: nobody knows what the bot would have done, so the bot cannot pass.
    NotTried {
        /// In a sentence.
        reason: String,
    },
    /// The bot's program could not be started.
    NotStarted {
        /// In a sentence.
        reason: String,
    },
    /// The machine was too busy to tell.
    Inconclusive {
        /// In a sentence.
        reason: String,
    },
}

impl Unjudged {
    /// What a run says of a case that ended in a way that nobody can judge.
    #[must_use]
    pub fn after(ending: &Ending) -> Self {
        match ending {
            Ending::NotStarted(why) => {
                Self::NotStarted { reason: format!("the bot could not be started: {why}") }
            }
            Ending::Interrupted => Self::NotTried { reason: INTERRUPTED.to_owned() },
            other => Self::Inconclusive { reason: format!("the run could not be judged: {other}") },
        }
    }

    /// What is said while this rule is broken, without which nothing can be told.
    #[must_use]
    pub fn while_broken(rule: &'static str) -> Self {
        Self::Blocked { reason: format!("cannot be judged while {rule} is broken"), by: rule }
    }

    /// What kind of gap it leaves in a report, the sentence, and the broken rule if it is one that is in the way.
    #[must_use]
    pub fn into_parts(self) -> (Gap, String, Option<&'static str>) {
        match self {
            Self::NotApplicable { reason } => (Gap::NotApplicable, reason, None),
            Self::Unsuitable { reason } => (Gap::Unsuitable, reason, None),
            Self::LeftOut { reason } => (Gap::LeftOut, reason, None),
            Self::Blocked { reason, by } => (Gap::Blocked, reason, Some(by)),
            Self::NotTried { reason } => (Gap::NotTried, reason, None),
            Self::NotStarted { reason } => (Gap::NotStarted, reason, None),
            Self::Inconclusive { reason } => (Gap::InDoubt, reason, None),
        }
    }
}

impl From<Unjudged> for CaseOutcome {
    /// Nothing but a reason why the case could not be judged.
    fn from(unjudged: Unjudged) -> Self {
        Self { unjudged: Some(unjudged), ..Self::default() }
    }
}

/// Where a turn has as long as this, what a machine adds to it is not the same each time.
const CLOCKED: Duration = Duration::from_secs(1);

/// So many turns, and half of those that are over the limit, do not end at the same time by chance.
const AT_ONE_TIME: usize = 3;

impl CaseOutcome {
    /// A case that has nothing to do with this bot.
    #[must_use]
    pub fn not_applicable(reason: impl Into<String>) -> Self {
        Unjudged::NotApplicable { reason: reason.into() }.into()
    }

    /// A case for which there was no time.
    #[must_use]
    pub fn left_out(reason: impl Into<String>) -> Self {
        Unjudged::LeftOut { reason: reason.into() }.into()
    }

    /// A case that cannot be judged while this rule is broken.
    #[must_use]
    pub fn blocked(reason: impl Into<String>, by: &'static str) -> Self {
        Unjudged::Blocked { reason: reason.into(), by }.into()
    }

    /// A case that was not tried for any other reason.
    #[must_use]
    pub fn not_tried(reason: impl Into<String>) -> Self {
        Unjudged::NotTried { reason: reason.into() }.into()
    }

    /// Adds all that another outcome showed.
    pub fn extend(&mut self, other: Self) {
        self.violations.extend(other.violations);
        self.turns += other.turns;
        self.elapsed.extend(other.elapsed);
        self.unjudged = self.unjudged.take().or(other.unjudged);
        self.identity = self.identity.take().or(other.identity);
        self.cut_short |= other.cut_short;
        self.untried.extend(other.untried);
    }

    /// Takes back what proves nothing, be it for the bot or against it. To be done before it is judged.
    pub(crate) fn admit(&mut self, context: &RunContext<'_>, time_rule: Option<&'static Requirement>) {
        self.admit_refusals(context.host.isolation());
        self.admit_doubt(context.limit, time_rule);
        self.admit_clock(context.limit, || context.observations.elapsed());
    }

    /// Nobody is blamed for what only the sandbox may have kept a bot from.
    fn admit_refusals(&mut self, isolation: &Isolation) {
        let behind = |violation: &Violation| refusal::behind(violation.hint.as_deref()?, isolation);
        if let Some(reason) = self.violations.iter().find_map(behind) {
            self.violations.retain(|violation| behind(violation).is_none());
            self.unjudged.get_or_insert(Unjudged::NotTried { reason });
        }
    }

    fn breaks_a_must(&self) -> bool {
        self.violations.iter().any(|violation| violation.level == Level::Must)
    }

    /// A bot whose turns end over the limit by the clock, and just at the same time of it, looks at the clock: what it
    /// waited for a core is not what took it so long. `before` are the turns of the cases before.
    fn admit_clock(&mut self, limit: Duration, before: impl FnOnce() -> Vec<Elapsed>) {
        let is_over = |turn: &Elapsed| turn.wall > limit;
        if limit < CLOCKED || self.breaks_a_must() || !self.elapsed.iter().any(is_over) {
            return;
        }
        let all = before().into_iter().chain(self.elapsed.iter().copied());
        let mut walls: Vec<Duration> = all.filter(is_over).map(|turn| turn.wall).collect();
        walls.sort_unstable();
        let together = walls.len().div_ceil(2).max(AT_ONE_TIME);
        if walls.windows(together).any(|few| few[together - 1] - few[0] <= limit / 100) {
            let reason = "by the clock turns took longer than the limit, and all the same time: whether the bot looks at the \
                          clock too late, or the machine was too busy, could not be told"
                .to_owned();
            self.unjudged.get_or_insert(Unjudged::Inconclusive { reason });
        }
    }

    /// Nobody is called in time who has not been seen in time: on a busy machine a turn may have been too long although
    /// that cannot be held against the bot.
    fn admit_doubt(&mut self, limit: Duration, time_rule: Option<&'static Requirement>) {
        if self.elapsed.is_empty() || self.breaks_a_must() {
            return;
        }
        let in_time = |turn: &Elapsed| turn.punctuality(&Limit::new(limit)) == Punctuality::InTime;
        if !self.elapsed.iter().all(in_time) {
            let reason = "the machine was too busy to tell whether each turn ended in time".to_owned();
            self.unjudged.get_or_insert(Unjudged::Inconclusive { reason });
        }
        // A bot that looks at the clock goes on until then, however little it gets of a core.
        if let Some(rule) = time_rule
            && self.elapsed.iter().all(|turn| turn.wall > limit)
        {
            let reason = "by the clock every turn took longer than the limit, and the machine was too busy to tell why";
            self.untried.push(rule.untried(reason));
        }
    }
}

impl Requirement {
    /// A violation of this rule, to be completed with what proves it.
    #[must_use]
    pub fn violated(&self, message: impl Into<String>) -> Violation {
        Violation::bare(self.id, self.level, message.into())
    }

    /// This rule was not tried: what the bot did instead, in a sentence.
    #[must_use]
    pub fn untried(&self, reason: impl Into<String>) -> Untried {
        Untried { rule: self.id, reason: reason.into() }
    }
}

impl Violation {
    /// With a guess at the cause.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// With what the bot answered.
    #[must_use]
    pub fn received(mut self, bytes: &[u8]) -> Self {
        self.received = Some(excerpt(bytes));
        self
    }

    /// With the place of the fault in what the bot answered.
    #[must_use]
    pub fn at(mut self, place: impl Into<At>) -> Self {
        self.at = Some(place.into());
        self
    }

    /// With further slips that would explain it, the likeliest first, unless the cause is known already.
    #[must_use]
    pub fn with_candidates(mut self, candidates: Vec<HintCandidate>) -> Self {
        if self.hint.is_none() || !self.candidates.is_empty() {
            self.candidates.extend(candidates);
            self.hint = self.candidates.first().map(|candidate| candidate.hint.clone());
        }
        self
    }

    /// With slips that would have led to another answer.
    #[must_use]
    pub fn speaking_against(mut self, slips: impl IntoIterator<Item = &'static str>) -> Self {
        self.against.extend(slips);
        self
    }

    /// With a picture of the position.
    #[must_use]
    pub fn drawn(mut self, diagram: Diagram) -> Self {
        self.diagram = Some(diagram);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static TIME: Requirement = Requirement::bare("game/time/turn", Level::Must);

    /// A turn of so many milliseconds, of which it waited for a core so long.
    fn turn(wall: u64, waited: u64, several: bool) -> Elapsed {
        let ms = Duration::from_millis;
        Elapsed::charge(ms(wall), ms(wall - waited), ms(waited), several)
    }

    #[test]
    fn turns_that_end_at_one_time_over_the_limit_were_ended_by_a_clock() {
        let is_in_doubt = |before: &[Elapsed], elapsed: &[Elapsed]| {
            let mut outcome = CaseOutcome { elapsed: elapsed.to_vec(), ..CaseOutcome::default() };
            outcome.admit_clock(Duration::from_secs(5), || before.to_vec());
            outcome.unjudged.is_some()
        };
        let [one, two, three] = [5_508, 5_516, 5_511].map(|wall| turn(wall, 2_000, false));
        assert!(!is_in_doubt(&[one], &[two]), "two may be chance");
        assert!(is_in_doubt(&[one, two], &[three, turn(100, 0, false)]));
        assert!(!is_in_doubt(&[one, two, three], &[turn(4_900, 0, false)]), "it was in time here");
        let busy = [5_100, 5_900, 6_300, 7_200].map(|wall| turn(wall, 2_500, false));
        assert!(!is_in_doubt(&busy, &[turn(6_000, 2_000, false)]), "as long as the machine let it wait");
        assert!(!is_in_doubt(&[busy.as_slice(), &busy].concat(), &[three]));
    }

    /// Whether the case is in doubt, and whether the rule about time was tried.
    fn doubt(elapsed: &[Elapsed], violations: Vec<Violation>) -> (bool, bool) {
        let mut outcome = CaseOutcome { elapsed: elapsed.to_vec(), violations, ..CaseOutcome::default() };
        outcome.admit_doubt(Duration::from_millis(50), Some(&TIME));
        (matches!(outcome.unjudged, Some(Unjudged::Inconclusive { .. })), outcome.untried.is_empty())
    }

    #[test]
    fn a_turn_that_may_have_been_too_long_is_not_called_in_time() {
        assert_eq!(doubt(&[turn(40, 0, false), turn(40, 0, true)], Vec::new()), (false, true));
        assert_eq!(doubt(&[turn(40, 0, false), turn(80, 40, true)], Vec::new()), (true, true));
        let late = TIME.violated("too late");
        assert_eq!(doubt(&[turn(80, 40, true)], vec![late.clone()]), (false, true), "it is proved");
        let told = Violation { level: Level::Info, ..late };
        assert_eq!(doubt(&[turn(80, 40, true)], vec![told]), (true, false));
    }

    #[test]
    fn who_was_never_in_time_by_the_clock_has_not_shown_that_it_is_ever_in_time() {
        assert_eq!(doubt(&[turn(80, 40, false), turn(60, 50, false)], Vec::new()), (false, false));
        assert_eq!(doubt(&[turn(80, 40, false), turn(50, 10, false)], Vec::new()), (false, true));
        assert_eq!(doubt(&[], Vec::new()), (false, true));
    }
}
