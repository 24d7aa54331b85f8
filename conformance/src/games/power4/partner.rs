//! Sparring partners: what botspec itself plays.

use std::cmp::Reverse;

use botspec_sdk::Position as _;
use botspec_sdk::games::power4::{Board, Cell, Column, Disk, Drop, Gravity, Kind, Position, Power4, Team};
use botspec_sdk::random::Random;
use botspec_sdk::sparring::{Level, SparringGame as _};

use super::script::Partner;
use super::set;

/// After so many turns a bot that counts them has something to lose.
const WORTH_EMPTYING: u16 = 3;
/// Without its disks on the board it loses two turns as well.
const WORTH_SWEEPING: u16 = 2;

/// By then it has lost what it noted.
const WORTH_HIDING: u16 = 5;

/// By then there is something to lose count of.
const WORTH_CAPPING: u16 = 2;
/// From this row up a disk that clears is a cap.
const HIGH: u8 = 4;

/// By then there is something to fall.
const WORTH_FELLING: u16 = 6;

/// The other disks of a full row.
const A_ROW: u32 = 6;
/// One less than there can be around a cell.
const A_CROWD: u32 = 7;

/// The column that is as far from one edge as from the other.
const MIDDLE: u8 = 4;
/// How far either edge is from it.
const AT_EDGE: u8 = MIDDLE - 1;

/// How many of the best drops a patient partner looks at more closely.
const CLOSELY: usize = 8;

impl Partner {
    /// All of them.
    pub(super) const ALL: [Self; 19] = [
        Self::Random,
        Self::Patient,
        Self::Clearing,
        Self::Emptying,
        Self::Sweeping,
        Self::DualClearing,
        Self::Stacking,
        Self::Threatening,
        Self::Undoing,
        Self::Felling,
        Self::Topping,
        Self::Capping,
        Self::Undermining,
        Self::Ambiguous,
        Self::Vanishing,
        Self::DualSweeping,
        Self::Mowing,
        Self::Forcing,
        Self::Winning,
    ];

    /// Chooses a legal drop; ties are broken at random. None if the set is over.
    #[must_use]
    pub(super) fn choose(self, position: &Position, random: &mut Random) -> Option<Drop> {
        let mut legal = position.legal_moves();
        random.shuffle(&mut legal);
        let wanted = match self {
            Self::Random => return legal.first().copied(),
            // Another seed each time: no two sets are the same.
            Self::Winning if !legal.is_empty() => {
                return Some(Power4::spar(Level::Search1, random.word().into(), position));
            }
            Self::Patient | Self::Winning => None,
            Self::Clearing => {
                let clears = |drop: &&Drop| drop.kind.is_special() && drop.kind != Kind::Dual;
                let safe = |drop: &&Drop| open_after(position, **drop).is_some_and(|next| is_telling(&next));
                legal.iter().filter(clears).find(safe).copied()
            }
            Self::Emptying => emptying(position, &legal),
            Self::Sweeping => sweeping(position, &legal, position.team().other()),
            Self::Vanishing => sweeping(position, &legal, position.team()),
            Self::DualClearing => dual_clearing(position, &legal),
            Self::DualSweeping => dual_sweeping(position, &legal),
            Self::Mowing => mowing(position, &legal),
            Self::Stacking => stacking(position, &legal),
            Self::Threatening => threatening(position, &legal),
            Self::Forcing => forcing(position, &legal, random),
            // Its disks that clear are for what the bot drops.
            Self::Undoing => {
                let stay: Vec<Drop> = staying(position, &legal).copied().collect();
                patient(position, &stay).filter(|drop| open_after(position, *drop).is_some())
            }
            Self::Felling => felling(position, &legal).or_else(|| outermost(position, &legal)),
            Self::Ambiguous => ambiguous(position, &legal, random).or_else(|| outermost(position, &legal)),
            Self::Topping => topping(position, &legal, random).or_else(|| stacking(position, &legal)),
            Self::Capping => capping(position, &legal, random).or_else(|| stacking(position, &legal)),
            Self::Undermining => undermining(position, &legal).or_else(|| stacking(position, &legal)),
        };
        wanted.or_else(|| patient(position, &legal))
    }

    /// The name in case ids.
    #[must_use]
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Patient => "patient",
            Self::Clearing => "clearing",
            Self::Emptying => "emptying",
            Self::Sweeping => "sweeping",
            Self::DualClearing => "dual-clearing",
            Self::Stacking => "stacking",
            Self::Threatening => "threatening",
            Self::Undoing => "undoing",
            Self::Felling => "felling",
            Self::Topping => "topping",
            Self::Capping => "capping",
            Self::Undermining => "undermining",
            Self::Ambiguous => "ambiguous",
            Self::Vanishing => "vanishing",
            Self::DualSweeping => "dual-sweeping",
            Self::Mowing => "mowing",
            Self::Forcing => "forcing",
            Self::Winning => "winning",
        }
    }
}

