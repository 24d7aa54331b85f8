//! Sets in one folder.

use botspec_sdk::Position as _;
use botspec_sdk::games::power4::{Column, Drop, Kind, Position, Power4, Team};
use botspec_sdk::random::Random;

use super::at_once::{self, Unknown};
use super::beginning::Beginning;
use super::hint::{self, Past};
use super::position::{played, without_books};
use super::readings::Readings;
use super::script::{FirstSet, Partner, SessionScript, Variant};
use super::session::Session;
use super::trouble::{BOOKS, FORM, is_of, is_trouble};
use super::turn::hinted;
use super::{disk, files, help, partner, process, set};
use crate::contest::{CaseOutcome, Unjudged, Untried};
use crate::control::{Repeated, cut_off, put_down, repeated};
use crate::file_session::add_once;
use crate::kept_files::{Damage, KeptFile, kept_files};
use crate::record::{Level, Violation};
use crate::requirement::by_id;
use crate::run_context::{RunContext, RunError};

/// So often a set is played in a fresh folder until it goes on to the bot's tenth turn.
const MAX_AFRESH: u32 = 3;

/// After more sets than this that end before the bot's tenth turn, no longer one is waited for.
const MAX_EARLY: u32 = 14;

/// So many sets are played in one folder at the most: no match is much longer, and a bot may keep a help file for each set.
const MAX_SETS: u32 = 4;

/// More help files than this are a flood.
const FLOOD: usize = 100;

/// So often a set is played anew in a fresh folder before anything is put down to the set before.
const CONTROLS: u32 = 3;

/// Sets in one folder.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn session(
    script: &SessionScript,
    variant: Variant,
    context: &RunContext<'_>,
) -> Result<CaseOutcome, RunError> {
    if script.help == Damage::None {
        return Match::new(script, variant, context, &[])?.play();
    }
    // A first match shows whether the bot keeps help files at all, and yields the foreign ones.
    let turns = script.turns_of_match_before();
    let team = if script.help == Damage::OtherSide { script.team.other() } else { script.team };
    let other = SessionScript {
        help: Damage::None,
        team,
        seed: script.seed.wrapping_add(1),
        turns,
        sets: 0,
        ..script.clone()
    };
    let mut first = Match::new(&other, variant, context, &[])?;
    let mut seen = first.play()?;
    if seen.unjudged.is_some() || is_trouble(&seen) {
        let cut_off = cut_off(&super::REQUIREMENTS, &seen, "with its help files kept");
        return Ok(cut_off.unwrap_or(seen));
    }
    if first.help_files.iter().all(Vec::is_empty) {
        let reason = "the bot keeps no help files: there is nothing to damage".to_owned();
        seen.unjudged = Some(Unjudged::NotApplicable { reason });
        return Ok(seen);
    }
    let mut damaged = Match::new(script, variant, context, &first.help_files)?.play()?;
    if script.help == Damage::Aged && damaged.violations.iter().any(|it| is_of(&BOOKS, it)) {
        let kept = SessionScript { help: Damage::None, ..script.clone() };
        help::tell_of_age(&mut damaged, &Match::new(&kept, variant, context, &[])?.play()?);
    }
    if damaged.unjudged.is_none() && damaged.violations.is_empty() {
        script.help.note_withstood(context.observations);
    }
    add_once(&mut seen, damaged);
    Ok(seen)
}

/// A match of several sets in one folder.
struct Match<'a> {
    script: &'a SessionScript,
    variant: Variant,
    context: &'a RunContext<'a>,
    table: Session<'a>,
    /// Who plays the other team.
    partner: Partner,
    random: Random,
    /// The help files of another match, after each of the bot's turns.
    foreign: &'a [Vec<KeptFile>],
    /// Those of this match.
    help_files: Vec<Vec<KeptFile>>,
    total: CaseOutcome,
    /// How the first set ends, if it is there for those that follow.
    first_set: Option<FirstSet>,
    /// The bot's last turn, and what it dropped.
    last: Option<(Position, Drop)>,
    /// Whether the bot used its dual disk in a set before.
    dual_used_before: bool,
    /// Whether a later set that the bot had to know for a new one went on until that would have shown.
    has_later_set: bool,
    /// It shows what comes again: nothing in it is put down to an earlier set.
    is_repeated: bool,
}

