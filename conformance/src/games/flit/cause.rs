//! Why a bot has failed a session or a game: what is unusual about it, and whether it fails without that, too.

use botspec_sdk::games::flit::{Board, Contents, Player, Position};

use super::patch::Patch;
use super::played::Played;
use super::script::{End, LineEnds, SessionScript, Step};
use super::stale::Stale;
use super::stats::{SessionStats, Unanswered};
use super::{identity, input, moves, time, update};
use crate::contest::CaseOutcome;
use crate::control::{Repeated, add_new, attribute, by_chance, put_down};
use crate::no_answer::Doing;
use crate::record::Violation;
use crate::requirement::Requirement;
use crate::run_context::{RunContext, RunError};

/// Something unusual.
struct Unusual {
    /// The rule that says that it must not matter.
    rule: &'static Requirement,
    /// How it goes without it, as the end of a sentence.
    contrast: String,
    /// The same without it.
    control: Played,
    /// If that is not all that is different, the same as the control, but with it: it has to fail, too.
    counterpart: Option<Played>,
}

/// Puts what was seen down to the first unusual thing without which the bot does well. A control run that was not
/// judged moves no blame. What did not keep the bot from going on, such as answers that came too late or in a wrong form,
/// has to do with none of them, and stays as it is.
///
/// # Errors
/// Only if the tester or the machine fails.
pub(super) fn attributed(
    played: &Played,
    mut seen: CaseOutcome,
    stats: &SessionStats,
    context: &RunContext<'_>,
) -> Result<CaseOutcome, RunError> {
    let mut aside = set_aside(&mut seen, stats);
    let unusual = if seen.violations.is_empty() { Vec::new() } else { unusual(played, stats) };
    let serves =
        unusual.first().filter(|first| [time::LATE_SYNC.id, input::CRLF.id].contains(&first.rule.id));
    let serves = serves.map(|first| first.rule.id);
    let (mut failed, mut undecided) = (None, None);
    for Unusual { rule, contrast, control, counterpart } in unusual {
        if let (Some(counterpart), Some(silence)) = (counterpart, &stats.silence) {
            let (_, course) = counterpart.once(context)?;
            if course.answers(silence.asked) {
                continue;
            }
        }
        let usual = control;
        let (mut control, course_of_control) = usual.once(context)?;
        add_new(&mut aside, course_of_control.besides(&control));
        set_aside(&mut control, &course_of_control);
        let clean = match &stats.silence {
            // Whatever it answers: it answers.
            Some(silence) => course_of_control.answers(silence.asked),
            None => control.violations.is_empty(),
        };
        if clean && control.unjudged.is_none() {
            let turns = seen.turns + control.turns;
            if !comes_each_time(rule, played, &usual, stats.silence.as_ref(), context)? {
                let mut found = by_chance(rule, seen, &Repeated::Seldom);
                found.violations.extend(aside);
                return Ok(CaseOutcome { turns, cut_short: true, ..found });
            }
            let about_order = rule.id == time::LATE_SYNC.id;
            let first = seen.violations.drain(..).next();
            let first = first.map(|first| if about_order { out_of_order(first) } else { first });
            let first = first.map(|first| put_down(rule, first, &contrast));
            let first =
                first.map(|first| if rule.id == moves::STUCK.id { unable_to_move(first) } else { first });
            let violations: Vec<_> = first.into_iter().chain(aside).collect();
            return Ok(CaseOutcome { violations, turns, cut_short: true, ..seen });
        }
        // It was over before as many answers were asked for: that tells nothing.
        if control.violations.is_empty() && control.unjudged.is_none() {
            continue;
        }
        let slot = if control.violations.is_empty() { &mut undecided } else { &mut failed };
        slot.get_or_insert((rule, contrast, control));
    }
    // What the case is about was not tried if the bot fails without it, too.
    let failed = failed.filter(|(rule, ..)| serves == Some(rule.id));
    if let Some((rule, contrast, control)) = undecided.or(failed) {
        seen = attribute(rule, &super::REQUIREMENTS, seen, control, &contrast);
    }
    seen.violations.extend(aside);
    Ok(seen)
}

/// With a hint about what to answer where nothing can move, if the bot goes on reading: it answers nothing there.
fn unable_to_move(mut violation: Violation) -> Violation {
    if violation.hint.as_deref() == Some(Doing::WaitingForInput.hint()) {
        violation.candidates.clear();
        violation.hint = Some(moves::STAY.to_owned());
    }
    violation
}

/// With a hint about the order of messages in place of the updates that seem to have been missed: where each answer is
/// waited for, none is.
fn out_of_order(mut violation: Violation) -> Violation {
    if violation.candidates.iter().any(|candidate| Stale::is_about(candidate.slip)) {
        violation.candidates.clear();
        violation.hint = Some(
            "messages count in the order in which they come: are updates between two requests applied before the second \
             one is answered?"
                .to_owned(),
        );
    }
    violation
}

