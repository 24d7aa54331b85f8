//! A game that is picked up in its middle: who moves when, as the SDK's referee keeps it. All that a bot is told in a
//! session comes from here, so that a session is a part of a game.

use botspec_sdk::games::flit::{Board, Contents, Match, Move, Player, Reply, Square, Squares, Update};
use botspec_sdk::random::Random;

use super::script::{SessionScript, Step, Turn};

/// So many moves are looked at for one that changes nothing for the bot.
const TRIES: u32 = 300;

/// A game, and the bot in it that is tested.
#[derive(Debug)]
pub(super) struct Rounds {
    game: Match,
    tested: Player,
    /// Squares that the turns to come need as they are.
    named: Squares,
    random: Random,
    /// Turns in a row that moved nothing.
    idle: usize,
    /// Turns of a script that could not be taken, or not as they were meant.
    pub(super) missed: u32,
}

impl Rounds {
    /// The game of a session, from its first board on.
    pub(super) fn new(session: &SessionScript) -> Self {
        let board = session.start();
        let variant = board.variant();
        let turns = session.steps.iter().flat_map(|step| match step {
            Step::Turns(turns) => turns.as_slice(),
            _ => &[],
        });
        let points =
            turns.flat_map(|turn| turn.mv.map(|mv| [mv.origin, mv.destination]).into_iter().flatten());
        let squares = Squares::of(variant, points.filter_map(|point| point.on(variant)));
        Self {
            game: Match::new(board),
            tested: session.bot,
            named: squares | squares.neighbours(),
            random: Random::seeded(1),
            idle: 0,
            missed: 0,
        }
    }

    /// Whether a referee would ask the bot no more.
    pub(super) fn is_over(&self) -> bool {
        self.game.outcome().is_some() || self.game.is_frozen(self.tested)
    }

    fn is_tested(&self) -> bool {
        self.game.position().player() == self.tested
    }

    /// The others' turns until the bot is next: they stay, as long as the game goes on with that.
    pub(super) fn until_tested(&mut self) -> Vec<Update> {
        let mut updates = Vec::new();
        while !self.is_tested() && !self.is_over() {
            updates.extend(self.others_turn(None, None));
        }
        updates
    }

    /// The turn of the bot.
    pub(super) fn answered(&mut self, reply: Reply) -> Vec<Update> {
        self.turn(reply, None)
    }

    /// Turns of others.
    pub(super) fn turns(&mut self, turns: &[Turn]) -> Vec<Update> {
        let mut updates = Vec::new();
        for turn in turns {
            let variant = self.board().variant();
            let (origin, destination) =
                match turn.mv.map(|mv| (mv.origin.on(variant), mv.destination.on(variant))) {
                    Some((Some(origin), Some(destination))) => (Some(origin), Some(destination)),
                    _ => (None, None),
                };
            let owner = origin.map(|origin| self.board().get(origin));
            while owner.is_some_and(|owner| owner != Contents::Piece(self.game.position().player()))
                && !self.is_tested()
                && !self.is_over()
            {
                updates.extend(self.others_turn(None, None));
            }
            if self.is_tested() || self.is_over() {
                self.missed += 1;
                continue;
            }
            let mv = origin.zip(destination).map(|(origin, destination)| Move { origin, destination });
            let neutral = turn.neutral.and_then(|point| point.on(variant));
            updates.extend(self.others_turn(mv, neutral));
        }
        updates
    }

    /// Any legal move of each of the others who are still to move before the bot.
    pub(super) fn round(&mut self) -> Vec<Update> {
        let mut updates = Vec::new();
        while !self.is_tested() && !self.is_over() {
            let mv = self.game.position().random_move(&mut self.random);
            updates.extend(self.others_turn(Some(mv), None));
        }
        updates
    }

