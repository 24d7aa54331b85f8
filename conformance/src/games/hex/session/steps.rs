//! The steps of a script.

use botspec_sdk::games::hex::Message;

use super::Session;
use super::known::QUIET;
use crate::games::hex::step::Step;
use crate::run_context::RunError;

impl Session<'_> {
    /// Does one step.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    pub(crate) fn step(&mut self, step: &Step) -> Result<(), RunError> {
        if !self.stream.is_open() {
            return Ok(());
        }
        match step {
            Step::Say(Message::MakeMove) => {
                if self.may_ask_for_a_move() {
                    self.make_move()?;
                }
            }
            Step::Say(Message::CheckWin) => self.check_win()?,
            Step::Say(Message::ShowBoard) => self.show_board()?,
            Step::Say(message) => self.tell(*message),
            Step::Put(_) | Step::Take(_) | Step::Board(_) | Step::Decide(_) => self.put(step),
            Step::Raw(line) => {
                self.send_line(line);
                self.knowledge.unknown();
                self.exchange.provoked = true;
            }
            Step::Listen(time) => self.listen(time.unwrap_or(QUIET)),
        }
        Ok(())
    }
}
