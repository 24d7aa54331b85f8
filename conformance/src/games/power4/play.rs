//! How each kind of case is played and judged.

use botspec_sdk::Position as _;
use botspec_sdk::games::power4::{BoardText, Disk, Drop, Kind, Kinds, Position, Power4, Setup, Team};
use botspec_sdk::random::Random;

use super::hint::{self, Past};
use super::script::{Help, Layout, Memo, Partner, Session, TeamEnd, Turn, Variant};
use super::table::{Seen, Table};
use super::{column, disk, input, output, process, set, time};
use crate::contest::{Performance, Unjudged};
use crate::record::{Level, Violation};
use crate::requirement::Requirement;
use crate::stage::{Facts, Stage, StageError};

/// One turn on one board.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn turn(script: &Turn, variant: Variant, stage: &Stage<'_>) -> Result<Performance, StageError> {
    let seen = one_turn(script, variant, stage)?;
    if seen.violations.is_empty() || seen.unjudged.is_some() {
        return Ok(seen);
    }
    if script.layout != Layout::Usual {
        let usual = Turn { layout: Layout::Usual, ..script.clone() };
        let control = one_turn(&usual, variant, stage)?;
        let contrast = "with board.txt as usual the same board is no trouble";
        return Ok(blame(&input::LAYOUT, seen, &control, contrast));
    }
    if script.about_team {
        return about_team(script, variant, seen, stage);
    }
    Ok(seen)
}

/// Whether it is `team_no.txt`: then the bot serves with another one.
fn about_team(
    script: &Turn,
    variant: Variant,
    seen: Performance,
    stage: &Stage<'_>,
) -> Result<Performance, StageError> {
    let mut turns = seen.turns;
    let mut last = None;
    for team in Team::ALL {
        for team_end in [TeamEnd::Bare, TeamEnd::Lf] {
            if (team, team_end) == (script.team, script.team_end) {
                continue;
            }
            let control = one_turn(&Turn { team, team_end, ..script.clone() }, variant, stage)?;
            turns += control.turns;
            if control.violations.is_empty() && control.unjudged.is_none() {
                let end = if team_end == TeamEnd::Bare { "without" } else { "with" };
                let contrast =
                    format!("with team_no.txt holding {team} {end} a line end the same board is no trouble");
                return Ok(Performance { turns, ..blame(&input::TEAM, seen, &control, &contrast) });
            }
            last = Some(control);
        }
    }
    // It fails whatever stands there: that is told by one case, the plainest.
    let plainest = script.team == Team::One && script.team_end == TeamEnd::Bare;
    Ok(match last {
        Some(control) if !plainest => Performance { turns, ..blame(&input::TEAM, seen, &control, "") },
        _ => Performance { turns, ..seen },
    })
}

fn one_turn(script: &Turn, variant: Variant, stage: &Stage<'_>) -> Result<Performance, StageError> {
    let position = position(script, variant).expect("checked when it was loaded or generated");
    let mut table = Table::new(stage, variant)?;
    table.layout = script.layout;
    table.team_end = script.team_end;
    if let Some(stale) = &script.stale {
        table.plant(Power4::OUTPUT_FILE, stale.as_bytes())?;
    }
    for (name, content) in &script.stray {
        table.plant(name, content.as_bytes())?;
    }
    let seen = table.turn(&position, script.stale.is_some())?;
    Ok(hinted(seen, &position, &Past::default(), stage.facts))
}

fn hinted(seen: Seen, position: &Position, past: &Past, facts: &Facts) -> Performance {
    let mut performance = seen.performance;
    if let Some(answer) = &seen.answer {
        hint::refuted(answer, position, past).into_iter().for_each(|slip| facts.refute(slip));
        hint::add(&mut performance.violations, answer, position, past);
    }
    performance
}

