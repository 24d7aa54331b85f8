//! A place for the best answer so far, and the loops that answer with it when time is up.

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::deadline::Deadline;
use crate::game::{Game, Position};

/// Where a bot that thinks leaves the best move it has so far, for the loop to play if it does not come to an end.
///
/// # Examples
///
/// ```
/// use botspec_sdk::run::best::BestSoFar;
/// let best = BestSoFar::new();
/// assert_eq!(best.get(), None::<u8>);
/// best.offer(1);
/// best.offer(2);
/// assert_eq!(best.get(), Some(2));
/// ```
#[derive(Debug, Clone)]
pub struct BestSoFar<M>(Arc<Mutex<Option<M>>>);

impl<M: Copy> BestSoFar<M> {
    /// With no move as yet.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::run::best::BestSoFar;
    /// assert_eq!(BestSoFar::<u8>::new().get(), None);
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self(Arc::new(Mutex::new(None)))
    }

    /// Leaves a move, in the place of any earlier one. Takes well under a microsecond.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::run::best::BestSoFar;
    /// let best = BestSoFar::new();
    /// std::thread::scope(|scope| {
    ///     scope.spawn(|| best.offer("a1"));
    /// });
    /// assert_eq!(best.get(), Some("a1"));
    /// ```
    pub fn offer(&self, mv: M) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(mv);
    }

    /// The latest move that was offered.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::run::best::BestSoFar;
    /// let best = BestSoFar::new();
    /// let elsewhere = best.clone();
    /// elsewhere.offer(3);
    /// assert_eq!(best.get(), Some(3), "clones are the same place");
    /// ```
    #[must_use]
    pub fn get(&self) -> Option<M> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<M: Copy> Default for BestSoFar<M> {
    fn default() -> Self {
        Self::new()
    }
}

/// A strategy that may be cut short: it offers moves while it thinks, and if it has not chosen one when its
/// [`Deadline`] is over, the latest is played.
///
/// [`file_turn::run_anytime`](super::file_turn::run_anytime) and
/// [`conversation::run_anytime`](super::conversation::run_anytime) play by it. Closures of the right shape are such bots.
///
/// # Examples
///
/// ```
/// use botspec_sdk::games::hex::{Hex, Move, Position, Size};
/// use botspec_sdk::run::best::{AnytimeBot, BestSoFar};
/// use botspec_sdk::{Deadline, Position as _};
///
/// let mut bot = |position: &Position, _: &Deadline, best: &BestSoFar<Move>| {
///     let moves = position.legal_moves();
///     best.offer(moves[0]);
///     // Here would be a search that goes on for as long as it likes.
///     moves[moves.len() / 2]
/// };
/// let position = Position::opening(Size::new(3).expect("1 to 26"));
/// let turn = Deadline::new(std::time::Instant::now(), std::time::Duration::from_secs(1));
/// let best = BestSoFar::new();
/// let chosen = AnytimeBot::<Hex>::choose(&mut bot, &position, &turn, &best);
/// assert_eq!((best.get().map(|mv| mv.to_string()), chosen.to_string()), (Some("a1".into()), "b2".into()));
/// ```
pub trait AnytimeBot<G: Game> {
    /// Chooses a move. What it offers to `best` before is played if it takes too long, or panics.
    ///
    /// # Examples
    ///
    /// ```
    /// use botspec_sdk::Deadline;
    /// use botspec_sdk::games::power4::{Drop, Gravity, Position, Power4, Team};
    /// use botspec_sdk::run::best::{AnytimeBot, BestSoFar};
    /// use std::time::{Duration, Instant};
    ///
    /// struct Stepwise;
    ///
    /// impl AnytimeBot<Power4> for Stepwise {
    ///     fn choose(&mut self, position: &Position, deadline: &Deadline, best: &BestSoFar<Drop>) -> Drop {
    ///         let mut chosen = None;
    ///         for drop in position.drops() {
    ///             best.offer(drop);
    ///             chosen = Some(drop);
    ///             if deadline.is_over() {
    ///                 break;
    ///             }
    ///         }
    ///         chosen.expect("a bot is asked only while the set goes on")
    ///     }
    /// }
    ///
    /// let (best, deadline) = (BestSoFar::new(), Deadline::new(Instant::now(), Duration::ZERO));
    /// let drop = Stepwise.choose(&Position::opening(Team::One, Gravity::Fall), &deadline, &best);
    /// assert_eq!((drop.to_string().as_str(), best.get()), ("1 1", Some(drop)));
    /// ```
    fn choose(
        &mut self,
        position: &G::Position,
        deadline: &Deadline,
        best: &BestSoFar<<G::Position as Position>::Move>,
    ) -> <G::Position as Position>::Move;
}