/// The drop that leaves one disk at most, once the bot has done something that it must remember; or else a normal
/// one that keeps the disks where most of them can be cleared together. None if no drop keeps the set open.
fn emptying(position: &Position, shuffled: &[Drop]) -> Option<Drop> {
    let left = |board: &Board| board.occupied().len();
    let after = |next: &Position| least_cleared(next, position.team(), left);
    leaving(position, shuffled, WORTH_EMPTYING, after, set::may_be_new)
}

/// The same for the disks of one team alone: none of them is left on a board that is no new set's.
fn sweeping(position: &Position, shuffled: &[Drop], team: Team) -> Option<Drop> {
    let own = position.team();
    let of_team = |board: &Board| board.cells(Disk::Of(team)).len() + board.cells(Disk::Dual).len();
    let lacking = |board: &Board| (set::MAX_NEW + 1).saturating_sub(board.occupied().len());
    let left = |board: &Board| of_team(board) + lacking(board);
    let after = |next: &Position| {
        let replies = next.drops().filter(|drop| drop.kind == Kind::Normal);
        replies.map(|drop| least_cleared(&next.play_unchecked(drop)?, own, left)).sum()
    };
    leaving(position, shuffled, WORTH_SWEEPING, after, |board| left(board) == 0)
}

/// The drop that leaves such a board, once the bot has done something that it must remember; or else a normal one after
/// which the least is left. None if no drop keeps the set open.
fn leaving(
    position: &Position,
    shuffled: &[Drop],
    worth_it: u16,
    left: impl Fn(&Position) -> Option<u32>,
    is_wanted: impl Fn(&Board) -> bool,
) -> Option<Drop> {
    let bot = position.team().other();
    let worth_it = !position.used(bot).is_empty() || position.turns(bot) >= worth_it;
    let does = |drop: &&Drop| open_after(position, **drop).is_some_and(|next| is_wanted(next.board()));
    if worth_it && let Some(drop) = shuffled.iter().find(does) {
        return Some(*drop);
    }
    let rank = |drop: &Drop| Some((left(&open_after(position, *drop)?)?, *drop));
    let ranked = staying(position, shuffled).filter_map(rank);
    ranked.min_by_key(|(left, _)| *left).map(|(_, drop)| drop)
}

/// The least that one of this team's other special disks can leave.
fn least_cleared(position: &Position, own: Team, left: impl Fn(&Board) -> u32) -> Option<u32> {
    let clears = |kind: Kind| {
        Column::all().filter_map(move |column| position.board().after(own, kind, column, position.gravity()))
    };
    position.used(own).rest().iter().flat_map(clears).map(|board| left(&board)).min()
}

/// A drop that takes the bot's dual disk off and leaves no other. None if no such drop keeps the set open.
fn dual_clearing(position: &Position, shuffled: &[Drop]) -> Option<Drop> {
    let duals = |position: &Position| position.board().cells(Disk::Dual).len();
    if duals(position) == 0 || !position.used(position.team().other()).contains(Kind::Dual) {
        return None;
    }
    let clears = |drop: &&Drop| {
        open_after(position, **drop).is_some_and(|next| duals(&next) == 0 && is_telling(&next))
    };
    shuffled.iter().find(clears).copied()
}

/// A drop that clears, of which the board that it leaves does not tell which kind it was, or the only one that leaves the
/// board as it is; once there was one, or two, also one of another kind that only this kind explains, and at last no other.
/// None if no such drop keeps the set open.
fn ambiguous(position: &Position, shuffled: &[Drop], random: &mut Random) -> Option<Drop> {
    let (own, bot) = (position.team(), position.team().other());
    // One that loses count by it is to have something to lose.
    if position.used(bot).is_empty() && position.turns(bot) < WORTH_HIDING {
        return None;
    }
    let cleared = position.used(own).iter().filter(|kind| *kind != Kind::Dual).count();
    let is_late = cleared == 2 || (cleared > 0 && position.turns(own) > WORTH_FELLING);
    let way = if is_late { 2 } else { random.index(2 + cleared) };
    let is_wanted = |drop: &&Drop| {
        let clears = drop.kind.is_special() && drop.kind != Kind::Dual;
        let Some(next) = open_after(position, **drop).filter(|next| clears && is_telling(next)) else {
            return false;
        };
        let is_unchanged = next.board() == position.board();
        let mut kinds: Vec<Kind> =
            leading_to(position, shuffled, next.board()).map(|drop| drop.kind).collect();
        kinds.sort();
        kinds.dedup();
        match way {
            0 => is_unchanged && kinds.len() == 1,
            1 => kinds.len() > 1,
            _ => !is_unchanged && kinds.len() == 1,
        }
    };
    shuffled.iter().find(is_wanted).copied()
}

