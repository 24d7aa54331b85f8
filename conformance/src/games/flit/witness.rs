//! For a board a game that leads to it.
//!
//! Bots that never moved have their pieces where they were placed. Of any other bot, pieces side by side go over the
//! empty squares in single file, the last one always coming before the first; they leave a piece wherever one is wanted,
//! and grow by a neutral piece beside the first one where there is room. What is hardest to come to is built first: the
//! board is taken apart from outside to find that out.

use botspec_sdk::games::flit::{
    Board, Contents, Match, Move, Player, Position, Reply, Square, Squares, Update, Variant,
};
use botspec_sdk::random::Random;

/// Attempts for a board that somebody has thought of, each with another order and another start.
pub(super) const MANY: u64 = 400;
/// Attempts for a board that chance has made.
pub(super) const FEW: u64 = 6;

/// On more squares than this it would take seconds.
const CROWDED: u32 = 100;

/// A game: its start, in the order in which the pieces are placed, and its turns, each with where a neutral piece appears.
#[derive(Debug, Clone)]
pub(crate) struct Witness {
    variant: Variant,
    start: Vec<(Square, Player)>,
    turns: Vec<(Move, Option<Square>)>,
}

impl Witness {
    /// A game that begins with these updates.
    pub(super) fn from(variant: Variant, start: &[Update]) -> Self {
        let placed = start.iter().filter_map(|update| match update.contents {
            Contents::Piece(player) => Some((update.at.on(variant)?, player)),
            _ => None,
        });
        Self { variant, start: placed.collect(), turns: Vec::new() }
    }

    /// One more turn.
    pub(super) fn push(&mut self, mv: Move, neutral: Option<Square>) {
        self.turns.push((mv, neutral));
    }

    /// What the bots are told at its start.
    pub(super) fn start(&self) -> Vec<Update> {
        let pieces = self.start.iter();
        pieces.map(|&(square, player)| Update::new(square, Contents::Piece(player))).collect()
    }

    /// Its turns: whose each is, and what the bots are told of it.
    pub(super) fn told(&self) -> Vec<(Player, Vec<Update>)> {
        let Some(mut game) = self.begun() else { return Vec::new() };
        let turns = self.turns.iter().map_while(|&(mv, neutral)| {
            let player = game.position().player();
            Some((player, game.turn(Reply::Answer(mv.into()), |_| neutral).ok()?.updates))
        });
        turns.collect()
    }

    /// The board at the end of the game, played again by the SDK's referee; none if there is no such game.
    pub(super) fn replayed(&self) -> Option<Board> {
        let mut game = self.begun()?;
        for &(mv, neutral) in &self.turns {
            let turn = game.turn(Reply::Answer(mv.into()), |_| neutral).ok()?;
            if !turn.faults.is_empty() || game.outcome().is_some() {
                return None;
            }
        }
        Some(game.position().board().clone())
    }

    /// The game before its first turn; none if no game begins like this.
    fn begun(&self) -> Option<Match> {
        let players = self.variant.players();
        let mut board = Board::empty(self.variant);
        for (&(square, player), in_turn) in self.start.iter().zip(players.iter().cycle()) {
            if player != *in_turn || !board.is_available(square) {
                return None;
            }
            board.set(square, Contents::Piece(player));
        }
        (self.start.len() == 2 * players.len()).then(|| Match::new(board))
    }
}

/// A game that leads to this board, if one is found in reasonable time.
pub(super) fn soon(board: &Board) -> Option<Witness> {
    if board.occupied().len() > CROWDED { None } else { of(board, MANY) }
}

/// A game that leads to this board, if one is found in so many attempts.
pub(super) fn of(board: &Board, attempts: u64) -> Option<Witness> {
    (0..attempts).find_map(|seed| Builder::build(board, &mut Random::seeded(seed)))
}

struct Builder {
    position: Position,
    files: Vec<(Player, Vec<Square>)>,
    witness: Witness,
    /// Squares that nobody goes to: where neutral pieces are to be, and beside them.
    closed: Squares,
    neutral: Vec<Square>,
    /// Turns in a row that moved nothing.
    idle: usize,
}

