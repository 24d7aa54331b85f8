//! How each kind of case is played and judged.

use botspec_sdk::Position as _;
use botspec_sdk::games::linkage::{InputText, Linkage, Order, Position};
use botspec_sdk::random::Random;

use super::script::{Cache, Circumstance, Game, Identify, Turn};
use super::table::Table;
use super::{files, hint, id, input, process, time};
use crate::contest::{Performance, Unjudged};
use crate::evidence::stderr_tail;
use crate::requirement::Requirement;
use crate::stage::{Stage, StageError};

/// One run with arguments.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn identify(script: &Identify, stage: &Stage<'_>) -> Result<Performance, StageError> {
    let mut table = Table::new(stage, Circumstance::Usual)?;
    if let Some(skipped) = table.pointless("identification", &time::TURN) {
        return Ok(skipped.performance);
    }
    let opening = Position::opening();
    let (seen, printed, turn) = table.identify(&script.args, script.input.then_some(&opening))?;
    let mut performance = seen.performance;
    let Some(printed) = printed else { return Ok(performance) };
    let plain = script.input && script.args == ["id"];
    match printed {
        Ok(line) => {
            if plain {
                let lacking = id::lacks(&line);
                if !lacking.is_empty() {
                    let message = format!("the line lacks {}", lacking.join(", and "));
                    performance.violations.push(complete(id::FIELDS.violated(message), script, &line));
                }
            }
            let wrote = turn.changes.iter().any(|change| change.path == Linkage::ORDER_FILE);
            if wrote {
                let message = "it wrote order.txt although it was only asked who it is".to_owned();
                performance.violations.push(complete(id::NO_TURN.violated(message), script, &line));
            }
            performance.identity = Some(line);
        }
        Err(message) => {
            let rule = if plain {
                &id::ONE_LINE
            } else if script.input {
                &id::ANY_ARGUMENT
            } else {
                &id::NO_INPUT
            };
            let shown = crate::evidence::excerpt(&turn.finished.stdout.head);
            let mut violation = complete(rule.violated(message), script, &shown);
            let wrote_order = turn.changes.iter().any(|change| change.path == Linkage::ORDER_FILE);
            if wrote_order && turn.finished.stdout.is_empty() {
                let hint = "it played a turn: any argument, whatever it says, asks who the bot is";
                violation.hint = Some(hint.to_owned());
            } else if turn.finished.stdout.is_empty()
                && let Some(tail) = stderr_tail(&turn.finished.stderr)
            {
                violation.hint = Some(format!(
                    "it wrote on stderr, and the line belongs on stdout; stderr ends with: {tail}"
                ));
            }
            // How it failed is told by this rule; its exit status is not a second fault.
            performance.violations.retain(|other| other.rule != process::EXIT_STATUS.id);
            performance.cut_short = true;
            performance.violations.insert(0, violation);
        }
    }
    Ok(performance)
}

fn complete(
    mut violation: crate::record::Violation,
    script: &Identify,
    received: &str,
) -> crate::record::Violation {
    violation.sent = Some(format!("arguments: {:?}", script.args));
    violation.received = Some(received.to_owned());
    violation
}

/// One turn on one position.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn turn(script: &Turn, stage: &Stage<'_>) -> Result<Performance, StageError> {
    let position = position(&script.input);
    let seen = one_turn(script, &position, stage)?;
    let Some(rule) = rule_of(script.circumstance) else { return Ok(seen) };
    if seen.violations.is_empty() {
        return Ok(seen);
    }
    // Is it the circumstance, or would the bot have failed anyway?
    let usual = Turn { circumstance: Circumstance::Usual, ..script.clone() };
    let control = one_turn(&usual, &position, stage)?;
    if script.circumstance == Circumstance::CrlfNoFinalNewline && control.violations.is_empty() {
        // Two unusual things at once: is it the one that is not asked about?
        let crlf = Turn { circumstance: Circumstance::Crlf, ..script.clone() };
        let crlf = one_turn(&crlf, &position, stage)?;
        if !crlf.violations.is_empty() {
            let reason = "cannot be judged: CRLF line ends alone are trouble for the bot";
            let skipped = Performance::skipped(reason, Some(input::CRLF.id));
            return Ok(Performance { turns: seen.turns + control.turns + crlf.turns, ..skipped });
        }
    }
    Ok(blame(rule, seen, &control, "in the usual circumstances the same position is no trouble"))
}