/// A drop that takes off both dual disks, or all there are once both were used; before that its own dual disk, where the
/// fewest of both are left by what clears. None if no such drop keeps the set open, or the bot has its own still.
fn dual_sweeping(position: &Position, shuffled: &[Drop]) -> Option<Drop> {
    let own = position.team();
    if !position.used(own.other()).contains(Kind::Dual) {
        return None;
    }
    let duals = |board: &Board| board.cells(Disk::Dual).len();
    if position.used(own).contains(Kind::Dual) {
        return dual_clearing(position, shuffled);
    }
    let rank = |drop: &Drop| {
        let next = open_after(position, *drop)?;
        Some((least_cleared(&next, own, duals)?, *drop))
    };
    let drops = shuffled.iter().filter(|drop| drop.kind == Kind::Dual);
    drops.filter_map(rank).min_by_key(|(left, _)| *left).map(|(_, drop)| drop)
}

/// A drop that takes off as many disks as a full row has, or nearly as many as can lie around a cell; before that a disk
/// that stays, with which the most can be taken off. None if no such drop keeps the set open.
fn mowing(position: &Position, shuffled: &[Drop]) -> Option<Drop> {
    let own = position.team();
    let count = |board: &Board| board.occupied().len();
    let most = |drop: &&Drop| {
        let wanted = match drop.kind {
            Kind::ClearRow => A_ROW,
            Kind::ClearNeighbours => A_CROWD,
            _ => return false,
        };
        open_after(position, **drop)
            .is_some_and(|next| count(next.board()) + wanted <= count(position.board()))
    };
    if let Some(drop) = shuffled.iter().find(most) {
        return Some(*drop);
    }
    let rank = |drop: &Drop| {
        let next = open_after(position, *drop)?;
        Some((least_cleared(&next, own, count)?, lands(position.board(), drop.column), *drop))
    };
    let ranked = staying(position, shuffled).filter_map(rank);
    ranked.min_by_key(|(left, row, _)| (*left, *row)).map(|(.., drop)| drop)
}

/// A drop that clears just the disk which the bot has dropped on its last turn, so that the board is again the one that it
/// was asked on then. To a bot that may be its last turn once more, since its try has failed; but if it counts the turn, and
/// the disk as used, it is right in both. Not so with its dual disk, which it owes if the try has failed: that is let be.
pub(super) fn undoing(position: &Position, (asked, dropped): &(Position, Drop)) -> Option<Drop> {
    if dropped.kind == Kind::Dual || asked.play_unchecked(*dropped).as_ref() != Some(position) {
        return None;
    }
    let undoes = |drop: &Drop| {
        let next = position.play_unchecked(*drop);
        next.is_some_and(|next| {
            next.board() == asked.board() && next.outcome().is_none() && is_telling(&next)
        })
    };
    position.legal_moves().into_iter().find(undoes)
}

/// A drop that clears, late enough for disks to have come to lie above others: a column in which the bot has disks, what is
/// around a cell, as near to an edge as it can be, if no other drop leaves the same, and the row from above which disks fall
/// in the most columns, above all at the edges. None if no such drop keeps the set open.
fn felling(position: &Position, shuffled: &[Drop]) -> Option<Drop> {
    if position.turns(position.team()) < WORTH_FELLING {
        return None;
    }
    let (board, bot) = (position.board(), position.team().other());
    let is_worth_it = |drop: &&Drop| {
        let Some(next) = open_after(position, **drop).filter(is_telling) else { return false };
        match drop.kind {
            Kind::ClearRow => falling(board, drop.column).next().is_some(),
            Kind::ClearNeighbours => ways_to(position, shuffled, next.board()) == 1,
            Kind::ClearColumn => next.board().cells(Disk::Of(bot)).len() < board.cells(Disk::Of(bot)).len(),
            Kind::Dual | Kind::Normal => false,
        }
    };
    // The bot then has fewer disks on the board than it has taken turns: if it loses count by what follows, it shows.
    let order = [Kind::ClearColumn, Kind::ClearNeighbours, Kind::ClearRow];
    let worthy: Vec<&Drop> = shuffled.iter().filter(is_worth_it).collect();
    let kind = order.into_iter().find(|kind| worthy.iter().any(|drop| drop.kind == *kind))?;
    let far = |drop: &&Drop| match kind {
        Kind::ClearRow => falling(board, drop.column).map(|it| u32::from(off_middle(it)).pow(2)).sum(),
        _ => u32::from(off_middle(drop.column)),
    };
    worthy.into_iter().filter(|drop| drop.kind == kind).max_by_key(far).copied()
}

