//! What all bots do but for one thing each.

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use botspec_sdk::games::hex::Colour;

use super::behaviour::Request;
use super::bot::Bot;
use crate::lines::{complain, print};
use crate::start::Start;

/// The colour that the arguments name.
pub(super) fn colour(start: &Start) -> Option<Colour> {
    match start.arguments.as_slice() {
        [word] => named(word),
        _ => None,
    }
}

/// The colour that a word names.
pub(super) fn named(word: &OsString) -> Option<Colour> {
    word.to_str().and_then(Colour::from_name)
}

/// Says how it is to be started.
pub(super) fn complain_about_arguments() -> io::Result<ExitCode> {
    complain("usage: bot black|white\n")?;
    Ok(ExitCode::from(2))
}

/// One line, flushed at once.
pub(super) fn say(answer: &str) -> io::Result<()> {
    print(format!("{answer}\n"))
}

/// Takes a message, and returns what to answer.
pub(super) fn hear(bot: &mut Bot, text: &str) -> Option<(Request, String)> {
    match text.split_whitespace().collect::<Vec<_>>().as_slice() {
        ["init_board", size] => {
            if let Some(size) = size.parse().ok().filter(|size| (1..=26).contains(size)) {
                bot.begin(size);
            }
            None
        }
        [word @ ("seto" | "sety" | "unset"), name] => {
            if let Some(spot) = bot.spot(name) {
                bot.set(word, spot);
            }
            None
        }
        ["swap"] => {
            bot.swap();
            None
        }
        _ if bot.size == 0 => None,
        ["make_move"] => {
            let choice = bot.choose()?;
            bot.play(choice);
            Some((Request::MakeMove, choice.text()))
        }
        ["check_win"] => Some((Request::CheckWin, bot.standing(bot.winner()).to_owned())),
        ["show_board"] => Some((Request::ShowBoard, bot.board())),
        _ => None,
    }
}
