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
        let colour = if let Self::Arguments(read) = self { read(start)? } else { usual::colour(start) };
        match (colour, self) {
            (Some(colour), Self::Run(act)) => act(colour).map(|()| ExitCode::SUCCESS),
            (Some(colour), _) => self.serve(start, Bot::new(colour)),
            (None, Self::Refusal(act)) => act(),
            (None, _) => usual::complain_about_arguments(),
        }
    }

    /// The conversation.
    fn serve(self, start: &Start, mut bot: Bot) -> io::Result<ExitCode> {
        let mut stdin = io::stdin().lock();
        let mut line = Vec::new();
        loop {
            line.clear();
            if stdin.read_until(b'\n', &mut line)? == 0 {
                return if let Self::Input(end) = self { end(start) } else { Ok(ExitCode::SUCCESS) };
            }
            let text = String::from_utf8_lossy(line.strip_suffix(b"\n").unwrap_or(&line)).into_owned();
            if let Self::Message(take) = self
                && take(&mut bot, &text)?
            {
                continue;
            }
            if text.trim() == "quit" {
                return if let Self::Quit(end) = self { end(start) } else { Ok(ExitCode::SUCCESS) };
            }
            if let Some((request, answer)) = self.hear(&mut bot, &text) {
                match self {
                    Self::Answer(say) => say(&mut bot, request, answer)?,
                    _ => usual::say(&answer)?,
                }
            }
            if let Self::Afterwards(act) = self {
                act(&mut bot, &text)?;
            }
        }
    }

    /// Takes a message, and returns what to answer.
    fn hear(self, bot: &mut Bot, text: &str) -> Option<(Request, String)> {
        match (self, text.split_whitespace().collect::<Vec<_>>().as_slice()) {
            (Self::Choice(choose), ["make_move"]) if bot.size > 0 => {
                let choice = choose(bot).or_else(|| bot.choose())?;
                // A stone on a stone, or beyond the board, leaves the board alone.
                if choice == Choice::Swap || bot.spot(&choice.text()).is_some() {
                    bot.play(choice);
                }
                Some((Request::MakeMove, choice.text()))
            }
            (Self::Winner(winner), ["check_win"]) if bot.size > 0 => {
                let winner = winner(bot);
                Some((Request::CheckWin, bot.standing(winner).to_owned()))
            }
            _ => usual::hear(bot, text),
        }
    }
}
