//! How the idle bots do it.

use std::io::{self, BufRead as _};

use botspec_sdk::games::flit::Player;

use crate::flit::scene::Scene;
use crate::flit::usual;
use crate::start::Start;

type Reply = Option<String>;

pub(in crate::flit) fn stays(scene: &Scene<'_>) -> Reply {
    Some(scene.position().stay().to_string())
}

/// Takes nothing in: all that it looks for is the letter.
pub(in crate::flit) fn always_the_same(_: &Start) -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        if line?.trim() == "M" {
            usual::write("0 0 0 0")?;
        }
    }
    Ok(())
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

pub(in crate::flit) fn moves_once(scene: &Scene<'_>) -> Reply {
    if scene.asked == 1 { None } else { stays(scene) }
}

pub(in crate::flit) fn moves_as_one_only(scene: &Scene<'_>) -> Reply {
    if scene.player() == Player::One { None } else { stays(scene) }
}