/// A drop that clears, late enough for columns to be filled, where disks of the top row go or fall by that; or now and then one
/// that clears around a cell of the bottom row, with disks upon each other beside it. What is around a cell comes first, then
/// what is highest. None if no such drop keeps the set open, or if another drop leaves the same.
fn topping(position: &Position, shuffled: &[Drop], random: &mut Random) -> Option<Drop> {
    if position.turns(position.team()) < WORTH_FELLING {
        return None;
    }
    let board = position.board();
    let (from_below, row_first) = (random.index(2) == 0, random.index(3) == 0);
    let mut order = [Kind::ClearColumn, Kind::ClearRow, Kind::ClearNeighbours];
    order[1..].rotate_left(usize::from(row_first));
    let rank = |drop: &Drop| {
        let kind = order.iter().position(|kind| *kind == drop.kind)?;
        let next = open_after(position, *drop).filter(is_telling)?;
        if ways_to(position, shuffled, next.board()) > 1 {
            return None;
        }
        let row = lands(board, drop.column);
        let is_below = drop.kind == Kind::ClearNeighbours && row == 1 && beside(board, drop.column) > 2;
        let is_above = row == Cell::ROWS || full(next.board()) < full(board);
        (is_above || is_below).then_some(((kind, is_below == from_below, row), *drop))
    };
    shuffled.iter().filter_map(rank).max_by_key(|(rank, _)| *rank).map(|(_, drop)| drop)
}

/// A drop that clears a row, or around a cell, in the top row, or else from the fourth row up, where others lie, or a column at
/// the edges, once the bot has something to remember. None if no such drop keeps the set open, or if another drop leaves the
/// same.
fn capping(position: &Position, shuffled: &[Drop], random: &mut Random) -> Option<Drop> {
    if position.turns(position.team().other()) < WORTH_CAPPING {
        return None;
    }
    let board = position.board();
    // Where it began it waits for the top row: otherwise that is seldom come to.
    let has_begun = position.turns(position.team()) == position.turns(position.team().other());
    let lowest = if has_begun { Cell::ROWS } else { HIGH + u8::from(random.chance(1, 2)) };
    let row_first = random.index(2) == 0;
    let rank = |drop: &Drop| {
        let row = lands(board, drop.column);
        let rank = match drop.kind {
            Kind::ClearRow if row >= lowest => 1 + u8::from(row_first),
            Kind::ClearNeighbours if row >= lowest => 2 - u8::from(row_first),
            Kind::ClearColumn if !has_begun && off_middle(drop.column) >= AT_EDGE - 1 => 0,
            _ => return None,
        };
        let next = open_after(position, *drop).filter(is_telling)?;
        let clears = next.board().occupied().len() < board.occupied().len();
        (clears && ways_to(position, shuffled, next.board()) == 1).then_some((rank, *drop))
    };
    shuffled.iter().filter_map(rank).max_by_key(|(rank, _)| *rank).map(|(_, drop)| drop)
}

/// A drop on the ground that clears around it, beside a column of three disks or more, of which one stays. None if no such
/// drop keeps the set open, or if another drop leaves the same.
fn undermining(position: &Position, shuffled: &[Drop]) -> Option<Drop> {
    let board = position.board();
    let undermines = |drop: &&Drop| {
        drop.kind == Kind::ClearNeighbours
            && lands(board, drop.column) == 1
            && beside(board, drop.column) > 3
            && open_after(position, **drop)
                .is_some_and(|next| is_telling(&next) && ways_to(position, shuffled, next.board()) == 1)
    };
    shuffled.iter().find(undermines).copied()
}

/// The row in which a drop into the higher one of the columns beside this one lands.
fn beside(board: &Board, column: Column) -> u8 {
    let beside = Column::all().filter(|it| it.number().abs_diff(column.number()) == 1);
    beside.map(|column| lands(board, column)).max().unwrap_or(1)
}

/// How many of these drops leave such a board.
fn ways_to(position: &Position, drops: &[Drop], board: &Board) -> usize {
    leading_to(position, drops, board).count()
}

/// Those of these drops that leave such a board.
fn leading_to<'a>(position: &Position, drops: &'a [Drop], board: &Board) -> impl Iterator<Item = &'a Drop> {
    drops.iter().filter(move |drop| position.play_unchecked(**drop).is_some_and(|next| next.board() == board))
}

/// The row in which a drop into this column lands; one more than there are if it is full.
fn lands(board: &Board, column: Column) -> u8 {
    board.landing(column).map_or(Cell::ROWS + 1, |cell| cell.row())
}

/// How many columns are full.
fn full(board: &Board) -> usize {
    Column::all().filter(|column| lands(board, *column) > Cell::ROWS).count()
}

/// How many columns away from the middle one this is.
const fn off_middle(column: Column) -> u8 {
    column.number().abs_diff(MIDDLE)
}

/// The columns in which disks lie above the row in which a drop into this one lands.
fn falling(board: &Board, into: Column) -> impl Iterator<Item = Column> {
    Column::all().filter(move |column| lands(board, *column) > lands(board, into) + 1)
}

/// A drop of a disk that stays: two on one edge, so that one can fall, three beside each other on the other, so that some
/// of them can be cleared, and then as far from the middle as it can be. None if no such drop keeps the set open.
fn outermost(position: &Position, shuffled: &[Drop]) -> Option<Drop> {
    let is_high = |column: Column| (column.number() < MIDDLE) == (position.team() == Team::One);
    let keeps_open = |drop: &&Drop| open_after(position, **drop).is_some();
    let rank = |drop: &&Drop| {
        let (row, off) = (lands(position.board(), drop.column), off_middle(drop.column));
        let wanted = match (is_high(drop.column), off) {
            (true, AT_EDGE) => 2,
            (true, _) | (false, 0) => 0,
            (false, _) => 1,
        };
        (row > wanted, Reverse(off), row)
    };
    staying(position, shuffled).filter(keeps_open).min_by_key(rank).copied()
}