impl Builder {
    fn build(target: &Board, random: &mut Random) -> Option<Witness> {
        let variant = target.variant();
        let moved: Vec<Player> =
            variant.players().iter().copied().filter(|&player| has_moved(target, player)).collect();
        let order = order(target, &moved, random)?;
        let mut board = Board::empty(variant);
        for &player in variant.players() {
            if !moved.contains(&player) {
                target.pieces(player).iter().for_each(|square| board.set(square, Contents::Piece(player)));
            }
        }
        let closed = *target.neutral() | target.neutral().neighbours();
        // Not where anything is to be built, nor beside it, so that there is room.
        let taken = *target.occupied() | target.occupied().neighbours() | closed;
        let mut starts = Vec::new();
        for &player in &moved {
            for _ in 0..2 {
                let free = board.available() - taken;
                let square = free.nth(random.below(free.len().max(1)))?;
                board.set(square, Contents::Piece(player));
                starts.push((square, player));
            }
        }
        let mut start = Vec::new();
        for number in 0..2 {
            for &player in variant.players() {
                start.push((board.pieces(player).nth(number)?, player));
            }
        }
        let files = moved.iter().map(|&player| (player, board.pieces(player).iter().collect())).collect();
        let mut builder = Self {
            position: Position::new(board, variant.players()[0]),
            files,
            witness: Witness { variant, start, turns: Vec::new() },
            closed,
            neutral: target.neutral().iter().collect(),
            idle: 0,
        };
        for (player, square, other) in order {
            let done = match other {
                None => builder.leave_one(player, square),
                Some(other) => builder.come_to_rest(player, square, other),
            };
            done?;
        }
        while !builder.neutral.is_empty() {
            builder.stay()?;
        }
        let built = builder.position.board() == target;
        let in_time = builder.witness.turns.len() < variant.turns() as usize;
        (built && in_time).then_some(builder.witness)
    }

    fn board(&self) -> &Board {
        self.position.board()
    }

    fn file(&mut self, player: Player) -> &mut Vec<Square> {
        &mut self.files.iter_mut().find(|(own, _)| *own == player).expect("it has moved").1
    }

    /// Brings a piece of this bot to a square and leaves it there.
    fn leave_one(&mut self, player: Player, square: Square) -> Option<()> {
        self.go(player, square, 3)?;
        let file = self.file(player);
        if file.len() < 3 {
            return None;
        }
        file.retain(|piece| *piece != square);
        Some(())
    }

    /// The last two come to stand on these squares.
    fn come_to_rest(&mut self, player: Player, a: Square, b: Square) -> Option<()> {
        let file = self.file(player).clone();
        if file.len() != 2 {
            return None;
        }
        for (first, last) in [(a, b), (b, a)] {
            if let Some(way) = self.lead(player, first, Some(last)) {
                return way.into_iter().chain([last]).try_for_each(|square| self.step(player, square));
            }
        }
        None
    }

    /// Goes in single file until the first is on this square, as so many.
    fn go(&mut self, player: Player, to: Square, as_many: usize) -> Option<()> {
        while self.file(player).len() < as_many {
            self.grow(player, to)?;
        }
        self.lead(player, to, None)?.into_iter().try_for_each(|square| self.step(player, square))
    }

    /// The shortest way of any of those side by side; that one goes first from now on.
    fn lead(&mut self, player: Player, to: Square, not: Option<Square>) -> Option<Vec<Square>> {
        let file = self.file(player).clone();
        let mut shortest: Option<(Square, Vec<Square>)> = None;
        for &from in &file {
            let known = shortest.as_ref().map_or(usize::MAX, |(_, way)| way.len());
            if let Some(way) = self.way(from, to, not, known) {
                shortest = Some((from, way));
            }
        }
        let (first, way) = shortest?;
        let file = self.file(player);
        file.retain(|square| *square != first);
        file.push(first);
        Some(way)
    }

    /// Goes to the nearest square beside which there is room for a neutral piece, and converts one there.
    fn grow(&mut self, player: Player, to: Square) -> Option<()> {
        let variant = self.board().variant();
        let from = *self.file(player).last()?;
        let free = self.free();
        // Most often one of the first is found: not worth sorting all of them.
        let mut squares = (0..=variant.side()).flat_map(|away| {
            variant.squares().filter(move |&square| {
                from.distance(square, variant) == away && free.contains(square) && square != to
            })
        });
        let (way, room) = squares.find_map(|square| {
            let room = self.room_beside(square, to)?;
            Some((self.lead(player, square, Some(room))?, room))
        })?;
        let (last, before) = way.split_last()?;
        before.iter().try_for_each(|square| self.step(player, *square))?;
        self.wait_for(player)?;
        // In the turn before, so that nobody else comes between.
        if self.board().is_available(room)
            && let Some(turn) = self.witness.turns.last_mut().filter(|turn| turn.1.is_none())
        {
            turn.1 = Some(room);
            self.position.set(room, Contents::Neutral);
        }
        self.step(player, *last)
    }

    /// A square beside this one, other than that one, where a neutral piece may appear.
    fn room_beside(&self, square: Square, not: Square) -> Option<Square> {
        let beside = square.neighbours(self.board().variant()).into_iter();
        let mut free = beside
            .filter(|next| self.board().is_available(*next) && !self.closed.contains(*next) && *next != not);
        free.next()
    }

    fn free(&self) -> Squares {
        self.board().vacant() - self.closed
    }