    /// A move of another bot to the destination of this one, if there is such a move.
    pub(super) fn occupy(&mut self, mv: Move) -> Vec<Update> {
        let mut updates = Vec::new();
        while !mv.is_stay() && !self.is_tested() && !self.is_over() {
            let position = self.game.position();
            let theirs = position.board().pieces(position.player()).iter();
            let mut moves = theirs.map(|origin| Move { origin, destination: mv.destination });
            let there = moves.find(|mv| position.judge(&(*mv).into()).is_ok_and(|mv| !mv.is_stay()));
            updates.extend(self.others_turn(there, None));
            if there.is_some() {
                break;
            }
        }
        updates
    }

    /// The others go on until they have made so many updates. The bot's own turns pass as if it had answered in a wrong
    /// form, but it is not asked.
    pub(super) fn burst(&mut self, count: usize) -> Vec<Update> {
        let mut updates = Vec::new();
        while updates.len() < count && !self.is_over() {
            if self.is_tested() {
                updates.extend(self.turn(Reply::Malformed, None));
            }
            updates.extend(self.round());
        }
        updates
    }

    const fn board(&self) -> &Board {
        self.game.position().board()
    }

    /// The turn of another bot: this move if it is legal, a stay if not, unless with that everybody had stayed.
    fn others_turn(&mut self, mv: Option<Move>, neutral: Option<Square>) -> Vec<Update> {
        let position = self.game.position();
        let legal = mv.filter(|mv| position.judge(&(*mv).into()).is_ok());
        self.missed += u32::from(legal != mv);
        // Somebody has to move before everybody has stayed, and not everybody can without getting in the way.
        let is_quiet = self.idle > 0 || self.board().variant().players().len() == 2;
        let mv = match legal.filter(|mv| !mv.is_stay()) {
            Some(mv) => mv,
            None if is_quiet => self.harmless(),
            None => position.stay(),
        };
        self.turn(Reply::Answer(mv.into()), neutral)
    }

    fn turn(&mut self, reply: Reply, neutral: Option<Square>) -> Vec<Update> {
        let mut available = None;
        let draw = |board: &Board| {
            available = neutral.filter(|square| board.is_available(*square));
            available
        };
        let Ok(turn) = self.game.turn(reply, draw) else { return Vec::new() };
        self.missed += u32::from(available != neutral);
        self.idle = if turn.moved.is_some() { 0 } else { self.idle + 1 };
        turn.updates
    }