/// A drop of a disk that stays, after which the fewest replies end the set; among equals the one in the fullest column.
/// None if no such drop keeps the set open.
fn stacking(position: &Position, shuffled: &[Drop]) -> Option<Drop> {
    let rank = |drop: &Drop| {
        let next = position.play_unchecked(*drop)?;
        let row = position.board().landing(drop.column)?.row();
        Some(((ending_replies(&next)?, Reverse(row)), *drop))
    };
    staying(position, shuffled).filter_map(rank).min_by_key(|(rank, _)| *rank).map(|(_, drop)| drop)
}

/// A drop of a disk that stays, after which the fewest replies make a four of the bot's; among equals the one after which
/// the bot's dual disk makes one of the partner's in the most columns, at once or with one more disk. None if no such drop
/// keeps the set open.
fn threatening(position: &Position, shuffled: &[Drop]) -> Option<Drop> {
    let (own, bot) = (position.team(), position.team().other());
    let gravity = position.gravity();
    let threats = |board: &Board| fours(board, own, (bot, Kind::Dual), gravity);
    let rank = |drop: &Drop| {
        let next = position.play_unchecked(*drop)?;
        let further =
            Column::all().filter_map(|column| next.board().after(own, Kind::Normal, column, gravity));
        let promise: usize = further.map(|board| threats(&board)).sum();
        let threats = threats(next.board());
        next.outcome().is_none().then_some(((winning_replies(&next), Reverse((threats, promise))), *drop))
    };
    staying(position, shuffled).filter_map(rank).min_by_key(|(rank, _)| *rank).map(|(_, drop)| drop)
}

/// A drop that leads to a four, as far as one can look ahead; where one would make it now, another that stays, after which the
/// fewest replies make one of the bot's, and then the most drops would make it. None if every drop ends the set.
fn forcing(position: &Position, shuffled: &[Drop], random: &mut Random) -> Option<Drop> {
    let own = position.team();
    let goes_on = |drop: &Drop| position.play_unchecked(*drop).filter(|next| next.outcome().is_none());
    if !shuffled.is_empty() && shuffled.iter().all(|drop| winner(position, *drop) != Some(own)) {
        let best = Power4::spar(Level::Search2, random.word().into(), position);
        if goes_on(&best).is_some() {
            return Some(best);
        }
    }
    let rank = |drop: &Drop| {
        let next = goes_on(drop)?;
        let threats = fours(next.board(), own, (own, Kind::Normal), next.gravity());
        Some(((winning_replies(&next), Reverse(threats)), *drop))
    };
    staying(position, shuffled).filter_map(rank).min_by_key(|(rank, _)| *rank).map(|(_, drop)| drop)
}

/// The drops of disks that clear nothing; the dual disk is for when it is due.
fn staying<'a>(position: &'a Position, drops: &'a [Drop]) -> impl Iterator<Item = &'a Drop> {
    let stays = |kind| kind == Kind::Normal || (kind == Kind::Dual && position.dual_is_due());
    drops.iter().filter(move |drop| stays(drop.kind))
}

/// In how many columns such a disk of a team's gives `to` a four.
fn fours(board: &Board, to: Team, (of, kind): (Team, Kind), gravity: Gravity) -> usize {
    let after = |column| board.after(of, kind, column, gravity);
    Column::all().filter_map(after).filter(|board| board.has_four(to)).count()
}

/// How many drops of the team on turn give it a four.
fn winning_replies(position: &Position) -> usize {
    position.drops().filter(|drop| winner(position, *drop) == Some(position.team())).count()
}

/// Who has four after a drop, if it ends the set.
fn winner(position: &Position, drop: Drop) -> Option<Team> {
    position.play_unchecked(drop)?.outcome()?.winner
}

/// Whether nobody can take the board for that of a new set, unless it is one.
fn is_telling(next: &Position) -> bool {
    next.turns(next.team()) == 0 || !set::may_be_new(next.board())
}

/// The position after a drop, if no reply to it ends the set.
fn open_after(position: &Position, drop: Drop) -> Option<Position> {
    position.play_unchecked(drop).filter(|next| ending_replies(next) == Some(0))
}

/// How many legal replies end the set, for any reason; none if it is over already.
fn ending_replies(position: &Position) -> Option<usize> {
    if position.outcome().is_some() {
        return None;
    }
    let ends = |drop: &&Drop| position.play_unchecked(**drop).is_none_or(|next| next.outcome().is_some());
    Some(position.legal_moves().iter().filter(ends).count())
}