    /// The shortest way over free squares, if it is shorter than one that is `known`; not the first square, but the
    /// last.
    fn way(&self, from: Square, to: Square, not: Option<Square>, known: usize) -> Option<Vec<Square>> {
        if from == to {
            return (known > 0).then(Vec::new);
        }
        let variant = self.board().variant();
        let mut free = self.free();
        if let Some(not) = not {
            free.remove(not);
        }
        if !free.contains(to) {
            return None;
        }
        // Looked for from its end, for many squares at once: those that are so many steps away from there.
        let mut front = Squares::of(variant, [to]);
        let mut fronts = Vec::new();
        loop {
            free = free - front;
            fronts.push(front);
            if fronts.len() >= known {
                return None;
            }
            let beside = front.neighbours();
            if beside.contains(from) {
                break;
            }
            front = beside & free;
            if front.is_empty() {
                return None;
            }
        }
        let mut at = from;
        let closer = fronts.iter().rev().map(|front| {
            let mut beside = at.neighbours(variant).into_iter();
            at = beside.find(|next| front.contains(*next))?;
            Some(at)
        });
        closer.collect()
    }

    /// The piece at the end comes before the first; at the beginning the one beside the other.
    fn step(&mut self, player: Player, to: Square) -> Option<()> {
        self.wait_for(player)?;
        let rear = *self.file(player).first()?;
        if rear == to {
            // It is there already, and may go first from now on.
            self.file(player).rotate_left(1);
            return Some(());
        }
        let before: Vec<Square> = self.board().neutral().iter().collect();
        self.take(Move { origin: rear, destination: to })?;
        let converted: Vec<Square> =
            before.into_iter().filter(|square| !self.board().neutral().contains(*square)).collect();
        let file = self.file(player);
        file.remove(0);
        file.push(to);
        // What joins them walks at the end.
        converted.into_iter().for_each(|square| file.insert(0, square));
        Some(())
    }

    fn wait_for(&mut self, player: Player) -> Option<()> {
        while self.position.player() != player {
            self.stay()?;
        }
        Some(())
    }

    fn stay(&mut self) -> Option<()> {
        if self.idle + 1 >= self.board().variant().players().len() {
            return None;
        }
        self.take(self.position.stay())
    }

    fn take(&mut self, mv: Move) -> Option<()> {
        use botspec_sdk::Position as _;
        self.idle = if mv.is_stay() { self.idle + 1 } else { 0 };
        self.position = self.position.clone().play(mv).ok()?;
        let at = self.neutral.iter().position(|square| self.board().is_available(*square));
        let neutral = at.map(|at| self.neutral.remove(at));
        if let Some(square) = neutral {
            self.position.set(square, Contents::Neutral);
        }
        self.witness.push(mv, neutral);
        Some(())
    }
}

fn has_moved(board: &Board, player: Player) -> bool {
    let pieces = *board.pieces(player);
    !(pieces & pieces.neighbours()).is_empty()
}

/// In which order pieces are left where they are to be: the last ones are those that can be taken away first, from
/// outside. The last two of each bot, side by side, are not left: they come to rest there.
fn order(
    target: &Board,
    moved: &[Player],
    random: &mut Random,
) -> Option<Vec<(Player, Square, Option<Square>)>> {
    let variant = target.variant();
    let mut board = target.clone();
    // Neutral pieces are not gone past.
    let closed = *target.neutral() | target.neutral().neighbours();
    let mut order = Vec::new();
    let mut resting: Vec<Player> = Vec::new();
    let reachable = |board: &Board| {
        let free = board.vacant() - closed;
        // The largest region.
        let mut left = free;
        let mut best = Squares::none(variant);
        while let Some(square) = left.iter().next() {
            let mut region = Squares::of(variant, [square]);
            loop {
                let wider = (region | region.neighbours()) & free;
                if wider == region {
                    break;
                }
                region = wider;
            }
            left = left - region;
            if region.len() > best.len() {
                best = region;
            }
        }
        best
    };
    loop {
        let outside = reachable(&board).neighbours();
        let left: Vec<(Player, Square)> = moved
            .iter()
            .flat_map(|&player| {
                board.pieces(player).iter().map(move |square| (player, square)).collect::<Vec<_>>()
            })
            .collect();
        if left.is_empty() {
            order.reverse();
            return Some(order);
        }
        // First of all the two that come to rest, and so are taken away first.
        let waiting: Vec<Player> = moved.iter().copied().filter(|player| !resting.contains(player)).collect();
        let pairs: Vec<(Player, Square, Square)> = left
            .iter()
            .filter(|(player, square)| waiting.contains(player) && outside.contains(*square))
            .flat_map(|&(player, square)| {
                let beside = square.neighbours(variant).into_iter();
                beside.map(move |next| (player, square, next))
            })
            .filter(|(player, _, next)| board.pieces(*player).contains(*next))
            .collect();
        if let Some(&(player, a, b)) = random.pick(&pairs) {
            resting.push(player);
            board.set(a, Contents::Empty);
            board.set(b, Contents::Empty);
            order.push((player, a, Some(b)));
            continue;
        }
        let single: Vec<(Player, Square)> = left
            .into_iter()
            .filter(|(player, square)| outside.contains(*square) && resting.contains(player))
            .collect();
        let &(player, square) = random.pick(&single)?;
        board.set(square, Contents::Empty);
        order.push((player, square, None));
    }
}