    /// A move of the bot whose turn it is after which the tested one can go to the same squares, and what is to come
    /// is possible; a stay if none is found.
    fn harmless(&mut self) -> Move {
        let position = self.game.position();
        let own = *position.board().pieces(self.tested);
        let kept = self.named | own.neighbours();
        for _ in 0..TRIES {
            let mv = position.random_move(&mut self.random);
            if kept.contains(mv.origin)
                || kept.contains(mv.destination)
                || !position.conversions(mv.destination).is_empty()
                || mv.is_stay()
            {
                continue;
            }
            return mv;
        }
        position.stay()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::Judge as _;
    use crate::games::flit::script::Script;
    use crate::games::flit::{Flit, witness};
    use crate::scenario::Plan;
    use botspec_sdk::games::flit::{Position, Variant};

    /// How a bot may answer.
    type Bot = fn(&Position, &mut Random) -> Move;
    const BOTS: [Bot; 2] = [|position, _| position.stay(), Position::random_move];

    /// Whether these are the same for the bot.
    fn same(before: &Position, after: &Position) -> bool {
        before.destinations() == after.destinations()
    }

    fn sessions(cases: u32) -> impl Iterator<Item = (String, SessionScript)> {
        Variant::ALL.into_iter().flat_map(move |variant| {
            let plan = Plan { cases, variant: Some(variant.name().to_owned()), ..Plan::default() };
            Flit.cases(&plan).unwrap().into_iter().filter_map(move |case| match case.script {
                Script::Session(session) => Some((format!("{} in {}", case.id, variant.name()), session)),
                _ => None,
            })
        })
    }

    /// What a bot came to do in a session.
    #[derive(Debug, Default)]
    struct Tally {
        asked: usize,
        moved: usize,
        moved_later: usize,
        stuck: usize,
        /// Turns of the script that were not taken.
        missed: u32,
    }

    /// Plays a session.
    fn play(session: &SessionScript, bot: Bot) -> Tally {
        let mut rounds = Rounds::new(session);
        let mut random = Random::seeded(7);
        let (mut tally, mut last) = (Tally::default(), None);
        for step in &session.steps {
            match step {
                Step::Ask | Step::Refuse | Step::Miss => {
                    rounds.until_tested();
                    if rounds.is_over() {
                        break;
                    }
                    let mv = bot(rounds.game.position(), &mut random);
                    tally.moved += usize::from(!mv.is_stay());
                    tally.moved_later += usize::from(!mv.is_stay() && tally.asked > 0);
                    tally.stuck += usize::from(rounds.game.position().legal_count() == 0);
                    tally.asked += 1;
                    let accepted = matches!(step, Step::Ask);
                    rounds.answered(if accepted { Reply::Answer(mv.into()) } else { Reply::Overrun });
                    last = Some(mv);
                }
                Step::Turns(turns) => drop(rounds.turns(turns)),
                Step::Round => drop(rounds.round()),
                Step::Occupy => drop(last.map(|mv| rounds.occupy(mv))),
                Step::Burst(count) => {
                    assert!(rounds.burst(*count as usize).len() >= *count as usize);
                }
                Step::Quiet | Step::Pause => {}
            }
            assert_eq!(rounds.board().problems(), [], "{}", rounds.board());
        }
        tally.missed = rounds.missed;
        tally
    }

    /// Nothing that a script means to happen is impossible, and the bot is asked as often as it says: no game ends
    /// before, and nobody is frozen.
    #[test]
    fn every_session_is_a_part_of_a_game() {
        for (id, session) in sessions(24) {
            let asks = |step: &&Step| matches!(step, Step::Ask | Step::Refuse | Step::Miss);
            let requests = session.steps.iter().filter(asks).count();
            for (at, bot) in BOTS.into_iter().enumerate() {
                let tally = play(&session, bot);
                assert_eq!(tally.asked, requests, "{id}: bot {at}");
                assert!(tally.missed == 0 || at > 0, "{id}: {tally:?}");
            }
        }
    }

    /// Who moves whenever it can has done something about each rule that a scripted case serves.
    #[test]
    fn every_scripted_session_tries_its_rules() {
        for case in Flit.cases(&Plan { cases: 0, ..Plan::default() }).unwrap() {
            let Script::Session(session) = &case.script else { continue };
            let tally = play(session, Position::random_move);
            for rule in &case.rules {
                let tried = match *rule {
                    "flit/move/origin"
                    | "flit/move/vacant"
                    | "flit/move/adjacent"
                    | "flit/identity/argument" => tally.moved > 0,
                    "flit/update/tracked" => tally.moved_later > 0,
                    "flit/move/stuck" => tally.stuck > 0,
                    _ => true,
                };
                assert!(tried, "{} does not try {rule}: {tally:?}", case.id);
            }
        }
    }

    /// There is a game that leads to what a session begins with. Those that are generated are held to one when they are
    /// made.
    #[test]
    fn every_scripted_session_has_a_witness() {
        for (id, session) in sessions(0) {
            let board = session.start();
            if session.steps.is_empty() && board.occupied().is_empty() {
                continue;
            }
            assert_eq!(board.problems(), [], "{id}:\n{board}");
            let game = witness::of(&board, witness::MANY);
            let game = game.unwrap_or_else(|| panic!("{id}: no game found for\n{board}"));
            assert_eq!(game.replayed().as_ref(), Some(&board), "{id}");
        }
    }

    #[test]
    fn who_goes_about_leaves_the_bot_its_moves() {
        let stuck = sessions(1).filter(|(id, _)| id.starts_with("flit/stuck/walled-in"));
        for (_, session) in stuck {
            let mut rounds = Rounds::new(&session);
            for _ in 0..40 {
                let before = Position::new(rounds.board().clone(), session.bot);
                rounds.answered(Reply::Answer(before.stay().into()));
                let told = rounds.until_tested();
                assert!(!told.is_empty() && !rounds.is_over());
                assert!(same(&before, rounds.game.position()));
            }
        }
    }
}