fn one_turn(script: &Turn, position: &Position, stage: &Stage<'_>) -> Result<Performance, StageError> {
    let mut table = Table::new(stage, script.circumstance)?;
    if let Some(stale) = &script.stale {
        table.folder().write(Linkage::ORDER_FILE, stale.as_bytes())?;
    }
    if let Some((name, content)) = &script.stray {
        table.folder().write(name, content.as_bytes())?;
    }
    Ok(hint::add(table.turn(position)?, position, None, stage.facts))
}

/// The rule that is about a circumstance.
const fn rule_of(circumstance: Circumstance) -> Option<&'static Requirement> {
    match circumstance {
        Circumstance::Usual | Circumstance::OddPath | Circumstance::EmptyEnvironment => None,
        Circumstance::Crlf => Some(&input::CRLF),
        Circumstance::NoFinalNewline | Circumstance::CrlfNoFinalNewline => Some(&input::FINAL_NEWLINE),
        Circumstance::Elsewhere => Some(&process::LOCATION),
    }
}

/// Puts what went wrong down to `rule` if a run without the unusual thing went well; if that failed too, the
/// case says nothing about the rule.
fn blame(
    rule: &'static Requirement,
    seen: Performance,
    control: &Performance,
    contrast: &str,
) -> Performance {
    if let Some(broken) = control.violations.first() {
        let reason =
            format!("cannot be judged: the bot breaks {} in the usual circumstances too", broken.rule);
        let blocked_by =
            super::REQUIREMENTS.iter().find(|known| known.id == broken.rule).map(|known| known.id);
        return Performance {
            turns: seen.turns + control.turns,
            unjudged: Some(Unjudged::Skipped { reason, blocked_by }),
            ..Performance::default()
        };
    }
    let mut violations = Vec::new();
    if let Some(first) = seen.violations.into_iter().next() {
        let mut violation = rule.violated(format!("{} ({}); {contrast}", first.message, first.rule));
        violation.turn = first.turn;
        violation.sent = first.sent;
        violation.received = first.received;
        violation.at = first.at;
        violation.diagram = first.diagram;
        violations.push(violation);
    }
    Performance { violations, turns: seen.turns + control.turns, ..Performance::default() }
}

/// A whole game.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn game(script: &Game, stage: &Stage<'_>) -> Result<Performance, StageError> {
    let mut foreign = Vec::new();
    if script.cache != Cache::Kept {
        // A first game shows whether the bot keeps a cache at all, and yields the foreign ones.
        let other = Game { cache: Cache::Kept, seed: script.seed.wrapping_add(1), ..script.clone() };
        let (seen, caches) = whole_game(&other, &[], stage)?;
        if let Some(broken) = seen.violations.first() {
            let rule = super::REQUIREMENTS.iter().find(|known| known.id == broken.rule).map(|known| known.id);
            let reason = format!("cannot be judged: the bot breaks {} with its cache intact", broken.rule);
            return Ok(Performance { turns: seen.turns, ..Performance::skipped(reason, rule) });
        }
        if caches.is_empty() {
            let reason = "the bot keeps no cache file: there is nothing to damage";
            return Ok(Performance { turns: seen.turns, ..Performance::skipped(reason, None) });
        }
        foreign = caches;
    }
    whole_game(script, &foreign, stage).map(|(seen, _)| seen)
}

