//! What they answer.

use std::io;

use botspec_sdk::games::flit::{Answer, Contents, Update};
use botspec_sdk::random::Random;

use crate::flit::scene::Scene;

type Reply = Option<String>;

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
pub(in crate::flit) fn only_what_happens(scene: &mut Scene<'_>, update: Update) -> io::Result<()> {
    let possible = match scene.before(update) {
        None | Some(Contents::Empty) => true,
        Some(Contents::Piece(_)) => update.contents == Contents::Empty,
        Some(Contents::Neutral) => matches!(update.contents, Contents::Piece(_)),
    };
    if possible {
        scene.take(update);
    }
    Ok(())
}

pub(in crate::flit) fn neutral_unknown(scene: &mut Scene<'_>, update: Update) -> io::Result<()> {
    if update.contents != Contents::Neutral {
        scene.take(update);
    }
    Ok(())
}

/// Has room for so many at a time.
pub(in crate::flit) fn no_more_than_100(scene: &mut Scene<'_>, update: Update) -> io::Result<()> {
    if scene.asked == 0 || scene.told <= 100 {
        scene.take(update);
    }
    Ok(())
}

pub(in crate::flit) fn room_for_64(scene: &mut Scene<'_>, update: Update) -> io::Result<()> {
    if scene.told <= 64 {
        scene.take(update);
    }
    Ok(())
}

/// What comes from the machine is another thing each time.
pub(in crate::flit) fn dice(scene: &Scene<'_>) -> Reply {
    use std::hash::{BuildHasher as _, RandomState};
    let mut random = Random::seeded(RandomState::new().hash_one(scene.asked));
    Some(scene.position().random_move(&mut random).to_string())
}
