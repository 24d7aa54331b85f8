//! The request that asks who has won.

use botspec_sdk::games::hex::Standing;

use super::Session;
use super::known::Baseline;
use crate::games::hex::request::Kind;
use crate::games::hex::step::{Step, Whose};
use crate::games::hex::{check_win, meaning, set, slip};
use crate::run_context::RunError;
use crate::stream_session::SessionState;

impl Session<'_> {
    /// Asks who has won.
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    pub(crate) fn check_win(&mut self) -> Result<(), RunError> {
        let known_wrong = self.stream.context.observations.blocked_by(check_win::VALUE.id).is_some();
        if known_wrong && self.knowledge.has_swapped() {
            let rule = check_win::VALUE.id;
            let reason = format!("whether the swap is to blame cannot be told while {rule} is broken");
            self.coverage.blocked.get_or_insert((reason, rule));
            return Ok(());
        }
        let Some(line) = self.ask(Kind::CheckWin)? else { return Ok(()) };
        let given = match (check_win::read(&line.bytes), meaning::of_standing(&line.bytes)) {
            (Err(violation), Some(meant)) => {
                self.misspelt(Kind::CheckWin, *violation);
                Ok(meant)
            }
            (read, _) => read,
        };
        match given {
            Ok(given) => {
                if self.doubts_the_board() {
                    self.cannot_judge(set::RECORDED.id);
                    return Ok(());
                }
                let observations = self.stream.context.observations;
                let asked = self.knowledge.asked().into_iter();
                let ruled_out = asked
                    .flat_map(|asked| slip::ruled_out(asked, given, |slip| observations.is_plausible(slip)));
                let ruled_out: Vec<&str> = ruled_out.collect();
                if self.knowledge.judge_standing(given, known_wrong).is_none() {
                    ruled_out.into_iter().for_each(|slip| observations.rule_out(slip));
                } else {
                    // Wrong about the stones, or about who has won with them: its board tells.
                    let shown = if self.knowledge.has_news() { self.current_board() } else { None };
                    let cause = shown.and_then(|shown| self.knowledge.judge_board(&shown));
                    let standing = || {
                        let violation = self.knowledge.judge_standing(given, known_wrong)?;
                        Some(violation.speaking_against(ruled_out))
                    };
                    let violation = cause.or_else(standing);
                    violation.into_iter().for_each(|violation| self.blame(violation));
                    self.stream.end(SessionState::Over);
                }
            }
            Err(violation) => self.malformed(Kind::CheckWin, *violation),
        }
        Ok(())
    }

    /// Whether the bot knows who has won on a decided board: then the stones are where they should be, however
    /// they are shown.
    pub(crate) fn knows_who_has_won(&mut self) -> Result<bool, RunError> {
        let expected = self.knowledge.memory().standing();
        if expected == Some(Standing::Open) {
            return Ok(false);
        }
        let Some(line) = self.ask(Kind::CheckWin)? else { return Ok(false) };
        Ok(Standing::from_bytes(&line.bytes).ok() == expected)
    }

    /// Where a bot shows no board: what stands on it is seen from who has won once one side has joined its edges,
    /// by way of its stones.
    pub(crate) fn look_through_the_winner(&mut self) -> Result<(), RunError> {
        let blind = self.blocked_by(Kind::ShowBoard).is_some() && self.blocked_by(Kind::CheckWin).is_none();
        let known_wrong = self.stream.context.observations.blocked_by(check_win::VALUE.id).is_some();
        let open = self.knowledge.memory().standing() == Some(Standing::Open);
        let news = self.knowledge.blame_events().filter(|_| self.knowledge.has_news());
        let Some(rule) = news.filter(|_| {
            blind && open && !known_wrong && self.baseline == Baseline::Known && self.coverage.judged
        }) else {
            return Ok(());
        };
        let own_turn = self.random.word().is_multiple_of(2);
        self.put(&Step::Decide(if own_turn { Whose::Own } else { Whose::Opponent }));
        let expected = self.knowledge.memory().standing();
        let Some(line) = self.ask(Kind::CheckWin)? else { return Ok(()) };
        let given = Standing::from_bytes(&line.bytes).ok().or_else(|| meaning::of_standing(&line.bytes));
        if let (Some(expected), Some(given)) = (expected, given)
            && expected != given
        {
            let message = format!(
                "check_win was answered {given} once one side had joined its edges by way of the stones that stand there; right is {expected} (show_board cannot be used)"
            );
            self.blame(rule.violated(message));
        }
        Ok(())
    }
}