impl<G, F> AnytimeBot<G> for F
where
    G: Game,
    F: FnMut(
        &G::Position,
        &Deadline,
        &BestSoFar<<G::Position as Position>::Move>,
    ) -> <G::Position as Position>::Move,
{
    fn choose(
        &mut self,
        position: &G::Position,
        deadline: &Deadline,
        best: &BestSoFar<<G::Position as Position>::Move>,
    ) -> <G::Position as Position>::Move {
        self(position, deadline, best)
    }
}

/// Bytes of a bot's stack, of which the system gives what is used; the second where there is no room for the first, under a
/// limit say. `run` has those of the main thread, 8 MiB as a rule, and a thread has 2 unless said otherwise: a search that goes
/// deep is to find more room here, not less.
const STACKS: [usize; 2] = [64 << 20, 2 << 20];

type Work = Box<dyn FnOnce() + Send>;

/// Does this in a thread of its own. `None` where the system has no room for one.
fn in_a_thread(work: impl FnOnce() + Send + 'static) -> Option<()> {
    // What a thread that does not begin was to do is gone with it, so it is handed over afterwards.
    let hand_over = STACKS.into_iter().find_map(|stack| {
        let (hand_over, handed) = mpsc::channel();
        let wait = move || handed.into_iter().take(1).for_each(|work: Work| work());
        thread::Builder::new().stack_size(stack).spawn(wait).is_ok().then_some(hand_over)
    })?;
    hand_over.send(Box::new(work)).ok()
}

/// What a bot is asked: a position, until when, and where to leave what it finds.
type Question<P> = (P, Deadline, BestSoFar<<P as Position>::Move>);

/// A bot in a thread of its own.
pub(super) struct Thinker<P: Position> {
    is_made: Arc<AtomicBool>,
    questions: Sender<Question<P>>,
    answers: Receiver<P::Move>,
}

/// What came of a question.
pub(super) struct Thought<M> {
    /// The move to play: legal, unless the bot chose another one in time. `None` if it has not, and none is legal.
    pub(super) mv: Option<M>,
    /// Whether the bot has come to an end. One that has not may be computing for ever.
    pub(super) is_done: bool,
}

/// What has become of a bot that was cut short.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Afterwards {
    /// It has come to an end, and can be asked again.
    Free,
    /// It has panicked: there is no thread any more.
    Gone,
    /// It computes.
    AtWork,
}

