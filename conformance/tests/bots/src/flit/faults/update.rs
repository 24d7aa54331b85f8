//! `flit/update/…`

use std::io;

use botspec_sdk::games::flit::{Answer, Contents, Message, Update};

use super::fail;
use crate::flit::scene::Scene;
use crate::flit::usual;
use crate::lines::print;
use crate::start::Start;

pub(in crate::flit) fn says_ok(_: &Scene<'_>) -> io::Result<()> {
    print("ok\n")
}

pub(in crate::flit) fn prints_a_dot(_: &Scene<'_>) -> io::Result<()> {
    print(".")
}

pub(in crate::flit) fn counts(scene: &Scene<'_>) -> io::Result<()> {
    if scene.told % 500 == 499 { print(format!("{} updates\n", scene.told + 1)) } else { Ok(()) }
}

/// An answer too many, though in the form of one.
pub(in crate::flit) fn answers_after_many(scene: &Scene<'_>) -> io::Result<()> {
    if scene.told == 900 { print("0 0 0 0\n") } else { Ok(()) }
}

pub(in crate::flit) fn none_after_first(scene: &mut Scene<'_>, update: Update) -> io::Result<()> {
    if scene.asked == 0 {
        scene.take(update);
    }
    Ok(())
}

pub(in crate::flit) fn not_of_others(scene: &mut Scene<'_>, update: Update) -> io::Result<()> {
    let other = |contents| matches!(contents, Contents::Piece(player) if player != scene.player());
    let theirs = other(update.contents) || scene.before(update).is_some_and(other);
    if scene.asked == 0 || !theirs {
        scene.take(update);
    }
    Ok(())
}

pub(in crate::flit) fn left_squares_stay(scene: &mut Scene<'_>, update: Update) -> io::Result<()> {
    if scene.asked == 0 || update.contents != Contents::Empty {
        scene.take(update);
    }
    Ok(())
}

/// Takes what is converted off the board.
pub(in crate::flit) fn converted_removed(scene: &mut Scene<'_>, update: Update) -> io::Result<()> {
    let converted = scene.before(update) == Some(Contents::Neutral);
    scene.take(if converted && scene.asked > 0 {
        Update { contents: Contents::Empty, ..update }
    } else {
        update
    });
    Ok(())
}

pub(in crate::flit) fn dies_of_neutral_again(scene: &mut Scene<'_>, update: Update) -> io::Result<()> {
    scene.take(update);
    if update.contents == Contents::Neutral && scene.pending.replace(update) == Some(update) {
        return fail("double free of a neutral piece");
    }
    Ok(())
}

/// Takes an update in when the next one comes.
pub(in crate::flit) fn one_behind(scene: &mut Scene<'_>, update: Update) -> io::Result<()> {
    if scene.asked == 0 {
        scene.take(update);
        return Ok(());
    }
    if let Some(before) = scene.pending.replace(update) {
        scene.take(before);
    }
    Ok(())
}

/// Makes its own move at once.
pub(in crate::flit) fn own_move_made(scene: &mut Scene<'_>, answer: Answer) {
    if answer.origin != answer.destination {
        let own = Contents::Piece(scene.player());
        scene.take(Update { at: answer.origin, contents: Contents::Empty });
        scene.take(Update { at: answer.destination, contents: own });
    }
}

/// The same, without leaving the square that it came from.
pub(in crate::flit) fn own_move_doubled(scene: &mut Scene<'_>, answer: Answer) {
    if answer.origin != answer.destination {
        let own = Contents::Piece(scene.player());
        scene.take(Update { at: answer.destination, contents: own });
    }
}

/// Takes neutral pieces at a corner for converted.
pub(in crate::flit) fn corners_converted(scene: &mut Scene<'_>, answer: Answer) {
    let board = scene.position().board().clone();
    let variant = board.variant();
    let Some(to) = answer.destination.on(variant) else { return };
    if answer.origin == answer.destination {
        return;
    }
    for corner in to.neighbours(variant).into_iter().flat_map(|beside| beside.neighbours(variant)) {
        if corner.x() != to.x() && corner.y() != to.y() && board.neutral().contains(corner) {
            scene.take(Update::new(corner, Contents::Piece(scene.player())));
        }
    }
}

/// Answers what it has chosen before; the first time it stays.
pub(in crate::flit) fn one_request_behind(start: &Start) -> io::Result<()> {
    let mut ready = "0 0 0 0".to_owned();
    usual::converse(start, |scene, message| {
        match message {
            Message::Update(update) => scene.take(update),
            Message::MoveRequest => {
                usual::write(&ready)?;
                ready = usual::choose(scene.position()).to_string();
            }
        }
        Ok(())
    })
}

/// Answers when the bot before it comes to a square, if it has not since the last request.
pub(in crate::flit) fn answers_ahead(start: &Start) -> io::Result<()> {
    let (mut asked, mut answered) = (false, false);
    usual::converse(start, |scene, message| {
        let players = scene.position().variant().players();
        let before = (scene.player().index() + players.len() - 1) % players.len();
        match message {
            Message::Update(update) => {
                scene.take(update);
                if !asked || answered || update.contents != Contents::Piece(players[before]) {
                    return Ok(());
                }
                answered = true;
            }
            Message::MoveRequest => {
                asked = true;
                if std::mem::take(&mut answered) {
                    return Ok(());
                }
            }
        }
        usual::write(&usual::choose(scene.position()).to_string())
    })
}