/// The position of a scripted turn. What no file tells the bot counts as unused.
///
/// # Errors
/// Says what is wrong with the board or the memo.
pub(super) fn position(script: &Turn, variant: Variant) -> Result<Position, String> {
    let board = BoardText::from_bytes(script.board.as_bytes()).map_err(|error| error.to_string())?.board;
    let Memo { used, opponent_used, turns } = &script.memo;
    let kinds = |numbers: &[u8]| -> Result<Kinds, String> {
        let kind = |&number: &u8| {
            let kind = Kind::new(number).filter(|kind| kind.is_special());
            kind.ok_or_else(|| format!("kind {number} is none of the special ones, 1 to 4"))
        };
        numbers.iter().map(kind).collect()
    };
    let mut setup = Setup {
        board,
        team: script.team,
        used: [Kinds::NONE; 2],
        turns: [*turns; 2],
        gravity: variant.gravity(),
    };
    setup.used[script.team.index()] = kinds(used)?;
    setup.used[script.team.other().index()] = kinds(opponent_used)?;
    let position = Position::from_setup(&setup).map_err(|error| error.to_string())?;
    if position.outcome().is_some() {
        return Err("the board is full: nothing is left to drop".to_owned());
    }
    Ok(position)
}

/// Puts what went wrong down to `rule` if a turn without the unusual thing went well; if that failed too, the
/// case says nothing about the rule.
fn blame(
    rule: &'static Requirement,
    seen: Performance,
    control: &Performance,
    contrast: &str,
) -> Performance {
    let turns = seen.turns + control.turns;
    if let Some(broken) = control.violations.first() {
        let reason =
            format!("cannot be judged: the bot breaks {} in the usual circumstances too", broken.rule);
        let unjudged = Some(Unjudged::Skipped { reason, blocked_by: known(&broken.rule) });
        return Performance { turns, unjudged, ..Performance::default() };
    }
    if control.unjudged.is_some() {
        return Performance { turns, unjudged: control.unjudged.clone(), ..Performance::default() };
    }
    let violations =
        seen.violations.into_iter().take(1).map(|first| put_down(rule, first, contrast)).collect();
    Performance { violations, turns, ..Performance::default() }
}

/// The same violation as one of another rule.
fn put_down(rule: &'static Requirement, first: Violation, contrast: &str) -> Violation {
    let new = rule.violated(format!("{} ({}); {contrast}", first.message, first.rule));
    let (hint, suspects) = (None, Vec::new());
    Violation { rule: new.rule, level: new.level, message: new.message, hint, suspects, ..first }
}

fn known(id: &str) -> Option<&'static str> {
    super::REQUIREMENTS.iter().find(|known| known.id == id).map(|known| known.id)
}

/// The rules about what only books can tell: what is used, and how many turns were taken.
const BOOKS: [&str; 2] = [disk::ONCE.id, disk::DUAL_BY_TENTH.id];

/// The rules about an answer that need no books.
const FORM: [&str; 6] = [
    output::WRITTEN.id,
    output::FORMAT.id,
    disk::KIND.id,
    column::RANGE.id,
    column::OPEN.id,
    process::EXIT_STATUS.id,
];

/// So often a set is played in a fresh folder until it goes on to the bot's tenth turn.
const MOST_AFRESH: u32 = 3;

/// After more sets than this that end before the bot's tenth turn, no longer one is waited for.
const MOST_EARLY: u32 = 5;

fn is_of(rules: &[&str], violation: &Violation) -> bool {
    rules.contains(&violation.rule.as_str())
}

/// A file's name and content.
type HelpFile = (String, Vec<u8>);