/// A rule that would be broken if the bot knew that the set goes on: Decision P5 leaves it to take the board for that of a
/// new one.
fn not_told(rule: &str) -> Option<Untried> {
    let reason = "its board was one that may be of a new set (Decision P5), and only as such did the bot's drop keep it";
    Some(by_id(&super::REQUIREMENTS, rule)?.untried(reason))
}

/// A rule that is broken unless the bot may take a board for that of a new set, which it could have told from this one:
/// nobody can have won since. A note.
fn taken_for_new(violation: Violation, variant: Variant) -> Violation {
    let message = format!(
        "{}; the board had been down to one disk or none, which may begin a new set (Decision P5), but this one goes on, and in \
         play the drop is illegal",
        violation.message
    );
    let hint = match variant {
        Variant::Memo => at_once::HINT,
        Variant::Standard | Variant::Hover => {
            "the set goes on where your last drop and one of the opponent's lead to the board: keep the board of your last turn \
             and your drop in a help file"
        }
    };
    Violation { level: Level::Info, message, hint: None, candidates: Vec::new(), ..violation }.hint(hint)
}

/// What a set has not shown that had to be broken off.
fn broken_off(reason: &str) -> [Untried; 3] {
    [&disk::ONCE, &disk::DUAL_BY_TENTH, &set::RESET].map(|rule| rule.untried(reason))
}

/// No set has so many turns: the bot has used disks again, each time on a board that may be that of a new set.
fn endless() -> [Untried; 3] {
    let turns = set::MAX_TURNS;
    broken_off(&format!(
        "after {turns} turns, more than any set has, it was broken off: the bot had used disks again on boards that may be \
         of a new set (Decision P5)"
    ))
}

/// The referee's memo would have to count backwards, which none does.
const TOLD_OTHERWISE: &str = "it was broken off: the bot had taken its board for that of a new set (Decision P5), and \
                              moves.txt says how many turns it has taken";

/// What a set began with.
struct Opening {
    starts: Team,
    partner: Partner,
    random: Random,
}

/// How a set ended for the tester.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SetEnd {
    /// The bot took its tenth turn in it.
    Full,
    /// It was over before.
    Early,
    /// It was the first one, which is there for those that follow.
    Uncounted,
    /// Nothing can be said about what would follow.
    Stop,
}

impl<'a> Match<'a> {
    fn new(
        script: &'a SessionScript,
        variant: Variant,
        context: &'a RunContext<'a>,
        foreign: &'a [Vec<KeptFile>],
    ) -> Result<Self, RunError> {
        Ok(Self {
            script,
            variant,
            context,
            table: Session::new(context, variant)?,
            partner: script.partner,
            random: Random::seeded(script.seed),
            foreign,
            help_files: Vec::new(),
            total: CaseOutcome::default(),
            first_set: script.first_set,
            last: None,
            dual_used_before: false,
            has_later_set: false,
            is_repeated: false,
        })
    }

    /// Plays sets until enough of them went on to the bot's tenth turn.
    fn play(&mut self) -> Result<CaseOutcome, RunError> {
        let (mut full, mut early) = (0, 0);
        let mut starts = self.script.starts;
        let mut number = 1;
        while full < self.script.sets.max(1) {
            match self.set(number, starts)? {
                SetEnd::Full => full += 1,
                SetEnd::Early => early += 1,
                SetEnd::Uncounted => self.partner = Partner::Patient,
                SetEnd::Stop => return Ok(std::mem::take(&mut self.total)),
            }
            // A match in which the tenth turn is not asked for is one set.
            if self.script.sets == 0 {
                if early > 0 && !self.dual_used_before {
                    let reason = "the set was over before the bot's tenth turn";
                    self.total.untried.push(disk::DUAL_BY_TENTH.untried(reason));
                }
                break;
            }
            if early > 0 {
                // One that clears is generous with what would keep the set open.
                self.partner = Partner::Patient;
            }
            if early > MAX_EARLY {
                let reason =
                    format!("{early} sets were over before the bot's tenth turn: nothing was seen of it");
                self.total.unjudged = Some(Unjudged::NotTried { reason });
                break;
            }
            starts = starts.other();
            number += 1;
            if number > MAX_SETS {
                self.begin_anew()?;
                number = 1;
            }
        }
        let is_of_several = self.script.sets > 1 || self.first_set.is_some();
        if is_of_several && !self.has_later_set {
            let reason = "no set came after one with the dual disk, began with a board that cannot be one of the set before \
                          (Decision P5), and went on to the bot's tenth turn";
            self.total.untried.push(set::RESET.untried(reason));
        }
        Ok(std::mem::take(&mut self.total))
    }

