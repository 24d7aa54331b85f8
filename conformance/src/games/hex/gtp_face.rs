//! A bot of this contest, driven by a program that speaks GTP: HexGui, gogui, a script.
//!
//! The bot is asked in one position after the other, as it is against a person; where moves are taken back, it is begun
//! anew. Its swaps are told as `swap-pieces`, which is what Hex programs elsewhere know.

use botspec_sdk::games::hex::{Cell, Colour, MoveText, Size};
use botspec_sdk::seat::Seat;

use super::elsewhere::{Step, Swap};
use super::line::Line;
use super::opponent::Opponent;
use super::vertex::Vertex;
use super::{Hex, plain};
use crate::process::SandboxError;
use crate::record::{GameRecord, Variant};
use crate::referee::Arbiter as _;
use crate::referee::gtp::{GtpFace, GtpGame};
use crate::referee::opponent::Opponent as _;
use crate::referee::reask::Asking;
use crate::referee::seats::Stop;

/// The size of the board that a program has before it is told another.
const FIRST_SIZE: u8 = 11;

impl GtpFace for Hex {
    fn open<'a>(&self, askings: &'a [Asking<'a>]) -> Box<dyn GtpGame + 'a> {
        let size = Size::new(FIRST_SIZE).unwrap_or(Size::TOURNAMENT);
        let (line, moves) = (Line::new(size), Vec::new());
        Box::new(Driven { askings, bots: askings.iter().map(|_| None).collect(), size, line, moves })
    }
}

/// A game that is driven.
struct Driven<'a> {
    askings: &'a [Asking<'a>],
    /// The bot in each seat, as far as it has been asked there.
    bots: Vec<Option<Opponent<'a>>>,
    size: Size,
    line: Line,
    /// The same moves as they were told.
    moves: Vec<(Colour, Step)>,
}

/// What a command answers, or why it cannot be done.
type Answer = Result<String, String>;

impl GtpGame for Driven<'_> {
    fn commands(&self) -> &'static [&'static str] {
        &["boardsize", "clear_board", "final_score", "genmove", "play", "showboard", "undo"]
    }

    fn run(&mut self, command: &str, args: &[&str]) -> Result<Answer, Stop> {
        Ok(match (command, args) {
            ("boardsize", [side]) => return self.board_size(side, side),
            ("boardsize", [columns, rows]) => return self.board_size(columns, rows),
            ("clear_board", []) => {
                self.begin(self.size)?;
                Ok(String::new())
            }
            ("play", [colour, mv]) => self.play(colour, mv),
            ("genmove", [colour]) => return self.genmove(colour),
            ("undo", []) => self.undo(),
            ("showboard", []) => Ok(self.drawn()),
            ("final_score", []) => self.score(),
            _ => Err("syntax error: wrong number of arguments".to_owned()),
        })
    }

    fn close(mut self: Box<Self>) -> Result<(), SandboxError> {
        self.end_bots()
    }
}

