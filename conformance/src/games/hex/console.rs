//! The central program worked by hand: what its commands say.

use std::fmt::Write as _;
use std::time::Duration;

use botspec_sdk::games::hex::{Board, Cell, Colour, Size};
use clap::{Arg, value_parser};

use super::Hex;
use super::central::{Central, Departure, Loss, Shown, Step};
use super::draw::{Spots, draw};
use crate::evidence::{excerpt, one_line};
use crate::options::Options;
use crate::process::{Host, Program, SandboxError};
use crate::referee::console::{Console, ConsoleGame};
use crate::referee::seats::Stop;
use crate::report;

impl Console for Hex {
    fn arguments(&self) -> Vec<Arg> {
        let sizes = value_parser!(u8).range(1..=i64::from(Size::MAX.get()));
        vec![Arg::new("size").value_name("SIZE").value_parser(sizes).help("Cells along each side, 1 to 26")]
    }

    fn open(
        &self,
        host: &Host,
        programs: &[&Program],
        options: &Options<'_>,
        limit: Duration,
    ) -> Result<Box<dyn ConsoleGame>, SandboxError> {
        let size = options.get("size").copied().and_then(Size::new).unwrap_or(Size::TOURNAMENT);
        Ok(Box::new(Central::open(host, programs, size, limit)?))
    }
}

impl ConsoleGame for Central {
    fn check_start(&mut self) -> Result<(), Stop> {
        self.started()
    }

    fn moves(&mut self, count: u32) -> Result<String, Stop> {
        moves(self, count)
    }

    fn show(&self) -> String {
        report::draw(&self.diagram())
    }

    fn show_all(&mut self) -> Result<String, Stop> {
        boards(self)
    }

    fn check(&self) -> String {
        match (self.winner(), self.lost()) {
            (Some(winner), Some(loss)) => format!("{winner} has won: {}\n", told(loss)),
            (Some(winner), None) => format!("{winner} has won\n"),
            (None, _) => format!("nobody has won yet; {} is to move\n", self.position().to_move()),
        }
    }

    fn strays(&mut self) -> String {
        strays(self)
    }

    fn close(self: Box<Self>) -> Result<String, SandboxError> {
        let swapped = self.position().is_swapped();
        let departures = self.end()?;
        let told = |it: &Departure| match it.started_as {
            first if swapped => format!("{} (started as {first}): {}\n", first.other(), it.how),
            colour => format!("{colour}: {}\n", it.how),
        };
        Ok(departures.iter().map(told).collect())
    }
}

/// Lines of each bot that are quoted.
const QUOTED: usize = 5;

/// What the bots have printed out of step.
fn strays(central: &mut Central) -> String {
    let mut out = String::new();
    for (lines, started_as) in central.take_strays().iter().zip(Colour::ALL) {
        if lines.is_empty() {
            continue;
        }
        let many = match lines.len() {
            1 => "1 line that answers no message".to_owned(),
            count => format!("{count} lines that answer no message"),
        };
        let _ = writeln!(
            out,
            "out of step: the bot that was started as {started_as} printed {many}; not taken for a move:"
        );
        for line in lines.iter().take(QUOTED) {
            let _ = writeln!(out, "  {}", one_line(line));
        }
        if lines.len() > QUOTED {
            let _ = writeln!(out, "  and {} more", lines.len() - QUOTED);
        }
    }
    out
}

fn moves(central: &mut Central, count: u32) -> Result<String, Stop> {
    let mut out = String::new();
    for number in 0..count {
        match central.step()? {
            Step::Moved(colour, text) => {
                let _ = writeln!(out, "{colour} {text}");
                if let Some(winner) = central.winner() {
                    let _ = writeln!(out, "{winner} has won");
                    break;
                }
            }
            Step::Lost(loss) => {
                let _ = writeln!(out, "{} has won: {}", loss.loser.other(), told(&loss));
                break;
            }
            Step::Over => {
                if number == 0 {
                    out.push_str("the game is over\n");
                }
                break;
            }
        }
    }
    Ok(out)
}

fn told(loss: &Loss) -> String {
    let answer = loss.answer.as_ref().map(|answer| format!(" answered {}", one_line(answer)));
    let message = excerpt(loss.message.as_bytes());
    format!("{}{}: {message} ({})", loss.loser, answer.unwrap_or_default(), loss.reason)
}

fn boards(central: &mut Central) -> Result<String, Stop> {
    let shown = central.boards()?;
    let own = central.position().board();
    let mut out = format!("central board\n{}", report::draw(&central.diagram()));
    for (shown, started_as) in shown.iter().zip(Colour::ALL) {
        let _ = writeln!(out, "\nboard of the bot that was started as {started_as}");
        match shown {
            Shown::Nothing(why) => {
                let _ = writeln!(out, "none: {}", excerpt(why.as_bytes()));
            }
            Shown::Board(board) => out.push_str(&compared(&board.to_board(), own)),
        }
    }
    Ok(out)
}

/// A bot's board, and where it is not like the central one.
fn compared(theirs: &Board, central: &Board) -> String {
    let (size, right) = (theirs.size(), central.size());
    if size != right {
        return format!("it has {size}×{size} cells, the central board {right}×{right}\n");
    }
    let differing: Vec<Cell> = right.cells().filter(|cell| theirs.get(*cell) != central.get(*cell)).collect();
    let name = |stone: Option<Colour>| stone.map_or("empty".to_owned(), |colour| colour.to_string());
    let differences: String = differing
        .iter()
        .map(|&cell| (cell, name(theirs.get(cell)), name(central.get(cell))))
        .map(|(cell, there, here)| format!("differs: {cell} is {there} there and {here} here\n"))
        .collect();
    let spots = Spots { offending: differing, ..Spots::default() };
    let drawn = report::draw(&draw(theirs, spots));
    if differences.is_empty() { drawn + "the same as the central board\n" } else { drawn + &differences }
}