impl<P> Thinker<P>
where
    P: Position + Send + 'static,
    P::Move: Send + 'static,
{
    /// Makes a bot, in the thread in which it waits for questions, so that time runs out for the making too. `None` where
    /// the system has no room for a thread.
    pub(super) fn start<G, B>(new_bot: impl FnOnce() -> B + Send + 'static) -> Option<Self>
    where
        G: Game<Position = P>,
        B: AnytimeBot<G>,
    {
        let (questions, asked) = mpsc::channel::<Question<P>>();
        let (answer, answers) = mpsc::channel();
        let is_made = Arc::new(AtomicBool::new(false));
        let made = Arc::clone(&is_made);
        in_a_thread(move || {
            let mut bot = new_bot();
            made.store(true, Ordering::Relaxed);
            for (position, deadline, best) in asked {
                let choice =
                    panic::catch_unwind(AssertUnwindSafe(|| bot.choose(&position, &deadline, &best)));
                // After a panic nothing that the bot holds can be relied on; the end of this thread tells.
                let Ok(mv) = choice else { return };
                if answer.send(mv).is_err() {
                    return;
                }
            }
        })?;
        Some(Self { is_made, questions, answers })
    }

    /// Whether the bot is there. It may be asked before, and is told then.
    pub(super) fn is_made(&self) -> bool {
        self.is_made.load(Ordering::Relaxed)
    }

    /// Asks, and waits until the deadline at the latest.
    pub(super) fn ask(&self, position: &P, deadline: &Deadline) -> Thought<P::Move> {
        let best = BestSoFar::new();
        let is_asked = self.questions.send((position.clone(), *deadline, best.clone())).is_ok();
        let answer = match is_asked {
            true => self.answers.recv_timeout(deadline.remaining()),
            false => Err(RecvTimeoutError::Disconnected),
        };
        if let Ok(mv) = answer {
            return Thought { mv: Some(mv), is_done: true };
        }
        let offered = best.get().filter(|&mv| position.clone().play(mv).is_ok());
        Thought { mv: offered.or_else(|| position.first_legal_move()), is_done: false }
    }

    /// What becomes of a bot that was cut short, within so much time.
    pub(super) fn afterwards(&self, patience: Duration) -> Afterwards {
        match self.answers.recv_timeout(patience) {
            Ok(_) => Afterwards::Free,
            Err(RecvTimeoutError::Disconnected) => Afterwards::Gone,
            Err(RecvTimeoutError::Timeout) => Afterwards::AtWork,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::hex::{Hex, Move, Position as HexPosition, Size};
    use std::time::Instant;

    #[test]
    fn a_bot_in_a_thread_has_no_less_stack_than_one_in_main() {
        fn deep(levels: u32) -> u32 {
            let room = std::hint::black_box([1_u8; 1024]);
            if levels == 0 { 0 } else { deep(levels - 1) + u32::from(room[levels as usize % room.len()]) }
        }
        let thinker = Thinker::start::<Hex, _>(|| {
            |position: &HexPosition, _: &Deadline, _: &BestSoFar<Move>| {
                assert_eq!(deep(8 << 10), 8 << 10, "8 MiB at least");
                position.legal_moves()[1]
            }
        })
        .unwrap();
        let position = HexPosition::opening(Size::new(3).unwrap());
        let later = Deadline::new(Instant::now(), Duration::from_secs(60));
        assert_eq!(thinker.ask(&position, &later).mv, Some(position.legal_moves()[1]));
    }

    #[test]
    fn what_becomes_of_a_bot_that_was_cut_short() {
        let position = HexPosition::opening(Size::new(3).unwrap());
        let over = Deadline::new(Instant::now(), Duration::ZERO);
        let (allow, allowed) = mpsc::channel::<()>();
        let thinker = Thinker::start::<Hex, _>(move || {
            move |position: &HexPosition, _: &Deadline, _: &BestSoFar<Move>| {
                allowed.recv().expect("the bot is not asked a third time");
                position.legal_moves()[0]
            }
        })
        .unwrap();
        assert!(!thinker.ask(&position, &over).is_done);
        assert_eq!(thinker.afterwards(Duration::ZERO), Afterwards::AtWork);
        allow.send(()).unwrap();
        let patience = Duration::from_secs(60);
        assert_eq!(thinker.afterwards(patience), Afterwards::Free);
        allow.send(()).unwrap();
        let later = Deadline::new(Instant::now(), patience);
        assert!(thinker.ask(&position, &later).is_done, "no answer to an earlier question is left");
        drop(allow);
        thinker.ask(&position, &over);
        assert_eq!(thinker.afterwards(patience), Afterwards::Gone);
    }
}