impl Driven<'_> {
    fn end_bots(&mut self) -> Result<(), SandboxError> {
        for bot in self.bots.iter_mut().filter_map(Option::take) {
            Box::new(bot).close()?;
        }
        Ok(())
    }

    fn begin(&mut self, size: Size) -> Result<(), Stop> {
        self.end_bots()?;
        (self.size, self.line, self.moves) = (size, Line::new(size), Vec::new());
        Ok(())
    }

    fn board_size(&mut self, columns: &str, rows: &str) -> Result<Answer, Stop> {
        let Some(size) = columns.parse().ok().filter(|_| columns == rows).and_then(Size::new) else {
            return Ok(Err(format!(
                "unacceptable size: boards have 1 to {} rows and as many columns",
                Size::MAX
            )));
        };
        self.begin(size)?;
        Ok(Ok(String::new()))
    }

    /// Makes a move that was told, or answered.
    fn add(&mut self, colour: Colour, step: Step) -> Result<(), String> {
        if self.line.rules.ended().is_some() {
            return Err("illegal move: the game is over".to_owned());
        }
        if let Step::Stone(vertex) = step {
            self.check_vacant(vertex)?;
        }
        let mut next = self.line.clone();
        next.add(colour, step).map_err(|fault| format!("illegal move: {}", fault.message))?;
        if next.is_broken {
            return Err("illegal move: a swap can be the second move only".to_owned());
        }
        self.line = next;
        self.moves.push((colour, step));
        Ok(())
    }

    /// Whether a stone can be put there, told in the words of the one who plays it.
    fn check_vacant(&self, vertex: Vertex) -> Result<(), String> {
        let size = self.size;
        let ours = if self.is_mirrored() { vertex.mirrored() } else { vertex };
        let cell = ours.coordinate().and_then(|at| at.cell(size));
        let cell =
            cell.ok_or_else(|| format!("illegal move: {vertex} is not on a board of {size}×{size}"))?;
        match self.line.rules.position().board().get(cell) {
            Some(_) => Err(format!("illegal move: {vertex} is occupied")),
            None => Ok(()),
        }
    }

    fn play(&mut self, colour: &str, mv: &str) -> Answer {
        let colour = read_colour(colour)?;
        let step = Step::from_text(mv)
            .ok_or("syntax error: expected a cell such as c3, swap-pieces, swap-sides or resign")?;
        self.add(colour, step).map(|()| String::new())
    }

    fn genmove(&mut self, colour: &str) -> Result<Answer, Stop> {
        let colour = match read_colour(colour) {
            Ok(colour) => colour,
            Err(why) => return Ok(Err(why)),
        };
        if self.line.rules.ended().is_some() || self.line.resigned.is_some() {
            return Ok(Err("the game is over".to_owned()));
        }
        let seat = self.line.rules.seat_to_move();
        let to_move = self.line.colour_of(seat);
        if colour != to_move {
            return Ok(Err(format!("it is the turn of {to_move}")));
        }
        let answer = match self.ask(seat)? {
            Ok(answer) => answer,
            Err(why) => return Ok(Err(why)),
        };
        let (step, told) = self.told(answer);
        Ok(self.add(colour, step).map(|()| told))
    }

    /// Asks the bot of this seat. One that has lost by its answer is begun anew when it is asked again.
    fn ask(&mut self, seat: Seat) -> Result<Result<MoveText, String>, Stop> {
        let variant = Variant { size: Some(self.size.get()), ..Variant::default() };
        let mut record = GameRecord::new(plain::game(), variant);
        record.moves.clone_from(&self.line.moves);
        let (Some(asking), Some(bot)) = (self.askings.get(seat.index()), self.bots.get_mut(seat.index()))
        else {
            return Ok(Err("nobody sits there".to_owned()));
        };
        let asked = bot.get_or_insert_with(|| Opponent::new(asking)).ask(&record);
        let why = match asked {
            Ok((Ok(text), _)) => match MoveText::from_bytes(text.as_bytes()) {
                Ok(mv) => return Ok(Ok(mv)),
                Err(error) => error.to_string(),
            },
            Ok((Err(failure), _)) => {
                format!("the bot has lost: {} ({})", failure.message, failure.loss.name())
            }
            Err(Stop::HostTooBusy { .. }) => "the machine was too busy to judge the bot's time".to_owned(),
            Err(stop) => return Err(stop),
        };
        if let Some(bot) = bot.take() {
            Box::new(bot).close()?;
        }
        Ok(Err(why))
    }

    /// A move of the bot's as it is told.
    fn told(&self, mv: MoveText) -> (Step, String) {
        let cell = match mv {
            MoveText::Place(at) => at.cell(self.size),
            MoveText::Swap => None,
        };
        match cell {
            Some(cell) => {
                let vertex = self.vertex(cell);
                (Step::Stone(vertex), vertex.to_string())
            }
            None => (Step::Swap(Swap::Pieces), "swap-pieces".to_owned()),
        }
    }

    fn is_mirrored(&self) -> bool {
        self.line.swapped == Some(Swap::Pieces)
    }

    fn vertex(&self, cell: Cell) -> Vertex {
        let vertex = Vertex::from(cell);
        if self.is_mirrored() { vertex.mirrored() } else { vertex }
    }

    /// Takes the last move back.
    fn undo(&mut self) -> Answer {
        self.moves.pop().ok_or("cannot undo: there is no move")?;
        self.line = Line::new(self.size);
        for &(colour, step) in &self.moves {
            self.line.add(colour, step).map_err(|fault| fault.message)?;
        }
        Ok(String::new())
    }

    fn score(&self) -> Answer {
        let winner = match (self.line.rules.ended(), self.line.resigned) {
            (Some(ended), _) => ended.winner,
            (None, Some(loser)) => Some(Seat::from_index(u8::from(loser.index() == 0))),
            (None, None) => None,
        };
        let winner = winner.map(|seat| self.line.colour_of(seat).letter());
        winner.map(|letter| format!("{letter}+")).ok_or_else(|| "cannot score: nobody has won yet".to_owned())
    }

    /// The board as the other side sees it, letters for columns.
    fn drawn(&self) -> String {
        let side = self.size.get();
        let letters: String = (0..side).map(|column| format!(" {}", char::from(b'a' + column))).collect();
        let mut text = format!("\n  {letters}\n");
        for row in 0..side {
            let cells: String = (0..side).map(|column| format!(" {}", self.symbol(row, column))).collect();
            let indent = " ".repeat(row.into());
            text += &format!("{indent}{:>2} {cells}  {}\n", row + 1, row + 1);
        }
        text + &" ".repeat(usize::from(side) + 3) + &letters
    }

    fn symbol(&self, row: u8, column: u8) -> char {
        let at = if self.is_mirrored() { Cell::at(column, row) } else { Cell::at(row, column) };
        let colour = at.and_then(|cell| self.line.rules.position().board().get(cell));
        let colour = colour.map(|colour| if self.is_mirrored() { colour.other() } else { colour });
        colour.map_or('.', Colour::letter)
    }
}

fn read_colour(text: &str) -> Result<Colour, String> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Colour::Black),
        "w" | "white" => Ok(Colour::White),
        _ => Err("syntax error: expected a colour, black or white".to_owned()),
    }
}