    /// Goes on in a fresh folder, as if nothing had been played.
    fn begin_anew(&mut self) -> Result<(), RunError> {
        self.table = Session::new(self.context, self.variant)?;
        self.help_files.clear();
        (self.last, self.dual_used_before) = (None, false);
        Ok(())
    }

    fn set(&mut self, number: u32, starts: Team) -> Result<SetEnd, RunError> {
        let bot = self.script.team;
        let opening = Opening { starts, partner: self.partner, random: self.random.clone() };
        let mut position = Position::opening(starts, self.variant.gravity());
        let mut readings = Readings::default();
        let mut past = Past::default();
        let mut beginning = None;
        let mut turns = 0;
        while position.outcome().is_none() && !self.is_broken_off(number, &position) {
            if position.team() != bot {
                let drop = self.partners_drop(&position);
                readings.partner(drop);
                position = played(position, drop);
                continue;
            }
            if turns == set::MAX_TURNS {
                self.total.untried.extend(endless());
                return Ok(SetEnd::Stop);
            }
            turns += 1;
            let beginning = beginning.get_or_insert_with(|| Beginning::of(&position, self.last.as_ref()));
            let own_turn = usize::from(position.turns(bot));
            if past.previous.is_some_and(|previous| hint::disks(&previous) > hint::disks(&position)) {
                past.fell_on = Some(own_turn + 1);
            }
            if past.previous.is_some_and(|previous| previous.board() == position.board()) {
                past.came_again_on = Some(own_turn + 1);
            }
            let is_changed = self.table.inflict(self.script.help, self.foreign, own_turn);
            let asked = if self.keeps_books() { position } else { without_books(&position) };
            let found = if is_changed { self.table.lying() } else { Vec::new() };
            let seen = self.table.turn(&asked, false)?;
            let (answer, usable) = (seen.answer.clone(), seen.usable);
            let mut outcome = hinted(seen, &asked, &past, self.context.observations);
            // They lie there until the match ends, whatever they came of.
            let is_told = self.total.violations.iter().any(|it| it.rule == files::COUNT.id);
            outcome.violations.retain(|it| !(is_told && it.rule == files::COUNT.id));
            if is_changed {
                let left = self.help_files.last().map_or(&[][..], Vec::as_slice);
                let files = [&found[..], left];
                outcome = help::judge(self.script.help, &asked, files, self.variant, outcome, self.context)?;
            }
            if !self.script.help.keeps_files() {
                at_once::note(&mut outcome, Unknown::BooksGone, self.variant);
            }
            if let Some(before) = &past.previous {
                readings.ask(&position, before, self.last.as_ref().is_some_and(set::may_be_over));
            }
            let other = answer.as_ref().filter(|answer| !position.faults(answer).is_empty());
            let other = other.and_then(|answer| readings.allowing(answer));
            let mut notes = Vec::new();
            if let Some((other, is_founded)) = other {
                for violation in outcome.violations.extract_if(.., |violation| is_of(&BOOKS, violation)) {
                    outcome.untried.extend(not_told(&violation.rule));
                    // Or it may take it for one of the set before, all the time.
                    if !is_founded && (number == 1 || beginning.clearly_new) {
                        notes.push(taken_for_new(violation, self.variant));
                    }
                }
                (position, past) = (other, Past::default());
            }
            if number > 1 && !self.is_repeated {
                outcome = self.judge_reset(outcome, number, &opening, beginning)?;
            }
            let is_told_otherwise = other.is_some() && self.variant == Variant::Memo;
            if is_told_otherwise {
                outcome.untried.extend(broken_off(TOLD_OTHERWISE));
            }
            let stop = is_told_otherwise || self.is_enough(&outcome);
            outcome.violations.extend(notes);
            add_once(&mut self.total, outcome);
            if stop || !usable || self.total.unjudged.is_some() {
                return Ok(SetEnd::Stop);
            }
            self.keep_help_files();
            let Some(drop) = answer.and_then(|answer| Drop::try_from(&answer).ok()) else {
                return Ok(SetEnd::Stop);
            };
            self.last = Some((position, drop));
            // Without its help files a bot may do what only books can forbid; the set ends there.
            let Ok(next) = position.play(drop) else { return Ok(SetEnd::Stop) };
            past.previous = Some(position);
            past.drops.push(drop);
            readings.answer(drop);
            if drop.kind == Kind::Dual && self.dual_used_before && beginning.clearly_new {
                beginning.ruled_out().for_each(|slip| self.context.observations.rule_out(slip));
            }
            position = next;
        }
        let is_full = position.turns(bot) >= Power4::DUAL_BY_TURN.min(self.script.turns);
        let is_new = number > 1 && beginning.is_some_and(|beginning| beginning.clearly_new);
        // Who takes it for the set before owes nothing any more, and is seen to.
        self.has_later_set |= is_new && is_full && self.dual_used_before;
        self.dual_used_before |= position.used(bot).contains(Kind::Dual);
        let is_uncounted = |first_set: FirstSet| first_set == FirstSet::Over || position.outcome().is_none();
        if number == 1 && self.first_set.is_some_and(is_uncounted) {
            return Ok(SetEnd::Uncounted);
        }
        Ok(if is_full { SetEnd::Full } else { SetEnd::Early })
    }