/// Sets in one folder.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn session(
    script: &Session,
    variant: Variant,
    stage: &Stage<'_>,
) -> Result<Performance, StageError> {
    let mut foreign = Vec::new();
    if script.help != Help::Kept {
        // A first match shows whether the bot keeps help files at all, and yields the foreign ones.
        let turns = script.turns.min(4);
        let other =
            Session { help: Help::Kept, seed: script.seed.wrapping_add(1), turns, sets: 0, ..script.clone() };
        let mut first = Match::new(&other, variant, stage, &[])?;
        let seen = first.play()?;
        if let Some(broken) = seen.violations.first() {
            let reason = format!("cannot be judged: the bot breaks {} with its help files kept", broken.rule);
            return Ok(Performance {
                turns: seen.turns,
                ..Performance::skipped(reason, known(&broken.rule))
            });
        }
        if first.help_files.iter().all(Vec::is_empty) {
            let reason = "the bot keeps no help files: there is nothing to damage";
            return Ok(Performance { turns: seen.turns, ..Performance::skipped(reason, None) });
        }
        foreign = first.help_files;
    }
    Match::new(script, variant, stage, &foreign)?.play()
}

/// A match of several sets in one folder.
struct Match<'a> {
    script: &'a Session,
    variant: Variant,
    stage: &'a Stage<'a>,
    table: Table<'a>,
    /// Who plays the other team.
    partner: Partner,
    random: Random,
    /// The help files of another match, after each of the bot's turns.
    foreign: &'a [Vec<HelpFile>],
    /// Those of this match.
    help_files: Vec<Vec<HelpFile>>,
    total: Performance,
    /// The bot's last turn of the set before.
    last_asked: Option<Position>,
    /// Whether the bot used its dual disk in a set before.
    dual_used_before: bool,
}

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
    /// Nothing can be said about what would follow.
    Stop,
}

impl<'a> Match<'a> {
    fn new(
        script: &'a Session,
        variant: Variant,
        stage: &'a Stage<'a>,
        foreign: &'a [Vec<HelpFile>],
    ) -> Result<Self, StageError> {
        Ok(Self {
            script,
            variant,
            stage,
            table: Table::new(stage, variant)?,
            partner: script.partner,
            random: Random::seeded(script.seed),
            foreign,
            help_files: Vec::new(),
            total: Performance::default(),
            last_asked: None,
            dual_used_before: false,
        })
    }

    /// Plays sets until enough of them went on to the bot's tenth turn.
    fn play(&mut self) -> Result<Performance, StageError> {
        let (mut full, mut early) = (0, 0);
        let mut starts = self.script.starts;
        let mut number = 1;
        while full < self.script.sets.max(1) {
            match self.set(number, starts)? {
                SetEnd::Full => full += 1,
                SetEnd::Early => early += 1,
                SetEnd::Stop => return Ok(std::mem::take(&mut self.total)),
            }
            // A match in which the tenth turn is not asked for is one set.
            if self.script.sets == 0 {
                break;
            }
            if early > 0 {
                // One that clears is generous with what would keep the set open.
                self.partner = Partner::Patient;
            }
            if early > MOST_EARLY {
                let reason =
                    format!("{early} sets were over before the bot's tenth turn: nothing was seen of it");
                self.total.unjudged = Some(Unjudged::Skipped { reason, blocked_by: None });
                break;
            }
            starts = starts.other();
            number += 1;
        }
        Ok(std::mem::take(&mut self.total))
    }

