//! A Hex bot at a table with a person: one process, told of each move, until moves are taken back.

use botspec_sdk::games::hex::Move as Played;

use super::arbiter::Rules;
use super::player::Player;
use super::seats::{played, set_up};
use crate::process::{Elapsed, SandboxError};
use crate::record::GameRecord;
use crate::referee::arbiter::Arbiter as _;
use crate::referee::opponent::{self, Answered};
use crate::referee::reask::Asking;
use crate::referee::seats::{Closing, Stop, tried};

/// The bot, and what it knows.
pub(super) struct Opponent<'a> {
    asking: &'a Asking<'a>,
    bot: Option<Player>,
    /// The moves that it has been told of, or has made.
    told: Vec<Played>,
}

impl<'a> Opponent<'a> {
    pub(super) const fn new(asking: &'a Asking<'a>) -> Self {
        Self { asking, bot: None, told: Vec::new() }
    }
}

impl opponent::Opponent for Opponent<'_> {
    fn ask(&mut self, record: &GameRecord) -> Result<Answered, Stop> {
        let mut rules = Rules::open(&record.variant)?;
        let size = rules.position().size();
        let mut made = Vec::new();
        for mv in &record.moves {
            rules.play(mv)?;
            made.extend(played(mv.text(), size));
        }
        let bot = match self.bot.take().filter(|_| made.starts_with(&self.told)) {
            Some(mut bot) => {
                made.iter().skip(self.told.len()).for_each(|&mv| bot.tell_move(mv));
                bot
            }
            None => set_up(self.asking, size, &made)?,
        };
        let bot = self.bot.insert(bot);
        self.told = made;
        let (answer, elapsed) = match bot.ask_move(self.asking.limit)? {
            Ok((line, elapsed)) => (tried(&rules, line), elapsed),
            Err(failure) => (Err(failure), Elapsed::default()),
        };
        self.told.extend(answer.as_ref().ok().and_then(|mv| played(mv, size)));
        Ok((answer, elapsed))
    }

    fn close(self: Box<Self>) -> Result<Closing, SandboxError> {
        let Some(mut bot) = self.bot else { return Ok(Closing::quiet(Vec::new())) };
        bot.quit();
        bot.close()
    }
}