    /// Whether a set that goes on is broken off before the bot's next turn.
    fn is_broken_off(&self, number: u32, position: &Position) -> bool {
        let bot = self.script.team;
        let turns = position.turns(bot);
        match self.first_set.filter(|_| number == 1) {
            Some(FirstSet::Over) => false,
            Some(FirstSet::Turns(most)) if turns >= most => true,
            Some(FirstSet::DualUsed) if position.used(bot).contains(Kind::Dual) => true,
            _ => turns >= self.script.turns,
        }
    }

    /// What the partner drops.
    fn partners_drop(&mut self, position: &Position) -> Drop {
        let is_opening = Team::ALL.into_iter().all(|team| position.turns(team) == 0);
        let opening = self.script.opens_with.filter(|_| is_opening).map(|kind| {
            let columns: Vec<Column> = Column::all().collect();
            Drop { kind, column: columns[self.random.index(columns.len())] }
        });
        let undoes = self.partner == Partner::Undoing;
        let undone = self.last.as_ref().filter(|_| undoes).and_then(|last| partner::undoing(position, last));
        let chosen = opening.or(undone).or_else(|| self.partner.choose(position, &mut self.random));
        chosen.expect("a set that goes on has a legal drop")
    }

    /// Whether the bot can know what is used and how many turns were taken.
    fn keeps_books(&self) -> bool {
        self.script.help.keeps_files() || self.variant == Variant::Memo
    }