/// The drop after which the set is the most likely to go on: first of all it goes on, then the fewest replies end
/// it, then after the worst reply the fewest end it again. Among equals a normal disk comes first: the others
/// are for need.
fn patient(position: &Position, shuffled: &[Drop]) -> Option<Drop> {
    let rank = |drop: &Drop| {
        let next = position.play_unchecked(*drop)?;
        let replies = ending_replies(&next)?;
        // A board that tells nothing of what has been is as bad as one that ends the set at the next drop.
        let replies = if is_telling(&next) { replies } else { replies + 7 };
        Some((replies, u8::from(drop.kind.is_special()), *drop, next))
    };
    let mut ranked: Vec<_> = shuffled.iter().filter_map(rank).collect();
    ranked.sort_by_key(|&(replies, special, ..)| (replies, special));
    let least = ranked.first().map(|&(replies, ..)| replies);
    let closely = ranked.iter().filter(|&&(replies, ..)| Some(replies) == least).take(CLOSELY);
    let best = closely.min_by_key(|(_, special, _, next)| (trap(next), *special));
    best.map(|&(_, _, drop, _)| drop).or_else(|| shuffled.first().copied())
}

/// For how many normal replies no drop of ours would keep the set open beyond the reply to it.
fn trap(position: &Position) -> usize {
    let hopeless = |next: &Position| {
        let holds = |drop: Drop| open_after(next, drop).is_some();
        !next.drops().filter(|drop| drop.kind == Kind::Normal).any(holds)
    };
    let replies = position.drops().filter(|drop| drop.kind == Kind::Normal);
    replies.filter_map(|drop| position.play_unchecked(drop)).filter(hopeless).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whom a partner has to put up with.
    fn eager(position: &Position, random: &mut Random) -> Drop {
        let legal = position.legal_moves();
        let wins = |drop: &&Drop| {
            let next = position.play_unchecked(**drop);
            next.and_then(|next| next.outcome())
                .is_some_and(|outcome| outcome.winner == Some(position.team()))
        };
        legal.iter().find(wins).copied().unwrap_or_else(|| legal[random.index(legal.len())])
    }

    #[test]
    fn a_patient_partner_keeps_the_set_open_until_the_tenth_turn() {
        let mut reached = 0;
        for seed in 0..40 {
            for gravity in Gravity::ALL {
                let mut random = Random::seeded(seed);
                let starts = Team::ALL[random.index(2)];
                let mut position = Position::opening(starts, gravity);
                while position.outcome().is_none() && position.turns(Team::One) < Power4::DUAL_BY_TURN {
                    let drop = if position.team() == Team::One {
                        eager(&position, &mut random)
                    } else {
                        Partner::Patient.choose(&position, &mut random).unwrap()
                    };
                    position = position.play(drop).unwrap();
                }
                reached += u32::from(position.turns(Team::One) >= Power4::DUAL_BY_TURN);
            }
        }
        assert!(reached >= 76, "{reached} of 80 sets were kept open");
    }

    /// In how many of 40 sets the bot, whose moves these are, is shown such a board.
    fn shown(
        partner: Partner,
        bot: fn(&Position, &mut Random) -> Drop,
        is_such: impl Fn(&Position) -> bool,
    ) -> usize {
        let shows = |seed: &u64| {
            let mut random = Random::seeded(*seed);
            let starts = Team::ALL[random.index(2)];
            let mut position = Position::opening(starts, Gravity::Fall);
            let mut was_shown = false;
            while position.outcome().is_none() && position.turns(Team::One) < Power4::DUAL_BY_TURN {
                let drop = if position.team() == Team::One {
                    was_shown |= is_such(&position);
                    bot(&position, &mut random)
                } else {
                    partner.choose(&position, &mut random).unwrap()
                };
                position = position.play(drop).unwrap();
            }
            was_shown
        };
        (0..40).filter(shows).count()
    }

    fn patiently(position: &Position, random: &mut Random) -> Drop {
        Partner::Patient.choose(position, random).unwrap()
    }

    /// The dual disk first of all.
    fn dual_first(position: &Position, random: &mut Random) -> Drop {
        let drop = Drop { kind: Kind::Dual, column: Column::new(4).unwrap() };
        if position.play(drop).is_ok() { drop } else { patiently(position, random) }
    }

    #[test]
    fn an_emptying_partner_leaves_one_disk_at_most_behind_what_is_to_be_remembered() {
        let emptied = shown(Partner::Emptying, patiently, |position| {
            position.turns(Team::One) >= WORTH_EMPTYING && set::may_be_new(position.board())
        });
        assert!(emptied >= 20, "{emptied} of 40 sets");
    }

    #[test]
    fn a_sweeping_partner_leaves_disks_of_its_own_alone() {
        let is_swept = |position: &Position| {
            let (board, own) = (position.board(), Disk::Of(position.team().other()));
            position.turns(Team::One) >= WORTH_SWEEPING
                && board.occupied() == board.cells(own)
                && !set::may_be_new(board)
        };
        let swept = shown(Partner::Sweeping, patiently, is_swept);
        assert!(swept >= 15, "{swept} of 40 sets");
    }

    #[test]
    fn a_dual_clearing_partner_takes_the_dual_disk_off() {
        let is_off = |position: &Position| {
            position.used(Team::One).contains(Kind::Dual)
                && position.board().cells(Disk::Dual).is_empty()
                && !set::may_be_new(position.board())
        };
        let taken_off = shown(Partner::DualClearing, dual_first, is_off);
        assert!(taken_off >= 30, "{taken_off} of 40 sets");
    }

    /// Each drop of this partner in 40 sets against a patient bot, with the positions before and after it.
    fn each_drop(partner: Partner, mut seen: impl FnMut(&Position, Drop, &Position)) {
        for seed in 0..40 {
            let mut random = Random::seeded(seed);
            let mut position = Position::opening(Team::ALL[random.index(2)], Gravity::Fall);
            while position.outcome().is_none() && position.turns(Team::One) < Power4::DUAL_BY_TURN {
                if position.team() == Team::One {
                    position = position.play(patiently(&position, &mut random)).unwrap();
                    continue;
                }
                let drop = partner.choose(&position, &mut random).unwrap();
                let next = position.play(drop).unwrap();
                seen(&position, drop, &next);
                position = next;
            }
        }
    }

    #[test]
    fn under_a_felling_partner_disks_fall_in_every_column() {
        let (mut fell, mut around) = ([0_u32; 7], [0_u32; 7]);
        let at = |column: Column| usize::from(column.number()) - 1;
        each_drop(Partner::Felling, |position, drop, _| match drop.kind {
            Kind::ClearRow => falling(position.board(), drop.column).for_each(|it| fell[at(it)] += 1),
            Kind::ClearNeighbours => around[at(drop.column)] += 1,
            _ => {}
        });
        assert!(fell.iter().all(|&sets| sets >= 5), "{fell:?} of 40 sets");
        assert!(around[0].min(around[6]) >= 5, "{around:?} of 40 sets");
    }

    #[test]
    fn a_topping_partner_clears_in_the_top_row_and_from_below() {
        let (mut above, mut below) = (0, 0);
        each_drop(Partner::Topping, |position, drop, next| {
            if drop.kind == Kind::ClearNeighbours {
                above += u32::from(full(next.board()) < full(position.board()));
                below += u32::from(lands(position.board(), drop.column) == 1);
            }
        });
        assert!(above >= 5 && below >= 5, "{above} and {below} of 40 sets");
    }

    #[test]
    fn a_capping_partner_clears_in_the_upper_rows_and_at_the_edges() {
        let (mut rows, mut around, mut columns) = ([0_u32; 3], [0_u32; 3], 0);
        each_drop(Partner::Capping, |position, drop, _| {
            let high = usize::from(lands(position.board(), drop.column)).checked_sub(usize::from(HIGH));
            match (drop.kind, high) {
                (Kind::ClearRow, Some(high)) => rows[high] += 1,
                (Kind::ClearNeighbours, Some(high)) => around[high] += 1,
                (Kind::ClearColumn, _) => columns += 1,
                _ => {}
            }
        });
        assert!(rows.iter().all(|&sets| sets >= 3), "{rows:?} of 40 sets");
        assert!(around.iter().all(|&sets| sets >= 3), "{around:?} of 40 sets");
        assert!(columns >= 10, "{columns} of 40 sets");
    }

    #[test]
    fn an_undermining_partner_clears_on_the_ground_beside_what_is_high() {
        let mut sets = 0;
        each_drop(Partner::Undermining, |position, drop, _| {
            let is_such = drop.kind == Kind::ClearNeighbours
                && lands(position.board(), drop.column) == 1
                && beside(position.board(), drop.column) > 3;
            sets += u32::from(is_such);
        });
        assert!(sets >= 25, "{sets} of 40 sets");
    }

    #[test]
    fn an_ambiguous_partner_hides_what_it_has_used_and_shows_it_later() {
        let (mut hidden, mut shown) = (0, 0);
        each_drop(Partner::Ambiguous, |position, drop, next| {
            if drop.kind.is_special() && drop.kind != Kind::Dual {
                let ways = ways_to(position, &position.legal_moves(), next.board());
                let is_hidden = ways > 1 || next.board() == position.board();
                hidden += u32::from(is_hidden);
                shown += u32::from(!is_hidden);
            }
        });
        assert!(hidden >= 30 && shown >= 20, "{hidden} hidden and {shown} shown in 40 sets");
    }

    #[test]
    fn a_vanishing_partner_leaves_disks_of_the_bot_alone() {
        let is_gone = |position: &Position| {
            let (board, own) = (position.board(), Disk::Of(position.team()));
            board.occupied() == board.cells(own) && !set::may_be_new(board)
        };
        let gone = shown(Partner::Vanishing, patiently, is_gone);
        assert!(gone >= 15, "{gone} of 40 sets");
    }

    #[test]
    fn a_dual_sweeping_partner_takes_both_dual_disks_off() {
        let are_off = |position: &Position| {
            Team::ALL.into_iter().all(|team| position.used(team).contains(Kind::Dual))
                && position.board().cells(Disk::Dual).is_empty()
                && !set::may_be_new(position.board())
        };
        let off = shown(Partner::DualSweeping, dual_first, are_off);
        assert!(off >= 20, "{off} of 40 sets");
    }

    #[test]
    fn a_mowing_partner_clears_rows_and_crowds() {
        let (mut rows, mut crowds) = (0, 0);
        each_drop(Partner::Mowing, |position, drop, next| {
            let gone = position.board().occupied().len().saturating_sub(next.board().occupied().len());
            rows += u32::from(drop.kind == Kind::ClearRow && gone >= A_ROW);
            crowds += u32::from(drop.kind == Kind::ClearNeighbours && gone >= A_CROWD);
        });
        assert!(rows >= 10 && crowds >= 10, "{rows} rows and {crowds} crowds in 40 sets");
    }

    #[test]
    fn a_forcing_partner_makes_fours_that_no_normal_disk_parries() {
        let no_normal_disk_parries = |position: &Position| {
            let wins = |next: &Position| {
                fours(next.board(), Team::Two, (Team::Two, Kind::Normal), Gravity::Fall) > 0
            };
            let replies = position.drops().filter(|drop| drop.kind == Kind::Normal);
            replies.filter_map(|drop| position.play_unchecked(drop)).all(|next| wins(&next))
        };
        let sets = shown(Partner::Forcing, patiently, no_normal_disk_parries);
        assert!(sets >= 20, "{sets} of 40 sets");
    }

    #[test]
    fn an_undoing_partner_brings_the_board_back() {
        let undone = |seed: u64| {
            let mut random = Random::seeded(seed);
            let starts = Team::ALL[random.index(2)];
            let mut position = Position::opening(starts, Gravity::Fall);
            let (mut last, mut undone) = (None, 0);
            while position.outcome().is_none() && position.turns(Team::One) < Power4::DUAL_BY_TURN {
                let drop = if position.team() == Team::One {
                    let drop = patiently(&position, &mut random);
                    last = Some((position, drop));
                    drop
                } else {
                    let undoes = last.as_ref().and_then(|last| undoing(&position, last));
                    undone += u32::from(undoes.is_some());
                    undoes.unwrap_or_else(|| Partner::Undoing.choose(&position, &mut random).unwrap())
                };
                position = position.play(drop).unwrap();
            }
            undone
        };
        let sets = (0..40).filter(|seed| undone(*seed) > 0).count();
        assert!(sets >= 30, "{sets} of 40 sets");
    }

    /// Where a bot that drops normal disks anywhere has to use its dual disk, against this partner; only the sets that go
    /// on so long.
    fn tenth_turns(partner: Partner) -> Vec<Position> {
        let set = |seed: u64| {
            let mut random = Random::seeded(seed);
            let starts = Team::ALL[random.index(2)];
            let mut position = Position::opening(starts, Gravity::Fall);
            while position.outcome().is_none() && !(position.team() == Team::One && position.dual_is_due()) {
                let drop = if position.team() == Team::One {
                    let columns: Vec<Column> = position.columns().collect();
                    Drop { kind: Kind::Normal, column: columns[random.index(columns.len())] }
                } else {
                    partner.choose(&position, &mut random).unwrap()
                };
                position = position.play(drop).unwrap();
            }
            position.outcome().is_none().then_some(position)
        };
        (0..40).filter_map(set).collect()
    }

    #[test]
    fn against_a_stacking_partner_columns_are_full_when_the_dual_disk_is_due() {
        let tenths = tenth_turns(Partner::Stacking);
        for column in Column::all() {
            let full = tenths.iter().filter(|at| at.columns().all(|open| open != column)).count();
            assert!(full >= 5, "column {column}: {full} of {}", tenths.len());
        }
    }

    #[test]
    fn against_a_threatening_partner_a_dual_disk_that_is_due_gives_it_a_four() {
        let tenths = tenth_turns(Partner::Threatening);
        let gives = |at: &Position, column| winner(at, Drop { kind: Kind::Dual, column }) == Some(Team::Two);
        let somewhere = tenths.iter().filter(|at| Column::all().any(|column| gives(at, column))).count();
        assert!(somewhere >= 30, "{somewhere} of {}", tenths.len());
        for column in Column::all() {
            let given = tenths.iter().filter(|at| gives(at, column)).count();
            assert!(given >= 3, "column {column}: {given} of {}", tenths.len());
        }
    }

    #[test]
    fn every_partner_plays_by_the_rules() {
        for partner in Partner::ALL {
            for seed in 0..10 {
                let mut random = Random::seeded(seed);
                let mut position = Position::opening(Team::Two, Gravity::ALL[random.index(2)]);
                while let Some(drop) = partner.choose(&position, &mut random) {
                    position = position.play(drop).unwrap();
                }
                assert!(position.outcome().is_some());
            }
        }
    }
}