/// So often a bot has to fail again with something unusual, and do well without it: by chance alone that happens once
/// in four million times at the most, with the pair of runs that was seen first.
pub(super) const REPEATS: u32 = 10;

/// Whether something unusual goes wrong each time, and never without it: a bot may choose at random. It is found out
/// once for each rule.
fn comes_each_time(
    rule: &'static Requirement,
    unusual: &Played,
    usual: &Played,
    silence: Option<&Unanswered>,
    context: &RunContext<'_>,
) -> Result<bool, RunError> {
    if context.observations.noted(rule.id) > 0 {
        return Ok(true);
    }
    let goes_wrong = |played: &Played| -> Result<bool, RunError> {
        let (mut seen, stats) = played.repeated(context)?;
        set_aside(&mut seen, &stats);
        Ok(!seen.violations.is_empty() && (silence.is_none() || stats.silence.is_some()))
    };
    for _ in 0..REPEATS {
        if !goes_wrong(unusual)? || goes_wrong(usual)? {
            return Ok(false);
        }
    }
    context.observations.note(rule.id);
    Ok(true)
}

/// Takes out what did not keep the bot from going on.
pub(super) fn set_aside(seen: &mut CaseOutcome, stats: &SessionStats) -> Vec<Violation> {
    let mut aside: Vec<Violation> =
        stats.aside(seen).into_iter().rev().map(|at| seen.violations.remove(at)).collect();
    aside.reverse();
    aside
}

/// All that is unusual, what the case is about first.
fn unusual(played: &Played, stats: &SessionStats) -> Vec<Unusual> {
    let mut all = Vec::new();
    if let Played::Session(session) = played {
        if session.steps.iter().any(|step| matches!(step, Step::Miss)) {
            let contrast = "when each answer is waited for, the same session passes".to_owned();
            let control =
                Played::Session(replaced(session, |step| matches!(step, Step::Miss), &Step::Refuse));
            all.push(Unusual { rule: &time::LATE_SYNC, contrast, control, counterpart: None });
        }
        if session.line_ends == LineEnds::CrLf {
            let contrast = "with LF line ends the same session passes".to_owned();
            let control = Played::Session(SessionScript { line_ends: LineEnds::Lf, ..session.clone() });
            all.push(Unusual { rule: &input::CRLF, contrast, control, counterpart: None });
        }
    }
    if let Some(unanswered) = &stats.silence {
        all.extend(stuck(played, unanswered));
        all.extend(refused(played));
        all.extend(seat(played, unanswered));
    }
    all
}

fn replaced(session: &SessionScript, which: impl Fn(&Step) -> bool, by: &Step) -> SessionScript {
    let steps = session.steps.iter().map(|step| if which(step) { by.clone() } else { step.clone() });
    SessionScript { steps: steps.collect(), ..session.clone() }
}

/// That nothing could move, or nothing could when it answered last: as many requests on the same board with one square
/// opened.
fn stuck(played: &Played, unanswered: &Unanswered) -> Option<Unusual> {
    let is_stuck = unanswered.position.legal_count() == 0;
    let position = if is_stuck { &unanswered.position } else { unanswered.stayed.as_ref()? };
    let line_ends = match played {
        Played::Session(session) => session.line_ends,
        Played::Game(_) => LineEnds::Lf,
    };
    // As many of its moves are refused as before, so that nothing else is different.
    let mut steps = requests(played);
    steps.truncate(unanswered.asked.max(1) as usize - 1);
    steps.resize(unanswered.asked.max(1) as usize, Step::Ask);
    let contrast = if is_stuck {
        "on the same board with one square open, where it can move, it answers"
    } else {
        // Others have opened its way meanwhile: it is told of their moves here, too.
        steps = steps.into_iter().flat_map(|step| [Step::Round, step]).collect();
        "where it does not have to stay before, it answers"
    };
    let session = SessionScript {
        variant: Some(position.variant()),
        bot: position.player(),
        board: vec![Patch::of(&opened(position)?)],
        bystanders: false,
        line_ends,
        end: End::Stopped,
        steps,
        witness: None,
    };
    let control = Played::Session(session);
    Some(Unusual { rule: &moves::STUCK, contrast: contrast.to_owned(), control, counterpart: None })
}

/// The requests of a session or a game, without what happens between them.
fn requests(played: &Played) -> Vec<Step> {
    match played {
        Played::Session(session) => {
            let asked = session.steps.iter().filter_map(|step| match step {
                Step::Ask => Some(Step::Ask),
                Step::Refuse | Step::Miss => Some(Step::Refuse),
                _ => None,
            });
            asked.collect()
        }
        Played::Game(game) if game.refuse_every > 0 => vec![Step::Ask, Step::Refuse],
        Played::Game(_) => Vec::new(),
    }
}