    /// What goes wrong in a later set, and not where the same set is the first in its folder, is the fault of the
    /// earlier one.
    fn judge_reset(
        &self,
        mut outcome: CaseOutcome,
        number: u32,
        opening: &Opening,
        beginning: &Beginning,
    ) -> Result<CaseOutcome, RunError> {
        let owed = [disk::DUAL_BY_TENTH.id];
        let told = |it: &Violation| {
            self.total.violations.iter().any(|told| told.rule == it.rule && told.level != Level::Info)
        };
        let violations = std::mem::take(&mut outcome.violations);
        let (candidates, others): (Vec<_>, Vec<_>) =
            violations.into_iter().partition(|it| !told(it) && (is_of(&FORM, it) || is_of(&owed, it)));
        outcome.violations = others;
        if candidates.is_empty() {
            return Ok(outcome);
        }
        if !beginning.clearly_new {
            // The bot may take it for the same set as before, and owe nothing if it has used the disk there.
            let (excused, wrong): (Vec<_>, Vec<_>) =
                candidates.into_iter().partition(|it| is_of(&owed, it) && self.dual_used_before);
            outcome.violations.extend(wrong);
            if !excused.is_empty() {
                let reason = "its board may have been one of the set before (Decision P5), in which the disk was not owed";
                outcome.untried.extend([&disk::DUAL_BY_TENTH, &set::RESET].map(|rule| rule.untried(reason)));
            }
            return Ok(outcome);
        }
        // A bot may choose at random: one set that goes well tells nothing.
        let (mut control, mut in_time) = (CaseOutcome::default(), self.dual_used_before);
        for _ in 0..CONTROLS {
            let (seen, end) = self.afresh(opening)?;
            // A set that was over early does not show whether the dual disk would have come in time.
            in_time |= end == SetEnd::Full;
            control.extend(seen);
            if control.unjudged.is_some() || is_trouble(&control) {
                break;
            }
        }
        outcome.turns += control.turns;
        // What only another reading of the board has saved may have gone wrong there, too.
        let fails = |rule: &str| {
            control.violations.iter().any(|it| it.rule == rule)
                || control.untried.iter().any(|it| it.rule == rule)
        };
        let cannot_tell = control.unjudged.is_some();
        let is_own = |it: &Violation| cannot_tell || fails(&it.rule) || (is_of(&owed, it) && !in_time);
        let (own, mut of_sets): (Vec<_>, Vec<_>) = candidates.into_iter().partition(is_own);
        outcome.violations.extend(own);
        let rules: Vec<&str> = of_sets.iter().map(|it| it.rule.as_str()).collect();
        if !rules.is_empty() && !self.comes_each_time(&rules, number, opening)? {
            // It was chance, and is wrong all the same.
            outcome.violations.append(&mut of_sets);
        }
        // What is a warning anywhere else is no more than that here.
        let gravest = of_sets.iter().position(|it| it.level == Level::Must);
        let Some(gravest) = gravest else {
            outcome.violations.append(&mut of_sets);
            return Ok(outcome);
        };
        let contrast = "as the first set in its folder the same set passes";
        let mut violation = put_down(&set::RESET, of_sets.swap_remove(gravest), contrast);
        violation.hint = None;
        outcome.violations.push(violation.with_candidates(beginning.candidates()));
        Ok(outcome)
    }

    /// Whether breaking one of these rules comes of playing sets in one folder: a bot may choose at random, so the match
    /// is played again and again, and beside it as many sets of which each has a folder of its own. It is found out once.
    fn comes_each_time(&self, rules: &[&str], number: u32, opening: &Opening) -> Result<bool, RunError> {
        let observations = self.context.observations;
        if observations.is_steady(set::RESET.id) {
            return Ok(true);
        }
        let together = || {
            let mut again = Match::new(self.script, self.variant, self.context, self.foreign)?;
            again.is_repeated = true;
            again.play()
        };
        let apart = || {
            let mut total = CaseOutcome::default();
            for _ in 0..number {
                total.extend(self.afresh(opening)?.0);
            }
            Ok(total)
        };
        let is_steady = repeated(together, apart, |it| is_of(rules, it))? == Repeated::Steady;
        if is_steady {
            observations.note_steady(set::RESET.id);
        }
        Ok(is_steady)
    }

    /// The same set in a fresh folder; if it is over before the bot's tenth turn, another one.
    fn afresh(&self, opening: &Opening) -> Result<(CaseOutcome, SetEnd), RunError> {
        let mut seen = (CaseOutcome::default(), SetEnd::Early);
        for attempt in 0..MAX_AFRESH {
            let mut control = Match::new(self.script, self.variant, self.context, &[])?;
            control.random = opening.random.clone();
            control.partner = if attempt == 0 { opening.partner } else { Partner::Patient };
            control.first_set = None;
            for _ in 0..attempt {
                control.random.word();
            }
            seen.1 = control.set(1, opening.starts)?;
            seen.0.extend(control.total);
            if seen.1 != SetEnd::Early || !seen.0.violations.is_empty() {
                break;
            }
        }
        Ok(seen)
    }

    /// Whether there is no use in going on: a process that is left behind is given a moment in every turn, a folder
    /// that is flooded fills up, and files that are damaged are damaged again.
    fn is_enough(&self, outcome: &CaseOutcome) -> bool {
        let damaged = self.script.help.breaks_files() && is_trouble(outcome);
        let left = outcome.violations.iter().any(|it| it.rule == process::TERMINATES.id);
        damaged || left || self.table.help_files().len() > FLOOD
    }

    fn keep_help_files(&mut self) {
        let names = self.table.help_files();
        self.help_files.push(kept_files(self.table.folder(), names));
    }
}