    fn set(&mut self, number: u32, starts: Team) -> Result<SetEnd, StageError> {
        let bot = self.script.team;
        let opening = Opening { starts, partner: self.partner, random: self.random.clone() };
        let mut position = Position::opening(starts, self.variant.gravity());
        // The same set for a bot that takes a nearly empty board on the way for the beginning of one.
        let mut anew: Option<Position> = None;
        let mut past = Past::default();
        let mut clearly_new = true;
        while position.outcome().is_none() && position.turns(bot) < self.script.turns {
            if position.team() != bot {
                let drop = self.partner.choose(&position, &mut self.random);
                let drop = drop.expect("a set that goes on has a legal drop");
                anew = anew.and_then(|anew| anew.play_unchecked(drop));
                position = played(position, drop);
                continue;
            }
            if past.drops.is_empty() {
                let last = self.last_asked.as_ref();
                clearly_new = last.is_none_or(|last| !set::may_follow(last, position.board()));
            }
            let own_turn = usize::from(position.turns(bot));
            if past.previous.is_some_and(|previous| hint::disks(&previous) > hint::disks(&position)) {
                past.fell_on = Some(own_turn + 1);
            }
            self.damage(own_turn);
            let asked = if self.keeps_books() { position } else { without_books(&position) };
            let seen = self.table.turn(&asked, false)?;
            let (answer, usable) = (seen.answer.clone(), seen.usable);
            let mut performance = hinted(seen, &asked, &past, self.stage.facts);
            self.forgive_damage(&mut performance);
            if position.turns(bot) > 0 && set::may_be_new(position.board()) {
                anew = Some(begun_anew(&position));
            }
            if let (Some(answer), Some(fresh)) = (&answer, anew)
                && !position.faults(answer).is_empty()
                && fresh.faults(answer).is_empty()
            {
                performance.violations.retain(|violation| !is_of(&BOOKS, violation));
                (position, past) = (fresh, Past::default());
            }
            if number > 1 {
                performance = self.judge_reset(performance, &opening, clearly_new)?;
            }
            let stop = performance
                .violations
                .iter()
                .any(|violation| violation.level == Level::Must || self.script.help.is_damage());
            self.add(performance);
            if stop || !usable || self.total.unjudged.is_some() {
                return Ok(SetEnd::Stop);
            }
            self.keep_help_files();
            self.last_asked = Some(position);
            let Some(drop) = answer.and_then(|answer| Drop::try_from(&answer).ok()) else {
                return Ok(SetEnd::Stop);
            };
            // Without its help files a bot may do what only books can forbid; the set ends there.
            let Ok(next) = position.play(drop) else { return Ok(SetEnd::Stop) };
            past.previous = Some(position);
            past.drops.push(drop);
            anew = anew.and_then(|anew| anew.play(drop).ok());
            position = next;
        }
        self.dual_used_before |= position.used(bot).contains(Kind::Dual);
        let full = position.turns(bot) >= Power4::DUAL_BY_TURN.min(self.script.turns);
        Ok(if full { SetEnd::Full } else { SetEnd::Early })
    }

    /// Whether the bot can know what is used and how many turns were taken.
    fn keeps_books(&self) -> bool {
        self.script.help == Help::Kept || self.variant == Variant::Memo
    }

    /// What goes wrong in a later set, and not where the same set is the first in its folder, is the fault of the
    /// earlier one.
    fn judge_reset(
        &self,
        mut performance: Performance,
        opening: &Opening,
        clearly_new: bool,
    ) -> Result<Performance, StageError> {
        let owed = [disk::DUAL_BY_TENTH.id];
        let violations = std::mem::take(&mut performance.violations);
        let (suspects, others): (Vec<_>, Vec<_>) =
            violations.into_iter().partition(|it| is_of(&FORM, it) || is_of(&owed, it));
        performance.violations = others;
        if suspects.is_empty() {
            return Ok(performance);
        }
        if !clearly_new {
            // The bot may take it for the same set as before, and owe nothing.
            performance.violations.extend(suspects.into_iter().filter(|it| !is_of(&owed, it)));
            return Ok(performance);
        }
        let (control, end) = self.afresh(opening)?;
        performance.turns += control.turns;
        let fails = |rules: &[&str]| control.violations.iter().any(|it| is_of(rules, it));
        let cannot_tell = control.unjudged.is_some();
        // A set that was over early does not show whether the dual disk would have come in time.
        let in_time = end == SetEnd::Full || self.dual_used_before;
        let mut told = false;
        for violation in suspects {
            let is_owed = is_of(&owed, &violation);
            let own = if is_owed { fails(&owed) || !in_time } else { fails(&FORM) };
            if own || cannot_tell {
                performance.violations.push(violation);
            } else if !told {
                told = true;
                let contrast = "the same set as the first in its folder is no trouble";
                let mut violation = put_down(&set::RESET, violation, contrast);
                violation.hint = Some("are the help files those of the earlier set?".to_owned());
                violation.suspects.clear();
                performance.violations.push(violation);
            }
        }
        Ok(performance)
    }