/// The board after a move of another bot that opens a square to the one that is stuck.
fn opened(position: &Position) -> Option<Board> {
    let own = *position.board().pieces(position.player());
    let walls = own.neighbours();
    let variant = position.variant();
    let others = variant.players().iter().copied().filter(|&player| player != position.player());
    others
        .flat_map(|player| {
            let theirs = Position::new(position.board().clone(), player);
            let to = theirs.destinations().any - walls;
            let from = *theirs.board().pieces(player) & walls;
            let pairs: Vec<_> = from.iter().flat_map(|from| to.iter().map(move |to| (from, to))).collect();
            pairs.into_iter().map(move |(from, to)| (player, from, to))
        })
        .find_map(|(player, from, to)| {
            let mut board = position.board().clone();
            board.set(from, Contents::Empty);
            board.set(to, Contents::Piece(player));
            let free = Position::new(board.clone(), position.player()).legal_count() > 0;
            (free && board.problems().is_empty()).then_some(board)
        })
}

/// That answers were treated as if they had come too late.
fn refused(played: &Played) -> Option<Unusual> {
    let control = match played {
        Played::Session(session) => {
            let is_refused = |step: &Step| matches!(step, Step::Refuse | Step::Miss);
            session.steps.iter().find(|step| is_refused(step))?;
            Played::Session(replaced(session, is_refused, &Step::Ask))
        }
        Played::Game(game) if game.refuse_every > 0 => {
            let mut game = game.clone();
            game.refuse_every = 0;
            Played::Game(game)
        }
        Played::Game(_) => return None,
    };
    let contrast = "when each of its moves is made, it answers".to_owned();
    Some(Unusual { rule: &update::TRACKED, contrast, control, counterpart: None })
}

/// That it was started as another bot than the first: the same with the pieces of the two exchanged. Another game comes to
/// other boards, and turns that are written down are those of one order of bots; so it is the board on which nothing was
/// answered there, and as many requests. What went before is different then, so that the bot must be silent on that board
/// as the one that it was, too.
fn seat(played: &Played, unanswered: &Unanswered) -> Option<Unusual> {
    let bot = match played {
        Played::Session(session) => session.bot,
        Played::Game(game) => game.bot,
    };
    if bot == Player::One {
        return None;
    }
    let is_turns = |step: &Step| matches!(step, Step::Turns(_));
    let here = unanswered.position.board();
    let (session, start, is_elsewhere) = match played {
        Played::Session(session) => {
            let is_written = session.steps.iter().any(is_turns);
            let start = if is_written { here.clone() } else { session.start() };
            (replaced(session, is_turns, &Step::Round), start, is_written)
        }
        Played::Game(game) => {
            let session = SessionScript {
                variant: game.variant,
                bot,
                board: Vec::new(),
                bystanders: false,
                line_ends: LineEnds::Lf,
                end: End::Stopped,
                steps: (0..unanswered.asked).flat_map(|_| [Step::Ask, Step::Round]).collect(),
                witness: None,
            };
            (session, here.clone(), true)
        }
    };
    let on = |bot: Player, board: &Board| {
        let board = vec![Patch::of(board)];
        Played::Session(SessionScript { bot, board, bystanders: false, ..session.clone() })
    };
    let control = on(Player::One, &exchanged(&start, bot));
    let counterpart = is_elsewhere.then(|| on(bot, &start));
    let contrast =
        format!("it was started as bot {bot}; as bot 1, with the pieces of the two exchanged, it answers");
    Some(Unusual { rule: &identity::ARGUMENT, contrast, control, counterpart })
}

fn exchanged(board: &Board, bot: Player) -> Board {
    let mut other = board.clone();
    for (from, to) in [(bot, Player::One), (Player::One, bot)] {
        board.pieces(from).iter().for_each(|square| other.set(square, Contents::Piece(to)));
    }
    other
}

#[cfg(test)]
mod tests {
    use super::*;
    use botspec_sdk::games::flit::Variant;

    #[test]
    fn a_wall_is_opened_as_others_may_move() {
        let rows = [" 2  ", "212.", " 2  ", "  22"].map(str::to_owned).to_vec();
        let walled = Patch { at: (4, 4), rows };
        let board = super::super::patch::board(
            Variant::Duel,
            &[walled, Patch { at: (12, 12), rows: vec!["1".to_owned()] }],
        );
        let mut board = board;
        let round = board.pieces(Player::One).neighbours() & board.vacant();
        for beside in &round {
            board.set(beside, Contents::Piece(Player::Two));
        }
        let position = Position::new(board.clone(), Player::One);
        assert_eq!(position.legal_count(), 0);
        let open = opened(&position).unwrap();
        assert!(Position::new(open.clone(), Player::One).legal_count() > 0);
        assert_eq!((open.problems(), open.occupied().len()), (Vec::new(), board.occupied().len()));
    }

    #[test]
    fn two_bots_exchange_their_pieces() {
        let board = super::super::patch::board(
            Variant::Standard,
            &[Patch { at: (4, 4), rows: vec!["14.2.1".to_owned()] }],
        );
        assert_eq!(
            exchanged(&board, Player::Four).to_string().lines().nth(4),
            Some("....41.2.4......................")
        );
    }
}
