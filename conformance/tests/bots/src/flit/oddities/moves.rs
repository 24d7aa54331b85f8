//! What they answer.

use botspec_sdk::games::flit::{Answer, Contents, Update};
use botspec_sdk::random::Random;

use crate::flit::scene::Scene;

type Reply = Option<String>;

pub(in crate::flit) fn stays(scene: &Scene<'_>) -> Reply {
    Some(scene.position().stay().to_string())
}

pub(in crate::flit) fn stays_anywhere(scene: &Scene<'_>) -> Reply {
    let variant = scene.position().variant();
    let square = variant.squares().nth(scene.asked as usize * 37 % variant.area() as usize)?;
    Some(format!("{} {1} {0} {1}", square.x(), square.y()))
}

pub(in crate::flit) fn stays_on_another(scene: &Scene<'_>) -> Reply {
    let board = scene.position().board();
    let theirs = *board.occupied() - *board.pieces(scene.player());
    let square = theirs.iter().next()?;
    Some(format!("{} {1} {0} {1}", square.x(), square.y()))
}

pub(in crate::flit) fn last(scene: &Scene<'_>) -> Reply {
    let position = scene.position();
    let own = position.board().pieces(scene.player());
    let destination = position.destinations().any.iter().last()?;
    let moves = own.iter().map(|origin| Answer { origin: origin.into(), destination: destination.into() });
    let legal = moves.filter(|answer| position.judge(answer).is_ok()).last()?;
    Some(legal.to_string())
}

pub(in crate::flit) fn random(scene: &Scene<'_>) -> Reply {
    let mut random = Random::seeded(u64::from(std::process::id()) << 32 | u64::from(scene.asked));
    Some(scene.position().random_move(&mut random).to_string())
}

pub(in crate::flit) fn collects(scene: &Scene<'_>) -> Reply {
    let position = scene.position();
    let own = position.board().pieces(scene.player());
    let destination =
        position.destinations().any.iter().max_by_key(|square| position.conversions(*square).len())?;
    let mut moves =
        own.iter().map(|origin| Answer { origin: origin.into(), destination: destination.into() });
    moves.find(|answer| position.judge(answer).is_ok()).map(|answer| answer.to_string())
}

/// Knows what can happen in a game only: pieces do not change hands, and a neutral piece cannot leave.
pub(in crate::flit) fn only_what_happens(scene: &mut Scene<'_>, update: Update) {
    let possible = match scene.before(update) {
        None | Some(Contents::Empty) => true,
        Some(Contents::Piece(_)) => update.contents == Contents::Empty,
        Some(Contents::Neutral) => matches!(update.contents, Contents::Piece(_)),
    };
    if possible {
        scene.take(update);
    }
}
