//! In which of the things it does a bot departs from the usual.

use std::io::{self, BufRead as _};
use std::process::ExitCode;

use botspec_sdk::games::hex::Colour;

use super::bot::{Bot, Choice};
use super::usual;
use crate::start::Start;

/// What a bot does in its own way; the rest it does as usual.
#[derive(Debug, Clone, Copy)]
pub(super) enum Behaviour {
    /// What it takes its colour from; none if the arguments are wrong.
    Arguments(fn(&Start) -> io::Result<Option<Colour>>),
    /// What it does about wrong arguments.
    Refusal(fn() -> io::Result<ExitCode>),
    /// What it does with a message; false if the usual.
    Message(fn(&mut Bot, &str) -> io::Result<bool>),
    /// What it does once a message has been taken as usual.
    Afterwards(fn(&mut Bot, &str) -> io::Result<()>),
    /// Its move; none if the usual.
    Choice(fn(&Bot) -> Option<Choice>),
    /// Who it believes has won.
    Winner(fn(&mut Bot) -> Option<Colour>),
    /// How an answer gets out.
    Answer(fn(&mut Bot, Request, String) -> io::Result<()>),
    /// What it does at `quit`.
    Quit(fn(&Start) -> io::Result<ExitCode>),
    /// What it does at the end of its input.
    Input(fn(&Start) -> io::Result<ExitCode>),
    /// The whole conversation.
    Run(fn(Colour) -> io::Result<()>),
}

/// A message that is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Request {
    MakeMove,
    CheckWin,
    ShowBoard,
}

impl Behaviour {
    /// One run of the bot.
    pub(super) fn play(self, start: &Start) -> io::Result<ExitCode> {
        play(&[self], start)
    }

    /// Whether one bot can do both in its own way, and anybody can tell.
    pub(super) const fn goes_with(self, other: Self) -> bool {
        use Behaviour as B;
        !matches!(
            (self, other),
            (B::Run(_), _)
                | (_, B::Run(_))
                | (B::Answer(_), B::Answer(_))
                | (B::Arguments(_), B::Arguments(_))
                | (B::Refusal(_), B::Refusal(_))
                | (B::Afterwards(_), B::Afterwards(_))
                | (B::Choice(_), B::Choice(_))
                | (B::Winner(_), B::Winner(_))
                | (B::Quit(_), B::Quit(_))
                | (B::Input(_), B::Input(_))
        )
    }
}

/// One run of a bot that does each of these things in its own way.
pub(super) fn play(ways: &[Behaviour], start: &Start) -> io::Result<ExitCode> {
    let read =
        ways.iter().find_map(|way| if let Behaviour::Arguments(read) = way { Some(read) } else { None });
    let colour = if let Some(read) = read { read(start)? } else { usual::colour(start) };
    let run = ways.iter().find_map(|way| if let Behaviour::Run(act) = way { Some(act) } else { None });
    let refuse = ways.iter().find_map(|way| if let Behaviour::Refusal(act) = way { Some(act) } else { None });
    match (colour, run, refuse) {
        (Some(colour), Some(act), _) => act(colour).map(|()| ExitCode::SUCCESS),
        (Some(colour), None, _) => serve(ways, start, Bot::new(colour)),
        (None, _, Some(act)) => act(),
        (None, _, None) => usual::complain_about_arguments(),
    }
}

/// The conversation.
fn serve(ways: &[Behaviour], start: &Start, mut bot: Bot) -> io::Result<ExitCode> {
    let mut stdin = io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        if stdin.read_until(b'\n', &mut line)? == 0 {
            let end =
                ways.iter().find_map(|way| if let Behaviour::Input(end) = way { Some(end) } else { None });
            return end.map_or(Ok(ExitCode::SUCCESS), |end| end(start));
        }
        let text = String::from_utf8_lossy(line.strip_suffix(b"\n").unwrap_or(&line)).into_owned();
        let mut taken = false;
        for way in ways {
            if let Behaviour::Message(take) = way
                && !taken
            {
                taken = take(&mut bot, &text)?;
            }
        }
        if taken {
            afterwards(ways, &mut bot, &text)?;
            continue;
        }
        if text.trim() == "quit" {
            let end =
                ways.iter().find_map(|way| if let Behaviour::Quit(end) = way { Some(end) } else { None });
            return end.map_or(Ok(ExitCode::SUCCESS), |end| end(start));
        }
        if let Some((request, answer)) = hear(ways, &mut bot, &text) {
            let say =
                ways.iter().find_map(|way| if let Behaviour::Answer(say) = way { Some(say) } else { None });
            match say {
                Some(say) => say(&mut bot, request, answer)?,
                None => usual::say(&answer)?,
            }
        }
        afterwards(ways, &mut bot, &text)?;
    }
}

fn afterwards(ways: &[Behaviour], bot: &mut Bot, text: &str) -> io::Result<()> {
    for way in ways {
        if let Behaviour::Afterwards(act) = way {
            act(bot, text)?;
        }
    }
    Ok(())
}

/// Takes a message, and returns what to answer.
fn hear(ways: &[Behaviour], bot: &mut Bot, text: &str) -> Option<(Request, String)> {
    let choose =
        ways.iter().find_map(|way| if let Behaviour::Choice(choose) = way { Some(choose) } else { None });
    let winner =
        ways.iter().find_map(|way| if let Behaviour::Winner(winner) = way { Some(winner) } else { None });
    match text.split_whitespace().collect::<Vec<_>>().as_slice() {
        ["make_move"] if bot.size > 0 && choose.is_some() => {
            let choice = choose.and_then(|choose| choose(bot)).or_else(|| bot.choose())?;
            // A stone on a stone, or beyond the board, leaves the board alone.
            if choice == Choice::Swap || bot.spot(&choice.text()).is_some() {
                bot.play(choice);
            }
            Some((Request::MakeMove, choice.text()))
        }
        ["check_win"] if bot.size > 0 && winner.is_some() => {
            let winner = winner.and_then(|winner| winner(bot));
            Some((Request::CheckWin, bot.standing(winner).to_owned()))
        }
        _ => usual::hear(bot, text),
    }
}