/// A file's name and content.
type CacheFile = (String, Vec<u8>);

/// Plays a game in one folder and returns what was seen, with the cache files after each of the bot's turns.
fn whole_game(
    script: &Game,
    foreign: &[CacheFile],
    stage: &Stage<'_>,
) -> Result<(Performance, Vec<CacheFile>), StageError> {
    let mut table = Table::new(stage, Circumstance::Usual)?;
    let mut random = Random::seeded(script.seed);
    let mut total = Performance::default();
    let mut caches = Vec::new();
    let mut position = Position::opening();
    let mut previous: Option<Position> = None;
    let mut own_turn = 0;
    while position.outcome().is_none() {
        if position.side() != script.side {
            let order = script.partner.choose(&position, &mut random);
            position = position.play_unchecked(order);
            continue;
        }
        damage(&mut table, script.cache, foreign, own_turn)?;
        let seen = table.turn(&as_the_bot_sees(&position))?;
        let order = seen.order;
        let usable = seen.usable;
        let mut performance = hint::add(seen, &position, previous.as_ref(), stage.facts);
        if script.cache != Cache::Kept && !performance.violations.is_empty() {
            let control = without_cache(&position, stage)?;
            let contrast = "with no cache the same position is no trouble";
            performance = blame(&files::STALE_CACHE, performance, &control, contrast);
        }
        let stop = !performance.violations.is_empty() && !only_warnings(&performance);
        total.extend(performance);
        if total.unjudged.is_some() || !usable || stop {
            break;
        }
        for name in table.extra_files() {
            if let Ok(bytes) = table.folder().read(&name) {
                caches.push((name, bytes));
            }
        }
        let Some(order) = order.and_then(|order| Order::try_from(order).ok()) else { break };
        previous = Some(position);
        position = match position.play(order) {
            Ok(next) => next,
            Err(_) => break,
        };
        own_turn += 1;
    }
    Ok((total, caches))
}

fn only_warnings(performance: &Performance) -> bool {
    performance.violations.iter().all(|violation| violation.level != crate::record::Level::Must)
}

fn without_cache(position: &Position, stage: &Stage<'_>) -> Result<Performance, StageError> {
    let mut table = Table::new(stage, Circumstance::Usual)?;
    let seen = table.turn(&as_the_bot_sees(position))?;
    Ok(seen.performance)
}

/// A position as its text has it: what came before is not in the file.
fn as_the_bot_sees(position: &Position) -> Position {
    Position::from_setup(&position.to_setup()).expect("a position of a game is consistent")
}

/// Does to the cache files what the case says.
fn damage(
    table: &mut Table<'_>,
    cache: Cache,
    foreign: &[CacheFile],
    own_turn: usize,
) -> Result<(), StageError> {
    let extra_files = table.extra_files();
    let folder = table.folder();
    match cache {
        Cache::Kept => {}
        Cache::Foreign => {
            // The one of the same turn of the other game, or its last.
            if let Some((name, bytes)) = foreign.get(own_turn).or(foreign.last()) {
                folder.write(name, bytes)?;
            }
        }
        Cache::Deleted => {
            for name in extra_files {
                folder.remove(&name)?;
            }
        }
        Cache::Truncated | Cache::Garbage => {
            for name in extra_files {
                let bytes = folder.read(&name).unwrap_or_default();
                let damaged = if cache == Cache::Truncated {
                    bytes[..bytes.len() / 2].to_vec()
                } else {
                    b"\x00\xff{]garbage\r\n-1 999999999999999999999 ".repeat(1 + bytes.len() / 64)
                };
                folder.write(&name, &damaged)?;
            }
        }
    }
    Ok(())
}

/// The position of a script. Scripts are checked when they are loaded.
fn position(input: &str) -> Position {
    let text = InputText::from_bytes(input.as_bytes()).expect("checked when it was loaded");
    Position::from_setup(&text.into()).expect("checked when it was loaded")
}