    /// The same set in a fresh folder; if it is over before the bot's tenth turn, another one.
    fn afresh(&self, opening: &Opening) -> Result<(Performance, SetEnd), StageError> {
        let mut seen = (Performance::default(), SetEnd::Early);
        for attempt in 0..MOST_AFRESH {
            let mut control = Match::new(self.script, self.variant, self.stage, &[])?;
            control.random = opening.random.clone();
            control.partner = if attempt == 0 { opening.partner } else { Partner::Patient };
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

    /// Adds what a turn showed; each rule once in a match.
    fn add(&mut self, mut performance: Performance) {
        let told = &self.total.violations;
        performance.violations.retain(|new| told.iter().all(|old| old.rule != new.rule));
        self.total.extend(performance);
    }

    /// Says what was done to the help files. That they are gone, or another match's, can come about in the
    /// contest; that somebody damages them cannot, so that it is no more than a warning.
    fn forgive_damage(&self, performance: &mut Performance) {
        let help = self.script.help;
        if help == Help::Kept {
            return;
        }
        let comes_of_it = [&FORM[..], &[time::TURN.id, process::TERMINATES.id]].concat();
        for violation in performance.violations.iter_mut().filter(|it| is_of(&comes_of_it, it)) {
            if help.is_damage() {
                violation.level = Level::Should;
            }
            let hint = || {
                format!(
                    "before this turn the bot's help files were {}: it {} still answer in form",
                    help.words(),
                    violation.level
                )
            };
            violation.hint.get_or_insert_with(hint);
        }
    }

    fn keep_help_files(&mut self) {
        let names = self.table.help_files();
        let read = |name: String| Some((name.clone(), self.table.folder().read(&name).ok()?));
        self.help_files.push(names.into_iter().filter_map(read).collect());
    }

    /// Does to the help files what the case says. Files that the bot has made such that they cannot be changed, and
    /// those of a folder that is not there yet, are let be.
    fn damage(&mut self, own_turn: usize) {
        let names = self.table.help_files();
        let folder = self.table.folder();
        match self.script.help {
            Help::Kept => {}
            Help::Foreign => {
                // Those of the same turn of the other match, or its last.
                for (name, bytes) in self.foreign.get(own_turn).or(self.foreign.last()).into_iter().flatten()
                {
                    let _ = folder.write(name, bytes);
                }
            }
            Help::Deleted => {
                for name in names {
                    let _ = folder.remove(&name);
                }
            }
            Help::Truncated | Help::Garbage => {
                for name in names {
                    let bytes = folder.read(&name).unwrap_or_default();
                    let damaged = if self.script.help == Help::Truncated {
                        bytes[..bytes.len() / 2].to_vec()
                    } else {
                        b"\x00\xff{]garbage\r\n-1 999999999999999999999 ".repeat(1 + bytes.len() / 64)
                    };
                    let _ = folder.write(&name, &damaged);
                }
            }
        }
    }
}

fn played(position: Position, drop: Drop) -> Position {
    position.play(drop).expect("partners play by the rules")
}

/// The position for a bot that takes its board for that of a new set. The opponent has no disk more for that, and
/// there are but two dual ones.
fn begun_anew(position: &Position) -> Position {
    let Setup { board, team, mut used, .. } = position.to_setup();
    used[team.index()] = Kinds::NONE;
    if !board.cells(Disk::Dual).is_empty() {
        let opponent = &mut used[team.other().index()];
        *opponent = opponent.with(Kind::Dual);
    }
    let setup = Setup { used, turns: [0; 2], ..position.to_setup() };
    Position::from_setup(&setup).expect("the board is one of a set that goes on")
}

/// A position as one knows it who has seen the board alone.
fn without_books(position: &Position) -> Position {
    let setup = Setup { used: [Kinds::NONE; 2], turns: [0; 2], ..position.to_setup() };
    Position::from_setup(&setup).expect("the board is one of a set that goes on")
}
